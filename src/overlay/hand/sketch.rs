//! What is drawn on the ground for the player's hand: ghosts and their way, who could fire along it,
//! rides, lines of fire and charge, and whoever gave the occasion for a prompt.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, FontId};

use super::ghost::{Outline, Planned};
use super::grip::handle_of;
use super::{Draft, Hand, MoveDraft, PostDraft, RideDraft, TurnDraft, Whom};
use crate::army::UnitId;
use crate::battle::{Decision, Exposure, Order};
use crate::field::placement::Footprint;
use crate::field::{Facing, Placement};
use crate::overlay::chalk::Chalk;
use crate::overlay::{Standing, style};
use crate::rules::fire::FireResult;
use crate::table::ghosts::{Ghost, Ghosts};
use crate::table::pointing::on_ground;
use crate::table::{Playback, Sitting};

const GOLD: Color = Color::srgb(1.0, 0.85, 0.25);
const GREEN: Color = Color::srgb(0.35, 1.0, 0.4);
const RED: Color = Color::srgb(1.0, 0.25, 0.15);
const FAINT: Color = Color::srgba(1.0, 1.0, 0.9, 0.55);

/// Draws all of it.
pub(super) fn draw(
    gizmos: Gizmos,
    hand: Res<Hand>,
    outline: Res<Outline>,
    playback: Res<Playback>,
    sitting: Option<Res<Sitting>>,
    mut standing: ResMut<Standing>,
    time: Res<Time<Real>>,
) {
    let Some(asked) = sitting.as_ref().and_then(|sitting| sitting.mine(&playback)) else {
        return;
    };
    let mut chalk = Chalk {
        gizmos,
        field: &playback.scenario().field,
    };
    let army = playback.view();
    for &unit in hand.units.iter().skip(1) {
        frame(&mut chalk, army.footprint(unit), GOLD, 0.06);
    }
    if matches!(hand.draft, Draft::Nothing | Draft::Move(_)) && outline.ring.len() > 2 {
        let mut ring = outline.ring.clone();
        ring.extend(outline.ring.first());
        chalk.line(&ring, FAINT);
    }
    match &hand.draft {
        Draft::Move(draft) => ghost(&mut chalk, &playback, draft),
        Draft::Order(order) => aim(&mut chalk, &playback, order),
        Draft::Ride(draft) => ride(&mut chalk, &playback, draft),
        Draft::Post(draft) => post(&mut chalk, &playback, draft),
        Draft::Turn(draft) => turn(&mut chalk, &playback, draft),
        _ => {}
    }
    if let [unit] = hand.units[..]
        && army.record(unit).train > 0
        && let Ok((ends, _)) = standing.of(&playback).bridge_site(unit)
    {
        // Where the bridge of this train would be.
        chalk.dashes(&ends, 0.3 * playback.scenario().field.proportion(), GOLD);
    }
    if let Decision::SetUp { units, .. } = &asked.decision {
        let now = standing.of(&playback);
        let held = hand.units.first();
        // The zone of whoever is held, else all of them once.
        let mut drawn: Vec<&[Vec2]> = Vec::new();
        for unit in units
            .iter()
            .filter(|unit| held.is_none_or(|held| held == *unit))
        {
            let Some(outline) = now.zone_outline(*unit) else {
                continue;
            };
            if drawn.contains(&outline) {
                continue;
            }
            drawn.push(outline);
            let mut ring = outline.to_vec();
            ring.extend(outline.first());
            chalk.line(&ring, GOLD);
        }
    }
    if let Decision::React {
        triggers,
        reactions,
        ..
    } = &asked.decision
    {
        let mut answer: Vec<UnitId> = reactions
            .iter()
            .flat_map(|reaction| reaction.units().iter().copied())
            .collect();
        answer.sort_unstable();
        answer.dedup();
        for unit in answer {
            frame(&mut chalk, army.footprint(unit), GOLD, 0.08);
            frame(&mut chalk, army.footprint(unit), GOLD, 0.13);
        }
        let beat = (time.elapsed_secs() * 4.0).sin() * 0.08 + 0.2;
        for &unit in triggers {
            frame(&mut chalk, army.footprint(unit), RED, beat);
            frame(&mut chalk, army.footprint(unit), RED, beat + 0.07);
        }
    }
}

