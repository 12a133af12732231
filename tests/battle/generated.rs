//! Scenarios that nobody wrote: all arms, weapons, formations, works, waters, weathers, arrivals and
//! conditions of victory on ground of chance, fought to their end at every scale.

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use deadly_field::field::plan::{AreaKind, LineKind, Slopes};
use deadly_field::rules::formation::GunFormation;
use deadly_field::rules::{
    CavalryFormation, CavalryWeapon, Gun, InfantryFormation, InfantryWeapon, Named, Quality, Rules,
    Scale, Season, Side, Weather,
};
use deadly_field::scenario::file::{Edge, Outcome, VictoryLevel};
use deadly_field::scenario::{Scenario, ScenarioSource};
use deadly_field::session::Session;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::fights::{self, both, count, for_all};
use crate::invariants;

struct Chance(ChaCha8Rng);

impl Chance {
    fn below(&mut self, bound: u32) -> u32 {
        self.0.next_u32() % bound.max(1)
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.below(10_000) as f32 / 10_000.0)
    }

    fn one_in(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }

    fn any<K: Named>(&mut self) -> &'static str {
        let all = K::ALL;
        all[self.below(all.len() as u32) as usize].name()
    }
}

/// One unit of a made-up force, as the file has it.
struct Draft {
    side: Side,
    text: String,
}

/// A made-up scenario; units that turn out to stand in each other's way can be left out.
struct Plan {
    head: String,
    ground: String,
    units: Vec<Draft>,
    tail: String,
}

const WIDE: f32 = 2.0;

impl Plan {
    fn of(seed: u64) -> Self {
        let mut chance = Chance(ChaCha8Rng::seed_from_u64(seed));
        // Where a river parts them they need the time to bridge it.
        let river = chance.one_in(4);
        let turns = 2 + chance.below(3) + if river { 4 } else { 0 };
        let weather = match chance.below(3) {
            0 => format!("WetUpTo({})", chance.below(7)),
            _ => format!("Fixed(\"{}\")", chance.any::<Weather>()),
        };
        let head = format!(
            "name: \"Battle {seed}\", date: (1863, 7, 1), time: (10, 0), history: \"\", turns: {turns}, \
             initiative: \"{}\", season: \"{}\", weather: {weather}, period: \"1861_63\", \
             board: Squares(2, 2), {}",
            chance.any::<Side>(),
            chance.any::<Season>(),
            hidden(seed),
        );
        let ground = ground(&mut chance, river);
        let mut units = Vec::new();
        for &side in Side::ALL {
            let count = 3 + chance.below(7);
            if chance.one_in(2) {
                units.extend(battalions(&mut chance, side));
            }
            for number in 0..count {
                units.push(unit(&mut chance, side, number, turns));
            }
            if river {
                units.push(train(&mut chance, side));
            }
        }
        let tail = tail(&mut chance, turns);
        Self {
            head,
            ground,
            units,
            tail,
        }
    }

    fn text(&self) -> String {
        let force = |side: Side, echelon: &str| {
            let own = self.units.iter().filter(|unit| unit.side == side);
            let units: Vec<_> = own.map(|unit| unit.text.as_str()).collect();
            // The second half is a brigade of its own, so that command has somewhere to end.
            let (first, second) = units.split_at(units.len().div_ceil(2));
            let mut commands = String::new();
            for (number, units) in [first, second].into_iter().enumerate() {
                if units.is_empty() {
                    continue;
                }
                let _ = write!(
                    commands,
                    "(name: \"{side} {number}\", echelon: \"{echelon}\", leader: Some((name: \"General {side} {number}\", \
                     rank: \"brigade\", benefit: {number})), units: [{}]),",
                    units.join(",")
                );
            }
            format!("(commands: [{commands}])")
        };
        format!(
            "({} ground: ({}), union: {}, confederate: {}, {})",
            self.head,
            self.ground,
            force(Side::Union, "brigade"),
            force(Side::Confederate, "brigade"),
            self.tail,
        )
    }

