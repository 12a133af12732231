//! What a scenario asks of a force beside its points.

use serde::Deserialize;

use super::{MusterCommand, MusterFault, MusterSpot, MusterUnit};
use crate::rule;
use crate::rules::leader::Rank;
use crate::rules::{Gun, Named, Quality};

/// What a scenario asks of a force, or allows it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Demand {
    /// No unit of these qualities, batteries included.
    No(Vec<Quality>),
    /// All regiments are of these qualities.
    Only(Vec<Quality>),
    /// In each brigade, or in so many of them, at least so many regiments of these qualities.
    AtLeast {
        /// Regiments.
        units: usize,
        /// Qualities.
        of: Vec<Quality>,
        /// Brigades that must be so; all if left out.
        #[serde(default)]
        brigades: Option<usize>,
    },
    /// In each brigade at most so many regiments of these qualities.
    AtMost {
        /// Regiments.
        units: usize,
        /// Qualities.
        of: Vec<Quality>,
    },
    /// Any mixture of qualities is allowed.
    AnyQuality,
    /// From so many to so many regiments in each brigade.
    Regiments(usize, usize),
    /// From so many to so many brigades.
    Brigades(usize, usize),
    /// A brigade costs so many points at most.
    BrigadePoints(u32),
    /// From so many to so many batteries in all, of one kind of gun if it is named.
    Batteries {
        /// The fewest.
        least: usize,
        /// The most.
        most: usize,
        /// All of them of this kind.
        #[serde(default)]
        gun: Option<Gun>,
    },
    /// So many units of each brigade may have repeaters, whichever side.
    Repeaters(usize),
    /// So many brigades of cavalry are allowed.
    Cavalry(usize),
    /// Every leader of a rank has a benefit from the first to the second number.
    Benefit {
        /// His rank.
        rank: Rank,
        /// The least benefit.
        least: u32,
        /// The best.
        most: u32,
    },
    /// This leader is there.
    Leader {
        /// His name.
        name: String,
        /// His rank.
        rank: Rank,
        /// His benefit.
        benefit: u32,
    },
}

/// So many of something, in words.
pub(super) fn counted(count: usize, (one, many): (&str, &str)) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// As many of something as are wanted, in words.
fn wanted((least, most): (usize, usize), names: (&str, &str)) -> String {
    match (least, most) {
        (_, 0) => format!("no {}", names.1),
        (0, most) => format!("up to {}", counted(most, names)),
        (least, most) if least == most => counted(most, names),
        (least, most) => format!("{least} to {}", counted(most, names)),
    }
}

/// A gun as people write it.
fn spoken(gun: Gun) -> String {
    gun.name().replace('_', " ")
}

/// Qualities as people say them.
fn words(of: &[Quality]) -> String {
    let names: Vec<_> = of.iter().map(|quality| quality.name()).collect();
    names.join(" or ")
}

impl Demand {
    /// What is asked, for people.
    pub fn words(&self) -> String {
        match self {
            Self::No(of) => format!("no {} units", words(of)),
            Self::Only(of) => format!("all regiments {}", words(of)),
            Self::AtLeast {
                units,
                of,
                brigades: None,
            } => format!("at least {units} {} in each brigade", words(of)),
            Self::AtLeast {
                units,
                of,
                brigades: Some(brigades),
            } => format!(
                "at least {units} {} in {}",
                words(of),
                counted(*brigades, ("brigade", "brigades"))
            ),
            Self::AtMost { units, of } => {
                format!("at most {units} {} in each brigade", words(of))
            }
            Self::AnyQuality => "any mixture of qualities".to_owned(),
            Self::Regiments(least, most) => {
                let regiments = wanted((*least, *most), ("regiment", "regiments"));
                format!("{regiments} in each brigade")
            }
            Self::Brigades(least, most) => wanted((*least, *most), ("brigade", "brigades")),
            Self::BrigadePoints(most) => format!("each brigade up to {most} points"),
            Self::Batteries { least, most, gun } => {
                let of = gun.map_or(String::new(), |gun| format!(" of {}", spoken(gun)));
                wanted((*least, *most), ("battery", "batteries")) + &of
            }
            Self::Repeaters(most) => {
                let units = wanted((0, *most), ("unit", "units"));
                format!("{units} with repeaters in each brigade")
            }
            Self::Cavalry(most) => {
                wanted((0, *most), ("brigade of cavalry", "brigades of cavalry"))
            }
            Self::Benefit { rank, least, most } if least == most => {
                format!("every {rank} leader of benefit {least}")
            }
            Self::Benefit { rank, least, most } => {
                format!("every {rank} leader of benefit {least} to {most}")
            }
            Self::Leader {
                name,
                rank,
                benefit,
            } => format!("{name} as {rank} leader of benefit {benefit}"),
        }
    }

