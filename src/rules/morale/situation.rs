//! From the basic to the modified morale point.

use crate::rule;
use crate::rules::formation::Shape;
use crate::rules::modifier::Modifiers;
use crate::rules::switches::RearPartialFlank;
use crate::rules::{Morale, Rules, Scale, Unit, Works, Zone};

/// The fire that caused a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FireCause {
    /// It came from guns.
    pub artillery: bool,
    /// From where, as the unit sees it.
    pub from: Zone,
    /// It came at long range.
    pub long_range: bool,
    /// It came from skirmishers.
    pub skirmishers: bool,
}

/// The charge that a fear-of-charge check is about.
#[derive(Clone, Copy, Debug)]
pub struct Charged<'a> {
    /// The lead unit of the charge.
    pub by: &'a Unit,
    /// Where it comes from.
    pub on: Zone,
    /// Units that support it.
    pub supports: u32,
    /// The charged unit is a battery without support.
    pub unsupported_battery: bool,
}

/// A unit that must check its morale, and everything that bears on it.
#[derive(Clone, Copy, Debug)]
pub struct MoraleSituation<'a> {
    /// The scale of the table.
    pub scale: Scale,
    /// Who checks.
    pub unit: &'a Unit,
    /// The n of an nMC.
    pub check: u32,
    /// The fire that caused it.
    pub fire: Option<FireCause>,
    /// Adjacent friends that support it.
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
    pub charge: Option<Charged<'a>>,
    /// What the scenario adds.
    pub scenario_mmp: i32,
}

impl<'a> MoraleSituation<'a> {
    /// A plain check with nothing special about it.
    pub fn new(scale: Scale, unit: &'a Unit) -> Self {
        Self {
            scale,
            unit,
            check: 0,
            fire: None,
            supports: 0,
            leader: 0,
            works: None,
            cover: false,
            behind_friends: false,
            enemy_close: false,
            regiments_lost: 0,
            leaders_lost: 0,
            charge: None,
            scenario_mmp: 0,
        }
    }
}

/// A modified morale point with its arithmetic.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct MoralePoints {
    /// The basic morale point.
    pub bmp: i32,
    /// The modified one.
    pub mmp: i32,
    /// Everything between the two.
    pub modifiers: Modifiers,
    /// What the hold of BMP and level at 12 took off.
    pub held_before: i32,
    /// What the bounds 0 and 12 changed at the end.
    pub held_after: i32,
}

impl Rules {
    /// The MMP of a unit that checks or rallies.
    ///
    /// Rules: `morale.mmp_formula`, `morale.fire_modifier`, `morale.depleting_hit`,
    /// `charge.fear_check`.
    pub fn morale_points(&self, situation: &MoraleSituation) -> MoralePoints {
        let unit = situation.unit;
        let unsupported = situation
            .charge
            .is_some_and(|charge| charge.unsupported_battery);
        let mut modifiers = Modifiers::new();
        self.steadying(situation, &mut modifiers);
        self.shaking(situation, &mut modifiers);
        modifiers.limit_two_and_two();
        modifiers.add("leader", -situation.leader, rule!("morale.good.leader"));
        let check = situation.check as i32;
        modifiers.add("weight of the check", check, rule!("morale.fire_modifier"));
        if let Some(charge) = &situation.charge {
            self.fear_modifiers(situation, charge, &mut modifiers);
        }
        if situation.fire.is_some_and(|fire| fire.artillery)
            && unit.is_cavalry()
            && unit.traits.native
        {
            let value = self.morale.bad.native_under_artillery;
            let rule = rule!("special.native_artillery");
            modifiers.add("Native American cavalry under guns", value, rule);
        }
        let rule = rule!("morale.mmp_formula");
        modifiers.add("scenario", situation.scenario_mmp, rule);
        self.sum_up(unit, unsupported, modifiers)
    }

