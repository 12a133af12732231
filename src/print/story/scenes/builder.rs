//! Takes facts, one after the other, and makes scenes of them.

mod charging;
mod declaring;
mod firing;
mod marching;

use std::collections::HashMap;

use super::{Dread, Effect, Event, Flight, Half, Manner, Rallying, Scene, Turn};
use crate::army::{Army, Cause, Fact, Fate, UnitId};
use crate::rules::Morale;
use crate::rules::morale::CheckOutcome;

/// Scenes in the making.
#[derive(Default)]
pub struct Builder {
    turns: Vec<Turn>,
    /// The number of the fact under way.
    number: usize,
    /// How many inches are close by.
    near: f32,
    /// The scene that last did something to a unit.
    struck: HashMap<UnitId, usize>,
    /// What the active side did last.
    deed: Deed,
    /// The active unit, if it was routed when its time came.
    fleeing: Option<UnitId>,
    /// A unit whose men run off because it could not be rallied.
    straggles: Option<UnitId>,
    /// Charged units that have left their place since the charge began.
    gave_way: Vec<UnitId>,
    /// Who charges whom, as far as it has been told.
    onsets: Vec<(UnitId, UnitId)>,
    /// Who has charged back since the charge began.
    counters: Vec<UnitId>,
    /// A charge that stopped within a few paces, and the two that fire at each other.
    face_to_face: Option<(usize, [UnitId; 2])>,
    /// Two charges that do not carry far enough to meet.
    missed: bool,
    /// A battery that is drawn back on the rope.
    roped: Option<UnitId>,
    /// At whom the fire under way was aimed first.
    aimed: Option<UnitId>,
}

/// What was done last, as far as the other side answers it.
#[derive(Default)]
struct Deed {
    units: Vec<UnitId>,
    /// At whom they fired.
    fired_at: Option<UnitId>,
}

impl Builder {
    /// Nothing yet; so many inches are close by.
    pub fn new(near: f32) -> Self {
        Self {
            near,
            ..Self::default()
        }
    }

    /// Everything so far, turn by turn.
    pub fn turns(self) -> Vec<Turn> {
        self.turns
    }

    fn half(&mut self) -> Option<&mut Half> {
        self.turns.last_mut()?.halves.last_mut()
    }

    /// The scenes of the half turn so far.
    fn scenes(&self) -> &[Scene] {
        let half = self.turns.last().and_then(|turn| turn.halves.last());
        half.map_or(&[], |half| &half.scenes)
    }

    /// A scene of this half turn that also tells of the fact under way.
    fn again(&mut self, at: usize) -> Option<&mut Event> {
        let number = self.number;
        let scene = self.half()?.scenes.get_mut(at)?;
        if scene.facts.last() != Some(&number) {
            scene.facts.push(number);
        }
        Some(&mut scene.event)
    }

    fn add(&mut self, event: Event) -> usize {
        let number = self.number;
        let Some(half) = self.half() else {
            return 0;
        };
        half.scenes.push(Scene {
            event,
            facts: vec![number],
        });
        half.scenes.len() - 1
    }

    /// What becomes of a unit by what struck it last.
    fn effect(&mut self, unit: UnitId) -> Option<&mut Effect> {
        let at = *self.struck.get(&unit)?;
        self.scenes()
            .get(at)
            .filter(|scene| scene.event.is_done_to(unit))?;
        self.again(at)?.effect_on(unit)
    }

    /// The fact under way belongs to what struck a unit last.
    fn note(&mut self, unit: UnitId) {
        if let Some(&at) = self.struck.get(&unit) {
            self.again(at);
        }
    }

    /// A scene that something is done to a unit in.
    fn strike(&mut self, unit: UnitId, event: Event) -> usize {
        let at = self.add(event);
        self.struck.insert(unit, at);
        at
    }

    /// Something happened to armies that stood so.
    pub fn take(&mut self, army: &Army, fact: &Fact) {
        self.see(army, fact);
        self.number += 1;
    }

