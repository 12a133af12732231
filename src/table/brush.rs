//! The ground painted as a picture: grass, fields, woods floor, roads, water, contour hints.

use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use bevy::asset::RenderAssetUsages;
use bevy::image::{Image, ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::math::Vec2;
use bevy::prelude::Resource;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use resvg::tiny_skia::{
    self, LineCap, LineJoin, Paint, PathBuilder, Pixmap, PremultipliedColorU8, Stroke, StrokeDash,
    Transform,
};

use super::Quality;
use super::shape::chance;
use crate::field::plan::{AreaKind, LineKind};
use crate::field::{Area, Field, LineFeature};
use crate::scenario::Scenario;

/// Inches between two contour hints at 15 mm.
const CONTOUR: f32 = 0.2;

/// A ground that is being painted while the window opens.
#[derive(Resource)]
pub struct Painting(Mutex<Option<JoinHandle<Image>>>);

impl Painting {
    /// Begins to paint.
    pub fn begin(scenario: Arc<Scenario>, quality: Quality) -> Self {
        let work = std::thread::spawn(move || paint(&scenario.field, quality));
        Self(Mutex::new(Some(work)))
    }

    /// It need not be waited for.
    pub fn is_done(&self) -> bool {
        self.0
            .lock()
            .is_ok_and(|work| work.as_ref().is_none_or(|work| work.is_finished()))
    }

    /// The picture, once.
    pub fn take(&self) -> Option<Image> {
        self.0.lock().ok()?.take()?.join().ok()
    }
}

/// Paints the ground as finely as the quality asks for.
pub fn paint(field: &Field, quality: Quality) -> Image {
    // No side longer than what every graphics card takes.
    let detail = quality
        .ground_detail()
        .min(8000.0 / field.size.max_element());
    let width = (field.size.x * detail).round().max(1.0) as u32;
    let height = (field.size.y * detail).round().max(1.0) as u32;
    let Some(mut pixmap) = Pixmap::new(width, height) else {
        return Image::default();
    };
    let canvas = Canvas {
        field,
        detail,
        width,
        height,
    };
    canvas.soil(&mut pixmap);
    for line in &field.lines {
        canvas.line(&mut pixmap, line);
    }
    let slanting = if quality.is_lit() { 8 } else { 1 };
    sampled(pixmap.take(), width, height, slanting)
}

/// A picture with all its smaller copies, so that it stays calm from far away.
pub fn picture(pixels: Vec<u8>, width: u32, height: u32) -> Image {
    sampled(pixels, width, height, 1)
}

/// The same, looked at so much more closely along slanting ground.
fn sampled(mut pixels: Vec<u8>, width: u32, height: u32, slanting: u16) -> Image {
    let (mut wide, mut high) = (width as usize, height as usize);
    let (mut start, mut levels) = (0, 1);
    while wide > 1 && high > 1 {
        let (half_wide, half_high) = (wide / 2, high / 2);
        for y in 0..half_high {
            for x in 0..half_wide {
                for part in 0..4 {
                    let at =
                        |x: usize, y: usize| u32::from(pixels[start + (y * wide + x) * 4 + part]);
                    let (x, y) = (x * 2, y * 2);
                    let sum = at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1);
                    pixels.push((sum / 4) as u8);
                }
            }
        }
        start += wide * high * 4;
        (wide, high) = (half_wide, half_high);
        levels += 1;
    }
    let size = Extent3d {
        width,
        height,
        depth_or_array_layers: 1,
    };
    let mut image = Image::new_uninit(
        size,
        TextureDimension::D2,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.data = Some(pixels);
    image.texture_descriptor.mip_level_count = levels;
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::ClampToEdge,
        address_mode_v: ImageAddressMode::ClampToEdge,
        mag_filter: ImageFilterMode::Linear,
        min_filter: ImageFilterMode::Linear,
        mipmap_filter: if slanting > 1 {
            ImageFilterMode::Linear
        } else {
            ImageFilterMode::Nearest
        },
        anisotropy_clamp: slanting,
        ..ImageSamplerDescriptor::default()
    });
    image
}

struct Canvas<'a> {
    field: &'a Field,
    detail: f32,
    width: u32,
    height: u32,
}

type Rgb = [f32; 3];

fn rgb(code: u32) -> Rgb {
    [16, 8, 0].map(|shift| ((code >> shift) & 0xff) as f32)
}

