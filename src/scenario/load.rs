//! Reading a scenario file and setting it up.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::math::Vec2;
use serde::de::DeserializeOwned;

use super::FileFault;
use super::check::{Checker, Fault};
use super::file::*;
use super::places::Places;
use super::reference::Names;
use super::setup::{CommandSetup, Deployment, LeaderSetup, Scenario, UnitSetup};
use crate::field::build::Picture;
use crate::field::placement::Footprint;
use crate::field::plan::{HeightPicture, Plan};
use crate::field::stand::Muster;
use crate::field::{Customs, Facing, Field, Placement, SeeOver};
use crate::rules::formation::GunFormation;
use crate::rules::leader::Rank;
use crate::rules::muster::Period;
use crate::rules::{
    CavalryFormation, CavalryWeapon, Feature, Gun, InfantryFormation, InfantryWeapon, Morale,
    Named, Quality, Rules, Scale, Season, Side, Stands, Traits, Troops, Unit, Weather,
};

impl Scenario {
    /// Reads a scenario and checks it; all faults are reported at once.
    pub fn load(path: &Path, scale: Scale, rules: &Rules) -> Result<Self, Vec<FileFault>> {
        let text = read(path).map_err(|fault| vec![fault])?;
        Loader::new(path, &text).load(&text, scale, rules)
    }
}

/// The file that a player means: a path, or the name of one of our own scenarios.
pub fn find(named: &Path) -> PathBuf {
    let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let folders = [
        Path::new("").to_owned(),
        Path::new("scenarios").to_owned(),
        ours,
    ];
    let mut candidates = folders.iter().flat_map(|folder| {
        let path = folder.join(named);
        let with_ending = path
            .extension()
            .is_none()
            .then(|| path.with_extension("ron"));
        [Some(path), with_ending]
    });
    let found = candidates.find_map(|path| path.filter(|path| path.is_file()));
    found.unwrap_or_else(|| named.to_owned())
}

/// What a file that was found good holds.
#[derive(Debug)]
pub enum Checked {
    /// A scenario.
    Scenario(Box<Scenario>),
    /// A board to cut scenarios out of.
    Board {
        /// What it is called.
        name: String,
        /// Its squares.
        squares: (u32, u32),
        /// Its numbered points.
        points: usize,
    },
}

/// Reads a scenario or a board and checks it; all faults are reported at once.
pub fn check(path: &Path, rules: &Rules) -> Result<Checked, Vec<FileFault>> {
    let text = read(path).map_err(|fault| vec![fault])?;
    let loader = Loader::new(path, &text);
    // A board has points; a scenario has forces.
    if loader.places.has("points") && !loader.places.has("union") {
        loader.board(&text, rules)
    } else {
        let scenario = loader.load(&text, Scale::Mm15, rules)?;
        Ok(Checked::Scenario(Box::new(scenario)))
    }
}

struct Loader {
    path: PathBuf,
    places: Places,
}

fn read(path: &Path) -> Result<String, FileFault> {
    fs::read_to_string(path).map_err(|error| FileFault {
        file: path.display().to_string(),
        place: None,
        field: String::new(),
        what: format!("cannot be read: {error}"),
    })
}

fn parse<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, FileFault> {
    ron::from_str(text).map_err(|error| FileFault {
        file: path.display().to_string(),
        place: Some((error.span.start.line, error.span.start.col)),
        field: String::new(),
        what: error.code.to_string(),
    })
}

/// The most squares a board may have each way.
const MOST_SQUARES: u32 = 12;

/// What is wrong with the size of a board, if anything.
fn size_fault((wide, deep): (u32, u32)) -> Option<String> {
    let good = |squares: u32| (1..=MOST_SQUARES).contains(&squares);
    (!good(wide) || !good(deep))
        .then(|| format!("{wide} by {deep} squares; allowed: 1 to {MOST_SQUARES} each"))
}

impl Loader {
    fn new(path: &Path, text: &str) -> Self {
        Self {
            path: path.to_owned(),
            places: Places::of(text),
        }
    }

