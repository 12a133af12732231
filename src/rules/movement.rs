//! Movement: what a unit may do with one action.

use serde::Deserialize;

use super::charts::{FieldGun, FormedInfantry};
use super::dice::chance_of;
use super::fire::Refusal;
use super::formation::Shape;
use super::ground::{Rate, Rates};
use super::{Ground, GunClass, Morale, Rules, Scale, Troops, Unit};
use crate::rule;

/// What manoeuvres cost.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovementChart {
    /// Part of an action's move for a change of formation.
    pub formation_change: f32,
    /// Part for limbering or unlimbering.
    pub limber: f32,
    /// Part for mounting or dismounting.
    pub mount: f32,
    /// Part of the normal distance when stepping back.
    pub backward: f32,
    /// Part of the limbered distance on the prolonge.
    pub prolonge: f32,
    /// Part of the limbered distance with one horse left.
    pub one_horse_left: f32,
    /// Inches for turning about.
    pub about_face: f32,
    /// Inches for a turn of an attack column.
    pub attack_column_turn: f32,
    /// Inches for climbing fences or walls in the open.
    pub obstacle: f32,
    /// What everybody can always move.
    pub least_move: f32,
    /// How much faster than in disorder a unit disengages.
    pub disengage_factor: f32,
    /// Horses of a fresh battery.
    pub battery_horses: u32,
    /// Actions to limber or unlimber siege guns.
    pub siege_limber_actions: u32,
    /// Actions for one fire of siege guns.
    pub siege_fire_actions: u32,
    /// Actions for a move or charge out of command.
    pub out_of_command_actions: u32,
}

/// Who moves.
#[derive(Clone, Copy, Debug)]
pub struct Mover<'a> {
    /// The scale of the table.
    pub scale: Scale,
    /// The unit.
    pub unit: &'a Unit,
    /// Horses a battery has left.
    pub horses: u32,
    /// Inches an attached leader adds.
    pub leader_inches: f32,
    /// It leaves its frontal arc without wheeling.
    pub outside_arc: bool,
}

impl<'a> Mover<'a> {
    /// A unit with all its horses, without a leader, moving within its arc.
    pub fn new(scale: Scale, unit: &'a Unit) -> Self {
        Self {
            scale,
            unit,
            horses: 2,
            leader_inches: 0.0,
            outside_arc: false,
        }
    }
}

/// One part of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Straight ahead or obliquely within the arc.
    Forward {
        /// Over what.
        ground: Ground,
        /// How far.
        inches: f32,
    },
    /// Backward, still facing the enemy.
    Backward {
        /// Over what.
        ground: Ground,
        /// How far.
        inches: f32,
    },
    /// A line wheels: the path of its outer end.
    Wheel {
        /// Over what.
        ground: Ground,
        /// Length of the outer arc.
        outer_arc: f32,
    },
    /// It turns about on the spot.
    AboutFace {
        /// On what.
        ground: Ground,
    },
    /// A column changes direction.
    ColumnTurn {
        /// On what.
        ground: Ground,
    },
    /// It climbs a fence or wall.
    Obstacle {
        /// The ground on both sides.
        ground: Ground,
    },
    /// A part of the action spent on formation, limber or horses.
    Change {
        /// Which part.
        part: f32,
    },
}

/// How much of an action a move takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveUse {
    /// Part of the action; more than 1 is too far.
    pub part: f32,
    /// It was cheaper to treat the open ground as broken because of obstacles.
    pub as_broken: bool,
    /// The unit ends in disorder.
    pub disorders: bool,
}

/// What a move has cost so far: with obstacles paid for, and with open ground taken as broken.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    paying: f32,
    as_broken: f32,
    crossed: bool,
}

impl Ledger {
    /// A part of the action is already used up.
    pub fn spent(part: f32) -> Self {
        Self {
            paying: part,
            as_broken: part,
            crossed: false,
        }
    }

    /// The part of an action used up, as it serves the mover best.
    pub fn used(&self) -> f32 {
        if self.took_broken() {
            self.as_broken
        } else {
            self.paying
        }
    }

    fn took_broken(&self) -> bool {
        self.crossed && self.as_broken < self.paying
    }
}

