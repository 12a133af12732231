//! Names over the units, written on the screen so that they can be read from any height. They keep
//! clear of each other, of the troops and of the panels, and gather into brigades from afar.

mod laying;

use std::collections::HashMap;

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32};

use super::brigade::{self, Brigade, surname};
use super::marks::{Marks, Objectives};
use super::room::Room;
use super::{Desk, style};
use crate::army::{LeaderId, PicketId, PicketStatus, UnitId};
use crate::rules::leader::Rank;
use crate::rules::{Morale, Named, Side};
use crate::scenario::Scenario;
use crate::scenario::file::Echelon;
use crate::table::ghosts::Ghosts;
use crate::table::ranks::{Hit, Ranks};
use crate::table::stage::UnitPartsItem;
use crate::table::{Parade, Playback, Rig, actor, place};

/// So far, in inches at 15 mm, a brigade is named as one.
const GATHERS: f32 = 35.0;

/// What else is named.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// What is marked on the ground.
    pub marks: &'a Marks,
    /// What is fought for.
    pub objectives: &'a Objectives,
    /// Where the held units would be.
    pub ghosts: &'a Ghosts,
    /// What is written about their way.
    pub labels: &'a [egui::Rect],
}

/// Whom a plate names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Whom {
    Unit(UnitId),
    Brigade(usize),
    Leader(LeaderId),
    Picket(PicketId),
    Objective(usize),
}

/// A letter on a coloured ground.
struct Chip {
    text: String,
    ground: Color32,
    ink: Color32,
}

struct Plate {
    whom: Whom,
    /// What it names is here on the screen.
    at: egui::Pos2,
    /// Those it speaks for, if they are more than one.
    members: Vec<egui::Pos2>,
    far: f32,
    first: u8,
    text: String,
    chips: Vec<Chip>,
    ink: Color32,
    ground: Color32,
    /// Whose it is: the sides have plates of different shape.
    side: Option<Side>,
    chosen: bool,
}

/// What was where in the frame before, so that plates do not hop about.
#[derive(Clone, Default)]
struct Before {
    places: HashMap<Whom, usize>,
    gathered: Vec<usize>,
}

/// The table as the camera shows it.
struct Lens<'a> {
    camera: &'a Camera,
    place: &'a GlobalTransform,
    zoom: f32,
}

impl Lens<'_> {
    fn point(&self, at: Vec3) -> Option<egui::Pos2> {
        let point = self.camera.world_to_viewport(self.place, at).ok()? / self.zoom;
        Some(egui::pos2(point.x, point.y))
    }

    fn far(&self, at: Vec3) -> f32 {
        self.place.translation().distance(at)
    }

    /// The box around a stand with what is on it.
    fn frame(&self, lies: &Transform, half: Vec2, tall: f32) -> Option<egui::Rect> {
        let mut rect = egui::Rect::NOTHING;
        for (x, z) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let corner = Vec3::new(half.x * x, 0.0, half.y * z);
            let at = lies.transform_point(corner);
            rect.extend_with(self.point(at)?);
        }
        let foot = lies.translation;
        let lift = self.point(foot)?.y - self.point(foot + Vec3::Y * tall)?.y;
        rect.min.y -= lift.max(0.0);
        Some(rect)
    }
}