/// The ghosts of what is drawn, in glass.
pub(super) fn ghosts(hand: Res<Hand>, mut ghosts: ResMut<Ghosts>) {
    let shown = match &hand.draft {
        Draft::Move(draft) => draft.found().map_or_else(Vec::new, |planned| {
            let ends = planned.ends.iter();
            ends.map(|&(unit, place)| Ghost {
                unit,
                place,
                formation: planned.form,
                legal: true,
            })
            .collect()
        }),
        Draft::Post(draft) => match draft.whom {
            Whom::Unit(post) => vec![Ghost {
                unit: post.unit,
                place: post.placement(),
                formation: post.formation,
                legal: draft.refusal.is_none(),
            }],
            Whom::Leader(_) => Vec::new(),
        },
        Draft::Turn(draft) => vec![Ghost {
            unit: draft.unit,
            place: draft.place,
            formation: None,
            legal: draft.refusal.is_none(),
        }],
        _ => Vec::new(),
    };
    Ghosts::show(&mut ghosts, shown);
}

/// A frame round every stand of a footprint.
fn frame(chalk: &mut Chalk, covers: &Footprint, color: Color, out: f32) {
    for stand in &covers.stands {
        chalk.frame(stand.centre, stand.half, stand.facing, (out, color));
    }
}

/// What a unit would cover at the end of a move.
fn at_end(playback: &Playback, planned: &Planned, unit: UnitId, end: Placement) -> Footprint {
    let army = playback.view();
    let values = army.unit(unit);
    let values = planned.form.map_or(*values, |form| form.of(values));
    end.footprint(
        playback.scenario().field.scale,
        &values,
        army.muster_of(unit),
    )
}

fn ghost(chalk: &mut Chalk, playback: &Playback, draft: &MoveDraft) {
    let scale = chalk.field.proportion();
    let Some(planned) = draft.found() else {
        let ink = if draft.thinking() { FAINT } else { RED };
        cross(chalk, draft.goal.to, ink);
        return;
    };
    for &(unit, end) in &planned.ends {
        let covers = at_end(playback, planned, unit, end);
        for out in [0.0, 0.04, -0.1] {
            frame(chalk, &covers, GREEN, out);
        }
        arrow(chalk, end.at, end.facing, 0.8 * scale, GREEN);
    }
    for (number, (_, walked)) in planned.walks.iter().enumerate() {
        let path: Vec<Vec2> = walked.path.iter().map(|place| place.at).collect();
        let ink = if number == 0 { GREEN } else { FAINT };
        chalk.line(&path, ink);
    }
    for exposure in &planned.exposures {
        let ink = peril(exposure);
        chalk.arc(exposure.at.at, 0.14 * scale, 0.0, 360.0, ink);
        for threat in &exposure.threats {
            let from = playback.view().placement(threat.by).at;
            let start = from.lerp(exposure.at.at, 0.92);
            chalk.line(&[start, exposure.at.at], ink);
        }
    }
    if let Some(end) = draft.lead() {
        let handle = handle_of(end.at, end.facing, scale);
        chalk.arc(handle, 0.22 * scale, 0.0, 360.0, GOLD);
        chalk.arc(handle, 0.16 * scale, 0.0, 360.0, GOLD);
        if planned.short.is_some() {
            chalk.line(&[end.at, draft.goal.to], RED);
            cross(chalk, draft.goal.to, RED);
        }
    }
}

/// The more hits are to be feared, the redder.
fn peril(exposure: &Exposure) -> Color {
    match worst(exposure) {
        None => Color::srgb(0.95, 0.95, 0.9),
        Some(chance) if chance < 0.2 => Color::srgb(1.0, 0.9, 0.3),
        Some(chance) if chance < 0.45 => Color::srgb(1.0, 0.6, 0.15),
        Some(_) => RED,
    }
}

/// The best chance of a hit that anybody has there.
fn worst(exposure: &Exposure) -> Option<f64> {
    let chances = exposure.threats.iter().map(|threat| threat.odds.any_hit());
    chances.fold(None, |best, chance| {
        Some(best.map_or(chance, |best: f64| best.max(chance)))
    })
}

