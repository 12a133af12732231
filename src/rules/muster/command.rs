//! A command to be mustered, with everything below it.

use std::fmt;

use super::{MusterArm, MusterBrigade, MusterFault, MusterLeader, MusterUnit, Period};
use crate::rules::named::named;
use crate::rules::{Rules, Side};

named! {
    /// What a command is.
    pub enum Echelon: "echelon" {
        /// A corps.
        Corps = "corps",
        /// A division.
        Division = "division",
        /// A brigade of infantry or cavalry.
        Brigade = "brigade",
        /// A battalion or brigade of guns.
        GunBattalion = "gun_battalion",
    }
}

/// A corps, division, brigade or gun battalion to be mustered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MusterCommand {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub echelon: Echelon,
    /// Who leads it, by name.
    pub leader: Option<(String, MusterLeader)>,
    /// Commands below it.
    pub commands: Vec<MusterCommand>,
    /// Its own regiments and batteries.
    pub units: Vec<MusterUnit>,
}

/// A place in a force: a command by its numbers from above, and perhaps a unit of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct MusterSpot {
    /// The number in each list of commands, from the highest down.
    pub commands: Vec<usize>,
    /// A unit of that command.
    pub unit: Option<usize>,
    /// Its leader.
    pub leader: bool,
}

impl MusterSpot {
    /// The command of that number at the top.
    pub fn top(number: usize) -> Self {
        Self {
            commands: vec![number],
            ..Self::default()
        }
    }

    /// A command below this one.
    pub fn below(&self, number: usize) -> Self {
        let mut commands = self.commands.clone();
        commands.push(number);
        Self {
            commands,
            ..Self::default()
        }
    }

    /// A unit of this command.
    pub fn unit(&self, number: usize) -> Self {
        Self {
            unit: Some(number),
            ..self.clone()
        }
    }

    /// The leader of this command.
    pub fn leader(&self) -> Self {
        Self {
            leader: true,
            ..self.clone()
        }
    }
}

/// As a path in the force's file.
impl fmt::Display for MusterSpot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut dot = "";
        for number in &self.commands {
            write!(f, "{dot}commands[{number}]")?;
            dot = ".";
        }
        if let Some(unit) = self.unit {
            write!(f, "{dot}units[{unit}]")?;
        }
        if self.leader {
            write!(f, "{dot}leader")?;
        }
        Ok(())
    }
}

impl MusterUnit {
    /// Whether it is a battery.
    pub fn is_battery(&self) -> bool {
        matches!(self.arm, MusterArm::Artillery(_))
    }

    /// Whether it rides.
    pub fn is_cavalry(&self) -> bool {
        matches!(self.arm, MusterArm::Cavalry(_))
    }
}

impl MusterCommand {
    /// Its regiments, without any batteries that march with it.
    pub fn regiments(&self) -> impl Iterator<Item = (usize, &MusterUnit)> {
        let units = self.units.iter().enumerate();
        units.filter(|(_, unit)| !unit.is_battery())
    }

    /// A brigade that has cavalry in it.
    pub fn is_cavalry(&self) -> bool {
        self.echelon == Echelon::Brigade && self.units.iter().any(MusterUnit::is_cavalry)
    }

    /// The brigade that it is, without batteries.
    pub(super) fn brigade(&self) -> MusterBrigade {
        MusterBrigade {
            leader: self.leader.as_ref().map(|(_, leader)| *leader),
            units: self.regiments().map(|(_, unit)| *unit).collect(),
        }
    }

    /// Shows this command and every one below it, with the place of each.
    pub fn each<'a>(&'a self, at: &MusterSpot, show: &mut impl FnMut(&MusterSpot, &'a Self)) {
        show(at, self);
        for (number, below) in self.commands.iter().enumerate() {
            below.each(&at.below(number), show);
        }
    }

    /// Every battery in it, with its place.
    pub(super) fn batteries(&self, at: &MusterSpot) -> Vec<(MusterSpot, MusterUnit)> {
        let mut found = Vec::new();
        self.each(at, &mut |at, command| {
            for (number, unit) in command.units.iter().enumerate() {
                if unit.is_battery() {
                    found.push((at.unit(number), *unit));
                }
            }
        });
        found
    }
}

impl Rules {
    /// What a command costs with all below it, and what in it cannot be had.
    pub fn command_cost(
        &self,
        (period, side): (Period, Side),
        command: &MusterCommand,
        at: &MusterSpot,
        confederate_repeaters: bool,
    ) -> (u32, Vec<MusterFault>) {
        let (mut points, mut faults) = (0u32, Vec::new());
        command.each(at, &mut |at, command| {
            for (number, unit) in command.units.iter().enumerate() {
                match self.muster_cost(period, side, unit, confederate_repeaters) {
                    Ok(cost) => points = points.saturating_add(cost),
                    Err(refusal) => {
                        faults.push(MusterFault::of(&refusal).at(at.unit(number)));
                    }
                }
            }
            if let Some((_, leader)) = &command.leader {
                match self.leader_cost(leader) {
                    Ok(cost) => points = points.saturating_add(cost),
                    Err(refusal) => faults.push(MusterFault::of(&refusal).at(at.leader())),
                }
            }
        });
        (points, faults)
    }
}
