//! Moves, formations, fall-backs and runs over the table.

use bevy::math::Vec2;

use super::Battle;
use super::decision::Formation;
use super::fact::{Cause, Fact};
use super::offers::formed;
use super::step::{Step, Trigger};
use crate::army::{Fate, Fighting, Identity, LeaderState, Position, Presence, Record, UnitId};
use crate::field::moves::{Leg, Walked, Walker};
use crate::field::{Facing, Placement};
use crate::rule;
use crate::rules::battery::GunRout;
use crate::rules::fire::Refusal;
use crate::rules::formation::ChangeCost;
use crate::rules::ground::Rate;
use crate::rules::movement::Mover;
use crate::rules::{Ground, Morale};

impl Battle {
    /// Whether a unit may move so; answers with the walk.
    pub fn check_move(
        &self,
        id: UnitId,
        form: Option<Formation>,
        legs: &[Leg],
    ) -> Result<Walked, Refusal> {
        let unit = match form {
            Some(formation) => formed(self.army.unit(id), formation),
            None => *self.army.unit(id),
        };
        let identity = self.army.get::<Identity>(id);
        let mut mover = Mover::new(self.field().scale, &unit);
        mover.horses = self.army.get::<Record>(id).horses;
        mover.leader_inches = self.attached_benefit(id) as f32;
        let walker = Walker {
            mover,
            muster: identity.muster,
        };
        let mut all = Vec::with_capacity(legs.len() + 1);
        if let Some(formation) = form {
            match self.change_cost(id, formation) {
                ChangeCost::PartOfMove(part) => all.push(Leg::Change { part }),
                _ => {
                    return Err(Refusal::new(
                        "it needs a whole action for that formation",
                        rule!("formation.change_green"),
                    ));
                }
            }
        }
        all.extend_from_slice(legs);
        let start = self.army.placement(id);
        let walked = self.field().walk(&self.rules, &walker, start, &all)?;
        if let Some(refusal) = walked.stopped {
            return Err(refusal);
        }
        if walked.used.part > 1.0 + 1e-3 {
            return Err(Refusal::new(
                "that is too far for one action",
                rule!("move.by_formation_terrain"),
            ));
        }
        self.check_path(id, &unit, &walked)?;
        Ok(walked)
    }

    /// The way must be free of enemies and its end of everybody.
    ///
    /// Rules: `turn.shaken_no_advance`, `scenario.militia.pegram`.
    fn check_path(
        &self,
        id: UnitId,
        unit: &crate::rules::Unit,
        walked: &Walked,
    ) -> Result<(), Refusal> {
        let start = self.army.placement(id);
        let muster = self.army.get::<Identity>(id).muster;
        let footprint = |place: Placement| place.footprint(self.field().scale, unit, muster);
        let enemies: Vec<_> = self
            .enemies_near(id, start.at.distance(walked.placement.at) + 14.0)
            .into_iter()
            .map(|enemy| self.army.footprint(enemy))
            .collect();
        for place in walked.path.iter().skip(1) {
            let here = footprint(*place);
            if enemies.iter().any(|enemy| enemy.overlaps(&here)) {
                return Err(Refusal::new(
                    "an enemy stands there: charge him",
                    rule!("charge.target_needed"),
                ));
            }
        }
        let end = footprint(walked.placement);
        let taken = self
            .army
            .present()
            .filter(|&other| other != id)
            .any(|other| end.overlaps(&self.army.footprint(other)));
        if taken {
            return Err(Refusal::new(
                "a unit already stands there",
                rule!("move.interpenetrate"),
            ));
        }
        if unit.morale == Morale::Shaken
            && let Some(enemy) = self.nearest_enemy(id)
        {
            let enemy = self.army.placement(enemy).at;
            if walked.placement.at.distance(enemy) < start.at.distance(enemy) - 0.01 {
                return Err(Refusal::new(
                    "a shaken unit does not advance towards the enemy",
                    rule!("turn.shaken_no_advance"),
                ));
            }
        }
        self.check_confined(id, walked.placement)
    }

