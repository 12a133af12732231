//! Where mustered units begin: a sensible set-up made from the zone of their command, which its
//! player may change before the battle.

mod recruits;

use std::collections::BTreeMap;

use bevy::math::Vec2;

use super::file::{Force, ForceCommand, ForceUnit};
use super::plan::{PartPlan, PlacePlan, SharePlan};
use crate::field::placement::Footprint;
use crate::field::{Facing, Field, Placement, Zone};
use crate::rules::named::Word;
use crate::rules::{Rules, Side};
use crate::scenario::check::Fault;
use crate::scenario::file::{CommandPlan, DeployPlan, LeaderPlan, UnitPlan, UnitTrait};
use crate::scenario::mustering::unit_setup;
use recruits::{Recruit, gather, in_order, meant};

/// Where somebody is put, and the ground that takes.
type Post = (DeployPlan, Footprint);

/// Inches at 15 mm between two units of a brigade, two brigades, and two lines.
const BETWEEN_UNITS: f32 = 0.25;
const BETWEEN_BRIGADES: f32 = 1.0;
const BETWEEN_LINES: f32 = 1.0;

/// How finely places are tried.
const STEP: f32 = 0.25;

/// How finely the edge of a zone is felt for.
const EDGE: f32 = 0.1;

/// Puts units down, one after the other.
pub(in crate::scenario) struct Posting<'a> {
    field: &'a Field,
    rules: &'a Rules,
    taken: Vec<Footprint>,
    /// Roads that somebody chose, by whom they are for.
    roads: &'a BTreeMap<String, String>,
}

/// How close units form where there is little room.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Lines,
    Columns,
}

impl<'a> Posting<'a> {
    /// Beside whoever stands there already.
    pub fn new(
        field: &'a Field,
        rules: &'a Rules,
        taken: Vec<Footprint>,
        roads: &'a BTreeMap<String, String>,
    ) -> Self {
        Self {
            field,
            rules,
            taken,
            roads,
        }
    }

    /// The commands of a force with their places; what finds no room is a fault.
    ///
    /// Rules: `scenario.richmond_1864.union`, `scenario.mine_run_3.confederates`.
    pub fn force(
        &mut self,
        side: Side,
        force: &Force,
        parts: &[PartPlan],
        path: &str,
        faults: &mut Vec<Fault>,
    ) -> Vec<CommandPlan> {
        let mut plans = Vec::new();
        for (number, (command, part)) in force.commands.iter().zip(parts).enumerate() {
            let mut recruits = Vec::new();
            let mut brigades = 0;
            gather(command, &mut brigades, 0, &mut recruits);
            if brigades > 2 {
                // The last brigade is kept back.
                for one in recruits.iter_mut().filter(|one| one.brigade == brigades) {
                    one.reserve = true;
                }
            }
            for (at, share) in part.deploy.iter().enumerate() {
                let path = format!("{path}.parts[{number}].deploy[{at}]");
                let meant = in_order(&recruits, meant(&recruits, share.of));
                self.share(side, &mut recruits, &meant, share, (&path, faults));
            }
            let left = recruits.iter().filter(|one| one.deploy.is_none()).count();
            if left > 0 && faults.is_empty() {
                faults.push(Fault {
                    path: format!("{path}.parts[{number}].deploy"),
                    what: format!("no line says where {left} of the units begin"),
                });
            }
            let mut deploys = recruits.into_iter().map(|one| one.deploy);
            plans.push(command_plan(command, &mut deploys));
        }
        plans
    }

    /// Puts those down who are meant.
    fn share(
        &mut self,
        side: Side,
        recruits: &mut [Recruit],
        meant: &[usize],
        share: &SharePlan,
        (path, faults): (&str, &mut Vec<Fault>),
    ) {
        match &share.place {
            PlacePlan::Arrives {
                turn,
                by_die,
                entry,
                in_line,
                mounted,
                or,
            } => {
                // A brigade is never split, nor are the guns: each share has one road.
                let chosen = self.roads.get(&share.of.to_string());
                let entry = chosen.filter(|road| or.contains(road)).unwrap_or(entry);
                for &at in meant {
                    let unit = &recruits[at].unit.muster;
                    let formation = in_line.then(|| formation(recruits[at].unit, Order::Lines));
                    recruits[at].deploy = Some(DeployPlan::Arrives {
                        turn: *turn,
                        by_die: by_die.clone(),
                        entry: entry.clone(),
                        formation: formation.flatten().map(str::to_owned),
                        mounted: *mounted && unit.is_cavalry(),
                    });
                }
            }
            PlacePlan::Zone {
                zone,
                facing,
                mounted,
                along,
            } => {
                // A zone that is unknown is told elsewhere.
                let Some(ground) = self.field.zone(zone) else {
                    return;
                };
                let facing = Facing::degrees(*facing);
                let tried = [Order::Lines, Order::Columns].into_iter().map(|order| {
                    let plan = Ground {
                        zone: ground,
                        facing,
                        mounted: *mounted,
                        along: along.unwrap_or((0.0, 1.0)),
                        order,
                    };
                    self.fill(side, recruits, meant, &plan)
                });
                let mut short = 0;
                let mut found = None;
                for result in tried {
                    match result {
                        Ok(places) => {
                            found = Some(places);
                            break;
                        }
                        Err(left) => short = left,
                    }
                }
                match found {
                    Some(places) => {
                        for (at, (deploy, footprint)) in places {
                            recruits[at].deploy = Some(deploy);
                            self.taken.push(footprint);
                        }
                    }
                    None => faults.push(Fault {
                        path: path.to_owned(),
                        what: format!(
                            "{short} of the units find no room in the zone `{zone}`: fewer points, or more ground"
                        ),
                    }),
                }
            }
        }
    }

