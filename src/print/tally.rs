//! What many battles add up to: who wins, what it costs, who breaks, and how much was luck.

use std::fmt::Write;

use serde_json::{Value, json};

use super::Tale;
use super::losses::{Losses, of_side, tolls};
use super::luck::Luck;
use crate::army::{Fate, Presence, UnitId};
use crate::rules::{Morale, Named, Side};
use crate::scenario::Scenario;

/// What is kept of one battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    turns: u32,
    /// Of the Union and of the Confederates.
    casualties: (Losses, Losses),
    units: Vec<UnitOutcome>,
    luck: Luck,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct UnitOutcome {
    lost: Losses,
    end: UnitEnd,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnitEnd {
    Standing,
    Routed,
    Removed,
    Absent,
}

impl Outcome {
    /// What came of a battle.
    pub fn of<'a>(battle: impl Into<Tale<'a>>) -> Self {
        let tale = battle.into();
        let army = tale.army();
        let end = |id: UnitId| match army.presence(id) {
            Presence::Gone(Fate::Absent) | Presence::Waiting { .. } => UnitEnd::Absent,
            // It fights on with another regiment, or has ridden off unbeaten.
            Presence::Gone(Fate::Joined | Fate::RodeOff | Fate::Withdrew | Fate::Dummy) => {
                UnitEnd::Standing
            }
            Presence::Gone(_) => UnitEnd::Removed,
            Presence::OnTable if army.unit(id).morale == Morale::Routed => UnitEnd::Routed,
            Presence::OnTable | Presence::Hidden => UnitEnd::Standing,
        };
        let tolls = tolls(&tale);
        Self {
            winner: army.verdict().and_then(|verdict| verdict.winner),
            turns: army.clock().turn,
            casualties: (
                of_side(&tale, &tolls, Side::Union),
                of_side(&tale, &tolls, Side::Confederate),
            ),
            units: army
                .units()
                .filter(|&id| !army.is_dummy(id))
                .map(|id| UnitOutcome {
                    lost: tolls[id.0 as usize],
                    end: end(id),
                })
                .collect(),
            luck: Luck::of(tale),
        }
    }

    /// 1 for the Union, -1 for the Confederates.
    fn success(&self) -> f64 {
        match self.winner {
            Some(Side::Union) => 1.0,
            Some(Side::Confederate) => -1.0,
            None => 0.0,
        }
    }

    /// How many more the Confederates lost.
    fn margin(&self) -> f64 {
        f64::from(self.casualties.1.all()) - f64::from(self.casualties.0.all())
    }

    fn lost(&self, side: Side) -> Losses {
        match side {
            Side::Union => self.casualties.0,
            Side::Confederate => self.casualties.1,
        }
    }
}

/// Many battles of one scenario.
pub struct Tally<'a> {
    scenario: &'a Scenario,
    outcomes: &'a [Outcome],
    seconds: f64,
}

/// A share with its 95 % interval (Wilson).
#[derive(Clone, Copy, Debug, PartialEq)]
struct Share {
    won: usize,
    of: usize,
}

impl Share {
    fn share(self) -> f64 {
        self.won as f64 / self.of.max(1) as f64
    }

