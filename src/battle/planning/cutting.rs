//! A way that cannot be gone to its end is gone as far as serves the goal best.

use super::search::Planner;
use super::stance::Stance;
use crate::field::Placement;
use crate::field::moves::{Leg, Traced, Walker};
use crate::rules::movement::Ledger;

impl Planner<'_> {
    /// Goes a way as far as one action and everybody in the way allow; of all places on it where
    /// the body may stop, the nearest to the goal is taken.
    pub fn cut(&mut self, manner: usize, legs: &[Leg]) {
        let Some(traces) = self.traces(manner, legs) else {
            return;
        };
        let body = &self.manners[manner].body;
        let mut ends: Vec<([f32; 2], Vec<Leg>, Stance)> = self
            .stops(manner, &traces)
            .into_iter()
            .filter(|&(place, part)| place > 0 || part > 0.0)
            .map(|(place, part)| {
                let legs = upto(legs, &traces[0], place, part);
                let end = body.end(&body.start, &legs);
                (self.distance(&end), legs, end)
            })
            .collect();
        ends.sort_by(|one, other| {
            one.0[0]
                .total_cmp(&other.0[0])
                .then(one.0[1].total_cmp(&other.0[1]))
        });
        ends.retain(|(_, _, end)| self.may_stop(manner, end));
        // The nearest first; if that is refused, ever farther ones, and then between.
        let (mut refused, mut next, mut stride) = (None, 0, 1);
        let mut allowed = None;
        while next < ends.len() {
            if self.attempt(manner, &ends[next].1, Some(legs)).is_ok() {
                allowed = Some(next);
                break;
            }
            refused = Some(next);
            next += stride;
            stride += stride.div_ceil(2);
        }
        let (Some(mut refused), Some(mut allowed)) = (refused, allowed) else {
            return;
        };
        while allowed > refused + 1 {
            let middle = (allowed + refused) / 2;
            if self.attempt(manner, &ends[middle].1, Some(legs)).is_ok() {
                allowed = middle;
            } else {
                refused = middle;
            }
        }
    }

    /// Everybody's way along some legs, if they can be taken at all. They keep step.
    fn traces(&self, manner: usize, legs: &[Leg]) -> Option<Vec<Traced>> {
        let chosen = &self.manners[manner];
        let form = chosen.form.filter(|_| !chosen.form_last);
        let legs = self.asked.legs_of_body(self.units, form, legs).ok()?;
        let (terrain, body) = (self.asked.terrain(), &chosen.body);
        let trace = |number: usize| {
            let walker = Walker {
                mover: body.mover(number, terrain.field.scale),
                muster: body.members[number].muster,
            };
            let start = body.start.place(number);
            terrain.trace(&walker, start, &legs).ok()
        };
        (0..self.units.len()).map(trace).collect()
    }

    /// What a way costs, be it too dear for one action.
    pub fn price(&self, manner: usize, legs: &[Leg]) -> Option<f32> {
        let traces = self.traces(manner, legs)?;
        let body = &self.manners[manner].body;
        let (scale, rules) = (self.asked.field().scale, &self.asked.rules);
        let mut price = 0.0f32;
        for (number, traced) in traces.iter().enumerate() {
            let mut mover = body.mover(number, scale);
            mover.outside_arc |= traced.outside_arc;
            let mut ledger = Ledger::spent(body.change);
            for step in &traced.steps {
                rules.pay(&mut ledger, &mover, *step).ok()?;
            }
            price = price.max(ledger.used());
        }
        let stopped = traces.iter().any(|traced| traced.stopped.is_some());
        (!stopped).then_some(price)
    }

    /// The places of a way that everybody can pay for, and the part of the next that the slowest
    /// can.
    fn stops(&self, manner: usize, traces: &[Traced]) -> Vec<(usize, f32)> {
        let body = &self.manners[manner].body;
        let (scale, rules) = (self.asked.field().scale, &self.asked.rules);
        let many = traces.iter().map(|traced| traced.path.len()).min();
        let mut stops: Vec<(usize, f32)> = (0..many.unwrap_or(0)).map(|at| (at, 0.0)).collect();
        for (number, traced) in traces.iter().enumerate() {
            let mut mover = body.mover(number, scale);
            mover.outside_arc |= traced.outside_arc;
            let mut ledger = Ledger::spent(body.change);
            let mut paid = 0;
            for (place, &(_, upto)) in traced.marks.iter().enumerate().take(stops.len()) {
                let before = ledger.used();
                let steps = &traced.steps[paid..upto];
                let afford = steps
                    .iter()
                    .try_for_each(|step| rules.pay(&mut ledger, &mover, *step));
                if afford.is_err() {
                    stops.truncate(place);
                    break;
                }
                paid = upto;
                let used = ledger.used();
                // Where somebody else gets only between two places, that is as far as all go.
                let part = stops[place].1;
                // The rules forgive a thousandth.
                if used > 1.0005 {
                    stops.truncate(place);
                    if place > 0 && before < 1.0 {
                        let own = 0.999 * (1.0 - before) / (used - before);
                        let own = if part > 0.0 { own.min(part) } else { own };
                        stops.push((place - 1, own));
                    }
                    break;
                }
            }
            let clear = self.clear_of_enemies(manner, number, &traced.path[..stops.len()]);
            stops.truncate(clear);
        }
        stops
    }

    /// How many places of a unit's path come before the first on which an enemy stands.
    fn clear_of_enemies(&self, manner: usize, number: usize, path: &[Placement]) -> usize {
        let enemies = &self.enemies;
        let member = &self.manners[manner].body.members[number];
        let near = |place: &Placement| {
            enemies.iter().any(|enemy| {
                let ground = self.asked.army.footprint(*enemy);
                let far = ground.placement.at.distance(place.at);
                far < 12.0 && member.walking.at(*place).overlaps(ground)
            })
        };
        if enemies.is_empty() {
            return path.len();
        }
        let met = path.iter().skip(1).position(near);
        met.map_or(path.len(), |place| place + 1)
    }
}

/// The legs up to a place on their path, and a part of the way to the next place.
fn upto(legs: &[Leg], traced: &Traced, place: usize, part: f32) -> Vec<Leg> {
    let last = if part > 0.0 { place + 1 } else { place };
    let leg = traced.marks[last].0;
    let first = (1..=last)
        .find(|&at| traced.marks[at].0 == leg)
        .unwrap_or(last);
    let (from, path) = (first - 1, &traced.path);
    let mut taken = legs[..leg].to_vec();
    let gone = || {
        let whole = path[from].at.distance(path[place].at);
        let more = path[place].at.distance(path[last].at) * part;
        whole + more
    };
    taken.push(match legs[leg] {
        Leg::Ahead { degrees, .. } => Leg::Ahead {
            inches: gone(),
            degrees,
        },
        Leg::Back { .. } => Leg::Back { inches: gone() },
        Leg::Wheel { .. } => {
            let step = path[from].facing.off(path[first].facing);
            Leg::Wheel {
                degrees: step * ((place - from) as f32 + part),
            }
        }
        whole => whole,
    });
    taken
}
