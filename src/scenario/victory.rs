//! Who wins, as a scenario file says it.

use serde::Deserialize;

use crate::field::plan::Square;
use crate::rules::Side;
use crate::rules::named::{Word, named};

/// Who wins. The first condition that holds decides; otherwise the last word.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryPlan {
    /// Conditions, judged in this order.
    pub conditions: Vec<Condition>,
    /// Who wins if none holds, if anybody.
    pub otherwise: Word<Outcome>,
    /// How great that victory is; plain if left out.
    #[serde(default)]
    pub otherwise_level: Option<Word<VictoryLevel>>,
    /// What points are given for.
    #[serde(default)]
    pub points: Option<ScoringPlan>,
    /// Lines that conditions speak of.
    #[serde(default)]
    pub lines: Vec<LinePlan>,
}

named! {
    /// Who wins if nothing else decides.
    pub enum Outcome: "outcome" {
        /// The Union.
        Union = "union",
        /// The Confederates.
        Confederate = "confederate",
        /// Nobody.
        Draw = "draw",
    }
}

impl Outcome {
    /// Who wins; nobody in a draw.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Union => Some(Side::Union),
            Self::Confederate => Some(Side::Confederate),
            Self::Draw => None,
        }
    }
}

named! {
    /// How great a victory is.
    #[derive(Default)]
    pub enum VictoryLevel: "level of victory" {
        /// By a hair.
        Marginal = "marginal",
        /// A victory and no more to be said.
        #[default]
        Plain = "plain",
        /// A great one.
        Decisive = "decisive",
    }
}

/// When a condition is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum When {
    /// When the last turn is over, or one side is gone.
    #[default]
    End,
    /// At the end of every turn from one to another; if it holds, the battle is over.
    EachTurn {
        /// The first.
        #[serde(default = "first_turn")]
        from: u32,
        /// The last; the last of the battle if left out.
        #[serde(default)]
        to: Option<u32>,
    },
    /// As soon as whoever is acting is done; if it holds, the battle is over.
    AtOnce,
}

fn first_turn() -> u32 {
    1
}

/// One way to win.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Condition {
    /// No unit of the enemy is left in one of these zones.
    Cleared {
        /// Who wins.
        winner: Word<Side>,
        /// Any one of them is enough.
        any_of: Vec<String>,
    },
    /// So many of his units are in the zone.
    Holds {
        /// Who wins.
        winner: Word<Side>,
        /// Where.
        zone: String,
        /// Regiments or batteries.
        units: u32,
    },
    /// At most so many enemy units are in the zone.
    AtMost {
        /// Who wins.
        winner: Word<Side>,
        /// Where.
        zone: String,
        /// Enemy units.
        units: u32,
    },
    /// The enemy has lost so many times the figures he has.
    CasualtyRatio {
        /// Who wins.
        winner: Word<Side>,
        /// Enemy losses for each of his own.
        ratio: f32,
    },
    /// So many of his regiments are beyond a line.
    Beyond {
        /// Who wins.
        winner: Word<Side>,
        /// The line, by its id.
        line: String,
        /// Regiments of foot or horse that are not routed.
        units: u32,
    },
    /// The enemy, or one command of his, has lost so many stands.
    StandsLost {
        /// Who wins.
        winner: Word<Side>,
        /// Stands.
        stands: u32,
        /// Only those of this command of the enemy.
        #[serde(default)]
        command: Option<String>,
    },
    /// So many of his units have left the table as they were told to.
    GotAway {
        /// Who wins.
        winner: Word<Side>,
        /// Units.
        units: u32,
    },
    /// He has so many points more than the enemy.
    Points {
        /// Who wins.
        winner: Word<Side>,
        /// Points more.
        lead: u32,
    },
    /// All of these hold.
    All {
        /// Plain conditions of one winner.
        conditions: Vec<Condition>,
    },
    /// A condition with a time of its own, or for a victory that is more or less than a plain one.
    Judged {
        /// When it is looked at.
        #[serde(default)]
        when: When,
        /// How great the victory is.
        #[serde(default)]
        level: Option<Word<VictoryLevel>>,
        /// A plain condition, or several.
        condition: Box<Condition>,
    },
}

/// What points are given for.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoringPlan {
    /// Zones, for whoever was the last to be alone there.
    #[serde(default)]
    pub zones: Vec<ZonePoints>,
    /// For every stand that the enemy has lost.
    #[serde(default)]
    pub stand: u32,
    /// For every leader that the enemy has lost.
    #[serde(default)]
    pub leader: u32,
}

/// What a zone is worth.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZonePoints {
    /// The zone.
    pub zone: String,
    /// For whoever holds it at the end.
    #[serde(default)]
    pub points: u32,
    /// For whoever holds it at the end of each turn.
    #[serde(default)]
    pub each_turn: u32,
    /// Who holds it before anybody has been there.
    #[serde(default)]
    pub held_by: Option<Word<Side>>,
}

/// A line across the table. Its ends run on straight over the edge.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinePlan {
    /// How conditions call it.
    pub id: String,
    /// How people call it.
    pub name: String,
    /// Its points, in squares.
    pub points: Vec<Square>,
    /// A place on the far side of it.
    pub beyond: Square,
}

