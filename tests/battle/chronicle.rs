//! What the facts tell is what the armies are, whole, at every decision; and whatever is asked of
//! the folded state is answered as the battle answers it.

use deadly_field::army::{Army, UnitId};
use deadly_field::battle::{Battle, Situation};
use deadly_field::chronicle::Chronicle;
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{Scale, Side};
use deadly_field::session::Session;

use crate::fights::{self, both, count, for_all, rules, scales, scenario};

/// Fights a battle and holds the chronicle against the armies at every decision; `ask` is shown both.
fn follow(
    scale: Scale,
    seed: u64,
    players: &str,
    mut ask: impl FnMut(&Battle, &Situation),
) -> (Session, Chronicle) {
    let scenario = scenario(scale);
    let mut chronicle = Chronicle::new(scenario.clone(), rules());
    let mut see = |session: &Session| {
        let battle = session.battle();
        for fact in &battle.facts()[chronicle.end()..] {
            chronicle.record(fact.clone());
        }
        let what = format!("{scale}, seed {seed}, moment {}", chronicle.end());
        let folded = chronicle.latest();
        assert_eq!(folded.army(), battle.army(), "{what}");
        for side in [Side::Union, Side::Confederate] {
            // Only what a side is told to ask about is hidden from the other.
            assert_eq!(session.seen_by(side).army(), battle.army(), "{what}");
        }
        ask(battle, folded);
    };
    let session = fights::fight(both(players), &scenario, seed, |session| see(session));
    see(&session);
    (session, chronicle)
}

/// Everything that can be asked about units, of the battle and of the folded state.
fn same_answers(battle: &Battle, folded: &Situation, units: &[UnitId], what: &str) {
    let now = battle.now();
    for &one in units {
        assert_eq!(folded.morale_now(one), now.morale_now(one), "{what}");
        assert_eq!(folded.supporters(one), now.supporters(one), "{what}");
        let enemies: Vec<_> = now
            .army()
            .present_of(now.army().side(one).other())
            .collect();
        for &other in &enemies {
            assert_eq!(folded.sees(one, other), now.sees(one, other), "{what}");
            for kind in [FireKind::Normal, FireKind::Desperation] {
                let terms = folded.fire_terms(&[one], other, kind);
                assert_eq!(terms, now.fire_terms(&[one], other, kind), "{what}");
            }
            let charges = (
                folded.preview_charge(&[one], other),
                now.preview_charge(&[one], other),
            );
            assert_eq!(
                format!("{:?}", charges.0),
                format!("{:?}", charges.1),
                "{what}"
            );
        }
        if let Some(&other) = enemies.first() {
            let sight = now.sight(one, other);
            assert_eq!(folded.sight(one, other), sight, "{what}");
            assert_eq!(sight.visible(), now.sees(one, other), "{what}");
        }
    }
}

/// A sample of random battles at each scale; 500 by `DEADLY_FIELD_FOLDS`.
#[test]
fn the_facts_tell_everything_and_every_preview_agrees() {
    let scales = scales().map(|(scale, _)| scale);
    for_all(3 * count("DEADLY_FIELD_FOLDS", 10), |number| {
        let scale = scales[(number % 3) as usize];
        let seed = number / 3;
        let mut asked = 0usize;
        let (session, chronicle) = follow(scale, seed, "random", |battle, folded| {
            // The units the decision is about, and one more in turn.
            let mut units: Vec<_> = battle.decision().map_or(Vec::new(), |decision| {
                decision.units().iter().copied().take(2).collect()
            });
            let present: Vec<_> = battle.army().present().collect();
            units.extend(present.get(asked % present.len().max(1)));
            units.retain(|&unit| battle.army().on_table(unit));
            asked += 1;
            let what = format!("{scale}, seed {seed}, decision {asked}");
            same_answers(battle, folded, &units, &what);
        });
        assert_eq!(chronicle.facts(), session.battle().facts());
        assert!(asked > 50);
    });
    let (session, _) = follow(Scale::Mm15, 5, "computer:medium", |_, _| {});
    assert!(session.battle().army().verdict().is_some());
}

#[test]
fn every_moment_is_the_fold_of_what_came_before_it() {
    let (_, mut chronicle) = follow(Scale::Mm15, 3, "computer:medium", |_, _| {});
    let mut army = Army::muster(chronicle.scenario());
    assert!(chronicle.end() > 300, "long enough to have key-frames");
    for (moment, fact) in chronicle.facts().iter().enumerate() {
        assert_eq!(chronicle.at(moment), army, "moment {moment}");
        army.apply(fact);
    }
    assert_eq!(chronicle.at(usize::MAX), army);
    assert_eq!(chronicle.at(chronicle.turn(2)).clock().turn, 2);
    assert_eq!(chronicle.turn(99), chronicle.end());
    // What is cut off is as if it had never been.
    let (whole, at) = (chronicle.clone(), chronicle.end() / 2);
    chronicle.cut(at);
    assert_eq!(chronicle.end(), at);
    assert_eq!(*chronicle.latest().army(), whole.at(at));
    for fact in &whole.facts()[at..] {
        chronicle.record(fact.clone());
    }
    assert_eq!(chronicle.at(usize::MAX), whole.at(usize::MAX));
    assert_eq!(chronicle.player_turns(), whole.player_turns());
}
