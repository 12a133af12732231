//! Quick battles: a battlespace cut out of the book's board, points, a period and a country, and a
//! scenario is made of them.

mod text;
mod ways;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::file::{BoardFile, Country, Edge};
use super::force::{FORCES, Manner, Want, raise};
use super::origin::Draft;
use super::source::Shelf;
use super::{FileFault, battlespace, spelling};
use crate::rules::muster::{MusterPart, PartKind, Period};
use crate::rules::named::named;
use crate::rules::{Rules, Season, Side};

pub use ways::Ground;

/// The word that means a quick battle where a scenario is asked for.
pub const NAME: &str = "quick";

/// The file that it would lie in.
pub(super) const PATH: &str = "scenarios/quick.ron";

/// The board that it is cut out of.
const BOARD: &str = "boards/crossroads.ron";

/// Points that may be asked for: a brigade with a battery, and what a corps may cost twice.
pub const POINTS: std::ops::RangeInclusive<u32> = 40..=2_000;

/// Cards that may be drawn for a side: a single ace would buy no brigade.
pub const CARDS: std::ops::RangeInclusive<u32> = 2..=20;
/// Percent more that a side may have.
pub const PERCENT: std::ops::RangeInclusive<u32> = 0..=100;
/// Turns.
pub const TURNS: std::ops::RangeInclusive<u32> = 1..=20;

/// The same forces for the same choices.
const READY_SEED: u64 = 1863;

named! {
    /// The weather of a quick battle.
    #[derive(Default)]
    pub enum Sky: "weather" {
        /// By the terrain chart.
        #[default]
        Dry = "dry",
        /// After rain.
        Wet = "wet",
        /// After a long dry spell: trails are as good as roads, and creeks disorder nobody.
        VeryDry = "very_dry",
        /// One die: wet up to three.
        Rolled = "rolled",
    }
}

named! {
    /// What a quick battle is fought for.
    #[derive(Default)]
    pub enum Aim: "aim" {
        /// Two forces meet: the middle of the field, and losses.
        #[default]
        Meeting = "meeting",
        /// The Union attacks a position.
        UnionAttacks = "union_attacks",
        /// The Confederates attack one.
        ConfederateAttacks = "confederate_attacks",
        /// Losses alone.
        Losses = "losses",
    }
}

impl Aim {
    /// Who attacks, if one side does.
    pub fn attacker(self) -> Option<Side> {
        match self {
            Self::UnionAttacks => Some(Side::Union),
            Self::ConfederateAttacks => Some(Side::Confederate),
            Self::Meeting | Self::Losses => None,
        }
    }
}

/// How strong the sides of a quick battle are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strength {
    /// The usual points for each square.
    #[default]
    Squares,
    /// So many points.
    Points(u32),
    /// What so many cards are worth, which nobody tells before the end.
    Cards(u32),
}

/// Everything that is chosen for a quick battle.
#[derive(Clone, Debug, PartialEq)]
pub struct QuickBattle {
    /// The numbered points of the board whose squares are fought over.
    pub battlespace: Vec<String>,
    /// How strong each side is.
    pub strength: Strength,
    /// Percent more: of the Union, of the Confederates.
    pub handicap: (u32, u32),
    /// The period that forces are of.
    pub period: Period,
    /// What kind of country it is.
    pub country: Country,
    /// The weather.
    pub sky: Sky,
    /// The season.
    pub season: Season,
    /// What is fought for.
    pub aim: Aim,
    /// The edge behind the Union; the Confederates have the other.
    pub union_from: Edge,
    /// How many turns.
    pub turns: u32,
    /// Whether cards bring reinforcements.
    pub reinforcements: bool,
}

impl Default for QuickBattle {
    fn default() -> Self {
        Self {
            battlespace: vec!["06".to_owned()],
            strength: Strength::Squares,
            handicap: (0, 0),
            period: Period::UpTo1863,
            country: Country::Ordinary,
            sky: Sky::Dry,
            season: Season::Summer,
            aim: Aim::Meeting,
            union_from: Edge::North,
            turns: 6,
            reinforcements: false,
        }
    }
}

/// The numbered points of a battlespace as people write it: `06`, `14-15`, `25-26-27-28`; commas
/// and spaces will do.
pub fn battlespace_of(text: &str) -> Vec<String> {
    let parts = text.split(['-', ',', ' ']).filter(|part| !part.is_empty());
    parts
        .map(|part| match part.parse::<u32>() {
            Ok(number) => format!("{number:02}"),
            Err(_) => part.to_owned(),
        })
        .collect()
}

impl QuickBattle {
    fn fault(what: String) -> Vec<FileFault> {
        vec![FileFault {
            file: NAME.to_owned(),
            place: None,
            field: String::new(),
            what,
        }]
    }

    /// The board that it is cut out of, in its country.
    fn board(&self) -> Result<BoardFile, Vec<FileFault>> {
        let mut board = board()?;
        super::country::shape(&mut board, self.country);
        Ok(board)
    }

