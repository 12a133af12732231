//! Fields and units for tests.

use deadly_field::field::plan::Plan;
use deadly_field::field::stand::Muster;
use deadly_field::field::{Facing, Field, Placement};
use deadly_field::rules::*;
use deadly_field::scenario::Scenario;

pub fn rules() -> &'static Rules {
    Rules::book()
}

/// A field of two by two squares at 15 mm (36 by 36 inches) with that ground.
pub fn field(ground: &str) -> Field {
    let plan: Plan = ron::from_str(ground).unwrap_or_else(|error| panic!("{error}: {ground}"));
    Field::build(&plan, (2, 2), Scale::Mm15, rules(), None)
        .unwrap_or_else(|faults| panic!("{faults:?}"))
}

pub fn militia(scale: Scale) -> Scenario {
    let path = deadly_field::scenario::find(std::path::Path::new("taint_no_militia"));
    Scenario::load(&path, scale, rules()).unwrap_or_else(|faults| {
        let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
        panic!("{}", faults.join("\n"))
    })
}

pub fn infantry(formation: InfantryFormation) -> Unit {
    Unit {
        troops: Troops::Infantry {
            weapon: Some(InfantryWeapon::RifleMusket),
            formation,
        },
        side: Side::Union,
        quality: Quality::Veteran,
        strength: 8,
        bearing: None,
        lost_sections: 0,
        stands: Stands { now: 2, full: 2 },
        morale: Morale::GoodOrder,
        charging: false,
        traits: Traits::default(),
    }
}

pub fn eight() -> Muster {
    Muster {
        strength: 8,
        stands: 2,
        attached: 0,
    }
}

pub fn at(x: f32, y: f32, facing: f32) -> Placement {
    Placement {
        at: (x, y).into(),
        facing: Facing::degrees(facing),
    }
}

/// Numbers that look random and are the same on every machine.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// From 0 to below 1.
    pub fn unit(&mut self) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }

    pub fn point(&mut self, size: bevy::math::Vec2) -> bevy::math::Vec2 {
        bevy::math::Vec2::new(self.unit(), self.unit()) * size
    }
}
