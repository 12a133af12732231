//! "Why did he do that?": what a computer thought at the decision that a fact came of.

use bevy_egui::egui::{self, RichText};

use super::trace::Trace;
use super::{reasoning, style};
use crate::session::Session;
use crate::table::Playback;

/// Whether thoughts may be told: after the battle always, during it if the player wants it so and
/// nothing is hidden.
pub fn may_tell(session: &Session, during: bool) -> Result<(), &'static str> {
    let battle = session.battle();
    if battle.army().verdict().is_some() {
        return Ok(());
    }
    if battle.scenario().hiding.is_any() {
        return Err("Why he did that is told after the battle: something is hidden.");
    }
    if during {
        Ok(())
    } else {
        Err("Why he did that is told after the battle, or at once if the options say so.")
    }
}

/// Draws what was thought when a fact of the table came about, if a computer thought anything.
pub fn show(
    ui: &mut egui::Ui,
    playback: &Playback,
    (session, during): (Option<&Session>, bool),
    fact: Option<usize>,
    trace: &mut Trace,
) {
    let (Some(session), Some(fact)) = (session, fact) else {
        return;
    };
    let told = may_tell(session, during);
    let kept = match told {
        Ok(()) => session.thought_of(fact),
        Err(_) => None,
    };
    let lines = match (told, kept) {
        (Ok(()), Some(kept)) => {
            reasoning::told(playback.scenario(), session.battle().army(), &kept.thought)
        }
        // What a person did he knows himself.
        (Err(why), _) if session.thought_of(fact).is_some() => vec![why.to_owned()],
        _ => return,
    };
    let side = kept.map(|kept| kept.side);
    let shown = egui::Frame::group(ui.style()).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let title = RichText::new("Why did he do that?").strong();
        ui.label(match side {
            Some(side) => title.color(style::side(side)),
            None => title,
        });
        for line in &lines {
            ui.add(egui::Label::new(RichText::new(line).size(12.5)).wrap());
        }
    });
    trace.mark("why", &shown.response);
    trace.note("why", lines.join(" "));
}
