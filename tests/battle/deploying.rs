//! Before the first turn each side sets up.

use std::sync::Arc;

use bevy::math::Vec2;
use deadly_field::army::{Fact, Formation, LeaderId, LeaderPost, Post, UnitId};
use deadly_field::battle::{Answer, Battle, Decision};
use deadly_field::chronicle::Chronicle;
use deadly_field::field::Facing;
use deadly_field::rules::*;
use deadly_field::scenario::Deployment;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::fights::{for_all, rules, scales, scenario};
use crate::invariants;
use crate::stage::{Stage, foot, guns, horse};

fn begun(scale: Scale, seed: u64) -> Battle {
    Battle::new(scenario(scale), rules(), seed)
}

fn named(battle: &Battle, name: &str) -> UnitId {
    let army = battle.army();
    let mut units = army.units();
    units.find(|&id| army.name(id).contains(name)).expect(name)
}

fn led(battle: &Battle, name: &str) -> LeaderId {
    let army = battle.army();
    let mut leaders = army.leaders();
    let his = |id: &LeaderId| army.leader_identity(*id).name.contains(name);
    leaders.find(his).expect(name)
}

/// A unit where it stands.
fn here(battle: &Battle, unit: UnitId) -> Post {
    let place = battle.army().placement(unit);
    Post {
        unit,
        at: place.at,
        facing: place.facing,
        formation: None,
    }
}

fn put(units: Vec<Post>, ready: bool) -> Answer {
    Answer::SetUp {
        units,
        leaders: Vec::new(),
        ready,
    }
}

fn why(battle: &Battle, answer: &Answer) -> String {
    let refusal = battle.check(answer).expect_err("it is not allowed");
    let index = deadly_field::rules::index::RulebookIndex::book();
    assert!(index.get(refusal.rule.as_str()).is_some(), "{refusal}");
    refusal.reason()
}

#[test]
fn the_sides_set_up_in_the_order_of_the_scenario() {
    let mut battle = begun(Scale::Mm15, 3);
    for side in [Side::Confederate, Side::Union] {
        let Some(Decision::SetUp {
            side: asked,
            units,
            leaders,
        }) = battle.decision()
        else {
            panic!("{:?}", battle.decision());
        };
        assert_eq!(*asked, side);
        // Whoever comes later or is not there at all is not set up.
        for &unit in units {
            assert!(battle.army().on_table(unit));
            assert_eq!(battle.army().side(unit), side);
        }
        let all = battle.army().present_of(side).count();
        assert_eq!(units.len(), all, "every unit on the table has a zone");
        let meredith = led(&battle, "Meredith");
        assert!(!leaders.contains(&meredith) && leaders.len() >= 3);
        assert_eq!(battle.decision().map(Decision::kind), Some("set_up"));
        battle.answer(Answer::READY).expect("always allowed");
    }
    assert!(matches!(
        battle.decision(),
        Some(Decision::Leader {
            side: Side::Union,
            ..
        })
    ));
    assert_eq!(battle.army().clock().turn, 1);
    let placed = |fact: &Fact| matches!(fact, Fact::Posted { .. } | Fact::LeaderPosted { .. });
    assert!(!battle.facts().iter().any(placed), "all stand as planned");
}

/// Whoever stands as the scenario has him is inside his zone, and beside his men, at every scale.
#[test]
fn the_default_is_legal_at_every_scale() {
    for (scale, _) in scales() {
        for seed in 0..8 {
            let mut battle = begun(scale, seed);
            while matches!(battle.decision(), Some(Decision::SetUp { .. })) {
                invariants::check(&battle, &format!("{scale}, seed {seed}"));
                battle.answer(Answer::READY).expect("always allowed");
            }
        }
    }
}

