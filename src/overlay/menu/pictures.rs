//! Plans and small pictures of battles, made one after the other without keeping anybody waiting.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex};

use bevy_egui::egui;
use resvg::tiny_skia::Pixmap;

use crate::disk;
use crate::files::source_of;
use crate::overlay::saving::picture_of;
use crate::print::map;
use crate::rules::{Rules, Scale};
use crate::scenario::quick::QuickBattle;
use crate::scenario::{Origin, Scenario, ScenarioSource, picture_fault};

/// The largest picture that lies beside a save: ours have some tens of thousands of bytes.
const MOST_BYTES: u64 = 4 << 20;

type Drawing = (PathBuf, Mutex<Receiver<Option<egui::ColorImage>>>);

/// Pictures by the file they belong to.
#[derive(Default)]
pub struct Pictures {
    made: HashMap<PathBuf, Option<egui::TextureHandle>>,
    drawing: Option<Drawing>,
}

/// A picture, if it is there yet.
pub enum Look<'a> {
    /// Here it is.
    Picture(&'a egui::TextureHandle),
    /// It is being drawn.
    Drawing,
    /// There is none.
    Nothing,
}

impl Pictures {
    /// Takes what has been drawn.
    pub fn take(&mut self, ctx: &egui::Context) {
        let Some((path, news)) = &mut self.drawing else {
            return;
        };
        let news = news.get_mut().map(|news| news.try_recv());
        let picture = match news {
            Ok(Err(TryRecvError::Empty)) => {
                ctx.request_repaint();
                return;
            }
            Ok(Ok(picture)) => picture,
            Ok(Err(TryRecvError::Disconnected)) | Err(_) => None,
        };
        let name = path.display().to_string();
        let texture =
            picture.map(|image| ctx.load_texture(name, image, egui::TextureOptions::LINEAR));
        self.made.insert(path.clone(), texture);
        self.drawing = None;
    }

    /// The plan of a scenario, by its file.
    pub fn plan(&mut self, path: &Path, scenario: &Arc<Scenario>) -> Look<'_> {
        let scenario = Arc::clone(scenario);
        self.get(path, move || plan(&scenario, 900))
    }

    /// The plan of a quick battle: each is drawn once.
    pub fn quick(&mut self, quick: &QuickBattle, rules: &Arc<Rules>) -> Look<'_> {
        let (origin, rules) = (Origin::from(quick.clone()), Arc::clone(rules));
        self.get(Path::new(&format!("{quick:?}")), move || {
            let (scenario, _) = ScenarioSource::load(&origin, Scale::Mm15, &rules).ok()?;
            plan(&scenario, 900)
        })
    }

    /// The small picture of a save, replay or journal: the one laid beside it, else its plan.
    pub fn of_file(&mut self, path: &Path) -> Look<'_> {
        let file = path.to_owned();
        self.get(path, move || {
            let beside = disk::read(&picture_of(&file), MOST_BYTES).ok();
            let beside = beside.filter(|png| picture_fault(png).is_none());
            beside.and_then(|png| decoded(&png)).or_else(|| {
                let (source, scale) = source_of(&file)?;
                plan(&source.scenario(scale, Rules::book()).ok()?, 240)
            })
        })
    }

    fn get(
        &mut self,
        path: &Path,
        make: impl FnOnce() -> Option<egui::ColorImage> + Send + 'static,
    ) -> Look<'_> {
        if !self.made.contains_key(path) && self.drawing.is_none() {
            let (send, news) = channel();
            std::thread::spawn(move || {
                let _ = send.send(make());
            });
            self.drawing = Some((path.to_owned(), Mutex::new(news)));
        }
        match self.made.get(path) {
            Some(Some(picture)) => Look::Picture(picture),
            Some(None) => Look::Nothing,
            None => Look::Drawing,
        }
    }
}

fn plan(scenario: &Scenario, wide: u32) -> Option<egui::ColorImage> {
    decoded(&map::png(&map::svg(scenario), wide).ok()?)
}

/// A PNG, to be shown.
pub fn decoded(png: &[u8]) -> Option<egui::ColorImage> {
    let pixmap = Pixmap::decode_png(png).ok()?;
    let size = [pixmap.width() as usize, pixmap.height() as usize];
    Some(egui::ColorImage::from_rgba_premultiplied(
        size,
        pixmap.data(),
    ))
}
