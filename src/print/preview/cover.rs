//! The cover, the plan, and how to build the ground.

use std::sync::Arc;

use bevy::math::Vec2;

use super::study::Study;
use super::terrain::{self, Ground, Stock};
use super::wording::{self, inches};
use crate::field::geometry::Bounds;
use crate::print::map::ink::{Trace, colour};
use crate::print::map::lettering::{Anchor, Face, Lettering};
use crate::print::map::{over, svg_for};
use crate::print::page::{Align, Flow, Picture, Style, Table, bold, set_text, swell, text_height};
use crate::rules::{Named, Side};
use crate::scenario::Scenario;

/// Draws the cover, with a picture of the table where one can be made, else with its plan.
pub fn cover(
    flow: &mut Flow,
    scenario: &Scenario,
    study: Option<&Study>,
    picture: Option<&Arc<Vec<u8>>>,
    eyes: Option<Side>,
) {
    let size = flow.size();
    let middle = size.x / 2.0;
    let ink = flow.bare_part("Cover");
    for (inset, width) in [(26.0, 1.6), (30.0, 0.5)] {
        let mut frame = Trace::new();
        frame.rectangle(Vec2::splat(inset), size - Vec2::splat(inset * 2.0));
        ink.line(&frame, colour::INK, width, "");
    }
    let mut line = |text: &str, y: f32, lettering: Lettering| {
        let fitted = lettering.fitted(text, size.x - 110.0);
        fitted.write(ink, text, Vec2::new(middle, y), Anchor::Middle);
    };
    line(
        "A BATTLE FOR THE TABLE",
        66.0,
        Lettering::plain(Face::Roman, 9.0, colour::INK).spaced(0.3),
    );
    line(
        &scenario.name,
        104.0,
        Lettering::plain(Face::Bold, 34.0, colour::INK),
    );
    let day = format!(
        "{}, {}",
        wording::date(scenario),
        wording::clock(scenario.time)
    );
    line(
        &day,
        140.0,
        Lettering::plain(Face::Italic, 16.0, colour::INK),
    );
    let field = &scenario.field;
    let table = format!(
        "A table of {:.0} by {:.0} inches for {} figures",
        field.size.x,
        field.size.y,
        field.scale.name().replace("mm", " mm")
    );
    line(
        &table,
        158.0,
        Lettering::plain(Face::Roman, 10.5, colour::INK),
    );
    swell(ink, Vec2::new(middle, 120.0), 110.0);
    let at = Vec2::new(52.0, 172.0);
    let room = Vec2::new(size.x - 104.0, 380.0);
    let taken = match picture {
        Some(png) => {
            // Pictures are drawn three to two.
            let wide = room.x.min(room.y * 1.5);
            let fits = Vec2::new(wide, wide / 1.5);
            let corner = Vec2::new(middle - fits.x / 2.0, at.y);
            let mut frame = Trace::new();
            frame.rectangle(corner - Vec2::splat(2.0), fits + Vec2::splat(4.0));
            flow.pen().line(&frame, colour::INK, 0.8, "");
            flow.picture(Picture {
                at: Bounds {
                    low: corner,
                    high: corner + fits,
                },
                png: Arc::clone(png),
            });
            fits.y
        }
        None => {
            flow.drawing(&svg_for(scenario, eyes), at, room);
            room.y
        }
    };
    let mut y = at.y + taken + 18.0;
    let mut column = Column {
        x: 52.0,
        width: size.x - 104.0,
        foot: size.y - 40.0,
    };
    y = column.para(flow, &first_part(&scenario.history), y);
    for text in facts(scenario, study, eyes) {
        y = column.para(flow, &text, y);
    }
}

/// Text on the cover, as long as there is room.
struct Column {
    x: f32,
    width: f32,
    foot: f32,
}

impl Column {
    fn para(&mut self, flow: &mut Flow, text: &str, y: f32) -> f32 {
        let mut style = Style::BODY;
        // What is long is set smaller rather than cut off.
        while y + text_height(text, style, self.width) > self.foot && style.size > 6.0 {
            style.size -= 0.4;
        }
        if y + text_height(text, style, self.width) > self.foot {
            return y;
        }
        let at = Vec2::new(self.x, y);
        y + set_text(flow.pen(), text, style, at, self.width) + 4.0
    }
}

/// The first part of a history: what fits on a cover.
fn first_part(history: &str) -> String {
    const MOST: usize = 900;
    let first = history.split("\n\n").find(|part| !part.trim().is_empty());
    let first = first.unwrap_or_default().trim();
    if first.chars().count() <= MOST {
        return first.to_owned();
    }
    let cut: String = first.chars().take(MOST).collect();
    match cut.rfind(". ") {
        Some(end) => cut[..=end].to_owned(),
        None => format!("{cut}…"),
    }
}

