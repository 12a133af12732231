//! The card of a unit or leader.

use bevy_egui::egui::{self, RichText};

use super::trace::Trace;
use super::wording::{self, concerns, sentence};
use super::{Desk, Standing, instructions, style};
use crate::army::{Fact, LeaderId, Presence, Task, UnitId};
use crate::battle::Situation;
use crate::print::{labour, words};
use crate::rules::fire::FireKind;
use crate::rules::{Named, Troops};
use crate::scenario::{NEVER, Scenario};
use crate::session::Session;
use crate::table::ranks::Hit;
use crate::table::stage::UnitPartsItem;
use crate::table::{Parade, Playback, Rig, place};

/// Draws the card of whoever is selected.
pub fn show(
    ui: &mut egui::Ui,
    (desk, session): (&mut Desk, Option<&mut Session>),
    playback: &mut Playback,
    rig: &mut Rig,
    parade: &Parade,
    asked: (&mut Standing, &mut Trace),
) {
    match desk.selected {
        None => {
            ui.label(style::heading(ui, "Nobody is selected"));
            ui.label("Click a unit or a leader on the table, or a line of the roster.");
        }
        Some(Hit::Leader(id)) => leader(ui, playback, rig, parade, id),
        Some(Hit::Unit(id)) => {
            let Some(shown) = parade.unit(id) else {
                return;
            };
            egui::ScrollArea::vertical()
                .auto_shrink(false)
                .show(ui, |ui| {
                    let (standing, trace) = asked;
                    unit(ui, desk, playback, rig, (standing, &mut *trace), &shown);
                    // Nobody is there to be told anything.
                    let real = !playback.view().is_dummy(id);
                    if let Some(session) = session.filter(|_| shown.on_table() && real) {
                        instruct(ui, desk, session, id, trace);
                    }
                });
        }
    }
}

/// What a person's unit should ask about in the enemy's turn.
fn instruct(
    ui: &mut egui::Ui,
    desk: &mut Desk,
    session: &mut Session,
    unit: UnitId,
    trace: &mut Trace,
) {
    let side = session.battle().army().side(unit);
    if session.seat_name(side) != "person" {
        return;
    }
    let battle = session.battle();
    let asks = |unit: UnitId| session.asks(unit);
    let change = instructions::show(
        ui,
        (battle.scenario(), battle.army()),
        unit,
        &mut desk.scope,
        &asks,
        trace,
    );
    if let Some(change) = change
        && let Err(refusal) = change.tell(session, side)
    {
        ui.label(RichText::new(refusal.reason()).color(style::RED));
    }
}

/// The command with all that are above it.
pub fn chain(scenario: &Scenario, command: usize) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut at = Some(command);
    while let Some(number) = at {
        let command = &scenario.commands[number];
        // A division may bear the name of its corps already.
        if !names.iter().any(|name| name.ends_with(&command.name)) {
            names.push(command.name.as_str());
        }
        at = command.parent;
    }
    names.join(", ")
}

/// Arm, weapon and formation in words.
fn troops(troops: Troops) -> (String, String) {
    let words = |name: &str| name.replace('_', " ");
    match troops {
        Troops::Infantry { weapon, formation } => (
            weapon.map_or("unknown".to_owned(), |weapon| words(weapon.name())),
            words(formation.name()),
        ),
        Troops::Cavalry {
            weapon,
            formation,
            mounted,
        } => {
            let how = if mounted { "mounted" } else { "dismounted" };
            (
                weapon.map_or("unknown".to_owned(), |weapon| words(weapon.name())),
                format!("{}, {how}", words(formation.name())),
            )
        }
        Troops::Artillery { gun, limbered } => (
            gun.map_or("unknown".to_owned(), |gun| words(gun.name())),
            if limbered { "limbered" } else { "unlimbered" }.to_owned(),
        ),
    }
}

fn unit(
    ui: &mut egui::Ui,
    desk: &mut Desk,
    playback: &mut Playback,
    rig: &mut Rig,
    (standing, trace): (&mut Standing, &mut Trace),
    shown: &UnitPartsItem,
) {
    let (id, scenario) = (shown.key.0, playback.scenario());
    let side = shown.fighting.0.side;
    ui.label(style::heading(ui, &shown.identity.name).color(style::side(side)));
    ui.label(RichText::new(chain(scenario, shown.identity.command)).color(style::FAINT));
    if playback.view().is_dummy(id) {
        dummy(ui, playback, rig, shown);
        return;
    }
    let comes = |turn| playback.scenario().units[id.0 as usize].comes(turn);
    facts(ui, shown, playback.view().is_withdrawn(id), comes);
    if let Some(line) = behind(playback.view(), id) {
        ui.label(line);
    }
    if !shown.on_table() {
        return;
    }
    labour(ui, standing.of(playback), id);
    let scenario = playback.scenario();
    ui.horizontal(|ui| {
        if ui.small_button("Go there").clicked() {
            let at = shown.position.0.at;
            rig.look_at(place(at, scenario.field.heights.height(at)), 14.0);
        }
        if ui.small_button("Through its eyes").clicked() {
            rig.eyes_of(id);
        }
    });
    let now = standing.of(playback);
    let points = now.morale_now(id);
    style::section(ui, "Morale now");
    ui.label(format!(
        "BMP {}, MMP {} if it had to check now",
        points.bmp, points.mmp
    ));
    super::result::modifiers(ui, desk, &points.modifiers, "MMP", points.mmp);
    if let Some(other) = desk.pointed {
        let seen = pointing(ui, now, id, other);
        trace.note("sight", seen);
    } else {
        ui.add_space(4.0);
        ui.label(
            RichText::new("Point at an enemy on the table for sight and odds.").color(style::FAINT),
        );
    }
    style::section(ui, "In this turn");
    did(ui, desk, playback, id);
}

