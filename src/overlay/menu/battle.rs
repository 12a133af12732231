//! A new battle: what is fought, by whom, at what scale, with which dice and by which rules. The
//! same page serves whoever only watches.

use std::path::PathBuf;

use bevy_egui::egui::{self, RichText};

use super::bringing::Bringing;
use super::catalogue::{Catalogue, Entry, FIRST};
use super::chairs::Chairs;
use super::muster::Purpose;
use super::pictures::{Look, Pictures};
use super::shelf::Shelf;
use super::stock::Stock;
use super::terms::Terms;
use super::{Page, Wish, ornament};
use crate::overlay::app::{Begin, HouseRules};
use crate::overlay::trace::Trace;
use crate::overlay::{style, wording};
use crate::print::judgement;
use crate::rules::{Named, Side};
use crate::scenario::force::ForceChoice;
use crate::scenario::{Origin, Scenario};
use crate::session::MatchUp;

/// How high a scenario's row is in the list, and what is kept for what follows the list.
const ROW: f32 = 27.0;
const BELOW: f32 = 60.0;

/// What is chosen for a battle to be begun.
pub struct BattlePage {
    /// The file of the scenario; the first if none was chosen, or it is gone.
    chosen: Option<PathBuf>,
    chairs: Chairs,
    terms: Terms,
    /// What is brought to a scenario that musters.
    bringing: Bringing,
    /// A finished battle whose survivors fight in this one.
    after: Option<PathBuf>,
}

impl BattlePage {
    /// These two, with these dice.
    pub fn new(match_up: &MatchUp, seed: u64) -> Self {
        Self {
            chosen: None,
            chairs: Chairs::of(match_up),
            terms: Terms::new(seed),
            bringing: Bringing::default(),
            after: None,
        }
    }

    /// Another battle with the same choices, but with other dice, unless these were chosen too.
    pub fn again(&mut self) {
        self.terms.again();
    }

    /// Brings the force of a file.
    pub fn bring(&mut self, side: Side, path: PathBuf) {
        self.bringing.bring(side, ForceChoice::File(path));
    }

