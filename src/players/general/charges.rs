//! What a charge is worth: every stage by its odds, and what it leaves behind.

use super::moves::put;
use super::outlook::Outlook;
use super::places::rough;
use super::weights::Weights;
use crate::army::{Assault, UnitId};
use crate::battle::{ChargeDraft, ChargeView, Onslaught};
use crate::field::{Facing, Placement};
use crate::players::Duty;
use crate::rules::impact::{ImpactOutcome, ImpactSpread, ImpactWinner};
use crate::rules::{Morale, Unit};

/// What a charge is worth, and the chance that it comes home.
pub fn charge(
    outlook: &Outlook,
    group: &[UnitId],
    lead: UnitId,
    assaults: &[Assault],
) -> Option<(f64, f64)> {
    let target = assaults.iter().find(|one| one.unit == lead)?.target;
    if glance(outlook, group, target)? < outlook.weights.first_look {
        return None;
    }
    let draft = ChargeDraft {
        group: group.to_vec(),
        lead,
        assaults: assaults.to_vec(),
        halt: None,
    };
    let view = outlook.now.charge_view(&draft)?;
    let alone = assaults.len() == 1 && view.supports.is_empty();
    if alone && strays(outlook, lead, target) {
        return None;
    }
    let fight: f64 = view
        .onslaughts
        .iter()
        .map(|one| onslaught(outlook, one))
        .sum();
    let mut value = fight
        - gauntlet(outlook, &view)
        - leaving(outlook, group, target)
        - outlook.weights.trouble
        + outlook.weights.bears * outlook.bears;
    if value > 0.0 {
        value += there(outlook, &view);
    }
    Some((value, view.success()))
}

/// A first look: whether it can get there, and whether he is likely to stand.
fn glance(outlook: &Outlook, group: &[UnitId], target: UnitId) -> Option<f64> {
    let odds = outlook.now.preview_charge(group, target)?;
    let reached = odds.reach.in_order + odds.reach.in_disorder;
    let wins = odds.impact.attacker_wins - odds.impact.defender_wins;
    Some(4.0 * reached * (0.5 + 0.5 * wins) - 2.0)
}

/// One unit's part in it.
fn onslaught(outlook: &Outlook, one: &Onslaught) -> f64 {
    let army = outlook.army;
    let (own, his) = (army.unit(one.unit), army.unit(one.target));
    let reached = one.reach.in_order + one.reach.in_disorder;
    let weights = outlook.weights;
    let prize = weights.full_worth(his);
    let ground = ground(outlook, one.target);
    // Skirmishers run anyway, and come back.
    if one.fear.runs_anyway {
        return reached * (0.1 * prize + 0.3 * ground) - 0.3;
    }
    let gives = weights.gives * prize * weights.steadiness(his.morale) + ground;
    let flees = one.fear.falls_back * gives
        + one.fear.routs * (weights.routs * prize * weights.steadiness(his.morale) + ground);
    let mut value = flees;
    let mut fire = 0.0;
    if let Some(close) = &one.fire {
        fire = outlook.toll(own, &close.shot.odds, outlook.nerve(one.unit));
    }
    let stopped = one.fire.as_ref().map_or(0.0, |close| close.stopped);
    let met = spread(outlook, &one.impact, (own, his), ground);
    value += one.fear.stands * (-fire + (1.0 - stopped) * met);
    reached * value - (1.0 - reached) * weights.misses
}

/// What it is worth to have him away from where he stands.
fn ground(outlook: &Outlook, target: UnitId) -> f64 {
    let at = outlook.army.placement(target).at;
    let now = outlook.now;
    let most = outlook
        .aims
        .iter()
        .map(|aim| {
            let far = f64::from(aim.distance(now, at));
            aim.weight * (1.0 - far / 5.0).max(0.0)
        })
        .fold(0.0, f64::max);
    let late = if outlook.left <= 2 && outlook.attacks {
        outlook.weights.due
    } else {
        1.0
    };
    outlook.weights.ground * most * late
}

/// What comes of a clash, to both.
fn spread(
    outlook: &Outlook,
    impact: &ImpactSpread,
    (own, his): (&Unit, &Unit),
    ground: f64,
) -> f64 {
    let weights = outlook.weights;
    impact
        .lines()
        .into_iter()
        .map(|(winner, outcome, chance)| {
            let value = match winner {
                ImpactWinner::Attacker => beaten(weights, his, outcome) + weights.home + ground,
                ImpactWinner::Tie => {
                    0.1 * (weights.full_worth(his) - weights.full_worth(own)) - 0.3
                }
                // Whoever is thrown back from a charge is at worst shaken.
                ImpactWinner::Defender => {
                    -weights.repulse * beaten(weights, own, outcome) - weights.thrown
                }
            };
            chance * value
        })
        .sum()
}

