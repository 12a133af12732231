//! The forces that are brought to a scenario, held to what it lets its sides muster.

use super::file::Force;
use super::plan::{MusterPlan, PlacePlan, PointsPlan, SharePlan};
use crate::field::plan::LinePlan;
use crate::rules::muster::{Faces, MusterPart, PartKind, Period};
use crate::rules::named::Word;
use crate::rules::{Rules, Side};
use crate::scenario::FileFault;
use crate::scenario::file::ScenarioFile;
use crate::scenario::places::Places;
use crate::scenario::setup::{Mustered, Part};
use crate::scenario::source::{ForceText, Shelf};

/// A force that is brought to a scenario.
pub(in crate::scenario) struct Brought {
    pub force: Force,
    pub mustered: Mustered,
}

/// The muster plan of a side.
fn plan(file: &ScenarioFile, side: Side) -> Option<&MusterPlan> {
    match side {
        Side::Union => file.union.muster.as_ref(),
        Side::Confederate => file.confederate.muster.as_ref(),
    }
}

/// Works that the scenario gives to who musters.
///
/// Rules: `scenario.mine_run_3.after_confederate_win`.
pub(in crate::scenario) fn granted_works(file: &ScenarioFile) -> Vec<LinePlan> {
    let plans = [plan(file, Side::Union), plan(file, Side::Confederate)];
    let works = plans.into_iter().flatten().flat_map(|plan| &plan.works);
    works
        .map(|works| LinePlan {
            kind: works.kind.clone(),
            name: String::new(),
            points: works.along.clone(),
            smooth: false,
        })
        .collect()
}

/// The force that a side brings, if it musters one.
///
/// Rules: `muster.guideline`.
pub(in crate::scenario) fn bring(
    file: &ScenarioFile,
    side: Side,
    squares: (u32, u32),
    rules: &Rules,
    shelf: &Shelf,
) -> Result<Option<Brought>, Vec<FileFault>> {
    let Some(plan) = plan(file, side) else {
        return Ok(None);
    };
    let text = shelf
        .force(side, &plan.force)
        .map_err(|fault| vec![fault])?;
    let force = Force::read(&text.file, &text.text, rules)?;
    let mustered = mustered(plan, squares, rules, &text);
    let places = Places::of(&text.text);
    let fault = |field: String, what: String| FileFault {
        file: text.file.clone(),
        place: places.get(&field),
        field,
        what,
    };
    let mut faults = Vec::new();
    let period = file.period.known().unwrap_or(Period::UpTo1863);
    if force.side != side {
        let what = format!("a {} force; the scenario musters {side} here", force.side);
        faults.push(fault("side".to_owned(), what));
    }
    if force.period != period {
        let what = format!("of {}; the scenario is of {period}", force.period);
        faults.push(fault("period".to_owned(), what));
    }
    let drawn = plan.parts.iter().map(|part| match part.points {
        PointsPlan::Cards(cards) => cards as usize,
        _ => 0,
    });
    let drawn: usize = drawn.sum();
    if !text.cards.is_empty() && text.cards.len() != drawn {
        let what = format!("{} cards; the scenario draws {drawn}", text.cards.len());
        faults.push(fault(String::new(), what));
    }
    if faults.is_empty() {
        let parts: Vec<_> = mustered
            .parts
            .iter()
            .map(|part| part.muster.clone())
            .collect();
        for wrong in force.faults(rules, Some(&parts)) {
            let what = format!("{} ({})", wrong.what, wrong.rule);
            faults.push(fault(wrong.at.to_string(), what));
        }
    }
    if faults.is_empty() {
        Ok(Some(Brought { force, mustered }))
    } else {
        Err(faults)
    }
}

/// The roads that a player chooses from for some of a command.
fn roads(share: &SharePlan) -> Option<(String, Vec<String>)> {
    match &share.place {
        PlacePlan::Arrives { entry, or, .. } if !or.is_empty() => {
            let all = std::iter::once(entry).chain(or).cloned();
            Some((share.of.to_string(), all.collect()))
        }
        _ => None,
    }
}

/// What a side musters, with the points that each part is granted.
///
/// Rules: `scenario.force_size`, `scenario.random_strength`.
fn mustered(
    plan: &MusterPlan,
    (wide, deep): (u32, u32),
    rules: &Rules,
    text: &ForceText,
) -> Mustered {
    let mut cards = text.cards.iter().copied();
    let mut secret = false;
    let parts = plan.parts.iter().map(|part| {
        let points = match part.points {
            PointsPlan::Points(points) => Some(points),
            PointsPlan::Squares { handicap } => {
                Some(rules.points_with_handicap(wide * deep, handicap))
            }
            PointsPlan::Cards(count) => {
                secret = true;
                let drawn: Vec<_> = cards.by_ref().take(count as usize).collect();
                // As long as nobody has drawn, the ready force stands for whatever comes.
                (!drawn.is_empty()).then(|| rules.drawn_points(&drawn))
            }
        };
        Part {
            name: part.name.clone(),
            cards: match part.points {
                PointsPlan::Cards(count) => count,
                _ => 0,
            },
            muster: MusterPart {
                kind: part.kind.known().unwrap_or(PartKind::Any),
                points,
                demands: part.demands.clone(),
            },
            roads: part.deploy.iter().filter_map(roads).collect(),
        }
    });
    let parts = parts.collect();
    let help = plan.reinforcements.as_ref();
    Mustered {
        parts,
        force: text.file.clone(),
        cards: text.cards.clone(),
        secret,
        reinforcements: help.map(|help| {
            let faces = help.faces.as_ref().and_then(Word::known);
            faces.unwrap_or(Faces::Any)
        }),
        reserves: Vec::new(),
    }
}