    fn entry<'a>(&self, catalogue: &'a Catalogue) -> Option<&'a Entry> {
        let chosen = |entry: &&Entry| Some(&entry.path) == self.chosen.as_ref();
        let entries = &catalogue.entries;
        let first = |entry: &&Entry| entry.path.file_stem().is_some_and(|stem| stem == FIRST);
        let usual = || entries.iter().find(first).or_else(|| entries.first());
        entries.iter().find(chosen).or_else(usual)
    }

    /// What is to begin, or what stands in its way.
    fn begin(&self, catalogue: &Catalogue, given: &HouseRules) -> Result<Begin, String> {
        let entry = self.entry(catalogue).ok_or_else(|| {
            if catalogue.is_reading() {
                "The scenarios are being read.".to_owned()
            } else {
                "There is no scenario in the folder scenarios.".to_owned()
            }
        })?;
        let Ok(scenario) = &entry.scenario else {
            return Err("This scenario has faults.".to_owned());
        };
        let match_up = self.chairs.match_up()?;
        let (setting, house) = self.terms.setting(match_up, given)?;
        Ok(Begin::New {
            origin: Origin::from(&entry.path),
            setting,
            house,
            forces: self.bringing.choices(scenario),
            after: self.after.clone(),
        })
    }

    /// Draws the page.
    pub fn show(
        &mut self,
        screen: &mut egui::Ui,
        (catalogue, pictures): (&Catalogue, &mut Pictures),
        (stock, shelf): (&Stock, &Shelf),
        given: &HouseRules,
        watching: bool,
        (fault, trace): (Option<&str>, &mut Trace),
    ) -> Option<Wish> {
        let ready = self.begin(catalogue, given);
        let why_not = ready.as_ref().err().map(String::as_str);
        let label = if watching { "Watch" } else { "Begin" };
        let (back, go) = ornament::bottom(screen, trace, Some((label, why_not)), fault);
        let mut wish = back;
        if ornament::is_narrow(screen) {
            egui::Panel::top("chairs")
                .resizable(false)
                .frame(style::dark().inner_margin(egui::Margin::symmetric(8, 4)))
                .show(screen, |ui| self.seats(ui, trace, watching));
            egui::CentralPanel::default()
                .frame(style::paper().inner_margin(10))
                .show(screen, |ui| {
                    egui::ScrollArea::vertical()
                        .auto_shrink(false)
                        .show(ui, |ui| {
                            wish = wish.take().or(self.choose(
                                ui,
                                trace,
                                (catalogue, stock, shelf),
                                (given, watching),
                            ));
                            ui.separator();
                            self.describe(ui, catalogue, pictures);
                        });
                });
        } else {
            egui::Panel::left("choices")
                .resizable(false)
                .show_separator_line(false)
                .exact_size(ornament::column(screen))
                .frame(style::paper().inner_margin(18))
                .show(screen, |ui| {
                    let title = if watching {
                        "Watch a battle"
                    } else {
                        "New battle"
                    };
                    ornament::heading(ui, title);
                    self.seats(ui, trace, watching);
                    ui.add_space(4.0);
                    egui::ScrollArea::vertical()
                        .auto_shrink(false)
                        .show(ui, |ui| {
                            wish = wish.take().or(self.choose(
                                ui,
                                trace,
                                (catalogue, stock, shelf),
                                (given, watching),
                            ));
                        });
                });
            egui::CentralPanel::default()
                .frame(style::dark().inner_margin(18))
                .show(screen, |ui| {
                    egui::ScrollArea::vertical()
                        .auto_shrink(false)
                        .show(ui, |ui| self.describe(ui, catalogue, pictures));
                });
        }
        match ready {
            Ok(begin) if go => Some(Wish::Begin(Box::new(begin))),
            _ => wish,
        }
    }

    fn seats(&mut self, ui: &mut egui::Ui, trace: &mut Trace, watching: bool) {
        let why = "to play yourself choose New battle; here one watches";
        self.chairs.show(ui, trace, watching.then_some(why));
    }

    /// Everything but the seats.
    fn choose(
        &mut self,
        ui: &mut egui::Ui,
        trace: &mut Trace,
        (catalogue, stock, shelf): (&Catalogue, &Stock, &Shelf),
        (given, watching): (&HouseRules, bool),
    ) -> Option<Wish> {
        let mut wish = None;
        self.terms.show(ui, trace);
        style::section(ui, "Scenario");
        if catalogue.is_reading() {
            ui.spinner();
        }
        // Each in a row of its own where there is room for all, else side by side: none should have
        // to be looked for.
        let rows = catalogue.entries.len() as f32 * ROW < ui.available_height() - BELOW;
        if rows && !ornament::is_narrow(ui) {
            self.scenarios(ui, trace, catalogue, 16.0);
        } else {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                self.scenarios(ui, trace, catalogue, 13.0);
            });
        }
        if let Some(Entry {
            path,
            scenario: Ok(scenario),
        }) = self.entry(catalogue)
        {
            let known = (&**scenario, stock, &*given.rules);
            let built = self.bringing.show(ui, trace, known);
            wish = built.map(|side| Wish::Muster(Purpose::Scenario(path.clone()), side));
            follow(ui, trace, &mut self.after, (catalogue, shelf, scenario));
        }
        self.terms.rules(ui, trace, given);
        if watching {
            ui.add_space(6.0);
            let label = (RichText::new("Watch a replay instead"), egui::Vec2::ZERO);
            if ornament::button(ui, trace, "replays", label, None).clicked() {
                wish = Some(Wish::Page(Page::Load));
            }
        }
        wish
    }

    /// The scenarios to choose from.
    fn scenarios(
        &mut self,
        ui: &mut egui::Ui,
        trace: &mut Trace,
        catalogue: &Catalogue,
        size: f32,
    ) {
        let shown = self.entry(catalogue).map(|entry| entry.path.clone());
        for entry in &catalogue.entries {
            let name = entry.name();
            let label = style::engraved(ui.ctx(), &name, size);
            let chosen = (label, shown.as_ref() == Some(&entry.path));
            let row = ornament::choice(ui, trace, &format!("scenario {name}"), chosen, None);
            if row
                .on_hover_text(entry.path.display().to_string())
                .clicked()
            {
                self.chosen = Some(entry.path.clone());
                self.bringing.forget();
                self.after = None;
            }
        }
    }

    /// What is fought, with the plan of the table.
    fn describe(&self, ui: &mut egui::Ui, catalogue: &Catalogue, pictures: &mut Pictures) {
        let Some(Entry { path, scenario }) = self.entry(catalogue) else {
            return;
        };
        match scenario {
            Err(faults) => {
                ui.label(style::heading(ui, "This scenario has faults"));
                for fault in faults {
                    ornament::fault(ui, Some(fault));
                }
            }
            Ok(scenario) => {
                about(ui, scenario);
                plan(ui, pictures.plan(path, scenario));
            }
        }
    }
}

