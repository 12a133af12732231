//! What has been raised on the ground by now: works, obstacles and bridges.

use std::collections::HashSet;

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use crate::field::plan::LineKind;
use crate::field::raised::{self, Laid};
use crate::field::{Field, LineFeature};

/// Works or an obstacle, by the number it got when it was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BarrierId(pub u32);

/// A bridge, by the number it got when its pontoons were unloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BridgeId(pub u32);

/// Works or an obstacle on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Barrier {
    /// Its number.
    pub id: BarrierId,
    /// What it is. Works face the right-hand side of their line.
    pub kind: LineKind,
    /// Its name, or nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Point after point.
    pub points: Vec<Vec2>,
    /// Hits by artillery in this turn.
    #[serde(default)]
    pub hits: u32,
}

/// A pontoon bridge, finished or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bridge {
    /// Its number.
    pub id: BridgeId,
    /// Where it begins, on the bank where it was unloaded, and where it ends on the other.
    pub ends: [Vec2; 2],
    /// Stretches it needs.
    pub length: u32,
    /// Stretches that lie in the water.
    pub built: u32,
    /// Turns of work on the next stretch.
    pub turns: u32,
    /// Hits by artillery in this turn.
    pub hits: u32,
}

impl Bridge {
    /// Whether it can be crossed.
    pub fn is_whole(&self) -> bool {
        self.built >= self.length
    }

    /// What part of the way over it reaches.
    pub fn part(&self) -> f32 {
        self.built.min(self.length) as f32 / self.length.max(1) as f32
    }
}

/// All that has been raised.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Earth {
    barriers: Vec<Barrier>,
    bridges: Vec<Bridge>,
    /// The number of the next barrier.
    next: u32,
    /// How often it has changed; 0 as long as it is as the scenario has it.
    changes: u32,
    /// It was looked at when the battle began.
    surveyed: bool,
}

impl Earth {
    /// The ground as a scenario has it, unless it is known already.
    pub(super) fn survey(&mut self, field: &Field) {
        if self.surveyed {
            return;
        }
        let raised = field.lines.iter().filter(|line| line.kind.is_raised());
        self.barriers = raised.enumerate().map(barrier).collect();
        self.next = self.barriers.len() as u32;
        self.surveyed = true;
    }

    /// Works and obstacles.
    pub fn barriers(&self) -> &[Barrier] {
        &self.barriers
    }

    /// Works or an obstacle by its number.
    pub fn barrier(&self, id: BarrierId) -> Option<&Barrier> {
        self.barriers.iter().find(|barrier| barrier.id == id)
    }

    /// Bridges, finished or not.
    pub fn bridges(&self) -> &[Bridge] {
        &self.bridges
    }

    /// A bridge by its number.
    pub fn bridge(&self, id: BridgeId) -> Option<&Bridge> {
        self.bridges.iter().find(|bridge| bridge.id == id)
    }

    /// The number of the next works or obstacle.
    pub fn next_barrier(&self) -> BarrierId {
        BarrierId(self.next)
    }

    /// The number of the next bridge.
    pub fn next_bridge(&self) -> BridgeId {
        BridgeId(self.bridges.len() as u32)
    }

    /// How often it has changed since the battle began.
    pub fn changes(&self) -> u32 {
        self.changes
    }

