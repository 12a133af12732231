//! Everything that can be wrong with a scenario beside its syntax, all at once.

mod muster;
mod special;
mod units;
mod victory;

use std::collections::HashSet;

use super::file::*;
use super::reference::{Names, unknown};
use crate::rules::formation::GunFormation;
use crate::rules::named::Word;
use crate::rules::{
    CavalryFormation, CavalryWeapon, Gun, InfantryFormation, InfantryWeapon, Named, Rules, Side,
};

/// A fault by the path of the value that is wrong.
pub(super) struct Fault {
    pub path: String,
    pub what: String,
}

/// Whoever looks for faults and keeps all that he finds.
pub(super) trait Finds {
    /// Those that were found.
    fn found(&mut self) -> &mut Vec<Fault>;

    /// Whatever is not good is a fault.
    fn must(&mut self, good: bool, path: impl Into<String>, what: impl FnOnce() -> String) {
        self.reference(path, (!good).then(what));
    }

    /// A word that nobody knows is one.
    fn word<K: Named>(&mut self, path: impl Into<String>, word: &Word<K>) {
        self.reference(path, word.fault());
    }

    /// What was said of a value, if anything was.
    fn reference(&mut self, path: impl Into<String>, fault: Option<String>) {
        if let Some(what) = fault {
            let path = path.into();
            self.found().push(Fault { path, what });
        }
    }
}

impl Finds for Checker<'_> {
    fn found(&mut self) -> &mut Vec<Fault> {
        &mut self.faults
    }
}

pub(super) struct Checker<'a> {
    pub file: &'a ScenarioFile,
    pub names: Names,
    pub faults: Vec<Fault>,
    squares: (u32, u32),
    unit_names: HashSet<String>,
}

impl<'a> Checker<'a> {
    pub fn new(file: &'a ScenarioFile, names: Names, squares: (u32, u32)) -> Self {
        Self {
            file,
            names,
            faults: Vec::new(),
            squares,
            unit_names: HashSet::new(),
        }
    }

    /// Checks all but the ground.
    pub fn run(&mut self, rules: &Rules) {
        self.head();
        self.force("union", &self.file.union);
        self.force("confederate", &self.file.confederate);
        self.battalions();
        self.special();
        self.victory();
        self.muster(rules);
    }

    fn zone(&mut self, path: impl Into<String>, id: &str) {
        let fault = unknown("zone", id, &self.names.zones);
        self.reference(path, fault);
    }

    fn hidden(&mut self) {
        let file = self.file;
        for (at, plan) in file.hidden.iter().enumerate() {
            let path = format!("hidden[{at}]");
            self.word(format!("{path}.side"), &plan.side);
            let twice = file.hidden[..at].iter().any(|other| {
                plan.side.known().is_some() && other.side.known() == plan.side.known()
            });
            self.must(!twice, format!("{path}.side"), || {
                "this side is hidden already; allowed: each side once".to_owned()
            });
            if let HiddenHow::Pickets { dummies, .. } = plan.how {
                let most = super::hiding::MOST_DUMMIES;
                self.must(dummies <= most, format!("{path}.how"), || {
                    format!("{dummies} dummies for each unit; allowed: 0 to {most}")
                });
            }
        }
    }

