//! Rulings on the charge.

use deadly_field::rules::charge::meeting_point;
use deadly_field::rules::fire::FireResult;
use deadly_field::rules::impact::{ImpactOutcome, ImpactWinner};
use deadly_field::rules::melee::MeleeBlow;
use deadly_field::rules::*;

use super::support::*;
use crate::units::*;

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
    assert_eq!(lost(&horse, &line(8), -6), Some((1, 1, 6.0, 1)));
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
