//! What fires, charges and places are worth, in figures.

use bevy::math::Vec2;

use crate::army::{Assault, UnitId};
use crate::battle::Situation;
use crate::field::plan::AreaKind;
use crate::field::{Facing, Placement};
use crate::players::computer::Level;
use crate::players::computer::hiding::{expected, nearest_picket};
use crate::rules::fire::{FireKind, FireOdds};
use crate::rules::{Morale, Rules, Side, Zone};
use crate::scenario::file::Condition;

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
fn inches(now: &Situation, one: Vec2, other: Vec2) -> f32 {
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
    reached * ((1.0 - stands) * flees + stands * (clash - fire))
        - (1.0 - reached) * 0.9
        - 0.3
        - gauntlet
        - leaves
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

/// Where a unit wants to be: the attacker in the zone he must clear, the defender where he is.
pub fn objective(now: &Situation, unit: UnitId) -> Option<Vec2> {
    let army = now.army();
    let side = army.side(unit);
    let here = army.placement(unit).at;
    let enemy = nearest(now, unit);
    // A dummy goes where the enemy is, to draw him.
    if army.is_dummy(unit) {
        let place = enemy.map(|(enemy, _)| army.placement(enemy).at);
        let zone =
            zones(now).min_by(|one, other| one.distance(here).total_cmp(&other.distance(here)));
        return place.or_else(|| nearest_picket(now, side, here)).or(zone);
    }
    if army.unit(unit).morale == Morale::Shaken {
        return enemy.map(|(enemy, _)| here * 2.0 - army.placement(enemy).at);
    }
    let zone = if defends(now, side) {
        most_needed(now, side, here)
    } else {
        zones(now).min_by(|one, other| one.distance(here).total_cmp(&other.distance(here)))
    };
    match (zone, enemy) {
        // The defender stays in his position and turns to whoever comes near; whoever has nobody
        // before him goes where he is needed.
        (Some(zone), Some((_, far))) if defends(now, side) => {
            Some(if far < 8.0 && in_position(now, here) {
                here
            } else {
                zone
            })
        }
        (_, Some((enemy, far))) if far < 9.0 => Some(army.placement(enemy).at),
        (zone, enemy) => zone
            .or(enemy.map(|(enemy, _)| army.placement(enemy).at))
            .or_else(|| nearest_picket(now, side, here)),
    }
}

/// Whether a place lies in one of the zones that are fought for.
fn in_position(now: &Situation, at: Vec2) -> bool {
    zone_ids(now)
        .filter_map(|id| now.scenario().field.zone(id))
        .any(|zone| zone.contains(at))
}

/// Where a defender is needed most: many enemies, few friends, not too far.
fn most_needed(now: &Situation, side: Side, here: Vec2) -> Option<Vec2> {
    let army = now.army();
    let reach = 12.0 * now.scenario().field.proportion();
    let strength = |side: Side, zone: Vec2| -> f32 {
        army.present_of(side)
            .filter(|&id| army.unit(id).morale < Morale::Shaken)
            .filter(|&id| army.placement(id).at.distance(zone) < reach)
            .map(|id| army.unit(id).strength as f32)
            .sum()
    };
    let share = expected(now, side.other());
    let suspected = |zone: Vec2| -> f32 {
        let pickets = army.standing_pickets();
        let near =
            pickets.filter(|picket| picket.id.side != side && picket.at.at.distance(zone) < reach);
        near.count() as f32 * share
    };
    let need = |zone: &Vec2| {
        0.15 * (strength(side.other(), *zone) + suspected(*zone) - strength(side, *zone))
            - 0.12 * inches(now, *zone, here)
    };
    zones(now).max_by(|one, other| need(one).total_cmp(&need(other)))
}

/// Whether a side wins if nothing happens.
pub fn defends(now: &Situation, side: Side) -> bool {
    now.scenario().victory.otherwise.known() == Some(side)
}

/// The zones that are fought for.
fn zone_ids(now: &Situation) -> impl Iterator<Item = &String> {
    let conditions = now.scenario().victory.conditions.iter();
    conditions.flat_map(|condition| match condition {
        Condition::Cleared { any_of, .. } => any_of.as_slice(),
        Condition::Holds { zone, .. } | Condition::AtMost { zone, .. } => {
            std::slice::from_ref(zone)
        }
        Condition::CasualtyRatio { .. } => &[],
    })
}

/// The middles of the zones that are fought for.
fn zones(now: &Situation) -> impl Iterator<Item = Vec2> + '_ {
    zone_ids(now).filter_map(|id| {
        let zone = now.scenario().field.zone(id)?;
        let sum: Vec2 = zone.outline.iter().copied().sum();
        Some(sum / zone.outline.len() as f32)
    })
}

/// What a place is worth: near the objective, facing the enemy, in cover, beside its brigade, on
/// the enemy's flank, not in his teeth.
pub fn place_worth(
    now: &Situation,
    level: Level,
    unit: UnitId,
    place: Placement,
    mark: Vec2,
) -> f64 {
    let army = now.army();
    let side = army.side(unit);
    let mut value = -0.12 * f64::from(inches(now, place.at, mark));
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
        if level == Level::Hard && far < 8.0 && !army.unit(unit).is_artillery() {
            let here = army.footprint_at(unit, place);
            value += match now.zone_of(enemy, &here) {
                Zone::FullFlank | Zone::Side | Zone::Rear => 0.5,
                Zone::PartialFlank | Zone::RearPartialFlank => 0.25,
                Zone::Front => 0.0,
            };
        }
    }
    if level != Level::Easy {
        value -= 0.06 * f64::from((mate(now, unit, place.at) - 3.0).clamp(0.0, 8.0));
    }
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

fn is_sheltered(now: &Situation, at: Vec2) -> bool {
    now.scenario().field.areas.iter().any(|area| {
        use AreaKind::{Farm, HeavyWoods, LightWoods, Orchard, Village};
        matches!(
            area.kind,
            LightWoods | HeavyWoods | Orchard | Farm | Village
        ) && area.contains(at)
    })
}
