//! Where in a RON file each value stands, so that a check made after reading can name the line.

use std::collections::HashMap;

/// Line and column of every value, by its path: `union.commands[0].units[2].weapon`.
#[derive(Clone, Debug, Default)]
pub struct Places(HashMap<String, (usize, usize)>);

impl Places {
    /// Finds all values of a well-formed RON text. What is not well-formed ends the search early.
    pub fn of(text: &str) -> Self {
        let mut scanner = Scanner {
            rest: text,
            line: 1,
            column: 1,
            depth: 0,
            found: HashMap::new(),
        };
        scanner.value("");
        Self(scanner.found)
    }

    /// Whether there is a value of exactly that path.
    pub fn has(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    /// The place of a value, or of the nearest thing around it.
    pub fn get(&self, path: &str) -> Option<(usize, usize)> {
        let mut path = path;
        loop {
            if let Some(place) = self.0.get(path) {
                return Some(*place);
            }
            let shorter = path.rfind(['.', '['])?;
            path = &path[..shorter];
        }
    }
}

struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
    depth: usize,
    found: HashMap<String, (usize, usize)>,
}

/// The longest path that is remembered, and the most of them: ours have a hundred letters at most, and
/// what a file may hold is far less. Nobody else's need eat the memory.
const LONGEST: usize = 160;
const MOST: usize = 200_000;

/// Brackets within brackets that a file may have; ours have eight or so.
const DEEPEST: usize = 64;

impl Scanner<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let char = self.peek()?;
        self.rest = &self.rest[char.len_utf8()..];
        if char == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(char)
    }

    /// Passes over white space and comments.
    fn space(&mut self) {
        loop {
            if self.rest.starts_with("//") {
                while self.peek().is_some_and(|char| char != '\n') {
                    self.next();
                }
            } else if self.rest.starts_with("/*") {
                while !self.rest.is_empty() && !self.rest.starts_with("*/") {
                    self.next();
                }
                self.next();
                self.next();
            } else if self.peek().is_some_and(char::is_whitespace) {
                self.next();
            } else {
                return;
            }
        }
    }

    fn string(&mut self) -> String {
        let mut text = String::new();
        self.next();
        while let Some(char) = self.next() {
            match char {
                '"' => break,
                '\\' => text.extend(self.next()),
                _ => text.push(char),
            }
        }
        text
    }

    /// A name or number.
    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(char) = self.peek() {
            if char.is_alphanumeric() || matches!(char, '_' | '.' | '+' | '-' | '#') {
                word.push(char);
                self.next();
            } else {
                break;
            }
        }
        word
    }

    /// Reads one value; false if the text makes no sense any more.
    fn value(&mut self, path: &str) -> bool {
        if self.depth >= DEEPEST || path.len() > LONGEST || self.found.len() >= MOST {
            return false;
        }
        self.depth += 1;
        let good = self.value_within(path);
        self.depth -= 1;
        good
    }

    fn value_within(&mut self, path: &str) -> bool {
        self.space();
        self.found.insert(path.to_owned(), (self.line, self.column));
        match self.peek() {
            Some('"') => {
                self.string();
                true
            }
            Some('(' | '[' | '{') => self.list(path),
            Some(_) => {
                let word = self.word();
                if word.is_empty() {
                    return false;
                }
                self.space();
                // A variant or struct with contents; `Some(…)` is transparent.
                match self.peek() {
                    Some('(') if word == "Some" => {
                        self.next();
                        let good = self.value(path);
                        self.space();
                        good && self.next() == Some(')')
                    }
                    Some('(') => self.list(path),
                    _ => true,
                }
            }
            None => false,
        }
    }

    /// Reads everything up to the closing bracket.
    fn list(&mut self, path: &str) -> bool {
        let close = match self.next() {
            Some('(') => ')',
            Some('[') => ']',
            _ => '}',
        };
        let mut number = 0;
        loop {
            self.space();
            match self.peek() {
                Some(char) if char == close => {
                    self.next();
                    return true;
                }
                Some(',') => {
                    self.next();
                }
                Some(_) => {
                    let inner = match self.key() {
                        Some(key) if path.is_empty() => key,
                        Some(key) => format!("{path}.{key}"),
                        None => format!("{path}[{number}]"),
                    };
                    number += 1;
                    if !self.value(&inner) {
                        return false;
                    }
                }
                None => return false,
            }
        }
    }

    /// A field name and its colon, if that is what comes next.
    fn key(&mut self) -> Option<String> {
        let kept = (self.rest, self.line, self.column);
        let key = if self.peek() == Some('"') {
            self.string()
        } else {
            self.word()
        };
        self.space();
        if !key.is_empty() && self.peek() == Some(':') {
            self.next();
            return Some(key);
        }
        (self.rest, self.line, self.column) = kept;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_their_path() {
        let text =
            "// a comment\n(\n    name: \"x: (\",\n    list: [1, Two(a: 3), Some((b: 4))],\n)";
        let places = Places::of(text);
        assert_eq!(places.get("name"), Some((3, 11)));
        assert_eq!(places.get("list[1]"), Some((4, 15)));
        assert_eq!(places.get("list[1].a"), Some((4, 22)));
        assert_eq!(places.get("list[2].b"), Some((4, 35)));
        assert_eq!(places.get("list[2].nothing"), Some((4, 31)));
    }
}
