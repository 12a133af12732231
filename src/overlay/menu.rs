//! The menu: what to watch, at which scale, by whom, with which dice and how well drawn.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::RichText;
use resvg::tiny_skia;

use super::app::{Begin, Setting};
use super::trace::Trace;
use super::{style, wording};
use crate::files::kind_of;
use crate::players::{Level, SeatKind};
use crate::print::map;
use crate::rules::{Named, Rules, Scale, Side};
use crate::scenario::{self, Scenario};
use crate::table::{Quality, Screen};

/// A scenario that can be chosen.
struct Entry {
    path: PathBuf,
    scenario: Result<Arc<Scenario>, Vec<String>>,
}

/// A plan that is being drawn: of which scenario, and where it will come from.
struct Drawing {
    of: usize,
    news: Mutex<Receiver<Option<egui::ColorImage>>>,
    _task: Task<()>,
}

/// The menu.
#[derive(Resource)]
pub struct Menu {
    entries: Vec<Entry>,
    chosen: usize,
    plan: Option<egui::TextureHandle>,
    drawing: Option<Drawing>,
    drawn: Option<usize>,
    seed: String,
    setting: Setting,
    fault: Option<String>,
    files: Vec<PathBuf>,
    file: String,
}

impl Menu {
    /// Looks for scenarios.
    pub fn new(rules: &Rules, setting: Setting) -> Self {
        let entries = scenario::all()
            .into_iter()
            .map(|path| {
                let scenario = Scenario::load(&path, setting.scale, rules)
                    .map(Arc::new)
                    .map_err(|faults| faults.iter().map(ToString::to_string).collect());
                Entry { path, scenario }
            })
            .collect();
        Self {
            entries,
            chosen: 0,
            plan: None,
            drawing: None,
            drawn: None,
            seed: setting.seed.to_string(),
            setting,
            fault: None,
            files: fought_before(),
            file: String::new(),
        }
    }

    /// Says what went wrong with what was chosen.
    pub fn complain(&mut self, fault: String) {
        self.fault = Some(fault);
    }

    /// Has the plan of the chosen scenario drawn, without keeping anybody waiting.
    fn draw_plan(&mut self, ctx: &egui::Context) {
        if let Some(drawing) = &self.drawing {
            let number = drawing.of;
            let news = drawing.news.lock().ok();
            let Some(picture) = news.and_then(|news| news.try_recv().ok()) else {
                ctx.request_repaint();
                return;
            };
            self.drawing = None;
            self.drawn = Some(number);
            self.plan =
                picture.map(|image| ctx.load_texture("plan", image, egui::TextureOptions::LINEAR));
        }
        if self.drawn == Some(self.chosen) {
            return;
        }
        let Some(Ok(scenario)) = self.entries.get(self.chosen).map(|entry| &entry.scenario) else {
            return;
        };
        let (send, news) = channel();
        let scenario = Arc::clone(scenario);
        let task = AsyncComputeTaskPool::get().spawn(async move {
            let _ = send.send(plan(&scenario));
        });
        self.drawing = Some(Drawing {
            of: self.chosen,
            news: Mutex::new(news),
            _task: task,
        });
    }
}

/// Replays and saves in the current folder.
fn fought_before() -> Vec<PathBuf> {
    let here = std::fs::read_dir(".").into_iter().flatten();
    let mut files: Vec<_> = here
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.is_file() && kind_of(path).is_some())
        .map(|path| path.strip_prefix(".").unwrap_or(&path).to_owned())
        .collect();
    files.sort();
    files
}

/// The plan of a table as a picture.
fn plan(scenario: &Scenario) -> Option<egui::ColorImage> {
    let png = map::png(&map::svg(scenario), 900).ok()?;
    let pixmap = tiny_skia::Pixmap::decode_png(&png).ok()?;
    let size = [pixmap.width() as usize, pixmap.height() as usize];
    Some(egui::ColorImage::from_rgba_premultiplied(
        size,
        pixmap.data(),
    ))
}

