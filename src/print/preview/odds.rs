//! How it will go: who wins how often, when and where it is decided, and what would make it even.

use bevy::math::Vec2;

use super::balance::Remedy;
use super::study::Study;
use super::wording;
use crate::print::map::ink::{Ink, Trace, colour};
use crate::print::map::lettering::{Anchor, Face, Lettering};
use crate::print::map::over;
use crate::print::page::{Align, Flow, Table, bold};
use crate::print::share::Share;
use crate::rules::{Named, Side};
use crate::scenario::Scenario;

/// Colours that the colour-blind can tell apart: the Union, the Confederates, nobody.
pub const PAINTS: [&str; 3] = ["#0072b2", "#d55e00", "#ffffff"];

/// How large the maps are drawn: the largest with which the fewest pages are filled.
const MAPS: [f32; 3] = [1.0, 0.8, 0.6];

/// Draws the pages.
pub fn draw(
    flow: &mut Flow,
    scenario: &Scenario,
    study: &Study,
    told: (Option<&[Remedy]>, &[Side]),
) {
    let maps = [false, true].map(|charges| heat(scenario, (study, told.1), charges));
    let counts = MAPS.map(|large| {
        let mut trial = flow.blank();
        sheet(&mut trial, scenario, study, told, (&maps, large));
        trial.count()
    });
    let fewest = counts.iter().min().copied().unwrap_or(1);
    let best = counts.iter().position(|&count| count == fewest);
    let large = MAPS[best.unwrap_or(0)];
    sheet(flow, scenario, study, told, (&maps, large));
}

fn sheet(
    flow: &mut Flow,
    scenario: &Scenario,
    study: &Study,
    (remedies, sides): (Option<&[Remedy]>, &[Side]),
    drawn: (&[String; 2], f32),
) {
    flow.part("How it will go");
    let [union, confederate] = [Side::Union, Side::Confederate].map(|side| study.won(Some(side)));
    let [first, second] = &study.players;
    let players = if first == second {
        format!("{first} on both sides")
    } else {
        format!("{first} for the Union, {second} for the Confederates")
    };
    flow.para(&format!(
        "{} of {} battles between two computers ({players}) went to the Union, {} to the Confederates{}. In brackets \
         stands where the true share lies, 19 times out of 20.",
        bold(&wording::percent(union)),
        study.games,
        bold(&wording::percent(confederate)),
        if study.wins[2] > 0 {
            format!(", and {} were drawn", wording::percent(study.won(None)))
        } else {
            String::new()
        }
    ));
    bar(flow, study);
    let better = Share {
        won: study.better_dice.0 as f64,
        of: study.better_dice.1,
    };
    flow.para(&format!(
        "A battle lasts {:.1} turns. The side with the better dice won {}. {}",
        study.turns,
        wording::percent(better),
        decided(study)
    ));
    flow.balanced(2, |flow| {
        losses(flow, study);
        turns(flow, study);
    });
    maps(flow, scenario, drawn);
    commands(flow, scenario, study, sides);
    if let Some(remedies) = remedies {
        even(flow, study, remedies);
    }
    if !scenario.outcome.trim().is_empty() {
        flow.heading(&format!("How it went in {}", scenario.date.0));
        for part in scenario.outcome.split("\n\n") {
            flow.para(part);
        }
    }
}

/// From which turn on whoever is ahead wins.
fn decided(study: &Study) -> String {
    let sure = |share: f64| share >= 0.9;
    let turn = study.foretold.iter().rposition(|&share| !sure(share));
    let last = study.foretold.len();
    match turn {
        None if last > 0 => "Whoever is ahead after the first turn wins nearly always.".to_owned(),
        // Whoever is ahead at the very end has won: that says nothing.
        Some(turn) if turn + 2 < last => format!(
            "From the end of turn {} on, whoever is ahead wins in nine battles of ten or more.",
            turn + 2
        ),
        _ => "It is open to the last turn.".to_owned(),
    }
}

/// One bar for all battles.
fn bar(flow: &mut Flow, study: &Study) {
    flow.block(30.0, |ink, at, width| {
        let games = study.games.max(1) as f32;
        let mut x = at.x;
        for (part, name) in [(0, "Union"), (2, "drawn"), (1, "Confederates")] {
            let wide = width * study.wins[part] as f32 / games;
            if wide <= 0.0 {
                continue;
            }
            let mut box_ = Trace::new();
            box_.rectangle(Vec2::new(x, at.y + 2.0), Vec2::new(wide, 18.0));
            ink.fill(&box_, PAINTS[part], "fill-opacity=\"0.75\"");
            ink.line(&box_, colour::INK, 0.6, "");
            let text = format!("{name} {:.0} %", 100.0 * study.wins[part] as f32 / games);
            let lettering = Lettering::plain(Face::Bold, 10.0, colour::INK);
            if lettering.width(&text) < wide - 4.0 {
                lettering.centred(ink, &text, Vec2::new(x + wide / 2.0, at.y + 11.0), 0.0);
            }
            x += wide;
        }
        // Where the middle is.
        let mut middle = Trace::new();
        let half = at.x + width / 2.0;
        middle.stroke(Vec2::new(half, at.y - 1.0), Vec2::new(half, at.y + 23.0));
        ink.line(&middle, colour::INK, 0.8, "");
    });
}

