//! The units of a command that are named together from afar.

use bevy::prelude::*;
use bevy_egui::egui;

use crate::rules::{Named, Side};
use crate::scenario::Scenario;
use crate::scenario::file::Echelon;
use crate::table::stage::UnitPartsItem;

/// The units of a command that are seen.
#[derive(Default)]
pub struct Brigade {
    /// Its side.
    pub side: Option<Side>,
    /// Where they are on the screen.
    pub members: Vec<egui::Pos2>,
    sum: Vec3,
    /// Figures or sections of them all.
    pub strength: u32,
    /// How many are at each level of morale.
    pub morale: [u32; 4],
}

impl Brigade {
    /// One more.
    pub fn add(&mut self, unit: &UnitPartsItem, middle: Vec3, at: egui::Pos2) {
        let values = &unit.fighting.0;
        self.side = Some(values.side);
        self.members.push(at);
        self.sum += middle;
        self.strength += values.strength;
        self.morale[values.morale.index()] += 1;
    }

    /// Their middle in space.
    pub fn middle(&self) -> Vec3 {
        self.sum / self.members.len().max(1) as f32
    }
}

/// A brigade goes by its leader's name.
pub fn name(scenario: &Scenario, number: usize) -> String {
    let command = &scenario.commands[number];
    let leader = scenario
        .leaders
        .iter()
        .find(|leader| leader.command == number);
    match leader {
        Some(leader) if command.echelon == Echelon::Brigade => {
            let name = surname(&leader.name);
            let own = if name.ends_with('s') { "'" } else { "'s" };
            format!("{name}{own} brigade")
        }
        _ => command.name.clone(),
    }
}

/// The last of a man's names.
pub fn surname(name: &str) -> &str {
    name.rsplit(' ').next().unwrap_or(name)
}