    fn check_confined(&self, id: UnitId, end: Placement) -> Result<(), Refusal> {
        let command = self.army.get::<Identity>(id).command;
        for rule in &self.scenario.rules {
            if let crate::scenario::file::SpecialRule::Confined {
                command: name,
                zone,
            } = rule
                && let Some(zone) = self.field().zone(zone)
            {
                let his = self
                    .scenario
                    .commands
                    .iter()
                    .position(|other| other.name == *name);
                let bound = his.is_some_and(|above| self.belongs(command, above));
                if bound && zone.contains(self.army.placement(id).at) && !zone.contains(end.at) {
                    return Err(Refusal::new(
                        "this unit may not leave its position",
                        rule!("scenario.militia.pegram"),
                    ));
                }
            }
        }
        Ok(())
    }

    pub(super) fn order_move(&mut self, unit: UnitId, form: Option<Formation>, legs: &[Leg]) {
        let Ok(walked) = self.check_move(unit, form, legs) else {
            return;
        };
        let in_command = self.army.get::<Record>(unit).in_command;
        self.spend(unit, self.rules.move_actions(in_command));
        let disorders = walked.disordered_by.map(str::to_owned);
        self.push(Step::Walk {
            unit,
            path: walked.path,
            disorders,
        });
        if let Some(formation) = form {
            self.form(unit, formation);
        }
    }

    /// Another inch of the way, then a chance to react. The first place of the path is where the
    /// unit should still be: whoever was thrown back does not go on.
    ///
    /// Rules: `react.trigger_inch`, `move.interpenetrate`.
    pub(super) fn walk_on(
        &mut self,
        unit: UnitId,
        mut path: Vec<Placement>,
        disorders: Option<String>,
    ) {
        let here = self.army.placement(unit);
        let stopped = !self.army.on_table(unit)
            || matches!(self.army.unit(unit).morale, Morale::Shaken | Morale::Routed);
        let was_shaken =
            path.len() > 1 && self.army.unit(unit).morale == Morale::Shaken && path[0] == here;
        if path.len() < 2 || path[0] != here || (stopped && !was_shaken) {
            if let Some(by) = disorders {
                self.disorder(unit, &by);
            }
            return;
        }
        let mut gone = 0.0;
        let mut next = 1;
        while next < path.len() - 1 && gone < 1.0 - 1e-3 {
            gone += path[next].at.distance(path[next - 1].at).max(1e-3);
            next += 1;
        }
        // Never stop on top of somebody: go on until the ground is free.
        while next < path.len() - 1 && !self.army.fits(self.field(), unit, path[next]) {
            next += 1;
        }
        let to = path[next];
        if !self.army.fits(self.field(), unit, to) {
            // Somebody has come to stand there since: the move ends here.
            if let Some(by) = disorders {
                self.disorder(unit, &by);
            }
            return;
        }
        let crossed = self.friends_on(unit, &path[1..next]);
        self.put(unit, to);
        self.tell(Fact::Moved {
            unit,
            from: here,
            to,
        });
        path.drain(..next);
        self.push(Step::Walk {
            unit,
            path,
            disorders,
        });
        self.push(Step::Window {
            trigger: unit,
            kind: Trigger::Inch,
        });
        for friend in crossed {
            self.test_interpenetration(unit);
            self.test_interpenetration(friend);
        }
    }

    /// Friends whose ground a path crosses.
    fn friends_on(&self, unit: UnitId, path: &[Placement]) -> Vec<UnitId> {
        let side = self.army.side(unit);
        self.army
            .present_of(side)
            .filter(|&other| other != unit)
            .filter(|&other| {
                let there = self.army.footprint(other);
                path.iter()
                    .any(|place| self.footprint_at(unit, *place).overlaps(&there))
            })
            .collect()
    }

    /// Rules: `move.interpenetrate`, `move.interpenetrate_disordered`, `tct.failure`.
    fn test_interpenetration(&mut self, unit: UnitId) {
        if self.army.unit(unit).is_out_of_order() || self.army.unit(unit).is_skirmishing() {
            return;
        }
        let die = self.dice.die();
        let leader = self.rules.tct_leader(
            self.leader_benefit(unit),
            self.attached_leader(unit).is_some(),
        );
        let passed = self.rules.passes_tct(self.army.unit(unit), leader, die);
        self.tell(Fact::Tested { unit, die, passed });
        if !passed {
            self.disorder(unit, "passing through friends");
        }
    }

    /// Puts a unit somewhere, its attached leader with it.
    ///
    /// Rules: `leader.move_attached`.
    pub(super) fn put(&mut self, unit: UnitId, to: Placement) {
        self.army.get_mut::<Position>(unit).0 = to;
        self.army.refresh_stands(unit);
        if let Some(leader) = self.attached_leader(unit) {
            let at = self.behind(unit);
            self.army.leader_mut::<LeaderState>(leader).at = Some(at);
        }
    }

