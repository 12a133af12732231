//! What would make a scenario even: figures, turns or arrivals, found by fighting.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::study::{keep, kept_at, read};
use crate::field::geometry::{Bounds, convex_overlap};
use crate::print::share::Share;
use crate::print::tally::place_of;
use crate::rules::{Side, Stands};
use crate::scenario::rules_folder::HouseRules;
use crate::scenario::{Deployment, NEVER, Scenario, ScenarioSource};
use crate::session::{Many, Session};

/// A change to a scenario, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remedy {
    /// The change in words.
    pub what: String,
    /// Won by the Union, by the Confederates, and drawn.
    pub wins: [usize; 3],
}

impl Remedy {
    /// How many battles were fought.
    pub fn games(&self) -> usize {
        self.wins.iter().sum()
    }

    /// How often a side won; nobody in a draw.
    pub fn won(&self, side: Option<Side>) -> Share {
        Share {
            won: self.wins[place_of(side)] as f64,
            of: self.games(),
        }
    }

    /// What the Union gets of all battles, a draw being worth half of one.
    pub fn score(&self) -> f64 {
        let games = self.games().max(1) as f64;
        (self.wins[0] as f64 + self.wins[2] as f64 / 2.0) / games
    }

    /// Within a twentieth of half.
    pub fn is_even(&self) -> bool {
        (self.score() - 0.5).abs() <= 0.05
    }
}

/// A change by so many steps, in words and in the scenario; nothing where it cannot be made.
type Change = dyn Fn(&Scenario, u32) -> Option<(String, Scenario)>;

/// Something that can be changed step by step.
struct Dial {
    steps: u32,
    turn: Box<Change>,
}

/// A scenario as it is, and each change that helps with its new odds, the evenest first. Only those
/// that were fought before it was called off are told.
///
/// # Errors
/// When a battle broke off.
pub fn balance(
    many: &Many,
    stopped: &AtomicBool,
    shown: impl Fn(&str) + Sync,
) -> Result<(Remedy, Vec<Remedy>), String> {
    shown("the scenario as it is");
    let as_it_is = fought(many, &many.scenario, "as it is", stopped)?;
    let mut remedies: Vec<Remedy> = Vec::new();
    let before = (as_it_is.score() - 0.5).abs();
    if as_it_is.games() > 0 && !as_it_is.is_even() {
        let weaker = if as_it_is.score() < 0.5 {
            Side::Union
        } else {
            Side::Confederate
        };
        for dial in dials(weaker, many.rules.leaders.highest_benefit) {
            let best = turn(many, &dial, weaker, stopped, &shown)?;
            remedies.extend(best.filter(|one| (one.score() - 0.5).abs() < before));
        }
    }
    remedies.sort_by(|one, other| {
        let off = |remedy: &Remedy| (remedy.score() - 0.5).abs();
        off(one).total_cmp(&off(other))
    });
    Ok((as_it_is, remedies))
}

/// Of so many battles, one is fought again for each change that might make it even.
const A_CHANGE: u64 = 4;
/// But no fewer than these.
const LEAST: u64 = 10;

/// The same table, with as many battles as a booklet spends on each change.
pub fn fewer(many: &Many) -> Many {
    like(many, (many.games / A_CHANGE).max(LEAST))
}

/// The same table, with so many battles.
pub(super) fn like(many: &Many, games: u64) -> Many {
    Many {
        table: many.table.clone(),
        scenario: Arc::clone(&many.scenario),
        rules: Arc::clone(&many.rules),
        games,
        ..*many
    }
}

/// The same, as it was kept or fought now.
///
/// # Errors
/// When a battle broke off.
pub fn kept(
    many: &Many,
    source: &ScenarioSource,
    house: &HouseRules,
    stopped: &AtomicBool,
    shown: impl Fn(&str) + Sync,
) -> Result<(Remedy, Vec<Remedy>), String> {
    let path = kept_at(many, source, house, "balance");
    let kept = path.as_deref().and_then(read::<(Remedy, Vec<Remedy>)>);
    if let Some((as_it_is, remedies)) = kept
        && fits(&as_it_is, many)
        && remedies.iter().all(|one| fits(one, many))
    {
        return Ok((as_it_is, remedies));
    }
    let found = balance(many, stopped, shown)?;
    if let (Some(path), false) = (path, stopped.load(Ordering::Relaxed)) {
        keep(&path, &found);
    }
    Ok(found)
}

