//! Battles on their way to the table: read, judged and painted aside, while the window goes on.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use bevy::prelude::*;

use super::{HouseRules, Setting, give_lesson, on_stage, settle_msaa, sit_down};
use crate::files::{Kind, Opening as Beginning, kind_of, open_journal, open_save, survivors};
use crate::overlay::known::{self, Known};
use crate::overlay::lesson::Tutor;
use crate::overlay::menu::Menu;
use crate::overlay::notices::Notices;
use crate::players::Thinking;
use crate::scenario::force::{ForceChoices, muster_by};
use crate::scenario::{FileFault, Origin, Scenario, ScenarioSource, rules_folder};
use crate::session::{MatchUp, Session, Table};
use crate::table::{Painting, Playback, Quality, Screen};

/// Chosen: a battle to be put on the table.
#[derive(Resource)]
#[expect(clippy::large_enum_variant, reason = "there is never more than one")]
pub enum Begin {
    /// A scenario from its beginning.
    New {
        /// Where it comes from.
        origin: Origin,
        /// How it is fought.
        setting: Setting,
        /// By which rules.
        house: HouseRules,
        /// With which forces, if it musters.
        forces: ForceChoices,
        /// A finished battle whose survivors fight in it.
        after: Option<PathBuf>,
    },
    /// A save or journal, to go on with.
    GoOn {
        /// The file.
        path: PathBuf,
        /// Who plays from now on.
        match_up: MatchUp,
    },
    /// A battle to be looked at again.
    Replay(PathBuf),
    /// A lesson, by its file.
    Lesson(PathBuf),
    /// The same as before, begun anew.
    Again {
        /// What it begins with.
        opening: Box<Beginning>,
        /// Who plays.
        match_up: MatchUp,
    },
}

impl Begin {
    /// What is being done, for whoever waits.
    fn words(&self) -> &'static str {
        match self {
            Self::New { .. } | Self::Again { .. } => "The armies are marching up…",
            Self::GoOn { .. } => "The battle is taken up where it was left…",
            Self::Replay(_) => "The battle is fought once more…",
            Self::Lesson(_) => "The lesson is laid out…",
        }
    }
}

/// What goes on the table.
enum Ready {
    Battle {
        session: Box<Session>,
        match_up: MatchUp,
        note: Option<String>,
    },
    Replay {
        playback: Box<Playback>,
        note: Option<String>,
    },
    Lesson(Box<(Session, Tutor)>),
}

/// A battle on its way to the table.
#[derive(Resource)]
pub struct Loading {
    /// What is being done.
    pub words: &'static str,
    /// Since when.
    pub since: Instant,
    news: Mutex<Receiver<Result<Ready, String>>>,
    /// What has come, while the ground is still being painted.
    ready: Mutex<Option<Ready>>,
}

/// A battle from a save or journal, to go on with.
pub struct Resumed {
    /// The battle, with its journal if it was one.
    pub session: Session,
    /// What the players should know.
    pub note: Option<String>,
}

/// A battle of a scenario about to begin, for a host that must not wait.
pub fn begun(
    house: &HouseRules,
    mut scenario: Scenario,
    mut source: ScenarioSource,
    setting: &Setting,
) -> Session {
    source.hide(&mut scenario, setting.hiding, &house.rules);
    let opening = Beginning {
        source,
        scale: setting.scale,
        house_rules: house.charts.clone(),
        seed: setting.seed,
        seats: setting.match_up.names(),
    };
    aside(&setting.match_up).begin(opening, Arc::new(scenario), Arc::clone(&house.rules))
}

fn aside(match_up: &MatchUp) -> Table {
    Table {
        aside: true,
        thinking: Thinking::waited_for(),
        ..Table::new(match_up.clone())
    }
}

/// Opens a save or journal to go on with it. A journal is locked, and written on.
pub fn resumed(path: &Path, match_up: &MatchUp) -> Result<Resumed, FileFault> {
    let (opened, journal) = match kind_of(path) {
        Some(Kind::Journal) => {
            let (opened, journal) = open_journal(path)?;
            (opened, Some(journal))
        }
        _ => (open_save(path)?, None),
    };
    let note = opened.note.clone();
    // One that begins anew at a state needs a journal that begins there too.
    let anew = opened.record.start.is_some() && opened.record.entries.is_empty();
    let session = aside(match_up).resume(opened);
    let session = match journal.filter(|_| !anew) {
        Some(journal) => session.with_journal(journal),
        None => session,
    };
    Ok(Resumed { session, note })
}

/// A battle that was fought before, ready to be watched.
pub fn replayed(known: Known) -> Playback {
    let mut playback = Playback::new(known.chronicle);
    playback.complete = true;
    playback.playing = true;
    playback
}

