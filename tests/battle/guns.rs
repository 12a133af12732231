//! Batteries and fires of every kind.

use deadly_field::army::{Cause, Deed, Fact, Fate, Formation, UnitId};
use deadly_field::battle::{Answer, Order, Reaction};
use deadly_field::rules::fire::{Band, FireKind, FireTerms, Refusal};
use deadly_field::rules::*;

use crate::play::{Play, fire};
use crate::stage::{Stage, foot, guns, horse, level, skirmishers};

const GOOD: Morale = Morale::GoodOrder;
const ROUTED: Morale = Morale::Routed;

fn limbered(unit: Unit) -> Unit {
    let Troops::Artillery { gun, .. } = unit.troops else {
        panic!("guns only");
    };
    Unit {
        troops: Troops::Artillery {
            gun,
            limbered: true,
        },
        ..unit
    }
}

/// An order to fire.
pub fn order(units: &[UnitId], target: UnitId, kind: FireKind) -> Order {
    Order::Fire {
        units: units.to_vec(),
        target,
        kind,
    }
}

/// What a normal fire would be.
pub fn terms(play: &Play, units: &[UnitId], target: UnitId) -> Result<FireTerms, Refusal> {
    let now = play.battle.now();
    now.fire_terms(units, target, FireKind::Normal)
}

/// What a rule adds to a fire.
pub fn has(terms: &FireTerms, rule: &str) -> Option<i32> {
    let found = |modifier: &&modifier::Modifier| modifier.rule.as_str() == rule;
    terms
        .modifiers
        .iter()
        .find(found)
        .map(|modifier| modifier.value)
}

/// Two regiments that each score a hit on a battery, one after the other.
fn two_hits(battery: Unit) -> (Play, UnitId) {
    let mut stage = Stage::new();
    let [a, b] = [-1.5, 1.5].map(|x| stage.union(foot(8), x, 0.0, 0.0));
    let cs = stage.rebel(battery, 0.0, 2.5, 180.0);
    let mut play = stage.play();
    play.has_fired(a).has_fired(b).has_reacted(cs);
    for (unit, check) in [(a, [4, 4]), (b, [5, 4])] {
        play.activate(unit);
        let [one, two] = check;
        play.roll(&[6, 6, one, two]).fire(&[unit], cs);
        assert_eq!(play.last_fire(), (17, "1H"));
        play.hold();
    }
    (play, cs)
}

#[test]
fn r30a_every_fire_begins_with_a_section_of_unlimbered_guns() {
    let (play, cs) = two_hits(guns(3, Gun::Napoleon));
    play.is(cs, 1, GOOD);
    assert_eq!(play.record(cs).horses, 2);
}

#[test]
fn s24_a_section_lost_to_the_fire_does_not_count_in_its_check() {
    let (play, cs) = two_hits(guns(3, Gun::Napoleon));
    // 4 and the 2 of the check; the second time 3 more for what was lost before.
    assert_eq!(play.mmps(cs), [4 + 2, 4 + 3 + 2]);
    assert_eq!(play.unit(cs).lost_sections, 2);
}

#[test]
fn r28_a_routed_battery_that_fails_its_rally_loses_a_section() {
    let mut stage = Stage::new();
    let routed = level(ROUTED, limbered(guns(3, Gun::Napoleon)));
    let us = stage.union(routed, 0.0, 10.0, 180.0);
    stage.union(foot(8), 10.0, 10.0, 0.0);
    stage.rebel(foot(8), 0.0, 20.0, 180.0);
    // Seven inches, then 6 against 4 + 6: a section, and no horse.
    let mut play = stage.play();
    play.roll(&[3, 4, 3, 3]).activate(us);
    play.is(us, 2, ROUTED);
    assert_eq!(play.record(us).horses, 2);

    // With its last section the battery is lost.
    let mut stage = Stage::new();
    let routed = level(ROUTED, limbered(guns(1, Gun::Napoleon)));
    let us = stage.union(routed, 0.0, 10.0, 180.0);
    stage.union(foot(8), 10.0, 10.0, 0.0);
    stage.rebel(foot(8), 0.0, 20.0, 180.0);
    let mut play = stage.play();
    play.roll(&[3, 4, 3, 3]).activate(us);
    assert_eq!(play.fate(us), Some(Fate::GunsLost));
}

