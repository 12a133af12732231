//! Saves and replays: faithful, safe, lasting.

mod commands;
mod damaged;
mod forged;
mod hostile;
mod kept;
mod replays;
mod saves;
mod shelf;
mod support;
