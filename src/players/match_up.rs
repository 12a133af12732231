//! Two players fight a battle to its end.

use std::sync::Arc;

use super::{ComputerPlayer, Level, Player, RandomPlayer};
use crate::battle::Battle;
use crate::files::{Recording, Seats};
use crate::rules::fire::Refusal;
use crate::rules::named::named;
use crate::rules::{Rules, Side};
use crate::scenario::Scenario;

named! {
    /// The players that the program has.
    pub enum PlayerKind: "player" {
        /// Decides from the odds, as well as it can.
        Computer = "computer",
        /// A gentle opponent.
        Easy = "computer:easy",
        /// A fair one.
        Medium = "computer:medium",
        /// The same as `computer`.
        Hard = "computer:hard",
        /// Does anything that is allowed.
        Random = "random",
    }
}

impl PlayerKind {
    fn player(self, seed: u64) -> Box<dyn Player> {
        match self {
            Self::Easy => Box::new(ComputerPlayer::new(Level::Easy)),
            Self::Medium => Box::new(ComputerPlayer::new(Level::Medium)),
            Self::Computer | Self::Hard => Box::new(ComputerPlayer::new(Level::Hard)),
            Self::Random => Box::new(RandomPlayer::new(seed)),
        }
    }
}

/// Who plays whom.
#[derive(Clone, Copy, Debug)]
pub struct MatchUp {
    /// Who plays the Union.
    pub union: PlayerKind,
    /// Who plays the Confederates.
    pub confederate: PlayerKind,
}

impl MatchUp {
    /// Their names, as a file keeps them.
    pub fn seats(self) -> Seats {
        Seats {
            union: self.union.to_string(),
            confederate: self.confederate.to_string(),
        }
    }

    /// Plays a battle on to its end; `watch` is shown it at every decision. What the players of
    /// the program do depends on the battle alone, so that one that was saved goes on as it would
    /// have; only the random player throws its own dice anew.
    pub fn play_on(
        self,
        recording: &mut Recording,
        mut watch: impl FnMut(&Recording),
    ) -> Result<(), Refusal> {
        let seed = recording.opening().seed ^ (recording.answers() as u64).rotate_left(32);
        let mut union = self.union.player(seed ^ 0xb1);
        let mut confederate = self.confederate.player(seed ^ 0x9a);
        while let Some(decision) = recording.battle().decision().cloned() {
            watch(recording);
            let player = match decision.side() {
                Side::Union => &mut union,
                Side::Confederate => &mut confederate,
            };
            let answer = player.answer(recording.battle(), &decision);
            recording.answer(answer)?;
        }
        Ok(())
    }

    /// Fights a battle of a seed to its end. An answer that is refused is a fault of the player.
    pub fn fight(
        self,
        scenario: Arc<Scenario>,
        rules: Arc<Rules>,
        seed: u64,
    ) -> Result<Battle, Refusal> {
        self.fight_shown(scenario, rules, seed, |_| {})
    }

    /// The same; `watch` is shown the battle at every decision and at its end.
    pub fn fight_shown(
        self,
        scenario: Arc<Scenario>,
        rules: Arc<Rules>,
        seed: u64,
        mut watch: impl FnMut(&Battle),
    ) -> Result<Battle, Refusal> {
        let mut battle = Battle::new(scenario, rules, seed);
        let mut union = self.union.player(seed ^ 0xb1);
        let mut confederate = self.confederate.player(seed ^ 0x9a);
        while let Some(decision) = battle.decision().cloned() {
            watch(&battle);
            let player = match decision.side() {
                Side::Union => &mut union,
                Side::Confederate => &mut confederate,
            };
            let answer = player.answer(&battle, &decision);
            battle.answer(answer)?;
        }
        watch(&battle);
        Ok(battle)
    }
}
