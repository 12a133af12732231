//! The booklet: its pages whole, its text to be found again, and nobody told what he may not know.

use std::collections::HashMap;
use std::path::Path;

use deadly_field::print::page::{Page, Paper, pdf};
use deadly_field::print::preview::balance::{arrivals, figures, on_stands, turns};
use deadly_field::print::preview::{Making, Part, Present, Subject, pages};
use deadly_field::rules::{Named, Scale, Side, Troops};
use deadly_field::scenario::{Hiding, Scenario, all, find};

use crate::support::{militia, rules};

pub fn scenario(name: &str, scale: Scale) -> Scenario {
    Scenario::load(&find(Path::new(name)), scale, rules()).unwrap_or_else(|faults| {
        let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
        panic!("{}", faults.join("\n"))
    })
}

/// Some scenarios of every kind, or all of them where more booklets than usual are asked for.
pub fn every_scenario(scale: Scale) -> Vec<Scenario> {
    if booklets() > USUAL {
        let path = |path: &std::path::PathBuf| scenario(&path.display().to_string(), scale);
        return all().iter().map(path).collect();
    }
    ["taint_no_militia", "farmington"]
        .map(|name| scenario(name, scale))
        .into()
}

pub fn subject(scenario: &Scenario) -> Subject<'_> {
    Subject {
        scenario,
        study: None,
        remedies: None,
        picture: None,
    }
}

/// As many booklets as the suite draws by itself.
const USUAL: usize = 1;

/// How many booklets are drawn by the suite.
fn booklets() -> usize {
    let asked = std::env::var("DEADLY_FIELD_PREVIEWS").ok();
    asked.and_then(|asked| asked.parse().ok()).unwrap_or(USUAL)
}

/// Whatever is wrong with a page.
fn faults(page: &Page) -> Vec<String> {
    let mut faults: Vec<String> = page
        .cut_off()
        .into_iter()
        .map(|text| format!("`{text}` is cut off"))
        .collect();
    let words = page.words();
    if words.len() < 3 {
        faults.push("is empty".to_owned());
    }
    faults.extend(slips(&words.join(" ")));
    faults
}

/// Whatever nobody would write: names of the files, numbers that do not fit their words, words twice.
fn slips(text: &str) -> Vec<String> {
    let plain = text.replace('\u{a0}', " ");
    let never = [
        "_",
        "..",
        "{",
        "NaN",
        "inf ",
        "12:00",
        "anywhere in within",
        "anywhere where",
        "by Between",
        "by Where",
        "in Within",
        " 1 times",
        "by by",
        " on on ",
        "0 stands",
        "None",
        "the union",
        "the confederate",
    ];
    let mut slips: Vec<String> = never
        .iter()
        .filter(|slip| plain.contains(**slip))
        .map(|slip| format!("says `{slip}`"))
        .collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    for pair in words.windows(2) {
        let many = pair[1].trim_end_matches(['.', ',', ';', ':', ')']);
        let counted = [
            "figures",
            "sections",
            "buildings",
            "turns",
            "units",
            "stands",
            "points",
            "pennies",
        ];
        if pair[0] == "1" && counted.contains(&many) || pair == ["the", "the"] {
            slips.push(format!("says `{}`", pair.join(" ")));
        }
    }
    slips
}

/// What is told of every battle of ours reads as people write, at every scale.
#[test]
fn every_briefing_reads_well() {
    for (number, path) in all().iter().enumerate() {
        let scale = Scale::ALL[number % Scale::ALL.len()];
        let scenario = scenario(&path.display().to_string(), scale);
        let making = Making {
            parts: vec![
                Part::Needs,
                Part::Briefings,
                Part::Rules,
                Part::Charts,
                Part::Rosters,
            ],
            ..Making::default()
        };
        for page in pages(&[subject(&scenario)], rules(), &making) {
            let faults = faults(&page);
            assert!(
                faults.is_empty(),
                "{}, {}: {faults:?}",
                scenario.name,
                page.part
            );
        }
    }
}

/// Every page of some booklets is whole, none is empty, and a printer can hold them.
#[test]
fn pages_are_whole() {
    let scales = [Scale::Mm15, Scale::Mm25, Scale::Mm10];
    for (number, path) in all().iter().cycle().enumerate() {
        let round = number / all().len();
        if number == booklets() || round == scales.len() {
            break;
        }
        let scale = scales[(number + round) % scales.len()];
        let scenario = scenario(&path.display().to_string(), scale);
        let paper = if number % 2 == 0 {
            Paper::A4
        } else {
            Paper::Letter
        };
        let making = Making {
            paper,
            ..Making::default()
        };
        let pages = pages(&[subject(&scenario)], rules(), &making);
        assert!(
            (8..=48).contains(&pages.len()),
            "{}: {}",
            scenario.name,
            pages.len()
        );
        for (number, page) in pages.iter().enumerate() {
            let faults = faults(page);
            let where_ = format!(
                "{} at {scale}, page {}: {}",
                scenario.name,
                number + 1,
                page.part
            );
            assert!(faults.is_empty(), "{where_}: {faults:?}");
            assert_eq!(page.size, paper.size());
        }
        let charts = pages.iter().filter(|page| page.part == "Charts").count();
        assert_eq!(charts, 1, "{}: the charts are on one sheet", scenario.name);
    }
}

