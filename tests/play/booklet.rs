//! The booklet in the menu, page by page: chosen, leafed through, made larger, drawn at another scale,
//! with the odds, and written.

use std::path::PathBuf;
use std::time::Duration;

use deadly_field::overlay::app::Opening;

use crate::person::Person;
use crate::room;

/// Something the page tells.
fn note(person: &Person, name: &str) -> String {
    let note = &person.see("notes")[name];
    note.as_str()
        .map_or_else(|| note.to_string(), str::to_owned)
}

/// Waits for what is drawn aside.
fn wait(person: &mut Person, what: &str, until: impl Fn(&Person) -> bool) {
    for _ in 0..60_000 {
        if until(person) {
            person.settle();
            return;
        }
        person.frame();
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("{what} never came; {}", person.sight());
}

#[test]
fn a_booklet_is_leafed_through_in_the_menu() {
    if !crate::in_a_room_of_its_own("booklet::a_booklet_is_leafed_through_in_the_menu") {
        return;
    }
    let mut person = Person::new(room::open(Opening::Menu));
    person.push("preview");
    let scenario = "preview scenario T'ain't No Militia";
    wait(&mut person, "the scenarios", |person| person.can(scenario));
    assert!(!person.can("begin"), "there is nothing to write yet");
    person.push(scenario);
    wait(&mut person, "the first page", |person| {
        note(person, "preview drawn") == "true"
    });
    let pages: usize = note(&person, "preview pages").parse().expect("a number");
    assert!((10..40).contains(&pages), "{pages}");
    assert!(!person.can("page back"), "{}", person.sight());
    for page in 2..=pages {
        person.push("page next");
        person.settle();
        assert_eq!(note(&person, "preview page"), page.to_string());
        let sheets: usize = note(&person, "preview sheets").parse().expect("a number");
        assert!(sheets <= 6, "{sheets} pictures are kept");
    }
    assert!(!person.can("page next"), "{}", person.sight());
    person.push("page larger");
    wait(&mut person, "a larger page", |person| {
        note(person, "preview drawn") == "true"
    });
    person.push("page back");
    person.settle();
    assert_eq!(note(&person, "preview page"), (pages - 1).to_string());
    // At another scale it is another booklet.
    person.push("preview scale 25mm");
    wait(&mut person, "the drawing", |person| {
        person.can("preview stop")
    });
    wait(&mut person, "the booklet at 25 mm", |person| {
        person.can("begin")
    });
    // The odds take a hundred battles; whoever calls them off has what there is.
    person.push("preview odds");
    wait(&mut person, "the battles", |person| {
        person.can("preview stop")
    });
    assert!(!person.can("begin"), "it is not whole");
    person.push("preview stop");
    wait(&mut person, "what there is", |person| person.can("begin"));
    person.push("begin");
    let folder = std::env::var("DEADLY_FIELD_DATA").expect("a room of its own");
    let file = PathBuf::from(folder).join("booklets/t-ain-t-no-militia-25mm.pdf");
    wait(&mut person, "the file", |person| {
        file.exists() && person.can("begin")
    });
    let written = std::fs::read(&file).expect("a booklet");
    assert!(written.starts_with(b"%PDF-1.7"));
    person.push("back");
    person.settle();
    assert!(person.can("new battle"), "{}", person.sight());
}
