//! Rulings on what the book leaves in doubt: who counts as infantry, squares without order, guns hand
//! to hand.

use deadly_field::rules::fire::FireKind;
use deadly_field::rules::impact::{ImpactOutcome, ImpactTable, ImpactWinner};
use deadly_field::rules::*;

use super::support::*;
use crate::units::*;

fn riders() -> Unit {
    cavalry(Quality::Veteran, 8, true)
}

fn napoleons() -> Unit {
    battery(Quality::Veteran, Gun::Napoleon, 3)
}

fn square() -> Unit {
    line(8).formation(InfantryFormation::Square)
}

#[test]
fn r25c_whoever_is_not_mounted_is_infantry_to_horsemen() {
    let on_foot = cavalry(Quality::Veteran, 8, false);
    for defender in [line(8), on_foot, napoleons()] {
        let horse = book().impact(&impact(&riders(), &defender));
        assert_eq!(horse.table, ImpactTable::CavalryOnInfantry);
        assert_eq!(book().net_support(&riders(), &defender, 3, 0), 2);
        assert_eq!(book().net_support(&riders(), &defender, 0, 3), -2);
        assert_eq!(book().net_support(&line(8), &defender, 3, 0), 3);
    }
    let meeting = book().impact(&impact(&riders(), &riders()));
    assert_eq!(meeting.table, ImpactTable::CavalryOnCavalry);
    assert_eq!(book().net_support(&riders(), &riders(), 3, 0), 3);
    let foot = book().impact(&impact(&on_foot, &napoleons()));
    assert_eq!(foot.table, ImpactTable::Infantry);
}

#[test]
fn r33a_a_square_without_order_is_none_to_horsemen() {
    let cmms = |square: Unit| {
        let (foot, horse) = (square, riders());
        let one = |unit: &Unit, other: &Unit| book().charge_morale(unit, other);
        (
            one(&foot, &horse),
            one(&horse, &foot),
            book().breaks_on_square(&horse, &foot),
        )
    };
    assert_eq!(cmms(square()), (Some(-2), Some(2), true));
    assert_eq!(
        cmms(square().morale(Morale::Disorder)),
        (Some(3), Some(-1), false)
    );
    assert_eq!(cmms(square().depleted()), (Some(3), Some(-1), false));
    assert_eq!(
        cmms(square().morale(Morale::Shaken)),
        (Some(6), Some(-1), false)
    );
    // Fire does not ask: it is as good a target as any square, and disordered besides.
    let drm = |target: Unit| terms(&[line(8)], &target, 3.0, |_| ()).map(|terms| terms.drm);
    assert_eq!(drm(square()), Ok(2));
    assert_eq!(drm(square().morale(Morale::Disorder)), Ok(2 + 2));
}

#[test]
fn r14a_guns_on_the_rope_fire_hooked_up_or_not() {
    let drawn = |guns: Unit, kind| terms(&[guns], &line(8), 5.0, |fire| fire.kind = kind);
    let dice = |guns| drawn(guns, FireKind::Prolonge).map(|terms| terms.dice);
    assert_eq!(
        (dice(napoleons()), dice(napoleons().limbered())),
        (Ok(2), Ok(2))
    );
    assert!(drawn(napoleons().limbered(), FireKind::Normal).is_err());
}

#[test]
fn s23_skirmishers_and_squares_strike_thinly_in_both_rounds() {
    let blow = |unit: Unit, round| {
        terms(&[unit], &line(8), 0.0, |fire| {
            (fire.kind, fire.round) = (FireKind::Melee, round);
        })
        .map(|terms| (terms.firepower, terms.dice))
    };
    let thin = line(8).formation(InfantryFormation::Skirmish);
    assert_eq!(
        [1, 2].map(|round| blow(line(8), round)),
        [Ok((8, 5)), Ok((4, 5))]
    );
    assert_eq!(
        [1, 2].map(|round| blow(square(), round)),
        [Ok((4, 5)), Ok((2, 5))]
    );
    assert_eq!(
        [1, 2].map(|round| blow(thin, round)),
        [Ok((4, 4)), Ok((2, 4))]
    );
    // Shaken ranks are halved once, in the second round too.
    let shaken = line(8).morale(Morale::Shaken);
    assert_eq!(
        [1, 2].map(|round| blow(shaken, round)),
        [Ok((4, 4)), Ok((4, 4))]
    );
}

#[test]
fn r52a_guns_are_struck_in_a_melee_and_do_not_strike() {
    let met = book().impact(&impact(&line(8), &napoleons()));
    let tie = book().impact_by(&met, 0);
    assert_eq!(
        (tie.winner, tie.outcome),
        (ImpactWinner::Tie, ImpactOutcome::Melee)
    );
    let blow = |by: Unit, at: Unit| terms(&[by], &at, 0.0, |fire| fire.kind = FireKind::Melee);
    assert!(blow(line(8), napoleons()).is_ok());
    assert!(blow(napoleons(), line(8)).is_err());
}

/// A unit on its last stand is always in disorder, so that horsemen on theirs shoot alone.
#[test]
fn r13_horsemen_on_their_last_stand_fire_alone() {
    let on_foot = cavalry(Quality::Veteran, 6, false);
    assert!(terms(&[on_foot, on_foot], &line(8), 2.0, |_| ()).is_ok());
    assert!(terms(&[on_foot, on_foot.depleted()], &line(8), 2.0, |_| ()).is_err());
    assert!(terms(&[line(6), line(6).depleted()], &line(8), 2.0, |_| ()).is_ok());
}

/// Skirmishers enfilade nobody, and whoever fires with them does not either.
#[test]
fn r13_whoever_fires_with_skirmishers_enfilades_nobody() {
    let thin = line(8).formation(InfantryFormation::Skirmish);
    let drm = |firers: &[Unit]| {
        terms(firers, &line(8), 1.0, |fire| fire.from = Zone::FullFlank).map(|terms| terms.drm)
    };
    assert_eq!(drm(&[line(8), line(8)]), Ok(2));
    assert_eq!(drm(&[line(8), thin]), Ok(0));
}

/// The chart lets no formation off but those without ranks; a square has no flank to be taken in.
#[test]
fn r25a_skirmishers_are_charged_in_the_flank_and_squares_are_not() {
    let more = |unit: Unit| {
        charged_from(&unit, &line(8), Zone::PartialFlank)
            - charged_from(&unit, &line(8), Zone::Front)
    };
    let thin = infantry(Quality::Elite, 8).formation(InfantryFormation::Skirmish);
    assert_eq!(more(line(8)), 2);
    assert_eq!(more(thin), 2);
    assert_eq!(more(square()), 0);
    assert_eq!(more(line(8).morale(Morale::Disorder)), 0);
}
