//! Pages as PDF: the drawing that the SVG holds, with text that can be selected and searched.
//!
//! Pages are drawn once, as SVG. `usvg` reads that drawing and sets its text; pictures are made of it
//! by `resvg`, and this writes the same paths and the same glyphs in the words of PDF.

use std::collections::BTreeMap;
use std::fmt::Write;

use resvg::tiny_skia::{self, PathSegment};
use resvg::usvg;

use super::Page;
use super::faces::{FaceError, Faces};
use super::syntax::{Document, Ref, number, numbers, text};

/// Why pages cannot be written as PDF.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// The text is no drawing.
    #[error("page {page} cannot be read as a drawing: {what}")]
    Drawing {
        /// Which one.
        page: usize,
        /// What is wrong with it.
        what: String,
    },
    /// A picture cannot be read.
    #[error("page {page} holds a picture that is no PNG: {what}")]
    Picture {
        /// Which one.
        page: usize,
        /// What is wrong with it.
        what: String,
    },
    /// It has something that these pages never have.
    #[error("page {page} has {what}, which is not written as PDF")]
    Unknown {
        /// Which one.
        page: usize,
        /// What it is.
        what: &'static str,
    },
    /// A typeface.
    #[error(transparent)]
    Face(#[from] FaceError),
}

/// Pages as one PDF with a title and a list of contents.
pub fn pdf(title: &str, pages: &[Page]) -> Result<Vec<u8>, PdfError> {
    let mut writer = Writer {
        document: Document::default(),
        faces: Faces::default(),
        shades: BTreeMap::new(),
    };
    let [catalog, tree, info] = std::array::from_fn(|_| writer.document.fresh());
    let mut kids = Vec::new();
    let mut drawn = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        kids.push(writer.document.fresh());
        drawn.push(writer.page(number + 1, page)?);
    }
    let faces = std::mem::take(&mut writer.faces).embed(&mut writer.document)?;
    let states: String = std::mem::take(&mut writer.shades)
        .into_iter()
        .map(|((fill, stroke), name)| {
            let [fill, stroke] = [fill, stroke].map(|part| number(part as f32 / 1000.0));
            format!("/{name} << /ca {fill} /CA {stroke} >> ")
        })
        .collect();
    for ((page, kid), drawn) in pages.iter().zip(&kids).zip(&drawn) {
        let size = numbers(&[page.size.x, page.size.y]);
        let (contents, pictures) = (drawn.contents, &drawn.pictures);
        writer.document.dictionary(
            *kid,
            &format!(
                "/Type /Page /Parent {tree} /MediaBox [0 0 {size}] /Contents {contents} /Resources << \
                 /Font << {faces}>> /ExtGState << {states}>> /XObject << {pictures}>> >>"
            ),
        );
    }
    let outline = writer.outline(pages, &kids);
    let mut document = writer.document;
    let all: Vec<String> = kids.iter().map(ToString::to_string).collect();
    let (count, all) = (all.len(), all.join(" "));
    document.dictionary(tree, &format!("/Type /Pages /Count {count} /Kids [{all}]"));
    document.dictionary(
        catalog,
        &format!(
            "/Type /Catalog /Pages {tree} /Outlines {outline} /Lang (en) \
             /ViewerPreferences << /DisplayDocTitle true >>"
        ),
    );
    document.dictionary(
        info,
        &format!("/Title {} /Creator (Deadly Field)", text(title)),
    );
    Ok(document.finish(catalog, info))
}

/// A page that is drawn.
struct Drawn {
    contents: Ref,
    /// Its pictures, as its resources name them.
    pictures: String,
}

struct Writer {
    document: Document,
    faces: Faces,
    /// How far one sees through fills and strokes, in thousandths, with their names.
    shades: BTreeMap<(u32, u32), String>,
}

