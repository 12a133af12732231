//! What a side that knows no better takes the enemy's pickets for.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::army::{Fact, PicketStatus, UnitId};
use crate::battle::Situation;
use crate::field::Placement;
use crate::rules::Side;
use crate::scenario::Deployment;

/// Facts that make a whole of what one side knows: every enemy who is hidden is taken to be behind
/// one of his side's pickets, whichever chance has it. Nothing but what the side knows is in them.
pub(super) fn guesses(now: &Situation, viewer: Side, guess: u64) -> Vec<Fact> {
    let army = now.army();
    let enemy = viewer.other();
    let mut chance = ChaCha8Rng::seed_from_u64(guess ^ 0x91c4_e75e_c4e7_0000);
    let unknown = |id: &UnitId| !army.has_place(*id);
    let hidden: Vec<UnitId> = army.hidden_of(enemy).filter(unknown).collect();
    if hidden.is_empty() {
        return Vec::new();
    }
    if army.sets_up_hidden(enemy) {
        return hidden.into_iter().map(|id| as_planned(now, id)).collect();
    }
    let (mut dummies, mut real): (Vec<_>, Vec<_>) =
        hidden.into_iter().partition(|&id| army.is_dummy(id));
    real.shuffle(&mut chance);
    dummies.shuffle(&mut chance);
    let mut pickets: Vec<_> = army
        .standing_pickets()
        .filter(|picket| picket.id.side == enemy)
        .map(|picket| (picket.id, picket.at, picket.status))
        .collect();
    pickets.shuffle(&mut chance);
    // Those that are known to be real come first.
    pickets.sort_by_key(|(_, _, status)| *status != PicketStatus::Real);
    let known = |status: &PicketStatus| *status == PicketStatus::Real;
    let must = pickets
        .iter()
        .filter(|(_, _, status)| known(status))
        .count();
    let spare = pickets.len().saturating_sub(dummies.len());
    let many = real.len().min(spare.max(must)).max(must.min(real.len()));
    let mut behind: Vec<Vec<UnitId>> = vec![Vec::new(); pickets.len()];
    // More units than pickets: several are behind one.
    for (at, unit) in real.into_iter().enumerate() {
        if many > 0 {
            behind[at % many].push(unit);
        }
    }
    for (group, dummy) in behind.iter_mut().skip(many).zip(dummies) {
        group.push(dummy);
    }
    let mut facts = Vec::new();
    for ((_, at, _), units) in pickets.iter().zip(&behind) {
        facts.extend(units.iter().map(|&unit| put(unit, *at)));
    }
    let ids = pickets.into_iter().map(|(id, ..)| id);
    facts.push(Fact::Behind {
        pickets: ids.zip(behind).collect(),
    });
    facts
}

/// Where the scenario has a unit.
fn as_planned(now: &Situation, unit: UnitId) -> Fact {
    let setup = &now.scenario().units[unit.0 as usize];
    let to = match &setup.deployment {
        Deployment::At { placement, .. } => *placement,
        Deployment::Arrives { .. } => now.army().placement(unit),
    };
    put(unit, to)
}

fn put(unit: UnitId, to: Placement) -> Fact {
    Fact::Posted {
        unit,
        to,
        formation: None,
    }
}
