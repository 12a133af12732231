//! Firing in sentences.

use super::Teller;
use super::effects::By;
use crate::army::UnitId;
use crate::print::story::scenes::{Event, Firing, Half, Occasion, Reach, Scene, Way};
use crate::print::words::{Turns, count, number, sentence, state, times};
use crate::rules::Morale;

impl Teller<'_> {
    /// Firers as the subject of a sentence, and whether there are many. Those who have just been
    /// named are not named again.
    fn firers(&self, firing: &Firing, last: Option<&Scene>) -> (String, bool) {
        let units = &firing.firers;
        let again = matches!(last.map(|last| &last.event),
            Some(Event::Fire(fire)) if fire.firers == *units && fire.is_told());
        if again && units.len() > 1 {
            let infantry = |&id: &UnitId| self.army().unit(id).is_infantry();
            let what = if self.are_guns(units) {
                "batteries"
            } else if units.iter().all(infantry) {
                "regiments"
            } else {
                "units"
            };
            return (format!("the same {what}"), true);
        }
        let commands: Vec<_> = units
            .iter()
            .map(|&unit| self.army().command(unit))
            .collect();
        if units.len() > 3 && commands.iter().all(|command| *command == commands[0]) {
            let what = if self.are_guns(units) {
                "batteries"
            } else {
                "regiments"
            };
            let name =
                crate::print::words::command(&self.tale.scenario().commands[commands[0]].name);
            return (
                format!("{} {what} of {name}", number(units.len() as u32)),
                true,
            );
        }
        self.those(units)
    }

    /// A stretch of firing that had an effect, or that met a charge.
    pub(super) fn firing(
        &mut self,
        half: &Half,
        firing: &Firing,
        last: Option<&Scene>,
    ) -> Option<String> {
        if firing.occasion == Occasion::AtCharge {
            return Some(self.at_charge(firing, last));
        }
        if !firing.is_told() {
            return None;
        }
        let (who, many) = self.firers(firing, last);
        let target = self.the(firing.effect.unit);
        let (subject, verb) = match firing.occasion {
            Occasion::Through(first) => self.through(half, firing, first, last),
            _ => (sentence(&who), self.verb(firing, many)),
        };
        // Prepositions that come after the target belong to some of the verbs.
        let (verb, tail) = verb
            .split_once(" … ")
            .map_or((verb.as_str(), ""), |both| both);
        let tail = if tail.is_empty() {
            String::new()
        } else {
            format!(" {tail}")
        };
        let effect = self.effect_of(firing, &target);
        Some(format!("{subject} {verb} {target}{tail}{effect}."))
    }

    /// A fire that goes on through somebody: who fires, and a verb.
    fn through(
        &self,
        half: &Half,
        firing: &Firing,
        first: UnitId,
        last: Option<&Scene>,
    ) -> (String, String) {
        let what = if firing.guns { "shot" } else { "volley" };
        let aimed = |scene: &Scene| match &scene.event {
            Event::Fire(fire) => {
                let through = matches!(fire.occasion, Occasion::Through(_));
                fire.effect.unit == first
                    && !through
                    && fire.is_told()
                    && firing.firers.iter().all(|unit| fire.firers.contains(unit))
            }
            _ => false,
        };
        if last.is_some_and(aimed) {
            return (format!("The {what}"), "goes on into".to_owned());
        }
        let (who, first) = (self.all(&firing.firers), self.the(first));
        // What had no effect has not been told.
        if half.scenes.iter().any(aimed) {
            let verb = format!("goes on through {first} into");
            (format!("The {what} of {who}"), verb)
        } else {
            let verb = "goes past it into".to_owned();
            (format!("A {what} of {who} at {first}"), verb)
        }
    }

    /// What it did, to end the sentence.
    fn effect_of(&mut self, firing: &Firing, target: &str) -> String {
        let effect = &firing.effect;
        if let Some(end) = self.end(effect, By::Fire) {
            return format!(", and {target} {end}");
        }
        let lost = self.fallen(effect);
        match (lost, self.turned(effect)) {
            (Some(lost), Some(turned)) => format!(": {lost}, and it {turned}"),
            (Some(lost), None) => {
                let stands = self
                    .turns
                    .pick(&["but it stands", "and it stays", "no more"]);
                match stands {
                    "no more" => format!(": {lost}"),
                    stands => format!(": {lost}, {stands} {}", state(effect.after)),
                }
            }
            (None, Some(turned)) => format!(", and it {turned}"),
            (None, None) => ", without effect".to_owned(),
        }
    }

    /// The verb before the target; what comes after the target stands behind a mark.
    fn verb(&mut self, firing: &Firing, many: bool) -> String {
        let guns = firing.guns;
        let pick = |turns: &mut Turns, one: &[&'static str], more: &[&'static str]| {
            turns.pick(if many { more } else { one }).to_owned()
        };
        let turns = &mut self.turns;
        match firing.way {
            Way::Blind => {
                return pick(
                    turns,
                    &["fires blindly at the place where it believes"],
                    &["fire blindly at the place where they believe"],
                ) + " … to be";
            }
            Way::OnTheRope => {
                return pick(
                    turns,
                    &["is drawn back on the rope, firing on"],
                    &["are drawn back on the rope, firing on"],
                );
            }
            Way::Plain => {}
        }
        let reply = match firing.occasion {
            Occasion::Returned | Occasion::Answered => " … in reply",
            Occasion::OnTheMove => " … as it moves",
            _ => "",
        };
        if firing.volleys > 1 {
            let volleys = count(firing.volleys, "volley", "volleys");
            let rounds = count(firing.volleys, "round", "rounds");
            let verb = match (guns, firing.reach) {
                (true, Reach::Canister | Reach::PointBlank) => {
                    let send = if many { "send" } else { "sends" };
                    format!("{send} {rounds} of canister into")
                }
                (true, _) => {
                    let ways: [&[&'static str]; 2] = [
                        &[
                            "sends … of shot and shell into",
                            "fires … at",
                            "throws … into",
                        ],
                        &["send … of shot and shell into", "fire … at", "throw … into"],
                    ];
                    let how = turns.pick(ways[usize::from(many)]);
                    how.replace('…', &rounds)
                }
                (false, _) => {
                    let fire = if many { "fire" } else { "fires" };
                    format!("{fire} {volleys} into")
                }
            };
            return verb + reply;
        }
        match (firing.occasion, firing.opening) {
            (Occasion::Returned, true) => {
                pick(turns, &["opens in reply on"], &["open in reply on"])
            }
            (Occasion::Returned, false) => pick(
                turns,
                &["returns the fire of", "pays back"],
                &["return the fire of", "pay back"],
            ),
            (Occasion::Answered, _) => pick(
                turns,
                &["answers the fire of", "fires back at"],
                &["answer the fire of", "fire back at"],
            ),
            (Occasion::OnTheMove, true) => pick(
                turns,
                &["opens fire on … as it moves"],
                &["open fire on … as it moves"],
            ),
            (Occasion::OnTheMove, false) => pick(
                turns,
                &["catches … on the move", "fires on … as it moves"],
                &["catch … on the move", "fire on … as it moves"],
            ),
            (_, true) => pick(turns, &["opens fire on"], &["open fire on"]),
            (_, false) => at_range(turns, firing, guns, many),
        }
    }

    /// Fire that meets a charge.
    fn at_charge(&mut self, firing: &Firing, last: Option<&Scene>) -> String {
        let (who, many) = self.firers(firing, last);
        let guns = firing.guns;
        let target = self.the(firing.effect.unit);
        let ways: [&[&'static str]; 2] = match (guns, firing.reach) {
            _ if firing.way == Way::OnTheRope => [
                &["is drawn back on the rope before …, firing as it goes"],
                &["are drawn back on the rope before …, firing as they go"],
            ],
            (true, Reach::Canister | Reach::PointBlank) => [
                &["sweeps … with canister", "fires canister into …"],
                &["sweep … with canister", "fire canister into …"],
            ],
            (true, _) => [
                &["shells … on its way", "plays on … as it comes"],
                &["shell … on its way", "play on … as it comes"],
            ],
            (false, Reach::PointBlank) if firing.face => [
                &[
                    "fires into the face of …",
                    "gives … a volley at the last moment",
                    "lets … come close and fires",
                ],
                &[
                    "fire into the face of …",
                    "give … a volley at the last moment",
                    "let … come close and fire",
                ],
            ],
            (false, Reach::PointBlank | Reach::Near) => [
                &[
                    "fires into … at close range",
                    "gives … a volley at close range",
                ],
                &[
                    "fire into … at close range",
                    "give … a volley at close range",
                ],
            ],
            (false, _) => [
                &["fires on … as it comes", "meets … with a volley"],
                &["fire on … as it comes", "meet … with their fire"],
            ],
        };
        let how = self.turns.pick(ways[usize::from(many)]);
        let start = format!("{} {}", sentence(&who), how.replace('…', &target));
        let effect = &firing.effect;
        if let Some(end) = self.end(effect, By::Fire) {
            return format!("{start}, and {target} {end}.");
        }
        let lost = self.fallen(effect);
        if effect.drove() {
            let end = match effect.after {
                Morale::Routed => "it breaks and runs",
                Morale::Shaken => "its charge comes apart, shaken",
                _ => "its charge recoils in disorder",
            };
            let lost = lost.map_or(String::new(), |lost| format!(": {lost}"));
            return format!("{start}{lost}, and {end}.");
        }
        if let Some(lost) = lost {
            return format!("{start}: {lost}.");
        }
        let still = self.turns.pick(&[
            ", and still it comes on",
            " and cannot stop it",
            ", without effect",
        ]);
        // "…, firing as it goes, and cannot stop it".
        let comma = if firing.way == Way::OnTheRope && still.starts_with(' ') {
            ","
        } else {
            ""
        };
        format!("{start}{comma}{still}.")
    }

    /// Firing that did nothing at all is told in one breath.
    pub(super) fn idle_fire(&mut self, half: &Half) -> Option<String> {
        let mut targets: Vec<UnitId> = Vec::new();
        let mut volleys = 0;
        for scene in &half.scenes {
            // What goes on through somebody is no fire of its own.
            if let Event::Fire(firing) = &scene.event
                && !firing.is_told()
                && !matches!(firing.occasion, Occasion::Through(_))
            {
                volleys += firing.volleys;
                if !targets.contains(&firing.effect.unit) {
                    targets.push(firing.effect.unit);
                }
            }
        }
        if volleys == 0 {
            return None;
        }
        let at = self.all(&targets);
        let how = self
            .turns
            .pick(&["does no harm", "is for nothing", "changes nothing"]);
        Some(match volleys {
            1 => format!("Fire on {at} {how}."),
            more => format!("Fire on {at}, {} in all, {how}.", times(more)),
        })
    }
}

/// An ordered fire, by its distance.
fn at_range(turns: &mut Turns, firing: &Firing, guns: bool, many: bool) -> String {
    let ways: [&[&'static str]; 2] = match (guns, firing.reach) {
        (true, Reach::Canister | Reach::PointBlank) => [
            &["fires canister into", "sweeps … with canister"],
            &["fire canister into", "sweep … with canister"],
        ],
        (true, _) => [
            &["plays on", "shells", "turns its guns on"],
            &["play on", "shell", "turn their guns on"],
        ],
        (false, _) if firing.skirmishers => [&["picks at", "snipes at"], &["pick at", "snipe at"]],
        (false, Reach::PointBlank | Reach::Near) => [
            &["fires at close range into", "pours a volley into"],
            &["fire at close range into", "pour a volley into"],
        ],
        (false, Reach::Far) => [
            &["fires at long range on", "tries a long shot at"],
            &["fire at long range on", "try a long shot at"],
        ],
        (false, _) => [
            &["fires on", "sends a volley into", "volleys at"],
            &["fire on", "send a volley into", "volley at"],
        ],
    };
    turns.pick(ways[usize::from(many)]).to_owned()
}
