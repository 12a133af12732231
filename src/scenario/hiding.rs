//! Who begins a battle hidden, and how: behind pickets, or set up out of the other's sight.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::file::{HiddenHow, HiddenPlan};
use super::setup::{Deployment, MakeUp, Scenario, UnitSetup};
use crate::field::Placement;
use crate::field::placement::Footprint;
use crate::rules::ground::Rate;
use crate::rules::{Ground, Named, Rules, Side, Troops};

/// Dummies for each real unit, where nobody says otherwise.
pub const USUAL_DUMMIES: u32 = 1;

/// The most dummies for each real unit.
pub const MOST_DUMMIES: u32 = 2;

/// How a side is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hidden {
    /// Behind pickets, with so many dummies for each regiment or battery.
    Pickets {
        /// One or two, or none.
        dummies: u32,
        /// Whoever moves is declared.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        still: bool,
    },
    /// Until both sides have set up.
    SetUp,
}

/// How each side is hidden, if it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hiding {
    /// The Union.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub union: Option<Hidden>,
    /// The Confederates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confederate: Option<Hidden>,
}

impl Hiding {
    /// These sides behind pickets.
    pub fn pickets(sides: &[Side], dummies: u32) -> Self {
        let pickets = Hidden::Pickets {
            dummies,
            still: false,
        };
        let hidden = |side| sides.contains(&side).then_some(pickets);
        Self {
            union: hidden(Side::Union),
            confederate: hidden(Side::Confederate),
        }
    }

    /// How a side is hidden.
    pub fn of(&self, side: Side) -> Option<Hidden> {
        match side {
            Side::Union => self.union,
            Side::Confederate => self.confederate,
        }
    }

    /// Whether a side is behind pickets.
    pub fn has_pickets(&self, side: Side) -> bool {
        matches!(self.of(side), Some(Hidden::Pickets { .. }))
    }

    /// Whether a side's pickets are declared when they move or fire, and not when they are seen.
    pub fn is_still(&self, side: Side) -> bool {
        matches!(self.of(side), Some(Hidden::Pickets { still: true, .. }))
    }

    /// Whether anybody is hidden.
    pub fn is_any(&self) -> bool {
        *self != Self::default()
    }

    /// The same with what another says; where that says nothing, this stands, and who is declared
    /// when he moves stays so.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        let both = |side: Side| match (self.of(side), other.of(side)) {
            (Some(Hidden::Pickets { still: true, .. }), Some(Hidden::Pickets { dummies, .. })) => {
                Some(Hidden::Pickets {
                    dummies,
                    still: true,
                })
            }
            (own, other) => other.or(own),
        };
        Self {
            union: both(Side::Union),
            confederate: both(Side::Confederate),
        }
    }

    /// What a file says.
    pub(super) fn of_file(plans: &[HiddenPlan]) -> Self {
        let mut hiding = Self::default();
        for plan in plans {
            let hidden = match plan.how {
                HiddenHow::Pickets { dummies, still } => Hidden::Pickets { dummies, still },
                HiddenHow::SetUp => Hidden::SetUp,
            };
            match plan.side.known() {
                Some(Side::Union) => hiding.union = Some(hidden),
                Some(Side::Confederate) => hiding.confederate = Some(hidden),
                None => {}
            }
        }
        hiding
    }
}

impl Scenario {
    /// Hides sides beside those that are hidden already. For each dummy picket there is a unit that
    /// is nobody: it claims to be like one of the real ones and stands beside it at first.
    ///
    /// Rules: `hidden.dummies`, `hidden.group_spare_dummies`.
    pub fn hide(&mut self, hiding: Hiding, rules: &Rules) {
        self.hiding = self.hiding.with(hiding);
        self.units.retain(|unit| !unit.dummy);
        let footprints = self
            .units
            .iter()
            .filter_map(|unit| unit.footprint(&self.field));
        let mut taken: Vec<Footprint> = footprints.collect();
        for &side in Side::ALL {
            let Some(Hidden::Pickets { dummies, .. }) = self.hiding.of(side) else {
                continue;
            };
            let mut number = 0;
            for _ in 0..dummies.min(MOST_DUMMIES) {
                let models: Vec<UnitSetup> = self.units_of(side).cloned().collect();
                for model in models {
                    if let Some(dummy) = self.dummy(&model, number + 1, &taken, rules) {
                        taken.extend(dummy.footprint(&self.field));
                        self.units.push(dummy);
                        number += 1;
                    }
                }
            }
        }
    }

    /// A unit that is nobody and claims to be like another: as near to it as there is room.
    fn dummy(
        &self,
        model: &UnitSetup,
        number: u32,
        taken: &[Footprint],
        rules: &Rules,
    ) -> Option<UnitSetup> {
        let Deployment::At { placement, within } = &model.deployment else {
            return None;
        };
        let facing = placement.facing;
        let ways = [facing.right(), -facing.right(), -facing.ahead()];
        let aside = [-facing.right(), facing.right()];
        let steps = (1..=120).map(|step| step as f32 * 0.5);
        let straight = steps.clone().flat_map(|far| ways.map(|way| way * far));
        // Where there is no room beside it, somewhere behind it.
        let behind = steps.flat_map(|back| {
            let back = -facing.ahead() * back;
            (1..=24).flat_map(move |far| aside.map(|way| back + way * far as f32))
        });
        let place = |by: Vec2| Placement {
            at: placement.at + by,
            facing,
        };
        let placement = straight
            .chain(behind)
            .map(place)
            .find(|place| self.has_room(model, *place, within.as_deref(), taken, rules))?;
        Some(UnitSetup {
            name: format!("Dummy picket {number}"),
            deployment: Deployment::At {
                placement,
                within: within.clone(),
            },
            present_up_to: None,
            engineer: false,
            train: 0,
            make_up: MakeUp::default(),
            dummy: true,
            ..model.clone()
        })
    }

    fn has_room(
        &self,
        model: &UnitSetup,
        place: Placement,
        zone: Option<&str>,
        taken: &[Footprint],
        rules: &Rules,
    ) -> bool {
        let field = &self.field;
        let ground = place.footprint(field.scale, &model.unit, model.muster);
        let zone = zone.and_then(|zone| field.zone(zone));
        // Guns are looked at as on the march.
        let mut marching = model.unit;
        if let Troops::Artillery { limbered, .. } = &mut marching.troops {
            *limbered = true;
        }
        let moves = |on: Ground| rules.rate(field.scale, &marching, on) != Rate::NotAllowed;
        let ever = Ground::ALL.iter().any(|&on| moves(on));
        let terrain = field.terrain(rules, field.weather);
        ground.on_table(field)
            && taken.iter().all(|other| !ground.overlaps(other))
            && zone.is_none_or(|zone| zone.sticks_out(&ground) <= 0.0)
            && ground.stands.iter().all(|stand| {
                let on = terrain.ground(stand.centre);
                on.is_some_and(|on| !ever || moves(on))
            })
    }
}