#[test]
fn s7_a_battery_shot_away_or_abandoned_frightens_its_neighbours() {
    let lost = |sections, dice: &[u8]| {
        let mut stage = Stage::new();
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        let cs = stage.rebel(guns(sections, Gun::Napoleon), 0.0, 2.5, 180.0);
        let beside = stage.rebel(foot(8), 2.0, 2.5, 180.0);
        let apart = stage.rebel(foot(8), 8.0, 2.5, 180.0);
        let mut play = stage.play();
        play.has_fired(us);
        play.activate(us).roll(dice).fire(&[us], cs);
        assert_eq!(play.fate(cs), Some(Fate::GunsLost));
        assert!(play.happened(|fact| matches!(fact,
            Fact::Checked { unit, cause: Cause::LossNear, .. } if *unit == beside)));
        assert!(play.mmps(apart).is_empty());
    };
    // 8 + 12 - 3 is a hit on the only section; then the neighbour's two dice.
    lost(1, &[6, 6, 4, 4]);
    // A natural 2, an even rout: left behind.
    lost(2, &[6, 5, 1, 1, 3, 3, 4, 4]);
}

#[test]
fn s16_an_artillery_leader_helps_whoever_he_stands_beside() {
    let help = |ground: &[(&str, [f32; 4])], gap: f32| {
        let mut stage = Stage::new().ground(&[], ground);
        let [a, b] = [0.0, 1.5].map(|x| stage.union(guns(2, Gun::Napoleon), x, 0.0, 0.0));
        let cs = stage.rebel(foot(8), 0.7, 9.0, 180.0);
        // To the left of the first, so many inches from its edge to that of his stand.
        stage.gunner(Side::Union, 1, -0.4 - gap - 0.3, -0.3);
        let play = stage.play();
        [&[a][..], &[b], &[a, b], &[b, a]].map(|units| {
            let terms = terms(&play, units, cs).expect("in range");
            has(&terms, "leader.fire_none").unwrap_or(0)
        })
    };
    // Beside the first, and so at the battalion, whoever leads its fire.
    assert_eq!(help(&[], 0.9), [1, 0, 1, 1]);
    assert_eq!(help(&[], 1.1), [0, 0, 0, 0]);
    // Where the ground is thick he must touch them.
    let rough = [("rough", [-6.0, -4.0, 6.0, 2.0])];
    assert_eq!(help(&rough, 0.5), [0, 0, 0, 0]);
    assert_eq!(help(&rough, 0.0), [1, 0, 1, 1]);
}

#[test]
fn s16_a_leader_of_no_benefit_commands_whom_he_stands_beside() {
    let led = |ground: &[(&str, [f32; 4])], x: f32, y: f32| {
        let mut stage = Stage::new().ground(&[], ground);
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        stage.rebel(foot(8), 0.0, 25.0, 180.0);
        stage.leader(Side::Union, 0, x, y);
        stage.play().record(us).in_command
    };
    // Beside the end of the line, an inch from edge to edge, though far from its middle.
    assert!(led(&[], 2.2, -0.2));
    assert!(!led(&[], 2.5, -0.2));
    // In heavy woods he must touch it.
    let woods = [("heavy_woods", [-6.0, -4.0, 6.0, 4.0])];
    assert!(led(&woods, 0.0, -0.8));
    assert!(!led(&woods, 0.0, -1.2));
}

#[test]
fn s1_a_battery_fires_one_section_outside_its_arc() {
    let mut stage = Stage::new();
    let battery = stage.union(guns(3, Gun::Napoleon), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 9.0, -4.0, 270.0);
    let mut play = stage.play();
    play.activate(battery);
    // One section of Napoleons: 3.
    play.roll(&[1, 1]).fire(&[battery], cs);
    assert_eq!(play.last_fire(), (5, "none"));
}

