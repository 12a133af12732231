//! Another program at the table.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use deadly_field::players::SeatKind;
use deadly_field::rules::{Scale, Side};
use deadly_field::session::{MatchUp, Progress};

use crate::fights::{count, scenario, session};

fn fight(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deadly-field"))
        .args(["fight", "taint_no_militia"])
        .args(arguments)
        .output()
        .expect("it runs")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn python() -> bool {
    Command::new("python3").arg("--version").output().is_ok()
}

/// The example plays both sides: a sample; 20 by `DEADLY_FIELD_PROGRAMS`.
#[test]
fn a_python_program_plays_both_sides() {
    assert!(python(), "python3 is needed: apt-get install python3");
    let player = concat!(
        "program:python3 ",
        env!("CARGO_MANIFEST_DIR"),
        "/examples/program_player.py"
    );
    for seed in 0..count("DEADLY_FIELD_PROGRAMS", 2) {
        let seed = seed.to_string();
        let output = fight(&["--union", player, "--confederate", player, "--seed", &seed]);
        assert!(output.status.success(), "seed {seed}: {}", told(&output));
    }
}

/// A program that goes wrong in its own way, on one side; the battle is finished all the same.
fn survives(script: &str, patience: &str, says: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("player.py");
    std::fs::write(&path, script).expect("written");
    let replay = folder.path().join("battle.replay");
    let player = format!("program:python3 {}", path.display());
    let output = fight(&[
        "--union",
        &player,
        "--patience",
        patience,
        "--replay",
        &replay.display().to_string(),
    ]);
    assert_eq!(output.status.code(), Some(3), "{}", told(&output));
    assert!(told(&output).contains(says), "{}", told(&output));
    assert!(told(&output).contains("safe answer"), "{}", told(&output));
    let checked = Command::new(env!("CARGO_BIN_EXE_deadly-field"))
        .args(["replay", "--check"])
        .arg(&replay)
        .output()
        .expect("it runs");
    assert!(checked.status.success(), "{}", told(&checked));
}

#[test]
fn rubbish_is_told_with_its_line() {
    survives(
        "print('what is this', flush=True)\ninput()\n",
        "60",
        "what is this",
    );
    let unknown = "import sys, json\nfor line in sys.stdin:\n    if 'decide' in line:\n        print(json.dumps({'answer': 'stay', 'why': 1}), flush=True)\n";
    survives(unknown, "60", "cannot be read");
}

/// The end is told in a sentence, and the battle waits for nobody after it.
#[test]
fn the_end_is_told_in_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, heard) = (
        folder.path().join("safe.py"),
        folder.path().join("over.json"),
    );
    let script = "import sys, json\nfor line in sys.stdin:\n    said = json.loads(line)\n    \
        if 'decide' in said:\n        print(json.dumps({'answer': said['decide']['safe']}), \
        flush=True)\n    if 'over' in said:\n        open(sys.argv[1], 'w').write(line)\n        break\n";
    std::fs::write(&path, script).expect("written");
    let player = format!("program:python3 {} {}", path.display(), heard.display());
    let output = fight(&["--union", &player]);
    assert!(output.status.success(), "{}", told(&output));
    let over = std::fs::read_to_string(&heard).expect("the end was told");
    let over: serde_json::Value = serde_json::from_str(&over).expect("JSON");
    assert!(
        over["over"]["why"]
            .as_str()
            .is_some_and(|why| why.len() > 10),
        "{over}"
    );
    assert!(over["over"]["winner"].is_string(), "{over}");
}

/// A program that answers by `choose(decide)`, as Python; what it was told at the end, and the log.
fn fought_by(choose: &str) -> (serde_json::Value, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let script = format!(
        "import sys, json\ndone = set()\n{choose}\nfor line in sys.stdin:\n    said = json.loads(line)\n    \
         if 'decide' in said:\n        print(json.dumps({{'answer': choose(said['decide'])}}), \
         flush=True)\n    if 'over' in said:\n        open(sys.argv[1], 'w').write(line)\n        break\n"
    );
    std::fs::write(at("player.py"), script).expect("written");
    let (player, heard) = (at("player.py"), at("over.json"));
    let player = format!("program:python3 {} {}", player.display(), heard.display());
    let log = at("log.jsonl").display().to_string();
    let output = fight(&["--union", &player, "--log", &log]);
    assert!(output.status.success(), "{}", told(&output));
    let over = std::fs::read_to_string(&heard).expect("the end was told");
    let over = serde_json::from_str(&over).expect("JSON");
    (over, std::fs::read_to_string(&log).expect("a log"))
}