fn losses(flow: &mut Flow, study: &Study) {
    flow.heading("What it costs");
    let mut table = Table::new(&[
        ("Figures and sections", Align::Wrap),
        ("in all", Align::Right),
        ("shot or cut down", Align::Right),
        ("run off", Align::Right),
        ("taken", Align::Right),
    ]);
    for (side, losses) in [Side::Union, Side::Confederate]
        .into_iter()
        .zip(&study.losses)
    {
        let mut cells = vec![wording::side(side).to_owned()];
        cells.extend(losses.map(|count| format!("{count:.1}")));
        table.row(cells);
    }
    flow.table(&table);
    let mut table = Table::new(&[
        ("Lost by the end of turn", Align::Left),
        ("Union", Align::Right),
        ("Confederate", Align::Right),
    ]);
    for (turn, lost) in study.lost.iter().enumerate() {
        table.row([
            (turn + 1).to_string(),
            format!("{:.1}", lost[0]),
            format!("{:.1}", lost[1]),
        ]);
    }
    flow.table(&table);
}

/// Turn by turn: who would have won, and who held what.
fn turns(flow: &mut Flow, study: &Study) {
    // The heading stays with the first chart.
    flow.room(30.0 + chart_height(&study.ahead));
    flow.heading("Turn by turn");
    chart(flow, "Who would win, were it over then", &study.ahead);
    for (zone, held) in study.held.iter().take(5) {
        chart(flow, &format!("Alone on {zone}"), held);
    }
    flow.note("Blue is the Union, orange the Confederates, white nobody or both.");
}

/// How high the bar of one turn is, with the room below it.
const ROW: f32 = 11.0;

fn chart_height(turns: &[[f64; 3]]) -> f32 {
    14.0 + ROW * turns.len() as f32 + 3.0
}

fn chart(flow: &mut Flow, title: &str, turns: &[[f64; 3]]) {
    if turns.is_empty() {
        return;
    }
    flow.block(chart_height(turns), |ink, at, width| {
        let italic = Lettering::plain(Face::Italic, 8.6, colour::INK).fitted(title, width);
        italic.write(ink, title, at + Vec2::new(0.0, 9.0), Anchor::Start);
        let plain = Lettering::plain(Face::Roman, 7.4, colour::INK);
        for (turn, shares) in turns.iter().enumerate() {
            let y = at.y + 14.0 + turn as f32 * ROW;
            let number = (turn + 1).to_string();
            plain.write(ink, &number, Vec2::new(at.x + 8.0, y + 7.0), Anchor::End);
            let mut x = at.x + 13.0;
            let all = width - 14.0;
            for part in [0, 2, 1] {
                let wide = all * shares[part] as f32;
                let mut box_ = Trace::new();
                box_.rectangle(Vec2::new(x, y), Vec2::new(wide, ROW - 2.0));
                if wide > 0.05 {
                    ink.fill(&box_, PAINTS[part], "fill-opacity=\"0.8\"");
                    ink.line(&box_, colour::INK, 0.3, "");
                }
                x += wide;
            }
        }
    });
}

/// Where figures fall and where charges go in.
fn maps(flow: &mut Flow, scenario: &Scenario, (drawings, large): (&[String; 2], f32)) {
    let width = flow.width();
    let shape = scenario.field.size;
    let high = (width * 0.5 * shape.y / shape.x).clamp(150.0, 330.0) * large + 16.0;
    flow.room(high + 46.0);
    flow.heading("Where it is decided");
    let at = flow.at();
    let half = (width - 12.0) / 2.0;
    let titles = [
        "Where figures fall: each disc as large as what is lost there",
        "Where charges strike home, in the colour of those who charge",
    ];
    for (number, (svg, title)) in drawings.iter().zip(titles).enumerate() {
        let x = at.x + number as f32 * (half + 12.0);
        flow.drawing(svg, Vec2::new(x, at.y), Vec2::new(half, high - 14.0));
        let italic = Lettering::plain(Face::Italic, 8.2, colour::INK).fitted(title, half);
        let base = Vec2::new(x + half / 2.0, at.y + high - 4.0);
        italic.write(flow.pen(), title, base, Anchor::Middle);
    }
    flow.took(high + 4.0);
}

