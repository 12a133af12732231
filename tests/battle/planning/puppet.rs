//! A unit or group moved by geometry alone.

use bevy::math::Vec2;
use deadly_field::army::{Formation, UnitId};
use deadly_field::battle::{Battle, Goal};
use deadly_field::field::angle::turn;
use deadly_field::field::moves::Leg;
use deadly_field::field::{Facing, Placement};
use deadly_field::rules::formation::Shape;
use deadly_field::rules::movement::Mover;
use deadly_field::rules::{Ground, Troops, Unit};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// A group is of at most so many here.
const MOST: usize = 4;

/// A unit in another formation.
pub fn formed(unit: &Unit, to: Formation) -> Unit {
    let mut unit = *unit;
    match (&mut unit.troops, to) {
        (Troops::Infantry { formation, .. }, Formation::Infantry(to)) => *formation = to,
        (Troops::Cavalry { formation, .. }, Formation::Cavalry(to)) => *formation = to,
        (Troops::Cavalry { mounted, .. }, Formation::Mounted(to)) => *mounted = to,
        (Troops::Artillery { limbered, .. }, Formation::Limbered(to)) => *limbered = to,
        _ => {}
    }
    unit
}

/// Where everybody stands.
#[derive(Clone, Copy)]
pub struct Stand {
    places: [Placement; MOST],
    many: usize,
}

impl Stand {
    fn each(mut self, of: impl Fn(usize, Placement) -> Placement) -> Self {
        for (number, place) in self.places[..self.many].iter_mut().enumerate() {
            *place = of(number, *place);
        }
        self
    }

    fn mean(&self, of: impl Fn(&Placement) -> Vec2) -> Vec2 {
        self.places[..self.many].iter().map(of).sum::<Vec2>() / self.many as f32
    }

    /// The mean of the places.
    pub fn at(&self) -> Vec2 {
        self.mean(|place| place.at)
    }

    /// The facing of the first.
    pub fn facing(&self) -> Facing {
        self.places[0].facing
    }

    /// How the mean moves when everybody goes an inch ahead: less where they face apart.
    fn ahead(&self) -> Vec2 {
        self.mean(|place| place.facing.ahead())
    }
}

/// A body in one manner of moving.
pub struct Puppet {
    pub start: Stand,
    /// The first unit as it walks.
    unit: Unit,
    /// Half the front and the depth of each.
    sizes: Vec<(f32, f32)>,
    /// Inches an action of the fastest at best, in its arc and out of it.
    pub pace: (f32, f32),
    pub change: f32,
    pub form: Option<Formation>,
    pub last: bool,
}

impl Puppet {
    /// A body that takes up a formation before or after the way, or none.
    pub fn new(
        battle: &Battle,
        units: &[UnitId],
        form: Option<Formation>,
        last: bool,
    ) -> Option<Self> {
        let army = battle.army();
        let leader = army
            .leaders()
            .filter(|&leader| {
                let state = army.leader(leader);
                let with = |unit: &UnitId| state.attached == Some(*unit);
                units.iter().any(with) && !state.fallen
            })
            .map(|leader| army.leader_identity(leader).benefit)
            .max();
        let change = match form {
            None => 0.0,
            Some(_) => {
                let walks = battle.now().check_move(units, form, last, &[]);
                // Where they stand there may be no room for it.
                let alone = |unit: &UnitId| battle.now().check_move(&[*unit], form, last, &[]).ok();
                let walks = walks.ok().or_else(|| {
                    let alone: Option<Vec<_>> = units.iter().map(alone).collect();
                    alone.map(|walks| walks.concat())
                })?;
                let parts = walks.iter().map(|walk| walk.1.used.part);
                parts.fold(0.0, f32::max)
            }
        };
        let field = &battle.scenario().field;
        let best = |mover: &Mover| {
            [Ground::Open, Ground::Road, Ground::Trail]
                .iter()
                .filter_map(|&ground| battle.rules().allowance(mover, ground).ok())
                .fold(0.5, f32::max)
        };
        let mut start = Stand {
            places: [army.placement(units[0]); MOST],
            many: units.len(),
        };
        let (mut sizes, mut pace) = (Vec::new(), (0.5f32, 0.5f32));
        let walking = |id: UnitId| {
            let unit = army.unit(id);
            form.filter(|_| !last).map_or(*unit, |to| formed(unit, to))
        };
        for (number, &id) in units.iter().enumerate() {
            let (unit, place) = (walking(id), army.placement(id));
            let ground = place.footprint(field.scale, &unit, army.muster_of(id));
            let mut mover = Mover::new(field.scale, &unit);
            mover.horses = army.record(id).horses;
            mover.leader_inches = leader.unwrap_or(0) as f32;
            pace.0 = pace.0.max(best(&mover));
            mover.outside_arc = true;
            pace.1 = pace.1.max(best(&mover));
            sizes.push((
                ground.frontage() / 2.0,
                ground.right_behind(0.0).distance(place.at),
            ));
            start.places[number] = place;
        }
        Some(Self {
            start,
            unit: walking(units[0]),
            sizes,
            pace,
            change,
            form,
            last,
        })
    }

