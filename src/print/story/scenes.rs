//! From facts to scenes, in the order in which they happened: a march, a stretch of firing at one
//! unit, the stages of a charge, a rally.

mod builder;

use bevy::math::Vec2;

use crate::army::{Army, Cause, Fact, Fate, LeaderId, PicketId, Sighting, UnitId};
use crate::field::Placement;
use crate::print::Tale;
use crate::rules::impact::ImpactOutcome;
use crate::rules::{Morale, Side, Unit};

use builder::Builder;

/// One turn.
pub struct Turn {
    pub number: u32,
    pub halves: Vec<Half>,
}

/// What happened while one side was active.
pub struct Half {
    pub active: Side,
    /// Who was on the field.
    pub present: Vec<UnitId>,
    pub arrived: Vec<UnitId>,
    pub delayed: Vec<UnitId>,
    /// Commands that are withdrawn from now on.
    pub withdrawn: Vec<usize>,
    pub scenes: Vec<Scene>,
}

/// Something worth telling.
pub struct Scene {
    pub event: Event,
    /// The facts it tells of, by their numbers.
    pub facts: Vec<usize>,
}

/// What a scene is about.
pub enum Event {
    /// Units of one command moved.
    March {
        command: usize,
        moves: Vec<March>,
    },
    Fire(Firing),
    Charge(Charging),
    /// A charged unit charges back.
    Counter {
        unit: UnitId,
        desperate: bool,
    },
    /// A unit falls in behind a charge.
    FallsIn(UnitId),
    /// What the sight of a charge does.
    Fear(Dread),
    /// A charged unit does not wait.
    Evade {
        unit: UnitId,
        manner: Manner,
        behind: Option<UnitId>,
        /// Whose charge it does not wait for.
        by: Option<UnitId>,
    },
    /// A charge ends without meeting anybody.
    Short {
        unit: UnitId,
        stop: Stop,
    },
    Clash(Clash),
    Melee(Struggle),
    /// A unit that runs is overtaken and gives itself up.
    Caught {
        unit: UnitId,
        by: UnitId,
    },
    Rally(Rallying),
    /// It saw something terrible.
    Shock {
        effect: Effect,
        cause: Cause,
    },
    LeaderTaken(LeaderId, UnitId),
    LeaderFell {
        leader: LeaderId,
        with: Option<UnitId>,
    },
    /// It went to the rear.
    Flight(UnitId, Flight),
    Gone {
        unit: UnitId,
        fate: Fate,
    },
    /// Pickets moved, and nobody saw what they were.
    Pickets {
        side: Side,
        moved: Vec<PicketId>,
    },
    /// A picket was declared.
    Declared(Declared),
    /// The last of those who stood with another regiment.
    LastOf {
        unit: UnitId,
        host: UnitId,
    },
    /// A battery takes over a team of horses.
    Horses {
        unit: UnitId,
        from: UnitId,
    },
    /// What is left of it goes on with another regiment.
    Joined {
        unit: UnitId,
        host: UnitId,
    },
    /// Works, obstacles or a bridge, as the fact tells.
    Labour {
        unit: UnitId,
        fact: Box<Fact>,
    },
}

/// One unit's march.
pub struct March {
    pub unit: UnitId,
    pub from: Placement,
    pub to: Placement,
    /// Where the nearest enemy stood when it began, of those who do not run.
    pub enemy: Option<Vec2>,
}

impl March {
    /// How straight it goes at the enemy: 1 at him, −1 away from him.
    pub fn heading(&self) -> f32 {
        let way = (self.to.at - self.from.at).normalize_or_zero();
        let enemy = self
            .enemy
            .map(|enemy| (enemy - self.from.at).normalize_or_zero());
        enemy.map_or(1.0, |enemy| way.dot(enemy))
    }
}

/// A picket that was declared, or units that were shown without one.
pub struct Declared {
    pub picket: Option<PicketId>,
    /// Who was placed on the table; nobody if it was a dummy, or stays hidden.
    pub units: Vec<UnitId>,
    /// It is real.
    pub real: bool,
    pub why: Sighting,
}

/// How men fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    Foot,
    /// In the saddle.
    Horse,
    /// Horsemen who have dismounted.
    Dismounted,
    Guns,
}

impl Manner {
    pub fn of(unit: &Unit) -> Self {
        if unit.is_artillery() {
            Self::Guns
        } else if unit.is_mounted() {
            Self::Horse
        } else if unit.is_cavalry() {
            Self::Dismounted
        } else {
            Self::Foot
        }
    }
}

