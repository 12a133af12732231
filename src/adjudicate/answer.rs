//! Answers as they are written.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::request::{
    FireRequest, ImpactRequest, MoraleRequest, Request, RequestFault, charge_zone, charger, faces,
    two_faces,
};
use crate::rules::fire::{Band, FireOdds, FireResult, FireTerms};
use crate::rules::impact::{Impact, ImpactOdds, ImpactOutcome, ImpactTerms, ImpactWinner};
use crate::rules::morale::{CheckOdds, CheckOutcome, MoralePoints};
use crate::rules::{Modifiers, Morale, Named, Rules, Unit};

/// The ruling on one request.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// On a fire.
    Fire(FireAnswer),
    /// On a morale check.
    Morale(Box<MoraleAnswer>),
    /// On an impact.
    Impact(Box<ImpactAnswer>),
}

impl Answer {
    /// Judges a request.
    pub fn to(rules: &Rules, request: &Request) -> Result<Self, RequestFault> {
        Ok(match request {
            Request::Fire(request) => Self::Fire(judge_fire(rules, request)?),
            Request::Morale(request) => Self::Morale(Box::new(judge_morale(rules, request)?)),
            Request::Impact(request) => Self::Impact(Box::new(judge_impact(rules, request)?)),
        })
    }
}

/// The ruling on a fire.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[allow(missing_docs)]
pub enum FireAnswer {
    /// It may be rolled.
    Allowed(Box<AllowedFire>),
    /// The rules forbid it.
    Refused { allowed: bool, why: String },
}

/// A fire that may be rolled.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct AllowedFire {
    pub allowed: bool,
    pub band: Band,
    pub fp: i32,
    pub dice: u32,
    pub drm: i32,
    #[serde(serialize_with = "drms")]
    pub modifiers: Modifiers,
    #[serde(serialize_with = "fire_odds")]
    pub odds: FireOdds,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub rolled: Option<RolledFire>,
}

/// What the dice made of a fire.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct RolledFire {
    pub total: i32,
    pub result: FireResult,
}

/// The ruling on a morale check.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct MoraleAnswer {
    pub bmp: i32,
    pub mmp: i32,
    #[serde(serialize_with = "mmps")]
    pub modifiers: Modifiers,
    #[serde(serialize_with = "check_odds")]
    pub odds: CheckOdds,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub rolled: Option<RolledCheck>,
    /// What the bounds of the MMP took off or added, before and after the modifiers.
    #[serde(skip)]
    pub held: (i32, i32),
    /// What the BMP was multiplied by for want of support.
    #[serde(skip)]
    pub bmp_factor: i32,
}

/// What the dice made of a check.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct RolledCheck {
    pub after: &'static str,
    pub falls_back: u32,
    pub loses: u32,
    pub recovers: u32,
}

/// The ruling on an impact.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ImpactAnswer {
    pub attacker_mmp: i32,
    pub defender_mmp: i32,
    pub attacker_value: i32,
    pub defender_value: i32,
    pub odds: ImpactOddsAnswer,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub rolled: Option<RolledImpact>,
    /// The whole arithmetic, for people.
    #[serde(skip)]
    pub terms: ImpactTerms,
    /// What the defender's BMP was multiplied by for want of support.
    #[serde(skip)]
    pub defender_bmp_factor: i32,
}

/// The odds of an impact.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ImpactOddsAnswer {
    pub attacker_wins: f64,
    pub tie: f64,
    pub defender_wins: f64,
}

/// What the dice made of an impact.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct RolledImpact {
    pub by: u32,
    pub winner: ImpactWinner,
    pub outcome: ImpactOutcome,
}

fn judge_fire(rules: &Rules, request: &FireRequest) -> Result<FireAnswer, RequestFault> {
    let firers = request.firers()?;
    let target = request.target.unit("fire.target", false)?;
    let fire = request.fire(&firers, &target)?;
    let dice = request
        .dice
        .as_deref()
        .map(|dice| faces("fire.dice", dice))
        .transpose()?;
    let terms = match rules.fire(&fire) {
        Ok(terms) => terms,
        Err(refusal) => {
            return Ok(FireAnswer::Refused {
                allowed: false,
                why: refusal.to_string(),
            });
        }
    };
    let rolled = dice
        .map(|dice| rolled_fire(rules, &terms, &dice))
        .transpose()?;
    Ok(FireAnswer::Allowed(Box::new(AllowedFire {
        allowed: true,
        band: terms.band,
        fp: terms.firepower,
        dice: terms.dice,
        drm: terms.drm,
        odds: rules.fire_odds(&terms),
        modifiers: terms.modifiers,
        rolled,
    })))
}

fn rolled_fire(rules: &Rules, terms: &FireTerms, dice: &[u8]) -> Result<RolledFire, RequestFault> {
    if !terms.fits(dice) {
        let what = if terms.band == Band::Desperation {
            "desperation fire rolls one die, and a 6 once more; allowed: one die of 1 to 5, or a 6 \
             and a second die"
                .to_owned()
        } else {
            format!("{} dice given; allowed: {}", dice.len(), terms.dice)
        };
        return Err(RequestFault::new("fire.dice", what));
    }
    let total = terms.total(dice);
    Ok(RolledFire {
        total,
        result: rules.fire_result(terms.line, total),
    })
}