    /// Fills a zone line by line from its front; how many find no room.
    fn fill(
        &self,
        side: Side,
        recruits: &[Recruit],
        meant: &[usize],
        ground: &Ground,
    ) -> Result<Vec<(usize, Post)>, usize> {
        let scale = self.field.square / 18.0;
        let (ahead, right) = (ground.facing.ahead(), ground.facing.right());
        let range = |axis: Vec2| {
            let along = ground.zone.outline.iter().map(|corner| corner.dot(axis));
            along.fold((f32::MAX, f32::MIN), |(low, high), at| {
                (low.min(at), high.max(at))
            })
        };
        let (rear, front) = range(ahead);
        let (left, far) = range(right);
        let (left, far) = (
            left + (far - left) * ground.along.0,
            left + (far - left) * ground.along.1,
        );
        let mut done: Vec<(usize, Post)> = Vec::new();
        let mut taken = self.taken.clone();
        // How far behind the edge of the zone a line is; the edge may bend.
        let deep = front - rear;
        let mut line = 0.05;
        let edge = |from: f32, to: f32| {
            let across = (ground.zone, (rear, front, ahead));
            self.edge(across, (from, to, right))
        };
        let mut next = 0;
        let mut second = false;
        while next < meant.len() && line < deep {
            second |= recruits[meant[next]].reserve;
            let waits = |at: usize| recruits[at].reserve && !second;
            // Those who would stand in this line, one beside the other.
            let extent = |at: usize| self.extent(side, &recruits[at], ground, (ahead, right));
            let inside = |x: f32| {
                let y = edge(x, x) - line - 0.5 * scale;
                ground.zone.contains(right * x + ahead * y)
            };
            let (from, to) = clear(inside, (left, far));
            let mut wide = 0.0;
            let mut count = 0;
            for &at in &meant[next..] {
                if waits(at) {
                    break;
                }
                let more = extent(at).0 + self.gap(recruits, meant, next + count, scale);
                if wide + more > to - from && count > 0 {
                    break;
                }
                wide += more;
                count += 1;
            }
            let mut x = from + ((to - from - wide) / 2.0).max(0.0);
            let mut depth: f32 = 0.0;
            let mut placed = 0;
            for &at in &meant[next..next + count] {
                let (width, behind) = extent(at);
                let spot = |x: f32| Placement {
                    at: right * (x + width / 2.0) + ahead * (edge(x, x + width) - line),
                    facing: ground.facing,
                };
                let steps = (0..).map(|step| x + step as f32 * STEP * scale);
                let free = steps.take_while(|x| x + width <= to + STEP).find_map(|x| {
                    let placement = spot(x);
                    let footprint = self.footprint(side, &recruits[at], ground, placement);
                    self.is_free(ground.zone, &footprint, &taken)
                        .then_some((x, footprint))
                });
                let Some((there, footprint)) = free else {
                    break;
                };
                x = there + width + self.gap(recruits, meant, next + placed + 1, scale);
                depth = depth.max(behind);
                taken.push(footprint.clone());
                done.push((
                    at,
                    (
                        self.deploy(&recruits[at], ground, footprint.placement),
                        footprint,
                    ),
                ));
                placed += 1;
            }
            next += placed;
            line += if placed > 0 {
                depth + BETWEEN_LINES * scale
            } else {
                STEP * 2.0 * scale
            };
        }
        if next < meant.len() {
            Err(meant.len() - next)
        } else {
            Ok(done)
        }
    }

    /// The room before a unit: more where a brigade begins.
    fn gap(&self, recruits: &[Recruit], meant: &[usize], number: usize, scale: f32) -> f32 {
        let brigade = |number: usize| meant.get(number).map(|&at| recruits[at].brigade);
        if number > 0 && brigade(number) != brigade(number - 1) {
            BETWEEN_BRIGADES * scale
        } else {
            BETWEEN_UNITS * scale
        }
    }

    /// How far to the front the zone reaches along a stretch of it; where it is notched, the notch.
    fn edge(
        &self,
        (zone, (rear, front, ahead)): (&Zone, (f32, f32, Vec2)),
        (from, to, right): (f32, f32, Vec2),
    ) -> f32 {
        const SAMPLES: u32 = 4;
        let reach = |part: u32| {
            let x = from + (to - from) * part as f32 / SAMPLES as f32;
            let steps = (0..).map(|step| front - step as f32 * EDGE);
            let mut within = steps.take_while(|y| *y > rear);
            within.find(|y| zone.contains(right * x + ahead * (y - 0.05)))
        };
        let parts = if to > from { SAMPLES } else { 0 };
        let reached = (0..=parts).filter_map(reach);
        reached.reduce(f32::min).unwrap_or(front)
    }

