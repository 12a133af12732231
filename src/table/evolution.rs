//! How a unit goes from one place to another: as one body round its pivot, or each stand its own way.

use bevy::math::Vec2;

use super::stands::StandKey;
use crate::field::angle::turn;
use crate::field::stand::Stand;

/// A stand where it is, and what it looks like; nothing if nobody is left on it.
pub type Pose = (Stand, Option<StandKey>);

/// Two stands are in the same place.
const SAME: f32 = 0.03;

/// A body that turns farther than this faces about and does not wheel.
const WHEELS: f32 = 150.0;

/// From here on a stand looks as it will.
const CHANGED: f32 = 0.5;

/// All stands at a moment between two arrangements, in the order of the later one; those it has no
/// more follow.
pub fn between(from: &[Pose], to: &[Pose], part: f32) -> Vec<Option<(Stand, StandKey)>> {
    if from.is_empty() || to.is_empty() {
        let shown = if part > CHANGED { to } else { from };
        return shown
            .iter()
            .map(|&(stand, look)| Some((stand, look?)))
            .collect();
    }
    if let Some(body) = Body::of(from, to) {
        let looks = if part > 0.3 { to } else { from };
        let moved = from.iter().map(|(stand, _)| body.moved(stand, part));
        let all = moved.zip(looks);
        return all
            .map(|(stand, (_, look))| Some((stand, (*look)?)))
            .collect();
    }
    let pairs = counterparts(from, to);
    pairs
        .into_iter()
        .map(|(one, other)| own_way(&from[one], &to[other], part))
        .collect()
}

/// A unit that moves without changing its shape.
struct Body {
    /// Where its first stand begins, and how far that goes.
    start: Vec2,
    way: Vec2,
    /// How far it turns clockwise, and about which point.
    degrees: f32,
    pivot: Option<Vec2>,
}

impl Body {
    fn of(from: &[Pose], to: &[Pose]) -> Option<Self> {
        let (first, last) = (from[0].0, to[0].0);
        let degrees = first.facing.off(last.facing);
        if from.len() != to.len() || degrees.abs() > WHEELS {
            return None;
        }
        let way = last.centre - first.centre;
        let body = Self {
            start: first.centre,
            way,
            degrees,
            pivot: (degrees.abs() > 0.5).then(|| pivot(first.centre, last.centre, degrees)),
        };
        let arrives = |(one, other): (&Pose, &Pose)| {
            let there = body.moved(&one.0, 1.0);
            there.centre.distance(other.0.centre) < SAME
                && there.half.distance(other.0.half) < SAME
                && there.facing.off(other.0.facing).abs() < 1.0
        };
        from.iter().zip(to).all(arrives).then_some(body)
    }

    fn moved(&self, stand: &Stand, part: f32) -> Stand {
        let degrees = self.degrees * part;
        let centre = match self.pivot {
            Some(pivot) => pivot + turn(stand.centre - pivot, degrees),
            None => self.start + turn(stand.centre - self.start, degrees) + self.way * part,
        };
        Stand::new(centre, stand.half, stand.facing.turned(degrees))
    }
}

/// The point that stays where it is when one point is brought to another by a turn clockwise.
fn pivot(from: Vec2, to: Vec2, degrees: f32) -> Vec2 {
    let way = to - from;
    let right = Vec2::new(way.y, -way.x);
    let half = degrees.to_radians() / 2.0;
    (from + to) / 2.0 + right / (2.0 * libm::tanf(half))
}

/// Who becomes whom: the colours stay the colours, the others go as short a way as they can. Those
/// that there are too many of close on the nearest; those that are new step out of the nearest.
fn counterparts(from: &[Pose], to: &[Pose]) -> Vec<(usize, usize)> {
    let apart = |one: usize, other: usize| from[one].0.centre.distance_squared(to[other].0.centre);
    let mut taken: Vec<Option<usize>> = vec![None; to.len()];
    let mut free: Vec<usize> = (0..from.len()).collect();
    let colours = to.len() / 2;
    taken[colours] = Some(free.remove(from.len() / 2));
    while !free.is_empty() {
        let open = (0..to.len()).filter(|&other| taken[other].is_none());
        let nearest = open
            .flat_map(|other| free.iter().map(move |&one| (one, other)))
            .min_by(|a, b| apart(a.0, a.1).total_cmp(&apart(b.0, b.1)));
        let Some((one, other)) = nearest else {
            break;
        };
        taken[other] = Some(one);
        free.retain(|&left| left != one);
    }
    untangle(&mut taken, colours, apart);
    let mut pairs: Vec<_> = taken
        .into_iter()
        .enumerate()
        .map(|(other, one)| {
            (
                one.unwrap_or_else(|| nearest(from.len(), |one| apart(one, other))),
                other,
            )
        })
        .collect();
    pairs.extend(
        free.into_iter()
            .map(|one| (one, nearest(to.len(), |other| apart(one, other)))),
    );
    pairs
}

