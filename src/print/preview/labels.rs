//! Labels for stands, markers and pickets, to cut out.

use bevy::math::Vec2;

use super::needs::Needs;
use super::wording;
use crate::field::stand::{leader_size, stand_size};
use crate::print::map::ink::{Ink, Trace, colour};
use crate::print::map::lettering::{Anchor, Face, Lettering};
use crate::print::map::troops::livery;
use crate::print::page::{Flow, INCH};
use crate::rules::{Named, Side, Troops};
use crate::scenario::{Scenario, UnitSetup};

/// A label: what stands on it, and how wide it is in points.
struct Label {
    lines: [String; 2],
    width: f32,
}

/// How high a label is.
const HIGH: f32 = 21.0;
/// The narrowest that can be read.
const NARROW: f32 = 46.0;
/// The narrowest where the name is long, as a battery's is.
const NARROW_GUNS: f32 = 74.0;
/// Letters of a name that is long.
const LONG: usize = 18;
/// The widest: longer ones are of no use behind a stand.
const WIDE: f32 = 130.0;

/// Draws the labels of a side.
pub fn stands(flow: &mut Flow, scenario: &Scenario, side: Side) {
    flow.part(&format!("Labels: {}", wording::side(side)));
    flow.note(
        "As wide as the stands of this scale, to cut out and lay behind them; narrow stands have labels that \
         can still be read.",
    );
    let pen = livery(side).name;
    for (number, command) in scenario.commands.iter().enumerate() {
        if command.side != side {
            continue;
        }
        let mut labels = Vec::new();
        for leader in scenario.leaders.iter().filter(|one| one.command == number) {
            labels.push(Label {
                lines: [leader.name.clone(), format!("benefit {}", leader.benefit)],
                width: fitting(leader_size(scenario.field.scale)),
            });
        }
        for unit in scenario
            .units_of(side)
            .filter(|unit| unit.command == number)
        {
            labels.extend(of_unit(scenario, unit));
        }
        if labels.is_empty() {
            continue;
        }
        flow.subheading(&command.name);
        rows(flow, &labels, pen);
        flow.skip(4.0);
    }
}

fn fitting(stand: f32) -> f32 {
    (stand * INCH).clamp(NARROW, WIDE)
}

fn of_unit(scenario: &Scenario, setup: &UnitSetup) -> Vec<Label> {
    let width = fitting(stand_size(scenario.field.scale, &setup.unit, setup.muster).x);
    // A long name is cut after what people say: Bucklyn's Battery E.
    let name = short(&setup.name);
    let width = if setup.unit.is_artillery() || name.len() > LONG {
        width.max(NARROW_GUNS)
    } else {
        width
    };
    let label = |second: String| Label {
        lines: [name.to_owned(), second],
        width,
    };
    if let Troops::Artillery { gun, .. } = setup.unit.troops {
        let gun = gun.map_or_else(String::new, wording::cannon);
        let mut labels = vec![label(gun)];
        if !setup.unit.is_fortress_artillery() {
            labels.push(label("limber".to_owned()));
        }
        return labels;
    }
    let figures = super::rosters::figures_by_stand(setup);
    let stands = figures.len();
    let on_foot = matches!(setup.unit.troops, Troops::Cavalry { .. });
    let mut labels: Vec<Label> = figures
        .iter()
        .enumerate()
        .map(|(stand, count)| {
            let s = if *count == 1 { "" } else { "s" };
            label(format!("{} of {stands} · {count} figure{s}", stand + 1))
        })
        .collect();
    if on_foot {
        labels
            .extend((0..stands).map(|stand| label(format!("on foot, {} of {stands}", stand + 1))));
    }
    labels
}

/// A name without its regiment, unless nothing but a letter or a number were left: Battery D.
fn short(name: &str) -> &str {
    let first = name.split(", ").next().unwrap_or(name);
    let bare = first.starts_with("Battery ")
        || first.ends_with(" Battalion")
        || first.ends_with(" Company");
    if bare { name } else { first }
}

