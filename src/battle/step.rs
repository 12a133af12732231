//! The procedure: small steps, each of which takes the battle from one legal state to the next.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::Battle;
use super::fact::Cause;
use crate::army::{LeaderId, UnitId};
use crate::field::Placement;
use crate::rules::Side;
use crate::rules::fire::FireKind;

/// What may open a reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// It moved another inch.
    Inch,
    /// It fired.
    Fire,
    /// It did something else, which counts only within two inches.
    Near,
}

/// A charge under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Charge {
    /// Who charges.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// Inches gone so far.
    pub gone: f32,
    /// Inches it can go.
    pub end: f32,
    /// From here on it is in disorder.
    pub disorder_point: f32,
    /// The target has taken its fear-of-charge check.
    pub feared: bool,
}

/// One step of the procedure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Step {
    /// The battle begins: who is there at all.
    Begin,
    /// A turn begins.
    Turn,
    /// A side becomes active.
    PlayerTurn { side: Side },
    /// A leader may ride.
    Leader { leader: LeaderId },
    /// Who is in command for this player turn.
    Command { side: Side },
    /// The next unit acts.
    Activate { side: Side },
    /// The active unit goes on with its actions.
    Act { unit: UnitId },
    /// A player turn is over.
    EndPlayerTurn { side: Side },
    /// A turn is over.
    EndTurn,
    /// A unit walks on along its path.
    Walk {
        unit: UnitId,
        path: Vec<Placement>,
        disorders: Option<String>,
    },
    /// Somebody may react.
    Window { trigger: UnitId, kind: Trigger },
    /// Units fire.
    Fire {
        firers: Vec<UnitId>,
        target: UnitId,
        kind: FireKind,
        reaction: bool,
    },
    /// A unit checks its morale.
    Check {
        unit: UnitId,
        check: u32,
        cause: Cause,
    },
    /// A unit falls back from a place.
    FallBack {
        unit: UnitId,
        inches: f32,
        from: Vec2,
    },
    /// A routed unit runs from a place.
    Run {
        unit: UnitId,
        from: Vec2,
        first: bool,
    },
    /// A charge goes on.
    Charge(Charge),
    /// The charged unit may fire at point blank or in desperation.
    PointBlank(Charge),
    /// The charge meets its target.
    Impact(Charge),
    /// A round of melee.
    Melee {
        attacker: UnitId,
        defender: UnitId,
        round: u32,
    },
    /// Empty stands are taken off.
    Settle { unit: UnitId },
    /// A unit becomes disordered at the end of something.
    Disorder { unit: UnitId, by: String },
}

impl Battle {
    pub(super) fn step(&mut self, step: Step) {
        match step {
            Step::Begin => self.begin(),
            Step::Turn => self.begin_turn(),
            Step::PlayerTurn { side } => self.begin_player_turn(side),
            Step::Leader { leader } => self.ask_leader(leader),
            Step::Command { side } => self.settle_command(side),
            Step::Activate { side } => self.ask_activation(side),
            Step::Act { unit } => self.ask_action(unit),
            Step::EndPlayerTurn { side } => self.end_player_turn(side),
            Step::EndTurn => self.end_turn(),
            Step::Walk {
                unit,
                path,
                disorders,
            } => self.walk_on(unit, path, disorders),
            Step::Window { trigger, kind } => self.open_window(trigger, kind),
            Step::Fire {
                firers,
                target,
                kind,
                reaction,
            } => self.fire(&firers, target, kind, reaction),
            Step::Check { unit, check, cause } => self.check_morale(unit, check, cause),
            Step::FallBack { unit, inches, from } => self.fall_back(unit, inches, from),
            Step::Run { unit, from, first } => self.run_away(unit, from, first),
            Step::Charge(charge) => self.charge_on(charge),
            Step::PointBlank(charge) => self.point_blank(charge),
            Step::Impact(charge) => self.impact(charge),
            Step::Melee {
                attacker,
                defender,
                round,
            } => self.melee_round(attacker, defender, round),
            Step::Settle { unit } => self.settle(unit),
            Step::Disorder { unit, by } => self.disorder(unit, &by),
        }
    }
}
