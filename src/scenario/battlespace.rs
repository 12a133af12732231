//! Cutting a battlespace out of a larger board by naming its points.

use bevy::math::Vec2;

use super::file::BoardFile;
use crate::field::plan::{
    AreaPlan, BuildingPlan, EntryPlan, HeightShape, LabelPlan, LinePlan, Outline, Plan, Square,
    ZonePlan,
};

/// The squares that touch any of the points, and what lies on them.
///
/// Rules: `scenario.battlespace`, `scenario.mine_run_1`, `scenario.mine_run_2`,
/// `scenario.mine_run_3`.
pub fn cut(board: &BoardFile, points: &[String]) -> Result<((u32, u32), Plan), String> {
    let (squares, origin) = squares(board, points)?;
    let size = Vec2::new(squares.0 as f32, squares.1 as f32);
    let cutter = Cutter { origin, size };
    Ok((squares, cutter.plan(&board.ground)))
}

pub(super) fn squares(board: &BoardFile, points: &[String]) -> Result<((u32, u32), Vec2), String> {
    let mut touched = std::collections::BTreeSet::new();
    for id in points {
        let Some(point) = board.points.iter().find(|point| point.id == *id) else {
            let known: Vec<_> = board.points.iter().map(|point| point.id.as_str()).collect();
            return Err(format!(
                "`{id}` is no point of the board; allowed: {}",
                known.join(", ")
            ));
        };
        let (x, y) = (point.at.0.round() as i32, point.at.1.round() as i32);
        for column in [x - 1, x] {
            for row in [y - 1, y] {
                let on = (0..board.squares.0 as i32).contains(&column)
                    && (0..board.squares.1 as i32).contains(&row);
                if on {
                    touched.insert((column, row));
                }
            }
        }
    }
    let columns = || touched.iter().map(|square| square.0);
    let rows = || touched.iter().map(|square| square.1);
    let (Some(west), Some(east)) = (columns().min(), columns().max()) else {
        return Err("no point is named; at least one is needed".to_owned());
    };
    let (Some(south), Some(north)) = (rows().min(), rows().max()) else {
        return Err("no point is named; at least one is needed".to_owned());
    };
    let (wide, deep) = ((east - west + 1) as u32, (north - south + 1) as u32);
    if touched.len() as u32 != wide * deep {
        return Err("the squares around these points make no rectangle".to_owned());
    }
    Ok(((wide, deep), Vec2::new(west as f32, south as f32)))
}

struct Cutter {
    origin: Vec2,
    size: Vec2,
}

impl Cutter {
    fn moved(&self, at: Square) -> Square {
        (Vec2::from(at) - self.origin).into()
    }

    fn inside(&self, at: Square) -> bool {
        let at = Vec2::from(self.moved(at));
        at.cmpge(Vec2::ZERO).all() && at.cmple(self.size).all()
    }

    fn plan(&self, plan: &Plan) -> Plan {
        Plan {
            slopes: plan.slopes.clone(),
            heights: plan
                .heights
                .iter()
                .map(|shape| self.height(shape))
                .collect(),
            picture: None,
            areas: plan
                .areas
                .iter()
                .filter_map(|area| self.area(area))
                .collect(),
            lines: plan.lines.iter().flat_map(|line| self.line(line)).collect(),
            zones: plan
                .zones
                .iter()
                .filter_map(|zone| {
                    Some(ZonePlan {
                        shape: self.outline(&zone.shape)?,
                        ..zone.clone()
                    })
                })
                .collect(),
            entries: plan
                .entries
                .iter()
                .filter(|entry| self.inside(entry.at))
                .map(|entry| EntryPlan {
                    at: self.moved(entry.at),
                    ..entry.clone()
                })
                .collect(),
            labels: plan
                .labels
                .iter()
                .filter(|label| self.inside(label.at))
                .map(|label| LabelPlan {
                    at: self.moved(label.at),
                    ..label.clone()
                })
                .collect(),
        }
    }

    fn height(&self, shape: &HeightShape) -> HeightShape {
        let mut shape = shape.clone();
        match &mut shape {
            HeightShape::Ridge { line, .. } | HeightShape::Cut { line, .. } => {
                line.iter_mut()
                    .for_each(|point| *point = self.moved(*point));
            }
            HeightShape::Hill { at, .. } => *at = self.moved(*at),
        }
        shape
    }

    /// The outline moved and clipped to the board; `None` if nothing of it is left.
    fn outline(&self, outline: &Outline) -> Option<Outline> {
        let mut corners: Vec<Vec2> = outline
            .polygon(1.0)
            .into_iter()
            .map(|corner| corner - self.origin)
            .collect();
        let borders = [
            (Vec2::ZERO, Vec2::X),
            (Vec2::ZERO, Vec2::Y),
            (self.size, -Vec2::X),
            (self.size, -Vec2::Y),
        ];
        for (border, inward) in borders {
            corners = crate::field::geometry::clip(&corners, border, inward);
        }
        for corner in &mut corners {
            *corner = corner.clamp(Vec2::ZERO, self.size);
        }
        let area = crate::field::geometry::area(&corners).abs();
        (corners.len() >= 3 && area > 1e-6)
            .then(|| Outline::Polygon(corners.into_iter().map(Into::into).collect()))
    }

    fn area(&self, area: &AreaPlan) -> Option<AreaPlan> {
        Some(AreaPlan {
            shape: self.outline(&area.shape)?,
            buildings: area
                .buildings
                .iter()
                .filter(|building| self.inside(building.at))
                .map(|building| BuildingPlan {
                    at: self.moved(building.at),
                    ..building.clone()
                })
                .collect(),
            ..area.clone()
        })
    }

    /// The pieces of a line that lie on the board.
    fn line(&self, line: &LinePlan) -> Vec<LinePlan> {
        let mut pieces: Vec<Vec<Vec2>> = Vec::new();
        // Rounded before it is cut, so that it runs as on the whole board.
        for pair in line.rounded().windows(2) {
            let (from, to) = (pair[0] - self.origin, pair[1] - self.origin);
            let Some((a, b)) = self.clip_segment(from, to) else {
                continue;
            };
            match pieces.last_mut() {
                Some(piece) if piece.last().is_some_and(|end| end.distance(a) < 1e-5) => {
                    piece.push(b)
                }
                _ => pieces.push(vec![a, b]),
            }
        }
        pieces
            .into_iter()
            .map(|piece| LinePlan {
                points: piece.into_iter().map(Into::into).collect(),
                smooth: false,
                ..line.clone()
            })
            .collect()
    }

    /// Liang–Barsky.
    fn clip_segment(&self, from: Vec2, to: Vec2) -> Option<(Vec2, Vec2)> {
        let way = to - from;
        let (mut enter, mut leave) = (0.0f32, 1.0f32);
        let edges = [
            (-way.x, from.x),
            (way.x, self.size.x - from.x),
            (-way.y, from.y),
            (way.y, self.size.y - from.y),
        ];
        for (step, room) in edges {
            if step == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if step < 0.0 {
                enter = enter.max(room / step);
            } else {
                leave = leave.min(room / step);
            }
        }
        let clamp = |point: Vec2| point.clamp(Vec2::ZERO, self.size);
        (enter < leave).then(|| (clamp(from.lerp(to, enter)), clamp(from.lerp(to, leave))))
    }
}
