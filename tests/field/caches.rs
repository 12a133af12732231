//! What is worked out beforehand makes no difference: every answer is the same, to the last bit, as
//! that of the outlines themselves.

use bevy::math::Vec2;
use deadly_field::field::geometry;
use deadly_field::field::moves::{Leg, Walker};
use deadly_field::field::placement::Footprint;
use deadly_field::field::sight::{Blocker, Eye};
use deadly_field::field::stand::Muster;
use deadly_field::field::{Facing, Field, Placement};
use deadly_field::rules::movement::Mover;
use deadly_field::rules::*;

use crate::support::*;

/// A field with everything in it: clearings, creeks, works, obstacles, slopes.
const MEDLEY: &str = r#"(
    heights: [
        Ridge(line: [(0.2, 0.3), (1.0, 0.9), (1.8, 1.0)], height: 1.6, width: 0.25, top: 0.2),
        Hill(at: (1.4, 0.4), radii: (0.3, 0.2), turn: 30, height: 1.2),
        Cut(line: [(0.1, 1.6), (1.9, 1.2)], depth: 0.4, width: 0.04),
    ],
    areas: [
        (kind: "heavy_woods", shape: Oval(at: (0.5, 0.5), radii: (0.4, 0.3), turn: 20)),
        (kind: "open", shape: Oval(at: (0.55, 0.5), radii: (0.15, 0.12))),
        (kind: "light_woods", shape: Polygon([(0.7, 0.4), (1.3, 0.5), (1.1, 1.1), (0.8, 0.8)])),
        (kind: "open", shape: Box((1.0, 0.6), (1.1, 0.7))),
        (kind: "brush", shape: Box((1.2, 1.2), (1.7, 1.6))),
        (kind: "rough", shape: Oval(at: (1.5, 1.4), radii: (0.2, 0.3), turn: 45)),
        (kind: "orchard", shape: Box((0.2, 1.2), (0.5, 1.5))),
        (kind: "pond", shape: Oval(at: (0.9, 1.6), radii: (0.15, 0.1))),
        (kind: "farm", shape: Box((1.5, 0.6), (1.8, 0.9)),
            buildings: [(at: (1.6, 0.7), size: (0.08, 0.05), turn: 20)]),
        (kind: "field", shape: Box((0.0, 0.0), (0.7, 0.35))),
    ],
    lines: [
        (kind: "road", points: [(0.0, 0.9), (0.8, 1.0), (2.0, 0.7)], smooth: true),
        (kind: "trail", points: [(1.0, 0.0), (0.9, 1.0), (1.2, 2.0)], smooth: true),
        (kind: "creek", points: [(0.0, 1.3), (0.6, 1.1), (1.3, 1.2), (2.0, 1.7)], smooth: true),
        (kind: "wood_fence", points: [(0.0, 0.35), (0.7, 0.35), (0.7, 0.0)]),
        (kind: "stone_wall", points: [(1.2, 1.2), (1.2, 1.6), (1.7, 1.6)]),
        (kind: "hasty_works", points: [(0.3, 1.7), (0.7, 1.8)]),
        (kind: "heavy_works", points: [(1.4, 1.8), (1.8, 1.85)]),
        (kind: "abatis", points: [(0.3, 1.65), (0.7, 1.75)]),
        (kind: "railroad_cut", points: [(0.1, 1.6), (1.9, 1.2)]),
    ],
)"#;

/// Each with itself as it is without anything worked out beforehand.
fn fields() -> Vec<(Field, Field)> {
    let mut fields = vec![field(MEDLEY)];
    fields.extend([Scale::Mm10, Scale::Mm15, Scale::Mm25].map(|scale| militia(scale).field));
    fields
        .into_iter()
        .map(|field| (field.clone(), field.without_caches()))
        .collect()
}

/// Places all over the table and a little beyond it.
fn place(dice: &mut Dice, field: &Field) -> Vec2 {
    dice.point(field.size * 1.04) - field.size * 0.02
}

#[test]
fn the_ground_is_the_same_at_every_place() {
    for (field, plain) in fields() {
        let mut dice = Dice::new(63);
        for _ in 0..100_000 {
            let at = place(&mut dice, &field);
            for weather in [Weather::Dry, Weather::Wet] {
                let (one, other) = (
                    field.terrain(rules(), weather),
                    plain.terrain(rules(), weather),
                );
                assert_eq!(one.ground(at), other.ground(at), "{at}");
                assert_eq!(one.way(at), other.way(at), "{at}");
            }
            assert_eq!(field.is_cleared(at), plain.is_cleared(at), "{at}");
            assert!(field.areas_at(at).eq(plain.areas_at(at)), "{at}");
            let way = Facing::degrees(dice.unit() * 360.0).ahead();
            let (one, other) = (
                field.footing(rules(), at, way),
                plain.footing(rules(), at, way),
            );
            assert_eq!(one, other, "{at} {way}");
            // Whatever a cell leaves out is too far away to be touched.
            let to = at + way * 1.3 * field.proportion();
            let crossed = |field: &Field| {
                field
                    .lines_around(at)
                    .flat_map(|line| line.crossings(at, to).collect::<Vec<_>>())
                    .collect::<Vec<_>>()
            };
            assert_eq!(crossed(&field), crossed(&plain), "{at} {to}");
        }
    }
}

fn formation(dice: &mut Dice) -> InfantryFormation {
    use InfantryFormation::*;
    let all = [BattleLine, ExtendedLine, Skirmish, AttackColumn, RoadColumn];
    all[(dice.unit() * 5.0) as usize]
}

