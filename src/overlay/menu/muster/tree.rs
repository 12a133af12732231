//! A force as a tree in which everything can be changed.

use bevy_egui::egui::{self, RichText};

use super::acts::{Act, done};
use crate::overlay::menu::ornament;
use crate::overlay::style;
use crate::overlay::trace::Trace;
use crate::rules::muster::{Echelon, MusterArm, MusterFault, MusterSpot, MusterUnit, Period};
use crate::rules::{CavalryWeapon, Gun, InfantryWeapon, Named, Quality, Rules, Side};
use crate::scenario::force::{Force, ForceCommand, ForceUnit, offers};

/// What can be had, and what is wrong.
struct Book<'a> {
    rules: &'a Rules,
    of: (Period, Side),
    weapons: [Vec<MusterArm>; 3],
    faults: &'a [MusterFault],
}

/// Draws the force; whatever is clicked is done to it.
pub fn show(
    ui: &mut egui::Ui,
    trace: &mut Trace,
    force: &mut Force,
    (rules, repeaters): (&Rules, bool),
    faults: &[MusterFault],
) {
    let of = (force.period, force.side);
    let mut weapons = [Vec::new(), Vec::new(), Vec::new()];
    for offer in offers(rules, of, repeaters) {
        let list: &mut Vec<MusterArm> = &mut weapons[arm_of(&offer.unit)];
        if !list.contains(&offer.unit.arm) {
            list.push(offer.unit.arm);
        }
    }
    let book = Book {
        rules,
        of,
        weapons,
        faults,
    };
    ui.horizontal(|ui| {
        let name = egui::TextEdit::singleline(&mut force.name).desired_width(240.0);
        let name = ui.add(name.font(egui::TextStyle::Heading));
        trace.mark("force name", &name);
    });
    let mut acts = Vec::new();
    for (number, command) in force.commands.iter_mut().enumerate() {
        draw(
            ui,
            trace,
            &book,
            command,
            &MusterSpot::top(number),
            0,
            &mut acts,
        );
    }
    for act in acts {
        done(force, act);
    }
}

fn arm_of(unit: &MusterUnit) -> usize {
    match unit.arm {
        MusterArm::Infantry(_) => 0,
        MusterArm::Cavalry(_) => 1,
        MusterArm::Artillery(_) => 2,
    }
}

/// A weapon in words.
fn weapon(arm: MusterArm) -> String {
    let name = match arm {
        MusterArm::Infantry(weapon) => weapon.name(),
        MusterArm::Cavalry(weapon) => weapon.name(),
        MusterArm::Artillery(gun) => gun.name(),
    };
    name.replace('_', " ")
}

/// One of several, from a list that opens.
fn pick<T: PartialEq + Clone>(
    ui: &mut egui::Ui,
    trace: &mut Trace,
    (name, wide): (String, f32),
    now: &mut T,
    all: impl Iterator<Item = (T, String)>,
) {
    let all: Vec<_> = all.collect();
    let text = all.iter().find(|(one, _)| one == now);
    let text = text.map_or_else(|| "?".to_owned(), |(_, text)| text.clone());
    let combo = egui::ComboBox::from_id_salt(&name)
        .width(wide)
        .selected_text(text);
    let shown = combo.show_ui(ui, |ui| {
        for (one, text) in &all {
            let row = ui.selectable_label(one == now, text);
            trace.mark(&format!("{name} {text}"), &row);
            if row.clicked() {
                *now = one.clone();
            }
        }
    });
    trace.mark(&name, &shown.response);
}

fn small(ui: &mut egui::Ui, trace: &mut Trace, name: String, (label, hover): (&str, &str)) -> bool {
    let button = ui.small_button(label);
    trace.mark(&name, &button);
    button.on_hover_text(hover).clicked()
}

/// A command and all below it.
fn draw(
    ui: &mut egui::Ui,
    trace: &mut Trace,
    book: &Book,
    command: &mut ForceCommand,
    at: &MusterSpot,
    deep: usize,
    acts: &mut Vec<Act>,
) {
    let path = at.to_string();
    let points = book
        .rules
        .command_cost(book.of, &command.muster(), at, true)
        .0;
    let wrong = book.faults.iter().any(|fault| fault.at == *at);
    ui.add_space(if deep == 0 { 6.0 } else { 3.0 });
    ui.horizontal(|ui| {
        ui.add_space(deep as f32 * 16.0);
        let ink = if wrong {
            style::RED
        } else {
            ui.visuals().text_color()
        };
        let field = egui::TextEdit::singleline(&mut command.name)
            .desired_width(170.0)
            .text_color(ink);
        let field = ui.add(field);
        trace.mark(&format!("name {path}"), &field);
        let text = format!("{points} points");
        ui.label(RichText::new(text).strong());
        leader(ui, trace, book, command, at, acts);
        if deep > 0 && small(ui, trace, format!("remove {path}"), ("×", "Takes it out")) {
            acts.push(Act::RemoveCommand(at.clone()));
        }
    });
    for (number, unit) in command.units.iter_mut().enumerate() {
        row(ui, trace, book, unit, &at.unit(number), deep, acts);
    }
    for (number, below) in command.commands.iter_mut().enumerate() {
        draw(ui, trace, book, below, &at.below(number), deep + 1, acts);
    }
    add(ui, trace, command, at, deep, acts);
}

