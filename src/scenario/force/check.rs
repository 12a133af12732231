//! Reading the file of a force: everything that is wrong with it, at once.

use std::collections::HashSet;
use std::io::ErrorKind;
use std::path::Path;

use super::book::FORCES;
use super::file::*;
use crate::disk::{shown, without_mark};
use crate::rules::muster::{Echelon, MusterLeader, MusterUnit};
use crate::rules::{CavalryWeapon, Gun, InfantryWeapon, Rules};
use crate::scenario::FileFault;
use crate::scenario::check::{Fault, Finds, name_fault};
use crate::scenario::file::ArmPlan;
use crate::scenario::load::{parse, told};
use crate::scenario::places::Places;

/// The largest file of a force: ours have some thousands of bytes.
pub(super) const MOST_TEXT: u64 = 256 << 10;

/// The most commands, units and reserves of a force.
const COMMANDS: usize = 100;
const UNITS: usize = 250;

/// The longest name, and the longest text, in letters.
const NAME: usize = 120;
const TEXT: usize = 20_000;

impl Force {
    /// Reads the file of a force: yours, or one of ours. Whether it keeps to the limits of
    /// mustering is another question, for [`Force::faults`].
    ///
    /// ```
    /// use deadly_field::rules::Rules;
    /// use deadly_field::scenario::force::Force;
    /// use std::path::Path;
    ///
    /// let ours = Path::new("forces/crossroads_union.ron");
    /// let force = Force::load(ours, Rules::book()).expect("a good force");
    /// assert!(force.faults(Rules::book(), None).is_empty(), "{}", force.name);
    /// ```
    pub fn load(path: &Path, rules: &Rules) -> Result<Self, Vec<FileFault>> {
        let text = Self::text_of(path).map_err(|fault| vec![fault])?;
        Self::read(&path.display().to_string(), &text, rules)
    }

    /// The text of a force's file, as it lies on the disk or comes with the program.
    pub fn text_of(path: &Path) -> Result<String, FileFault> {
        let fault = |what: String| whole(&path.display().to_string(), what);
        let bytes = FORCES
            .read(path, MOST_TEXT)
            .map_err(|error| match error.kind() {
                ErrorKind::NotFound => fault(FORCES.nowhere(path)),
                _ => fault(format!("cannot be read: {error}")),
            })?;
        let text = String::from_utf8(bytes)
            .map_err(|_| fault("cannot be read: it is not UTF-8 text".to_owned()))?;
        Ok(without_mark(&text).to_owned())
    }

    /// Reads a force's text; `file` is how messages call it.
    pub fn read(file: &str, text: &str, rules: &Rules) -> Result<Self, Vec<FileFault>> {
        if text.len() as u64 > MOST_TEXT {
            let what = format!("has {} bytes; allowed: up to {MOST_TEXT}", text.len());
            return Err(vec![whole(file, what)]);
        }
        let mut plan: ForceFile = parse(Path::new(file), text).map_err(|fault| vec![fault])?;
        let places = Places::of(text);
        let mut checker = Checker::default();
        checker.limits(&plan);
        if checker.faults.is_empty() {
            clean(&mut plan);
            checker.force(&plan);
        }
        let located = |faults: Vec<Fault>| {
            told(faults.into_iter().map(|Fault { path, what }| FileFault {
                file: file.to_owned(),
                place: places.get(&path),
                field: path,
                what,
            }))
        };
        if !checker.faults.is_empty() {
            return Err(located(checker.faults));
        }
        let Some(force) = force(&plan) else {
            return Err(vec![whole(file, "is no force".to_owned())]);
        };
        let cost = force.cost(rules);
        if let Some(claimed) = plan.points.filter(|claimed| *claimed != cost) {
            let fault = Fault {
                path: "points".to_owned(),
                what: format!(
                    "the units and leaders add up to {cost} muster points, not to {claimed}; allowed: {cost}, or no `points` at all"
                ),
            };
            return Err(located(vec![fault]));
        }
        Ok(force)
    }
}

fn whole(file: &str, what: String) -> FileFault {
    FileFault {
        file: file.to_owned(),
        place: None,
        field: String::new(),
        what,
    }
}

#[derive(Default)]
struct Checker {
    faults: Vec<Fault>,
    names: [HashSet<String>; 3],
}

impl Finds for Checker {
    fn found(&mut self) -> &mut Vec<Fault> {
        &mut self.faults
    }
}

impl Checker {
    /// Nothing is worked out from a file that holds too much.
    fn limits(&mut self, plan: &ForceFile) {
        let mut counted = (0, plan.reserves.len());
        fn count(commands: &[CommandFile], counted: &mut (usize, usize)) {
            for command in commands {
                counted.0 += 1;
                counted.1 += command.units.len();
                count(&command.commands, counted);
            }
        }
        count(&plan.commands, &mut counted);
        let (commands, units) = counted;
        self.must(commands <= COMMANDS, "commands", || {
            format!("{commands} commands; allowed: up to {COMMANDS}")
        });
        self.must(units <= UNITS, "commands", || {
            format!("{units} units; allowed: up to {UNITS}")
        });
        let letters = plan.about.chars().count();
        self.must(letters <= TEXT, "about", || {
            format!("{letters} letters in a text; allowed: up to {TEXT}")
        });
    }

    fn name(&mut self, path: String, name: &str, of: Option<(usize, &str)>) {
        let letters = name.chars().count();
        self.must(letters <= NAME, path.clone(), || {
            format!("{letters} letters in a name; allowed: up to {NAME}")
        });
        self.must(!name.trim().is_empty(), path.clone(), || {
            "a name is needed".to_owned()
        });
        self.must(!name.contains(['\n', '\r']), path.clone(), || {
            "a name with a line end in it; allowed: one line".to_owned()
        });
        if let Some((kind, word)) = of {
            let new = self.names[kind].insert(name.to_owned());
            self.must(new, path, || format!("there are two {word} named `{name}`"));
        }
    }

