//! What fires and checks cost, in figures of plain troops.

use crate::rules::fire::FireOdds;
use crate::rules::{Morale, Quality, Rules, Scale, Unit};

/// What is left of a unit's worth at each level of morale.
const STEADY: [f64; 4] = [1.0, 0.8, 0.42, 0.12];
/// What falling back costs beside.
const BACK: f64 = 0.25;
/// A section of guns in figures.
const SECTION: f64 = 2.2;

/// What a unit would be worth in good order.
pub fn full_worth(unit: &Unit) -> f64 {
    let quality = match unit.quality {
        Quality::Elite => 1.25,
        Quality::Veteran => 1.1,
        Quality::Trained => 0.95,
        Quality::Green => 0.8,
    };
    let figure = if unit.is_artillery() { SECTION } else { 1.0 };
    f64::from(unit.strength) * figure * quality
}

/// What a unit is worth as it is.
pub fn worth(unit: &Unit) -> f64 {
    full_worth(unit) * STEADY[unit.morale as usize]
}

/// What a unit at this level is worth of what it would be in good order.
pub fn steadiness(morale: Morale) -> f64 {
    STEADY[morale as usize]
}

/// What a figure, or section, is worth.
pub fn figure(unit: &Unit) -> f64 {
    full_worth(unit) / f64::from(unit.strength.max(1))
}

/// What a morale check takes from a unit, on average; less than nothing if it mends.
pub fn check_toll(rules: &Rules, scale: Scale, unit: &Unit, mmp: i32) -> f64 {
    let odds = rules.check_odds(scale, unit, mmp.clamp(0, 12));
    let now = STEADY[unit.morale as usize];
    let after: f64 = odds
        .levels
        .iter()
        .zip(STEADY)
        .map(|(chance, left)| chance * left)
        .sum();
    let worse: f64 = (unit.morale as usize + 1..4)
        .map(|level| odds.levels[level])
        .sum();
    full_worth(unit) * (now - after) + BACK * worse
}

/// What a fire takes from its target, who checks his morale against `mmp` and more.
pub fn toll(rules: &Rules, scale: Scale, target: &Unit, odds: &FireOdds, mmp: i32) -> f64 {
    let each = figure(target);
    let mut checks = [None; 8];
    odds.iter()
        .filter(|(_, chance)| *chance > 1e-4)
        .map(|(result, chance)| {
            let Some(number) = rules.check_after(result) else {
                return 0.0;
            };
            let hits = result.hits().min(target.strength);
            let place = (number as usize).min(7);
            let check = *checks[place]
                .get_or_insert_with(|| check_toll(rules, scale, target, mmp + number as i32));
            chance * (1.15 * f64::from(hits) * each + check.max(0.0))
        })
        .sum()
}
