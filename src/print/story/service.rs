//! What each unit has done and suffered, counted from the facts.

use crate::army::{Army, Cause, Fact, Fate, LeaderId, UnitId};
use crate::print::Tale;
use crate::rules::Morale;
use crate::rules::impact::{ImpactOutcome, ImpactResult, ImpactWinner};

/// One unit's day.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Service {
    /// Fires it took part in.
    pub volleys: u32,
    /// Hits of its own fires.
    pub hits: u32,
    /// Hits of fires it took part in together with others.
    pub shared_hits: u32,
    /// Fires that were aimed at it.
    pub fired_on: u32,
    pub charges: u32,
    /// Charges that threw the enemy back.
    pub charges_won: u32,
    /// Charges that were thrown back.
    pub charges_lost: u32,
    /// Charges before which the enemy gave way.
    pub scared: u32,
    /// Charges that stopped within a few paces of him.
    pub stopped: u32,
    /// Impacts, its own and the enemy's, that came to a melee.
    pub melees: u32,
    pub charged: u32,
    /// Charges of the enemy that it threw back.
    pub held: u32,
    /// Charges of the enemy that it gave way to.
    pub driven: u32,
    pub disordered: u32,
    pub shaken: u32,
    pub routed: u32,
    /// Times it was brought back from being shaken or routed.
    pub rallied: u32,
    /// Figures or sections that came back.
    pub recovered: u32,
    pub worst: Option<Moment>,
    /// When and how it left.
    pub gone: Option<(u32, Fate)>,
    pub arrived: Option<u32>,
    /// Whom it fell in with.
    pub joined: Option<UnitId>,
    /// Regiments that fell in with it.
    pub hosts: u32,
}

/// A unit's worst moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    pub turn: u32,
    /// How bad it was.
    weight: u32,
    /// What was lost in it.
    pub lost: u32,
    pub blow: Blow,
    /// The state it ended in, if that got worse.
    pub after: Option<Morale>,
}

/// Where a blow came from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Blow {
    Fire(UnitId),
    Charge(UnitId),
    Melee(UnitId),
    /// Its own charge was thrown back.
    Repulse(UnitId),
    Fugitives,
    Neighbours,
    Leader,
    Rally,
}

/// The days of all units, in their order, and the turns in which leaders fell.
pub fn services(tale: &Tale) -> (Vec<Service>, Vec<(LeaderId, u32)>) {
    let roll = Roll::of(tale);
    (roll.services, roll.fallen)
}

struct Roll {
    turn: u32,
    services: Vec<Service>,
    /// The state of each unit as far as it has been noted.
    morale: Vec<Morale>,
    /// The last blow to each unit with what it has cost so far.
    blows: Vec<Option<(Blow, u32)>>,
    /// Who charges whom, as far as it has been counted.
    onsets: Vec<(UnitId, UnitId)>,
    /// Who of those has been scared off before they met.
    scared: Vec<(UnitId, UnitId)>,
    fallen: Vec<(LeaderId, u32)>,
}

impl Roll {
    fn of(tale: &Tale) -> Self {
        let mut army = tale.start().clone();
        let morale: Vec<_> = army.units().map(|id| army.unit(id).morale).collect();
        let mut roll = Self {
            turn: army.clock().turn,
            services: vec![Service::default(); morale.len()],
            blows: vec![None; morale.len()],
            onsets: Vec::new(),
            scared: Vec::new(),
            morale,
            fallen: Vec::new(),
        };
        for fact in tale.facts() {
            roll.take(fact);
            army.apply(fact);
            roll.compare(&army);
        }
        roll
    }

    fn service(&mut self, unit: UnitId) -> &mut Service {
        &mut self.services[unit.0 as usize]
    }

