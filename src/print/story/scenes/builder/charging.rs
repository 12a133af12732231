//! The stages of a charge.

use super::{Builder, manner};
use crate::army::{Army, Fact, UnitId};
use crate::print::story::scenes::{
    Charging, Clash, Effect, Event, Flight, Order, Scene, Stop, Struggle,
};
use crate::rules::impact::{ImpactOutcome, ImpactWinner};
use crate::rules::{Disorder, Morale};

impl Builder {
    /// What belongs to a charge.
    pub(super) fn see_charge(&mut self, army: &Army, fact: &Fact) {
        match fact {
            Fact::Charge {
                assaults,
                followers,
                ..
            } => {
                self.gave_way.clear();
                self.counters.clear();
                self.face_to_face = None;
                self.onsets = assaults.iter().map(|one| (one.unit, one.target)).collect();
                self.add(Event::Charge(Charging {
                    assaults: assaults
                        .iter()
                        .map(|one| (one.unit, one.target, manner(army, one.unit)))
                        .collect(),
                    with: followers.iter().map(|follower| follower.unit).collect(),
                    order: Order::Given,
                }));
            }
            Fact::ChargedOn {
                unit,
                enemy,
                followers,
                ..
            } => {
                self.gave_way.retain(|other| other != enemy);
                self.onsets.push((*unit, *enemy));
                self.add(Event::Charge(Charging {
                    assaults: vec![(*unit, *enemy, manner(army, *unit))],
                    with: followers.iter().map(|follower| follower.unit).collect(),
                    order: if army.unit(*enemy).morale == Morale::Routed {
                        Order::After
                    } else {
                        Order::GoesOn
                    },
                }));
            }
            Fact::Countercharge {
                unit,
                charger,
                desperate,
                meet,
                ..
            } => {
                self.onsets.push((*unit, *charger));
                self.counters.push(*unit);
                self.missed = meet.is_none();
                self.add(Event::Counter {
                    unit: *unit,
                    desperate: *desperate,
                });
            }
            Fact::Joined { unit, .. } => {
                self.add(Event::FallsIn(*unit));
            }
            Fact::Disengaged {
                unit,
                ordered: true,
                ..
            } => self.flight(*unit, Flight::DrawsOff),
            Fact::Disengaged { unit, .. } => self.disengaged(army, *unit),
            Fact::Disordered {
                unit,
                by: Disorder::Clash,
            } => self.disordered(*unit),
            Fact::Backed { unit, friend, .. } => {
                let at = self.scenes().iter().rposition(
                    |scene| matches!(scene.event, Event::Evade { unit: known, .. } if known == *unit),
                );
                if let Some(Event::Evade { behind, .. }) = at.and_then(|at| self.again(at)) {
                    *behind = Some(*friend);
                }
            }
            Fact::Caught { unit, by } => {
                self.strike(
                    *unit,
                    Event::Caught {
                        unit: *unit,
                        by: *by,
                    },
                );
            }
            Fact::Repulsed { unit, .. } => self.note(*unit),
            Fact::StoppedShort { unit, inches, .. } => {
                let near = self.near;
                let at = self.struck.get(unit).copied();
                if let Some(Event::Clash(clash)) = at.and_then(|at| self.again(at)) {
                    clash.close = *inches <= near;
                }
            }
            Fact::FellShort { unit, .. } => self.fell_short(army, *unit),
            Fact::Halted { charge, halted } => {
                let stop = if *halted {
                    Stop::Halted
                } else {
                    Stop::Misheard
                };
                if let Some(charge) = army.charge(*charge) {
                    self.add(Event::Short {
                        unit: charge.lead,
                        stop,
                    });
                }
            }
            Fact::Impact {
                attacker,
                defender,
                supports,
                result,
                ..
            } => {
                self.comes_upon(army, *attacker, *defender);
                let side = army.side(*attacker);
                let (front, back) = ([*attacker, *defender], supports.0.iter().chain(&supports.1));
                let all: Vec<UnitId> = front.into_iter().chain(back.copied()).collect();
                let at = self.add(Event::Clash(Clash {
                    attacker: (*attacker, manner(army, *attacker)),
                    defender: (*defender, manner(army, *defender)),
                    gave_way: self.gave_way.contains(defender),
                    counter: self.counters.contains(defender),
                    winner: match result.winner {
                        ImpactWinner::Attacker => Some(side),
                        ImpactWinner::Defender => Some(side.other()),
                        ImpactWinner::Tie => None,
                    },
                    outcome: result.outcome,
                    close: false,
                    fired: [false; 2],
                    effects: all.iter().map(|&unit| Effect::on(army, unit)).collect(),
                }));
                self.struck.extend(all.into_iter().map(|unit| (unit, at)));
                self.face_to_face =
                    (result.outcome == ImpactOutcome::StoppedShort).then_some((at, front));
            }
            Fact::Melee {
                attackers,
                defenders,
                ..
            } => self.melee(army, attackers, defenders),
            _ => {}
        }
    }

