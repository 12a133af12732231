//! What a side fights for: the ground that the verdict hangs on, and whether it is to be taken or
//! kept.

use bevy::math::Vec2;

use super::foes::Foe;
use crate::army::{Presence, UnitId};
use crate::battle::Situation;
use crate::field::Zone;
use crate::players::computer::aims::defends;
use crate::players::computer::hiding::expected;
use crate::rules::{Morale, Side};
use crate::scenario::file::{Condition, LinePlan};

/// Inches from a place within which strength counts for it, as at 15 mm.
const AROUND: f32 = 12.0;
/// Inches beyond a line that are safely beyond it, as at 15 mm.
const PAST: f32 = 1.5;

/// Inches from a line within which it is kept, as at 15 mm.
const ALONG: f32 = 2.5;
/// What an enemy figure near a place counts against going over a line there, in inches.
const HELD: f32 = 0.6;
/// Within how many inches he counts, as at 15 mm.
const GUARDS: f32 = 7.0;
/// Figures of one's own that find room at one place to go over a line, and what each more counts
/// there, in inches.
const ROOM: f32 = 28.0;
const CROWD: f32 = 0.12;

/// A piece of ground.
#[derive(Clone, Copy, Debug)]
pub enum Ground<'a> {
    /// A zone of the field.
    Zone(&'a Zone),
    /// The far side of a line.
    Beyond(&'a LinePlan),
    /// Around a place: where nothing but losses counts.
    Spot(Vec2),
}

/// Ground that something hangs on.
#[derive(Clone, Debug)]
pub struct Aim<'a> {
    /// Where.
    pub ground: Ground<'a>,
    /// It is to be taken, not only kept.
    pub take: bool,
    /// So many units must be there, or be kept from there.
    pub units: u32,
    /// How much hangs on it.
    pub weight: f64,
    /// Its middle, or the middle of the part that matters.
    pub middle: Vec2,
    /// One of several of which one is enough.
    pub choice: bool,
    /// It is taken by driving the enemy from it, not by standing on it.
    pub clear: bool,
    /// The enemy's strength there and near it.
    pub against: f64,
    /// Places of a line to go over it, and what the enemy near them counts in inches.
    pub gaps: Vec<(Vec2, f32)>,
}

impl Aim<'_> {
    /// Inches from a place to this ground, as at 15 mm; 0 on it.
    pub fn distance(&self, now: &Situation, at: Vec2) -> f32 {
        let inch = now.field().proportion();
        match self.ground {
            Ground::Zone(zone) if zone.contains(at) => 0.0,
            Ground::Zone(zone) => outline_distance(&zone.outline, at) / inch,
            Ground::Beyond(line) => {
                let square = now.field().square;
                let beyond = line.is_beyond((at / square).into());
                let far = line_foot(line, square, at).distance(at) / inch;
                // Whoever keeps a line stands along it.
                if !self.take {
                    return (far - ALONG).max(0.0);
                }
                match (beyond, self.gap(at, inch)) {
                    (true, _) => (PAST - far).max(0.0),
                    (false, Some((_, way))) => way + PAST,
                    (false, None) => far + PAST,
                }
            }
            Ground::Spot(spot) => spot.distance(at) / inch,
        }
    }

    /// Where a line is best gone over from a place, and what that takes in inches.
    fn gap(&self, at: Vec2, inch: f32) -> Option<(Vec2, f32)> {
        self.gaps
            .iter()
            .map(|&(gap, held)| (gap, gap.distance(at) / inch + held))
            .min_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// Whether a place is on it.
    pub fn has(&self, now: &Situation, at: Vec2) -> bool {
        match self.ground {
            Ground::Zone(zone) => zone.contains(at),
            Ground::Beyond(_) if !self.take => self.distance(now, at) <= 0.0,
            Ground::Beyond(line) => line.is_beyond((at / now.field().square).into()),
            Ground::Spot(spot) => spot.distance(at) < AROUND * now.field().proportion(),
        }
    }

    /// The place on it that is nearest.
    pub fn nearest(&self, now: &Situation, at: Vec2) -> Vec2 {
        match self.ground {
            Ground::Zone(zone) if zone.contains(at) => at,
            Ground::Zone(zone) => {
                let foot = outline_foot(&zone.outline, at);
                // A little inside, so that the middle of a unit is.
                foot + (self.middle - foot).clamp_length_max(1.0 * now.field().proportion())
            }
            Ground::Beyond(line) if !self.take => line_foot(line, now.field().square, at),
            Ground::Beyond(line) if line.is_beyond((at / now.field().square).into()) => at,
            Ground::Beyond(line) => {
                let field = now.field();
                let inch = field.proportion();
                let over = self.gap(at, inch).map(|(gap, _)| gap);
                let over = over.unwrap_or_else(|| line_foot(line, field.square, at));
                let way = Vec2::from(line.beyond) * field.square - over;
                let on = way.clamp_length_max(2.0 * PAST * inch);
                (over + on).clamp(Vec2::ZERO, field.size)
            }
            Ground::Spot(spot) => spot,
        }
    }

    /// Whether it is as long as the field: nobody need be at its middle.
    pub fn is_long(&self) -> bool {
        matches!(self.ground, Ground::Beyond(_))
    }
}

