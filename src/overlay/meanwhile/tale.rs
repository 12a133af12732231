//! What of many facts is worth telling to a side: each event with what came of it.

use crate::army::{Cause, Fact, Fate, PicketId, UnitId};
use crate::overlay::wording;
use crate::print::words;
use crate::rules::Side;
use crate::rules::fire::FireResult;
use crate::rules::impact::{ImpactOutcome, ImpactWinner};
use crate::scenario::Scenario;
use crate::table::Playback;

/// Something that happened to a side.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The number of the fact that began it.
    pub moment: usize,
    /// In a line.
    pub text: String,
    /// How much it matters; 0 is nothing.
    pub weight: u32,
}

/// An event while its consequences are gathered.
struct Open {
    moment: usize,
    /// Who suffers what follows.
    about: UnitId,
    start: String,
    tail: Vec<String>,
    weight: u32,
    /// It is a volley at one of ours.
    volley: bool,
}

impl Open {
    fn close(self) -> Event {
        let mut text = self.start;
        if !self.tail.is_empty() {
            text = format!("{text}: {}", self.tail.join(", "));
        }
        Event {
            moment: self.moment,
            text,
            weight: self.weight,
        }
    }
}

/// Everything of weight that happened to a side between a moment and the moment on the table.
pub fn events(playback: &Playback, side: Side, from: usize) -> Vec<Event> {
    let to = playback.moment().min(playback.chronicle().end());
    let facts = &playback.chronicle().facts()[from.min(to)..to];
    gather(playback.scenario(), facts, side, from)
}

/// The events of some facts, the first of which has this number.
fn gather(scenario: &Scenario, facts: &[Fact], side: Side, first: usize) -> Vec<Event> {
    let mut tale = Tale {
        scenario,
        side,
        open: Vec::new(),
        harmless: Vec::new(),
        arrivals: Vec::new(),
        shown: [Vec::new(), Vec::new()],
        dummies: Vec::new(),
    };
    for (number, fact) in facts.iter().enumerate() {
        tale.hear(first + number, fact);
    }
    // A volley after which its target only stood its check has done nothing either.
    let (stood, open): (Vec<_>, Vec<_>) = tale
        .open
        .into_iter()
        .partition(|open| open.volley && open.tail.is_empty());
    let stood = stood.iter().map(|open| (open.moment, open.about));
    tale.harmless.extend(stood);
    tale.harmless.sort_unstable();
    let mut events: Vec<Event> = open.into_iter().map(Open::close).collect();
    events.extend(harmless(scenario, &tale.harmless));
    events.extend(arrivals(scenario, &tale.arrivals));
    events.extend(sighted(scenario, &tale.shown));
    events.extend(dummies(&tale.dummies, side));
    events.retain(|event| event.weight > 0);
    events.sort_by_key(|event| event.moment);
    events
}

struct Tale<'a> {
    scenario: &'a Scenario,
    side: Side,
    open: Vec<Open>,
    /// Volleys at own units that did nothing.
    harmless: Vec<(usize, UnitId)>,
    arrivals: Vec<(usize, UnitId)>,
    /// Who came out from behind a picket: of ours, and of theirs.
    shown: [Vec<(usize, UnitId)>; 2],
    /// Pickets that were nobody.
    dummies: Vec<(usize, PicketId)>,
}

