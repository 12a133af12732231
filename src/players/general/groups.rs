//! Who acts next, alone or with his neighbours, and what a group declares.

use super::charges::charge;
use super::moves::{Moved, moves, standing};
use super::orders::fire;
use super::outlook::Outlook;
use super::volleys::best_volley;
use crate::army::{Deed, UnitId};
use crate::battle::{Answer, Order};
use crate::players::Duty;
use crate::players::computer::crossing;
use crate::rules::Morale;
use crate::rules::fire::FireKind;
use crate::rules::formation::Shape;

use super::aims::entry_of;
use super::shapes::reach;

/// Figures and sections that fire together at most.
const FIGURES: u32 = 16;
const SECTIONS: u32 = 6;
/// So many neighbours act together at most.
const MOST: usize = 4;

/// Who acts next, the best first.
pub fn next(outlook: &Outlook, free: &[UnitId], chains: &[Vec<UnitId>]) -> Vec<(f64, Answer)> {
    let army = outlook.army;
    // Whoever runs is out of the way of the others then.
    let routed = |id: &&UnitId| army.unit(**id).morale == Morale::Routed;
    if let Some(&unit) = free.iter().find(routed) {
        return vec![(0.0, Answer::Activate(unit))];
    }
    let turn = |id: &UnitId| priority(outlook, *id);
    let Some(&lead) = free
        .iter()
        .min_by(|one, other| turn(one).total_cmp(&turn(other)))
    else {
        return vec![(0.0, Answer::EndTurn)];
    };
    let mut weighed = Vec::new();
    if army.on_table(lead)
        && let Some(chain) = chains.iter().find(|chain| chain.contains(&lead))
    {
        for party in parties(outlook, lead, chain) {
            for (value, plan) in plans(outlook, &party) {
                if outlook.now.check_group(free, &party, plan).is_ok() {
                    let units = party.clone();
                    weighed.push((value, Answer::ActivateGroup { units, plan }));
                }
            }
        }
    }
    weighed.push((0.0, Answer::Activate(lead)));
    weighed.sort_by(|one, other| other.0.total_cmp(&one.0));
    weighed
}

/// Whose turn it is first: guns that can speak, then those in the fight, then those who are in the
/// way of others, then those who come up.
fn priority(outlook: &Outlook, unit: UnitId) -> f32 {
    let army = outlook.army;
    let values = army.unit(unit);
    if !army.on_table(unit) {
        return 150.0;
    }
    let danger = outlook.danger(unit);
    let at = army.placement(unit).at;
    let engineer = army.identity(unit).engineer && army.record(unit).train == 0;
    let blocks = army
        .units()
        .filter(|&id| army.side(id) == outlook.side)
        .filter_map(|id| entry_of(outlook.now, id))
        .any(|entry| outlook.far(entry, at) < 9.0);
    let ready = values.shape() == Shape::Unlimbered && danger < 1.6 * reach(outlook, unit);
    if engineer {
        2000.0
    } else if ready {
        danger
    } else if danger < 3.5 {
        50.0 + danger
    } else if blocks || army.record(unit).entering > 0.0 {
        100.0 + danger
    } else {
        200.0 + danger
    }
}

/// Neighbours of one mind around a unit: two, three and four of them.
fn parties(outlook: &Outlook, lead: UnitId, chain: &[UnitId]) -> Vec<Vec<UnitId>> {
    let army = outlook.army;
    let guns = army.unit(lead).is_artillery();
    let task = outlook.task(lead);
    let fits = |id: UnitId| {
        let unit = army.unit(id);
        let busy = army.work(id).is_some() || army.identity(id).engineer;
        let same =
            guns || outlook.task(id).aim == task.aim || army.command(id) == army.command(lead);
        unit.morale <= Morale::Disorder && !busy && same && !army.is_withdrawn(id)
    };
    if !fits(lead) || task.duty == Duty::Withdraw {
        return Vec::new();
    }
    let here = army.placement(lead).at;
    let mut others: Vec<UnitId> = chain
        .iter()
        .copied()
        .filter(|&id| id != lead && fits(id))
        .collect();
    others.sort_by(|one, other| {
        let far = |id: &UnitId| army.placement(*id).at.distance(here);
        far(one).total_cmp(&far(other)).then(one.cmp(other))
    });
    let most = if guns { SECTIONS } else { FIGURES };
    let mut party = vec![lead];
    let mut strength = army.unit(lead).strength;
    let mut parties = Vec::new();
    for other in others {
        strength += army.unit(other).strength;
        if party.len() == MOST || strength > most {
            break;
        }
        party.push(other);
        parties.push(party.clone());
    }
    parties
}

