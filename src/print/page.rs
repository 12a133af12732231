//! Pages to print: drawn once, written as SVG, PNG or PDF.
//!
//! A page is a drawing in points (72 to an inch) that runs east and south. Its one form is SVG; a
//! picture is made of it by `resvg`, and PDF of the same paths and the same set text.

mod faces;
mod flow;
mod pdf;
mod picture;
mod setting;
mod syntax;
mod table;

use std::sync::Arc;

use bevy::math::Vec2;
use resvg::{tiny_skia, usvg};

pub use faces::FaceError;
pub use pdf::{PdfError, pdf};

pub(in crate::print) use flow::{Flow, swell};
pub(in crate::print) use setting::{
    Style, bold, italic, set_one, set_text, text_height, text_width,
};
pub(in crate::print) use table::{Align, Table};

use super::map::lettering;
use crate::field::geometry::Bounds;
use crate::rules::named::named;

named! {
    /// The paper to print on.
    #[derive(Default)]
    pub enum Paper: "paper" {
        /// 210 by 297 millimetres.
        #[default]
        A4 = "a4",
        /// 8.5 by 11 inches.
        Letter = "letter",
    }
}

impl Paper {
    /// Its size upright, in points.
    pub fn size(self) -> Vec2 {
        match self {
            Self::A4 => Vec2::new(595.28, 841.89),
            Self::Letter => Vec2::new(612.0, 792.0),
        }
    }
}

/// Points to an inch.
pub const INCH: f32 = 72.0;

/// One page.
#[derive(Clone, Debug)]
pub struct Page {
    /// The part of the booklet that it belongs to.
    pub part: String,
    /// Its size in points.
    pub size: Vec2,
    /// The drawing, all but its pictures.
    drawing: String,
    /// Pictures that lie over it.
    pictures: Vec<Picture>,
}

/// A picture on a page.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Where.
    pub at: Bounds,
    /// What, as a PNG.
    pub png: Arc<Vec<u8>>,
}

impl Page {
    /// A page of an SVG and the pictures that lie over it.
    pub fn new(part: &str, size: Vec2, drawing: String, pictures: Vec<Picture>) -> Self {
        Self {
            part: part.to_owned(),
            size,
            drawing,
            pictures,
        }
    }

    /// As SVG, with its pictures inside.
    pub fn svg(&self) -> String {
        if self.pictures.is_empty() {
            return self.drawing.clone();
        }
        let images: String = self.pictures.iter().map(picture::element).collect();
        match self.drawing.rfind("</svg>") {
            Some(end) => {
                let (drawing, close) = self.drawing.split_at(end);
                format!("{drawing}{images}{close}")
            }
            None => self.drawing.clone(),
        }
    }

    /// As PNG, so many pixels wide.
    pub fn png(&self, width: u32) -> Result<Vec<u8>, super::map::MapError> {
        picture::png(self, width)
    }

    /// All words that can be read on it, each line by itself.
    pub fn words(&self) -> Vec<String> {
        let Ok(tree) = tree(self) else {
            return Vec::new();
        };
        let mut words = Vec::new();
        collect(tree.root(), &mut words);
        words
    }

    /// Boxes of texts that do not lie wholly on the page, with what they say.
    pub fn cut_off(&self) -> Vec<String> {
        let Ok(tree) = tree(self) else {
            return vec!["the page is no drawing".to_owned()];
        };
        let mut out = Vec::new();
        beyond(tree.root(), self.size, &mut out);
        out
    }
}

fn collect(group: &usvg::Group, words: &mut Vec<String>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => collect(group, words),
            usvg::Node::Text(text) => {
                words.push(text.chunks().iter().map(|chunk| chunk.text()).collect());
            }
            _ => {}
        }
    }
}

fn beyond(group: &usvg::Group, size: Vec2, out: &mut Vec<String>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => beyond(group, size, out),
            usvg::Node::Text(text) => {
                let around = text.abs_bounding_box();
                let inside = around.left() >= 0.0
                    && around.top() >= 0.0
                    && around.right() <= size.x
                    && around.bottom() <= size.y;
                if !inside {
                    out.push(text.chunks().iter().map(|chunk| chunk.text()).collect());
                }
            }
            _ => {}
        }
    }
}

/// The drawing of a page with its text set.
fn tree(page: &Page) -> Result<usvg::Tree, String> {
    usvg::Tree::from_str(&page.drawing, lettering::options()).map_err(|error| error.to_string())
}

/// What is inside an SVG, with its clips renamed so that several can lie on one page.
pub(in crate::print) fn inside(svg: &str, number: usize) -> String {
    let start = svg
        .find("<svg")
        .and_then(|at| svg[at..].find('>').map(|end| at + end + 1));
    let (Some(start), Some(end)) = (start, svg.rfind("</svg>")) else {
        return String::new();
    };
    svg[start..end]
        .replace("id=\"clip", &format!("id=\"d{number}clip"))
        .replace("url(#clip", &format!("url(#d{number}clip"))
}

/// The size that an SVG of ours gives itself.
pub(in crate::print) fn size_of(svg: &str) -> Vec2 {
    let number = |name: &str| {
        let from = svg.find(&format!(" {name}=\""))? + name.len() + 3;
        let text = &svg[from..];
        text[..text.find('"')?].parse::<f32>().ok()
    };
    Vec2::new(
        number("width").unwrap_or(1.0),
        number("height").unwrap_or(1.0),
    )
}

/// A pixel map of that size, if there can be one.
fn pixels(width: u32, height: u32) -> Result<tiny_skia::Pixmap, super::map::MapError> {
    let fits = |side: u32| (1..=super::map::MOST_PIXELS).contains(&side);
    (fits(width) && fits(height))
        .then(|| tiny_skia::Pixmap::new(width, height))
        .flatten()
        .ok_or(super::map::MapError::Size { width, height })
}
