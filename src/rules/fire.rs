//! Fire: firepower, range, dice, modifiers, results and their exact odds.

mod chart;
mod firepower;
mod firer;
mod permission;
mod range;
mod result;
mod target;

use std::fmt;

pub use chart::{ByFire, FireChart, SmallArmsDice};
pub use range::Band;
pub use result::{FireOdds, FireResult};

use super::cover::CoverSet;
use super::modifier::Modifiers;
use super::named::named;
use super::switches::PassThroughCost;
use super::works::Obstacle;
use super::{Gun, RuleId, Rules, Scale, Troops, Unit, Works, Zone};
use crate::rule;

named! {
    /// How a unit fires.
    pub enum FireKind: "kind of fire" {
        /// An ordinary fire at a seen target.
        Normal = "normal",
        /// At a position where an enemy is only suspected.
        Area = "area",
        /// Two actions for one careful fire.
        Deliberate = "deliberate",
        /// Into the face of a charge, after a passed fear-of-charge check.
        PointBlank = "point_blank",
        /// The last shots of a unit that has already reacted.
        Desperation = "desperation",
        /// Hand to hand.
        Melee = "melee",
        /// Guns that withdraw on the rope and fire as they go.
        Prolonge = "prolonge",
        /// An ordinary fire of different guns as one mixed battery.
        Mixed = "mixed",
        /// A careful fire of different guns as one mixed battery.
        DeliberateMixed = "deliberate_mixed",
    }
}

impl FireKind {
    /// Whether it is fired without regard to range: at point blank, in desperation, hand to hand.
    pub fn is_at_arms_length(self) -> bool {
        matches!(self, Self::PointBlank | Self::Desperation | Self::Melee)
    }

    /// Whether two actions go into the one fire.
    pub fn is_deliberate(self) -> bool {
        matches!(self, Self::Deliberate | Self::DeliberateMixed)
    }

    /// Whether different guns fire as one mixed battery.
    pub fn is_mixed(self) -> bool {
        matches!(self, Self::Mixed | Self::DeliberateMixed)
    }

    /// The same with every gun fired as what it is.
    pub fn unmixed(self) -> Self {
        match self {
            Self::Mixed => Self::Normal,
            Self::DeliberateMixed => Self::Deliberate,
            kind => kind,
        }
    }
}

/// One fire to be judged.
#[derive(Clone, Debug)]
pub struct Fire<'a> {
    /// The scale of the table.
    pub scale: Scale,
    /// The unit that fires, or all that fire together; the first leads in a melee.
    pub firers: &'a [Unit],
    /// The target.
    pub target: &'a Unit,
    /// Inches, where the kind of fire has a range.
    pub range: f32,
    /// The kind of fire.
    pub kind: FireKind,
    /// It is the first fire of every firer.
    pub opening_volley: bool,
    /// Where the firer stands as the target sees it.
    pub from: Zone,
    /// What protects the target.
    pub cover: CoverSet,
    /// The target stands behind its own skirmishers.
    pub behind_skirmishers: bool,
    /// The firers stand behind works.
    pub firer_works: Option<Works>,
    /// The firers shoot out of a farm or village.
    pub firing_from_village: bool,
    /// The target is running away in a disengagement.
    pub target_disengaging: bool,
    /// Benefit of an artillery leader at the guns.
    pub artillery_leader: i32,
    /// Benefit of a leader attached to the lead unit in a melee.
    pub melee_leader: i32,
    /// Benefit of a leader attached to a firing regiment; counts only by a switch.
    pub attached_leader: i32,
    /// Units that a pass-through fire has already gone through; nothing in a melee.
    pub units_passed: u32,
    /// The round of a melee: 1, then 2.
    pub round: u32,
    /// Shots that fortress guns have fired one after the other at a target that has not moved.
    pub ranging: u32,
    /// The obstacle that the target is in or behind.
    pub obstacle: Option<Obstacle>,
    /// What the scenario adds.
    pub scenario_drm: i32,
}

impl<'a> Fire<'a> {
    /// An ordinary fire without anything special about it.
    pub fn new(scale: Scale, firers: &'a [Unit], target: &'a Unit, range: f32) -> Self {
        Self {
            scale,
            firers,
            target,
            range,
            kind: FireKind::Normal,
            opening_volley: false,
            from: Zone::Front,
            cover: CoverSet::default(),
            behind_skirmishers: false,
            firer_works: None,
            firing_from_village: false,
            target_disengaging: false,
            artillery_leader: 0,
            melee_leader: 0,
            attached_leader: 0,
            units_passed: 0,
            round: 1,
            ranging: 0,
            obstacle: None,
            scenario_drm: 0,
        }
    }

    /// As what a battery fires: its own guns, or mixed ones where that was declared.
    pub(crate) fn gun(&self, gun: Option<Gun>) -> Option<Gun> {
        if self.kind.is_mixed() {
            Some(gun.map_or(Gun::Mixed, Gun::mixed))
        } else {
            gun
        }
    }

    fn by_artillery(&self) -> bool {
        self.firers.iter().any(Unit::is_artillery)
    }

    /// Units that it has gone through. Hand to hand nothing goes through anybody.
    fn passed(&self) -> u32 {
        if self.kind == FireKind::Melee {
            0
        } else {
            self.units_passed
        }
    }
}

