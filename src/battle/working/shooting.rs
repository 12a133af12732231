//! Guns against works and bridges: one roll for the men and for what they stand behind.

use bevy::math::Vec2;

use crate::army::{Barrier, Change, Fact, Task, UnitId};
use crate::battle::{Battle, Situation};

/// How far before a unit works protect it, in inches at 15 mm.
pub(in crate::battle) const SHELTER: f32 = 1.5;

impl Situation {
    /// The works that protect a unit from a place, the strongest first, and where the line of fire
    /// crosses them.
    fn works_against(&self, target: UnitId, from: Vec2) -> Option<(&Barrier, Vec2)> {
        let centre = self.army.footprint(target).centre();
        let reach = (SHELTER * self.field().proportion()).min(centre.distance(from));
        let towards = centre + (from - centre).normalize_or_zero() * reach;
        self.barriers_across(centre, towards)
            .into_iter()
            .filter(|(_, barrier, fronted)| *fronted && barrier.kind.works().is_some())
            .max_by_key(|(_, barrier, _)| barrier.kind.works())
            .map(|(part, barrier, _)| (barrier, centre.lerp(towards, part)))
    }
}

impl Battle {
    /// What the hits of guns on a unit do to the works before it and to the bridge it builds.
    ///
    /// Rules: `works.destroy`, `works.one_roll`, `engineer.bridge_hits`.
    pub(in crate::battle) fn strike_ground(&mut self, target: UnitId, from: Vec2, hits: u32) {
        if hits == 0 {
            return;
        }
        self.strike_works(target, from, hits);
        self.strike_bridge(target, hits);
    }

    fn strike_works(&mut self, target: UnitId, from: Vec2, hits: u32) {
        let Some((barrier, at)) = self.now.works_against(target, from) else {
            return;
        };
        let barrier = barrier.clone();
        let Some(works) = barrier.kind.works() else {
            return;
        };
        self.tell(Fact::WorksStruck {
            unit: target,
            works: barrier.id,
            hits,
        });
        let scale = self.now.field().scale;
        let in_all = barrier.hits + hits;
        let destroyed = |hits: u32| self.now.rules.works_destroyed(scale, works, hits);
        let inches = destroyed(in_all) - destroyed(barrier.hits);
        if inches > 0.0 {
            let (stays, _) = self.now.cut_out(&barrier, at, inches);
            let pieces = stays.into_iter().map(|points| (barrier.kind, points));
            let pieces = pieces.collect();
            self.replace(target, Change::ShotAway, &barrier, pieces, in_all);
        }
    }

    fn strike_bridge(&mut self, target: UnitId, hits: u32) {
        let Some(Task::Bridge(id)) = self.now.army.work(target).map(|work| work.task) else {
            return;
        };
        let Some(mut bridge) = self.now.army.earth().bridge(id).cloned() else {
            return;
        };
        bridge.hits += hits;
        let scale = self.now.field().scale;
        let stretch = self.now.rules.works.pontoon.stretch.at(scale);
        match self.now.rules.bridge_destroyed(scale, bridge.hits) {
            None => (bridge.built, bridge.turns) = (0, 0),
            Some(_) => {
                let lost = self.now.rules.bridge_destroyed(scale, hits);
                let lost = (lost.unwrap_or(0.0) / stretch).round() as u32;
                bridge.built = bridge.built.saturating_sub(lost);
            }
        }
        self.tell(Fact::BridgeStruck {
            unit: target,
            bridge,
            hits,
        });
    }
}
