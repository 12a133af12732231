//! One table of keys: what each does, and where. No key does two things in one situation.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::rules::Named;
use crate::rules::named::named;

named! {
    /// What a key is pressed for.
    pub enum Stroke: "key" {
        /// Everything to a halt, or on.
        Play = "play or pause",
        /// One fact on.
        StepOn = "one fact on",
        /// One fact back.
        StepBack = "one fact back",
        /// Slower.
        Slower = "slower",
        /// Faster.
        Faster = "faster",
        /// To the next decision of one's own.
        Skip = "skip to my next decision",
        /// The card.
        Card = "card",
        /// The log.
        Log = "log",
        /// The last result.
        Result = "result",
        /// The orders of battle.
        Roster = "roster",
        /// The rulebook.
        Rules = "rules",
        /// Names over the units.
        Names = "names over the units",
        /// What is seen and fired on from here.
        Ground = "study of the ground",
        /// The list of keys.
        Help = "help",
        /// Out of a unit's eyes.
        Eyes = "through the unit's eyes",
        /// Let go.
        Cancel = "cancel, let go",
        /// The next that can act.
        NextUnit = "next unit that can act",
        /// Yes.
        Confirm = "confirm",
        /// The last answer back.
        Undo = "undo",
        /// The battle into a file.
        Save = "save",
        /// What the computer would do.
        Hint = "hint: what would the computer do?",
        /// The brigade's contiguous group.
        Group = "select its group",
        /// Fire.
        Fire = "fire",
        /// Charge.
        Charge = "charge",
        /// Another formation.
        Form = "another formation",
        /// The formation at the end of the way.
        FormLast = "formation before or after the move",
        /// Reform.
        Reform = "reform",
        /// Rally.
        Rally = "rally",
        /// Disengage.
        Disengage = "disengage",
        /// Prolonge.
        Prolonge = "fire on the prolonge",
        /// A horse.
        TakeHorse = "take over a horse",
        /// Merge.
        Merge = "merge",
        /// Attach.
        Attach = "attach to a regiment",
        /// Works.
        Dig = "dig in, go on with the work",
        /// Works that are there.
        Rework = "improve or turn works",
        /// Obstacles.
        Obstruct = "raise, clear or pivot an obstacle",
        /// The train and its bridge.
        Pontoons = "unload pontoons, build the bridge",
        /// Engineers help.
        Assist = "engineers lend a hand",
        /// Nothing more.
        Hold = "hold, stay",
        /// The next enemy that can be fired on or charged.
        NextTarget = "next target",
        /// The ghost to the left.
        TurnLeft = "turn the ghost left",
        /// The ghost to the right.
        TurnRight = "turn the ghost right",
        /// A leg of one's own.
        AddLeg = "set this leg, draw the next",
        /// The turn is over.
        EndTurn = "end the turn",
        /// The set-up is done.
        Ready = "ready (set-up)",
        /// An answer of the prompt bar.
        Answer1 = "answer 1",
        /// An answer of the prompt bar.
        Answer2 = "answer 2",
        /// An answer of the prompt bar.
        Answer3 = "answer 3",
        /// An answer of the prompt bar.
        Answer4 = "answer 4",
        /// An answer of the prompt bar.
        Answer5 = "answer 5",
        /// An answer of the prompt bar.
        Answer6 = "answer 6",
        /// An answer of the prompt bar.
        Answer7 = "answer 7",
        /// An answer of the prompt bar.
        Answer8 = "answer 8",
        /// An answer of the prompt bar.
        Answer9 = "answer 9",
        /// Nobody answers.
        PromptHold = "hold",
        /// Nobody answers as long as this unit is active.
        HoldMove = "hold for the rest of this unit's move",
        /// Nobody answers this turn.
        HoldTurn = "hold for the rest of the turn",
        /// Somebody turns, any way.
        TurnTo = "turn any way as a reaction",
    }
}

named! {
    /// Where a key counts.
    pub enum Where: "situation" {
        /// Wherever a battle lies on the table.
        Always = "at the table",
        /// While one watches.
        Watching = "while watching",
        /// While one gives orders.
        Ordering = "while giving orders",
        /// While a question is put in the prompt bar.
        Answering = "while answering a prompt",
    }
}