    fn loose(&self) -> bool {
        self.unit.is_out_of_order()
    }

    fn column(&self) -> bool {
        !self.loose() && matches!(self.unit.shape(), Shape::Column | Shape::Limbered)
    }

    /// The end on which it wheels, and how far the other one is.
    fn pivot(&self, from: &Stand, degrees: f32) -> (Vec2, f32) {
        let right = from.facing().right() * degrees.signum();
        let ends = || {
            let places = from.places[..from.many].iter().zip(&self.sizes);
            places.flat_map(|(place, (half, _))| {
                let aside = place.facing.right() * *half;
                [place.at - aside, place.at + aside]
            })
        };
        let pivot = ends()
            .max_by(|one, other| one.dot(right).total_cmp(&other.dot(right)))
            .unwrap_or(from.at());
        let far = ends().map(|end| end.distance(pivot));
        (pivot, far.fold(0.0, f32::max))
    }

    /// The width of its front.
    pub fn front(&self) -> f32 {
        self.pivot(&self.start, 1.0).1
    }

    pub fn after(&self, from: Stand, leg: Leg) -> Stand {
        match leg {
            Leg::Ahead { inches, degrees } => from.each(|_, place| Placement {
                at: place.at + turn(place.facing.ahead(), degrees) * inches,
                ..place
            }),
            Leg::Back { inches } => from.each(|_, place| Placement {
                at: place.at - place.facing.ahead() * inches,
                ..place
            }),
            Leg::Wheel { degrees } => {
                let pivot = self.pivot(&from, degrees).0;
                from.each(|_, place| Placement {
                    at: pivot + turn(place.at - pivot, degrees),
                    facing: place.facing.turned(degrees),
                })
            }
            Leg::Turn { degrees } => from.each(|_, place| Placement {
                facing: place.facing.turned(degrees),
                ..place
            }),
            Leg::AboutFace => from.each(|number, place| Placement {
                at: place.at - place.facing.ahead() * self.sizes[number].1,
                facing: place.facing.turned(180.0),
            }),
            _ => from,
        }
    }

    /// The least a leg can cost in inches; and whether it leaves the arc.
    fn inches(&self, leg: Leg) -> (f32, bool) {
        match leg {
            Leg::Ahead { inches, degrees } => (inches, degrees.abs() > 45.0 && !self.loose()),
            Leg::Back { inches } => (inches * 2.0, false),
            // The front of a group that has turned is narrower.
            Leg::Wheel { degrees } => match self.sizes[..] {
                [(half, _)] => (2.0 * half * degrees.abs().to_radians(), false),
                _ => {
                    let widest = self.sizes.iter().map(|size| size.0).fold(0.0, f32::max);
                    (2.0 * widest * degrees.abs().to_radians(), false)
                }
            },
            _ => (0.0, false),
        }
    }

    pub fn least(&self, one: Leg, two: Option<Leg>) -> f32 {
        let (first, out) = self.inches(one);
        let (second, too) = two.map_or((0.0, false), |leg| self.inches(leg));
        let pace = if out || too { self.pace.1 } else { self.pace.0 };
        self.change + (first + second) / pace
    }

    fn wheels(&self) -> bool {
        matches!(self.unit.shape(), Shape::Line | Shape::Skirmish)
    }

    fn turns(&self) -> bool {
        self.unit.shape() != Shape::Line || self.loose()
    }

    fn backs(&self) -> bool {
        self.unit.shape() != Shape::Limbered
    }

