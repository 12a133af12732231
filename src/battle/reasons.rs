//! Why something that a player may want is not offered.

mod reactions;

use super::Situation;
use super::decision::Order;
use crate::army::{Active, Deed, Formation, UnitId};
use crate::rule;
use crate::rules::Morale;
use crate::rules::fire::{FireKind, Refusal};

/// An answer that does not belong to the decision.
pub(super) const WRONG_ANSWER: Refusal = Refusal::new(
    "that is not what is asked for now",
    rule!("turn.action_list"),
);

/// A routed unit that becomes active has no choice.
pub(super) const ONLY_RUNS: Refusal = Refusal::new(
    "a routed unit only runs and tries to rally",
    rule!("turn.routed_sequence"),
);

/// Guns that nobody can move.
pub(super) const FIXED: Refusal = Refusal::new(
    "fortress guns neither move nor pivot",
    rule!("heavy.fortress"),
);

/// Guns that move on the limber only.
pub(super) const EMPLACED: Refusal = Refusal::new(
    "siege guns off their limber only pivot",
    rule!("heavy.no_unlimbered_move"),
);

/// Somebody who became active would have nothing to choose from.
pub(super) const NOTHING_TO_DO: Refusal =
    Refusal::new("it could do nothing now", rule!("turn.action_list"));

impl Situation {
    /// Why the active unit or group may not move at all.
    pub(super) fn why_not_move(&self, active: &Active) -> Refusal {
        match active.deed() {
            Some(deed) if deed != Deed::Move => declared(),
            _ if self.is_fixed(&active.units) => FIXED,
            _ => self.why_no_actions(active),
        }
    }

    /// Whether there are guns among some units that nobody can move.
    pub(super) fn is_fixed(&self, units: &[UnitId]) -> bool {
        let fortress = |id: &UnitId| self.army.unit(*id).is_fortress_artillery();
        units.iter().any(fortress)
    }

    /// Why some units have no move to disengage by; nothing if they have.
    pub(super) fn why_rooted(&self, units: &[UnitId]) -> Option<Refusal> {
        if self.is_fixed(units) {
            return Some(FIXED);
        }
        let emplaced = units.iter().any(|&id| self.army.unit(id).is_emplaced());
        emplaced.then_some(EMPLACED)
    }

    /// Why its actions are not enough for a move or charge.
    fn why_no_actions(&self, active: &Active) -> Refusal {
        if self.move_cost(&active.units) == 1 {
            return Refusal::new("no action is left", rule!("turn.two_actions"));
        }
        Refusal::new(
            "out of command a move or charge takes both actions, and not both are left",
            rule!("leader.out_of_command"),
        )
    }

