//! Reading a scenario file and setting it up.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::check::{Checker, Fault};
use super::file::*;
use super::force::{Brought, ForceUnit, Posting, bring, granted_works, unit_plan};
use super::hiding::Hiding;
use super::mustering::Mustering;
use super::places::Places;
use super::reference::{Names, each_command};
use super::setup::{LeaderSetup, NEVER, Scenario};
use super::source::Shelf;
use super::{FileFault, limits, ours, parts, spelling};
use crate::field::build::Picture;
use crate::field::plan::{HeightPicture, Plan};
use crate::field::{Customs, Field, SeeOver};
use crate::rules::muster::Period;
use crate::rules::{Feature, Rules, Scale, Season, Side, Weather};

impl Scenario {
    /// Reads a scenario and checks it; all faults are reported at once.
    ///
    /// ```
    /// use std::path::Path;
    /// use deadly_field::rules::{Rules, Scale, Side};
    /// use deadly_field::scenario::{Scenario, find};
    ///
    /// let path = find(Path::new("taint_no_militia"));
    /// let scenario = Scenario::load(&path, Scale::Mm25, Rules::book()).expect("a good scenario");
    /// // Two by two squares, of 24 inches at 25 mm.
    /// assert_eq!(scenario.field.size.to_array(), [48.0, 48.0]);
    /// assert!(scenario.units_of(Side::Union).any(|unit| unit.unit.is_artillery()));
    /// ```
    pub fn load(path: &Path, scale: Scale, rules: &Rules) -> Result<Self, Vec<FileFault>> {
        let shelf = Shelf::disk(path);
        let text = shelf.text(path).map_err(|fault| vec![fault])?;
        Self::read(path, &text, scale, rules, &shelf)
    }

    /// Reads a scenario's text; `path` is how messages call it, the shelf has what it names.
    pub(super) fn read(
        path: &Path,
        text: &str,
        scale: Scale,
        rules: &Rules,
        shelf: &Shelf,
    ) -> Result<Self, Vec<FileFault>> {
        Loader::new(path, text, shelf).load(text, scale, rules)
    }
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
    let shelf = Shelf::disk(path);
    let text = shelf.text(path).map_err(|fault| vec![fault])?;
    let loader = Loader::new(path, &text, &shelf);
    // A board has points; a scenario has forces.
    if loader.places.has("points") && !loader.places.has("union") {
        loader.board(&text, rules)
    } else {
        let scenario = loader.load(&text, Scale::Mm15, rules)?;
        Ok(Checked::Scenario(Box::new(scenario)))
    }
}

/// The most faults that are told of a file.
const MOST_TOLD: usize = 100;

/// Faults as they are told: nobody reads thousands.
pub(super) fn told(faults: impl IntoIterator<Item = FileFault>) -> Vec<FileFault> {
    let mut faults: Vec<_> = faults.into_iter().collect();
    if faults.len() > MOST_TOLD {
        let more = faults.len() - MOST_TOLD;
        faults.truncate(MOST_TOLD);
        faults.push(FileFault {
            file: faults[0].file.clone(),
            place: None,
            field: String::new(),
            what: format!("and {more} more faults"),
        });
    }
    faults
}

struct Loader<'a> {
    path: PathBuf,
    places: Places,
    shelf: &'a Shelf<'a>,
}

