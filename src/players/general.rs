//! A general that plans.
//!
//! Before every decision he works out from his side's view what is fought for, who is to do what
//! for it, and what the enemy can do; then every answer gets a value in figures by the exact odds.
//! He keeps nothing between two decisions, so that a battle that was saved goes on as it would have.

mod aims;
mod charges;
mod foes;
mod groups;
mod harm;
mod leaders;
mod moves;
mod orders;
mod outlook;
mod places;
mod reactions;
mod shapes;
mod tasks;
mod volleys;
mod weights;

use super::computer::quick;
use super::safe::safe_for;
use super::{ComputerPlayer, Considered, Duty, Leash, Mission, Player, Thought, View, Weighed};
use crate::army::UnitId;
use crate::battle::{Answer, Decision, Situation};
use aims::Ground;
use outlook::Outlook;
pub use weights::Weights;

/// Plays one side by a plan.
#[derive(Clone, Copy, Debug)]
pub struct General {
    weights: Weights,
}

impl General {
    /// As strong as it is known to be.
    pub const HARD: Self = Self {
        weights: Weights::HARD,
    };

    /// One who makes something else of what he sees.
    pub const fn with(weights: Weights) -> Self {
        Self { weights }
    }

    /// What he answers, without more ado: for those who play a battle on in their heads.
    pub(super) fn at_once(&self, now: &Situation, decision: &Decision) -> Answer {
        match counsel(now, decision, &self.weights) {
            Some(counsel) => chosen(now, decision, counsel.weighed),
            None => quick(now, decision),
        }
    }
}

/// Answers with what they are worth, the best first, and what those who act were about.
struct Counsel {
    weighed: Vec<(f64, Answer)>,
    mission: Option<Mission>,
}

impl Player for General {
    fn answer(&mut self, view: &View) -> Answer {
        match counsel(view.now(), view.decision(), &self.weights) {
            Some(counsel) => chosen(view.now(), view.decision(), counsel.weighed),
            None => ComputerPlayer.answer(view),
        }
    }

    fn think(&mut self, view: &View, leash: &Leash) -> Considered {
        let Some(counsel) = counsel(view.now(), view.decision(), &self.weights) else {
            return ComputerPlayer.think(view, leash);
        };
        let answer = chosen(view.now(), view.decision(), counsel.weighed.clone());
        let mut weighed: Vec<Weighed> = counsel
            .weighed
            .into_iter()
            .filter(|(value, _)| value.is_finite())
            .map(|(value, answer)| Weighed::new(answer, value))
            .collect();
        match weighed.iter().position(|one| one.answer == answer) {
            Some(at) => weighed[..=at].rotate_right(1),
            None => weighed.insert(0, Weighed::plain(answer.clone())),
        }
        match Thought::of(view.now(), weighed) {
            Some(thought) => thought.about(counsel.mission).into(),
            None => Considered::plain(answer),
        }
    }
}

/// The best that is allowed.
fn chosen(now: &Situation, decision: &Decision, weighed: Vec<(f64, Answer)>) -> Answer {
    let allowed = |answer: &Answer| now.check(Some(decision), answer).is_ok();
    weighed
        .into_iter()
        .map(|(_, answer)| answer)
        .find(allowed)
        .unwrap_or_else(|| safe_for(decision))
}

/// What he thinks of a decision; nothing of those that need no plan.
fn counsel(now: &Situation, decision: &Decision, weights: &Weights) -> Option<Counsel> {
    let outlook = || Outlook::new(now, decision.side(), weights);
    let (weighed, about, outlook) = match decision {
        Decision::SetUp { .. }
        | Decision::Join { .. }
        | Decision::StopBehind { .. }
        | Decision::Draw { .. } => return None,
        Decision::Leader { leader, units, .. } => {
            let outlook = outlook();
            let weighed = leaders::leader(&outlook, decision, *leader, units);
            (weighed, None, outlook)
        }
        Decision::Activate { units, chains, .. } => {
            let outlook = outlook();
            let weighed = groups::next(&outlook, units, chains);
            let about = match weighed.first() {
                Some((_, Answer::Activate(unit))) => Some(*unit),
                Some((_, Answer::ActivateGroup { units, .. })) => units.first().copied(),
                _ => None,
            };
            (weighed, about, outlook)
        }
        Decision::Act {
            units,
            orders,
            actions,
            may_move,
            ..
        } => {
            let outlook = outlook();
            let weighed = orders::orders(&outlook, units, *actions, orders, *may_move);
            (weighed, units.first().copied(), outlook)
        }
        Decision::React {
            triggers,
            reactions,
            ..
        } => {
            let outlook = outlook();
            let weighed = reactions::reactions(&outlook, triggers, reactions);
            let about = match weighed.first() {
                Some((_, Answer::React(reaction))) => reaction.units().first().copied(),
                _ => None,
            };
            (weighed, about, outlook)
        }
        Decision::Follow {
            unit,
            inches,
            meets,
            ..
        } => {
            let outlook = outlook();
            let weighed = reactions::follow(&outlook, *unit, *inches, *meets);
            (weighed, Some(*unit), outlook)
        }
    };
    let mission = about.map(|unit| mission(&outlook, unit));
    Some(Counsel { weighed, mission })
}

/// What a unit is about.
fn mission(outlook: &Outlook, unit: UnitId) -> Mission {
    let task = outlook.task(unit);
    let aim = outlook.aim(task);
    let ground = aim.and_then(|aim| match aim.ground {
        Ground::Zone(zone) => Some(zone.id.clone()),
        Ground::Beyond(line) => Some(line.id.clone()),
        Ground::Spot(_) => None,
    });
    let duty = match task.duty {
        Duty::Hold | Duty::Take
            if aim.is_some_and(|aim| {
                aim.distance(outlook.now, outlook.army.placement(unit).at) > 14.0
            }) =>
        {
            Duty::March
        }
        duty => duty,
    };
    Mission {
        ground,
        at: aim.map(|aim| aim.middle),
        ..Mission::new(duty)
    }
}
