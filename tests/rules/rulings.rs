//! Our rulings, each pinned by a test. `RULINGS.md` names them.

use deadly_field::rules::charge::meeting_point;
use deadly_field::rules::fire::{Band, Fire, FireKind, FireResult, FireTerms, ResultLine};
use deadly_field::rules::formation::{ChangeCost, Shape};
use deadly_field::rules::impact::{Impact, ImpactOutcome, ImpactSide, ImpactWinner};
use deadly_field::rules::melee::MeleeBlow;
use deadly_field::rules::morale::{Charged, FireCause, MoralePoints, MoraleSituation};
use deadly_field::rules::movement::{Mover, Step};
use deadly_field::rules::*;

use crate::units::*;

fn book() -> &'static Rules {
    Rules::book()
}

fn line(figures: u32) -> Unit {
    infantry(Quality::Veteran, figures)
}

/// The terms of an ordinary 15 mm fire with small changes.
fn terms(
    firers: &[Unit],
    target: &Unit,
    range: f32,
    change: impl FnOnce(&mut Fire),
) -> Result<FireTerms, fire::Refusal> {
    let mut fire = Fire::new(Scale::Mm15, firers, target, range);
    change(&mut fire);
    book().fire(&fire)
}

fn points<'a>(unit: &'a Unit, change: impl FnOnce(&mut MoraleSituation<'a>)) -> MoralePoints {
    let mut situation = MoraleSituation::new(Scale::Mm15, unit);
    change(&mut situation);
    book().morale_points(&situation)
}

fn charge_by(by: &Unit, on: Zone) -> Charged<'_> {
    Charged {
        by,
        on,
        supports: 0,
        unsupported_battery: false,
    }
}

/// The MMP of a fear-of-charge check.
fn charged_from(unit: &Unit, by: &Unit, on: Zone) -> i32 {
    let mut situation = MoraleSituation::new(Scale::Mm15, unit);
    situation.charge = Some(charge_by(by, on));
    book().morale_points(&situation).mmp
}

fn charged_mmp(unit: &Unit, by: &Unit) -> i32 {
    charged_from(unit, by, Zone::Front)
}

fn impact<'a>(attacker: &'a Unit, defender: &'a Unit) -> Impact<'a> {
    let side = ImpactSide::new;
    Impact::new(Scale::Mm15, side(attacker), side(defender))
}

fn outcome(attacker: &Unit, defender: &Unit, lead: i32) -> ImpactOutcome {
    let terms = book().impact(&impact(attacker, defender));
    book().impact_by(&terms, lead).outcome
}

#[test]
fn r01_squares_by_scale() {
    let sides = Scale::ALL
        .iter()
        .map(|&scale| book().scales.at(scale).square);
    assert_eq!(sides.collect::<Vec<_>>(), [12.0, 18.0, 24.0]);
}

#[test]
fn r03_one_inch_is_two_at_25mm() {
    assert_eq!(book().near(Scale::Mm15), 1.0);
    assert_eq!(book().near(Scale::Mm25), 2.0);
    let mut house = book().clone();
    house.switches.two_inches_at_25mm = false;
    assert_eq!(house.near(Scale::Mm25), 1.0);
}

#[test]
fn r05_zones_by_bearing() {
    let at = |degrees| Zone::of_bearing(Shape::Line, degrees);
    assert_eq!(at(45.0), Zone::Front);
    assert_eq!(at(-67.5), Zone::PartialFlank);
    assert_eq!(at(90.0), Zone::FullFlank);
    assert_eq!(at(112.5), Zone::RearPartialFlank);
    assert_eq!(at(135.5), Zone::Rear);
    let column = |degrees| Zone::of_bearing(Shape::Column, degrees);
    assert_eq!(
        (column(45.0), column(90.0), column(135.0)),
        (Zone::Front, Zone::Side, Zone::Rear)
    );
}

#[test]
fn r06_fire_from_behind_a_line() {
    let drm =
        |from| terms(&[line(8)], &line(8), 3.0, |fire| fire.from = from).map(|terms| terms.drm);
    assert_eq!(drm(Zone::RearPartialFlank), Ok(1));
    assert_eq!(drm(Zone::Rear), Ok(0));
    let unit = line(8);
    let mmp = |from, artillery| {
        points(&unit, |situation| {
            situation.fire = Some(FireCause {
                artillery,
                from,
                long_range: false,
                skirmishers: false,
            });
        })
        .mmp
    };
    assert_eq!(mmp(Zone::RearPartialFlank, false), 5);
    assert_eq!((mmp(Zone::Rear, false), mmp(Zone::Rear, true)), (7, 8));
}

#[test]
fn r07_mixed_terrain_by_the_inch() {
    let unit = line(8);
    let mover = Mover::new(Scale::Mm15, &unit);
    let steps = [
        Step::Forward {
            ground: Ground::Open,
            inches: 3.0,
        },
        Step::Forward {
            ground: Ground::HeavyWoods,
            inches: 1.0,
        },
    ];
    let used = book().move_use(&mover, &steps).expect("legal");
    assert!((used.part - 1.0).abs() < 1e-6);
    // A 30-pounder has no rate at all in rough ground, and still moves an inch.
    let guns = battery(Quality::Veteran, Gun::Parrott30, 2);
    let mover = Mover::new(Scale::Mm15, &guns);
    assert_eq!(book().allowance(&mover, Ground::Rough), Ok(1.0));
}

