//! The look-out: pickets that are seen, or come too close, are declared at once.
//!
//! What decides is on the table for both to see: markers and units. Whether a picket is real shows
//! only when it is declared.

use bevy::math::Vec2;

use super::{Battle, Situation};
use crate::army::{Fact, Picket, PicketId, PicketStatus, Sighting, UnitId};
use crate::field::geometry::distance_to_point;
use crate::field::placement::Footprint;
use crate::field::plan::LineKind;
use crate::field::sight::{Blocker, Eye};
use crate::field::stand::Stand;
use crate::rules::Side;

/// Whoever is this close to a picket sees what it is.
const CLOSE: f32 = 2.0;

/// What has changed since the look-out last looked.
#[derive(Default)]
struct Changes {
    /// Units on the table that have moved or come.
    units: Vec<UnitId>,
    /// Pickets that have moved.
    pickets: Vec<PicketId>,
    /// Everybody must look again: somebody may be out of the way of sight.
    all: bool,
}

impl Changes {
    fn is_none(&self) -> bool {
        self.units.is_empty() && self.pickets.is_empty() && !self.all
    }

    fn hear(&mut self, fact: &Fact) {
        match fact {
            Fact::Laid { .. } | Fact::PlayerTurn { .. } => self.all = true,
            Fact::PicketMoved { picket, .. } => self.pickets.push(*picket),
            Fact::Shown { units, .. } => self.units.extend(units.iter().map(|one| one.unit)),
            fact => self
                .units
                .extend(fact.places_changed().into_iter().flatten()),
        }
    }
}

impl Situation {
    /// Whether a picket stands for somebody.
    pub(super) fn is_real(&self, picket: PicketId) -> bool {
        let units = self.army.picket(picket).map_or(&[][..], |one| &one.units);
        !units.is_empty() && !units.iter().any(|&unit| self.army.is_dummy(unit))
    }

    /// Whether a marker is seen from a place, over the ground and whoever stands between.
    fn sees_marker(&self, from: &[Vec2], but: &[UnitId], guns: bool, marker: Vec2) -> bool {
        from.iter().any(|&at| {
            let eye = Eye { at, guns };
            let visible = |blockers: &[Blocker]| {
                let field = self.field();
                field.visible(&self.rules, eye, Eye::at(marker), blockers)
            };
            // Where the ground is in the way, nobody else need be.
            visible(&[]) && visible(&self.blockers(but, at, marker))
        })
    }

    /// Whether heavy works are between a marker and whoever looks at it from before them.
    ///
    /// Rules: `hidden.heavy_works`.
    fn behind_heavy_works(&self, marker: Vec2, from: Vec2) -> bool {
        let reach = (1.5 * self.field().proportion()).min(marker.distance(from));
        let towards = marker + (from - marker).normalize_or_zero() * reach;
        self.field()
            .lines_around(marker)
            .any(|line| line.kind == LineKind::HeavyWorks && line.is_fronted(marker, towards))
    }

    /// How an enemy unit on the table finds a picket out, if it does. Of pickets that are declared
    /// when they fire or move the sight alone tells nothing.
    ///
    /// Rules: `hidden.reveal`, `hidden.heavy_works`, `scenario.richmond_1864.confederates`.
    fn finds(&self, unit: UnitId, picket: &Picket) -> Option<Sighting> {
        let marker = picket.at.at;
        let ground = self.army.footprint(unit);
        let far = |stand: &Stand| distance_to_point(&stand.outline(), marker);
        let close = ground.placement.at.distance(marker) < 12.0 + CLOSE
            && ground.stands.iter().any(|stand| far(stand) <= CLOSE);
        if close {
            return Some(Sighting::Near(unit));
        }
        if self.scenario.hiding.is_still(picket.id.side)
            || self.behind_heavy_works(marker, ground.placement.at)
        {
            return None;
        }
        let fronts = ground.stands.iter().map(Stand::front);
        let eyes: Vec<Vec2> = std::iter::once(ground.placement.at).chain(fronts).collect();
        let guns = self.army.unit(unit).is_artillery();
        let seen = self.sees_marker(&eyes, &[unit], guns, marker);
        seen.then_some(Sighting::Seen(unit))
    }

    /// Whether two pickets of the two sides see each other or are close.
    ///
    /// Rules: `hidden.picket_meets_picket`.
    fn meets_picket(&self, one: &Picket, other: &Picket) -> bool {
        let (here, there) = (one.at.at, other.at.at);
        here.distance(there) <= CLOSE
            || !self.behind_heavy_works(here, there)
                && !self.behind_heavy_works(there, here)
                && self.sees_marker(&[here], &[], false, there)
    }

