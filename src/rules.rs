//! The book as code: tables as data, and pure functions over them.
//!
//! Values in, values out: no files, no ECS, no randomness (dice arrive as numbers). Every answer
//! carries the list of modifiers that made it, each with the [`RuleId`] it comes from.

pub mod named;

pub mod battery;
pub mod charge;
pub mod charts;
pub mod cover;
pub mod dice;
pub mod disorder;
pub mod fear;
pub mod fire;
pub mod formation;
pub mod ground;
pub mod impact;
pub mod index;
pub mod leader;
pub mod melee;
pub mod modifier;
pub mod morale;
pub mod movement;
pub mod muster;
pub mod quality;
pub mod rule_id;
pub mod scale;
pub mod support;
pub mod switches;
pub mod tct;
pub mod unit;
pub mod weapon;
pub mod works;
pub mod zone;

pub use charts::{ChartFault, RuleSources, Rules};
pub use cover::Cover;
pub use disorder::Disorder;
pub use formation::{CavalryFormation, InfantryFormation};
pub use ground::{Feature, Ground, Season, Weather};
pub use modifier::{Modifier, Modifiers};
pub use morale::Morale;
pub use named::Named;
pub(crate) use named::{named as named_enum, unknown as unknown_name};
pub use quality::Quality;
pub use rule_id::RuleId;
pub use scale::Scale;
pub use unit::{Side, Stands, Traits, Troops, Unit};
pub use weapon::{CavalryWeapon, Gun, GunClass, InfantryWeapon};
pub use works::Works;
pub use zone::Zone;