pub(super) fn parse<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, FileFault> {
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

impl<'a> Loader<'a> {
    fn new(path: &Path, text: &str, shelf: &'a Shelf) -> Self {
        Self {
            path: path.to_owned(),
            places: Places::of(text),
            shelf,
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

    /// Nothing is worked out from a file that holds too much.
    fn within(&self, too_much: Vec<Fault>) -> Result<(), Vec<FileFault>> {
        if too_much.is_empty() {
            return Ok(());
        }
        let faults = too_much.into_iter();
        Err(told(
            faults.map(|Fault { path, what }| self.fault(path, what)),
        ))
    }

    fn load(&self, text: &str, scale: Scale, rules: &Rules) -> Result<Scenario, Vec<FileFault>> {
        let mut file: ScenarioFile = parse(&self.path, text).map_err(|fault| vec![fault])?;
        self.within(limits::of_scenario(&file))?;
        spelling::of_scenario(&mut file);
        let works = granted_works(&file);
        file.ground.lines.extend(works);
        let (squares, ground) = self.ground(&file, rules)?;
        let mut foreign = Vec::new();
        let mut brought: [Option<Brought>; 2] = [Side::Union, Side::Confederate].map(|side| {
            bring(&file, side, squares, rules, self.shelf).unwrap_or_else(|wrong| {
                foreign.extend(wrong);
                None
            })
        });
        set_apart(&file, &mut brought);
        parts::name_commands(&mut file, &brought);
        let mut names = Names::of(&file, &ground);
        for one in brought.iter().flatten() {
            names.add(&one.force);
        }
        let mut checker = Checker::new(&file, names, squares);
        checker.run(rules);
        // Special rules may speak of somebody in a force that has first to be mended.
        let good = foreign.is_empty();
        let known = checker.faults.into_iter();
        let known = known.filter(|fault| good || !fault.path.starts_with("rules"));
        let mut faults: Vec<_> = known
            .map(|Fault { path, what }| self.fault(path, what))
            .chain(foreign)
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
        let mut field = match Field::build(&ground, squares, scale, rules, picture.as_ref()) {
            Ok(field) => field,
            Err(wrong) => {
                if faults.is_empty() {
                    // Each for itself was good: it is all of them together, or the board.
                    let wrong = wrong.into_iter();
                    faults.extend(
                        wrong.map(|fault| self.fault(format!("ground.{}", fault.path), fault.what)),
                    );
                }
                return Err(told(faults));
            }
        };
        field.season = file.season.known().unwrap_or(Season::Summer);
        field.weather = match &file.weather {
            WeatherPlan::Fixed(weather) => weather.known().unwrap_or(Weather::Dry),
            WeatherPlan::WetUpTo(_) => Weather::Dry,
        };
        field.customs = customs(&file.rules);
        let mut misplaced = Vec::new();
        self.post(&mut file, &brought, (&field, rules), &mut misplaced);
        let period = file.period.known().unwrap_or(Period::UpTo1863);
        let points = |side, force| super::muster::cost(rules, period, side, force).0;
        let muster_points = (
            points(Side::Union, &file.union),
            points(Side::Confederate, &file.confederate),
        );
        keep_back(&mut file, &brought);
        let mut muster = Mustering::new(&field);
        muster.force(Side::Union, &file.union, "union");
        muster.force(Side::Confederate, &file.confederate, "confederate");
        misplaced.extend(muster.place(rules));
        faults.extend(
            misplaced
                .into_iter()
                .map(|Fault { path, what }| self.fault(path, what)),
        );
        if !faults.is_empty() {
            return Err(told(faults));
        }
        if rules.switches.play_without_leaders {
            muster.dismiss_leaders();
        }
        let named = file.initiative.known().unwrap_or(Side::Union);
        let initiative = initiative(&file.rules, named, &muster.leaders);
        let (commands, leaders, units) = (muster.commands, muster.leaders, muster.units);
        let mustered = brought.map(|one| {
            let Brought {
                mut mustered,
                force,
            } = one?;
            let named = |reserve: &ForceUnit| {
                let mut all = units.iter();
                all.position(|(_, unit)| unit.unit.side == force.side && unit.name == reserve.name)
            };
            if mustered.reinforcements.is_some() {
                mustered.reserves = force.reserves.iter().filter_map(named).collect();
            }
            Some(mustered)
        });
        let hiding = Hiding::of_file(&file.hidden);
        let mut scenario = Scenario {
            initiative,
            set_up: match file.set_up.first().and_then(|first| first.known()) {
                Some(first) => [first, first.other()],
                None => [initiative.other(), initiative],
            },
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
            mustered,
            field,
            hiding,
        };
        if hiding.is_any() {
            scenario.hide(hiding, rules);
        }
        Ok(scenario)
    }

    /// Gives those who are mustered their places and puts them into the order of battle.
    fn post(
        &self,
        file: &mut ScenarioFile,
        brought: &[Option<Brought>; 2],
        (field, rules): (&Field, &Rules),
        misplaced: &mut Vec<Fault>,
    ) {
        let mut exact = Mustering::new(field);
        exact.force(Side::Union, &file.union, "union");
        exact.force(Side::Confederate, &file.confederate, "confederate");
        let there = exact.units.iter();
        let there = there.filter_map(|(_, unit)| unit.footprint(field));
        let mut posting = Posting::new(field, rules, there.collect());
        let forces = [&mut file.union, &mut file.confederate];
        for (plan, one) in forces.into_iter().zip(brought) {
            let (Some(muster), Some(one)) = (&plan.muster, one) else {
                continue;
            };
            let side = one.force.side;
            let path = format!("{side}.muster");
            let parts = &muster.parts;
            let commands = posting.force(side, &one.force, parts, &path, misplaced);
            parts::put_under(plan, commands, &path, misplaced);
        }
        if brought.iter().any(Option::is_some) {
            misplaced.extend(twice(file));
        }
    }

    fn board(&self, text: &str, rules: &Rules) -> Result<Checked, Vec<FileFault>> {
        let mut board: BoardFile = parse(&self.path, text).map_err(|fault| vec![fault])?;
        self.within(limits::of_board(&board))?;
        spelling::of_board(&mut board);
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
            return Err(told(faults));
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
                let path = self.shelf.beside(board);
                let text = self.shelf.text_beside(board).map_err(|fault| {
                    vec![self.fault("board.board".to_owned(), fault.to_string())]
                })?;
                // The board's own faults are told as its own.
                Loader::new(&path, &text, self.shelf).board(&text, rules)?;
                let mut whole: BoardFile = parse(&path, &text).map_err(|fault| vec![fault])?;
                spelling::of_board(&mut whole);
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
        let path = self.shelf.beside(&plan.file);
        let bad = |what: String| {
            self.fault(
                "ground.picture.file".to_owned(),
                format!("{}: {what}", path.display()),
            )
        };
        let bytes = self
            .shelf
            .bytes_beside(&plan.file, ours::MOST_PICTURE)
            .map_err(bad)?;
        if let Some(what) = picture_fault(&bytes) {
            return Err(bad(what));
        }
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

/// The most pixels of a picture of heights, each way: finer than any table is measured.
const MOST_PIXELS: u32 = 2048;

/// What is wrong with the size of a PNG, if anything. It stands at its beginning, and is looked at
/// before the picture is unpacked.
fn picture_fault(bytes: &[u8]) -> Option<String> {
    let size = bytes.get(16..24)?;
    let side = |at: usize| u32::from_be_bytes([size[at], size[at + 1], size[at + 2], size[at + 3]]);
    let (wide, high) = (side(0), side(4));
    (wide > MOST_PIXELS || high > MOST_PIXELS)
        .then(|| format!("has {wide} by {high} pixels; allowed: up to {MOST_PIXELS} each way"))
}

/// Who is active first: whoever the file names, or the side whose leaders are better.
///
/// Rules: `scenario.militia.points_variant`.
fn initiative(rules: &[SpecialRule], named: Side, leaders: &[LeaderSetup]) -> Side {
    let level = rules.iter().find_map(|rule| match rule {
        SpecialRule::InitiativeByBenefit { level } => level.known(),
        _ => None,
    });
    let Some(level) = level else {
        return named;
    };
    let benefit = |side: Side| -> u32 {
        let own = leaders.iter().filter(|leader| leader.side == side);
        own.map(|leader| leader.benefit).sum()
    };
    let (own, other) = (benefit(level), benefit(level.other()));
    if other > own { level.other() } else { level }
}

/// Those whom only cards bring belong to the first command that was mustered.
fn keep_back(file: &mut ScenarioFile, brought: &[Option<Brought>; 2]) {
    let forces = [&mut file.union, &mut file.confederate];
    for (plan, one) in forces.into_iter().zip(brought) {
        let Some(one) = one else { continue };
        let help = plan
            .muster
            .as_ref()
            .and_then(|plan| plan.reinforcements.as_ref());
        let Some(entry) = help.map(|help| help.entry.clone()) else {
            continue;
        };
        let first = one.force.commands.first();
        let first = first.and_then(|first| parts::find(&mut plan.commands, &first.name));
        let Some(command) = first else {
            continue;
        };
        let reserves = one.force.reserves.iter().map(|unit| {
            let deploy = DeployPlan::Arrives {
                turn: NEVER,
                by_die: None,
                entry: entry.clone(),
                formation: None,
                mounted: false,
            };
            unit_plan(unit, deploy)
        });
        command.units.extend(reserves);
    }
}

/// Where both sides have somebody of the same name, a force that is brought calls its own
/// otherwise.
fn set_apart(file: &ScenarioFile, brought: &mut [Option<Brought>; 2]) {
    let mut taken = std::collections::HashSet::new();
    for force in [&file.union, &file.confederate] {
        each_command(force, &mut |command| {
            taken.insert(command.name.clone());
            taken.extend(command.leader.iter().map(|one| one.name.clone()));
            taken.extend(command.units.iter().map(|one| one.name.clone()));
        });
    }
    for one in brought.iter_mut().flatten() {
        let suffix = match one.force.side {
            Side::Union => "(U.S.)",
            Side::Confederate => "(C.S.)",
        };
        one.force.rename(&mut |name| {
            if taken.contains(name.as_str()) {
                *name = format!("{name} {suffix}");
            }
        });
        taken.extend(one.force.names().into_iter().map(str::to_owned));
    }
}

/// Names that both forces have, or a force and the scenario.
fn twice(file: &ScenarioFile) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut known = [(); 3].map(|()| std::collections::HashSet::new());
    for (path, force) in [("union", &file.union), ("confederate", &file.confederate)] {
        each_command(force, &mut |command| {
            let leader = command.leader.iter().map(|one| (1, "leaders", &one.name));
            let units = command.units.iter().map(|one| (2, "units", &one.name));
            let all = std::iter::once((0, "commands", &command.name));
            for (kind, word, name) in all.chain(leader).chain(units) {
                if !known[kind].insert(name) {
                    faults.push(Fault {
                        path: format!("{path}.muster.force"),
                        what: format!("there are two {word} named `{name}`"),
                    });
                }
            }
        });
    }
    faults
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
                extra_inches,
            } => {
                if let (Some(feature), Some(ground)) = (feature.known(), ground.known()) {
                    customs.crossings.push((feature, ground, *disorders));
                    if feature == Feature::Creek {
                        customs.creek_inches = *extra_inches as f32;
                    }
                }
            }
            SpecialRule::GunsSeeOver {
                zones,
                over,
                all_arms,
            } => {
                let mut see_over = SeeOver {
                    zones: zones.clone(),
                    all_arms: *all_arms,
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
            // Those speak of units, not of the ground.
            SpecialRule::LeaderKilled { .. }
            | SpecialRule::Confined { .. }
            | SpecialRule::Mounting { .. }
            | SpecialRule::FirstCheck { .. }
            | SpecialRule::Withdraws { .. }
            | SpecialRule::Tested { .. }
            | SpecialRule::InitiativeByBenefit { .. }
            | SpecialRule::BasicMorale { .. }
            | SpecialRule::WetFlintlocks { .. } => {}
        }
    }
    customs
}
