//! Rulings on the turn.

use deadly_field::rules::fire::Fire;
use deadly_field::rules::formation::ChangeCost;
use deadly_field::rules::movement::{Mover, Step};
use deadly_field::rules::*;

use super::support::*;
use crate::units::*;

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
    // Nor out of its arc, nor when it is out of order.
    let mut sideways = Mover::new(Scale::Mm15, &square);
    sideways.outside_arc = true;
    assert!(book().allowance(&sideways, Ground::Open).is_err());
    let ragged = square.morale(Morale::Disorder);
    let mover = Mover::new(Scale::Mm15, &ragged);
    assert!(book().allowance(&mover, Ground::Open).is_err());
    assert_eq!(
        book().formation_change(Quality::Elite, true),
        ChangeCost::Action
    );
}
