//! What would the computer do in my place, and why did it do that?

use deadly_field::overlay::options::Options;

use crate::person::Person;
use crate::room;

/// Something that the window notes for whoever watches it.
fn note(person: &Person, name: &str) -> String {
    let note = person.see("notes")[name].as_str();
    note.unwrap_or_default().to_owned()
}

/// From the set-up through a player turn with nothing but hints: each is drawn into the hand, told,
/// and can be confirmed.
#[test]
fn a_turn_is_played_by_hints() {
    if !crate::in_a_room_of_its_own("advice::a_turn_is_played_by_hints") {
        return;
    }
    let setting = room::setting("person", "computer:medium", 3);
    let opening = room::at_once(room::battle(&setting, |_| {}), &setting);
    let options = Options {
        hints: false,
        explains: true,
        ..Options::default()
    };
    let mut person = Person::new(room::open_as(opening, options));
    person.wait("the set-up", |person| person.can("ready"));
    person.push("ready");
    let (mut hints, mut confirmed) = (0, 0);
    for _ in 0..60 {
        person.wait("a question", |person| {
            person.asked().is_some() && person.can("hint")
        });
        let number = person.see("decision")["number"].clone();
        person.push("hint");
        person.wait("a hint", |person| {
            note(person, "hint").starts_with("Hint: ")
        });
        hints += 1;
        person.settle();
        person.wait("the way", |person| {
            !person.see("disabled")["confirm"]
                .as_str()
                .is_some_and(|why| why.starts_with("the way is being found"))
        });
        assert_eq!(
            person.see("decision")["number"],
            number,
            "a hint does nothing itself"
        );
        // What is drawn is done; else whatever ends it.
        let done = [
            "confirm",
            "order stay",
            "order hold",
            "prompt hold",
            "end turn",
        ];
        let Some(place) = done.into_iter().find(|place| person.can(place)) else {
            panic!("nothing to do: {}", person.sight());
        };
        confirmed += usize::from(place == "confirm");
        person.push(place);
        person.wait("what comes of it", |person| {
            person.see("decision")["number"] != number || person.can("confirm")
        });
        if hints >= 12 {
            break;
        }
    }
    assert!(confirmed > 2, "{confirmed} of {hints} hints were drawn");
}

/// A line of the log tells why the computer did it, if the player wants to know during the battle.
#[test]
fn the_log_tells_why() {
    if !crate::in_a_room_of_its_own("advice::the_log_tells_why") {
        return;
    }
    let setting = room::setting("computer:medium", "computer:medium", 3);
    let opening = room::at_once(room::battle(&setting, |_| {}), &setting);
    let options = Options {
        hints: false,
        explains: true,
        ..Options::default()
    };
    let mut person = Person::new(room::open_as(opening, options));
    person.wait("something happens", |person| {
        person
            .see("moment")
            .as_u64()
            .is_some_and(|moment| moment > 3)
    });
    person.push("log");
    person.wait("a line of the log", |person| person.can("log line"));
    // Lines that still come would push it away.
    person.push("play");
    person.settle();
    person.push("log line");
    person.wait("why", |person| person.can("why"));
    let why = note(&person, "why");
    assert!(why.contains("Chosen: "), "{why}");
}
