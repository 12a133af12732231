//! Leaders: what they give, how far they reach, how they die.

use serde::Deserialize;

use super::named::named;
use super::{Rules, Scale};

named! {
    /// The rank of a leader.
    ///
    /// Rules: `unit.leader_figures`.
    pub enum Rank: "rank" {
        /// Leads a brigade: one figure.
        Brigade = "brigade",
        /// Leads a division: two figures.
        Division = "division",
        /// Leads a corps: three figures.
        Corps = "corps",
    }
}

impl Rank {
    /// Figures on his stand.
    pub fn figures(self) -> u32 {
        self as u32 + 1
    }
}

/// Leaders in general.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderChart {
    /// The best benefit there is.
    pub highest_benefit: u32,
    /// Benefits where no history is asked.
    pub generic: GenericBenefits,
    /// The face that kills him.
    pub killed_on: u8,
}

/// Benefits by rank where no history is asked.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct GenericBenefits {
    pub brigade: u32,
    pub division: u32,
    pub corps: u32,
}

impl Rules {
    /// The benefit of a leader of that rank where no history is asked.
    ///
    /// Rules: `leader.ratings`.
    pub fn generic_benefit(&self, rank: Rank) -> u32 {
        match rank {
            Rank::Brigade => self.leaders.generic.brigade,
            Rank::Division => self.leaders.generic.division,
            Rank::Corps => self.leaders.generic.corps,
        }
    }

    /// Inches within which units are in command. A leader of no benefit commands only whom he
    /// stands beside.
    ///
    /// Rules: `leader.command_radius`, `leader.zero_lb`.
    pub fn command_radius(&self, scale: Scale, benefit: u32) -> f32 {
        self.scales.at(scale).command_radius * benefit as f32
    }

    /// Inches within which units react to what the leader sees.
    ///
    /// Rules: `leader.reaction_radius`, `react.leader_eyes`.
    pub fn reaction_radius(&self, scale: Scale, benefit: u32) -> f32 {
        self.scales.at(scale).reaction_radius * benefit as f32
    }

    /// Inches that an attached leader adds to the move of his unit or group.
    ///
    /// Rules: `leader.attached_move`.
    pub fn leader_extra_move(&self, benefit: u32) -> f32 {
        benefit as f32
    }

    /// Whether a die for one hit on his unit kills an attached leader.
    ///
    /// Rules: `leader.casualty`, `leader.adjacent_safe`.
    pub fn kills_leader(&self, die: u8) -> bool {
        die >= self.leaders.killed_on
    }

    /// The chance that an attached leader dies when his unit takes so many hits.
    pub fn leader_casualty_odds(&self, hits: u32) -> f64 {
        let safe = (1..=6).filter(|&die| !self.kills_leader(die)).count() as f64 / 6.0;
        1.0 - safe.powi(hits as i32)
    }

    /// Actions that a move or charge takes in and out of command.
    ///
    /// Rules: `leader.out_of_command`, `sharpshooter.command`.
    pub fn move_actions(&self, in_command: bool) -> u32 {
        if in_command {
            1
        } else {
            self.movement.out_of_command_actions
        }
    }
}