/// The text of a PDF, page by page, as a reader of it finds it: by the codes on the page and the list
/// of what each spells.
fn texts(file: &[u8]) -> Vec<String> {
    let find = |from: usize, what: &[u8]| {
        file[from..]
            .windows(what.len())
            .position(|part| part == what)
            .map(|at| from + at)
    };
    let mut streams = Vec::new();
    let mut at = 0;
    while let Some(start) = find(at, b"\nstream\n") {
        let end = find(start, b"\nendstream").expect("its end");
        let pressed = &file[start + 8..end];
        streams.push(miniz_oxide::inflate::decompress_to_vec_zlib(pressed).expect("a stream"));
        at = end;
    }
    // Faces come in the order F0, F1, …, each with a list of what its codes spell.
    let mut faces: Vec<HashMap<u16, String>> = Vec::new();
    for stream in &streams {
        let text = String::from_utf8_lossy(stream);
        if !text.contains("begincmap") {
            continue;
        }
        let mut spells = HashMap::new();
        for line in text.lines() {
            let parts: Vec<&str> = line.split(['<', '>']).collect();
            if let [_, code, _, units, _] = parts[..]
                && code.len() == 4
                && !line.contains("FFFF")
            {
                let units: Vec<u16> = units
                    .as_bytes()
                    .chunks(4)
                    .filter_map(|unit| {
                        u16::from_str_radix(std::str::from_utf8(unit).ok()?, 16).ok()
                    })
                    .collect();
                let code = u16::from_str_radix(code, 16).expect("a code");
                spells.insert(code, String::from_utf16_lossy(&units));
            }
        }
        faces.push(spells);
    }
    let mut pages = Vec::new();
    for stream in &streams {
        let text = String::from_utf8_lossy(stream);
        if !text.contains(" TJ") {
            continue;
        }
        let mut page = String::new();
        for line in text.lines().filter(|line| line.ends_with("TJ")) {
            let face = line.trim_start_matches("/F").split(' ').next();
            let face: usize = face.and_then(|face| face.parse().ok()).expect("a face");
            let inside = &line[line.find('[').expect("[") + 1..line.rfind(']').expect("]")];
            for part in inside.split('<').skip(1) {
                let codes = part.split('>').next().unwrap_or_default();
                for code in codes.as_bytes().chunks(4) {
                    let code = std::str::from_utf8(code).expect("digits");
                    let code = u16::from_str_radix(code, 16).expect("a code");
                    page.push_str(faces[face].get(&code).map_or("", String::as_str));
                }
            }
            page.push('\n');
        }
        pages.push(page);
    }
    pages
}

/// A booklet as PDF: every object where its table says, and every word to be found again.
#[test]
fn a_booklet_can_be_searched() {
    let scenario = militia(Scale::Mm15);
    let making = Making {
        parts: vec![Part::Needs, Part::Rosters],
        ..Making::default()
    };
    let pages = pages(&[subject(&scenario)], rules(), &making);
    let file = pdf(&scenario.name, &pages).expect("a PDF");
    assert!(file.starts_with(b"%PDF-1.7\n"));
    let text = String::from_utf8_lossy(&file).into_owned();
    let table: usize = text
        .rsplit("startxref\n")
        .next()
        .and_then(|end| end.lines().next()?.parse().ok())
        .expect("where the table is");
    let lines = String::from_utf8_lossy(&file[table..]).into_owned();
    let objects = lines
        .lines()
        .skip(3)
        .take_while(|line| line.ends_with(" n "));
    let mut counted = 0;
    for (number, line) in objects.enumerate() {
        let start: usize = line[..10].parse().expect("a place");
        let head = format!("{} 0 obj\n", number + 1);
        assert!(
            file[start..].starts_with(head.as_bytes()),
            "object {}",
            number + 1
        );
        counted += 1;
    }
    assert!(counted > pages.len() * 2);
    let found = texts(&file);
    assert_eq!(found.len(), pages.len());
    let plain = |text: &str| text.replace(['\u{2019}', '\'', ' ', '\u{a0}', '\n'], "");
    for (page, found) in pages.iter().zip(&found) {
        for words in page.words() {
            // What is written in one piece is found in one piece.
            assert!(
                plain(found).contains(&plain(&words)),
                "`{words}` on {}",
                page.part
            );
        }
    }
    for unit in scenario.real_units() {
        assert!(
            found
                .iter()
                .any(|page| plain(page).contains(&plain(&unit.name))),
            "{}",
            unit.name
        );
    }
}

