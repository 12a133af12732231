//! A moment as a battle that stands still, to ask the rules about it.

use std::sync::Arc;

use super::{Chronicle, View};
use crate::army::{Army, Fighting, Identity, LeaderState, Position, Presence, Record};
use crate::battle::{Battle, Clock};
use crate::scenario::Scenario;

impl View {
    /// Both armies as they are at this moment.
    pub fn army(&self, scenario: &Scenario) -> Army {
        let mut army = Army::muster(scenario);
        let units: Vec<_> = army.units().collect();
        for id in units {
            let unit = self.unit(id);
            army.get_mut::<Fighting>(id).0 = unit.unit;
            army.get_mut::<Identity>(id).muster = unit.muster;
            army.get_mut::<Position>(id).0 = unit.placement;
            *army.get_mut::<Presence>(id) = unit.presence.clone();
            *army.get_mut::<Record>(id) = unit.record.clone();
            army.refresh_stands(id);
        }
        let leaders: Vec<_> = army.leaders().collect();
        for id in leaders {
            let leader = self.leader(id);
            *army.leader_mut::<LeaderState>(id) = LeaderState {
                at: leader.at,
                attached: leader.attached,
                fallen: leader.fallen,
                missed: leader.fallen,
            };
        }
        army
    }
}

impl Chronicle {
    /// A battle that stands still at a moment: sight, odds and morale can be asked of it.
    pub fn standing(&self, view: &View) -> Battle {
        let clock = Clock {
            turn: view.turn,
            active: view.active,
        };
        Battle::standing(
            Arc::clone(&self.scenario),
            Arc::clone(&self.rules),
            view.army(&self.scenario),
            clock,
        )
    }
}
