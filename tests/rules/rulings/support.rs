//! Situations that the rulings are tried on.

use deadly_field::rules::fire::{Fire, FireTerms};
use deadly_field::rules::impact::{Impact, ImpactOutcome, ImpactSide};
use deadly_field::rules::morale::{Charged, MoralePoints, MoraleSituation};
use deadly_field::rules::*;

use crate::units::*;

pub fn book() -> &'static Rules {
    Rules::book()
}

pub fn line(figures: u32) -> Unit {
    infantry(Quality::Veteran, figures)
}

/// The terms of an ordinary 15 mm fire with small changes.
pub fn terms(
    firers: &[Unit],
    target: &Unit,
    range: f32,
    change: impl FnOnce(&mut Fire),
) -> Result<FireTerms, fire::Refusal> {
    let mut fire = Fire::new(Scale::Mm15, firers, target, range);
    change(&mut fire);
    book().fire(&fire)
}

pub fn points<'a>(unit: &'a Unit, change: impl FnOnce(&mut MoraleSituation<'a>)) -> MoralePoints {
    let mut situation = MoraleSituation::new(Scale::Mm15, unit);
    change(&mut situation);
    book().morale_points(&situation)
}

pub fn charge_by(by: &Unit, on: Zone) -> Charged<'_> {
    Charged {
        by,
        on,
        supports: 0,
        unsupported_battery: false,
    }
}

/// The MMP of a fear-of-charge check.
pub fn charged_from(unit: &Unit, by: &Unit, on: Zone) -> i32 {
    let mut situation = MoraleSituation::new(Scale::Mm15, unit);
    situation.charge = Some(charge_by(by, on));
    book().morale_points(&situation).mmp
}

pub fn charged_mmp(unit: &Unit, by: &Unit) -> i32 {
    charged_from(unit, by, Zone::Front)
}

pub fn impact<'a>(attacker: &'a Unit, defender: &'a Unit) -> Impact<'a> {
    let side = |unit| ImpactSide {
        unit,
        leader: 0,
        supports: 0,
    };
    Impact {
        scale: Scale::Mm15,
        attacker: side(attacker),
        defender: side(defender),
        on: Zone::Front,
        works: None,
        cover: false,
        unsupported_battery: false,
        battalion_value: 0,
        scenario_mmp: (0, 0),
    }
}

pub fn outcome(attacker: &Unit, defender: &Unit, lead: i32) -> ImpactOutcome {
    let terms = book().impact(&impact(attacker, defender));
    book().impact_by(&terms, lead).outcome
}