    fn fault(&self, field: String, what: String) -> FileFault {
        FileFault {
            file: self.path.display().to_string(),
            place: self.places.get(&field),
            field,
            what,
        }
    }

    fn load(&self, text: &str, scale: Scale, rules: &Rules) -> Result<Scenario, Vec<FileFault>> {
        let file: ScenarioFile = parse(&self.path, text).map_err(|fault| vec![fault])?;
        let (squares, ground) = self.ground(&file, rules)?;
        let mut checker = Checker::new(&file, Names::of(&file, &ground));
        checker.run(rules);
        let mut faults: Vec<_> = checker
            .faults
            .into_iter()
            .map(|Fault { path, what }| self.fault(path, what))
            .collect();
        let picture = match &file.ground.picture {
            Some(picture) => self
                .picture(picture)
                .map_err(|fault| faults.push(fault))
                .ok(),
            None => None,
        };
        // A board that the ground was cut out of has been checked already: what is wrong is ours.
        let own = file.ground.faults(squares);
        faults.extend(
            own.into_iter()
                .map(|fault| self.fault(format!("ground.{}", fault.path), fault.what)),
        );
        let field = Field::build(&ground, squares, scale, rules, picture.as_ref()).ok();
        let Some(mut field) = field else {
            if faults.is_empty() {
                faults.push(self.fault(
                    "board".to_owned(),
                    "the ground of the board does not fit".to_owned(),
                ));
            }
            return Err(faults);
        };
        field.season = file.season.known().unwrap_or(Season::Summer);
        field.weather = match &file.weather {
            WeatherPlan::Fixed(weather) => weather.known().unwrap_or(Weather::Dry),
            WeatherPlan::WetUpTo(_) => Weather::Dry,
        };
        field.customs = customs(&file.rules);
        let mut muster = Mustering::new(&field);
        muster.force(Side::Union, &file.union, "union");
        muster.force(Side::Confederate, &file.confederate, "confederate");
        let misplaced = muster.place(rules);
        faults.extend(
            misplaced
                .into_iter()
                .map(|Fault { path, what }| self.fault(path, what)),
        );
        if !faults.is_empty() {
            return Err(faults);
        }
        let period = file.period.known().unwrap_or(Period::UpTo1863);
        let points = |side, force| super::muster::cost(rules, period, side, force).0;
        let muster_points = (
            points(Side::Union, &file.union),
            points(Side::Confederate, &file.confederate),
        );
        let (commands, leaders, units) = (muster.commands, muster.leaders, muster.units);
        Ok(Scenario {
            initiative: file.initiative.known().unwrap_or(Side::Union),
            name: file.name,
            date: file.date,
            time: file.time,
            history: file.history,
            outcome: file.outcome,
            turns: file.turns,
            weather: file.weather,
            period,
            commands,
            leaders,
            units: units.into_iter().map(|(_, unit)| unit).collect(),
            rules: file.rules,
            victory: file.victory,
            muster: muster_points,
            field,
        })
    }

    fn board(&self, text: &str, rules: &Rules) -> Result<Checked, Vec<FileFault>> {
        let board: BoardFile = parse(&self.path, text).map_err(|fault| vec![fault])?;
        if let Some(what) = size_fault(board.squares) {
            return Err(vec![self.fault("squares".to_owned(), what)]);
        }
        let mut faults = Vec::new();
        for (at, point) in board.points.iter().enumerate() {
            let (x, y) = point.at;
            let inner = |along: f32, squares: u32| {
                along > 0.0 && along < squares as f32 && along.fract() == 0.0
            };
            if !inner(x, board.squares.0) || !inner(y, board.squares.1) {
                let what = format!("({x}, {y}) is no inner crossing of the grid");
                faults.push(self.fault(format!("points[{at}].at"), what));
            }
            if board.points[..at].iter().any(|other| other.id == point.id) {
                let what = format!("there are two points `{}`", point.id);
                faults.push(self.fault(format!("points[{at}].id"), what));
            }
        }
        if let Err(ground) = Field::build(&board.ground, board.squares, Scale::Mm15, rules, None) {
            faults.extend(
                ground
                    .into_iter()
                    .map(|fault| self.fault(format!("ground.{}", fault.path), fault.what)),
            );
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Checked::Board {
            name: board.name,
            squares: board.squares,
            points: board.points.len(),
        })
    }

