//! How a battle goes: what many computers' battles add up to, kept so that nobody waits twice.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::UNIX_EPOCH;

use bevy::math::UVec2;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::balance;
use super::course::{Course, Effort};
use crate::disk::{self, write_whole};
use crate::files::{Hex, data};
use crate::print::share::Share;
use crate::print::tally::{Battles, Outcome, Roll, Tally, place_of};
use crate::print::{duty, words};
use crate::rules::Side;
use crate::scenario::ScenarioSource;
use crate::scenario::rules_folder::HouseRules;
use crate::session::Many;

/// What is kept is of this form; another one is fought again.
const FORM: u32 = 2;
/// The most bytes of a study that is read.
const MOST_BYTES: u64 = 16 << 20;

/// What many battles add up to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Study {
    form: u32,
    /// How many were fought.
    pub games: usize,
    /// Won by the Union, by the Confederates, and drawn.
    pub wins: [usize; 3],
    /// Who played, the Union first.
    pub players: [String; 2],
    /// Figures and sections lost on average, the Union's first: in all, shot, run off, taken.
    pub losses: [[f64; 4]; 2],
    /// Turns that a battle lasts on average.
    pub turns: f64,
    /// Won by the side with the better dice.
    pub better_dice: (usize, usize),
    /// What there was to do on average: activations, reactions, rolls, fires, checks, charges and
    /// player turns.
    pub effort: [f64; 7],
    /// Inches of the table, east and north.
    pub cells: (u32, u32),
    /// Figures that fell in each inch of the table, row by row from the south, the Union's first.
    pub falls: [Vec<f32>; 2],
    /// Charges that struck home in each, by the Union and by the Confederates.
    pub charges: [Vec<f32>; 2],
    /// At the end of each turn: in which share of all battles each side would have won then, and
    /// nobody.
    pub ahead: Vec<[f64; 3]>,
    /// For each turn, in which share of battles whoever was ahead at its end won.
    pub foretold: Vec<f64>,
    /// For each zone that something hangs on and each turn: who was alone there.
    pub held: Vec<(String, Vec<[f64; 3]>)>,
    /// At the end of each turn, what each side had lost on average.
    pub lost: Vec<[f64; 2]>,
    /// For each command: inches moved by each unit, fires, charges, and the first turn of fighting.
    pub deeds: Vec<(f64, f64, f64, Option<f64>)>,
    /// The most markers that lay on the table at once in any battle: disorder, shaken, routed, and
    /// reactions spent.
    pub markers: [u32; 4],
    /// For each unit: losses on average, and how often it broke.
    pub units: Vec<(f64, f64)>,
    /// For each command what its units were about, in words, with the share of their actions; the
    /// most of it first.
    pub tried: Vec<Vec<(String, f64)>>,
}

/// So many things that a command was about are told.
const TOLD: usize = 3;

impl Study {
    /// How often a side won.
    pub fn won(&self, side: Option<Side>) -> Share {
        Share {
            won: self.wins[place_of(side)] as f64,
            of: self.games,
        }
    }

    /// Adds battles up.
    pub fn of(many: &Many, courses: &[Course]) -> Self {
        let scenario = &many.scenario;
        let games = courses.len().max(1) as f64;
        let size = scenario.field.size.ceil().as_uvec2().max(UVec2::ONE);
        let grid = || [(); 2].map(|()| vec![0.0f32; (size.x * size.y) as usize]);
        let (mut falls, mut charges) = (grid(), grid());
        let cell = |at: bevy::math::Vec2| {
            let at = at
                .max(bevy::math::Vec2::ZERO)
                .as_uvec2()
                .min(size - UVec2::ONE);
            (at.y * size.x + at.x) as usize
        };
        let of = |side: Side| usize::from(side == Side::Confederate);
        for course in courses {
            for (at, side, figures) in &course.falls {
                falls[of(*side)][cell(*at)] += *figures as f32 / games as f32;
            }
            for (at, side) in &course.charges {
                charges[of(*side)][cell(*at)] += 1.0 / games as f32;
            }
        }
        let outcomes: Vec<Outcome> = courses.iter().map(|one| one.outcome.clone()).collect();
        let roll = Roll::of(scenario);
        let tally = Tally::of(&roll, &outcomes).json();
        let number = |pointer: &str| {
            let found = tally.pointer(pointer).and_then(|value| value.as_f64());
            found.unwrap_or(0.0)
        };
        let losses = ["union", "confederate"].map(|side| {
            ["mean", "shot", "ran", "taken"]
                .map(|part| number(&format!("/casualties/{side}/{part}")))
        });
        let wins = [Some(Side::Union), Some(Side::Confederate), None]
            .map(|side| outcomes.iter().filter(|one| one.winner == side).count());
        let units = (0..scenario.real_units().count())
            .map(|unit| {
                let of = |what: &str| number(&format!("/units/{unit}/{what}"));
                (of("mean_losses"), of("broken"))
            })
            .collect();
        let names = many.table.match_up.names();
        let better = tally.pointer("/luck/better_dice_won");
        let part = |what: &str| {
            let found = better.and_then(|better| better.get(what));
            found.and_then(|value| value.as_f64()).unwrap_or(0.0)
        };
        let mut study = Self {
            form: FORM,
            games: courses.len(),
            wins,
            players: [names.union, names.confederate],
            losses,
            turns: number("/turns"),
            better_dice: (
                (part("share") * part("games")).round() as usize,
                part("games") as usize,
            ),
            effort: mean_effort(courses),
            cells: (size.x, size.y),
            falls,
            charges,
            ahead: Vec::new(),
            foretold: Vec::new(),
            held: Vec::new(),
            lost: Vec::new(),
            deeds: Vec::new(),
            markers: std::array::from_fn(|at| {
                courses
                    .iter()
                    .map(|course| course.markers[at])
                    .max()
                    .unwrap_or(0)
            }),
            units,
            tried: tried(many, courses),
        };
        study.follow_turns(many, courses);
        study.follow_commands(many, courses);
        study
    }