#[test]
fn moves_are_the_same() {
    for (field, plain) in fields() {
        let mut dice = Dice::new(1862);
        for number in 0..500 {
            let unit = infantry(formation(&mut dice));
            let walker = Walker {
                mover: Mover::new(field.scale, &unit),
                muster: eight(),
            };
            let start = Placement {
                at: dice.point(field.size),
                facing: Facing::degrees(dice.unit() * 360.0),
            };
            let inches = dice.unit() * 8.0;
            let degrees = dice.unit() * 90.0 - 45.0;
            let legs = match number % 5 {
                0 => vec![Leg::Ahead { inches, degrees }],
                1 => vec![Leg::Wheel { degrees }, Leg::Back { inches }],
                2 => vec![
                    Leg::Turn { degrees },
                    Leg::Ahead {
                        inches,
                        degrees: 0.0,
                    },
                ],
                3 => vec![Leg::AboutFace, Leg::Ahead { inches, degrees }],
                _ => vec![Leg::WheelAbout {
                    pivot: dice.point(field.size),
                    degrees,
                    radius: inches,
                }],
            };
            for weather in [Weather::Dry, Weather::Wet] {
                let one = field.terrain(rules(), weather);
                let other = plain.terrain(rules(), weather);
                let walks = [one, other].map(|terrain| terrain.walk(&walker, start, &legs));
                assert_eq!(walks[0], walks[1], "{start:?} {legs:?}");
                let carries =
                    [one, other].map(|terrain| terrain.carry(&walker, start, degrees, 12.0));
                assert_eq!(carries[0], carries[1], "{start:?} {degrees}");
            }
            if number % 100 == 0 {
                let reaches =
                    [&field, &plain].map(|field| field.reach(rules(), &walker, start, 0.0));
                assert_eq!(reaches[0], reaches[1], "{start:?}");
            }
        }
    }
}

fn footprint(dice: &mut Dice, field: &Field) -> Footprint {
    let mut unit = infantry(formation(dice));
    let stands = 1 + (dice.unit() * 6.0) as u32;
    unit.stands = Stands {
        now: stands,
        full: stands,
    };
    let place = Placement {
        at: dice.point(field.size),
        facing: Facing::degrees((dice.unit() * 24.0).floor() * 15.0),
    };
    let muster = Muster {
        strength: 4 * stands,
        stands,
        attached: 0,
    };
    place.footprint(field.scale, &unit, muster)
}

#[test]
fn sight_is_the_same() {
    let mut seen = 0;
    for (field, plain) in fields() {
        let mut dice = Dice::new(1864);
        for _ in 0..40_000 {
            let mut eye = || Eye {
                at: dice.point(field.size),
                guns: dice.unit() < 0.3,
            };
            let (one, other) = (eye(), eye());
            let block = footprint(&mut dice, &field);
            let blockers: Vec<_> = block
                .stands
                .iter()
                .map(|stand| Blocker {
                    name: "a regiment",
                    outline: stand.outline(),
                })
                .collect();
            let sight = plain.sight(rules(), one, other, &blockers);
            assert_eq!(field.sight(rules(), one, other, &blockers), sight);
            for field in [&field, &plain] {
                let visible = field.visible(rules(), one, other, &blockers);
                assert_eq!(visible, sight.visible(), "{one:?} {other:?}");
            }
            seen += u32::from(sight.visible());
        }
    }
    assert!(seen > 10_000, "{seen}");
}

/// Boxes are only asked first: what units measure between them is what their outlines measure.
#[test]
fn footprints_measure_what_their_outlines_measure() {
    let field = field("()");
    let mut dice = Dice::new(1865);
    let (mut overlapping, mut off) = (0, 0);
    for _ in 0..100_000 {
        let one = footprint(&mut dice, &field);
        let mut other = footprint(&mut dice, &field);
        if dice.unit() < 0.7 {
            // Near each other.
            let near = one.placement.at + (dice.point(Vec2::splat(6.0)) - 3.0);
            other = other.moved(near - other.placement.at);
        }
        let pairs = || {
            let outlines =
                |of: &Footprint| of.stands.iter().map(|s| s.outline()).collect::<Vec<_>>();
            let others = outlines(&other);
            outlines(&one)
                .into_iter()
                .flat_map(move |one| others.clone().into_iter().map(move |other| (one, other)))
        };
        let distance = pairs()
            .map(|(one, other)| geometry::distance(&one, &other))
            .fold(f32::INFINITY, f32::min);
        assert_eq!(one.distance(&other), distance);
        for inches in [0.0, 0.5, 1.0, 3.0, distance] {
            assert_eq!(one.is_within(inches, &other), distance <= inches);
        }
        let nearest = pairs()
            .map(|(one, other)| geometry::nearest_points(&one, &other))
            .reduce(|best, next| {
                let shorter = next.0.distance(next.1) < best.0.distance(best.1);
                if shorter { next } else { best }
            });
        assert_eq!(Some(one.nearest(&other)), nearest);
        let overlap =
            pairs().any(|(one, other)| geometry::convex_overlap_deeper(&one, &other, 1e-3));
        assert_eq!(one.overlaps(&other), overlap);
        overlapping += u32::from(overlap);
        let corners = |of: &Footprint| {
            of.stands
                .iter()
                .flat_map(|s| s.corners())
                .collect::<Vec<_>>()
        };
        let on_table = corners(&other).into_iter().all(|at| field.contains(at));
        assert_eq!(other.on_table(&field), on_table);
        off += u32::from(!on_table);
    }
    assert!(overlapping > 5_000 && off > 5_000, "{overlapping} {off}");
}
