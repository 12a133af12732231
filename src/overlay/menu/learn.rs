//! The page of lessons: the course, what of it is done, and what it takes.

use std::path::PathBuf;

use bevy_egui::egui::{self, RichText};

use super::{Wish, ornament};
use crate::lessons::{Card, Progress, Standing, course, name_of};
use crate::overlay::app::Begin;
use crate::overlay::style;
use crate::overlay::trace::Trace;

/// A lesson's file, and what is on its card or wrong with it.
type Lesson = (PathBuf, Result<Card, String>);

/// The page of lessons.
#[derive(Default)]
pub struct LearnPage {
    /// The lessons and what is done of them, read when the page is opened.
    lessons: Option<(Vec<Lesson>, Progress)>,
}

impl LearnPage {
    /// Looks again, the next time it is shown.
    pub fn forget(&mut self) {
        self.lessons = None;
    }

    /// Draws the page.
    pub(super) fn show(
        &mut self,
        screen: &mut egui::Ui,
        (fault, trace): (Option<&str>, &mut Trace),
    ) -> Option<Wish> {
        let (lessons, progress) = self
            .lessons
            .get_or_insert_with(|| (course(), Progress::load()));
        let (mut wish, _) = ornament::bottom(screen, trace, None, fault);
        egui::CentralPanel::default()
            .frame(style::paper().inner_margin(24))
            .show(screen, |ui| {
                ornament::heading(ui, "Learn");
                let (count, done) = count(lessons, progress);
                let said = format!(
                    "The course leads from nothing to a whole battle, a few minutes to a lesson. \
                     {done} of {count} are done."
                );
                ui.label(RichText::new(said).color(style::FAINT));
                egui::ScrollArea::vertical()
                    .auto_shrink(false)
                    .show(ui, |ui| {
                        let mut beside = false;
                        for (path, card) in lessons.iter() {
                            let name = name_of(path);
                            match card {
                                Ok(card) => {
                                    if card.course.is_none() && !beside {
                                        beside = true;
                                        style::section(ui, "Beside the course");
                                    }
                                    let standing = progress.standing(&name);
                                    if row(ui, trace, (&name, card), standing) {
                                        wish = Some(Wish::Begin(Box::new(Begin::Lesson(
                                            path.clone(),
                                        ))));
                                    }
                                }
                                Err(fault) => ornament::fault(ui, Some(fault)),
                            }
                        }
                    });
            });
        wish
    }
}

/// How many lessons the course has, and how many of them are done.
fn count(lessons: &[(PathBuf, Result<Card, String>)], progress: &Progress) -> (usize, usize) {
    let names: Vec<_> = lessons
        .iter()
        .filter(|(_, card)| card.is_ok())
        .map(|(path, _)| name_of(path))
        .collect();
    (names.len(), progress.done(names.iter().map(String::as_str)))
}

/// One lesson; whether it was chosen.
fn row(
    ui: &mut egui::Ui,
    trace: &mut Trace,
    (name, card): (&str, &Card),
    standing: Standing,
) -> bool {
    let mut chosen = false;
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let place = card
            .course
            .map_or(String::new(), |place| format!("{place}."));
        ui.add_sized(
            [30.0, 26.0],
            egui::Label::new(style::engraved(ui.ctx(), place, 17.0)),
        );
        let label = style::engraved(ui.ctx(), &card.title, 16.0);
        let wide = (ui.available_width() * 0.34).clamp(150.0, 300.0);
        let size = egui::vec2(wide, 28.0);
        let button = ornament::button(ui, trace, &format!("lesson {name}"), (label, size), None);
        chosen = button.clicked();
        let minutes = card.seconds.div_ceil(60).max(1);
        let state = match (standing.done, standing.step) {
            (true, 0) => "done".to_owned(),
            (false, 0) => String::new(),
            (_, step) => format!("left at step {} of {}", step + 1, card.steps),
        };
        ui.vertical(|ui| {
            let words = format!("{minutes} min   {state}");
            let colour = if standing.done {
                style::RED
            } else {
                style::FAINT
            };
            ui.label(RichText::new(words).color(colour).size(12.0));
            ui.add(egui::Label::new(RichText::new(&card.about).size(12.5)).wrap());
        });
    });
    chosen
}
