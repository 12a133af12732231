//! What can be wrong with what is special about a battle.

use super::super::file::{Signal, SpecialRule};
use super::super::reference::unknown;
use super::{Checker, Finds};
use crate::rules::Feature;

/// The longest distance that a special rule may speak of.
const MOST_INCHES: f32 = 100.0;

/// The most inches that a creek may take beside its own.
const MOST_EXTRA: u32 = 6;

impl Checker<'_> {
    pub(super) fn special(&mut self) {
        for (at, rule) in self.file.rules.iter().enumerate() {
            let path = format!("rules[{at}]");
            match rule {
                SpecialRule::LeaderKilled {
                    leader,
                    unless_alive,
                    mmp,
                } => {
                    self.must((-12..=12).contains(mmp), format!("{path}.mmp"), || {
                        format!("{mmp} is no morale modifier; allowed: -12 to 12")
                    });
                    let fault = unknown("leader", leader, &self.names.leaders);
                    self.reference(format!("{path}.leader"), fault);
                    if let Some(other) = unless_alive {
                        let fault = unknown("leader", other, &self.names.leaders);
                        self.reference(format!("{path}.unless_alive"), fault);
                    }
                }
                SpecialRule::Mounting { command, times } => {
                    self.command_named(format!("{path}.command"), command);
                    self.must((0..=20).contains(times), format!("{path}.times"), || {
                        format!("{times} times; allowed: 0 to 20")
                    });
                }
                SpecialRule::FirstCheck { command, mmp } => {
                    self.command_named(format!("{path}.command"), command);
                    self.must((-12..=12).contains(mmp), format!("{path}.mmp"), || {
                        format!("{mmp} is no morale modifier; allowed: -12 to 12")
                    });
                }
                SpecialRule::Withdraws { command, by, when } => {
                    self.command_named(format!("{path}.command"), command);
                    self.word(format!("{path}.by"), by);
                    self.signal(&format!("{path}.when"), command, when);
                    let twice = self.file.rules[..at].iter().any(|other| {
                        matches!(other, SpecialRule::Withdraws { command: other, by: way, .. }
                            if other == command && way != by)
                    });
                    self.must(!twice, format!("{path}.by"), || {
                        format!("`{command}` is withdrawn over another edge already")
                    });
                }
                SpecialRule::Tested { zone, why } => {
                    self.zone(format!("{path}.zone"), zone);
                    self.must(!why.trim().is_empty(), format!("{path}.why"), || {
                        "say in a few words what is hard there".to_owned()
                    });
                }
                SpecialRule::WetFlintlocks { drm } => {
                    self.must((-12..=-1).contains(drm), format!("{path}.drm"), || {
                        format!("{drm} on the roll; allowed: -12 to -1")
                    });
                }
                SpecialRule::Confined { command, zone } => {
                    let fault = unknown("command", command, &self.names.commands);
                    self.reference(format!("{path}.command"), fault);
                    self.zone(format!("{path}.zone"), zone);
                }
                SpecialRule::GunsSeeOver { zones, over, .. } => {
                    for (number, zone) in zones.iter().enumerate() {
                        self.zone(format!("{path}.zones[{number}]"), zone);
                    }
                    for (number, word) in over.iter().enumerate() {
                        self.word(format!("{path}.over[{number}]"), word);
                    }
                }
                SpecialRule::SightDepth { feature, inches } => {
                    self.word(format!("{path}.feature"), feature);
                    let good = (0.0..=MOST_INCHES).contains(inches);
                    self.must(good, format!("{path}.inches"), || {
                        format!("{inches} is no depth; allowed: 0 to {MOST_INCHES}")
                    });
                }
                SpecialRule::CrossAs {
                    feature,
                    ground,
                    extra_inches,
                    ..
                } => {
                    self.word(format!("{path}.feature"), feature);
                    self.word(format!("{path}.ground"), ground);
                    let creek = feature.known() == Some(Feature::Creek);
                    let most = if creek { MOST_EXTRA } else { 0 };
                    let good = *extra_inches <= most;
                    self.must(good, format!("{path}.extra_inches"), || {
                        format!(
                            "{extra_inches} inches more; allowed: up to {MOST_EXTRA} for a creek, \
                             none for anything else"
                        )
                    });
                }
                SpecialRule::InitiativeByBenefit { level } => {
                    self.word(format!("{path}.level"), level);
                }
                SpecialRule::BasicMorale { command, bmp } => {
                    self.command_named(format!("{path}.command"), command);
                    self.must((-12..=12).contains(bmp), format!("{path}.bmp"), || {
                        format!("{bmp} is no morale modifier; allowed: -12 to 12")
                    });
                }
                SpecialRule::RailroadCut {
                    along,
                    rough_inches,
                    target_drm,
                    ..
                } => {
                    self.word(format!("{path}.along"), along);
                    let good = (0.0..=MOST_INCHES).contains(rough_inches);
                    self.must(good, format!("{path}.rough_inches"), || {
                        format!("{rough_inches} is no width; allowed: 0 to {MOST_INCHES}")
                    });
                    let good = (-12..=12).contains(target_drm);
                    self.must(good, format!("{path}.target_drm"), || {
                        format!("{target_drm} is no die roll modifier; allowed: -12 to 12")
                    });
                }
            }
        }
    }

    pub(super) fn command_named(&mut self, path: String, command: &str) {
        let fault = unknown("command", command, &self.names.commands);
        self.reference(path, fault);
    }

    /// What makes a command go must be able to happen, and on its own side.
    fn signal(&mut self, path: &str, goes: &str, signal: &Signal) {
        let own = |checker: &Self, other: &str| {
            let (one, other) = (checker.names.side_of(goes), checker.names.side_of(other));
            one.is_none() || other.is_none() || one == other
        };
        match signal {
            Signal::Turn(turn) => {
                let last = self.file.turns;
                self.must((1..=last).contains(turn), path, || {
                    format!("turn {turn}; allowed: 1 to {last}")
                });
            }
            Signal::StandsLost(stands) => {
                self.must((1..=500).contains(stands), path, || {
                    format!("{stands} stands; allowed: 1 to 500")
                });
            }
            Signal::Reached { command, .. } | Signal::Arrived { command } => {
                self.command_named(format!("{path}.command"), command);
                let good = own(self, command);
                self.must(good, format!("{path}.command"), || {
                    format!("`{command}` is of the other side than `{goes}`")
                });
                if let Signal::Reached { zone, .. } = signal {
                    self.zone(format!("{path}.zone"), zone);
                }
            }
        }
    }
}
