//! The computer musters a force: by chance within the limits, or sensibly for attack or defence.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::file::{Force, ForceCommand, ForceLeader, ForceUnit};
use super::names::{NamePool, Post};
use super::options::{Offer, offers};
use crate::rules::leader::Rank;
use crate::rules::muster::{
    Demand, Echelon, MusterArm, MusterLeader, MusterPart, MusterSpot, PartKind, Period,
};
use crate::rules::named::named;
use crate::rules::{CavalryWeapon, Gun, InfantryWeapon, Quality, Rules, Side};

named! {
    /// What a force is mustered for.
    pub enum Manner: "manner" {
        /// Anything that the limits allow.
        Random = "random",
        /// Large, seasoned regiments.
        Attack = "attack",
        /// Many guns, and regiments that need not be the best.
        Defence = "defence",
    }
}

/// What is wanted.
#[derive(Clone, Debug)]
pub struct Want {
    /// Whose.
    pub side: Side,
    /// In which period.
    pub period: Period,
    /// One command for each.
    pub parts: Vec<MusterPart>,
    /// What for.
    pub manner: Manner,
    /// The same seed is the same force.
    pub seed: u64,
    /// Points of regiments that cards may bring.
    pub reserves: u32,
    /// Names that others have.
    pub taken: Vec<String>,
}

/// Points where nobody grants any: four squares' worth.
const USUAL: u32 = 160;

/// How often a command is tried until one is legal, and how many of these are compared.
const TRIES: usize = 400;
const COMPARED: usize = 8;

/// Musters a force; an error says what could not be had.
///
/// Rules: `muster.guideline`.
pub fn raise(rules: &Rules, want: &Want) -> Result<Force, String> {
    let of = (want.period, want.side);
    let mut recruiter = Recruiter {
        rules,
        of,
        manner: want.manner,
        chance: ChaCha8Rng::seed_from_u64(want.seed),
        offers: Vec::new(),
    };
    let mut pool = NamePool::new(want.side, want.seed, want.taken.iter().cloned());
    let mut commands = Vec::new();
    for part in &want.parts {
        recruiter.offers = offers(rules, of, part.allows_repeaters());
        let mut command = recruiter.part(part)?;
        christen(&mut command, &mut pool, &part.demands);
        commands.push(command);
    }
    let name = commands
        .first()
        .map_or_else(String::new, |first| first.name.clone());
    recruiter.offers = offers(rules, of, false);
    let reserves = recruiter.reserves(want.reserves, &mut pool);
    Ok(Force {
        name,
        about: String::new(),
        side: want.side,
        period: want.period,
        commands,
        reserves,
    })
}

struct Recruiter<'a> {
    rules: &'a Rules,
    of: (Period, Side),
    manner: Manner,
    chance: ChaCha8Rng,
    offers: Vec<Offer>,
}

/// What the demands of a part say about qualities and numbers.
struct Terms<'a> {
    demands: &'a [Demand],
    period: Period,
    side: Side,
    any_quality: bool,
    repeaters: usize,
}