impl Rules {
    /// What a unit moves in one action on that ground, by its state first, then its formation.
    ///
    /// Rules: `move.by_formation_terrain`, `move.na`, `move.disorder_any_way`, `heavy.fortress`,
    /// `heavy.no_unlimbered_move`, `heavy.terrain`, `leader.move`.
    pub fn rate(&self, scale: Scale, unit: &Unit, ground: Ground) -> Rate {
        if unit.morale == Morale::Routed {
            return self.rout_rates(scale, unit).on(ground);
        }
        match unit.troops {
            Troops::Infantry { formation, .. } => {
                let chart = self.infantry.movement.at(scale);
                match FormedInfantry::new(formation) {
                    None => Rate::NotAllowed,
                    _ if unit.morale == Morale::Shaken => chart.shaken.on(ground),
                    _ if unit.is_out_of_order() => chart.disorder.on(ground),
                    Some(formation) => chart.formations[formation].on(ground),
                }
            }
            Troops::Cavalry {
                formation, mounted, ..
            } => {
                let state = if mounted {
                    &self.cavalry.mounted
                } else {
                    &self.cavalry.dismounted
                };
                let chart = state.movement.at(scale);
                match unit.morale {
                    Morale::Shaken => chart.shaken.on(ground),
                    _ if unit.is_out_of_order() => chart.disorder.on(ground),
                    _ => chart.formations[formation].on(ground),
                }
            }
            Troops::Artillery { gun, limbered } => match gun.map(|gun| (gun.class(), gun)) {
                None | Some((GunClass::Fortress, _)) => Rate::NotAllowed,
                Some((GunClass::Siege, _)) if !limbered => Rate::NotAllowed,
                Some((GunClass::Siege, _)) => self.heavy.movement.at(scale).on(ground),
                Some((GunClass::Field, gun)) => match FieldGun::new(gun) {
                    Some(gun) => {
                        let rates = &self.artillery.movement.at(scale).guns[gun];
                        let rates = if limbered {
                            rates.limbered
                        } else {
                            rates.unlimbered
                        };
                        rates.on(ground)
                    }
                    None => Rate::NotAllowed,
                },
            },
        }
    }

    /// What a unit in disorder moves, whatever its state.
    pub fn disorder_rate(&self, scale: Scale, unit: &Unit, ground: Ground) -> Rate {
        match unit.troops {
            Troops::Infantry { .. } => self.infantry.movement.at(scale).disorder.on(ground),
            Troops::Cavalry { mounted: true, .. } => {
                self.cavalry.mounted.movement.at(scale).disorder.on(ground)
            }
            Troops::Cavalry { mounted: false, .. } => self
                .cavalry
                .dismounted
                .movement
                .at(scale)
                .disorder
                .on(ground),
            // The charts know no disordered rate for guns.
            Troops::Artillery { .. } => self.rate(scale, unit, ground),
        }
    }

    /// The dice a unit runs by when it routs. Cavalry mounts to run; whoever cannot runs by the
    /// chart of dismounted cavalry, as he moves by it.
    ///
    /// Rules: `move.rout_distance`, `cavalry.two_rates`, `artillery.rout_later`.
    pub fn rout_rates(&self, scale: Scale, unit: &Unit) -> Rates {
        match unit.troops {
            Troops::Cavalry { .. } if unit.runs_mounted() => {
                self.cavalry.mounted.movement.at(scale).routed
            }
            Troops::Cavalry { .. } => self.cavalry.dismounted.movement.at(scale).routed,
            Troops::Infantry { .. } => self.infantry.movement.at(scale).routed,
            Troops::Artillery { .. } => self.artillery.movement.at(scale).routed,
        }
    }

    /// How far a rout goes: every distance in inches with its chance.
    pub fn rout_odds(&self, scale: Scale, unit: &Unit, ground: Ground) -> Vec<(u32, f64)> {
        match self.rout_rates(scale, unit).on(ground) {
            Rate::Dice(dice) => (dice..=6 * dice)
                .map(|inches| (inches, chance_of(dice, inches as i32)))
                .collect(),
            Rate::Inches(inches) => vec![(inches, 1.0)],
            Rate::NotAllowed | Rate::Abandon => vec![(0, 1.0)],
        }
    }

    /// Inches of a disengagement on that ground.
    ///
    /// Rules: `move.disengage`.
    pub fn disengage_inches(&self, scale: Scale, unit: &Unit, ground: Ground) -> f32 {
        match self.disorder_rate(scale, unit, ground) {
            Rate::Inches(inches) => inches as f32 * self.movement.disengage_factor,
            _ => self.movement.least_move,
        }
    }

