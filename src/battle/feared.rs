//! Whom a shaken unit comes no nearer to.

use bevy::math::Vec2;

use super::Situation;
use crate::army::UnitId;
use crate::field::placement::Footprint;
use crate::rules::Morale;

/// How much nearer is no nearer, in inches.
const FORGIVEN: f32 = 0.01;

/// Every enemy who is not routed, and how far he is from where a shaken unit begins.
///
/// Rules: `turn.shaken_no_advance`.
#[derive(Clone, Debug)]
pub(super) struct Feared<'a> {
    enemies: Vec<(&'a Footprint, f32)>,
}

impl Situation {
    /// Those whom a unit fears whose middle is at a place.
    pub(super) fn feared(&self, id: UnitId, from: Vec2) -> Feared<'_> {
        let enemies = self.army.present_of(self.army.side(id).other());
        let feared = enemies.filter(|&enemy| self.army.unit(enemy).morale != Morale::Routed);
        let grounds = feared.map(|enemy| self.army.footprint(enemy));
        Feared {
            enemies: grounds
                .map(|there| (there, there.range_from(from)))
                .collect(),
        }
    }
}

impl Feared<'_> {
    /// Whether a place is nearer to any of them.
    pub fn are_nearer(&self, to: Vec2) -> bool {
        self.enemies.iter().any(|(there, far)| {
            let far = far - FORGIVEN;
            !there.is_beyond(far, to) && there.range_from(to) < far
        })
    }
}
