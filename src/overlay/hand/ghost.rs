//! The ghost of a move: where the held units would stand, how they get there, what it costs, and who
//! could fire at them on the way. Worked out aside, so that the window never waits.

use bevy::math::Vec2;
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::{Draft, Hand};
use crate::army::{Fact, Formation, LeaderId, UnitId};
use crate::battle::{Answer, Exposure, Goal, Left, Order, Plan, Reach, Situation, Stretch, Walks};
use crate::field::moves::Leg;
use crate::field::{Facing, Placement};
use crate::rules::fire::Refusal;

/// A move that was thought through.
pub struct Planned {
    /// The order that does it.
    pub order: Order,
    /// The part of the action it takes.
    pub cost: f32,
    /// Where everybody ends.
    pub ends: Vec<(UnitId, Placement)>,
    /// Everybody's walk.
    pub walks: Walks,
    /// The way, ground by ground.
    pub stretches: Vec<Stretch>,
    /// What keeps it from the place that was clicked, if it does not get there.
    pub short: Option<String>,
    /// What it brings beside the move: disorder, friends passed through.
    pub beside: Vec<String>,
    /// Who could fire, inch by inch.
    pub exposures: Vec<Exposure>,
    /// The formation it ends in, if another.
    pub form: Option<Formation>,
}

/// A move that is being drawn.
pub struct MoveDraft {
    /// Where the middle of the front should be, which way it should look, in what formation.
    pub goal: Goal,
    /// Legs that the player has set himself, with where they end.
    pub set: Vec<Leg>,
    base: Vec<(UnitId, Placement)>,
    /// What came of it.
    pub planned: Option<Result<Planned, Refusal>>,
    task: Option<Task<Result<Planned, Refusal>>>,
    stale: bool,
}

impl MoveDraft {
    /// A move to a place.
    pub fn to(to: Vec2) -> Self {
        Self {
            goal: Goal {
                in_order: true,
                ..Goal::place(to)
            },
            set: Vec::new(),
            base: Vec::new(),
            planned: None,
            task: None,
            stale: true,
        }
    }

    /// Elsewhere.
    pub fn drag(&mut self, to: Vec2) {
        if self.goal.to.distance(to) > 0.02 {
            self.goal.to = to;
            self.stale = true;
        }
    }

    /// Another way to look.
    pub fn face(&mut self, facing: Facing) {
        self.goal.facing = Some(facing);
        self.stale = true;
    }

    /// Turned by so many degrees from where the ghost looks.
    pub fn turn(&mut self, degrees: f32) {
        let now = self
            .goal
            .facing
            .or_else(|| self.lead().map(|end| end.facing));
        if let Some(now) = now {
            self.face(now.turned(degrees));
        }
    }

    /// In another formation, or the one it has.
    pub fn form(&mut self, formation: Option<Formation>) {
        self.goal.formation = formation;
        self.stale = true;
    }

    /// The formation before the way, after it, or whichever costs less.
    pub fn form_when(&mut self, last: Option<bool>) {
        self.goal.form_last = last;
        self.stale = true;
    }

    /// Keeping its order if that costs little, or by the cheapest way.
    pub fn keep_order(&mut self, in_order: bool) {
        self.goal.in_order = in_order;
        self.stale = true;
    }

    /// What was found, if it can be ordered.
    pub fn found(&self) -> Option<&Planned> {
        self.planned.as_ref()?.as_ref().ok()
    }

    /// The order, if there is one; not while something newer is thought about.
    pub fn order(&self) -> Option<&Order> {
        let ready = !self.stale && self.task.is_none();
        self.found().filter(|_| ready).map(|planned| &planned.order)
    }

    /// It is being thought about.
    pub fn thinking(&self) -> bool {
        self.stale || self.task.is_some()
    }

    /// Where the first unit ends.
    pub fn lead(&self) -> Option<Placement> {
        self.found()?.ends.first().map(|(_, end)| *end)
    }

    /// The way so far is set; the next leg begins where it ends.
    pub fn set_leg(&mut self) {
        let Some(Ok(planned)) = &self.planned else {
            return;
        };
        if let Order::Move { legs, .. } = &planned.order {
            self.set.clone_from(legs);
            self.base.clone_from(&planned.ends);
        }
    }
}

/// A leader's ride that is being drawn.
pub struct RideDraft {
    /// Who rides.
    pub leader: LeaderId,
    /// Where to.
    pub to: Vec2,
    /// To whom, if he is to attach himself.
    pub unit: Option<UnitId>,
    /// Why he cannot.
    pub refusal: Option<Refusal>,
    /// Who would be in command with him there, and who out of it.
    pub command: (Vec<UnitId>, Vec<UnitId>),
}

