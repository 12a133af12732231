//! Orders as the scripted person gives them: a move with its ghost, a volley, a charge.

use bevy::input::keyboard::{Key, KeyCode};
use bevy::prelude::*;
use deadly_field::army::Fact;

use crate::script::Script;

impl Script {
    /// A charge, to its end.
    pub fn charge(&mut self, units: &[String]) -> bool {
        let facts = self.facts().len();
        self.person.push("order charge");
        self.person.settle();
        if !self.person.can("confirm") {
            assert!(units.len() > 1, "no charge; {}", self.person.sight());
            self.person.push("cancel");
            return false;
        }
        self.person.push("confirm");
        if !self.taken("charge") {
            return false;
        }
        self.count("charge");
        // Prompts in between are his too.
        while self
            .person
            .asked()
            .is_some_and(|kind| kind != "activate" && kind != "act")
        {
            self.person.settle();
            self.answer();
            self.go_on();
        }
        let home = self.facts()[facts.min(self.facts().len())..]
            .iter()
            .any(|fact| {
                matches!(
                    fact,
                    Fact::Impact { .. } | Fact::Melee { .. } | Fact::FellShort { .. }
                )
            });
        if home {
            self.count("charge to its end");
        }
        true
    }

    /// Clicks the nearest enemy: what firing at him would bring is shown.
    fn aim(&mut self, lead: &str) {
        let pixels = self.person.pixels("units");
        let mine = self.own();
        let Some(&from) = pixels.get(lead) else {
            return;
        };
        let enemies = pixels.iter().filter(|(name, _)| !mine.contains(*name));
        let nearest = enemies
            .min_by(|(_, one), (_, other)| one.distance(from).total_cmp(&other.distance(from)));
        let Some((enemy, &at)) = nearest else {
            return;
        };
        self.person.click(at);
        assert_eq!(
            self.person.read("pointed"),
            enemy,
            "{}",
            self.person.sight()
        );
        self.person.settle();
        if self.person.can("order fire") {
            self.person
                .wait("the odds", |person| !person.see("odds").is_null());
            assert!(
                self.person.see("odds")["fire"].is_object(),
                "{}",
                self.person.sight()
            );
            self.count("odds");
        } else {
            // Why not is said; then at anybody.
            let why = self.person.see("disabled").get("order fire");
            assert!(why.is_some(), "{}", self.person.sight());
            self.person.key(KeyCode::Escape, Key::Escape);
            self.person.settle();
            assert_eq!(
                self.person.read("selected"),
                lead,
                "{}",
                self.person.sight()
            );
        }
    }

    /// A volley.
    pub fn fire(&mut self, units: &[String]) -> bool {
        if self.roll(2) == 0 {
            self.aim(&units[0]);
        } else if self.roll(3) == 0 {
            // At whom, by the key.
            self.person.letter('j');
            self.person.settle();
            assert!(
                !self.person.see("pointed").is_null(),
                "{}",
                self.person.sight()
            );
            if !self.person.can("order fire") {
                return false;
            }
        }
        self.person.push("order fire");
        self.person.settle();
        if !self.person.can("confirm") {
            assert!(units.len() > 1, "no fire; {}", self.person.sight());
            self.person.push("cancel");
            return false;
        }
        self.person.push("confirm");
        if self.taken("fire") {
            self.count("fire");
            return true;
        }
        false
    }

    /// Draws a ghost and orders the move; shorter if it cannot be.
    pub fn march(&mut self, units: &[String]) -> bool {
        let lead = &units[0];
        for inches in [8.0, 5.0, 3.0] {
            let Some(&at) = self.person.pixels("units").get(lead) else {
                return false;
            };
            let Some(goal) = self.ahead(at, inches) else {
                return false;
            };
            let Some((_, pixel)) = self.person.ground(goal) else {
                return false;
            };
            if units.len() > 1 && self.person.can("plan 1 move") {
                self.person.push("plan 1 move");
                self.person.settle();
            }
            if self.roll(3) == 0 {
                self.person.drag(at, pixel);
                self.count("ghost dragged");
            } else {
                self.person.click(pixel);
            }
            assert_eq!(
                self.person.read("selected"),
                lead,
                "{}",
                self.person.sight()
            );
            self.person.wait("the ghost is thought through", |person| {
                let why = person.see("disabled")["confirm"].as_str();
                person.can("confirm")
                    || why.is_some_and(|why| !why.starts_with("the way is being found"))
            });
            self.count("ghost");
            if !self.person.can("confirm") {
                self.refused_by_enter();
                self.person.settle();
                self.person.push("cancel");
                self.person.settle();
                continue;
            }
            self.person.settle();
            return self.marched(units);
        }
        false
    }

    /// Confirms the ghost, and looks where the unit went.
    fn marched(&mut self, units: &[String]) -> bool {
        let ghost = self.person.see("ghost").clone();
        assert_eq!(ghost["legal"], true, "{}", self.person.sight());
        let facts = self.facts().len();
        let lead = self.unit(&units[0]);
        if self.roll(2) == 0 {
            self.person.enter();
        } else {
            self.person.push("confirm");
        }
        if !self.taken("move") {
            return false;
        }
        if units.len() > 1 {
            self.count("group");
        }
        let end = self.facts().len();
        let told = &self.facts()[facts.min(end)..];
        let undisturbed = !told.iter().any(|fact| {
            let harm = matches!(
                fact,
                Fact::Reacted { .. } | Fact::Fired { .. } | Fact::Checked { .. }
            );
            harm || matches!(fact, Fact::Halted { .. } | Fact::Charge { .. })
        });
        let to = told.iter().rev().find_map(|fact| match fact {
            Fact::Moved { unit, to, .. } if *unit == lead => Some(*to),
            _ => None,
        });
        if let (true, Some(to)) = (undisturbed, to) {
            let at = |number: usize| ghost["at"][number].as_f64().unwrap_or(f64::NAN) as f32;
            let wanted = Vec2::new(at(0), at(1));
            assert!(
                to.at.distance(wanted) < 0.05,
                "{} stands at {}, its ghost stood at {wanted}",
                units[0],
                to.at
            );
            self.count("ghost that went where it stood");
        }
        self.maybe_undo();
        true
    }
}
