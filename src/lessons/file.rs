//! A lesson as a person writes and reads it: RON, places in inches from the south-west corner.

mod deeds;

use serde::Deserialize;

pub use deeds::{CameraTurn, Declared, Deed, Labour};

use crate::field::plan::Plan;
use crate::rules::fire::FireKind;
use crate::rules::named::Word;
use crate::rules::{Morale, Scale, Season, Side, Weather};
use crate::scenario::file::{ForcePlan, HiddenPlan, SpecialRule, VictoryPlan};

use deeds::usual_fire;

/// A place in inches from the south-west corner of the table.
pub type Inches = (f32, f32);

/// A whole lesson.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonFile {
    /// What it is called.
    pub title: String,
    /// What one can do after it, in a sentence or two.
    pub about: String,
    /// Its place in the course; a lesson without one stands beside it.
    #[serde(default)]
    pub course: Option<u32>,
    /// The rules it teaches, by their ids in the rulebook index.
    pub teaches: Vec<String>,
    /// The book's worked examples that it plays, by their ids.
    #[serde(default)]
    pub examples: Vec<String>,
    /// The scale of the table.
    #[serde(default = "usual_scale")]
    pub scale: Word<Scale>,
    /// The side that the learner plays.
    #[serde(default = "usual_side")]
    pub learner: Word<Side>,
    /// The scenario it is played on, if it has no field of its own.
    #[serde(default)]
    pub scenario: Option<String>,
    /// A field of its own.
    #[serde(default)]
    pub field: Option<FieldPlan>,
    /// Who stands otherwise than the field or scenario has it.
    #[serde(default)]
    pub as_if: Vec<AsIf>,
    /// It is played without leaders: everybody is in command.
    #[serde(default)]
    pub without_leaders: bool,
    /// Step by step.
    pub steps: Vec<Step>,
}

fn usual_scale() -> Word<Scale> {
    Word::Known(Scale::Mm15)
}

fn usual_side() -> Word<Side> {
    Word::Known(Side::Union)
}

/// A small field of a lesson's own. All places are in inches.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldPlan {
    /// Squares from west to east and from south to north: 12, 18 or 24 inches each, by the scale.
    #[serde(default = "usual_squares")]
    pub squares: (u32, u32),
    /// What lies on it.
    #[serde(default)]
    pub ground: Plan,
    /// Who is active first.
    #[serde(default = "usual_side")]
    pub initiative: Word<Side>,
    /// How many turns the battle would last.
    #[serde(default = "usual_turns")]
    pub turns: u32,
    /// The season.
    #[serde(default = "usual_season")]
    pub season: Word<Season>,
    /// The weather.
    #[serde(default = "usual_weather")]
    pub weather: Word<Weather>,
    /// The Union's forces.
    pub union: ForcePlan,
    /// The Confederate forces.
    pub confederate: ForcePlan,
    /// Who begins hidden, and how.
    #[serde(default)]
    pub hidden: Vec<HiddenPlan>,
    /// What is special.
    #[serde(default)]
    pub rules: Vec<SpecialRule>,
    /// Who would win; it is a draw if left out.
    #[serde(default)]
    pub victory: Option<VictoryPlan>,
}

fn usual_squares() -> (u32, u32) {
    (2, 2)
}

fn usual_turns() -> u32 {
    6
}

fn usual_season() -> Word<Season> {
    Word::Known(Season::Summer)
}

fn usual_weather() -> Word<Weather> {
    Word::Known(Weather::Dry)
}

/// A unit that begins otherwise than an order of battle can say.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AsIf {
    /// Who.
    pub unit: String,
    /// Figures or sections that are left.
    #[serde(default)]
    pub strength: Option<u32>,
    /// Stands that are left.
    #[serde(default)]
    pub stands: Option<u32>,
    /// Its morale.
    #[serde(default)]
    pub morale: Option<Word<Morale>>,
    /// It has fired before: its opening volley is gone.
    #[serde(default)]
    pub fired: bool,
    /// It stands elsewhere.
    #[serde(default)]
    pub at: Option<Inches>,
    /// It looks that way, in degrees clockwise from north.
    #[serde(default)]
    pub facing: Option<f32>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What the guide says, in two or three sentences.
    pub say: String,
    /// What the learner is to do, in one; only with `do`.
    #[serde(default)]
    pub task: String,
    /// Where the camera goes.
    #[serde(default)]
    pub look: Option<Look>,
    /// What is pointed at.
    #[serde(default)]
    pub point: Vec<Point>,
    /// What the learner does.
    #[serde(default, rename = "do")]
    pub act: Option<Deed>,
    /// What is done before his eyes when the step begins, by either side.
    #[serde(default)]
    pub play: Vec<Deed>,
    /// What he is asked.
    #[serde(default)]
    pub ask: Option<Question>,
    /// The dice of what is done in this step, all of them and no more.
    #[serde(default)]
    pub dice: Vec<u8>,
    /// What has come of it when the step is over.
    #[serde(default)]
    pub gives: Vec<Expect>,
    /// Odds that are shown as the reason.
    #[serde(default)]
    pub odds: Vec<OddsPlan>,
    /// What the guide says when it is done.
    #[serde(default)]
    pub then: String,
    /// What he says of a wrong turn that many take, beside the odds.
    #[serde(default)]
    pub otherwise: Vec<Otherwise>,
}

/// Where the camera goes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Look {
    /// The whole table from its southern edge.
    Overview,
    /// Straight down, north up.
    Top,
    /// A unit, near by.
    Unit(String),
    /// Out of a unit's eyes.
    Eyes(String),
    /// A place.
    Place {
        /// Where.
        at: Inches,
        /// From how far, in inches.
        #[serde(default = "usual_distance")]
        from: f32,
    },
}

