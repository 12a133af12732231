//! Alerts: a slip at the corner of the table when morale changes, a leader falls, a unit is lost or
//! comes on, an objective changes hands, or the journal cannot be written. Each leads to its place.

use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::notices::Notices;
use super::trace::Trace;
use super::{Desk, style, wording};
use crate::army::{Army, Fact, Fate, Sighting, UnitId};
use crate::print::words;
use crate::rules::{Morale, Side};
use crate::scenario::Scenario;
use crate::table::playback::FactTold;
use crate::table::ranks::Hit;
use crate::table::{Playback, Rig, Screen, Sitting, actor, laid, place};

/// So long an alert stays, in real time.
const STAYS: Duration = Duration::from_secs(6);
/// More than these are not shown at once; the oldest go.
const MOST: usize = 6;
/// The width of an alert in points.
const WIDE: f32 = 250.0;

/// What an alert is about, and whose matter it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlertKind {
    /// A unit of that side is in worse order.
    Worse(Side),
    /// A unit of that side is in better order.
    Better(Side),
    /// A leader of that side has fallen or is taken.
    Leader(Side),
    /// A unit of that side is gone.
    Lost(Side),
    /// A unit of that side has come on.
    Arrival(Side),
    /// That side holds an objective now.
    Objective(Side),
    /// Something is known of that side's pickets.
    Picket(Side),
    /// That side's spades or a bridge have changed the ground, or shot has.
    Works(Side),
    /// That side will have no draw.
    Peace(Side),
    /// Something is wrong with the program or its files.
    Fault,
}

impl AlertKind {
    fn side(self) -> Option<Side> {
        match self {
            Self::Worse(side)
            | Self::Better(side)
            | Self::Leader(side)
            | Self::Lost(side)
            | Self::Arrival(side)
            | Self::Objective(side)
            | Self::Picket(side)
            | Self::Works(side)
            | Self::Peace(side) => Some(side),
            Self::Fault => None,
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Self::Worse(_) => "▼",
            Self::Better(_) => "▲",
            Self::Leader(_) | Self::Lost(_) => "✖",
            Self::Arrival(_) => "➡",
            Self::Objective(_) | Self::Peace(_) => "⚑",
            Self::Picket(_) => "🔍",
            Self::Works(_) => "⚒",
            Self::Fault => "⚠",
        }
    }
}

/// Where a click on an alert leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Jump {
    /// Nowhere.
    Nowhere,
    /// To whoever a fact is about, as he stands now; its arithmetic is laid out.
    Fact(usize),
    /// To a unit.
    Unit(UnitId),
    /// To a place on the table.
    Place(Vec2),
}

struct Alert {
    text: String,
    kind: AlertKind,
    jump: Jump,
    age: Duration,
}

/// The alerts on the screen.
#[derive(Resource, Default)]
pub struct Alerts {
    shown: Vec<Alert>,
    /// Who held each objective when it was last looked at.
    held: Vec<(String, Option<Side>)>,
    warned: Option<String>,
}

impl Alerts {
    /// Shows one more. What is known already of the same unit gives way to it.
    pub fn push(&mut self, text: impl Into<String>, kind: AlertKind, jump: Jump) {
        let text = text.into();
        self.shown
            .retain(|one| one.text != text && (one.jump != jump || jump == Jump::Nowhere));
        self.shown.push(Alert {
            text,
            kind,
            jump,
            age: Duration::ZERO,
        });
        let surplus = self.shown.len().saturating_sub(MOST);
        self.shown.drain(..surplus);
    }

    /// Whether none is on the screen.
    pub fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    /// What is on the screen, the oldest first.
    pub fn texts(&self) -> Vec<String> {
        self.shown.iter().map(|alert| alert.text.clone()).collect()
    }

    /// Takes all away that is on the screen, for somebody else's eyes.
    pub fn put_away(&mut self) {
        self.shown.clear();
    }

