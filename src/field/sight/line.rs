//! One line of sight, worked out always from the same end.

use bevy::math::{Vec2, Vec3};

use super::{Blocked, Blocker, Eye};
use crate::field::few::Few;
use crate::field::geometry::{Bounds, Stretches, crossing, stretches_inside};
use crate::field::plan::{AreaKind, LineKind};
use crate::field::{Area, Field, SeeOver};
use crate::rules::ground::SightDepth;
use crate::rules::{Feature, Rules};

/// Heights in inches at 15 mm; they grow with the squares.
///
/// Rules: `sight.agreed_height`, `sight.straight_edge`, `sight.waist`.
mod tall {
    /// Eye and target above the ground.
    pub const EYE: f32 = 0.5;
    /// A formed unit with its smoke.
    pub const UNIT: f32 = 1.0;
    /// Walls, fences and works.
    pub const WALL: f32 = 0.25;
    /// An orchard.
    pub const ORCHARD: f32 = 0.75;
    /// Brush.
    pub const BRUSH: f32 = 0.75;
    /// Buildings.
    pub const BUILDING: f32 = 1.0;
    /// Woods.
    pub const WOODS: f32 = 1.5;
}

pub(super) use tall::EYE;

/// How deep in a unit still stands "at the edge", in inches at 15 mm.
const EDGE: f32 = 0.25;

/// Inches by which something must be out of the way for roundings not to matter.
const SURE: f32 = 1e-2;

/// A stretch of the line below the tops of something that hides.
#[derive(Clone, Copy)]
struct Hidden<'a> {
    from: f32,
    to: f32,
    depth: f32,
    height: f32,
    what: &'static str,
    area: &'a Area,
}

/// What stands in the line, and where.
pub(super) struct Obstruction<'a> {
    part: f32,
    height: f32,
    by: &'a str,
    only_within: Option<f32>,
}

/// A line of sight being worked out, always from the same end.
pub(super) struct Line<'a> {
    field: &'a Field,
    ends: (Eye, Eye),
    from: Vec2,
    to: Vec2,
    /// The box around it, and a little more.
    span: Bounds,
    /// Heights of the two eyes.
    eyes: (f32, f32),
    pub length: f32,
}

/// Guns on a height that see over some things on lower ground.
#[derive(Default)]
pub(super) struct Over<'a> {
    pub guns: Vec<Gunners<'a>>,
}

/// Guns at one end of a line that a scenario lets see over things.
pub(super) struct Gunners<'a> {
    /// The ground they stand on.
    pub ground: f32,
    /// The height of their eyes.
    pub eye: f32,
    pub rule: &'a SeeOver,
}

impl Gunners<'_> {
    /// Whether something so high at a place is below them: on lower ground off the heights, or, on
    /// the heights themselves, not above their eyes.
    ///
    /// Rules: `scenario.militia.sight`, `sight.over_heads`.
    fn is_above(&self, field: &Field, at: Vec2, height: f32) -> bool {
        let ground = field.heights.height(at);
        let mut zones = self.rule.zones.iter().filter_map(|id| field.zone(id));
        if zones.any(|zone| zone.contains(at)) {
            ground + height <= self.eye + 1e-3
        } else {
            ground < self.ground
        }
    }
}

impl Over<'_> {
    fn feature(&self, field: &Field, feature: Feature, at: Vec2, height: f32) -> bool {
        self.guns
            .iter()
            .any(|guns| guns.rule.features.contains(&feature) && guns.is_above(field, at, height))
    }

    fn units(&self, field: &Field, at: Vec2, height: f32) -> bool {
        let mut guns = self.guns.iter();
        guns.any(|guns| guns.rule.units && guns.is_above(field, at, height))
    }
}

/// How much of what one sees into growths is used up along a line.
struct Depth {
    length: f32,
    used: f32,
    counted_to: f32,
}

impl Depth {
    fn new(length: f32) -> Self {
        Self {
            length,
            used: 0.0,
            counted_to: 0.0,
        }
    }

