//! Whoever runs and is come upon gives himself up.

use bevy::math::Vec2;

use crate::army::{Charge, Fact, Fate, UnitId};
use crate::battle::{Battle, Situation};
use crate::rules::Morale;

impl Situation {
    /// The first routed enemy that a unit would come upon in a direction, and after how many inches.
    pub(super) fn first_caught(&self, unit: UnitId, way: Vec2, most: f32) -> Option<(UnitId, f32)> {
        let mut enemies = self.enemies_near(unit, most + 10.0);
        enemies.retain(|&enemy| self.army.unit(enemy).morale == Morale::Routed);
        self.first_of(unit, way, most, &enemies)
    }

    /// Whoever of a charge has come upon a routed enemy, and upon whom.
    pub(super) fn to_catch(&self, charge: &Charge) -> Option<(UnitId, UnitId)> {
        let running = charge.contacts.iter();
        let running = running.filter(|contact| !contact.met && !contact.resolved);
        let units = running.map(|contact| contact.unit);
        let mut units = units.chain(charge.followers.iter().map(|follower| follower.unit));
        units.find_map(|unit| {
            let (enemy, _) = self.first_caught(unit, charge.way, 0.1)?;
            Some((unit, enemy))
        })
    }
}

impl Battle {
    /// A routed unit that is come upon surrenders, alone; those near it see it.
    ///
    /// Rules: `morale.routed_impacted`.
    pub(super) fn catch(&mut self, unit: UnitId, by: UnitId) {
        self.tell(Fact::Caught { unit, by });
        self.remove(unit, Fate::Surrendered);
    }
}
