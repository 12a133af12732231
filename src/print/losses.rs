//! What a battle cost, command by command: who was shot or cut down, who ran, who was taken.

use serde::{Deserialize, Serialize};

use super::Tale;
use crate::army::{Army, Fact, Fate, Presence, UnitId};
use crate::rules::{Morale, Named, Side};

/// Figures and sections that came, and how those that are missing were lost. Written as four
/// numbers in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "[u32; 4]", from = "[u32; 4]")]
pub struct Losses {
    /// Figures and sections that came to the field. Those who merge into another regiment are
    /// counted with it, before and after.
    pub came: u32,
    /// Shot or cut down.
    pub hit: u32,
    /// Ran and never came back: those who left the ranks of a routed unit, and whole units; guns
    /// that were abandoned.
    pub ran: u32,
    /// Laid down their arms, or guns that the enemy took.
    pub taken: u32,
}

impl From<[u32; 4]> for Losses {
    fn from([came, hit, ran, taken]: [u32; 4]) -> Self {
        Self {
            came,
            hit,
            ran,
            taken,
        }
    }
}

impl From<Losses> for [u32; 4] {
    fn from(losses: Losses) -> Self {
        [losses.came, losses.hit, losses.ran, losses.taken]
    }
}

/// What losses are told of, for the words that fit them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// Figures.
    Men,
    /// Sections.
    Guns,
    /// Figures and sections together.
    Both,
}

impl Lost {
    /// What some units are counted in.
    pub fn of(army: &Army, units: impl IntoIterator<Item = UnitId>) -> Self {
        let (mut men, mut guns) = (false, false);
        for id in units {
            let artillery = army.unit(id).is_artillery();
            guns |= artillery;
            men |= !artillery;
        }
        match (men, guns) {
            (true, true) => Self::Both,
            (false, true) => Self::Guns,
            _ => Self::Men,
        }
    }

    /// What it is counted in.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Men => "figures",
            Self::Guns => "sections",
            Self::Both => "figures and sections",
        }
    }
}

impl Losses {
    /// All that are missing.
    pub fn all(&self) -> u32 {
        self.hit + self.ran + self.taken
    }