impl Tale<'_> {
    fn side_of(&self, unit: UnitId) -> Side {
        self.scenario.units[unit.0 as usize].unit.side
    }

    fn ours(&self, unit: UnitId) -> bool {
        self.side_of(unit) == self.side
    }

    fn begin(&mut self, moment: usize, about: UnitId, start: String, weight: u32) {
        self.open.push(Open {
            moment,
            about,
            start,
            tail: Vec::new(),
            weight,
            volley: false,
        });
    }

    /// A consequence for a unit, told with what began it; by itself if nothing did.
    fn follow(&mut self, moment: usize, unit: UnitId, words: String, weight: u32) {
        if let Some(open) = self.open.iter_mut().rev().find(|open| open.about == unit) {
            open.tail.push(words);
            open.weight += weight;
        } else if self.ours(unit) {
            let start = name(self.scenario, unit).to_owned();
            self.begin(moment, unit, start, weight);
            if let Some(open) = self.open.last_mut() {
                open.tail.push(words);
            }
        }
    }

    /// Something that nothing follows from.
    fn alone(&mut self, moment: usize, fact: &Fact, weight: u32) {
        let start = wording::sentence(self.scenario, fact);
        self.begin(moment, UnitId(u32::MAX), start, weight);
    }

    fn hear(&mut self, moment: usize, fact: &Fact) {
        match fact.plain() {
            Fact::Fired {
                firers,
                target,
                reaction,
                volley,
                ..
            } => self.fired(moment, firers, *target, (*reaction, volley.result)),
            Fact::Lost { unit, figures, .. } if *figures > 0 => {
                let words = words::count(*figures, "hit", "hits");
                let weight = if self.ours(*unit) { 3 } else { 2 };
                self.follow(moment, *unit, words, weight * figures);
            }
            Fact::Checked {
                unit,
                cause,
                before,
                outcome,
                ..
            } => {
                let Some(after) = outcome.after.filter(|after| after != before) else {
                    return;
                };
                let words = wording::morale(after).to_owned();
                let worse = after > *before;
                let grave = 2 * (after as u32).abs_diff(*before as u32);
                let weight = if worse { grave } else { 1 };
                let own = matches!(
                    cause,
                    Cause::LossNear | Cause::RoutPassed | Cause::LeaderKilled | Cause::Rally
                );
                if own && self.ours(*unit) {
                    let name = name(self.scenario, *unit);
                    let why = words::cause(*cause);
                    self.begin(
                        moment,
                        *unit,
                        format!("{name} checks {why}: {words}"),
                        weight,
                    );
                } else {
                    self.follow(moment, *unit, words, weight);
                }
            }
            Fact::Beaten { unit, after } => {
                let words = wording::morale(*after).to_owned();
                self.follow(moment, *unit, words, 2);
            }
            Fact::FellBack { unit, inches, .. } => {
                self.follow(moment, *unit, format!("falls back {inches:.0}\""), 1);
            }
            Fact::Ran { unit, .. } => self.follow(moment, *unit, "runs".to_owned(), 3),
            Fact::Removed { unit, fate } if !matches!(fate, Fate::Absent | Fate::Joined) => {
                self.follow(moment, *unit, wording::gone(*fate).to_owned(), 10);
            }
            Fact::Disengaged { unit, ordered, .. } if !ordered && self.ours(*unit) => {
                let start = format!("{} draws off", name(self.scenario, *unit));
                self.begin(moment, *unit, start, 2);
            }
            Fact::Arrived { unit, .. } => self.arrivals.push((moment, *unit)),
            Fact::Shown { units, side, .. } => {
                let all = units.iter().map(|one| (moment, one.unit));
                self.shown[usize::from(*side != self.side)].extend(all);
            }
            Fact::DummyGone { picket, .. } => self.dummies.push((moment, *picket)),
            Fact::KnownReal { .. } => self.alone(moment, fact, 2),
            Fact::GroundChanged { .. } | Fact::Unloaded { .. } | Fact::BridgeStruck { .. } => {
                self.alone(moment, fact, 3);
            }
            Fact::Bridged { .. } => self.alone(moment, fact, 2),
            fact => self.charges(moment, fact),
        }
    }

    /// Charges, melees and leaders.
    fn charges(&mut self, moment: usize, fact: &Fact) {
        let scenario = self.scenario;
        match fact {
            Fact::Charge { assaults, .. } => {
                for assault in assaults {
                    let (unit, target) = (name(scenario, assault.unit), assault.target);
                    let start = format!("{unit} charges {}", name(scenario, target));
                    self.begin(moment, target, start, 5);
                }
            }
            Fact::ChargedOn { unit, enemy, .. } => {
                let start = format!(
                    "{} charges on into {}",
                    name(scenario, *unit),
                    name(scenario, *enemy)
                );
                self.begin(moment, *enemy, start, 5);
            }
            Fact::Countercharge { unit, charger, .. } => {
                let words = format!("{} charges back", name(scenario, *unit));
                self.follow(moment, *unit, words, 2);
                let start = format!(
                    "{} meets the charge of {}",
                    name(scenario, *unit),
                    name(scenario, *charger)
                );
                self.begin(moment, *charger, start, 3);
            }
            Fact::FellShort { unit, .. } if !self.ours(*unit) => {
                let start = format!("The charge of {} falls short", name(scenario, *unit));
                self.begin(moment, *unit, start, 2);
            }
            Fact::Impact {
                attacker,
                defender,
                result,
                ..
            } => {
                let won = match result.winner {
                    ImpactWinner::Attacker => Some(*attacker),
                    ImpactWinner::Defender => Some(*defender),
                    ImpactWinner::Tie => None,
                };
                let words = match (won, result.outcome) {
                    (_, ImpactOutcome::Melee) | (None, _) => "hand to hand".to_owned(),
                    (_, ImpactOutcome::StoppedShort) => "the charge stops short".to_owned(),
                    (Some(unit), _) if self.ours(unit) => "we win the clash".to_owned(),
                    _ => "they win the clash".to_owned(),
                };
                self.follow(moment, *defender, words, 3);
                // What the beaten attackers suffer belongs to it too.
                if won == Some(*defender) {
                    let start = format!("{} is beaten back", name(scenario, *attacker));
                    self.begin(moment, *attacker, start, 3);
                }
            }
            Fact::LeaderRolled {
                leader,
                killed: true,
                ..
            }
            | Fact::LeaderTaken { leader, .. } => {
                let leader = &scenario.leaders[leader.0 as usize];
                let how = if matches!(fact, Fact::LeaderTaken { .. }) {
                    "is taken prisoner"
                } else {
                    "is killed"
                };
                let open = Open {
                    moment,
                    about: UnitId(u32::MAX),
                    start: format!("{} {how}", leader.name),
                    tail: Vec::new(),
                    weight: if leader.side == self.side { 10 } else { 6 },
                    volley: false,
                };
                self.open.push(open);
            }
            _ => {}
        }
    }

    fn fired(
        &mut self,
        moment: usize,
        firers: &[UnitId],
        target: UnitId,
        (reaction, result): (bool, FireResult),
    ) {
        let Some(&lead) = firers.first() else {
            return;
        };
        let who = match firers.len() {
            1 => name(self.scenario, lead).to_owned(),
            more => format!("{} and {} more", name(self.scenario, lead), more - 1),
        };
        let (fires, answers) = match firers.len() {
            1 => ("fires", "answers"),
            _ => ("fire", "answer"),
        };
        let at = name(self.scenario, target);
        if self.ours(target) {
            if result == FireResult::None {
                self.harmless.push((moment, target));
                return;
            }
            self.begin(moment, target, format!("{who} {fires} on {at}"), 1);
            if let Some(open) = self.open.last_mut() {
                open.volley = true;
            }
        } else if reaction {
            self.begin(
                moment,
                target,
                format!("{who} {answers} with a volley at {at}"),
                2,
            );
            if result == FireResult::None
                && let Some(open) = self.open.last_mut()
            {
                open.tail.push("no effect".to_owned());
            }
        }
    }
}

