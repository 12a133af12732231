//! What an expert of the game would laugh at, counted from the facts of a battle.

use std::collections::HashMap;

use bevy::math::Vec2;
use deadly_field::army::{Army, Cause, Fact, LeaderId, UnitId};
use deadly_field::battle::Battle;
use deadly_field::rules::{Morale, Side};
use deadly_field::scenario::Deployment;
use deadly_field::scenario::file::Condition;

/// Whoever gets no farther than this has got nowhere, in inches at 15 mm.
const NOWHERE: f32 = 3.0;
/// Whoever has an enemy so near has something else to do than to march.
const NEAR: f32 = 9.0;

/// Follies of one side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Follies {
    /// Charges by a single regiment off ground that its side has only to keep.
    pub lone_charges: u32,
    /// Activations of those who come in later, in their first two turns, in which they get nowhere
    /// though they are neither at their ground nor near an enemy.
    pub jams: u32,
    /// Player turns that end with two leaders at one unit.
    pub stacked: u32,
    /// Units in disorder that face instead of reforming.
    pub faces: u32,
    /// Tries of the shaken to rally against 8 and more.
    pub rallies: u32,
    /// Ground lost without a steady unit on it while three or more stood in good order elsewhere.
    pub undefended: u32,
    /// Charges of all kinds.
    pub charges: u32,
    /// Activations of those who come in later, in their first two turns.
    pub entered: u32,
}

impl Follies {
    /// Adds another's.
    pub fn add(&mut self, other: &Self) {
        self.lone_charges += other.lone_charges;
        self.jams += other.jams;
        self.stacked += other.stacked;
        self.faces += other.faces;
        self.rallies += other.rallies;
        self.undefended += other.undefended;
        self.charges += other.charges;
        self.entered += other.entered;
    }

    /// Every folly with its name.
    pub fn named(&self) -> [(&'static str, u32); 6] {
        [
            ("lone charges off the objective", self.lone_charges),
            ("jams on entering", self.jams),
            ("stacked leaders", self.stacked),
            ("faces before reforms", self.faces),
            ("hopeless rallies", self.rallies),
            ("undefended objectives", self.undefended),
        ]
    }
}

/// The follies of a side in a battle.
pub fn follies(battle: &Battle, side: Side) -> Follies {
    let scenario = battle.scenario();
    let field = &scenario.field;
    let mut count = Follies::default();
    // Zones that the other side wins by clearing: this one has only to keep them.
    let conditions = scenario.victory.conditions.iter();
    let kept: Vec<&str> = conditions
        .flat_map(Condition::parts)
        .filter(|part| part.winner() == Some(side.other()))
        .filter_map(|part| match part {
            Condition::Cleared { any_of, .. } => Some(any_of),
            _ => None,
        })
        .flatten()
        .map(String::as_str)
        .collect();
    let zone_of = |at| {
        let inside = |id: &&&str| field.zone(id).is_some_and(|zone| zone.contains(at));
        kept.iter().find(inside).copied()
    };
    let late: Vec<UnitId> = (0..scenario.units.len() as u32)
        .map(UnitId)
        .filter(|id| {
            let deployment = &scenario.units[id.0 as usize].deployment;
            matches!(deployment, Deployment::Arrives { .. })
        })
        .collect();
    let entry = |id: UnitId| match &scenario.units[id.0 as usize].deployment {
        Deployment::Arrives { entry, .. } => {
            field.entry(entry).map_or(Vec2::ZERO, |entry| entry.at)
        }
        Deployment::At { placement, .. } => placement.at,
    };
    let inch = field.proportion();
    let mut army = Army::muster(scenario);
    let mut turns: HashMap<UnitId, u32> = HashMap::new();
    let mut active: Vec<(UnitId, Option<Vec2>)> = Vec::new();
    for fact in battle.facts() {
        match fact.plain() {
            Fact::Activated { unit, .. } => {
                let comes = late.contains(unit) && army.side(*unit) == side;
                if comes && army.unit(*unit).morale < Morale::Shaken {
                    let turn = turns.entry(*unit).or_default();
                    *turn += 1;
                    if *turn <= 2 {
                        count.entered += 1;
                        let there = army.on_table(*unit).then(|| army.placement(*unit).at);
                        active.push((*unit, there));
                    }
                }
            }
            Fact::ActivationOver => {
                for (unit, from) in active.drain(..) {
                    let at = army.placement(unit).at;
                    let busy = zone_of(at).is_some()
                        || !army.on_table(unit)
                        || army.unit(unit).morale >= Morale::Shaken
                        || nearest(&army, side, at) < NEAR * inch;
                    let far = from.map_or(at.distance(entry(unit)), |from| from.distance(at));
                    count.jams += u32::from(!busy && far < NOWHERE * inch);
                }
            }
            Fact::Charge {
                lead,
                assaults,
                followers,
                ..
            } if army.side(*lead) == side => {
                count.charges += 1;
                let alone = assaults.len() == 1 && followers.is_empty();
                let from = zone_of(army.footprint(*lead).centre());
                let to = zone_of(army.footprint(assaults[0].target).centre());
                count.lone_charges += u32::from(alone && from.is_some() && to.is_none());
            }
            Fact::Faced { unit, .. } if army.side(*unit) == side => {
                let reacts = army.clock().active != side;
                let ragged = army.unit(*unit).morale == Morale::Disorder;
                count.faces += u32::from(reacts && ragged);
            }
            Fact::Checked {
                unit,
                cause: Cause::Rally,
                points,
                before: Morale::Shaken,
                ..
            } if army.side(*unit) == side => {
                count.rallies += u32::from(points.mmp >= 8);
            }
            Fact::PlayerTurnOver { side: over } if *over == side => {
                count.stacked += u32::from(is_stacked(&army, side));
            }
            _ => {}
        }
        army.apply(fact.plain());
    }
    let lost = battle.army().verdict().and_then(|verdict| verdict.winner) == Some(side.other());
    if lost {
        count.undefended = u32::from(is_undefended(battle, side, &kept));
    }
    count
}

/// How far the nearest enemy of a side is.
fn nearest(army: &Army, side: Side, at: Vec2) -> f32 {
    army.present_of(side.other())
        .filter(|&id| army.unit(id).morale != Morale::Routed)
        .map(|id| army.placement(id).at.distance(at))
        .fold(f32::INFINITY, f32::min)
}

/// Whether two leaders of a side are attached to one unit.
fn is_stacked(army: &Army, side: Side) -> bool {
    let with = |leader: LeaderId| {
        let state = army.leader(leader);
        let his = army.leader_identity(leader).side == side && !state.fallen;
        state.attached.filter(|_| his)
    };
    let units: Vec<UnitId> = army.leaders().filter_map(with).collect();
    (1..units.len()).any(|at| units[..at].contains(&units[at]))
}

/// Whether a kept zone has nobody steady in it while three or more are in good order elsewhere.
fn is_undefended(battle: &Battle, side: Side, kept: &[&str]) -> bool {
    let (army, field) = (battle.army(), &battle.scenario().field);
    kept.iter().any(|id| {
        let Some(zone) = field.zone(id) else {
            return false;
        };
        let inside = |id: UnitId| zone.contains(army.footprint(id).centre());
        let steady = army
            .present_of(side)
            .any(|id| inside(id) && army.unit(id).morale <= Morale::Disorder);
        let elsewhere = army
            .present_of(side)
            .filter(|&id| !inside(id) && army.unit(id).morale == Morale::GoodOrder)
            .count();
        !steady && elsewhere >= 3
    })
}
