//! What the demands of a scenario say about the regiments of a brigade.

use super::super::options::Offer;
use crate::rules::muster::{Demand, Period};
use crate::rules::{Quality, Side};

/// What the demands of a part say about qualities and numbers.
pub(super) struct Terms<'a> {
    pub demands: &'a [Demand],
    pub period: Period,
    pub side: Side,
    pub any_quality: bool,
    pub repeaters: usize,
}

impl Terms<'_> {
    /// Whether a brigade may have these regiments, more perhaps to come.
    pub fn may(&self, units: &[Offer]) -> bool {
        let count = |is: &dyn Fn(&Offer) -> bool| units.iter().filter(|one| is(one)).count();
        let of = |offer: &Offer, qualities: &[Quality]| qualities.contains(&offer.unit.quality);
        let extreme = [Quality::Elite, Quality::Green];
        let late = self.period == Period::Y1865 && self.side == Side::Confederate;
        let good = self.demands.iter().all(|demand| match demand {
            Demand::No(bad) => count(&|one| of(one, bad)) == 0,
            Demand::Only(only) => count(&|one| !of(one, only)) == 0,
            Demand::AtMost { units, of: some } => count(&|one| of(one, some)) <= *units,
            _ => true,
        });
        good && (self.any_quality || count(&|one| of(one, &extreme)) <= 2)
            && count(&|one| one.unit.sharpshooter) <= 1
            && count(&|one| one.unit.has_repeaters()) <= self.repeaters
            && !(late && count(&|one| !one.unit.quality.is_seasoned()) > 0)
    }

    /// How many of each kind of quality a brigade must have.
    pub fn musts(&self) -> Vec<(usize, Vec<Quality>)> {
        let mut musts: Vec<_> = self
            .demands
            .iter()
            .filter_map(|demand| match demand {
                Demand::AtLeast { units, of, .. } => Some((*units, of.clone())),
                _ => None,
            })
            .collect();
        if self.period == Period::Y1865 && self.side == Side::Union {
            musts.push((2, vec![Quality::Green, Quality::Trained]));
        }
        musts
    }

    /// Whether a whole brigade has what it must.
    pub fn has_all(&self, units: &[Offer]) -> bool {
        self.musts().iter().all(|(least, of)| {
            let has = units.iter().filter(|one| of.contains(&one.unit.quality));
            has.count() >= *least
        })
    }
}