    /// What was done and suffered.
    fn take(&mut self, fact: &Fact) {
        match fact {
            Fact::Turn { turn } => self.turn = *turn,
            Fact::Arrived { unit, .. } => self.service(*unit).arrived = Some(self.turn),
            Fact::Fired {
                firers,
                target,
                volley,
                ..
            } => {
                let result = volley.result;
                for &unit in firers {
                    let alone = firers.len() == 1;
                    let service = self.service(unit);
                    // What goes on through somebody is the same fire.
                    service.volleys += u32::from(volley.aim.passed == 0);
                    if alone {
                        service.hits += result.hits();
                    } else {
                        service.shared_hits += result.hits();
                    }
                }
                self.service(*target).fired_on += 1;
                if let Some(&by) = firers.first() {
                    self.blow(*target, Blow::Fire(by));
                }
            }
            Fact::Lost { unit, figures, .. } => self.lost(*unit, *figures),
            Fact::Recovered { unit } => self.service(*unit).recovered += 1,
            Fact::Checked {
                unit,
                cause,
                before,
                outcome,
                ..
            } => match cause {
                Cause::Charge { by } => {
                    self.blow(*unit, Blow::Charge(*by));
                    self.charged(*by, *unit);
                    let worse = outcome.after.is_none_or(|after| after > *before);
                    if worse || outcome.falls_back > 0 {
                        self.service(*unit).driven += 1;
                        self.service(*by).scared += 1;
                        self.scared.push((*by, *unit));
                    }
                }
                Cause::Melee { by } => self.blow(*unit, Blow::Melee(*by)),
                Cause::RoutPassed => self.blow(*unit, Blow::Fugitives),
                Cause::LossNear => self.blow(*unit, Blow::Neighbours),
                Cause::LeaderKilled => self.blow(*unit, Blow::Leader),
                Cause::Rally => self.blow(*unit, Blow::Rally),
                Cause::Fire { .. } => {}
            },
            // Of its own doing: nobody has struck it.
            Fact::Disordered { unit, .. } | Fact::Disengaged { unit, .. } => {
                self.blows[unit.0 as usize] = None;
            }
            Fact::Charge { assaults, .. } => {
                self.onsets.clear();
                self.scared.clear();
                for assault in assaults {
                    self.service(assault.unit).charges += 1;
                    self.charged(assault.unit, assault.target);
                }
            }
            Fact::ChargedOn { unit, enemy, .. } => {
                self.service(*unit).charges += 1;
                self.charged(*unit, *enemy);
            }
            Fact::Countercharge { unit, charger, .. } => self.onsets.push((*unit, *charger)),
            Fact::Merged { unit, into, .. }
            | Fact::AttachedTo {
                unit, host: into, ..
            } => {
                let turn = self.turn;
                let service = self.service(*unit);
                service.joined = Some(*into);
                service.gone = Some((turn, Fate::Joined));
                self.service(*into).hosts += 1;
                if matches!(fact, Fact::Merged { .. }) {
                    self.blows[into.0 as usize] = None;
                }
            }
            Fact::Impact {
                attacker,
                defender,
                result,
                ..
            } => {
                self.charged(*attacker, *defender);
                self.met(*attacker, *defender, *result);
            }
            Fact::Caught { unit, by } => self.blow(*unit, Blow::Charge(*by)),
            Fact::LeaderRolled {
                leader,
                killed: true,
                ..
            } => self.fallen.push((*leader, self.turn)),
            Fact::Removed { unit, fate } => {
                let turn = self.turn;
                self.service(*unit).gone = Some((turn, *fate));
                // Those who run for good have had their worst moment before.
                if !matches!(
                    fate,
                    Fate::Absent
                        | Fate::Disintegrated
                        | Fate::Joined
                        | Fate::RodeOff
                        | Fate::Withdrew
                ) {
                    self.worst(*unit, None, 100);
                }
            }
            _ => {}
        }
    }

    /// A charge on a unit, counted once.
    fn charged(&mut self, by: UnitId, target: UnitId) {
        if !self.onsets.contains(&(by, target)) {
            self.onsets.push((by, target));
            self.service(target).charged += 1;
        }
    }