    /// The squares of the board and all that lies on them, the board's own ground first.
    fn ground(
        &self,
        file: &ScenarioFile,
        rules: &Rules,
    ) -> Result<((u32, u32), Plan), Vec<FileFault>> {
        match &file.board {
            BoardPlan::Squares(wide, deep) => match size_fault((*wide, *deep)) {
                None => Ok(((*wide, *deep), file.ground.clone())),
                Some(what) => Err(vec![self.fault("board".to_owned(), what)]),
            },
            BoardPlan::Cut { board, points } => {
                let path = self.path.parent().unwrap_or(Path::new(".")).join(board);
                let text = read(&path).map_err(|fault| {
                    vec![self.fault("board.board".to_owned(), fault.to_string())]
                })?;
                let whole: BoardFile = parse(&path, &text).map_err(|fault| vec![fault])?;
                // The board's own faults are told as its own.
                Loader::new(&path, &text).board(&text, rules)?;
                let (squares, mut ground) = super::battlespace::cut(&whole, points)
                    .map_err(|what| vec![self.fault("board.points".to_owned(), what)])?;
                let own = file.ground.clone();
                ground.slopes = own.slopes.or(ground.slopes);
                ground.heights.extend(own.heights);
                ground.areas.extend(own.areas);
                ground.lines.extend(own.lines);
                ground.zones.extend(own.zones);
                ground.entries.extend(own.entries);
                ground.labels.extend(own.labels);
                Ok((squares, ground))
            }
        }
    }

    /// The picture of the heights, a PNG beside the scenario.
    fn picture(&self, plan: &HeightPicture) -> Result<Picture, FileFault> {
        let path = self
            .path
            .parent()
            .unwrap_or(Path::new("."))
            .join(&plan.file);
        let bad = |what: String| {
            self.fault(
                "ground.picture.file".to_owned(),
                format!("{}: {what}", path.display()),
            )
        };
        let bytes = fs::read(&path).map_err(|error| bad(format!("cannot be read: {error}")))?;
        let pixmap = resvg::tiny_skia::Pixmap::decode_png(&bytes)
            .map_err(|error| bad(format!("is no PNG: {error}")))?;
        let pixels = pixmap
            .pixels()
            .iter()
            .map(|pixel| {
                let sum =
                    u32::from(pixel.red()) + u32::from(pixel.green()) + u32::from(pixel.blue());
                sum as f32 / (3.0 * 255.0)
            })
            .collect();
        Ok(Picture {
            width: pixmap.width() as usize,
            pixels,
            range: (plan.black, plan.white),
        })
    }
}

/// What the special rules change about the ground.
fn customs(rules: &[SpecialRule]) -> Customs {
    let mut customs = Customs::default();
    for rule in rules {
        match rule {
            SpecialRule::SightDepth { feature, inches } => {
                customs
                    .sight_depths
                    .extend(feature.known().map(|feature| (feature, *inches)));
            }
            SpecialRule::CrossAs {
                feature,
                ground,
                disorders,
            } => {
                if let (Some(feature), Some(ground)) = (feature.known(), ground.known()) {
                    customs.crossings.push((feature, ground, *disorders));
                }
            }
            SpecialRule::GunsSeeOver { zones, over } => {
                let mut see_over = SeeOver {
                    zones: zones.clone(),
                    ..SeeOver::default()
                };
                for thing in over.iter().filter_map(|word| word.known()) {
                    match thing {
                        SeenOver::Units => see_over.units = true,
                        SeenOver::Orchard => see_over.features.push(Feature::Orchard),
                        SeenOver::Village => see_over.features.push(Feature::Village),
                        SeenOver::Brush => see_over.features.push(Feature::Brush),
                    }
                }
                customs.see_over.push(see_over);
            }
            SpecialRule::RailroadCut {
                along,
                rough_inches,
                ..
            } => {
                customs.railroad_cut = along.known().map(|along| (along, *rough_inches));
            }
            SpecialRule::LeaderKilled { .. } | SpecialRule::Confined { .. } => {}
        }
    }
    customs
}

