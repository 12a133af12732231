//! What fires, charges and places are worth, in figures.

use bevy::math::Vec2;

use crate::army::{Assault, UnitId};
use crate::battle::Situation;
use crate::field::plan::AreaKind;
use crate::field::{Facing, Placement};
use crate::players::computer::aims::{defends, nearly_beaten};
use crate::rules::fire::{FireKind, FireOdds};
use crate::rules::{Morale, Rules, Side, Zone};

/// What a check is worth against a figure: most of a fire's harm is in the check.
const CHECK: f64 = 0.35;

/// The nearest enemy that is not routed, and how far.
pub fn nearest(now: &Situation, id: UnitId) -> Option<(UnitId, f32)> {
    nearest_to(now, army_side(now, id), now.army().placement(id).at)
}

fn army_side(now: &Situation, id: UnitId) -> Side {
    now.army().side(id)
}

/// The enemy of a side that is nearest to a place. Distances are told as on a table at 15 mm, so
/// that the computer plays the same battle at every scale.
pub fn nearest_to(now: &Situation, side: Side, at: Vec2) -> Option<(UnitId, f32)> {
    let army = now.army();
    army.present_of(side.other())
        .filter(|&enemy| army.unit(enemy).morale != Morale::Routed)
        .map(|enemy| (enemy, inches(now, army.placement(enemy).at, at)))
        .min_by(|one, other| one.1.total_cmp(&other.1))
}

/// How far two places are apart, as on a table at 15 mm.
pub fn inches(now: &Situation, one: Vec2, other: Vec2) -> f32 {
    one.distance(other) / now.scenario().field.proportion()
}

/// What a fire is worth: figures, and checks in figures.
pub fn fire_worth(now: &Situation, firers: &[UnitId], target: UnitId, kind: FireKind) -> f64 {
    let terms = match (firers, kind) {
        (&[one], FireKind::Normal) => now.single_fire(one, target),
        _ => now.fire_terms(firers, target, kind).ok(),
    };
    terms.map_or(0.0, |terms| {
        odds_worth(now.rules(), &now.rules().fire_odds(&terms))
    })
}

/// What a fire of these odds does to its target.
fn odds_worth(rules: &Rules, odds: &FireOdds) -> f64 {
    let checks: f64 = odds
        .iter()
        .map(|(result, chance)| {
            let check = rules
                .check_after(result)
                .map_or(0.0, |check| 1.0 + f64::from(check) * 0.4);
            chance * check
        })
        .sum();
    odds.mean_hits() + CHECK * checks
}

/// What a charge is worth: every stage of it by its exact odds, summed over those who assault.
pub fn charge_worth(now: &Situation, group: &[UnitId], lead: UnitId, assaults: &[Assault]) -> f64 {
    let followers = group.len() - assaults.len();
    assaults
        .iter()
        .map(|assault| {
            // Whoever follows, follows the lead.
            let party: Vec<UnitId> = if assault.unit == lead {
                let others = group
                    .iter()
                    .filter(|unit| assaults.iter().all(|assault| assault.unit != **unit));
                [lead].into_iter().chain(others.copied()).collect()
            } else {
                vec![assault.unit]
            };
            assault_worth(now, &party, assault.target)
        })
        .sum::<f64>()
        - 0.1 * followers as f64
}

