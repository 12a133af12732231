//! The bar before the battle.

use bevy_egui::egui;

use super::Bench;
use crate::battle::Answer;
use crate::overlay::hand::{self, Draft, Why, Wish};
use crate::overlay::keys::Stroke;
use crate::rule;

/// A brigade, or part of one, goes behind one picket, or comes out again.
fn band(ui: &mut egui::Ui, bench: &mut Bench) {
    let Some(&unit) = bench.hand.units.first() else {
        return;
    };
    let now = bench.standing.of(bench.playback);
    let army = now.army();
    let side = army.side(unit);
    if !now.has_pickets(side) || army.is_dummy(unit) {
        return;
    }
    let banded = army.bands().iter().any(|band| band.contains(&unit));
    if banded {
        let hint = "It has a picket of its own again";
        if bench.button(ui, ("own picket", "Own picket"), None, hint, Ok(())) {
            bench.hand.wish(Wish::Say(vec![Answer::Band(vec![unit])]));
        }
        return;
    }
    let brothers: Vec<_> = army
        .hidden_of(side)
        .filter(|&other| other != unit && army.command(other) == army.command(unit))
        .filter(|&other| !army.is_dummy(other))
        .collect();
    let all: Vec<_> = std::iter::once(unit).chain(brothers).collect();
    let chain = now.linked(&all);
    let allowed = match now.check_band(side, &chain) {
        Ok(()) if chain.len() > 1 => Ok(()),
        Ok(()) => Err(Why::by(
            "nobody of its brigade stands beside it in the same formation",
            rule!("hidden.group_marker"),
        )),
        Err(refusal) => Err((&refusal).into()),
    };
    let hint = "It goes behind one picket with all of its brigade that stand side by side with it";
    if bench.button(
        ui,
        ("band", "One picket for the brigade"),
        None,
        hint,
        allowed,
    ) {
        bench.hand.wish(Wish::Say(vec![Answer::Band(chain)]));
    }
}

/// Before the battle: formations, turns, and the word that all is in place.
pub(super) fn set_up(ui: &mut egui::Ui, bench: &mut Bench) {
    let ready = bench.button(
        ui,
        ("ready", "Ready"),
        Some(Stroke::Ready),
        "Everybody stands where he should; whoever was not moved stands as the scenario has him",
        Ok(()),
    );
    if ready {
        bench.hand.wish(Wish::Say(vec![Answer::READY]));
    }
    band(ui, bench);
    let Some(&unit) = bench.hand.units.first() else {
        return;
    };
    let now = bench.standing.of(bench.playback);
    let forms = now.set_up_formations(unit);
    let values = *now.army().unit(unit);
    for form in forms {
        if form.of(&values) == values {
            continue;
        }
        let now = bench.standing.of(bench.playback);
        let draft = match &bench.hand.draft {
            Draft::Post(draft) => {
                let mut whom = draft.whom;
                if let hand::Whom::Unit(post) = &mut whom {
                    post.formation = Some(form);
                }
                Some((whom, now))
            }
            _ => None,
        };
        let trial = match draft {
            Some((hand::Whom::Unit(post), now)) => {
                let mut trial = hand::PostDraft::unit(now, unit, post.at);
                trial.change(now, |whom| *whom = hand::Whom::Unit(post));
                trial
            }
            _ => hand::restyled(bench.standing.of(bench.playback), unit, Some(form), 0.0),
        };
        let drawn = matches!(bench.hand.draft, Draft::Post(_));
        let allowed = match (&trial.refusal, drawn) {
            (Some(refusal), false) => Err(refusal.into()),
            _ => Ok(()),
        };
        let name = format!("order form {}", hand::formation_name(form));
        let label = hand::form_label(form);
        if bench.button(
            ui,
            (&name, &label),
            None,
            "Begins in this formation",
            allowed,
        ) {
            if drawn {
                bench.hand.draft = Draft::Post(trial);
            } else if let Some(answer) = trial.answer() {
                bench.hand.wish(Wish::Say(vec![answer]));
            }
        }
    }
    for (name, label, key, degrees) in [
        ("turn left", "⟲", Stroke::TurnLeft, -15.0),
        ("turn right", "⟳", Stroke::TurnRight, 15.0),
    ] {
        let hint = "Turns it by 15°; drag its gold ring, or Shift + click where it should look";
        if bench.button(ui, (name, label), Some(key), hint, Ok(())) {
            let now = bench.standing.of(bench.playback);
            bench.hand.turn_post(now, degrees);
        }
    }
}
