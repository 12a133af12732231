//! From facts to scenes: a stretch of firing at one unit, a charge from its start to its end.

use std::collections::HashMap;

use crate::army::{Fate, LeaderId, UnitId};
use crate::battle::{Battle, Cause, Fact};
use crate::field::Placement;
use crate::rules::impact::ImpactOutcome;
use crate::rules::{Morale, Side};
use crate::scenario::Deployment;

/// One turn.
pub struct Turn {
    pub number: u32,
    pub halves: Vec<Half>,
}

/// What happened while one side was active.
pub struct Half {
    pub active: Side,
    /// Who was on the field.
    pub present: Vec<UnitId>,
    pub arrived: Vec<UnitId>,
    pub delayed: Vec<UnitId>,
    /// Who moved: from where, to where.
    pub marched: Vec<(UnitId, Placement, Placement)>,
    pub scenes: Vec<Scene>,
}

/// Something worth telling.
pub enum Scene {
    Fire(Firing),
    Charge(Charging),
    /// It tried to rally, after running on or drawing off or where it stood.
    Rally {
        unit: UnitId,
        first: Option<Flight>,
        before: Morale,
        after: Option<Morale>,
    },
    /// It saw something terrible.
    Shock {
        unit: UnitId,
        cause: Cause,
        after: Option<Morale>,
    },
    LeaderTaken(LeaderId, UnitId),
    LeaderFell {
        leader: LeaderId,
        with: Option<UnitId>,
    },
    /// It went to the rear.
    Flight(UnitId, Flight),
    Gone {
        unit: UnitId,
        fate: Fate,
    },
    /// What is left of it goes on with another regiment.
    Joined {
        unit: UnitId,
        host: UnitId,
    },
}

/// How a unit goes to the rear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flight {
    /// Routed before, it runs on.
    RunsOn,
    /// It draws off.
    DrawsOff,
}

/// A stretch of firing at one unit.
pub struct Firing {
    pub target: UnitId,
    /// Who fired, and how often.
    pub firers: Vec<(UnitId, u32)>,
    pub volleys: u32,
    /// It was an answer.
    pub reaction: bool,
    /// None of them had fired before.
    pub opening: bool,
    pub lost: u32,
    pub before: Morale,
    pub after: Morale,
    pub gone: Option<Fate>,
}

/// A charge.
pub struct Charging {
    pub unit: UnitId,
    pub target: UnitId,
    /// Who goes in behind.
    pub with: Vec<UnitId>,
    /// It follows up a success and was not ordered.
    pub follows: bool,
    /// The target has charged back.
    pub countered: bool,
    /// Who fired at it on the way, the target included.
    pub fired_on_by: Vec<UnitId>,
    pub attacker_lost: u32,
    pub defender_lost: u32,
    /// What the fire did to the chargers.
    pub checked: Option<Morale>,
    /// What the sight of it did to the target.
    pub feared: Option<(Morale, Option<Morale>)>,
    pub evaded: bool,
    pub short: bool,
    pub impact: Option<(Option<Side>, ImpactOutcome)>,
    pub melee_rounds: u32,
    pub attacker_gone: Option<Fate>,
    pub defender_gone: Option<Fate>,
}

/// Groups the facts of a battle.
pub fn scenes(battle: &Battle) -> Vec<Turn> {
    let mut builder = Builder::new(battle);
    for fact in battle.facts() {
        builder.take(fact);
    }
    builder.turns
}

struct Builder<'a> {
    battle: &'a Battle,
    turns: Vec<Turn>,
    morale: HashMap<UnitId, Morale>,
    has_fired: Vec<UnitId>,
    attached: HashMap<LeaderId, UnitId>,
    /// Scenes of the charges under way.
    charges: Vec<usize>,
    /// Scenes of firing that more may be added to.
    open: Vec<usize>,
    /// The active unit, if it was routed when its time came.
    fleeing: Option<UnitId>,
    present: Vec<UnitId>,
}

impl<'a> Builder<'a> {
    fn new(battle: &'a Battle) -> Self {
        Self {
            battle,
            turns: Vec::new(),
            morale: HashMap::new(),
            has_fired: Vec::new(),
            attached: HashMap::new(),
            charges: Vec::new(),
            open: Vec::new(),
            fleeing: None,
            present: battle
                .army()
                .units()
                .zip(&battle.scenario().units)
                .filter(|(_, unit)| matches!(unit.deployment, Deployment::At { .. }))
                .map(|(id, _)| id)
                .collect(),
        }
    }

