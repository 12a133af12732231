//! What work with spade and axe is worth.

use super::aims::{defends, in_position, objective};
use super::worth::nearest;
use crate::army::{Presence, Task, UnitId};
use crate::battle::Situation;
use crate::rules::Works;

/// Inches before a unit within which one obstacle is enough, as at 15 mm.
const OBSTRUCTED: f32 = 6.0;

/// What a turn of work is worth to a unit.
pub fn worth(now: &Situation, unit: UnitId, task: Task) -> f64 {
    let army = now.army();
    // Without its bridge a train has come for nothing.
    if task.is_bridging() {
        return 3.0;
    }
    let far = nearest(now, unit).map_or(99.0, |(_, far)| far);
    let work = army.work(unit).filter(|work| work.task == task);
    let needed = now.turns_left(unit, task);
    let left = (now.scenario().turns + 1).saturating_sub(army.clock().turn);
    // Too late, or the enemy is upon it.
    if needed > left || far < 3.0 {
        return 0.0;
    }
    if let Some(work) = work {
        // The more is done, the less is it to be thrown away.
        return 1.0 + 0.25 * f64::from(work.turns);
    }
    let at = army.placement(unit).at;
    let holds = in_position(now, at);
    let stays = holds && (defends(now, army.side(unit)) || far > 4.0);
    let ahead = army.placement(unit).facing.ahead();
    let sheltered = now.cover(unit, at + ahead * 9.0).1.is_some();
    match task {
        // There must be somebody to dig against, and time to be glad of it.
        Task::Dig(Works::Hasty) if stays && far < 30.0 && needed + 1 < left => 1.0,
        Task::Improve if stays && needed + 2 < left => 0.4,
        Task::Turn if stays => 0.6,
        // Who is hidden would give himself away by it.
        Task::Obstruct(_)
            if stays
                && sheltered
                && far > 8.0
                && needed + 2 < left
                && army.presence(unit) != Presence::Hidden
                && !now.has_obstacle_ahead(unit, OBSTRUCTED * now.field().proportion()) =>
        {
            0.3
        }
        // What lies between it and where it wants to be; whoever charges over it is in disorder, so
        // that it is worth two turns while the enemy cannot do much about it.
        Task::Clear if !defends(now, army.side(unit)) => {
            let there = objective(now, unit).is_some_and(|mark| (mark - at).dot(ahead) > 0.0);
            match there && far > 5.0 {
                true if far < 16.0 && needed + 1 < left => 2.5,
                true => 0.7,
                false => 0.0,
            }
        }
        Task::Assist(_) => 0.9,
        _ => 0.0,
    }
}
