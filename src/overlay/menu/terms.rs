//! What is chosen for any battle, whatever is fought: the scale, the dice, who is hidden, and the
//! rules.

use bevy_egui::egui::{self, RichText};

use super::house::House;
use super::ornament;
use crate::overlay::app::{HouseRules, Setting};
use crate::overlay::trace::Trace;
use crate::overlay::{style, wording};
use crate::rules::{Named, Scale, Side};
use crate::scenario::{Hiding, MOST_DUMMIES, USUAL_DUMMIES};
use crate::session::MatchUp;

/// Scale, dice, pickets and rules.
pub struct Terms {
    scale: Scale,
    seed: String,
    /// The player wrote the seed himself.
    own_seed: bool,
    house: House,
    /// Sides that begin behind pickets.
    hidden: Vec<Side>,
    dummies: u32,
}

/// A seed that nobody has chosen.
pub fn any_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    RandomState::new().build_hasher().finish() % 1_000_000
}

impl Terms {
    /// The usual ones, with these dice.
    pub fn new(seed: u64) -> Self {
        Self {
            scale: Scale::Mm15,
            seed: seed.to_string(),
            own_seed: false,
            house: House::default(),
            hidden: Vec::new(),
            dummies: USUAL_DUMMIES,
        }
    }

    /// Other dice, unless these were chosen.
    pub fn again(&mut self) {
        if !self.own_seed {
            self.seed = any_seed().to_string();
        }
    }

    /// How a battle is fought by these, or what stands in its way.
    pub fn setting(
        &self,
        match_up: MatchUp,
        given: &HouseRules,
    ) -> Result<(Setting, HouseRules), String> {
        let seed = self.seed.trim().parse().map_err(|_| {
            format!(
                "The seed `{}` is no number; allowed: 0 and above.",
                self.seed.trim()
            )
        })?;
        let setting = Setting {
            scale: self.scale,
            match_up,
            seed,
            hiding: Hiding::pickets(&self.hidden, self.dummies),
        };
        Ok((setting, self.house.rules(given)?))
    }

    /// Draws all but the rules.
    pub fn show(&mut self, ui: &mut egui::Ui, trace: &mut Trace) {
        ui.horizontal_wrapped(|ui| {
            self.scale(ui, trace);
            ui.add_space(6.0);
            self.dice(ui, trace);
        });
        self.hide(ui, trace);
    }

    /// Draws the rules that are played by.
    pub fn rules(&mut self, ui: &mut egui::Ui, trace: &mut Trace, given: &HouseRules) {
        self.house.show(ui, trace, given);
    }

    fn scale(&mut self, ui: &mut egui::Ui, trace: &mut Trace) {
        ui.label(RichText::new("Scale").strong().color(style::FAINT));
        for &scale in Scale::ALL {
            let name = format!("scale {scale}");
            let chosen = (scale.name(), self.scale == scale);
            if ornament::choice(ui, trace, &name, chosen, None).clicked() {
                self.scale = scale;
            }
        }
    }

    fn dice(&mut self, ui: &mut egui::Ui, trace: &mut Trace) {
        ui.label(RichText::new("Seed").strong().color(style::FAINT));
        let field = egui::TextEdit::singleline(&mut self.seed).desired_width(64.0);
        let field = ui.add(field);
        trace.mark("seed", &field);
        self.own_seed |= field.changed();
        field.on_hover_text("The same seed is the same dice");
        let another = (RichText::new("another"), egui::Vec2::ZERO);
        if ornament::button(ui, trace, "another seed", another, None).clicked() {
            self.seed = any_seed().to_string();
            self.own_seed = false;
        }
    }

    /// Who begins behind pickets: an optional rule of the book, for any battle.
    fn hide(&mut self, ui: &mut egui::Ui, trace: &mut Trace) {
        ui.horizontal_wrapped(|ui| {
            let label = RichText::new("Hidden").strong().color(style::FAINT);
            ui.label(label).on_hover_text(
                "These sides begin behind numbered pickets, some of which stand for nobody",
            );
            for &side in Side::ALL {
                let name = format!("hide {side}");
                let chosen = (wording::side(side), self.hidden.contains(&side));
                if ornament::choice(ui, trace, &name, chosen, None).clicked() {
                    match self.hidden.iter().position(|&known| known == side) {
                        Some(at) => drop(self.hidden.remove(at)),
                        None => self.hidden.push(side),
                    }
                }
            }
            if !self.hidden.is_empty() {
                for dummies in 1..=MOST_DUMMIES {
                    let name = format!("dummies {dummies}");
                    let text = match dummies {
                        1 => "one dummy each",
                        _ => "two dummies each",
                    };
                    let chosen = (text, self.dummies == dummies);
                    if ornament::choice(ui, trace, &name, chosen, None).clicked() {
                        self.dummies = dummies;
                    }
                }
            }
        });
    }
}