/// What a party could do together, and how much better than one by one that is.
fn plans(outlook: &Outlook, party: &[UnitId]) -> Vec<(f64, [Deed; 2])> {
    let army = outlook.army;
    let many = party.len() as f64;
    let mut plans = Vec::new();
    let nearest = party
        .iter()
        .map(|&id| outlook.danger(id))
        .fold(f32::INFINITY, f32::min);
    let (together, apart) = fires(outlook, party);
    if together > 0.0 {
        plans.push((
            outlook.weights.twice * (together - apart) - outlook.weights.better,
            [Deed::Fire, Deed::Fire],
        ));
    }
    if army.unit(party[0]).is_artillery() {
        return plans;
    }
    if nearest < 10.0
        && let Some(value) = best_charge(outlook, party)
    {
        plans.push((
            value - outlook.weights.twice * apart - outlook.weights.onset,
            [Deed::Charge, Deed::Reform],
        ));
    }
    let ordered = party
        .iter()
        .all(|&id| army.unit(id).morale == Morale::GoodOrder);
    if !ordered
        || party
            .iter()
            .any(|&id| crossing::is_cut_off(outlook.now, id))
    {
        return plans;
    }
    if nearest < 16.0 {
        if let Some((value, alone)) = advance(outlook, party) {
            plans.push((
                value - alone.max(outlook.weights.twice * apart) - outlook.weights.better,
                [Deed::Move, Deed::Fire],
            ));
        }
    } else {
        let stays = standing(outlook, party);
        let best = moves(outlook, party, &stays);
        if let Some(moved) = best.first()
            && moved.value > 0.3
        {
            plans.push((
                outlook.weights.marching * many * moved.value,
                [Deed::Move, Deed::Move],
            ));
        }
    }
    plans
}

/// What the best fire of all together does, and the best of each by himself.
fn fires(outlook: &Outlook, party: &[UnitId]) -> (f64, f64) {
    let alone = |id: UnitId| {
        outlook
            .foes
            .iter()
            .map(|foe| fire(outlook, &[id], foe.id, FireKind::Normal))
            .fold(0.0, f64::max)
    };
    let apart: f64 = party.iter().map(|&id| alone(id)).sum();
    if apart <= 0.0 {
        return (0.0, 0.0);
    }
    (best_volley(outlook, outlook.now, party), apart)
}

fn best_charge(outlook: &Outlook, party: &[UnitId]) -> Option<f64> {
    outlook
        .now
        .charge_orders(party)
        .iter()
        .filter_map(|order| match order {
            Order::Charge {
                lead,
                assaults,
                halt: None,
            } => charge(outlook, party, *lead, assaults).map(|(value, _)| value),
            _ => None,
        })
        .reduce(f64::max)
}

/// What it is worth to go on together and fire, and to do so one by one.
fn advance(outlook: &Outlook, party: &[UnitId]) -> Option<(f64, f64)> {
    let many = party.len() as f64;
    let stays = standing(outlook, party);
    let worth = |moved: &Moved| many * moved.value + outlook.weights.volley * moved.volley;
    let best = moves(outlook, party, &stays);
    let best = best
        .iter()
        .max_by(|one, other| worth(one).total_cmp(&worth(other)))?;
    let alone = many * best.value + outlook.weights.volley * best.there.gives;
    (best.volley > 0.0).then_some((worth(best), alone))
}