    /// Goes on through a stretch that hides; where all is used up, it ends.
    fn goes_through<'a>(&mut self, stretch: &Hidden<'a>) -> Option<Obstruction<'a>> {
        // Where areas overlap, the line is hidden once.
        let from = stretch.from.max(self.counted_to);
        if stretch.to <= from {
            return None;
        }
        self.counted_to = stretch.to;
        let inches = (stretch.to - from) * self.length;
        let share = if stretch.depth > 0.0 {
            inches / stretch.depth
        } else {
            f32::INFINITY
        };
        if inches > 1e-4 && self.used + share > 1.0 + 1e-4 {
            let room = if share.is_finite() {
                (1.0 - self.used) / share
            } else {
                0.0
            };
            return Some(Obstruction {
                part: from + (stretch.to - from) * room.clamp(0.0, 1.0),
                height: stretch.height,
                by: named(stretch.area, stretch.what),
                only_within: Some(stretch.depth),
            });
        }
        self.used += if share.is_finite() { share } else { 0.0 };
        None
    }
}

/// The same order from both ends.
fn in_order(one: Eye, other: Eye) -> (Eye, Eye) {
    let key = |eye: Eye| (eye.at.x, eye.at.y);
    if key(one) <= key(other) {
        (one, other)
    } else {
        (other, one)
    }
}

impl<'a> Line<'a> {
    pub fn new(field: &'a Field, one: Eye, other: Eye) -> Self {
        let ends = in_order(one, other);
        let (from, to) = (ends.0.at, ends.1.at);
        let eye = tall::EYE * field.proportion();
        Self {
            field,
            ends,
            from,
            to,
            span: Bounds::around(&[from, to]).grown(SURE),
            eyes: (
                field.heights.height(from) + eye,
                field.heights.height(to) + eye,
            ),
            length: from.distance(to),
        }
    }

    /// What is in the way, if anything.
    pub fn blocked(&self, rules: &Rules, blockers: &[Blocker]) -> Option<Blocked> {
        if !self.clears_by(0.0) {
            return Some(self.crest());
        }
        let found = self.above_ground(rules, blockers, self.clears_walls());
        found.map(|found| Blocked {
            by: found.by.to_owned(),
            at: self.top(found.part, found.height),
            only_within: found.only_within,
        })
    }

    /// Whether nothing is in the way.
    pub fn is_free(&self, rules: &Rules, blockers: &[Blocker]) -> bool {
        let over_walls = self.clears_walls();
        (over_walls || self.clears_by(0.0))
            && self.above_ground(rules, blockers, over_walls).is_none()
    }

    /// Whether it stays above the ground by more than so much.
    fn clears_by(&self, height: f32) -> bool {
        let eyes = (self.eyes.0 - height, self.eyes.1 - height);
        self.field.heights.clears(self.from, self.to, eyes)
    }

    /// Whether it surely passes over every fence and wall, wherever they are.
    fn clears_walls(&self) -> bool {
        let field = self.field;
        field.has_caches()
            && field.contains(self.from)
            && field.contains(self.to)
            && self.clears_by(tall::WALL * self.field.proportion() + SURE)
    }

    /// Woods and farms, walls, units.
    fn above_ground<'b>(
        &self,
        rules: &Rules,
        blockers: &[Blocker<'b>],
        over_walls: bool,
    ) -> Option<Obstruction<'b>>
    where
        'a: 'b,
    {
        let over = self.field.seen_over(self.ends.0, self.ends.1);
        self.areas(rules, &over)
            .or_else(|| if over_walls { None } else { self.walls() })
            .or_else(|| self.units(blockers, &over))
    }

    fn point(&self, part: f32) -> Vec2 {
        self.from.lerp(self.to, part)
    }

    /// How far the ground at a part of the line lies over (or under) the line.
    fn rise(&self, part: f32) -> f32 {
        let sight = self.eyes.0 + (self.eyes.1 - self.eyes.0) * part;
        self.field.heights.height(self.point(part)) - sight
    }

