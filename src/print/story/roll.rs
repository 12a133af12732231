//! The report, brigade by brigade and regiment by regiment.

use super::service::{Blow, ChargeEnd, Fallen, Moment, Service, Stand, services};
use crate::army::{Army, Fact, Fate, Presence, UnitId};
use crate::print::Tale;
use crate::print::losses::{Losses, Lost, tolls};
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
            if command.side != side {
                continue;
            }
            if units.is_empty() {
                parts.extend(staff(tale, number, &fallen));
                continue;
            }
            let mut lines = vec![heading(tale, number, &units, &fallen, &tolls)];
            lines.extend(
                units
                    .iter()
                    .map(|&id| unit(tale, id, &services[id.0 as usize], tolls[id.0 as usize])),
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
    fallen: &[Fallen],
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
                let how = sum.how(if guns { Lost::Guns } else { Lost::Men });
                format!("{of}, {lost} lost ({share:.0} %; {how})")
            }
        });
    }
    let led = led(army, command, fallen).map_or(String::new(), |(led, _)| format!(" under {led}"));
    let name = &tale.scenario().commands[command].name;
    wrapped(&format!("{name}{led}: {}.", counts.join("; ")), "")
}

/// Who leads a command and whether he has fallen.
fn led(army: &Army, command: usize, fallen: &[Fallen]) -> Option<(String, bool)> {
    let mut leaders = army.leaders();
    let id = leaders.find(|&id| army.leader_identity(id).command == command)?;
    let name = &army.leader_identity(id).name;
    let fell = fallen.iter().find(|fell| fell.leader == id);
    Some(match fell {
        Some(Fallen { turn, taken, .. }) => {
            let how = if *taken { "taken" } else { "killed" };
            (format!("{name}, {how} in turn {turn}"), true)
        }
        None if army.leader(id).fallen => (format!("{name}, lost"), true),
        None => (name.clone(), false),
    })
}

/// A command that has no units of its own, if its leader has fallen.
fn staff(tale: &Tale, command: usize, fallen: &[Fallen]) -> Option<String> {
    let (led, _) = led(tale.army(), command, fallen).filter(|(_, fell)| *fell)?;
    let name = &tale.scenario().commands[command].name;
    Some(wrapped(&format!("{name} under {led}."), ""))
}

