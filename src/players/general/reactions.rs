//! When to fire, when to wait for a better shot, when to reform, face or charge back.

use super::orders::fire;
use super::outlook::Outlook;
use super::places::rough;
use crate::army::{Formation, UnitId};
use crate::battle::{Answer, Reaction};
use crate::field::Placement;
use crate::players::Duty;
use crate::rules::fire::{Band, FireKind, FireTerms};
use crate::rules::formation::Shape;
use crate::rules::impact::ImpactWinner;
use crate::rules::{Morale, Zone};

/// Everything that may be done with its worth, the best first; to let it pass is worth nothing.
pub fn reactions(
    outlook: &Outlook,
    triggers: &[UnitId],
    offered: &[Reaction],
) -> Vec<(f64, Answer)> {
    let mut weighed: Vec<(f64, Answer)> = offered
        .iter()
        .map(|reaction| {
            let value = reaction_worth(outlook, triggers, reaction) - outlook.weights.worth_it;
            (value, Answer::React(reaction.clone()))
        })
        .collect();
    weighed.push((0.0, Answer::Decline));
    weighed.sort_by(|one, other| other.0.total_cmp(&one.0));
    weighed
}

fn reaction_worth(outlook: &Outlook, triggers: &[UnitId], reaction: &Reaction) -> f64 {
    let army = outlook.army;
    match reaction {
        Reaction::Fire {
            units,
            target,
            kind,
        } => {
            let worth = fire(outlook, units, *target, *kind);
            match kind {
                // Nothing is lost by it.
                FireKind::PointBlank | FireKind::Desperation => worth + 1.0,
                _ => worth - patience(outlook, units, *target),
            }
        }
        // A charge that finds the guns gone has come for nothing.
        Reaction::Prolonge { unit, target } => {
            let worth = fire(outlook, &[*unit], *target, FireKind::Prolonge);
            let saved = if army.unit(*target).charging {
                0.6
            } else {
                -0.3
            };
            worth + saved - patience(outlook, &[*unit], *target)
        }
        // Whoever works at a bridge is in disorder anyway.
        Reaction::Reform(units) if units.iter().any(|&id| army.work(id).is_some()) => 0.0,
        Reaction::Reform(units) => units
            .iter()
            .map(|&id| {
                outlook.weights.reform * outlook.weights.full_worth(army.unit(id))
                    - 0.5 * patience(outlook, &[id], triggers[0])
            })
            .sum(),
        Reaction::Rally(units) => units.iter().map(|&id| rally(outlook, id)).sum(),
        Reaction::Countercharge(unit) => back(outlook, *unit),
        Reaction::Face(units) => units.iter().map(|&id| face(outlook, id, triggers)).sum(),
        Reaction::Form(units, formation) => {
            units.iter().map(|&id| form(outlook, id, *formation)).sum()
        }
        Reaction::Disengage(units) => units
            .iter()
            .map(|&id| {
                let charged = triggers.iter().any(|&trigger| army.unit(trigger).charging);
                let shaken = army.unit(id).morale == Morale::Shaken;
                if charged && shaken && outlook.danger(id) < 5.0 {
                    0.3
                } else {
                    -1.0
                }
            })
            .sum(),
        Reaction::Turn(..) | Reaction::TakeHorse { .. } => -1.0,
    }
}

