//! A whole battle of a scripted person against the computer, from the first decision to the verdict.

use std::collections::BTreeMap;
use std::time::Instant;

use deadly_field::army::Fact;
use deadly_field::overlay::app::Opening;
use deadly_field::table::Sitting;

use crate::person::Person;
use crate::room;
use crate::script::Script;

/// What a battle must have had at least once.
const WANTED: [&str; 16] = [
    "ghost",
    "ghost that went where it stood",
    "fire",
    "charge",
    "charge to its end",
    "formation",
    "prompt answered",
    "prompt held",
    "undo",
    "group",
    "ride",
    "refused",
    "odds",
    "ghost dragged",
    "turn ended",
    "came in",
];

/// What one battle happens not to have had, the next has.
const MOST: u64 = 3;

#[test]
fn a_scripted_person_plays_a_battle_against_the_computer() {
    if !crate::in_a_room_of_its_own("battle::a_scripted_person_plays_a_battle_against_the_computer")
    {
        return;
    }
    let plays = std::env::var("DEADLY_FIELD_PLAYS").ok();
    let plays: u64 = plays.and_then(|plays| plays.parse().ok()).unwrap_or(1);
    let mut all: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 1..=plays.max(MOST) {
        for (deed, count) in play(seed) {
            *all.entry(deed).or_default() += count;
        }
        if seed >= plays && WANTED.iter().all(|deed| all.contains_key(deed)) {
            break;
        }
    }
    for deed in WANTED {
        assert!(all.contains_key(deed), "there was no {deed}: {all:?}");
    }
}

/// Plays a battle to its end; answers with how often everything happened.
fn play(seed: u64) -> BTreeMap<&'static str, u32> {
    let start = Instant::now();
    let mut person = Person::new(room::open(Opening::Menu));
    begin(&mut person, seed);
    let mut script = Script::new(person, seed);
    while !script.person.is_over() {
        script.step();
        assert!(script.person.frames < 100_000, "it does not end");
    }
    let came = |fact: &&Fact| matches!(fact, Fact::Arrived { .. });
    for _ in 0..script.facts().iter().filter(came).count() {
        script.count("came in");
    }
    let person = &mut script.person;
    assert!(!person.see("verdict").is_null(), "{}", person.sight());
    person.wait("the result", |person| person.read("screen") == "result");
    person.settle();
    for place in ["look", "story", "save replay", "play again", "menu", "quit"] {
        assert!(person.can(place), "no {place}; {}", person.sight());
    }
    println!(
        "seed {seed}: {} in turn {}, {} frames, {} prompts, {:.1?}; {:?}",
        person.see("verdict"),
        person.see("turn"),
        person.frames,
        person.see("prompts"),
        start.elapsed(),
        script.done,
    );
    script.done
}

/// From the menu to the table.
pub fn begin(person: &mut Person, seed: u64) {
    begin_at(person, "scenario T'ain't No Militia", seed);
}

/// From the menu to the table of a scenario.
pub fn begin_at(person: &mut Person, scenario: &str, seed: u64) {
    assert_eq!(person.read("screen"), "menu");
    person.push("new battle");
    person.wait("the scenarios", |person| person.can(scenario));
    for choice in [scenario, "union person", "confederate computer:hard"] {
        person.settle();
        person.push(choice);
    }
    person.settle();
    let seed_field = person.middle("seed");
    person.double_click(seed_field);
    for digit in seed.to_string().chars() {
        person.letter(digit);
    }
    person.settle();
    person.push("begin");
    person.wait("the table", |person| person.read("screen") != "menu");
    let mut sitting = person.app.world_mut().resource_mut::<Sitting>();
    assert_eq!(sitting.session().record().opening.seed, seed);
}