    /// Width and depth of a unit.
    fn extent(
        &self,
        side: Side,
        recruit: &Recruit,
        ground: &Ground,
        (ahead, right): (Vec2, Vec2),
    ) -> (f32, f32) {
        let at = Placement {
            at: Vec2::ZERO,
            facing: ground.facing,
        };
        let footprint = self.footprint(side, recruit, ground, at);
        let corners: Vec<Vec2> = footprint
            .stands
            .iter()
            .flat_map(|stand| stand.outline())
            .collect();
        let reach = |axis: Vec2| {
            let along = corners.iter().map(|corner| corner.dot(axis));
            along.fold((f32::MAX, f32::MIN), |(low, high), at| {
                (low.min(at), high.max(at))
            })
        };
        let (west, east) = reach(right);
        let (back, front) = reach(ahead);
        (east - west, front - back)
    }

    fn footprint(
        &self,
        side: Side,
        recruit: &Recruit,
        ground: &Ground,
        at: Placement,
    ) -> Footprint {
        let deploy = self.deploy(recruit, ground, at);
        let setup = unit_setup(self.field, side, &unit_plan(recruit.unit, deploy), 0);
        at.footprint(self.field.scale, &setup.unit, setup.muster)
    }

    fn deploy(&self, recruit: &Recruit, ground: &Ground, place: Placement) -> DeployPlan {
        DeployPlan::At {
            at: (place.at / self.field.square).into(),
            facing: ground.facing.to_degrees(),
            formation: formation(recruit.unit, ground.order).map(str::to_owned),
            mounted: ground.mounted && recruit.unit.muster.is_cavalry(),
            within: Some(ground.zone.id.clone()),
        }
    }

    fn is_free(&self, zone: &Zone, footprint: &Footprint, taken: &[Footprint]) -> bool {
        footprint.on_table(self.field)
            && zone.sticks_out(footprint) <= 0.0
            && taken.iter().all(|other| !footprint.overlaps(other))
            && footprint
                .stands
                .iter()
                .all(|stand| self.field.ground(self.rules, stand.centre).is_some())
    }
}

/// How wide a zone is, where some places are inside and some are not.
fn clear(inside: impl Fn(f32) -> bool, (left, far): (f32, f32)) -> (f32, f32) {
    let steps = (0..).map(|step| left + step as f32 * STEP);
    let mut xs = steps.take_while(|x| *x <= far).filter(|x| inside(*x));
    let first = xs.next().unwrap_or(left);
    (first, xs.last().unwrap_or(first))
}

/// A zone to be filled.
struct Ground<'a> {
    zone: &'a Zone,
    facing: Facing,
    mounted: bool,
    /// The part of its width, from left to right, in which they begin.
    along: (f32, f32),
    order: Order,
}

fn formation(unit: &ForceUnit, order: Order) -> Option<&'static str> {
    let muster = &unit.muster;
    if muster.is_battery() {
        return Some("unlimbered");
    }
    Some(match (muster.is_cavalry(), order) {
        (false, Order::Lines) => "battle_line",
        (false, Order::Columns) => "attack_column",
        (true, Order::Lines) => "line",
        (true, Order::Columns) => "double_line",
    })
}

fn command_plan(
    command: &ForceCommand,
    deploys: &mut impl Iterator<Item = Option<DeployPlan>>,
) -> CommandPlan {
    let leader = command.leader.as_ref().filter(|leader| !leader.fallen);
    let there = command.units.iter().filter(|unit| !unit.is_gone());
    let units: Vec<_> = there
        .filter_map(|unit| Some(unit_plan(unit, deploys.next()??)))
        .collect();
    let below = command.commands.iter();
    CommandPlan {
        name: command.name.clone(),
        echelon: Word::Known(command.echelon),
        leader: leader.map(|leader| LeaderPlan {
            name: leader.name.clone(),
            rank: Word::Known(leader.muster.rank),
            benefit: leader.muster.benefit,
            artillery: leader.muster.artillery,
            at: None,
        }),
        commands: below.map(|below| command_plan(below, deploys)).collect(),
        units,
    }
}

/// A mustered unit with its place.
pub(in crate::scenario) fn unit_plan(unit: &ForceUnit, deploy: DeployPlan) -> UnitPlan {
    let sharp = unit.muster.sharpshooter;
    UnitPlan {
        name: unit.name.clone(),
        arm: unit.arm(),
        weapon: unit.weapon().to_owned(),
        quality: Word::Known(unit.muster.quality),
        stands: unit.stands(),
        traits: sharp
            .then_some(Word::Known(UnitTrait::Sharpshooter))
            .into_iter()
            .collect(),
        deploy,
        present_up_to: None,
        train: None,
        uneven: Vec::new(),
        battalion_of: None,
        joined_from: Vec::new(),
    }
}
