//! What is worth trying out.

use crate::army::UnitId;
use crate::battle::{Answer, Decision};
use crate::players::computer;
use crate::players::computer::worth::nearest;
use crate::players::{Considered, View};

/// So many are tried out at most: of orders, and of anything else.
const MOST_ORDERS: usize = 5;
const MOST: usize = 3;

/// What seems so much worse than the first thought, in figures, is not tried out: of orders, and of
/// anything else.
const HOPELESS_ORDER: f64 = 1.2;
const HOPELESS: f64 = 0.4;

/// Whoever is farther from every enemy, in inches at 15 mm, goes by the plan.
const FAR: f32 = 20.0;

/// An answer to try out, and what it seemed to be worth beforehand against the first of them.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub answer: Answer,
    pub prior: f64,
}

/// What a candidate that nobody weighed seems to be worth less than the first thought.
const UNWEIGHED: f64 = -0.3;
/// No first thought is trusted more than this.
const TRUST: f64 = -1.0;

/// The first thought, then its alternatives, then what the quick player would do. Only the first
/// where there is nothing to be in doubt about.
pub fn of(view: &View, first: &Considered) -> Vec<Candidate> {
    let mut candidates = vec![Candidate {
        answer: first.answer.clone(),
        prior: 0.0,
    }];
    if !is_worth_it(view) {
        return candidates;
    }
    let (most, hopeless) = match view.decision() {
        Decision::Act { .. } => (MOST_ORDERS, HOPELESS_ORDER),
        _ => (MOST, HOPELESS),
    };
    let thought = first.thought.as_ref();
    let best = thought.and_then(|thought| thought.chosen.value);
    let about = acting(&first.answer).to_vec();
    let mut add = |answer: &Answer, value: Option<f64>| {
        let known = candidates.iter().any(|known| known.answer == *answer);
        // Who comes first matters little; what those who come first do matters much.
        let others = !about.is_empty() && !acting(answer).iter().any(|id| about.contains(id));
        if known || others || candidates.len() >= most || view.check(answer).is_err() {
            return;
        }
        let prior = match (value, best) {
            (Some(value), Some(best)) if value < best - hopeless => return,
            (Some(value), Some(best)) => (value - best).clamp(TRUST, 0.0),
            _ => UNWEIGHED,
        };
        candidates.push(Candidate {
            answer: answer.clone(),
            prior,
        });
    };
    for other in thought.iter().flat_map(|thought| &thought.others) {
        add(&other.answer, other.value);
    }
    // In the enemy's turn one waits, or does what one thought of.
    if !matches!(view.decision(), Decision::React { .. }) {
        add(&computer::quick(view.now(), view.decision()), None);
    }
    candidates
}

/// Those who are to act, where that is what is answered.
fn acting(answer: &Answer) -> &[UnitId] {
    match answer {
        Answer::Activate(unit) => std::slice::from_ref(unit),
        Answer::ActivateGroup { units, .. } => units,
        _ => &[],
    }
}

/// Whether there is an enemy near enough to make a difference.
fn is_worth_it(view: &View) -> bool {
    let now = view.now();
    let near = |id: &UnitId| nearest(now, *id).is_some_and(|(_, far)| far < FAR);
    match view.decision() {
        Decision::Activate { units, .. } => units.iter().any(near),
        Decision::Act { units, .. } => units.iter().any(near),
        Decision::React { .. } | Decision::Follow { .. } => true,
        Decision::SetUp { .. }
        | Decision::Leader { .. }
        | Decision::Join { .. }
        | Decision::StopBehind { .. }
        | Decision::Draw { .. } => false,
    }
}