    pub(super) fn form(&mut self, unit: UnitId, formation: Formation) {
        let changed = formed(self.army.unit(unit), formation);
        self.army.get_mut::<Fighting>(unit).0 = changed;
        self.army.refresh_stands(unit);
        let to = self.army.placement(unit);
        self.tell(Fact::Formed {
            unit,
            formation,
            to,
        });
    }

    /// Good order becomes disorder; what is worse stays.
    pub(super) fn disorder(&mut self, unit: UnitId, by: &str) {
        if self.army.on_table(unit) && self.army.unit(unit).morale == Morale::GoodOrder {
            self.army.get_mut::<Fighting>(unit).0.morale = Morale::Disorder;
            self.tell(Fact::Disordered {
                unit,
                by: by.to_owned(),
            });
        }
    }

    /// Rules: `morale.reform`.
    pub(super) fn reform(&mut self, unit: UnitId) {
        if self.army.unit(unit).morale == Morale::Disorder {
            self.army.get_mut::<Fighting>(unit).0.morale = Morale::GoodOrder;
            self.tell(Fact::Reformed { unit });
        }
    }

    /// Straight away from a place, as far as the ground is free, up to so many inches.
    fn away(&self, unit: UnitId, from: Vec2, inches: f32, turn_back: bool) -> Placement {
        let start = self.army.placement(unit);
        let way = (start.at - from).normalize_or(-start.facing.ahead());
        let facing = if turn_back {
            Facing::towards(Vec2::ZERO, way)
        } else {
            start.facing
        };
        let mut best = start;
        let steps = (inches / 0.25).ceil() as u32;
        for step in 1..=steps {
            let far = inches * step as f32 / steps as f32;
            let place = Placement {
                at: start.at + way * far,
                facing,
            };
            if !self.footprint_at(unit, place).on_table(self.field())
                || self.field().ground(&self.rules, place.at).is_none()
            {
                break;
            }
            if self.army.fits(self.field(), unit, place) {
                best = place;
            }
        }
        // Somebody stands where it would end: a little farther there may be room.
        if best.at.distance(start.at) < inches - 0.5 {
            for step in 1..=12 {
                let place = Placement {
                    at: start.at + way * (inches + 0.25 * step as f32),
                    facing,
                };
                if self.army.fits(self.field(), unit, place) {
                    return place;
                }
            }
        }
        best
    }

    /// Rules: `move.fall_back`.
    pub(super) fn fall_back(&mut self, unit: UnitId, inches: f32, from: Vec2) {
        if !self.army.on_table(unit) {
            return;
        }
        let to = self.away(unit, from, inches, false);
        let crossed = self.crossed_between(unit, to);
        self.put(unit, to);
        self.tell(Fact::FellBack { unit, inches, to });
        for friend in crossed {
            self.test_interpenetration(friend);
        }
    }

    fn crossed_between(&self, unit: UnitId, to: Placement) -> Vec<UnitId> {
        let from = self.army.placement(unit);
        let path: Vec<_> = (1..4)
            .map(|step| Placement {
                at: from.at.lerp(to.at, step as f32 / 4.0),
                facing: to.facing,
            })
            .collect();
        self.friends_on(unit, &path)
    }