#[test]
fn r08_obstacles_as_it_serves_the_mover() {
    let unit = line(8);
    let mover = Mover::new(Scale::Mm15, &unit);
    let cross = |fences: usize| {
        let mut steps = vec![Step::Forward {
            ground: Ground::Open,
            inches: 4.0,
        }];
        steps.extend((0..fences).map(|_| Step::Obstacle {
            ground: Ground::Open,
        }));
        book().move_use(&mover, &steps).expect("legal")
    };
    // 4 inches of broken ground are 4/5 of an action, 4 + 1 inches of open ground 5/6.
    assert!(cross(1).as_broken);
    assert!((cross(1).part - 0.8).abs() < 1e-6);
    assert!((cross(5).part - 0.8).abs() < 1e-6);
    let short = [
        Step::Forward {
            ground: Ground::Broken,
            inches: 4.0,
        },
        Step::Obstacle {
            ground: Ground::Open,
        },
    ];
    let short = book().move_use(&mover, &short).expect("legal");
    assert!(short.as_broken && (short.part - 0.8).abs() < 1e-6);
}

#[test]
fn r09_supporting_distance() {
    let at = |scale| book().scales.at(scale).support;
    assert_eq!(
        (
            at(Scale::Mm15).open,
            at(Scale::Mm15).broken,
            at(Scale::Mm15).close
        ),
        (1.0, 0.5, 0.0)
    );
    assert_eq!(
        (
            at(Scale::Mm25).open,
            at(Scale::Mm25).broken,
            at(Scale::Mm25).close
        ),
        (2.0, 1.0, 0.0)
    );
}

#[test]
fn r10_firepower_of_odd_sizes() {
    let fp = |unit: Unit| terms(&[unit], &line(8), 3.0, |_| ()).map(|terms| terms.firepower);
    let spencers = |figures| line(figures).weapon(InfantryWeapon::SpencerHenry);
    // 9 figures are 5 and 4: 7 + 6.
    assert_eq!(fp(spencers(9)), Ok(13));
    // One figure has half of two, rounded down, and cannot fire alone.
    assert!(fp(spencers(1)).is_err());
    let pair = terms(&[spencers(1), spencers(4)], &line(8), 3.0, |_| ());
    assert_eq!(pair.map(|terms| terms.firepower), Ok(7));
    // A column of two stands fires with one of them.
    assert_eq!(
        fp(line(7).formation(InfantryFormation::AttackColumn)),
        Ok(4)
    );
    assert_eq!(fp(line(7).formation(InfantryFormation::Square)), Ok(4));
}

#[test]
fn r11_halvings_multiply_and_round_up_once() {
    let fp = |unit: Unit| terms(&[unit], &line(8), 1.0, |_| ()).map(|terms| terms.firepower);
    assert_eq!(fp(line(7).morale(Morale::Disorder)), Ok(4));
    assert_eq!(fp(line(7).morale(Morale::Shaken)), Ok(4));
    assert_eq!(fp(line(7).depleted().morale(Morale::Disorder)), Ok(4));
    assert_eq!(
        fp(line(7)
            .formation(InfantryFormation::Skirmish)
            .morale(Morale::Disorder)),
        Ok(2)
    );
    let village = terms(&[line(7).morale(Morale::Disorder)], &line(8), 1.0, |fire| {
        fire.firing_from_village = true;
        fire.kind = FireKind::Area;
    });
    assert!(village.is_err(), "7 / 8 is a single point");
}

#[test]
fn r12_caps() {
    let spencers = [line(12).weapon(InfantryWeapon::SpencerHenry); 2];
    let capped = terms(&spencers, &line(8), 3.0, |_| ()).expect("in range");
    assert_eq!(capped.firepower, 18);
    // 16 figures of the 24: 12 and 4.
    let muskets = [line(12); 2];
    assert_eq!(
        terms(&muskets, &line(8), 3.0, |_| ())
            .expect("in range")
            .firepower,
        16
    );
    let melee = terms(&[line(24)], &line(8), 0.0, |fire| {
        fire.kind = FireKind::Melee
    });
    assert_eq!(melee.expect("melee").firepower, 24);
    let horse = cavalry(Quality::Veteran, 12, true);
    let melee = terms(&[horse], &line(8), 0.0, |fire| fire.kind = FireKind::Melee);
    assert_eq!(melee.expect("melee").firepower, 14);
    let guns = [battery(Quality::Veteran, Gun::Parrott20, 3); 3];
    assert_eq!(
        terms(&guns, &line(8), 20.0, |_| ())
            .expect("in range")
            .firepower,
        18
    );
    let heavy = [battery(Quality::Veteran, Gun::Rodman15, 2); 2];
    assert_eq!(
        terms(&heavy, &line(8), 14.0, |_| ())
            .expect("in range")
            .firepower,
        22
    );
}

