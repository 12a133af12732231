//! The only writer: what a fact changes.

mod charges;
mod joining;
mod leaders;
mod works;

use super::{
    Active, Army, Cause, Covers, Fact, Fate, Formation, NOWHERE, Position, Presence, Ranging,
    Record, UnitId, Until,
};
use crate::field::Placement;
use crate::rules::{Morale, Side, Unit};

impl Army {
    /// Takes the army to the moment after a fact. Every kind of fact is named here, so that a new
    /// one cannot be forgotten.
    pub fn apply(&mut self, fact: &Fact) {
        match fact {
            Fact::Turn { turn } => {
                self.clock.turn = *turn;
                self.earth.forget_hits();
            }
            Fact::PlayerTurn { side } => self.begin_player_turn(*side),
            Fact::PlayerTurnOver { side } => self.end_player_turn(*side),
            Fact::Weather { weather, .. } => self.weather = *weather,
            Fact::Due { units, turn, .. } | Fact::Called { units, turn } => {
                for unit in units {
                    if let Presence::Waiting { turn: due, .. } = &mut self.presences[unit.at()] {
                        *due = *turn;
                    }
                }
            }
            Fact::Drew { card, second, .. } => {
                self.drawn.push(*card);
                self.drawn.extend(second);
            }
            Fact::Presence { unit, present, .. } => {
                if !present {
                    // Where it would have been hidden is no matter any more.
                    if self.is_hidden(*unit) {
                        self.positions[unit.at()] = Position(NOWHERE);
                        self.cover(*unit);
                    }
                    self.presences[unit.at()] = Presence::Gone(Fate::Absent);
                }
            }
            Fact::Posted {
                unit,
                to,
                formation,
            } => {
                if let Some(formation) = formation {
                    self.form(*unit, *formation);
                }
                self.put(*unit, *to);
            }
            Fact::DrawOffered { side } => self.offers.push(*side),
            Fact::Arrived { unit, to, inches } => {
                self.presences[unit.at()] = Presence::OnTable;
                self.put(*unit, *to);
                self.record_mut(*unit).entering = *inches;
            }
            Fact::Command { side, out } => {
                for id in self.units() {
                    if self.side(id) == *side {
                        self.record_mut(id).in_command = !out.contains(&id);
                    }
                }
            }
            Fact::Grouped { units, plan } => {
                self.active = Some(Active {
                    units: units.clone(),
                    group: true,
                    plan: plan.clone(),
                    to_fire: Vec::new(),
                    takes_both: false,
                });
            }
            Fact::Activated { unit, .. } => {
                self.record_mut(*unit).activated = true;
                self.active.get_or_insert_with(|| Active::single(*unit));
            }
            Fact::Spent { actions } => self.spend(*actions),
            Fact::StillToFire { units, takes_both } => {
                if let Some(active) = &mut self.active {
                    active.to_fire.clone_from(units);
                    active.takes_both = *takes_both;
                }
            }
            Fact::FellOut { unit } => {
                self.record_mut(*unit).actions = 0;
                if let Some(active) = &mut self.active {
                    active.units.retain(|id| id != unit);
                    active.to_fire.retain(|id| id != unit);
                }
            }
            Fact::Exhausted { unit } => self.record_mut(*unit).actions = 0,
            Fact::ActivationOver => {
                self.active = None;
                self.end_instructions(Until::Activation);
            }
            Fact::Reacted { unit } => {
                // A second reaction is the last way out of a charge.
                let record = self.record_mut(*unit);
                record.broke_off |= record.reacted;
                record.reacted = true;
            }
            Fact::Instructed {
                units, instruction, ..
            } => {
                for unit in units {
                    self.standings[unit.at()].take(*instruction);
                }
            }
            Fact::LetPass { occasions, .. } => {
                for (unit, occasion) in occasions {
                    self.standings[unit.at()].pass(*occasion);
                }
            }
            Fact::Moved { unit, to, .. }
            | Fact::Faced { unit, to }
            | Fact::Followed { unit, to, .. } => self.put(*unit, *to),
            Fact::Formed {
                unit,
                formation,
                to,
            } => {
                self.interrupt(*unit);
                self.form(*unit, *formation);
                if matches!(formation, Formation::Mounted(_)) {
                    self.record_mut(*unit).mounting += 1;
                }
                if *formation == Formation::Mounted(false) {
                    self.record_mut(*unit).left_horses = self.unit(*unit).traits.mounted_infantry;
                }
                self.put(*unit, *to);
            }
            Fact::Fired {
                firers,
                target,
                volley,
                ..
            } => {
                for &firer in firers {
                    self.interrupt(firer);
                    let fires = volley.aim.has_part(firer);
                    let record = self.record_mut(firer);
                    record.has_fired |= fires;
                    record.fired_on.push(*target);
                    // Whoever stands behind is not aimed at.
                    let aimed = fires && volley.aim.passed == 0;
                    if aimed && self.unit(firer).is_fortress_artillery() {
                        self.find_range(firer, *target);
                    }
                }
            }
            Fact::Lost {
                unit,
                figures,
                of_attached,
                horses,
                ..
            } => self.lose(*unit, *figures, *of_attached, *horses),
            Fact::Checked {
                unit,
                cause,
                before,
                outcome,
                ..
            } => {
                let shrinks =
                    outcome.falls_back > 0 || outcome.after.is_none_or(|after| after > *before);
                if let Cause::Charge { by } = cause
                    && shrinks
                {
                    self.record_mut(*unit).feared.push(*by);
                }
                self.record_mut(*unit).has_checked |= *cause != Cause::Rally;
                if let Some(after) = outcome.after {
                    self.set_morale(*unit, after);
                }
            }
            Fact::StoppedAtEdge { unit, after } | Fact::Beaten { unit, after } => {
                self.set_morale(*unit, *after);
            }
            Fact::Recovered { unit } => {
                let unit = self.unit_mut(*unit);
                unit.strength += 1;
                unit.lost_sections = unit.lost_sections.saturating_sub(1);
            }
            Fact::FellBack { unit, to, .. } => {
                self.unit_mut(*unit).charging = false;
                self.put(*unit, *to);
            }
            Fact::Ran { unit, to, edge, .. } => {
                self.unit_mut(*unit).charging = false;
                self.put(*unit, *to);
                // Whoever runs in his own player turn has had it.
                let own = self.side(*unit) == self.clock.active;
                let record = self.record_mut(*unit);
                record.actions = 0;
                record.activated |= own;
                record.at_edge = *edge;
            }
            Fact::Disordered { unit, .. } => self.set_morale(*unit, Morale::Disorder),
            Fact::Reformed { unit } => {
                self.interrupt(*unit);
                self.set_morale(*unit, Morale::GoodOrder);
            }
            Fact::Disengaging { unit } => self.record_mut(*unit).disengaging = true,
            Fact::Disengaged {
                unit, to, after, ..
            } => {
                self.record_mut(*unit).disengaging = false;
                self.set_morale(*unit, *after);
                self.put(*unit, *to);
            }
            Fact::Stopped { unit } => self.record_mut(*unit).disengaging = false,
            Fact::Merged {
                unit,
                into,
                to,
                figures,
                stands,
            } => self.merge(*unit, *into, *to, *figures, *stands),
            Fact::AttachedTo {
                unit,
                host,
                figures,
                ..
            } => self.attach(*unit, *host, *figures),
            Fact::HorseTaken { unit, from } => {
                self.record_mut(*from).horses -= 1;
                self.record_mut(*unit).horses += 1;
            }
            Fact::Settled { unit, stands, to } => {
                self.unit_mut(*unit).stands.now = *stands;
                if let Some(to) = to {
                    self.positions[unit.at()] = Position(*to);
                }
                self.cover(*unit);
            }
            Fact::Removed { unit, fate } => self.remove(*unit, *fate),
            Fact::Melee {
                attackers,
                defenders,
                ..
            } => {
                for &unit in attackers.iter().chain(defenders) {
                    self.interrupt(unit);
                    self.record_mut(unit).in_melee = true;
                }
            }
            Fact::Withdrawing { commands, .. } => self.withdrawn.extend(commands),
            Fact::Occupied { zone, side } => {
                match self.holders.iter_mut().find(|(held, _)| held == zone) {
                    Some((_, holder)) => *holder = *side,
                    None => self.holders.push((zone.clone(), *side)),
                }
            }
            Fact::Scored { side, points, .. } => self.scores[*side as usize] += points,
            Fact::LeftMelee { unit } => self.record_mut(*unit).in_melee = false,
            Fact::Over { verdict } => self.verdict = Some(verdict.clone()),
            Fact::Secret { what, .. } => self.apply(what),
            // A charge that falls short stands where its last inch took it.
            Fact::FellShort { .. }
            | Fact::Caught { .. }
            | Fact::StoppedShort { .. }
            | Fact::Repulsed { .. }
            | Fact::Tested { .. }
            | Fact::Delayed { .. }
            | Fact::Held { .. }
            | Fact::InPlace { .. }
            | Fact::DrawDeclined { .. } => {}
            fact => {
                self.apply_to_leaders(fact);
                self.apply_to_charges(fact);
                self.apply_to_pickets(fact);
                self.apply_to_works(fact);
            }
        }
    }

    fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.at()].0
    }

    fn record_mut(&mut self, id: UnitId) -> &mut Record {
        &mut self.records[id.at()]
    }

    /// Sets a unit's morale level. Whoever is shaken or runs charges no more.
    fn set_morale(&mut self, id: UnitId, level: Morale) {
        let unit = self.unit_mut(id);
        unit.morale = level;
        let broken = matches!(level, Morale::Shaken | Morale::Routed);
        unit.charging &= !broken;
        if broken {
            self.interrupt(id);
        }
    }

    fn form(&mut self, id: UnitId, formation: Formation) {
        let unit = self.unit_mut(id);
        *unit = formation.of(unit);
    }

    /// One shot more at the same enemy, or the first at another.
    fn find_range(&mut self, guns: UnitId, target: UnitId) {
        let record = self.record_mut(guns);
        let before = record.ranging.filter(|ranging| ranging.target == target);
        record.ranging = Some(Ranging {
            target,
            shots: before.map_or(0, |ranging| ranging.shots) + 1,
        });
    }

    /// Puts a unit somewhere, its attached leaders with it. Guns lose the range of whoever moves.
    ///
    /// Rules: `leader.move_attached`, `heavy.fortress_ranging`.
    pub(super) fn put(&mut self, id: UnitId, to: Placement) {
        if self.placement(id).at != to.at {
            for record in &mut self.records {
                record.ranging = record.ranging.filter(|ranging| ranging.target != id);
            }
        }
        if self.placement(id) != to {
            self.interrupt(id);
        }
        self.positions[id.at()] = Position(to);
        self.record_mut(id).at_edge = false;
        self.cover(id);
        let at = self.behind(id);
        for leader in &mut self.leaders {
            if leader.attached == Some(id) && !leader.fallen {
                leader.at = Some(at);
            }
        }
    }

    /// Works out what a unit covers.
    pub(super) fn cover(&mut self, id: UnitId) {
        self.covers[id.at()] = Covers(self.footprint_at(id, self.placement(id)));
    }

    fn begin_player_turn(&mut self, side: Side) {
        self.clock.active = side;
        self.offers.clear();
        for (record, unit) in self.records.iter_mut().zip(&self.units) {
            record.activated = false;
            record.charged = false;
            record.disengaging = false;
            record.reacted = false;
            record.fired_on.clear();
            record.feared.clear();
            record.broke_off = false;
            record.desperate = false;
            record.actions = if unit.0.side == side { 2 } else { 0 };
        }
    }

    fn end_player_turn(&mut self, side: Side) {
        for (record, unit) in self.records.iter_mut().zip(&self.units) {
            if unit.0.side == side {
                record.actions = 0;
            }
        }
        self.end_instructions(Until::PlayerTurn);
    }

    fn end_instructions(&mut self, until: Until) {
        self.standings
            .iter_mut()
            .for_each(|standing| standing.end(until));
    }

    /// The active unit or group has done what it declared for so many actions.
    fn spend(&mut self, actions: u32) {
        let Some(active) = &mut self.active else {
            return;
        };
        active.to_fire.clear();
        active.takes_both = false;
        let done = (actions as usize).min(active.plan.len());
        active.plan.drain(..done);
        for unit in &active.units {
            let record = &mut self.records[unit.at()];
            record.actions = record.actions.saturating_sub(actions);
            record.entering = 0.0;
        }
    }

    fn lose(&mut self, id: UnitId, figures: u32, of_attached: u32, horses: u32) {
        let unit = self.unit_mut(id);
        unit.strength = unit.strength.saturating_sub(figures);
        if unit.is_artillery() {
            unit.lost_sections += figures;
        }
        let record = self.record_mut(id);
        record.horses = record.horses.saturating_sub(horses);
        if let Some(attached) = &mut record.attached {
            attached.figures = attached.figures.saturating_sub(of_attached);
        }
    }

    fn actions_of_active(&self) -> u32 {
        let first = self.active.as_ref().and_then(|active| active.units.first());
        first.map_or(0, |&unit| self.record(unit).actions)
    }

    /// A unit is gone; leaders who rode with it stand alone.
    fn remove(&mut self, unit: UnitId, fate: Fate) {
        self.record_mut(unit).work = None;
        self.presences[unit.at()] = Presence::Gone(fate);
        if let Some(host) = self.host_of(unit) {
            self.record_mut(host).attached = None;
            self.musters[host.at()].attached = 0;
            self.cover(host);
        }
        for leader in &mut self.leaders {
            if leader.attached == Some(unit) && !leader.fallen {
                leader.attached = None;
            }
        }
    }
}
