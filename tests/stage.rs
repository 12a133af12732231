//! The battle on stage without a window: the entities are the armies of the moment that is shown,
//! and a fact marks nobody changed but its own units.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use deadly_field::army::{
    Army, Base, Covers, Fact, Fighting, Identity, LeaderId, LeaderIdentity, LeaderState, Position,
    Presence, Record, UnitId,
};
use deadly_field::battle::{Answer, Battle, Decision, Order};
use deadly_field::chronicle::Chronicle;
use deadly_field::field::{Facing, Placement};
use deadly_field::rules::{Rules, Scale};
use deadly_field::scenario::{Scenario, find};
use deadly_field::table::playback::{FactTold, Playback};
use deadly_field::table::stage::{
    self, Becoming, Figures, FrontalArc, LeaderKey, Mustered, Stage, StandOf, Stands, UnitKey,
};
use deadly_field::table::{Laid, Screen};

fn ground(scale: Scale) -> (Arc<Scenario>, Arc<Rules>) {
    let rules = Arc::new(Rules::book().clone());
    let path = find(Path::new("taint_no_militia"));
    let scenario = Scenario::load(&path, scale, &rules).expect("a good scenario");
    (Arc::new(scenario), rules)
}

/// Some allowed answer: every kind of thing happens now and then, and every battle ends.
fn some_answer(battle: &Battle, decision: &Decision, turn: u64) -> Answer {
    let pick = |count: usize| (turn.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as usize % count;
    let wanted = match decision {
        Decision::SetUp { .. } => Answer::READY,
        Decision::Leader { units, .. } if !units.is_empty() && turn.is_multiple_of(3) => {
            Answer::Attach(units[pick(units.len())])
        }
        Decision::Leader { .. } => Answer::Stay,
        Decision::Activate { units, .. } => match units.first() {
            Some(_) => Answer::Activate(units[pick(units.len())]),
            None => Answer::EndTurn,
        },
        Decision::Act { orders, .. } if !orders.is_empty() && !turn.is_multiple_of(4) => {
            Answer::Order(orders[pick(orders.len())].clone())
        }
        Decision::Act { .. } => Answer::Order(Order::Hold),
        Decision::React { reactions, .. } if !reactions.is_empty() && turn.is_multiple_of(2) => {
            Answer::React(reactions[pick(reactions.len())].clone())
        }
        Decision::Follow { inches, .. } if turn.is_multiple_of(2) => Answer::Follow(*inches),
        Decision::Join { .. } | Decision::StopBehind { .. } if turn.is_multiple_of(2) => {
            Answer::Agree
        }
        _ => Answer::Decline,
    };
    if battle.check(&wanted).is_ok() {
        return wanted;
    }
    let plain = [
        Answer::Stay,
        Answer::Decline,
        Answer::Order(Order::Hold),
        Answer::EndTurn,
        Answer::Agree,
    ];
    let allowed = plain.into_iter().find(|plain| battle.check(plain).is_ok());
    allowed.expect("something is always allowed")
}

fn fought(scale: Scale, seed: u64) -> Chronicle {
    let (scenario, rules) = ground(scale);
    let mut battle = Battle::new(scenario.clone(), rules.clone(), seed);
    let mut turn = seed;
    while let Some(decision) = battle.decision().cloned() {
        turn += 1;
        let answer = some_answer(&battle, &decision, turn);
        battle.answer(answer).expect("an allowed answer");
    }
    Chronicle::of(scenario, rules, battle.facts())
}

fn app(playback: Playback) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin, stage::plugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(
            40,
        )));
    stage::raise(app.world_mut(), playback);
    app
}

/// Every entity is what the army says, and there is nobody else.
fn assert_in_line(app: &mut App, army: &Army, what: &str) {
    let world = app.world_mut();
    let units = world.query::<&UnitKey>().iter(world).count();
    let leaders = world.query::<&LeaderKey>().iter(world).count();
    assert_eq!(
        (units, leaders),
        (army.units().len(), army.leaders().len()),
        "{what}"
    );
    for id in army.units() {
        let entity = world.resource::<Stage>().unit(id).expect("an entity");
        let unit = world.entity(entity);
        let what = format!("{what}: {}", army.name(id));
        assert_eq!(unit.get(), Some(&UnitKey(id)), "{what}");
        assert_eq!(unit.get(), Some(army.identity(id)), "{what}");
        assert_eq!(unit.get(), Some(army.fighting(id)), "{what}");
        assert_eq!(unit.get(), Some(&Position(army.placement(id))), "{what}");
        assert_eq!(unit.get(), Some(&army.presence(id)), "{what}");
        assert_eq!(unit.get(), Some(army.record(id)), "{what}");
        assert_eq!(unit.get(), Some(&Mustered(army.muster_of(id))), "{what}");
        let covers = army.footprint(id);
        assert_eq!(unit.get(), Some(&Covers(covers.clone())), "{what}");
        assert_eq!(unit.get(), Some(&FrontalArc::of(covers)), "{what}");
        let children: Vec<_> = unit
            .get::<Stands>()
            .map(|stands| stands.all().to_vec())
            .unwrap_or_default();
        let standing: Vec<_> = children
            .iter()
            .filter_map(|&child| world.get::<Base>(child).map(|base| base.0))
            .collect();
        let here = army.on_table(id);
        let stands = if here { &covers.stands[..] } else { &[] };
        assert_eq!(standing, stands, "{what}");
        let figures: u32 = children
            .iter()
            .filter(|&&child| world.get::<Base>(child).is_some())
            .filter_map(|&child| world.get::<Figures>(child))
            .map(|figures| figures.left)
            .sum();
        let strength = if here { army.unit(id).strength } else { 0 };
        assert_eq!(figures, strength, "{what}");
    }
    for id in army.leaders() {
        let entity = world.resource::<Stage>().leader(id).expect("an entity");
        let leader = world.entity(entity);
        assert_eq!(leader.get(), Some(&LeaderKey(id)), "{what}");
        assert_eq!(leader.get(), Some(army.leader_identity(id)), "{what}");
        assert_eq!(leader.get(), Some(army.leader(id)), "{what}: {id:?}");
    }
}

