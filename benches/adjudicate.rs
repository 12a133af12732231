//! How many rulings a second one core gives, and what the odds and the JSON around them cost.

use deadly_field::adjudicate::answer_line;
use deadly_field::rules::fire::{Fire, FireKind};
use deadly_field::rules::morale::MoraleSituation;
use deadly_field::rules::*;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

fn unit(troops: Troops, quality: Quality, strength: u32, morale: Morale) -> Unit {
    Unit {
        troops,
        side: Side::Union,
        quality,
        strength,
        bearing: None,
        lost_sections: 0,
        stands: Stands { now: 2, full: 2 },
        morale,
        charging: false,
        traits: Traits::default(),
    }
}

/// Pairs of firers and targets of all arms, with everything a real fire has.
fn pairs() -> Vec<(Vec<Unit>, Unit)> {
    let mut pairs = Vec::new();
    for &quality in Quality::ALL {
        for &formation in InfantryFormation::ALL {
            for morale in [Morale::GoodOrder, Morale::Disorder] {
                let infantry = |formation| Troops::Infantry {
                    weapon: Some(InfantryWeapon::RifleMusket),
                    formation,
                };
                let guns = Troops::Artillery {
                    gun: Some(Gun::Napoleon),
                    limbered: false,
                };
                let target = unit(infantry(formation), quality, 8, morale);
                let line = unit(
                    infantry(InfantryFormation::BattleLine),
                    Quality::Veteran,
                    8,
                    Morale::GoodOrder,
                );
                let battery = unit(guns, Quality::Elite, 3, Morale::GoodOrder);
                pairs.push((vec![line], target));
                pairs.push((vec![line, line], target));
                pairs.push((vec![battery], target));
            }
        }
    }
    pairs
}

fn fire<'a>(pair: &'a (Vec<Unit>, Unit)) -> Fire<'a> {
    let mut fire = Fire::new(Scale::Mm15, &pair.0, &pair.1, 3.0);
    fire.kind = FireKind::Normal;
    fire.opening_volley = true;
    fire.cover = [Cover::WoodFence, Cover::LightWoods].into_iter().collect();
    fire.behind_skirmishers = true;
    fire
}

#[divan::bench]
fn fire_without_odds(bencher: Bencher) {
    let rules = Rules::book();
    let pairs = pairs();
    bencher.counter(ItemsCount::new(pairs.len())).bench(|| {
        for pair in &pairs {
            let _ = black_box(rules.fire(black_box(&fire(pair))));
        }
    });
}

#[divan::bench]
fn fire_with_odds(bencher: Bencher) {
    let rules = Rules::book();
    let pairs = pairs();
    bencher.counter(ItemsCount::new(pairs.len())).bench(|| {
        for pair in &pairs {
            if let Ok(terms) = rules.fire(black_box(&fire(pair))) {
                black_box(rules.fire_odds(&terms));
            }
        }
    });
}

#[divan::bench]
fn fire_from_json_to_json(bencher: Bencher) {
    let rules = Rules::book();
    let line = r#"{"fire": {"firers": [{"arm": "infantry", "quality": "veteran", "weapon": "rifle_musket", "figures": 8}], "target": {"arm": "infantry", "quality": "green", "figures": 8, "formation": "extended_line"}, "range": 3, "opening_volley": true, "cover": ["wood_fence"], "dice": [3, 4]}}"#;
    bencher
        .counter(ItemsCount::new(1usize))
        .bench(|| answer_line(rules, black_box(line)).map(|answer| serde_json::to_string(&answer)));
}

#[divan::bench]
fn morale_with_odds(bencher: Bencher) {
    let rules = Rules::book();
    let pairs = pairs();
    bencher.counter(ItemsCount::new(pairs.len())).bench(|| {
        for (_, target) in &pairs {
            let mut situation = MoraleSituation::new(Scale::Mm15, target);
            situation.check = 2;
            situation.supports = 2;
            let points = rules.morale_points(black_box(&situation));
            black_box(rules.check_odds(Scale::Mm15, target, points.mmp));
        }
    });
}