fn rows(flow: &mut Flow, labels: &[Label], pen: &'static str) {
    let mut at = 0;
    while at < labels.len() {
        let mut used = 0.0;
        let mut end = at;
        while end < labels.len() && (end == at || used + labels[end].width <= flow.width()) {
            used += labels[end].width;
            end += 1;
        }
        let row = &labels[at..end];
        flow.block(HIGH, |ink, corner, _| {
            let mut x = corner.x;
            for label in row {
                draw(ink, label, Vec2::new(x, corner.y), pen);
                x += label.width;
            }
        });
        at = end;
    }
}

fn draw(ink: &mut Ink, label: &Label, at: Vec2, pen: &'static str) {
    let mut frame = Trace::new();
    frame.rectangle(at, Vec2::new(label.width, HIGH));
    ink.line(&frame, colour::FAINT_INK, 0.4, "stroke-dasharray=\"2 2\"");
    let middle = at.x + label.width / 2.0;
    let faces = [(Face::Bold, 7.2, pen), (Face::Roman, 6.0, colour::INK)];
    for (number, (text, (face, size, colour))) in label.lines.iter().zip(faces).enumerate() {
        let lettering = Lettering::plain(face, size, colour).fitted(text, label.width - 4.0);
        let base = Vec2::new(middle, at.y + 9.0 + number as f32 * 8.0);
        lettering.write(ink, text, base, Anchor::Middle);
    }
}

/// The colours of markers, as they lie on the table.
const PAINTS: [(&str, &str, &str); 3] = [
    ("disorder", "D", "#3f8f4f"),
    ("shaken", "S", "#e2b92f"),
    ("routed", "R", "#c0392b"),
];

/// Draws markers to cut out, and the pickets of those sides.
pub fn markers(flow: &mut Flow, needs: &Needs, sides: &[Side]) {
    flow.part("Markers");
    flow.note(
        "Markers of morale, as many as lay on the table at once in any of the simulated battles, or one for \
         each unit where none were fought. A penny marks a reaction that is spent; cotton wool is smoke.",
    );
    for (name, letter, paint) in PAINTS {
        let count = needs.markers.get(name).copied().unwrap_or(0).max(2);
        flow.subheading(&format!("{}: {count}", wording::capital(name)));
        discs(flow, count, |ink, middle, _| {
            let mut disc = Trace::new();
            disc.circle(middle, DISC / 2.0 - 2.0);
            ink.fill(&disc, paint, "fill-opacity=\"0.55\"");
            ink.line(&disc, colour::INK, 0.6, "");
            let bold = Lettering::plain(Face::Bold, 11.0, colour::INK);
            bold.centred(ink, letter, middle, 0.0);
        });
    }
    for &side in sides {
        let needs = &needs.sides[side.index()];
        if needs.pickets == 0 {
            continue;
        }
        flow.subheading(&format!(
            "{} pickets: {}, dummies among them; write on the back what each stands for",
            wording::side(side),
            needs.pickets
        ));
        let pen = livery(side).name;
        discs(flow, needs.pickets, |ink, middle, number| {
            let mut frame = Trace::new();
            let half = Vec2::splat(DISC / 2.0 - 2.5);
            frame.rectangle(middle - half, half * 2.0);
            ink.line(&frame, pen, 1.4, "");
            let bold = Lettering::plain(Face::Bold, 10.0, pen);
            bold.centred(ink, &format!("{} ?", number + 1), middle, 0.0);
        });
    }
}

/// How large a marker is with the room around it.
const DISC: f32 = 30.0;

fn discs(flow: &mut Flow, count: u32, draw: impl Fn(&mut Ink, Vec2, u32)) {
    let in_row = (flow.width() / DISC).floor().max(1.0) as u32;
    let mut done = 0;
    while done < count {
        let row = in_row.min(count - done);
        flow.block(DISC, |ink, at, _| {
            for place in 0..row {
                let middle = at + Vec2::new((place as f32 + 0.5) * DISC, DISC / 2.0);
                draw(ink, middle, done + place);
            }
        });
        done += row;
    }
}