    fn see(&mut self, army: &Army, fact: &Fact) {
        match fact {
            Fact::Turn { turn } => self.turns.push(Turn {
                number: *turn,
                halves: Vec::new(),
            }),
            Fact::PlayerTurn { side } => self.begin(Half {
                active: *side,
                present: army.present().collect(),
                arrived: Vec::new(),
                delayed: Vec::new(),
                withdrawn: Vec::new(),
                scenes: Vec::new(),
            }),
            Fact::Arrived { unit, .. } => {
                if let Some(half) = self.half() {
                    half.present.push(*unit);
                    half.arrived.push(*unit);
                }
            }
            Fact::Withdrawing { commands, .. } => {
                if let Some(half) = self.half() {
                    half.withdrawn.extend(commands);
                }
            }
            Fact::PicketMoved { picket, .. } => self.picket_moved(*picket),
            Fact::Shown {
                picket, units, why, ..
            } => {
                let units: Vec<_> = units.iter().map(|one| one.unit).collect();
                if let Some(half) = self.half() {
                    half.present.extend(&units);
                }
                self.declared(*picket, units, true, *why);
            }
            Fact::KnownReal { picket, why } => {
                self.declared(Some(*picket), Vec::new(), true, *why);
            }
            Fact::DummyGone { picket, why } => {
                self.declared(Some(*picket), Vec::new(), false, *why);
            }
            Fact::Delayed { unit } => {
                if let Some(half) = self.half() {
                    half.delayed.push(*unit);
                }
            }
            Fact::Activated { unit, .. } => {
                self.deed = Deed::default();
                self.onsets.clear();
                self.roped = None;
                self.struck.remove(unit);
                let routed = army.unit(*unit).morale == Morale::Routed;
                self.fleeing = Some(*unit).filter(|_| routed);
            }
            Fact::Spent { .. } => self.roped = None,
            // Whoever draws off is told of when he is off.
            Fact::Moved { unit, .. } if army.record(*unit).disengaging => {}
            Fact::Moved { unit, from, to } => self.moved(army, *unit, *from, *to),
            Fact::Fired {
                firers,
                target,
                reaction,
                volley,
            } => self.fired(army, firers, *target, *reaction, volley),
            Fact::Lost {
                unit,
                figures,
                horses,
                left,
                ..
            } => self.lost(*unit, (*figures, *horses), *left),
            Fact::Checked {
                unit,
                cause,
                outcome,
                ..
            } => self.checked(army, *unit, *cause, *outcome),
            Fact::Beaten { unit, after } => {
                if let Some(effect) = self.effect(*unit) {
                    effect.after = *after;
                    effect.back = true;
                }
            }
            Fact::StoppedAtEdge { unit, after } => {
                let at = self.struck.get(unit).copied();
                if let Some(Event::Rally(rally)) = at.and_then(|at| self.again(at)) {
                    rally.after = Some(*after);
                }
            }
            Fact::HorseTaken { unit, from } => {
                self.add(Event::Horses {
                    unit: *unit,
                    from: *from,
                });
            }
            Fact::FellBack { unit, .. } => self.note(*unit),
            Fact::Ran { unit, .. } => {
                if self.fleeing.take() == Some(*unit) {
                    self.flight(*unit, Flight::RunsOn);
                } else {
                    self.note(*unit);
                }
            }
            Fact::Merged { unit, into, .. }
            | Fact::AttachedTo {
                unit, host: into, ..
            } => {
                self.add(Event::Joined {
                    unit: *unit,
                    host: *into,
                });
            }
            // How it goes on from turn to turn is not worth a word.
            Fact::WorkBegun { unit, .. }
            | Fact::GroundChanged { unit, .. }
            | Fact::Unloaded { unit, .. }
            | Fact::BridgeStruck { unit, .. } => self.labour(*unit, fact),
            Fact::Bridged { unit, bridge } if bridge.is_whole() => self.labour(*unit, fact),
            Fact::WorkDropped { unit, task }
                if task.can_be_helped() && army.work(*unit).is_some_and(|work| work.turns > 0) =>
            {
                self.labour(*unit, fact);
            }
            Fact::LeaderTaken { leader, unit } => {
                self.add(Event::LeaderTaken(*leader, *unit));
            }
            Fact::LeaderRolled {
                leader,
                killed: true,
                ..
            } => {
                self.add(Event::LeaderFell {
                    leader: *leader,
                    with: army.leader(*leader).attached,
                });
            }
            Fact::Removed { unit, fate } if !matches!(fate, Fate::Absent | Fate::Joined) => {
                match army.host_of(*unit) {
                    Some(host) => {
                        self.add(Event::LastOf { unit: *unit, host });
                    }
                    None => self.removed(*unit, *fate),
                }
            }
            fact => self.see_charge(army, fact),
        }
    }

    fn labour(&mut self, unit: UnitId, fact: &Fact) {
        self.add(Event::Labour {
            unit,
            fact: Box::new(fact.clone()),
        });
    }

    /// A side becomes active.
    fn begin(&mut self, half: Half) {
        let turns = std::mem::take(&mut self.turns);
        *self = Self {
            turns,
            number: self.number,
            ..Self::new(self.near)
        };
        if let Some(turn) = self.turns.last_mut() {
            turn.halves.push(half);
        }
    }

    fn lost(&mut self, unit: UnitId, (figures, horses): (u32, u32), left: u32) {
        if self.straggles.take() == Some(unit) {
            let at = self.struck.get(&unit).copied();
            if let Some(Event::Rally(rally)) = at.and_then(|at| self.again(at)) {
                rally.strayed += figures;
            }
            return;
        }
        if let Some(effect) = self.effect(unit) {
            effect.lost += figures;
            effect.horses += horses;
            effect.wiped_out = left == 0;
        }
    }

