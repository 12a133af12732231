//! What a player thought, in words: what he was about, what he chose and why, what else he thought
//! of.

use super::wording;
use crate::army::{Army, Task, UnitId};
use crate::battle::{Answer, Order, Reaction};
use crate::players::{Expected, Mission, Thought};
use crate::print::{duty, words};
use crate::rules::Named;
use crate::scenario::Scenario;

/// So many alternatives are told.
const OTHERS: usize = 3;

/// A thought in a few short sentences.
pub fn told(scenario: &Scenario, army: &Army, thought: &Thought) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(mission) = &thought.mission {
        lines.push(format!("Task: {}.", mission_words(scenario, army, mission)));
    }
    let chosen = answer(army, &thought.chosen.answer);
    lines.push(match thought.chosen.value {
        Some(value) => format!("Chosen: {chosen} (worth {value:.1} figures)."),
        None => format!("Chosen: {chosen}."),
    });
    lines.extend(thought.expected.as_ref().and_then(expected));
    let others: Vec<String> = thought
        .others
        .iter()
        .take(OTHERS)
        .map(|other| {
            let words = answer(army, &other.answer);
            match other.value {
                Some(value) => format!("{words} ({value:.1})"),
                None => words,
            }
        })
        .collect();
    if !others.is_empty() {
        lines.push(format!("Also thought of: {}.", others.join("; ")));
    }
    lines
}

/// What a thought says in one line, as a hint: what to do, and what for.
pub fn hint(
    scenario: &Scenario,
    army: &Army,
    chosen: &Answer,
    thought: Option<&Thought>,
) -> String {
    let mut text = words::sentence(&answer(army, chosen));
    let mission = thought.and_then(|thought| thought.mission.as_ref());
    if let Some(mission) = mission {
        text += &format!(", {}", mission_words(scenario, army, mission));
    }
    if let Some(expected) = thought.and_then(|thought| expected(thought.expected.as_ref()?)) {
        text += &format!(". {expected}");
    }
    text
}

fn mission_words(scenario: &Scenario, army: &Army, mission: &Mission) -> String {
    let ground = mission
        .ground
        .as_deref()
        .map(|id| words::zone(scenario, id).to_owned());
    let against = mission
        .against
        .filter(|&id| army.knows(id))
        .map(|id| words::the(army, id));
    duty::words(mission.duty, ground.or(against).as_deref())
}

fn expected(expected: &Expected) -> Option<String> {
    let mut parts = Vec::new();
    if let Some(harm) = expected.harm {
        parts.push(format!("{harm:.1} figures hit"));
    }
    if let Some(chance) = expected.chance {
        parts.push(format!("a chance of {:.0} %", 100.0 * chance));
    }
    if let Some(cost) = expected.cost {
        parts.push(format!("{cost:.1} figures lost"));
    }
    if expected.playouts > 0 {
        parts.push(format!("tried out {} times", expected.playouts));
    }
    (!parts.is_empty()).then(|| format!("Expected: {}.", parts.join(", ")))
}

/// An answer in words, as what somebody does.
pub fn answer(army: &Army, answer: &Answer) -> String {
    let the = |id: &UnitId| words::the(army, *id);
    match answer {
        Answer::SetUp { units, .. } if units.is_empty() => {
            "stand as the scenario has it".to_owned()
        }
        Answer::SetUp { .. } | Answer::Band(_) => "set up otherwise".to_owned(),
        Answer::Attach(unit) => format!("ride to {}", the(unit)),
        Answer::Ride(_) => "ride there, attached to nobody".to_owned(),
        Answer::Stay => "stay".to_owned(),
        Answer::Activate(unit) => format!("act with {} next", the(unit)),
        Answer::ActivateGroup { units, plan } => format!(
            "act with {} as one: {}, then {}",
            words::all(army, units),
            plan[0].name(),
            plan[1].name()
        ),
        Answer::EndTurn => "end the turn".to_owned(),
        Answer::Order(order) => self::order(army, order),
        Answer::React(reaction) => self::reaction(army, reaction),
        Answer::Follow(inches) => format!("follow for {inches:.1} inches"),
        Answer::Agree => "agree".to_owned(),
        Answer::Decline => "hold".to_owned(),
        Answer::Instruct { .. } => "give instructions".to_owned(),
        Answer::Concede => "give the battle up".to_owned(),
        Answer::OfferDraw => "offer a draw".to_owned(),
    }
}

fn order(army: &Army, order: &Order) -> String {
    let the = |id: &UnitId| words::the(army, *id);
    match order {
        Order::Move { form, .. } => match form {
            Some(form) => format!("march, in {}", wording::formation(*form)),
            None => "march".to_owned(),
        },
        Order::Fire { target, .. } => format!("fire at {}", the(target)),
        Order::Charge { assaults, .. } => {
            let targets: Vec<UnitId> = assaults.iter().map(|assault| assault.target).collect();
            format!("charge {}", words::all(army, &targets))
        }
        Order::Form(formation) => format!("form {}", wording::formation(*formation)),
        Order::Reform => "reform".to_owned(),
        Order::Rally => "rally".to_owned(),
        Order::Disengage => "disengage".to_owned(),
        Order::Prolonge { target } => format!("fall back on the rope, firing at {}", the(target)),
        Order::TakeHorse { from } => format!("take over a horse from {}", the(from)),
        Order::Merge { with } => format!("merge with {}", the(with)),
        Order::AttachTo { host } => format!("join {}", the(host)),
        Order::Show => "come out from behind the picket".to_owned(),
        Order::Work(task) => work(*task).to_owned(),
        Order::Pivot { .. } => "turn the obstacle".to_owned(),
        Order::Withdraw => "leave the table".to_owned(),
        Order::Hold => "hold".to_owned(),
    }
}

fn work(task: Task) -> &'static str {
    match task {
        task if task.is_bridging() => "work at the bridge",
        Task::Dig(_) => "dig in",
        Task::Improve | Task::Turn => "work on the works",
        Task::Clear => "clear the obstacle",
        Task::Assist(_) => "help those who dig",
        _ => "work",
    }
}

fn reaction(army: &Army, reaction: &Reaction) -> String {
    let the = |id: &UnitId| words::the(army, *id);
    let who = words::all(army, reaction.units());
    match reaction {
        Reaction::Fire { target, .. } => format!("{who}: fire at {}", the(target)),
        Reaction::Reform(_) => format!("{who}: reform"),
        Reaction::Rally(_) => format!("{who}: rally"),
        Reaction::Disengage(_) => format!("{who}: disengage"),
        Reaction::Form(_, formation) => format!("{who}: form {}", wording::formation(*formation)),
        Reaction::Face(_) | Reaction::Turn(..) => format!("{who}: turn to face"),
        Reaction::Countercharge(_) => format!("{who}: charge back"),
        Reaction::Prolonge { target, .. } => {
            format!("{who}: fall back on the rope, firing at {}", the(target))
        }
        Reaction::TakeHorse { from, .. } => format!("{who}: take over a horse from {}", the(from)),
    }
}