/// How a unit goes to the rear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flight {
    /// Routed before, it runs on.
    RunsOn,
    /// It draws off.
    DrawsOff,
}

/// What became of a unit by something.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    pub unit: UnitId,
    /// Figures or sections.
    pub lost: u32,
    pub horses: u32,
    pub before: Morale,
    pub after: Morale,
    /// It gave ground.
    pub back: bool,
    pub gone: Option<Fate>,
    /// Nothing of it was left.
    pub wiped_out: bool,
}

impl Effect {
    /// Nothing yet.
    pub fn on(army: &Army, unit: UnitId) -> Self {
        let before = army.unit(unit).morale;
        Self {
            unit,
            lost: 0,
            horses: 0,
            before,
            after: before,
            back: false,
            gone: None,
            wiped_out: false,
        }
    }

    /// Whether it has broken or left its place.
    pub fn drove(&self) -> bool {
        self.back || self.gone.is_some() || (self.after > self.before && self.breaks())
    }

    /// Whether it is shaken or runs.
    pub fn breaks(&self) -> bool {
        self.after >= Morale::Shaken
    }

    /// Whether there is anything to tell.
    pub fn tells(&self) -> bool {
        self.lost > 0
            || self.horses > 0
            || self.after != self.before
            || self.back
            || self.gone.is_some()
    }
}

/// What a fire was about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// It was ordered.
    Ordered,
    /// It answers a fire of the target at one of the firers.
    Returned,
    /// It answers a fire of the target at somebody else.
    Answered,
    /// It answers something else that the target did.
    OnTheMove,
    /// It meets a charge.
    AtCharge,
    /// It has gone through another unit before.
    Through(UnitId),
}

/// From how far a fire came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    PointBlank,
    Canister,
    Near,
    Middle,
    Far,
}

/// A special way of firing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Plain,
    /// At men who cannot be seen.
    Blind,
    /// The guns are drawn back on the rope.
    OnTheRope,
}

/// A stretch of firing at one unit.
pub struct Firing {
    pub effect: Effect,
    /// Who fired, and how often.
    pub firers: Vec<UnitId>,
    pub volleys: u32,
    pub occasion: Occasion,
    pub reach: Reach,
    pub way: Way,
    /// None of them had fired before.
    pub opening: bool,
    /// All of them are.
    pub skirmishers: bool,
    /// All of them are.
    pub guns: bool,
    /// It meets a charge that comes at all of them.
    pub face: bool,
}

impl Firing {
    /// Whether it is told where it stands: what had no effect is told at the end in one breath.
    pub fn is_told(&self) -> bool {
        let roped = self.way == Way::OnTheRope && !matches!(self.occasion, Occasion::Through(_));
        self.effect.tells() || self.occasion == Occasion::AtCharge || roped
    }
}

/// What the sight of a charge does to a unit.
pub struct Dread {
    pub effect: Effect,
    pub by: UnitId,
    /// It makes off at once.
    pub off: bool,
    /// It has given way to the same charge before.
    pub again: bool,
    /// It had charged back.
    pub counters: bool,
}

impl Dread {
    /// Whether there is anything to tell.
    pub fn is_told(&self) -> bool {
        self.effect.tells() || self.off
    }
}

/// A charge begins, or goes on into somebody else.
pub struct Charging {
    /// Who is after whom, and how.
    pub assaults: Vec<(UnitId, UnitId, Manner)>,
    /// Who goes in behind.
    pub with: Vec<UnitId>,
    pub order: Order,
}

/// How a charge came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// At the word of command.
    Given,
    /// It follows up a success.
    GoesOn,
    /// It follows men who run.
    After,
    /// It meets somebody else than it was told to.
    ComesUpon,
    /// Those beside the guns it is made on have to face it as well.
    Beside,
}

/// Why a charge met nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It did not carry far enough.
    Reach,
    /// The enemy has left his place.
    GaveWay(UnitId),
    /// The enemy is no more.
    NobodyLeft,
    /// Two charges, neither of which carried far enough.
    Both,
    /// It halted as it was told to.
    Halted,
    /// It was told to halt and went on.
    Misheard,
}

