//! Who and what is in the way, as far as that is known before a way is walked.

use bevy::math::Vec2;

use super::THERE;
use super::body::part_of;
use super::search::Planner;
use super::stance::Stance;
use crate::army::UnitId;
use crate::field::Placement;
use crate::field::moves::Leg;
use crate::field::placement::Footprint;
use crate::field::plan::LineKind;

impl Planner<'_> {
    /// Whether everybody may stop where some legs end, before they are walked.
    pub fn has_room(&self, manner: usize, legs: &[Leg]) -> bool {
        let body = &self.manners[manner].body;
        self.may_stop(manner, &body.end(&body.start, legs)) && self.keeps_away(manner, legs)
    }

    /// Whether some legs end at the goal and everybody may stop there.
    pub fn leads_there(&self, manner: usize, legs: &[Leg]) -> bool {
        let body = &self.manners[manner].body;
        let end = body.end(&body.start, legs);
        end.at.distance(self.goal.to) <= THERE.0
            && self.off(end.facing) <= THERE.1
            && self.may_stop(manner, &end)
    }

    /// What a body covers of the ground as it walks.
    pub fn grounds(&self, manner: usize, at: &Stance) -> Vec<Footprint> {
        let members = self.manners[manner].body.members.iter().enumerate();
        members
            .map(|(number, member)| member.walking.at(at.place(number)))
            .collect()
    }

    /// Whether everybody may stop at a place.
    pub fn may_stop(&self, manner: usize, end: &Stance) -> bool {
        let members = &self.manners[manner].body.members;
        let room = |number: usize| {
            let ground = members[number].ended.at(end.place(number));
            self.is_open(number, &ground).then_some(ground)
        };
        if let [_] = self.units {
            return room(0).is_some();
        }
        let grounds: Option<Vec<Footprint>> = (0..self.units.len()).map(room).collect();
        grounds.is_some_and(|grounds| {
            let apart = |at: usize| grounds[..at].iter().all(|one| !one.overlaps(&grounds[at]));
            (1..grounds.len()).all(apart)
        })
    }

    /// Whether one of them may stop on some ground.
    fn is_open(&self, number: usize, ground: &Footprint) -> bool {
        ground.on_table(self.asked.field())
            && !self.taken.iter().any(|taken| taken.overlaps(ground))
            && self.may_be_at(number, ground)
    }

    /// Whether one of them may come to a place at all, room or not.
    ///
    /// Rules: `turn.shaken_no_advance`.
    fn may_be_at(&self, number: usize, ground: &Footprint) -> bool {
        let feared = self.feared[number].as_ref();
        !feared.is_some_and(|feared| feared.are_nearer(ground.centre()))
            && self
                .asked
                .check_confined(self.units[number], ground.placement)
                .is_ok()
    }

    /// The same of everybody.
    pub fn may_come_to(&self, manner: usize, end: &Stance) -> bool {
        let members = self.manners[manner].body.members.iter().enumerate();
        members
            .map(|(number, member)| (number, member.ended.at(end.place(number))))
            .all(|(number, ground)| self.may_be_at(number, &ground))
    }

    /// Whether nobody who is shaken seems to come nearer to an enemy on his way.
    ///
    /// Rules: `turn.shaken_no_advance`.
    fn keeps_away(&self, manner: usize, legs: &[Leg]) -> bool {
        if self.feared.iter().all(Option::is_none) {
            return true;
        }
        let body = &self.manners[manner].body;
        let keeps = |at: &Stance| {
            let members = body.members.iter().zip(&self.feared).enumerate();
            members
                .filter_map(|(number, (member, feared))| Some((number, member, feared.as_ref()?)))
                .all(|(number, member, feared)| {
                    !feared.are_nearer(member.walking.at(at.place(number)).centre())
                })
        };
        let mut at = body.start.clone();
        legs.iter().all(|&leg| {
            let parts = [0.25, 0.5, 0.75].into_iter();
            let on_way = parts.filter_map(|part| part_of(leg, part));
            let kept = on_way.map(|leg| body.after(&at, leg)).all(|at| keeps(&at));
            at = body.after(&at, leg);
            kept && keeps(&at)
        })
    }

    /// Whether some legs leave the arc or lead through friends, before they are walked.
    pub fn is_rash(&self, manner: usize, legs: &[Leg]) -> bool {
        let [id] = self.units else { return false };
        let body = &self.manners[manner].body;
        if body.leaves_arc(legs) {
            return true;
        }
        let mut at = body.start.clone();
        for &leg in legs {
            let pieces = (body.inches(leg) / 0.5).ceil().clamp(1.0, 40.0) as u32;
            // What is crossed is crossed by the middle, in a wheel by the outer end.
            let end = |at: &Stance| match leg {
                Leg::Wheel { degrees } => at.at - at.facing.right() * body.half.copysign(degrees),
                _ => at.at,
            };
            let mut last = end(&at);
            for piece in 1..=pieces {
                let here = part_of(leg, piece as f32 / pieces as f32).unwrap_or(leg);
                let here = body.after(&at, here);
                let met = self.meets_friend(*id, here.middle()).is_some();
                if met || self.is_wet(last, end(&here)) {
                    return true;
                }
                last = end(&here);
            }
            at = body.after(&at, leg);
        }
        false
    }

    /// Whether a creek or works lie between two places.
    fn is_wet(&self, from: Vec2, to: Vec2) -> bool {
        let disorders = |kind: LineKind| {
            matches!(
                kind,
                LineKind::Creek
                    | LineKind::HastyWorks
                    | LineKind::LightWorks
                    | LineKind::HeavyWorks
            )
        };
        let mut lines = self.asked.field().lines_around((from + to) / 2.0);
        lines.any(|line| disorders(line.kind) && line.crossings(from, to).next().is_some())
    }

    /// A friend on whose ground a unit would stand.
    pub fn meets_friend(&self, id: UnitId, place: Placement) -> Option<UnitId> {
        let army = &self.asked.army;
        let own = self.manners[0].body.half + 2.0;
        let met = self.friends.iter().find(|(friend, far)| {
            let there = army.footprint(*friend);
            place.at.distance(there.placement.at) < far + own
                && army.footprint_at(id, place).overlaps(there)
        });
        met.map(|(friend, _)| *friend)
    }
}
