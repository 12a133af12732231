//! The after-action report.

use std::path::Path;

use deadly_field::files::open_save;
use deadly_field::players::{MatchUp, PlayerKind};
use deadly_field::print::story::{ending, story};

/// A battle that was fought long ago: its facts do not change with the rules or the players.
fn battle() -> deadly_field::files::Recording {
    let path = "tests/files/kept/v1/r1-finished-15mm.save";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let opened = open_save(&path).unwrap_or_else(|fault| panic!("{fault}"));
    opened.recording
}

#[test]
fn a_battle_reads_like_a_story() {
    insta::assert_snapshot!(story(battle().battle()));
}

#[test]
fn the_ending_alone() {
    insta::assert_snapshot!(ending(battle().battle()));
}

/// Every unit has its report, whatever happens; no line is wider than a terminal and none is
/// without an end.
#[test]
fn every_battle_can_be_told() {
    use std::sync::Arc;
    let kept = battle();
    let scenario = Arc::new(kept.battle().scenario().clone());
    let rules = Arc::new(kept.battle().rules().clone());
    for seed in 0..12 {
        let kind = if seed % 3 == 0 {
            PlayerKind::Computer
        } else {
            PlayerKind::Random
        };
        let match_up = MatchUp {
            union: kind,
            confederate: kind,
        };
        let battle = match_up
            .fight(scenario.clone(), rules.clone(), seed)
            .expect("legal answers");
        let told = story(&battle);
        let army = battle.army();
        let report = told.split("\nThe report\n").nth(1).expect("a report");
        for id in army.units() {
            let name = army.name(id);
            let full = battle.scenario().units[id.0 as usize].muster.strength;
            let left = if army.on_table(id) {
                army.unit(id).strength
            } else {
                0
            };
            let told_of = [
                format!("  {name} ({full} "),
                format!("  {name} was not there."),
                format!("  {name} never came on."),
            ];
            let found = told_of.iter().position(|start| report.contains(start));
            assert!(found.is_some(), "seed {seed}: {name}");
            if found == Some(0) {
                let rest = report.split(&told_of[0]).nth(1).expect("the rest");
                let count = rest.split(", ").nth(1).expect("a count");
                assert!(
                    count.starts_with(&format!("{left} left).")),
                    "{name}: {count}"
                );
            }
        }
        for line in told.lines() {
            assert!(line.chars().count() <= 96, "{line}");
            assert!(
                !line.contains("..") && !line.trim_start().contains("  "),
                "{line}"
            );
        }
    }
}
