//! The tactical competence test.

use super::{Rules, Unit};

impl Rules {
    /// Whether a die passes a tactical competence test.
    ///
    /// Rules: `tct.roll`.
    pub fn passes_tct(&self, unit: &Unit, leader: i32, die: u8) -> bool {
        i32::from(die) + leader >= self.basic_morale(unit)
    }

    /// The chance to pass.
    pub fn tct_odds(&self, unit: &Unit, leader: i32) -> f64 {
        let passing = (1..=6)
            .filter(|&die| self.passes_tct(unit, leader, die))
            .count();
        passing as f64 / 6.0
    }

    /// What a leader adds to the test: his benefit, if he stands close enough.
    ///
    /// Rules: `tct.leader`.
    pub fn tct_leader(&self, benefit: i32, attached: bool) -> i32 {
        if attached || self.switches.adjacent_leader_helps_tct {
            benefit
        } else {
            0
        }
    }
}
