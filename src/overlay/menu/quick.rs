//! A quick battle: a battlespace on the book's board, points, a period and a country.

mod board;

use std::path::PathBuf;

use bevy_egui::egui::{self, RichText};

use super::bringing::{Bringing, Row};
use super::chairs::Chairs;
use super::muster::{Purpose, words};
use super::pictures::Pictures;
use super::stock::Stock;
use super::terms::{Terms, any_seed};
use super::{Wish, battle, ornament};
use crate::overlay::app::{Begin, HouseRules};
use crate::overlay::style;
use crate::overlay::trace::Trace;
use crate::players::{Level, SeatKind};
use crate::rules::muster::{MusterPart, PartKind};
use crate::rules::{Named, Rules, Side};
use crate::scenario::Origin;
use crate::scenario::force::{ForceChoice, RESERVES};
use crate::scenario::quick::{Aim, CARDS, PERCENT, POINTS, QuickBattle, Strength, TURNS};
use crate::session::MatchUp;
use board::BoardPlan;

/// Points that are offered first where somebody wants a number of his own, and cards.
const SOME_POINTS: u32 = 160;
const SOME_CARDS: u32 = 4;

/// What is chosen for a quick battle.
pub struct QuickPage {
    quick: QuickBattle,
    chairs: Chairs,
    terms: Terms,
    bringing: Bringing,
    /// The board, once it has been looked at.
    board: Option<Result<BoardPlan, String>>,
}

