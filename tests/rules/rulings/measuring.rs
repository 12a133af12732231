//! Rulings on measuring.

use deadly_field::rules::formation::Shape;
use deadly_field::rules::morale::{FireCause, MoraleSituation};
use deadly_field::rules::movement::{Mover, Step};
use deadly_field::rules::*;

use super::support::*;
use crate::units::*;

#[test]
fn r01_squares_by_scale() {
    let sides = Scale::ALL
        .iter()
        .map(|&scale| book().scales.at(scale).square);
    assert_eq!(sides.collect::<Vec<_>>(), [12.0, 18.0, 24.0]);
}

#[test]
fn r03_one_inch_is_two_at_25mm() {
    assert_eq!(book().near(Scale::Mm15), 1.0);
    assert_eq!(book().near(Scale::Mm25), 2.0);
    let mut house = book().clone();
    house.switches.two_inches_at_25mm = false;
    assert_eq!(house.near(Scale::Mm25), 1.0);
}

#[test]
fn r05_zones_by_bearing() {
    let at = |degrees| Zone::of_bearing(Shape::Line, degrees);
    assert_eq!(at(45.0), Zone::Front);
    assert_eq!(at(-67.5), Zone::PartialFlank);
    assert_eq!(at(90.0), Zone::FullFlank);
    assert_eq!(at(112.5), Zone::RearPartialFlank);
    assert_eq!(at(135.5), Zone::Rear);
    let column = |degrees| Zone::of_bearing(Shape::Column, degrees);
    assert_eq!(
        (column(45.0), column(90.0), column(135.0)),
        (Zone::Front, Zone::Side, Zone::Rear)
    );
}

#[test]
fn r06_fire_from_behind_a_line() {
    let drm =
        |from| terms(&[line(8)], &line(8), 3.0, |fire| fire.from = from).map(|terms| terms.drm);
    assert_eq!(drm(Zone::RearPartialFlank), Ok(1));
    assert_eq!(drm(Zone::Rear), Ok(0));
    let unit = line(8);
    let mmp = |from, artillery| {
        points(&unit, |situation| {
            situation.fire = Some(FireCause {
                artillery,
                from,
                long_range: false,
                skirmishers: false,
            });
        })
        .mmp
    };
    assert_eq!(mmp(Zone::RearPartialFlank, false), 5);
    assert_eq!((mmp(Zone::Rear, false), mmp(Zone::Rear, true)), (7, 8));
}

#[test]
fn r07_mixed_terrain_by_the_inch() {
    let unit = line(8);
    let mover = Mover::new(Scale::Mm15, &unit);
    let steps = [
        Step::Forward {
            ground: Ground::Open,
            inches: 3.0,
        },
        Step::Forward {
            ground: Ground::HeavyWoods,
            inches: 1.0,
        },
    ];
    let used = book().move_use(&mover, &steps).expect("legal");
    assert!((used.part - 1.0).abs() < 1e-6);
    // A 30-pounder has no rate at all in rough ground, and still moves an inch.
    let guns = battery(Quality::Veteran, Gun::Parrott30, 2);
    let mover = Mover::new(Scale::Mm15, &guns);
    assert_eq!(book().allowance(&mover, Ground::Rough), Ok(1.0));
}

#[test]
fn r08_obstacles_as_it_serves_the_mover() {
    let unit = line(8);
    let mover = Mover::new(Scale::Mm15, &unit);
    let cross = |fences: usize| {
        let mut steps = vec![Step::Forward {
            ground: Ground::Open,
            inches: 4.0,
        }];
        steps.extend((0..fences).map(|_| Step::Obstacle {
            ground: Ground::Open,
        }));
        book().move_use(&mover, &steps).expect("legal")
    };
    // 4 inches of broken ground are 4/5 of an action, 4 + 1 inches of open ground 5/6.
    assert!(cross(1).as_broken);
    assert!((cross(1).part - 0.8).abs() < 1e-6);
    assert!((cross(5).part - 0.8).abs() < 1e-6);
    let short = [
        Step::Forward {
            ground: Ground::Broken,
            inches: 4.0,
        },
        Step::Obstacle {
            ground: Ground::Open,
        },
    ];
    let short = book().move_use(&mover, &short).expect("legal");
    assert!(short.as_broken && (short.part - 0.8).abs() < 1e-6);
}

#[test]
fn r09_supporting_distance() {
    let at = |scale| book().scales.at(scale).support;
    assert_eq!(
        (
            at(Scale::Mm15).open,
            at(Scale::Mm15).broken,
            at(Scale::Mm15).close
        ),
        (1.0, 0.5, 0.0)
    );
    assert_eq!(
        (
            at(Scale::Mm25).open,
            at(Scale::Mm25).broken,
            at(Scale::Mm25).close
        ),
        (2.0, 1.0, 0.0)
    );
}

#[test]
fn r44_orchards_are_broken_ground() {
    let going = book().going(Feature::Orchard, Season::Summer, Weather::Dry);
    assert_eq!(going, ground::Going::As(Ground::Broken));
}

#[test]
fn r45_rear_partial_flank_may_count_as_rear() {
    let mut house = book().clone();
    house.switches.rear_partial_flank_morale = switches::RearPartialFlank::Rear;
    let unit = line(8);
    let mut situation = MoraleSituation::new(Scale::Mm15, &unit);
    situation.fire = Some(FireCause {
        artillery: false,
        from: Zone::RearPartialFlank,
        long_range: false,
        skirmishers: false,
    });
    assert_eq!(house.morale_points(&situation).mmp, 7);
    assert_eq!(book().morale_points(&situation).mmp, 5);
}
