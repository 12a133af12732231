//! Lessons that somebody has broken: each is refused with its line and the reason.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use deadly_field::lessons::{Lesson, all, check};
use deadly_field::rules::Rules;
use deadly_field::scenario::FileFault;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How many are broken; all 500 with `DEADLY_FIELD_DAMAGED_LESSONS=500`.
fn sample() -> u64 {
    std::env::var("DEADLY_FIELD_DAMAGED_LESSONS")
        .ok()
        .and_then(|number| number.parse().ok())
        .unwrap_or(60)
}

struct Chance(ChaCha8Rng);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0.next_u32() as usize % most.max(1)
    }

    /// One of the places where something stands in a text.
    fn place(&mut self, text: &str, what: &str) -> Option<usize> {
        let all: Vec<_> = text.match_indices(what).map(|(at, _)| at).collect();
        (!all.is_empty()).then(|| all[self.below(all.len())])
    }
}

/// A way to break a lesson.
type Damage = fn(&str, &mut Chance) -> Option<String>;

const DAMAGES: [(&str, Damage); 12] = [
    ("cut off", |text, chance| {
        let end = text.rfind(')')?;
        let mut at = chance.below(end);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        Some(text[..at].to_owned())
    }),
    ("a bracket is gone", |text, chance| {
        let code = code(text);
        let all: Vec<_> = code
            .char_indices()
            .filter(|(_, letter)| "()[]".contains(*letter))
            .map(|(at, _)| at)
            .collect();
        let at = all[chance.below(all.len())];
        Some(format!("{}{}", &text[..at], &text[at + 1..]))
    }),
    ("an unknown field", |text, chance| {
        let fields = [
            "say: ",
            "title: ",
            "steps: ",
            "teaches: ",
            "by: [",
            "at: (",
            "union: (",
        ];
        let field = fields[chance.below(fields.len())];
        let at = chance.place(&code(text), field)?;
        Some(format!("{}x{}", &text[..at], &text[at..]))
    }),
    ("an unknown rule", |text, chance| {
        let from = text.find("teaches: [")?;
        let end = from + text[from..].find(']')?;
        let at = from + chance.place(&text[from..end], ".")?;
        Some(format!("{}_x{}", &text[..at], &text[at..]))
    }),
    ("an unknown unit in a step", |text, chance| {
        let steps = text.find("    steps: [")?;
        let name = unit(text, chance)?;
        let quoted = format!("\"{name}\"");
        let at = steps + chance.place(&text[steps..], &quoted)?;
        Some(format!(
            "{}\"Nobody's Own\"{}",
            &text[..at],
            &text[at + quoted.len()..]
        ))
    }),
    ("a die of seven", |text, chance| {
        let at = chance.place(text, "dice: [")? + "dice: [".len();
        Some(format!("{}7{}", &text[..at], &text[at + 1..]))
    }),
    ("a die too many", |text, chance| {
        let at = chance.place(text, "dice: [")? + "dice: [".len();
        let end = at + text[at..].find(']')?;
        Some(format!("{}, 3{}", &text[..end], &text[end..]))
    }),
    ("a die too few", |text, chance| {
        let at = chance.place(text, "dice: [")? + "dice: [".len();
        let end = at + text[at..].find(']')?;
        let last = text[..end].rfind(',')?;
        (last > at).then(|| format!("{}{}", &text[..last], &text[end..]))
    }),
    ("another result", |text, chance| {
        let fields = ["total: ", "mmp: ", "strength: "];
        let field = fields[chance.below(fields.len())];
        let steps = text.find("    steps: [")?;
        let at = steps + chance.place(&text[steps..], field)? + field.len();
        let end = at + text[at..].find(|letter: char| !letter.is_ascii_digit())?;
        let number: i32 = text[at..end].parse().ok()?;
        Some(format!("{}{}{}", &text[..at], number + 1, &text[end..]))
    }),
    ("other odds", |text, chance| {
        let at = chance.place(text, "says: [(")? + "says: [(".len();
        let comma = at + text[at..].find(", ")? + 2;
        let end = comma + text[comma..].find(')')?;
        let number: f32 = text[comma..end].parse().ok()?;
        Some(format!(
            "{}{:.1}{}",
            &text[..comma],
            number + 7.0,
            &text[end..]
        ))
    }),
    ("off the table", |text, chance| {
        let fields = ["to: (", "from: ("];
        let field = fields[chance.below(fields.len())];
        let steps = text.find("    steps: [")?;
        let at = steps + chance.place(&text[steps..], field)? + field.len();
        let digit = text[at..].starts_with(|letter: char| letter.is_ascii_digit());
        digit.then(|| format!("{}9{}", &text[..at], &text[at..]))
    }),
    ("two things in one step", |text, chance| {
        let at = chance.place(&code(text), "            do: ")?;
        Some(format!(
            "{}            play: [EndTurn],\n{}",
            &text[..at],
            &text[at..]
        ))
    }),
];

/// A lesson without its texts: as long, with blanks for all that is quoted or said in comments.
fn code(text: &str) -> String {
    let (mut quoted, mut comment) = (false, false);
    text.chars()
        .flat_map(|letter| {
            if letter == '\n' {
                comment = false;
            }
            if letter == '"' && !comment {
                quoted = !quoted;
                return vec![' '];
            }
            if letter == '/' && !quoted {
                comment = true;
            }
            if quoted || comment {
                vec![' '; letter.len_utf8()]
            } else {
                vec![letter]
            }
        })
        .collect()
}

/// One of the units of a lesson.
fn unit(text: &str, chance: &mut Chance) -> Option<String> {
    let at = chance.place(text, "arm: ")?;
    let name = text[..at].rfind("name: \"")? + "name: \"".len();
    let end = name + text[name..].find('"')?;
    Some(text[name..end].to_owned())
}

fn refusals(path: &Path, text: &str) -> Vec<FileFault> {
    match Lesson::read(path, text, Rules::book()) {
        Err(faults) => faults,
        Ok(lesson) => check(&Arc::new(lesson)),
    }
}

#[test]
fn damaged_lessons_are_refused_with_line_and_reason() {
    let ours: Vec<(PathBuf, String)> = all()
        .into_iter()
        .map(|path| {
            let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join(&path);
            let text = std::fs::read_to_string(whole).expect("a lesson");
            (path, text)
        })
        .collect();
    let (mut broken, mut seed) = (0, 0);
    while broken < sample() {
        seed += 1;
        assert!(seed < 20 * sample(), "hardly anything can be broken");
        let mut chance = Chance(ChaCha8Rng::seed_from_u64(seed));
        let (path, text) = &ours[chance.below(ours.len())];
        let (what, damage) = DAMAGES[chance.below(DAMAGES.len())];
        let Some(damaged) = damage(text, &mut chance) else {
            continue;
        };
        let faults = refusals(path, &damaged);
        let name = path.display();
        assert!(
            !faults.is_empty(),
            "{name}, {what}, seed {seed}: it is taken"
        );
        for fault in &faults {
            assert!(
                fault.place.is_some_and(|(line, _)| line >= 1),
                "{name}, {what}, seed {seed}: no line: {fault}"
            );
            assert!(fault.what.len() > 5, "{name}, {what}, seed {seed}: {fault}");
        }
        broken += 1;
    }
}
