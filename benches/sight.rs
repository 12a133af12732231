//! Sight lines and moves on the first scenario's field.

use std::path::Path;

use bevy::math::Vec2;
use deadly_field::field::moves::{Leg, Walker};
use deadly_field::field::stand::Muster;
use deadly_field::rules::movement::Mover;
use deadly_field::rules::{Rules, Scale};
use deadly_field::scenario::{Deployment, Scenario, find};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

fn scenario() -> Scenario {
    Scenario::load(
        &find(Path::new("taint_no_militia")),
        Scale::Mm15,
        Rules::book(),
    )
    .expect("a good scenario")
}

/// A grid of points over the field.
fn points(size: Vec2) -> Vec<Vec2> {
    let steps = |along: f32| (1..16).map(move |step| along * step as f32 / 16.3);
    steps(size.x)
        .flat_map(|x| steps(size.y).map(move |y| Vec2::new(x, y)))
        .collect()
}

#[divan::bench]
fn sight_lines(bencher: Bencher) {
    let scenario = scenario();
    let points = points(scenario.field.size);
    bencher.counter(ItemsCount::new(points.len())).bench(|| {
        for (number, &from) in points.iter().enumerate() {
            let to = points[(number * 97 + 31) % points.len()];
            black_box(
                scenario
                    .field
                    .sight_between(Rules::book(), black_box(from), to),
            );
        }
    });
}

#[divan::bench]
fn walks(bencher: Bencher) {
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
            let walker = walker(unit, *muster);
            let _ = black_box(scenario.field.walk(Rules::book(), &walker, *start, &leg));
        }
    });
}

#[divan::bench]
fn reaches(bencher: Bencher) {
    let scenario = scenario();
    let unit = scenario
        .units
        .iter()
        .find(|unit| unit.unit.is_infantry() && unit.footprint(&scenario.field).is_some());
    let unit = unit.expect("a regiment on the table");
    let Deployment::At { placement, .. } = unit.deployment else {
        unreachable!("it is on the table");
    };
    bencher.bench(|| {
        let walker = walker(&unit.unit, unit.muster);
        scenario
            .field
            .reach(Rules::book(), &walker, black_box(placement), 0.0)
    });
}

fn walker(unit: &deadly_field::rules::Unit, muster: Muster) -> Walker<'_> {
    Walker {
        mover: Mover::new(Scale::Mm15, unit),
        muster,
    }
}
