//! What was worked out once and still holds. No part of the state: with or without it every answer
//! is the same.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::army::UnitId;
use crate::field::Placement;
use crate::rules::cover::CoverSet;
use crate::rules::{Ground, Unit};

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

/// The memory of one situation.
#[derive(Default)]
pub(super) struct Memory {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// Who sees whom, row by row, at this moment: 0 is not known.
    seen: Vec<u8>,
    under: Vec<Stood>,
}

impl Clone for Memory {
    /// A copy remembers nothing: it goes its own way.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Memory {
    /// Somebody has moved, formed, come or gone.
    pub fn forget_sight(&mut self) {
        if let Ok(inner) = self.inner.get_mut() {
            inner.seen.clear();
        }
    }

    /// Whether one sees the other, worked out if it is not known.
    pub fn sees(
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
            && let Some(known @ 1..) = inner.seen.get(at)
        {
            return *known == 2;
        }
        let seen = work_out();
        if let Ok(mut inner) = self.inner.lock() {
            if inner.seen.is_empty() {
                inner.seen.resize(units * units, 0);
            }
            inner.seen[at] = 1 + u8::from(seen);
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
