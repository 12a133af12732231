//! Pictures: those on a page, and those made of one.

use resvg::tiny_skia;

use super::{Page, Picture};
use crate::print::map::MapError;

/// A picture as an element of SVG, with its bytes inside.
pub fn element(picture: &Picture) -> String {
    let (at, size) = (picture.at.low, picture.at.high - picture.at.low);
    format!(
        "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" \
         href=\"data:image/png;base64,{}\"/>\n",
        at.x,
        at.y,
        size.x,
        size.y,
        base64(&picture.png)
    )
}

/// Bytes as text, by the usual alphabet.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let part = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = part(0) << 16 | part(1) << 8 | part(2);
        for letter in 0..4 {
            if letter <= three.len() {
                let index = bits >> (18 - 6 * letter) & 63;
                text.push(char::from(LETTERS[index as usize]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

/// A page as a picture on white paper.
pub fn png(page: &Page, width: u32) -> Result<Vec<u8>, MapError> {
    let tree = super::tree(page).map_err(MapError::Drawing)?;
    let scale = width as f32 / page.size.x;
    let height = (page.size.y * scale).round() as u32;
    let mut map = super::pixels(width, height)?;
    map.fill(tiny_skia::Color::WHITE);
    let enlarged = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, enlarged, &mut map.as_mut());
    for picture in &page.pictures {
        let inner = tiny_skia::Pixmap::decode_png(&picture.png)
            .map_err(|error| MapError::Drawing(error.to_string()))?;
        let size = (picture.at.high - picture.at.low) * scale;
        let at = picture.at.low * scale;
        let (wide, high) = (inner.width() as f32, inner.height() as f32);
        let turn =
            tiny_skia::Transform::from_row(size.x / wide, 0.0, 0.0, size.y / high, at.x, at.y);
        let paint = tiny_skia::PixmapPaint {
            quality: tiny_skia::FilterQuality::Bilinear,
            ..Default::default()
        };
        map.draw_pixmap(0, 0, inner.as_ref(), &paint, turn, None);
    }
    map.encode_png()
        .map_err(|error| MapError::Packing(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn bytes_are_spelled_as_everywhere() {
        let spelled =
            ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(
            spelled,
            [
                "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"
            ]
        );
    }
}