    /// Why an order that is not offered is not.
    pub fn why_not(&self, active: &Active, order: &Order) -> Refusal {
        if active.deed().is_some_and(|deed| deed != order.deed()) {
            return declared();
        }
        let units = &active.units;
        if units.iter().any(|&id| self.army.record(id).entering > 0.0) {
            return Refusal::new(
                "it comes onto the table with its first move",
                rule!("scenario.militia.iron_brigade"),
            );
        }
        let level = |wanted: Morale| units.iter().any(|&id| self.army.unit(id).morale == wanted);
        match order {
            Order::Fire {
                units,
                target,
                kind,
            } => self
                .why_not_fire(active, units, *target, *kind)
                .unwrap_or(super::reasons::WRONG_ANSWER),
            Order::Charge { lead, assaults, .. } => {
                let target = assaults.iter().find(|one| one.unit == *lead);
                match target {
                    Some(assault) => self.why_not_charge(active, *lead, assault.target),
                    None => Refusal::new(
                        "the lead unit of a charge must charge somebody itself",
                        rule!("charge.target_needed"),
                    ),
                }
            }
            Order::Reform if !level(Morale::Disorder) => {
                Refusal::new("nobody is in disorder", rule!("morale.reform"))
            }
            Order::Rally if !level(Morale::Shaken) => {
                Refusal::new("nobody is shaken", rule!("morale.voluntary"))
            }
            Order::Form(formation) => self.why_not_form(units, *formation),
            Order::Disengage => self.why_rooted(units).unwrap_or(Refusal::new(
                "there is no enemy to disengage from",
                rule!("move.disengage"),
            )),
            Order::Prolonge { target } => units
                .first()
                .and_then(|&unit| {
                    let terms = self.fire_terms(&[unit], *target, FireKind::Prolonge);
                    terms
                        .err()
                        .or_else(|| self.why_not_drawn_back(unit, *target))
                })
                .unwrap_or(Refusal::new(
                    "only a single unlimbered battery with horses fires on the prolonge",
                    rule!("artillery.prolonge"),
                )),
            Order::Withdraw => self.why_not_leave(units),
            Order::TakeHorse { .. } => Refusal::new(
                "only a battery short of horses takes one, from a battery beside it that has some",
                rule!("artillery.horse_swap"),
            ),
            Order::Merge { .. } => Refusal::new(
                "only two depleted regiments of one brigade, side by side and neither with its \
                 turn behind it, merge",
                rule!("morale.merge"),
            ),
            Order::AttachTo { .. } => Refusal::new(
                "only a depleted regiment attaches itself, to a sound one of its brigade beside it \
                 with its turn before it",
                rule!("morale.attach"),
            ),
            Order::Work(task) => match units[..] {
                [unit] if !active.group => self.why_not_work(unit, *task).unwrap_or(WRONG_ANSWER),
                _ => super::working::ONE_BY_ONE,
            },
            Order::Pivot { .. } => match units[..] {
                [unit] if !active.group => self.why_not_pivot(unit).unwrap_or(WRONG_ANSWER),
                _ => super::working::ONE_BY_ONE,
            },
            _ => WRONG_ANSWER,
        }
    }

    /// Why units may not fire so; `None` if nothing speaks against it.
    pub fn why_not_fire(
        &self,
        active: &Active,
        units: &[UnitId],
        target: UnitId,
        kind: FireKind,
    ) -> Option<Refusal> {
        let ready = |unit: &UnitId| active.ready().contains(unit);
        if units.is_empty() || !units.iter().all(ready) {
            return Some(Refusal::new(
                "only those of the active unit or group fire that have not fired yet",
                rule!("turn.finish_unit_first"),
            ));
        }
        let known = self.army.knows(target)
            && self.army.on_table(target)
            && self.army.side(target) != self.army.side(units[0]);
        if !known {
            return Some(Refusal::new(
                "that is no enemy on the table",
                rule!("fire.basic"),
            ));
        }
        if active.deed().is_some_and(|deed| deed != Deed::Fire) {
            return Some(declared());
        }
        let (left, cost) = (
            self.actions_left(&active.units),
            self.fire_cost(units, kind),
        );
        if left < cost {
            return Some(Refusal::measured(
                "not enough actions are left",
                rule!("fire.cost"),
                left as f32,
                cost as f32,
            ));
        }
        if self.is_any_withdrawn(&active.units) {
            return Some(super::withdrawing::WITHDRAWN);
        }
        if kind.is_at_arms_length() {
            return Some(Refusal::new(
                "that is no fire of the player's own turn",
                rule!("fire.point_blank_when"),
            ));
        }
        if !self.has_time_to_fire(active, units, kind) {
            return Some(Refusal::new(
                "careful fire takes both actions of everybody in the group",
                rule!("artillery.deliberate"),
            ));
        }
        units
            .iter()
            .find_map(|&unit| self.why_not_at(unit, target, kind))
            .or_else(|| self.fire_terms(units, target, kind).err())
    }

