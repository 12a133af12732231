//! What the adjudicator would be asked about a fact, so that anybody can check it.

use crate::adjudicate::Request;
use crate::army::{Army, Fact};
use crate::rules::Scale;

/// The request of a fire, check or impact with its dice, made of the fact and of the army as it
/// stood right before it.
pub fn request_of(scale: Scale, army: &Army, fact: &Fact) -> Option<Request> {
    match fact {
        Fact::Fired { volley, .. } => {
            let firers = volley.aim.firers(army);
            let fire = volley
                .aim
                .fire(scale, &firers, army.unit(volley.aim.target));
            Some(Request::of_fire(&fire, &volley.dice))
        }
        Fact::Checked {
            unit, strain, dice, ..
        } => {
            let charger = strain.charge.map(|dread| *army.unit(dread.by));
            let checking = strain.checking(army.unit(*unit));
            let situation = strain.situation(scale, &checking, charger.as_ref());
            Some(Request::of_morale(&situation, dice))
        }
        Fact::Impact {
            attacker,
            defender,
            encounter,
            dice,
            ..
        } => {
            let defending = encounter.defending(army.unit(*defender));
            let impact = encounter.impact(scale, army.unit(*attacker), &defending);
            Some(Request::of_impact(&impact, dice.0, dice.1))
        }
        _ => None,
    }
}
