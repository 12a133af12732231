//! Cards that bring reinforcements at the beginning of a turn.

use super::Battle;
use crate::army::{Fact, Presence, UnitId};
use crate::rules::Side;
use crate::rules::muster::Card;
use crate::scenario::NEVER;

impl Battle {
    /// Each side whose scenario lets it draws a card, the one with the initiative first.
    ///
    /// Rules: `scenario.random_reinforcements`.
    pub(super) fn draw_cards(&mut self) {
        let first = self.now.scenario.initiative;
        for side in [first, first.other()] {
            let mustered = self.now.scenario.mustered_by(side);
            let Some(faces) = mustered.and_then(|one| one.reinforcements) else {
                continue;
            };
            let card = self.draw_card(&[]);
            let help = self.now.rules.brings_help(card, faces);
            let second = help.then(|| self.draw_card(&[card]));
            let points = second.map_or(0, |second| self.now.rules.card_points(second));
            self.tell(Fact::Drew {
                side,
                card,
                second,
                points,
            });
            if help {
                // Who they are the enemy sees when they come.
                let units = self.reserves(side, points);
                let turn = self.now.army.clock().turn;
                self.tell(Fact::Secret {
                    side,
                    what: Box::new(Fact::Called { units, turn }),
                });
            }
        }
    }

    /// A card of the pack, which is shuffled again when it is used up; `held` was drawn just now.
    fn draw_card(&mut self, held: &[Card]) -> Card {
        let drawn = self.now.army.drawn();
        let pack = drawn.len() / 52 * 52;
        let gone = |card: &Card| drawn[pack..].contains(card) || held.contains(card);
        let mut left: Vec<_> = Card::deck().filter(|card| !gone(card)).collect();
        if left.is_empty() {
            left = Card::deck().filter(|card| !held.contains(card)).collect();
        }
        left[self.dice.one_of(left.len())]
    }

    /// Those of a side's reserves that so many points bring, in the order of its force.
    fn reserves(&self, side: Side, points: u32) -> Vec<UnitId> {
        let scenario = &self.now.scenario;
        let mut left = points;
        let mut units = Vec::new();
        let reserves = scenario.mustered_by(side).map(|one| &one.reserves);
        for &number in reserves.into_iter().flatten() {
            let id = UnitId(number as u32);
            let waits = matches!(
                self.now.army.presence(id),
                Presence::Waiting { turn: NEVER, .. }
            );
            let cost = self
                .now
                .rules
                .unit_points(scenario.period, &scenario.units[number].unit);
            if waits && cost.is_some_and(|cost| cost <= left) {
                left -= cost.unwrap_or(0);
                units.push(id);
            }
        }
        units
    }
}
