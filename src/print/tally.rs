//! What many battles add up to: who wins, what it costs, who breaks, and how much was luck.

mod outcome;
mod roll;
mod shard;

use std::fmt::Write;

use serde_json::{Value, json};

use super::losses::Losses;
use super::luck::Luck;
use super::share::Share;
use crate::rules::{Named, Side};

use outcome::UnitEnd;
pub use outcome::{Outcome, place_of};
pub use roll::Roll;
pub use shard::{Battles, Fought, Shard, add};

/// Many battles of one scenario.
pub struct Tally<'a> {
    roll: &'a Roll,
    outcomes: &'a [Outcome],
    /// How long they took, where that is told.
    seconds: Option<f64>,
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
            won: told.filter(|(luck, win)| *luck * *win > 0.0).count() as f64,
        };
        let mut by_luck: Vec<_> = luck.iter().map(|luck| luck.abs()).zip(&wins).collect();
        by_luck.sort_by(|one, other| one.0.total_cmp(&other.0));
        by_luck.truncate(outcomes.len().div_ceil(3));
        let even = Share {
            of: by_luck.len(),
            won: by_luck.iter().filter(|(_, win)| **win > 0.0).count() as f64,
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
    pub fn of(roll: &'a Roll, outcomes: &'a [Outcome]) -> Self {
        Self {
            roll,
            outcomes,
            seconds: None,
        }
    }

    /// Tells how long they took too.
    pub fn in_seconds(self, seconds: f64) -> Self {
        let seconds = Some(seconds);
        Self { seconds, ..self }
    }

    /// How often a side won; nobody in a draw.
    pub fn wins(&self, side: Option<Side>) -> Share {
        let won = self.outcomes.iter().filter(|game| game.winner == side);
        Share {
            won: won.count() as f64,
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
        MeanLosses::of(
            self.outcomes
                .iter()
                .map(|outcome| outcome.units[unit].lost()),
        )
    }

    /// As a JSON object. Everything but `seconds` is the same for the same seeds.
    pub fn json(&self) -> Value {
        let units: Vec<_> = self
            .roll
            .units
            .iter()
            .enumerate()
            .map(|(number, unit)| {
                let losses = self.losses(number);
                json!({
                    "name": unit.name,
                    "side": unit.side,
                    "command": self.roll.command(unit),
                    "strength": unit.strength,
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
        let mut tally = json!({
            "scenario": self.roll.scenario,
            "scale": self.roll.scale,
            "games": self.outcomes.len(),
            "wins": {
                "union": self.wins(Some(Side::Union)).won as u64,
                "confederate": self.wins(Some(Side::Confederate)).won as u64,
                "draw": self.wins(None).won as u64,
            },
            "intervals": {
                "union": self.wins(Some(Side::Union)).json(),
                "confederate": self.wins(Some(Side::Confederate)).json(),
                "draw": self.wins(None).json(),
            },
            "turns": mean(turns),
            "casualties": {
                "union": casualties(Side::Union),
                "confederate": casualties(Side::Confederate),
            },
            "luck": LuckReport::of(self.outcomes).json(),
            "units": units,
        });
        if let (Some(seconds), Some(fields)) = (self.seconds, tally.as_object_mut()) {
            fields.insert("seconds".to_owned(), json!(seconds));
        }
        tally
    }

    /// As a table for people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let games = self.outcomes.len();
        let battles = if games == 1 { "battle" } else { "battles" };
        let (scenario, scale) = (&self.roll.scenario, self.roll.scale);
        let _ = write!(text, "{scenario} at {scale}: {games} {battles}");
        if let Some(seconds) = self.seconds {
            let per_second = games as f64 / seconds.max(1e-9);
            let _ = write!(text, " in {seconds:.1} seconds, {per_second:.1} a second");
        }
        text.push('\n');
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
        if draws.won > 0.0 {
            let _ = writeln!(text, "  {:<12} {}", "drawn", draws.percent());
        }
        let turns = mean(self.outcomes.iter().map(|game| f64::from(game.turns)));
        let _ = writeln!(
            text,
            "  A battle lasts {turns:.1} turns.\n\nHow much was luck"
        );
        LuckReport::of(self.outcomes).write(&mut text);
        for (number, command) in self.roll.commands.iter().enumerate() {
            let units: Vec<_> = self
                .roll
                .units
                .iter()
                .enumerate()
                .filter(|(_, unit)| unit.command == number)
                .collect();
            if units.is_empty() {
                continue;
            }
            let _ = writeln!(
                text,
                "\n{:<34} {:>8} {:>7} {:>5} {:>5} {:>6} {:>7} {:>7}",
                command, "strength", "losses", "shot", "ran", "taken", "routed", "removed"
            );
            for (unit, who) in units {
                let losses = self.losses(unit);
                let _ = writeln!(
                    text,
                    "  {:<32} {:>8} {:>7.1} {:>5.1} {:>5.1} {:>6.1} {:>5.0} % {:>5.0} %",
                    who.name,
                    who.strength,
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
