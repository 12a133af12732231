//! Which weights make a stronger general: whole battles between two who weigh differently, one line
//! for each pair.
//!
//! `cargo measure --bench tune -- spread FIRST PAIRS SPREAD [FILE]` gives every weight of one general
//! a push up or down by chance and the other's the opposite push, `SPREAD` in logarithms, around the
//! weights of FILE: a line of results tells which pushes helped. `-- match FIRST PAIRS FILE [FILE]`
//! lets weights meet others, or those of the hard computer. A file has a line `name value` for each
//! weight that differs from the hard computer's.

use std::path::Path;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use deadly_field::files::{Names, Opening};
use deadly_field::players::{AtOnce, General, Level, Player, SeatKind, Thinking, Weights};
use deadly_field::rules::{Morale, Rules, Scale, Side};
use deadly_field::scenario::force::{ForceChoices, muster_by};
use deadly_field::scenario::rules_folder::HouseRules;
use deadly_field::scenario::{Scenario, ScenarioSource, all};
use deadly_field::session::{MatchUp, Table};

/// Forces of each scenario that are mustered, so that nobody learns one of them by heart.
const MUSTERS: u64 = 6;

/// The weights that a file tells.
fn read(path: &str) -> Weights {
    let mut weights = Weights::HARD;
    if path == "hard" {
        return weights;
    }
    let text = std::fs::read_to_string(path).expect("a file of weights");
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let (name, value) = line.trim().split_once(' ').expect("a name and a value");
        let value = value.trim().parse().expect("a figure");
        *weights.named(name).expect("the name of a weight") = value;
    }
    weights
}

/// A number that looks like chance.
fn mixed(mut seed: u64) -> u64 {
    seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ (seed >> 31)
}

/// Which weights are pushed up in a pair.
fn pushes(pair: u64) -> Vec<bool> {
    let many = Weights::NAMES.len() as u64;
    let bit = |at: u64| mixed(pair.wrapping_mul(1_009).wrapping_add(at)) & 1 == 1;
    (0..many).map(bit).collect()
}

fn pushed(center: &Weights, pushes: &[bool], spread: f64) -> Weights {
    let mut weights = *center;
    for (name, up) in Weights::NAMES.iter().zip(pushes) {
        if let Some(value) = weights.named(name) {
            *value *= (if *up { spread } else { -spread }).exp();
        }
    }
    weights
}

/// What a side has left of what it began with, worn men counted less.
fn left(battle: &deadly_field::battle::Battle, side: Side) -> f64 {
    let army = battle.army();
    let units = army.units().filter(|&id| army.side(id) == side);
    let (mut now, mut first) = (0.0, 0.0);
    for id in units {
        let unit = army.unit(id);
        let gun = if unit.is_artillery() { 2.2 } else { 1.0 };
        let strength = f64::from(unit.strength) * gun;
        first += strength + gun * f64::from(army.lost(id));
        let gone = matches!(army.presence(id), deadly_field::army::Presence::Gone(_));
        now += match unit.morale {
            _ if gone => 0.0,
            Morale::GoodOrder => strength,
            Morale::Disorder => 0.9 * strength,
            Morale::Shaken => 0.6 * strength,
            Morale::Routed => 0.2 * strength,
        };
    }
    now / f64::max(first, 1.0)
}

/// A battle: what the Union got of it, from -1 to 1, and by how much more of it is left.
fn fight(
    union: Box<dyn Player>,
    confederate: Box<dyn Player>,
    scenario: &Arc<Scenario>,
    rules: &Arc<Rules>,
    seed: u64,
) -> (f64, f64) {
    let opening = Opening {
        source: ScenarioSource::default(),
        scale: scenario.field.scale,
        house_rules: HouseRules::default(),
        seed,
        seats: Names {
            union: "a".to_owned(),
            confederate: "b".to_owned(),
        },
    };
    let table = Table::new(MatchUp::both(SeatKind::Random));
    let session = table.begin(opening, Arc::clone(scenario), Arc::clone(rules));
    let mut session = session.without_record();
    session.seat(Side::Union, Box::new(AtOnce::new("a", union)));
    session.seat(Side::Confederate, Box::new(AtOnce::new("b", confederate)));
    session.run(|_| {});
    let battle = session.battle();
    let won = match battle.army().verdict().and_then(|verdict| verdict.winner) {
        Some(Side::Union) => 1.0,
        Some(Side::Confederate) => -1.0,
        None => 0.0,
    };
    (
        won,
        left(battle, Side::Union) - left(battle, Side::Confederate),
    )
}

