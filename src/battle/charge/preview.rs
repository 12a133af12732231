//! The odds of a charge before anybody commits himself. Rolls nothing and changes nothing.

use crate::army::{Assault, Cause, UnitId};
use crate::battle::Situation;
use crate::rules::Morale;
use crate::rules::charge::ChargeOdds;
use crate::rules::fire::{FireKind, FireOdds};
use crate::rules::impact::ImpactOdds;
use crate::rules::morale::{CheckOdds, MoralePoints};

/// The exact odds of each stage of a charge as things stand.
#[derive(Clone, Debug)]
pub struct ChargePreview {
    /// Inches to the target.
    pub inches: f32,
    /// Whether the charge gets there, and in what order.
    pub reach: ChargeOdds,
    /// The defender's morale at the fear-of-charge check, with all its reasons.
    pub defender: MoralePoints,
    /// What becomes of the defender at that check.
    pub fear: CheckOdds,
    /// What the defender's fire at point blank (or in desperation) would do, if it has one.
    pub fire: Option<FireOdds>,
    /// The impact if the charge comes in as it most probably does.
    pub impact: ImpactOdds,
}

impl Situation {
    /// The odds of a charge by a lead unit with everybody else of its group in support.
    pub fn preview_charge(&self, group: &[UnitId], target: UnitId) -> Option<ChargePreview> {
        let (lead, way) = self.lead_against(group, target)?;
        let inches = self.sweep(lead, way, target, 60.0)?;
        let values = *self.army.unit(lead);
        let normal = self.charge_move(lead, way);
        let dice = self.bonus_dice(lead, way, normal);
        let reach = self.rules.charge_odds(&values, normal, dice, inches);
        let own = Assault { unit: lead, target };
        let followers = self.followers(group, &[own], way).into_iter();
        let supports = followers.filter(|other| !self.army.unit(other.unit).is_depleted());
        let supports = (supports.count() as u32).min(self.rules.charge.support_limit);
        let mut charger = values;
        charger.charging = true;
        if reach.in_disorder > reach.in_order {
            charger.morale = charger.morale.max(Morale::Disorder);
        }
        let defender = *self.army.unit(target);
        let scale = self.field().scale;
        let mut strain = self.strain(target, 0, Cause::Charge { by: lead });
        if let Some(dread) = &mut strain.charge {
            dread.supports = supports;
        }
        strain.enemy_close = !charger.is_skirmishing();
        let situation = strain.situation(scale, &defender, Some(&charger));
        let points = self.rules.morale_points(&situation);
        let fear = self.rules.check_odds(scale, &defender, points.mmp);
        let kind = if self.army.record(target).reacted {
            FireKind::Desperation
        } else {
            FireKind::PointBlank
        };
        let fire = self
            .fire_terms(&[target], lead, kind)
            .ok()
            .map(|terms| self.rules.fire_odds(&terms));
        let standing = self.supporters(target).len() as u32;
        let encounter = self.encounter((lead, supports), (target, standing));
        let impact = encounter.impact(scale, &charger, &defender);
        Some(ChargePreview {
            inches,
            reach,
            defender: points,
            fear,
            fire,
            impact: self.rules.impact_odds(&self.rules.impact(&impact)),
        })
    }
}
