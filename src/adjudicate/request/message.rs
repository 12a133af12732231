//! What is wrong with a line, in words that people use.

use serde_json::Value;
use serde_json::error::Category;

use super::keys::Keys;
use super::unit::{Arm, formations_of, weapons_of};
use super::{CauseArm, Request, RequestFault, object, quoted};
use crate::disk::brief;
use crate::rules::{Named, Quality};

/// The requests there are.
const REQUESTS: [&str; 3] = ["fire", "morale", "impact"];

/// What the stands of a unit are written as.
const STANDS: &str = "two whole numbers, [now, full]";

/// The fault of a line that is no request.
pub(super) fn fault(line: &str) -> RequestFault {
    if let Some(beside) = second_key(line) {
        let what = format!("`{}` stands beside the request", quoted(&beside));
        return form(&what);
    }
    if let Some(what) = no_request(line) {
        return form(&what);
    }
    let mut json = serde_json::Deserializer::from_str(line);
    let error = match serde_path_to_error::deserialize::<_, Request>(&mut json) {
        Err(error) => error,
        Ok(_) => return form("something follows the closing brace"),
    };
    let field = error.path().to_string().replace('?', "");
    let field = field.trim_matches('.');
    let error = error.into_inner();
    let message = error.to_string();
    if message.contains("expected newtype variant") {
        return form("a name alone is no request");
    }
    if let Some(name) = missing_field(&message) {
        return missing(field, name);
    }
    let (what, column) = in_words(&message);
    match error.classify() {
        _ if field.is_empty() => form(&format!("{what}{column}")),
        // The list of guns is longer than what is quoted otherwise.
        Category::Data => RequestFault {
            field: brief(field).into_owned(),
            what: allowed_of(line, field, &what, &column),
        },
        Category::Eof | Category::Syntax | Category::Io => {
            RequestFault::new(field, unreadable(field, &what, &column))
        }
    }
}

/// A line that is no request at all.
fn form(what: &str) -> RequestFault {
    let allowed = r#"{"fire": {...}}, {"morale": {...}} or {"impact": {...}}"#;
    RequestFault::new("", format!("{what}; allowed: one object a line, {allowed}"))
}

/// What stands beside a request, or for one, in a line that is otherwise sound.
fn second_key(line: &str) -> Option<String> {
    let Keys(mut keys) = serde_json::from_str(line).ok()?;
    if keys.len() < 2 {
        return None;
    }
    let strange = keys
        .iter()
        .position(|key| !REQUESTS.contains(&key.as_str()));
    Some(keys.swap_remove(strange.unwrap_or(1)))
}

/// What a sound line is that holds no request.
fn no_request(line: &str) -> Option<String> {
    match serde_json::from_str(line).ok()? {
        Value::Object(request) if request.is_empty() => {
            Some("no request stands between the braces".to_owned())
        }
        Value::Array(_) => Some("a list is no request".to_owned()),
        Value::Bool(_) | Value::Number(_) | Value::Null => {
            Some(format!("`{}` is no request", quoted(line.trim())))
        }
        Value::Object(_) | Value::String(_) => None,
    }
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

/// serde's words as people say them and the column, without the line number, which is always 1 here.
fn in_words(message: &str) -> (String, String) {
    let (what, place) = message.split_once(" at line ").unwrap_or((message, ""));
    let what = what
        .replace("invalid type: sequence", "invalid type: list")
        .replace("invalid type: map", "invalid type: object")
        .replace("unknown variant", "unknown request");
    let what = match what.split_once("expected struct ") {
        Some((before, _)) => format!("{before}expected {}", object::WORD),
        None => what,
    };
    let column = match place.split_once("column ") {
        Some((_, column)) if column != "0" => format!(" (column {column})"),
        _ => String::new(),
    };
    (what, column)
}

/// A value that a field cannot have, and what it can.
fn allowed_of(line: &str, field: &str, what: &str, column: &str) -> String {
    if let Some(name) = what.strip_prefix("duplicate field ") {
        return format!("{name} is there twice{column}; allowed: each field once");
    }
    let Some((given, expected)) = what.rsplit_once(", expected ") else {
        return format!("{}{column}", brief(what));
    };
    let given = brief(given);
    let allowed = match expected {
        "i64" => "a whole number".to_owned(),
        "f64" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list, [...]".to_owned(),
        "a string" => names_of(line, field),
        expected if expected.starts_with("an array of length 2") => STANDS.to_owned(),
        expected => expected
            .strip_prefix("one of ")
            .unwrap_or(expected)
            .to_owned(),
    };
    format!("{given}{column}; allowed: {allowed}")
}

/// The names that a unit's weapon or formation can have, by its arm.
fn names_of(line: &str, field: &str) -> String {
    let Some((unit, name)) = field.rsplit_once('.') else {
        return "a name".to_owned();
    };
    let place = unit.replace(['.', '['], "/").replace(']', "");
    let request = serde_json::from_str::<Value>(line).ok();
    let arm = request
        .as_ref()
        .and_then(|request| request.pointer(&format!("/{place}/arm"))?.as_str())
        .and_then(Arm::from_name);
    match (arm, name) {
        (Some(arm), "weapon") => weapons_of(arm),
        (Some(arm), "formation") => formations_of(arm),
        _ => format!("the name of a {name} of its arm"),
    }
}

/// A line that breaks off or cannot be read on.
fn unreadable(field: &str, what: &str, column: &str) -> String {
    if what.starts_with("EOF") {
        return "the line breaks off here; allowed: one whole object a line".to_owned();
    }
    // serde stops reading after the second number and is surprised by a comma.
    if field.ends_with(".stands") && what.starts_with("trailing characters") {
        return format!("more than two{column}; allowed: {STANDS}");
    }
    let allowed = if what.starts_with("number out of range") {
        if field.ends_with("range") {
            "inches from 0 up"
        } else {
            "a whole number"
        }
    } else if what.starts_with("control character") {
        r"no control character as it is, only as in \u0009"
    } else {
        "JSON, one object a line"
    };
    format!("{what}{column}; allowed: {allowed}")
}
