//! Names of regiments that served, and of those who led them, to be offered to whoever musters.

use std::collections::HashSet;
use std::sync::LazyLock;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;

use crate::rules::Side;
use crate::rules::leader::Rank;

/// The names of both sides.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    union: SideNames,
    confederate: SideNames,
}

/// The names of a side.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SideNames {
    states: Vec<State>,
    sharpshooters: Vec<String>,
    batteries: Vec<String>,
    brigade_leaders: Vec<String>,
    cavalry_leaders: Vec<String>,
    division_leaders: Vec<String>,
    corps_leaders: Vec<String>,
    artillery_leaders: Vec<String>,
}

/// The regiments of a state.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    state: String,
    /// The first and the last regiment of infantry.
    infantry: (u32, u32),
    /// Numbers between them that no infantry had.
    not: Vec<u32>,
    /// The first and the last of cavalry; (0, 0) if there was none.
    cavalry: (u32, u32),
}

static BOOK: LazyLock<Names> = LazyLock::new(|| {
    let text = include_str!("../../../assets/muster/names.ron");
    match ron::from_str(text) {
        Ok(names) => names,
        Err(error) => panic!("assets/muster/names.ron: {error}"),
    }
});

impl Names {
    /// Those that come with the program.
    pub fn book() -> &'static Self {
        &BOOK
    }

    fn of(&self, side: Side) -> &SideNames {
        match side {
            Side::Union => &self.union,
            Side::Confederate => &self.confederate,
        }
    }

    /// Every regiment of infantry that a side can be offered.
    pub fn infantry(&self, side: Side) -> Vec<String> {
        let states = self.of(side).states.iter();
        states.flat_map(|state| state.infantry()).collect()
    }
}

impl State {
    fn infantry(&self) -> impl Iterator<Item = String> {
        let (first, last) = self.infantry;
        let raised = (first..=last).filter(|number| !self.not.contains(number));
        raised.map(|number| format!("{} {}", ordinal(number), self.state))
    }

    fn cavalry(&self) -> impl Iterator<Item = String> {
        let (first, last) = self.cavalry;
        let raised = (first..=last).filter(|number| *number > 0);
        raised.map(|number| format!("{} {} Cavalry", ordinal(number), self.state))
    }
}

/// 1st, 2nd, 3rd, 4th.
fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (1, tens) if tens != 11 => "st",
        (2, tens) if tens != 12 => "nd",
        (3, tens) if tens != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Names of a side that nobody has yet.
pub struct NamePool {
    side: Side,
    chance: ChaCha8Rng,
    taken: HashSet<String>,
}

/// Who leads what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Post {
    /// A command of infantry.
    Foot(Rank),
    /// A brigade of cavalry.
    Horse,
    /// The guns.
    Guns,
}

impl NamePool {
    /// Names of a side, but none of those that are taken.
    pub fn new(side: Side, seed: u64, taken: impl IntoIterator<Item = String>) -> Self {
        Self {
            side,
            chance: ChaCha8Rng::seed_from_u64(seed ^ 0x4e41_4d45),
            taken: taken.into_iter().collect(),
        }
    }

    fn names(&self) -> &'static SideNames {
        Names::book().of(self.side)
    }

    /// One of these that nobody has; else the first with a number behind it.
    fn pick(&mut self, from: Vec<String>, otherwise: &str) -> String {
        let free: Vec<_> = from
            .into_iter()
            .filter(|name| !self.taken.contains(name))
            .collect();
        let name = if free.is_empty() {
            let numbered = (2..).map(|number| format!("{otherwise} {number}"));
            let mut free = std::iter::once(otherwise.to_owned()).chain(numbered);
            free.find(|name| !self.taken.contains(name))
                .unwrap_or_default()
        } else {
            let at = self.chance.next_u32() as usize % free.len();
            free[at].clone()
        };
        self.taken.insert(name.clone());
        name
    }

    /// A state that many of a brigade's regiments are from.
    pub fn home(&mut self) -> usize {
        let states = &self.names().states;
        // The first are those that sent most.
        let (one, other) = (self.chance.next_u32(), self.chance.next_u32());
        (one as usize % states.len()).min(other as usize % states.len())
    }

    /// A regiment of infantry: mostly of that state with Confederates, now and then with the Union.
    pub fn infantry(&mut self, home: usize) -> String {
        let states = &self.names().states;
        let at_home = match self.side {
            Side::Union => 4,
            Side::Confederate => 9,
        };
        let at = if self.chance.next_u32() % 10 < at_home {
            home % states.len()
        } else {
            self.home()
        };
        let all: Vec<_> = states[at].infantry().collect();
        if all.iter().any(|name| !self.taken.contains(name)) {
            return self.pick(all, "Regiment");
        }
        let all = Names::book().infantry(self.side);
        self.pick(all, "Regiment")
    }

    /// A regiment of cavalry.
    pub fn cavalry(&mut self) -> String {
        let states = self.names().states.iter();
        let all = states.flat_map(State::cavalry).collect();
        self.pick(all, "Cavalry")
    }

    /// A unit of sharpshooters.
    pub fn sharpshooters(&mut self) -> String {
        let all = self.names().sharpshooters.clone();
        self.pick(all, "Sharpshooters")
    }

    /// A battery.
    pub fn battery(&mut self) -> String {
        let all = self.names().batteries.clone();
        self.pick(all, "Battery")
    }

    /// A leader.
    pub fn leader(&mut self, post: Post) -> String {
        let names = self.names();
        let all = match post {
            Post::Foot(Rank::Brigade) => &names.brigade_leaders,
            Post::Foot(Rank::Division) => &names.division_leaders,
            Post::Foot(Rank::Corps) => &names.corps_leaders,
            Post::Horse => &names.cavalry_leaders,
            Post::Guns => &names.artillery_leaders,
        };
        self.pick(all.clone(), "Colonel")
    }

    /// A command after its leader: Cutler's Brigade.
    pub fn command(&mut self, leader: Option<&str>, what: &str) -> String {
        let family = leader.and_then(|name| name.split_whitespace().last());
        let name = match family {
            Some(family) if family.ends_with('s') => format!("{family}' {what}"),
            Some(family) => format!("{family}'s {what}"),
            None => what.to_owned(),
        };
        self.pick(vec![name.clone()], &name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Named;

    #[test]
    fn nobody_serves_on_both_sides() {
        let names = Names::book();
        let all = |side: Side| {
            let own = names.of(side);
            let horse = own.states.iter().flat_map(State::cavalry);
            let lists = [
                &own.sharpshooters,
                &own.batteries,
                &own.brigade_leaders,
                &own.cavalry_leaders,
                &own.division_leaders,
                &own.corps_leaders,
                &own.artillery_leaders,
            ];
            let listed = lists.into_iter().flatten().cloned();
            let all: Vec<String> = names
                .infantry(side)
                .into_iter()
                .chain(horse)
                .chain(listed)
                .collect();
            let once: HashSet<_> = all.iter().cloned().collect();
            assert_eq!(once.len(), all.len(), "{side}: each name once");
            once
        };
        let [union, confederate] = [Side::ALL[0], Side::ALL[1]].map(all);
        let both: Vec<_> = union.intersection(&confederate).collect();
        assert!(both.is_empty(), "{both:?}");
        assert!(union.len() > 700 && confederate.len() > 400);
    }

    #[test]
    fn numbers_have_their_endings() {
        let said: Vec<_> = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111, 123]
            .map(ordinal)
            .into();
        let right = "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th 123rd";
        assert_eq!(said.join(" "), right);
    }
}
