//! Several who fire as one.

use super::outlook::Outlook;
use crate::army::UnitId;
use crate::battle::Situation;
use crate::rules::fire::FireKind;

/// What the best fire of some units as one takes from its target, where they stand.
pub fn best_volley(outlook: &Outlook, trial: &Situation, party: &[UnitId]) -> f64 {
    let army = trial.army();
    let (rules, scale) = (trial.rules(), trial.field().scale);
    let Some(&lead) = party.first() else {
        return 0.0;
    };
    let reach = rules.longest_shot(scale, army.unit(lead)).unwrap_or(0.0);
    let at = army.placement(lead).at;
    outlook
        .foes
        .iter()
        .filter(|foe| foe.at.distance(at) < reach + 6.0)
        .filter_map(|foe| {
            let able: Vec<UnitId> = party
                .iter()
                .copied()
                .filter(|&id| trial.single_fire(id, foe.id).is_some() && trial.sees(id, foe.id))
                .collect();
            if able.len() < 2 {
                return None;
            }
            let terms = trial.fire_terms(&able, foe.id, FireKind::Normal).ok()?;
            let odds = rules.fire_odds(&terms);
            Some(outlook.toll(&foe.values, &odds, outlook.nerve(foe.id)))
        })
        .fold(0.0, f64::max)
}