/// A picket behind which is nobody.
fn dummy(ui: &mut egui::Ui, playback: &Playback, rig: &mut Rig, shown: &UnitPartsItem) {
    let id = shown.key.0;
    let before = "Nobody stands here. The enemy will see a picket like all others, and this one moves \
                  as the unit that it stands beside would.";
    let line = behind(playback.view(), id).unwrap_or_else(|| before.to_owned());
    ui.label(line);
    let (_, formation) = troops(shown.fighting.0.troops);
    ui.label(format!("{}, as it claims", style::capital(&formation)));
    if shown.on_table() && ui.small_button("Go there").clicked() {
        let at = shown.position.0.at;
        let heights = &playback.scenario().field.heights;
        rig.look_at(place(at, heights.height(at)), 14.0);
    }
}

/// What a hidden unit's own side is told of its picket.
fn behind(army: &crate::army::Army, id: UnitId) -> Option<String> {
    let picket = army.picket(army.picket_of(id)?)?;
    let number = picket.id.number;
    if army.is_dummy(id) {
        return Some(format!(
            "Behind picket {number} is nobody: it moves as this unit would."
        ));
    }
    let known = match picket.status {
        crate::army::PicketStatus::Real => ", which the enemy knows to be real",
        _ => "",
    };
    Some(match picket.units.len() {
        1 => format!("It is hidden behind picket {number}{known}."),
        many => format!(
            "It is hidden behind picket {number}{known}, with {} others.",
            many - 1
        ),
    })
}

fn facts(ui: &mut egui::Ui, shown: &UnitPartsItem, goes: bool, comes: impl Fn(u32) -> String) {
    let values = &shown.fighting.0;
    let (weapon, formation) = troops(values.troops);
    let strength = if values.is_artillery() {
        format!(
            "{} of {} sections ({} guns)",
            values.strength,
            shown.mustered.0.strength,
            values.guns()
        )
    } else {
        format!(
            "{} of {} figures ({} men)",
            values.strength,
            shown.mustered.0.strength,
            values.men()
        )
    };
    egui::Grid::new("facts").num_columns(2).show(ui, |ui| {
        let mut row = |what: &str, text: RichText| {
            ui.label(RichText::new(what).color(style::FAINT));
            ui.label(text);
            ui.end_row();
        };
        row("Strength", RichText::new(strength));
        if let Some(made_up) = words::made_up(&shown.identity.make_up) {
            row("Made up", RichText::new(style::capital(&made_up)));
        }
        row(
            "Quality",
            RichText::new(style::capital(values.quality.name())),
        );
        row("Weapon", RichText::new(style::capital(&weapon)));
        row("Formation", RichText::new(style::capital(&formation)));
        let morale = RichText::new(style::capital(wording::morale(values.morale)));
        row(
            "Morale",
            morale.strong().color(style::morale(values.morale)),
        );
        let state = match shown.presence {
            Presence::Waiting { turn: NEVER, .. } => "comes if cards bring it".to_owned(),
            Presence::Waiting { turn, .. } => format!("comes in on {}", comes(*turn)),
            Presence::Gone(fate) => wording::gone(*fate).to_owned(),
            Presence::OnTable if goes => "is withdrawn: it leaves the table".to_owned(),
            Presence::Hidden => "hidden".to_owned(),
            Presence::OnTable if shown.record.reacted => "has reacted".to_owned(),
            Presence::OnTable if shown.record.activated => "has been active".to_owned(),
            Presence::OnTable => "ready".to_owned(),
        };
        row("State", RichText::new(state));
    });
}

