//! Blocks as on the maps of the time, which stand over the stands when one looks from afar: figures
//! sink into them as one goes away and rise out of them as one comes near.

use bevy::math::{Vec2, Vec3};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::Rig;
use super::palette::Palette;
use super::playback::Playback;
use super::ranks::{Spot, Spots};
use super::shape::{Ink, Shape, ink, shade};
use super::stage::Stands;
use super::stands::{Crew, StandKey};
use super::tokens::Turns;
use super::troops::TroopCoat;
use crate::rules::{Morale, Side};

/// So near, in inches at 15 mm, one sees nothing but figures.
const NEAR: f32 = 25.0;
/// So far one sees nothing but blocks.
const FAR: f32 = 34.0;
/// In between, a unit changes in so many steps.
const STEPS: f32 = 20.0;
/// How high a block is at 15 mm.
const TALL: f32 = 0.26;
/// How deep figures sink into the table until nothing is seen of them.
const SINK: f32 = 0.75;

/// How much of a block one sees of somebody from somewhere: 0 is none of it.
pub fn share(eye: Vec3, at: Vec3, scale: f32) -> f32 {
    let part = ((eye.distance(at) / scale - NEAR) / (FAR - NEAR)).clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

/// Everything that makes two blocks look the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockKey {
    /// Whose it is.
    pub side: Side,
    /// What it stands for.
    pub arm: Arm,
    /// Width and depth in hundredths of an inch.
    pub size: (u32, u32),
    /// What its edge tells.
    pub morale: Morale,
    /// It carries the mark of the unit's front.
    pub marked: bool,
}

/// What a block stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arm {
    /// Men on foot; skirmishers stand apart.
    Foot {
        /// They skirmish.
        loose: bool,
    },
    /// Men in the saddle.
    Horse,
    /// So many guns ready to fire.
    Guns(u32),
    /// A gun hooked up.
    Limbered,
    /// A leader; the number of figures tells his rank.
    Staff(u32),
    /// A dummy.
    Nobody,
}

impl BlockKey {
    /// The block of a stand.
    pub fn of(stand: StandKey, morale: Morale, marked: bool) -> Self {
        let arm = match stand.crew {
            Crew::Foot { loose, .. } => Arm::Foot { loose },
            Crew::Horse { .. } => Arm::Horse,
            Crew::Guns { .. } => Arm::Guns(stand.figures.clamp(1, 8)),
            Crew::Limbered { .. } => Arm::Limbered,
            Crew::Staff => Arm::Staff(stand.figures),
            Crew::Nobody => Arm::Nobody,
        };
        Self {
            side: stand.side,
            arm,
            size: stand.size,
            morale,
            marked,
        }
    }
}

/// The blocks made so far.
#[derive(Resource, Default)]
pub struct BlockModels(HashMap<BlockKey, Handle<Mesh>>);

impl BlockModels {
    fn get(&mut self, key: BlockKey, scale: f32, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        let made = self.0.entry(key);
        made.or_insert_with(|| meshes.add(model(key, scale).mesh()))
            .clone()
    }
}

const CREAM: u32 = 0xf7f0de;

/// The top of a block as a sheet that is drawn on: x to the right, y ahead, both from -1 to 1.
struct Sheet<'a> {
    shape: &'a mut Shape,
    half: Vec2,
    /// Each colour lies over those before it.
    level: f32,
    step: f32,
}

impl Sheet<'_> {
    fn at(&self, point: Vec2) -> Vec3 {
        Vec3::new(point.x, self.level, -point.y)
    }

    /// A flat shape in inches, counter-clockwise from above.
    fn fill(&mut self, points: &[Vec2], ink: Ink) {
        let corners: Vec<_> = points.iter().map(|&point| self.at(point)).collect();
        self.shape.polygon(&corners, ink);
    }

    /// A box between two corners.
    fn bar(&mut self, low: Vec2, high: Vec2, ink: Ink) {
        let corners = [
            low,
            Vec2::new(high.x, low.y),
            high,
            Vec2::new(low.x, high.y),
        ];
        self.fill(&corners, ink);
    }

    /// A stroke from one point to another.
    fn stroke(&mut self, from: Vec2, to: Vec2, wide: f32, ink: Ink) {
        let aside = (to - from).normalize_or(Vec2::Y).perp() * wide / 2.0;
        self.fill(&[from + aside, from - aside, to - aside, to + aside], ink);
    }

    /// What comes now lies over what was drawn.
    fn over(&mut self) {
        self.level += self.step;
    }
}

