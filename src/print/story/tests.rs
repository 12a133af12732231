use super::script::Script;
use super::*;
use crate::army::{Cause, Fact};
use crate::chronicle::Chronicle;
use crate::print::luck::Luck;
use crate::print::play;
use crate::print::turning::turning_points;
use crate::rules::fire::{FireKind, FireResult};
use crate::rules::impact::{ImpactOutcome, ImpactWinner};
use crate::rules::{Disorder, Morale};

/// A battle and its chronicle tell the same.
#[test]
fn a_chronicle_tells_its_battle() {
    for seed in 0..8 {
        let battle = play::out(seed);
        let (scenario, rules) = battle.now().ground();
        let chronicle = Chronicle::of(scenario, rules, battle.facts());
        assert_eq!(story(&battle), story(&chronicle), "seed {seed}");
        assert_eq!(ending(&battle), ending(&chronicle), "seed {seed}");
        assert_eq!(Luck::of(&battle), Luck::of(&chronicle), "seed {seed}");
    }
}

/// Whoever stands beside a beaten regiment is undone by the charge that beat it, not by what struck
/// him before.
#[test]
fn the_last_blow_is_the_one_that_fell() {
    let mut script = Script::new();
    let [archer, cutler, beside] =
        ["13th Alabama", "84th New York", "95th New York"].map(|name| script.unit(name));
    script
        .side(Side::Confederate)
        .checks(beside, Cause::RoutPassed, Some(Morale::GoodOrder), 0)
        .charges(archer, cutler)
        .meets(
            archer,
            cutler,
            (&[], &[beside]),
            (ImpactWinner::Attacker, ImpactOutcome::Surrender),
        );
    for unit in [cutler, beside] {
        script.tell(Fact::Removed {
            unit,
            fate: Fate::Surrendered,
        });
    }
    for unit in [cutler, beside] {
        let report = script.report(unit);
        let why =
            "Its worst moment came in turn 1, when the charge of the 13th Alabama was its end.";
        assert!(report.contains(why), "{report}");
    }
}

/// What costs a regiment its last figures is told so, and a clash does not throw back who is gone.
#[test]
fn nobody_is_thrown_back_who_was_cut_down() {
    let mut script = Script::new();
    let [us, cs] = ["95th New York", "14th Tennessee"].map(|name| script.unit(name));
    script.charges(us, cs).meets(
        us,
        cs,
        (&[], &[]),
        (ImpactWinner::Defender, ImpactOutcome::Shaken),
    );
    script
        .tell(Fact::Beaten {
            unit: us,
            after: Morale::Shaken,
        })
        .loses(us, 4, 0)
        .tell(Fact::Removed {
            unit: us,
            fate: Fate::Eliminated,
        });
    let told = script.told();
    let end = "The 14th Tennessee stands fast and cuts down the last of the 95th New York.";
    assert!(told.contains(end), "{told}");
    assert!(!told.contains("hurls"), "{told}");
    let report = script.report(us);
    let why = "when its repulse by the 14th Tennessee cost it its last four figures.";
    assert!(report.contains(why), "{report}");
}

/// A unit that runs to the edge and is stopped there is told of, in the order it is in.
#[test]
fn a_rally_at_the_edge_is_told() {
    let mut script = Script::new();
    let us = script.unit("84th New York");
    script
        .activate(us)
        .checks(us, Cause::Rally, Some(Morale::Shaken), 0)
        .checks(us, Cause::Rally, Some(Morale::Routed), 0)
        .runs(us, true)
        .checks(us, Cause::Rally, Some(Morale::GoodOrder), 0)
        .tell(Fact::StoppedAtEdge {
            unit: us,
            after: Morale::Shaken,
        });
    let told = script.told();
    let stopped = "The 84th New York breaks while its officers try to rally it, but is stopped at \
                   the edge of the field, shaken.";
    assert!(told.contains(stopped), "{told}");
    let report = script.report(us);
    assert!(report.ends_with("At the end it stood shaken."), "{report}");

    // The same after fire, and for good.
    let mut script = Script::new();
    script
        .side(Side::Confederate)
        .checks(us, Cause::RoutPassed, Some(Morale::Routed), 0)
        .runs(us, true)
        .checks(us, Cause::Rally, Some(Morale::Shaken), 0);
    let told = script.told();
    let stopped = "At the edge of the field the 84th New York is stopped, shaken.";
    assert!(told.contains(stopped), "{told}");
    script.tell(Fact::Removed {
        unit: us,
        fate: Fate::Disintegrated,
    });
    let told = script.told();
    assert!(
        told.contains("The 84th New York runs off the field."),
        "{told}"
    );
}

