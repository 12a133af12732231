//! What a unit, its brigade or the whole army should ask about, and which shots they take by
//! themselves: a part of the card.

use bevy_egui::egui::{self, RichText};

use super::style;
use super::trace::Trace;
use crate::army::{Army, Asks, ShotAsk, UnitId, Until};
use crate::rules::Side;
use crate::rules::fire::{Band, Refusal};
use crate::rules::named::named;
use crate::scenario::Scenario;
use crate::session::Session;

named! {
    /// Who is told.
    pub enum Scope: "scope" {
        /// The unit alone.
        Unit = "unit",
        /// Everybody of its brigade.
        Brigade = "brigade",
        /// Everybody of its side.
        Army = "army",
    }
}

/// What the player wants to be told to whom.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Who is told.
    pub units: Vec<UnitId>,
    /// What they are told.
    pub told: Told,
}

/// What units are told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Told {
    /// What they should ask about.
    Ask(Asks),
    /// Which shots they take by themselves.
    Fire(ShotAsk),
}

impl Change {
    /// Tells the session, which tells the units as soon as their side is to answer.
    pub fn tell(&self, session: &mut Session, side: Side) -> Result<(), Refusal> {
        match self.told {
            Told::Ask(asks) => session.ask_about(side, &self.units, asks),
            Told::Fire(mark) => session.by_itself(side, &self.units, Some(mark)),
        }
    }
}

/// The first mark when a player chooses to go by the chance of a hit, and the steps it goes in.
const CHANCE: u8 = 40;
const STEP: u8 = 5;

/// Whoever is told: the units that a scope means from a unit's point of view.
pub fn meant(army: &Army, unit: UnitId, scope: Scope) -> Vec<UnitId> {
    let side = army.side(unit);
    let own = army.units().filter(|&other| army.side(other) == side);
    match scope {
        Scope::Unit => vec![unit],
        Scope::Brigade => own
            .filter(|&other| army.command(other) == army.command(unit))
            .collect(),
        Scope::Army => own.collect(),
    }
}

/// Draws the instructions of a unit of one's own. `asks` is what a unit is told for good, with what
/// still waits ([`Session::asks`]); answers with what the player wants changed.
pub fn show(
    ui: &mut egui::Ui,
    (scenario, army): (&Scenario, &Army),
    unit: UnitId,
    scope: &mut Scope,
    asks: &dyn Fn(UnitId) -> Asks,
    trace: &mut Trace,
) -> Option<Change> {
    style::section(ui, "Instructions for the enemy's turn");
    scopes(ui, (scenario, army), unit, scope, trace);
    let units = meant(army, unit, *scope);
    let own = asks(unit);
    let differ = units.iter().any(|&other| asks(other) != own);
    if differ {
        let text = format!(
            "They were told different things; {} is shown.",
            army.name(unit)
        );
        ui.label(RichText::new(text).color(style::FAINT));
    }
    let mut told = held(ui, army, unit, own, trace);
    told = told.or(presets(ui, own, differ, trace));
    told = told.or(details(ui, own, trace));
    told = told.or(by_itself(ui, own.fires, trace));
    told.map(|told| Change { units, told })
}

fn scopes(
    ui: &mut egui::Ui,
    (scenario, army): (&Scenario, &Army),
    unit: UnitId,
    scope: &mut Scope,
    trace: &mut Trace,
) {
    let brigade = &scenario.commands[army.command(unit)].name;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("For").color(style::FAINT));
        let choices = [
            (
                Scope::Unit,
                "this unit",
                format!("Tell {} alone", army.name(unit)),
            ),
            (
                Scope::Brigade,
                "its brigade",
                format!("Tell everybody of {brigade}"),
            ),
            (
                Scope::Army,
                "the army",
                "Tell everybody on your side".to_owned(),
            ),
        ];
        for (one, text, hint) in choices {
            use crate::rules::Named;
            let chosen = ui.selectable_label(*scope == one, text).on_hover_text(hint);
            trace.mark(&format!("instruct {}", one.name()), &chosen);
            if chosen.clicked() {
                *scope = one;
            }
        }
    });
}

/// Whether it holds for the moment, and a way to end that.
fn held(
    ui: &mut egui::Ui,
    army: &Army,
    unit: UnitId,
    own: Asks,
    trace: &mut Trace,
) -> Option<Told> {
    let now = army.standing(unit).now?;
    let text = match now.until {
        Until::Activation => "It holds for the rest of this enemy's move, unless it is charged.",
        Until::PlayerTurn => "It holds for the rest of this turn, unless it is charged.",
        Until::Changed => return None,
    };
    let mut told = None;
    ui.horizontal_wrapped(|ui| {
        ui.label(text);
        let again = ui
            .small_button("Ask again")
            .on_hover_text("What it was told for good counts again, from now on");
        trace.mark("instruct ask again", &again);
        told = again.clicked().then_some(Told::Ask(own));
    });
    told
}

