//! What one must have to play: figures, stands, guns, leaders, flags, markers, dice.

use std::collections::BTreeMap;

use super::charts::Present;
use super::study::Study;
use super::wording;
use crate::rules::muster::{MusterLeader, Period};
use crate::rules::{Rules, Side, Troops};
use crate::scenario::{Hidden, Scenario, UnitSetup};

/// How many of something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Troop {
    /// Figures on foot.
    pub foot: u32,
    /// Figures in the saddle.
    pub mounted: u32,
    /// Stands of figures.
    pub stands: u32,
    /// Gun models, one for each battery.
    pub guns: u32,
    /// Limbers, one for each battery.
    pub limbers: u32,
    /// Crew figures for the guns.
    pub crew: u32,
    /// Flags, one for each regiment.
    pub flags: u32,
    /// Muster points, as far as the lists price them.
    pub points: u32,
}

impl Troop {
    /// What a unit takes.
    pub fn of(setup: &UnitSetup, rules: &Rules, period: Period) -> Self {
        let (figures, stands) = (setup.muster.strength, setup.muster.stands);
        let points = rules.unit_points(period, &setup.unit).unwrap_or(0);
        let models = match setup.unit.troops {
            Troops::Infantry { .. } => Self {
                foot: figures,
                stands,
                flags: 1,
                ..Self::default()
            },
            // Horse has two sets of figures, in the saddle and on foot.
            Troops::Cavalry { .. } => Self {
                foot: figures,
                mounted: figures,
                stands: stands * 2,
                flags: 1,
                ..Self::default()
            },
            Troops::Artillery { .. } => Self {
                guns: 1,
                limbers: u32::from(!setup.unit.is_fortress_artillery()),
                crew: CREW,
                stands: 1,
                ..Self::default()
            },
        };
        Self { points, ..models }
    }

    /// Both together.
    pub fn and(self, other: Self) -> Self {
        self.with(other, |one, other| one + other)
    }

    /// The most of each.
    pub fn most(self, other: Self) -> Self {
        self.with(other, u32::max)
    }

    fn with(self, other: Self, join: fn(u32, u32) -> u32) -> Self {
        Self {
            foot: join(self.foot, other.foot),
            mounted: join(self.mounted, other.mounted),
            stands: join(self.stands, other.stands),
            guns: join(self.guns, other.guns),
            limbers: join(self.limbers, other.limbers),
            crew: join(self.crew, other.crew),
            flags: join(self.flags, other.flags),
            points: join(self.points, other.points),
        }
    }
}

/// Gunners on the stand of a battery.
const CREW: u32 = 3;

/// Leaders' stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaders {
    /// Stands.
    pub stands: u32,
    /// Mounted figures on them.
    pub mounted: u32,
    /// Of the stands, those with one figure that may as well stand on foot.
    pub brigade: u32,
    /// Muster points.
    pub points: u32,
}

/// What a side needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideNeeds {
    /// By command and uniform.
    pub troops: Vec<(String, &'static str, Troop)>,
    /// All of them.
    pub all: Troop,
    /// Its leaders.
    pub leaders: Leaders,
    /// Guns by their make.
    pub guns: BTreeMap<String, u32>,
    /// Figures by uniform.
    pub uniforms: BTreeMap<&'static str, Troop>,
    /// Pickets, dummies among them.
    pub pickets: u32,
    /// Engineers' wagons with pontoons.
    pub trains: u32,
    /// Units for which the lists have no price.
    pub unpriced: u32,
}

/// What a scenario needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The Union and the Confederates.
    pub sides: [SideNeeds; 2],
    /// Markers by what they say.
    pub markers: BTreeMap<&'static str, u32>,
    /// Six-sided dice, as many as are thrown at once.
    pub dice: u32,
    /// Pennies, for reactions that are spent.
    pub pennies: u32,
    /// Packs of cards.
    pub cards: u32,
}

impl Needs {
    /// What a scenario needs; how many markers lie on the table at once is known from battles that
    /// were fought, else there is one for each unit.
    pub fn of(scenario: &Scenario, rules: &Rules, study: Option<&Study>) -> Self {
        let sides = [Side::Union, Side::Confederate];
        let sides = sides.map(|side| SideNeeds::of(scenario, rules, side));
        let units = scenario.real_units().count() as u32;
        let most = |at: usize| match study {
            Some(study) => study.markers[at].min(units),
            None => units,
        };
        let mut markers = BTreeMap::new();
        for (at, name) in MARKERS.into_iter().enumerate() {
            markers.insert(name, most(at));
        }
        markers.insert("smoke", most(3));
        let mustered = scenario.mustered.iter().flatten();
        let drawn = mustered.clone().any(|one| one.reinforcements.is_some());
        let cards = drawn
            || mustered
                .clone()
                .any(|one| one.parts.iter().any(|part| part.cards > 0));
        Self {
            sides,
            markers,
            dice: Present::of(scenario, rules).most_dice(rules),
            pennies: most(3),
            cards: u32::from(cards),
        }
    }

