//! The battle told turn by turn.

use super::scenes::{Charging, Firing, Flight, Half, Scene, Turn, scenes};
use super::words::{self, Turns, count, leader, list, number, sentence, state, the, wrapped};
use crate::army::{Army, Fate, Identity, UnitId};
use crate::battle::{Battle, Cause, Fact};
use crate::rules::Morale;
use crate::rules::impact::ImpactOutcome;

/// Every turn, a paragraph or two for each side.
pub fn told(battle: &Battle) -> String {
    let mut teller = Teller {
        battle,
        turns: Turns::default(),
    };
    let mut parts = vec![teller.before()];
    parts.extend(scenes(battle).iter().map(|turn| teller.turn(turn)));
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

struct Teller<'a> {
    battle: &'a Battle,
    turns: Turns,
}

impl Teller<'_> {
    fn army(&self) -> &Army {
        self.battle.army()
    }

    fn the(&self, id: UnitId) -> String {
        the(self.army(), id)
    }

    fn all(&self, ids: &[UnitId]) -> String {
        let names: Vec<_> = ids.iter().map(|&id| self.the(id)).collect();
        list(&names)
    }

    /// Who has come up before it begins.
    fn before(&mut self) -> String {
        let rolled = |wanted: bool| -> Vec<UnitId> {
            let facts = self.battle.facts().iter();
            facts
                .filter_map(|fact| match fact {
                    Fact::Presence { unit, present, .. } if *present == wanted => Some(*unit),
                    _ => None,
                })
                .collect()
        };
        let (came, missed) = (rolled(true), rolled(false));
        let mut sentences = Vec::new();
        if !came.is_empty() {
            let have = if came.len() == 1 { "has" } else { "have" };
            sentences.push(format!(
                "{} {have} come up in time.",
                sentence(&self.all(&came))
            ));
        }
        if !missed.is_empty() {
            let are = if missed.len() == 1 { "is" } else { "are" };
            sentences.push(format!(
                "{} {are} still elsewhere and will miss the day.",
                sentence(&self.all(&missed))
            ));
        }
        wrapped(&sentences.join(" "), "")
    }

    fn turn(&mut self, turn: &Turn) -> String {
        let mut parts = vec![format!("Turn {}", turn.number)];
        for half in &turn.halves {
            let mut sentences = self.arrivals(half);
            sentences.extend(self.marches(half));
            sentences.extend(half.scenes.iter().filter_map(|scene| self.scene(scene)));
            sentences.extend(self.idle_fire(half));
            if sentences.is_empty() {
                sentences.push("Nothing stirs.".to_owned());
            }
            let text = format!("{}: {}", words::side(half.active), sentences.join(" "));
            parts.push(wrapped(&text, "  "));
        }
        parts.join("\n")
    }

    fn arrivals(&mut self, half: &Half) -> Vec<String> {
        let mut sentences = Vec::new();
        if !half.arrived.is_empty() {
            let come = if half.arrived.len() == 1 {
                "comes"
            } else {
                "come"
            };
            let names = sentence(&self.all(&half.arrived));
            sentences.push(format!("{names} {come} on the field."));
        }
        if !half.delayed.is_empty() {
            let find = if half.delayed.len() == 1 {
                "finds"
            } else {
                "find"
            };
            let names = sentence(&self.all(&half.delayed));
            sentences.push(format!("{names} {find} the way blocked and must wait."));
        }
        sentences
    }

    /// Who has moved more than a step or two, by brigades.
    fn marches(&mut self, half: &Half) -> Vec<String> {
        let mut commands: Vec<(usize, Vec<UnitId>, f32)> = Vec::new();
        for (unit, from, to) in &half.marched {
            let way = to.at - from.at;
            if way.length() < 2.0 || self.army().side(*unit) != half.active {
                continue;
            }
            let ahead = way.dot(from.facing.ahead());
            let command = self.army().get::<Identity>(*unit).command;
            match commands.iter_mut().find(|(known, ..)| *known == command) {
                Some((_, units, sum)) => {
                    units.push(*unit);
                    *sum += ahead;
                }
                None => commands.push((command, vec![*unit], ahead)),
            }
        }
        commands
            .into_iter()
            .map(|(command, units, ahead)| {
                let name = words::command(&self.battle.scenario().commands[command].name);
                let all = half
                    .present
                    .iter()
                    .filter(|&&id| self.army().get::<Identity>(id).command == command)
                    .count();
                let whole = units.len() > 1 && all <= units.len();
                let who = match units.len() {
                    _ if whole => name,
                    1 | 2 => format!("{} of {name}", self.all(&units)),
                    many => format!("{} regiments of {name}", number(many as u32)),
                };
                let ways: [&[&'static str]; 2] = if ahead >= 0.0 {
                    [
                        &["moves up", "presses forward", "comes on"],
                        &["move up", "press forward", "come on"],
                    ]
                } else {
                    [
                        &["draws back", "gives ground"],
                        &["draw back", "give ground"],
                    ]
                };
                let many = units.len() > 1 && !whole;
                let how = self.turns.pick(ways[usize::from(many)]);
                format!("{} {how}.", sentence(&who))
            })
            .collect()
    }

    fn scene(&mut self, scene: &Scene) -> Option<String> {
        Some(match scene {
            Scene::Fire(firing) => return self.firing(firing),
            Scene::Charge(charge) => self.charge(charge),
            Scene::Rally {
                unit,
                first,
                before,
                after,
            } => return self.rally(*unit, *first, *before, *after),
            Scene::Shock { unit, cause, after } => self.shock(*unit, *cause, *after),
            Scene::LeaderTaken(id, unit) => {
                let name = leader(self.army(), *id);
                format!("{name} is taken with {}.", self.the(*unit))
            }
            Scene::LeaderFell { leader: id, with } => {
                let name = leader(self.army(), *id);
                match with {
                    Some(unit) => format!("{name} is killed at the side of {}.", self.the(*unit)),
                    None => format!("{name} is killed."),
                }
            }
            Scene::Flight(unit, flight) => {
                let how = self.flight(*flight);
                format!("{} {how}.", sentence(&self.the(*unit)))
            }
            Scene::Joined { unit, host } => format!(
                "What is left of {} falls in with {}.",
                self.the(*unit),
                self.the(*host)
            ),
            Scene::Gone { unit, fate } => {
                format!("{} {}.", sentence(&self.the(*unit)), gone(*fate))
            }
        })
    }

    /// Firers as the subject of a sentence, and whether there are many.
    fn firers(&self, firing: &Firing) -> (String, bool) {
        let units: Vec<_> = firing.firers.iter().map(|(unit, _)| *unit).collect();
        let commands: Vec<_> = units
            .iter()
            .map(|&unit| self.army().get::<Identity>(unit).command)
            .collect();
        if units.len() > 3 && commands.iter().all(|command| *command == commands[0]) {
            let guns = units
                .iter()
                .all(|&unit| self.army().unit(unit).is_artillery());
            let what = if guns { "batteries" } else { "regiments" };
            let name = &self.battle.scenario().commands[commands[0]].name;
            return (
                format!("{} {what} of {name}", number(units.len() as u32)),
                true,
            );
        }
        (self.all(&units), units.len() > 1)
    }

    /// A stretch of firing that had an effect.
    fn firing(&mut self, firing: &Firing) -> Option<String> {
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
            Some(fate) => format!(", and {target} {}", gone(fate)),
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

    /// Two figures fall.
    fn fallen(&self, unit: UnitId, lost: u32) -> Option<String> {
        (lost > 0).then(|| {
            let guns = self.army().unit(unit).is_artillery();
            let verb = match (guns, lost) {
                (true, 1) => "is wrecked",
                (true, _) => "are wrecked",
                (false, 1) => "falls",
                (false, _) => "fall",
            };
            format!("{} {verb}", words::strength(self.army(), unit, lost))
        })
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
    fn idle_fire(&mut self, half: &Half) -> Option<String> {
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

    fn charge(&mut self, charge: &Charging) -> String {
        let army = self.army();
        let (unit, target) = (the(army, charge.unit), the(army, charge.target));
        let verb = self
            .turns
            .pick(&["charges", "goes in with the bayonet against", "storms at"]);
        let with = match &charge.with[..] {
            [] => String::new(),
            [one] => format!(", {} behind it", self.the(*one)),
            more => format!(
                ", with {} behind it",
                count(more.len() as u32, "unit", "units")
            ),
        };
        let mut text = vec![if charge.follows {
            format!("{} goes on into {target}.", sentence(&unit))
        } else {
            format!("{} {verb} {target}{with}.", sentence(&unit))
        }];
        if charge.countered {
            text.push(format!("{} charges back.", sentence(&target)));
        }
        if charge.evaded {
            text.push(format!("{} does not wait for it.", sentence(&target)));
        }
        text.extend(self.on_the_way(charge));
        text.extend(self.fear(charge));
        text.extend(self.struck(charge));
        for (id, fate) in [
            (charge.unit, charge.attacker_gone),
            (charge.target, charge.defender_gone),
        ] {
            let told = matches!(
                charge.impact,
                Some((_, ImpactOutcome::Surrender | ImpactOutcome::GunsLost))
            );
            if let Some(fate) = fate.filter(|_| !told) {
                text.push(format!("{} {}.", sentence(&self.the(id)), gone(fate)));
            }
        }
        text.join(" ")
    }

    /// The fire that met the chargers.
    fn on_the_way(&mut self, charge: &Charging) -> Option<String> {
        let who = self.all(&charge.fired_on_by);
        if who.is_empty() {
            return None;
        }
        let many = charge.fired_on_by.len() > 1;
        let fire = if many { "fire" } else { "fires" };
        let struck = charge.impact.is_some();
        let lost = self
            .fallen(charge.unit, charge.attacker_lost)
            .filter(|_| !struck);
        let broken = charge
            .checked
            .filter(|after| *after >= Morale::Shaken && !struck);
        Some(match (lost, broken) {
            (lost, Some(after)) => {
                let lost = lost.map_or(String::new(), |lost| format!(": {lost}, and"));
                let end = match after {
                    Morale::Routed => "breaks and runs",
                    _ => "comes apart, shaken",
                };
                let link = if lost.is_empty() { ", and" } else { &lost };
                format!(
                    "{} {fire} into its face{link} the charge {end}.",
                    sentence(&who)
                )
            }
            (Some(lost), None) => {
                format!("{} {fire} into its face: {lost}.", sentence(&who))
            }
            (None, None) => {
                let ways: &[&'static str] = if many {
                    &[
                        "cannot stop it with their fire",
                        "fire, and still it comes on",
                    ]
                } else {
                    &[
                        "cannot stop it with its fire",
                        "fires, and still they come on",
                    ]
                };
                format!("{} {}.", sentence(&who), self.turns.pick(ways))
            }
        })
    }

    /// What the sight of it does.
    fn fear(&mut self, charge: &Charging) -> Option<String> {
        let (before, after) = charge.feared?;
        let target = sentence(&self.the(charge.target));
        match after {
            None => Some(format!("{target} dissolves at the sight.")),
            Some(after) if after > before => Some(match after {
                Morale::Routed => format!("{target} does not stand to meet it, but runs."),
                Morale::Shaken => format!("{target} wavers at the sight, shaken."),
                _ => format!("{target} loses its order at the sight."),
            }),
            Some(after) if after < before => Some(format!("{target} only steadies to meet it.")),
            Some(_) => None,
        }
    }

    /// How it ends.
    fn struck(&mut self, charge: &Charging) -> Option<String> {
        let Some((winner, outcome)) = charge.impact else {
            // A charge that fire has broken has been told of.
            let broken = charge.checked.is_some_and(|after| after >= Morale::Shaken);
            let stopped = charge.short && !broken;
            return stopped.then(|| {
                let how = self.turns.pick(&[
                    "The charge falls short.",
                    "The charge runs out of breath short of the enemy.",
                ]);
                how.to_owned()
            });
        };
        let army = self.army();
        let won = winner.is_some_and(|winner| winner == army.side(charge.unit));
        let (victor, loser) = if won {
            (charge.unit, charge.target)
        } else {
            (charge.target, charge.unit)
        };
        let (victor, loser) = (the(army, victor), the(army, loser));
        let end = match outcome {
            ImpactOutcome::Melee if charge.melee_rounds == 0 => {
                "They meet, and neither gives way".to_owned()
            }
            ImpactOutcome::Melee => {
                let rounds = count(charge.melee_rounds, "round", "rounds");
                format!("It comes to clubbed muskets, {rounds} of it")
            }
            ImpactOutcome::StoppedShort => {
                "The charge stops within a few paces, and both sides fire into each other"
                    .to_owned()
            }
            ImpactOutcome::Disorder => {
                format!("{} throws {loser} back in disorder", sentence(&victor))
            }
            ImpactOutcome::Shaken => format!("{} hurls {loser} back, shaken", sentence(&victor)),
            ImpactOutcome::Routed => {
                format!("{} breaks {loser}, which runs", sentence(&victor))
            }
            ImpactOutcome::Surrender => {
                format!("{} throws down its arms before {victor}", sentence(&loser))
            }
            ImpactOutcome::GunsLost => {
                format!("{} takes the guns of {loser}", sentence(&victor))
            }
        };
        let mut cost = Vec::new();
        for (id, lost) in [
            (charge.unit, charge.attacker_lost),
            (charge.target, charge.defender_lost),
        ] {
            if lost > 0 {
                let lost = words::strength(self.army(), id, lost);
                cost.push(format!("{} {lost}", self.the(id)));
            }
        }
        Some(if cost.is_empty() {
            format!("{end}.")
        } else {
            format!("{end}. It costs {}.", list(&cost))
        })
    }

    fn flight(&mut self, flight: Flight) -> &'static str {
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

    fn rally(
        &mut self,
        unit: UnitId,
        first: Option<Flight>,
        before: Morale,
        after: Option<Morale>,
    ) -> Option<String> {
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
        Some(match after {
            None => format!("{who}{and}cannot be rallied: it is gone from the field."),
            Some(after) if after < before => {
                let how =
                    self.turns
                        .pick(&["rallies", "is brought to a stand", "is taken in hand"]);
                match after {
                    Morale::GoodOrder => format!("{who}{but}{how} and stands in good order."),
                    after => format!("{who}{but}{how}, though still {}.", state(after)),
                }
            }
            Some(Morale::Routed) if before != Morale::Routed => {
                format!("{who}{and}breaks while its officers try to rally it.")
            }
            Some(after) if after > before => {
                format!("{who}{and}will not be rallied: it is {} now.", state(after))
            }
            Some(_) if first.is_some() => format!("{who}."),
            Some(_) => return None,
        })
    }

    fn shock(&mut self, unit: UnitId, cause: Cause, after: Option<Morale>) -> String {
        let who = sentence(&self.the(unit));
        let why = match cause {
            Cause::RoutPassed => self
                .turns
                .pick(&["as the fugitives stream past", "in the rush of fugitives"]),
            Cause::LossNear => "at the loss of its neighbours",
            Cause::LeaderKilled => "at the loss of its leader",
            _ => "at what it sees",
        };
        match after {
            Some(Morale::Routed) => format!("{who} breaks and runs {why}."),
            Some(Morale::Shaken) => format!("{who} is shaken {why}."),
            Some(_) => format!("{who} loses its order {why}."),
            None => format!("{who} dissolves {why}."),
        }
    }
}

/// How a unit ended.
fn gone(fate: Fate) -> &'static str {
    match fate {
        Fate::Absent => "never came",
        Fate::Eliminated => "is shot to pieces",
        Fate::Surrendered => "surrenders",
        Fate::Disintegrated => "is gone from the field",
        Fate::GunsLost => "loses its guns",
        Fate::Joined => "goes over into another regiment",
    }
}