/// A side's own pages hold nothing of what is hidden from it.
#[test]
fn a_side_is_told_only_what_it_knows() {
    let mut scenario = militia(Scale::Mm15);
    scenario.hide(Hiding::pickets(&[Side::Confederate], 1), rules());
    let making = Making {
        sides: vec![Side::Union],
        parts: vec![
            Part::Cover,
            Part::Plan,
            Part::Briefings,
            Part::Needs,
            Part::Rosters,
            Part::Labels,
        ],
        ..Making::default()
    };
    let pages = pages(&[subject(&scenario)], rules(), &making);
    let words: Vec<String> = pages.iter().flat_map(Page::words).collect();
    let said = |name: &str| {
        let name = name.replace('\'', "\u{2019}");
        words.iter().any(|line| line.contains(&name))
    };
    for unit in scenario.units_of(Side::Confederate) {
        assert!(!said(&unit.name), "{} is told", unit.name);
    }
    // How many pickets he has says how many units he has.
    assert!(!said("Confederate pickets"));
    assert!(scenario.units_of(Side::Union).all(|unit| said(&unit.name)));
}

/// Whoever is on the road is told to nobody on the other side, even where all that stands is seen.
#[test]
fn arrivals_are_told_to_their_own_side() {
    let scenario = scenario("meeting_1864", Scale::Mm15);
    let comes =
        |unit: &&deadly_field::scenario::UnitSetup| unit.footprint(&scenario.field).is_none();
    let making = Making {
        sides: vec![Side::Union],
        parts: Part::ALL
            .iter()
            .copied()
            .filter(|part| *part != Part::Odds)
            .collect(),
        ..Making::default()
    };
    let pages = pages(&[subject(&scenario)], rules(), &making);
    let words: Vec<String> = pages.iter().flat_map(Page::words).collect();
    let said = |name: &str| {
        let name = name.replace('\'', "\u{2019}");
        words.iter().any(|line| line.contains(&name))
    };
    let theirs: Vec<_> = scenario.units_of(Side::Confederate).filter(comes).collect();
    assert!(theirs.len() > 5);
    for unit in theirs {
        assert!(!said(&unit.name), "{} is told", unit.name);
    }
    let mut ours = scenario.units_of(Side::Union).filter(comes);
    assert!(ours.all(|unit| said(&unit.name)));
}

/// Charts have a line for everything that is there, and for nothing else.
#[test]
fn only_the_charts_that_are_needed() {
    let militia = militia(Scale::Mm15);
    let there = Present::of(&militia, rules());
    assert!(there.carbines.is_empty() || militia.real_units().any(|unit| unit.unit.is_cavalry()));
    for unit in militia.real_units() {
        match unit.unit.troops {
            Troops::Infantry { weapon, .. } => {
                assert!(weapon.is_none_or(|weapon| there.muskets.contains(&weapon)));
            }
            Troops::Cavalry { weapon, .. } => {
                assert!(weapon.is_none_or(|weapon| there.carbines.contains(&weapon)));
            }
            Troops::Artillery { gun, .. } => {
                assert!(gun.is_none_or(|gun| there.guns.contains(&(gun, unit.unit.side))));
            }
        }
    }
    let horse = scenario("farmington", Scale::Mm15);
    assert!(!Present::of(&horse, rules()).carbines.is_empty());
}

/// Remedies change what they say, and nothing else.
#[test]
fn remedies_do_what_they_say() {
    let scenario = militia(Scale::Mm15);
    let before = scenario.strength(Side::Union).0;
    let (what, more) = figures(&scenario, Side::Union, 1).expect("room for more");
    let now = more.strength(Side::Union).0;
    assert!(
        now > before && what.starts_with(&format!("{} more Union figures", now - before)),
        "{what}"
    );
    assert_eq!(
        more.strength(Side::Confederate),
        scenario.strength(Side::Confederate)
    );
    let (what, fewer) = figures(&scenario, Side::Confederate, -2).expect("some to take");
    let lost = scenario.strength(Side::Confederate).0 - fewer.strength(Side::Confederate).0;
    assert!(
        lost > 0 && what.starts_with(&format!("{lost} fewer")),
        "{what}"
    );
    let (what, longer) = turns(&scenario, 1).expect("a turn");
    assert_eq!(
        (longer.turns, what.as_str()),
        (scenario.turns + 1, "1 turn more: 5")
    );
    for &side in Side::ALL {
        if let Some((what, early)) = arrivals(&scenario, side, -1) {
            assert!(what.contains("1 turn earlier"), "{what}");
            let changed = early
                .units
                .iter()
                .zip(&scenario.units)
                .filter(|(new, old)| new != old);
            assert!(changed.clone().count() > 0);
            assert!(changed.into_iter().all(|(new, _)| new.unit.side == side));
        }
    }
    let mut threes = scenario.clone();
    on_stands(&mut threes, 3);
    for unit in threes.real_units().filter(|unit| !unit.unit.is_artillery()) {
        let wanted = if unit.muster.strength >= 3 { 3 } else { 2 };
        assert_eq!(
            (unit.muster.stands, unit.unit.stands.full),
            (wanted, wanted),
            "{}",
            unit.name
        );
    }
}