    /// Turn by turn. A battle that was over before counts as it ended.
    fn follow_turns(&mut self, many: &Many, courses: &[Course]) {
        let games = courses.len().max(1) as f64;
        let last = courses.iter().map(|course| course.turns.len()).max();
        let zones = many.scenario.victory.zones();
        let name = |id: &&str| words::zone_said(&many.scenario, id);
        self.held = zones.iter().map(|id| (name(id), Vec::new())).collect();
        for turn in 0..last.unwrap_or(0) {
            let then = |course: &Course| {
                let at = turn.min(course.turns.len().saturating_sub(1));
                course.turns.get(at).cloned()
            };
            let share = |count: usize| count as f64 / games;
            let sides = [Some(Side::Union), Some(Side::Confederate), None];
            let ends: Vec<_> = courses.iter().filter_map(then).collect();
            self.ahead
                .push(sides.map(|side| share(ends.iter().filter(|end| end.ahead == side).count())));
            let right = courses.iter().filter(|course| {
                then(course).is_some_and(|end| end.ahead == course.outcome.winner)
            });
            self.foretold.push(share(right.count()));
            for (zone, (_, turns)) in self.held.iter_mut().enumerate() {
                let alone = |side: Option<Side>| {
                    let held = ends.iter().filter(|end| end.held.get(zone) == Some(&side));
                    share(held.count())
                };
                turns.push(sides.map(alone));
            }
            let lost = |side: usize| {
                ends.iter()
                    .map(|end| f64::from(end.lost[side]))
                    .sum::<f64>()
                    / games
            };
            self.lost.push([lost(0), lost(1)]);
        }
    }

    fn follow_commands(&mut self, many: &Many, courses: &[Course]) {
        let games = courses.len().max(1) as f64;
        for command in 0..many.scenario.commands.len() {
            let units = many.scenario.real_units();
            let units = units.filter(|unit| unit.command == command).count();
            let deeds = courses
                .iter()
                .filter_map(|course| course.deeds.get(command));
            let mean = |of: &dyn Fn(&super::course::Deeds) -> f64| {
                deeds.clone().map(of).sum::<f64>() / games
            };
            let engaged: Vec<f64> = deeds
                .clone()
                .filter_map(|one| one.engaged.map(f64::from))
                .collect();
            let first =
                (!engaged.is_empty()).then(|| engaged.iter().sum::<f64>() / engaged.len() as f64);
            self.deeds.push((
                mean(&|one| f64::from(one.inches)) / units.max(1) as f64,
                mean(&|one| f64::from(one.fires)),
                mean(&|one| f64::from(one.charges)),
                first,
            ));
        }
    }

    /// Whether every list is as long as the table and the scenario ask for.
    fn fits(&self, many: &Many) -> bool {
        let cells = (self.cells.0 as usize).checked_mul(self.cells.1 as usize);
        let grids = self.falls.iter().chain(&self.charges);
        let size = many.scenario.field.size.ceil().as_uvec2().max(UVec2::ONE);
        let games = usize::try_from(many.games).ok();
        let wins = self
            .wins
            .iter()
            .try_fold(0usize, |sum, wins| sum.checked_add(*wins));
        self.form == FORM
            && Some(self.games) == games
            && wins == games
            && self.better_dice.0 <= self.better_dice.1
            && self.better_dice.1 <= self.games
            && self.ahead.len() <= many.scenario.turns as usize + 1
            && self.cells == (size.x, size.y)
            && grids.into_iter().all(|grid| Some(grid.len()) == cells)
            && self.units.len() == many.scenario.real_units().count()
            && self.deeds.len() == many.scenario.commands.len()
            && self.tried.len() == many.scenario.commands.len()
            && self
                .held
                .iter()
                .all(|(_, turns)| turns.len() == self.ahead.len())
            && self.foretold.len() == self.ahead.len()
            && self.lost.len() == self.ahead.len()
    }
}