/// What a better shot later would do, times how likely it is to come.
fn patience(outlook: &Outlook, units: &[UnitId], target: UnitId) -> f64 {
    let army = outlook.army;
    let now = outlook.now;
    let near = now.rules().near(now.field().scale);
    let mut hold: f64 = units
        .iter()
        .map(|&unit| {
            let range = army.footprint(unit).range_to(army.footprint(target));
            let terms = now.single_fire(unit, target);
            // Whoever charges comes to point blank, if one stands.
            let charged = army.charges().any(|charge| charge.is_after(unit));
            let comes = army.unit(target).charging;
            let closer = match (terms, charged && comes) {
                (Some(terms), true) => {
                    let stands = stands(outlook, unit);
                    stands * at_band(outlook, &terms, target, Band::PointBlank)
                }
                (Some(terms), false) if range > near => {
                    let guns = army.unit(unit).is_artillery();
                    let band = if guns { Band::Canister } else { Band::Short };
                    let likely = likely_closer(outlook, unit, target, range / outlook.inch);
                    likely * at_band(outlook, &terms, target, band)
                }
                _ => 0.0,
            };
            closer.max(other_chances(outlook, unit, target))
        })
        .sum();
    // To fire is to drop the spade.
    for work in units.iter().filter_map(|&id| army.work(id)) {
        hold += 0.3 + 0.15 * f64::from(work.turns);
    }
    hold + outlook.weights.hold * units.len() as f64
}

/// How likely it is that he comes to short range still.
fn likely_closer(outlook: &Outlook, unit: UnitId, target: UnitId, range: f32) -> f64 {
    let values = outlook.army.unit(target);
    let guns = values.is_artillery() || outlook.army.unit(unit).is_artillery();
    let fresh = outlook
        .foes
        .iter()
        .filter(|foe| foe.id != target && foe.is_steady() && !foe.values.is_artillery())
        .filter(|foe| !outlook.army.record(foe.id).activated)
        .filter(|foe| outlook.far(foe.at, outlook.army.placement(unit).at) < 9.0)
        .count();
    let base: f64 = match range {
        ..4.0 => outlook.weights.likely,
        4.0..8.0 => 0.66 * outlook.weights.likely,
        _ => 0.22 * outlook.weights.likely,
    };
    let many = 0.1 * fresh.min(3) as f64;
    if guns {
        0.5 * base
    } else {
        (base + many).min(0.75)
    }
}

/// The same fire at another range.
fn at_band(outlook: &Outlook, terms: &FireTerms, target: UnitId, band: Band) -> f64 {
    let dice = match band {
        Band::PointBlank => 4,
        Band::Canister => 4,
        _ => 3,
    };
    let terms = FireTerms {
        band,
        dice: terms.dice.max(dice),
        ..terms.clone()
    };
    let odds = outlook.now.rules().fire_odds(&terms);
    let values = outlook.army.unit(target);
    outlook.toll(values, &odds, outlook.nerve(target))
}

/// The chance that a charged unit stands.
fn stands(outlook: &Outlook, unit: UnitId) -> f64 {
    let (rules, scale) = (outlook.now.rules(), outlook.now.field().scale);
    let values = outlook.army.unit(unit);
    let odds = rules.check_odds(scale, values, (outlook.nerve(unit) + 2).clamp(0, 12));
    (0..=values.morale as usize)
        .map(|level| odds.levels[level])
        .sum()
}

/// What others, who have still to act, may offer.
fn other_chances(outlook: &Outlook, unit: UnitId, target: UnitId) -> f64 {
    let army = outlook.army;
    outlook
        .foes
        .iter()
        .filter(|foe| foe.id != target && !army.record(foe.id).activated)
        .filter(|foe| foe.at.distance(army.placement(unit).at) < 30.0 * outlook.inch)
        .map(|foe| outlook.weights.others * fire(outlook, &[unit], foe.id, FireKind::Normal))
        .fold(0.0, f64::max)
}

fn rally(outlook: &Outlook, unit: UnitId) -> f64 {
    let mmp = outlook.nerve(unit);
    if mmp > 6 {
        return -1.0;
    }
    -outlook.check_toll(outlook.army.unit(unit), mmp)
}