/// Two that cross change places, until nobody would go a shorter way so.
fn untangle(taken: &mut [Option<usize>], colours: usize, apart: impl Fn(usize, usize) -> f32) {
    for _ in 0..taken.len() {
        let mut crossed = false;
        for one in 0..taken.len() {
            for two in one + 1..taken.len() {
                let (Some(a), Some(b)) = (taken[one], taken[two]) else {
                    continue;
                };
                let shorter = apart(b, one) + apart(a, two) + 1e-4 < apart(a, one) + apart(b, two);
                if one != colours && two != colours && shorter {
                    taken.swap(one, two);
                    crossed = true;
                }
            }
        }
        if !crossed {
            return;
        }
    }
}

fn nearest(count: usize, far: impl Fn(usize) -> f32) -> usize {
    (0..count)
        .min_by(|&one, &other| far(one).total_cmp(&far(other)))
        .unwrap_or(0)
}

/// A stand on its own way, turning as it goes. One whose files face along it for the march turns its
/// base a quarter while its men face about, so that its outline never leaps.
fn own_way(from: &Pose, to: &Pose, part: f32) -> Option<(Stand, StandKey)> {
    let ((from, old), (to, new)) = (from, to);
    let (shown, look) = if part > CHANGED {
        (to, *new)
    } else {
        (from, *old)
    };
    let quarter = match (old, new) {
        (Some(old), Some(new)) if old.turned != new.turned => {
            let aside = (to.centre - from.centre).dot(from.facing.right());
            if aside < 0.0 { -90.0 } else { 90.0 }
        }
        _ => 0.0,
    };
    let ahead_of = if part > CHANGED { part - 1.0 } else { part };
    let facing = from
        .facing
        .turned(from.facing.off(to.facing) * part + quarter * ahead_of);
    let centre = from.centre.lerp(to.centre, part);
    Some((Stand::new(centre, shown.half, facing), look?))
}

#[cfg(test)]
mod tests {
    use super::super::stands::Crew;
    use super::*;
    use crate::field::Facing;
    use crate::rules::Side;

    fn pose(x: f32, y: f32, degrees: f32) -> Pose {
        let key = StandKey {
            side: Side::Union,
            crew: Crew::Staff,
            figures: 1,
            full: 1,
            size: (100, 50),
            turned: false,
        };
        let half = Vec2::new(0.5, 0.25);
        let stand = Stand::new(Vec2::new(x, y), half, Facing::degrees(degrees));
        (stand, Some(key))
    }

    #[test]
    fn a_wheel_keeps_its_pivot() {
        // Two stands in line facing north wheel to the right about the right front corner.
        let from = [pose(0.0, 0.0, 0.0), pose(1.0, 0.0, 0.0)];
        let corner = Vec2::new(1.5, 0.25);
        let wheeled = |pose: &Pose, degrees: f32| {
            let stand = pose.0;
            let centre = corner + turn(stand.centre - corner, degrees);
            let moved = Stand::new(centre, stand.half, stand.facing.turned(degrees));
            (moved, pose.1)
        };
        let to = from.map(|pose| wheeled(&pose, 60.0));
        for part in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let now = between(&from, &to, part);
            for (pose, now) in from.iter().zip(now) {
                let (stand, _) = now.expect("a stand");
                let (there, _) = wheeled(pose, 60.0 * part);
                assert!(stand.centre.distance(there.centre) < 1e-3, "{part}");
                assert!(stand.facing.off(there.facing).abs() < 1e-2, "{part}");
            }
        }
    }

    #[test]
    fn every_stand_begins_and_ends_where_one_stands() {
        let line = [0.0, 1.0, 2.0, 3.0].map(|x| pose(x, 0.0, 0.0));
        let column = [0.0, -0.5, -1.0].map(|y| pose(1.5, y, 90.0));
        for (from, to) in [(&line[..], &column[..]), (&column[..], &line[..])] {
            let places = |part: f32| -> Vec<Vec2> {
                let all = between(from, to, part).into_iter().flatten();
                all.map(|(stand, _)| stand.centre).collect()
            };
            for (all, moment) in [(from, 0.0), (to, 1.0)] {
                let seen = places(moment);
                assert_eq!(seen.len(), 4);
                let stands = |at: &Vec2| all.iter().any(|pose| pose.0.centre.distance(*at) < 1e-4);
                assert!(seen.iter().all(stands), "{seen:?}");
                let seen_at = |pose: &Pose| seen.iter().any(|at| at.distance(pose.0.centre) < 1e-4);
                assert!(all.iter().all(seen_at), "{seen:?}");
            }
        }
    }

    #[test]
    fn nobody_faces_about_by_walking_to_the_other_end() {
        let from = [0.0, 1.0, 2.0].map(|x| pose(x, 0.0, 0.0));
        let to = [2.0, 1.0, 0.0].map(|x| pose(x, 0.0, 180.0));
        let seen = between(&from, &to, 0.5);
        for (now, (stand, _)) in seen.into_iter().zip(to) {
            assert!(now.expect("a stand").0.centre.distance(stand.centre) < 1e-4);
        }
    }
}
