//! Results of a fire and their exact odds.

use super::range::Band;
use super::{FireTerms, ResultLine};
use crate::rules::Named;
use crate::rules::Rules;
use crate::rules::dice::{chance_at_least, chance_at_least_exploding};
use crate::rules::named::named;

named! {
    /// What a fire does, mildest first.
    pub enum FireResult: "fire result" {
        /// Nothing.
        None = "none",
        /// A morale check.
        Mc = "MC",
        /// A morale check with 1 more on the MMP.
        Mc1 = "1MC",
        /// A morale check with 2 more.
        Mc2 = "2MC",
        /// One figure or section lost, and a check.
        Hit1 = "1H",
        /// Two lost, and a check.
        Hit2 = "2H",
        /// Three lost, and a check.
        Hit3 = "3H",
        /// Four lost, and a check.
        Hit4 = "4H",
    }
}

impl FireResult {
    /// Figures or sections lost.
    ///
    /// Rules: `fire.result_hits`.
    pub fn hits(self) -> u32 {
        match self {
            Self::None | Self::Mc | Self::Mc1 | Self::Mc2 => 0,
            Self::Hit1 => 1,
            Self::Hit2 => 2,
            Self::Hit3 => 3,
            Self::Hit4 => 4,
        }
    }
}

/// How probable each result is, in the order of [`FireResult`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FireOdds([f64; 8]);

impl FireOdds {
    /// The chance of exactly that result.
    pub fn of(&self, result: FireResult) -> f64 {
        self.0[result.index()]
    }

    /// Every result with its chance.
    pub fn iter(&self) -> impl Iterator<Item = (FireResult, f64)> {
        FireResult::ALL.iter().copied().zip(self.0)
    }

    /// The chance that anybody is hit at all.
    pub fn any_hit(&self) -> f64 {
        self.iter()
            .filter(|(result, _)| result.hits() > 0)
            .map(|(_, chance)| chance)
            .sum()
    }

    /// Figures or sections lost on average.
    pub fn mean_hits(&self) -> f64 {
        self.iter()
            .map(|(result, chance)| f64::from(result.hits()) * chance)
            .sum()
    }
}

impl Rules {
    /// What a total does on a line of the results table.
    pub fn fire_result(&self, line: ResultLine, total: i32) -> FireResult {
        let reached = self
            .thresholds(line)
            .iter()
            .filter(|&&first| total >= first)
            .count();
        FireResult::ALL[reached]
    }

    /// The n of the check that a result brings; `None` where there is no check.
    ///
    /// Rules: `fire.result_mc`, `fire.result_hits`, `morale.when_fire`.
    pub fn check_after(&self, result: FireResult) -> Option<u32> {
        match result {
            FireResult::None => None,
            FireResult::Mc => Some(0),
            FireResult::Mc1 => Some(1),
            FireResult::Mc2 => Some(2),
            hits => Some(self.fire.hit_checks[hits.hits() as usize - 1]),
        }
    }

    /// The exact odds of a fire.
    pub fn fire_odds(&self, terms: &FireTerms) -> FireOdds {
        let fixed = terms.firepower + terms.drm;
        let at_least = |total: i32| {
            let needed = total - fixed;
            if terms.band == Band::Desperation {
                chance_at_least_exploding(needed)
            } else {
                chance_at_least(terms.dice, needed)
            }
        };
        let mut odds = [0.0; 8];
        let mut above = 0.0;
        for (place, first) in self.thresholds(terms.line).into_iter().enumerate().rev() {
            let reached = at_least(first);
            odds[place + 1] = reached - above;
            above = reached;
        }
        odds[0] = 1.0 - above;
        FireOdds(odds)
    }

    fn thresholds(&self, line: ResultLine) -> [i32; 7] {
        match line {
            ResultLine::Infantry => &self.fire.results.infantry,
            ResultLine::Artillery => &self.fire.results.artillery,
            ResultLine::Cavalry => &self.fire.results.cavalry,
        }
        .thresholds()
    }
}

impl FireTerms {
    /// The total of a roll.
    pub fn total(&self, dice: &[u8]) -> i32 {
        let rolled: i32 = dice.iter().map(|&die| i32::from(die)).sum();
        self.firepower + self.drm + rolled
    }

    /// Whether these are the dice of this fire: desperation fire rolls a 6 once more.
    ///
    /// Rules: `fire.desperation`.
    pub fn fits(&self, dice: &[u8]) -> bool {
        if self.band == Band::Desperation {
            matches!(dice, [1..=5] | [6, 1..=6])
        } else {
            dice.len() == self.dice as usize && dice.iter().all(|die| (1..=6).contains(die))
        }
    }
}