#[test]
fn units_are_placed_one_by_one_until_their_side_is_ready() {
    let mut battle = begun(Scale::Mm15, 3);
    let decision = battle.decision().cloned();
    let second = named(&battle, "2nd Mississippi");
    let back = Post {
        at: here(&battle, second).at - Vec2::X,
        facing: Facing::degrees(45.0),
        formation: Some(Formation::Infantry(InfantryFormation::BattleLine)),
        ..here(&battle, second)
    };
    battle.answer(put(vec![back], false)).expect("in its zone");
    assert_eq!(battle.decision(), decision.as_ref(), "the same is asked");
    assert_eq!(battle.army().placement(second), back.placement());
    // Guns on the limber, and a column.
    let battery = named(&battle, "McGraw");
    let limbered = Post {
        formation: Some(Formation::Limbered(true)),
        ..here(&battle, battery)
    };
    battle.answer(put(vec![limbered], false)).expect("limbered");
    let alabama = named(&battle, "13th Alabama");
    let column = Post {
        formation: Some(Formation::Infantry(InfantryFormation::RoadColumn)),
        ..here(&battle, alabama)
    };
    battle.answer(put(vec![column], true)).expect("in column");
    let army = battle.army();
    assert!(matches!(
        army.unit(battery).troops,
        Troops::Artillery { limbered: true, .. }
    ));
    assert!(matches!(
        army.unit(alabama).troops,
        Troops::Infantry {
            formation: InfantryFormation::RoadColumn,
            ..
        }
    ));
    assert_eq!(battle.decision().map(Decision::side), Some(Side::Union));
    let told = battle.facts();
    assert!(matches!(
        told.last(),
        Some(Fact::InPlace {
            side: Side::Confederate
        })
    ));
    let chronicle = Chronicle::of(scenario(Scale::Mm15), rules(), told);
    assert_eq!(chronicle.latest().army(), battle.army());
}

#[test]
fn two_units_change_places_at_once() {
    let mut battle = begun(Scale::Mm15, 3);
    let (one, other) = (
        named(&battle, "7th Tennessee"),
        named(&battle, "14th Tennessee"),
    );
    let (here_one, here_other) = (here(&battle, one), here(&battle, other));
    let swapped = vec![
        Post {
            unit: one,
            ..here_other
        },
        Post {
            unit: other,
            ..here_one
        },
    ];
    assert!(why(&battle, &put(swapped[..1].to_vec(), false)).contains("somebody else"));
    battle.answer(put(swapped, true)).expect("at once");
    assert_eq!(battle.army().placement(one), here_other.placement());
    assert_eq!(battle.army().placement(other), here_one.placement());
}

#[test]
fn what_is_not_allowed_says_why() {
    let battle = begun(Scale::Mm15, 3);
    let hash = battle.hash();
    let unit = named(&battle, "42nd Mississippi");
    let home = here(&battle, unit);
    let of = |post: Post| put(vec![post], false);
    let outside = Post {
        at: home.at + Vec2::X * 4.0,
        ..home
    };
    let told = why(&battle, &of(outside));
    assert!(
        told.contains("outside its zone") && told.contains("limit is 0"),
        "{told}"
    );
    // The whole of it must be inside, not its middle alone.
    let zone = battle.now().set_up_zone(unit).expect("a zone");
    let edge = (0..100).map(|step| Post {
        at: home.at + Vec2::X * step as f32 * 0.1,
        facing: Facing::NORTH,
        ..home
    });
    let edge = edge.take_while(|post| zone.contains(post.at)).last();
    let edge = edge.expect("its own place is inside");
    assert!(battle.now().check_post(Side::Confederate, &edge).is_err());
    let off = Post {
        at: Vec2::new(-3.0, home.at.y),
        ..home
    };
    assert!(why(&battle, &of(off)).contains("off the table"));
    let enemy = here(&battle, named(&battle, "76th New York"));
    assert!(why(&battle, &of(enemy)).contains("other side"));
    let later = here(&battle, named(&battle, "24th Michigan"));
    assert!(battle.now().check_post(Side::Union, &later).is_err());
    let strange = Post {
        formation: Some(Formation::Limbered(true)),
        ..home
    };
    assert!(why(&battle, &of(strange)).contains("arm"));
    let nobody = Post {
        unit: UnitId(999),
        ..home
    };
    assert!(battle.check(&of(nobody)).is_err());
    let taken = Post {
        at: here(&battle, named(&battle, "2nd Mississippi")).at,
        ..home
    };
    assert!(why(&battle, &of(taken)).contains("somebody else stands there"));
    assert_eq!(battle.hash(), hash);
    // Once the battle has begun nobody is set up.
    let mut begun = battle.fork();
    for _ in 0..2 {
        begun.answer(Answer::READY).expect("always allowed");
    }
    assert!(begun.now().check_post(Side::Confederate, &home).is_err());
    assert!(begun.check(&of(home)).is_err());
}