/// A block of its full height.
fn model(key: BlockKey, scale: f32) -> Shape {
    let size = Vec2::new(key.size.0 as f32, key.size.1 as f32) / 100.0;
    if let Arm::Staff(figures) = key.arm {
        return leader(key.side, figures, size.min_element() / 2.0, scale);
    }
    let palette = Palette::worn();
    let cloth = ink(palette.side(key.side));
    let front = ink(palette.front(key.side));
    let mut shape = Shape::new();
    let low = if key.arm == Arm::Nobody { 0.4 } else { 1.0 };
    let tall = TALL * scale * low;
    let slab = Vec3::new(size.x * 0.985, tall, size.y * 0.985);
    shape.block(Vec3::Y * tall / 2.0, slab, shade(cloth, 0.82));
    let half = Vec2::new(slab.x, slab.z) / 2.0;
    let mut top = Sheet {
        shape: &mut shape,
        half,
        level: tall,
        step: 0.008 * scale,
    };
    top.over();
    face(&mut top, key, scale, (cloth, front));
    shape
}

/// What is painted on the top of a block.
fn face(top: &mut Sheet, key: BlockKey, scale: f32, (cloth, front): (Ink, Ink)) {
    let palette = Palette::worn();
    let half = top.half;
    let cream = ink(CREAM);
    // A light line around it lifts it off woods and ploughed fields.
    top.bar(-half, half, cream);
    top.over();
    let line = Vec2::splat(0.045 * scale).min(half * 0.22);
    let inner = half - line;
    // Guns are drawn on pale ground; a dummy is a frame round nothing.
    let framed = matches!(key.arm, Arm::Guns(_) | Arm::Limbered | Arm::Nobody);
    top.bar(-inner, inner, cloth);
    top.over();
    if framed {
        let frame = Vec2::splat(0.1 * scale).min(inner * 0.4);
        let pale = ink(palette.pale(key.side));
        top.bar(-inner + frame, inner - frame * Vec2::new(1.0, 0.5), pale);
    } else {
        let edge = Vec2::new(-inner.x, inner.y - half.y * 0.42);
        top.bar(edge, inner, front);
    }
    top.over();
    match key.arm {
        Arm::Foot { loose: true } => {
            for step in -1..=1 {
                let middle = Vec2::new(step as f32 * inner.x * 0.6, -inner.y * 0.2);
                let dot = Vec2::splat(inner.min_element() * 0.24);
                top.bar(middle - dot, middle + dot, cream);
            }
        }
        Arm::Foot { loose: false } | Arm::Staff(_) | Arm::Nobody => {}
        Arm::Horse => {
            let wide = 0.09 * scale;
            let corner = inner - wide * 0.4;
            top.stroke(-corner, corner, wide, cream);
        }
        Arm::Guns(count) => {
            for place in 0..count {
                let shift = ((place as f32 + 0.5) / count as f32 - 0.5) * 1.7;
                let at = Vec2::new(inner.x * shift, -0.02 * scale);
                gun(top, at, inner.y.min(inner.x * 2.2 / count as f32), front);
            }
        }
        Arm::Limbered => gun(top, Vec2::ZERO, inner.y.min(inner.x * 1.6), front),
    }
    top.over();
    morale(top, key, inner, scale);
    if key.marked {
        // The front of the unit.
        let (wide, long) = (0.2 * scale, 0.24 * scale);
        let root = inner.y - 0.02 * scale;
        top.over();
        let arrow = |grow: f32| {
            [
                Vec2::new(-wide - grow, root - grow * 0.6),
                Vec2::new(wide + grow, root - grow * 0.6),
                Vec2::new(0.0, root + long + grow * 1.4),
            ]
        };
        top.fill(&arrow(0.045 * scale), cream);
        top.over();
        top.fill(&arrow(0.0), front);
    }
}

