//! The hash of a battle's whole state.

use std::io::{self, BufWriter, Write};

use serde::Serialize;
use xxhash_rust::xxh3::Xxh3;

use super::Battle;

/// Hashes the whole state of one battle again and again.
///
/// Facts are only ever added, so each is hashed once: the cost of a hash does not grow with the
/// battle. The result is that of [`Battle::hash`].
#[derive(Clone, Default)]
pub struct StateHasher {
    facts: usize,
    log: Xxh3,
}

impl StateHasher {
    /// The hash of the battle as it stands: army, clock, steps under way, dice, decision, verdict
    /// and every fact. Show it one battle only, which may go on in between.
    pub fn hash(&mut self, battle: &Battle) -> u64 {
        if battle.facts.len() < self.facts {
            *self = Self::default();
        }
        let new = battle.facts.iter().skip(self.facts);
        feed(&mut self.log, new);
        self.facts = battle.facts.len();
        let rest = (
            self.log.digest(),
            battle.army.snapshot(),
            battle.clock,
            &battle.stack,
            &battle.dice,
            &battle.decision,
            &battle.verdict,
        );
        let mut hash = Xxh3::new();
        feed(&mut hash, [rest]);
        hash.digest()
    }
}

/// Feeds plain data to a hash, one after the other: it does not matter in how many lots.
fn feed<T: Serialize>(hash: &mut Xxh3, data: impl IntoIterator<Item = T>) {
    let mut writer = BufWriter::new(Writer(hash));
    let written = data
        .into_iter()
        .try_for_each(|item| serde_json::to_writer(&mut writer, &item));
    let flushed = writer.flush();
    // Plain data is always written, and a hash always takes it.
    debug_assert!(written.is_ok() && flushed.is_ok());
}

struct Writer<'a>(&'a mut Xxh3);

impl Write for Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
