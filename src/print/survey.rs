//! The ground studied, as a drawing: what is seen and fired on, what is dead ground, and how one comes
//! near unseen.

use bevy::math::{UVec2, Vec2};

use super::map::ink::{Ink, Trace, colour};
use super::map::lettering::{Anchor, Face, Lettering};
use super::map::over;
use super::map::sheet::Sheet;
use super::words::said;
use crate::field::Zone;
use crate::field::geometry::Bounds;
use crate::field::placement::Footprint;
use crate::field::sight::Eye;
use crate::field::survey::{Approach, FINE, Survey, Watch, approaches, mutual};
use crate::rules::{InfantryFormation, InfantryWeapon, Rules, Troops, Unit};
use crate::scenario::Scenario;

/// How far and how well one fires at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Canister.
    Canister,
    /// At short range.
    Short,
    /// At normal range.
    Normal,
    /// At long range.
    Long,
    /// Seen, but out of range or of the arc.
    Seen,
    /// Not seen: dead ground.
    Dead,
}

impl Class {
    /// All, the nearest first.
    pub const ALL: [Self; 6] = [
        Self::Canister,
        Self::Short,
        Self::Normal,
        Self::Long,
        Self::Seen,
        Self::Dead,
    ];

    /// A colour that the colour-blind can tell from the others, and how thickly it is laid on.
    pub fn paint(self) -> (&'static str, f32) {
        match self {
            Self::Canister => ("#cc79a7", 0.75),
            Self::Short => ("#d55e00", 0.7),
            Self::Normal => ("#e69f00", 0.65),
            Self::Long => ("#f0e442", 0.6),
            Self::Seen => ("#56b4e9", 0.4),
            Self::Dead => ("#1b1b1b", 0.5),
        }
    }

    /// The class of a place that is seen or not, from somebody who fires so far and stands there.
    pub fn of(
        seen: bool,
        at: Vec2,
        eye: Vec2,
        bands: Option<Bands>,
        stands: Option<&Footprint>,
    ) -> Self {
        let faced = |stands: &Footprint| {
            let mut bearing = stands.stands.iter();
            bearing.any(|stand| stand.has_in_arc(&[at, at, at]))
        };
        match (seen, bands) {
            (false, _) => Self::Dead,
            (true, Some(bands)) if stands.is_none_or(faced) => bands.class(at.distance(eye)),
            (true, _) => Self::Seen,
        }
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Canister => "canister",
            Self::Short => "short range",
            Self::Normal => "normal range",
            Self::Long => "long range",
            Self::Seen => "seen, not fired on",
            Self::Dead => "dead ground",
        }
    }
}

/// How far something carries: canister, short, normal and long range in inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bands {
    /// In inches, in the order of the classes; none of canister for small arms.
    pub inches: [f32; 4],
}

impl Bands {
    /// The bands of a unit; nothing without a weapon.
    pub fn of(scenario: &Scenario, rules: &Rules, unit: &Unit) -> Option<Self> {
        let scale = scenario.field.scale;
        let inches = match unit.troops {
            Troops::Artillery { gun, .. } => {
                let range = rules.gun_range(gun?, scale);
                [range.canister, range.short, range.normal, range.long]
            }
            _ => [
                0.0,
                rules.near(scale),
                rules.normal_range(scale, unit)?,
                rules.longest_shot(scale, unit)?,
            ],
        };
        Some(Self { inches })
    }

    /// Those of rifle-muskets, which most carry; nothing where nobody fights.
    pub fn usual(scenario: &Scenario, rules: &Rules) -> Option<Self> {
        let mut unit: Unit = scenario.real_units().next()?.unit;
        unit.troops = Troops::Infantry {
            weapon: Some(InfantryWeapon::RifleMusket),
            formation: InfantryFormation::BattleLine,
        };
        Self::of(scenario, rules, &unit)
    }

    fn class(self, range: f32) -> Class {
        let at = self
            .inches
            .iter()
            .position(|&most| range <= most && most > 0.0);
        at.map_or(Class::Seen, |at| Class::ALL[at])
    }
}

