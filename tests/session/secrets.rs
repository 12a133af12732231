//! What is hidden from whom.

use deadly_field::army::{Asks, Fact, Instruction, Until};
use deadly_field::rules::{Scale, Side};

use crate::fights::{both, fight, scenario};

/// What a side tells its own units is its secret, but nothing that stands on the table is.
#[test]
fn nothing_on_the_table_is_hidden_but_what_units_are_told_is() {
    let mut told = false;
    let mut kept = 0;
    fight(
        both("computer:medium"),
        &scenario(Scale::Mm15),
        2,
        |session| {
            if !told {
                told = true;
                let units = session.battle().army().present_of(Side::Union).collect();
                let instruction = Instruction {
                    asks: Asks::NOTHING,
                    until: Until::Changed,
                };
                session
                    .instruct(Side::Union, units, instruction)
                    .expect("at any time");
            }
            for side in [Side::Union, Side::Confederate] {
                assert!(!session.hides_from(side));
            }
            let seen = session.seen_by(Side::Confederate).army();
            kept += usize::from(seen != session.battle().army());
        },
    );
    assert!(kept > 0, "there was no secret at all");
}

#[test]
fn an_army_that_stands_elsewhere_does_not_look_the_same() {
    let session = fight(both("computer:medium"), &scenario(Scale::Mm15), 2, |_| {});
    let army = session.battle().first();
    let mut later = army.clone();
    assert!(later.looks_like(army));
    let moved = session
        .battle()
        .facts()
        .iter()
        .position(|fact| matches!(fact, Fact::Moved { .. }))
        .expect("somebody moves");
    for fact in &session.battle().facts()[..=moved] {
        later.apply(fact);
    }
    assert!(!later.looks_like(army));
}
