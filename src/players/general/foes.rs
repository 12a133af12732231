//! The enemy as far as one knows him.

use bevy::math::Vec2;

use super::weights::Weights;
use crate::army::UnitId;
use crate::battle::Situation;
use crate::rules::{Morale, Side, Unit};

/// An enemy unit on the table that does not run.
#[derive(Clone, Copy, Debug)]
pub struct Foe {
    /// Who.
    pub id: UnitId,
    /// Where.
    pub at: Vec2,
    /// His values.
    pub values: Unit,
    /// How far his weapons carry well, and at all, in inches of the table.
    pub ranges: (f32, f32),
    /// What he is worth, in figures.
    pub worth: f64,
}

impl Foe {
    /// Whether he stands fast.
    pub fn is_steady(&self) -> bool {
        self.values.morale <= Morale::Disorder
    }
}

/// All enemies of a side that do not run.
pub fn foes(now: &Situation, side: Side, weights: &Weights) -> Vec<Foe> {
    let army = now.army();
    let (rules, scale) = (now.rules(), now.field().scale);
    army.present_of(side.other())
        .filter(|&id| army.unit(id).morale != Morale::Routed)
        .map(|id| {
            let values = *army.unit(id);
            Foe {
                id,
                at: army.placement(id).at,
                values,
                ranges: (
                    rules.normal_range(scale, &values).unwrap_or(0.0),
                    rules.longest_shot(scale, &values).unwrap_or(0.0),
                ),
                worth: weights.worth(&values),
            }
        })
        .collect()
}