/// Two batteries side by side and a regiment so far away.
fn battalion(gun: [Gun; 2], far: f32) -> (Play, [UnitId; 2], UnitId) {
    let mut stage = Stage::new();
    let mut x = -0.75;
    let batteries = gun.map(|gun| {
        x += 1.5;
        stage.union(guns(2, gun), x - 1.5, 0.0, 0.0)
    });
    let cs = stage.rebel(foot(8), 0.0, far, 180.0);
    (stage.play(), batteries, cs)
}

#[test]
fn s15_a_gun_battalion_fires_deliberately_as_one() {
    let (mut play, [a, b], cs) = battalion([Gun::Napoleon, Gun::Napoleon], 10.0);
    play.group(&[a, b], [Deed::Fire, Deed::Fire]);
    let careful = order(&[a, b], cs, FireKind::Deliberate);
    assert!(play.orders().contains(&careful));
    // Guns of one kind are not mixed.
    play.refuses(Answer::Order(order(&[a, b], cs, FireKind::Mixed)));
    // 5 and 5, two dice, 2 for the care; both actions are spent.
    play.roll(&[1, 1, 4, 4]).order(careful);
    assert_eq!(play.last_fire(), (5 + 5 + 2 + 2, "1MC"));
    assert_eq!((play.record(a).actions, play.record(b).actions), (0, 0));

    // Who declares a move for the second action has no time for it.
    let (mut play, [a, b], cs) = battalion([Gun::Napoleon, Gun::Napoleon], 10.0);
    play.group(&[a, b], [Deed::Fire, Deed::Move]);
    play.refuses(Answer::Order(order(&[a, b], cs, FireKind::Deliberate)));
    // Nor has a battery whose neighbour has fired the quick way; and after careful fire the other
    // may only be as careful.
    let (mut play, [a, b], cs) = battalion([Gun::Napoleon, Gun::Napoleon], 10.0);
    play.group(&[a, b], [Deed::Fire, Deed::Fire]);
    play.roll(&[1, 1]).fire(&[a], cs);
    assert_eq!(play.last_fire(), (7, "none"));
    play.decline();
    play.refuses(Answer::Order(order(&[b], cs, FireKind::Deliberate)));
    let (mut play, [a, b], cs) = battalion([Gun::Napoleon, Gun::Napoleon], 10.0);
    play.group(&[a, b], [Deed::Fire, Deed::Fire]);
    play.roll(&[1, 1])
        .order(order(&[a], cs, FireKind::Deliberate));
    play.decline();
    play.refuses(Answer::Order(order(&[b], cs, FireKind::Normal)));
    play.roll(&[1, 1])
        .order(order(&[b], cs, FireKind::Deliberate));
    assert_eq!(play.fires(), [(9, "none"), (9, "none")]);
    assert_eq!((play.record(a).actions, play.record(b).actions), (0, 0));
}

#[test]
fn s15_the_owner_may_declare_mixed_fire() {
    // A howitzer at 12 inches is at long range, as mixed guns both are at normal range.
    let pair = [Gun::Howitzer12, Gun::Parrott10];
    let (mut play, [a, b], cs) = battalion(pair, 12.0);
    play.group(&[a, b], [Deed::Fire, Deed::Fire]);
    let preview = play.battle.now().preview_fire(&[a, b], cs);
    let ways = preview.expect("an enemy").ways;
    let open: Vec<_> = ways.iter().map(|way| (way.kind, way.is_open())).collect();
    assert_eq!(
        open,
        [
            (FireKind::Normal, true),
            (FireKind::Deliberate, true),
            (FireKind::Mixed, true),
            (FireKind::DeliberateMixed, true),
        ]
    );
    let orders = play.orders();
    assert!(
        ways.iter()
            .all(|way| orders.contains(&order(&[a, b], cs, way.kind)))
    );
    assert_eq!(
        terms(&play, &[a, b], cs).map(|terms| terms.band),
        Ok(Band::Long)
    );
    // A single battery is what it is.
    play.refuses(Answer::Order(order(&[a], cs, FireKind::Mixed)));
    // 5 and 5 of the mixed line.
    play.roll(&[1, 1, 4, 4])
        .order(order(&[a, b], cs, FireKind::Mixed));
    assert_eq!(play.last_fire(), (5 + 5 + 2, "MC"));
    while play.asks() == "react" {
        play.decline();
    }
    play.roll(&[1, 4, 4])
        .order(order(&[a, b], cs, FireKind::Normal));
    assert_eq!(play.last_fire(), (5 + 5 + 1, "MC"));

    // In reaction too, and even where the howitzer alone would not reach.
    let mut stage = Stage::new().rebels_first();
    let a = stage.union(guns(2, Gun::Howitzer12), -0.75, 0.0, 0.0);
    let b = stage.union(guns(2, Gun::Parrott10), 0.75, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 23.0, 180.0);
    let mut play = stage.play();
    play.activate(cs).walk(1.0);
    assert!(play.offers(&fire(&[b], cs, FireKind::Normal)));
    assert!(!play.offers(&fire(&[a], cs, FireKind::Normal)));
    play.roll(&[1, 4, 4])
        .react(fire(&[a, b], cs, FireKind::Mixed));
    assert_eq!(play.last_fire(), (5 + 5 + 1, "MC"));
}

