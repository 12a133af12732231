//! Brigades and divisions against the limits of their period.

use super::{MusterArm, MusterLeader, MusterUnit, Period};
use crate::rule;
use crate::rules::{Quality, RuleId, Rules, Side};

/// A brigade to be mustered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MusterBrigade {
    /// Its leader; every brigade needs one.
    pub leader: Option<MusterLeader>,
    /// Its regiments.
    pub units: Vec<MusterUnit>,
}

/// A division to be mustered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MusterDivision {
    /// Its leader; every division needs one.
    pub leader: Option<MusterLeader>,
    /// Its brigades.
    pub brigades: Vec<MusterBrigade>,
    /// Its batteries.
    pub batteries: Vec<MusterUnit>,
    /// Its artillery leader.
    pub artillery_leader: Option<MusterLeader>,
}

/// What is wrong with a force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MusterFault {
    /// For the player.
    pub what: String,
    /// The rule.
    pub rule: RuleId,
}

impl Rules {
    /// What a brigade costs with its leader; units that cannot be had are faults.
    pub fn brigade_cost(
        &self,
        period: Period,
        side: Side,
        brigade: &MusterBrigade,
    ) -> (u32, Vec<MusterFault>) {
        let mut faults = Vec::new();
        let mut points = self.units_cost(period, side, &brigade.units, &mut faults);
        points += self.leaders_cost(brigade.leader.iter(), &mut faults);
        (points, faults)
    }

    fn units_cost(
        &self,
        period: Period,
        side: Side,
        units: &[MusterUnit],
        faults: &mut Vec<MusterFault>,
    ) -> u32 {
        let costs = units
            .iter()
            .map(|unit| self.muster_cost(period, side, unit, false));
        sum_or_fault(costs, faults)
    }