/// What it is worth to meet a charge with one's own instead of standing and firing.
fn back(outlook: &Outlook, unit: UnitId) -> f64 {
    let army = outlook.army;
    let Some((charger, spread)) = outlook.now.countercharge_view(unit) else {
        return -1.0;
    };
    let wins = spread.won_by(ImpactWinner::Defender) - spread.won_by(ImpactWinner::Attacker);
    let prize = outlook.weights.counter
        * (outlook.weights.full_worth(army.unit(charger))
            + outlook.weights.full_worth(army.unit(unit)));
    let terms = outlook
        .now
        .fire_terms(&[unit], charger, FireKind::Normal)
        .ok();
    let fire = terms.map_or(0.0, |terms| {
        stands(outlook, unit) * at_band(outlook, &terms, charger, Band::PointBlank)
    });
    let mounted = army.unit(unit).is_mounted();
    let stays = if mounted { -0.8 } else { 0.3 };
    wins * prize - fire - stays
}

/// Caught from the flank, anything is better than to stay so; but first comes order.
fn face(outlook: &Outlook, unit: UnitId, triggers: &[UnitId]) -> f64 {
    let army = outlook.army;
    if army.unit(unit).morale == Morale::Disorder {
        return -1.0;
    }
    triggers
        .iter()
        .map(|&trigger| {
            let zone = outlook.now.zone_of(unit, army.footprint(trigger));
            let bad = match zone {
                Zone::Front => return -1.0,
                Zone::PartialFlank => 0.35,
                Zone::Side | Zone::FullFlank => 0.7,
                Zone::RearPartialFlank | Zone::Rear => 0.9,
            };
            let charged = army.unit(trigger).charging;
            let far = outlook.far(army.placement(trigger).at, army.placement(unit).at);
            let press = match (charged, far) {
                (true, _) => 2.2,
                (false, ..4.0) => 0.9,
                (false, ..7.0) => 0.4,
                _ => 0.0,
            };
            let ahead = ahead_of_it(outlook, unit);
            outlook.weights.face * bad * press - 0.5 * ahead
        })
        .fold(-1.0, f64::max)
}

/// What the best it has before it is worth to it: whoever turns loses sight of it.
fn ahead_of_it(outlook: &Outlook, unit: UnitId) -> f64 {
    outlook
        .foes
        .iter()
        .map(|foe| fire(outlook, &[unit], foe.id, FireKind::Normal))
        .fold(0.0, f64::max)
}

fn form(outlook: &Outlook, unit: UnitId, formation: Formation) -> f64 {
    use crate::rules::InfantryFormation::BattleLine;
    let values = outlook.army.unit(unit);
    let danger = outlook.danger(unit);
    match (formation, values.shape()) {
        (Formation::Infantry(BattleLine), Shape::Column) if danger < 8.0 => 0.8,
        (Formation::Limbered(false), Shape::Limbered)
            if danger < 8.0 && !outlook.army.is_withdrawn(unit) =>
        {
            0.6
        }
        (Formation::Mounted(false), _) if values.traits.mounted_infantry && danger < 7.0 => 0.9,
        _ => -1.0,
    }
}

/// Whether to follow an enemy who gives way, and how far.
pub fn follow(
    outlook: &Outlook,
    unit: UnitId,
    inches: f32,
    meets: Option<(UnitId, f32)>,
) -> Vec<(f64, Answer)> {
    let army = outlook.army;
    let mut weighed = vec![(0.0, Answer::Decline)];
    let task = outlook.task(unit);
    let own = army.unit(unit);
    let value = match meets {
        // Whoever runs gives himself up.
        Some((enemy, _)) if army.unit(enemy).morale == Morale::Routed => 2.0,
        Some((enemy, _)) => {
            let his = army.unit(enemy);
            let weak = his.morale == Morale::Shaken || (his.is_artillery() && own.strength > 4);
            if weak && own.strength > his.strength && own.morale <= Morale::Disorder {
                1.0
            } else {
                -1.0
            }
        }
        None if task.duty == Duty::Take => {
            let here = army.placement(unit);
            let there = Placement {
                at: here.at + here.facing.ahead() * inches,
                ..here
            };
            rough(outlook, unit, own, there) - rough(outlook, unit, own, here) - 0.1
        }
        None => -0.5,
    };
    weighed.push((value, Answer::Follow(inches)));
    weighed.sort_by(|one, other| other.0.total_cmp(&one.0));
    weighed
}
