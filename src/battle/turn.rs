//! Turns and player turns: who comes in, who leads, who acts.

use std::sync::Arc;

use bevy::math::Vec2;

use super::charge::Follow;
use super::decision::Decision;
use super::fact::Fact;
use super::step::{Active, Step};
use super::{Answer, Battle};
use crate::army::{Fate, Identity, LeaderIdentity, Position, Presence, Record, UnitId};
use crate::field::Placement;
use crate::rules::{Morale, Side, Weather};
use crate::scenario::Deployment;
use crate::scenario::file::WeatherPlan;

impl Battle {
    /// What the dice decide before the battle: the weather, who comes when, and who of those that
    /// may be absent is there.
    pub(super) fn begin(&mut self) {
        self.roll_weather();
        self.roll_arrivals();
        self.roll_presence();
        self.push(Step::Turn);
    }

    fn roll_weather(&mut self) {
        let WeatherPlan::WetUpTo(number) = self.scenario.weather else {
            return;
        };
        let die = self.dice.die();
        let weather = if u32::from(die) <= number {
            Weather::Wet
        } else {
            Weather::Dry
        };
        self.tell(Fact::Weather { die, weather });
        self.set_weather(weather);
    }

    /// Gives the ground the weather that was rolled.
    pub(super) fn set_weather(&mut self, weather: Weather) {
        if self.scenario.field.weather != weather {
            Arc::make_mut(&mut self.scenario).field.weather = weather;
        }
    }

    /// One die for all who come together.
    fn roll_arrivals(&mut self) {
        let mut parties: Vec<(String, u32, Vec<UnitId>)> = Vec::new();
        for (number, unit) in self.scenario.units.iter().enumerate() {
            let Deployment::Arrives {
                turn,
                by_die: Some(party),
                ..
            } = &unit.deployment
            else {
                continue;
            };
            let id = UnitId(number as u32);
            match parties.iter_mut().find(|(name, ..)| name == party) {
                Some((_, _, units)) => units.push(id),
                None => parties.push((party.clone(), *turn, vec![id])),
            }
        }
        for (_, earliest, units) in parties {
            let die = self.dice.die();
            let due = u32::from(die).max(earliest);
            for &unit in &units {
                if let Presence::Waiting { turn, .. } = &mut *self.army.get_mut::<Presence>(unit) {
                    *turn = due;
                }
            }
            self.tell(Fact::Due {
                units,
                die,
                turn: due,
            });
        }
    }

