//! The menu: what to play, with whom, and how the player likes it.

mod battle;
mod bringing;
mod catalogue;
mod chairs;
mod front;
mod house;
mod learn;
mod load;
mod muster;
pub mod ornament;
mod pictures;
mod preferences;
mod preview;
mod quick;
mod shelf;
mod stock;
mod terms;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::RichText;

use super::app::{Begin, HouseRules, Loading};
use super::notices::Notices;
use super::options::Options;
use super::style;
use super::trace::Trace;
use crate::players::{Level, SeatKind};
use crate::rules::{Named, Side};
use crate::session::MatchUp;
use crate::table::{Quality, Screen};
use battle::BattlePage;
use catalogue::Catalogue;
use learn::LearnPage;
use load::LoadPage;
use muster::MusterPage;
use pictures::Pictures;
use preferences::Preferences;
use preview::PreviewPage;
use quick::QuickPage;
use shelf::Shelf;
use stock::Stock;
pub use terms::any_seed;

/// The pages of the menu.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    #[default]
    Front,
    NewBattle,
    Quick,
    Load,
    Muster,
    Preview,
    Watch,
    Learn,
    Options,
}

/// What a page asks for.
enum Wish {
    /// Another page.
    Page(Page),
    /// A battle on the table.
    Begin(Box<Begin>),
    /// Mustering a force for a side of a battle.
    Muster(muster::Purpose, Side),
    /// Bringing the force of a file to the battle.
    Bring(Side, std::path::PathBuf),
    /// Going on with a file whose players have to be chosen first.
    Seats(std::path::PathBuf),
    /// The end.
    Quit,
}

/// The menu.
#[derive(Resource)]
pub struct Menu {
    page: Page,
    catalogue: Option<Catalogue>,
    shelf: Shelf,
    pictures: Pictures,
    battle: BattlePage,
    watch: BattlePage,
    quick: QuickPage,
    load: LoadPage,
    muster: MusterPage,
    preview: PreviewPage,
    /// The forces that there are, once somebody asks for them.
    stock: Option<Stock>,
    learn: LearnPage,
    preferences: Preferences,
    /// What went wrong with what was chosen.
    fault: Option<String>,
}

impl Menu {
    /// The front page.
    pub fn new() -> Self {
        let hard = SeatKind::Computer(Level::Hard);
        Self {
            page: Page::Front,
            catalogue: None,
            shelf: Shelf::look(),
            pictures: Pictures::default(),
            battle: BattlePage::new(
                &MatchUp {
                    union: SeatKind::Person,
                    confederate: SeatKind::Computer(Level::Medium),
                },
                any_seed(),
            ),
            watch: BattlePage::new(&MatchUp::both(hard), 1),
            quick: QuickPage::new(),
            load: LoadPage::default(),
            muster: MusterPage::default(),
            preview: PreviewPage::default(),
            stock: None,
            learn: LearnPage::default(),
            preferences: Preferences::default(),
            fault: None,
        }
    }

    /// The page of lessons.
    pub fn learning(self) -> Self {
        Self {
            page: Page::Learn,
            ..self
        }
    }

    /// The front page again after a battle: whatever was chosen for one stays chosen.
    pub fn again(self) -> Self {
        let mut again = Self {
            battle: self.battle,
            watch: self.watch,
            quick: self.quick,
            muster: self.muster,
            ..Self::new()
        };
        again.battle.again();
        again.quick.again();
        again
    }

    /// Says what went wrong with what was chosen.
    pub fn complain(&mut self, fault: String) {
        self.fault = Some(fault);
    }
}

/// The whole window, to be filled with panels.
fn screen(ctx: &egui::Context) -> egui::Ui {
    egui::Ui::new(
        ctx.clone(),
        "menu".into(),
        egui::UiBuilder::new()
            .layer_id(egui::LayerId::background())
            .max_rect(ctx.viewport_rect()),
    )
}

