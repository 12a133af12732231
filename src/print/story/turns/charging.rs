//! Charges in sentences.

use super::Teller;
use super::effects::{By, on_horseback};
use crate::army::UnitId;
use crate::print::story::scenes::{
    Charging, Clash, Dread, Effect, Event, Manner, Order, Scene, Stop, Struggle,
};
use crate::print::words::{count, list, sentence, strength};
use crate::rules::Morale;
use crate::rules::impact::ImpactOutcome;

impl Teller<'_> {
    pub(super) fn charge(&mut self, charge: &Charging) -> String {
        if let (Order::Beside, [(_, regiment, _)]) = (charge.order, &charge.assaults[..]) {
            let who = sentence(&self.the(*regiment));
            return format!("{who}, beside the guns, has to face it as well.");
        }
        let clauses: Vec<String> = match &charge.assaults[..] {
            [(unit, target, manner)] => {
                let verb = match (charge.order, manner) {
                    (Order::GoesOn, Manner::Horse) => {
                        self.turns.pick(&["rides on into", "gallops on into"])
                    }
                    (Order::GoesOn, _) => self.turns.pick(&["goes on into", "carries on into"]),
                    (Order::After, Manner::Horse) => "rides after",
                    (Order::After, _) => "goes on after",
                    (Order::ComesUpon | Order::Beside, Manner::Horse) => "rides on at",
                    (Order::ComesUpon | Order::Beside, _) => "runs on at",
                    (Order::Given, Manner::Horse) => {
                        self.turns.pick(&["charges", "rides at", "spurs at"])
                    }
                    (Order::Given, Manner::Foot) => self.turns.pick(&[
                        "charges",
                        "goes in with the bayonet against",
                        "storms at",
                        "comes on at the double against",
                    ]),
                    (Order::Given, _) => self.turns.pick(&["charges", "storms at"]),
                };
                vec![format!("{} {verb} {}", self.the(*unit), self.the(*target))]
            }
            many => many
                .iter()
                .map(|(unit, target, _)| {
                    format!("{} charges {}", self.the(*unit), self.the(*target))
                })
                .collect(),
        };
        let one = charge.assaults.len() == 1;
        let them = if one { "it" } else { "them" };
        let with = match &charge.with[..] {
            [] => String::new(),
            [one] => format!(", {} behind {them}", self.the(*one)),
            few if few.len() <= 3 => format!(", {} behind {them}", self.all(few)),
            more => {
                let units = count(more.len() as u32, "unit", "units");
                format!(", with {units} behind {them}")
            }
        };
        format!("{}{with}.", sentence(&list(&clauses)))
    }

    /// What the sight of it does; `last` is what was told before.
    pub(super) fn fear(&mut self, dread: &Dread, last: Option<&Scene>) -> Option<String> {
        let (effect, off) = (&dread.effect, dread.off);
        if dread.counters && effect.drove() && effect.gone.is_none() {
            let how = match effect.after {
                Morale::Routed => "runs",
                Morale::Shaken => "turns back, shaken",
                _ => "turns back in disorder",
            };
            let just = matches!(last.map(|last| &last.event),
                Some(Event::Counter { unit, .. }) if *unit == effect.unit);
            let who = if just {
                "it".to_owned()
            } else {
                self.the(effect.unit)
            };
            return Some(format!("But {who} loses heart and {how}."));
        }
        let who = sentence(&self.the(effect.unit));
        if let Some(end) = self.end(effect, By::Fire) {
            return Some(format!("{who} {end} at the sight."));
        }
        let (before, after) = (effect.before, effect.after);
        let how = match after {
            Morale::Routed if dread.again && after > before => "breaks as … comes up again",
            Morale::Shaken if dread.again && effect.back => "gives way once more, shaken",
            _ if dread.again && effect.back => "gives way once more",
            Morale::Routed if after > before => self.turns.pick(&[
                "does not stand to meet …, but runs",
                "runs before …",
                "breaks at the sight of … and runs",
            ]),
            Morale::Shaken if off => "turns and makes off, shaken",
            _ if off => "turns and makes off",
            Morale::Shaken if effect.back && after > before => self
                .turns
                .pick(&["gives way before …, shaken", "falls back before …, shaken"]),
            Morale::Shaken if after > before => "wavers at the sight of …, shaken",
            _ if after < before => self
                .turns
                .pick(&["only steadies to meet …", "closes up to meet …"]),
            _ if effect.back && after > before => self.turns.pick(&[
                "gives way before … in disorder",
                "falls back before … in disorder",
            ]),
            _ if after > before => "loses its order at the sight of …",
            _ if effect.back => "gives ground before …",
            _ => return None,
        };
        // The charge is named again if something else was told in between.
        let fresh = last.is_some_and(|last| match &last.event {
            Event::Charge(charge) => charge.assaults.iter().any(|(unit, ..)| *unit == dread.by),
            Event::Fire(fire) => fire.effect.unit == dread.by,
            Event::Counter { unit, .. } => *unit == dread.by,
            Event::Fear(other) => other.effect.unit == effect.unit,
            _ => false,
        });
        let it = if fresh {
            "it".to_owned()
        } else {
            self.the(dread.by)
        };
        Some(format!("{who} {}.", how.replace('…', &it)))
    }

    pub(super) fn evades(
        &mut self,
        unit: UnitId,
        manner: Manner,
        behind: Option<UnitId>,
    ) -> String {
        let who = sentence(&self.the(unit));
        let how = match manner {
            Manner::Horse => "wheels about and makes off before it comes",
            _ => self
                .turns
                .pick(&["does not wait for it", "slips away before it comes"]),
        };
        match behind {
            Some(friend) => format!("{who} {how} and stops behind {}.", self.the(friend)),
            None => format!("{who} {how}."),
        }
    }

    /// A charge that met nobody.
    pub(super) fn short(&mut self, stop: Stop) -> String {
        match stop {
            Stop::Reach => self
                .turns
                .pick(&[
                    "The charge falls short.",
                    "The charge runs out of breath short of the enemy.",
                ])
                .to_owned(),
            Stop::GaveWay(target) => {
                let who = self.the(target);
                let how = self.turns.pick(&[
                    "The charge stops on the ground that … has left.",
                    "The charge ends where … stood.",
                    "The charge comes to a stand on empty ground.",
                ]);
                how.replace('…', &who)
            }
            Stop::NobodyLeft => "The charge finds nobody left before it.".to_owned(),
            Stop::Both => "Neither charge carries far enough to meet the other.".to_owned(),
            Stop::Halted => "The charge halts where it was told to.".to_owned(),
            Stop::Misheard => "The order to halt is not heard.".to_owned(),
        }
    }

    /// How two lead units part.
    pub(super) fn clash(&mut self, clash: &Clash) -> Option<String> {
        let (attacker, defender) = (clash.attacker.0, clash.defender.0);
        let won = clash.winner == Some(self.army().side(attacker));
        let (victor, loser) = if won {
            (attacker, defender)
        } else {
            (defender, attacker)
        };
        let side = self.army().side(loser);
        // The lead first, then all of its side who share its fate.
        let mut losers: Vec<UnitId> = vec![loser];
        losers.extend(
            clash
                .effects
                .iter()
                .filter(|effect| effect.unit != loser && self.army().side(effect.unit) == side)
                .filter(|effect| effect.tells())
                .map(|effect| effect.unit),
        );
        let victor = self.the(victor);
        let (all, many) = self.those(&losers);
        let holds = match (won, clash.gave_way) {
            (true, _) => "",
            (false, _) if clash.counter => "",
            (false, false) => "stands fast and ",
            // It had fallen back before it was met.
            (false, true) => "turns and ",
        };
        let front = clash.effects.iter().find(|effect| effect.unit == loser);
        if let Some(front) = front.filter(|front| front.wiped_out) {
            return Some(self.last_of(clash, front, &format!("{} {holds}", sentence(&victor))));
        }
        // It may have been in worse order before.
        let outcome = match (clash.outcome, front.map(|front| front.after)) {
            (ImpactOutcome::Disorder, Some(Morale::Shaken)) => ImpactOutcome::Shaken,
            (outcome, _) => outcome,
        };
        let end = match outcome {
            // It is told with the melee.
            ImpactOutcome::Melee => return None,
            ImpactOutcome::StoppedShort => return Some(self.face_to_face(clash)),
            ImpactOutcome::Disorder => {
                format!("{} {holds}throws {all} back in disorder", sentence(&victor))
            }
            ImpactOutcome::Shaken => {
                format!("{} {holds}hurls {all} back, shaken", sentence(&victor))
            }
            ImpactOutcome::Routed => {
                let run = if many { "which run" } else { "which runs" };
                format!("{} {holds}breaks {all}, {run}", sentence(&victor))
            }
            ImpactOutcome::Surrender => {
                let throw = if many {
                    "throw down their"
                } else {
                    "throws down its"
                };
                format!("{} {throw} arms before {victor}", sentence(&all))
            }
            ImpactOutcome::GunsLost => {
                let takes = match clash.attacker.1 {
                    Manner::Horse => "rides over",
                    _ => "takes",
                };
                format!(
                    "{} {takes} the guns of {}",
                    sentence(&victor),
                    self.the(loser)
                )
            }
        };
        let mut cost = Vec::new();
        for effect in clash.effects.iter().filter(|effect| effect.lost > 0) {
            let lost = strength(self.army(), effect.unit, effect.lost);
            cost.push(format!("{} {lost}", self.the(effect.unit)));
        }
        Some(if cost.is_empty() {
            format!("{end}.")
        } else {
            format!("{end}. It costs {}.", list(&cost))
        })
    }

    /// A clash that the losing lead does not outlive; the others of its side are thrown back.
    fn last_of(&mut self, clash: &Clash, front: &Effect, start: &str) -> String {
        let side = self.army().side(front.unit);
        let others: Vec<UnitId> = clash
            .effects
            .iter()
            .filter(|effect| effect.unit != front.unit && self.army().side(effect.unit) == side)
            .filter(|effect| effect.tells())
            .map(|effect| effect.unit)
            .collect();
        let loser = self.the(front.unit);
        let end = if self.army().unit(front.unit).is_artillery() {
            format!("{start}wrecks the last guns of {loser}")
        } else {
            format!("{start}cuts down the last of {loser}")
        };
        if others.is_empty() {
            format!("{end}.")
        } else {
            format!("{end} and throws {} back.", self.all(&others))
        }
    }

    /// A charge that stops short of the enemy.
    fn face_to_face(&mut self, clash: &Clash) -> String {
        let stops = if clash.close {
            "The charge stops close before the enemy"
        } else {
            "The charge stops short of the enemy"
        };
        let fire = match clash.fired {
            [true, true] => "both sides fire into each other".to_owned(),
            [true, false] => format!("only {} fires", self.the(clash.attacker.0)),
            [false, true] => format!("only {} fires", self.the(clash.defender.0)),
            [false, false] => return format!("{stops}, and in the disorder neither side fires."),
        };
        let what = format!("{stops}, and in the disorder {fire}");
        let parts = self.suffered(&clash.effects, By::Fire);
        match (&parts[..], clash.fired) {
            ([], [true, true]) => format!("{what} without effect."),
            ([], _) => format!("{what}, without effect."),
            (parts, _) => format!("{what}: {}.", parts.join("; ")),
        }
    }

    /// A melee; `met` is whether the two have just run into each other and neither gave way.
    pub(super) fn melee(&mut self, melee: &Struggle, met: bool) -> String {
        let how = if on_horseback(melee.manners) {
            "blades and pistols"
        } else if melee.manners.contains(&Manner::Guns) {
            "rammers and musket butts among the guns"
        } else {
            "clubbed muskets"
        };
        let start = if met {
            format!("Neither gives way, and it comes to {how}")
        } else {
            format!("They close once more, and it comes to {how}")
        };
        let rounds = match melee.rounds {
            1 => String::new(),
            more => format!(", {} of it", count(more, "round", "rounds")),
        };
        let parts = self.suffered(&melee.effects, By::Steel);
        if parts.is_empty() {
            format!("{start}{rounds}, and nobody gets the better of it.")
        } else {
            format!("{start}{rounds}: {}.", parts.join("; "))
        }
    }
}