#[test]
fn a_battery_is_drawn_back_on_the_rope_in_reaction() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let battery = stage.rebel(guns(3, Gun::Napoleon), 0.0, 6.0, 180.0);
    let mut play = stage.play();
    play.activate(us).walk(2.0);
    let back = Reaction::Prolonge {
        unit: battery,
        target: us,
    };
    assert!(play.offers(&back));
    // 7 and two dice at short range; then four inches and a half, muzzles to the enemy.
    play.roll(&[1, 1]).react(back);
    assert_eq!(play.last_fire(), (9, "none"));
    play.stands_at(battery, 0.0, 10.5);
    assert!(play.record(battery).reacted);
    // It has moved as a whole: the walk goes on.
    assert_eq!(play.asks(), "act");
    play.stands_at(us, 0.0, 2.0);

    // Beyond short range there is nothing to be drawn back from.
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let battery = stage.rebel(guns(3, Gun::Napoleon), 0.0, 9.0, 180.0);
    let mut play = stage.play();
    play.activate(us).walk(1.0);
    play.refuses(Answer::React(Reaction::Prolonge {
        unit: battery,
        target: us,
    }));
}

#[test]
fn area_fire_goes_at_whoever_is_hidden_by_whatever() {
    let area = |plan: &str| {
        let mut stage = Stage::new().plan(plan);
        let us = stage.union(guns(3, Gun::Napoleon), 0.0, 0.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 9.0, 180.0);
        let mut play = stage.play();
        assert!(!play.battle.now().sees(us, cs), "{plan}");
        play.activate(us);
        // Half of 8, one die fewer than normal range has.
        play.roll(&[2]).order(order(&[us], cs, FireKind::Area));
        play.last_fire()
    };
    // Behind a ridge, and behind a village.
    let ridge = "(heights: [Ridge(line: [(0, 0.7), (2, 0.7)], height: 2, width: 0.1)])";
    assert_eq!(area(ridge), (6, "none"));
    let village = "(areas: [(kind: \"village\", shape: Box((0.5, 0.6), (1.5, 0.8)))])";
    assert_eq!(area(village), (6, "none"));

    // Not where one of our own stands in the way, and not while somebody in sight comes first.
    let blocked = |who: &dyn Fn(&mut Stage) -> UnitId| {
        let mut stage = Stage::new().plan(ridge);
        let us = stage.union(guns(3, Gun::Napoleon), 0.0, 0.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 9.0, 180.0);
        who(&mut stage);
        let mut play = stage.play();
        play.activate(us);
        play.refuses(Answer::Order(order(&[us], cs, FireKind::Area)));
    };
    blocked(&|stage| stage.union(foot(8), 0.0, 2.5, 0.0));
    blocked(&|stage| stage.rebel(skirmishers(4), 0.3, 3.0, 180.0));
}

