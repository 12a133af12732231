//! Who sees whom.

use bevy::math::Vec2;
use deadly_field::field::sight::{Blocker, Eye};
use deadly_field::field::{Field, SeeOver};
use deadly_field::rules::*;

use crate::support::*;

fn sees(field: &Field, from: (f32, f32), to: (f32, f32)) -> bool {
    field
        .sight_between(rules(), from.into(), to.into())
        .visible()
}

fn blocked_by(field: &Field, from: (f32, f32), to: (f32, f32)) -> String {
    let sight = field.sight_between(rules(), from.into(), to.into());
    sight.blocked.expect("blocked").by
}

const RIDGE: &str = "(heights: [Ridge(line: [(1, 0), (1, 2)], height: 1, width: 0.2)])";

#[test]
fn flat_ground_hides_nothing() {
    let field = field("()");
    assert!(sees(&field, (0.0, 0.0), (36.0, 36.0)));
    let sight = field.sight_between(rules(), Vec2::new(1.0, 1.0), Vec2::new(4.0, 5.0));
    assert_eq!(sight.range, 5.0);
}

#[test]
fn a_crest_hides_what_is_behind_it_and_says_where() {
    let field = field(RIDGE);
    let sight = field.sight_between(rules(), Vec2::new(10.0, 9.0), Vec2::new(26.0, 9.0));
    let blocked = sight.blocked.expect("the ridge is in the way");
    assert_eq!(blocked.by, "the ground");
    assert!(
        (blocked.at.x - 18.0).abs() < 0.3 && (blocked.at.z - 1.0).abs() < 0.05,
        "{blocked:?}"
    );
    // From the crest one sees down both sides.
    assert!(sees(&field, (18.0, 9.0), (30.0, 9.0)));
    assert!(sees(&field, (18.0, 9.0), (2.0, 9.0)));
}

/// The book's three units on a hill: A and C are hidden from each other by the crest, B sees both.
#[test]
fn the_crest_of_the_book() {
    let field = field(RIDGE);
    let (a, b, c) = ((13.0, 9.0), (18.0, 9.0), (23.0, 9.0));
    assert!(!sees(&field, a, c));
    assert!(sees(&field, a, b) && sees(&field, b, c));
}

#[test]
fn sight_is_the_same_both_ways_for_a_million_pairs() {
    let scenario = militia(Scale::Mm15);
    let field = &scenario.field;
    let mut dice = Dice::new(1863);
    let (mut seen, mut hidden) = (0u32, 0u32);
    for _ in 0..1_000_000 {
        let (one, other) = (dice.point(field.size), dice.point(field.size));
        let there = field.sight_between(rules(), one, other);
        let back = field.sight_between(rules(), other, one);
        assert_eq!(there, back, "{one} {other}");
        let quick = field.visible(rules(), Eye::at(one), Eye::at(other), &[]);
        assert_eq!(quick, there.visible(), "{one} {other}");
        if there.visible() {
            seen += 1
        } else {
            hidden += 1
        }
    }
    assert!(
        seen > 50_000 && hidden > 50_000,
        "{seen} seen, {hidden} hidden"
    );
}

/// What is called visible is visible at every point of a fine sampling, and what the ground hides
/// really rises above the line.
#[test]
fn sight_agrees_with_a_fine_sampling() {
    let scenario = militia(Scale::Mm15);
    let mut field = scenario.field.clone();
    field.areas.clear();
    field.lines.clear();
    let mut dice = Dice::new(64);
    for _ in 0..3_000 {
        let (from, to) = (dice.point(field.size), dice.point(field.size));
        let sight = field.sight_between(rules(), from, to);
        let eye = |at: Vec2| field.heights.height(at) + 0.5;
        let rise = |part: f32| {
            let line = eye(from) + (eye(to) - eye(from)) * part;
            field.heights.height(from.lerp(to, part)) - line
        };
        let highest = (0..=2000)
            .map(|step| rise(step as f32 / 2000.0))
            .fold(f32::NEG_INFINITY, f32::max);
        match &sight.blocked {
            None => assert!(highest < 1e-3, "{from} {to}: {highest}"),
            Some(blocked) => {
                let part = blocked.at.truncate().distance(from) / from.distance(to);
                assert!(rise(part) > -1e-3, "{from} {to}");
                assert!(
                    rise(part) + 1e-3 >= highest,
                    "{from} {to}: not the highest crest"
                );
            }
        }
    }
}

