//! A person brings a unit onto the table.

use bevy::prelude::*;
use deadly_field::army::Presence;
use deadly_field::overlay::app::Opening;
use deadly_field::table::Playback;

use crate::battle::begin;
use crate::person::Person;
use crate::room;

#[test]
fn a_person_brings_a_column_in_and_marches_it_on() {
    if !crate::in_a_room_of_its_own("arriving::a_person_brings_a_column_in_and_marches_it_on") {
        return;
    }
    let mut person = Person::new(room::open(Opening::Menu));
    begin(&mut person, 1);
    loop {
        person.wait("a question", |person| person.asked().is_some());
        person.settle();
        match person.asked() {
            Some("set_up") => person.push("ready"),
            Some("leader") => person.push("order stay"),
            _ => break,
        }
        person.frame();
    }
    // In any order: the fourth of the column first.
    let name = "24th Michigan";
    let place = format!("come in {name}");
    assert!(person.can(&place), "{}", person.sight());
    person.push(&place);
    person.settle();
    assert_eq!(person.read("selected"), name);
    // A click on the ground before the entry is a march, like anybody's.
    let goal = Vec2::new(1.75 * 18.0 - 2.5, 4.0);
    let (_, pixel) = person.ground(goal).expect("on the screen");
    person.click(pixel);
    person.settle();
    person.wait("the way", |person| person.can("confirm"));
    person.push("confirm");
    person.wait("the march", |person| person.asked() == Some("act"));
    let playback = person.app.world().resource::<Playback>();
    let army = playback.view();
    let unit = army.units().find(|&unit| army.name(unit) == name);
    let unit = unit.expect("in the order of battle");
    assert_eq!(army.presence(unit), Presence::OnTable);
    assert!(
        army.placement(unit).at.y > 2.5,
        "{:?}",
        army.placement(unit)
    );
    assert_eq!(army.record(unit).actions, 1);
}
