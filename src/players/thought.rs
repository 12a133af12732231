//! What a player thought when he answered. No sentences: whoever shows it finds the words.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use crate::army::UnitId;
use crate::battle::{Answer, Order, Reaction, Situation};
use crate::rules::fire::FireKind;
use crate::rules::named::named;

named! {
    /// What a brigade or battery is there for.
    pub enum Duty: "duty" {
        /// Keep what it has.
        Hold = "hold",
        /// Take what the enemy has.
        Take = "take",
        /// See and delay, without a fight.
        Screen = "screen",
        /// Help the others by fire.
        Support = "support",
        /// Wait where it can be used.
        Reserve = "reserve",
        /// Go back, or off the table.
        Withdraw = "withdraw",
        /// Come to order again behind the line.
        Mend = "mend",
        /// Come up to where it is wanted.
        March = "march",
    }
}

/// What somebody was about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mission {
    /// What for.
    pub duty: Duty,
    /// The zone or line of the scenario that it is about, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<String>,
    /// Where, in inches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec2>,
    /// Whom it is against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<UnitId>,
}

impl Mission {
    /// A duty that is about no place and nobody in particular.
    pub fn new(duty: Duty) -> Self {
        Self {
            duty,
            ground: None,
            at: None,
            against: None,
        }
    }
}

/// An answer that was thought of, and what it seemed to be worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weighed {
    /// The answer.
    pub answer: Answer,
    /// Its worth, in figures; `None` where it was not weighed but followed from the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

impl Weighed {
    /// An answer and its worth.
    pub fn new(answer: Answer, value: f64) -> Self {
        Self {
            answer,
            value: value.is_finite().then_some(value),
        }
    }

    /// An answer that was not weighed.
    pub fn plain(answer: Answer) -> Self {
        Self {
            answer,
            value: None,
        }
    }
}

/// What a player expected of his answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    /// Figures that the enemy loses by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harm: Option<f64>,
    /// Figures that it costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// The chance that it comes off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// Battles that were played on to find out.
    #[serde(default, skip_serializing_if = "is_none")]
    pub playouts: u32,
}

fn is_none(playouts: &u32) -> bool {
    *playouts == 0
}

/// What a player thought when he answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thought {
    /// What those who act were about.
    #[serde(rename = "task", default, skip_serializing_if = "Option::is_none")]
    pub mission: Option<Mission>,
    /// What he chose.
    pub chosen: Weighed,
    /// The best of what else he thought of, the best first.
    #[serde(rename = "alternatives", default)]
    pub others: Vec<Weighed>,
    /// What he expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Expected>,
}

/// An answer with what was thought of it, if anything was.
#[derive(Clone, Debug, PartialEq)]
pub struct Considered {
    /// The answer.
    pub answer: Answer,
    /// What was thought.
    pub thought: Option<Thought>,
}

impl Thought {
    /// Alternatives that are kept.
    pub const MOST: usize = 5;

    /// Of weighed answers, the best first, the first is chosen; what was expected of it follows from
    /// the odds.
    pub fn of(now: &Situation, weighed: Vec<Weighed>) -> Option<Self> {
        let mut weighed = weighed.into_iter();
        let chosen = weighed.next()?;
        let mut others: Vec<Weighed> = Vec::new();
        for other in weighed {
            let twice = |known: &Weighed| known.answer == other.answer;
            if others.len() < Self::MOST && !twice(&chosen) && !others.iter().any(twice) {
                others.push(other);
            }
        }
        Some(Self {
            mission: None,
            expected: Expected::of(now, &chosen.answer),
            others,
            chosen,
        })
    }

    /// The same about a mission.
    #[must_use]
    pub fn about(mut self, mission: Option<Mission>) -> Self {
        self.mission = mission;
        self
    }

    /// Every answer in it, the chosen one first.
    pub fn weighed(&self) -> impl Iterator<Item = &Weighed> {
        std::iter::once(&self.chosen).chain(&self.others)
    }
}

impl Considered {
    /// An answer without a thought.
    pub fn plain(answer: Answer) -> Self {
        Self {
            answer,
            thought: None,
        }
    }
}

impl From<Thought> for Considered {
    fn from(thought: Thought) -> Self {
        Self {
            answer: thought.chosen.answer.clone(),
            thought: Some(thought),
        }
    }
}

impl Expected {
    /// What the odds say of an answer: hits of a fire, whether a charge comes home.
    pub fn of(now: &Situation, answer: &Answer) -> Option<Self> {
        let fire = |units: &[UnitId], target: UnitId, kind: FireKind| {
            let terms = now.fire_terms(units, target, kind).ok()?;
            Some(Self {
                harm: Some(now.rules().fire_odds(&terms).mean_hits()),
                ..Self::default()
            })
        };
        match answer {
            Answer::Order(Order::Fire {
                units,
                target,
                kind,
            })
            | Answer::React(Reaction::Fire {
                units,
                target,
                kind,
            }) => fire(units, *target, *kind),
            Answer::Order(Order::Charge { lead, assaults, .. }) => {
                let first = assaults.iter().find(|assault| assault.unit == *lead)?;
                let odds = now.preview_charge(&[*lead], first.target)?;
                let reached = odds.reach.in_order + odds.reach.in_disorder;
                let defender = now.army().unit(first.target);
                let stands: f64 = (0..=defender.morale as usize)
                    .map(|level| odds.fear.levels[level])
                    .sum();
                let home = reached * (1.0 - stands + stands * odds.impact.attacker_wins);
                Some(Self {
                    chance: Some(home),
                    cost: odds.fire.as_ref().map(|fire| fire.mean_hits()),
                    ..Self::default()
                })
            }
            _ => None,
        }
    }
}
