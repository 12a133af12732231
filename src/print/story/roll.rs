//! The report, brigade by brigade and regiment by regiment.

use super::service::{Blow, Moment, Service, services};
use crate::army::{Army, Fate, LeaderId, Presence, UnitId};
use crate::print::Tale;
use crate::print::losses::{Losses, tolls};
use crate::print::words::{count, list, number, sentence, state, strength, the, times, wrapped};
use crate::rules::{Morale, Side};

/// Every command with units, every unit in it.
pub fn told(tale: &Tale) -> String {
    let army = tale.army();
    let (services, fallen) = services(tale);
    let tolls = tolls(tale);
    let mut parts = vec!["The report".to_owned()];
    for side in [Side::Union, Side::Confederate] {
        for (number, command) in tale.scenario().commands.iter().enumerate() {
            let units: Vec<_> = army
                .units()
                .filter(|&id| army.command(id) == number && !army.is_dummy(id))
                .collect();
            if command.side != side || units.is_empty() {
                continue;
            }
            let mut lines = vec![heading(tale, number, &units, &fallen, &tolls)];
            lines.extend(
                units
                    .iter()
                    .map(|&id| unit(army, id, &services[id.0 as usize], tolls[id.0 as usize])),
            );
            parts.push(lines.join("\n"));
        }
    }
    parts.join("\n\n")
}

fn heading(
    tale: &Tale,
    command: usize,
    units: &[UnitId],
    fallen: &[(LeaderId, u32)],
    tolls: &[Losses],
) -> String {
    let army = tale.army();
    let mut counts = Vec::new();
    for (guns, one, many) in [(false, "figure", "figures"), (true, "section", "sections")] {
        let mut sum = Losses::default();
        for &id in units {
            if army.unit(id).is_artillery() == guns {
                sum.add(tolls[id.0 as usize]);
            }
        }
        if sum.came == 0 {
            continue;
        }
        let of = count(sum.came, one, many);
        counts.push(match sum.all() {
            0 => format!("{of}, none lost"),
            lost => {
                let share = 100.0 * f64::from(lost) / f64::from(sum.came);
                let how = sum.how(guns);
                format!("{of}, {lost} lost ({share:.0} %; {how})")
            }
        });
    }
    let leader = army
        .leaders()
        .find(|&id| army.leader_identity(id).command == command);
    let led = leader.map_or(String::new(), |id| {
        let name = &army.leader_identity(id).name;
        let turn = fallen.iter().find(|(leader, _)| *leader == id);
        match turn {
            Some((_, turn)) => format!(" under {name}, killed in turn {turn}"),
            None if army.leader(id).fallen => format!(" under {name}, lost"),
            None => format!(" under {name}"),
        }
    });
    let name = &tale.scenario().commands[command].name;
    wrapped(&format!("{name}{led}: {}.", counts.join("; ")), "")
}

fn unit(army: &Army, id: UnitId, service: &Service, toll: Losses) -> String {
    let start = army.identity(id).strength;
    let present = match army.presence(id) {
        Presence::Gone(Fate::Absent) => {
            return wrapped(&format!("{} was not there.", army.name(id)), "  ");
        }
        Presence::Waiting { .. } => {
            return wrapped(&format!("{} never came on.", army.name(id)), "  ");
        }
        Presence::OnTable | Presence::Hidden => true,
        Presence::Gone(_) => false,
    };
    let left = if present { army.unit(id).strength } else { 0 };
    let guns = army.unit(id).is_artillery();
    let kind = if guns { "sections" } else { "figures" };
    let mut sentences = vec![format!("{} ({start} {kind}, {left} left).", army.name(id))];
    if toll.all() > 0 {
        let how = toll.how(guns);
        let link = if how.contains(',') { ":" } else { "," };
        sentences.push(format!("Lost {}{link} {how}.", toll.all()));
    }
    let deeds = deeds(army, id, service);
    let quiet = deeds.is_empty() && service.fired_on == 0 && service.worst.is_none();
    if quiet {
        sentences.push(match service.arrived {
            Some(turn) => format!("Came on in turn {turn} and saw no fighting."),
            None => "Saw no fighting.".to_owned(),
        });
    } else {
        sentences.extend(deeds);
        if service.hosts > 0 {
            let what = count(service.hosts, "regiment", "regiments");
            sentences.push(format!("What was left of {what} fell in with it."));
        }
        sentences.extend(trials(service));
        sentences.extend(service.worst.map(|moment| worst(army, id, moment)));
    }
    sentences.push(match service.gone.filter(|_| !present) {
        Some(gone) => left_field(army, service, toll, gone),
        None if start == left && quiet => "It is fresh.".to_owned(),
        None => match army.unit(id).morale {
            Morale::Routed => "At the end it was still running.".to_owned(),
            morale => format!("At the end it stood {}.", state(morale)),
        },
    });
    wrapped(&sentences.join(" "), "  ")
}

