//! Every worked example of the book that has numbers.

use deadly_field::rules::fire::{Band, Fire, FireKind, FireResult};
use deadly_field::rules::impact::{Impact, ImpactSide};
use deadly_field::rules::morale::{Charged, MoraleSituation};
use deadly_field::rules::movement::{Mover, Step};
use deadly_field::rules::works::Works;
use deadly_field::rules::*;

use crate::units::*;

fn book() -> &'static Rules {
    Rules::book()
}

fn charged<'a>(unit: &'a Unit, by: &'a Unit) -> MoraleSituation<'a> {
    let mut situation = MoraleSituation::new(Scale::Mm15, unit);
    situation.charge = Some(Charged {
        by,
        on: Zone::Front,
        supports: 0,
        unsupported_battery: false,
    });
    situation
}

fn modifier(modifiers: &Modifiers, what: &str) -> i32 {
    modifiers
        .iter()
        .filter(|modifier| modifier.what == what && modifier.counted)
        .map(|modifier| modifier.value)
        .sum()
}

/// The opening volley (`example.fire`): 8 figures at normal range roll 6 and 8.
#[test]
fn the_opening_volley() {
    let firers = [infantry(Quality::Veteran, 8)];
    let target = infantry(Quality::Veteran, 8);
    let mut fire = Fire::new(Scale::Mm15, &firers, &target, 3.0);
    fire.opening_volley = true;
    let terms = book().fire(&fire).expect("an ordinary fire");
    assert_eq!((terms.firepower, terms.dice, terms.drm), (8, 2, 2));
    assert_eq!(terms.band, Band::Normal);
    let result = |dice: [u8; 2]| book().fire_result(terms.line, terms.total(&dice));
    assert_eq!(terms.total(&[3, 3]), 16);
    assert_eq!(result([3, 3]), FireResult::Mc2);
    // The book prints 17 for a roll of 8; its own sum is 18. The result is the same.
    assert_eq!(terms.total(&[4, 4]), 18);
    assert_eq!(result([4, 4]), FireResult::Hit1);
    assert_eq!(book().check_after(FireResult::Hit1), Some(2));
}

/// The depleted regiment that rallies behind its friends (`example.rally`).
#[test]
fn the_depleted_regiment_that_rallies_behind_its_friends() {
    let unit = infantry(Quality::Trained, 3)
        .depleted()
        .morale(Morale::Shaken);
    let mut situation = MoraleSituation::new(Scale::Mm15, &unit);
    assert_eq!(book().morale_points(&situation).mmp, 12);
    situation.behind_friends = true;
    assert_eq!(book().morale_points(&situation).mmp, 6);
    let better = book().check_morale(Scale::Mm15, &unit, 6, [3, 4]);
    assert_eq!(better.after, Some(Morale::Disorder));
    situation.leader = 1;
    assert_eq!(book().morale_points(&situation).mmp, 5);
    let better = book().check_morale(Scale::Mm15, &unit, 5, [3, 3]);
    assert_eq!(better.after, Some(Morale::Disorder));
}

/// The column that charges an extended line (`example.fear_cmm`): +3 on the line's check.
#[test]
fn the_column_that_charges_an_extended_line() {
    let line = infantry(Quality::Veteran, 8).formation(InfantryFormation::ExtendedLine);
    let column = infantry(Quality::Veteran, 8).formation(InfantryFormation::AttackColumn);
    let points = book().morale_points(&charged(&line, &column));
    assert_eq!(modifier(&points.modifiers, "net charge morale"), 3);
    // BMP 4, +3 net charge morale, +1 for the close enemy.
    assert_eq!(points.mmp, 8);
}

/// Battle line against skirmishers (`example.fear_cmm`): +6 on the skirmishers' check.
#[test]
fn the_battle_line_against_skirmishers() {
    let skirmishers = infantry(Quality::Veteran, 8).formation(InfantryFormation::Skirmish);
    let line = infantry(Quality::Veteran, 8);
    let points = book().morale_points(&charged(&skirmishers, &line));
    assert_eq!(modifier(&points.modifiers, "net charge morale"), 6);
}

/// The veteran battery without support (`example.unsupported_battery`): BMP 8, MMP 9.
#[test]
fn the_charged_battery_without_the_regiment_beside_it() {
    let guns = battery(Quality::Veteran, Gun::Ordnance3, 3);
    let charger = infantry(Quality::Veteran, 8).charging();
    let mut situation = charged(&guns, &charger);
    if let Some(charge) = &mut situation.charge {
        charge.unsupported_battery = true;
    }
    let points = book().morale_points(&situation);
    assert_eq!((points.bmp, points.mmp), (8, 9));
    let terms = book().impact(&impact(&charger, &guns, 0, true));
    assert_eq!(terms.defender_value, 0);
    // Against fire alone the missing support is of no account.
    let under_fire = MoraleSituation::new(Scale::Mm15, &guns);
    assert_eq!(book().morale_points(&under_fire).bmp, 4);
}