/// A program puts its units down one by one, by the samples it is shown, and then is ready.
#[test]
fn a_program_sets_up() {
    let choose = "def choose(decide):\n    kind = next(iter(decide['decision']))\n    \
        if kind == 'set_up' and len(done) < 5:\n        done.add(decide['number'])\n        \
        assert decide['safe'] == {'set_up': {'units': [], 'leaders': [], 'ready': True}}\n        \
        return decide['samples'][len(done)]\n    if kind == 'set_up':\n        return {'set_up': {}}\n    \
        return decide['safe']\n";
    let (_, log) = fought_by(choose);
    let posted = log.lines().filter(|line| line.contains("\"posted\""));
    assert!(posted.count() >= 5, "{log}");
}

#[test]
fn a_program_gives_up() {
    let choose = "def choose(decide):\n    kind = next(iter(decide['decision']))\n    \
        return decide['safe'] if kind == 'set_up' else 'concede'\n";
    let (over, _) = fought_by(choose);
    assert_eq!(over["over"]["winner"], "confederate");
    let why = over["over"]["why"].as_str().unwrap_or_default();
    assert!(why.contains("given the battle up"), "{over}");
}

#[test]
fn silence_has_an_end() {
    survives("import time\ntime.sleep(60)\n", "0.5", "no answer within");
}

/// Who is out of patience's reach goes on nowhere: not behind the shell either that started him.
#[test]
#[cfg(target_os = "linux")]
fn who_hangs_is_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, id) = (folder.path().join("hangs.py"), folder.path().join("id"));
    let script =
        "import os, sys, time\nopen(sys.argv[1], 'w').write(str(os.getpid()))\ntime.sleep(100)\n";
    std::fs::write(&path, script).expect("written");
    for before in ["", "cd / && ", "true; "] {
        let command = format!("{before}python3 {} {}", path.display(), id.display());
        let begun = std::time::Instant::now();
        let output = fight(&["--union", &format!("program:{command}"), "--patience", "3"]);
        assert_eq!(output.status.code(), Some(3), "{}", told(&output));
        assert!(begun.elapsed().as_secs() < 60, "{command}");
        let id = std::fs::read_to_string(&id).expect("it was started");
        // Whoever has ended may still be there by name until somebody asks how he ended.
        let has_ended = || {
            let stat = std::fs::read_to_string(format!("/proc/{id}/stat"));
            stat.map_or(true, |stat| stat.contains(") Z"))
        };
        let begun = std::time::Instant::now();
        while !has_ended() && begun.elapsed().as_secs() < 10 {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        assert!(has_ended(), "{command}");
    }
}

#[test]
fn death_is_survived() {
    survives("import sys\nsys.exit(1)\n", "60", "has ended");
    survives("", "60", "has ended");
}

#[test]
fn a_cheat_is_refused_twenty_times_and_then_left() {
    let cheat = "import sys, json\nfor line in sys.stdin:\n    if 'decide' in line:\n        print(json.dumps({'answer': {'follow': 99.0}}), flush=True)\n";
    survives(cheat, "60", "not allowed");
    let nobody = "import sys, json\nfor line in sys.stdin:\n    if 'decide' in line:\n        print(json.dumps({'answer': {'activate': 9999}}), flush=True)\n";
    survives(nobody, "60", "not allowed");
}

#[test]
fn a_program_that_never_reads_does_not_hang_the_game() {
    let deaf = "import time, sys\nsys.stdin.close()\ntime.sleep(30)\n";
    survives(deaf, "0.5", "no answer within");
}

/// Questions are no answer, however many there are.
#[test]
fn who_only_asks_has_given_no_answer() {
    let asks = "import sys\nwhile True:\n    sys.stdout.write('{\"ask\":{\"sight\":[0,1]}}\\n')\n";
    survives(asks, "2", "does not read what it is told");
    let reads = "import sys\nwhile True:\n    print('{\"ask\":{\"sight\":[0,1]}}', flush=True)\n    \
        sys.stdin.readline()\n";
    survives(reads, "2", "no answer within");
}

/// Asks one thing at the first four decisions about its units, says what it is told, and does what is safe.
const ASKER: &str = r#"
import sys, json
own, foes, asked = [], [], 0
for line in sys.stdin:
    said = json.loads(line)
    if 'hello' in said:
        for unit in said['hello']['units']:
            (own if unit['side'] == 'union' else foes).append(unit['id'])
    if 'decide' in said:
        decide = said['decide']
        here = [unit['id'] for unit in decide['units']]
        one, foe = [u for u in own if u in here][:1], [u for u in foes if u in here][:1]
        if one and foe and asked < 4 and next(iter(decide['decision'])) in ('activate', 'act', 'react'):
            asked += 1
            print(json.dumps({'ask': QUESTION}), flush=True)
            sys.stderr.write(sys.stdin.readline()[:200] + '\n')
        print(json.dumps({'answer': decide['safe']}), flush=True)
    if 'over' in said:
        break