    fn checked(&mut self, army: &Army, unit: UnitId, cause: Cause, outcome: CheckOutcome) {
        let changed = |mut effect: Effect| {
            effect.check(outcome);
            effect
        };
        match cause {
            Cause::Fire { .. } | Cause::Melee { .. } => {
                if let Some(effect) = self.effect(unit) {
                    effect.check(outcome);
                }
            }
            Cause::Charge { by } => {
                self.comes_upon(army, by, unit);
                let effect = changed(Effect::on(army, unit));
                let again = army.record(unit).feared.contains(&by);
                if effect.drove() {
                    self.gave_way.push(unit);
                }
                let counters = self.counters.contains(&unit);
                let dread = Dread {
                    effect,
                    by,
                    off: false,
                    again,
                    counters,
                };
                self.strike(unit, Event::Fear(dread));
            }
            Cause::Rally => {
                self.rally(army, unit, outcome.after);
                self.straggles = Some(unit).filter(|_| outcome.loses > 0);
            }
            cause => {
                // What comes twice, one after the other, is told once.
                let last = self.scenes().len().saturating_sub(1);
                let again = matches!(self.scenes().last(), Some(Scene {
                    event: Event::Shock { effect, cause: known }, ..
                }) if effect.unit == unit && *known == cause);
                if again {
                    if let Some(Event::Shock { effect, .. }) = self.again(last) {
                        effect.check(outcome);
                    }
                    return;
                }
                let effect = changed(Effect::on(army, unit));
                if effect.after > effect.before || effect.back || outcome.after.is_none() {
                    self.strike(unit, Event::Shock { effect, cause });
                }
            }
        }
    }

    /// A rally is told together with the flight before it, and with the rally before it.
    fn rally(&mut self, army: &Army, unit: UnitId, after: Option<Morale>) {
        let before = army.unit(unit).morale;
        let runs = before == Morale::Routed;
        let edge = runs && army.record(unit).at_edge;
        let gone = after.is_none().then_some(Fate::Disintegrated);
        let last = self.half().and_then(|half| half.scenes.pop());
        let mut rally = Rallying {
            unit,
            first: None,
            before,
            after,
            broke: false,
            edge,
            strayed: 0,
            gone,
        };
        let mut facts = Vec::new();
        match last {
            Some(Scene {
                event: Event::Flight(known, flight),
                facts: told,
            }) if known == unit => {
                rally.first = Some(flight);
                facts = told;
            }
            Some(Scene {
                event: Event::Rally(earlier),
                facts: told,
            }) if earlier.unit == unit => {
                rally = Rallying {
                    after,
                    gone,
                    edge,
                    broke: earlier.broke || (runs && earlier.before != Morale::Routed),
                    ..earlier
                };
                facts = told;
            }
            last => {
                if let (Some(half), Some(last)) = (self.half(), last) {
                    half.scenes.push(last);
                }
            }
        }
        let at = self.strike(unit, Event::Rally(rally));
        if let Some(scene) = self.half().and_then(|half| half.scenes.get_mut(at)) {
            scene.facts.splice(0..0, facts);
        }
    }

    fn flight(&mut self, unit: UnitId, flight: Flight) {
        if let Some(Scene {
            event: Event::Flight(known, how),
            ..
        }) = self.scenes().last()
            && (*known, *how) == (unit, flight)
        {
            let last = self.scenes().len() - 1;
            self.again(last);
            return;
        }
        self.add(Event::Flight(unit, flight));
    }

    fn removed(&mut self, unit: UnitId, fate: Fate) {
        self.gave_way.push(unit);
        let at = self.struck.remove(&unit);
        let ends = |at: &usize| match self.scenes().get(*at).map(|scene| &scene.event) {
            Some(Event::Rally(rally)) => rally.unit == unit,
            Some(Event::Caught { .. }) => true,
            Some(event) => {
                !matches!(fate, Fate::RodeOff | Fate::Withdrew) && event.is_done_to(unit)
            }
            None => false,
        };
        let Some(at) = at.filter(ends) else {
            self.add(Event::Gone { unit, fate });
            return;
        };
        match self.again(at) {
            Some(Event::Rally(rally)) => rally.gone = Some(fate),
            event => {
                if let Some(effect) = event.and_then(|event| event.effect_on(unit)) {
                    effect.gone = Some(fate);
                }
            }
        }
    }
}

impl Effect {
    /// It has checked its morale.
    fn check(&mut self, outcome: CheckOutcome) {
        let after = outcome.after.unwrap_or(Morale::Routed);
        self.back |= outcome.falls_back > 0;
        self.after = after;
    }
}

/// Those in a fight, and how the first of them fights.
fn manner(army: &Army, unit: UnitId) -> Manner {
    Manner::of(army.unit(unit))
}
