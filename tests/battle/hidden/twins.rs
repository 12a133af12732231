//! Two battles that differ only in what is hidden: until something shows, the other side is given
//! the same, byte for byte.

use std::sync::Arc;

use deadly_field::army::{Fact, Post, UnitId};
use deadly_field::battle::{Answer, Battle, Decision, Order, Situation};
use deadly_field::files::Names;
use deadly_field::players::{
    Leash, Level, Player, RandomPlayer, Thinking, View, decide, greeting, hear, sample_answers,
};
use deadly_field::print::{Seen, log, story};
use deadly_field::rules::{Named, Rules, Scale, Side};
use deadly_field::scenario::{Deployment, Hiding, Scenario, find};

use crate::fights::count;
use crate::invariants;

/// A battle with what one side sees of it.
struct Twin {
    battle: Battle,
    now: Situation,
    told: usize,
    side: Side,
}

impl Twin {
    fn new(battle: Battle, side: Side) -> Self {
        let (scenario, rules) = battle.now().ground();
        let first = battle.first().as_seen_by(side);
        Self {
            now: Situation::new(scenario, rules, first),
            battle,
            told: 0,
            side,
        }
    }

    /// What happened since, and whether any of it showed something.
    fn hear(&mut self) -> (Vec<Fact>, bool) {
        let new = &self.battle.facts()[self.told..];
        let shows = new
            .iter()
            .any(|fact| fact.reveals() && !matches!(fact, Fact::Laid { .. }));
        let new: Vec<Fact> = new
            .iter()
            .filter(|fact| fact.seen_by(self.side))
            .cloned()
            .collect();
        new.iter().for_each(|fact| self.now.apply(fact));
        self.told = self.battle.facts().len();
        let truth = self.battle.army().as_seen_by(self.side);
        same(
            &self.now.army().as_seen_by(self.side),
            &truth,
            "what the facts add up to",
        );
        (new, shows)
    }

    fn view(&self, side: Side, new: Vec<Fact>) -> View {
        let now = if side == self.side {
            self.now.clone()
        } else {
            let (scenario, rules) = self.battle.now().ground();
            Situation::new(scenario, rules, self.battle.army().as_seen_by(side))
        };
        let decision = self.battle.decision().expect("not over").clone();
        let number = self.battle.answered(side);
        View::new(
            now,
            (side, 7),
            (number, decision),
            self.battle.steps().to_vec(),
            new,
        )
    }
}

/// Holds that two are written the same.
fn same<T: serde::Serialize>(one: &T, other: &T, what: &str) {
    let written = |value| serde_json::to_string(value).expect("written");
    let (here, there) = (written(one), written(other));
    assert!(here == there, "{what}: {}", apart(&here, &there));
}

