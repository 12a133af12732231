//! Hand to hand.

use super::Melee;
use crate::army::{Fate, Record, UnitId};
use crate::battle::Battle;
use crate::battle::fact::{Blow, Cause, Fact};
use crate::battle::step::Step;
use crate::rules::fire::FireResult;
use crate::rules::ground::Rate;
use crate::rules::melee::MeleeBlow;
use crate::rules::{Ground, Morale, Unit};

impl Battle {
    /// A round of melee: both strike at once, twice at most, and it ends their turn.
    ///
    /// Rules: `melee.checks`, `melee.ends_turn`, `morale.rout_in_melee`, `melee.two_rounds`.
    pub(in crate::battle) fn melee_round(&mut self, melee: Melee) {
        for &id in melee.attackers.iter().chain(&melee.defenders) {
            self.army.get_mut::<Record>(id).actions = 0;
            if self.army.on_table(id) && self.army.unit(id).morale == Morale::Routed {
                self.remove(id, Fate::Surrendered);
            }
        }
        let side = |ids: &[UnitId]| ids.first().map(|&id| self.army.side(id));
        let (Some(charging), Some(charged)) = (side(&melee.attackers), side(&melee.defenders))
        else {
            return;
        };
        let attackers = self.still_fighting(charging, &melee.attackers, melee.round);
        let defenders = self.still_fighting(charged, &melee.defenders, melee.round);
        if attackers.is_empty() || defenders.is_empty() {
            for id in attackers.into_iter().chain(defenders) {
                self.disorder(id, "the melee");
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
        if self.rules.melee_goes_on(melee.round) {
            self.push(Step::Melee(Melee {
                attackers: attackers.clone(),
                defenders: defenders.clone(),
                round: melee.round + 1,
            }));
        } else {
            self.part(&attackers, defenders[0]);
            self.part(&defenders, attackers[0]);
        }
        for id in attackers.iter().chain(&defenders) {
            self.push(Step::Disorder {
                unit: *id,
                by: "the melee".to_owned(),
            });
        }
        self.strike(&attackers, defenders[0], to_attackers);
        self.strike(&defenders, attackers[0], to_defenders);
    }

    /// Those who have not been thrown out of a melee. Whoever leads comes first.
    fn still_fighting(
        &self,
        side: crate::rules::Side,
        units: &[UnitId],
        round: u32,
    ) -> Vec<UnitId> {
        self.of_side(side, units)
            .into_iter()
            .filter(|&id| match self.army.unit(id).morale {
                Morale::GoodOrder | Morale::Disorder => true,
                // Whoever was shaken before it came to blows fights on as best he can.
                Morale::Shaken => round == 1,
                Morale::Routed => false,
            })
            .collect()
    }

    /// After the last round everybody still there goes back towards his own lines.
    fn part(&mut self, units: &[UnitId], enemy: UnitId) {
        let from = self.army.placement(enemy).at;
        for &unit in units {
            let ground = self
                .field()
                .ground(&self.rules, self.army.placement(unit).at)
                .unwrap_or(Ground::Open);
            let rate = self
                .rules
                .disorder_rate(self.field().scale, self.army.unit(unit), ground);
            if let Rate::Inches(inches) = rate {
                self.push(Step::FallBack {
                    unit,
                    inches: inches as f32,
                    from,
                });
            }
        }
    }

    /// Losses of a blow and the checks they bring.
    ///
    /// Rules: `cavalry.melee_shaken`.
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
