//! Everything that can be wrong with the plan of a field.

use bevy::math::Vec2;

use super::build::BuildFault;
use super::geometry::{Bounds, area};
use super::plan::{AreaKind, AreaPlan, HeightShape, LinePlan, Outline, Plan, Square};

/// All that is wrong with a plan on a board of so many squares.
pub(super) fn of(plan: &Plan, squares: (u32, u32)) -> Vec<BuildFault> {
    let mut check = Check {
        board: Vec2::new(squares.0 as f32, squares.1 as f32),
        faults: Vec::new(),
    };
    if let Some(word) = &plan.slopes {
        check.word("slopes".to_owned(), word.fault());
    }
    if let Some(picture) = &plan.picture {
        let good = [picture.black, picture.white]
            .iter()
            .all(|height| height.abs() <= 20.0);
        check.must(good, "picture", || {
            "its heights must be -20 to 20 inches".to_owned()
        });
    }
    for (at, shape) in plan.heights.iter().enumerate() {
        check.height(&format!("heights[{at}]"), shape);
    }
    for (at, area) in plan.areas.iter().enumerate() {
        check.area(&format!("areas[{at}]"), area);
    }
    for (at, line) in plan.lines.iter().enumerate() {
        check.line(&format!("lines[{at}]"), line);
    }
    check.places(plan);
    check.faults
}

/// How many squares from the corner of the table anything may reach: as far as the largest board
/// can be cut.
const MOST_SQUARES: f32 = 36.0;

struct Check {
    board: Vec2,
    faults: Vec<BuildFault>,
}

impl Check {
    fn must(&mut self, good: bool, path: impl Into<String>, what: impl FnOnce() -> String) {
        if !good {
            self.faults.push(BuildFault {
                path: path.into(),
                what: what(),
            });
        }
    }

    fn word(&mut self, path: String, fault: Option<String>) {
        if let Some(what) = fault {
            self.faults.push(BuildFault { path, what });
        }
    }

    fn on_board(&mut self, path: String, at: Square) {
        let (at, board) = (Vec2::from(at), self.board);
        let good = at.is_finite() && at.cmpge(Vec2::ZERO).all() && at.cmple(board).all();
        self.must(good, path, || {
            format!(
                "({}, {}) is off the table; allowed: 0 to {} and 0 to {} squares",
                at.x, at.y, board.x, board.y
            )
        });
    }

    fn height(&mut self, path: &str, shape: &HeightShape) {
        let (points, extents, top, height) = match shape {
            HeightShape::Ridge {
                line,
                width,
                top,
                height,
            } => (line.clone(), vec![*width], *top, *height),
            HeightShape::Cut { line, width, depth } => (line.clone(), vec![*width], 0.0, *depth),
            HeightShape::Hill {
                at,
                radii,
                top,
                height,
                ..
            } => (vec![*at, *at], vec![radii.0, radii.1], *top, *height),
        };
        self.must(points.len() >= 2, path, || {
            "a line needs two points or more".to_owned()
        });
        let near = |&point: &Square| Vec2::from(point).abs().max_element() <= MOST_SQUARES;
        let turned = match shape {
            HeightShape::Hill { turn, .. } => turn.abs() <= 360.0,
            HeightShape::Ridge { .. } | HeightShape::Cut { .. } => true,
        };
        self.must(points.iter().all(near) && turned, path, || {
            format!("its place must be given in squares, up to {MOST_SQUARES} from the corner of the table, and its turn in degrees, up to 360")
        });
        let wide = extents
            .iter()
            .all(|extent| (1e-3..=MOST_SQUARES).contains(extent));
        self.must(wide, path, || {
            format!("its width must be 0.001 to {MOST_SQUARES} squares")
        });
        self.must((0.0..1.0).contains(&top), path, || {
            "top must be 0 or more and less than 1".to_owned()
        });
        self.must((0.0..=20.0).contains(&height), path, || {
            "its height or depth must be 0 to 20 inches".to_owned()
        });
    }

