//! Who brings what: the ready force, a file, or one that the computer musters; with the cards that
//! say how strong it may be where nobody knows.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::file::Force;
use super::raise::{Manner, Want, raise};
use super::survivors::Survivors;
use crate::rules::muster::{Card, MusterPart};
use crate::rules::{Rules, Scale, Side};
use crate::scenario::setup::Mustered;
use crate::scenario::source::{ForceText, Forces, ScenarioSource};
use crate::scenario::{FileFault, Origin, Scenario};

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
    /// Who is left of an earlier battle, and fights in this one.
    pub after: Option<Survivors>,
    /// Roads, where the scenario leaves them to the player: entries by whom they are for.
    pub roads: BTreeMap<String, String>,
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
pub const RESERVES: u32 = 150;

/// Reads a scenario with the forces that its sides bring. Cards are drawn, and the computer
/// musters, by the seed.
///
/// Rules: `scenario.random_strength`.
pub fn muster_by(
    from: impl Into<Origin>,
    choices: &ForceChoices,
    seed: u64,
    scale: Scale,
    rules: &Rules,
) -> Result<(Scenario, ScenarioSource), Vec<FileFault>> {
    let from = from.into();
    let (ready, source) = ScenarioSource::load(&from, scale, rules)?;
    let drawing = ready.mustered.iter().flatten().any(|one| one.secret);
    if *choices == ForceChoices::default() && !drawing {
        return Ok((ready, source));
    }
    let mut deck = Deck::shuffled(seed);
    let mut forces = Forces {
        roads: roads(from.path(), &ready, &choices.roads)?,
        ..Forces::default()
    };
    let mut joined = 0;
    for side in [Side::Union, Side::Confederate] {
        let mut force = brought(from.path(), &ready, choices, (side, seed), rules, &mut deck)?;
        if let Some(survivors) = &choices.after
            && let Some(mustered) = ready.mustered_by(side)
        {
            let text = force.as_ref().map(|force| force.text.clone());
            let text = text.or_else(|| source.force_of(side, mustered));
            let text = text.unwrap_or_default();
            let mut all = Force::read(&mustered.force, &text, rules)?;
            let number = survivors.join(side, mustered, &mut all);
            if number > 0 {
                joined += number;
                force = Some(ForceText {
                    file: made_up(side),
                    text: all.text(rules),
                    cards: force.map_or_else(Vec::new, |force| force.cards),
                });
            }
        }
        match side {
            Side::Union => forces.union = force,
            Side::Confederate => forces.confederate = force,
        }
    }
    if let Some(survivors) = choices.after.as_ref().filter(|_| joined == 0) {
        let what = format!(
            "nobody who fought in {} is mustered for {}",
            survivors.battle, ready.name
        );
        return Err(vec![wrong(from.path(), String::new(), what)]);
    }
    ScenarioSource::load_with(from, scale, rules, forces)
}

fn wrong(path: &Path, field: String, what: String) -> FileFault {
    FileFault {
        file: path.display().to_string(),
        place: None,
        field,
        what,
    }
}

/// Roads by whom they are for and by the ids of their entries, which may be called by their names;
/// a choice that the scenario does not leave is a fault.
///
/// Rules: `scenario.mine_run_2.if_union_won`.
fn roads(
    path: &Path,
    scenario: &Scenario,
    chosen: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, String>, Vec<FileFault>> {
    let parts = scenario.mustered.iter().flatten();
    let left: Vec<_> = parts
        .flat_map(|mustered| &mustered.parts)
        .flat_map(|part| &part.roads)
        .collect();
    let mut roads = BTreeMap::new();
    for (whom, road) in chosen {
        let Some((_, entries)) = left.iter().find(|(label, _)| label == whom) else {
            let labels: Vec<_> = left.iter().map(|(label, _)| label.as_str()).collect();
            let what = match labels[..] {
                [] => "nobody's road is left to the player in this scenario".to_owned(),
                _ => format!("`{whom}` is nobody; allowed: {}", labels.join(", ")),
            };
            return Err(vec![wrong(path, "road".to_owned(), what)]);
        };
        let named = |id: &&String| {
            let entry = scenario.field.entry(id);
            **id == *road || entry.is_some_and(|entry| entry.name == *road)
        };
        let Some(entry) = entries.iter().find(named) else {
            let what = format!(
                "`{road}` is no road of {whom}; allowed: {}",
                entries.join(", ")
            );
            return Err(vec![wrong(path, "road".to_owned(), what)]);
        };
        roads.insert(whom.clone(), entry.clone());
    }
    Ok(roads)
}

fn brought(
    path: &Path,
    ready: &Scenario,
    choices: &ForceChoices,
    (side, seed): (Side, u64),
    rules: &Rules,
    deck: &mut Deck,
) -> Result<Option<ForceText>, Vec<FileFault>> {
    let fault = |what: String| vec![wrong(path, side.to_string(), what)];
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