/// A map with a disc in each inch, as large as what happened there to those sides.
fn heat(scenario: &Scenario, (study, sides): (&Study, &[Side]), charges: bool) -> String {
    let (title, grids) = if charges {
        ("Where charges go in", &study.charges)
    } else {
        ("Where figures fall", &study.falls)
    };
    let (wide, _) = study.cells;
    let most = grids
        .iter()
        .flatten()
        .copied()
        .fold(0.0f32, f32::max)
        .max(1e-6);
    over(scenario, title, |ink: &mut Ink, sheet| {
        for (side, grid) in grids.iter().enumerate() {
            // Where the other stands he finds out for himself.
            if !sides.iter().any(|one| one.index() == side) {
                continue;
            }
            let mut marks = Trace::new();
            for (cell, &value) in grid.iter().enumerate() {
                // Less than a hundredth of the most is not seen.
                if value < most * 0.01 {
                    continue;
                }
                let (x, y) = (cell as u32 % wide, cell as u32 / wide);
                let at = sheet.at(Vec2::new(x as f32 + 0.5, y as f32 + 0.5));
                let radius = (value / most).sqrt() * sheet.inch * 1.3;
                if charges {
                    let half = Vec2::splat(radius * 0.85);
                    marks.rectangle(at - half, half * 2.0);
                } else {
                    marks.circle(at, radius);
                }
            }
            let more = "fill-opacity=\"0.55\" stroke=\"#ffffff\" stroke-width=\"0.3\"";
            ink.fill(&marks, PAINTS[side], more);
        }
    })
}

/// What each side's computer did with each command.
fn commands(flow: &mut Flow, scenario: &Scenario, study: &Study, sides: &[Side]) {
    // The heading stays with the first command.
    flow.room(130.0);
    flow.heading("What the computers tried");
    // Only who plans tells what he was about.
    let planned = study.tried.iter().any(|tried| !tried.is_empty());
    let mut columns = vec![("Command", Align::Wrap)];
    columns.extend(planned.then_some(("ordered, of all its actions", Align::Wrap)));
    columns.extend([
        ("engaged from turn", Align::Right),
        ("inches a unit", Align::Right),
        ("fires", Align::Right),
        ("charges", Align::Right),
        ("lost", Align::Right),
        ("units broken", Align::Right),
    ]);
    let mut table = Table::new(&columns).wide();
    for &side in sides {
        table.across(wording::side(side));
        for (number, command) in scenario.commands.iter().enumerate() {
            let units: Vec<usize> = scenario
                .real_units()
                .enumerate()
                .filter(|(_, unit)| unit.command == number)
                .map(|(unit, _)| unit)
                .collect();
            let (Some(deeds), false) = (study.deeds.get(number), units.is_empty()) else {
                continue;
            };
            if command.side != side {
                continue;
            }
            let sum = |part: fn(&(f64, f64)) -> f64| {
                let of = units.iter().filter_map(|&unit| study.units.get(unit));
                of.map(part).sum::<f64>()
            };
            let (inches, fires, charges, engaged) = *deeds;
            let mut cells = vec![command.name.clone()];
            if planned {
                let tried = study.tried.get(number).into_iter().flatten();
                let tried: Vec<String> = tried
                    .map(|(what, share)| format!("{what} {:.0}\u{a0}%", 100.0 * share))
                    .collect();
                cells.push(tried.join(", "));
            }
            cells.extend([
                engaged.map_or("never".to_owned(), |turn| format!("{turn:.1}")),
                format!("{inches:.0}"),
                format!("{fires:.1}"),
                format!("{charges:.1}"),
                format!("{:.1}", sum(|unit| unit.0)),
                format!("{:.1} of {}", sum(|unit| unit.1), units.len()),
            ]);
            table.row(cells);
        }
    }
    flow.table(&table);
}

/// What would make it even.
fn even(flow: &mut Flow, study: &Study, remedies: &[Remedy]) {
    flow.heading("What would make it even");
    if remedies.is_empty() {
        let as_it_is = Remedy {
            what: "as it is".to_owned(),
            wins: study.wins,
        };
        flow.para(if as_it_is.is_even() {
            "It is as good as even as it is."
        } else {
            "Nothing that was tried brings it nearer to even."
        });
        return;
    }
    let mut table = Table::new(&[
        ("Change", Align::Wrap),
        ("Union wins", Align::Left),
        ("Confederates win", Align::Left),
        ("drawn", Align::Right),
        ("", Align::Left),
    ])
    .wide();
    for remedy in remedies {
        table.row([
            remedy.what.clone(),
            wording::percent(remedy.won(Some(Side::Union))),
            wording::percent(remedy.won(Some(Side::Confederate))),
            format!("{}", remedy.wins[2]),
            if remedy.is_even() {
                "as good as even".to_owned()
            } else {
                String::new()
            },
        ]);
    }
    flow.table(&table);
    if let Some(first) = remedies.first() {
        flow.note(&format!(
            "Each of these was fought {} times, by the same computers.",
            first.games()
        ));
    }
}
