//! How high the lines of the log are: a long line takes as many rows as it needs, and still only
//! those in sight are drawn.

use std::collections::HashMap;
use std::ops::Range;

use bevy_egui::egui::{self, Color32, TextStyle};

/// Heights of lines as they were last laid out or drawn, each under its key.
#[derive(Default)]
pub struct Heights {
    /// The width and the size of letters that they hold for.
    shape: (f32, f32),
    known: HashMap<usize, f32>,
}

/// The lines in sight and where the first of them begins.
#[derive(Debug, PartialEq)]
pub struct Sight {
    pub lines: Range<usize>,
    pub top: f32,
}

impl Heights {
    /// The heights of lines in their order, those that are not known yet laid out for a width.
    pub fn of(
        &mut self,
        ui: &egui::Ui,
        wide: f32,
        keys: &[usize],
        words: impl Fn(usize) -> String,
    ) -> Vec<f32> {
        let font = TextStyle::Body.resolve(ui.style());
        if self.shape != (wide, font.size) {
            self.shape = (wide, font.size);
            self.known.clear();
        }
        let lay_out = |key: usize| {
            let (text, font) = (words(key), font.clone());
            ui.ctx()
                .fonts_mut(|fonts| fonts.layout(text, font, Color32::BLACK, wide).size().y)
        };
        keys.iter()
            .map(|&key| *self.known.entry(key).or_insert_with(|| lay_out(key)))
            .collect()
    }

    /// How high a line was when it was drawn: what it says may have changed.
    pub fn drawn(&mut self, key: usize, height: f32) {
        self.known.insert(key, height);
    }
}

/// Which of some lines with a gap between them touch the stretch from `low` to `high`.
pub fn in_sight(heights: &[f32], gap: f32, low: f32, high: f32) -> Sight {
    let mut top = 0.0;
    let mut lines = heights.len()..heights.len();
    let mut start = 0.0;
    for (at, height) in heights.iter().enumerate() {
        if lines.start == heights.len() && top + height >= low {
            (lines.start, start) = (at, top);
        }
        if top > high {
            lines.end = at;
            break;
        }
        top += height + gap;
    }
    lines.end = lines.end.max(lines.start);
    Sight { lines, top: start }
}

/// How high all of them are together.
pub fn whole(heights: &[f32], gap: f32) -> f32 {
    let gaps = heights.len().saturating_sub(1) as f32;
    heights.iter().sum::<f32>() + gap * gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_sight_are_those_that_touch_it() {
        let heights = [10.0, 20.0, 10.0, 30.0];
        // They begin at 0, 12, 34 and 46, and end at 76.
        assert_eq!(whole(&heights, 2.0), 76.0);
        let sight = |low, high| in_sight(&heights, 2.0, low, high);
        assert_eq!(
            sight(0.0, 76.0),
            Sight {
                lines: 0..4,
                top: 0.0
            }
        );
        assert_eq!(
            sight(0.0, 11.0),
            Sight {
                lines: 0..1,
                top: 0.0
            }
        );
        assert_eq!(
            sight(11.0, 13.0),
            Sight {
                lines: 1..2,
                top: 12.0
            }
        );
        assert_eq!(
            sight(33.0, 47.0),
            Sight {
                lines: 2..4,
                top: 34.0
            }
        );
        assert_eq!(
            sight(60.0, 90.0),
            Sight {
                lines: 3..4,
                top: 46.0
            }
        );
        assert_eq!(in_sight(&[], 2.0, 0.0, 10.0).lines, 0..0);
        assert_eq!(whole(&[], 2.0), 0.0);
    }
}
