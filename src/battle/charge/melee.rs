//! Hand to hand.

use crate::army::{Blow, Cause, Fact, Fate, UnitId};
use crate::battle::Battle;
use crate::battle::step::{Melee, Step};
use crate::rules::fire::FireResult;
use crate::rules::ground::Rate;
use crate::rules::melee::MeleeBlow;
use crate::rules::{Disorder, Morale, Unit};

impl Battle {
    /// A round of melee: both strike at once, twice at most, and it ends their turn.
    ///
    /// Rules: `melee.checks`, `melee.ends_turn`, `melee.two_rounds`.
    pub(in crate::battle) fn melee_round(&mut self, melee: Melee) {
        for &id in melee.attackers.iter().chain(&melee.defenders) {
            if self.now.army.record(id).actions > 0 {
                self.tell(Fact::Exhausted { unit: id });
            }
            if self.now.army.unit(id).charging {
                self.tell(Fact::ChargeEnded { unit: id });
            }
        }
        let here = |units: &[UnitId]| -> Vec<UnitId> {
            let fights = |id: &UnitId| {
                self.now.army.on_table(*id) && (melee.fresh || self.now.army.record(*id).in_melee)
            };
            units.iter().copied().filter(fights).collect()
        };
        let (attackers, defenders) = (here(&melee.attackers), here(&melee.defenders));
        let over = !melee.fresh && !self.now.rules.melee_goes_on(melee.round - 1);
        if attackers.is_empty() || defenders.is_empty() || over {
            for &id in attackers.iter().chain(&defenders) {
                self.disorder(id, Disorder::Melee);
                if self.now.army.record(id).in_melee {
                    self.tell(Fact::LeftMelee { unit: id });
                }
            }
            if !attackers.is_empty() && !defenders.is_empty() {
                self.part(&attackers);
                self.part(&defenders);
            }
            return;
        }
        let by_attacker = self.blow(&attackers, &defenders, melee.round);
        let by_defender = self.blow(&defenders, &attackers, melee.round);
        let (to_defenders, to_attackers) = (by_attacker.result, by_defender.result);
        self.tell(Fact::Melee {
            attackers: attackers.clone(),
            defenders: defenders.clone(),
            round: melee.round,
            by_attacker,
            by_defender,
        });
        self.push(Step::Melee(Melee {
            attackers: attackers.clone(),
            defenders: defenders.clone(),
            round: melee.round + 1,
            fresh: false,
        }));
        for id in attackers.iter().chain(&defenders) {
            self.push(Step::Disorder {
                unit: *id,
                by: Disorder::Melee,
            });
        }
        self.strike(&defenders, attackers[0], to_defenders);
        self.strike(&attackers, defenders[0], to_attackers);
    }

    /// A unit that fails a check in a melee, whatever it is for, is out of it; who runs, or was shaken
    /// before, lays down his arms. Answers whether that was his end.
    ///
    /// Rules: `morale.rout_in_melee`, `cavalry.melee_shaken`.
    pub(in crate::battle) fn leave_melee(
        &mut self,
        unit: UnitId,
        before: Morale,
        after: Morale,
    ) -> bool {
        self.tell(Fact::LeftMelee { unit });
        let lost = after == Morale::Routed || before == Morale::Shaken;
        if lost {
            self.remove(unit, Fate::Surrendered);
        }
        lost
    }

    /// After the last round everybody still there goes back towards his own lines, the hindmost
    /// first.
    fn part(&mut self, units: &[UnitId]) {
        for &unit in units {
            let here = self.now.army.placement(unit);
            let ground = self.now.ground_under(unit);
            let rate = self.now.rules.disorder_rate(
                self.now.field().scale,
                self.now.army.unit(unit),
                ground,
            );
            if let Rate::Inches(inches) = rate {
                self.push(Step::FallBack {
                    unit,
                    inches: inches as f32,
                    from: here.at + here.facing.ahead(),
                });
            }
        }
    }

    /// Losses of a blow and the checks they bring: each at the weight of its own losses.
    fn strike(&mut self, units: &[UnitId], by: UnitId, result: FireResult) {
        let rules = &self.now.rules;
        let blows = units.iter().enumerate().rev();
        let blows: Option<Vec<_>> = blows
            .map(|(number, &unit)| {
                let (values, in_support) = (self.now.army.unit(unit), number > 0);
                let check = rules.melee_check(result, values, in_support)?;
                let losses = rules.melee_losses(result, values, in_support);
                Some((unit, losses, (check, Cause::Melee { by })))
            })
            .collect();
        if let Some(blows) = blows {
            self.suffer_together(&blows);
        }
    }

    fn blow(&mut self, by: &[UnitId], at: &[UnitId], round: u32) -> Blow {
        let lead = *self.now.army.unit(by[0]);
        let enemy = *self.now.army.unit(at[0]);
        let alike = |unit: &Unit| {
            unit.is_artillery() == lead.is_artillery() && unit.is_cavalry() == lead.is_cavalry()
        };
        let mut strikers = by.to_vec();
        strikers.retain(|&id| alike(self.now.army.unit(id)));
        let supports: Vec<Unit> = strikers[1..]
            .iter()
            .map(|&id| *self.now.army.unit(id))
            .collect();
        let leader = self.now.attached_benefit(by[0]);
        let blow = MeleeBlow {
            scale: self.now.field().scale,
            lead: &lead,
            supports: &supports,
            enemy: &enemy,
            leader,
            round,
        };
        let terms = self.now.rules.melee(&blow).ok();
        let dice = terms
            .as_ref()
            .map_or_else(Vec::new, |terms| self.dice.roll(terms.dice));
        let total = terms.as_ref().map(|terms| terms.total(&dice));
        let result = terms.as_ref().zip(total);
        let result = result.map_or(FireResult::None, |(terms, total)| {
            self.now.rules.fire_result(terms.line, total)
        });
        Blow {
            by: strikers,
            leader,
            terms,
            dice,
            total,
            result,
        }
    }
}
