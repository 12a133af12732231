//! Quick battles fought to their end.

use std::sync::Arc;

use deadly_field::battle::Judging;
use deadly_field::rules::{Named, Rules, Scale, Side};
use deadly_field::scenario::file::Country;
use deadly_field::scenario::force::{ForceChoice, ForceChoices, Manner, muster_by};
use deadly_field::scenario::quick::{Aim, QuickBattle, Sky, Strength, battlespace_of};
use deadly_field::scenario::{Origin, Scenario};

use crate::fights::{both, count, fight, for_all};
use crate::play::Play;

fn made(quick: QuickBattle, seed: u64, scale: Scale) -> Scenario {
    let manner = ForceChoice::Computer(Manner::ALL[seed as usize % 3]);
    let choices = ForceChoices {
        union: manner.clone(),
        confederate: manner,
        ..ForceChoices::default()
    };
    match muster_by(Origin::from(quick), &choices, seed, scale, Rules::book()) {
        Ok((scenario, _)) => scenario,
        Err(faults) => panic!("{}", faults[0]),
    }
}

/// A few; more by `DEADLY_FIELD_QUICK`.
#[test]
fn quick_battles_are_fought_to_their_end() {
    const SPACES: [&str; 6] = ["06", "18", "14-15", "22", "27", "04"];
    for_all(count("DEADLY_FIELD_QUICK", 4), |seed| {
        let at = seed as usize;
        let quick = QuickBattle {
            battlespace: battlespace_of(SPACES[at % SPACES.len()]),
            strength: Strength::Points(90 + 10 * (seed as u32 % 4)),
            country: Country::ALL[at % 3],
            sky: Sky::ALL[at % 4],
            aim: Aim::ALL[at % 4],
            reinforcements: at % 2 == 1,
            turns: 4,
            ..QuickBattle::default()
        };
        let scale = Scale::ALL[at % 3];
        let scenario = Arc::new(made(quick, seed, scale));
        let kind = if at % 4 == 3 {
            "random"
        } else {
            "computer:hard"
        };
        let session = fight(both(kind), &scenario, seed + 1, |_| {});
        assert!(session.battle().army().verdict().is_some(), "{seed}");
    });
}

#[test]
fn an_attack_is_won_by_who_has_cleared_the_middle() {
    let quick = QuickBattle {
        aim: Aim::ConfederateAttacks,
        ..QuickBattle::default()
    };
    let scenario = made(quick, 1, Scale::Mm15);
    assert_eq!(scenario.initiative, Side::Confederate);
    assert_eq!(scenario.set_up, [Side::Union, Side::Confederate]);
    let mut play = Play::of(scenario, &[]);
    let of = |play: &Play, side: Side| {
        let army = play.battle.army();
        let units = army.units().filter(|&id| army.side(id) == side);
        units.collect::<Vec<_>>()
    };
    let winner = |play: &Play| {
        Judging::new(play.battle.scenario(), play.battle.army())
            .verdict()
            .winner
    };
    // Nobody of the Union in the middle, but too few of the others.
    for unit in of(&play, Side::Union) {
        play.place(unit, 2.0, 34.0, 180.0);
    }
    assert_eq!(winner(&play), Some(Side::Union));
    let own = of(&play, Side::Confederate);
    play.place(own[0], 17.0, 18.0, 0.0);
    assert_eq!(winner(&play), Some(Side::Union));
    play.place(own[1], 19.5, 18.0, 0.0);
    assert_eq!(winner(&play), Some(Side::Confederate));
    let union = of(&play, Side::Union)[0];
    play.place(union, 18.0, 20.0, 180.0);
    assert_eq!(winner(&play), Some(Side::Union));
}
