//! What was worked out once and still holds. No part of the state: with or without it every answer
//! is the same.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use bevy::math::Vec2;

use super::Walks;
use crate::army::{Fact, Formation, LeaderId, UnitId};
use crate::field::Placement;
use crate::field::geometry::Bounds;
use crate::field::moves::Leg;
use crate::field::stand::Muster;
use crate::rules::cover::CoverSet;
use crate::rules::fire::{FireTerms, Refusal};
use crate::rules::{Ground, Unit, Weather};

/// Whether anything is remembered at all; a test turns it off to compare.
static REMEMBERS: AtomicBool = AtomicBool::new(true);

/// Turns all memories of all situations on or off. For tests that compare both.
pub fn remember(on: bool) {
    REMEMBERS.store(on, Ordering::Relaxed);
}

/// What is known of the ground a unit stands on, as long as it stands there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Under {
    /// The ground at the middle of its front.
    pub ground: Ground,
    /// The cover of the areas it stands in.
    pub cover: CoverSet,
    /// It stands in a railroad cut that the scenario has rules for.
    pub in_cut: bool,
}

/// One unit's memory: for which place and values it holds.
type Stood = Option<((Placement, Unit), Under)>;

/// The memory of one situation, or for a while of two that are the same.
#[derive(Default)]
pub(super) struct Memory {
    inner: Arc<Mutex<Inner>>,
}

#[derive(Clone, Default)]
struct Inner {
    /// Who sees whom, row by row, and after how many changes that was found; `None` is not known.
    seen: Vec<Option<(u32, bool)>>,
    /// Who has stood otherwise, in order, and on what ground before and after.
    changes: Vec<(UnitId, Bounds)>,
    /// Who stands beside whom, row by row: 0 is not known.
    beside: Vec<u8>,
    under: Vec<Stood>,
    /// The last move that was checked, and what came of it: it is often carried out next.
    walks: Option<(Steps, Result<Walks, Refusal>)>,
    /// How far units would charge, for which place, values and direction.
    carried: Vec<Option<(Charger, f32)>>,
    /// Whether leaders see others over the ground, for which two places.
    eyes: HashMap<(LeaderId, UnitId), ((Vec2, Vec2), bool)>,
    /// Terms of ordinary fires of single units, until anything happens to them.
    fires: HashMap<(UnitId, UnitId), Arc<Result<FireTerms, Refusal>>>,
    /// Whom each unit could charge, until anything happens.
    charges: Vec<Option<Ways>>,
}

/// Enemies that could be charged, each with the directions and the inches to him.
pub(super) type Ways = Arc<[(UnitId, [Option<(Vec2, f32)>; 2])]>;

/// All that decides how far a unit charges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Charger {
    pub at: Placement,
    pub unit: Unit,
    pub muster: Muster,
    pub horses: u32,
    pub leader: i32,
    pub way: Vec2,
    pub weather: Weather,
}

/// A move as it is asked for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Steps {
    pub units: Vec<UnitId>,
    pub form: Option<Formation>,
    pub form_last: bool,
    pub legs: Vec<Leg>,
}

/// So many changes are remembered, then all is forgotten.
const MOST_CHANGES: usize = 4096;

/// So many changes back what was seen is looked at again rather than worked out anew.
const LOOK_BACK: usize = 64;

impl Inner {
    /// What was seen, if it still holds.
    fn still_seen(
        &mut self,
        at: usize,
        (one, other): (UnitId, UnitId),
        between: Bounds,
    ) -> Option<bool> {
        let (then, seen) = (*self.seen.get(at)?)?;
        let since = self.changes.get(then as usize..)?;
        let holds = since.len() <= LOOK_BACK
            && since
                .iter()
                .all(|(unit, ground)| *unit != one && *unit != other && !ground.touches(between));
        if holds {
            self.seen[at] = Some((self.changes.len() as u32, seen));
        }
        holds.then_some(seen)
    }

    /// Nobody looks back so far; what was found before that is not known any more.
    fn trim(&mut self) {
        let old = self.changes.len().saturating_sub(LOOK_BACK);
        if old == 0 {
            return;
        }
        self.changes.drain(..old);
        for seen in &mut self.seen {
            *seen = seen.and_then(|(then, seen)| Some((then.checked_sub(old as u32)?, seen)));
        }
    }

