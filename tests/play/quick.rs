//! A hand that is quicker than the pictures: whatever it does between two of them counts where it
//! was done.

use bevy::input::ButtonState::{Pressed, Released};
use bevy::prelude::*;
use deadly_field::overlay::app::Opening;

use crate::battle::begin;
use crate::person::Person;
use crate::room;

/// Where the ghost stands, in inches.
fn ghost(person: &Person) -> Vec2 {
    let at = &person.see("ghost")["at"];
    let number = |which: usize| at[which].as_f64().unwrap_or(f64::NAN) as f32;
    Vec2::new(number(0), number(1))
}

#[test]
fn clicks_and_drags_count_where_they_were_done() {
    if !crate::in_a_room_of_its_own("quick::clicks_and_drags_count_where_they_were_done") {
        return;
    }
    let mut person = Person::new(room::open(Opening::Menu));
    begin(&mut person, 1);
    person.wait("the set-up", |person| person.can("ready"));
    person.settle();
    assert_eq!(person.read("screen"), "setup", "{}", person.sight());

    // A drag: pressed on the regiment, let go far from it.
    let unit = person.pixels("units")["95th New York"];
    let (there, pixel) = person.ground(Vec2::new(22.0, 14.0)).expect("seen");
    person.at_once(&[
        (unit, Some(Pressed)),
        (unit.lerp(pixel, 0.5), None),
        (pixel, Some(Released)),
    ]);
    assert_eq!(person.read("selected"), "95th New York");
    assert!(
        ghost(&person).distance(there) < 0.5,
        "dragged to {there}; {}",
        person.sight()
    );
    person.push("cancel");
    person.settle();

    // Two clicks: another regiment, and the ground.
    let unit = person.pixels("units")["147th New York"];
    let (there, pixel) = person.ground(Vec2::new(20.0, 24.0)).expect("seen");
    person.at_once(&[
        (unit, Some(Pressed)),
        (unit, Some(Released)),
        (pixel, Some(Pressed)),
        (pixel, Some(Released)),
    ]);
    assert_eq!(person.read("selected"), "147th New York");
    assert!(
        ghost(&person).distance(there) < 0.5,
        "clicked {there}; {}",
        person.sight()
    );
    person.push("cancel");
    person.settle();

    // Whoever drags a leader lays the regiment down that he held.
    let leader = person.pixels("leaders")["John Reynolds"];
    let (_, pixel) = person.ground(Vec2::new(22.0, 14.0)).expect("seen");
    person.drag(leader, pixel);
    person.settle();
    assert_eq!(person.read("selected"), "John Reynolds");
    assert_eq!(person.see("group").as_array().map(Vec::len), Some(0));
    assert!(person.places("order form ").is_empty());
}
