//! The syntax of PDF: numbered objects, pressed streams, and where each of them begins.

use std::fmt::Write;

use miniz_oxide::deflate::compress_to_vec_zlib;

/// How hard streams are pressed.
const LEVEL: u8 = 6;

/// An object by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ref(usize);

impl std::fmt::Display for Ref {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} 0 R", self.0)
    }
}

/// A document as it grows.
#[derive(Debug, Default)]
pub struct Document {
    objects: Vec<Option<Vec<u8>>>,
}

impl Document {
    /// A number for an object that is written later.
    pub fn fresh(&mut self) -> Ref {
        self.objects.push(None);
        Ref(self.objects.len())
    }

    /// Writes an object: a dictionary without its brackets.
    pub fn dictionary(&mut self, id: Ref, entries: &str) {
        self.put(id, format!("<< {entries} >>").into_bytes());
    }

    /// Writes a stream with what its dictionary says beside its length.
    pub fn stream(&mut self, id: Ref, entries: &str, bytes: &[u8]) {
        let pressed = compress_to_vec_zlib(bytes, LEVEL);
        let mut object = format!(
            "<< {entries} /Filter /FlateDecode /Length {} >>\nstream\n",
            pressed.len()
        )
        .into_bytes();
        object.extend(pressed);
        object.extend(b"\nendstream");
        self.put(id, object);
    }

    fn put(&mut self, id: Ref, object: Vec<u8>) {
        if let Some(place) = self.objects.get_mut(id.0 - 1) {
            *place = Some(object);
        }
    }

    /// The whole file.
    pub fn finish(self, root: Ref, info: Ref) -> Vec<u8> {
        // The second line tells programs that it is no plain text.
        let mut file = b"%PDF-1.7\n%\x80\x80\x80\x80\n".to_vec();
        let mut starts = Vec::new();
        for (number, object) in self.objects.iter().enumerate() {
            starts.push(file.len());
            file.extend(format!("{} 0 obj\n", number + 1).bytes());
            file.extend(object.as_deref().unwrap_or(b"null"));
            file.extend(b"\nendobj\n");
        }
        let table = file.len();
        let count = starts.len() + 1;
        let mut end = format!("xref\n0 {count}\n0000000000 65535 f \n");
        for start in starts {
            let _ = writeln!(end, "{start:010} 00000 n ");
        }
        let _ = write!(
            end,
            "trailer\n<< /Size {count} /Root {root} /Info {info} >>\nstartxref\n{table}\n%%EOF\n"
        );
        file.extend(end.bytes());
        file
    }
}

/// A number, short and without an exponent.
pub fn number(value: f32) -> String {
    let rounded = (f64::from(value) * 10_000.0).round() / 10_000.0;
    if rounded == 0.0 || !rounded.is_finite() {
        return "0".to_owned();
    }
    format!("{rounded}")
}

/// Several numbers.
pub fn numbers(values: &[f32]) -> String {
    let all: Vec<String> = values.iter().map(|&value| number(value)).collect();
    all.join(" ")
}

/// A text for people, such as a title.
pub fn text(text: &str) -> String {
    let mut hex = String::from("<FEFF");
    for unit in text.encode_utf16() {
        let _ = write!(hex, "{unit:04X}");
    }
    hex.push('>');
    hex
}