    /// Why a unit may not fire at a target: range and state, sight, friends in the way, or another
    /// enemy who must be fired on first.
    pub fn why_not_at(&self, unit: UnitId, target: UnitId, kind: FireKind) -> Option<Refusal> {
        if let Err(refusal) = self.fire_terms(&[unit], target, kind) {
            return Some(refusal);
        }
        if kind == FireKind::Area {
            if !self.may_search(unit, target) {
                return Some(Refusal::new(
                    "area fire is for enemies whom the unit does not see, with nobody in between",
                    rule!("fire.area"),
                ));
            }
            return (!self.suspected(unit).contains(&target)).then_some(Refusal::new(
                "somebody whom it sees, or who is closer, comes first",
                rule!("fire.primary_zone_first"),
            ));
        }
        if let Some(refusal) = self.why_no_shot(unit, target, kind) {
            return Some(refusal);
        }
        (!self.fire_targets(unit, kind).contains(&target)).then_some(Refusal::new(
            "the closest enemy straight ahead, or one within an inch, comes first",
            rule!("fire.primary_zone_first"),
        ))
    }

    /// Why a unit may not charge a target.
    pub fn why_not_charge(&self, active: &Active, lead: UnitId, target: UnitId) -> Refusal {
        let known = self.army.knows(target)
            && self.army.on_table(target)
            && self.army.side(target) != self.army.side(lead);
        if !known || !active.units.contains(&lead) {
            return Refusal::new(
                "that is no enemy on the table",
                rule!("charge.target_needed"),
            );
        }
        if self.is_any_withdrawn(&active.units) {
            return super::withdrawing::WITHDRAWN;
        }
        if active.units.iter().any(|&id| self.army.record(id).charged) {
            return Refusal::new("nobody charges twice in a turn", rule!("turn.one_charge"));
        }
        let (left, cost) = (
            self.actions_left(&active.units),
            self.move_cost(&active.units),
        );
        if left < cost {
            return self.why_no_actions(active);
        }
        self.why_target(lead, target)
    }

    /// What speaks against a target of a charge, the turn and its actions aside.
    fn why_target(&self, lead: UnitId, target: UnitId) -> Refusal {
        let unit = self.army.unit(lead);
        if unit.is_artillery() {
            return Refusal::new("guns do not charge", rule!("charge.target_needed"));
        }
        if matches!(unit.morale, Morale::Shaken | Morale::Routed) {
            return Refusal::new(
                "a shaken unit does not advance towards the enemy",
                rule!("turn.shaken_no_advance"),
            );
        }
        if let Err(refusal) = self.rules.may_charge(unit, self.army.unit(target)) {
            return refusal;
        }
        let (here, there) = (self.army.footprint(lead), self.army.footprint(target));
        let far = here.distance(there);
        let most = self.longest_charge(lead, true);
        let outside = self.is_outside_arc(lead, there.centre() - here.placement.at);
        if outside && far > most && unit.morale == Morale::GoodOrder {
            return Refusal::measured(
                "out of its arc it charges in disorder, which does not carry it so far",
                rule!("charge.outside_arc"),
                far,
                most,
            );
        }
        let most = self.longest_charge(lead, false);
        if far > most {
            return Refusal::measured(
                "he is farther away than the best of dice would carry a charge",
                rule!("charge.target_needed"),
                far,
                most,
            );
        }
        if !self.knows_of(lead, target) {
            return Refusal::new(
                "neither it nor a friend close to him sees him",
                rule!("charge.target_needed"),
            );
        }
        let (from, to) = {
            let (here, there) = (self.army.footprint(lead), self.army.footprint(target));
            here.nearest(there)
        };
        if !self.is_passable_to(lead, (to - from).normalize_or_zero(), far) {
            return Refusal::new(
                "nobody can pass the ground between them",
                rule!("charge.target_needed"),
            );
        }
        Refusal::new(
            "another enemy comes first or stands in the way, or there is no room to end the charge",
            rule!("charge.target_choice"),
        )
    }

    /// Why a unit with others in support may not charge a target, were they active now with all
    /// their actions.
    pub fn why_no_charge_at(&self, units: &[UnitId], target: UnitId) -> Refusal {
        let Some(&lead) = units.first() else {
            return WRONG_ANSWER;
        };
        self.why_target(lead, target)
    }

