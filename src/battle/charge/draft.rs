//! A charge while it is being drawn up: who leads, who meets whom, where it halts.

use bevy::math::Vec2;

use super::declare::may_halt;
use crate::army::{Assault, UnitId};
use crate::battle::{Order, Situation};

/// A charge that a group could be ordered to make.
#[derive(Clone, Debug, PartialEq)]
pub struct ChargeOption {
    /// Who leads.
    pub lead: UnitId,
    /// Whom the lead charges.
    pub target: UnitId,
    /// The direction of all.
    pub way: Vec2,
    /// Whom others of the group could charge as well.
    pub others: Vec<Assault>,
    /// Inches to the lead's target: anywhere before it the charge could try to halt.
    pub far: f32,
    /// Inches to walls and fences on the way, the usual places for that.
    pub halts: Vec<f32>,
}

impl ChargeOption {
    /// Whether it could be told to halt so many inches on.
    pub fn may_halt(&self, inches: f32) -> bool {
        may_halt(self.far, inches)
    }
}

impl Situation {
    /// Every charge that a unit or group could be ordered to make.
    pub fn charge_options(&self, group: &[UnitId]) -> Vec<ChargeOption> {
        let chances = self.chances(group).into_iter();
        let option = |mut chance: super::declare::Chance| {
            let own = chance.assaults.pop()?;
            Some(ChargeOption {
                lead: chance.lead,
                target: own.target,
                way: chance.way,
                others: chance.assaults,
                far: chance.far,
                halts: chance.halts,
            })
        };
        chances.filter_map(option).collect()
    }
}

/// A charge as a player has drawn it up so far. It is always one of those that may be ordered.
#[derive(Clone, Debug, PartialEq)]
pub struct ChargeDraft {
    /// Everybody who takes part.
    pub group: Vec<UnitId>,
    /// Whose quality and target decide how far and where the charge goes.
    pub lead: UnitId,
    /// Who meets whom, in the order in which the meetings are resolved.
    pub assaults: Vec<Assault>,
    /// So many inches on it tries to halt.
    pub halt: Option<f32>,
}

impl ChargeDraft {
    /// A charge on a target with everybody else in support, led by whoever is likeliest to
    /// succeed; `None` if he cannot be charged.
    pub fn on(now: &Situation, group: &[UnitId], target: UnitId) -> Option<Self> {
        let options = now.charge_options(group);
        let drafts = options
            .iter()
            .filter(|option| option.target == target)
            .map(|option| Self::of(group, option));
        let success = |draft: &Self| now.charge_view(draft).map_or(0.0, |view| view.success());
        drafts
            .map(|draft| (success(&draft), draft))
            .max_by(|one, other| one.0.total_cmp(&other.0))
            .map(|(_, draft)| draft)
    }

    fn of(group: &[UnitId], option: &ChargeOption) -> Self {
        Self {
            group: group.to_vec(),
            lead: option.lead,
            assaults: vec![Assault {
                unit: option.lead,
                target: option.target,
            }],
            halt: None,
        }
    }

    /// Whom the lead charges.
    pub fn target(&self) -> Option<UnitId> {
        let own = self.assaults.iter().find(|one| one.unit == self.lead)?;
        Some(own.target)
    }

    /// What it may be changed into without another lead or target.
    pub fn option<'a>(&self, options: &'a [ChargeOption]) -> Option<&'a ChargeOption> {
        let target = self.target()?;
        let fits = |option: &&ChargeOption| option.lead == self.lead && option.target == target;
        options.iter().find(fits)
    }

    /// Who could lead a charge on the same target.
    pub fn leads(&self, options: &[ChargeOption]) -> Vec<UnitId> {
        let same = options
            .iter()
            .filter(|option| Some(option.target) == self.target());
        same.map(|option| option.lead).collect()
    }

    /// Whom the same lead could charge.
    pub fn targets(&self, options: &[ChargeOption]) -> Vec<UnitId> {
        let same = options.iter().filter(|option| option.lead == self.lead);
        same.map(|option| option.target).collect()
    }

    /// Another lead or target, everybody else in support; nothing changes if that is no charge.
    pub fn choose(&mut self, options: &[ChargeOption], lead: UnitId, target: UnitId) {
        let fits = |option: &&ChargeOption| option.lead == lead && option.target == target;
        if let Some(option) = options.iter().find(fits) {
            *self = Self::of(&self.group, option);
        }
    }

    /// Somebody charges an enemy of his own, or follows in support again.
    pub fn toggle(&mut self, options: &[ChargeOption], assault: Assault) {
        if assault.unit == self.lead {
            return;
        }
        if self.assaults.contains(&assault) {
            self.assaults.retain(|one| *one != assault);
        } else if self
            .option(options)
            .is_some_and(|option| option.others.contains(&assault))
        {
            self.assaults.retain(|one| one.unit != assault.unit);
            // The lead's meeting is resolved last, as the orders on offer have it.
            self.assaults.insert(self.assaults.len() - 1, assault);
        }
    }

    /// Halts somewhere on the way, or nowhere.
    pub fn halt_at(&mut self, options: &[ChargeOption], halt: Option<f32>) {
        let possible = |inches: f32| {
            self.option(options)
                .is_some_and(|option| option.may_halt(inches))
        };
        if halt.is_none_or(possible) {
            self.halt = halt;
        }
    }

    /// The order.
    pub fn order(&self) -> Order {
        Order::Charge {
            lead: self.lead,
            assaults: self.assaults.clone(),
            halt: self.halt,
        }
    }
}
