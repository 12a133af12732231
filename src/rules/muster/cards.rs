//! Playing cards: how strong a force is when nobody knows, and whether help comes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::rules::Rules;
use crate::rules::named::named;

/// A card of a deck of 52.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

const SUITS: [char; 4] = ['S', 'C', 'H', 'D'];
const RANKS: [&str; 13] = [
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
];

impl Card {
    /// Every card once: spades, clubs, hearts and diamonds, each from the ace to the king.
    pub fn deck() -> impl Iterator<Item = Self> {
        (0..52).map(Self)
    }

    /// From 1, the ace, to 13, the king.
    pub fn rank(self) -> u32 {
        u32::from(self.0 % 13) + 1
    }

    /// A jack, queen or king.
    pub fn is_face(self) -> bool {
        self.rank() > 10
    }

    /// Hearts or diamonds.
    pub fn is_red(self) -> bool {
        self.0 >= 26
    }

    /// As people say it: the ten of hearts.
    pub fn words(self) -> String {
        let rank = match self.rank() {
            1 => "ace",
            2 => "two",
            3 => "three",
            4 => "four",
            5 => "five",
            6 => "six",
            7 => "seven",
            8 => "eight",
            9 => "nine",
            10 => "ten",
            11 => "jack",
            12 => "queen",
            _ => "king",
        };
        let suit = ["spades", "clubs", "hearts", "diamonds"][usize::from(self.0 / 13) % 4];
        format!("{rank} of {suit}")
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = RANKS[usize::from(self.0 % 13)];
        write!(f, "{rank}{}", SUITS[usize::from(self.0 / 13) % 4])
    }
}

impl FromStr for Card {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::deck()
            .find(|card| card.to_string() == text)
            .ok_or_else(|| {
                format!("`{text}` is no card; allowed: A, 2 to 10, J, Q or K, then S, C, H or D")
            })
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

named! {
    /// Which court cards bring help.
    pub enum Faces: "kind of face cards" {
        /// Any jack, queen or king.
        Any = "any",
        /// Only those of spades and clubs.
        Black = "black",
        /// Only those of hearts and diamonds.
        Red = "red",
    }
}

/// What cards are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardPoints {
    /// Each pip of a number card; an ace has one.
    pub pip: u32,
    /// A jack, queen or king.
    pub face: u32,
}

impl Default for CardPoints {
    fn default() -> Self {
        Self { pip: 10, face: 50 }
    }
}

impl Rules {
    /// The muster points of a card.
    ///
    /// Rules: `scenario.random_strength`.
    pub fn card_points(&self, card: Card) -> u32 {
        let worth = &self.muster.cards;
        if card.is_face() {
            worth.face
        } else {
            worth.pip * card.rank()
        }
    }

    /// The muster points of all cards that a side has drawn.
    ///
    /// Rules: `scenario.random_strength`.
    pub fn drawn_points(&self, cards: &[Card]) -> u32 {
        cards.iter().map(|card| self.card_points(*card)).sum()
    }

    /// Whether the card that a side draws at the beginning of a turn brings reinforcements.
    ///
    /// Rules: `scenario.random_reinforcements`.
    pub fn brings_help(&self, card: Card, faces: Faces) -> bool {
        card.is_face()
            && match faces {
                Faces::Any => true,
                Faces::Black => !card.is_red(),
                Faces::Red => card.is_red(),
            }
    }
}
