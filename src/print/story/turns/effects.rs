//! What becomes of a unit, in words that fit its arm.

use super::Teller;
use crate::army::{Fate, UnitId};
use crate::print::story::scenes::{Effect, Manner};
use crate::print::words;
use crate::rules::Morale;

/// By what a unit is undone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    Fire,
    Steel,
}

impl Teller<'_> {
    /// Two figures fall; a section is wrecked.
    pub(super) fn fallen(&mut self, effect: &Effect) -> Option<String> {
        let guns = self.army().unit(effect.unit).is_artillery();
        if effect.lost > 0 {
            let verb = match (guns, effect.lost) {
                (true, 1) => "is wrecked",
                (true, _) => "are wrecked",
                (false, 1) => self.turns.pick(&["falls", "goes down", "is hit"]),
                (false, _) => self.turns.pick(&["fall", "go down", "are hit"]),
            };
            let lost = words::strength(self.army(), effect.unit, effect.lost);
            return Some(format!("{lost} {verb}"));
        }
        (effect.horses > 0).then(|| {
            let teams = words::count(effect.horses, "team of horses", "teams of horses");
            let verb = if effect.horses == 1 { "is" } else { "are" };
            format!("{teams} {verb} shot down")
        })
    }

    /// How a unit ends, as a verb.
    pub(super) fn end(&self, effect: &Effect, by: By) -> Option<&'static str> {
        let guns = self.army().unit(effect.unit).is_artillery();
        effect.gone.map(|fate| match (fate, by) {
            (Fate::Eliminated | Fate::GunsLost, By::Fire) if effect.wiped_out => {
                "is shot to pieces"
            }
            (Fate::Eliminated | Fate::GunsLost, By::Steel) if effect.wiped_out => {
                "is cut down to the last man"
            }
            (Fate::GunsLost, _) if guns && effect.after == Morale::Routed => "abandons its guns",
            (Fate::Surrendered, _) => self.yields(effect.unit),
            (Fate::Disintegrated, _) => "dissolves",
            (fate, _) => words::fate(fate),
        })
    }

    /// How a unit gives itself up, as a verb.
    pub(super) fn yields(&self, unit: UnitId) -> &'static str {
        if self.army().unit(unit).is_artillery() {
            "gives up its guns"
        } else {
            "lays down its arms"
        }
    }

    /// What became of a unit's order and place, as a verb.
    pub(super) fn turned(&mut self, effect: &Effect) -> Option<&'static str> {
        let (before, after) = (effect.before, effect.after);
        let pick = |ways: &[&'static str], teller: &mut Self| Some(teller.turns.pick(ways));
        if after < before {
            let ways = [
                "only steadies under it",
                "closes its ranks all the same",
                "pulls itself together under it",
            ];
            return pick(&ways, self);
        }
        let worse = after > before;
        match (after, effect.back) {
            (Morale::Routed, _) if worse => pick(
                &["breaks and runs", "goes to pieces and runs", "routs"],
                self,
            ),
            (Morale::Shaken, true) if worse => pick(
                &["falls back, shaken", "is driven back, badly shaken"],
                self,
            ),
            (Morale::Shaken, false) if worse => pick(&["is shaken", "wavers, badly shaken"], self),
            (Morale::Disorder, true) if worse => {
                pick(&["falls back in disorder", "recoils in disorder"], self)
            }
            (_, false) if worse => pick(&["is thrown into disorder", "loses its order"], self),
            (Morale::Shaken, true) => pick(&["falls back, as shaken as before"], self),
            (_, true) => pick(&["gives ground", "falls back a little"], self),
            (_, false) => None,
        }
    }

    /// What a fight has done to each of those in it: the lead, then the others.
    pub(super) fn suffered(&mut self, effects: &[Effect], by: By) -> Vec<String> {
        let mut parts = Vec::new();
        for effect in effects.iter().filter(|effect| effect.tells()) {
            let lost = (effect.lost > 0).then(|| {
                let lost = words::strength(self.army(), effect.unit, effect.lost);
                format!("loses {lost}")
            });
            let end = self.end(effect, by);
            let end = end.or_else(|| self.turned(effect)).map(str::to_owned);
            let deeds: Vec<_> = lost.into_iter().chain(end).collect();
            if !deeds.is_empty() {
                let who = self.the(effect.unit);
                parts.push(format!("{who} {}", words::list(&deeds)));
            }
        }
        parts
    }

    /// Many of them, and whether they are.
    pub(super) fn those(&self, units: &[UnitId]) -> (String, bool) {
        (self.all(units), units.len() > 1)
    }
}

/// Whether any of them sits in the saddle.
pub(super) fn on_horseback(manners: [Manner; 2]) -> bool {
    manners.contains(&Manner::Horse)
}
