//! Hostile files that know how ours are built: bytes are read as a row of choices, and each choice
//! changes a value, a word, a line or a list of something that was good.
//!
//! `cargo fuzz` feeds it what it finds; the tests feed it bytes of chance.

use serde_json::Value;

/// Bytes as choices; where they end, everything is the first.
pub struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// One of so many.
    pub fn below(&mut self, bound: usize) -> usize {
        let mut number = 0;
        let mut left = bound;
        while left > 0 {
            let (first, rest) = self
                .0
                .split_first()
                .map_or((0, self.0), |(one, rest)| (*one, rest));
            self.0 = rest;
            number = number << 8 | usize::from(first);
            left >>= 8;
        }
        number % bound.max(1)
    }
}

/// Numbers that nobody thought of.
const NUMBERS: [&str; 17] = [
    "-1",
    "0",
    "1",
    "2.5",
    "-0.0",
    "24",
    "99",
    "500",
    "2147483647",
    "4294967295",
    "18446744073709551615",
    "1e30",
    "-1e300",
    "0.0000001",
    "NaN",
    "inf",
    "-inf",
];

/// Words that mean something elsewhere, or nothing.
const WORDS: [&str; 14] = [
    "",
    "routed",
    "union",
    "infantry",
    "light_woods",
    "/etc/passwd",
    "../x",
    "\u{1b}[2J",
    "\u{202e}",
    "x",
    "NaN",
    "None",
    "heavy_works",
    "fortress_32pdr",
];

/// A RON text with some of its numbers, words, brackets and lines changed.
pub fn twist_ron(good: &str, choices: &mut Choices) -> String {
    let mut text = good.to_owned();
    for _ in 0..=choices.below(4) {
        let spots: Vec<(usize, usize)> = spots(&text);
        if spots.is_empty() {
            return text;
        }
        let (from, to) = spots[choices.below(spots.len())];
        let was = text[from..to].to_owned();
        let now = match choices.below(6) {
            0 if was.starts_with('"') => {
                format!("{:?}", WORDS[choices.below(WORDS.len())])
            }
            0 | 1 => NUMBERS[choices.below(NUMBERS.len())].to_owned(),
            2 => String::new(),
            3 => {
                let (other, end) = spots[choices.below(spots.len())];
                text[other..end].to_owned()
            }
            4 => was.repeat(2 + choices.below(40)),
            _ => ["(", ")", "[", "]", ",", ":", "Some(", "None", "//"][choices.below(9)].to_owned(),
        };
        text.replace_range(from..to, &now);
        if choices.below(5) == 0 {
            let mut lines: Vec<&str> = text.lines().collect();
            let at = choices.below(lines.len());
            match choices.below(3) {
                0 => drop(lines.remove(at)),
                1 => lines.insert(at, lines[at]),
                _ => {
                    let other = choices.below(lines.len());
                    lines.swap(at, other);
                }
            }
            text = lines.join("\n");
        }
    }
    text
}

/// Where the numbers, names and quoted words of a text are.
fn spots(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
        if bytes[at] == b'"' {
            at += 1;
            while at < bytes.len() && bytes[at] != b'"' {
                at += 1;
            }
            at = (at + 1).min(bytes.len());
            found.push((start, at));
        } else if part(bytes[at]) {
            while at < bytes.len() && part(bytes[at]) {
                at += 1;
            }
            found.push((start, at));
        } else {
            at += 1;
        }
    }
    found.retain(|&(from, to)| text.is_char_boundary(from) && text.is_char_boundary(to));
    found
}

/// A JSON value with some of its parts changed, left out, doubled or put elsewhere.
pub fn twist_json(good: &Value, choices: &mut Choices) -> Value {
    let mut value = good.clone();
    for _ in 0..=choices.below(3) {
        let mut paths = Vec::new();
        all_paths(&value, "", &mut paths);
        if paths.is_empty() {
            return value;
        }
        let at = paths[choices.below(paths.len())].clone();
        let now = match choices.below(5) {
            0 => serde_json::from_str(NUMBERS[choices.below(NUMBERS.len())]).unwrap_or(Value::Null),
            1 => Value::from(WORDS[choices.below(WORDS.len())]),
            2 => {
                let other = &paths[choices.below(paths.len())];
                value.pointer(other).cloned().unwrap_or(Value::Null)
            }
            3 => Value::Array(vec![Value::from(0); choices.below(300)]),
            _ => Value::Null,
        };
        let (above, part) = at.rsplit_once('/').unwrap_or(("", ""));
        match (choices.below(4), value.pointer_mut(above)) {
            (0, Some(Value::Object(map))) => drop(map.remove(part)),
            (0, Some(Value::Array(list))) => {
                if let Some(at) = part.parse::<usize>().ok().filter(|at| *at < list.len()) {
                    list.remove(at);
                }
            }
            (1, Some(Value::Array(list))) => list.push(now),
            _ => {
                if let Some(place) = value.pointer_mut(&at) {
                    *place = now;
                }
            }
        }
    }
    value
}

fn all_paths(value: &Value, here: &str, found: &mut Vec<String>) {
    let mut add = |key: String, part: &Value| {
        let path = format!("{here}/{key}");
        all_paths(part, &path, found);
        found.push(path);
    };
    match value {
        Value::Array(list) => {
            for (at, part) in list.iter().enumerate() {
                add(at.to_string(), part);
            }
        }
        Value::Object(map) => {
            for (key, part) in map {
                add(key.clone(), part);
            }
        }
        _ => {}
    }
}

/// A file of JSON lines with one or more of them twisted, and with a right sum if it had one.
pub fn twist_lines(good: &[u8], choices: &mut Choices) -> Vec<u8> {
    let text = String::from_utf8_lossy(good);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=choices.below(3) {
        if lines.is_empty() {
            break;
        }
        let at = choices.below(lines.len());
        match choices.below(8) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let other = choices.below(lines.len());
                lines.swap(at, other);
            }
            _ => {
                if let Ok(value) = serde_json::from_str(&lines[at]) {
                    lines[at] = twist_json(&value, choices).to_string();
                }
            }
        }
    }
    if choices.below(2) == 0
        && let Some(header) = lines.first_mut()
    {
        *header = header.replacen("\"revision\":", "\"revision\":9", 1);
    }
    let summed = lines.last().is_some_and(|line| line.contains("\"sum\""));
    if summed {
        lines.pop();
    }
    let mut bytes: Vec<u8> = lines
        .iter()
        .flat_map(|line| [line.as_bytes(), b"\n"].concat())
        .collect();
    if summed {
        let sum = xxhash_rust::xxh3::xxh3_64(&bytes);
        bytes.extend(format!("{{\"sum\":\"{sum:016x}\"}}\n").into_bytes());
    }
    bytes
}
