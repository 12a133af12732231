//! What is kept of one battle among many.

use serde::{Deserialize, Serialize};

use crate::army::{Fate, Presence, UnitId};
use crate::print::Tale;
use crate::print::losses::{Losses, of_side, tolls};
use crate::print::luck::Luck;
use crate::rules::named::named;
use crate::rules::{Morale, Side};

/// The most turns, figures of one kind, and figures' worth of luck that any battle has, and then some.
const MOST_TURNS: u32 = 1_000;
const MOST_LOST: u32 = 20_000;
const MOST_LUCK: f64 = 1e6;

/// Where a winner stands in a list of Union, Confederates and draws.
pub fn place_of(winner: Option<Side>) -> usize {
    match winner {
        Some(Side::Union) => 0,
        Some(Side::Confederate) => 1,
        None => 2,
    }
}

/// What is kept of one battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    pub(super) turns: u32,
    /// Of the Union and of the Confederates.
    casualties: (Losses, Losses),
    pub(super) units: Vec<UnitOutcome>,
    pub(super) luck: Luck,
}

/// What came of one unit. Written as a pair and kept small, since there are many of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "(Losses, UnitEnd)", from = "(Losses, UnitEnd)")]
pub(super) struct UnitOutcome {
    lost: [u16; 4],
    pub end: UnitEnd,
}

impl UnitOutcome {
    /// What it lost.
    pub fn lost(&self) -> Losses {
        Losses::from(self.lost.map(u32::from))
    }
}

impl From<(Losses, UnitEnd)> for UnitOutcome {
    fn from((lost, end): (Losses, UnitEnd)) -> Self {
        // No unit has thousands of figures.
        let lost = <[u32; 4]>::from(lost).map(|count| count.min(u32::from(u16::MAX)) as u16);
        Self { lost, end }
    }
}

impl From<UnitOutcome> for (Losses, UnitEnd) {
    fn from(unit: UnitOutcome) -> Self {
        (unit.lost(), unit.end)
    }
}

named! {
    /// How a unit ended.
    pub enum UnitEnd: "end of a unit" {
        /// In good order, or shaken.
        Standing = "standing",
        /// Routed.
        Routed = "routed",
        /// Gone.
        Removed = "removed",
        /// It never came.
        Absent = "absent",
    }
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
                .map(|id| UnitOutcome::from((tolls[id.0 as usize], end(id))))
                .collect(),
            luck: Luck::of(tale),
        }
    }

    /// Whether its numbers can be those of a battle of so many units.
    pub(super) fn is_sound(&self, units: usize) -> bool {
        let lost = [self.casualties.0, self.casualties.1].into_iter();
        let mut lost = lost.chain(self.units.iter().map(UnitOutcome::lost));
        let Luck {
            fire,
            morale,
            impact,
            melee,
            fate,
        } = self.luck;
        let luck = [fire, morale, impact, melee, fate];
        self.units.len() == units
            && self.turns <= MOST_TURNS
            && lost.all(|lost| {
                <[u32; 4]>::from(lost)
                    .iter()
                    .all(|&count| count <= MOST_LOST)
            })
            && luck.iter().all(|luck| luck.abs() <= MOST_LUCK)
    }

    /// 1 for the Union, -1 for the Confederates.
    pub(super) fn success(&self) -> f64 {
        match self.winner {
            Some(Side::Union) => 1.0,
            Some(Side::Confederate) => -1.0,
            None => 0.0,
        }
    }

    /// How many more the Confederates lost.
    pub(super) fn margin(&self) -> f64 {
        f64::from(self.casualties.1.all()) - f64::from(self.casualties.0.all())
    }

    pub(super) fn lost(&self, side: Side) -> Losses {
        match side {
            Side::Union => self.casualties.0,
            Side::Confederate => self.casualties.1,
        }
    }
}