    fn half(&mut self) -> Option<&mut Half> {
        self.turns.last_mut()?.halves.last_mut()
    }

    fn morale(&self, unit: UnitId) -> Morale {
        let setup = &self.battle.scenario().units[unit.0 as usize];
        *self.morale.get(&unit).unwrap_or(&setup.unit.morale)
    }

    fn add(&mut self, scene: Scene) {
        if let Some(half) = self.half() {
            half.scenes.push(scene);
        }
    }

    /// The latest charge under way that is as wanted.
    fn charging(&mut self, wanted: impl Fn(&Charging) -> bool) -> Option<&mut Charging> {
        let charges = self.charges.clone();
        let half = self.half()?;
        let at = charges.into_iter().rev().find(
            |&at| matches!(half.scenes.get(at), Some(Scene::Charge(charge)) if wanted(charge)),
        )?;
        match half.scenes.get_mut(at)? {
            Scene::Charge(charge) => Some(charge),
            _ => None,
        }
    }

    /// The charge that a unit is in, on either side.
    fn charge_with(&mut self, unit: UnitId) -> Option<&mut Charging> {
        self.charging(|charge| charge.unit == unit || charge.target == unit)
    }

    /// The last firing at a unit that is still open.
    fn firing_at(&mut self, unit: UnitId) -> Option<&mut Firing> {
        let open = self.open.clone();
        let half = self.half()?;
        let at = open.into_iter().rev().find(
            |&at| matches!(half.scenes.get(at), Some(Scene::Fire(firing)) if firing.target == unit),
        )?;
        match half.scenes.get_mut(at)? {
            Scene::Fire(firing) => Some(firing),
            _ => None,
        }
    }

    fn take(&mut self, fact: &Fact) {
        match fact {
            Fact::Turn { turn } => self.turns.push(Turn {
                number: *turn,
                halves: Vec::new(),
            }),
            Fact::PlayerTurn { side } => {
                self.fleeing = None;
                self.charges.clear();
                self.open.clear();
                let present = self.present.clone();
                if let Some(turn) = self.turns.last_mut() {
                    turn.halves.push(Half {
                        active: *side,
                        present,
                        arrived: Vec::new(),
                        delayed: Vec::new(),
                        marched: Vec::new(),
                        scenes: Vec::new(),
                    });
                }
            }
            Fact::Presence {
                unit,
                present: false,
                ..
            } => self.present.retain(|known| known != unit),
            Fact::Arrived { unit, .. } => {
                self.present.push(*unit);
                if let Some(half) = self.half() {
                    half.present.push(*unit);
                    half.arrived.push(*unit);
                }
            }
            Fact::Delayed { unit } => {
                if let Some(half) = self.half() {
                    half.delayed.push(*unit);
                }
            }
            Fact::Attached { leader, unit, .. } => {
                self.attached.insert(*leader, *unit);
            }
            Fact::Activated { unit, .. } => {
                self.charges.clear();
                self.fleeing = Some(*unit).filter(|&unit| self.morale(unit) == Morale::Routed);
            }
            Fact::Moved { unit, from, to } => self.moved(*unit, *from, *to),
            Fact::Fired {
                firers,
                target,
                reaction,
                ..
            } => self.fired(firers, *target, *reaction),
            Fact::Lost { unit, figures, .. } => self.lost(*unit, *figures),
            Fact::Checked {
                unit,
                cause,
                before,
                after,
                ..
            } => self.checked(*unit, *cause, *before, *after),
            Fact::Disordered { unit, .. } => {
                let worse = self.morale(*unit).max(Morale::Disorder);
                self.morale.insert(*unit, worse);
            }
            Fact::Reformed { unit } => {
                self.morale.insert(*unit, Morale::GoodOrder);
            }
            Fact::Disengaged { unit, after, .. } => {
                self.morale.insert(*unit, *after);
                match self.charging(|charge| charge.target == *unit) {
                    Some(charge) => charge.evaded = true,
                    None => self.flight(*unit, Flight::DrawsOff),
                }
            }
            Fact::Ran { unit, .. } => {
                if self.fleeing.take() == Some(*unit) {
                    self.flight(*unit, Flight::RunsOn);
                }
                self.morale.insert(*unit, Morale::Routed);
            }
            Fact::Charge {
                assaults,
                followers,
                ..
            } => {
                self.open.clear();
                self.charges.clear();
                for (number, assault) in assaults.iter().enumerate() {
                    let with = if number == 0 {
                        followers.clone()
                    } else {
                        Vec::new()
                    };
                    self.charge(assault.unit, assault.target, with, false);
                }
            }
            Fact::Countercharge { unit, charger, .. } => {
                if let Some(charge) = self.charging(|charge| charge.unit == *charger) {
                    charge.countered = charge.target == *unit;
                }
            }
            Fact::Joined { unit, charger } => {
                if let Some(charge) = self.charging(|charge| charge.unit == *charger) {
                    charge.with.push(*unit);
                }
            }
            Fact::FellShort { unit, .. } => {
                if let Some(charge) = self.charging(|charge| charge.unit == *unit) {
                    charge.short = true;
                }
            }
            Fact::Impact {
                attacker,
                defender,
                outcome,
                winner,
                ..
            } => {
                self.impact(*attacker, *defender, *outcome, *winner);
            }
            Fact::Melee {
                attackers,
                defenders,
                ..
            } => {
                let met = |charge: &Charging| {
                    attackers.contains(&charge.unit) && defenders.contains(&charge.target)
                };
                if let Some(charge) = self.charging(met) {
                    charge.melee_rounds += 1;
                }
            }
            Fact::Merged { unit, into, .. }
            | Fact::AttachedTo {
                unit, host: into, ..
            } => {
                self.present.retain(|known| known != unit);
                if matches!(fact, Fact::Merged { .. }) {
                    let worse = self.morale(*unit).max(self.morale(*into));
                    self.morale.insert(*into, worse);
                }
                self.add(Scene::Joined {
                    unit: *unit,
                    host: *into,
                });
            }
            Fact::Beaten { unit, after } | Fact::StoppedAtEdge { unit, after } => {
                self.morale.insert(*unit, *after);
            }
            Fact::LeaderTaken { leader, unit } => self.add(Scene::LeaderTaken(*leader, *unit)),
            Fact::LeaderRolled {
                leader,
                killed: true,
                ..
            } => {
                let with = self.attached.get(leader).copied();
                self.add(Scene::LeaderFell {
                    leader: *leader,
                    with,
                });
            }
            Fact::Removed { unit, fate } if !matches!(fate, Fate::Absent | Fate::Joined) => {
                self.removed(*unit, *fate)
            }
            _ => {}
        }
    }

