//! What throws a unit into disorder without a check.

use super::named::named;

named! {
    /// What threw a unit into disorder.
    pub enum Disorder: "cause of disorder" {
        /// A slope too steep to keep ranks on.
        SteepSlope = "steep_slope",
        /// It waded through a creek.
        Creek = "creek",
        /// It climbed over works.
        Works = "works",
        /// It charged across an obstacle.
        Obstacle = "obstacle",
        /// It works on a bridge.
        Bridging = "bridging",
        /// It left its frontal arc without a wheel.
        LeavingArc = "leaving_arc",
        /// It charged at something outside its frontal arc.
        ChargingOutsideArc = "charging_outside_arc",
        /// Friends passed through its ranks, or it through theirs.
        Interpenetration = "interpenetration",
        /// Its charge went farther than ranks can be kept.
        ChargeLength = "charge_length",
        /// A charge that was to halt went on.
        Misheard = "misheard",
        /// Skirmishers fell in behind a charge.
        FallingIn = "falling_in",
        /// Its charge is over.
        Charge = "charge",
        /// It charged back with its reaction spent.
        DesperateCharge = "desperate_charge",
        /// It advanced after a success.
        Advance = "advance",
        /// It pursued.
        Pursuit = "pursuit",
        /// The two sides met.
        Clash = "clash",
        /// It fought hand to hand.
        Melee = "melee",
        /// It failed at something hard that a moderator had it tested for.
        Task = "task",
    }
}
