//! The plan of the table.

use std::path::Path;

use deadly_field::print::map;
use deadly_field::rules::{Rules, Scale};
use deadly_field::scenario::Scenario;
use resvg::{tiny_skia, usvg};

fn scenario(scale: Scale) -> Scenario {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/taint_no_militia.ron");
    Scenario::load(&path, scale, Rules::book()).unwrap_or_else(|faults| {
        let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
        panic!("{}", faults.join("\n"))
    })
}

/// A text as it stands in the sheet.
fn printed(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('\'', "\u{2019}")
}

#[test]
fn the_sheet_is_valid_at_every_scale() {
    for scale in [Scale::Mm10, Scale::Mm15, Scale::Mm25] {
        let svg = map::svg(&scenario(scale));
        let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("an SVG");
        assert!(tree.size().width() > 0.0);
        assert!(!svg.contains("NaN") && !svg.contains("-inf") && !svg.contains(" inf"));
    }
}

#[test]
fn two_calls_give_the_same_bytes() {
    let scenario = scenario(Scale::Mm15);
    assert_eq!(map::svg(&scenario), map::svg(&scenario));
}

#[test]
fn every_name_is_on_it() {
    let scenario = scenario(Scale::Mm15);
    let svg = map::svg(&scenario);
    let has = |text: &str| svg.contains(&format!(">{}", printed(text)));
    assert!(has(&scenario.name));
    for label in &scenario.field.labels {
        assert!(has(&label.text), "{}", label.text);
    }
    for zone in &scenario.field.zones {
        assert!(has(&zone.name), "{}", zone.name);
    }
    for leader in scenario.leaders.iter().filter(|leader| leader.at.is_some()) {
        assert!(has(&leader.name), "{}", leader.name);
    }
    for unit in &scenario.units {
        // A long name stands in two lines.
        for part in unit.name.split_inclusive(", ") {
            assert!(has(part.trim_end()), "{}", unit.name);
        }
    }
}

#[test]
fn every_stand_is_drawn_once() {
    let scenario = scenario(Scale::Mm15);
    let stands: usize = scenario
        .units
        .iter()
        .filter_map(|unit| unit.footprint(&scenario.field))
        .map(|footprint| footprint.stands.len())
        .sum();
    assert!(stands > 0);
    let svg = map::svg(&scenario);
    assert_eq!(svg.matches("class=\"stand\"").count(), stands);
}

#[test]
fn a_stand_lies_where_the_scenario_puts_it() {
    let scenario = scenario(Scale::Mm15);
    let field = &scenario.field;
    let svg = map::svg(&scenario);
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("an SVG");
    let stand = scenario
        .units
        .iter()
        .find_map(|unit| Some(unit.footprint(field)?.stands[0]))
        .expect("a unit on the table");
    // The frame of the sheet is 23 units wide and a square 180; y runs south.
    let inch = 180.0 / field.square;
    let corner = stand.corners()[0];
    let x = 23.0 + corner.x * inch;
    let y = 23.0 + (field.size.y - corner.y) * inch;
    let start = format!("M{} {}", rounded(x), rounded(y));
    assert!(svg.contains(&start), "{start}");
    assert!(tree.size().width() > x);
}

fn rounded(value: f32) -> f64 {
    (f64::from(value) * 100.0).round() / 100.0
}

#[test]
fn the_picture_is_as_wide_as_asked() {
    let svg = map::svg(&scenario(Scale::Mm15));
    let png = map::png(&svg, 800).expect("a picture");
    let picture = tiny_skia::Pixmap::decode_png(&png).expect("a PNG");
    assert_eq!(picture.width(), 800);
    assert!(picture.height() > 400);
}

#[test]
fn a_picture_without_pixels_is_an_error() {
    let svg = map::svg(&scenario(Scale::Mm15));
    assert!(map::png(&svg, 0).is_err());
    assert!(map::png(&svg, 1_000_000).is_err());
    assert!(map::png("no drawing", 100).is_err());
}
