//! Saves and replays: faithful, safe, lasting.

mod commands;
mod damaged;
mod forces;
mod forged;
mod fuzzed;
mod hostile;
mod kept;
mod killed;
mod measure;
mod replays;
mod saves;
mod shelf;
mod support;