/// Forces being set up.
struct Mustering<'a> {
    field: &'a Field,
    commands: Vec<CommandSetup>,
    leaders: Vec<LeaderSetup>,
    units: Vec<(String, UnitSetup)>,
    wanted: Vec<Option<Vec2>>,
}

impl<'a> Mustering<'a> {
    fn new(field: &'a Field) -> Self {
        Self {
            field,
            commands: Vec::new(),
            leaders: Vec::new(),
            units: Vec::new(),
            wanted: Vec::new(),
        }
    }

    fn force(&mut self, side: Side, force: &ForcePlan, path: &str) {
        for (at, command) in force.commands.iter().enumerate() {
            self.command(side, command, None, &format!("{path}.commands[{at}]"));
        }
    }

    fn command(&mut self, side: Side, plan: &CommandPlan, parent: Option<usize>, path: &str) {
        let number = self.commands.len();
        self.commands.push(CommandSetup {
            name: plan.name.clone(),
            side,
            echelon: plan.echelon.known().unwrap_or(Echelon::Brigade),
            parent,
        });
        if let Some(leader) = &plan.leader {
            self.wanted
                .push(leader.at.map(|at| Vec2::from(at) * self.field.square));
            self.leaders.push(LeaderSetup {
                name: leader.name.clone(),
                side,
                rank: leader.rank.known().unwrap_or(Rank::Brigade),
                benefit: leader.benefit,
                artillery: leader.artillery,
                command: number,
                at: None,
            });
        }
        for (at, unit) in plan.units.iter().enumerate() {
            let setup = self.unit(side, unit, number);
            self.units.push((format!("{path}.units[{at}]"), setup));
        }
        for (at, below) in plan.commands.iter().enumerate() {
            self.command(side, below, Some(number), &format!("{path}.commands[{at}]"));
        }
    }

    fn unit(&self, side: Side, plan: &UnitPlan, command: usize) -> UnitSetup {
        let (arrives, formation, mounted) = match &plan.deploy {
            DeployPlan::At {
                formation, mounted, ..
            } => (false, formation.as_deref(), *mounted),
            DeployPlan::Arrives {
                formation, mounted, ..
            } => (true, formation.as_deref(), *mounted),
        };
        let (troops, strength) = troops(plan, formation, mounted, arrives);
        let full = match plan.arm {
            ArmPlan::Artillery(_) => 1,
            ArmPlan::Infantry(_) | ArmPlan::Cavalry(_) => plan.stands.unwrap_or(2),
        };
        let has = |kind: UnitTrait| plan.traits.iter().any(|word| word.known() == Some(kind));
        UnitSetup {
            name: plan.name.clone(),
            unit: Unit {
                troops,
                side,
                quality: plan.quality.known().unwrap_or(Quality::Trained),
                strength,
                bearing: None,
                lost_sections: 0,
                stands: Stands { now: full, full },
                morale: Morale::GoodOrder,
                charging: false,
                traits: Traits {
                    sharpshooter: has(UnitTrait::Sharpshooter),
                    native: has(UnitTrait::Native),
                    lancer: has(UnitTrait::Lancer),
                    merged: false,
                    mounted_infantry: has(UnitTrait::MountedInfantry),
                },
            },
            muster: Muster {
                strength,
                stands: full,
            },
            command,
            deployment: match &plan.deploy {
                DeployPlan::At {
                    at, facing, within, ..
                } => Deployment::At {
                    placement: Placement {
                        at: Vec2::from(*at) * self.field.square,
                        facing: Facing::degrees(*facing),
                    },
                    within: within.clone(),
                },
                DeployPlan::Arrives { turn, entry, .. } => Deployment::Arrives {
                    turn: *turn,
                    entry: entry.clone(),
                },
            },
            present_up_to: plan.present_up_to,
            engineer: has(UnitTrait::Engineer),
        }
    }

