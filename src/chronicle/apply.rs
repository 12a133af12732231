//! What a fact changes on the table.

use super::view::{UnitView, View};
use crate::army::{Fate, Presence, UnitId};
use crate::battle::{Fact, Formation};
use crate::field::Placement;
use crate::rules::impact::ImpactOutcome;
use crate::rules::{Morale, Side, Troops};
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
            Fact::Activated { unit, in_command } => {
                let record = &mut self.unit_mut(*unit).record;
                record.activated = true;
                record.in_command = *in_command;
            }
            Fact::Reacted { unit } => self.unit_mut(*unit).record.reacted = true,
            Fact::Moved { unit, to, .. }
            | Fact::Faced { unit, to }
            | Fact::FellBack { unit, to, .. } => self.put(scenario, *unit, *to),
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
                stands,
            } => {
                let unit = self.unit_mut(*unit);
                unit.unit.strength = *left;
                unit.record.horses = unit.record.horses.saturating_sub(*horses);
                if unit.unit.is_artillery() {
                    unit.unit.lost_sections += figures;
                }
                unit.unit.stands.now = *stands;
            }
            Fact::Checked { unit, after, .. } => {
                if let Some(after) = after {
                    self.unit_mut(*unit).unit.morale = *after;
                }
            }
            Fact::Recovered { unit } => recover(self.unit_mut(*unit)),
            Fact::Ran { unit, to, .. } => {
                let runner = self.unit_mut(*unit);
                // Guns are limbered up and troopers mount before they run.
                form(runner, Formation::Limbered(true));
                form(runner, Formation::Mounted(true));
                self.put(scenario, *unit, *to);
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
            Fact::Impact {
                attacker,
                defender,
                outcome,
                winner,
                ..
            } => self.clash(*attacker, *defender, *outcome, *winner),
            Fact::LeaderRolled { leader, killed, .. } => {
                if *killed {
                    let leader = self.leader_mut(*leader);
                    leader.fallen = true;
                    leader.attached = None;
                }
            }
            Fact::Removed { unit, fate } => {
                self.unit_mut(*unit).presence = Presence::Gone(*fate);
                if let Some(leader) = self.attached(*unit) {
                    self.leader_mut(leader).attached = None;
                }
            }
            Fact::Over { verdict } => self.verdict = Some(verdict.clone()),
            // A charge that falls short stands where its last inch took it.
            Fact::FellShort { .. }
            | Fact::Charge { .. }
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

    /// A leader goes where his unit goes.
    fn put(&mut self, scenario: &Scenario, unit: UnitId, to: Placement) {
        self.unit_mut(unit).placement = to;
        if let Some(leader) = self.attached(unit) {
            let at = self.behind(scenario, unit);
            self.leader_mut(leader).at = Some(at);
        }
    }

    /// The loser of a clash is thrown into disorder or worse.
    fn clash(
        &mut self,
        attacker: UnitId,
        defender: UnitId,
        outcome: ImpactOutcome,
        winner: Option<Side>,
    ) {
        let level = match outcome {
            ImpactOutcome::Disorder => Morale::Disorder,
            ImpactOutcome::Shaken => Morale::Shaken,
            ImpactOutcome::Routed => Morale::Routed,
            ImpactOutcome::Melee
            | ImpactOutcome::StoppedShort
            | ImpactOutcome::Surrender
            | ImpactOutcome::GunsLost => return,
        };
        let loser = if winner == Some(self.unit(attacker).unit.side) {
            defender
        } else {
            attacker
        };
        let values = &mut self.unit_mut(loser).unit;
        values.morale = values.morale.max(level);
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

fn recover(unit: &mut UnitView) {
    unit.unit.strength += 1;
    unit.unit.lost_sections = unit.unit.lost_sections.saturating_sub(1);
    if !unit.unit.is_artillery() {
        let full = unit.muster;
        let each = full.strength.div_ceil(full.stands.max(1)).max(1);
        unit.unit.stands.now = unit.unit.strength.div_ceil(each).clamp(1, full.stands);
    }
}
