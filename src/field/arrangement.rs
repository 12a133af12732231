//! How formations arrange the stands of a unit.

use bevy::math::{Vec2, Vec2Swizzles};

use super::angle::Facing;
use super::few::Few;
use super::placement::{Footprint, Placement};
use super::stand::{Muster, Stand, stand_size};
use crate::rules::{CavalryFormation, InfantryFormation, Scale, Troops, Unit};

/// How a unit arranges its stands, whatever place it stands in: worked out once for a whole move.
#[derive(Clone, Copy, Debug)]
pub struct Arrangement {
    size: Vec2,
    count: u32,
    order: Order,
}

/// Stands beside or behind each other.
#[derive(Clone, Copy, Debug)]
enum Order {
    /// Side by side, with gaps of so many stand widths between them.
    Abreast(f32),
    /// One behind the other.
    OneBehindOther,
}

impl Arrangement {
    /// The arrangement of a unit as it is formed.
    ///
    /// Rules: `formation.skirmish_spacing`.
    pub fn new(scale: Scale, unit: &Unit, muster: Muster) -> Self {
        let size = stand_size(scale, unit, muster);
        let count = if unit.is_artillery() {
            1
        } else {
            unit.stands.now.max(1) + muster.attached
        };
        let (order, size) = match unit.troops {
            Troops::Infantry { formation, .. } => match formation {
                InfantryFormation::BattleLine => (Order::Abreast(0.0), size),
                InfantryFormation::ExtendedLine => (Order::Abreast(0.5), size),
                InfantryFormation::Skirmish => (Order::Abreast(1.5), size),
                InfantryFormation::AttackColumn | InfantryFormation::Square => {
                    (Order::OneBehindOther, size)
                }
                InfantryFormation::RoadColumn => (Order::OneBehindOther, size.yx()),
            },
            Troops::Cavalry { formation, .. } => match formation {
                CavalryFormation::Line => (Order::Abreast(0.0), size),
                CavalryFormation::DoubleLine => (Order::OneBehindOther, size),
                CavalryFormation::Skirmish => (Order::Abreast(1.5), size),
                CavalryFormation::RoadColumn => (Order::OneBehindOther, size.yx()),
            },
            Troops::Artillery { .. } => (Order::Abreast(0.0), size),
        };
        Self { size, count, order }
    }

    /// The middle of a stand seen from the middle of the unit's front (right, ahead).
    #[inline]
    fn middle(&self, place: u32) -> Vec2 {
        match self.order {
            Order::Abreast(gap) => {
                let step = self.size.x * (1.0 + gap);
                let first = -step * (self.count as f32 - 1.0) / 2.0;
                Vec2::new(first + step * place as f32, -self.size.y / 2.0)
            }
            Order::OneBehindOther => Vec2::new(0.0, -self.size.y * (place as f32 + 0.5)),
        }
    }

    /// The leftmost and rightmost front corners of a unit whose front centre is at `at`; a step of
    /// one inch ahead is `ahead`.
    #[inline]
    pub(super) fn front_corners(&self, at: Vec2, ahead: Vec2) -> (Vec2, Vec2) {
        let last = match self.order {
            Order::Abreast(_) => self.count - 1,
            Order::OneBehindOther => 0,
        };
        let corners = |place| self.stand(place, at, Facing::NORTH, ahead).corners();
        (corners(0)[0], corners(last)[1])
    }

    /// What a unit covers in a place.
    pub fn at(&self, place: Placement) -> Footprint {
        self.footprint(place, place.facing.ahead())
    }

    /// From the middle of the front no corner is farther away than this.
    pub fn reach(&self) -> f32 {
        let farthest = self.middle(self.count - 1).abs() + self.size;
        farthest.length()
    }

    #[inline]
    fn stand(&self, place: u32, at: Vec2, facing: Facing, ahead: Vec2) -> Stand {
        let right = Vec2::new(ahead.y, -ahead.x);
        let middle = self.middle(place);
        Stand {
            centre: at + right * middle.x + ahead * middle.y,
            half: self.size / 2.0,
            facing,
            ahead,
        }
    }

    /// The stands of a unit whose front centre is at `at`.
    pub(super) fn stands(&self, at: Vec2, facing: Facing, ahead: Vec2) -> StandList {
        let mut stands = StandList::default();
        for place in 0..self.count {
            stands.push(self.stand(place, at, facing, ahead));
        }
        stands
    }
}

/// The stands of one unit; few units have more than four.
pub type StandList = Few<Stand, 4>;
