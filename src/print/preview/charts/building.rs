//! Charts of works, obstacles and bridges, where there are any.

use super::super::wording::{capital, inches, plain};
use super::{Present, signed, table};
use crate::print::page::{Align, Flow};
use crate::rules::{Named, Rules};
use crate::scenario::Scenario;

/// What lies in the way, how it is crossed and shot away, and what it takes to build.
pub fn building(flow: &mut Flow, scenario: &Scenario, rules: &Rules, there: &Present) {
    let scale = scenario.field.scale;
    let book = &rules.works;
    if !there.works.is_empty() {
        flow.small_heading("Works");
        let mut chart = table(&[
            ("", Align::Wrap),
            ("crossed as", Align::Left),
            ("hits to break", Align::Right),
            ("turns to dig", Align::Left),
        ]);
        for &works in &there.works {
            let row = &book.works[works];
            chart.row([
                capital(works.name()),
                row.cross
                    .map_or("see rules".to_owned(), |ground| plain(ground.name())),
                format!("{} for {}", row.hits, inches(*book.stretch.at(scale))),
                row.build.map_or("\u{2013}".to_owned(), |work| {
                    format!("{}, {} with engineers", work.alone, work.engineers)
                }),
            ]);
        }
        flow.chart(chart);
    }
    if !there.obstacles.is_empty() {
        flow.small_heading("Obstacles");
        let mut chart = table(&[
            ("", Align::Wrap),
            ("rough", Align::Right),
            ("all fire", Align::Right),
            ("of foot", Align::Right),
            ("turns to clear", Align::Right),
        ]);
        for &obstacle in &there.obstacles {
            let row = &book.obstacles[obstacle];
            chart.row([
                capital(&plain(obstacle.name())),
                inches(row.rough_inches as f32),
                signed(row.all_fire),
                signed(row.infantry_fire),
                row.destroy.to_string(),
            ]);
        }
        flow.chart(chart);
    }
    if there.bridges {
        let pontoon = &book.pontoon;
        flow.small_heading("Pontoon bridge");
        flow.tiny(&format!(
            "Turns: {} to unload, {} for the first stretch of {}, {} for each further one; Confederates take {} times \
             as long. Crossed as a {}; {} hits of guns in a turn destroy it all.",
            pontoon.unload,
            pontoon.first_stretch,
            inches(*pontoon.stretch.at(scale)),
            pontoon.further_stretch,
            pontoon.confederate_factor,
            plain(pontoon.crossed_as.name()),
            pontoon.hits_destroy_all
        ));
    }
}
