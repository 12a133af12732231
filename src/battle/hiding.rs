//! Hidden units: how they are set up, what they may do behind their pickets, and how they are
//! placed on the table.

use super::decision::Order;
use super::{Battle, Situation};
use crate::army::{
    Active, Deed, Fact, Formation, LeaderId, NOWHERE, PicketId, Sighting, UnitId, Unveiled,
};
use crate::field::Placement;
use crate::field::placement::Footprint;
use crate::rule;
use crate::rules::fire::Refusal;
use crate::rules::{Morale, Named, Side};
use crate::scenario::Hidden;

/// How finely a free place is looked for, and how far, in inches.
const STEP: f32 = 0.5;
const FARTHEST: u32 = 96;

impl Situation {
    /// Everybody of a side who is set up before the battle, in sight of the other or not.
    pub(super) fn set_up_of(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.army
            .units()
            .filter(move |&id| self.army.side(id) == side && self.army.is_out(id))
    }

    /// Whether a side is behind pickets, or will be.
    pub fn has_pickets(&self, side: Side) -> bool {
        self.scenario.hiding.has_pickets(side)
    }

    /// Whether some units may go behind one picket: a brigade or battalion, or part of one, in one
    /// formation and side by side. One alone may always have its own.
    ///
    /// Rules: `hidden.group_marker`.
    pub fn check_band(&self, side: Side, units: &[UnitId]) -> Result<(), Refusal> {
        let refusal = |why| Err(Refusal::new(why, rule!("hidden.group_marker")));
        if !self.has_pickets(side) {
            return refusal("this side does not begin behind pickets");
        }
        let Some(&first) = units.first() else {
            return refusal("behind a picket is at least one unit");
        };
        let own = |id: &UnitId| {
            self.army.knows(*id) && self.army.side(*id) == side && self.army.is_hidden(*id)
        };
        if !units.iter().all(own) {
            return refusal("only the side's own hidden units go behind its pickets");
        }
        if units.len() > 1 && units.iter().any(|&id| self.army.is_dummy(id)) {
            return refusal("a dummy has a picket of its own");
        }
        let command = self.army.command(first);
        if units.iter().any(|&id| self.army.command(id) != command) {
            return refusal("behind one picket are units of one brigade or battalion only");
        }
        if units.len() > 1 && !self.is_chain(units) {
            return refusal("behind one picket is a chain of neighbours in one formation");
        }
        Ok(())
    }

    /// Everybody who acts when a hidden unit does: all behind its picket.
    pub(super) fn behind_picket(&self, unit: UnitId) -> Vec<UnitId> {
        let picket = self.army.picket_of(unit);
        let picket = picket.and_then(|picket| self.army.picket(picket));
        picket.map_or_else(|| vec![unit], |picket| picket.units.clone())
    }

    /// Whether a unit is the one by which its picket is called to act.
    pub(super) fn leads_picket(&self, unit: UnitId) -> bool {
        let mut pickets = self.army.standing_pickets();
        self.army.is_hidden(unit) && pickets.any(|picket| picket.units.first() == Some(&unit))
    }

    /// What those behind a picket may do: move, change formation, show themselves. Whatever else
    /// they want to do they do on the table.
    ///
    /// Rules: `hidden.move`, `hidden.fire_reveals`.
    pub(super) fn picket_orders(&self, active: &Active) -> (Vec<Order>, bool) {
        let units = &active.units;
        let mut orders = vec![Order::Hold];
        if !units.iter().any(|&id| self.army.is_dummy(id)) {
            orders.push(Order::Show);
        }
        if units
            .iter()
            .any(|&id| self.army.unit(id).morale == Morale::Disorder)
        {
            orders.push(Order::Reform);
        }
        orders.extend(self.formations_together(units).into_iter().map(Order::Form));
        let actions = self.actions_left(units);
        let may_move = !self.is_fixed(units) && actions >= self.move_cost(units);
        (orders, may_move)
    }

    /// Mounted infantry that takes to its horses leaves the field, which nobody does unseen.
    pub(super) fn leaves_unseen(&self, id: UnitId, formation: Formation) -> bool {
        self.army.is_hidden(id)
            && formation == Formation::Mounted(true)
            && self.army.unit(id).traits.mounted_infantry
    }

