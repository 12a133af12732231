//! How long somebody may think, and how he is called off.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

/// How much is tried out before a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// Battles that are played on for one decision at most.
    pub playouts: u32,
    /// No more time than this for one activation. It only caps the playouts: without it the same
    /// battle gives the same answers on any machine.
    pub at_most: Option<Duration>,
    /// Whoever answers at once tells what he thought; whoever thinks aside always does.
    pub told: bool,
}

impl Thinking {
    /// About a tenth of a second for a decision.
    pub const PLAYOUTS: u32 = 24;
    /// What an activation may take where somebody waits for it.
    pub const PATIENT: Duration = Duration::from_secs(1);

    /// As usual, where somebody waits at the window.
    pub fn waited_for() -> Self {
        Self {
            at_most: Some(Self::PATIENT),
            ..Self::default()
        }
    }
}

impl Default for Thinking {
    fn default() -> Self {
        Self {
            playouts: Self::PLAYOUTS,
            at_most: None,
            told: false,
        }
    }
}

/// What whoever thinks is held by: he looks at it often, stops when he is called off, and says how
/// far he is.
#[derive(Clone, Debug, Default)]
pub struct Leash {
    off: Arc<AtomicBool>,
    thousandths: Arc<AtomicU32>,
}

impl Leash {
    /// Nobody waits for the answer any more.
    pub fn call_off(&self) {
        self.off.store(true, Ordering::Relaxed);
    }

    /// Whether he has been called off: any answer will do, at once.
    pub fn is_off(&self) -> bool {
        self.off.load(Ordering::Relaxed)
    }

    /// So much of it is thought through, from 0 to 1.
    pub fn tell(&self, part: f32) {
        let thousandths = (part.clamp(0.0, 1.0) * 1000.0) as u32;
        self.thousandths.store(thousandths, Ordering::Relaxed);
    }

    /// How much of it is thought through, from 0 to 1.
    pub fn told(&self) -> f32 {
        self.thousandths.load(Ordering::Relaxed) as f32 / 1000.0
    }
}
