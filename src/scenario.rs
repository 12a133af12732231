//! Files: reading, checking, and errors that say where.

pub mod rules_folder;
