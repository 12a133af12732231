//! Every number of every chart, typed a second time and compared cell by cell.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use deadly_field::rules::charts::{FieldGun, FormedInfantry, HeavyGun};
use deadly_field::rules::fire::{ByFire, ResultLine};
use deadly_field::rules::ground::Rates;
use deadly_field::rules::muster::{MusterArm, MusterUnit, Period};
use deadly_field::rules::weapon::Bore;
use deadly_field::rules::works::{Obstacle, Works};
use deadly_field::rules::*;

use crate::units::*;

type Row = BTreeMap<String, String>;

/// A table of `tests/charts`, each row by the names in its head.
fn table(name: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/charts/{name}.tsv"));
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let head: Vec<_> = lines.next().expect("a head").split('\t').collect();
    let rows: Vec<Row> = lines
        .map(|line| {
            let cells: Vec<_> = line.split('\t').map(str::trim).collect();
            assert_eq!(cells.len(), head.len(), "{name}: {line}");
            head.iter()
                .map(ToString::to_string)
                .zip(cells.iter().map(ToString::to_string))
                .collect()
        })
        .collect();
    assert!(!rows.is_empty(), "{name} is empty");
    rows
}

fn named<K: Named>(row: &Row, field: &str) -> K {
    K::from_name(&row[field]).unwrap_or_else(|| panic!("{} in {row:?}", row[field]))
}

fn number<T: std::str::FromStr>(row: &Row, field: &str) -> T {
    row[field]
        .parse()
        .unwrap_or_else(|_| panic!("{field} of {row:?}"))
}

fn optional<T: std::str::FromStr>(row: &Row, field: &str) -> Option<T> {
    (row[field] != "-").then(|| number(row, field))
}

/// Our value is the one in that cell.
fn same<T: std::str::FromStr + PartialEq + std::fmt::Debug>(ours: T, row: &Row, field: &str) {
    assert_eq!(ours, number::<T>(row, field), "{field} of {row:?}");
}

/// The same, where a dash stands for nothing.
fn same_or_dash<T: std::str::FromStr + PartialEq + std::fmt::Debug>(
    ours: Option<T>,
    row: &Row,
    field: &str,
) {
    assert_eq!(ours, optional::<T>(row, field), "{field} of {row:?}");
}

fn assert_rates(rates: &Rates, row: &Row) {
    for &ground in Ground::ALL {
        let ours = rates.on(ground).to_string().replace("NA", "-");
        assert_eq!(ours, row[ground.name()], "{ground} of {row:?}");
    }
}

fn scales_seen(rows: &[Row], each: usize) {
    for &scale in Scale::ALL {
        let count = rows
            .iter()
            .filter(|row| row["scale"] == scale.name())
            .count();
        assert_eq!(count, each, "rows of {scale}");
    }
}

#[test]
fn infantry_firepower_and_ranges() {
    let rows = table("infantry_fire");
    scales_seen(&rows, InfantryWeapon::ALL.len());
    for row in &rows {
        let chart = &Rules::book().infantry.firepower[named(row, "weapon")];
        same(*chart.range.at(named(row, "scale")), row, "normal_range");
        for (place, points) in chart.figures.iter().enumerate() {
            same(*points, row, &format!("f{}", place + 2));
        }
    }
}

#[test]
fn cavalry_firepower_and_ranges() {
    let rows = table("cavalry_fire");
    scales_seen(&rows, CavalryWeapon::ALL.len());
    for row in &rows {
        let chart = &Rules::book().cavalry.firepower[named(row, "weapon")];
        same(*chart.range.at(named(row, "scale")), row, "normal_range");
        for (place, points) in chart.figures.iter().enumerate() {
            same(*points, row, &format!("f{}", place + 2));
        }
    }
}

fn assert_sections(union: &[u32; 3], confederate: &[u32; 3], row: &Row) {
    for (side, sections) in [("union", union), ("confederate", confederate)] {
        for (place, points) in sections.iter().enumerate() {
            same(*points, row, &format!("{side}{}", place + 1));
        }
    }
}