/// All that a side fights for.
pub fn aims<'a>(now: &'a Situation, side: Side, foes: &[Foe]) -> Vec<Aim<'a>> {
    let mut aims: Vec<Aim<'a>> = Vec::new();
    let scenario = now.scenario();
    let victory = &scenario.victory;
    let mut add = |aim: Aim<'a>| {
        let same = |other: &&mut Aim<'a>| match (other.ground, aim.ground) {
            (Ground::Zone(one), Ground::Zone(two)) => one.id == two.id,
            (Ground::Beyond(one), Ground::Beyond(two)) => one.id == two.id,
            _ => false,
        };
        match aims.iter_mut().find(same) {
            Some(known) => {
                known.take |= aim.take;
                known.units = known.units.max(aim.units);
                known.weight = known.weight.max(aim.weight);
            }
            None => aims.push(aim),
        }
    };
    let zone = |id: &str, take: bool, units: u32, (choice, clear): (bool, bool), weight: f64| {
        let zone = scenario.field.zone(id)?;
        let sum: Vec2 = zone.outline.iter().copied().sum();
        Some(Aim {
            ground: Ground::Zone(zone),
            take,
            units,
            weight,
            middle: sum / zone.outline.len().max(1) as f32,
            choice,
            clear,
            against: 0.0,
            gaps: Vec::new(),
        })
    };
    for part in victory.conditions.iter().flat_map(Condition::parts) {
        let ours = part.winner() == Some(side);
        match part {
            Condition::Cleared { any_of, .. } => {
                for id in any_of {
                    zone(id, ours, 1, (ours && any_of.len() > 1, ours), 1.0)
                        .into_iter()
                        .for_each(&mut add);
                }
            }
            Condition::Holds {
                zone: id, units, ..
            } => {
                let wanted = if ours { *units } else { 1 };
                zone(id, ours, wanted, (false, false), 1.0)
                    .into_iter()
                    .for_each(&mut add);
            }
            Condition::AtMost {
                zone: id, units, ..
            } => {
                let wanted = if ours { 1 } else { units + 1 };
                zone(id, ours, wanted, (false, ours), 1.0)
                    .into_iter()
                    .for_each(&mut add);
            }
            Condition::Beyond { line, units, .. } => {
                if let Some(line) = victory.line(line) {
                    add(Aim {
                        ground: Ground::Beyond(line),
                        take: ours,
                        units: *units,
                        weight: 1.0,
                        middle: middle_of(now, line),
                        choice: false,
                        clear: false,
                        against: 0.0,
                        gaps: if ours {
                            gaps(now, line, side, foes)
                        } else {
                            Vec::new()
                        },
                    });
                }
            }
            _ => {}
        }
    }
    for scored in victory.points.iter().flat_map(|plan| &plan.zones) {
        let held = now.army().holder(&scored.zone) == Some(side);
        let weight = 0.3 + 0.2 * f64::from(scored.points + 2 * scored.each_turn);
        zone(&scored.zone, !held, 1, (false, false), weight.min(1.0))
            .into_iter()
            .for_each(&mut add);
    }
    if aims.is_empty() {
        aims.push(field(now, side, foes));
    }
    for aim in &mut aims {
        aim.against = against(now, side, aim, foes);
    }
    aims
}

/// Where only losses count: at the enemy for whoever must hurt him, else where one is.
fn field<'a>(now: &Situation, side: Side, foes: &[Foe]) -> Aim<'a> {
    let take = !defends(now, side);
    let army = now.army();
    let own: Vec<Vec2> = army
        .present_of(side)
        .map(|id| army.placement(id).at)
        .collect();
    let theirs: Vec<Vec2> = foes.iter().map(|foe| foe.at).collect();
    let mean = |places: &[Vec2]| {
        let sum: Vec2 = places.iter().copied().sum();
        (!places.is_empty()).then(|| sum / places.len() as f32)
    };
    let middle = now.field().size / 2.0;
    let here = mean(&own).unwrap_or(middle);
    let there = mean(&theirs).unwrap_or(middle);
    let spot = if take { there } else { here };
    Aim {
        ground: Ground::Spot(spot),
        take,
        units: 1,
        weight: 0.6,
        middle: spot,
        choice: false,
        clear: false,
        against: 0.0,
        gaps: Vec::new(),
    }
}

