//! Firepower points: figures or sections, halvings, caps.

use super::chart::Cap;
use super::{Fire, FireKind};
use crate::rules::charts::GunRow;
use crate::rules::formation::Shape;
use crate::rules::{CavalryWeapon, Gun, Morale, Rules, Side, Troops, Unit};

impl Rules {
    /// The firepower of a fire, after all halvings and caps.
    ///
    /// Rules: `fire.combine_infantry`, `cavalry.fire_cap`, `artillery.combine`, `heavy.combine`,
    /// `melee.no_cap`, `react.group_fire_cap`.
    pub(super) fn firepower(&self, fire: &Fire) -> i32 {
        let firing = self.figures_firing(fire.kind, fire.firers);
        let mut total = 0;
        for (unit, figures) in fire.firers.iter().zip(firing) {
            let points = self.unit_firepower(fire, unit, figures);
            total += halved(points, halvings(fire, unit)) as i32;
        }
        let lead = &fire.firers[0];
        let uncapped = fire.kind == FireKind::Melee && lead.is_infantry();
        if uncapped {
            total
        } else {
            total.min(self.cap(lead).firepower)
        }
    }

    /// With how many figures or sections each of some units takes part in a fire: those that bear,
    /// in the order the units are named, up to the limit. The last ones may have none.
    ///
    /// Rules: `fire.combine_infantry`, `cavalry.fire_cap`, `artillery.combine`, `heavy.combine`,
    /// `melee.figures`.
    pub fn figures_firing(&self, kind: FireKind, firers: &[Unit]) -> Vec<u32> {
        let Some(lead) = firers.first() else {
            return Vec::new();
        };
        let melee = kind == FireKind::Melee;
        let mut room = if melee {
            u32::MAX
        } else {
            self.cap(lead).strength
        };
        let mut figures = Vec::with_capacity(firers.len());
        for (place, unit) in firers.iter().enumerate() {
            let bearing = if melee {
                in_melee(unit, place == 0)
            } else {
                self.bearing(unit)
            };
            figures.push(bearing.min(room));
            room = room.saturating_sub(bearing);
        }
        figures
    }

    /// The limits of a fire that this unit leads.
    pub(super) fn cap(&self, lead: &Unit) -> Cap {
        match lead.troops {
            Troops::Infantry { .. } => self.fire.infantry.cap,
            Troops::Cavalry { .. } => self.fire.cavalry.cap,
            Troops::Artillery { gun: Some(gun), .. } if gun.is_heavy() => self.fire.heavy_guns.cap,
            Troops::Artillery { .. } => self.fire.field_guns.cap,
        }
    }

    /// Figures or sections that bear: what the table says, else all, and of a column no more than its
    /// leading stand.
    pub fn bearing(&self, unit: &Unit) -> u32 {
        let by_shape = match unit.shape() {
            Shape::Column => unit.strength.div_ceil(unit.stands.now.max(1)),
            _ => unit.strength,
        };
        unit.bearing
            .map_or(by_shape, |bearing| bearing.min(by_shape))
    }

    /// Figures or sections that bear on a target outside the frontal arc.
    ///
    /// Rules: `fire.outside_arc`, `heavy.fortress`.
    pub fn bearing_outside_arc(&self, unit: &Unit) -> u32 {
        let most = match unit.troops {
            Troops::Artillery { .. } if unit.is_fortress_artillery() => 0,
            Troops::Artillery { .. } if self.switches.one_section_outside_arc => 1,
            _ => self.fire.outside_arc_figures,
        };
        self.bearing(unit).min(most)
    }

    /// What fortress guns in heavy works add for shots one after the other at a standing target.
    ///
    /// Rules: `heavy.fortress_ranging`.
    pub fn fortress_ranging(&self, earlier_shots: u32) -> i32 {
        (earlier_shots as i32).min(self.fire.heavy_guns.consecutive_shots)
    }

    /// Firepower of a unit with so many figures or sections left, before halving, with its own
    /// weapon; nothing without one.
    ///
    /// Rules: `fire.fp_by_figures`, `artillery.fp`.
    pub fn firepower_of(&self, unit: &Unit, left: u32) -> Option<u32> {
        Some(match unit.troops {
            Troops::Infantry { weapon, .. } => {
                figures(&self.infantry.firepower[weapon?].figures, left)
            }
            Troops::Cavalry { weapon, .. } => {
                figures(&self.cavalry.firepower[weapon?].figures, left)
            }
            Troops::Artillery { gun, .. } => self.battery_firepower(gun?, unit.side, left),
        })
    }

