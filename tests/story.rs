//! The after-action report.

use std::path::Path;
use std::sync::Arc;

use deadly_field::battle::Battle;
use deadly_field::players::SeatKind;
use deadly_field::print::story::{ending, story};
use deadly_field::rules::{Rules, Scale};
use deadly_field::scenario::{Scenario, find};
use deadly_field::session::{MatchUp, Table};

/// A battle of a seed. When the rules or the players change it goes another way: then look at the
/// story that is told of it now before it is kept.
fn battle(kind: &str, seed: u64) -> Battle {
    let path = find(Path::new("taint_no_militia"));
    let scenario = Scenario::load(&path, Scale::Mm15, Rules::book()).expect("a good scenario");
    let kind: SeatKind = kind.parse().expect("a player");
    let rules = Arc::new(Rules::book().clone());
    Table::new(MatchUp::both(kind))
        .fight(Arc::new(scenario), rules, seed)
        .into_battle()
}

#[test]
fn a_battle_reads_like_a_story() {
    insta::assert_snapshot!(story(&battle("computer:medium", 3)));
}

#[test]
fn the_ending_alone() {
    insta::assert_snapshot!(ending(&battle("computer:medium", 3)));
}

/// Every unit has its report, whatever happens; no line is wider than a terminal and none is
/// without an end.
#[test]
fn every_battle_can_be_told() {
    for seed in 0..12 {
        let kind = if seed % 3 == 0 {
            "computer:medium"
        } else {
            "random"
        };
        let battle = battle(kind, seed);
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
                let (count, _) = rest.split_once(").").expect("a count");
                let (_, count) = count.rsplit_once(", ").expect("a count");
                // Of those who went over to others the others are asked.
                let counted = if army.record(id).went_over {
                    format!("{} gone over", army.unit(id).strength)
                } else {
                    format!("{left} left")
                };
                assert_eq!(
                    count.split_whitespace().collect::<Vec<_>>().join(" "),
                    counted
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
