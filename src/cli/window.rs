//! The window: the menu, and `watch`. Where there is none, the battle is fought and told without it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use deadly_field::disk::write_whole;
use deadly_field::files::{Kind, kind_of};
use deadly_field::overlay::app::{HouseRules, Opening, Setting, WindowError, begun, replayed, run};
use deadly_field::overlay::known;
use deadly_field::players::{Level, SeatKind};
use deadly_field::print::{map, story};
use deadly_field::rules::Scale;
use deadly_field::scenario::Hiding;
use deadly_field::session::{MatchUp, Table};
use deadly_field::table::Quality;

use super::ByRules;
use super::forces::ForceArguments;
use super::say::{complain, out};
use super::seats::SeatArguments;

/// What is fought where nothing was chosen.
const DEFAULT_SCENARIO: &str = "taint_no_militia";
/// Where the map of a battle without a window goes.
const MAP: &str = "deadly-field-map.png";

/// `watch SCENARIO`
#[derive(Args)]
pub struct WatchArguments {
    /// A scenario file, the name of one of ours, `quick`, a replay, a save or a journal.
    scenario: PathBuf,
    #[command(flatten)]
    seats: SeatArguments,
    #[command(flatten)]
    forces: ForceArguments,
    /// The seed of all dice: the same seed is the same battle.
    #[arg(long, default_value_t = 1, value_parser = super::seats::seed, allow_hyphen_values = true)]
    seed: u64,
    /// The scale of the table.
    #[arg(long, default_value = "15mm", value_parser = super::ground::scale)]
    scale: Scale,
    /// How well it is drawn: low, medium, high; what the machine bears if left out.
    #[arg(long, value_parser = super::picture::quality)]
    quality: Option<Quality>,
    /// The size of the window.
    #[arg(long, default_value = "1280x720", value_parser = super::picture::size)]
    size: (u32, u32),
}

/// The rules for the window.
pub fn house(by: &ByRules) -> HouseRules {
    HouseRules {
        rules: Arc::new(by.rules.clone()),
        charts: by.house.clone(),
    }
}

/// Runs `watch`.
pub fn run_watch(by: &ByRules, arguments: &WatchArguments) -> io::Result<ExitCode> {
    let fought = match known::open(&arguments.scenario) {
        Some(Err(fault)) => {
            complain!("deadly-field: {fault}");
            return Ok(ExitCode::from(2));
        }
        Some(Ok(known)) => Some(known),
        None => None,
    };
    let setting = Setting {
        scale: arguments.scale,
        match_up: arguments.seats.table(None).match_up,
        seed: arguments.seed,
        hiding: Hiding::default(),
    };
    let house = house(by);
    let opening = match fought {
        Some(known) => {
            if let Some(warning) = &known.warning {
                complain!("deadly-field: {warning}");
            }
            Opening::Replay(Box::new(replayed(known)))
        }
        None => {
            let named = &arguments.scenario;
            let forces = &arguments.forces;
            let loaded = forces.load(named, setting.seed, arguments.scale, &house.rules);
            let (scenario, source) = match loaded {
                Ok(loaded) => loaded,
                Err(faults) => {
                    super::ground::tell(&faults);
                    return Ok(ExitCode::from(2));
                }
            };
            Opening::Battle {
                session: Box::new(begun(&house, scenario, source, &setting)),
                match_up: setting.match_up.clone(),
                note: None,
            }
        }
    };
    match run(house, opening, (arguments.quality, None), arguments.size) {
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            complain!("deadly-field: {error}");
            let file = arguments.scenario.display();
            match kind_of(&arguments.scenario) {
                None => complain!(
                    "Without a window: deadly-field fight {file} --seed {} --story",
                    arguments.seed
                ),
                Some(Kind::Replay) => {
                    complain!("Without a window: deadly-field replay {file}");
                }
                Some(Kind::Save | Kind::Journal) => {
                    complain!("Without a window: deadly-field fight {file} --story");
                }
            }
            Ok(ExitCode::from(2))
        }
    }
}

/// The program without arguments: the menu, or a battle told where there is no window.
pub fn run_menu(by: &ByRules, quality: Option<Quality>, size: (u32, u32)) -> io::Result<ExitCode> {
    let setting = Setting {
        scale: Scale::Mm15,
        match_up: MatchUp::both(SeatKind::Computer(Level::Hard)),
        seed: 1,
        hiding: Hiding::default(),
    };
    match run(house(by), Opening::Menu, (quality, None), size) {
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(error) => without_window(by, setting, &error),
    }
}

fn without_window(by: &ByRules, setting: Setting, error: &WindowError) -> io::Result<ExitCode> {
    complain!("deadly-field: {error}");
    complain!(
        "So the first scenario is fought without a window; deadly-field --help lists what else there is."
    );
    let path = Path::new(DEFAULT_SCENARIO);
    let Some(scenario) = super::ground::load(path, setting.scale, &by.rules) else {
        return Ok(ExitCode::from(2));
    };
    let scenario = Arc::new(scenario);
    let rules = Arc::new(by.rules.clone());
    let session = Table::new(setting.match_up).fight(Arc::clone(&scenario), rules, setting.seed);
    write!(out(), "{}", story::story(session.battle()))?;
    let png = map::png(&map::svg(&scenario), 2400).map_err(io::Error::other)?;
    write_whole(Path::new(MAP), &png)?;
    writeln!(out(), "wrote {MAP}")?;
    Ok(ExitCode::SUCCESS)
}
