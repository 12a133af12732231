//! A lesson at the table: the guide hears what the learner does, the panel says what he says, and what
//! he points at is marked.

pub mod marks;
pub mod panel;
mod watch;

use std::path::Path;
use std::sync::Arc;

use bevy::prelude::*;

use super::Desk;
use super::app::Begin;
use super::hand::{self, Draft, Hand};
use super::notices::Notices;
use crate::lessons::{self, Guide, Heard, Lesson, Phase, Progress};
use crate::players::{Level, SeatKind};
use crate::rules::fire::Refusal;
use crate::rules::{Rules, Side};
use crate::scenario::FileFault;
use crate::session::{MatchUp, Session};
use crate::table::{Busy, Playback, Sitting, laid};

/// What the learner wants of the guide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The next step.
    Next,
    /// The step before.
    Back,
    /// Do it for me.
    Show,
    /// From the beginning.
    Again,
    /// Away from the table.
    Leave,
    /// The rest of the battle alone, against the computer.
    PlayOn,
    /// An answer to the question.
    Choose(usize),
    /// Go on and see what comes of a wrong turn.
    See,
    /// Take the wrong turn back.
    TakeBack,
}

/// The guide at the table.
#[derive(Resource)]
pub struct Tutor {
    guide: Guide,
    progress: Progress,
    /// What the learner wants, until the end of the frame.
    act: Option<Act>,
    /// What is to be said beside the step: a fault of the lesson, or that it need not be saved.
    said: Option<String>,
    /// The step whose camera and marks are up.
    entered: Option<(usize, Phase)>,
    /// Where the camera was when the step began.
    stance: Option<(Vec3, [f32; 3])>,
}

impl Tutor {
    /// Opens a lesson where it was left.
    pub fn open(path: &Path) -> Result<(Session, Self), Vec<FileFault>> {
        // Lessons teach the book, whatever rules are played by.
        let lesson = Arc::new(Lesson::load(path, Rules::book())?);
        let progress = Progress::load();
        let standing = progress.standing(&lesson.name);
        let (mut session, mut guide) = Guide::begin(lesson).map_err(|fault| vec![fault])?;
        guide
            .go_to(&mut session, standing.step)
            .map_err(|fault| vec![fault])?;
        let tutor = Self::new(guide, progress);
        Ok((session, tutor))
    }

    /// A guide who has already begun.
    pub fn new(guide: Guide, progress: Progress) -> Self {
        Self {
            guide,
            progress,
            act: None,
            said: None,
            entered: None,
            stance: None,
        }
    }

    /// The guide.
    pub fn guide(&self) -> &Guide {
        &self.guide
    }

    /// Who plays whom, as the rest of the table understands it.
    pub fn match_up(&self) -> MatchUp {
        let seat = |side: Side| {
            if side == self.guide.lesson().learner() {
                SeatKind::Person
            } else {
                SeatKind::Computer(Level::Medium)
            }
        };
        MatchUp {
            union: seat(Side::Union),
            confederate: seat(Side::Confederate),
        }
    }

    /// Wants something of the guide.
    pub fn want(&mut self, act: Act) {
        self.act = Some(act);
    }

    /// What the player's hand wishes goes to the guide first. Answers with a refusal by the rules.
    pub fn hear(
        &mut self,
        wish: hand::Wish,
        sitting: &mut Sitting,
        playback: &mut Playback,
    ) -> Option<Refusal> {
        let answers = match wish {
            hand::Wish::Say(answers) => answers,
            // One window after the other: that is what is taught.
            hand::Wish::Hold(_) => vec![crate::battle::Answer::Decline],
            hand::Wish::Undo => {
                self.act = Some(Act::Back);
                return None;
            }
            hand::Wish::Save => {
                let said = "A lesson need not be saved: it goes on where you leave it.";
                self.said = Some(said.to_owned());
                return None;
            }
        };
        let heard = sitting.lead(playback, |session| self.guide.hear(session, answers));
        match heard {
            Ok(Heard::Refused(refusal)) => return Some(refusal),
            Ok(_) => {}
            Err(fault) => self.said = Some(fault.to_string()),
        }
        self.note();
        None
    }

