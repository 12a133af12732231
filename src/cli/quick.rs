//! What a quick battle is made of, as options of several commands.

use std::ops::RangeInclusive;
use std::path::Path;

use clap::Args;
use deadly_field::rules::muster::Period;
use deadly_field::rules::{Named, Season, Side};
use deadly_field::scenario::file::{Country, Edge};
use deadly_field::scenario::quick::{self, Aim, QuickBattle, Sky, Strength, battlespace_of};
use deadly_field::scenario::{FileFault, Origin, find};

/// What a quick battle is made of: only with `quick` in the place of a scenario.
#[derive(Args)]
#[command(next_help_heading = "Quick battle (with `quick` in the place of the scenario)")]
pub struct QuickArguments {
    /// Points of each side; 40 for each square if left out.
    #[arg(long, value_name = "N", conflicts_with = "cards", value_parser = points)]
    points: Option<u32>,
    /// Cards that say how strong each side is; nobody tells before the end.
    #[arg(long, value_name = "N", value_parser = cards)]
    cards: Option<u32>,
    /// The numbered points of the book's board whose squares are fought over, such as 06, 14-15 or
    /// 25-26-27-28; 06 if left out.
    #[arg(long, value_name = "POINTS")]
    battlespace: Option<String>,
    /// The period of the forces: 1861_63, early_1864, late_1864 or 1865; a year will do.
    #[arg(long, value_parser = super::muster::period)]
    period: Option<Period>,
    /// What country it is: poor, ordinary or rich.
    #[arg(long, value_parser = super::muster::named::<Country>)]
    country: Option<Country>,
    /// The weather: dry, wet, very_dry or rolled.
    #[arg(long, value_parser = super::muster::named::<Sky>)]
    weather: Option<Sky>,
    /// The season: spring, summer, fall or winter.
    #[arg(long, value_parser = super::muster::named::<Season>)]
    season: Option<Season>,
    /// What is fought for: meeting, union_attacks, confederate_attacks or losses.
    #[arg(long, value_parser = super::muster::named::<Aim>)]
    aim: Option<Aim>,
    /// The edge behind the Union: north, east, south or west.
    #[arg(long, value_name = "EDGE", value_parser = super::muster::named::<Edge>)]
    union_from: Option<Edge>,
    /// More points for one side, in percent, such as union:25; for both: give it twice.
    #[arg(long, value_name = "SIDE:PERCENT", value_parser = handicap)]
    handicap: Vec<(Side, u32)>,
    /// How many turns; 6 if left out.
    #[arg(long, value_name = "N", value_parser = turns)]
    turns: Option<u32>,
    /// Cards may bring reinforcements at the beginning of every turn.
    #[arg(long)]
    reinforcements: bool,
}

fn points(text: &str) -> Result<u32, String> {
    number(text, &quick::POINTS)
}

fn cards(text: &str) -> Result<u32, String> {
    number(text, &quick::CARDS)
}

fn turns(text: &str) -> Result<u32, String> {
    number(text, &quick::TURNS)
}

/// A whole number of those that are allowed.
fn number(text: &str, allowed: &RangeInclusive<u32>) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| allowed.contains(number));
    number.ok_or_else(|| {
        format!(
            "a whole number from {} to {}",
            allowed.start(),
            allowed.end()
        )
    })
}

fn handicap(text: &str) -> Result<(Side, u32), String> {
    let parts = text.split_once(':').and_then(|(side, percent)| {
        let percent = percent.trim_end_matches('%').parse().ok()?;
        Some((Side::from_name(side)?, percent))
    });
    parts.ok_or_else(|| "a side and percent, such as union:25".to_owned())
}

impl QuickArguments {
    /// An option that was given, if one was.
    pub fn given(&self) -> Option<&'static str> {
        let options = [
            ("--points", self.points.is_some()),
            ("--cards", self.cards.is_some()),
            ("--battlespace", self.battlespace.is_some()),
            ("--period", self.period.is_some()),
            ("--country", self.country.is_some()),
            ("--weather", self.weather.is_some()),
            ("--season", self.season.is_some()),
            ("--aim", self.aim.is_some()),
            ("--union-from", self.union_from.is_some()),
            ("--handicap", !self.handicap.is_empty()),
            ("--turns", self.turns.is_some()),
            ("--reinforcements", self.reinforcements),
        ];
        let mut given = options.into_iter().filter(|(_, given)| *given);
        given.next().map(|(option, _)| option)
    }

    /// What is meant by the word in the place of a scenario: a file of yours or ours, or a quick
    /// battle.
    pub fn origin(&self, named: &Path) -> Result<Origin, Vec<FileFault>> {
        let path = find(named);
        let option = self.given();
        // Whoever keeps a scenario of that name means it, unless he says otherwise.
        if named == Path::new(quick::NAME) && (option.is_some() || !path.is_file()) {
            return Ok(Origin::from(self.quick()));
        }
        match option {
            Some(option) => Err(vec![FileFault {
                file: "deadly-field".to_owned(),
                place: None,
                field: option.to_owned(),
                what: format!(
                    "is for quick battles: say `{}` and not `{}`",
                    quick::NAME,
                    named.display()
                ),
            }]),
            None => Ok(Origin::File(path)),
        }
    }

    fn quick(&self) -> QuickBattle {
        let usual = QuickBattle::default();
        let percent = |side: Side| {
            let own = self.handicap.iter().filter(|(whose, _)| *whose == side);
            own.map(|(_, percent)| *percent).next_back().unwrap_or(0)
        };
        let battlespace = self.battlespace.as_deref().map(battlespace_of);
        QuickBattle {
            battlespace: battlespace.unwrap_or(usual.battlespace),
            strength: match (self.points, self.cards) {
                (Some(points), _) => Strength::Points(points),
                (None, Some(cards)) => Strength::Cards(cards),
                (None, None) => Strength::Squares,
            },
            handicap: (percent(Side::Union), percent(Side::Confederate)),
            period: self.period.unwrap_or(usual.period),
            country: self.country.unwrap_or_default(),
            sky: self.weather.unwrap_or_default(),
            season: self.season.unwrap_or(usual.season),
            aim: self.aim.unwrap_or_default(),
            union_from: self.union_from.unwrap_or(usual.union_from),
            turns: self.turns.unwrap_or(usual.turns),
            reinforcements: self.reinforcements,
        }
    }
}
