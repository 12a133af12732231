//! Turns and player turns: who comes in, who leads, who acts.

use bevy::math::Vec2;

use super::decision::Decision;
use super::step::{Follow, Step};
use super::{Answer, Battle, Situation};
use crate::army::{Cause, Fact, LeaderId, UnitId};
use crate::rules::{Morale, Side, Weather};
use crate::scenario::Deployment;
use crate::scenario::file::WeatherPlan;

impl Situation {
    /// Units of a side that have not acted yet: on the table, or off it and able to come in.
    fn not_activated(&self, side: Side) -> Vec<UnitId> {
        let fresh = |id: &UnitId| self.army.side(*id) == side && !self.army.record(*id).activated;
        let here = |id: &UnitId| {
            self.army.on_table(*id) || self.way_in(*id).is_some() || self.leads_picket(*id)
        };
        self.army
            .units()
            .filter(|id| fresh(id) && here(id))
            .collect()
    }

    /// The routed act among the others, in whatever order their player likes.
    ///
    /// Rules: `turn.finish_unit_first`, `turn.routed_sequence`.
    pub(super) fn ask_activation(&self, side: Side) -> Option<Decision> {
        let units = self.not_activated(side);
        let routed = |id: &UnitId| self.army.unit(*id).morale == Morale::Routed;
        // One who only runs leaves nothing to choose.
        if units.is_empty() || matches!(&units[..], [last] if routed(last)) {
            return None;
        }
        Some(Decision::Activate {
            side,
            chains: self.chains(&units),
            units,
        })
    }

    /// Who is out of command: neither within a leader's radius, nor in a chain of neighbours that
    /// is.
    ///
    /// Rules: `turn.command_check`, `leader.command_chain`, `leader.zero_lb`.
    pub fn out_of_command(&self, side: Side) -> Vec<UnitId> {
        self.out_of_command_with(side, None)
    }

    /// Who of a leader's command would be in command and who would not, were he there.
    ///
    /// Rules: `turn.command_check`, `leader.command_chain`.
    pub fn in_command_if(&self, leader: LeaderId, at: Vec2) -> (Vec<UnitId>, Vec<UnitId>) {
        let identity = self.army.leader_identity(leader);
        let out = self.out_of_command_with(identity.side, Some((leader, at)));
        self.army
            .present_of(identity.side)
            .filter(|&id| self.leads(leader, id))
            .partition(|id| !out.contains(id))
    }

    /// Who is out of command, perhaps with a leader somewhere else. Command is handed on from
    /// neighbour to neighbour of one brigade only; a side that plays without leaders needs none.
    ///
    /// Rules: `leader.command_chain`, `leader.optional`.
    fn out_of_command_with(&self, side: Side, moved: Option<(LeaderId, Vec2)>) -> Vec<UnitId> {
        let mut leaders = self.army.leaders();
        if !leaders.any(|leader| self.army.leader_identity(leader).side == side) {
            return Vec::new();
        }
        let mut brigades: Vec<(usize, Vec<UnitId>)> = Vec::new();
        for id in self.army.present_of(side) {
            let command = self.army.command(id);
            match brigades.iter_mut().find(|(other, _)| *other == command) {
                Some((_, units)) => units.push(id),
                None => brigades.push((command, vec![id])),
            }
        }
        let mut out = Vec::new();
        for (_, units) in brigades {
            let footprints: Vec<_> = units.iter().map(|&id| self.army.footprint(id)).collect();
            let chains = self.terrain().contiguous(&footprints);
            let led: Vec<usize> = (0..units.len())
                .filter(|&at| self.is_led(units[at], moved))
                .map(|at| chains[at])
                .collect();
            let lost = (0..units.len()).filter(|&at| !led.contains(&chains[at]));
            out.extend(lost.map(|at| units[at]));
        }
        out.sort_unstable();
        out
    }

