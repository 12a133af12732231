//! The guide's eyes: the camera and the panels of a step, and whether the learner has looked where he
//! should.

use bevy::prelude::*;

use super::Tutor;
use crate::lessons::Names;
use crate::lessons::file::{CameraTurn, Deed, Look, Point};
use crate::overlay::hand::{Draft, Hand, own_side};
use crate::overlay::trace::Trace;
use crate::overlay::{Desk, Panel};
use crate::rules::Named;
use crate::scenario::Scenario;
use crate::table::ranks::{Hit, Ranks};
use crate::table::{Playback, Rig, Sitting, place};

/// How near the camera comes to a unit, in inches at 15 mm.
const NEAR: f32 = 13.0;

/// Somebody by his name.
pub fn somebody(scenario: &Scenario, name: &str) -> Option<Hit> {
    let names = Names(scenario);
    let leader = names.leader(name).ok().map(Hit::Leader);
    leader.or_else(|| names.unit(name).ok().map(Hit::Unit))
}

/// Puts the camera and the panels as a step wants them, once the table has caught up with it.
pub fn enter(
    mut tutor: ResMut<Tutor>,
    (mut rig, mut desk, mut hand): (ResMut<Rig>, ResMut<Desk>, ResMut<Hand>),
    mut trace: ResMut<Trace>,
    (playback, sitting): (Res<Playback>, Option<Res<Sitting>>),
    ranks: Ranks,
) {
    let now = (tutor.guide.number(), tutor.guide.phase());
    let astray = tutor.guide.is_astray();
    if tutor.entered == Some(now) || !playback.at_end() || astray {
        return;
    }
    let began = tutor.entered.is_none_or(|(step, _)| step != now.0);
    // Whoever was quick, came back or was led here sees what the steps before have shown him.
    let followed = tutor.entered.is_some_and(|(step, _)| step + 1 == now.0);
    tutor.entered = Some(now);
    let step = tutor.guide.step();
    let waits = now.1 != crate::lessons::Phase::Done;
    let lit = step.point.iter().filter(|_| waits);
    let lit = lit.filter_map(|point| match point {
        Point::Lit(name) => Some(name.clone()),
        _ => None,
    });
    trace.light(lit.collect());
    if !began {
        return;
    }
    let scenario = playback.scenario();
    let before = &tutor.guide.lesson().file.steps[..now.0];
    let earlier = before.iter().rev().find_map(|step| step.look.as_ref());
    if let Some(look) = step.look.as_ref().or(earlier.filter(|_| !followed)) {
        look_at(look, scenario, &mut rig, &ranks);
    }
    for point in &step.point {
        match point {
            Point::Panel(name) => desk.panel = Panel::from_name(name),
            Point::Select(name) => match somebody(scenario, name) {
                Some(Hit::Unit(unit)) => {
                    let own = sitting
                        .as_ref()
                        .and_then(|sitting| own_side(sitting, &playback));
                    if own == Some(playback.view().side(unit)) {
                        hand.hold(&mut desk, vec![unit]);
                    } else {
                        desk.selected = Some(Hit::Unit(unit));
                    }
                }
                other => desk.selected = other,
            },
            Point::Aim(name) => {
                let unit = Names(scenario).unit(name).ok();
                hand.target = unit;
                desk.pointed = unit;
            }
            _ => {}
        }
    }
    tutor.stance = Some(rig.stance());
}

/// The camera goes where a step wants it.
pub fn look_at(look: &Look, scenario: &Scenario, rig: &mut Rig, ranks: &Ranks) {
    let names = Names(scenario);
    let proportion = scenario.field.proportion();
    match look {
        Look::Overview => rig.overview(),
        Look::Top => rig.top(),
        Look::Unit(name) => {
            if let Some(middle) = names.unit(name).ok().and_then(|unit| ranks.middle(unit)) {
                rig.go_to(middle, NEAR * proportion);
            }
        }
        Look::Eyes(name) => {
            if let Ok(unit) = names.unit(name) {
                rig.eyes_of(unit);
            }
        }
        Look::Place { at, from } => {
            let at = Vec2::new(at.0, at.1);
            rig.go_to(place(at, scenario.field.heights.height(at)), *from);
        }
    }
}