    /// Adds BMP, level and modifiers up within the bounds of the MMP.
    ///
    /// Rules: `morale.mmp_bounds`, `morale.levels`, `artillery.unsupported`.
    pub(in crate::rules) fn sum_up(
        &self,
        unit: &Unit,
        unsupported_battery: bool,
        mut modifiers: Modifiers,
    ) -> MoralePoints {
        let doubled = unsupported_battery && unit.is_artillery();
        let factor = if doubled {
            self.morale.unsupported_battery_factor
        } else {
            1
        };
        let bmp = self.basic_morale(unit) * factor;
        let situational = modifiers.sum();
        let level = self.level_modifier(unit);
        modifiers.add_first(level_name(unit.morale), level, rule!("morale.levels"));
        let base = (bmp + level).min(self.morale.highest);
        let mmp = (base + situational).clamp(0, self.morale.highest);
        MoralePoints {
            bmp,
            mmp,
            modifiers,
            held_before: base - (bmp + level),
            held_after: mmp - (base + situational),
        }
    }

    fn level_modifier(&self, unit: &Unit) -> i32 {
        if unit.morale == Morale::Disorder && unit.is_depleted() {
            0
        } else {
            self.morale.level[unit.morale]
        }
    }

    /// What lowers the MMP.
    pub(in crate::rules) fn steadying(
        &self,
        situation: &MoraleSituation,
        modifiers: &mut Modifiers,
    ) {
        let chart = &self.morale.good;
        let unit = situation.unit;
        if unit.charging {
            let value = if unit.is_mounted() {
                chart.charging_cavalry
            } else {
                chart.charging_infantry
            };
            modifiers.add_limited("charging", value, rule!("morale.good.charging"));
        } else {
            self.shelter(situation, modifiers);
        }
        if situation.behind_friends {
            let rule = rule!("morale.good.behind_friends");
            modifiers.add_limited("behind friends", chart.behind_friends, rule);
        }
        // In a charge the net number of supports counts instead.
        if situation.charge.is_none() {
            let most = if unit.charging {
                chart.supports_charging
            } else {
                chart.supports_standing
            };
            let supports = situation.supports.min(most) as i32;
            let rule = rule!("morale.good.support");
            modifiers.add_limited("supported", chart.support_each * supports, rule);
        }
    }

    /// Works by their own line, else cover.
    ///
    /// Rules: `target.charging_no_cover`.
    fn shelter(&self, situation: &MoraleSituation, modifiers: &mut Modifiers) {
        let chart = &self.morale.good;
        let rule = rule!("morale.good.works");
        match situation.works {
            Some(Works::Hasty) => modifiers.add_limited("hasty works", chart.hasty_works, rule),
            Some(Works::Light) => modifiers.add_limited("light works", chart.light_works, rule),
            Some(Works::Heavy) => modifiers.add_limited("heavy works", chart.heavy_works, rule),
            None if situation.cover => {
                modifiers.add_limited("cover", chart.cover, rule!("morale.good.cover"));
            }
            None => {}
        }
        if situation.works.is_some() && self.switches.any_works_line {
            modifiers.add_limited("any works", chart.any_works, rule);
        }
    }

    /// What raises the MMP.
    ///
    /// Rules: `morale.bad.lost_cap`.
    pub(in crate::rules) fn shaking(&self, situation: &MoraleSituation, modifiers: &mut Modifiers) {
        let chart = &self.morale.bad;
        if let Some(fire) = situation.fire {
            self.enfilade_morale(situation.unit, fire, modifiers);
        }
        if situation.enemy_close
            || situation
                .charge
                .is_some_and(|charge| is_menacing(charge.by))
        {
            let rule = rule!("morale.bad.near_enemy");
            modifiers.add_limited("enemy close by", chart.near_enemy, rule);
        }
        let lost = (situation.regiments_lost + situation.leaders_lost) as i32 * chart.lost_element;
        let rule = if situation.regiments_lost > 0 {
            rule!("morale.bad.lost_regiments")
        } else {
            rule!("morale.bad.lost_leaders")
        };
        modifiers.add_limited("brigade losses", lost.min(chart.lost_elements_limit), rule);
        if situation.unit.traits.merged {
            modifiers.add_limited("merged regiment", chart.merged, rule!("morale.bad.merged"));
        }
        if let Some(charge) = &situation.charge {
            self.charged_on_flank(situation.unit, charge.by, charge.on, modifiers);
        }
    }

