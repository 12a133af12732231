//! Where the book allows two readings, the players choose.

use serde::Deserialize;

use super::named::named;

named! {
    /// How much of a rolled rout move infantry adds to its charge.
    pub enum ChargeBonus: "charge bonus" {
        /// Half of it, as cavalry does.
        Half = "half",
        /// All of it.
        Full = "full",
    }
}

named! {
    /// Where elite and veteran chargers fall into disorder.
    pub enum SteadyDisorderPoint: "disorder point" {
        /// Half of the bonus beyond the normal move.
        MoveAndHalfBonus = "move_and_half_bonus",
        /// Half of the bonus from the start.
        HalfBonus = "half_bonus",
    }
}

named! {
    /// What each unit already passed costs a pass-through fire.
    pub enum PassThroughCost: "cost of pass-through fire" {
        /// A modifier of the roll.
        Modifier = "modifier",
        /// One die.
        Die = "die",
    }
}

named! {
    /// How fire from the rear partial flank counts in morale.
    pub enum RearPartialFlank: "morale zone" {
        /// As fire from the partial flank.
        PartialFlank = "partial_flank",
        /// As fire from the rear.
        Rear = "rear",
    }
}

/// The switches, all of them.
///
/// Rules: `optional.house_rules`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Switches {
    /// At 25 mm the book's one inch is two inches.
    pub two_inches_at_25mm: bool,
    /// Infantry's charge bonus.
    pub infantry_charge_bonus: ChargeBonus,
    /// Where steady chargers fall into disorder.
    pub steady_disorder_point: SteadyDisorderPoint,
    /// What pass-through fire loses.
    pub pass_through: PassThroughCost,
    /// Morale under fire from the rear partial flank.
    pub rear_partial_flank_morale: RearPartialFlank,
    /// Works also give the "any works" line in morale.
    pub any_works_line: bool,
    /// Leaders help the fire of the regiment they are attached to.
    pub leaders_help_fire: bool,
    /// An adjacent leader helps a tactical competence test.
    pub adjacent_leader_helps_tct: bool,
    /// At impact the brigade's losses and the scenario's modifiers count as in a check.
    pub impact_counts_losses: bool,
    /// A battery fires outside its arc with one section, not with two.
    pub one_section_outside_arc: bool,
    /// No leaders are on the table.
    #[serde(default)]
    pub play_without_leaders: bool,
}
