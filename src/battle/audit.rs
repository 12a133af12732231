//! What the adjudicator would be asked about a fact, so that anybody can check it.

use crate::adjudicate::Request;
use crate::army::{Army, Blow, Fact, UnitId};
use crate::rules::melee::MeleeBlow;
use crate::rules::{Scale, Unit};

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
            let charger = strain.charge.map(|dread| dread.charger(army));
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

/// The requests of both blows of a melee round with their dice, the attacker's first; `None` for a
/// side that had nothing to strike with.
pub fn requests_of_melee(scale: Scale, army: &Army, fact: &Fact) -> [Option<Request>; 2] {
    let Fact::Melee {
        attackers,
        defenders,
        round,
        by_attacker,
        by_defender,
    } = fact
    else {
        return [None, None];
    };
    let request = |blow: &Blow, at: &[UnitId]| {
        let (&lead, others) = blow.by.split_first()?;
        let enemy = at.first()?;
        let supports: Vec<Unit> = others.iter().map(|&id| *army.unit(id)).collect();
        let struck = MeleeBlow {
            scale,
            lead: army.unit(lead),
            supports: &supports,
            enemy: army.unit(*enemy),
            leader: blow.leader,
            round: *round,
        };
        blow.terms.as_ref()?;
        Some(Request::of_melee(&struck, &blow.dice))
    };
    [
        request(by_attacker, defenders),
        request(by_defender, attackers),
    ]
}
