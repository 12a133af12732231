//! Brigades, divisions and corps against the limits of their period.

use super::demand::counted;
use super::{Echelon, MusterCommand, MusterLeader, MusterSpot, MusterUnit, Period};
use crate::rule;
use crate::rules::fire::Refusal;
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
    /// Where in the force.
    pub at: MusterSpot,
}

impl MusterFault {
    /// A breach of that rule.
    pub fn new(rule: RuleId, what: String) -> Self {
        Self {
            what,
            rule,
            at: MusterSpot::default(),
        }
    }

    /// A unit or leader that cannot be had.
    pub fn of(refusal: &Refusal) -> Self {
        Self::new(refusal.rule, refusal.why.to_owned())
    }

    /// The same at a place.
    pub fn at(self, at: MusterSpot) -> Self {
        Self { at, ..self }
    }
}

/// What a scenario changes about the limits.
#[derive(Clone, Debug, Default)]
pub(super) struct Latitude {
    /// Points that the scenario grants to a brigade that is mustered alone.
    pub brigade_granted: Option<u32>,
    /// Points that it grants to a division.
    pub division_granted: Option<u32>,
    /// What each brigade may cost.
    pub brigade_points: Option<u32>,
    /// Regiments in a brigade.
    pub regiments: Option<(usize, usize)>,
    /// Brigades in a division.
    pub brigades: Option<(usize, usize)>,
    /// Batteries in all.
    pub batteries: Option<(usize, usize)>,
    /// Units of a brigade with repeaters.
    pub repeaters: Option<usize>,
    /// Confederates may have repeaters.
    pub confederate_repeaters: bool,
    /// Any mixture of elite and green.
    pub any_quality: bool,
    /// Brigades of cavalry in a division or corps.
    pub cavalry: usize,
}

/// Where something is looked at, and what the scenario changes about it.
pub(super) type Here<'a> = (&'a MusterSpot, &'a Latitude);

/// The rule that limits what a command costs in a period.
///
/// Rules: `muster.1864`, `muster.1865`.
fn points_rule(period: Period, up_to_1863: RuleId) -> RuleId {
    match period {
        Period::UpTo1863 => up_to_1863,
        Period::Early1864 | Period::Late1864 => rule!("muster.1864"),
        Period::Y1865 => rule!("muster.1865"),
    }
}

impl Rules {
    /// What a brigade costs with its leader; units that cannot be had are faults.
    pub fn brigade_cost(
        &self,
        period: Period,
        side: Side,
        brigade: &MusterBrigade,
    ) -> (u32, Vec<MusterFault>) {
        let command = brigade.command();
        self.command_cost((period, side), &command, &MusterSpot::default(), false)
    }

    /// Everything that is wrong with a brigade of infantry or cavalry.
    ///
    /// Rules: `muster.brigade_size`, `muster.cavalry`, `muster.guideline`.
    pub fn brigade_faults(
        &self,
        period: Period,
        side: Side,
        brigade: &MusterBrigade,
    ) -> Vec<MusterFault> {
        let top = MusterSpot::default();
        let (_, mut faults) = self.brigade_cost(period, side, brigade);
        let here = (&top, &Latitude::default());
        faults.extend(self.brigade_at((period, side), &brigade.command(), here));
        faults
    }

    /// Everything that is wrong with a division, its brigades included.
    pub fn division_faults(
        &self,
        period: Period,
        side: Side,
        division: &MusterDivision,
    ) -> Vec<MusterFault> {
        let top = MusterSpot::default();
        let of = (period, side);
        let command = division.command();
        let (_, mut faults) = self.command_cost(of, &command, &top, false);
        faults.extend(self.division_at(of, &command, (&top, &Latitude::default())));
        faults
    }

    /// What is wrong with the shape of a brigade; batteries that march with it are not counted.
    ///
    /// Rules: `muster.brigade_size`, `muster.cavalry`.
    pub(super) fn brigade_at(
        &self,
        of: (Period, Side),
        command: &MusterCommand,
        (at, latitude): Here,
    ) -> Vec<MusterFault> {
        let brigade = command.brigade();
        let mut faults = Vec::new();
        let mut fault = |bad: bool, rule: RuleId, what: String| {
            if bad {
                faults.push(MusterFault::new(rule, what).at(at.clone()));
            }
        };
        fault(
            !command.commands.is_empty(),
            rule!("muster.brigade_size"),
            "a brigade has no commands below it".to_owned(),
        );
        let leader = brigade.leader.is_none();
        if command.is_cavalry() {
            fault(
                leader,
                rule!("muster.cavalry"),
                "the brigade has no leader".to_owned(),
            );
            self.cavalry_brigade(&brigade, latitude, &mut fault);
        } else {
            fault(
                leader,
                rule!("muster.brigade_size"),
                "the brigade has no leader".to_owned(),
            );
            self.infantry_brigade(of, &brigade, latitude, &mut fault);
        }
        faults
    }

