//! Lessons: every one of them is played; damaged ones are refused with line and reason; and the guide
//! takes back whatever a learner tries.

mod damaged;
mod guide;

use std::path::Path;
use std::sync::Arc;

use deadly_field::lessons::{EXAMPLES, Lesson, all, check, course, teaching};
use deadly_field::rules::Rules;
use deadly_field::rules::index::RulebookIndex;

/// A lesson, known to be good.
pub fn load(path: &Path) -> Arc<Lesson> {
    match Lesson::load(path, Rules::book()) {
        Ok(lesson) => Arc::new(lesson),
        Err(faults) => panic!("{faults:#?}"),
    }
}

#[test]
fn every_lesson_is_as_it_says() {
    let mut wrong = Vec::new();
    for path in all() {
        let lesson = load(&path);
        wrong.extend(check(&lesson).iter().map(ToString::to_string));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_lesson_of_the_course_takes_less_than_five_minutes() {
    for (path, card) in course() {
        let card = card.expect("a good lesson");
        // The guided battle at the end is no lesson of a few minutes.
        if card.course.is_some_and(|place| place <= 16) {
            let name = path.display();
            assert!(card.seconds < 300, "{name}: {} seconds", card.seconds);
        }
    }
}

#[test]
fn no_two_lessons_have_the_same_place() {
    let places: Vec<_> = course()
        .into_iter()
        .filter_map(|(_, card)| card.expect("a good lesson").course)
        .collect();
    let mut once = places.clone();
    once.dedup();
    assert_eq!(places, once);
}

#[test]
fn a_rule_leads_to_the_first_lesson_that_teaches_it() {
    let (name, title) = teaching("fire.opening_volley").expect("a lesson");
    assert_eq!((name.as_str(), title.as_str()), ("fire", "Fire"));
    assert!(teaching("no.such_rule").is_none());
}

#[test]
fn every_rule_leads_to_a_lesson() {
    let untaught: Vec<_> = RulebookIndex::book()
        .iter()
        .filter(|entry| teaching(&entry.id).is_none())
        .map(|entry| entry.id.as_str())
        .collect();
    assert!(untaught.is_empty(), "{untaught:?}");
}

#[test]
fn every_worked_example_of_the_book_is_played() {
    let cards = course().into_iter().map(|(_, card)| card);
    let played: Vec<_> = cards
        .flat_map(|card| card.expect("a good lesson").examples)
        .collect();
    for (example, title) in EXAMPLES {
        let known = played.iter().any(|one| one == example);
        assert!(known, "{example}: {title}");
    }
}