    /// The scenario at a scale, without those who cannot stand where they should.
    fn scenario(mut self, scale: Scale, seed: u64) -> Option<Scenario> {
        for _ in 0..40 {
            let text = self.text();
            let source = serde_json::json!({ "file": format!("{seed}.ron"), "text": text });
            let source: ScenarioSource = serde_json::from_value(source).expect("a source");
            let faults = match source.scenario(scale, Rules::book()) {
                Ok(scenario) => return Some(scenario),
                Err(faults) => faults,
            };
            // Only where somebody stands is left to chance.
            let fault = &faults[0];
            assert!(
                fault.field.ends_with(".deploy"),
                "seed {seed}: {fault}\n{text}"
            );
            let name = fault.what.split('`').nth(1).expect("a name");
            let quoted = format!("\"{name}\"");
            self.units.retain(|unit| !unit.text.contains(&quoted));
            // A battalion without the others is a regiment.
            for side in Side::ALL {
                let of = format!("battalion_of: Some(\"{side} regiment\"),");
                let all = self.units.iter();
                if all.filter(|unit| unit.text.contains(&of)).count() == 1 {
                    let units = self.units.iter_mut();
                    units.for_each(|unit| unit.text = unit.text.replace(&of, ""));
                }
            }
            let left = |side| self.units.iter().any(|unit| unit.side == side);
            if !left(Side::Union) || !left(Side::Confederate) {
                return None;
            }
        }
        None
    }
}

/// Who begins hidden, by dice of their own: in half of the scenarios somebody does.
fn hidden(seed: u64) -> String {
    let mut chance = Chance(ChaCha8Rng::seed_from_u64(seed ^ 0x91c4_e700));
    let mut sides = Vec::new();
    for &side in Side::ALL {
        match chance.below(6) {
            0 | 1 => {
                let dummies = chance.below(3);
                sides.push(format!(
                    "(side: \"{side}\", how: Pickets(dummies: {dummies}))"
                ));
            }
            2 => sides.push(format!("(side: \"{side}\", how: SetUp)")),
            _ => {}
        }
    }
    format!("hidden: [{}],", sides.join(", "))
}

fn ground(chance: &mut Chance, river: bool) -> String {
    let mut ground = String::new();
    if chance.one_in(2) {
        let _ = write!(ground, "slopes: Some(\"{}\"),", chance.any::<Slopes>());
    }
    let place = |chance: &mut Chance| {
        let (x, y) = (chance.between(0.1, 1.9), chance.between(0.1, 1.9));
        format!("({x:.3}, {y:.3})")
    };
    ground.push_str("heights: [");
    for _ in 0..chance.below(5) {
        let height = chance.between(0.1, 2.0);
        let _ = match chance.below(3) {
            0 => write!(
                ground,
                "Hill(at: {}, radii: ({:.3}, {:.3}), turn: {}, height: {height:.2}, top: 0.2),",
                place(chance),
                chance.between(0.05, 0.5),
                chance.between(0.05, 0.5),
                chance.below(180)
            ),
            1 => write!(
                ground,
                "Ridge(line: [{}, {}, {}], height: {height:.2}, width: 0.2),",
                place(chance),
                place(chance),
                place(chance)
            ),
            _ => write!(
                ground,
                "Cut(line: [{}, {}], depth: {height:.2}, width: 0.05),",
                place(chance),
                place(chance)
            ),
        };
    }
    ground.push_str("], areas: [");
    if river {
        ground.push_str("(kind: \"river\", shape: Box((0.0, 0.96), (2.0, 1.04))),");
    }
    for _ in 0..chance.below(8) {
        let (x, y) = (chance.between(0.1, 1.6), chance.between(0.1, 1.6));
        let (wide, deep) = (chance.between(0.05, 0.5), chance.between(0.05, 0.5));
        let _ = write!(
            ground,
            "(kind: \"{}\", shape: Box(({x:.3}, {y:.3}), ({:.3}, {:.3}))),",
            chance.any::<AreaKind>(),
            x + wide,
            y + deep
        );
    }
    ground.push_str("], lines: [");
    for _ in 0..chance.below(10) {
        let _ = write!(
            ground,
            "(kind: \"{}\", points: [{}, {}, {}], smooth: {}),",
            chance.any::<LineKind>(),
            place(chance),
            place(chance),
            place(chance),
            chance.one_in(2)
        );
    }
    let _ = write!(
        ground,
        "], zones: [(id: \"middle\", name: \"The middle\", shape: Box((0.6, 0.6), (1.4, 1.4))), \
         (id: \"south\", name: \"The south\", shape: Box((0.0, 0.0), (2.0, 0.9))), \
         (id: \"north\", name: \"The north\", shape: Box((0.0, 1.1), (2.0, 2.0)))], \
         entries: [(id: \"union\", at: ({:.2}, 0.0), facing: 0), \
         (id: \"confederate\", at: ({:.2}, 2.0), facing: 180)],",
        chance.between(0.3, 1.7),
        chance.between(0.3, 1.7)
    );
    ground
}

