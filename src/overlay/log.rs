//! The story log: what happened, filtered, each line a jump to its place and moment.

mod heights;

use bevy_egui::egui::{self, RichText};

use heights::{Heights, in_sight, whole};

use super::trace::Trace;
use super::wording::{Matter, matter, sentence};
use super::{Desk, Panel, style};
use crate::army::{Fact, LeaderId, UnitId};
use crate::rules::Side;
use crate::scenario::Scenario;
use crate::session::{Note, Session};
use crate::table::ranks::Hit;
use crate::table::{Playback, actor};

/// What of the log is shown.
pub struct LogState {
    words: String,
    shown: [bool; 8],
    all: bool,
    heights: Heights,
}

impl Default for LogState {
    fn default() -> Self {
        Self {
            words: String::new(),
            shown: [true, false, true, true, true, false, true, true],
            all: false,
            heights: Heights::default(),
        }
    }
}

const KINDS: [(Matter, &str); 8] = [
    (Matter::Turn, "Turns"),
    (Matter::Move, "Moves"),
    (Matter::Fire, "Fire"),
    (Matter::Morale, "Morale"),
    (Matter::Charge, "Charges"),
    (Matter::Command, "Command"),
    (Matter::Picket, "Pickets"),
    (Matter::Works, "Works"),
];

/// What tells why something was done.
pub type Why<'a> = dyn Fn(&mut egui::Ui, &Playback, Option<usize>, &mut Trace) + 'a;

/// Draws the log.
pub fn show(
    ui: &mut egui::Ui,
    desk: &mut Desk,
    playback: &mut Playback,
    (instructed, why): (&[usize], &Why),
    trace: &mut Trace,
) {
    ui.label(style::heading(ui, "What happened"));
    ui.horizontal_wrapped(|ui| {
        for ((_, name), on) in KINDS.iter().zip(&mut desk.log.shown) {
            ui.toggle_value(on, *name);
        }
    });
    ui.horizontal(|ui| {
        let hint = "unit or word";
        let wide = (ui.available_width() - 84.0).max(60.0);
        ui.add(
            egui::TextEdit::singleline(&mut desk.log.words)
                .hint_text(hint)
                .desired_width(wide),
        );
        ui.checkbox(&mut desk.log.all, "to come")
            .on_hover_text("Show also what has not been played yet");
    });
    why(ui, playback, desk.why, trace);
    ui.separator();
    let lines = lines(desk, playback);
    let gap = ui.spacing().item_spacing.y;
    let mut jump = None;
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .stick_to_bottom(true)
        .show_viewport(ui, |ui, view| {
            let (scenario, facts) = (playback.scenario(), playback.chronicle().facts());
            let wide = ui.available_width() - f32::from(INDENT);
            let words = |fact: usize| sentence(scenario, &facts[fact]);
            let heights = desk.log.heights.of(ui, wide, &lines, words);
            ui.set_height(whole(&heights, gap));
            let sight = in_sight(&heights, gap, view.min.y, view.max.y);
            let mut rest = ui.max_rect();
            rest.min.y += sight.top;
            ui.scope_builder(egui::UiBuilder::new().max_rect(rest), |ui| {
                ui.skip_ahead_auto_ids(sight.lines.start);
                for &fact in &lines[sight.lines] {
                    let told = by_instructions(playback, instructed, fact);
                    let line = line(ui, playback, fact, told);
                    desk.log.heights.drawn(fact, line.rect.height());
                    let arithmetic = super::result::has_arithmetic(&facts[fact]);
                    if arithmetic && ui.clip_rect().contains_rect(line.rect) {
                        trace.mark("log line", &line);
                    }
                    if line.clicked() {
                        jump = Some(fact);
                    }
                }
            });
        });
    if let Some(fact) = jump {
        desk.why = Some(fact);
        go(desk, playback, fact);
    }
}

/// To the place and moment of a fact.
pub fn go(desk: &mut Desk, playback: &mut Playback, number: usize) {
    playback.playing = false;
    playback.seek(number);
    let Some(fact) = playback.chronicle().facts().get(number) else {
        return;
    };
    if let Some(unit) = actor(fact) {
        desk.selected = Some(Hit::Unit(unit));
        desk.pointed = None;
    }
    if super::result::has_arithmetic(fact) {
        desk.result = Some(number);
        desk.panel = Some(Panel::Result);
    }
}

