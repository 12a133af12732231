//! Which screen is up.

use bevy::prelude::*;

/// The screens of the program.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// What to play.
    #[default]
    Menu,
    /// Both sides set their armies up.
    SetUp,
    /// The battle on the table.
    Table,
    /// The table is covered until the other player has taken his seat.
    Curtain,
    /// How it ended.
    Result,
}

/// A battle lies on the table, whatever hangs before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Laid;

impl ComputedStates for Laid {
    type SourceStates = Screen;
    /// The table stays as it is while the screens before it change.
    const ALLOW_SAME_STATE_TRANSITIONS: bool = false;

    fn compute(screen: Screen) -> Option<Self> {
        match screen {
            Screen::Menu => None,
            Screen::SetUp | Screen::Table | Screen::Curtain | Screen::Result => Some(Self),
        }
    }
}

/// The screens.
pub fn plugin(app: &mut App) {
    app.init_state::<Screen>().add_computed_state::<Laid>();
}