    /// Whether a unit is beside one of its leaders or within his radius; one of them may be
    /// somewhere else. His radius reaches a unit that it touches at all. A leader of no benefit leads
    /// only whom he stands beside.
    ///
    /// Rules: `leader.zero_lb`, `leader.command_radius`.
    fn is_led(&self, id: UnitId, moved: Option<(LeaderId, Vec2)>) -> bool {
        let reaches = |leader: LeaderId, at: Vec2| {
            let benefit = self.army.leader_identity(leader).benefit;
            let radius = self.rules.command_radius(self.field().scale, benefit);
            let near = benefit > 0 && self.army.footprint(id).is_reached(radius, at);
            near || self.is_beside(at, id)
        };
        let his = |leader: LeaderId| !self.army.leader(leader).fallen && self.leads(leader, id);
        let there = moved.is_some_and(|(leader, at)| his(leader) && reaches(leader, at));
        there
            || self
                .leaders_of(id)
                .filter(|(leader, _)| moved.is_none_or(|(other, _)| other != *leader))
                .any(|(leader, at)| reaches(leader, at))
    }
}

impl Battle {
    /// What the dice decide before the battle: the weather, and who of those that may be absent is
    /// there. Then the sides set up, one after the other.
    pub(super) fn begin(&mut self) {
        self.roll_weather();
        self.roll_presence();
        self.push(Step::Turn);
        if self.now.scenario.hiding.is_any() {
            self.push(Step::Hide);
        }
        for side in self.now.scenario.set_up.into_iter().rev() {
            self.push(Step::SetUp { side });
        }
    }

    /// Rules: `scenario.mine_run_1.weather`, `scenario.mine_run_2.weather`.
    fn roll_weather(&mut self) {
        let WeatherPlan::WetUpTo(number) = self.now.scenario.weather else {
            return;
        };
        let die = self.dice.die();
        let weather = if u32::from(die) <= number {
            Weather::Wet
        } else {
            Weather::Dry
        };
        self.tell(Fact::Weather { die, weather });
    }

    /// One die for all who come together, on the first turn on which they may come: nobody knows
    /// before.
    ///
    /// Rules: `scenario.mine_run_2.early`, `scenario.mine_run_2.union_response`.
    fn roll_arrivals(&mut self, side: Side) {
        let now = self.now.army.clock().turn;
        let mut parties: Vec<(String, Vec<UnitId>)> = Vec::new();
        for (number, unit) in self.now.scenario.units.iter().enumerate() {
            if let Deployment::Arrives {
                turn,
                by_die: Some(party),
                ..
            } = &unit.deployment
                && *turn == now
                && unit.unit.side == side
            {
                let id = UnitId(number as u32);
                match parties.iter_mut().find(|(name, _)| name == party) {
                    Some((_, units)) => units.push(id),
                    None => parties.push((party.clone(), vec![id])),
                }
            }
        }
        for (_, units) in parties {
            let die = self.dice.die();
            let turn = u32::from(die).max(now);
            self.tell(Fact::Due { units, die, turn });
        }
    }

    /// Rules: `scenario.militia.detached`.
    fn roll_presence(&mut self) {
        let doubtful: Vec<_> = self
            .now
            .scenario
            .units
            .iter()
            .enumerate()
            .filter_map(|(number, unit)| Some((UnitId(number as u32), unit.present_up_to?)))
            .collect();
        for (unit, up_to) in doubtful {
            let die = self.dice.die();
            let present = u32::from(die) <= up_to;
            self.tell(Fact::Presence { unit, die, present });
        }
    }

    /// Rules: `turn.two_halves`, `turn.initiative`, `scenario.militia.initiative`.
    pub(super) fn begin_turn(&mut self) {
        let turn = self.now.army.clock().turn + 1;
        self.tell(Fact::Turn { turn });
        if turn == 1 {
            self.occupy();
        }
        self.draw_cards();
        let first = self.now.scenario.initiative;
        self.push(Step::EndTurn);
        self.push(Step::PlayerTurn {
            side: first.other(),
        });
        self.push(Step::PlayerTurn { side: first });
    }

    /// Rules: `turn.leaders_first`, `turn.two_actions`, `react.one_per_turn`.
    pub(super) fn begin_player_turn(&mut self, side: Side) {
        self.tell(Fact::PlayerTurn { side });
        self.roll_arrivals(side);
        self.withdraw_commands(side);
        self.push(Step::EndPlayerTurn { side });
        self.push(Step::Activate { side });
        self.push(Step::Command { side });
        for leader in self.now.army.leaders().rev() {
            if self.now.army.leader_identity(leader).side == side {
                self.push(Step::Leader { leader });
            }
        }
    }

