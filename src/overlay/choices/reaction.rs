//! A reaction in words, with its odds and how sensible it seems.

use super::Stakes;
use crate::army::{Army, Formation, UnitId};
use crate::battle::{Reaction, ShotOdds, Situation};
use crate::overlay::{odds, wording};
use crate::print::words;
use crate::rules::fire::{FireKind, FireResult};
use crate::rules::impact::ImpactWinner;
use crate::rules::{CavalryFormation, Ground, InfantryFormation, Morale, Named};

/// A reaction in words.
#[derive(Clone, Debug, PartialEq)]
pub struct ReactionLine {
    /// Who does what.
    pub title: String,
    /// The chance that it comes off: a hit, a rally, a clash won.
    pub chance: Option<f64>,
    /// What that means.
    pub detail: String,
    /// The whole arithmetic.
    pub stakes: Stakes,
    /// How sensible it seems: more is better.
    pub worth: f64,
}

/// Some units in a few words.
fn names(army: &Army, units: &[UnitId]) -> String {
    match units {
        [] => "nobody".to_owned(),
        [one] => words::short(army, *one).to_owned(),
        [one, rest @ ..] => format!("{} and {} more", words::short(army, *one), rest.len()),
    }
}

/// A reaction in words, with its odds. `triggers` are those who gave the occasion.
pub fn reaction_label(now: &Situation, reaction: &Reaction, triggers: &[UnitId]) -> ReactionLine {
    let army = now.army();
    let who = names(army, reaction.units());
    let many = reaction.units().len() as f64;
    let plain = |does: String, detail: String, worth: f64| ReactionLine {
        title: format!("{who}: {does}"),
        chance: None,
        detail,
        stakes: Stakes::Certain,
        worth,
    };
    match reaction {
        Reaction::Fire {
            units,
            target,
            kind,
        } => fire(now, units, *target, *kind),
        Reaction::Reform(_) => plain(
            "reform".to_owned(),
            "Back in good order at once; its reaction is spent.".to_owned(),
            0.6 + 0.3 * many,
        ),
        Reaction::Rally(units) => rally(now, units),
        Reaction::Disengage(units) => disengage(now, units),
        Reaction::Form(units, formation) => {
            let into = wording::formation(*formation);
            let worth = form_worth(now, units, *formation, triggers);
            let does = match formation {
                Formation::Limbered(true) => "limber".to_owned(),
                Formation::Limbered(false) => "unlimber".to_owned(),
                Formation::Mounted(true) => "mount".to_owned(),
                Formation::Mounted(false) => "dismount".to_owned(),
                _ => format!("form {into}"),
            };
            let detail = format!("Takes up {into}; its reaction is spent.");
            plain(does, detail, worth)
        }
        Reaction::Face(units) => {
            let bears = |unit: &UnitId| {
                let here = army.footprint(*unit);
                let mut there = triggers.iter().map(|&enemy| army.footprint(enemy));
                there.any(|enemy| here.stands_bearing(enemy) > 0)
            };
            let worth = if units.iter().any(bears) { -0.4 } else { 1.2 };
            plain(
                "turn to face him".to_owned(),
                "Turns its front on the enemy; its reaction is spent.".to_owned(),
                worth,
            )
        }
        Reaction::Turn(units, facing) => {
            let from = units.first().map(|&unit| army.placement(unit).facing);
            let way = match from.map_or(0.0, |from| from.off(*facing)) {
                off if off.abs() > 135.0 => "turn about",
                off if off < 0.0 => "turn to the left",
                _ => "turn to the right",
            };
            let detail = "Turns on the spot; its reaction is spent.".to_owned();
            plain(way.to_owned(), detail, -1.5)
        }
        Reaction::Countercharge(unit) => countercharge(now, *unit),
        Reaction::Prolonge { unit, target } => {
            let line = fire(now, &[*unit], *target, FireKind::Prolonge);
            ReactionLine {
                detail: format!("{}. Then drawn back on the rope.", line.detail),
                worth: line.worth - 0.2,
                ..line
            }
        }
        Reaction::TakeHorse { from, .. } => plain(
            format!("take a horse of {}", words::short(army, *from)),
            "A team more for its guns; its reaction is spent.".to_owned(),
            0.1,
        ),
    }
}