/// Two lead units that meet.
pub struct Clash {
    pub attacker: (UnitId, Manner),
    pub defender: (UnitId, Manner),
    /// The defender had given way before.
    pub gave_way: bool,
    /// The defender had charged back.
    pub counter: bool,
    pub winner: Option<Side>,
    pub outcome: ImpactOutcome,
    /// If it stopped short: whether it did so close before the enemy.
    pub close: bool,
    /// If it stopped short: whether the attacker and the defender fired.
    pub fired: [bool; 2],
    /// What became of those in it.
    pub effects: Vec<Effect>,
}

/// A melee.
pub struct Struggle {
    pub attackers: Vec<UnitId>,
    pub defenders: Vec<UnitId>,
    /// Of both leads.
    pub manners: [Manner; 2],
    pub rounds: u32,
    pub effects: Vec<Effect>,
}

/// A try to rally, after running on or drawing off or where it stood.
pub struct Rallying {
    pub unit: UnitId,
    pub first: Option<Flight>,
    pub before: Morale,
    pub after: Option<Morale>,
    /// It ran in the midst of it.
    pub broke: bool,
    /// It had come to the edge of the field.
    pub edge: bool,
    /// Figures or sections that ran off.
    pub strayed: u32,
    pub gone: Option<Fate>,
}

impl Event {
    /// What became of a unit by it, if it is one of those it was done to.
    fn effect_on(&mut self, unit: UnitId) -> Option<&mut Effect> {
        match self {
            Self::Fire(Firing { effect, .. })
            | Self::Fear(Dread { effect, .. })
            | Self::Shock { effect, .. } => Some(effect).filter(|effect| effect.unit == unit),
            Self::Clash(Clash { effects, .. }) | Self::Melee(Struggle { effects, .. }) => {
                effects.iter_mut().find(|effect| effect.unit == unit)
            }
            _ => None,
        }
    }

    /// Whether a unit is one of those it was done to.
    fn is_done_to(&self, unit: UnitId) -> bool {
        match self {
            Self::Fire(Firing { effect, .. })
            | Self::Fear(Dread { effect, .. })
            | Self::Shock { effect, .. } => effect.unit == unit,
            Self::Clash(Clash { effects, .. }) | Self::Melee(Struggle { effects, .. }) => {
                effects.iter().any(|effect| effect.unit == unit)
            }
            _ => false,
        }
    }

    /// Everybody who has a part in it.
    pub fn units(&self) -> Vec<UnitId> {
        match self {
            Self::March { moves, .. } => moves.iter().map(|march| march.unit).collect(),
            Self::Fire(fire) => {
                let firers = fire.firers.iter().copied();
                firers.chain([fire.effect.unit]).collect()
            }
            Self::Charge(charge) => {
                let assaults = charge.assaults.iter();
                let leading = assaults.flat_map(|&(unit, target, _)| [unit, target]);
                leading.chain(charge.with.iter().copied()).collect()
            }
            Self::Fear(Dread { effect, by, .. }) => vec![effect.unit, *by],
            Self::Shock { effect, .. } => vec![effect.unit],
            Self::Clash(clash) => {
                let effects = clash.effects.iter().map(|effect| effect.unit);
                effects
                    .chain([clash.attacker.0, clash.defender.0])
                    .collect()
            }
            Self::Melee(melee) => {
                let both = melee.attackers.iter().chain(&melee.defenders);
                both.copied().collect()
            }
            Self::Counter { unit, .. }
            | Self::FallsIn(unit)
            | Self::Short { unit, .. }
            | Self::Rally(Rallying { unit, .. })
            | Self::LeaderTaken(_, unit)
            | Self::Flight(unit, _)
            | Self::Labour { unit, .. }
            | Self::Gone { unit, .. } => vec![*unit],
            Self::LeaderFell { with, .. } => with.iter().copied().collect(),
            Self::Evade { unit, by, .. } => by.iter().chain([unit]).copied().collect(),
            Self::Joined { unit, host } | Self::LastOf { unit, host } => vec![*unit, *host],
            Self::Horses { unit, from } => vec![*unit, *from],
            Self::Pickets { .. } => Vec::new(),
            Self::Declared(declared) => declared.units.clone(),
            Self::Caught { unit, by } => vec![*unit, *by],
        }
    }
}

/// Groups the facts of a battle.
pub fn scenes(tale: &Tale) -> Vec<Turn> {
    let near = tale.rules().near(tale.scenario().field.scale);
    let mut builder = Builder::new(near);
    tale.relive(|army, fact| builder.take(army, fact));
    builder.turns()
}

#[cfg(test)]
mod tests;
