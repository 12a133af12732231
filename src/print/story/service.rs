//! What each unit has done and suffered, counted from the facts.

mod onsets;

use crate::army::{Army, Cause, Fact, Fate, LeaderId, UnitId};
use crate::print::Tale;
use crate::rules::Morale;
use crate::rules::impact::{ImpactOutcome, ImpactWinner};

use onsets::Onsets;
pub use onsets::{ChargeEnd, Stand};

/// One unit's day.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Service {
    /// Fires it took part in.
    pub volleys: u32,
    /// Hits of its own fires.
    pub hits: u32,
    /// Hits of fires it took part in together with others.
    pub shared_hits: u32,
    /// Fires that it came under.
    pub fired_on: u32,
    /// How its charges ended, as far as anything came of them.
    pub charges: Vec<Option<ChargeEnd>>,
    /// How it came through the enemy's.
    pub charged: Vec<Stand>,
    /// Regiments and batteries that it has overtaken as they ran.
    pub ran_down: u32,
    /// Times it charged back.
    pub countercharges: u32,
    /// Impacts, its own and the enemy's, that came to a melee.
    pub melees: u32,
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
    /// Whom it fell in with, and with how many.
    pub joined: Option<(UnitId, u32)>,
    /// When it did.
    pub fell_in: Option<u32>,
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
    /// It was the end of it.
    pub end: bool,
    /// Nothing of it was left.
    pub wiped_out: bool,
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

/// What a unit is struck by, with what it has cost so far and the worst order it has come to.
#[derive(Clone, Copy)]
struct Struck {
    blow: Blow,
    lost: u32,
    after: Option<Morale>,
}

/// A leader who fell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fallen {
    pub leader: LeaderId,
    pub turn: u32,
    /// He lives, in the enemy's hands.
    pub taken: bool,
}

/// The days of all units, in their order, and the leaders who fell.
pub fn services(tale: &Tale) -> (Vec<Service>, Vec<Fallen>) {
    let roll = Roll::of(tale);
    (roll.services, roll.fallen)
}

struct Roll {
    turn: u32,
    services: Vec<Service>,
    /// The state of each unit as far as it has been noted.
    morale: Vec<Morale>,
    /// The last blow to each unit.
    blows: Vec<Option<Struck>>,
    onsets: Onsets,
    fallen: Vec<Fallen>,
}

impl Roll {
    fn of(tale: &Tale) -> Self {
        let mut army = tale.start().clone();
        let morale: Vec<_> = army.units().map(|id| army.unit(id).morale).collect();
        let mut roll = Self {
            turn: army.clock().turn,
            services: vec![Service::default(); morale.len()],
            blows: vec![None; morale.len()],
            onsets: Onsets::default(),
            morale,
            fallen: Vec::new(),
        };
        for fact in tale.facts() {
            roll.onsets.take(&army, fact);
            roll.take(&army, fact);
            army.apply(fact);
            roll.compare(&army);
        }
        for (unit, end) in roll.onsets.charges() {
            roll.services[unit.0 as usize].charges.push(end);
        }
        for (unit, stand) in roll.onsets.stands() {
            roll.services[unit.0 as usize].charged.push(stand);
        }
        roll
    }

    fn service(&mut self, unit: UnitId) -> &mut Service {
        &mut self.services[unit.0 as usize]
    }

