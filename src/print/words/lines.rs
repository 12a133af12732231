//! Paragraphs broken into lines, and whole again.

use super::side;
use crate::rules::{Named, Side};

/// So many letters go into a line that a terminal can show.
const WIDTH: usize = 96;

/// Breaks a paragraph into lines that a terminal can show.
pub fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let long = indent.chars().count() + line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && long > WIDTH {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    let lines: Vec<_> = lines.iter().map(|line| format!("{indent}{line}")).collect();
    lines.join("\n")
}

/// Whether a line begins what a side did in its turn: that is always a paragraph of its own.
fn tells_of_a_side(line: &str) -> bool {
    Side::ALL.iter().any(|&own| {
        let rest = line.strip_prefix(side(own));
        rest.is_some_and(|rest| rest.starts_with(": "))
    })
}

/// The paragraphs again that were broken into these lines, for whoever breaks lines himself: a line
/// goes on in the next if that one's first word had no room in it.
pub fn unwrapped<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut last = 0;
    for line in lines {
        let long = line.chars().count();
        let line = line.trim();
        let first = line
            .split(' ')
            .next()
            .map_or(0, |word| word.chars().count());
        match paragraphs.last_mut() {
            Some(paragraph) if last + 1 + first > WIDTH && !tells_of_a_side(line) => {
                paragraph.push(' ');
                paragraph.push_str(line);
            }
            _ => paragraphs.push(line.to_owned()),
        }
        last = long;
    }
    paragraphs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_broken_into_lines_is_whole_again() {
        let one = "The 95th New York charges the 5th Alabama and stops behind the 1st Tennessee. "
            .repeat(5);
        let other = "Hall's Battery falls back.";
        let lines = [wrapped(&one, "  "), wrapped(other, "  ")].join("\n");
        assert!(lines.lines().count() > 3);
        assert_eq!(unwrapped(lines.lines()), [one.trim(), other]);
        // However full the last line of one side is, the other's begins anew.
        let full = format!("  Union: {}", "x".repeat(WIDTH - 9));
        let lines = [full.as_str(), "  Confederate: They wait."].join("\n");
        assert_eq!(unwrapped(lines.lines()).len(), 2);
    }

    #[test]
    fn lines_are_no_longer_than_a_terminal() {
        assert_eq!(wrapped("a b", "  "), "  a b");
        let long = "word ".repeat(60);
        assert!(wrapped(&long, "  ").lines().all(|line| line.len() <= 96));
    }
}
