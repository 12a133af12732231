//! A battle told in sentences.

use crate::army::{Fate, LeaderIdentity, UnitId};
use crate::battle::{Battle, Cause, Fact};
use crate::rules::fire::FireResult;
use crate::rules::impact::ImpactOutcome;
use crate::rules::{Morale, Side};

/// The battle from its first turn to its end, a line for each thing worth telling.
pub fn story(battle: &Battle) -> String {
    let mut lines = vec![battle.scenario().name.clone()];
    lines.extend(battle.facts().iter().filter_map(|fact| tell(battle, fact)));
    lines.push(String::new());
    lines.extend(returns(battle));
    lines.join("\n") + "\n"
}

/// Only how it ended and what it cost.
pub fn ending(battle: &Battle) -> String {
    let mut lines: Vec<_> = battle
        .facts()
        .iter()
        .rev()
        .take(1)
        .filter_map(|fact| tell(battle, fact))
        .collect();
    lines.extend(returns(battle));
    lines.join("\n") + "\n"
}

fn side(side: Side) -> &'static str {
    match side {
        Side::Union => "Union",
        Side::Confederate => "Confederate",
    }
}

fn tell(battle: &Battle, fact: &Fact) -> Option<String> {
    let army = battle.army();
    let name = |id: &UnitId| army.name(*id).to_owned();
    let leader = |id| army.leader::<LeaderIdentity>(id).name.clone();
    Some(match fact {
        Fact::Turn { turn } => format!("\nTurn {turn}"),
        Fact::PlayerTurn { side: active } => format!("  The {} side is active.", side(*active)),
        Fact::Presence { unit, present, .. } if *present => {
            format!("{} has come up in time.", name(unit))
        }
        Fact::Presence { unit, .. } => format!("{} is still on detached duty.", name(unit)),
        Fact::Arrived { unit, .. } => format!("    {} comes on the field.", name(unit)),
        Fact::Fired {
            firers,
            target,
            reaction,
            result,
            ..
        } if *result != FireResult::None => {
            let who: Vec<_> = firers.iter().map(name).collect();
            let how = if *reaction {
                "answers with a volley at"
            } else {
                "fires on"
            };
            let hits = match result.hits() {
                0 => "and shakes its ranks".to_owned(),
                1 => "and cuts one figure down".to_owned(),
                hits => format!("and cuts {hits} figures down"),
            };
            format!("    {} {how} {} {hits}.", who.join(" with "), name(target))
        }
        Fact::Checked {
            unit,
            cause,
            before,
            after,
            ..
        } if Some(*before) != *after => {
            let why = match cause {
                Cause::Fire { .. } => "under fire",
                Cause::Charge { .. } => "as the charge comes on",
                Cause::LossNear => "at the loss of its neighbours",
                Cause::RoutPassed => "as fugitives stream past",
                Cause::LeaderKilled => "as its leader falls",
                Cause::Rally => "as its officers rally it",
            };
            match after {
                Some(after) if after < before => {
                    format!("    {} steadies {why}: {}.", name(unit), words(*after))
                }
                Some(after) => format!("    {} wavers {why}: {}.", name(unit), words(*after)),
                None => format!("    {} dissolves {why}.", name(unit)),
            }
        }
        Fact::Ran { unit, .. } => format!("    {} runs.", name(unit)),
        Fact::Charge { unit, target, .. } => {
            format!("    {} charges {}!", name(unit), name(target))
        }
        Fact::FellShort { unit, .. } => {
            format!("    The charge of {} comes to a halt.", name(unit))
        }
        Fact::Impact {
            attacker,
            defender,
            outcome,
            winner,
            ..
        } => {
            let end = match outcome {
                ImpactOutcome::Melee => "it comes to bayonets and clubbed muskets",
                ImpactOutcome::StoppedShort => "the charge stops short and both sides fire",
                ImpactOutcome::Disorder => "the losers fall back in disorder",
                ImpactOutcome::Shaken => "the losers fall back shaken",
                ImpactOutcome::Routed => "the losers break and run",
                ImpactOutcome::Surrender => "the losers throw down their arms",
                ImpactOutcome::GunsLost => "the guns are taken",
            };
            let won = winner
                .map(|won| format!(" The {} side has the better of it:", side(won)))
                .unwrap_or_default();
            format!(
                "    {} and {} meet.{won} {end}.",
                name(attacker),
                name(defender)
            )
        }
        Fact::LeaderRolled {
            leader: id,
            killed: true,
            ..
        } => format!("    {} is killed.", leader(*id)),
        Fact::Disengaged { unit, .. } => format!("    {} draws off.", name(unit)),
        Fact::Removed { unit, fate } => {
            let how = match fate {
                Fate::Absent => return None,
                Fate::Eliminated => "is shot to pieces",
                Fate::Surrendered => "surrenders",
                Fate::Disintegrated => "is gone from the field",
                Fate::GunsLost => "loses its guns",
            };
            format!("    {} {how}.", name(unit))
        }
        Fact::Over { verdict } => format!(
            "\nThe {} side has won: {}.",
            side(verdict.winner),
            verdict.why
        ),
        _ => return None,
    })
}

fn words(morale: Morale) -> &'static str {
    match morale {
        Morale::GoodOrder => "in good order",
        Morale::Disorder => "in disorder",
        Morale::Shaken => "shaken",
        Morale::Routed => "routed",
    }
}

/// The butcher's bill, unit by unit.
fn returns(battle: &Battle) -> Vec<String> {
    let army = battle.army();
    let mut lines = Vec::new();
    for of in [Side::Union, Side::Confederate] {
        lines.push(format!(
            "{} losses: {} figures and sections",
            side(of),
            battle.casualties(of)
        ));
        for id in army.units().filter(|&id| army.side(id) == of) {
            let lost = battle.lost(id);
            let full = army.get::<crate::army::Identity>(id).muster.strength;
            let state = if army.on_table(id) {
                words(army.unit(id).morale)
            } else {
                "not on the field"
            };
            lines.push(format!(
                "  {:<28} {lost:>2} of {full:>2}  {state}",
                army.name(id)
            ));
        }
    }
    lines
}
