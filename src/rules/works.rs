//! Works, obstacles and pontoon bridges.

use serde::Deserialize;

use super::named::{Chart, named};
use super::scale::ByScale;
use super::{Ground, Rules, Scale, Side};

named! {
    /// Works thrown up by soldiers.
    pub enum Works: "kind of works" {
        /// Logs and earth of an hour or two.
        Hasty = "hasty",
        /// Proper breastworks.
        Light = "light",
        /// Forts and siege lines.
        Heavy = "heavy",
    }
}

named! {
    /// Obstacles before a line of works.
    pub enum Obstacle: "obstacle" {
        /// Felled trees.
        Abatis = "abatis",
        /// A ditch full of water.
        FloodedDitch = "flooded_ditch",
        /// Pointed stakes.
        Fraise = "fraise",
        /// Movable spiked beams.
        ChevauxDeFrise = "chevaux_de_frise",
    }
}

/// Turns of work, alone or helped by engineers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Labour {
    /// By the regiment alone.
    pub alone: u32,
    /// With an engineer stand.
    pub engineers: u32,
}

impl Labour {
    /// The consecutive turns it takes.
    pub fn turns(self, engineers: bool) -> u32 {
        if engineers {
            self.engineers
        } else {
            self.alone
        }
    }
}

/// One kind of works.
///
/// Rules: `table.works`, `works.build_hasty`, `works.build_light`, `works.build_heavy`,
/// `works.turn`, `works.turn_heavy`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorksRow {
    /// Turns to build it; heavy works only a scenario can provide.
    pub build: Option<Labour>,
    /// Turns to make it face the other way.
    pub turn: Option<Labour>,
    /// As what it is crossed; for heavy works the scenario says.
    pub cross: Option<Ground>,
    /// Artillery hits within a turn that destroy one stretch.
    pub hits: u32,
}

/// One kind of obstacle.
///
/// Rules: `table.obstacles`, `obstacle.build`, `obstacle.pivot`, `obstacle.move`, `obstacle.fire`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObstacleRow {
    /// Turns for one regiment to build it.
    pub build: u32,
    /// Actions to pivot it.
    pub pivot: Option<u32>,
    /// Turns for one regiment to remove it.
    pub destroy: u32,
    /// Inches of rough ground that crossing it counts as.
    pub rough_inches: u32,
    /// Target modifier against all fire.
    pub all_fire: i32,
    /// Target modifier against infantry fire.
    pub infantry_fire: i32,
}

/// Pontoon bridges.
///
/// Rules: `engineer.cross`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pontoon {
    /// Turns to unload the train.
    pub unload: u32,
    /// Turns for the first stretch.
    pub first_stretch: u32,
    /// Turns for each further stretch.
    pub further_stretch: u32,
    /// By how much Confederates are slower once unloaded.
    pub confederate_factor: u32,
    /// Inches of a stretch.
    pub stretch: ByScale<f32>,
    /// As what the finished bridge is crossed.
    pub crossed_as: Ground,
    /// Artillery hits within a turn that destroy it all.
    pub hits_destroy_all: u32,
}

/// Everything built or dug.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorksChart {
    /// The three kinds of works.
    pub works: Chart<Works, WorksRow>,
    /// Improving hasty works to light ones.
    pub hasty_to_light: Labour,
    /// Ground on which works can be begun.
    pub build_on: Vec<Ground>,
    /// Inches of works that one count of hits destroys.
    pub stretch: ByScale<f32>,
    /// The four obstacles.
    pub obstacles: Chart<Obstacle, ObstacleRow>,
    /// What engineers make of the time for obstacles.
    pub obstacle_engineers_factor: f32,
    /// Pontoon bridges.
    pub pontoon: Pontoon,
}

impl Rules {
    /// Consecutive turns to build works, or to improve hasty works to light ones.
    ///
    /// Rules: `works.build_hasty`, `works.build_light`, `works.build_heavy`, `works.upgrade`.
    pub fn turns_to_build(&self, works: Works, from_hasty: bool, engineers: bool) -> Option<u32> {
        if works == Works::Light && from_hasty {
            return Some(self.works.hasty_to_light.turns(engineers));
        }
        let labour = self.works.works[works].build?;
        Some(labour.turns(engineers))
    }