    /// Remembers how far the learner has come.
    fn note(&mut self) {
        let name = self.guide.lesson().name.clone();
        let (step, over) = (self.guide.number(), self.guide.is_over());
        if let Err(error) = self.progress.note(&name, step, over) {
            self.said = Some(format!("What is done could not be remembered: {error}"));
        }
    }

    /// Does what the learner wants of the guide; whether he leaves the table.
    fn carry_out(&mut self, act: Act, sitting: &mut Sitting, playback: &mut Playback) -> bool {
        self.said = None;
        let guide = &mut self.guide;
        let done = sitting.lead(playback, |session| match act {
            Act::Next => guide.next(session),
            Act::Back => guide.back(session),
            Act::Show => guide.show(session),
            Act::Again => guide.again(session),
            Act::See => {
                guide.see(session);
                Ok(())
            }
            Act::TakeBack => {
                guide.take_back(session);
                Ok(())
            }
            Act::Choose(answer) => {
                guide.choose(answer);
                Ok(())
            }
            Act::Leave => Ok(()),
            Act::PlayOn => {
                let over = guide.next(session);
                guide.play_on(session);
                over
            }
        });
        if let Err(fault) = done {
            self.said = Some(fault.to_string());
        }
        self.note();
        playback.playing = true;
        playback.one_step = false;
        act == Act::Leave || (act == Act::Next && self.guide.is_over())
    }
}

/// Does what the learner wants of the guide.
fn carry_out(
    mut tutor: ResMut<Tutor>,
    sitting: Option<ResMut<Sitting>>,
    mut playback: ResMut<Playback>,
    (mut hand, mut desk): (ResMut<Hand>, ResMut<Desk>),
) {
    let Some(act) = tutor.act.take() else { return };
    let Some(mut sitting) = sitting else { return };
    hand.let_go();
    if tutor.carry_out(act, &mut sitting, &mut playback) {
        desk.leave = true;
    }
    desk.play_on |= act == Act::PlayOn;
}

/// Enter goes on where nothing else is to be confirmed, Backspace goes back.
fn keys(
    mut tutor: ResMut<Tutor>,
    (hand, busy): (Res<Hand>, Res<Busy>),
    playback: Res<Playback>,
    input: Res<ButtonInput<KeyCode>>,
) {
    if busy.keyboard {
        return;
    }
    let idle = matches!(hand.draft, Draft::Nothing) && playback.at_end();
    let reads = matches!(tutor.guide.phase(), Phase::Reading | Phase::Done)
        && !tutor.guide.is_astray()
        && tutor.guide.wrong().is_none();
    if input.just_pressed(KeyCode::Enter) && idle && reads {
        tutor.want(Act::Next);
    }
    if input.just_pressed(KeyCode::Backspace) && idle {
        tutor.want(Act::Back);
    }
}

/// A lesson that was asked for at the table or in a panel is brought to it.
fn fetch(
    mut commands: Commands,
    mut desk: ResMut<Desk>,
    mut notices: ResMut<Notices>,
    sitting: Option<Res<Sitting>>,
    tutor: Option<Res<Tutor>>,
) {
    let Some(name) = desk.lesson.take() else {
        return;
    };
    if sitting.is_some() && tutor.is_none() {
        notices
            .push("The battle you left is kept: Continue in the menu goes on with it.".to_owned());
    }
    let path = lessons::find(Path::new(&name));
    commands.insert_resource(Begin::Lesson(path));
}

/// Lessons at the table.
pub fn plugin(app: &mut App) {
    app.add_plugins(marks::plugin)
        .add_systems(
            Update,
            (watch::enter, watch::look, keys)
                .chain()
                .after(hand::Handle)
                .run_if(laid)
                .run_if(resource_exists::<Tutor>),
        )
        .add_systems(
            Last,
            carry_out
                .after(hand::give::carry_out)
                .run_if(laid)
                .run_if(resource_exists::<Tutor>),
        );
}

/// What only the program with its menu does: bring another lesson.
pub fn fetching(app: &mut App) {
    app.add_systems(
        Update,
        fetch.run_if(|desk: Res<Desk>| desk.lesson.is_some()),
    );
}
