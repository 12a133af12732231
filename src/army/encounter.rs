//! Two lead units that meet.

use serde::{Deserialize, Serialize};

use crate::rules::impact::{Impact, ImpactSide};
use crate::rules::{Scale, Unit, Works, Zone};

/// What one side brings to an impact beside its lead unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EncounterSide {
    /// Benefit of a leader attached to the lead unit.
    pub leader: i32,
    /// Units that support it.
    pub supports: u32,
    /// Regiments its brigade has lost.
    pub regiments_lost: u32,
    /// Leaders its brigade has lost.
    pub leaders_lost: u32,
    /// What the scenario adds to its MMP.
    pub scenario_mmp: i32,
    /// The benefit of charging that it does without.
    #[serde(default, skip_serializing_if = "is_none")]
    pub forgone: i32,
}

fn is_none(value: &i32) -> bool {
    *value == 0
}

/// Everything about an impact that the table decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Encounter {
    /// The charging side.
    pub attacker: EncounterSide,
    /// The charged side.
    pub defender: EncounterSide,
    /// Where the charge came from.
    pub on: Zone,
    /// Works of the defender.
    pub works: Option<Works>,
    /// Other cover of the defender.
    pub cover: bool,
    /// The defender is a battery without support.
    pub unsupported_battery: bool,
    /// Sections that further batteries of the defender's battalion bring.
    pub battalion: u32,
}

impl Encounter {
    /// The lead defender as he counts: batteries of a battalion bring all their sections.
    pub fn defending(&self, defender: &Unit) -> Unit {
        Unit {
            strength: defender.strength + self.battalion,
            ..*defender
        }
    }

    /// The impact as the rules judge it; the defender as [`Encounter::defending`] has him.
    pub fn impact<'a>(&self, scale: Scale, attacker: &'a Unit, defender: &'a Unit) -> Impact<'a> {
        let side = |unit: &'a Unit, side: &EncounterSide| ImpactSide {
            unit,
            leader: side.leader,
            supports: side.supports,
            regiments_lost: side.regiments_lost,
            leaders_lost: side.leaders_lost,
            scenario_mmp: side.scenario_mmp,
            forgone: side.forgone,
        };
        Impact {
            scale,
            attacker: side(attacker, &self.attacker),
            defender: side(defender, &self.defender),
            on: self.on,
            works: self.works,
            cover: self.cover,
            unsupported_battery: self.unsupported_battery,
            battalion_value: 0,
        }
    }
}