/// Whether a change that was kept was fought as often as is asked for.
fn fits(remedy: &Remedy, many: &Many) -> bool {
    let games = remedy
        .wins
        .iter()
        .try_fold(0usize, |sum, wins| sum.checked_add(*wins));
    games == usize::try_from(many.games).ok()
}

/// Turns a dial up until the weaker side wins half of the battles; whichever step came nearest.
fn turn(
    many: &Many,
    dial: &Dial,
    weaker: Side,
    stopped: &AtomicBool,
    shown: &(impl Fn(&str) + Sync),
) -> Result<Option<Remedy>, String> {
    let mut best: Option<Remedy> = None;
    let mut step = 1;
    while step <= dial.steps && !stopped.load(Ordering::Relaxed) {
        let Some((what, changed)) = (dial.turn)(&many.scenario, step) else {
            break;
        };
        shown(&what);
        let remedy = fought(many, &Arc::new(changed), &what, stopped)?;
        if remedy.games() < many.games as usize {
            break;
        }
        let score = match weaker {
            Side::Union => remedy.score(),
            Side::Confederate => 1.0 - remedy.score(),
        };
        let off = (score - 0.5).abs();
        if best
            .as_ref()
            .is_none_or(|best| off < (best.score() - 0.5).abs())
        {
            best = Some(remedy);
        }
        if score >= 0.5 {
            break;
        }
        step += 1;
    }
    Ok(best)
}

fn fought(
    many: &Many,
    scenario: &Arc<Scenario>,
    what: &str,
    stopped: &AtomicBool,
) -> Result<Remedy, String> {
    let mut changed = like(many, many.games);
    changed.scenario = Arc::clone(scenario);
    let winner = |_, session: &Session| {
        let verdict = session.battle().army().verdict();
        verdict.and_then(|verdict| verdict.winner)
    };
    let mut wins = [0; 3];
    for winner in changed.fight(stopped, winner, |_| false)? {
        wins[place_of(winner)] += 1;
    }
    Ok(Remedy {
        what: what.to_owned(),
        wins,
    })
}

fn dials(weaker: Side, best: u32) -> Vec<Dial> {
    let stronger = weaker.other();
    let dial = |steps, turn: Box<Change>| Dial { steps, turn };
    vec![
        dial(
            5,
            Box::new(move |scenario, step| figures(scenario, weaker, step as i32)),
        ),
        dial(
            5,
            Box::new(move |scenario, step| figures(scenario, stronger, -(step as i32))),
        ),
        dial(2, Box::new(|scenario, step| turns(scenario, step as i32))),
        dial(
            2,
            Box::new(|scenario, step| turns(scenario, -(step as i32))),
        ),
        dial(
            3,
            Box::new(move |scenario, step| arrivals(scenario, weaker, -(step as i32))),
        ),
        dial(
            3,
            Box::new(move |scenario, step| arrivals(scenario, stronger, step as i32)),
        ),
        dial(
            2,
            Box::new(move |scenario, step| leaders(scenario, weaker, step, best)),
        ),
    ]
}

/// A side's name before its own things.
fn of(side: Side) -> &'static str {
    match side {
        Side::Union => "Union",
        Side::Confederate => "Confederate",
    }
}

/// A twentieth of a side's figures more or fewer for each step, one regiment after the other.
pub fn figures(scenario: &Scenario, side: Side, steps: i32) -> Option<(String, Scenario)> {
    let mut changed = scenario.clone();
    let all: u32 = scenario.strength(side).0;
    let wanted = (all as f32 * 0.05 * steps.unsigned_abs() as f32)
        .round()
        .max(1.0) as u32;
    let numbers: Vec<usize> = (0..scenario.units.len())
        .filter(|&number| {
            let unit = &scenario.units[number];
            let foot = !unit.unit.is_artillery() && unit.unit.side == side && !unit.dummy;
            foot && unit.make_up.uneven.is_empty()
        })
        .collect();
    let mut given = 0;
    // Round after round, so that all have about as much of it; no more than three for anybody.
    'rounds: for _ in 0..3 {
        for &number in &numbers {
            if given == wanted {
                break 'rounds;
            }
            if resized(&mut changed, number, steps.signum()) {
                given += 1;
            }
        }
    }
    if given == 0 {
        return None;
    }
    let points = match side {
        Side::Union => scenario.muster.0,
        Side::Confederate => scenario.muster.1,
    };
    let worth = if points > 0 && all > 0 {
        let worth = points as f32 * given as f32 / all as f32;
        format!(", about {worth:.0} muster points")
    } else {
        String::new()
    };
    let more = if steps > 0 { "more" } else { "fewer" };
    Some((
        format!("{given} {more} {} figures{worth}", of(side)),
        changed,
    ))
}

