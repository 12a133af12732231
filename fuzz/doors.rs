//! The doors by which files and words from outside come in, each with something good to twist.
//! Whoever goes through one must not panic, and must come back.

use std::sync::{Arc, LazyLock};

use deadly_field::adjudicate::answer_line;
use deadly_field::files::{Kind, Opening, Replay, open_journal, read_save};
use deadly_field::lessons::{Lesson, check};
use deadly_field::players::{Reply, Seat, SeatKind, View, hear, safe_answer, sample_answers};
use deadly_field::print::tally::{Battles, Fought, Outcome, Roll, Shard, Tally, add};
use deadly_field::rules::{Named, Rules, Scale, Side};
use deadly_field::scenario::force::Force;
use deadly_field::scenario::rules_folder::HouseRules;
use deadly_field::scenario::{ForceText, Forces, ScenarioSource, find};
use deadly_field::session::{MatchUp, Session, Table};
use serde_json::{Value, json};

use super::generators::{Choices, twist_json, twist_lines, twist_ron};

const SCENARIO: &str = include_str!("../scenarios/taint_no_militia.ron");

const MUSTER: &str = include_str!("../scenarios/the_crossroads.ron");
const BOARD: &str = include_str!("../scenarios/boards/crossroads.ron");
const FORCE: &str = include_str!("../forces/crossroads_union.ron");
const OTHER: &str = include_str!("../forces/crossroads_confederate.ron");

const LESSONS: [&str; 3] = [
    include_str!("../walkthroughs/fire.ron"),
    include_str!("../walkthroughs/charge.ron"),
    include_str!("../walkthroughs/worn_regiments.ron"),
];

/// Requests of every kind, with every field that the contract knows.
const REQUESTS: &str = include_str!("corpus/requests.jsonl");

fn begin(match_up: MatchUp) -> Session {
    let path = find(std::path::Path::new("taint_no_militia"));
    let (scenario, source) =
        ScenarioSource::load(&path, Scale::Mm15, Rules::book()).expect("a good scenario");
    let opening = Opening {
        source,
        scale: Scale::Mm15,
        house_rules: HouseRules::new(),
        seed: 8,
        seats: match_up.names(),
    };
    let rules = Arc::new(Rules::book().clone());
    Table::new(match_up).begin(opening, Arc::new(scenario), rules)
}

fn random() -> MatchUp {
    MatchUp::both(SeatKind::Random)
}

/// A save in the middle of a battle, and the replay of the whole.
static FILES: LazyLock<(Vec<u8>, Vec<u8>)> = LazyLock::new(|| {
    let mut session = begin(random());
    let mut save = Vec::new();
    session.run(|session| {
        if session.number() == 90 {
            let record = session.record();
            save = record.bytes(Kind::Save, session.battle()).expect("a save");
        }
    });
    let replay = session.record().bytes(Kind::Replay, session.battle());
    (save, replay.expect("a replay"))
});

/// A scenario is refused, or set up at every scale.
pub fn scenario(bytes: &[u8]) {
    let text = twist_ron(SCENARIO, &mut Choices::new(bytes));
    let source = json!({ "file": "fuzzed.ron", "text": text });
    let source: ScenarioSource = serde_json::from_value(source).expect("a source");
    for &scale in Scale::ALL {
        // What is wrong at one scale need not be at another; that it is told is enough.
        let _ = source.scenario(scale, Rules::book());
    }
}

/// A force is refused, or judged, priced, written again and brought to a scenario.
pub fn force(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    // Without its claim, which would be the first fault of nearly all.
    let text = twist_ron(&FORCE.replacen("points: Some(156),", "", 1), &mut choices);
    let Ok(force) = Force::read("fuzzed.ron", &text, Rules::book()) else {
        return;
    };
    let faults = force.faults(Rules::book(), None);
    for fault in faults {
        assert!(!force.place(&fault.at).is_empty() && !fault.what.is_empty());
    }
    let again = Force::read("again.ron", &force.text(Rules::book()), Rules::book());
    assert_eq!(again.as_ref(), Ok(&force));
    let brought = ForceText {
        file: "fuzzed.ron".to_owned(),
        text,
        cards: Vec::new(),
    };
    let forces = Forces {
        union: Some(brought),
        ..Forces::default()
    };
    let path = find(std::path::Path::new("the_crossroads"));
    let _ = ScenarioSource::load_with(&path, Scale::Mm15, Rules::book(), forces);
}

/// A scenario that musters is refused, or set up.
pub fn muster(bytes: &[u8]) {
    let text = twist_ron(MUSTER, &mut Choices::new(bytes));
    let source = json!({ "file": "fuzzed.ron", "text": text, "beside": {
        "boards/crossroads.ron": { "text": BOARD },
        "forces/crossroads_union.ron": { "text": FORCE },
        "forces/crossroads_confederate.ron": { "text": OTHER },
    } });
    let source: ScenarioSource = serde_json::from_value(source).expect("a source");
    let _ = source.scenario(Scale::Mm15, Rules::book());
}

/// A lesson is refused, or played through.
pub fn lesson(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let good = LESSONS[choices.below(LESSONS.len())];
    let text = twist_ron(good, &mut choices);
    let path = std::path::Path::new("fuzzed.ron");
    if let Ok(lesson) = Lesson::read(path, &text, Rules::book()) {
        check(&Arc::new(lesson));
    }
}