impl Stroke {
    /// Where it counts.
    pub fn place(self) -> Where {
        match self {
            Self::Play
            | Self::StepOn
            | Self::StepBack
            | Self::Slower
            | Self::Faster
            | Self::Skip => Where::Watching,
            Self::Card
            | Self::Log
            | Self::Result
            | Self::Roster
            | Self::Rules
            | Self::Names
            | Self::Ground
            | Self::Help
            | Self::Eyes
            | Self::Cancel
            | Self::Undo
            | Self::Save
            | Self::Hint => Where::Always,
            Self::NextUnit
            | Self::Confirm
            | Self::Group
            | Self::Fire
            | Self::Charge
            | Self::Form
            | Self::FormLast
            | Self::Reform
            | Self::Rally
            | Self::Disengage
            | Self::Prolonge
            | Self::TakeHorse
            | Self::Merge
            | Self::Attach
            | Self::Dig
            | Self::Rework
            | Self::Obstruct
            | Self::Pontoons
            | Self::Assist
            | Self::Hold
            | Self::NextTarget
            | Self::TurnLeft
            | Self::TurnRight
            | Self::AddLeg
            | Self::EndTurn
            | Self::Ready => Where::Ordering,
            Self::Answer1
            | Self::Answer2
            | Self::Answer3
            | Self::Answer4
            | Self::Answer5
            | Self::Answer6
            | Self::Answer7
            | Self::Answer8
            | Self::Answer9
            | Self::PromptHold
            | Self::HoldMove
            | Self::HoldTurn
            | Self::TurnTo => Where::Answering,
        }
    }

    /// The key it has unless the player chose another.
    fn usual(self) -> KeyCode {
        match self {
            Self::Play | Self::PromptHold => KeyCode::Space,
            Self::StepOn | Self::TurnRight => KeyCode::Period,
            Self::StepBack | Self::TurnLeft => KeyCode::Comma,
            Self::Slower => KeyCode::BracketLeft,
            Self::Faster => KeyCode::BracketRight,
            Self::Skip | Self::Confirm => KeyCode::Enter,
            Self::Card => KeyCode::KeyC,
            Self::Log => KeyCode::KeyL,
            Self::Result => KeyCode::KeyR,
            Self::Roster => KeyCode::KeyO,
            Self::Rules => KeyCode::KeyK,
            Self::Names => KeyCode::KeyM,
            Self::Ground => KeyCode::F4,
            Self::Help => KeyCode::KeyH,
            Self::Eyes => KeyCode::KeyV,
            Self::Cancel => KeyCode::Escape,
            Self::Undo => KeyCode::KeyU,
            Self::Save => KeyCode::F5,
            Self::Hint => KeyCode::F2,
            Self::NextUnit => KeyCode::KeyN,
            Self::Group | Self::TurnTo => KeyCode::KeyG,
            Self::Fire | Self::Answer1 => KeyCode::Digit1,
            Self::Charge | Self::Answer2 => KeyCode::Digit2,
            Self::Form | Self::Answer3 => KeyCode::Digit3,
            Self::Reform | Self::Answer4 => KeyCode::Digit4,
            Self::Rally | Self::Answer5 => KeyCode::Digit5,
            Self::Disengage | Self::Answer6 => KeyCode::Digit6,
            Self::Prolonge | Self::Answer7 => KeyCode::Digit7,
            Self::TakeHorse | Self::Answer8 => KeyCode::Digit8,
            Self::Merge | Self::Answer9 => KeyCode::Digit9,
            Self::Attach => KeyCode::Digit0,
            Self::Dig => KeyCode::Semicolon,
            Self::Rework => KeyCode::Quote,
            Self::Obstruct => KeyCode::Slash,
            Self::Pontoons => KeyCode::Backslash,
            Self::Assist => KeyCode::Insert,
            Self::FormLast => KeyCode::KeyB,
            Self::Hold => KeyCode::KeyX,
            Self::NextTarget => KeyCode::KeyJ,
            Self::AddLeg => KeyCode::KeyP,
            Self::EndTurn => KeyCode::End,
            Self::Ready => KeyCode::KeyY,
            Self::HoldMove => KeyCode::KeyI,
            Self::HoldTurn => KeyCode::KeyZ,
        }
    }
}

