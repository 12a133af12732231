//! What the active unit or group may do, and whether an answer is allowed.

use super::Situation;
use super::decision::{Answer, Decision, Order};
use super::reasons::WRONG_ANSWER;
use crate::army::{Active, Deed, Formation, Instruction, ShotAsk, UnitId};
use crate::rule;
use crate::rules::fire::{FireKind, Refusal};
use crate::rules::formation::ChangeCost;
use crate::rules::{CavalryFormation, InfantryFormation, Morale, Named, Side, Troops};

impl Situation {
    /// Everything that may be done with the next action beside moving, and whether it may be a
    /// move.
    ///
    /// Rules: `turn.action_list`, `turn.repeat_allowed`, `turn.one_charge`, `turn.group_declare`.
    pub(super) fn orders(&self, active: &Active) -> (Vec<Order>, bool) {
        let units = &active.units;
        if units.iter().any(|&id| self.army.is_hidden(id)) {
            return self.picket_orders(active);
        }
        let allowed = |deed: Deed| active.deed().is_none_or(|declared| declared == deed);
        let actions = self.actions_left(units);
        let moves = self.move_cost(units);
        let mut orders = Vec::new();
        // Whoever comes onto the table does so with a move.
        if units.iter().any(|&id| self.army.record(id).entering > 0.0) {
            return (vec![Order::Hold], actions >= moves);
        }
        let any = |level: Morale| units.iter().any(|&id| self.army.unit(id).morale == level);
        if allowed(Deed::Reform) && any(Morale::Disorder) {
            orders.push(Order::Reform);
        }
        if allowed(Deed::Rally) && any(Morale::Shaken) {
            orders.push(Order::Rally);
        }
        let goes = self.is_any_withdrawn(units);
        if allowed(Deed::Fire) && !goes {
            self.fire_orders(active, &mut orders);
        }
        let fresh = units.iter().all(|&id| !self.army.record(id).charged);
        if allowed(Deed::Charge) && fresh && !goes && actions >= moves {
            orders.extend(self.charge_orders(units));
        }
        if allowed(Deed::Form) {
            orders.extend(self.formations_together(units).into_iter().map(Order::Form));
        }
        let fixed = self.is_fixed(units);
        if allowed(Deed::Disengage)
            && self.why_rooted(units).is_none()
            && self.nearest_enemy(units[0]).is_some()
        {
            orders.push(Order::Disengage);
        }
        if goes && allowed(Deed::Hold) {
            self.leaving_orders(units, &mut orders);
        }
        if let [unit] = units[..] {
            self.joining_orders(unit, &mut orders);
            if !active.group {
                self.work_orders(unit, &mut orders);
            }
        }
        // A declared charge must be made if it can be.
        let bound = active.deed() == Some(Deed::Charge) && !orders.is_empty();
        if !bound {
            orders.insert(0, Order::Hold);
        }
        let may_move = allowed(Deed::Move) && !fixed && actions >= moves;
        (orders, may_move)
    }

    /// Actions that all of a group have left.
    pub(super) fn actions_left(&self, units: &[UnitId]) -> u32 {
        units
            .iter()
            .map(|&id| self.army.record(id).actions)
            .min()
            .unwrap_or(0)
    }

    /// Actions that a move or charge takes.
    ///
    /// Rules: `leader.out_of_command`.
    pub(super) fn move_cost(&self, units: &[UnitId]) -> u32 {
        let in_command = units.iter().all(|&id| self.army.record(id).in_command);
        self.rules.move_actions(in_command)
    }

    /// Actions that a fire takes.
    ///
    /// Rules: `heavy.fire_rate`.
    pub(super) fn fire_cost(&self, units: &[UnitId], kind: FireKind) -> u32 {
        let heavy = units
            .iter()
            .any(|&id| self.army.unit(id).is_heavy_artillery());
        match heavy {
            _ if kind.is_deliberate() => 2,
            true => self.rules.movement.siege_fire_actions,
            false => 1,
        }
    }

