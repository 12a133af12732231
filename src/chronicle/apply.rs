//! What a fact changes on the table.

use super::view::{UnitView, View};
use crate::army::{Attachment, Fate, Presence, UnitId};
use crate::battle::{Fact, Formation};
use crate::field::Placement;
use crate::field::stand::Muster;
use crate::rules::{Morale, Side, Stands, Troops};
use crate::scenario::Scenario;

impl View {
    /// Takes the table to the moment after a fact. Every kind of fact is named here, so that a new
    /// one cannot be forgotten.
    pub fn apply(&mut self, scenario: &Scenario, fact: &Fact) {
        match fact {
            Fact::Turn { turn } => self.turn = *turn,
            Fact::PlayerTurn { side } => self.begin_player_turn(*side),
            Fact::Presence { unit, present, .. } => {
                if !present {
                    self.unit_mut(*unit).presence = Presence::Gone(Fate::Absent);
                }
            }
            Fact::Due { units, turn, .. } => {
                for &unit in units {
                    if let Presence::Waiting { turn: due, .. } = &mut self.unit_mut(unit).presence {
                        *due = *turn;
                    }
                }
            }
            Fact::Arrived { unit, to } => {
                let unit = self.unit_mut(*unit);
                unit.placement = *to;
                unit.presence = Presence::OnTable;
            }
            Fact::Attached { leader, unit, at } => {
                let leader = self.leader_mut(*leader);
                leader.at = Some(*at);
                leader.attached = Some(*unit);
            }
            Fact::Rode { leader, at } => {
                let leader = self.leader_mut(*leader);
                leader.at = Some(*at);
                leader.attached = None;
            }
            Fact::Activated { unit, in_command } => {
                let record = &mut self.unit_mut(*unit).record;
                record.activated = true;
                record.in_command = *in_command;
            }
            Fact::Reacted { unit } => self.unit_mut(*unit).record.reacted = true,
            Fact::Moved { unit, to, .. }
            | Fact::Faced { unit, to }
            | Fact::FellBack { unit, to, .. }
            | Fact::Followed { unit, to, .. } => self.put(scenario, *unit, *to),
            Fact::Formed {
                unit,
                formation,
                to,
            } => {
                let unit = self.unit_mut(*unit);
                form(unit, *formation);
                unit.placement = *to;
            }
            Fact::Fired { firers, target, .. } => {
                for &firer in firers {
                    let record = &mut self.unit_mut(firer).record;
                    record.has_fired = true;
                    record.fired_on.push(*target);
                }
            }
            Fact::Lost {
                unit,
                figures,
                horses,
                left,
                // They are taken off when the unit has checked.
                stands: _,
            } => {
                let unit = self.unit_mut(*unit);
                unit.unit.strength = *left;
                unit.record.horses = unit.record.horses.saturating_sub(*horses);
                if unit.unit.is_artillery() {
                    unit.unit.lost_sections += figures;
                }
                if let Some(attached) = &mut unit.record.attached {
                    attached.figures = attached.figures.saturating_sub(*figures);
                }
            }
            Fact::Checked { unit, after, .. } => {
                if let Some(after) = after {
                    self.unit_mut(*unit).unit.morale = *after;
                }
            }
            Fact::Recovered { unit } => {
                let values = &mut self.unit_mut(*unit).unit;
                values.strength += 1;
                values.lost_sections = values.lost_sections.saturating_sub(1);
            }
            Fact::Settled { unit, stands } => self.unit_mut(*unit).unit.stands.now = *stands,
            Fact::Ran { unit, to, .. } => {
                let runner = self.unit_mut(*unit);
                let abandoned = runner.unit.is_artillery() && runner.placement == *to;
                if !abandoned {
                    // Guns are limbered up and troopers mount before they run.
                    form(runner, Formation::Limbered(true));
                    form(runner, Formation::Mounted(true));
                    self.put(scenario, *unit, *to);
                }
            }
            Fact::Disordered { unit, .. } => {
                let values = &mut self.unit_mut(*unit).unit;
                values.morale = values.morale.max(Morale::Disorder);
            }
            Fact::Reformed { unit } => self.unit_mut(*unit).unit.morale = Morale::GoodOrder,
            Fact::Disengaged { unit, to, after } => {
                self.put(scenario, *unit, *to);
                self.unit_mut(*unit).unit.morale = *after;
            }
            Fact::Beaten { unit, after } | Fact::StoppedAtEdge { unit, after } => {
                self.unit_mut(*unit).unit.morale = *after;
            }
            Fact::LeaderRolled { leader, killed, .. } => {
                if *killed {
                    let leader = self.leader_mut(*leader);
                    leader.fallen = true;
                    leader.attached = None;
                }
            }
            Fact::LeaderTaken { leader, .. } => {
                let leader = self.leader_mut(*leader);
                leader.fallen = true;
                leader.attached = None;
            }
            Fact::Joined { unit, .. } => self.unit_mut(*unit).record.activated = true,
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
                self.unit_mut(*from).record.horses -= 1;
                self.unit_mut(*unit).record.horses += 1;
            }
            Fact::Removed { unit, fate } => {
                self.detach(*unit);
                self.unit_mut(*unit).presence = Presence::Gone(*fate);
                for leader in self.attached(*unit) {
                    self.leader_mut(leader).attached = None;
                }
            }
            Fact::Over { verdict } => self.verdict = Some(verdict.clone()),
            // A charge that falls short stands where its last inch took it.
            Fact::FellShort { .. }
            | Fact::Weather { .. }
            | Fact::Charge { .. }
            | Fact::Impact { .. }
            | Fact::Countercharge { .. }
            | Fact::Halted { .. }
            | Fact::Grouped { .. }
            | Fact::Delayed { .. }
            | Fact::Melee { .. }
            | Fact::Tested { .. } => {}
        }
    }

    fn begin_player_turn(&mut self, side: Side) {
        self.active = side;
        for unit in &mut self.units {
            unit.record.activated = false;
            unit.record.reacted = false;
            unit.record.fired_on.clear();
        }
    }

    /// Two regiments are one from now on.
    fn merge(
        &mut self,
        unit: UnitId,
        into: UnitId,
        to: Option<Placement>,
        figures: u32,
        stands: u32,
    ) {
        let (brought, morale) = self.leave(unit, into);
        let host = self.unit_mut(into);
        host.placement = to.unwrap_or(host.placement);
        host.unit.strength = figures;
        host.unit.stands = Stands {
            now: stands,
            full: stands,
        };
        host.unit.morale = host.unit.morale.max(morale);
        host.unit.traits.merged = true;
        host.muster = Muster {
            strength: figures,
            stands,
            attached: 0,
        };
        host.record.joined += brought;
    }

    /// A regiment stands with another from now on.
    fn attach(&mut self, unit: UnitId, host: UnitId, figures: u32) {
        let (brought, _) = self.leave(unit, host);
        let host = self.unit_mut(host);
        host.unit.strength = figures;
        host.muster.attached = 1;
        host.record.joined += brought;
        host.record.attached = Some(Attachment {
            unit,
            figures: brought,
        });
    }

    /// A regiment goes over into another, its leader with it; answers with what it brings.
    fn leave(&mut self, unit: UnitId, to: UnitId) -> (u32, Morale) {
        for leader in self.attached(unit) {
            self.leader_mut(leader).attached = Some(to);
        }
        self.unit_mut(to).record.activated = true;
        let gone = self.unit_mut(unit);
        gone.presence = Presence::Gone(Fate::Joined);
        (gone.unit.strength, gone.unit.morale)
    }

    /// The last of an attached regiment have fallen.
    fn detach(&mut self, unit: UnitId) {
        let mut hosts = self.units.iter_mut();
        let host = hosts.find(|host| host.record.attached.is_some_and(|own| own.unit == unit));
        if let Some(host) = host {
            host.record.attached = None;
            host.muster.attached = 0;
        }
    }

    /// A leader goes where his unit goes.
    fn put(&mut self, scenario: &Scenario, unit: UnitId, to: Placement) {
        self.unit_mut(unit).placement = to;
        for leader in self.attached(unit) {
            let at = self.behind(scenario, unit);
            self.leader_mut(leader).at = Some(at);
        }
    }
}

fn form(unit: &mut UnitView, to: Formation) {
    match (&mut unit.unit.troops, to) {
        (Troops::Infantry { formation, .. }, Formation::Infantry(to)) => *formation = to,
        (Troops::Cavalry { formation, .. }, Formation::Cavalry(to)) => *formation = to,
        (Troops::Cavalry { mounted, .. }, Formation::Mounted(to)) => *mounted = to,
        (Troops::Artillery { limbered, .. }, Formation::Limbered(to)) => *limbered = to,
        _ => {}
    }
}
