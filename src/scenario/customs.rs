//! What the special rules of a scenario change about its ground, and about who moves first.

use super::file::{SeenOver, SpecialRule};
use super::setup::LeaderSetup;
use crate::field::{Customs, SeeOver};
use crate::rules::{Feature, Side};

/// Who is active first: whoever the file names, or the side whose leaders are better.
///
/// Rules: `scenario.militia.points_variant`.
pub(super) fn initiative(rules: &[SpecialRule], named: Side, leaders: &[LeaderSetup]) -> Side {
    let level = rules.iter().find_map(|rule| match rule {
        SpecialRule::InitiativeByBenefit { level } => level.known(),
        _ => None,
    });
    let Some(level) = level else {
        return named;
    };
    let benefit = |side: Side| -> u32 {
        let own = leaders.iter().filter(|leader| leader.side == side);
        own.map(|leader| leader.benefit).sum()
    };
    let (own, other) = (benefit(level), benefit(level.other()));
    if other > own { level.other() } else { level }
}

/// What the special rules change about the ground.
pub(super) fn customs(rules: &[SpecialRule]) -> Customs {
    let mut customs = Customs::default();
    for rule in rules {
        match rule {
            SpecialRule::SightDepth { feature, inches } => {
                customs
                    .sight_depths
                    .extend(feature.known().map(|feature| (feature, *inches)));
            }
            SpecialRule::CrossAs {
                feature,
                ground,
                disorders,
                extra_inches,
            } => {
                if let (Some(feature), Some(ground)) = (feature.known(), ground.known()) {
                    customs.crossings.push((feature, ground, *disorders));
                    if feature == Feature::Creek {
                        customs.creek_inches = *extra_inches as f32;
                    }
                }
            }
            SpecialRule::GunsSeeOver {
                zones,
                over,
                all_arms,
            } => {
                let mut see_over = SeeOver {
                    zones: zones.clone(),
                    all_arms: *all_arms,
                    ..SeeOver::default()
                };
                for thing in over.iter().filter_map(|word| word.known()) {
                    match thing {
                        SeenOver::Units => see_over.units = true,
                        SeenOver::Orchard => see_over.features.push(Feature::Orchard),
                        SeenOver::Village => see_over.features.push(Feature::Village),
                        SeenOver::Brush => see_over.features.push(Feature::Brush),
                    }
                }
                customs.see_over.push(see_over);
            }
            SpecialRule::RailroadCut {
                along,
                rough_inches,
                ..
            } => {
                customs.railroad_cut = along.known().map(|along| (along, *rough_inches));
            }
            // Those speak of units, not of the ground.
            SpecialRule::LeaderKilled { .. }
            | SpecialRule::Confined { .. }
            | SpecialRule::Mounting { .. }
            | SpecialRule::FirstCheck { .. }
            | SpecialRule::Withdraws { .. }
            | SpecialRule::Tested { .. }
            | SpecialRule::InitiativeByBenefit { .. }
            | SpecialRule::BasicMorale { .. }
            | SpecialRule::WetFlintlocks { .. } => {}
        }
    }
    customs
}
