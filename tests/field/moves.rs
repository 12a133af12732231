//! What moves cost on the ground.

use deadly_field::field::Field;
use deadly_field::field::moves::{Leg, Walked, Walker};
use deadly_field::field::reach::Manner;
use deadly_field::rules::fire::Refusal;
use deadly_field::rules::movement::Mover;
use deadly_field::rules::*;
use proptest::prelude::*;

use crate::support::*;

fn walk(
    field: &Field,
    unit: &Unit,
    start: (f32, f32, f32),
    legs: &[Leg],
) -> Result<Walked, Refusal> {
    let walker = Walker {
        mover: Mover::new(field.scale, unit),
        muster: eight(),
    };
    field.walk(rules(), &walker, at(start.0, start.1, start.2), legs)
}

fn part(field: &Field, unit: &Unit, start: (f32, f32, f32), legs: &[Leg]) -> f32 {
    walk(field, unit, start, legs)
        .expect("a legal move")
        .used
        .part
}

fn ahead(inches: f32) -> Leg {
    Leg::Ahead {
        inches,
        degrees: 0.0,
    }
}

fn close(one: f32, other: f32) {
    assert!((one - other).abs() < 2e-2, "{one} is not {other}");
}

const LINE: InfantryFormation = InfantryFormation::BattleLine;

