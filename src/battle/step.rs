//! The procedure: small steps, each of which takes the battle from one legal state to the next.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::decision::Decision;
use super::{Battle, Situation};
use crate::army::{Aim, Cause, ChargeId, Formation, LeaderId, Strain, UnitId};
use crate::field::Placement;
use crate::rules::fire::FireKind;
use crate::rules::{Disorder, Morale, Side};

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
    /// It moved less than an inch, which counts only within two inches and for those it charges.
    Part,
    /// Its charge is about to be met: the charged unit's own close fire.
    Contact,
}

impl Trigger {
    /// Whether somebody has moved.
    pub fn is_move(self) -> bool {
        matches!(self, Self::Inch | Self::Part | Self::Contact)
    }
}

/// One unit of a body on the move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Marcher {
    /// Who.
    pub unit: UnitId,
    /// The places it still has to pass; the first is where it should stand now.
    pub path: Vec<Placement>,
    /// It will be in disorder at the end, by what.
    pub disorders: Option<Disorder>,
    /// It goes on though it is shaken.
    pub shaken: bool,
    /// It runs from the enemy by order, and was on this level when it set out.
    #[serde(default)]
    pub disengages: Option<Morale>,
    /// It follows an enemy who has given way.
    #[serde(default)]
    pub follows: Option<UnitId>,
}

/// A fire on its way through its target to those behind: one roll for all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PassThrough {
    /// As it was aimed at the first target, which decides for all.
    pub aim: Aim,
    /// What was rolled.
    pub dice: Vec<u8>,
    /// Who is struck next, the nearest first.
    pub behind: Vec<UnitId>,
    /// Units it has gone through.
    pub passed: u32,
    /// It was a reaction.
    pub reaction: bool,
    /// As it was aimed at those behind, from where it was fired.
    #[serde(default)]
    pub aims: Vec<Aim>,
    /// The middle of the front of all who fired, when they did.
    #[serde(default)]
    pub from: Option<Vec2>,
}

/// A charging unit has closed with its target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Meeting {
    /// Who charged.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// Inches of its charge that are left.
    pub left: f32,
    /// Inches that a countercharging target has left.
    pub counter_left: f32,
}

/// Two charges that run at each other, inch by inch. Of each pair the first is of whoever charged
/// first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rush {
    /// Who charged first.
    pub unit: UnitId,
    /// Who charged back.
    pub counter: UnitId,
    /// The directions.
    pub ways: (Vec2, Vec2),
    /// Inches each has to go until both check, or stop short of each other.
    pub to_go: (f32, f32),
    /// Strides in which they do so: an inch of the first charge each.
    pub strides: u32,
    /// Inches that the first charge is behind, because somebody stood in its way.
    pub behind: f32,
    /// Inches that each has left.
    pub left: (f32, f32),
    /// Inches after which each is in disorder.
    pub points: (f32, f32),
    /// They reach each other.
    pub meets: bool,
}

/// Two charges about to meet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clash {
    /// Who charged first.
    pub unit: UnitId,
    /// Who charged back.
    pub counter: UnitId,
    /// Inches each has left.
    pub left: (f32, f32),
    /// The levels both had before their checks.
    pub before: (Morale, Morale),
    /// What has disordered them on the way: no check brings their order back before they meet.
    #[serde(default)]
    pub ragged: (Option<Disorder>, Option<Disorder>),
}

/// Why a unit may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum After {
    /// The enemy did not wait for the charge.
    GaveWay,
    /// The impact was won.
    Won,
    /// Cavalry pursues an enemy beaten at impact.
    Pursuit,
    /// The enemy's countercharge lost heart and turned.
    Turned,
}

/// A unit may follow an enemy who gives way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Follow {
    /// Who follows.
    pub unit: UnitId,
    /// After whom.
    pub enemy: UnitId,
    /// How far at most.
    pub inches: f32,
    /// Why it may.
    pub after: After,
    /// Where the enemy stood before he gave way, if nobody follows farther than he went.
    #[serde(default)]
    pub stood: Option<Vec2>,
}

/// A melee under way; the first of each side leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Melee {
    /// The side that charged.
    pub attackers: Vec<UnitId>,
    /// The side that was charged.
    pub defenders: Vec<UnitId>,
    /// The round, from 1.
    pub round: u32,
    /// Nobody has struck yet.
    pub fresh: bool,
}

