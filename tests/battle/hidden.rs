//! Hidden movement: pickets, dummies, and what either side may know of them.

mod meeting;
mod told;
mod twins;

use bevy::math::Vec2;
use deadly_field::army::*;
use deadly_field::battle::*;
use deadly_field::field::moves::Leg;
use deadly_field::field::{Facing, Placement};
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::*;
use deadly_field::scenario::{Deployment, Hidden, Hiding, Scenario};

use crate::play::{Play, walk};
use crate::stage::{Stage, foot, formed, origin};

const BLUE: Side = Side::Union;
const GREY: Side = Side::Confederate;

/// Two woods in opposite corners: nobody in their middle is seen from outside.
fn woods() -> Stage {
    let south_west = ("heavy_woods", [-18.0, -8.0, -6.0, 4.0]);
    let north_east = ("heavy_woods", [6.0, 16.0, 18.0, 28.0]);
    Stage::new().ground(&[], &[south_west, north_east])
}

/// The unit of a dummy, the first of a side being 0.
fn dummy(scenario: &Scenario, side: Side, number: usize) -> UnitId {
    let all = scenario.units.iter().enumerate();
    let mut dummies = all.filter(|(_, unit)| unit.dummy && unit.unit.side == side);
    UnitId(dummies.nth(number).expect("a dummy").0 as u32)
}

/// Puts a unit elsewhere before the battle.
fn put(scenario: &mut Scenario, unit: UnitId, x: f32, y: f32, facing: f32) {
    let at = origin(scenario.field.scale) + Vec2::new(x, y);
    scenario.units[unit.0 as usize].deployment = Deployment::At {
        placement: Placement {
            at,
            facing: Facing::degrees(facing),
        },
        within: None,
    };
}

/// The battle up to the first activation.
fn begin(scenario: Scenario) -> Play {
    let mut play = Play::of(scenario, &[]);
    play.leaders_stay();
    play
}

/// The other side's turn.
fn next_side(play: &mut Play) {
    play.end_turn();
    play.leaders_stay();
}

fn picket(play: &Play, unit: UnitId) -> &Picket {
    let army = play.battle.army();
    let id = army.picket_of(unit).expect("a picket");
    army.picket(id).expect("a picket")
}

fn shown(play: &Play, unit: UnitId) -> Option<Sighting> {
    play.facts().iter().find_map(|fact| match fact {
        Fact::Shown { units, why, .. } if units.iter().any(|one| one.unit == unit) => Some(*why),
        _ => None,
    })
}

fn gone(play: &Play, side: Side) -> Vec<Sighting> {
    let facts = play.facts();
    let gone = facts.iter().filter_map(|fact| match fact {
        Fact::DummyGone { picket, why } if picket.side == side => Some(*why),
        _ => None,
    });
    gone.collect()
}

/// What a side has been told, and what it makes of it.
fn seen(play: &Play, side: Side) -> (Vec<Fact>, Army) {
    let battle = &play.battle;
    let mut army = play.first().as_seen_by(side);
    let facts: Vec<_> = play
        .facts()
        .into_iter()
        .filter(|fact| fact.seen_by(side))
        .collect();
    facts.iter().for_each(|fact| army.apply(fact));
    // What hidden units have done is nobody's business; both are told without it.
    assert!(
        army.as_seen_by(side) == battle.army().as_seen_by(side),
        "what the facts add up to"
    );
    (facts, army)
}