    /// Inches of one action on that ground, leader and horses included; at least one inch.
    ///
    /// Rules: `move.minimum_inch`, `move.outside_arc`.
    pub fn allowance(&self, mover: &Mover, ground: Ground) -> Result<f32, Refusal> {
        let unit = mover.unit;
        let limbered = matches!(unit.troops, Troops::Artillery { limbered: true, .. });
        let mut pushed = *unit;
        if let Troops::Artillery { limbered, .. } = &mut pushed.troops
            && mover.horses == 0
        {
            *limbered = false;
        }
        // A square goes nowhere, in its arc or out of it.
        let rate = if mover.outside_arc && unit.shape() != Shape::Square {
            self.disorder_rate(mover.scale, unit, ground)
        } else {
            self.rate(mover.scale, &pushed, ground)
        };
        let inches = match rate {
            Rate::Inches(inches) => inches as f32,
            Rate::Dice(_) => {
                return Err(Refusal::new(
                    "a routed unit only runs",
                    rule!("turn.routed_sequence"),
                ));
            }
            Rate::NotAllowed | Rate::Abandon => {
                return Err(Refusal::new(
                    "this formation cannot move on this ground",
                    rule!("move.na"),
                ));
            }
        };
        let horse_power = match self.horse_power(mover.horses) {
            Some(part) if limbered => part,
            _ => 1.0,
        };
        Ok((inches * horse_power).max(self.movement.least_move) + mover.leader_inches)
    }

    /// How much of an action a move takes: every inch its part of that ground's allowance.
    ///
    /// Rules: `move.mixed_terrain`, `move.broken_shortcut`, `terrain.combined`.
    pub fn move_use(&self, mover: &Mover, steps: &[Step]) -> Result<MoveUse, Refusal> {
        let mut ledger = Ledger::default();
        for step in steps {
            self.pay(&mut ledger, mover, *step)?;
        }
        Ok(MoveUse {
            part: ledger.used(),
            as_broken: ledger.took_broken(),
            disorders: mover.outside_arc,
        })
    }

    /// Adds a step to what a move has cost so far.
    ///
    /// Rules: `move.about_face`, `move.obstacle`, `move.obstacle_in_slow_ground`.
    pub fn pay(&self, ledger: &mut Ledger, mover: &Mover, step: Step) -> Result<(), Refusal> {
        let (ground, inches) = match step {
            Step::Forward { ground, inches } => (ground, inches),
            Step::Backward { ground, inches } => {
                self.may_step_back(mover)?;
                (ground, inches / self.movement.backward)
            }
            Step::Wheel { ground, outer_arc } => (ground, outer_arc),
            Step::AboutFace { ground } => (ground, self.movement.about_face),
            Step::ColumnTurn { ground } => (ground, self.column_turn(mover.unit)),
            Step::Obstacle { ground } if ground.is_open() => {
                ledger.crossed = true;
                ledger.paying += self.movement.obstacle / self.allowance(mover, ground)?;
                return Ok(());
            }
            Step::Obstacle { .. } => return Ok(()),
            Step::Change { part } => {
                ledger.paying += part;
                ledger.as_broken += part;
                return Ok(());
            }
        };
        let broken = if ground.is_open() {
            Ground::Broken
        } else {
            ground
        };
        ledger.paying += inches / self.allowance(mover, ground)?;
        ledger.as_broken += inches / self.allowance(mover, broken)?;
        Ok(())
    }

    /// Rules: `move.backward`.
    fn may_step_back(&self, mover: &Mover) -> Result<(), Refusal> {
        let limbered = matches!(mover.unit.troops, Troops::Artillery { limbered: true, .. });
        if limbered {
            return Err(Refusal::new(
                "a limbered battery cannot back",
                rule!("move.backward"),
            ));
        }
        Ok(())
    }

    /// Inches a column pays for a change of direction: an attack column one, a road column none.
    ///
    /// Rules: `move.attack_column_turn`, `move.road_column_turn`.
    pub fn column_turn(&self, unit: &Unit) -> f32 {
        match unit.troops {
            Troops::Infantry {
                formation: super::InfantryFormation::AttackColumn,
                ..
            } => self.movement.attack_column_turn,
            _ => 0.0,
        }
    }
}

/// Length of the outer arc of a wheel.
///
/// Rules: `move.wheel`.
pub fn wheel_arc(frontage: f32, degrees: f32) -> f32 {
    frontage * degrees.abs().to_radians()
}

/// Whether a direction lies within the frontal arc, so that a line may move there obliquely.
///
/// Rules: `move.oblique`, `fire.frontal_arc`.
pub fn within_frontal_arc(degrees_off_ahead: f32) -> bool {
    degrees_off_ahead.abs() <= 45.0
}
