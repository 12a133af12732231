//! The ground on a certain day: a field under rules and weather.

use bevy::math::Vec2;

use super::Field;
use super::going::Footing;
use super::moves::{Leg, Walked, Walker};
use super::placement::{Footprint, Placement};
use super::reach::Reached;
use crate::rules::fire::Refusal;
use crate::rules::ground::{Disorders, Going};
use crate::rules::{Disorder, Feature, Ground, Rules, Weather};

/// A field with the rules and the weather it is walked in: whatever the day decides is asked here.
#[derive(Clone, Copy, Debug)]
pub struct Terrain<'a> {
    /// The field.
    pub field: &'a Field,
    /// The rules.
    pub rules: &'a Rules,
    /// The weather of the day.
    pub weather: Weather,
}

impl Field {
    /// The ground in some weather.
    pub fn terrain<'a>(&'a self, rules: &'a Rules, weather: Weather) -> Terrain<'a> {
        Terrain {
            field: self,
            rules,
            weather,
        }
    }

    /// The ground in the weather the scenario begins with.
    fn as_found<'a>(&'a self, rules: &'a Rules) -> Terrain<'a> {
        self.terrain(rules, self.weather)
    }
}

/// The same questions in the weather the scenario begins with.
impl Field {
    /// [`Terrain::feature_going`].
    pub fn feature_going(&self, rules: &Rules, feature: Feature) -> (Going, Disorders) {
        self.as_found(rules).feature_going(feature)
    }

    /// [`Terrain::ground`].
    pub fn ground(&self, rules: &Rules, point: Vec2) -> Option<Ground> {
        self.as_found(rules).ground(point)
    }

    /// [`Terrain::way`].
    pub fn way(&self, rules: &Rules, point: Vec2) -> Option<Ground> {
        self.as_found(rules).way(point)
    }

    /// [`Terrain::footing`].
    pub fn footing(&self, rules: &Rules, point: Vec2, direction: Vec2) -> Footing {
        self.as_found(rules).footing(point, direction)
    }

    /// [`Terrain::walk`].
    pub fn walk(
        &self,
        rules: &Rules,
        walker: &Walker,
        start: Placement,
        legs: &[Leg],
    ) -> Result<Walked, Refusal> {
        self.as_found(rules).walk(walker, start, legs)
    }

    /// [`Terrain::carry`].
    pub fn carry(
        &self,
        rules: &Rules,
        walker: &Walker,
        start: Placement,
        degrees: f32,
        most: f32,
    ) -> (f32, Option<Disorder>) {
        self.as_found(rules).carry(walker, start, degrees, most)
    }

    /// [`Terrain::reach`].
    pub fn reach(
        &self,
        rules: &Rules,
        walker: &Walker,
        start: Placement,
        spent: f32,
    ) -> Vec<Reached> {
        self.as_found(rules).reach(walker, start, spent)
    }

    /// [`Terrain::adjacent`].
    pub fn adjacent(&self, rules: &Rules, one: &Footprint, other: &Footprint) -> bool {
        self.as_found(rules).adjacent(one, other)
    }

    /// [`Terrain::contiguous`].
    pub fn contiguous(&self, rules: &Rules, units: &[&Footprint]) -> Vec<usize> {
        self.as_found(rules).contiguous(units)
    }
}