#[test]
fn open_ground_and_woods() {
    let unit = infantry(LINE);
    let open = field("()");
    close(part(&open, &unit, (18.0, 10.0, 0.0), &[ahead(6.0)]), 1.0);
    let woods = field(r#"(areas: [(kind: "light_woods", shape: Box((0, 0.75), (2, 2)))])"#);
    // The woods begin at 13.5 inches: 3 inches of open ground and 2 of woods are one action.
    close(part(&woods, &unit, (18.0, 10.5, 0.0), &[ahead(5.0)]), 1.0);
    // One end of the line in the woods is enough.
    let edge = field(r#"(areas: [(kind: "heavy_woods", shape: Box((0, 0), (0.98, 2)))])"#);
    close(part(&edge, &unit, (18.0, 10.0, 0.0), &[ahead(2.0)]), 1.0);
}

#[test]
fn roads_are_for_columns() {
    let road = field(
        r#"(lines: [(kind: "road", points: [(1, 0), (1, 2)])], areas: [(kind: "heavy_woods", shape: Box((0, 0), (2, 2)))])"#,
    );
    let column = infantry(InfantryFormation::RoadColumn);
    close(part(&road, &column, (18.0, 10.0, 0.0), &[ahead(13.0)]), 1.0);
    let line = infantry(LINE);
    close(part(&road, &line, (18.0, 10.0, 0.0), &[ahead(2.0)]), 1.0);
    let mut wet = road.clone();
    wet.weather = Weather::Wet;
    close(part(&wet, &column, (18.0, 10.0, 0.0), &[ahead(11.0)]), 1.0);
}

/// At New Market Heights a creek takes two inches more and going up is done at half speed.
#[test]
fn a_scenario_may_make_creeks_and_slopes_harder() {
    let unit = infantry(LINE);
    let mut creek = field(r#"(lines: [(kind: "creek", points: [(0, 0.7), (2, 0.7)])])"#);
    creek
        .customs
        .crossings
        .push((Feature::Creek, Ground::Open, true));
    creek.customs.creek_inches = 2.0;
    let crossed = walk(&creek, &unit, (18.0, 10.0, 0.0), &[ahead(4.0)]).expect("legal");
    close(crossed.used.part, 1.0);
    assert_eq!(crossed.disordered_by, Some(Disorder::Creek));
    close(
        part(&creek, &unit, (18.0, 10.0, 0.0), &[ahead(2.0)]),
        2.0 / 6.0,
    );
    let ridge = field(
        r#"(slopes: Some("half"), heights: [Ridge(line: [(0, 1), (2, 1)], height: 2, width: 0.5)])"#,
    );
    // Three inches up take all of a line's action, as many down only half of it.
    close(part(&ridge, &unit, (18.0, 12.0, 0.0), &[ahead(3.0)]), 1.0);
    let down = walk(&ridge, &unit, (18.0, 20.0, 0.0), &[ahead(3.0)]).expect("legal");
    close(down.used.part, 0.5);
    assert_eq!(down.disordered_by, None);
}

#[test]
fn fences_creeks_and_works() {
    let unit = infantry(LINE);
    let fence = field(r#"(lines: [(kind: "wood_fence", points: [(0, 0.7), (2, 0.7)])])"#);
    // A fence: an inch of open ground, or the whole move as broken. 5 inches as broken are one action.
    close(part(&fence, &unit, (18.0, 10.0, 0.0), &[ahead(5.0)]), 1.0);
    close(
        part(&fence, &unit, (18.0, 10.0, 0.0), &[ahead(2.0)]),
        2.0 / 6.0,
    );
    let creek = field(r#"(lines: [(kind: "creek", points: [(0, 0.7), (2, 0.7)])])"#);
    let crossed = walk(&creek, &unit, (18.0, 10.0, 0.0), &[ahead(5.0)]).expect("legal");
    assert_eq!(crossed.disordered_by, Some(Disorder::Creek));
    let near = walk(&creek, &unit, (18.0, 10.0, 0.0), &[ahead(2.0)]).expect("legal");
    assert_eq!(near.disordered_by, None);
    let works = field(
        r#"(lines: [(kind: "light_works", points: [(0, 0.7), (2, 0.7)]), (kind: "fraise", points: [(0, 0.72), (2, 0.72)])])"#,
    );
    let over = walk(&works, &unit, (18.0, 12.0, 0.0), &[ahead(1.5)]).expect("legal");
    assert_eq!(over.disordered_by, Some(Disorder::Works));
    assert!(
        over.used.part > 3.0,
        "three inches of rough ground: {:?}",
        over.used
    );
}

#[test]
fn slopes_by_the_chart_or_not_at_all() {
    let unit = infantry(LINE);
    let hill = "heights: [Ridge(line: [(0, 1), (2, 1)], height: 2, width: 0.5)]";
    let charted = field(&format!("({hill})"));
    let free = field(&format!("({hill}, slopes: Some(\"free\"))"));
    let up = |field: &Field| part(field, &unit, (18.0, 12.0, 0.0), &[ahead(4.0)]);
    close(up(&charted), 4.0 / 5.0);
    close(up(&free), 4.0 / 6.0);
    let down = part(&charted, &unit, (18.0, 16.0, 180.0), &[ahead(4.0)]);
    close(down, 4.0 / 6.0);
    let steep = field("(heights: [Ridge(line: [(0, 1), (2, 1)], height: 4, width: 0.3)])");
    let climbed = walk(&steep, &unit, (18.0, 13.0, 0.0), &[ahead(3.0)]).expect("legal");
    assert_eq!(climbed.disordered_by, Some(Disorder::SteepSlope));
}

#[test]
fn impassable_ground_and_the_edge_of_the_table() {
    let unit = infantry(LINE);
    let river = field(r#"(areas: [(kind: "river", shape: Box((0, 0.7), (2, 0.9)))])"#);
    let halted = walk(&river, &unit, (18.0, 10.0, 0.0), &[ahead(5.0)]).expect("it stops");
    assert_eq!(
        halted.stopped.map(|refusal| refusal.why),
        Some("nobody can pass there")
    );
    // The river begins at 12.6 inches.
    assert!(
        (12.0..12.7).contains(&halted.placement.at.y),
        "{:?}",
        halted.placement
    );
    let mut pond = field(r#"(areas: [(kind: "pond", shape: Box((0, 0.7), (2, 0.9)))])"#);
    let stops = |field: &Field| {
        let walked = walk(field, &unit, (18.0, 12.0, 0.0), &[ahead(1.0)]);
        walked.expect("legal").stopped.is_some()
    };
    assert!(!stops(&pond));
    pond.weather = Weather::Wet;
    assert!(stops(&pond));
    let halted = walk(&field("()"), &unit, (18.0, 34.0, 0.0), &[ahead(5.0)]).expect("it stops");
    assert_eq!(
        halted.stopped.map(|refusal| refusal.why),
        Some("that is off the table")
    );
    close(halted.placement.at.y, 36.0);
}

#[test]
fn wheels_turns_and_faces() {
    let open = field("()");
    let line = infantry(LINE);
    // A line of 2 inches wheels through a right angle: the outer end goes pi inches.
    let wheeled = walk(
        &open,
        &line,
        (18.0, 10.0, 0.0),
        &[Leg::Wheel { degrees: 90.0 }],
    )
    .expect("legal");
    close(wheeled.used.part, std::f32::consts::PI / 6.0);
    close(wheeled.placement.facing.to_degrees(), 90.0);
    // The right end stood still: from (19, 10) the line now reaches north.
    close(wheeled.placement.at.x, 19.0);
    close(wheeled.placement.at.y, 11.0);
    let column = infantry(InfantryFormation::AttackColumn);
    let turn = Leg::Turn { degrees: 40.0 };
    close(
        part(&open, &column, (18.0, 10.0, 0.0), &[turn, ahead(3.0)]),
        4.0 / 7.0,
    );
    let road = infantry(InfantryFormation::RoadColumn);
    close(
        part(&open, &road, (18.0, 10.0, 0.0), &[turn, ahead(3.0)]),
        3.0 / 9.0,
    );
    assert!(
        walk(
            &open,
            &column,
            (18.0, 10.0, 0.0),
            &[Leg::Wheel { degrees: 40.0 }]
        )
        .is_err()
    );
    assert!(walk(&open, &line, (18.0, 10.0, 0.0), &[turn]).is_err());
    let about = walk(&open, &line, (18.0, 10.0, 0.0), &[Leg::AboutFace]).expect("legal");
    close(about.used.part, 1.0 / 6.0);
    close(about.placement.at.y, 9.5);
    close(
        part(
            &open,
            &line,
            (18.0, 10.0, 0.0),
            &[Leg::Back { inches: 2.5 }],
        ),
        5.0 / 6.0,
    );
    close(
        part(
            &open,
            &line,
            (18.0, 10.0, 0.0),
            &[Leg::Change { part: 0.5 }, ahead(3.0)],
        ),
        1.0,
    );
}

#[test]
fn oblique_is_free_and_outside_the_arc_is_not() {
    let open = field("()");
    let line = infantry(LINE);
    let to = |degrees| Leg::Ahead {
        inches: 4.0,
        degrees,
    };
    let oblique = walk(&open, &line, (18.0, 10.0, 0.0), &[to(45.0)]).expect("legal");
    close(oblique.used.part, 4.0 / 6.0);
    assert_eq!(oblique.disordered_by, None);
    close(oblique.placement.facing.to_degrees(), 0.0);
    let sideways = walk(&open, &line, (18.0, 10.0, 0.0), &[to(90.0)]).expect("legal");
    close(sideways.used.part, 1.0);
    assert_eq!(sideways.disordered_by, Some(Disorder::LeavingArc));
    let column = infantry(InfantryFormation::RoadColumn);
    assert!(walk(&open, &column, (18.0, 10.0, 0.0), &[to(20.0)]).is_err());
}

#[test]
fn the_railroad_cut_of_the_first_scenario() {
    let mut field = field(r#"(lines: [(kind: "railroad_cut", points: [(0, 0.7), (2, 0.7)])])"#);
    field.customs.railroad_cut = Some((Ground::Trail, 1.0));
    let line = infantry(LINE);
    // The cut is half an inch wide and counts as an inch of rough ground, a whole action for a
    // battle line, which can stop in the middle of it.
    let across = |from: f32, inches: f32| part(&field, &line, (18.0, from, 0.0), &[ahead(inches)]);
    close(across(12.35, 0.5), 1.0);
    close(across(12.35, 0.25), 0.5);
    close(across(12.6, 0.25), 0.5);
    let column = infantry(InfantryFormation::RoadColumn);
    close(
        part(&field, &column, (14.0, 12.6, 90.0), &[ahead(11.0)]),
        1.0,
    );
}

/// A fence is paid for once, wherever the quarter inches of the path end.
#[test]
fn a_fence_is_crossed_once() {
    let fence = field(r#"(lines: [(kind: "wood_fence", points: [(0, 0.75), (2, 0.75)])])"#);
    let unit = infantry(LINE);
    // The fence is at 13.5. Ending on it, leaving it, and crossing it.
    close(part(&fence, &unit, (18.0, 13.0, 0.0), &[ahead(0.5)]), 0.1);
    close(
        part(&fence, &unit, (18.0, 13.5, 0.0), &[ahead(0.5)]),
        0.5 / 6.0,
    );
    close(part(&fence, &unit, (18.0, 13.0, 0.0), &[ahead(1.0)]), 0.2);
}

#[test]
fn disordered_units_use_roads_too() {
    let road = field(r#"(lines: [(kind: "road", points: [(1, 0), (1, 2)])])"#);
    let unit = Unit {
        morale: Morale::Disorder,
        ..infantry(LINE)
    };
    close(part(&road, &unit, (18.0, 10.0, 0.0), &[ahead(6.0)]), 1.0);
}

#[test]
fn reach_is_what_one_action_pays_for() {
    let open = field("()");
    let unit = infantry(LINE);
    let walker = Walker {
        mover: Mover::new(Scale::Mm15, &unit),
        muster: eight(),
    };
    let start = at(18.0, 18.0, 0.0);
    let reach = open.reach(rules(), &walker, start, 0.0);
    for place in &reach {
        let far = place.at.distance(start.at);
        match place.manner {
            Manner::Ahead => close(far, 6.0),
            // Half an inch deep, an inch for the turn, and five inches ahead.
            Manner::AboutFace => assert!((5.0..6.0).contains(&far), "{place:?}"),
            Manner::Wheel(_) => assert!(far > 2.0, "{place:?}"),
            Manner::Backward | Manner::Turn | Manner::OutsideArc => panic!("{place:?}"),
        }
        assert!(!place.disordered);
    }
    let column = infantry(InfantryFormation::AttackColumn);
    let turning = Walker {
        mover: Mover::new(Scale::Mm15, &column),
        muster: eight(),
    };
    let reach = open.reach(rules(), &turning, start, 0.0);
    close(reach[0].at.distance(start.at), 7.0);
    close(reach[12].at.distance(start.at), 6.0);
    let half = open.reach(rules(), &walker, start, 0.5);
    close(half[0].at.distance(start.at), 3.0);
    // Every place of the reach can be walked to within one action, and in the order it says.
    let scenario = militia(Scale::Mm15);
    for step in 0..16 {
        let start = at(
            3.0 + 2.0 * step as f32,
            9.0 + step as f32,
            30.0 * step as f32,
        );
        for place in scenario.field.reach(rules(), &walker, start, 0.0) {
            let start = (start.at.x, start.at.y, start.facing.to_degrees());
            let walked = walk(&scenario.field, &unit, start, &place.legs).expect("a legal move");
            assert!(
                walked.used.part <= 1.02,
                "{} at {start:?}: {place:?}",
                walked.used.part
            );
            assert!(walked.placement.at.distance(place.at) < 0.05, "{place:?}");
            assert_eq!(
                walked.disordered_by.is_some(),
                place.disordered,
                "{place:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Going farther in the same direction never costs less.
    #[test]
    fn moving_more_never_costs_less(
        x in 3.0f32..33.0, y in 3.0f32..33.0, facing in 0.0f32..360.0,
        inches in 0.0f32..6.0, more in 0.0f32..4.0, degrees in -180.0f32..180.0,
        formation in prop::sample::select(&InfantryFormation::ALL[..5]),
    ) {
        thread_local! {
            static FIELD: Field = militia(Scale::Mm15).field;
        }
        let unit = infantry(formation);
        let column = matches!(formation, InfantryFormation::AttackColumn | InfantryFormation::RoadColumn);
        let degrees = if column { 0.0 } else { degrees };
        FIELD.with(|field| {
            let go = |inches| walk(field, &unit, (x, y, facing), &[Leg::Ahead { inches, degrees }]);
            if let Ok(far) = go(inches + more) {
                let near = go(inches).expect("the nearer place is on the way");
                if far.stopped.is_some() {
                    return Ok(());
                }
                prop_assert!(near.used.part <= far.used.part + 0.05, "{} then {}", near.used.part, far.used.part);
                prop_assert!(near.used.part >= 0.0);
            }
            Ok(())
        })?;
    }
}

/// The cells that make it fast know the same ground as the outlines themselves.
#[test]
fn cells_and_outlines_agree_about_the_ground() {
    use bevy::math::Vec2;
    use deadly_field::field::geometry::distance_to_line;
    use deadly_field::field::going::slowness;
    use deadly_field::field::plan::LineKind;
    use deadly_field::rules::ground::Going;
    use deadly_field::scenario::{Scenario, find};
    let path = find(std::path::Path::new("taint_no_militia"));
    let scenario = Scenario::load(&path, Scale::Mm15, rules()).expect("a good scenario");
    let field = &scenario.field;
    let mut covered = 0;
    for step in 0..40_000u32 {
        // Evenly over the whole table and a little beyond it.
        let part = |factor: f64| ((f64::from(step) * factor).fract() * 1.04 - 0.02) as f32;
        let point = field.size * Vec2::new(part(0.754_877_666), part(0.569_840_29));
        let cleared = field.is_cleared(point);
        let areas = field
            .areas
            .iter()
            .filter(|area| area.contains(point) && (!cleared || !area.kind.is_growth()))
            .map(|area| area.feature());
        let on = |line: &&deadly_field::field::LineFeature| {
            distance_to_line(&line.points, point) <= line.half_width
        };
        let creeks = field
            .lines
            .iter()
            .filter(|line| line.kind == LineKind::Creek);
        let features: Vec<_> = areas
            .chain(creeks.filter(on).map(|_| Feature::Creek))
            .collect();
        covered += usize::from(!features.is_empty());
        let expected = features.iter().try_fold(Ground::Open, |slowest, &feature| {
            match field.feature_going(rules(), feature).0 {
                Going::Impassable => None,
                Going::As(ground) if slowness(ground) > slowness(slowest) => Some(ground),
                Going::As(_) => Some(slowest),
            }
        });
        assert_eq!(field.ground(rules(), point), expected, "{point}");
        for line in &field.lines {
            assert_eq!(line.covers(point), on(&line), "{point}: {}", line.name);
            let around = field.lines_around(point).any(|other| other == line);
            let far = distance_to_line(&line.points, point);
            assert!(around || far > 1.9, "{point}: {} is overlooked", line.name);
        }
    }
    assert!(covered > 5_000, "{covered}");
}