    /// Rules: `scenario.militia.detached`.
    fn roll_presence(&mut self) {
        let doubtful: Vec<_> = self
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
            if !present {
                *self.army.get_mut::<Presence>(unit) = Presence::Gone(Fate::Absent);
                self.army.refresh_stands(unit);
            }
        }
    }

    /// Rules: `turn.two_halves`, `turn.initiative`.
    pub(super) fn begin_turn(&mut self) {
        self.clock.turn += 1;
        let turn = self.clock.turn;
        self.tell(Fact::Turn { turn });
        let first = self.scenario.initiative;
        self.push(Step::EndTurn);
        self.push(Step::PlayerTurn {
            side: first.other(),
        });
        self.push(Step::PlayerTurn { side: first });
    }

    /// Rules: `turn.leaders_first`, `turn.two_actions`, `react.one_per_turn`.
    pub(super) fn begin_player_turn(&mut self, side: Side) {
        self.clock.active = side;
        self.tell(Fact::PlayerTurn { side });
        for id in self.army.units() {
            let active = self.army.side(id) == side;
            let mut record = self.army.get_mut::<Record>(id);
            record.activated = false;
            record.charged = false;
            record.disengaging = false;
            record.reacted = false;
            record.fired_on.clear();
            record.actions = if active { 2 } else { 0 };
        }
        self.arrivals(side);
        self.push(Step::EndPlayerTurn { side });
        self.push(Step::Activate { side });
        self.push(Step::Command { side });
        let leaders: Vec<_> = self.army.leaders().collect();
        for leader in leaders.into_iter().rev() {
            if self.army.leader::<LeaderIdentity>(leader).side == side {
                self.push(Step::Leader { leader });
            }
        }
    }

    /// Brings in whoever is due, one behind the other from the entry.
    ///
    /// Rules: `scenario.militia.iron_brigade`.
    fn arrivals(&mut self, side: Side) {
        let due: Vec<_> = self
            .army
            .units()
            .filter(|&id| self.army.side(id) == side)
            .filter_map(|id| match self.army.get::<Presence>(id) {
                Presence::Waiting { turn, entry } if *turn <= self.clock.turn => {
                    Some((id, entry.clone()))
                }
                _ => None,
            })
            .collect();
        for (unit, entry) in due {
            let Some(place) = self.field().entry(&entry).cloned() else {
                continue;
            };
            match self.room_at(unit, place.at, place.facing) {
                Some(to) => {
                    self.army.get_mut::<Position>(unit).0 = to;
                    *self.army.get_mut::<Presence>(unit) = Presence::OnTable;
                    self.army.refresh_stands(unit);
                    self.tell(Fact::Arrived { unit, to });
                }
                None => self.tell(Fact::Delayed { unit }),
            }
        }
    }

    /// The nearest free place behind an entry line, as deep as a column of the brigade needs it.
    fn room_at(&self, unit: UnitId, at: Vec2, facing: crate::field::Facing) -> Option<Placement> {
        let mut best = None;
        for step in 0..60 {
            for aside in [0.0, -2.0, 2.0, -4.0, 4.0] {
                let place = Placement {
                    at: at + facing.ahead() * (step as f32 * 0.5) + facing.right() * aside,
                    facing,
                };
                if self.army.fits(self.field(), unit, place) {
                    best = Some(place);
                    break;
                }
            }
            if best.is_some() {
                break;
            }
        }
        best
    }

    /// Who is in command: within a leader's radius, or in a chain of neighbours that is.
    ///
    /// Rules: `turn.command_check`, `leader.command_chain`, `leader.zero_lb`.
    pub(super) fn settle_command(&mut self, side: Side) {
        let units: Vec<_> = self.army.present_of(side).collect();
        let footprints: Vec<_> = units.iter().map(|&id| self.army.footprint(id)).collect();
        let groups = self.field().contiguous(&self.rules, &footprints);
        let direct: Vec<bool> = units
            .iter()
            .map(|&id| {
                self.leaders_of(id).any(|(leader, at)| {
                    let benefit = self.army.leader::<LeaderIdentity>(leader).benefit;
                    let radius = self
                        .rules
                        .command_radius(self.field().scale, benefit)
                        .max(1.5);
                    self.army.placement(id).at.distance(at) <= radius
                })
            })
            .collect();
        for (number, &id) in units.iter().enumerate() {
            let command = self.army.get::<Identity>(id).command;
            let chained = (0..units.len()).any(|other| {
                direct[other]
                    && groups[other] == groups[number]
                    && self.army.get::<Identity>(units[other]).command == command
            });
            self.army.get_mut::<Record>(id).in_command = direct[number] || chained;
        }
    }

    /// Rules: `turn.finish_unit_first`.
    pub(super) fn ask_activation(&mut self, side: Side) {
        let units: Vec<_> = self
            .army
            .present_of(side)
            .filter(|&id| !self.army.get::<Record>(id).activated)
            .collect();
        if units.is_empty() {
            return;
        }
        // A routed unit has no choice: it runs, then tries to rally.
        if let Some(&routed) = units
            .iter()
            .find(|&&id| self.army.unit(id).morale == Morale::Routed)
        {
            self.push(Step::Activate { side });
            self.activate_routed(routed);
            return;
        }
        let chains = self.chains(&units);
        self.decision = Some(Decision::Activate {
            side,
            units,
            chains,
        });
    }

    /// Rules: `turn.routed_sequence`.
    fn activate_routed(&mut self, unit: UnitId) {
        let in_command = self.army.get::<Record>(unit).in_command;
        self.tell(Fact::Activated { unit, in_command });
        let mut record = self.army.get_mut::<Record>(unit);
        record.activated = true;
        record.actions = 0;
        let from = self
            .nearest_enemy(unit)
            .map_or(Vec2::ZERO, |enemy| self.army.placement(enemy).at);
        self.push(Step::Check {
            unit,
            check: 0,
            cause: super::fact::Cause::Rally,
        });
        self.push(Step::Run {
            unit,
            from,
            first: false,
        });
    }

    pub(super) fn activate(&mut self, side: Side, unit: UnitId) {
        self.push(Step::Activate { side });
        self.begin_activation(unit);
        self.push(Step::Act(Active {
            units: vec![unit],
            plan: Vec::new(),
            to_fire: Vec::new(),
        }));
    }

    pub(super) fn end_player_turn(&mut self, side: Side) {
        // Nobody keeps actions.
        for id in self.army.units() {
            if self.army.side(id) == side {
                self.army.get_mut::<Record>(id).actions = 0;
            }
        }
    }

    pub(super) fn end_turn(&mut self) {
        if self.clock.turn >= self.scenario.turns || self.one_side_gone() {
            let verdict = self.judge();
            self.tell(Fact::Over {
                verdict: verdict.clone(),
            });
            self.verdict = Some(verdict);
        } else {
            self.push(Step::Turn);
        }
    }

    fn one_side_gone(&self) -> bool {
        let gone = |side| {
            self.army
                .units()
                .filter(|&id| self.army.side(id) == side)
                .all(|id| matches!(self.army.get::<Presence>(id), Presence::Gone(_)))
        };
        gone(Side::Union) || gone(Side::Confederate)
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
            (Decision::Act { .. }, Answer::Order(order)) => {
                if let Some(Step::Act(active)) = self.stack.pop() {
                    self.carry_out(active, order);
                }
            }
            (Decision::React { triggers, .. }, Answer::React(reaction)) => {
                self.react(&triggers, reaction);
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
                };
                self.follow(follow, meets, far);
            }
            (Decision::Join { unit, charger, .. }, Answer::Agree) => {
                self.join_charge(unit, charger);
            }
            (Decision::StopBehind { unit, friend, .. }, answer) => {
                self.stop_behind(unit, friend, answer == Answer::Agree);
            }
            // To stay, to end the turn and to decline change nothing.
            _ => {}
        }
    }
}
