//! Random battles, goals and groups for the move planner.

use bevy::math::Vec2;
use deadly_field::army::{Deed, Formation, UnitId};
use deadly_field::battle::{Battle, Goal};
use deadly_field::field::placement::Footprint;
use deadly_field::field::stand::Muster;
use deadly_field::field::{Facing, Placement};
use deadly_field::rules::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::fights;
use crate::stage::{Stage, foot, formed, guns, horse, level, of, origin, skirmishers};

/// Chance, the same for the same seed.
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// Those of `DEADLY_FIELD_SEED`.
    pub fn of_seed() -> Self {
        let seed = fights::count("DEADLY_FIELD_SEED", 9);
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0.next_u32() as usize % bound.max(1)
    }

    fn part(&mut self) -> f32 {
        self.below(10_000) as f32 / 10_000.0
    }

    fn between(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * self.part()
    }
}

/// The first scenario somewhere in its first turns.
pub fn militia(scale: Scale, chance: &mut Chance) -> Battle {
    let seed = chance.below(1_000_000) as u64;
    let mut session = fights::session(fights::both("random"), &fights::scenario(scale), seed);
    for _ in 0..chance.below(150) {
        session.poll();
    }
    session.into_battle()
}

/// A table with a bit of everything on it.
fn ground(scale: Scale, chance: &mut Chance) -> Stage {
    let (wide, high) = extent(scale);
    let mut lines = Vec::new();
    for kind in ["road", "wood_fence", "creek", "trail", "stone_wall"] {
        let (one, other) = (chance.between(0.0, high), chance.between(0.0, high));
        lines.push((kind, [(-wide, one), (wide, other)]));
    }
    let mut areas = Vec::new();
    for kind in ["light_woods", "heavy_woods", "rough", "pond", "broken"] {
        let (x, y) = (
            chance.between(-wide, wide - 6.0),
            chance.between(0.0, high - 6.0),
        );
        let (by, up) = (chance.between(2.0, 6.0), chance.between(2.0, 6.0));
        areas.push((kind, [x, y, x + by, y + up]));
    }
    Stage::at(scale).ground(&lines, &areas)
}

/// How far such a table reaches to either side and up.
fn extent(scale: Scale) -> (f32, f32) {
    let far = origin(scale);
    (far.x - 2.0, 2.0 * far.x - far.y - 2.0)
}

/// On such a table, units of every arm and formation.
pub fn medley(scale: Scale, chance: &mut Chance) -> Battle {
    let (wide, high) = extent(scale);
    let mut stage = ground(scale, chance);
    let kinds = [
        foot(12),
        skirmishers(12),
        formed(foot(16), InfantryFormation::AttackColumn),
        formed(foot(12), InfantryFormation::RoadColumn),
        formed(foot(10), InfantryFormation::ExtendedLine),
        guns(3, Gun::Napoleon),
        horse(8, CavalryWeapon::SharpsCarbine),
        level(Morale::Disorder, foot(12)),
        level(Morale::Shaken, foot(12)),
        of(Quality::Green, foot(12)),
    ];
    for number in 0..16 {
        let unit = kinds[number % kinds.len()];
        // One to each part of the table, so that nobody stands on anybody.
        let (column, row) = ((number % 4) as f32, (number / 4) as f32);
        let x = -wide + (column + 0.5) * wide / 2.0 + chance.between(-0.5, 0.5);
        let y = (row + 0.5) * high / 4.0 + chance.between(-0.5, 0.5);
        let facing = chance.below(24) as f32 * 15.0;
        if chance.below(3) == 0 {
            stage.rebel(unit, x, y, facing);
        } else {
            stage.union(unit, x, y, facing);
        }
    }
    stage.play().battle
}

