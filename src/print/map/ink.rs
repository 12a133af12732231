//! The pen: plain SVG with rounded numbers and escaped texts.

use std::fmt::Write;

use bevy::math::Vec2;

/// The colours of the sheet.
pub mod colour {
    pub const PAPER: &str = "#efe5cb";
    pub const GROUND: &str = "#f7f0de";
    pub const INK: &str = "#2c2418";
    pub const FAINT_INK: &str = "#7d6c50";
    pub const RELIEF: &str = "#a87c4f";
    pub const HACHURE: &str = "#7a5a3a";
    pub const WATER: &str = "#cddbdd";
    pub const SHORE: &str = "#53788b";
    pub const WATER_NAME: &str = "#2b566e";
    pub const WOODS: &str = "#c3cf9d";
    pub const TREE: &str = "#aabb80";
    pub const TREE_LINE: &str = "#4a5a30";
    pub const PLOWED: &str = "#e0cba6";
    pub const FURROW: &str = "#a98a5c";
    pub const YARD: &str = "#eadbb8";
    pub const ROAD: &str = "#f6e7c6";
    pub const ROAD_EDGE: &str = "#59452f";
    pub const FENCE: &str = "#5a4733";
    pub const STONE: &str = "#57534b";
}

/// A number as the sheet has it: two decimals at most.
pub fn number(value: f32) -> String {
    let rounded = (f64::from(value) * 100.0).round() / 100.0;
    if rounded == 0.0 {
        return "0".to_owned();
    }
    format!("{rounded}")
}

/// A text that may stand in an element or an attribute.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML has no place for control characters, not even escaped.
            char if char.is_control() => safe.push(' '),
            char => safe.push(char),
        }
    }
    safe
}

/// The outline of a path under the pen.
#[derive(Clone, Debug, Default)]
pub struct Trace(String);

impl Trace {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether nothing has been drawn.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Lifts the pen to a point.
    pub fn to(&mut self, at: Vec2) -> &mut Self {
        self.command('M', &[at])
    }

    /// A straight line to a point.
    pub fn line(&mut self, at: Vec2) -> &mut Self {
        self.command('L', &[at])
    }

    /// A curve to a point.
    pub fn curve(&mut self, control: Vec2, at: Vec2) -> &mut Self {
        self.command('Q', &[control, at])
    }

    /// Back to where the pen came down.
    pub fn close(&mut self) -> &mut Self {
        self.0.push('Z');
        self
    }

    /// One stroke.
    pub fn stroke(&mut self, from: Vec2, to: Vec2) -> &mut Self {
        self.to(from).line(to)
    }

    /// Line after line.
    pub fn open(&mut self, points: &[Vec2]) -> &mut Self {
        for (at, &point) in points.iter().enumerate() {
            if at == 0 {
                self.to(point);
            } else {
                self.line(point);
            }
        }
        self
    }

    /// A closed polygon.
    pub fn polygon(&mut self, corners: &[Vec2]) -> &mut Self {
        if !corners.is_empty() {
            self.open(corners).close();
        }
        self
    }

    /// An upright rectangle.
    pub fn rectangle(&mut self, corner: Vec2, size: Vec2) -> &mut Self {
        self.polygon(&[
            corner,
            corner + Vec2::new(size.x, 0.0),
            corner + size,
            corner + Vec2::new(0.0, size.y),
        ])
    }

    /// A circle.
    pub fn circle(&mut self, middle: Vec2, radius: f32) -> &mut Self {
        let r = number(radius);
        let twice = number(radius * 2.0);
        self.to(middle - Vec2::new(radius, 0.0));
        let _ = write!(self.0, "a{r} {r} 0 1 0 {twice} 0a{r} {r} 0 1 0 -{twice} 0Z");
        self
    }

    /// A symbol drawn in steps relative to its place.
    pub fn symbol(&mut self, at: Vec2, steps: &str) -> &mut Self {
        self.to(at);
        self.0.push_str(steps);
        self
    }

    fn command(&mut self, letter: char, points: &[Vec2]) -> &mut Self {
        self.0.push(letter);
        for (at, point) in points.iter().enumerate() {
            if at > 0 {
                self.0.push(' ');
            }
            let _ = write!(self.0, "{} {}", number(point.x), number(point.y));
        }
        self
    }
}

/// The sheet as it grows.
#[derive(Debug, Default)]
pub struct Ink {
    sheet: String,
    open: usize,
    clips: usize,
}

impl Ink {
    /// A new sheet of that size.
    pub fn new(size: Vec2, title: &str) -> Self {
        let (width, height) = (number(size.x), number(size.y));
        let mut sheet = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\">\n"
        );
        let _ = writeln!(sheet, "<title>{}</title>", escape(title));
        Self {
            sheet,
            open: 0,
            clips: 0,
        }
    }

    /// Opens a group.
    pub fn group(&mut self, attributes: &str) {
        let _ = writeln!(self.sheet, "<g {attributes}>");
        self.open += 1;
    }

    /// Opens a group with a name that a pointer shows.
    pub fn named_group(&mut self, attributes: &str, name: &str) {
        self.group(attributes);
        let _ = writeln!(self.sheet, "<title>{}</title>", escape(name));
    }

    /// Opens a group of which only what lies inside a trace is seen.
    pub fn clipped(&mut self, trace: &Trace) {
        self.clips += 1;
        let id = self.clips;
        let _ = writeln!(
            self.sheet,
            "<clipPath id=\"clip{id}\"><path d=\"{}\"/></clipPath>",
            trace.0
        );
        self.group(&format!("clip-path=\"url(#clip{id})\""));
    }

    /// Closes the last group.
    pub fn end(&mut self) {
        if self.open > 0 {
            self.sheet.push_str("</g>\n");
            self.open -= 1;
        }
    }

    /// A filled shape.
    pub fn fill(&mut self, trace: &Trace, colour: &str, more: &str) {
        if !trace.is_empty() {
            let _ = writeln!(
                self.sheet,
                "<path d=\"{}\" fill=\"{colour}\" {more}/>",
                trace.0
            );
        }
    }

    /// A drawn line.
    pub fn line(&mut self, trace: &Trace, colour: &str, width: f32, more: &str) {
        if !trace.is_empty() {
            let _ = writeln!(
                self.sheet,
                "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" {more}/>",
                trace.0,
                number(width)
            );
        }
    }

    /// An element that is already plain SVG.
    pub fn element(&mut self, element: &str) {
        self.sheet.push_str(element);
        self.sheet.push('\n');
    }

    /// The finished sheet.
    pub fn finish(mut self) -> String {
        while self.open > 0 {
            self.end();
        }
        self.sheet.push_str("</svg>\n");
        self.sheet
    }
}
