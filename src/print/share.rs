//! Shares and how sure they are.

use serde_json::{Value, json};

/// A share with its 95 % interval (Wilson).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// What was won; a draw is half of one.
    pub won: f64,
    /// Of how many.
    pub of: usize,
}

impl Share {
    /// The share.
    pub fn share(self) -> f64 {
        self.won / self.of.max(1) as f64
    }

    /// Where it lies with 95 % certainty.
    pub fn interval(self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        let (n, z) = (self.of as f64, 1.96);
        let share = self.share();
        let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half =
            z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    /// How wide that is.
    pub fn width(self) -> f64 {
        let (low, high) = self.interval();
        high - low
    }

    /// For programs.
    pub fn json(self) -> Value {
        let (low, high) = self.interval();
        json!({ "share": self.share(), "low": low, "high": high, "games": self.of })
    }

    /// For people.
    pub fn percent(self) -> String {
        let (low, high) = self.interval();
        let [share, low, high] = [self.share(), low, high].map(|share| 100.0 * share);
        format!("{share:.1} % ({low:.0} to {high:.0} %)")
    }
}