/// The state of a unit along the edges of its blocks: the more of them, the worse.
fn morale(top: &mut Sheet, key: BlockKey, inner: Vec2, scale: f32) {
    let Some(look) = Palette::worn().marker(key.morale) else {
        return;
    };
    let band = ink(look.band);
    let wide = (0.1 * scale).min(inner.y * 0.4);
    top.bar(-inner, Vec2::new(inner.x, wide - inner.y), band);
    if key.morale >= Morale::Shaken {
        let rise = Vec2::new(wide - inner.x, inner.y);
        top.bar(-inner, rise, band);
        top.bar(-rise, inner, band);
    }
    if key.morale == Morale::Routed {
        let corner = inner - wide * 0.5;
        let other = Vec2::new(-corner.x, corner.y);
        top.stroke(-corner, corner, wide * 0.7, band);
        top.stroke(-other, other, wide * 0.7, band);
    }
}

/// A gun as maps have it: barrel, trail and wheels.
fn gun(top: &mut Sheet, at: Vec2, half: f32, pen: Ink) {
    let unit = half / 3.4;
    let point = |x: f32, y: f32| at + Vec2::new(x, y) * unit;
    top.stroke(point(0.0, -1.0), point(0.0, 3.0), unit * 0.9, pen);
    top.stroke(point(0.0, -3.0), point(0.0, -0.8), unit * 0.5, pen);
    top.stroke(point(-1.3, 0.0), point(1.3, 0.0), unit * 0.45, pen);
    for wheel in [-1.35, 1.35] {
        top.stroke(point(wheel, -1.3), point(wheel, 1.3), unit * 0.65, pen);
    }
}

/// A leader: a disc with the flag of his rank, which turns to whoever looks.
fn leader(side: Side, figures: u32, half: f32, scale: f32) -> Shape {
    let palette = Palette::worn();
    let (cloth, front) = (ink(palette.side(side)), ink(palette.front(side)));
    let mut shape = Shape::new();
    let tall = TALL * scale * 0.8;
    let disc = |shape: &mut Shape, radius: f32, top: f32, ink: Ink| {
        shape.round(Vec3::ZERO, Vec3::Y * top, (radius, radius), 20, ink);
    };
    disc(&mut shape, half * 1.1, tall * 0.9, front);
    disc(&mut shape, half * 0.95, tall, ink(CREAM));
    disc(&mut shape, half * 0.62, tall + 0.012 * scale, cloth);
    let high = 1.25 * scale;
    let pole = 0.028 * scale;
    shape.round(Vec3::ZERO, Vec3::Y * high, (pole, pole), 6, front);
    let (wide, deep) = (0.62 * scale, 0.42 * scale);
    let top = high;
    let corner = |x: f32, y: f32| Vec3::new(x * wide, top - y * deep, 0.0);
    let flag: Vec<Vec<Vec3>> = match figures {
        // A pennant, a square, a swallowtail.
        0 | 1 => vec![vec![corner(0.0, 0.0), corner(0.0, 1.0), corner(1.0, 0.5)]],
        2 => vec![vec![
            corner(0.0, 0.0),
            corner(0.0, 1.0),
            corner(1.0, 1.0),
            corner(1.0, 0.0),
        ]],
        _ => vec![
            vec![corner(0.0, 0.0), corner(0.7, 0.5), corner(1.05, 0.0)],
            vec![corner(0.0, 1.0), corner(1.05, 1.0), corner(0.7, 0.5)],
            vec![corner(0.0, 0.0), corner(0.0, 1.0), corner(0.7, 0.5)],
        ],
    };
    for corners in flag {
        let mut back = corners.clone();
        back.reverse();
        shape.polygon(&corners, cloth);
        shape.polygon(&back, shade(cloth, 0.85));
    }
    shape
}

/// A block belongs to this stand. As with stands, no hierarchy of places.
#[derive(Component)]
#[relationship(relationship_target = Block)]
pub struct BlockOf(Entity);

/// The block over a stand.
#[derive(Component)]
#[relationship_target(relationship = BlockOf, linked_spawn)]
pub struct Block(Entity);

/// What a block looks like.
#[derive(Component)]
pub struct Painted(BlockKey);