/// A large regiment of foot or horse in two battalions.
fn battalions(chance: &mut Chance, side: Side) -> Vec<Draft> {
    let (arm, weapon) = if chance.one_in(2) {
        ("Infantry", "rifle_musket")
    } else {
        ("Cavalry", "sharps_carbine")
    };
    let (south, facing) = match side {
        Side::Union => (0.15, 0),
        Side::Confederate => (1.15, 180),
    };
    (1..=2)
        .map(|number| Draft {
            side,
            text: format!(
                "(name: \"{side} battalion {number}.\", battalion_of: Some(\"{side} regiment\"), \
                 arm: {arm}({}), weapon: \"{weapon}\", quality: \"trained\", \
                 deploy: At(at: ({:.3}, {:.3}), facing: {facing}))",
                6 + chance.below(3),
                chance.between(0.2, WIDE - 0.2),
                chance.between(south, south + 0.7),
            ),
        })
        .collect()
}

/// How a regiment may be made up: usually like any other.
fn make_up(chance: &mut Chance, arm: &str, strength: u32) -> String {
    let small = strength / 2 - u32::from(strength > 4 && strength.is_multiple_of(2));
    match (arm, chance.below(6)) {
        ("Artillery", _) => String::new(),
        (_, 0) if small > 0 && strength - small <= small * 2 => {
            format!("uneven: [{small}, {}],", strength - small)
        }
        (_, 1) => "joined_from: [\"4th Tennessee\", \"5th Tennessee\"],".to_owned(),
        _ => String::new(),
    }
}

/// Engineers with a train right at the bank.
fn train(chance: &mut Chance, side: Side) -> Draft {
    let (y, facing) = match side {
        Side::Union => (0.93, 0),
        Side::Confederate => (1.07, 180),
    };
    Draft {
        side,
        text: format!(
            "(name: \"{side} train.\", arm: Infantry({}), weapon: \"rifle_musket\", quality: \"veteran\", \
             traits: [\"engineer\"], train: Some({}), \
             deploy: At(at: ({:.3}, {y}), facing: {facing}, formation: Some(\"road_column\")))",
            2 + chance.below(6),
            1 + chance.below(4),
            chance.between(0.3, WIDE - 0.3)
        ),
    }
}

