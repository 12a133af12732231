//! The procedure: small steps, each of which takes the battle from one legal state to the next.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::Battle;
use super::charge::{Charge, Clash, Follow, Meeting, Melee};
use super::decision::Deed;
use super::fact::Cause;
use crate::army::{LeaderId, UnitId};
use crate::field::Placement;
use crate::rules::fire::FireKind;
use crate::rules::{Side, Unit};

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

/// The unit or group whose turn it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Active {
    /// Everybody in it.
    pub units: Vec<UnitId>,
    /// What a group has declared and not begun yet; a single unit declares nothing.
    pub plan: Vec<Deed>,
    /// Members that have not fired yet with the action under way.
    pub to_fire: Vec<UnitId>,
}

/// One unit of a body on the move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Marcher {
    /// Who.
    pub unit: UnitId,
    /// The places it still has to pass; the first is where it should stand now.
    pub path: Vec<Placement>,
    /// It will be in disorder at the end, by what.
    pub disorders: Option<String>,
    /// It was shaken when it set out.
    pub shaken: bool,
}

/// A fire on its way through its target to those behind: one roll for all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PassThrough {
    /// Who fired, the lead first.
    pub firers: Vec<UnitId>,
    /// As they were when they fired.
    pub ranks: Vec<Unit>,
    /// What they rolled.
    pub dice: Vec<u8>,
    /// Who is struck next, the nearest first.
    pub behind: Vec<UnitId>,
    /// How they fired.
    pub kind: FireKind,
    /// Inches to the first target, which decide for all.
    pub range: f32,
    /// It was an opening volley.
    pub opening_volley: bool,
    /// Units it has gone through.
    pub passed: u32,
    /// It was a reaction.
    pub reaction: bool,
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
    /// The next unit or group acts.
    Activate { side: Side },
    /// The active unit or group goes on with its actions.
    Act(Active),
    /// A player turn is over.
    EndPlayerTurn { side: Side },
    /// A turn is over.
    EndTurn,
    /// A body walks on along its paths.
    Walk { marchers: Vec<Marcher> },
    /// A unit takes up a formation at the end of its walk.
    Form {
        unit: UnitId,
        formation: super::Formation,
    },
    /// Somebody may react.
    Window {
        triggers: Vec<UnitId>,
        kind: Trigger,
    },
    /// Units fire.
    Fire {
        firers: Vec<UnitId>,
        target: UnitId,
        kind: FireKind,
        reaction: bool,
    },
    /// What a fire did not spend itself on goes on to the next behind.
    PassThrough(PassThrough),
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
    /// A charged unit has checked: it stands or has given way.
    Stand { unit: UnitId, target: UnitId },
    /// The charged unit may fire at point blank or in desperation.
    PointBlank { unit: UnitId, target: UnitId },
    /// Those who have met fight it out, one after the other.
    Resolve(Charge),
    /// A charge meets its target.
    Impact(Meeting),
    /// Two charges are about to meet.
    Clash(Clash),
    /// Everybody in a charge stops and is in disorder.
    EndCharge { units: Vec<UnitId> },
    /// A unit may follow an enemy who gives way.
    Follow(Follow),
    /// A unit that a charge comes through may fall in behind it.
    AskJoin { unit: UnitId, charger: UnitId },
    /// Skirmishers driven in may stop behind a friend.
    DriveIn { unit: UnitId },
    /// A round of melee.
    Melee(Melee),
    /// Everybody has seen a leader fall; from now on his command misses him.
    Miss { leader: LeaderId },
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
            Step::Act(active) => self.ask_action(active),
            Step::EndPlayerTurn { side } => self.end_player_turn(side),
            Step::EndTurn => self.end_turn(),
            Step::Walk { marchers } => self.walk_on(marchers),
            Step::Form { unit, formation } => self.form_at_end(unit, formation),
            Step::Window { triggers, kind } => self.open_window(&triggers, kind),
            Step::Fire {
                firers,
                target,
                kind,
                reaction,
            } => self.fire(&firers, target, kind, reaction),
            Step::PassThrough(fire) => self.pass_through(fire),
            Step::Check { unit, check, cause } => self.check_morale(unit, check, cause),
            Step::FallBack { unit, inches, from } => self.fall_back(unit, inches, from),
            Step::Run { unit, from, first } => self.run_away(unit, from, first),
            Step::Charge(charge) => self.charge_on(charge),
            Step::Stand { unit, target } => self.stand(unit, target),
            Step::PointBlank { unit, target } => self.point_blank(unit, target),
            Step::Resolve(charge) => self.resolve(charge),
            Step::Impact(meeting) => self.impact(meeting),
            Step::Clash(clash) => self.clash(clash),
            Step::EndCharge { units } => self.end_charge(&units),
            Step::Follow(follow) => self.ask_follow(follow),
            Step::AskJoin { unit, charger } => self.ask_join(unit, charger),
            Step::DriveIn { unit } => self.drive_in(unit),
            Step::Melee(melee) => self.melee_round(melee),
            Step::Miss { leader } => self.miss(leader),
            Step::Settle { unit } => self.settle(unit),
            Step::Disorder { unit, by } => self.disorder(unit, &by),
        }
    }
}