    fn leaders_cost<'a>(
        &self,
        leaders: impl Iterator<Item = &'a MusterLeader>,
        faults: &mut Vec<MusterFault>,
    ) -> u32 {
        sum_or_fault(leaders.map(|leader| self.leader_cost(leader)), faults)
    }

    /// Everything that is wrong with a brigade of infantry or cavalry.
    ///
    /// Rules: `muster.brigade_size`, `muster.cavalry`, `muster.1864`, `muster.guideline`.
    pub fn brigade_faults(
        &self,
        period: Period,
        side: Side,
        brigade: &MusterBrigade,
    ) -> Vec<MusterFault> {
        let (points, mut faults) = self.brigade_cost(period, side, brigade);
        let mut fault = |bad: bool, rule: RuleId, what: String| {
            if bad {
                faults.push(MusterFault { what, rule });
            }
        };
        let limit = self.muster.limits[period].brigade.of(side);
        let rule = rule!("muster.brigade_size");
        fault(
            brigade.leader.is_none(),
            rule,
            "the brigade has no leader".to_owned(),
        );
        fault(
            points > limit,
            rule,
            format!("the brigade costs {points} points; allowed: {limit}"),
        );
        let cavalry = brigade
            .units
            .iter()
            .all(|unit| matches!(unit.arm, MusterArm::Cavalry(_)));
        if cavalry && !brigade.units.is_empty() {
            self.cavalry_brigade(brigade, &mut fault);
        } else {
            self.infantry_brigade(period, side, brigade, &mut fault);
        }
        faults
    }

    /// Rules: `muster.cavalry`, `muster.cavalry_repeaters`.
    fn cavalry_brigade(
        &self,
        brigade: &MusterBrigade,
        fault: &mut impl FnMut(bool, RuleId, String),
    ) {
        let shape = &self.muster.cavalry_brigade;
        let rule = rule!("muster.cavalry");
        let units = brigade.units.len();
        fault(
            units < shape.units,
            rule,
            format!("{units} cavalry units; at least {}", shape.units),
        );
        let small = brigade
            .units
            .iter()
            .filter(|unit| unit.strength < shape.figures)
            .count();
        fault(
            small > 0,
            rule,
            format!("{small} units have fewer than {} figures", shape.figures),
        );
        let repeaters = count(brigade, MusterUnit::has_repeaters);
        let rule = rule!("muster.cavalry_repeaters");
        let most = shape.repeaters;
        fault(
            repeaters > most,
            rule,
            format!("{repeaters} units with repeating carbines; at most {most}"),
        );
    }

    /// Rules: `muster.brigade_size`, `muster.brigade_quality`, `muster.brigade_repeaters`,
    /// `muster.1865`.
    fn infantry_brigade(
        &self,
        period: Period,
        side: Side,
        brigade: &MusterBrigade,
        fault: &mut impl FnMut(bool, RuleId, String),
    ) {
        let shape = &self.muster.brigade;
        let units = brigade.units.len();
        let (least, most) = shape.regiments;
        let rule = rule!("muster.brigade_size");
        fault(
            units < least || units > most,
            rule,
            format!("{units} regiments; allowed: {least} to {most}"),
        );
        let extreme = count(brigade, |unit| {
            matches!(unit.quality, Quality::Elite | Quality::Green)
        });
        let rule = rule!("muster.brigade_quality");
        let most = shape.elite_or_green;
        fault(
            extreme > most,
            rule,
            format!("{extreme} elite or green regiments; at most {most}"),
        );
        let sharpshooters = count(brigade, |unit| unit.sharpshooter);
        let most = shape.sharpshooters;
        fault(
            sharpshooters > most,
            rule,
            format!("{sharpshooters} sharpshooter units; at most {most}"),
        );
        let repeaters = count(brigade, MusterUnit::has_repeaters);
        let most = shape.repeaters;
        let rule = rule!("muster.brigade_repeaters");
        fault(
            repeaters > most,
            rule,
            format!("{repeaters} regiments with repeaters; at most {most}"),
        );
        if period == Period::Y1865 {
            let raw = count(brigade, |unit| !unit.quality.is_seasoned());
            let least = shape.raw_union_1865;
            let rule = rule!("muster.1865");
            match side {
                Side::Union => fault(
                    raw < least,
                    rule,
                    format!(
                        "{raw} green or trained regiments; a Union brigade of 1865 has at least {least}"
                    ),
                ),
                Side::Confederate => fault(
                    raw > 0,
                    rule,
                    format!(
                        "{raw} green or trained regiments; in 1865 all Confederates are veterans"
                    ),
                ),
            }
        }
    }

    /// Everything that is wrong with a division, its brigades included.
    ///
    /// Rules: `muster.division`, `muster.division_artillery`, `muster.batteries`,
    /// `muster.artillery_leader`.
    pub fn division_faults(
        &self,
        period: Period,
        side: Side,
        division: &MusterDivision,
    ) -> Vec<MusterFault> {
        let mut faults = Vec::new();
        let mut foot = self.leaders_cost(division.leader.iter(), &mut faults);
        let guns = self.units_cost(period, side, &division.batteries, &mut faults)
            + self.leaders_cost(division.artillery_leader.iter(), &mut faults);
        for (number, brigade) in division.brigades.iter().enumerate() {
            foot += self.brigade_cost(period, side, brigade).0;
            faults.extend(
                self.brigade_faults(period, side, brigade)
                    .into_iter()
                    .map(|fault| MusterFault {
                        what: format!("brigade {}: {}", number + 1, fault.what),
                        rule: fault.rule,
                    }),
            );
        }
        let mut fault = |bad: bool, rule: RuleId, what: String| {
            if bad {
                faults.push(MusterFault { what, rule });
            }
        };
        let rule = rule!("muster.division");
        let (least, most) = self.muster.division.brigades;
        let brigades = division.brigades.len();
        fault(
            division.leader.is_none(),
            rule,
            "the division has no leader".to_owned(),
        );
        fault(
            brigades < least || brigades > most,
            rule,
            format!("{brigades} brigades; allowed: {least} to {most}"),
        );
        let limits = &self.muster.limits[period];
        let limit = limits.division.of(side);
        // Reserve artillery comes on top, up to its own limit.
        let reserve = guns.min(limits.division_artillery.of(side));
        let points = foot + guns - reserve;
        fault(
            points > limit,
            rule!("muster.division_artillery"),
            format!(
                "the division costs {points} points beside its reserve artillery; allowed: {limit}"
            ),
        );
        self.batteries(side, division, &mut fault);
        faults
    }

    fn batteries(
        &self,
        side: Side,
        division: &MusterDivision,
        fault: &mut impl FnMut(bool, RuleId, String),
    ) {
        let rule = rule!("muster.batteries");
        let batteries = division.batteries.len();
        let (each_least, each_most) = self.muster.brigade.batteries;
        let brigades = division.brigades.len();
        let (least, most) = (each_least * brigades, each_most * brigades);
        fault(
            batteries < least || batteries > most,
            rule,
            format!("{batteries} batteries for {brigades} brigades; allowed: {least} to {most}"),
        );
        let shape = &self.muster.batteries;
        let (least, most) = match side {
            Side::Union => shape.union_sections,
            Side::Confederate => shape.confederate_sections,
        };
        let odd = division
            .batteries
            .iter()
            .filter(|battery| !(least..=most).contains(&battery.strength))
            .count();
        fault(
            odd > 0,
            rule,
            format!("{odd} batteries of other than {least} to {most} sections"),
        );
        let leads = division.artillery_leader.is_some();
        let above = shape.artillery_leader_above;
        fault(
            leads && (side == Side::Confederate || batteries <= above),
            rule!("muster.artillery_leader"),
            format!("an artillery leader is for the Union with more than {above} batteries"),
        );
    }
}

fn count(brigade: &MusterBrigade, is: impl Fn(&MusterUnit) -> bool) -> usize {
    brigade.units.iter().filter(|unit| is(unit)).count()
}

fn sum_or_fault(
    costs: impl Iterator<Item = Result<u32, crate::rules::fire::Refusal>>,
    faults: &mut Vec<MusterFault>,
) -> u32 {
    let mut sum = 0;
    for cost in costs {
        match cost {
            Ok(points) => sum += points,
            Err(refusal) => faults.push(MusterFault {
                what: refusal.why.to_owned(),
                rule: refusal.rule,
            }),
        }
    }
    sum
}