    /// The same for those sides: as many markers as they have units, so that nobody counts the
    /// other's by them.
    pub fn of_sides(mut self, scenario: &Scenario, sides: &[Side]) -> Self {
        let own = scenario
            .real_units()
            .filter(|unit| sides.contains(&unit.unit.side));
        let own = own.count() as u32;
        for count in self.markers.values_mut().chain([&mut self.pennies]) {
            *count = (*count).min(own);
        }
        self
    }

    /// What serves for both scenarios: the most of each.
    pub fn most(self, other: Self) -> Self {
        let [union, confederate] = self.sides;
        let [other_union, other_confederate] = other.sides;
        let mut markers = self.markers;
        for (name, count) in other.markers {
            let most = markers.entry(name).or_default();
            *most = (*most).max(count);
        }
        Self {
            sides: [union.most(other_union), confederate.most(other_confederate)],
            markers,
            dice: self.dice.max(other.dice),
            pennies: self.pennies.max(other.pennies),
            cards: self.cards.max(other.cards),
        }
    }
}

/// Markers of morale, as a study counts them; the fourth it counts are reactions spent.
pub const MARKERS: [&str; 3] = ["disorder", "shaken", "routed"];

impl SideNeeds {
    fn of(scenario: &Scenario, rules: &Rules, side: Side) -> Self {
        let mut needs = Self::default();
        for (number, command) in scenario.commands.iter().enumerate() {
            if command.side != side {
                continue;
            }
            let mut by_uniform: BTreeMap<&'static str, Troop> = BTreeMap::new();
            let units = scenario.units_of(side);
            for unit in units.filter(|unit| unit.command == number) {
                let troop = Troop::of(unit, rules, scenario.period);
                let uniform = wording::uniform(unit, &command.name);
                for all in [&mut by_uniform, &mut needs.uniforms] {
                    let sum = all.entry(uniform).or_default();
                    *sum = sum.and(troop);
                }
                needs.all = needs.all.and(troop);
                needs.trains += unit.train.min(1);
                needs.unpriced += u32::from(troop.points == 0);
                if let Troops::Artillery { gun: Some(gun), .. } = unit.unit.troops {
                    *needs.guns.entry(wording::cannon(gun)).or_default() += 1;
                }
            }
            for (uniform, troop) in by_uniform {
                needs.troops.push((command.name.clone(), uniform, troop));
            }
        }
        for leader in scenario.leaders.iter().filter(|leader| leader.side == side) {
            needs.leaders.stands += 1;
            needs.leaders.mounted += leader.rank.figures();
            needs.leaders.brigade += u32::from(leader.rank.figures() == 1);
            let mustered = MusterLeader {
                rank: leader.rank,
                benefit: leader.benefit,
                artillery: leader.artillery,
            };
            needs.leaders.points += rules.leader_cost(&mustered).unwrap_or(0);
        }
        let hidden = match side {
            Side::Union => scenario.hiding.union,
            Side::Confederate => scenario.hiding.confederate,
        };
        if let Some(Hidden::Pickets { dummies, .. }) = hidden {
            needs.pickets = scenario.units_of(side).count() as u32 * (1 + dummies);
        }
        needs
    }

    fn most(mut self, other: Self) -> Self {
        for (gun, count) in other.guns {
            let most = self.guns.entry(gun).or_default();
            *most = (*most).max(count);
        }
        for (uniform, troop) in other.uniforms {
            let most = self.uniforms.entry(uniform).or_default();
            *most = most.most(troop);
        }
        Self {
            troops: Vec::new(),
            all: self.all.most(other.all),
            leaders: Leaders {
                stands: self.leaders.stands.max(other.leaders.stands),
                mounted: self.leaders.mounted.max(other.leaders.mounted),
                brigade: self.leaders.brigade.max(other.leaders.brigade),
                points: self.leaders.points.max(other.leaders.points),
            },
            pickets: self.pickets.max(other.pickets),
            trains: self.trains.max(other.trains),
            unpriced: self.unpriced.max(other.unpriced),
            ..self
        }
    }
}

/// Measuring sticks and templates that are of use, with their sizes.
pub fn templates(scenario: &Scenario, rules: &Rules) -> Vec<String> {
    let scale = scenario.field.scale;
    let mut sticks = vec![format!(
        "A stick of {} for what is near, with the halves marked.",
        wording::inches(rules.near(scale))
    )];
    let guns = scenario.real_units().any(|unit| unit.unit.is_artillery());
    if guns {
        let canister = rules.scales.at(scale).canister;
        sticks.push(format!(
            "A stick of {} for canister.",
            wording::inches(canister)
        ));
    }
    let mut radii: Vec<u32> = scenario
        .leaders
        .iter()
        .map(|leader| leader.benefit)
        .collect();
    radii.sort_unstable();
    radii.dedup();
    let radii: Vec<String> = radii
        .into_iter()
        .filter(|&benefit| benefit > 0)
        .map(|benefit| wording::inches(rules.command_radius(scale, benefit)))
        .collect();
    match &radii[..] {
        [] => {}
        [one] => sticks.push(format!("A stick for the command radius: {one}.")),
        many => sticks.push(format!("Sticks for command radii: {}.", many.join(", "))),
    }
    let zone = wording::inches(rules.scales.at(scale).primary_zone);
    sticks.push(format!(
        "A template of the frontal arc, {zone} deep for the zone straight ahead; a tape measure."
    ));
    sticks
}