impl RideDraft {
    /// What confirming says.
    pub fn answer(&self) -> Option<Answer> {
        if self.refusal.is_some() {
            return None;
        }
        Some(match self.unit {
            Some(unit) => Answer::Attach(unit),
            None => Answer::Ride(self.to),
        })
    }
}

/// Where a unit that is held could be after one action.
#[derive(Resource, Default)]
pub struct Outline {
    key: Option<(usize, UnitId)>,
    task: Option<Task<Option<Reach>>>,
    /// The farthest places, once round the compass.
    pub ring: Vec<Vec2>,
}

impl Outline {
    /// It is being worked out.
    pub fn is_thinking(&self) -> bool {
        self.task.is_some()
    }
}

/// Lets a move be thought through.
pub(super) fn plan(mut hand: ResMut<Hand>) {
    let hand = &mut *hand;
    let Draft::Move(draft) = &mut hand.draft else {
        return;
    };
    if let Some(task) = &mut draft.task
        && let Some(planned) = check_ready(task)
    {
        draft.task = None;
        draft.planned = Some(planned);
    }
    if !draft.stale || draft.task.is_some() {
        return;
    }
    let Some(offer) = &hand.offer else { return };
    draft.stale = false;
    let now = match &offer.given {
        Ok((now, _)) => now.clone(),
        Err(refusal) => {
            draft.planned = Some(Err(*refusal));
            return;
        }
    };
    if !offer.orders().1 {
        let why = now.why_no(crate::army::Deed::Move);
        draft.planned = Some(Err(why.unwrap_or(super::NO_MOVE)));
        return;
    }
    let (units, goal) = (hand.units.clone(), draft.goal);
    let (set, base) = (draft.set.clone(), draft.base.clone());
    draft.task = Some(
        AsyncComputeTaskPool::get().spawn(async move { think(&now, &units, &goal, &set, &base) }),
    );
}

/// The best way to a goal, after the legs that are set already.
fn think(
    now: &Situation,
    units: &[UnitId],
    goal: &Goal,
    set: &[Leg],
    base: &[(UnitId, Placement)],
) -> Result<Planned, Refusal> {
    if set.is_empty() {
        let plan = facing_kept(now, units, goal)?;
        if plan.order == Order::Hold {
            return Err(plan.stopped.unwrap_or(super::NO_MOVE));
        }
        return Ok(planned(now, plan));
    }
    // From the end of what is set on, as if it had just begun; then both together must be paid.
    let mut there = now.clone();
    for &(unit, to) in base {
        let from = now.army().placement(unit);
        there.apply(&Fact::Moved { unit, from, to });
    }
    let (plan, refusal) = match joined(now, &there, units, goal, set) {
        Ok(plan) => return Ok(planned(now, plan)),
        Err(refusal) => (as_far_as(now, &there, units, goal, set), refusal),
    };
    let (mut plan, inches) = plan.ok_or(refusal)?;
    plan.reached = false;
    plan.stopped = Some(refusal);
    plan.left = Some(Left {
        inches,
        degrees: 0.0,
        formation: false,
        actions: 0,
    });
    Ok(planned(now, plan))
}

/// How finely the farthest place is looked for that can still be paid.
const HALVINGS: u32 = 5;

/// As far towards a goal as can be paid after what is set, and how many inches are left then.
fn as_far_as(
    now: &Situation,
    there: &Situation,
    units: &[UnitId],
    goal: &Goal,
    set: &[Leg],
) -> Option<(Plan, f32)> {
    let fronts = units.iter().map(|&unit| there.army().placement(unit).at);
    let from = fronts.sum::<Vec2>() / units.len().max(1) as f32;
    let (mut near, mut far) = (0.0, 1.0);
    let mut found = None;
    for _ in 0..HALVINGS {
        let part = (near + far) / 2.0;
        let to = from.lerp(goal.to, part);
        match joined(now, there, units, &Goal { to, ..*goal }, set) {
            Ok(plan) => {
                near = part;
                found = Some((plan, to.distance(goal.to)));
            }
            Err(_) => far = part,
        }
    }
    found
}

