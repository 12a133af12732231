//! The buttons for work with spade and axe.

use super::{Button, Does};
use crate::army::{Active, Task, UnitId};
use crate::battle::{Order, Situation};
use crate::overlay::keys::Stroke;
use crate::overlay::style;
use crate::print::labour;
use crate::rules::fire::Refusal;
use crate::rules::{Named, Works};

/// What the unit could work at; to dig in is shown to every regiment on foot, with why it cannot.
pub(super) fn buttons(now: &Situation, active: &Active, orders: &[Order]) -> Vec<Button> {
    let [unit] = active.units[..] else {
        return Vec::new();
    };
    let mut buttons: Vec<Button> = Vec::new();
    let mut named: Vec<String> = Vec::new();
    for order in orders {
        let (name, label, hint, key) = match order {
            Order::Work(task) => (
                name(now, unit, *task),
                label(now, unit, *task),
                hint(now, unit, *task),
                key(now, unit, *task),
            ),
            Order::Pivot { degrees } => (
                "pivot".to_owned(),
                format!("Pivot {degrees:.0}°"),
                "Carries the chevaux-de-frise before it round, with both actions".to_owned(),
                Stroke::Obstruct,
            ),
            _ => continue,
        };
        let many = named.iter().filter(|other| **other == name).count();
        named.push(name.clone());
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
    let digs = |name: &String| name.starts_with("dig") || name == "go on";
    let digs = named.iter().any(digs);
    if !digs && (values.is_infantry() || (values.is_cavalry() && !values.is_mounted())) {
        buttons.insert(0, refused(now, unit, Task::Dig(Works::Hasty)));
    }
    for task in pontoons(now, unit) {
        if !named.contains(&name(now, unit, task)) && !goes_on(now, unit, task) {
            buttons.push(refused(now, unit, task));
        }
    }
    buttons
}

/// What engineers with a train, or with a bridge begun, are there for: shown even where it cannot be
/// done, with what is missing.
fn pontoons(now: &Situation, unit: UnitId) -> Vec<Task> {
    let army = now.army();
    if !army.identity(unit).engineer {
        return Vec::new();
    }
    let unload = (army.record(unit).train > 0).then_some(Task::Unload);
    let bridges = army.earth().bridges().iter();
    let begun = bridges
        .filter(|bridge| !bridge.is_whole())
        .map(|bridge| Task::Bridge(bridge.id));
    unload.into_iter().chain(begun.take(1)).collect()
}

/// Work that cannot be taken up now, with why.
fn refused(now: &Situation, unit: UnitId, task: Task) -> Button {
    let why = now.why_not_work(unit, task).unwrap_or(Refusal::new(
        "it cannot take that up now",
        crate::rule!("works.consecutive"),
    ));
    Button {
        name: format!("order {}", name(now, unit, task)),
        label: label(now, unit, task),
        hint: hint(now, unit, task),
        key: Some(key(now, unit, task)),
        does: Err(why),
        shown: true,
    }
}

fn goes_on(now: &Situation, unit: UnitId, task: Task) -> bool {
    now.army().work(unit).is_some_and(|work| work.task == task)
}

fn name(now: &Situation, unit: UnitId, task: Task) -> String {
    match task {
        task if goes_on(now, unit, task) => "go on".to_owned(),
        Task::Dig(Works::Hasty) => "dig".to_owned(),
        Task::Dig(works) => format!("dig {}", works.name()),
        Task::Improve => "improve".to_owned(),
        Task::Turn => "turn works".to_owned(),
        Task::Obstruct(kind) => format!("obstruct {}", kind.name()),
        Task::Clear => "clear".to_owned(),
        Task::Unload => "unload".to_owned(),
        Task::Bridge(_) => "bridge".to_owned(),
        Task::Assist(unit) => format!("assist {}", now.army().name(unit)),
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