/// Which battle went before: only finished ones are offered in which somebody fought who is mustered
/// here again.
fn follow(
    ui: &mut egui::Ui,
    trace: &mut Trace,
    after: &mut Option<PathBuf>,
    (catalogue, shelf, scenario): (&Catalogue, &Shelf, &Scenario),
) {
    let parts = |scenario: &Scenario| -> Vec<String> {
        let mustered = scenario.mustered.iter().flatten();
        let parts = mustered.flat_map(|mustered| &mustered.parts);
        parts.map(|part| part.name.clone()).collect()
    };
    let own = parts(scenario);
    let known = |name: &str| {
        let mut known = catalogue.entries.iter();
        known.find_map(|entry| entry.scenario.as_ref().ok().filter(|one| one.name == name))
    };
    let fought: Vec<_> = shelf
        .entries()
        .iter()
        .filter_map(|entry| Some((entry, entry.what.as_ref().ok()?)))
        .filter(|(_, glance)| glance.finished && glance.scenario != scenario.name)
        .filter(|(_, glance)| {
            let before = known(&glance.scenario);
            before.is_some_and(|before| parts(before).iter().any(|part| own.contains(part)))
        })
        .collect();
    if fought.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        ui.label(RichText::new("After").strong().color(style::FAINT))
            .on_hover_text("Whoever is left of that battle fights in this one as he is");
        let name = |path: &PathBuf| {
            let file = path.file_name().unwrap_or_default();
            file.to_string_lossy().into_owned()
        };
        let now = after.as_ref().map_or("nothing before".to_owned(), name);
        let combo = egui::ComboBox::from_id_salt("after")
            .width((ui.available_width() - 20.0).clamp(120.0, 330.0))
            .truncate()
            .selected_text(now);
        let shown = combo.show_ui(ui, |ui| {
            let none = ui.selectable_label(after.is_none(), "nothing before");
            trace.mark("after nothing", &none);
            if none.clicked() {
                *after = None;
            }
            for (entry, glance) in &fought {
                let text = format!("{} ({})", glance.scenario, entry.name());
                let row = ui.selectable_label(after.as_ref() == Some(&entry.path), text);
                trace.mark(&format!("after {}", entry.name()), &row);
                if row.clicked() {
                    *after = Some(entry.path.clone());
                }
            }
        });
        trace.mark("after", &shown.response);
    });
}

/// The plan of the table, as soon as it is drawn.
pub fn plan(ui: &mut egui::Ui, look: Look) {
    match look {
        Look::Picture(plan) => {
            // As large as the rest of the window, but never too small to be read.
            let wide = ui.available_width();
            let bottom = ui.clip_rect().bottom();
            let high = (bottom - ui.cursor().top() - 8.0).max(260.0);
            ui.vertical_centered(|ui| {
                ui.add(egui::Image::new(plan).max_size(egui::vec2(wide, high)));
            });
        }
        Look::Drawing => {
            ui.horizontal_wrapped(|ui| {
                ui.spinner();
                ui.label("The engineers are drawing the plan of the table…");
            });
        }
        Look::Nothing => {}
    }
}

/// Name, day, length, forces and what happened.
fn about(ui: &mut egui::Ui, scenario: &Scenario) {
    let (year, _, day) = scenario.date;
    let month = scenario.month();
    let (hour, minute) = scenario.time;
    ui.horizontal_wrapped(|ui| {
        ui.label(style::engraved(ui.ctx(), &scenario.name, 26.0));
        let when = format!("{day} {month} {year}, {hour}:{minute:02}");
        ui.label(RichText::new(when).color(style::FAINT));
    });
    ui.horizontal_wrapped(|ui| {
        ui.label(format!(
            "{} turns, the {} side first.",
            scenario.turns,
            wording::side(scenario.initiative)
        ));
    });
    for &side in Side::ALL {
        ui.horizontal_wrapped(|ui| {
            let name = RichText::new(wording::side(side)).color(style::side(side));
            ui.label(name.strong());
            ui.label(forces(scenario, side));
        });
    }
    ui.add_space(2.0);
    ui.add(egui::Label::new(&scenario.history).wrap());
    ui.add_space(2.0);
    let conditions = scenario.victory.conditions.iter();
    let rules = conditions.map(|condition| judgement::rule(scenario, condition));
    let last = [judgement::otherwise(scenario)].into_iter();
    let all = rules.chain(last).chain(judgement::points(scenario));
    let all: Vec<_> = all.chain(judgement::special(scenario)).collect();
    egui::CollapsingHeader::new(RichText::new("Who wins").strong().color(style::FAINT))
        .id_salt("who wins")
        .show(ui, |ui| {
            for text in all {
                ui.add(egui::Label::new(text).wrap());
            }
        });
    ui.add_space(6.0);
}

/// The forces of a side in a line.
fn forces(scenario: &Scenario, side: Side) -> String {
    let (figures, guns) = scenario.strength(side);
    let (union, confederate) = scenario.muster;
    let points = match side {
        Side::Union => union,
        Side::Confederate => confederate,
    };
    if scenario.mustered_by(side).is_some_and(|one| one.secret) {
        return "as strong as the cards say; nobody tells before the end".to_owned();
    }
    let mut commands: Vec<&str> = Vec::new();
    for unit in scenario.units_of(side) {
        let name = scenario.commands[unit.command].name.as_str();
        if !commands.contains(&name) {
            commands.push(name);
        }
    }
    format!(
        "{}: {} units, {figures} figures, {guns} guns, {points} muster points",
        commands.join(", "),
        scenario.units_of(side).count()
    )
}
