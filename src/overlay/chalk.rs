//! Lines on the ground.

use bevy::prelude::*;

use crate::field::{Facing, Field};
use crate::table::place;

/// How far above the ground lines are drawn.
const LIFT: f32 = 0.07;

/// Draws lines that lie on the ground.
pub struct Chalk<'a, 'w, 's, Pen: GizmoConfigGroup = DefaultGizmoConfigGroup> {
    /// The pen.
    pub gizmos: Gizmos<'w, 's, Pen>,
    /// The ground they lie on.
    pub field: &'a Field,
}

impl<Pen: GizmoConfigGroup> Chalk<'_, '_, '_, Pen> {
    /// From point to point, as far as they lie on the table.
    pub fn line(&mut self, points: &[Vec2], color: Color) {
        let mut path = Vec::new();
        for pair in points.windows(2) {
            let steps = (pair[0].distance(pair[1]) / 0.25).ceil().max(1.0) as u32;
            for step in 0..=steps {
                let at = pair[0].lerp(pair[1], step as f32 / steps as f32);
                if self.field.contains(at) {
                    path.push(place(at, self.field.heights.height(at) + LIFT));
                } else if path.len() > 1 {
                    self.gizmos.linestrip(std::mem::take(&mut path), color);
                } else {
                    path.clear();
                }
            }
        }
        if path.len() > 1 {
            self.gizmos.linestrip(path, color);
        }
    }

    /// A frame round a stand, so far out.
    pub fn frame(&mut self, at: Vec2, half: Vec2, facing: Facing, (out, color): (f32, Color)) {
        let ahead = facing.ahead() * (half.y + out);
        let right = facing.right() * (half.x + out);
        let corners = [
            at - right + ahead,
            at + right + ahead,
            at + right - ahead,
            at - right - ahead,
            at - right + ahead,
        ];
        self.line(&corners, color);
    }

    /// Part of a circle, from one direction clockwise to another.
    pub fn arc(&mut self, middle: Vec2, radius: f32, from: f32, to: f32, color: Color) {
        let steps = ((to - from).abs() / 3.0).ceil().max(2.0) as u32;
        let points: Vec<_> = (0..=steps)
            .map(|step| {
                let degrees = from + (to - from) * step as f32 / steps as f32;
                middle + Facing::degrees(degrees).ahead() * radius
            })
            .collect();
        self.line(&points, color);
    }

    /// A line of dashes of that length, with gaps as long.
    pub fn dashes(&mut self, points: &[Vec2], long: f32, color: Color) {
        let (mut left, mut draws) = (long, true);
        for pair in points.windows(2) {
            let whole = pair[0].distance(pair[1]);
            let mut at = 0.0;
            while at < whole {
                let step = left.min(whole - at);
                if draws {
                    let dash = [at, at + step].map(|at| pair[0].lerp(pair[1], at / whole));
                    self.line(&dash, color);
                }
                at += step;
                left -= step;
                if left < 1e-3 {
                    (left, draws) = (long, !draws);
                }
            }
        }
    }
}