/// A choice of several, with what it means; answers whether it was taken.
fn choice(
    ui: &mut egui::Ui,
    (name, text, hint): (&str, &str, &str),
    chosen: bool,
    trace: &mut Trace,
) -> bool {
    let response = ui.selectable_label(chosen, text).on_hover_text(hint);
    trace.mark(&format!("instruct {name}"), &response);
    response.clicked()
}

/// The sets most players need.
fn presets(ui: &mut egui::Ui, own: Asks, differ: bool, trace: &mut Trace) -> Option<Told> {
    let sets = [
        (
            Asks::EVERYTHING,
            (
                "ask everything",
                "Always",
                "Ask at every inch and every shot, about everything that the rules allow",
            ),
        ),
        (
            Asks::USUAL,
            (
                "usual",
                "When it matters",
                "Ask when it is charged, when an enemy comes within an inch, when a shot is likely \
                 to hit, and to reform or rally; and about the same enemy again only when the \
                 chance has become better",
            ),
        ),
        (
            Asks::CHARGES,
            (
                "charged only",
                "When charged",
                "Ask only when an enemy charges it",
            ),
        ),
        (
            Asks::NOTHING,
            (
                "never",
                "Never",
                "Never ask. Its close fire against a charge is still yours to give, and what it \
                 does by itself it does",
            ),
        ),
    ];
    let mut told = None;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Ask me").color(style::FAINT));
        for (asks, words) in sets {
            let same = Asks {
                fires: own.fires,
                ..asks
            } == own;
            if choice(ui, words, same && !differ, trace) {
                told = Some(Told::Ask(asks));
            }
        }
    });
    told
}

/// One by one, what it asks about.
fn details(ui: &mut egui::Ui, own: Asks, trace: &mut Trace) -> Option<Told> {
    let mut asks = own;
    let mut told = None;
    let open = egui::CollapsingHeader::new("One by one")
        .id_salt("instructions one by one")
        .show(ui, |ui| {
            let boxes = [
                (&mut asks.charged, "when charged", "When it is charged", "Anything it could do then"),
                (&mut asks.fired_on, "when fired on", "When it is fired on", "Anything it could do then"),
                (&mut asks.mending, "mending", "To reform or rally", "When it is in disorder or shaken and sees an enemy act"),
                (&mut asks.sparing, "once", "Not twice about the same", "Whoever lets a chance pass is asked again only when it has become a better one: charged by now, closer by a range band, a shot much likelier to hit"),
            ];
            let mut changed = false;
            for (value, name, text, hint) in boxes {
                let response = ui.checkbox(value, text).on_hover_text(hint);
                trace.mark(&format!("instruct {name}"), &response);
                changed |= response.clicked();
            }
            let mut close = asks.within > 0.0;
            let response = ui
                .checkbox(&mut close, "When an enemy is close")
                .on_hover_text("Anything it could do when he is within an inch (15 mm)");
            trace.mark("instruct when close", &response);
            if response.clicked() {
                asks.within = if close { Asks::USUAL.within } else { 0.0 };
                changed = true;
            }
            if changed {
                asks.everything = false;
                told = Some(Told::Ask(asks));
            }
            let shots = marks(ui, ("Shots", "shots"), asks.shots, true, trace);
            if let Some(shots) = shots {
                told = Some(Told::Ask(Asks { shots, everything: false, ..own }));
            }
        });
    trace.mark("instruct one by one", &open.header_response);
    told
}

/// Which shots it takes by itself.
fn by_itself(ui: &mut egui::Ui, fires: ShotAsk, trace: &mut Trace) -> Option<Told> {
    marks(ui, ("By itself it fires", "fire"), fires, false, trace).map(Told::Fire)
}

