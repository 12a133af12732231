use std::collections::HashMap;

use super::*;
use crate::army::Fact;
use crate::print::play;

/// Everything that is told, half turn by half turn.
fn halves(tale: &Tale) -> Vec<Vec<Scene>> {
    let turns = scenes(tale).into_iter();
    turns
        .flat_map(|turn| turn.halves)
        .map(|half| half.scenes)
        .collect()
}

/// Whether it is told where it stands: fire without effect is told at the end in one breath.
fn has_its_place(event: &Event) -> bool {
    match event {
        Event::Fire(firing) => firing.is_told(),
        Event::Fear(dread) => dread.is_told(),
        // A leader falls while his men are still under the blow, and so is work broken off.
        Event::LeaderFell { .. } | Event::LeaderTaken(..) => false,
        Event::Labour { fact, .. } => !matches!(**fact, Fact::WorkDropped { .. }),
        _ => true,
    }
}

/// The facts that a scene tells of a unit: in a march, a fire or a fight the others go on.
fn about(tale: &Tale, scene: &Scene, unit: UnitId) -> Vec<usize> {
    let concerns = |fact: &usize| match &tale.facts()[*fact] {
        Fact::Moved { unit: moved, .. } => *moved == unit,
        Fact::Fired { firers, target, .. } => firers.contains(&unit) || *target == unit,
        Fact::Lost { unit: hit, .. } | Fact::Checked { unit: hit, .. } => *hit == unit,
        Fact::FellBack { unit: gone, .. } | Fact::Ran { unit: gone, .. } => *gone == unit,
        Fact::Beaten { unit: hit, .. } | Fact::Removed { unit: hit, .. } => *hit == unit,
        _ => true,
    };
    let parted = matches!(
        scene.event,
        Event::March { .. } | Event::Fire(_) | Event::Clash(_) | Event::Melee(_)
    );
    let facts = scene.facts.iter().copied();
    facts.filter(|fact| !parted || concerns(fact)).collect()
}

/// Whatever is told of a unit is told in the order in which it happened. Only a march is told as
/// one, whatever fire it goes through.
#[test]
fn what_is_told_of_a_unit_is_told_in_order() {
    let mut pairs = 0;
    for seed in 0..30 {
        let battle = play::out(seed);
        let tale = Tale::from(&battle);
        for scenes in halves(&tale) {
            let told: Vec<_> = scenes
                .iter()
                .filter(|scene| has_its_place(&scene.event))
                .collect();
            for (number, one) in told.iter().enumerate() {
                for other in &told[number + 1..] {
                    let both = [&one.event, &other.event];
                    let march = both.map(|event| matches!(event, Event::March { .. }));
                    let fire = both.map(|event| matches!(event, Event::Fire(_)));
                    if march.contains(&true) && fire.contains(&true) {
                        continue;
                    }
                    let units = one.event.units();
                    for unit in other.event.units() {
                        if !units.contains(&unit) {
                            continue;
                        }
                        pairs += 1;
                        let [one, other] = [one, other].map(|scene| about(&tale, scene, unit));
                        let facts = |numbers: &[usize]| -> Vec<(usize, &Fact)> {
                            let facts = numbers.iter();
                            facts
                                .map(|&number| (number, &tale.facts()[number]))
                                .collect()
                        };
                        assert!(
                            one.last() <= other.first(),
                            "seed {seed}: {:#?}\nbefore {:#?}",
                            facts(&one),
                            facts(&other)
                        );
                    }
                }
            }
        }
    }
    assert!(pairs > 300, "only {pairs}");
}

/// Nobody is told to fall back, to run or to give himself up before what made him do it.
#[test]
fn nothing_is_told_before_its_cause() {
    let (mut backs, mut runs, mut caught) = (0, 0, 0);
    for seed in 0..30 {
        let battle = play::out(seed);
        let tale = Tale::from(&battle);
        let mut place = HashMap::new();
        let all: Vec<Scene> = halves(&tale).into_iter().flatten().collect();
        for (number, scene) in all.iter().enumerate() {
            for &fact in &scene.facts {
                place.entry(fact).or_insert(number);
            }
        }
        // What last struck each unit, and what made it check its morale.
        let mut struck: HashMap<UnitId, usize> = HashMap::new();
        let mut routed: Vec<UnitId> = Vec::new();
        for (number, fact) in battle.facts().iter().enumerate() {
            match fact {
                Fact::Fired { target, .. } => {
                    struck.insert(*target, number);
                }
                Fact::Impact {
                    attacker,
                    defender,
                    supports,
                    ..
                } => {
                    let front = [*attacker, *defender];
                    let all = front.iter().chain(&supports.0).chain(&supports.1);
                    struck.extend(all.map(|unit| (*unit, number)));
                }
                Fact::Melee {
                    attackers,
                    defenders,
                    ..
                } => {
                    let all = attackers.iter().chain(defenders);
                    struck.extend(all.map(|unit| (*unit, number)));
                }
                Fact::Checked { unit, cause, .. }
                    if !matches!(cause, Cause::Fire { .. } | Cause::Melee { .. }) =>
                {
                    struck.insert(*unit, number);
                }
                // Whoever runs on runs by himself.
                Fact::Activated { unit, .. } if routed.contains(unit) => {
                    struck.remove(unit);
                }
                Fact::FellBack { unit, .. }
                | Fact::Ran { unit, .. }
                | Fact::Removed {
                    unit,
                    fate: Fate::Surrendered,
                } => {
                    let Some(&cause) = struck.get(unit) else {
                        continue;
                    };
                    let told = place.get(&number);
                    let because = place.get(&cause);
                    assert!(
                        told.is_some(),
                        "seed {seed}: {number} is not told: {fact:?}"
                    );
                    assert!(because <= told, "seed {seed}: fact {number} before {cause}");
                    match fact {
                        Fact::FellBack { .. } => backs += 1,
                        Fact::Ran { .. } => {
                            routed.push(*unit);
                            runs += 1;
                        }
                        _ => caught += 1,
                    }
                }
                _ => {}
            }
        }
    }
    assert!(
        backs > 50 && runs > 20 && caught > 0,
        "{backs} {runs} {caught}"
    );
}
