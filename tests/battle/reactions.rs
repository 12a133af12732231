//! When and how the other side answers.

use deadly_field::army::{Deed, Fact, Formation};
use deadly_field::battle::{Answer, Order, Reaction};
use deadly_field::field::moves::Leg;
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::formation::Shape;
use deadly_field::rules::{Gun, InfantryFormation, Morale, Side, Zone};

use crate::play::{fire, walk};
use crate::stage::{Stage, foot, formed, guns, level, skirmishers};

const GOOD: Morale = Morale::GoodOrder;
const DISORDER: Morale = Morale::Disorder;
const SHAKEN: Morale = Morale::Shaken;
const ROUTED: Morale = Morale::Routed;

#[test]
fn r37_a_chance_to_react_after_every_inch_and_every_fire() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let far = stage.rebel(foot(8), -4.0, 6.0, 180.0);
    let cs = stage.rebel(foot(8), 0.0, 6.0, 180.0);
    let mut play = stage.play();
    play.has_fired(far).has_fired(cs);
    play.activate(us).walk(2.0);
    // One answer for each inch: after the first unit fires, the second waits for the next inch.
    play.stands_at(us, 0.0, 1.0);
    assert!(play.offers(&fire(&[cs], us, FireKind::Normal)));
    play.roll(&[1]).react_fire(&[cs], us);
    play.stands_at(us, 0.0, 2.0);
    assert!(
        play.reactions()
            .iter()
            .all(|reaction| reaction.units() == [far])
    );
    play.roll(&[1]).react_fire(&[far], us);
    // Both have reacted: nobody answers the fire.
    play.roll(&[1]).fire(&[us], cs);
    assert_eq!(play.count(|fact| matches!(fact, Fact::Fired { .. })), 3);
    play.leaders_stay();
    // A new player turn, and the other side has its reactions.
    play.activate(cs).roll(&[1]).fire(&[cs], us);
    assert!(play.offers(&fire(&[us], cs, FireKind::Normal)));
}

#[test]
fn anything_done_within_two_inches_may_be_answered() {
    let reforms_at = |gap: f32| {
        let mut stage = Stage::new();
        let us = stage.union(level(DISORDER, foot(8)), 0.0, 0.0, 0.0);
        stage.rebel(foot(8), 0.0, gap, 180.0);
        let mut play = stage.play();
        play.activate(us).order(Order::Reform);
        play.asks()
    };
    assert_eq!(reforms_at(2.0), "react");
    assert_eq!(reforms_at(2.1), "act");
}

#[test]
fn who_does_not_see_does_not_react() {
    let woods = [("heavy_woods", [-6.0, 3.0, 6.0, 8.0])];
    let mut stage = Stage::new().ground(&[], &woods);
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    stage.rebel(level(DISORDER, foot(8)), 0.0, 11.0, 180.0);
    // Far from his men a leader is no help.
    stage.leader(Side::Confederate, 1, -10.0, 5.0);
    let mut play = stage.play();
    play.activate(us).walk(2.0);
    assert_eq!(play.asks(), "act");
}

#[test]
fn r38_what_a_leader_sees_his_men_may_react_to() {
    let woods = [("heavy_woods", [-3.0, 4.5, 1.6, 8.0])];
    let mut stage = Stage::new().ground(&[], &woods);
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(level(DISORDER, foot(8)), 0.0, 9.0, 180.0);
    // Four inches of reaction radius for a benefit of 2; he sees past the woods.
    stage.leader(Side::Confederate, 2, 3.9, 8.6);
    let mut play = stage.play();
    play.activate(us).walk(2.0);
    assert!(play.offers(&Reaction::Reform(vec![cs])));
    // They do not see anything to fire at.
    assert!(!play.offers(&fire(&[cs], us, FireKind::Normal)));
    play.react(Reaction::Reform(vec![cs])).is(cs, 8, GOOD);
}

