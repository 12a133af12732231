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
mod muster;
mod replays;
mod saves;
mod shelf;
mod support;
