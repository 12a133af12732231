//! The forces that were brought travel with saves, replays and journals.

use std::path::Path;
use std::sync::Arc;

use deadly_field::files::{Course, Kind, Opening, Replay, read_save};
use deadly_field::rules::{Rules, Scale, Side};
use deadly_field::scenario::find;
use deadly_field::scenario::force::{ForceChoice, ForceChoices, Manner, muster_by};
use deadly_field::scenario::rules_folder::HouseRules;
use deadly_field::session::Table;

use crate::support::{bytes, random};

#[test]
fn a_battle_of_mustered_forces_is_saved_and_replayed() {
    let choices = ForceChoices {
        union: ForceChoice::Computer(Manner::Attack),
        confederate: ForceChoice::Computer(Manner::Defence),
        ..ForceChoices::default()
    };
    let path = find(Path::new("the_crossroads"));
    let (scale, seed) = (Scale::Mm15, 9);
    let (scenario, source) = muster_by(&path, &choices, seed, scale, Rules::book())
        .unwrap_or_else(|faults| panic!("{}", faults[0]));
    let ours: Vec<_> = scenario
        .units_of(Side::Union)
        .map(|one| one.name.clone())
        .collect();
    let opening = Opening {
        source,
        scale,
        house_rules: HouseRules::new(),
        seed,
        seats: random().names(),
    };
    let rules = Arc::new(Rules::book().clone());
    let mut session = Table::new(random()).begin(opening, Arc::new(scenario), rules);
    let mut save = None;
    session.run(|session| {
        if session.number() == 60 {
            save = Some(bytes(session, Kind::Save));
        }
    });
    assert!(session.failures().is_empty(), "{:?}", session.failures());
    let opened = read_save("a save", &save.expect("sixty answers")).expect("a good save");
    let units = opened.battle.scenario().units_of(Side::Union);
    assert_eq!(units.map(|one| one.name.clone()).collect::<Vec<_>>(), ours);
    let mut on = Table::new(random()).resume(opened);
    on.run(|_| {});
    assert_eq!(
        on.battle().hash(),
        session.battle().hash(),
        "it goes on to the same end"
    );
    let written = bytes(&session, Kind::Replay);
    let replay = Replay::read("a replay", &written).expect("a good replay");
    let played = replay.play();
    assert_eq!(played.course, Course::True);
    assert_eq!(played.battle.facts(), session.battle().facts());
}
