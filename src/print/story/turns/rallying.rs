//! Rallies, flights and shocks in sentences.

use super::Teller;
use super::effects::By;
use crate::army::Cause;
use crate::print::story::scenes::{Effect, Flight, Rallying};
use crate::print::words::{self, sentence, state};
use crate::rules::Morale;

impl Teller<'_> {
    pub(super) fn flight(&mut self, flight: Flight) -> &'static str {
        match flight {
            Flight::RunsOn => {
                self.turns
                    .pick(&["runs on", "is still running", "streams farther to the rear"])
            }
            Flight::DrawsOff => {
                self.turns
                    .pick(&["draws off", "breaks off the fight", "slips away"])
            }
        }
    }

    pub(super) fn rally(&mut self, rally: &Rallying) -> Option<String> {
        let Rallying {
            unit,
            first,
            before,
            after,
            strayed,
            gone,
        } = *rally;
        let who = sentence(&self.the(unit));
        // What it did before is the first half of the sentence.
        let (who, but, and) = match first {
            Some(flight) => {
                let who = format!("{who} {}", self.flight(flight));
                let but = if flight == Flight::RunsOn {
                    " but "
                } else {
                    " and "
                };
                (who, but, " and ")
            }
            None => (who, " ", " "),
        };
        let guns = self.army().unit(unit).is_artillery();
        let cost = match strayed {
            0 => String::new(),
            strayed => {
                let what = words::strength(self.army(), unit, strayed);
                let is = if strayed == 1 { "is" } else { "are" };
                let how = if guns { "left behind" } else { "seen no more" };
                format!(", and {what} {is} {how}")
            }
        };
        Some(match after {
            _ if gone => format!("{who}{and}cannot be rallied: it is gone from the field."),
            None => return None,
            Some(after) if after < before => {
                let how =
                    self.turns
                        .pick(&["rallies", "is brought to a stand", "is taken in hand"]);
                match after {
                    Morale::GoodOrder => {
                        let but = if but == " and " { ", " } else { but };
                        format!("{who}{but}{how} and stands in good order.")
                    }
                    after => format!("{who}{but}{how}, though still {}{cost}.", state(after)),
                }
            }
            Some(Morale::Routed) if before != Morale::Routed => {
                format!("{who}{and}breaks while its officers try to rally it{cost}.")
            }
            Some(after) if after > before => {
                format!("{who}{and}will not be rallied: it is {} now.", state(after))
            }
            Some(_) if first.is_some() || strayed > 0 => {
                let who = match first {
                    Some(_) => who,
                    None => format!("{who} will not be rallied"),
                };
                format!("{who}{cost}.")
            }
            Some(_) => return None,
        })
    }

    pub(super) fn shock(&mut self, effect: &Effect, cause: Cause) -> String {
        let who = sentence(&self.the(effect.unit));
        let why = match cause {
            Cause::RoutPassed => self
                .turns
                .pick(&["as the fugitives stream past", "in the rush of fugitives"]),
            Cause::LossNear => "at the loss of its neighbours",
            Cause::LeaderKilled => "at the loss of its leader",
            _ => "at what it sees",
        };
        if let Some(end) = self.end(effect, By::Fire) {
            return format!("{who} {end} {why}.");
        }
        let how = match (effect.after, effect.back) {
            (Morale::Routed, _) => "breaks and runs",
            (Morale::Shaken, false) => "is shaken",
            (Morale::Shaken, true) => "falls back shaken",
            (_, true) if effect.after == effect.before => "gives ground",
            (_, true) => "falls back in disorder",
            (_, false) => "loses its order",
        };
        format!("{who} {how} {why}.")
    }
}