    fn moved(&mut self, unit: UnitId, from: Placement, to: Placement) {
        let charges = |charge: &Charging| charge.unit == unit || charge.with.contains(&unit);
        if self.charging(charges).is_some() {
            return;
        }
        let Some(half) = self.half() else {
            return;
        };
        match half.marched.iter_mut().find(|(known, ..)| *known == unit) {
            Some(march) => march.2 = to,
            None => half.marched.push((unit, from, to)),
        }
    }

    fn fired(&mut self, firers: &[UnitId], target: UnitId, reaction: bool) {
        let opening = firers.iter().all(|unit| !self.has_fired.contains(unit));
        self.has_fired.extend(firers);
        if !reaction {
            self.charges.clear();
        }
        if let Some(charge) = self.charge_with(target) {
            if charge.unit == target {
                for unit in firers {
                    if !charge.fired_on_by.contains(unit) {
                        charge.fired_on_by.push(*unit);
                    }
                }
            }
            return;
        }
        let before = self.morale(target);
        match self.firing_at(target) {
            Some(firing) if firing.reaction == reaction => {
                firing.volleys += 1;
                for &unit in firers {
                    match firing.firers.iter_mut().find(|(known, _)| *known == unit) {
                        Some((_, volleys)) => *volleys += 1,
                        None => firing.firers.push((unit, 1)),
                    }
                }
                firing.opening &= opening;
            }
            _ => {
                let firing = Firing {
                    target,
                    firers: firers.iter().map(|&unit| (unit, 1)).collect(),
                    volleys: 1,
                    reaction,
                    opening,
                    lost: 0,
                    before,
                    after: before,
                    gone: None,
                };
                let at = self.half().map_or(0, |half| half.scenes.len());
                self.open.push(at);
                self.add(Scene::Fire(firing));
            }
        }
    }

    fn lost(&mut self, unit: UnitId, figures: u32) {
        match self.charge_with(unit) {
            Some(charge) if charge.unit == unit => charge.attacker_lost += figures,
            Some(charge) => charge.defender_lost += figures,
            None => {
                if let Some(firing) = self.firing_at(unit) {
                    firing.lost += figures;
                }
            }
        }
    }