/// Which facts were told, in order.
#[derive(Resource, Default)]
struct Heard(Vec<FactTold>);

fn listen(mut heard: ResMut<Heard>, mut told: MessageReader<FactTold>) {
    heard.0.extend(told.read().copied());
}

#[test]
fn a_whole_battle_plays_through_the_plugin_and_its_entities_are_its_armies() {
    for (scale, seed) in [(Scale::Mm10, 3), (Scale::Mm15, 1), (Scale::Mm25, 2)] {
        let chronicle = fought(scale, seed);
        let facts = chronicle.facts().to_vec();
        assert!(facts.len() > 300, "only {} facts at {scale}", facts.len());
        let mut playback = Playback::new(chronicle);
        playback.playing = true;
        playback.complete = true;
        playback.speed = 16.0;
        let mut app = app(playback);
        app.init_resource::<Heard>().add_systems(Last, listen);
        let (mut moments, mut last) = (0, None);
        while last != Some(facts.len()) {
            app.update();
            let playback = app.world().resource::<Playback>();
            let moment = playback.moment();
            if last.replace(moment) != Some(moment) {
                moments += 1;
                let army = playback.chronicle().at(moment);
                assert_in_line(&mut app, &army, &format!("{scale}, moment {moment}"));
            }
        }
        assert!(moments > 100, "only {moments} moments were looked at");
        app.update();
        let told: Vec<_> = (0..facts.len())
            .map(|number| FactTold {
                number,
                moment: number + 1,
            })
            .collect();
        assert_eq!(app.world().resource::<Heard>().0, told);

        // There and back again: every moment can be gone to at once.
        for moment in [facts.len() / 3, 0, facts.len(), facts.len() / 2, 7] {
            let mut playback = app.world_mut().resource_mut::<Playback>();
            playback.playing = false;
            playback.seek(moment);
            let army = playback.chronicle().at(moment);
            app.update();
            assert_in_line(&mut app, &army, &format!("{scale}, gone to {moment}"));
        }
        // What is taken back is gone from the table too.
        let mut playback = app.world_mut().resource_mut::<Playback>();
        playback.seek(facts.len());
        playback.cut(facts.len() / 2);
        assert_eq!(playback.moment(), facts.len() / 2);
        let army = playback.chronicle().latest().army().clone();
        app.update();
        assert_in_line(&mut app, &army, "taken back");
    }
}

/// Who was marked changed in the last frame.
#[derive(Resource, Default, Debug, PartialEq)]
struct Marked {
    units: Vec<UnitId>,
    /// Stands, by the unit they belong to.
    stands: Vec<UnitId>,
    leaders: Vec<LeaderId>,
    animated: Vec<UnitId>,
}

type AnyPart = Or<(
    Changed<Identity>,
    Changed<Fighting>,
    Changed<Position>,
    Changed<Presence>,
    Changed<Record>,
    Changed<Mustered>,
    Changed<Covers>,
    Changed<FrontalArc>,
    Changed<Stands>,
)>;

type StandChanged = Or<(Changed<Base>, Changed<Figures>)>;
type LeaderChanged = Or<(Changed<LeaderIdentity>, Changed<LeaderState>)>;

fn mark(
    mut marked: ResMut<Marked>,
    units: Query<&UnitKey, AnyPart>,
    animated: Query<&UnitKey, Changed<Becoming>>,
    stands: Query<&StandOf, StandChanged>,
    leaders: Query<&LeaderKey, LeaderChanged>,
    keys: Query<&UnitKey>,
) {
    let mut stands: Vec<_> = stands
        .iter()
        .filter_map(|of| Some(keys.get(of.0).ok()?.0))
        .collect();
    stands.dedup();
    *marked = Marked {
        units: units.iter().map(|key| key.0).collect(),
        stands,
        leaders: leaders.iter().map(|key| key.0).collect(),
        animated: animated.iter().map(|key| key.0).collect(),
    };
}

