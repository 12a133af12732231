//! Rallies, flights and shocks in sentences.

use super::Teller;
use super::effects::By;
use crate::army::{Cause, Fate};
use crate::print::story::scenes::{Effect, Flight, Rallying};
use crate::print::words::{self, sentence, state};
use crate::rules::Morale;

impl Teller<'_> {
    pub(super) fn flight(&mut self, flight: Flight) -> &'static str {
        match flight {
            Flight::RunsOn => {
                self.turns
                    .pick(&["runs on", "keeps running", "streams farther to the rear"])
            }
            Flight::DrawsOff => self.turns.pick(&["draws off", "gets away", "slips away"]),
        }
    }

    pub(super) fn rally(&mut self, rally: &Rallying) -> Option<String> {
        let Rallying {
            unit,
            first,
            before,
            after,
            strayed,
            ..
        } = *rally;
        if let Some(fate) = rally.gone {
            return Some(self.lost_for_good(rally, fate));
        }
        if rally.edge
            && let Some(after) = after.filter(|after| *after < Morale::Routed)
        {
            return Some(self.stopped_at_edge(rally, after));
        }
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
            None => return None,
            Some(after) if after < before => {
                let how = if before == Morale::Routed {
                    self.turns
                        .pick(&["rallies", "is brought to a stand", "is taken in hand"])
                } else {
                    self.turns
                        .pick(&["steadies", "is taken in hand", "pulls itself together"])
                };
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

    /// A unit that cannot be rallied and is gone.
    fn lost_for_good(&mut self, rally: &Rallying, fate: Fate) -> String {
        let unit = rally.unit;
        let who = sentence(&self.the(unit));
        let breaks = "breaks while its officers try to rally it";
        let broke = rally.broke || rally.before != Morale::Routed;
        let first = match rally.first {
            Some(Flight::DrawsOff) => format!("{}, ", self.flight(Flight::DrawsOff)),
            _ => String::new(),
        };
        match fate {
            Fate::GunsLost if rally.strayed > 0 => {
                format!("{who} will not be rallied, and its last section is left behind.")
            }
            Fate::GunsLost => format!("{who} {first}{breaks} and abandons its guns."),
            _ if rally.edge && broke => format!("{who} {first}{breaks} and runs off the field."),
            _ if rally.edge => {
                let how = self.turns.pick(&[
                    "runs off the field",
                    "does not stop at the edge of the field and is gone",
                    "leaves the field, still running",
                ]);
                format!("{who} {how}.")
            }
            _ if rally.first == Some(Flight::RunsOn) => {
                let how = self.flight(Flight::RunsOn);
                format!("{who} {how} and scatters for good.")
            }
            _ => format!("{who} {first}cannot be rallied and scatters for good."),
        }
    }

    /// A unit that ran as far as the field goes and is stopped there.
    fn stopped_at_edge(&mut self, rally: &Rallying, after: Morale) -> String {
        let (who, how) = (self.the(rally.unit), state(after));
        let stopped = format!("is stopped at the edge of the field, {how}");
        if rally.broke {
            let who = sentence(&who);
            return format!("{who} breaks while its officers try to rally it, but {stopped}.");
        }
        match rally.first {
            Some(flight) => {
                let runs = self.flight(flight);
                format!("{} {runs} but {stopped}.", sentence(&who))
            }
            None => format!("At the edge of the field {who} is stopped, {how}."),
        }
    }

    pub(super) fn shock(&mut self, effect: &Effect, cause: Cause) -> String {
        let who = sentence(&self.the(effect.unit));
        let why = match cause {
            Cause::RoutPassed => self
                .turns
                .pick(&["as the fugitives stream past", "in the rush of fugitives"]),
            Cause::LossNear => "at the loss of a neighbour",
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