#[allow(clippy::too_many_arguments)]
fn draw(
    mut commands: Commands,
    mut contexts: EguiContexts,
    mut menu: ResMut<Menu>,
    mut options: ResMut<Options>,
    mut trace: ResMut<Trace>,
    (house, quality): (Res<HouseRules>, Res<Quality>),
    keys: Res<ButtonInput<KeyCode>>,
    (loading, mut notices): (Option<Res<Loading>>, ResMut<Notices>),
    mut exit: MessageWriter<AppExit>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    style::dress(ctx, options.text);
    trace.note("quality", quality.name());
    trace.note("page", format!("{:?}", menu.page).to_lowercase());
    let mut screen = screen(ctx);
    let menu = &mut *menu;
    let catalogue = menu
        .catalogue
        .get_or_insert_with(|| Catalogue::read(house.rules.clone()));
    catalogue.take();
    menu.shelf.take();
    menu.pictures.take(ctx);
    // Whoever reads or draws aside is waited for.
    if catalogue.is_reading() || menu.shelf.is_looking() {
        ctx.request_repaint();
    }
    if let Some(loading) = loading {
        wait(&mut screen, &loading);
        return Ok(());
    }
    let stock = menu.stock.get_or_insert_with(|| Stock::read(&house.rules));
    let fault = menu.fault.clone();
    let escaped = keys.just_pressed(KeyCode::Escape)
        && menu.page != Page::Front
        && !menu.preferences.waits()
        && !ctx.egui_wants_keyboard_input();
    let wish = match menu.page {
        Page::Front => front::show(
            &mut screen,
            (catalogue, &menu.shelf),
            &mut menu.pictures,
            (fault.as_deref(), &mut trace),
        ),
        Page::NewBattle | Page::Watch => {
            let page = match menu.page {
                Page::Watch => &mut menu.watch,
                _ => &mut menu.battle,
            };
            page.show(
                &mut screen,
                (catalogue, &mut menu.pictures),
                (stock, &menu.shelf),
                &house,
                menu.page == Page::Watch,
                (fault.as_deref(), &mut trace),
            )
        }
        Page::Quick => menu.quick.show(
            &mut screen,
            (&mut menu.pictures, stock),
            &house,
            (fault.as_deref(), &mut trace),
        ),
        Page::Load => menu.load.show(
            &mut screen,
            (&menu.shelf, &mut menu.pictures),
            (fault.as_deref(), &mut trace),
        ),
        Page::Muster => menu.muster.show(
            &mut screen,
            (catalogue, stock),
            &house.rules,
            (fault.as_deref(), &mut trace),
        ),
        Page::Preview => menu
            .preview
            .show(&mut screen, catalogue, &house, &mut trace),
        Page::Learn => menu.learn.show(&mut screen, (fault.as_deref(), &mut trace)),
        Page::Options => {
            menu.preferences
                .show(&mut screen, &mut options, (*quality, &keys), &mut trace)
        }
    };
    match wish.or(escaped.then_some(Wish::Page(Page::Front))) {
        None => {}
        Some(Wish::Page(page)) => {
            menu.fault = None;
            if page == Page::Load {
                menu.shelf = Shelf::look();
            }
            if page == Page::Learn {
                menu.learn.forget();
            }
            menu.page = page;
        }
        Some(Wish::Muster(purpose, side)) => {
            menu.fault = None;
            menu.muster.open(purpose, side);
            menu.page = Page::Muster;
        }
        Some(Wish::Bring(side, path)) => {
            menu.page = menu.muster.back();
            match menu.page {
                Page::Quick => menu.quick.bring(side, path),
                _ => menu.battle.bring(side, path),
            }
        }
        Some(Wish::Seats(path)) => {
            menu.fault = None;
            menu.load.choose(&path);
            menu.page = Page::Load;
        }
        Some(Wish::Begin(begin)) => {
            menu.fault = None;
            notices.begin();
            commands.insert_resource(*begin);
        }
        Some(Wish::Quit) => {
            exit.write(AppExit::Success);
        }
    }
    Ok(())
}

/// While a battle is read.
fn wait(screen: &mut egui::Ui, loading: &Loading) {
    egui::CentralPanel::default()
        .frame(style::paper().inner_margin(18))
        .show(screen, |ui| {
            ui.vertical_centered(|ui| {
                ui.add_space(ui.available_height() * 0.36);
                ui.label(style::engraved(ui.ctx(), loading.words, 24.0));
                ornament::rule(ui, 260.0);
                ui.spinner();
                let seconds = loading.since.elapsed().as_secs();
                if seconds > 1 {
                    ui.label(RichText::new(format!("{seconds} seconds")).color(style::FAINT));
                }
            });
            ui.ctx().request_repaint();
        });
}

/// The menu.
pub fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        draw.run_if(resource_exists::<Menu>)
            .run_if(in_state(Screen::Menu)),
    );
}