/// What the units of each command were about.
fn tried(many: &Many, courses: &[Course]) -> Vec<Vec<(String, f64)>> {
    let scenario = &many.scenario;
    let mut sums: Vec<BTreeMap<String, u32>> = vec![BTreeMap::new(); scenario.commands.len()];
    for ((command, what, ground), count) in courses.iter().flat_map(|course| &course.tried) {
        let ground = ground.as_deref().map(|id| words::zone_said(scenario, id));
        if let Some(sum) = sums.get_mut(*command) {
            *sum.entry(duty::words(*what, ground.as_deref()))
                .or_default() += count;
        }
    }
    let shares = |sum: BTreeMap<String, u32>| {
        let all = sum.values().sum::<u32>().max(1);
        let mut shares: Vec<_> = sum
            .into_iter()
            .map(|(what, count)| (what, f64::from(count) / f64::from(all)))
            .collect();
        shares.sort_by(|one, other| other.1.total_cmp(&one.1));
        shares.truncate(TOLD);
        shares
    };
    sums.into_iter().map(shares).collect()
}

fn mean_effort(courses: &[Course]) -> [f64; 7] {
    let parts: [fn(&Effort) -> u32; 7] = [
        |one| one.activations,
        |one| one.reactions,
        |one| one.rolls,
        |one| one.fires,
        |one| one.checks,
        |one| one.charges,
        |one| one.player_turns,
    ];
    let games = courses.len().max(1) as f64;
    parts.map(|part| {
        let all = courses.iter().map(|one| f64::from(part(&one.effort)));
        all.sum::<f64>() / games
    })
}

/// Where a result is kept, by all that it follows from: the program, the scenario, the rules, the
/// players and the seeds. What another program plays follows from none of these and is not kept.
pub fn kept_at(
    many: &Many,
    source: &ScenarioSource,
    house: &HouseRules,
    what: &str,
) -> Option<PathBuf> {
    if many.table.match_up.has_program() {
        return None;
    }
    let roll = Roll::of(&many.scenario);
    let stands: Vec<u32> = many
        .scenario
        .units
        .iter()
        .map(|unit| unit.muster.stands)
        .collect();
    let battles = Battles::new(source, house, &many.table, roll);
    let key = (FORM, battles, stands, many.first, many.games, program());
    let text = serde_json::to_vec(&key).ok()?;
    let name = format!("{what}-{}.json", Hex(xxh3_64(&text)));
    Some(data()?.join("previews").join(name))
}

/// What was kept, if it is there and whole.
pub fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    let bytes = disk::read(path, MOST_BYTES).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Keeps a result. A disk that will not have it is no reason to fail.
pub fn keep(path: &Path, result: &impl Serialize) {
    if let (Some(folder), Ok(text)) = (path.parent(), serde_json::to_vec(result))
        && fs::create_dir_all(folder).is_ok()
    {
        let _ = write_whole(path, &text);
    }
}

/// This very program: another one may play otherwise, even where its number is the same.
fn program() -> Option<(u64, u64)> {
    let there = fs::metadata(std::env::current_exe().ok()?).ok()?;
    let changed = there.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((there.len(), changed.as_millis() as u64))
}

/// What many battles add up to: as it was kept, or fought now. `shown` hears of every battle that is
/// over. `None` if it was called off before any was.
///
/// # Errors
/// When a battle broke off.
pub fn study(
    many: &Many,
    source: &ScenarioSource,
    house: &HouseRules,
    stopped: &AtomicBool,
    shown: impl Fn(u64) + Sync,
) -> Result<Option<Study>, String> {
    let path = kept_at(many, source, house, "study");
    if let Some(kept) = path.as_deref().and_then(read::<Study>)
        && kept.fits(many)
    {
        return Ok(Some(kept));
    }
    let watch = |_, session: &crate::session::Session| {
        let course = Course::of(session.battle(), session.thoughts());
        shown(1);
        course
    };
    // They say what they were about; it changes nothing that they do.
    let mut telling = balance::like(many, many.games);
    telling.table.thinking.told = true;
    let courses = telling.fight(stopped, watch, |_| false)?;
    if courses.is_empty() {
        return Ok(None);
    }
    let study = Study::of(many, &courses);
    // Only what is whole is worth keeping.
    if let (Some(path), false) = (path, stopped.load(Ordering::Relaxed)) {
        keep(&path, &study);
    }
    Ok(Some(study))
}
