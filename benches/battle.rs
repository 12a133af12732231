//! Whole battles on one core and on two, an inch of a move with its reaction window on tables of
//! different size, and the memory of one battle.
//!
//! `cargo measure --bench battle` prints all of them in one run.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use deadly_field::army::UnitId;
use deadly_field::battle::{Answer, Battle, BattleSnapshot, Decision, Goal, Order};
use deadly_field::field::Facing;
use deadly_field::field::moves::Leg;
use deadly_field::players::{ComputerPlayer, General, Level, Player, SeatKind, View};
use deadly_field::rules::{Rules, Scale};
use deadly_field::scenario::{Scenario, find};
use deadly_field::session::{MatchUp, Table};
use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn main() {
    battles_on_cores();
    divan::main();
}

fn rules() -> Arc<Rules> {
    Arc::new(Rules::book().clone())
}

fn first_scenario() -> Arc<Scenario> {
    let path = find(std::path::Path::new("taint_no_militia"));
    Arc::new(Scenario::load(&path, Scale::Mm15, Rules::book()).expect("a good scenario"))
}

fn computers(level: Level) -> Table {
    Table::new(MatchUp::both(SeatKind::Computer(level)))
}

/// Battles a second with one thread and with two, side by side.
fn battles_on_cores() {
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    for level in [Level::Medium, Level::Hard] {
        battles_of(level);
    }
}

fn battles_of(level: Level) {
    let (scenario, rules) = (first_scenario(), rules());
    let run = |threads: u64| {
        const BATTLES: u64 = 60;
        let next = AtomicU64::new(0);
        let started = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let seed = next.fetch_add(1, Ordering::Relaxed);
                        if seed >= BATTLES {
                            return;
                        }
                        let fought = computers(level).fight(scenario.clone(), rules.clone(), seed);
                        black_box(fought.into_battle());
                    }
                });
            }
        });
        BATTLES as f64 / started.elapsed().as_secs_f64()
    };
    run(2);
    let (one, two) = (run(1), run(2));
    println!(
        "whole battles, computer:{level} against itself: {one:.1} a second on one core, {two:.1} on two ({:.2} times)",
        two / one
    );
}

/// One whole battle; the allocation columns show what it needs of memory.
#[divan::bench(args = [Level::Medium, Level::Hard], sample_count = 20, sample_size = 1)]
fn whole_battle(bencher: Bencher, level: Level) {
    let (scenario, rules) = (first_scenario(), rules());
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| {
        computers(level)
            .fight(scenario.clone(), rules.clone(), 7)
            .into_battle()
    });
}

/// A table with so many regiments in two hosts of lines that face each other five inches apart.
fn host(units: usize) -> Arc<Scenario> {
    let files = units.div_ceil(4).max(1);
    let squares = (files / 8 + 2).min(12);
    let step = (squares as f32 - 0.4) / files as f32;
    let side = |name: &str, facing: u32, south: f32, back: f32| {
        let regiments: Vec<String> = (0..units / 2)
            .map(|number| {
                let (file, rank) = (number % files, number / files);
                let at = (
                    0.2 + step * (file as f32 + 0.5),
                    south + back * rank as f32 * 0.12,
                );
                format!(
                    "(name: \"{name} {number}\", arm: Infantry(4), weapon: \"rifle_musket\", \
                     quality: \"veteran\", deploy: At(at: ({:.4}, {:.4}), facing: {facing}, \
                     formation: Some(\"battle_line\")))",
                    at.0, at.1
                )
            })
            .collect();
        format!(
            "(about: \"\", commands: [(name: \"{name}\", echelon: \"brigade\", leader: \
             Some((name: \"Leader of {name}\", rank: \"brigade\", benefit: 1, at: Some((1.0, {south})))), \
             units: [{}])])",
            regiments.join(", ")
        )
    };
    let text = format!(
        "(name: \"host\", date: (1863, 7, 1), time: (10, 0), history: \"\", outcome: \"\", \
         turns: 4, initiative: \"union\", season: \"summer\", weather: Fixed(\"dry\"), \
         period: \"1861_63\", muster: None, board: Squares({squares}, 3), ground: (), \
         union: {}, confederate: {}, \
         victory: (conditions: [], otherwise: \"union\"))",
        side("North", 180, 1.6, 1.0),
        side("South", 0, 1.3, -1.0),
    );
    let path = std::env::temp_dir().join(format!("deadly-field-host-{units}.ron"));
    std::fs::write(&path, text).expect("a temporary file");
    let scenario = Scenario::load(&path, Scale::Mm15, Rules::book());
    Arc::new(scenario.unwrap_or_else(|faults| panic!("{faults:?}")))
}