/// The moments from which on something came of instructions, as whoever looks has seen the battle.
pub fn instructed(session: &Session, eyes: Option<Side>) -> Vec<usize> {
    let facts = session.battle().facts();
    let own = |note: &&Note| eyes.is_none_or(|side| side == note.side);
    let notes = session.notes().iter().filter(own);
    notes
        .map(|note| match eyes {
            None => note.facts,
            Some(side) => {
                let before = &facts[..note.facts.min(facts.len())];
                before.iter().filter(|fact| fact.seen_by(side)).count()
            }
        })
        .collect()
}

/// Whether a fact came of instructions and not of a word from the player.
fn by_instructions(playback: &Playback, instructed: &[usize], number: usize) -> bool {
    let facts = playback.chronicle().facts();
    instructed.iter().any(|&moment| {
        let after = facts.iter().enumerate().skip(moment);
        let mut fired = after.filter(|(_, fact)| matches!(fact, Fact::Fired { .. }));
        fired.next().is_some_and(|(first, _)| first == number)
    })
}

fn lines(desk: &Desk, playback: &Playback) -> Vec<usize> {
    let facts = playback.chronicle().facts();
    let end = if desk.log.all {
        facts.len()
    } else {
        (playback.moment() + 1).min(facts.len())
    };
    let words = desk.log.words.to_lowercase();
    let wanted = |fact: &Fact| {
        let kind = KINDS.iter().position(|(kind, _)| *kind == matter(fact));
        kind.is_some_and(|kind| desk.log.shown[kind])
            && (words.is_empty()
                || sentence(playback.scenario(), fact)
                    .to_lowercase()
                    .contains(&words))
    };
    (0..end).filter(|&number| wanted(&facts[number])).collect()
}

/// The side that acts in a fact: that fires, charges, checks, loses or rides.
pub fn acts(scenario: &Scenario, fact: &Fact) -> Option<Side> {
    let of = |unit: UnitId| {
        scenario
            .units
            .get(unit.0 as usize)
            .map(|unit| unit.unit.side)
    };
    let led = |leader: LeaderId| Some(scenario.leaders.get(leader.0 as usize)?.side);
    match fact {
        Fact::PlayerTurn { side } => Some(*side),
        Fact::Over { verdict } => verdict.winner,
        Fact::Fired { firers, .. } => firers.first().copied().and_then(of),
        Fact::Impact { attacker, .. } => of(*attacker),
        Fact::Melee { attackers, .. } => attackers.first().copied().and_then(of),
        Fact::Rode { leader, .. } | Fact::LeaderRolled { leader, .. } => led(*leader),
        // Taken by the enemy: it is his loss whose leader he was.
        Fact::LeaderTaken { leader, .. } => led(*leader),
        fact => actor(fact).and_then(of),
    }
}

/// The width of the stripe that tells whose line it is, and where its words begin.
const STRIPE: f32 = 4.0;
const INDENT: i8 = 9;

fn line(ui: &mut egui::Ui, playback: &Playback, number: usize, instructed: bool) -> egui::Response {
    let fact = &playback.chronicle().facts()[number];
    let side = acts(playback.scenario(), fact);
    let mut words = sentence(playback.scenario(), fact);
    if instructed {
        words = format!("By instructions: {words}");
    }
    let mut text = RichText::new(words);
    if matter(fact) == Matter::Turn {
        text = text.strong();
    }
    if let Some(side) = side {
        text = text.color(style::side(side));
    }
    if number > playback.moment() {
        text = text.weak();
    }
    let label = egui::Label::new(text)
        .wrap()
        .selectable(false)
        .sense(egui::Sense::click());
    let margin = egui::Margin {
        left: INDENT,
        ..egui::Margin::ZERO
    };
    let shown = egui::Frame::new()
        .inner_margin(margin)
        .show(ui, |ui| ui.add(label));
    if let Some(side) = side {
        let mut rect = shown.response.rect;
        rect.set_width(STRIPE);
        stripe(ui.painter(), rect, side);
    }
    let response = shown.inner;
    if response.hovered() {
        ui.painter().rect_filled(
            response.rect.expand(1.0),
            2.0,
            egui::Color32::from_black_alpha(18),
        );
    }
    response
}

/// Whole for the Union, broken for the Confederates: it is told apart without its colour.
fn stripe(painter: &egui::Painter, rect: egui::Rect, side: Side) {
    let colour = style::side(side);
    if side == Side::Union {
        painter.rect_filled(rect, 1.0, colour);
        return;
    }
    let part = rect.height() * 0.42;
    for top in [rect.top(), rect.bottom() - part] {
        let piece =
            egui::Rect::from_min_size(egui::pos2(rect.left(), top), egui::vec2(rect.width(), part));
        painter.rect_filled(piece, 1.0, colour);
    }
}