fn unit(chance: &mut Chance, side: Side, number: u32, turns: u32) -> Draft {
    let quality = chance.any::<Quality>();
    let (arm, weapon, formation, most) = match chance.below(5) {
        0 | 1 => (
            "Infantry",
            chance.any::<InfantryWeapon>(),
            chance.any::<InfantryFormation>(),
            12,
        ),
        2 | 3 => (
            "Cavalry",
            chance.any::<CavalryWeapon>(),
            chance.any::<CavalryFormation>(),
            10,
        ),
        _ => (
            "Artillery",
            chance.any::<Gun>(),
            chance.any::<GunFormation>(),
            4,
        ),
    };
    let strength = 1 + chance.below(most);
    let mounted = arm == "Cavalry" && !chance.one_in(3);
    let traits = match (arm, chance.below(8)) {
        ("Infantry", 0) if strength <= 6 => "\"sharpshooter\"",
        ("Infantry", 2 | 3) => "\"engineer\"",
        ("Cavalry", 0) => "\"lancer\"",
        ("Cavalry", 1) => "\"native\"",
        ("Cavalry", 2) => "\"mounted_infantry\"",
        _ => "",
    };
    let (south, north) = match side {
        Side::Union => (0.15, 0.85),
        Side::Confederate => (1.15, 1.85),
    };
    let zone = match side {
        Side::Union => "south",
        Side::Confederate => "north",
    };
    let deploy = if chance.one_in(6) {
        format!(
            "Arrives(turn: {}, entry: \"{side}\", mounted: {mounted}{})",
            1 + chance.below(turns),
            if chance.one_in(3) {
                ", by_die: Some(\"late\")"
            } else {
                ""
            }
        )
    } else {
        let facing = match side {
            Side::Union => 0.0,
            Side::Confederate => 180.0,
        };
        let within = if chance.one_in(3) {
            format!(", within: Some(\"{zone}\")")
        } else {
            String::new()
        };
        format!(
            "At(at: ({:.3}, {:.3}), facing: {:.1}, formation: Some(\"{formation}\"), mounted: {mounted}{within})",
            chance.between(0.2, WIDE - 0.2),
            chance.between(south, north),
            facing + chance.between(-60.0, 60.0)
        )
    };
    let present = if chance.one_in(10) {
        "present_up_to: Some(4),"
    } else {
        ""
    };
    let make_up = make_up(chance, arm, strength);
    Draft {
        side,
        text: format!(
            "(name: \"{side} unit {number}.\", arm: {arm}({strength}), weapon: \"{weapon}\", quality: \"{quality}\", \
             traits: [{traits}], {make_up} deploy: {deploy}, {present})"
        ),
    }
}

/// A plain condition for a winner.
fn plain(chance: &mut Chance, winner: &str) -> String {
    match chance.below(8) {
        0 => format!("Cleared(winner: \"{winner}\", any_of: [\"middle\", \"north\"])"),
        1 => format!("Holds(winner: \"{winner}\", zone: \"middle\", units: 2)"),
        2 => format!("AtMost(winner: \"{winner}\", zone: \"middle\", units: 1)"),
        3 => format!("CasualtyRatio(winner: \"{winner}\", ratio: 1.5)"),
        4 => format!("Beyond(winner: \"{winner}\", line: \"crest\", units: 2)"),
        5 => format!(
            "StandsLost(winner: \"{winner}\", stands: {})",
            2 + chance.below(4)
        ),
        6 => {
            let enemy = if winner == "union" {
                "confederate"
            } else {
                "union"
            };
            let stands = 1 + chance.below(3);
            format!(
                "StandsLost(winner: \"{winner}\", stands: {stands}, command: Some(\"{enemy} 0\"))"
            )
        }
        _ => format!(
            "Points(winner: \"{winner}\", lead: {})",
            1 + chance.below(4)
        ),
    }
}

/// A condition with everything that can be said of one.
fn condition(chance: &mut Chance, turns: u32) -> String {
    let winner = chance.any::<Side>();
    let inner = if chance.one_in(4) {
        let (one, other) = (plain(chance, winner), plain(chance, winner));
        format!("All(conditions: [{one}, {other}])")
    } else {
        plain(chance, winner)
    };
    let when = match chance.below(5) {
        0 => "AtOnce".to_owned(),
        1 => "EachTurn()".to_owned(),
        2 => format!(
            "EachTurn(from: {}, to: Some({turns}))",
            1 + chance.below(turns)
        ),
        3 => "End".to_owned(),
        _ => return inner,
    };
    let level = chance.any::<VictoryLevel>();
    format!("Judged(when: {when}, level: Some(\"{level}\"), condition: {inner})")
}

