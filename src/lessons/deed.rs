//! Deeds by their names: who is meant, and whether what a learner did is what was meant.

use bevy::math::Vec2;

use super::faults::PANELS;
use super::file::{CameraTurn, Deed, Expect, Inches, Labour, OddsOf, Step};
use super::tell;
use crate::army::{Army, Formation, LeaderId, UnitId};
use crate::battle::{Answer, Battle, Decision, Order, Reaction};
use crate::rules::named::Word;
use crate::rules::{CavalryFormation, InfantryFormation, Named, Unit, unknown_name};
use crate::scenario::Scenario;

/// Finds units and leaders by their names.
#[derive(Clone, Copy)]
pub struct Names<'a>(pub &'a Scenario);

impl Names<'_> {
    /// The unit of that name.
    pub fn unit(&self, name: &str) -> Result<UnitId, String> {
        let mut units = self.0.units.iter();
        let found = units.position(|unit| unit.name == name && !unit.dummy);
        found.map(|number| UnitId(number as u32)).ok_or_else(|| {
            let all: Vec<_> = self.0.real_units().map(|unit| unit.name.as_str()).collect();
            format!("no unit is called `{name}`; allowed: {}", all.join(", "))
        })
    }

    /// All the units of these names.
    pub fn units(&self, names: &[String]) -> Result<Vec<UnitId>, String> {
        names.iter().map(|name| self.unit(name)).collect()
    }

    /// The leader of that name.
    pub fn leader(&self, name: &str) -> Result<LeaderId, String> {
        let mut leaders = self.0.leaders.iter();
        let found = leaders.position(|leader| leader.name == name);
        found.map(|number| LeaderId(number as u32)).ok_or_else(|| {
            let all: Vec<_> = self.0.leaders.iter().map(|one| one.name.as_str()).collect();
            format!("no leader is called `{name}`; allowed: {}", all.join(", "))
        })
    }
}

pub(super) fn unknown_unit(scenario: &Scenario, name: &str) -> Option<String> {
    Names(scenario).unit(name).err()
}

fn unknown_leader(scenario: &Scenario, name: &str) -> Option<String> {
    Names(scenario).leader(name).err()
}

/// What is wrong with the name of a unit or leader.
pub(super) fn unknown_anybody(scenario: &Scenario, name: &str) -> Option<String> {
    match Names(scenario).leader(name) {
        Ok(_) => None,
        Err(_) => unknown_unit(scenario, name),
    }
}

/// What is wrong with a place, if it is not on the table.
pub(super) fn no_place(scenario: &Scenario, (x, y): Inches) -> Option<String> {
    let size = scenario.field.size;
    let there = (0.0..=size.x).contains(&x) && (0.0..=size.y).contains(&y);
    (!there).then(|| {
        format!(
            "({x}, {y}) is off the table; allowed: 0 to {} and 0 to {} inches",
            size.x, size.y
        )
    })
}

/// A formation by its name, for a unit of an arm.
pub(super) fn formation(unit: &Unit, name: &str) -> Result<Formation, String> {
    if unit.is_infantry() {
        return InfantryFormation::from_name(name)
            .map(Formation::Infantry)
            .ok_or_else(|| unknown_name::<InfantryFormation>(name));
    }
    match name {
        "limbered" if unit.is_artillery() => Ok(Formation::Limbered(true)),
        "unlimbered" if unit.is_artillery() => Ok(Formation::Limbered(false)),
        _ if unit.is_artillery() => Err(format!(
            "`{name}` is no formation of artillery; allowed: limbered, unlimbered"
        )),
        "mounted" => Ok(Formation::Mounted(true)),
        "dismounted" => Ok(Formation::Mounted(false)),
        name => CavalryFormation::from_name(name)
            .map(Formation::Cavalry)
            .ok_or_else(|| {
                format!(
                    "{}, mounted, dismounted",
                    unknown_name::<CavalryFormation>(name)
                )
            }),
    }
}

