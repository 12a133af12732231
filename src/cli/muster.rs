//! `muster`: forces by points.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use deadly_field::disk::{apart, write_new, write_whole};
use deadly_field::files::Folder;
use deadly_field::rules::muster::{MusterFault, MusterPart, MusterSpot, PartKind, Period};
use deadly_field::rules::{Named, Rules, Scale, Side};
use deadly_field::scenario::force::{
    Force, ForceCommand, ForceUnit, Manner, RESERVES, Want, all_forces, find_force, raise,
};
use deadly_field::scenario::{FileFault, Scenario, find};
use serde_json::{Value, json};

use super::ByRules;
use super::say::{complain, out, plain_out};

/// `muster …`
#[derive(Args)]
pub struct MusterArguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Write a small legal force to build on.
    New {
        /// The file to write; one that is there is kept.
        file: PathBuf,
        #[command(flatten)]
        want: WantArguments,
    },
    /// Let the computer muster a force.
    Random {
        /// The file to write; the table alone if left out.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// What for: random, attack or defence.
        #[arg(long, default_value = "random", value_parser = named::<Manner>)]
        manner: Manner,
        /// The same seed is the same force.
        #[arg(long, default_value_t = 1, value_parser = super::seats::seed, allow_hyphen_values = true)]
        seed: u64,
        #[command(flatten)]
        want: WantArguments,
        /// Answer as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Check forces against the limits of mustering, or against what a scenario musters.
    Check {
        /// Force files, or names of ours.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The scenario that the force is for.
        #[arg(long)]
        scenario: Option<PathBuf>,
        /// Answer as JSON.
        #[arg(long)]
        json: bool,
    },
    /// List what every unit and leader of a force costs.
    Cost {
        /// A force file, or the name of one of ours.
        file: PathBuf,
        /// Answer as JSON.
        #[arg(long)]
        json: bool,
    },
    /// List the forces that there are.
    List {
        /// Answer as JSON.
        #[arg(long)]
        json: bool,
    },
}

/// What kind of force.
#[derive(Args)]
struct WantArguments {
    /// Whose: union or confederate.
    #[arg(long, default_value = "union", value_parser = named::<Side>)]
    side: Side,
    /// When: 1861_63, early_1864, late_1864 or 1865; a year will do.
    #[arg(long, default_value = "1861_63", value_parser = period)]
    period: Period,
    /// What it may cost; 160 if left out.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=5_000))]
    points: Option<u32>,
    /// What it is: any, corps, division, brigade, cavalry_brigade or guns.
    #[arg(long, default_value = "any", value_parser = named::<PartKind>)]
    kind: PartKind,
    /// The scenario that it is for: period, points and all else are taken from it.
    #[arg(long, conflicts_with_all = ["points", "kind", "period"])]
    scenario: Option<PathBuf>,
}

/// A value by its name in files.
pub fn named<K: Named>(text: &str) -> Result<K, String> {
    K::from_name(text).ok_or_else(|| format!("allowed: {}", K::allowed()))
}

/// A period by its name or by a year of it.
pub fn period(text: &str) -> Result<Period, String> {
    match text {
        "1861" | "1862" | "1863" => Ok(Period::UpTo1863),
        "1864" => Ok(Period::Early1864),
        _ => named(text),
    }
}

/// The player's own folder of forces.
fn own() -> Option<PathBuf> {
    Folder::forces().map(|folder| folder.path().to_owned())
}

/// The force that is meant; its faults are told.
fn load(file: &Path, rules: &Rules) -> Option<(PathBuf, Force)> {
    let path = find_force(file, own().as_deref());
    match Force::load(&path, rules) {
        Ok(force) => Some((path, force)),
        Err(faults) => {
            super::ground::tell(&faults);
            None
        }
    }
}

/// What is wrong with a file that cannot be read as a force.
fn unread_json(path: &Path, faults: &[FileFault]) -> Value {
    let fault = |one: &FileFault| {
        json!({
            "at": one.field,
            "line": one.place.map(|place| place.0),
            "column": one.place.map(|place| place.1),
            "what": one.what,
        })
    };
    json!({
        "file": path.display().to_string(),
        "faults": faults.iter().map(fault).collect::<Vec<_>>(),
    })
}

/// Runs `muster`.
pub fn run_muster(by: &ByRules, arguments: &MusterArguments) -> io::Result<ExitCode> {
    let rules = &by.rules;
    match &arguments.what {
        What::New { file, want } => new(rules, file, want),
        What::Random {
            out,
            manner,
            seed,
            want,
            json,
        } => random(by, out.as_deref(), (*manner, *seed), want, *json),
        What::Check {
            files,
            scenario,
            json,
        } => check(rules, files, scenario.as_deref(), *json),
        What::Cost { file, json } => {
            let Some((_, force)) = load(file, rules) else {
                return Ok(ExitCode::from(2));
            };
            show(rules, &force, *json)?;
            Ok(ExitCode::SUCCESS)
        }
        What::List { json } => list(rules, *json),
    }
}

