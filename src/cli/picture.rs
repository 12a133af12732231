//! `shot`: one picture of the table without a window.

use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use bevy::app::App;
use bevy_egui::EguiPlugin;
use clap::Args;
use deadly_field::army::UnitId;
use deadly_field::battle::Battle;
use deadly_field::chronicle::Chronicle;
use deadly_field::disk::{apart, write_whole};
use deadly_field::overlay::{Desk, Marks, Panel, known};
use deadly_field::players::{Level, SeatKind};
use deadly_field::rules::{Named, Rules, Scale};
use deadly_field::scenario::{Scenario, find};
use deadly_field::session::{MatchUp, Table};
use deadly_field::table::ranks::Hit;
use deadly_field::table::shot::{Shot, Viewpoint, take};
use deadly_field::table::{Palette, Playback, Quality};

use super::say::{complain, out};

/// `shot SCENARIO --out PNG`
#[derive(Args)]
pub struct ShotArguments {
    /// A scenario file, the name of one of ours, a save or a replay.
    scenario: PathBuf,
    /// Where to write the picture.
    #[arg(long, value_name = "PNG")]
    out: PathBuf,
    /// Pixels from left to right and from top to bottom.
    #[arg(long, default_value = "1280x720", value_parser = size)]
    size: (u32, u32),
    /// The beginning of this turn, or `end`; the first is the set-up.
    #[arg(long, default_value = "1", value_parser = moment)]
    at: At,
    /// So many facts after that.
    #[arg(long, default_value_t = 0)]
    skip: usize,
    /// How far the next fact is played, from 0 to 1: dice tumble, units are on their way.
    #[arg(long, default_value_t = 0.0, value_parser = part)]
    part: f32,
    /// From where: overview, top, unit:NAME, eyes:NAME.
    #[arg(long, default_value = "overview")]
    view: String,
    /// How well it is drawn: low, medium, high.
    #[arg(long, default_value = "high", value_parser = quality)]
    quality: Quality,
    /// A panel to show beside the table: card, log, result, roster, rules.
    #[arg(long, value_parser = panel)]
    panel: Option<Panel>,
    /// Select this unit; its arc and ranges are drawn on the ground.
    #[arg(long, value_name = "NAME")]
    select: Option<String>,
    /// Point from the selected unit at this one.
    #[arg(long, value_name = "NAME", requires = "select")]
    point: Option<String>,
    /// Write the names over the units.
    #[arg(long)]
    names: bool,
    /// Draw the squares of the table.
    #[arg(long)]
    grid: bool,
    /// Draw where each side may deploy.
    #[arg(long)]
    areas: bool,
    /// The colours: usual, or safe for the colour-blind.
    #[arg(long, default_value = "usual", value_parser = colours)]
    colours: Palette,
    /// The seed of all dice.
    #[arg(long, default_value_t = 1, value_parser = super::seats::seed, allow_hyphen_values = true)]
    seed: u64,
    /// The scale of the table.
    #[arg(long, default_value = "15mm", value_parser = super::ground::scale)]
    scale: Scale,
}

#[derive(Clone, Copy)]
enum At {
    Turn(u32),
    End,
}

fn moment(text: &str) -> Result<At, String> {
    match text.parse() {
        Ok(turn) => Ok(At::Turn(turn)),
        Err(_) if text == "end" => Ok(At::End),
        Err(_) => Err("allowed: the number of a turn, or end".to_owned()),
    }
}

fn part(text: &str) -> Result<f32, String> {
    let part = text.parse().ok().filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| "allowed: a number from 0 to 1".to_owned())
}

/// Pixels, as `WIDTHxHEIGHT`.
pub fn size(text: &str) -> Result<(u32, u32), String> {
    let sides: Vec<_> = text.split('x').map(str::parse::<u32>).collect();
    match sides[..] {
        [Ok(width), Ok(height)]
            if (64..=8192).contains(&width) && (64..=8192).contains(&height) =>
        {
            Ok((width, height))
        }
        _ => Err("allowed: WIDTHxHEIGHT such as 1280x720, each from 64 to 8192".to_owned()),
    }
}

/// A picture quality by name.
pub fn quality(text: &str) -> Result<Quality, String> {
    Quality::from_name(text).ok_or_else(|| format!("allowed: {}", Quality::allowed()))
}

fn colours(text: &str) -> Result<Palette, String> {
    Palette::from_name(text).ok_or_else(|| format!("allowed: {}", Palette::allowed()))
}

fn panel(text: &str) -> Result<Panel, String> {
    Panel::from_name(text).ok_or_else(|| format!("allowed: {}", Panel::allowed()))
}

/// A unit by its name or a part of it.
fn unit(scenario: &Scenario, name: &str) -> Result<UnitId, String> {
    let wanted = name.trim().to_lowercase();
    let names = || scenario.units.iter().map(|unit| unit.name.as_str());
    // Nothing is part of every name.
    let names_one = (!wanted.is_empty()).then_some(());
    let number = names_one.and_then(|()| {
        names()
            .position(|name| name.to_lowercase() == wanted)
            .or_else(|| names().position(|name| name.to_lowercase().contains(&wanted)))
    });
    number.map(|number| UnitId(number as u32)).ok_or_else(|| {
        let all: Vec<_> = names().collect();
        format!("no unit is called `{name}`; allowed: {}", all.join(", "))
    })
}

