//! Numbers in the text of a chart file that no rule could mean.

use super::{ChartFault, RuleSource};

/// No chart of the book comes near this.
const MOST: f64 = 999.0;

/// Every number of a file that is not finite or far too large, where it stands. Strings and
/// comments are passed over.
///
/// The text is scanned because the charts' types hold far larger numbers than any sum of
/// modifiers can bear.
pub(super) fn faults(source: &RuleSource) -> Vec<ChartFault> {
    let mut scan = Scan::new(&source.text);
    let mut faults = Vec::new();
    while let Some((place, token)) = scan.next_token() {
        if is_out_of_bounds(&token) {
            faults.push(ChartFault {
                file: source.file.clone(),
                place: Some(place),
                what: format!("{token} is out of bounds; allowed: numbers from -{MOST} to {MOST}"),
            });
        }
    }
    faults
}

fn is_out_of_bounds(token: &str) -> bool {
    value(token).is_some_and(|value| !value.is_finite() || value.abs() > MOST)
}

/// The value of a token; `None` if it is a name, or no number after all, which the reader of the
/// file will say better.
fn value(token: &str) -> Option<f64> {
    let plain = token.trim_start_matches(['+', '-']).replace('_', "");
    match plain.trim_end_matches("f32").trim_end_matches("f64") {
        "inf" => return Some(f64::INFINITY),
        "NaN" => return Some(f64::NAN),
        _ => {}
    }
    if !plain.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return None;
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = plain.strip_prefix(prefix) {
            let digits = digits.find(['i', 'u']).map_or(digits, |end| &digits[..end]);
            // Too long for 128 bits is too large as well.
            let value = u128::from_str_radix(digits, radix);
            return Some(value.map_or(f64::INFINITY, |value| value as f64));
        }
    }
    let end = plain.find(['i', 'u', 'f']).unwrap_or(plain.len());
    plain[..end].parse().ok()
}

/// Walks through a text by tokens.
struct Scan<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            rest: text,
            line: 1,
            column: 1,
        }
    }

    /// The next number or name with its line and column.
    fn next_token(&mut self) -> Option<((usize, usize), String)> {
        while let Some(first) = self.rest.chars().next() {
            if let Some(length) = skipped(self.rest) {
                self.take(length);
            } else if first.is_alphanumeric() || "_+-.".contains(first) {
                let place = (self.line, self.column);
                return Some((place, self.take(token_length(self.rest)).to_owned()));
            } else {
                self.take(first.len_utf8());
            }
        }
        None
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        for character in taken.chars() {
            if character == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.rest = rest;
        taken
    }
}

/// The bytes of a comment, string or character at the start of a text.
fn skipped(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(block_comment(text));
    }
    let plain = text.strip_prefix('b').unwrap_or(text);
    let prefix = text.len() - plain.len();
    match plain.chars().next()? {
        quote @ ('"' | '\'') => Some(prefix + quoted(plain, quote)),
        'r' => raw_string(plain).map(|length| prefix + length),
        _ => None,
    }
}

/// Block comments nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn raw_string(text: &str) -> Option<usize> {
    let hashes = text[1..].len() - text[1..].trim_start_matches('#').len();
    let inside = text[1 + hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let start = text.len() - inside.len();
    Some(match inside.find(&close) {
        Some(end) => start + end + close.len(),
        None => text.len(),
    })
}

/// The bytes of a number or name, its sign and the sign of its exponent included.
fn token_length(text: &str) -> usize {
    let number = text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first));
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        let sign = "+-".contains(character);
        let exponent = number && matches!(before, 'e' | 'E');
        let belongs = character.is_alphanumeric() || "_.".contains(character);
        if at > 0 && !belongs && !(sign && exponent) {
            return at;
        }
        before = character;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<(usize, usize)> {
        let source = RuleSource {
            file: "x.ron".to_owned(),
            text: text.to_owned(),
        };
        let faults = faults(&source);
        faults.iter().filter_map(|fault| fault.place).collect()
    }

    #[test]
    fn numbers_out_of_bounds_are_found_where_they_stand() {
        assert_eq!(places("(a: 1000,\n b: -1_000, c: 999)"), [(1, 5), (2, 5)]);
        for wild in [
            "inf",
            "-inf",
            "NaN",
            "NaNf32",
            "1e9",
            "1E+3",
            "-.1e5",
            "0xFFFF",
            "0b11111111111",
            "5000u32",
            "1e400",
            "2147483647",
        ] {
            assert_eq!(places(&format!("(a: {wild})")), [(1, 5)], "{wild}");
        }
    }

    #[test]
    fn ordinary_numbers_strings_and_comments_are_passed_over() {
        for tame in [
            "infantry: -999",
            "\"1863 \\\" 4000\"",
            "r#\"5000 \" 6000\"#",
            "b\"7000\"",
            "// 1863\n5",
            "/* 1863 /* 4000 */ 5000 */ 0.5",
            "1e-9",
            "0x3E7",
            "{1: 2}",
            "'9'",
        ] {
            assert_eq!(places(tame), [], "{tame}");
        }
    }
}
