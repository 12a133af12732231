//! What is told of pickets before the battle and after it: set-up, files, plans.

use super::meeting::meeting;
use super::*;

/// A set-up that is hidden shows when both are ready, and not before.
#[test]
fn a_hidden_set_up_is_shown_when_both_are_ready() {
    let mut stage = Stage::new();
    let blue = stage.union(foot(8), 0.0, 0.0, 0.0);
    let grey = stage.rebel(foot(8), 0.0, 14.0, 180.0);
    let mut scenario = stage.scenario();
    let zone = "(zones: [(id: \"north\", name: \"North\", shape: Polygon([(0, 1), (2, 1), (2, 2), (0, 2)])), \
                (id: \"south\", name: \"South\", shape: Polygon([(0, 0), (2, 0), (2, 1), (0, 1)]))])";
    let plan = ron::from_str(zone).expect("zones");
    scenario.field =
        deadly_field::field::Field::build(&plan, (2, 2), Scale::Mm15, Rules::book(), None)
            .expect("a field");
    for (unit, zone) in [(blue, "south"), (grey, "north")] {
        let setup = &mut scenario.units[unit.0 as usize];
        if let Deployment::At { within, .. } = &mut setup.deployment {
            *within = Some(zone.to_owned());
        }
    }
    scenario.hiding = Hiding {
        union: Some(Hidden::SetUp),
        confederate: Some(Hidden::SetUp),
    };
    let rules = std::sync::Arc::new(Rules::book().clone());
    let mut battle = Battle::new(std::sync::Arc::new(scenario), rules, 1);
    let Some(Decision::SetUp { side, units, .. }) = battle.decision().cloned() else {
        panic!("{:?}", battle.decision());
    };
    let (first, unit) = (side, units[0]);
    let there = battle.army().placement(unit);
    let post = Post {
        unit,
        at: there.at + Vec2::X * 3.0,
        facing: there.facing,
        formation: None,
    };
    let moved = Answer::SetUp {
        units: vec![post],
        leaders: Vec::new(),
        ready: true,
    };
    battle.answer(moved).expect("in its zone");
    let told = |battle: &Battle, side: Side| {
        let mut army = battle.first().as_seen_by(side);
        let facts = battle.facts().iter().filter(|fact| fact.seen_by(side));
        facts.for_each(|fact| army.apply(fact));
        army
    };
    let other = told(&battle, first.other());
    assert!(!other.has_place(unit), "the other still sets up");
    let general = LeaderId(u32::from(first == GREY));
    assert_eq!(other.leader(general).at, None, "nor where his general is");
    assert!(told(&battle, first).has_place(unit));
    battle.answer(Answer::READY).expect("always allowed");
    for side in [BLUE, GREY] {
        let known = told(&battle, side);
        assert!(known.on_table(blue) && known.on_table(grey));
        assert_eq!(known.placement(unit).at, post.at);
        assert!(known.leader(general).at.is_some());
        assert!(known.pickets().is_empty());
    }
}

/// What a battle ends with is open to both.
#[test]
fn nothing_stays_hidden_when_it_is_over() {
    for (blue_real, grey_real) in [(true, false), (false, false)] {
        let (mut play, units) = meeting(blue_real, grey_real);
        play.answer(Answer::Concede);
        let army = play.battle.army();
        assert_eq!(army.standing_pickets().count(), 0);
        assert!(army.on_table(units[0]) && army.on_table(units[1]));
        for side in [BLUE, GREY] {
            let (_, known) = seen(&play, side);
            assert!(known.on_table(units[0]) && known.on_table(units[1]));
        }
    }
}

/// A picket moves and is moved like nothing else: wheels and turns too.
#[test]
fn a_picket_turns_with_its_unit() {
    let mut stage = woods().hidden(GREY, 0).rebels_first();
    stage.union(foot(8), -2.0, 0.0, 0.0);
    let grey = stage.rebel(foot(8), 12.0, 20.0, 0.0);
    let mut play = begin(stage.scenario());
    play.activate(grey);
    play.order(Order::Move {
        form: None,
        form_last: false,
        legs: vec![Leg::Wheel { degrees: 30.0 }],
    });
    let army = play.battle.army();
    assert_eq!(picket(&play, grey).at, army.placement(grey));
    assert!((picket(&play, grey).at.facing.to_degrees() - 30.0).abs() < 0.5);
}

/// A small scenario with something said about who is hidden.
fn told(hidden: &str) -> Result<Scenario, Vec<deadly_field::scenario::FileFault>> {
    let unit = |name: &str, y: f32| {
        format!(
            "(commands: [(name: \"{name} brigade\", echelon: \"brigade\", \
             leader: Some((name: \"General {name}\", rank: \"brigade\", benefit: 1)), units: [(name: \"{name}\", \
             arm: Infantry(8), weapon: \"rifle_musket\", quality: \"veteran\", \
             deploy: At(at: (1.0, {y}), facing: 0))])])"
        )
    };
    let text = format!(
        "(name: \"Hide\", date: (1863, 7, 1), time: (10, 0), history: \"\", turns: 2, \
         initiative: \"union\", hidden: [{hidden}], season: \"summer\", weather: Fixed(\"dry\"), \
         period: \"1861_63\", board: Squares(2, 2), ground: (), union: {}, confederate: {}, \
         victory: (conditions: [], otherwise: \"union\"))",
        unit("1st", 0.5),
        unit("2nd", 1.5)
    );
    let source = serde_json::json!({ "file": "hide.ron", "text": text });
    let source: deadly_field::scenario::ScenarioSource =
        serde_json::from_value(source).expect("a source");
    source.scenario(Scale::Mm15, Rules::book())
}

#[test]
fn a_scenario_file_says_who_begins_hidden() {
    let plain = told("").expect("nobody hides");
    assert!(!plain.hiding.is_any());
    let usual = told("(side: \"confederate\", how: Pickets())").expect("one dummy each");
    assert_eq!(
        usual.hiding.confederate,
        Some(Hidden::Pickets {
            dummies: 1,
            still: false
        })
    );
    assert_eq!(usual.units.iter().filter(|unit| unit.dummy).count(), 1);
    let both = "(side: \"union\", how: SetUp), (side: \"confederate\", how: Pickets(dummies: 2))";
    assert_eq!(told(both).expect("both").hiding.union, Some(Hidden::SetUp));
    for (wrong, field) in [
        (
            "(side: \"union\", how: Pickets(dummies: 3))",
            "hidden[0].how",
        ),
        ("(side: \"blue\", how: SetUp)", "hidden[0].side"),
        (
            "(side: \"union\", how: SetUp), (side: \"union\", how: SetUp)",
            "hidden[1].side",
        ),
    ] {
        let faults = told(wrong).expect_err(wrong);
        assert!(
            faults.iter().any(|fault| fault.field == field),
            "{faults:?}"
        );
    }
}

/// The map of the start for one side has the other's pickets on it, and nobody by name.
#[test]
fn the_map_for_one_side_shows_pickets() {
    let scenario = told("(side: \"confederate\", how: Pickets())").expect("a scenario");
    let count = |eyes: Option<Side>, what: &str| {
        let svg = deadly_field::print::map::svg_for(&scenario, eyes);
        svg.matches(&format!("class=\"{what}\"")).count()
    };
    assert_eq!(
        (count(Some(BLUE), "unit"), count(Some(BLUE), "picket")),
        (1, 2)
    );
    assert_eq!(
        (count(Some(GREY), "unit"), count(Some(GREY), "picket")),
        (2, 1)
    );
    assert_eq!((count(None, "unit"), count(None, "picket")), (2, 1));
}
