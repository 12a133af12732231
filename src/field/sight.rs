//! Line of sight: who sees whom, and what is in the way.
//!
//! A straight line from eye to eye over the surface of the heightmap. It is worked out the same way
//! from both ends, so the answer is the same both ways, and at every edge of the triangles that it
//! crosses, so nothing slips through.

use std::cell::OnceCell;

use bevy::math::{Vec2, Vec3};

use super::geometry::{crossing, stretches_inside};
use super::placement::Footprint;
use super::plan::LineKind;
use super::stand::Stand;
use super::{Area, Field, SeeOver};
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

/// A unit that may stand in the way: the outline of a stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Blocker {
    /// What is said to block.
    pub name: String,
    /// Its outline.
    pub outline: Vec<Vec2>,
}

/// Who looks, and from where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    /// The place.
    pub at: Vec2,
    /// A battery: on some heights guns see over more than others do.
    pub guns: bool,
}

impl Eye {
    /// Anybody at a place.
    pub fn at(at: Vec2) -> Self {
        Self { at, guns: false }
    }
}

/// The answer to "can I see you?".
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    /// Inches between the two.
    pub range: f32,
    /// What is in the way, if anything.
    pub blocked: Option<Blocked>,
}

impl Sight {
    /// Nothing is in the way.
    pub fn visible(&self) -> bool {
        self.blocked.is_none()
    }
}

/// What is in the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Blocked {
    /// In words.
    pub by: String,
    /// Where, and how high it reaches.
    pub at: Vec3,
    /// Something is seen in it, but only so many inches deep.
    pub only_within: Option<f32>,
}

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
struct Line<'a> {
    field: &'a Field,
    ends: (Eye, Eye),
    from: Vec2,
    to: Vec2,
    /// Heights of the two eyes.
    eyes: (f32, f32),
    length: f32,
    profile: OnceCell<Vec<(f32, f32)>>,
}

impl Field {
    /// Whether two points see each other, over ground and units.
    ///
    /// Rules: `sight.needed`, `sight.units_block`, `sight.over_heads`, `sight.low_wall`.
    pub fn sight(&self, rules: &Rules, one: Eye, other: Eye, blockers: &[Blocker]) -> Sight {
        let line = Line::new(self, one, other);
        let blocked = if line.clears_ground() {
            line.blocked_above_ground(rules, blockers)
        } else {
            Some(line.crest())
        };
        Sight {
            range: line.length,
            blocked,
        }
    }

    /// The same without the reason, and faster.
    pub fn visible(&self, rules: &Rules, one: Eye, other: Eye, blockers: &[Blocker]) -> bool {
        let line = Line::new(self, one, other);
        line.clears_ground() && line.blocked_above_ground(rules, blockers).is_none()
    }

    /// Sight between points without any units: the ground alone.
    pub fn sight_between(&self, rules: &Rules, one: Vec2, other: Vec2) -> Sight {
        self.sight(rules, Eye::at(one), Eye::at(other), &[])
    }

    /// Sight between two units: from the middle of one's front to the other, else from stand to
    /// stand. If none of these lines is free, the first one says why.
    pub fn sight_of(
        &self,
        rules: &Rules,
        (one, guns): (&Footprint, bool),
        (other, other_guns): (&Footprint, bool),
        blockers: &[Blocker],
    ) -> Sight {
        let look = |from: Vec2, to: Vec2| {
            let (from, to) = (
                Eye { at: from, guns },
                Eye {
                    at: to,
                    guns: other_guns,
                },
            );
            self.sight(rules, from, to, blockers)
        };
        let first = look(one.placement.at, other.placement.at);
        if first.visible() {
            return first;
        }
        let fronts = |footprint: &Footprint| {
            footprint
                .stands
                .iter()
                .map(Stand::front)
                .collect::<Vec<_>>()
        };
        let theirs = fronts(other);
        fronts(one)
            .into_iter()
            .flat_map(|from| theirs.iter().map(move |&to| (from, to)))
            .map(|(from, to)| look(from, to))
            .find(Sight::visible)
            .unwrap_or(first)
    }

    /// Whether two units see each other, as [`Field::sight_of`] has it.
    pub fn sees(
        &self,
        rules: &Rules,
        (one, guns): (&Footprint, bool),
        (other, other_guns): (&Footprint, bool),
        blockers: &[Blocker],
    ) -> bool {
        let look = |from: Vec2, to: Vec2| {
            let (from, to) = (
                Eye { at: from, guns },
                Eye {
                    at: to,
                    guns: other_guns,
                },
            );
            self.visible(rules, from, to, blockers)
        };
        look(one.placement.at, other.placement.at)
            || one
                .stands
                .iter()
                .any(|from| other.stands.iter().any(|to| look(from.front(), to.front())))
    }

    /// What guns at either end see over by the scenario's rules.
    ///
    /// Rules: `scenario.militia.sight`.
    fn seen_over(&self, one: Eye, other: Eye) -> Over {
        let mut over = Over::default();
        for rule in &self.customs.see_over {
            for eye in [one, other] {
                let there = rule
                    .zones
                    .iter()
                    .filter_map(|id| self.zone(id))
                    .any(|zone| zone.contains(eye.at));
                if eye.guns && there {
                    over.guns.push((self.heights.height(eye.at), rule.clone()));
                }
            }
        }
        over
    }

    /// How far one sees into or out of a feature: the scenario's word, else the chart's.
    fn depth(&self, rules: &Rules, feature: Feature) -> SightDepth {
        let custom = self
            .customs
            .sight_depths
            .iter()
            .find(|(kind, _)| *kind == feature);
        custom.map_or_else(
            || rules.sight_depth(feature, self.season),
            |(_, inches)| SightDepth::Inches(*inches),
        )
    }
}

/// Guns on a height that see over some things on lower ground.
#[derive(Default)]
struct Over {
    guns: Vec<(f32, SeeOver)>,
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
    fn new(field: &'a Field, one: Eye, other: Eye) -> Self {
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

    fn clears_ground(&self) -> bool {
        self.field.heights.clears(self.from, self.to, self.eyes)
    }

    /// Woods and farms, walls, units.
    fn blocked_above_ground(&self, rules: &Rules, blockers: &[Blocker]) -> Option<Blocked> {
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
    fn crest(&self) -> Blocked {
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
                .then(|| self.blocked(part, tall::UNIT, blocker.name.clone(), None))
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
