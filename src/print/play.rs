//! Battles to tell of, for the tests of this room: both sides pick anything that is offered.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::army::Deed;
use crate::battle::{Answer, Battle, Decision, Order};
use crate::field::moves::Leg;
use crate::rules::{Named, Rules, Scale};
use crate::scenario::{Scenario, find};

static MILITIA: LazyLock<(Arc<Scenario>, Arc<Rules>)> = LazyLock::new(|| {
    let path = find(Path::new("taint_no_militia"));
    let rules = Arc::new(Rules::book().clone());
    let scenario = Scenario::load(&path, Scale::Mm15, &rules).expect("a good scenario");
    (Arc::new(scenario), rules)
});

/// What is fought.
pub fn scenario() -> &'static Scenario {
    &MILITIA.0
}

/// Plays a battle to its end.
pub fn out(seed: u64) -> Battle {
    let (scenario, rules) = &*MILITIA;
    let mut battle = Battle::new(Arc::clone(scenario), Arc::clone(rules), seed);
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    while let Some(decision) = battle.decision().cloned() {
        let answer = any(&battle, &decision, &mut generator);
        battle.answer(answer).expect("a legal answer");
    }
    battle
}

fn below(generator: &mut ChaCha8Rng, bound: usize) -> usize {
    generator.next_u32() as usize % bound.max(1)
}

fn pick<T: Clone>(generator: &mut ChaCha8Rng, list: &[T]) -> Option<T> {
    let at = below(generator, list.len());
    list.get(at).cloned()
}

fn any(battle: &Battle, decision: &Decision, generator: &mut ChaCha8Rng) -> Answer {
    let yes = below(generator, 3) > 0;
    match decision {
        Decision::SetUp { .. } => Answer::READY,
        Decision::Leader { units, .. } => pick(generator, units)
            .filter(|_| yes)
            .map_or(Answer::Stay, Answer::Attach),
        Decision::Activate { units, chains, .. } => {
            let plan = [0, 1].map(|_| pick(generator, Deed::ALL).unwrap_or(Deed::Hold));
            let group = pick(generator, chains).map(|units| Answer::ActivateGroup { units, plan });
            match group.filter(|group| !yes && battle.check(group).is_ok()) {
                Some(group) => group,
                None => pick(generator, units).map_or(Answer::EndTurn, Answer::Activate),
            }
        }
        Decision::Act { orders, .. } => {
            let inches = 0.5 * (1 + below(generator, 14)) as f32;
            let degrees = below(generator, 3) as f32 * 10.0 - 10.0;
            let ahead = Answer::Order(Order::Move {
                form: None,
                form_last: false,
                legs: vec![Leg::Ahead { inches, degrees }],
            });
            // It is rare that regiments can join, so they do whenever they can.
            let joins =
                |order: &&Order| matches!(order, Order::Merge { .. } | Order::AttachTo { .. });
            if let Some(order) = orders.iter().find(joins) {
                return Answer::Order(order.clone());
            }
            if yes && battle.check(&ahead).is_ok() {
                return ahead;
            }
            Answer::Order(pick(generator, orders).unwrap_or(Order::Hold))
        }
        Decision::React { reactions, .. } => pick(generator, reactions)
            .filter(|_| yes)
            .map_or(Answer::Decline, Answer::React),
        Decision::Follow { inches, .. } if yes => Answer::Follow(*inches),
        Decision::Join { .. } | Decision::StopBehind { .. } if yes => Answer::Agree,
        Decision::Follow { .. }
        | Decision::Join { .. }
        | Decision::StopBehind { .. }
        | Decision::Draw { .. } => Answer::Decline,
    }
}
