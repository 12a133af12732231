//! What covers whom, and steadies him.

use deadly_field::battle::Order;
use deadly_field::rules::*;

use crate::guns::{has, terms};
use crate::stage::{Stage, foot, guns, level};

const SHAKEN: Morale = Morale::Shaken;

#[test]
fn cover_is_asked_of_enemies_within_normal_range_alone() {
    let rally = |enemy: Unit, x: f32| {
        let fence = [("wood_fence", [(-4.0, 0.6), (4.0, 0.6)])];
        let mut stage = Stage::new().ground(&fence, &[]);
        let us = stage.union(level(SHAKEN, foot(8)), 0.0, 0.0, 0.0);
        stage.rebel(enemy, x, -0.2, 270.0);
        let mut play = stage.play();
        play.activate(us).roll(&[4, 4]).order(Order::Rally);
        play.mmp(us)
    };
    // A regiment on its flank five inches off is beyond normal range: the fence before it counts.
    assert_eq!(rally(foot(8), 6.0), 4 + 4 - 1);
    assert_eq!(rally(foot(8), 3.5), 4 + 4);
    // Guns ten inches off are not.
    assert_eq!(rally(guns(3, Gun::Napoleon), 11.0), 4 + 4);
    assert_eq!(rally(guns(3, Gun::Napoleon), 15.0), 4 + 4 - 1);
}

#[test]
fn s14_works_protect_from_before_them_only() {
    let fire_at = |from: (f32, f32), to: (f32, f32)| {
        let works = [("light_works", [from, to])];
        let mut stage = Stage::new().ground(&works, &[]);
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 2.5, 180.0);
        let mut play = stage.play();
        play.has_fired(us).activate(us);
        play.roll(&[4, 4, 5, 5]).fire(&[us], cs);
        let terms = terms(&play, &[cs], us).expect("in range");
        (play.last_fire().0, play.mmp(cs), has(&terms, "works.firer"))
    };
    // They face the right-hand side of whoever walks along them: from west to east, the south.
    let (west, east) = ((-4.0, 2.0), (4.0, 2.0));
    assert_eq!(fire_at(west, east), (8 + 8 - 3, 4 - 2, Some(2)));
    // Turned the other way they are no cover, and steady nobody.
    assert_eq!(fire_at(east, west), (8 + 8, 4 + 2, None));
}

#[test]
fn r26_works_steady_whoever_rallies_behind_them() {
    let rally = |from: (f32, f32), to: (f32, f32)| {
        let works = [("heavy_works", [from, to])];
        let mut stage = Stage::new().ground(&works, &[]);
        let us = stage.union(level(SHAKEN, foot(8)), 0.0, 0.0, 0.0);
        stage.rebel(foot(8), 0.0, 12.0, 180.0);
        let mut play = stage.play();
        play.activate(us).roll(&[4, 4]).order(Order::Rally);
        play.mmp(us)
    };
    let (west, east) = ((-4.0, 0.6), (4.0, 0.6));
    assert_eq!(rally(east, west), 4 + 4 - 4);
    assert_eq!(rally(west, east), 4 + 4);
}

#[test]
fn a_flooded_ditch_and_a_fraise_make_a_poor_target() {
    let drm = |kind: &str, y: f32| {
        let mut stage = Stage::new().ground(&[(kind, [(-4.0, y), (4.0, y)])], &[]);
        let us = stage.union(foot(8), 0.0, 0.0, 0.0);
        let cs = stage.rebel(foot(8), 0.0, 2.5, 180.0);
        let play = stage.play();
        has(&terms(&play, &[us], cs).expect("in range"), "obstacle.fire")
    };
    assert_eq!(drm("fraise", 2.0), Some(-1));
    assert_eq!(drm("fraise", 3.5), None);
    assert_eq!(drm("flooded_ditch", 2.75), Some(-1));
    assert_eq!(drm("flooded_ditch", 1.0), None);
}