#[test]
fn a_reaction_may_be_a_reform_a_rally_or_a_run() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let shaken = stage.rebel(level(SHAKEN, foot(8)), -4.0, 5.0, 180.0);
    let good = stage.rebel(foot(8), 0.0, 5.0, 180.0);
    let column = formed(foot(8), InfantryFormation::RoadColumn);
    let column = stage.rebel(column, 4.0, 5.0, 180.0);
    let mut play = stage.play();
    play.activate(us).walk(3.0);
    // 4 + 4 and no help: 9 is one level better.
    play.roll(&[5, 4]).react(Reaction::Rally(vec![shaken]));
    assert_eq!(play.mmp(shaken), 8);
    play.is(shaken, 8, DISORDER);
    let line = Formation::Infantry(InfantryFormation::BattleLine);
    play.react(Reaction::Form(vec![column], line));
    // Eight inches straight from the enemy, one level worse.
    play.react(Reaction::Disengage(vec![good]));
    play.is(good, 8, DISORDER).stands_at(good, 0.0, 13.0);
}

#[test]
fn neighbours_react_as_a_group() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let [a, b] = [-1.05, 1.05].map(|x| stage.rebel(level(DISORDER, foot(8)), x, 5.0, 180.0));
    let apart = stage.rebel(level(DISORDER, foot(8)), 6.0, 5.0, 180.0);
    let mut play = stage.play();
    play.activate(us).walk(2.0);
    play.refuses(Answer::React(Reaction::Reform(vec![a, apart])));
    play.react(Reaction::Reform(vec![a, b]));
    play.is(a, 8, GOOD).is(b, 8, GOOD);
    assert!(play.record(a).reacted && play.record(b).reacted);
    assert!(!play.record(apart).reacted);
}

#[test]
fn fire_at_a_disengaging_unit_has_one_die_fewer() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 2.5, 180.0);
    let mut play = stage.play();
    play.has_fired(cs);
    play.activate(us).order(Order::Disengage);
    // At three inches and a half it would be one die, so there is nothing to roll; nor farther off.
    while play.asks() == "react" {
        assert!(!play.offers(&fire(&[cs], us, FireKind::Normal)));
        play.decline();
    }
    play.is(us, 8, DISORDER).stands_at(us, 0.0, -7.5);
}

#[test]
fn a_unit_that_turns_to_face_has_reacted() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 5.0, 0.0);
    let mut play = stage.play();
    play.activate(us).walk(1.0);
    play.react(Reaction::Face(vec![cs]));
    let facing = play.battle.army().placement(cs).facing;
    assert!(
        facing
            .off(deadly_field::field::Facing::degrees(180.0))
            .abs()
            < 1.0
    );
    assert!(play.record(cs).reacted);
}

#[test]
fn fire_goes_through_into_those_behind() {
    let mut stage = Stage::new();
    let battery = stage.union(guns(3, Gun::Napoleon), 0.0, 0.0, 0.0);
    let first = stage.rebel(foot(8), 0.0, 5.0, 180.0);
    let second = stage.rebel(foot(8), 0.0, 5.75, 180.0);
    let third = stage.rebel(foot(8), 0.0, 6.5, 180.0);
    let mut play = stage.play();
    // Short range: 8 + 3 dice of 8; two fewer for each unit passed. All three check.
    play.activate(battery);
    play.roll(&[2, 3, 3, 4, 4, 4, 4, 4, 4])
        .fire(&[battery], first);
    assert_eq!(play.fires(), [(16, "2MC"), (14, "1MC"), (12, "MC")]);
    for unit in [first, second, third] {
        assert_eq!(play.mmps(unit).len(), 1);
    }
    // Small arms reach one more unit only.
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 2.5, 0.0);
    let [first, _, third] = [5.0, 5.75, 6.5].map(|y| stage.rebel(foot(8), 0.0, y, 180.0));
    let mut play = stage.play();
    play.activate(us);
    play.roll(&[2, 2, 4, 4, 4, 4]).fire(&[us], first);
    assert_eq!(play.fires(), [(14, "1MC"), (12, "MC")]);
    assert!(play.mmps(third).is_empty());
}

