//! What there is in a battle, and so which lines of the charts are needed.

use std::collections::BTreeSet;

use super::super::briefing::hidden;
use crate::field::Field;
use crate::field::plan::{AreaKind, LineKind, Slopes};
use crate::rules::ground::Going;
use crate::rules::weapon::Bore;
use crate::rules::works::Obstacle;
use crate::rules::{
    CavalryWeapon, Feature, Ground, Gun, InfantryWeapon, Named, Quality, Rules, Side, Troops, Works,
};
use crate::scenario::{Scenario, UnitSetup};

/// What there is in a battle, and so which lines of the charts are needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Present {
    /// Weapons of foot.
    pub muskets: BTreeSet<InfantryWeapon>,
    /// Weapons of horse.
    pub carbines: BTreeSet<CavalryWeapon>,
    /// Guns with the sides that have them.
    pub guns: BTreeSet<(Gun, Side)>,
    /// Qualities.
    pub qualities: BTreeSet<Quality>,
    /// Features of the field.
    pub features: BTreeSet<Feature>,
    /// Kinds of ground that one moves through.
    pub grounds: BTreeSet<Ground>,
    /// Units of three stands are there, or of two.
    pub stands: BTreeSet<u32>,
    /// Fences, walls and works.
    pub cover: BTreeSet<&'static str>,
    /// Works.
    pub works: BTreeSet<Works>,
    /// Obstacles before them.
    pub obstacles: BTreeSet<Obstacle>,
    /// Pontoons are brought along.
    pub bridges: bool,
    /// Some are not known: they may be of any arm and quality.
    pub unknown: bool,
}

impl Present {
    /// What there is in a scenario.
    pub fn of(scenario: &Scenario, rules: &Rules) -> Self {
        Self::known_to(scenario, rules, Side::ALL)
    }

    /// What those sides know to be there: their own, and whoever of the other stands in the open
    /// when the battle begins.
    pub fn known_to(scenario: &Scenario, rules: &Rules, sides: &[Side]) -> Self {
        let mut there = Self::default();
        let known = |setup: &&UnitSetup| {
            let side = setup.unit.side;
            let open = hidden(scenario, side).is_none();
            sides.contains(&side) || (open && setup.footprint(&scenario.field).is_some())
        };
        there.unknown = !scenario.real_units().all(|setup| known(&setup));
        if there.unknown {
            there.qualities.extend(Quality::ALL);
        }
        for setup in scenario.real_units().filter(known) {
            let unit = &setup.unit;
            there.qualities.insert(unit.quality);
            there.bridges |= setup.train > 0;
            match unit.troops {
                Troops::Infantry { weapon, .. } => {
                    there.muskets.extend(weapon);
                    there.stands.insert(setup.muster.stands.clamp(2, 3));
                }
                Troops::Cavalry { weapon, .. } => {
                    there.carbines.extend(weapon);
                    there.carbines.insert(CavalryWeapon::Pistol);
                    there.stands.insert(setup.muster.stands.clamp(2, 3));
                }
                Troops::Artillery { gun, .. } => {
                    there.guns.extend(gun.map(|gun| (gun, unit.side)));
                }
            }
        }
        there.look_at(&scenario.field, rules);
        there
    }

    fn look_at(&mut self, field: &Field, rules: &Rules) {
        self.features.insert(Feature::Open);
        self.features
            .extend(field.areas.iter().map(|area| area.feature()));
        for line in &field.lines {
            let (feature, cover) = match line.kind {
                LineKind::Road => (Some(Feature::Road), None),
                LineKind::Trail => (Some(Feature::Trail), None),
                LineKind::Creek => (Some(Feature::Creek), None),
                LineKind::WoodFence => (Some(Feature::FenceOrWall), Some("wooden fence")),
                LineKind::StoneWall => (Some(Feature::FenceOrWall), Some("stone wall")),
                LineKind::HastyWorks => (None, Some("hasty works")),
                LineKind::LightWorks => (None, Some("light works")),
                LineKind::HeavyWorks => (None, Some("heavy works")),
                _ => (None, None),
            };
            self.features.extend(feature);
            self.cover.extend(cover);
            self.works.extend(line.kind.works());
            self.obstacles.extend(line.kind.obstacle());
        }
        for area in &field.areas {
            self.cover.extend(match area.kind {
                AreaKind::LightWoods | AreaKind::Orchard => Some("light woods or orchard"),
                AreaKind::HeavyWoods => Some("heavy woods"),
                AreaKind::Village | AreaKind::Farm => Some("village or farm"),
                _ => None,
            });
        }
        if field.heights.highest() > 0.01 && field.slopes == Slopes::Chart {
            self.features.extend([
                Feature::GentleSlopeUp,
                Feature::SteepSlopeUp,
                Feature::SteepSlopeDown,
            ]);
        }
        self.grounds.insert(Ground::Open);
        for &feature in &self.features {
            let row = &rules.terrain.features[feature];
            for going in [row.dry, row.wet] {
                if let Going::As(ground) = going {
                    self.grounds.insert(ground);
                }
            }
        }
    }

    /// Infantry is there, or may be.
    pub fn foot(&self) -> bool {
        self.unknown || !self.muskets.is_empty()
    }

    /// Cavalry is there, or may be.
    pub fn horse(&self) -> bool {
        self.unknown || !self.carbines.is_empty()
    }

    /// Guns are there, or may be.
    pub fn artillery(&self) -> bool {
        self.unknown || !self.guns.is_empty()
    }

    /// The most dice that anybody throws at once.
    pub fn most_dice(&self, rules: &Rules) -> u32 {
        let small = [
            (self.foot(), &rules.fire.infantry.dice),
            (self.horse(), &rules.fire.cavalry.dice),
        ];
        let small = small.into_iter().filter(|(there, _)| *there);
        let small = small.map(|(_, dice)| dice.short.max(dice.point_blank).max(dice.melee));
        let guns = self.guns.iter().map(|(gun, _)| {
            let (field, heavy) = (&rules.fire.field_guns.dice, &rules.fire.heavy_guns.dice);
            if gun.is_heavy() {
                heavy.canister.max(heavy.point_blank)
            } else if rules.bore(*gun) == Bore::Smoothbore {
                field.canister.smoothbore.max(field.point_blank.smoothbore)
            } else {
                field.canister.rifled.max(field.point_blank.rifled)
            }
        });
        // Checks and impacts take two.
        small.chain(guns).fold(2, u32::max)
    }
}