/// From where the ground is studied.
#[derive(Clone, Debug)]
pub struct Post<'a> {
    /// What it is called.
    pub name: String,
    /// The eye.
    pub eye: Eye,
    /// How far it fires.
    pub bands: Option<Bands>,
    /// Who stands there, for his frontal arc.
    pub stands: Option<&'a Footprint>,
}

/// The ground as it is seen from a post.
pub struct Study {
    /// What is seen.
    pub survey: Survey,
    /// The class of every cell, row by row from the south.
    pub classes: Vec<Class>,
    /// Ways to come near.
    pub approaches: Vec<Approach>,
}

impl Study {
    /// Studies the ground from a post.
    pub fn of(scenario: &Scenario, rules: &Rules, post: &Post) -> Self {
        let field = &scenario.field;
        let survey = Survey::from(field, rules, post.eye, FINE, &[]);
        let mut classes = Vec::with_capacity((survey.cells.x * survey.cells.y) as usize);
        for y in 0..survey.cells.y {
            for x in 0..survey.cells.x {
                let cell = UVec2::new(x, y);
                let at = survey.middle(field, cell);
                let class = Class::of(survey.sees(cell), at, post.eye.at, post.bands, post.stands);
                classes.push(class);
            }
        }
        let near = post.bands.map_or(6.0, |bands| bands.inches[2].max(3.0));
        let approaches = approaches(field, &survey, post.eye.at, near);
        Self {
            survey,
            classes,
            approaches,
        }
    }

    /// What part of the table is of a class.
    pub fn share(&self, class: Class) -> f32 {
        let count = self.classes.iter().filter(|one| **one == class).count();
        count as f32 / self.classes.len().max(1) as f32
    }
}

/// Draws what is seen and fired on from a post.
pub fn draw_post(scenario: &Scenario, post: &Post, study: &Study) -> String {
    let title = format!("{}: the ground from {}", scenario.name, post.name);
    let (cells, step) = (study.survey.cells, study.survey.step);
    over(scenario, &title, |ink, sheet| {
        for class in Class::ALL {
            let (paint, thick) = class.paint();
            let is = |cell: UVec2| study.classes[(cell.y * cells.x + cell.x) as usize] == class;
            let marks = runs(sheet, scenario.field.size, cells, step, is);
            ink.fill(&marks, paint, &format!("fill-opacity=\"{thick}\""));
        }
        for approach in &study.approaches {
            let points = sheet.all(&approach.points);
            let mut way = Trace::new();
            way.open(&points);
            ink.line(&way, "#ffffff", 2.6, "stroke-linejoin=\"round\"");
            ink.line(
                &way,
                colour::INK,
                1.2,
                "stroke-dasharray=\"4 2.5\" stroke-linejoin=\"round\"",
            );
        }
        mark(ink, sheet, post);
        key(ink, sheet, study, sheet.at(post.eye.at));
    })
}

fn mark(ink: &mut Ink, sheet: &Sheet, post: &Post) {
    let at = sheet.at(post.eye.at);
    if let Some(stands) = post.stands {
        let mut bases = Trace::new();
        for stand in &stands.stands {
            bases.polygon(&sheet.all(&stand.outline()));
        }
        ink.fill(&bases, colour::INK, "");
    }
    let mut dot = Trace::new();
    dot.circle(at, 2.6);
    ink.fill(&dot, "#ffffff", "");
    ink.line(&dot, colour::INK, 1.0, "");
    let lettering = Lettering::rimmed(Face::Bold, 5.6 * enlarged(sheet), colour::INK);
    let map = sheet.map();
    let half = lettering.width(&post.name) / 2.0 + 2.0;
    let x =
        at.x.clamp(map.low.x + half, (map.high.x - half).max(map.low.x + half));
    let y = if at.y > map.low.y + 14.0 {
        at.y - 6.0
    } else {
        at.y + 9.0
    };
    lettering.centred(ink, &post.name, Vec2::new(x, y), 0.0);
}