#[test]
fn r13_combined_fire() {
    let elite = infantry(Quality::Elite, 4);
    let green = infantry(Quality::Green, 4);
    let mixed = terms(&[elite, green], &line(8), 3.0, |fire| {
        fire.opening_volley = true
    });
    assert_eq!(mixed.expect("in range").drm, -1);
    // A smoothbore regiment at long range of its weapon holds the others to one die.
    let firers = [line(8), line(8).weapon(InfantryWeapon::SmoothboreMusket)];
    let far = terms(&firers, &line(8), 3.0, |_| ()).expect("in range");
    assert_eq!((far.band, far.dice), (Band::Long, 1));
    let guns = [
        battery(Quality::Veteran, Gun::Napoleon, 2),
        battery(Quality::Veteran, Gun::Napoleon, 2).morale(Morale::Disorder),
    ];
    assert!(terms(&guns, &line(8), 10.0, |_| ()).is_err());
    let guns = [
        battery(Quality::Veteran, Gun::Howitzer12, 2),
        battery(Quality::Veteran, Gun::Parrott10, 2),
    ];
    let band = |mixed| {
        terms(&guns, &line(8), 14.0, |fire| fire.as_mixed_guns = mixed).map(|terms| terms.band)
    };
    assert_eq!(
        (band(false), band(true)),
        (Ok(Band::Long), Ok(Band::Normal))
    );
    let horse = cavalry(Quality::Veteran, 4, false);
    assert!(terms(&[horse; 3], &line(8), 3.0, |_| ()).is_ok());
    assert!(terms(&[horse; 4], &line(8), 3.0, |_| ()).is_err());
    assert!(
        terms(
            &[cavalry(Quality::Veteran, 4, true); 2],
            &line(8),
            1.0,
            |_| ()
        )
        .is_err()
    );
}

#[test]
fn r13a_bands_and_cavalry_weapons() {
    let band = |range| terms(&[line(8)], &line(8), range, |_| ()).map(|terms| terms.band);
    assert_eq!(band(1.0), Ok(Band::Short));
    assert_eq!(band(3.0), Ok(Band::Normal));
    assert_eq!(band(6.0), Ok(Band::Long));
    assert!(band(6.5).is_err());
    let rider = cavalry(Quality::Veteran, 6, true);
    assert!(terms(&[rider], &line(8), 1.0, |_| ()).is_ok());
    assert!(terms(&[rider], &line(8), 2.0, |_| ()).is_err());
    let shotguns = cavalry(Quality::Veteran, 6, false).carrying(CavalryWeapon::Shotgun);
    let kind = |kind| terms(&[shotguns], &line(8), 1.0, |fire| fire.kind = kind);
    assert!(kind(FireKind::Normal).is_err());
    // 6 of shotguns and 4 of pistols.
    assert_eq!(
        kind(FireKind::PointBlank).map(|terms| terms.firepower),
        Ok(10)
    );
    assert_eq!(
        kind(FireKind::Desperation).map(|terms| terms.firepower),
        Ok(6)
    );
    let skirmishers =
        cavalry(Quality::Elite, 6, false).cavalry_formation(CavalryFormation::Skirmish);
    let fire = terms(&[skirmishers], &line(8), 1.0, |_| ()).expect("in range");
    assert_eq!((fire.firepower, fire.dice, fire.drm), (3, 2, 1));
    assert_eq!(fire.line, ResultLine::Cavalry);
}

#[test]
fn r13b_melee_counts_quality_only() {
    let lead = infantry(Quality::Elite, 8);
    let target = infantry(Quality::Green, 8).morale(Morale::Disorder);
    let melee = terms(&[lead], &target, 0.0, |fire| {
        fire.kind = FireKind::Melee;
        fire.opening_volley = true;
        fire.firer_works = Some(Works::Heavy);
        fire.cover = [Cover::StoneWall].into_iter().collect();
        fire.melee_leader = 2;
    });
    assert_eq!(
        melee.map(|terms| (terms.drm, terms.dice)),
        Ok((1 + 1 + 2, 5))
    );
    let guns = battery(Quality::Veteran, Gun::Napoleon, 3);
    assert!(terms(&[guns], &line(8), 0.0, |fire| fire.kind = FireKind::Melee).is_err());
    let heavy = battery(Quality::Veteran, Gun::Siege24, 2);
    for kind in [FireKind::Deliberate, FireKind::Desperation] {
        assert!(terms(&[heavy], &line(8), 12.0, |fire| fire.kind = kind).is_err());
    }
}

#[test]
fn r14_guns_short_and_canister() {
    let fire = |gun, range, kind| {
        let guns = battery(Quality::Veteran, gun, 2);
        terms(&[guns], &line(8), range, |fire| fire.kind = kind)
            .map(|terms| (terms.band, terms.dice))
    };
    let normal = FireKind::Normal;
    assert_eq!(fire(Gun::Napoleon, 13.0, normal), Ok((Band::Normal, 2)));
    assert_eq!(fire(Gun::Napoleon, 6.5, normal), Ok((Band::Short, 3)));
    assert_eq!(fire(Gun::Napoleon, 3.0, normal), Ok((Band::Canister, 4)));
    assert_eq!(
        fire(Gun::Napoleon, 1.0, FireKind::PointBlank),
        Ok((Band::PointBlank, 5))
    );
    assert_eq!(fire(Gun::Ordnance3, 3.0, normal), Ok((Band::Canister, 3)));
    assert_eq!(
        fire(Gun::Mixed, 1.0, FireKind::PointBlank),
        Ok((Band::PointBlank, 4))
    );
    assert_eq!(fire(Gun::Columbiad10, 4.0, normal), Ok((Band::Canister, 5)));
    assert_eq!(
        fire(Gun::Columbiad10, 1.0, FireKind::PointBlank),
        Ok((Band::PointBlank, 6))
    );
    assert_eq!(fire(Gun::Columbiad10, 36.0, normal), Ok((Band::Long, 1)));
    assert!(fire(Gun::Siege24, 30.5, normal).is_err());
}

