//! Words for work with spade and axe, and for what comes of it.

use crate::army::{Barrier, Bridge, Change, Fact, Task, UnitId};
use crate::field::plan::LineKind;
use crate::rules::Works;
use crate::rules::works::Obstacle;

use super::words::number;

/// An obstacle in words.
pub fn obstacle(obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::Abatis => "an abatis",
        Obstacle::FloodedDitch => "a flooded ditch",
        Obstacle::Fraise => "a fraise",
        Obstacle::ChevauxDeFrise => "chevaux-de-frise",
    }
}

/// What lies there, in words.
fn barrier(kind: LineKind) -> &'static str {
    match (kind.works(), kind.obstacle()) {
        (Some(Works::Hasty), _) => "hasty works",
        (Some(Works::Light), _) => "light works",
        (Some(Works::Heavy), _) => "heavy works",
        (_, Some(found)) => obstacle(found),
        _ => "works",
    }
}

/// What somebody is at, in words: it is at this.
pub fn doing(task: Task, name: impl Fn(UnitId) -> String) -> String {
    match task {
        Task::Dig(Works::Hasty) => "throwing up hasty works".to_owned(),
        Task::Dig(Works::Light) => "digging light works".to_owned(),
        Task::Dig(Works::Heavy) => "digging heavy works".to_owned(),
        Task::Improve => "making light works of hasty ones".to_owned(),
        Task::Turn => "turning the works about".to_owned(),
        Task::Obstruct(kind) => format!("making {}", obstacle(kind)),
        Task::Clear => "clearing the obstacle before it".to_owned(),
        Task::Unload => "unloading the pontoons".to_owned(),
        Task::Bridge(_) => "building the bridge".to_owned(),
        Task::Assist(unit) => format!("lending a hand to {}", name(unit)),
    }
}

/// How far a bridge has come, in words.
fn reach(bridge: &Bridge) -> String {
    if bridge.is_whole() {
        return "the bridge is whole".to_owned();
    }
    match bridge.built {
        0 => "nothing of it bears yet".to_owned(),
        built => format!(
            "{} of {} stretches lie in the water",
            number(built),
            number(bridge.length)
        ),
    }
}

/// A fact about works and bridges in a sentence without its stop; nothing if it is about something
/// else. A name may stand at the start of it.
pub fn sentence(fact: &Fact, name: impl Fn(UnitId) -> String) -> Option<String> {
    Some(match fact {
        Fact::WorkBegun { unit, task } => {
            format!("{} begins {}", name(*unit), doing(*task, &name))
        }
        Fact::Working { unit, task } => {
            format!("{} goes on {}", name(*unit), doing(*task, &name))
        }
        Fact::Worked {
            unit,
            task: task @ (Task::Assist(_) | Task::Bridge(_)),
            ..
        } => format!("{} has spent the turn {}", name(*unit), doing(*task, &name)),
        Fact::Worked {
            unit,
            task,
            turns,
            of,
            helped,
        } => {
            let help = if *helped { ", with engineers" } else { "" };
            format!(
                "{} is {}: {} of {} turns done{help}",
                name(*unit),
                doing(*task, &name),
                number(*turns),
                number(*of)
            )
        }
        Fact::WorkDropped { unit, task } if task.is_bridging() => {
            format!("{} lays its tools down at the bank", name(*unit))
        }
        Fact::WorkDropped { unit, task } => format!(
            "{} breaks off {}; what was done is lost",
            name(*unit),
            doing(*task, &name)
        ),
        Fact::WorkDone { unit, task } => {
            format!("{} has done with {}", name(*unit), doing(*task, &name))
        }
        Fact::GroundChanged {
            unit, how, added, ..
        } => changed(&name(*unit), *how, added),
        Fact::WorksStruck { unit, hits, .. } => format!(
            "The works before {} are hit{}",
            name(*unit),
            match hits {
                1 => String::new(),
                many => format!(" {} times", number(*many)),
            }
        ),
        Fact::Unloaded { unit, bridge } => format!(
            "{} has its pontoons at the bank: {} stretches to build",
            name(*unit),
            number(bridge.length)
        ),
        Fact::Bridged { unit, bridge } => {
            format!("{} builds: {}", name(*unit), reach(bridge))
        }
        Fact::BridgeStruck { bridge, .. } => {
            format!("The guns hit the bridge: {}", reach(bridge))
        }
        _ => return None,
    })
}

fn changed(name: &str, how: Change, added: &[Barrier]) -> String {
    let new = added.last().map_or("works", |one| barrier(one.kind));
    match how {
        Change::Dug => format!("{name} has thrown up {new}"),
        Change::Improved => format!("{name} has made light works of its hasty ones"),
        Change::Turned => format!("{name} has turned the works before it about"),
        Change::Obstructed => format!("{name} has put {new} before its front"),
        Change::Cleared => format!("{name} has cleared the obstacle out of its way"),
        Change::Pivoted => format!("{name} has carried the chevaux-de-frise round"),
        Change::ShotAway => format!("A stretch of the works before {name} is shot to pieces"),
    }
}
