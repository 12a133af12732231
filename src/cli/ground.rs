//! Commands about scenarios and their ground: `check`, `sight`, `map`.

use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bevy::math::Vec2;
use clap::Args;
use deadly_field::disk::{self, BoundedLines, LongLine, apart, write_whole};
use deadly_field::field::Field;
use deadly_field::field::sight::{Blocker, Eye, Sight};
use deadly_field::files::{Kind, kind_of};
use deadly_field::print::map;
use deadly_field::rules::{Named, Rules, Scale, Side};
use deadly_field::scenario::{Checked, FileFault, Scenario, check, find};
use serde_json::json;

use super::forces::ForceArguments;
use super::hiding::HidingArguments;
use super::say::{complain, out, plain_out};

/// `check FILE…`
#[derive(Args)]
pub struct CheckArguments {
    /// Scenario or board files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// `sight SCENARIO X,Y X,Y`
#[derive(Args)]
pub struct SightArguments {
    /// A scenario file, or the name of one of ours.
    scenario: PathBuf,
    /// Two points, in inches from the south-west corner.
    #[arg(value_name = "X,Y", num_args = 2, required_unless_present = "pairs", value_parser = point)]
    points: Vec<Vec2>,
    /// The scale of the table.
    #[arg(long, default_value = "15mm", value_parser = scale)]
    scale: Scale,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
    /// A file with many pairs, one `X,Y X,Y` to a line; answered in JSON, line by line.
    #[arg(long, value_name = "FILE", conflicts_with = "points")]
    pairs: Option<PathBuf>,
    /// Count the units as they are deployed among what may be in the way.
    #[arg(long)]
    units: bool,
    /// The first point is a battery, which sees over more from some heights.
    #[arg(long)]
    guns: bool,
}

/// `map SCENARIO --out FILE`
#[derive(Args)]
pub struct MapArguments {
    /// A scenario file, the name of one of ours, or `quick`.
    scenario: PathBuf,
    /// Where to write the plan: an .svg, or a .png.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The scale of the table.
    #[arg(long, default_value = "15mm", value_parser = scale)]
    scale: Scale,
    /// Width of a .png in pixels.
    #[arg(long, default_value_t = 2400, value_parser = clap::value_parser!(u32).range(200..=12_000))]
    width: u32,
    #[command(flatten)]
    hiding: HidingArguments,
    #[command(flatten)]
    forces: ForceArguments,
    /// The seed of forces that the computer musters.
    #[arg(long, default_value_t = 1, value_parser = super::seats::seed, allow_hyphen_values = true)]
    seed: u64,
    /// Draw it as one side may know it: union or confederate.
    #[arg(long = "for", value_name = "SIDE", value_parser = super::hiding::side)]
    eyes: Option<Side>,
}

/// The largest file of pairs: millions of them.
const MOST_PAIRS: u64 = 256 << 20;

/// A point `X,Y`.
pub fn point(text: &str) -> Result<Vec2, String> {
    let parts: Vec<_> = text
        .split(',')
        .map(|part| part.trim().parse::<f32>())
        .collect();
    match parts[..] {
        [Ok(x), Ok(y)] if x.is_finite() && y.is_finite() => Ok(Vec2::new(x, y)),
        _ => Err("a point is two numbers of inches, such as 7.5,12".to_owned()),
    }
}

/// A scale by name.
pub fn scale(text: &str) -> Result<Scale, String> {
    Scale::from_name(text).ok_or_else(|| format!("allowed: {}", Scale::allowed()))
}

/// Loads a scenario; its faults are told.
pub fn load(path: &Path, scale: Scale, rules: &Rules) -> Option<Scenario> {
    if is_battle(path) {
        return None;
    }
    match Scenario::load(&find(path), scale, rules) {
        Ok(scenario) => Some(scenario),
        Err(faults) => {
            tell(&faults);
            None
        }
    }
}

/// Whether somebody gives a battle where its scenario is wanted, which is told.
pub fn is_battle(path: &Path) -> bool {
    let what = no_scenario(path);
    if let Some(what) = &what {
        complain!("{what}");
    }
    what.is_some()
}

/// What to say of a battle where its scenario is wanted.
fn no_scenario(path: &Path) -> Option<String> {
    let (what, does) = match kind_of(path)? {
        Kind::Save => ("save", "play"),
        Kind::Replay => ("replay", "watch"),
        Kind::Journal => ("journal", "play"),
    };
    let file = path.display();
    Some(format!(
        "{file}: is the {what} of a battle, not a scenario or board; `deadly-field {does} {file}` opens it"
    ))
}

/// Tells what is wrong with a file.
pub fn tell(faults: &[FileFault]) {
    for fault in faults {
        complain!("{fault}");
    }
}

/// Runs `check`.
pub fn run_check(rules: &Rules, arguments: &CheckArguments) -> io::Result<ExitCode> {
    let mut out = out();
    let mut wrong = false;
    for file in &arguments.files {
        if let Some(what) = no_scenario(file) {
            wrong = true;
            complain!("{what}");
            continue;
        }
        match check(&find(file), rules) {
            Ok(Checked::Scenario(scenario)) => {
                let size = scenario.field.size / scenario.field.square;
                writeln!(
                    out,
                    "{}: good: {} ({} by {} squares)",
                    file.display(),
                    scenario.name,
                    size.x,
                    size.y
                )?;
                for &side in Side::ALL {
                    let (figures, guns) = scenario.strength(side);
                    let points = if side == Side::Union {
                        scenario.muster.0
                    } else {
                        scenario.muster.1
                    };
                    let units = scenario.units_of(side).count();
                    writeln!(
                        out,
                        "  {side}: {units} units, {figures} figures, {guns} guns, {points} muster points"
                    )?;
                }
            }
            Ok(Checked::Board {
                name,
                squares,
                points,
            }) => {
                let (wide, deep) = squares;
                writeln!(
                    out,
                    "{}: good: {name} (board of {wide} by {deep} squares, {points} points)",
                    file.display()
                )?;
            }
            Err(faults) => {
                wrong = true;
                tell(&faults);
            }
        }
    }
    Ok(ExitCode::from(u8::from(wrong)))
}

/// Runs `map`.
pub fn run_map(rules: &Rules, arguments: &MapArguments) -> io::Result<ExitCode> {
    let ending = arguments
        .out
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    if !matches!(ending, "svg" | "png") {
        complain!(
            "deadly-field: --out {}: allowed: a file that ends in .svg or .png",
            arguments.out.display()
        );
        return Ok(ExitCode::from(2));
    }
    let input = find(&arguments.scenario);
    apart(&[input], &[("--out", Some(&arguments.out))])?;
    if is_battle(&arguments.scenario) {
        return Ok(ExitCode::from(2));
    }
    let (named, scale) = (&arguments.scenario, arguments.scale);
    let mut scenario = match arguments.forces.load(named, arguments.seed, scale, rules) {
        Ok((scenario, _)) => scenario,
        Err(faults) => {
            tell(&faults);
            return Ok(ExitCode::from(2));
        }
    };
    scenario.hide(arguments.hiding.hiding(), rules);
    let svg = map::svg_for(&scenario, arguments.eyes);
    let bytes = if ending == "svg" {
        svg.into_bytes()
    } else {
        complain!("Drawing {} at {} pixels…", scenario.name, arguments.width);
        map::png(&svg, arguments.width).map_err(io::Error::other)?
    };
    write_whole(&arguments.out, &bytes)?;
    writeln!(out(), "wrote {}", arguments.out.display())?;
    Ok(ExitCode::SUCCESS)
}

/// Runs `sight`.
pub fn run_sight(rules: &Rules, arguments: &SightArguments) -> io::Result<ExitCode> {
    let Some(scenario) = load(&arguments.scenario, arguments.scale, rules) else {
        return Ok(ExitCode::from(2));
    };
    let looker = Looker {
        rules,
        field: &scenario.field,
        blockers: if arguments.units {
            blockers(&scenario)
        } else {
            Vec::new()
        },
        guns: arguments.guns,
    };
    let mut out = BufWriter::new(plain_out());
    let code = match &arguments.pairs {
        Some(file) => looker.pairs(file, &mut out)?,
        None => looker.one(&arguments.points, arguments.json, &mut out)?,
    };
    out.flush()?;
    Ok(code)
}

/// Everybody who stands in the way of others: formed units, not skirmishers.
fn blockers(scenario: &Scenario) -> Vec<Blocker<'_>> {
    let formed = scenario
        .units
        .iter()
        .filter(|unit| !unit.unit.is_skirmishing());
    formed
        .filter_map(|unit| Some((unit, unit.footprint(&scenario.field)?)))
        .flat_map(|(unit, footprint)| {
            let stands = footprint.stands.iter();
            let blockers = stands.map(|stand| Blocker {
                name: &unit.name,
                outline: stand.outline(),
            });
            blockers.collect::<Vec<_>>()
        })
        .collect()
}

