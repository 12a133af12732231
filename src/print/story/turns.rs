//! The battle told turn by turn.

mod charging;
mod firing;

use super::scenes::{Flight, Half, Scene, Turn, scenes};
use crate::army::{Army, Cause, Fact, UnitId};
use crate::print::Tale;
use crate::print::words::{self, Turns, leader, list, number, sentence, state, the, wrapped};
use crate::rules::Morale;

/// Every turn, a paragraph or two for each side.
pub fn told(tale: &Tale) -> String {
    let mut teller = Teller {
        tale,
        turns: Turns::default(),
    };
    let mut parts = vec![teller.before()];
    parts.extend(scenes(tale).iter().map(|turn| teller.turn(turn)));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

struct Teller<'a> {
    tale: &'a Tale<'a>,
    turns: Turns,
}

impl Teller<'_> {
    fn army(&self) -> &Army {
        self.tale.army()
    }

    fn the(&self, id: UnitId) -> String {
        the(self.army(), id)
    }

    fn all(&self, ids: &[UnitId]) -> String {
        let names: Vec<_> = ids.iter().map(|&id| self.the(id)).collect();
        list(&names)
    }

    /// Who has come up before it begins.
    fn before(&mut self) -> String {
        let rolled = |wanted: bool| -> Vec<UnitId> {
            let facts = self.tale.facts().iter();
            facts
                .filter_map(|fact| match fact {
                    Fact::Presence { unit, present, .. } if *present == wanted => Some(*unit),
                    _ => None,
                })
                .collect()
        };
        let (came, missed) = (rolled(true), rolled(false));
        let mut sentences = Vec::new();
        if !came.is_empty() {
            let have = if came.len() == 1 { "has" } else { "have" };
            sentences.push(format!(
                "{} {have} come up in time.",
                sentence(&self.all(&came))
            ));
        }
        if !missed.is_empty() {
            let are = if missed.len() == 1 { "is" } else { "are" };
            sentences.push(format!(
                "{} {are} still elsewhere and will miss the day.",
                sentence(&self.all(&missed))
            ));
        }
        wrapped(&sentences.join(" "), "")
    }

    fn turn(&mut self, turn: &Turn) -> String {
        let mut parts = vec![format!("Turn {}", turn.number)];
        for half in &turn.halves {
            let mut sentences = self.arrivals(half);
            sentences.extend(self.marches(half));
            sentences.extend(half.scenes.iter().filter_map(|scene| self.scene(scene)));
            sentences.extend(self.idle_fire(half));
            if sentences.is_empty() {
                sentences.push("Nothing stirs.".to_owned());
            }
            let text = format!("{}: {}", words::side(half.active), sentences.join(" "));
            parts.push(wrapped(&text, "  "));
        }
        parts.join("\n")
    }

    fn arrivals(&mut self, half: &Half) -> Vec<String> {
        let mut sentences = Vec::new();
        if !half.arrived.is_empty() {
            let come = if half.arrived.len() == 1 {
                "comes"
            } else {
                "come"
            };
            let names = sentence(&self.all(&half.arrived));
            sentences.push(format!("{names} {come} on the field."));
        }
        if !half.delayed.is_empty() {
            let wait = if half.delayed.len() == 1 {
                "still waits"
            } else {
                "still wait"
            };
            let names = sentence(&self.all(&half.delayed));
            sentences.push(format!("{names} {wait} beyond the edge of the field."));
        }
        sentences
    }

    /// Who has moved more than a step or two, by brigades.
    fn marches(&mut self, half: &Half) -> Vec<String> {
        let mut commands: Vec<(usize, Vec<UnitId>, f32)> = Vec::new();
        for (unit, from, to) in &half.marched {
            let way = to.at - from.at;
            if way.length() < 2.0 || self.army().side(*unit) != half.active {
                continue;
            }
            let ahead = way.dot(from.facing.ahead());
            let command = self.army().command(*unit);
            match commands.iter_mut().find(|(known, ..)| *known == command) {
                Some((_, units, sum)) => {
                    units.push(*unit);
                    *sum += ahead;
                }
                None => commands.push((command, vec![*unit], ahead)),
            }
        }
        commands
            .into_iter()
            .map(|(command, units, ahead)| {
                let name = words::command(&self.tale.scenario().commands[command].name);
                let all = half
                    .present
                    .iter()
                    .filter(|&&id| self.army().command(id) == command)
                    .count();
                let whole = units.len() > 1 && all <= units.len();
                let who = match units.len() {
                    _ if whole => name,
                    1 | 2 => format!("{} of {name}", self.all(&units)),
                    many => format!("{} regiments of {name}", number(many as u32)),
                };
                let ways: [&[&'static str]; 2] = if ahead >= 0.0 {
                    [
                        &["moves up", "presses forward", "comes on"],
                        &["move up", "press forward", "come on"],
                    ]
                } else {
                    [
                        &["draws back", "gives ground"],
                        &["draw back", "give ground"],
                    ]
                };
                let many = units.len() > 1 && !whole;
                let how = self.turns.pick(ways[usize::from(many)]);
                format!("{} {how}.", sentence(&who))
            })
            .collect()
    }

    fn scene(&mut self, scene: &Scene) -> Option<String> {
        Some(match scene {
            Scene::Fire(firing) => return self.firing(firing),
            Scene::Charge(charge) => self.charge(charge),
            Scene::Rally {
                unit,
                first,
                before,
                after,
            } => return self.rally(*unit, *first, *before, *after),
            Scene::Shock { unit, cause, after } => self.shock(*unit, *cause, *after),
            Scene::LeaderTaken(id, unit) => {
                let name = leader(self.army(), *id);
                format!("{name} is taken with {}.", self.the(*unit))
            }
            Scene::LeaderFell { leader: id, with } => {
                let name = leader(self.army(), *id);
                match with {
                    Some(unit) => format!("{name} is killed at the side of {}.", self.the(*unit)),
                    None => format!("{name} is killed."),
                }
            }
            Scene::Flight(unit, flight) => {
                let how = self.flight(*flight);
                format!("{} {how}.", sentence(&self.the(*unit)))
            }
            Scene::Joined { unit, host } => format!(
                "What is left of {} falls in with {}.",
                self.the(*unit),
                self.the(*host)
            ),
            Scene::Gone { unit, fate } => {
                format!("{} {}.", sentence(&self.the(*unit)), words::fate(*fate))
            }
        })
    }

    /// Two figures fall.
    fn fallen(&self, unit: UnitId, lost: u32) -> Option<String> {
        (lost > 0).then(|| {
            let guns = self.army().unit(unit).is_artillery();
            let verb = match (guns, lost) {
                (true, 1) => "is wrecked",
                (true, _) => "are wrecked",
                (false, 1) => "falls",
                (false, _) => "fall",
            };
            format!("{} {verb}", words::strength(self.army(), unit, lost))
        })
    }

    fn flight(&mut self, flight: Flight) -> &'static str {
        match flight {
            Flight::RunsOn => {
                self.turns
                    .pick(&["runs on", "is still running", "streams farther to the rear"])
            }
            Flight::DrawsOff => {
                self.turns
                    .pick(&["draws off", "breaks off the fight", "slips away"])
            }
        }
    }

    fn rally(
        &mut self,
        unit: UnitId,
        first: Option<Flight>,
        before: Morale,
        after: Option<Morale>,
    ) -> Option<String> {
        let who = sentence(&self.the(unit));
        // What it did before is the first half of the sentence.
        let (who, but, and) = match first {
            Some(flight) => {
                let who = format!("{who} {}", self.flight(flight));
                let but = if flight == Flight::RunsOn {
                    " but "
                } else {
                    " and "
                };
                (who, but, " and ")
            }
            None => (who, " ", " "),
        };
        Some(match after {
            None => format!("{who}{and}cannot be rallied: it is gone from the field."),
            Some(after) if after < before => {
                let how =
                    self.turns
                        .pick(&["rallies", "is brought to a stand", "is taken in hand"]);
                match after {
                    Morale::GoodOrder => format!("{who}{but}{how} and stands in good order."),
                    after => format!("{who}{but}{how}, though still {}.", state(after)),
                }
            }
            Some(Morale::Routed) if before != Morale::Routed => {
                format!("{who}{and}breaks while its officers try to rally it.")
            }
            Some(after) if after > before => {
                format!("{who}{and}will not be rallied: it is {} now.", state(after))
            }
            Some(_) if first.is_some() => format!("{who}."),
            Some(_) => return None,
        })
    }

    fn shock(&mut self, unit: UnitId, cause: Cause, after: Option<Morale>) -> String {
        let who = sentence(&self.the(unit));
        let why = match cause {
            Cause::RoutPassed => self
                .turns
                .pick(&["as the fugitives stream past", "in the rush of fugitives"]),
            Cause::LossNear => "at the loss of its neighbours",
            Cause::LeaderKilled => "at the loss of its leader",
            _ => "at what it sees",
        };
        match after {
            Some(Morale::Routed) => format!("{who} breaks and runs {why}."),
            Some(Morale::Shaken) => format!("{who} is shaken {why}."),
            Some(_) => format!("{who} loses its order {why}."),
            None => format!("{who} dissolves {why}."),
        }
    }
}