/// Guns that go back on the rope are told of, whether their fire did anything or not.
#[test]
fn guns_on_the_rope_are_told() {
    let rope = (FireKind::Prolonge, 0);
    let mut script = Script::new();
    let [guns, cs] = ["Hall's Battery", "42nd Mississippi"].map(|name| script.unit(name));
    script
        .activate(guns)
        .fires(guns, cs, rope, FireResult::None, false);
    let told = script.told();
    let back = "Hall's Battery is drawn back on the rope, firing on the 42nd Mississippi, without \
                effect.";
    assert!(told.contains(back), "{told}");
    assert!(!told.contains("Fire on"), "{told}");

    let mut script = Script::new();
    script
        .side(Side::Confederate)
        .charges(cs, guns)
        .fires(guns, cs, rope, FireResult::None, true);
    let told = script.told();
    let back = "Hall's Battery is drawn back on the rope before the 42nd Mississippi, firing as it \
                goes";
    assert!(told.contains(back), "{told}");
    // Three times, so that every end of the sentence has its turn.
    for _ in 0..3 {
        script.fires(guns, cs, rope, FireResult::None, true);
    }
    let told = script.told();
    assert!(!told.contains("goes and"), "{told}");
}

/// A regiment beside the guns that has to face their charge is not what the charge runs on at.
#[test]
fn the_regiment_beside_the_guns_has_to_face_the_charge() {
    let mut script = Script::new();
    let [guns, beside, cs] =
        ["Hall's Battery", "95th New York", "42nd Mississippi"].map(|name| script.unit(name));
    script.side(Side::Confederate).charges(cs, guns).checks(
        guns,
        Cause::Charge { by: cs },
        Some(Morale::GoodOrder),
        0,
    );
    let army = script.chronicle().latest().army();
    let known = army.charges().find_map(|charge| {
        let contact = charge.contact(cs).copied();
        contact.map(|contact| (charge.id, contact))
    });
    let (charge, contact) = known.expect("a charge");
    let contact = crate::army::Contact {
        beside: Some(beside),
        ..contact
    };
    script.tell(Fact::Closing { charge, contact }).checks(
        beside,
        Cause::Charge { by: cs },
        Some(Morale::Shaken),
        3,
    );
    let told = script.told();
    let faces = "The 95th New York, beside the guns, has to face it as well.";
    assert!(told.contains(faces), "{told}");
    assert!(!told.contains("runs on at"), "{told}");
}

/// Who marches from one enemy to charge another has not gone back.
#[test]
fn nobody_goes_back_to_charge() {
    let mut script = Script::new();
    let [us, cs] = ["84th New York", "14th Tennessee"].map(|name| script.unit(name));
    let from = script.chronicle().latest().army().placement(us);
    let to = crate::field::Placement {
        at: from.at + bevy::math::Vec2::new(5.0, 0.0),
        ..from
    };
    script
        .activate(us)
        .tell(Fact::Moved { unit: us, from, to })
        .charges(us, cs);
    let told = script.told();
    let both = "The 84th New York shifts its ground and";
    assert!(told.contains(both), "{told}");
}

