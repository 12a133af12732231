//! Pickets: numbered markers on the table for units that are hidden.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::{Army, Covers, Fact, Fate, Fighting, Position, Presence, Record, Standing, UnitId};
use crate::field::{Facing, Placement};
use crate::rules::formation::Shape;
use crate::rules::{Side, Unit};
use crate::scenario::NEVER;

/// Where somebody stands whose place is not known.
pub const NOWHERE: Placement = Placement {
    at: Vec2::splat(-50.0),
    facing: Facing::NORTH,
};

/// A picket, by its side and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PicketId {
    /// Whose it is.
    pub side: Side,
    /// Its number among those of its side, from 1.
    pub number: u32,
}

/// What the enemy knows of a picket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PicketStatus {
    /// Nothing: it may be real or a dummy.
    Unknown,
    /// It is real, but not who it is.
    Real,
    /// Those behind it have been placed on the table.
    Shown,
    /// It was a dummy and is gone.
    Dummy,
}

/// A numbered marker on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Picket {
    /// Whose it is, and its number.
    pub id: PicketId,
    /// The head of a column or the middle of a line, and where it looks.
    pub at: Placement,
    /// What the enemy knows of it.
    pub status: PicketStatus,
    /// Who is behind it, as far as one knows: a dummy has one of the units that are nobody.
    pub units: Vec<UnitId>,
}

impl Picket {
    /// Whether it is still on the table.
    pub fn stands(&self) -> bool {
        matches!(self.status, PicketStatus::Unknown | PicketStatus::Real)
    }
}

/// Why a picket is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sighting {
    /// An enemy on the table sees it.
    Seen(UnitId),
    /// An enemy on the table has come close to it, or it to him.
    Near(UnitId),
    /// An enemy on the table has run into those behind it.
    RunInto(UnitId),
    /// An enemy picket is in sight of it, or close.
    Picket(PicketId),
    /// Those behind it show themselves.
    Itself,
    /// Both sides are set up.
    Ready,
    /// The battle is over.
    End,
}

/// A unit that is placed on the table, with all that was hidden of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unveiled {
    /// Who.
    pub unit: UnitId,
    /// Where.
    pub to: Placement,
    /// Its values.
    pub values: Unit,
    /// What it has done.
    pub record: Record,
}

impl Army {
    /// Every picket that was laid.
    pub fn pickets(&self) -> &[Picket] {
        &self.pickets
    }

    /// A picket.
    pub fn picket(&self, id: PicketId) -> Option<&Picket> {
        self.pickets.iter().find(|picket| picket.id == id)
    }

    /// The pickets that are on the table.
    pub fn standing_pickets(&self) -> impl Iterator<Item = &Picket> {
        self.pickets.iter().filter(|picket| picket.stands())
    }

    /// The picket that a unit is behind, as far as one knows.
    pub fn picket_of(&self, unit: UnitId) -> Option<PicketId> {
        let mut standing = self.standing_pickets();
        let found = standing.find(|picket| picket.units.contains(&unit));
        found.map(|picket| picket.id)
    }

    /// Whether a unit is hidden.
    #[inline]
    pub fn is_hidden(&self, id: UnitId) -> bool {
        self.presences[id.at()] == Presence::Hidden
    }

    /// Whether a unit is nobody: what a dummy picket stands for.
    #[inline]
    pub fn is_dummy(&self, id: UnitId) -> bool {
        self.identity(id).dummy
    }

    /// Whether a unit stands somewhere on the ground, hidden or not.
    #[inline]
    pub fn is_out(&self, id: UnitId) -> bool {
        self.on_table(id) || self.is_hidden(id)
    }

    /// Whether one knows where a unit stands.
    #[inline]
    pub fn has_place(&self, id: UnitId) -> bool {
        self.on_table(id) || self.is_hidden(id) && self.placement(id) != NOWHERE
    }

    /// Hidden units of a side, dummies among them.
    pub fn hidden_of(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.units()
            .filter(move |&id| self.is_hidden(id) && self.side(id) == side)
    }

    /// Whether anybody is hidden.
    pub fn hides_anybody(&self) -> bool {
        self.presences.contains(&Presence::Hidden)
    }

    /// Whether a side sets up out of sight: its units are hidden, and no picket tells where.
    pub fn sets_up_hidden(&self, side: Side) -> bool {
        self.pickets.iter().all(|picket| picket.id.side != side)
            && self.hidden_of(side).next().is_some()
    }

    /// Units that go behind one picket when the pickets are laid.
    pub fn bands(&self) -> &[Vec<UnitId>] {
        &self.bands
    }

    /// Whether nobody else of whom one side knows stands on some ground.
    pub fn is_free_of_own(
        &self,
        ground: &crate::field::placement::Footprint,
        id: UnitId,
        but_for: &[UnitId],
    ) -> bool {
        let side = self.side(id);
        self.is_free(ground, id, but_for)
            && self
                .hidden_of(side)
                .filter(|other| *other != id && !but_for.contains(other))
                .all(|other| !ground.overlaps(self.footprint(other)))
    }