/// Special rules about commands, zones and weapons.
fn special(chance: &mut Chance, turns: u32) -> String {
    let mut rules = String::new();
    let own = |chance: &mut Chance| chance.any::<Side>();
    if chance.one_in(3) {
        let side = own(chance);
        let _ = write!(rules, "Mounting(command: \"{side} 0\", times: 1),");
    }
    if chance.one_in(3) {
        let side = own(chance);
        let _ = write!(rules, "FirstCheck(command: \"{side} 0\", mmp: -1),");
    }
    if chance.one_in(2) {
        let (side, edge) = (own(chance), chance.any::<Edge>());
        let when = match chance.below(4) {
            0 => format!("Turn({})", 1 + chance.below(turns)),
            1 => format!("Reached(command: \"{side} 0\", zone: \"middle\")"),
            2 => format!("Arrived(command: \"{side} 0\")"),
            _ => "StandsLost(1)".to_owned(),
        };
        let _ = write!(
            rules,
            "Withdraws(command: \"{side} 0\", by: \"{edge}\", when: {when}),"
        );
    }
    if chance.one_in(3) {
        rules.push_str("Tested(zone: \"middle\", why: \"it is marshy\"),");
    }
    if chance.one_in(3) {
        rules.push_str("WetFlintlocks(drm: -4),");
    }
    if chance.one_in(3) {
        rules.push_str(
            "RailroadCut(along: \"trail\", rough_inches: 1.0, fires_disordered: true, target_drm: 4),",
        );
    }
    rules
}

fn tail(chance: &mut Chance, turns: u32) -> String {
    let conditions: Vec<_> = (0..1 + chance.below(3))
        .map(|_| condition(chance, turns))
        .collect();
    let rules = special(chance, turns);
    format!(
        "rules: [{rules} LeaderKilled(leader: \"General union 0\", mmp: 1)], \
         victory: (conditions: [{}], otherwise: \"{}\", otherwise_level: Some(\"{}\"), \
         lines: [(id: \"crest\", name: \"the crest\", points: [(0.0, 0.9), (1.0, 1.1), (2.0, 1.0)], \
         beyond: (1.0, {}))], \
         points: Some((stand: {}, leader: 1, zones: [(zone: \"middle\", points: 2, each_turn: 1), \
         (zone: \"north\", points: 1, held_by: Some(\"confederate\"))])))",
        conditions.join(", "),
        chance.any::<Outcome>(),
        chance.any::<VictoryLevel>(),
        if chance.one_in(2) { 1.9 } else { 0.1 },
        chance.below(3),
    )
}

/// What each side has been told adds up to what it may know, and no more.
fn check_views(session: &Session, what: &str) {
    if !session.battle().scenario().hiding.is_any() {
        return;
    }
    for &side in Side::ALL {
        let told = session.seen_by(side).army().as_seen_by(side);
        let truth = session.battle().army().as_seen_by(side);
        assert!(told == truth, "{what}: {side} has been told otherwise");
    }
}

/// How many there are: a sample; 2,000 by `DEADLY_FIELD_SCENARIOS`.
#[test]
fn generated_scenarios_are_fought_to_their_end() {
    let all = count("DEADLY_FIELD_SCENARIOS", 24);
    let only = count("DEADLY_FIELD_SCENARIO", u64::MAX);
    let fought = std::sync::atomic::AtomicU64::new(0);
    for_all(all, |seed| {
        if only != u64::MAX && seed != only {
            return;
        }
        let scale = Scale::ALL[(seed % 3) as usize];
        let Some(scenario) = Plan::of(seed).scenario(scale, seed) else {
            return;
        };
        let scenario = Arc::new(scenario);
        let players = match seed % 4 {
            0 => "computer:medium",
            1 => "computer:easy",
            _ => "random",
        };
        let session = fights::fight(both(players), &scenario, seed, |session| {
            let what = format!("scenario {seed} at {scale}, answer {}", session.number());
            let held = catch_unwind(AssertUnwindSafe(|| {
                invariants::check(session.battle(), &what);
                check_views(session, &what);
            }));
            if held.is_err() {
                let facts = session.battle().facts();
                let last = &facts[facts.len().saturating_sub(8)..];
                panic!("{what}, after {last:#?}");
            }
            assert!(session.number() < 20_000, "{what}: it does not end");
        });
        assert!(session.failures().is_empty(), "{:?}", session.failures());
        let verdict = session.battle().army().verdict();
        assert!(verdict.is_some(), "scenario {seed} ends without a verdict");
        fought.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    });
    let fought = fought.into_inner();
    println!("{fought} of {all} generated scenarios fought");
    assert!(
        only != u64::MAX || fought * 10 > all * 8,
        "only {fought} of {all} could be set up"
    );
}
