//! The ground studied, against `sight` point by point.

use bevy::math::{UVec2, Vec2};
use deadly_field::field::sight::Eye;
use deadly_field::field::survey::{FINE, Survey, Watch, approaches, mutual, places};
use deadly_field::print::map::png;
use deadly_field::print::survey::{Bands, Class, Post, Study, draw_post, draw_zone};
use deadly_field::rules::{Rules, Scale};
use resvg::tiny_skia::Pixmap;

use crate::support::{field, militia, rules};

/// Every third cell of a whole table, from several places, says what `sight` says.
#[test]
fn every_cell_is_what_sight_says() {
    for (scale, guns) in [(Scale::Mm15, false), (Scale::Mm10, true)] {
        let scenario = militia(scale);
        let field = &scenario.field;
        for part in [(0.2, 0.6), (0.9, 0.2)] {
            let at = Vec2::from(part) * field.size;
            let eye = Eye { at, guns };
            let survey = Survey::from(field, rules(), eye, 0.5, &[]);
            let mut seen = 0;
            for y in (0..survey.cells.y).step_by(3) {
                for x in 0..survey.cells.x {
                    let cell = UVec2::new(x, y);
                    let to = survey.middle(field, cell);
                    let sight = field.sight(rules(), eye, Eye::at(to), &[]);
                    assert_eq!(survey.sees(cell), sight.visible(), "{at} to {to}");
                    // And the other way round, as sight is.
                    let back = field.sight(rules(), Eye::at(to), eye, &[]);
                    assert_eq!(back.visible(), sight.visible());
                    seen += u32::from(survey.sees(cell));
                }
            }
            assert!(seen > 0, "nothing is seen from {at}");
        }
    }
}

/// How much of one zone sees another is the same from both ends.
#[test]
fn zones_see_each_other_alike() {
    let scenario = militia(Scale::Mm15);
    let field = &scenario.field;
    let zones: Vec<_> = field.zones.iter().take(2).collect();
    assert!(zones.len() > 1);
    let mut some = false;
    for one in &zones {
        assert!(!places(field, one).is_empty(), "{}", one.name);
        for other in &zones {
            let there = mutual(field, rules(), one, other);
            let back = mutual(field, rules(), other, one);
            assert_eq!(there.pairs, back.pairs, "{} and {}", one.name, other.name);
            assert_eq!(there.of_first, back.of_second);
            assert_eq!(there.of_second, back.of_first);
            some |= there.pairs > 0.0 && there.pairs < 1.0;
        }
    }
    assert!(some, "all or nothing is seen everywhere");
}

/// Behind a ridge the ground is dead, and the way along its foot is the one that is taken.
#[test]
fn a_ridge_hides_and_covers() {
    let ground = "(heights: [Ridge(line: [(0, 1), (1.6, 1)], height: 1.5, width: 0.15)])";
    let field = field(ground);
    let book: &Rules = rules();
    let eye = Vec2::new(9.0, 6.0);
    let survey = Survey::from(&field, book, Eye::at(eye), FINE, &[]);
    let behind = survey.cell(Vec2::new(9.0, 24.0));
    let before = survey.cell(Vec2::new(9.0, 14.0));
    assert!(!survey.sees(behind) && survey.sees(before));
    assert!((0.2..0.9).contains(&survey.share()));
    let ways = approaches(&field, &survey, eye, 8.0);
    assert_eq!(ways.len(), 4);
    for way in &ways {
        assert!(way.seen <= way.inches + 1e-3);
        let length: f32 = way
            .points
            .windows(2)
            .map(|pair| pair[0].distance(pair[1]))
            .sum();
        assert!((length - way.inches).abs() < 0.5, "{length} {}", way.inches);
        assert!(
            way.points
                .last()
                .is_some_and(|last| last.distance(eye) < 0.5)
        );
    }
    // From the north everything up to the crest is dead ground.
    let north = &ways[0];
    assert!(
        north.seen < 18.0 && north.inches > 25.0,
        "{} {}",
        north.seen,
        north.inches
    );
}

/// Classes follow the range and the arc; shares add up to the whole table.
#[test]
fn bands_are_those_of_the_weapon() {
    let scenario = militia(Scale::Mm15);
    let unit = scenario
        .real_units()
        .find(|unit| unit.footprint(&scenario.field).is_some());
    let unit = unit.expect("somebody stands on the table");
    let stands = unit.footprint(&scenario.field);
    let eye = Eye {
        at: stands.as_ref().expect("it stands").placement.at,
        guns: unit.unit.is_artillery(),
    };
    let post = Post {
        name: unit.name.clone(),
        eye,
        bands: Bands::of(&scenario, rules(), &unit.unit),
        stands: stands.as_ref(),
    };
    let study = Study::of(&scenario, rules(), &post);
    let all: f32 = Class::ALL.iter().map(|&class| study.share(class)).sum();
    assert!((all - 1.0).abs() < 1e-4, "{all}");
    let long = rules()
        .longest_shot(Scale::Mm15, &unit.unit)
        .expect("a weapon");
    for (number, class) in study.classes.iter().enumerate() {
        let cell = UVec2::new(
            number as u32 % study.survey.cells.x,
            number as u32 / study.survey.cells.x,
        );
        let range = study.survey.middle(&scenario.field, cell).distance(eye.at);
        match class {
            Class::Dead => assert!(!study.survey.sees(cell)),
            Class::Seen => assert!(study.survey.sees(cell)),
            _ => assert!(study.survey.sees(cell) && range <= long),
        }
    }
    assert!(study.share(Class::Dead) > 0.0);
}

/// The picture of the ground lies on paper to its very edge: whoever looks at it on a dark screen can
/// read its frame.
#[test]
fn the_picture_lies_on_paper() {
    let scenario = militia(Scale::Mm15);
    let post = Post {
        name: "9, 23".to_owned(),
        eye: Eye::at(Vec2::new(9.0, 23.0)),
        bands: Bands::usual(&scenario, rules()),
        stands: None,
    };
    let study = Study::of(&scenario, rules(), &post);
    let zone = &scenario.field.zones[0];
    let watch = Watch::from(&scenario.field, rules(), zone, 2.0);
    let drawings = [
        draw_post(&scenario, &post, &study),
        draw_zone(&scenario, zone, &watch),
    ];
    for svg in drawings {
        let png = png(&svg, 200).expect("a picture");
        let picture = Pixmap::decode_png(&png).expect("a PNG");
        assert!(picture.pixels().iter().all(|pixel| pixel.alpha() == 255));
    }
}
