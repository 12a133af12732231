//! Tables.

use bevy::math::Vec2;

use super::flow::Flow;
use super::setting::{Style, bold, set_one, set_text, text_height, text_width};
use crate::print::map::ink::{Ink, Trace, colour};
use crate::print::map::lettering::Anchor;

/// How a column stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Middle,
    Right,
    /// To the left, and broken into lines where the table is too narrow.
    Wrap,
}

/// A cell: text, or a line that names all that follow.
pub type Cell = String;

/// A table with a head.
#[derive(Clone, Debug)]
pub struct Table {
    style: Style,
    align: Vec<Align>,
    head: Vec<Cell>,
    rows: Vec<Row>,
    /// As wide as the column, even where it need not be.
    wide: bool,
}

#[derive(Clone, Debug)]
enum Row {
    Cells(Vec<Cell>),
    /// A line across that names what follows.
    Across(Cell),
}

/// Between the text and the edge of a cell, in parts of the letters' size.
const PAD: f32 = 0.32;

impl Table {
    /// A table with columns that are named and stand so.
    pub fn new(columns: &[(&str, Align)]) -> Self {
        Self {
            style: Style::SMALL,
            align: columns.iter().map(|(_, align)| *align).collect(),
            head: columns.iter().map(|(name, _)| bold(name)).collect(),
            rows: Vec::new(),
            wide: false,
        }
    }

    /// In letters of that size.
    pub fn sized(mut self, size: f32) -> Self {
        self.style.size = size;
        self
    }

    /// As wide as its column.
    pub fn wide(mut self) -> Self {
        self.wide = true;
        self
    }

    /// Adds a row.
    pub fn row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) {
        let cells: Vec<Cell> = cells.into_iter().map(Into::into).collect();
        self.rows.push(Row::Cells(cells));
    }

    /// Adds a line across that names the rows below it.
    pub fn across(&mut self, text: &str) {
        self.rows.push(Row::Across(bold(text)));
    }

    fn pad(&self) -> f32 {
        self.style.size * PAD
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The same in letters so small that what cannot be broken fits into so much room.
    fn shrunk(&self, room: f32) -> Self {
        /// Smaller ones nobody reads.
        const LEAST: f32 = 4.8;
        let mut table = self.clone();
        while table.style.size > LEAST && table.widths(room).iter().sum::<f32>() > room + 0.5 {
            table.style.size -= 0.2;
        }
        table
    }

    /// How wide each column is in so much room.
    fn widths(&self, room: f32) -> Vec<f32> {
        let columns = self.align.len();
        let mut natural = vec![0.0f32; columns];
        let rows = self.rows.iter().filter_map(|row| match row {
            Row::Cells(cells) => Some(cells),
            Row::Across(_) => None,
        });
        for cells in rows.chain([&self.head]) {
            for (column, cell) in cells.iter().enumerate().take(columns) {
                natural[column] =
                    natural[column].max(text_width(cell, self.style) + self.pad() * 2.0);
            }
        }
        let all: f32 = natural.iter().sum();
        let wraps: Vec<usize> = (0..columns)
            .filter(|&column| self.align[column] == Align::Wrap)
            .collect();
        if all > room && !wraps.is_empty() {
            let fixed: f32 = (0..columns)
                .filter(|column| !wraps.contains(column))
                .map(|column| natural[column])
                .sum();
            let left = (room - fixed).max(self.style.size * 5.0 * wraps.len() as f32);
            // Narrow ones keep what they need; wide ones share the rest.
            let fair = left / wraps.len() as f32;
            let narrow: f32 = wraps
                .iter()
                .map(|&column| natural[column])
                .filter(|&width| width <= fair)
                .sum();
            let mut broad: Vec<usize> = wraps
                .iter()
                .copied()
                .filter(|&column| natural[column] > fair)
                .collect();
            let mut rest = left - narrow;
            // By their square roots: a long list leaves a short sentence beside it some room. None
            // gets more than it needs.
            while !broad.is_empty() {
                let roots: f32 = broad.iter().map(|&column| natural[column].sqrt()).sum();
                let share = |column: usize| rest * natural[column].sqrt() / roots;
                let enough = broad
                    .iter()
                    .position(|&column| natural[column] <= share(column));
                if let Some(at) = enough {
                    rest -= natural[broad.remove(at)];
                    continue;
                }
                let shares: Vec<f32> = broad.iter().map(|&column| share(column)).collect();
                for (column, share) in broad.drain(..).zip(shares) {
                    natural[column] = share;
                }
            }
        } else if self.wide && all < room {
            let more = room - all;
            match wraps.last() {
                Some(&last) => natural[last] += more,
                None => natural
                    .iter_mut()
                    .for_each(|width| *width += more / columns as f32),
            }
        }
        natural
    }

    fn height(&self, cells: &[Cell], widths: &[f32]) -> f32 {
        let heights = cells.iter().zip(widths).zip(&self.align);
        let most = heights.map(|((cell, width), align)| match align {
            Align::Wrap => text_height(cell, self.style, width - self.pad() * 2.0 + 0.5),
            _ => self.style.line(),
        });
        most.fold(self.style.line(), f32::max) + 2.4
    }

    fn draw(&self, ink: &mut Ink, cells: &[Cell], widths: &[f32], at: Vec2) {
        let mut x = at.x;
        for ((cell, &width), align) in cells.iter().zip(widths).zip(&self.align) {
            let base = at.y + 1.2 + self.style.line() * 0.78;
            let one = |ink: &mut Ink, x: f32, anchor| {
                set_one(ink, cell, self.style, Vec2::new(x, base), anchor);
            };
            match align {
                Align::Left => one(ink, x + self.pad(), Anchor::Start),
                Align::Middle => one(ink, x + width / 2.0, Anchor::Middle),
                Align::Right => one(ink, x + width - self.pad(), Anchor::End),
                Align::Wrap => {
                    let corner = Vec2::new(x + self.pad(), at.y + 1.2);
                    set_text(
                        ink,
                        cell,
                        self.style,
                        corner,
                        width - self.pad() * 2.0 + 0.5,
                    );
                }
            }
            x += width;
        }
    }
}