/// The best chance that anybody has there of any effect at all.
fn unsettling(exposure: &Exposure) -> f64 {
    let chances = exposure.threats.iter();
    chances
        .map(|threat| 1.0 - threat.odds.of(FireResult::None))
        .fold(0.0, f64::max)
}

fn arrow(chalk: &mut Chalk, at: Vec2, facing: Facing, long: f32, ink: Color) {
    let tip = at + facing.ahead() * long;
    let head = long.min(2.0 * chalk.field.proportion());
    let side = facing.right() * head * 0.22;
    let back = tip - facing.ahead() * head * 0.3;
    chalk.line(&[at, tip], ink);
    chalk.line(&[back - side, tip, back + side], ink);
}

fn cross(chalk: &mut Chalk, at: Vec2, ink: Color) {
    let arm = 0.35 * chalk.field.proportion();
    for (x, y) in [(1.0, 1.0), (1.0, -1.0)] {
        let way = Vec2::new(x, y) * arm;
        chalk.line(&[at - way, at + way], ink);
    }
}

/// Lines of fire and charge.
fn aim(chalk: &mut Chalk, playback: &Playback, order: &Order) {
    let army = playback.view();
    let mut line = |from: UnitId, to: UnitId, ink: Color| {
        let (start, end) = army.footprint(from).nearest(army.footprint(to));
        let long = start.distance(end);
        chalk.line(&[start, end], ink);
        arrow(
            chalk,
            start,
            Facing::towards(start, end),
            long.max(0.3),
            ink,
        );
    };
    match order {
        Order::Fire { units, target, .. } => {
            units.iter().for_each(|&unit| line(unit, *target, GOLD));
        }
        Order::Prolonge { target } => {
            if let Some(active) = army.active()
                && let Some(&unit) = active.units.first()
            {
                line(unit, *target, GOLD);
            }
        }
        Order::Charge { assaults, .. } => {
            for assault in assaults {
                line(assault.unit, assault.target, RED);
            }
        }
        _ => {}
    }
}

fn ride(chalk: &mut Chalk, playback: &Playback, draft: &RideDraft) {
    let army = playback.view();
    let who = army.leader_identity(draft.leader);
    let legal = draft.refusal.is_none();
    let to = draft.unit.map_or(draft.to, |unit| army.behind(unit));
    let ink = if legal { GREEN } else { RED };
    if let Some(from) = army.leader(draft.leader).at {
        chalk.line(&[from, to], ink);
    }
    let scale = chalk.field.scale;
    let size = 0.4 * chalk.field.proportion();
    chalk.arc(to, size, 0.0, 360.0, ink);
    if legal {
        for (units, ink) in [(&draft.command.0, GREEN), (&draft.command.1, RED)] {
            for &unit in units {
                frame(chalk, army.footprint(unit), ink, 0.1);
            }
        }
        let rules = playback.rules();
        chalk.arc(
            to,
            rules.command_radius(scale, who.benefit),
            0.0,
            360.0,
            GOLD,
        );
        chalk.arc(
            to,
            rules.reaction_radius(scale, who.benefit),
            0.0,
            360.0,
            Color::srgb(0.5, 0.85, 1.0),
        );
    }
}

fn post(chalk: &mut Chalk, playback: &Playback, draft: &PostDraft) {
    let ink = if draft.refusal.is_none() { GREEN } else { RED };
    let scale = chalk.field.proportion();
    match draft.whom {
        Whom::Unit(post) => {
            let army = playback.view();
            let values = army.unit(post.unit);
            let values = post.formation.map_or(*values, |form| form.of(values));
            let muster = army.muster_of(post.unit);
            let covers = post
                .placement()
                .footprint(chalk.field.scale, &values, muster);
            for out in [0.0, 0.04, -0.1] {
                frame(chalk, &covers, ink, out);
            }
            arrow(chalk, post.at, post.facing, 0.8 * scale, ink);
            let handle = handle_of(post.at, post.facing, scale);
            chalk.arc(handle, 0.22 * scale, 0.0, 360.0, GOLD);
        }
        Whom::Leader(post) => chalk.arc(post.at, 0.4 * scale, 0.0, 360.0, ink),
    }
}