/// What it did.
fn deeds(army: &Army, id: UnitId, service: &Service) -> Vec<String> {
    let mut sentences = Vec::new();
    if service.volleys > 0 {
        let guns = army.unit(id).is_artillery();
        let fired = if guns {
            count(service.volleys, "round", "rounds")
        } else {
            count(service.volleys, "volley", "volleys")
        };
        let hits = match (service.hits, service.shared_hits) {
            (0, 0) => "without a hit".to_owned(),
            (own, 0) => format!("for {}", count(own, "hit", "hits")),
            (0, shared) => format!("for {} shared with others", count(shared, "hit", "hits")),
            (own, shared) => format!(
                "for {} of its own and {} shared with others",
                count(own, "hit", "hits"),
                number(shared)
            ),
        };
        sentences.push(format!("Fired {fired} {hits}."));
    }
    let mut charges = Vec::new();
    if service.charges > 0 {
        let scared = match service.charges_won {
            0 => "scared the enemy off",
            _ => "scared him off",
        };
        let ends = ends(&[
            (service.charges_won, "threw the enemy back"),
            (service.scared, scared),
            (service.stopped, "stopped within a few paces"),
            (service.charges_lost, "was thrown back"),
        ]);
        let ends = if ends.is_empty() && service.melees == 0 {
            " without coming to blows".to_owned()
        } else {
            ends
        };
        charges.push(format!("charged {}{ends}", times(service.charges)));
    }
    if service.charged > 0 {
        let ends = ends(&[(service.held, "held"), (service.driven, "gave way")]);
        charges.push(format!("was charged {}{ends}", times(service.charged)));
    }
    if service.melees > 0 {
        charges.push(format!("fought hand to hand {}", times(service.melees)));
    }
    if !charges.is_empty() {
        sentences.push(format!("{}.", sentence(&charges.join("; "))));
    }
    sentences
}

/// How its charges ended, as far as they came to blows.
fn ends(ends: &[(u32, &str)]) -> String {
    let ends = ends.iter().copied();
    let parts: Vec<_> = ends.filter(|(count, _)| *count > 0).collect();
    match parts[..] {
        [] => String::new(),
        [(1, what)] => format!(" and {what}"),
        [(count, what)] => format!(" and {what} {}", times(count)),
        _ => {
            let parts: Vec<_> = parts
                .iter()
                .map(|(count, what)| format!("{what} {}", times(*count)))
                .collect();
            format!(": {}", list(&parts))
        }
    }
}

/// How its order held.
fn trials(service: &Service) -> Option<String> {
    let parts: Vec<_> = [
        ("disordered", service.disordered),
        ("shaken", service.shaken),
        ("routed", service.routed),
    ]
    .into_iter()
    .filter(|(_, count)| *count > 0)
    .map(|(what, count)| format!("{what} {}", times(count)))
    .collect();
    if parts.is_empty() {
        return (service.fired_on > 0).then(|| "It held throughout.".to_owned());
    }
    let rallied = match service.rallied {
        0 => String::new(),
        count => format!(", rallied {}", times(count)),
    };
    Some(format!("Was {}{rallied}.", list(&parts)))
}

fn worst(army: &Army, id: UnitId, moment: Moment) -> String {
    let lost = (moment.lost > 0).then(|| format!("cost it {}", strength(army, id, moment.lost)));
    let after = moment.after.map(|after| match after {
        Morale::Routed => "broke it".to_owned(),
        after => format!("left it {}", state(after)),
    });
    let effect: Vec<_> = lost.into_iter().chain(after).collect();
    let effect = if effect.is_empty() {
        "was its end".to_owned()
    } else {
        list(&effect)
    };
    let what = match moment.blow {
        Blow::Fire(by) => format!("the fire of {}", the(army, by)),
        Blow::Charge(by) => format!("the charge of {}", the(army, by)),
        Blow::Melee(by) => format!("the melee with {}", the(army, by)),
        Blow::Repulse(by) => format!("its repulse by {}", the(army, by)),
        Blow::Fugitives => "the rush of fugitives".to_owned(),
        Blow::Neighbours => "the loss of its neighbours".to_owned(),
        Blow::Leader => "the death of its leader".to_owned(),
        Blow::Rally => "a rally that failed".to_owned(),
    };
    format!(
        "Its worst moment came in turn {}, when {what} {effect}.",
        moment.turn
    )
}

fn left_field(army: &Army, service: &Service, toll: Losses, (turn, fate): (u32, Fate)) -> String {
    let how = match fate {
        Fate::Absent => "it was missed",
        Fate::Eliminated => "the last of it was gone",
        Fate::Surrendered => "it laid down its arms",
        Fate::Disintegrated => "it left the field for good",
        // Nothing was left to be taken.
        Fate::GunsLost if toll.taken == 0 => "its last guns were wrecked",
        Fate::GunsLost => "its guns were lost",
        Fate::RodeOff => "it took to its horses and rode away",
        Fate::Joined => "it fell in with another regiment",
        Fate::Dummy => "it was nobody",
    };
    if let Some(host) = service.joined.filter(|_| fate == Fate::Joined) {
        return format!(
            "In turn {turn} its last men fell in with {}.",
            the(army, host)
        );
    }
    format!("In turn {turn} {how}.")
}
