//! A bare table with units at exact inches.
//!
//! Places are in inches from a point in the middle of the south part of the table, x to the east
//! and y to the north.

use bevy::math::Vec2;
use deadly_field::army::{LeaderId, UnitId};
use deadly_field::field::plan::Plan;
use deadly_field::field::stand::Muster;
use deadly_field::field::{Facing, Field, Placement};
use deadly_field::rules::leader::Rank;
use deadly_field::rules::muster::Period;
use deadly_field::rules::*;
use deadly_field::scenario::file::{Echelon, SpecialRule, VictoryPlan, WeatherPlan};
use deadly_field::scenario::{
    CommandSetup, Deployment, Hidden, Hiding, LeaderSetup, MakeUp, Scenario, UnitSetup,
};

use crate::play::Play;

/// The commands of a stage: a brigade of each side.
const BRIGADES: [(&str, Side); 2] = [
    ("Union brigade", Side::Union),
    ("Confederate brigade", Side::Confederate),
];

/// A battle to be set up.
pub struct Stage {
    scale: Scale,
    ground: String,
    units: Vec<UnitSetup>,
    leaders: Vec<LeaderSetup>,
    initiative: Side,
    hiding: Hiding,
    turns: u32,
    rules: Rules,
    special: String,
    victory: String,
    weather: String,
}

/// The point from which places are measured.
pub fn origin(scale: Scale) -> Vec2 {
    match scale {
        Scale::Mm10 => Vec2::new(12.0, 4.0),
        Scale::Mm15 => Vec2::new(18.0, 8.0),
        Scale::Mm25 => Vec2::new(24.0, 10.0),
    }
}

/// Veteran infantry with rifle-muskets in battle line.
pub fn foot(figures: u32) -> Unit {
    Unit {
        troops: Troops::Infantry {
            weapon: Some(InfantryWeapon::RifleMusket),
            formation: InfantryFormation::BattleLine,
        },
        side: Side::Union,
        quality: Quality::Veteran,
        strength: figures,
        bearing: None,
        lost_sections: 0,
        stands: Stands { now: 2, full: 2 },
        morale: Morale::GoodOrder,
        charging: false,
        traits: Traits::default(),
    }
}

/// The same in skirmish order.
pub fn skirmishers(figures: u32) -> Unit {
    let formation = InfantryFormation::Skirmish;
    formed(foot(figures), formation)
}

/// Infantry in another formation.
pub fn formed(unit: Unit, to: InfantryFormation) -> Unit {
    let Troops::Infantry { weapon, .. } = unit.troops else {
        panic!("infantry only");
    };
    Unit {
        troops: Troops::Infantry {
            weapon,
            formation: to,
        },
        ..unit
    }
}

/// A veteran battery, unlimbered.
pub fn guns(sections: u32, gun: Gun) -> Unit {
    Unit {
        troops: Troops::Artillery {
            gun: Some(gun),
            limbered: false,
        },
        strength: sections,
        stands: Stands { now: 1, full: 1 },
        ..foot(0)
    }
}

/// Veteran cavalry in the saddle, in line.
pub fn horse(figures: u32, weapon: CavalryWeapon) -> Unit {
    Unit {
        troops: Troops::Cavalry {
            weapon: Some(weapon),
            formation: CavalryFormation::Line,
            mounted: true,
        },
        strength: figures,
        ..foot(0)
    }
}

/// A unit of another quality.
pub fn of(quality: Quality, unit: Unit) -> Unit {
    Unit { quality, ..unit }
}

/// A unit on another level of morale.
pub fn level(morale: Morale, unit: Unit) -> Unit {
    Unit { morale, ..unit }
}

/// A regiment of two stands of which one is left.
pub fn depleted(unit: Unit) -> Unit {
    Unit {
        stands: Stands { now: 1, full: 2 },
        ..unit
    }
}

impl Stage {
    /// An open table at 15 mm. A leader of each side commands from far off.
    pub fn new() -> Self {
        Self::at(Scale::Mm15)
    }