/// One step of the procedure. Some put a question first ([`Situation::question`]).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Step {
    /// The battle begins: who is there at all.
    Begin,
    /// A side sets up.
    SetUp { side: Side },
    /// Both sides are set up: whoever hides does so, the others are shown.
    Hide,
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
    Act,
    /// The active unit or group is asked for its order.
    Order,
    /// The active unit or group is done.
    EndActivation,
    /// Nobody else acts, but the routed run and try to rally.
    RunOn { side: Side },
    /// A player turn is over.
    EndPlayerTurn { side: Side },
    /// A turn is over.
    EndTurn,
    /// A body walks on along its paths: inches since the last chance to react.
    Walk {
        marchers: Vec<Marcher>,
        #[serde(default)]
        unseen: f32,
    },
    /// A unit takes up a formation at the end of its walk.
    Form { unit: UnitId, formation: Formation },
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
    /// One of two who charge each other checks, under what bore on it before either had.
    CheckUnder {
        unit: UnitId,
        by: UnitId,
        strain: Box<Strain>,
        from: Vec2,
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
    /// A charge goes on: inches since the last chance to react, whether one is due, and which
    /// friends who of it has come through.
    Charge {
        charge: ChargeId,
        unseen: f32,
        noticed: bool,
        #[serde(default)]
        through: Vec<(UnitId, UnitId)>,
    },
    /// A charged unit has checked, with the charge so many inches off: it stands or has given way.
    Stand {
        unit: UnitId,
        target: UnitId,
        #[serde(default)]
        apart: Option<f32>,
    },
    /// The charged unit may fire at point blank or in desperation.
    PointBlank { unit: UnitId, target: UnitId },
    /// Those who have met fight it out, one after the other.
    Resolve { charge: ChargeId },
    /// A charge meets its target.
    Impact(Meeting),
    /// Two charges run at each other.
    Rush(Rush),
    /// Two charges are about to meet.
    Clash(Clash),
    /// Everybody in a charge stops and is in disorder.
    EndCharge { units: Vec<UnitId> },
    /// A unit may follow an enemy who gives way.
    Follow(Follow),
    /// A battery that has fired in reaction is drawn back on the rope, all the way at once.
    DrawBack { unit: UnitId, to: Placement },
    /// Infantry that has won goes so far after its enemy.
    Advance(Follow),
    /// Cavalry has ridden after an enemy and may have come up with him.
    ComeUp { unit: UnitId, enemy: UnitId },
    /// A unit that a charge comes through may fall in behind it.
    AskJoin { unit: UnitId, charger: UnitId },
    /// Skirmishers and others who do not wait for a charge run.
    DriveIn { unit: UnitId },
    /// Skirmishers driven in may stop behind a friend.
    AskStop { unit: UnitId },
    /// A round of melee.
    Melee(Melee),
    /// Everybody has seen a leader fall; from now on his command misses him.
    Miss { leader: LeaderId },
    /// Empty stands are taken off.
    Settle { unit: UnitId },
    /// A unit becomes disordered at the end of something.
    Disorder { unit: UnitId, by: Disorder },
    /// A side is asked whether it agrees to a draw.
    Draw { side: Side },
}

impl Situation {
    /// What a step needs to know from somebody before it can be taken, if anything.
    pub fn question(&self, step: &Step) -> Option<Decision> {
        match step {
            Step::SetUp { side } => self.ask_set_up(*side),
            Step::Leader { leader } => self.ask_leader(*leader),
            Step::Activate { side } => self.ask_activation(*side),
            Step::Order => self.ask_order(),
            Step::Window { triggers, kind } => self.ask_reaction(triggers, *kind),
            Step::PointBlank { unit, target } => self.ask_point_blank(*unit, *target),
            Step::Follow(follow) => self.ask_follow(*follow),
            Step::AskJoin { unit, charger } => self.ask_join(*unit, *charger),
            Step::AskStop { unit } => self.ask_stop(*unit),
            Step::Draw { side } => Some(Decision::Draw { side: *side }),
            _ => None,
        }
    }
}

impl Battle {
    pub(super) fn step(&mut self, step: Step) {
        match step {
            Step::Begin => self.begin(),
            Step::Hide => self.hide(),
            Step::Turn => self.begin_turn(),
            Step::PlayerTurn { side } => self.begin_player_turn(side),
            Step::Command { side } => self.settle_command(side),
            Step::Activate { side } => self.activate_next(side),
            Step::Act => self.act(),
            Step::EndActivation => self.end_activation(),
            Step::RunOn { side } => self.run_the_rest(side),
            Step::EndPlayerTurn { side } => self.end_player_turn(side),
            Step::EndTurn => self.end_turn(),
            Step::Walk { marchers, unseen } => self.walk_on(marchers, unseen),
            Step::Form { unit, formation } => self.form_at_end(unit, formation),
            Step::Fire {
                firers,
                target,
                kind,
                reaction,
            } => self.fire(&firers, target, kind, reaction),
            Step::PassThrough(fire) => self.pass_through(fire),
            Step::Check { unit, check, cause } => self.check_morale(unit, check, cause),
            Step::CheckUnder {
                unit,
                by,
                strain,
                from,
            } => self.check_under(unit, Cause::Charge { by }, *strain, from),
            Step::FallBack { unit, inches, from } => self.fall_back(unit, inches, from),
            Step::Run { unit, from, first } => self.run_away(unit, from, first),
            Step::Charge {
                charge,
                unseen,
                noticed,
                through,
            } => self.charge_on(charge, unseen, noticed, through),
            Step::Stand {
                unit,
                target,
                apart,
            } => self.stand(unit, target, apart),
            Step::Resolve { charge } => self.resolve(charge),
            Step::Impact(meeting) => self.impact(meeting),
            Step::Rush(rush) => self.rush_on(rush),
            Step::Clash(clash) => self.clash(clash),
            Step::EndCharge { units } => self.end_charge(&units),
            Step::DrawBack { unit, to } => self.draw_back(unit, to),
            Step::Advance(follow) => self.advance_on(follow),
            Step::ComeUp { unit, enemy } => self.come_up(unit, enemy),
            Step::DriveIn { unit } => self.drive_in(unit),
            Step::Melee(melee) => self.melee_round(melee),
            Step::Miss { leader } => self.miss(leader),
            Step::Settle { unit } => self.settle(unit),
            Step::Disorder { unit, by } => self.disorder(unit, by),
            // Nobody had anything to say.
            Step::SetUp { .. }
            | Step::Leader { .. }
            | Step::Order
            | Step::Window { .. }
            | Step::PointBlank { .. }
            | Step::Follow(_)
            | Step::AskJoin { .. }
            | Step::AskStop { .. }
            | Step::Draw { .. } => {}
        }
    }
}
