//! The buttons for work with spade and axe.

use super::{Button, Does};
use crate::army::{Active, Task, UnitId};
use crate::battle::{Order, Situation};
use crate::overlay::keys::Stroke;
use crate::overlay::style;
use crate::print::labour;
use crate::rules::Works;
use crate::rules::fire::Refusal;

/// What the unit could work at; to dig in is shown to every regiment on foot, with why it cannot.
pub(super) fn buttons(now: &Situation, active: &Active, orders: &[Order]) -> Vec<Button> {
    let [unit] = active.units[..] else {
        return Vec::new();
    };
    let mut buttons: Vec<Button> = Vec::new();
    let mut named: Vec<&str> = Vec::new();
    for order in orders {
        let (name, label, hint, key) = match order {
            Order::Work(task) => (
                name(now, unit, *task),
                label(now, unit, *task),
                hint(now, unit, *task),
                key(now, unit, *task),
            ),
            Order::Pivot { degrees } => (
                "pivot",
                format!("Pivot {degrees:.0}°"),
                "Carries the chevaux-de-frise before it round, with both actions".to_owned(),
                Stroke::Obstruct,
            ),
            _ => continue,
        };
        let many = named.iter().filter(|other| **other == name).count();
        named.push(name);
        let taken = buttons.iter().any(|other| other.key == Some(key));
        buttons.push(Button {
            name: match many {
                0 => format!("order {name}"),
                many => format!("order {name} {}", many + 1),
            },
            label,
            hint,
            key: (!taken).then_some(key),
            does: Ok(Does::Order(order.clone())),
            shown: true,
        });
    }
    let values = now.army().unit(unit);
    let digs = ["dig", "go on"].iter().any(|name| named.contains(name));
    if !digs && values.is_infantry() {
        buttons.insert(0, refused(now, unit));
    }
    buttons
}

/// Why it cannot dig in.
fn refused(now: &Situation, unit: UnitId) -> Button {
    let task = Task::Dig(Works::Hasty);
    let why = now.why_not_work(unit, task).unwrap_or(Refusal::new(
        "it cannot dig in now",
        crate::rule!("works.where"),
    ));
    Button {
        name: "order dig".to_owned(),
        label: "Dig in".to_owned(),
        hint: hint(now, unit, task),
        key: Some(Stroke::Dig),
        does: Err(why),
        shown: true,
    }
}

fn goes_on(now: &Situation, unit: UnitId, task: Task) -> bool {
    now.army().work(unit).is_some_and(|work| work.task == task)
}

fn name(now: &Situation, unit: UnitId, task: Task) -> &'static str {
    match task {
        task if goes_on(now, unit, task) => "go on",
        Task::Dig(_) => "dig",
        Task::Improve => "improve",
        Task::Turn => "turn works",
        Task::Obstruct(_) => "obstruct",
        Task::Clear => "clear",
        Task::Unload => "unload",
        Task::Bridge(_) => "bridge",
        Task::Assist(_) => "assist",
    }
}

fn key(now: &Situation, unit: UnitId, task: Task) -> Stroke {
    match task {
        task if goes_on(now, unit, task) => Stroke::Dig,
        Task::Dig(_) => Stroke::Dig,
        Task::Improve | Task::Turn => Stroke::Rework,
        Task::Obstruct(_) | Task::Clear => Stroke::Obstruct,
        Task::Unload | Task::Bridge(_) => Stroke::Pontoons,
        Task::Assist(_) => Stroke::Assist,
    }
}

fn label(now: &Situation, unit: UnitId, task: Task) -> String {
    let army = now.army();
    if goes_on(now, unit, task) {
        let doing = labour::doing(task, |unit| army.name(unit).to_owned());
        return format!("Go on {doing}");
    }
    match task {
        Task::Dig(Works::Hasty) => "Dig in".to_owned(),
        Task::Dig(_) => "Dig light works".to_owned(),
        Task::Improve => "Improve works".to_owned(),
        Task::Turn => "Turn works".to_owned(),
        Task::Obstruct(kind) => style::capital(kind_name(kind)),
        Task::Clear => "Clear obstacle".to_owned(),
        Task::Unload => "Unload pontoons".to_owned(),
        Task::Bridge(_) => "Build bridge".to_owned(),
        Task::Assist(unit) => format!("Help {}", army.name(unit)),
    }
}

fn kind_name(kind: crate::rules::works::Obstacle) -> &'static str {
    use crate::rules::Named;
    match kind.name() {
        "flooded_ditch" => "ditch",
        "chevaux_de_frise" => "chevaux",
        name => name,
    }
}

fn hint(now: &Situation, unit: UnitId, task: Task) -> String {
    let turns = now.turns_left(unit, task);
    let turns = match turns {
        1 => "one turn".to_owned(),
        many => format!("{many} turns"),
    };
    let doing = labour::doing(task, |unit| now.army().name(unit).to_owned());
    match task {
        Task::Dig(_) if !goes_on(now, unit, task) => format!(
            "A test of competence for one action; if it is passed, {turns} of {doing}, this one \
             among them. Whatever else it does breaks the work off"
        ),
        Task::Bridge(_) => format!("A whole turn of {doing}"),
        Task::Assist(_) => "The time of that regiment's work is halved, as long as they help it \
                            every turn"
            .to_owned(),
        Task::Unload => "A whole turn, with the water right before them".to_owned(),
        _ => {
            format!("{turns} of {doing}, one after the other; whatever else it does breaks it off")
        }
    }
}
