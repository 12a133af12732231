//! What is open on the desk beside the table.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{book, instructions, log};
use crate::army::UnitId;
use crate::rules::named::named;
use crate::table::ranks::Hit;

named! {
    /// The panels beside the table.
    pub enum Panel: "panel" {
        /// Who was clicked.
        Card = "card",
        /// What happened.
        Log = "log",
        /// One fire, check or charge with its whole arithmetic.
        Result = "result",
        /// Both orders of battle, turns and objectives.
        Roster = "roster",
        /// The rulebook index.
        Rules = "rules",
    }
}

/// What is open on the desk beside the table.
#[derive(Resource)]
pub struct Desk {
    /// The panel that is open, if any.
    pub panel: Option<Panel>,
    /// Who was clicked.
    pub selected: Option<Hit>,
    /// Whom the selected unit points at.
    pub pointed: Option<UnitId>,
    /// The fact whose arithmetic is shown.
    pub result: Option<usize>,
    /// The fact that it is asked of why it was done.
    pub why: Option<usize>,
    /// The list of keys is open.
    pub help: bool,
    /// Names are written over the units.
    pub plates: bool,
    /// The ground is studied: what is seen and fired on, and what is not.
    pub ground: bool,
    /// The size of all text.
    pub text: f32,
    /// The table is to be cleared and the menu opened.
    pub leave: bool,
    /// The program is to end.
    pub quit: bool,
    /// The camera is to look at this unit, always or only if it is out of sight.
    pub look: Option<(UnitId, bool)>,
    /// The timeline is shown while one plays.
    pub history: bool,
    /// Whom instructions on the card are for.
    pub scope: instructions::Scope,
    /// What the panels leave free of the table.
    pub free: Option<egui::Rect>,
    /// What of the log is shown.
    pub log: log::LogState,
    /// What is looked up.
    pub book: book::BookState,
    /// The lesson that is wanted, by its name.
    pub lesson: Option<String>,
    /// The lesson is over, and its battle is to be played on.
    pub play_on: bool,
    /// Nothing but the table and what is written on it: for pictures.
    pub bare: bool,
}

impl Default for Desk {
    fn default() -> Self {
        Self {
            panel: None,
            selected: None,
            pointed: None,
            result: None,
            why: None,
            help: false,
            plates: true,
            ground: false,
            text: 1.0,
            leave: false,
            quit: false,
            look: None,
            history: false,
            scope: instructions::Scope::Unit,
            free: None,
            log: log::LogState::default(),
            book: book::BookState::default(),
            lesson: None,
            play_on: false,
            bare: false,
        }
    }
}
