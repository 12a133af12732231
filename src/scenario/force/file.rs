//! A force as it is in memory and as its file says it.

use serde::Deserialize;

use crate::rules::leader::Rank;
use crate::rules::muster::{
    Echelon, MusterArm, MusterCommand, MusterLeader, MusterPart, MusterSpot, MusterUnit, Period,
};
use crate::rules::named::Word;
use crate::rules::{Named, Quality, Rules, Side};
use crate::scenario::file::ArmPlan;

/// A force of one side, mustered by points.
#[derive(Clone, Debug, PartialEq)]
pub struct Force {
    /// What it is called.
    pub name: String,
    /// A line or two about it.
    pub about: String,
    /// Its side.
    pub side: Side,
    /// The period that its prices are of.
    pub period: Period,
    /// Its commands.
    pub commands: Vec<ForceCommand>,
    /// Regiments that cards may bring, in the order in which they come.
    pub reserves: Vec<ForceUnit>,
}

/// A corps, division, brigade or gun battalion of a force.
#[derive(Clone, Debug, PartialEq)]
pub struct ForceCommand {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub echelon: Echelon,
    /// Who leads it.
    pub leader: Option<ForceLeader>,
    /// Commands below it.
    pub commands: Vec<ForceCommand>,
    /// Its own regiments and batteries.
    pub units: Vec<ForceUnit>,
}

/// A leader of a force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForceLeader {
    /// His name.
    pub name: String,
    /// His rank and benefit.
    pub muster: MusterLeader,
    /// He has fallen in an earlier battle: his command fights without him.
    pub fallen: bool,
}

/// A regiment or battery of a force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForceUnit {
    /// What it is called.
    pub name: String,
    /// Arm, weapon, strength and quality, as it was mustered.
    pub muster: MusterUnit,
    /// Figures or sections that an earlier battle has left of it, if one has cost it any.
    pub left: Option<u32>,
}

impl ForceUnit {
    /// A unit at full strength.
    pub fn fresh(name: String, muster: MusterUnit) -> Self {
        Self {
            name,
            muster,
            left: None,
        }
    }

    /// Whether nothing is left of it.
    pub fn is_gone(&self) -> bool {
        self.left == Some(0)
    }

    /// Stands with which it takes the field, where they are fewer than it was mustered with.
    pub(super) fn stands(&self) -> Option<u32> {
        let left = self.left.filter(|_| !self.muster.is_battery())?;
        let each = self.muster.strength.div_ceil(2).max(1);
        Some(left.div_ceil(each).clamp(1, 2))
    }

    /// The name of its weapon in files.
    pub fn weapon(&self) -> &'static str {
        match self.muster.arm {
            MusterArm::Infantry(weapon) => weapon.name(),
            MusterArm::Cavalry(weapon) => weapon.name(),
            MusterArm::Artillery(gun) => gun.name(),
        }
    }

    pub(super) fn arm(&self) -> ArmPlan {
        let strength = self.left.unwrap_or(self.muster.strength);
        match self.muster.arm {
            MusterArm::Infantry(_) => ArmPlan::Infantry(strength),
            MusterArm::Cavalry(_) => ArmPlan::Cavalry(strength),
            MusterArm::Artillery(_) => ArmPlan::Artillery(strength),
        }
    }
}

impl ForceCommand {
    /// The command as the rules of mustering see it.
    pub fn muster(&self) -> MusterCommand {
        let leader = self.leader.as_ref();
        MusterCommand {
            name: self.name.clone(),
            echelon: self.echelon,
            leader: leader.map(|leader| (leader.name.clone(), leader.muster)),
            commands: self.commands.iter().map(Self::muster).collect(),
            units: self.units.iter().map(|unit| unit.muster).collect(),
        }
    }

    /// Shows this command and every one below it.
    pub fn each<'a>(&'a self, show: &mut impl FnMut(&'a Self)) {
        show(self);
        self.commands.iter().for_each(|below| below.each(show));
    }
}

impl Force {
    /// Its commands as the rules of mustering see them.
    pub fn muster(&self) -> Vec<MusterCommand> {
        self.commands.iter().map(ForceCommand::muster).collect()
    }

