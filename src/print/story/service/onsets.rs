//! How charges ended, each counted once: for who made it, and for whom it was aimed at.

use crate::army::{Army, Cause, Fact, UnitId};
use crate::rules::Morale;
use crate::rules::impact::{ImpactOutcome, ImpactResult, ImpactWinner};

/// How a charge ended for who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChargeEnd {
    ThrewBack,
    TookMen,
    TookGuns,
    /// The enemy gave way before they met.
    ScaredOff,
    /// It stopped short, and its volley drove the enemy off.
    ShotOff,
    /// It stopped short, and neither was driven.
    Stopped,
    ThrownBack,
    /// Fire, fear or a loss broke it before it met anybody.
    CameApart,
    Halted,
    FellShort,
    /// It came to a melee, which is told by itself.
    Fought,
}

/// How a charge ended for whom it was aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    Held,
    /// The charge came apart before it met anybody.
    SawItBreak,
    GaveWay,
    /// It did not wait.
    SlippedAway,
    /// The charge fell short or met others.
    NotReached,
    Taken,
    /// It came to a melee, which is told by itself.
    Fought,
}

/// One unit's charge, from the word of command or from one success to the next.
struct Run {
    unit: UnitId,
    end: Option<ChargeEnd>,
    open: bool,
}

/// A charge on one unit.
struct Onset {
    by: UnitId,
    target: UnitId,
    end: Option<Stand>,
    open: bool,
}

/// All charges so far.
#[derive(Default)]
pub struct Onsets {
    runs: Vec<Run>,
    onsets: Vec<Onset>,
    /// Who charges back at whom.
    counters: Vec<(UnitId, UnitId)>,
}

impl Onsets {
    /// How every charge ended, and for whom.
    pub fn charges(&self) -> impl Iterator<Item = (UnitId, Option<ChargeEnd>)> {
        self.runs.iter().map(|run| (run.unit, run.end))
    }

    /// How everybody who was charged came through it.
    pub fn stands(&self) -> impl Iterator<Item = (UnitId, Stand)> {
        let onsets = self.onsets.iter();
        onsets.map(|onset| (onset.target, onset.end.unwrap_or(Stand::NotReached)))
    }

    /// Something happened to armies that stood so.
    pub fn take(&mut self, army: &Army, fact: &Fact) {
        match fact {
            Fact::Activated { .. } | Fact::PlayerTurn { .. } => self.close(),
            Fact::Charge { assaults, .. } => {
                self.close();
                for assault in assaults {
                    self.run(assault.unit);
                    self.onset(assault.unit, assault.target);
                }
            }
            Fact::ChargedOn { unit, enemy, .. } => {
                let known = self.runs.iter_mut().filter(|run| run.unit == *unit);
                known.for_each(|run| run.open = false);
                self.run(*unit);
                self.onset(*unit, *enemy);
            }
            Fact::Countercharge { unit, charger, .. } => self.counters.push((*unit, *charger)),
            Fact::Checked {
                unit,
                cause,
                before,
                outcome,
                ..
            } => {
                let worse = outcome.after.is_none_or(|after| after > *before);
                let broken = outcome.after.is_none_or(|after| after >= Morale::Shaken);
                let drove = outcome.falls_back > 0 || (worse && broken);
                match cause {
                    Cause::Charge { by } => {
                        self.feared(*by, *unit, worse || outcome.falls_back > 0);
                    }
                    Cause::Fire { by, .. } if drove && self.shot_it_out(*by, *unit) => {}
                    Cause::Rally => {}
                    _ if drove && army.unit(*unit).charging => self.came_apart(*unit),
                    _ => {}
                }
            }
            Fact::Disengaged {
                unit,
                ordered: false,
                ..
            } => {
                let chargers: Vec<_> = self.chargers_of(*unit).collect();
                for by in chargers {
                    self.end_onset(by, *unit, Stand::SlippedAway);
                    self.end_run(by, ChargeEnd::ScaredOff);
                }
            }
            Fact::FellShort { unit, .. } => {
                self.end_run(*unit, ChargeEnd::FellShort);
                self.end_onsets_of(*unit, Stand::NotReached);
            }
            Fact::Halted {
                charge,
                halted: true,
            } => {
                if let Some(charge) = army.charge(*charge) {
                    for contact in &charge.contacts {
                        self.end_run(contact.unit, ChargeEnd::Halted);
                        self.end_onsets_of(contact.unit, Stand::NotReached);
                    }
                }
            }
            Fact::Impact {
                attacker,
                defender,
                supports,
                result,
                ..
            } => self.met(*attacker, *defender, &supports.1, *result),
            Fact::Caught { unit, by } => {
                if let Some(onset) = self.known(*by, *unit) {
                    onset.end = Some(Stand::Taken);
                }
            }
            _ => {}
        }
    }

    /// Whatever has been begun is over.
    fn close(&mut self) {
        self.runs.iter_mut().for_each(|run| run.open = false);
        self.onsets.iter_mut().for_each(|onset| onset.open = false);
        self.counters.clear();
    }

