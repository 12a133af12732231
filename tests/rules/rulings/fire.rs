//! Rulings on fire.

use deadly_field::rules::fire::{Band, Fire, FireKind, FireResult, ResultLine};
use deadly_field::rules::*;

use super::support::*;
use crate::units::*;

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
    // However many figures have the target before them, and fewer where fewer have.
    let column = |bearing| Unit {
        bearing: Some(bearing),
        ..line(8).formation(InfantryFormation::AttackColumn)
    };
    assert_eq!(
        [8, 4, 3].map(|bearing| fp(column(bearing))),
        [Ok(4), Ok(4), Ok(3)]
    );
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
fn r49_whoever_has_no_figure_in_a_fire_has_no_part_in_it() {
    let volley = |firers: &[Unit]| {
        terms(firers, &line(8), 3.0, |fire| fire.opening_volley = true)
            .map(|terms| (terms.firepower, terms.dice, terms.drm))
    };
    let raw = infantry(Quality::Green, 4).morale(Morale::Shaken);
    assert_eq!(volley(&[line(16), raw]), Ok((16, 2, 2)));
    assert_eq!(volley(&[line(8), line(8), raw]), Ok((16, 2, 2)));
    // One figure fewer of the others, and theirs is one of the sixteen.
    assert_eq!(volley(&[line(15), raw]), Ok((15 + 1, 1, -1)));
    let aside = Unit {
        bearing: Some(0),
        ..raw
    };
    assert_eq!(volley(&[aside, line(8)]), Ok((8, 2, 2)));
    assert!(volley(&[aside]).is_err());
    // Nor does its range matter, nor that it carries other guns.
    let guns = |gun| battery(Quality::Veteran, gun, 3);
    let battalion = [
        guns(Gun::Parrott10),
        guns(Gun::Parrott10),
        guns(Gun::Howitzer12),
    ];
    let shots = |firers: &[Unit]| {
        terms(firers, &guns(Gun::Napoleon), 18.0, |_| ()).map(|terms| (terms.band, terms.drm))
    };
    assert_eq!(shots(&battalion), Ok((Band::Normal, -3 + 1)));
    assert_eq!(shots(&battalion[1..]), Ok((Band::Long, -3)));
    // Who may not fire with the others does not by having nothing to fire with.
    assert!(volley(&[line(16), line(4).morale(Morale::Routed)]).is_err());
    // Hand to hand everybody strikes.
    let blow = terms(&[line(16), raw], &line(8), 0.0, |fire| {
        fire.kind = FireKind::Melee
    });
    assert_eq!(
        blow.map(|terms| (terms.firepower, terms.dice)),
        Ok((16 + 1, 4))
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
    let band = |kind| terms(&guns, &line(8), 14.0, |fire| fire.kind = kind).map(|terms| terms.band);
    assert_eq!(
        (band(FireKind::Normal), band(FireKind::Mixed)),
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
fn l1757_mounted_infantry_on_foot_fires_with_the_modifiers_of_infantry() {
    let fires = |quality, mounted_infantry| {
        let mut troopers = cavalry(quality, 6, false);
        troopers.traits.mounted_infantry = mounted_infantry;
        let fire = terms(&[troopers], &line(8), 2.0, |fire| {
            fire.opening_volley = true;
        });
        fire.map(|fire| (fire.drm, fire.line)).expect("in range")
    };
    // Cavalry: +2 elite, +1 first volley. Infantry: +1 and +2, and -1 for those who hold the horses.
    let cavalry = ResultLine::Cavalry;
    assert_eq!(fires(Quality::Elite, false), (3, cavalry));
    assert_eq!(fires(Quality::Elite, true), (2, cavalry));
    assert_eq!(fires(Quality::Veteran, true), (1, cavalry));
    // Green units have no first volley.
    assert_eq!(fires(Quality::Green, false), (-2, cavalry));
    assert_eq!(fires(Quality::Green, true), (-2, cavalry));
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
    for (kind, range) in [(FireKind::Deliberate, 12.0), (FireKind::Desperation, 1.0)] {
        assert!(terms(&[heavy], &line(8), range, |fire| fire.kind = kind).is_err());
    }
}

#[test]
fn r13b_what_belongs_to_shooting_does_not_count_in_a_melee() {
    let strikers = [Unit {
        bearing: Some(1),
        ..line(8)
    }; 2];
    let blow = |change: fn(&mut Fire)| {
        terms(&strikers, &line(8), 0.0, |fire| {
            fire.kind = FireKind::Melee;
            change(fire);
        })
        .map(|terms| (terms.firepower, terms.dice, terms.drm))
    };
    // All of the first and half of the second, however few face the enemy.
    assert_eq!(blow(|_| ()), Ok((12, 5, 0)));
    assert_eq!(blow(|fire| fire.units_passed = 3), Ok((12, 5, 0)));
    assert_eq!(blow(|fire| fire.target_disengaging = true), Ok((12, 5, 0)));
    assert_eq!(blow(|fire| fire.firing_from_village = true), Ok((12, 5, 0)));
    let mut house = book().clone();
    house.switches.pass_through = switches::PassThroughCost::Die;
    let target = line(8);
    let mut fire = Fire::new(Scale::Mm15, &strikers, &target, 0.0);
    (fire.kind, fire.units_passed) = (FireKind::Melee, 1);
    assert_eq!(house.fire(&fire).map(|terms| terms.dice), Ok(5));
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
        fire.kind = FireKind::Mixed
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
    // Two targets in all, three for guns.
    let guns = battery(Quality::Veteran, Gun::Napoleon, 3);
    let through = |firer: Unit, range, passed| {
        terms(&[firer], &line(8), range, |fire| fire.units_passed = passed).map(|terms| terms.drm)
    };
    assert_eq!(through(guns, 5.0, 2), Ok(-4));
    for (firer, range, many) in [(line(8), 3.0, 2), (guns, 5.0, 3)] {
        let why = through(firer, range, many).expect_err("too many");
        assert_eq!(why.rule.as_str(), "fire.pass_through_depth");
    }
    assert_eq!(book().fire.pass_through.small_arms_units, 1);
    assert_eq!(book().fire.pass_through.artillery_units, 2);
    assert_eq!(book().scales.at(Scale::Mm25).pass_through.small_arms, 2.0);
}

#[test]
fn r19_fire_goes_on_into_the_routed() {
    let shot = |target: Unit, passed| {
        terms(&[line(8)], &target, 3.0, |fire| fire.units_passed = passed)
            .map(|terms| (terms.firepower, terms.dice, terms.drm))
    };
    let routed = line(8).morale(Morale::Routed);
    assert!(shot(routed, 0).is_err(), "nobody aims at it");
    // The two of disorder, less two for the unit before it.
    assert_eq!(shot(routed, 1), Ok((8, 2, 2 - 2)));
    assert_eq!(shot(routed.depleted(), 1), Ok((8, 2, -2)));
}

#[test]
fn close_fire_is_for_targets_within_an_inch() {
    let may = |scale, gun: Option<Gun>, kind, range| {
        let firers = [gun.map_or(line(8), |gun| battery(Quality::Veteran, gun, 2))];
        let target = line(8);
        let mut fire = Fire::new(scale, &firers, &target, range);
        fire.kind = kind;
        book()
            .fire(&fire)
            .map(|_| ())
            .map_err(|why| why.rule.as_str())
    };
    let (blank, last) = (FireKind::PointBlank, FireKind::Desperation);
    for scale in [Scale::Mm10, Scale::Mm15] {
        for gun in [None, Some(Gun::Napoleon)] {
            assert_eq!(may(scale, gun, blank, 1.0), Ok(()));
            assert_eq!(may(scale, gun, blank, 1.1), Err("fire.point_blank_when"));
            assert_eq!(may(scale, gun, last, 1.0), Ok(()));
            assert_eq!(may(scale, gun, last, 1.1), Err("fire.desperation"));
        }
    }
    for gun in [None, Some(Gun::Napoleon), Some(Gun::Siege24)] {
        assert_eq!(may(Scale::Mm25, gun, blank, 2.0), Ok(()));
        assert_eq!(
            may(Scale::Mm25, gun, blank, 2.1),
            Err("fire.point_blank_when")
        );
    }
    // Hand to hand nobody measures.
    assert_eq!(may(Scale::Mm15, None, FireKind::Melee, 9.0), Ok(()));
}

#[test]
fn r20_desperation_fire_explodes_once() {
    let fire = terms(&[line(8)], &line(8), 1.0, |fire| {
        fire.kind = FireKind::Desperation
    })
    .expect("allowed");
    assert!(fire.fits(&[5]) && fire.fits(&[6, 6]) && !fire.fits(&[5, 2]) && !fire.fits(&[6, 6, 1]));
    assert!(!fire.fits(&[6]), "a 6 is rolled again");
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
fn r66_a_double_line_of_troopers_on_foot_is_no_harder_to_hit() {
    let drm = |formation: CavalryFormation| {
        let guns = battery(Quality::Veteran, Gun::Napoleon, 3);
        let mut troopers = cavalry(Quality::Veteran, 8, false);
        if let Troops::Cavalry { formation: to, .. } = &mut troopers.troops {
            *to = formation;
        }
        terms(&[guns], &troopers, 5.0, |_| ()).map(|terms| terms.drm)
    };
    let [line, double] = [CavalryFormation::Line, CavalryFormation::DoubleLine].map(drm);
    assert_eq!((line, double), (Ok(-1), Ok(0)));
}