/// Notices that the learner has looked where he should.
pub fn look(
    mut tutor: ResMut<Tutor>,
    (rig, desk, hand): (Res<Rig>, Res<Desk>, Res<Hand>),
    sitting: Option<ResMut<Sitting>>,
    mut playback: ResMut<Playback>,
) {
    let Some(mut sitting) = sitting else { return };
    // What the step itself puts up comes first.
    if tutor.entered != Some((tutor.guide.number(), tutor.guide.phase())) {
        return;
    }
    let Some(deed) = tutor.guide.deed() else {
        return;
    };
    let scenario = playback.scenario();
    let names = Names(scenario);
    let seen = match deed {
        Deed::Select(name) => desk.selected.is_some() && desk.selected == somebody(scenario, name),
        Deed::Aim(name) => {
            let unit = names.unit(name).ok();
            // Where no order can be given yet, pointing at him is all there is.
            unit.is_some() && (hand.target == unit || desk.pointed == unit)
        }
        Deed::Open(panel) => desk.panel.is_some_and(|open| open.name() == panel),
        Deed::Camera(turn) => tutor
            .stance
            .zip(turn.known())
            .is_some_and(|(before, turn)| turned(before, rig.stance(), turn)),
        Deed::Draw { unit, to, within } => {
            let drawn = match (&hand.draft, names.unit(unit)) {
                (Draft::Move(draft), Ok(unit)) if hand.units.first() == Some(&unit) => draft
                    .planned
                    .as_ref()
                    .and_then(|planned| planned.as_ref().ok()),
                _ => None,
            };
            let end = drawn.and_then(|planned| planned.ends.first());
            end.is_some_and(|(_, end)| end.at.distance(Vec2::new(to.0, to.1)) <= *within)
        }
        _ => false,
    };
    if !seen {
        return;
    }
    let tutor = &mut *tutor;
    let guide = &mut tutor.guide;
    let looked = sitting.lead(&mut playback, |session| guide.looked(session));
    if let Err(fault) = looked {
        tutor.said = Some(fault.to_string());
    }
    tutor.note();
}

/// Whether the camera has been moved in a way.
fn turned(before: (Vec3, [f32; 3]), now: (Vec3, [f32; 3]), turn: CameraTurn) -> bool {
    let ([yaw, pitch, far], [now_yaw, now_pitch, now_far]) = (before.1, now.1);
    match turn {
        CameraTurn::Turn => (yaw - now_yaw).abs() > 0.12 || (pitch - now_pitch).abs() > 0.12,
        CameraTurn::Move => before.0.distance(now.0) > 0.8,
        CameraTurn::Zoom => (now_far / far - 1.0).abs() > 0.06,
        CameraTurn::Top => now_pitch > 1.5,
        CameraTurn::Overview => now_far > far * 1.1 || before.0.distance(now.0) > 0.8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_camera_that_stays_has_not_been_moved() {
        let here = (Vec3::new(10.0, 0.0, -10.0), [0.2, 0.6, 30.0]);
        for &turn in CameraTurn::ALL {
            assert!(!turned(here, here, turn), "{turn}");
        }
        let nearer = (here.0, [0.2, 0.6, 24.0]);
        assert!(turned(here, nearer, CameraTurn::Zoom));
        assert!(!turned(here, nearer, CameraTurn::Turn));
        let aside = (here.0, [0.6, 0.6, 30.0]);
        assert!(turned(here, aside, CameraTurn::Turn));
        let down = (here.0, [0.0, 1.569, 40.0]);
        assert!(turned(here, down, CameraTurn::Top));
    }
}
