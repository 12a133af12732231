//! Modifiers of the target: its two best and its two worst count.

use super::chart::ByFire;
use super::range::Band;
use super::{Fire, FireKind};
use crate::rule;
use crate::rules::formation::Shape;
use crate::rules::modifier::Modifiers;
use crate::rules::weapon::Bore;
use crate::rules::works::Obstacle;
use crate::rules::{
    CavalryFormation, Cover, InfantryFormation, Morale, Quality, RuleId, Rules, Troops, Unit, Zone,
};

const VILLAGE: &str = "in a farm or village";

impl Rules {
    /// Adds the target's modifiers and applies the two-and-two limit.
    ///
    /// Rules: `fire.target_two_two`, `target.cavalry_pairing`.
    pub(super) fn target_modifiers(&self, fire: &Fire, band: Band, modifiers: &mut Modifiers) {
        let artillery = fire.by_artillery();
        let mut add = |what, value: ByFire, rule| {
            modifiers.add_limited(what, value.by(artillery), rule);
        };
        self.target_quality(fire.target, &mut add);
        if fire.kind == FireKind::Melee {
            return;
        }
        self.protection(fire, band, &mut add);
        self.exposure(fire, band, &mut add);
        modifiers.limit_two_and_two();
        village_or_others(modifiers);
    }