/// What somebody loses who is beaten so.
fn beaten(weights: &Weights, unit: &Unit, outcome: ImpactOutcome) -> f64 {
    let (morale, lost) = match outcome {
        ImpactOutcome::Melee | ImpactOutcome::StoppedShort => return 0.0,
        ImpactOutcome::Disorder => (Morale::Disorder, 1),
        ImpactOutcome::Shaken => (Morale::Shaken, 2),
        ImpactOutcome::Routed => (Morale::Routed, 3),
        ImpactOutcome::Surrender | ImpactOutcome::GunsLost => return weights.worth(unit),
    };
    let lost = lost.min(unit.strength);
    let left = f64::from(unit.strength - lost) * weights.figure(unit);
    (weights.worth(unit) - left * weights.steadiness(morale)).max(0.0) + 0.3
}

/// What the others do to a charge on its way.
fn gauntlet(outlook: &Outlook, view: &ChargeView) -> f64 {
    let mut shots: Vec<f64> = view
        .watchers
        .iter()
        .filter(|threat| !outlook.army.record(threat.by).reacted)
        .map(|threat| {
            let target = outlook.army.unit(threat.target);
            let nerve = outlook.nerve(threat.target);
            outlook.toll(target, &threat.odds, nerve)
        })
        .collect();
    shots.sort_by(|one, other| other.total_cmp(one));
    let lone = if view.draft.group.len() < 2 {
        outlook.weights.lone
    } else {
        0.0
    };
    outlook.weights.gauntlet * shots.iter().take(3).sum::<f64>() + lone
}

/// What it is worth to be where the charge ends: for the task, and under fire.
fn there(outlook: &Outlook, view: &ChargeView) -> f64 {
    let army = outlook.army;
    let Some(lead) = view.lead() else {
        return 0.0;
    };
    let (from, to) = (army.placement(lead.unit), army.placement(lead.target));
    let way = (to.at - from.at).normalize_or_zero() * lead.inches;
    let end = Placement {
        at: from.at + way,
        facing: Facing::towards(from.at, to.at),
    };
    let values = army.unit(lead.unit);
    let gain = rough(outlook, lead.unit, values, end) - rough(outlook, lead.unit, values, from);
    let mut trial = outlook.now.clone();
    put(&mut trial, lead.unit, None, (from, end));
    let mut fire = 0.0;
    for foe in outlook.foes.iter().filter(|foe| foe.id != lead.target) {
        if foe.is_steady()
            && foe.at.distance(end.at) < foe.ranges.1
            && let Some(terms) = trial.single_fire(foe.id, lead.unit)
            && trial.sees(foe.id, lead.unit)
        {
            let odds = trial.rules().fire_odds(&terms);
            fire += outlook.toll(values, &odds, outlook.nerve(lead.unit) + 1);
        }
    }
    outlook.weights.there * (gain.clamp(-2.5, 1.0) - outlook.weights.spent * fire.min(6.0))
}

/// Whether a unit stands on ground that is to be kept and its target does not.
fn strays(outlook: &Outlook, unit: UnitId, target: UnitId) -> bool {
    let kept = |id: UnitId| {
        let at = outlook.army.footprint(id).centre();
        let mut aims = outlook.aims.iter();
        aims.any(|aim| !aim.take && aim.has(outlook.now, at))
    };
    kept(unit) && !kept(target)
}

/// What it costs to leave ground that is to be kept for somebody who does not stand on it.
fn leaving(outlook: &Outlook, group: &[UnitId], target: UnitId) -> f64 {
    let army = outlook.army;
    let there = army.placement(target).at;
    group
        .iter()
        .filter_map(|&unit| {
            let task = outlook.task(unit);
            let aim = outlook.aim(task)?;
            let holds = task.duty == Duty::Hold
                && !aim.take
                && aim.has(outlook.now, army.footprint(unit).centre());
            let off = f64::from(aim.distance(outlook.now, there));
            let lone = if group.len() < 2 {
                6.0
            } else {
                outlook.weights.leaving
            };
            (holds && off > 0.0).then_some(lone + 0.4 * off)
        })
        .fold(0.0, f64::max)
}