    /// A charge meets somebody else than it was told to.
    pub(super) fn comes_upon(&mut self, army: &Army, unit: UnitId, enemy: UnitId) {
        if !self.onsets.contains(&(unit, enemy)) {
            self.onsets.push((unit, enemy));
            let mut contacts = army.charges().filter_map(|charge| charge.contact(unit));
            let beside = contacts.any(|contact| contact.beside == Some(enemy));
            self.add(Event::Charge(Charging {
                assaults: vec![(unit, enemy, manner(army, unit))],
                with: Vec::new(),
                order: if beside {
                    Order::Beside
                } else {
                    Order::ComesUpon
                },
            }));
        }
    }

    /// Men make off: before a charge, or by order.
    fn disengaged(&mut self, army: &Army, unit: UnitId) {
        let last = self.scenes().len().checked_sub(1);
        let fears = |scene: &Scene| match &scene.event {
            Event::Fear(dread) => dread.effect.unit == unit,
            _ => false,
        };
        let feared = last.filter(|&at| fears(&self.scenes()[at]));
        let by = self.charger_of(army, unit);
        if let Some(Event::Fear(dread)) = feared.and_then(|at| self.again(at)) {
            dread.off = true;
            self.gave_way.push(unit);
            return;
        }
        if by.is_some() {
            self.gave_way.push(unit);
            self.strike(
                unit,
                Event::Evade {
                    unit,
                    manner: manner(army, unit),
                    behind: None,
                    by,
                },
            );
        } else {
            self.flight(unit, Flight::DrawsOff);
        }
    }

    /// Who charges a unit.
    fn charger_of(&self, army: &Army, unit: UnitId) -> Option<UnitId> {
        let charge = army.charges().find(|charge| charge.is_after(unit));
        let contact = charge.and_then(|charge| {
            let mut contacts = charge.contacts.iter();
            contacts.find(|contact| contact.target == unit)
        });
        let onset = self.onsets.iter().find(|(_, target)| *target == unit);
        contact
            .map(|contact| contact.unit)
            .or_else(|| onset.map(|(by, _)| *by))
    }

    /// Whoever is in a charge that stops short is in disorder before he fires and after it.
    fn disordered(&mut self, unit: UnitId) {
        let Some((at, _)) = self.face_to_face else {
            return;
        };
        if let Some(effect) = self.again(at).and_then(|event| event.effect_on(unit)) {
            effect.before = effect.before.max(Morale::Disorder);
            effect.after = effect.after.max(Morale::Disorder);
        }
    }

    fn fell_short(&mut self, army: &Army, unit: UnitId) {
        let contact = army.charges().find_map(|charge| charge.contact(unit));
        let target = contact.map(|contact| contact.target);
        let stop = match target {
            // Both fall short, and both are told of in one.
            _ if self.missed => Stop::Both,
            Some(target) if !army.on_table(target) => Stop::NobodyLeft,
            Some(target) if self.gave_way.contains(&target) => Stop::GaveWay(target),
            _ => Stop::Reach,
        };
        let both = |scene: &Scene| {
            matches!(
                scene.event,
                Event::Short {
                    stop: Stop::Both,
                    ..
                }
            )
        };
        if stop == Stop::Both && self.scenes().last().is_some_and(both) {
            self.again(self.scenes().len() - 1);
            return;
        }
        self.add(Event::Short { unit, stop });
    }

    /// Blows of a round; the rounds of one melee are told together if nothing comes between.
    fn melee(&mut self, army: &Army, attackers: &[UnitId], defenders: &[UnitId]) {
        let all: Vec<UnitId> = attackers.iter().chain(defenders).copied().collect();
        let last = self.scenes().len().saturating_sub(1);
        let same = |melee: &Struggle| {
            melee.attackers.contains(&attackers[0]) && melee.defenders.contains(&defenders[0])
        };
        if matches!(self.scenes().get(last), Some(scene)
            if matches!(&scene.event, Event::Melee(melee) if same(melee)))
        {
            if let Some(Event::Melee(melee)) = self.again(last) {
                melee.rounds += 1;
            }
            return;
        }
        let at = self.add(Event::Melee(Struggle {
            attackers: attackers.to_vec(),
            defenders: defenders.to_vec(),
            manners: [manner(army, attackers[0]), manner(army, defenders[0])],
            rounds: 1,
            effects: all.iter().map(|&unit| Effect::on(army, unit)).collect(),
        }));
        self.struck.extend(all.into_iter().map(|unit| (unit, at)));
    }
}
