//! The plan made of the best way.

use super::choice::{Trial, best};
use super::search::{Planner, Thought};
use super::{Left, Plan};
use crate::battle::decision::Order;

impl Planner<'_> {
    pub fn finish(mut self, thoughts: &[Thought]) -> Plan {
        let clear = |trial: &Trial| self.through(&trial.walks).is_empty();
        let chosen = best(&self.trials, self.wish(), self.goal.in_order, clear);
        let Some(chosen) = chosen.map(|at| self.trials.swap_remove(at)) else {
            return self.hold();
        };
        let manner = &self.manners[chosen.manner];
        let reached = chosen.reached();
        let stopped = (!reached)
            .then(|| {
                let direct = thoughts.first();
                let whole = chosen.whole.clone().map(|legs| (chosen.manner, legs));
                let whole = whole.or(direct.map(|(manner, way)| (*manner, way.legs.clone())));
                let (number, legs) = whole?;
                let manner = &self.manners[number];
                self.asked
                    .check_move(self.units, manner.form, manner.form_last, &legs)
                    .err()
            })
            .flatten();
        let order = match (chosen.legs.is_empty(), manner.form) {
            (true, None) => Order::Hold,
            (true, Some(formation)) => Order::Form(formation),
            _ => Order::Move {
                form: manner.form,
                form_last: manner.form_last,
                legs: chosen.legs.clone(),
            },
        };
        let slowest = chosen
            .walks
            .iter()
            .max_by(|one, other| one.1.used.part.total_cmp(&other.1.used.part));
        let form = manner.form.filter(|_| !manner.form_last);
        let stretches = slowest.map_or(Vec::new(), |(id, walked)| {
            self.asked.stretches(
                *id,
                form,
                &self
                    .asked
                    .legs_of_body(self.units, form, &chosen.legs)
                    .unwrap_or_default(),
                manner.body.leader,
                walked.used.as_broken,
            )
        });
        Plan {
            order,
            cost: chosen.cost,
            forming: manner.body.change,
            stretches,
            ends: chosen
                .walks
                .iter()
                .map(|(id, walked)| (*id, walked.placement))
                .collect(),
            reached,
            left: (!reached).then(|| self.left(&chosen)),
            stopped,
            disordered_by: chosen.walks.iter().find_map(|walk| walk.1.disordered_by),
            through: self.through(&chosen.walks),
            walks: chosen.walks,
        }
    }

    /// Nothing is legal, not even to stay.
    fn hold(self) -> Plan {
        let start = &self.manners[0].body.start;
        let inches = start.at.distance(self.goal.to);
        Plan {
            order: Order::Hold,
            walks: Vec::new(),
            cost: 0.0,
            forming: 0.0,
            stretches: Vec::new(),
            ends: self
                .units
                .iter()
                .map(|&id| (id, self.asked.army.placement(id)))
                .collect(),
            reached: false,
            left: Some(Left {
                inches,
                degrees: self.off(start.facing),
                formation: self.manners.len() > 1,
                actions: 1,
            }),
            stopped: self.asked.check_move(self.units, None, false, &[]).err(),
            disordered_by: None,
            through: Vec::new(),
        }
    }

    /// What is left of the way after a trial, and about how many actions that takes.
    fn left(&self, trial: &Trial) -> Left {
        let manner = &self.manners[trial.manner];
        let body = &manner.body;
        let walked = body.least(&trial.legs) - body.change;
        let slow = if walked > 0.1 {
            ((trial.cost - body.change) / walked).max(1.0)
        } else {
            1.0
        };
        let end = body.end(&body.start, &trial.legs);
        let most = body.most().max(1.0);
        let turning = self
            .goal
            .facing
            .map_or(0.0, |facing| end.facing.off(facing).abs().to_radians());
        let inches = trial.inches + turning * body.half;
        let forming = if trial.formed {
            0.0
        } else {
            self.manners.last().map_or(1.0, |manner| match manner.form {
                Some(_) => manner.body.change,
                None => 1.0,
            })
        };
        let actions = (slow * inches / most + forming).ceil().max(1.0) as u32;
        Left {
            inches: trial.inches,
            degrees: trial.degrees,
            formation: !trial.formed,
            actions,
        }
    }
}
