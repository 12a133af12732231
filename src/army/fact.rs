//! What happened, with its whole arithmetic. No words: those are made by whoever shows it.

mod about;

use bevy::math::Vec2;
use serde::Serialize;

use super::{
    Active, Assault, Barrier, BarrierId, Blow, Bridge, Cause, Change, ChargeId, Contact, Deed,
    Encounter, Fate, Follower, Formation, Hindered, Instruction, LeaderId, Occasion, PicketId,
    Sighting, Strain, Task, UnitId, Unveiled, Verdict, Volley,
};
use crate::field::Placement;
use crate::rules::impact::{ImpactResult, ImpactTerms};
use crate::rules::morale::{CheckOutcome, MoralePoints};
use crate::rules::muster::Card;
use crate::rules::{Disorder, Morale, Side, Weather};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Fact {
    /// A turn begins.
    Turn { turn: u32 },
    /// A side becomes active.
    PlayerTurn { side: Side },
    /// A side is active no more; nobody keeps actions.
    PlayerTurnOver { side: Side },
    /// The weather of the day was rolled.
    Weather { die: u8, weather: Weather },
    /// When some units come was rolled.
    Due {
        units: Vec<UnitId>,
        die: u8,
        turn: u32,
    },
    /// A side draws a card for reinforcements; a face card brings a second, which says how many
    /// points of them.
    Drew {
        side: Side,
        card: Card,
        second: Option<Card>,
        points: u32,
    },
    /// Whom the cards of a side bring, and when: its secret until they come.
    Called { units: Vec<UnitId>, turn: u32 },
    /// A unit that might have been absent: its die and whether it is there.
    Presence {
        unit: UnitId,
        die: u8,
        present: bool,
    },
    /// Before the battle a unit is put somewhere, in another formation if one is named.
    Posted {
        unit: UnitId,
        to: Placement,
        formation: Option<Formation>,
    },
    /// Before the battle a leader is put somewhere.
    LeaderPosted { leader: LeaderId, at: Vec2 },
    /// A side is set up.
    InPlace { side: Side },
    /// A side offers a draw.
    DrawOffered { side: Side },
    /// A side will have no draw.
    DrawDeclined { side: Side },
    /// A unit comes in; so many inches of its first move bring it wholly onto the table.
    Arrived {
        unit: UnitId,
        to: Placement,
        inches: f32,
    },
    /// A unit that is due has not come in: it had no room, or its player kept it back.
    Delayed { unit: UnitId },
    /// A leader rides to a unit.
    Attached {
        leader: LeaderId,
        unit: UnitId,
        at: Vec2,
    },
    /// A leader rides to a place.
    Rode { leader: LeaderId, at: Vec2 },
    /// Who of a side is out of command in this player turn; the others are in it.
    Command { side: Side, out: Vec<UnitId> },
    /// Units act as one group, with both actions declared.
    Grouped { units: Vec<UnitId>, plan: Vec<Deed> },
    /// A unit becomes active.
    Activated { unit: UnitId, in_command: bool },
    /// The active unit or group has spent actions.
    Spent { actions: u32 },
    /// These of the active group have still to fire with the action under way, or with both.
    StillToFire {
        units: Vec<UnitId>,
        takes_both: bool,
    },
    /// A unit drops out of the active group and acts no more.
    FellOut { unit: UnitId },
    /// A unit has no action left, whatever it had.
    Exhausted { unit: UnitId },
    /// The active unit or group is done.
    ActivationOver,
    /// A unit has used its reaction.
    Reacted { unit: UnitId },
    /// Some units are told what they should ask about.
    Instructed {
        units: Vec<UnitId>,
        side: Side,
        instruction: Instruction,
    },
    /// Units that could have done something do nothing: active ones with what is left of their turn,
    /// or such as could have reacted to these.
    Held {
        side: Side,
        units: Vec<UnitId>,
        triggers: Vec<UnitId>,
    },
    /// Units let their occasions pass.
    LetPass {
        side: Side,
        occasions: Vec<(UnitId, Occasion)>,
    },
    /// A unit moves.
    Moved {
        unit: UnitId,
        from: Placement,
        to: Placement,
    },
    /// A unit takes up a formation.
    Formed {
        unit: UnitId,
        formation: Formation,
        to: Placement,
    },
    /// A unit turns.
    Faced { unit: UnitId, to: Placement },
    /// A fire.
    Fired {
        firers: Vec<UnitId>,
        target: UnitId,
        reaction: bool,
        volley: Box<Volley>,
    },
    /// Losses: of figures (or sections) in all, those of an attached stand among them.
    Lost {
        unit: UnitId,
        figures: u32,
        of_attached: u32,
        horses: u32,
        left: u32,
    },
    /// A morale check or rally.
    Checked {
        unit: UnitId,
        cause: Cause,
        strain: Box<Strain>,
        points: Box<MoralePoints>,
        dice: [u8; 2],
        before: Morale,
        outcome: CheckOutcome,
    },
    /// A routed unit that came to the edge of the table is no better than this, however it rallied.
    StoppedAtEdge { unit: UnitId, after: Morale },
    /// A lost figure or section returns.
    Recovered { unit: UnitId },
    /// A unit falls back so many inches, or as near to it as there was room.
    FellBack {
        unit: UnitId,
        inches: f32,
        to: Placement,
        hindered: Option<Hindered>,
    },
    /// A unit runs as far as its dice say, or what room there was; it has come to the edge of the
    /// table or would have run over it.
    Ran {
        unit: UnitId,
        dice: Vec<u8>,
        to: Placement,
        edge: bool,
        hindered: Option<Hindered>,
    },
    /// A unit becomes disordered without a check.
    Disordered { unit: UnitId, by: Disorder },
    /// A unit reforms.
    Reformed { unit: UnitId },
    /// A unit begins to run from the enemy by order, inch by inch.
    Disengaging { unit: UnitId },
    /// A unit has disengaged, by order of its own player turn or in reaction.
    Disengaged {
        unit: UnitId,
        to: Placement,
        after: Morale,
        ordered: bool,
    },
    /// A unit that disengaged has stopped running.
    Stopped { unit: UnitId },
    /// A charge is declared, with the dice of its bonus.
    Charge {
        charge: ChargeId,
        lead: UnitId,
        assaults: Vec<Assault>,
        followers: Vec<Follower>,
        way: Vec2,
        dice: Vec<u8>,
        inches: f32,
        disorder_point: f32,
        halt: Option<f32>,
    },
    /// A unit charges on into a new enemy, out of an advance or pursuit.
    ChargedOn {
        charge: ChargeId,
        unit: UnitId,
        enemy: UnitId,
        followers: Vec<Follower>,
        way: Vec2,
        inches: f32,
        fleeing: bool,
    },
    /// A charge has gone so many inches more.
    Strode { charge: ChargeId, inches: f32 },
    /// How a charging unit stands to its target.
    Closing { charge: ChargeId, contact: Contact },
    /// A charge closes its ranks: who leads, who is after whom, who follows whom.
    Ranks {
        charge: ChargeId,
        lead: UnitId,
        contacts: Vec<Contact>,
        followers: Vec<Follower>,
    },
    /// Nobody in a charge runs on: the meetings are fought out.
    Resolving { charge: ChargeId },
    /// A charged unit charges back; where they meet, in inches from the charger. Its charger and
    /// all who follow him are a charge of their own from now on.
    Countercharge {
        unit: UnitId,
        charger: UnitId,
        charge: ChargeId,
        way: Vec2,
        dice: Vec<u8>,
        inches: f32,
        desperate: bool,
        meet: Option<f32>,
    },
    /// A unit falls in behind a charge.
    Joined { unit: UnitId, charger: UnitId },
    /// Skirmishers have stopped behind a charged friend.
    Backed {
        unit: UnitId,
        friend: UnitId,
        charge: ChargeId,
    },
    /// A charge tried to halt where it was told to.
    Halted { charge: ChargeId, halted: bool },
    /// A unit charges no more.
    ChargeEnded { unit: UnitId },
    /// A charge is over for everybody in it.
    ChargeOver { charge: ChargeId },
    /// A unit follows an enemy who gives way.
    Followed {
        unit: UnitId,
        enemy: UnitId,
        to: Placement,
    },
    /// A charge ends short of its target.
    FellShort { unit: UnitId, to: Placement },
    /// Two lead units meet.
    Impact {
        attacker: UnitId,
        defender: UnitId,
        /// Who supports the attacker, and who the defender.
        supports: (Vec<UnitId>, Vec<UnitId>),
        encounter: Box<Encounter>,
        terms: Box<ImpactTerms>,
        /// Of the attacker and of the defender.
        dice: ([u8; 2], [u8; 2]),
        result: ImpactResult,
    },
    /// A routed unit that a charge or pursuit comes upon gives itself up.
    Caught { unit: UnitId, by: UnitId },
    /// An attacker stops short of his enemy by half as many inches as the die shows.
    StoppedShort { unit: UnitId, die: u8, inches: f32 },
    /// Dice of inches that a repulsed charge goes back farther.
    Repulsed { unit: UnitId, dice: Vec<u8> },
    /// A loser of an impact is thrown into worse order.
    Beaten { unit: UnitId, after: Morale },
    /// Blows of a melee round; the first of each side leads.
    Melee {
        attackers: Vec<UnitId>,
        defenders: Vec<UnitId>,
        round: u32,
        by_attacker: Blow,
        by_defender: Blow,
    },
    /// A unit fights hand to hand no more.
    LeftMelee { unit: UnitId },
    /// A tactical competence test.
    Tested { unit: UnitId, die: u8, passed: bool },
    /// Dice for a leader whose unit was hit.
    LeaderRolled {
        leader: LeaderId,
        dice: Vec<u8>,
        killed: bool,
    },
    /// Everybody has seen a leader fall; from now on his command misses him.
    Missed { leader: LeaderId },
    /// Empty stands have been taken off, or one put back for figures that returned.
    Settled {
        unit: UnitId,
        stands: u32,
        /// Where it stands now, if others are in the middle of where it stood.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Placement>,
    },
    /// Two regiments become one, here.
    Merged {
        unit: UnitId,
        into: UnitId,
        to: Placement,
        figures: u32,
        stands: u32,
    },
    /// A regiment stands with another from now on.
    AttachedTo {
        unit: UnitId,
        host: UnitId,
        figures: u32,
        stands: u32,
    },
    /// A battery takes over a horse.
    HorseTaken { unit: UnitId, from: UnitId },
    /// A leader is taken with his men.
    LeaderTaken { leader: LeaderId, unit: UnitId },
    /// A unit takes up work for whole turns.
    WorkBegun { unit: UnitId, task: Task },
    /// A unit gives another turn to the work it is at.
    Working { unit: UnitId, task: Task },
    /// A player turn of work is done: so many turns of those it takes, with engineers in all of
    /// them or not.
    Worked {
        unit: UnitId,
        task: Task,
        turns: u32,
        of: u32,
        helped: bool,
    },
    /// The work of a unit is broken off; what was done is lost.
    WorkDropped { unit: UnitId, task: Task },
    /// A unit has done what it worked at.
    WorkDone { unit: UnitId, task: Task },
    /// Works or obstacles are otherwise than before, by a unit's work or by fire at it.
    GroundChanged {
        unit: UnitId,
        how: Change,
        removed: Vec<BarrierId>,
        added: Vec<Barrier>,
    },
    /// Guns that fired at a unit have hit the works before it.
    WorksStruck {
        unit: UnitId,
        works: BarrierId,
        hits: u32,
    },
    /// A train has unloaded its pontoons at the bank.
    Unloaded { unit: UnitId, bridge: Bridge },
    /// A bridge has grown by a turn of work.
    Bridged { unit: UnitId, bridge: Bridge },
    /// Guns that fired at the engineers have hit their bridge.
    BridgeStruck {
        unit: UnitId,
        bridge: Bridge,
        hits: u32,
    },
    /// A unit is gone.
    Removed { unit: UnitId, fate: Fate },
    /// A leader has left the table with the last of his men.
    LeaderLeft { leader: LeaderId },
    /// Commands of a side are withdrawn from now on: one and all below it.
    Withdrawing { side: Side, commands: Vec<usize> },
    /// A side is the last to have been alone in a zone that gives points.
    Occupied { zone: String, side: Side },
    /// A side is given points for a zone at the end of a turn.
    Scored {
        zone: String,
        side: Side,
        points: u32,
    },
    /// The battle is over.
    Over { verdict: Verdict },
    /// Something that only one side sees, because it happens to somebody who is hidden.
    Secret { side: Side, what: Box<Self> },
    /// Before the battle some units are to go behind one picket; one alone is taken out again.
    Banded { units: Vec<UnitId> },
    /// A side's pickets are laid, in the order of their numbers.
    Laid { side: Side, places: Vec<Placement> },
    /// Who is behind pickets: the list that their owner keeps.
    Behind {
        pickets: Vec<(PicketId, Vec<UnitId>)>,
    },
    /// A picket moves, and nobody on the table sees it.
    PicketMoved {
        picket: PicketId,
        from: Placement,
        to: Placement,
    },
    /// Hidden units are placed on the table, from behind a picket if they had one.
    Shown {
        picket: Option<PicketId>,
        side: Side,
        why: Sighting,
        units: Vec<Unveiled>,
        /// The group they act in, if it is their turn.
        #[serde(skip_serializing_if = "Option::is_none")]
        active: Option<Active>,
    },
    /// A picket is known to be real, but not who it is.
    KnownReal { picket: PicketId, why: Sighting },
    /// A picket was a dummy and is taken away.
    DummyGone { picket: PicketId, why: Sighting },
    /// A leader appears with the first of his men.
    LeaderShown { leader: LeaderId, at: Vec2 },
}
