//! What stands on the table: regiments, batteries and leaders, the turn, the weather, the charges
//! under way, and how it all ended.
//!
//! An [`Army`] is plain data: it can be cloned, compared, hashed and saved. [`Army::apply`] takes it
//! from one moment to the next by what a [`Fact`] tells, and nothing else ever changes it: not the
//! battle, not the chronicle, not a replay.

mod active;
mod aim;
mod apply;
mod blow;
mod cause;
mod check;
mod deed;
mod earth;
mod encounter;
mod fact;
mod instruct;
mod muster;
mod onset;
mod parts;
mod picket;
mod post;
mod strain;
mod verdict;
mod work;

use std::sync::Arc;

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

pub use active::Active;
pub use aim::{Aim, Rank, Volley};
pub use blow::Blow;
pub use cause::Cause;
pub use check::ArmyFault;
pub use deed::{Assault, Deed, Formation, Hindered, Obstacle};
pub use earth::{Barrier, BarrierId, Bridge, BridgeId, Earth};
pub use encounter::{Encounter, EncounterSide};
pub use fact::Fact;
pub use instruct::{Asks, Instruction, Occasion, Shot, ShotAsk, Standing, Until};
pub use onset::{Charge, ChargeId, Contact, Follower, Start};
pub use parts::{
    Attachment, Base, Covers, Fate, Fighting, Identity, LeaderIdentity, LeaderState, Position,
    Presence, Ranging, Record,
};
pub use picket::{NOWHERE, Picket, PicketId, PicketStatus, Sighting, Unveiled};
pub use post::{LeaderPost, Post};
pub use strain::{Dread, Strain};
pub use verdict::{Reason, Verdict};
pub use work::{Change, Task, Work};

use crate::field::adjacency::TOUCHING;
use crate::field::placement::Footprint;
use crate::field::stand::{Muster, leader_size};
use crate::field::{Field, Placement};
use crate::rules::muster::Card;
use crate::rules::{Quality, Scale, Side, Unit, Weather};

/// A unit, by its place in the scenario's order of battle.
//
// Not transparent to serde: the check of a save knows units and leaders by the names of these types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u32);

impl UnitId {
    #[inline]
    fn at(self) -> usize {
        self.0 as usize
    }
}

/// A leader, by his place in the scenario's order of battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LeaderId(pub u32);

impl LeaderId {
    #[inline]
    fn at(self) -> usize {
        self.0 as usize
    }
}

/// Where a battle stands in its turns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// The turn, from 1; 0 before the first.
    pub turn: u32,
    /// Whose player turn it is.
    pub active: Side,
}

/// Both armies of a battle at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Army {
    scale: Scale,
    /// The size of the table: whoever rides behind a unit stays on it.
    table: Vec2,
    /// What never changes comes from the scenario and is shared by all copies.
    #[serde(skip)]
    identities: Arc<Vec<Identity>>,
    #[serde(skip)]
    leader_identities: Arc<Vec<LeaderIdentity>>,
    units: Vec<Fighting>,
    musters: Vec<Muster>,
    positions: Vec<Position>,
    presences: Vec<Presence>,
    records: Vec<Record>,
    standings: Vec<Standing>,
    leaders: Vec<LeaderState>,
    clock: Clock,
    weather: Weather,
    charges: Vec<Charge>,
    charges_begun: u32,
    active: Option<Active>,
    /// Who has offered a draw in this player turn.
    #[serde(default)]
    offers: Vec<Side>,
    verdict: Option<Verdict>,
    /// Markers that were laid for those who are hidden.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pickets: Vec<Picket>,
    /// Who goes behind one picket when they are laid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bands: Vec<Vec<UnitId>>,
    /// Works, obstacles and bridges as they are now.
    #[serde(default)]
    earth: Earth,
    /// Who was the last to be alone in each of the zones that give points.
    #[serde(default)]
    holders: Vec<(String, Side)>,
    /// Points that the Union and the Confederates were given turn by turn.
    #[serde(default)]
    scores: [u32; 2],
    /// Commands that are withdrawn.
    #[serde(default)]
    withdrawn: Vec<usize>,
    /// Cards that were drawn for reinforcements, the last one last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    drawn: Vec<Card>,
    /// What each unit covers: worked out of the rest.
    #[serde(skip)]
    covers: Vec<Covers>,
}

