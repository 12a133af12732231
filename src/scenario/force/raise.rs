//! The computer musters a force: by chance within the limits, or sensibly for attack or defence.

mod christening;
mod commands;
mod terms;
mod units;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::file::{Force, ForceCommand};
use super::names::NamePool;
use super::options::{Offer, offers};
use crate::rules::leader::Rank;
use crate::rules::muster::{Demand, MusterLeader, MusterPart, MusterSpot, PartKind, Period};
use crate::rules::named::named;
use crate::rules::{Rules, Side};
use christening::{appoint, christen, wanted};
use terms::Terms;

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
        christen(&mut command, &mut pool);
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
            let Some(mut command) = self.command(part, granted) else {
                continue;
            };
            appoint(&mut command, &mut wanted(&part.demands));
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
                Demand::Leader {
                    rank: his, benefit, ..
                } if *his == rank => range = (*benefit, *benefit),
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
}