    /// Why a picket cannot do what only units on the table do; nothing if nobody is hidden.
    pub(super) fn why_not_hidden(&self, units: &[UnitId], deed: Deed) -> Option<Refusal> {
        let &first = units.first().filter(|&&id| self.army.is_hidden(id))?;
        if self.army.is_dummy(first) {
            return Some(Refusal::new(
                "a dummy picket moves and stands, and no more",
                rule!("hidden.dummies"),
            ));
        }
        let why = match deed {
            Deed::Fire => "hidden units fire when they have been placed on the table",
            _ => "hidden units only move and form; for more they show themselves first",
        };
        Some(Refusal::new(why, rule!("hidden.fire_reveals")))
    }

    /// The place nearest to where a hidden unit stands that nobody else has, on the table or
    /// among those who are placed with it.
    fn free_place(&self, id: UnitId, placed: &[Footprint]) -> Placement {
        let here = self.army.placement(id);
        let free = |place: &Placement| {
            let ground = self.footprint_at(id, *place);
            ground.on_table(self.field())
                && self.army.is_free(&ground, id, &[])
                && placed.iter().all(|other| !ground.overlaps(other))
                && (*place == here
                    || ground
                        .stands
                        .iter()
                        .all(|stand| self.terrain().ground(stand.centre).is_some()))
        };
        if free(&here) {
            return here;
        }
        // Backwards first, then aside, then ahead.
        let around = (1..=FARTHEST).flat_map(|ring| {
            let turns = [180.0, 157.5, -157.5, 135.0, -135.0, 112.5, -112.5, 90.0];
            let more = [-90.0, 67.5, -67.5, 45.0, -45.0, 22.5, -22.5, 0.0];
            turns.into_iter().chain(more).map(move |degrees| Placement {
                at: here.at + here.facing.turned(degrees).ahead() * (ring as f32 * STEP),
                facing: here.facing,
            })
        });
        around.into_iter().find(free).unwrap_or(here)
    }

    /// Leaders who appear with the first of their men.
    fn leaders_with(&self, unit: UnitId) -> Vec<LeaderId> {
        let command = self.army.command(unit);
        self.army
            .leaders()
            .filter(|&leader| {
                let (who, state) = (self.army.leader_identity(leader), self.army.leader(leader));
                state.at.is_none() && !state.fallen && self.belongs(command, who.command)
            })
            .collect()
    }
}

impl Battle {
    /// Both sides are set up: pickets are laid for those who stay hidden, numbered as they lie from
    /// west to east, and the others are shown.
    ///
    /// Rules: `hidden.markers`, `hidden.record`, `hidden.group_marker`.
    pub(super) fn hide(&mut self) {
        for &side in Side::ALL {
            match self.now.scenario.hiding.of(side) {
                Some(Hidden::Pickets { .. }) => self.lay_pickets(side),
                Some(Hidden::SetUp) => self.show_set_up(side),
                None => {}
            }
        }
    }

    fn lay_pickets(&mut self, side: Side) {
        let army = &self.now.army;
        let hidden: Vec<_> = army.hidden_of(side).collect();
        let bands = army.bands().iter();
        // Whoever was moved away since has a picket of his own.
        let mut groups: Vec<Vec<UnitId>> = bands
            .filter(|band| self.now.check_band(side, band).is_ok())
            .cloned()
            .collect();
        let alone = |id: &UnitId| groups.iter().all(|band| !band.contains(id));
        let alone: Vec<_> = hidden.into_iter().filter(alone).collect();
        groups.extend(alone.into_iter().map(|id| vec![id]));
        let mut laid: Vec<(Placement, Vec<UnitId>)> = groups
            .into_iter()
            .map(|units| (army.marker_of(&units), units))
            .collect();
        laid.sort_by(|(one, _), (other, _)| {
            let across = one.at.x.total_cmp(&other.at.x);
            across.then(one.at.y.total_cmp(&other.at.y))
        });
        let places = laid.iter().map(|(place, _)| *place).collect();
        self.tell(Fact::Laid { side, places });
        let units = laid.into_iter().map(|(_, units)| units);
        let ids = (1..).map(|number| PicketId { side, number });
        let pickets = ids.zip(units).collect();
        let what = Box::new(Fact::Behind { pickets });
        self.tell(Fact::Secret { side, what });
    }