    /// Rules: `enfilade.not_long`, `enfilade.not_skirmishers`, `enfilade.disordered`,
    /// `morale.bad.enfilade_line`, `morale.bad.enfilade_unlimbered`, `morale.bad.enfilade_column`.
    fn enfilade_morale(&self, unit: &Unit, fire: FireCause, modifiers: &mut Modifiers) {
        if fire.long_range || fire.skirmishers || unit.is_out_of_order() {
            return;
        }
        let chart = &self.morale.bad;
        let rear_partial_as_rear =
            self.switches.rear_partial_flank_morale == RearPartialFlank::Rear;
        let zone = match fire.from {
            Zone::RearPartialFlank if rear_partial_as_rear => Zone::Rear,
            Zone::RearPartialFlank => Zone::PartialFlank,
            zone => zone,
        };
        let line = match (unit.shape(), zone) {
            (Shape::Line, Zone::PartialFlank) => {
                ("fire on the partial flank", chart.line_partial_flank)
            }
            (Shape::Line, Zone::FullFlank) => ("fire on the full flank", chart.line_full_flank),
            (Shape::Line, Zone::Rear) => ("fire from the rear", chart.line_rear),
            (Shape::Unlimbered, Zone::PartialFlank) => {
                ("fire on the partial flank", chart.unlimbered_partial_flank)
            }
            (Shape::Unlimbered, Zone::FullFlank) => {
                ("fire on the full flank", chart.unlimbered_full_flank)
            }
            (Shape::Unlimbered, Zone::Rear) => ("fire from the rear", chart.unlimbered_rear),
            (Shape::Column | Shape::Limbered, Zone::Side) => {
                ("fire into the side", chart.column_side)
            }
            (Shape::Column | Shape::Limbered, Zone::Front) => {
                ("fire along the column", chart.column_front)
            }
            (Shape::Column | Shape::Limbered, Zone::Rear) => {
                ("fire from the rear", chart.column_rear)
            }
            _ => return,
        };
        let rule = match unit.shape() {
            Shape::Line => rule!("morale.bad.enfilade_line"),
            Shape::Unlimbered => rule!("morale.bad.enfilade_unlimbered"),
            _ => rule!("morale.bad.enfilade_column"),
        };
        modifiers.add_limited(line.0, line.1.by(fire.artillery), rule);
    }

    /// A disordered unit has no flank to lose, a square none to show.
    pub(in crate::rules) fn charged_on_flank(
        &self,
        unit: &Unit,
        by: &Unit,
        on: Zone,
        modifiers: &mut Modifiers,
    ) {
        if unit.is_out_of_order() || unit.shape() == Shape::Square {
            return;
        }
        let chart = &self.morale.bad;
        let (partial, full, rule) = if by.is_mounted() {
            (
                chart.charged_by_cavalry_partial,
                chart.charged_by_cavalry_full,
                rule!("morale.bad.charged_flank_cavalry"),
            )
        } else {
            (
                chart.charged_by_infantry_partial,
                chart.charged_by_infantry_full,
                rule!("morale.bad.charged_flank_infantry"),
            )
        };
        match on {
            Zone::Front => {}
            Zone::PartialFlank | Zone::RearPartialFlank => {
                modifiers.add_limited("charged on the partial flank", partial, rule);
            }
            Zone::FullFlank | Zone::Side | Zone::Rear => {
                modifiers.add_limited("charged on flank or rear", full, rule);
            }
        }
    }
}

/// Whether an enemy within an inch shakes a unit.
pub(in crate::rules) fn is_menacing(enemy: &Unit) -> bool {
    !enemy.is_skirmishing() && !matches!(enemy.morale, Morale::Shaken | Morale::Routed)
}

fn level_name(morale: Morale) -> &'static str {
    match morale {
        Morale::GoodOrder => "good order",
        Morale::Disorder => "disorder",
        Morale::Shaken => "shaken",
        Morale::Routed => "routed",
    }
}