    /// Every single leg of a grid.
    pub fn legs(&self, inches: f32, degrees: usize) -> Vec<Leg> {
        let mut legs = vec![Leg::AboutFace];
        let around = || (-180..180).step_by(degrees).map(|degrees| degrees as f32);
        if self.wheels() {
            legs.extend(around().map(|degrees| Leg::Wheel { degrees }));
        }
        if self.turns() {
            legs.extend(around().map(|degrees| Leg::Turn { degrees }));
        }
        let steps = (self.pace.0 * (1.0 - self.change) / inches) as u32 + 1;
        for step in 1..=steps {
            let far = step as f32 * inches;
            if self.column() {
                legs.push(Leg::Ahead {
                    inches: far,
                    degrees: 0.0,
                });
            } else {
                legs.extend(around().map(|degrees| Leg::Ahead {
                    inches: far,
                    degrees,
                }));
                for degrees in [-45.0, -37.5, -22.5, -7.5, 7.5, 22.5, 37.5, 45.0] {
                    legs.push(Leg::Ahead {
                        inches: far,
                        degrees,
                    });
                }
            }
            if self.backs() {
                legs.push(Leg::Back { inches: far });
            }
        }
        legs
    }

    /// Any single leg.
    pub fn any_leg(&self, lot: &mut ChaCha8Rng) -> Leg {
        let mut part = || lot.next_u32() as f32 / u32::MAX as f32;
        let inches = part() * self.pace.0 * (1.0 - self.change);
        let degrees = part() * 360.0 - 180.0;
        let kind = part();
        if kind < 0.15 && self.wheels() {
            Leg::Wheel { degrees }
        } else if kind < 0.3 && self.turns() {
            Leg::Turn { degrees }
        } else if kind < 0.4 && self.backs() {
            Leg::Back { inches }
        } else if self.column() {
            let degrees = 0.0;
            Leg::Ahead { inches, degrees }
        } else if kind < 0.8 && !self.loose() {
            let degrees = degrees / 4.0;
            Leg::Ahead { inches, degrees }
        } else {
            Leg::Ahead { inches, degrees }
        }
    }

    /// Ahead to a place, if it can be done so.
    fn ahead_to(&self, from: &Stand, to: Vec2) -> Option<Leg> {
        let (ahead, way) = (from.ahead(), to - from.at());
        let inch = ahead.length();
        if inch < 0.2 {
            return None;
        }
        let facing = match from.many {
            1 => from.facing(),
            _ => Facing::towards(Vec2::ZERO, ahead),
        };
        let degrees = facing.off(Facing::towards(Vec2::ZERO, way));
        if !self.column() {
            let inches = way.length() / inch;
            return Some(Leg::Ahead { inches, degrees });
        }
        (degrees.abs() < 90.0).then(|| Leg::Ahead {
            inches: way.dot(ahead) / (inch * inch),
            degrees: 0.0,
        })
    }

    /// Second legs that come as close to the goal as they can.
    pub fn closing(&self, from: &Stand, goal: &Goal, out: &mut Vec<Leg>) {
        out.clear();
        out.extend(self.ahead_to(from, goal.to));
        let ahead = from.ahead();
        let behind = -(goal.to - from.at()).dot(ahead) / ahead.length_squared().max(0.04);
        if behind > 0.0 && self.backs() {
            out.push(Leg::Back { inches: behind });
        }
        out.push(Leg::AboutFace);
        if let Some(facing) = goal.facing {
            let degrees = from.facing().off(facing);
            if self.wheels() {
                out.push(Leg::Wheel { degrees });
                out.push(Leg::Wheel {
                    degrees: degrees - 360.0f32.copysign(degrees),
                });
            }
            if self.turns() {
                out.push(Leg::Turn { degrees });
            }
        } else if self.wheels() {
            for step in -17..=18 {
                let degrees = step as f32 * 10.0;
                out.push(Leg::Wheel { degrees });
            }
        }
    }

    /// First legs after which one of turning leads to the goal exactly.
    pub fn opening(&self, goal: &Goal) -> Vec<Leg> {
        let mut legs = Vec::new();
        let start = &self.start;
        let bearing = start.facing().off(Facing::towards(start.at(), goal.to));
        if self.turns() {
            legs.push(Leg::Turn { degrees: bearing });
            legs.push(Leg::Turn {
                degrees: bearing + 180.0,
            });
        }
        // What a leg of turning adds to the way is the same wherever it is taken.
        let before = |leg: Leg| goal.to - (self.after(*start, leg).at() - start.at());
        legs.extend(self.ahead_to(start, goal.to));
        if let Some(facing) = goal.facing {
            let degrees = start.facing().off(facing);
            for degrees in [degrees, degrees - 360.0f32.copysign(degrees)] {
                if self.wheels() {
                    let wheel = Leg::Wheel { degrees };
                    legs.push(wheel);
                    legs.extend(self.ahead_to(start, before(wheel)));
                }
                if self.turns() {
                    legs.push(Leg::Turn { degrees });
                }
            }
        }
        legs.extend(self.ahead_to(start, before(Leg::AboutFace)));
        legs
    }
}
