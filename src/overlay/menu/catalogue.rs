//! The scenarios that can be chosen, read aside.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

use crate::rules::{Rules, Scale};
use crate::scenario::{self, Scenario};

/// The scenario that is shown before another is chosen, and first in every list.
pub const FIRST: &str = "taint_no_militia";

/// A scenario that can be chosen.
pub struct Entry {
    /// Its file.
    pub path: PathBuf,
    /// What is in it, or what is wrong with it.
    pub scenario: Result<Arc<Scenario>, Vec<String>>,
}

impl Entry {
    /// What it is called.
    pub fn name(&self) -> String {
        match &self.scenario {
            Ok(scenario) => scenario.name.clone(),
            Err(_) => {
                let file = self.path.file_stem().unwrap_or_default();
                file.to_string_lossy().into_owned()
            }
        }
    }
}

/// The scenarios that can be chosen.
pub struct Catalogue {
    /// Those that are there.
    pub entries: Vec<Entry>,
    news: Option<Mutex<Receiver<Vec<Entry>>>>,
}

impl Catalogue {
    /// Begins to read them all.
    pub fn read(rules: Arc<Rules>) -> Self {
        let (send, news) = channel();
        std::thread::spawn(move || {
            let read = |path: PathBuf| {
                let scenario = Scenario::load(&path, Scale::Mm15, &rules)
                    .map(Arc::new)
                    .map_err(|faults| faults.iter().map(ToString::to_string).collect());
                Entry { path, scenario }
            };
            let mut all = scenario::all();
            // The book's own first battle stands before the others.
            all.sort_by_key(|path| path.file_stem().is_none_or(|stem| stem != FIRST));
            let _ = send.send(all.into_iter().map(read).collect());
        });
        Self {
            entries: Vec::new(),
            news: Some(Mutex::new(news)),
        }
    }

    /// Takes what has been read.
    pub fn take(&mut self) {
        let news = self.news.as_mut().and_then(|news| news.get_mut().ok());
        if let Some(entries) = news.and_then(|news| news.try_recv().ok()) {
            self.entries = entries;
            self.news = None;
        }
    }

    /// More is to come.
    pub fn is_reading(&self) -> bool {
        self.news.is_some()
    }
}
