//! The charge: declared, run, feared, met, and what comes of it.

use super::Battle;
use super::decision::{Decision, Reaction};
use super::fact::{Cause, Fact};
use super::situation::charge_zone;
use super::step::{Charge, Step, Trigger};
use crate::adjudicate::Request;
use crate::army::{Fate, Fighting, Record, UnitId};
use crate::field::Placement;
use crate::field::angle::Facing;
use crate::rules::fire::{FireKind, FireResult};
use crate::rules::ground::Rate;
use crate::rules::impact::{Impact, ImpactOutcome, ImpactSide, ImpactTerms, ImpactWinner};
use crate::rules::melee::MeleeBlow;
use crate::rules::movement::within_frontal_arc;
use crate::rules::{Ground, Morale, Unit};

impl Battle {
    /// Enemies a unit may charge: the closest straight ahead, else the closest in its arc, within
    /// its longest reach and with nobody in the way.
    ///
    /// Rules: `charge.target_choice`, `charge.target_needed`, `charge.straight`.
    pub(super) fn charge_targets(&self, id: UnitId) -> Vec<UnitId> {
        let unit = self.army.unit(id);
        let here = self.army.footprint(id);
        let ground = self
            .field()
            .ground(&self.rules, here.placement.at)
            .unwrap_or(Ground::Open);
        let Rate::Inches(inches) = self.rules.rate(self.field().scale, unit, ground) else {
            return Vec::new();
        };
        let dice = self.rules.charge_dice(self.field().scale, unit, ground);
        let farthest = inches as f32 + self.rules.charge_bonus(unit, dice * 6);
        let depth = self.rules.scales.at(self.field().scale).primary_zone;
        let mut ahead: Vec<(f32, UnitId)> = Vec::new();
        let mut in_arc: Vec<(f32, UnitId)> = Vec::new();
        for target in self.enemies_near(id, farthest + 6.0) {
            if self.rules.may_charge(unit, self.army.unit(target)).is_err() {
                continue;
            }
            let there = self.army.footprint(target);
            let far = here.distance(&there);
            let bearing = here
                .placement
                .facing
                .off(Facing::towards(here.placement.at, there.centre()));
            if far > farthest || !within_frontal_arc(bearing) || !self.sees(id, target) {
                continue;
            }
            if here.has_in_primary_zone(&there, depth) {
                ahead.push((far, target));
            } else {
                in_arc.push((far, target));
            }
        }
        let list = if ahead.is_empty() { in_arc } else { ahead };
        let closest = list
            .into_iter()
            .min_by(|one, other| one.0.total_cmp(&other.0));
        closest
            .filter(|&(_, target)| self.way_is_clear(id, target))
            .map(|(_, target)| target)
            .into_iter()
            .collect()
    }

    /// Whether no other enemy and no formed friend stands between.
    fn way_is_clear(&self, id: UnitId, target: UnitId) -> bool {
        let there = self.army.footprint(target);
        let start = self.army.placement(id);
        let far = self.army.footprint(id).distance(&there);
        let way = (there.centre() - start.at).normalize_or(start.facing.ahead());
        let steps = (far / 0.5).floor() as u32;
        (1..=steps).all(|step| {
            let place = Placement {
                at: start.at + way * (0.5 * step as f32),
                facing: start.facing,
            };
            let here = self.footprint_at(id, place);
            self.army
                .present()
                .filter(|&other| {
                    other != id && other != target && !self.army.unit(other).is_skirmishing()
                })
                .filter(|&other| self.army.placement(other).at.distance(place.at) < 8.0)
                .all(|other| !here.overlaps(&self.army.footprint(other)))
        })
    }

    /// Rules: `charge.cost`, `turn.one_charge`, `charge.bonus`.
    pub(super) fn order_charge(&mut self, unit: UnitId, target: UnitId) {
        let in_command = self.army.get::<Record>(unit).in_command;
        self.spend(unit, self.rules.move_actions(in_command));
        self.army.get_mut::<Record>(unit).charged = true;
        self.army.get_mut::<Fighting>(unit).0.charging = true;
        let values = *self.army.unit(unit);
        let scale = self.field().scale;
        let ground = self.slowest_towards(unit, target);
        let inches = match self.rules.rate(scale, &values, ground) {
            Rate::Inches(inches) => inches as f32,
            _ => self.rules.movement.least_move,
        };
        let dice = self
            .dice
            .roll(self.rules.charge_dice(scale, &values, ground));
        let rolled: u32 = dice.iter().map(|&die| u32::from(die)).sum();
        let reach =
            self.rules
                .charge_reach(&values, inches, self.rules.charge_bonus(&values, rolled));
        self.tell(Fact::Charge {
            unit,
            target,
            dice,
            inches: reach.end,
        });
        self.push(Step::Charge(Charge {
            unit,
            target,
            gone: 0.0,
            end: reach.end,
            disorder_point: reach.disorder_point,
            feared: false,
        }));
    }