fn line(ink: &mut Ink, at: Vec2, width: f32, pen: &'static str, broad: f32) {
    let mut rule = Trace::new();
    rule.stroke(at, at + Vec2::new(width, 0.0));
    ink.line(&rule, pen, broad, "");
}

impl Flow {
    /// A table, whose head comes again on every column and page.
    pub fn table(&mut self, table: &Table) {
        if table.is_empty() {
            return;
        }
        self.pen();
        let table = &table.shrunk(self.width());
        let widths = table.widths(self.width());
        let all: f32 = widths.iter().sum();
        let head = table.height(&table.head, &widths);
        let mut headed = false;
        for (number, row) in table.rows.iter().enumerate() {
            let high = match row {
                Row::Cells(cells) => table.height(cells, &widths),
                Row::Across(_) => table.style.line() + 3.0,
            };
            // A line across stays with the row below it.
            let below = match (row, table.rows.get(number + 1)) {
                (Row::Across(_), Some(Row::Cells(cells))) => table.height(cells, &widths),
                _ => 0.0,
            };
            let need = high + below + if headed { 0.0 } else { head };
            if headed && self.left() < need {
                headed = false;
            }
            if !headed {
                self.room(head + high + below);
                let at = self.at();
                let ink = self.pen();
                table.draw(ink, &table.head, &widths, at);
                line(ink, at + Vec2::new(0.0, head), all, colour::INK, 0.7);
                self.took(head);
                headed = true;
            }
            let at = self.at();
            let ink = self.pen();
            match row {
                Row::Cells(cells) => table.draw(ink, cells, &widths, at),
                Row::Across(text) => {
                    let base = at + Vec2::new(table.pad(), 2.0 + table.style.line() * 0.78);
                    set_one(ink, text, table.style, base, Anchor::Start);
                }
            }
            line(ink, at + Vec2::new(0.0, high), all, colour::FURROW, 0.25);
            self.took(high);
        }
        self.skip(5.0);
    }
}