    fn area(&mut self, path: &str, area: &AreaPlan) {
        self.word(format!("{path}.kind"), area.kind.fault());
        self.outline(&format!("{path}.shape"), &area.shape);
        for (number, building) in area.buildings.iter().enumerate() {
            let path = format!("{path}.buildings[{number}]");
            self.on_board(format!("{path}.at"), building.at);
            let (wide, deep) = building.size;
            let good = [wide, deep].iter().all(|side| (0.001..=1.0).contains(side))
                && building.turn.abs() <= 360.0;
            self.must(good, path, || {
                format!("{wide} by {deep} squares is no building; allowed: up to 1 by 1")
            });
        }
        let houses = matches!(
            area.kind.known(),
            Some(AreaKind::Farm | AreaKind::Village) | None
        );
        self.must(
            houses || area.buildings.is_empty(),
            format!("{path}.buildings"),
            || "only farms and villages have buildings".to_owned(),
        );
    }

    fn outline(&mut self, path: &str, outline: &Outline) {
        let corners = outline.polygon(1.0);
        self.must(corners.len() >= 3, path, || {
            "an area needs three corners or more".to_owned()
        });
        let finite = corners
            .iter()
            .all(|corner| corner.is_finite() && corner.abs().max_element() <= MOST_SQUARES);
        self.must(finite, path, || {
            format!("its corners must be given in squares, up to {MOST_SQUARES} from the corner of the table")
        });
        let board = Bounds {
            low: Vec2::ZERO,
            high: self.board,
        };
        let touches = Bounds::around(&corners).touches(board);
        self.must(touches, path, || {
            "nothing of it lies on the table".to_owned()
        });
        self.must(area(&corners).abs() > 1e-6, path, || {
            "it has no extent".to_owned()
        });
    }

    fn line(&mut self, path: &str, line: &LinePlan) {
        self.word(format!("{path}.kind"), line.kind.fault());
        let path = format!("{path}.points");
        self.must(line.points.len() >= 2, &path, || {
            "a line needs two points or more".to_owned()
        });
        for (at, &point) in line.points.iter().enumerate() {
            self.on_board(format!("{path}[{at}]"), point);
        }
        let pairs = line.points.windows(2);
        let length: f32 = pairs
            .map(|pair| Vec2::from(pair[0]).distance(Vec2::from(pair[1])))
            .sum();
        self.must(length > 0.0, &path, || {
            "the line goes nowhere: it has no length".to_owned()
        });
    }

    /// Zones, entries and labels.
    fn places(&mut self, plan: &Plan) {
        for (at, zone) in plan.zones.iter().enumerate() {
            self.outline(&format!("zones[{at}].shape"), &zone.shape);
            let twice = plan.zones[..at].iter().any(|other| other.id == zone.id);
            self.must(!twice, format!("zones[{at}].id"), || {
                format!("`{}` is there twice", zone.id)
            });
        }
        for (at, entry) in plan.entries.iter().enumerate() {
            self.on_board(format!("entries[{at}].at"), entry.at);
            self.must(
                entry.facing.abs() <= 360.0,
                format!("entries[{at}].facing"),
                || "a facing is degrees clockwise from north, -360 to 360".to_owned(),
            );
            self.must(
                (0.0..=12.0).contains(&entry.reach),
                format!("entries[{at}].reach"),
                || format!("{} squares; allowed: 0 to 12", entry.reach),
            );
            let twice = plan.entries[..at].iter().any(|other| other.id == entry.id);
            self.must(!twice, format!("entries[{at}].id"), || {
                format!("`{}` is there twice", entry.id)
            });
        }
        for (at, label) in plan.labels.iter().enumerate() {
            self.on_board(format!("labels[{at}].at"), label.at);
            let good = (0.1..=10.0).contains(&label.size) && label.turn.abs() <= 360.0;
            self.must(good, format!("labels[{at}].size"), || {
                "a label's size is 0.1 to 10, its turn -360 to 360 degrees".to_owned()
            });
        }
    }
}
