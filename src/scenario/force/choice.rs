//! Who brings what: the ready force, a file, or one that the computer musters; with the cards that
//! say how strong it may be where nobody knows.

use std::path::{Path, PathBuf};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::file::Force;
use super::raise::{Manner, Want, raise};
use crate::rules::muster::{Card, MusterPart};
use crate::rules::{Rules, Scale, Side};
use crate::scenario::setup::Mustered;
use crate::scenario::source::{ForceText, Forces, ScenarioSource};
use crate::scenario::{FileFault, Scenario};

/// What a side brings to a scenario that musters.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ForceChoice {
    /// The ready force of the scenario.
    #[default]
    Ready,
    /// The force of a file.
    File(PathBuf),
    /// What the computer musters.
    Computer(Manner),
}

/// What both sides bring.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ForceChoices {
    /// The Union.
    pub union: ForceChoice,
    /// The Confederates.
    pub confederate: ForceChoice,
}

impl ForceChoices {
    fn of(&self, side: Side) -> &ForceChoice {
        match side {
            Side::Union => &self.union,
            Side::Confederate => &self.confederate,
        }
    }
}

/// Points of regiments that cards may bring, where the computer musters them.
const RESERVES: u32 = 150;

/// Reads a scenario with the forces that its sides bring. Cards are drawn, and the computer
/// musters, by the seed.
///
/// Rules: `scenario.random_strength`.
pub fn muster_by(
    path: &Path,
    choices: &ForceChoices,
    seed: u64,
    scale: Scale,
    rules: &Rules,
) -> Result<(Scenario, ScenarioSource), Vec<FileFault>> {
    let (ready, source) = ScenarioSource::load(path, scale, rules)?;
    let drawing = ready.mustered.iter().flatten().any(|one| one.secret);
    if *choices == ForceChoices::default() && !drawing {
        return Ok((ready, source));
    }
    let mut deck = Deck::shuffled(seed);
    let mut forces = Forces::default();
    for side in [Side::Union, Side::Confederate] {
        let force = brought(path, &ready, choices, (side, seed), rules, &mut deck)?;
        match side {
            Side::Union => forces.union = force,
            Side::Confederate => forces.confederate = force,
        }
    }
    ScenarioSource::load_with(path, scale, rules, forces)
}

fn brought(
    path: &Path,
    ready: &Scenario,
    choices: &ForceChoices,
    (side, seed): (Side, u64),
    rules: &Rules,
    deck: &mut Deck,
) -> Result<Option<ForceText>, Vec<FileFault>> {
    let fault = |what: String| {
        vec![FileFault {
            file: path.display().to_string(),
            place: None,
            field: side.to_string(),
            what,
        }]
    };
    let choice = choices.of(side);
    let Some(mustered) = ready.mustered_by(side) else {
        return match choice {
            ForceChoice::Ready => Ok(None),
            _ => Err(fault(
                "this side has an order of battle and musters no force".to_owned(),
            )),
        };
    };
    let (parts, cards) = draw(mustered, rules, deck);
    let computer = |manner: Manner, reserves: u32| Want {
        side,
        period: ready.period,
        parts: parts.clone(),
        manner,
        // Each side has its own chance.
        seed: seed
            .wrapping_mul(2)
            .wrapping_add(u64::from(side == Side::Union)),
        reserves,
        taken: names_of(ready, side.other()),
    };
    let reserves = if mustered.reinforcements.is_some() {
        RESERVES
    } else {
        0
    };
    let (file, text) = match choice {
        ForceChoice::Ready if cards.is_empty() => return Ok(None),
        ForceChoice::Ready => {
            let force = raise(rules, &computer(Manner::Random, reserves)).map_err(fault)?;
            (made_up(side), force.text(rules))
        }
        ForceChoice::Computer(manner) => {
            let force = raise(rules, &computer(*manner, reserves)).map_err(fault)?;
            (made_up(side), force.text(rules))
        }
        ForceChoice::File(file) => {
            let text = Force::text_of(file).map_err(|fault| vec![fault])?;
            // The name alone: nobody else need know where on this disk it lay.
            let name = file.file_name().unwrap_or(file.as_os_str());
            let name = name.to_string_lossy().into_owned();
            let mut force = Force::read(&name, &text, rules)?;
            if reserves > 0 && force.reserves.is_empty() {
                let mut want = computer(Manner::Random, reserves);
                want.taken
                    .extend(force.names().into_iter().map(str::to_owned));
                force.reserves = raise(rules, &want).map_err(fault)?.reserves;
                (name, force.text(rules))
            } else {
                (name, text)
            }
        }
    };
    Ok(Some(ForceText { file, text, cards }))
}

fn made_up(side: Side) -> String {
    format!("{side}.ron")
}

/// What each part may cost, once the cards are on the table.
///
/// Rules: `scenario.random_strength`.
fn draw(mustered: &Mustered, rules: &Rules, deck: &mut Deck) -> (Vec<MusterPart>, Vec<Card>) {
    let mut cards = Vec::new();
    let parts = mustered.parts.iter().map(|part| {
        let drawn = deck.draw(part.cards as usize);
        let points = match part.cards {
            0 => part.muster.points,
            _ => Some(rules.drawn_points(&drawn)),
        };
        cards.extend(drawn);
        MusterPart {
            points,
            ..part.muster.clone()
        }
    });
    (parts.collect(), cards)
}

/// Every name of a side.
fn names_of(scenario: &Scenario, side: Side) -> Vec<String> {
    let units = scenario.units_of(side).map(|unit| unit.name.clone());
    let leaders = scenario.leaders.iter().filter(|one| one.side == side);
    let commands = scenario.commands.iter().filter(|one| one.side == side);
    units
        .chain(leaders.map(|one| one.name.clone()))
        .chain(commands.map(|one| one.name.clone()))
        .collect()
}

/// A deck that was shuffled.
struct Deck(Vec<Card>);

impl Deck {
    fn shuffled(seed: u64) -> Self {
        let mut chance = ChaCha8Rng::seed_from_u64(seed ^ 0xdec0_0052);
        let mut cards: Vec<_> = Card::deck().collect();
        for at in (1..cards.len()).rev() {
            let other = chance.next_u32() as usize % (at + 1);
            cards.swap(at, other);
        }
        Self(cards)
    }

    fn draw(&mut self, count: usize) -> Vec<Card> {
        let at = self.0.len().saturating_sub(count);
        self.0.split_off(at)
    }
}
