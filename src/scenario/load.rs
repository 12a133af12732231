//! Reading a scenario file and setting it up.

mod ground;

pub(crate) use ground::picture_fault;

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::check::{Checker, Fault};
use super::customs::{customs, initiative};
use super::file::*;
use super::force::{Brought, ForceUnit, Posting, bring, granted_works};
use super::hiding::Hiding;
use super::mustering::Mustering;
use super::parts::{keep_back, set_apart, twice};
use super::places::Places;
use super::reference::{Names, zones_spoken_of};
use super::setup::Scenario;
use super::source::Shelf;
use super::{FileFault, limits, parts, spelling};
use crate::field::Field;
use crate::rules::muster::Period;
use crate::rules::{Rules, Scale, Season, Side, Weather};

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

    /// Sets up a scenario that is a part of another file, as a lesson's own field is: `text` is the
    /// whole file, and `within` the path of the part in it, with a dot at its end.
    pub fn within(
        path: &Path,
        text: &str,
        within: &'static str,
        file: ScenarioFile,
        (scale, rules): (Scale, &Rules),
    ) -> Result<Self, Vec<FileFault>> {
        let shelf = Shelf::disk(path);
        let loader = Loader {
            within,
            ..Loader::new(path, text, &shelf)
        };
        loader.set_up(file, scale, rules)
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
    /// Where the scenario stands in the file, if it is a part of another: a path that ends in a dot.
    within: &'static str,
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

impl<'a> Loader<'a> {
    fn new(path: &Path, text: &str, shelf: &'a Shelf) -> Self {
        Self {
            path: path.to_owned(),
            places: Places::of(text),
            within: "",
            shelf,
        }
    }

    fn fault(&self, field: String, what: String) -> FileFault {
        let field = format!("{}{field}", self.within);
        FileFault {
            file: self.path.display().to_string(),
            place: self.places.get(&field),
            field,
            what,
        }
    }

    /// Nothing is worked out from a file that holds too much.
    fn limited(&self, too_much: Vec<Fault>) -> Result<(), Vec<FileFault>> {
        if too_much.is_empty() {
            return Ok(());
        }
        let faults = too_much.into_iter();
        Err(told(
            faults.map(|Fault { path, what }| self.fault(path, what)),
        ))
    }

    fn load(&self, text: &str, scale: Scale, rules: &Rules) -> Result<Scenario, Vec<FileFault>> {
        let file: ScenarioFile = parse(&self.path, text).map_err(|fault| vec![fault])?;
        self.set_up(file, scale, rules)
    }

    /// Checks a scenario that has been read, and sets it up.
    fn set_up(
        &self,
        mut file: ScenarioFile,
        scale: Scale,
        rules: &Rules,
    ) -> Result<Scenario, Vec<FileFault>> {
        self.limited(limits::of_scenario(&file))?;
        spelling::of_scenario(&mut file);
        let works = granted_works(&file);
        file.ground.lines.extend(works);
        let (squares, mut ground) = self.ground(&file, rules)?;
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
        let spoken = zones_spoken_of(&file);
        ground
            .zones
            .retain(|zone| spoken.contains(zone.id.as_str()));
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
            about: [file.union.about, file.confederate.about],
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
        let roads = self.shelf.roads();
        let mut posting = Posting::new(field, rules, there.collect(), roads);
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
}
