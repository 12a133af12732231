//! The table-side adjudicator: one situation in, the ruling out.
//!
//! A thin face on [`crate::rules`]: it reads JSON Lines, asks the same functions that the game
//! asks, and writes one JSON object per line.

mod answer;
mod pretty;
mod request;

use std::io::{self, BufRead, Write};

pub use answer::{AllowedFire, Answer, FireAnswer, ImpactAnswer, MoraleAnswer};
pub use request::{Request, RequestFault, UnitRequest};

use crate::disk::{BoundedLines, LongLine, shown};
use crate::rules::Rules;

/// The longest line; the largest request has some thousands of bytes.
const MOST_LINE: usize = 1 << 20;

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// One JSON object per line.
    Json,
    /// For people at a table.
    Pretty,
}

/// Answers one request given as JSON.
///
/// ```
/// use deadly_field::adjudicate::{Answer, FireAnswer, answer_line};
/// use deadly_field::rules::Rules;
///
/// let line = r#"{"fire": {
///     "firers": [{"arm": "infantry", "quality": "elite", "weapon": "rifle_musket", "figures": 8}],
///     "target": {"arm": "infantry", "quality": "green", "figures": 8, "morale": "disorder"},
///     "range": 3, "cover": ["stone_wall"], "dice": [6, 5]}}"#;
/// let Ok(Answer::Fire(FireAnswer::Allowed(fire))) = answer_line(Rules::book(), line) else {
///     panic!("nothing forbids it");
/// };
/// // Two dice, 8 firepower points; disorder, green targets and elite firers against the wall.
/// assert_eq!((fire.dice, fire.fp, fire.drm), (2, 8, 2));
/// assert_eq!(fire.rolled.expect("dice were given").total, 6 + 5 + 8 + 2);
///
/// let fault = answer_line(Rules::book(), r#"{"fire": {"range": "far"}}"#).expect_err("no number");
/// assert!(fault.to_string().contains("range"), "{fault}");
/// ```
pub fn answer_line(rules: &Rules, line: &str) -> Result<Answer, RequestFault> {
    let request = Request::parse(line)?;
    Answer::to(rules, &request)
}

/// Answers every line of `input`, in order; empty lines are passed over. Returns how many lines
/// were wrong.
pub fn adjudicate(
    rules: &Rules,
    input: impl BufRead,
    output: &mut impl Write,
    style: Style,
) -> io::Result<usize> {
    let mut wrong = 0;
    for (at, line) in BoundedLines::new(input, MOST_LINE).enumerate() {
        let number = at + 1;
        let answer = match &line? {
            Ok(bytes) if bytes.trim_ascii().is_empty() => continue,
            Ok(bytes) => match std::str::from_utf8(bytes) {
                Ok(line) => answer_line(rules, line),
                Err(_) => Err(RequestFault::new(
                    "",
                    "the line is not text; allowed: UTF-8",
                )),
            },
            Err(LongLine { most }) => {
                let what = format!("the line is too long; allowed: up to {most} bytes");
                Err(RequestFault::new("", &what))
            }
        };
        wrong += usize::from(answer.is_err());
        match (style, answer) {
            (Style::Json, Ok(answer)) => {
                serde_json::to_writer(&mut *output, &answer)?;
                writeln!(output)?;
            }
            (Style::Json, Err(fault)) => {
                // JSON hides control characters, but not those that turn a line round.
                let fault = fault.to_string();
                let error = serde_json::json!({ "error": shown(&fault), "line": number });
                writeln!(output, "{error}")?;
            }
            (Style::Pretty, Ok(answer)) => pretty::write(output, number, &answer)?,
            (Style::Pretty, Err(fault)) => writeln!(output, "{number}. Not understood: {fault}\n")?,
        }
    }
    Ok(wrong)
}