#[test]
fn field_guns() {
    let rows = table("field_guns");
    scales_seen(&rows, FieldGun::ALL.len());
    for row in &rows {
        let chart = &Rules::book().artillery.guns[named::<FieldGun>(row, "weapon")];
        same(*chart.range.at(named(row, "scale")), row, "normal_range");
        assert_sections(&chart.union, &chart.confederate, row);
    }
}

#[test]
fn heavy_guns() {
    let rows = table("heavy_guns");
    assert_eq!(rows.len(), HeavyGun::ALL.len());
    for row in &rows {
        let chart = &Rules::book().heavy.guns[named::<HeavyGun>(row, "weapon")];
        for &scale in Scale::ALL {
            let mm = scale.name().trim_end_matches("mm");
            let range = chart.range.at(scale);
            same(range.point_blank, row, &format!("pbf{mm}"));
            same(range.canister, row, &format!("canister{mm}"));
            same(range.normal, row, &format!("normal{mm}"));
        }
        assert_sections(&chart.union, &chart.confederate, row);
    }
}

/// Which guns are rifled decides canister and counter-battery fire.
#[test]
fn bores() {
    let rifled = [
        "10pdr_parrott",
        "3in_ordnance",
        "14pdr_james",
        "whitworth",
        "6pdr_wiard",
        "20pdr_parrott",
        "30pdr_parrott",
        "siege_30pdr_parrott",
        "siege_4_5in_ordnance",
        "fortress_100pdr_parrott",
        "fortress_200pdr_parrott",
        "fortress_300pdr_parrott",
        "fortress_7in_brooke",
        "fortress_80pdr_whitworth",
    ];
    let mixed = ["mixed_guns", "siege_mixed", "fortress_mixed"];
    for &gun in Gun::ALL {
        let expected = match gun.name() {
            name if rifled.contains(&name) => Bore::Rifled,
            name if mixed.contains(&name) => Bore::Mixed,
            _ => Bore::Smoothbore,
        };
        assert_eq!(Rules::book().bore(gun), expected, "{gun}");
    }
}

#[test]
fn infantry_movement_and_charge_morale() {
    let rows = table("infantry_move");
    scales_seen(&rows, 8);
    for row in &rows {
        let infantry = &Rules::book().infantry;
        let chart = infantry.movement.at(named(row, "scale"));
        let (rates, cmm) = match row["row"].as_str() {
            "disorder" => (&chart.disorder, Some(infantry.charge_morale.disorder)),
            "shaken" => (&chart.shaken, Some(infantry.charge_morale.shaken)),
            "routed" => (&chart.routed, None),
            _ => {
                let formation = named::<FormedInfantry>(row, "row");
                (
                    &chart.formations[formation],
                    Some(infantry.charge_morale.formations[formation]),
                )
            }
        };
        assert_rates(rates, row);
        let cmm = cmm.map_or("surrender".to_owned(), |cmm| cmm.to_string());
        assert_eq!(cmm, row["cmm"], "{row:?}");
    }
}

#[test]
fn cavalry_movement_and_charge_morale() {
    let rows = table("cavalry_move");
    scales_seen(&rows, 14);
    for row in &rows {
        let state = match row["mount"].as_str() {
            "mounted" => &Rules::book().cavalry.mounted,
            "dismounted" => &Rules::book().cavalry.dismounted,
            other => panic!("{other}"),
        };
        let chart = state.movement.at(named(row, "scale"));
        let (rates, cmm) = match row["row"].as_str() {
            "disorder" => (&chart.disorder, Some(state.charge_morale.disorder)),
            "shaken" => (&chart.shaken, Some(state.charge_morale.shaken)),
            "routed" => (&chart.routed, None),
            _ => {
                let formation = named::<CavalryFormation>(row, "row");
                (
                    &chart.formations[formation],
                    Some(state.charge_morale.formations[formation]),
                )
            }
        };
        assert_rates(rates, row);
        let cmm = cmm.map_or("surrender".to_owned(), |cmm| cmm.to_string());
        assert_eq!(cmm, row["cmm"], "{row:?}");
    }
}

