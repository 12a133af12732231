//! The log of a battle: a header line that says what was fought with whom, then every fact as a line
//! of JSON, with the adjudicator's request and answer where the rules were asked. `docs/log.md` has
//! the form of every line.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::Tale;
use crate::adjudicate::{Answer, Request, UnitRequest};
use crate::army::{Army, Blow, Fact};
use crate::battle::{REVISION, request_of, requests_of_melee};
use crate::files::Names;
use crate::rules::impact::ImpactWinner;
use crate::rules::{Named, Rules, Scale};

/// What of a battle's beginning its facts do not tell.
#[derive(Clone, Debug)]
pub struct Header {
    /// The seed of all dice.
    pub seed: u64,
    /// Who plays.
    pub players: Names,
    /// Charts that are not the book's, by the names of their files.
    pub house_rules: Vec<String>,
}

/// The first line: what is fought, by whom, and who everybody is whom the facts only number. Units
/// are as they stand before the first fact, in the adjudicator's words.
fn header_line(tale: &Tale, header: &Header) -> io::Result<Value> {
    let (scenario, army) = (tale.scenario(), tale.start());
    let brigade = |number: usize| scenario.commands[number].name.as_str();
    let mut units = Vec::new();
    for id in army.units() {
        let mut unit = serde_json::to_value(UnitRequest::from(army.unit(id)))?;
        unit["unit"] = json!(id);
        unit["name"] = json!(army.name(id));
        unit["brigade"] = json!(brigade(army.command(id)));
        unit["strength"] = json!(army.identity(id).strength);
        if army.on_table(id) {
            let place = army.placement(id);
            unit["at"] = json!(place.at);
            unit["facing"] = json!(place.facing);
        }
        if army.is_dummy(id) {
            unit["dummy"] = json!(true);
        }
        units.push(unit);
    }
    let leaders: Vec<_> = army
        .leaders()
        .map(|id| {
            let who = army.leader_identity(id);
            json!({
                "leader": id,
                "name": who.name,
                "side": who.side,
                "rank": who.rank.name(),
                "benefit": who.benefit,
                "artillery": who.artillery,
                "brigade": brigade(who.command),
                "at": army.leader(id).at,
            })
        })
        .collect();
    let mut line = json!({
        "fact": "header",
        "form": FORM,
        "revision": REVISION,
        "program": env!("CARGO_PKG_VERSION"),
        "scenario": scenario.name,
        "scale": scenario.field.scale,
        "seed": header.seed,
        "players": header.players,
        "house_rules": header.house_rules,
        "turn": army.clock().turn,
        "units": units,
        "leaders": leaders,
    });
    if let Some(side) = tale.side() {
        // From the dice one could work out what is hidden.
        line["seed"] = Value::Null;
        line["for"] = json!(side);
    }
    Ok(line)
}

/// The form of the log; it is raised when a reader would have to be changed.
const FORM: u32 = 2;

/// A fact as the log has it, made of the armies as they stood right before it: all that the fact
/// tells and, for a fire, a check, an impact or a blow, what came of it in short, the `request` that
/// the adjudicator would be asked and its `answer`.
pub fn log_line(rules: &Rules, scale: Scale, before: &Army, fact: &Fact) -> io::Result<Value> {
    let mut line = serde_json::to_value(fact)?;
    match fact {
        Fact::Fired { volley, .. } => {
            line["passed"] = json!(volley.aim.passed);
            line["fp"] = json!(volley.terms.firepower);
            line["total"] = json!(volley.terms.total(&volley.dice));
            line["result"] = json!(volley.result);
        }
        Fact::Checked { outcome, .. } => line["after"] = json!(outcome.after),
        Fact::Impact {
            attacker, result, ..
        } => {
            let side = before.side(*attacker);
            line["outcome"] = json!(result.outcome);
            line["winner"] = json!(match result.winner {
                ImpactWinner::Attacker => Some(side),
                ImpactWinner::Defender => Some(side.other()),
                ImpactWinner::Tie => None,
            });
        }
        Fact::Melee {
            by_attacker,
            by_defender,
            ..
        } => {
            let requests = requests_of_melee(scale, before, fact);
            let blows = [("by_attacker", by_attacker), ("by_defender", by_defender)];
            for ((name, blow), request) in blows.into_iter().zip(requests) {
                tell_blow(rules, &mut line[name], blow, request)?;
            }
        }
        _ => {}
    }
    if let Some(request) = request_of(scale, before, fact) {
        tell_ruling(rules, &mut line, request)?;
    }
    Ok(line)
}

/// Firepower and total of a blow, and the adjudicator's word on it.
fn tell_blow(
    rules: &Rules,
    line: &mut Value,
    blow: &Blow,
    request: Option<Request>,
) -> io::Result<()> {
    if let Some(terms) = &blow.terms {
        line["fp"] = json!(terms.firepower);
        line["total"] = json!(terms.total(&blow.dice));
    }
    match request {
        Some(request) => tell_ruling(rules, line, request),
        None => Ok(()),
    }
}

fn tell_ruling(rules: &Rules, line: &mut Value, request: Request) -> io::Result<()> {
    let answer = Answer::to(rules, &request).map_err(io::Error::other)?;
    line["request"] = serde_json::to_value(request)?;
    line["answer"] = serde_json::to_value(answer)?;
    Ok(())
}

/// Writes the whole log: the header, then one fact to a line.
pub fn write_log<'a>(
    of: impl Into<Tale<'a>>,
    header: &Header,
    out: &mut impl Write,
) -> io::Result<()> {
    let tale = of.into();
    let scale = tale.scenario().field.scale;
    let mut written = header_line(&tale, header).and_then(|line| writeln!(out, "{line}"));
    tale.relive(|army, fact| {
        if written.is_ok() {
            written =
                log_line(tale.rules(), scale, army, fact).and_then(|line| writeln!(out, "{line}"));
        }
    });
    written
}

#[cfg(test)]
mod tests;
