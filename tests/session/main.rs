//! A battle with its seats: undo, journals, other programs, and the law.

mod endings;
#[path = "../battle/fights.rs"]
mod fights;
mod hidden;
mod instructions;
mod journals;
mod law;
mod mustering;
mod programs;
mod prompts;
mod seat;
mod secrets;
mod thoughts;
mod undo;