    /// Rules: `scenario.militia.setup`.
    fn show_set_up(&mut self, side: Side) {
        let units: Vec<_> = self.now.army.hidden_of(side).collect();
        let leaders: Vec<_> = self
            .now
            .army
            .leaders()
            .filter(|&leader| self.now.army.leader_identity(leader).side == side)
            .filter_map(|leader| Some((leader, self.now.army.leader(leader).at?)))
            .collect();
        self.place(None, side, &units, Sighting::Ready);
        for (leader, at) in leaders {
            self.tell(Fact::LeaderShown { leader, at });
        }
    }

    /// Places those behind a picket on the table, for good.
    ///
    /// Rules: `hidden.reveal`, `hidden.no_return`.
    pub(super) fn show(&mut self, picket: PicketId, why: Sighting) {
        let known = self.now.army.picket(picket);
        let units = known.map_or(Vec::new(), |known| known.units.clone());
        self.place(Some(picket), picket.side, &units, why);
        let first = units.first().copied();
        for leader in first.map_or(Vec::new(), |unit| self.now.leaders_with(unit)) {
            if let Some(unit) = first {
                let at = self.now.army.behind(unit);
                self.tell(Fact::LeaderShown { leader, at });
            }
        }
    }

    fn place(&mut self, picket: Option<PicketId>, side: Side, units: &[UnitId], why: Sighting) {
        let army = &self.now.army;
        let mut placed = Vec::new();
        let mut unveiled = Vec::new();
        for &unit in units {
            let to = self.now.free_place(unit, &placed);
            placed.push(army.footprint_at(unit, to));
            unveiled.push(Unveiled {
                unit,
                to,
                values: *army.unit(unit),
                record: army.record(unit).clone(),
            });
        }
        let active = army
            .active()
            .filter(|active| active.units.iter().any(|unit| units.contains(unit)));
        self.tell(Fact::Shown {
            picket,
            side,
            why,
            active: active.cloned(),
            units: unveiled,
        });
    }

    /// A hidden unit's turn: all behind its picket act as one.
    ///
    /// Rules: `hidden.group_marker`.
    pub(super) fn activate_picket(&mut self, unit: UnitId) {
        let units = self.now.behind_picket(unit);
        if units.len() > 1 {
            self.tell(Fact::Grouped {
                units: units.clone(),
                plan: Vec::new(),
            });
        }
        for unit in units {
            self.begin_activation(unit);
        }
    }

    /// Whoever of some units is hidden is placed on the table before he fires.
    ///
    /// Rules: `hidden.fire_reveals`.
    pub(super) fn show_before_firing(&mut self, units: &[UnitId]) {
        for &unit in units {
            if self.now.army.is_hidden(unit)
                && let Some(picket) = self.now.army.picket_of(unit)
            {
                self.show(picket, Sighting::Itself);
            }
        }
    }

    /// The battle is over: nothing stays hidden.
    pub(super) fn show_everything(&mut self) {
        for &side in Side::ALL {
            if self.now.army.sets_up_hidden(side) {
                let real = |id: &UnitId| !self.now.army.is_dummy(*id);
                let units: Vec<_> = self.now.army.hidden_of(side).filter(real).collect();
                let known = |id: &UnitId| self.now.army.placement(*id) != NOWHERE;
                if units.iter().all(known) {
                    self.place(None, side, &units, Sighting::End);
                }
            }
        }
        let standing: Vec<_> = self.now.army.standing_pickets().map(|one| one.id).collect();
        for picket in standing {
            if self.now.is_real(picket) {
                self.show(picket, Sighting::End);
            } else {
                self.tell(Fact::DummyGone {
                    picket,
                    why: Sighting::End,
                });
            }
        }
    }

    /// Takes some units behind one picket, or one out of it, before the pickets are laid.
    pub(super) fn band(&mut self, units: Vec<UnitId>) {
        self.tell(Fact::Banded { units });
    }

    /// Markers go where those behind them have gone.
    ///
    /// Rules: `hidden.marker_position`.
    pub(super) fn bring_markers(&mut self) {
        let army = &self.now.army;
        let moved: Vec<_> = army
            .standing_pickets()
            .filter(|picket| picket.units.iter().all(|&unit| army.has_place(unit)))
            .filter(|picket| !picket.units.is_empty())
            .map(|picket| (picket.id, picket.at, army.marker_of(&picket.units)))
            .filter(|(_, from, to)| from != to)
            .collect();
        for (picket, from, to) in moved {
            self.tell(Fact::PicketMoved { picket, from, to });
        }
    }
}
