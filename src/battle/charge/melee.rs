//! Hand to hand.

use super::Melee;
use crate::army::{Fate, Fighting, Record, UnitId};
use crate::battle::Battle;
use crate::battle::fact::{Blow, Cause, Fact};
use crate::battle::step::Step;
use crate::rules::fire::FireResult;
use crate::rules::ground::Rate;
use crate::rules::melee::MeleeBlow;
use crate::rules::{Morale, Unit};

impl Battle {
    /// A round of melee: both strike at once, twice at most, and it ends their turn.
    ///
    /// Rules: `melee.checks`, `melee.ends_turn`, `melee.two_rounds`.
    pub(in crate::battle) fn melee_round(&mut self, melee: Melee) {
        for &id in melee.attackers.iter().chain(&melee.defenders) {
            self.army.get_mut::<Record>(id).actions = 0;
            self.army.get_mut::<Fighting>(id).0.charging = false;
        }
        let here = |units: &[UnitId]| -> Vec<UnitId> {
            let on_table = |id: &UnitId| self.army.on_table(*id);
            units.iter().copied().filter(on_table).collect()
        };
        let (attackers, defenders) = (here(&melee.attackers), here(&melee.defenders));
        let over = melee.round > 1 && !self.rules.melee_goes_on(melee.round - 1);
        if attackers.is_empty() || defenders.is_empty() || over {
            for &id in attackers.iter().chain(&defenders) {
                self.disorder(id, "the melee");
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
        }));
        for id in attackers.iter().chain(&defenders) {
            self.push(Step::Disorder {
                unit: *id,
                by: "the melee".to_owned(),
            });
        }
        self.strike(&defenders, attackers[0], to_defenders);
        self.strike(&attackers, defenders[0], to_attackers);
    }

    /// A unit that fails its check in a melee is out of it; who runs, or was shaken before, lays
    /// down his arms. Answers whether that was his end.
    ///
    /// Rules: `morale.rout_in_melee`, `cavalry.melee_shaken`.
    pub(in crate::battle) fn leave_melee(
        &mut self,
        unit: UnitId,
        before: Morale,
        after: Morale,
    ) -> bool {
        for step in &mut self.stack {
            if let Step::Melee(melee) = step {
                melee.attackers.retain(|&id| id != unit);
                melee.defenders.retain(|&id| id != unit);
            }
        }
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
            let here = self.army.placement(unit);
            let ground = self.ground_under(unit);
            let rate = self
                .rules
                .disorder_rate(self.field().scale, self.army.unit(unit), ground);
            if let Rate::Inches(inches) = rate {
                self.push(Step::FallBack {
                    unit,
                    inches: inches as f32,
                    from: here.at + here.facing.ahead(),
                });
            }
        }
    }

    /// Losses of a blow and the checks they bring.
    fn strike(&mut self, units: &[UnitId], by: UnitId, result: FireResult) {
        let Some(check) = self.rules.check_after(result) else {
            return;
        };
        for (number, &unit) in units.iter().enumerate().rev() {
            let losses = self
                .rules
                .melee_losses(result, self.army.unit(unit), number > 0);
            let cause = Cause::Melee { by };
            self.suffer(unit, losses, Some((check, cause)));
        }
    }

    fn blow(&mut self, by: &[UnitId], at: &[UnitId], round: u32) -> Blow {
        let lead = *self.army.unit(by[0]);
        let enemy = *self.army.unit(at[0]);
        let supports: Vec<Unit> = by[1..]
            .iter()
            .map(|&id| *self.army.unit(id))
            .filter(|unit| unit.is_artillery() == lead.is_artillery())
            .filter(|unit| unit.is_cavalry() == lead.is_cavalry())
            .collect();
        let blow = MeleeBlow {
            scale: self.field().scale,
            lead: &lead,
            supports: &supports,
            enemy: &enemy,
            leader: self.attached_benefit(by[0]),
            round,
        };
        match self.rules.melee(&blow) {
            Ok(terms) => {
                let dice = self.dice.roll(terms.dice);
                let result = self.rules.fire_result(terms.line, terms.total(&dice));
                Blow { dice, result }
            }
            Err(_) => Blow {
                dice: Vec::new(),
                result: FireResult::None,
            },
        }
    }
}
