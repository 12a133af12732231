//! The two lead units meet, and all who support them share in it.

use super::TOUCH;
use crate::army::{Aim, Encounter, EncounterSide, Fact, Fate, UnitId};
use crate::battle::step::{After, Follow, Meeting, Melee, Step};
use crate::battle::{Battle, Situation};
use crate::rules::fire::FireKind;
use crate::rules::impact::{ImpactOutcome, ImpactResult, ImpactTable, ImpactWinner};
use crate::rules::{Disorder, Morale};

/// So far off that away from there is straight along a line, whichever part of a unit is asked.
const AFAR: f32 = 1000.0;

/// Everybody in an impact; the first of each side leads.
#[derive(Clone)]
pub(super) struct Sides {
    pub(super) attackers: Vec<UnitId>,
    pub(super) defenders: Vec<UnitId>,
}

impl Situation {
    /// Who fights: a charger that touches two enemies meets the larger, guns stand behind the
    /// infantry beside them, and whoever is left supports.
    ///
    /// Rules: `charge.two_enemies`, `artillery.infantry_takes_impact`.
    pub(super) fn sides(&self, meeting: &Meeting) -> Sides {
        let Meeting { unit, target, .. } = *meeting;
        let here = self.army.footprint(unit);
        let mut touched: Vec<UnitId> = self
            .enemies_near(unit, 12.0)
            .into_iter()
            .filter(|&enemy| enemy != target && !self.is_busy(enemy))
            .filter(|&enemy| here.distance(self.army.footprint(enemy)) <= 2.0 * TOUCH)
            .collect();
        if let Some(regiment) = self.stands_for(unit, target)
            && !touched.contains(&regiment)
        {
            touched.push(regiment);
        }
        let behind = self.backing(target);
        touched.retain(|id| !behind.contains(id));
        let value = |id: UnitId| self.rules.impact_value(self.army.unit(id));
        let lead = touched
            .iter()
            .copied()
            .filter(|&id| self.army.unit(id).morale != Morale::Routed)
            .fold(
                target,
                |best, id| {
                    if value(id) > value(best) { id } else { best }
                },
            );
        let mut defenders = vec![lead];
        let beside = self.supporters(lead);
        for id in [target].into_iter().chain(touched).chain(beside) {
            let able = self.army.unit(id).can_support() || self.backing(lead).contains(&id);
            if able && !defenders.contains(&id) {
                defenders.push(id);
            }
        }
        let mut attackers = vec![unit];
        attackers.extend(self.charge_companions(unit));
        let mut sides = Sides {
            attackers,
            defenders,
        };
        self.put_best_battery_first(&mut sides);
        sides
    }

    /// The largest regiment of foot that supports some guns: it meets a charge on them.
    ///
    /// Rules: `artillery.infantry_takes_impact`.
    pub(super) fn beside_guns(&self, guns: UnitId) -> Option<UnitId> {
        if !self.army.unit(guns).is_artillery() {
            return None;
        }
        let value = |id: UnitId| self.rules.impact_value(self.army.unit(id));
        let infantry = |id: &UnitId| {
            let unit = self.army.unit(*id);
            unit.fights_as_infantry() && !unit.is_skirmishing()
        };
        let beside = self.supporters(guns).into_iter().filter(infantry);
        beside
            .filter(|&id| value(id) > value(guns))
            .reduce(|best, id| if value(id) > value(best) { id } else { best })
    }

    /// The regiment that meets a charge for the guns it is made on: if they have checked, one that
    /// has too and still stands beside them.
    fn stands_for(&self, unit: UnitId, guns: UnitId) -> Option<UnitId> {
        let contact = self.army.charges().find_map(|charge| charge.contact(unit));
        match contact {
            Some(contact) if contact.target == guns && contact.feared => {
                let stands = |id: &UnitId| self.supporters(guns).contains(id);
                contact.beside.filter(stands)
            }
            _ => self.beside_guns(guns),
        }
    }

    /// In a gun battalion the battery with the best nerve speaks for all.
    ///
    /// Rules: `artillery.battalion_impact`.
    fn put_best_battery_first(&self, sides: &mut Sides) {
        let guns = |id: UnitId| self.army.unit(id).is_artillery();
        if !guns(sides.defenders[0]) {
            return;
        }
        let nerve = |number: usize| {
            let mut sides = sides.clone();
            sides.defenders.swap(0, number);
            let encounter = self.encounter_of(&sides);
            let (unit, target) = (sides.attackers[0], sides.defenders[0]);
            let defender = encounter.defending(self.army.unit(target));
            let scale = self.field().scale;
            let impact = encounter.impact(scale, self.army.unit(unit), &defender);
            self.rules.impact(&impact).defender.mmp
        };
        let others = (1..sides.defenders.len()).filter(|&number| guns(sides.defenders[number]));
        let battalion = std::iter::once(0).chain(others.take(2));
        // Of equals the one that was met.
        let best = battalion.min_by_key(|&number| nerve(number));
        sides.defenders.swap(0, best.unwrap_or(0));
    }

