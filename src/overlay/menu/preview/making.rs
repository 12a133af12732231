//! Booklets drawn aside, so that nobody waits for them.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex};

use bevy_egui::egui;

use crate::disk::write_whole;
use crate::files::data;
use crate::overlay::app::HouseRules;
use crate::overlay::menu::pictures::decoded;
use crate::players::{Level, SeatKind};
use crate::print::page::{Page, pdf};
use crate::print::preview::{self, Subject, balance};
use crate::rules::Scale;
use crate::scenario::ScenarioSource;
use crate::session::{Many, MatchUp, Table};

/// A booklet that is drawn.
pub struct Booklet {
    name: String,
    scale: Scale,
    /// Its pages.
    pub pages: Vec<Page>,
}

impl Booklet {
    /// Writes it as PDF among the player's own data; where, or why not.
    fn write(&self) -> Result<String, String> {
        let folder = data()
            .ok_or("this system has no place for it")?
            .join("booklets");
        let file: String = self
            .name
            .chars()
            .map(|char| if char.is_alphanumeric() { char } else { '-' })
            .collect();
        let path = folder.join(format!("{}-{}.pdf", file.to_lowercase(), self.scale));
        let bytes = pdf(&self.name, &self.pages).map_err(|error| error.to_string())?;
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        write_whole(&path, &bytes).map_err(|error| error.to_string())?;
        Ok(format!("wrote {}", path.display()))
    }
}

/// A booklet that is being written.
pub struct Writing {
    news: Mutex<Receiver<Result<String, String>>>,
}

impl Writing {
    /// Begins to write one.
    pub fn begin(booklet: Arc<Booklet>) -> Self {
        let (send, news) = channel();
        std::thread::spawn(move || {
            let _ = send.send(booklet.write());
        });
        Self {
            news: Mutex::new(news),
        }
    }

    /// Where it was written, or why not, once.
    pub fn take(&mut self) -> Option<Result<String, String>> {
        match self.news.get_mut().ok()?.try_recv() {
            Ok(said) => Some(said),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err("it cannot be written".to_owned())),
        }
    }
}

/// A booklet that is being drawn.
pub struct Making {
    news: Mutex<Receiver<Result<Booklet, String>>>,
    stopped: Arc<AtomicBool>,
    progress: Arc<Progress>,
    games: u64,
}

/// How far the battles for a booklet are.
#[derive(Default)]
struct Progress {
    fought: AtomicU64,
    /// What is tried to make it even.
    tried: Mutex<String>,
}

impl Making {
    /// Begins to draw one, after so many battles.
    pub fn begin(path: PathBuf, scale: Scale, house: HouseRules, games: u64) -> Self {
        let (send, news) = channel();
        let stopped = Arc::new(AtomicBool::new(false));
        let progress = Arc::new(Progress::default());
        let (stop, count) = (Arc::clone(&stopped), Arc::clone(&progress));
        std::thread::spawn(move || {
            let _ = send.send(make(path, scale, &house, games, (&stop, &count)));
        });
        Self {
            news: Mutex::new(news),
            stopped,
            progress,
            games,
        }
    }

    /// What it does, in words.
    pub fn words(&self) -> String {
        let fought = self.progress.fought.load(Ordering::Relaxed);
        let tried = self.progress.tried.lock();
        let tried = tried.map_or_else(|_| String::new(), |tried| tried.clone());
        if self.stopped.load(Ordering::Relaxed) {
            "drawing what there is".to_owned()
        } else if fought < self.games {
            format!("{fought} of {} battles", self.games)
        } else if tried.is_empty() {
            "drawing the pages".to_owned()
        } else {
            format!("would this make it even: {tried}?")
        }
    }

    /// What came of it, once.
    pub fn take(&mut self) -> Option<Result<Booklet, String>> {
        let news = self.news.get_mut().ok()?;
        match news.try_recv() {
            Ok(made) => Some(made),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err("the pages cannot be drawn".to_owned())),
        }
    }

    /// No more battles: the booklet tells what there is.
    pub fn call_off(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

fn make(
    path: PathBuf,
    scale: Scale,
    house: &HouseRules,
    games: u64,
    (stopped, progress): (&AtomicBool, &Progress),
) -> Result<Booklet, String> {
    let (scenario, source) =
        ScenarioSource::load(&path, scale, &house.rules).map_err(|faults| {
            let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
            told.join("\n")
        })?;
    let many = Many {
        table: Table::new(MatchUp::both(SeatKind::Computer(Level::Medium))),
        scenario: Arc::new(scenario),
        rules: Arc::clone(&house.rules),
        first: 1,
        games,
        // One is left for the window.
        jobs: std::thread::available_parallelism()
            .ok()
            .map(|cores| cores.get().saturating_sub(1).max(1)),
    };
    let study = if games > 0 {
        let shown = |more| {
            progress.fought.fetch_add(more, Ordering::Relaxed);
        };
        preview::study(&many, &source, &house.charts, stopped, shown)?
    } else {
        None
    };
    progress.fought.store(games, Ordering::Relaxed);
    let remedies = match &study {
        Some(_) if !stopped.load(Ordering::Relaxed) => {
            let tried = |what: &str| {
                if let Ok(mut tried) = progress.tried.lock() {
                    what.clone_into(&mut tried);
                }
            };
            let few = balance::fewer(&many);
            let found = balance::kept(&few, &source, &house.charts, stopped, tried)?;
            tried("");
            let told = !found.1.is_empty() || !stopped.load(Ordering::Relaxed);
            told.then_some(found.1)
        }
        _ => None,
    };
    let subject = Subject {
        scenario: &many.scenario,
        study: study.as_ref(),
        remedies: remedies.as_deref(),
        picture: None,
    };
    let pages = preview::pages(&[subject], &house.rules, &preview::Making::default());
    Ok(Booklet {
        name: many.scenario.name.clone(),
        scale,
        pages,
    })
}

/// A page as a picture, if it is there yet.
pub struct Sheet {
    news: Option<Mutex<Receiver<Option<egui::ColorImage>>>>,
    texture: Option<egui::TextureHandle>,
    name: String,
}

impl Sheet {
    /// Begins to draw one.
    pub fn draw(booklet: Arc<Booklet>, page: usize, wide: u32) -> Self {
        let (send, news) = channel();
        let name = format!("{} {page}", booklet.name);
        std::thread::spawn(move || {
            let png = booklet.pages.get(page).and_then(|page| page.png(wide).ok());
            let _ = send.send(png.and_then(|png| decoded(&png)));
        });
        Self {
            news: Some(Mutex::new(news)),
            texture: None,
            name,
        }
    }

    /// Takes it when it is drawn; whether it is still waited for.
    pub fn take(&mut self, ctx: &egui::Context) -> bool {
        let Some(news) = self.news.as_mut().and_then(|news| news.get_mut().ok()) else {
            return false;
        };
        match news.try_recv() {
            Err(TryRecvError::Empty) => true,
            Ok(Some(image)) => {
                let options = egui::TextureOptions::LINEAR;
                self.texture = Some(ctx.load_texture(self.name.clone(), image, options));
                self.news = None;
                false
            }
            Ok(None) | Err(TryRecvError::Disconnected) => {
                self.news = None;
                false
            }
        }
    }

    /// The picture.
    pub fn texture(&self) -> Option<&egui::TextureHandle> {
        self.texture.as_ref()
    }
}
