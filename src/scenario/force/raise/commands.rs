//! Brigades, divisions and corps as the computer makes them up.

use super::super::file::{ForceCommand, ForceLeader, ForceUnit};
use super::super::options::Offer;
use super::{Manner, Recruiter};
use crate::rules::Side;
use crate::rules::leader::Rank;
use crate::rules::muster::{Demand, Echelon, MusterLeader, MusterPart, MusterSpot, PartKind};

impl Recruiter<'_> {
    fn brigade(&mut self, part: &MusterPart, budget: u32) -> Option<ForceCommand> {
        let leader = self.leader(part, Rank::Brigade, budget);
        let terms = self.terms(part, false);
        let range = part.demands.iter().find_map(|demand| match demand {
            Demand::Regiments(least, most) => Some((*least, *most)),
            _ => None,
        });
        let (least, most) = range.unwrap_or(self.rules.muster.brigade.regiments);
        let points = budget.checked_sub(self.price(&leader))?;
        let musts: usize = terms.musts().iter().map(|(least, _)| least).sum();
        let afford = (points / 5) as usize;
        let most = most.min(afford.max(least)).max(least);
        let count = match self.manner {
            Manner::Random => self.between(least.max(musts.min(most)), most),
            // Regiments of about eight points each.
            Manner::Attack => ((points as usize + 4) / 9).clamp(least, most),
            Manner::Defence => ((points as usize + 3) / 7).clamp(least, most),
        };
        let units = self.regiments(count.max(musts.min(most)), points, &terms, false)?;
        Some(nameless(Echelon::Brigade, Some(leader), units))
    }

    fn brigade_limit(&self, part: &MusterPart) -> u32 {
        let usual = self.rules.muster.limits[self.of.0].brigade.of(self.of.1);
        let asked = part.demands.iter().find_map(|demand| match demand {
            Demand::BrigadePoints(most) => Some(*most),
            _ => None,
        });
        asked.unwrap_or(usual)
    }

    pub(super) fn lone_brigade(&mut self, part: &MusterPart, points: u32) -> Option<ForceCommand> {
        let (least, most) = self.battery_range(part, self.rules.muster.brigade.batteries);
        let count = match self.manner {
            Manner::Random => self.between(least, most.min(least + 2)),
            Manner::Attack => least,
            Manner::Defence => most.min(least + 1),
        };
        let guns = self.batteries(part, count, (points / 5).max(count as u32 * 5))?;
        let spent: u32 = guns.iter().map(|gun| gun.cost).sum();
        let limit = self.brigade_limit(part).max(points);
        let mut brigade = self.brigade(part, points.checked_sub(spent)?.min(limit))?;
        brigade.units.extend(guns.into_iter().map(unnamed));
        Some(brigade)
    }

    pub(super) fn cavalry_brigade(
        &mut self,
        part: &MusterPart,
        points: u32,
    ) -> Option<ForceCommand> {
        let (least, most) = self.battery_range(part, (0, 0));
        let count = self.between(least, most.min(least + 1));
        let guns = self.batteries(part, count, (points / 5).max(count as u32 * 6))?;
        let spent: u32 = guns.iter().map(|gun| gun.cost).sum();
        let budget = points.checked_sub(spent)?;
        let leader = self.leader(part, Rank::Brigade, budget);
        let terms = self.terms(part, true);
        let range = part.demands.iter().find_map(|demand| match demand {
            Demand::Regiments(least, most) => Some((*least, *most)),
            _ => None,
        });
        let fewest = self.rules.muster.cavalry_brigade.units;
        let (least, most) = range.unwrap_or((fewest, fewest + 3));
        let points = budget.checked_sub(self.price(&leader))?;
        let most = most.min(((points / 11) as usize).max(least)).max(least);
        let count = self.between(least, most);
        let units = self.regiments(count, points, &terms, true)?;
        let mut brigade = nameless(Echelon::Brigade, Some(leader), units);
        brigade.units.extend(guns.into_iter().map(unnamed));
        Some(brigade)
    }

    pub(super) fn division(&mut self, part: &MusterPart, points: u32) -> Option<ForceCommand> {
        let limits = &self.rules.muster.limits[self.of.0];
        let granted = part
            .points
            .filter(|_| part.kind == PartKind::Division)
            .unwrap_or(0);
        let limit = limits.division.of(self.of.1).max(granted);
        let reserve = limits.division_artillery.of(self.of.1);
        let leader = self.leader(part, Rank::Division, points);
        let asked = part.demands.iter().find_map(|demand| match demand {
            Demand::Brigades(least, most) => Some((*least, *most)),
            _ => None,
        });
        let (least, most) = asked.unwrap_or(self.rules.muster.division.brigades);
        let each = self.brigade_limit(part);
        let foot = points.checked_sub(self.price(&leader))?;
        // As many brigades as have something to do, and no more than can be paid.
        let afford = ((foot / 30) as usize).clamp(least, most);
        let needed = (foot.div_ceil(each + 12) as usize).clamp(least, afford);
        let brigades = match self.manner {
            Manner::Random => self.between(needed, afford),
            Manner::Attack | Manner::Defence => needed,
        };
        let shape = self.rules.muster.brigade.batteries;
        let usual = (shape.0 * brigades, shape.1 * brigades);
        let (fewest, many) = self.battery_range(part, usual);
        let guns_most = match self.manner {
            Manner::Attack => foot / 8,
            Manner::Defence => foot / 4,
            Manner::Random => foot / (4 + self.below(5) as u32),
        };
        let afford = ((guns_most / 6) as usize).clamp(fewest, many.min(fewest + 8));
        let count = match self.manner {
            Manner::Random => self.between(fewest, afford),
            Manner::Attack => fewest,
            Manner::Defence => afford,
        };
        let guns = self.batteries(part, count, guns_most.max(count as u32 * 5))?;
        let spent: u32 = guns.iter().map(|gun| gun.cost).sum();
        let most_foot = limit + spent.min(reserve);
        let mut left = points
            .min(most_foot)
            .checked_sub(spent + self.price(&leader))?;
        let mut commands = Vec::new();
        for number in 0..brigades {
            let share = left / (brigades - number) as u32;
            let brigade = self.brigade(part, share.min(each))?;
            let muster = brigade.muster();
            let top = MusterSpot::default();
            let (cost, _) = self.rules.command_cost(self.of, &muster, &top, true);
            left = left.checked_sub(cost)?;
            commands.push(brigade);
        }
        if !guns.is_empty() {
            commands.push(nameless(Echelon::GunBattalion, None, guns));
        }
        Some(ForceCommand {
            commands,
            ..nameless(Echelon::Division, Some(leader), Vec::new())
        })
    }

    pub(super) fn corps(&mut self, part: &MusterPart, points: u32) -> Option<ForceCommand> {
        let limits = &self.rules.muster.limits[self.of.0];
        let usual = limits.corps.map_or(points, |corps| corps.of(self.of.1));
        let points = points.min(usual);
        let leader = self.leader(part, Rank::Corps, points);
        let each = limits.division.of(self.of.1);
        // Guns of the corps, unless it is granted none.
        let (_, most_guns) = self.battery_range(part, (0, usize::MAX));
        let guns_points = if most_guns == 0 { 0 } else { points / 10 };
        let mut left = points.checked_sub(self.price(&leader) + guns_points)?;
        let divisions = (left.div_ceil(each) as usize).clamp(1, 6);
        let mut commands = Vec::new();
        let of_division = MusterPart {
            kind: PartKind::Division,
            points: None,
            demands: part.demands.clone(),
        };
        for number in 0..divisions {
            let share = left / (divisions - number) as u32;
            let division = self.division(&of_division, share)?;
            let (cost, _) =
                self.rules
                    .command_cost(self.of, &division.muster(), &MusterSpot::default(), true);
            left = left.checked_sub(cost)?;
            commands.push(division);
        }
        let count = ((guns_points / 7) as usize).min(most_guns);
        if count > 0 {
            let guns = self.batteries(part, count, guns_points)?;
            commands.push(nameless(Echelon::GunBattalion, None, guns));
        }
        Some(ForceCommand {
            commands,
            ..nameless(Echelon::Corps, Some(leader), Vec::new())
        })
    }

    pub(super) fn guns(&mut self, part: &MusterPart, points: u32) -> Option<ForceCommand> {
        let (least, most) = self.battery_range(part, (1, 30));
        let above = self.rules.muster.batteries.artillery_leader_above;
        let count = ((points / 8) as usize).clamp(least, most);
        let led = self.of.1 == Side::Union && count > above && self.below(2) == 0;
        let leader = led.then_some(MusterLeader {
            rank: Rank::Brigade,
            benefit: 1,
            artillery: true,
        });
        let spent = leader.as_ref().map_or(0, |leader| self.price(leader));
        let units = self.batteries(part, count, points.checked_sub(spent)?)?;
        Some(nameless(Echelon::GunBattalion, leader, units))
    }
}

fn unnamed(offer: Offer) -> ForceUnit {
    ForceUnit::fresh(String::new(), offer.unit)
}

fn nameless(echelon: Echelon, leader: Option<MusterLeader>, units: Vec<Offer>) -> ForceCommand {
    ForceCommand {
        name: String::new(),
        echelon,
        leader: leader.map(|muster| ForceLeader {
            name: String::new(),
            muster,
            fallen: false,
        }),
        commands: Vec::new(),
        units: units.into_iter().map(unnamed).collect(),
    }
}