/// Shows every deed that a step speaks of, with the field it stands in.
pub(super) fn each_deed(step: &Step, show: &mut impl FnMut(&str, &Deed)) {
    if let Some(deed) = &step.act {
        show("do", deed);
    }
    for (at, deed) in step.play.iter().enumerate() {
        show(&format!("play[{at}]"), deed);
    }
    for (at, odds) in step.odds.iter().enumerate() {
        for (number, deed) in odds.after.iter().enumerate() {
            show(&format!("odds[{at}].after[{number}]"), deed);
        }
        // Who fires or charges is named as in a deed.
        let deed = match &odds.of {
            OddsOf::Fire { by, at, kind } => Deed::Fire {
                by: by.clone(),
                at: at.clone(),
                kind: kind.clone(),
                plan: None,
            },
            OddsOf::Charge { by, at } => Deed::Charge {
                by: by.clone(),
                lead: None,
                at: at.clone(),
                others: Vec::new(),
                halt: None,
                plan: None,
            },
            OddsOf::Morale { unit, .. } | OddsOf::Test(unit) => Deed::Hold(vec![unit.clone()]),
        };
        show(&format!("odds[{at}].of"), &deed);
    }
    for (at, other) in step.otherwise.iter().enumerate() {
        show(&format!("otherwise[{at}].deed"), &other.deed);
    }
    for (at, expect) in step.gives.iter().enumerate() {
        let field = format!("gives[{at}]");
        match expect {
            Expect::May(deed) | Expect::MayNot { deed, .. } => show(&field, deed),
            Expect::Unit { unit, .. }
            | Expect::Check { unit, .. }
            | Expect::Test { unit, .. }
            | Expect::Mmp(unit, _) => show(&field, &Deed::Hold(vec![unit.clone()])),
            Expect::Sees { unit, other, .. } | Expect::Apart(unit, other, _) => {
                show(&field, &Deed::Hold(vec![unit.clone(), other.clone()]));
            }
            Expect::Fire { .. }
            | Expect::Impact { .. }
            | Expect::Charged { .. }
            | Expect::Asked { .. } => {}
        }
    }
}

