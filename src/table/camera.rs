//! The camera: orbit, pan, zoom, straight down, after the action, or out of a stand's own eyes.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::camera::Projection;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::ecs::system::SystemParam;
use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::playback::Playback;
use super::pointing::{ground_under, on_ground};
use super::ranks::Ranks;
use super::troops::March;
use super::{Busy, Quality, Screen, board, place};
use crate::army::{Fact, UnitId};
use crate::field::Field;

/// Half of the field of view, up and down.
pub const LENS: f32 = 0.36;

/// What of the screen the bars and tabs leave for the table, when no panel is open.
const USUAL_ROOM: Vec2 = Vec2::new(0.94, 0.84);

/// Where the camera is and where it goes.
#[derive(Resource, Clone, Debug)]
pub struct Rig {
    now: Pose,
    goal: Pose,
    eyes: Option<UnitId>,
    heading: f32,
    /// It goes where something happens.
    pub follow: bool,
    bounds: Vec2,
    /// Parts of the screen that panels cover at the sides and below.
    pub covered: Vec2,
    /// What of that is at the left.
    pub left: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Pose {
    focus: Vec3,
    yaw: f32,
    pitch: f32,
    distance: f32,
}

impl Pose {
    fn transform(self) -> Transform {
        let turn = Quat::from_rotation_y(self.yaw) * Quat::from_rotation_x(-self.pitch);
        let eye = self.focus + turn * Vec3::Z * self.distance;
        Transform::from_translation(eye).with_rotation(turn)
    }

    fn towards(self, goal: Self, part: f32) -> Self {
        let turn = (goal.yaw - self.yaw + TAU * 1.5).rem_euclid(TAU) - TAU / 2.0;
        Self {
            focus: self.focus.lerp(goal.focus, part),
            yaw: self.yaw + turn * part,
            pitch: self.pitch + (goal.pitch - self.pitch) * part,
            distance: self.distance + (goal.distance - self.distance) * part,
        }
    }
}

impl Default for Rig {
    fn default() -> Self {
        let pose = overview(Vec2::splat(36.0));
        Self {
            now: pose,
            goal: pose,
            eyes: None,
            heading: pose.yaw,
            follow: false,
            bounds: Vec2::splat(36.0),
            covered: Vec2::ZERO,
            left: 0.0,
        }
    }
}

impl Rig {
    /// Over the whole table, from its southern edge.
    pub fn over(field: &Field) -> Self {
        let pose = overview(field.size);
        Self {
            now: pose,
            goal: pose,
            eyes: None,
            heading: pose.yaw,
            follow: false,
            bounds: field.size,
            covered: Vec2::ZERO,
            left: 0.0,
        }
    }

    /// Where it goes: what it looks at, and how far it is turned, tilted and away.
    pub fn stance(&self) -> (Vec3, [f32; 3]) {
        let goal = self.goal;
        (goal.focus, [goal.yaw, goal.pitch, goal.distance])
    }

    /// How far it is turned about the table.
    pub fn yaw(&self) -> f32 {
        self.heading
    }

    /// How far it is from what it looks at.
    pub fn distance(&self) -> f32 {
        self.now.distance
    }

    /// Its place right now.
    pub fn transform(&self) -> Transform {
        self.now.transform()
    }

    /// The same, moved aside so that the middle of what panels leave free is looked at.
    fn aside(&self, aspect: f32) -> Transform {
        let mut pose = self.now;
        pose.distance *= self.step_back();
        let mut transform = pose.transform();
        let high = pose.distance * LENS.tan();
        // Its middle goes to that of what is left: to the left of a panel at the right.
        let aside = self.covered.x - 2.0 * self.left;
        let shift = Vec3::new(aside * high * aspect, -self.covered.y * high, 0.0);
        transform.translation += transform.rotation * shift;
        transform
    }

    /// How much farther away it is, so that the whole table is seen beside wide panels too. Near the
    /// table it stays where it is.
    fn step_back(&self) -> f32 {
        let room = (Vec2::ONE - self.covered).max(Vec2::splat(0.3));
        let need = (USUAL_ROOM / room).max_element().max(1.0);
        let far = self.now.distance / overview(self.bounds).distance;
        let part = ((far - 0.5) / 0.4).clamp(0.0, 1.0);
        1.0 + (need - 1.0) * part
    }

    /// The whole table.
    pub fn overview(&mut self) {
        self.eyes = None;
        self.goal = Pose {
            yaw: self.goal.yaw,
            ..overview(self.bounds)
        };
    }

