//! Groups: who acts with whom, who is left out, and why.

use super::Why;
use crate::army::{Army, UnitId};
use crate::battle::{Decision, Situation};
use crate::print::words;
use crate::rule;
use crate::rules::fire::Refusal;

/// The units that could act with one as a group, itself first: those of its chain that are of its
/// brigade.
pub fn chain_of(now: &Situation, decision: Option<&Decision>, unit: UnitId) -> Vec<UnitId> {
    let army = now.army();
    let mut units = vec![unit];
    if let Some(Decision::Activate { chains, .. }) = decision
        && let Some(chain) = chains.iter().find(|chain| chain.contains(&unit))
    {
        let brigade = army.command(unit);
        let others = chain.iter().copied();
        units.extend(others.filter(|&other| other != unit && army.command(other) == brigade));
        // Without those of other brigades the chain may be broken.
        units = now.linked(&units);
    }
    units
}

/// A unit of the brigade that is not of the group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeftOut {
    /// Who.
    pub unit: UnitId,
    /// It is held, but falls out: with it the group cannot be declared.
    pub held: bool,
    /// Why; nothing if it could act with the others.
    pub why: Option<Refusal>,
}

/// The units of the first one's brigade that are on the table but not of the group that some held
/// units make, and those of the held that fall out of it.
pub fn left_out(now: &Situation, held: &[UnitId]) -> Vec<LeftOut> {
    let Some(&lead) = held.first() else {
        return Vec::new();
    };
    let army = now.army();
    let group = now.linked(held);
    let brigade = army
        .present_of(army.side(lead))
        .filter(|&unit| army.command(unit) == army.command(lead) || held.contains(&unit));
    let mut out: Vec<LeftOut> = brigade
        .filter(|unit| !group.contains(unit))
        .map(|unit| LeftOut {
            unit,
            held: held.contains(&unit),
            why: now.why_not_in_group(&group, unit),
        })
        .collect();
    out.sort_by_key(|one| !one.held);
    out
}

/// Why a unit has nobody to act with, though its group was asked for.
pub fn why_alone(now: &Situation, group: &[UnitId]) -> Option<Why> {
    let &[alone] = group else { return None };
    let others = left_out(now, group);
    let Some(first) = others.iter().find_map(|one| one.why) else {
        return Some(Why::by(
            "nobody of its brigade is left to act with it",
            rule!("turn.group_designate"),
        ));
    };
    let told = reasons(now.army(), &others);
    let name = words::short(now.army(), alone);
    Some(Why {
        text: format!("{name} has no group: {told}"),
        rule: Some(first.rule),
    })
}

/// Who is left out and why, those with the same reason together.
pub fn reasons(army: &Army, left_out: &[LeftOut]) -> String {
    let mut told: Vec<(String, Vec<&str>)> = Vec::new();
    for one in left_out {
        let why = match one.why {
            Some(why) => why.reason(),
            None => "could join: Shift and click".to_owned(),
        };
        let name = words::short(army, one.unit);
        match told.iter_mut().find(|(known, _)| *known == why) {
            Some((_, names)) => names.push(name),
            None => told.push((why, vec![name])),
        }
    }
    let told = told.iter();
    let told: Vec<String> = told
        .map(|(why, names)| format!("{} ({why})", names.join(", ")))
        .collect();
    told.join("; ")
}