impl Terms<'_> {
    /// Whether a brigade may have these regiments, more perhaps to come.
    fn may(&self, units: &[Offer]) -> bool {
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
    fn musts(&self) -> Vec<(usize, Vec<Quality>)> {
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
    fn has_all(&self, units: &[Offer]) -> bool {
        self.musts().iter().all(|(least, of)| {
            let has = units.iter().filter(|one| of.contains(&one.unit.quality));
            has.count() >= *least
        })
    }
}

impl Recruiter<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.chance.next_u32() as usize % bound.max(1)
    }

    /// A number from the first to the second.
    fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most.saturating_sub(least) + 1)
    }

    /// The best of some commands that are legal for a part.
    fn part(&mut self, part: &MusterPart) -> Result<ForceCommand, String> {
        let granted = part.points.unwrap_or(USUAL);
        let mut best: Option<(u32, ForceCommand)> = None;
        let mut legal = 0;
        let mut fault = String::new();
        for _ in 0..TRIES {
            let Some(command) = self.command(part, granted) else {
                continue;
            };
            let muster = [command.muster()];
            let faults = self
                .rules
                .force_faults(self.of, std::slice::from_ref(part), &muster);
            if let Some(first) = faults.first() {
                fault = format!("{} ({})", first.what, first.rule);
                continue;
            }
            let top = MusterSpot::top(0);
            let (cost, _) = self.rules.command_cost(self.of, &muster[0], &top, true);
            if best.as_ref().is_none_or(|(other, _)| cost > *other) {
                best = Some((cost, command));
            }
            legal += 1;
            let enough = self.manner == Manner::Random || cost * 50 >= granted * 49;
            if legal >= COMPARED || enough {
                break;
            }
        }
        best.map(|(_, command)| command).ok_or_else(|| {
            let why = if fault.is_empty() {
                "the points do not suffice".to_owned()
            } else {
                fault
            };
            format!("{} cannot be mustered: {why}", part.words())
        })
    }

    fn command(&mut self, part: &MusterPart, points: u32) -> Option<ForceCommand> {
        match part.kind {
            PartKind::Corps => self.corps(part, points),
            PartKind::Division => self.division(part, points),
            PartKind::Brigade => self.lone_brigade(part, points),
            PartKind::CavalryBrigade => self.cavalry_brigade(part, points),
            PartKind::Guns => self.guns(part, points),
            PartKind::Any => {
                let limits = &self.rules.muster.limits[self.of.0];
                let most = limits.division.of(self.of.1) + limits.division_artillery.of(self.of.1);
                match points {
                    0..90 => self.lone_brigade(part, points),
                    _ if points <= most => self.division(part, points),
                    _ => self.corps(part, points),
                }
            }
        }
    }

    /// A leader of a rank whom so many points can buy.
    fn leader(&mut self, part: &MusterPart, rank: Rank, budget: u32) -> MusterLeader {
        let mut range = (1, 2);
        for demand in &part.demands {
            match demand {
                Demand::Benefit {
                    rank: his,
                    least,
                    most,
                } if *his == rank => range = (*least, *most),
                _ => {}
            }
        }
        let leader = |benefit| MusterLeader {
            rank,
            benefit,
            artillery: false,
        };
        let better = match self.manner {
            Manner::Random => self.below(3) == 0,
            Manner::Attack => self.below(2) == 0,
            Manner::Defence => self.below(4) == 0,
        };
        let best = leader(range.1);
        let dear = self.rules.leader_cost(&best).unwrap_or(u32::MAX);
        if better && dear.saturating_mul(5) <= budget {
            best
        } else {
            leader(range.0)
        }
    }

    fn price(&self, leader: &MusterLeader) -> u32 {
        self.rules.leader_cost(leader).unwrap_or(0)
    }

    fn terms<'a>(&self, part: &'a MusterPart, cavalry: bool) -> Terms<'a> {
        let mut terms = Terms {
            demands: &part.demands,
            period: self.of.0,
            side: self.of.1,
            any_quality: cavalry,
            repeaters: if cavalry {
                self.rules.muster.cavalry_brigade.repeaters
            } else {
                self.rules.muster.brigade.repeaters
            },
        };
        for demand in &part.demands {
            match demand {
                Demand::AnyQuality => terms.any_quality = true,
                Demand::Repeaters(most) => terms.repeaters = *most,
                _ => {}
            }
        }
        terms
    }

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
    fn regiments(
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

    fn battery_range(&self, part: &MusterPart, usual: (usize, usize)) -> (usize, usize) {
        let asked = part.demands.iter().find_map(|demand| match demand {
            Demand::Batteries { least, most, .. } => Some((*least, *most)),
            _ => None,
        });
        asked.unwrap_or(usual)
    }

    /// So many batteries for so many points.
    fn batteries(&mut self, part: &MusterPart, count: usize, budget: u32) -> Option<Vec<Offer>> {
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

    fn lone_brigade(&mut self, part: &MusterPart, points: u32) -> Option<ForceCommand> {
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

    fn cavalry_brigade(&mut self, part: &MusterPart, points: u32) -> Option<ForceCommand> {
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

    fn division(&mut self, part: &MusterPart, points: u32) -> Option<ForceCommand> {
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

    fn corps(&mut self, part: &MusterPart, points: u32) -> Option<ForceCommand> {
        let limits = &self.rules.muster.limits[self.of.0];
        let usual = limits.corps.map_or(points, |corps| corps.of(self.of.1));
        let points = points.min(usual);
        let leader = self.leader(part, Rank::Corps, points);
        let each = limits.division.of(self.of.1);
        let guns_points = points / 10;
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
        let count = (guns_points / 7) as usize;
        if count > 0 {
            let guns = self.batteries(part, count, guns_points)?;
            commands.push(nameless(Echelon::GunBattalion, None, guns));
        }
        Some(ForceCommand {
            commands,
            ..nameless(Echelon::Corps, Some(leader), Vec::new())
        })
    }

    fn guns(&mut self, part: &MusterPart, points: u32) -> Option<ForceCommand> {
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

    /// Regiments that cards may bring.
    fn reserves(&mut self, points: u32, pool: &mut NamePool) -> Vec<ForceUnit> {
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
            units.push(ForceUnit {
                name: pool.infantry(home),
                muster: offer.unit,
            });
        }
        units
    }
}

fn unnamed(offer: Offer) -> ForceUnit {
    ForceUnit {
        name: String::new(),
        muster: offer.unit,
    }
}

fn nameless(echelon: Echelon, leader: Option<MusterLeader>, units: Vec<Offer>) -> ForceCommand {
    ForceCommand {
        name: String::new(),
        echelon,
        leader: leader.map(|muster| ForceLeader {
            name: String::new(),
            muster,
        }),
        commands: Vec::new(),
        units: units.into_iter().map(unnamed).collect(),
    }
}

/// Gives everybody a name; leaders that a scenario asks for come first.
fn christen(command: &mut ForceCommand, pool: &mut NamePool, demands: &[Demand]) {
    let mut wanted: Vec<(String, Rank, u32)> = demands
        .iter()
        .filter_map(|demand| match demand {
            Demand::Leader {
                name,
                rank,
                benefit,
            } => Some((name.clone(), *rank, *benefit)),
            _ => None,
        })
        .collect();
    name(command, pool, &mut wanted, None);
}

fn name(
    command: &mut ForceCommand,
    pool: &mut NamePool,
    wanted: &mut Vec<(String, Rank, u32)>,
    above: Option<&str>,
) {
    let horse = command.units.iter().any(|unit| unit.muster.is_cavalry());
    if let Some(leader) = &mut command.leader {
        let muster = leader.muster;
        let asked = wanted.iter().position(|(_, rank, benefit)| {
            *rank == muster.rank && *benefit == muster.benefit && !muster.artillery
        });
        leader.name = match asked {
            Some(at) => wanted.remove(at).0,
            None if muster.artillery => pool.leader(Post::Guns),
            None if horse => pool.leader(Post::Horse),
            None => pool.leader(Post::Foot(muster.rank)),
        };
    }
    let what = match command.echelon {
        Echelon::Corps => "Corps",
        Echelon::Division => "Division",
        Echelon::Brigade if horse => "Cavalry Brigade",
        Echelon::Brigade => "Brigade",
        Echelon::GunBattalion => "Artillery",
    };
    let leader = command.leader.as_ref().map(|leader| leader.name.clone());
    let leader = leader.as_deref().or(above);
    command.name = pool.command(leader, what);
    let home = pool.home();
    for unit in &mut command.units {
        unit.name = if unit.muster.is_battery() {
            pool.battery()
        } else if unit.muster.is_cavalry() {
            pool.cavalry()
        } else if unit.muster.sharpshooter {
            pool.sharpshooters()
        } else {
            pool.infantry(home)
        };
    }
    for below in &mut command.commands {
        name(below, pool, wanted, leader);
    }
}
