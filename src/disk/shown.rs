//! Words from outside, fit to be shown.

use std::borrow::Cow;
use std::io::{self, Write};

/// A text with its control characters made visible, so that no name can move the cursor, colour a
/// terminal, ring its bell or turn the line round. Line ends and tabs stay.
///
/// ```
/// use deadly_field::disk::shown;
///
/// assert_eq!(shown("7th Wisconsin"), "7th Wisconsin");
/// assert_eq!(shown("\u{1b}[31mred\u{7}"), "␛[31mred␇");
/// assert_eq!(shown("a\u{202e}b"), "a\\u{202e}b");
/// ```
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.chars().any(hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            letter if !hidden(letter) => shown.push(letter),
            '\0'..='\u{1f}' => shown.extend(char::from_u32(0x2400 + letter as u32)),
            '\u{7f}' => shown.push('␡'),
            letter => shown.extend(letter.escape_unicode()),
        }
    }
    Cow::Owned(shown)
}

/// The most letters of what a message quotes from a file.
const MOST_LETTERS: usize = 600;

/// A message that quotes a file, short enough to be read: the middle of a very long one is left out.
///
/// ```
/// use deadly_field::disk::brief;
///
/// assert_eq!(brief("unknown unit"), "unknown unit");
/// let long = brief(&"x".repeat(1 << 20)).into_owned();
/// assert!(long.len() < 1000 && long.contains(" … "));
/// ```
pub fn brief(text: &str) -> Cow<'_, str> {
    if text.len() <= MOST_LETTERS {
        return Cow::Borrowed(text);
    }
    let begin = text.floor_char_boundary(MOST_LETTERS / 2);
    let end = text.ceil_char_boundary(text.len() - MOST_LETTERS / 2);
    Cow::Owned(format!("{} … {}", &text[..begin], &text[end..]))
}

/// Control characters, those that end a line or a paragraph unseen, and those that change the direction
/// of what follows.
fn hidden(letter: char) -> bool {
    let ends = matches!(letter, '\u{2028}' | '\u{2029}');
    let turns = matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    (letter.is_control() && !matches!(letter, '\n' | '\t')) || ends || turns
}

/// An output for people: what is written to it comes out [`shown`].
#[derive(Debug)]
pub struct Shown<W>(pub W);

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The pieces of a formatted text are whole letters; anything else is no text of ours.
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(shown(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