/// Draws the names that have room.
pub fn show(
    ctx: &egui::Context,
    rest: egui::Rect,
    desk: &Desk,
    (playback, rig): (&Playback, &Rig),
    (parade, ranks, shown): (&Parade, &Ranks, &Shown),
    (camera, place): (&Camera, &GlobalTransform),
) {
    let lens = Lens {
        camera,
        place,
        zoom: ctx.zoom_factor(),
    };
    let memory = egui::Id::new("plates before");
    let mut before: Before = ctx.data(|data| data.get_temp(memory)).unwrap_or_default();
    let scenario = playback.scenario();
    let mut room = room(ctx, rest);
    let scale = scenario.field.proportion();
    for spot in ranks.stands() {
        // Figures stand higher than blocks.
        let tall = if lens.far(spot.middle) / scale > GATHERS {
            0.3
        } else {
            0.6
        };
        if let Some(frame) = lens.frame(&spot.transform, spot.half, tall * scale) {
            room.troops(frame);
        }
    }
    // A ghost is what the player looks at: no name may be before it.
    for (lies, half) in shown.ghosts.stands() {
        if let Some(frame) = lens.frame(lies, *half, 0.6 * scale) {
            room.take(frame.expand(2.0));
        }
    }
    for label in shown.labels {
        room.take(*label);
    }
    let acting = playback.fact().and_then(actor);
    let chosen = |id: UnitId| desk.selected == Some(Hit::Unit(id)) || desk.pointed == Some(id);
    let mut brigades: HashMap<usize, Brigade> = HashMap::new();
    let mut plates = Vec::new();
    for unit in parade.present() {
        let id = unit.key.0;
        let Some(middle) = ranks.middle(id) else {
            continue;
        };
        let Some(at) = lens.point(middle).filter(|at| rest.contains(*at)) else {
            continue;
        };
        if !unit.identity.dummy {
            let brigade = brigades.entry(unit.identity.command).or_default();
            brigade.add(&unit, middle, at);
        }
        let first = match id {
            id if chosen(id) => 0,
            id if acting == Some(id) => 1,
            _ => 2,
        };
        plates.push(unit_plate(&unit, at, lens.far(middle), first));
    }
    let far = |brigade: &Brigade| lens.far(brigade.middle()) / scale;
    let gathered = |number: &usize, brigade: &Brigade| {
        let limit = if before.gathered.contains(number) {
            GATHERS * 0.95
        } else {
            GATHERS
        };
        let together = scenario.commands[*number].echelon;
        rig.in_eyes().is_none()
            && brigade.members.len() > 1
            && matches!(together, Echelon::Brigade | Echelon::GunBattalion)
            && far(brigade) > limit
    };
    brigades.retain(|number, brigade| gathered(number, brigade));
    before.gathered = brigades.keys().copied().collect();
    plates.retain(|plate| match plate.whom {
        Whom::Unit(id) => {
            let command = parade.unit(id).map(|unit| unit.identity.command);
            plate.first < 2 || !command.is_some_and(|command| brigades.contains_key(&command))
        }
        _ => true,
    });
    for (&number, brigade) in &brigades {
        plates.push(brigade_plate(brigade, scenario, number, far(brigade)));
    }
    for (id, who, _) in parade.leaders() {
        let Some(spot) = ranks.leader(id) else {
            continue;
        };
        let chosen = desk.selected == Some(Hit::Leader(id));
        let command = scenario
            .leaders
            .get(id.0 as usize)
            .map(|leader| leader.command);
        // His brigade bears his name already.
        let named = who.rank == Rank::Brigade
            && command.is_some_and(|command| brigades.contains_key(&command));
        if named && !chosen {
            continue;
        }
        let Some(at) = lens.point(spot.middle).filter(|at| rest.contains(*at)) else {
            continue;
        };
        plates.push(Plate {
            whom: Whom::Leader(id),
            at,
            members: Vec::new(),
            far: lens.far(spot.middle),
            first: if chosen { 0 } else { 4 },
            text: format!("★ {}", surname(&who.name)),
            chips: Vec::new(),
            ink: Color32::from_rgb(0xff, 0xe9, 0xa8),
            ground: style::side(who.side),
            side: Some(who.side),
            chosen,
        });
    }
    pickets(&mut plates, playback, &lens, rest);
    if shown.marks.objectives {
        objectives(&mut plates, playback, shown, &lens, rest);
    }
    plates.sort_by(|one, other| {
        one.first
            .cmp(&other.first)
            .then(one.far.total_cmp(&other.far))
    });
    laying::paint(ctx, &plates, room, &mut before);
    ctx.data_mut(|data| data.insert_temp(memory, before));
}

/// The screen without panels and slips.
fn room(ctx: &egui::Context, rest: egui::Rect) -> Room {
    let mut room = Room::new(rest.shrink(3.0));
    let slips: Vec<_> = ctx.memory(|memory| {
        let layers = memory.areas().visible_layer_ids();
        let floating = layers
            .into_iter()
            .filter(|layer| layer.order != egui::Order::Background);
        floating
            .filter_map(|layer| memory.area_rect(layer.id))
            .collect()
    });
    for slip in slips {
        room.take(slip.expand(2.0));
    }
    room
}

