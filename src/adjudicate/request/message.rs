//! What is wrong with a line, in words that people use.

use super::unit::Arm;
use super::{CauseArm, Request, RequestFault};
use crate::rules::{Named, Quality};

/// The fault of a line that is no request.
pub(super) fn fault(line: &str) -> RequestFault {
    let mut json = serde_json::Deserializer::from_str(line);
    let error = match serde_path_to_error::deserialize::<_, Request>(&mut json) {
        Err(error) => error,
        Ok(_) => return form("something follows the closing brace"),
    };
    let field = error.path().to_string().replace('?', "");
    let field = field.trim_matches('.');
    let message = error.into_inner().to_string();
    if message.contains("expected newtype variant") {
        return form("a name alone is no request");
    }
    if let Some(name) = missing_field(&message) {
        return missing(field, name);
    }
    let what = plain(&message);
    if field.is_empty() {
        form(&what)
    } else {
        RequestFault::new(field, what)
    }
}

/// A line that is no request at all.
fn form(what: &str) -> RequestFault {
    let allowed = r#"{"fire": {...}}, {"morale": {...}} or {"impact": {...}}"#;
    RequestFault::new("", format!("{what}; allowed: one object a line, {allowed}"))
}

/// The field whose absence serde reports.
fn missing_field(message: &str) -> Option<&str> {
    let (name, _) = message.strip_prefix("missing field `")?.split_once('`')?;
    Some(name)
}

/// A field that is not there, and what could be.
fn missing(parent: &str, name: &str) -> RequestFault {
    let unit = || r#"a unit, {"arm": ..., "quality": ..., ...}"#.to_owned();
    let side = || r#"an object, {"unit": {...}, ...}"#.to_owned();
    let allowed = match name {
        "arm" => Arm::allowed(),
        "quality" => Quality::allowed(),
        "by" if !parent.ends_with("charge") => CauseArm::allowed(),
        "firers" => r#"a list of units, [{"arm": ..., "quality": ..., ...}]"#.to_owned(),
        "attacker" | "defender" => side(),
        // All other fields that must be there are units.
        _ => unit(),
    };
    RequestFault::new(
        format!("{parent}.{name}"),
        format!("missing; allowed: {allowed}"),
    )
}

/// serde's words as people say them, without the line number, which is always 1 here.
fn plain(message: &str) -> String {
    let (what, place) = message.split_once(" at line ").unwrap_or((message, ""));
    let what = without_types(what)
        .replace("expected i64", "expected a whole number")
        .replace("expected f64", "expected a number")
        .replace("expected a boolean", "expected true or false")
        .replace("expected a sequence", "expected a list, [...]")
        .replace("unknown variant", "unknown request");
    match place.split_once("column ") {
        Some((_, column)) if column != "0" => format!("{what} (column {column})"),
        _ => what,
    }
}

/// The names of our types mean nothing to a reader: each of them is an object.
fn without_types(what: &str) -> String {
    match what.split_once("expected struct ") {
        // serde takes a list for an object, as long as it has every field.
        Some((before, _)) if before.starts_with("invalid length") => {
            "invalid type: list, expected an object, {...}".to_owned()
        }
        Some((before, _)) => format!("{before}expected an object, {{...}}"),
        None => what.to_owned(),
    }
}