/// Who leads a command.
fn leader(
    ui: &mut egui::Ui,
    trace: &mut Trace,
    book: &Book,
    command: &mut ForceCommand,
    at: &MusterSpot,
    acts: &mut Vec<Act>,
) {
    let path = at.to_string();
    let guns = command.echelon == Echelon::GunBattalion;
    match &mut command.leader {
        None => {
            let hover = if guns {
                "An artillery leader"
            } else {
                "Everybody needs one"
            };
            if small(ui, trace, format!("lead {path}"), ("+ leader", hover)) {
                acts.push(Act::AddLeader(at.clone()));
            }
        }
        Some(leader) => {
            let field = egui::TextEdit::singleline(&mut leader.name).desired_width(120.0);
            let field = ui.add(field);
            trace.mark(&format!("leader {path}"), &field);
            let mut benefit = leader.muster.benefit;
            let all = (0..=2).map(|benefit| (benefit, format!("{benefit}LB")));
            pick(
                ui,
                trace,
                (format!("benefit {path}"), 46.0),
                &mut benefit,
                all,
            );
            leader.muster.benefit = benefit;
            let cost = book.rules.leader_cost(&leader.muster).unwrap_or(0);
            ui.label(RichText::new(format!("{cost}")).color(style::FAINT));
            let mut gone = false;
            if guns {
                gone = small(ui, trace, format!("unlead {path}"), ("×", "No leader"));
            }
            if gone {
                command.leader = None;
            }
        }
    }
}

/// A regiment or battery.
fn row(
    ui: &mut egui::Ui,
    trace: &mut Trace,
    book: &Book,
    unit: &mut ForceUnit,
    at: &MusterSpot,
    deep: usize,
    acts: &mut Vec<Act>,
) {
    let path = at.to_string();
    let wrong = book.faults.iter().any(|fault| fault.at == *at);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.add_space(deep as f32 * 16.0 + 16.0);
        let ink = if wrong {
            style::RED
        } else {
            ui.visuals().text_color()
        };
        let field = egui::TextEdit::singleline(&mut unit.name)
            .desired_width(170.0)
            .text_color(ink);
        let field = ui.add(field);
        trace.mark(&format!("name {path}"), &field);
        let hover = "Another regiment that served";
        if small(ui, trace, format!("rename {path}"), ("⟳", hover)) {
            acts.push(Act::Rename(at.clone()));
        }
        let muster = &mut unit.muster;
        let arm = arm_of(muster);
        let (strengths, of): (&[u32], &str) = match arm {
            0 => (&[4, 6, 8, 10, 12], "figures"),
            1 => (&[4, 6, 8], "figures"),
            _ => (&[1, 2, 3], "sections"),
        };
        let all = strengths.iter().map(|&one| (one, format!("{one} {of}")));
        pick(
            ui,
            trace,
            (format!("strength {path}"), 82.0),
            &mut muster.strength,
            all,
        );
        let all = book.weapons[arm].iter().map(|&one| (one, weapon(one)));
        pick(
            ui,
            trace,
            (format!("weapon {path}"), 150.0),
            &mut muster.arm,
            all,
        );
        let all = Quality::ALL.iter().map(|&one| (one, one.name().to_owned()));
        pick(
            ui,
            trace,
            (format!("quality {path}"), 74.0),
            &mut muster.quality,
            all,
        );
        if arm == 0 && (muster.quality == Quality::Elite || muster.sharpshooter) {
            let name = format!("sharp {path}");
            ornament::tick(ui, trace, &name, "sharp", &mut muster.sharpshooter);
        }
        let (period, side) = book.of;
        let cost = book.rules.muster_cost(period, side, muster, true);
        let cost = cost.map_or_else(|_| "–".to_owned(), |cost| cost.to_string());
        ui.label(RichText::new(cost).strong());
        if small(ui, trace, format!("remove {path}"), ("×", "Takes it out")) {
            acts.push(Act::RemoveUnit(at.clone()));
        }
    });
}

/// What can be added to a command.
fn add(
    ui: &mut egui::Ui,
    trace: &mut Trace,
    command: &ForceCommand,
    at: &MusterSpot,
    deep: usize,
    acts: &mut Vec<Act>,
) {
    let path = at.to_string();
    let unit = |arm, strength| MusterUnit {
        arm,
        strength,
        quality: Quality::Veteran,
        sharpshooter: false,
    };
    let horse = command.units.iter().any(|unit| unit.muster.is_cavalry());
    let foot = unit(MusterArm::Infantry(InfantryWeapon::RifleMusket), 8);
    let riders = unit(MusterArm::Cavalry(CavalryWeapon::SharpsCarbine), 6);
    let guns = unit(MusterArm::Artillery(Gun::Napoleon), 2);
    let first = || at.clone();
    let all: Vec<(&str, Act)> = match command.echelon {
        Echelon::Brigade if horse => vec![
            ("+ cavalry", Act::AddUnit(first(), riders)),
            ("+ battery", Act::AddUnit(first(), guns)),
        ],
        Echelon::Brigade => vec![
            ("+ regiment", Act::AddUnit(first(), foot)),
            ("+ cavalry", Act::AddUnit(first(), riders)),
            ("+ battery", Act::AddUnit(first(), guns)),
        ],
        Echelon::GunBattalion => vec![("+ battery", Act::AddUnit(first(), guns))],
        Echelon::Division => vec![
            ("+ brigade", Act::AddBrigade(first(), false)),
            ("+ cavalry brigade", Act::AddBrigade(first(), true)),
            ("+ guns", Act::AddGuns(first())),
        ],
        Echelon::Corps => vec![
            ("+ division", Act::AddDivision(first())),
            ("+ guns", Act::AddGuns(first())),
        ],
    };
    ui.horizontal(|ui| {
        ui.add_space(deep as f32 * 16.0 + 16.0);
        for (label, act) in all {
            let word = label.trim_start_matches("+ ");
            let button = ui.small_button(RichText::new(label).color(style::FAINT));
            trace.mark(&format!("add {word} {path}"), &button);
            if button.clicked() {
                acts.push(act);
            }
        }
    });
}
