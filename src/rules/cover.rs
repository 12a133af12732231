//! What protects a target from fire.

use serde::{Deserialize, Serialize};

use super::Rules;
use super::named::named;

named! {
    /// One kind of cover.
    pub enum Cover: "kind of cover" {
        /// Light woods.
        LightWoods = "light_woods",
        /// An orchard.
        Orchard = "orchard",
        /// Heavy woods.
        HeavyWoods = "heavy_woods",
        /// Hasty works.
        HastyWorks = "hasty_works",
        /// Light works.
        LightWorks = "light_works",
        /// Heavy works.
        HeavyWorks = "heavy_works",
        /// A wooden fence.
        WoodFence = "wood_fence",
        /// A stone wall.
        StoneWall = "stone_wall",
        /// A farm or village.
        Village = "village",
    }
}

/// The cover of one target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Cover>", into = "Vec<Cover>")]
pub struct CoverSet(u16);

impl CoverSet {
    /// Adds a kind of cover; having it twice changes nothing.
    pub fn insert(&mut self, cover: Cover) {
        self.0 |= 1 << cover as u16;
    }

    /// Whether the target has that cover.
    pub fn contains(self, cover: Cover) -> bool {
        self.0 & (1 << cover as u16) != 0
    }

    /// Nothing protects the target.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Rules {
    /// Whether cover steadies a unit that checks for fire: it must protect from that kind of fire.
    ///
    /// Rules: `morale.cover_needs_drm`.
    pub fn cover_steadies(&self, cover: CoverSet, artillery_fire: bool) -> bool {
        let chart = &self.fire.target;
        <Cover as super::Named>::ALL.iter().any(|&kind| {
            let value = match kind {
                Cover::LightWoods | Cover::Orchard => chart.light_woods_or_orchard,
                Cover::HeavyWoods => chart.heavy_woods,
                Cover::HastyWorks => chart.hasty_works,
                Cover::LightWorks => chart.light_works,
                Cover::HeavyWorks => chart.heavy_works,
                Cover::WoodFence => chart.wood_fence,
                Cover::StoneWall => chart.stone_wall,
                Cover::Village => chart.village,
            };
            cover.contains(kind) && value.by(artillery_fire) < 0
        })
    }
}

impl From<Vec<Cover>> for CoverSet {
    fn from(covers: Vec<Cover>) -> Self {
        covers.into_iter().collect()
    }
}

impl From<CoverSet> for Vec<Cover> {
    fn from(set: CoverSet) -> Self {
        let all = <Cover as super::Named>::ALL.iter().copied();
        all.filter(|&cover| set.contains(cover)).collect()
    }
}

impl FromIterator<Cover> for CoverSet {
    fn from_iter<I: IntoIterator<Item = Cover>>(covers: I) -> Self {
        let mut set = Self::default();
        covers.into_iter().for_each(|cover| set.insert(cover));
        set
    }
}
