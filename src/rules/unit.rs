//! A unit as the rules see it: values only, no place on the table.

use serde::{Deserialize, Serialize};

use super::formation::{CavalryFormation, InfantryFormation, Shape};
use super::named::named;
use super::weapon::{CavalryWeapon, Gun, GunClass, InfantryWeapon};
use super::{Morale, Quality};

named! {
    /// The two sides.
    pub enum Side: "side" {
        /// The United States.
        Union = "union",
        /// The Confederate States.
        Confederate = "confederate",
    }
}

impl Side {
    /// The enemy.
    #[inline]
    pub fn other(self) -> Self {
        match self {
            Self::Union => Self::Confederate,
            Self::Confederate => Self::Union,
        }
    }
}

/// The arm of a unit with what only that arm has. A weapon may be unknown where no fire is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Troops {
    /// A regiment of foot.
    Infantry {
        /// What it carries.
        weapon: Option<InfantryWeapon>,
        /// How it stands.
        formation: InfantryFormation,
    },
    /// A regiment, battalion or squadron of horse.
    Cavalry {
        /// What it carries beside its pistols.
        weapon: Option<CavalryWeapon>,
        /// How it stands.
        formation: CavalryFormation,
        /// In the saddle.
        mounted: bool,
    },
    /// A battery.
    Artillery {
        /// Its guns.
        gun: Option<Gun>,
        /// Hooked up for the march.
        limbered: bool,
    },
}

/// Stands left and stands at full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stands {
    /// Left now.
    pub now: u32,
    /// At full strength.
    pub full: u32,
}

/// What a few units have that others do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traits {
    /// A sharpshooter unit.
    pub sharpshooter: bool,
    /// Irregular Native American cavalry.
    pub native: bool,
    /// Cavalry with lances.
    pub lancer: bool,
    /// Two depleted regiments made one.
    pub merged: bool,
    /// Infantry that rides to the field.
    pub mounted_infantry: bool,
}

/// A unit at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Arm, weapon and formation.
    pub troops: Troops,
    /// Its side.
    pub side: Side,
    /// Its quality.
    pub quality: Quality,
    /// Figures, or sections of a battery.
    pub strength: u32,
    /// Figures or sections that bear, where the table says so.
    pub bearing: Option<u32>,
    /// Sections a battery has lost so far.
    pub lost_sections: u32,
    /// Stands left.
    pub stands: Stands,
    /// Its morale level.
    pub morale: Morale,
    /// It is charging.
    pub charging: bool,
    /// What is special about it.
    pub traits: Traits,
}

impl Unit {
    /// The shape it has for fire and enfilade.
    #[inline]
    pub fn shape(&self) -> Shape {
        match self.troops {
            Troops::Infantry { formation, .. } => match formation {
                InfantryFormation::BattleLine | InfantryFormation::ExtendedLine => Shape::Line,
                InfantryFormation::Skirmish => Shape::Skirmish,
                InfantryFormation::AttackColumn | InfantryFormation::RoadColumn => Shape::Column,
                InfantryFormation::Square => Shape::Square,
            },
            Troops::Cavalry { formation, .. } => match formation {
                CavalryFormation::Line | CavalryFormation::DoubleLine => Shape::Line,
                CavalryFormation::Skirmish => Shape::Skirmish,
                CavalryFormation::RoadColumn => Shape::Column,
            },
            Troops::Artillery { limbered: true, .. } => Shape::Limbered,
            Troops::Artillery {
                limbered: false, ..
            } => Shape::Unlimbered,
        }
    }

    /// A battery.
    #[inline]
    pub fn is_artillery(&self) -> bool {
        matches!(self.troops, Troops::Artillery { .. })
    }

    /// A regiment of foot.
    #[inline]
    pub fn is_infantry(&self) -> bool {
        matches!(self.troops, Troops::Infantry { .. })
    }

    /// Horse, mounted or not.
    #[inline]
    pub fn is_cavalry(&self) -> bool {
        matches!(self.troops, Troops::Cavalry { .. })
    }

    /// Cavalry in the saddle.
    #[inline]
    pub fn is_mounted(&self) -> bool {
        matches!(self.troops, Troops::Cavalry { mounted: true, .. })
    }

    /// Whether it takes to its horses when it runs: cavalry does, mounted infantry on foot does not.
    ///
    /// Rules: `cavalry.two_rates`, `special.mounted_infantry_dismount`.
    pub fn runs_mounted(&self) -> bool {
        self.is_mounted() || (self.is_cavalry() && !self.traits.mounted_infantry)
    }

    /// Mounted infantry in the saddle: it rides to the fight, and does not charge on horseback.
    ///
    /// Rules: `special.mounted_infantry_formation`.
    pub fn only_rides(&self) -> bool {
        self.is_mounted() && self.traits.mounted_infantry
    }

    /// Infantry, and mounted infantry that has left its horses: all its fighting is as infantry.
    ///
    /// Rules: `special.mounted_infantry_formation`.
    pub fn fights_as_infantry(&self) -> bool {
        self.is_infantry()
            || (self.is_cavalry() && !self.is_mounted() && self.traits.mounted_infantry)
    }

    /// Deployed as skirmishers.
    #[inline]
    pub fn is_skirmishing(&self) -> bool {
        self.shape() == Shape::Skirmish
    }

    /// Down to one stand of two or more. Batteries never are.
    ///
    /// Rules: `unit.depleted`, `unit.stands`, `unit.mixed_stand_counts`.
    #[inline]
    pub fn is_depleted(&self) -> bool {
        !self.is_artillery() && self.stands.now == 1 && self.stands.full > 1
    }

    /// Disordered in whatever degree: such a unit is neither enfiladed nor flanked.
    ///
    /// Rules: `enfilade.disordered`, `move.disorder_any_way`.
    #[inline]
    pub fn is_out_of_order(&self) -> bool {
        self.morale != Morale::GoodOrder || self.is_depleted()
    }

    /// Men that the figures stand for. A battery is counted in guns instead.
    ///
    /// Rules: `scale.figures`, `sharpshooter.ratio`.
    pub fn men(&self) -> u32 {
        let each = match self.troops {
            Troops::Infantry { .. } if self.traits.sharpshooter => 30,
            Troops::Infantry { .. } => 60,
            Troops::Cavalry { .. } => 30,
            Troops::Artillery { .. } => 0,
        };
        self.strength * each
    }

    /// Guns of a battery: two to a section.
    pub fn guns(&self) -> u32 {
        if self.is_artillery() {
            self.strength * 2
        } else {
            0
        }
    }

    /// Fortress guns: they neither move nor pivot.
    pub fn is_fortress_artillery(&self) -> bool {
        matches!(self.troops, Troops::Artillery { gun: Some(gun), .. } if gun.class() == GunClass::Fortress)
    }

    /// Siege guns that are not on their limber: they pivot, and have no move of their own.
    ///
    /// Rules: `heavy.no_unlimbered_move`.
    pub fn is_emplaced(&self) -> bool {
        matches!(self.troops, Troops::Artillery { gun: Some(gun), limbered: false } if gun.class() == GunClass::Siege)
    }

    /// The guns, where they are siege or fortress guns.
    pub fn is_heavy_artillery(&self) -> bool {
        matches!(self.troops, Troops::Artillery { gun: Some(gun), .. } if gun.is_heavy())
    }
}
