//! What can be wrong with the conditions of victory.

use super::super::file::{Condition, LinePlan, ScoringPlan, When};
use super::super::reference::unknown;
use super::{Checker, Finds};
use crate::rules::Side;
use crate::rules::named::Word;

/// The most units or stands that a condition may speak of, and the most points.
const MOST_UNITS: u32 = 500;
const MOST_POINTS: u32 = 1000;

impl Checker<'_> {
    pub(super) fn victory(&mut self) {
        let plan = &self.file.victory;
        self.word("victory.otherwise", &plan.otherwise);
        if let Some(level) = &plan.otherwise_level {
            self.word("victory.otherwise_level", level);
        }
        for (at, condition) in plan.conditions.iter().enumerate() {
            let path = format!("victory.conditions[{at}]");
            self.judged(&path, condition);
        }
        if let Some(points) = &plan.points {
            self.points("victory.points", points);
        }
        for (at, line) in plan.lines.iter().enumerate() {
            let path = format!("victory.lines[{at}]");
            let twice = plan.lines[..at].iter().any(|other| other.id == line.id);
            self.must(!twice, format!("{path}.id"), || {
                format!("there are two lines `{}`", line.id)
            });
            self.line(&path, line);
        }
    }

    /// A condition with its time and level.
    fn judged(&mut self, path: &str, condition: &Condition) {
        let Condition::Judged {
            when,
            level,
            condition,
        } = condition
        else {
            self.combined(path, condition);
            return;
        };
        if let Some(level) = level {
            self.word(format!("{path}.level"), level);
        }
        if let When::EachTurn { from, to } = when {
            let last = self.file.turns;
            let good =
                (1..=last).contains(from) && to.is_none_or(|to| (*from..=last).contains(&to));
            self.must(good, format!("{path}.when"), || {
                let to = to.unwrap_or(last);
                format!(
                    "turns {from} to {to}; allowed: turns 1 to {last}, the first before the last"
                )
            });
        }
        let path = format!("{path}.condition");
        let again = matches!(**condition, Condition::Judged { .. });
        self.must(!again, path.as_str(), || {
            "a condition has one time and one level".to_owned()
        });
        if !again {
            self.combined(&path, condition);
        }
    }

    /// A plain condition, or several of one winner.
    fn combined(&mut self, path: &str, condition: &Condition) {
        let Condition::All { conditions } = condition else {
            self.plain(path, condition);
            return;
        };
        let path = format!("{path}.conditions");
        self.must(conditions.len() > 1, path.as_str(), || {
            "two conditions or more are needed".to_owned()
        });
        let winner = conditions.first().and_then(Condition::winner);
        for (at, condition) in conditions.iter().enumerate() {
            let path = format!("{path}[{at}]");
            let nested = matches!(condition, Condition::All { .. } | Condition::Judged { .. });
            self.must(!nested, path.as_str(), || {
                "only plain conditions stand here".to_owned()
            });
            if nested {
                continue;
            }
            let same = condition.winner().is_none() || condition.winner() == winner;
            self.must(same, format!("{path}.winner"), || {
                "all of them must be for the same winner".to_owned()
            });
            self.plain(&path, condition);
        }
    }

    fn plain(&mut self, path: &str, condition: &Condition) {
        let units = |checker: &mut Self, units: u32, least: u32| {
            let good = (least..=MOST_UNITS).contains(&units);
            checker.must(good, format!("{path}.units"), || {
                format!("{units} units; allowed: {least} to {MOST_UNITS}")
            });
        };
        let winner = match condition {
            Condition::Cleared { winner, any_of } => {
                self.must(!any_of.is_empty(), format!("{path}.any_of"), || {
                    "no zone is named; at least one is needed".to_owned()
                });
                for (number, zone) in any_of.iter().enumerate() {
                    self.zone(format!("{path}.any_of[{number}]"), zone);
                }
                winner
            }
            Condition::Holds {
                winner,
                zone,
                units: count,
            }
            | Condition::AtMost {
                winner,
                zone,
                units: count,
            } => {
                self.zone(format!("{path}.zone"), zone);
                units(self, *count, 0);
                winner
            }
            Condition::CasualtyRatio { winner, ratio } => {
                let good = (0.01..=100.0).contains(ratio);
                self.must(good, format!("{path}.ratio"), || {
                    format!("{ratio} is no ratio; allowed: 0.01 to 100")
                });
                winner
            }
            Condition::Beyond {
                winner,
                line,
                units: count,
            } => {
                let lines = self.file.victory.lines.iter();
                let known: Vec<_> = lines.map(|line| line.id.clone()).collect();
                self.reference(format!("{path}.line"), unknown("line", line, &known));
                units(self, *count, 1);
                winner
            }
            Condition::StandsLost {
                winner,
                stands,
                command,
            } => {
                let good = (1..=MOST_UNITS).contains(stands);
                self.must(good, format!("{path}.stands"), || {
                    format!("{stands} stands; allowed: 1 to {MOST_UNITS}")
                });
                if let Some(command) = command {
                    self.command_named(format!("{path}.command"), command);
                    let own = self.names.side_of(command);
                    let good = own.is_none() || winner.known() != own;
                    self.must(good, format!("{path}.command"), || {
                        format!("`{command}` is the winner's own; it is the enemy who loses stands")
                    });
                }
                winner
            }
            Condition::GotAway {
                winner,
                units: count,
            } => {
                units(self, *count, 1);
                let withdrawn = self.withdrawn(winner);
                self.must(withdrawn, path, || {
                    "no command of that side is withdrawn; name one with Withdraws among the rules"
                        .to_owned()
                });
                winner
            }
            Condition::Points { winner, lead } => {
                let given = self.file.victory.points.is_some();
                self.must(given, path, || {
                    "nothing gives points; say what does in `points`".to_owned()
                });
                let good = (1..=MOST_POINTS).contains(lead);
                self.must(good, format!("{path}.lead"), || {
                    format!("{lead} points; allowed: 1 to {MOST_POINTS}")
                });
                winner
            }
            Condition::All { .. } | Condition::Judged { .. } => return,
        };
        self.word(format!("{path}.winner"), winner);
    }

    /// Whether a command of a side is ever withdrawn.
    fn withdrawn(&self, side: &Word<Side>) -> bool {
        use super::super::file::SpecialRule::Withdraws;
        self.file.rules.iter().any(|rule| {
            matches!(rule, Withdraws { command, .. }
                if side.known().is_none() || self.names.side_of(command) == side.known())
        })
    }

    fn points(&mut self, path: &str, plan: &ScoringPlan) {
        let most = |checker: &mut Self, path: String, points: u32| {
            checker.must(points <= MOST_POINTS, path, || {
                format!("{points} points; allowed: 0 to {MOST_POINTS}")
            });
        };
        most(self, format!("{path}.stand"), plan.stand);
        most(self, format!("{path}.leader"), plan.leader);
        for (at, scored) in plan.zones.iter().enumerate() {
            let path = format!("{path}.zones[{at}]");
            self.zone(format!("{path}.zone"), &scored.zone);
            let twice = plan.zones[..at]
                .iter()
                .any(|other| other.zone == scored.zone);
            self.must(!twice, format!("{path}.zone"), || {
                format!("`{}` gives points already", scored.zone)
            });
            most(self, format!("{path}.points"), scored.points);
            most(self, format!("{path}.each_turn"), scored.each_turn);
            let worth = scored.points + scored.each_turn > 0;
            self.must(worth, path.as_str(), || {
                format!("`{}` gives no points", scored.zone)
            });
            if let Some(side) = &scored.held_by {
                self.word(format!("{path}.held_by"), side);
            }
        }
    }

    fn line(&mut self, path: &str, line: &LinePlan) {
        self.must(!line.name.trim().is_empty(), format!("{path}.name"), || {
            "a line needs a name".to_owned()
        });
        let (wide, deep) = (self.squares.0 as f32, self.squares.1 as f32);
        let there = |(x, y): (f32, f32)| (0.0..=wide).contains(&x) && (0.0..=deep).contains(&y);
        let points = &line.points;
        self.must(points.len() > 1, format!("{path}.points"), || {
            "a line has two points or more".to_owned()
        });
        for (at, &point) in points.iter().enumerate() {
            self.must(there(point), format!("{path}.points[{at}]"), || {
                format!("it lies off the table; allowed: 0 to {wide} and 0 to {deep} squares")
            });
            let stays = at > 0 && points[at - 1] == point;
            self.must(!stays, format!("{path}.points[{at}]"), || {
                "the same point twice, one after the other".to_owned()
            });
        }
        self.must(there(line.beyond), format!("{path}.beyond"), || {
            format!("it lies off the table; allowed: 0 to {wide} and 0 to {deep} squares")
        });
    }
}