#[test]
fn artillery_movement() {
    let rows = table("artillery_move");
    scales_seen(&rows, 25);
    for row in &rows {
        let chart = Rules::book().artillery.movement.at(named(row, "scale"));
        let rates = match row["state"].as_str() {
            "routed" => &chart.routed,
            state => {
                let gun = &chart.guns[named::<FieldGun>(row, "weapon")];
                if state == "limbered" {
                    &gun.limbered
                } else {
                    &gun.unlimbered
                }
            }
        };
        assert_rates(rates, row);
    }
}

#[test]
fn siege_gun_movement() {
    let rows = table("siege_move");
    assert_eq!(rows.len(), 4);
    for row in &rows {
        for &scale in Scale::ALL {
            let field = format!("move{}", scale.name().trim_end_matches("mm"));
            let rate = Rules::book()
                .heavy
                .movement
                .at(scale)
                .on(named(row, "ground"));
            assert_eq!(rate.to_string(), row[&field], "{row:?}");
        }
    }
    for closed in [Ground::Rough, Ground::LightWoods, Ground::HeavyWoods] {
        let rate = Rules::book().heavy.movement.at(Scale::Mm15).on(closed);
        assert_eq!(rate, ground::Rate::NotAllowed);
    }
}

#[test]
fn fire_results() {
    let rows = table("fire_results");
    assert!(rows.len() >= 33);
    for row in &rows {
        let total = number(row, "total");
        let lines = [
            ("infantry", ResultLine::Infantry),
            ("artillery", ResultLine::Artillery),
            ("cavalry", ResultLine::Cavalry),
        ];
        for (field, line) in lines {
            let result = Rules::book().fire_result(line, total);
            assert_eq!(result.name(), row[field], "{field} at {total}");
        }
    }
}

#[test]
fn target_modifiers() {
    let chart = &Rules::book().fire.target;
    let lines: &[(&str, ByFire)] = &[
        ("light_woods_or_orchard", chart.light_woods_or_orchard),
        ("heavy_woods", chart.heavy_woods),
        ("hasty_works", chart.hasty_works),
        ("light_works", chart.light_works),
        ("heavy_works", chart.heavy_works),
        ("wood_fence", chart.wood_fence),
        ("stone_wall", chart.stone_wall),
        ("village", chart.village),
        ("unlimbered_artillery", chart.unlimbered_artillery),
        ("extended_line", chart.extended_line),
        ("infantry_skirmishers", chart.infantry_skirmishers),
        ("behind_skirmishers", chart.behind_skirmishers),
        ("elite", chart.elite),
        ("dismounted_line", chart.dismounted_line),
        ("dismounted_skirmishers", chart.dismounted_skirmishers),
        ("column_side", chart.column_side),
        ("column_front_or_rear", chart.column_front_or_rear),
        ("line_partial_flank", chart.line_partial_flank),
        ("line_full_flank", chart.line_full_flank),
        ("unlimbered_partial_flank", chart.unlimbered_partial_flank),
        ("unlimbered_full_flank", chart.unlimbered_full_flank),
        ("limbered_side", chart.limbered_side),
        ("limbered_front_or_rear", chart.limbered_front_or_rear),
        ("artillery_by_rifled", chart.artillery_by_rifled),
        ("disorder", chart.disorder),
        ("trained", chart.trained),
        ("green", chart.green),
        ("mounted", chart.mounted),
        ("mounted_charging", chart.mounted_charging),
        ("square", chart.square),
    ];
    assert_pairs("target_modifiers", lines);
}

fn assert_pairs(name: &str, lines: &[(&str, ByFire)]) {
    let rows = table(name);
    assert_eq!(rows.len(), lines.len(), "{name}");
    for row in &rows {
        let line = lines.iter().find(|(line, _)| *line == row["name"]);
        let (_, ours) = line.unwrap_or_else(|| panic!("{name}: {row:?}"));
        same(ours.artillery, row, "artillery");
        same(ours.other, row, "other");
    }
}