fn turn(chalk: &mut Chalk, playback: &Playback, draft: &TurnDraft) {
    let army = playback.view();
    let ink = if draft.refusal.is_none() { GREEN } else { RED };
    let scale = chalk.field.proportion();
    let (values, muster) = (army.unit(draft.unit), army.muster_of(draft.unit));
    let covers = draft.place.footprint(chalk.field.scale, values, muster);
    for out in [0.0, 0.04, -0.1] {
        frame(chalk, &covers, ink, out);
    }
    let Placement { at, facing } = draft.place;
    arrow(chalk, at, facing, 0.8 * scale, ink);
    let handle = handle_of(at, facing, scale);
    chalk.arc(handle, 0.22 * scale, 0.0, 360.0, GOLD);
    chalk.arc(handle, 0.16 * scale, 0.0, 360.0, GOLD);
    for &enemy in &draft.bears {
        chalk.line(&[at, army.footprint(enemy).centre()], ink);
    }
}

/// Writes beside what is drawn: inches, costs, who could fire and with what chance. Answers with
/// where it has written.
pub fn labels(
    ctx: &egui::Context,
    rest: egui::Rect,
    hand: &Hand,
    playback: &Playback,
    (camera, eye): (&Camera, &GlobalTransform),
) -> Vec<egui::Rect> {
    let painter = ctx
        .layer_painter(egui::LayerId::new(egui::Order::Background, "labels".into()))
        .with_clip_rect(rest);
    let zoom = ctx.zoom_factor();
    let field = &playback.scenario().field;
    let mut taken: Vec<egui::Rect> = Vec::new();
    let mut write = |at: Vec2, text: String, ink: Color32, size: f32| {
        let Ok(point) = camera.world_to_viewport(eye, on_ground(field, at)) else {
            return;
        };
        let point = egui::pos2(point.x, point.y) / zoom;
        let galley = painter.layout_no_wrap(text, FontId::proportional(size), ink);
        let room = galley.size() + egui::vec2(6.0, 2.0);
        let spot = [-14.0, 14.0, -28.0, 28.0]
            .map(|lift| Align2::CENTER_CENTER.anchor_size(point + egui::vec2(0.0, lift), room))
            .into_iter()
            .find(|spot| !taken.iter().any(|other| other.intersects(*spot)));
        let Some(spot) = spot else { return };
        taken.push(spot);
        painter.rect_filled(spot, 2.0, Color32::from_black_alpha(215));
        painter.galley(spot.min + egui::vec2(3.0, 1.0), galley, ink);
    };
    if let Draft::Move(draft) = &hand.draft
        && let Some(planned) = draft.found()
    {
        if let Some((_, end)) = planned.ends.first() {
            let inches: f32 = planned.stretches.iter().map(|part| part.inches).sum();
            write(
                end.at,
                format!("{inches:.1}\"  {:.0} %", planned.cost * 100.0),
                Color32::WHITE,
                13.0,
            );
        }
        for exposure in &planned.exposures {
            let Some(chance) = worst(exposure) else {
                continue;
            };
            let many = exposure.threats.len();
            // Where nobody can hit, they may still shake it.
            let text = if chance >= 0.005 {
                format!("{many} × {:.0} %", chance * 100.0)
            } else {
                format!("{many} × check {:.0} %", unsettling(exposure) * 100.0)
            };
            write(
                exposure.at.at,
                text,
                Color32::from_rgb(0xff, 0xd2, 0x8a),
                11.0,
            );
        }
        for part in &planned.stretches {
            let middle = part.from.at.lerp(part.to.at, 0.5);
            let ground = style::capital(crate::rules::Named::name(part.ground));
            if planned.stretches.len() > 1 {
                write(
                    middle,
                    format!("{ground} {:.1}\" {:.0} %", part.inches, part.part * 100.0),
                    Color32::from_rgb(0xd8, 0xff, 0xd0),
                    10.5,
                );
            }
        }
    }
    if let Some(band) = hand.band {
        let corner = |at: Vec2| egui::pos2(at.x, at.y) / zoom;
        let rect = egui::Rect::from_two_pos(corner(band.from), corner(band.to));
        painter.rect_stroke(
            rect,
            0.0,
            egui::Stroke::new(1.5, Color32::from_rgb(0xff, 0xd9, 0x40)),
            egui::StrokeKind::Inside,
        );
    }
    taken
}
