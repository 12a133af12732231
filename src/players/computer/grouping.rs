//! Brigades that act as one.

use super::aims::defends;
use super::crossing;
use super::worth::{charge_worth, fire_worth, nearest};
use crate::army::{Deed, UnitId};
use crate::battle::{Answer, Order, Situation};
use crate::rules::Morale;
use crate::rules::fire::FireKind;
use crate::rules::formation::Shape;

/// A charge must promise this much before a brigade is ordered to it.
const WORTH_A_CHARGE: f64 = 1.2;

/// Figures and sections that fire together at most.
const FIGURES: u32 = 16;
const SECTIONS: u32 = 6;

/// A group to act now, if one is better than its regiments one by one.
pub fn group(now: &Situation, units: &[UnitId], chains: &[Vec<UnitId>]) -> Option<Answer> {
    let army = now.army();
    if let Some(answer) = mass_guns(now, units, chains) {
        return Some(answer);
    }
    // Guns have spoken before the infantry goes in.
    let guns_wait = units.iter().any(|&id| {
        army.unit(id).is_artillery() && nearest(now, id).is_some_and(|(_, far)| far < 24.0)
    });
    if guns_wait {
        return None;
    }
    let mut best: Option<(f64, Answer)> = None;
    for chain in chains {
        for party in brigades(now, chain) {
            let Some((value, plan)) = plan(now, &party) else {
                continue;
            };
            let better = best.as_ref().is_none_or(|(known, _)| value > *known);
            let allowed = now.check_group(units, &party, plan).is_ok();
            let answer = Answer::ActivateGroup { units: party, plan };
            if better && allowed {
                best = Some((value, answer));
            }
        }
    }
    best.map(|(_, answer)| answer)
}

/// Batteries side by side that hit harder together than one by one.
fn mass_guns(now: &Situation, free: &[UnitId], chains: &[Vec<UnitId>]) -> Option<Answer> {
    let army = now.army();
    let batteries = chains.iter().filter(|chain| {
        chain
            .iter()
            .all(|&id| army.unit(id).shape() == Shape::Unlimbered)
    });
    let mut best: Option<(f64, Answer)> = None;
    for chain in batteries {
        let Some((worth, units)) = volley(now, chain, SECTIONS) else {
            continue;
        };
        let plan = [Deed::Fire, Deed::Fire];
        let better = best.as_ref().is_none_or(|(known, _)| worth > *known);
        let allowed = now.check_group(free, &units, plan).is_ok();
        let answer = Answer::ActivateGroup { units, plan };
        if better && allowed {
            best = Some((worth, answer));
        }
    }
    best.map(|(_, answer)| answer)
}

/// Those of a chain who do more harm to one enemy together than each to the best it sees.
fn volley(now: &Situation, chain: &[UnitId], most: u32) -> Option<(f64, Vec<UnitId>)> {
    let army = now.army();
    let side = army.side(chain[0]);
    let worth = |units: &[UnitId], target| fire_worth(now, units, target, FireKind::Normal);
    let targets: Vec<UnitId> = army
        .present_of(side.other())
        .filter(|&target| worth(&chain[..1], target) > 0.0)
        .collect();
    let alone = |id: UnitId| {
        targets
            .iter()
            .map(|&target| worth(&[id], target))
            .fold(0.0, f64::max)
    };
    targets
        .iter()
        .filter_map(|&target| {
            let mut strength = 0;
            let party: Vec<UnitId> = chain
                .iter()
                .copied()
                .filter(|&id| worth(&[id], target) > 0.0 && now.sees(id, target))
                .take_while(|&id| {
                    strength += army.unit(id).strength;
                    strength <= most
                })
                .collect();
            let together = worth(&party, target);
            let apart: f64 = party.iter().map(|&id| alone(id)).sum();
            (party.len() > 1 && together > apart).then_some((together - apart, party))
        })
        .max_by(|one, other| one.0.total_cmp(&other.0))
}

/// The steady foot and horse of a chain, brigade by brigade.
fn brigades(now: &Situation, chain: &[UnitId]) -> Vec<Vec<UnitId>> {
    let army = now.army();
    let mut brigades: Vec<(usize, Vec<UnitId>)> = Vec::new();
    for &id in chain {
        let unit = army.unit(id);
        let busy = army.work(id).is_some() || army.identity(id).engineer;
        if unit.is_artillery() || unit.morale == Morale::Shaken || busy {
            continue;
        }
        let command = army.command(id);
        match brigades.iter_mut().find(|(other, _)| *other == command) {
            Some((_, party)) => party.push(id),
            None => brigades.push((command, vec![id])),
        }
    }
    brigades
        .into_iter()
        .map(|(_, party)| party)
        .filter(|party| party.len() > 1)
        .collect()
}

/// What a brigade does together: charge if that pays, march while the enemy is far.
fn plan(now: &Situation, party: &[UnitId]) -> Option<(f64, [Deed; 2])> {
    let army = now.army();
    let far = party
        .iter()
        .filter_map(|&id| nearest(now, id).map(|(_, far)| far))
        .fold(f32::INFINITY, f32::min);
    if far < 10.0 {
        let worth = now
            .charge_orders(party)
            .iter()
            .map(|order| match order {
                Order::Charge {
                    lead,
                    assaults,
                    halt: None,
                } => charge_worth(now, party, *lead, assaults),
                _ => f64::NEG_INFINITY,
            })
            .fold(f64::NEG_INFINITY, f64::max);
        if worth > WORTH_A_CHARGE {
            return Some((worth, [Deed::Charge, Deed::Reform]));
        }
    }
    if let Some((worth, units)) = volley(now, party, FIGURES)
        && units.len() == party.len()
    {
        return Some((worth, [Deed::Fire, Deed::Fire]));
    }
    // A brigade in column is still on its way, whichever side it is on.
    let column = army.unit(party[0]).shape() == Shape::Column;
    let comes_on = column || !defends(now, army.side(party[0]));
    let marches = far > 14.0 && !crossing::is_cut_off(now, party[0]);
    (comes_on && marches).then_some((0.1, [Deed::Move, Deed::Move]))
}