"#;

/// A question about somebody a hundred thousand times, or about a place beyond the moon, is refused at
/// once.
#[test]
fn questions_have_measure() {
    let folder = tempfile::tempdir().expect("a folder");
    for question in [
        "{'plan': {'units': one * 100000, 'to': [9, 9]}}",
        "{'plan': {'units': one, 'to': [1e30, -1e30], 'facing': 1e30}}",
        "{'charge': {'units': one * 100000, 'target': foe[0]}}",
        "{'fire': {'units': one * 100000, 'target': foe[0]}}",
        "{'check': {'activate_group': {'units': one * 100000, 'plan': ['move', 'move']}}}",
        "{'check': {'order': {'move': {'form': None, 'legs': [{'wheel': {'degrees': 0.01}}] * 30000}}}}",
    ] {
        let path = folder.path().join("asker.py");
        std::fs::write(&path, ASKER.replace("QUESTION", question)).expect("written");
        let player = format!("program:python3 {}", path.display());
        let begun = std::time::Instant::now();
        let output = fight(&["--union", &player, "--patience", "5"]);
        let told = told(&output);
        assert!(output.status.success(), "{question}: {told}");
        let no = told.matches("\"allowed\":false").count();
        assert_eq!(no, 4, "{question}: {told}");
        assert!(begun.elapsed().as_secs() < 30, "{question}");
    }
}

#[test]
fn who_cannot_play_is_told_at_once() {
    let output = fight(&["--union", "nobody"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        told(&output).contains("program:COMMAND"),
        "{}",
        told(&output)
    );
    let output = fight(&["--union", "person"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(told(&output).contains("window"), "{}", told(&output));
}

/// Whoever was asked and is not asked any more still answers: that is no answer to what he is asked next.
#[test]
fn an_answer_that_nobody_waits_for_is_passed_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("slow.py");
    // The first decision is called off while it thinks about giving up.
    let script = "import sys, json, time\nasked = 0\nfor line in sys.stdin:\n    said = json.loads(line)\n    \
        if 'decide' in said:\n        asked += 1\n        if asked == 1:\n            time.sleep(0.5)\n        \
        answer = 'concede' if asked == 1 else {'set_up': {}}\n        \
        print(json.dumps({'answer': answer}), flush=True)\n";
    std::fs::write(&path, script).expect("written");
    let program = format!("program:python3 {}", path.display());
    let match_up = MatchUp {
        union: SeatKind::Person,
        confederate: program.parse().expect("a program"),
    };
    let mut session = session(match_up, &scenario(Scale::Mm15), 1);
    assert_eq!(session.poll(), Progress::Thinks(Side::Confederate));
    session.call_off();
    let begun = Instant::now();
    while session.number() == 0 && begun.elapsed().as_secs() < 20 {
        session.wait(Duration::from_millis(20));
    }
    assert!(session.failures().is_empty(), "{:?}", session.failures());
    assert_eq!(session.number(), 1, "the second answer is taken");
    assert!(session.battle().army().verdict().is_none(), "it gave up");
}

/// Asked again after a refusal, whatever was wrong with its answer, a program is told nothing twice; and
/// no sample is shown twice.
#[test]
fn nothing_is_told_twice() {
    let choose = "refused = [0]\ndef choose(decide):\n    \
        samples = [json.dumps(sample) for sample in decide['samples']]\n    \
        assert len(set(samples)) == len(samples), samples\n    \
        assert json.dumps(decide['safe']) not in samples, samples\n    \
        if decide['number'] in done:\n        assert not decide['facts'], decide['facts']\n        \
        return decide['safe']\n    \
        done.add(decide['number'])\n    \
        if not decide['facts'] or refused[0] > 20:\n        return decide['safe']\n    \
        refused[0] += 1\n    \
        return {'activate': 9999} if refused[0] % 2 else {'follow': 99.0}\n";
    let (over, _) = fought_by(choose);
    assert!(over["over"]["why"].is_string(), "{over}");
}

/// Whoever a program leaves behind, holding all that it had, keeps nobody waiting who listens to us.
#[test]
#[cfg(unix)]
fn who_is_left_behind_holds_nothing_of_ours() {
    let begun = Instant::now();
    let leaves = "import os, sys, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(90)\n    \
        os._exit(0)\nsys.stderr.write('so long\\n')\n";
    survives(leaves, "5", "so long");
    assert!(begun.elapsed().as_secs() < 80, "{:?}", begun.elapsed());
}