/// On what terms a fire is rolled.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct FireTerms {
    /// The range band.
    pub band: Band,
    /// Firepower after halvings and caps.
    pub firepower: i32,
    /// How many dice are rolled.
    pub dice: u32,
    /// The sum of the modifiers that count.
    pub drm: i32,
    /// All of them.
    pub modifiers: Modifiers,
    /// Which line of the results table is read.
    pub line: ResultLine,
}

/// The lines of the results table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultLine {
    /// Infantry fire.
    Infantry,
    /// Fire of all guns.
    Artillery,
    /// Cavalry fire.
    Cavalry,
}

const TOO_WEAK: Refusal = Refusal::new(
    "fewer than 2 firepower points are left",
    rule!("fire.minimum"),
);

/// Something the rules do not allow, and which rule says so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refusal {
    /// Why not, for the player.
    pub why: &'static str,
    /// The rule.
    pub rule: RuleId,
    /// What it is and what is allowed or needed, where it can be measured.
    pub measured: Option<(f32, f32)>,
}

impl Refusal {
    /// A refusal by that rule.
    pub const fn new(why: &'static str, rule: RuleId) -> Self {
        Self {
            why,
            rule,
            measured: None,
        }
    }

    /// A refusal with its numbers: what it is, and what is allowed or needed.
    pub const fn measured(why: &'static str, rule: RuleId, is: f32, allowed: f32) -> Self {
        Self {
            why,
            rule,
            measured: Some((is, allowed)),
        }
    }

    /// The reason with its numbers, without the rule.
    pub fn reason(&self) -> String {
        match self.measured {
            None => self.why.to_owned(),
            Some((is, allowed)) => {
                format!("{}: {}; the limit is {}", self.why, told(is), told(allowed))
            }
        }
    }
}

/// A number with one decimal at most.
fn told(number: f32) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason(), self.rule)
    }
}

impl Rules {
    /// On what terms a fire is rolled, or why it is not allowed.
    ///
    /// Rules: `fire.basic`, `fire.procedure_steps`, `fire.pass_through`, `morale.attach_fire`.
    ///
    /// ```
    /// use deadly_field::rules::fire::{Band, Fire};
    /// use deadly_field::rules::*;
    ///
    /// let line = Unit {
    ///     troops: Troops::Infantry {
    ///         weapon: Some(InfantryWeapon::RifleMusket),
    ///         formation: InfantryFormation::BattleLine,
    ///     },
    ///     side: Side::Union,
    ///     quality: Quality::Veteran,
    ///     strength: 8,
    ///     bearing: None,
    ///     lost_sections: 0,
    ///     stands: Stands { now: 2, full: 2 },
    ///     morale: Morale::GoodOrder,
    ///     charging: false,
    ///     traits: Traits::default(),
    /// };
    /// let firers = [line];
    /// let at = |range| Rules::book().fire(&Fire::new(Scale::Mm15, &firers, &line, range));
    ///
    /// let terms = at(3.0).expect("in normal range");
    /// assert_eq!((terms.band, terms.dice, terms.firepower, terms.drm), (Band::Normal, 2, 8, 0));
    /// let odds = Rules::book().fire_odds(&terms);
    /// assert!((odds.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-9);
    ///
    /// let refusal = at(30.0).expect_err("out of range");
    /// assert_eq!(refusal.rule.as_str(), "fire.range_bands");
    /// ```
    pub fn fire(&self, fire: &Fire) -> Result<FireTerms, Refusal> {
        self.may_fire(fire)?;
        let firing = self.figures_firing(fire.kind, fire.firers);
        if !firing.contains(&0) {
            return self.terms_of_all(fire);
        }
        // Whoever has no figure in it leaves its quality and its dice alone too.
        let fire_on = fire.firers.iter().zip(&firing);
        let fire_on = fire_on.filter(|(_, figures)| **figures > 0);
        let firers: Vec<Unit> = fire_on.map(|(unit, _)| *unit).collect();
        if firers.is_empty() {
            return Err(TOO_WEAK);
        }
        self.terms_of_all(&Fire {
            firers: &firers,
            ..fire.clone()
        })
    }

    /// The terms of a fire that every one of its units has a part in.
    fn terms_of_all(&self, fire: &Fire) -> Result<FireTerms, Refusal> {
        let (band, mut dice) = self.band_and_dice(fire)?;
        self.may_at_band(fire.kind, band)?;
        let passed = fire.passed() as i32;
        if self.switches.pass_through == PassThroughCost::Die {
            dice -= passed;
        }
        if dice < 1 {
            return Err(Refusal::new(
                "no die is left to roll",
                rule!("fire.minimum"),
            ));
        }
        let firepower = self.firepower(fire);
        if firepower < self.fire.least_firepower {
            return Err(TOO_WEAK);
        }
        let mut modifiers = Modifiers::new();
        self.target_modifiers(fire, band, &mut modifiers);
        self.firer_modifiers(fire, &mut modifiers);
        if self.switches.pass_through == PassThroughCost::Modifier {
            let value = self.fire.pass_through.modifier * passed;
            modifiers.add("units passed through", value, rule!("fire.pass_through"));
        }
        modifiers.add(
            "scenario",
            fire.scenario_drm,
            rule!("fire.firer_drm_cumulative"),
        );
        Ok(FireTerms {
            band,
            firepower,
            dice: dice as u32,
            drm: modifiers.sum(),
            modifiers,
            line: match fire.firers[0].troops {
                Troops::Infantry { .. } => ResultLine::Infantry,
                Troops::Cavalry { .. } => ResultLine::Cavalry,
                Troops::Artillery { .. } => ResultLine::Artillery,
            },
        })
    }
}
