//! Setting text: words into lines, lines onto the page.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use bevy::math::Vec2;

use crate::print::map::ink::{Ink, colour, number};
use crate::print::map::lettering::{Anchor, Face, Lettering};

/// A line is so many times as high as its letters.
const LEADING: f32 = 1.27;

/// Turns bold on and off inside a text.
const BOLD: char = '\u{1}';
/// Turns italic on and off inside a text.
const ITALIC: char = '\u{2}';

/// How a text is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    pub size: f32,
    pub colour: &'static str,
    /// Filled up to both edges.
    pub even: bool,
}

impl Style {
    /// The usual one.
    pub const BODY: Self = Self {
        size: 9.6,
        colour: colour::INK,
        even: true,
    };
    /// For notes and tables.
    pub const SMALL: Self = Self {
        size: 8.2,
        even: false,
        ..Self::BODY
    };

    fn lettering(self, face: Face) -> Lettering {
        Lettering::plain(face, self.size, self.colour)
    }

    /// How high a line is.
    pub fn line(self) -> f32 {
        self.size * LEADING
    }
}

/// In bold letters.
pub fn bold(text: &str) -> String {
    format!("{BOLD}{text}{BOLD}")
}

/// In italic letters.
pub fn italic(text: &str) -> String {
    format!("{ITALIC}{text}{ITALIC}")
}

/// A word with its face.
#[derive(Clone, Debug, PartialEq)]
struct Word {
    face: Face,
    text: String,
    /// Nothing is between it and the word before.
    glued: bool,
}

fn words(text: &str) -> Vec<Word> {
    let (mut bold, mut italic) = (false, false);
    let mut words: Vec<Word> = Vec::new();
    let mut apart = true;
    for char in text.chars() {
        match char {
            BOLD => bold = !bold,
            ITALIC => italic = !italic,
            // A space that does not break is part of its word.
            char if char.is_whitespace() && char != '\u{a0}' => apart = true,
            char => {
                let face = match (bold, italic) {
                    (true, _) => Face::Bold,
                    (false, true) => Face::Italic,
                    (false, false) => Face::Roman,
                };
                match words.last_mut() {
                    Some(word) if !apart && word.face == face => word.text.push(char),
                    _ => words.push(Word {
                        face,
                        text: char.to_string(),
                        glued: !apart,
                    }),
                }
                apart = false;
            }
        }
    }
    words
}

/// How far a word runs at size 1, from pen to pen.
pub fn cached_width(face: Face, word: &str) -> f32 {
    static WIDTHS: LazyLock<Mutex<HashMap<(u8, String), f32>>> = LazyLock::new(Mutex::default);
    let key = (face as u8, word.to_owned());
    let known = WIDTHS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&width) = known.get(&key) {
        return width;
    }
    drop(known);
    let large = Lettering::plain(face, 100.0, colour::INK);
    // Between two letters, so that the room around the word counts too.
    let width = (large.width(&format!("H{word}H")) - large.width("HH")) / 100.0;
    let mut known = WIDTHS.lock().unwrap_or_else(PoisonError::into_inner);
    known.insert(key, width);
    width
}

fn space(face: Face) -> f32 {
    cached_width(face, "n n") - cached_width(face, "nn")
}

/// Words of one line, and whether it is the last of its paragraph.
#[derive(Clone, Debug)]
pub struct Line {
    words: Vec<Word>,
    width: f32,
    last: bool,
}

/// Breaks a text into lines no wider than this.
pub fn lines(text: &str, size: f32, widest: f32) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line: Vec<Word> = Vec::new();
    let mut width = 0.0;
    for word in words(text) {
        let own = cached_width(word.face, &word.text) * size;
        let gap = if word.glued {
            0.0
        } else {
            space(word.face) * size
        };
        if !line.is_empty() && !word.glued && width + gap + own > widest {
            let words = std::mem::take(&mut line);
            lines.push(Line {
                words,
                width,
                last: false,
            });
            width = 0.0;
        }
        if !line.is_empty() {
            width += gap;
        }
        width += own;
        line.push(word);
    }
    if !line.is_empty() {
        lines.push(Line {
            words: line,
            width,
            last: true,
        });
    }
    lines
}

/// How wide a text runs on one line.
pub fn text_width(text: &str, style: Style) -> f32 {
    lines(text, style.size, f32::INFINITY)
        .first()
        .map_or(0.0, |line| line.width)
}

/// How high a text is in a column of that width.
pub fn text_height(text: &str, style: Style, width: f32) -> f32 {
    lines(text, style.size, width).len() as f32 * style.line()
}

/// Writes a text into a column; the height it took.
pub fn set_text(ink: &mut Ink, text: &str, style: Style, at: Vec2, width: f32) -> f32 {
    let lines = lines(text, style.size, width);
    for (number, line) in lines.iter().enumerate() {
        let base = at + Vec2::new(0.0, style.line() * (number as f32 + 0.78));
        set_line(ink, line, style, base, width);
    }
    lines.len() as f32 * style.line()
}

/// Writes a text on one line; at its end or around its middle if asked.
pub fn set_one(ink: &mut Ink, text: &str, style: Style, base: Vec2, anchor: Anchor) {
    for line in lines(text, style.size, f32::INFINITY) {
        let shift = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => line.width / 2.0,
            Anchor::End => line.width,
        };
        let line = Line { last: true, ..line };
        set_line(
            ink,
            &line,
            style,
            base - Vec2::new(shift, 0.0),
            f32::INFINITY,
        );
    }
}

/// Writes one line on its base line.
pub fn set_line(ink: &mut Ink, line: &Line, style: Style, base: Vec2, width: f32) {
    let gaps = line.words.iter().skip(1).filter(|word| !word.glued).count() as f32;
    let slack = width - line.width;
    // Only a line that is nearly full is drawn out.
    let drawn_out = style.even && !line.last && gaps > 0.0 && slack < width * 0.2;
    let more = if drawn_out { slack / gaps } else { 0.0 };
    let mut x = base.x;
    let mut at = 0;
    while at < line.words.len() {
        let first = &line.words[at];
        let face = first.face;
        let gap = space(face) * style.size + more;
        if at > 0 && !first.glued {
            x += gap;
        }
        let run: Vec<&str> = line.words[at..]
            .iter()
            .enumerate()
            .take_while(|(place, word)| word.face == face && (*place == 0 || !word.glued))
            .map(|(_, word)| word.text.as_str())
            .collect();
        let own: f32 = run.iter().map(|word| cached_width(face, word)).sum();
        let lettering = style.lettering(face);
        let element = lettering.element(&run.join(" "), Vec2::new(x, base.y), Anchor::Start);
        if more.abs() > 0.01 && run.len() > 1 {
            let spaced = format!("<text word-spacing=\"{}\" ", number(more));
            ink.element(&element.replacen("<text ", &spaced, 1));
        } else {
            ink.element(&element);
        }
        x += own * style.size + gap * (run.len() as f32 - 1.0);
        at += run.len();
    }
}
