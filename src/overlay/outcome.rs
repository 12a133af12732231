//! How it ended: verdict, losses, turning points, luck and story, hung before the table.

mod sheet;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::app::{Begin, Players};
use super::notices::Notices;
use super::options::Options;
use super::trace::Trace;
use super::{Desk, saving, style};
use crate::print::losses::{CommandLosses, losses};
use crate::print::luck::Luck;
use crate::print::story::story;
use crate::print::turning::{TurningPoint, turning_points};
use crate::print::words;
use crate::rules::Side;
use crate::session::MatchUp;
use crate::table::{Playback, Screen, Sitting, laid};
use sheet::Wish;

/// So many turning points are shown.
const POINTS: usize = 5;

/// How the battle on the table ended.
#[derive(Resource)]
pub struct Outcome {
    /// Who won, in words, and whose colour that is.
    verdict: (String, Option<Side>),
    losses: Vec<CommandLosses>,
    points: Vec<TurningPoint>,
    luck: Luck,
    story: String,
    /// The story is being read.
    reads: bool,
    /// Where the replay was saved.
    saved: Option<String>,
}

impl Outcome {
    /// Of a battle that is over.
    fn of(playback: &Playback) -> Option<Self> {
        let chronicle = playback.chronicle();
        let verdict = chronicle.latest().army().verdict()?;
        let said = words::verdict(chronicle.scenario(), verdict);
        let winner = verdict.winner;
        Some(Self {
            verdict: (said, winner),
            losses: losses(chronicle),
            points: turning_points(chronicle, POINTS),
            luck: Luck::of(chronicle),
            story: story(chronicle),
            reads: false,
            saved: None,
        })
    }
}

/// The battle is over and the table has caught up with it: whoever played sees how it ended, and
/// whoever watched may.
fn come(
    mut commands: Commands,
    playback: Res<Playback>,
    (outcome, players): (Option<Res<Outcome>>, Option<Res<Players>>),
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
) {
    if outcome.is_some() {
        // Something was taken back.
        if !playback.complete {
            commands.remove_resource::<Outcome>();
        }
        return;
    }
    if *screen.get() != Screen::Table || !playback.complete || !playback.at_end() {
        return;
    }
    let Some(outcome) = Outcome::of(&playback) else {
        return;
    };
    commands.insert_resource(outcome);
    if players.is_some_and(|players| players.has_person()) {
        next.set(Screen::Result);
    }
}

/// The sheet, or the button that brings it back.
#[allow(clippy::too_many_arguments)]
fn draw(
    mut commands: Commands,
    mut contexts: EguiContexts,
    mut outcome: ResMut<Outcome>,
    mut playback: ResMut<Playback>,
    (mut desk, mut trace): (ResMut<Desk>, ResMut<Trace>),
    (mut notices, options): (ResMut<Notices>, Res<Options>),
    (mut sitting, players): (Option<ResMut<Sitting>>, Option<Res<Players>>),
    (screen, mut next): (Res<State<Screen>>, ResMut<NextState<Screen>>),
) -> Result {
    let ctx = contexts.ctx_mut()?;
    style::dress(ctx, options.text);
    if *screen.get() != Screen::Result {
        if sheet::back(ctx, &mut trace) {
            next.set(Screen::Result);
        }
        return Ok(());
    }
    let known = (sitting.is_some(), players.is_some());
    let wish = sheet::show(ctx, &mut outcome, known, &mut trace);
    match wish {
        None => {}
        Some(Wish::Look) => next.set(Screen::Table),
        Some(Wish::Menu) => desk.leave = true,
        Some(Wish::Quit) => desk.quit = true,
        Some(Wish::Story) => outcome.reads = !outcome.reads,
        Some(Wish::Point(number)) => {
            if let Some(point) = outcome.points.get(number) {
                // A little before, so that it is seen to happen.
                playback.seek(point.fact);
                playback.playing = false;
                next.set(Screen::Table);
            }
        }
        Some(Wish::SaveReplay) => {
            if let Some(sitting) = &mut sitting {
                match saving::save_replay(sitting.bypass_change_detection()) {
                    Ok(path) => outcome.saved = Some(path.display().to_string()),
                    Err(why) => notices.push(why),
                }
            }
        }
        Some(Wish::Again) => {
            if let (Some(sitting), Some(players)) = (&mut sitting, players) {
                let session = sitting.bypass_change_detection().session();
                let mut opening = session.record().opening.clone();
                let match_up = changed(&players.0);
                opening.seed = super::menu::any_seed();
                opening.seats = match_up.names();
                commands.insert_resource(Begin::Again {
                    opening: Box::new(opening),
                    match_up,
                });
            }
        }
    }
    Ok(())
}

/// The same players with sides changed.
fn changed(match_up: &MatchUp) -> MatchUp {
    MatchUp {
        union: match_up.confederate.clone(),
        confederate: match_up.union.clone(),
    }
}

/// Tells how it ended.
pub fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        come.run_if(laid)
            .run_if(resource_exists::<Playback>)
            // A lesson has an end of its own.
            .run_if(not(resource_exists::<super::lesson::Tutor>)),
    )
    .add_systems(
        EguiPrimaryContextPass,
        draw.run_if(resource_exists::<Outcome>)
            .run_if(super::curtain::is_open)
            .run_if(laid)
            .run_if(in_state(Screen::Table).or_else(in_state(Screen::Result))),
    );
}

/// The luck of a battle in a sentence.
fn luck_words(luck: &Luck) -> String {
    let total = luck.total();
    let favoured = if total >= 0.0 {
        Side::Union
    } else {
        Side::Confederate
    };
    if total.abs() < 1.0 {
        return "The dice favoured nobody.".to_owned();
    }
    format!(
        "The dice gave {} {:.1} figures' worth more than their due.",
        words::men(favoured),
        total.abs()
    )
}

/// Egui's colour of nothing much.
const DIM: egui::Color32 = egui::Color32::from_black_alpha(70);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{Level, SeatKind};

    #[test]
    fn sides_are_changed() {
        let before = MatchUp {
            union: SeatKind::Person,
            confederate: SeatKind::Computer(Level::Hard),
        };
        let after = changed(&before);
        assert_eq!(after.union, before.confederate);
        assert_eq!(after.confederate, before.union);
    }

    #[test]
    fn luck_is_told_for_whom_it_was() {
        let luck = |fire: f64| Luck {
            fire,
            ..Luck::default()
        };
        assert!(luck_words(&luck(3.0)).contains("the Federals 3.0"));
        assert!(luck_words(&luck(-2.5)).contains("the Confederates 2.5"));
        assert!(luck_words(&luck(0.2)).contains("nobody"));
    }
}