impl VictoryPlan {
    /// Who wins if no condition holds; nobody in a draw.
    pub fn otherwise(&self) -> Option<Side> {
        self.otherwise.known().and_then(Outcome::winner)
    }

    /// How great that victory is.
    pub fn otherwise_level(&self) -> VictoryLevel {
        known(self.otherwise_level.as_ref())
    }

    /// Every zone that something hangs on, each once.
    pub fn zones(&self) -> Vec<&str> {
        let mut zones = Vec::new();
        for condition in &self.conditions {
            condition.name_zones(&mut zones);
        }
        let scored = self.points.iter().flat_map(|points| &points.zones);
        zones.extend(scored.map(|scored| scored.zone.as_str()));
        zones.sort_unstable();
        zones.dedup();
        zones
    }

    /// A line by its id.
    pub fn line(&self, id: &str) -> Option<&LinePlan> {
        self.lines.iter().find(|line| line.id == id)
    }
}

fn known(level: Option<&Word<VictoryLevel>>) -> VictoryLevel {
    level.and_then(|level| level.known()).unwrap_or_default()
}

impl Condition {
    /// Who wins by it.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Self::Cleared { winner, .. }
            | Self::Holds { winner, .. }
            | Self::AtMost { winner, .. }
            | Self::CasualtyRatio { winner, .. }
            | Self::Beyond { winner, .. }
            | Self::StandsLost { winner, .. }
            | Self::GotAway { winner, .. }
            | Self::Points { winner, .. } => winner.known(),
            Self::All { conditions } => conditions.first().and_then(Self::winner),
            Self::Judged { condition, .. } => condition.winner(),
        }
    }

    /// When it is looked at.
    pub fn when(&self) -> When {
        match self {
            Self::Judged { when, .. } => *when,
            _ => When::End,
        }
    }

    /// How great a victory it is.
    pub fn level(&self) -> VictoryLevel {
        match self {
            Self::Judged { level, .. } => known(level.as_ref()),
            _ => VictoryLevel::Plain,
        }
    }

    /// What has to be so, whenever that is looked at.
    pub fn plain(&self) -> &Self {
        match self {
            Self::Judged { condition, .. } => condition.plain(),
            other => other,
        }
    }

    /// The parts that all have to be so.
    pub fn parts(&self) -> &[Self] {
        match self.plain() {
            Self::All { conditions } => conditions,
            other => std::slice::from_ref(other),
        }
    }

    fn name_zones<'a>(&'a self, zones: &mut Vec<&'a str>) {
        match self {
            Self::Cleared { any_of, .. } => zones.extend(any_of.iter().map(String::as_str)),
            Self::Holds { zone, .. } | Self::AtMost { zone, .. } => zones.push(zone),
            Self::All { conditions } => {
                for condition in conditions {
                    condition.name_zones(zones);
                }
            }
            Self::Judged { condition, .. } => condition.name_zones(zones),
            Self::CasualtyRatio { .. }
            | Self::Beyond { .. }
            | Self::StandsLost { .. }
            | Self::GotAway { .. }
            | Self::Points { .. } => {}
        }
    }
}

impl LinePlan {
    /// Whether a place, in squares, lies on the far side: the straight way from there to a place
    /// that does crosses the line as often as not at all.
    pub fn is_beyond(&self, at: Square) -> bool {
        let crossings = self
            .stretches()
            .filter(|&(from, to)| crosses((at, self.beyond), (from, to)))
            .count();
        crossings % 2 == 0
    }

    /// Its stretches, the first and the last run on over the edge.
    fn stretches(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        let last = self.points.len().saturating_sub(2);
        let pairs = self.points.windows(2).enumerate();
        pairs.map(move |(at, pair)| {
            let (mut from, mut to) = (pair[0], pair[1]);
            let (x, y) = (to.0 - from.0, to.1 - from.1);
            let far = FAR / libm::hypotf(x, y).max(1e-6);
            if at == 0 {
                from = (from.0 - x * far, from.1 - y * far);
            }
            if at == last {
                to = (to.0 + x * far, to.1 + y * far);
            }
            (from, to)
        })
    }
}

/// So far beyond every table a line runs on, in squares.
const FAR: f32 = 50.0;

/// Whether two stretches cross. One that only touches the other from one side does not.
fn crosses(one: (Square, Square), other: (Square, Square)) -> bool {
    let side = |(from, to): (Square, Square), at: Square| {
        (to.0 - from.0) * (at.1 - from.1) - (to.1 - from.1) * (at.0 - from.0) > 0.0
    };
    side(one, other.0) != side(one, other.1) && side(other, one.0) != side(other, one.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_far_side_however_it_bends() {
        let line = LinePlan {
            id: "crest".to_owned(),
            name: "the crest".to_owned(),
            points: vec![(0.5, 1.0), (1.0, 1.4), (1.5, 1.0)],
            beyond: (1.0, 1.9),
        };
        for (at, beyond) in [
            ((1.0, 1.5), true),
            ((1.0, 1.3), false),
            ((0.1, 1.0), true),
            ((0.1, 0.2), false),
            ((1.9, 1.0), true),
            ((1.0, 0.1), false),
        ] {
            assert_eq!(line.is_beyond(at), beyond, "{at:?}");
        }
    }
}