fn unit_plate(unit: &UnitPartsItem, at: egui::Pos2, far: f32, first: u8) -> Plate {
    let values = &unit.fighting.0;
    let letter = style::marker(values.morale).map(|(ground, ink, letter)| Chip {
        text: letter.to_owned(),
        ground,
        ink,
    });
    Plate {
        whom: Whom::Unit(unit.key.0),
        at,
        members: Vec::new(),
        far,
        first,
        text: match unit.identity.dummy {
            true => unit.identity.name.clone(),
            false => format!("{}  {}", unit.identity.name, values.strength),
        },
        chips: letter.into_iter().collect(),
        ink: Color32::WHITE,
        ground: style::side(values.side),
        side: Some(values.side),
        chosen: first == 0,
    }
}

fn brigade_plate(brigade: &Brigade, scenario: &Scenario, number: usize, far: f32) -> Plate {
    let sum = brigade
        .members
        .iter()
        .fold(egui::Vec2::ZERO, |sum, at| sum + at.to_vec2());
    let middle = (sum / brigade.members.len().max(1) as f32).to_pos2();
    let chips = Morale::ALL.iter().filter_map(|&morale| {
        let count = brigade.morale[morale.index()];
        let (ground, ink, letter) = style::marker(morale)?;
        (count > 0).then(|| Chip {
            text: if count > 1 {
                format!("{count}{letter}")
            } else {
                letter.to_owned()
            },
            ground,
            ink,
        })
    });
    Plate {
        whom: Whom::Brigade(number),
        at: middle,
        members: brigade.members.clone(),
        far,
        first: 3,
        text: format!(
            "{} ({})  {}",
            brigade::name(scenario, number),
            brigade.members.len(),
            brigade.strength
        ),
        chips: chips.collect(),
        ink: Color32::WHITE,
        ground: brigade.side.map_or(Color32::DARK_GRAY, style::side),
        side: brigade.side,
        chosen: false,
    }
}

/// Pickets of which whoever looks does not know whom they stand for.
fn pickets(plates: &mut Vec<Plate>, playback: &Playback, lens: &Lens, rest: egui::Rect) {
    let (army, field) = (playback.view(), &playback.scenario().field);
    let unknown = army.standing_pickets().filter(|picket| {
        let known = |&unit: &UnitId| army.has_place(unit);
        picket.units.is_empty() || !picket.units.iter().all(known)
    });
    for picket in unknown {
        let at = picket.at.at;
        let high = place(at, field.heights.height(at) + 0.9 * field.proportion());
        let Some(point) = lens.point(high).filter(|at| rest.contains(*at)) else {
            continue;
        };
        let number = picket.id.number;
        plates.push(Plate {
            whom: Whom::Picket(picket.id),
            at: point,
            members: Vec::new(),
            far: lens.far(high),
            first: 3,
            text: match picket.status {
                // Short, since there may be two for each unit.
                PicketStatus::Real => format!("{number} real"),
                _ => format!("{number} ?"),
            },
            chips: Vec::new(),
            ink: Color32::WHITE,
            ground: style::side(picket.id.side),
            side: Some(picket.id.side),
            chosen: false,
        });
    }
}

/// What is fought for, and who holds it.
fn objectives(
    plates: &mut Vec<Plate>,
    playback: &Playback,
    shown: &Shown,
    lens: &Lens,
    rest: egui::Rect,
) {
    let field = &playback.scenario().field;
    for (number, objective) in shown.objectives.all.iter().enumerate() {
        let middle = objective.middle(field);
        let high = place(middle, field.heights.height(middle));
        let Some(at) = lens.point(high).filter(|at| rest.contains(*at)) else {
            continue;
        };
        let chips = Side::ALL
            .iter()
            .zip(objective.units)
            .map(|(&side, units)| Chip {
                text: units.to_string(),
                ground: style::side(side),
                ink: Color32::WHITE,
            });
        plates.push(Plate {
            whom: Whom::Objective(number),
            at,
            members: Vec::new(),
            far: lens.far(high),
            first: 5,
            text: format!("⚑ {}: {}", objective.zone(field).name, objective.held()),
            chips: chips.collect(),
            ink: Color32::from_rgb(0x2b, 0x24, 0x1c),
            ground: Color32::from_rgba_unmultiplied(0xf3, 0xea, 0xd6, 235),
            side: None,
            chosen: false,
        });
    }
}
