//! Sight lines against two other ways of casting them, all pairs of a battle, moves and reaches.
//!
//! The table is 72 by 48 inches at a quarter of an inch, 25 mm scale, with hills all over it. All
//! three ways answer the same question about the same ground.

use std::path::Path;

use bevy::math::Vec2;
use bevy_rapier3d::parry::math::{Pose3, Vector};
use bevy_rapier3d::parry::query::{Ray, RayCast};
use bevy_rapier3d::parry::shape::HeightField;
use deadly_field::field::Field;
use deadly_field::field::moves::{Leg, Walker};
use deadly_field::field::sight::Eye;
use deadly_field::field::stand::Muster;
use deadly_field::field::survey::{FINE, Survey};
use deadly_field::rules::movement::Mover;
use deadly_field::rules::{Rules, Scale, Unit};
use deadly_field::scenario::{Deployment, Scenario, find};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Three by two squares of 24 inches, a quarter of an inch to a cell.
fn table() -> Field {
    let hills: Vec<_> = (0..24)
        .map(|number| {
            let (x, y) = (number % 6, number / 6);
            let at = (0.25 + 0.5 * x as f32, 0.25 + 0.5 * y as f32);
            let height = 0.3 + 0.15 * ((number * 7) % 5) as f32;
            format!(
                "Hill(at: ({}, {}), radii: (0.3, 0.25), turn: {}, height: {height})",
                at.0,
                at.1,
                number * 17 % 360
            )
        })
        .collect();
    let plan = ron::from_str(&format!("(heights: [{}])", hills.join(", "))).expect("a plan");
    Field::build(&plan, (3, 2), Scale::Mm25, Rules::book(), None).expect("a field")
}

/// Pairs of points all over the table, with a length that battles have.
fn pairs(size: Vec2) -> Vec<(Vec2, Vec2)> {
    let mut seed = 7u32;
    let mut unit = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 24) as f32
    };
    (0..500)
        .map(|_| {
            (
                Vec2::new(unit(), unit()) * size,
                Vec2::new(unit(), unit()) * size,
            )
        })
        .collect()
}

#[divan::bench]
fn sight_ours(bencher: Bencher) {
    let field = table();
    let pairs = pairs(field.size);
    bencher.counter(ItemsCount::new(pairs.len())).bench(|| {
        let seen = pairs
            .iter()
            .filter(|(from, to)| visible(&field, *from, *to));
        black_box(seen.count())
    });
}

fn visible(field: &Field, from: Vec2, to: Vec2) -> bool {
    field.visible(Rules::book(), Eye::at(from), Eye::at(to), &[])
}

/// The same with the crest that is in the way.
#[divan::bench]
fn sight_ours_with_the_blocking_point(bencher: Bencher) {
    let field = table();
    let pairs = pairs(field.size);
    bencher.counter(ItemsCount::new(pairs.len())).bench(|| {
        let seen = pairs
            .iter()
            .filter(|(from, to)| field.sight_between(Rules::book(), *from, *to).visible());
        black_box(seen.count())
    });
}

#[divan::bench]
fn sight_parry_height_field(bencher: Bencher) {
    let field = table();
    let pairs = pairs(field.size);
    let cells = field.heights.cells();
    let (rows, columns) = (cells.y as usize + 1, cells.x as usize + 1);
    let mut heights = Vec::with_capacity(rows * columns);
    for x in 0..columns {
        for y in 0..rows {
            heights.push(field.heights.at(x as i32, y as i32));
        }
    }
    let grid = bevy_rapier3d::parry::utils::Array2::new(rows, columns, heights);
    let shape = HeightField::new(grid, Vector::new(field.size.x, 1.0, field.size.y));
    let eye = 0.5 * field.proportion();
    let lift = |at: Vec2| {
        let middle = at - field.size / 2.0;
        Vector::new(middle.x, field.heights.height(at) + eye, middle.y)
    };
    bencher.counter(ItemsCount::new(pairs.len())).bench(|| {
        let seen = pairs.iter().filter(|(from, to)| {
            let (start, end) = (lift(*from), lift(*to));
            let ray = Ray::new(start, end - start);
            !shape.intersects_ray(&Pose3::identity(), &ray, 1.0)
        });
        black_box(seen.count())
    });
}