impl Writer {
    fn page(&mut self, number: usize, page: &Page) -> Result<Drawn, PdfError> {
        let tree = super::tree(page).map_err(|what| PdfError::Drawing { page: number, what })?;
        let mut pen = Pen {
            content: String::new(),
            faces: &mut self.faces,
            shades: &mut self.shades,
            fonts: tree.fontdb(),
            page: number,
        };
        // Ours runs down the page.
        pen.say(&[1.0, 0.0, 0.0, -1.0, 0.0, page.size.y], "cm");
        pen.group(tree.root(), 1.0)?;
        let mut content = pen.content;
        let mut pictures = String::new();
        for (place, picture) in page.pictures.iter().enumerate() {
            let wrong = |what: String| PdfError::Picture { page: number, what };
            let map = tiny_skia::Pixmap::decode_png(&picture.png)
                .map_err(|error| wrong(error.to_string()))?;
            let id = self.picture(&map);
            let (at, size) = (picture.at.low, picture.at.high - picture.at.low);
            let turn = numbers(&[size.x, 0.0, 0.0, -size.y, at.x, at.y + size.y]);
            let _ = writeln!(content, "q {turn} cm /P{place} Do Q");
            let _ = write!(pictures, "/P{place} {id} ");
        }
        let contents = self.document.fresh();
        self.document.stream(contents, "", content.as_bytes());
        Ok(Drawn { contents, pictures })
    }

    fn picture(&mut self, map: &tiny_skia::Pixmap) -> Ref {
        let id = self.document.fresh();
        let colours: Vec<u8> = map
            .pixels()
            .iter()
            .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
            .collect();
        let (width, height) = (map.width(), map.height());
        let entries = format!(
            "/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceRGB \
             /BitsPerComponent 8"
        );
        self.document.stream(id, &entries, &colours);
        id
    }

    /// The list of contents: where each part begins.
    fn outline(&mut self, pages: &[Page], kids: &[Ref]) -> Ref {
        let root = self.document.fresh();
        let mut parts: Vec<(&str, Ref, f32)> = Vec::new();
        for (page, kid) in pages.iter().zip(kids) {
            if parts.last().is_none_or(|(part, ..)| *part != page.part) {
                parts.push((&page.part, *kid, page.size.y));
            }
        }
        let items: Vec<Ref> = parts.iter().map(|_| self.document.fresh()).collect();
        for (at, (part, page, top)) in parts.iter().enumerate() {
            let (title, top) = (text(part), number(*top));
            let mut item =
                format!("/Title {title} /Parent {root} /Dest [{page} /XYZ 0 {top} null]");
            if let Some(before) = at.checked_sub(1).and_then(|at| items.get(at)) {
                let _ = write!(item, " /Prev {before}");
            }
            if let Some(next) = items.get(at + 1) {
                let _ = write!(item, " /Next {next}");
            }
            self.document.dictionary(items[at], &item);
        }
        let ends = match (items.first(), items.last()) {
            (Some(first), Some(last)) => format!("/First {first} /Last {last}"),
            _ => String::new(),
        };
        let outline = format!("/Type /Outlines {ends} /Count {}", items.len());
        self.document.dictionary(root, &outline);
        root
    }
}

/// Draws one page.
struct Pen<'a> {
    content: String,
    faces: &'a mut Faces,
    shades: &'a mut BTreeMap<(u32, u32), String>,
    fonts: &'a usvg::fontdb::Database,
    page: usize,
}