    fn target_quality(&self, target: &Unit, add: &mut impl FnMut(&'static str, ByFire, RuleId)) {
        let chart = &self.fire.target;
        match target.quality {
            Quality::Elite => add("elite target", chart.elite, rule!("target.elite")),
            Quality::Veteran => {}
            Quality::Trained => add("trained target", chart.trained, rule!("target.quality")),
            Quality::Green => add("green target", chart.green, rule!("target.quality")),
        }
    }

    fn protection(
        &self,
        fire: &Fire,
        band: Band,
        add: &mut impl FnMut(&'static str, ByFire, RuleId),
    ) {
        let chart = &self.fire.target;
        if !fire.target.charging {
            self.cover(fire, add);
        }
        if let Some(obstacle) = fire.obstacle {
            // No cover, so a charge does not leave it behind.
            let value = self.obstacle_modifier(obstacle, fire.firers[0].is_infantry());
            let rule = rule!("obstacle.fire");
            add(obstacle_name(obstacle), (value, value).into(), rule);
        }
        if fire.behind_skirmishers {
            let rule = if fire.from == Zone::Front {
                rule!("target.behind_skirmishers")
            } else {
                rule!("enfilade.through_skirmishers")
            };
            add("behind its skirmishers", chart.behind_skirmishers, rule);
        }
        match fire.target.troops {
            Troops::Infantry {
                formation: InfantryFormation::ExtendedLine,
                ..
            } => add(
                "extended line",
                chart.extended_line,
                rule!("target.extended_line"),
            ),
            Troops::Infantry {
                formation: InfantryFormation::Skirmish,
                ..
            } => add(
                "skirmishers",
                chart.infantry_skirmishers,
                rule!("target.skirmishers"),
            ),
            Troops::Cavalry {
                formation: CavalryFormation::Line,
                mounted: false,
                ..
            } => add(
                "dismounted cavalry line",
                chart.dismounted_line,
                rule!("target.dismounted_cavalry"),
            ),
            Troops::Cavalry {
                formation: CavalryFormation::Skirmish,
                mounted: false,
                ..
            } => add(
                "dismounted skirmishers",
                chart.dismounted_skirmishers,
                rule!("target.dismounted_cavalry"),
            ),
            Troops::Artillery {
                limbered: false, ..
            } if !enfilades_guns(fire, band) => add(
                "unlimbered guns",
                chart.unlimbered_artillery,
                rule!("target.unlimbered"),
            ),
            _ => {}
        }
    }

    /// Rules: `target.charging_no_cover`.
    fn cover(&self, fire: &Fire, add: &mut impl FnMut(&'static str, ByFire, RuleId)) {
        let chart = &self.fire.target;
        let cover = fire.cover;
        if cover.contains(Cover::LightWoods) {
            add(
                "in light woods",
                chart.light_woods_or_orchard,
                rule!("target.woods"),
            );
        } else if cover.contains(Cover::Orchard) {
            add(
                "in an orchard",
                chart.light_woods_or_orchard,
                rule!("target.woods"),
            );
        }
        let lines = [
            (
                Cover::HeavyWoods,
                "in heavy woods",
                chart.heavy_woods,
                rule!("target.woods"),
            ),
            (
                Cover::HastyWorks,
                "behind hasty works",
                chart.hasty_works,
                rule!("target.works"),
            ),
            (
                Cover::LightWorks,
                "behind light works",
                chart.light_works,
                rule!("target.works"),
            ),
            (
                Cover::HeavyWorks,
                "behind heavy works",
                chart.heavy_works,
                rule!("target.works"),
            ),
            (
                Cover::WoodFence,
                "behind a fence",
                chart.wood_fence,
                rule!("target.fence_wall"),
            ),
            (
                Cover::StoneWall,
                "behind a stone wall",
                chart.stone_wall,
                rule!("target.fence_wall"),
            ),
            (
                Cover::Village,
                VILLAGE,
                chart.village,
                rule!("target.village"),
            ),
        ];
        for (kind, what, value, rule) in lines {
            if cover.contains(kind) {
                add(what, value, rule);
            }
        }
    }

    fn exposure(
        &self,
        fire: &Fire,
        band: Band,
        add: &mut impl FnMut(&'static str, ByFire, RuleId),
    ) {
        let chart = &self.fire.target;
        let target = fire.target;
        if let Some((what, value, rule)) = self.enfilade(fire, band) {
            add(what, value, rule);
        }
        if target.shape() == Shape::Square {
            add("in square", chart.square, rule!("square.target"));
        }
        if target.is_artillery() && !fire.kind.is_mixed() && self.all_rifled(fire.firers) {
            add(
                "guns under rifled fire",
                chart.artillery_by_rifled,
                rule!("target.rifled_vs_guns"),
            );
        }
        // A routed unit comes under fire only behind another, and is in disorder too.
        if target.morale != Morale::GoodOrder && !target.is_depleted() {
            add(
                "target in disorder",
                chart.disorder,
                rule!("target.disorder"),
            );
        }
        if target.is_mounted() && target.charging {
            let rule = rule!("cavalry.vs_infantry_fire");
            add("charging on horseback", chart.mounted_charging, rule);
        } else if target.is_mounted() {
            add("mounted", chart.mounted, rule!("target.mounted"));
        }
    }

    /// The enfilade line that applies, if the target can be enfiladed at all.
    ///
    /// Rules: `enfilade.not_long`, `enfilade.not_skirmishers`, `enfilade.disordered`,
    /// `enfilade.rear_line`, `enfilade.rear_partial`.
    fn enfilade(&self, fire: &Fire, band: Band) -> Option<(&'static str, ByFire, RuleId)> {
        if band == Band::Long || by_skirmishers(fire) || fire.target.is_out_of_order() {
            return None;
        }
        let chart = &self.fire.target;
        let (partial, full, rule) = match fire.target.shape() {
            Shape::Line => (
                chart.line_partial_flank,
                chart.line_full_flank,
                rule!("enfilade.lines"),
            ),
            Shape::Unlimbered => (
                chart.unlimbered_partial_flank,
                chart.unlimbered_full_flank,
                rule!("enfilade.unlimbered"),
            ),
            Shape::Column => (
                chart.column_side,
                chart.column_front_or_rear,
                rule!("enfilade.columns"),
            ),
            Shape::Limbered => (
                chart.limbered_side,
                chart.limbered_front_or_rear,
                rule!("enfilade.limbered"),
            ),
            Shape::Skirmish | Shape::Square => return None,
        };
        let column = matches!(fire.target.shape(), Shape::Column | Shape::Limbered);
        match (column, fire.from) {
            (false, Zone::PartialFlank) => Some(("partial flank fire", partial, rule)),
            (false, Zone::FullFlank) => Some(("full flank fire", full, rule)),
            (false, Zone::RearPartialFlank) => Some((
                "rear partial flank fire",
                partial,
                rule!("enfilade.rear_partial"),
            )),
            (true, Zone::Side) => Some(("fire into the side", partial, rule)),
            (true, Zone::Front) => Some(("fire along the column", full, rule)),
            (true, Zone::Rear) => Some(("fire along the column from behind", full, rule)),
            _ => None,
        }
    }

    fn all_rifled(&self, firers: &[Unit]) -> bool {
        firers.iter().all(|unit| {
            matches!(unit.troops, Troops::Artillery { gun: Some(gun), .. } if self.bore(gun) == Bore::Rifled)
        })
    }
}

/// Every zone but the front enfilades guns, unless from afar or by skirmishers.
fn enfilades_guns(fire: &Fire, band: Band) -> bool {
    fire.from != Zone::Front && band != Band::Long && !by_skirmishers(fire)
}

fn obstacle_name(obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::Abatis => "behind an abatis",
        Obstacle::FloodedDitch => "in a flooded ditch",
        Obstacle::Fraise => "behind a fraise",
        Obstacle::ChevauxDeFrise => "behind chevaux-de-frise",
    }
}

fn by_skirmishers(fire: &Fire) -> bool {
    fire.firers.iter().any(Unit::is_skirmishing)
}

/// A village stands alone: it, or the two best others, whichever helps the target more.
fn village_or_others(modifiers: &mut Modifiers) {
    let Some(village) = modifiers
        .iter()
        .find(|modifier| modifier.what == VILLAGE)
        .copied()
    else {
        return;
    };
    let mut others: Vec<i32> = modifiers
        .iter()
        .filter(|modifier| modifier.limited && modifier.value < 0 && modifier.what != VILLAGE)
        .map(|modifier| modifier.value)
        .collect();
    others.sort_unstable();
    if others.iter().take(2).sum::<i32>() < village.value {
        modifiers.drop(VILLAGE);
        modifiers.count_two_best_except(VILLAGE);
    } else {
        modifiers.keep_only_benefit(VILLAGE);
    }
}
