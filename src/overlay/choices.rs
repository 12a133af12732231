//! The answers to a question that is not an order, each in words and with its odds: the most
//! sensible first.

use bevy_egui::egui;

use super::{Desk, odds, result, style, wording};
use crate::army::{Army, Formation, UnitId};
use crate::battle::{After, Answer, Decision, Reaction, ShotOdds, Situation};
use crate::print::words;
use crate::rules::fire::{FireKind, FireResult};
use crate::rules::impact::{ImpactSpread, ImpactWinner};
use crate::rules::morale::{CheckOdds, MoralePoints};
use crate::rules::{CavalryFormation, Ground, InfantryFormation, Morale, Named};

/// As many as there are keys for.
const MOST: usize = 9;

/// The whole arithmetic of a choice, where it has any.
#[derive(Clone, Debug, PartialEq)]
pub enum Stakes {
    /// Nothing is rolled for it.
    Certain,
    /// A fire.
    Fire(ShotOdds),
    /// A check or rally.
    Check(MoralePoints, CheckOdds),
    /// A clash: how it ends for whoever charged first.
    Clash(ImpactSpread),
    /// A test.
    Test(f64),
}

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

/// An answer of the prompt bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What is answered.
    pub answer: Answer,
    /// What is written on its button.
    pub label: String,
    /// More about it.
    pub detail: String,
    /// The whole arithmetic.
    pub stakes: Stakes,
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
            let detail = format!("Takes up {into}; its reaction is spent.");
            plain(format!("form {into}"), detail, worth)
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

/// The answers worth offering to a question, the most sensible first; all of them are legal. To say
/// no is not among them.
pub fn choices(now: &Situation, decision: &Decision) -> Vec<Choice> {
    let mut choices = match decision {
        Decision::React {
            triggers,
            reactions,
            ..
        } => reacting(now, triggers, reactions),
        Decision::Follow {
            unit,
            enemy,
            inches,
            meets,
            after,
            ..
        } => following(now, (*unit, *enemy), *inches, *meets, *after),
        Decision::Join { unit, charger, .. } => vec![joining(now, *unit, *charger)],
        Decision::StopBehind { unit, friend, .. } => vec![stopping(now, *unit, *friend)],
        Decision::Draw { .. } => vec![Choice {
            answer: Answer::Agree,
            label: "Agree to a draw".to_owned(),
            detail: "The battle ends, and nobody has won.".to_owned(),
            stakes: Stakes::Certain,
        }],
        Decision::SetUp { .. }
        | Decision::Leader { .. }
        | Decision::Activate { .. }
        | Decision::Act { .. } => Vec::new(),
    };
    choices.retain(|choice| now.check(Some(decision), &choice.answer).is_ok());
    choices.truncate(MOST);
    choices
}

fn reacting(now: &Situation, triggers: &[UnitId], reactions: &[Reaction]) -> Vec<Choice> {
    let mut lines: Vec<(f64, ReactionLine, &Reaction)> = Vec::new();
    for reaction in reactions {
        if lines.iter().any(|(.., known)| *known == reaction) {
            continue;
        }
        let line = reaction_label(now, reaction, triggers);
        lines.push((line.worth, line, reaction));
    }
    // Turning any way has a button of its own; here it is only where there is nothing else.
    let turns = |reaction: &Reaction| matches!(reaction, Reaction::Turn(..));
    if lines.iter().any(|(.., reaction)| !turns(reaction)) {
        lines.retain(|(.., reaction)| !turns(reaction));
    }
    // A shot that cannot do anything is no answer, unless there is no other.
    let idle = |line: &ReactionLine| match &line.stakes {
        Stakes::Fire(shot) => shot.odds.of(FireResult::None) > 0.995,
        _ => false,
    };
    if lines.iter().any(|(_, line, _)| !idle(line)) {
        lines.retain(|(_, line, _)| !idle(line));
    }
    lines.sort_by(|one, other| other.0.total_cmp(&one.0));
    // The more often a kind has been named, the less another of it is worth: some of everything is
    // offered before all of one thing.
    let kind = |reaction: &Reaction| std::mem::discriminant(reaction);
    for at in 0..lines.len() {
        let before = &lines[..at];
        let same = before
            .iter()
            .filter(|(.., known)| kind(known) == kind(lines[at].2))
            .count();
        lines[at].0 -= 0.35 * same as f64;
    }
    lines.sort_by(|one, other| other.0.total_cmp(&one.0));
    lines
        .into_iter()
        .map(|(_, line, reaction)| {
            let what = match reaction {
                Reaction::Fire { .. } | Reaction::Prolonge { .. } => "hit",
                Reaction::Countercharge(_) => "won",
                _ => "done",
            };
            let chance = line.chance;
            let chance = chance.map(|chance| format!(": {} {what}", odds::percent(chance)));
            Choice {
                answer: Answer::React(reaction.clone()),
                label: format!("{}{}", line.title, chance.unwrap_or_default()),
                detail: line.detail,
                stakes: line.stakes,
            }
        })
        .collect()
}

