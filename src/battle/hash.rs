//! The hash of a battle's whole state.

use std::io::{self, BufWriter, Write};

use xxhash_rust::xxh3::Xxh3;

use super::Battle;

impl Battle {
    /// A hash of the whole state: army, steps under way and dice. What can be worked out of these,
    /// and what has happened before, is no part of it.
    pub fn hash(&self) -> u64 {
        let mut writer = BufWriter::new(Writer(Xxh3::new()));
        let state = (&self.now.army, &self.stack, &self.dice);
        let written = serde_json::to_writer(&mut writer, &state);
        // Plain data is always written, and a hash always takes it.
        debug_assert!(written.is_ok());
        writer.into_inner().map_or(0, |writer| writer.0.digest())
    }
}

struct Writer(Xxh3);

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