    /// An open table at another scale.
    pub fn at(scale: Scale) -> Self {
        let mut stage = Self {
            scale,
            ground: String::from("()"),
            units: Vec::new(),
            leaders: Vec::new(),
            initiative: Side::Union,
            hiding: Hiding::default(),
            turns: 3,
            rules: Rules::book().clone(),
            special: String::from("[]"),
            victory: String::from("(conditions: [], otherwise: \"union\")"),
            weather: String::from("Fixed(\"dry\")"),
        };
        // Out of the way in both upper corners, with a voice that carries over the table.
        for (number, corner) in [(-1.0, "Hancock"), (1.0, "Longstreet")].iter().enumerate() {
            let (left, name) = *corner;
            let far = origin(scale);
            stage.leaders.push(LeaderSetup {
                name: name.to_owned(),
                side: BRIGADES[number].1,
                rank: Rank::Brigade,
                benefit: 12,
                artillery: false,
                command: number,
                at: Some(far + Vec2::new((far.x - 1.0) * left, far.x * 2.0 - far.y - 1.0)),
            });
        }
        stage
    }

    /// Lines from place to place, and areas by their west, south, east and north edges.
    pub fn ground(mut self, lines: &[(&str, [(f32, f32); 2])], areas: &[(&str, [f32; 4])]) -> Self {
        let square = Rules::book().scales.at(self.scale).square;
        let at = |x: f32, y: f32| {
            let place = (origin(self.scale) + Vec2::new(x, y)) / square;
            format!("({:?}, {:?})", place.x, place.y)
        };
        let lines: String = lines
            .iter()
            .map(|(kind, [a, b])| {
                let (a, b) = (at(a.0, a.1), at(b.0, b.1));
                format!("(kind: {kind:?}, points: [{a}, {b}]),")
            })
            .collect();
        let areas: String = areas
            .iter()
            .map(|(kind, [west, south, east, north])| {
                let corners = [
                    at(*west, *south),
                    at(*east, *south),
                    at(*east, *north),
                    at(*west, *north),
                ];
                format!(
                    "(kind: {kind:?}, shape: Polygon([{}])),",
                    corners.join(", ")
                )
            })
            .collect();
        self.ground = format!("(lines: [{lines}], areas: [{areas}])");
        self
    }

    /// The ground as a scenario file describes it, in squares.
    pub fn plan(mut self, plan: &str) -> Self {
        self.ground = plan.to_owned();
        self
    }

    /// The battle is fought by other rules.
    pub fn by(mut self, rules: &Rules) -> Self {
        self.rules = rules.clone();
        self
    }

    /// A side begins behind pickets, with so many dummies for each unit.
    pub fn hidden(mut self, side: Side, dummies: u32) -> Self {
        self.hiding = self.hiding.with(Hiding::pickets(&[side], dummies));
        self
    }

    /// A side begins behind pickets that are declared when they move.
    pub fn hidden_still(mut self, side: Side, dummies: u32) -> Self {
        let still = Some(Hidden::Pickets {
            dummies,
            still: true,
        });
        match side {
            Side::Union => self.hiding.union = still,
            Side::Confederate => self.hiding.confederate = still,
        }
        self
    }

    /// What is special, as a scenario file has it.
    pub fn special(mut self, rules: &str) -> Self {
        self.special = rules.to_owned();
        self
    }

    /// Who wins, as a scenario file has it.
    pub fn victory(mut self, victory: &str) -> Self {
        self.victory = victory.to_owned();
        self
    }

    /// The weather, as a scenario file has it.
    pub fn weather(mut self, weather: &str) -> Self {
        self.weather = weather.to_owned();
        self
    }

    /// How many turns are played.
    pub fn turns(mut self, turns: u32) -> Self {
        self.turns = turns;
        self
    }

    /// The battle lasts so many turns.
    pub fn lasting(mut self, turns: u32) -> Self {
        self.turns = turns;
        self
    }

    /// How a unit is made up.
    pub fn made_up(&mut self, unit: UnitId, make_up: MakeUp) {
        self.units[unit.0 as usize].make_up = make_up;
    }

    /// A unit is of engineers, with so many stretches of bridge on its wagons.
    pub fn engineers(&mut self, unit: UnitId, train: u32) {
        let setup = &mut self.units[unit.0 as usize];
        setup.engineer = true;
        setup.train = train;
    }