    /// Takes all away, for a new battle.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Lets time pass.
    pub fn pass(&mut self, time: Duration) {
        self.shown.iter_mut().for_each(|alert| alert.age += time);
        self.shown.retain(|alert| alert.age < STAYS);
    }

    /// Tells of objectives that have changed hands since it last looked.
    fn look_at_objectives(&mut self, scenario: &Scenario, army: &Army) {
        let first = self.held.is_empty();
        for zone in scenario.victory.zones() {
            let count = |side| army.in_zone(&scenario.field, side, zone);
            let holder = match (count(Side::Union), count(Side::Confederate)) {
                (1.., 0) => Some(Side::Union),
                (0, 1..) => Some(Side::Confederate),
                // Contested or empty ground stays with whoever had it.
                _ => continue,
            };
            match self.held.iter_mut().find(|(known, _)| known == zone) {
                Some((_, known)) if *known == holder => {}
                Some((_, known)) => {
                    *known = holder;
                    if let Some(side) = holder {
                        self.tell_of_objective(scenario, zone, side);
                    }
                }
                None => {
                    self.held.push((zone.to_owned(), holder));
                    if let (false, Some(side)) = (first, holder) {
                        self.tell_of_objective(scenario, zone, side);
                    }
                }
            }
        }
    }

    fn tell_of_objective(&mut self, scenario: &Scenario, zone: &str, side: Side) {
        let name = words::zone(scenario, zone);
        let men = style::capital(words::men(side));
        let jump = scenario.field.zone(zone).map_or(Jump::Nowhere, |zone| {
            let points = &zone.outline;
            let middle = points.iter().sum::<Vec2>() / points.len().max(1) as f32;
            Jump::Place(middle)
        });
        self.push(
            format!("{men} hold {name}"),
            AlertKind::Objective(side),
            jump,
        );
    }
}

/// What a fact is worth telling, if it is.
pub fn alert_of(scenario: &Scenario, fact: &Fact) -> Option<(String, AlertKind)> {
    let setup = |unit: &UnitId| &scenario.units[unit.0 as usize];
    let level = |unit: &UnitId, after: Morale, worse: bool| {
        let (name, side) = (&setup(unit).name, setup(unit).unit.side);
        let kind = if worse {
            AlertKind::Worse(side)
        } else {
            AlertKind::Better(side)
        };
        Some((format!("{name} is {}", wording::morale(after)), kind))
    };
    let fact = fact.plain();
    match fact {
        Fact::Checked {
            unit,
            before,
            outcome,
            ..
        } => {
            let after = outcome.after.filter(|after| after != before)?;
            level(unit, after, after > *before)
        }
        Fact::Beaten { unit, after } | Fact::StoppedAtEdge { unit, after } => {
            level(unit, *after, true)
        }
        Fact::Disengaged { unit, after, .. } => level(unit, *after, true),
        Fact::Disordered { unit, .. } => level(unit, Morale::Disorder, true),
        Fact::Reformed { unit } => level(unit, Morale::GoodOrder, false),
        Fact::LeaderRolled {
            leader,
            killed: true,
            ..
        } => {
            let leader = &scenario.leaders[leader.0 as usize];
            let text = format!("{} is killed", leader.name);
            Some((text, AlertKind::Leader(leader.side)))
        }
        Fact::LeaderTaken { leader, .. } => {
            let leader = &scenario.leaders[leader.0 as usize];
            let text = format!("{} is taken prisoner", leader.name);
            Some((text, AlertKind::Leader(leader.side)))
        }
        Fact::Removed { unit, fate } if !matches!(fate, Fate::Absent | Fate::Joined) => {
            let (name, side) = (&setup(unit).name, setup(unit).unit.side);
            Some((
                format!("{name} {}", wording::gone(*fate)),
                AlertKind::Lost(side),
            ))
        }
        Fact::Withdrawing { side, .. } => Some((
            wording::sentence(scenario, fact),
            AlertKind::Objective(*side),
        )),
        // Whoever is offered one is asked.
        Fact::DrawDeclined { side } => {
            Some((wording::sentence(scenario, fact), AlertKind::Peace(*side)))
        }
        Fact::Arrived { unit, .. } => {
            let (name, side) = (&setup(unit).name, setup(unit).unit.side);
            let text = format!("{name} comes on the field");
            Some((text, AlertKind::Arrival(side)))
        }
        Fact::Shown {
            units,
            why:
                Sighting::Seen(_)
                | Sighting::Near(_)
                | Sighting::RunInto(_)
                | Sighting::Picket(_)
                | Sighting::Itself,
            ..
        } => {
            let side = setup(&units.first()?.unit).unit.side;
            Some((wording::sentence(scenario, fact), AlertKind::Picket(side)))
        }
        Fact::KnownReal { picket, .. } | Fact::DummyGone { picket, .. } => {
            let text = wording::sentence(scenario, fact);
            Some((text, AlertKind::Picket(picket.side)))
        }
        Fact::GroundChanged { unit, .. }
        | Fact::Unloaded { unit, .. }
        | Fact::Bridged { unit, .. }
        | Fact::BridgeStruck { unit, .. } => {
            let text = wording::sentence(scenario, fact);
            Some((text, AlertKind::Works(setup(unit).unit.side)))
        }
        _ => None,
    }
}

