//! Setting up the forces of a scenario: who is where, and whether he can be.

use bevy::math::Vec2;

use super::check::Fault;
use super::file::*;
use super::setup::{CommandSetup, Deployment, LeaderSetup, MakeUp, UnitSetup};
use crate::field::placement::Footprint;
use crate::field::stand::Muster;
use crate::field::{Facing, Field, Placement};
use crate::rules::formation::{ChangeCost, GunFormation};
use crate::rules::leader::Rank;
use crate::rules::{
    CavalryFormation, CavalryWeapon, Gun, InfantryFormation, InfantryWeapon, Morale, Named,
    Quality, Rules, Side, Stands, Traits, Troops, Unit,
};

/// Forces being set up.
pub(super) struct Mustering<'a> {
    field: &'a Field,
    pub commands: Vec<CommandSetup>,
    pub leaders: Vec<LeaderSetup>,
    /// Each with the path of its plan in the file.
    pub units: Vec<(String, UnitSetup)>,
    wanted: Vec<Option<Vec2>>,
}

impl<'a> Mustering<'a> {
    pub fn new(field: &'a Field) -> Self {
        Self {
            field,
            commands: Vec::new(),
            leaders: Vec::new(),
            units: Vec::new(),
            wanted: Vec::new(),
        }
    }

    /// The players want regiments and batteries alone.
    ///
    /// Rules: `leader.optional`.
    pub fn dismiss_leaders(&mut self) {
        self.leaders.clear();
    }

    /// A side's forces as history, or whoever wrote the file, has them.
    ///
    /// Rules: `scenario.kinds`, `scenario.militia.union_oob`, `scenario.militia.confederate_oob`.
    pub fn force(&mut self, side: Side, force: &ForcePlan, path: &str) {
        for (at, command) in force.commands.iter().enumerate() {
            self.command(side, command, None, &format!("{path}.commands[{at}]"));
        }
    }

    fn command(&mut self, side: Side, plan: &CommandPlan, parent: Option<usize>, path: &str) {
        let number = self.commands.len();
        self.commands.push(CommandSetup {
            name: plan.name.clone(),
            side,
            echelon: plan.echelon.known().unwrap_or(Echelon::Brigade),
            parent,
        });
        if let Some(leader) = &plan.leader {
            self.wanted
                .push(leader.at.map(|at| Vec2::from(at) * self.field.square));
            self.leaders.push(LeaderSetup {
                name: leader.name.clone(),
                side,
                rank: leader.rank.known().unwrap_or(Rank::Brigade),
                benefit: leader.benefit,
                artillery: leader.artillery,
                command: number,
                at: None,
            });
        }
        for (at, unit) in plan.units.iter().enumerate() {
            let setup = unit_setup(self.field, side, unit, number);
            self.units.push((format!("{path}.units[{at}]"), setup));
        }
        for (at, below) in plan.commands.iter().enumerate() {
            self.command(side, below, Some(number), &format!("{path}.commands[{at}]"));
        }
    }

    /// Checks where everybody stands and puts the leaders beside their units.
    pub fn place(&mut self, rules: &Rules) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut placed: Vec<(&str, &str, Footprint)> = Vec::new();
        for (path, unit) in &self.units {
            if let Some(what) = cannot_form(rules, &unit.unit) {
                faults.push(Fault {
                    path: format!("{path}.deploy"),
                    what: format!("`{}` {what}", unit.name),
                });
                continue;
            }
            let Some(footprint) = unit.footprint(self.field) else {
                continue;
            };
            let mut fault = |what: String| {
                faults.push(Fault {
                    path: format!("{path}.deploy"),
                    what,
                });
            };
            if !footprint.on_table(self.field) {
                fault(format!("`{}` stands off the table", unit.name));
                continue;
            }
            let on_ground = |at: Vec2| self.field.ground(rules, at).is_some();
            if !footprint.stands.iter().all(|stand| on_ground(stand.centre)) {
                fault(format!("`{}` stands where nobody can go", unit.name));
            }
            for (_, other, there) in &placed {
                if footprint.overlaps(there) {
                    fault(format!("`{}` stands on the stands of `{other}`", unit.name));
                }
            }
            if let Deployment::At {
                within: Some(id),
                placement,
            } = &unit.deployment
                && self
                    .field
                    .zone(id)
                    .is_some_and(|zone| !zone.contains(placement.at))
            {
                fault(format!("`{}` stands outside its zone `{id}`", unit.name));
            }
            placed.push((path.as_str(), unit.name.as_str(), footprint));
        }
        let starts: Vec<_> = (0..self.leaders.len())
            .map(|number| self.leader_start(number))
            .collect();
        for (leader, start) in self.leaders.iter_mut().zip(starts) {
            leader.at = start;
        }
        faults
    }

    /// Where a leader begins: where the file says, else right behind the middle unit of his command.
    fn leader_start(&self, number: usize) -> Option<Vec2> {
        if let Some(at) = self.wanted[number] {
            return Some(at);
        }
        let command = self.leaders[number].command;
        let own: Vec<_> = self
            .units
            .iter()
            .filter(|(_, unit)| self.belongs(unit.command, command))
            .filter_map(|(_, unit)| unit.footprint(self.field))
            .collect();
        let unit = own.get(own.len() / 2)?;
        let behind = -unit.placement.facing.ahead();
        let depth = unit
            .stands
            .iter()
            .map(|stand| (stand.centre - unit.placement.at).dot(behind) + stand.half.y)
            .fold(0.0, f32::max);
        let size = crate::field::stand::leader_size(self.field.scale);
        let at = unit.placement.at + behind * (depth + size * 0.6);
        Some(at.clamp(
            Vec2::splat(size / 2.0),
            self.field.size - Vec2::splat(size / 2.0),
        ))
    }

    fn belongs(&self, command: usize, above: usize) -> bool {
        let mut at = Some(command);
        while let Some(number) = at {
            if number == above {
                return true;
            }
            at = self.commands[number].parent;
        }
        false
    }
}