/// Rays along grid lines, through grid points and along the diagonals of the cells.
#[test]
fn nothing_slips_through_a_ridge() {
    let field = field(RIDGE);
    let cell = field.heights.cell();
    let grid = |x: i32, y: i32| Vec2::new(x as f32, y as f32) * cell;
    let cells = field.heights.cells().x as i32;
    for row in 0..=cells {
        for slant in [-40, -1, 0, 1, 40] {
            let end = row + slant;
            if !(0..=cells).contains(&end) {
                continue;
            }
            // Well away from the ridge on both sides, on grid points and between them.
            for nudge in [0.0, 0.5, 0.25] {
                let up = Vec2::Y * nudge * cell;
                let (west, east) = (grid(40, row) + up, grid(cells - 40, end) + up);
                let sight = field.sight_between(rules(), west, east);
                assert!(!sight.visible(), "{west} sees {east}");
            }
        }
    }
    // Exactly along the diagonal that cuts the cells.
    assert!(
        !field
            .sight_between(rules(), grid(20, 20), grid(cells - 20, cells - 20))
            .visible()
    );
    // A wall of one cell's width, no wider than the gaps between grid points.
    let thin = "(heights: [Ridge(line: [(1, 0), (1, 2)], height: 3, width: 0.012)])";
    let field = crate::support::field(thin);
    let mut dice = Dice::new(7);
    for _ in 0..20_000 {
        let west = dice.point(Vec2::new(16.0, 36.0));
        let east = Vec2::new(20.0, 0.0) + dice.point(Vec2::new(16.0, 36.0));
        assert!(
            !field.sight_between(rules(), west, east).visible(),
            "{west} sees {east}"
        );
    }
}

#[test]
fn woods_are_seen_into_only_so_deep() {
    let woods = r#"(areas: [(kind: "light_woods", name: "", shape: Box((0.5, 0.5), (1, 1)))])"#;
    let mut field = field(woods);
    // The woods run from 9 to 18 inches. In summer half an inch in is seen, in winter an inch.
    assert!(sees(&field, (5.0, 12.0), (9.4, 12.0)));
    assert!(!sees(&field, (5.0, 12.0), (9.8, 12.0)));
    assert_eq!(blocked_by(&field, (5.0, 12.0), (9.8, 12.0)), "light woods");
    assert!(!sees(&field, (5.0, 12.0), (22.0, 12.0)));
    assert!(
        sees(&field, (12.0, 12.0), (12.4, 12.0)),
        "two units deep in the woods, close together"
    );
    field.season = Season::Winter;
    assert!(sees(&field, (5.0, 12.0), (9.8, 12.0)));
    assert!(!sees(&field, (5.0, 12.0), (10.2, 12.0)));
}

#[test]
fn other_cover_by_its_depth() {
    let ground = |kind: &str| {
        field(&format!(
            r#"(areas: [(kind: "{kind}", shape: Box((0.5, 0.5), (1, 1)))])"#
        ))
    };
    let orchard = ground("orchard");
    assert!(sees(&orchard, (5.0, 12.0), (9.9, 12.0)) && !sees(&orchard, (5.0, 12.0), (10.2, 12.0)));
    let brush = ground("brush");
    assert!(sees(&brush, (5.0, 12.0), (11.9, 12.0)) && !sees(&brush, (5.0, 12.0), (12.2, 12.0)));
    let heavy = ground("heavy_woods");
    assert!(sees(&heavy, (5.0, 12.0), (9.2, 12.0)) && !sees(&heavy, (5.0, 12.0), (9.4, 12.0)));
    for free in ["field", "plowed_field", "pond", "broken", "rough"] {
        assert!(sees(&ground(free), (5.0, 12.0), (22.0, 12.0)), "{free}");
    }
}

