//! What the facts tell is what the armies are, at every decision.

use std::path::Path;
use std::sync::Arc;

use deadly_field::army::{LeaderState, Presence, Record};
use deadly_field::battle::Battle;
use deadly_field::chronicle::{Chronicle, View};
use deadly_field::players::{ComputerPlayer, Level, Player, RandomPlayer};
use deadly_field::rules::{Rules, Scale};
use deadly_field::scenario::{Scenario, find};

fn scenario(scale: Scale) -> Arc<Scenario> {
    let path = find(Path::new("taint_no_militia"));
    Arc::new(Scenario::load(&path, scale, Rules::book()).expect("a good scenario"))
}

/// Fights a battle and holds the chronicle against the armies at every decision.
fn follow(scale: Scale, seed: u64, player: &mut dyn Player) -> (Battle, Chronicle) {
    let (scenario, rules) = (scenario(scale), Arc::new(Rules::book().clone()));
    let mut chronicle = Chronicle::new(scenario.clone(), rules.clone());
    let mut battle = Battle::new(scenario, rules, seed);
    loop {
        for fact in &battle.facts()[chronicle.end()..] {
            chronicle.record(fact.clone());
        }
        let what = format!("{scale}, seed {seed}, moment {}", chronicle.end());
        same(&battle, &chronicle.at(chronicle.end()), &what);
        let Some(decision) = battle.decision().cloned() else {
            return (battle, chronicle);
        };
        let answer = player.answer(&battle, &decision);
        battle.answer(answer).expect("an allowed answer");
    }
}

fn same(battle: &Battle, view: &View, what: &str) {
    let army = battle.army();
    assert_eq!(view.turn, battle.clock().turn, "{what}");
    assert_eq!(view.active, battle.clock().active, "{what}");
    for id in army.units() {
        let (seen, name) = (view.unit(id), army.name(id));
        assert_eq!(seen.presence, *army.get::<Presence>(id), "{what}: {name}");
        if !army.on_table(id) {
            continue;
        }
        let (unit, record) = (army.unit(id), army.get::<Record>(id));
        assert_eq!(seen.placement, army.placement(id), "{what}: {name}");
        assert_eq!(seen.unit.troops, unit.troops, "{what}: {name}");
        assert_eq!(seen.unit.strength, unit.strength, "{what}: {name}");
        assert_eq!(seen.unit.stands, unit.stands, "{what}: {name}");
        assert_eq!(seen.unit.morale, unit.morale, "{what}: {name}");
        assert_eq!(seen.record.reacted, record.reacted, "{what}: {name}");
        assert_eq!(seen.record.activated, record.activated, "{what}: {name}");
        assert_eq!(seen.record.has_fired, record.has_fired, "{what}: {name}");
        assert_eq!(seen.record.horses, record.horses, "{what}: {name}");
    }
    for id in army.leaders() {
        let (seen, state) = (view.leader(id), army.leader::<LeaderState>(id));
        assert_eq!(seen.fallen, state.fallen, "{what}: leader {id:?}");
        assert_eq!(seen.attached, state.attached, "{what}: leader {id:?}");
        assert_eq!(seen.at, state.at, "{what}: leader {id:?}");
    }
}

#[test]
fn the_facts_tell_where_everybody_is_and_how_he_fares() {
    for scale in [Scale::Mm10, Scale::Mm15, Scale::Mm25] {
        for seed in 0..12 {
            let (battle, chronicle) = follow(scale, seed, &mut RandomPlayer::new(seed ^ 0x5eed));
            assert_eq!(chronicle.facts(), battle.facts());
        }
        let (battle, _) = follow(scale, 5, &mut ComputerPlayer::new(Level::Medium));
        assert!(battle.verdict().is_some());
    }
}

#[test]
fn every_moment_is_the_fold_of_what_came_before_it() {
    let (_, chronicle) = follow(Scale::Mm15, 3, &mut ComputerPlayer::new(Level::Medium));
    let mut view = View::start(chronicle.scenario());
    assert!(chronicle.end() > 300, "long enough to have key-frames");
    for (moment, fact) in chronicle.facts().iter().enumerate() {
        assert_eq!(chronicle.at(moment), view, "moment {moment}");
        view.apply(chronicle.scenario(), fact);
    }
    assert_eq!(chronicle.at(usize::MAX), view);
    assert_eq!(chronicle.at(chronicle.turn(2)).turn, 2);
    assert_eq!(chronicle.turn(99), chronicle.end());
}

#[test]
fn a_moment_answers_like_the_battle_itself() {
    let (scenario, rules) = (scenario(Scale::Mm15), Arc::new(Rules::book().clone()));
    let mut battle = Battle::new(scenario.clone(), rules.clone(), 11);
    let mut player = ComputerPlayer::new(Level::Medium);
    let mut asked = 0;
    while battle.decision().is_some() {
        let chronicle = Chronicle::of(scenario.clone(), rules.clone(), battle.facts());
        let standing = chronicle.standing(&chronicle.at(usize::MAX));
        let present: Vec<_> = battle.army().present().collect();
        let enemies = |one, other| battle.army().side(one) != battle.army().side(other);
        for &one in present.iter().step_by(5) {
            assert_eq!(standing.morale_now(one).bmp, battle.morale_now(one).bmp);
            for &other in present.iter().filter(|&&other| enemies(one, other)) {
                let sight = battle.sight(one, other);
                assert_eq!(standing.sight(one, other), sight);
                assert_eq!(sight.visible(), battle.sees(one, other));
                asked += 1;
            }
        }
        for _ in 0..8 {
            let Some(decision) = battle.decision().cloned() else {
                break;
            };
            let answer = player.answer(&battle, &decision);
            battle.answer(answer).expect("an allowed answer");
        }
    }
    assert!(asked > 100, "only {asked} pairs were asked");
}