    /// The impact of two sides where they stand.
    pub(super) fn encounter_of(&self, sides: &Sides) -> Encounter {
        let attackers = sides.attackers[1..].iter();
        let supports = attackers.filter(|&&id| !self.army.unit(id).is_depleted());
        let mut encounter = self.encounter(
            (sides.attackers[0], supports.count() as u32),
            (sides.defenders[0], sides.defenders.len() as u32 - 1),
        );
        encounter.battalion = self.battalion(&sides.defenders);
        encounter
    }

    /// Sections that further batteries bring to the defence of their battalion.
    ///
    /// Rules: `artillery.battalion_impact`.
    pub(super) fn battalion(&self, defenders: &[UnitId]) -> u32 {
        if !self.army.unit(defenders[0]).is_artillery() {
            return 0;
        }
        let guns = |id: &&UnitId| self.army.unit(**id).is_artillery();
        let others = defenders[1..].iter().filter(guns).take(2);
        others.map(|&id| self.army.unit(id).strength).sum()
    }

    /// An impact of two lead units where they stand, each with so many supports.
    pub(super) fn encounter(&self, attacker: (UnitId, u32), defender: (UnitId, u32)) -> Encounter {
        let (cover, works) = self.cover_from_charge(defender.0, attacker.0);
        let standing = !self.army.unit(defender.0).charging;
        Encounter {
            attacker: self.side_of(attacker),
            defender: self.side_of(defender),
            on: self.charge_side(defender.0, attacker.0),
            works: works.filter(|_| standing),
            cover: !cover.is_empty() && standing,
            unsupported_battery: self.is_lone_battery(defender.0),
            battalion: 0,
        }
    }

    fn side_of(&self, (id, supports): (UnitId, u32)) -> EncounterSide {
        let (regiments_lost, leaders_lost) = self.brigade_losses(id);
        EncounterSide {
            leader: self.attached_benefit(id),
            supports,
            regiments_lost,
            leaders_lost,
            scenario_mmp: self.scenario_mmp(self.army.side(id)) + self.worn(id),
            forgone: self.forgone(id),
        }
    }

    /// The benefit of charging that whoever charged back in desperation does without.
    ///
    /// Rules: `cavalry.desperation_countercharge`.
    fn forgone(&self, id: UnitId) -> i32 {
        if self.army.record(id).desperate {
            -self.rules.morale.good.charging_cavalry
        } else {
            0
        }
    }
}

impl Battle {
    /// The two lead units meet.
    pub(in crate::battle) fn impact(&mut self, meeting: Meeting) {
        if !self.now.can_charge_on(meeting.unit) || !self.now.army.on_table(meeting.target) {
            return;
        }
        let gap = self.now.gap(meeting.unit, meeting.target);
        // Whoever was met and has run since is not there to be fought.
        if gap > self.now.rules.near(self.now.field().scale) {
            return;
        }
        if self.now.army.unit(meeting.target).morale == Morale::Routed {
            self.catch(meeting.target, meeting.unit);
            return;
        }
        let sides = self.now.sides(&meeting);
        let (unit, target) = (sides.attackers[0], sides.defenders[0]);
        let encounter = self.now.encounter_of(&sides);
        let attacker = *self.now.army.unit(unit);
        let defender = encounter.defending(self.now.army.unit(target));
        let scale = self.now.field().scale;
        let impact = encounter.impact(scale, &attacker, &defender);
        let terms = self.now.rules.impact(&impact);
        let dice = (self.dice.two(), self.dice.two());
        let result = self.now.rules.impact_result(&terms, dice.0, dice.1);
        let table = terms.table;
        self.tell(Fact::Impact {
            attacker: unit,
            defender: target,
            supports: (sides.attackers[1..].to_vec(), sides.defenders[1..].to_vec()),
            encounter: Box::new(encounter),
            terms: Box::new(terms),
            dice,
            result,
        });
        self.settle_impact(table, result, sides, meeting);
    }

    /// Rules: `charge.defender_holds`, `artillery.impact_loss`, `charge.all_disordered_after`.
    fn settle_impact(
        &mut self,
        table: ImpactTable,
        result: ImpactResult,
        sides: Sides,
        meeting: Meeting,
    ) {
        let attacker_won = result.winner == ImpactWinner::Attacker;
        match result.outcome {
            ImpactOutcome::Melee => {
                self.push(Step::Melee(Melee {
                    attackers: sides.attackers,
                    defenders: sides.defenders,
                    round: 1,
                    fresh: true,
                }));
                return;
            }
            ImpactOutcome::StoppedShort => {
                self.free_volleys(sides);
                return;
            }
            _ => {}
        }
        let (losers, winners) = if attacker_won {
            (&sides.defenders, &sides.attackers)
        } else {
            (&sides.attackers, &sides.defenders)
        };
        let victor = winners[0];
        self.offer_follow(result, attacker_won, victor, losers[0], &meeting);
        for &unit in sides.attackers.iter().chain(&sides.defenders) {
            self.push(Step::Disorder {
                unit,
                by: Disorder::Clash,
            });
        }
        let guns_met = attacker_won && self.now.army.unit(losers[0]).is_artillery();
        // Those in front are told first, so that those behind them go first.
        for (number, &loser) in losers.iter().enumerate() {
            // The table goes by the points when only the guns are lost for good.
            let outcome = match result.outcome {
                ImpactOutcome::GunsLost if number > 0 => {
                    self.now.rules.impact_beside_guns(table, result.by)
                }
                outcome => outcome,
            };
            let level = match outcome {
                ImpactOutcome::Surrender => {
                    self.remove(loser, Fate::Surrendered);
                    continue;
                }
                // Guns that only stood by the infantry get away with it.
                _ if guns_met && self.now.army.unit(loser).is_artillery() => {
                    self.remove(loser, Fate::GunsLost);
                    continue;
                }
                ImpactOutcome::Shaken => Morale::Shaken,
                ImpactOutcome::Routed => Morale::Routed,
                _ => Morale::Disorder,
            };
            self.beat(loser, number == 0, level, table, result, victor);
        }
    }