#[test]
fn firer_modifiers() {
    let fire = &Rules::book().fire;
    let lines = [
        ("infantry_elite", fire.infantry.elite),
        ("infantry_green", fire.infantry.green),
        ("infantry_opening_volley", fire.infantry.opening_volley),
        ("smoothbore_point_blank", fire.buck_and_ball),
        ("artillery_elite", fire.field_guns.elite),
        ("artillery_green", fire.field_guns.green),
        ("deliberate", fire.deliberate),
        ("cavalry_elite", fire.cavalry.elite),
        ("cavalry_green", fire.cavalry.green),
        ("cavalry_opening_volley", fire.cavalry.opening_volley),
        ("mounted_infantry", fire.mounted_infantry),
        ("native_melee", fire.native_melee),
        ("hasty_works", fire.firing_from.hasty),
        ("light_works", fire.firing_from.light),
        ("heavy_works", fire.firing_from.heavy),
    ];
    let rows = table("firer_modifiers");
    assert_eq!(rows.len(), lines.len());
    for row in &rows {
        let line = lines.iter().find(|(name, _)| *name == row["name"]);
        let (_, ours) = line.unwrap_or_else(|| panic!("{row:?}"));
        same(*ours, row, "value");
    }
    assert_eq!((fire.heavy_guns.elite, fire.heavy_guns.green), (1, -1));
}

#[test]
fn dice_by_band() {
    let fire = &Rules::book().fire;
    let small = |dice: &deadly_field::rules::fire::SmallArmsDice, band: &str| match band {
        "long" => dice.long,
        "normal" => dice.normal,
        "short" => dice.short,
        "point_blank" => dice.point_blank,
        "melee" => dice.melee,
        "desperation" => dice.desperation,
        other => panic!("{other}"),
    };
    let rows = table("dice");
    assert_eq!(rows.len(), 24);
    for row in &rows {
        let field = &fire.field_guns.dice;
        let heavy = &fire.heavy_guns.dice;
        let ours = match (row["arm"].as_str(), row["band"].as_str()) {
            ("infantry", band) => small(&fire.infantry.dice, band),
            ("cavalry", band) => small(&fire.cavalry.dice, band),
            ("artillery", "long") => field.long,
            ("artillery", "normal") => field.normal,
            ("artillery", "short") => field.short,
            ("artillery", "smoothbore_canister") => field.canister.smoothbore,
            ("artillery", "smoothbore_point_blank") => field.point_blank.smoothbore,
            ("artillery", "rifled_canister") => field.canister.rifled,
            ("artillery", "rifled_point_blank") => field.point_blank.rifled,
            ("heavy", "long") => heavy.long,
            ("heavy", "normal") => heavy.normal,
            ("heavy", "short") => heavy.short,
            ("heavy", "canister") => heavy.canister,
            ("heavy", "point_blank") => heavy.point_blank,
            other => panic!("{other:?}"),
        };
        same(ours, row, "dice");
    }
}

#[test]
fn morale_modifiers() {
    let good = &Rules::book().morale.good;
    let bad = &Rules::book().morale.bad;
    let same = |value| ByFire {
        artillery: value,
        other: value,
    };
    let lines: &[(&str, ByFire)] = &[
        ("hasty_works", same(good.hasty_works)),
        ("light_works", same(good.light_works)),
        ("heavy_works", same(good.heavy_works)),
        ("behind_friends", same(good.behind_friends)),
        ("charging_infantry", same(good.charging_infantry)),
        ("charging_cavalry", same(good.charging_cavalry)),
        ("support_each", same(good.support_each)),
        ("cover", same(good.cover)),
        ("unlimbered_partial_flank", bad.unlimbered_partial_flank),
        ("unlimbered_full_flank", bad.unlimbered_full_flank),
        ("unlimbered_rear", bad.unlimbered_rear),
        ("column_side", bad.column_side),
        ("column_front", bad.column_front),
        ("column_rear", bad.column_rear),
        ("line_partial_flank", bad.line_partial_flank),
        ("line_full_flank", bad.line_full_flank),
        ("line_rear", bad.line_rear),
        ("near_enemy", same(bad.near_enemy)),
        ("lost_element", same(bad.lost_element)),
        ("merged", same(bad.merged)),
        (
            "charged_by_infantry_partial",
            same(bad.charged_by_infantry_partial),
        ),
        (
            "charged_by_infantry_full",
            same(bad.charged_by_infantry_full),
        ),
        (
            "charged_by_cavalry_partial",
            same(bad.charged_by_cavalry_partial),
        ),
        ("charged_by_cavalry_full", same(bad.charged_by_cavalry_full)),
    ];
    assert_pairs("morale_modifiers", lines);
}