/// Each charge is counted once, for who made it and for whom it was aimed at.
#[test]
fn charges_are_counted_by_how_they_ended() {
    let mut script = Script::new();
    let [us, cs, next] =
        ["84th New York", "14th Tennessee", "7th Tennessee"].map(|name| script.unit(name));
    // Twice afraid of one charge.
    script
        .charges(us, cs)
        .checks(cs, Cause::Charge { by: us }, Some(Morale::Shaken), 3)
        .checks(cs, Cause::Charge { by: us }, Some(Morale::Routed), 0);
    let report = script.report(cs);
    assert!(
        report.contains("Was charged once and gave way."),
        "{report}"
    );
    let report = script.report(us);
    assert!(
        report.contains("Charged once and scared the enemy off."),
        "{report}"
    );
    // Fire breaks the second, and the third is beaten off.
    let fire = Cause::Fire {
        by: next,
        from: bevy::math::Vec2::ZERO,
        long_range: false,
        sections: 0,
        zone: None,
        works: None,
    };
    script
        .charges(us, next)
        .fires(next, us, (FireKind::Normal, 0), FireResult::None, true)
        .checks(us, fire, Some(Morale::Disorder), 2);
    script.charges(us, next).meets(
        us,
        next,
        (&[], &[]),
        (ImpactWinner::Defender, ImpactOutcome::Disorder),
    );
    let report = script.report(us);
    let ends = "Charged three times: scared the enemy off once, was thrown back once and came \
                apart on the way once.";
    assert!(report.contains(ends), "{report}");
    let report = script.report(next);
    let ends = "Was charged twice: held once and saw the charge come apart once.";
    assert!(report.contains(ends), "{report}");
}

/// Whoever fires after a charge that stops short is named, and nobody is told to fire who did not.
#[test]
fn only_those_who_fire_are_told_to_fire() {
    let stops = |fires: [bool; 2]| {
        let mut script = Script::new();
        let [us, cs] = ["84th New York", "14th Tennessee"].map(|name| script.unit(name));
        script
            .charges(us, cs)
            .meets(
                us,
                cs,
                (&[], &[]),
                (ImpactWinner::Attacker, ImpactOutcome::StoppedShort),
            )
            .tell(Fact::StoppedShort {
                unit: us,
                die: 1,
                inches: 0.5,
            });
        for (unit, at, fires) in [(cs, us, fires[1]), (us, cs, fires[0])] {
            script.tell(Fact::Disordered {
                unit,
                by: Disorder::Clash,
            });
            if fires {
                script.fires(unit, at, (FireKind::Normal, 0), FireResult::None, true);
            }
        }
        script.told()
    };
    for (fires, words) in [
        (
            [true, true],
            "both sides fire into each other without effect.",
        ),
        (
            [true, false],
            "only the 84th New York fires, without effect.",
        ),
        (
            [false, true],
            "only the 14th Tennessee fires, without effect.",
        ),
        ([false, false], "neither side fires."),
    ] {
        let told = stops(fires);
        let what = format!("The charge stops close before the enemy, and in the disorder {words}");
        assert!(told.contains(&what), "{told}");
    }
}

/// Those who stand with another regiment are counted as their own as long as they can be told
/// apart.
#[test]
fn those_who_join_others_are_counted_once() {
    let mut script = Script::new();
    let [host, joins] = ["84th New York", "95th New York"].map(|name| script.unit(name));
    script.loses(joins, 2, 0).tell(Fact::AttachedTo {
        unit: joins,
        host,
        figures: 8,
        stands: 3,
    });
    script.loses(host, 3, 2).tell(Fact::Removed {
        unit: joins,
        fate: Fate::Eliminated,
    });
    let report = script.report(host);
    let start = "6 figures and 2 of the 95th New York, 5 left). Lost 1, shot or cut down.";
    assert!(report.starts_with(start), "{report}");
    let report = script.report(joins);
    let start = "4 figures, 2 gone over). Lost 4, all shot or cut down.";
    assert!(report.starts_with(start), "{report}");
    let told = script.told();
    let last = "Among the losses of the 84th New York are the last of the 95th New York.";
    assert!(told.contains(last), "{told}");

    let points = turning_points(script.chronicle(), 9);
    let last = "The last of the 95th New York are lost";
    assert!(points.iter().any(|point| point.text == last), "{points:?}");

    // Of two that have become one nobody can tell whose man fell.
    let mut script = Script::new();
    let to = script.chronicle().latest().army().placement(host);
    script.loses(joins, 2, 0).loses(host, 4, 0);
    script.tell(Fact::Merged {
        unit: joins,
        into: host,
        to,
        figures: 4,
        stands: 2,
    });
    script.loses(host, 3, 0);
    let report = script.report(host);
    let start = "6 figures and 2 of the 95th New York, 1 left). Lost 7, all shot or cut down.";
    assert!(report.starts_with(start), "{report}");
    let end = ending(script.chronicle());
    assert!(
        end.contains("84th New York                     7 of  8"),
        "{end}"
    );
    assert!(
        end.contains("95th New York                     2 of  2"),
        "{end}"
    );
}

