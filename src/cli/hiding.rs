//! Who is hidden, as options of several commands.

use clap::Args;
use deadly_field::rules::{Named, Side};
use deadly_field::scenario::{Hiding, MOST_DUMMIES, USUAL_DUMMIES};

/// Sides that begin behind pickets.
#[derive(Args)]
pub struct HidingArguments {
    /// Who begins behind pickets, beside those whom the scenario hides: union, confederate or both.
    #[arg(long, value_name = "WHO", value_parser = sides)]
    hidden: Option<Sides>,
    /// Dummy pickets for each hidden unit: 0 to 2.
    #[arg(long, value_name = "NUMBER", requires = "hidden", default_value_t = USUAL_DUMMIES,
          value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_DUMMIES)))]
    dummies: u32,
}

/// One side, or both.
#[derive(Clone)]
struct Sides(Vec<Side>);

fn sides(text: &str) -> Result<Sides, String> {
    match text {
        "both" => Ok(Sides(Side::ALL.to_vec())),
        text => side(text)
            .map(|side| Sides(vec![side]))
            .map_err(|allowed| format!("{allowed}, both")),
    }
}

/// A side by name.
pub fn side(text: &str) -> Result<Side, String> {
    Side::from_name(text).ok_or_else(|| format!("allowed: {}", Side::allowed()))
}

impl HidingArguments {
    /// Who is hidden.
    pub fn hiding(&self) -> Hiding {
        let sides = self.hidden.as_ref().map_or(&[][..], |sides| &sides.0);
        Hiding::pickets(sides, self.dummies)
    }

    /// Whether anybody was asked to hide.
    pub fn is_given(&self) -> bool {
        self.hidden.is_some()
    }
}
