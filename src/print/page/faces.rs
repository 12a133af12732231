//! The typefaces of a PDF: only those letters that are used, with what each of them spells.

use std::collections::BTreeMap;
use std::fmt::Write;

use resvg::usvg::fontdb::{Database, ID};
use subsetter::GlyphRemapper;

use super::syntax::{Document, number, numbers};

/// Why a typeface cannot be put into a PDF.
#[derive(Debug, thiserror::Error)]
pub enum FaceError {
    /// It is not there.
    #[error("a typeface is not there")]
    Missing,
    /// It is broken.
    #[error("a typeface has no table `{0}` that can be read")]
    Table(&'static str),
    /// It cannot be made smaller.
    #[error("a typeface cannot be embedded: {0}")]
    Subset(String),
}

/// Faces with the letters that were used.
#[derive(Default)]
pub struct Faces(Vec<Face>);

/// One face with the letters that were used.
pub struct Face {
    id: ID,
    name: String,
    postscript: String,
    data: Vec<u8>,
    index: u32,
    numbers: Numbers,
    glyphs: GlyphRemapper,
    /// What each glyph of the subset spells.
    spells: BTreeMap<u16, String>,
}

/// What a PDF tells of a face, in its own units.
struct Numbers {
    units_per_em: u16,
    bounds: [i16; 4],
    ascent: i16,
    descent: i16,
    italic: bool,
    bold: bool,
    widths: Vec<u16>,
}

impl Faces {
    /// The face of that number in the list of fonts.
    pub fn face(&mut self, fonts: &Database, id: ID) -> Result<&mut Face, FaceError> {
        if let Some(at) = self.0.iter().position(|face| face.id == id) {
            return Ok(&mut self.0[at]);
        }
        let postscript = fonts
            .face(id)
            .map(|face| face.post_script_name.clone())
            .ok_or(FaceError::Missing)?;
        let (data, index) = fonts
            .with_face_data(id, |data, index| (data.to_vec(), index))
            .ok_or(FaceError::Missing)?;
        let numbers = Numbers::read(&data)?;
        let name = format!("F{}", self.0.len());
        self.0.push(Face {
            id,
            name,
            postscript,
            data,
            index,
            numbers,
            glyphs: GlyphRemapper::new(),
            spells: BTreeMap::new(),
        });
        let last = self.0.len() - 1;
        Ok(&mut self.0[last])
    }

    /// Writes them into a PDF; how the resources of its pages name them.
    pub fn embed(self, document: &mut Document) -> Result<String, FaceError> {
        let mut named = String::new();
        for (number, face) in self.0.into_iter().enumerate() {
            named.push_str(&face.embed(number, document)?);
        }
        Ok(named)
    }
}

impl Face {
    /// Its name on the pages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its units.
    pub fn units_per_em(&self) -> f32 {
        f32::from(self.numbers.units_per_em)
    }

    /// Uses a glyph: the code by which the pages call it, and how far it runs in the face's units.
    pub fn take(&mut self, glyph: u16, spells: &str) -> (u16, f32) {
        let code = self.glyphs.remap(glyph);
        if !spells.is_empty() {
            self.spells.entry(code).or_insert_with(|| spells.to_owned());
        }
        (code, self.numbers.width(glyph))
    }