impl Pen<'_> {
    /// Writes numbers and the word that uses them.
    fn say(&mut self, values: &[f32], word: &str) {
        let _ = writeln!(self.content, "{} {word}", numbers(values));
    }

    fn unknown(&self, what: &'static str) -> PdfError {
        PdfError::Unknown {
            page: self.page,
            what,
        }
    }

    fn group(&mut self, group: &usvg::Group, through: f32) -> Result<(), PdfError> {
        if group.mask().is_some() || !group.filters().is_empty() {
            return Err(self.unknown("a mask or filter"));
        }
        let through = through * group.opacity().get();
        self.say(&[], "q");
        self.say(&matrix(group.transform()), "cm");
        if let Some(clip) = group.clip_path() {
            self.clip(clip)?;
        }
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => self.group(group, through)?,
                usvg::Node::Path(path) => self.path(path, through)?,
                usvg::Node::Text(text) => self.text(text, through)?,
                usvg::Node::Image(_) => return Err(self.unknown("a picture inside its drawing")),
            }
        }
        self.say(&[], "Q");
        Ok(())
    }

    fn clip(&mut self, clip: &usvg::ClipPath) -> Result<(), PdfError> {
        for node in clip.root().children() {
            let usvg::Node::Path(path) = node else {
                return Err(self.unknown("a clip that is no path"));
            };
            if let Some(turned) = path.data().clone().transform(clip.transform()) {
                self.trace(&turned);
            }
        }
        self.say(&[], "W n");
        Ok(())
    }

    fn path(&mut self, path: &usvg::Path, through: f32) -> Result<(), PdfError> {
        if !path.is_visible() {
            return Ok(());
        }
        let fill = |pen: &mut Self| -> Result<(), PdfError> {
            let Some(fill) = path.fill() else {
                return Ok(());
            };
            pen.see_through(fill.opacity().get() * through, 1.0);
            pen.fill_colour(fill.paint())?;
            pen.trace(path.data());
            let word = match fill.rule() {
                usvg::FillRule::NonZero => "f",
                usvg::FillRule::EvenOdd => "f*",
            };
            pen.say(&[], word);
            Ok(())
        };
        let stroke = |pen: &mut Self| -> Result<(), PdfError> {
            let Some(stroke) = path.stroke() else {
                return Ok(());
            };
            pen.see_through(1.0, stroke.opacity().get() * through);
            pen.stroke_style(stroke)?;
            pen.trace(path.data());
            pen.say(&[], "S");
            Ok(())
        };
        match path.paint_order() {
            usvg::PaintOrder::FillAndStroke => {
                fill(self)?;
                stroke(self)
            }
            usvg::PaintOrder::StrokeAndFill => {
                stroke(self)?;
                fill(self)
            }
        }
    }

    fn trace(&mut self, path: &tiny_skia::Path) {
        let mut at = tiny_skia::Point::zero();
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    self.say(&[to.x, to.y], "m");
                    at = to;
                }
                PathSegment::LineTo(to) => {
                    self.say(&[to.x, to.y], "l");
                    at = to;
                }
                // PDF has cubic curves only.
                PathSegment::QuadTo(by, to) => {
                    let two_thirds = |from: f32, by: f32| from + (by - from) * 2.0 / 3.0;
                    let points = [
                        two_thirds(at.x, by.x),
                        two_thirds(at.y, by.y),
                        two_thirds(to.x, by.x),
                        two_thirds(to.y, by.y),
                        to.x,
                        to.y,
                    ];
                    self.say(&points, "c");
                    at = to;
                }
                PathSegment::CubicTo(one, two, to) => {
                    self.say(&[one.x, one.y, two.x, two.y, to.x, to.y], "c");
                    at = to;
                }
                PathSegment::Close => self.say(&[], "h"),
            }
        }
    }

    fn see_through(&mut self, fill: f32, stroke: f32) {
        let thousandths = |part: f32| (part.clamp(0.0, 1.0) * 1000.0).round() as u32;
        let key = (thousandths(fill), thousandths(stroke));
        let number = self.shades.len();
        let name = self.shades.entry(key).or_insert(format!("S{number}"));
        let _ = writeln!(self.content, "/{name} gs");
    }

    fn fill_colour(&mut self, paint: &usvg::Paint) -> Result<(), PdfError> {
        let colour = self.colour(paint)?;
        self.say(&colour, "rg");
        Ok(())
    }

    fn colour(&self, paint: &usvg::Paint) -> Result<[f32; 3], PdfError> {
        match paint {
            usvg::Paint::Color(colour) => {
                Ok([colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0))
            }
            _ => Err(self.unknown("a colour that runs into another")),
        }
    }

    fn stroke_style(&mut self, stroke: &usvg::Stroke) -> Result<(), PdfError> {
        let colour = self.colour(stroke.paint())?;
        self.say(&colour, "RG");
        self.say(&[stroke.width().get()], "w");
        let cap = match stroke.linecap() {
            usvg::LineCap::Butt => 0.0,
            usvg::LineCap::Round => 1.0,
            usvg::LineCap::Square => 2.0,
        };
        self.say(&[cap], "J");
        let join = match stroke.linejoin() {
            usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => 0.0,
            usvg::LineJoin::Round => 1.0,
            usvg::LineJoin::Bevel => 2.0,
        };
        self.say(&[join], "j");
        self.say(&[stroke.miterlimit().get().max(1.0)], "M");
        let dashes = numbers(stroke.dasharray().unwrap_or_default());
        let offset = number(stroke.dashoffset());
        let _ = writeln!(self.content, "[{dashes}] {offset} d");
        Ok(())
    }

    fn text(&mut self, text: &usvg::Text, through: f32) -> Result<(), PdfError> {
        for span in text.layouted().iter().filter(|span| span.visible) {
            // A rim is drawn as outlines below the letters, so that whoever selects the text gets
            // it once.
            if let Some(stroke) = &span.stroke {
                self.rim(text, stroke, through)?;
            }
            let Some(fill) = &span.fill else { continue };
            self.see_through(fill.opacity().get() * through, 1.0);
            self.fill_colour(fill.paint())?;
            self.say(&[], "BT");
            self.glyphs(&span.positioned_glyphs)?;
            self.say(&[], "ET");
        }
        Ok(())
    }

    /// The rim around letters: their outlines, drawn with a broad pen.
    fn rim(
        &mut self,
        text: &usvg::Text,
        stroke: &usvg::Stroke,
        through: f32,
    ) -> Result<(), PdfError> {
        self.see_through(1.0, stroke.opacity().get() * through);
        self.stroke_style(stroke)?;
        self.outlines(text.flattened());
        self.say(&[], "S");
        Ok(())
    }

    fn outlines(&mut self, group: &usvg::Group) {
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => self.outlines(group),
                usvg::Node::Path(path) if path.stroke().is_some() => self.trace(path.data()),
                _ => {}
            }
        }
    }

    /// Runs of glyphs that stand on one line, each written at once.
    fn glyphs(&mut self, glyphs: &[usvg::layout::PositionedGlyph]) -> Result<(), PdfError> {
        let mut at = 0;
        while at < glyphs.len() {
            let first = &glyphs[at];
            let face = self.faces.face(self.fonts, first.font)?;
            let size = first.font_size();
            let em = face.units_per_em();
            let placed = |glyph: &usvg::layout::PositionedGlyph| {
                let turn = glyph.outline_transform();
                let scale = em / size;
                [
                    turn.sx * scale,
                    turn.ky * scale,
                    turn.kx * scale,
                    turn.sy * scale,
                    turn.tx,
                    turn.ty,
                ]
            };
            let base = placed(first);
            let (name, scaled) = (face.name(), number(size));
            let _ = write!(self.content, "/{name} {scaled} Tf {} Tm [<", numbers(&base));
            let mut pen = 0.0;
            while let Some(glyph) = glyphs.get(at) {
                let place = placed(glyph);
                let same = |one: f32, other: f32| (one - other).abs() < 1e-4;
                let turned = (0..4).any(|part| !same(place[part], base[part]));
                if glyph.font != first.font || glyph.font_size() != size || turned {
                    break;
                }
                let (x, y) = along(&base, place[4] - base[4], place[5] - base[5]);
                if y.abs() > 0.01 {
                    break;
                }
                // In thousandths of the size, against the way of writing.
                let off = (pen - x) / size * 1000.0;
                if off.abs() > 0.5 {
                    let _ = write!(self.content, ">{}<", number(off));
                    pen = x;
                }
                let (code, width) = face.take(glyph.id.0 as u16, &glyph.text);
                let _ = write!(self.content, "{code:04X}");
                pen += width / em * size;
                at += 1;
            }
            let _ = writeln!(self.content, ">] TJ");
        }
        Ok(())
    }
}

/// A step on the page in the axes of a run of text.
fn along(base: &[f32; 6], x: f32, y: f32) -> (f32, f32) {
    let [a, b, c, d, ..] = *base;
    let area = a * d - b * c;
    if area == 0.0 {
        return (0.0, f32::INFINITY);
    }
    ((x * d - y * c) / area, (y * a - x * b) / area)
}

fn matrix(turn: tiny_skia::Transform) -> [f32; 6] {
    [turn.sx, turn.ky, turn.kx, turn.sy, turn.tx, turn.ty]
}
