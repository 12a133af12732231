//! Marks on the ground: what is fought for, where armies deploy, the edge of the table, the squares.

use bevy::prelude::*;
use bevy_egui::egui;

use super::chalk::Chalk;
use crate::army::Army;
use crate::field::{Field, Zone};
use crate::rules::{Named, Side};
use crate::scenario::{Deployment, Scenario};
use crate::table::palette::{Palette, colour};
use crate::table::troops::March;
use crate::table::{Playback, Screen, laid};

/// What is marked on the ground.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marks {
    /// What is fought for, and who holds it.
    pub objectives: bool,
    /// Where units may be placed before the battle; shown by itself while armies are set up.
    pub areas: bool,
    /// The squares of the table.
    pub grid: bool,
    /// The edge of the table.
    pub edge: bool,
}

impl Default for Marks {
    fn default() -> Self {
        Self {
            objectives: true,
            areas: false,
            grid: false,
            edge: true,
        }
    }
}

/// Boxes to tick for a panel.
pub fn toggles(ui: &mut egui::Ui, marks: &mut Marks) {
    ui.checkbox(&mut marks.objectives, "Objectives")
        .on_hover_text("Outline what is fought for, in the colour of who holds it");
    ui.checkbox(&mut marks.areas, "Deployment areas")
        .on_hover_text("Outline where each side may place its units before the battle");
    ui.checkbox(&mut marks.edge, "Table edge")
        .on_hover_text("Draw the line at which units leave the field");
    ui.checkbox(&mut marks.grid, "Squares")
        .on_hover_text("Draw the squares of the scale the battle is played at");
}

/// A zone that is fought for, as it is held now.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// The number of its zone.
    zone: usize,
    /// Units of the Union and of the Confederates in it.
    pub units: [u32; 2],
}

impl Objective {
    /// Where it is.
    pub fn zone<'a>(&self, field: &'a Field) -> &'a Zone {
        &field.zones[self.zone]
    }

    /// Who alone has units in it.
    pub fn holder(&self) -> Option<Side> {
        match self.units {
            [_, 0] if self.units[0] > 0 => Some(Side::Union),
            [0, _] if self.units[1] > 0 => Some(Side::Confederate),
            _ => None,
        }
    }

    /// Who holds it, in words.
    pub fn held(&self) -> &'static str {
        match (self.holder(), self.units) {
            (Some(Side::Union), _) => "Union",
            (Some(Side::Confederate), _) => "Confederate",
            (None, [0, 0]) => "empty",
            (None, _) => "contested",
        }
    }

    /// About its middle.
    pub fn middle(&self, field: &Field) -> Vec2 {
        let outline = &self.zone(field).outline;
        let sum: Vec2 = outline.iter().copied().sum();
        sum / outline.len().max(1) as f32
    }
}

/// All that is fought for at the moment that is shown.
#[derive(Resource, Default)]
pub struct Objectives {
    at: Option<(u32, usize)>,
    /// One after the other, as the field names them.
    pub all: Vec<Objective>,
}

fn objectives(scenario: &Scenario, army: &Army) -> Vec<Objective> {
    let named = scenario.victory.zones();
    let zones = scenario.field.zones.iter().enumerate();
    zones
        .filter(|(_, zone)| named.contains(&zone.id.as_str()))
        .map(|(number, zone)| Objective {
            zone: number,
            units: [Side::Union, Side::Confederate]
                .map(|side| army.in_zone(&scenario.field, side, &zone.id)),
        })
        .collect()
}

/// Counts anew when something has happened.
fn count(playback: Res<Playback>, mut objects: ResMut<Objectives>) {
    let now = (playback.jumps(), playback.moment());
    if objects.at != Some(now) {
        objects.at = Some(now);
        objects.all = objectives(playback.scenario(), playback.view());
    }
}