/// Hears what is told on the table.
fn hear(
    mut told: MessageReader<FactTold>,
    playback: Res<Playback>,
    sitting: Option<Res<Sitting>>,
    mut alerts: ResMut<Alerts>,
) {
    let (scenario, facts) = (playback.scenario(), playback.chronicle().facts());
    let mut any = false;
    for one in told.read() {
        any = true;
        let Some((fact, (text, kind))) = facts
            .get(one.number)
            .and_then(|fact| Some((fact, alert_of(scenario, fact)?)))
        else {
            continue;
        };
        // What happens to one unit is one slip: the latest counts.
        let jump = match actor(fact) {
            Some(unit) if !matches!(kind, AlertKind::Leader(_)) => Jump::Unit(unit),
            _ => Jump::Fact(one.number),
        };
        alerts.push(text, kind, jump);
    }
    if any || alerts.held.is_empty() {
        alerts.look_at_objectives(scenario, playback.view());
    }
    let warning = sitting.as_ref().and_then(|sitting| sitting.warning());
    if warning != alerts.warned.as_deref() {
        alerts.warned = warning.map(str::to_owned);
        if let Some(warning) = warning {
            alerts.push(style::capital(warning), AlertKind::Fault, Jump::Nowhere);
        }
    }
}

/// Draws the slips at the upper right of what the panels leave free.
fn draw(
    mut contexts: EguiContexts,
    time: Res<Time<Real>>,
    mut alerts: ResMut<Alerts>,
    (mut desk, mut rig): (ResMut<Desk>, ResMut<Rig>),
    playback: Res<Playback>,
    (mut trace, notices): (ResMut<Trace>, Option<Res<Notices>>),
) -> Result {
    alerts.pass(time.delta());
    let ctx = contexts.ctx_mut()?;
    trace.alerts(|| {
        let notices = notices.as_ref().map_or(&[][..], |notices| notices.list());
        let notices = notices.iter().map(|notice| notice.text.clone());
        alerts.texts().into_iter().chain(notices).collect()
    });
    if alerts.shown.is_empty() {
        return Ok(());
    }
    // Panels lie at the right, and in a lesson the guide's at the left.
    let free = desk.free.unwrap_or(ctx.viewport_rect());
    let right = free.right() - 10.0;
    // Below the slip of turn and losses where there is no room beside it.
    let narrow = free.width() < WIDE + 330.0;
    let top = free.top() + if narrow { 46.0 } else { 10.0 };
    let mut gone = None;
    egui::Area::new("alerts".into())
        .fixed_pos(egui::pos2(right - WIDE, top))
        .order(egui::Order::Foreground)
        .fade_in(false)
        .show(ctx, |ui| {
            ui.set_width(WIDE);
            for (number, alert) in alerts.shown.iter().enumerate().rev() {
                let slip = slip(ui, alert);
                trace.mark(&format!("alert {}", number + 1), &slip);
                if slip.clicked() {
                    gone = Some(number);
                }
            }
        });
    if let Some(number) = gone {
        let alert = alerts.shown.remove(number);
        go(&mut desk, &mut rig, &playback, alert.jump);
    }
    // They go by themselves: somebody must look again then.
    ctx.request_repaint_after(Duration::from_millis(250));
    Ok(())
}