#[test]
fn basic_morale_points() {
    let rows = table("bmp");
    assert_eq!(rows.len(), 20);
    for row in &rows {
        let mut unit = infantry(named(row, "quality"), 8);
        unit.stands = Stands {
            now: number(row, "now"),
            full: number(row, "full"),
        };
        same(Rules::book().basic_morale(&unit), row, "bmp");
    }
}

fn assert_points(period: Period, arm: MusterArm, strength: u32, row: &Row) {
    for &quality in Quality::ALL {
        let unit = MusterUnit {
            arm,
            strength,
            quality,
            sharpshooter: false,
        };
        let ours = Rules::book()
            .muster_cost(period, Side::Union, &unit, false)
            .ok();
        assert_eq!(ours, optional(row, quality.name()), "{quality} of {row:?}");
    }
}

#[test]
fn muster_points() {
    let rows = table("muster_infantry");
    assert_eq!(rows.len(), 40);
    for row in &rows {
        let period = if row["period"] == "1861" {
            Period::UpTo1863
        } else {
            Period::Early1864
        };
        let arm = MusterArm::Infantry(named(row, "weapon"));
        assert_points(period, arm, number(row, "figures"), row);
    }
    let rows = table("muster_cavalry");
    assert_eq!(rows.len(), 15);
    for row in &rows {
        let arm = MusterArm::Cavalry(named(row, "weapon"));
        assert_points(Period::UpTo1863, arm, number(row, "figures"), row);
    }
    let rows = table("muster_artillery");
    assert_eq!(rows.len(), 21);
    for row in &rows {
        let arm = MusterArm::Artillery(named(row, "weapon"));
        assert_points(Period::UpTo1863, arm, number(row, "sections"), row);
    }
}

#[test]
fn works_and_obstacles() {
    let rules = Rules::book();
    let rows = table("works");
    assert_eq!(rows.len(), 3);
    for row in &rows {
        let works = named::<Works>(row, "works");
        same_or_dash(rules.turns_to_build(works, false, false), row, "build");
        same_or_dash(
            rules.turns_to_build(works, false, true),
            row,
            "build_engineers",
        );
        let chart = &rules.works.works[works];
        let cross = chart.cross.map_or("scenario", Named::name);
        assert_eq!(cross, row["cross"], "{row:?}");
        same(rules.fire.firing_from.of(works), row, "firer");
        let (drm, mmp) = match works {
            Works::Hasty => (rules.fire.target.hasty_works, rules.morale.good.hasty_works),
            Works::Light => (rules.fire.target.light_works, rules.morale.good.light_works),
            Works::Heavy => (rules.fire.target.heavy_works, rules.morale.good.heavy_works),
        };
        same(drm.other, row, "target_drm");
        same(mmp, row, "target_mmp");
        same(chart.hits, row, "hits_per_inch");
    }
    let rows = table("obstacles");
    assert_eq!(rows.len(), 4);
    for row in &rows {
        let chart = &rules.works.obstacles[named::<Obstacle>(row, "obstacle")];
        same(chart.build, row, "build");
        same_or_dash(chart.pivot, row, "pivot");
        same(chart.destroy, row, "destroy");
        same(chart.rough_inches, row, "rough_inches");
        same(chart.all_fire, row, "drm_all");
        same(chart.infantry_fire, row, "drm_infantry");
    }
}