/// Where two texts part.
fn apart(one: &str, other: &str) -> String {
    let at = one
        .bytes()
        .zip(other.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    let part = |text: &str| {
        let bytes = &text.as_bytes()[at.saturating_sub(200)..(at + 120).min(text.len())];
        String::from_utf8_lossy(bytes).into_owned()
    };
    format!("\n{}\n-- and --\n{}", part(one), part(other))
}

/// Everything that a side is given at a decision of its own.
fn given(twin: &Twin, new: Vec<Fact>) -> Vec<String> {
    let side = twin.side;
    let view = twin.view(side, new);
    let army = serde_json::to_string(view.army()).expect("written");
    let steps = format!("{:?}", twin.battle.steps());
    let mut given = vec![
        army,
        steps,
        decide(&view).to_string(),
        greeting(&view).to_string(),
    ];
    // What it asks, and what is refused.
    let own: Vec<UnitId> = view.army().present_of(side).take(2).collect();
    let enemies: Vec<UnitId> = view
        .army()
        .units()
        .filter(|&id| view.army().side(id) != side)
        .collect();
    for &one in &own {
        for &enemy in enemies.iter().take(6) {
            let (one, enemy) = (one.0, enemy.0);
            for question in [
                format!("{{\"ask\":{{\"fire\":{{\"units\":[{one}],\"target\":{enemy}}}}}}}"),
                format!("{{\"ask\":{{\"charge\":{{\"units\":[{one}],\"target\":{enemy}}}}}}}"),
                format!("{{\"ask\":{{\"sight\":[{one},{enemy}]}}}}"),
                format!("{{\"ask\":{{\"check\":{{\"activate\":{enemy}}}}}}}"),
            ] {
                given.push(format!("{:?}", hear(&view, &question)));
            }
        }
    }
    given.push(format!("{:?}", sample_answers(&view, 30)));
    // The expert as well: it tries out what its side could know, and nothing else.
    let few = Thinking {
        playouts: 4,
        ..Thinking::default()
    };
    for &level in Level::ALL {
        let mut player = level.player(few);
        given.push(format!("{:?}", player.think(&view, &Leash::default())));
    }
    // A guess is made of nothing else.
    let sample = view.sample(11);
    given.push(format!("{:x} {:?}", sample.hash(), sample.decision()));
    given
}

/// Log and story as written for one side.
fn written(battle: &Battle, side: Side) -> [String; 2] {
    let seen = Seen::of(battle, side);
    let header = log::Header {
        seed: 7,
        players: Names {
            union: String::new(),
            confederate: String::new(),
        },
        house_rules: Vec::new(),
    };
    let mut lines = Vec::new();
    log::write_log(&seen, &header, &mut lines).expect("written");
    [String::from_utf8(lines).expect("text"), story::story(&seen)]
}

/// Pairs of a hidden unit and a dummy like it.
fn pairs(scenario: &Scenario, side: Side) -> Vec<(UnitId, UnitId)> {
    let units = || (0..).map(UnitId).zip(&scenario.units);
    let mut dummies: Vec<_> = units()
        .filter(|(_, unit)| unit.dummy && unit.unit.side == side)
        .collect();
    let mut pairs = Vec::new();
    for (id, unit) in units().filter(|(_, unit)| !unit.dummy && unit.unit.side == side) {
        let zone = |deployment: &Deployment| match deployment {
            Deployment::At { within, .. } => within.clone(),
            Deployment::Arrives { .. } => None,
        };
        let at = matches!(unit.deployment, Deployment::At { .. });
        let alike = dummies.iter().position(|(_, dummy)| {
            let like = dummy.unit == unit.unit && dummy.muster == unit.muster;
            like && at && zone(&dummy.deployment) == zone(&unit.deployment)
        });
        if let Some(alike) = alike {
            pairs.push((id, dummies.swap_remove(alike).0));
        }
    }
    pairs
}

/// The same answer by the other of each pair.
fn swapped(answer: &Answer, pairs: &[(UnitId, UnitId)]) -> Answer {
    let other = |id: UnitId| {
        let pair = pairs.iter().find(|(one, two)| *one == id || *two == id);
        pair.map_or(id, |&(one, two)| if one == id { two } else { one })
    };
    match answer {
        Answer::Activate(unit) => Answer::Activate(other(*unit)),
        Answer::SetUp {
            units,
            leaders,
            ready,
        } => Answer::SetUp {
            units: units
                .iter()
                .map(|post| Post {
                    unit: other(post.unit),
                    ..*post
                })
                .collect(),
            leaders: leaders.clone(),
            ready: *ready,
        },
        answer => answer.clone(),
    }
}

/// Each of a pair where the other of it stands.
fn exchange(battle: &Battle, pairs: &[(UnitId, UnitId)]) -> Answer {
    let army = battle.army();
    let there = |unit: UnitId, other: UnitId| Post {
        unit,
        at: army.placement(other).at,
        facing: army.placement(other).facing,
        formation: None,
    };
    let posts = pairs
        .iter()
        .flat_map(|&(one, other)| [there(one, other), there(other, one)]);
    Answer::SetUp {
        units: posts.collect(),
        leaders: Vec::new(),
        ready: false,
    }
}

/// Fights two battles that differ in who of each pair is real, with the same answers, until
/// something shows; answers how many decisions the other side was asked until then.
fn compare(scenario: Scenario, hidden: Side, seed: u64) -> usize {
    let mut pairs = pairs(&scenario, hidden);
    let rules = Arc::new(Rules::book().clone());
    let scenario = Arc::new(scenario);
    let begin = || Battle::new(scenario.clone(), rules.clone(), seed);
    let (mut one, mut other) = (
        Twin::new(begin(), hidden.other()),
        Twin::new(begin(), hidden.other()),
    );
    let here = |id: UnitId| one.battle.army().is_out(id);
    pairs.retain(|&(real, dummy)| here(real) && here(dummy));
    assert!(!pairs.is_empty(), "nothing to exchange");
    let mut exchanged = false;
    let mut asked = 0;
    for step in 0..4_000 {
        let ((new, shows), (too, shows_too)) = (one.hear(), other.hear());
        if shows || shows_too || one.battle.decision().is_none() {
            return asked;
        }
        for (here, there) in written(&one.battle, one.side)
            .iter()
            .zip(&written(&other.battle, one.side))
        {
            assert!(here == there, "step {step}: {}", apart(here, there));
        }
        same(&new, &too, "facts");
        let side = one.battle.decision().expect("not over").side();
        let its = other.battle.decision().map(Decision::side);
        assert_eq!(Some(side), its, "step {step}");
        if side != hidden {
            asked += 1;
            let (here, there) = (given(&one, new.clone()), given(&other, too));
            for (here, there) in here.iter().zip(&there) {
                assert!(here == there, "step {step}: {}", apart(here, there));
            }
            let answer = RandomPlayer.answer(&one.view(side, new));
            one.battle.answer(answer.clone()).expect("legal");
            other.battle.answer(answer).expect("as legal");
            continue;
        }
        let set_up = matches!(one.battle.decision(), Some(Decision::SetUp { .. }));
        if set_up && !exchanged {
            exchanged = true;
            let answer = exchange(&other.battle, &pairs);
            other.battle.answer(answer).expect("like for like");
            continue;
        }
        let answer = match RandomPlayer.answer(&one.view(side, new)) {
            // A dummy has nothing to show, and is banded with nobody.
            Answer::Order(Order::Show) => Answer::Order(Order::Hold),
            Answer::Band(_) => Answer::READY,
            answer => answer,
        };
        one.battle.answer(answer.clone()).expect("legal");
        let answer = swapped(&answer, &pairs);
        other
            .battle
            .answer(answer.clone())
            .unwrap_or_else(|refusal| panic!("{answer:?}: {refusal:?}"));
        if step % 8 == 0 {
            invariants::check(&one.battle, "one");
            invariants::check(&other.battle, "the other");
        }
    }
    asked
}

#[test]
fn one_side_is_given_the_same_whatever_is_hidden() {
    let mut asked = 0;
    for seed in 0..count("DEADLY_FIELD_BATTLES", 6) {
        for (hidden, sides) in [
            (Side::Confederate, &[Side::Confederate][..]),
            (Side::Union, Side::ALL),
            (Side::Confederate, Side::ALL),
        ] {
            let path = find(std::path::Path::new("taint_no_militia"));
            let mut scenario =
                Scenario::load(&path, Scale::Mm15, Rules::book()).expect("a good scenario");
            scenario.hide(Hiding::pickets(sides, 1), Rules::book());
            asked += compare(scenario, hidden, seed);
        }
    }
    assert!(asked > 10, "nothing was compared: {asked}");
}
