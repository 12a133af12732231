//! `simulate` and `tournament` as a person uses them.

use assert_cmd::Command;
use serde_json::Value;

fn simulate(arguments: &[&str]) -> Value {
    let output = Command::cargo_bin("deadly-field")
        .expect("the program")
        .args(["simulate", "taint_no_militia", "--json"])
        .args(arguments)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn without_seconds(mut tally: Value) -> Value {
    let seconds = tally["seconds"].take();
    assert!(seconds.as_f64().is_some_and(|seconds| seconds > 0.0));
    tally
}

/// The same seed is the same tally, however many battles are fought at once.
#[test]
fn jobs_change_nothing() {
    let tally = |jobs: &str, seed: &str| {
        let games = ["--games", "9", "--jobs", jobs, "--seed", seed];
        without_seconds(simulate(&games))
    };
    let one = tally("1", "7");
    assert_eq!(one, tally("2", "7"));
    assert_eq!(one, tally("5", "7"));
    assert_ne!(one, tally("2", "8"));
}

#[test]
fn the_tally_adds_up() {
    let games = ["--games", "8", "--union", "random", "--scale", "10mm"];
    let tally = simulate(&games);
    let number = |pointer: &str| {
        let value = tally.pointer(pointer).and_then(Value::as_f64);
        value.unwrap_or_else(|| panic!("no number {pointer} in {tally}"))
    };
    assert_eq!(number("/games"), 8.0);
    let wins: f64 = ["union", "confederate", "draw"]
        .iter()
        .map(|side| number(&format!("/wins/{side}")))
        .sum();
    assert_eq!(wins, 8.0);
    for side in ["union", "confederate"] {
        let share = number(&format!("/intervals/{side}/share"));
        assert_eq!(share, number(&format!("/wins/{side}")) / 8.0);
        assert!(number(&format!("/intervals/{side}/low")) <= share);
        assert!(number(&format!("/intervals/{side}/high")) >= share);
        let units = tally["units"].as_array().expect("units");
        let lost: f64 = units
            .iter()
            .filter(|unit| unit["side"] == side)
            .map(|unit| unit["mean_losses"].as_f64().expect("losses"))
            .sum();
        let mean = number(&format!("/casualties/{side}/mean"));
        assert!((lost - mean).abs() < 1e-9, "{lost} {mean}");
    }
    assert_eq!(number("/turns"), 4.0);
    let units = tally["units"].as_array().expect("units");
    assert_eq!(units.len(), 25);
    for unit in units {
        let share = |name: &str| unit[name].as_f64().expect("a share");
        assert!((share("routed") + share("removed") - share("broken")).abs() < 1e-9);
        assert!((0.0..=1.0).contains(&share("broken")), "{unit}");
        assert!(share("mean_losses") <= share("strength"), "{unit}");
    }
    assert!(number("/luck/spread") > 0.5);
    assert!((0.0..=1.0).contains(&number("/luck/better_dice_won/share")));
    assert!((-1.0..=1.0).contains(&number("/luck/correlation_with_losses")));
    assert_eq!(number("/luck/union_with_even_dice/games"), 3.0);
    for kind in ["fire", "morale", "impact", "fate"] {
        assert!(number(&format!("/luck/kinds/{kind}/spread")) >= 0.0);
    }
}

/// For people: a table, and how much was luck.
#[test]
fn people_get_a_table() {
    let output = Command::cargo_bin("deadly-field")
        .expect("the program")
        .args(["simulate", "taint_no_militia", "--games", "2"])
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    for part in [
        "T'ain't No Militia at 15mm: 2 battles in ",
        "The side with the better dice won ",
        "Archer's Brigade",
        "  42nd Mississippi ",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// Dummies stand for nobody, and nobody counts them.
#[test]
fn hidden_battles_are_counted_like_others() {
    let run = |extra: &[&str]| {
        let output = Command::cargo_bin("deadly-field")
            .expect("the program")
            .args(["simulate", "taint_no_militia", "--games", "2"])
            .args(["--hidden", "both", "--dummies", "2"])
            .args(extra)
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let lines = |text: &str| text.lines().filter(|line| line.starts_with("  ")).count();
    let text = run(&[]);
    assert!(text.contains("  42nd Mississippi "), "{text}");
    let json: Value = serde_json::from_str(&run(&["--json"])).expect("an object");
    let units = json["units"].as_array().expect("units").len();
    assert_eq!(units, 25);
    assert!(lines(&text) >= units, "{text}");
}

fn tournament(arguments: &[&str]) -> std::process::Output {
    Command::cargo_bin("deadly-field")
        .expect("the program")
        .args(["tournament", "--scenarios", "taint_no_militia"])
        .args(arguments)
        .output()
        .expect("it runs")
}

/// Everybody meets everybody on both sides, the same however many battles are fought at once, and
/// parts of it add up to the whole.
#[test]
fn a_tournament_adds_up() {
    let run = |extra: &[&str]| -> Value {
        let players = "computer:medium,computer:easy,random";
        let output =
            tournament(&[&["--players", players, "--games", "2", "--json"][..], extra].concat());
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice(&output.stdout).expect("one JSON object")
    };
    let one = without_seconds(run(&["--jobs", "1"]));
    assert_eq!(one, without_seconds(run(&["--jobs", "3"])));
    assert_eq!(one["battles"], 12);
    let pairings = one["pairings"].as_array().expect("pairings");
    assert_eq!(pairings.len(), 3);
    let number = |value: &Value| value.as_f64().expect("a number");
    for pairing in pairings {
        let pairs = &pairing["pairs"];
        let all = ["won", "drawn", "lost"].map(|what| number(&pairs[what]));
        assert_eq!(all.iter().sum::<f64>(), 2.0, "{pairing}");
        let share = &pairing["battles"];
        assert_eq!(share["games"], 4);
        assert!(number(&share["low"]) <= number(&share["share"]));
        assert!(number(&share["high"]) >= number(&share["share"]));
    }
    let players = one["players"].as_array().expect("players");
    let ratings: Vec<f64> = players.iter().map(|one| number(&one["rating"])).collect();
    assert!((ratings.iter().sum::<f64>() / 3.0 - 1500.0).abs() < 1e-6);
    assert!(ratings[0] > ratings[2], "chance plays better: {ratings:?}");
    // Shards.
    let parts: u64 = ["1/2", "2/2"]
        .iter()
        .map(|&part| {
            run(&["--shard", part])["battles"]
                .as_u64()
                .expect("a number")
        })
        .sum();
    assert_eq!(parts, 12);
}

#[test]
fn a_tournament_says_what_is_wrong() {
    for (arguments, said) in [
        (&["--players", "computer:hard"][..], "two or more"),
        (&["--players", "computer:hard,nobody"], "allowed: person"),
        (&["--players", "computer:hard,person"], "needs the window"),
        (
            &["--players", "random,random", "--shard", "3/2"],
            "is no part",
        ),
        (
            &["--players", "random,random", "--scenarios", "gettysburg"],
            "taint_no_militia",
        ),
    ] {
        let output = tournament(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        let errors = String::from_utf8(output.stderr).expect("text");
        assert!(errors.contains(said), "{said} in {errors}");
    }
    let output = tournament(&["--players", "random,random", "--games", "1"]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("2 battles in 1 pairs"), "{text}");
    assert!(text.contains("random against random: "), "{text}");
}

/// Runs the program; what it says.
fn said(arguments: &[&str]) -> Vec<u8> {
    let output = Command::cargo_bin("deadly-field")
        .expect("the program")
        .args(arguments)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{output:?}");
    output.stdout
}

/// Runs the program, which refuses; what it says of it.
fn refused(arguments: &[&str]) -> String {
    let output = Command::cargo_bin("deadly-field")
        .expect("the program")
        .args(arguments)
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// Players who do not think long.
const QUICK: [&str; 4] = [
    "--union",
    "computer:medium",
    "--confederate",
    "computer:medium",
];

/// Seven uneven shards, in any order, are what one run is, byte for byte.
#[test]
fn shards_add_up_to_one_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let whole = ["simulate", "taint_no_militia", "--seeds", "3..24"];
    let whole = [&whole[..], &QUICK].concat();
    let text = said(&whole);
    let json = said(&[&whole[..], &["--json", "--out", &path("one.json")]].concat());
    let edges = [3u64, 4, 6, 7, 12, 15, 16, 24];
    let mut shards = Vec::new();
    for (number, edge) in edges.windows(2).enumerate() {
        let (seeds, out) = (
            format!("{}..{}", edge[0], edge[1]),
            path(&number.to_string()),
        );
        let jobs = if number % 2 == 0 { "1" } else { "3" };
        let shard = ["simulate", "taint_no_militia", "--seeds", &seeds];
        said(&[&shard[..], &QUICK, &["--out", &out, "--jobs", jobs]].concat());
        shards.insert(number / 2, out);
    }
    let shards: Vec<&str> = shards.iter().map(String::as_str).collect();
    assert_eq!(shards.len(), 7);
    let tally = |more: &[&str]| said(&[&["tally"], &shards[..], more].concat());
    assert_eq!(tally(&[]), text);
    assert_eq!(tally(&["--json", "--out", &path("all.json")]), json);
    let bytes = |name: &str| std::fs::read(path(name)).expect("a shard");
    assert_eq!(bytes("all.json"), bytes("one.json"));
    let again = refused(&["tally", &path("one.json"), shards[2]]);
    assert!(again.contains("holds the battle of seed "), "{again}");
    let other = path("other.json");
    let scale = [&QUICK[..], &["--scale", "10mm", "--out", &other]].concat();
    said(
        &[
            &["simulate", "taint_no_militia", "--seeds", "90..=90"],
            &scale[..],
        ]
        .concat(),
    );
    let mixed = refused(&["tally", shards[0], &other]);
    assert!(
        mixed.contains("at the scale `10mm` and not `15mm`"),
        "{mixed}"
    );
    std::fs::write(&other, "{\"shard\":1,\n\"battles\":7}").expect("a file");
    let broken = refused(&["tally", &other]);
    assert!(broken.contains("other.json:2:"), "{broken}");
    assert!(
        broken.contains("is no shard of `simulate --out`"),
        "{broken}"
    );
}

/// Whoever asks for a narrow interval gets no more battles than it takes, with any number of jobs.
#[test]
fn a_clear_answer_needs_few_battles() {
    let until = |jobs: &str| {
        let sides = ["--union", "computer:easy", "--confederate", "random"];
        simulate(&[&sides[..], &["--until", "0.42", "--jobs", jobs]].concat())
    };
    let tally = until("1");
    let games = tally["games"].as_u64().expect("games");
    assert!((20..100).contains(&games), "{games}");
    assert_eq!(without_seconds(tally), without_seconds(until("3")));
}

/// Ctrl-C: what has been fought is told and written.
#[cfg(unix)]
#[test]
fn called_off_it_tells_what_it_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let shard = folder.path().join("shard.json");
    let program = Command::cargo_bin("deadly-field").expect("the program");
    let child = std::process::Command::new(program.get_program())
        .args([
            "simulate",
            "taint_no_militia",
            "--seeds",
            "1..100000",
            "--out",
        ])
        .arg(&shard)
        .args(QUICK)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    std::thread::sleep(std::time::Duration::from_millis(4000));
    let id = child.id().to_string();
    let killed = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.starts_with("T'ain't No Militia at 15mm: "), "{text}");
    assert!(!text.contains("100000"), "{text}");
    assert_eq!(
        said(&["tally", shard.to_str().expect("a path")]),
        text.as_bytes()
    );
}

/// Called off before any change was tried, `balance` does not say that none helps.
#[cfg(unix)]
#[test]
fn what_was_not_tried_is_not_judged() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = Command::cargo_bin("deadly-field").expect("the program");
    let child = std::process::Command::new(program.get_program())
        .env("DEADLY_FIELD_DATA", folder.path())
        .args(["balance", "taint_no_militia", "--games", "100000"])
        .args(QUICK)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    std::thread::sleep(std::time::Duration::from_millis(4000));
    let id = child.id().to_string();
    let killed = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("  as it is"), "{text}");
    assert!(!text.contains("Nothing that was tried"), "{text}");
}

/// The first way of `docs/many-machines.md`, where GNU parallel is installed.
#[cfg(unix)]
#[test]
fn gnu_parallel_fights_shards() {
    let there = std::process::Command::new("parallel")
        .arg("--version")
        .output();
    if !there.is_ok_and(|there| String::from_utf8_lossy(&there.stdout).contains("GNU parallel")) {
        eprintln!("GNU parallel is not installed: not tested");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let program = Command::cargo_bin("deadly-field").expect("the program");
    let program = program.get_program().to_str().expect("a path");
    let doc = std::fs::read_to_string("docs/many-machines.md").expect("the page");
    let start = doc.find("seq 0 9 | parallel").expect("the lines");
    let lines: String = doc[start..]
        .lines()
        .take_while(|line| !line.starts_with("```"))
        .fold(String::new(), |all, line| all + line + "\n");
    // The same lines, with fewer battles.
    let small = lines
        .replace("seq 0 9", "seq 0 2")
        .replace("* 1000 + 1001", "* 3 + 4")
        .replace("* 1000 + 1 ", "* 3 + 1 ")
        .replace("--jobs 1", &format!("--jobs 1 {}", QUICK.join(" ")))
        .replace("deadly-field", program);
    let output = std::process::Command::new("bash")
        .args(["-euc", &small])
        .current_dir(folder.path())
        .output()
        .expect("bash runs");
    assert!(output.status.success(), "{output:?}\n{small}");
    let one = ["simulate", "taint_no_militia", "--seeds", "1..10"];
    let one = said(&[&one[..], &QUICK].concat());
    assert_eq!(output.stdout, one, "{small}");
}

/// Battles for a booklet are fought once, and used again as long as nothing has changed.
#[test]
fn a_booklet_keeps_its_battles() {
    let folder = tempfile::tempdir().expect("a folder");
    let booklet = |name: &str, games: &str| {
        let out = folder.path().join(name);
        let seats = ["--union", "random", "--confederate", "random"];
        let output = Command::cargo_bin("deadly-field")
            .expect("the program")
            .env("DEADLY_FIELD_DATA", folder.path())
            .args([
                "preview",
                "taint_no_militia",
                "--pages",
                "needs",
                "--games",
                games,
            ])
            .args(seats)
            .arg("--out")
            .arg(&out)
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{output:?}");
        std::fs::read(out).expect("a booklet")
    };
    let kept = || {
        let files = std::fs::read_dir(folder.path().join("previews")).expect("a folder");
        files
            .filter_map(|file| Some(file.ok()?.path()))
            .collect::<Vec<_>>()
    };
    let first = booklet("one.svg", "3");
    assert_eq!(kept().len(), 1);
    // What is kept is what is told: with other numbers in it the page is another one.
    let path = kept().remove(0);
    let text = std::fs::read_to_string(&path).expect("a study");
    assert_eq!(first, booklet("two.svg", "3"));
    let mut study: Value = serde_json::from_str(&text).expect("an object");
    study["markers"] = serde_json::json!([1, 1, 1, 1]);
    std::fs::write(&path, study.to_string()).expect("a file");
    assert_ne!(first, booklet("three.svg", "3"));
    // What is damaged is fought again; so is another number of battles.
    std::fs::write(&path, "{").expect("a file");
    assert_eq!(first, booklet("four.svg", "3"));
    booklet("five.svg", "2");
    assert_eq!(kept().len(), 2);
}

/// Wrong words say what is allowed.
#[test]
fn booklets_say_what_is_allowed() {
    let wrong = refused(&["preview", "taint_no_militia", "--out", "x.doc"]);
    assert!(
        wrong.contains("allowed: a file that ends in .pdf, .svg or .png"),
        "{wrong}"
    );
    let out = ["--out", "x.pdf"];
    let wrong = refused(
        &[
            &["preview", "taint_no_militia", "--pages", "rooster"],
            &out[..],
        ]
        .concat(),
    );
    assert!(
        wrong.contains("cover, plan, ground, needs, briefings"),
        "{wrong}"
    );
    let wrong = refused(&[
        "ground",
        "taint_no_militia",
        "--from",
        "99,3",
        "--out",
        "x.png",
    ]);
    assert!(
        wrong.contains("is off the table; allowed: 0,0 to 36,36"),
        "{wrong}"
    );
    let wrong = refused(&["simulate", "taint_no_militia", "--seeds", "9..3"]);
    assert!(wrong.contains("such as 1..101"), "{wrong}");
}
