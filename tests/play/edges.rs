//! What happens at the edges of a battle: before its first picture, after its last, and when a hand
//! lets go of what it should not.

use bevy::input::keyboard::{Key, KeyCode};
use bevy::prelude::*;
use deadly_field::overlay::app::Opening;
use deadly_field::overlay::options::{CurtainWhen, Options};
use deadly_field::rules::Side;
use deadly_field::scenario::Hiding;

use crate::battle::begin;
use crate::person::Person;
use crate::room;

/// Two people who hide nothing from each other, where orders are given.
fn two(seed: u64) -> Person {
    let setting = room::setting("person", "person", seed);
    let opening = room::at_once(room::battle(&setting, |_| {}), &setting);
    let options = Options {
        curtain: CurtainWhen::Never,
        ..Options::default()
    };
    let mut person = Person::new(room::open_as(opening, options));
    person.come_to_orders();
    person
}

impl Person {
    fn held(&self) -> Vec<String> {
        let group = self.see("group").as_array();
        let names = group.into_iter().flatten().filter_map(|name| name.as_str());
        names.map(str::to_owned).collect()
    }

    fn escape(&mut self) {
        self.key(KeyCode::Escape, Key::Escape);
        self.settle();
    }
}

#[test]
fn a_battle_with_secrets_is_covered_from_its_first_picture() {
    let test = "edges::a_battle_with_secrets_is_covered_from_its_first_picture";
    if !crate::in_a_room_of_its_own(test) {
        return;
    }
    let mut setting = room::setting("person", "person", 5);
    setting.hiding = Hiding::pickets(&[Side::Union, Side::Confederate], 1);
    let opening = room::at_once(room::battle(&setting, |_| {}), &setting);
    let mut app = room::unfinished(opening, Options::default());
    app = room::finished(app);
    let mut person = Person::at(app);
    for _ in 0..12 {
        person.frame();
        assert_eq!(person.read("screen"), "curtain", "{}", person.sight());
        assert!(person.pixels("units").is_empty() && person.lattice().is_empty());
    }
    person.push("lift");
    person.wait("the set-up", |person| person.can("ready"));
    assert_eq!(person.read("screen"), "setup");
}

#[test]
fn a_group_that_is_active_is_taken_up_again_as_one() {
    if !crate::in_a_room_of_its_own("edges::a_group_that_is_active_is_taken_up_again_as_one") {
        return;
    }
    let mut person = two(8);
    let at = person.pixels("units")["84th New York"];
    person.double_click(at);
    person.settle();
    let group = person.held();
    assert!(group.len() > 1, "{}", person.sight());
    for plan in ["plan 1 move", "plan 2 move"] {
        person.push(plan);
        person.settle();
    }
    let inches = person.inches(at).expect("a place");
    let (_, pixel) = person.ground(inches - Vec2::X).expect("the ground");
    person.click(pixel);
    person.wait("the way", |person| person.can("confirm"));
    person.push("confirm");
    person.wait("the march", |person| person.asked() != Some("activate"));
    loop {
        person.wait("its second action", |person| person.asked().is_some());
        person.settle();
        match person.asked() {
            Some("react") => person.push("prompt hold"),
            Some("act") => break,
            _ => panic!("it has another action; {}", person.sight()),
        }
        person.frame();
    }
    assert_eq!(person.held(), group, "{}", person.sight());
    assert!(!person.can("next unit"), "it is in the hand");

    // Let go of, it is taken up by the button, by a click on any of it, and by the key.
    person.escape();
    assert!(person.held().is_empty(), "{}", person.sight());
    person.push("next unit");
    person.settle();
    assert_eq!(person.held(), group, "{}", person.sight());
    person.escape();
    let other = person.pixels("units")[&group[1]];
    person.click(other);
    person.settle();
    assert_eq!(person.held(), group, "{}", person.sight());
    person.escape();
    person.letter('n');
    person.settle();
    assert_eq!(person.held(), group, "{}", person.sight());

    // Somebody else may be looked at; the way back is named.
    let stranger = person.pixels("units")["76th New York"];
    person.click(stranger);
    person.settle();
    assert_eq!(person.held(), ["76th New York"]);
    person.is_told_the_rules();
    person.push("next unit");
    person.settle();
    assert_eq!(person.held(), group, "{}", person.sight());
}