fn unit(tale: &Tale, id: UnitId, service: &Service, toll: Losses) -> String {
    let army = tale.army();
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
    let what = Lost::of(army, [id]);
    let name = army.name(id);
    let came = came_with(tale, id);
    let mut sentences = vec![match service.joined {
        Some((_, went)) => format!("{name} ({start} {}, {went} gone over).", what.noun()),
        None => format!("{name} ({start} {}{came}, {left} left).", what.noun()),
    }];
    if toll.all() > 0 {
        let how = toll.how(what);
        let link = if how.contains(',') { ":" } else { "," };
        sentences.push(format!("Lost {}{link} {how}.", toll.all()));
    }
    let guns = army.unit(id).is_artillery();
    let deeds = deeds(army, id, service);
    let quiet = deeds.is_empty() && service.fired_on == 0 && service.worst.is_none();
    if quiet {
        sentences.push(match service.arrived {
            Some(turn) => format!("Came on in turn {turn} and saw no fighting."),
            None => "Saw no fighting.".to_owned(),
        });
    } else {
        sentences.extend(deeds);
        sentences.extend(trials(service));
        sentences.extend(service.worst.map(|moment| worst(army, id, moment)));
        if service.recovered > 0 {
            let back = strength(army, id, service.recovered);
            let found = if guns {
                "was saved"
            } else {
                "found its way back"
            };
            sentences.push(format!("Of what it had lost {back} {found}."));
        }
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
    if !service.charges.is_empty() {
        let of = |end: ChargeEnd| {
            let charges = service.charges.iter();
            charges.filter(|one| **one == Some(end)).count() as u32
        };
        let ends = ends(&[
            (of(ChargeEnd::ThrewBack), "threw the enemy back"),
            (of(ChargeEnd::TookMen), "took the enemy prisoner"),
            (of(ChargeEnd::TookGuns), "took the enemy's guns"),
            (of(ChargeEnd::ScaredOff), "scared the enemy off"),
            (of(ChargeEnd::ShotOff), "drove the enemy off by its fire"),
            (of(ChargeEnd::Stopped), "stopped short of the enemy"),
            (of(ChargeEnd::ThrownBack), "was thrown back"),
            (of(ChargeEnd::CameApart), "came apart on the way"),
            (of(ChargeEnd::FellShort), "fell short"),
            (of(ChargeEnd::Halted), "halted as ordered"),
        ]);
        let blows = of(ChargeEnd::Fought) > 0 || !ends.is_empty();
        let ends = if blows {
            ends
        } else {
            " without coming to blows".to_owned()
        };
        let all = service.charges.len() as u32;
        charges.push(format!("charged {}{ends}", times(all)));
    }
    if !service.charged.is_empty() {
        let of = |end: Stand| service.charged.iter().filter(|one| **one == end).count() as u32;
        let guns = army.unit(id).is_artillery();
        let taken = if guns { "lost its guns" } else { "was taken" };
        let ends = ends(&[
            (of(Stand::Held), "held"),
            (of(Stand::SawItBreak), "saw the charge come apart"),
            (of(Stand::GaveWay), "gave way"),
            (of(Stand::SlippedAway), "slipped away"),
            (of(Stand::NotReached), "was not reached"),
            (of(Stand::Taken), taken),
        ]);
        let all = service.charged.len() as u32;
        charges.push(format!("was charged {}{ends}", times(all)));
    }
    if service.ran_down > 0 {
        let them = count(service.ran_down, "unit", "units");
        charges.push(format!("ran down {them} in flight"));
    }
    if service.countercharges > 0 {
        charges.push(format!("charged back {}", times(service.countercharges)));
    }
    if service.melees > 0 {
        charges.push(format!("fought hand to hand {}", times(service.melees)));
    }
    if !charges.is_empty() {
        sentences.push(format!("{}.", sentence(&charges.join("; "))));
    }
    sentences
}

/// How charges ended, and how often each way.
fn ends(ends: &[(u32, &str)]) -> String {
    let ends = ends.iter().copied();
    let parts: Vec<_> = ends.filter(|(count, _)| *count > 0).collect();
    match parts[..] {
        [] => String::new(),
        [(1, what)] => format!(" and {what}"),
        [(count, what)] => format!(" and {what} {}", times(count)),
        _ => {
            // The enemy is named once.
            let mut named = false;
            let part = |(count, what): &(u32, &str)| {
                let often = times(*count);
                let names = what.contains("the enemy");
                let what = if named && names {
                    what.replace("the enemy's", "his")
                        .replace("the enemy", "him")
                } else {
                    (*what).to_owned()
                };
                named |= names;
                format!("{what} {often}")
            };
            let parts: Vec<_> = parts.iter().map(part).collect();
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
    let lost = (moment.lost > 0).then(|| {
        let lost = strength(army, id, moment.lost);
        match (moment.wiped_out, moment.lost) {
            (false, _) => format!("cost it {lost}"),
            (true, 1) => format!("cost it its last {}", lost.trim_start_matches("one ")),
            (true, _) => format!("cost it its last {lost}"),
        }
    });
    let after = moment
        .after
        .filter(|_| !moment.end)
        .map(|after| match after {
            Morale::Routed => "broke it".to_owned(),
            after => format!("left it {}", state(after)),
        });
    let mut effect: Vec<_> = lost.into_iter().chain(after).collect();
    if effect.is_empty() || (moment.end && !moment.wiped_out) {
        effect.push("was its end".to_owned());
    }
    let effect = list(&effect);
    let what = match moment.blow {
        Blow::Fire(by) => format!("the fire of {}", the(army, by)),
        Blow::Charge(by) => format!("the charge of {}", the(army, by)),
        Blow::Melee(by) => format!("the melee with {}", the(army, by)),
        Blow::Repulse(by) => format!("its repulse by {}", the(army, by)),
        Blow::Fugitives => "the rush of fugitives".to_owned(),
        Blow::Neighbours => "the loss of a neighbour".to_owned(),
        Blow::Leader => "the death of its leader".to_owned(),
        Blow::Rally => "a rally that failed".to_owned(),
    };
    format!(
        "Its worst moment came in turn {}, when {what} {effect}.",
        moment.turn
    )
}

/// Those whom other regiments brought to it, to go on after its own strength.
fn came_with(tale: &Tale, id: UnitId) -> String {
    let army = tale.army();
    let mut brought = Vec::new();
    tale.relive(|before, fact| match fact {
        Fact::Merged { unit, into, .. }
        | Fact::AttachedTo {
            unit, host: into, ..
        } if *into == id => {
            let figures = before.unit(*unit).strength;
            brought.push(format!("{figures} of {}", the(army, *unit)));
        }
        _ => {}
    });
    match brought.len() {
        0 => String::new(),
        _ => format!(" and {}", list(&brought)),
    }
}

fn left_field(army: &Army, service: &Service, toll: Losses, (turn, fate): (u32, Fate)) -> String {
    let how = match fate {
        Fate::Absent => "it was missed",
        Fate::Eliminated => "the last of it was gone",
        Fate::Surrendered => "it laid down its arms",
        Fate::Disintegrated => "it left the field for good",
        // Nothing was left to be taken.
        Fate::GunsLost if toll.taken + toll.ran == 0 => "its last guns were wrecked",
        Fate::GunsLost if toll.taken == 0 => "its guns were abandoned",
        Fate::GunsLost => "its guns were lost",
        Fate::RodeOff => "it took to its horses and rode away",
        Fate::Withdrew => "it left the field as it was told to",
        Fate::Joined => "it fell in with another regiment",
        Fate::Dummy => "it was nobody",
    };
    let Some((host, _)) = service.joined else {
        return format!("In turn {turn} {how}.");
    };
    let host = the(army, host);
    match service.fell_in {
        Some(then) if fate != Fate::Joined => format!(
            "In turn {then} its last men fell in with {host}; in turn {turn} the last of them fell."
        ),
        _ => format!("In turn {turn} its last men fell in with {host}."),
    }
}