#[test]
fn r15_totals_between_columns() {
    let infantry = |total| book().fire_result(ResultLine::Infantry, total);
    assert_eq!(infantry(11), FireResult::None);
    assert_eq!(infantry(21), FireResult::Hit2);
    assert_eq!(infantry(25), FireResult::Hit2);
    assert_eq!(infantry(99), FireResult::Hit4);
}

#[test]
fn r16_two_best_and_two_worst_and_the_village_alone() {
    let target = infantry(Quality::Green, 8)
        .formation(InfantryFormation::ExtendedLine)
        .morale(Morale::Disorder);
    let drm = |cover: &[Cover]| {
        let cover = cover.iter().copied().collect();
        terms(&[line(8)], &target, 3.0, |fire| fire.cover = cover).map(|terms| terms.drm)
    };
    // Worst: disorder +2, green +1. Best: wall -2 and extended line -1; the fence is cut off.
    assert_eq!(drm(&[Cover::StoneWall, Cover::WoodFence]), Ok(0));
    // Village -3 alone against -1 and -1.
    assert_eq!(drm(&[Cover::Village, Cover::WoodFence]), Ok(0));
    // Works -4 and extended line -1 are better than the village.
    assert_eq!(drm(&[Cover::Village, Cover::HeavyWorks]), Ok(-2));
    let scenario = terms(&[line(8)], &target, 3.0, |fire| fire.scenario_drm = 4);
    assert_eq!(scenario.map(|terms| terms.drm), Ok(3 - 1 + 4));
}

#[test]
fn r17_mounted_chargers_as_targets() {
    let target = cavalry(Quality::Veteran, 8, true).charging();
    let from_guns = terms(
        &[battery(Quality::Veteran, Gun::Napoleon, 3)],
        &target,
        5.0,
        |_| (),
    );
    assert_eq!(from_guns.map(|terms| terms.drm), Ok(3));
    assert_eq!(
        terms(&[line(8)], &target, 3.0, |_| ()).map(|terms| terms.drm),
        Ok(2)
    );
}

#[test]
fn r17a_guns_and_squares_as_targets() {
    let guns = battery(Quality::Veteran, Gun::Napoleon, 3);
    let drm = |target: &Unit, from, range| {
        terms(&[line(8)], target, range, |fire| fire.from = from).map(|terms| terms.drm)
    };
    assert_eq!(drm(&guns, Zone::Front, 3.0), Ok(-3));
    assert_eq!(drm(&guns, Zone::PartialFlank, 3.0), Ok(1));
    assert_eq!(drm(&guns, Zone::Rear, 3.0), Ok(0));
    assert_eq!(drm(&guns, Zone::FullFlank, 6.0), Ok(-3));
    let disordered = guns.morale(Morale::Disorder);
    assert_eq!(drm(&disordered, Zone::FullFlank, 3.0), Ok(2));
    let square = line(8).formation(InfantryFormation::Square);
    assert_eq!(drm(&square, Zone::FullFlank, 3.0), Ok(2));
    let rifles = battery(Quality::Veteran, Gun::Ordnance3, 2);
    let mixed = battery(Quality::Veteran, Gun::Mixed, 2);
    let counter = |firers: &[Unit]| terms(firers, &guns, 10.0, |_| ()).map(|terms| terms.drm);
    assert_eq!(counter(&[rifles]), Ok(-2));
    let as_mixed = terms(&[rifles, rifles], &guns, 10.0, |fire| {
        fire.as_mixed_guns = true
    });
    assert_eq!(as_mixed.map(|terms| terms.drm), Ok(-3));
    assert_eq!(counter(&[rifles, mixed]), Ok(-3));
}

#[test]
fn r18_no_enfilade_of_the_disordered() {
    let drm = |target: Unit| {
        terms(&[line(8)], &target, 3.0, |fire| fire.from = Zone::FullFlank).map(|terms| terms.drm)
    };
    assert_eq!(drm(line(8)), Ok(2));
    assert_eq!(drm(line(8).morale(Morale::Disorder)), Ok(2));
    assert_eq!(drm(line(8).morale(Morale::Shaken)), Ok(2));
    assert_eq!(drm(line(8).depleted()), Ok(0));
    assert_eq!(drm(line(8).depleted().morale(Morale::Disorder)), Ok(0));
}

#[test]
fn r19_pass_through_fire() {
    let passed = |rules: &Rules, units| {
        let firers = [line(8)];
        let target = line(8);
        let mut fire = Fire::new(Scale::Mm15, &firers, &target, 3.0);
        fire.units_passed = units;
        rules.fire(&fire).map(|terms| (terms.dice, terms.drm))
    };
    assert_eq!(passed(book(), 1), Ok((2, -2)));
    let mut house = book().clone();
    house.switches.pass_through = switches::PassThroughCost::Die;
    assert_eq!(passed(&house, 1), Ok((1, 0)));
    assert!(passed(&house, 2).is_err());
    assert_eq!(book().fire.pass_through.small_arms_units, 1);
    assert_eq!(book().fire.pass_through.artillery_units, 2);
    assert_eq!(book().scales.at(Scale::Mm25).pass_through.small_arms, 2.0);
}

