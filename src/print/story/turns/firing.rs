//! Firing in sentences.

use super::Teller;
use crate::army::UnitId;
use crate::print::story::scenes::{Firing, Half, Scene};
use crate::print::words::{self, Turns, count, number, sentence, state};
use crate::rules::Morale;

impl Teller<'_> {
    /// Firers as the subject of a sentence, and whether there are many.
    fn firers(&self, firing: &Firing) -> (String, bool) {
        let units: Vec<_> = firing.firers.iter().map(|(unit, _)| *unit).collect();
        let commands: Vec<_> = units
            .iter()
            .map(|&unit| self.army().command(unit))
            .collect();
        if units.len() > 3 && commands.iter().all(|command| *command == commands[0]) {
            let guns = units
                .iter()
                .all(|&unit| self.army().unit(unit).is_artillery());
            let what = if guns { "batteries" } else { "regiments" };
            let name = &self.tale.scenario().commands[commands[0]].name;
            return (
                format!("{} {what} of {name}", number(units.len() as u32)),
                true,
            );
        }
        (self.all(&units), units.len() > 1)
    }

    /// A stretch of firing that had an effect.
    pub(super) fn firing(&mut self, firing: &Firing) -> Option<String> {
        let harm = firing.lost > 0 || firing.after != firing.before || firing.gone.is_some();
        if !harm {
            return None;
        }
        let (who, many) = self.firers(firing);
        let guns = firing
            .firers
            .iter()
            .all(|(unit, _)| self.army().unit(*unit).is_artillery());
        let verb = self.verb(firing, guns, many);
        let target = self.the(firing.target);
        let lost = self.fallen(firing.target, firing.lost);
        let effect = match firing.gone {
            Some(fate) => format!(", and {target} {}", words::fate(fate)),
            None => {
                let turned = self.turned(firing.before, firing.after);
                match (lost, turned) {
                    (Some(lost), Some(turned)) => format!(": {lost}, and it {turned}"),
                    (Some(lost), None) => {
                        let stands = self
                            .turns
                            .pick(&["but it stands", "and it stays", "no more"]);
                        match stands {
                            "no more" => format!(": {lost}"),
                            stands => format!(": {lost}, {stands} {}", state(firing.after)),
                        }
                    }
                    (None, Some(turned)) => format!(", and it {turned}"),
                    (None, None) => String::new(),
                }
            }
        };
        Some(format!("{} {verb} {target}{effect}.", sentence(&who)))
    }

    fn verb(&mut self, firing: &Firing, guns: bool, many: bool) -> String {
        let pick = |turns: &mut Turns, one: &[&'static str], more: &[&'static str]| {
            turns.pick(if many { more } else { one }).to_owned()
        };
        let turns = &mut self.turns;
        if firing.volleys > 1 {
            let volleys = count(firing.volleys, "volley", "volleys");
            let rounds = count(firing.volleys, "round", "rounds");
            return match (guns, many) {
                (true, true) => format!("send {rounds} of shot and shell into"),
                (true, false) => format!("sends {rounds} of shot and shell into"),
                (false, true) => format!("fire {volleys} into"),
                (false, false) => format!("fires {volleys} into"),
            };
        }
        match (firing.reaction, firing.opening, guns) {
            (true, true, _) => pick(
                turns,
                &["answers with its first volley at", "opens in reply on"],
                &["answer with their first volley at", "open in reply on"],
            ),
            (true, false, _) => pick(
                turns,
                &["replies with a volley at", "returns the fire of"],
                &["reply together at", "return the fire of"],
            ),
            (false, true, _) => pick(turns, &["opens fire on"], &["open fire on"]),
            (false, false, true) => pick(
                turns,
                &["plays on", "shells", "turns its guns on"],
                &["play on", "shell", "turn their guns on"],
            ),
            (false, false, false) => pick(
                turns,
                &["fires on", "sends a volley into", "volleys at"],
                &["fire on", "send a volley into", "volley at"],
            ),
        }
    }

    /// What became of a unit's order, as a verb.
    fn turned(&mut self, before: Morale, after: Morale) -> Option<&'static str> {
        if after == before {
            return None;
        }
        Some(if after < before {
            self.turns
                .pick(&["only steadies under it", "closes its ranks all the same"])
        } else {
            match after {
                Morale::Routed => {
                    self.turns
                        .pick(&["breaks and runs", "goes to pieces and runs", "routs"])
                }
                Morale::Shaken => self.turns.pick(&["is shaken", "wavers, badly shaken"]),
                _ => self.turns.pick(&["falls into disorder", "loses its order"]),
            }
        })
    }

    /// Firing that did nothing at all is told in one breath.
    pub(super) fn idle_fire(&mut self, half: &Half) -> Option<String> {
        let mut targets: Vec<UnitId> = Vec::new();
        let mut volleys = 0;
        for scene in &half.scenes {
            if let Scene::Fire(firing) = scene
                && firing.lost == 0
                && firing.after == firing.before
                && firing.gone.is_none()
            {
                volleys += firing.volleys;
                if !targets.contains(&firing.target) {
                    targets.push(firing.target);
                }
            }
        }
        if volleys == 0 {
            return None;
        }
        let at = self.all(&targets);
        Some(if volleys == 1 {
            format!("One volley at {at} does no harm.")
        } else {
            let how = self
                .turns
                .pick(&["do no harm", "are fired for nothing", "change nothing"]);
            format!("{} volleys at {at} {how}.", sentence(&number(volleys)))
        })
    }
}