/// Keys that are the camera's and the window's: they can be given to nothing else.
pub const TAKEN: &[KeyCode] = &[
    KeyCode::KeyW,
    KeyCode::KeyA,
    KeyCode::KeyS,
    KeyCode::KeyD,
    KeyCode::KeyQ,
    KeyCode::KeyE,
    KeyCode::KeyT,
    KeyCode::KeyF,
    KeyCode::ArrowUp,
    KeyCode::ArrowDown,
    KeyCode::ArrowLeft,
    KeyCode::ArrowRight,
    KeyCode::Home,
    KeyCode::Minus,
    KeyCode::Equal,
    KeyCode::Tab,
    KeyCode::F1,
    KeyCode::F11,
    KeyCode::F12,
    KeyCode::ControlLeft,
    KeyCode::ControlRight,
    KeyCode::ShiftLeft,
    KeyCode::ShiftRight,
];

/// Which key does what: the usual ones, but for those the player chose himself.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Keys {
    chosen: BTreeMap<Stroke, KeyCode>,
}

impl Keys {
    /// The key for something.
    pub fn key(&self, stroke: Stroke) -> KeyCode {
        self.chosen
            .get(&stroke)
            .copied()
            .unwrap_or_else(|| stroke.usual())
    }

    /// Whether it was pressed in this frame.
    pub fn pressed(&self, keys: &ButtonInput<KeyCode>, stroke: Stroke) -> bool {
        keys.just_pressed(self.key(stroke))
    }

    /// What is in the way of a key: the thing that already has it in the same situation.
    pub fn taken(&self, stroke: Stroke, key: KeyCode) -> Option<Stroke> {
        let both = |other: Stroke| {
            let (one, two) = (stroke.place(), other.place());
            one == two || one == Where::Always || two == Where::Always
        };
        Stroke::ALL
            .iter()
            .copied()
            .find(|&other| other != stroke && both(other) && self.key(other) == key)
    }

    /// Gives something another key; refused with what stands in the way.
    pub fn choose(&mut self, stroke: Stroke, key: KeyCode) -> Result<(), String> {
        if TAKEN.contains(&key) {
            return Err(format!(
                "{} moves the camera or belongs to the window; choose another",
                label(key)
            ));
        }
        if let Some(other) = self.taken(stroke, key) {
            return Err(format!(
                "{} is already the key for: {}",
                label(key),
                other.name()
            ));
        }
        if key == stroke.usual() {
            self.chosen.remove(&stroke);
        } else {
            self.chosen.insert(stroke, key);
        }
        Ok(())
    }

    /// Those the player chose himself.
    pub fn chosen(&self) -> &BTreeMap<Stroke, KeyCode> {
        &self.chosen
    }

    /// All as they were.
    pub fn reset(&mut self) {
        self.chosen.clear();
    }

    /// A key as it is written on a button.
    pub fn label(&self, stroke: Stroke) -> String {
        label(self.key(stroke))
    }
}

/// A key as people call it.
pub fn label(key: KeyCode) -> String {
    match key {
        KeyCode::Comma => ",".to_owned(),
        KeyCode::Period => ".".to_owned(),
        KeyCode::BracketLeft => "[".to_owned(),
        KeyCode::BracketRight => "]".to_owned(),
        KeyCode::Semicolon => ";".to_owned(),
        KeyCode::Quote => "'".to_owned(),
        KeyCode::Slash => "/".to_owned(),
        KeyCode::Backslash => "\\".to_owned(),
        KeyCode::Escape => "Esc".to_owned(),
        other => {
            let name = format!("{other:?}");
            let short = name
                .strip_prefix("Key")
                .or_else(|| name.strip_prefix("Digit"));
            short.unwrap_or(&name).to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things_in_one_situation() {
        let keys = Keys::default();
        for &stroke in Stroke::ALL {
            let key = keys.key(stroke);
            assert!(!TAKEN.contains(&key), "{} is the window's", stroke.name());
            assert_eq!(keys.taken(stroke, key), None, "{}", stroke.name());
        }
    }

    #[test]
    fn a_taken_key_is_refused() {
        let mut keys = Keys::default();
        assert!(keys.choose(Stroke::Fire, KeyCode::KeyW).is_err());
        assert!(keys.choose(Stroke::Fire, KeyCode::Digit2).is_err());
        assert_eq!(keys.choose(Stroke::Fire, KeyCode::F9), Ok(()));
        assert_eq!(keys.key(Stroke::Fire), KeyCode::F9);
    }
}