#[test]
fn r20_desperation_fire_explodes_once() {
    let fire = terms(&[line(8)], &line(8), 1.0, |fire| {
        fire.kind = FireKind::Desperation
    })
    .expect("allowed");
    assert!(fire.fits(&[5]) && fire.fits(&[6, 6]) && !fire.fits(&[5, 2]) && !fire.fits(&[6, 6, 1]));
    let odds = book().fire_odds(&fire);
    // 8 + 9 or more, that is 6 and then 3 or more: 4 in 36 for hits.
    assert!((odds.of(FireResult::Hit1) - 3.0 / 36.0).abs() < 1e-12);
    assert!((odds.of(FireResult::Hit2) - 1.0 / 36.0).abs() < 1e-12);
}

#[test]
fn r21_works_help_the_firer() {
    let from = |works| {
        terms(&[line(8)], &line(8), 3.0, |fire| {
            fire.firer_works = Some(works)
        })
        .map(|terms| terms.drm)
    };
    assert_eq!(
        (from(Works::Hasty), from(Works::Light), from(Works::Heavy)),
        (Ok(1), Ok(2), Ok(2))
    );
}

#[test]
fn r22_checks_after_hits() {
    let checks = [
        FireResult::Hit1,
        FireResult::Hit2,
        FireResult::Hit3,
        FireResult::Hit4,
    ];
    let checks = checks.map(|result| book().check_after(result));
    assert_eq!(checks, [Some(2), Some(2), Some(3), Some(4)]);
}

#[test]
fn r23_the_first_hold_at_twelve() {
    let unit = infantry(Quality::Trained, 3)
        .depleted()
        .morale(Morale::Shaken);
    let rally = points(&unit, |situation| {
        situation.behind_friends = true;
        situation.leader = 1;
    });
    assert_eq!((rally.mmp, rally.held_before), (5, -2));
    // Leader, weight of the check and the scenario stand outside the two-and-two limit.
    let unit = line(8);
    let all = points(&unit, |situation| {
        situation.behind_friends = true;
        situation.works = Some(Works::Light);
        situation.supports = 2;
        situation.leader = 2;
        situation.check = 4;
        situation.scenario_mmp = 3;
    });
    // 4 - 6 - 2 (supports or works, one is cut off) - 2 + 4 + 3.
    assert_eq!(all.mmp, 1);
}

#[test]
fn r24_depleted_units() {
    let unit = line(4).depleted();
    assert_eq!(points(&unit, |_| ()).mmp, 8);
    let disordered = unit.morale(Morale::Disorder);
    assert_eq!(points(&disordered, |_| ()).mmp, 8);
    assert_eq!(book().charge_morale(&unit, &line(8)), Some(3));
    assert_eq!(
        book().rate(Scale::Mm15, &unit, Ground::Open),
        ground::Rate::Inches(4)
    );
}

#[test]
fn r25_support() {
    let unit = line(8);
    assert_eq!(points(&unit, |situation| situation.supports = 5).mmp, 2);
    // In a charge only the net number counts, and only for the defender.
    let mut charge = impact(&unit, &unit);
    charge.attacker.supports = 3;
    let terms = book().impact(&charge);
    assert_eq!((terms.attacker.mmp, terms.defender.mmp), (4, 8));
    let horse = cavalry(Quality::Veteran, 8, true);
    assert_eq!(book().net_support(&horse, &unit, 0, 3), -2);
    assert_eq!(book().net_support(&horse, &horse, 0, 3), -3);
}

#[test]
fn r25a_chargers_losses_and_close_enemies() {
    let charger = line(8).charging();
    // 4 - 1 charging - 3 supports.
    assert_eq!(points(&charger, |situation| situation.supports = 4).mmp, 0);
    let unit = line(8);
    let lost = points(&unit, |situation| {
        situation.regiments_lost = 3;
        situation.leaders_lost = 2;
    });
    assert_eq!(lost.mmp, 7);
    let disordered = line(8).morale(Morale::Disorder);

    // +4 flank +1 close for the ordered line; disorder +2 +1 +3 net charge morale for the other.
    assert_eq!(charged_from(&unit, &line(8), Zone::FullFlank), 9);
    assert_eq!(charged_from(&disordered, &line(8), Zone::FullFlank), 10);
    let skirmishers = line(8).formation(InfantryFormation::Skirmish);
    let by_skirmishers = charged_mmp(&unit, &skirmishers);
    // Net charge morale -6 and no close enemy.
    assert_eq!(by_skirmishers, 0);
    let column =
        cavalry(Quality::Veteran, 8, false).cavalry_formation(CavalryFormation::RoadColumn);
    let drm = terms(&[line(8)], &column, 3.0, |_| ()).map(|terms| terms.drm);
    assert_eq!(drm, Ok(2));
}

#[test]
fn r25b_natives_and_lancers() {
    let native = cavalry(Quality::Veteran, 8, false).traits(Traits {
        native: true,
        ..Traits::default()
    });
    let under_guns = points(&native, |situation| {
        situation.fire = Some(FireCause {
            artillery: true,
            from: Zone::Front,
            long_range: true,
            skirmishers: false,
        });
    });
    assert_eq!(under_guns.mmp, 6);
    let lancers = cavalry(Quality::Veteran, 8, true).traits(Traits {
        lancer: true,
        ..Traits::default()
    });
    let unit = line(8);
    let plain = cavalry(Quality::Veteran, 8, true);

    assert_eq!(charged_mmp(&unit, &lancers), charged_mmp(&unit, &plain) + 1);
}