/// Two battles of a shard.
static SHARD: LazyLock<Shard> = LazyLock::new(|| {
    let mut fought = Vec::new();
    let mut session = begin(random());
    session.run(|_| {});
    let (battle, source) = (session.battle(), &session.record().opening.source);
    let roll = Roll::of(battle.scenario());
    let battles = Battles::new(source, &HouseRules::new(), &Table::new(random()), roll);
    for seed in [8, 9] {
        let outcome = Outcome::of(battle);
        fought.push(Fought { seed, outcome });
    }
    Shard::new(battles, fought)
});

/// A shard is refused, or added up.
pub fn shard(bytes: &[u8]) {
    let good = serde_json::to_value(&*SHARD).expect("a shard");
    let twisted = twist_json(&good, &mut Choices::new(bytes));
    through_a_file("shard", twisted.to_string().as_bytes(), |path| {
        if let Ok(sum) = add(&[path.to_owned()]) {
            let outcomes: Vec<_> = sum.fought.into_iter().map(|one| one.outcome).collect();
            let tally = Tally::of(&sum.battles.roll, &outcomes);
            assert!(!tally.text().is_empty() && tally.json().is_object());
        }
    });
}

/// Has bytes opened that lie in a file.
fn through_a_file(what: &str, bytes: &[u8], open: impl FnOnce(&std::path::Path)) {
    let name = format!(
        "deadly-field-fuzz-{}-{:?}.{what}",
        std::process::id(),
        std::thread::current().id()
    );
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, bytes).expect("a file to open");
    open(&path);
    std::fs::remove_file(&path).expect("it is still there");
}

/// A save is refused, or played on.
pub fn save(bytes: &[u8]) {
    let forged = twist_lines(&FILES.0, &mut Choices::new(bytes));
    if let Ok(opened) = read_save("fuzzed.save", &forged) {
        let mut session = Table::new(random()).resume(opened);
        for _ in 0..40 {
            session.poll();
        }
    }
}

/// A replay is refused, or played as far as it goes.
pub fn replay(bytes: &[u8]) {
    let forged = twist_lines(&FILES.1, &mut Choices::new(bytes));
    if let Ok(replay) = Replay::read("fuzzed.replay", &forged) {
        replay.play();
    }
}

/// A journal is refused, or played on.
pub fn journal(bytes: &[u8]) {
    let save = String::from_utf8_lossy(&FILES.0);
    let lines: Vec<_> = save
        .lines()
        .filter(|line| !line.starts_with("{\"sum\"") && !line.starts_with("{\"end\""))
        .collect();
    let good = lines
        .join("\n")
        .replacen("deadly-field save", "deadly-field journal", 1)
        + "\n";
    let forged = twist_lines(good.as_bytes(), &mut Choices::new(bytes));
    through_a_file("journal", &forged, |path| {
        if let Ok((opened, _)) = open_journal(path) {
            let mut session = Table::new(random()).resume(opened);
            for _ in 0..40 {
                session.poll();
            }
        }
    });
}

/// A line for the adjudicator is answered, or it is told what is wrong.
pub fn adjudicate(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let lines: Vec<&str> = REQUESTS.lines().collect();
    let line = lines[choices.below(lines.len())];
    let good: Value = serde_json::from_str(line).expect("a good request");
    let twisted = twist_json(&good, &mut choices).to_string();
    if let Err(fault) = answer_line(Rules::book(), &twisted) {
        assert!(!fault.to_string().is_empty());
    }
}

/// A seat that says what a mad program might, and then does what is safe.
struct Mad(Vec<u8>);

impl Seat for Mad {
    fn name(&self) -> &str {
        "mad"
    }

    fn ask(&mut self, view: &View) -> Reply {
        let mut choices = Choices::new(&self.0);
        let mut lines: Vec<Value> = sample_answers(view, 6)
            .into_iter()
            .map(|answer| json!({ "answer": answer }))
            .collect();
        let (one, other) = (0, view.army().units().len() - 1);
        lines.extend([
            json!({ "ask": { "fire": { "units": [one], "target": other } } }),
            json!({ "ask": { "charge": { "units": [one], "target": other } } }),
            json!({ "ask": { "sight": [one, other] } }),
            json!({ "ask": { "plan": { "units": [one], "to": [9.0, 9.0], "facing": 90.0 } } }),
        ]);
        let good = &lines[choices.below(lines.len())];
        // Whatever it means, nobody falls over it.
        let _ = hear(view, &twist_json(good, &mut choices).to_string());
        let other_bytes = self.0.len().min(7);
        self.0.rotate_left(other_bytes);
        Reply::Answer(safe_answer(view))
    }

    fn poll(&mut self) -> Reply {
        Reply::Thinking
    }
}

/// Lines of another program are understood, or it is told what is wrong.
pub fn program(bytes: &[u8]) {
    let mut session = begin(random());
    for &side in Side::ALL {
        session.seat(side, Box::new(Mad(bytes.to_vec())));
    }
    for _ in 0..30 {
        session.poll();
    }
}