/// What is wanted; faults of the scenario are told.
fn want(rules: &Rules, arguments: &WantArguments, manner: Manner, seed: u64) -> Option<Want> {
    let side = arguments.side;
    let (period, parts, reserves) = match &arguments.scenario {
        None => {
            let part = MusterPart {
                kind: arguments.kind,
                points: Some(arguments.points.unwrap_or(160)),
                demands: Vec::new(),
            };
            (arguments.period, vec![part], 0)
        }
        Some(scenario) => {
            let scenario = super::ground::load(scenario, Scale::Mm15, rules)?;
            let parts = parts(&scenario, side)?;
            let help = scenario.mustered_by(side)?.reinforcements;
            (
                scenario.period,
                parts,
                if help.is_some() { RESERVES } else { 0 },
            )
        }
    };
    Some(Want {
        side,
        period,
        parts,
        manner,
        seed,
        reserves,
        taken: Vec::new(),
    })
}

/// What a scenario lets a side muster; if it does not, that is told.
fn parts(scenario: &Scenario, side: Side) -> Option<Vec<MusterPart>> {
    let Some(mustered) = scenario.mustered_by(side) else {
        complain!(
            "deadly-field: {}: the {side} side has an order of battle and musters no force",
            scenario.name
        );
        return None;
    };
    Some(
        mustered
            .parts
            .iter()
            .map(|part| part.muster.clone())
            .collect(),
    )
}

fn new(rules: &Rules, file: &Path, arguments: &WantArguments) -> io::Result<ExitCode> {
    let Some(want) = want(rules, arguments, Manner::Defence, 1) else {
        return Ok(ExitCode::from(2));
    };
    let force = match raise(rules, &want) {
        Ok(force) => force,
        Err(what) => {
            complain!("deadly-field: {what}");
            return Ok(ExitCode::from(1));
        }
    };
    write_new(file, force.draft().as_bytes())?;
    writeln!(
        out(),
        "wrote {0}: {1}, {2} points. Change what you like; `deadly-field muster check {0}` says what the limits allow.",
        file.display(),
        force.name,
        force.cost(rules)
    )?;
    Ok(ExitCode::SUCCESS)
}