/// Marks that a shot can be held to; answers with a new one.
fn marks(
    ui: &mut egui::Ui,
    (title, name): (&str, &str),
    own: ShotAsk,
    any: bool,
    trace: &mut Trace,
) -> Option<ShotAsk> {
    let chance = match own {
        ShotAsk::Chance(chance) => chance,
        _ => CHANCE,
    };
    let by_chance = format!("{chance} % to hit");
    let list = [
        (ShotAsk::Never, "never", "never", "No shot"),
        (
            ShotAsk::Any,
            "any",
            "any",
            "Every shot that the rules allow, long range too",
        ),
        (
            ShotAsk::Within(Band::Normal),
            "normal",
            "normal range",
            "Shots at normal range or closer",
        ),
        (
            ShotAsk::Within(Band::Short),
            "short",
            "short range",
            "Shots at short range or closer: an inch for muskets, half of normal range for guns",
        ),
        (
            ShotAsk::Within(Band::Canister),
            "canister",
            "canister",
            "Guns at canister range; muskets have no such range",
        ),
        (
            ShotAsk::Chance(chance),
            "chance",
            by_chance.as_str(),
            "Shots that hit at least so often",
        ),
    ];
    let mut mark = None;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(title).color(style::FAINT));
        for (one, word, text, hint) in list {
            if one == ShotAsk::Any && !any {
                continue;
            }
            if choice(
                ui,
                (&format!("{name} {word}"), text, hint),
                own == one,
                trace,
            ) {
                mark = Some(one);
            }
        }
        if matches!(own, ShotAsk::Chance(_)) {
            let less = (
                chance.saturating_sub(STEP).max(STEP),
                "less",
                "-",
                "Less likely shots too",
            );
            let more = ((chance + STEP).min(95), "more", "+", "Only likelier shots");
            for (to, word, text, hint) in [less, more] {
                let button = ui.small_button(text).on_hover_text(hint);
                trace.mark(&format!("instruct {name} {word}"), &button);
                if button.clicked() {
                    mark = Some(ShotAsk::Chance(to));
                }
            }
        }
    });
    mark.filter(|mark| *mark != own)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::rules::{Rules, Scale};
    use crate::scenario::find;

    /// Draws it on a page of its own, clicks what has that name, and answers with what is wanted.
    fn clicked(name: &str, own: Asks, scope: &mut Scope) -> Option<Change> {
        let path = find(Path::new("taint_no_militia"));
        let scenario = Scenario::load(&path, Scale::Mm15, Rules::book()).expect("a scenario");
        let army = &Army::muster(&scenario);
        let unit = army.units().next().expect("a unit");
        let ctx = egui::Context::default();
        let mut trace = Trace::listening();
        let mut change = None;
        let mut frame = |events: Vec<egui::Event>, trace: &mut Trace, scope: &mut Scope| {
            let input = egui::RawInput {
                screen_rect: Some(egui::Rect::from_min_size(
                    egui::Pos2::ZERO,
                    egui::vec2(330.0, 700.0),
                )),
                events,
                ..Default::default()
            };
            let mut drawn = ctx.run_ui(input, |ui| {
                let asks = |_: UnitId| own;
                let wanted = show(ui, (&scenario, army), unit, scope, &asks, trace);
                change = wanted.or(change.take());
            });
            // Nobody paints it.
            drawn.textures_delta.clear();
        };
        frame(Vec::new(), &mut trace, scope);
        frame(Vec::new(), &mut trace, scope);
        let at = trace
            .middle(&format!("instruct {name}"))
            .unwrap_or_else(|| panic!("there is no `instruct {name}`"));
        assert!(at.x < 330.0 && at.y < 700.0, "{name} is at {at:?}");
        let button = |pressed| egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        frame(vec![egui::Event::PointerMoved(at)], &mut trace, scope);
        frame(vec![button(true)], &mut trace, scope);
        frame(vec![button(false)], &mut trace, scope);
        change
    }

    #[test]
    fn every_choice_says_what_to_tell_whom() {
        let told = |name: &str, own: Asks| clicked(name, own, &mut Scope::Unit).map(|c| c.told);
        let usual = Asks::USUAL;
        assert_eq!(told("never", usual), Some(Told::Ask(Asks::NOTHING)));
        assert_eq!(told("charged only", usual), Some(Told::Ask(Asks::CHARGES)));
        let everything = Some(Told::Ask(Asks::EVERYTHING));
        assert_eq!(told("ask everything", usual), everything);
        assert_eq!(told("usual", Asks::NOTHING), Some(Told::Ask(usual)));
        for (name, mark) in [
            ("fire normal", ShotAsk::Within(Band::Normal)),
            ("fire short", ShotAsk::Within(Band::Short)),
            ("fire canister", ShotAsk::Within(Band::Canister)),
            ("fire chance", ShotAsk::Chance(CHANCE)),
        ] {
            assert_eq!(told(name, usual), Some(Told::Fire(mark)), "{name}");
        }
        let fires = Asks {
            fires: ShotAsk::Chance(CHANCE),
            ..usual
        };
        let more = Some(Told::Fire(ShotAsk::Chance(CHANCE + STEP)));
        assert_eq!(told("fire more", fires), more);
        assert_eq!(told("fire never", fires), Some(Told::Fire(ShotAsk::Never)));
        assert_eq!(told("fire never", usual), None, "it is so already");
    }

    #[test]
    fn a_scope_is_who_is_told() {
        let mut scope = Scope::Unit;
        for (name, wanted) in [
            ("brigade", Scope::Brigade),
            ("army", Scope::Army),
            ("unit", Scope::Unit),
        ] {
            assert_eq!(clicked(name, Asks::USUAL, &mut scope), None);
            assert_eq!(scope, wanted);
        }
        let many = |mut scope| {
            let change = clicked("never", Asks::USUAL, &mut scope);
            change.expect("a change").units.len()
        };
        let (one, brigade, army) = (many(Scope::Unit), many(Scope::Brigade), many(Scope::Army));
        assert!(one == 1 && brigade > 1 && army > brigade);
    }
}
