//! What can be wrong with how regiments are made up: uneven stands, battalions, joined regiments.

use std::collections::BTreeMap;

use super::super::file::{ArmPlan, CommandPlan, UnitPlan};
use super::super::reference::each_command;
use super::{Checker, Finds};

/// A regiment of foot is large enough for two battalions from so many figures on.
const LARGE: u32 = 12;
/// A regiment of horse is, from so many; its battalions are two or three.
const LARGE_HORSE: u32 = 8;
/// The least figures of a battalion.
const LEAST: u32 = 2;
/// Regiments were joined so from this year on.
const JOINED_FROM: u32 = 1863;

/// A battalion by the path of its plan.
type Battalion<'a> = (String, &'a UnitPlan);

impl<'a> Checker<'a> {
    /// What one unit says of its own make-up.
    pub(super) fn make_up(&mut self, path: &str, unit: &UnitPlan) {
        self.stands(path, unit);
        let joined = &unit.joined_from;
        let foot = matches!(unit.arm, ArmPlan::Infantry(_) | ArmPlan::Cavalry(_));
        let at = format!("{path}.joined_from");
        if !joined.is_empty() {
            let year = self.file.date.0;
            self.must(foot, at.as_str(), || {
                "batteries are not joined from the start; only regiments are".to_owned()
            });
            self.must((2..=3).contains(&joined.len()), at.as_str(), || {
                format!("{} regiments; allowed: 2 or 3", joined.len())
            });
            self.must(year >= JOINED_FROM, at.as_str(), || {
                format!(
                    "worn regiments were joined late in the war; allowed: from {JOINED_FROM} on"
                )
            });
            let twice = (1..joined.len()).any(|at| joined[..at].contains(&joined[at]));
            self.must(!twice, at.as_str(), || {
                "a regiment is named twice".to_owned()
            });
            self.must(unit.battalion_of.is_none(), at.as_str(), || {
                "a unit is a battalion of one regiment or joined from several, not both".to_owned()
            });
        }
    }

    fn stands(&mut self, path: &str, unit: &UnitPlan) {
        let uneven = &unit.uneven;
        if uneven.is_empty() {
            return;
        }
        let at = format!("{path}.uneven");
        let (figures, guns) = match unit.arm {
            ArmPlan::Infantry(figures) | ArmPlan::Cavalry(figures) => (figures, false),
            ArmPlan::Artillery(sections) => (sections, true),
        };
        self.must(!guns, at.as_str(), || "a battery has one stand".to_owned());
        let stands = unit.stands.unwrap_or(2) as usize;
        self.must(uneven.len() == stands, at.as_str(), || {
            format!("{} stands are told of; it has {stands}", uneven.len())
        });
        let sum = uneven
            .iter()
            .fold(0u32, |sum, &one| sum.saturating_add(one));
        self.must(guns || sum == figures, at.as_str(), || {
            format!("the stands have {sum} figures together, the unit {figures}")
        });
        let least = uneven.iter().min().copied().unwrap_or(0);
        let most = uneven.iter().max().copied().unwrap_or(0);
        self.must(least > 0, at.as_str(), || "a stand is empty".to_owned());
        self.must(most <= least.saturating_mul(2), at.as_str(), || {
            format!("stands of {least} and {most} figures; allowed: close to equal, none twice as large as another")
        });
    }

    /// What the battalions of a regiment must have in common.
    ///
    /// Rules: `unit.split_large`, `unit.cavalry_battalions`.
    pub(super) fn battalions(&mut self) {
        let mut regiments: BTreeMap<(&'a str, &'a str), Vec<Battalion<'a>>> = BTreeMap::new();
        for (side, force) in [
            ("union", &self.file.union),
            ("confederate", &self.file.confederate),
        ] {
            let commands = force.commands.iter().enumerate();
            for (at, command) in commands {
                collect(&format!("{side}.commands[{at}]"), command, &mut regiments);
            }
        }
        let mut names = Vec::new();
        for force in [&self.file.union, &self.file.confederate] {
            each_command(force, &mut |command| {
                names.extend(command.units.iter().map(|unit| unit.name.as_str()));
            });
        }
        for ((command, regiment), units) in regiments {
            let (first, model) = &units[0];
            let at = format!("{first}.battalion_of");
            let figures: u32 = units
                .iter()
                .map(|(_, unit)| strength(unit))
                .fold(0, u32::saturating_add);
            let (least, most) = match model.arm {
                ArmPlan::Cavalry(_) => (LARGE_HORSE, 3),
                _ => (LARGE, 2),
            };
            self.must(!names.contains(&regiment), at.as_str(), || {
                format!("`{regiment}` takes the field as one unit already")
            });
            self.must((2..=most).contains(&units.len()), at.as_str(), || {
                format!(
                    "{} of `{regiment}` in `{command}`; allowed: 2 to {most} battalions of one brigade",
                    units.len()
                )
            });
            self.must(figures >= least, at.as_str(), || {
                format!(
                    "`{regiment}` has {figures} figures; only one of {least} or more is divided"
                )
            });
            for (path, unit) in &units {
                let at = format!("{path}.battalion_of");
                let guns = matches!(unit.arm, ArmPlan::Artillery(_));
                self.must(!guns, at.as_str(), || {
                    "batteries have no battalions".to_owned()
                });
                let alike = std::mem::discriminant(&unit.arm) == std::mem::discriminant(&model.arm)
                    && unit.quality == model.quality
                    && unit.weapon == model.weapon;
                self.must(alike, at.as_str(), || {
                    format!("the battalions of `{regiment}` differ in arm, weapon or quality")
                });
                self.must(strength(unit) >= LEAST, format!("{path}.arm"), || {
                    format!("a battalion has {LEAST} figures or more")
                });
            }
        }
    }
}

fn strength(unit: &UnitPlan) -> u32 {
    match unit.arm {
        ArmPlan::Infantry(strength) | ArmPlan::Cavalry(strength) | ArmPlan::Artillery(strength) => {
            strength
        }
    }
}

fn collect<'a>(
    path: &str,
    command: &'a CommandPlan,
    regiments: &mut BTreeMap<(&'a str, &'a str), Vec<Battalion<'a>>>,
) {
    for (at, unit) in command.units.iter().enumerate() {
        if let Some(regiment) = &unit.battalion_of {
            let key = (command.name.as_str(), regiment.as_str());
            let known = regiments.entry(key).or_default();
            known.push((format!("{path}.units[{at}]"), unit));
        }
    }
    for (at, below) in command.commands.iter().enumerate() {
        collect(&format!("{path}.commands[{at}]"), below, regiments);
    }
}