    /// A routed unit runs: by dice, turned away, past friends who must check.
    ///
    /// Rules: `move.rout_distance`, `turn.rout_ends_turn`, `morale.when_rout_passes`,
    /// `morale.routed_edge`, `artillery.rout_parity`.
    pub(super) fn run_away(&mut self, unit: UnitId, from: Vec2, first: bool) {
        if !self.army.on_table(unit) {
            return;
        }
        self.army.get_mut::<Record>(unit).actions = 0;
        let scale = self.field().scale;
        let ground = self
            .field()
            .ground(&self.rules, self.army.placement(unit).at)
            .unwrap_or(Ground::Open);
        let rate = self
            .rules
            .rout_rates(scale, self.army.unit(unit))
            .on(ground);
        let count = if let Rate::Dice(count) = rate {
            count
        } else {
            1
        };
        let dice = self.dice.roll(count);
        let rolled: u32 = dice.iter().map(|&die| u32::from(die)).sum();
        let inches = if self.army.unit(unit).is_artillery() && first {
            match self
                .rules
                .guns_rout(scale, self.army.unit(unit), ground, &dice)
            {
                GunRout::Abandoned => {
                    let to = self.army.placement(unit);
                    self.tell(Fact::Ran { unit, dice, to });
                    self.remove(unit, Fate::GunsLost);
                    return;
                }
                GunRout::Runs(inches) => {
                    self.army.get_mut::<Fighting>(unit).0 =
                        formed(self.army.unit(unit), Formation::Limbered(true));
                    inches
                }
            }
        } else if let Rate::Inches(inches) = rate {
            inches
        } else {
            rolled
        };
        if self.army.unit(unit).is_cavalry() {
            self.army.get_mut::<Fighting>(unit).0 =
                formed(self.army.unit(unit), Formation::Mounted(true));
        }
        let to = self.away(unit, from, inches as f32, true);
        let passed = self.passed_within_an_inch(unit, to);
        let short = to.at.distance(self.army.placement(unit).at) < inches as f32 - 1.0;
        self.put(unit, to);
        self.tell(Fact::Ran { unit, dice, to });
        if short && self.at_edge(unit) {
            self.push(Step::Check {
                unit,
                check: 0,
                cause: Cause::Rally,
            });
        }
        for friend in passed {
            self.push(Step::Check {
                unit: friend,
                check: 0,
                cause: Cause::RoutPassed,
            });
        }
    }

    pub(super) fn at_edge(&self, unit: UnitId) -> bool {
        let at = self.army.footprint(unit).centre();
        let margin = 2.0;
        at.x < margin
            || at.y < margin
            || at.x > self.field().size.x - margin
            || at.y > self.field().size.y - margin
    }

    fn passed_within_an_inch(&self, unit: UnitId, to: Placement) -> Vec<UnitId> {
        let near = self.rules.near(self.field().scale);
        let from = self.army.placement(unit);
        let side = self.army.side(unit);
        self.army
            .present_of(side)
            .filter(|&other| other != unit && self.army.unit(other).morale != Morale::Routed)
            .filter(|&other| {
                let there = self.army.footprint(other);
                (0..=6).any(|step| {
                    let place = Placement {
                        at: from.at.lerp(to.at, step as f32 / 6.0),
                        facing: to.facing,
                    };
                    self.footprint_at(unit, place).distance(&there) <= near
                })
            })
            .collect()
    }

    /// Rules: `move.disengage`, `move.disengage_level`.
    pub(super) fn disengage(&mut self, unit: UnitId) {
        let Some(enemy) = self.nearest_enemy(unit) else {
            return;
        };
        let from = self.army.placement(enemy).at;
        let ground = self
            .field()
            .ground(&self.rules, self.army.placement(unit).at)
            .unwrap_or(Ground::Open);
        let inches = self
            .rules
            .disengage_inches(self.field().scale, self.army.unit(unit), ground);
        let to = self.away(unit, from, inches, false);
        self.put(unit, to);
        let after = self.army.unit(unit).morale.after_disengaging();
        self.army.get_mut::<Fighting>(unit).0.morale = after;
        self.tell(Fact::Disengaged { unit, to, after });
    }

    /// Takes a unit out of the battle; its neighbours see it.
    ///
    /// Rules: `morale.when_loss_near`.
    pub(super) fn remove(&mut self, unit: UnitId, fate: Fate) {
        let near = self.rules.near(self.field().scale);
        let here = self.army.footprint(unit);
        let side = self.army.side(unit);
        let witnesses: Vec<_> = self
            .army
            .present_of(side)
            .filter(|&other| other != unit && self.army.unit(other).morale != Morale::Routed)
            .filter(|&other| here.distance(&self.army.footprint(other)) <= near)
            .collect();
        *self.army.get_mut::<Presence>(unit) = Presence::Gone(fate);
        self.army.refresh_stands(unit);
        self.tell(Fact::Removed { unit, fate });
        if let Some(leader) = self.attached_leader(unit) {
            self.army.leader_mut::<LeaderState>(leader).attached = None;
        }
        if matches!(fate, Fate::Eliminated | Fate::Surrendered) {
            for witness in witnesses {
                self.push(Step::Check {
                    unit: witness,
                    check: 0,
                    cause: Cause::LossNear,
                });
            }
        }
    }
}
