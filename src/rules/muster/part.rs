//! A part of what a scenario lets a side muster, and the force that is brought for it.

use super::force::Latitude;
use super::{Demand, Echelon, MusterCommand, MusterFault, MusterSpot, Period};
use crate::rule;
use crate::rules::leader::Rank;
use crate::rules::named::named;
use crate::rules::{RuleId, Rules, Side};

named! {
    /// What a part of a force is.
    pub enum PartKind: "kind of command" {
        /// Whatever the points allow.
        Any = "any",
        /// A corps of divisions.
        Corps = "corps",
        /// A division of infantry with its guns.
        Division = "division",
        /// A brigade of infantry.
        Brigade = "brigade",
        /// A brigade of cavalry.
        CavalryBrigade = "cavalry_brigade",
        /// Batteries alone.
        Guns = "guns",
    }
}

impl PartKind {
    /// The echelon of such a part; `None` where any will do.
    pub fn echelon(self) -> Option<Echelon> {
        match self {
            Self::Any => None,
            Self::Corps => Some(Echelon::Corps),
            Self::Division => Some(Echelon::Division),
            Self::Brigade | Self::CavalryBrigade => Some(Echelon::Brigade),
            Self::Guns => Some(Echelon::GunBattalion),
        }
    }

    /// As people say it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Any => "any command",
            Self::Corps => "a corps",
            Self::Division => "a division",
            Self::Brigade => "a brigade of infantry",
            Self::CavalryBrigade => "a brigade of cavalry",
            Self::Guns => "a gun battalion",
        }
    }
}

/// What may be mustered for one command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MusterPart {
    /// What it is.
    pub kind: PartKind,
    /// The points that are granted; `None` where nobody counts them.
    pub points: Option<u32>,
    /// What else is asked or allowed.
    pub demands: Vec<Demand>,
}

impl MusterPart {
    /// Anything within the usual limits, whatever it costs.
    pub fn free() -> Self {
        Self {
            kind: PartKind::Any,
            points: None,
            demands: Vec::new(),
        }
    }

    /// What it is and what it may cost, for people.
    pub fn words(&self) -> String {
        match self.points {
            Some(points) => format!("{} of {points} points", self.kind.words()),
            None => self.kind.words().to_owned(),
        }
    }

    /// Whether Confederates may have repeaters.
    pub fn allows_repeaters(&self) -> bool {
        let gives = |demand: &Demand| matches!(demand, Demand::Repeaters(most) if *most > 0);
        self.demands.iter().any(gives)
    }

    fn latitude(&self, command: &MusterCommand) -> Latitude {
        let mut latitude = Latitude {
            confederate_repeaters: self.allows_repeaters(),
            ..Latitude::default()
        };
        // What the scenario grants to a command it may cost.
        match command.echelon {
            Echelon::Brigade => latitude.brigade_granted = self.points,
            Echelon::Division => latitude.division_granted = self.points,
            Echelon::Corps | Echelon::GunBattalion => {}
        }
        for demand in &self.demands {
            match demand {
                Demand::AnyQuality => latitude.any_quality = true,
                Demand::Regiments(least, most) => latitude.regiments = Some((*least, *most)),
                Demand::Brigades(least, most) => latitude.brigades = Some((*least, *most)),
                Demand::BrigadePoints(most) => latitude.brigade_points = Some(*most),
                Demand::Batteries { least, most, .. } => latitude.batteries = Some((*least, *most)),
                Demand::Repeaters(most) => latitude.repeaters = Some(*most),
                Demand::Cavalry(most) => latitude.cavalry = *most,
                Demand::No(_)
                | Demand::Only(_)
                | Demand::AtLeast { .. }
                | Demand::AtMost { .. }
                | Demand::Benefit { .. }
                | Demand::Leader { .. } => {}
            }
        }
        latitude
    }
}

