//! Stands, footprints, arcs, zones and neighbours.

use bevy::math::Vec2;
use deadly_field::field::Facing;
use deadly_field::field::placement::Footprint;
use deadly_field::field::stand::Muster;
use deadly_field::rules::formation::Shape;
use deadly_field::rules::*;
use proptest::prelude::*;

use crate::support::*;

fn line(x: f32, y: f32, facing: f32) -> Footprint {
    at(x, y, facing).footprint(
        Scale::Mm15,
        &infantry(InfantryFormation::BattleLine),
        eight(),
    )
}

fn guns(limbered: bool) -> Unit {
    Unit {
        troops: Troops::Artillery {
            gun: Some(Gun::Napoleon),
            limbered,
        },
        strength: 3,
        stands: Stands { now: 1, full: 1 },
        ..infantry(InfantryFormation::BattleLine)
    }
}

#[test]
fn formations_have_their_shapes() {
    let extent = |formation, stands: u32| {
        let unit = Unit {
            stands: Stands {
                now: stands,
                full: stands,
            },
            ..infantry(formation)
        };
        let muster = Muster {
            strength: 12,
            stands,
            attached: 0,
        };
        let footprint = at(10.0, 10.0, 0.0).footprint(Scale::Mm15, &unit, muster);
        assert_eq!(footprint.stands.len() as u32, stands);
        let bounds = footprint.bounds();
        // The front is where the unit was placed.
        assert!((bounds.high.y - 10.0).abs() < 1e-4, "{formation}");
        (
            (bounds.high.x - bounds.low.x),
            (bounds.high.y - bounds.low.y),
        )
    };
    let close = |one: (f32, f32), other: (f32, f32)| {
        assert!(
            (one.0 - other.0).abs() < 1e-3 && (one.1 - other.1).abs() < 1e-3,
            "{one:?} {other:?}"
        );
    };
    // Twelve figures: two stands of six (1.5 inches) or three of four (1 inch).
    close(extent(InfantryFormation::BattleLine, 2), (3.0, 0.5));
    close(extent(InfantryFormation::BattleLine, 3), (3.0, 0.5));
    close(extent(InfantryFormation::ExtendedLine, 2), (3.75, 0.5));
    close(extent(InfantryFormation::Skirmish, 2), (5.25, 0.5));
    close(extent(InfantryFormation::AttackColumn, 3), (1.0, 1.5));
    close(extent(InfantryFormation::RoadColumn, 2), (0.5, 3.0));
    close(extent(InfantryFormation::Square, 2), (1.5, 1.0));
    let battery = Muster {
        strength: 3,
        stands: 1,
        attached: 0,
    };
    let unlimbered = at(10.0, 10.0, 90.0).footprint(Scale::Mm15, &guns(false), battery);
    assert!((unlimbered.frontage() - 1.2).abs() < 1e-3);
    let limbered = at(10.0, 10.0, 90.0).footprint(Scale::Mm25, &guns(true), battery);
    assert!((limbered.frontage() - 0.5 * 24.0 / 18.0).abs() < 1e-3);
}

#[test]
fn r02_range_from_the_front_to_the_nearest_edge() {
    let (west, east) = (line(10.0, 10.0, 90.0), line(14.0, 10.0, 270.0));
    assert!((west.range_to(&east) - 4.0).abs() < 1e-4);
    assert!((west.distance(&east) - 4.0).abs() < 1e-4);
    let aside = line(10.0, 13.0, 90.0);
    assert!((west.distance(&aside) - 1.0).abs() < 1e-4);
    assert!(!west.overlaps(&aside));
    assert!(west.overlaps(&line(10.0, 11.0, 90.0)));
    // Touching is not overlapping.
    assert!(!west.overlaps(&line(10.0, 12.0, 90.0)));
}

#[test]
fn r04_arcs_and_primary_zone() {
    let firer = line(10.0, 10.0, 0.0);
    let bearing = |target: &Footprint| firer.stands_bearing(target);
    assert_eq!(bearing(&line(10.0, 13.0, 180.0)), 2);
    // To the right front: both stands reach out by 45 degrees.
    assert_eq!(bearing(&line(13.5, 13.0, 180.0)), 2);
    // Abreast of the right end: no stand bears.
    assert_eq!(bearing(&line(15.0, 9.9, 180.0)), 0);
    assert_eq!(bearing(&line(10.0, 7.0, 180.0)), 0);
    // Only the right stand has this one in its arc.
    let corner = line(14.6, 12.2, 180.0);
    assert_eq!(bearing(&corner), 1);
    assert!(firer.has_in_primary_zone(&line(11.5, 15.0, 180.0), 9.0));
    assert!(!firer.has_in_primary_zone(&line(13.0, 15.0, 180.0), 9.0));
    assert!(!firer.has_in_primary_zone(&line(10.0, 20.0, 180.0), 9.0));
}

#[test]
fn zones_seen_from_a_line() {
    let target = line(10.0, 10.0, 0.0);
    let from = |x: f32, y: f32| target.zone_of(Shape::Line, &line(x, y, 180.0));
    assert_eq!(from(10.0, 14.0), Zone::Front);
    assert_eq!(from(15.0, 13.0), Zone::PartialFlank);
    assert_eq!(from(16.0, 10.3), Zone::FullFlank);
    assert_eq!(from(15.0, 7.5), Zone::RearPartialFlank);
    assert_eq!(from(10.0, 4.0), Zone::Rear);
    // Close by too: whoever stands before the front is in front, whoever is behind is behind.
    for inches in [0.0, 0.25, 0.5, 1.0, 2.0] {
        for aside in [-1.0, 0.0, 0.7] {
            assert_eq!(
                from(10.0 + aside, 10.0 + inches),
                Zone::Front,
                "{inches} {aside}"
            );
            let behind = target.zone_of(Shape::Line, &line(10.0 + aside, 9.5 - inches, 0.0));
            assert_eq!(behind, Zone::Rear, "{inches} {aside}");
        }
    }
    let column = |x: f32, y: f32| target.zone_of(Shape::Column, &line(x, y, 180.0));
    assert_eq!(
        (column(10.0, 14.0), column(16.0, 10.3), column(10.0, 4.0)),
        (Zone::Front, Zone::Side, Zone::Rear)
    );
}