    /// Two lead units have met.
    fn met(&mut self, attacker: UnitId, defender: UnitId, result: ImpactResult) {
        // Whoever was caught after all counts as beaten, not as scared off.
        if let Some(at) = self
            .scared
            .iter()
            .position(|pair| *pair == (attacker, defender))
        {
            self.scared.remove(at);
            self.service(attacker).scared -= 1;
            self.service(defender).driven -= 1;
        }
        if result.outcome == ImpactOutcome::StoppedShort {
            self.service(attacker).stopped += 1;
            self.service(defender).held += 1;
            return;
        }
        match result.winner {
            ImpactWinner::Attacker => {
                self.service(attacker).charges_won += 1;
                self.service(defender).driven += 1;
                self.blow(defender, Blow::Charge(attacker));
            }
            ImpactWinner::Defender => {
                self.service(defender).held += 1;
                self.service(attacker).charges_lost += 1;
                self.blow(attacker, Blow::Repulse(defender));
            }
            ImpactWinner::Tie => {
                self.service(attacker).melees += 1;
                self.service(defender).melees += 1;
                self.blow(defender, Blow::Melee(attacker));
                self.blow(attacker, Blow::Melee(defender));
            }
        }
    }

    fn blow(&mut self, unit: UnitId, blow: Blow) {
        self.blows[unit.0 as usize] = Some((blow, 0));
    }

    fn lost(&mut self, unit: UnitId, figures: u32) {
        if let Some((_, lost)) = &mut self.blows[unit.0 as usize] {
            *lost += figures;
        }
        self.worst(unit, None, 0);
    }

    /// Notes every state that has changed.
    fn compare(&mut self, army: &Army) {
        for id in army.units() {
            let after = army.unit(id).morale;
            if after != self.morale[id.0 as usize] {
                self.becomes(id, after);
            }
        }
    }

    fn becomes(&mut self, unit: UnitId, after: Morale) {
        let before = std::mem::replace(&mut self.morale[unit.0 as usize], after);
        let service = self.service(unit);
        if after > before {
            match after {
                Morale::Disorder => service.disordered += 1,
                Morale::Shaken => service.shaken += 1,
                Morale::Routed => service.routed += 1,
                Morale::GoodOrder => {}
            }
            let weight = match after {
                Morale::Routed => 40,
                Morale::Shaken => 15,
                _ => 5,
            };
            self.worst(unit, Some(after), weight);
        } else if after < before && before >= Morale::Shaken {
            service.rallied += 1;
        }
    }

    /// Notes the moment if it is the worst so far.
    fn worst(&mut self, unit: UnitId, after: Option<Morale>, weight: u32) {
        let Some((blow, lost)) = self.blows[unit.0 as usize] else {
            return;
        };
        let turn = self.turn;
        let moment = Moment {
            turn,
            weight: weight + 10 * lost,
            lost,
            blow,
            after,
        };
        let service = self.service(unit);
        if service
            .worst
            .is_none_or(|worst| moment.weight > worst.weight)
        {
            service.worst = Some(moment);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::Presence;
    use crate::print::play;

    /// What the facts add up to is what stands on the table.
    #[test]
    fn the_facts_add_up_to_the_army() {
        let mut joined = 0;
        for seed in 0..120 {
            let battle = play::out(seed);
            let tale = Tale::from(&battle);
            let roll = Roll::of(&tale);
            let mut lost = vec![0; roll.services.len()];
            for fact in battle.facts() {
                match fact {
                    Fact::Lost { unit, figures, .. } => lost[unit.0 as usize] += figures,
                    Fact::Recovered { unit } => lost[unit.0 as usize] -= 1,
                    _ => {}
                }
            }
            let army = battle.army();
            for id in army.units() {
                let (at, name) = (id.0 as usize, army.name(id));
                let gone = match army.presence(id) {
                    Presence::Gone(Fate::Absent) => None,
                    Presence::Gone(fate) => Some(fate),
                    _ => None,
                };
                let told = roll.services[at].gone.map(|(_, fate)| fate);
                joined += roll.services[at].hosts;
                assert_eq!(told, gone, "seed {seed}, {name}");
                if army.on_table(id) {
                    assert_eq!(roll.morale[at], army.unit(id).morale, "seed {seed}, {name}");
                    assert_eq!(lost[at], army.lost(id), "seed {seed}, {name}");
                }
            }
        }
        assert!(joined > 0, "no regiment has joined another");
    }
}