    /// What was done and suffered.
    fn take(&mut self, army: &Army, fact: &Fact) {
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
            Fact::Lost {
                unit,
                figures,
                of_attached,
                ..
            } => {
                self.lost(*unit, *figures);
                // Those who stand with it are struck by the same.
                if let Some(with) = army.record(*unit).attached
                    && *of_attached > 0
                    && let Some(struck) = self.blows[unit.0 as usize]
                {
                    self.same_blow(with.unit, struck.blow);
                    self.lost(with.unit, *of_attached);
                }
            }
            Fact::Recovered { unit } => self.service(*unit).recovered += 1,
            Fact::Checked { unit, cause, .. } => match cause {
                Cause::Charge { by } => self.blow(*unit, Blow::Charge(*by)),
                // What it has cost came before.
                Cause::Melee { by } => self.same_blow(*unit, Blow::Melee(*by)),
                Cause::Fire { by, .. } => self.same_blow(*unit, Blow::Fire(*by)),
                Cause::RoutPassed => self.blow(*unit, Blow::Fugitives),
                Cause::LossNear => self.blow(*unit, Blow::Neighbours),
                Cause::LeaderKilled => self.blow(*unit, Blow::Leader),
                Cause::Rally => self.blow(*unit, Blow::Rally),
            },
            // Of its own doing: nobody has struck it.
            Fact::Disordered { unit, .. } | Fact::Disengaged { unit, .. } => {
                self.blows[unit.0 as usize] = None;
            }
            Fact::Countercharge { unit, .. } => self.service(*unit).countercharges += 1,
            Fact::Merged { unit, into, .. }
            | Fact::AttachedTo {
                unit, host: into, ..
            } => {
                let turn = self.turn;
                let service = self.service(*unit);
                service.joined = Some((*into, army.unit(*unit).strength));
                service.fell_in = Some(turn);
                service.gone = Some((turn, Fate::Joined));
                if matches!(fact, Fact::Merged { .. }) {
                    self.blows[into.0 as usize] = None;
                }
            }
            Fact::Impact {
                attacker,
                defender,
                supports,
                result,
                ..
            } if result.outcome != ImpactOutcome::StoppedShort => {
                let attackers = std::iter::once(*attacker).chain(supports.0.iter().copied());
                let defenders = std::iter::once(*defender).chain(supports.1.iter().copied());
                match result.winner {
                    ImpactWinner::Attacker => {
                        defenders.for_each(|unit| self.blow(unit, Blow::Charge(*attacker)));
                    }
                    ImpactWinner::Defender => {
                        attackers.for_each(|unit| self.blow(unit, Blow::Repulse(*defender)));
                    }
                    ImpactWinner::Tie => {
                        self.service(*attacker).melees += 1;
                        self.service(*defender).melees += 1;
                        defenders.for_each(|unit| self.blow(unit, Blow::Melee(*attacker)));
                        attackers.for_each(|unit| self.blow(unit, Blow::Melee(*defender)));
                    }
                }
            }
            Fact::Caught { unit, by } => {
                self.blow(*unit, Blow::Charge(*by));
                self.service(*by).ran_down += 1;
            }
            Fact::LeaderRolled {
                leader,
                killed: true,
                ..
            } => self.fall(*leader, false),
            Fact::LeaderTaken { leader, .. } => self.fall(*leader, true),
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
                    self.worst(*unit, true);
                    let left = army.unit(*unit).strength;
                    if let Some(worst) = &mut self.service(*unit).worst
                        && worst.end
                    {
                        // Of those who stand with others the army keeps no count.
                        worst.wiped_out = left == 0 || army.record(*unit).went_over;
                    }
                }
            }
            _ => {}
        }
    }

    fn blow(&mut self, unit: UnitId, blow: Blow) {
        self.blows[unit.0 as usize] = Some(Struck {
            blow,
            lost: 0,
            after: None,
        });
    }

    fn fall(&mut self, leader: LeaderId, taken: bool) {
        self.fallen.push(Fallen {
            leader,
            turn: self.turn,
            taken,
        });
    }

    /// The blow that a unit is under, or a new one.
    fn same_blow(&mut self, unit: UnitId, blow: Blow) {
        if self.blows[unit.0 as usize].is_none_or(|last| last.blow != blow) {
            self.blow(unit, blow);
        }
    }

    fn lost(&mut self, unit: UnitId, figures: u32) {
        if let Some(struck) = &mut self.blows[unit.0 as usize] {
            struck.lost += figures;
        }
        self.worst(unit, false);
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
        if after > before {
            let service = self.service(unit);
            match after {
                Morale::Disorder => service.disordered += 1,
                Morale::Shaken => service.shaken += 1,
                Morale::Routed => service.routed += 1,
                Morale::GoodOrder => {}
            }
            if let Some(struck) = &mut self.blows[unit.0 as usize] {
                struck.after = struck.after.max(Some(after));
            }
            self.worst(unit, false);
        } else if after < before && before >= Morale::Shaken {
            self.service(unit).rallied += 1;
        }
    }

    /// Notes the moment if it is the worst so far.
    fn worst(&mut self, unit: UnitId, end: bool) {
        let Some(Struck { blow, lost, after }) = self.blows[unit.0 as usize] else {
            return;
        };
        let weight = match after {
            _ if end => 100,
            Some(Morale::Routed) => 40,
            Some(Morale::Shaken) => 15,
            Some(_) => 5,
            None => 0,
        };
        let turn = self.turn;
        let moment = Moment {
            turn,
            weight: weight + 10 * lost,
            lost,
            blow,
            after,
            end,
            wiped_out: false,
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
                joined += u32::from(roll.services[at].joined.is_some());
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
