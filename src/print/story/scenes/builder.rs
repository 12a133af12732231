//! Takes facts, one after the other, and makes scenes of them.

use super::{Charging, Firing, Flight, Half, Scene, Turn};
use crate::army::{Army, Cause, Fact, Fate, Follower, UnitId};
use crate::field::Placement;
use crate::rules::Morale;
use crate::rules::impact::{ImpactResult, ImpactWinner};

/// Scenes in the making.
#[derive(Default)]
pub struct Builder {
    turns: Vec<Turn>,
    /// Scenes of the charges under way.
    charges: Vec<usize>,
    /// Scenes of firing that more may be added to.
    open: Vec<usize>,
    /// The active unit, if it was routed when its time came.
    fleeing: Option<UnitId>,
}

impl Builder {
    /// Everything so far, turn by turn.
    pub fn turns(self) -> Vec<Turn> {
        self.turns
    }

    fn half(&mut self) -> Option<&mut Half> {
        self.turns.last_mut()?.halves.last_mut()
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

    /// Something happened to armies that stood so.
    pub fn take(&mut self, army: &Army, fact: &Fact) {
        match fact {
            Fact::Turn { turn } => self.turns.push(Turn {
                number: *turn,
                halves: Vec::new(),
            }),
            Fact::PlayerTurn { side } => self.begin(Half {
                active: *side,
                present: army.present().collect(),
                arrived: Vec::new(),
                delayed: Vec::new(),
                marched: Vec::new(),
                scenes: Vec::new(),
            }),
            Fact::Arrived { unit, .. } => {
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
            Fact::Activated { unit, .. } => {
                self.charges.clear();
                let routed = army.unit(*unit).morale == Morale::Routed;
                self.fleeing = Some(*unit).filter(|_| routed);
            }
            // Whoever draws off is told of when he is off.
            Fact::Moved { unit, .. } if army.record(*unit).disengaging => {}
            Fact::Moved { unit, from, to } => self.moved(*unit, *from, *to),
            Fact::Fired {
                firers,
                target,
                reaction,
                ..
            } => self.fired(army, firers, *target, *reaction),
            Fact::Lost { unit, figures, .. } => self.lost(*unit, *figures),
            Fact::Checked {
                unit,
                cause,
                before,
                outcome,
                ..
            } => self.checked(*unit, *cause, *before, outcome.after),
            Fact::Disengaged { unit, .. } => match self.charging(|charge| charge.target == *unit) {
                Some(charge) => charge.evaded = true,
                None => self.flight(*unit, Flight::DrawsOff),
            },
            Fact::Ran { unit, .. } => {
                if self.fleeing.take() == Some(*unit) {
                    self.flight(*unit, Flight::RunsOn);
                }
            }
            Fact::Merged { unit, into, .. }
            | Fact::AttachedTo {
                unit, host: into, ..
            } => self.add(Scene::Joined {
                unit: *unit,
                host: *into,
            }),
            Fact::LeaderTaken { leader, unit } => self.add(Scene::LeaderTaken(*leader, *unit)),
            Fact::LeaderRolled {
                leader,
                killed: true,
                ..
            } => self.add(Scene::LeaderFell {
                leader: *leader,
                with: army.leader(*leader).attached,
            }),
            Fact::Removed { unit, fate } if !matches!(fate, Fate::Absent | Fate::Joined) => {
                self.removed(*unit, *fate)
            }
            fact => self.take_charge(army, fact),
        }
    }

    /// What belongs to a charge.
    fn take_charge(&mut self, army: &Army, fact: &Fact) {
        match fact {
            Fact::Charge {
                assaults,
                followers,
                ..
            } => {
                self.open.clear();
                self.charges.clear();
                for assault in assaults {
                    let with = behind(followers, assault.unit);
                    self.charge(assault.unit, assault.target, with, false);
                }
            }
            Fact::ChargedOn {
                unit,
                enemy,
                followers,
                ..
            } => self.charge(*unit, *enemy, behind(followers, *unit), true),
            Fact::Countercharge { unit, charger, .. } => {
                if let Some(charge) = self.charging(|charge| charge.unit == *charger) {
                    charge.countered = charge.target == *unit;
                }
            }
            Fact::Joined { unit, charger } => {
                let joins =
                    |charge: &Charging| charge.unit == *charger || charge.with.contains(charger);
                if let Some(charge) = self.charging(joins) {
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
                result,
                ..
            } => self.impact(army, *attacker, *defender, *result),
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
            _ => {}
        }
    }

    /// A side becomes active.
    fn begin(&mut self, half: Half) {
        self.fleeing = None;
        self.charges.clear();
        self.open.clear();
        if let Some(turn) = self.turns.last_mut() {
            turn.halves.push(half);
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

    fn fired(&mut self, army: &Army, firers: &[UnitId], target: UnitId, reaction: bool) {
        let opening = firers.iter().all(|&unit| !army.record(unit).has_fired);
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
        let before = army.unit(target).morale;
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

    fn impact(&mut self, army: &Army, attacker: UnitId, defender: UnitId, result: ImpactResult) {
        let met = |charge: &Charging| {
            let both = [charge.unit, charge.target];
            charge.impact.is_none() && both.contains(&attacker) && both.contains(&defender)
        };
        // Whoever advances after a success meets somebody who was not charged before.
        if self.charging(met).is_none() {
            self.charge(attacker, defender, Vec::new(), true);
        }
        if let Some(charge) = self.charging(met) {
            let side = army.side(attacker);
            let winner = match result.winner {
                ImpactWinner::Attacker => Some(side),
                ImpactWinner::Defender => Some(side.other()),
                ImpactWinner::Tie => None,
            };
            charge.impact = Some((winner, result.outcome));
        }
    }

    fn removed(&mut self, unit: UnitId, fate: Fate) {
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

/// Those who follow a unit.
fn behind(followers: &[Follower], unit: UnitId) -> Vec<UnitId> {
    followers
        .iter()
        .filter(|follower| follower.behind == unit)
        .map(|follower| follower.unit)
        .collect()
}
