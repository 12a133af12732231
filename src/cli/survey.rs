//! `ground`: what is seen and fired on from a place, a unit or a zone.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use deadly_field::disk::{apart, write_whole};
use deadly_field::field::sight::Eye;
use deadly_field::field::survey::Watch;
use deadly_field::print::map;
use deadly_field::print::survey::{self, Bands, Class, Post, Study};
use deadly_field::rules::{Rules, Scale};
use deadly_field::scenario::{Scenario, find};
use serde_json::json;

use super::say::{complain, out, plain_out};

/// `ground SCENARIO --from X,Y|UNIT|ZONE --out FILE`
#[derive(Args)]
pub struct GroundArguments {
    /// A scenario file, or the name of one of ours.
    scenario: PathBuf,
    /// From where: inches X,Y from the south-west corner, a unit or a zone by name.
    #[arg(long, value_name = "X,Y|UNIT|ZONE")]
    from: String,
    /// Where to draw it: an .svg or a .png.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The scale of the table.
    #[arg(long, default_value = "15mm", value_parser = super::ground::scale)]
    scale: Scale,
    /// Width of a .png in pixels.
    #[arg(long, default_value_t = 1600, value_parser = clap::value_parser!(u32).range(200..=12_000))]
    width: u32,
    /// Answer with the numbers as JSON.
    #[arg(long)]
    json: bool,
}

/// How fine a zone's view is drawn, in inches: every place in it looks at every cell.
const COARSE: f32 = 0.5;

/// Runs `ground`.
pub fn run_ground(rules: &Rules, arguments: &GroundArguments) -> io::Result<ExitCode> {
    let ending = arguments.out.extension().and_then(|ending| ending.to_str());
    let ending = ending.unwrap_or_default().to_owned();
    if !matches!(&*ending, "svg" | "png") {
        let file = arguments.out.display();
        complain!("deadly-field: --out {file}: allowed: a file that ends in .svg or .png");
        return Ok(ExitCode::from(2));
    }
    apart(
        &[find(&arguments.scenario)],
        &[("--out", Some(&arguments.out))],
    )?;
    let Some(scenario) = super::ground::load(&arguments.scenario, arguments.scale, rules) else {
        return Ok(ExitCode::from(2));
    };
    let (svg, numbers, told) = match studied(&scenario, rules, &arguments.from) {
        Ok(studied) => studied,
        Err(what) => {
            complain!("deadly-field: --from {}: {what}", arguments.from);
            return Ok(ExitCode::from(2));
        }
    };
    let bytes = if ending == "svg" {
        svg.into_bytes()
    } else {
        map::png(&svg, arguments.width).map_err(io::Error::other)?
    };
    write_whole(&arguments.out, &bytes)?;
    if arguments.json {
        writeln!(plain_out(), "{numbers}")?;
    } else {
        write!(out(), "{told}")?;
        writeln!(out(), "wrote {}", arguments.out.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The drawing, the numbers, and what is said of them.
fn studied(
    scenario: &Scenario,
    rules: &Rules,
    from: &str,
) -> Result<(String, serde_json::Value, String), String> {
    let wanted = from.trim().to_lowercase();
    if let Ok(at) = super::ground::point(from) {
        let size = scenario.field.size;
        if at.x < 0.0 || at.y < 0.0 || at.x > size.x || at.y > size.y {
            return Err(format!(
                "is off the table; allowed: 0,0 to {},{}",
                size.x, size.y
            ));
        }
        // A regiment with rifle-muskets, as most are.
        let name = format!("{:.1}, {:.1}", at.x, at.y);
        let bands = Bands::usual(scenario, rules);
        let eye = Eye::at(at);
        let stands = None;
        let post = Post {
            name,
            eye,
            bands,
            stands,
        };
        return Ok(post_study(scenario, rules, &post));
    }
    let named = |name: &str| name.to_lowercase() == wanted;
    let zones = &scenario.field.zones;
    let zone = zones
        .iter()
        .find(|zone| named(&zone.id) || named(&zone.name));
    if let Some(zone) = zone {
        return Ok(zone_study(scenario, rules, zone));
    }
    let units = || scenario.real_units();
    let part = |name: &str| !wanted.is_empty() && name.to_lowercase().contains(&wanted);
    let unit = units()
        .find(|unit| named(&unit.name))
        .or_else(|| units().find(|unit| part(&unit.name)));
    let Some(unit) = unit else {
        if let Some(zone) = zones.iter().find(|zone| part(&zone.name)) {
            return Ok(zone_study(scenario, rules, zone));
        }
        let zones: Vec<_> = zones.iter().map(|zone| zone.name.as_str()).collect();
        let units: Vec<_> = units().map(|unit| unit.name.as_str()).collect();
        return Err(format!(
            "is no place, zone or unit; allowed: inches such as 7.5,12; the zones {}; the units {}",
            zones.join(", "),
            units.join(", ")
        ));
    };
    let footprint = unit
        .footprint(&scenario.field)
        .ok_or("is not on the table when the battle begins")?;
    let post = Post {
        name: unit.name.clone(),
        eye: Eye {
            at: footprint.placement.at,
            guns: unit.unit.is_artillery(),
        },
        bands: Bands::of(scenario, rules, &unit.unit),
        stands: Some(&footprint),
    };
    Ok(post_study(scenario, rules, &post))
}

fn post_study(
    scenario: &Scenario,
    rules: &Rules,
    post: &Post,
) -> (String, serde_json::Value, String) {
    let study = Study::of(scenario, rules, post);
    let mut told = format!("From {} on {}:\n", post.name, scenario.name);
    let mut shares = serde_json::Map::new();
    for class in Class::ALL {
        let share = study.share(class);
        if share > 0.0 {
            told.push_str(&format!(
                "  {:<20} {:>5.1} %\n",
                class.name(),
                share * 100.0
            ));
        }
        shares.insert(
            class.name().replace([' ', ','], "_").replace("__", "_"),
            json!(share),
        );
    }
    for approach in &study.approaches {
        told.push_str(&format!(
            "  a way from {:.0}, {:.0}: {:.0} inches, {:.0} of them seen\n",
            approach.points[0].x, approach.points[0].y, approach.inches, approach.seen
        ));
    }
    let ways: Vec<_> = study
        .approaches
        .iter()
        .map(|way| json!({ "inches": way.inches, "seen": way.seen, "from": way.points[0].to_array() }))
        .collect();
    let at = post.eye.at.to_array();
    let numbers = json!({ "from": at, "name": post.name, "shares": shares, "approaches": ways });
    (survey::draw_post(scenario, post, &study), numbers, told)
}

fn zone_study(
    scenario: &Scenario,
    rules: &Rules,
    zone: &deadly_field::field::Zone,
) -> (String, serde_json::Value, String) {
    complain!("Looking from all over {}…", zone.name);
    let watch = Watch::from(&scenario.field, rules, zone, COARSE);
    let mut told = format!("{} on {}:\n", zone.name, scenario.name);
    let mut numbers = Vec::new();
    for (name, pairs, first, second) in survey::between(scenario, rules, zone) {
        told.push_str(&format!(
            "  {name}: {:.1} % of this ground sees some of it, {:.1} % of it is seen; {:.1} % of all pairs of places see \
             each other\n",
            first * 100.0,
            second * 100.0,
            pairs * 100.0
        ));
        numbers.push(json!({ "zone": name, "sees": first, "seen": second, "pairs": pairs }));
    }
    let numbers = json!({ "zone": zone.name, "others": numbers });
    (survey::draw_zone(scenario, zone, &watch), numbers, told)
}
