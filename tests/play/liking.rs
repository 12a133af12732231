//! What the player likes is remembered: the hints he has read, the choices for a battle.

use deadly_field::files::configuration;
use deadly_field::overlay::app::Opening;
use deadly_field::overlay::options::Options;
use deadly_field::table::Sitting;

use crate::person::Person;
use crate::room;

#[test]
fn a_hint_that_was_read_is_not_shown_again() {
    if !crate::in_a_room_of_its_own("liking::a_hint_that_was_read_is_not_shown_again") {
        return;
    }
    let setting = room::setting("person", "computer:easy", 3);
    let begin = |options: Options| {
        let opening = room::at_once(room::battle(&setting, |_| {}), &setting);
        let mut person = Person::new(room::open_as(opening, options));
        person.wait("the set-up", |person| person.can("ready"));
        person.settle();
        person
    };
    let mut person = begin(Options::default());
    assert!(person.can("hint read"), "{}", person.sight());
    person.push("hint read");
    person.settle();
    assert!(!person.can("hint read"), "{}", person.sight());
    // The program starts anew.
    let folder = configuration().expect("a folder");
    let (kept, said) = Options::load(&folder);
    assert_eq!(said, None);
    assert!(kept.hints_read.contains("set-up"), "{:?}", kept.hints_read);
    let person = begin(kept.clone());
    assert!(!person.can("hint read"), "{}", person.sight());
    // And they can all be had again.
    let mut person = Person::new(room::open_as(Opening::Menu, kept));
    person.push("options");
    person.wait("the options", |person| person.can("hints again"));
    person.push("hints again");
    person.settle();
    assert!(Options::load(&folder).0.hints_read.is_empty());
    assert!(!person.see("disabled")["hints again"].is_null());
}

#[test]
fn the_menu_keeps_what_was_chosen_for_a_battle() {
    if !crate::in_a_room_of_its_own("liking::the_menu_keeps_what_was_chosen_for_a_battle") {
        return;
    }
    let mut person = Person::new(room::open(Opening::Menu));
    let scenario = "scenario T'ain't No Militia";
    let open = |person: &mut Person| {
        person.push("new battle");
        person.wait("the scenarios", |person| person.can(scenario));
        person.settle();
    };
    open(&mut person);
    for choice in ["union computer:easy", "confederate person", "scale 10mm"] {
        person.push(choice);
        person.settle();
    }
    let mut begun = Vec::new();
    for time in 0..2 {
        if time == 1 {
            person.push("menu");
            person.wait("the menu", |person| person.can("new battle"));
            person.settle();
            open(&mut person);
        }
        person.push("begin");
        person.wait("the table", |person| {
            // The ground is painted aside.
            std::thread::sleep(std::time::Duration::from_millis(10));
            person.read("screen") != "menu"
        });
        person.wait("the tabs", |person| person.can("menu"));
        let mut sitting = person.app.world_mut().resource_mut::<Sitting>();
        let opening = sitting.session().record().opening.clone();
        assert_eq!(opening.seats.union, "computer:easy");
        assert_eq!(opening.seats.confederate, "person");
        begun.push(opening);
        person.settle();
    }
    assert_eq!(begun[0].scale, begun[1].scale);
    assert_ne!(begun[0].scale, room::setting("person", "person", 1).scale);
    assert_ne!(begun[0].seed, begun[1].seed, "nobody chose these dice");
}