impl Rules {
    /// Everything that is wrong with a force for what a scenario lets a side muster: one command
    /// for each part, in their order.
    ///
    /// Rules: `muster.guideline`, `muster.artillery_leader`.
    pub fn force_faults(
        &self,
        (period, side): (Period, Side),
        parts: &[MusterPart],
        commands: &[MusterCommand],
    ) -> Vec<MusterFault> {
        let mut faults = Vec::new();
        if parts.len() != commands.len() {
            let wanted: Vec<_> = parts.iter().map(MusterPart::words).collect();
            let what = format!(
                "{} commands; the scenario musters {}: {}",
                commands.len(),
                parts.len(),
                wanted.join(", ")
            );
            faults.push(MusterFault::new(rule!("muster.guideline"), what));
        }
        for (number, (part, command)) in parts.iter().zip(commands).enumerate() {
            faults.extend(self.part_faults((period, side), part, command, number));
        }
        let mut leaders = Vec::new();
        for (number, command) in commands.iter().enumerate() {
            command.each(&MusterSpot::top(number), &mut |at, command| {
                if command
                    .leader
                    .as_ref()
                    .is_some_and(|(_, one)| one.artillery)
                {
                    leaders.push(at.leader());
                }
            });
        }
        if let [_, second, ..] = &leaders[..] {
            let what = format!("{} artillery leaders; allowed: 1", leaders.len());
            faults
                .push(MusterFault::new(rule!("muster.artillery_leader"), what).at(second.clone()));
        }
        faults
    }

    /// Everything that is wrong with a force that no scenario asks for.
    pub fn free_faults(&self, of: (Period, Side), commands: &[MusterCommand]) -> Vec<MusterFault> {
        let parts = vec![MusterPart::free(); commands.len()];
        self.force_faults(of, &parts, commands)
    }

    /// Everything that is wrong with the command that is brought for a part.
    ///
    /// Rules: `muster.guideline`, `scenario.force_size`.
    fn part_faults(
        &self,
        of: (Period, Side),
        part: &MusterPart,
        command: &MusterCommand,
        number: usize,
    ) -> Vec<MusterFault> {
        let top = MusterSpot::top(number);
        let latitude = part.latitude(command);
        let repeaters = latitude.confederate_repeaters;
        let (points, mut faults) = self.command_cost(of, command, &top, repeaters);
        let mut fault = |bad: bool, rule: RuleId, what: String| {
            if bad {
                faults.push(MusterFault::new(rule, what).at(top.clone()));
            }
        };
        let is = command.echelon;
        let wanted = part.kind.echelon();
        fault(
            wanted.is_some_and(|wanted| wanted != is),
            rule!("muster.guideline"),
            format!("it is a {is}; the scenario musters {} here", part.words()),
        );
        let cavalry = command.is_cavalry();
        fault(
            is == Echelon::Brigade
                && (part.kind == PartKind::CavalryBrigade && !cavalry
                    || part.kind == PartKind::Brigade && cavalry),
            rule!("muster.cavalry"),
            format!("the scenario musters {} here", part.words()),
        );
        if let Some(granted) = part.points {
            fault(
                points > granted,
                rule!("scenario.force_size"),
                format!("it costs {points} points; granted: {granted}"),
            );
        }
        match is {
            Echelon::Corps => faults.extend(self.corps_faults(of, command, (&top, &latitude))),
            Echelon::Division => faults.extend(self.division_at(of, command, (&top, &latitude))),
            Echelon::Brigade => {
                faults.extend(self.brigade_at(of, command, (&top, &latitude)));
                faults.extend(self.batteries_at(of.1, command, (&top, &latitude)));
            }
            Echelon::GunBattalion => {
                faults.extend(self.guns_at(of.1, command, (&top, &latitude)));
            }
        }
        faults.extend(wrong_ranks(command, &top));
        for demand in &part.demands {
            faults.extend(demand.faults(command, &top));
        }
        faults
    }
}

/// Leaders who do not have the rank, and with it the price, of what they lead.
///
/// Rules: `table.muster_leaders`, `muster.artillery_leader`.
fn wrong_ranks(command: &MusterCommand, top: &MusterSpot) -> Vec<MusterFault> {
    let mut faults = Vec::new();
    command.each(top, &mut |at, command| {
        let Some((_, leader)) = &command.leader else {
            return;
        };
        let is = command.echelon;
        let wanted = match is {
            Echelon::Corps => Some(Rank::Corps),
            Echelon::Division => Some(Rank::Division),
            Echelon::Brigade => Some(Rank::Brigade),
            Echelon::GunBattalion => None,
        };
        let rule = rule!("muster.artillery_leader");
        let fault = match wanted {
            None if !leader.artillery => (rule, "guns have no leader but of artillery".to_owned()),
            Some(_) if leader.artillery => {
                (rule, format!("an artillery leader leads guns, and no {is}"))
            }
            Some(rank) if leader.rank != rank => (
                rule!("table.muster_leaders"),
                format!(
                    "a {is} has a {rank} leader, and not a {} leader",
                    leader.rank
                ),
            ),
            _ => return,
        };
        faults.push(MusterFault::new(fault.0, fault.1).at(at.leader()));
    });
    faults
}
