//! What bears on a unit that checks its morale.

use serde::{Deserialize, Serialize};

use super::{Army, UnitId};
use crate::rules::morale::{Charged, FireCause, MoraleSituation};
use crate::rules::{Scale, Unit, Works, Zone};

/// The charge that a unit is afraid of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dread {
    /// The lead unit of the charge.
    pub by: UnitId,
    /// Where it comes from.
    pub on: Zone,
    /// Units that support it.
    pub supports: u32,
    /// The charged unit is a battery without support.
    pub unsupported_battery: bool,
    /// The lead unit as it was before its own check, where both check at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_was: Option<Unit>,
}

/// Everything that bears on a check, as the table has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strain {
    /// The n of an nMC.
    pub check: u32,
    /// The fire that caused it.
    pub fire: Option<FireCause>,
    /// Sections that this fire has just cost a battery: they do not count yet.
    #[serde(default)]
    pub fresh_sections: u32,
    /// Adjacent friends that support the unit.
    pub supports: u32,
    /// Benefit of an adjacent or attached leader.
    pub leader: i32,
    /// Works it stands behind.
    pub works: Option<Works>,
    /// Cover that counts for this check.
    pub cover: bool,
    /// It is six inches or more behind friends.
    pub behind_friends: bool,
    /// A steady enemy is within an inch.
    pub enemy_close: bool,
    /// Regiments its brigade has lost.
    pub regiments_lost: u32,
    /// Leaders its brigade has lost.
    pub leaders_lost: u32,
    /// The charge, for a fear-of-charge check.
    pub charge: Option<Dread>,
    /// What the scenario adds.
    pub scenario_mmp: i32,
}

impl Dread {
    /// The lead unit as it is feared, of those in an army.
    pub fn charger(&self, army: &Army) -> Unit {
        self.as_was.unwrap_or_else(|| *army.unit(self.by))
    }
}

impl Strain {
    /// A unit as it counts in the check: a battery by what it had lost before.
    ///
    /// Rules: `morale.bmp_battery`.
    pub fn checking(&self, unit: &Unit) -> Unit {
        Unit {
            lost_sections: unit.lost_sections.saturating_sub(self.fresh_sections),
            ..*unit
        }
    }

    /// The check as the rules judge it; `charger` has the values of the unit it is afraid of.
    pub fn situation<'a>(
        &self,
        scale: Scale,
        unit: &'a Unit,
        charger: Option<&'a Unit>,
    ) -> MoraleSituation<'a> {
        MoraleSituation {
            scale,
            unit,
            check: self.check,
            fire: self.fire,
            supports: self.supports,
            leader: self.leader,
            works: self.works,
            cover: self.cover,
            behind_friends: self.behind_friends,
            enemy_close: self.enemy_close,
            regiments_lost: self.regiments_lost,
            leaders_lost: self.leaders_lost,
            charge: self.charge.zip(charger).map(|(dread, by)| Charged {
                by,
                on: dread.on,
                supports: dread.supports,
                unsupported_battery: dread.unsupported_battery,
            }),
            scenario_mmp: self.scenario_mmp,
        }
    }
}
