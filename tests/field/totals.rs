//! The numbers of a booklet, counted another way: figures, stands, points, terrain, rosters.

use std::collections::{BTreeMap, HashMap};

use bevy::math::Vec2;
use deadly_field::field::plan::AreaKind;
use deadly_field::print::preview::{Entry, Ground, Needs};
use deadly_field::rules::{Named, Scale, Side, Troops};

use crate::preview::{every_scenario, scenario};
use crate::support::rules;

/// Figures, stands, guns and leaders, counted from the stands on the table and by the scenario's own
/// sums instead.
#[test]
fn needs_are_what_the_scenario_has() {
    for scale in [Scale::Mm10, Scale::Mm25] {
        for scenario in every_scenario(scale) {
            let needs = Needs::of(&scenario, rules(), None);
            for &side in Side::ALL {
                let of = &needs.sides[side.index()];
                let (figures, guns) = scenario.strength(side);
                assert_eq!(of.all.foot, figures, "{}", scenario.name);
                let batteries = of.all.guns;
                assert!(
                    guns >= batteries && guns <= batteries * 12,
                    "{guns} {batteries}"
                );
                assert_eq!(of.guns.values().sum::<u32>(), batteries);
                let by_command: u32 = of.troops.iter().map(|(_, _, troop)| troop.foot).sum();
                let by_uniform: u32 = of.uniforms.values().map(|troop| troop.foot).sum();
                assert_eq!((by_command, by_uniform), (figures, figures));
                let leaders = scenario.leaders.iter().filter(|leader| leader.side == side);
                assert_eq!(of.leaders.stands, leaders.count() as u32);
                let mut stands = 0;
                let mut flags = 0;
                for unit in scenario.units_of(side) {
                    let horse = unit.unit.is_cavalry();
                    let boxes = Entry::of(&scenario, rules(), unit).boxes;
                    assert_eq!(boxes.iter().sum::<u32>(), unit.muster.strength);
                    flags += u32::from(!unit.unit.is_artillery());
                    let own = match unit.unit.is_artillery() {
                        true => 1,
                        false => boxes.len() as u32,
                    };
                    stands += if horse { own * 2 } else { own };
                }
                assert_eq!(
                    (of.all.stands, of.all.flags),
                    (stands, flags),
                    "{}",
                    scenario.name
                );
                let told = [scenario.muster.0, scenario.muster.1][side.index()];
                assert_eq!(of.all.points + of.leaders.points, told, "{}", scenario.name);
            }
        }
    }
}

/// What serves for several is the most of each.
#[test]
fn several_scenarios_need_the_most_of_each() {
    let all = every_scenario(Scale::Mm15);
    let each: Vec<Needs> = all
        .iter()
        .map(|one| Needs::of(one, rules(), None))
        .collect();
    let most = each.iter().cloned().reduce(Needs::most).expect("some");
    for &side in Side::ALL {
        let of = |needs: &Needs| needs.sides[side.index()].all;
        let foot = each.iter().map(|needs| of(needs).foot).max();
        assert_eq!(Some(of(&most).foot), foot);
        let mounted = each.iter().map(|needs| of(needs).mounted).max();
        assert_eq!(Some(of(&most).mounted), mounted);
        for needs in &each {
            for (gun, count) in &needs.sides[side.index()].guns {
                assert!(most.sides[side.index()].guns[gun] >= *count);
            }
        }
    }
}

/// Square inches of woods and fields, counted point by point over the table; fences measured stretch
/// by stretch.
#[test]
fn terrain_is_counted_again_point_by_point() {
    const STEP: f32 = 0.25;
    for name in ["farmington", "the_crossroads"] {
        let scenario = scenario(name, Scale::Mm15);
        let field = &scenario.field;
        let stock = Ground::of(field).stock;
        let mut counted: BTreeMap<AreaKind, f32> = BTreeMap::new();
        let (wide, high) = ((field.size.x / STEP) as u32, (field.size.y / STEP) as u32);
        for y in 0..high {
            for x in 0..wide {
                let at = (Vec2::new(x as f32, y as f32) + Vec2::splat(0.5)) * STEP;
                for area in field.areas.iter().filter(|area| area.contains(at)) {
                    *counted.entry(area.kind).or_default() += STEP * STEP;
                }
            }
        }
        let all: f32 = counted.values().sum();
        let told: f32 = stock.areas.values().sum();
        assert!(
            (all - told).abs() < told * 0.02 + 1.0,
            "{name}: {all} {told}"
        );
        assert_eq!(stock.areas.len(), counted.len(), "{name}");
        let inside = |at: &Vec2| at.cmpge(Vec2::ZERO).all() && at.cmple(field.size).all();
        let lines = field.lines.iter();
        let whole: f32 = lines
            .filter(|line| line.points.iter().all(inside))
            .flat_map(|line| line.points.windows(2))
            .map(|pair| pair[0].distance(pair[1]))
            .sum();
        let told: f32 = stock.lines.values().sum();
        assert!(told >= whole * 0.99, "{name}: {told} {whole}");
        let buildings: usize = field.areas.iter().map(|area| area.buildings.len()).sum();
        assert_eq!(stock.buildings as usize, buildings);
    }
}