/// Places to go over a line, and what the enemy near them counts, and too many friends.
fn gaps(now: &Situation, line: &LinePlan, side: Side, foes: &[Foe]) -> Vec<(Vec2, f32)> {
    let (square, inch) = (now.field().square, now.field().proportion());
    let army = now.army();
    let near = |at: Vec2, there: Vec2| (1.0 - at.distance(there) / (GUARDS * inch)).max(0.0);
    let share = expected(now, side.other());
    let held = |at: Vec2| {
        let seen: f32 = foes
            .iter()
            .map(|foe| foe.worth as f32 * near(at, foe.at))
            .sum();
        let pickets = army.standing_pickets();
        let hidden: f32 = pickets
            .filter(|picket| picket.id.side != side)
            .map(|picket| share * near(at, picket.at.at))
            .sum();
        let friends = army
            .present_of(side)
            .filter(|&id| army.unit(id).is_infantry() && army.unit(id).morale < Morale::Shaken);
        let crowd: f32 = friends
            .map(|id| army.unit(id).strength as f32 * near(at, army.placement(id).at))
            .sum();
        HELD * (seen + hidden) + CROWD * (crowd - ROOM).max(0.0)
    };
    let mut gaps = Vec::new();
    for pair in line.points.windows(2) {
        let (from, to) = (Vec2::from(pair[0]) * square, Vec2::from(pair[1]) * square);
        let steps = (from.distance(to) / (2.0 * inch)).ceil().max(1.0) as u32;
        for step in 0..steps {
            let at = from.lerp(to, (step as f32 + 0.5) / steps as f32);
            if now.field().contains(at) {
                gaps.push((at, held(at)));
            }
        }
    }
    gaps
}

/// The middle of a line.
fn middle_of(now: &Situation, line: &LinePlan) -> Vec2 {
    let square = now.field().square;
    let sum: Vec2 = line.points.iter().map(|&at| Vec2::from(at) * square).sum();
    sum / line.points.len().max(1) as f32
}

/// The strength of the enemy on some ground and near it, those who will come in near it too.
fn against(now: &Situation, side: Side, aim: &Aim, foes: &[Foe]) -> f64 {
    let army = now.army();
    let near = |far: f32| f64::from((1.0 - (far - 3.0).max(0.0) / AROUND).max(0.0));
    let seen: f64 = foes
        .iter()
        .map(|foe| foe.worth * near(aim.distance(now, foe.at)))
        .sum();
    let coming: f64 = army
        .units()
        .filter(|&id| army.side(id) != side)
        .filter_map(|id| Some((id, entry_of(now, id)?)))
        .map(|(id, at)| {
            let far = (aim.distance(now, at) - 8.0).max(0.0);
            f64::from(army.unit(id).strength) * near(far)
        })
        .sum();
    seen + coming
}

/// Where somebody who waits comes in, if that is soon.
pub fn entry_of(now: &Situation, id: UnitId) -> Option<Vec2> {
    let Presence::Waiting { turn, entry } = now.army().presence(id) else {
        return None;
    };
    let soon = turn <= now.army().clock().turn + 1;
    let entry = now.field().entries.get(entry)?;
    soon.then_some(entry.at)
}

fn outline_foot(outline: &[Vec2], at: Vec2) -> Vec2 {
    let pairs = (0..outline.len()).map(|to| (outline[to], outline[(to + 1) % outline.len()]));
    foot(pairs, at)
}

fn outline_distance(outline: &[Vec2], at: Vec2) -> f32 {
    outline_foot(outline, at).distance(at)
}

/// The nearest place of some stretches.
fn foot(stretches: impl Iterator<Item = (Vec2, Vec2)>, at: Vec2) -> Vec2 {
    stretches
        .map(|(from, to)| {
            let way = to - from;
            let along = (at - from).dot(way) / way.length_squared().max(1e-6);
            from + way * along.clamp(0.0, 1.0)
        })
        .min_by(|one, other| one.distance(at).total_cmp(&other.distance(at)))
        .unwrap_or(at)
}

fn line_foot(line: &LinePlan, square: f32, at: Vec2) -> Vec2 {
    let pairs = line.points.windows(2);
    foot(
        pairs.map(|pair| (Vec2::from(pair[0]) * square, Vec2::from(pair[1]) * square)),
        at,
    )
}
