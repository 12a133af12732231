//! A window for tests: where things are on the screen and what is going on, written to a file.
//!
//! Only with `DEADLY_FIELD_TRACE=FILE` in the environment. The file is replaced after every frame,
//! so that whoever drives the program waits for what he wants to see.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::egui;
use serde_json::{Value, json};

use super::Desk;
use super::curtain::Curtain;
use super::hand::{Draft, Hand, is_prompt, screen_of};
use crate::rules::index::RulebookIndex;
use crate::table::pointing::{ground_under, on_ground};
use crate::table::ranks::{Hit, Ranks};
use crate::table::{Parade, Playback, Screen, Sitting};

/// Inches between the points of the ground that are told.
const LATTICE: f32 = 2.0;

/// What a test wants to know.
#[derive(Resource, Default)]
pub struct Trace {
    file: Option<PathBuf>,
    kept: bool,
    told: Value,
    places: BTreeMap<String, [f32; 4]>,
    disabled: BTreeMap<String, String>,
    notes: BTreeMap<String, Value>,
    units: BTreeMap<String, [f32; 2]>,
    leaders: BTreeMap<String, [f32; 2]>,
    lattice: Vec<[f32; 4]>,
    answers: Value,
    odds: Value,
    alerts: Vec<String>,
    frames: u32,
    /// Names that a lesson lights up, and where they were in this frame.
    lit: Vec<String>,
    lights: Vec<egui::Rect>,
}

#[cfg(test)]
impl Trace {
    /// One that listens, for tests of a panel alone.
    pub fn listening() -> Self {
        Self {
            file: Some(PathBuf::new()),
            ..Self::default()
        }
    }

    /// The middle of something that was marked.
    pub fn middle(&self, name: &str) -> Option<egui::Pos2> {
        let [left, top, right, bottom] = *self.places.get(name)?;
        Some(egui::pos2((left + right) / 2.0, (top + bottom) / 2.0))
    }
}

impl Trace {
    /// Whether anybody wants to know.
    pub fn is_on(&self) -> bool {
        self.kept || self.file.is_some()
    }

    /// Whether what a file would get is kept too, for a test in the same process.
    pub fn keep(&mut self, kept: bool) {
        self.kept = kept;
    }

    /// What was told after the last frame; nothing unless it is kept.
    pub fn told(&self) -> &Value {
        &self.told
    }

    /// Where a button or panel is, as far as it can be clicked.
    pub fn mark(&mut self, name: &str, response: &egui::Response) {
        let rect = response.interact_rect;
        if self.lit.iter().any(|lit| lit == name) && rect.is_positive() {
            self.lights.push(rect);
        }
        if self.is_on() && response.enabled() && rect.is_positive() && is_on_top(response) {
            let zoom = response.ctx.zoom_factor();
            let corners = [rect.left(), rect.top(), rect.right(), rect.bottom()];
            self.places
                .insert(name.to_owned(), corners.map(|at| at * zoom));
        }
    }

    /// Lights up what has these names.
    pub fn light(&mut self, names: Vec<String>) {
        self.lit = names;
    }

    /// Where that was in this frame.
    pub fn lights(&mut self) -> Vec<egui::Rect> {
        std::mem::take(&mut self.lights)
    }

    /// A button that is there but cannot be clicked now, and why: with the rule that says so, or that
    /// none does.
    pub fn deny(&mut self, name: &str, why: impl Into<String>) {
        if self.is_on() {
            let mut why = why.into();
            if !names_a_rule(&why) {
                why += " (no rule is concerned)";
            }
            self.places.remove(name);
            self.disabled.insert(name.to_owned(), why);
        }
    }

    /// Something worth knowing.
    pub fn note(&mut self, name: &str, value: impl Into<Value>) {
        if self.is_on() {
            self.notes.insert(name.to_owned(), value.into());
        }
    }