/// Where each side may place its units, one zone after the other.
fn areas(scenario: &Scenario) -> impl Iterator<Item = (Side, &Zone)> {
    let of = |side: Side, zone: &Zone| {
        scenario.units.iter().any(|unit| {
            unit.unit.side == side
                && matches!(&unit.deployment, Deployment::At { within: Some(within), .. } if *within == zone.id)
        })
    };
    let zones = scenario.field.zones.iter();
    zones.flat_map(move |zone| {
        let sides = Side::ALL.iter().copied();
        sides
            .filter(move |&side| of(side, zone))
            .map(move |side| (side, zone))
    })
}

/// The way round a zone, back to where it began.
fn round(zone: &Zone) -> Vec<Vec2> {
    let first = zone.outline.first().copied();
    zone.outline.iter().copied().chain(first).collect()
}

/// A side's colour, light enough to be seen on grass.
pub fn bright(side: Side) -> Color {
    colour(Palette::worn().side(side)).mix(&Color::WHITE, 0.35)
}

fn draw(gizmos: Gizmos, marks: Res<Marks>, playback: Res<Playback>, objectives: Res<Objectives>) {
    let scenario = playback.scenario();
    let field = &scenario.field;
    let mut chalk = Chalk { gizmos, field };
    if marks.edge {
        let (low, high) = (Vec2::splat(0.02), field.size - 0.02);
        let corners = [
            low,
            Vec2::new(high.x, low.y),
            high,
            Vec2::new(low.x, high.y),
            low,
        ];
        chalk.line(&corners, Color::srgba(0.97, 0.93, 0.8, 0.8));
    }
    if marks.grid {
        grid(&mut chalk, field);
    }
    if marks.objectives {
        for objective in &objectives.all {
            let ink = match objective.holder() {
                Some(side) => bright(side),
                None => Color::srgb(1.0, 0.85, 0.25),
            };
            let outline = round(objective.zone(field));
            // Whole where somebody holds it, broken while nobody does.
            if objective.holder().is_some() {
                chalk.line(&outline, ink);
            } else {
                chalk.dashes(&outline, 0.6 * field.proportion(), ink);
            }
        }
    }
    if marks.objectives {
        for line in &scenario.victory.lines {
            let points: Vec<_> = line
                .points
                .iter()
                .map(|&at| Vec2::from(at) * field.square)
                .collect();
            let ink = Color::srgb(1.0, 0.85, 0.25);
            chalk.dashes(&points, 0.6 * field.proportion(), ink);
        }
    }
    if marks.areas {
        for (side, zone) in areas(scenario) {
            chalk.dashes(&round(zone), 0.3 * field.proportion(), bright(side));
        }
    }
}

/// The squares of the scale.
fn grid(chalk: &mut Chalk, field: &Field) {
    let ink = Color::srgba(0.98, 0.96, 0.88, 0.45);
    let lines = |long: f32| {
        (1..)
            .map(|line| line as f32 * field.square)
            .take_while(move |&at| at < long - 0.01)
    };
    for x in lines(field.size.x) {
        chalk.line(&[Vec2::new(x, 0.0), Vec2::new(x, field.size.y)], ink);
    }
    for y in lines(field.size.y) {
        chalk.line(&[Vec2::new(0.0, y), Vec2::new(field.size.x, y)], ink);
    }
}

/// Whoever sets up sees where.
fn show_areas(mut marks: ResMut<Marks>) {
    marks.areas = true;
}

fn hide_areas(mut marks: ResMut<Marks>) {
    marks.areas = false;
}

/// Marks on the ground.
pub fn plugin(app: &mut App) {
    app.init_resource::<Marks>()
        .init_resource::<Objectives>()
        .add_systems(OnEnter(Screen::SetUp), show_areas)
        .add_systems(OnExit(Screen::SetUp), hide_areas)
        .add_systems(
            Update,
            (count, draw)
                .chain()
                .after(March)
                .run_if(laid)
                .run_if(super::curtain::is_open),
        );
}
