//! A lesson's own field: the same as a scenario's, measured in inches.

use bevy::math::Vec2;

use super::file::{AsIf, FieldPlan, LessonFile};
use crate::field::plan::{HeightShape, Outline, Plan, Square};
use crate::field::{Facing, Placement};
use crate::rules::leader::Rank;
use crate::rules::muster::Period;
use crate::rules::named::Word;
use crate::rules::{Rules, Scale, Stands};
use crate::scenario::file::{
    BoardPlan, CommandPlan, DeployPlan, ForcePlan, LeaderPlan, Outcome, ScenarioFile, VictoryPlan,
    WeatherPlan,
};
use crate::scenario::{Deployment, Scenario};

/// The scenario that a lesson's own field is.
pub(super) fn scenario_file(lesson: &LessonFile, plan: &FieldPlan, scale: Scale) -> ScenarioFile {
    let square = Rules::book().scales.at(scale).square;
    let mut plan = plan.clone();
    ground(&mut plan.ground, square);
    for (force, path) in [
        (&mut plan.union, "Union"),
        (&mut plan.confederate, "Confederate"),
    ] {
        each_command(&mut force.commands, &mut |command, number| {
            deployed(command, square);
            // Nobody who plays without leaders need name any.
            if lesson.without_leaders && command.leader.is_none() {
                command.leader = Some(nobody(path, number));
            }
        });
    }
    ScenarioFile {
        name: lesson.title.clone(),
        date: (1863, 7, 1),
        time: (10, 0),
        history: lesson.about.clone(),
        outcome: String::new(),
        turns: plan.turns,
        initiative: plan.initiative,
        set_up: Vec::new(),
        hidden: plan.hidden,
        season: plan.season,
        weather: WeatherPlan::Fixed(plan.weather),
        period: Word::Known(Period::UpTo1863),
        muster: None,
        board: BoardPlan::Squares(plan.squares.0, plan.squares.1),
        ground: plan.ground,
        union: plan.union,
        confederate: plan.confederate,
        rules: plan.rules,
        victory: plan.victory.unwrap_or(VictoryPlan {
            conditions: Vec::new(),
            otherwise: Word::Known(Outcome::Draw),
            otherwise_level: None,
            points: None,
            lines: Vec::new(),
        }),
    }
}

/// A leader for the order of battle alone.
fn nobody(side: &str, number: usize) -> LeaderPlan {
    LeaderPlan {
        name: format!("{side} leader {number}"),
        rank: Word::Known(Rank::Brigade),
        benefit: 0,
        artillery: false,
        at: None,
    }
}

/// Shows every command with its number.
fn each_command(commands: &mut [CommandPlan], show: &mut impl FnMut(&mut CommandPlan, usize)) {
    fn below(
        commands: &mut [CommandPlan],
        number: &mut usize,
        show: &mut impl FnMut(&mut CommandPlan, usize),
    ) {
        for command in commands {
            *number += 1;
            show(command, *number);
            below(&mut command.commands, number, show);
        }
    }
    below(commands, &mut 0, show);
}

fn deployed(command: &mut CommandPlan, square: f32) {
    if let Some(at) = command
        .leader
        .as_mut()
        .and_then(|leader| leader.at.as_mut())
    {
        scaled(at, square);
    }
    for unit in &mut command.units {
        if let DeployPlan::At { at, .. } = &mut unit.deploy {
            scaled(at, square);
        }
    }
}

fn scaled(at: &mut Square, square: f32) {
    *at = (at.0 / square, at.1 / square);
}

fn outline(shape: &mut Outline, square: f32) {
    match shape {
        Outline::Polygon(corners) => corners.iter_mut().for_each(|at| scaled(at, square)),
        Outline::Box(one, other) => {
            scaled(one, square);
            scaled(other, square);
        }
        Outline::Oval { at, radii, .. } => {
            scaled(at, square);
            scaled(radii, square);
        }
    }
}