/// On such a table, brigades of two to four units side by side, some of them not quite in line.
pub fn brigades(scale: Scale, chance: &mut Chance) -> Battle {
    let (wide, high) = extent(scale);
    let mut stage = ground(scale, chance);
    let kinds = [
        foot(12),
        skirmishers(10),
        formed(foot(12), InfantryFormation::AttackColumn),
        foot(8),
        formed(foot(8), InfantryFormation::ExtendedLine),
        formed(foot(12), InfantryFormation::RoadColumn),
        guns(3, Gun::Napoleon),
        horse(8, CavalryWeapon::SharpsCarbine),
        level(Morale::Disorder, foot(8)),
    ];
    let mut taken: Vec<Footprint> = Vec::new();
    for _ in 0..24 {
        let unit = kinds[chance.below(kinds.len())];
        let (many, facing) = (2 + chance.below(3), chance.below(24) as f32 * 15.0);
        let middle = Vec2::new(chance.between(-wide, wide), chance.between(0.0, high));
        let uneven = f32::from(u8::from(chance.below(3) == 0));
        let muster = Muster {
            strength: unit.strength,
            stands: unit.stands.full,
            attached: 0,
        };
        let front = |at: Vec2, facing: f32| {
            let facing = Facing::degrees(facing);
            Placement { at, facing }.footprint(scale, &unit, muster)
        };
        let apart = front(middle, facing).frontage() + chance.between(0.05, 0.4);
        let places: Vec<(Vec2, f32)> = (0..many)
            .map(|number| {
                let aside = (number as f32 - (many - 1) as f32 / 2.0) * apart;
                let ahead = uneven * chance.between(-0.3, 0.3);
                let way = Facing::degrees(facing);
                let at = middle + way.right() * aside + way.ahead() * ahead;
                (at, facing + uneven * chance.between(-6.0, 6.0))
            })
            .collect();
        let new: Vec<Footprint> = places.iter().map(|(at, way)| front(*at, *way)).collect();
        let corners = || new.iter().flat_map(|ground| &ground.stands);
        let inside = corners().all(|stand| {
            let corners = stand.corners();
            corners
                .iter()
                .all(|at| at.x.abs() < wide + 1.5 && at.y > -1.0 && at.y < high + 1.0)
        });
        let free = (0..new.len()).all(|at| {
            let others = taken.iter().chain(&new[..at]);
            others.into_iter().all(|other| !other.overlaps(&new[at]))
        });
        if !inside || !free || taken.len() + many > 16 {
            continue;
        }
        taken.extend(new);
        let rebel = chance.below(3) == 0;
        for (at, facing) in places {
            if rebel {
                stage.rebel(unit, at.x, at.y, facing);
            } else {
                stage.union(unit, at.x, at.y, facing);
            }
        }
    }
    stage.play().battle
}

fn any_formation(unit: &Unit, chance: &mut Chance) -> Formation {
    let foot = InfantryFormation::ALL;
    let horse = CavalryFormation::ALL;
    match unit.troops {
        Troops::Infantry { .. } => Formation::Infantry(foot[chance.below(foot.len())]),
        Troops::Cavalry { mounted, .. } => match chance.below(2) {
            0 => Formation::Mounted(!mounted),
            _ => Formation::Cavalry(horse[chance.below(horse.len())]),
        },
        Troops::Artillery { limbered, .. } => Formation::Limbered(!limbered),
    }
}

/// Anything that a unit or group may want.
pub fn any_goal(battle: &Battle, units: &[UnitId], chance: &mut Chance) -> Goal {
    let places = units.iter().map(|unit| battle.army().placement(*unit).at);
    let start = Placement {
        at: places.sum::<Vec2>() / units.len() as f32,
        facing: battle.army().placement(units[0]).facing,
    };
    let size = battle.scenario().field.size;
    let far = battle.scenario().field.proportion() * chance.between(0.0, 9.0);
    let way = Facing::degrees(chance.between(0.0, 360.0)).ahead() * far;
    let facing = match chance.below(4) {
        0 | 1 => None,
        2 => Some(start.facing.turned(chance.between(-40.0, 40.0))),
        _ => Some(Facing::degrees(chance.between(0.0, 360.0))),
    };
    let unit = battle.army().unit(units[0]);
    let formation = (chance.below(3) == 0).then(|| any_formation(unit, chance));
    Goal {
        to: (start.at + way).clamp(Vec2::splat(0.5), size - 0.5),
        facing,
        formation,
        in_order: chance.below(4) == 0,
        form_last: None,
    }
}

/// Two to four units that could be a group, if there are any.
pub fn any_group(battle: &Battle, chance: &mut Chance) -> Option<Vec<UnitId>> {
    let (now, army) = (battle.now(), battle.army());
    let units: Vec<UnitId> = army.present().collect();
    for _ in 0..40 {
        let first = units[chance.below(units.len())];
        let brigade = |unit: &UnitId| army.command(*unit) == army.command(first);
        let mut others: Vec<UnitId> = units.iter().copied().filter(brigade).collect();
        let many = 2 + chance.below(3);
        let mut group = vec![first];
        while group.len() < many && !others.is_empty() {
            let next = others.swap_remove(chance.below(others.len()));
            let more = [&group[..], &[next]].concat();
            if now
                .check_group(&more, &more, [Deed::Move, Deed::Hold])
                .is_ok()
            {
                group = more;
            }
        }
        if group.len() > 1 {
            return Some(group);
        }
    }
    None
}
