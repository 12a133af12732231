//! Where everybody stands right now, and who is hit by a ray.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::blocks::BlockKey;
use super::stage::Stage;
use crate::army::{LeaderId, UnitId};
use crate::field::Facing;

/// Where a stand is right now.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// Its middle on the map.
    pub at: Vec2,
    /// Half of its width and depth.
    pub half: Vec2,
    /// Its middle in space, as high as the figures' chests.
    pub middle: Vec3,
    /// How far its corners are from its middle.
    pub reach: f32,
    /// Where its figures look.
    pub facing: Facing,
    /// How it lies on the ground.
    pub transform: Transform,
    /// Its entity.
    pub(super) stand: Entity,
    /// The block that stands for it from afar.
    pub(super) block: BlockKey,
}

/// The stands of a unit or leader that are seen right now, in order.
#[derive(Component, Default, Debug)]
pub struct Spots(pub Vec<Spot>);

/// Both armies as they stand on the table.
#[derive(SystemParam)]
pub struct Ranks<'w, 's> {
    stage: Res<'w, Stage>,
    spots: Query<'w, 's, &'static Spots>,
    moved: Query<'w, 's, (), Changed<Spots>>,
}

impl Ranks<'_, '_> {
    /// Every stand on the table.
    pub fn stands(&self) -> impl Iterator<Item = &Spot> {
        self.spots.iter().flat_map(|spots| &spots.0)
    }

    /// The stands of a unit.
    pub fn unit(&self, id: UnitId) -> &[Spot] {
        self.of(self.stage.unit(id))
    }

    /// The stand of a leader.
    pub fn leader(&self, id: LeaderId) -> Option<&Spot> {
        self.of(self.stage.leader(id)).first()
    }

    /// Whether somebody has moved since it was last asked.
    pub fn have_moved(&self) -> bool {
        !self.moved.is_empty()
    }

    fn of(&self, entity: Option<Entity>) -> &[Spot] {
        let spots = entity.and_then(|entity| self.spots.get(entity).ok());
        spots.map_or(&[], |spots| &spots.0)
    }

    /// The middle of a unit in space.
    pub fn middle(&self, id: UnitId) -> Option<Vec3> {
        middle(self.unit(id))
    }

    /// The unit or leader that a ray hits first. What is small because it is far is hit from a
    /// little beside it too, unless somebody else is hit squarely.
    pub fn hit(&self, ray: Ray3d) -> Option<Hit> {
        let first = |ease: f32| {
            let units = (0..).map(|number| Hit::Unit(UnitId(number)));
            let leaders = (0..).map(|number| Hit::Leader(LeaderId(number)));
            units
                .zip(self.stage.units())
                .chain(leaders.zip(self.stage.leaders()))
                .flat_map(|(hit, &entity)| {
                    self.of(Some(entity)).iter().map(move |spot| (hit, spot))
                })
                .filter_map(|(hit, spot)| Some((meets(ray, spot, ease)?, hit)))
                .min_by(|(one, _), (other, _)| one.total_cmp(other))
                .map(|(_, hit)| hit)
        };
        first(0.0).or_else(|| first(EASE))
    }
}

/// How much easier it is to hit what is far, in inches for each inch it is away.
const EASE: f32 = 0.004;

/// The middle of some stands in space.
pub fn middle(spots: &[Spot]) -> Option<Vec3> {
    let sum: Vec3 = spots.iter().map(|spot| spot.middle).sum();
    (!spots.is_empty()).then(|| sum / spots.len() as f32)
}

/// What a ray hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A unit.
    Unit(UnitId),
    /// A leader.
    Leader(LeaderId),
}

/// How far along a ray it meets the box around a stand and its figures, or its block.
fn meets(ray: Ray3d, spot: &Spot, ease: f32) -> Option<f32> {
    // Most are far off, which is seen without turning anything.
    let to = spot.middle - ray.origin;
    let aside = to - *ray.direction * to.dot(*ray.direction);
    if aside.length() > spot.reach + 1.0 + 2.0 * ease * to.length() {
        return None;
    }
    let inverse = spot.transform.compute_affine().inverse();
    let from = inverse.transform_point3(ray.origin);
    let way = inverse.transform_vector3(*ray.direction);
    let tall = spot.reach.clamp(0.5, 0.75);
    let wider = 0.05 + ease * ray.origin.distance(spot.middle);
    let low = Vec3::new(-spot.half.x, 0.0, -spot.half.y) - wider;
    let high = Vec3::new(spot.half.x, tall, spot.half.y) + wider;
    let (mut enter, mut leave) = (0.0f32, f32::INFINITY);
    for axis in 0..3 {
        let one = (low[axis] - from[axis]) / way[axis];
        let two = (high[axis] - from[axis]) / way[axis];
        enter = enter.max(one.min(two));
        leave = leave.min(one.max(two));
    }
    (enter <= leave).then_some(enter)
}
