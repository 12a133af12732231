//! The builder: a force by points, with every fault told as one builds.

mod acts;
mod tree;

use std::path::PathBuf;

use bevy_egui::egui::{self, RichText};

use super::catalogue::Catalogue;
use super::stock::{Stock, own};
use super::{Page, Wish, ornament};
use crate::disk::write_whole;
use crate::overlay::trace::Trace;
use crate::overlay::{style, wording};
use crate::rules::index::RulebookIndex;
use crate::rules::muster::{MusterFault, MusterPart, PartKind, Period};
use crate::rules::{Named, Rules, Side};
use crate::scenario::force::{Force, Manner, RESERVES, Want, raise};
use crate::scenario::{Mustered, Scenario};

/// What is being mustered.
pub struct MusterPage {
    /// What it is for.
    purpose: Purpose,
    side: Side,
    period: Period,
    points: u32,
    force: Option<Force>,
    /// The file it is kept in.
    file: String,
    /// Each force that the computer musters is another.
    seed: u64,
    /// What was just done, or what went wrong with it.
    said: Option<Result<String, String>>,
}

impl Default for MusterPage {
    fn default() -> Self {
        Self {
            purpose: Purpose::Any,
            side: Side::Union,
            period: Period::UpTo1863,
            points: 160,
            force: None,
            file: String::new(),
            seed: super::any_seed(),
            said: None,
        }
    }
}

/// What a force is mustered for.
#[derive(Clone, Debug, PartialEq)]
pub enum Purpose {
    /// For any battle.
    Any,
    /// For the scenario of a file.
    Scenario(PathBuf),
    /// For a quick battle of this period: what its commands may be, and points of reserves.
    Quick(Period, Vec<MusterPart>, u32),
}

/// What the force may be.
struct Terms {
    parts: Vec<MusterPart>,
    names: Vec<String>,
    reserves: u32,
}

impl Terms {
    fn free(points: u32) -> Self {
        let part = MusterPart {
            kind: PartKind::Any,
            points: Some(points),
            demands: Vec::new(),
        };
        Self {
            parts: vec![part],
            names: vec!["Your command".to_owned()],
            reserves: 0,
        }
    }

    fn of(mustered: &Mustered) -> Self {
        Self {
            parts: mustered
                .parts
                .iter()
                .map(|part| part.muster.clone())
                .collect(),
            names: mustered
                .parts
                .iter()
                .map(|part| part.name.clone())
                .collect(),
            reserves: if mustered.reinforcements.is_some() {
                RESERVES
            } else {
                0
            },
        }
    }

    fn granted(&self) -> Option<u32> {
        self.parts.iter().map(|part| part.points).sum()
    }
}

/// A period as people say it.
pub fn words(period: Period) -> &'static str {
    match period {
        Period::UpTo1863 => "1861–63",
        Period::Early1864 => "early 1864",
        Period::Late1864 => "late 1864",
        Period::Y1865 => "1865",
    }
}

/// A name as files are called.
fn file_name(name: &str) -> String {
    let letters = name.chars().filter_map(|letter| match letter {
        'A'..='Z' | 'a'..='z' | '0'..='9' => Some(letter.to_ascii_lowercase()),
        ' ' | '-' | '_' => Some('_'),
        _ => None,
    });
    letters.take(60).collect()
}

impl MusterPage {
    /// Musters for a side of a battle.
    pub fn open(&mut self, purpose: Purpose, side: Side) {
        if self.purpose != purpose || self.side != side {
            self.force = None;
        }
        self.purpose = purpose;
        self.side = side;
        self.said = None;
    }

    /// The page that it was opened from.
    pub fn back(&self) -> Page {
        match self.purpose {
            Purpose::Any => Page::Front,
            Purpose::Scenario(_) => Page::NewBattle,
            Purpose::Quick(..) => Page::Quick,
        }
    }