fn mix(one: Rgb, other: Rgb, part: f32) -> Rgb {
    [0, 1, 2].map(|at| one[at] + (other[at] - one[at]) * part)
}

fn times(colour: Rgb, by: f32) -> Rgb {
    colour.map(|part| part * by)
}

/// Smooth noise from 0 to 1.
fn noise(at: Vec2) -> f32 {
    let corner = at.floor();
    let inside = at - corner;
    let ease = inside * inside * (Vec2::splat(3.0) - 2.0 * inside);
    let (x, y) = (corner.x as i32 as u32, corner.y as i32 as u32);
    let value = |x: u32, y: u32| chance(x.wrapping_mul(7919) ^ y.wrapping_mul(104_729));
    let low = value(x, y) + (value(x + 1, y) - value(x, y)) * ease.x;
    let high = value(x, y + 1) + (value(x + 1, y + 1) - value(x, y + 1)) * ease.x;
    low + (high - low) * ease.y
}

impl Canvas<'_> {
    /// The number of the area on top at every pixel, 0 where there is none.
    fn areas(&self) -> Vec<u16> {
        let mut map = vec![0u16; (self.width * self.height) as usize];
        for (number, area) in self.field.areas.iter().enumerate() {
            self.fill(&area.outline, |pixel| map[pixel] = number as u16 + 1);
        }
        map
    }

    /// Calls for every pixel in a polygon.
    fn fill(&self, outline: &[Vec2], mut pixel: impl FnMut(usize)) {
        let mut crossings = Vec::new();
        for row in 0..self.height {
            let y = (self.height as f32 - row as f32 - 0.5) / self.detail;
            crossings.clear();
            for (number, &from) in outline.iter().enumerate() {
                let to = outline[(number + 1) % outline.len()];
                if (from.y <= y) != (to.y <= y) {
                    crossings.push(from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x));
                }
            }
            crossings.sort_unstable_by(f32::total_cmp);
            for pair in crossings.chunks_exact(2) {
                let from = (pair[0] * self.detail - 0.5).ceil().max(0.0) as u32;
                let to =
                    ((pair[1] * self.detail - 0.5).floor() + 1.0).clamp(0.0, self.width as f32);
                for column in from..to as u32 {
                    pixel((row * self.width + column) as usize);
                }
            }
        }
    }

    /// Paints the soil, every core a part of it.
    fn soil(&self, pixmap: &mut Pixmap) {
        let areas = self.areas();
        let cores = std::thread::available_parallelism().map_or(1, |count| count.get());
        let rows = (self.height as usize).div_ceil(cores);
        let parts = pixmap.pixels_mut().chunks_mut(rows * self.width as usize);
        std::thread::scope(|scope| {
            for (number, part) in parts.enumerate() {
                let first = (number * rows) as u32;
                let areas = &areas;
                scope.spawn(move || self.soil_rows(areas, first, part));
            }
        });
    }

    fn soil_rows(&self, areas: &[u16], first: u32, pixels: &mut [PremultipliedColorU8]) {
        let scale = self.field.proportion();
        let heights = &self.field.heights;
        let inch = 1.0 / self.detail;
        let point = |column: f32, row: f32| Vec2::new(column, self.height as f32 - row) * inch;
        let mut north: Vec<f32> = (0..self.width)
            .map(|column| heights.height(point(column as f32 + 0.5, first as f32 - 0.5)))
            .collect();
        for (number, line) in pixels.chunks_mut(self.width as usize).enumerate() {
            let row = first + number as u32;
            let mut west = heights.height(point(-0.5, row as f32 + 0.5));
            for (column, dot) in line.iter_mut().enumerate() {
                let at = point(column as f32 + 0.5, row as f32 + 0.5);
                let wander = Vec2::new(noise(at * 5.0), noise(at * 5.0 + 77.0)) - 0.5;
                let strayed = at + wander * 0.22 * scale;
                let area = areas[self.pixel(strayed)].checked_sub(1).map(usize::from);
                let area = area.map(|number| (number, &self.field.areas[number]));
                let ground = colour(area, at / scale);
                let here = heights.height(at);
                let slope = Vec2::new(here - west, north[column] - here) * self.detail;
                west = here;
                north[column] = here;
                let shaded = times(ground, relief(here / scale, slope));
                let [red, green, blue] = shaded.map(|part| part.clamp(0.0, 255.0) as u8);
                if let Some(colour) = PremultipliedColorU8::from_rgba(red, green, blue, 255) {
                    *dot = colour;
                }
            }
        }
    }

    fn pixel(&self, at: Vec2) -> usize {
        let column = (at.x * self.detail).clamp(0.0, self.width as f32 - 1.0) as u32;
        let up = (at.y * self.detail).clamp(0.0, self.height as f32 - 1.0) as u32;
        ((self.height - 1 - up) * self.width + column) as usize
    }

    fn line(&self, pixmap: &mut Pixmap, line: &LineFeature) {
        let full = line.half_width * 2.0;
        match line.kind {
            LineKind::Road => {
                self.stroke(
                    pixmap,
                    line,
                    full * 1.3,
                    0.0,
                    (0x7d, 0x6d, 0x45, 0.55),
                    None,
                );
                self.stroke(pixmap, line, full, 0.0, (0xb5, 0x98, 0x6a, 1.0), None);
                self.stroke(
                    pixmap,
                    line,
                    full * 0.36,
                    0.0,
                    (0xc6, 0xae, 0x80, 0.8),
                    None,
                );
                for side in [-0.3, 0.3] {
                    self.stroke(
                        pixmap,
                        line,
                        full * 0.1,
                        full * side,
                        (0x86, 0x6c, 0x46, 0.55),
                        None,
                    );
                }
            }
            LineKind::Trail => {
                let width = full.max(0.2 * self.field.proportion());
                self.stroke(pixmap, line, width, 0.0, (0xa8, 0x8e, 0x60, 0.75), None);
                self.stroke(
                    pixmap,
                    line,
                    width * 0.3,
                    0.0,
                    (0x7c, 0x84, 0x4a, 0.8),
                    None,
                );
            }
            LineKind::Creek | LineKind::FloodedDitch => {
                self.stroke(pixmap, line, full * 1.9, 0.0, (0x66, 0x6d, 0x3a, 0.6), None);
                self.stroke(
                    pixmap,
                    line,
                    full * 1.25,
                    0.0,
                    (0x6a, 0x5a, 0x3c, 0.9),
                    None,
                );
                self.stroke(pixmap, line, full, 0.0, (0x4a, 0x78, 0x8c, 1.0), None);
                self.stroke(
                    pixmap,
                    line,
                    full * 0.35,
                    full * 0.12,
                    (0x86, 0xb2, 0xc0, 0.6),
                    Some((0.7, 0.5)),
                );
            }
            LineKind::RailroadCut => {
                self.stroke(
                    pixmap,
                    line,
                    full * 1.25,
                    0.0,
                    (0x6b, 0x58, 0x3c, 0.75),
                    None,
                );
                self.stroke(
                    pixmap,
                    line,
                    full * 0.85,
                    0.0,
                    (0xa4, 0x90, 0x70, 1.0),
                    None,
                );
                self.stroke(
                    pixmap,
                    line,
                    full * 0.5,
                    0.0,
                    (0x74, 0x5e, 0x46, 0.7),
                    Some((0.07, 0.2)),
                );
            }
            LineKind::Abatis | LineKind::Fraise | LineKind::ChevauxDeFrise => {
                self.stroke(pixmap, line, 0.5, 0.0, (0x6a, 0x56, 0x3a, 0.6), None);
            }
            LineKind::WoodFence | LineKind::StoneWall => {
                let width = 0.22 * self.field.proportion();
                self.stroke(pixmap, line, width, 0.0, (0x52, 0x56, 0x2c, 0.55), None);
            }
            // It is built of boats and planks: see the works.
            LineKind::PontoonBridge => {}
            LineKind::HastyWorks | LineKind::LightWorks | LineKind::HeavyWorks => {
                let width = 0.7 * self.field.proportion();
                self.stroke(pixmap, line, width, 0.0, (0x86, 0x6a, 0x44, 0.9), None);
            }
        }
    }

    /// A line of a width, so many inches to the right of its middle, dashed or not.
    fn stroke(
        &self,
        pixmap: &mut Pixmap,
        line: &LineFeature,
        width: f32,
        aside: f32,
        (red, green, blue, opacity): (u8, u8, u8, f32),
        dash: Option<(f32, f32)>,
    ) {
        let mut path = PathBuilder::new();
        for (number, &point) in line.points.iter().enumerate() {
            let before = line.points[number.saturating_sub(1)];
            let after = line.points[(number + 1).min(line.points.len() - 1)];
            let along = (after - before).normalize_or_zero();
            let at = (point + Vec2::new(along.y, -along.x) * aside) * self.detail;
            let at = Vec2::new(at.x, self.height as f32 - at.y);
            if number == 0 {
                path.move_to(at.x, at.y);
            } else {
                path.line_to(at.x, at.y);
            }
        }
        let Some(path) = path.finish() else {
            return;
        };
        let mut paint = Paint {
            anti_alias: true,
            ..Paint::default()
        };
        let colour = tiny_skia::Color::from_rgba8(red, green, blue, (opacity * 255.0) as u8);
        paint.set_color(colour);
        let scale = self.detail * self.field.proportion();
        let stroke = Stroke {
            width: width * self.detail,
            line_cap: LineCap::Butt,
            line_join: LineJoin::Round,
            dash: dash.and_then(|(on, off)| StrokeDash::new(vec![on * scale, off * scale], 0.0)),
            ..Stroke::default()
        };
        pixmap.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
    }
}

