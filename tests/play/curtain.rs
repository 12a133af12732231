//! Two people at one screen, and the curtain between them.

use deadly_field::overlay::options::{CurtainWhen, Options};

use crate::person::Person;
use crate::room;

fn two(curtain: CurtainWhen) -> Person {
    let setting = room::setting("person", "person", 3);
    let opening = room::at_once(room::battle(&setting, |_| {}), &setting);
    let options = Options {
        curtain,
        ..Options::default()
    };
    Person::new(room::open_as(opening, options))
}

impl Person {
    /// Frames pass until he is asked, or the curtain falls.
    fn asked_by(&mut self, side: &str) {
        self.wait("the question", |person| {
            person.asked().is_some() && person.see("decision")["side"] == side
        });
        // One frame more: the curtain falls with the question.
        self.frame();
        self.frame();
    }

    fn number(&self) -> Option<u64> {
        self.see("decision")["number"].as_u64()
    }
}

#[test]
fn the_curtain_covers_the_table_until_it_is_lifted() {
    if !crate::in_a_room_of_its_own("curtain::the_curtain_covers_the_table_until_it_is_lifted") {
        return;
    }
    let mut person = two(CurtainWhen::Always);
    person.wait("the set-up", |person| person.can("ready"));
    let first = person.see("decision")["side"].clone();
    let other = if first == "union" {
        "confederate"
    } else {
        "union"
    };
    assert_eq!(person.read("screen"), "setup", "nobody sat there before");

    // One is ready: the table is covered, and nothing of it can be reached.
    person.push("ready");
    person.asked_by(other);
    assert_eq!(person.read("screen"), "curtain", "{}", person.sight());
    assert_eq!(person.places(""), ["confirm", "lift"], "{}", person.sight());
    assert!(person.pixels("units").is_empty() && person.lattice().is_empty());
    let number = person.number();
    for _ in 0..5 {
        person.frame();
    }
    person.letter('u');
    assert_eq!(
        (person.number(), person.read("screen")),
        (number, "curtain")
    );

    // A click lifts it, and does nothing else.
    person.push("lift");
    person.wait("the table", |person| person.can("ready"));
    assert_eq!(person.read("screen"), "setup");
    assert!(person.see("selected").is_null() && person.see("ghost").is_null());
    assert_eq!(person.number(), number);

    // Nobody takes his chair before his turn is over; Enter lifts it too.
    person.push("ready");
    loop {
        person.wait("a question", |person| person.asked().is_some());
        if person.see("decision")["side"] == first {
            break;
        }
        assert_eq!(person.places("lift"), [""; 0]);
        let before = person.number();
        person.settle();
        let places = ["order stay", "confirm", "end turn"];
        let place = places.into_iter().find(|place| person.can(place));
        person.push(place.expect("something to answer with"));
        person.wait("another question", |person| {
            person.can("confirm") || (person.asked().is_some() && person.number() != before)
        });
    }
    person.asked_by(first.as_str().expect("a side"));
    assert_eq!(person.read("screen"), "curtain", "{}", person.sight());
    let number = person.number();
    person.enter();
    person.wait("the table", |person| person.read("screen") == "table");
    person.frame();
    assert_eq!(person.number(), number, "the key only lifts it");
}

#[test]
fn nothing_is_covered_where_nothing_is_hidden() {
    if !crate::in_a_room_of_its_own("curtain::nothing_is_covered_where_nothing_is_hidden") {
        return;
    }
    for curtain in [CurtainWhen::Hidden, CurtainWhen::Never] {
        let mut person = two(curtain);
        person.wait("the set-up", |person| person.can("ready"));
        let first = person.see("decision")["side"].clone();
        person.push("ready");
        person.wait("the other side", |person| {
            person.asked().is_some() && person.see("decision")["side"] != first
        });
        for _ in 0..5 {
            person.frame();
            assert_eq!(person.read("screen"), "setup", "{}", person.sight());
        }
    }
}