#[test]
fn r19_fire_goes_through_into_the_routed_behind() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 2.5, 0.0);
    let first = stage.rebel(foot(8), 0.0, 5.0, 180.0);
    let runs = stage.rebel(level(ROUTED, foot(8)), 0.0, 5.75, 180.0);
    let mut play = stage.play();
    play.activate(us);
    play.refuses(Answer::Order(Order::Fire {
        units: vec![us],
        target: runs,
        kind: FireKind::Normal,
    }));
    // 8 + 7 and two for the first fire; behind, two more for disorder and two fewer. Only the first
    // checks.
    play.roll(&[4, 3, 5, 5]).fire(&[us], first);
    assert_eq!(play.fires(), [(17, "1H"), (17, "1H")]);
    assert_eq!(play.mmps(first).len(), 1);
    assert!(play.mmps(runs).is_empty());
    play.is(runs, 7, ROUTED);
}

#[test]
fn r19_guns_that_have_limbered_up_to_run_are_struck_as_they_are_now() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 2.5, 0.0);
    let first = stage.rebel(foot(8), 0.0, 5.0, 180.0);
    // Unlimbered, they have the fire on their partial flank.
    let battery = stage.rebel(guns(3, Gun::Napoleon), 0.0, 6.3, 120.0);
    let mut play = stage.play();
    play.activate(us);
    // The regiment breaks, and the battery as it runs past: an odd number, so that it gets away.
    play.roll(&[4, 3, 1, 1, 6, 5, 1, 1, 2, 1])
        .fire(&[us], first);
    assert_eq!(play.fires().len(), 2);
    assert_eq!(play.unit(battery).shape(), Shape::Limbered);
    let from = play.facts().into_iter().find_map(|fact| match fact {
        Fact::Fired { target, volley, .. } if target == battery => Some(volley.aim.from),
        _ => None,
    });
    assert_eq!(from, Some(Zone::Rear));
}

#[test]
fn r10_the_arc_of_a_column_is_that_of_its_leading_stand() {
    let fired = |x: f32| {
        let mut stage = Stage::new();
        let column = formed(foot(8), InfantryFormation::RoadColumn);
        let us = stage.union(column, 0.0, 0.0, 0.0);
        let cs = stage.rebel(foot(2), x, 1.9, 180.0);
        let mut play = stage.play();
        play.activate(us).roll(&[1]).fire(&[us], cs);
        play.last_fire().0
    };
    // Before the leading stand four figures fire, at long range with two for the first fire; where
    // only the hind one has it in its arc, two do.
    assert_eq!(fired(3.0), 4 + 1 + 2);
    assert_eq!(fired(3.2), 2 + 1 + 2);
}

#[test]
fn r49_the_first_volley_is_asked_of_those_who_fire() {
    let mut stage = Stage::new();
    let [a, b, c] = [-3.0, 0.0, 3.0].map(|x| stage.union(foot(8), x, 0.0, 0.0));
    let cs = stage.rebel(foot(8), 0.0, 3.0, 180.0);
    let mut play = stage.play();
    play.has_fired(c);
    let volley = |units: &[_]| {
        let terms = play.battle.now().fire_terms(units, cs, FireKind::Normal);
        terms.map(|terms| (terms.firepower, terms.drm))
    };
    // Sixteen figures fire, and the last regiment with none of its own.
    assert_eq!(volley(&[a, b, c]), Ok((16, 2)));
    assert_eq!(volley(&[a, c, b]), Ok((16, 0)));

    // Whoever had no figure in it has its first volley before it.
    let mut stage = Stage::new();
    let [a, b, c] = [-2.1, 0.0, 2.1].map(|x| stage.union(foot(8), x, 0.0, 0.0));
    let cs = stage.rebel(foot(8), 0.0, 3.0, 180.0);
    let mut play = stage.play();
    play.group(&[a, b, c], [Deed::Fire, Deed::Fire]);
    play.roll(&[1, 1, 6, 6]).fire(&[a, b, c], cs);
    assert_eq!(play.last_fire(), (16 + 2 + 2, "2H"));
    assert_eq!(
        [a, b, c].map(|id| play.record(id).has_fired),
        [true, true, false]
    );
}