/// Contour hints and a little light from the north-west.
fn relief(height: f32, slope: Vec2) -> f32 {
    let steep = slope.length();
    let nearest = (height / CONTOUR).round() * CONTOUR;
    let on_line = steep > 0.015 && nearest > 0.05 && (height - nearest).abs() < steep * 0.022;
    let light = 1.0 + (slope.x - slope.y).clamp(-0.8, 0.8) * -0.22 + (height * 0.03).min(0.06);
    if on_line { light * 0.87 } else { light }
}

/// What colour the ground has; inches at 15 mm.
fn colour(area: Option<(usize, &Area)>, at: Vec2) -> Rgb {
    let broad = noise(at * 0.45 + 31.0);
    let fine = noise(at * 9.0);
    let grain = noise(at * 26.0);
    let grass = mix(
        mix(rgb(0x7b8a44), rgb(0x98a058), broad),
        rgb(0x6b7c3a),
        (fine * 0.7 + grain * 0.5 - 0.35).clamp(0.0, 0.7),
    );
    let Some((number, area)) = area else {
        return grass;
    };
    let stripes = |every: f32| {
        let edge = area.outline[1] - area.outline[0];
        let along = edge.normalize_or(Vec2::X);
        let across = Vec2::new(along.y, -along.x);
        let wave = (at.dot(across) / every * std::f32::consts::TAU).sin();
        0.5 + 0.5 * wave
    };
    match area.kind {
        AreaKind::Open => grass,
        AreaKind::Field => {
            let crops = [0xc4ac62, 0x90a24c, 0xb8a468, 0xa2a854, 0xcdb870];
            let crop = rgb(crops[number % crops.len()]);
            let rows = stripes(0.22);
            times(
                mix(crop, times(crop, 0.78), rows * 0.6 + fine * 0.25),
                0.95 + 0.1 * broad,
            )
        }
        AreaKind::PlowedField => mix(
            rgb(0x8a6a48),
            rgb(0x5f4630),
            stripes(0.26) * 0.8 + fine * 0.2,
        ),
        AreaKind::LightWoods => mix(rgb(0x66702f), rgb(0x55502c), fine * 0.75 + grain * 0.2),
        AreaKind::HeavyWoods => mix(rgb(0x515c2a), rgb(0x433f24), fine * 0.75 + grain * 0.2),
        AreaKind::Orchard => mix(rgb(0x84984a), rgb(0x6d8440), fine),
        AreaKind::Brush => mix(
            grass,
            rgb(0x5d6a34),
            (noise(at * 3.0) * 1.6 - 0.3).clamp(0.0, 1.0),
        ),
        AreaKind::Broken | AreaKind::Rough => mix(
            grass,
            rgb(0x8b8468),
            (noise(at * 4.0) * 1.8 - 0.5).clamp(0.0, 1.0),
        ),
        AreaKind::Farm | AreaKind::Village => {
            mix(mix(rgb(0xa3915f), grass, 0.35), rgb(0x8d7a4e), fine * 0.7)
        }
        AreaKind::Pond | AreaKind::River => mix(rgb(0x4c7789), rgb(0x5e8b9a), fine * 0.5),
    }
}
