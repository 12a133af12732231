//! A small plan of the book's board with its numbered points.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Color32, Stroke, pos2, vec2};

use crate::field::geometry::in_polygon;
use crate::field::plan::{AreaKind, LineKind};
use crate::overlay::menu::ornament::INK;
use crate::overlay::style;
use crate::overlay::trace::Trace;
use crate::scenario::file::BoardFile;
use crate::scenario::quick;

/// How far apart the trees of a wood are drawn, in squares.
const TREES: f32 = 0.11;

/// How large a point is that can be clicked, in points of the screen.
const POINT: f32 = 9.0;

/// What is drawn of the board.
pub struct BoardPlan {
    board: BoardFile,
    /// Trees, and whether they stand thick.
    trees: Vec<(Vec2, bool)>,
    water: Vec<Vec<Vec2>>,
    roads: Vec<(bool, Vec<Vec2>)>,
}

impl BoardPlan {
    /// Looks at the board.
    pub fn read() -> Result<Self, String> {
        let board = quick::board().map_err(|faults| {
            let told: Vec<_> = faults.iter().map(ToString::to_string).collect();
            told.join("\n")
        })?;
        let mut trees = Vec::new();
        for area in &board.ground.areas {
            let thick = match area.kind.known() {
                Some(AreaKind::HeavyWoods) => true,
                Some(AreaKind::LightWoods | AreaKind::Orchard) => false,
                _ => continue,
            };
            let outline = area.shape.polygon(1.0);
            let low = outline
                .iter()
                .copied()
                .reduce(Vec2::min)
                .unwrap_or_default();
            let high = outline
                .iter()
                .copied()
                .reduce(Vec2::max)
                .unwrap_or_default();
            let steps = |from: f32, to: f32| {
                let first = (from / TREES).ceil() as i32;
                (first..=(to / TREES) as i32).map(|step| step as f32 * TREES)
            };
            for x in steps(low.x, high.x) {
                for y in steps(low.y, high.y) {
                    let at = Vec2::new(x, y);
                    if in_polygon(&outline, at) {
                        trees.push((at, thick));
                    }
                }
            }
        }
        let lines = || board.ground.lines.iter();
        let water = lines().filter(|line| line.kind.known() == Some(LineKind::Creek));
        let water = water.map(|line| line.rounded()).collect();
        let roads = lines().filter_map(|line| match line.kind.known()? {
            LineKind::Road => Some((true, line.rounded())),
            LineKind::Trail => Some((false, line.rounded())),
            _ => None,
        });
        let roads = roads.collect();
        Ok(Self {
            board,
            trees,
            water,
            roads,
        })
    }

    /// The squares around some points, or why they make no battlespace.
    pub fn squares(&self, points: &[String]) -> Result<(u32, u32), String> {
        quick::squares_of(&self.board, points)
    }

    /// Draws it; answers with a point that was clicked.
    pub fn show(
        &self,
        ui: &mut egui::Ui,
        trace: &mut Trace,
        chosen: &[String],
        wide: f32,
    ) -> Option<String> {
        let (across, deep) = (self.board.squares.0 as f32, self.board.squares.1 as f32);
        let size = vec2(wide, wide / across * deep);
        let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
        let square = wide / across;
        let at = |place: Vec2| {
            pos2(
                rect.left() + place.x * square,
                rect.bottom() - place.y * square,
            )
        };
        let painter = ui.painter_at(rect.expand(2.0));
        painter.rect_filled(rect, 0.0, Color32::from_rgb(0xe9, 0xdf, 0xc4));
        self.squares_fought(chosen, |low, high| {
            let fought = egui::Rect::from_two_pos(at(low), at(high));
            painter.rect_filled(fought, 0.0, Color32::from_rgb(0xf8, 0xee, 0xb8));
        });
        for (tree, thick) in &self.trees {
            let (size, colour) = match thick {
                true => (0.055, Color32::from_rgb(0x3f, 0x62, 0x3a)),
                false => (0.04, Color32::from_rgb(0x7d, 0x9a, 0x62)),
            };
            painter.circle_filled(at(*tree), size * square, colour);
        }
        let draw = |line: &[Vec2], stroke: Stroke| {
            let points = line.iter().map(|&place| at(place)).collect();
            painter.add(egui::Shape::line(points, stroke));
        };
        for line in &self.water {
            draw(line, Stroke::new(1.6, Color32::from_rgb(0x5c, 0x86, 0xa8)));
        }
        for (road, line) in &self.roads {
            let stroke = match road {
                true => Stroke::new(2.4, Color32::from_rgb(0x8a, 0x5a, 0x30)),
                false => Stroke::new(1.1, Color32::from_rgb(0x8a, 0x5a, 0x30)),
            };
            draw(line, stroke);
        }
        let grid = Stroke::new(0.6, INK.gamma_multiply(0.45));
        for column in 0..=self.board.squares.0 {
            painter.vline(rect.left() + column as f32 * square, rect.y_range(), grid);
        }
        for row in 0..=self.board.squares.1 {
            painter.hline(rect.x_range(), rect.bottom() - row as f32 * square, grid);
        }
        painter.rect_stroke(rect, 0.0, Stroke::new(1.5, INK), egui::StrokeKind::Middle);
        let mut clicked = None;
        for point in &self.board.points {
            let middle = at(point.at.into());
            let is = chosen.contains(&point.id);
            let around = egui::Rect::from_center_size(middle, egui::Vec2::splat(POINT * 2.0));
            let response = ui.interact(around, ui.id().with(&point.id), egui::Sense::click());
            let lit = response.hovered() || response.has_focus();
            let fill = match (is, lit) {
                (true, _) => style::RED,
                (false, true) => Color32::from_rgb(0xff, 0xf4, 0xd8),
                (false, false) => Color32::from_rgb(0xf6, 0xee, 0xdb),
            };
            let rim = if lit { 2.2 } else { 1.0 };
            painter.circle(middle, POINT, fill, Stroke::new(rim, INK));
            let ink = if is { Color32::WHITE } else { INK };
            let font = egui::FontId::proportional(10.5);
            painter.text(middle, egui::Align2::CENTER_CENTER, &point.id, font, ink);
            trace.mark(&format!("point {}", point.id), &response);
            if response.clicked() {
                clicked = Some(point.id.clone());
            }
        }
        clicked
    }

    /// Every square that is fought over: its south-west and north-east corners.
    fn squares_fought(&self, chosen: &[String], show: impl Fn(Vec2, Vec2)) {
        let fought = self.board.points.iter();
        for point in fought.filter(|point| chosen.contains(&point.id)) {
            let middle = Vec2::from(point.at);
            show(middle - Vec2::ONE, middle + Vec2::ONE);
        }
    }
}