fn following(
    now: &Situation,
    (unit, enemy): (UnitId, UnitId),
    inches: f32,
    meets: Option<(UnitId, f32)>,
    after: After,
) -> Vec<Choice> {
    let army = now.army();
    let cost = match after {
        After::GaveWay => "The charge goes on",
        After::Won => "It follows in disorder",
        After::Pursuit | After::Turned => "It pursues in disorder",
    };
    let follow = |far: f32, label: String, detail: String| Choice {
        answer: Answer::Follow(far.clamp(0.0, inches)),
        label,
        detail,
        stakes: Stakes::Certain,
    };
    let Some((met, far)) = meets else {
        let after = words::the(army, enemy);
        let whole = format!("Follow all the way, {inches:.1}\"");
        let mut choices = vec![follow(inches, whole, format!("{cost}, after {after}."))];
        if inches >= 2.0 {
            let half = inches / 2.0;
            let text = format!("Follow half the way, {half:.1}\"");
            choices.push(follow(half, text, format!("{cost}.")));
        }
        return choices;
    };
    let name = words::short(army, met);
    let (own, his) = (army.unit(unit), army.unit(met));
    let runs = his.morale == Morale::Routed;
    let on = if runs {
        let label = format!("Catch {name}, {far:.1}\" on");
        let detail = format!("{cost}. He runs, and gives himself up when he is caught.");
        follow(inches, label, detail)
    } else {
        let label = format!("On into {name}, {far:.1}\" on");
        let detail = format!(
            "{cost} and meets him: {} figures or sections, {}.",
            his.strength,
            wording::morale(his.morale)
        );
        follow(inches, label, detail)
    };
    let mut choices = Vec::new();
    // A charge after somebody who gave way either catches him or ends where he stood.
    if after != After::GaveWay && far > 1.0 {
        let short = far - 0.5;
        let label = format!("Follow {short:.1}\" and stop short of {name}");
        choices.push(follow(short, label, format!("{cost} and meets nobody.")));
    }
    let weak = runs || his.morale == Morale::Shaken || his.is_artillery();
    if weak || own.strength > his.strength {
        choices.insert(0, on);
    } else {
        choices.push(on);
    }
    choices
}

fn joining(now: &Situation, unit: UnitId, charger: UnitId) -> Choice {
    let army = now.army();
    let disorder = if army.unit(unit).is_skirmishing() {
        " Skirmishers come into disorder by it."
    } else {
        ""
    };
    Choice {
        answer: Answer::Agree,
        label: format!("Fall in behind {}", words::short(army, charger)),
        detail: format!(
            "{} goes with the charge as its support, and has had its turn then.{disorder}",
            style::capital(&words::the(army, unit))
        ),
        stakes: Stakes::Certain,
    }
}

fn stopping(now: &Situation, unit: UnitId, friend: UnitId) -> Choice {
    let army = now.army();
    let chance = now.test_odds(unit);
    Choice {
        answer: Answer::Agree,
        label: format!(
            "Stop behind {}: {} done",
            words::short(army, friend),
            odds::percent(chance)
        ),
        detail: "If its test succeeds it supports him; else it runs on.".to_owned(),
        stakes: Stakes::Test(chance),
    }
}

/// The card of a choice: what it means, and its whole arithmetic.
pub fn hover(ui: &mut egui::Ui, desk: &mut Desk, choice: &Choice) {
    ui.set_max_width(340.0);
    ui.label(egui::RichText::new(&choice.label).strong());
    ui.label(&choice.detail);
    match &choice.stakes {
        Stakes::Certain => {}
        Stakes::Fire(shot) => {
            odds::fire_bars(ui, &shot.odds, style::RED);
            result::modifiers(ui, desk, &shot.terms.modifiers, "DRM", shot.terms.drm);
        }
        Stakes::Check(points, check) => {
            for &level in Morale::ALL {
                let name = style::capital(level.name());
                odds::bar(ui, &name, check.of(level), style::morale(level));
            }
            if check.removed > 0.0 {
                odds::bar(ui, "Dissolves", check.removed, style::RED);
            }
            result::modifiers(ui, desk, &points.modifiers, "MMP", points.mmp);
        }
        Stakes::Clash(spread) => {
            for (winner, what) in [
                (ImpactWinner::Defender, "We win"),
                (ImpactWinner::Tie, "Hand to hand"),
                (ImpactWinner::Attacker, "He wins"),
            ] {
                odds::bar(ui, what, spread.won_by(winner), style::RED);
            }
        }
        Stakes::Test(chance) => {
            odds::bar(ui, "Succeeds", *chance, style::RED);
        }
    }
}
