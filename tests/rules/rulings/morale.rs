//! Rulings on morale.

use deadly_field::rules::morale::{FireCause, MoraleSituation};
use deadly_field::rules::*;

use super::support::*;
use crate::units::*;

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
    // The last figure or section is the end of it.
    let guns = battery(Quality::Veteran, Gun::Napoleon, 1).morale(Morale::Routed);
    for last in [infantry(Quality::Veteran, 1).morale(Morale::Routed), guns] {
        let fails = roll(&last, 10, [4, 4]);
        assert_eq!((fails.after, fails.loses), (None, 1));
        let odds = book().check_odds(Scale::Mm15, &last, 10);
        // 9 or less of two dice; a 10 keeps it running.
        assert!((odds.removed - 30.0 / 36.0).abs() < 1e-12);
        assert!((odds.of(Morale::Routed) - 3.0 / 36.0).abs() < 1e-12);
    }
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