    /// Straight down, north up.
    pub fn top(&mut self) {
        self.eyes = None;
        self.goal = Pose {
            focus: place(self.bounds / 2.0, 0.0),
            yaw: 0.0,
            pitch: FRAC_PI_2 - 1e-3,
            distance: (self.bounds.y * 0.56).max(self.bounds.x * 0.36) / LENS.tan(),
        };
    }

    /// Close to a place.
    pub fn look_at(&mut self, at: Vec3, distance: f32) {
        self.eyes = None;
        self.goal.focus = at;
        self.goal.distance = self.goal.distance.min(distance);
        self.goal.pitch = self.goal.pitch.clamp(0.3, 0.9);
    }

    /// To a place, so far away from it.
    pub fn go_to(&mut self, at: Vec3, distance: f32) {
        self.goal.distance = distance;
        self.look_at(at, distance);
    }

    /// Out of a unit's own eyes.
    pub fn eyes_of(&mut self, unit: UnitId) {
        self.eyes = Some(unit);
        self.follow = false;
    }

    /// It looks out of somebody's eyes.
    pub fn in_eyes(&self) -> Option<UnitId> {
        self.eyes
    }

    /// Whether it is on its way.
    pub fn is_gliding(&self) -> bool {
        self.now != self.goal
    }

    /// There at once, without the ride.
    pub fn arrive(&mut self) {
        self.now = self.goal;
    }

    /// Turned by so much.
    pub fn orbit(&mut self, by: Vec2) {
        self.eyes = None;
        self.goal.yaw -= by.x;
        self.goal.pitch = (self.goal.pitch + by.y).clamp(0.12, FRAC_PI_2 - 1e-3);
    }

    /// Moved over the table, in parts of what it sees.
    pub fn pan(&mut self, by: Vec2) {
        self.eyes = None;
        self.follow = false;
        let turn = Quat::from_rotation_y(self.goal.yaw);
        let way = turn * Vec3::new(by.x, 0.0, by.y) * self.goal.distance;
        let (low, high) = (
            Vec3::new(-2.0, 0.0, -self.bounds.y - 2.0),
            Vec3::new(self.bounds.x + 2.0, 3.0, 2.0),
        );
        self.goal.focus = (self.goal.focus + way).clamp(low, high);
    }

    /// Nearer to a place of the ground, or farther; what lies under the pointer stays there.
    pub fn zoom_at(&mut self, by: f32, at: Option<Vec3>) {
        let before = self.goal.distance;
        self.zoom(by);
        if let Some(at) = at.filter(|_| by < 1.0) {
            let nearer = 1.0 - self.goal.distance / before;
            self.goal.focus = self.goal.focus.lerp(at, nearer);
            self.follow = false;
        }
    }