fn random(
    by: &ByRules,
    file: Option<&Path>,
    (manner, seed): (Manner, u64),
    arguments: &WantArguments,
    as_json: bool,
) -> io::Result<ExitCode> {
    let scenario = arguments.scenario.iter().map(|path| find(path));
    let inputs: Vec<_> = by.files().chain(scenario).collect();
    apart(&inputs, &[("--out", file)])?;
    let rules = &by.rules;
    let Some(want) = want(rules, arguments, manner, seed) else {
        return Ok(ExitCode::from(2));
    };
    match raise(rules, &want) {
        Ok(force) => {
            if let Some(file) = file {
                write_whole(file, force.text(rules).as_bytes())?;
            }
            show(rules, &force, as_json)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(what) => {
            complain!("deadly-field: {what}");
            Ok(ExitCode::from(1))
        }
    }
}

fn check(
    rules: &Rules,
    files: &[PathBuf],
    scenario: Option<&Path>,
    as_json: bool,
) -> io::Result<ExitCode> {
    let scenario = match scenario {
        None => None,
        Some(path) => match super::ground::load(&find(path), Scale::Mm15, rules) {
            Some(scenario) => Some(scenario),
            None => return Ok(ExitCode::from(2)),
        },
    };
    let mut code = ExitCode::SUCCESS;
    for file in files {
        let path = find_force(file, own().as_deref());
        let force = match Force::load(&path, rules) {
            Ok(force) => force,
            Err(faults) => {
                if as_json {
                    writeln!(plain_out(), "{}", unread_json(&path, &faults))?;
                } else {
                    super::ground::tell(&faults);
                }
                code = ExitCode::from(1);
                continue;
            }
        };
        let asked = match &scenario {
            None => None,
            Some(scenario) => match parts(scenario, force.side) {
                Some(parts) => Some(parts),
                None => return Ok(ExitCode::from(2)),
            },
        };
        let faults = force.faults(rules, asked.as_deref());
        if !faults.is_empty() {
            code = ExitCode::from(1);
        }
        if as_json {
            let told = json!({
                "file": path.display().to_string(),
                "name": force.name,
                "side": force.side,
                "period": force.period,
                "points": force.cost(rules),
                "faults": faults.iter().map(|one| fault_json(&force, one)).collect::<Vec<_>>(),
            });
            writeln!(plain_out(), "{told}")?;
            continue;
        }
        let mut out = out();
        let path = path.display();
        if faults.is_empty() {
            let points = force.cost(rules);
            writeln!(out, "{path}: good: {}, {points} points", force.name)?;
        }
        for fault in &faults {
            writeln!(
                out,
                "{path}: {}: {} ({})",
                force.place(&fault.at),
                fault.what,
                fault.rule
            )?;
        }
        if !faults.is_empty() && scenario.is_none() {
            complain!(
                "deadly-field: these are the book's usual limits; what a scenario grants beside them is asked with --scenario NAME"
            );
        }
    }
    Ok(code)
}

fn fault_json(force: &Force, fault: &MusterFault) -> Value {
    json!({
        "at": fault.at.to_string(),
        "place": force.place(&fault.at),
        "what": fault.what,
        "rule": fault.rule.as_str(),
    })
}

/// What a force is made of and what that costs.
fn show(rules: &Rules, force: &Force, as_json: bool) -> io::Result<()> {
    if as_json {
        let commands = force
            .commands
            .iter()
            .map(|one| command_json(rules, force, one));
        let told = json!({
            "name": force.name,
            "side": force.side,
            "period": force.period,
            "points": force.cost(rules),
            "commands": commands.collect::<Vec<_>>(),
            "reserves": force.reserves.iter().map(|one| unit_json(rules, force, one)).collect::<Vec<_>>(),
        });
        return writeln!(plain_out(), "{told}");
    }
    let mut out = out();
    writeln!(
        out,
        "{}, {} {}: {} points",
        force.name,
        force.side,
        force.period,
        force.cost(rules)
    )?;
    for command in &force.commands {
        command_lines(rules, force, command, 0, &mut out)?;
    }
    if !force.reserves.is_empty() {
        writeln!(out, "in reserve, if cards bring them")?;
        for unit in &force.reserves {
            unit_line(rules, force, unit, 1, &mut out)?;
        }
    }
    Ok(())
}

fn price(rules: &Rules, force: &Force, unit: &ForceUnit) -> Option<u32> {
    let cost = rules.muster_cost(force.period, force.side, &unit.muster, true);
    cost.ok()
}

fn command_json(rules: &Rules, force: &Force, command: &ForceCommand) -> Value {
    let of = (force.period, force.side);
    let points = rules.command_cost(of, &command.muster(), &MusterSpot::default(), true);
    json!({
        "name": command.name,
        "echelon": command.echelon,
        "points": points.0,
        "leader": command.leader.as_ref().map(|leader| json!({
            "name": leader.name,
            "rank": leader.muster.rank,
            "benefit": leader.muster.benefit,
            "artillery": leader.muster.artillery,
            "points": rules.leader_cost(&leader.muster).ok(),
        })),
        "units": command.units.iter().map(|one| unit_json(rules, force, one)).collect::<Vec<_>>(),
        "commands": command.commands.iter().map(|one| command_json(rules, force, one)).collect::<Vec<_>>(),
    })
}

fn unit_json(rules: &Rules, force: &Force, unit: &ForceUnit) -> Value {
    json!({
        "name": unit.name,
        "weapon": unit.weapon(),
        "strength": unit.muster.strength,
        "quality": unit.muster.quality,
        "sharpshooter": unit.muster.sharpshooter,
        "points": price(rules, force, unit),
    })
}

fn command_lines(
    rules: &Rules,
    force: &Force,
    command: &ForceCommand,
    deep: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let of = (force.period, force.side);
    let (points, _) = rules.command_cost(of, &command.muster(), &MusterSpot::default(), true);
    let name = format!("{:1$}{2}", "", deep * 2, command.name);
    writeln!(out, "{name:<44}{:<32}{points:>5}", command.echelon.name())?;
    if let Some(leader) = &command.leader {
        let name = format!("{:1$}{2}", "", deep * 2 + 2, leader.name);
        let what = format!(
            "{} leader, benefit {}",
            leader.muster.rank, leader.muster.benefit
        );
        let cost = rules.leader_cost(&leader.muster).unwrap_or(0);
        writeln!(out, "{name:<44}{what:<32}{cost:>5}")?;
    }
    for unit in &command.units {
        unit_line(rules, force, unit, deep + 1, out)?;
    }
    for below in &command.commands {
        command_lines(rules, force, below, deep + 1, out)?;
    }
    Ok(())
}

fn unit_line(
    rules: &Rules,
    force: &Force,
    unit: &ForceUnit,
    deep: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let name = format!("{:1$}{2}", "", deep * 2, unit.name);
    let (muster, sharp) = (
        &unit.muster,
        if unit.muster.sharpshooter {
            ", sharp"
        } else {
            ""
        },
    );
    let what = format!(
        "{} {}, {}{sharp}",
        muster.strength,
        unit.weapon(),
        muster.quality
    );
    let cost = match price(rules, force, unit) {
        Some(cost) => cost.to_string(),
        None => "-".to_owned(),
    };
    writeln!(out, "{name:<44}{what:<32}{cost:>5}")
}

fn list(rules: &Rules, as_json: bool) -> io::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for path in all_forces(own().as_deref()) {
        match Force::load(&path, rules) {
            Ok(force) if as_json => {
                let told = json!({
                    "file": path.display().to_string(),
                    "name": force.name,
                    "side": force.side,
                    "period": force.period,
                    "points": force.cost(rules),
                });
                writeln!(plain_out(), "{told}")?;
            }
            Ok(force) => writeln!(
                out(),
                "{:<45} {:<12} {:<11} {:>4} points  {}",
                path.display().to_string(),
                force.side.name(),
                force.period.name(),
                force.cost(rules),
                force.name
            )?,
            Err(faults) => {
                super::ground::tell(&faults);
                code = ExitCode::from(1);
            }
        }
    }
    Ok(code)
}