    /// Whether the active unit or group can fire so now: it has the actions, a group has declared
    /// fire for all of them, and those before it have fired as slowly or as fast.
    ///
    /// Rules: `artillery.deliberate`, `turn.group_declare`.
    pub(super) fn has_time_to_fire(
        &self,
        active: &Active,
        units: &[UnitId],
        kind: FireKind,
    ) -> bool {
        let cost = self.fire_cost(units, kind);
        let declared = active.plan.iter().take(cost as usize);
        self.actions_left(&active.units) >= cost
            && declared.into_iter().all(|deed| *deed == Deed::Fire)
            && (active.to_fire.is_empty() || active.takes_both == (cost > 1))
    }

    /// Fires of everybody ready, alone and together with his neighbours.
    ///
    /// Rules: `artillery.combine`, `artillery.combine_range`, `artillery.deliberate`.
    fn fire_orders(&self, active: &Active, orders: &mut Vec<Order>) {
        let ready = active.ready();
        let single = active.units.len() == 1;
        for &id in ready {
            let has_time = |kind| self.has_time_to_fire(active, &[id], kind);
            let fire = |units, target, kind| Order::Fire {
                units,
                target,
                kind,
            };
            let targets = self.fire_targets(id, FireKind::Normal);
            for &target in &targets {
                if has_time(FireKind::Normal) {
                    orders.push(fire(vec![id], target, FireKind::Normal));
                }
                let careful = FireKind::Deliberate;
                if has_time(careful) && self.fire_terms(&[id], target, careful).is_ok() {
                    orders.push(fire(vec![id], target, careful));
                }
                if has_time(FireKind::Prolonge) && single && self.may_prolonge(id, target) {
                    orders.push(Order::Prolonge { target });
                }
            }
            for kind in self.kinds_together(ready) {
                if !has_time(kind) {
                    continue;
                }
                let mixed = kind.is_mixed().then(|| self.fire_targets(id, kind));
                for &target in mixed.as_ref().unwrap_or(&targets) {
                    let units = self.fire_group(id, target, ready, kind);
                    if units.len() > 1 && units[0] == id {
                        orders.push(fire(units, target, kind));
                    }
                }
            }
            if has_time(FireKind::Area) {
                let suspected = self.suspected(id).into_iter();
                orders.extend(suspected.map(|target| fire(vec![id], target, FireKind::Area)));
            }
        }
    }

    /// In what ways some units may fire together at all.
    pub(super) fn kinds_together(&self, units: &[UnitId]) -> Vec<FireKind> {
        if units.len() < 2 {
            return Vec::new();
        }
        let mut kinds = vec![FireKind::Normal];
        let guns = units.iter().all(|&id| self.army.unit(id).is_artillery());
        if guns {
            kinds.push(FireKind::Deliberate);
            if self.differ(units) {
                kinds.extend([FireKind::Mixed, FireKind::DeliberateMixed]);
            }
        }
        kinds
    }

    /// Whether these are batteries of different guns.
    ///
    /// Rules: `artillery.combine_range`.
    pub(super) fn differ(&self, units: &[UnitId]) -> bool {
        let gun = |id: UnitId| match self.army.unit(id).troops {
            Troops::Artillery { gun, .. } => gun,
            _ => None,
        };
        let first = units.first().and_then(|&id| gun(id));
        units.iter().any(|&id| gun(id) != first)
    }

    /// Whether some of those who may each fire at a target may do so together.
    fn check_volley(
        &self,
        active: &Active,
        units: &[UnitId],
        target: UnitId,
        kind: FireKind,
    ) -> Result<(), Refusal> {
        match self.why_not_fire(active, units, target, kind) {
            Some(refusal) => Err(refusal),
            None => self
                .why_not_together(units, target, kind)
                .map_or(Ok(()), Err),
        }
    }

    /// Formations that all of a group can take up where they stand.
    pub(super) fn formations_together(&self, units: &[UnitId]) -> Vec<Formation> {
        let mut all = self.formations(units[0]);
        for &id in &units[1..] {
            let own = self.formations(id);
            all.retain(|formation| own.contains(formation));
        }
        all.retain(|&formation| {
            let places: Vec<_> = units
                .iter()
                .map(|&id| self.footprint_formed(id, formation))
                .collect();
            (1..places.len()).all(|at| places[..at].iter().all(|other| !places[at].overlaps(other)))
        });
        all
    }

