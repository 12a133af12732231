//! The log of a battle: every fact as a line of JSON, with the adjudicator's request and answer where
//! the rules were asked.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::Tale;
use crate::adjudicate::Answer;
use crate::army::{Army, Fact};
use crate::battle::request_of;
use crate::rules::impact::ImpactWinner;
use crate::rules::{Rules, Scale};

/// A fact as the log has it, made of the armies as they stood right before it: all that the fact
/// tells and, for a fire, a check or an impact, what came of it in short, the `request` that the
/// adjudicator would be asked and its `answer`.
pub fn log_line(rules: &Rules, scale: Scale, before: &Army, fact: &Fact) -> io::Result<Value> {
    let mut line = serde_json::to_value(fact)?;
    match fact {
        Fact::Fired { volley, .. } => {
            line["passed"] = json!(volley.aim.passed);
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
        _ => {}
    }
    if let Some(request) = request_of(scale, before, fact) {
        let answer = Answer::to(rules, &request).map_err(io::Error::other)?;
        line["request"] = serde_json::to_value(request)?;
        line["answer"] = serde_json::to_value(answer)?;
    }
    Ok(line)
}

/// Writes the whole log, one fact to a line.
pub fn write_log<'a>(of: impl Into<Tale<'a>>, out: &mut impl Write) -> io::Result<()> {
    let tale = of.into();
    let scale = tale.scenario().field.scale;
    let mut written = Ok(());
    tale.relive(|army, fact| {
        if written.is_ok() {
            written =
                log_line(tale.rules(), scale, army, fact).and_then(|line| writeln!(out, "{line}"));
        }
    });
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::play;

    /// Every line that asks the adjudicator gets the answer that the battle had.
    #[test]
    fn the_log_answers_as_the_battle_did() {
        let (mut fires, mut checks, mut impacts) = (0, 0, 0);
        for seed in 0..20 {
            let battle = play::out(seed);
            let mut log = Vec::new();
            write_log(&battle, &mut log).expect("a log");
            let log = String::from_utf8(log).expect("text");
            assert_eq!(log.lines().count(), battle.facts().len());
            for (line, fact) in log.lines().zip(battle.facts()) {
                let line: Value = serde_json::from_str(line).expect("JSON");
                let asked = matches!(
                    fact,
                    Fact::Fired { .. } | Fact::Checked { .. } | Fact::Impact { .. }
                );
                assert_eq!(line.get("request").is_some(), asked, "{line}");
                assert_eq!(line.get("answer").is_some(), asked, "{line}");
                match fact {
                    Fact::Fired { volley, .. } => {
                        fires += 1;
                        let answer = &line["answer"]["fire"];
                        assert_eq!(answer["fp"], volley.terms.firepower, "{line}");
                        assert_eq!(answer["drm"], volley.terms.drm, "{line}");
                        assert_eq!(answer["result"], line["result"], "{line}");
                        assert_eq!(line["result"], line["volley"]["result"], "{line}");
                    }
                    Fact::Checked {
                        points, outcome, ..
                    } => {
                        checks += 1;
                        let answer = &line["answer"]["morale"];
                        assert_eq!(answer["mmp"], points.mmp, "{line}");
                        assert_eq!(answer["falls_back"], outcome.falls_back, "{line}");
                        let after = if line["after"].is_null() {
                            json!("removed")
                        } else {
                            line["after"].clone()
                        };
                        assert_eq!(answer["after"], after, "{line}");
                    }
                    Fact::Impact { terms, result, .. } => {
                        impacts += 1;
                        let answer = &line["answer"]["impact"];
                        assert_eq!(answer["attacker_mmp"], terms.attacker.mmp, "{line}");
                        assert_eq!(answer["defender_mmp"], terms.defender.mmp, "{line}");
                        assert_eq!(answer["winner"], line["result"]["winner"], "{line}");
                        assert_eq!(answer["outcome"], json!(result.outcome), "{line}");
                    }
                    _ => {}
                }
            }
        }
        assert!(fires > 0 && checks > 0 && impacts > 0);
    }
}