#[test]
fn a_fact_marks_only_its_own_units_changed() {
    let (scenario, rules) = ground(Scale::Mm15);
    let mut chronicle = Chronicle::new(scenario, rules);
    let army = chronicle.at(0);
    let mover = army.present().next().expect("somebody");
    let from = army.placement(mover);
    let to = Placement {
        at: from.at + Vec2::new(0.5, 0.25),
        facing: Facing::degrees(30.0),
    };
    let rider = army.leaders().next().expect("a leader");
    let at = army.behind(mover);
    chronicle.record(Fact::Attached {
        leader: rider,
        unit: mover,
        at,
    });
    chronicle.record(Fact::Moved {
        unit: mover,
        from,
        to,
    });
    chronicle.record(Fact::Spent { actions: 1 });
    let mut app = app(Playback::new(chronicle));
    app.init_resource::<Marked>().add_systems(Last, mark);
    // Twice: the first frame brings everybody on stage.
    app.update();
    let everybody = app.world().resource::<Marked>();
    assert_eq!(everybody.units.len(), army.units().len());
    assert_eq!(everybody.leaders.len(), army.leaders().len());
    app.update();
    assert_eq!(*app.world().resource::<Marked>(), Marked::default());

    let finish = |app: &mut App| {
        app.world_mut().resource_mut::<Playback>().finish();
        app.update();
    };
    // The leader rides; the move that comes next is only announced.
    finish(&mut app);
    let expected = Marked {
        leaders: vec![rider],
        animated: vec![mover],
        ..default()
    };
    assert_eq!(*app.world().resource::<Marked>(), expected);

    // Playing on changes no part before the fact is over.
    app.world_mut().resource_mut::<Playback>().show_part(0.6);
    app.update();
    assert_eq!(*app.world().resource::<Marked>(), Marked::default());

    finish(&mut app);
    let expected = Marked {
        units: vec![mover],
        stands: vec![mover],
        leaders: vec![rider],
        animated: vec![mover],
    };
    assert_eq!(*app.world().resource::<Marked>(), expected);

    // Mere book-keeping touches nobody who is not meant.
    finish(&mut app);
    assert_eq!(*app.world().resource::<Marked>(), Marked::default());
}

#[test]
fn whoever_leaves_the_table_leaves_nothing_on_it() {
    let (scenario, rules) = ground(Scale::Mm15);
    let mut app = app(Playback::new(Chronicle::new(scenario, rules)));
    app.update();
    assert!(app.world().contains_resource::<State<Laid>>());
    let mut screen = app.world_mut().resource_mut::<NextState<Screen>>();
    screen.set(Screen::Curtain);
    app.update();
    assert!(app.world().contains_resource::<Playback>());
    let mut screen = app.world_mut().resource_mut::<NextState<Screen>>();
    screen.set(Screen::Menu);
    app.update();
    app.update();
    let world = app.world_mut();
    assert!(!world.contains_resource::<Playback>());
    let mut left = world.query_filtered::<Entity, Or<(With<UnitKey>, With<Base>)>>();
    assert_eq!(left.iter(world).count(), 0);
    assert!(world.resource::<Stage>().units().is_empty());
}

/// A whole battle through the world's own loop, without a window: the same as `fight` fights.
#[test]
fn a_battle_is_played_through_the_plugin() {
    use deadly_field::players::{Level, SeatKind};
    use deadly_field::session::{MatchUp, Table};
    use deadly_field::table::{Sitting, sitting};
    let match_up = MatchUp::both(SeatKind::Computer(Level::Medium));
    let (scenario, rules) = ground(Scale::Mm15);
    let straight = Table::new(match_up.clone())
        .fight(scenario.clone(), rules.clone(), 5)
        .into_battle();
    let opening = deadly_field::files::Opening {
        source: deadly_field::scenario::ScenarioSource::default(),
        scale: scenario.field.scale,
        house_rules: deadly_field::scenario::rules_folder::HouseRules::new(),
        seed: 5,
        seats: match_up.names(),
    };
    let table = Table {
        aside: true,
        ..Table::new(match_up)
    };
    let session = table.begin(opening, scenario.clone(), rules.clone());
    let mut app = app(Playback::new(Chronicle::new(scenario, rules)));
    app.add_plugins(sitting::plugin);
    app.insert_resource(Sitting::new(session));
    for frame in 0.. {
        app.update();
        assert!(frame < 200_000, "it does not end");
        if app.world().resource::<Playback>().complete {
            break;
        }
    }
    let mut sitting = app
        .world_mut()
        .remove_resource::<Sitting>()
        .expect("a session");
    assert_eq!(sitting.session().battle().hash(), straight.hash());
    let playback = app.world().resource::<Playback>();
    assert_eq!(playback.chronicle().facts(), straight.facts());
}