fn usual_distance() -> f32 {
    16.0
}

/// What is pointed at.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Point {
    /// A ring round a unit or leader.
    Ring(String),
    /// A ring on the ground.
    Spot {
        /// Its middle.
        at: Inches,
        /// Its radius.
        #[serde(default = "usual_radius")]
        radius: f32,
    },
    /// An arrow on the ground.
    Arrow {
        /// From where.
        from: Inches,
        /// To where.
        to: Inches,
    },
    /// The sight line between two units, green as far as it is free.
    Sight(String, String),
    /// A panel that is opened: card, log, result, roster or rules.
    Panel(String),
    /// Who is taken into the hand.
    Select(String),
    /// Whom that unit points at.
    Aim(String),
    /// A button or panel that is lit up, by its name in the trace: `order fire`, `undo`, `card`.
    Lit(String),
    /// A modifier that is lit up wherever it stands in a list, by the id of its rule.
    Modifier(String),
}

fn usual_radius() -> f32 {
    1.0
}

/// A question.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// What is asked.
    pub question: String,
    /// What can be answered; one of them is right.
    pub answers: Vec<Choice>,
}

/// One answer to a question.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The answer.
    pub text: String,
    /// It is the right one.
    #[serde(default)]
    pub right: bool,
    /// What the guide says to it.
    pub why: String,
}

/// Odds that are shown.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OddsPlan {
    /// What they are of, in a few words.
    pub label: String,
    /// What is asked of the rules.
    pub of: OddsOf,
    /// What would be done before, on a copy of the table.
    #[serde(default)]
    pub after: Vec<Deed>,
    /// What the texts say of them: a line of the odds and its percent.
    #[serde(default)]
    pub says: Vec<(String, f32)>,
}

/// What odds are of.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum OddsOf {
    /// A fire: lines `none`, `MC`, `1MC`, `2MC`, `1H` and on, `hit` for any hit.
    Fire {
        /// Who.
        by: Vec<String>,
        /// At whom.
        at: String,
        /// How.
        #[serde(default = "usual_fire")]
        kind: Word<FireKind>,
    },
    /// A charge of those who are active or could be: lines `stands`, `falls back`, `routs`,
    /// `success`.
    Charge {
        /// Who.
        by: Vec<String>,
        /// On whom.
        at: String,
    },
    /// A morale check or rally as the unit stands: lines `good_order`, `disorder`, `shaken`,
    /// `routed`, `removed`.
    Morale {
        /// Who.
        unit: String,
        /// What the check adds: 1 for a 1MC.
        #[serde(default)]
        more: i32,
    },
    /// A tactical competence test: line `passes`.
    Test(String),
}

/// What has come of a step.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Expect {
    /// How a unit stands now.
    Unit {
        /// Who.
        unit: String,
        /// Figures or sections.
        #[serde(default)]
        strength: Option<u32>,
        /// Its morale.
        #[serde(default)]
        morale: Option<Word<Morale>>,
        /// Its place, to a tenth of an inch.
        #[serde(default)]
        at: Option<Inches>,
        /// Its formation.
        #[serde(default)]
        formation: Option<String>,
        /// It has left the table.
        #[serde(default)]
        gone: bool,
        /// Whether it has had its reaction.
        #[serde(default)]
        reacted: Option<bool>,
    },
    /// A fire of this step, in order: total and result.
    Fire {
        /// Which of them, from 1; the last if left out.
        #[serde(default)]
        number: Option<usize>,
        /// Dice, firepower and modifiers.
        #[serde(default)]
        total: Option<i32>,
        /// Firepower alone.
        #[serde(default)]
        firepower: Option<i32>,
        /// Modifiers alone.
        #[serde(default)]
        drm: Option<i32>,
        /// What it did: none, MC, 1MC, 2MC, 1H and on.
        #[serde(default)]
        result: Option<String>,
    },
    /// A check of this step: the last of that unit.
    Check {
        /// Who.
        unit: String,
        /// What it had to roll.
        #[serde(default)]
        mmp: Option<i32>,
        /// Its level afterwards.
        #[serde(default)]
        after: Option<Word<Morale>>,
    },
    /// The last impact of this step.
    Impact {
        /// The attacker's value.
        #[serde(default)]
        attacker: Option<i32>,
        /// The defender's value.
        #[serde(default)]
        defender: Option<i32>,
        /// The attacker's lead in points.
        #[serde(default)]
        lead: Option<i32>,
    },
    /// The last charge of this step.
    Charged {
        /// How far it could go.
        inches: f32,
        /// From where on it is in disorder.
        #[serde(default)]
        disorder_point: Option<f32>,
    },
    /// A test of competence of this step.
    Test {
        /// Who.
        unit: String,
        /// Whether it was passed.
        passed: bool,
    },
    /// What is asked now, as in a replay, and whom.
    Asked {
        /// `activate`, `act`, `react`, `follow`…
        kind: String,
        /// Whom.
        side: Word<Side>,
    },
    /// Something may be done now.
    May(Deed),
    /// Something may not be done now, by this rule if one is named.
    MayNot {
        /// What.
        deed: Deed,
        /// By which rule.
        #[serde(default)]
        rule: Option<String>,
    },
    /// Whether one unit sees another.
    Sees {
        /// Who.
        unit: String,
        /// Whom.
        other: String,
        /// Whether.
        sees: bool,
    },
    /// Inches between the edges of two units, to a tenth.
    Apart(String, String, f32),
    /// What a unit would check its morale against now.
    Mmp(String, i32),
}

/// What the guide says of a wrong turn.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Otherwise {
    /// If the learner does this.
    pub deed: Deed,
    /// What he says.
    pub say: String,
}