/// Fire that goes on behind its target is no fire on whoever stands there.
#[test]
fn fire_that_goes_on_has_no_target_of_its_own() {
    let mut script = Script::new();
    let [guns, cs, behind] =
        ["Hall's Battery", "42nd Mississippi", "2nd Mississippi"].map(|name| script.unit(name));
    script.activate(guns);
    for (target, passed) in [(cs, 0), (behind, 1)] {
        let kind = (FireKind::Normal, passed);
        script.fires(guns, target, kind, FireResult::None, false);
    }
    let told = script.told();
    assert!(
        told.contains("Fire on the 42nd Mississippi does no harm."),
        "{told}"
    );
    assert!(
        script
            .report(guns)
            .contains("Fired one round without a hit.")
    );
}

/// Whoever draws off by order does not run from a charge of his own.
#[test]
fn drawing_off_by_order_is_no_evasion() {
    let mut script = Script::new();
    let [us, cs] = ["84th New York", "14th Tennessee"].map(|name| script.unit(name));
    script.charges(us, cs);
    let to = script.chronicle().latest().army().placement(us);
    script.tell(Fact::Countercharge {
        unit: cs,
        charger: us,
        charge: crate::army::ChargeId(9),
        way: bevy::math::Vec2::NEG_Y,
        dice: vec![3],
        inches: 5.0,
        desperate: false,
        meet: Some(1.0),
    });
    script.meets(
        us,
        cs,
        (&[], &[]),
        (ImpactWinner::Defender, ImpactOutcome::Shaken),
    );
    script
        .tell(Fact::Beaten {
            unit: us,
            after: Morale::Shaken,
        })
        .tell(Fact::Disengaged {
            unit: us,
            to,
            after: Morale::Shaken,
            ordered: true,
        });
    let told = script.told();
    let back = "The 14th Tennessee charges back. The 14th Tennessee hurls the 84th New York back, \
                shaken. The 84th New York draws off.";
    assert!(told.contains(back), "{told}");
    let report = script.report(cs);
    assert!(
        report.contains("Was charged once and held; charged back once."),
        "{report}"
    );
    let report = script.report(us);
    assert!(
        report.contains("Charged once and was thrown back."),
        "{report}"
    );
}

/// Of two who came on, the one who charges does so alone.
#[test]
fn whoever_only_came_on_does_not_charge_with_the_other() {
    let mut script = Script::new();
    let [charger, other, target] =
        ["13th Alabama", "1st Tennessee", "84th New York"].map(|name| script.unit(name));
    let comes_on = |script: &mut Script, unit| {
        let from = script.chronicle().latest().army().placement(unit);
        let mut to = from;
        to.at.x += 3.0;
        script.activate(unit).tell(Fact::Moved { unit, from, to });
    };
    script.side(Side::Confederate);
    comes_on(&mut script, charger);
    script.charges(charger, target);
    comes_on(&mut script, other);
    let told = script.told();
    let one = told.find("the 1st Tennessee move up").map(|at| &told[at..]);
    let apart = one.is_none_or(|one| one.starts_with("the 1st Tennessee move up."));
    assert!(apart, "{told}");
}
