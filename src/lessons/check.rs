//! A lesson played without a window and held to what it says.

use std::sync::Arc;

use super::guide::{Guide, Phase};
use super::load::Lesson;
use super::{chances, expect, fits, tell};
use crate::battle::Roller;
use crate::scenario::FileFault;
use crate::session::Session;

/// How far a percentage may be from what a text says.
const PERCENT: f64 = 0.6;

/// Plays a lesson from its first step to its last and answers with all that is not as it says: a
/// deed that cannot be done, dice that are left or missing, odds and results that are others.
pub fn check(lesson: &Arc<Lesson>) -> Vec<FileFault> {
    check_telling(lesson, |_, _| {})
}

/// The same; `tell` is told after every step, by its number from 0, what was rolled in it.
pub fn check_telling(
    lesson: &Arc<Lesson>,
    mut tell: impl FnMut(usize, &[String]),
) -> Vec<FileFault> {
    let (mut session, mut guide) = Guide::lay_out(Arc::clone(lesson));
    let mut faults = Vec::new();
    // What is rolled before the first step (the weather, who comes) is no matter of the lesson.
    let mut dice = session.battle().dice().clone();
    if let Err(fault) = guide.enter(&mut session, 0) {
        return vec![fault];
    }
    loop {
        let number = guide.number();
        shown(lesson, &guide, &session, &mut faults);
        let facts = guide.facts();
        if let Err(fault) = guide.act(&mut session) {
            faults.push(fault);
            return faults;
        }
        let happened = expect::rolled(session.battle(), facts);
        tell(number, &happened);
        rolled(lesson, number, &session, (&dice, &happened), &mut faults);
        for (at, expect) in lesson.file.steps[number].gives.iter().enumerate() {
            for what in expect::faults(expect, session.battle(), facts) {
                faults.push(lesson.fault(format!("steps[{number}].gives[{at}]"), what));
            }
        }
        dice = session.battle().dice().clone();
        if guide.is_last() {
            return faults;
        }
        if let Err(fault) = guide.next(&mut session) {
            faults.push(fault);
            return faults;
        }
    }
}

/// The odds that are shown, and the wrong turns that are spoken of.
fn shown(lesson: &Lesson, guide: &Guide, session: &Session, faults: &mut Vec<FileFault>) {
    let number = guide.number();
    let step = guide.step();
    for (at, (plan, odds)) in step.odds.iter().zip(guide.odds()).enumerate() {
        let field = format!("steps[{number}].odds[{at}]");
        for (line, percent) in &plan.says {
            match odds.of(line) {
                // A line that is not there has no chance at all.
                None if *percent == 0.0 && chances::is_line(line) => {}
                None => {
                    let lines: Vec<_> = odds.bars.iter().map(|bar| bar.what.as_str()).collect();
                    let what = format!("there is no `{line}`; allowed: {}", lines.join(", "));
                    faults.push(lesson.fault(field.as_str(), what));
                }
                Some(chance) if (chance * 100.0 - f64::from(*percent)).abs() > PERCENT => {
                    let what = format!(
                        "`{line}` has a chance of {:.1} percent, the lesson says {percent}",
                        chance * 100.0
                    );
                    faults.push(lesson.fault(field.as_str(), what));
                }
                Some(_) => {}
            }
        }
    }
    let Some(act) = step
        .act
        .as_ref()
        .filter(|_| guide.phase() == Phase::Waiting)
    else {
        return;
    };
    for (at, other) in step.otherwise.iter().enumerate() {
        let field = format!("steps[{number}].otherwise[{at}]");
        match tell::ready(&other.deed, session.battle()) {
            Err(why) => faults.push(lesson.fault(field, format!("nobody can do that: {why}"))),
            Ok(answers) if fits(act, session.battle(), &answers) => {
                faults.push(lesson.fault(field, "that is what the step asks for"));
            }
            Ok(_) => {}
        }
    }
}

/// All the dice that a step gives are rolled in it, and no others.
fn rolled(
    lesson: &Lesson,
    number: usize,
    session: &Session,
    (before, happened): (&Roller, &[String]),
    faults: &mut Vec<FileFault>,
) {
    let dice = session.battle().dice();
    let field = format!("steps[{number}].dice");
    let given = lesson.file.steps[number].dice.len();
    if dice.left() > 0 {
        let what = format!(
            "{} of the {given} dice are not rolled in this step{}",
            dice.left(),
            told(happened)
        );
        faults.push(lesson.fault(field, what));
    } else if dice.drew_since(before) {
        let what = format!(
            "more dice are rolled in this step than the {given} it gives{}",
            told(happened)
        );
        faults.push(lesson.fault(field, what));
    }
}

/// What was rolled, at the end of a message.
fn told(happened: &[String]) -> String {
    match happened {
        [] => String::new(),
        all => format!("; rolled: {}", all.join("; ")),
    }
}
