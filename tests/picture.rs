//! Pictures of the table hold what the roster says: every unit, every marker, no more and no less.

use std::path::Path;
use std::sync::Arc;

use bevy::image::Image;
use bevy::math::Vec2;
use deadly_field::army::{Army, Fact};
use deadly_field::chronicle::Chronicle;
use deadly_field::players::{Level, SeatKind};
use deadly_field::rules::{Morale, Rules, Scale, Side};
use deadly_field::scenario::{Scenario, find};
use deadly_field::session::{MatchUp, Table};
use deadly_field::table::shot::{self, Shot, Viewpoint};
use deadly_field::table::{Playback, Quality};

const SIZE: u32 = 960;

fn chronicle(seed: u64) -> (Arc<Scenario>, Arc<Rules>, Vec<Fact>) {
    let rules = Arc::new(Rules::book().clone());
    let path = find(Path::new("taint_no_militia"));
    let scenario = Arc::new(Scenario::load(&path, Scale::Mm15, &rules).expect("a good scenario"));
    let both = MatchUp::both(SeatKind::Computer(Level::Medium));
    let fought = Table::new(both).fight(scenario.clone(), rules.clone(), seed);
    (scenario, rules, fought.battle().facts().to_vec())
}

/// The table from above at a moment, and the armies that belong to it.
fn above(chronicle: Chronicle, moment: usize) -> (Image, Army) {
    let mut playback = Playback::new(chronicle);
    playback.seek(moment);
    let view = playback.view().clone();
    let shot = Shot {
        playback,
        from: Viewpoint::Top,
        quality: Quality::Low,
        size: (SIZE, SIZE),
    };
    (shot::take(shot, |_| {}).expect("a picture"), view)
}

fn pixel(picture: &Image, x: i64, y: i64) -> Option<[i32; 3]> {
    let inside = |at: i64| (0..i64::from(SIZE)).contains(&at);
    if !inside(x) || !inside(y) {
        return None;
    }
    let data = picture.data.as_ref()?;
    let at = (y as usize * SIZE as usize + x as usize) * 4;
    Some([0, 1, 2].map(|part| i32::from(data[at + part])))
}

fn alike(one: [i32; 3], rgb: u32, within: i32) -> bool {
    let other = [16, 8, 0].map(|shift| ((rgb >> shift) & 0xff) as i32);
    (0..3).all(|part| (one[part] - other[part]).abs() <= within)
}

