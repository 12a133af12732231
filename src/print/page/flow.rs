//! Text that flows down columns and over pages.

use bevy::math::{Vec2, Vec2Swizzles};

use super::setting::{Style, lines, set_line};
use super::{Page, Paper, Picture};
use crate::print::map::ink::{Ink, Trace, colour, number};
use crate::print::map::lettering::{Anchor, Face, Lettering};

/// From the edge of the paper to the text, left and right.
const SIDE: f32 = 44.0;
/// From the top of the paper to the text.
const TOP: f32 = 54.0;
/// From the foot of the paper to the text.
const FOOT: f32 = 48.0;
/// Between two columns.
const GUTTER: f32 = 18.0;
/// Pages as they fill.
pub struct Flow {
    paper: Paper,
    running: String,
    part: String,
    pages: Vec<Page>,
    ink: Option<Ink>,
    pictures: Vec<Picture>,
    columns: usize,
    column: usize,
    /// Where the columns begin.
    top: f32,
    y: f32,
    /// The lowest that any column has come to.
    lowest: f32,
    drawings: usize,
    /// Letters of charts.
    chart: f32,
    /// Columns end here, and not at the foot of the page.
    limit: Option<f32>,
}

impl Flow {
    /// Nothing yet; the running title stands over every page.
    pub fn new(paper: Paper, running: &str) -> Self {
        Self {
            paper,
            running: running.to_owned(),
            part: String::new(),
            pages: Vec::new(),
            ink: None,
            pictures: Vec::new(),
            columns: 1,
            column: 0,
            top: TOP,
            y: TOP,
            lowest: TOP,
            drawings: 0,
            chart: 6.4,
            limit: None,
        }
    }

    /// The same paper without anything on it.
    pub fn blank(&self) -> Self {
        Self::new(self.paper, &self.running)
    }

    /// Sets the letters of charts.
    pub fn chart_size(&mut self, size: f32) {
        self.chart = size;
    }

    /// A table in the letters of charts.
    pub fn chart(&mut self, table: super::Table) {
        self.table(&table.sized(self.chart));
    }

    /// The paper's size.
    pub fn size(&self) -> Vec2 {
        self.paper.size()
    }

    /// Changes what stands over every page from here on.
    pub fn run_under(&mut self, running: &str) {
        self.end_page();
        self.running = running.to_owned();
    }

    /// Begins a part on a page of its own, with its title.
    pub fn part(&mut self, title: &str) {
        self.end_page();
        self.part = title.to_owned();
        self.page();
        self.title(title);
    }

    /// Begins a part on a page of its own, of which all is still to be drawn.
    pub fn bare_part(&mut self, title: &str) -> &mut Ink {
        self.end_page();
        self.part = title.to_owned();
        let size = self.size();
        self.y = TOP;
        self.lowest = TOP;
        self.ink.insert(Ink::new(size, title))
    }

    /// A title across the page.
    pub fn title(&mut self, title: &str) {
        let (middle, wide) = (self.size().x / 2.0, self.size().x - SIDE * 2.0);
        let lettering = Lettering::plain(Face::Bold, 19.0, colour::INK).fitted(title, wide);
        let y = self.y;
        let ink = self.pen();
        lettering.write(ink, title, Vec2::new(middle, y + 16.0), Anchor::Middle);
        swell(ink, Vec2::new(middle, y + 26.0), 70.0);
        self.y += 38.0;
        self.top = self.y;
        self.lowest = self.y;
    }

    /// Begins a new page of the same part.
    pub fn page(&mut self) {
        self.end_page();
        let size = self.size();
        let mut ink = Ink::new(size, &self.part);
        let small = Lettering::plain(Face::Italic, 8.6, colour::FAINT_INK);
        let wide = (size.x - SIDE * 2.0) * 0.48;
        let left = small.fitted(&self.running, wide);
        left.write(
            &mut ink,
            &self.running,
            Vec2::new(SIDE, 34.0),
            Anchor::Start,
        );
        let right = Vec2::new(size.x - SIDE, 34.0);
        let part = small.fitted(&self.part, wide);
        part.write(&mut ink, &self.part, right, Anchor::End);
        let mut rules = Trace::new();
        rules.stroke(Vec2::new(SIDE, 40.0), Vec2::new(size.x - SIDE, 40.0));
        ink.line(&rules, colour::FAINT_INK, 0.5, "");
        self.ink = Some(ink);
        self.columns = 1;
        self.column = 0;
        self.y = TOP;
        self.top = TOP;
        self.lowest = TOP;
    }