#[test]
fn r26_works_in_morale() {
    let unit = line(8);
    let behind = |works| {
        points(&unit, |situation| {
            situation.works = Some(works);
            situation.cover = true;
        })
        .mmp
    };
    assert_eq!(
        (
            behind(Works::Hasty),
            behind(Works::Light),
            behind(Works::Heavy)
        ),
        (3, 2, 0)
    );
    let charger = line(8).charging();
    let charging = points(&charger, |situation| {
        situation.works = Some(Works::Heavy);
        situation.cover = true;
    });
    assert_eq!(charging.mmp, 3);
    let mut house = book().clone();
    house.switches.any_works_line = true;
    let mut situation = MoraleSituation::new(Scale::Mm15, &unit);
    situation.works = Some(Works::Hasty);
    assert_eq!(house.morale_points(&situation).mmp, 1);
}

#[test]
fn r27_natural_rolls() {
    let veteran = line(8);
    let elite = infantry(Quality::Elite, 8);
    let roll = |unit: &Unit, mmp, dice| book().check_morale(Scale::Mm15, unit, mmp, dice);
    let two = roll(&elite, 0, [1, 1]);
    assert_eq!((two.after, two.falls_back), (Some(Morale::Shaken), 0));
    assert_eq!(roll(&veteran, 0, [1, 1]).after, Some(Morale::Routed));
    assert_eq!(roll(&elite, 0, [1, 2]).after, Some(Morale::Disorder));
    assert_eq!(roll(&veteran, 0, [1, 2]).after, Some(Morale::Shaken));
    // The comparison stands where it is worse, and alone gives the distance.
    let disordered = elite.morale(Morale::Disorder);
    assert_eq!(roll(&disordered, 9, [1, 2]).after, Some(Morale::Routed));
    let good = roll(&elite, 7, [1, 2]);
    assert_eq!((good.after, good.falls_back), (Some(Morale::Disorder), 4));
    let twelve = roll(&veteran.morale(Morale::Routed), 12, [6, 6]);
    assert_eq!(
        (twelve.after, twelve.recovers),
        (Some(Morale::GoodOrder), 1)
    );
    let whole_battery = battery(Quality::Veteran, Gun::Napoleon, 3);
    assert_eq!(roll(&whole_battery, 12, [6, 6]).recovers, 0);
}

#[test]
fn r28_routed_units_that_fail() {
    let roll = |unit: &Unit, mmp, dice| book().check_morale(Scale::Mm15, unit, mmp, dice);
    let routed = line(8).morale(Morale::Routed);
    let fails = roll(&routed, 10, [4, 4]);
    assert_eq!(
        (fails.after, fails.loses, fails.falls_back),
        (Some(Morale::Routed), 1, 0)
    );
    assert_eq!(roll(&routed, 8, [4, 4]).after, Some(Morale::Routed));
    assert_eq!(roll(&routed, 10, [1, 1]).after, None);
    assert_eq!(roll(&routed.depleted(), 10, [4, 4]).after, None);
    // A unit that becomes routed runs by its chart and does not fall back besides.
    let shaken = line(8).morale(Morale::Shaken);
    let runs = roll(&shaken, 9, [2, 3]);
    assert_eq!((runs.after, runs.falls_back), (Some(Morale::Routed), 0));
}

#[test]
fn r30_routed_guns() {
    let guns = battery(Quality::Veteran, Gun::Napoleon, 3);
    let rout = |ground, dice: &[u8]| book().guns_rout(Scale::Mm15, &guns, ground, dice);
    use battery::GunRout::{Abandoned, Runs};
    assert_eq!(rout(Ground::Open, &[3, 5]), Abandoned);
    assert_eq!(rout(Ground::Open, &[3, 4]), Runs(7));
    assert_eq!(rout(Ground::HeavyWoods, &[3]), Runs(2));
    assert_eq!(rout(Ground::HeavyWoods, &[4]), Abandoned);
    assert_eq!(rout(Ground::Rough, &[3]), Abandoned);
    let heavy = battery(Quality::Veteran, Gun::Siege24, 2);
    assert_eq!(
        book().guns_rout(Scale::Mm15, &heavy, Ground::Open, &[3, 4]),
        Abandoned
    );
}

#[test]
fn r30a_horses_and_sections_in_turn() {
    let loss = |limbered, hits| {
        let loss = book().battery_loss(limbered, 3, 2, hits);
        (loss.sections, loss.horses)
    };
    assert_eq!(
        (loss(false, 1), loss(false, 2), loss(false, 3)),
        ((1, 0), (1, 1), (2, 1))
    );
    assert_eq!(
        (loss(true, 1), loss(true, 2), loss(true, 4)),
        ((0, 1), (1, 1), (2, 2))
    );
    assert_eq!(loss(true, 9), (3, 2));
    assert_eq!(book().horse_power(1), Some(0.5));
    assert_eq!(book().horse_power(0), None);
}

#[test]
fn r31_the_charge_bonus_is_half() {
    assert_eq!(book().charge_bonus(&line(8), 7), 3.5);
    assert_eq!(
        book().charge_bonus(&cavalry(Quality::Veteran, 8, true), 7),
        3.5
    );
    let mut house = book().clone();
    house.switches.infantry_charge_bonus = switches::ChargeBonus::Full;
    assert_eq!(house.charge_bonus(&line(8), 7), 7.0);
    assert_eq!(
        house.charge_bonus(&cavalry(Quality::Veteran, 8, true), 7),
        3.5
    );
}