    fn interval(self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        let (n, z) = (self.of as f64, 1.96);
        let share = self.share();
        let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half =
            z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    fn json(self) -> Value {
        let (low, high) = self.interval();
        json!({ "share": self.share(), "low": low, "high": high, "games": self.of })
    }

    fn percent(self) -> String {
        let (low, high) = self.interval();
        let [share, low, high] = [self.share(), low, high].map(|share| 100.0 * share);
        format!("{share:.1} % ({low:.0} to {high:.0} %)")
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count.max(1))
}

/// How far values lie from their mean.
fn deviation(values: &[f64]) -> f64 {
    let middle = mean(values.iter().copied());
    mean(values.iter().map(|value| (value - middle).powi(2))).sqrt()
}

/// Pearson's; `None` where one of them never changes.
fn correlation(one: &[f64], other: &[f64]) -> Option<f64> {
    let spread = deviation(one) * deviation(other);
    if spread < 1e-12 {
        return None;
    }
    let (a, b) = (mean(one.iter().copied()), mean(other.iter().copied()));
    let both = mean(one.iter().zip(other).map(|(x, y)| (x - a) * (y - b)));
    Some(both / spread)
}

/// Losses of many battles on average.
struct MeanLosses {
    all: f64,
    shot: f64,
    ran: f64,
    taken: f64,
}

impl MeanLosses {
    fn of(losses: impl Iterator<Item = Losses> + Clone) -> Self {
        let part =
            |part: fn(&Losses) -> u32| mean(losses.clone().map(|losses| f64::from(part(&losses))));
        Self {
            all: part(Losses::all),
            shot: part(|losses| losses.hit),
            ran: part(|losses| losses.ran),
            taken: part(|losses| losses.taken),
        }
    }
}

/// How much was luck.
struct LuckReport {
    /// Won by the side with the better dice.
    better: Share,
    /// Won by the Union in the third of the battles whose dice were most even.
    even: Share,
    /// How far the dice were from even in those, at most.
    even_within: f64,
    /// How far luck lies from nothing as a rule.
    spread: f64,
    with_win: Option<f64>,
    with_losses: Option<f64>,
    kinds: [(&'static str, f64, Option<f64>); 5],
}

impl LuckReport {
    fn of(outcomes: &[Outcome]) -> Self {
        let luck: Vec<f64> = outcomes
            .iter()
            .map(|outcome| outcome.luck.total())
            .collect();
        let wins: Vec<f64> = outcomes.iter().map(Outcome::success).collect();
        let margins: Vec<f64> = outcomes.iter().map(Outcome::margin).collect();
        let told = luck
            .iter()
            .zip(&wins)
            .filter(|(luck, win)| **luck != 0.0 && **win != 0.0);
        let better = Share {
            of: told.clone().count(),
            won: told.filter(|(luck, win)| *luck * *win > 0.0).count(),
        };
        let mut by_luck: Vec<_> = luck.iter().map(|luck| luck.abs()).zip(&wins).collect();
        by_luck.sort_by(|one, other| one.0.total_cmp(&other.0));
        by_luck.truncate(outcomes.len().div_ceil(3));
        let even = Share {
            of: by_luck.len(),
            won: by_luck.iter().filter(|(_, win)| **win > 0.0).count(),
        };
        let kind = |name: &'static str, part: fn(&Luck) -> f64| {
            let values: Vec<f64> = outcomes.iter().map(|outcome| part(&outcome.luck)).collect();
            (name, deviation(&values), correlation(&values, &wins))
        };
        Self {
            better,
            even,
            even_within: by_luck.last().map_or(0.0, |(luck, _)| *luck),
            spread: deviation(&luck),
            with_win: correlation(&luck, &wins),
            with_losses: correlation(&luck, &margins),
            kinds: [
                kind("fire", |luck| luck.fire),
                kind("morale", |luck| luck.morale),
                kind("impact", |luck| luck.impact),
                kind("melee", |luck| luck.melee),
                kind("fate", |luck| luck.fate),
            ],
        }
    }

    fn json(&self) -> Value {
        let kinds: serde_json::Map<_, _> = self
            .kinds
            .iter()
            .map(|(name, spread, with_win)| {
                let value = json!({ "spread": spread, "correlation_with_win": with_win });
                ((*name).to_owned(), value)
            })
            .collect();
        json!({
            "spread": self.spread,
            "better_dice_won": self.better.json(),
            "union_with_even_dice": self.even.json(),
            "even_within": self.even_within,
            "correlation_with_win": self.with_win,
            "correlation_with_losses": self.with_losses,
            "kinds": kinds,
        })
    }

    fn write(&self, text: &mut String) {
        let squared = |value: Option<f64>| 100.0 * value.unwrap_or(0.0).powi(2);
        let _ = writeln!(
            text,
            "  The side with the better dice won {}.",
            self.better.percent()
        );
        let _ = writeln!(
            text,
            "  Dice account for {:.0} % of who won and {:.0} % of the difference in losses.",
            squared(self.with_win),
            squared(self.with_losses)
        );
        let _ = writeln!(
            text,
            "  In the {} battles with the most even dice (within {:.1} figures' worth) the Union won {}.",
            self.even.of,
            self.even_within,
            self.even.percent()
        );
        let named: Vec<_> = self
            .kinds
            .iter()
            .map(|(name, spread, _)| format!("{name} {spread:.1}"))
            .collect();
        let _ = writeln!(
            text,
            "  As a rule the dice favour one side by {:.1} figures' worth: {}.",
            self.spread,
            named.join(", ")
        );
    }
}

impl<'a> Tally<'a> {
    /// Adds battles up.
    pub fn of(scenario: &'a Scenario, outcomes: &'a [Outcome], seconds: f64) -> Self {
        Self {
            scenario,
            outcomes,
            seconds,
        }
    }

    fn wins(&self, side: Option<Side>) -> Share {
        let won = self.outcomes.iter().filter(|game| game.winner == side);
        Share {
            won: won.count(),
            of: self.outcomes.len(),
        }
    }

    /// How often a unit ended so.
    fn ended(&self, unit: usize, ends: &[UnitEnd]) -> f64 {
        let ended = |outcome: &Outcome| ends.contains(&outcome.units[unit].end);
        mean(
            self.outcomes
                .iter()
                .map(|outcome| f64::from(u8::from(ended(outcome)))),
        )
    }