/// Woods drawn as strips hide as much as woods drawn in one piece, and kinds add up.
#[test]
fn strips_of_woods_are_woods() {
    let strips: Vec<_> = (0..8)
        .map(|number| {
            let west = 0.5 + 0.025 * number as f32;
            format!(
                r#"(kind: "light_woods", shape: Box(({west}, 0.5), ({}, 1)))"#,
                west + 0.025
            )
        })
        .collect();
    let field = field(&format!("(areas: [{}])", strips.join(", ")));
    assert!(!sees(&field, (5.0, 12.0), (20.0, 12.0)));
    assert!(sees(&field, (5.0, 12.0), (9.4, 12.0)));
    // Half of what one sees into the woods and half of what one sees into the orchard.
    let mixed = crate::support::field(
        r#"(areas: [(kind: "light_woods", shape: Box((0.5, 0.5), (0.515, 1))), (kind: "orchard", shape: Box((0.515, 0.5), (0.6, 1)))])"#,
    );
    let sight = |to: f32| mixed.sight_between(rules(), Vec2::new(5.0, 12.0), Vec2::new(to, 12.0));
    assert!(sight(9.27 + 0.4).visible());
    let blocked = sight(9.27 + 0.6)
        .blocked
        .expect("both together are too deep");
    assert_eq!(
        (blocked.by.as_str(), blocked.only_within),
        ("an orchard", Some(1.0))
    );
}

#[test]
fn buildings_block_and_walls_do_not() {
    let farm = field(
        r#"(areas: [(kind: "farm", name: "Miller's farm", shape: Box((0.5, 0.5), (0.6, 0.6)),
            buildings: [(at: (0.55, 0.55), size: (0.05, 0.05))])])"#,
    );
    assert_eq!(blocked_by(&farm, (5.0, 9.9), (20.0, 9.9)), "Miller's farm");
    assert!(sees(&farm, (5.0, 12.0), (20.0, 12.0)));
    let wall = field(r#"(lines: [(kind: "stone_wall", points: [(0.5, 0), (0.5, 2)])])"#);
    assert!(sees(&wall, (5.0, 9.0), (20.0, 9.0)));
}

#[test]
fn units_block_unless_the_line_clears_them() {
    let field = field(RIDGE);
    let block = |x: f32| {
        let stand = at(x, 9.0, 90.0).footprint(
            Scale::Mm15,
            &infantry(InfantryFormation::BattleLine),
            eight(),
        );
        stand
            .stands
            .iter()
            .map(|stand| Blocker {
                name: "84th New York",
                outline: stand.outline(),
            })
            .collect::<Vec<_>>()
    };
    let look = |from: f32, to: f32, blockers: &[Blocker]| {
        field.sight(
            rules(),
            Eye::at(Vec2::new(from, 9.0)),
            Eye::at(Vec2::new(to, 9.0)),
            blockers,
        )
    };
    let blocked = look(22.0, 34.0, &block(28.0))
        .blocked
        .expect("a unit in the way");
    assert_eq!(blocked.by, "84th New York");
    // From the crest over a unit close to the foot of the ridge, at something far beyond: too low.
    assert!(!look(18.0, 34.0, &block(30.0)).visible());
    let high =
        crate::support::field("(heights: [Ridge(line: [(1, 0), (1, 2)], height: 4, width: 0.4)])");
    let over = high.sight(
        rules(),
        Eye::at(Vec2::new(18.0, 9.0)),
        Eye::at(Vec2::new(34.0, 9.0)),
        &block(25.5),
    );
    assert!(over.visible(), "{over:?}");
}