#[test]
fn a_refused_draw_is_said_and_a_lost_battle_cannot_be_given_up() {
    let test = "edges::a_refused_draw_is_said_and_a_lost_battle_cannot_be_given_up";
    if !crate::in_a_room_of_its_own(test) {
        return;
    }
    let setting = room::setting("person", "computer:medium", 3);
    let opening = room::at_once(room::battle(&setting, |_| {}), &setting);
    let mut person = Person::new(room::open(opening));
    person.come_to_orders();
    person.settle();
    person.push("offer draw");
    person.settle();
    person.push("confirm");
    person.wait("the answer", |person| {
        let alerts = person.see("alerts").as_array();
        let mut texts = alerts
            .into_iter()
            .flatten()
            .filter_map(|text| text.as_str());
        texts.any(|text| text.contains("no draw"))
    });
    person.wait("the orders", |person| person.asked().is_some());
    person.settle();
    person.push("concede");
    person.settle();
    person.push("confirm");
    person.wait("the result", |person| person.read("screen") == "result");
    person.settle();
    person.push("look");
    person.wait("the table", |person| person.read("screen") == "table");
    person.settle();
    for name in ["concede", "offer draw"] {
        let why = person.see("disabled")[name].as_str().unwrap_or_default();
        assert!(why.contains("is over"), "{name}: {why}");
    }
    person.is_told_the_rules();
}

#[test]
fn the_reason_for_a_red_ghost_is_on_the_screen() {
    if !crate::in_a_room_of_its_own("edges::the_reason_for_a_red_ghost_is_on_the_screen") {
        return;
    }
    let setting = room::setting("person", "computer:medium", 3);
    let opening = room::at_once(room::battle(&setting, |_| {}), &setting);
    let mut person = Person::new(room::open(opening));
    person.wait("the set-up", |person| person.can("ready"));
    person.settle();
    let at = person.pixels("units")["95th New York"];
    person.click(at);
    person.settle();
    // Among the enemy.
    let (_, pixel) = person.ground(Vec2::new(6.0, 18.0)).expect("the ground");
    person.click(pixel);
    person.settle();
    assert_eq!(person.see("ghost")["legal"], false, "{}", person.sight());
    let said = person.see("notes")["draft"].as_str().unwrap_or_default();
    assert_eq!(said, person.see("ghost")["why"], "{}", person.sight());
}

#[test]
fn a_halt_is_no_look_back() {
    if !crate::in_a_room_of_its_own("edges::a_halt_is_no_look_back") {
        return;
    }
    let setting = room::setting("person", "computer:medium", 3);
    let opening = room::at_once(room::battle(&setting, |_| {}), &setting);
    let mut person = Person::new(room::open(opening));
    person.come_to_orders();
    person.push("end turn");
    person.settle();
    person.push("confirm");
    let shown = |person: &Person| {
        let note = person.see("notes")["meanwhile bar"].as_str();
        note.unwrap_or_default().to_owned()
    };
    person.wait("the others' turn", |person| {
        let moment = |field: &str| person.see(field).as_u64().unwrap_or_default();
        person.can("skip") && moment("end") > moment("moment") + 2
    });
    person.push("play");
    person.frame();
    assert_eq!(person.see("playing"), false, "{}", person.sight());
    assert!(shown(&person).starts_with("Halted"), "{}", shown(&person));
    person.push("step back");
    person.frame();
    assert!(shown(&person).contains("look back"), "{}", shown(&person));
    person.push("skip");
    person.wait("the next question", |person| person.asked().is_some());
}

#[test]
fn what_happened_in_another_battle_is_not_told_in_this_one() {
    let test = "edges::what_happened_in_another_battle_is_not_told_in_this_one";
    if !crate::in_a_room_of_its_own(test) {
        return;
    }
    let setting = room::setting("computer:medium", "person", 3);
    let opening = room::at_once(room::battle(&setting, |_| {}), &setting);
    let mut person = Person::new(room::open(opening));
    loop {
        person.wait("a question", |person| person.asked().is_some());
        person.settle();
        match person.asked() {
            Some("set_up") => person.push("ready"),
            Some("leader") => break,
            _ => person.push("prompt hold"),
        }
        person.frame();
    }
    assert!(person.can("meanwhile close"), "{}", person.sight());
    person.push("menu");
    person.wait("the menu", |person| person.can("new battle"));
    begin_anew(&mut person);
    for _ in 0..10 {
        assert!(!person.can("meanwhile close"), "{}", person.sight());
        person.frame();
    }
}

/// Another battle from the front page, to its set-up.
fn begin_anew(person: &mut Person) {
    person.settle();
    begin(person, 2);
    person.wait("the set-up", |person| person.read("screen") == "setup");
}

#[test]
fn what_cannot_be_clicked_in_the_menu_says_that_no_rule_is_concerned() {
    let test = "edges::what_cannot_be_clicked_in_the_menu_says_that_no_rule_is_concerned";
    if !crate::in_a_room_of_its_own(test) {
        return;
    }
    let mut person = Person::new(room::open(Opening::Menu));
    person.wait("the menu", |person| {
        let why = person.see("disabled")["continue"].as_str();
        why.is_some_and(|why| why.contains("broken off"))
    });
    let why = person.see("disabled")["continue"]
        .as_str()
        .unwrap_or_default();
    assert!(why.ends_with("(no rule is concerned)"), "{why}");
}