    /// The other side has the initiative.
    pub fn rebels_first(mut self) -> Self {
        self.initiative = Side::Confederate;
        self
    }

    fn unit(&mut self, side: usize, unit: Unit, x: f32, y: f32, facing: f32) -> UnitId {
        let unit = Unit {
            side: BRIGADES[side].1,
            ..unit
        };
        let per_stand = unit.strength.div_ceil(unit.stands.now);
        let placement = Placement {
            at: origin(self.scale) + Vec2::new(x, y),
            facing: Facing::degrees(facing),
        };
        self.units.push(UnitSetup {
            name: format!("{} {}", BRIGADES[side].1.name(), self.units.len()),
            unit,
            muster: Muster {
                strength: per_stand * unit.stands.full,
                stands: unit.stands.full,
                attached: 0,
            },
            command: side,
            deployment: Deployment::At {
                placement,
                within: None,
            },
            present_up_to: None,
            engineer: false,
            dummy: false,
            train: 0,
            make_up: MakeUp::default(),
        });
        UnitId(self.units.len() as u32 - 1)
    }

    /// A unit of the Union.
    pub fn union(&mut self, unit: Unit, x: f32, y: f32, facing: f32) -> UnitId {
        self.unit(0, unit, x, y, facing)
    }

    /// A Confederate unit.
    pub fn rebel(&mut self, unit: Unit, x: f32, y: f32, facing: f32) -> UnitId {
        self.unit(1, unit, x, y, facing)
    }

    /// Puts the leader of a side somewhere, with a benefit.
    pub fn leader(&mut self, side: Side, benefit: u32, x: f32, y: f32) -> LeaderId {
        let leader = &mut self.leaders[side as usize];
        leader.benefit = benefit;
        leader.at = Some(origin(self.scale) + Vec2::new(x, y));
        LeaderId(side as u32)
    }

    /// The same with a leader of the guns.
    pub fn gunner(&mut self, side: Side, benefit: u32, x: f32, y: f32) -> LeaderId {
        self.leaders[side as usize].artillery = true;
        self.leader(side, benefit, x, y)
    }

    /// Begins the battle, up to the first activation.
    pub fn play(self) -> Play {
        let mut play = self.play_from_the_leaders();
        play.leaders_stay();
        play
    }

    /// Begins the battle, up to the first leader's ride.
    pub fn play_from_the_leaders(self) -> Play {
        let rules = self.rules.clone();
        Play::by(rules, self.scenario(), &[])
    }

    /// What is fought.
    pub fn scenario(self) -> Scenario {
        let rules = Rules::book();
        let plan: Plan =
            ron::from_str(&self.ground).unwrap_or_else(|error| panic!("{error}: {}", self.ground));
        let field = Field::build(&plan, (2, 2), self.scale, rules, None)
            .unwrap_or_else(|faults| panic!("{faults:?}"));
        let commands = BRIGADES.map(|(name, side)| CommandSetup {
            name: name.to_owned(),
            side,
            echelon: Echelon::Brigade,
            parent: None,
        });
        let victory: VictoryPlan =
            ron::from_str(&self.victory).unwrap_or_else(|error| panic!("{error}"));
        let special: Vec<SpecialRule> =
            ron::from_str(&self.special).unwrap_or_else(|error| panic!("{error}"));
        let weather: WeatherPlan =
            ron::from_str(&self.weather).unwrap_or_else(|error| panic!("{error}"));
        let hiding = self.hiding;
        let mut scenario = Scenario {
            name: "A stage".to_owned(),
            date: (1863, 7, 1),
            time: (10, 0),
            history: String::new(),
            about: [String::new(), String::new()],
            outcome: String::new(),
            turns: self.turns,
            initiative: self.initiative,
            set_up: [self.initiative.other(), self.initiative],
            hiding: self.hiding,
            weather,
            period: Period::ALL[0],
            field,
            commands: commands.to_vec(),
            leaders: self.leaders,
            units: self.units,
            rules: special,
            victory,
            muster: (0, 0),
            mustered: [None, None],
        };
        scenario.hide(hiding, rules);
        scenario
    }
}
