//! How much a scenario or board may hold. Told before anything is worked out from it.

use super::check::Fault;
use super::file::{
    BoardFile, BoardPlan, CommandPlan, Condition, ForcePlan, MusterPlan, PointsPlan, ScenarioFile,
    SpecialRule,
};
use crate::field::plan::{HeightShape, Outline, Plan};

/// The most commands of a side, one below another or not.
const COMMANDS: usize = 100;
/// The most units of a side.
const UNITS: usize = 250;
/// The most special rules, conditions of victory, and zones that one of them names.
const RULES: usize = 50;
/// The most hills, ridges and cuts.
const HEIGHTS: usize = 200;
/// The most areas, and the most lines.
const SHAPES: usize = 500;
/// The most corners or points of one shape, and of all together.
const CORNERS: usize = 500;
const ALL_CORNERS: usize = 10_000;
/// The most buildings of all farms and villages together.
const BUILDINGS: usize = 1_000;
/// The most zones, entries, and points of a board.
const PLACES: usize = 100;
/// The most names on the map.
const LABELS: usize = 300;
/// The most commands that a side musters, and lines of a list about one of them.
const PARTS: usize = 20;
/// The most points, cards and percent that a command may be granted.
const POINTS: usize = 5_000;
const CARDS: usize = 26;
const PERCENT: usize = 400;
/// The longest name, and the longest text, in letters.
const NAME: usize = 120;
const TEXT: usize = 20_000;

/// What is too much in a scenario.
pub(super) fn of_scenario(file: &ScenarioFile) -> Vec<Fault> {
    let mut limits = Limits::default();
    limits.name("name", &file.name);
    limits.text("history", &file.history);
    limits.text("outcome", &file.outcome);
    limits.force("union", &file.union);
    limits.force("confederate", &file.confederate);
    limits.count("hidden", file.hidden.len(), 2, "hidden sides");
    for (path, force) in [("union", &file.union), ("confederate", &file.confederate)] {
        if let Some(plan) = &force.muster {
            limits.muster(&format!("{path}.muster"), plan);
        }
    }
    limits.count("rules", file.rules.len(), RULES, "special rules");
    let conditions = &file.victory.conditions;
    let path = "victory.conditions";
    limits.count(path, conditions.len(), RULES, "conditions of victory");
    for (at, condition) in conditions.iter().enumerate() {
        limits.condition(&format!("{path}[{at}]"), condition);
    }
    let scored = file.victory.points.iter().flat_map(|plan| &plan.zones);
    limits.count("victory.points.zones", scored.count(), PLACES, "zones");
    let lines = &file.victory.lines;
    limits.count("victory.lines", lines.len(), RULES, "lines");
    for (at, line) in lines.iter().enumerate() {
        let path = format!("victory.lines[{at}]");
        limits.name(&format!("{path}.id"), &line.id);
        limits.name(&format!("{path}.name"), &line.name);
        let path = format!("{path}.points");
        limits.count(&path, line.points.len(), CORNERS, "points of one line");
    }
    for (at, rule) in file.rules.iter().enumerate() {
        if let SpecialRule::Tested { why, .. } = rule {
            limits.name(&format!("rules[{at}].why"), why);
        }
    }
    if let BoardPlan::Cut { points, .. } = &file.board {
        limits.count("board.points", points.len(), PLACES, "points");
    }
    limits.ground(&file.ground);
    limits.faults
}

/// What is too much in a board.
pub(super) fn of_board(board: &BoardFile) -> Vec<Fault> {
    let mut limits = Limits::default();
    limits.name("name", &board.name);
    limits.count("points", board.points.len(), PLACES, "points");
    limits.ground(&board.ground);
    limits.ground(&board.rich);
    limits.faults
}

#[derive(Default)]
struct Limits {
    faults: Vec<Fault>,
}

impl Limits {
    fn count(&mut self, path: &str, count: usize, most: usize, of: &str) {
        if count > most {
            self.faults.push(Fault {
                path: path.to_owned(),
                what: format!("{count} {of}; allowed: up to {most}"),
            });
        }
    }

    fn name(&mut self, path: &str, name: &str) {
        self.count(path, name.chars().count(), NAME, "letters in a name");
        // What follows a line end would be read as a line of ours.
        if name.contains(['\n', '\r']) {
            self.faults.push(Fault {
                path: path.to_owned(),
                what: "a name with a line end in it; allowed: one line".to_owned(),
            });
        }
    }

    fn text(&mut self, path: &str, text: &str) {
        self.count(path, text.chars().count(), TEXT, "letters in a text");
    }

    fn condition(&mut self, path: &str, condition: &Condition) {
        match condition {
            Condition::Cleared { any_of, .. } => {
                self.count(&format!("{path}.any_of"), any_of.len(), RULES, "zones");
            }
            Condition::All { conditions } => {
                let path = format!("{path}.conditions");
                self.count(&path, conditions.len(), RULES, "conditions");
                for (at, condition) in conditions.iter().enumerate() {
                    self.condition(&format!("{path}[{at}]"), condition);
                }
            }
            Condition::Judged { condition, .. } => {
                self.condition(&format!("{path}.condition"), condition);
            }
            _ => {}
        }
    }