    fn end_page(&mut self) {
        let Some(mut ink) = self.ink.take() else {
            return;
        };
        let size = self.size();
        let number = (self.pages.len() + 1).to_string();
        let plain = Lettering::plain(Face::Roman, 8.6, colour::FAINT_INK);
        let foot = Vec2::new(size.x / 2.0, size.y - 24.0);
        if !self.pages.is_empty() {
            plain.write(&mut ink, &number, foot, Anchor::Middle);
        }
        let pictures = std::mem::take(&mut self.pictures);
        let page = Page::new(&self.part, size, ink.finish(), pictures);
        self.pages.push(page);
    }

    /// The pen of the page.
    pub fn pen(&mut self) -> &mut Ink {
        if self.ink.is_none() {
            self.page();
        }
        let (size, part) = (self.paper.size(), &self.part);
        self.ink.get_or_insert_with(|| Ink::new(size, part))
    }

    /// How wide a column is.
    pub fn width(&self) -> f32 {
        let all = self.size().x - SIDE * 2.0;
        let columns = self.columns as f32;
        (all - GUTTER * (columns - 1.0)) / columns
    }

    /// Where the next thing goes.
    pub fn at(&self) -> Vec2 {
        let step = self.width() + GUTTER;
        Vec2::new(SIDE + step * self.column as f32, self.y)
    }

    /// How much room is left below.
    pub fn left(&self) -> f32 {
        let foot = self.size().y - FOOT;
        self.limit.map_or(foot, |limit| limit.min(foot)) - self.y
    }

    /// Draws something in columns that end at about the same height, where one page holds it.
    pub fn balanced(&mut self, columns: usize, draw: impl Fn(&mut Self)) {
        self.pen();
        self.columns(columns);
        self.limit = self.limit_for(columns, &draw);
        draw(self);
        self.limit = None;
        self.columns(1);
    }

    /// How far down this page something goes in so many columns of about the same height; nothing
    /// if the page does not hold it.
    pub fn limit_for(&self, columns: usize, draw: impl Fn(&mut Self)) -> Option<f32> {
        const STEP: f32 = 10.0;
        let start = self.y.max(self.lowest);
        let foot = self.size().y - FOOT;
        let mut limit = start + 40.0;
        while limit < foot {
            let mut trial = self.blank();
            trial.page();
            (trial.y, trial.top, trial.lowest) = (start, start, start);
            trial.columns = columns;
            trial.limit = Some(limit);
            draw(&mut trial);
            if trial.count() == 1 {
                return Some(limit);
            }
            limit += STEP;
        }
        None
    }

    /// From here down in so many columns.
    pub fn columns(&mut self, columns: usize) {
        self.y = self.y.max(self.lowest);
        self.columns = columns.max(1);
        self.column = 0;
        self.top = self.y;
        self.lowest = self.y;
    }

    /// On to the next column, or to the next page.
    pub fn next_column(&mut self) {
        self.lowest = self.lowest.max(self.y);
        if self.column + 1 < self.columns {
            self.column += 1;
            self.y = self.top;
        } else {
            let columns = self.columns;
            self.page();
            self.columns = columns;
        }
    }

    /// Makes sure of so much room. What needs more than a page has, gets a fresh one.
    pub fn room(&mut self, high: f32) {
        self.pen();
        let mut tries = 0;
        while self.left() < high && self.y > self.top + 0.1 && tries < 8 {
            self.next_column();
            tries += 1;
        }
        // A column that began low on the page may never have room.
        if self.left() < high && self.top > TOP + 0.1 {
            let columns = self.columns;
            self.page();
            self.columns = columns;
        }
    }

    /// Leaves some room, but none at the top of a column.
    pub fn skip(&mut self, high: f32) {
        if self.y > self.top + 0.1 {
            self.y += high;
            self.lowest = self.lowest.max(self.y);
        }
    }

    /// A heading, which stays with what follows it.
    pub fn heading(&mut self, text: &str) {
        self.skip(7.0);
        self.room(44.0);
        let (at, width) = (self.at(), self.width());
        let lettering = Lettering::plain(Face::Bold, 11.6, colour::INK).fitted(text, width);
        let ink = self.pen();
        lettering.write(ink, text, at + Vec2::new(0.0, 11.0), Anchor::Start);
        let mut rule = Trace::new();
        rule.stroke(at + Vec2::new(0.0, 15.0), at + Vec2::new(width, 15.0));
        ink.line(&rule, colour::INK, 0.5, "");
        self.took(19.0);
    }

    /// A small heading in italics.
    pub fn subheading(&mut self, text: &str) {
        self.skip(4.0);
        self.room(30.0);
        let (at, width) = (self.at(), self.width());
        let lettering = Lettering::plain(Face::Italic, 10.4, colour::INK).fitted(text, width);
        lettering.write(self.pen(), text, at + Vec2::new(0.0, 10.0), Anchor::Start);
        self.took(14.0);
    }

