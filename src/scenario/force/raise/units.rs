//! Which regiments and batteries the computer takes for its points.

use rand::Rng;

use super::super::file::ForceUnit;
use super::super::names::NamePool;
use super::super::options::Offer;
use super::terms::Terms;
use super::{Manner, Recruiter};
use crate::rules::muster::{Demand, MusterArm, MusterPart, Period};
use crate::rules::{CavalryWeapon, Gun, InfantryWeapon, Quality, Side};

impl Recruiter<'_> {
    /// How gladly a unit is taken.
    fn weight(&self, offer: &Offer) -> u32 {
        let unit = &offer.unit;
        let early = self.of.0 == Period::UpTo1863;
        let south = self.of.1 == Side::Confederate;
        let weapon = match unit.arm {
            MusterArm::Infantry(weapon) => match weapon {
                InfantryWeapon::RifleMusket => 40,
                InfantryWeapon::SmoothboreMusket | InfantryWeapon::MixedMuskets if early => {
                    if south { 8 } else { 4 }
                }
                InfantryWeapon::OldFlintlock if early => 1,
                InfantryWeapon::SmoothboreMusket
                | InfantryWeapon::MixedMuskets
                | InfantryWeapon::OldFlintlock => 0,
                _ if early || south => 0,
                _ => 2,
            },
            MusterArm::Cavalry(weapon) => match weapon {
                CavalryWeapon::MuzzleloadingCarbine | CavalryWeapon::MixedWeapons => {
                    if south {
                        20
                    } else {
                        4
                    }
                }
                CavalryWeapon::RepeatingCarbine => 5,
                _ => {
                    if south {
                        3
                    } else {
                        20
                    }
                }
            },
            MusterArm::Artillery(gun) => match gun {
                Gun::Napoleon => 20,
                Gun::Mixed => {
                    if south {
                        20
                    } else {
                        2
                    }
                }
                Gun::SixPounder | Gun::Howitzer12 => {
                    if early {
                        5
                    } else {
                        1
                    }
                }
                _ => 10,
            },
        };
        if self.manner == Manner::Random {
            return weapon.max(1);
        }
        let quality = match (self.manner, unit.quality) {
            (Manner::Attack, Quality::Elite) => 4,
            (Manner::Attack, Quality::Veteran) => 8,
            (Manner::Attack, Quality::Trained) => 4,
            (Manner::Attack, Quality::Green) => 1,
            (_, Quality::Elite) => 1,
            (_, Quality::Veteran) => 6,
            (_, Quality::Trained) => 8,
            (_, Quality::Green) => 2,
        };
        let large = match (self.manner, unit.strength) {
            (Manner::Attack, 8..) => 4,
            (Manner::Attack, 6) => 3,
            (Manner::Defence, 6 | 8) => 4,
            _ => 2,
        };
        let sharp = if unit.sharpshooter { 1 } else { 30 };
        weapon * quality * large * sharp
    }

    /// One of the offers that pass, by their weight.
    fn choose(&mut self, pass: impl Fn(&Offer) -> bool) -> Option<Offer> {
        let fit: Vec<(Offer, u32)> = self
            .offers
            .iter()
            .filter(|offer| pass(offer))
            .map(|offer| (*offer, self.weight(offer)))
            .filter(|(_, weight)| *weight > 0)
            .collect();
        let all: u64 = fit.iter().map(|(_, weight)| u64::from(*weight)).sum();
        if all == 0 {
            return None;
        }
        let mut at = u64::from(self.chance.next_u32()) % all;
        for (offer, weight) in fit {
            if at < u64::from(weight) {
                return Some(offer);
            }
            at -= u64::from(weight);
        }
        None
    }

    /// So many regiments for so many points, as good as these buy.
    pub(super) fn regiments(
        &mut self,
        count: usize,
        budget: u32,
        terms: &Terms,
        cavalry: bool,
    ) -> Option<Vec<Offer>> {
        let arm = move |offer: &Offer| {
            let unit = &offer.unit;
            !unit.is_battery() && unit.is_cavalry() == cavalry
        };
        let own = self.offers.iter().filter(|offer| arm(offer));
        let cheapest = own.map(|offer| offer.cost).min()?;
        let mut musts = terms.musts();
        let mut units: Vec<Offer> = Vec::new();
        let mut left = budget;
        while units.len() < count {
            let later = (count - units.len() - 1) as u32 * cheapest.max(4);
            let most = left.checked_sub(later)?;
            // The first are those that there must be.
            let must = musts.iter_mut().find(|(least, _)| *least > 0).map(|must| {
                must.0 -= 1;
                must.1.clone()
            });
            let even = left / (count - units.len()) as u32 + 3;
            let so_far = units.clone();
            let offer = self.choose(|offer| {
                let mut with = so_far.clone();
                with.push(*offer);
                arm(offer)
                    && offer.cost <= most.min(even)
                    && must
                        .as_ref()
                        .is_none_or(|of| of.contains(&offer.unit.quality))
                    && terms.may(&with)
            })?;
            left -= offer.cost;
            units.push(offer);
        }
        // What is left buys something better.
        for _ in 0..24 {
            if left == 0 {
                break;
            }
            let at = self.below(units.len());
            let (so_far, now) = (units.clone(), units[at]);
            let better = self.choose(|offer| {
                if !arm(offer) || offer.cost <= now.cost || offer.cost > now.cost + left {
                    return false;
                }
                let mut with = so_far.clone();
                with[at] = *offer;
                terms.may(&with) && terms.has_all(&with)
            });
            if let Some(better) = better {
                left -= better.cost - now.cost;
                units[at] = better;
            }
        }
        Some(units)
    }

    pub(super) fn battery_range(&self, part: &MusterPart, usual: (usize, usize)) -> (usize, usize) {
        let asked = part.demands.iter().find_map(|demand| match demand {
            Demand::Batteries { least, most, .. } => Some((*least, *most)),
            _ => None,
        });
        asked.unwrap_or(usual)
    }

    /// So many batteries for so many points.
    pub(super) fn batteries(
        &mut self,
        part: &MusterPart,
        count: usize,
        budget: u32,
    ) -> Option<Vec<Offer>> {
        let shape = &self.rules.muster.batteries;
        let (least, most) = match self.of.1 {
            Side::Union => shape.union_sections,
            Side::Confederate => shape.confederate_sections,
        };
        let wanted = part.demands.iter().find_map(|demand| match demand {
            Demand::Batteries { gun, .. } => *gun,
            _ => None,
        });
        let none: Vec<Quality> = part
            .demands
            .iter()
            .filter_map(|demand| match demand {
                Demand::No(of) => Some(of.clone()),
                _ => None,
            })
            .flatten()
            .collect();
        let mut left = budget;
        let mut units = Vec::new();
        for number in 0..count {
            let later = (count - number - 1) as u32 * 3;
            let even = left / (count - number) as u32 + 2;
            let room = left.checked_sub(later)?.min(even);
            let offer = self.choose(|offer| {
                let unit = &offer.unit;
                unit.is_battery()
                    && (least..=most).contains(&unit.strength)
                    && offer.cost <= room
                    && !none.contains(&unit.quality)
                    && wanted.is_none_or(|gun| unit.arm == MusterArm::Artillery(gun))
            })?;
            left -= offer.cost;
            units.push(offer);
        }
        Some(units)
    }

    /// Regiments that cards may bring.
    pub(super) fn reserves(&mut self, points: u32, pool: &mut NamePool) -> Vec<ForceUnit> {
        let home = pool.home();
        let seasoned = self.of == (Period::Y1865, Side::Confederate);
        let (mut left, mut units) = (points, Vec::new());
        while let Some(offer) = self.choose(|offer| {
            let unit = &offer.unit;
            matches!(unit.arm, MusterArm::Infantry(_))
                && offer.cost <= left.min(12)
                && !unit.sharpshooter
                && !unit.has_repeaters()
                && (!seasoned || unit.quality.is_seasoned())
        }) {
            left -= offer.cost;
            units.push(ForceUnit::fresh(pool.infantry(home), offer.unit));
        }
        units
    }
}
