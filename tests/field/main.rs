//! The ground: sight, stands, moves, and the files that describe them.

mod battlespace;
mod briefings;
mod caches;
mod damaged;
mod forces;
mod moves;
mod preview;
mod quick;
mod scenario_files;
mod sight;
mod stands;
mod support;
mod survey;
mod totals;
