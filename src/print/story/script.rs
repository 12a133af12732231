//! Battles that are told without having been fought, fact by fact.

use std::sync::{Arc, LazyLock};

use bevy::math::Vec2;

use super::story;
use crate::army::{Assault, Cause, ChargeId, Fact, UnitId};
use crate::battle::Battle;
use crate::chronicle::Chronicle;
use crate::print::play;
use crate::rules::fire::{FireKind, FireResult};
use crate::rules::impact::{ImpactOutcome, ImpactResult, ImpactWinner};
use crate::rules::morale::CheckOutcome;
use crate::rules::{Morale, Side};

/// A battle that has been fought, for facts to take the arithmetic from.
static FOUGHT: LazyLock<Vec<Battle>> = LazyLock::new(|| (0..6).map(play::out).collect());

/// A battle of *T'ain't No Militia* in the first Union turn.
pub struct Script {
    chronicle: Chronicle,
}

impl Script {
    pub fn new() -> Self {
        let (scenario, rules) = FOUGHT[0].now().ground();
        let mut script = Self {
            chronicle: Chronicle::new(Arc::clone(&scenario), Arc::clone(&rules)),
        };
        script.tell(Fact::Turn { turn: 1 });
        script.side(Side::Union);
        script
    }

    /// All that has been told.
    pub fn chronicle(&self) -> &Chronicle {
        &self.chronicle
    }

    /// A unit by the beginning of its name.
    pub fn unit(&self, name: &str) -> UnitId {
        let army = self.chronicle.latest().army();
        let mut units = army.units();
        units
            .find(|&id| army.name(id).starts_with(name))
            .expect("a unit")
    }

    pub fn tell(&mut self, fact: Fact) -> &mut Self {
        self.chronicle.record(fact);
        self
    }

    pub fn side(&mut self, side: Side) -> &mut Self {
        self.tell(Fact::PlayerTurn { side })
    }

    pub fn activate(&mut self, unit: UnitId) -> &mut Self {
        self.tell(Fact::Activated {
            unit,
            in_command: true,
        })
    }

    /// A fire on the line; so many have been gone through before.
    pub fn fires(
        &mut self,
        firer: UnitId,
        target: UnitId,
        (kind, passed): (FireKind, u32),
        result: FireResult,
        reaction: bool,
    ) -> &mut Self {
        let known = FOUGHT
            .iter()
            .flat_map(|battle| battle.facts())
            .find_map(|fact| match fact {
                Fact::Fired { volley, .. } => Some(volley.clone()),
                _ => None,
            });
        let mut volley = known.expect("a fire");
        volley.aim.ranks.truncate(1);
        volley.aim.ranks[0].unit = firer;
        volley.aim.target = target;
        volley.aim.kind = kind;
        volley.aim.passed = passed;
        volley.result = result;
        self.tell(Fact::Fired {
            firers: vec![firer],
            target,
            reaction,
            volley,
        })
    }

    pub fn loses(&mut self, unit: UnitId, figures: u32, of_attached: u32) -> &mut Self {
        let left = self.chronicle.latest().army().unit(unit).strength - figures;
        self.tell(Fact::Lost {
            unit,
            figures,
            of_attached,
            horses: 0,
            left,
        })
    }

    /// A check: how it ends and how far back it goes.
    pub fn checks(
        &mut self,
        unit: UnitId,
        cause: Cause,
        after: Option<Morale>,
        falls_back: u32,
    ) -> &mut Self {
        let known = FOUGHT
            .iter()
            .flat_map(|battle| battle.facts())
            .find_map(|fact| match fact {
                Fact::Checked {
                    strain,
                    points,
                    dice,
                    ..
                } => Some((strain.clone(), points.clone(), *dice)),
                _ => None,
            });
        let (strain, points, dice) = known.expect("a check");
        let before = self.chronicle.latest().army().unit(unit).morale;
        self.tell(Fact::Checked {
            unit,
            cause,
            strain,
            points,
            dice,
            before,
            outcome: CheckOutcome {
                after,
                falls_back,
                loses: 0,
                recovers: 0,
            },
        })
    }

    pub fn runs(&mut self, unit: UnitId, edge: bool) -> &mut Self {
        let to = self.chronicle.latest().army().placement(unit);
        self.tell(Fact::Ran {
            unit,
            dice: vec![6, 6],
            to,
            edge,
            hindered: None,
        })
    }

    pub fn charges(&mut self, unit: UnitId, target: UnitId) -> &mut Self {
        self.activate(unit);
        let charge = ChargeId(self.chronicle.end() as u32);
        self.tell(Fact::Charge {
            charge,
            lead: unit,
            assaults: vec![Assault { unit, target }],
            followers: Vec::new(),
            way: Vec2::Y,
            dice: vec![3, 3],
            inches: 8.0,
            disorder_point: 8.0,
            halt: None,
        })
    }

    /// Two meet, each with those who support it.
    pub fn meets(
        &mut self,
        attacker: UnitId,
        defender: UnitId,
        supports: (&[UnitId], &[UnitId]),
        (winner, outcome): (ImpactWinner, ImpactOutcome),
    ) -> &mut Self {
        let known = FOUGHT
            .iter()
            .flat_map(|battle| battle.facts())
            .find_map(|fact| match fact {
                Fact::Impact {
                    encounter, terms, ..
                } => Some((encounter.clone(), terms.clone())),
                _ => None,
            });
        let (encounter, terms) = known.expect("an impact");
        self.tell(Fact::Impact {
            attacker,
            defender,
            supports: (supports.0.to_vec(), supports.1.to_vec()),
            encounter,
            terms,
            dice: ([1, 1], [1, 1]),
            result: ImpactResult {
                by: 3,
                winner,
                outcome,
            },
        })
    }

    /// The whole story in one line.
    pub fn told(&self) -> String {
        let story = story(&self.chronicle);
        let words: Vec<_> = story.split_whitespace().collect();
        words.join(" ")
    }

    /// What is told of a unit in the report, after its strength.
    pub fn report(&self, unit: UnitId) -> String {
        let name = self.chronicle.latest().army().name(unit).to_owned();
        let told = self.told();
        let (_, report) = told.split_once("The report").expect("a report");
        let (_, rest) = report.split_once(&format!("{name} (")).expect("a unit");
        let end = ["At the end it", "In turn 1"]
            .iter()
            .filter_map(|start| rest.find(start).map(|at| (at, rest[at..].find('.'))))
            .filter_map(|(at, full)| full.map(|full| at + full + 1))
            .min();
        rest[..end.expect("an end")].to_owned()
    }
}