#[test]
fn guns_on_certain_heights_see_over_orchards() {
    let mut field = field(
        r#"(heights: [Ridge(line: [(0.3, 0), (0.3, 2)], height: 1, width: 0.2)],
            areas: [(kind: "orchard", shape: Box((0.6, 0.4), (0.8, 0.6)))],
            zones: [(id: "ridge", name: "The ridge", shape: Box((0.2, 0), (0.4, 2)))])"#,
    );
    let look = |field: &Field, guns| {
        let eye = Eye {
            at: Vec2::new(5.4, 9.0),
            guns,
        };
        field
            .sight(rules(), eye, Eye::at(Vec2::new(15.5, 9.0)), &[])
            .visible()
    };
    assert!(!look(&field, true));
    field.customs.see_over.push(SeeOver {
        all_arms: false,
        zones: vec!["ridge".to_owned()],
        units: true,
        features: vec![Feature::Orchard],
    });
    assert!(look(&field, true) && !look(&field, false));
    // What stands as high as the guns themselves still hides.
    let high = Eye {
        at: Vec2::new(5.4, 20.0),
        guns: true,
    };
    let friend = at(5.4, 26.0, 0.0).footprint(
        Scale::Mm15,
        &infantry(InfantryFormation::AttackColumn),
        eight(),
    );
    let block = Blocker {
        name: "a friend",
        outline: friend.stands[0].outline(),
    };
    let along = field.sight(rules(), high, Eye::at(Vec2::new(5.4, 32.0)), &[block]);
    assert_eq!(
        along.blocked.map(|blocked| blocked.by),
        Some("a friend".to_owned())
    );
}

#[test]
fn r67_guns_see_over_lower_ground_but_not_over_heads_on_their_own_ridge() {
    let mut field = field(
        r#"(heights: [Ridge(line: [(0.3, 0), (0.3, 2)], height: 1, width: 0.2)],
            zones: [(id: "ridge", name: "The ridge", shape: Box((0.2, 0), (0.4, 2)))])"#,
    );
    field.customs.see_over.push(SeeOver {
        all_arms: false,
        zones: vec!["ridge".to_owned()],
        units: true,
        features: Vec::new(),
    });
    let sees_over = |x: f32| {
        let friend = at(x, 9.0, 90.0).footprint(
            Scale::Mm15,
            &infantry(InfantryFormation::BattleLine),
            eight(),
        );
        let blockers: Vec<_> = friend
            .stands
            .iter()
            .map(|stand| Blocker {
                name: "a friend",
                outline: stand.outline(),
            })
            .collect();
        let guns = Eye {
            at: Vec2::new(5.4, 9.0),
            guns: true,
        };
        let ground = field.heights.height(Vec2::new(x - 0.4, 9.0));
        let sight = field.sight(rules(), guns, Eye::at(Vec2::new(16.0, 9.0)), &blockers);
        (ground, sight.visible())
    };
    // A little below the crest men and their smoke still rise above the gunners' eyes.
    let (ground, seen) = sees_over(6.3);
    assert!(ground > 0.55 && ground < 1.0 && !seen, "{ground}");
    // At the foot of the ridge they do not, though the line of sight runs through them.
    let (ground, seen) = sees_over(13.0);
    assert!(ground < 0.1 && seen, "{ground}");
}

#[test]
fn units_look_over_the_whole_width_of_their_lines() {
    let field = field("()");
    let line = |x: f32, y: f32, facing: f32| {
        at(x, y, facing).footprint(
            Scale::Mm15,
            &infantry(InfantryFormation::BattleLine),
            eight(),
        )
    };
    let (here, there) = (line(10.0, 10.0, 90.0), line(20.0, 10.0, 270.0));
    let look = |blockers: &[Blocker]| {
        field
            .sight_of(rules(), (&here, false), (&there, false), blockers)
            .visible()
    };
    assert!(look(&[]));
    let blocker = |footprint: &deadly_field::field::placement::Footprint| {
        let stand = |stand: &deadly_field::field::stand::Stand| Blocker {
            name: "between",
            outline: stand.outline(),
        };
        footprint.stands.iter().map(stand).collect::<Vec<_>>()
    };
    assert!(!look(&blocker(&line(15.0, 10.0, 90.0))));
    // Half of the way is enough.
    assert!(look(&blocker(&line(15.0, 11.2, 90.0))));
}

#[test]
fn all_scales_see_the_same() {
    let scenarios = [Scale::Mm10, Scale::Mm15, Scale::Mm25].map(militia);
    let mut dice = Dice::new(3);
    let mut differ = 0;
    for _ in 0..5_000 {
        let (one, other) = (dice.point(Vec2::splat(2.0)), dice.point(Vec2::splat(2.0)));
        let seen = scenarios.each_ref().map(|scenario| {
            // Depths of sight are inches at every scale; the ground alone is in proportion.
            let mut field = scenario.field.clone();
            field.areas.clear();
            field
                .sight_between(rules(), one * field.square, other * field.square)
                .visible()
        });
        differ += u32::from(seen[0] != seen[1] || seen[1] != seen[2]);
        if differ > 5 {
            break;
        }
    }
    assert!(
        differ <= 5,
        "{differ} of 5,000 pairs differ by more than rounding"
    );
}