fn thinking() -> Thinking {
    let asked = std::env::var("PLAYOUTS").ok();
    Thinking {
        playouts: asked.map_or(Thinking::PLAYOUTS, |asked| asked.parse().expect("a number")),
        ..Thinking::default()
    }
}

/// Whoever is named so: a level, or weights.
fn player(name: &str) -> Box<dyn Player> {
    match name {
        "easy" => Level::Easy.player(thinking()),
        "medium" => Level::Medium.player(thinking()),
        "expert" => Level::Expert.player(thinking()),
        name => Box::new(General::with(read(name))),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |at: usize| arguments.get(at).map_or("hard", String::as_str);
    let number = |at: usize| text(at).parse::<f64>().expect("a number");
    let spreads = match text(0) {
        "spread" => true,
        "match" => false,
        // `cargo measure` without arguments has nothing to do here.
        _ => return,
    };
    let (first, pairs) = (number(1) as u64, number(2) as u64);
    let jobs: u64 = std::env::var("JOBS").map_or(1, |jobs| jobs.parse().expect("a number"));
    let only = std::env::var("ONLY").unwrap_or_default();
    let skip = std::env::var("SKIP").unwrap_or_default();
    let rules = Arc::new(Rules::book().clone());
    let fields: Vec<String> = all()
        .iter()
        .filter_map(|path| Some(Path::new(path).file_stem()?.to_string_lossy().into_owned()))
        .filter(|name| only.is_empty() || only.split(',').any(|one| one == name))
        .filter(|name| !skip.split(',').any(|one| one == name))
        .collect();
    let musters: Vec<Vec<Arc<Scenario>>> = fields
        .iter()
        .map(|name| {
            let muster = |seed: u64| {
                let path = deadly_field::scenario::find(Path::new(name));
                let choices = ForceChoices::default();
                let mustered = muster_by(&path, &choices, first + seed, Scale::Mm15, &rules);
                Arc::new(mustered.expect("a good scenario").0)
            };
            (0..MUSTERS.min(pairs.div_ceil(fields.len() as u64)).max(1))
                .map(muster)
                .collect()
        })
        .collect();
    println!("names {}", Weights::NAMES.join(" "));
    let next = AtomicU64::new(first);
    let out = Mutex::new(());
    let one = |pair: u64| {
        let field = (pair % fields.len() as u64) as usize;
        let known = &musters[field];
        let muster = &known[(pair / fields.len() as u64) as usize % known.len()];
        let pushes = pushes(pair);
        let made = |up: bool| -> Box<dyn Player> {
            if spreads {
                let spread = if up { number(3) } else { -number(3) };
                let weights = pushed(&read(text(4)), &pushes, spread);
                Box::new(General::with(weights))
            } else {
                player(if up { text(3) } else { text(4) })
            }
        };
        let started = std::time::Instant::now();
        let (won, left) = fight(made(true), made(false), muster, &rules, pair);
        let (lost, right) = fight(made(false), made(true), muster, &rules, pair);
        let told: String = pushes
            .iter()
            .map(|up| if *up { '+' } else { '-' })
            .collect();
        let _held = out.lock();
        println!(
            "pair {pair} {} {won} {} {left:.4} {:.4} {:.2} {}",
            fields[field],
            -lost,
            -right,
            started.elapsed().as_secs_f64(),
            if spreads { told.as_str() } else { "" },
        );
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= first + pairs {
                        return;
                    }
                    one(pair);
                }
            });
        }
    });
}