/// Patches of a colour, so many pixels or more each.
fn patches(picture: &Image, rgb: u32, least: usize) -> usize {
    let side = SIZE as usize;
    let mut seen = vec![false; side * side];
    let matches = |at: usize| {
        pixel(picture, (at % side) as i64, (at / side) as i64)
            .is_some_and(|colour| alike(colour, rgb, 22))
    };
    let mut count = 0;
    for start in 0..side * side {
        if seen[start] || !matches(start) {
            continue;
        }
        let (mut open, mut size) = (vec![start], 0);
        seen[start] = true;
        while let Some(at) = open.pop() {
            size += 1;
            let (x, y) = ((at % side) as i64, (at / side) as i64);
            // Letters cut the face of a marker: look over them.
            for (dx, dy) in (-3..=3).flat_map(|dx| (-3..=3).map(move |dy| (dx, dy))) {
                let (x, y) = (x + dx, y + dy);
                if x < 0 || y < 0 || x >= side as i64 || y >= side as i64 {
                    continue;
                }
                let next = y as usize * side + x as usize;
                if !seen[next] && matches(next) {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
        count += usize::from(size >= least);
    }
    count
}

/// Everything in which a picture and the roster disagree.
fn faults(picture: &Image, view: &Army, scenario: &Scenario) -> Vec<String> {
    let mut faults = Vec::new();
    for (morale, rgb) in [
        (Morale::Disorder, 0x1f9a3d),
        (Morale::Shaken, 0xf0c419),
        (Morale::Routed, 0xd2202a),
    ] {
        let told = view
            .present()
            .filter(|&id| view.unit(id).morale == morale)
            .count();
        let seen = patches(picture, rgb, 25);
        if told != seen {
            faults.push(format!(
                "{told} units are {morale}, {seen} markers are seen"
            ));
        }
    }
    let field = &scenario.field;
    let focal = shot::top_focal(field, SIZE);
    for id in view.present() {
        // The painted rear edge of a stand is what one sees from above.
        let rgb = match view.side(id) {
            Side::Union => 0x2c4fa3,
            Side::Confederate => 0xa8322b,
        };
        let footprint = view.footprint(id);
        let seen = footprint.stands.iter().any(|stand| {
            let painted = |across: i32, back: i32| {
                let right = stand.facing.right() * stand.half.x * across as f32 / 12.0;
                let ahead = stand.facing.ahead() * stand.half.y * back as f32 / 12.0;
                let at = stand.centre + right - ahead;
                let off = (at - field.size / 2.0) * focal(field.heights.height(at) + 0.05);
                let dot = Vec2::new(off.x, -off.y) + SIZE as f32 / 2.0;
                pixel(picture, dot.x as i64, dot.y as i64)
                    .is_some_and(|colour| alike(colour, rgb, 34))
            };
            let spots = (-13..=13).flat_map(|across| (2..=15).map(move |back| (across, back)));
            spots
                .filter(|&(across, back)| painted(across, back))
                .count()
                >= 4
        });
        if !seen {
            faults.push(format!("{} is not seen", view.name(id)));
        }
    }
    faults
}

#[test]
fn the_picture_holds_every_unit_and_every_marker_of_the_roster() {
    if shot::driver().is_none() {
        eprintln!(
            "SKIPPED: this machine lacks a Vulkan driver (apt-get install mesa-vulkan-drivers)"
        );
        return;
    }
    let (scenario, rules, facts) = chronicle(1);
    let told = || Chronicle::of(scenario.clone(), rules.clone(), &facts);
    let (mut disordered, mut worse) = (0, 0);
    let moments = [
        told().turn(1),
        told().turn(2) + 40,
        told().turn(4),
        facts.len(),
    ];
    let mut pictures = Vec::new();
    for moment in moments {
        let (picture, view) = above(told(), moment);
        assert_eq!(
            faults(&picture, &view, &scenario),
            Vec::<String>::new(),
            "at moment {moment}"
        );
        let of = |morale: Morale| {
            view.present()
                .filter(|&id| view.unit(id).morale == morale)
                .count()
        };
        disordered += of(Morale::Disorder);
        worse += of(Morale::Shaken) + of(Morale::Routed);
        pictures.push((picture, view));
    }
    assert!(
        disordered > 2 && worse > 0,
        "there must be markers to be counted"
    );

    // The same eyes see what is wrong: an old picture lies, an empty table lacks everybody.
    let (first, last) = (&pictures[0], &pictures[3]);
    let markers = |view: &Army| {
        view.present()
            .filter(|&id| view.unit(id).morale != Morale::GoodOrder)
            .count()
    };
    let marked = pictures
        .iter()
        .max_by_key(|(_, view)| markers(view))
        .expect("four pictures");
    assert!(
        faults(&first.0, &marked.1, &scenario)
            .iter()
            .any(|fault| fault.contains("markers"))
    );
    assert!(
        faults(&first.0, &last.1, &scenario)
            .iter()
            .any(|fault| fault.contains("is not seen"))
    );
    let mut empty = first.0.clone();
    empty.data = Some(vec![110; (SIZE * SIZE * 4) as usize]);
    let missing = faults(&empty, &first.1, &scenario);
    assert_eq!(missing.len(), first.1.present().count(), "{missing:?}");
}

#[test]
fn every_quality_and_scale_draws_a_table() {
    let Some(_) = shot::driver() else {
        eprintln!(
            "SKIPPED: this machine lacks a Vulkan driver (apt-get install mesa-vulkan-drivers)"
        );
        return;
    };
    let rules = Arc::new(Rules::book().clone());
    let path = find(Path::new("taint_no_militia"));
    for (scale, quality) in [
        (Scale::Mm10, Quality::Low),
        (Scale::Mm25, Quality::Low),
        (Scale::Mm15, Quality::High),
    ] {
        let scenario = Arc::new(Scenario::load(&path, scale, &rules).expect("a good scenario"));
        let playback = Playback::new(Chronicle::new(scenario, rules.clone()));
        let shot = Shot {
            playback,
            from: Viewpoint::Overview,
            quality,
            size: (160, 90),
        };
        let picture = shot::take(shot, |_| {}).expect("a picture");
        let data = picture.data.expect("pixels");
        let mut colours: Vec<_> = data
            .chunks_exact(4)
            .map(|dot| [dot[0] / 16, dot[1] / 16, dot[2] / 16])
            .collect();
        colours.sort_unstable();
        colours.dedup();
        assert!(
            colours.len() > 60,
            "only {} colours at {scale}, {quality}",
            colours.len()
        );
    }
}