    /// The answers of the prompt bar, the first first.
    pub fn answers<'a>(&mut self, answers: impl Iterator<Item = &'a crate::battle::Answer>) {
        if self.is_on() {
            let all: Vec<Value> = answers
                .map(|answer| serde_json::to_value(answer).unwrap_or(Value::Null))
                .collect();
            self.answers = Value::Array(all);
        }
    }

    /// The odds that are shown for the enemy who is pointed at.
    pub fn odds(&mut self, odds: impl FnOnce() -> Value) {
        if self.is_on() {
            self.odds = odds();
        }
    }

    /// What is told on the screen for a while.
    pub fn alerts(&mut self, texts: impl FnOnce() -> Vec<String>) {
        if self.is_on() {
            self.alerts = texts();
        }
    }

    /// Nobody and nothing is where a click would reach it.
    pub fn lose_sight(&mut self) {
        self.units.clear();
        self.leaders.clear();
        self.lattice.clear();
    }

    /// Where units, leaders and the ground are on the screen, as far as a click reaches them.
    pub fn project(
        &mut self,
        ctx: &egui::Context,
        rest: egui::Rect,
        playback: &Playback,
        (parade, ranks, hand): (&Parade, &Ranks, &Hand),
        (camera, eye): (&Camera, &GlobalTransform),
    ) {
        if !self.is_on() {
            return;
        }
        let zoom = ctx.zoom_factor();
        // Not under a panel, nor under anything that floats over the table.
        let free = |at: Vec2| {
            let point = egui::pos2(at.x, at.y) / zoom;
            let layer = ctx.layer_id_at(point);
            rest.shrink(1.0).contains(point)
                && layer.is_none_or(|layer| layer.order == egui::Order::Background)
        };
        let ray = |at: Vec2| camera.viewport_to_world(eye, at).ok();
        // Whole pixels: that is what is clicked.
        let project = |middle: Vec3| Some(camera.world_to_viewport(eye, middle).ok()?.round());
        let spot_of = |hit: Hit, spots: &[crate::table::ranks::Spot]| {
            let middle = spots.len() / 2;
            let order = (middle..spots.len()).chain(0..middle);
            // The middle of a stand, else one of its corners: somebody may be before it.
            let points = |spot: &crate::table::ranks::Spot| {
                let corner = |x: f32, z: f32| {
                    let at = Vec3::new(spot.half.x * x, 0.1, spot.half.y * z);
                    spot.transform.transform_point(at)
                };
                let off = [(-0.7, 0.0), (0.7, 0.0), (0.0, -0.7), (0.0, 0.7)];
                std::iter::once(spot.middle).chain(off.map(|(x, z)| corner(x, z)))
            };
            let middles = order.clone().map(|number| spots[number].middle);
            middles
                .chain(order.flat_map(|number| points(&spots[number])))
                .filter_map(project)
                .filter(|&at| free(at))
                .find(|&at| ray(at).and_then(|ray| ranks.hit(ray)) == Some(hit))
        };
        self.units.clear();
        for unit in parade.present() {
            let id = unit.key.0;
            if let Some(at) = spot_of(Hit::Unit(id), ranks.unit(id)) {
                self.units.insert(unit.identity.name.clone(), at.to_array());
            }
        }
        self.leaders.clear();
        for (id, who, state) in parade.leaders() {
            let Some(spot) = ranks.leader(id).filter(|_| !state.fallen) else {
                continue;
            };
            if let Some(at) = spot_of(Hit::Leader(id), std::slice::from_ref(spot)) {
                self.leaders.insert(who.name.clone(), at.to_array());
            }
        }
        self.lattice.clear();
        let field = &playback.scenario().field;
        let scale = field.proportion();
        let steps = (field.size / LATTICE).floor().as_uvec2();
        for (x, y) in (0..=steps.x).flat_map(|x| (0..=steps.y).map(move |y| (x, y))) {
            let at = Vec2::new(x as f32, y as f32) * LATTICE;
            let Some(pixel) = project(on_ground(field, at)).filter(|&pixel| free(pixel)) else {
                continue;
            };
            let Some(ray) = ray(pixel) else { continue };
            let bare = ranks.hit(ray).is_none()
                && ground_under(field, ray)
                    .is_some_and(|hit| hit.distance(at) < 0.5 && !hand.is_ghost_at(hit, scale));
            if bare {
                self.lattice.push([at.x, at.y, pixel.x, pixel.y]);
            }
        }
    }
}

/// Whether the id of a rule stands at the end of a reason.
fn names_a_rule(why: &str) -> bool {
    let id = why.strip_suffix(')').and_then(|why| why.rsplit_once('('));
    id.is_some_and(|(_, id)| RulebookIndex::book().get(id).is_some())
}