/// Seconds that things take people at a table, by our own watch.
const SECONDS: [f64; 3] = [50.0, 20.0, 25.0];
/// Seconds for a player turn beside all that: leaders, command, markers.
const EACH_PLAYER_TURN: f64 = 150.0;

/// How many hours a battle takes at the table: from what was to do in the simulated ones.
pub fn hours(study: &Study) -> f64 {
    let work: f64 = study.effort[..3]
        .iter()
        .zip(SECONDS)
        .map(|(count, each)| count * each)
        .sum();
    (work + study.effort[6] * EACH_PLAYER_TURN) / 3600.0
}

fn facts(scenario: &Scenario, study: Option<&Study>, eyes: Option<Side>) -> Vec<String> {
    let force = |side: &Side| {
        let side = *side;
        let (figures, guns) = scenario.strength(side);
        let units = scenario.units_of(side).count();
        let guns = if guns > 0 {
            format!(" and {guns} guns")
        } else {
            String::new()
        };
        let points = match [scenario.muster.0, scenario.muster.1][side.index()] {
            0 => String::new(),
            points => format!(", {points} muster points"),
        };
        format!(
            "{}: {units} units, {figures} figures{guns}{points}",
            wording::side(side)
        )
    };
    // What the other has, one learns at the table.
    let told = Side::ALL.iter().filter(|side| eyes != Some(side.other()));
    let forces: Vec<String> = told.map(force).collect();
    let mut facts = vec![format!("{} {}.", bold("Forces."), forces.join(". "))];
    match study {
        Some(study) => {
            let long = hours(study);
            let half = |hours: f64| (hours * 2.0).round() / 2.0;
            let (low, high) = (half(long * 0.8).max(0.5), half(long * 1.3).max(1.0));
            facts.push(format!(
                "{} Up to {} turns, {:.1} on average. In {} simulated battles there were {:.0} activations, {:.0} \
                 reactions and {:.0} rolls; at {:.0}, {:.0} and {:.0} seconds for each, and two and a half minutes for \
                 each player turn, that is about {low} to {high} hours at the table for two who know the rules.",
                bold("Length."),
                scenario.turns,
                study.turns,
                study.games,
                study.effort[0],
                study.effort[1],
                study.effort[2],
                SECONDS[0],
                SECONDS[1],
                SECONDS[2]
            ));
            facts.push(format!(
                "{} The Union won {}, the Confederates {}.",
                bold("Odds."),
                wording::percent(study.won(Some(Side::Union))),
                wording::percent(study.won(Some(Side::Confederate)))
            ));
        }
        None => facts.push(format!(
            "{} Up to {} turns of half an hour.",
            bold("Length."),
            scenario.turns
        )),
    }
    facts
}

/// Draws the plan on a page of its own.
pub fn plan(flow: &mut Flow, scenario: &Scenario, eyes: Option<Side>) {
    flow.part("The plan");
    let (at, width, left) = (flow.at(), flow.width(), flow.left());
    flow.large_drawing(&svg_for(scenario, eyes), at, Vec2::new(width, left));
    flow.took(left);
}

/// Draws how to build the ground.
pub fn ground(flow: &mut Flow, scenario: &Scenario) {
    let field = &scenario.field;
    let ground = Ground::of(field);
    flow.part("How to build the ground");
    flow.para(&format!(
        "The table is {:.0} by {:.0} inches. Squares of the grid are {:.0} inches wide, letters from west to east, \
         numbers from south to north; places are inches east and north of the south-west corner.",
        field.size.x,
        field.size.y,
        terrain::GRID
    ));
    let svg = over(scenario, "The ground by squares", |ink, sheet| {
        let grid = terrain::GRID;
        let mut lines = Trace::new();
        let (wide, high) = (field.size.x, field.size.y);
        let steps = |end: f32| (1..(end / grid).ceil() as u32).map(move |step| step as f32 * grid);
        for x in steps(wide) {
            lines.stroke(sheet.at(Vec2::new(x, 0.0)), sheet.at(Vec2::new(x, high)));
        }
        for y in steps(high) {
            lines.stroke(sheet.at(Vec2::new(0.0, y)), sheet.at(Vec2::new(wide, y)));
        }
        ink.line(&lines, "#741b15", 0.9, "stroke-opacity=\"0.8\"");
        // As large on the page whatever the size of the table.
        let bold = Lettering::rimmed(Face::Bold, sheet.page.x * 0.018, "#741b15");
        for column in 0..(wide / grid).ceil() as u32 {
            for row in 0..(high / grid).ceil() as u32 {
                let corner = Vec2::new(column as f32, row as f32) * grid + Vec2::new(0.5, 0.4);
                let name = terrain::square(corner);
                bold.write(ink, &name, sheet.at(corner), Anchor::Start);
            }
        }
    });
    let width = flow.width();
    let high = (width * field.size.y / field.size.x + 20.0)
        .min(flow.left() - 30.0)
        .min(430.0);
    let at = flow.at();
    flow.drawing(&svg, at, Vec2::new(width, high));
    flow.took(high + 6.0);
    stock(flow, &ground.stock, field.size, terrain::thickness(field));
    hills(flow, &ground, field.size, terrain::thickness(field));
    let lists = |flow: &mut Flow| {
        pieces(flow, "Woods, fields and water", &ground.areas);
        pieces(flow, "Roads, streams, fences and works", &ground.lines);
        pieces(flow, "Buildings", &ground.buildings);
    };
    if flow.limit_for(2, lists).is_none() {
        flow.page();
    }
    flow.balanced(2, lists);
}

