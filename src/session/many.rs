//! Many battles of one scenario, over all cores.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Session, Table};
use crate::rules::Rules;
use crate::scenario::Scenario;

/// The most battles that are fought at once.
const MOST_JOBS: usize = 64;

/// Many battles that differ in their seeds alone.
pub struct Many {
    /// Who plays.
    pub table: Table,
    /// What is fought.
    pub scenario: Arc<Scenario>,
    /// By which rules.
    pub rules: Arc<Rules>,
    /// The seed of the first; the others follow.
    pub first: u64,
    /// How many at most.
    pub games: u64,
    /// How many at once; all cores if left out.
    pub jobs: Option<usize>,
}

/// Those that are done and still wait for one before them.
struct Line<T> {
    waiting: BTreeMap<u64, T>,
    done: Vec<T>,
    enough: bool,
}

impl Many {
    /// Fights them. Each is made into what is kept of it; then, in the order of their seeds whatever
    /// the number of jobs, each is shown to `enough`, and after the first for which that holds none
    /// is kept. Whoever sets `stopped` gets those that are done.
    ///
    /// # Errors
    /// When a battle broke off.
    pub fn fight<T: Send>(
        &self,
        stopped: &AtomicBool,
        keep: impl Fn(u64, &Session) -> T + Sync,
        enough: impl FnMut(&T) -> bool + Send,
    ) -> Result<Vec<T>, String> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.unwrap_or(cores).clamp(1, MOST_JOBS);
        let next = AtomicU64::new(0);
        let line = Mutex::new(Line {
            waiting: BTreeMap::new(),
            done: Vec::new(),
            enough: false,
        });
        let enough = Mutex::new(enough);
        let over = AtomicBool::new(false);
        let work = || {
            loop {
                if stopped.load(Ordering::Relaxed) || over.load(Ordering::Relaxed) {
                    return;
                }
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    return;
                }
                let seed = self.first.wrapping_add(number);
                let (scenario, rules) = (Arc::clone(&self.scenario), Arc::clone(&self.rules));
                let session = self.table.fight(scenario, rules, seed);
                let kept = keep(seed, &session);
                let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
                let mut enough = enough.lock().unwrap_or_else(PoisonError::into_inner);
                if line.take(number, kept, &mut *enough) {
                    over.store(true, Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                worker.join().map_err(|_| "a battle broke off".to_owned())?;
            }
            Ok::<_, String>(())
        })?;
        let line = line.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(line.done)
    }
}

impl<T> Line<T> {
    /// Takes one, and with it all that waited for it; whether that is enough.
    fn take(&mut self, number: u64, kept: T, enough: &mut impl FnMut(&T) -> bool) -> bool {
        self.waiting.insert(number, kept);
        while !self.enough
            && let Some(kept) = self.waiting.remove(&(self.done.len() as u64))
        {
            self.enough = enough(&kept);
            self.done.push(kept);
        }
        self.enough
    }
}
