//! The pointer on the table: clicks, double clicks, ghosts that are dragged, rectangles.

use bevy::diagnostic::FrameCount;
use bevy::ecs::system::SystemParam;
use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowEvent};
use bevy_egui::EguiContexts;
use bevy_egui::input::EguiWantsInput;

use super::grip::{On, ghost_under};
use super::group::{chain_of, why_alone};
use super::{Draft, Hand, TurnDraft, own_side, turners};
use crate::army::UnitId;
use crate::battle::{Decision, Situation};
use crate::field::Facing;
use crate::overlay::{Desk, Panel, Standing, is_covered};
use crate::rules::Side;
use crate::table::pointing::ground_under;
use crate::table::ranks::{Hit, Ranks};
use crate::table::{Busy, Playback, Sitting};

/// Pixels that a press may stray and still be a click.
const STRAY: f32 = 6.0;

/// Seconds within which two clicks are a double click; a slow machine gives a frame more.
const DOUBLE: f32 = 0.45;

/// A rectangle drawn over the table, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Where it was begun.
    pub from: Vec2,
    /// Where the pointer is.
    pub to: Vec2,
}

impl Band {
    fn contains(&self, at: Vec2) -> bool {
        let (low, high) = (self.from.min(self.to), self.from.max(self.to));
        at.cmpge(low).all() && at.cmple(high).all()
    }
}

/// A press that may become a click or a drag.
#[derive(Default)]
pub(super) struct Press {
    at: Option<(Vec2, On)>,
    dragging: bool,
    last: Option<(Hit, f32)>,
    /// Where the pointer was last.
    seen: Option<Vec2>,
    /// The frame in which it was last looked at.
    frame: u32,
}

/// What the pointer works on.
#[derive(SystemParam)]
pub(super) struct Reach<'w, 's> {
    busy: Res<'w, Busy>,
    keys: Res<'w, ButtonInput<KeyCode>>,
    window: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    camera: Single<'w, 's, (&'static Camera, &'static GlobalTransform), With<Camera3d>>,
    ranks: Ranks<'w, 's>,
    pub(super) playback: Res<'w, Playback>,
    sitting: Option<Res<'w, Sitting>>,
    time: Res<'w, Time<Real>>,
    frame: Res<'w, FrameCount>,
    wants: Option<Res<'w, EguiWantsInput>>,
}

impl Reach<'_, '_> {
    fn ray(&self, at: Vec2) -> Option<Ray3d> {
        let (camera, place) = *self.camera;
        camera.viewport_to_world(place, at).ok()
    }

    fn ground(&self, at: Vec2) -> Option<Vec2> {
        ground_under(&self.playback.scenario().field, self.ray(at)?)
    }

    fn side(&self) -> Option<Side> {
        own_side(self.sitting.as_deref()?, &self.playback)
    }

    pub(super) fn decision(&self) -> Option<&Decision> {
        let asked = self.sitting.as_deref()?.mine(&self.playback)?;
        Some(&asked.decision)
    }
}

/// Everything the pointer does on the table, in the order in which it did it: between two pictures
/// of a slow machine it may have been in many places.
pub(super) fn handle(
    reach: Reach,
    mut events: MessageReader<WindowEvent>,
    mut contexts: EguiContexts,
    mut hand: ResMut<Hand>,
    mut desk: ResMut<Desk>,
    mut standing: ResMut<Standing>,
    mut press: Local<Press>,
) -> Result {
    let window = reach.window.iter().next();
    // Outside the window it is where it left it: what is dragged there is let go there, too.
    let cursor = window.and_then(Window::cursor_position).or(press.seen);
    // What was clicked before the table lay open, on a curtain or in the menu, was not meant for it.
    let open = press.frame == reach.frame.0.wrapping_sub(1);
    press.frame = reach.frame.0;
    let Some(cursor) = cursor.filter(|_| open) else {
        events.clear();
        press.at = None;
        return Ok(());
    };
    let ctx = contexts.ctx_mut()?.clone();
    let used = reach
        .wants
        .as_ref()
        .is_some_and(|wants| wants.is_using_pointer());
    let before = press.seen.replace(cursor).unwrap_or(cursor);
    let mut hand = Work {
        reach: &reach,
        hand: &mut hand,
        desk: &mut desk,
        standing: &mut standing,
        cursor: before,
    };
    let mut still = true;
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => {
                hand.cursor = moved.position;
                press.dragging |= press.at.is_some_and(|(at, _)| hand.strays(at));
            }
            WindowEvent::MouseButtonInput(input) if input.button == MouseButton::Left => {
                still = false;
                match input.state {
                    ButtonState::Pressed => {
                        if !used && !is_covered(&ctx, hand.desk, hand.cursor) {
                            press.at = Some((hand.cursor, hand.under()));
                            press.dragging = false;
                        }
                    }
                    ButtonState::Released => hand.release(&mut press),
                }
            }
            _ => {}
        }
    }
    hand.cursor = cursor;
    if let Some((at, on)) = press.at {
        press.dragging |= hand.strays(at);
        if press.dragging {
            hand.drag(at, on);
        }
    } else if still && !reach.busy.pointer {
        hand.hover();
    }
    Ok(())
}

