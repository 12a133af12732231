//! What a battle cost, command by command: who was shot or cut down, who ran, who was taken.

use super::Tale;
use crate::army::{Army, Fact, Fate, Presence, UnitId};
use crate::rules::{Named, Side};

/// Figures and sections that came, and how those that are missing were lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Figures and sections that came to the field.
    pub came: u32,
    /// Shot or cut down.
    pub hit: u32,
    /// Ran and never came back: those who left the ranks of a routed unit, and whole units.
    pub ran: u32,
    /// Laid down their arms, or guns that were left to the enemy.
    pub taken: u32,
}

impl Losses {
    /// All that are missing.
    pub fn all(&self) -> u32 {
        self.hit + self.ran + self.taken
    }

    /// How they were lost, in words that fit guns or men: 4 shot or cut down, 2 run off; all run
    /// off.
    pub fn how(&self, guns: bool) -> String {
        let words = if guns {
            ["wrecked", "left behind", "taken"]
        } else {
            ["shot or cut down", "run off", "taken"]
        };
        let ways: Vec<_> = [self.hit, self.ran, self.taken]
            .into_iter()
            .zip(words)
            .filter(|(count, _)| *count > 0)
            .collect();
        match ways[..] {
            [(1, how)] => how.to_owned(),
            [(2, how)] => format!("both {how}"),
            [(_, how)] => format!("all {how}"),
            _ => {
                let parts = ways.iter().map(|(count, how)| format!("{count} {how}"));
                parts.collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// Together with others.
    pub fn add(&mut self, other: Self) {
        self.came += other.came;
        self.hit += other.hit;
        self.ran += other.ran;
        self.taken += other.taken;
    }
}

/// What one unit lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitLosses {
    /// Who.
    pub unit: UnitId,
    /// What it is called.
    pub name: String,
    /// How it stands at the end.
    pub state: &'static str,
    /// What it lost.
    pub losses: Losses,
}

/// What one brigade or gun battalion lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLosses {
    /// What it is called.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// All of it together.
    pub losses: Losses,
    /// Its units.
    pub units: Vec<UnitLosses>,
}

/// What a battle cost, command by command, the Union's first.
pub fn losses<'a>(of: impl Into<Tale<'a>>) -> Vec<CommandLosses> {
    let tale = of.into();
    let army = tale.army();
    let tolls = tolls(&tale);
    let mut commands = Vec::new();
    for &side in Side::ALL {
        for (number, command) in tale.scenario().commands.iter().enumerate() {
            let own = |id: &UnitId| {
                let his = army.command(*id) == number && army.side(*id) == side;
                his && !army.is_dummy(*id)
            };
            let units: Vec<_> = army
                .units()
                .filter(own)
                .map(|id| UnitLosses {
                    unit: id,
                    name: army.name(id).to_owned(),
                    state: state(army, id),
                    losses: tolls[id.0 as usize],
                })
                .collect();
            if units.is_empty() {
                continue;
            }
            let mut losses = Losses::default();
            units.iter().for_each(|unit| losses.add(unit.losses));
            commands.push(CommandLosses {
                name: command.name.clone(),
                side,
                losses,
                units,
            });
        }
    }
    commands
}

/// What a side lost in all.
pub(super) fn of_side(tale: &Tale, tolls: &[Losses], side: Side) -> Losses {
    let army = tale.army();
    let mut losses = Losses::default();
    let own = |id: &UnitId| army.side(*id) == side && !army.is_dummy(*id);
    for id in army.units().filter(own) {
        losses.add(tolls[id.0 as usize]);
    }
    losses
}

/// What every unit lost, in their order.
pub(super) fn tolls(tale: &Tale) -> Vec<Losses> {
    let army = tale.army();
    let mut ways = vec![Way::default(); army.units().len()];
    // A unit whose men are about to leave it because it could not be rallied.
    let mut straggles = None;
    tale.relive(|before, fact| match fact {
        Fact::Checked { unit, outcome, .. } => {
            straggles = Some(*unit).filter(|_| outcome.loses > 0);
        }
        Fact::Lost { unit, figures, .. } if straggles.take() == Some(*unit) => {
            ways[unit.0 as usize].strayed += figures;
        }
        // Who comes back is one of those who had run, if anybody had.
        Fact::Recovered { unit } => {
            let strayed = &mut ways[unit.0 as usize].strayed;
            *strayed = strayed.saturating_sub(1);
        }
        Fact::Removed { unit, fate } => {
            let left = before.unit(*unit).strength;
            ways[unit.0 as usize].gone = Some((*fate, left));
        }
        _ => {}
    });
    army.units()
        .map(|id| toll(army, id, ways[id.0 as usize]))
        .collect()
}

/// How a unit lost what it lost.
#[derive(Clone, Copy, Default)]
struct Way {
    /// Left the ranks while it ran.
    strayed: u32,
    /// How it left the field, and how many it still had.
    gone: Option<(Fate, u32)>,
}

fn toll(army: &Army, id: UnitId, way: Way) -> Losses {
    let lost = army.lost(id);
    let came = match army.presence(id) {
        Presence::Waiting { .. } | Presence::Gone(Fate::Absent) => 0,
        _ => army.identity(id).strength,
    };
    let (fled, taken) = match way.gone {
        Some((Fate::Disintegrated, left)) => (left, 0),
        Some((Fate::Surrendered | Fate::GunsLost, left)) => (0, left),
        _ => (0, 0),
    };
    let taken = taken.min(lost);
    let ran = (fled + way.strayed).min(lost - taken);
    Losses {
        came,
        hit: lost - ran - taken,
        ran,
        taken,
    }
}

/// How a unit stands at the end.
fn state(army: &Army, id: UnitId) -> &'static str {
    match army.presence(id) {
        Presence::OnTable => super::words::state(army.unit(id).morale),
        Presence::Hidden => "hidden",
        Presence::Waiting { .. } => "still on the march",
        Presence::Gone(fate) => match fate {
            Fate::Absent => "never came",
            Fate::Eliminated => "shot to pieces",
            Fate::Surrendered => "surrendered",
            Fate::Disintegrated => "fled the field",
            Fate::GunsLost => "guns lost",
            Fate::RodeOff => "rode off",
            Fate::Joined => "joined another regiment",
            Fate::Dummy => "nobody",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::play;

    #[test]
    fn losses_add_up_to_the_casualties_of_the_battle() {
        let mut ways = Losses::default();
        for seed in 0..80 {
            let battle = play::out(seed);
            let commands = losses(&battle);
            for &side in Side::ALL {
                let own = commands.iter().filter(|command| command.side == side);
                let sum: u32 = own.map(|command| command.losses.all()).sum();
                assert_eq!(sum, battle.army().casualties(side), "seed {seed}");
            }
            let units: usize = commands.iter().map(|command| command.units.len()).sum();
            assert_eq!(units, battle.army().units().len());
            commands.iter().for_each(|command| ways.add(command.losses));
        }
        assert!(ways.hit > 0 && ways.ran > 0 && ways.taken > 0, "{ways:?}");
    }
}