/// Whether the middle of a place is reached by a click: nothing else floats over it.
fn is_on_top(response: &egui::Response) -> bool {
    let own = response.layer_id;
    let top = response.ctx.layer_id_at(response.interact_rect.center());
    // Panels lie beside each other, whatever their layer is called.
    let over = |top: egui::LayerId| top.order >= own.order && top.order != egui::Order::Background;
    top.is_none_or(|top| top == own || !over(top))
}

fn open(mut trace: ResMut<Trace>) {
    trace.file = std::env::var_os("DEADLY_FIELD_TRACE").map(PathBuf::from);
}

/// What is asked, once the table has caught up.
fn decision(trace: &Trace, sitting: &Sitting, playback: &Playback) -> Value {
    let Some(asked) = sitting.put(playback) else {
        return Value::Null;
    };
    let army = playback.view();
    let who: Vec<&str> = match &asked.decision {
        crate::battle::Decision::Leader { leader, .. } => {
            vec![army.leader_identity(*leader).name.as_str()]
        }
        crate::battle::Decision::Activate { units, .. }
        | crate::battle::Decision::SetUp { units, .. } => {
            units.iter().map(|&unit| army.name(unit)).collect()
        }
        decision => decision
            .units()
            .iter()
            .map(|&unit| army.name(unit))
            .collect(),
    };
    let seat = asked.seat.split(':').next().unwrap_or(&asked.seat);
    let answers = if asked.person && is_prompt(&asked.decision) {
        trace.answers.clone()
    } else {
        json!([])
    };
    json!({
        "number": asked.number,
        "kind": asked.decision.kind(),
        "side": asked.decision.side(),
        "seat": seat,
        "who": who,
        "answers": answers,
    })
}

/// Whether the person who is asked could take something back.
fn may_undo(sitting: &Sitting, playback: &Playback) -> bool {
    let own = sitting.mine(playback).map(|asked| asked.decision.side());
    own.is_some() && super::hand::give::undo_bar(sitting.can_undo(), own).is_none()
}

/// The ghost that is drawn.
fn ghost(hand: &Hand) -> Value {
    match &hand.draft {
        Draft::Move(draft) if draft.thinking() => Value::Null,
        Draft::Move(draft) => match &draft.planned {
            Some(Ok(planned)) => {
                let end = planned.ends.first().map(|(_, end)| *end);
                // Of a group the middle, as it was clicked.
                let sum: Vec2 = planned.ends.iter().map(|(_, end)| end.at).sum();
                let at = sum / planned.ends.len().max(1) as f32;
                json!({
                    "at": end.map_or(draft.goal.to, |_| at).to_array(),
                    "facing": end.map(|end| end.facing.to_degrees()),
                    "cost": planned.cost,
                    "legal": true,
                    "why": null,
                    "short": planned.short,
                })
            }
            Some(Err(refusal)) => json!({
                "at": draft.goal.to.to_array(),
                "facing": draft.goal.facing.map(|facing| facing.to_degrees()),
                "cost": null,
                "legal": false,
                "why": super::hand::told(refusal),
            }),
            None => Value::Null,
        },
        Draft::Ride(ride) => json!({
            "at": ride.to.to_array(),
            "facing": null,
            "cost": null,
            "legal": ride.refusal.is_none(),
            "why": ride.refusal.as_ref().map(super::hand::told),
        }),
        Draft::Post(post) => json!({
            "at": post.at().to_array(),
            "facing": post.facing().map(|facing| facing.to_degrees()),
            "cost": null,
            "legal": post.refusal.is_none(),
            "why": post.refusal.as_ref().map(super::hand::told),
        }),
        Draft::Turn(turn) => json!({
            "at": turn.place.at.to_array(),
            "facing": turn.place.facing.to_degrees(),
            "cost": null,
            "legal": turn.refusal.is_none(),
            "why": turn.refusal.as_ref().map(super::hand::told),
        }),
        _ => Value::Null,
    }
}

