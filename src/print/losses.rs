//! What a battle cost, command by command.

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
    /// Ran and never stopped.
    pub ran: u32,
    /// Laid down their arms, or guns that were left to the enemy.
    pub taken: u32,
}

impl Losses {
    /// All that are missing.
    pub fn all(&self) -> u32 {
        self.hit + self.ran + self.taken
    }

    fn add(&mut self, other: Self) {
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
    // How many a unit still had when it left the field, and how it left.
    let mut gone: Vec<Option<(Fate, u32)>> = vec![None; army.units().len()];
    tale.relive(|before, fact| {
        if let Fact::Removed { unit, fate } = fact {
            gone[unit.0 as usize] = Some((*fate, before.unit(*unit).strength));
        }
    });
    let mut commands = Vec::new();
    for &side in Side::ALL {
        for (number, command) in tale.scenario().commands.iter().enumerate() {
            let own = |id: &UnitId| army.command(*id) == number && army.side(*id) == side;
            let units: Vec<_> = army
                .units()
                .filter(own)
                .map(|id| of_unit(army, id, gone[id.0 as usize]))
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

fn of_unit(army: &Army, id: UnitId, gone: Option<(Fate, u32)>) -> UnitLosses {
    let lost = army.lost(id);
    let (ran, taken) = match gone {
        Some((Fate::Disintegrated, left)) => (left.min(lost), 0),
        Some((Fate::Surrendered | Fate::GunsLost, left)) => (0, left.min(lost)),
        _ => (0, 0),
    };
    let presence = army.presence(id);
    let (came, state) = match presence {
        Presence::OnTable => (true, super::words::state(army.unit(id).morale)),
        Presence::Waiting { .. } => (false, "still on the march"),
        Presence::Gone(fate) => (
            fate != Fate::Absent,
            match fate {
                Fate::Absent => "never came",
                Fate::Eliminated => "shot to pieces",
                Fate::Surrendered => "surrendered",
                Fate::Disintegrated => "fled the field",
                Fate::GunsLost => "guns lost",
                Fate::RodeOff => "rode off",
                Fate::Joined => "joined another regiment",
            },
        ),
    };
    UnitLosses {
        unit: id,
        name: army.name(id).to_owned(),
        state,
        losses: Losses {
            came: if came { army.identity(id).strength } else { 0 },
            hit: lost - ran - taken,
            ran,
            taken,
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
