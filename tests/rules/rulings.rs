//! Our rulings, each pinned by a test, by the chapters of `RULINGS.md`, which names them.

mod charge;
mod doubts;
mod fire;
mod measuring;
mod morale;
mod support;
mod turn;
