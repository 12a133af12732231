//! `fight`: one battle between two players of the program.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use deadly_field::adjudicate::answer_line;
use deadly_field::battle::{Battle, Fact};
use deadly_field::players::{MatchUp, PlayerKind};
use deadly_field::print::story::story;
use deadly_field::rules::{Rules, Scale};

/// `fight SCENARIO`
#[derive(Args)]
pub struct FightArguments {
    /// A scenario file, or the name of one of ours.
    scenario: PathBuf,
    /// Who plays the Union.
    #[arg(long, default_value = "computer", value_parser = super::simulate::player)]
    union: PlayerKind,
    /// Who plays the Confederates.
    #[arg(long, default_value = "computer", value_parser = super::simulate::player)]
    confederate: PlayerKind,
    /// The seed of all dice: the same seed is the same battle.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The scale of the table.
    #[arg(long, default_value = "15mm", value_parser = super::ground::scale)]
    scale: Scale,
    /// Write every fact as a line of JSON, with the adjudicator's request and answer.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Tell the whole story and not only how it ended.
    #[arg(long)]
    story: bool,
}

/// Runs `fight`.
pub fn run_fight(rules: &Rules, arguments: &FightArguments) -> io::Result<ExitCode> {
    let Some(scenario) = super::ground::load(&arguments.scenario, arguments.scale, rules) else {
        return Ok(ExitCode::from(2));
    };
    let match_up = MatchUp {
        union: arguments.union,
        confederate: arguments.confederate,
    };
    let battle = match match_up.fight(Arc::new(scenario), Arc::new(rules.clone()), arguments.seed) {
        Ok(battle) => battle,
        Err(refusal) => {
            eprintln!(
                "deadly-field: a player of the program gave an answer that is not allowed: {refusal}"
            );
            return Ok(ExitCode::from(3));
        }
    };
    if let Some(path) = &arguments.log {
        write_log(rules, &battle, path)?;
    }
    let told = story(&battle);
    print!(
        "{}",
        if arguments.story {
            &told
        } else {
            ending(&told)
        }
    );
    Ok(ExitCode::SUCCESS)
}

/// The verdict and the losses.
fn ending(story: &str) -> &str {
    story.rfind("\nThe ").map_or(story, |at| &story[at + 1..])
}

/// One fact to a line; what the rules were asked comes with what they answer.
fn write_log(rules: &Rules, battle: &Battle, path: &PathBuf) -> io::Result<()> {
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let mut out = BufWriter::new(fs::File::create(path).map_err(named)?);
    for fact in battle.facts() {
        let mut line = serde_json::to_value(fact)?;
        if let Fact::Fired { request, .. }
        | Fact::Checked { request, .. }
        | Fact::Impact { request, .. } = fact
        {
            let request = serde_json::to_string(request)?;
            let answer = answer_line(rules, &request).map_err(io::Error::other)?;
            line["answer"] = serde_json::to_value(answer)?;
        }
        writeln!(out, "{line}").map_err(named)?;
    }
    out.flush().map_err(named)
}
