//! Picket meets picket.

use super::*;

/// Two dummies in the open and two regiments deep in their woods; who meets whom depends on who is
/// put where.
pub fn meeting(blue_real: bool, grey_real: bool) -> (Play, [UnitId; 4]) {
    let mut stage = woods().hidden(BLUE, 1).hidden(GREY, 1);
    let blue = stage.union(foot(8), -13.0, -3.0, 0.0);
    let grey = stage.rebel(foot(8), 13.0, 23.0, 180.0);
    let mut scenario = stage.scenario();
    let (blank, void) = (dummy(&scenario, BLUE, 0), dummy(&scenario, GREY, 0));
    let (out, deep) = if blue_real {
        (blue, blank)
    } else {
        (blank, blue)
    };
    put(&mut scenario, out, 0.0, 6.0, 0.0);
    put(&mut scenario, deep, -13.0, -3.0, 0.0);
    let (out, deep) = if grey_real {
        (grey, void)
    } else {
        (void, grey)
    };
    put(&mut scenario, out, 0.0, 16.0, 180.0);
    put(&mut scenario, deep, 13.0, 23.0, 180.0);
    (begin(scenario), [blue, grey, blank, void])
}

#[test]
fn hidden_both_real_are_both_placed() {
    let (play, [blue, grey, ..]) = meeting(true, true);
    let met = |side| Some(Sighting::Picket(PicketId { side, number: 2 }));
    assert!(matches!(shown(&play, blue), Some(Sighting::Picket(one)) if one.side == GREY));
    assert!(matches!(shown(&play, grey), Some(Sighting::Picket(one)) if one.side == BLUE));
    assert_eq!(shown(&play, grey), met(BLUE));
    assert!(gone(&play, BLUE).is_empty() && gone(&play, GREY).is_empty());
}

#[test]
fn hidden_both_dummies_are_both_taken_away() {
    let (play, [blue, grey, blank, void]) = meeting(false, false);
    assert_eq!(play.fate(blank), Some(Fate::Dummy));
    assert_eq!(play.fate(void), Some(Fate::Dummy));
    let army = play.battle.army();
    assert!(army.is_hidden(blue) && army.is_hidden(grey));
    // Whose unit was nobody the other never learns.
    assert!(seen(&play, BLUE).1.is_hidden(void));
}

#[test]
fn hidden_one_real_stays_hidden_and_is_known_to_be_real() {
    for blue_real in [true, false] {
        let (play, [blue, grey, blank, void]) = meeting(blue_real, !blue_real);
        let (real, nobody) = if blue_real {
            (blue, void)
        } else {
            (grey, blank)
        };
        assert_eq!(play.fate(nobody), Some(Fate::Dummy));
        assert!(play.battle.army().is_hidden(real));
        assert_eq!(picket(&play, real).status, PicketStatus::Real);
        let enemy = play.battle.army().side(nobody);
        let (_, known) = seen(&play, enemy);
        let real = known
            .standing_pickets()
            .find(|one| one.status == PicketStatus::Real);
        assert!(
            real.is_some_and(|one| one.units.is_empty()),
            "not who it is"
        );
    }
}

#[test]
fn hidden_picket_meets_picket_within_two_inches_where_nobody_sees() {
    let mut stage = Stage::new().hidden(BLUE, 0).hidden(GREY, 0);
    stage = stage.ground(&[], &[("heavy_woods", [-18.0, -8.0, 18.0, 28.0])]);
    let blue = stage.union(foot(8), 0.0, 6.0, 0.0);
    let grey = stage.rebel(foot(8), 0.0, 10.0, 180.0);
    let mut play = begin(stage.scenario());
    assert!(play.battle.army().is_hidden(blue) && play.battle.army().is_hidden(grey));
    play.activate(blue).walk(1.0);
    assert!(play.battle.army().is_hidden(grey), "three inches off");
    play.walk(1.0);
    assert!(play.battle.army().on_table(blue) && play.battle.army().on_table(grey));
}

#[test]
fn hidden_missed_call_is_never_missed() {
    // Both are in sight of each other from the start: nobody is asked, nobody can forget.
    let (play, [blue, grey, ..]) = meeting(true, true);
    let laid = |fact: &Fact| matches!(fact, Fact::Turn { .. });
    let facts = play.facts();
    let turn = facts.iter().position(laid).expect("a turn");
    let before = facts[..turn].iter();
    let declared = before
        .filter(|fact| matches!(fact, Fact::Shown { .. }))
        .count();
    assert_eq!(declared, 2, "before the first turn");
    assert!(play.battle.army().on_table(blue) && play.battle.army().on_table(grey));
}