/// A viewpoint by name.
fn viewpoint(scenario: &Scenario, text: &str) -> Result<Viewpoint, String> {
    let unit = |name: &str| unit(scenario, name).map_err(|what| format!("--view: {what}"));
    match text.split_once(':') {
        None if text == "overview" => Ok(Viewpoint::Overview),
        None if text == "top" => Ok(Viewpoint::Top),
        Some(("unit", name)) => Ok(Viewpoint::Unit(unit(name)?)),
        Some(("eyes", name)) => Ok(Viewpoint::Eyes(unit(name)?)),
        _ => Err(format!(
            "--view {text}: allowed: overview, top, unit:NAME, eyes:NAME"
        )),
    }
}

/// The battle to be drawn: one that was fought before, or one that is fought now.
fn chronicle(rules: &Rules, arguments: &ShotArguments) -> Option<Chronicle> {
    match known::open(&arguments.scenario) {
        Some(Ok(known)) => {
            if let Some(warning) = known.warning {
                complain!("deadly-field: {warning}");
            }
            return Some(known.chronicle);
        }
        Some(Err(fault)) => {
            complain!("deadly-field: {fault}");
            return None;
        }
        None => {}
    }
    let scenario = super::ground::load(&arguments.scenario, arguments.scale, rules)?;
    let (scenario, rules) = (Arc::new(scenario), Arc::new(rules.clone()));
    let both = MatchUp::both(SeatKind::Computer(Level::Hard));
    let session = Table::new(both).fight(scenario, rules, arguments.seed);
    Some(known::chronicle(session.battle()))
}

/// Runs `shot`.
pub fn run_shot(rules: &Rules, arguments: &ShotArguments) -> io::Result<ExitCode> {
    let wrong = |what: String| {
        complain!("deadly-field: {what}");
        Ok(ExitCode::from(2))
    };
    if arguments
        .out
        .extension()
        .is_none_or(|ending| ending != "png")
    {
        let out = arguments.out.display();
        return wrong(format!("--out {out}: allowed: a file that ends in .png"));
    }
    apart(
        &[find(&arguments.scenario)],
        &[("--out", Some(&arguments.out))],
    )?;
    let Some(chronicle) = chronicle(rules, arguments) else {
        return Ok(ExitCode::from(2));
    };
    let scenario = chronicle.scenario().clone();
    let from = match viewpoint(&scenario, &arguments.view) {
        Ok(from) => from,
        Err(what) => return wrong(what),
    };
    let desk = match desk(&scenario, arguments) {
        Ok(desk) => desk,
        Err(what) => return wrong(what),
    };
    let start = match arguments.at {
        At::Turn(turn) => chronicle.turn(turn),
        At::End => chronicle.end(),
    };
    let mut playback = Playback::new(chronicle);
    playback.seek(start.saturating_add(arguments.skip));
    playback.show_part(arguments.part);
    complain!("Drawing {} …", playback.scenario().name);
    let shot = Shot {
        playback,
        from,
        quality: arguments.quality,
        size: arguments.size,
    };
    let marks = Marks {
        grid: arguments.grid,
        areas: arguments.areas,
        ..Marks::default()
    };
    let image = match take(shot, |app| {
        app.insert_resource(arguments.colours);
        overlay(app, desk, marks);
    }) {
        Ok(image) => image,
        Err(error) => return wrong(error.to_string()),
    };
    save(image, &arguments.out)?;
    writeln!(out(), "wrote {}", arguments.out.display())?;
    Ok(ExitCode::SUCCESS)
}

/// What lies on the desk beside the table, if anything is to be drawn over it.
fn desk(scenario: &Scenario, arguments: &ShotArguments) -> Result<Option<Desk>, String> {
    let named = |option: &str, name: &Option<String>| {
        let found = name.as_ref().map(|name| unit(scenario, name));
        found
            .transpose()
            .map_err(|what| format!("--{option}: {what}"))
    };
    let selected = named("select", &arguments.select)?;
    let pointed = named("point", &arguments.point)?;
    let marked = arguments.grid || arguments.areas;
    let wanted = arguments.panel.is_some() || arguments.names || selected.is_some() || marked;
    Ok(wanted.then(|| Desk {
        panel: arguments.panel,
        selected: selected.map(Hit::Unit),
        pointed,
        plates: arguments.names || arguments.panel.is_some(),
        ..Desk::default()
    }))
}

pub fn overlay(app: &mut App, desk: Option<Desk>, marks: Marks) {
    if let Some(desk) = desk {
        app.add_plugins(EguiPlugin::default())
            .add_plugins(deadly_field::overlay::plugin)
            .insert_resource(marks)
            .insert_resource(desk);
    }
}

/// Writes a picture to a file.
fn save(image: bevy::image::Image, path: &Path) -> io::Result<()> {
    let named = |what: String| io::Error::other(format!("{}: {what}", path.display()));
    write_whole(path, &png(image).map_err(named)?)
}

/// A picture as the bytes of a PNG.
pub fn png(image: bevy::image::Image) -> Result<Vec<u8>, String> {
    let picture = image
        .try_into_dynamic()
        .map_err(|error| error.to_string())?;
    let format = bevy::image::ImageFormat::Png
        .as_image_crate_format()
        .ok_or("this program was built without PNG")?;
    let mut png = Cursor::new(Vec::new());
    picture
        .to_rgb8()
        .write_to(&mut png, format)
        .map_err(|error| error.to_string())?;
    Ok(png.into_inner())
}

/// A picture of a table as both sides stand on it, as a PNG; nothing where no driver draws it.
pub fn of_table(scenario: &Arc<Scenario>, rules: &Arc<Rules>, size: (u32, u32)) -> Option<Vec<u8>> {
    let battle = Battle::new(Arc::clone(scenario), Arc::clone(rules), 1);
    let shot = Shot {
        playback: Playback::new(known::chronicle(&battle)),
        from: Viewpoint::Overview,
        quality: Quality::Medium,
        size,
    };
    take(shot, |_| {}).ok().and_then(|image| png(image).ok())
}
