//! A way that cannot be gone to its end is gone as far as serves the goal best.

use super::body::part_of;
use super::search::Planner;
use crate::field::Placement;
use crate::field::moves::{Leg, Traced, Walker};
use crate::rules::movement::Ledger;

impl Planner<'_> {
    /// Goes a way as far as one action and everybody in the way allow; of all places on it where
    /// the body may stop, the nearest to the goal is taken.
    pub fn cut(&mut self, manner: usize, legs: &[Leg]) {
        if self.units.len() > 1 {
            return self.cut_of_group(manner, legs);
        }
        let (terrain, rules) = (self.asked.terrain(), &self.asked.rules);
        let chosen = &self.manners[manner];
        let body = &chosen.body;
        let walker = Walker {
            mover: body.mover(terrain.field.scale),
            muster: body.muster,
        };
        let Ok(traced) = terrain.trace(&walker, body.start, legs) else {
            return;
        };
        let mut mover = walker.mover;
        mover.outside_arc |= traced.outside_arc;
        let mut ledger = Ledger::spent(body.change);
        let mut stops: Vec<(usize, f32)> = Vec::new();
        let mut paid = 0;
        let clear = self.clear_of_enemies(manner, &traced);
        for (place, &(_, upto)) in traced.marks.iter().enumerate().take(clear) {
            let before = ledger.used();
            let steps = &traced.steps[paid..upto];
            let afford = steps
                .iter()
                .try_for_each(|step| rules.pay(&mut ledger, &mover, *step));
            if afford.is_err() {
                break;
            }
            paid = upto;
            let used = ledger.used();
            // The rules forgive a thousandth.
            if used > 1.0005 {
                if place > 0 && before < 1.0 {
                    stops.push((place - 1, 0.999 * (1.0 - before) / (used - before)));
                }
                break;
            }
            stops.push((place, 0.0));
        }
        let mut ends: Vec<([f32; 2], Vec<Leg>, Placement)> = stops
            .into_iter()
            .filter(|&(place, part)| place > 0 || part > 0.0)
            .map(|(place, part)| {
                let legs = upto(legs, &traced, place, part);
                let end = body.end(body.start, &legs);
                (self.distance(end), legs, end)
            })
            .collect();
        ends.sort_by(|one, other| {
            one.0[0]
                .total_cmp(&other.0[0])
                .then(one.0[1].total_cmp(&other.0[1]))
        });
        ends.retain(|(_, _, end)| self.may_stop(manner, *end));
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

    /// How many places of a path come before the first on which an enemy stands.
    fn clear_of_enemies(&self, manner: usize, traced: &Traced) -> usize {
        let id = self.units[0];
        let enemies = &self.enemies;
        let body = &self.manners[manner].body;
        let near = |place: &Placement| {
            enemies.iter().any(|enemy| {
                let ground = self.asked.army.footprint(*enemy);
                let far = ground.placement.at.distance(place.at);
                far < 12.0
                    && place
                        .footprint(self.asked.field().scale, &body.unit, body.muster)
                        .overlaps(ground)
            })
        };
        if enemies.is_empty() || !self.asked.army.on_table(id) {
            return traced.path.len();
        }
        traced
            .path
            .iter()
            .skip(1)
            .position(near)
            .map_or(traced.path.len(), |place| place + 1)
    }

    /// The same for a group, whose units walk at different costs: by halving.
    fn cut_of_group(&mut self, manner: usize, legs: &[Leg]) {
        let total: f32 = {
            let body = &self.manners[manner].body;
            legs.iter().map(|leg| body.inches(*leg)).sum()
        };
        let (mut legal, mut not) = (0.0, 1.0);
        for _ in 0..7 {
            let middle = (legal + not) / 2.0;
            let part = self.shortened(manner, legs, total * middle);
            if self.attempt(manner, &part, Some(legs)).is_ok() {
                legal = middle;
            } else {
                not = middle;
            }
        }
    }

    fn shortened(&self, manner: usize, legs: &[Leg], mut left: f32) -> Vec<Leg> {
        let body = &self.manners[manner].body;
        let mut taken = Vec::new();
        for &leg in legs {
            let inches = body.inches(leg);
            if inches <= left {
                taken.push(leg);
                left -= inches;
            } else {
                taken.extend(part_of(leg, left / inches));
                break;
            }
        }
        taken
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