#[test]
fn neighbours_by_their_ground() {
    let open = field("()");
    let rough = field(r#"(areas: [(kind: "rough", shape: Box((0, 0), (2, 2)))])"#);
    let (one, other, far) = (
        line(10.0, 10.0, 0.0),
        line(12.9, 10.0, 0.0),
        line(15.8, 10.0, 0.0),
    );
    assert!(open.adjacent(rules(), &one, &other));
    assert!(!rough.adjacent(rules(), &one, &other));
    assert!(rough.adjacent(rules(), &one, &line(12.0, 10.0, 0.0)));
    let groups = open.contiguous(rules(), &[&one, &far, &other, &line(30.0, 30.0, 0.0)]);
    assert!(
        groups[0] == groups[1] && groups[1] == groups[2] && groups[2] != groups[3],
        "{groups:?}"
    );
}

#[test]
fn nobody_stands_on_anybody_in_the_first_scenario() {
    for &scale in Scale::ALL {
        let scenario = militia(scale);
        let footprints: Vec<_> = scenario
            .units
            .iter()
            .filter_map(|unit| unit.footprint(&scenario.field))
            .collect();
        assert!(footprints.len() >= 19, "{}", footprints.len());
        for (number, one) in footprints.iter().enumerate() {
            assert!(one.on_table(&scenario.field));
            assert!(
                footprints[..number]
                    .iter()
                    .all(|other| !one.overlaps(other))
            );
        }
    }
}

/// The book's brigade: four regiments abreast, the leader beside the two in the middle.
#[test]
fn cutlers_brigade_stands_together() {
    let scenario = militia(Scale::Mm15);
    let field = &scenario.field;
    let brigade = scenario
        .commands
        .iter()
        .position(|command| command.name.contains("Cutler"))
        .or_else(|| {
            let leader = scenario
                .leaders
                .iter()
                .find(|leader| leader.name.contains("Cutler"))?;
            Some(leader.command)
        });
    let brigade = brigade.expect("Cutler's brigade");
    let units: Vec<_> = scenario
        .units
        .iter()
        .filter(|unit| unit.command == brigade)
        .collect();
    let footprints: Vec<_> = units
        .iter()
        .filter_map(|unit| unit.footprint(field))
        .collect();
    let groups = field.contiguous(rules(), &footprints.iter().collect::<Vec<_>>());
    let alone = (0..groups.len())
        .filter(|&one| groups.iter().filter(|group| **group == groups[one]).count() == 1)
        .count();
    assert!(alone <= 1, "{alone} regiments stand alone");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the bearing, there is exactly one zone, the same on both sides, and it never grows
    /// milder on the way from the front to the full flank.
    #[test]
    fn zones_cover_the_circle_once(degrees in -180.0f32..180.0) {
        let zone = Zone::of_bearing(Shape::Line, degrees);
        prop_assert_eq!(zone, Zone::of_bearing(Shape::Line, -degrees));
        let limits = [(45.0, Zone::Front), (67.5, Zone::PartialFlank), (112.5, Zone::FullFlank), (135.0, Zone::RearPartialFlank), (180.0, Zone::Rear)];
        let expected = limits.iter().find(|(limit, _)| degrees.abs() < *limit).map_or(Zone::Rear, |(_, zone)| *zone);
        let on_limit = limits.iter().any(|(limit, _)| degrees.abs() == *limit);
        prop_assert!(on_limit || zone == expected);
        let column = Zone::of_bearing(Shape::Column, degrees);
        prop_assert!(Zone::OF_COLUMNS.contains(&column) && Zone::OF_LINES.contains(&zone));
    }

    /// Turning table and units together changes nothing but the last digits.
    #[test]
    fn distances_do_not_depend_on_the_compass(x in 5.0f32..30.0, y in 5.0f32..30.0, facing in 0.0f32..360.0, turn in 0.0f32..360.0) {
        let one = line(18.0, 18.0, 0.0);
        let other = line(x, y, facing);
        let middle = Vec2::splat(18.0);
        let turned = |placement: deadly_field::field::Placement| {
            let at = middle + deadly_field::field::angle::turn(placement.at - middle, turn);
            line(at.x, at.y, placement.facing.turned(turn).to_degrees())
        };
        let (one_turned, other_turned) = (turned(one.placement), turned(other.placement));
        prop_assert!((one.distance(&other) - one_turned.distance(&other_turned)).abs() < 1e-2);
        prop_assert!((one.range_to(&other) - one_turned.range_to(&other_turned)).abs() < 1e-2);
    }

    #[test]
    fn facings_turn_and_measure(from in 0.0f32..360.0, by in -179.0f32..179.0) {
        let facing = Facing::degrees(from);
        prop_assert!((facing.off(facing.turned(by)) - by).abs() < 1e-2);
        prop_assert!((facing.ahead().length() - 1.0).abs() < 1e-5);
        let towards = Facing::towards(Vec2::ZERO, facing.ahead());
        prop_assert!(facing.off(towards).abs() < 1e-2);
    }
}