    /// Whoever stands otherwise than before has other neighbours.
    fn forget_beside(&mut self, units: usize, unit: UnitId) {
        if self.beside.is_empty() {
            return;
        }
        let row = unit.0 as usize;
        self.beside[row * units..(row + 1) * units].fill(0);
        for other in 0..units {
            self.beside[other * units + row] = 0;
        }
    }
}

/// Whether a fact is only noted down: nobody walks, fires or charges otherwise for it.
fn is_noted(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Turn { .. }
            | Fact::PlayerTurnOver { .. }
            | Fact::Command { .. }
            | Fact::Grouped { .. }
            | Fact::Activated { .. }
            | Fact::Spent { .. }
            | Fact::StillToFire { .. }
            | Fact::FellOut { .. }
            | Fact::Exhausted { .. }
            | Fact::ActivationOver
            | Fact::Reacted { .. }
            | Fact::Instructed { .. }
            | Fact::LetPass { .. }
            | Fact::Held { .. }
            | Fact::Strode { .. }
            | Fact::Closing { .. }
            | Fact::Resolving { .. }
            | Fact::FellShort { .. }
            | Fact::Caught { .. }
            | Fact::StoppedShort { .. }
            | Fact::Repulsed { .. }
            | Fact::Tested { .. }
            | Fact::Delayed { .. }
            | Fact::WorkBegun { .. }
            | Fact::Working { .. }
            | Fact::Worked { .. }
            | Fact::WorkDropped { .. }
            | Fact::WorkDone { .. }
            | Fact::WorksStruck { .. }
    )
}