#[test]
fn r32_the_disorder_point() {
    let at = |rules: &Rules, quality| {
        rules
            .charge_reach(&infantry(quality, 8), 6.0, 4.0)
            .disorder_point
    };
    let points = [
        Quality::Elite,
        Quality::Veteran,
        Quality::Trained,
        Quality::Green,
    ]
    .map(|quality| at(book(), quality));
    assert_eq!(points, [8.0, 8.0, 5.0, 0.0]);
    let mut house = book().clone();
    house.switches.steady_disorder_point = switches::SteadyDisorderPoint::HalfBonus;
    assert_eq!(at(&house, Quality::Elite), 2.0);
}

#[test]
fn r33_charge_morale_by_state_first() {
    let foe = line(8);
    let cmm = |unit: Unit| book().charge_morale(&unit, &foe);
    assert_eq!(cmm(line(8).morale(Morale::Routed)), None);
    assert_eq!(
        cmm(line(8)
            .formation(InfantryFormation::Skirmish)
            .morale(Morale::Disorder)),
        Some(3)
    );
    assert_eq!(
        cmm(line(8).formation(InfantryFormation::AttackColumn)),
        Some(-2)
    );
    let guns = battery(Quality::Veteran, Gun::Napoleon, 3);
    assert_eq!((cmm(guns), cmm(guns.limbered())), (Some(0), Some(2)));
    assert_eq!(
        (
            cmm(guns.morale(Morale::Disorder)),
            cmm(guns.morale(Morale::Shaken))
        ),
        (Some(3), Some(6))
    );
    let square = line(8).formation(InfantryFormation::Square);
    let horse = cavalry(Quality::Veteran, 8, true);
    assert_eq!(book().charge_morale(&square, &horse), Some(-2));
    assert_eq!(cmm(square), Some(0));
    assert_eq!(book().charge_morale(&horse, &square), Some(2));
    // Level +2 and charge morale +2: 4 + 2 - 2 charging + 1 close + 2.
    assert_eq!(book().impact(&impact(&horse, &square)).attacker.mmp, 7);
}

#[test]
fn r34_impact_values_and_margins() {
    let big = infantry(Quality::Elite, 20);
    assert_eq!(book().impact(&impact(&big, &line(2))).attacker_value, 12);
    let terms = book().impact(&impact(&line(8), &line(8)));
    let by = |lead| book().impact_by(&terms, lead).outcome;
    assert_eq!(by(0), ImpactOutcome::Melee);
    assert_eq!(by(1), ImpactOutcome::StoppedShort);
    assert_eq!(by(10), ImpactOutcome::Routed);
    assert_eq!(by(11), ImpactOutcome::Surrender);
    let horse = cavalry(Quality::Veteran, 8, true);
    assert_eq!(outcome(&horse, &line(8), 11), ImpactOutcome::Routed);
    assert_eq!(outcome(&horse, &line(8), 12), ImpactOutcome::Surrender);
    let meets = book().impact(&impact(&horse, &horse));
    let close = book().impact_by(&meets, 1);
    assert_eq!(
        (close.outcome, close.winner),
        (ImpactOutcome::Melee, ImpactWinner::Tie)
    );
    assert_eq!(
        book().impact_by(&meets, -2).outcome,
        ImpactOutcome::Disorder
    );
    let heavy = battery(Quality::Veteran, Gun::Siege24, 3);
    assert_eq!(book().impact_value(&heavy), 6);
}

#[test]
fn r34a_who_loses_what() {
    assert_eq!(outcome(&line(8), &line(8), -9), ImpactOutcome::Shaken);
    let horse = cavalry(Quality::Veteran, 8, true);
    assert_eq!(outcome(&horse, &line(8), -9), ImpactOutcome::Routed);
    let guns = battery(Quality::Veteran, Gun::Napoleon, 3);
    assert_eq!(outcome(&line(8), &guns, 1), ImpactOutcome::GunsLost);
    assert_eq!(outcome(&line(8), &guns, 11), ImpactOutcome::GunsLost);
    // A leader helps the roll, not the morale.
    let mut led = impact(&horse, &guns);
    led.attacker.leader = 2;
    let (with, without) = (book().impact(&led), book().impact(&impact(&horse, &guns)));
    assert_eq!(with.attacker.mmp, without.attacker.mmp);
    assert_eq!(with.leaders, (2, 0));
    // Losses and retreats.
    let lost = |attacker: &Unit, defender: &Unit, lead: i32| {
        let terms = book().impact(&impact(attacker, defender));
        let loser = if lead > 0 { defender } else { attacker };
        let loss = book().impact_loss(
            Scale::Mm15,
            terms.table,
            book().impact_by(&terms, lead),
            loser,
        );
        loss.map(|loss| (loss.lead, loss.supports, loss.falls_back, loss.extra_dice))
    };
    assert_eq!(lost(&line(8), &line(8), 6), Some((2, 1, 6.0, 0)));
    assert_eq!(lost(&line(8), &line(8), -6), Some((2, 1, 3.0, 0)));
    assert_eq!(lost(&horse, &line(8), -6), Some((1, 1, 12.0, 1)));
    assert_eq!(lost(&horse, &horse, 3), Some((1, 0, 6.0, 0)));
}

