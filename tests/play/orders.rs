//! Orders that cannot be given say why, and ways that a player sets himself go as far as they can.

use bevy::prelude::*;
use deadly_field::overlay::app::Opening;

use crate::battle::begin_at;
use crate::person::Person;
use crate::room;

/// Whoever plays the Union is asked for his first order: all stand as the scenario has them.
fn ordering(scenario: &str) -> Person {
    let mut person = Person::new(room::open(Opening::Menu));
    begin_at(&mut person, scenario, 1);
    loop {
        person.wait("a question", |person| person.asked().is_some());
        person.settle();
        match person.asked() {
            Some("set_up") => person.push("ready"),
            Some("leader") => person.push("order stay"),
            Some("activate") => return person,
            _ => person.push("prompt hold"),
        }
        person.frame();
    }
}

impl Person {
    /// Takes a unit into the hand.
    fn take(&mut self, name: &str) {
        let at = self.pixels("units")[name];
        self.click(at);
        self.settle();
        assert_eq!(self.read("selected"), name, "{}", self.sight());
    }

    /// Draws a way to a place and waits until it is found.
    fn draw(&mut self, to: Vec2) {
        let (_, pixel) = self.ground(to).expect("on the screen");
        self.click(pixel);
        self.wait("the way", |person| !person.see("ghost").is_null());
        self.settle();
    }
}

#[test]
fn riders_and_trains_are_told_why_they_do_not_form_so() {
    if !crate::in_a_room_of_its_own("orders::riders_and_trains_are_told_why_they_do_not_form_so") {
        return;
    }
    for (scenario, unit, order, rule) in [
        (
            "scenario The Rear Guard at Farmington",
            "98th Illinois",
            "order form line",
            "special.mounted_infantry_formation",
        ),
        (
            "scenario Franklin's Crossing",
            "50th New York Engineers",
            "order form battle_line",
            "engineer.train",
        ),
    ] {
        let mut person = ordering(scenario);
        person.take(unit);
        let why = person.see("disabled")[order].as_str().unwrap_or_default();
        assert!(why.ends_with(&format!("({rule})")), "{unit}: {why}");
    }
}

#[test]
fn the_next_leg_goes_as_far_as_can_be_paid() {
    if !crate::in_a_room_of_its_own("orders::the_next_leg_goes_as_far_as_can_be_paid") {
        return;
    }
    let mut person = ordering("scenario T'ain't No Militia");
    person.take("147th New York");
    person.draw(Vec2::new(20.0, 22.0));
    let first = person.see("ghost")["cost"].as_f64().expect("a cost");
    person.push("set leg");
    person.draw(Vec2::new(4.0, 22.0));
    let ghost = person.see("ghost").clone();
    assert_eq!(ghost["legal"], true, "{ghost}");
    assert!(ghost["short"].is_string(), "{ghost}");
    let cost = ghost["cost"].as_f64().expect("a cost");
    assert!(cost > first && cost <= 1.0, "{first}, then {ghost}");
}
