//! Our own source as a list of tokens: as much of Rust's grammar as tests about the code need.

use std::fs;
use std::path::{Path, PathBuf};

/// One token. Comments are left out, except those that document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A name, a keyword or a number.
    Word(String),
    /// The inside of a string, escapes as they are written.
    Text(String),
    /// A line of a `///` comment.
    Doc(String),
    /// Any other character, `::` as two.
    Mark(char),
}

impl Token {
    /// Whether it is that word.
    pub fn is(&self, word: &str) -> bool {
        matches!(self, Self::Word(own) if own == word)
    }
}

/// Every file below `src`, by its path from there, with its text; in order.
pub fn files() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a source file");
            (
                path.strip_prefix(&root).expect("below src").to_owned(),
                text,
            )
        })
        .collect()
}

/// Every file of Rust below a folder.
pub fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The tokens of a text.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut rest = text;
    let mut found = Vec::new();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else if rest.starts_with("//") {
            let line = rest.split('\n').next().unwrap_or(rest);
            if let Some(doc) = line.strip_prefix("///") {
                found.push(Token::Doc(doc.trim().to_owned()));
            }
            line.len()
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some((inside, length)) = string(rest) {
            found.push(Token::Text(inside.to_owned()));
            length
        } else if first == '\'' {
            quote(rest)
        } else if first.is_alphanumeric() || first == '_' {
            let word = |part: char| !part.is_alphanumeric() && part != '_';
            let length = rest.find(word).unwrap_or(rest.len());
            found.push(Token::Word(rest[..length].to_owned()));
            length
        } else {
            found.push(Token::Mark(first));
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    found
}

/// The length of a comment between `/*` and `*/`, which may hold others.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    loop {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
        } else {
            match text[at..].chars().next() {
                Some(other) => at += other.len_utf8(),
                None => return at,
            }
        }
        if depth == 0 {
            return at;
        }
    }
}

/// The inside and the whole length of the string that a text begins with, raw or not.
fn string(text: &str) -> Option<(&str, usize)> {
    let after = text.strip_prefix(['b', 'c']).unwrap_or(text);
    if let Some(raw) = after.strip_prefix('r') {
        let fences = raw.len() - raw.trim_start_matches('#').len();
        let inside = raw[fences..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(fences));
        let length = inside.find(&end).unwrap_or(inside.len());
        let before = text.len() - inside.len();
        return Some((&inside[..length], before + length + end.len()));
    }
    let inside = after.strip_prefix('"')?;
    let mut escaped = false;
    let length = inside.find(|letter| {
        let end = letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        end
    });
    let length = length.unwrap_or(inside.len());
    Some((&inside[..length], text.len() - inside.len() + length + 1))
}

/// The length of what begins with a single quote: a character, or the name of a lifetime.
fn quote(text: &str) -> usize {
    let mut letters = text.char_indices().skip(1);
    let (_, first) = letters.next().unwrap_or((0, ' '));
    if first == '\\' {
        // The letter after the backslash may itself be a quote.
        let end = text[3..].find('\'').unwrap_or(0);
        return 3 + end + 1;
    }
    match letters.next() {
        Some((at, '\'')) => at + 1,
        _ => {
            let name = |part: char| !part.is_alphanumeric() && part != '_';
            1 + text[1..].find(name).unwrap_or(text.len() - 1)
        }
    }
}
