//! Formations, and what it costs to change them.

use serde::{Deserialize, Serialize};

use super::named::named;
use super::{Gun, GunClass, Quality, Rules, Unit};

named! {
    /// Formations of infantry.
    ///
    /// Rules: `formation.infantry_list`.
    pub enum InfantryFormation: "formation of infantry" {
        /// Two ranks, all muskets to the front.
        BattleLine = "battle_line",
        /// One rank, wider and looser.
        ExtendedLine = "extended_line",
        /// Stands apart from each other, in front of the line.
        Skirmish = "skirmish",
        /// Stand behind stand, for the charge.
        AttackColumn = "attack_column",
        /// Stand behind stand, for the march.
        RoadColumn = "road_column",
        /// All sides defended against cavalry.
        Square = "square",
    }
}

named! {
    /// Formations of cavalry, mounted or not.
    ///
    /// Rules: `cavalry.formations`.
    pub enum CavalryFormation: "formation of cavalry" {
        /// One rank.
        Line = "line",
        /// Two ranks.
        DoubleLine = "double_line",
        /// Spread out.
        Skirmish = "skirmish",
        /// Stand behind stand, for the march.
        RoadColumn = "road_column",
    }
}

named! {
    /// Whether guns are ready to fire.
    pub enum GunFormation: "formation of artillery" {
        /// Ready to fire.
        Unlimbered = "unlimbered",
        /// Hooked up for the march.
        Limbered = "limbered",
    }
}

/// The shape a formation has for fire and enfilade, whatever its arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A line of infantry or cavalry.
    Line,
    /// A column of infantry or cavalry.
    Column,
    /// Skirmishers.
    Skirmish,
    /// An infantry square.
    Square,
    /// Guns ready to fire.
    Unlimbered,
    /// Guns hooked up for the march.
    Limbered,
}

/// What a change of formation, (un)limbering or (dis)mounting takes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeCost {
    /// That part of one action's movement, before or after moving; or a whole reaction.
    PartOfMove(f32),
    /// A whole action or reaction.
    Action,
    /// That many actions one after the other.
    Actions(u32),
    /// It cannot be done.
    Never,
}

impl Rules {
    /// Whether a unit may take up a cavalry formation: mounted infantry in the saddle only the road
    /// column and on foot only what infantry has too, Native American cavalry on foot only line and
    /// skirmish.
    ///
    /// Rules: `special.mounted_infantry_formation`, `special.native_formations`.
    pub fn may_form(&self, unit: &Unit, formation: CavalryFormation) -> bool {
        let on_foot = unit.is_cavalry() && !unit.is_mounted();
        if unit.is_mounted() && unit.traits.mounted_infantry {
            return formation == CavalryFormation::RoadColumn;
        }
        if on_foot && unit.traits.mounted_infantry {
            return formation != CavalryFormation::DoubleLine;
        }
        if on_foot && unit.traits.native {
            return matches!(
                formation,
                CavalryFormation::Line | CavalryFormation::Skirmish
            );
        }
        true
    }

    /// What a change of formation takes. Squares take a whole action from everybody.
    ///
    /// Rules: `formation.change_action`, `formation.change_half`, `formation.change_green`,
    /// `formation.front_to_flank`, `formation.flank_to_column`, `square.form`.
    pub fn formation_change(&self, quality: Quality, to_or_from_square: bool) -> ChangeCost {
        if quality == Quality::Green || to_or_from_square {
            ChangeCost::Action
        } else {
            ChangeCost::PartOfMove(self.movement.formation_change)
        }
    }

    /// What limbering or unlimbering takes.
    ///
    /// Rules: `artillery.limber_half`, `artillery.limber_green`, `heavy.limber`, `heavy.fortress`.
    pub fn limbering(&self, quality: Quality, gun: Gun) -> ChangeCost {
        match gun.class() {
            GunClass::Fortress => ChangeCost::Never,
            GunClass::Siege => ChangeCost::Actions(self.movement.siege_limber_actions),
            GunClass::Field if quality == Quality::Green => ChangeCost::Action,
            GunClass::Field => ChangeCost::PartOfMove(self.movement.limber),
        }
    }

    /// What mounting or dismounting takes.
    ///
    /// Rules: `cavalry.mount_cost`, `react.mount`.
    pub fn mounting(&self, quality: Quality) -> ChangeCost {
        if quality.is_seasoned() {
            ChangeCost::PartOfMove(self.movement.mount)
        } else {
            ChangeCost::Action
        }
    }
}