/// Board for hills, layer by layer: counted again on the heights, and no layer above the highest hill.
#[test]
fn hills_are_counted_again_by_height() {
    const STEP: f32 = 0.25;
    for name in ["richmond_1864", "taint_no_militia"] {
        let scenario = scenario(name, Scale::Mm15);
        let field = &scenario.field;
        let layers = Ground::of(field).stock.layers;
        let mut counted: BTreeMap<u32, f32> = BTreeMap::new();
        let (wide, high) = ((field.size.x / STEP) as u32, (field.size.y / STEP) as u32);
        for (x, y) in (0..wide).flat_map(|x| (0..high).map(move |y| (x, y))) {
            let at = (Vec2::new(x as f32, y as f32) + Vec2::splat(0.5)) * STEP;
            // A layer of half an inch stands for the ground from its middle up.
            for level in 0..((field.heights.height(at) + 0.25) / 0.5) as u32 {
                *counted.entry(level).or_default() += STEP * STEP;
            }
        }
        for (level, told) in &layers {
            let found = counted.get(level).copied().unwrap_or(0.0);
            assert!(
                (found - told).abs() < told * 0.1 + 4.0,
                "{name}, layer {level}: {found} {told}"
            );
        }
    }
}

/// Muster points by the price lists that were typed a second time.
#[test]
fn points_are_those_of_the_price_lists() {
    let lists = [
        ("muster_infantry.tsv", "figures"),
        ("muster_cavalry.tsv", "figures"),
        ("muster_artillery.tsv", "sections"),
    ]
    .map(|(file, counted)| (chart(file), counted));
    let scenario = scenario("farmington", Scale::Mm15);
    let needs = Needs::of(&scenario, rules(), None);
    for &side in Side::ALL {
        let (mut sum, mut unpriced) = (0, 0);
        for unit in scenario.units_of(side) {
            let (list, weapon) = match unit.unit.troops {
                Troops::Infantry { weapon, .. } => (0, weapon.map(Named::name)),
                Troops::Cavalry { weapon, .. } => (1, weapon.map(Named::name)),
                Troops::Artillery { gun, .. } => (2, gun.map(Named::name)),
            };
            let (rows, counted) = &lists[list];
            let row = rows.iter().find(|row| {
                Some(row["weapon"].as_str()) == weapon
                    && row[*counted] == unit.muster.strength.to_string()
            });
            // Some that fought are on no list.
            let price = row.and_then(|row| row[unit.unit.quality.name()].parse::<u32>().ok());
            sum += price.unwrap_or(0);
            unpriced += u32::from(price.is_none());
        }
        assert!(sum > 20 && unpriced < 9, "{sum} {unpriced}");
        assert_eq!(needs.sides[side.index()].unpriced, unpriced);
        assert_eq!(needs.sides[side.index()].all.points, sum);
    }
}

fn chart(file: &str) -> Vec<HashMap<String, String>> {
    let text = std::fs::read_to_string(format!("tests/charts/{file}")).expect("a chart");
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().expect("a head").split('\t').collect();
    lines
        .map(|line| {
            let cells = head.iter().zip(line.split('\t'));
            cells
                .map(|(name, cell)| ((*name).to_owned(), cell.to_owned()))
                .collect()
        })
        .collect()
}

/// What rosters say of morale, ranges and firepower is in the charts that were typed a second time.
#[test]
fn rosters_say_what_the_charts_say() {
    let foot = chart("infantry_fire.tsv");
    let horse = chart("cavalry_fire.tsv");
    let guns = chart("field_guns.tsv");
    let morale = chart("bmp.tsv");
    let mut looked_up = 0;
    for &scale in Scale::ALL {
        for scenario in every_scenario(scale) {
            let worn = !scenario.rules.is_empty();
            for unit in scenario.real_units() {
                let entry = Entry::of(&scenario, rules(), unit);
                let (rows, weapon) = match unit.unit.troops {
                    Troops::Infantry { weapon, .. } => (&foot, weapon.map(Named::name)),
                    Troops::Cavalry { weapon, .. } => (&horse, weapon.map(Named::name)),
                    Troops::Artillery { gun, .. } => (&guns, gun.map(Named::name)),
                };
                let row = rows.iter().find(|row| {
                    row["scale"] == scale.name() && Some(row["weapon"].as_str()) == weapon
                });
                let Some(row) = row else { continue };
                let normal = entry.ranges.iter().find(|(band, _)| *band == "normal");
                let normal = normal.expect("a normal range").1;
                assert_eq!(
                    row["normal_range"].parse::<f32>(),
                    Ok(normal),
                    "{}",
                    unit.name
                );
                for (left, points) in &entry.firepower {
                    let column = if unit.unit.is_artillery() {
                        format!("{}{left}", unit.unit.side)
                    } else {
                        format!("f{left}")
                    };
                    if let Some(cell) = row.get(&column) {
                        assert_eq!(cell.parse(), Ok(*points), "{} with {left}", unit.name);
                        looked_up += 1;
                    }
                }
                if unit.unit.is_artillery() || worn {
                    continue;
                }
                let full = unit.muster.stands;
                for (lost, bmp) in entry.morale.iter().enumerate() {
                    let now = full as usize - lost;
                    let row = morale.iter().find(|row| {
                        row["quality"] == unit.unit.quality.name()
                            && row["full"] == full.to_string()
                            && row["now"] == now.to_string()
                    });
                    if let Some(row) = row {
                        assert_eq!(row["bmp"].parse(), Ok(*bmp), "{}", unit.name);
                        looked_up += 1;
                    }
                }
            }
        }
    }
    assert!(looked_up > 300, "{looked_up}");
}