    fn embed(self, number_of: usize, document: &mut Document) -> Result<String, FaceError> {
        let small = subsetter::subset(&self.data, self.index, &self.glyphs)
            .map_err(|error| FaceError::Subset(error.to_string()))?;
        let [font, descendant, descriptor, file, unicode] =
            std::array::from_fn(|_| document.fresh());
        // Six letters before the name say that it is a part of the face.
        let tag = char::from(b'A' + (number_of % 26) as u8);
        let base = format!("{tag}DFPRE+{}", self.postscript);
        document.dictionary(
            font,
            &format!(
                "/Type /Font /Subtype /Type0 /BaseFont /{base} /Encoding /Identity-H \
                 /DescendantFonts [{descendant}] /ToUnicode {unicode}"
            ),
        );
        let em = self.units_per_em();
        let thousandths = |units: f32| units * 1000.0 / em;
        let widths: Vec<f32> = self
            .glyphs
            .remapped_gids()
            .map(|glyph| thousandths(self.numbers.width(glyph)))
            .collect();
        let widths = numbers(&widths);
        document.dictionary(
            descendant,
            &format!(
                "/Type /Font /Subtype /CIDFontType2 /BaseFont /{base} /CIDSystemInfo << /Registry \
                 (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor {descriptor} /DW 0 \
                 /W [0 [{widths}]] /CIDToGIDMap /Identity"
            ),
        );
        let of = &self.numbers;
        // With serifs, by its own list of letters; slanted if it is.
        let flags = 2 | 4 | if of.italic { 64 } else { 0 };
        let bounds = numbers(&of.bounds.map(|side| thousandths(f32::from(side))));
        let [ascent, descent] =
            [of.ascent, of.descent].map(|line| number(thousandths(line.into())));
        let angle = if of.italic { -12 } else { 0 };
        let stem = if of.bold { 140 } else { 80 };
        document.dictionary(
            descriptor,
            &format!(
                "/Type /FontDescriptor /FontName /{base} /Flags {flags} /FontBBox [{bounds}] \
                 /ItalicAngle {angle} /Ascent {ascent} /Descent {descent} /CapHeight 710 \
                 /StemV {stem} /FontFile2 {file}"
            ),
        );
        document.stream(file, &format!("/Length1 {}", small.len()), &small);
        document.stream(unicode, "", self.spelling().as_bytes());
        Ok(format!("/{} {font} ", self.name))
    }

    /// What each code spells, for whoever selects or searches text.
    fn spelling(&self) -> String {
        let mut map = String::from(
            "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo << \
             /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n/CMapName /Adobe-Identity-UCS \
             def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n",
        );
        let spells: Vec<_> = self.spells.iter().collect();
        // A list may have a hundred lines.
        for part in spells.chunks(100) {
            let _ = writeln!(map, "{} beginbfchar", part.len());
            for (code, text) in part {
                let units: String = text
                    .encode_utf16()
                    .map(|unit| format!("{unit:04X}"))
                    .collect();
                let _ = writeln!(map, "<{code:04X}> <{units}>");
            }
            map.push_str("endbfchar\n");
        }
        map.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
        map
    }
}

impl Numbers {
    fn read(data: &[u8]) -> Result<Self, FaceError> {
        let head = table(data, b"head").ok_or(FaceError::Table("head"))?;
        let hhea = table(data, b"hhea").ok_or(FaceError::Table("hhea"))?;
        let hmtx = table(data, b"hmtx").ok_or(FaceError::Table("hmtx"))?;
        let number = |table: &[u8], at: usize, name| word(table, at).ok_or(FaceError::Table(name));
        let signed = |at| number(head, at, "head").map(|word| word as i16);
        let style = number(head, 44, "head")?;
        let full = number(hhea, 34, "hhea")?;
        let widths = (0..usize::from(full))
            .map(|glyph| number(hmtx, glyph * 4, "hmtx"))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            units_per_em: number(head, 18, "head")?.max(1),
            bounds: [signed(36)?, signed(38)?, signed(40)?, signed(42)?],
            ascent: number(hhea, 4, "hhea")? as i16,
            descent: number(hhea, 6, "hhea")? as i16,
            bold: style & 1 != 0,
            italic: style & 2 != 0,
            widths,
        })
    }

    /// How far a glyph runs; the last width is that of all further ones.
    fn width(&self, glyph: u16) -> f32 {
        let width = self.widths.get(usize::from(glyph)).or(self.widths.last());
        width.map_or(0.0, |&width| f32::from(width))
    }
}

/// Two bytes of a table.
fn word(table: &[u8], at: usize) -> Option<u16> {
    let bytes = table.get(at..at + 2)?;
    Some(u16::from_be_bytes([bytes[0], bytes[1]]))
}

/// A table of an OpenType file by its tag.
fn table<'a>(data: &'a [u8], tag: &[u8; 4]) -> Option<&'a [u8]> {
    let long = |at: usize| {
        let bytes = data.get(at..at + 4)?;
        Some(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
    };
    let tables = usize::from(word(data, 4)?);
    (0..tables).find_map(|number| {
        let record = 12 + number * 16;
        if data.get(record..record + 4)? != tag {
            return None;
        }
        let (start, length) = (long(record + 8)?, long(record + 12)?);
        data.get(start..start.checked_add(length)?)
    })
}