fn name(scenario: &Scenario, unit: UnitId) -> &str {
    let name = scenario.units[unit.0 as usize].name.as_str();
    name.split(", ").next().unwrap_or(name)
}

/// Volleys that did nothing, all in one line.
fn harmless(scenario: &Scenario, fires: &[(usize, UnitId)]) -> Option<Event> {
    let &(moment, first) = fires.first()?;
    let one_target = fires.iter().all(|(_, target)| *target == first);
    let volleys = words::count(fires.len() as u32, "volley", "volleys");
    let at = if one_target {
        name(scenario, first).to_owned()
    } else {
        "our lines".to_owned()
    };
    Some(Event {
        moment,
        text: words::sentence(&format!("{volleys} at {at} without effect")),
        weight: 1,
    })
}

/// Whoever came out from behind pickets, all in one line for each side.
fn sighted(scenario: &Scenario, shown: &[Vec<(usize, UnitId)>; 2]) -> Vec<Event> {
    let line = |(all, what): (&Vec<(usize, UnitId)>, &str)| {
        let moment = all.first()?.0;
        let names: Vec<_> = all.iter().map(|&(_, unit)| name(scenario, unit)).collect();
        Some(Event {
            moment,
            text: format!("{what}: {}", names.join(", ")),
            weight: 4,
        })
    };
    let both = shown.iter().zip(["Seen of ours", "Enemies seen"]);
    both.filter_map(line).collect()
}

/// Pickets that turned out to be nobody, all in one line for each side.
fn dummies(gone: &[(usize, PicketId)], own: Side) -> Vec<Event> {
    let line = |(side, whose): (Side, &str)| {
        let of = || gone.iter().filter(|(_, picket)| picket.side == side);
        let &(moment, _) = of().next()?;
        let numbers: Vec<_> = of().map(|(_, picket)| picket.number.to_string()).collect();
        let pickets = if numbers.len() == 1 {
            "picket"
        } else {
            "pickets"
        };
        Some(Event {
            moment,
            text: format!(
                "Dummies of {whose} are found out: {pickets} {}",
                numbers.join(", ")
            ),
            weight: 3,
        })
    };
    let both = [(own, "ours"), (own.other(), "theirs")];
    both.into_iter().filter_map(line).collect()
}

/// Whoever came on, all in one line for each side.
fn arrivals(scenario: &Scenario, arrivals: &[(usize, UnitId)]) -> Vec<Event> {
    let of = |side: Side| {
        let his: Vec<_> = arrivals
            .iter()
            .filter(|(_, unit)| scenario.units[unit.0 as usize].unit.side == side)
            .collect();
        let &&(moment, first) = his.first()?;
        let text = match his.len() {
            1 => format!("{} comes on the field", name(scenario, first)),
            more => format!(
                "{} and {} more come on the field",
                name(scenario, first),
                more - 1
            ),
        };
        Some(Event {
            moment,
            text,
            weight: 3,
        })
    };
    [Side::Union, Side::Confederate]
        .into_iter()
        .filter_map(of)
        .collect()
}