/// The first scenario's own ground: the low ridge does not hide one high ridge from the other, the
/// woods do.
#[test]
fn the_ridges_of_the_first_scenario() {
    let scenario = militia(Scale::Mm15);
    let field = &scenario.field;
    let crest = |zone: &str, y: f32| {
        let zone = field.zone(zone).unwrap_or_else(|| panic!("{zone}"));
        (0..200)
            .map(|step| Vec2::new(step as f32 * field.size.x / 200.0, y))
            .filter(|point| zone.contains(*point))
            .max_by(|a, b| {
                field
                    .heights
                    .height(*a)
                    .total_cmp(&field.heights.height(*b))
            })
            .unwrap_or_else(|| panic!("no crest at {y}"))
    };
    let mut seen = 0;
    for y in 20..36 {
        let y = y as f32;
        let (herr, mcpherson) = (crest("herr_ridge", y), crest("mcphersons_ridge_north", y));
        let high = |at: Vec2| field.heights.height(at) > 0.7;
        // The railroad cut is dug through both ridges.
        if !high(herr) || !high(mcpherson) {
            continue;
        }
        let guns = Eye {
            at: herr,
            guns: true,
        };
        match field.sight(rules(), guns, Eye::at(mcpherson), &[]).blocked {
            None => seen += 1,
            // Guns on the ridges see over everything but the tall trees.
            Some(blocked) => assert!(
                blocked.by.to_lowercase().contains("wood"),
                "{y}: {blocked:?}"
            ),
        }
    }
    assert!(seen >= 8, "{seen} of 16");
    let woods = field
        .areas
        .iter()
        .find(|area| area.name.contains("Herbst"))
        .expect("Herbst's woods");
    let middle = (woods.bounds().low + woods.bounds().high) / 2.0;
    let hidden = field.sight_between(rules(), crest("herr_ridge", middle.y), middle);
    assert!(!hidden.visible(), "{hidden:?}");
}

#[test]
fn r39a_sight_heights() {
    // A hill of a given height between two units on the plain hides them if it is half an inch or
    // more, at every scale in proportion.
    for (height, hidden) in [(0.45, false), (0.55, true)] {
        for &scale in Scale::ALL {
            let ground =
                format!("(heights: [Hill(at: (1, 1), radii: (0.1, 0.1), height: {height})])");
            let plan = ron::from_str(&ground).expect("a plan");
            let field = Field::build(&plan, (2, 2), scale, rules(), None).expect("a field");
            let look = |x: f32| Vec2::new(x, 1.0) * field.square;
            let sight = field.sight_between(rules(), look(0.2), look(1.8));
            assert_eq!(sight.visible(), !hidden, "{height} at {scale}");
        }
    }
}

/// A clearing in the woods is open to the eye and to the foot.
#[test]
fn clearings_are_open() {
    let field = field(
        r#"(areas: [(kind: "light_woods", shape: Box((0.5, 0.5), (1, 1))), (kind: "open", shape: Box((0.52, 0.6), (0.98, 0.9)))])"#,
    );
    // From edge to edge of the clearing, 9.36 to 17.64 inches; the trees begin again beyond it.
    assert!(sees(&field, (9.5, 13.0), (17.5, 13.0)));
    assert!(
        sees(&field, (5.0, 13.0), (12.0, 13.0)),
        "a third of an inch of trees"
    );
    assert!(!sees(&field, (5.0, 13.0), (20.0, 13.0)));
    assert_eq!(
        field.ground(rules(), Vec2::new(12.0, 13.0)),
        Some(Ground::Open)
    );
    assert_eq!(
        field.ground(rules(), Vec2::new(12.0, 9.5)),
        Some(Ground::LightWoods)
    );
}
