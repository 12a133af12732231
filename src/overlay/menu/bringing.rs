//! Which forces are brought to a scenario that musters.

use std::path::{Path, PathBuf};

use bevy_egui::egui::{self, RichText};

use super::ornament;
use super::stock::Stock;
use crate::overlay::trace::Trace;
use crate::overlay::{style, wording};
use crate::rules::{Named, Rules, Side};
use crate::scenario::Scenario;
use crate::scenario::force::{ForceChoice, ForceChoices, Manner};

/// What both sides bring.
#[derive(Clone, Debug, Default)]
pub struct Bringing {
    choices: ForceChoices,
}

impl Bringing {
    /// What is brought, as far as a scenario musters.
    pub fn choices(&self, scenario: &Scenario) -> ForceChoices {
        let of = |side: Side| match scenario.mustered_by(side) {
            Some(_) => self.of(side).clone(),
            None => ForceChoice::Ready,
        };
        ForceChoices {
            union: of(Side::Union),
            confederate: of(Side::Confederate),
        }
    }

    fn of(&self, side: Side) -> &ForceChoice {
        match side {
            Side::Union => &self.choices.union,
            Side::Confederate => &self.choices.confederate,
        }
    }

    /// Brings something else.
    pub fn bring(&mut self, side: Side, choice: ForceChoice) {
        match side {
            Side::Union => self.choices.union = choice,
            Side::Confederate => self.choices.confederate = choice,
        }
    }

    /// Another scenario: everybody is ready as it has him.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Draws the choices; answers with a side that somebody wants to muster for.
    pub fn show(
        &mut self,
        ui: &mut egui::Ui,
        trace: &mut Trace,
        (scenario, stock, rules): (&Scenario, &Stock, &Rules),
    ) -> Option<Side> {
        let mut build = None;
        if scenario.mustered.iter().all(Option::is_none) {
            return None;
        }
        style::section(ui, "Forces");
        for &side in Side::ALL {
            let Some(mustered) = scenario.mustered_by(side) else {
                continue;
            };
            ui.horizontal(|ui| {
                let name = RichText::new(wording::side(side)).strong();
                ui.label(name.color(style::side(side)));
                let parts: Vec<_> = mustered
                    .parts
                    .iter()
                    .map(|part| part.muster.words())
                    .collect();
                let said = if mustered.secret {
                    "as strong as the cards say, which nobody tells".to_owned()
                } else {
                    parts.join(", ")
                };
                ui.label(RichText::new(said).color(style::FAINT).size(12.0));
            });
            ui.horizontal(|ui| {
                let fit: Vec<_> = stock.of(side, scenario.period).collect();
                let now = label(self.of(side), &fit, mustered.secret, rules);
                let wide = (ui.available_width() - 90.0).clamp(120.0, 330.0);
                let combo = egui::ComboBox::from_id_salt(("force", side.name()))
                    .width(wide)
                    .truncate()
                    .selected_text(now);
                let chosen = combo.show_ui(ui, |ui| {
                    let mut all = vec![ForceChoice::Ready];
                    all.extend(
                        Manner::ALL
                            .iter()
                            .map(|&manner| ForceChoice::Computer(manner)),
                    );
                    all.extend(fit.iter().map(|(path, _)| ForceChoice::File(path.clone())));
                    let mut chosen = None;
                    for choice in all {
                        let text = label(&choice, &fit, mustered.secret, rules);
                        let is = *self.of(side) == choice;
                        let row = ui.selectable_label(is, &text);
                        trace.mark(&format!("force {} {text}", side.name()), &row);
                        if row.clicked() {
                            chosen = Some(choice);
                        }
                    }
                    chosen
                });
                trace.mark(&format!("force {}", side.name()), &chosen.response);
                if let Some(Some(choice)) = chosen.inner {
                    self.bring(side, choice);
                }
                let name = format!("build {}", side.name());
                let button = (RichText::new("Build…"), egui::Vec2::ZERO);
                if ornament::button(ui, trace, &name, button, None).clicked() {
                    build = Some(side);
                }
            });
        }
        build
    }
}

/// A choice in words.
fn label(
    choice: &ForceChoice,
    known: &[&(PathBuf, crate::scenario::force::Force)],
    secret: bool,
    rules: &Rules,
) -> String {
    match choice {
        ForceChoice::Ready if secret => "What the computer musters for the cards".to_owned(),
        ForceChoice::Ready => "The scenario's own".to_owned(),
        ForceChoice::Computer(Manner::Random) => "The computer's, anything".to_owned(),
        ForceChoice::Computer(Manner::Attack) => "The computer's, to attack".to_owned(),
        ForceChoice::Computer(Manner::Defence) => "The computer's, to defend".to_owned(),
        ForceChoice::File(path) => {
            let force = known.iter().find(|(file, _)| file == path);
            let file = stem(path);
            match force {
                Some((_, force)) => {
                    format!("{} ({} points, {file})", force.name, force.cost(rules))
                }
                None => file,
            }
        }
    }
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}
