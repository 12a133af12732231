//! How a battle is begun or gone on with, and by whom.

use std::sync::Arc;

use super::Session;
use crate::army::Asks;
use crate::battle::Battle;
use crate::files::{Folder, Names, Opened, Opening, Record};
use crate::players::{Patience, PersonSeat, Seat, SeatKind, Thinking};
use crate::rules::Rules;
use crate::scenario::rules_folder::HouseRules;
use crate::scenario::{Scenario, ScenarioSource};

/// Who plays whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchUp {
    /// Who plays the Union.
    pub union: SeatKind,
    /// Who plays the Confederates.
    pub confederate: SeatKind,
}

impl MatchUp {
    /// The same on both sides.
    pub fn both(kind: SeatKind) -> Self {
        Self {
            union: kind.clone(),
            confederate: kind,
        }
    }

    /// Their names, as a file keeps them.
    pub fn names(&self) -> Names {
        Names {
            union: self.union.to_string(),
            confederate: self.confederate.to_string(),
        }
    }

    /// Whether another program plays.
    pub fn has_program(&self) -> bool {
        let program = |kind: &SeatKind| matches!(kind, SeatKind::Program(_));
        program(&self.union) || program(&self.confederate)
    }
}

/// Who sits down, how long programs may think, and whether the host may wait for anybody.
#[derive(Clone, Debug)]
pub struct Table {
    /// Who plays whom.
    pub match_up: MatchUp,
    /// How long another program may think.
    pub patience: Patience,
    /// How much a computer tries out before it decides.
    pub thinking: Thinking,
    /// The host must not wait: computers think aside.
    pub aside: bool,
    /// What a person's units ask about at first.
    pub asks: Asks,
}

impl Table {
    /// These two, for a host that has nothing else to do.
    pub fn new(match_up: MatchUp) -> Self {
        Self {
            match_up,
            patience: Patience::default(),
            thinking: Thinking::default(),
            aside: false,
            asks: Asks::USUAL,
        }
    }

    fn session(&self, record: Record, battle: Battle) -> Session {
        let sit = |kind: &SeatKind| -> Box<dyn Seat> {
            if kind.is_person() {
                Box::new(PersonSeat::new(self.asks))
            } else if self.aside {
                kind.sit_aside(self.patience, self.thinking)
            } else {
                kind.sit(self.patience, self.thinking)
            }
        };
        let seats = (sit(&self.match_up.union), sit(&self.match_up.confederate));
        Session::new(record, battle, seats.0, seats.1).with_faults_in(Folder::saves())
    }

    /// Begins a battle: `opening` names the scenario and the rules that are given.
    pub fn begin(&self, opening: Opening, scenario: Arc<Scenario>, rules: Arc<Rules>) -> Session {
        let battle = Battle::new(scenario, rules, opening.seed);
        self.session(Record::new(opening), battle)
    }

    /// Goes on with a battle from a file.
    pub fn resume(&self, opened: Opened) -> Session {
        self.session(opened.record, opened.battle)
    }

    /// Fights a battle to its end, without any record.
    pub fn fight(&self, scenario: Arc<Scenario>, rules: Arc<Rules>, seed: u64) -> Session {
        let opening = Opening {
            source: ScenarioSource::default(),
            scale: scenario.field.scale,
            house_rules: HouseRules::default(),
            seed,
            seats: self.match_up.names(),
        };
        let mut session = self.begin(opening, scenario, rules).without_record();
        session.run(|_| {});
        session
    }
}
