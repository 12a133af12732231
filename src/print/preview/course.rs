//! What is kept of one battle for a preview: how much work it was, and where it was fought.

use std::collections::BTreeMap;

use bevy::math::Vec2;

use crate::army::{Army, Fact, UnitId};
use crate::battle::{Battle, Judging};
use crate::players::Duty;
use crate::print::Tale;
use crate::print::tally::Outcome;
use crate::rules::{Morale, Side};
use crate::session::KeptThought;

/// What is kept of one battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// What came of it.
    pub outcome: Outcome,
    /// How much there was to do.
    pub effort: Effort,
    /// Where figures and sections were lost, by the inch, with whose and how many.
    pub falls: Vec<(Vec2, Side, u32)>,
    /// Where charges struck home, with whose they were.
    pub charges: Vec<(Vec2, Side)>,
    /// How things stood at the end of each turn.
    pub turns: Vec<TurnEnd>,
    /// What the units of each command did.
    pub deeds: Vec<Deeds>,
    /// The most markers that lay on the table at once: disorder, shaken, routed, reactions spent.
    pub markers: [u32; 4],
    /// What the units of each command were about when they acted, with how often: by command, duty
    /// and ground.
    pub tried: BTreeMap<(usize, Duty, Option<String>), u32>,
}

/// How much there was to do at the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Units or groups that acted.
    pub activations: u32,
    /// Reactions.
    pub reactions: u32,
    /// Fires, checks, impacts, blows and other rolls.
    pub rolls: u32,
    /// Of these, fires.
    pub fires: u32,
    /// Of these, morale checks and rallies.
    pub checks: u32,
    /// Charges.
    pub charges: u32,
    /// Player turns.
    pub player_turns: u32,
}

/// How things stood at the end of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnEnd {
    /// Who would have won, had it been the last.
    pub ahead: Option<Side>,
    /// Who was alone in each zone that something hangs on.
    pub held: Vec<Option<Side>>,
    /// Figures and sections that the Union and the Confederates have lost.
    pub lost: [u32; 2],
}

/// What the units of a command did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Deeds {
    /// Inches that its units moved in all.
    pub inches: f32,
    /// Fires of theirs.
    pub fires: u32,
    /// Charges of theirs.
    pub charges: u32,
    /// The turn of the first fire or charge, if there was one.
    pub engaged: Option<u32>,
}

impl Course {
    /// What is kept of a battle, and of what the players thought, if they told it.
    pub fn of(battle: &Battle, thoughts: &[KeptThought]) -> Self {
        let tale = Tale::from(battle);
        let scenario = tale.scenario();
        let mut course = Self {
            outcome: Outcome::of(tale.clone()),
            effort: Effort::default(),
            falls: Vec::new(),
            charges: Vec::new(),
            turns: Vec::new(),
            deeds: vec![Deeds::default(); scenario.commands.len()],
            markers: [0; 4],
            tried: BTreeMap::new(),
        };
        for kept in thoughts.iter().filter(|kept| kept.decision == "act") {
            if let (Some(mission), Some(&unit)) = (&kept.thought.mission, kept.units.first()) {
                let command = battle.army().command(unit);
                let about = (command, mission.duty, mission.ground.clone());
                *course.tried.entry(about).or_default() += 1;
            }
        }
        let mut pennies = 0;
        let zones = scenario.victory.zones();
        tale.relive(|army, fact| {
            if let Fact::Turn { turn: 2.. } | Fact::Over { .. } = fact {
                course.turns.push(turn_end(&tale, army, &zones));
            }
            match fact {
                Fact::PlayerTurn { .. } => pennies = 0,
                Fact::Reacted { .. } => {
                    pennies += 1;
                    course.markers[3] = course.markers[3].max(pennies);
                }
                // Markers change with checks; between them it is not worth the counting.
                Fact::Activated { .. } => course.count_markers(army),
                _ => {}
            }
            course.see(army, fact);
        });
        course
    }

    fn count_markers(&mut self, army: &Army) {
        let mut now = [0; 3];
        for unit in army.present() {
            match army.unit(unit).morale {
                Morale::GoodOrder => {}
                Morale::Disorder => now[0] += 1,
                Morale::Shaken => now[1] += 1,
                Morale::Routed => now[2] += 1,
            }
        }
        for (most, now) in self.markers.iter_mut().zip(now) {
            *most = (*most).max(now);
        }
    }

    fn see(&mut self, army: &Army, fact: &Fact) {
        let at = |unit: UnitId| army.placement(unit).at;
        let effort = &mut self.effort;
        match fact {
            Fact::Secret { what, .. } => self.see(army, what),
            Fact::Activated { .. } => effort.activations += 1,
            Fact::Reacted { .. } => effort.reactions += 1,
            Fact::PlayerTurn { .. } => effort.player_turns += 1,
            Fact::Fired { firers, .. } => {
                effort.rolls += 1;
                effort.fires += 1;
                for &unit in firers {
                    let deeds = &mut self.deeds[army.command(unit)];
                    deeds.fires += 1;
                    deeds.engaged.get_or_insert(army.clock().turn);
                }
            }
            Fact::Checked { .. } => {
                effort.rolls += 1;
                effort.checks += 1;
            }
            Fact::Charge { lead, .. } => {
                effort.rolls += 1;
                effort.charges += 1;
                let deeds = &mut self.deeds[army.command(*lead)];
                deeds.charges += 1;
                deeds.engaged.get_or_insert(army.clock().turn);
            }
            Fact::Impact {
                attacker, defender, ..
            } => {
                effort.rolls += 1;
                self.charges.push((at(*defender), army.side(*attacker)));
            }
            Fact::Melee { .. }
            | Fact::LeaderRolled { .. }
            | Fact::Tested { .. }
            | Fact::Ran { .. }
            | Fact::Weather { .. }
            | Fact::Due { .. }
            | Fact::Presence { .. } => effort.rolls += 1,
            Fact::Lost { unit, figures, .. } if *figures > 0 => {
                self.falls.push((at(*unit), army.side(*unit), *figures));
            }
            Fact::Moved { unit, from, to } => {
                self.deeds[army.command(*unit)].inches += from.at.distance(to.at);
            }
            _ => {}
        }
    }
}

fn turn_end(tale: &Tale, army: &Army, zones: &[&str]) -> TurnEnd {
    let judging = Judging::new(tale.scenario(), army);
    let held = |zone: &&str| {
        let there = |side| judging.in_zone(side, zone) > 0;
        match (there(Side::Union), there(Side::Confederate)) {
            (true, false) => Some(Side::Union),
            (false, true) => Some(Side::Confederate),
            _ => None,
        }
    };
    TurnEnd {
        ahead: judging.verdict().winner,
        held: zones.iter().map(held).collect(),
        lost: [Side::Union, Side::Confederate].map(|side| army.casualties(side)),
    }
}
