//! Facts in words: sides, levels, formations and fates, one line for every fact, and what it is about.

mod matter;
mod sentence;

pub use matter::{Matter, concerns, matter};
pub use sentence::sentence;

use crate::army::{Fate, Formation};
use crate::rules::{Morale, Named, Side};

/// The side as an adjective.
pub fn side(side: Side) -> &'static str {
    match side {
        Side::Union => "Union",
        Side::Confederate => "Confederate",
    }
}

/// A morale level in words.
pub fn morale(morale: Morale) -> &'static str {
    match morale {
        Morale::GoodOrder => "in good order",
        Morale::Disorder => "in disorder",
        Morale::Shaken => "shaken",
        Morale::Routed => "routed",
    }
}

/// A formation in words.
pub fn formation(formation: Formation) -> String {
    match formation {
        Formation::Infantry(formation) => formation.name().replace('_', " "),
        Formation::Cavalry(formation) => formation.name().replace('_', " "),
        Formation::Mounted(true) => "the saddle".to_owned(),
        Formation::Mounted(false) => "a line on foot".to_owned(),
        Formation::Limbered(true) => "march order, limbered".to_owned(),
        Formation::Limbered(false) => "battery, unlimbered".to_owned(),
    }
}

/// How a unit left the battle.
pub fn gone(fate: Fate) -> &'static str {
    match fate {
        Fate::Absent => "never came",
        Fate::Joined => "has joined another regiment",
        Fate::Eliminated => "is shot to pieces",
        Fate::Surrendered => "surrenders",
        Fate::Disintegrated => "dissolves",
        Fate::GunsLost => "loses its guns",
        Fate::RodeOff => "mounts and rides off the field",
        Fate::Dummy => "was nobody",
        Fate::Withdrew => "leaves the field as it was told to",
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::files::Opening;
    use crate::players::SeatKind;
    use crate::rules::{Rules, Scale};
    use crate::scenario::rules_folder::HouseRules;
    use crate::scenario::{Hiding, ScenarioSource, find};
    use crate::session::{MatchUp, Table};
    use crate::table::{actor, playback};

    /// Whatever happens in a battle, the window has a kind, a time, a place and a word for it.
    #[test]
    fn every_fact_can_be_shown() {
        let rules = Rules::book();
        for (name, hides) in [
            ("taint_no_militia", true),
            ("franklins_crossing", false),
            ("farmington", true),
            ("the_crossroads", false),
        ] {
            let path = find(Path::new(name));
            let (mut scenario, mut source) =
                ScenarioSource::load(&path, Scale::Mm15, rules).expect("a good scenario");
            if hides {
                let hiding = Hiding::pickets(&[Side::Union, Side::Confederate], 1);
                source.hide(&mut scenario, hiding, rules);
            }
            let match_up = MatchUp::both(SeatKind::Random);
            let opening = Opening {
                source,
                scale: Scale::Mm15,
                house_rules: HouseRules::new(),
                seed: 4,
                seats: match_up.names(),
            };
            let table = Table::new(match_up);
            let mut session = table.begin(opening, Arc::new(scenario), Arc::new(rules.clone()));
            session.run(|_| {});
            let battle = session.battle();
            assert!(battle.army().verdict().is_some(), "{name}");
            for fact in battle.facts() {
                let told = sentence(battle.now().scenario(), fact);
                let seconds = playback::duration(fact);
                let _ = actor(fact);
                assert!((0.0..10.0).contains(&seconds), "{fact:?}");
                assert!(
                    matter(fact) == Matter::Quiet || !told.is_empty(),
                    "{fact:?}"
                );
            }
        }
    }
}