#[test]
fn leaders_begin_beside_their_men_and_go_with_them() {
    let mut battle = begun(Scale::Mm15, 3);
    let (davis, archer) = (led(&battle, "Davis"), led(&battle, "Archer"));
    let place = |battle: &Battle, leader| battle.army().leader(leader).at.expect("a place");
    let post = |leader, at| Answer::SetUp {
        units: Vec::new(),
        leaders: vec![LeaderPost { leader, at }],
        ready: false,
    };
    let far = place(&battle, davis) - Vec2::X * 5.0;
    let told = why(&battle, &post(davis, far));
    assert!(told.contains("beside a unit of his command"), "{told}");
    let carolina = named(&battle, "55th North Carolina");
    // Not beside the men of another brigade.
    let behind = battle.army().behind(carolina);
    assert!(battle.check(&post(archer, behind)).is_err());
    assert!(battle.check(&post(led(&battle, "Cutler"), behind)).is_err());
    battle.answer(post(davis, behind)).expect("beside his men");
    assert_eq!(place(&battle, davis), behind);
    // The regiment he stands with goes to the other end of the zone, and he with it.
    let zone = battle
        .now()
        .zone_outline(carolina)
        .expect("a zone")
        .to_vec();
    let mut elsewhere = None;
    for &corner in &zone {
        for part in 1..20 {
            let home = here(&battle, carolina);
            let post = Post {
                at: corner.lerp(home.at, part as f32 / 20.0),
                formation: Some(Formation::Infantry(InfantryFormation::RoadColumn)),
                ..home
            };
            let away = post.at.distance(home.at) > 4.0;
            if away && battle.now().check_post(Side::Confederate, &post).is_ok() {
                elsewhere = Some(post);
            }
        }
    }
    let elsewhere = elsewhere.expect("there is room");
    battle.answer(put(vec![elsewhere], false)).expect("checked");
    let now = place(&battle, davis);
    let answer = LeaderPost {
        leader: davis,
        at: now,
    };
    battle
        .now()
        .check_leader_post(Side::Confederate, &answer)
        .expect("he is beside one of his regiments still");
}

/// A stage whose units may stand anywhere within some inches.
#[test]
fn every_arm_takes_its_own_formations() {
    let mut stage = Stage::new();
    let line = stage.union(foot(8), 0.0, 0.0, 0.0);
    let battery = stage.union(guns(2, Gun::Ordnance3), 5.0, 0.0, 0.0);
    let troopers = stage.union(horse(6, CavalryWeapon::RifleMusket), -6.0, 0.0, 0.0);
    let mut scenario = stage.scenario();
    // Without a zone nobody is asked.
    let battle = Battle::new(Arc::new(scenario.clone()), rules(), 1);
    assert_eq!(battle.decision().map(Decision::kind), Some("leader"));
    let field = &mut scenario.field;
    field.zones.push(deadly_field::field::Zone {
        id: "anywhere".to_owned(),
        name: "Anywhere".to_owned(),
        outline: vec![
            Vec2::ZERO,
            Vec2::X * 36.0,
            Vec2::splat(36.0),
            Vec2::Y * 36.0,
        ],
    });
    for unit in &mut scenario.units {
        if let Deployment::At { within, .. } = &mut unit.deployment {
            *within = Some("anywhere".to_owned());
        }
    }
    let mut battle = Battle::new(Arc::new(scenario), rules(), 1);
    assert_eq!(battle.decision().map(Decision::kind), Some("set_up"));
    for (unit, count) in [
        (line, InfantryFormation::ALL.len()),
        (battery, 2),
        (troopers, CavalryFormation::ALL.len() + 2),
    ] {
        let formations = battle.now().set_up_formations(unit);
        assert_eq!(formations.len(), count, "{formations:?}");
        for formation in formations {
            let post = Post {
                formation: Some(formation),
                ..here(&battle, unit)
            };
            battle.answer(put(vec![post], false)).expect("allowed");
            assert_eq!(
                formation.of(battle.army().unit(unit)),
                *battle.army().unit(unit)
            );
        }
    }
    // Saddle and formation in one answer: the posts of a unit add up.
    let post = |formation| Post {
        formation: Some(formation),
        ..here(&battle, troopers)
    };
    let both = vec![
        post(Formation::Mounted(false)),
        post(Formation::Cavalry(CavalryFormation::Skirmish)),
    ];
    battle.answer(put(both, true)).expect("allowed");
    assert!(matches!(
        battle.army().unit(troopers).troops,
        Troops::Cavalry {
            formation: CavalryFormation::Skirmish,
            mounted: false,
            ..
        }
    ));
}

