//! Who plays, as options of several commands.

use std::time::Duration;

use clap::Args;
use deadly_field::overlay::app::Budget;
use deadly_field::players::{Level, Patience, SeatKind, Thinking};
use deadly_field::session::{MatchUp, Table};

/// Who plays which side.
#[derive(Args)]
pub struct SeatArguments {
    /// Who plays the Union: computer:easy, computer:medium, computer:hard (or computer),
    /// computer:expert, random, or program:COMMAND.
    #[arg(long, value_name = "WHO", value_parser = seat)]
    union: Option<SeatKind>,
    /// Who plays the Confederates.
    #[arg(long, value_name = "WHO", value_parser = seat)]
    confederate: Option<SeatKind>,
    /// How many seconds another program may think about one decision.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    patience: f64,
    #[command(flatten)]
    thinking: ThinkingArguments,
}

/// How long computer:expert thinks.
#[derive(Args)]
pub struct ThinkingArguments {
    /// How many battles computer:expert plays on in its head for one decision.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    playouts: Option<u32>,
    /// How many seconds computer:expert may think about one activation at most: 1 at the window if
    /// left out, as long as it takes elsewhere, so that the same seed is the same battle.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    think: Option<f64>,
}

impl ThinkingArguments {
    /// What they ask for.
    pub fn thinking(&self) -> Thinking {
        Thinking {
            playouts: self.playouts.unwrap_or(Thinking::PLAYOUTS),
            at_most: self.think.map(Duration::from_secs_f64),
            told: false,
        }
    }

    /// What they ask for at the window; nothing if neither was given.
    pub fn budget(&self) -> Option<Budget> {
        let given = self.playouts.is_some() || self.think.is_some();
        given.then(|| Budget(self.thinking()))
    }
}

/// Somebody who can play, by name.
pub fn seat(text: &str) -> Result<SeatKind, String> {
    text.parse()
}

/// The seed of all dice.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("is no seed; allowed: a whole number from 0 to {}", u64::MAX))
}

/// A number of seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| format!("`{text}` is no number of seconds"))?;
    if (0.01..=86_400.0).contains(&seconds) {
        Ok(seconds)
    } else {
        Err(format!("`{text}` seconds; allowed: 0.01 to 86400"))
    }
}

impl SeatArguments {
    /// Whoever was asked for; else whoever sat there before, if he can sit down by himself; else
    /// the computer. A program is only ever started by whoever asks for it here.
    pub fn table(&self, sat: Option<(&str, &str)>) -> Table {
        let kind = |asked: &Option<SeatKind>, sat: Option<&str>| {
            let before = sat.and_then(SeatKind::in_file);
            let before = before.filter(|kind| !kind.is_person());
            asked
                .clone()
                .or(before)
                .unwrap_or(SeatKind::Computer(Level::Hard))
        };
        let match_up = MatchUp {
            union: kind(&self.union, sat.map(|sat| sat.0)),
            confederate: kind(&self.confederate, sat.map(|sat| sat.1)),
        };
        Table {
            patience: Patience(Duration::from_secs_f64(self.patience)),
            thinking: self.thinking.thinking(),
            ..Table::new(match_up)
        }
    }

    /// A side for which a person was asked, where none can sit.
    pub fn person(&self) -> Option<&'static str> {
        let person = |kind: &Option<SeatKind>| kind.as_ref().is_some_and(SeatKind::is_person);
        if person(&self.union) {
            Some("--union")
        } else if person(&self.confederate) {
            Some("--confederate")
        } else {
            None
        }
    }
}
