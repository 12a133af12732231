//! The battle told turn by turn.

mod charging;
mod declaring;
mod effects;
mod firing;
mod rallying;

use super::scenes::{Event, Half, March, Order, Scene, Turn, scenes};
use crate::army::{Army, Fact, UnitId};
use crate::print::words::{self, Turns, leader, list, number, sentence, the, wrapped};
use crate::print::{Tale, labour};
use crate::rules::Weather;
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

/// A march that goes no straighter than this at the enemy, or away from him, goes past him.
const ASIDE: f32 = 0.3;

/// How one unit marches away from the enemy.
const BACK: [&str; 3] = ["draws back", "withdraws", "goes back"];

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
        words::all(self.army(), ids)
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
        let wet = |fact: &Fact| {
            matches!(
                fact,
                Fact::Weather {
                    weather: Weather::Wet,
                    ..
                }
            )
        };
        if self.tale.facts().iter().any(wet) {
            sentences.push("It has rained, and the ground is soft.".to_owned());
        }
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
                let mut told = self.scene(half, scene, last);
                // Whoever marches and does something after it does both in one sentence.
                if let (Some(marched), Some(next)) = (sentences.last_mut(), &told)
                    && let Some(whole) = self.after_march(last, marched, scene, next)
                {
                    *marched = whole;
                    last = Some(scene);
                    told = None;
                }
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

    /// What a unit does right after its march, in one sentence with it.
    fn after_march(
        &self,
        last: Option<&Scene>,
        marched: &str,
        scene: &Scene,
        next: &str,
    ) -> Option<String> {
        let unit = match (&last?.event, &scene.event) {
            (Event::March { .. }, Event::Charge(charge)) if charge.order == Order::Given => {
                charge.assaults.first()?.0
            }
            (Event::March { .. }, Event::Rally(rally)) if rally.first.is_none() => rally.unit,
            _ => return None,
        };
        let who = format!("{} ", sentence(&self.the(unit)));
        let (does, marched) = (next.strip_prefix(&who)?, marched.strip_suffix('.')?);
        // Not with somebody else, who only marched.
        let alone = marched
            .strip_prefix(&who)
            .is_some_and(|came| !came.starts_with("and ") && !came.contains(". "));
        // Whoever charges has not gone back, whichever enemy he went from.
        let marched = BACK
            .iter()
            .fold(marched.to_owned(), |marched, back| match &scene.event {
                Event::Charge(_) => marched.replace(back, "shifts its ground"),
                _ => marched,
            });
        let link = if does.contains(" and ") { "," } else { " and" };
        alone.then(|| format!("{marched}{link} {does}"))
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
        if !half.withdrawn.is_empty() {
            let commands = half.withdrawn.iter();
            let names: Vec<_> = commands
                .map(|&one| words::command(&self.tale.scenario().commands[one].name))
                .collect();
            let have = if names.len() == 1 { "has" } else { "have" };
            let names = sentence(&list(&names));
            sentences.push(format!("{names} {have} orders to leave the field."));
        }
        sentences
    }

    /// Units of a command that have moved more than a step or two: those who went at the enemy, then
    /// those who went past him, then those who went from him.
    fn march(&mut self, half: &Half, command: usize, moves: &[March]) -> Option<String> {
        let far = moves
            .iter()
            .filter(|march| march.to.at.distance(march.from.at) >= 2.0);
        let mut those: [Vec<UnitId>; 3] = Default::default();
        for march in far {
            let heading = march.heading();
            let way = if heading > ASIDE {
                0
            } else if heading < -ASIDE {
                2
            } else {
                1
            };
            those[way].push(march.unit);
        }
        let ways: [[&[&'static str]; 2]; 3] = [
            [
                &["moves up", "presses forward", "comes on"],
                &["move up", "press forward", "come on"],
            ],
            [
                &["shifts its ground", "moves to the flank"],
                &["shift their ground", "move to the flank"],
            ],
            [&BACK, &["draw back", "withdraw", "go back"]],
        ];
        let name = words::command(&self.tale.scenario().commands[command].name);
        let present = half.present.iter();
        let all = present
            .filter(|&&id| self.army().command(id) == command)
            .count();
        let mut sentences = Vec::new();
        for (units, ways) in those.into_iter().zip(ways) {
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
            // A brigade is one thing; "Randolph's Guns" are many.
            let many = units.len() > 1 && (!whole || name.ends_with("Guns"));
            let how = self.turns.pick(ways[usize::from(many)]);
            sentences.push(format!("{} {how}.", sentence(&who)));
        }
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    /// A scene in a sentence or two; `last` is the one that was told before it.
    fn scene(&mut self, half: &Half, scene: &Scene, last: Option<&Scene>) -> Option<String> {
        Some(match &scene.event {
            Event::March { command, moves } => return self.march(half, *command, moves),
            Event::Fire(firing) => return self.firing(half, firing, last),
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
            Event::Fear(dread) => return self.fear(dread, last),
            Event::Evade {
                unit,
                manner,
                behind,
                ..
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
                let name = leader(self.army(), *id).to_owned();
                let how = self
                    .turns
                    .pick(&["is killed at the side of", "falls beside"]);
                match with {
                    Some(unit) => format!("{name} {how} {}.", self.the(*unit)),
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
            Event::Labour { fact, .. } => {
                let told = labour::sentence(fact, |unit| self.the(unit))?;
                format!("{}.", sentence(&told))
            }
            Event::Gone { unit, fate } => {
                format!("{} {}.", sentence(&self.the(*unit)), words::fate(*fate))
            }
            Event::LastOf { unit, host } => format!(
                "Among the losses of {} are the last of {}.",
                self.the(*host),
                self.the(*unit)
            ),
            Event::Horses { unit, from } => format!(
                "{} takes over a team of horses from {}.",
                sentence(&self.the(*unit)),
                self.the(*from)
            ),
        })
    }
}