    /// A loser of an impact: losses, level, retreat.
    fn beat(
        &mut self,
        loser: UnitId,
        leads: bool,
        level: Morale,
        table: ImpactTable,
        result: ImpactResult,
        victor: UnitId,
    ) {
        // Straight along the line of the charge, however the two stand to each other.
        let values = *self.now.army.unit(loser);
        let at = self.now.army.placement(loser).at;
        let from = if result.winner == ImpactWinner::Attacker {
            at - self.now.charge_way_of(victor) * AFAR
        } else {
            at + self.now.charge_way_of(loser) * AFAR
        };
        let loss = self
            .now
            .rules
            .impact_loss(self.now.field().scale, table, result, &values);
        let routed = level == Morale::Routed && values.morale != Morale::Routed;
        let after = values.morale.max(level);
        if after != values.morale {
            self.tell(Fact::Beaten { unit: loser, after });
        }
        if self.now.army.unit(loser).charging {
            self.tell(Fact::ChargeEnded { unit: loser });
        }
        if routed {
            self.push(Step::Run {
                unit: loser,
                from,
                first: true,
            });
        } else if let Some(loss) = loss {
            let dice = self.dice.roll(loss.extra_dice);
            let extra: u32 = dice.iter().map(|&die| u32::from(die)).sum();
            if !dice.is_empty() {
                self.tell(Fact::Repulsed { unit: loser, dice });
            }
            self.push(Step::FallBack {
                unit: loser,
                inches: loss.falls_back + extra as f32,
                from,
            });
        }
        if let Some(loss) = loss {
            let hits = if leads { loss.lead } else { loss.supports };
            self.suffer(loser, hits, None);
        }
    }

    /// Winners may follow: infantry a little less far than the enemy went, cavalry as far as its
    /// charge carries.
    fn offer_follow(
        &mut self,
        result: ImpactResult,
        attacker_won: bool,
        victor: UnitId,
        loser: UnitId,
        meeting: &Meeting,
    ) {
        let mounted = self.now.army.unit(victor).is_mounted();
        let (inches, after) = match (mounted, attacker_won) {
            (true, true) => (meeting.left, After::Pursuit),
            (true, false) => (meeting.counter_left, After::Pursuit),
            (false, true) => (
                result.by as f32 - self.now.rules.charge.advance_less,
                After::Won,
            ),
            (false, false) => return,
        };
        self.push(Step::Follow(Follow {
            unit: victor,
            enemy: loser,
            inches,
            after,
            stood: (after == After::Won).then(|| self.now.army.placement(loser).at),
        }));
    }

    /// The attackers stop short and both lead units fire a disordered volley at the same time, at
    /// the range that was rolled. However well they stand it, all are in disorder after it.
    ///
    /// Rules: `charge.result_1`, `charge.all_disordered_after`.
    fn free_volleys(&mut self, sides: Sides) {
        let (attacker, defender) = (sides.attackers[0], sides.defenders[0]);
        let die = self.dice.die();
        let inches = f32::from(die) * self.now.rules.charge.stopped_short_inches_per_pip;
        self.tell(Fact::StoppedShort {
            unit: attacker,
            die,
            inches,
        });
        for &unit in sides.attackers.iter().chain(&sides.defenders) {
            self.disorder(unit, Disorder::Clash);
            self.push(Step::Disorder {
                unit,
                by: Disorder::Clash,
            });
        }
        // The hindmost make room for those before them.
        let way = self.now.charge_way_of(attacker);
        let mut attackers = sides.attackers;
        attackers.sort_by(|&one, &other| {
            let far = |id| self.now.army.placement(id).at.dot(way);
            far(one).total_cmp(&far(other))
        });
        for unit in attackers {
            let from = self.now.army.placement(unit).at + way * AFAR;
            let retreat = self.now.retreat(unit, from, inches, false);
            self.go_back(unit, inches, retreat);
        }
        let aims = [(defender, attacker), (attacker, defender)].map(|(by, at)| Aim {
            range: inches,
            ..self.now.aim(&[by], at, FireKind::Normal)
        });
        for aim in aims {
            self.resolve_fire(aim, None, true);
        }
    }
}