/// How much larger letters are on a wide table, which is seen from farther away.
fn enlarged(sheet: &Sheet) -> f32 {
    const USUAL: f32 = 412.0;
    (sheet.page.x / USUAL).max(1.0)
}

/// Where a key of that size lies: in the north-west, unless the post and its name are there.
fn free_corner(map: Bounds, size: Vec2, post: Vec2) -> Vec2 {
    const MARGIN: f32 = 3.0;
    let corner = map.low + Vec2::splat(MARGIN);
    let taken = (corner + size + Vec2::splat(12.0)).cmpgt(post).all();
    if taken {
        Vec2::new(map.high.x - MARGIN - size.x, corner.y)
    } else {
        corner
    }
}

/// The colours with their names and shares, in a corner that is not the post's.
fn key(ink: &mut Ink, sheet: &Sheet, study: &Study, post: Vec2) {
    let lines: Vec<(Class, String)> = Class::ALL
        .into_iter()
        .map(|class| (class, study.share(class)))
        .filter(|(_, share)| *share > 0.0)
        .map(|(class, share)| (class, format!("{}: {:.1} %", class.name(), share * 100.0)))
        .collect();
    let k = enlarged(sheet);
    let lettering = Lettering::plain(Face::Roman, 4.4 * k, colour::INK);
    let wide = lines.iter().map(|(_, text)| lettering.width(text));
    let wide = wide.fold(40.0 * k, f32::max) + 13.0 * k;
    let high = (lines.len() as f32 * 6.4 + 9.0) * k;
    let corner = free_corner(sheet.map(), Vec2::new(wide, high), post);
    let mut frame = Trace::new();
    frame.rectangle(corner, Vec2::new(wide, high));
    ink.fill(&frame, colour::PAPER, "fill-opacity=\"0.92\"");
    ink.line(&frame, colour::INK, 0.5, "");
    for (number, (class, text)) in lines.iter().enumerate() {
        let at = corner + Vec2::new(3.0, 3.0 + number as f32 * 6.4) * k;
        let (paint, thick) = class.paint();
        let mut box_ = Trace::new();
        box_.rectangle(at, Vec2::new(6.0, 4.6) * k);
        ink.fill(&box_, paint, &format!("fill-opacity=\"{thick}\""));
        ink.line(&box_, colour::INK, 0.3, "");
        lettering.write(ink, text, at + Vec2::new(8.0, 4.0) * k, Anchor::Start);
    }
    let note = Lettering::plain(Face::Italic, 4.2 * k, colour::INK);
    let base = corner + Vec2::new(3.0 * k, high - 2.0 * k);
    note.fitted(WAYS, wide - 5.0 * k)
        .write(ink, WAYS, base, Anchor::Start);
}

const WAYS: &str = "broken lines: ways to come near unseen";

/// Cells that pass a test, as boxes along the rows.
fn runs(sheet: &Sheet, table: Vec2, cells: UVec2, step: f32, is: impl Fn(UVec2) -> bool) -> Trace {
    let mut marks = Trace::new();
    for y in 0..cells.y {
        let mut x = 0;
        while x < cells.x {
            if !is(UVec2::new(x, y)) {
                x += 1;
                continue;
            }
            let start = x;
            while x < cells.x && is(UVec2::new(x, y)) {
                x += 1;
            }
            let low = Vec2::new(start as f32, y as f32) * step;
            let high = (Vec2::new(x as f32, y as f32 + 1.0) * step).min(table);
            let corner = sheet.at(Vec2::new(low.x, high.y));
            marks.rectangle(corner, (high - low) * sheet.inch);
        }
    }
    marks
}

/// How a zone and every other see each other: the name of the other, what part of the pairs, of this
/// zone and of the other.
pub fn between(scenario: &Scenario, rules: &Rules, zone: &Zone) -> Vec<(String, f32, f32, f32)> {
    let others = scenario
        .field
        .zones
        .iter()
        .filter(|other| other.id != zone.id);
    others
        .map(|other| {
            let both = mutual(&scenario.field, rules, zone, other);
            (
                other.name.clone(),
                both.pairs,
                both.of_first,
                both.of_second,
            )
        })
        .collect()
}