impl Clone for Memory {
    /// A copy remembers nothing: it goes its own way.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Memory {
    /// The same memory, for a situation that is the same.
    pub fn shared(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
        }
    }

    /// All that is known by now, for one that goes its own way from here.
    pub fn copied(&self) -> Self {
        let Ok(mut inner) = self.inner.lock() else {
            return Self::default();
        };
        inner.trim();
        Self {
            inner: Arc::new(Mutex::new(inner.clone())),
        }
    }

    /// The ground is not what it was.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Something has happened.
    pub fn hear(
        &mut self,
        units: usize,
        fact: &Fact,
        changed: &[(UnitId, Bounds)],
        fires_as_before: impl Fn(UnitId, UnitId) -> bool,
    ) {
        let Ok(mut inner) = self.inner.lock() else {
            return;
        };
        let inner = &mut *inner;
        if !is_noted(fact) {
            inner.walks = None;
            inner.charges.clear();
            inner
                .fires
                .retain(|pair, _| fires_as_before(pair.0, pair.1));
        }
        if inner.changes.len() > MOST_CHANGES {
            inner.changes.clear();
            inner.seen.clear();
        }
        for &(unit, ground) in changed {
            inner.changes.push((unit, ground));
            inner.forget_beside(units, unit);
        }
    }

    /// What comes of a move, worked out if it is not the one that was just asked for.
    pub fn walks(
        &self,
        steps: Steps,
        work_out: impl FnOnce() -> Result<Walks, Refusal>,
    ) -> Result<Walks, Refusal> {
        if !REMEMBERS.load(Ordering::Relaxed) {
            return work_out();
        }
        if let Ok(inner) = self.inner.lock()
            && let Some((known, walks)) = &inner.walks
            && *known == steps
        {
            return walks.clone();
        }
        let walks = work_out();
        if let Ok(mut inner) = self.inner.lock() {
            inner.walks = Some((steps, walks.clone()));
        }
        walks
    }

    /// On what terms one fires at another, worked out if it is not known.
    pub fn fire(
        &self,
        pair: (UnitId, UnitId),
        work_out: impl FnOnce() -> Result<FireTerms, Refusal>,
    ) -> Result<FireTerms, Refusal> {
        if !REMEMBERS.load(Ordering::Relaxed) {
            return work_out();
        }
        if let Ok(inner) = self.inner.lock()
            && let Some(known) = inner.fires.get(&pair)
        {
            return known.as_ref().clone();
        }
        let terms = work_out();
        if let Ok(mut inner) = self.inner.lock() {
            inner.fires.insert(pair, Arc::new(terms.clone()));
        }
        terms
    }

    /// Whom a unit could charge, worked out if it is not known.
    pub fn charges(&self, units: usize, unit: UnitId, work_out: impl FnOnce() -> Ways) -> Ways {
        if !REMEMBERS.load(Ordering::Relaxed) {
            return work_out();
        }
        let number = unit.0 as usize;
        if let Ok(inner) = self.inner.lock()
            && let Some(Some(known)) = inner.charges.get(number)
        {
            return Arc::clone(known);
        }
        let ways = work_out();
        if let Ok(mut inner) = self.inner.lock() {
            if inner.charges.is_empty() {
                inner.charges.resize(units, None);
            }
            inner.charges[number] = Some(Arc::clone(&ways));
        }
        ways
    }

    /// Whether a leader sees somebody over the ground alone, worked out if one of them has moved
    /// since.
    pub fn eyes(
        &self,
        pair: (LeaderId, UnitId),
        places: (Vec2, Vec2),
        work_out: impl FnOnce() -> bool,
    ) -> bool {
        if !REMEMBERS.load(Ordering::Relaxed) {
            return work_out();
        }
        if let Ok(inner) = self.inner.lock()
            && let Some((known, seen)) = inner.eyes.get(&pair)
            && *known == places
        {
            return *seen;
        }
        let seen = work_out();
        if let Ok(mut inner) = self.inner.lock() {
            inner.eyes.insert(pair, (places, seen));
        }
        seen
    }

    /// How far a unit charges, worked out if it is not known.
    pub fn carried(
        &self,
        units: usize,
        id: UnitId,
        charger: Charger,
        work_out: impl FnOnce() -> f32,
    ) -> f32 {
        if !REMEMBERS.load(Ordering::Relaxed) {
            return work_out();
        }
        let number = id.0 as usize;
        if let Ok(inner) = self.inner.lock()
            && let Some(Some((known, inches))) = inner.carried.get(number)
            && *known == charger
        {
            return *inches;
        }
        let inches = work_out();
        if let Ok(mut inner) = self.inner.lock() {
            if inner.carried.is_empty() {
                inner.carried.resize(units, None);
            }
            inner.carried[number] = Some((charger, inches));
        }
        inches
    }

    /// Whether one stands beside the other, worked out if it is not known.
    pub fn beside(
        &self,
        units: usize,
        (one, other): (UnitId, UnitId),
        work_out: impl FnOnce() -> bool,
    ) -> bool {
        if !REMEMBERS.load(Ordering::Relaxed) {
            return work_out();
        }
        let at = one.0 as usize * units + other.0 as usize;
        if let Ok(inner) = self.inner.lock()
            && let Some(known @ 1..) = inner.beside.get(at)
        {
            return *known == 2;
        }
        let beside = work_out();
        if let Ok(mut inner) = self.inner.lock() {
            if inner.beside.is_empty() {
                inner.beside.resize(units * units, 0);
            }
            inner.beside[at] = 1 + u8::from(beside);
        }
        beside
    }

    /// Whether one sees the other, worked out if it is not known or somebody has come or gone
    /// `between` them since: nobody outside that box is in their way.
    pub fn sees(
        &self,
        units: usize,
        (one, other): (UnitId, UnitId),
        between: Bounds,
        work_out: impl FnOnce() -> bool,
    ) -> bool {
        if !REMEMBERS.load(Ordering::Relaxed) {
            return work_out();
        }
        let at = one.0 as usize * units + other.0 as usize;
        if let Ok(mut inner) = self.inner.lock()
            && let Some(seen) = inner.still_seen(at, (one, other), between)
        {
            return seen;
        }
        let seen = work_out();
        if let Ok(mut inner) = self.inner.lock() {
            if inner.seen.is_empty() {
                inner.seen.resize(units * units, None);
            }
            inner.seen[at] = Some((inner.changes.len() as u32, seen));
        }
        seen
    }

    /// What a unit stands on, worked out if it has moved or changed since.
    pub fn under(
        &self,
        units: usize,
        id: UnitId,
        at: (Placement, Unit),
        work_out: impl FnOnce() -> Under,
    ) -> Under {
        if !REMEMBERS.load(Ordering::Relaxed) {
            return work_out();
        }
        let number = id.0 as usize;
        if let Ok(inner) = self.inner.lock()
            && let Some(Some((known, under))) = inner.under.get(number)
            && *known == at
        {
            return *under;
        }
        let under = work_out();
        if let Ok(mut inner) = self.inner.lock() {
            if inner.under.is_empty() {
                inner.under.resize(units, None);
            }
            inner.under[number] = Some((at, under));
        }
        under
    }
}
