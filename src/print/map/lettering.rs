//! The lettering: faces, sizes, and how wide a text runs.

use std::sync::{Arc, OnceLock};

use bevy::math::Vec2;
use resvg::usvg::{self, fontdb};

use super::ink::{Ink, colour, escape, number};

/// The faces: roman, italic, bold.
pub const FACES: [&[u8]; 3] = [
    include_bytes!("../../../assets/fonts/OldStandard-Regular.ttf"),
    include_bytes!("../../../assets/fonts/OldStandard-Italic.ttf"),
    include_bytes!("../../../assets/fonts/OldStandard-Bold.ttf"),
];

/// The embedded family first, then what a browser may have.
const FAMILY: &str = "'Old Standard TT', 'Old Standard', 'Times New Roman', serif";

/// Capitals of the face are this part of its size high.
const CAPITAL: f32 = 0.71;

/// How a text stands to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// The faces of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    Roman,
    Italic,
    Bold,
}

/// A way of lettering.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lettering {
    pub face: Face,
    pub size: f32,
    /// Space between letters, in parts of the size.
    pub spacing: f32,
    pub colour: &'static str,
    /// On the map a rim of paper keeps the text clear of the drawing.
    pub rim: bool,
}

impl Lettering {
    /// For the margin of the sheet.
    pub fn plain(face: Face, size: f32, colour: &'static str) -> Self {
        Self {
            face,
            size,
            spacing: 0.0,
            colour,
            rim: false,
        }
    }

    /// For the map itself.
    pub fn rimmed(face: Face, size: f32, colour: &'static str) -> Self {
        Self {
            rim: true,
            ..Self::plain(face, size, colour)
        }
    }

    /// With space between the letters.
    pub fn spaced(self, spacing: f32) -> Self {
        Self { spacing, ..self }
    }

    /// Made smaller where a text would run wider than this.
    pub fn fitted(self, text: &str, widest: f32) -> Self {
        let width = self.width(text);
        if width > widest {
            let size = self.size * widest / width;
            return Self { size, ..self };
        }
        self
    }

    /// How wide a text runs.
    pub fn width(&self, text: &str) -> f32 {
        // Measured at a size at which rounding does not matter.
        let large = Self {
            size: 100.0,
            ..*self
        };
        let element = large.element(text, Vec2::new(0.0, 100.0), Anchor::Start);
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">{element}</svg>"
        );
        let measured = usvg::Tree::from_str(&svg, options())
            .map_or(0.0, |tree| tree.root().bounding_box().width());
        measured * self.size / 100.0
    }

    /// The box a text fills, without what hangs below its line.
    pub fn extent(&self, text: &str) -> Vec2 {
        Vec2::new(self.width(text), self.size * CAPITAL)
    }

    /// Writes a text whose capitals are centred on a point, turned clockwise.
    pub fn centred(&self, ink: &mut Ink, text: &str, at: Vec2, turn: f32) {
        let base = at + Vec2::new(0.0, self.size * CAPITAL / 2.0);
        let mut element = self.element(text, base, Anchor::Middle);
        if turn != 0.0 {
            let (turn, x, y) = (number(turn), number(at.x), number(at.y));
            element = format!("<g transform=\"rotate({turn} {x} {y})\">{element}</g>");
        }
        ink.element(&element);
    }

    /// Writes a text on a base line.
    pub fn write(&self, ink: &mut Ink, text: &str, base: Vec2, anchor: Anchor) {
        let element = self.element(text, base, anchor);
        ink.element(&element);
    }

    /// A text on a base line, as an element.
    pub fn element(&self, text: &str, base: Vec2, anchor: Anchor) -> String {
        let style = match self.face {
            Face::Roman => "",
            Face::Italic => " font-style=\"italic\"",
            Face::Bold => " font-weight=\"bold\"",
        };
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let spacing = if self.spacing == 0.0 {
            String::new()
        } else {
            format!(" letter-spacing=\"{}\"", number(self.spacing * self.size))
        };
        let rim = if self.rim {
            format!(
                " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" \
                 stroke-opacity=\"0.85\" paint-order=\"stroke\"",
                colour::GROUND,
                number(self.size * 0.24)
            )
        } else {
            String::new()
        };
        format!(
            "<text x=\"{}\" y=\"{}\" font-family=\"{FAMILY}\" font-size=\"{}\" \
             fill=\"{}\"{style}{anchor}{spacing}{rim}>{}</text>",
            number(base.x),
            number(base.y),
            number(self.size),
            self.colour,
            escape(&printed(text))
        )
    }
}

/// A text with the apostrophes of the printer.
pub fn printed(text: &str) -> String {
    text.replace('\'', "\u{2019}")
}

/// How pictures are made of a sheet: with the embedded faces only, so that every machine agrees.
pub fn options() -> &'static usvg::Options<'static> {
    static OPTIONS: OnceLock<usvg::Options<'static>> = OnceLock::new();
    OPTIONS.get_or_init(|| {
        let mut options = usvg::Options::default();
        let fonts = options.fontdb_mut();
        for face in FACES {
            fonts.load_font_source(fontdb::Source::Binary(Arc::new(face)));
        }
        fonts.set_serif_family("Old Standard TT");
        options
    })
}