#[test]
fn r34b_supports_and_gun_battalions() {
    let guns = battery(Quality::Veteran, Gun::Napoleon, 3);
    let charger = line(8);
    let mut battalion = impact(&charger, &guns);
    battalion.battalion_value = 6;
    battalion.defender.supports = 2;
    let terms = book().impact(&battalion);
    // BMP 4 + 1 close - 2 supports = 3, and 9 sections.
    assert_eq!((terms.defender.mmp, terms.defender_value), (3, 6));
}

#[test]
fn r34f_two_charges_meet_in_the_middle_of_their_overlap() {
    assert_eq!(meeting_point(12.0, 8.0, 7.0), Some(6.5));
    assert_eq!(meeting_point(12.0, 20.0, 20.0), Some(6.0));
    assert_eq!(meeting_point(12.0, 5.0, 6.0), None);
}

#[test]
fn r35_unsupported_batteries() {
    let guns = battery(Quality::Trained, Gun::Napoleon, 3);
    let charger = line(8);
    let mut charge = impact(&charger, &guns);
    charge.unsupported_battery = true;
    assert_eq!(book().impact(&charge).defender.bmp, 10);
    assert_eq!(points(&guns, |_| ()).bmp, 5);
}

#[test]
fn r38a_leaders_and_fire() {
    let fire = |rules: &Rules, firer: Unit| {
        let firers = [firer];
        let target = line(8);
        let mut fire = Fire::new(Scale::Mm15, &firers, &target, 3.0);
        fire.artillery_leader = 1;
        fire.attached_leader = 2;
        rules.fire(&fire).map(|terms| terms.drm)
    };
    assert_eq!(
        fire(book(), battery(Quality::Veteran, Gun::Napoleon, 3)),
        Ok(1)
    );
    assert_eq!(fire(book(), line(8)), Ok(0));
    let mut house = book().clone();
    house.switches.leaders_help_fire = true;
    assert_eq!(fire(&house, line(8)), Ok(2));
}

#[test]
fn r38b_outside_the_arc_and_mounting() {
    let unit = line(8);
    let mut mover = Mover::new(Scale::Mm15, &unit);
    mover.outside_arc = true;
    let used = book()
        .move_use(
            &mover,
            &[Step::Forward {
                ground: Ground::Open,
                inches: 4.0,
            }],
        )
        .expect("legal");
    assert!((used.part - 1.0).abs() < 1e-6);
    assert!(used.disorders);
    assert_eq!(
        book().mounting(Quality::Veteran),
        ChangeCost::PartOfMove(0.5)
    );
    assert_eq!(book().mounting(Quality::Trained), ChangeCost::Action);
}

#[test]
fn r39_out_of_command() {
    assert_eq!(
        (book().move_actions(true), book().move_actions(false)),
        (1, 2)
    );
}

#[test]
fn r39b_works_sharpshooters_and_fortress_guns() {
    assert!(!book().works_allowed_on(Ground::Open));
    assert!(book().works_allowed_on(Ground::LightWoods));
    assert_eq!(book().muster.sharpshooters.keys().max(), Some(&6));
    assert_eq!(book().fire.heavy_guns.consecutive_shots, 3);
}

#[test]
fn r41_lead_and_supports_in_melee() {
    let lead = line(8).formation(InfantryFormation::AttackColumn);
    let support = line(7);
    let enemy = line(8);
    let mut blow = MeleeBlow {
        scale: Scale::Mm15,
        lead: &lead,
        supports: &[support],
        enemy: &enemy,
        leader: 0,
        round: 1,
    };
    // 8 of the lead, column or not, and half of 7 rounded up.
    assert_eq!(book().melee(&blow).map(|terms| terms.firepower), Ok(12));
    blow.round = 2;
    assert_eq!(book().melee(&blow).map(|terms| terms.firepower), Ok(6));
    assert!(book().melee_goes_on(1) && !book().melee_goes_on(2));
    assert_eq!(book().melee_losses(FireResult::Hit2, &support, true), 1);
    assert_eq!(book().melee_losses(FireResult::Hit2, &lead, false), 2);
}

#[test]
fn r42_adjacent_leaders_help_a_test() {
    assert_eq!(
        (book().tct_leader(2, true), book().tct_leader(2, false)),
        (2, 2)
    );
    let mut house = book().clone();
    house.switches.adjacent_leader_helps_tct = false;
    assert_eq!(
        (house.tct_leader(2, true), house.tct_leader(2, false)),
        (2, 0)
    );
}

#[test]
fn r43_squares_do_not_move() {
    let square = line(8).formation(InfantryFormation::Square);
    let mover = Mover::new(Scale::Mm15, &square);
    assert!(book().allowance(&mover, Ground::Open).is_err());
    assert_eq!(
        book().formation_change(Quality::Elite, true),
        ChangeCost::Action
    );
}

#[test]
fn r44_orchards_are_broken_ground() {
    let going = book().going(Feature::Orchard, Season::Summer, Weather::Dry);
    assert_eq!(going, ground::Going::As(Ground::Broken));
}

#[test]
fn r45_rear_partial_flank_may_count_as_rear() {
    let mut house = book().clone();
    house.switches.rear_partial_flank_morale = switches::RearPartialFlank::Rear;
    let unit = line(8);
    let mut situation = MoraleSituation::new(Scale::Mm15, &unit);
    situation.fire = Some(FireCause {
        artillery: false,
        from: Zone::RearPartialFlank,
        long_range: false,
        skirmishers: false,
    });
    assert_eq!(house.morale_points(&situation).mmp, 7);
    assert_eq!(book().morale_points(&situation).mmp, 5);
}