    /// The breaks of the ground between two parts of the line, each with its rise.
    fn profile(&self, from: f32, to: f32) -> impl Iterator<Item = (f32, f32)> + '_ {
        let breaks = self.field.heights.breaks(self.from, self.to, (from, to));
        breaks.map(|part| (part, self.rise(part)))
    }

    /// The crest that rises highest above the line.
    fn crest(&self) -> Blocked {
        let ends = [0.0, 1.0].map(|part| (part, self.rise(part)));
        let (part, _) = self
            .profile(0.0, 1.0)
            .chain([ends[1]])
            .fold(
                ends[0],
                |best, next| if next.1 > best.1 { next } else { best },
            );
        Blocked {
            by: "the ground".to_owned(),
            at: self.top(part, 0.0),
            only_within: None,
        }
    }

    /// The stretches of a part of the line that run below `height` above the ground, in order, until
    /// one of them is answered.
    fn below<T>(
        &self,
        from: f32,
        to: f32,
        height: f32,
        mut found: impl FnMut(f32, f32) -> Option<T>,
    ) -> Option<T> {
        let (mut start, mut above) = (from, self.rise(from) + height);
        for (end, rise) in self.profile(from, to).chain([(to, self.rise(to))]) {
            let there = rise + height;
            let stretch = match (above > 0.0, there > 0.0) {
                (true, true) => Some((start, end)),
                (false, false) => None,
                (inside_first, _) => {
                    let cross = start + (end - start) * (above / (above - there));
                    Some(if inside_first {
                        (start, cross)
                    } else {
                        (cross, end)
                    })
                }
            };
            let answer = stretch.and_then(|(from, to)| found(from, to));
            if answer.is_some() {
                return answer;
            }
            (start, above) = (end, there);
        }
        None
    }

    /// Woods, orchards, brush, farms: seen into or through only so deep, whatever their outlines.
    fn areas(&self, rules: &Rules, over: &Over) -> Option<Obstruction<'a>> {
        let mut near = Few::<Option<&Area>, 8>::default();
        for area in &self.field.areas {
            if self.near(area) && area.hides() {
                near.push(Some(area));
            }
        }
        let near = || near.iter().copied().flatten();
        near()
            .find_map(|area| self.buildings(area, over))
            .or_else(|| {
                let growths = self.growths(rules, near());
                self.hidden(over, growths)
            })
    }

    fn buildings(&self, area: &'a Area, over: &Over) -> Option<Obstruction<'a>> {
        area.buildings.iter().find_map(|building| {
            let height = tall::BUILDING * self.field.proportion();
            let part = self.enters(building, height)?;
            let at = self.point(part);
            (!over.feature(self.field, Feature::Village, at, height)).then(|| Obstruction {
                part,
                height: tall::BUILDING,
                by: named(area, "a building"),
                only_within: None,
            })
        })
    }

    /// Every stretch that runs through something one sees only so deep into.
    fn growths(&self, rules: &Rules, near: impl Iterator<Item = &'a Area>) -> Vec<Hidden<'a>> {
        let proportion = self.field.proportion();
        let mut found = Vec::new();
        let mut stretches = Stretches::default();
        let mut clearings = None;
        for area in near {
            let feature = area.feature();
            let Some((height, what)) = canopy(feature) else {
                continue;
            };
            let depth = match self.field.sight_depth(rules, feature) {
                SightDepth::Free => continue,
                SightDepth::Inches(inches) => inches,
                SightDepth::Edge => EDGE * proportion,
                // Who stands in it at its edge sees and is seen; nobody sees through it.
                SightDepth::Blocked if area.contains(self.from) || area.contains(self.to) => {
                    EDGE * proportion
                }
                SightDepth::Blocked => 0.0,
            };
            stretches.clear();
            stretches_inside(&area.outline, self.from, self.to, &mut stretches);
            if stretches.is_empty() {
                continue;
            }
            if area.kind.is_growth() {
                let clearings = clearings.get_or_insert_with(|| self.clearings());
                stretches = without(&stretches, clearings);
            }
            for &(from, to) in &stretches {
                found.push(Hidden {
                    from,
                    to,
                    depth,
                    height,
                    what,
                    area,
                });
            }
        }
        found
    }

    /// Where growths together use up all that one sees into them.
    fn hidden(&self, over: &Over, mut growths: Vec<Hidden<'a>>) -> Option<Obstruction<'a>> {
        let mut depth = Depth::new(self.length);
        let by_start = |one: &Hidden, other: &Hidden| one.from.total_cmp(&other.from);
        let mut ordered = growths.clone();
        ordered.sort_by(by_start);
        // One behind the other: they are looked into only as far as need be.
        if ordered.windows(2).all(|pair| pair[0].to <= pair[1].from) {
            return ordered
                .iter()
                .find_map(|growth| self.pieces(over, growth, |piece| depth.goes_through(&piece)));
        }
        let mut pieces = Vec::new();
        for growth in &growths {
            let _: Option<()> = self.pieces(over, growth, |piece| {
                pieces.push(piece);
                None
            });
        }
        growths = pieces;
        growths.sort_by(by_start);
        growths.iter().find_map(|piece| depth.goes_through(piece))
    }

    /// The parts of a growth through which the line runs, in order, until one of them is answered.
    fn pieces<T>(
        &self,
        over: &Over,
        growth: &Hidden<'a>,
        mut found: impl FnMut(Hidden<'a>) -> Option<T>,
    ) -> Option<T> {
        let height = growth.height * self.field.proportion();
        self.below(growth.from, growth.to, height, |from, to| {
            if !over.guns.is_empty() {
                let middle = self.point((from + to) / 2.0);
                if over.feature(self.field, growth.area.feature(), middle, height) {
                    return None;
                }
            }
            found(Hidden {
                from,
                to,
                ..*growth
            })
        })
    }

    /// The stretches in which nothing grows.
    fn clearings(&self) -> Stretches {
        let mut clearings = Stretches::default();
        let open = |area: &&Area| area.kind == AreaKind::Open;
        for area in self.field.areas.iter().filter(open) {
            stretches_inside(&area.outline, self.from, self.to, &mut clearings);
        }
        clearings
    }

    fn near(&self, area: &Area) -> bool {
        area.bounds().touches(self.span) && area.bounds().meets_segment(self.from, self.to)
    }

    /// Where the line first runs below `height` inside a polygon.
    fn enters(&self, polygon: &[Vec2], height: f32) -> Option<f32> {
        let bounds = Bounds::around(polygon).grown(SURE);
        if !bounds.touches(self.span) || !bounds.meets_segment(self.from, self.to) {
            return None;
        }
        let mut stretches = Stretches::default();
        stretches_inside(polygon, self.from, self.to, &mut stretches);
        stretches
            .iter()
            .find_map(|&(from, to)| self.below(from, to, height, |start, _| Some(start)))
    }

    /// Fences and walls block only a line that grazes the ground.
    fn walls(&self) -> Option<Obstruction<'a>> {
        let height = tall::WALL * self.field.proportion();
        for line in &self.field.lines {
            let (what, blocks) = match line.kind {
                LineKind::WoodFence => ("a fence", true),
                LineKind::StoneWall => ("a stone wall", true),
                LineKind::HastyWorks | LineKind::LightWorks | LineKind::HeavyWorks => {
                    ("works", true)
                }
                _ => ("", false),
            };
            let bounds = line.bounds();
            if !blocks || !bounds.touches(self.span) || !bounds.meets_segment(self.from, self.to) {
                continue;
            }
            for pair in line.points.windows(2) {
                if let Some(part) = crossing(self.from, self.to, pair[0], pair[1])
                    && self.rise(part) + height > 0.0
                {
                    return Some(Obstruction {
                        part,
                        height: tall::WALL,
                        by: if line.name.is_empty() {
                            what
                        } else {
                            &line.name
                        },
                        only_within: None,
                    });
                }
            }
        }
        None
    }

    fn units<'b>(&self, blockers: &[Blocker<'b>], over: &Over) -> Option<Obstruction<'b>> {
        let height = tall::UNIT * self.field.proportion();
        blockers.iter().find_map(|blocker| {
            let part = self.enters(&blocker.outline, height)?;
            let at = self.point(part);
            (!over.units(self.field, at, height)).then_some(Obstruction {
                part,
                height: tall::UNIT,
                by: blocker.name,
                only_within: None,
            })
        })
    }

    /// The top of something so high (at 15 mm) on the ground at a part of the line.
    fn top(&self, part: f32, height: f32) -> Vec3 {
        let point = self.point(part);
        point.extend(self.field.heights.height(point) + height * self.field.proportion())
    }
}

/// How high a feature hides what is behind it, and what it is called.
pub(super) fn canopy(feature: Feature) -> Option<(f32, &'static str)> {
    match feature {
        Feature::LightWoods => Some((tall::WOODS, "light woods")),
        Feature::HeavyWoods => Some((tall::WOODS, "heavy woods")),
        Feature::Orchard => Some((tall::ORCHARD, "an orchard")),
        Feature::Brush => Some((tall::BRUSH, "brush")),
        Feature::Village => Some((tall::BUILDING, "a farm or village")),
        _ => None,
    }
}

fn named<'a>(area: &'a Area, what: &'static str) -> &'a str {
    if area.name.is_empty() {
        what
    } else {
        &area.name
    }
}

/// Stretches of a line without those that run through a clearing.
fn without(stretches: &Stretches, clearings: &Stretches) -> Stretches {
    let mut left = stretches.clone();
    for &(open, close) in clearings {
        left = left
            .iter()
            .flat_map(|&(from, to)| [(from, to.min(open)), (from.max(close), to)])
            .filter(|(from, to)| to > from)
            .collect();
    }
    left
}