struct Looker<'a> {
    rules: &'a Rules,
    field: &'a Field,
    blockers: Vec<Blocker<'a>>,
    guns: bool,
}

impl Looker<'_> {
    fn look(&self, from: Vec2, to: Vec2) -> Result<Sight, String> {
        for point in [from, to] {
            if !self.field.contains(point) {
                let size = self.field.size;
                return Err(format!(
                    "{},{} is off the table; allowed: 0 to {} and 0 to {} inches",
                    point.x, point.y, size.x, size.y
                ));
            }
        }
        let eye = Eye {
            at: from,
            guns: self.guns,
        };
        // Whoever stands at one of the two points is not in his own way.
        let holds = |blocker: &Blocker, point| {
            deadly_field::field::geometry::in_polygon(&blocker.outline, point)
        };
        let own: Vec<_> = self
            .blockers
            .iter()
            .filter(|blocker| holds(blocker, from) || holds(blocker, to))
            .map(|blocker| blocker.name)
            .collect();
        let blockers: Vec<_> = self
            .blockers
            .iter()
            .filter(|blocker| !own.contains(&blocker.name))
            .cloned()
            .collect();
        Ok(self.field.sight(self.rules, eye, Eye::at(to), &blockers))
    }

    fn one(&self, points: &[Vec2], as_json: bool, out: &mut impl Write) -> io::Result<ExitCode> {
        let (from, to) = (points[0], points[1]);
        let sight = match self.look(from, to) {
            Ok(sight) => sight,
            Err(what) => {
                complain!("deadly-field: {what}");
                return Ok(ExitCode::from(2));
            }
        };
        if as_json {
            writeln!(out, "{}", answer(&sight))?;
            return Ok(ExitCode::SUCCESS);
        }
        let range = sight.range;
        match &sight.blocked {
            None => writeln!(out, "Visible, {range:.2} inches away.")?,
            Some(blocked) => {
                let depth = blocked
                    .only_within
                    .map(|depth| format!(" (one sees only {depth}\" into it)"))
                    .unwrap_or_default();
                writeln!(
                    out,
                    "Not visible, {range:.2} inches away: {} is in the way at {:.2},{:.2}, {:.2} inches high{depth}.",
                    blocked.by, blocked.at.x, blocked.at.y, blocked.at.z
                )?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn pairs(&self, file: &Path, out: &mut impl Write) -> io::Result<ExitCode> {
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
        let input = BufReader::new(disk::open_within(file, MOST_PAIRS).map_err(named)?);
        let mut wrong = false;
        for (number, line) in BoundedLines::new(input, MOST_PAIR).enumerate() {
            let line = match line.map_err(named)? {
                Ok(bytes) => String::from_utf8(bytes).map_err(|_| "is not UTF-8 text".to_owned()),
                Err(LongLine { most }) => Err(format!("has more than {most} bytes")),
            };
            if line.as_ref().is_ok_and(|line| line.trim().is_empty()) {
                continue;
            }
            let looked = line
                .and_then(|line| pair(&line))
                .and_then(|(from, to)| self.look(from, to));
            match looked {
                Ok(sight) => writeln!(out, "{}", answer(&sight))?,
                Err(what) => {
                    wrong = true;
                    writeln!(out, "{}", json!({ "error": what, "line": number + 1 }))?;
                }
            }
        }
        Ok(ExitCode::from(u8::from(wrong)))
    }
}

/// The longest line of two points.
const MOST_PAIR: usize = 1000;

fn pair(line: &str) -> Result<(Vec2, Vec2), String> {
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        [from, to] => Ok((point(from)?, point(to)?)),
        _ => Err("a line is two points, X,Y X,Y".to_owned()),
    }
}

fn answer(sight: &Sight) -> serde_json::Value {
    match &sight.blocked {
        None => json!({ "visible": true, "range": sight.range }),
        Some(blocked) => json!({
            "visible": false,
            "range": sight.range,
            "blocked_by": blocked.by,
            "at": [blocked.at.x, blocked.at.y, blocked.at.z],
        }),
    }
}