    /// The slowest ground between two units.
    fn slowest_towards(&self, unit: UnitId, target: UnitId) -> Ground {
        let (from, to) = (self.army.placement(unit).at, self.army.placement(target).at);
        (0..=8)
            .filter_map(|step| {
                self.field()
                    .ground(&self.rules, from.lerp(to, step as f32 / 8.0))
            })
            .max_by_key(|ground| {
                match self
                    .rules
                    .rate(self.field().scale, self.army.unit(unit), *ground)
                {
                    Rate::Inches(inches) => std::cmp::Reverse(inches),
                    _ => std::cmp::Reverse(0),
                }
            })
            .unwrap_or(Ground::Open)
    }

    fn end_charge(&mut self, unit: UnitId) {
        if self.army.on_table(unit) {
            self.army.get_mut::<Fighting>(unit).0.charging = false;
            self.disorder(unit, "its charge");
        }
    }

    /// Another inch of a charge.
    ///
    /// Rules: `charge.reaction_fire`, `charge.short`, `charge.fear_check`,
    /// `charge.skirmishers_fall_back`, `charge.all_disordered_after`.
    pub(super) fn charge_on(&mut self, mut charge: Charge) {
        let Charge { unit, target, .. } = charge;
        let able = self.army.on_table(unit)
            && !matches!(self.army.unit(unit).morale, Morale::Shaken | Morale::Routed);
        if !able {
            if self.army.on_table(unit) {
                self.army.get_mut::<Fighting>(unit).0.charging = false;
            }
            return;
        }
        if charge.gone >= charge.disorder_point - 1e-3 {
            self.disorder(unit, "the length of its charge");
        }
        if !self.army.on_table(target) {
            self.end_charge(unit);
            return;
        }
        let gap = self
            .army
            .footprint(unit)
            .distance(&self.army.footprint(target));
        if !charge.feared
            && gap
                <= self
                    .rules
                    .fear_distance(self.field().scale, self.army.unit(unit))
        {
            charge.feared = true;
            self.push(Step::PointBlank(charge));
            self.push(Step::Check {
                unit: target,
                check: 0,
                cause: Cause::Charge { by: unit },
            });
            return;
        }
        if gap <= 0.05 {
            self.push(Step::Impact(charge));
            return;
        }
        let left = charge.end - charge.gone;
        if left < 0.05 {
            let to = self.army.placement(unit);
            self.tell(Fact::FellShort { unit, to });
            self.end_charge(unit);
            return;
        }
        let step = left.min(1.0).min(gap.max(0.05));
        let Some(to) = self.closer(unit, target, step) else {
            let to = self.army.placement(unit);
            self.tell(Fact::FellShort { unit, to });
            self.end_charge(unit);
            return;
        };
        let from = self.army.placement(unit);
        self.put(unit, to);
        self.tell(Fact::Moved { unit, from, to });
        let first_inch = charge.gone < 1e-3;
        charge.gone += step;
        let skirmishers =
            self.army.unit(target).is_skirmishing() && !self.army.unit(unit).is_skirmishing();
        self.push(Step::Charge(charge));
        if first_inch && skirmishers {
            self.mark_reacted(target);
            self.disengage(target);
        }
        self.push(Step::Window {
            trigger: unit,
            kind: Trigger::Inch,
        });
    }

    /// A step towards a target, as near as there is room.
    fn closer(&self, unit: UnitId, target: UnitId, step: f32) -> Option<Placement> {
        let start = self.army.placement(unit);
        let (from, to) = self
            .army
            .footprint(unit)
            .nearest(&self.army.footprint(target));
        let way = (to - from).normalize_or(start.facing.ahead());
        [1.0, 0.75, 0.5, 0.25].into_iter().find_map(|part| {
            let place = Placement {
                at: start.at + way * step * part,
                facing: start.facing,
            };
            self.army.fits(self.field(), unit, place).then_some(place)
        })
    }