    /// What each command of a side may cost; `None` where cards say it. More than a corps of the
    /// period costs is brought by several.
    ///
    /// Rules: `scenario.force_size`, `muster.1864`, `muster.1865`.
    pub fn granted(&self, rules: &Rules, side: Side, squares: (u32, u32)) -> Vec<Option<u32>> {
        let percent = match side {
            Side::Union => self.handicap.0,
            Side::Confederate => self.handicap.1,
        };
        let points = match self.strength {
            Strength::Squares => rules.points_with_handicap(squares.0 * squares.1, percent),
            Strength::Points(points) => points * (100 + percent) / 100,
            Strength::Cards(_) => return vec![None],
        };
        let corps = rules.muster.limits[self.period].corps;
        let most = corps.map_or(u32::MAX, |corps| corps.of(side));
        let commands = points.div_ceil(most).max(1);
        let each = |number: u32| points / commands + u32::from(number < points % commands);
        (0..commands).map(|number| Some(each(number))).collect()
    }

    /// What is chosen that cannot be.
    fn check(&self) -> Result<(), String> {
        match self.strength {
            Strength::Points(points) if !POINTS.contains(&points) => {
                let (least, most) = POINTS.into_inner();
                return Err(format!("{points} points; allowed: {least} to {most}"));
            }
            Strength::Cards(cards) if !CARDS.contains(&cards) => {
                let (least, most) = CARDS.into_inner();
                return Err(format!("{cards} cards; allowed: {least} to {most}"));
            }
            Strength::Cards(_) if self.handicap != (0, 0) => {
                return Err("nobody has a handicap where cards say how strong he is".to_owned());
            }
            _ => {}
        }
        for percent in [self.handicap.0, self.handicap.1] {
            if !PERCENT.contains(&percent) {
                let most = PERCENT.end();
                return Err(format!("{percent} percent more; allowed: 0 to {most}"));
            }
        }
        if !TURNS.contains(&self.turns) {
            let (least, most) = TURNS.into_inner();
            return Err(format!("{} turns; allowed: {least} to {most}", self.turns));
        }
        Ok(())
    }

    /// The scenario that is made of it, with a ready force for each side.
    ///
    /// Rules: `scenario.battlespace`, `scenario.force_size`.
    pub(super) fn draft(&self, rules: &Rules) -> Result<Draft, Vec<FileFault>> {
        self.check().map_err(Self::fault)?;
        let board = self.board()?;
        let (squares, ground) = battlespace::cut(&board, &self.battlespace).map_err(Self::fault)?;
        let place = Ground::of(squares, &ground);
        let mut made = BTreeMap::new();
        for side in [Side::Union, Side::Confederate] {
            let force = self.ready(rules, side, squares).map_err(Self::fault)?;
            made.insert(force_file(side), force);
        }
        Ok(Draft {
            path: PathBuf::from(PATH),
            text: self.text(rules, &place),
            made,
        })
    }

    /// The ready force of a side: the one that was drawn up for it, or one that the computer
    /// musters, always the same.
    fn ready(&self, rules: &Rules, side: Side, squares: (u32, u32)) -> Result<String, String> {
        let granted = self.granted(rules, side, squares);
        if let [Some(160)] = granted[..]
            && self.period == Period::UpTo1863
            && !self.reinforcements
        {
            let file = format!("forces/crossroads_{side}.ron");
            let ours = FORCES.at(Path::new(&file)).map(<[u8]>::to_vec);
            if let Some(text) = ours.and_then(|bytes| String::from_utf8(bytes).ok()) {
                return Ok(text);
            }
        }
        let parts = granted.into_iter().map(|points| MusterPart {
            kind: PartKind::Any,
            points,
            demands: Vec::new(),
        });
        let want = Want {
            side,
            period: self.period,
            parts: parts.collect(),
            manner: match self.aim.attacker() {
                Some(attacker) if attacker != side => Manner::Defence,
                _ => Manner::Attack,
            },
            seed: READY_SEED,
            reserves: if self.reinforcements {
                super::force::RESERVES
            } else {
                0
            },
            taken: Vec::new(),
        };
        Ok(raise(rules, &want)?.text(rules))
    }
}

/// The file of a side's ready force.
fn force_file(side: Side) -> String {
    format!("forces/quick_{side}.ron")
}

/// The board that quick battles are cut out of, as it is drawn.
pub fn board() -> Result<BoardFile, Vec<FileFault>> {
    let shelf = Shelf::disk(Path::new(PATH));
    let text = shelf.text_beside(BOARD).map_err(|fault| vec![fault])?;
    let mut board: BoardFile =
        super::load::parse(&shelf.beside(BOARD), &text).map_err(|fault| vec![fault])?;
    spelling::of_board(&mut board);
    Ok(board)
}

/// The squares around some points of a board, or why they make no battlespace.
pub fn squares_of(board: &BoardFile, points: &[String]) -> Result<(u32, u32), String> {
    battlespace::squares(board, points).map(|(squares, _)| squares)
}
