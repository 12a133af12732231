//! Which of the ways that were walked is the best.

use std::cmp::Ordering;

use super::THERE;
use crate::battle::moving::Walks;
use crate::field::moves::Leg;

/// Parts of an action that are too little to prefer one way to another.
const SLACK: f32 = 0.02;

/// A way that was walked and found legal.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    /// Its manner, by its number.
    pub manner: usize,
    pub legs: Vec<Leg>,
    /// The way it was cut from.
    pub whole: Option<Vec<Leg>>,
    pub walks: Walks,
    pub cost: f32,
    /// Inches from the goal, degrees off the facing wanted.
    pub inches: f32,
    pub degrees: f32,
    /// It ends in the formation wanted.
    pub formed: bool,
    /// Nobody falls into disorder; where order is wanted, nobody goes through friends either.
    pub orderly: bool,
}

/// What counts most where a goal is out of reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish {
    /// It is about facing: that comes first, unless it is farther from the place than so many
    /// inches.
    pub astray: Option<f32>,
    /// Degrees off the facing wanted of whoever can only choose between front and rear: first of all
    /// it faces as well as that.
    pub faced: Option<f32>,
}

/// Inches that the worse of front and rear counts for: more than any table has.
pub(super) const AMISS: f32 = 1000.0;

impl Wish {
    /// Inches that a facing so far off counts for.
    pub fn amiss(&self, degrees: f32) -> f32 {
        let amiss = self.faced.is_some_and(|faced| degrees > faced);
        if amiss { AMISS } else { 0.0 }
    }
}

impl Trial {
    pub fn reached(&self) -> bool {
        self.inches <= THERE.0 && self.degrees <= THERE.1 && self.formed
    }

    /// How near it comes: the nearer, the less.
    pub fn nearness(&self, wish: Wish) -> [f32; 3] {
        let inches = (self.inches - THERE.0).max(0.0);
        let degrees = (self.degrees - THERE.1).max(0.0);
        let formed = f32::from(u8::from(!self.formed));
        match wish.astray {
            Some(astray) if self.inches > astray => [360.0, inches, formed],
            Some(_) => [degrees, inches, formed],
            None => [inches + wish.amiss(self.degrees), formed, degrees],
        }
    }
}

/// The best of some trials, by its number; `clear` says whether one goes through no friends.
pub(super) fn best(
    trials: &[Trial],
    wish: Wish,
    in_order: bool,
    clear: impl Fn(&Trial) -> bool,
) -> Option<usize> {
    let near = |at: usize| trials[at].nearness(wish);
    let mut left: Vec<usize> = (0..trials.len()).collect();
    // The nearest; what is as near to a few hundredths of an inch or half a degree stays.
    let slacks = if wish.astray.is_some() {
        [0.5, 0.03, 0.0]
    } else {
        [0.03, 0.0, 0.5]
    };
    for (part, slack) in slacks.into_iter().enumerate() {
        let least = left.iter().map(|&at| near(at)[part]).reduce(f32::min)?;
        let most = if least > 0.0 { least + slack } else { 0.0 };
        left.retain(|&at| near(at)[part] <= most);
    }
    if in_order && left.iter().any(|&at| trials[at].orderly) {
        left.retain(|&at| trials[at].orderly);
    }
    let cheapest = left.iter().map(|&at| trials[at].cost).reduce(f32::min)?;
    left.retain(|&at| trials[at].cost <= cheapest + SLACK);
    let left = left.into_iter().map(|at| {
        let trial = &trials[at];
        (at, trial.orderly && (in_order || clear(trial)))
    });
    let best = left.min_by(|&(one, clear), &(other, too)| {
        let (one, other) = (&trials[one], &trials[other]);
        too.cmp(&clear)
            .then(one.legs.len().cmp(&other.legs.len()))
            .then_with(|| by(one.inches.max(0.02), other.inches.max(0.02)))
            .then_with(|| by(one.cost, other.cost))
    });
    best.map(|(at, _)| at)
}

fn by(one: f32, other: f32) -> Ordering {
    one.total_cmp(&other)
}