impl QuickPage {
    /// Somebody against the computer, around the crossroads.
    pub fn new() -> Self {
        Self {
            quick: QuickBattle::default(),
            chairs: Chairs::of(&MatchUp {
                union: SeatKind::Person,
                confederate: SeatKind::Computer(Level::Medium),
            }),
            terms: Terms::new(any_seed()),
            bringing: Bringing::default(),
            board: None,
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

    /// The squares that are fought over, or why they cannot be.
    fn squares(&self) -> Result<(u32, u32), String> {
        match &self.board {
            Some(Ok(board)) => board.squares(&self.quick.battlespace),
            Some(Err(fault)) => Err(fault.clone()),
            None => Err("The board is being looked at.".to_owned()),
        }
    }

    fn begin(&self, given: &HouseRules) -> Result<Begin, String> {
        self.squares()?;
        let match_up = self.chairs.match_up()?;
        let (setting, house) = self.terms.setting(match_up, given)?;
        Ok(Begin::New {
            origin: Origin::from(self.quick.clone()),
            setting,
            house,
            forces: self.bringing.all(),
            after: None,
        })
    }

    /// Draws the page.
    pub fn show(
        &mut self,
        screen: &mut egui::Ui,
        (pictures, stock): (&mut Pictures, &Stock),
        given: &HouseRules,
        (fault, trace): (Option<&str>, &mut Trace),
    ) -> Option<Wish> {
        self.board.get_or_insert_with(BoardPlan::read);
        trace.note("quick battlespace", self.quick.battlespace.join("-"));
        trace.note("quick country", self.quick.country.name());
        trace.note("quick weather", self.quick.sky.name());
        trace.note("quick aim", self.quick.aim.name());
        let ready = self.begin(given);
        let why_not = ready.as_ref().err().map(String::as_str);
        let (back, go) = ornament::bottom(screen, trace, Some(("Begin", why_not)), fault);
        let mut wish = back;
        if ornament::is_narrow(screen) {
            egui::CentralPanel::default()
                .frame(style::paper().inner_margin(8))
                .show(screen, |ui| {
                    egui::ScrollArea::vertical()
                        .auto_shrink(false)
                        .show(ui, |ui| {
                            self.chairs.show(ui, trace, None);
                            self.map(ui, trace, 150.0);
                            wish = wish.take().or(self.choose(ui, trace, stock, given));
                        });
                });
        } else {
            egui::Panel::left("quick")
                .resizable(false)
                .show_separator_line(false)
                .exact_size(ornament::column(screen))
                .frame(style::paper().inner_margin(18))
                .show(screen, |ui| {
                    ornament::heading(ui, "Quick battle");
                    self.chairs.show(ui, trace, None);
                    ui.add_space(4.0);
                    egui::ScrollArea::vertical()
                        .auto_shrink(false)
                        .show(ui, |ui| {
                            wish = wish.take().or(self.choose(ui, trace, stock, given));
                        });
                });
            egui::CentralPanel::default()
                .frame(style::dark().inner_margin(14))
                .show(screen, |ui| self.look(ui, trace, pictures, given));
        }
        match ready {
            Ok(begin) if go => Some(Wish::Begin(Box::new(begin))),
            _ => wish,
        }
    }

    /// The board beside the plan of the table.
    fn look(
        &mut self,
        ui: &mut egui::Ui,
        trace: &mut Trace,
        pictures: &mut Pictures,
        given: &HouseRules,
    ) {
        let high = ui.available_height();
        let wide = (high / 1.75).max(150.0).min(ui.available_width() * 0.36);
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(wide);
                self.map(ui, trace, wide);
            });
            ui.add_space(8.0);
            ui.vertical(|ui| match self.squares() {
                Ok(_) => battle::plan(ui, pictures.quick(&self.quick, &given.rules)),
                Err(why) => {
                    ui.label(RichText::new(why).color(style::FAINT));
                }
            });
        });
    }

    /// The board with its numbered points.
    fn map(&mut self, ui: &mut egui::Ui, trace: &mut Trace, wide: f32) {
        match &self.board {
            Some(Ok(board)) => {
                let text = "Click the numbered points: all squares around them are fought over.";
                ui.label(RichText::new(text).color(style::FAINT).size(12.0));
                if let Some(point) = board.show(ui, trace, &self.quick.battlespace, wide) {
                    self.toggle(&point);
                }
            }
            Some(Err(fault)) => ornament::fault(ui, Some(fault)),
            None => {}
        }
    }

    /// Takes a point in or leaves it out; one is always left.
    fn toggle(&mut self, point: &str) {
        let points = &mut self.quick.battlespace;
        match points.iter().position(|known| known == point) {
            Some(at) if points.len() > 1 => drop(points.remove(at)),
            Some(_) => {}
            None => {
                points.push(point.to_owned());
                points.sort();
            }
        }
    }

    /// Everything but the seats and the board.
    fn choose(
        &mut self,
        ui: &mut egui::Ui,
        trace: &mut Trace,
        stock: &Stock,
        given: &HouseRules,
    ) -> Option<Wish> {
        self.battlespace(ui, trace);
        self.strength(ui, trace, &given.rules);
        let quick = &mut self.quick;
        pick(ui, trace, ("Period", "period"), &mut quick.period, |one| {
            words(one).to_owned()
        });
        pick(ui, trace, ("Country", "country"), &mut quick.country, plain);
        pick(ui, trace, ("Weather", "weather"), &mut quick.sky, plain);
        pick(ui, trace, ("Season", "season"), &mut quick.season, plain);
        pick(ui, trace, ("Aim", "aim"), &mut quick.aim, |aim| {
            match aim {
                Aim::Meeting => "a meeting",
                Aim::UnionAttacks => "the Union attacks",
                Aim::ConfederateAttacks => "the Confederates attack",
                Aim::Losses => "losses alone",
            }
            .to_owned()
        });
        let name = ("Union from the", "union from");
        pick(ui, trace, name, &mut quick.union_from, plain);
        ui.horizontal_wrapped(|ui| {
            heading(ui, "Turns");
            number(ui, trace, "turns", &mut quick.turns, (TURNS, ""));
            let text = "cards may bring reinforcements";
            let on = &mut quick.reinforcements;
            ornament::tick(ui, trace, "reinforcements", text, on);
        });
        let wish = self.forces(ui, trace, stock, &given.rules);
        self.terms.show(ui, trace);
        self.terms.rules(ui, trace, given);
        wish
    }

    /// The points that were chosen, also for who has no mouse.
    fn battlespace(&mut self, ui: &mut egui::Ui, trace: &mut Trace) {
        let squares = self.squares();
        ui.horizontal_wrapped(|ui| {
            heading(ui, "Battlespace");
            ui.label(RichText::new(self.quick.battlespace.join("-")).strong());
            let said = match &squares {
                Ok((wide, deep)) => format!("{wide} by {deep} squares"),
                Err(why) => why.clone(),
            };
            ui.label(RichText::new(said).color(style::FAINT).size(12.0));
            let alone = self.quick.battlespace.len() == 1;
            let why = alone.then_some("one point is the least");
            let button = (RichText::new("only the first"), egui::Vec2::ZERO);
            if ornament::button(ui, trace, "one point", button, why).clicked() {
                self.quick.battlespace.truncate(1);
            }
        });
    }

    /// How strong both are.
    fn strength(&mut self, ui: &mut egui::Ui, trace: &mut Trace, rules: &Rules) {
        let quick = &mut self.quick;
        ui.horizontal_wrapped(|ui| {
            heading(ui, "Strength");
            let each = rules.points_for_squares(1);
            let kinds = [
                ("squares", format!("{each} a square"), Strength::Squares),
                ("points", "points".to_owned(), Strength::Points(SOME_POINTS)),
                ("cards", "by cards".to_owned(), Strength::Cards(SOME_CARDS)),
            ];
            for (name, label, kind) in kinds {
                let is = std::mem::discriminant(&kind) == std::mem::discriminant(&quick.strength);
                let name = format!("strength {name}");
                if ornament::choice(ui, trace, &name, (label, is), None).clicked() && !is {
                    quick.strength = kind;
                }
            }
            match &mut quick.strength {
                Strength::Squares => {}
                Strength::Points(points) => {
                    number(ui, trace, "quick points", points, (POINTS, " points"));
                }
                Strength::Cards(cards) => {
                    number(ui, trace, "quick cards", cards, (CARDS, " cards"));
                    // Nobody has a handicap where nobody knows how strong he is.
                    quick.handicap = (0, 0);
                }
            }
        });
        if matches!(quick.strength, Strength::Cards(_)) {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            heading(ui, "Handicap").on_hover_text(
                "More points for who attacks or is new to the game; a quarter is usual",
            );
            let (union, confederate) = &mut quick.handicap;
            for (side, percent) in [(Side::Union, union), (Side::Confederate, confederate)] {
                let name = crate::overlay::wording::side(side);
                ui.label(RichText::new(name).color(style::side(side)));
                let name = format!("handicap {}", side.name());
                number(ui, trace, &name, percent, (PERCENT, " %"));
            }
        });
    }

    /// What both sides bring.
    fn forces(
        &mut self,
        ui: &mut egui::Ui,
        trace: &mut Trace,
        stock: &Stock,
        rules: &Rules,
    ) -> Option<Wish> {
        let squares = self.squares().ok()?;
        style::section(ui, "Forces");
        let mut wish = None;
        for &side in Side::ALL {
            let granted = self.quick.granted(rules, side, squares);
            let points: u32 = granted.iter().flatten().sum();
            let said = match granted.len() {
                1 => format!("{points} points"),
                commands => format!("{points} points in {commands} commands"),
            };
            let row = Row {
                side,
                period: self.quick.period,
                said,
                secret: matches!(self.quick.strength, Strength::Cards(_)),
                ready: "Ready-made",
            };
            if self.bringing.row(ui, trace, &row, (stock, rules)) {
                let parts = granted.into_iter().map(|points| MusterPart {
                    kind: PartKind::Any,
                    points,
                    demands: Vec::new(),
                });
                let reserves = if self.quick.reinforcements {
                    RESERVES
                } else {
                    0
                };
                let purpose = Purpose::Quick(self.quick.period, parts.collect(), reserves);
                wish = Some(Wish::Muster(purpose, side));
            }
        }
        wish
    }
}

fn heading(ui: &mut egui::Ui, text: &str) -> egui::Response {
    ui.label(RichText::new(text).strong().color(style::FAINT))
}

/// A value as people say it.
fn plain<K: Named>(value: K) -> String {
    value.name().replace('_', " ")
}

/// One of all values of a kind.
fn pick<K: Named>(
    ui: &mut egui::Ui,
    trace: &mut Trace,
    (title, name): (&str, &str),
    now: &mut K,
    label: impl Fn(K) -> String,
) {
    ui.horizontal_wrapped(|ui| {
        heading(ui, title);
        for &value in K::ALL {
            let name = format!("{name} {}", value.name());
            let chosen = (label(value), *now == value);
            if ornament::choice(ui, trace, &name, chosen, None).clicked() {
                *now = value;
            }
        }
    });
}

/// A number that can be dragged or typed.
fn number(
    ui: &mut egui::Ui,
    trace: &mut Trace,
    name: &str,
    value: &mut u32,
    (range, suffix): (std::ops::RangeInclusive<u32>, &str),
) {
    let drag = egui::DragValue::new(value).range(range).suffix(suffix);
    let drag = ui.add(drag);
    trace.mark(name, &drag);
}