#[test]
fn area_fire_answers_what_a_leader_sees() {
    let woods = [("heavy_woods", [-3.0, 4.5, 1.6, 8.0])];
    let mut stage = Stage::new().ground(&[], &woods);
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let battery = stage.rebel(guns(3, Gun::Napoleon), 0.0, 9.0, 180.0);
    // Four inches of reaction radius for a benefit of 2; he sees past the woods.
    stage.leader(Side::Confederate, 2, 3.9, 8.6);
    let mut play = stage.play();
    play.activate(us).walk(2.0);
    assert!(!play.offers(&fire(&[battery], us, FireKind::Normal)));
    // Half of 7, rounded up, and one die.
    play.roll(&[3]).react(fire(&[battery], us, FireKind::Area));
    assert_eq!(play.last_fire(), (4 + 3, "none"));
}

#[test]
fn s19_mounted_infantry_leaves_its_horses_once() {
    let riders = |mounted| {
        let mut unit = horse(6, CavalryWeapon::RifleMusket);
        unit.traits.mounted_infantry = true;
        unit.troops = Troops::Cavalry {
            weapon: Some(CavalryWeapon::RifleMusket),
            formation: CavalryFormation::RoadColumn,
            mounted,
        };
        unit
    };
    let mut stage = Stage::new();
    let us = stage.union(riders(true), 0.0, 0.0, 0.0);
    stage.rebel(foot(8), 0.0, 25.0, 180.0);
    let mut play = stage.play();
    let (mount, dismount) = (
        Order::Form(Formation::Mounted(true)),
        Order::Form(Formation::Mounted(false)),
    );
    play.activate(us).order(dismount);
    assert!(!play.orders().contains(&mount));
    play.refuses(Answer::Order(mount.clone()));
    let now = play.battle.now();
    let why = now.why_not(now.army().active().expect("active"), &mount);
    assert_eq!(why.rule.as_str(), "special.mounted_infantry_dismount");
    // On foot it forms as infantry does.
    let line = Order::Form(Formation::Cavalry(CavalryFormation::Line));
    let double = Order::Form(Formation::Cavalry(CavalryFormation::DoubleLine));
    assert!(play.orders().contains(&line) && !play.orders().contains(&double));

    // Whoever began on foot may take to his horses, and is gone with them: no loss to anybody.
    let mut stage = Stage::new();
    let us = stage.union(riders(false), 0.0, 0.0, 0.0);
    let friend = stage.union(foot(8), 3.5, 0.0, 0.0);
    stage.rebel(foot(8), 0.0, 25.0, 180.0);
    let mut play = stage.play();
    play.activate(us).order(mount);
    assert_eq!(play.fate(us), Some(Fate::RodeOff));
    assert_eq!(play.battle.army().casualties(Side::Union), 0);
    assert!(play.mmps(friend).is_empty());
    assert_eq!(play.ready(), [friend]);
}

#[test]
fn guns_on_a_hill_fire_over_their_own_skirmishers() {
    let fires = |plan: &str| {
        let mut stage = Stage::new().plan(plan);
        let battery = stage.union(guns(3, Gun::Napoleon), 0.0, 0.0, 0.0);
        stage.union(skirmishers(4), 0.0, 6.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 12.0, 180.0);
        let mut play = stage.play();
        play.activate(battery);
        let fire = order(&[battery], cs, FireKind::Normal);
        play.orders().contains(&fire)
    };
    assert!(!fires("()"));
    let hill = "(heights: [Ridge(line: [(0, 0.444), (2, 0.444)], height: 4, width: 0.2)])";
    assert!(fires(hill));
}

#[test]
fn a_fire_on_the_rope_counts_from_where_it_was_fired() {
    let mut stage = Stage::new();
    let us = stage.union(foot(8), 0.0, 0.0, 0.0);
    let battery = stage.rebel(guns(3, Gun::Napoleon), 2.7, 3.0, 235.0);
    let mut play = stage.play();
    play.activate(us).walk(1.0);
    play.roll(&[6, 6, 6, 5]).react(Reaction::Prolonge {
        unit: battery,
        target: us,
    });
    let fired = play.facts().iter().find_map(|fact| match fact {
        Fact::Fired { volley, .. } => Some(volley.aim.from),
        _ => None,
    });
    let feared = play.facts().iter().find_map(|fact| match fact {
        Fact::Checked { strain, .. } => strain.fire.map(|fire| fire.from),
        _ => None,
    });
    assert_eq!((fired, feared), (Some(Zone::Front), Some(Zone::Front)));
}
