//! Charges in sentences.

use super::Teller;
use crate::print::story::scenes::Charging;
use crate::print::words::{self, count, list, sentence, the};
use crate::rules::Morale;
use crate::rules::impact::ImpactOutcome;

impl Teller<'_> {
    pub(super) fn charge(&mut self, charge: &Charging) -> String {
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
                text.push(format!(
                    "{} {}.",
                    sentence(&self.the(id)),
                    words::fate(fate)
                ));
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
}