/// What it works at and how far it has come, and its pontoons.
fn labour(ui: &mut egui::Ui, now: &Situation, id: UnitId) {
    let army = now.army();
    if army.identity(id).engineer {
        ui.label("Engineers");
    }
    let train = army.record(id).train;
    if train > 0 {
        ui.label(format!("Pontoon train: {train}00 yards of bridge"));
    }
    let Some(work) = army.work(id) else {
        return;
    };
    let doing = labour::doing(work.task, |unit| army.name(unit).to_owned());
    ui.label(RichText::new(format!("At work: {doing}")).strong());
    let (done, of) = match work.task {
        Task::Assist(_) => return,
        Task::Bridge(bridge) => match army.earth().bridge(bridge) {
            Some(bridge) => (bridge.built, bridge.length),
            None => return,
        },
        task => (work.turns, work.turns + now.turns_left(id, task)),
    };
    let part = done as f32 / of.max(1) as f32;
    let unit = match work.task {
        Task::Bridge(_) => "stretches",
        _ => "turns",
    };
    let text = format!("{done} of {of} {unit}");
    ui.add(egui::ProgressBar::new(part).desired_width(160.0).text(text));
}

/// What one sees of the other, and what fire would do, both ways.
fn pointing(ui: &mut egui::Ui, battle: &Situation, one: UnitId, other: UnitId) -> Option<bool> {
    let army = battle.army();
    if !army.on_table(other) || one == other {
        return None;
    }
    style::section(ui, &format!("To {}", army.name(other)));
    let sight = battle.sight(one, other);
    let range = army.footprint(one).range_to(army.footprint(other));
    match &sight.blocked {
        None => ui.label(format!("In sight, {range:.1}\" away")),
        Some(blocked) => ui.label(
            RichText::new(format!(
                "Not in sight, {range:.1}\" away: {} is in the way",
                blocked.by
            ))
            .color(style::RED),
        ),
    };
    if army.side(one) == army.side(other) {
        return Some(sight.visible());
    }
    for (from, to) in [(one, other), (other, one)] {
        ui.label(RichText::new(format!("If {} fires", army.name(from))).strong());
        match battle.fire_terms(&[from], to, FireKind::Normal) {
            Ok(_) if !sight.visible() => {
                ui.label("It sees nobody to fire at.");
            }
            Ok(terms) => {
                let band = style::capital(terms.band.name());
                ui.label(format!(
                    "{band} range, {} dice + {} FP {:+}",
                    terms.dice, terms.firepower, terms.drm
                ));
                let odds = battle.rules().fire_odds(&terms);
                for (result, chance) in odds.iter().filter(|(_, chance)| *chance > 0.0005) {
                    style::odds(ui, result.name(), chance, false);
                }
            }
            Err(refusal) => {
                ui.label(refusal.reason());
            }
        }
    }
    Some(sight.visible())
}

/// What it did since its turn began.
fn did(ui: &mut egui::Ui, desk: &mut Desk, playback: &mut Playback, id: UnitId) {
    let facts = playback.chronicle().facts();
    let now = playback.moment().min(facts.len());
    let began = facts[..now]
        .iter()
        .rposition(|fact| matches!(fact, Fact::Turn { .. }))
        .unwrap_or(0);
    let own: Vec<_> = (began..now)
        .filter(|&number| concerns(&facts[number], id))
        .map(|number| (number, sentence(playback.scenario(), &facts[number])))
        .collect();
    if own.is_empty() {
        ui.label("Nothing yet.");
    }
    let mut jump = None;
    // Inch after inch is one march.
    let mut last_move = false;
    for (number, text) in own {
        let is_move = matches!(facts[number], Fact::Moved { .. });
        if is_move && last_move {
            continue;
        }
        last_move = is_move;
        let text = if is_move { "marches".to_owned() } else { text };
        let line = egui::Label::new(text).wrap().sense(egui::Sense::click());
        if ui.add(line).clicked() {
            jump = Some(number);
        }
    }
    if let Some(number) = jump {
        super::log::go(desk, playback, number);
    }
}

fn leader(ui: &mut egui::Ui, playback: &Playback, rig: &mut Rig, parade: &Parade, id: LeaderId) {
    let Some((setup, shown)) = parade.leader(id) else {
        return;
    };
    let scenario = playback.scenario();
    ui.label(style::heading(ui, &setup.name).color(style::side(setup.side)));
    let post = chain(scenario, setup.command);
    ui.label(
        RichText::new(format!(
            "{} leader, {post}",
            style::capital(setup.rank.name())
        ))
        .color(style::FAINT),
    );
    ui.label(format!("Leadership benefit {}", setup.benefit));
    if setup.artillery {
        ui.label("Directs the guns");
    }
    let scale = scenario.field.scale;
    let command = playback.rules().command_radius(scale, setup.benefit);
    let reaction = playback.rules().reaction_radius(scale, setup.benefit);
    ui.label(format!(
        "Command radius {command:.0}\", reaction radius {reaction:.0}\""
    ));
    match (shown.fallen, shown.attached, shown.at) {
        (true, ..) => ui.label("Has fallen"),
        (_, Some(unit), _) => ui.label(format!("With {}", scenario.units[unit.0 as usize].name)),
        (_, None, None) => ui.label("Has not come on the field yet"),
        _ => ui.label("On his own"),
    };
    if let Some(at) = shown.at.filter(|_| !shown.fallen)
        && ui.small_button("Go there").clicked()
    {
        rig.look_at(place(at, scenario.field.heights.height(at)), 14.0);
    }
}