    fn head(&mut self) {
        let file = self.file;
        self.must(!file.name.trim().is_empty(), "name", || {
            "a scenario needs a name".to_owned()
        });
        let (year, month, day) = file.date;
        let good = (1861..=1865).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_of(month)).contains(&day);
        self.must(good, "date", || {
            format!("({year}, {month}, {day}) is no day of the war; allowed: (year 1861 to 1865, month, day)")
        });
        let (hour, minute) = file.time;
        self.must(hour < 24 && minute < 60, "time", || {
            format!("({hour}, {minute}) is no time of day; allowed: (0 to 23, 0 to 59)")
        });
        self.must((1..=40).contains(&file.turns), "turns", || {
            format!("{} turns; allowed: 1 to 40", file.turns)
        });
        self.word("initiative", &file.initiative);
        for (at, side) in file.set_up.iter().enumerate() {
            self.word(format!("set_up[{at}]"), side);
        }
        let known: Vec<_> = file.set_up.iter().filter_map(|side| side.known()).collect();
        let both = matches!(known[..], [one, other] if one != other);
        // What is no side has been told already.
        let told = known.len() < file.set_up.len();
        self.must(both || told || known.is_empty(), "set_up", || {
            "each side sets up once; allowed: [\"confederate\", \"union\"], the other way round, or \
             nothing at all"
                .to_owned()
        });
        self.hidden();
        self.word("season", &file.season);
        if let BoardPlan::Cut {
            country: Some(country),
            ..
        } = &file.board
        {
            self.word("board.country", country);
        }
        self.word("period", &file.period);
        match &file.weather {
            WeatherPlan::Fixed(weather) => self.word("weather", weather),
            WeatherPlan::WetUpTo(number) => {
                self.must(*number <= 6, "weather", || {
                    format!("wet up to {number}; a die shows 1 to 6")
                });
            }
        }
    }

    fn force(&mut self, path: &str, force: &'a ForcePlan) {
        if let Some(plan) = &force.muster {
            self.muster_plan(&format!("{path}.muster"), plan);
        }
        self.must(
            !force.commands.is_empty() || force.muster.is_some(),
            format!("{path}.commands"),
            || "the side has no forces".to_owned(),
        );
        for (at, command) in force.commands.iter().enumerate() {
            self.command(&format!("{path}.commands[{at}]"), command, None);
        }
    }

    fn command(&mut self, path: &str, command: &'a CommandPlan, above: Option<Echelon>) {
        self.word(format!("{path}.echelon"), &command.echelon);
        let echelon = command.echelon.known();
        if let (Some(echelon), Some(above)) = (echelon, above) {
            self.must(echelon > above, format!("{path}.echelon"), || {
                format!("a {echelon} cannot stand below a {above}")
            });
        }
        let twice = self
            .names
            .commands
            .iter()
            .filter(|name| **name == command.name)
            .count()
            > 1;
        self.must(!twice, format!("{path}.name"), || {
            format!("there are two commands named `{}`", command.name)
        });
        let needs_leader = matches!(echelon, Some(Echelon::Brigade | Echelon::Division));
        self.must(!needs_leader || command.leader.is_some(), path, || {
            format!(
                "the {} `{}` has no leader",
                command.echelon.known().map_or("command", Named::name),
                command.name
            )
        });
        let empty =
            command.units.is_empty() && command.commands.is_empty() && command.leader.is_none();
        self.must(!empty, path, || {
            format!("`{}` has neither units nor a leader", command.name)
        });
        if let Some(leader) = &command.leader {
            self.leader(&format!("{path}.leader"), leader);
        }
        for (at, unit) in command.units.iter().enumerate() {
            self.unit(&format!("{path}.units[{at}]"), unit);
        }
        for (at, below) in command.commands.iter().enumerate() {
            self.command(&format!("{path}.commands[{at}]"), below, echelon);
        }
    }

    fn leader(&mut self, path: &str, leader: &LeaderPlan) {
        self.word(format!("{path}.rank"), &leader.rank);
        self.must(leader.benefit <= 2, format!("{path}.benefit"), || {
            format!(
                "{} is no leadership benefit; allowed: 0, 1, 2",
                leader.benefit
            )
        });
        let (wide, deep) = (self.squares.0 as f32, self.squares.1 as f32);
        let there = leader
            .at
            .is_none_or(|(x, y)| (0.0..=wide).contains(&x) && (0.0..=deep).contains(&y));
        self.must(there, format!("{path}.at"), || {
            format!("he stands off the table; allowed: 0 to {wide} and 0 to {deep} squares")
        });
        let twice = self
            .names
            .leaders
            .iter()
            .filter(|name| **name == leader.name)
            .count()
            > 1;
        self.must(!twice, format!("{path}.name"), || {
            format!("there are two leaders named `{}`", leader.name)
        });
    }

    fn unit(&mut self, path: &str, unit: &'a UnitPlan) {
        let twice = !self.unit_names.insert(unit.name.clone());
        self.must(!twice, format!("{path}.name"), || {
            format!("there are two units named `{}`", unit.name)
        });
        self.word(format!("{path}.quality"), &unit.quality);
        for (at, word) in unit.traits.iter().enumerate() {
            self.word(format!("{path}.traits[{at}]"), word);
        }
        let (strength, most) = match unit.arm {
            ArmPlan::Infantry(figures) | ArmPlan::Cavalry(figures) => (figures, 24),
            ArmPlan::Artillery(sections) => (sections, 4),
        };
        self.must(
            (1..=most).contains(&strength),
            format!("{path}.arm"),
            || format!("a strength of {strength}; allowed: 1 to {most}"),
        );
        let sharp = unit.traits.contains(&Word::Known(UnitTrait::Sharpshooter));
        self.must(!sharp || strength <= 6, format!("{path}.arm"), || {
            format!("{strength} figures of sharpshooters; allowed: up to 6")
        });
        self.weapon(path, unit);
        let stands = unit.stands.unwrap_or(2);
        let batteries = matches!(unit.arm, ArmPlan::Artillery(_));
        let good = if batteries {
            unit.stands.is_none_or(|stands| stands == 1)
        } else {
            (2..=3).contains(&stands)
        };
        self.must(good, format!("{path}.stands"), || {
            let allowed = if batteries {
                "1 for a battery"
            } else {
                "2 or 3"
            };
            format!("{stands} stands; allowed: {allowed}")
        });
        let die = unit
            .present_up_to
            .is_none_or(|number| (1..=6).contains(&number));
        self.must(die, format!("{path}.present_up_to"), || {
            "a die shows 1 to 6".to_owned()
        });
        self.train(path, unit);
        self.make_up(path, unit);
        self.deploy(&format!("{path}.deploy"), unit);
    }

    /// Engineers are infantry; a pontoon train goes with them, in road column.
    fn train(&mut self, path: &str, unit: &UnitPlan) {
        let engineer = unit.traits.contains(&Word::Known(UnitTrait::Engineer));
        let foot = matches!(unit.arm, ArmPlan::Infantry(_));
        self.must(!engineer || foot, format!("{path}.traits"), || {
            "only infantry can be engineers".to_owned()
        });
        let Some(train) = unit.train else {
            return;
        };
        self.must(engineer, format!("{path}.train"), || {
            "only engineers have a pontoon train".to_owned()
        });
        self.must((1..=12).contains(&train), format!("{path}.train"), || {
            format!("{train} hundred yards of bridge; allowed: 1 to 12")
        });
        let (formation, usual) = match &unit.deploy {
            DeployPlan::At { formation, .. } => (formation, "battle_line"),
            DeployPlan::Arrives { formation, .. } => (formation, "road_column"),
        };
        let formation = formation.as_deref().unwrap_or(usual);
        let column = formation == InfantryFormation::RoadColumn.name();
        self.must(column, format!("{path}.deploy"), || {
            format!("a loaded pontoon train in {formation}; allowed: road_column")
        });
    }

    fn weapon(&mut self, path: &str, unit: &UnitPlan) {
        let fault = match unit.arm {
            ArmPlan::Infantry(_) => name_fault::<InfantryWeapon>(&unit.weapon),
            ArmPlan::Cavalry(_) => name_fault::<CavalryWeapon>(&unit.weapon),
            ArmPlan::Artillery(_) => name_fault::<Gun>(&unit.weapon),
        };
        self.reference(format!("{path}.weapon"), fault);
    }

    fn deploy(&mut self, path: &str, unit: &UnitPlan) {
        let (formation, mounted) = match &unit.deploy {
            DeployPlan::At {
                at: (x, y),
                facing,
                formation,
                mounted,
                within,
            } => {
                let finite = x.is_finite() && y.is_finite() && facing.abs() <= 360.0;
                self.must(finite, path, || {
                    "place and facing must be numbers, the facing -360 to 360".to_owned()
                });
                if let Some(zone) = within {
                    self.zone(format!("{path}.within"), zone);
                }
                (formation, *mounted)
            }
            DeployPlan::Arrives {
                turn,
                entry,
                formation,
                mounted,
                ..
            } => {
                let fault = unknown("entry", entry, &self.names.entries);
                self.reference(format!("{path}.entry"), fault);
                let last = self.file.turns;
                self.must((1..=last).contains(turn), format!("{path}.turn"), || {
                    format!("turn {turn}; allowed: 1 to {last}")
                });
                (formation, *mounted)
            }
        };
        let horse = matches!(unit.arm, ArmPlan::Cavalry(_));
        self.must(horse || !mounted, format!("{path}.mounted"), || {
            "only cavalry is mounted".to_owned()
        });
        if let Some(formation) = formation {
            let fault = match unit.arm {
                ArmPlan::Infantry(_) => name_fault::<InfantryFormation>(formation),
                ArmPlan::Cavalry(_) => name_fault::<CavalryFormation>(formation),
                ArmPlan::Artillery(_) => name_fault::<GunFormation>(formation),
            };
            self.reference(format!("{path}.formation"), fault);
        }
    }

    /// The muster points must be what the file claims.
    fn muster(&mut self, rules: &Rules) {
        let (Some((union, confederate)), Some(period)) =
            (self.file.muster, self.file.period.known())
        else {
            return;
        };
        let sides = [
            (Side::Union, &self.file.union, union, "muster[0]"),
            (
                Side::Confederate,
                &self.file.confederate,
                confederate,
                "muster[1]",
            ),
        ];
        // What is mustered is counted against what the scenario grants.
        let exact = sides
            .into_iter()
            .filter(|(_, force, ..)| force.muster.is_none());
        for (side, force, claimed, path) in exact {
            let (points, unpriced) = super::muster::cost(rules, period, side, force);
            self.must(unpriced.is_empty(), path, || {
                format!(
                    "the lists of the period have no price for {}",
                    unpriced.join(", ")
                )
            });
            self.must(points == claimed, path, || {
                format!("the {side} units and leaders add up to {points} muster points, not to {claimed}")
            });
        }
    }
}

fn days_of(month: u32) -> u32 {
    match month {
        2 => 29,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// What is wrong with a plain name, if anything.
pub(super) fn name_fault<K: Named>(name: &str) -> Option<String> {
    K::from_name(name)
        .is_none()
        .then(|| crate::rules::unknown_name::<K>(name))
}