/// Gives a regiment a figure or takes one; whether it has room where it stands.
fn resized(scenario: &mut Scenario, number: usize, by: i32) -> bool {
    let old = scenario.units[number].clone();
    let unit = &mut scenario.units[number];
    let Some(strength) = unit.muster.strength.checked_add_signed(by) else {
        return false;
    };
    if strength < unit.muster.stands.max(2) {
        return false;
    }
    unit.muster.strength = strength;
    unit.unit.strength = strength;
    let Some(footprint) = scenario.units[number].footprint(&scenario.field) else {
        return true;
    };
    let table = Bounds {
        low: bevy::math::Vec2::ZERO,
        high: scenario.field.size,
    };
    let inside = |stand: &crate::field::stand::Stand| {
        stand.corners().iter().all(|&corner| table.contains(corner))
    };
    let free = scenario.units.iter().enumerate().all(|(other, unit)| {
        let there = unit.footprint(&scenario.field).filter(|_| other != number);
        there.is_none_or(|there| {
            !there.stands.iter().any(|stand| {
                let own = footprint.stands.iter();
                own.clone()
                    .any(|own| convex_overlap(&own.outline(), &stand.outline()))
            })
        })
    });
    let good = by < 0 || (free && footprint.stands.iter().all(inside));
    if !good {
        scenario.units[number] = old;
    }
    good
}

/// More turns, or fewer.
pub fn turns(scenario: &Scenario, by: i32) -> Option<(String, Scenario)> {
    let turns = scenario
        .turns
        .checked_add_signed(by)
        .filter(|&turns| turns >= 2)?;
    let mut changed = scenario.clone();
    changed.turns = turns;
    let more = if by > 0 { "more" } else { "fewer" };
    let s = if by.abs() == 1 { "" } else { "s" };
    Some((format!("{} turn{s} {more}: {turns}", by.abs()), changed))
}

/// A side's reinforcements earlier, or later.
pub fn arrivals(scenario: &Scenario, side: Side, by: i32) -> Option<(String, Scenario)> {
    let mut changed = scenario.clone();
    let last = scenario.turns;
    let mut any = false;
    for unit in changed
        .units
        .iter_mut()
        .filter(|unit| unit.unit.side == side)
    {
        if let Deployment::Arrives { turn, .. } = &mut unit.deployment {
            let moved = turn.checked_add_signed(by).filter(|&moved| moved >= 1);
            if let Some(moved) = moved.filter(|_| *turn < NEVER)
                && (by < 0 || moved <= last)
            {
                *turn = moved;
                any = true;
            }
        }
    }
    let when = if by < 0 { "earlier" } else { "later" };
    let s = if by.abs() == 1 { "" } else { "s" };
    any.then(|| {
        let what = format!(
            "{} reinforcements come {} turn{s} {when}",
            of(side),
            by.abs()
        );
        (what, changed)
    })
}

/// Better leaders on one side, as good as any may be.
pub fn leaders(scenario: &Scenario, side: Side, by: u32, best: u32) -> Option<(String, Scenario)> {
    let mut changed = scenario.clone();
    let mut any = false;
    for leader in changed
        .leaders
        .iter_mut()
        .filter(|leader| leader.side == side)
    {
        let better = (leader.benefit + by).min(best).max(leader.benefit);
        any |= better > leader.benefit;
        leader.benefit = better;
    }
    any.then(|| {
        let what = format!(
            "{} leaders have {by} more benefit (at most {best})",
            of(side)
        );
        (what, changed)
    })
}

/// Regiments on so many stands instead of those that the scenario gives them.
pub fn on_stands(scenario: &mut Scenario, stands: u32) {
    for unit in scenario
        .units
        .iter_mut()
        .filter(|unit| !unit.unit.is_artillery())
    {
        let few = unit.muster.strength < stands || !unit.make_up.uneven.is_empty();
        if few {
            continue;
        }
        unit.muster.stands = stands;
        unit.unit.stands = Stands {
            now: stands,
            full: stands,
        };
    }
}
