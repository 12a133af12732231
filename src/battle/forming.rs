//! Formations, order and facing, and a body that closes up.

use std::cmp::Ordering;

use super::{Battle, Situation};
use crate::army::{Fact, Fate, Formation, UnitId};
use crate::field::placement::Footprint;
use crate::field::{Facing, Placement};
use crate::rules::formation::Shape;
use crate::rules::{Disorder, Morale};

impl Situation {
    /// Whether a formation has room where the unit stands: on a bridge only a column has.
    ///
    /// Rules: `engineer.cross`.
    pub(super) fn has_room_to_form(&self, id: UnitId, formation: Formation) -> bool {
        let footprint = self.footprint_formed(id, formation);
        let shape = formation.of(self.army.unit(id)).shape();
        footprint.on_table(self.field())
            && self.army.is_free(&footprint, id, &[])
            && (matches!(shape, Shape::Column | Shape::Limbered)
                || self.terrain().ground(footprint.placement.at).is_some())
    }

    /// What a unit would cover in another formation.
    pub(super) fn footprint_formed(&self, id: UnitId, formation: Formation) -> Footprint {
        let muster = self.army.muster_of(id);
        let unit = formation.of(self.army.unit(id));
        let place = self.army.placement(id);
        place.footprint(self.field().scale, &unit, muster)
    }

    /// The place of a unit turned towards another, if there is room.
    pub(super) fn faced(&self, id: UnitId, other: UnitId) -> Option<Placement> {
        let here = self.army.footprint(id).centre();
        let there = self.army.footprint(other).centre();
        self.turned(id, Facing::towards(here, there))
    }

    /// The place of a unit turned on the spot, if there is room.
    pub(super) fn turned(&self, id: UnitId, facing: Facing) -> Option<Placement> {
        let place = self.on_the_spot(id, facing);
        self.army.fits(self.field(), id, place).then_some(place)
    }

    /// The place of a unit turned on the spot, whether or not there is room.
    pub fn on_the_spot(&self, id: UnitId, facing: Facing) -> Placement {
        let here = self.army.footprint(id);
        let depth = here.stands.first().map_or(0.0, |stand| stand.half.y);
        Placement {
            at: here.centre() + facing.ahead() * depth,
            facing,
        }
    }
}

impl Battle {
    /// A unit takes up a formation where it stands. Mounted infantry that takes to its horses
    /// leaves the field.
    ///
    /// Rules: `special.mounted_infantry_dismount`.
    pub(super) fn form(&mut self, unit: UnitId, formation: Formation) {
        let values = self.now.army.unit(unit);
        let mounts = formation == Formation::Mounted(true) && !values.is_mounted();
        let leaves = mounts && values.traits.mounted_infantry;
        let to = self.now.army.placement(unit);
        self.tell(Fact::Formed {
            unit,
            formation,
            to,
        });
        if leaves {
            self.remove(unit, Fate::RodeOff);
        }
    }

    /// The formation at the end of a walk, if the unit has got there in order and there is room.
    pub(super) fn form_at_end(&mut self, unit: UnitId, formation: Formation) {
        let able = self.now.army.is_out(unit)
            && matches!(
                self.now.army.unit(unit).morale,
                Morale::GoodOrder | Morale::Disorder
            );
        if able && self.now.has_room_to_form(unit, formation) {
            self.form(unit, formation);
        }
    }

    /// Good order becomes disorder; what is worse stays.
    pub(super) fn disorder(&mut self, unit: UnitId, by: Disorder) {
        if self.now.army.is_out(unit) && self.now.army.unit(unit).morale == Morale::GoodOrder {
            self.tell(Fact::Disordered { unit, by });
        }
    }

    /// Rules: `morale.reform`.
    pub(super) fn reform(&mut self, unit: UnitId) {
        if self.now.army.unit(unit).morale == Morale::Disorder {
            self.tell(Fact::Reformed { unit });
        }
    }

    /// The rest of a broken body closes the gaps sideways; answers with who went how far.
    pub(super) fn close_up(&mut self, units: &[UnitId]) -> Vec<(UnitId, bevy::math::Vec2)> {
        let Some(&lead) = units.first() else {
            return Vec::new();
        };
        let facing = self.now.army.placement(lead).facing;
        let lines = units.iter().all(|&id| {
            self.now.army.unit(id).shape() == Shape::Line
                && self.now.army.placement(id).facing.off(facing).abs() < 10.0
        });
        if !lines {
            return Vec::new();
        }
        let right = facing.right();
        let span = |battle: &Self, id: UnitId| {
            let (left, end) = battle.now.army.footprint(id).front_corners();
            (left.dot(right), end.dot(right))
        };
        let mut order: Vec<UnitId> = units.to_vec();
        order.sort_by(|&one, &other| span(self, one).0.total_cmp(&span(self, other).0));
        let mut moved = Vec::new();
        let reach = self
            .now
            .rules
            .scales
            .at(self.now.field().scale)
            .support
            .open;
        for at in 1..order.len() {
            let left_end = order[..at]
                .iter()
                .map(|&id| span(self, id).1)
                .fold(f32::NEG_INFINITY, f32::max);
            let gap = span(self, order[at]).0 - left_end;
            if gap <= reach {
                continue;
            }
            // The smaller part comes to the larger; of two halves each goes half the way.
            let way = gap - 0.1;
            let (left, rest) = (order[..at].to_vec(), order[at..].to_vec());
            let (of_left, of_rest) = match left.len().cmp(&rest.len()) {
                Ordering::Less => (way, 0.0),
                Ordering::Equal => (way / 2.0, way / 2.0),
                Ordering::Greater => (0.0, way),
            };
            for (part, by) in [(left, right * of_left), (rest, -right * of_rest)] {
                moved.extend(self.shift(&part, by).into_iter().map(|id| (id, by)));
            }
        }
        moved
    }

    /// Moves a part of a body, if there is room for all of it; answers with who has moved.
    fn shift(&mut self, part: &[UnitId], by: bevy::math::Vec2) -> Vec<UnitId> {
        let place = |battle: &Self, id: UnitId| {
            let here = battle.now.army.placement(id);
            Placement {
                at: here.at + by,
                ..here
            }
        };
        let fits = part.iter().all(|&id| {
            self.now
                .army
                .fits_but_for(self.now.field(), id, place(self, id), part)
        });
        if !fits || by.length() < 1e-3 {
            return Vec::new();
        }
        for &id in part {
            let (from, to) = (self.now.army.placement(id), place(self, id));
            self.tell(Fact::Moved { unit: id, from, to });
        }
        part.to_vec()
    }
}