    fn checked(&mut self, unit: UnitId, cause: Cause, before: Morale, after: Option<Morale>) {
        if let Some(after) = after {
            self.morale.insert(unit, after);
        }
        match cause {
            Cause::Fire { .. } => match self.charge_with(unit) {
                Some(charge) if charge.unit == unit => charge.checked = after,
                Some(_) => {}
                None => {
                    if let Some(firing) = self.firing_at(unit) {
                        firing.after = after.unwrap_or(Morale::Routed);
                    }
                    // A unit that runs is told of at once; more fire is another scene.
                    if after == Some(Morale::Routed) {
                        self.close(unit);
                    }
                }
            },
            Cause::Charge { .. } => {
                if let Some(charge) = self.charging(|charge| charge.target == unit) {
                    charge.feared = Some((before, after));
                }
            }
            Cause::Melee { .. } => {}
            Cause::Rally => {
                self.close(unit);
                self.rally(unit, before, after);
            }
            cause => {
                if after.is_none_or(|after| after > before) {
                    self.close(unit);
                    self.add(Scene::Shock { unit, cause, after });
                }
            }
        }
    }

    /// A rally is told together with the flight before it, and with the rally before it.
    fn rally(&mut self, unit: UnitId, before: Morale, after: Option<Morale>) {
        let last = self.half().and_then(|half| half.scenes.pop());
        let (first, before) = match last {
            Some(Scene::Flight(known, flight)) if known == unit => (Some(flight), before),
            Some(Scene::Rally {
                unit: known,
                first,
                before,
                ..
            }) if known == unit => (first, before),
            last => {
                last.into_iter().for_each(|last| self.add(last));
                (None, before)
            }
        };
        self.add(Scene::Rally {
            unit,
            first,
            before,
            after,
        });
    }

    fn flight(&mut self, unit: UnitId, flight: Flight) {
        let last = self.half().and_then(|half| half.scenes.last());
        if !matches!(last, Some(Scene::Flight(known, how)) if (*known, *how) == (unit, flight)) {
            self.add(Scene::Flight(unit, flight));
        }
    }

    /// Ends the firing at a unit.
    fn close(&mut self, unit: UnitId) {
        let mut open = std::mem::take(&mut self.open);
        if let Some(half) = self.half() {
            open.retain(|&at| {
                !matches!(half.scenes.get(at), Some(Scene::Fire(firing)) if firing.target == unit)
            });
        }
        self.open = open;
    }

    fn charge(&mut self, unit: UnitId, target: UnitId, with: Vec<UnitId>, follows: bool) {
        let at = self.half().map_or(0, |half| half.scenes.len());
        self.charges.push(at);
        self.add(Scene::Charge(Charging {
            unit,
            target,
            with,
            follows,
            countered: false,
            fired_on_by: Vec::new(),
            attacker_lost: 0,
            defender_lost: 0,
            checked: None,
            feared: None,
            evaded: false,
            short: false,
            impact: None,
            melee_rounds: 0,
            attacker_gone: None,
            defender_gone: None,
        }));
    }

    fn impact(
        &mut self,
        attacker: UnitId,
        defender: UnitId,
        outcome: ImpactOutcome,
        winner: Option<Side>,
    ) {
        let met = |charge: &Charging| {
            let both = [charge.unit, charge.target];
            charge.impact.is_none() && both.contains(&attacker) && both.contains(&defender)
        };
        // Whoever advances after a success meets somebody who was not charged before.
        if self.charging(met).is_none() {
            self.charge(attacker, defender, Vec::new(), true);
        }
        if let Some(charge) = self.charging(met) {
            charge.impact = Some((winner, outcome));
        }
    }

    fn removed(&mut self, unit: UnitId, fate: Fate) {
        self.present.retain(|&known| known != unit);
        match self.charge_with(unit) {
            Some(charge) if charge.unit == unit => charge.attacker_gone = Some(fate),
            Some(charge) => charge.defender_gone = Some(fate),
            None => {
                let rallied = matches!(
                    self.half().and_then(|half| half.scenes.last()),
                    Some(Scene::Rally { unit: last, after: None, .. }) if *last == unit
                );
                match self.firing_at(unit) {
                    Some(firing) => firing.gone = Some(fate),
                    None if rallied => {}
                    None => self.add(Scene::Gone { unit, fate }),
                }
            }
        }
        self.close(unit);
    }
}