#[test]
fn hidden_markers_take_the_place_of_whoever_is_not_seen() {
    let mut stage = woods().hidden(GREY, 1);
    let blue = stage.union(foot(8), -2.0, 0.0, 0.0);
    let grey = stage.rebel(foot(8), 12.0, 22.0, 180.0);
    let open = stage.rebel(foot(8), 0.0, 14.0, 180.0);
    let mut scenario = stage.scenario();
    for number in 0..2 {
        let unit = dummy(&scenario, GREY, number);
        put(&mut scenario, unit, 9.0 + 6.0 * number as f32, 25.0, 180.0);
    }
    let play = begin(scenario);
    let army = play.battle.army();
    assert!(army.on_table(blue), "it is not hidden");
    assert!(army.on_table(open), "it is in sight");
    assert_eq!(shown(&play, open), Some(Sighting::Seen(blue)));
    assert!(army.is_hidden(grey));
    assert_eq!(army.standing_pickets().count(), 3, "itself and two dummies");
    let numbers: Vec<_> = army.pickets().iter().map(|one| one.id.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    let west_to_east = army
        .pickets()
        .is_sorted_by(|one, other| one.at.at.x <= other.at.at.x);
    assert!(west_to_east, "numbers must not tell who is real");
    let (facts, blue_knows) = seen(&play, BLUE);
    assert!(!blue_knows.has_place(grey));
    assert!(
        blue_knows
            .pickets()
            .iter()
            .all(|one| one.units.is_empty() || one.units == [open])
    );
    assert!(
        facts
            .iter()
            .all(|fact| !matches!(fact, Fact::Secret { .. } | Fact::Behind { .. }))
    );
    assert!(seen(&play, GREY).1.has_place(grey));
}

#[test]
fn hidden_marker_position_is_the_head_of_a_column_and_the_middle_of_a_line() {
    let mut stage = woods().hidden(GREY, 0);
    stage.union(foot(8), -2.0, 0.0, 0.0);
    let one = stage.rebel(foot(8), 10.0, 22.0, 180.0);
    let other = stage.rebel(foot(8), 13.5, 22.0, 180.0);
    let line = begin(stage.scenario());
    let army = line.battle.army();
    assert_eq!(picket(&line, one).at, army.placement(one));
    let middle = army.marker_of(&[one, other]);
    assert_eq!(
        middle.at,
        (army.placement(one).at + army.placement(other).at) / 2.0
    );

    let column = |unit| formed(unit, InfantryFormation::RoadColumn);
    let mut stage = woods().hidden(GREY, 0);
    stage.union(foot(8), -2.0, 0.0, 0.0);
    let head = stage.rebel(column(foot(8)), 12.0, 20.0, 180.0);
    let tail = stage.rebel(column(foot(8)), 12.0, 24.0, 180.0);
    let march = begin(stage.scenario());
    let army = march.battle.army();
    assert_eq!(army.marker_of(&[tail, head]), army.placement(head));
}

#[test]
fn hidden_record_is_kept_and_never_told() {
    let mut stage = woods().hidden(GREY, 1);
    stage.union(foot(8), -2.0, 0.0, 0.0);
    let grey = stage.rebel(foot(8), 12.0, 22.0, 180.0);
    let mut scenario = stage.scenario();
    let nobody = dummy(&scenario, GREY, 0);
    put(&mut scenario, nobody, 12.0, 26.0, 180.0);
    let play = begin(scenario);
    let kept = |army: &Army| -> Vec<Vec<UnitId>> {
        army.pickets().iter().map(|one| one.units.clone()).collect()
    };
    assert_eq!(kept(play.battle.army()).len(), 2);
    assert!(kept(play.battle.army()).contains(&vec![grey]));
    assert!(kept(play.battle.army()).contains(&vec![nobody]));
    assert_eq!(kept(&seen(&play, GREY).1), kept(play.battle.army()));
    assert!(kept(&seen(&play, BLUE).1).iter().all(Vec::is_empty));
}

#[test]
fn hidden_dummies_are_as_many_for_each_regiment_as_was_agreed() {
    for dummies in 0..=2 {
        let mut stage = woods().hidden(GREY, dummies);
        stage.union(foot(8), -2.0, 0.0, 0.0);
        stage.rebel(foot(8), 10.0, 22.0, 180.0);
        stage.rebel(foot(8), 14.0, 22.0, 180.0);
        let scenario = stage.scenario();
        let nobody = scenario.units.iter().filter(|unit| unit.dummy).count();
        assert_eq!(nobody, 2 * dummies as usize);
        assert_eq!(
            scenario.units_of(GREY).count(),
            2,
            "nobody counts as a unit"
        );
        assert_eq!(scenario.strength(GREY), (16, 0));
    }
}

#[test]
fn hidden_group_marker_stands_for_a_brigade_in_one_formation() {
    let mut stage = woods().hidden(GREY, 1);
    stage.union(foot(8), -2.0, 0.0, 0.0);
    let one = stage.rebel(foot(8), 9.5, 22.0, 180.0);
    let other = stage.rebel(foot(8), 11.5005, 22.0, 180.0);
    let far = stage.rebel(foot(8), 12.0, 26.5, 180.0);
    let column = formed(foot(8), InfantryFormation::RoadColumn);
    let march = stage.rebel(column, 16.0, 22.0, 180.0);
    let scenario = stage.scenario();
    let nobody = dummy(&scenario, GREY, 0);
    let dummies = scenario.units.iter().filter(|unit| unit.dummy).count();
    let fresh = Play::on(scenario.clone(), &[]);
    let battle = &fresh.battle;
    let Some(Decision::SetUp { side: GREY, .. }) = battle.decision() else {
        panic!("the dummies are to be set up: {:?}", battle.decision());
    };
    for wrong in [
        vec![one, far],
        vec![other, march],
        vec![one, nobody],
        vec![],
        vec![UnitId(0)],
    ] {
        assert!(
            battle.check(&Answer::Band(wrong.clone())).is_err(),
            "{wrong:?}"
        );
    }
    let mut play = Play::on(scenario, &[Answer::Band(vec![one, other]), Answer::READY]);
    let army = play.battle.army();
    let behind: Vec<_> = army
        .pickets()
        .iter()
        .map(|picket| picket.units.len())
        .collect();
    assert_eq!(behind.iter().filter(|&&many| many == 2).count(), 1);
    // Dummies are counted by regiment: a picket fewer for the real ones, and no dummy fewer.
    assert_eq!(behind.len(), 3 + dummies);
    let group = army.picket_of(one).expect("a picket");
    assert_eq!(army.picket_of(other), Some(group));
    // Union first; then the group acts as one, by its first regiment.
    play.leaders_stay();
    next_side(&mut play);
    assert!(play.ready().contains(&one) && !play.ready().contains(&other));
    play.activate(one);
    let (from, second) = (play.at(one), play.at(other));
    play.walk(1.0);
    assert!((play.at(one).1 - from.1 + 1.0).abs() < 0.01, "a whole inch");
    assert!(
        (play.at(other).1 - second.1 + 1.0).abs() < 0.01,
        "the same inch"
    );
    let army = play.battle.army();
    let there = army.picket(group).expect("a picket").at;
    assert_eq!(there, army.marker_of(&[one, other]));
}

#[test]
fn hidden_move_is_at_the_true_rate_for_pickets_and_dummies_alike() {
    let mut stage = woods().hidden(GREY, 1).rebels_first();
    stage.union(foot(8), -2.0, 0.0, 0.0);
    let grey = stage.rebel(foot(8), 12.0, 20.0, 0.0);
    let mut scenario = stage.scenario();
    let nobody = dummy(&scenario, GREY, 0);
    put(&mut scenario, nobody, 8.5, 20.0, 0.0);
    let mut play = begin(scenario);
    let rate = |play: &mut Play, unit: UnitId| {
        play.activate(unit);
        let tenths = (1..200).map(|tenths| tenths as f32 / 10.0);
        let may = |inches: &f32| play.battle.check(&Answer::Order(walk(*inches))).is_ok();
        let most = tenths.take_while(may).last().expect("it moves");
        let from = picket(play, unit).at.at;
        play.walk(most);
        let gone = picket(play, unit).at.at.distance(from);
        assert!((gone - most).abs() < 0.01, "the marker goes with it");
        play.hold();
        most
    };
    let own = rate(&mut play, grey);
    let claimed = rate(&mut play, nobody);
    assert_eq!(own, claimed);
    let line = Rules::book().rate(Scale::Mm15, &foot(8), Ground::HeavyWoods);
    assert_eq!(ground::Rate::Inches(own as u32), line, "{own}");
    // The other side sees markers go, and nothing else.
    let (facts, _) = seen(&play, BLUE);
    let moved = |fact: &&Fact| matches!(fact, Fact::PicketMoved { .. });
    assert!(facts.iter().filter(moved).count() >= 2);
    let tells = |fact: &Fact| matches!(fact, Fact::Moved { .. } | Fact::Activated { .. });
    assert!(!facts.iter().any(tells));
}

#[test]
fn hidden_before_richmond_whoever_moves_is_placed_on_the_table() {
    let mut stage = woods().hidden_still(GREY, 1).rebels_first();
    stage.union(foot(8), -2.0, 0.0, 0.0);
    let grey = stage.rebel(foot(8), 12.0, 20.0, 0.0);
    let stays = stage.rebel(foot(8), 12.0, 24.0, 0.0);
    let mut scenario = stage.scenario();
    let nobody = dummy(&scenario, GREY, 0);
    put(&mut scenario, nobody, 8.5, 20.0, 0.0);
    let mut play = begin(scenario);
    assert!(play.battle.army().is_hidden(grey), "nobody sees it");
    play.activate(grey).walk(1.0);
    assert_eq!(shown(&play, grey), Some(Sighting::Itself));
    play.hold();
    // A dummy that moved and stayed would tell that it is one.
    play.activate(nobody).walk(1.0);
    assert_eq!(gone(&play, GREY), [Sighting::Itself]);
    play.activate(stays).hold();
    assert!(play.battle.army().is_hidden(stays));
}

#[test]
fn r92_hidden_before_richmond_nobody_is_declared_for_being_seen() {
    for still in [false, true] {
        let stage = Stage::new();
        let mut stage = if still {
            stage.hidden_still(GREY, 1)
        } else {
            stage.hidden(GREY, 1)
        };
        let blue = stage.union(foot(8), 0.0, 0.0, 0.0);
        let grey = stage.rebel(foot(8), 0.0, 10.0, 180.0);
        let mut scenario = stage.scenario();
        let nobody = dummy(&scenario, GREY, 0);
        put(&mut scenario, nobody, 12.0, 10.0, 180.0);
        let mut play = begin(scenario);
        if !still {
            assert_eq!(shown(&play, grey), Some(Sighting::Seen(blue)));
            continue;
        }
        assert!(play.battle.army().is_hidden(grey), "seen, and not declared");
        assert!(gone(&play, GREY).is_empty());
        // Close by he is found all the same.
        play.activate(blue).walk(6.0);
        while play.asks() == "react" {
            play.decline();
        }
        assert!(play.battle.army().is_hidden(grey));
        play.walk(3.0);
        while shown(&play, grey).is_none() && play.asks() == "react" {
            play.decline();
        }
        assert_eq!(shown(&play, grey), Some(Sighting::Near(blue)));
    }
}

#[test]
fn hidden_reveal_places_real_units_and_takes_dummies_away() {
    let mut stage = Stage::new().hidden(GREY, 1).rebels_first();
    stage = stage.ground(&[], &[("heavy_woods", [-18.0, 6.0, 2.0, 9.0])]);
    let blue = stage.union(foot(8), 0.0, 0.0, 0.0);
    let grey = stage.rebel(foot(8), 0.5, 14.0, 90.0);
    let mut scenario = stage.scenario();
    let nobody = dummy(&scenario, GREY, 0);
    put(&mut scenario, nobody, 0.5, 18.0, 90.0);
    let mut play = begin(scenario);
    let nerve = play.battle.now().morale_now(grey).mmp;
    play.activate(nobody).walk(3.0);
    while gone(&play, GREY).is_empty() {
        play.walk(3.0);
    }
    assert_eq!(gone(&play, GREY), [Sighting::Seen(blue)]);
    assert_eq!(play.fate(nobody), Some(Fate::Dummy));
    let after = play.battle.now().morale_now(grey).mmp;
    assert_eq!(after, nerve, "nobody is missed");
    assert!(seen(&play, BLUE).1.standing_pickets().count() == 1);
    assert!(play.battle.army().is_hidden(grey));
    play.activate(grey);
    assert!(
        !play
            .orders()
            .iter()
            .any(|order| matches!(order, Order::Fire { .. }))
    );
    play.walk(4.0);
    if shown(&play, grey).is_none() {
        play.walk(4.0);
    }
    assert_eq!(shown(&play, grey), Some(Sighting::Seen(blue)));
    // It is on its way still, and the enemy may react to what he sees of it.
    assert!(play.battle.army().on_table(grey));
    let (_, known) = seen(&play, BLUE);
    assert_eq!(known.placement(grey), play.battle.army().placement(grey));
    let leader = play.battle.army().leader(LeaderId(1));
    assert!(leader.at.is_some(), "his general has come with it");
}

#[test]
fn hidden_no_return_for_whoever_has_been_seen() {
    let mut stage = woods().hidden(GREY, 0).rebels_first();
    stage.union(foot(8), -2.0, 0.0, 0.0);
    let grey = stage.rebel(foot(8), 12.0, 20.0, 0.0);
    let mut play = begin(stage.scenario());
    play.activate(grey).order(Order::Show);
    assert_eq!(shown(&play, grey), Some(Sighting::Itself));
    assert!(play.orders().contains(&Order::Hold) && !play.orders().contains(&Order::Show));
    play.walk(1.0);
    assert!(
        play.battle.army().on_table(grey),
        "deep in the woods, and still on the table"
    );
    play.refuses(Answer::Order(Order::Show));
    let spent = play.record(grey).actions;
    assert_eq!(spent, 1, "to show itself costs nothing");
}

/// A line of heavy works, and a hidden regiment behind it.
fn behind_works(kind: &str, blue_at: f32) -> (Play, UnitId, UnitId) {
    let mut stage = Stage::new().hidden(GREY, 0);
    stage = stage.ground(&[(kind, [(-6.0, 13.2), (6.0, 13.2)])], &[]);
    let blue = stage.union(foot(8), 0.0, blue_at, 0.0);
    let grey = stage.rebel(foot(8), 0.0, 14.0, 180.0);
    let mut play = Play::of(stage.scenario(), &[]);
    play.leaders_stay();
    (play, blue, grey)
}

#[test]
fn hidden_heavy_works_conceal_until_two_inches() {
    let (light, _, grey) = behind_works("light_works", 8.0);
    assert!(
        light.battle.army().on_table(grey),
        "light works hide nobody"
    );
    let (mut play, blue, grey) = behind_works("heavy_works", 10.8);
    assert!(play.battle.army().is_hidden(grey));
    play.activate(blue).walk(1.2);
    // The hidden regiment may fire at every inch, and lets it be.
    while play.battle.army().is_hidden(grey) {
        let Some(Decision::React { side: GREY, .. }) = play.battle.decision() else {
            panic!("{:?}", play.battle.decision());
        };
        play.decline();
    }
    assert_eq!(shown(&play, grey), Some(Sighting::Near(blue)));
    let far = play
        .battle
        .army()
        .footprint(blue)
        .range_from(play.battle.army().placement(grey).at);
    assert!(far <= 2.0 + 0.01 && far > 1.0, "{far}");
}

#[test]
fn hidden_fire_reveals_in_action_and_reaction() {
    let (mut play, blue, grey) = behind_works("heavy_works", 8.0);
    play.activate(blue).walk(1.0);
    let shot = Reaction::Fire {
        units: vec![grey],
        target: blue,
        kind: FireKind::Normal,
    };
    assert!(play.offers(&shot), "{:?}", play.battle.decision());
    let only_fire = |one: &Reaction| matches!(one, Reaction::Fire { .. });
    assert!(
        play.reactions().iter().all(only_fire),
        "all else is done on the table"
    );
    let mut battle = play.battle.fork();
    battle.answer(Answer::React(shot)).expect("offered");
    let told: Vec<_> = battle.facts().iter().collect();
    let at = |wanted: fn(&Fact) -> bool| told.iter().position(|fact| wanted(fact));
    let placed = at(|fact| {
        matches!(
            fact,
            Fact::Shown {
                why: Sighting::Itself,
                ..
            }
        )
    });
    let fired = at(|fact| matches!(fact, Fact::Fired { .. }));
    assert!(placed.is_some() && placed < fired, "{told:?}");
    // As an action: it shows itself, and fires then.
    play.decline();
    while matches!(play.battle.decision(), Some(Decision::React { .. })) {
        play.decline();
    }
    play.hold();
    play.leaders_stay();
    play.activate(grey);
    let fire = Answer::Order(Order::Fire {
        units: vec![grey],
        target: blue,
        kind: FireKind::Normal,
    });
    let refused = play.battle.check(&fire).expect_err("hidden");
    assert_eq!(refused.rule.as_str(), "hidden.fire_reveals");
    play.order(Order::Show);
    assert!(play.battle.check(&fire).is_ok());
}

/// A group is wider than its marker: whoever walks into it is stopped there and told.
#[test]
fn a_move_into_hidden_men_is_stopped_and_tells() {
    let mut stage = Stage::new().hidden(GREY, 0);
    stage = stage.ground(&[], &[("heavy_woods", [-18.0, -8.0, 18.0, 28.0])]);
    let blue = stage.union(foot(8), -6.5, 7.2, 0.0);
    let line: Vec<UnitId> = (0..5)
        .map(|number| stage.rebel(foot(8), -6.5 + 2.0005 * number as f32, 9.0, 180.0))
        .collect();
    let scenario = stage.scenario();
    // Nobody of this side may be set up elsewhere, but it is asked for its pickets.
    let mut play = Play::on(
        scenario.clone(),
        &[Answer::Band(line.clone()), Answer::READY],
    );
    play.leaders_stay();
    assert!(play.battle.army().is_hidden(line[0]));
    let marker = picket(&play, line[0]).at.at;
    let away = play.battle.army().placement(blue).at.distance(marker);
    assert!(away > 3.5, "far from the marker: {away}");
    let view = play.battle.army().as_seen_by(BLUE);
    let end = Placement {
        at: play.battle.army().placement(blue).at + Vec2::Y * 1.5,
        ..play.battle.army().placement(blue)
    };
    assert!(
        view.fits(&scenario.field, blue, end),
        "for all it knows nobody is there"
    );
    play.activate(blue);
    let mut battle = play.battle.fork();
    let before = battle.army().placement(blue).at.y;
    battle
        .answer(Answer::Order(walk(2.0)))
        .expect("for all it knows nobody is there");
    while matches!(battle.decision(), Some(Decision::React { .. })) {
        battle.answer(Answer::Decline).expect("always allowed");
    }
    let ran = battle.facts().iter().find_map(|fact| match fact {
        Fact::Shown { why, .. } => Some(*why),
        _ => None,
    });
    assert_eq!(ran, Some(Sighting::RunInto(blue)));
    assert!(line.iter().all(|&unit| battle.army().on_table(unit)));
    let gone = battle.army().placement(blue).at.y - before;
    assert!(gone < 2.0, "it was stopped after {gone}");
    crate::invariants::check(&battle, "after it");
}