    /// Rules: `muster.cavalry`, `muster.cavalry_repeaters`.
    fn cavalry_brigade(
        &self,
        brigade: &MusterBrigade,
        latitude: &Latitude,
        fault: &mut impl FnMut(bool, RuleId, String),
    ) {
        let shape = &self.muster.cavalry_brigade;
        let rule = rule!("muster.cavalry");
        let foot = count(brigade, |unit| !unit.is_cavalry());
        fault(
            foot > 0,
            rule,
            format!(
                "{} of foot among cavalry, which has brigades of its own",
                counted(foot, ("regiment", "regiments"))
            ),
        );
        let units = brigade.units.len();
        let (least, most) = latitude.regiments.unwrap_or((shape.units, usize::MAX));
        fault(
            units < least,
            rule,
            format!("{units} cavalry units; at least {least}"),
        );
        fault(
            units > most,
            rule,
            format!("{units} cavalry units; at most {most}"),
        );
        let small = count(brigade, |unit| unit.strength < shape.figures);
        fault(
            small > 0,
            rule,
            format!("{small} units have fewer than {} figures", shape.figures),
        );
        let repeaters = count(brigade, MusterUnit::has_repeaters);
        let rule = rule!("muster.cavalry_repeaters");
        let most = latitude.repeaters.unwrap_or(shape.repeaters);
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
        of: (Period, Side),
        brigade: &MusterBrigade,
        latitude: &Latitude,
        fault: &mut impl FnMut(bool, RuleId, String),
    ) {
        let (period, side) = of;
        let shape = &self.muster.brigade;
        let units = brigade.units.len();
        let (least, most) = latitude.regiments.unwrap_or(shape.regiments);
        let rule = rule!("muster.brigade_size");
        fault(
            units < least || units > most,
            rule,
            format!(
                "{}; allowed: {least} to {most}",
                counted(units, ("regiment", "regiments"))
            ),
        );
        let (points, _) = self.command_cost(
            of,
            &brigade.command(),
            &MusterSpot::default(),
            latitude.confederate_repeaters,
        );
        let usual = self.muster.limits[period].brigade.of(side);
        let granted = usual.max(latitude.brigade_granted.unwrap_or(0));
        let limit = latitude.brigade_points.unwrap_or(granted);
        fault(
            points > limit,
            points_rule(period, rule),
            format!("the brigade costs {points} points; allowed: {limit}"),
        );
        let rule = rule!("muster.brigade_quality");
        let extreme = count(brigade, |unit| {
            matches!(unit.quality, Quality::Elite | Quality::Green)
        });
        let most = shape.elite_or_green;
        fault(
            extreme > most && !latitude.any_quality,
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
        let most = latitude.repeaters.unwrap_or(shape.repeaters);
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

    /// What is wrong with the shape of a division and its brigades.
    ///
    /// Rules: `muster.division`, `muster.division_artillery`, `muster.cavalry`.
    pub(super) fn division_at(
        &self,
        of: (Period, Side),
        command: &MusterCommand,
        (at, latitude): Here,
    ) -> Vec<MusterFault> {
        let (period, side) = of;
        let mut faults = Vec::new();
        for (number, below) in command.commands.iter().enumerate() {
            if below.echelon == Echelon::Brigade {
                faults.extend(self.brigade_at(of, below, (&at.below(number), latitude)));
            }
        }
        let mut fault = |bad: bool, rule: RuleId, what: String| {
            if bad {
                faults.push(MusterFault::new(rule, what).at(at.clone()));
            }
        };
        let rule = rule!("muster.division");
        fault(
            command.leader.is_none(),
            rule,
            "the division has no leader".to_owned(),
        );
        let loose = command.regiments().count();
        fault(
            loose > 0,
            rule,
            format!("{loose} regiments that belong to no brigade"),
        );
        let (least, most) = latitude.brigades.unwrap_or(self.muster.division.brigades);
        let brigades = infantry_brigades(command);
        fault(
            brigades < least || brigades > most,
            rule,
            format!(
                "{}; allowed: {least} to {most}",
                counted(brigades, ("brigade", "brigades"))
            ),
        );
        let riding = command.commands.iter().filter(|one| one.is_cavalry());
        let riding = riding.count();
        fault(
            riding > latitude.cavalry,
            rule!("muster.cavalry"),
            riders(riding, latitude.cavalry),
        );
        let repeaters = latitude.confederate_repeaters;
        let (all, _) = self.command_cost(of, command, at, repeaters);
        let guns: u32 = command
            .batteries(at)
            .iter()
            .filter_map(|(_, unit)| self.muster_cost(period, side, unit, repeaters).ok())
            .sum();
        let limits = &self.muster.limits[period];
        let usual = limits.division.of(side);
        let limit = usual.max(latitude.division_granted.unwrap_or(0));
        // Reserve artillery comes on top, up to its own limit.
        let most_reserve = limits.division_artillery.of(side);
        let points = all - guns.min(most_reserve);
        let rule = if guns > most_reserve && most_reserve > 0 {
            rule!("muster.division_artillery")
        } else {
            points_rule(period, rule)
        };
        fault(
            points > limit,
            rule,
            format!(
                "the division costs {points} points beside up to {most_reserve} of reserve artillery; \
                 allowed: {limit}"
            ),
        );
        faults.extend(self.batteries_at(side, command, (at, latitude)));
        faults
    }

    /// What is wrong with the shape of a corps and all that is below it.
    ///
    /// Rules: `muster.1864`, `muster.1865`, `muster.cavalry`.
    pub(super) fn corps_faults(
        &self,
        of: (Period, Side),
        command: &MusterCommand,
        (at, latitude): Here,
    ) -> Vec<MusterFault> {
        let (period, side) = of;
        let mut faults = Vec::new();
        let mut riding = 0;
        for (number, below) in command.commands.iter().enumerate() {
            let spot = at.below(number);
            let here = (&spot, latitude);
            riding += usize::from(below.is_cavalry());
            faults.extend(match below.echelon {
                Echelon::Division => self.division_at(of, below, here),
                Echelon::Brigade => self.brigade_at(of, below, here),
                Echelon::GunBattalion => self.guns_at(side, below, here),
                Echelon::Corps => Vec::new(),
            });
        }
        let mut fault = |bad: bool, rule: RuleId, what: String| {
            if bad {
                faults.push(MusterFault::new(rule, what).at(at.clone()));
            }
        };
        let foot = infantry_brigades(command) > 0 || !command.units.is_empty();
        fault(
            foot,
            rule!("muster.division"),
            "brigades and regiments of a corps belong to a division".to_owned(),
        );
        fault(
            riding > latitude.cavalry,
            rule!("muster.cavalry"),
            riders(riding, latitude.cavalry),
        );
        let (points, _) = self.command_cost(of, command, at, latitude.confederate_repeaters);
        if let Some(limit) = self.muster.limits[period].corps {
            let limit = limit.of(side);
            fault(
                points > limit,
                points_rule(period, rule!("muster.division")),
                format!("the corps costs {points} points; usual: {limit}"),
            );
        }
        faults
    }
}

/// Brigades of foot right below a command.
pub(super) fn infantry_brigades(command: &MusterCommand) -> usize {
    let foot = |one: &&MusterCommand| one.echelon == Echelon::Brigade && !one.is_cavalry();
    command.commands.iter().filter(foot).count()
}

impl MusterBrigade {
    fn command(&self) -> MusterCommand {
        MusterCommand {
            name: String::new(),
            echelon: Echelon::Brigade,
            leader: self.leader.map(|leader| (String::new(), leader)),
            commands: Vec::new(),
            units: self.units.clone(),
        }
    }
}

impl MusterDivision {
    fn command(&self) -> MusterCommand {
        let mut commands: Vec<_> = self.brigades.iter().map(MusterBrigade::command).collect();
        commands.push(MusterCommand {
            name: String::new(),
            echelon: Echelon::GunBattalion,
            leader: self.artillery_leader.map(|leader| (String::new(), leader)),
            commands: Vec::new(),
            units: self.batteries.clone(),
        });
        MusterCommand {
            name: String::new(),
            echelon: Echelon::Division,
            leader: self.leader.map(|leader| (String::new(), leader)),
            commands,
            units: Vec::new(),
        }
    }
}

/// Too many brigades of cavalry, in words.
fn riders(riding: usize, most: usize) -> String {
    let riding = counted(riding, ("brigade of cavalry", "brigades of cavalry"));
    match most {
        0 => format!("{riding}; allowed: none unless a scenario grants it"),
        most => format!("{riding}; the scenario allows {most}"),
    }
}

fn count(brigade: &MusterBrigade, is: impl Fn(&MusterUnit) -> bool) -> usize {
    brigade.units.iter().filter(|unit| is(unit)).count()
}