    fn losses(&self, unit: usize) -> MeanLosses {
        MeanLosses::of(self.outcomes.iter().map(|outcome| outcome.units[unit].lost))
    }

    /// As a JSON object. Everything but `seconds` is the same for the same seeds.
    pub fn json(&self) -> Value {
        let units: Vec<_> = self
            .scenario
            .real_units()
            .enumerate()
            .map(|(number, unit)| {
                let losses = self.losses(number);
                json!({
                    "name": unit.name,
                    "side": unit.unit.side,
                    "command": self.scenario.commands[unit.command].name,
                    "strength": unit.muster.strength,
                    "mean_losses": losses.all,
                    "mean_shot": losses.shot,
                    "mean_ran": losses.ran,
                    "mean_taken": losses.taken,
                    "broken": self.ended(number, &[UnitEnd::Routed, UnitEnd::Removed]),
                    "routed": self.ended(number, &[UnitEnd::Routed]),
                    "removed": self.ended(number, &[UnitEnd::Removed]),
                    "absent": self.ended(number, &[UnitEnd::Absent]),
                })
            })
            .collect();
        let casualties = |side: Side| {
            let losses = self.outcomes.iter().map(|game| game.lost(side));
            let lost: Vec<f64> = losses.clone().map(|lost| f64::from(lost.all())).collect();
            let means = MeanLosses::of(losses);
            json!({
                "mean": means.all,
                "deviation": deviation(&lost),
                "shot": means.shot,
                "ran": means.ran,
                "taken": means.taken,
            })
        };
        let turns = self.outcomes.iter().map(|game| f64::from(game.turns));
        json!({
            "scenario": self.scenario.name,
            "scale": self.scenario.field.scale,
            "games": self.outcomes.len(),
            "wins": {
                "union": self.wins(Some(Side::Union)).won,
                "confederate": self.wins(Some(Side::Confederate)).won,
                "draw": self.wins(None).won,
            },
            "intervals": {
                "union": self.wins(Some(Side::Union)).json(),
                "confederate": self.wins(Some(Side::Confederate)).json(),
                "draw": self.wins(None).json(),
            },
            "seconds": self.seconds,
            "turns": mean(turns),
            "casualties": {
                "union": casualties(Side::Union),
                "confederate": casualties(Side::Confederate),
            },
            "luck": LuckReport::of(self.outcomes).json(),
            "units": units,
        })
    }

    /// As a table for people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let games = self.outcomes.len();
        let per_second = games as f64 / self.seconds.max(1e-9);
        let battles = if games == 1 { "battle" } else { "battles" };
        let _ = writeln!(
            text,
            "{} at {}: {games} {battles} in {:.1} seconds, {per_second:.1} a second",
            self.scenario.name, self.scenario.field.scale, self.seconds
        );
        for side in [Side::Union, Side::Confederate] {
            let losses = MeanLosses::of(self.outcomes.iter().map(|game| game.lost(side)));
            let won = self.wins(Some(side)).percent();
            let _ = writeln!(
                text,
                "  {:<12} wins {won}, loses {:.1} figures and sections: {:.1} shot or cut down, {:.1} run off, {:.1} taken",
                side.name(),
                losses.all,
                losses.shot,
                losses.ran,
                losses.taken
            );
        }
        let draws = self.wins(None);
        if draws.won > 0 {
            let _ = writeln!(text, "  {:<12} {}", "drawn", draws.percent());
        }
        let turns = mean(self.outcomes.iter().map(|game| f64::from(game.turns)));
        let _ = writeln!(
            text,
            "  A battle lasts {turns:.1} turns.\n\nHow much was luck"
        );
        LuckReport::of(self.outcomes).write(&mut text);
        for (number, command) in self.scenario.commands.iter().enumerate() {
            let units: Vec<_> = self
                .scenario
                .real_units()
                .enumerate()
                .filter(|(_, unit)| unit.command == number)
                .collect();
            if units.is_empty() {
                continue;
            }
            let _ = writeln!(
                text,
                "\n{:<34} {:>8} {:>7} {:>5} {:>5} {:>6} {:>7} {:>7}",
                command.name, "strength", "losses", "shot", "ran", "taken", "routed", "removed"
            );
            for (unit, setup) in units {
                let losses = self.losses(unit);
                let _ = writeln!(
                    text,
                    "  {:<32} {:>8} {:>7.1} {:>5.1} {:>5.1} {:>6.1} {:>5.0} % {:>5.0} %",
                    setup.name,
                    setup.muster.strength,
                    losses.all,
                    losses.shot,
                    losses.ran,
                    losses.taken,
                    100.0 * self.ended(unit, &[UnitEnd::Routed]),
                    100.0 * self.ended(unit, &[UnitEnd::Removed]),
                );
            }
        }
        text
    }
}