/// The battle at the moment when a regiment of the first line is asked for its order.
fn before_the_move(scenario: &Arc<Scenario>, rules: &Arc<Rules>) -> BattleSnapshot {
    let mut battle = Battle::new(scenario.clone(), rules.clone(), 1);
    loop {
        let answer = match battle.decision().expect("a decision") {
            Decision::SetUp { .. } => Answer::READY,
            Decision::Leader { .. } => Answer::Stay,
            Decision::Activate { .. } => Answer::Activate(UnitId(0)),
            _ => return battle.snapshot(),
        };
        battle.answer(answer).expect("a legal answer");
    }
}

/// One inch of a move: checked, walked, and everybody who could react to it found.
#[divan::bench(args = [20, 200, 600], sample_count = 30, sample_size = 1)]
fn an_inch_with_its_reaction_window(bencher: Bencher, units: usize) {
    let (scenario, rules) = (host(units), rules());
    let snapshot = before_the_move(&scenario, &rules);
    bencher
        .with_inputs(|| Battle::restore(scenario.clone(), rules.clone(), snapshot.clone()))
        .bench_local_values(|mut battle| {
            let order = Order::Move {
                form: None,
                form_last: false,
                legs: vec![Leg::Ahead {
                    inches: 1.0,
                    degrees: 0.0,
                }],
            };
            battle.answer(Answer::Order(order)).expect("a legal move");
            assert!(matches!(battle.decision(), Some(Decision::React { .. })));
            battle
        });
}

/// A whole decision of the computer that weighs the odds, with a corps a side on the table.
#[divan::bench(args = [20, 200, 600], sample_count = 10, sample_size = 1)]
fn a_decision_of_medium(bencher: Bencher, units: usize) {
    decision(bencher, units, || ComputerPlayer);
}

/// The same of the one that plans.
#[divan::bench(args = [20, 200, 400, 600], sample_count = 10, sample_size = 1)]
fn a_decision_of_hard(bencher: Bencher, units: usize) {
    decision(bencher, units, || General::HARD);
}

fn decision<P: Player>(bencher: Bencher, units: usize, player: impl Fn() -> P) {
    let (scenario, rules) = (host(units), rules());
    let snapshot = before_the_move(&scenario, &rules);
    let battle = Battle::restore(scenario, rules, snapshot);
    let decision = battle.decision().expect("a decision").clone();
    let side = decision.side();
    bencher
        .with_inputs(|| {
            // A fresh situation remembers nothing.
            let now = battle.now().clone();
            let steps = battle.steps().to_vec();
            View::new(now, (side, 1), (0, decision.clone()), steps, Vec::new())
        })
        .bench_local_values(|view| player().answer(&view));
}

/// A plan to each of 48 places around a regiment, in the open and among others.
#[divan::bench(args = [20, 200], sample_count = 5, sample_size = 1)]
fn plans_to_all_sides(bencher: Bencher, units: usize) {
    let (scenario, rules) = (host(units), rules());
    let snapshot = before_the_move(&scenario, &rules);
    let battle = Battle::restore(scenario, rules, snapshot);
    let from = battle.army().placement(UnitId(0)).at;
    bencher.counter(ItemsCount::new(48usize)).bench_local(|| {
        for step in 0..48 {
            let way = Facing::degrees(step as f32 * 7.5);
            let far = if step % 2 == 0 { 3.0 } else { 9.0 };
            let goal = Goal {
                facing: (step % 3 == 0).then_some(Facing::degrees(30.0)),
                ..Goal::place(from + way.ahead() * far)
            };
            black_box(battle.now().plan(&[UnitId(0)], &goal)).ok();
        }
    });
}
