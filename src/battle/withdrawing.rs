//! Commands that are withdrawn: when, over which edge, and what they still do.

use super::decision::Order;
use super::{Battle, Situation};
use crate::army::{Fact, Fate, LeaderId, Presence, UnitId};
use crate::field::Placement;
use crate::field::geometry::Bounds;
use crate::rule;
use crate::rules::fire::Refusal;
use crate::rules::{Morale, Side};
use crate::scenario::file::{Edge, Signal, SpecialRule};

/// Why somebody who is withdrawn does not fight.
pub(super) const WITHDRAWN: Refusal = Refusal::new(
    "it is withdrawn: in its own turn it neither fires nor charges any more",
    rule!("scenario.withdrawal"),
);

/// Less than this is no step back.
const STEP: f32 = 0.05;

impl Situation {
    /// The edge over which a unit leaves the table, if it is withdrawn.
    pub fn way_out(&self, id: UnitId) -> Option<Edge> {
        if !self.army.is_withdrawn(id) {
            return None;
        }
        let command = self.army.command(id);
        self.withdrawals()
            .find(|(commands, ..)| commands.contains(&command))
            .map(|(_, edge, _)| edge)
    }

    /// Every withdrawal that the scenario knows of: the commands, the edge and the signal.
    fn withdrawals(&self) -> impl Iterator<Item = (Vec<usize>, Edge, &Signal)> {
        self.scenario.rules.iter().filter_map(|rule| match rule {
            SpecialRule::Withdraws { command, by, when } => {
                Some((self.scenario.commands_below(command), by.known()?, when))
            }
            _ => None,
        })
    }

    /// Whether the time of a command has come.
    fn is_given(&self, side: Side, goes: &[usize], signal: &Signal) -> bool {
        let army = &self.army;
        let of = |name: &str| {
            let commands = self.scenario.commands_below(name);
            army.units()
                .filter(move |&id| commands.contains(&army.command(id)))
        };
        match signal {
            Signal::Turn(turn) => army.clock().turn >= *turn,
            Signal::StandsLost(stands) => army.stands_lost(side, Some(goes)) >= *stands,
            Signal::Reached { command, zone } => {
                let zone = self.field().zone(zone);
                let inside = |id: UnitId| {
                    zone.is_some_and(|zone| zone.contains(army.footprint(id).centre()))
                };
                of(command).any(|id| army.on_table(id) && inside(id))
            }
            Signal::Arrived { command } => {
                let waits = |id| matches!(army.presence(id), Presence::Waiting { .. });
                !of(command).any(waits)
            }
        }
    }

    /// How far what a unit covers is from an edge.
    pub fn from_edge(&self, ground: Bounds, edge: Edge) -> f32 {
        let size = self.field().size;
        match edge {
            Edge::North => size.y - ground.high.y,
            Edge::South => ground.low.y,
            Edge::East => size.x - ground.high.x,
            Edge::West => ground.low.x,
        }
    }

    /// Whether a unit that is withdrawn has come close enough to its edge to leave.
    fn may_leave(&self, id: UnitId) -> bool {
        let near = self.rules.near(self.field().scale);
        self.way_out(id).is_some_and(|edge| {
            self.army.unit(id).morale != Morale::Routed
                && self.from_edge(self.army.footprint(id).bounds(), edge) <= near
        })
    }

    /// Whether anybody of some is withdrawn: they neither fire nor charge in their own turn.
    pub(super) fn is_any_withdrawn(&self, units: &[UnitId]) -> bool {
        units.iter().any(|&id| self.army.is_withdrawn(id))
    }

    /// The order to leave, if it can be given.
    ///
    /// Rules: `scenario.withdrawal`.
    pub(super) fn leaving_orders(&self, units: &[UnitId], orders: &mut Vec<Order>) {
        if !units.is_empty() && units.iter().all(|&id| self.may_leave(id)) {
            orders.push(Order::Withdraw);
        }
    }