    /// After the fear-of-charge check: the charged unit fires if it still stands.
    ///
    /// Rules: `charge.close_fire_needs_check`, `fire.point_blank_when`,
    /// `artillery.canister_pbf_only_charge`, `charge.fire_once_per_attacker`.
    pub(super) fn point_blank(&mut self, charge: Charge) {
        let Charge { unit, target, .. } = charge;
        self.push(Step::Charge(charge));
        let stands =
            self.army.on_table(target) && !matches!(self.army.unit(target).morale, Morale::Routed);
        let near = self
            .rules
            .fear_distance(self.field().scale, self.army.unit(unit))
            + 0.5;
        let close = stands
            && self
                .army
                .footprint(unit)
                .distance(&self.army.footprint(target))
                <= near;
        if !close {
            return;
        }
        let record = self.army.get::<Record>(target);
        if record.fired_on.contains(&unit) {
            return;
        }
        let kind = if record.reacted {
            FireKind::Desperation
        } else {
            FireKind::PointBlank
        };
        if self.fire_terms(&[target], unit, kind).is_ok() {
            self.decision = Some(Decision::React {
                side: self.army.side(target),
                trigger: unit,
                reactions: vec![Reaction::Fire {
                    units: vec![target],
                    kind,
                }],
            });
        }
    }

    /// The two lead units meet.
    pub(super) fn impact(&mut self, charge: Charge) {
        let Charge { unit, target, .. } = charge;
        let attacker = *self.army.unit(unit);
        let defender = *self.army.unit(target);
        let there = self.army.footprint(unit);
        let (cover, works) = self.cover(target, there.placement.at);
        let supports = self.supporters(target).len() as u32;
        let impact = Impact {
            scale: self.field().scale,
            attacker: self.side_of(unit, &attacker, 0),
            defender: self.side_of(target, &defender, supports),
            on: charge_zone(self.zone_of(target, &there)),
            works,
            cover: !cover.is_empty(),
            unsupported_battery: defender.is_artillery() && supports == 0,
            battalion_value: 0,
            scenario_mmp: (0, 0),
        };
        let terms = self.rules.impact(&impact);
        let (attacker_dice, defender_dice) = (self.dice.two(), self.dice.two());
        let result = self
            .rules
            .impact_result(&terms, attacker_dice, defender_dice);
        let request = Box::new(Request::of_impact(&impact, attacker_dice, defender_dice));
        let winner = match result.winner {
            ImpactWinner::Attacker => Some(attacker.side),
            ImpactWinner::Defender => Some(defender.side),
            ImpactWinner::Tie => None,
        };
        self.tell(Fact::Impact {
            attacker: unit,
            defender: target,
            request,
            outcome: result.outcome,
            winner,
        });
        let (loser, victor) = if result.winner == ImpactWinner::Attacker {
            (target, unit)
        } else {
            (unit, target)
        };
        self.push(Step::Disorder {
            unit,
            by: "the clash".to_owned(),
        });
        self.push(Step::Disorder {
            unit: target,
            by: "the clash".to_owned(),
        });
        self.settle_impact(&terms, result, loser, victor);
        if self.army.on_table(unit) {
            self.army.get_mut::<Fighting>(unit).0.charging = false;
        }
    }

