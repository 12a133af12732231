//! The battle told turn by turn.

mod charging;
mod declaring;
mod effects;
mod firing;
mod rallying;

use super::scenes::{Event, Half, Scene, Turn, scenes};
use crate::army::{Army, Fact, UnitId};
use crate::field::Placement;
use crate::print::Tale;
use crate::print::words::{self, Turns, leader, list, number, sentence, the, wrapped};
use crate::rules::impact::ImpactOutcome;

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

/// Who went from where to where.
type Move = (UnitId, Placement, Placement);

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

    fn are_guns(&self, ids: &[UnitId]) -> bool {
        ids.iter().all(|&id| self.army().unit(id).is_artillery())
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
        sentences.extend(self.laid());
        wrapped(&sentences.join(" "), "")
    }

    fn turn(&mut self, turn: &Turn) -> String {
        let mut parts = vec![format!("Turn {}", turn.number)];
        for half in &turn.halves {
            let mut sentences = self.arrivals(half);
            let mut last = None;
            for scene in &half.scenes {
                let told = self.scene(half, scene, last);
                // That two have met is told with what comes of it.
                if told.is_some() || matches!(scene.event, Event::Clash(_)) {
                    last = Some(scene);
                }
                sentences.extend(told);
            }
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

    /// Units of a command that have moved more than a step or two: those who went forward, then
    /// those who went back.
    fn march(&mut self, half: &Half, command: usize, moves: &[Move]) -> Option<String> {
        let far = |one: &&Move| one.2.at.distance(one.1.at) >= 2.0;
        let (ahead, back): (Vec<&Move>, Vec<&Move>) = moves
            .iter()
            .filter(far)
            .partition(|(_, from, to)| (to.at - from.at).dot(from.facing.ahead()) >= 0.0);
        let ways: [[&[&'static str]; 2]; 2] = [
            [
                &["moves up", "presses forward", "comes on"],
                &["move up", "press forward", "come on"],
            ],
            [
                &["draws back", "gives ground"],
                &["draw back", "give ground"],
            ],
        ];
        let name = words::command(&self.tale.scenario().commands[command].name);
        let present = half.present.iter();
        let all = present
            .filter(|&&id| self.army().command(id) == command)
            .count();
        let mut sentences = Vec::new();
        for (those, ways) in [ahead, back].into_iter().zip(ways) {
            let units: Vec<UnitId> = those.iter().map(|(unit, ..)| *unit).collect();
            if units.is_empty() {
                continue;
            }
            let whole = units.len() > 1 && all <= units.len();
            let who = match units.len() {
                _ if whole => name.clone(),
                1 | 2 => self.all(&units),
                many => {
                    let what = if self.are_guns(&units) {
                        "batteries"
                    } else {
                        "regiments"
                    };
                    format!("{} {what} of {name}", number(many as u32))
                }
            };
            let many = units.len() > 1 && !whole;
            let how = self.turns.pick(ways[usize::from(many)]);
            sentences.push(format!("{} {how}.", sentence(&who)));
        }
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    /// A scene in a sentence or two; `last` is the one that was told before it.
    fn scene(&mut self, half: &Half, scene: &Scene, last: Option<&Scene>) -> Option<String> {
        Some(match &scene.event {
            Event::March { command, moves } => return self.march(half, *command, moves),
            Event::Fire(firing) => return self.firing(firing),
            Event::Charge(charge) => self.charge(charge),
            Event::Counter { unit, desperate } => {
                let how = if *desperate {
                    "has just time to spur against it, in disorder"
                } else {
                    "charges back"
                };
                format!("{} {how}.", sentence(&self.the(*unit)))
            }
            Event::FallsIn(unit) => {
                format!("{} falls in behind the charge.", sentence(&self.the(*unit)))
            }
            Event::Fear { effect, off } => {
                let counters = matches!(last.map(|last| &last.event),
                    Some(Event::Counter { unit, .. }) if *unit == effect.unit);
                return self.fear(effect, *off, counters);
            }
            Event::Evade {
                unit,
                manner,
                behind,
            } => self.evades(*unit, *manner, *behind),
            Event::Short { stop, .. } => self.short(*stop),
            Event::Clash(clash) => return self.clash(clash),
            Event::Melee(melee) => {
                let met = matches!(last.map(|last| &last.event),
                    Some(Event::Clash(clash)) if clash.outcome == ImpactOutcome::Melee);
                self.melee(melee, met)
            }
            Event::Caught { unit, by } => format!(
                "{}, still running, is overtaken by {} and {}.",
                sentence(&self.the(*unit)),
                self.the(*by),
                self.yields(*unit)
            ),
            Event::Rally(rally) => return self.rally(rally),
            Event::Shock { effect, cause } => self.shock(effect, *cause),
            Event::LeaderTaken(id, unit) => {
                let name = leader(self.army(), *id);
                format!("{name} is taken with {}.", self.the(*unit))
            }
            Event::LeaderFell { leader: id, with } => {
                let name = leader(self.army(), *id);
                match with {
                    Some(unit) => format!("{name} is killed at the side of {}.", self.the(*unit)),
                    None => format!("{name} is killed."),
                }
            }
            Event::Flight(unit, flight) => {
                let how = self.flight(*flight);
                format!("{} {how}.", sentence(&self.the(*unit)))
            }
            Event::Pickets { side, moved } => self.pickets(*side, moved),
            Event::Declared(declared) => self.declared(declared),
            Event::Joined { unit, host } => format!(
                "What is left of {} falls in with {}.",
                self.the(*unit),
                self.the(*host)
            ),
            Event::Gone { unit, fate } => {
                format!("{} {}.", sentence(&self.the(*unit)), words::fate(*fate))
            }
        })
    }
}