fn impact<'a>(
    attacker: &'a Unit,
    defender: &'a Unit,
    supports: u32,
    unsupported: bool,
) -> Impact<'a> {
    let side = ImpactSide::new;
    let mut impact = Impact::new(Scale::Mm15, side(attacker), side(defender));
    impact.defender.supports = supports;
    impact.unsupported_battery = unsupported;
    impact
}

/// The 84th New York beside Wilkeson's battery (`example.battery_and_regiment`): 2 against 4.
#[test]
fn the_charged_battery_with_the_regiment_beside_it() {
    let regiment = infantry(Quality::Veteran, 6);
    let charger = infantry(Quality::Veteran, 8);
    let terms = book().impact(&impact(&charger, &regiment, 1, false));
    assert_eq!(terms.defender.mmp, 4);
    assert_eq!(terms.defender_value, 2);
    assert_eq!(terms.attacker.mmp, 4);
    assert_eq!(terms.attacker_value, 4);
}

/// The group that fires at a charging brigade (`example.group_charge`): 16 + 6 = 22, two figures.
#[test]
fn the_group_that_fires_at_a_charging_brigade() {
    let firers = [infantry(Quality::Veteran, 8), infantry(Quality::Veteran, 8)];
    let target = infantry(Quality::Veteran, 8);
    let terms = book()
        .fire(&Fire::new(Scale::Mm15, &firers, &target, 3.0))
        .expect("a combined fire");
    assert_eq!((terms.firepower, terms.dice), (16, 2));
    let result = book().fire_result(terms.line, terms.total(&[3, 3]));
    assert_eq!(terms.total(&[3, 3]), 22);
    assert_eq!((result, result.hits()), (FireResult::Hit2, 2));
    assert_eq!(book().check_after(result), Some(2));
}

/// The Napoleons with the rifles (`example.combined_guns`): a normal range of 13 inches.
#[test]
fn the_napoleons_with_the_rifles() {
    let firers = [
        battery(Quality::Veteran, Gun::Napoleon, 3),
        battery(Quality::Veteran, Gun::Ordnance3, 3),
    ];
    let target = infantry(Quality::Veteran, 8);
    let band = |range| {
        let terms = book().fire(&Fire::new(Scale::Mm15, &firers, &target, range));
        terms.expect("in range").band
    };
    assert_eq!(band(13.0), Band::Normal);
    assert_eq!(band(13.5), Band::Long);
}

/// Three sections of Napoleons (`example.napoleon_fp`): 8 for the Union, 7 for the Confederates.
#[test]
fn the_napoleons_of_both_sides() {
    assert_eq!(book().battery_firepower(Gun::Napoleon, Side::Union, 3), 8);
    assert_eq!(
        book().battery_firepower(Gun::Napoleon, Side::Confederate, 3),
        7
    );
}

/// The double-sized regiment (`fire.fp_over_eight`): the 40th Illinois with 12 and with 11 figures.
#[test]
fn the_double_sized_regiment() {
    let target = infantry(Quality::Veteran, 8);
    for (figures, firepower) in [(12, 12), (11, 11)] {
        let firers = [infantry(Quality::Veteran, figures)];
        let fire = Fire::new(Scale::Mm15, &firers, &target, 3.0);
        assert_eq!(book().fire(&fire).expect("in range").firepower, firepower);
    }
}

/// Supports on both sides (`example.support_one`, `example.support_net`, `example.support_even`).
#[test]
fn the_supports_of_both_sides() {
    let regiment = infantry(Quality::Veteran, 8);
    for (charging, standing, net) in [(0, 1, -1), (2, 1, 1), (2, 2, 0)] {
        assert_eq!(
            book().net_support(&regiment, &regiment, charging, standing),
            net
        );
    }
}

/// Open ground and light woods (`example.mixed_terrain`): 5 inches ahead, 2½ back.
#[test]
fn the_line_in_open_ground_and_light_woods() {
    let unit = infantry(Quality::Veteran, 8);
    let mover = Mover::new(Scale::Mm15, &unit);
    let forward = |ground, inches| Step::Forward { ground, inches };
    // Half of the time in each kind of ground: 3 inches and 2 inches.
    let steps = [forward(Ground::Open, 3.0), forward(Ground::LightWoods, 2.0)];
    let used = book().move_use(&mover, &steps).expect("a legal move");
    assert!((used.part - 1.0).abs() < 1e-6);
    let back = |ground, inches| Step::Backward { ground, inches };
    let steps = [back(Ground::Open, 1.5), back(Ground::LightWoods, 1.0)];
    let used = book().move_use(&mover, &steps).expect("a legal move");
    assert!((used.part - 1.0).abs() < 1e-6);
}

/// Disengaging (`example.disengage`).
#[test]
fn the_regiments_that_disengage() {
    assert_eq!(Morale::GoodOrder.after_disengaging(), Morale::Disorder);
    assert_eq!(Morale::Disorder.after_disengaging(), Morale::Shaken);
    assert_eq!(Morale::Shaken.after_disengaging(), Morale::Shaken);
}