/// What one would write first: steps of an eighth of an inch and a bilinear height at each.
#[divan::bench]
fn sight_bilinear_march(bencher: Bencher) {
    let field = table();
    let pairs = pairs(field.size);
    let cell = field.heights.cell();
    let bilinear = |at: Vec2| {
        let grid = at / cell;
        let corner = grid.floor();
        let inside = grid - corner;
        let (x, y) = (corner.x as i32, corner.y as i32);
        let south =
            field.heights.at(x, y) * (1.0 - inside.x) + field.heights.at(x + 1, y) * inside.x;
        let north = field.heights.at(x, y + 1) * (1.0 - inside.x)
            + field.heights.at(x + 1, y + 1) * inside.x;
        south * (1.0 - inside.y) + north * inside.y
    };
    let eye = 0.5 * field.proportion();
    bencher.counter(ItemsCount::new(pairs.len())).bench(|| {
        let seen = pairs.iter().filter(|(from, to)| {
            let (start, end) = (bilinear(*from) + eye, bilinear(*to) + eye);
            let steps = (from.distance(*to) / (cell / 2.0)).ceil() as u32;
            (1..steps).all(|step| {
                let part = step as f32 / steps as f32;
                bilinear(from.lerp(*to, part)) < start + (end - start) * part
            })
        });
        black_box(seen.count())
    });
}

/// Every unit of one side looks at every unit of the other.
#[divan::bench(args = [25, 100, 400])]
fn all_pairs_of_a_battle(bencher: Bencher, units: usize) {
    let field = table();
    let place = |number: usize, side: f32| {
        let columns = (units as f32).sqrt().ceil() as usize;
        let (x, y) = (number % columns, number / columns);
        let at = Vec2::new(
            (x as f32 + 0.5) / columns as f32,
            (y as f32 + 0.5) / columns as f32,
        );
        Vec2::new(at.x * field.size.x, side + at.y * field.size.y * 0.45)
    };
    let south: Vec<_> = (0..units).map(|number| place(number, 0.0)).collect();
    let north: Vec<_> = (0..units)
        .map(|number| place(number, field.size.y * 0.5))
        .collect();
    bencher.counter(ItemsCount::new(units * units)).bench(|| {
        let mut seen = 0;
        for &from in &south {
            seen += north
                .iter()
                .filter(|to| visible(&field, from, **to))
                .count();
        }
        black_box(seen)
    });
}

fn scenario() -> Scenario {
    Scenario::load(
        &find(Path::new("taint_no_militia")),
        Scale::Mm15,
        Rules::book(),
    )
    .expect("a good scenario")
}

fn walker(unit: &Unit, muster: Muster) -> Walker<'_> {
    Walker {
        mover: Mover::new(Scale::Mm15, unit),
        muster,
    }
}

#[divan::bench]
fn walks_of_five_inches(bencher: Bencher) {
    let scenario = scenario();
    let starts: Vec<_> = scenario
        .units
        .iter()
        .filter_map(|unit| match unit.deployment {
            Deployment::At { placement, .. } if unit.unit.is_infantry() => {
                Some((unit.unit, unit.muster, placement))
            }
            _ => None,
        })
        .collect();
    let leg = [Leg::Ahead {
        inches: 5.0,
        degrees: 20.0,
    }];
    bencher.counter(ItemsCount::new(starts.len())).bench(|| {
        for (unit, muster, start) in &starts {
            let _ = black_box(scenario.field.walk(
                Rules::book(),
                &walker(unit, *muster),
                *start,
                &leg,
            ));
        }
    });
}

#[divan::bench]
fn reach_of_a_regiment(bencher: Bencher) {
    let scenario = scenario();
    let found = scenario
        .units
        .iter()
        .find_map(|unit| match unit.deployment {
            Deployment::At { placement, .. } if unit.unit.is_infantry() => Some((unit, placement)),
            _ => None,
        });
    let (unit, placement) = found.expect("a regiment on the table");
    bencher.bench(|| {
        scenario.field.reach(
            Rules::book(),
            &walker(&unit.unit, unit.muster),
            black_box(placement),
            0.0,
        )
    });
}

/// The whole table as it is seen from one point, a quarter of an inch to a cell: the key that studies
/// the ground follows the pointer with it.
#[divan::bench]
fn whole_table_from_one_point(bencher: Bencher) {
    let path = find(Path::new("taint_no_militia"));
    let scenario = Scenario::load(&path, Scale::Mm15, Rules::book()).expect("a good scenario");
    let eye = Eye::at(scenario.field.size * Vec2::new(0.4, 0.5));
    let study = || Survey::from(&scenario.field, Rules::book(), eye, FINE, &[]);
    let cells = study().cells;
    bencher
        .counter(ItemsCount::new((cells.x * cells.y) as usize))
        .bench(|| black_box(study()));
}