    /// Everything that lies on the field now.
    pub fn laid(&self) -> impl Iterator<Item = Laid<'_>> {
        let barriers = self.barriers.iter().map(|barrier| {
            let points = barrier.points.as_slice();
            (barrier.kind, barrier.name.as_str(), points)
        });
        let whole = self.bridges.iter().filter(|bridge| bridge.is_whole());
        let bridges = whole.map(|bridge| (LineKind::PontoonBridge, "", bridge.ends.as_slice()));
        barriers.chain(bridges)
    }

    /// The field as it is now, if it is not as the scenario has it.
    pub fn field(&self, of: &Field) -> Option<Field> {
        (self.changes > 0).then(|| of.with_raised(self.laid()))
    }

    pub(super) fn change(&mut self, removed: &[BarrierId], added: &[Barrier]) {
        self.barriers
            .retain(|barrier| !removed.contains(&barrier.id));
        self.barriers.extend_from_slice(added);
        let last = added.iter().map(|barrier| barrier.id.0 + 1).max();
        self.next = self.next.max(last.unwrap_or(0));
        self.changes += 1;
    }

    pub(super) fn strike(&mut self, id: BarrierId, hits: u32) {
        if let Some(barrier) = self.barriers.iter_mut().find(|barrier| barrier.id == id) {
            barrier.hits += hits;
        }
    }

    pub(super) fn put_bridge(&mut self, bridge: &Bridge) {
        match self.bridges.iter_mut().find(|other| other.id == bridge.id) {
            Some(known) => {
                self.changes += u32::from(known.is_whole() != bridge.is_whole());
                known.clone_from(bridge);
            }
            None => self.bridges.push(bridge.clone()),
        }
    }

    /// A new turn: hits count for one turn only.
    pub(super) fn forget_hits(&mut self) {
        self.barriers
            .iter_mut()
            .for_each(|barrier| barrier.hits = 0);
        self.bridges.iter_mut().for_each(|bridge| bridge.hits = 0);
    }

    /// What is wrong with it if it came from outside.
    pub(super) fn fault(&self) -> Option<String> {
        const MOST: usize = 5_000;
        // What a scenario may have (10,000), and a good deal that was dug since.
        const CORNERS: usize = 15_000;
        if self.barriers.len() > MOST || self.bridges.len() > MOST {
            return Some(format!("more works or bridges than {MOST}"));
        }
        let corners: usize = self.barriers.iter().map(|one| one.points.len()).sum();
        if corners > CORNERS {
            let what = "corners of works and obstacles";
            return Some(format!("{corners} {what}; allowed: up to {CORNERS}"));
        }
        let numbers: HashSet<BarrierId> = self.barriers.iter().map(|one| one.id).collect();
        let bridges: HashSet<BridgeId> = self.bridges.iter().map(|one| one.id).collect();
        if numbers.len() < self.barriers.len() || bridges.len() < self.bridges.len() {
            return Some("two works, obstacles or bridges of one number".to_owned());
        }
        let sound = |barrier: &Barrier| {
            barrier.kind.is_raised()
                && (2..=MOST).contains(&barrier.points.len())
                && barrier.points.iter().all(|point| point.is_finite())
                && raised::length(&barrier.points) > 0.0
        };
        if !self.barriers.iter().all(sound) {
            return Some("works or an obstacle that is no line".to_owned());
        }
        let bad = |bridge: &Bridge| !bridge.ends.iter().all(|end| end.is_finite());
        let bad = self.bridges.iter().any(bad);
        bad.then(|| "a bridge that leads nowhere".to_owned())
    }
}

fn barrier((number, line): (usize, &LineFeature)) -> Barrier {
    Barrier {
        id: BarrierId(number as u32),
        kind: line.kind,
        name: line.name.clone(),
        points: line.points.clone(),
        hits: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn works(id: u32, corners: usize) -> Barrier {
        Barrier {
            id: BarrierId(id),
            kind: LineKind::LightWorks,
            name: String::new(),
            points: (0..corners).map(|x| Vec2::new(x as f32, 0.0)).collect(),
            hits: 0,
        }
    }

    #[test]
    fn works_from_outside_have_measure_and_a_number_each() {
        let fault = |barriers: Vec<Barrier>| {
            let earth = Earth {
                barriers,
                ..Earth::default()
            };
            earth.fault().unwrap_or_default()
        };
        assert_eq!(fault(vec![works(0, 2), works(1, 500)]), "");
        assert!(fault(vec![works(1, 2), works(1, 2)]).contains("of one number"));
        let many = fault((0..40).map(|id| works(id, 400)).collect());
        assert_eq!(
            many,
            "16000 corners of works and obstacles; allowed: up to 15000"
        );
    }
}
