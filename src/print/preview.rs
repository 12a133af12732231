//! A booklet for a real table: what a scenario looks like, what it needs, how it will go, and all that
//! is used at the table.

pub mod balance;
mod briefing;
mod charts;
mod course;
mod cover;
mod having;
mod labels;
mod needs;
mod odds;
mod rosters;
mod set_up;
mod study;
mod terrain;
mod wording;

use std::sync::Arc;

pub use charts::Present;
pub use course::Course;
pub use cover::hours;
pub use needs::{Leaders, Needs, SideNeeds, Troop};
pub use rosters::Entry;
pub use study::{Study, study};
pub use terrain::{Ground, Hill, Layer, Piece, Stock};

use super::page::{Flow, Page, Paper};
use crate::rules::named::named;
use crate::rules::{Named, Rules, Side};
use crate::scenario::Scenario;
use balance::Remedy;

named! {
    /// A part of a booklet.
    pub enum Part: "part of a booklet" {
        /// The cover.
        Cover = "cover",
        /// The plan of the table.
        Plan = "plan",
        /// How to build the ground.
        Ground = "ground",
        /// What to have.
        Needs = "needs",
        /// What each side is told.
        Briefings = "briefings",
        /// Set-up, arrivals, special rules, victory.
        Rules = "rules",
        /// The charts that are needed.
        Charts = "charts",
        /// A sheet for each brigade.
        Rosters = "rosters",
        /// Labels for stands, and markers.
        Labels = "labels",
        /// How it will go.
        Odds = "odds",
    }
}

/// A scenario to be previewed, and what is known of it.
pub struct Subject<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// How it goes, if battles were fought.
    pub study: Option<&'a Study>,
    /// What would make it even, if that was looked for.
    pub remedies: Option<&'a [Remedy]>,
    /// A picture of the table as a PNG, three to two, if one could be made.
    pub picture: Option<Arc<Vec<u8>>>,
}

/// How a booklet is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Making {
    /// The paper.
    pub paper: Paper,
    /// For whom: one side, or both.
    pub sides: Vec<Side>,
    /// Which parts.
    pub parts: Vec<Part>,
}

impl Default for Making {
    fn default() -> Self {
        Self {
            paper: Paper::A4,
            sides: Side::ALL.to_vec(),
            parts: Part::ALL.to_vec(),
        }
    }
}

impl Making {
    /// Whose eyes it is for, if not everybody's.
    fn eyes(&self) -> Option<Side> {
        match self.sides[..] {
            [side] => Some(side),
            _ => None,
        }
    }
}

/// Draws the pages of a booklet.
pub fn pages(subjects: &[Subject], rules: &Rules, making: &Making) -> Vec<Page> {
    let Some(first) = subjects.first() else {
        return Vec::new();
    };
    let mut flow = Flow::new(making.paper, &first.scenario.name);
    for subject in subjects {
        flow.run_under(&subject.scenario.name);
        of_one(&mut flow, subject, rules, making);
    }
    if subjects.len() > 1 && making.parts.contains(&Part::Needs) {
        let names: Vec<&str> = subjects
            .iter()
            .map(|one| one.scenario.name.as_str())
            .collect();
        let all = subjects
            .iter()
            .map(|one| {
                let needs = Needs::of(one.scenario, rules, one.study);
                needs.of_sides(one.scenario, &making.sides)
            })
            .reduce(Needs::most);
        if let Some(all) = all {
            having::needs_of_all(&mut flow, &names, &all, &making.sides);
        }
    }
    flow.finish()
}

fn of_one(flow: &mut Flow, subject: &Subject, rules: &Rules, making: &Making) {
    let scenario = subject.scenario;
    let study = subject.study;
    let needs = Needs::of(scenario, rules, study).of_sides(scenario, &making.sides);
    for &part in Part::ALL.iter().filter(|part| making.parts.contains(part)) {
        match part {
            Part::Cover => {
                cover::cover(
                    flow,
                    scenario,
                    study,
                    subject.picture.as_ref(),
                    making.eyes(),
                );
            }
            Part::Plan => cover::plan(flow, scenario, making.eyes()),
            Part::Ground => cover::ground(flow, scenario),
            Part::Needs => having::needs(flow, scenario, rules, &needs, &making.sides),
            Part::Briefings => {
                for &side in &making.sides {
                    briefing::draw(flow, scenario, side);
                }
            }
            Part::Rules => set_up::rules(flow, scenario, rules, &making.sides),
            Part::Charts => charts::draw(flow, scenario, rules, &making.sides),
            Part::Rosters => {
                for &side in &making.sides {
                    rosters::draw(flow, scenario, rules, side);
                }
            }
            Part::Labels => {
                for &side in &making.sides {
                    labels::stands(flow, scenario, side);
                }
                labels::markers(flow, &needs, &making.sides);
            }
            Part::Odds => {
                if let Some(study) = study {
                    odds::draw(flow, scenario, study, (subject.remedies, &making.sides));
                }
            }
        }
    }
}