/// The hand at work.
pub(super) struct Work<'a, 'w, 's> {
    pub(super) reach: &'a Reach<'w, 's>,
    pub(super) hand: &'a mut Hand,
    pub(super) desk: &'a mut Desk,
    pub(super) standing: &'a mut Standing,
    cursor: Vec2,
}

impl Work<'_, '_, '_> {
    pub(super) fn now(&mut self) -> &Situation {
        self.standing.of(&self.reach.playback)
    }

    fn hit(&self) -> Option<Hit> {
        self.reach.ranks.hit(self.reach.ray(self.cursor)?)
    }

    /// What lies under the pointer: the ghost before those it stands on.
    fn under(&mut self) -> On {
        let ground = self.reach.ground(self.cursor);
        let scale = self.reach.playback.scenario().field.proportion();
        if let Some(ghost) = ground.and_then(|at| ghost_under(&self.hand.draft, at, scale)) {
            return ghost;
        }
        match (self.hit(), ground) {
            (Some(hit), _) => On::Hit(hit),
            (None, Some(_)) => On::Ground,
            (None, None) => On::Nothing,
        }
    }

    /// Whom a held unit points at.
    fn hover(&mut self) {
        let pointed = match (self.desk.selected, self.hit()) {
            (Some(Hit::Unit(own)), Some(Hit::Unit(other))) if own != other => Some(other),
            _ => self.hand.target.or(self.desk.pointed),
        };
        if self.desk.pointed != pointed {
            self.desk.pointed = pointed;
        }
    }

    fn is_own(&mut self, unit: UnitId) -> bool {
        let side = self.reach.side();
        side.is_some_and(|side| self.now().army().side(unit) == side)
    }

    /// Whether the pointer has gone farther from a press than a click may.
    fn strays(&self, from: Vec2) -> bool {
        from.distance(self.cursor) >= STRAY
    }

    /// A press ends: it was a click, or what was dragged is dropped.
    fn release(&mut self, press: &mut Press) {
        let Some((at, on)) = press.at.take() else {
            return;
        };
        if press.dragging || self.strays(at) {
            self.drag(at, on);
            self.drop(at, on);
        } else {
            self.click(on, press);
        }
        self.hand.band = None;
        press.dragging = false;
    }

    fn click(&mut self, on: On, press: &mut Press) {
        let shift = self
            .reach
            .keys
            .any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let anybody = self
            .reach
            .keys
            .any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
        match on {
            On::Hit(hit) => {
                let now = self.reach.time.elapsed_secs();
                let span = DOUBLE.max(self.reach.time.delta_secs() * 1.2);
                let double = press
                    .last
                    .take()
                    .is_some_and(|(last, at)| last == hit && now - at <= span);
                if !double {
                    press.last = Some((hit, now));
                }
                match hit {
                    Hit::Unit(unit) if !anybody && self.turns(unit) => {}
                    Hit::Unit(unit) if self.is_own(unit) && !anybody => {
                        self.own(unit, shift, double);
                    }
                    Hit::Unit(unit) if !anybody && !self.hand.units.is_empty() => {
                        self.aim(unit);
                    }
                    hit => self.select(hit),
                }
            }
            On::Ground => self.ground(shift),
            On::Nothing => self.hand.drop_all(self.desk),
            On::Ghost(_) | On::Handle => {}
        }
    }

    /// While somebody turns as a reaction: another who may does it instead, and an enemy is whom to
    /// look at.
    fn turns(&mut self, unit: UnitId) -> bool {
        let Draft::Turn(draft) = &self.hand.draft else {
            return false;
        };
        let (turner, own) = (draft.unit, self.is_own(unit));
        let Some(decision) = self.reach.decision() else {
            return false;
        };
        if own && !turners(decision).contains(&unit) {
            return false;
        }
        let now = self.standing.of(&self.reach.playback);
        self.hand.draft = Draft::Turn(if own {
            TurnDraft::begin(now, decision, unit)
        } else {
            let at = now.army().footprint(unit).centre();
            TurnDraft::towards(now, decision, turner, at)
        });
        true
    }

    fn select(&mut self, hit: Hit) {
        self.hand.units.clear();
        self.hand.let_go();
        self.desk.selected = Some(hit);
        self.desk.pointed = None;
        if self.desk.panel.is_some() || self.reach.sitting.is_none() || self.reach.side().is_none()
        {
            self.desk.panel = Some(Panel::Card);
        }
    }

    /// An own unit: alone, with its group, or one more of a group.
    fn own(&mut self, unit: UnitId, more: bool, group: bool) {
        let mut alone = None;
        let units = if group && self.with_whom(unit).len() == 1 {
            let chain = self.chain_of(unit);
            alone = why_alone(self.now(), &chain);
            chain
        } else if more {
            let mut units = self.hand.units.clone();
            match units.iter().position(|&other| other == unit) {
                Some(at) => {
                    units.remove(at);
                }
                None => units.push(unit),
            }
            units
        } else {
            self.with_whom(unit)
        };
        self.hand.hold(self.desk, units);
        self.hand.refusal = alone;
        if self.desk.panel.is_some() {
            self.desk.panel = Some(Panel::Card);
        }
    }

    /// Those who are taken into the hand with a unit: a group that is active acts as one.
    fn with_whom(&self, unit: UnitId) -> Vec<UnitId> {
        match self.reach.decision() {
            Some(Decision::Act { units, .. }) if units.contains(&unit) => units.clone(),
            _ => vec![unit],
        }
    }

    /// The units of its brigade that could act with it as one.
    fn chain_of(&mut self, unit: UnitId) -> Vec<UnitId> {
        let decision = self.reach.decision().cloned();
        chain_of(self.now(), decision.as_ref(), unit)
    }

    /// An enemy is aimed at.
    fn aim(&mut self, enemy: UnitId) {
        self.hand.draft = Draft::Nothing;
        self.hand.refusal = None;
        self.hand.target = Some(enemy);
        self.desk.pointed = Some(enemy);
    }

    /// Bare ground: the held units or the leader go there.
    fn ground(&mut self, face: bool) {
        let Some(at) = self.reach.ground(self.cursor) else {
            return;
        };
        match (face, &mut self.hand.draft) {
            (true, Draft::Move(draft)) => {
                draft.face(Facing::towards(draft.goal.to, at));
                return;
            }
            (true, Draft::Post(draft)) => {
                let now = self.standing.of(&self.reach.playback);
                draft.face(now, Facing::towards(draft.at(), at));
                return;
            }
            _ => {}
        }
        self.go_to(at);
    }

    /// The pointer drags something.
    fn drag(&mut self, from: Vec2, on: On) {
        let Some(decision) = self.reach.decision().cloned() else {
            if matches!(on, On::Ground | On::Nothing) {
                self.hand.band = None;
            }
            return;
        };
        let ground = self.reach.ground(self.cursor);
        match on {
            On::Hit(Hit::Unit(unit)) if self.is_own(unit) => {
                if !self.hand.units.contains(&unit) {
                    let units = self.with_whom(unit);
                    self.hand.hold(self.desk, units);
                }
                if let Some(at) = ground {
                    let off = self.off_middle(&decision, unit);
                    self.go_to(at + off);
                }
            }
            On::Hit(Hit::Leader(leader)) => {
                if self.desk.selected != Some(Hit::Leader(leader)) {
                    self.hand.drop_all(self.desk);
                    self.desk.selected = Some(Hit::Leader(leader));
                }
                let unit = match self.hit() {
                    Some(Hit::Unit(unit)) if self.is_own(unit) => Some(unit),
                    _ => None,
                };
                let his =
                    matches!(&decision, Decision::Leader { leader: asked, .. } if *asked == leader);
                match (his, ground) {
                    (true, Some(at)) => self.ride(&decision, leader, at, unit),
                    (false, Some(at)) => self.go_to(at),
                    _ => {}
                }
            }
            On::Ghost(off) => match (&mut self.hand.draft, ground) {
                (Draft::Move(draft), Some(at)) => draft.drag(at - off),
                (Draft::Post(draft), Some(at)) => {
                    draft.drag(self.standing.of(&self.reach.playback), at - off);
                }
                _ => {}
            },
            On::Handle => match (&mut self.hand.draft, ground) {
                (Draft::Move(draft), Some(at)) => {
                    if let Some(end) = draft.lead() {
                        draft.face(Facing::towards(end.at, at));
                    }
                }
                (Draft::Post(draft), Some(at)) => {
                    let now = self.standing.of(&self.reach.playback);
                    draft.face(now, Facing::towards(draft.at(), at));
                }
                (Draft::Turn(_), Some(at)) => {
                    self.turn_to(at);
                }
                _ => {}
            },
            On::Ground | On::Nothing => {
                self.hand.band = Some(Band {
                    from,
                    to: self.cursor,
                });
            }
            On::Hit(_) => {}
        }
    }

    /// A drag is over: a rectangle takes whoever is in it.
    fn drop(&mut self, from: Vec2, on: On) {
        if !matches!(on, On::Ground | On::Nothing) {
            return;
        }
        let band = Band {
            from,
            to: self.cursor,
        };
        let (camera, eye) = *self.reach.camera;
        let Some(side) = self.reach.side() else {
            return;
        };
        let own: Vec<UnitId> = self.now().army().present_of(side).collect();
        let inside: Vec<UnitId> = own
            .into_iter()
            .filter(|&unit| {
                let middle = self.reach.ranks.middle(unit);
                middle
                    .and_then(|middle| camera.world_to_viewport(eye, middle).ok())
                    .is_some_and(|at| band.contains(at))
            })
            .collect();
        if !inside.is_empty() {
            self.hand.hold(self.desk, inside);
        }
    }
}
