//! Every switch of `switches.ron` changes a battle.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use deadly_field::army::{Assault, Fact, Fate};
use deadly_field::battle::{Answer, Battle, ChargeDraft};
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::switches::{
    ChargeBonus, PassThroughCost, RearPartialFlank, SteadyDisorderPoint, Switches,
};
use deadly_field::rules::{Gun, Quality, Rules, Scale, Side};
use deadly_field::scenario::{Scenario, find};

use crate::play::Play;
use crate::stage::{Stage, foot, guns, of};

/// A switch: its name in the file, how it is thrown, and what of a battle it changes.
type Switch = (&'static str, fn(&mut Switches), fn(&Rules) -> String);

const SWITCHES: [Switch; 11] = [
    (
        "two_inches_at_25mm",
        |switches| switches.two_inches_at_25mm = false,
        |rules| {
            let mut stage = Stage::at(Scale::Mm25).by(rules);
            let us = stage.union(foot(8), 0.0, 0.0, 0.0);
            let cs = stage.rebel(foot(8), 0.0, 1.8, 180.0);
            let now = stage.play();
            format!(
                "{:?}",
                now.battle.now().fire_terms(&[us], cs, FireKind::Normal)
            )
        },
    ),
    (
        "infantry_charge_bonus",
        |switches| switches.infantry_charge_bonus = ChargeBonus::Full,
        charged,
    ),
    (
        "steady_disorder_point",
        |switches| switches.steady_disorder_point = SteadyDisorderPoint::HalfBonus,
        charged,
    ),
    (
        "pass_through",
        |switches| switches.pass_through = PassThroughCost::Die,
        |rules| {
            let mut stage = Stage::new().by(rules);
            let battery = stage.union(guns(3, Gun::Napoleon), 0.0, 0.0, 0.0);
            let first = stage.rebel(foot(8), 0.0, 5.0, 180.0);
            stage.rebel(foot(8), 0.0, 5.75, 180.0);
            let mut play = stage.play();
            // Both check, whether the second loses two points or a die of 1.
            play.activate(battery);
            play.roll(&[5, 5, 1, 4, 4, 4, 4]).fire(&[battery], first);
            told(&play)
        },
    ),
    (
        "rear_partial_flank_morale",
        |switches| switches.rear_partial_flank_morale = RearPartialFlank::Rear,
        |rules| {
            let mut stage = Stage::new().by(rules);
            let us = stage.union(foot(8), 0.0, 0.0, 0.0);
            // We stand behind its flank.
            let cs = stage.rebel(foot(4), 0.0, 2.5, 65.0);
            let mut play = stage.play();
            play.activate(us);
            play.roll(&[2, 3, 6, 5]).fire(&[us], cs);
            told(&play)
        },
    ),
    (
        "any_works_line",
        |switches| switches.any_works_line = true,
        |rules| {
            let works = [("hasty_works", [(-4.0, 2.0), (4.0, 2.0)])];
            let mut stage = Stage::new().by(rules).ground(&works, &[]);
            let us = stage.union(foot(8), 0.0, 0.0, 0.0);
            let cs = stage.rebel(foot(8), 0.0, 2.5, 180.0);
            let mut play = stage.play();
            play.activate(us);
            play.roll(&[3, 4, 5, 5]).fire(&[us], cs);
            told(&play)
        },
    ),
    (
        "leaders_help_fire",
        |switches| switches.leaders_help_fire = true,
        |rules| {
            let mut stage = Stage::new().by(rules);
            let us = stage.union(foot(8), 0.0, 0.0, 0.0);
            let cs = stage.rebel(foot(8), 0.0, 2.5, 180.0);
            stage.leader(Side::Union, 1, 0.0, -1.0);
            let mut play = stage.play_from_the_leaders();
            play.answer(Answer::Attach(us)).leaders_stay();
            play.activate(us);
            play.roll(&[1, 1, 5, 5]).fire(&[us], cs);
            // What the adjudicator is told agrees with it.
            assert_eq!(play.fires().len(), 1);
            told(&play)
        },
    ),
    (
        "adjacent_leader_helps_tct",
        |switches| switches.adjacent_leader_helps_tct = false,
        |rules| {
            let mut stage = Stage::new().by(rules);
            let us = stage.union(foot(8), 0.0, 0.0, 0.0);
            stage.union(foot(8), 0.0, 1.5, 0.0);
            stage.rebel(foot(8), 0.0, 25.0, 180.0);
            stage.leader(Side::Union, 1, -1.5, 1.2);
            let mut play = stage.play();
            play.activate(us);
            // 3 is enough for a veteran with somebody to help him.
            play.roll(&[3, 3]).walk(4.0);
            told(&play)
        },
    ),
    (
        "impact_counts_losses",
        |switches| switches.impact_counts_losses = false,
        |rules| {
            let mut stage = Stage::new().by(rules);
            let us = stage.union(foot(8), 0.0, 6.0, 0.0);
            let cs = stage.rebel(foot(8), 0.0, 10.0, 180.0);
            let gone = stage.rebel(foot(8), 10.0, 10.0, 180.0);
            let mut play = stage.play();
            play.is_gone(gone, Fate::Surrendered);
            play.activate(us);
            let draft = ChargeDraft {
                group: vec![us],
                lead: us,
                assaults: vec![Assault {
                    unit: us,
                    target: cs,
                }],
                halt: None,
            };
            let view = play.battle.now().charge_view(&draft).expect("a charge");
            format!("{:?}", view.onslaughts)
        },
    ),
    (
        "one_section_outside_arc",
        |switches| switches.one_section_outside_arc = false,
        |rules| {
            let mut stage = Stage::new().by(rules);
            let us = stage.union(guns(3, Gun::Napoleon), 0.0, 0.0, 0.0);
            let cs = stage.rebel(foot(8), 9.0, -4.0, 270.0);
            let play = stage.play();
            let terms = play.battle.now().fire_terms(&[us], cs, FireKind::Normal);
            format!("{terms:?}")
        },
    ),
    (
        "play_without_leaders",
        |switches| switches.play_without_leaders = true,
        |rules| {
            let path = find(Path::new("taint_no_militia"));
            let scenario = Scenario::load(&path, Scale::Mm15, rules).expect("a scenario");
            let battle = Battle::new(Arc::new(scenario), Arc::new(rules.clone()), 1);
            battle.army().leaders().len().to_string()
        },
    ),
];

/// A charge of steady men as it was told.
fn charged(rules: &Rules) -> String {
    let mut stage = Stage::new().by(rules);
    let us = stage.union(of(Quality::Elite, foot(8)), 0.0, 0.0, 0.0);
    let cs = stage.rebel(foot(8), 0.0, 8.0, 180.0);
    let mut play = stage.play();
    play.activate(us).roll(&[5, 5]).charge(us, cs);
    let told = play.facts();
    let charge = told.iter().find(|fact| matches!(fact, Fact::Charge { .. }));
    format!("{charge:?}")
}

/// Everything that was told.
fn told(play: &Play) -> String {
    format!("{:?}", play.facts())
}

#[test]
fn every_switch_changes_a_battle() {
    let file = include_str!("../../assets/rules/switches.ron");
    let names: BTreeSet<&str> = file
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with("//"))
        .filter_map(|line| line.split_once(':').map(|(name, _)| name))
        .collect();
    let tried: BTreeSet<&str> = SWITCHES.iter().map(|(name, ..)| *name).collect();
    assert_eq!(names, tried, "every switch is tried here");
    for (name, throw, play) in SWITCHES {
        let book = Rules::book();
        let mut house = book.clone();
        throw(&mut house.switches);
        assert_ne!(house.switches, book.switches, "{name}");
        assert_ne!(play(book), play(&house), "{name} changes nothing");
    }
}