fn draw(
    mut commands: Commands,
    mut contexts: EguiContexts,
    mut menu: ResMut<Menu>,
    mut quality: ResMut<Quality>,
    mut trace: ResMut<Trace>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    style::dress(ctx, 1.0);
    menu.draw_plan(ctx);
    let mut screen = egui::Ui::new(
        ctx.clone(),
        "menu".into(),
        egui::UiBuilder::new()
            .layer_id(egui::LayerId::background())
            .max_rect(ctx.viewport_rect()),
    );
    let menu = &mut *menu;
    let mut start = false;
    egui::Panel::left("choice")
        .resizable(false)
        .exact_size(330.0)
        .frame(style::paper().inner_margin(18))
        .show(&mut screen, |ui| {
            ui.label(style::engraved(ui.ctx(), "Deadly Field", 40.0));
            ui.label(
                RichText::new("Regimental battles of the American Civil War").color(style::FAINT),
            );
            ui.add_space(12.0);
            style::section(ui, "Scenario");
            for (number, entry) in menu.entries.iter().enumerate() {
                let name = match &entry.scenario {
                    Ok(scenario) => scenario.name.clone(),
                    Err(_) => entry
                        .path
                        .file_name()
                        .unwrap_or_default()
                        .to_string_lossy()
                        .into_owned(),
                };
                ui.selectable_value(&mut menu.chosen, number, RichText::new(name).size(15.0));
            }
            style::section(ui, "Scale");
            ui.horizontal(|ui| {
                for &scale in Scale::ALL {
                    ui.selectable_value(&mut menu.setting.scale, scale, scale.name());
                }
            });
            players(ui, &mut menu.setting);
            style::section(ui, "Dice");
            ui.horizontal(|ui| {
                ui.label("Seed");
                ui.add(egui::TextEdit::singleline(&mut menu.seed).desired_width(90.0))
                    .on_hover_text("The same seed is the same battle");
                if ui.button("another").clicked() {
                    menu.setting.seed = menu
                        .setting
                        .seed
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407)
                        % 100_000;
                    menu.seed = menu.setting.seed.to_string();
                }
            });
            style::section(ui, "Picture");
            ui.horizontal(|ui| {
                for &level in Quality::ALL {
                    let mut now = *quality;
                    let button = ui.selectable_value(&mut now, level, level.name());
                    trace.mark(&format!("quality {level}"), &button);
                    if now != *quality {
                        *quality = now;
                    }
                }
            });
            ui.add_space(18.0);
            let watch = ui.add(
                egui::Button::new(RichText::new("Watch the battle").size(18.0).strong())
                    .min_size(egui::vec2(220.0, 38.0)),
            );
            trace.mark("watch", &watch);
            start = watch.clicked();
            let fought = replays(ui, menu);
            if let Some(path) = fought {
                commands.insert_resource(Begin {
                    path,
                    setting: menu.setting.clone(),
                });
            }
            if let Some(fault) = &menu.fault {
                ui.label(RichText::new(fault).color(style::RED));
            }
        });
    trace.note("quality", quality.name());
    describe(&mut screen, menu);
    if start {
        match menu.seed.trim().parse() {
            Ok(seed) => {
                menu.setting.seed = seed;
                menu.fault = None;
                if let Some(entry) = menu.entries.get(menu.chosen) {
                    commands.insert_resource(Begin {
                        path: entry.path.clone(),
                        setting: menu.setting.clone(),
                    });
                }
            }
            Err(_) => {
                menu.fault = Some(format!(
                    "the seed `{}` is not a number; allowed: 0 and above",
                    menu.seed
                ))
            }
        }
    }
    Ok(())
}

/// Battles that were fought before; answers with the one that was chosen.
fn replays(ui: &mut egui::Ui, menu: &mut Menu) -> Option<PathBuf> {
    style::section(ui, "Open a replay or a save");
    let mut chosen = None;
    egui::ScrollArea::vertical()
        .max_height(90.0)
        .show(ui, |ui| {
            for path in &menu.files {
                if ui.button(path.display().to_string()).clicked() {
                    chosen = Some(path.clone());
                }
            }
        });
    ui.horizontal(|ui| {
        ui.add(
            egui::TextEdit::singleline(&mut menu.file)
                .hint_text("another file")
                .desired_width(200.0),
        );
        if ui.button("Open").clicked() && !menu.file.trim().is_empty() {
            let path = PathBuf::from(menu.file.trim());
            if kind_of(&path).is_some() {
                chosen = Some(path);
            } else {
                menu.fault = Some(format!(
                    "{}: is no replay and no save, or cannot be read",
                    path.display()
                ));
            }
        }
    });
    chosen
}

fn players(ui: &mut egui::Ui, setting: &mut Setting) {
    style::section(ui, "Players");
    for (side, kind) in [
        (Side::Union, &mut setting.match_up.union),
        (Side::Confederate, &mut setting.match_up.confederate),
    ] {
        ui.horizontal(|ui| {
            ui.label(RichText::new(wording::side(side)).color(style::side(side)));
            egui::ComboBox::from_id_salt(side.name())
                .selected_text(kind.to_string())
                .show_ui(ui, |ui| {
                    let computers = Level::ALL.iter().map(|&level| SeatKind::Computer(level));
                    for other in computers.chain([SeatKind::Random]) {
                        let name = other.to_string();
                        ui.selectable_value(kind, other, name);
                    }
                });
        });
    }
}

/// What is fought, with the plan of the table.
fn describe(screen: &mut egui::Ui, menu: &Menu) {
    egui::CentralPanel::default()
        .frame(style::dark().inner_margin(18))
        .show(screen, |ui| {
            let Some(entry) = menu.entries.get(menu.chosen) else {
                ui.label("No scenario is to be found in the folder scenarios.");
                return;
            };
            match &entry.scenario {
                Err(faults) => {
                    ui.label(style::heading(ui, "This scenario has faults"));
                    faults.iter().for_each(|fault| {
                        ui.label(fault);
                    });
                }
                Ok(scenario) => about(ui, scenario, menu.plan.as_ref()),
            }
        });
}

fn about(ui: &mut egui::Ui, scenario: &Scenario, plan: Option<&egui::TextureHandle>) {
    let (year, _, day) = scenario.date;
    let month = scenario.month();
    let (hour, minute) = scenario.time;
    ui.horizontal(|ui| {
        ui.label(style::engraved(ui.ctx(), &scenario.name, 30.0));
        ui.label(
            RichText::new(format!("{month} {day}, {year}, {hour}:{minute:02}")).color(style::FAINT),
        );
    });
    ui.horizontal(|ui| {
        ui.label(format!("{} turns;", scenario.turns));
        for &side in Side::ALL {
            let (figures, guns) = scenario.strength(side);
            let points = if side == Side::Union {
                scenario.muster.0
            } else {
                scenario.muster.1
            };
            let text = format!(
                "{}: {figures} figures, {guns} guns, {points} muster points",
                wording::side(side)
            );
            ui.label(RichText::new(text).color(style::side(side)).strong());
        }
    });
    ui.add(egui::Label::new(&scenario.history).wrap());
    ui.add_space(6.0);
    match plan {
        Some(plan) => {
            let room = ui.available_size();
            ui.add(egui::Image::new(plan).max_size(room));
        }
        None => {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label("The engineers are drawing the plan of the table…");
            });
        }
    }
}

/// The menu.
pub fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        draw.run_if(resource_exists::<Menu>)
            .run_if(in_state(Screen::Menu)),
    );
}
