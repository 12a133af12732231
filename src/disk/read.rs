//! Reading files that anybody may have made.

use std::fs::{self, File, FileType};
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::Path;

/// Opens a file to read it. Only regular files: a device never ends, and a pipe may never begin.
pub fn open(path: &Path) -> io::Result<File> {
    // Before it is opened: opening a pipe waits for whoever writes it.
    regular(fs::metadata(path)?.file_type())?;
    let file = File::open(path)?;
    regular(file.metadata()?.file_type())?;
    Ok(file)
}

fn regular(kind: FileType) -> io::Result<()> {
    if kind.is_dir() {
        let what = "is a folder, not a file";
        return Err(io::Error::new(ErrorKind::IsADirectory, what));
    }
    if !kind.is_file() {
        let what = "is a device, pipe or socket; only regular files are read";
        return Err(io::Error::new(ErrorKind::InvalidInput, what));
    }
    Ok(())
}

/// Opens a file to read it line by line, if it has so many bytes at most.
pub fn open_within(path: &Path, most: u64) -> io::Result<File> {
    let file = open(path)?;
    match file.metadata()?.len() {
        size if size > most => Err(too_large(size, most)),
        _ => Ok(file),
    }
}

/// The bytes of a file that may have so many at most. They are counted while they are read, for a
/// file can grow.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let said = file.metadata()?.len();
    if said > most {
        return Err(too_large(said, most));
    }
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        size if size > most => Err(too_large(size, most)),
        _ => Ok(bytes),
    }
}

/// The text of a file that may have so many bytes at most, without a byte order mark.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let text = String::from_utf8(read(path, most)?)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "is not UTF-8 text"))?;
    Ok(without_mark(&text).to_owned())
}

/// A text without the byte order mark that some editors put before it.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn too_large(size: u64, most: u64) -> io::Error {
    let what = format!("has {}; allowed: up to {}", told(size), told(most));
    io::Error::new(ErrorKind::FileTooLarge, what)
}

/// A number of bytes as people say it.
fn told(bytes: u64) -> String {
    match bytes {
        0..=9_999 => format!("{bytes} bytes"),
        10_000..=9_999_999 => format!("{} KB", bytes >> 10),
        _ => format!("{} MB", bytes >> 20),
    }
}

/// A line that is longer than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongLine {
    /// The most bytes a line may have.
    pub most: usize,
}

/// The lines of an input of any length, each of so many bytes at most. The rest of one that is
/// longer is passed over without being kept.
pub struct BoundedLines<R> {
    input: R,
    most: usize,
    first: bool,
}

impl<R: BufRead> BoundedLines<R> {
    /// Lines of at most so many bytes.
    pub fn new(input: R, most: usize) -> Self {
        Self {
            input,
            most,
            first: true,
        }
    }

    /// Reads up to the end of a line; whether there was any.
    fn line(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let most = self.most as u64 + 1;
        Ok(self.input.by_ref().take(most).read_until(b'\n', bytes)? > 0)
    }

    /// Passes over what is left of a line.
    fn pass_over(&mut self) -> io::Result<()> {
        loop {
            let there = self.input.fill_buf()?;
            let end = there.iter().position(|&byte| byte == b'\n');
            let passed = end.map_or(there.len(), |end| end + 1);
            let done = end.is_some() || there.is_empty();
            self.input.consume(passed);
            if done {
                return Ok(());
            }
        }
    }
}

impl<R: BufRead> Iterator for BoundedLines<R> {
    type Item = io::Result<Result<Vec<u8>, LongLine>>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = Vec::new();
        match self.line(&mut bytes) {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => return Some(Err(error)),
        }
        if std::mem::take(&mut self.first) && bytes.starts_with("\u{feff}".as_bytes()) {
            bytes.drain(.."\u{feff}".len());
        }
        if bytes.len() > self.most && bytes.last() != Some(&b'\n') {
            let most = self.most;
            return Some(self.pass_over().map(|()| Err(LongLine { most })));
        }
        Some(Ok(Ok(bytes)))
    }
}