impl Army {
    /// Every unit, in the order of the scenario.
    #[inline]
    pub fn units(&self) -> impl DoubleEndedIterator<Item = UnitId> + ExactSizeIterator + use<> {
        (0..self.units.len() as u32).map(UnitId)
    }

    /// Every leader.
    #[inline]
    pub fn leaders(&self) -> impl DoubleEndedIterator<Item = LeaderId> + ExactSizeIterator + use<> {
        (0..self.leaders.len() as u32).map(LeaderId)
    }

    /// Whether there is such a unit.
    #[inline]
    pub fn knows(&self, id: UnitId) -> bool {
        id.at() < self.units.len()
    }

    /// A unit's values in the rules.
    #[inline]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.at()].0
    }

    /// The same, as the component it is in the window's world.
    pub fn fighting(&self, id: UnitId) -> &Fighting {
        &self.units[id.at()]
    }

    /// What never changes about a unit.
    #[inline]
    pub fn identity(&self, id: UnitId) -> &Identity {
        &self.identities[id.at()]
    }

    /// What it is called.
    pub fn name(&self, id: UnitId) -> &str {
        &self.identity(id).name
    }

    /// Its command in the order of battle.
    #[inline]
    pub fn command(&self, id: UnitId) -> usize {
        self.identity(id).command
    }

    /// Its side.
    #[inline]
    pub fn side(&self, id: UnitId) -> Side {
        self.unit(id).side
    }

    /// Its full strength and stands.
    #[inline]
    pub fn muster_of(&self, id: UnitId) -> Muster {
        self.musters[id.at()]
    }

    /// Where it stands.
    #[inline]
    pub fn placement(&self, id: UnitId) -> Placement {
        self.positions[id.at()].0
    }

    /// Whether it is here, still to come, or gone.
    #[inline]
    pub fn presence(&self, id: UnitId) -> Presence {
        self.presences[id.at()]
    }

    /// What it has done and may still do.
    #[inline]
    pub fn record(&self, id: UnitId) -> &Record {
        &self.records[id.at()]
    }

    /// What it wants to be asked about in the enemy's turn.
    #[inline]
    pub fn standing(&self, id: UnitId) -> &Standing {
        &self.standings[id.at()]
    }

    /// What never changes about a leader.
    #[inline]
    pub fn leader_identity(&self, id: LeaderId) -> &LeaderIdentity {
        &self.leader_identities[id.at()]
    }

    /// Where a leader is and how he fares.
    #[inline]
    pub fn leader(&self, id: LeaderId) -> &LeaderState {
        &self.leaders[id.at()]
    }

    /// Turn and active side.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// The weather of the day.
    #[inline]
    pub fn weather(&self) -> Weather {
        self.weather
    }

    /// The unit or group whose turn it is.
    pub fn active(&self) -> Option<&Active> {
        self.active.as_ref()
    }

    /// Whether a side has offered a draw in this player turn.
    pub fn has_offered_draw(&self, side: Side) -> bool {
        self.offers.contains(&side)
    }

    /// How it ended, once it is over.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// Works, obstacles and bridges as they are now.
    #[inline]
    pub fn earth(&self) -> &Earth {
        &self.earth
    }

    /// What a unit works at.
    #[inline]
    pub fn work(&self, id: UnitId) -> Option<Work> {
        self.record(id).work
    }

    /// A unit whose work something has broken off.
    pub fn interrupted(&self) -> Option<(UnitId, Task)> {
        let broken = |id: UnitId| self.work(id).filter(|work| work.broken);
        self.units()
            .find_map(|id| broken(id).map(|work| (id, work.task)))
    }

    /// Engineers who help a unit in this player turn.
    pub fn helper_of(&self, id: UnitId) -> Option<UnitId> {
        self.present_of(self.side(id)).find(|&other| {
            self.work(other)
                .is_some_and(|work| work.task == Task::Assist(id) && work.worked && !work.broken)
        })
    }

    /// Who holds a zone that gives points: whoever was the last to be alone there.
    pub fn holder(&self, zone: &str) -> Option<Side> {
        let known = self.holders.iter().find(|(held, _)| held == zone);
        known.map(|(_, side)| *side)
    }

    /// Points that a side was given turn by turn.
    pub fn score(&self, side: Side) -> u32 {
        self.scores[side as usize]
    }

    /// Whether a command is withdrawn.
    #[inline]
    pub fn is_command_withdrawn(&self, command: usize) -> bool {
        self.withdrawn.contains(&command)
    }

    /// Whether a unit is to leave the table.
    #[inline]
    pub fn is_withdrawn(&self, id: UnitId) -> bool {
        !self.withdrawn.is_empty() && self.is_command_withdrawn(self.command(id))
    }

    /// Stands that a side has lost, of some commands only if they are named; those that never came
    /// or left in order are not lost.
    pub fn stands_lost(&self, side: Side, of: Option<&[usize]>) -> u32 {
        let counts = |id: &UnitId| {
            let named = of.is_none_or(|of| of.contains(&self.command(*id)));
            self.side(*id) == side && named && !self.is_dummy(*id)
        };
        let (mut had, mut has) = (0, 0);
        for id in self.units().filter(counts) {
            let now = self.unit(id).stands.now + self.muster_of(id).attached;
            match self.presence(id) {
                Presence::Waiting { .. } | Presence::Gone(Fate::Absent) => continue,
                Presence::OnTable
                | Presence::Hidden
                | Presence::Gone(Fate::RodeOff | Fate::Withdrew) => has += now,
                // Those who fight on with another regiment are counted there.
                Presence::Gone(_) => {}
            }
            had += self.identity(id).stands;
        }
        had.saturating_sub(has)
    }

    /// Cards that were drawn for reinforcements, the last one last.
    pub fn drawn(&self) -> &[Card] {
        &self.drawn
    }

    /// All charges under way, the latest first.
    pub fn charges(&self) -> impl Iterator<Item = &Charge> {
        self.charges.iter().rev()
    }

    /// A charge under way.
    pub fn charge(&self, id: ChargeId) -> Option<&Charge> {
        self.charges.iter().find(|charge| charge.id == id)
    }

    /// The number of the next charge.
    pub fn next_charge(&self) -> ChargeId {
        ChargeId(self.charges_begun)
    }

    /// Whether a unit is on the table.
    #[inline]
    pub fn on_table(&self, id: UnitId) -> bool {
        self.presences[id.at()] == Presence::OnTable
    }

    /// Everybody on the table.
    #[inline]
    pub fn present(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.units().filter(|&id| self.on_table(id))
    }

    /// Everybody of one side on the table.
    #[inline]
    pub fn present_of(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.present().filter(move |&id| self.side(id) == side)
    }

    /// The leaders attached to a unit.
    pub fn attached_leaders(&self, id: UnitId) -> impl Iterator<Item = LeaderId> + '_ {
        self.leaders().filter(move |&leader| {
            let state = self.leader(leader);
            state.attached == Some(id) && !state.fallen
        })
    }

    /// Whom a regiment is attached to.
    pub fn host_of(&self, unit: UnitId) -> Option<UnitId> {
        let attached = |id: &UnitId| {
            self.record(*id)
                .attached
                .is_some_and(|with| with.unit == unit)
        };
        self.units().find(attached)
    }

    /// What a unit covers of the table.
    #[inline]
    pub fn footprint(&self, id: UnitId) -> &Footprint {
        &self.covers[id.at()].0
    }

    /// What a unit would cover elsewhere.
    pub fn footprint_at(&self, id: UnitId, placement: Placement) -> Footprint {
        placement.footprint(self.scale, self.unit(id), self.muster_of(id))
    }

    /// Whether a unit would stand on the table and on nobody there.
    pub fn fits(&self, field: &Field, id: UnitId, placement: Placement) -> bool {
        self.fits_but_for(field, id, placement, &[])
    }

    /// Whether a unit would stand on the table and on nobody there, some others not counted.
    pub fn fits_but_for(
        &self,
        field: &Field,
        id: UnitId,
        placement: Placement,
        but_for: &[UnitId],
    ) -> bool {
        let footprint = self.footprint_at(id, placement);
        footprint.on_table(field) && self.is_free(&footprint, id, but_for)
    }

    /// Whether nobody else stands on some ground, some others not counted.
    pub fn is_free(&self, ground: &Footprint, id: UnitId, but_for: &[UnitId]) -> bool {
        let at = ground.placement.at;
        self.present()
            .filter(|other| *other != id && !but_for.contains(other))
            .filter(|&other| self.placement(other).at.distance(at) < 12.0)
            .all(|other| !ground.overlaps(self.footprint(other)))
    }

    /// The place of a leader right behind a unit.
    pub fn behind(&self, unit: UnitId) -> Vec2 {
        let at = self
            .footprint(unit)
            .right_behind(leader_size(self.scale) * TOUCHING);
        at.clamp(Vec2::ZERO, self.table)
    }

    /// Stands that the figures a unit has left fill.
    pub fn stands_filled(&self, id: UnitId) -> u32 {
        let unit = self.unit(id);
        if unit.is_artillery() {
            return 1;
        }
        let muster = self.muster_of(id);
        let attached = self.record(id).attached.map_or(0, |with| with.figures);
        let own = unit.strength - attached.min(unit.strength);
        let uneven = &self.identity(id).make_up.uneven;
        if !uneven.is_empty() && !unit.traits.merged {
            return filled_unevenly(uneven, unit.quality, own).clamp(1, muster.stands);
        }
        let each = muster.strength.div_ceil(muster.stands.max(1)).max(1);
        own.div_ceil(each).clamp(1, muster.stands)
    }

    /// Whether another army looks the same on the table, whatever is in the books: where everybody
    /// stands, in what strength, order and formation.
    pub fn looks_like(&self, other: &Self) -> bool {
        self.units == other.units
            && self.positions == other.positions
            && self.presences == other.presences
            && self.leaders == other.leaders
            && self.pickets == other.pickets
            && self.earth == other.earth
    }

    /// Figures and sections a side has lost, units that never came not counted.
    pub fn casualties(&self, side: Side) -> u32 {
        self.units()
            .filter(|&id| self.side(id) == side)
            .map(|id| self.lost(id))
            .sum()
    }

    /// Figures or sections a unit has lost.
    pub fn lost(&self, id: UnitId) -> u32 {
        let full = self.identity(id).strength;
        let with_others = full + self.record(id).joined;
        let left = self.unit(id).strength;
        let joined = self.record(id).went_over;
        match self.presence(id) {
            Presence::Gone(Fate::Absent) | Presence::Waiting { .. } => 0,
            // Those who fight on in another regiment are counted there.
            Presence::Gone(_) if joined => full.saturating_sub(left),
            Presence::OnTable
            | Presence::Hidden
            | Presence::Gone(Fate::RodeOff | Fate::Withdrew | Fate::Dummy) => {
                with_others.saturating_sub(left)
            }
            Presence::Gone(_) => with_others,
        }
    }

    /// Units of a side whose middle lies in a zone of the field.
    pub fn in_zone(&self, field: &Field, side: Side, zone: &str) -> u32 {
        let Some(zone) = field.zone(zone) else {
            return 0;
        };
        self.present_of(side)
            .filter(|&id| zone.contains(self.footprint(id).centre()))
            .count() as u32
    }
}

/// Stands that so many figures are left on, where the stands differ; the largest is named first.
/// Elite and veteran regiments lose from their largest stand, the others from their smallest.
///
/// Rules: `unit.unequal_stands`.
fn filled_unevenly(stands: &[u32], quality: Quality, figures: u32) -> u32 {
    let steady = matches!(quality, Quality::Elite | Quality::Veteran);
    // The stand that is emptied last is filled first.
    let filled: Vec<u32> = if steady {
        stands.iter().rev().copied().collect()
    } else {
        stands.to_vec()
    };
    let mut left = figures;
    let mut count = 0;
    for full in filled {
        if left == 0 {
            break;
        }
        left = left.saturating_sub(full);
        count += 1;
    }
    count
}
