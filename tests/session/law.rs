//! What `check` passes is what the rules offer.

use deadly_field::army::{Assault, Deed, Formation, LeaderId, LeaderPost, Post, UnitId};
use deadly_field::battle::{Answer, Battle, Decision, Order, Reaction};
use deadly_field::field::Facing;
use deadly_field::field::moves::Leg;
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{CavalryFormation, InfantryFormation, Named};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::fights::{both, count, fight, for_all, scales};

/// Random changes to legal answers.
struct Mutator(ChaCha8Rng);

impl Mutator {
    fn below(&mut self, bound: usize) -> usize {
        self.0.next_u32() as usize % bound.max(1)
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        let at = self.below(list.len());
        list.get(at).cloned()
    }

    fn unit(&mut self, battle: &Battle) -> UnitId {
        UnitId(self.below(battle.army().units().len() + 2) as u32)
    }

    fn units(&mut self, battle: &Battle) -> Vec<UnitId> {
        (0..self.below(4)).map(|_| self.unit(battle)).collect()
    }

    fn number(&mut self) -> f32 {
        match self.below(6) {
            0 => f32::NAN,
            1 => f32::INFINITY,
            2 => -3.0,
            _ => self.below(4000) as f32 / 100.0,
        }
    }

    fn kind(&mut self) -> FireKind {
        self.pick(FireKind::ALL).unwrap_or(FireKind::Normal)
    }

    fn order(&mut self, battle: &Battle, like: &[Order]) -> Order {
        match self.below(8) {
            0 => Order::Fire {
                units: self.units(battle),
                target: self.unit(battle),
                kind: self.kind(),
            },
            1 => match self.pick(like) {
                Some(Order::Fire { units, target, .. }) => Order::Fire {
                    units,
                    target,
                    kind: self.kind(),
                },
                Some(other) => other,
                None => Order::Hold,
            },
            2 => {
                let unit = self.unit(battle);
                Order::Charge {
                    lead: unit,
                    assaults: vec![Assault {
                        unit,
                        target: self.unit(battle),
                    }],
                    halt: (self.below(2) == 0).then(|| self.number()),
                }
            }
            3 => Order::Move {
                form: None,
                form_last: false,
                legs: vec![Leg::Ahead {
                    inches: self.number(),
                    degrees: self.number() * 9.0,
                }],
            },
            4 => Order::Merge {
                with: self.unit(battle),
            },
            5 => Order::AttachTo {
                host: self.unit(battle),
            },
            6 => Order::TakeHorse {
                from: self.unit(battle),
            },
            _ => Order::Prolonge {
                target: self.unit(battle),
            },
        }
    }

    fn reaction(&mut self, battle: &Battle, like: &[Reaction]) -> Reaction {
        match self.below(7) {
            0 => Reaction::Fire {
                units: self.units(battle),
                target: self.unit(battle),
                kind: self.kind(),
            },
            1 => match self.pick(like) {
                Some(Reaction::Fire { units, target, .. }) => Reaction::Fire {
                    units,
                    target,
                    kind: self.kind(),
                },
                Some(other) => other,
                None => Reaction::Reform(Vec::new()),
            },
            2 => Reaction::Disengage(self.units(battle)),
            3 => Reaction::Rally(self.units(battle)),
            4 => Reaction::Countercharge(self.unit(battle)),
            5 => Reaction::Turn(self.units(battle), Facing::degrees(self.number())),
            _ => Reaction::Face(self.units(battle)),
        }
    }

    /// Somebody put down anywhere, most often near where he is.
    fn set_up(&mut self, battle: &Battle) -> Answer {
        let army = battle.army();
        let posts = (0..self.below(3)).map(|_| {
            let unit = self.unit(battle);
            let near = army.knows(unit).then(|| army.placement(unit));
            let step = bevy::math::Vec2::new(self.number(), self.number()) / 20.0;
            Post {
                unit,
                at: near.map_or(step, |near| near.at + step - 1.0),
                facing: Facing::degrees(self.number() * 9.0),
                formation: match self.below(8) {
                    0 => self.pick(InfantryFormation::ALL).map(Formation::Infantry),
                    1 => self.pick(CavalryFormation::ALL).map(Formation::Cavalry),
                    2 => Some(Formation::Mounted(true)),
                    3 => Some(Formation::Limbered(self.below(2) == 0)),
                    _ => None,
                },
            }
        });
        let units = posts.collect();
        let leaders = (0..self.below(2)).map(|_| {
            let leader = LeaderId(self.below(army.leaders().len() + 1) as u32);
            let unit = self.unit(battle);
            let at = match army.knows(unit) {
                true => army.behind(unit),
                false => bevy::math::Vec2::splat(self.number()),
            };
            LeaderPost { leader, at }
        });
        Answer::SetUp {
            leaders: leaders.collect(),
            units,
            ready: self.below(2) == 0,
        }
    }

    fn answer(&mut self, battle: &Battle, decision: &Decision) -> Answer {
        match self.below(11) {
            8 => Answer::Concede,
            9 => Answer::OfferDraw,
            10 => self.set_up(battle),
            0 => Answer::Attach(self.unit(battle)),
            1 => Answer::Ride(bevy::math::Vec2::new(self.number(), self.number())),
            2 => Answer::Activate(self.unit(battle)),
            3 => Answer::ActivateGroup {
                units: self.units(battle),
                plan: [0, 1].map(|_| self.pick(Deed::ALL).unwrap_or(Deed::Hold)),
            },
            4 => Answer::Follow(self.number()),
            _ => match decision {
                Decision::Act { orders, .. } => Answer::Order(self.order(battle, orders)),
                Decision::React { reactions, .. } => {
                    Answer::React(self.reaction(battle, reactions))
                }
                Decision::SetUp { .. } => self.set_up(battle),
                _ => Answer::Agree,
            },
        }
    }
}

