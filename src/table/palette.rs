//! Colours that tell the sides, the markers and what is allowed apart: the usual ones, or such as
//! the colour-blind tell apart too. Colour never says anything alone: letters and shapes go with it.

use std::sync::atomic::{AtomicU8, Ordering};

use bevy::prelude::*;

use super::{LayTable, Playback};
use crate::rules::named::named;
use crate::rules::{Morale, Named, Side};

named! {
    /// The colours that are used.
    #[derive(Resource, Default)]
    pub enum Palette: "colours" {
        /// Blue and red, as on the maps of the time.
        #[default]
        Usual = "usual",
        /// Blue and orange, for the colour-blind.
        Safe = "safe",
    }
}

/// The palette in use. Panels ask for a colour in so many places that it is one for the whole
/// program, like a pair of glasses; only [`put_on`] changes it.
static WORN: AtomicU8 = AtomicU8::new(0);

/// The look of a morale marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkerLook {
    /// Its face, `0xrrggbb`.
    pub face: u32,
    /// Its letter.
    pub letter: &'static str,
    /// The colour of the letter.
    pub ink: u32,
    /// A lighter tone, for the edge of a block.
    pub band: u32,
}

impl Palette {
    /// The one in use.
    pub fn worn() -> Self {
        let number = usize::from(WORN.load(Ordering::Relaxed));
        Self::ALL.get(number).copied().unwrap_or_default()
    }

    /// The colour of a side, `0xrrggbb`.
    pub fn side(self, side: Side) -> u32 {
        match (self, side) {
            (Self::Usual, Side::Union) => 0x2c4fa3,
            (Self::Usual, Side::Confederate) => 0xa8322b,
            (Self::Safe, Side::Union) => 0x1b4f9c,
            (Self::Safe, Side::Confederate) => 0xc05a00,
        }
    }

    /// The same, dark: the front edge of a block.
    pub fn front(self, side: Side) -> u32 {
        match (self, side) {
            (Self::Usual, Side::Union) => 0x14294f,
            (Self::Usual, Side::Confederate) => 0x5c1712,
            (Self::Safe, Side::Union) => 0x0b2550,
            (Self::Safe, Side::Confederate) => 0x5e2a00,
        }
    }

    /// The same, pale: what guns stand on.
    pub fn pale(self, side: Side) -> u32 {
        match (self, side) {
            (_, Side::Union) => 0xd3dbe4,
            (Self::Usual, Side::Confederate) => 0xead3c4,
            (Self::Safe, Side::Confederate) => 0xf2ddb8,
        }
    }

    /// The marker of a morale level; none for good order.
    ///
    /// Rules: `morale.markers`.
    pub fn marker(self, morale: Morale) -> Option<MarkerLook> {
        let look = |face, letter, ink, band| MarkerLook {
            face,
            letter,
            ink,
            band,
        };
        Some(match (self, morale) {
            (_, Morale::GoodOrder) => return None,
            (Self::Usual, Morale::Disorder) => look(0x1f9a3d, "D", 0xffffff, 0x46cc66),
            (Self::Usual, Morale::Shaken) => look(0xf0c419, "S", 0x1b1b1b, 0xffe54f),
            (Self::Usual, Morale::Routed) => look(0xd2202a, "R", 0xffffff, 0xff6a5c),
            (Self::Safe, Morale::Disorder) => look(0x56b4e9, "D", 0x101820, 0x8fd2f7),
            (Self::Safe, Morale::Shaken) => look(0xf0e442, "S", 0x1b1b1b, 0xfbf38a),
            (Self::Safe, Morale::Routed) => look(0x202020, "R", 0xffffff, 0xf5f5f5),
        })
    }

    /// What is allowed, and what is not.
    pub fn legal(self, ok: bool) -> u32 {
        match (self, ok) {
            (Self::Usual, true) => 0x4cff59,
            (Self::Usual, false) => 0xff3326,
            (Self::Safe, true) => 0x66c8ff,
            (Self::Safe, false) => 0xff9a1f,
        }
    }

    /// A letter for a side where colours are not to be trusted.
    pub fn letter(self, side: Side) -> Option<&'static str> {
        match (self, side) {
            (Self::Usual, _) => None,
            (Self::Safe, Side::Union) => Some("U"),
            (Self::Safe, Side::Confederate) => Some("C"),
        }
    }
}

/// The colour of a `0xrrggbb`.
pub fn colour(rgb: u32) -> Color {
    let part = |shift: u32| ((rgb >> shift) & 0xff) as u8;
    Color::srgb_u8(part(16), part(8), part(0))
}

/// The colour of what is allowed, and of what is not. Say it in words or with another line too.
pub fn legal(ok: bool) -> Color {
    colour(Palette::worn().legal(ok))
}

/// Takes another palette; whatever is painted is laid anew.
fn put_on(mut commands: Commands, palette: Res<Palette>, playback: Option<Res<Playback>>) {
    if *palette == Palette::worn() {
        return;
    }
    WORN.store(palette.index() as u8, Ordering::Relaxed);
    if playback.is_some() {
        commands.insert_resource(LayTable);
    }
}

/// The colours.
pub fn plugin(app: &mut App) {
    app.init_resource::<Palette>()
        .add_systems(First, put_on.run_if(resource_changed::<Palette>));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the two common kinds of colour-blindness make of red, green and blue (Machado and others
    /// 2009), in linear light.
    const BLIND: [[[f32; 3]; 3]; 2] = [
        [
            [0.152, 1.053, -0.205],
            [0.115, 0.786, 0.099],
            [-0.004, -0.048, 1.052],
        ],
        [
            [0.367, 0.861, -0.228],
            [0.280, 0.673, 0.047],
            [-0.012, 0.043, 0.969],
        ],
    ];

    fn seen(rgb: u32, by: [[f32; 3]; 3]) -> Vec3 {
        let linear = colour(rgb).to_linear();
        let parts = Vec3::new(linear.red, linear.green, linear.blue);
        let [red, green, blue] = by.map(|row| Vec3::from(row).dot(parts).clamp(0.0, 1.0));
        let srgb = Color::linear_rgb(red, green, blue).to_srgba();
        Vec3::new(srgb.red, srgb.green, srgb.blue)
    }

    #[test]
    fn the_colour_blind_tell_the_safe_colours_apart() {
        let safe = Palette::Safe;
        let mut pairs = vec![
            (safe.side(Side::Union), safe.side(Side::Confederate)),
            (safe.legal(true), safe.legal(false)),
        ];
        let faces: Vec<_> = Morale::ALL
            .iter()
            .filter_map(|&morale| safe.marker(morale))
            .map(|look| look.face)
            .collect();
        for (at, &one) in faces.iter().enumerate() {
            pairs.extend(faces[..at].iter().map(|&other| (one, other)));
        }
        for (one, other) in pairs {
            for by in BLIND {
                let apart = seen(one, by).distance(seen(other, by));
                assert!(apart > 0.3, "{one:06x} and {other:06x}: {apart}");
            }
        }
    }

    #[test]
    fn no_marker_has_the_letter_of_another() {
        for &palette in Palette::ALL {
            let mut letters: Vec<_> = Morale::ALL
                .iter()
                .filter_map(|&morale| palette.marker(morale))
                .map(|look| look.letter)
                .collect();
            letters.dedup();
            assert_eq!(letters.len(), 3);
        }
    }
}
