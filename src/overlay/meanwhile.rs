//! What happened to us while the other side had its turn: one line for each event worth it, each a
//! jump to its moment.

use bevy_egui::egui::{self, RichText};

use super::trace::Trace;
use super::{Desk, log, style, wording};
use crate::army::{Cause, Fact, Fate, UnitId};
use crate::print::words;
use crate::rules::Side;
use crate::rules::fire::FireResult;
use crate::rules::impact::{ImpactOutcome, ImpactWinner};
use crate::scenario::Scenario;
use crate::table::Playback;

/// So many lines are shown at most; the lightest are left out.
const MOST: usize = 12;

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

    fn hear(&mut self, moment: usize, fact: &Fact) {
        match fact {
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

/// The list while it is open.
#[derive(Default)]
pub struct Meanwhile {
    events: Vec<Event>,
    left_out: usize,
}

impl Meanwhile {
    /// A list of what happened to a side since a moment; `None` if nothing did.
    pub fn since(playback: &Playback, side: Side, from: usize) -> Option<Self> {
        let mut events = events(playback, side, from);
        let left_out = events.len().saturating_sub(MOST);
        if left_out > 0 {
            let mut weights: Vec<u32> = events.iter().map(|event| event.weight).collect();
            weights.sort_unstable_by(|one, other| other.cmp(one));
            let least = weights[MOST - 1];
            let mut room = MOST;
            // The heaviest stay, in the order in which they happened.
            let heavier = weights.iter().filter(|weight| **weight > least).count();
            let mut even = MOST - heavier;
            events.retain(|event| {
                let stays = event.weight > least || (event.weight == least && even > 0);
                if event.weight == least && stays {
                    even -= 1;
                }
                let stays = stays && room > 0;
                room -= usize::from(stays);
                stays
            });
        }
        (!events.is_empty()).then_some(Self { events, left_out })
    }

    /// The lines.
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

/// Draws the list below the slip of turn and losses; answers with whether it stays open.
pub fn show(
    ctx: &egui::Context,
    rest: egui::Rect,
    list: &Meanwhile,
    desk: &mut Desk,
    playback: &mut Playback,
    trace: &mut Trace,
) -> bool {
    let mut stays = true;
    let mut jump = None;
    egui::Area::new("meanwhile".into())
        .fixed_pos(rest.left_top() + egui::vec2(10.0, 46.0))
        .fade_in(false)
        .show(ctx, |ui| {
            style::slip().show(ui, |ui| {
                ui.set_max_width((rest.width() * 0.5).clamp(200.0, 400.0));
                ui.horizontal(|ui| {
                    ui.label(RichText::new("Meanwhile").strong());
                    let close = ui.small_button("Close");
                    trace.mark("meanwhile close", &close);
                    stays = !close.clicked();
                    if !playback.at_end() {
                        let back = ui.small_button("Back to now");
                        trace.mark("meanwhile now", &back);
                        if back.clicked() {
                            jump = Some(playback.chronicle().end());
                        }
                    }
                });
                egui::ScrollArea::vertical()
                    .max_height((rest.height() - 110.0).max(80.0))
                    .show(ui, |ui| {
                        for (number, event) in list.events.iter().enumerate() {
                            let line = line(ui, event);
                            if ui.clip_rect().contains_rect(line.rect) {
                                trace.mark(&format!("meanwhile {}", number + 1), &line);
                            }
                            if line.clicked() {
                                jump = Some(event.moment);
                            }
                        }
                        if list.left_out > 0 {
                            let more = format!("and {} lesser things: see the log", list.left_out);
                            ui.label(RichText::new(more).color(style::FAINT).size(11.5));
                        }
                    });
            });
        });
    match jump {
        Some(moment) if moment >= playback.chronicle().end() => playback.seek(moment),
        Some(moment) => log::go(desk, playback, moment),
        None => {}
    }
    stays
}

fn line(ui: &mut egui::Ui, event: &Event) -> egui::Response {
    let mut text = RichText::new(format!("• {}", event.text));
    if event.weight >= 6 {
        text = text.strong();
    }
    let label = egui::Label::new(text)
        .wrap()
        .selectable(false)
        .sense(egui::Sense::click());
    let response = ui.add(label);
    if response.hovered() {
        let rect = response.rect.expand(1.0);
        ui.painter()
            .rect_filled(rect, 2.0, egui::Color32::from_black_alpha(18));
    }
    response.on_hover_text("Go to that moment")
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::chronicle::Chronicle;
    use crate::players::{Level, SeatKind};
    use crate::rules::{Rules, Scale};
    use crate::scenario::find;
    use crate::session::{MatchUp, Table};

    /// A battle of two computers on the table, at its end.
    fn fought(seed: u64) -> Playback {
        let path = find(Path::new("taint_no_militia"));
        let rules = Arc::new(Rules::book().clone());
        let scenario = Scenario::load(&path, Scale::Mm15, &rules).expect("a good scenario");
        let both = MatchUp::both(SeatKind::Computer(Level::Medium));
        let session = Table::new(both).fight(Arc::new(scenario), rules, seed);
        let chronicle: Chronicle = crate::overlay::known::chronicle(session.battle());
        let mut playback = Playback::new(chronicle);
        playback.seek(usize::MAX);
        playback
    }

    #[test]
    fn a_turn_is_told_in_a_few_lines_that_lead_to_their_facts() {
        let playback = fought(3);
        let turns = playback.chronicle().player_turns().to_vec();
        let mut told = 0;
        for &from in &turns {
            for side in [Side::Union, Side::Confederate] {
                let all = events(&playback, side, from);
                assert!(all.iter().all(|event| event.weight > 0));
                assert!(all.iter().all(|event| event.moment >= from));
                assert!(all.windows(2).all(|pair| pair[0].moment <= pair[1].moment));
                if let Some(list) = Meanwhile::since(&playback, side, from) {
                    assert!(list.events().len() <= MOST);
                    told += list.events().len();
                }
            }
        }
        assert!(told > 0);
    }

    #[test]
    fn nothing_happens_after_the_end() {
        let playback = fought(3);
        let end = playback.chronicle().end();
        assert!(events(&playback, Side::Union, end).is_empty());
        assert!(Meanwhile::since(&playback, Side::Union, end).is_none());
    }
}
