//! One line of sight, worked out always from the same end.

use std::cell::OnceCell;

use bevy::math::Vec2;

use super::{Blocked, Blocker, Eye};
use crate::field::geometry::{crossing, stretches_inside};
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

/// How deep in a unit still stands "at the edge", in inches at 15 mm.
const EDGE: f32 = 0.25;

/// A stretch of the line below the tops of something that hides.
struct Hidden<'a> {
    from: f32,
    to: f32,
    depth: f32,
    height: f32,
    what: &'static str,
    area: &'a Area,
}

/// A line of sight being worked out, always from the same end.
pub(super) struct Line<'a> {
    field: &'a Field,
    ends: (Eye, Eye),
    from: Vec2,
    to: Vec2,
    /// Heights of the two eyes.
    eyes: (f32, f32),
    pub length: f32,
    profile: OnceCell<Vec<(f32, f32)>>,
}

/// Guns on a height that see over some things on lower ground.
#[derive(Default)]
pub(super) struct Over {
    pub guns: Vec<(f32, SeeOver)>,
}

impl Over {
    fn feature(&self, feature: Feature, ground: f32) -> bool {
        self.guns
            .iter()
            .any(|(height, rule)| ground < *height && rule.features.contains(&feature))
    }

    fn units(&self, ground: f32) -> bool {
        self.guns
            .iter()
            .any(|(height, rule)| ground < *height && rule.units)
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
            eyes: (
                field.heights.height(from) + eye,
                field.heights.height(to) + eye,
            ),
            length: from.distance(to),
            profile: OnceCell::new(),
        }
    }

    pub fn clears_ground(&self) -> bool {
        self.field.heights.clears(self.from, self.to, self.eyes)
    }

    /// Woods and farms, walls, units.
    pub fn blocked_above_ground(&self, rules: &Rules, blockers: &[Blocker]) -> Option<Blocked> {
        let over = self.field.seen_over(self.ends.0, self.ends.1);
        self.areas(rules, &over, (self.from, self.to))
            .or_else(|| self.walls())
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

    /// Every break of the ground along the line with its rise, worked out when first needed.
    fn profile(&self) -> &[(f32, f32)] {
        self.profile.get_or_init(|| {
            let mut breaks = Vec::with_capacity(256);
            self.field.heights.breaks(self.from, self.to, &mut breaks);
            breaks
                .into_iter()
                .map(|part| (part, self.rise(part)))
                .collect()
        })
    }

    /// The crest that rises highest above the line.
    pub fn crest(&self) -> Blocked {
        let highest = self
            .profile()
            .iter()
            .copied()
            .reduce(|best, next| if next.1 > best.1 { next } else { best });
        let point = self.point(highest.map_or(0.5, |(part, _)| part));
        Blocked {
            by: "the ground".to_owned(),
            at: point.extend(self.field.heights.height(point)),
            only_within: None,
        }
    }

    /// The stretches of a part of the line that run below `height` above the ground.
    fn below(&self, from: f32, to: f32, height: f32, mut found: impl FnMut(f32, f32)) {
        let profile = self.profile();
        let first = profile.partition_point(|&(part, _)| part <= from);
        let last = profile.partition_point(|&(part, _)| part < to);
        let cuts = profile.get(first..last).unwrap_or_default().iter().copied();
        let (mut start, mut above) = (from, self.rise(from) + height);
        for (end, rise) in cuts.chain([(to, self.rise(to))]) {
            let there = rise + height;
            match (above > 0.0, there > 0.0) {
                (true, true) => found(start, end),
                (false, false) => {}
                (inside_first, _) => {
                    let cross = start + (end - start) * (above / (above - there));
                    if inside_first {
                        found(start, cross);
                    } else {
                        found(cross, end);
                    }
                }
            }
            (start, above) = (end, there);
        }
    }

    /// Woods, orchards, brush, farms: seen into or through only so deep, whatever their outlines.
    fn areas(&self, rules: &Rules, over: &Over, ends: (Vec2, Vec2)) -> Option<Blocked> {
        let near: Vec<_> = self
            .field
            .areas
            .iter()
            .filter(|area| self.near(area))
            .collect();
        near.iter()
            .find_map(|area| self.buildings(area, over))
            .or_else(|| {
                let mut hidden = self.hidden(rules, over, ends, &near);
                hidden.sort_by(|one, other| one.from.total_cmp(&other.from));
                self.used_up(&hidden)
            })
    }

    fn buildings(&self, area: &Area, over: &Over) -> Option<Blocked> {
        area.buildings.iter().find_map(|building| {
            let part = self.enters(building, tall::BUILDING * self.field.proportion())?;
            let ground = self.field.heights.height(self.point(part));
            (!over.feature(Feature::Village, ground))
                .then(|| self.blocked(part, tall::BUILDING, named(area, "a building"), None))
        })
    }

    /// Every stretch that runs through something one sees only so deep into.
    fn hidden<'b>(
        &self,
        rules: &Rules,
        over: &Over,
        ends: (Vec2, Vec2),
        near: &[&'b Area],
    ) -> Vec<Hidden<'b>> {
        let proportion = self.field.proportion();
        let mut found: Vec<Hidden> = Vec::new();
        let mut stretches = Vec::new();
        let mut clearings = Vec::new();
        for area in self
            .field
            .areas
            .iter()
            .filter(|area| area.kind == AreaKind::Open)
        {
            stretches_inside(&area.outline, self.from, self.to, &mut clearings);
        }
        for area in near {
            let feature = area.feature();
            let Some((height, what)) = canopy(feature) else {
                continue;
            };
            let depth = match self.field.depth(rules, feature) {
                SightDepth::Free => continue,
                SightDepth::Inches(inches) => inches,
                SightDepth::Edge => EDGE * proportion,
                // Who stands in it at its edge sees and is seen; nobody sees through it.
                SightDepth::Blocked if area.contains(ends.0) || area.contains(ends.1) => {
                    EDGE * proportion
                }
                SightDepth::Blocked => 0.0,
            };
            stretches.clear();
            stretches_inside(&area.outline, self.from, self.to, &mut stretches);
            if area.kind.is_growth() {
                stretches = without(&stretches, &clearings);
            }
            for &(from, to) in &stretches {
                self.below(from, to, height * proportion, |from, to| {
                    let ground = self.field.heights.height(self.point((from + to) / 2.0));
                    if !over.feature(feature, ground) {
                        found.push(Hidden {
                            from,
                            to,
                            depth,
                            height,
                            what,
                            area,
                        });
                    }
                });
            }
        }
        found
    }

    /// Where the stretches together use up all that one sees into them.
    fn used_up(&self, hidden: &[Hidden]) -> Option<Blocked> {
        let mut used = 0.0;
        let mut counted_to = 0.0f32;
        for stretch in hidden {
            // Where areas overlap, the line is hidden once.
            let from = stretch.from.max(counted_to);
            if stretch.to <= from {
                continue;
            }
            counted_to = stretch.to;
            let inches = (stretch.to - from) * self.length;
            let share = if stretch.depth > 0.0 {
                inches / stretch.depth
            } else {
                f32::INFINITY
            };
            if inches > 1e-4 && used + share > 1.0 + 1e-4 {
                let room = if share.is_finite() {
                    (1.0 - used) / share
                } else {
                    0.0
                };
                let part = from + (stretch.to - from) * room.clamp(0.0, 1.0);
                let by = named(stretch.area, stretch.what);
                return Some(self.blocked(part, stretch.height, by, Some(stretch.depth)));
            }
            used += if share.is_finite() { share } else { 0.0 };
        }
        None
    }

    fn near(&self, area: &Area) -> bool {
        (canopy(area.feature()).is_some() || !area.buildings.is_empty())
            && area.bounds().meets_segment(self.from, self.to)
    }

    /// Where the line first runs below `height` inside a polygon.
    fn enters(&self, polygon: &[Vec2], height: f32) -> Option<f32> {
        let mut stretches = Vec::new();
        stretches_inside(polygon, self.from, self.to, &mut stretches);
        let mut first = None;
        for (from, to) in stretches {
            self.below(from, to, height, |a, _| first = first.or(Some(a)));
        }
        first
    }

    /// Fences and walls block only a line that grazes the ground.
    fn walls(&self) -> Option<Blocked> {
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
            if !blocks || !line.bounds().meets_segment(self.from, self.to) {
                continue;
            }
            for pair in line.points.windows(2) {
                if let Some(part) = crossing(self.from, self.to, pair[0], pair[1])
                    && self.rise(part) + height > 0.0
                {
                    let by = if line.name.is_empty() {
                        what.to_owned()
                    } else {
                        line.name.clone()
                    };
                    return Some(self.blocked(part, tall::WALL, by, None));
                }
            }
        }
        None
    }

    fn units(&self, blockers: &[Blocker], over: &Over) -> Option<Blocked> {
        let height = tall::UNIT * self.field.proportion();
        blockers.iter().find_map(|blocker| {
            let part = self.enters(&blocker.outline, height)?;
            let ground = self.field.heights.height(self.point(part));
            (!over.units(ground))
                .then(|| self.blocked(part, tall::UNIT, blocker.name.to_owned(), None))
        })
    }

    fn blocked(&self, part: f32, height: f32, by: String, only_within: Option<f32>) -> Blocked {
        let point = self.point(part);
        let top = self.field.heights.height(point) + height * self.field.proportion();
        Blocked {
            by,
            at: point.extend(top),
            only_within,
        }
    }
}

/// How high a feature hides what is behind it, and what it is called.
fn canopy(feature: Feature) -> Option<(f32, &'static str)> {
    match feature {
        Feature::LightWoods => Some((tall::WOODS, "light woods")),
        Feature::HeavyWoods => Some((tall::WOODS, "heavy woods")),
        Feature::Orchard => Some((tall::ORCHARD, "an orchard")),
        Feature::Brush => Some((tall::BRUSH, "brush")),
        Feature::Village => Some((tall::BUILDING, "a farm or village")),
        _ => None,
    }
}

fn named(area: &Area, what: &str) -> String {
    if area.name.is_empty() {
        what.to_owned()
    } else {
        area.name.clone()
    }
}

/// Stretches of a line without those that run through a clearing.
fn without(stretches: &[(f32, f32)], clearings: &[(f32, f32)]) -> Vec<(f32, f32)> {
    let mut left = stretches.to_vec();
    for &(open, close) in clearings {
        left = left
            .into_iter()
            .flat_map(|(from, to)| [(from, to.min(open)), (from.max(close), to)])
            .filter(|(from, to)| to > from)
            .collect();
    }
    left
}
