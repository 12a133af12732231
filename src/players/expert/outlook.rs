//! How a battle stands for a side, in figures.

use crate::army::{Army, Fate, Presence, UnitId};
use crate::battle::Situation;
use crate::players::computer::aims::{defends, nearly_beaten, objective};
use crate::players::computer::worth::inches;
use crate::rules::{Morale, Side};

/// What a battle won is worth, and what it is worth to be winning one that goes on: little at first,
/// nearly all of it at the end.
const VICTORY: f64 = 30.0;
const WINNING: f64 = 2.0;
const WINNING_LATE: f64 = 14.0;

/// What the last stand that an army bears is worth.
const BREAKING: f64 = 5.0;

/// What a zone is worth to whoever is stronger in it, and how far round it counts, in inches at
/// 15 mm.
const ZONE: f64 = 3.0;
const ROUND: f32 = 8.0;

/// What it costs a figure to be an inch from where it is wanted.
const AWAY: f64 = 0.006;
const AWAY_MOST: f32 = 30.0;

/// What a leader is worth.
const LEADER: f64 = 2.0;

/// How a battle stands for a side, in figures.
pub fn outlook(now: &Situation, side: Side) -> f64 {
    let army = now.army();
    let other = side.other();
    let men = men(now, side) - men(now, other);
    let for_side = |winner: Option<Side>| match winner {
        Some(winner) if winner == side => 1.0,
        Some(_) => -1.0,
        None => 0.0,
    };
    if let Some(verdict) = army.verdict() {
        return VICTORY * for_side(verdict.winner) + 0.3 * men;
    }
    let over = f64::from(army.clock().turn) / f64::from(now.scenario().turns.max(1));
    let winning = WINNING + WINNING_LATE * over * over;
    let breaking = nearly_beaten(now, other) - nearly_beaten(now, side);
    men + winning * for_side(now.judge().winner)
        + BREAKING * breaking
        + ground(now, side)
        + away(now, other)
        - away(now, side)
}

/// What a side has left, against what it began with.
fn men(now: &Situation, side: Side) -> f64 {
    let army = now.army();
    let units = army.units().filter(|&id| army.side(id) == side);
    let units: f64 = units.map(|id| unit(army, id)).sum();
    let fallen = army
        .leaders()
        .filter(|&id| army.leader_identity(id).side == side && army.leader(id).fallen);
    units - LEADER * fallen.count() as f64
}

/// What a unit has lost, as luck is counted: figures, order, and the colours.
fn unit(army: &Army, id: UnitId) -> f64 {
    if army.is_dummy(id) {
        return 0.0;
    }
    let gun = if army.unit(id).is_artillery() {
        2.0
    } else {
        1.0
    };
    let lost = -gun * f64::from(army.lost(id));
    lost - match army.presence(id) {
        Presence::OnTable | Presence::Hidden => match army.unit(id).morale {
            Morale::GoodOrder => 0.0,
            Morale::Disorder => 0.5,
            Morale::Shaken => 1.2,
            Morale::Routed => 2.5 + 0.3 * f64::from(army.unit(id).strength),
        },
        Presence::Gone(Fate::Absent | Fate::Joined | Fate::RodeOff | Fate::Withdrew) => 0.0,
        Presence::Gone(_) => 3.0,
        Presence::Waiting { .. } => 0.0,
    }
}

/// Who is stronger where something hangs on it.
fn ground(now: &Situation, side: Side) -> f64 {
    let army = now.army();
    let field = &now.scenario().field;
    let mut value = 0.0;
    for id in now.scenario().victory.zones() {
        let Some(zone) = field.zone(id) else {
            continue;
        };
        let middle = zone.outline.iter().copied().sum::<bevy::math::Vec2>()
            / zone.outline.len().max(1) as f32;
        let strength = |side: Side| -> f64 {
            army.present_of(side)
                .filter(|&id| army.unit(id).morale < Morale::Shaken)
                .map(|id| {
                    let at = army.placement(id).at;
                    let share = if zone.contains(at) {
                        1.0
                    } else if inches(now, at, middle) < ROUND {
                        0.4
                    } else {
                        0.0
                    };
                    share * f64::from(army.unit(id).strength)
                })
                .sum()
        };
        let (own, his) = (strength(side), strength(side.other()));
        value += ZONE * (own - his) / (own + his + 8.0);
    }
    value
}

/// How far those of a side that has to come on are from where they are wanted.
fn away(now: &Situation, side: Side) -> f64 {
    if defends(now, side) {
        return 0.0;
    }
    let army = now.army();
    army.present_of(side)
        .filter(|&id| army.unit(id).morale < Morale::Shaken && !army.unit(id).is_artillery())
        .filter_map(|id| Some((id, objective(now, id)?)))
        .map(|(id, mark)| {
            let far = inches(now, army.placement(id).at, mark).min(AWAY_MOST);
            AWAY * f64::from(far) * f64::from(army.unit(id).strength)
        })
        .sum()
}