/// Reads what was chosen.
fn load(begin: Begin) -> Result<Ready, String> {
    let all = |faults: Vec<FileFault>| {
        let all: Vec<_> = faults.iter().map(ToString::to_string).collect();
        all.join("\n")
    };
    match begin {
        Begin::New {
            origin,
            setting,
            house,
            mut forces,
            after,
        } => {
            if let Some(path) = after {
                let left = survivors(&path).map_err(|fault| fault.to_string())?;
                forces.after = Some(left);
            }
            let (scenario, source) =
                muster_by(origin, &forces, setting.seed, setting.scale, &house.rules)
                    .map_err(all)?;
            let session = Box::new(begun(&house, scenario, source, &setting));
            Ok(Ready::Battle {
                session,
                match_up: setting.match_up,
                note: None,
            })
        }
        Begin::Again { opening, match_up } => {
            let rules = rules_folder::of_texts(&opening.house_rules).map_err(|faults| {
                let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
                faults.join("\n")
            })?;
            let scenario = opening
                .source
                .scenario(opening.scale, &rules)
                .map_err(all)?;
            let session = aside(&match_up).begin(*opening, Arc::new(scenario), Arc::new(rules));
            Ok(Ready::Battle {
                session: Box::new(session),
                match_up,
                note: None,
            })
        }
        Begin::GoOn { path, match_up } => {
            let Resumed { session, note } =
                resumed(&path, &match_up).map_err(|fault| fault.to_string())?;
            Ok(Ready::Battle {
                session: Box::new(session),
                match_up,
                note,
            })
        }
        Begin::Lesson(path) => {
            let lesson = Tutor::open(&path).map_err(all)?;
            Ok(Ready::Lesson(Box::new(lesson)))
        }
        Begin::Replay(path) => match known::open(&path) {
            None => Err(format!(
                "{}: is no save, replay or journal of Deadly Field, or cannot be read",
                path.display()
            )),
            Some(Err(fault)) => Err(fault.to_string()),
            Some(Ok(known)) => {
                let note = known.warning.clone();
                let playback = Box::new(replayed(known));
                Ok(Ready::Replay { playback, note })
            }
        },
    }
}

/// Begins to read what was chosen.
fn begin(world: &mut World) {
    let Some(begin) = world.remove_resource::<Begin>() else {
        return;
    };
    // One at a time: a second click means the first.
    if world.contains_resource::<Loading>() {
        return;
    }
    let words = begin.words();
    let (send, news) = channel();
    // A thread of its own: a large file must not keep the tasks of the table waiting.
    std::thread::spawn(move || {
        let _ = send.send(load(begin));
    });
    world.insert_resource(Loading {
        words,
        since: Instant::now(),
        news: Mutex::new(news),
        ready: Mutex::new(None),
    });
}

/// Puts on the table what has been read and painted.
fn arrive(world: &mut World) {
    let quality = *world.resource::<Quality>();
    let Some(loading) = world.get_resource_mut::<Loading>() else {
        return;
    };
    let loading = loading.into_inner();
    let news = loading.news.get_mut().map(|news| news.try_recv());
    let gone = || Err("The battle could not be read: see the report in the terminal".to_owned());
    let came = match news {
        Ok(Err(TryRecvError::Empty)) => None,
        Ok(Ok(came)) => Some(came),
        Ok(Err(TryRecvError::Disconnected)) | Err(_) => match loading.ready.get_mut() {
            Ok(Some(_)) => None,
            _ => Some(gone()),
        },
    };
    match came {
        Some(Err(fault)) => {
            world.remove_resource::<Loading>();
            let at_menu = *world.resource::<State<Screen>>().get() == Screen::Menu;
            if let Some(mut menu) = world.get_resource_mut::<Menu>().filter(|_| at_menu) {
                menu.complain(fault);
            } else {
                world.resource_mut::<Notices>().push(fault);
            }
            return;
        }
        Some(Ok(ready)) => {
            let scenario = match &ready {
                Ready::Battle { session, .. } => session.battle().now().ground().0,
                Ready::Replay { playback, .. } => playback.ground().0,
                Ready::Lesson(lesson) => lesson.0.battle().now().ground().0,
            };
            loading.words = "The ground is being painted…";
            if let Ok(slot) = loading.ready.get_mut() {
                *slot = Some(ready);
            }
            world.insert_resource(Painting::begin(scenario, quality));
        }
        None => {}
    }
    let painted = world
        .get_resource::<Painting>()
        .is_none_or(Painting::is_done);
    let Some(mut loading) = world.get_resource_mut::<Loading>() else {
        return;
    };
    let ready = loading
        .ready
        .get_mut()
        .ok()
        .and_then(|slot| if painted { slot.take() } else { None });
    let Some(ready) = ready else {
        return;
    };
    world.remove_resource::<Loading>();
    let note = match ready {
        Ready::Battle {
            session,
            match_up,
            note,
        } => {
            sit_down(world, *session, match_up);
            note
        }
        Ready::Replay { playback, note } => {
            on_stage(world, *playback);
            note
        }
        Ready::Lesson(lesson) => {
            let (session, tutor) = *lesson;
            give_lesson(world, session, tutor);
            None
        }
    };
    if let Some(note) = note {
        world.resource_mut::<Notices>().push(note);
    }
    settle_msaa(world);
}

/// Brings battles to the table.
pub fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            begin.run_if(resource_exists::<Begin>),
            arrive.run_if(resource_exists::<Loading>),
        )
            .chain(),
    );
}
