//! How probable each end of an impact is, outcome by outcome.

use super::{ImpactOutcome, ImpactTerms, ImpactWinner};
use crate::rules::dice::chance_of;
use crate::rules::{Named, Rules};

/// The chance of every outcome, for each who may have won.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImpactSpread([[f64; 7]; 3]);

impl ImpactSpread {
    /// The chance that this one wins so.
    pub fn of(&self, winner: ImpactWinner, outcome: ImpactOutcome) -> f64 {
        self.0[winner.index()][outcome.index()]
    }

    /// The chance that this one wins.
    pub fn won_by(&self, winner: ImpactWinner) -> f64 {
        self.0[winner.index()].iter().sum()
    }

    /// Everything that may happen, the best for the attacker first.
    pub fn lines(&self) -> Vec<(ImpactWinner, ImpactOutcome, f64)> {
        let mut lines = Vec::new();
        for &winner in ImpactWinner::ALL {
            let mut outcomes = ImpactOutcome::ALL.to_vec();
            if winner == ImpactWinner::Attacker {
                outcomes.reverse();
            }
            for outcome in outcomes {
                let chance = self.of(winner, outcome);
                if chance > 0.0 {
                    lines.push((winner, outcome, chance));
                }
            }
        }
        lines
    }

    /// Adds another spread that comes about with some chance.
    pub fn add(&mut self, other: &Self, chance: f64) {
        for (line, more) in self.0.iter_mut().zip(&other.0) {
            for (place, more) in line.iter_mut().zip(more) {
                *place += more * chance;
            }
        }
    }

    /// All of it with so much of its weight.
    pub fn times(mut self, factor: f64) -> Self {
        self.0.iter_mut().flatten().for_each(|one| *one *= factor);
        self
    }
}

impl Rules {
    /// The exact chance of every outcome of an impact.
    pub fn impact_spread(&self, terms: &ImpactTerms) -> ImpactSpread {
        let ahead = terms.attacker_value + terms.leaders.0 - terms.defender_value - terms.leaders.1;
        let mut spread = ImpactSpread::default();
        // Two dice less two dice lie as two dice and the complement of two: as four dice do.
        for rolled in 4..=24 {
            let result = self.impact_by(terms, ahead + rolled - 14);
            spread.0[result.winner.index()][result.outcome.index()] += chance_of(4, rolled);
        }
        spread
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::impact::{Impact, ImpactSide};
    use crate::rules::*;

    fn foot(strength: u32, morale: Morale) -> Unit {
        Unit {
            troops: Troops::Infantry {
                weapon: Some(InfantryWeapon::RifleMusket),
                formation: InfantryFormation::BattleLine,
            },
            side: Side::Union,
            quality: Quality::Veteran,
            strength,
            bearing: None,
            lost_sections: 0,
            stands: Stands { now: 2, full: 2 },
            morale,
            charging: false,
            traits: Traits::default(),
        }
    }

    #[test]
    fn the_spread_adds_up_to_the_odds() {
        let rules = Rules::book();
        for (own, his, morale) in [
            (8, 8, Morale::GoodOrder),
            (10, 4, Morale::Disorder),
            (4, 12, Morale::Shaken),
            (9, 6, Morale::Routed),
        ] {
            let (charger, stands) = (foot(own, Morale::GoodOrder), foot(his, morale));
            let sides = (ImpactSide::new(&charger), ImpactSide::new(&stands));
            let terms = rules.impact(&Impact::new(Scale::Mm15, sides.0, sides.1));
            let (odds, spread) = (rules.impact_odds(&terms), rules.impact_spread(&terms));
            let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-12);
            near(odds.attacker_wins, spread.won_by(ImpactWinner::Attacker));
            near(odds.tie, spread.won_by(ImpactWinner::Tie));
            near(odds.defender_wins, spread.won_by(ImpactWinner::Defender));
            near(spread.lines().iter().map(|(.., chance)| chance).sum(), 1.0);
            let melee = spread.of(ImpactWinner::Tie, ImpactOutcome::Melee);
            near(melee, odds.tie);
        }
    }
}