    fn scenario<'a>(&self, catalogue: &'a Catalogue) -> Option<&'a Scenario> {
        let Purpose::Scenario(path) = &self.purpose else {
            return None;
        };
        let entry = catalogue.entries.iter().find(|entry| entry.path == *path)?;
        entry.scenario.as_deref().ok()
    }

    fn terms(&self, catalogue: &Catalogue) -> Terms {
        if let Purpose::Quick(_, parts, reserves) = &self.purpose {
            return Terms {
                parts: parts.clone(),
                names: vec!["Your command".to_owned(); parts.len()],
                reserves: *reserves,
            };
        }
        let scenario = self.scenario(catalogue);
        let mustered = scenario.and_then(|scenario| scenario.mustered_by(self.side));
        mustered.map_or_else(|| Terms::free(self.points), Terms::of)
    }

    /// The computer musters a force to go on with.
    fn raise(&mut self, rules: &Rules, terms: &Terms, manner: Manner) {
        self.seed = self.seed.wrapping_add(1);
        let want = Want {
            side: self.side,
            period: self.period,
            parts: terms.parts.clone(),
            manner,
            seed: self.seed,
            reserves: terms.reserves,
            taken: Vec::new(),
        };
        match raise(rules, &want) {
            Ok(force) => {
                self.file = file_name(&force.name);
                self.force = Some(force);
                self.said = None;
            }
            Err(what) => self.said = Some(Err(what)),
        }
    }

    /// Writes the force into the player's folder.
    fn save(&mut self, rules: &Rules) -> Option<PathBuf> {
        let force = self.force.as_ref()?;
        let name = file_name(self.file.trim_end_matches(".ron"));
        let written = match own() {
            _ if name.is_empty() => Err("Give the file a name of letters and figures.".to_owned()),
            None => Err("This system has no folder for the player's own files.".to_owned()),
            Some(folder) => {
                let path = folder.join(format!("{name}.ron"));
                std::fs::create_dir_all(&folder)
                    .and_then(|()| write_whole(&path, force.text(rules).as_bytes()))
                    .map(|()| path)
                    .map_err(|error| error.to_string())
            }
        };
        let path = written.as_ref().ok().cloned();
        self.said = Some(written.map(|path| format!("Saved as {}", path.display())));
        path
    }

    /// Draws the page.
    pub fn show(
        &mut self,
        screen: &mut egui::Ui,
        (catalogue, stock): (&Catalogue, &mut Stock),
        rules: &Rules,
        (fault, trace): (Option<&str>, &mut Trace),
    ) -> Option<Wish> {
        if let Purpose::Quick(period, ..) = self.purpose {
            self.period = period;
        } else if let Some(scenario) = self.scenario(catalogue) {
            self.period = scenario.period;
        }
        let terms = self.terms(catalogue);
        if self.force.is_none() && self.said.is_none() {
            self.raise(rules, &terms, Manner::Defence);
        }
        let force = self.force.as_ref();
        let faults = force.map_or_else(Vec::new, |force| force.faults(rules, Some(&terms.parts)));
        trace.note("muster faults", faults.len());
        let cost = force.map_or(0, |force| force.cost(rules));
        trace.note("muster points", cost);
        let for_battle = self.purpose != Purpose::Any;
        let why_not = match faults.len() {
            1.. if for_battle => Some("The battle does not take it as it is."),
            _ => None,
        };
        let label = if for_battle { "Save and use" } else { "Save" };
        let (back, go) = ornament::bottom(screen, trace, Some((label, why_not)), fault);
        let mut wish = back.map(|_| Wish::Page(self.back()));
        if go && let Some(path) = self.save(rules) {
            *stock = Stock::read(rules);
            if for_battle {
                wish = Some(Wish::Bring(self.side, path));
            }
        }
        let narrow = ornament::is_narrow(screen);
        if narrow {
            egui::CentralPanel::default()
                .frame(style::paper().inner_margin(8))
                .show(screen, |ui| {
                    egui::ScrollArea::vertical()
                        .auto_shrink(false)
                        .show(ui, |ui| {
                            self.head(ui, trace, (catalogue, stock, rules), (&terms, cost));
                            tell(ui, trace, self.force.as_ref(), &faults);
                            ui.separator();
                            self.tree(ui, trace, (rules, &terms), &faults);
                        });
                });
        } else {
            egui::Panel::left("muster")
                .resizable(false)
                .show_separator_line(false)
                .exact_size(ornament::column(screen).min(430.0))
                .frame(style::paper().inner_margin(14))
                .show(screen, |ui| {
                    ornament::heading(ui, "Muster a force");
                    egui::ScrollArea::vertical()
                        .auto_shrink(false)
                        .show(ui, |ui| {
                            self.head(ui, trace, (catalogue, stock, rules), (&terms, cost));
                            tell(ui, trace, self.force.as_ref(), &faults);
                        });
                });
            egui::CentralPanel::default()
                .frame(style::dark().inner_margin(12))
                .show(screen, |ui| {
                    egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
                        self.tree(ui, trace, (rules, &terms), &faults);
                    });
                });
        }
        wish
    }

    fn tree(
        &mut self,
        ui: &mut egui::Ui,
        trace: &mut Trace,
        (rules, terms): (&Rules, &Terms),
        faults: &[MusterFault],
    ) {
        let repeaters = terms.parts.iter().any(MusterPart::allows_repeaters);
        if let Some(force) = &mut self.force {
            tree::show(ui, trace, force, (rules, repeaters), faults);
        }
    }

    /// Whose, when, for what, by whom; and how many points.
    fn head(
        &mut self,
        ui: &mut egui::Ui,
        trace: &mut Trace,
        (catalogue, stock, rules): (&Catalogue, &mut Stock, &Rules),
        (terms, cost): (&Terms, u32),
    ) {
        let mut anew = false;
        ui.horizontal_wrapped(|ui| {
            for &side in Side::ALL {
                let label = RichText::new(wording::side(side)).strong();
                let chosen = (label.color(style::side(side)), self.side == side);
                let name = format!("muster {}", side.name());
                if ornament::choice(ui, trace, &name, chosen, None).clicked() && self.side != side {
                    self.side = side;
                    anew = true;
                }
            }
        });
        anew |= self.purpose(ui, trace, catalogue);
        if self.purpose == Purpose::Any {
            ui.horizontal_wrapped(|ui| {
                for &period in Period::ALL {
                    let chosen = (words(period), self.period == period);
                    let name = format!("period {period}");
                    let clicked = ornament::choice(ui, trace, &name, chosen, None).clicked();
                    if clicked && self.period != period {
                        self.period = period;
                        anew = true;
                    }
                }
                let drag = egui::DragValue::new(&mut self.points)
                    .range(30..=2_000)
                    .suffix(" points");
                let drag = ui.add(drag);
                trace.mark("muster granted", &drag);
            });
        }
        for (name, part) in terms.names.iter().zip(&terms.parts) {
            let mut words = vec![part.words()];
            words.extend(part.demands.iter().map(|demand| demand.words()));
            let text = format!("{name}: {}", words.join("; "));
            ui.add(egui::Label::new(RichText::new(text).color(style::FAINT).size(12.0)).wrap());
        }
        ui.horizontal(|ui| {
            let granted = terms.granted();
            let text = match granted {
                Some(granted) => format!("{cost} of {granted} points"),
                None => format!("{cost} points; the cards say how many there may be"),
            };
            let text = style::engraved(ui.ctx(), text, 22.0);
            let over = granted.is_some_and(|granted| cost > granted);
            ui.label(if over { text.color(style::RED) } else { text });
        });
        ui.horizontal_wrapped(|ui| {
            ui.label("The computer musters");
            for (manner, label) in [
                (Manner::Random, "anything"),
                (Manner::Attack, "to attack"),
                (Manner::Defence, "to defend"),
            ] {
                let button = (RichText::new(label), egui::Vec2::ZERO);
                let name = format!("raise {manner}");
                if ornament::button(ui, trace, &name, button, None).clicked() {
                    self.raise(rules, terms, manner);
                }
            }
        });
        self.keep(ui, trace, stock, rules);
        if anew {
            self.force = None;
            self.said = None;
        }
    }

    /// What it is for; answers whether that was changed.
    fn purpose(&mut self, ui: &mut egui::Ui, trace: &mut Trace, catalogue: &Catalogue) -> bool {
        let before = self.purpose.clone();
        let side = self.side;
        ui.horizontal(|ui| {
            ui.label(RichText::new("For").strong().color(style::FAINT));
            let now = match (&self.purpose, self.scenario(catalogue)) {
                (Purpose::Quick(..), _) => "the quick battle",
                (_, Some(scenario)) => scenario.name.as_str(),
                (_, None) => "any battle",
            };
            let wide = (ui.available_width() - 20.0).clamp(120.0, 320.0);
            let combo = egui::ComboBox::from_id_salt("muster for")
                .width(wide)
                .selected_text(now);
            let shown = combo.show_ui(ui, |ui| {
                let free = ui.selectable_label(self.purpose == Purpose::Any, "any battle");
                trace.mark("for any battle", &free);
                if free.clicked() {
                    self.purpose = Purpose::Any;
                }
                for entry in &catalogue.entries {
                    let Ok(scenario) = &entry.scenario else {
                        continue;
                    };
                    if scenario.mustered_by(side).is_none() {
                        continue;
                    }
                    let purpose = Purpose::Scenario(entry.path.clone());
                    let row = ui.selectable_label(self.purpose == purpose, &scenario.name);
                    trace.mark(&format!("for {}", scenario.name), &row);
                    if row.clicked() {
                        self.purpose = purpose;
                    }
                }
            });
            trace.mark("muster for", &shown.response);
        });
        self.purpose != before
    }

    /// Loading and saving.
    fn keep(&mut self, ui: &mut egui::Ui, trace: &mut Trace, stock: &mut Stock, rules: &Rules) {
        ui.horizontal(|ui| {
            let combo = egui::ComboBox::from_id_salt("load force")
                .width(90.0)
                .selected_text("Load…");
            let shown = combo.show_ui(ui, |ui| {
                let mut chosen = None;
                for (path, force) in stock.all() {
                    let fits = force.side == self.side
                        && (self.purpose == Purpose::Any || force.period == self.period);
                    if !fits {
                        continue;
                    }
                    let points = force.cost(rules);
                    let row = ui.selectable_label(false, format!("{} ({points})", force.name));
                    trace.mark(&format!("load {}", force.name), &row);
                    if row.on_hover_text(path.display().to_string()).clicked() {
                        chosen = Some((path.clone(), force.clone()));
                    }
                }
                chosen
            });
            trace.mark("load force", &shown.response);
            if let Some(Some((path, force))) = shown.inner {
                let stem = path.file_stem().unwrap_or_default();
                self.file = stem.to_string_lossy().into_owned();
                self.period = force.period;
                self.said = Some(Ok(format!("{}, as it lies in its file", force.name)));
                self.force = Some(force);
            }
            let wide = (ui.available_width() - 70.0).clamp(60.0, 200.0);
            let field = egui::TextEdit::singleline(&mut self.file)
                .hint_text("name of the file")
                .desired_width(wide);
            let field = ui.add(field);
            trace.mark("force file", &field);
            let button = (RichText::new("Save"), egui::Vec2::ZERO);
            if ornament::button(ui, trace, "save force", button, None).clicked()
                && self.save(rules).is_some()
            {
                *stock = Stock::read(rules);
            }
        });
        match &self.said {
            Some(Ok(said)) => {
                let said = RichText::new(said).color(style::FAINT).size(12.0);
                ui.add(egui::Label::new(said).wrap());
            }
            Some(Err(said)) => ornament::fault(ui, Some(said)),
            None => {}
        }
    }
}

/// What is wrong, each with its rule.
fn tell(ui: &mut egui::Ui, trace: &mut Trace, force: Option<&Force>, faults: &[MusterFault]) {
    let Some(force) = force else { return };
    style::section(ui, "By the limits");
    if faults.is_empty() {
        ui.label("Nothing is against it.");
    }
    for (number, fault) in faults.iter().enumerate() {
        let id = fault.rule.as_str();
        let entry = RulebookIndex::book().get(id);
        let text = format!("{}: {}", force.place(&fault.at), fault.what);
        let row = egui::Label::new(RichText::new(text).color(style::RED)).wrap();
        let row = ui.add(row);
        let rule = RichText::new(id).color(style::FAINT).size(11.0);
        let rule = ui.add(egui::Label::new(rule).sense(egui::Sense::hover()));
        trace.mark(&format!("muster fault {number} {id}"), &rule);
        if let Some(entry) = entry {
            row.on_hover_text(&entry.text);
            rule.on_hover_text(&entry.text);
        }
    }
}