    /// The charge that a unit is making.
    fn run(&mut self, unit: UnitId) -> &mut Run {
        let known = self
            .runs
            .iter()
            .rposition(|run| run.open && run.unit == unit);
        let at = known.unwrap_or_else(|| {
            self.runs.push(Run {
                unit,
                end: None,
                open: true,
            });
            self.runs.len() - 1
        });
        &mut self.runs[at]
    }

    fn known(&mut self, by: UnitId, target: UnitId) -> Option<&mut Onset> {
        let mut onsets = self.onsets.iter_mut();
        onsets.find(|onset| onset.open && (onset.by, onset.target) == (by, target))
    }

    /// The charge of one unit on another.
    fn onset(&mut self, by: UnitId, target: UnitId) -> &mut Onset {
        let same = |onset: &Onset| onset.open && (onset.by, onset.target) == (by, target);
        let at = self.onsets.iter().position(same).unwrap_or_else(|| {
            self.onsets.push(Onset {
                by,
                target,
                end: None,
                open: true,
            });
            self.onsets.len() - 1
        });
        &mut self.onsets[at]
    }

    fn chargers_of(&self, unit: UnitId) -> impl Iterator<Item = UnitId> {
        let onsets = self.onsets.iter();
        onsets
            .filter(move |onset| onset.open && onset.target == unit && onset.end.is_none())
            .map(|onset| onset.by)
    }

    /// A charge under way ends so, unless it has ended otherwise before.
    fn end_run(&mut self, unit: UnitId, end: ChargeEnd) {
        let mut runs = self.runs.iter_mut();
        if let Some(run) = runs.find(|run| run.open && run.unit == unit) {
            run.end.get_or_insert(end);
        }
    }

    fn end_onset(&mut self, by: UnitId, target: UnitId, end: Stand) {
        if let Some(onset) = self.known(by, target) {
            onset.end.get_or_insert(end);
        }
    }

    /// The same for everybody whom a unit charges.
    fn end_onsets_of(&mut self, by: UnitId, end: Stand) {
        for onset in self.onsets.iter_mut().filter(|onset| onset.open) {
            if onset.by == by {
                onset.end.get_or_insert(end);
            }
        }
    }

    /// A unit has seen another charge it.
    fn feared(&mut self, by: UnitId, unit: UnitId, shrinks: bool) {
        if self.counters.contains(&(by, unit)) {
            if shrinks {
                self.end_run(unit, ChargeEnd::CameApart);
                self.end_onset(unit, by, Stand::SawItBreak);
            }
            return;
        }
        let onset = self.onset(by, unit);
        if shrinks {
            onset.end.get_or_insert(Stand::GaveWay);
            self.run(by).end.get_or_insert(ChargeEnd::ScaredOff);
        }
    }

    fn came_apart(&mut self, unit: UnitId) {
        self.end_run(unit, ChargeEnd::CameApart);
        self.end_onsets_of(unit, Stand::SawItBreak);
    }

    /// One of the two has driven the other off after a charge that stopped short.
    fn shot_it_out(&mut self, by: UnitId, unit: UnitId) -> bool {
        let stopped = |run: &Run| run.open && run.end == Some(ChargeEnd::Stopped) && run.unit == by;
        if self.runs.iter().any(stopped) && self.known(by, unit).is_some() {
            self.run(by).end = Some(ChargeEnd::ShotOff);
            self.onset(by, unit).end = Some(Stand::GaveWay);
            return true;
        }
        let stopped =
            |run: &Run| run.open && run.end == Some(ChargeEnd::Stopped) && run.unit == unit;
        if self.runs.iter().any(stopped) && self.known(unit, by).is_some() {
            self.run(unit).end = Some(ChargeEnd::ThrownBack);
            return true;
        }
        false
    }

    /// Two lead units have met. Whoever was charged and stands by the one that is met shares in it.
    fn met(
        &mut self,
        attacker: UnitId,
        defender: UnitId,
        supports: &[UnitId],
        result: ImpactResult,
    ) {
        let (end, stand) = match (result.outcome, result.winner) {
            (ImpactOutcome::StoppedShort, _) => (ChargeEnd::Stopped, Stand::Held),
            (_, ImpactWinner::Tie) => (ChargeEnd::Fought, Stand::Fought),
            (_, ImpactWinner::Defender) => (ChargeEnd::ThrownBack, Stand::Held),
            (ImpactOutcome::Surrender, _) => (ChargeEnd::TookMen, Stand::Taken),
            (ImpactOutcome::GunsLost, _) => (ChargeEnd::TookGuns, Stand::Taken),
            (_, ImpactWinner::Attacker) => (ChargeEnd::ThrewBack, Stand::GaveWay),
        };
        self.run(attacker).end = Some(end);
        self.onset(attacker, defender).end = Some(stand);
        for &unit in supports {
            if let Some(onset) = self.known(attacker, unit) {
                onset.end = Some(stand);
            }
        }
    }
}