/// What is wrong with the names, words and numbers of a deed.
pub(super) fn faults(scenario: &Scenario, deed: &Deed) -> Vec<String> {
    let mut faults = Vec::new();
    let mut all = |found: &mut dyn Iterator<Item = Option<String>>| faults.extend(found.flatten());
    let unit = |name: &String| unknown_unit(scenario, name);
    let units = |names: &[String]| -> Vec<Option<String>> {
        if names.is_empty() {
            return vec![Some("it is not said who".to_owned())];
        }
        if (1..names.len()).any(|at| names[..at].contains(&names[at])) {
            return vec![Some("somebody is named twice".to_owned())];
        }
        names.iter().map(unit).collect()
    };
    let near = |inches: f32| {
        (!(0.1..=40.0).contains(&inches))
            .then(|| format!("within {inches} inches; allowed: 0.1 to 40"))
    };
    let number = |number: Option<f32>, most: f32| {
        let good = number.is_none_or(|number| number.abs() <= most);
        (!good).then(|| format!("allowed: a number up to {most}"))
    };
    fn declared(
        plan: &Option<(Word<super::file::Declared>, Word<super::file::Declared>)>,
    ) -> [Option<String>; 2] {
        match plan {
            Some((one, other)) => [one.fault(), other.fault()],
            None => [None, None],
        }
    }
    match deed {
        Deed::Select(name) => all(&mut [unknown_anybody(scenario, name)].into_iter()),
        Deed::Aim(name) | Deed::Run(name) | Deed::Countercharge(name) => {
            all(&mut [unit(name)].into_iter());
        }
        Deed::Open(panel) => {
            let known = PANELS.contains(&panel.as_str());
            let what = format!("`{panel}` is no panel; allowed: {}", PANELS.join(", "));
            all(&mut [(!known).then_some(what)].into_iter());
        }
        Deed::Camera(turn) => all(&mut [word_fault::<CameraTurn>(turn)].into_iter()),
        Deed::Draw {
            unit: name,
            to,
            within,
        } => all(&mut [unit(name), no_place(scenario, *to), near(*within)].into_iter()),
        Deed::Ride { leader, to, within } => all(&mut [
            unknown_leader(scenario, leader),
            no_place(scenario, *to),
            near(*within),
        ]
        .into_iter()),
        Deed::Attach { leader, unit: name } => {
            all(&mut [unknown_leader(scenario, leader), unit(name)].into_iter());
        }
        Deed::Stay(leader) => all(&mut [unknown_leader(scenario, leader)].into_iter()),
        Deed::Move {
            by,
            plan,
            ahead,
            legs,
            to,
            facing,
            form: _,
            within,
        } => {
            all(&mut units(by).into_iter());
            all(&mut declared(plan).into_iter());
            let ways = usize::from(ahead.is_some())
                + usize::from(!legs.is_empty())
                + usize::from(to.is_some());
            let how = (ways != 1).then(|| "say how: one of `ahead`, `legs` and `to`".to_owned());
            let place = to.and_then(|to| no_place(scenario, to));
            all(&mut [
                how,
                place,
                near(*within),
                number(*ahead, 60.0),
                number(*facing, 360.0),
            ]
            .into_iter());
        }
        Deed::Fire { by, at, kind, plan } => {
            all(&mut units(by).into_iter());
            all(&mut [unit(at), kind.fault()].into_iter());
            all(&mut declared(plan).into_iter());
        }
        Deed::Charge {
            by,
            lead,
            at,
            others,
            halt,
            plan,
        } => {
            all(&mut units(by).into_iter());
            all(&mut [unit(at), number(*halt, 60.0)].into_iter());
            all(&mut lead.iter().map(unit));
            all(&mut others
                .iter()
                .flat_map(|(one, other)| [unit(one), unit(other)]));
            all(&mut declared(plan).into_iter());
        }
        Deed::Form { by, to, plan } => {
            all(&mut units(by).into_iter());
            all(&mut declared(plan).into_iter());
            let first = by.first().and_then(|name| Names(scenario).unit(name).ok());
            let unit = first.map(|id| &scenario.units[id.0 as usize].unit);
            all(&mut [unit.and_then(|unit| formation(unit, to).err())].into_iter());
        }
        Deed::Reform(by)
        | Deed::Rally(by)
        | Deed::Disengage(by)
        | Deed::Hold(by)
        | Deed::Show(by)
        | Deed::Withdraw(by)
        | Deed::Face(by) => all(&mut units(by).into_iter()),
        Deed::Turn { by, facing } => {
            all(&mut units(by).into_iter());
            all(&mut [number(Some(*facing), 360.0)].into_iter());
        }
        Deed::Prolonge {
            unit: one,
            at: other,
        }
        | Deed::TakeHorse {
            unit: one,
            from: other,
        }
        | Deed::Merge {
            unit: one,
            with: other,
        }
        | Deed::AttachTo {
            unit: one,
            host: other,
        } => all(&mut [unit(one), unit(other)].into_iter()),
        Deed::Work { unit: name, task } => {
            let task = match task {
                Labour::Dig(works) => works.fault(),
                Labour::Obstruct(obstacle) => obstacle.fault(),
                Labour::Assist(other) => unit(other),
                _ => None,
            };
            all(&mut [unit(name), task].into_iter());
        }
        Deed::Pivot {
            unit: name,
            degrees,
        } => all(&mut [unit(name), number(Some(*degrees), 360.0)].into_iter()),
        Deed::HoldFire {
            until: (one, other, inches),
        } => all(&mut [unit(one), unit(other), near(*inches)].into_iter()),
        Deed::Follow(inches) => all(&mut [number(Some(*inches), 60.0)].into_iter()),
        Deed::Until { side, .. } => all(&mut [side.fault()].into_iter()),
        Deed::EndTurn | Deed::Decline | Deed::Agree => {}
    }
    faults
}

fn word_fault<K: Named>(word: &Word<K>) -> Option<String> {
    word.fault()
}

impl Deed {
    /// It is done at the table and not in the battle.
    pub fn is_looking(&self) -> bool {
        matches!(
            self,
            Self::Select(_) | Self::Aim(_) | Self::Open(_) | Self::Camera(_) | Self::Draw { .. }
        )
    }
}

/// Whether what a learner wants to answer is what the deed means. What he may choose himself is
/// taken with a margin: where exactly a move ends, in which order units are named.
pub fn fits(deed: &Deed, battle: &Battle, given: &[Answer]) -> bool {
    if let Deed::HoldFire { .. } | Deed::Decline = deed {
        return given == [Answer::Decline];
    }
    let Ok(meant) = tell::answers(deed, battle) else {
        return false;
    };
    if meant == given {
        return true;
    }
    if meant.len() != given.len() {
        return false;
    }
    meant
        .iter()
        .zip(given)
        .all(|(meant, given)| alike(deed, meant, given))
        && ends_alike(deed, battle, &meant, given)
}

fn same(one: &[UnitId], other: &[UnitId]) -> bool {
    one.len() == other.len() && one.iter().all(|unit| other.contains(unit))
}