    /// A heading of a chart.
    pub fn small_heading(&mut self, text: &str) {
        self.skip(1.0);
        self.room(26.0);
        let (at, width) = (self.at(), self.width());
        let size = self.chart * 1.15;
        let lettering = Lettering::plain(Face::Bold, size, colour::INK).fitted(text, width);
        lettering.write(self.pen(), text, at + Vec2::new(0.0, size), Anchor::Start);
        self.took(size * 1.3);
    }

    /// A note to a chart.
    pub fn tiny(&mut self, text: &str) {
        let style = Style {
            size: self.chart * 0.97,
            ..Style::SMALL
        };
        self.styled(text, style, 0.0);
        self.skip(3.0);
    }

    /// A paragraph.
    pub fn para(&mut self, text: &str) {
        self.styled(text, Style::BODY, 0.0);
        self.skip(3.5);
    }

    /// A note in small letters.
    pub fn note(&mut self, text: &str) {
        self.styled(text, Style::SMALL, 0.0);
        self.skip(3.0);
    }

    /// One of a list.
    pub fn item(&mut self, text: &str) {
        self.pen();
        self.room(Style::BODY.line());
        let dot = self.at() + Vec2::new(3.0, Style::BODY.line() * 0.52);
        let mut mark = Trace::new();
        mark.circle(dot, 1.5);
        self.pen().fill(&mark, colour::INK, "");
        self.styled(text, Style::BODY, 10.0);
        self.skip(1.5);
    }

    /// Text of any style, line by line down the columns.
    pub fn styled(&mut self, text: &str, style: Style, indent: f32) {
        self.pen();
        let width = self.width() - indent;
        for line in lines(text, style.size, width) {
            self.room(style.line());
            let base = self.at() + Vec2::new(indent, style.line() * 0.78);
            set_line(self.pen(), &line, style, base, width);
            self.took(style.line());
        }
    }

    /// So much of the column is taken.
    pub fn took(&mut self, high: f32) {
        self.y += high;
        self.lowest = self.lowest.max(self.y);
    }

    /// Something of a known height that is drawn by whoever asks.
    pub fn block(&mut self, high: f32, draw: impl FnOnce(&mut Ink, Vec2, f32)) {
        self.room(high);
        let (at, width) = (self.at(), self.width());
        draw(self.pen(), at, width);
        self.took(high);
    }

    /// Another drawing of ours, as large as it fits into a box.
    pub fn drawing(&mut self, svg: &str, at: Vec2, room: Vec2) {
        self.put_drawing(svg, at, room, false);
    }

    /// The same, turned where that makes it much larger.
    pub fn large_drawing(&mut self, svg: &str, at: Vec2, room: Vec2) {
        self.put_drawing(svg, at, room, true);
    }

    fn put_drawing(&mut self, svg: &str, at: Vec2, room: Vec2, may_turn: bool) {
        self.drawings += 1;
        let inner = super::inside(svg, self.drawings);
        let size = super::size_of(svg);
        let fit = |size: Vec2| (room.x / size.x).min(room.y / size.y);
        let turned = may_turn && fit(size.yx()) > fit(size) * 1.2;
        let scale = if turned { fit(size.yx()) } else { fit(size) };
        let lies = if turned { size.yx() } else { size } * scale;
        let corner = at + (room - lies) / 2.0;
        let [x, y, right] = [corner.x, corner.y, corner.x + lies.x].map(number);
        let place = if turned {
            format!("translate({right} {y}) rotate(90) scale({scale})")
        } else {
            format!("translate({x} {y}) scale({scale})")
        };
        let ink = self.pen();
        ink.element(&format!("<g transform=\"{place}\">"));
        ink.element(&inner);
        ink.element("</g>");
    }

    /// A picture.
    pub fn picture(&mut self, picture: Picture) {
        self.pen();
        self.pictures.push(picture);
    }

    /// How many pages there are so far.
    pub fn count(&self) -> usize {
        self.pages.len() + usize::from(self.ink.is_some())
    }

    /// All pages.
    pub fn finish(mut self) -> Vec<Page> {
        self.end_page();
        self.pages
    }
}

/// A rule that swells in its middle.
pub fn swell(ink: &mut Ink, middle: Vec2, half: f32) {
    let mut swell = Trace::new();
    let (west, east) = (middle - Vec2::X * half, middle + Vec2::X * half);
    swell.to(west);
    swell.curve(middle - Vec2::Y * 1.8, east);
    swell.curve(middle + Vec2::Y * 1.8, west).close();
    ink.fill(&swell, colour::INK, "");
}
