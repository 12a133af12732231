//! Two people at one screen make peace, or one of them gives up.

use deadly_field::overlay::options::{CurtainWhen, Options};

use crate::person::Person;
use crate::room;

/// Two people who hide nothing from each other, where orders are given.
fn two() -> Person {
    let setting = room::setting("person", "person", 3);
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
    fn question(&self) -> (String, String) {
        let decision = self.see("decision");
        let word = |field: &str| decision[field].as_str().unwrap_or_default().to_owned();
        (word("kind"), word("side"))
    }

    /// Says something for good, after another word.
    fn solemnly(&mut self, what: &str) {
        self.settle();
        self.push(what);
        self.settle();
        self.push("confirm");
        self.settle();
    }
}

#[test]
fn a_draw_is_offered_once_and_agreed_to_or_not() {
    if !crate::in_a_room_of_its_own("peace::a_draw_is_offered_once_and_agreed_to_or_not") {
        return;
    }
    let mut person = two();
    let asked = person.question();
    person.solemnly("offer draw");
    person.wait("the offer", |person| person.asked() == Some("draw"));
    person.settle();
    assert_ne!(person.question().1, asked.1);
    assert_eq!(
        person.see("decision")["answers"].as_array().map(Vec::len),
        Some(1)
    );
    person.is_told_the_rules();
    for name in ["concede", "offer draw"] {
        assert!(person.see("disabled")[name].is_string(), "{name}");
    }
    person.push("prompt hold");
    person.wait("the orders", |person| person.question() == asked);
    person.settle();
    person.is_told_the_rules();
    let why = person.see("disabled")["offer draw"].as_str();
    let why = why.unwrap_or_default();
    assert!(why.contains("already"), "{}", person.sight());

    // In the next player turn it may be offered again.
    person.push("end turn");
    person.settle();
    person.push("confirm");
    person.wait("the other side", |person| {
        person.asked().is_some() && person.question().1 != asked.1
    });
    person.come_to_orders();
    person.solemnly("offer draw");
    person.wait("the offer", |person| person.asked() == Some("draw"));
    person.settle();
    person.push("prompt 1");
    person.wait("the result", |person| person.read("screen") == "result");
    assert!(
        person.see("verdict")["winner"].is_null(),
        "{}",
        person.sight()
    );
}

#[test]
fn whoever_concedes_has_lost() {
    if !crate::in_a_room_of_its_own("peace::whoever_concedes_has_lost") {
        return;
    }
    let mut person = two();
    let (kind, side) = person.question();
    person.push("concede");
    person.settle();
    person.push("cancel");
    person.settle();
    assert_eq!(person.question(), (kind, side.clone()), "not in earnest");
    person.solemnly("concede");
    person.wait("the result", |person| person.read("screen") == "result");
    let winner = &person.see("verdict")["winner"];
    assert!(winner.is_string() && *winner != side.as_str(), "{winner}");
}