fn stock(flow: &mut Flow, stock: &Stock, table: Vec2, thick: f32) {
    flow.heading("Terrain to have");
    let feet = |inches: f32| format!("{:.1} ft", inches / 12.0);
    // What is small one does not measure in feet.
    let square_feet = |inches: f32| match inches {
        ..72.0 => format!("{:.0} sq in", inches.max(1.0)),
        _ => format!("{:.1} sq ft", inches / 144.0),
    };
    let mut have = vec![format!(
        "a ground sheet of {:.0} by {:.0} inches",
        table.x, table.y
    )];
    for (kind, inches) in &stock.lines {
        have.push(format!(
            "{} of {}",
            bold(&feet(*inches)),
            kind.to_lowercase()
        ));
    }
    for (kind, inches) in &stock.areas {
        have.push(format!(
            "{} of {}",
            bold(&square_feet(*inches)),
            kind.to_lowercase()
        ));
    }
    if stock.trees > 0 {
        have.push(format!("about {} trees", bold(&stock.trees.to_string())));
    }
    if stock.buildings > 0 {
        let s = if stock.buildings == 1 { "" } else { "s" };
        have.push(format!(
            "{} building{s}",
            bold(&stock.buildings.to_string())
        ));
    }
    for (layer, inches_of) in &stock.layers {
        let top = (*layer as f32 + 1.0) * thick;
        have.push(format!(
            "{} of board {} thick for hills up to {}",
            bold(&square_feet(*inches_of)),
            inches(thick),
            inches(top)
        ));
    }
    flow.para(&format!("{}.", wording::capital(&have.join("; "))));
}

fn hills(flow: &mut Flow, ground: &Ground, table: Vec2, thick: f32) {
    if ground.hills.is_empty() {
        return;
    }
    flow.heading("Hills");
    let mut list = Table::new(&[
        ("Hill", Align::Wrap),
        ("Layer", Align::Middle),
        ("Its foot is", Align::Left),
        ("Squares", Align::Left),
        ("Around", Align::Left),
    ])
    .wide();
    for (number, hill) in ground.hills.iter().enumerate() {
        let name = if hill.name.is_empty() {
            format!("Rise {}", number + 1)
        } else {
            hill.name.clone()
        };
        for (at, layer) in hill.layers.iter().enumerate() {
            let size = layer.bounds.high - layer.bounds.low;
            let first = if at == 0 {
                format!("{}, {} high", bold(&name), inches(hill.height))
            } else {
                String::new()
            };
            list.row([
                first,
                format!("{:.0}", layer.foot / thick + 1.0),
                format!(
                    "{} by {} ({:.0} sq in)",
                    inches(size.x),
                    inches(size.y),
                    layer.area
                ),
                terrain::squares(layer.bounds, table),
                terrain::point((layer.bounds.low + layer.bounds.high) / 2.0),
            ]);
        }
    }
    flow.table(&list);
    flow.note(
        "Hills are cut from board in layers, the lowest first; the plan shows how they lie, and slopes between layers \
         count as its lines of height do.",
    );
}

fn pieces(flow: &mut Flow, title: &str, pieces: &[terrain::Piece]) {
    if pieces.is_empty() {
        return;
    }
    flow.heading(title);
    let mut list = Table::new(&[
        ("What", Align::Wrap),
        ("Size", Align::Wrap),
        ("Squares", Align::Left),
        ("Where", Align::Wrap),
    ])
    .sized(6.6)
    .wide();
    for piece in pieces {
        list.row([
            piece.what.clone(),
            piece.size.clone(),
            piece.place.clone(),
            piece.at.clone(),
        ]);
    }
    flow.table(&list);
}
