//! Line of sight: who sees whom, and what is in the way.
//!
//! A straight line from eye to eye over the surface of the heightmap. It is worked out the same way
//! from both ends, so the answer is the same both ways, and at every edge of the triangles that it
//! crosses, so nothing slips through.

mod line;

use bevy::math::{Vec2, Vec3};

use line::{EYE, Gunners, Line, Over, canopy};

use super::placement::Footprint;
use super::{Area, Field};
use crate::rules::ground::SightDepth;
use crate::rules::{Feature, Rules};

/// A unit that may stand in the way: the outline of a stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blocker<'a> {
    /// What is said to block.
    pub name: &'a str,
    /// Its outline.
    pub outline: [Vec2; 4],
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

impl Field {
    /// Whether two points see each other, over ground and units.
    ///
    /// Rules: `sight.needed`, `sight.units_block`, `sight.over_heads`, `sight.low_wall`.
    ///
    /// ```
    /// use bevy::math::Vec2;
    /// use deadly_field::field::Field;
    /// use deadly_field::field::sight::Eye;
    /// use deadly_field::rules::{Rules, Scale};
    ///
    /// // A ridge an inch high from south to north, in the middle of two by two squares.
    /// let plan = "(heights: [Ridge(line: [(1, 0), (1, 2)], height: 1, width: 0.2)])";
    /// let plan = ron::from_str(plan).expect("a plan");
    /// let rules = Rules::book();
    /// let field = Field::build(&plan, (2, 2), Scale::Mm15, rules, None).expect("a field");
    ///
    /// let [west, crest, east] = [10.0, 18.0, 26.0].map(|x| Eye::at(Vec2::new(x, 9.0)));
    /// assert!(field.sight(rules, west, crest, &[]).visible());
    /// let blocked = field.sight(rules, west, east, &[]).blocked.expect("the ridge");
    /// assert_eq!(blocked.by, "the ground");
    /// assert!((blocked.at.x - 18.0).abs() < 0.3);
    /// ```
    pub fn sight(&self, rules: &Rules, one: Eye, other: Eye, blockers: &[Blocker]) -> Sight {
        let line = Line::new(self, one, other);
        Sight {
            range: line.length,
            blocked: line.blocked(rules, blockers),
        }
    }

    /// The same without the reason, and faster.
    pub fn visible(&self, rules: &Rules, one: Eye, other: Eye, blockers: &[Blocker]) -> bool {
        Line::new(self, one, other).is_free(rules, blockers)
    }

    /// Sight between points without any units: the ground alone.
    pub fn sight_between(&self, rules: &Rules, one: Vec2, other: Vec2) -> Sight {
        self.sight(rules, Eye::at(one), Eye::at(other), &[])
    }

    /// Sight between two units, each with whether it is a battery: from the middle of one's front to
    /// that of the other, else from stand to stand. If no line is free, the first one says why.
    pub fn sight_of(
        &self,
        rules: &Rules,
        one: (&Footprint, bool),
        other: (&Footprint, bool),
        blockers: &[Blocker],
    ) -> Sight {
        let free = lines(one, other).find(|(from, to)| self.visible(rules, *from, *to, blockers));
        let (from, to) = free.unwrap_or_else(|| fronts(one, other));
        self.sight(rules, from, to, blockers)
    }

    /// Whether two units see each other, as [`Field::sight_of`] has it.
    pub fn sees(
        &self,
        rules: &Rules,
        one: (&Footprint, bool),
        other: (&Footprint, bool),
        blockers: &[Blocker],
    ) -> bool {
        lines(one, other).any(|(from, to)| self.visible(rules, from, to, blockers))
    }

    /// What guns, or all units, at either end see over by the scenario's rules.
    ///
    /// Rules: `scenario.militia.sight`, `scenario.mine_run_1.terrain`.
    fn seen_over(&self, one: Eye, other: Eye) -> Over<'_> {
        let mut over = Over::default();
        for rule in &self.customs.see_over {
            let sees = |eye: &Eye| eye.guns || rule.all_arms;
            for eye in [one, other].into_iter().filter(sees) {
                let zones = rule.zones.iter().filter_map(|id| self.zone(id));
                if zones.into_iter().any(|zone| zone.contains(eye.at)) {
                    let ground = self.heights.height(eye.at);
                    over.guns.push(Gunners {
                        ground,
                        eye: ground + EYE * self.proportion(),
                        rule,
                    });
                }
            }
        }
        over
    }

    /// How far one sees into or out of a feature: the scenario's word, else the chart's.
    pub fn sight_depth(&self, rules: &Rules, feature: Feature) -> SightDepth {
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

impl Area {
    /// Whether something in it hides what is behind it.
    fn hides(&self) -> bool {
        canopy(self.feature()).is_some() || !self.buildings.is_empty()
    }
}

/// The eyes in the middle of two fronts.
fn fronts((one, guns): (&Footprint, bool), (other, other_guns): (&Footprint, bool)) -> (Eye, Eye) {
    let eye = |at, guns| Eye { at, guns };
    (
        eye(one.placement.at, guns),
        eye(other.placement.at, other_guns),
    )
}

/// Every line along which two units may see each other, the middle of their fronts first.
fn lines<'a>(
    one: (&'a Footprint, bool),
    other: (&'a Footprint, bool),
) -> impl Iterator<Item = (Eye, Eye)> + 'a {
    let eyes = |(footprint, guns): (&'a Footprint, bool)| {
        footprint.stands.iter().map(move |stand| Eye {
            at: stand.front(),
            guns,
        })
    };
    let pairs = eyes(one).flat_map(move |from| eyes(other).map(move |to| (from, to)));
    std::iter::once(fronts(one, other)).chain(pairs)
}
