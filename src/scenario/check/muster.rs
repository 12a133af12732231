//! What can be wrong with what a scenario lets a side muster.

use super::super::file::*;
use super::super::reference::unknown;
use super::{Checker, Finds};
use crate::field::plan::LineKind;
use crate::rules::muster::Demand;

impl Checker<'_> {
    pub(super) fn muster_plan(&mut self, path: &str, plan: &MusterPlan) {
        self.must(!plan.parts.is_empty(), format!("{path}.parts"), || {
            "nothing is mustered; at least one part is needed".to_owned()
        });
        for (at, part) in plan.parts.iter().enumerate() {
            self.part(&format!("{path}.parts[{at}]"), part);
        }
        for (at, works) in plan.works.iter().enumerate() {
            let path = format!("{path}.works[{at}].kind");
            self.word(path.clone(), &works.kind);
            let natural = matches!(
                works.kind.known(),
                Some(LineKind::Road | LineKind::Trail | LineKind::Creek | LineKind::RailroadCut)
            );
            self.must(!natural, path, || {
                "nobody builds that; allowed: works, fences, walls and obstacles".to_owned()
            });
        }
        if let Some(help) = &plan.reinforcements {
            let path = format!("{path}.reinforcements");
            let fault = unknown("entry", &help.entry, &self.names.entries);
            self.reference(format!("{path}.entry"), fault);
            if let Some(faces) = &help.faces {
                self.word(format!("{path}.faces"), faces);
            }
        }
    }

    fn part(&mut self, path: &str, part: &PartPlan) {
        self.word(format!("{path}.kind"), &part.kind);
        if let Some(above) = &part.under {
            let fault = unknown("command", above, &self.names.commands);
            self.reference(format!("{path}.under"), fault);
        }
        let none = match part.points {
            PointsPlan::Points(points) => points == 0,
            PointsPlan::Cards(cards) => cards == 0,
            PointsPlan::Squares { .. } => false,
        };
        self.must(!none, format!("{path}.points"), || {
            "nothing is granted; allowed: 1 and more".to_owned()
        });
        for (at, demand) in part.demands.iter().enumerate() {
            let upside_down = match demand {
                Demand::Regiments(least, most)
                | Demand::Brigades(least, most)
                | Demand::Batteries { least, most, .. } => least > most,
                Demand::Benefit { least, most, .. } => least > most || *most > 2,
                Demand::Leader { benefit, .. } => *benefit > 2,
                _ => false,
            };
            self.must(!upside_down, format!("{path}.demands[{at}]"), || {
                "cannot be met; allowed: the lesser number first, and benefits of 0 to 2".to_owned()
            });
        }
        self.must(!part.deploy.is_empty(), format!("{path}.deploy"), || {
            "no line says where it begins".to_owned()
        });
        for (at, share) in part.deploy.iter().enumerate() {
            let path = format!("{path}.deploy[{at}]");
            match &share.place {
                PlacePlan::Zone {
                    zone,
                    facing,
                    along,
                    ..
                } => {
                    let (from, to) = along.unwrap_or((0.0, 1.0));
                    let good = 0.0 <= from && from < to && to <= 1.0;
                    self.must(good, format!("{path}.place.along"), || {
                        format!("({from}, {to}) is no part of a width; allowed: 0 to 1, the lesser first")
                    });
                    self.zone(format!("{path}.place.zone"), zone);
                    let good = facing.abs() <= 360.0;
                    self.must(good, format!("{path}.place.facing"), || {
                        "a facing is a number from -360 to 360".to_owned()
                    });
                }
                PlacePlan::Arrives {
                    turn, entry, or, ..
                } => {
                    let fault = unknown("entry", entry, &self.names.entries);
                    self.reference(format!("{path}.place.entry"), fault);
                    for (at, entry) in or.iter().enumerate() {
                        let fault = unknown("entry", entry, &self.names.entries);
                        self.reference(format!("{path}.place.or[{at}]"), fault);
                    }
                    let last = self.file.turns;
                    let good = (1..=last).contains(turn);
                    self.must(good, format!("{path}.place.turn"), || {
                        format!("turn {turn}; allowed: 1 to {last}")
                    });
                }
            }
        }
    }
}