    /// Where the marker of some units stands: the head of a column, the middle of a line.
    ///
    /// Rules: `hidden.marker_position`.
    pub fn marker_of(&self, units: &[UnitId]) -> Placement {
        let Some(&lead) = units.first() else {
            return NOWHERE;
        };
        let facing = self.placement(lead).facing;
        let places = || units.iter().map(|&unit| self.placement(unit).at);
        let column = matches!(self.unit(lead).shape(), Shape::Column | Shape::Limbered);
        let at = if column {
            let ahead = |at: &Vec2| at.dot(facing.ahead());
            places().max_by(|one, other| ahead(one).total_cmp(&ahead(other)))
        } else {
            Some(places().sum::<Vec2>() / units.len() as f32)
        };
        Placement {
            at: at.unwrap_or(NOWHERE.at),
            facing,
        }
    }

    /// The armies as one side may know them: nothing of what the other hides is in it.
    #[must_use]
    pub fn as_seen_by(&self, viewer: Side) -> Self {
        let mut seen = self.clone();
        let other = viewer.other();
        if self.sets_up_hidden(other) {
            let leaders = seen.leaders.iter_mut().zip(self.leader_identities.iter());
            for (leader, identity) in leaders {
                if identity.side == other {
                    (leader.at, leader.attached) = (None, None);
                }
            }
        }
        for id in self.units().filter(|&id| self.side(id) == other) {
            let at = id.at();
            seen.standings[at] = Standing::default();
            if let Presence::Waiting { turn, .. } = &mut seen.presences[at]
                && self.identity(id).reserve
            {
                // Whom the cards have brought is seen when he comes.
                *turn = NEVER;
            }
            if !self.is_hidden(id) && !self.is_dummy(id) {
                continue;
            }
            seen.presences[at] = Presence::Hidden;
            seen.units[at] = Fighting(self.identity(id).unit);
            seen.positions[at] = Position(NOWHERE);
            seen.records[at] = Record {
                train: self.records[at].train,
                ..Record::fresh()
            };
            seen.covers[at] = Covers(seen.footprint_at(id, NOWHERE));
        }
        for picket in seen.pickets.iter_mut().filter(|one| one.id.side == other) {
            if picket.status != PicketStatus::Shown {
                picket.units.clear();
            }
        }
        seen.bands
            .retain(|band| band.first().is_some_and(|&unit| self.side(unit) == viewer));
        if let Some(active) = &self.active {
            let secret = |id: &UnitId| seen.side(*id) == other && seen.is_hidden(*id);
            if active.units.iter().any(secret) {
                seen.active = None;
            }
        }
        seen
    }

    /// A fact as it is told: what happens to a hidden unit only its own side sees.
    pub fn veiled(&self, fact: Fact) -> Fact {
        let side = match &fact {
            Fact::LeaderPosted { leader, .. } => {
                let side = self.leader_identity(*leader).side;
                self.sets_up_hidden(side).then_some(side)
            }
            fact => fact
                .about()
                .filter(|&unit| self.is_hidden(unit) || self.is_dummy(unit))
                .map(|unit| self.side(unit)),
        };
        match side {
            Some(side) => Fact::Secret {
                side,
                what: Box::new(fact),
            },
            None => fact,
        }
    }

    fn change_picket(&mut self, id: PicketId, change: impl FnOnce(&mut Picket)) {
        if let Some(picket) = self.pickets.iter_mut().find(|picket| picket.id == id) {
            change(picket);
        }
    }

    pub(super) fn apply_to_pickets(&mut self, fact: &Fact) {
        match fact {
            Fact::Banded { units } => {
                for band in &mut self.bands {
                    band.retain(|unit| !units.contains(unit));
                }
                self.bands.push(units.clone());
                self.bands.retain(|band| band.len() > 1);
            }
            Fact::Laid { side, places } => {
                let laid = (1..).zip(places).map(|(number, at)| Picket {
                    id: PicketId {
                        side: *side,
                        number,
                    },
                    at: *at,
                    status: PicketStatus::Unknown,
                    units: Vec::new(),
                });
                self.pickets.extend(laid);
                let side = *side;
                let mut bands = std::mem::take(&mut self.bands);
                bands.retain(|band| band.first().is_some_and(|&unit| self.side(unit) != side));
                self.bands = bands;
            }
            Fact::Behind { pickets } => {
                for (picket, units) in pickets {
                    self.change_picket(*picket, |one| one.units.clone_from(units));
                }
            }
            Fact::PicketMoved { picket, to, .. } => {
                self.change_picket(*picket, |one| one.at = *to);
            }
            Fact::Shown {
                picket,
                units,
                active,
                ..
            } => {
                for one in units {
                    let at = one.unit.at();
                    self.presences[at] = Presence::OnTable;
                    self.units[at] = Fighting(one.values);
                    self.records[at] = one.record.clone();
                    self.put(one.unit, one.to);
                }
                if let Some(picket) = picket {
                    self.change_picket(*picket, |picket| {
                        picket.status = PicketStatus::Shown;
                        picket.units = units.iter().map(|one| one.unit).collect();
                    });
                }
                if active.is_some() {
                    self.active.clone_from(active);
                }
            }
            Fact::KnownReal { picket, .. } => {
                self.change_picket(*picket, |one| one.status = PicketStatus::Real);
            }
            Fact::DummyGone { picket, .. } => {
                self.change_picket(*picket, |one| one.status = PicketStatus::Dummy);
                let units = self.picket(*picket).map(|one| one.units.clone());
                for unit in units.unwrap_or_default() {
                    self.presences[unit.at()] = Presence::Gone(Fate::Dummy);
                }
            }
            _ => {}
        }
    }
}
