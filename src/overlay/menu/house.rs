//! House rules: the switches, or a folder of charts.

use std::path::Path;
use std::sync::Arc;

use bevy_egui::egui::{self, RichText};

use super::ornament;
use crate::overlay::app::HouseRules;
use crate::overlay::style;
use crate::overlay::trace::Trace;
use crate::rules::switches::{
    ChargeBonus, PassThroughCost, RearPartialFlank, SteadyDisorderPoint, Switches,
};
use crate::scenario::rules_folder;

/// The house rules of a battle to be begun.
#[derive(Default)]
pub struct House {
    folder: String,
    /// The charts of the folder, once it has been read.
    read: Option<HouseRules>,
    fault: Option<String>,
    /// The switches, if they were touched.
    switches: Option<Switches>,
}

impl House {
    /// The rules to play by, where `given` are those the program was started with.
    pub fn rules(&self, given: &HouseRules) -> Result<HouseRules, String> {
        let base = self.read.as_ref().unwrap_or(given);
        let Some(switches) = self
            .switches
            .as_ref()
            .filter(|&now| *now != base.rules.switches)
        else {
            return Ok(base.clone());
        };
        let charts = rules_folder::with_switches(&base.charts, switches);
        let rules = rules_folder::of_texts(&charts).map_err(|faults| {
            let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
            faults.join("\n")
        })?;
        Ok(HouseRules {
            rules: Arc::new(rules),
            charts,
        })
    }

    /// Reads the folder that is named.
    fn read(&mut self) {
        self.switches = None;
        self.read = None;
        self.fault = None;
        let name = self.folder.trim();
        if name.is_empty() {
            return;
        }
        let folder = Path::new(name);
        match (rules_folder::read(folder), rules_folder::texts(folder)) {
            (Ok(rules), Ok(charts)) => {
                self.read = Some(HouseRules {
                    rules: Arc::new(rules),
                    charts,
                });
            }
            (Err(faults), _) => {
                let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
                self.fault = Some(faults.join("\n"));
            }
            (_, Err(error)) => self.fault = Some(error.to_string()),
        }
    }

    /// Draws them.
    pub fn show(&mut self, ui: &mut egui::Ui, trace: &mut Trace, given: &HouseRules) {
        let base = self.read.as_ref().unwrap_or(given);
        let before = base.rules.switches.clone();
        let mut now = self.switches.clone().unwrap_or_else(|| before.clone());
        let changed = now != before || !base.charts.is_empty();
        let title = if changed {
            "House rules (not the book's)"
        } else {
            "House rules (the book's)"
        };
        let header = egui::CollapsingHeader::new(RichText::new(title).strong().color(style::FAINT))
            .id_salt("house rules")
            .show(ui, |ui| {
                switches(ui, trace, &mut now);
                ui.horizontal(|ui| {
                    let field = egui::TextEdit::singleline(&mut self.folder)
                        .hint_text("a folder of charts")
                        .desired_width((ui.available_width() - 60.0).min(260.0));
                    let field = ui.add(field);
                    trace.mark("rules folder", &field);
                    let read = ui.button("Read");
                    trace.mark("read rules", &read);
                    read.clicked()
                })
                .inner
            });
        trace.mark("house rules", &header.header_response);
        self.switches = (now != before).then_some(now);
        if header.body_returned == Some(true) {
            self.read();
        }
        ornament::fault(ui, self.fault.as_deref());
    }
}

/// Every switch as a box to tick.
fn switches(ui: &mut egui::Ui, trace: &mut Trace, now: &mut Switches) {
    let mut tick = |name: &str, label: &str, on: &mut bool| {
        ornament::tick(ui, trace, &format!("switch {name}"), label, on)
    };
    tick(
        "two_inches_at_25mm",
        "At 25 mm one inch of the book is two",
        &mut now.two_inches_at_25mm,
    );
    let mut full = now.infantry_charge_bonus == ChargeBonus::Full;
    tick(
        "infantry_charge_bonus",
        "Infantry adds the whole roll to its charge, not half",
        &mut full,
    );
    now.infantry_charge_bonus = if full {
        ChargeBonus::Full
    } else {
        ChargeBonus::Half
    };
    let mut early = now.steady_disorder_point == SteadyDisorderPoint::HalfBonus;
    tick(
        "steady_disorder_point",
        "Steady chargers lose their order early, half of the bonus from the start",
        &mut early,
    );
    now.steady_disorder_point = if early {
        SteadyDisorderPoint::HalfBonus
    } else {
        SteadyDisorderPoint::MoveAndHalfBonus
    };
    let mut die = now.pass_through == PassThroughCost::Die;
    tick(
        "pass_through",
        "Pass-through fire loses a die for each unit passed, not a modifier",
        &mut die,
    );
    now.pass_through = if die {
        PassThroughCost::Die
    } else {
        PassThroughCost::Modifier
    };
    let mut rear = now.rear_partial_flank_morale == RearPartialFlank::Rear;
    tick(
        "rear_partial_flank_morale",
        "Fire from the rear partial flank shakes morale as from the rear",
        &mut rear,
    );
    now.rear_partial_flank_morale = if rear {
        RearPartialFlank::Rear
    } else {
        RearPartialFlank::PartialFlank
    };
    tick(
        "any_works_line",
        "Works give the line for any works in morale too",
        &mut now.any_works_line,
    );
    tick(
        "leaders_help_fire",
        "Leaders help the fire of their regiment",
        &mut now.leaders_help_fire,
    );
    tick(
        "adjacent_leader_helps_tct",
        "A leader close by helps a competence test",
        &mut now.adjacent_leader_helps_tct,
    );
    tick(
        "impact_counts_losses",
        "A brigade's losses count at impact",
        &mut now.impact_counts_losses,
    );
    tick(
        "one_section_outside_arc",
        "A battery fires outside its arc with one section, not two",
        &mut now.one_section_outside_arc,
    );
    tick(
        "play_without_leaders",
        "Without leaders: regiments and batteries alone, all of them in command",
        &mut now.play_without_leaders,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    #[test]
    fn a_switch_that_is_put_back_is_the_book_again() {
        let given = HouseRules {
            rules: Arc::new(Rules::book().clone()),
            charts: rules_folder::HouseRules::new(),
        };
        let mut house = House::default();
        assert!(house.rules(&given).expect("rules").charts.is_empty());
        let mut switches = given.rules.switches.clone();
        switches.leaders_help_fire = true;
        house.switches = Some(switches);
        let rules = house.rules(&given).expect("rules");
        assert!(rules.rules.switches.leaders_help_fire);
        assert_eq!(rules.charts.len(), 1);
        house.switches = Some(given.rules.switches.clone());
        assert!(house.rules(&given).expect("rules").charts.is_empty());
        house.folder = "/no/such/folder".to_owned();
        house.read();
        assert!(house.fault.is_some_and(|fault| fault.contains("/no/such")));
    }
}
