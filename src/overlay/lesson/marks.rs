//! What a guide points at on the ground: rings, spots, arrows and sight lines.

use bevy::prelude::*;

use super::Tutor;
use super::watch::somebody;
use crate::lessons::file::Point;
use crate::lessons::{Names, Phase};
use crate::overlay::Standing;
use crate::overlay::chalk::Chalk;
use crate::overlay::ground;
use crate::table::ranks::{Hit, Ranks};
use crate::table::troops::March;
use crate::table::{Playback, laid};

/// The guide's chalk is no colour of either side.
const CHALK: Color = Color::srgb(1.0, 0.42, 0.08);

/// The guide's pen: what he points at is seen through trees and hills.
#[derive(Default, Reflect, GizmoConfigGroup)]
struct Through;

/// What is pointed at without a guide: for pictures.
#[derive(Resource, Default)]
pub struct Pointed(pub Vec<Point>);

fn draw(
    (gizmos, through): (Gizmos, Gizmos<Through>),
    tutor: Option<Res<Tutor>>,
    pointed: Option<Res<Pointed>>,
    playback: Res<Playback>,
    ranks: Ranks,
    mut standing: ResMut<Standing>,
) {
    let points = match (&tutor, &pointed) {
        (Some(tutor), _) => {
            let guide = tutor.guide();
            let shown = guide.phase() != Phase::Done && !guide.is_astray();
            if shown { &guide.step().point[..] } else { &[] }
        }
        (None, Some(pointed)) => &pointed.0[..],
        (None, None) => &[],
    };
    let field = &playback.scenario().field;
    let mut sights = Chalk { gizmos, field };
    let mut chalk = Chalk {
        gizmos: through,
        field,
    };
    for point in points {
        match point {
            Point::Ring(name) => match somebody(playback.scenario(), name) {
                Some(Hit::Unit(unit)) if playback.view().on_table(unit) => {
                    let ground = playback.view().footprint(unit);
                    let middle = ground.centre();
                    let far = ground.frontage() * 0.62 + 0.25;
                    ring(&mut chalk, middle, far.max(0.7));
                }
                // Of somebody hidden it is his picket that stands there.
                Some(Hit::Unit(unit)) => {
                    let army = playback.view();
                    let picket = army.picket_of(unit).and_then(|id| army.picket(id));
                    if let Some(picket) = picket {
                        ring(&mut chalk, picket.at.at, 0.9);
                    }
                }
                Some(Hit::Leader(leader)) => {
                    if let Some(spot) = ranks.leader(leader) {
                        ring(&mut chalk, spot.at, 0.7);
                    }
                }
                _ => {}
            },
            Point::Spot { at, radius } => ring(&mut chalk, Vec2::new(at.0, at.1), *radius),
            Point::Arrow { from, to } => {
                arrow(&mut chalk, Vec2::new(from.0, from.1), Vec2::new(to.0, to.1));
            }
            Point::Sight(one, other) => {
                let names = Names(playback.scenario());
                if let (Ok(one), Ok(other)) = (names.unit(one), names.unit(other)) {
                    ground::sight(&mut sights, &playback, &mut standing, one, other);
                }
            }
            _ => {}
        }
    }
}

/// A ring of three strokes, to be seen from afar.
fn ring(chalk: &mut Chalk<Through>, middle: Vec2, radius: f32) {
    for wider in [0.0, 0.06, 0.12] {
        chalk.arc(middle, radius + wider, 0.0, 360.0, CHALK);
    }
}

fn arrow(chalk: &mut Chalk<Through>, from: Vec2, to: Vec2) {
    let way = (to - from).normalize_or_zero();
    let side = way.perp() * 0.05;
    for aside in [-side, Vec2::ZERO, side] {
        chalk.line(&[from + aside, to + aside], CHALK);
    }
    let long = (from.distance(to) * 0.3).min(0.9);
    for barb in [way.perp() * 0.55, way.perp() * -0.55] {
        chalk.line(&[to, to - way * long + barb * long], CHALK);
        chalk.line(
            &[to - way * 0.08, to - way * (long + 0.08) + barb * long],
            CHALK,
        );
    }
}

fn widen(mut store: ResMut<GizmoConfigStore>) {
    let (config, _) = store.config_mut::<Through>();
    config.line.width = 2.5;
    config.depth_bias = -1.0;
}

/// Marks of a guide.
pub fn plugin(app: &mut App) {
    app.init_gizmo_group::<Through>();
    app.add_systems(Startup, widen).add_systems(
        Update,
        draw.after(March)
            .run_if(laid)
            .run_if(resource_exists::<Tutor>.or_else(resource_exists::<Pointed>)),
    );
}
