//! What happened to us while the other side had its turn: one line for each event worth it, each a
//! jump to its moment.

mod tale;

use bevy_egui::egui::{self, RichText};

pub use tale::{Event, events};

use super::trace::Trace;
use super::{Desk, log, style};
use crate::rules::Side;
use crate::table::Playback;

/// So many lines are shown at most; the lightest are left out.
const MOST: usize = 12;

/// The list while it is open.
#[derive(Default)]
pub struct Meanwhile {
    events: Vec<Event>,
    left_out: usize,
}

impl Meanwhile {
    /// A list of what happened to a side since a moment; `None` if nothing did.
    pub fn since(playback: &Playback, side: Side, from: usize) -> Option<Self> {
        let mut events = events(playback, side, from);
        let left_out = events.len().saturating_sub(MOST);
        if left_out > 0 {
            let mut weights: Vec<u32> = events.iter().map(|event| event.weight).collect();
            weights.sort_unstable_by(|one, other| other.cmp(one));
            let least = weights[MOST - 1];
            let mut room = MOST;
            // The heaviest stay, in the order in which they happened.
            let heavier = weights.iter().filter(|weight| **weight > least).count();
            let mut even = MOST - heavier;
            events.retain(|event| {
                let stays = event.weight > least || (event.weight == least && even > 0);
                if event.weight == least && stays {
                    even -= 1;
                }
                let stays = stays && room > 0;
                room -= usize::from(stays);
                stays
            });
        }
        (!events.is_empty()).then_some(Self { events, left_out })
    }

    /// The lines.
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

/// Draws the list below the slip of turn and losses; answers with whether it stays open.
pub fn show(
    ctx: &egui::Context,
    rest: egui::Rect,
    list: &Meanwhile,
    desk: &mut Desk,
    playback: &mut Playback,
    trace: &mut Trace,
) -> bool {
    let mut stays = true;
    let mut jump = None;
    egui::Area::new("meanwhile".into())
        .fixed_pos(rest.left_top() + egui::vec2(10.0, 46.0))
        .fade_in(false)
        .show(ctx, |ui| {
            style::slip().show(ui, |ui| {
                ui.set_max_width((rest.width() * 0.5).clamp(200.0, 400.0));
                ui.horizontal(|ui| {
                    ui.label(RichText::new("Meanwhile").strong());
                    let close = ui.small_button("Close");
                    trace.mark("meanwhile close", &close);
                    stays = !close.clicked();
                    if !playback.at_end() {
                        let back = ui.small_button("Back to now");
                        trace.mark("meanwhile now", &back);
                        if back.clicked() {
                            jump = Some(playback.chronicle().end());
                        }
                    }
                });
                let most = (rest.height() - 110.0).max(80.0);
                egui::ScrollArea::vertical()
                    .max_height(most)
                    .min_scrolled_height(most)
                    .show(ui, |ui| {
                        for (number, event) in list.events.iter().enumerate() {
                            let line = line(ui, event);
                            if ui.clip_rect().contains_rect(line.rect) {
                                trace.mark(&format!("meanwhile {}", number + 1), &line);
                            }
                            if line.clicked() {
                                jump = Some(event.moment);
                            }
                        }
                        if list.left_out > 0 {
                            let more = format!("and {} lesser things: see the log", list.left_out);
                            ui.label(RichText::new(more).color(style::FAINT).size(11.5));
                        }
                    });
            });
        });
    match jump {
        Some(moment) if moment >= playback.chronicle().end() => playback.seek(moment),
        Some(moment) => log::go(desk, playback, moment),
        None => {}
    }
    stays
}

fn line(ui: &mut egui::Ui, event: &Event) -> egui::Response {
    let mut text = RichText::new(format!("• {}", event.text));
    if event.weight >= 6 {
        text = text.strong();
    }
    let label = egui::Label::new(text)
        .wrap()
        .selectable(false)
        .sense(egui::Sense::click());
    let response = ui.add(label);
    if response.hovered() {
        let rect = response.rect.expand(1.0);
        ui.painter()
            .rect_filled(rect, 2.0, egui::Color32::from_black_alpha(18));
    }
    response.on_hover_text("Go to that moment")
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::chronicle::Chronicle;
    use crate::players::{Level, SeatKind};
    use crate::rules::{Rules, Scale};
    use crate::scenario::{Scenario, find};
    use crate::session::{MatchUp, Table};

    /// A battle of two computers on the table, at its end.
    fn fought(seed: u64) -> Playback {
        let path = find(Path::new("taint_no_militia"));
        let rules = Arc::new(Rules::book().clone());
        let scenario = Scenario::load(&path, Scale::Mm15, &rules).expect("a good scenario");
        let both = MatchUp::both(SeatKind::Computer(Level::Medium));
        let session = Table::new(both).fight(Arc::new(scenario), rules, seed);
        let chronicle: Chronicle = crate::overlay::known::chronicle(session.battle());
        let mut playback = Playback::new(chronicle);
        playback.seek(usize::MAX);
        playback
    }

    #[test]
    fn a_turn_is_told_in_a_few_lines_that_lead_to_their_facts() {
        let playback = fought(3);
        let turns = playback.chronicle().player_turns().to_vec();
        let mut told = 0;
        for &from in &turns {
            for side in [Side::Union, Side::Confederate] {
                let all = events(&playback, side, from);
                assert!(all.iter().all(|event| event.weight > 0));
                assert!(all.iter().all(|event| event.moment >= from));
                assert!(all.windows(2).all(|pair| pair[0].moment <= pair[1].moment));
                if let Some(list) = Meanwhile::since(&playback, side, from) {
                    assert!(list.events().len() <= MOST);
                    told += list.events().len();
                }
            }
        }
        assert!(told > 0);
    }

    #[test]
    fn nothing_happens_after_the_end() {
        let playback = fought(3);
        let end = playback.chronicle().end();
        assert!(events(&playback, Side::Union, end).is_empty());
        assert!(Meanwhile::since(&playback, Side::Union, end).is_none());
    }
}