/// From inches to squares.
fn ground(plan: &mut Plan, square: f32) {
    for shape in &mut plan.heights {
        match shape {
            HeightShape::Ridge { line, width, .. } | HeightShape::Cut { line, width, .. } => {
                line.iter_mut().for_each(|at| scaled(at, square));
                *width /= square;
            }
            HeightShape::Hill { at, radii, .. } => {
                scaled(at, square);
                scaled(radii, square);
            }
        }
    }
    for area in &mut plan.areas {
        outline(&mut area.shape, square);
        for building in &mut area.buildings {
            scaled(&mut building.at, square);
            scaled(&mut building.size, square);
        }
    }
    for line in &mut plan.lines {
        line.points.iter_mut().for_each(|at| scaled(at, square));
    }
    for zone in &mut plan.zones {
        outline(&mut zone.shape, square);
    }
    for entry in &mut plan.entries {
        scaled(&mut entry.at, square);
    }
    for label in &mut plan.labels {
        scaled(&mut label.at, square);
    }
}

/// Every unit exactly where the lesson has it: what went through squares has lost a hair's breadth.
pub(super) fn exactly(scenario: &mut Scenario, plan: &FieldPlan) {
    let mut put = |force: &ForcePlan| {
        let mut commands: Vec<&CommandPlan> = force.commands.iter().collect();
        while let Some(command) = commands.pop() {
            commands.extend(&command.commands);
            for unit in &command.units {
                let DeployPlan::At { at, .. } = &unit.deploy else {
                    continue;
                };
                let named = scenario.units.iter_mut().find(|one| one.name == unit.name);
                if let Some(Deployment::At { placement, .. }) =
                    named.map(|named| &mut named.deployment)
                {
                    placement.at = Vec2::new(at.0, at.1);
                }
            }
        }
    };
    put(&plan.union);
    put(&plan.confederate);
}

/// Puts a unit as the lesson wants it; says what is wrong, and with which field.
pub(super) fn as_if(scenario: &mut Scenario, as_if: &AsIf) -> Result<(), (&'static str, String)> {
    let names: Vec<_> = scenario
        .units
        .iter()
        .map(|unit| unit.name.clone())
        .collect();
    let Some(setup) = scenario
        .units
        .iter_mut()
        .find(|unit| unit.name == as_if.unit)
    else {
        let what = format!(
            "no unit is called `{}`; allowed: {}",
            as_if.unit,
            names.join(", ")
        );
        return Err(("unit", what));
    };
    let full = setup.muster;
    if let Some(stands) = as_if.stands {
        if !(1..=full.stands).contains(&stands) {
            return Err(("stands", format!("{stands}; allowed: 1 to {}", full.stands)));
        }
        setup.unit.stands = Stands {
            now: stands,
            full: full.stands,
        };
    }
    if let Some(strength) = as_if.strength {
        let per_stand = full.strength.div_ceil(full.stands);
        let most = (per_stand * setup.unit.stands.now).min(full.strength);
        if !(1..=most).contains(&strength) {
            return Err(("strength", format!("{strength}; allowed: 1 to {most}")));
        }
        setup.unit.strength = strength;
    }
    if let Some(word) = &as_if.morale {
        match word.known() {
            Some(morale) => setup.unit.morale = morale,
            None => return Err(("morale", word.fault().unwrap_or_default())),
        }
    }
    setup.make_up.fired = as_if.fired;
    if as_if.at.is_some() || as_if.facing.is_some() {
        let Deployment::At { placement, .. } = &mut setup.deployment else {
            return Err((
                "at",
                "it is not on the table when the lesson begins".to_owned(),
            ));
        };
        let at = as_if.at.map_or(placement.at, |(x, y)| Vec2::new(x, y));
        let facing = as_if.facing.map_or(placement.facing, Facing::degrees);
        let turns = as_if.facing.unwrap_or(0.0);
        if !at.is_finite() || !(-360.0..=360.0).contains(&turns) {
            let what = "place and facing must be numbers, the facing -360 to 360";
            return Err(("at", what.to_owned()));
        }
        *placement = Placement { at, facing };
        let whole = scenario.field.size;
        if at.x < 0.0 || at.y < 0.0 || at.x > whole.x || at.y > whole.y {
            let what = format!(
                "({}, {}) is off the table; allowed: 0 to {} and 0 to {} inches",
                at.x, at.y, whole.x, whole.y
            );
            return Err(("at", what));
        }
    }
    Ok(())
}