    /// Firepower of so many figures or sections before halving.
    ///
    /// Rules: `fire.fp_by_figures`, `artillery.fp`, `cavalry.pistols`.
    fn unit_firepower(&self, fire: &Fire, unit: &Unit, bearing: u32) -> u32 {
        match unit.troops {
            Troops::Infantry { weapon, .. } => weapon.map_or(0, |weapon| {
                figures(&self.infantry.firepower[weapon].figures, bearing)
            }),
            Troops::Cavalry { weapon, .. } => weapon.map_or(0, |weapon| {
                let chart = &self.cavalry.firepower;
                let arm = figures(&chart[weapon].figures, bearing);
                let close = matches!(fire.kind, FireKind::PointBlank | FireKind::Melee);
                if close && weapon != CavalryWeapon::Pistol {
                    arm + figures(&chart[CavalryWeapon::Pistol].figures, bearing)
                } else {
                    arm
                }
            }),
            Troops::Artillery { gun, .. } => fire
                .gun(gun)
                .map_or(0, |gun| self.battery_firepower(gun, unit.side, bearing)),
        }
    }

    /// Firepower of so many sections.
    pub fn battery_firepower(&self, gun: Gun, side: Side, count: u32) -> u32 {
        let row = |union: &[u32; 3], confederate: &[u32; 3]| match side {
            Side::Union => sections(union, count),
            Side::Confederate => sections(confederate, count),
        };
        let field = self.field_gun(gun);
        let heavy = self.heavy_gun(gun);
        let of = |gun: &GunRow<_>| row(&gun.union, &gun.confederate);
        field
            .map(of)
            .or(heavy.map(|gun| row(&gun.union, &gun.confederate)))
            .unwrap_or(0)
    }
}

/// The lead unit strikes with all its figures, a supporting one with half of them, however they face.
///
/// Rules: `melee.figures`.
fn in_melee(unit: &Unit, leads: bool) -> u32 {
    if leads {
        unit.strength
    } else {
        unit.strength.div_ceil(2)
    }
}

/// Firepower of so many figures: above eight as two halves, one alone as half of two.
///
/// Rules: `fire.fp_over_eight`.
pub(super) fn figures(row: &[u32; 7], count: u32) -> u32 {
    match count {
        0 => 0,
        1 => row[0] / 2,
        2..=8 => row[count as usize - 2],
        _ => figures(row, count / 2) + figures(row, count - count / 2),
    }
}

/// Firepower of so many sections: above three as two halves.
///
/// Rules: `unit.battery_max_sections`.
fn sections(row: &[u32; 3], count: u32) -> u32 {
    match count {
        0 => 0,
        1..=3 => row[count as usize - 1],
        _ => sections(row, count / 2) + sections(row, count - count / 2),
    }
}

/// How often a unit's firepower is halved.
///
/// Rules: `fire.disorder`, `fire.shaken`, `fire.area`, `fire.skirmishers`, `fire.from_village`,
/// `square.fire`, `heavy.state`.
fn halvings(fire: &Fire, unit: &Unit) -> u32 {
    let from_village = fire.firing_from_village && fire.kind != FireKind::Melee;
    let as_infantry = super::firer::fires_as_infantry(unit);
    u32::from(halved_by_state(fire, unit))
        + u32::from(fire.kind == FireKind::Area)
        + u32::from(skirmish_penalty(unit))
        + u32::from(from_village && as_infantry)
        + u32::from(unit.shape() == Shape::Square)
}

/// In the first round of a melee ragged ranks strike in full, in the second nobody does.
///
/// Rules: `melee.first_round`, `melee.second_round`.
fn halved_by_state(fire: &Fire, unit: &Unit) -> bool {
    match (fire.kind, fire.round) {
        (FireKind::Melee, ..=1) => unit.morale == Morale::Shaken,
        (FireKind::Melee, _) => true,
        _ => unit.morale != Morale::GoodOrder || unit.is_depleted(),
    }
}

/// Skirmishers fire thinly; sharpshooters do not.
pub(super) fn skirmish_penalty(unit: &Unit) -> bool {
    unit.is_skirmishing() && !(unit.is_infantry() && unit.traits.sharpshooter)
}

/// Halved so many times, then rounded up once.
fn halved(points: u32, times: u32) -> u32 {
    points.div_ceil(1 << times)
}
