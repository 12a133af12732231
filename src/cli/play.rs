//! `play`: straight to the table, from a scenario, a save or a journal.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use deadly_field::files::{Kind, glance, kind_of};
use deadly_field::overlay::app::{Opening, Setting, begun, has_display, replayed, resumed, run};
use deadly_field::overlay::known;
use deadly_field::players::{Level, SeatKind};
use deadly_field::rules::Scale;
use deadly_field::session::MatchUp;
use deadly_field::table::Quality;

use super::ByRules;
use super::forces::ForceArguments;
use super::hiding::HidingArguments;
use super::say::complain;
use super::seats::ThinkingArguments;

/// `play SCENARIO`
#[derive(Args)]
pub struct PlayArguments {
    /// A scenario file, the name of one of ours, `quick`, or a save or journal to go on with.
    scenario: PathBuf,
    /// Who plays the Union: person (if left out), computer:easy, computer:medium, computer:hard,
    /// computer:expert, random, or program:COMMAND. With a save: whoever played before, if left out.
    #[arg(long, value_name = "WHO", value_parser = super::seats::seat)]
    union: Option<SeatKind>,
    /// Who plays the Confederates: computer:medium if left out.
    #[arg(long, value_name = "WHO", value_parser = super::seats::seat)]
    confederate: Option<SeatKind>,
    #[command(flatten)]
    forces: ForceArguments,
    /// The seed of all dice: the same seed is the same dice; any if left out.
    #[arg(long, value_parser = super::seats::seed, allow_hyphen_values = true)]
    seed: Option<u64>,
    /// The scale of the table; 15mm if left out.
    #[arg(long, value_parser = super::ground::scale)]
    scale: Option<Scale>,
    #[command(flatten)]
    hiding: HidingArguments,
    #[command(flatten)]
    thinking: ThinkingArguments,
    /// How well it is drawn: low, medium, high; as the options say if left out.
    #[arg(long, value_parser = super::picture::quality)]
    quality: Option<Quality>,
    /// The size of the window.
    #[arg(long, default_value = "1280x720", value_parser = super::picture::size)]
    size: (u32, u32),
}

/// Runs `play`.
pub fn run_play(by: &ByRules, arguments: &PlayArguments) -> io::Result<ExitCode> {
    let opening = match kind_of(&arguments.scenario) {
        Some(Kind::Replay) => {
            let file = arguments.scenario.display();
            Err(vec![format!(
                "{file}: is a replay, which cannot be played on: `deadly-field watch {file}` shows it"
            )])
        }
        Some(Kind::Save | Kind::Journal) => go_on(by, arguments),
        None => begin(by, arguments),
    };
    let opening = match opening {
        Ok(opening) => opening,
        Err(faults) => {
            for fault in faults {
                complain!("deadly-field: {fault}");
            }
            return Ok(ExitCode::from(2));
        }
    };
    match run(
        super::window::house(by),
        opening,
        (arguments.quality, arguments.thinking.budget()),
        arguments.size,
    ) {
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            complain!("deadly-field: {error}");
            complain!(
                "A person needs the window. Without one: deadly-field fight {} --story",
                arguments.scenario.display()
            );
            Ok(ExitCode::from(2))
        }
    }
}

/// A scenario from its beginning.
fn begin(by: &ByRules, arguments: &PlayArguments) -> Result<Opening, Vec<String>> {
    let setting = Setting {
        scale: arguments.scale.unwrap_or(Scale::Mm15),
        match_up: MatchUp {
            union: arguments.union.clone().unwrap_or(SeatKind::Person),
            confederate: arguments
                .confederate
                .clone()
                .unwrap_or(SeatKind::Computer(Level::Medium)),
        },
        seed: arguments
            .seed
            .unwrap_or_else(deadly_field::overlay::any_seed),
        hiding: arguments.hiding.hiding(),
    };
    let (scenario, source) = arguments
        .forces
        .load(&arguments.scenario, setting.seed, setting.scale, &by.rules)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    let session = begun(&super::window::house(by), scenario, source, &setting);
    Ok(Opening::Battle {
        session: Box::new(session),
        match_up: setting.match_up,
        note: None,
    })
}

/// A save or journal.
fn go_on(by: &ByRules, arguments: &PlayArguments) -> Result<Opening, Vec<String>> {
    let given = [
        ("--seed", arguments.seed.is_some()),
        ("--scale", arguments.scale.is_some()),
        ("--hidden", arguments.hiding.is_given()),
        (by.option().unwrap_or_default(), by.option().is_some()),
        (
            arguments.forces.given().unwrap_or_default(),
            arguments.forces.given().is_some(),
        ),
    ];
    if let Some((option, _)) = given.iter().find(|(_, given)| *given) {
        return Err(vec![format!(
            "{option} cannot be given with a save, which has its own"
        )]);
    }
    let path = &arguments.scenario;
    let told = |fault: deadly_field::scenario::FileFault| vec![fault.to_string()];
    let seen = glance(path).map_err(told)?;
    if seen.finished {
        return finished(path);
    }
    let match_up = MatchUp {
        union: sits(&arguments.union, &seen.seats.union, "--union", "Union")?,
        confederate: sits(
            &arguments.confederate,
            &seen.seats.confederate,
            "--confederate",
            "Confederate",
        )?,
    };
    // Nobody's journal is opened and locked in vain.
    has_display().map_err(|error| vec![error.to_string()])?;
    let resumed = resumed(path, &match_up).map_err(told)?;
    if let Some(note) = &resumed.note {
        complain!("deadly-field: {note}");
    }
    Ok(Opening::Battle {
        session: Box::new(resumed.session),
        match_up,
        note: resumed.note,
    })
}

/// Whoever was asked for, else whoever sat there. A program is only ever started by whoever asks
/// for it here.
fn sits(
    asked: &Option<SeatKind>,
    sat: &str,
    option: &str,
    side: &str,
) -> Result<SeatKind, Vec<String>> {
    if let Some(asked) = asked {
        return Ok(asked.clone());
    }
    SeatKind::in_file(sat).ok_or_else(|| {
        vec![format!(
            "the {side} side was played by `{sat}`, which no file starts: say who plays it now, \
             with {option} person, {option} computer:hard or {option} \"program:COMMAND\""
        )]
    })
}

/// A battle that is over can only be looked at.
fn finished(path: &Path) -> Result<Opening, Vec<String>> {
    complain!(
        "deadly-field: {}: this battle is over; it is shown from its beginning",
        path.display()
    );
    match known::open(path) {
        Some(Ok(known)) => {
            if let Some(warning) = &known.warning {
                complain!("deadly-field: {warning}");
            }
            Ok(Opening::Replay(Box::new(replayed(known))))
        }
        Some(Err(fault)) => Err(vec![fault.to_string()]),
        None => Err(vec![format!("{}: cannot be read", path.display())]),
    }
}
