//! Pictures with letters on them: flags and markers, drawn as SVG.

use std::sync::OnceLock;

use bevy::image::Image;
use resvg::{tiny_skia, usvg};

use super::brush;
use super::palette::{MarkerLook, Palette};
use crate::print::map::lettering;
use crate::rules::{Morale, Side};

/// Makes a picture of a drawing, so many pixels wide and high.
fn raster(svg: &str, width: u32, height: u32) -> Image {
    let drawn = usvg::Tree::from_str(svg, lettering::options())
        .ok()
        .zip(tiny_skia::Pixmap::new(width, height));
    let Some((tree, mut pixmap)) = drawn else {
        return Image::default();
    };
    let scale = width as f32 / tree.size().width();
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    let straight = pixmap
        .pixels()
        .iter()
        .flat_map(|pixel| {
            let colour = pixel.demultiply();
            [colour.red(), colour.green(), colour.blue(), colour.alpha()]
        })
        .collect();
    brush::picture(straight, width, height)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

const LETTERS: &str = "font-family=\"Old Standard TT\" font-weight=\"bold\" text-anchor=\"middle\"";

/// A side's colours without a name, the same picture each time.
pub fn cloth(side: Side) -> Image {
    static CLOTHS: [OnceLock<Image>; 2] = [OnceLock::new(), OnceLock::new()];
    let body = match side {
        Side::Union => union_flag(),
        Side::Confederate => battle_flag(),
    };
    let drawn = CLOTHS[side as usize].get_or_init(|| {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 160 112\" width=\"160\" height=\"112\">{body}</svg>"
        );
        raster(&svg, 160, 112)
    });
    drawn.clone()
}

/// A unit's colours with its name on them.
pub fn flag(side: Side, name: &str) -> Image {
    let body = match side {
        Side::Union => union_flag(),
        Side::Confederate => battle_flag(),
    };
    // Long names are set narrower, so that they stay on the cloth.
    let size = (260.0 / name.chars().count().max(1) as f32).clamp(9.0, 17.0);
    let name = escape(name);
    let (ink, rim) = match side {
        Side::Union => ("#fff3c4", "#5a1210"),
        Side::Confederate => ("#fff6df", "#3a0f0d"),
    };
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 160 112\" width=\"160\" height=\"112\">{body}\
         <text x=\"80\" y=\"104\" font-size=\"{size}\" {LETTERS} fill=\"{ink}\" stroke=\"{rim}\" stroke-width=\"3\" paint-order=\"stroke\">{name}</text></svg>"
    );
    raster(&svg, 160, 112)
}

fn union_flag() -> String {
    let mut body = String::from("<rect width=\"160\" height=\"112\" fill=\"#efe8d8\"/>");
    for stripe in 0..7 {
        let y = stripe as f32 * 2.0 * 112.0 / 13.0;
        body += &format!("<rect y=\"{y}\" width=\"160\" height=\"8.6\" fill=\"#a8262e\"/>");
    }
    body += "<rect width=\"68\" height=\"60.3\" fill=\"#25366b\"/>";
    for row in 0..5 {
        for column in 0..6 {
            let (x, y) = (8.0 + 10.4 * column as f32, 8.0 + 11.0 * row as f32);
            body += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"2.6\" fill=\"#f4eee0\"/>");
        }
    }
    body
}

fn battle_flag() -> String {
    let mut body = String::from(
        "<rect width=\"160\" height=\"112\" fill=\"#b0302c\"/>\
         <path d=\"M0 0 L160 112 M160 0 L0 112\" stroke=\"#f2ead8\" stroke-width=\"26\"/>\
         <path d=\"M0 0 L160 112 M160 0 L0 112\" stroke=\"#28356a\" stroke-width=\"18\"/>",
    );
    for part in [0.12, 0.24, 0.36, 0.5, 0.64, 0.76, 0.88] {
        let x = 160.0 * part;
        for y in [112.0 * part, 112.0 - 112.0 * part] {
            body += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4.2\" fill=\"#f4eee0\"/>");
        }
    }
    body + "<rect x=\"1.5\" y=\"1.5\" width=\"157\" height=\"109\" fill=\"none\" stroke=\"#f2ead8\" stroke-width=\"3\"/>"
}

/// The board of a picket, with its number.
pub fn board(side: Side, text: &str) -> Image {
    let ink = match side {
        Side::Union => "#1f3358",
        Side::Confederate => "#6b1f1a",
    };
    let text = escape(text);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 80 64\" width=\"80\" height=\"64\">\
         <rect width=\"80\" height=\"64\" fill=\"#d8c49a\"/>\
         <rect x=\"3\" y=\"3\" width=\"74\" height=\"58\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"3\"/>\
         <text x=\"40\" y=\"48\" font-size=\"44\" {LETTERS} fill=\"{ink}\">{text}</text></svg>"
    );
    raster(&svg, 80, 64)
}

/// The face of a morale marker.
pub fn marker(morale: Morale) -> Option<Image> {
    let MarkerLook {
        face, letter, ink, ..
    } = Palette::worn().marker(morale)?;
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\" width=\"64\" height=\"64\">\
         <rect width=\"64\" height=\"64\" fill=\"#{face:06x}\"/>\
         <text x=\"32\" y=\"47\" font-size=\"46\" {LETTERS} fill=\"#{ink:06x}\">{letter}</text></svg>"
    );
    Some(raster(&svg, 64, 64))
}