fn judge_morale(rules: &Rules, request: &MoraleRequest) -> Result<MoraleAnswer, RequestFault> {
    let unit = request.unit.unit("morale.unit", false)?;
    let by = match &request.charge {
        Some(charge) => Some(charger("morale.charge.by", &charge.by)?),
        None => None,
    };
    if by.is_some() && unit.morale == Morale::Routed {
        let what = "a routed unit takes no fear-of-charge check: it surrenders if it is impacted; \
                    allowed: good_order, disorder, shaken";
        return Err(RequestFault::new("morale.unit.morale", what));
    }
    let situation = request.situation(&unit, by.as_ref())?;
    if unit.morale == Morale::Routed && (situation.fire.is_some() || situation.check > 0) {
        let what = "a routed unit is made to take no check, it only rallies; allowed with `fire` or \
                    `check`: good_order, disorder, shaken";
        return Err(RequestFault::new("morale.unit.morale", what));
    }
    let unsupported = situation
        .charge
        .is_some_and(|charge| charge.unsupported_battery);
    let MoralePoints {
        bmp,
        mmp,
        modifiers,
        held_before,
        held_after,
    } = rules.morale_points(&situation);
    let rolled = match request.dice.as_deref() {
        Some(dice) => {
            let dice = two_faces("morale.dice", dice)?;
            Some(rolled_check(rules.check_morale(
                request.scale,
                &unit,
                mmp,
                dice,
            )))
        }
        None => None,
    };
    Ok(MoraleAnswer {
        bmp,
        mmp,
        modifiers,
        odds: rules.check_odds(request.scale, &unit, mmp),
        rolled,
        held: (held_before, held_after),
        bmp_factor: bmp_factor(rules, &unit, unsupported),
    })
}

/// What the rules multiply the BMP of an unsupported battery by.
fn bmp_factor(rules: &Rules, unit: &Unit, unsupported: bool) -> i32 {
    if unsupported && unit.is_artillery() {
        rules.morale.unsupported_battery_factor
    } else {
        1
    }
}

fn rolled_check(outcome: CheckOutcome) -> RolledCheck {
    RolledCheck {
        after: outcome.after.map_or("removed", Named::name),
        falls_back: outcome.falls_back,
        loses: outcome.loses,
        recovers: outcome.recovers,
    }
}

fn judge_impact(rules: &Rules, request: &ImpactRequest) -> Result<ImpactAnswer, RequestFault> {
    let attacker = charger("impact.attacker.unit", &request.attacker.unit)?;
    let defender = request.defender.unit.unit("impact.defender.unit", false)?;
    let dice = match (&request.attacker_dice, &request.defender_dice) {
        (Some(attacker), Some(defender)) => Some((
            two_faces("impact.attacker_dice", attacker)?,
            two_faces("impact.defender_dice", defender)?,
        )),
        (None, None) => None,
        (Some(_), None) => {
            return Err(RequestFault::new(
                "impact.defender_dice",
                "missing, and both sides roll; allowed: two dice",
            ));
        }
        (None, Some(_)) => {
            return Err(RequestFault::new(
                "impact.attacker_dice",
                "missing, and both sides roll; allowed: two dice",
            ));
        }
    };
    let terms = rules.impact(&Impact {
        scale: request.scale,
        attacker: request.attacker.side(&attacker)?,
        defender: request.defender.side(&defender)?,
        on: charge_zone("impact.on", request.on)?,
        works: request.defender.works.into(),
        cover: request.defender.cover,
        unsupported_battery: request.defender.unsupported_battery,
        battalion_value: 0,
    });
    let ImpactOdds {
        attacker_wins,
        tie,
        defender_wins,
    } = rules.impact_odds(&terms);
    let rolled = dice.map(|(attacker, defender)| {
        let result = rules.impact_result(&terms, attacker, defender);
        RolledImpact {
            by: result.by,
            winner: result.winner,
            outcome: result.outcome,
        }
    });
    Ok(ImpactAnswer {
        attacker_mmp: terms.attacker.mmp,
        defender_mmp: terms.defender.mmp,
        attacker_value: terms.attacker_value,
        defender_value: terms.defender_value,
        odds: ImpactOddsAnswer {
            attacker_wins,
            tie,
            defender_wins,
        },
        rolled,
        terms,
        defender_bmp_factor: bmp_factor(rules, &defender, request.defender.unsupported_battery),
    })
}

fn drms<S: Serializer>(modifiers: &Modifiers, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Drm {
        what: &'static str,
        drm: i32,
        counted: bool,
    }
    serializer.collect_seq(modifiers.iter().map(|modifier| Drm {
        what: modifier.what,
        drm: modifier.value,
        counted: modifier.counted,
    }))
}

fn mmps<S: Serializer>(modifiers: &Modifiers, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Mmp {
        what: &'static str,
        mmp: i32,
        counted: bool,
    }
    serializer.collect_seq(modifiers.iter().map(|modifier| Mmp {
        what: modifier.what,
        mmp: modifier.value,
        counted: modifier.counted,
    }))
}

fn fire_odds<S: Serializer>(odds: &FireOdds, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(odds.iter().map(|(result, chance)| (result.name(), chance)))
}

fn check_odds<S: Serializer>(odds: &CheckOdds, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(5))?;
    for &level in Morale::ALL {
        map.serialize_entry(level.name(), &odds.of(level))?;
    }
    map.serialize_entry("removed", &odds.removed)?;
    map.end()
}
