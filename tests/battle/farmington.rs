//! The showpiece of the horse: every arm of it is used, and neither side always wins.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex};

use deadly_field::army::{Army, Fact, Formation};
use deadly_field::rules::{Named, Rules, Scale, Side};
use deadly_field::scenario::{Scenario, find};

use crate::fights::{both, count, fight, for_all};
use crate::invariants;

fn scenario(scale: Scale) -> Arc<Scenario> {
    let path = find(Path::new("farmington"));
    Arc::new(Scenario::load(&path, scale, Rules::book()).expect("a good scenario"))
}

/// What of the rarer arms a battle has seen.
fn used(first: &Army, facts: &[Fact]) -> BTreeSet<&'static str> {
    let mut army = first.clone();
    let mut used = BTreeSet::new();
    for fact in facts {
        match fact {
            Fact::Charge { lead, .. } if army.unit(*lead).is_mounted() => {
                used.insert("a mounted charge");
            }
            Fact::Formed {
                formation: Formation::Mounted(false),
                ..
            } => {
                used.insert("dismounting");
            }
            Fact::Fired { firers, .. } => {
                for &unit in firers {
                    let values = army.unit(unit);
                    if values.is_artillery() {
                        used.insert("horse guns");
                    }
                    if values.traits.mounted_infantry && !values.is_mounted() {
                        used.insert("mounted infantry");
                    }
                }
            }
            _ => {}
        }
        army.apply(fact);
    }
    used
}

#[test]
fn the_rear_guard_can_be_set_up_at_every_scale() {
    for &scale in Scale::ALL {
        let scenario = scenario(scale);
        assert!(
            scenario
                .units
                .iter()
                .any(|unit| unit.make_up.battalion_of.is_some())
        );
        assert!(
            scenario
                .units
                .iter()
                .any(|unit| !unit.make_up.joined_from.is_empty())
        );
        assert!(
            scenario
                .units
                .iter()
                .any(|unit| !unit.make_up.uneven.is_empty())
        );
        let svg = deadly_field::print::map::svg(&scenario);
        assert!(svg.contains("Farmington"));
    }
}

/// How many there are: a sample; 50 by `DEADLY_FIELD_SHOWPIECES`.
#[test]
fn every_arm_of_the_rear_guard_is_used_in_half_of_its_battles() {
    let all = count("DEADLY_FIELD_SHOWPIECES", 12);
    let scenario = scenario(Scale::Mm15);
    let seen = Mutex::new((Vec::new(), Vec::new()));
    for_all(all, |seed| {
        let session = fight(both("computer:hard"), &scenario, seed + 1, |session| {
            if session.number().is_multiple_of(40) {
                invariants::check(session.battle(), "at Farmington");
            }
        });
        let battle = session.battle();
        let verdict = battle.army().verdict().expect("it is over");
        let mut seen = seen.lock().expect("nobody panics");
        seen.0.push(verdict.winner);
        seen.1.extend(used(battle.first(), battle.facts()));
    });
    let (winners, arms) = seen.into_inner().expect("nobody panics");
    for arm in [
        "a mounted charge",
        "dismounting",
        "horse guns",
        "mounted infantry",
    ] {
        let times = arms.iter().filter(|other| **other == arm).count() as u64;
        assert!(times * 2 >= all, "{arm}: {times} of {all}");
    }
    for &side in Side::ALL {
        let wins = winners
            .iter()
            .filter(|winner| **winner == Some(side))
            .count() as u64;
        assert!(wins * 10 <= all * 9, "{side} wins {wins} of {all}");
    }
    println!("{winners:?}");
}