    fn why_not_form(&self, units: &[UnitId], formation: Formation) -> Refusal {
        use crate::rules::formation::ChangeCost;
        let horses = matches!(formation, Formation::Mounted(_));
        if horses && units.iter().any(|&id| !self.may_mount_again(id)) {
            return Refusal::new(
                "in this battle it mounts or dismounts no more",
                rule!("scenario.mounting"),
            );
        }
        let up = formation == Formation::Mounted(true);
        if up && units.iter().any(|&id| self.army.record(id).left_horses) {
            return Refusal::new(
                "once off its horses it stays on foot in this battle",
                rule!("special.mounted_infantry_dismount"),
            );
        }
        if units.iter().any(|&id| self.army.record(id).train > 0) {
            return Refusal::new(
                "with its pontoons on their wagons it stays a column on the road",
                rule!("engineer.train"),
            );
        }
        let values = |id: &UnitId| self.army.unit(*id);
        if let Formation::Cavalry(rides) = formation {
            let mut barred = units.iter().map(values);
            if let Some(unit) = barred.find(|unit| !self.rules.may_form(unit, rides)) {
                let rule = match unit.traits.native {
                    true => rule!("special.native_formations"),
                    false => rule!("special.mounted_infantry_formation"),
                };
                return Refusal::new("such riders do not form so", rule);
            }
        }
        if units
            .iter()
            .all(|id| formation.of(values(id)) == *values(id))
        {
            return Refusal::new(
                "it stands in that formation already",
                rule!("formation.change_action"),
            );
        }
        let never = |id: &UnitId| self.change_cost(*id, formation) == ChangeCost::Never;
        if units.iter().any(never) {
            return Refusal::new(
                "it cannot take up that formation now",
                rule!("formation.change_green"),
            );
        }
        Refusal::new(
            "there is no room for that formation",
            rule!("formation.change_action"),
        )
    }

    /// Why a deed cannot be chosen for the active unit or group, for an order bar: `None` if
    /// something of the kind is on offer.
    pub fn why_no(&self, deed: Deed) -> Option<Refusal> {
        let active = self.army.active()?;
        let (orders, may_move) = self.orders(active);
        if deed == Deed::Move {
            return (!may_move).then(|| self.why_not_move(active));
        }
        if orders.iter().any(|order| order.deed() == deed) {
            return None;
        }
        let order = match deed {
            Deed::Reform => Order::Reform,
            Deed::Rally => Order::Rally,
            Deed::Disengage => Order::Disengage,
            Deed::Form => return Some(self.why_no_form(active)),
            Deed::Fire => return Some(self.why_no_fire(active)),
            Deed::Charge => return Some(self.why_no_charge(active)),
            Deed::Hold | Deed::Move => return None,
        };
        Some(self.why_not(active, &order))
    }

    fn why_no_form(&self, active: &Active) -> Refusal {
        if active.deed().is_some_and(|deed| deed != Deed::Form) {
            return declared();
        }
        Refusal::new(
            "no other formation has room here or can be taken up now",
            rule!("formation.change_green"),
        )
    }

    /// The reason about the nearest enemy: he is whom the player has in mind.
    fn why_no_fire(&self, active: &Active) -> Refusal {
        let nearest = active.ready().iter().find_map(|&unit| {
            let enemy = self.nearest_enemy(unit)?;
            self.why_not_fire(active, &[unit], enemy, FireKind::Normal)
        });
        if active.deed().is_some_and(|deed| deed != Deed::Fire) {
            return declared();
        }
        nearest.unwrap_or(Refusal::new("there is no enemy", rule!("fire.basic")))
    }

    fn why_no_charge(&self, active: &Active) -> Refusal {
        if active.deed().is_some_and(|deed| deed != Deed::Charge) {
            return declared();
        }
        let nearest = active.units.iter().find_map(|&unit| {
            let enemy = self.nearest_enemy(unit)?;
            Some(self.why_not_charge(active, unit, enemy))
        });
        nearest.unwrap_or(Refusal::new(
            "there is no enemy",
            rule!("charge.target_needed"),
        ))
    }
}

fn declared() -> Refusal {
    Refusal::new(
        "a group does what it declared for this action",
        rule!("turn.group_declare"),
    )
}
