//! The turning points of a battle: where it swung furthest.

use super::Tale;
use super::words::{self, sentence, the};
use crate::army::{Army, Fact, Fate, UnitId};
use crate::rules::{Morale, Side};

/// Somewhere a battle swung.
#[derive(Clone, Debug, PartialEq)]
pub struct TurningPoint {
    /// The fact, by its number in the battle.
    pub fact: usize,
    /// The turn.
    pub turn: u32,
    /// Whom it hurt.
    pub against: Side,
    /// How much, in figures' worth.
    pub worth: f64,
    /// What happened, in a sentence.
    pub text: String,
}

/// Facts about one unit so close together are one story.
const NEAR: usize = 24;

/// The points at which a battle swung furthest, at most so many, in the order they came.
pub fn turning_points<'a>(of: impl Into<Tale<'a>>, most: usize) -> Vec<TurningPoint> {
    let tale = of.into();
    let mut found: Vec<(TurningPoint, Option<UnitId>)> = Vec::new();
    let mut army = tale.start().clone();
    let mut ground = Ground::of(&tale, &army);
    for (number, fact) in tale.facts().iter().enumerate() {
        let at = |(against, worth, text): (Side, f64, String)| TurningPoint {
            fact: number,
            turn: army.clock().turn,
            against,
            worth,
            text: sentence(&text),
        };
        if let Some((unit, swing)) = swing(&army, fact) {
            found.push((at(swing), unit));
        }
        let turn = army.clock().turn;
        let placed = fact.places_changed() != [None, None];
        army.apply(fact);
        if placed {
            found.extend(
                ground
                    .changes(&tale, &army)
                    .into_iter()
                    .map(|(against, text)| {
                        let point = TurningPoint {
                            fact: number,
                            turn,
                            against,
                            worth: WORTH_OF_GROUND,
                            text: sentence(&text),
                        };
                        (point, None)
                    }),
            );
        }
    }
    found.sort_by(|(one, _), (other, _)| other.worth.total_cmp(&one.worth));
    let mut chosen: Vec<(TurningPoint, Option<UnitId>)> = Vec::new();
    for (point, unit) in found {
        let told = chosen.iter().any(|(other, about)| {
            (unit.is_some() && unit == *about && other.fact.abs_diff(point.fact) < NEAR)
                || other.text == point.text
        });
        if chosen.len() < most && !told {
            chosen.push((point, unit));
        }
    }
    let mut points: Vec<_> = chosen.into_iter().map(|(point, _)| point).collect();
    points.sort_by_key(|point| point.fact);
    points
}

/// What ground that changes hands is worth, in figures.
const WORTH_OF_GROUND: f64 = 9.0;

/// How far a fact swings a battle: whom it hurts, by how much, and in what words.
fn swing(army: &Army, fact: &Fact) -> Option<(Option<UnitId>, (Side, f64, String))> {
    let unit =
        |id: UnitId, worth: f64, text: String| Some((Some(id), (army.side(id), worth, text)));
    let strong = |id: UnitId| f64::from(army.unit(id).strength);
    match fact {
        Fact::Checked {
            unit: id,
            before,
            outcome,
            ..
        } if outcome.after == Some(Morale::Routed) && *before != Morale::Routed => {
            let text = format!("{} breaks and runs", the(army, *id));
            unit(*id, 2.0 + 0.5 * strong(*id), text)
        }
        Fact::Beaten {
            unit: id,
            after: Morale::Routed,
        } => {
            let text = format!("{} is beaten in the clash and runs", the(army, *id));
            unit(*id, 2.5 + 0.5 * strong(*id), text)
        }
        // What it had when it fell in with others is no loss of this moment.
        Fact::Removed { unit: id, .. } if army.record(*id).went_over => {
            let text = format!("the last of {} are lost", the(army, *id));
            unit(*id, 3.0, text)
        }
        Fact::Removed { unit: id, fate } => {
            let more = match fate {
                Fate::Absent | Fate::Joined | Fate::RodeOff | Fate::Withdrew | Fate::Dummy => {
                    return None;
                }
                Fate::Surrendered | Fate::GunsLost => 4.0,
                Fate::Eliminated | Fate::Disintegrated => 3.0,
            };
            let text = format!("{} {}", the(army, *id), words::gone(army, *id, *fate));
            unit(*id, more + strong(*id), text)
        }
        Fact::Lost {
            unit: id, figures, ..
        } if *figures >= 2 => {
            let lost = words::strength(army, *id, *figures);
            let text = format!("{} loses {lost} at once", the(army, *id));
            unit(*id, f64::from(*figures), text)
        }
        Fact::LeaderRolled {
            leader,
            killed: true,
            ..
        } => {
            let who = army.leader_identity(*leader);
            let worth = 3.0 + 1.5 * f64::from(who.benefit);
            Some((None, (who.side, worth, format!("{} falls", who.name))))
        }
        Fact::LeaderTaken { leader, .. } => {
            let who = army.leader_identity(*leader);
            let worth = 3.0 + 1.5 * f64::from(who.benefit);
            let text = format!("{} is taken prisoner", who.name);
            Some((None, (who.side, worth, text)))
        }
        _ => None,
    }
}

/// Who was last alone on the ground that the victory is about.
struct Ground(Vec<(String, Option<Side>)>);

impl Ground {
    fn of(tale: &Tale, army: &Army) -> Self {
        let zones = tale
            .scenario()
            .victory
            .zones()
            .into_iter()
            .map(str::to_owned);
        let held = zones.map(|zone| {
            let holder = holder(tale, army, &zone);
            (zone, holder)
        });
        Self(held.collect())
    }

    /// Ground that has come into other hands: whom that hurts, and in what words.
    fn changes(&mut self, tale: &Tale, army: &Army) -> Vec<(Side, String)> {
        let mut changes = Vec::new();
        for (zone, held) in &mut self.0 {
            let now = holder(tale, army, zone);
            if let (Some(side), Some(before)) = (now, *held)
                && side != before
            {
                let name = words::zone(tale.scenario(), zone);
                let text = format!("{name}: {} are its masters now", words::men(side));
                changes.push((before, text));
            }
            *held = now.or(*held);
        }
        changes
    }
}

/// The side that is alone in a zone.
fn holder(tale: &Tale, army: &Army, zone: &str) -> Option<Side> {
    let count = |side| army.in_zone(&tale.scenario().field, side, zone);
    match (count(Side::Union), count(Side::Confederate)) {
        (0, 0) => None,
        (_, 0) => Some(Side::Union),
        (0, _) => Some(Side::Confederate),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::play;

    #[test]
    fn the_heaviest_blows_are_the_turning_points() {
        let mut found = 0;
        for seed in 0..12 {
            let battle = play::out(seed);
            let all = turning_points(&battle, usize::MAX);
            let points = turning_points(&battle, 5);
            assert!(points.len() <= 5);
            assert!(points.is_sorted_by_key(|point| point.fact), "in order");
            assert!(points.iter().all(|point| point.fact < battle.facts().len()));
            let least = points.iter().map(|point| point.worth).fold(99.0, f64::min);
            let heavier = all.iter().filter(|point| point.worth > least).count();
            assert!(heavier <= 5, "nothing heavier is left out: seed {seed}");
            let mut texts: Vec<_> = points.iter().map(|point| &point.text).collect();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), points.len(), "nothing is told twice");
            found += points.len();
        }
        assert!(found > 30, "only {found}");
    }
}