    /// Checks where everybody stands and puts the leaders beside their units.
    fn place(&mut self, rules: &Rules) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut placed: Vec<(&str, &str, Footprint)> = Vec::new();
        for (path, unit) in &self.units {
            let Some(footprint) = unit.footprint(self.field) else {
                continue;
            };
            let mut fault = |what: String| {
                faults.push(Fault {
                    path: format!("{path}.deploy"),
                    what,
                });
            };
            if !footprint.on_table(self.field) {
                fault(format!("`{}` stands off the table", unit.name));
                continue;
            }
            let on_ground = |at: Vec2| self.field.ground(rules, at).is_some();
            if !footprint.stands.iter().all(|stand| on_ground(stand.centre)) {
                fault(format!("`{}` stands where nobody can go", unit.name));
            }
            for (_, other, there) in &placed {
                if footprint.overlaps(there) {
                    fault(format!("`{}` stands on the stands of `{other}`", unit.name));
                }
            }
            if let Deployment::At {
                within: Some(id),
                placement,
            } = &unit.deployment
                && self
                    .field
                    .zone(id)
                    .is_some_and(|zone| !zone.contains(placement.at))
            {
                fault(format!("`{}` stands outside its zone `{id}`", unit.name));
            }
            placed.push((path.as_str(), unit.name.as_str(), footprint));
        }
        let starts: Vec<_> = (0..self.leaders.len())
            .map(|number| self.leader_start(number))
            .collect();
        for (leader, start) in self.leaders.iter_mut().zip(starts) {
            leader.at = start;
        }
        faults
    }

    /// Where a leader begins: where the file says, else right behind the middle unit of his command.
    fn leader_start(&self, number: usize) -> Option<Vec2> {
        if let Some(at) = self.wanted[number] {
            return Some(at);
        }
        let command = self.leaders[number].command;
        let own: Vec<_> = self
            .units
            .iter()
            .filter(|(_, unit)| self.belongs(unit.command, command))
            .filter_map(|(_, unit)| unit.footprint(self.field))
            .collect();
        let unit = own.get(own.len() / 2)?;
        let behind = -unit.placement.facing.ahead();
        let depth = unit
            .stands
            .iter()
            .map(|stand| (stand.centre - unit.placement.at).dot(behind) + stand.half.y)
            .fold(0.0, f32::max);
        let size = crate::field::stand::leader_size(self.field.scale);
        let at = unit.placement.at + behind * (depth + size * 0.6);
        Some(at.clamp(
            Vec2::splat(size / 2.0),
            self.field.size - Vec2::splat(size / 2.0),
        ))
    }

    fn belongs(&self, command: usize, above: usize) -> bool {
        let mut at = Some(command);
        while let Some(number) = at {
            if number == above {
                return true;
            }
            at = self.commands[number].parent;
        }
        false
    }
}

fn troops(plan: &UnitPlan, formation: Option<&str>, mounted: bool, arrives: bool) -> (Troops, u32) {
    match plan.arm {
        ArmPlan::Infantry(figures) => {
            let usual = if arrives {
                InfantryFormation::RoadColumn
            } else {
                InfantryFormation::BattleLine
            };
            let troops = Troops::Infantry {
                weapon: InfantryWeapon::from_name(&plan.weapon),
                formation: formation
                    .and_then(InfantryFormation::from_name)
                    .unwrap_or(usual),
            };
            (troops, figures)
        }
        ArmPlan::Cavalry(figures) => {
            let usual = if arrives {
                CavalryFormation::RoadColumn
            } else {
                CavalryFormation::Line
            };
            let troops = Troops::Cavalry {
                weapon: CavalryWeapon::from_name(&plan.weapon),
                formation: formation
                    .and_then(CavalryFormation::from_name)
                    .unwrap_or(usual),
                mounted,
            };
            (troops, figures)
        }
        ArmPlan::Artillery(sections) => {
            let usual = if arrives {
                GunFormation::Limbered
            } else {
                GunFormation::Unlimbered
            };
            let formation = formation.and_then(GunFormation::from_name).unwrap_or(usual);
            let troops = Troops::Artillery {
                gun: Gun::from_name(&plan.weapon),
                limbered: formation == GunFormation::Limbered,
            };
            (troops, sections)
        }
    }
}