/// An exceptional leader (`example.command`): 8 inches of command, 4 of reaction.
#[test]
fn the_exceptional_leader() {
    assert_eq!(book().command_radius(Scale::Mm15, 2), 8.0);
    assert_eq!(book().reaction_radius(Scale::Mm15, 2), 4.0);
    assert_eq!(book().command_radius(Scale::Mm25, 2), 16.0);
}

/// Fire into the flanks of a line (`example.enfilade_line`).
#[test]
fn the_regiments_around_a_line() {
    let firers = [infantry(Quality::Veteran, 8)];
    let target = infantry(Quality::Veteran, 8);
    let drm = |from| {
        let mut fire = Fire::new(Scale::Mm15, &firers, &target, 3.0);
        fire.from = from;
        book().fire(&fire).expect("in range").drm
    };
    assert_eq!(drm(Zone::PartialFlank), 1); // 4th Tennessee
    assert_eq!(drm(Zone::FullFlank), 2); // 8th Kentucky
    assert_eq!(drm(Zone::Rear), 0); // 5th Alabama
    assert_eq!(drm(Zone::RearPartialFlank), 1); // 11th North Carolina
    assert_eq!(drm(Zone::Front), 0); // 3rd South Carolina
    let mmp = |from| {
        let mut situation = MoraleSituation::new(Scale::Mm15, &target);
        situation.fire = Some(morale::FireCause {
            artillery: false,
            from,
            long_range: false,
            skirmishers: false,
        });
        book().morale_points(&situation).mmp
    };
    assert_eq!(mmp(Zone::Rear), 4 + 3);
}

/// Cavalry against an extended line (`example.cavalry_fear`): net 3 by the double line of the chart,
/// and two neighbours with a fence take 3 off for the infantry.
#[test]
fn the_cavalry_that_charges_an_extended_line() {
    let line = infantry(Quality::Veteran, 8).formation(InfantryFormation::ExtendedLine);
    let horse = cavalry(Quality::Veteran, 8, true)
        .cavalry_formation(CavalryFormation::DoubleLine)
        .charging();
    let mut situation = charged(&line, &horse);
    let alone = book().morale_points(&situation);
    assert_eq!(modifier(&alone.modifiers, "net charge morale"), 3);
    situation.supports = 2;
    situation.cover = true;
    assert_eq!(book().morale_points(&situation).mmp, alone.mmp - 3);
}

/// A charger that touches a regiment and a battery (`example.two_enemies`) meets the regiment.
#[test]
fn the_charger_that_touches_two_enemies() {
    let regiment = infantry(Quality::Veteran, 8);
    let guns = battery(Quality::Veteran, Gun::Napoleon, 3);
    assert!(book().impact_value(&regiment) > book().impact_value(&guns));
    let charger = infantry(Quality::Veteran, 8);
    let terms = book().impact(&impact(&charger, &regiment, 1, false));
    assert_eq!(modifier(&terms.defender.modifiers, "net support"), -1);
}

/// A battery that has already reacted (`example.timing`) has one die of desperation left.
#[test]
fn the_battery_that_has_already_reacted() {
    let firers = [battery(Quality::Veteran, Gun::Napoleon, 3)];
    let target = infantry(Quality::Veteran, 8).charging();
    let mut fire = Fire::new(Scale::Mm15, &firers, &target, 1.0);
    fire.kind = FireKind::Desperation;
    let terms = book().fire(&fire).expect("desperation fire");
    assert_eq!(terms.dice, 1);
    assert_eq!(terms.total(&[6, 5]), 8 + 11);
}

/// A stream of one inch (`example.pontoon`): three turns for Federal engineers.
#[test]
fn the_bridge_over_a_one_inch_stream() {
    assert_eq!(book().turns_to_bridge(Scale::Mm15, Side::Union, 1.0), 3);
    assert_eq!(
        book().turns_to_bridge(Scale::Mm15, Side::Confederate, 1.0),
        5
    );
    assert_eq!(book().turns_to_bridge(Scale::Mm25, Side::Union, 4.0), 4);
}

/// A veteran battery that lost a section has a BMP of 7 (`morale.bmp_battery`).
#[test]
fn the_battery_that_lost_a_section() {
    let mut guns = battery(Quality::Veteran, Gun::Napoleon, 2);
    guns.lost_sections = 1;
    assert_eq!(book().basic_morale(&guns), 7);
}

/// Works that take four turns, two with engineers (`works.build_hasty`).
#[test]
fn the_regiment_that_digs() {
    assert_eq!(book().turns_to_build(Works::Hasty, false, false), Some(4));
    assert_eq!(book().turns_to_build(Works::Hasty, false, true), Some(2));
    assert_eq!(book().turns_to_build(Works::Light, true, true), Some(2));
    assert_eq!(book().turns_to_build(Works::Heavy, false, true), None);
}