    fn force(&mut self, path: &str, force: &ForcePlan) {
        self.text(&format!("{path}.about"), &force.about);
        let (mut commands, mut units) = (0, 0);
        for (at, command) in force.commands.iter().enumerate() {
            let path = format!("{path}.commands[{at}]");
            self.command(&path, command, &mut commands, &mut units);
        }
        let path = format!("{path}.commands");
        self.count(&path, commands, COMMANDS, "commands of a side");
        self.count(&path, units, UNITS, "units of a side");
    }

    fn muster(&mut self, path: &str, plan: &MusterPlan) {
        self.count(&format!("{path}.parts"), plan.parts.len(), PARTS, "parts");
        self.count(&format!("{path}.works"), plan.works.len(), PLACES, "works");
        let mut all = 0;
        for (at, works) in plan.works.iter().enumerate() {
            self.corners(
                &format!("{path}.works[{at}].along"),
                works.along.len(),
                &mut all,
            );
        }
        for (at, part) in plan.parts.iter().enumerate() {
            let path = format!("{path}.parts[{at}]");
            self.name(&format!("{path}.name"), &part.name);
            self.count(
                &format!("{path}.demands"),
                part.demands.len(),
                PARTS,
                "demands",
            );
            self.count(&format!("{path}.deploy"), part.deploy.len(), PARTS, "lines");
            let (count, most, of) = match part.points {
                PointsPlan::Points(points) => (points, POINTS, "points"),
                PointsPlan::Cards(cards) => (cards, CARDS, "cards"),
                PointsPlan::Squares { handicap } => (handicap, PERCENT, "percent more"),
            };
            self.count(&format!("{path}.points"), count as usize, most, of);
        }
    }

    fn command(&mut self, path: &str, plan: &CommandPlan, commands: &mut usize, units: &mut usize) {
        *commands += 1;
        *units += plan.units.len();
        self.name(&format!("{path}.name"), &plan.name);
        if let Some(leader) = &plan.leader {
            self.name(&format!("{path}.leader.name"), &leader.name);
        }
        for (at, unit) in plan.units.iter().enumerate() {
            let path = format!("{path}.units[{at}]");
            self.name(&format!("{path}.name"), &unit.name);
            self.count(&format!("{path}.traits"), unit.traits.len(), 5, "traits");
            self.count(&format!("{path}.uneven"), unit.uneven.len(), 3, "stands");
            let joined = format!("{path}.joined_from");
            self.count(&joined, unit.joined_from.len(), 3, "regiments");
            for name in unit.joined_from.iter().chain(&unit.battalion_of) {
                self.name(&joined, name);
            }
        }
        for (at, below) in plan.commands.iter().enumerate() {
            self.command(&format!("{path}.commands[{at}]"), below, commands, units);
        }
    }

    fn ground(&mut self, plan: &Plan) {
        self.count("ground.heights", plan.heights.len(), HEIGHTS, "heights");
        self.count("ground.areas", plan.areas.len(), SHAPES, "areas");
        self.count("ground.lines", plan.lines.len(), SHAPES, "lines");
        self.count("ground.zones", plan.zones.len(), PLACES, "zones");
        self.count("ground.entries", plan.entries.len(), PLACES, "entries");
        self.count("ground.labels", plan.labels.len(), LABELS, "labels");
        let mut all = 0;
        for (at, shape) in plan.heights.iter().enumerate() {
            if let HeightShape::Ridge { line, .. } | HeightShape::Cut { line, .. } = shape {
                self.corners(&format!("ground.heights[{at}].line"), line.len(), &mut all);
            }
        }
        let mut buildings = 0;
        for (at, area) in plan.areas.iter().enumerate() {
            let path = format!("ground.areas[{at}]");
            self.name(&format!("{path}.name"), &area.name);
            self.outline(&format!("{path}.shape"), &area.shape, &mut all);
            buildings += area.buildings.len();
        }
        self.count("ground.areas", buildings, BUILDINGS, "buildings");
        for (at, line) in plan.lines.iter().enumerate() {
            let path = format!("ground.lines[{at}]");
            self.name(&format!("{path}.name"), &line.name);
            self.corners(&format!("{path}.points"), line.points.len(), &mut all);
        }
        for (at, zone) in plan.zones.iter().enumerate() {
            let path = format!("ground.zones[{at}]");
            self.name(&format!("{path}.id"), &zone.id);
            self.name(&format!("{path}.name"), &zone.name);
            self.outline(&format!("{path}.shape"), &zone.shape, &mut all);
        }
        for (at, entry) in plan.entries.iter().enumerate() {
            self.name(&format!("ground.entries[{at}].id"), &entry.id);
            self.name(&format!("ground.entries[{at}].name"), &entry.name);
        }
        for (at, label) in plan.labels.iter().enumerate() {
            self.name(&format!("ground.labels[{at}].text"), &label.text);
        }
        self.count("ground", all, ALL_CORNERS, "corners and points");
    }

    fn outline(&mut self, path: &str, outline: &Outline, all: &mut usize) {
        if let Outline::Polygon(corners) = outline {
            self.corners(path, corners.len(), all);
        }
    }

    fn corners(&mut self, path: &str, count: usize, all: &mut usize) {
        *all += count;
        self.count(path, count, CORNERS, "corners or points of one shape");
    }
}