#[test]
fn area_fire_searches_the_woods() {
    let woods = [("light_woods", [-4.0, 4.0, 4.0, 12.0])];
    let mut stage = Stage::new().ground(&[], &woods);
    let us = stage.union(foot(8), 0.0, 3.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 5.8, 180.0);
    let mut play = stage.play();
    play.activate(us);
    play.refuses(Answer::Order(Order::Fire {
        units: vec![us],
        target: cs,
        kind: FireKind::Normal,
    }));
    let area = Order::Fire {
        units: vec![us],
        target: cs,
        kind: FireKind::Area,
    };
    assert!(play.orders().contains(&area));
    // Half of 8, one die, two for the first fire, one off for the woods.
    play.roll(&[6]).order(area);
    assert_eq!(play.last_fire().0, 4 + 6 + 2 - 1);
}

#[test]
fn a_battery_is_drawn_back_on_the_rope() {
    let mut stage = Stage::new();
    let battery = stage.union(guns(3, Gun::Napoleon), 0.0, 4.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 8.0, 180.0);
    let mut play = stage.play();
    play.has_fired(battery);
    play.activate(battery);
    // Two dice, not three; then half a limbered move, muzzles to the enemy. The fire may be
    // answered, and then every inch that he sees.
    play.roll(&[1, 1, 4, 4])
        .order(Order::Prolonge { target: cs });
    assert_eq!(play.last_fire(), (10, "MC"));
    play.stands_at(battery, 0.0, 4.0);
    play.pass(1).stands_at(battery, 0.0, 3.0);
    while play.asks() == "react" {
        play.decline();
    }
    play.stands_at(battery, 0.0, -0.5);
    let facing = play.battle.army().placement(battery).facing;
    assert_eq!(facing, deadly_field::field::Facing::degrees(0.0));
}

#[test]
fn batteries_share_their_horses() {
    let mut stage = Stage::new();
    let [one, other] = [0.0, 1.5].map(|x| stage.union(guns(2, Gun::Napoleon), x, 0.0, 0.0));
    stage.rebel(foot(8), 0.0, 16.0, 180.0);
    let mut play = stage.play();
    play.activate(one)
        .refuses(Answer::Order(Order::TakeHorse { from: other }));
    play.hold();
    play.note(other, "horses", 0.into());
    play.activate(other).order(Order::TakeHorse { from: one });
    assert_eq!((play.record(one).horses, play.record(other).horses), (1, 1));
    assert_eq!(play.record(other).actions, 1);
}

#[test]
fn straight_ahead_the_closest_is_fired_on() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let near = stage.rebel(skirmishers(4), 0.0, 4.0, 180.0);
    let behind = stage.rebel(foot(8), 0.0, 5.5, 180.0);
    let mut play = stage.play();
    play.activate(us);
    let at = |target| {
        Answer::Order(Order::Fire {
            units: vec![us],
            target,
            kind: FireKind::Normal,
        })
    };
    play.refuses(at(behind));
    assert!(play.battle.check(&at(near)).is_ok());
}

#[test]
fn a_group_fires_in_parts_and_moves_as_one() {
    let mut stage = Stage::new();
    let [a, b, c] = [-2.1, 0.0, 2.1].map(|x| stage.union(foot(8), x, 0.0, 0.0));
    let cs = stage.rebel(foot(8), 0.0, 5.5, 180.0);
    let mut play = stage.play();
    for unit in [a, b, c, cs] {
        play.has_fired(unit);
    }
    play.has_reacted(cs);
    play.group(&[a, b, c], [Deed::Fire, Deed::Move]);
    play.refuses(Answer::Order(walk(1.0)));
    // Three regiments are more than sixteen figures: two fire together, the third alone.
    play.refuses(Answer::Order(Order::Fire {
        units: vec![a, c],
        target: cs,
        kind: FireKind::Normal,
    }));
    play.roll(&[1, 4, 4]).fire(&[a, b], cs);
    assert_eq!(play.last_fire().0, 17);
    play.is(cs, 7, GOOD);
    play.roll(&[1]).fire(&[c], cs);
    play.order(Order::Move {
        form: None,
        form_last: false,
        legs: vec![Leg::Ahead {
            inches: 2.0,
            degrees: 0.0,
        }],
    });
    for (unit, x) in [(a, -2.1), (b, 0.0), (c, 2.1)] {
        play.stands_at(unit, x, 2.0);
    }
}