    /// Formations a unit may take up where it stands.
    ///
    /// Rules: `special.mounted_infantry_dismount`, `scenario.mounting`.
    pub(super) fn formations(&self, id: UnitId) -> Vec<Formation> {
        let unit = self.army.unit(id);
        let wanted: Vec<Formation> = match unit.troops {
            Troops::Infantry { formation, .. } => InfantryFormation::ALL
                .iter()
                .filter(|&&other| other != formation)
                .map(|&other| Formation::Infantry(other))
                .collect(),
            Troops::Cavalry {
                formation, mounted, ..
            } => {
                let stays =
                    (!mounted && self.army.record(id).left_horses) || !self.may_mount_again(id);
                CavalryFormation::ALL
                    .iter()
                    .filter(|&&other| other != formation && self.rules.may_form(unit, other))
                    .map(|&other| Formation::Cavalry(other))
                    .chain((!stays).then_some(Formation::Mounted(!mounted)))
                    .collect()
            }
            Troops::Artillery { limbered, .. } => vec![Formation::Limbered(!limbered)],
        };
        wanted
            .into_iter()
            .filter(|&formation| {
                self.change_cost(id, formation) != ChangeCost::Never
                    && !self.leaves_unseen(id, formation)
                    && self.has_room_to_form(id, formation)
            })
            .collect()
    }

    /// What a change of formation costs.
    ///
    /// Rules: `engineer.train`.
    pub fn change_cost(&self, id: UnitId, formation: Formation) -> ChangeCost {
        let unit = self.army.unit(id);
        // As long as its pontoons are on their wagons, a train is a column on the road.
        if self.army.record(id).train > 0 {
            return ChangeCost::Never;
        }
        match (formation, unit.troops) {
            (
                Formation::Infantry(to),
                Troops::Infantry {
                    formation: from, ..
                },
            ) => {
                let square = to == InfantryFormation::Square || from == InfantryFormation::Square;
                self.rules.formation_change(unit.quality, square)
            }
            (Formation::Cavalry(_), Troops::Cavalry { .. }) => {
                self.rules.formation_change(unit.quality, false)
            }
            (Formation::Mounted(_), Troops::Cavalry { .. }) => self.rules.mounting(unit.quality),
            (Formation::Limbered(_), Troops::Artillery { gun: Some(gun), .. }) => {
                match self.rules.limbering(unit.quality, gun) {
                    ChangeCost::Actions(actions) if self.army.record(id).actions < actions => {
                        ChangeCost::Never
                    }
                    cost => cost,
                }
            }
            _ => ChangeCost::Never,
        }
    }

    /// Whether an answer to a decision is allowed. This is the law: whatever it passes is what the
    /// rules offer.
    pub fn check(&self, decision: Option<&Decision>, answer: &Answer) -> Result<(), Refusal> {
        let Some(decision) = decision else {
            return Err(Refusal::new("the battle is over", rule!("turn.two_halves")));
        };
        if answer.check(&self.scenario).is_err() {
            return Err(Refusal::new(
                "it names somebody who does not exist, or a number beyond all measure",
                rule!("turn.action_list"),
            ));
        }
        let offered = match (decision, answer) {
            (_, Answer::Instruct { units, instruction }) => {
                return self.check_instruction(decision.side(), units, instruction);
            }
            (_, Answer::Concede) => true,
            (_, Answer::OfferDraw) => return self.check_draw(decision),
            (Decision::SetUp { side, .. }, Answer::SetUp { units, leaders, .. }) => {
                return self.check_set_up(*side, units, leaders);
            }
            (Decision::SetUp { side, .. }, Answer::Band(units)) => {
                return self.check_band(*side, units);
            }
            (Decision::Leader { .. }, Answer::Stay) => true,
            (Decision::Leader { leader, units, .. }, Answer::Attach(unit)) => {
                if units.contains(unit) {
                    return Ok(());
                }
                return self.check_attach(*leader, *unit);
            }
            (Decision::Leader { leader, .. }, Answer::Ride(at)) => {
                return self.check_ride(*leader, *at);
            }
            (Decision::Activate { .. }, Answer::EndTurn) => true,
            (Decision::Activate { side, units, .. }, Answer::Activate(unit)) => {
                if units.contains(unit) {
                    return Ok(());
                }
                return Err(self.why_not_active(*side, *unit));
            }
            (Decision::Activate { units: free, .. }, Answer::ActivateGroup { units, plan }) => {
                return self.check_group(free, units, *plan);
            }
            (
                Decision::Act {
                    orders, may_move, ..
                },
                Answer::Order(order),
            ) => return self.check_order(orders, *may_move, order),
            (
                Decision::React {
                    triggers,
                    reactions,
                    ..
                },
                Answer::React(reaction),
            ) => return self.check_reaction(reactions, triggers, reaction),
            (Decision::Follow { inches, .. }, Answer::Follow(far)) => {
                if far.is_finite() && (0.0..=inches + 1e-3).contains(far) {
                    return Ok(());
                }
                return Err(Refusal::measured(
                    "it cannot follow so far",
                    rule!("charge.advance"),
                    *far,
                    *inches,
                ));
            }
            (
                Decision::Join { .. } | Decision::StopBehind { .. } | Decision::Draw { .. },
                Answer::Agree,
            ) => true,
            (
                Decision::React { .. }
                | Decision::Follow { .. }
                | Decision::Join { .. }
                | Decision::StopBehind { .. }
                | Decision::Draw { .. },
                Answer::Decline,
            ) => true,
            _ => false,
        };
        if offered { Ok(()) } else { Err(WRONG_ANSWER) }
    }