/// How far somebody has become a block, in steps.
#[derive(Component, Default, Clone, Copy, PartialEq, Eq)]
pub struct Distant(u8);

impl Distant {
    /// How high what lies beside a unit is lifted at 15 mm, so that no neighbour's block hides it.
    pub fn lift(self) -> f32 {
        f32::from(self.0) / STEPS * (TALL + 0.09)
    }
}

type Figured<'a> = (&'a mut Transform, &'a mut Visibility, Option<&'a Block>);

type Blocks<'a> = (
    &'a mut Transform,
    &'a mut Visibility,
    &'a mut Mesh3d,
    &'a mut Painted,
);

/// Shows everybody as figures, as blocks or as something in between; only those are touched who have
/// moved or whom the camera has come nearer to.
#[allow(clippy::too_many_arguments)]
pub fn loom(
    mut commands: Commands,
    playback: Res<Playback>,
    rig: Res<Rig>,
    coat: Res<TroopCoat>,
    mut models: ResMut<BlockModels>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut all: Query<(Entity, Ref<Spots>, Option<&Stands>, &mut Distant)>,
    mut figures: Query<Figured, Without<BlockOf>>,
    mut blocks: Query<Blocks, With<BlockOf>>,
) {
    let scale = playback.scenario().field.proportion();
    // Whoever looks out of a stand's eyes sees men, however far.
    let eye = rig.in_eyes().is_none().then(|| rig.transform().translation);
    for (entity, spots, stands, mut distant) in &mut all {
        let here = spots.0.get(spots.0.len() / 2);
        let part = here
            .zip(eye)
            .map_or(0.0, |(spot, eye)| share(eye, spot.middle, scale));
        let step = Distant((part * STEPS).round() as u8);
        if step == *distant && !spots.is_changed() {
            continue;
        }
        distant.set_if_neq(step);
        let part = f32::from(step.0) / STEPS;
        // A leader is his own stand.
        let children = stands.map_or(std::slice::from_ref(&entity), |stands| stands.all());
        for &child in children {
            let Ok((mut place, mut seen, block)) = figures.get_mut(child) else {
                continue;
            };
            let spot = spots.0.iter().find(|spot| spot.stand == child);
            if let Some(spot) = spot {
                let down = spot.transform.rotation * Vec3::Y * part * SINK * scale;
                place.set_if_neq(
                    spot.transform
                        .with_translation(spot.transform.translation - down),
                );
                seen.set_if_neq(shown(part < 1.0));
            }
            let want = spot.filter(|_| part > 0.0);
            match (block.and_then(|block| blocks.get_mut(block.0).ok()), want) {
                (Some((mut place, mut seen, mut mesh, mut painted)), Some(spot)) => {
                    if painted.0 != spot.block {
                        mesh.0 = models.get(spot.block, scale, &mut meshes);
                        painted.0 = spot.block;
                    }
                    place.set_if_neq(raised(spot, part, rig.yaw()));
                    seen.set_if_neq(Visibility::Inherited);
                }
                (Some((_, mut seen, ..)), None) => {
                    seen.set_if_neq(Visibility::Hidden);
                }
                (None, Some(spot)) => {
                    let mesh = Mesh3d(models.get(spot.block, scale, &mut meshes));
                    let mut block = commands.spawn((
                        BlockOf(child),
                        Painted(spot.block),
                        mesh,
                        raised(spot, part, rig.yaw()),
                    ));
                    coat.0.on(&mut block);
                    if matches!(spot.block.arm, Arm::Staff(_)) {
                        block.insert(Turns);
                    }
                }
                (None, None) => {}
            }
        }
    }
}

fn shown(seen: bool) -> Visibility {
    if seen {
        Visibility::Inherited
    } else {
        Visibility::Hidden
    }
}

/// Where a block stands that has come up so far.
fn raised(spot: &Spot, part: f32, yaw: f32) -> Transform {
    let up = Vec3::new(1.0, part.max(0.02), 1.0);
    if matches!(spot.block.arm, Arm::Staff(_)) {
        let turn = Quat::from_rotation_y(yaw);
        return Transform::from_translation(spot.transform.translation)
            .with_rotation(turn)
            .with_scale(up);
    }
    spot.transform.with_scale(up)
}