/// Whether two answers are alike but for what a learner may choose himself.
fn alike(deed: &Deed, meant: &Answer, given: &Answer) -> bool {
    match (meant, given) {
        (
            Answer::ActivateGroup { units, plan },
            Answer::ActivateGroup {
                units: own,
                plan: declared,
            },
        ) => same(units, own) && plan == declared,
        (Answer::Order(meant), Answer::Order(given)) => match (meant, given) {
            (Order::Move { form, .. }, Order::Move { form: own, .. }) => form == own,
            // A change of formation on the spot is a move of nothing.
            (
                Order::Form(form),
                Order::Move {
                    form: Some(own),
                    legs,
                    ..
                },
            ) => form == own && legs.is_empty(),
            (
                Order::Fire {
                    units,
                    target,
                    kind,
                },
                Order::Fire {
                    units: own,
                    target: at,
                    kind: how,
                },
            ) => same(units, own) && target == at && kind == how,
            (
                Order::Charge {
                    lead,
                    assaults,
                    halt,
                },
                Order::Charge {
                    lead: own,
                    assaults: others,
                    halt: stop,
                },
            ) => {
                let all = assaults.len() == others.len()
                    && assaults.iter().all(|assault| others.contains(assault));
                lead == own && all && halt == stop
            }
            (meant, given) => meant == given,
        },
        (Answer::React(meant), Answer::React(given)) => match (meant, given) {
            (
                Reaction::Fire {
                    units,
                    target,
                    kind,
                },
                Reaction::Fire {
                    units: own,
                    target: at,
                    kind: how,
                },
            ) => same(units, own) && target == at && kind == how,
            (Reaction::Turn(units, _), Reaction::Turn(own, _)) => same(units, own),
            (meant, given) => meant == given || same_reaction(meant, given),
        },
        (Answer::Ride(meant), Answer::Ride(given)) => match deed {
            Deed::Ride { within, .. } => meant.distance(*given) <= *within,
            _ => meant == given,
        },
        (Answer::Follow(meant), Answer::Follow(given)) => (meant - given).abs() < 0.6,
        (meant, given) => meant == given,
    }
}

fn same_reaction(meant: &Reaction, given: &Reaction) -> bool {
    let same_kind = std::mem::discriminant(meant) == std::mem::discriminant(given);
    let form = match (meant, given) {
        (Reaction::Form(_, one), Reaction::Form(_, other)) => one == other,
        _ => true,
    };
    same_kind && form && same(meant.units(), given.units())
}

/// Whether a move ends about where it should.
fn ends_alike(deed: &Deed, battle: &Battle, meant: &[Answer], given: &[Answer]) -> bool {
    let Deed::Move { within, facing, .. } = deed else {
        return true;
    };
    let Some(Answer::Order(Order::Move { .. })) = meant.last() else {
        return true;
    };
    let (Some(wanted), Some(ends)) = (end_of(battle, meant), end_of(battle, given)) else {
        return false;
    };
    wanted.iter().zip(&ends).all(|(wanted, end)| {
        let near = wanted.0.distance(end.0) <= *within;
        let turned = (wanted.1 - end.1 + 540.0).rem_euclid(360.0) - 180.0;
        near && (facing.is_none() || turned.abs() <= 30.0)
    })
}

/// Where the active units end if nobody does anything about it: places and facings.
pub(super) fn end_of(battle: &Battle, answers: &[Answer]) -> Option<Vec<(Vec2, f32)>> {
    let mut trial = battle.fork();
    let mut movers: Vec<UnitId> = Vec::new();
    for answer in answers {
        trial.answer(answer.clone()).ok()?;
        if let Some(Decision::Act { units, .. }) = trial.decision() {
            movers.clone_from(units);
        }
    }
    if movers.is_empty()
        && let Some(Decision::Act { units, .. }) = battle.decision()
    {
        movers.clone_from(units);
    }
    // Who was active is known from the first answer if the second ended his turn.
    for answer in answers {
        match answer {
            Answer::Activate(unit) => movers = vec![*unit],
            Answer::ActivateGroup { units, .. } => movers.clone_from(units),
            _ => {}
        }
    }
    for _ in 0..500 {
        let Some(Decision::React { .. }) = trial.decision() else {
            break;
        };
        trial.answer(Answer::Decline).ok()?;
    }
    let army: &Army = trial.army();
    let mut ends: Vec<_> = movers
        .into_iter()
        .map(|unit| (unit, army.placement(unit)))
        .collect();
    ends.sort_by_key(|(unit, _)| unit.0);
    Some(
        ends.into_iter()
            .map(|(_, place)| (place.at, place.facing.to_degrees()))
            .collect(),
    )
}