    /// Rules: `turn.command_check`.
    pub(super) fn settle_command(&mut self, side: Side) {
        let out = self.now.out_of_command(side);
        self.tell(Fact::Command { side, out });
    }

    /// A routed unit has no choice: it runs, then tries to rally.
    pub(super) fn activate_next(&mut self, side: Side) {
        let waiting = self.now.not_activated(side);
        let routed = waiting
            .into_iter()
            .find(|&id| self.now.army.unit(id).morale == Morale::Routed);
        if let Some(routed) = routed {
            self.push(Step::Activate { side });
            self.activate_routed(routed);
        }
    }

    /// The turn is ended: whoever is routed and has not run runs now.
    ///
    /// Rules: `turn.routed_sequence`.
    pub(super) fn run_the_rest(&mut self, side: Side) {
        let routed = |id: &UnitId| self.now.army.unit(*id).morale == Morale::Routed;
        if let Some(unit) = self.now.not_activated(side).into_iter().find(routed) {
            self.push(Step::RunOn { side });
            self.activate_routed(unit);
        }
    }

    /// Rules: `turn.routed_sequence`.
    fn activate_routed(&mut self, unit: UnitId) {
        self.begin_activation(unit);
        self.tell(Fact::Exhausted { unit });
        let from = self
            .now
            .nearest_enemy(unit)
            .map_or(Vec2::ZERO, |enemy| self.now.nearest_part(enemy, unit));
        self.push(Step::EndActivation);
        self.push(Step::Check {
            unit,
            check: 0,
            cause: Cause::Rally,
        });
        self.push(Step::Run {
            unit,
            from,
            first: false,
        });
    }

    pub(super) fn activate(&mut self, side: Side, unit: UnitId) {
        self.push(Step::Activate { side });
        if self.now.army.unit(unit).morale == Morale::Routed {
            self.activate_routed(unit);
            return;
        }
        if self.now.army.is_hidden(unit) {
            self.activate_picket(unit);
        } else {
            self.begin_activation(unit);
            self.come_in(unit);
        }
        self.push(Step::EndActivation);
        self.push(Step::Act);
    }

    pub(super) fn end_player_turn(&mut self, side: Side) {
        self.keep_waiting(side);
        self.end_work(side);
        self.tell(Fact::PlayerTurnOver { side });
        self.occupy();
        self.judge_at_once();
    }

    /// Carries out an answer that was checked.
    pub(super) fn take(&mut self, decision: Decision, answer: Answer) {
        match (decision, answer) {
            (Decision::Leader { leader, .. }, Answer::Attach(unit)) => self.attach(leader, unit),
            (Decision::Leader { leader, .. }, Answer::Ride(at)) => self.ride_to(leader, at),
            (Decision::Activate { side, .. }, Answer::Activate(unit)) => self.activate(side, unit),
            (Decision::Activate { side, .. }, Answer::ActivateGroup { units, plan }) => {
                self.activate_group(side, units, plan);
            }
            (Decision::Activate { side, .. }, Answer::EndTurn) => self.push(Step::RunOn { side }),
            (Decision::Act { .. }, Answer::Order(order)) => self.carry_out(order),
            (Decision::React { triggers, .. }, Answer::React(reaction)) => {
                self.react(&triggers, reaction);
            }
            (
                Decision::React {
                    side,
                    triggers,
                    kind,
                    reactions,
                },
                Answer::Decline,
            ) => {
                self.hold(side, &triggers, &reactions);
                self.let_pass(side, &triggers, kind);
            }
            (
                Decision::Follow {
                    unit,
                    enemy,
                    inches,
                    meets,
                    after,
                    ..
                },
                Answer::Follow(far),
            ) => {
                let follow = Follow {
                    unit,
                    enemy,
                    inches,
                    after,
                    stood: None,
                };
                self.follow(follow, meets, far);
            }
            (Decision::Join { unit, charger, .. }, Answer::Agree) => {
                self.join_charge(unit, charger);
            }
            (Decision::StopBehind { unit, friend, .. }, answer) => {
                self.stop_behind(unit, friend, answer == Answer::Agree);
            }
            (Decision::Draw { side }, answer) => self.answer_draw(side, answer == Answer::Agree),
            // To stay and to decline change nothing.
            _ => {}
        }
    }
}
