//! A unit as people describe it.

use serde::{Deserialize, Serialize};

use super::to_rules::{number, within};
use super::{RequestFault, quoted};
use crate::rules::formation::GunFormation;
use crate::rules::{
    CavalryFormation, CavalryWeapon, Gun, InfantryFormation, InfantryWeapon, Morale, Named,
    Quality, Side, Stands, Traits, Troops, Unit,
};

crate::rules::named_enum! {
    /// The arm of a unit.
    pub enum Arm: "arm" {
        /// Foot.
        Infantry = "infantry",
        /// Horse.
        Cavalry = "cavalry",
        /// Guns.
        Artillery = "artillery",
    }
}

/// A unit of a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[allow(missing_docs)]
pub struct UnitRequest {
    pub arm: Arm,
    #[serde(default = "default_side")]
    pub side: Side,
    pub quality: Quality,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figures: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sections: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bearing: Option<i64>,
    #[serde(default)]
    pub lost_sections: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands: Option<[i64; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<String>,
    #[serde(default)]
    pub mounted: bool,
    #[serde(default = "default_morale")]
    pub morale: Morale,
    #[serde(default)]
    pub charging: bool,
    #[serde(default)]
    pub sharpshooter: bool,
    #[serde(default)]
    pub native: bool,
    #[serde(default)]
    pub lancer: bool,
    #[serde(default)]
    pub merged: bool,
    #[serde(default)]
    pub mounted_infantry: bool,
}

super::object::objects! { UnitRequest }

fn default_side() -> Side {
    Side::Union
}

fn default_morale() -> Morale {
    Morale::GoodOrder
}

/// The most figures or sections we take for a unit.
const MOST: i64 = 100;

impl UnitRequest {
    /// The unit as the rules see it; `at` is its place in the request.
    pub(crate) fn unit(&self, at: &str, weapon_needed: bool) -> Result<Unit, RequestFault> {
        let field = |name: &str| format!("{at}.{name}");
        if weapon_needed && self.weapon.is_none() {
            let what = format!("missing; allowed: {}", weapons_of(self.arm));
            return Err(RequestFault::new(field("weapon"), what));
        }
        if self.mounted && self.arm != Arm::Cavalry {
            let what = format!("{} cannot be mounted; allowed: false", self.arm);
            return Err(RequestFault::new(field("mounted"), what));
        }
        let strength = self.strength(at)?;
        let bearing = match self.bearing {
            Some(bearing) => {
                Some(within(&field("bearing"), bearing, 0, i64::from(strength))? as u32)
            }
            None => None,
        };
        if self.lost_sections != 0 && self.arm != Arm::Artillery {
            let what = format!("{} has no sections; allowed: 0", self.arm);
            return Err(RequestFault::new(field("lost_sections"), what));
        }
        Ok(Unit {
            troops: self.troops(at)?,
            side: self.side,
            quality: self.quality,
            strength,
            bearing,
            lost_sections: number(&field("lost_sections"), self.lost_sections)?,
            stands: self.stands(at)?,
            morale: self.morale,
            charging: self.charging,
            traits: Traits {
                sharpshooter: self.sharpshooter,
                native: self.native,
                lancer: self.lancer,
                merged: self.merged,
                mounted_infantry: self.mounted_infantry,
            },
        })
    }

    fn strength(&self, at: &str) -> Result<u32, RequestFault> {
        let (name, given, other_name, other) = match self.arm {
            Arm::Artillery => ("sections", self.sections, "figures", self.figures),
            Arm::Infantry | Arm::Cavalry => ("figures", self.figures, "sections", self.sections),
        };
        if other.is_some() {
            let what = format!("{} is not counted so; allowed: `{name}`", self.arm);
            return Err(RequestFault::new(format!("{at}.{other_name}"), what));
        }
        let field = format!("{at}.{name}");
        match given {
            Some(given) => Ok(within(&field, given, 1, MOST)? as u32),
            None => Err(RequestFault::new(
                field,
                format!("missing; allowed: 1 to {MOST}"),
            )),
        }
    }

    fn stands(&self, at: &str) -> Result<Stands, RequestFault> {
        let (default, least, most) = match self.arm {
            Arm::Artillery => ([1, 1], 1, 1),
            Arm::Infantry | Arm::Cavalry => ([2, 2], 1, 3),
        };
        let [now, full] = self.stands.unwrap_or(default);
        let full = within(&format!("{at}.stands[1]"), full, least, most)?;
        let now = within(&format!("{at}.stands[0]"), now, 1, full)?;
        Ok(Stands {
            now: now as u32,
            full: full as u32,
        })
    }

    fn troops(&self, at: &str) -> Result<Troops, RequestFault> {
        let weapon = format!("{at}.weapon");
        let formation = format!("{at}.formation");
        Ok(match self.arm {
            Arm::Infantry => Troops::Infantry {
                weapon: name::<InfantryWeapon>(&weapon, self.weapon.as_deref())?,
                formation: name(&formation, self.formation.as_deref())?
                    .unwrap_or(InfantryFormation::BattleLine),
            },
            Arm::Cavalry => Troops::Cavalry {
                weapon: name::<CavalryWeapon>(&weapon, self.weapon.as_deref())?,
                formation: name(&formation, self.formation.as_deref())?
                    .unwrap_or(CavalryFormation::Line),
                mounted: self.mounted,
            },
            Arm::Artillery => Troops::Artillery {
                gun: name::<Gun>(&weapon, self.weapon.as_deref())?,
                limbered: name(&formation, self.formation.as_deref())?
                    .unwrap_or(GunFormation::Unlimbered)
                    == GunFormation::Limbered,
            },
        })
    }
}

/// The weapons of an arm.
pub(super) fn weapons_of(arm: Arm) -> String {
    match arm {
        Arm::Infantry => InfantryWeapon::allowed(),
        Arm::Cavalry => CavalryWeapon::allowed(),
        Arm::Artillery => Gun::allowed(),
    }
}

/// The formations of an arm.
pub(super) fn formations_of(arm: Arm) -> String {
    match arm {
        Arm::Infantry => InfantryFormation::allowed(),
        Arm::Cavalry => CavalryFormation::allowed(),
        Arm::Artillery => GunFormation::allowed(),
    }
}

fn name<K: Named>(field: &str, given: Option<&str>) -> Result<Option<K>, RequestFault> {
    match given {
        None => Ok(None),
        Some(given) => K::from_name(given).map(Some).ok_or_else(|| RequestFault {
            field: field.to_owned(),
            // The list of guns is longer than what is quoted otherwise.
            what: crate::rules::unknown_name::<K>(&quoted(given)),
        }),
    }
}