#[test]
fn desperation_fire_at_everybody_who_comes_within_an_inch() {
    let mut stage = Stage::new();
    let [a, b] = [-1.05, 1.05].map(|x| stage.union(foot(8), x, 3.0, 0.0));
    let cs = stage.rebel(foot(8), 0.0, 5.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(cs).has_fired(cs);
    play.activate(a).walk(1.0);
    // Nobody charges: no check before it. 8 + 3.
    let desperate = fire(&[cs], a, FireKind::Desperation);
    play.offers_only(&desperate);
    play.roll(&[3]).react(desperate);
    assert_eq!(play.last_fire(), (11, "none"));
    // Not twice at the same enemy, but at the next.
    play.hold();
    play.activate(b).walk(1.0);
    play.offers_only(&fire(&[cs], b, FireKind::Desperation));
}

#[test]
fn a_deliberate_fire_takes_both_actions() {
    let mut stage = Stage::new();
    let battery = stage.union(guns(3, Gun::Napoleon), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let mut play = stage.play();
    play.activate(battery);
    // 8 + 4 and two for the care.
    play.roll(&[2, 2, 4, 4]).order(Order::Fire {
        units: vec![battery],
        target: cs,
        kind: FireKind::Deliberate,
    });
    assert_eq!(play.last_fire(), (14, "1MC"));
    assert_eq!(play.record(battery).actions, 0);
    assert_ne!(play.asks(), "act");
}

#[test]
fn no_desperation_fire_at_whoever_does_not_move() {
    let mut stage = Stage::new();
    let us = stage.union(level(DISORDER, foot(8)), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 0.9, 180.0);
    let mut play = stage.play();
    play.has_reacted(cs).has_fired(cs);
    play.activate(us).order(Order::Reform);
    assert_eq!(play.asks(), "act");
}

#[test]
fn r37_a_charge_halted_between_two_inches_is_no_occasion_for_others() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 5.35, 180.0);
    let far = stage.rebel(level(DISORDER, foot(8)), 7.0, 7.0, 180.0);
    let mut play = stage.play();
    play.has_reacted(cs).has_fired(cs);
    play.activate(us).roll(&[6, 5]).charge(us, cs);
    let mut asked = Vec::new();
    // Up to the check at an inch, which needs dice of its own.
    while play.at(us).1 < 3.9 {
        if play.offers(&Reaction::Reform(vec![far])) {
            asked.push(play.at(us).1);
        }
        play.decline();
    }
    assert!(asked.len() >= 3, "{asked:?}");
    let full = |y: &f32| (y - y.round()).abs() < 0.01;
    assert!(asked.iter().all(full), "{asked:?}");
}

#[test]
fn only_friends_in_between_hide_a_unit_from_the_enemy() {
    let hidden = |x: f32, enemy: Morale| {
        let mut stage = Stage::new();
        let us = stage.union(level(SHAKEN, foot(8)), 0.0, 0.0, 0.0);
        stage.union(foot(8), x, 8.0, 0.0);
        stage.rebel(level(enemy, foot(8)), 0.0, 14.0, 180.0);
        let mut play = stage.play();
        play.activate(us).roll(&[4, 4]).order(Order::Rally);
        play.facts().iter().find_map(|fact| match fact {
            Fact::Checked { unit, strain, .. } if *unit == us => Some(strain.behind_friends),
            _ => None,
        })
    };
    assert_eq!(hidden(0.5, GOOD), Some(true));
    // Aside of the way to him.
    assert_eq!(hidden(3.4, GOOD), Some(false));
    // Nobody hides from those who run.
    assert_eq!(hidden(0.5, Morale::Routed), Some(false));
}

#[test]
fn l533_of_a_group_whoever_is_straight_ahead_is_fired_on_first() {
    let mut stage = Stage::new();
    let [a, b] = [0.0, 2.1].map(|x| stage.union(foot(8), x, 0.0, 0.0));
    // He looks down on the left one; the right one is in his arc as well.
    let cs = stage.rebel(foot(8), 0.0, 5.0, 180.0);
    let mut play = stage.play();
    play.group(&[a, b], [Deed::Move, Deed::Move]).walk(1.0);
    assert_eq!(play.asks(), "react");
    assert!(play.offers(&fire(&[cs], a, FireKind::Normal)));
    assert!(!play.offers(&fire(&[cs], b, FireKind::Normal)));
}