/// Shades of what part of a zone sees a place, the thinnest first.
const SHADES: [(&str, f32, &str); 5] = [
    ("#1b1b1b", 0.0, "from nowhere in it"),
    ("#440154", 0.001, "up to a quarter"),
    ("#31688e", 0.25, "up to half"),
    ("#35b779", 0.5, "up to three quarters"),
    ("#fde725", 0.75, "more"),
];

/// Draws what part of a zone sees each place.
pub fn draw_zone(scenario: &Scenario, zone: &Zone, watch: &Watch) -> String {
    let title = format!("{}: what is seen from {}", scenario.name, zone.name);
    over(scenario, &title, |ink, sheet| {
        for (number, (paint, least, _)) in SHADES.iter().enumerate() {
            let most = SHADES.get(number + 1).map_or(f32::INFINITY, |next| next.1);
            let is = |cell: UVec2| {
                let part = watch.part[(cell.y * watch.cells.x + cell.x) as usize];
                part >= *least && part < most
            };
            let marks = runs(sheet, scenario.field.size, watch.cells, watch.step, is);
            ink.fill(&marks, paint, "fill-opacity=\"0.5\"");
        }
        let mut outline = Trace::new();
        outline.polygon(&sheet.all(&zone.outline));
        ink.line(&outline, "#ffffff", 2.4, "");
        ink.line(&outline, colour::INK, 1.2, "");
        shades(ink, sheet, &zone.name);
    })
}

fn shades(ink: &mut Ink, sheet: &Sheet, name: &str) {
    let k = enlarged(sheet);
    let lettering = Lettering::plain(Face::Roman, 4.4 * k, colour::INK);
    let title = format!("seen from {}", said(name));
    let wide = SHADES
        .iter()
        .map(|(_, _, text)| lettering.width(text) + 13.0 * k);
    let wide = wide.fold(lettering.width(&title) + 14.0 * k, f32::max);
    let corner = sheet.map().low + Vec2::splat(3.0);
    let mut frame = Trace::new();
    frame.rectangle(
        corner,
        Vec2::new(wide, (SHADES.len() as f32 * 6.4 + 11.0) * k),
    );
    ink.fill(&frame, colour::PAPER, "fill-opacity=\"0.92\"");
    ink.line(&frame, colour::INK, 0.5, "");
    let bold = Lettering::plain(Face::Bold, 4.4 * k, colour::INK).fitted(&title, wide - 6.0 * k);
    bold.write(ink, &title, corner + Vec2::new(3.0, 6.5) * k, Anchor::Start);
    for (number, (paint, _, text)) in SHADES.iter().enumerate() {
        let at = corner + Vec2::new(3.0, 9.0 + number as f32 * 6.4) * k;
        let mut box_ = Trace::new();
        box_.rectangle(at, Vec2::new(6.0, 4.6) * k);
        ink.fill(&box_, paint, "fill-opacity=\"0.6\"");
        ink.line(&box_, colour::INK, 0.3, "");
        lettering.write(ink, text, at + Vec2::new(8.0, 4.0) * k, Anchor::Start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_does_not_lie_on_the_post() {
        let map = Bounds {
            low: Vec2::splat(20.0),
            high: Vec2::splat(380.0),
        };
        let size = Vec2::new(80.0, 45.0);
        for post in [Vec2::splat(30.0), Vec2::new(90.0, 70.0), Vec2::splat(300.0)] {
            let corner = free_corner(map, size, post);
            let inside = post.cmpge(corner).all() && post.cmple(corner + size).all();
            assert!(!inside, "{post} lies under the key at {corner}");
            assert!(corner.cmpge(map.low).all() && (corner + size).cmple(map.high).all());
        }
        assert_eq!(
            free_corner(map, size, Vec2::splat(300.0)),
            Vec2::splat(23.0)
        );
    }
}