    /// What it costs, as far as the lists have a price; reserves that may come later not counted.
    pub fn cost(&self, rules: &Rules) -> u32 {
        let of = (self.period, self.side);
        let commands = self.muster();
        let costs = commands.iter().enumerate().map(|(number, command)| {
            let top = MusterSpot::top(number);
            rules.command_cost(of, command, &top, true).0
        });
        costs.sum()
    }

    /// What is wrong with it: for what a scenario musters, or for itself.
    ///
    /// Rules: `muster.guideline`.
    pub fn faults(
        &self,
        rules: &Rules,
        parts: Option<&[MusterPart]>,
    ) -> Vec<crate::rules::muster::MusterFault> {
        let of = (self.period, self.side);
        match parts {
            Some(parts) => rules.force_faults(of, parts, &self.muster()),
            None => rules.free_faults(of, &self.muster()),
        }
    }

    /// The command at a place.
    pub fn command(&self, at: &MusterSpot) -> Option<&ForceCommand> {
        let (first, rest) = at.commands.split_first()?;
        let mut command = self.commands.get(*first)?;
        for number in rest {
            command = command.commands.get(*number)?;
        }
        Some(command)
    }

    /// The command at a place, to be changed.
    pub fn command_mut(&mut self, at: &MusterSpot) -> Option<&mut ForceCommand> {
        let (first, rest) = at.commands.split_first()?;
        let mut command = self.commands.get_mut(*first)?;
        for number in rest {
            command = command.commands.get_mut(*number)?;
        }
        Some(command)
    }

    /// What lies at a place, in words.
    pub fn place(&self, at: &MusterSpot) -> String {
        let Some(command) = self.command(at) else {
            return self.name.clone();
        };
        match (at.unit, at.leader) {
            (Some(unit), _) => match command.units.get(unit) {
                Some(unit) => format!("{}, {}", command.name, unit.name),
                None => command.name.clone(),
            },
            (None, true) => match &command.leader {
                Some(leader) => format!("{}, {}", command.name, leader.name),
                None => command.name.clone(),
            },
            (None, false) => command.name.clone(),
        }
    }

    /// Shows every name in it to somebody who may change it.
    pub(in crate::scenario) fn rename(&mut self, change: &mut impl FnMut(&mut String)) {
        fn command(one: &mut ForceCommand, change: &mut impl FnMut(&mut String)) {
            change(&mut one.name);
            one.leader
                .iter_mut()
                .for_each(|leader| change(&mut leader.name));
            one.units.iter_mut().for_each(|unit| change(&mut unit.name));
            for below in &mut one.commands {
                command(below, change);
            }
        }
        for one in &mut self.commands {
            command(one, change);
        }
        self.reserves
            .iter_mut()
            .for_each(|unit| change(&mut unit.name));
    }

    /// Every name in it: units, leaders and commands.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.reserves.iter().map(|one| one.name.as_str()).collect();
        for command in &self.commands {
            command.each(&mut |command| {
                names.push(&command.name);
                names.extend(command.leader.iter().map(|one| one.name.as_str()));
                names.extend(command.units.iter().map(|one| one.name.as_str()));
            });
        }
        names
    }
}

/// A force as its file says it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ForceFile {
    pub name: String,
    #[serde(default)]
    pub about: String,
    pub side: Word<Side>,
    pub period: Word<Period>,
    /// What it costs, if the file claims it.
    #[serde(default)]
    pub points: Option<u32>,
    pub commands: Vec<CommandFile>,
    #[serde(default)]
    pub reserves: Vec<UnitFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommandFile {
    pub name: String,
    pub echelon: Word<Echelon>,
    #[serde(default)]
    pub leader: Option<LeaderFile>,
    #[serde(default)]
    pub commands: Vec<CommandFile>,
    #[serde(default)]
    pub units: Vec<UnitFile>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaderFile {
    pub name: String,
    pub rank: Word<Rank>,
    pub benefit: u32,
    #[serde(default)]
    pub artillery: bool,
    #[serde(default)]
    pub fallen: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitFile {
    pub name: String,
    pub arm: ArmPlan,
    pub weapon: String,
    pub quality: Word<Quality>,
    #[serde(default)]
    pub sharpshooter: bool,
    #[serde(default)]
    pub left: Option<u32>,
}