fn fire(now: &Situation, units: &[UnitId], target: UnitId, kind: FireKind) -> ReactionLine {
    let army = now.army();
    let who = names(army, units);
    let at = words::short(army, target);
    let how = match kind {
        FireKind::PointBlank => "point-blank fire",
        FireKind::Desperation => "desperation fire",
        FireKind::Area => "area fire",
        FireKind::Prolonge => "fire on the prolonge",
        FireKind::Mixed => "volley as mixed guns",
        _ => "volley",
    };
    let Ok(terms) = now.fire_terms(units, target, kind) else {
        return ReactionLine {
            title: format!("{who}: {how} at {at}"),
            chance: None,
            detail: String::new(),
            stakes: Stakes::Certain,
            worth: -9.0,
        };
    };
    let odds = now.rules().fire_odds(&terms);
    let range = if kind.is_at_arms_length() {
        String::new()
    } else {
        format!(", {} range", terms.band.name())
    };
    // Close fire costs nothing that could be kept; other fire could wait for a better chance.
    let free = if kind.is_at_arms_length() { 3.0 } else { 0.4 };
    let chance = odds.any_hit();
    let shot = ShotOdds { terms, odds };
    ReactionLine {
        title: format!("{who}: {how} at {at}{range}"),
        chance: Some(chance),
        detail: format!("{}. {}", odds::terms(&shot), odds::fire_words(&shot.odds)),
        worth: free + 2.5 * shot.odds.mean_hits() + (1.0 - shot.odds.of(FireResult::None))
            - 0.1 * (units.len() as f64 - 1.0),
        stakes: Stakes::Fire(shot),
    }
}

fn rally(now: &Situation, units: &[UnitId]) -> ReactionLine {
    let army = now.army();
    let scale = now.scenario().field.scale;
    // The first stands for all: each rolls for itself.
    let unit = units[0];
    let points = now.morale_now(unit);
    let values = army.unit(unit);
    let odds = now.rules().check_odds(scale, values, points.mmp);
    let better = Morale::ALL.iter().filter(|&&level| level < values.morale);
    let chance: f64 = better.map(|&level| odds.of(level)).sum();
    let worse = Morale::ALL.iter().filter(|&&level| level > values.morale);
    let worse: f64 = worse.map(|&level| odds.of(level)).sum::<f64>() + odds.removed;
    let each = if units.len() > 1 { ", each" } else { "" };
    ReactionLine {
        title: format!("{}: try to rally{each}", names(army, units)),
        chance: Some(chance),
        detail: format!(
            "Two dice against {}: better {}, worse {}.",
            points.mmp,
            odds::percent(chance),
            odds::percent(worse)
        ),
        stakes: Stakes::Check(points, odds),
        worth: 0.5 + 2.0 * (chance - worse),
    }
}

fn disengage(now: &Situation, units: &[UnitId]) -> ReactionLine {
    let army = now.army();
    let unit = units[0];
    let values = army.unit(unit);
    let ground = now.terrain().ground(army.placement(unit).at);
    let inches = now.rules().disengage_inches(
        now.scenario().field.scale,
        values,
        ground.unwrap_or(Ground::Open),
    );
    let after = wording::morale(values.morale.after_disengaging());
    let charged = army.charges().any(|charge| charge.is_after(unit));
    ReactionLine {
        title: format!("{}: draw off {inches:.0}\"", names(army, units)),
        chance: None,
        detail: format!("Runs from the enemy and ends {after}; its reaction is spent."),
        stakes: Stakes::Certain,
        worth: if charged { 0.7 } else { 0.0 },
    }
}

fn countercharge(now: &Situation, unit: UnitId) -> ReactionLine {
    let army = now.army();
    let who = words::short(army, unit);
    match now.countercharge_view(unit) {
        Some((charger, spread)) => {
            let won = spread.won_by(ImpactWinner::Defender);
            let tie = spread.won_by(ImpactWinner::Tie);
            let at = words::short(army, charger);
            ReactionLine {
                title: format!("{who}: charge back at {at}"),
                chance: Some(won),
                detail: format!(
                    "Both run on and meet: won {}, hand to hand {}, lost {}. It gives no fire.",
                    odds::percent(won),
                    odds::percent(tie),
                    odds::percent(1.0 - won - tie)
                ),
                stakes: Stakes::Clash(spread),
                worth: 4.0 * won - 1.0,
            }
        }
        None => ReactionLine {
            title: format!("{who}: charge back"),
            chance: None,
            detail: "Both run on and meet. It gives no fire.".to_owned(),
            stakes: Stakes::Certain,
            worth: -1.0,
        },
    }
}

/// How sensible a change of formation seems.
fn form_worth(now: &Situation, units: &[UnitId], formation: Formation, triggers: &[UnitId]) -> f64 {
    let army = now.army();
    let horsemen = triggers.iter().any(|&unit| army.unit(unit).is_mounted());
    let column = units
        .first()
        .is_some_and(|&unit| army.unit(unit).shape() == crate::rules::formation::Shape::Column);
    match formation {
        Formation::Infantry(InfantryFormation::BattleLine) if column => 1.4,
        Formation::Infantry(InfantryFormation::Square) if horsemen => 1.3,
        Formation::Infantry(InfantryFormation::Square) => -2.0,
        Formation::Infantry(InfantryFormation::BattleLine) => 0.3,
        Formation::Cavalry(CavalryFormation::Line) if column => 1.2,
        Formation::Limbered(false) => 0.9,
        Formation::Limbered(true) => 0.1,
        Formation::Mounted(_) => 0.2,
        Formation::Infantry(_) | Formation::Cavalry(_) => -0.5,
    }
}