/// The legs that are set and the way on from their end, if both together can be paid.
fn joined(
    now: &Situation,
    there: &Situation,
    units: &[UnitId],
    goal: &Goal,
    set: &[Leg],
) -> Result<Plan, Refusal> {
    let onward = there.plan(units, goal)?;
    let Order::Move {
        form,
        form_last,
        legs,
    } = onward.order.clone()
    else {
        return Err(onward.stopped.unwrap_or(super::NO_MOVE));
    };
    let mut all = set.to_vec();
    all.extend(legs);
    let walks = now.check_move(units, form, form_last, &all)?;
    let cost = walks
        .iter()
        .map(|(_, walked)| walked.used.part)
        .fold(0.0, f32::max);
    let ends = walks
        .iter()
        .map(|(unit, walked)| (*unit, walked.placement))
        .collect();
    let order = Order::Move {
        form,
        form_last,
        legs: all,
    };
    Ok(Plan {
        order,
        cost,
        ends,
        walks,
        ..onward
    })
}

/// Inches by which another facing must bring a unit nearer before it is worth giving its own up.
const WORTH_TURNING: f32 = 1.0;

/// Unless he says otherwise the player wants his line to look where it looks; any facing will do
/// only if it gets there so, or much nearer.
fn facing_kept(now: &Situation, units: &[UnitId], goal: &Goal) -> Result<Plan, Refusal> {
    let (None, Some(&lead)) = (goal.facing, units.first()) else {
        return now.plan(units, goal);
    };
    let kept = Goal {
        facing: Some(now.army().placement(lead).facing),
        ..*goal
    };
    let kept = now.plan(units, &kept)?;
    if kept.reached && kept.disordered_by.is_none() {
        return Ok(kept);
    }
    let free = now.plan(units, goal)?;
    let left = |plan: &Plan| plan.left.map_or(0.0, |left| left.inches);
    let nearer = free.reached || left(&free) < left(&kept) - WORTH_TURNING;
    Ok(if nearer { free } else { kept })
}

fn planned(now: &Situation, plan: Plan) -> Planned {
    let form = match &plan.order {
        Order::Move { form, .. } => *form,
        Order::Form(form) => Some(*form),
        _ => None,
    };
    let first = match &plan.order {
        Order::Move {
            form,
            form_last: false,
            ..
        } => *form,
        _ => None,
    };
    let exposures = now.threats_along(&plan.walks, first);
    let short = (!plan.reached).then(|| short(&plan)).flatten();
    let mut beside = Vec::new();
    if let Some(by) = plan.disordered_by {
        beside.push(format!(
            "ends in disorder: {}",
            crate::print::words::disorder(by)
        ));
    }
    for &friend in &plan.through {
        beside.push(format!("goes through {}", now.army().name(friend)));
    }
    Planned {
        order: plan.order,
        cost: plan.cost,
        ends: plan.ends,
        walks: plan.walks,
        stretches: plan.stretches,
        short,
        beside,
        exposures,
        form,
    }
}

/// What keeps a plan from its goal.
fn short(plan: &Plan) -> Option<String> {
    let left = plan.left?;
    let mut text = if left.inches > 0.1 {
        format!("{:.1}\" short", left.inches)
    } else if left.degrees > 2.0 {
        format!("{:.0}° still to turn", left.degrees)
    } else {
        "not in that formation yet".to_owned()
    };
    if left.formation && (left.inches > 0.1 || left.degrees > 2.0) {
        text += ", and not in that formation yet";
    }
    if left.actions > 0 {
        let actions = crate::print::words::count(left.actions, "more action", "more actions");
        text += &format!(", about {actions}");
    }
    if let Some(refusal) = &plan.stopped {
        text += &format!(": {}", super::told(refusal));
    }
    Some(text)
}

/// Lets the reach of a single held unit be worked out.
pub(super) fn outline(hand: Res<Hand>, mut outline: ResMut<Outline>) {
    if let Some(task) = &mut outline.task
        && let Some(reach) = check_ready(task)
    {
        outline.task = None;
        outline.ring = reach
            .map(|reach| reach.rays.iter().map(|ray| ray.farthest.at).collect())
            .unwrap_or_default();
    }
    let offer = hand.offer.as_ref().filter(|offer| offer.orders().1);
    let key = match (&hand.units[..], offer) {
        ([unit], Some(offer)) => Some((offer.key.0, *unit)),
        _ => None,
    };
    if outline.key == key {
        return;
    }
    outline.key = key;
    outline.ring.clear();
    outline.task = None;
    if let (Some((_, unit)), Some(now)) = (key, offer.and_then(|offer| offer.now())) {
        let now = now.clone();
        let task = AsyncComputeTaskPool::get().spawn(async move { now.reach(unit).ok() });
        outline.task = Some(task);
    }
}
