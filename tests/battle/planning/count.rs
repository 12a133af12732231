//! The count of plans that brute force betters.

use std::time::{Duration, SystemTime};

use bevy::math::Vec2;
use deadly_field::army::UnitId;
use deadly_field::battle::{Battle, Goal, Order, Plan};
use deadly_field::rules::Morale;

use super::brute::Brute;
use crate::fights;

/// The time this thread has worked: other work on the machine does not count.
fn busy() -> Duration {
    let worked = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = worked.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(
        || {
            SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .unwrap_or_default()
        },
        Duration::from_nanos,
    )
}

/// What a plan says of itself must be so.
pub fn check_plan(battle: &Battle, units: &[UnitId], goal: &Goal, plan: &Plan, what: &str) {
    let (form, form_last, legs) = match &plan.order {
        Order::Move {
            form,
            form_last,
            legs,
        } => (*form, *form_last, legs.clone()),
        Order::Form(formation) => (Some(*formation), false, Vec::new()),
        order => {
            assert_eq!(*order, Order::Hold, "{what}");
            (None, false, Vec::new())
        }
    };
    let walks = battle
        .now()
        .check_move(units, form, form_last, &legs)
        .unwrap_or_else(|refusal| panic!("{what}: {refusal} {plan:?}"));
    let cost = walks
        .iter()
        .map(|walk| walk.1.used.part)
        .fold(0.0, f32::max);
    assert!(
        (cost - plan.cost).abs() < 1e-4 && cost <= 1.001,
        "{what}: {cost} {plan:?}"
    );
    let ends: Vec<_> = walks
        .iter()
        .map(|(id, walk)| (*id, walk.placement))
        .collect();
    assert_eq!(ends, plan.ends, "{what}");
    let parts: f32 = plan.stretches.iter().map(|stretch| stretch.part).sum();
    assert!(
        (parts + plan.forming - plan.cost).abs() < 2e-3,
        "{what}: {parts} and {} of {}: {plan:?}",
        plan.forming,
        plan.cost
    );
    let at = ends.iter().map(|end| end.1.at).sum::<Vec2>() / ends.len() as f32;
    let off = goal
        .facing
        .map_or(0.0, |facing| ends[0].1.facing.off(facing).abs());
    if plan.reached {
        assert!(
            at.distance(goal.to) <= 0.101 && off <= 2.01,
            "{what}: {plan:?}"
        );
        assert_eq!(plan.left, None, "{what}");
    } else {
        let left = plan.left.unwrap_or_else(|| panic!("{what}: {plan:?}"));
        assert!((left.inches - at.distance(goal.to)).abs() < 1e-3, "{what}");
        assert!(left.actions >= 1, "{what}");
    }
}

/// Goals so far, and what was wrong with their plans.
pub struct Count {
    /// Goals there will be: `DEADLY_FIELD_GOALS`, of groups fewer.
    goals: u64,
    /// Those before this one are drawn, but nobody plans for them: `DEADLY_FIELD_FROM`.
    from: u64,
    asked: u64,
    reached: u32,
    times: Vec<Duration>,
    faults: Vec<String>,
    /// Brute force is set on the plans; not with `DEADLY_FIELD_BRUTE=0`, to see what they take.
    brute: bool,
}

impl Count {
    /// A count of one in so many of the usual goals.
    pub fn new(one_in: u64) -> Self {
        Self {
            goals: fights::count("DEADLY_FIELD_GOALS", 60) / one_in,
            from: fights::count("DEADLY_FIELD_FROM", 0),
            asked: 0,
            reached: 0,
            times: Vec::new(),
            faults: Vec::new(),
            brute: fights::count("DEADLY_FIELD_BRUTE", 1) > 0,
        }
    }

    pub fn is_open(&self) -> bool {
        self.left() > 0
    }

    /// Goals that are still to come.
    pub fn left(&self) -> u64 {
        self.goals - self.asked
    }

    /// Plans for a goal and sets brute force on the plan.
    pub fn compare(&mut self, battle: &Battle, units: &[UnitId], goal: &Goal) {
        let army = battle.army();
        let names: Vec<&str> = units.iter().map(|unit| army.name(*unit)).collect();
        let what = format!("goal {}: {} {goal:?}", self.asked, names.join(", "));
        self.asked += 1;
        if self.asked <= self.from {
            return;
        }
        let since = busy();
        let plan = battle.now().plan(units, goal);
        self.times.push(busy() - since);
        let Ok(plan) = plan else {
            let routed = army.unit(units[0]).morale == Morale::Routed;
            assert!(routed || goal.formation.is_some(), "{what}: {plan:?}");
            return;
        };
        check_plan(battle, units, goal, &plan, &what);
        self.reached += u32::from(plan.reached);
        if !self.brute {
            return;
        }
        if let Some(better) = Brute::new(battle, units, goal).better(&plan) {
            let values = army.unit(units[0]);
            let stand: Vec<_> = units.iter().map(|unit| army.placement(*unit)).collect();
            let end = plan.ends.iter().map(|end| end.1.at).sum::<Vec2>() / units.len() as f32;
            self.faults.push(format!(
                "{what}\n  {values:?}\n  stands {stand:?}\n  better {better:?}\n  than {} {} {:?} {:?} {:?}",
                plan.cost,
                end.distance(goal.to),
                plan.reached,
                plan.order,
                plan.stopped
            ));
        }
    }

    /// Nothing must be better; what plans take is only told.
    pub fn close(self) {
        let (times, asked) = (&self.times, self.times.len());
        let (longest, sum) = (times.iter().max(), times.iter().sum::<Duration>());
        let mean = sum / asked.max(1) as u32;
        let long = times.iter().filter(|time| time.as_millis() >= 50).count();
        println!(
            "{asked} goals, {} reached; a plan takes {mean:?}, {longest:?} at most, {long} take \
             50 ms or more",
            self.reached
        );
        let many = self.faults.len();
        println!("{many} of them could be bettered");
        assert_eq!(many, 0, "{many} of {asked}:\n{}", self.faults.join("\n"));
    }
}
