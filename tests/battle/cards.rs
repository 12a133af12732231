//! Reinforcements by cards.

use std::path::Path;
use std::sync::Arc;

use deadly_field::army::{Fact, Presence, UnitId};
use deadly_field::battle::{Answer, Battle};
use deadly_field::players::SeatKind;
use deadly_field::rules::{Rules, Scale, Side};
use deadly_field::scenario::force::{ForceChoice, ForceChoices, Manner, muster_by};
use deadly_field::scenario::{NEVER, Scenario, find};
use deadly_field::session::{MatchUp, Table};

/// The crossroads, with cards for the Union.
fn scenario(faces: &str) -> Scenario {
    let text = std::fs::read_to_string(find(Path::new("the_crossroads"))).expect("the scenario");
    let help = format!(
        "force: \"forces/crossroads_union.ron\", reinforcements: Some((entry: \"road_south_at_7\", faces: Some(\"{faces}\"))),"
    );
    let text = text.replacen("force: \"forces/crossroads_union.ron\",", &help, 1);
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("cards.ron");
    std::fs::write(&path, text).expect("written");
    let choices = ForceChoices {
        union: ForceChoice::Computer(Manner::Random),
        confederate: ForceChoice::Ready,
        ..ForceChoices::default()
    };
    let (scenario, _) = muster_by(&path, &choices, 5, Scale::Mm15, Rules::book())
        .unwrap_or_else(|faults| panic!("{}", faults[0]));
    scenario
}

fn drew(battle: &Battle) -> Vec<Fact> {
    let facts = battle.facts().iter();
    facts
        .filter(|fact| matches!(fact, Fact::Drew { .. }))
        .cloned()
        .collect()
}

/// Whom the cards have brought, and when.
fn called(battle: &Battle) -> Vec<(Vec<UnitId>, u32)> {
    let facts = battle.facts().iter();
    facts
        .filter_map(|fact| match fact {
            Fact::Secret { side, what } => match &**what {
                Fact::Called { units, turn } => {
                    assert_eq!(*side, Side::Union);
                    Some((units.clone(), *turn))
                }
                _ => None,
            },
            Fact::Called { .. } => panic!("told to everybody"),
            _ => None,
        })
        .collect()
}

/// Three dice for a card of a whole pack: its number in sixes.
fn dice_for(card: &str) -> [u8; 3] {
    let deck = deadly_field::rules::muster::Card::deck();
    let at = deck
        .into_iter()
        .position(|one| one.to_string() == card)
        .expect("a card") as u8;
    [at / 36 + 1, at / 6 % 6 + 1, at % 6 + 1]
}

/// Everybody begins as he stands.
fn ready() -> Answer {
    Answer::SetUp {
        units: Vec::new(),
        leaders: Vec::new(),
        ready: true,
    }
}

fn begun(faces: &str, dice: &[u8]) -> Battle {
    let scenario = Arc::new(scenario(faces));
    let mut battle = Battle::new(scenario, Arc::new(Rules::book().clone()), 1);
    battle.give_dice(dice);
    battle
}

#[test]
fn a_face_card_brings_what_the_second_is_worth() {
    let scenario = Arc::new(scenario("any"));
    let reserves = scenario
        .mustered_by(Side::Union)
        .expect("mustered")
        .reserves
        .clone();
    assert!(reserves.len() >= 8, "{reserves:?}");
    let rules = Rules::book();
    let cost = |id: UnitId| {
        let unit = &scenario.units[id.0 as usize].unit;
        rules.unit_points(scenario.period, unit).expect("a price")
    };
    // The king of spades is number 12 of the pack; then the four of hearts among the 51 left.
    let mut dice = dice_for("KS").to_vec();
    let four = dice_for("3H");
    dice.extend(four);
    let mut battle = begun("any", &dice);
    for side in scenario.set_up {
        assert!(
            battle
                .army()
                .units()
                .any(|id| battle.army().side(id) == side)
        );
        battle.answer(ready()).expect("ready");
    }
    let [
        Fact::Drew {
            side,
            card,
            second,
            points,
        },
    ] = &drew(&battle)[..]
    else {
        panic!("{:?}", drew(&battle));
    };
    assert_eq!((*side, card.to_string().as_str()), (Side::Union, "KS"));
    assert_eq!(second.map(|card| card.to_string()).as_deref(), Some("4H"));
    let [(units, turn)] = &called(&battle)[..] else {
        panic!("{:?}", called(&battle));
    };
    assert_eq!((*points, *turn), (40, 1));
    let brought: u32 = units.iter().map(|&id| cost(id)).sum();
    assert!(brought <= 40 && brought > 28, "{brought}");
    assert_eq!(
        units[0].0 as usize, reserves[0],
        "in the order of the force"
    );
    for &unit in units {
        let presence = battle.army().presence(unit);
        assert!(
            matches!(presence, Presence::Waiting { turn: 1, .. }),
            "{presence:?}"
        );
    }
    let others = reserves.iter().map(|&number| UnitId(number as u32));
    for other in others.filter(|id| !units.contains(id)) {
        let presence = battle.army().presence(other);
        assert!(
            matches!(presence, Presence::Waiting { turn: NEVER, .. }),
            "{presence:?}"
        );
    }
    assert_eq!(battle.army().drawn().len(), 2);
}

