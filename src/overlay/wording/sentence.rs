//! One line for every fact.

use super::{formation, gone, morale, side};
use crate::army::{Cause, Fact, Hindered, LeaderId, Obstacle, Sighting, UnitId};
use crate::print::{labour, words};
use crate::rules::fire::FireResult;
use crate::rules::impact::{ImpactOutcome, ImpactWinner};
use crate::rules::{Morale, Named};
use crate::scenario::Scenario;

fn hits(result: FireResult) -> String {
    match (result, result.hits()) {
        (FireResult::None, _) => "no effect".to_owned(),
        (_, 0) => "they must check".to_owned(),
        (_, 1) => "one hit".to_owned(),
        (_, hits) => format!("{hits} hits"),
    }
}

/// A fact in one line.
pub fn sentence(scenario: &Scenario, fact: &Fact) -> String {
    let name = |id: &UnitId| scenario.units[id.0 as usize].name.as_str();
    let in_the_way = |hindered: Hindered| {
        let by = match hindered.by {
            Obstacle::Edge => "the edge of the table",
            Obstacle::Ground => "ground that nobody passes",
            Obstacle::Unit(other) => name(&other),
        };
        format!(": {:.1}\", as {by} is in its way", hindered.gone)
    };
    let leader = |id: &LeaderId| scenario.leaders[id.0 as usize].name.as_str();
    let all = |units: &[UnitId]| {
        let who: Vec<_> = units.iter().map(name).collect();
        who.join(", ")
    };
    let why = |why: &Sighting| words::sighting(*why, |id| name(&id).to_owned());
    match fact {
        Fact::Secret { what, .. } => sentence(scenario, what),
        Fact::Banded { units } if units.len() == 1 => {
            format!("{} has a picket of its own", all(units))
        }
        Fact::Banded { units } => format!("{} go behind one picket", all(units)),
        Fact::Laid { side: by, places } => {
            format!("The {} side lays {} pickets", side(*by), places.len())
        }
        Fact::Behind { .. } => "The list of the pickets is kept".to_owned(),
        Fact::PicketMoved { picket, from, to } => {
            let far = from.at.distance(to.at);
            format!("{} moves {far:.1}\"", words::picket(*picket))
        }
        Fact::Shown {
            picket,
            units,
            why: by,
            ..
        } => {
            let units: Vec<_> = units.iter().map(|one| one.unit).collect();
            let was = picket.map_or(String::new(), |id| format!(", {},", words::picket(id)));
            format!("{}{was} is on the table{}", all(&units), why(by))
        }
        Fact::KnownReal { picket, why: by } => {
            let picket = words::picket(*picket);
            format!("{picket} is real, whoever it is{}", why(by))
        }
        Fact::DummyGone { picket, why: by } => {
            let picket = words::picket(*picket);
            format!("{picket} was a dummy{}", why(by))
        }
        Fact::LeaderShown { leader: who, .. } => format!("{} is with his men", leader(who)),
        Fact::Turn { turn } => format!("Turn {turn}"),
        Fact::PlayerTurn { side: active } => format!("The {} player turn", side(*active)),
        Fact::Presence { unit, present, die } => {
            let there = if *present { "is there" } else { "is absent" };
            format!("{} {there} (die {die})", name(unit))
        }
        Fact::Weather { weather, die } => format!("The day is {} (die {die})", weather.name()),
        Fact::Due { units, die, turn } => {
            let who: Vec<_> = units.iter().map(name).collect();
            format!("{} come on turn {turn} (die {die})", who.join(", "))
        }
        Fact::Drew {
            side: who,
            card,
            second,
            points,
        } => {
            let drew = format!("The {} side draws the {}", side(*who), card.words());
            match second {
                None => format!("{drew}: no reinforcements"),
                Some(second) => format!(
                    "{drew} and the {}: {points} points of reinforcements",
                    second.words()
                ),
            }
        }
        Fact::Called { units, .. } if units.is_empty() => "Nobody is left to come".to_owned(),
        Fact::Called { units, turn } => {
            let who: Vec<_> = units.iter().map(name).collect();
            format!("{} come on turn {turn}", who.join(", "))
        }
        Fact::Posted {
            unit,
            formation: Some(to),
            ..
        } => format!("{} is set up in {}", name(unit), formation(*to)),
        Fact::Posted { unit, .. } => format!("{} is set up", name(unit)),
        Fact::WorkBegun { .. }
        | Fact::Working { .. }
        | Fact::Worked { .. }
        | Fact::WorkDropped { .. }
        | Fact::WorkDone { .. }
        | Fact::GroundChanged { .. }
        | Fact::WorksStruck { .. }
        | Fact::Unloaded { .. }
        | Fact::Bridged { .. }
        | Fact::BridgeStruck { .. } => {
            labour::sentence(fact, |unit| name(&unit).to_owned()).unwrap_or_default()
        }
        Fact::LeaderPosted { leader: who, .. } => format!("{} takes his place", leader(who)),
        Fact::InPlace { side: ready } => format!("The {} side is in place", side(*ready)),
        Fact::DrawOffered { side: by } => format!("The {} side offers a draw", side(*by)),
        Fact::DrawDeclined { side: by } => format!("The {} side will have no draw", side(*by)),
        Fact::Arrived { unit, .. } => format!("{} comes on the field", name(unit)),
        Fact::Delayed { unit } => format!("{} has not come in yet", name(unit)),
        Fact::Attached {
            leader: who, unit, ..
        } => {
            format!("{} rides to {}", leader(who), name(unit))
        }
        Fact::Rode { leader: who, .. } => format!("{} rides off by himself", leader(who)),
        Fact::Grouped { units, plan } => {
            let who: Vec<_> = units.iter().map(name).collect();
            let plan: Vec<_> = plan.iter().map(|deed| deed.name()).collect();
            format!("{} act as one: {}", who.join(", "), plan.join(", then "))
        }
        Fact::Beaten { unit, after } => format!("{} is beaten: {}", name(unit), morale(*after)),
        Fact::StoppedAtEdge { unit, after } => {
            format!(
                "{} is stopped at the table's edge: {}",
                name(unit),
                morale(*after)
            )
        }
        Fact::Settled { unit, stands, .. } => {
            let stands = if *stands == 1 {
                "one stand".to_owned()
            } else {
                format!("{stands} stands")
            };
            format!("{} closes up on {stands}", name(unit))
        }
        Fact::Joined { unit, charger } => {
            format!("{} falls in behind {}", name(unit), name(charger))
        }
        Fact::Halted { halted: true, .. } => "The charge halts as ordered".to_owned(),
        Fact::Halted { halted: false, .. } => "Nobody hears the order to halt".to_owned(),
        Fact::ChargedOn { unit, enemy, .. } => {
            format!("{} charges on into {}!", name(unit), name(enemy))
        }
        Fact::Followed { unit, enemy, .. } => format!("{} follows {}", name(unit), name(enemy)),
        Fact::Countercharge {
            unit,
            charger,
            inches,
            ..
        } => {
            format!(
                "{} charges {} in turn, up to {inches:.0}\"!",
                name(unit),
                name(charger)
            )
        }
        Fact::Merged {
            unit,
            into,
            figures,
            ..
        } => {
            format!(
                "{} goes over into {}: {figures} figures",
                name(unit),
                name(into)
            )
        }
        Fact::AttachedTo { unit, host, .. } => {
            format!("{} stands with {} from now on", name(unit), name(host))
        }
        Fact::HorseTaken { unit, from } => {
            format!("{} takes over a horse of {}", name(unit), name(from))
        }
        Fact::Activated { unit, in_command } => {
            let command = if *in_command { "" } else { ", out of command" };
            format!("{} acts{command}", name(unit))
        }
        Fact::Reacted { unit } => format!("{} has reacted", name(unit)),
        Fact::Moved { unit, from, to } => {
            format!("{} moves {:.1}\"", name(unit), from.at.distance(to.at))
        }
        Fact::Formed {
            unit,
            formation: new,
            ..
        } => {
            format!("{} forms {}", name(unit), formation(*new))
        }
        Fact::Faced { unit, .. } => format!("{} turns to face the enemy", name(unit)),
        Fact::Fired {
            firers,
            target,
            reaction,
            volley,
            ..
        } => {
            let who: Vec<_> = firers.iter().map(name).collect();
            let how = if *reaction {
                "answers the fire of"
            } else {
                "fires on"
            };
            let how = if *reaction {
                how.replace("the fire of", "with a volley at")
            } else {
                how.to_owned()
            };
            format!(
                "{} {how} {}: {}",
                who.join(" with "),
                name(target),
                hits(volley.result)
            )
        }
        Fact::Lost {
            unit,
            figures,
            horses,
            left,
            ..
        } => {
            let horses = match horses {
                0 => String::new(),
                1 => " and a horse".to_owned(),
                many => format!(" and {many} horses"),
            };
            format!("{} loses {figures}{horses}; {left} left", name(unit))
        }
        Fact::Checked {
            unit,
            cause,
            before,
            outcome,
            ..
        } => checked(name(unit), *cause, *before, outcome.after),
        Fact::Recovered { unit } => format!("A straggler returns to {}", name(unit)),
        Fact::FellBack {
            unit,
            inches,
            hindered,
            ..
        } => {
            let way = hindered.map_or(String::new(), in_the_way);
            format!("{} falls back {inches:.0}\"{way}", name(unit))
        }
        Fact::Ran {
            unit,
            edge,
            hindered,
            ..
        } => {
            let way = if *edge {
                " to the edge of the table".to_owned()
            } else {
                hindered.map_or(String::new(), in_the_way)
            };
            format!("{} runs{way}", name(unit))
        }
        Fact::Disordered { unit, by } => {
            format!("{} is disordered by {}", name(unit), words::disorder(*by))
        }
        Fact::Reformed { unit } => format!("{} reforms", name(unit)),
        Fact::Disengaging { unit } => format!("{} turns to draw off", name(unit)),
        Fact::Disengaged { unit, .. } => format!("{} draws off", name(unit)),
        Fact::Charge {
            assaults, inches, ..
        } => {
            let pairs: Vec<_> = assaults
                .iter()
                .map(|assault| format!("{} charges {}", name(&assault.unit), name(&assault.target)))
                .collect();
            format!("{}, up to {inches:.0}\"!", pairs.join(", "))
        }
        Fact::FellShort { unit, .. } => format!("The charge of {} falls short", name(unit)),
        Fact::Caught { unit, by } => {
            format!("{} comes upon {}, which is running", name(by), name(unit))
        }
        Fact::StoppedShort { unit, die, inches } => {
            format!(
                "{} stops {inches:.1}\" before the enemy (die {die})",
                name(unit)
            )
        }
        Fact::Repulsed { unit, dice } => {
            let more: u32 = dice.iter().map(|&die| u32::from(die)).sum();
            format!("{} goes back {more}\" farther", name(unit))
        }
        Fact::Impact {
            attacker,
            defender,
            result,
            ..
        } => {
            let winner = match result.winner {
                ImpactWinner::Attacker => Some(attacker),
                ImpactWinner::Tie => None,
                ImpactWinner::Defender => Some(defender),
            };
            let won = winner.map_or("nobody wins".to_owned(), |won| {
                let won = scenario.units[won.0 as usize].unit.side;
                format!("the {} side wins", side(won))
            });
            format!(
                "{} meets {}: {won}, {}",
                name(attacker),
                name(defender),
                clash(result.outcome)
            )
        }
        Fact::Melee {
            attackers,
            defenders,
            round,
            by_attacker,
            by_defender,
        } => {
            let all = |units: &[UnitId]| units.iter().map(name).collect::<Vec<_>>().join(" with ");
            format!(
                "Melee round {round}: {} strikes ({}), {} strikes back ({})",
                all(attackers),
                hits(by_attacker.result),
                all(defenders),
                hits(by_defender.result)
            )
        }
        Fact::Tested { unit, passed, die } => {
            let how = if *passed {
                "keeps its ranks"
            } else {
                "loses its ranks"
            };
            format!("{} {how} (die {die})", name(unit))
        }
        Fact::LeaderTaken { leader: who, unit } => {
            format!("{} is taken with {}", leader(who), name(unit))
        }
        Fact::LeaderRolled {
            leader: who,
            killed,
            ..
        } => {
            let how = if *killed {
                "is killed"
            } else {
                "comes through unhurt"
            };
            format!("{} {how}", leader(who))
        }
        Fact::Removed { unit, fate } => format!("{} {}", name(unit), gone(*fate)),
        Fact::PlayerTurnOver { side: active } => {
            format!("The {} player turn is over", side(*active))
        }
        Fact::Command { side: of, out } => {
            format!(
                "{} units of the {} side are out of command",
                out.len(),
                side(*of)
            )
        }
        Fact::Spent { actions: 1 } => "An action is spent".to_owned(),
        Fact::Spent { actions } => format!("{actions} actions are spent"),
        Fact::StillToFire { units, .. } => format!("{} units have still to fire", units.len()),
        Fact::FellOut { unit } => format!("{} drops out of the group", name(unit)),
        Fact::Exhausted { unit } => format!("{} has no action left", name(unit)),
        Fact::ActivationOver => "The next may act".to_owned(),
        Fact::Instructed { units, .. } => format!("{} units are instructed", units.len()),
        Fact::LetPass { occasions, .. } => {
            format!("{} units let their chance pass", occasions.len())
        }
        Fact::Held {
            units, triggers, ..
        } => {
            let who: Vec<_> = units.iter().map(name).collect();
            let hold = match (units.len(), triggers.is_empty()) {
                (1, true) => "holds",
                (_, true) => "hold",
                (1, false) => "lets it pass",
                (_, false) => "let it pass",
            };
            format!("{} {hold}", who.join(", "))
        }
        Fact::Stopped { unit } => format!("{} has drawn off", name(unit)),
        Fact::Strode { inches, .. } => format!("The charge comes on {inches:.1}\""),
        Fact::Closing { contact, .. } => {
            format!(
                "{} closes with {}",
                name(&contact.unit),
                name(&contact.target)
            )
        }
        Fact::Ranks { lead, .. } => format!("{} leads the charge", name(lead)),
        Fact::Resolving { .. } => "The charge meets the enemy".to_owned(),
        Fact::Backed { unit, friend, .. } => {
            format!("{} stops behind {}", name(unit), name(friend))
        }
        Fact::ChargeEnded { unit } => format!("{} charges no more", name(unit)),
        Fact::ChargeOver { .. } => "The charge is over".to_owned(),
        Fact::LeftMelee { unit } => format!("{} is out of the melee", name(unit)),
        Fact::Missed { leader: who } => format!("{} is missed", leader(who)),
        Fact::LeaderLeft { leader: who } => {
            format!("{} leaves the field with the last of his men", leader(who))
        }
        Fact::Withdrawing { commands, .. } => {
            let names: Vec<_> = commands
                .iter()
                .filter_map(|&command| scenario.commands.get(command))
                .map(|command| command.name.clone())
                .collect();
            let are = if names.len() == 1 { "is" } else { "are" };
            format!("{} {are} withdrawn", words::list(&names))
        }
        Fact::Occupied { zone, side } => {
            let men = words::sentence(words::men(*side));
            format!("{men} hold {}", words::zone(scenario, zone))
        }
        Fact::Scored { zone, side, points } => format!(
            "{} for {}: {}",
            words::sentence(&words::count(*points, "point", "points")),
            words::men(*side),
            words::zone(scenario, zone)
        ),
        Fact::Over { verdict } => words::verdict(scenario, verdict),
    }
}

fn checked(name: &str, cause: Cause, before: Morale, after: Option<Morale>) -> String {
    let why = words::cause(cause);
    match after {
        None => format!("{name} checks {why} and dissolves"),
        Some(after) if after == before => {
            format!("{name} checks {why} and stays {}", morale(after))
        }
        Some(after) => format!("{name} checks {why}: {}", morale(after)),
    }
}

fn clash(outcome: ImpactOutcome) -> &'static str {
    match outcome {
        ImpactOutcome::Melee => "it comes to melee",
        ImpactOutcome::StoppedShort => "the charge stops short",
        ImpactOutcome::Disorder => "the losers fall back in disorder",
        ImpactOutcome::Shaken => "the losers fall back shaken",
        ImpactOutcome::Routed => "the losers break",
        ImpactOutcome::Surrender => "the losers surrender",
        ImpactOutcome::GunsLost => "the guns are taken",
    }
}
