//! Which forces are brought to a scenario that musters.

use std::path::{Path, PathBuf};

use bevy_egui::egui::{self, RichText};

use super::ornament;
use super::stock::Stock;
use crate::overlay::trace::Trace;
use crate::overlay::{style, wording};
use crate::rules::muster::Period;
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
            ..self.choices.clone()
        }
    }

    /// What is brought, whatever is fought.
    pub fn all(&self) -> ForceChoices {
        self.choices.clone()
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
            let parts: Vec<_> = mustered
                .parts
                .iter()
                .map(|part| part.muster.words())
                .collect();
            let row = Row {
                side,
                period: scenario.period,
                said: parts.join(", "),
                secret: mustered.secret,
                ready: "The scenario's own",
            };
            if self.row(ui, trace, &row, (stock, rules)) {
                build = Some(side);
            }
            for (whom, entries) in mustered.parts.iter().flat_map(|part| &part.roads) {
                self.road(ui, trace, (whom, entries), scenario);
            }
        }
        build
    }

    /// By which road somebody comes, where that is left to his player.
    fn road(
        &mut self,
        ui: &mut egui::Ui,
        trace: &mut Trace,
        (whom, entries): (&String, &[String]),
        scenario: &Scenario,
    ) {
        ui.horizontal_wrapped(|ui| {
            let text = format!("{} by the", style::capital(whom));
            ui.label(RichText::new(text).color(style::FAINT).size(12.0));
            let roads = &mut self.choices.roads;
            let now = roads.get(whom).or(entries.first()).cloned();
            for entry in entries {
                let known = scenario.field.entry(entry);
                let label = known.map_or(entry.as_str(), |known| match known.name.as_str() {
                    "" => entry.as_str(),
                    name => name,
                });
                let name = format!("road {whom} {entry}");
                let chosen = (label, now.as_ref() == Some(entry));
                if ornament::choice(ui, trace, &name, chosen, None).clicked() {
                    roads.insert(whom.clone(), entry.clone());
                }
            }
        });
    }

    /// What one side brings; answers whether somebody wants to muster for it.
    pub fn row(
        &mut self,
        ui: &mut egui::Ui,
        trace: &mut Trace,
        row: &Row,
        (stock, rules): (&Stock, &Rules),
    ) -> bool {
        let Row {
            side,
            period,
            secret,
            ready,
            ..
        } = *row;
        ui.horizontal_wrapped(|ui| {
            let name = RichText::new(wording::side(side)).strong();
            ui.label(name.color(style::side(side)));
            let said = if secret {
                "as strong as the cards say, which nobody tells"
            } else {
                &row.said
            };
            ui.label(RichText::new(said).color(style::FAINT).size(12.0));
        });
        let mut build = false;
        ui.horizontal(|ui| {
            let fit: Vec<_> = stock.of(side, period).collect();
            let now = label(self.of(side), &fit, (secret, ready), rules);
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
                    let text = label(&choice, &fit, (secret, ready), rules);
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
            build = ornament::button(ui, trace, &name, button, None).clicked();
        });
        build
    }
}

/// What a side may bring.
pub struct Row {
    /// Whose.
    pub side: Side,
    /// Forces of this period fit.
    pub period: Period,
    /// What it may be, in words.
    pub said: String,
    /// Cards say how strong it is.
    pub secret: bool,
    /// What the ready force is called.
    pub ready: &'static str,
}

/// A choice in words.
fn label(
    choice: &ForceChoice,
    known: &[&(PathBuf, crate::scenario::force::Force)],
    (secret, ready): (bool, &str),
    rules: &Rules,
) -> String {
    match choice {
        ForceChoice::Ready if secret => "What the computer musters for the cards".to_owned(),
        ForceChoice::Ready => ready.to_owned(),
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
