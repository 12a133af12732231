//! What a general sees before he decides: his men, the enemy, what is fought for, how long still.

use std::cell::RefCell;
use std::collections::HashMap;

use bevy::math::Vec2;

use super::aims::{Aim, aims};
use super::foes::{Foe, foes};
use super::tasks::{Task, tasks};
use super::weights::Weights;
use crate::army::{Army, UnitId};
use crate::battle::Situation;
use crate::players::computer::aims::{defends, nearly_beaten};
use crate::rules::{Morale, Side};

/// All that orders are weighed by, worked out anew for every decision from what the side sees.
pub struct Outlook<'a> {
    /// What stands on the table.
    pub now: &'a Situation,
    /// Both armies.
    pub army: &'a Army,
    /// Whose general.
    pub side: Side,
    /// What he makes of it all.
    pub weights: &'a Weights,
    /// How much longer an inch is than at 15 mm.
    pub inch: f32,
    /// The enemy.
    pub foes: Vec<Foe>,
    /// His own men on the table that do not run.
    pub friends: Vec<UnitId>,
    /// What is fought for.
    pub aims: Vec<Aim<'a>>,
    /// What everybody is to do.
    pub tasks: HashMap<UnitId, Task>,
    /// Turns left, this one among them.
    pub left: u32,
    /// His side loses if nothing changes.
    pub attacks: bool,
    /// How much nearer the enemy is to breaking than one's own army.
    pub bears: f64,
    nerves: RefCell<HashMap<UnitId, i32>>,
}

impl<'a> Outlook<'a> {
    /// What a side's general sees.
    pub fn new(now: &'a Situation, side: Side, weights: &'a Weights) -> Self {
        let army = now.army();
        let foes = foes(now, side, weights);
        let friends: Vec<UnitId> = army
            .present_of(side)
            .filter(|&id| army.unit(id).morale != Morale::Routed && !army.is_dummy(id))
            .collect();
        let aims = aims(now, side, &foes);
        let mut outlook = Self {
            now,
            army,
            side,
            weights,
            inch: now.field().proportion(),
            foes,
            friends,
            aims,
            tasks: HashMap::new(),
            left: (now.scenario().turns + 1).saturating_sub(army.clock().turn),
            attacks: !defends(now, side),
            bears: nearly_beaten(now, side.other()) - nearly_beaten(now, side),
            nerves: RefCell::default(),
        };
        outlook.tasks = tasks(&outlook);
        outlook
    }

    /// Inches between two places as at 15 mm.
    pub fn far(&self, one: Vec2, other: Vec2) -> f32 {
        one.distance(other) / self.inch
    }

    /// The nearest enemy to a place, and how far he is, as at 15 mm.
    pub fn nearest(&self, at: Vec2) -> Option<(&Foe, f32)> {
        self.foes
            .iter()
            .map(|foe| (foe, self.far(foe.at, at)))
            .min_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// How far the nearest enemy is from a unit, as at 15 mm; far away if there is none.
    pub fn danger(&self, unit: UnitId) -> f32 {
        let at = self.army.placement(unit).at;
        self.nearest(at).map_or(99.0, |(_, far)| far)
    }

    /// What a unit would check its morale against, before what the fire adds.
    pub fn nerve(&self, unit: UnitId) -> i32 {
        *self
            .nerves
            .borrow_mut()
            .entry(unit)
            .or_insert_with(|| self.now.morale_now(unit).mmp)
    }

    /// What a unit is to do.
    pub fn task(&self, unit: UnitId) -> Task {
        self.tasks.get(&unit).copied().unwrap_or_default()
    }

    /// The ground of a task.
    pub fn aim(&self, task: Task) -> Option<&Aim<'a>> {
        self.aims.get(task.aim)
    }
}
