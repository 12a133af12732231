//! The batteries of a force against the limits, and who may lead them.

use super::demand::counted;
use super::force::{Here, infantry_brigades};
use super::{Echelon, MusterCommand, MusterFault, MusterSpot};
use crate::rule;
use crate::rules::{Rules, Side};

impl Rules {
    /// What is wrong with the number and the size of the batteries of a command.
    ///
    /// Rules: `muster.batteries`, `muster.artillery_leader`.
    pub(super) fn batteries_at(
        &self,
        side: Side,
        command: &MusterCommand,
        (at, latitude): Here,
    ) -> Vec<MusterFault> {
        let mut faults: Vec<_> = self.battery_sizes(side, command, at).into_iter().collect();
        let batteries = command.batteries(at).len();
        let (each_least, each_most) = self.muster.brigade.batteries;
        let brigades = match command.echelon {
            Echelon::Brigade => usize::from(!command.is_cavalry()),
            _ => infantry_brigades(command),
        };
        let usual = (each_least * brigades, each_most * brigades);
        let (least, most) = latitude.batteries.unwrap_or(usual);
        if batteries < least || batteries > most {
            let what = match (command.is_cavalry(), most) {
                (true, 0) => format!(
                    "{} with cavalry, which has none unless a scenario grants it",
                    counted(batteries, ("battery", "batteries"))
                ),
                _ => format!(
                    "{} for {}; allowed: {least} to {most}",
                    counted(batteries, ("battery", "batteries")),
                    counted(brigades, ("brigade", "brigades"))
                ),
            };
            faults.push(MusterFault::new(rule!("muster.batteries"), what).at(at.clone()));
        }
        faults.extend(self.artillery_leader(side, command, (at, batteries)));
        faults
    }

    /// What is wrong with batteries that are mustered for themselves.
    ///
    /// Rules: `muster.batteries`.
    pub(super) fn guns_at(
        &self,
        side: Side,
        command: &MusterCommand,
        (at, latitude): Here,
    ) -> Vec<MusterFault> {
        let mut faults: Vec<_> = self.battery_sizes(side, command, at).into_iter().collect();
        let batteries = command.batteries(at).len();
        let (least, most) = latitude.batteries.unwrap_or((1, usize::MAX));
        let others = command.regiments().count() + command.commands.len();
        let rule = rule!("muster.batteries");
        if batteries < least || batteries > most {
            let what = format!("{batteries} batteries; at least {least}");
            faults.push(MusterFault::new(rule, what).at(at.clone()));
        }
        if others > 0 {
            let what = format!("{others} of a gun battalion are no batteries");
            faults.push(MusterFault::new(rule, what).at(at.clone()));
        }
        faults.extend(self.artillery_leader(side, command, (at, batteries)));
        faults
    }

    /// Rules: `muster.batteries`.
    fn battery_sizes(
        &self,
        side: Side,
        command: &MusterCommand,
        at: &MusterSpot,
    ) -> Option<MusterFault> {
        let shape = &self.muster.batteries;
        let (least, most) = match side {
            Side::Union => shape.union_sections,
            Side::Confederate => shape.confederate_sections,
        };
        let all = command.batteries(at);
        let odd: Vec<_> = all
            .iter()
            .filter(|(_, battery)| !(least..=most).contains(&battery.strength))
            .collect();
        let (first, _) = odd.first()?;
        let sections = match least == most {
            true => format!("{least} sections"),
            false => format!("{least} to {most} sections"),
        };
        let odd = counted(odd.len(), ("battery", "batteries"));
        let what = format!("{odd} of other than {sections}");
        Some(MusterFault::new(rule!("muster.batteries"), what).at(first.clone()))
    }

    /// Rules: `muster.artillery_leader`.
    fn artillery_leader(
        &self,
        side: Side,
        command: &MusterCommand,
        (at, batteries): (&MusterSpot, usize),
    ) -> Option<MusterFault> {
        let above = self.muster.batteries.artillery_leader_above;
        let mut his = None;
        command.each(at, &mut |at, command| {
            if command
                .leader
                .as_ref()
                .is_some_and(|(_, one)| one.artillery)
            {
                his.get_or_insert(at.leader());
            }
        });
        let his = his.filter(|_| side == Side::Confederate || batteries <= above)?;
        let what = format!(
            "an artillery leader is for the Union with more than {above} batteries; here are {batteries}"
        );
        Some(MusterFault::new(rule!("muster.artillery_leader"), what).at(his))
    }
}
