//! A player that picks any legal answer, for fuzzing.

use bevy::math::Vec2;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{Player, View};
use crate::army::{Deed, LeaderId, LeaderPost, Post, UnitId};
use crate::battle::{Answer, Decision, Order};
use crate::field::Facing;
use crate::field::geometry::Bounds;
use crate::field::moves::Leg;
use crate::rules::{Named, Side};

/// Picks any legal answer.
#[derive(Clone, Debug)]
pub struct RandomPlayer;

/// The chance of one answer.
struct Draw(ChaCha8Rng);

impl Draw {
    /// A number below a bound.
    fn below(&mut self, bound: usize) -> usize {
        self.0.next_u32() as usize % bound.max(1)
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        if list.is_empty() {
            return None;
        }
        let at = self.below(list.len());
        list.get(at).cloned()
    }

    /// A move in any manner, if one of a few tries is legal.
    fn any_move(&mut self, view: &View) -> Option<Answer> {
        for _ in 0..6 {
            let inches = 0.5 * (1 + self.below(14)) as f32;
            let degrees = self.below(360) as f32 - 180.0;
            let legs = match self.below(5) {
                0 => vec![Leg::Ahead {
                    inches,
                    degrees: 0.0,
                }],
                1 => vec![Leg::Ahead { inches, degrees }],
                2 => vec![
                    Leg::Wheel {
                        degrees: degrees / 3.0,
                    },
                    Leg::Ahead {
                        inches: inches / 2.0,
                        degrees: 0.0,
                    },
                ],
                3 => vec![
                    Leg::Turn { degrees },
                    Leg::Ahead {
                        inches,
                        degrees: 0.0,
                    },
                ],
                _ => vec![Leg::Back {
                    inches: inches / 2.0,
                }],
            };
            let answer = Answer::Order(Order::Move {
                form: None,
                form_last: false,
                legs,
            });
            if view.check(&answer).is_ok() {
                return Some(answer);
            }
        }
        None
    }

    /// Some of a chain of neighbours as a group with any plan, if one of a few tries is legal.
    fn any_group(&mut self, view: &View, chains: &[Vec<UnitId>]) -> Option<Answer> {
        for _ in 0..3 {
            let mut units = self.pick(chains)?;
            let most = 2 + self.below(units.len() - 1);
            while units.len() > most {
                let out = self.below(units.len());
                units.remove(out);
            }
            let plan = [0, 1].map(|_| self.pick(Deed::ALL).unwrap_or(Deed::Hold));
            let answer = Answer::ActivateGroup { units, plan };
            if view.check(&answer).is_ok() {
                return Some(answer);
            }
        }
        None
    }

    /// Somebody put anywhere in his zone or beside anybody, if one of a few tries is legal.
    fn any_post(&mut self, view: &View, units: &[UnitId], leaders: &[LeaderId]) -> Option<Answer> {
        for _ in 0..4 {
            let unit = self.pick(units)?;
            let leader = self.pick(leaders).filter(|_| self.below(4) == 0);
            let beside = view.army().behind(unit);
            if leader.is_some_and(|leader| view.army().leader(leader).at == Some(beside)) {
                continue;
            }
            let here = view.army().placement(unit).at;
            let around = [here - 6.0, here + 6.0];
            let zone = Bounds::around(view.now().zone_outline(unit).unwrap_or(&around));
            let part = |draw: &mut Self| draw.below(1000) as f32 / 1000.0;
            let within = Vec2::new(part(self), part(self)) * (zone.high - zone.low);
            let formations = view.now().set_up_formations(unit);
            let post = Post {
                unit,
                at: zone.low + within,
                facing: Facing::degrees(self.below(24) as f32 * 15.0),
                formation: self.pick(&formations).filter(|_| self.below(2) == 0),
            };
            let answer = Answer::SetUp {
                units: if leader.is_none() {
                    vec![post]
                } else {
                    Vec::new()
                },
                leaders: leader
                    .map(|leader| LeaderPost { leader, at: beside })
                    .into_iter()
                    .collect(),
                ready: false,
            };
            if view.check(&answer).is_ok() {
                return Some(answer);
            }
        }
        None
    }

    /// Some of a command behind one picket, if one of a few tries is legal.
    fn any_band(&mut self, view: &View, side: Side) -> Option<Answer> {
        let army = view.army();
        let hidden: Vec<UnitId> = army.hidden_of(side).collect();
        for _ in 0..4 {
            let first = self.pick(&hidden)?;
            let brothers = hidden.iter().copied();
            let mut brothers: Vec<UnitId> = brothers
                .filter(|&id| id != first && army.command(id) == army.command(first))
                .collect();
            let far = |id: &UnitId| army.placement(*id).at.distance(army.placement(first).at);
            brothers.sort_by(|one, other| far(one).total_cmp(&far(other)));
            brothers.truncate(1 + self.below(2));
            brothers.insert(0, first);
            let answer = Answer::Band(brothers);
            if view.check(&answer).is_ok() {
                return Some(answer);
            }
        }
        None
    }

    /// A ride anywhere, if one of a few tries is within reach.
    fn any_ride(&mut self, view: &View) -> Option<Answer> {
        let size = view.now().scenario().field.size;
        for _ in 0..3 {
            let part = |draw: &mut Self| draw.below(1000) as f32 / 1000.0;
            let at = Vec2::new(part(self) * size.x, part(self) * size.y);
            let answer = Answer::Ride(at);
            if view.check(&answer).is_ok() {
                return Some(answer);
            }
        }
        None
    }
}

impl Player for RandomPlayer {
    fn answer(&mut self, view: &View) -> Answer {
        let draw = &mut Draw(view.chance());
        match view.decision() {
            Decision::SetUp {
                side,
                units,
                leaders,
            } => match draw.below(4) {
                0 => Answer::READY,
                1 if view.now().has_pickets(*side) => {
                    draw.any_band(view, *side).unwrap_or(Answer::READY)
                }
                _ => draw.any_post(view, units, leaders).unwrap_or(Answer::READY),
            },
            Decision::Leader { units, .. } => match draw.below(4) {
                0 => Answer::Stay,
                1 => draw.any_ride(view).unwrap_or(Answer::Stay),
                _ => draw.pick(units).map_or(Answer::Stay, Answer::Attach),
            },
            Decision::Activate { units, chains, .. } => {
                if !chains.is_empty()
                    && draw.below(3) == 0
                    && let Some(answer) = draw.any_group(view, chains)
                {
                    return answer;
                }
                draw.pick(units).map_or(Answer::EndTurn, Answer::Activate)
            }
            Decision::Act {
                orders, may_move, ..
            } => {
                if *may_move
                    && draw.below(2) == 0
                    && let Some(answer) = draw.any_move(view)
                {
                    return answer;
                }
                draw.pick(orders)
                    .map_or(Answer::Order(Order::Hold), Answer::Order)
            }
            Decision::React { reactions, .. } => match draw.below(3) {
                0 => Answer::Decline,
                _ => draw.pick(reactions).map_or(Answer::Decline, Answer::React),
            },
            Decision::Follow { inches, .. } => match draw.below(3) {
                0 => Answer::Decline,
                1 => Answer::Follow(inches * draw.below(100) as f32 / 100.0),
                _ => Answer::Follow(*inches),
            },
            Decision::Join { .. } | Decision::StopBehind { .. } | Decision::Draw { .. } => {
                match draw.below(2) {
                    0 => Answer::Decline,
                    _ => Answer::Agree,
                }
            }
        }
    }
}
