//! Who can be asked to sit down, by name.

use std::fmt;
use std::str::FromStr;

use super::{
    Aside, AtOnce, Level, Patience, PersonSeat, Player, ProgramSeat, RandomPlayer, Seat, Thinking,
};
use crate::rules::Named;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatKind {
    /// A person at the window.
    Person,
    /// The computer.
    Computer(Level),
    /// Anything that is allowed.
    Random,
    /// Another program, started by this command.
    Program(String),
}

/// What can be written for a seat.
const ALLOWED: &str = "person, computer, computer:easy, computer:medium, computer:hard, \
                       computer:expert, random, program:COMMAND";

impl FromStr for SeatKind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Ok(match name {
            "person" => Self::Person,
            "computer" => Self::Computer(Level::Hard),
            "random" => Self::Random,
            name => {
                let level = name.strip_prefix("computer:").and_then(Level::from_name);
                let program = name
                    .strip_prefix("program:")
                    .filter(|command| !command.trim().is_empty());
                match (level, program) {
                    (Some(level), _) => Self::Computer(level),
                    (_, Some(command)) => Self::Program(command.to_owned()),
                    _ => {
                        return Err(format!(
                            "`{name}` is nobody who can play; allowed: {ALLOWED}"
                        ));
                    }
                }
            }
        })
    }
}

impl fmt::Display for SeatKind {
    /// As files name the seat: a program only as such, so that no file ever starts one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str("person"),
            Self::Computer(level) => write!(f, "computer:{level}"),
            Self::Random => f.write_str("random"),
            Self::Program(_) => f.write_str("program"),
        }
    }
}

impl SeatKind {
    /// Whoever sat there by the word of a file, if he can sit down again by himself: whatever a file
    /// says, it starts no program.
    pub fn in_file(name: &str) -> Option<Self> {
        let kind = name.parse().ok()?;
        (!matches!(kind, Self::Program(_))).then_some(kind)
    }

    /// Whether whoever sits there is a person.
    pub fn is_person(&self) -> bool {
        *self == Self::Person
    }

    fn player(&self, thinking: Thinking) -> Option<Box<dyn Player>> {
        match self {
            Self::Computer(level) => Some(level.player(thinking)),
            Self::Random => Some(Box::new(RandomPlayer)),
            Self::Person | Self::Program(_) => None,
        }
    }

    /// Takes the seat, for a host that has nothing else to do meanwhile.
    pub fn sit(&self, patience: Patience, thinking: Thinking) -> Box<dyn Seat> {
        match (self, self.player(thinking)) {
            (_, Some(player)) => {
                let seat = AtOnce::new(self.to_string(), player);
                Box::new(seat.telling(thinking.told))
            }
            (Self::Program(command), _) => Box::new(ProgramSeat::new(command, patience)),
            _ => Box::new(PersonSeat::default()),
        }
    }

    /// Takes the seat, for a host that must not wait.
    pub fn sit_aside(&self, patience: Patience, thinking: Thinking) -> Box<dyn Seat> {
        match self.player(thinking) {
            Some(player) => Box::new(Aside::new(self.to_string(), player)),
            None => self.sit(patience, thinking),
        }
    }
}