    /// Whether some units may be told what to ask about: their own side may, at any time.
    ///
    /// Rules: `react.allowed`.
    fn check_instruction(
        &self,
        side: Side,
        units: &[UnitId],
        instruction: &Instruction,
    ) -> Result<(), Refusal> {
        let own = |unit: &UnitId| self.army.knows(*unit) && self.army.side(*unit) == side;
        if units.is_empty() || !units.iter().all(own) {
            return Err(Refusal::new(
                "only the side's own units can be told what to ask about",
                rule!("react.allowed"),
            ));
        }
        let asks = &instruction.asks;
        let beyond = |shots: ShotAsk| matches!(shots, ShotAsk::Chance(101..));
        if !(0.0..=1000.0).contains(&asks.within) || beyond(asks.shots) || beyond(asks.fires) {
            return Err(Refusal::new(
                "a distance is 0 to 1000 inches, a chance 0 to 100 per cent",
                rule!("react.allowed"),
            ));
        }
        Ok(())
    }

    /// Why a unit cannot become active.
    fn why_not_active(&self, side: Side, unit: UnitId) -> Refusal {
        let why = if !self.army.knows(unit) || self.army.side(unit) != side {
            "it is not of the side whose turn it is"
        } else if self.army.is_hidden(unit) && !self.army.record(unit).activated {
            "those behind one picket act together, by the first of them"
        } else if self.is_due(unit) {
            "somebody stands where it would come in"
        } else if !self.army.is_out(unit) {
            "it is not on the table"
        } else {
            "it has had its turn"
        };
        Refusal::new(why, rule!("turn.finish_unit_first"))
    }

    fn check_order(&self, orders: &[Order], may_move: bool, order: &Order) -> Result<(), Refusal> {
        let Some(active) = self.army.active() else {
            return Err(WRONG_ANSWER);
        };
        match order {
            Order::Move {
                form,
                form_last,
                legs,
            } => {
                if !may_move {
                    return Err(self.why_not_move(active));
                }
                self.check_move(&active.units, *form, *form_last, legs)
                    .map(|_| ())
            }
            order if orders.contains(order) => Ok(()),
            order if self.why_not_hidden(&active.units, order.deed()).is_some() => {
                let why = self.why_not_hidden(&active.units, order.deed());
                Err(why.unwrap_or(WRONG_ANSWER))
            }
            Order::Fire {
                units,
                target,
                kind,
            } if units.len() > 1 => self.check_volley(active, units, *target, *kind),
            Order::Pivot { degrees } if !active.group => self.check_pivot(&active.units, *degrees),
            Order::Charge {
                lead,
                assaults,
                halt,
            } if orders.iter().any(|order| order.deed() == Deed::Charge) => {
                self.check_charge(&active.units, *lead, assaults, *halt)
            }
            order => Err(self.why_not(active, order)),
        }
    }
}