    fn side_of<'a>(&self, id: UnitId, unit: &'a Unit, supports: u32) -> ImpactSide<'a> {
        ImpactSide {
            unit,
            leader: self.attached_benefit(id),
            supports,
        }
    }

    /// Rules: `charge.defender_holds`, `artillery.impact_loss`.
    fn settle_impact(
        &mut self,
        terms: &ImpactTerms,
        result: crate::rules::impact::ImpactResult,
        loser: UnitId,
        victor: UnitId,
    ) {
        match result.outcome {
            ImpactOutcome::Melee => {
                self.push(Step::Melee {
                    attacker: victor.min(loser),
                    defender: victor.max(loser),
                    round: 1,
                });
            }
            ImpactOutcome::StoppedShort => self.free_volleys(loser, victor),
            ImpactOutcome::Surrender => self.remove(loser, Fate::Surrendered),
            ImpactOutcome::GunsLost => self.remove(loser, Fate::GunsLost),
            ImpactOutcome::Disorder | ImpactOutcome::Shaken | ImpactOutcome::Routed => {
                let from = self.army.placement(victor).at;
                let values = *self.army.unit(loser);
                let loss = self
                    .rules
                    .impact_loss(self.field().scale, terms.table, result, &values);
                let level = match result.outcome {
                    ImpactOutcome::Disorder => Morale::Disorder,
                    ImpactOutcome::Shaken => Morale::Shaken,
                    _ => Morale::Routed,
                };
                self.army.get_mut::<Fighting>(loser).0.morale = values.morale.max(level);
                self.army.get_mut::<Fighting>(loser).0.charging = false;
                if level == Morale::Routed {
                    self.push(Step::Run {
                        unit: loser,
                        from,
                        first: true,
                    });
                } else if let Some(loss) = loss {
                    let extra: u32 = self
                        .dice
                        .roll(loss.extra_dice)
                        .iter()
                        .map(|&die| u32::from(die))
                        .sum();
                    let inches = loss.falls_back + extra as f32;
                    self.push(Step::FallBack {
                        unit: loser,
                        inches,
                        from,
                    });
                }
                if let Some(loss) = loss {
                    self.suffer(loser, loss.lead, None);
                }
            }
        }
    }

    /// The attacker stops short and both sides fire a disordered volley.
    ///
    /// Rules: `charge.result_1`.
    fn free_volleys(&mut self, one: UnitId, other: UnitId) {
        let active = self.clock.active;
        let (attacker, defender) = if self.army.side(one) == active {
            (one, other)
        } else {
            (other, one)
        };
        let die = self.dice.die();
        let inches = f32::from(die) * self.rules.charge.stopped_short_inches_per_pip;
        let from = self.army.placement(defender).at;
        self.disorder(attacker, "stopping short");
        self.disorder(defender, "the clash");
        self.push(Step::Fire {
            firers: vec![attacker],
            target: defender,
            kind: FireKind::Normal,
            reaction: true,
        });
        self.push(Step::Fire {
            firers: vec![defender],
            target: attacker,
            kind: FireKind::Normal,
            reaction: true,
        });
        self.push(Step::FallBack {
            unit: attacker,
            inches,
            from,
        });
    }

    /// A round of melee: both strike at once, twice at most, and it ends their turn.
    ///
    /// Rules: `melee.checks`, `melee.ends_turn`, `morale.rout_in_melee`, `melee.two_rounds`.
    pub(super) fn melee_round(&mut self, attacker: UnitId, defender: UnitId, round: u32) {
        let fighting = |battle: &Self, id: UnitId| {
            battle.army.on_table(id)
                && !matches!(battle.army.unit(id).morale, Morale::Shaken | Morale::Routed)
        };
        for id in [attacker, defender] {
            self.army.get_mut::<Record>(id).actions = 0;
            if self.army.on_table(id) && self.army.unit(id).morale == Morale::Routed {
                self.remove(id, Fate::Surrendered);
            }
        }
        if !fighting(self, attacker) || !fighting(self, defender) {
            return;
        }
        let by_attacker = self.blow(attacker, defender, round);
        let by_defender = self.blow(defender, attacker, round);
        self.tell(Fact::Melee {
            attacker,
            defender,
            round,
            by_attacker,
            by_defender,
        });
        if self.rules.melee_goes_on(round) {
            self.push(Step::Melee {
                attacker,
                defender,
                round: round + 1,
            });
        } else {
            for (id, enemy) in [(attacker, defender), (defender, attacker)] {
                let from = self.army.placement(enemy).at;
                let ground = self
                    .field()
                    .ground(&self.rules, self.army.placement(id).at)
                    .unwrap_or(Ground::Open);
                if let Rate::Inches(inches) =
                    self.rules
                        .disorder_rate(self.field().scale, self.army.unit(id), ground)
                {
                    self.push(Step::FallBack {
                        unit: id,
                        inches: inches as f32,
                        from,
                    });
                }
            }
        }
        for (hit, by, result) in [
            (attacker, defender, by_defender),
            (defender, attacker, by_attacker),
        ] {
            if let Some(check) = self.rules.check_after(result) {
                let losses = self.rules.melee_losses(result, self.army.unit(hit), false);
                self.suffer(
                    hit,
                    losses,
                    Some((
                        check,
                        Cause::Fire {
                            by,
                            long_range: false,
                        },
                    )),
                );
            }
        }
    }

    fn blow(&mut self, by: UnitId, at: UnitId, round: u32) -> FireResult {
        let (lead, enemy) = (*self.army.unit(by), *self.army.unit(at));
        let blow = MeleeBlow {
            scale: self.field().scale,
            lead: &lead,
            supports: &[],
            enemy: &enemy,
            leader: self.attached_benefit(by),
            round,
        };
        match self.rules.melee(&blow) {
            Ok(terms) => {
                let dice = self.dice.roll(terms.dice);
                self.rules.fire_result(terms.line, terms.total(&dice))
            }
            Err(_) => FireResult::None,
        }
    }
}