    /// How they were lost, in words that fit guns or men: 4 shot or cut down, 2 run off; all run
    /// off.
    pub fn how(&self, what: Lost) -> String {
        let words = match what {
            Lost::Men => ["shot or cut down", "run off", "taken"],
            Lost::Guns => ["wrecked", "lost in flight", "taken"],
            Lost::Both => ["shot or cut down", "run off or lost in flight", "taken"],
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
    let mut tolls: Vec<_> = army.units().map(|id| came(army, id)).collect();
    lost_before(tale.start(), &mut tolls);
    // A unit whose men are about to leave it because it could not be rallied.
    let mut straggles = None;
    tale.relive(|before, fact| match fact {
        Fact::Checked { unit, outcome, .. } => {
            straggles = Some(*unit).filter(|_| outcome.loses > 0);
        }
        Fact::Lost {
            unit,
            figures,
            of_attached,
            ..
        } => {
            let strayed = straggles.take() == Some(*unit);
            let with = before.record(*unit).attached.map(|with| with.unit);
            let own = figures - with.map_or(0, |_| *of_attached);
            for (id, lost) in [(Some(*unit), own), (with, *of_attached)] {
                let Some(id) = id else { continue };
                let toll = &mut tolls[id.0 as usize];
                *if strayed {
                    &mut toll.ran
                } else {
                    &mut toll.hit
                } += lost;
            }
        }
        Fact::Recovered { unit } => {
            let with = before.record(*unit).attached.map(|with| with.unit);
            let all = [Some(*unit), with];
            // Of those who stand together, one who has lost somebody.
            if let Some(id) = all
                .into_iter()
                .flatten()
                .find(|id| tolls[id.0 as usize].all() > 0)
            {
                tolls[id.0 as usize].recover();
            }
        }
        Fact::Merged { unit, into, .. } => {
            let brings = before.unit(*unit).strength;
            tolls[unit.0 as usize].came -= brings;
            tolls[into.0 as usize].came += brings;
        }
        Fact::Removed { unit, fate } if !before.record(*unit).went_over => {
            let left = before.unit(*unit).strength;
            let with = before.record(*unit).attached;
            let own = left - with.map_or(0, |with| with.figures);
            tolls[unit.0 as usize].leave(before, *unit, *fate, own);
            if let Some(with) = with {
                tolls[with.unit.0 as usize].leave(before, *unit, *fate, with.figures);
            }
        }
        _ => {}
    });
    tolls
}

/// What came of a unit.
fn came(army: &Army, id: UnitId) -> Losses {
    let came = match army.presence(id) {
        Presence::Waiting { .. } | Presence::Gone(Fate::Absent) => 0,
        _ => army.identity(id).strength,
    };
    Losses {
        came,
        ..Losses::default()
    }
}

/// What was lost before the tale begins, where it goes on from a save.
fn lost_before(start: &Army, tolls: &mut [Losses]) {
    for id in start.units() {
        let record = start.record(id);
        let (mut lost, mut joined) = (start.lost(id), record.joined);
        if let Some(with) = record.attached {
            let brought = start.unit(with.unit).strength;
            let fell = brought.saturating_sub(with.figures);
            tolls[with.unit.0 as usize].hit += fell;
            lost = lost.saturating_sub(fell);
            joined = joined.saturating_sub(brought);
        }
        let toll = &mut tolls[id.0 as usize];
        toll.came += joined;
        if record.went_over && start.host_of(id).is_none() {
            toll.came = toll.came.saturating_sub(start.unit(id).strength);
        } else if let Presence::Gone(fate) = start.presence(id) {
            let left = start.unit(id).strength.min(lost);
            let told = toll.all();
            toll.leave(start, id, fate, left);
            lost -= toll.all() - told;
        }
        toll.hit += lost;
    }
}

impl Losses {
    /// Who comes back is one of those who had run, if anybody had.
    fn recover(&mut self) {
        if self.ran > 0 {
            self.ran -= 1;
        } else {
            self.hit = self.hit.saturating_sub(1);
        }
    }

    /// A unit leaves the field with so many as it still has.
    fn leave(&mut self, army: &Army, unit: UnitId, fate: Fate, left: u32) {
        match fate {
            Fate::Disintegrated => self.ran += left,
            // Nobody need have come for the guns of those who ran.
            Fate::GunsLost if army.unit(unit).morale == Morale::Routed => self.ran += left,
            Fate::Surrendered | Fate::GunsLost => self.taken += left,
            Fate::Eliminated => self.hit += left,
            Fate::Absent | Fate::Joined | Fate::RodeOff | Fate::Withdrew | Fate::Dummy => {}
        }
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
            Fate::Withdrew => "withdrew",
            Fate::Joined => "joined another regiment",
            Fate::Dummy => "nobody",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::play;

    /// All that are missing are told, each once, whoever fell in with whom.
    #[test]
    fn losses_add_up_to_the_casualties_of_the_battle() {
        let mut ways = Losses::default();
        let mut joined = 0;
        for seed in 0..80 {
            let battle = play::out(seed);
            let army = battle.army();
            let commands = losses(&battle);
            for &side in Side::ALL {
                let own = commands.iter().filter(|command| command.side == side);
                let sum: u32 = own.map(|command| command.losses.all()).sum();
                assert_eq!(sum, army.casualties(side), "seed {seed}");
            }
            let units: usize = commands.iter().map(|command| command.units.len()).sum();
            assert_eq!(units, army.units().len());
            for command in &commands {
                ways.add(command.losses);
                for unit in &command.units {
                    let Losses { came, .. } = unit.losses;
                    assert!(unit.losses.all() <= came, "seed {seed}: {unit:?}");
                    joined += u32::from(unit.state == "joined another regiment");
                }
            }
        }
        assert!(ways.hit > 0 && ways.ran > 0 && ways.taken > 0, "{ways:?}");
        assert!(joined > 0, "no regiment has joined another");
    }

    /// Guns that their crews left are not told as taken by anybody.
    #[test]
    fn abandoned_guns_are_told_apart_from_taken_ones() {
        let (mut abandoned, mut taken) = (0, 0);
        for seed in 0..80 {
            let battle = play::out(seed);
            let tale = Tale::from(&battle);
            let tolls = tolls(&tale);
            tale.relive(|before, fact| {
                let Fact::Removed {
                    unit,
                    fate: Fate::GunsLost,
                } = fact
                else {
                    return;
                };
                let left = before.unit(*unit).strength;
                let toll = tolls[unit.0 as usize];
                if before.unit(*unit).morale == Morale::Routed {
                    abandoned += left;
                    assert_eq!(toll.taken, 0, "seed {seed}");
                    assert!(toll.ran >= left, "seed {seed}");
                } else {
                    taken += left;
                    assert_eq!(toll.taken, left, "seed {seed}");
                }
            });
        }
        assert!(abandoned > 0, "{abandoned} {taken}");
    }
}