fn write(
    mut trace: ResMut<Trace>,
    (desk, hand): (Res<Desk>, Res<Hand>),
    playback: Option<Res<Playback>>,
    sitting: Option<Res<Sitting>>,
    (screen, curtain): (Res<State<Screen>>, Res<Curtain>),
    mut exit: MessageWriter<AppExit>,
) {
    if !trace.is_on() {
        return;
    }
    trace.frames += 1;
    // For measuring the start: one sign of life when the first picture is on the screen.
    if std::env::var_os("DEADLY_FIELD_TRACE_ONCE").is_some() {
        if trace.frames < 3 {
            return;
        }
        exit.write(AppExit::Success);
    }
    let playback = playback.filter(|_| *screen.get() != Screen::Menu);
    let name = |hit: Hit| -> Value {
        let scenario = playback.as_ref().map(|playback| playback.scenario());
        match (hit, scenario) {
            (Hit::Unit(id), Some(scenario)) => json!(scenario.units[id.0 as usize].name),
            (Hit::Leader(id), Some(scenario)) => json!(scenario.leaders[id.0 as usize].name),
            _ => Value::Null,
        }
    };
    let both = sitting.as_deref().zip(playback.as_deref());
    let army = playback.as_ref().map(|playback| playback.view());
    // It hangs before the table a frame before the screen is its own.
    let curtain = playback.is_some() && (curtain.hangs() || *screen.get() == Screen::Curtain);
    let laid = playback.is_some() && !curtain && *screen.get() != Screen::Result;
    let mut asked = both.map_or(Value::Null, |(sitting, playback)| {
        decision(&trace, sitting, playback)
    });
    if curtain {
        // Whose turn it is stands on the cloth; the rest is not for everybody's eyes.
        trace.alerts.clear();
        if let Some(asked) = asked.as_object_mut() {
            asked.insert("who".to_owned(), json!([]));
            asked.insert("answers".to_owned(), json!([]));
        }
    }
    let state = json!({
        "screen": match screen.get() {
            _ if curtain => "curtain",
            Screen::Menu => "menu",
            // It follows what is asked a frame later.
            Screen::SetUp | Screen::Table => match screen_of(sitting.as_deref()) {
                Screen::SetUp => "setup",
                _ => "table",
            },
            Screen::Curtain => "curtain",
            Screen::Result => "result",
        },
        "frame": trace.frames,
        "moment": playback.as_ref().map(|playback| playback.moment()),
        "end": playback.as_ref().map(|playback| playback.chronicle().end()),
        "complete": playback.as_ref().map(|playback| playback.complete),
        "playing": playback.as_ref().map(|playback| playback.playing),
        "turn": army.map(|army| army.clock().turn),
        "active": army.map(|army| army.clock().active),
        "verdict": army.and_then(|army| army.verdict()),
        "undo": both.is_some_and(|(sitting, playback)| may_undo(sitting, playback)),
        "prompts": hand.prompts,
        "alerts": trace.alerts,
        "panel": desk.panel.map(|panel| panel.to_string()),
        "selected": desk.selected.map(name),
        "group": hand.units.iter().map(|&unit| name(Hit::Unit(unit))).collect::<Vec<_>>(),
        "pointed": desk.pointed.map(|id| name(Hit::Unit(id))),
        "help": desk.help,
        "decision": asked,
        "ghost": if laid { ghost(&hand) } else { Value::Null },
        "odds": trace.odds,
        "refusal": hand.refusal.as_ref().map(ToString::to_string),
        "places": trace.places,
        "disabled": trace.disabled,
        "notes": trace.notes,
        "units": if laid { json!(trace.units) } else { json!({}) },
        "leaders": if laid { json!(trace.leaders) } else { json!({}) },
        "lattice": if laid { json!(trace.lattice) } else { json!([]) },
    });
    // A reader never sees half a file.
    if let Some(file) = &trace.file {
        let new = file.with_extension("new");
        let written =
            std::fs::write(&new, state.to_string()).and_then(|()| std::fs::rename(&new, file));
        if let Err(error) = written {
            warn_once!("the trace cannot be written: {error}");
        }
    }
    if trace.kept {
        trace.told = state;
    }
    trace.places.clear();
    trace.disabled.clear();
    trace.notes.clear();
    trace.alerts.clear();
    trace.odds = Value::Null;
    trace.answers = Value::Null;
}

/// The window for tests.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, open)
        .add_systems(Last, write.after(super::hand::give::carry_out));
}