    /// Nearer or farther.
    pub fn zoom(&mut self, by: f32) {
        self.eyes = None;
        let most = self.bounds.max_element() * 2.2;
        self.goal.distance = (self.goal.distance * by).clamp(2.5, most);
    }
}

fn overview(size: Vec2) -> Pose {
    // The nearer edge looks larger: the middle of the picture lies south of the middle of the table.
    Pose {
        focus: place(Vec2::new(size.x * 0.5, size.y * 0.385), 0.4),
        yaw: 0.0,
        pitch: 0.95,
        distance: (size.y * 1.25).max(size.x * 1.1) + 1.0,
    }
}

/// How edges are smoothed.
pub fn msaa(quality: Quality) -> Msaa {
    if quality == Quality::High {
        Msaa::Sample4
    } else {
        Msaa::Off
    }
}

/// Puts the camera up.
pub fn spawn(
    commands: &mut Commands,
    rig: &Rig,
    quality: Quality,
    target: Option<bevy::camera::RenderTarget>,
) {
    let mut camera = commands.spawn((
        Camera3d::default(),
        Camera {
            clear_color: ClearColorConfig::Custom(board::ROOM),
            ..default()
        },
        Projection::Perspective(PerspectiveProjection {
            fov: LENS * 2.0,
            near: 0.1,
            far: 600.0,
            ..default()
        }),
        Tonemapping::None,
        msaa(quality),
        rig.transform(),
    ));
    if let Some(target) = target {
        camera.insert(target);
    }
}

/// What the pointer points at.
#[derive(SystemParam)]
struct Pointer<'w, 's> {
    window: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    camera: Query<'w, 's, (&'static Camera, &'static GlobalTransform), With<Camera3d>>,
    playback: Option<Res<'w, Playback>>,
}

impl Pointer<'_, '_> {
    /// The ground under it.
    fn ground(&self) -> Option<Vec3> {
        let field = &self.playback.as_ref()?.scenario().field;
        let cursor = self.window.iter().next()?.cursor_position()?;
        let (camera, eye) = self.camera.iter().next()?;
        let ray = camera.viewport_to_world(eye, cursor).ok()?;
        Some(on_ground(field, ground_under(field, ray)?))
    }
}

/// Mouse and keys.
#[allow(clippy::too_many_arguments)]
fn steer(
    time: Res<Time<Real>>,
    busy: Res<Busy>,
    keys: Res<ButtonInput<KeyCode>>,
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    scroll: Res<AccumulatedMouseScroll>,
    pointer: Pointer,
    mut rig: ResMut<Rig>,
) {
    if !busy.pointer {
        let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let turning = buttons.pressed(MouseButton::Right) && !shift;
        let panning =
            buttons.pressed(MouseButton::Middle) || (buttons.pressed(MouseButton::Right) && shift);
        if turning && motion.delta != Vec2::ZERO {
            rig.orbit(motion.delta * 0.006);
        }
        if panning && motion.delta != Vec2::ZERO {
            rig.pan(-motion.delta * 0.001);
        }
        if scroll.delta.y != 0.0 {
            let lines = match scroll.unit {
                MouseScrollUnit::Line => scroll.delta.y,
                MouseScrollUnit::Pixel => scroll.delta.y / 40.0,
            };
            rig.zoom_at(0.88f32.powf(lines), pointer.ground());
        }
    }
    if busy.keyboard {
        return;
    }
    let step = time.delta_secs().min(0.1);
    let held = |one: KeyCode, other: KeyCode| f32::from(keys.any_pressed([one, other]));
    let way = Vec2::new(
        held(KeyCode::KeyD, KeyCode::ArrowRight) - held(KeyCode::KeyA, KeyCode::ArrowLeft),
        held(KeyCode::KeyS, KeyCode::ArrowDown) - held(KeyCode::KeyW, KeyCode::ArrowUp),
    );
    if way != Vec2::ZERO {
        rig.pan(way * step * 0.7);
    }
    let turn = f32::from(keys.pressed(KeyCode::KeyQ)) - f32::from(keys.pressed(KeyCode::KeyE));
    if turn != 0.0 {
        rig.orbit(Vec2::new(turn * step * 1.6, 0.0));
    }
    let near = f32::from(keys.pressed(KeyCode::Minus)) - f32::from(keys.pressed(KeyCode::Equal));
    if near != 0.0 {
        rig.zoom((1.0 + step * 1.8).powf(near));
    }
    if keys.just_pressed(KeyCode::Home) {
        rig.overview();
    }
    if keys.just_pressed(KeyCode::KeyT) {
        rig.top();
    }
    if keys.just_pressed(KeyCode::KeyF) {
        rig.follow = !rig.follow;
    }
}

/// Who is in the middle of what happens.
pub fn actor(fact: &Fact) -> Option<UnitId> {
    match fact.plain() {
        Fact::Presence { unit, .. }
        | Fact::Posted { unit, .. }
        | Fact::Arrived { unit, .. }
        | Fact::Delayed { unit }
        | Fact::Attached { unit, .. }
        | Fact::Activated { unit, .. }
        | Fact::Reacted { unit }
        | Fact::Moved { unit, .. }
        | Fact::Formed { unit, .. }
        | Fact::Faced { unit, .. }
        | Fact::Lost { unit, .. }
        | Fact::Checked { unit, .. }
        | Fact::Recovered { unit }
        | Fact::FellBack { unit, .. }
        | Fact::Ran { unit, .. }
        | Fact::Disordered { unit, .. }
        | Fact::Reformed { unit }
        | Fact::Disengaged { unit, .. }
        | Fact::Countercharge { unit, .. }
        | Fact::Joined { unit, .. }
        | Fact::Followed { unit, .. }
        | Fact::Settled { unit, .. }
        | Fact::Beaten { unit, .. }
        | Fact::StoppedAtEdge { unit, .. }
        | Fact::LeaderTaken { unit, .. }
        | Fact::Merged { into: unit, .. }
        | Fact::AttachedTo { host: unit, .. }
        | Fact::HorseTaken { unit, .. }
        | Fact::Charge { lead: unit, .. }
        | Fact::ChargedOn { unit, .. }
        | Fact::FellShort { unit, .. }
        | Fact::Caught { unit, .. }
        | Fact::StoppedShort { unit, .. }
        | Fact::Repulsed { unit, .. }
        | Fact::Tested { unit, .. }
        | Fact::WorkBegun { unit, .. }
        | Fact::Working { unit, .. }
        | Fact::Worked { unit, .. }
        | Fact::WorkDropped { unit, .. }
        | Fact::GroundChanged { unit, .. }
        | Fact::WorksStruck { unit, .. }
        | Fact::Unloaded { unit, .. }
        | Fact::Bridged { unit, .. }
        | Fact::BridgeStruck { unit, .. }
        | Fact::Removed { unit, .. } => Some(*unit),
        Fact::Fired { target, .. } => Some(*target),
        Fact::Impact { defender, .. } => Some(*defender),
        Fact::Melee { defenders, .. } => defenders.first().copied(),
        Fact::Grouped { units, .. } => units.first().copied(),
        Fact::Shown { units, .. } => units.first().map(|one| one.unit),
        Fact::Laid { .. }
        | Fact::PicketMoved { .. }
        | Fact::KnownReal { .. }
        | Fact::DummyGone { .. }
        | Fact::LeaderShown { .. }
        | Fact::Turn { .. }
        | Fact::PlayerTurn { .. }
        | Fact::Rode { .. }
        | Fact::LeaderPosted { .. }
        | Fact::InPlace { .. }
        | Fact::DrawOffered { .. }
        | Fact::DrawDeclined { .. }
        | Fact::LeaderLeft { .. }
        | Fact::Withdrawing { .. }
        | Fact::Occupied { .. }
        | Fact::Scored { .. }
        | Fact::Weather { .. }
        | Fact::Due { .. }
        | Fact::Drew { .. }
        | Fact::Called { .. }
        | Fact::LeaderRolled { .. }
        | Fact::Halted { .. }
        | Fact::Over { .. } => None,
        // It draws nobody's eye.
        fact => {
            debug_assert!(fact.is_bookkeeping(), "{fact:?}");
            None
        }
    }
}

/// Goes where something happens.
fn chase(playback: Res<Playback>, ranks: Ranks, mut rig: ResMut<Rig>) {
    if !rig.follow || !playback.playing {
        return;
    }
    let middle = playback
        .fact()
        .and_then(actor)
        .and_then(|unit| ranks.middle(unit));
    if let Some(middle) = middle
        && rig.goal.focus.distance(middle) > 0.12 * rig.goal.distance
    {
        rig.look_at(middle, 24.0);
    }
}

/// Glides to where it should be.
fn glide(
    time: Res<Time<Real>>,
    ranks: Ranks,
    playback: Option<Res<Playback>>,
    mut rig: ResMut<Rig>,
    camera: Single<(&mut Transform, &mut Camera, &Projection), With<Camera3d>>,
) {
    let (mut camera, mut view, lens) = camera.into_inner();
    let aspect = match lens {
        Projection::Perspective(lens) => lens.aspect_ratio,
        _ => 1.0,
    };
    let seen = rig.eyes.and_then(|unit| {
        let spot = ranks.unit(unit).first().copied()?;
        let scale = playback.as_ref()?.scenario().field.proportion();
        Some((spot, scale))
    });
    if let Some((spot, scale)) = seen {
        let ahead = spot.facing.ahead();
        let eye = spot.transform.translation
            + Vec3::Y * 0.62 * scale
            + place(ahead, 0.0) * (spot.half.y + 0.05);
        let look = Transform::from_translation(eye)
            .looking_to(place(ahead, 0.0) - Vec3::Y * 0.06, Vec3::Y);
        camera.set_if_neq(look);
        let heading = -spot.facing.to_degrees().to_radians();
        if rig.heading != heading {
            rig.heading = heading;
            view.clear_color = ClearColorConfig::Custom(board::SKY);
        }
        return;
    }
    if rig.now != rig.goal {
        let part = 1.0 - (-time.delta_secs().min(0.25) * 7.0).exp();
        let goal = rig.goal;
        let next = rig.now.towards(goal, part);
        let near = next.focus.distance(goal.focus) < 0.01
            && (next.distance - goal.distance).abs() < 0.01
            && (next.pitch - goal.pitch).abs() < 1e-3
            && (next.yaw - goal.yaw).abs() < 1e-3;
        rig.now = if near { goal } else { next };
    }
    if rig.heading != rig.now.yaw {
        rig.heading = rig.now.yaw;
        view.clear_color = ClearColorConfig::Custom(board::ROOM);
    }
    camera.set_if_neq(rig.aside(aspect));
}

/// The camera.
pub fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            steer.run_if(not(in_state(Screen::Curtain))),
            chase.run_if(super::laid),
            glide,
        )
            .chain()
            .run_if(resource_exists::<Rig>)
            .before(March),
    );
}
