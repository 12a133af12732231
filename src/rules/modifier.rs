//! The arithmetic behind every answer.

use serde::Serialize;

use super::RuleId;

/// Why a modifier did not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Two of its sign weighed more.
    TwoAndTwo,
    /// It cannot be combined with a farm or village.
    VillageAlone,
}

/// One modifier with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Modifier {
    /// What it is for, in a few words.
    pub what: &'static str,
    /// What it is worth.
    pub value: i32,
    /// Whether it counted, or was cut off.
    pub counted: bool,
    /// Why it did not count, if it did not.
    #[serde(skip)]
    pub cut: Option<Cut>,
    /// The rule it comes from.
    pub rule: RuleId,
    /// Whether the two-and-two limit applies to it.
    #[serde(skip)]
    pub limited: bool,
}

impl Modifier {
    fn count(&mut self, counted: bool, otherwise: Cut) {
        self.counted = counted;
        self.cut = (!counted).then_some(otherwise);
    }
}

/// The modifiers of one fire or one check. Those worth nothing are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Modifiers(Vec<Modifier>);

/// How many of each sign the limit lets through.
const LIMIT: usize = 2;

impl Modifiers {
    /// With room for an ordinary situation.
    pub fn new() -> Self {
        Self(Vec::with_capacity(12))
    }

    /// Adds a modifier that always counts.
    pub fn add(&mut self, what: &'static str, value: i32, rule: RuleId) {
        self.push(what, value, rule, false);
    }

    /// Adds a modifier of which only the two best and the two worst count.
    pub fn add_limited(&mut self, what: &'static str, value: i32, rule: RuleId) {
        self.push(what, value, rule, true);
    }

    /// Adds a modifier that always counts, before all others.
    pub(super) fn add_first(&mut self, what: &'static str, value: i32, rule: RuleId) {
        self.add(what, value, rule);
        if value != 0 {
            self.0.rotate_right(1);
        }
    }

    fn push(&mut self, what: &'static str, value: i32, rule: RuleId, limited: bool) {
        if value != 0 {
            self.0.push(Modifier {
                what,
                value,
                counted: true,
                cut: None,
                rule,
                limited,
            });
        }
    }

    /// Lets only the two lowest and the two highest of the limited ones count.
    pub fn limit_two_and_two(&mut self) {
        self.keep_extreme(|modifier| -modifier.value);
        self.keep_extreme(|modifier| modifier.value);
    }

    /// Among the limited ones whose weight is positive, counts the two heaviest.
    fn keep_extreme(&mut self, weight: impl Fn(&Modifier) -> i32) {
        let mut kept = [(0, usize::MAX); LIMIT];
        for (at, modifier) in self.0.iter().enumerate() {
            let mut candidate = (weight(modifier), at);
            if !modifier.limited || candidate.0 <= 0 {
                continue;
            }
            for place in &mut kept {
                if candidate.0 > place.0 {
                    std::mem::swap(place, &mut candidate);
                }
            }
        }
        for (at, modifier) in self.0.iter_mut().enumerate() {
            if modifier.limited && weight(modifier) > 0 {
                let counted = kept.iter().any(|&(_, keep)| keep == at);
                modifier.count(counted, Cut::TwoAndTwo);
            }
        }
    }

    /// Drops every limited benefit except the one named: a village stands alone.
    pub(super) fn keep_only_benefit(&mut self, what: &'static str) {
        for modifier in &mut self.0 {
            if modifier.limited && modifier.value < 0 {
                modifier.count(modifier.what == what, Cut::VillageAlone);
            }
        }
    }

    /// Counts the two best limited benefits other than the one named.
    pub(super) fn count_two_best_except(&mut self, what: &'static str) {
        self.keep_extreme(|modifier| {
            if modifier.what == what {
                0
            } else {
                -modifier.value
            }
        });
    }

    /// Drops a village that stands alone for the better benefits of others.
    pub(super) fn drop(&mut self, what: &'static str) {
        for modifier in &mut self.0 {
            if modifier.what == what {
                modifier.count(false, Cut::VillageAlone);
            }
        }
    }

    /// The sum of what counted.
    pub fn sum(&self) -> i32 {
        self.iter().filter(|m| m.counted).map(|m| m.value).sum()
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = &Modifier> {
        self.0.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing modifies anything.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