/// One alert on its slip of paper.
fn slip(ui: &mut egui::Ui, alert: &Alert) -> egui::Response {
    let colour = alert.kind.side().map_or(style::RED, style::side);
    let frame = style::slip().stroke(egui::Stroke::new(1.5, colour));
    let inner = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let sign = egui::RichText::new(alert.kind.sign()).color(colour);
            ui.label(sign);
            let text = egui::RichText::new(&alert.text).color(colour);
            ui.add(egui::Label::new(text).wrap().selectable(false));
        });
    });
    let response = inner.response.interact(egui::Sense::click());
    let hint = match alert.jump {
        Jump::Nowhere => "Click to put it away",
        _ => "Click to go there",
    };
    response.on_hover_text(hint)
}

/// To where an alert leads.
fn go(desk: &mut Desk, rig: &mut Rig, playback: &Playback, jump: Jump) {
    let field = &playback.scenario().field;
    let mut look = |at: Vec2| rig.look_at(place(at, field.heights.height(at)), 16.0);
    let unit = match jump {
        Jump::Nowhere => None,
        Jump::Place(at) => {
            look(at);
            None
        }
        Jump::Unit(unit) => Some(unit),
        Jump::Fact(number) => {
            let fact = playback.chronicle().facts().get(number);
            if fact.is_some_and(super::result::has_arithmetic) {
                desk.result = Some(number);
            }
            fact.and_then(actor)
        }
    };
    let army = playback.view();
    if let Some(unit) = unit.filter(|&unit| army.on_table(unit)) {
        look(army.placement(unit).at);
        if desk.selected != Some(Hit::Unit(unit)) {
            desk.selected = Some(Hit::Unit(unit));
            desk.pointed = None;
        }
    }
}

/// Forgets the alerts of another battle.
fn forget(mut alerts: ResMut<Alerts>) {
    alerts.clear();
}

/// Alerts of the battle on the table.
pub fn plugin(app: &mut App) {
    app.init_resource::<Alerts>()
        .add_systems(
            Update,
            (
                // The same table may be laid for another battle at once.
                forget.run_if(resource_added::<Sitting>),
                hear.after(crate::table::Advance).run_if(laid),
            )
                .chain(),
        )
        .add_systems(
            EguiPrimaryContextPass,
            draw.after(super::draw)
                .run_if(laid)
                .run_if(not(in_state(Screen::Result)))
                .run_if(super::curtain::is_open),
        )
        .add_systems(OnEnter(Screen::Menu), forget)
        .add_systems(OnEnter(Screen::Result), forget);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alert_goes_after_six_seconds_and_the_oldest_first() {
        let mut alerts = Alerts::default();
        for number in 0..8 {
            let kind = AlertKind::Worse(Side::Union);
            alerts.push(format!("slip {number}"), kind, Jump::Fact(number));
        }
        assert_eq!(alerts.texts().len(), MOST);
        assert_eq!(alerts.texts()[0], "slip 2");
        alerts.pass(Duration::from_secs(5));
        alerts.push("later", AlertKind::Fault, Jump::Nowhere);
        alerts.pass(Duration::from_secs(2));
        assert_eq!(alerts.texts(), ["later"]);
    }

    #[test]
    fn the_latest_of_a_unit_counts() {
        let mut alerts = Alerts::default();
        let jump = Jump::Unit(UnitId(3));
        alerts.push("shaken", AlertKind::Worse(Side::Union), jump);
        alerts.push("routed", AlertKind::Worse(Side::Union), jump);
        assert_eq!(alerts.texts(), ["routed"]);
    }
}