/// Random posts are taken only if they are right; the facts tell the state; a save in the middle
/// goes on the same.
#[test]
fn random_posts_are_right_or_refused() {
    let scales = scales();
    for_all(12, |number| {
        let (scale, scenario) = &scales[(number % 3) as usize];
        let mut random = ChaCha8Rng::seed_from_u64(number);
        let mut below = |bound: usize| random.next_u32() as usize % bound.max(1);
        let mut battle = Battle::new(scenario.clone(), rules(), number);
        let (mut taken, mut refused) = (0, 0);
        while let Some(Decision::SetUp { side, units, .. }) = battle.decision().cloned() {
            for _ in 0..150 {
                let unit = units[below(units.len())];
                let home = battle.army().placement(unit);
                let step = Vec2::new(below(800) as f32 - 400.0, below(800) as f32 - 400.0) / 100.0;
                let formations = battle.now().set_up_formations(unit);
                let post = Post {
                    unit,
                    at: home.at + step,
                    facing: Facing::degrees(below(360) as f32),
                    formation: Some(formations[below(formations.len())]),
                };
                let answer = put(vec![post], false);
                let allowed = battle.check(&answer);
                assert_eq!(allowed, battle.now().check_post(side, &post));
                // Said another way than by the check.
                let values = post.formation.expect("one").of(battle.army().unit(unit));
                let muster = battle.army().muster_of(unit);
                let covers = post.placement().footprint(*scale, &values, muster);
                let zone = battle.now().set_up_zone(unit).expect("a zone");
                let mut corners = covers.stands.iter().flat_map(|stand| stand.corners());
                let inside = corners.all(|corner| zone.contains(corner));
                let alone = battle
                    .army()
                    .present()
                    .filter(|&other| other != unit)
                    .all(|other| !covers.overlaps(battle.army().footprint(other)));
                let what = format!("{scale}, {number}: {post:?}");
                match allowed {
                    Ok(()) => {
                        let slack = zone.sticks_out(&covers) < 0.02;
                        assert!((inside || slack) && alone, "{what}");
                        battle.answer(answer).expect("checked");
                        taken += 1;
                    }
                    Err(_) => {
                        let hash = battle.hash();
                        assert!(battle.answer(answer).is_err(), "{what}");
                        assert_eq!(battle.hash(), hash, "{what}");
                        refused += 1;
                    }
                }
                invariants::check(&battle, &what);
            }
            let written = serde_json::to_string(&battle.snapshot()).expect("written");
            let read = serde_json::from_str(&written).expect("read");
            let saved = Battle::restore_checked(scenario.clone(), rules(), read);
            let saved = saved.unwrap_or_else(|fault| panic!("{fault:?}"));
            assert_eq!(saved.hash(), battle.hash());
            assert_eq!(saved.decision(), battle.decision());
            let chronicle = Chronicle::of(scenario.clone(), rules(), battle.facts());
            assert_eq!(chronicle.latest().army(), battle.army());
            battle.answer(Answer::READY).expect("always allowed");
        }
        assert_eq!(battle.army().clock().turn, 1);
        assert!(taken > 10 && refused > 10, "{taken} and {refused}");
    });
}

#[test]
fn an_answer_is_written_as_files_and_programs_have_it() {
    let read = |text: &str| serde_json::from_str::<Answer>(text);
    assert_eq!(read(r#"{"set_up": {}}"#).expect("read"), Answer::READY);
    let post = r#"{"set_up": {"units": [{"unit": 3, "at": [10.5, 4], "facing": 90,
        "formation": {"infantry": "battle_line"}}], "leaders": [{"leader": 1, "at": [9, 4]}],
        "ready": false}}"#;
    let answer = read(post).expect("read");
    assert_eq!(
        answer,
        Answer::SetUp {
            units: vec![Post {
                unit: UnitId(3),
                at: Vec2::new(10.5, 4.0),
                facing: Facing::degrees(90.0),
                formation: Some(Formation::Infantry(InfantryFormation::BattleLine)),
            }],
            leaders: vec![LeaderPost {
                leader: LeaderId(1),
                at: Vec2::new(9.0, 4.0),
            }],
            ready: false,
        }
    );
    let written = serde_json::to_string(&answer).expect("written");
    assert_eq!(read(&written).expect("read again"), answer);
    assert!(read(r#"{"set_up": {"reddy": true}}"#).is_err());
    assert_eq!(read("\"concede\"").expect("read"), Answer::Concede);
    assert_eq!(read("\"offer_draw\"").expect("read"), Answer::OfferDraw);
}
