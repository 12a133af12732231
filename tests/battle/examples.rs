//! The tactical examples of the book, each a real battle on a bare table.

use deadly_field::army::Fate;
use deadly_field::battle::{Answer, Deed, Fact, Reaction};
use deadly_field::rules::{Gun, Morale};

use crate::stage::{Stage, fire, foot, guns};

const GOOD: Morale = Morale::GoodOrder;
const DISORDER: Morale = Morale::Disorder;
const SHAKEN: Morale = Morale::Shaken;

/// A battery softens up a position with both its actions, then a regiment moves and charges.
#[test]
fn sequencing_unit_actions() {
    let mut stage = Stage::new().ground(&[("wood_fence", [(-2.0, 13.8), (2.0, 13.8)])], &[]);
    let nc = stage.rebel(foot(6), 0.0, 14.0, 180.0);
    let battery = stage.union(guns(3, Gun::Napoleon), -7.0, 4.0, 0.0);
    let wi = stage.union(foot(8), 0.0, 5.5, 0.0);
    let mut play = stage.play();

    play.activate(battery)
        .roll(&[4, 3, 4, 4])
        .fire(&[battery], nc);
    assert_eq!(play.last_fire(), (15, "1MC"));
    // A fence is no cover against guns, in morale neither.
    assert_eq!(play.mmp(nc), 5);
    play.is(nc, 6, GOOD);

    // One unit finishes both its actions before another begins.
    assert_eq!(play.asks(), "act");
    play.refuses(Answer::Activate(wi));

    play.roll(&[6, 5, 3, 3]).fire(&[battery], nc);
    assert_eq!(play.last_fire(), (19, "1H"));
    assert_eq!(play.mmp(nc), 6);
    play.is(nc, 5, GOOD);
    assert_eq!(play.ready(), [wi]);

    // The regiment comes on; the defenders hold their fire to normal range.
    play.activate(wi).walk(6.0);
    play.pass_until_gap(wi, nc, 2.5);
    play.roll(&[2, 2]).react_fire(&[nc], wi);
    assert_eq!(play.last_fire(), (11, "none"));
    assert!(play.record(nc).reacted);

    play.stands_at(wi, 0.0, 11.5);
    play.roll(&[3, 3, 2, 4, 4, 3, 3, 2]).charge(wi, nc);
    // Near enemy and cover: no second fire at the same enemy.
    assert_eq!(play.mmp(nc), 4);
    assert_eq!(play.impact_values(), (4, 1));
    assert_eq!(play.impact_lead(), 5);
    play.is(nc, 3, SHAKEN).stands_at(nc, 0.0, 19.0);
    play.is(wi, 8, DISORDER);
    assert!(play.unit(nc).is_depleted());
    play.answer(Answer::Follow(4.0));
    play.stands_at(wi, 0.0, 18.0);
    // The Union has nobody left to act.
    assert!(play.ready().iter().all(|&unit| unit == nc));
}
