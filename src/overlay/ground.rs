//! What is drawn on the ground for whoever is selected: arc, zone, ranges, radii, sight line.

use bevy::prelude::*;

pub use super::chalk::Chalk;
use super::{Desk, Standing};
use crate::army::{Fighting, LeaderId, UnitId};
use crate::field::Field;
use crate::rules::{Rules, Troops};
use crate::table::ranks::{Hit, Ranks};
use crate::table::stage::{OPENS, UnitPartsItem};
use crate::table::troops::March;
use crate::table::{Parade, Playback, laid, palette, place};

const GOLD: Color = Color::srgb(1.0, 0.85, 0.25);
const WHITE: Color = Color::srgb(0.96, 0.96, 0.9);

fn draw(
    gizmos: Gizmos,
    desk: Res<Desk>,
    playback: Res<Playback>,
    parade: Parade,
    ranks: Ranks,
    mut standing: ResMut<Standing>,
) {
    let mut chalk = Chalk {
        gizmos,
        field: &playback.scenario().field,
    };
    let on_table = |id: UnitId| parade.unit(id).filter(UnitPartsItem::on_table);
    match desk.selected {
        Some(Hit::Unit(id)) => {
            let Some(shown) = on_table(id) else {
                return;
            };
            unit(&mut chalk, &playback, &ranks, &shown);
            if let Some(other) = desk.pointed.filter(|&other| on_table(other).is_some()) {
                sight(&mut chalk, &playback, &mut standing, id, other);
            }
        }
        Some(Hit::Leader(id)) => leader(&mut chalk, &playback, &ranks, id),
        _ => {}
    }
}

/// The ranges at which a unit's weapon changes its effect.
fn bands(rules: &Rules, field: &Field, Fighting(unit): &Fighting) -> Vec<f32> {
    let scale = field.scale;
    let small_arms = |normal: f32| vec![rules.near(scale), normal, normal * rules.fire.long_range];
    match unit.troops {
        Troops::Infantry {
            weapon: Some(weapon),
            ..
        } => small_arms(*rules.infantry.firepower[weapon].range.at(scale)),
        Troops::Cavalry {
            weapon: Some(weapon),
            ..
        } => small_arms(*rules.cavalry.firepower[weapon].range.at(scale)),
        Troops::Artillery {
            gun: Some(gun),
            limbered: false,
        } => {
            let range = rules.gun_range(gun, scale);
            vec![range.canister, range.short, range.normal, range.long]
        }
        _ => Vec::new(),
    }
}

fn unit(chalk: &mut Chalk, playback: &Playback, ranks: &Ranks, shown: &UnitPartsItem) {
    for spot in ranks.unit(shown.key.0) {
        chalk.frame(spot.at, spot.half, spot.facing, (0.06, GOLD));
    }
    let placement = shown.position.0;
    let depth = playback.rules().scales.at(chalk.field.scale).primary_zone;
    let zone = shown.covers.0.primary_zone(depth);
    let zone = [zone[0], zone[1], zone[2], zone[3], zone[0]];
    chalk.line(&zone, Color::srgba(0.55, 0.9, 1.0, 0.9));
    let bands = bands(playback.rules(), chalk.field, shown.fighting);
    let longest = bands.iter().copied().fold(depth, f32::max).min(60.0);
    let arc = shown.arc;
    for (corner, border) in [(arc.left, arc.borders.0), (arc.right, arc.borders.1)] {
        let border = border.ahead() * longest;
        chalk.line(&[corner, corner + border], WHITE.with_alpha(0.8));
    }
    let inks = [
        Color::srgb(1.0, 0.35, 0.2),
        Color::srgb(1.0, 0.72, 0.2),
        Color::srgb(0.95, 0.95, 0.4),
        WHITE,
    ];
    let compass = placement.facing.to_degrees();
    for (band, ink) in bands.iter().zip(inks) {
        chalk.arc(
            placement.at,
            *band,
            compass - OPENS - 8.0,
            compass + OPENS + 8.0,
            ink,
        );
    }
}

fn leader(chalk: &mut Chalk, playback: &Playback, ranks: &Ranks, id: LeaderId) {
    let Some(spot) = ranks.leader(id).copied() else {
        return;
    };
    let setup = &playback.scenario().leaders[id.0 as usize];
    let scale = chalk.field.scale;
    chalk.arc(spot.at, spot.reach, 0.0, 360.0, GOLD);
    let command = playback.rules().command_radius(scale, setup.benefit);
    let reaction = playback.rules().reaction_radius(scale, setup.benefit);
    chalk.arc(spot.at, command, 0.0, 360.0, GOLD);
    chalk.arc(spot.at, reaction, 0.0, 360.0, Color::srgb(0.5, 0.85, 1.0));
}

/// The line from eye to eye: green where it is free, red behind what blocks it.
pub fn sight(
    chalk: &mut Chalk,
    playback: &Playback,
    standing: &mut Standing,
    one: UnitId,
    other: UnitId,
) {
    let battle = standing.of(playback);
    let sight = battle.sight(one, other);
    let eye = |id: UnitId| {
        let at = battle.army().placement(id).at;
        place(
            at,
            chalk.field.heights.height(at) + 0.4 * chalk.field.proportion(),
        )
    };
    let (from, to) = (eye(one), eye(other));
    let (green, red) = (palette::legal(true), palette::legal(false));
    match &sight.blocked {
        None => chalk.gizmos.line(from, to, green),
        Some(blocked) => {
            let at = place(
                blocked.at.truncate(),
                blocked.at.z.max(from.y.min(to.y) * 0.5),
            );
            chalk.gizmos.line(from, at, green);
            chalk.gizmos.line(at, to, red);
            chalk
                .gizmos
                .sphere(at, 0.22 * chalk.field.proportion(), red);
        }
    }
}

fn widen(mut store: ResMut<GizmoConfigStore>) {
    let (config, _) = store.config_mut::<DefaultGizmoConfigGroup>();
    config.line.width = 2.5;
    config.depth_bias = -0.004;
}

/// Lines on the ground.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, widen).add_systems(
        Update,
        // Whoever was clicked in this frame is drawn in it.
        draw.after(March)
            .after(super::hand::Handle)
            .run_if(laid)
            .run_if(super::curtain::is_open),
    );
}