/// Whether the rules offer an answer, said another way than by `check`: it is on the list, or it is
/// of a kind that is made up freely, put together of what is on the list.
fn offered(battle: &Battle, decision: &Decision, answer: &Answer) -> bool {
    let now = battle.now();
    match (decision, answer) {
        (Decision::Act { orders, .. }, Answer::Order(order)) => match order {
            Order::Fire {
                units,
                target,
                kind,
            } if !orders.contains(order) => {
                // Only ordinary volleys are put together, of units that each may fire there.
                let alone = |unit: &UnitId| {
                    orders.contains(&Order::Fire {
                        units: vec![*unit],
                        target: *target,
                        kind: FireKind::Normal,
                    })
                };
                *kind == FireKind::Normal && units.len() > 1 && units.iter().all(alone)
            }
            Order::Move { .. } => true,
            Order::Charge { lead, assaults, .. } if !orders.contains(order) => {
                orders.iter().any(|other| {
                    matches!(other, Order::Charge { lead: known, assaults: all, .. }
                        if known == lead && assaults.iter().all(|one| all.contains(one)))
                })
            }
            order => orders.contains(order),
        },
        // Whoever may turn may turn to any side.
        (Decision::React { reactions, .. }, Answer::React(Reaction::Turn(units, _))) => {
            units.iter().all(|&unit| {
                reactions.iter().any(|other| {
                    matches!(other, Reaction::Turn(..) | Reaction::Face(_))
                        && other.units() == [unit]
                })
            })
        }
        (Decision::React { reactions, .. }, Answer::React(reaction)) => {
            reactions.contains(reaction)
                || reaction.units().len() > 1
                    && reaction.units().iter().all(|&unit| {
                        reactions.iter().any(|other| {
                            std::mem::discriminant(other) == std::mem::discriminant(reaction)
                                && other.units() == [unit]
                        })
                    })
        }
        (Decision::Leader { units, .. }, Answer::Attach(unit)) => units.contains(unit),
        (Decision::Leader { .. }, Answer::Ride(at)) => {
            at.is_finite() && now.scenario().field.contains(*at)
        }
        (Decision::Activate { units, .. }, Answer::Activate(unit)) => units.contains(unit),
        (Decision::Activate { units: free, .. }, Answer::ActivateGroup { units, .. }) => {
            units.len() > 1 && units.iter().all(|unit| free.contains(unit))
        }
        (Decision::Follow { inches, .. }, Answer::Follow(far)) => {
            far.is_finite() && *far >= 0.0 && *far <= inches + 0.01
        }
        (
            Decision::Join { .. } | Decision::StopBehind { .. } | Decision::Draw { .. },
            Answer::Agree,
        ) => true,
        (_, Answer::Concede) => true,
        (_, Answer::OfferDraw) => {
            !matches!(decision, Decision::Draw { .. })
                && !battle.army().has_offered_draw(decision.side())
        }
        (
            Decision::SetUp {
                units: may,
                leaders: lead,
                ..
            },
            Answer::SetUp { units, leaders, .. },
        ) => {
            let inside = |post: &Post| {
                let zone = now.set_up_zone(post.unit);
                zone.is_some_and(|zone| zone.contains(post.at - post.facing.ahead() * 0.02))
            };
            let named = |post: &Post| may.contains(&post.unit);
            // The last word about a unit counts.
            let last = |at: usize| units[at + 1..].iter().all(|one| one.unit != units[at].unit);
            units.iter().all(named)
                && (0..units.len())
                    .filter(|&at| last(at))
                    .all(|at| inside(&units[at]))
                && leaders.iter().all(|post| lead.contains(&post.leader))
        }
        _ => false,
    }
}

/// Thousands of answers that nobody would give; more battles by `DEADLY_FIELD_LAWS`.
#[test]
fn whatever_check_passes_is_offered_and_can_be_carried_out() {
    let scales = scales();
    for_all(3 * count("DEADLY_FIELD_LAWS", 2), |number| {
        let (scale, scenario) = &scales[(number % 3) as usize];
        let mut mutator = Mutator(ChaCha8Rng::seed_from_u64(number));
        let (mut passed, mut refused) = (0, 0);
        fight(both("random"), scenario, number, |session| {
            let battle = session.battle();
            let Some(decision) = battle.decision() else {
                return;
            };
            let hash = battle.hash();
            for _ in 0..12 {
                let answer = mutator.answer(battle, decision);
                match battle.check(&answer) {
                    Ok(()) => {
                        let what = format!("{scale}, {number}: {answer:?} to {decision:?}");
                        assert!(offered(battle, decision, &answer), "{what}");
                        let mut fork = battle.fork();
                        fork.answer(answer)
                            .unwrap_or_else(|why| panic!("{what}: {why}"));
                        passed += 1;
                    }
                    Err(refusal) => {
                        assert!(!refusal.why.is_empty());
                        let index = deadly_field::rules::index::RulebookIndex::book();
                        assert!(index.get(refusal.rule.as_str()).is_some(), "{refusal}");
                        let mut fork = battle.fork();
                        assert!(fork.answer(answer).is_err());
                        assert_eq!(fork.hash(), hash, "a refusal changes nothing");
                        refused += 1;
                    }
                }
            }
        });
        assert!(passed > 50 && refused > 1000, "{passed} and {refused}");
    });
}