    /// The hidden enemy, of flesh and blood, on whose ground a unit would stand.
    pub(super) fn runs_into(&self, unit: UnitId, grounds: &[Footprint]) -> Option<PicketId> {
        let enemy = self.army.side(unit).other();
        self.army
            .hidden_of(enemy)
            .filter(|&other| !self.army.is_dummy(other) && self.army.has_place(other))
            .find(|&other| {
                let there = self.army.footprint(other);
                grounds.iter().any(|ground| ground.overlaps(there))
            })
            .and_then(|other| self.army.picket_of(other))
    }

    /// The first picket that has to be declared, and why.
    ///
    /// Rules: `scenario.richmond_1864.confederates`.
    fn sighted(&self, changes: &Changes) -> Option<(PicketId, Sighting)> {
        let everybody = |picket: PicketId| changes.all || changes.pickets.contains(&picket);
        for picket in self.army.standing_pickets() {
            if changes.pickets.contains(&picket.id) && self.scenario.hiding.is_still(picket.id.side)
            {
                return Some((picket.id, Sighting::Itself));
            }
            let looks = |unit: &UnitId| everybody(picket.id) || changes.units.contains(unit);
            let mut enemies = self.army.present_of(picket.id.side.other()).filter(looks);
            if let Some(why) = enemies.find_map(|unit| self.finds(unit, picket)) {
                return Some((picket.id, why));
            }
        }
        let of = |side: Side| {
            let standing = self.army.standing_pickets();
            standing.filter(move |picket| picket.id.side == side)
        };
        for picket in of(Side::Union) {
            let met = of(Side::Confederate)
                .filter(|other| everybody(picket.id) || everybody(other.id))
                .find(|other| self.meets_picket(picket, other));
            if let Some(other) = met {
                return Some((picket.id, Sighting::Picket(other.id)));
            }
        }
        None
    }
}

impl Battle {
    /// Brings the markers after their units and declares whatever has been seen, until nothing is
    /// left to be declared. Nobody can forget to call it.
    ///
    /// Rules: `hidden.reveal`, `hidden.missed_call`.
    pub(super) fn look_out(&mut self) {
        loop {
            self.looked = self.looked.min(self.facts.len());
            if self.looked == self.facts.len() || self.now.army.pickets().is_empty() {
                self.looked = self.facts.len();
                return;
            }
            self.bring_markers();
            let mut changes = Changes::default();
            let new = &self.facts[self.looked..];
            new.iter().for_each(|fact| changes.hear(fact));
            let standing = |unit: &UnitId| self.now.army.on_table(*unit);
            changes.units.retain(standing);
            self.looked = self.facts.len();
            if changes.is_none() {
                return;
            }
            self.unveil_trampled(&changes);
            while let Some((picket, why)) = self.now.sighted(&changes) {
                self.declare(picket, why);
            }
        }
    }

    /// Whoever has come to stand where somebody is hidden finds him.
    fn unveil_trampled(&mut self, changes: &Changes) {
        for &unit in &changes.units {
            let ground = [self.now.army.footprint(unit).clone()];
            while let Some(picket) = self.now.runs_into(unit, &ground) {
                self.show(picket, Sighting::RunInto(unit));
            }
        }
    }

    /// A picket tells what it is.
    ///
    /// Rules: `hidden.reveal`, `hidden.both_real`, `hidden.both_dummy`, `hidden.one_real`.
    pub(super) fn declare(&mut self, picket: PicketId, why: Sighting) {
        let Sighting::Picket(other) = why else {
            self.tell_truth(picket, why);
            return;
        };
        let real = (self.now.is_real(picket), self.now.is_real(other));
        if real.0 == real.1 {
            self.tell_truth(picket, why);
            self.tell_truth(other, Sighting::Picket(picket));
            return;
        }
        let (true_one, dummy) = if real.0 {
            (picket, other)
        } else {
            (other, picket)
        };
        let why = Sighting::Picket(true_one);
        self.tell(Fact::DummyGone { picket: dummy, why });
        let known = self.now.army.picket(true_one).map(|one| one.status);
        if known != Some(PicketStatus::Real) {
            let why = Sighting::Picket(dummy);
            self.tell(Fact::KnownReal {
                picket: true_one,
                why,
            });
        }
    }

    fn tell_truth(&mut self, picket: PicketId, why: Sighting) {
        if self.now.is_real(picket) {
            self.show(picket, why);
        } else {
            self.tell(Fact::DummyGone { picket, why });
        }
    }
}