    /// Consecutive turns to make captured works face the other way.
    ///
    /// Rules: `works.turn`, `works.turn_heavy`.
    pub fn turns_to_turn(&self, works: Works, engineers: bool) -> Option<u32> {
        let labour = self.works.works[works].turn?;
        Some(labour.turns(engineers))
    }

    /// Whether works can be begun on that ground.
    ///
    /// Rules: `works.where`.
    pub fn works_allowed_on(&self, ground: Ground) -> bool {
        self.works.build_on.contains(&ground)
    }

    /// Inches of works that the artillery hits of one turn destroy.
    ///
    /// Rules: `works.destroy`.
    pub fn works_destroyed(&self, scale: Scale, works: Works, hits: u32) -> f32 {
        let stretches = hits / self.works.works[works].hits.max(1);
        stretches as f32 * self.works.stretch.at(scale)
    }

    /// Turns of a regiment to build or remove an obstacle.
    ///
    /// Rules: `obstacle.build`, `obstacle.engineers`.
    pub fn turns_for_obstacle(&self, obstacle: Obstacle, remove: bool, engineers: bool) -> u32 {
        let row = &self.works.obstacles[obstacle];
        let turns = if remove { row.destroy } else { row.build };
        if engineers {
            (turns as f32 * self.works.obstacle_engineers_factor).ceil() as u32
        } else {
            turns
        }
    }

    /// Turns to bridge that many inches of water, unloading included.
    ///
    /// Rules: `engineer.unload`, `engineer.build`, `engineer.confederate_double`.
    pub fn turns_to_bridge(&self, scale: Scale, side: Side, inches: f32) -> u32 {
        let further = self.bridge_stretches(scale, inches) - 1;
        self.works.pontoon.unload
            + self.turns_for_stretch(side, 0)
            + further * self.turns_for_stretch(side, 1)
    }

    /// Stretches of bridge that it takes to get over that many inches of water.
    ///
    /// Rules: `engineer.build`.
    pub fn bridge_stretches(&self, scale: Scale, inches: f32) -> u32 {
        let stretch = self.works.pontoon.stretch.at(scale);
        ((inches - 1e-3) / stretch).ceil().max(1.0) as u32
    }

    /// Turns for the next stretch of a bridge of which so many lie in the water.
    ///
    /// Rules: `engineer.build`, `engineer.confederate_double`.
    pub fn turns_for_stretch(&self, side: Side, built: u32) -> u32 {
        let pontoon = &self.works.pontoon;
        let turns = if built == 0 {
            pontoon.first_stretch
        } else {
            pontoon.further_stretch
        };
        match side {
            Side::Union => turns,
            Side::Confederate => turns * pontoon.confederate_factor,
        }
    }

    /// As what a finished pontoon bridge is crossed.
    ///
    /// Rules: `engineer.cross`.
    pub fn bridge_ground(&self) -> Ground {
        self.works.pontoon.crossed_as
    }

    /// What an obstacle adds to fire at a unit in or behind it.
    ///
    /// Rules: `obstacle.fire`.
    pub fn obstacle_modifier(&self, obstacle: Obstacle, infantry_fire: bool) -> i32 {
        let row = &self.works.obstacles[obstacle];
        row.all_fire + if infantry_fire { row.infantry_fire } else { 0 }
    }

    /// Actions to pivot an obstacle; only some can be.
    ///
    /// Rules: `obstacle.pivot`.
    pub fn obstacle_pivot(&self, obstacle: Obstacle) -> Option<u32> {
        self.works.obstacles[obstacle].pivot
    }

    /// Inches of pontoon bridge that the artillery hits of one turn destroy; `None` is all of it.
    ///
    /// Rules: `engineer.bridge_hits`.
    pub fn bridge_destroyed(&self, scale: Scale, hits: u32) -> Option<f32> {
        let pontoon = &self.works.pontoon;
        (hits < pontoon.hits_destroy_all).then(|| hits as f32 * pontoon.stretch.at(scale))
    }
}
