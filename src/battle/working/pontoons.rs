//! The pontoon train: where it can be unloaded, and how the bridge grows.

use bevy::math::Vec2;

use crate::army::{Bridge, BridgeId, Fact, Task, UnitId};
use crate::battle::{Battle, Situation};
use crate::rule;
use crate::rules::fire::Refusal;

/// How near to the water the train must stand, and engineers to the end of their bridge, in inches
/// at 15 mm.
const BANK: f32 = 1.5;

/// How far the bridge reaches onto either bank, in inches at 15 mm.
const RAMP: f32 = 0.3;

/// How finely the water is looked at, in inches at 15 mm.
const SOUNDING: f32 = 0.05;

/// Two bridges lie at least so far apart, in inches at 15 mm.
const APART: f32 = 0.75;

impl Situation {
    /// Where a train that stands at the bank would build its bridge, straight ahead, and how many
    /// stretches it would need.
    ///
    /// Rules: `engineer.unload`, `engineer.train`.
    pub fn bridge_site(&self, unit: UnitId) -> Result<([Vec2; 2], u32), Refusal> {
        let identity = self.army.identity(unit);
        let loaded = self.army.record(unit).train;
        if !identity.engineer || loaded == 0 {
            return Err(Refusal::new(
                "it has no pontoons to unload",
                rule!("engineer.train"),
            ));
        }
        let place = self.army.placement(unit);
        let (ahead, scale) = (place.facing.ahead(), self.field().proportion());
        let at = |far: f32| place.at + ahead * far;
        let dry = |far: f32| self.terrain().ground(at(far)).is_some();
        let soundings = |from: f32, to: f32| {
            let steps = ((to - from) / (SOUNDING * scale)).ceil().max(0.0) as u32;
            (0..=steps).map(move |step| from + step as f32 * SOUNDING * scale)
        };
        let Some(near) = soundings(0.0, BANK * scale).find(|&far| !dry(far)) else {
            return Err(Refusal::new(
                "the train unloads at the bank, with the water right before it",
                rule!("engineer.unload"),
            ));
        };
        let stretch = self.rules.works.pontoon.stretch.at(self.field().scale);
        let most = loaded as f32 * stretch;
        let bank = soundings(near, near + most).find(|&far| dry(far));
        let Some(bank) = bank.filter(|&far| self.field().contains(at(far + RAMP * scale))) else {
            return Err(Refusal::measured(
                "the water is wider here than its pontoons reach",
                rule!("engineer.train"),
                most,
                most,
            ));
        };
        let ends = [at(near - RAMP * scale), at(bank + RAMP * scale)];
        let taken = self.army.earth().bridges().iter().any(|bridge| {
            let middle = (ends[0] + ends[1]) / 2.0;
            crate::field::geometry::distance_to_line(&bridge.ends, middle) < APART * scale
        });
        if taken {
            return Err(Refusal::new(
                "there is a bridge already",
                rule!("engineer.build"),
            ));
        }
        let length = self.rules.bridge_stretches(self.field().scale, bank - near);
        Ok((ends, length))
    }

    /// Why a unit cannot work on a bridge.
    ///
    /// Rules: `engineer.build`.
    pub(super) fn why_not_bridge(&self, unit: UnitId, bridge: BridgeId) -> Option<Refusal> {
        let no = |why: &'static str| Some(Refusal::new(why, rule!("engineer.build")));
        if !self.army.identity(unit).engineer {
            return no("only engineers build bridges");
        }
        let Some(bridge) = self.army.earth().bridge(bridge) else {
            return no("there is no such bridge");
        };
        if bridge.is_whole() {
            return no("the bridge is whole");
        }
        let task = Task::Bridge(bridge.id);
        let mut others = self.army.present().filter(|&other| other != unit);
        let at_work = |other| {
            let work = self.army.work(other);
            work.is_some_and(|work| work.task == task && work.worked)
        };
        if others.any(at_work) {
            return no("other engineers work on it in this turn");
        }
        let here = self.army.footprint(unit);
        let reach = BANK * self.field().proportion();
        let near = |end: &Vec2| here.nearest_to(*end).distance(*end) <= reach;
        if bridge.ends.iter().any(near) {
            None
        } else {
            no("the engineers must stand at an end of the bridge")
        }
    }
}

impl Battle {
    /// The pontoons lie at the bank.
    ///
    /// Rules: `engineer.unload`.
    pub(super) fn unload(&mut self, unit: UnitId) {
        let Ok((ends, length)) = self.now.bridge_site(unit) else {
            return;
        };
        let bridge = Bridge {
            id: self.now.army.earth().next_bridge(),
            ends,
            length,
            built: 0,
            turns: 0,
            hits: 0,
        };
        self.tell(Fact::Unloaded { unit, bridge });
    }

    /// Another turn of work on a bridge.
    ///
    /// Rules: `engineer.build`, `engineer.confederate_double`.
    pub(super) fn build_bridge(&mut self, unit: UnitId, id: BridgeId) {
        let task = Task::Bridge(id);
        let Some(known) = self.now.army.earth().bridge(id) else {
            self.tell(Fact::WorkDropped { unit, task });
            return;
        };
        let mut bridge = known.clone();
        let side = self.now.army.side(unit);
        bridge.turns += 1;
        if bridge.turns >= self.now.rules.turns_for_stretch(side, bridge.built) {
            bridge.built += 1;
            bridge.turns = 0;
        }
        let of = self.now.rules.turns_for_stretch(side, bridge.built);
        let (whole, turns) = (bridge.is_whole(), bridge.turns);
        self.tell(Fact::Bridged { unit, bridge });
        if whole {
            self.tell(Fact::WorkDone { unit, task });
        } else {
            self.tell(Fact::Worked {
                unit,
                task,
                turns,
                of,
                helped: true,
            });
        }
    }
}