    fn force(&mut self, plan: &ForceFile) {
        self.name("name".to_owned(), &plan.name, None);
        self.word("side", &plan.side);
        self.word("period", &plan.period);
        self.must(!plan.commands.is_empty(), "commands", || {
            "the force has no commands".to_owned()
        });
        for (at, command) in plan.commands.iter().enumerate() {
            self.command(&format!("commands[{at}]"), command, None);
        }
        for (at, unit) in plan.reserves.iter().enumerate() {
            let path = format!("reserves[{at}]");
            self.unit(&path, unit);
            let foot = matches!(unit.arm, ArmPlan::Infantry(_));
            self.must(foot, format!("{path}.arm"), || {
                "cards bring infantry only".to_owned()
            });
        }
    }

    fn command(&mut self, path: &str, command: &CommandFile, above: Option<Echelon>) {
        self.name(format!("{path}.name"), &command.name, Some((0, "commands")));
        self.word(format!("{path}.echelon"), &command.echelon);
        let echelon = command.echelon.known();
        if let (Some(echelon), Some(above)) = (echelon, above) {
            self.must(echelon > above, format!("{path}.echelon"), || {
                format!("a {echelon} cannot stand below a {above}")
            });
        }
        if let Some(leader) = &command.leader {
            let path = format!("{path}.leader");
            self.name(format!("{path}.name"), &leader.name, Some((1, "leaders")));
            self.word(format!("{path}.rank"), &leader.rank);
            self.must(leader.benefit <= 2, format!("{path}.benefit"), || {
                let benefit = leader.benefit;
                format!("{benefit} is no leadership benefit; allowed: 0, 1, 2")
            });
        }
        let empty = command.units.is_empty() && command.commands.is_empty();
        self.must(!empty, path, || format!("`{}` has no units", command.name));
        for (at, unit) in command.units.iter().enumerate() {
            self.unit(&format!("{path}.units[{at}]"), unit);
        }
        for (at, below) in command.commands.iter().enumerate() {
            self.command(&format!("{path}.commands[{at}]"), below, echelon);
        }
    }

    fn unit(&mut self, path: &str, unit: &UnitFile) {
        self.name(format!("{path}.name"), &unit.name, Some((2, "units")));
        self.word(format!("{path}.quality"), &unit.quality);
        let strength = unit.arm.strength();
        let most = match unit.arm {
            ArmPlan::Infantry(_) | ArmPlan::Cavalry(_) => 24,
            ArmPlan::Artillery(_) => 4,
        };
        self.must(
            (1..=most).contains(&strength),
            format!("{path}.arm"),
            || format!("a strength of {strength}; allowed: 1 to {most}"),
        );
        let left = unit.left.unwrap_or(0);
        self.must(left <= strength, format!("{path}.left"), || {
            format!("{left} are left of {strength}; allowed: 0 to {strength}")
        });
        let fault = match unit.arm {
            ArmPlan::Infantry(_) => name_fault::<InfantryWeapon>(&unit.weapon),
            ArmPlan::Cavalry(_) => name_fault::<CavalryWeapon>(&unit.weapon),
            ArmPlan::Artillery(_) => name_fault::<Gun>(&unit.weapon),
        };
        self.reference(format!("{path}.weapon"), fault);
    }
}

/// Control characters are made visible where they come in.
fn clean(plan: &mut ForceFile) {
    fn word(word: &mut String) {
        if let std::borrow::Cow::Owned(shown) = shown(word) {
            *word = shown;
        }
    }
    fn command(one: &mut CommandFile) {
        word(&mut one.name);
        one.leader
            .iter_mut()
            .for_each(|leader| word(&mut leader.name));
        one.units.iter_mut().for_each(|unit| word(&mut unit.name));
        one.commands.iter_mut().for_each(command);
    }
    word(&mut plan.name);
    word(&mut plan.about);
    plan.commands.iter_mut().for_each(command);
    plan.reserves
        .iter_mut()
        .for_each(|unit| word(&mut unit.name));
}

fn force(plan: &ForceFile) -> Option<Force> {
    Some(Force {
        name: plan.name.clone(),
        about: plan.about.clone(),
        side: plan.side.known()?,
        period: plan.period.known()?,
        commands: plan.commands.iter().map(command).collect::<Option<_>>()?,
        reserves: plan.reserves.iter().map(unit).collect::<Option<_>>()?,
    })
}

fn command(plan: &CommandFile) -> Option<ForceCommand> {
    let leader = match &plan.leader {
        None => None,
        Some(leader) => Some(ForceLeader {
            name: leader.name.clone(),
            muster: MusterLeader {
                rank: leader.rank.known()?,
                benefit: leader.benefit,
                artillery: leader.artillery,
            },
            fallen: leader.fallen,
        }),
    };
    Some(ForceCommand {
        name: plan.name.clone(),
        echelon: plan.echelon.known()?,
        leader,
        commands: plan.commands.iter().map(command).collect::<Option<_>>()?,
        units: plan.units.iter().map(unit).collect::<Option<_>>()?,
    })
}

fn unit(plan: &UnitFile) -> Option<ForceUnit> {
    Some(ForceUnit {
        name: plan.name.clone(),
        muster: MusterUnit {
            arm: plan.arm.with(&plan.weapon)?,
            strength: plan.arm.strength(),
            quality: plan.quality.known()?,
            sharpshooter: plan.sharpshooter,
        },
        left: plan.left,
    })
}
