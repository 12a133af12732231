//! The window: the menu, and `watch`. Where there is none, the battle is fought and told without it.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use deadly_field::overlay::app::{Opening, Setting, WindowError, replayed, run};
use deadly_field::overlay::known;
use deadly_field::players::{MatchUp, PlayerKind};
use deadly_field::print::{map, story};
use deadly_field::rules::{Rules, Scale};
use deadly_field::table::Quality;

/// What is fought where nothing was chosen.
const DEFAULT_SCENARIO: &str = "taint_no_militia";
/// Where the map of a battle without a window goes.
const MAP: &str = "deadly-field-map.png";

/// `watch SCENARIO`
#[derive(Args)]
pub struct WatchArguments {
    /// A scenario file, the name of one of ours, a replay or a save.
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
    /// How well it is drawn: low, medium, high; what the machine bears if left out.
    #[arg(long, value_parser = super::picture::quality)]
    quality: Option<Quality>,
    /// The size of the window.
    #[arg(long, default_value = "1280x720", value_parser = super::picture::size)]
    size: (u32, u32),
}

/// Runs `watch`.
pub fn run_watch(rules: &Rules, arguments: &WatchArguments) -> io::Result<ExitCode> {
    let fought = match known::open(&arguments.scenario) {
        Some(Err(fault)) => {
            eprintln!("deadly-field: {fault}");
            return Ok(ExitCode::from(2));
        }
        Some(Ok(known)) => Some(known),
        None => None,
    };
    let setting = Setting {
        scale: arguments.scale,
        match_up: MatchUp {
            union: arguments.union,
            confederate: arguments.confederate,
        },
        seed: arguments.seed,
    };
    let opening = match fought {
        Some(known) => {
            if let Some(warning) = &known.warning {
                eprintln!("deadly-field: {warning}");
            }
            Opening::Replay(Box::new(replayed(known)))
        }
        None => {
            let loaded = super::ground::load(&arguments.scenario, arguments.scale, rules);
            let Some(scenario) = loaded else {
                return Ok(ExitCode::from(2));
            };
            Opening::Watch(Arc::new(scenario), setting)
        }
    };
    let rules = Arc::new(rules.clone());
    match run(rules, opening, arguments.quality, arguments.size) {
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            eprintln!("deadly-field: {error}");
            eprintln!(
                "Without a window: deadly-field fight {} --seed {} --story",
                arguments.scenario.display(),
                arguments.seed
            );
            Ok(ExitCode::from(2))
        }
    }
}

/// The program without arguments: the menu, or a battle told where there is no window.
pub fn run_menu(rules: &Rules, size: (u32, u32)) -> io::Result<ExitCode> {
    let setting = Setting {
        scale: Scale::Mm15,
        match_up: MatchUp {
            union: PlayerKind::Computer,
            confederate: PlayerKind::Computer,
        },
        seed: 1,
    };
    match run(Arc::new(rules.clone()), Opening::Menu(setting), None, size) {
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(error) => without_window(rules, setting, &error),
    }
}

fn without_window(rules: &Rules, setting: Setting, error: &WindowError) -> io::Result<ExitCode> {
    eprintln!("deadly-field: {error}");
    eprintln!(
        "So the first scenario is fought without a window; deadly-field --help lists what else there is."
    );
    let path = Path::new(DEFAULT_SCENARIO);
    let Some(scenario) = super::ground::load(path, setting.scale, rules) else {
        return Ok(ExitCode::from(2));
    };
    let scenario = Arc::new(scenario);
    let rules = Arc::new(rules.clone());
    let fought = setting
        .match_up
        .fight(Arc::clone(&scenario), rules, setting.seed);
    let battle = match fought {
        Ok(battle) => battle,
        Err(refusal) => {
            eprintln!(
                "deadly-field: a player of the program gave an answer that is not allowed: {refusal}"
            );
            return Ok(ExitCode::from(3));
        }
    };
    print!("{}", story::story(&battle));
    let png = map::png(&map::svg(&scenario), 2400).map_err(io::Error::other)?;
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{MAP}: {error}"));
    std::fs::write(MAP, png).map_err(named)?;
    println!("wrote {MAP}");
    Ok(ExitCode::SUCCESS)
}
