//! A new battle: what is fought, by whom, at what scale, with which dice and by which rules. The
//! same page serves whoever only watches.

use std::path::PathBuf;

use bevy_egui::egui::{self, RichText};

use super::bringing::Bringing;
use super::catalogue::{Catalogue, Entry};
use super::chairs::Chairs;
use super::house::House;
use super::pictures::{Look, Pictures};
use super::stock::Stock;
use super::{Page, Wish, ornament};
use crate::overlay::app::{Begin, HouseRules, Setting};
use crate::overlay::trace::Trace;
use crate::overlay::{style, wording};
use crate::print::judgement;
use crate::rules::{Named, Scale, Side};
use crate::scenario::force::ForceChoice;
use crate::scenario::{Hiding, MOST_DUMMIES, Scenario, USUAL_DUMMIES};
use crate::session::MatchUp;

/// The scenario that is shown before another is chosen.
const FIRST: &str = "taint_no_militia";

/// What is chosen for a battle to be begun.
pub struct BattlePage {
    /// The file of the scenario; the first if none was chosen, or it is gone.
    chosen: Option<PathBuf>,
    chairs: Chairs,
    scale: Scale,
    seed: String,
    /// The player wrote the seed himself.
    own_seed: bool,
    house: House,
    /// What is brought to a scenario that musters.
    bringing: Bringing,
    /// Sides that begin behind pickets.
    hidden: Vec<Side>,
    dummies: u32,
}

/// A seed that nobody has chosen.
pub fn any_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    RandomState::new().build_hasher().finish() % 1_000_000
}

impl BattlePage {
    /// These two, with these dice.
    pub fn new(match_up: &MatchUp, seed: u64) -> Self {
        Self {
            chosen: None,
            chairs: Chairs::of(match_up),
            scale: Scale::Mm15,
            seed: seed.to_string(),
            own_seed: false,
            house: House::default(),
            bringing: Bringing::default(),
            hidden: Vec::new(),
            dummies: USUAL_DUMMIES,
        }
    }

    /// Another battle with the same choices, but with other dice, unless these were chosen too.
    pub fn again(&mut self) {
        if !self.own_seed {
            self.seed = any_seed().to_string();
        }
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
        let seed = self.seed.trim().parse().map_err(|_| {
            format!(
                "The seed `{}` is no number; allowed: 0 and above.",
                self.seed.trim()
            )
        })?;
        Ok(Begin::New {
            path: entry.path.clone(),
            setting: Setting {
                scale: self.scale,
                match_up,
                seed,
                hiding: Hiding::pickets(&self.hidden, self.dummies),
            },
            house: self.house.rules(given)?,
            forces: self.bringing.choices(scenario),
        })
    }

    /// Draws the page.
    pub fn show(
        &mut self,
        screen: &mut egui::Ui,
        (catalogue, pictures, stock): (&Catalogue, &mut Pictures, &Stock),
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
                                (catalogue, stock),
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
                                (catalogue, stock),
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
            Ok(begin) if go => Some(Wish::Begin(begin)),
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
        (catalogue, stock): (&Catalogue, &Stock),
        (given, watching): (&HouseRules, bool),
    ) -> Option<Wish> {
        let mut wish = None;
        style::section(ui, "Scenario");
        if catalogue.is_reading() {
            ui.spinner();
        }
        let shown = self.entry(catalogue).map(|entry| entry.path.clone());
        for entry in &catalogue.entries {
            let name = entry.name();
            let label = style::engraved(ui.ctx(), &name, 16.0);
            let chosen = (label, shown.as_ref() == Some(&entry.path));
            let row = ornament::choice(ui, trace, &format!("scenario {name}"), chosen, None);
            if row
                .on_hover_text(entry.path.display().to_string())
                .clicked()
            {
                self.chosen = Some(entry.path.clone());
                self.bringing.forget();
            }
        }
        if let Some(Entry {
            path,
            scenario: Ok(scenario),
        }) = self.entry(catalogue)
        {
            let known = (&**scenario, stock, &*given.rules);
            let built = self.bringing.show(ui, trace, known);
            wish = built.map(|side| Wish::Muster(path.clone(), side));
        }
        ui.horizontal(|ui| {
            ui.label(RichText::new("Scale").strong().color(style::FAINT));
            for &scale in Scale::ALL {
                let name = format!("scale {scale}");
                let chosen = (scale.name(), self.scale == scale);
                if ornament::choice(ui, trace, &name, chosen, None).clicked() {
                    self.scale = scale;
                }
            }
        });
        ui.horizontal(|ui| {
            ui.label(RichText::new("Seed").strong().color(style::FAINT));
            let field = egui::TextEdit::singleline(&mut self.seed).desired_width(90.0);
            let field = ui.add(field);
            trace.mark("seed", &field);
            self.own_seed |= field.changed();
            field.on_hover_text("The same seed is the same dice");
            let size = egui::Vec2::ZERO;
            let another = (RichText::new("another"), size);
            if ornament::button(ui, trace, "another seed", another, None).clicked() {
                self.seed = any_seed().to_string();
                self.own_seed = false;
            }
        });
        self.hide(ui, trace);
        self.house.show(ui, trace, given);
        if watching {
            ui.add_space(6.0);
            let label = (RichText::new("Watch a replay instead"), egui::Vec2::ZERO);
            if ornament::button(ui, trace, "replays", label, None).clicked() {
                wish = Some(Wish::Page(Page::Load));
            }
        }
        wish
    }

    /// Who begins behind pickets: an optional rule of the book, for any battle.
    fn hide(&mut self, ui: &mut egui::Ui, trace: &mut Trace) {
        ui.horizontal_wrapped(|ui| {
            let label = RichText::new("Hidden").strong().color(style::FAINT);
            ui.label(label).on_hover_text(
                "These sides begin behind numbered pickets, some of which stand for nobody",
            );
            for &side in Side::ALL {
                let name = format!("hide {side}");
                let chosen = (wording::side(side), self.hidden.contains(&side));
                if ornament::choice(ui, trace, &name, chosen, None).clicked() {
                    match self.hidden.iter().position(|&known| known == side) {
                        Some(at) => drop(self.hidden.remove(at)),
                        None => self.hidden.push(side),
                    }
                }
            }
            if !self.hidden.is_empty() {
                for dummies in 1..=MOST_DUMMIES {
                    let name = format!("dummies {dummies}");
                    let text = match dummies {
                        1 => "one dummy each",
                        _ => "two dummies each",
                    };
                    let chosen = (text, self.dummies == dummies);
                    if ornament::choice(ui, trace, &name, chosen, None).clicked() {
                        self.dummies = dummies;
                    }
                }
            }
        });
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

fn plan(ui: &mut egui::Ui, look: Look) {
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
            ui.horizontal(|ui| {
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
