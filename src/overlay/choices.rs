//! The answers to a question that is not an order, each in words and with its odds: the most
//! sensible first.

mod reaction;

pub use reaction::{ReactionLine, reaction_label};

use bevy_egui::egui;

use super::{Desk, odds, result, style, wording};
use crate::army::UnitId;
use crate::battle::{After, Answer, Decision, Reaction, ShotOdds, Situation};
use crate::print::words;
use crate::rules::fire::FireResult;
use crate::rules::impact::{ImpactSpread, ImpactWinner};
use crate::rules::morale::{CheckOdds, MoralePoints};
use crate::rules::{Morale, Named};

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
            let chance = line.chance.map(|chance| match (reaction, &line.stakes) {
                // Whom a shot does not hit it may still unsettle.
                (_, Stakes::Fire(shot)) if chance < 0.01 => {
                    let checks = 1.0 - shot.odds.of(FireResult::None);
                    format!(": {} he must check", odds::percent(checks))
                }
                (Reaction::Fire { .. } | Reaction::Prolonge { .. }, _) => {
                    format!(": {} hit", odds::percent(chance))
                }
                (Reaction::Countercharge(_), _) => format!(": {} won", odds::percent(chance)),
                _ => format!(": {} done", odds::percent(chance)),
            });
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