#[test]
fn other_cards_bring_nobody() {
    for (faces, card) in [("any", "10D"), ("black", "QH"), ("red", "JC")] {
        let mut battle = begun(faces, &dice_for(card));
        for _ in 0..2 {
            battle.answer(ready()).expect("ready");
        }
        let [Fact::Drew { second: None, .. }] = &drew(&battle)[..] else {
            panic!("{faces} {card}: {:?}", drew(&battle));
        };
        assert!(called(&battle).is_empty());
    }
}

#[test]
fn whom_the_cards_bring_only_his_own_side_is_told() {
    let mut dice = dice_for("KS").to_vec();
    dice.extend(dice_for("3H"));
    let mut battle = begun("any", &dice);
    for _ in 0..2 {
        battle.answer(ready()).expect("ready");
    }
    let [(units, _)] = &called(&battle)[..] else {
        panic!("{:?}", called(&battle));
    };
    let seen = |side: Side, names: bool| {
        battle
            .facts()
            .iter()
            .filter(|fact| fact.seen_by(side))
            .filter(|fact| match fact.plain() {
                Fact::Called { .. } => names,
                Fact::Drew { .. } => !names,
                _ => false,
            })
            .count()
    };
    // Both see the cards; who comes the enemy sees when they are there.
    assert_eq!((seen(Side::Union, false), seen(Side::Union, true)), (1, 1));
    let enemy = Side::Confederate;
    assert_eq!((seen(enemy, false), seen(enemy, true)), (1, 0));
    let mut view = battle.first().clone();
    for fact in battle.facts().iter().filter(|fact| fact.seen_by(enemy)) {
        view.apply(fact);
    }
    for &unit in units {
        let due = matches!(view.presence(unit), Presence::Waiting { turn, .. } if turn == NEVER);
        assert!(due, "{:?}", view.presence(unit));
    }
}

#[test]
fn a_battle_with_cards_is_fought_to_its_end() {
    let scenario = Arc::new(scenario("any"));
    let table = Table::new(MatchUp::both(SeatKind::Random));
    let mut came = 0;
    for seed in 0..3 {
        let session = table.fight(Arc::clone(&scenario), Arc::new(Rules::book().clone()), seed);
        assert!(session.failures().is_empty(), "{:?}", session.failures());
        let battle = session.battle();
        let turns = battle.army().clock().turn;
        let drawn = drew(battle);
        assert_eq!(drawn.len() as u32, turns, "a card each turn");
        let mut seen = battle.army().drawn().to_vec();
        seen.sort_unstable();
        let many = seen.len();
        seen.dedup();
        assert_eq!(seen.len(), many, "no card twice from one pack");
        for (units, turn) in called(battle) {
            let arrived = |id: &UnitId| {
                let facts = battle.facts().iter();
                facts
                    .filter(|fact| matches!(fact, Fact::Arrived { unit, .. } if unit == id))
                    .count()
            };
            came += units.iter().map(arrived).sum::<usize>();
            assert!(turn <= turns);
        }
    }
    assert!(came > 0, "in three battles nobody came");
}