    /// What of it a command does not meet. What it changes about the limits is counted there.
    ///
    /// Rules: `muster.guideline`.
    pub(super) fn faults(&self, command: &MusterCommand, top: &MusterSpot) -> Vec<MusterFault> {
        let mut faults = Vec::new();
        let mut fault = |at: MusterSpot, what: String| {
            faults.push(MusterFault::new(rule!("muster.guideline"), what).at(at));
        };
        let all = brigades(command, top);
        match self {
            Self::No(of) => {
                command.each(top, &mut |at, command| {
                    for (number, unit) in command.units.iter().enumerate() {
                        if of.contains(&unit.quality) {
                            let what = format!("the scenario wants {}", self.words());
                            fault(at.unit(number), what);
                        }
                    }
                });
            }
            Self::Only(of) => {
                for (at, brigade) in &all {
                    for (number, unit) in brigade.regiments() {
                        if !of.contains(&unit.quality) {
                            let quality = unit.quality;
                            let what = format!(
                                "a {quality} regiment; the scenario wants {}",
                                self.words()
                            );
                            fault(at.unit(number), what);
                        }
                    }
                }
            }
            Self::AtLeast {
                units,
                of,
                brigades,
            } => {
                let short: Vec<_> = all
                    .iter()
                    .map(|(at, brigade)| (at, count(brigade, of)))
                    .filter(|(_, has)| has < units)
                    .collect();
                let good = all.len() - short.len();
                match brigades {
                    Some(brigades) if good < *brigades => fault(
                        top.clone(),
                        format!(
                            "{good} brigades have them; the scenario wants {}",
                            self.words()
                        ),
                    ),
                    Some(_) => {}
                    None => {
                        for (at, has) in short {
                            let what = format!("{has}; the scenario wants {}", self.words());
                            fault(at.clone(), what);
                        }
                    }
                }
            }
            Self::AtMost { units, of } => {
                for (at, brigade) in &all {
                    let has = count(brigade, of);
                    if has > *units {
                        let what = format!("{has}; the scenario wants {}", self.words());
                        fault(at.clone(), what);
                    }
                }
            }
            Self::Batteries { gun: Some(gun), .. } => {
                for (at, battery) in command.batteries(top) {
                    if battery.arm != super::MusterArm::Artillery(*gun) {
                        let gun = spoken(*gun);
                        let what = format!("not of {gun}; the scenario wants {}", self.words());
                        fault(at, what);
                    }
                }
            }
            Self::Benefit { rank, least, most } => {
                command.each(top, &mut |at, command| {
                    let leader = command.leader.as_ref().map(|(_, leader)| leader);
                    let his = leader.filter(|leader| leader.rank == *rank && !leader.artillery);
                    if let Some(leader) = his
                        && !(*least..=*most).contains(&leader.benefit)
                    {
                        let has = leader.benefit;
                        let what =
                            format!("a benefit of {has}; the scenario wants {}", self.words());
                        fault(at.leader(), what);
                    }
                });
            }
            Self::Leader {
                name,
                rank,
                benefit,
            } => {
                let mut there = false;
                command.each(top, &mut |_, command| {
                    there |= command.leader.as_ref().is_some_and(|(his, leader)| {
                        his == name && leader.rank == *rank && leader.benefit == *benefit
                    });
                });
                if !there {
                    let what = format!("he is missing; the scenario wants {}", self.words());
                    fault(top.clone(), what);
                }
            }
            Self::AnyQuality
            | Self::Regiments(..)
            | Self::Brigades(..)
            | Self::BrigadePoints(_)
            | Self::Batteries { gun: None, .. }
            | Self::Repeaters(_)
            | Self::Cavalry(_) => {}
        }
        faults
    }
}

/// Every brigade of a command.
fn brigades<'a>(
    command: &'a MusterCommand,
    top: &MusterSpot,
) -> Vec<(MusterSpot, &'a MusterCommand)> {
    let mut found = Vec::new();
    command.each(top, &mut |at, command| {
        if command.echelon == super::Echelon::Brigade {
            found.push((at.clone(), command));
        }
    });
    found
}

fn count(brigade: &MusterCommand, of: &[Quality]) -> usize {
    let meant = |unit: &&MusterUnit| of.contains(&unit.quality);
    brigade
        .regiments()
        .map(|(_, unit)| unit)
        .filter(meant)
        .count()
}