/// A unit as its plan says it.
pub(super) fn unit_setup(field: &Field, side: Side, plan: &UnitPlan, command: usize) -> UnitSetup {
    let (arrives, formation, mounted) = match &plan.deploy {
        DeployPlan::At {
            formation, mounted, ..
        } => (false, formation.as_deref(), *mounted),
        DeployPlan::Arrives {
            formation, mounted, ..
        } => (true, formation.as_deref(), *mounted),
    };
    let (troops, strength) = troops(plan, formation, mounted, arrives);
    let full = match plan.arm {
        ArmPlan::Artillery(_) => 1,
        ArmPlan::Infantry(_) | ArmPlan::Cavalry(_) => plan.stands.unwrap_or(2),
    };
    let has = |kind: UnitTrait| plan.traits.iter().any(|word| word.known() == Some(kind));
    UnitSetup {
        name: plan.name.clone(),
        unit: Unit {
            troops,
            side,
            quality: plan.quality.known().unwrap_or(Quality::Trained),
            strength,
            bearing: None,
            lost_sections: 0,
            stands: Stands { now: full, full },
            morale: Morale::GoodOrder,
            charging: false,
            traits: Traits {
                sharpshooter: has(UnitTrait::Sharpshooter),
                native: has(UnitTrait::Native),
                lancer: has(UnitTrait::Lancer),
                merged: false,
                mounted_infantry: has(UnitTrait::MountedInfantry),
            },
        },
        muster: Muster {
            strength,
            stands: full,
            attached: 0,
        },
        command,
        deployment: match &plan.deploy {
            DeployPlan::At {
                at, facing, within, ..
            } => Deployment::At {
                placement: Placement {
                    at: Vec2::from(*at) * field.square,
                    facing: Facing::degrees(*facing),
                },
                within: within.clone(),
            },
            DeployPlan::Arrives {
                turn,
                entry,
                by_die,
                ..
            } => Deployment::Arrives {
                turn: *turn,
                by_die: by_die.clone(),
                entry: entry.clone(),
            },
        },
        present_up_to: plan.present_up_to,
        engineer: has(UnitTrait::Engineer),
        dummy: false,
        train: plan.train.unwrap_or(0),
        make_up: make_up(plan),
    }
}

/// How a unit is made up. Joined from the start, it is a regiment like any other.
///
/// Rules: `unit.consolidated`, `unit.split_large`, `unit.unequal_stands`.
fn make_up(plan: &UnitPlan) -> MakeUp {
    let mut uneven = plan.uneven.clone();
    uneven.sort_unstable_by(|one, other| other.cmp(one));
    MakeUp {
        uneven,
        battalion_of: plan.battalion_of.clone(),
        joined_from: plan.joined_from.clone(),
        fired: false,
    }
}

/// Why a unit can never be formed as it is to begin, if it cannot.
///
/// Rules: `heavy.fortress`, `special.mounted_infantry_formation`, `special.native_formations`.
fn cannot_form(rules: &Rules, unit: &Unit) -> Option<&'static str> {
    match unit.troops {
        Troops::Artillery {
            gun: Some(gun),
            limbered: true,
        } if rules.limbering(unit.quality, gun) == ChangeCost::Never => {
            Some("is never limbered: fortress guns are there, unlimbered, from the beginning")
        }
        Troops::Cavalry { formation, .. } if !rules.may_form(unit, formation) => Some(
            "does not form so; allowed: road_column for mounted infantry in the saddle, line or \
             skirmish for Native American cavalry on foot",
        ),
        _ => None,
    }
}

fn troops(plan: &UnitPlan, formation: Option<&str>, mounted: bool, arrives: bool) -> (Troops, u32) {
    match plan.arm {
        ArmPlan::Infantry(figures) => {
            let usual = if arrives {
                InfantryFormation::RoadColumn
            } else {
                InfantryFormation::BattleLine
            };
            let troops = Troops::Infantry {
                weapon: InfantryWeapon::from_name(&plan.weapon),
                formation: formation
                    .and_then(InfantryFormation::from_name)
                    .unwrap_or(usual),
            };
            (troops, figures)
        }
        ArmPlan::Cavalry(figures) => {
            let usual = if arrives {
                CavalryFormation::RoadColumn
            } else {
                CavalryFormation::Line
            };
            let troops = Troops::Cavalry {
                weapon: CavalryWeapon::from_name(&plan.weapon),
                formation: formation
                    .and_then(CavalryFormation::from_name)
                    .unwrap_or(usual),
                mounted,
            };
            (troops, figures)
        }
        ArmPlan::Artillery(sections) => {
            let usual = if arrives {
                GunFormation::Limbered
            } else {
                GunFormation::Unlimbered
            };
            let formation = formation.and_then(GunFormation::from_name).unwrap_or(usual);
            let troops = Troops::Artillery {
                gun: Gun::from_name(&plan.weapon),
                limbered: formation == GunFormation::Limbered,
            };
            (troops, sections)
        }
    }
}