    /// Why nobody leaves.
    pub(super) fn why_not_leave(&self, units: &[UnitId]) -> Refusal {
        let near = self.rules.near(self.field().scale);
        let out = units.iter().find_map(|&id| {
            let edge = self.way_out(id)?;
            Some(self.from_edge(self.army.footprint(id).bounds(), edge))
        });
        match out {
            Some(far) if far > near => Refusal::measured(
                "it is too far from the edge over which it is withdrawn",
                rule!("scenario.withdrawal"),
                far,
                near,
            ),
            _ => Refusal::new(
                "only units that are withdrawn leave the table",
                rule!("scenario.withdrawal"),
            ),
        }
    }

    /// Whoever is withdrawn goes to his edge, never away from it.
    ///
    /// Rules: `scenario.withdrawal`.
    pub(super) fn check_way_out(&self, id: UnitId, end: Placement) -> Result<(), Refusal> {
        let Some(edge) = self.way_out(id) else {
            return Ok(());
        };
        let here = self.from_edge(self.army.footprint(id).bounds(), edge);
        let there = self.from_edge(self.footprint_at(id, end).bounds(), edge);
        if there <= here + STEP {
            return Ok(());
        }
        Err(Refusal::new(
            "it is withdrawn, and this way leads from its edge of the table",
            rule!("scenario.withdrawal"),
        ))
    }

    /// How often a unit may still mount or dismount, if the scenario counts it.
    ///
    /// Rules: `scenario.mounting`, `scenario.mine_run_1.union`, `scenario.mine_run_1.confederates`.
    pub(super) fn may_mount_again(&self, id: UnitId) -> bool {
        let command = self.army.command(id);
        let most = self.scenario.rules.iter().find_map(|rule| match rule {
            SpecialRule::Mounting {
                command: name,
                times,
            } if self.scenario.commands_below(name).contains(&command) => Some(*times),
            _ => None,
        });
        most.is_none_or(|most| self.army.record(id).mounting < most) || self.army.is_withdrawn(id)
    }

    /// Leaders who have nobody left to lead: all of their commands are withdrawn and gone.
    fn leaders_without_men(&self) -> Vec<LeaderId> {
        let army = &self.army;
        let alone = |leader: &LeaderId| {
            let identity = army.leader_identity(*leader);
            let state = army.leader(*leader);
            let his = |id: &UnitId| {
                self.belongs(army.command(*id), identity.command) && !army.is_dummy(*id)
            };
            state.at.is_some()
                && !state.fallen
                && army.is_command_withdrawn(identity.command)
                && army
                    .units()
                    .filter(his)
                    .all(|id| matches!(army.presence(id), Presence::Gone(_)))
        };
        army.leaders().filter(alone).collect()
    }
}

impl Battle {
    /// Commands of a side whose time has come are withdrawn from now on.
    ///
    /// Rules: `scenario.withdrawal`, `scenario.meeting_1864`, `scenario.mine_run_2.cavalry`.
    pub(super) fn withdraw_commands(&mut self, side: Side) {
        let own = |commands: &[usize]| {
            let first = commands.first();
            first.is_some_and(|&one| self.now.scenario.commands[one].side == side)
        };
        let due: Vec<_> = self
            .now
            .withdrawals()
            .filter(|(commands, _, signal)| {
                own(commands) && self.now.is_given(side, commands, signal)
            })
            .map(|(commands, ..)| commands)
            .collect();
        for mut commands in due {
            commands.retain(|&one| !self.now.army.is_command_withdrawn(one));
            if !commands.is_empty() {
                self.tell(Fact::Withdrawing { side, commands });
            }
        }
    }

    /// A unit leaves the table over its edge; a leader goes with the last of his men.
    ///
    /// Rules: `scenario.withdrawal`.
    pub(super) fn leave(&mut self, unit: UnitId) {
        self.remove(unit, Fate::Withdrew);
        for leader in self.now.leaders_without_men() {
            self.tell(Fact::LeaderLeft { leader });
        }
    }
}