/// One assault with its supports.
fn assault_worth(now: &Situation, party: &[UnitId], target: UnitId) -> f64 {
    let Some(odds) = now.preview_charge(party, target) else {
        return -1.0;
    };
    let army = now.army();
    let defender = army.unit(target);
    let size = f64::from(defender.strength);
    let value = if defender.is_artillery() {
        2.0 + 1.2 * size
    } else {
        0.5 * size
    };
    let reached = odds.reach.in_order + odds.reach.in_disorder;
    // Whoever is worse off than before at the check does not stay to fight.
    let stands: f64 = (0..=defender.morale as usize)
        .map(|level| odds.fear.levels[level])
        .sum();
    let fire = odds
        .fire
        .as_ref()
        .map_or(0.0, |fire| odds_worth(now.rules(), fire));
    let gauntlet = gauntlet(now, party[0], target);
    let own = 0.35 * f64::from(army.unit(party[0]).strength) + 0.3 * (party.len() as f64 - 1.0);
    let clash = odds.impact.attacker_wins * (1.0 + value) - odds.impact.defender_wins * (1.0 + own);
    let flees = 0.6 + 0.5 * value;
    // A defender has his position to lose as well.
    let leaves = if defends(now, army.side(party[0])) {
        0.5
    } else {
        0.0
    };
    // Near the end of what an army bears, one side wants a decision and the other none.
    let side = army.side(party[0]);
    let bears = 0.6 * (nearly_beaten(now, side.other()) - nearly_beaten(now, side));
    reached * ((1.0 - stands) * flees + stands * (clash - fire))
        - (1.0 - reached) * 0.9
        - 0.3
        - gauntlet
        - leaves
        + bears
}

/// What the others do to a charge on its way: the best three shots of those who still have one.
fn gauntlet(now: &Situation, charger: UnitId, target: UnitId) -> f64 {
    let army = now.army();
    let mut shots: Vec<f64> = army
        .present_of(army.side(target))
        .filter(|&enemy| enemy != target && !army.record(enemy).reacted)
        .map(|enemy| (enemy, fire_worth(now, &[enemy], charger, FireKind::Normal)))
        .filter(|&(enemy, worth)| worth > 0.1 && now.sees(enemy, charger))
        .map(|(_, worth)| worth)
        .collect();
    shots.sort_by(|one, other| other.total_cmp(one));
    0.6 * shots.iter().take(3).sum::<f64>()
}

/// What a place is worth: near the objective, facing the enemy, in cover, beside its brigade, on
/// the enemy's flank, not in his teeth.
pub fn place_worth(now: &Situation, unit: UnitId, place: Placement, mark: Vec2) -> f64 {
    let army = now.army();
    let side = army.side(unit);
    let mut value = -0.12 * f64::from(inches(now, place.at, mark));
    if army.is_withdrawn(unit) {
        return value * 2.0;
    }
    if let Some((enemy, far)) = nearest_to(now, side, place.at) {
        let there = army.placement(enemy).at;
        let off = place.facing.off(Facing::towards(place.at, there)).abs();
        value -= 0.008 * f64::from(off);
        let reach = if army.unit(unit).is_artillery() {
            8.0
        } else {
            3.0
        };
        if far < reach {
            value -= 0.25 * f64::from(reach - far);
        }
        if far < 8.0 && !army.unit(unit).is_artillery() {
            let here = army.footprint_at(unit, place);
            value += match now.zone_of(enemy, &here) {
                Zone::FullFlank | Zone::Side | Zone::Rear => 0.5,
                Zone::PartialFlank | Zone::RearPartialFlank => 0.25,
                Zone::Front => 0.0,
            };
        }
    }
    value -= 0.06 * f64::from((mate(now, unit, place.at) - 3.0).clamp(0.0, 8.0));
    if is_sheltered(now, place.at) {
        value += 0.25;
    }
    value
}

/// How far the nearest regiment of its own brigade is.
fn mate(now: &Situation, unit: UnitId, at: Vec2) -> f32 {
    let army = now.army();
    let command = army.command(unit);
    army.present_of(army.side(unit))
        .filter(|&other| other != unit && army.command(other) == command)
        .map(|other| inches(now, army.placement(other).at, at))
        .fold(f32::INFINITY, f32::min)
}

pub fn is_sheltered(now: &Situation, at: Vec2) -> bool {
    now.scenario().field.areas.iter().any(|area| {
        use AreaKind::{Farm, HeavyWoods, LightWoods, Orchard, Village};
        matches!(
            area.kind,
            LightWoods | HeavyWoods | Orchard | Farm | Village
        ) && area.contains(at)
    })
}
