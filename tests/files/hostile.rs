//! Inputs and outputs that mean harm, or are only careless: nothing is eaten, overwritten or leaked.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};

use assert_cmd::Command;
use tempfile::TempDir;

use crate::damaged::tries;

pub const SCENARIO: &str = include_str!("../../scenarios/taint_no_militia.ron");

/// A folder to do harm in.
pub struct Den(TempDir);

impl Den {
    pub fn new() -> Self {
        let den = Self(tempfile::tempdir().expect("a folder"));
        den.write("s.ron", SCENARIO);
        den
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("written");
    }

    /// Runs the program in the folder; how it ended, and all it said.
    pub fn run(&self, line: &str) -> (i32, String) {
        let mut command = Command::cargo_bin("deadly-field").expect("the program");
        command.current_dir(self.0.path()).args(line.split(' '));
        command.timeout(std::time::Duration::from_secs(120));
        let output = command.output().expect("run");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(!said.contains("panicked"), "{line}: {said}");
        (output.status.code().expect("no signal"), said)
    }

    /// Runs the program, which must refuse and say why.
    pub fn refuses(&self, line: &str, why: &str) {
        let (code, said) = self.run(line);
        assert!(code != 0, "{line} should be refused: {said}");
        assert!(said.contains(why), "{line}: {said}");
    }

    /// The same within 10 seconds and 512 MB; one of these reasons.
    #[cfg(target_os = "linux")]
    pub fn refuses_within(&self, line: &str, whys: &str) {
        let program = assert_cmd::cargo::cargo_bin!("deadly-field").display();
        // What lies in the memory, not what is only promised to it, is counted; a limit on that there
        // is none, so that all of it is limited, with some room for libraries.
        let shell = format!("ulimit -v {}; exec {program} {line}", 1 << 20);
        let begun = std::time::Instant::now();
        let mut bash = Process::new("bash");
        bash.current_dir(self.0.path()).args(["-c", &shell]);
        let output = bash.output().expect("run");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            matches!(output.status.code(), Some(1 | 2)),
            "{line}: {said}"
        );
        assert!(
            whys.split('|').any(|why| said.contains(why)),
            "{line}: {said}"
        );
        assert!(said.len() < 100_000, "{line}: {} letters", said.len());
        assert!(
            begun.elapsed().as_secs() < 30,
            "{line}: {:?}",
            begun.elapsed()
        );
    }

    /// A scenario with something put in at the beginning of a list of its ground.
    fn with(&self, name: &str, list: &str, what: &str) {
        let at = SCENARIO.find(&format!("{list}: [")).expect("the list") + list.len() + 3;
        let text = format!("{}{what}{}", &SCENARIO[..at], &SCENARIO[at..]);
        self.write(name, text);
    }

    /// Nothing is left lying about that was not there.
    fn is_clean(&self) {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        for entry in entries {
            let name = entry.expect("an entry").file_name();
            assert!(!name.to_string_lossy().ends_with(".new"), "{name:?}");
        }
    }
}

#[cfg(unix)]
fn pipe(path: &Path) {
    let made = Process::new("mkfifo").arg(path).status().expect("mkfifo");
    assert!(made.success());
}

#[test]
#[cfg(unix)]
fn only_regular_files_are_read() {
    let den = Den::new();
    pipe(&den.path("pipe"));
    for file in ["/dev/zero", "pipe", "."] {
        for command in [
            "check",
            "map --out m.svg",
            "fight",
            "simulate",
            "replay",
            "adjudicate",
        ] {
            let (code, said) = den.run(&format!("{command} {file}"));
            assert!(code != 0, "{command} {file}: {said}");
            let why = said.contains("only regular files are read") || said.contains("is a folder");
            assert!(why, "{command} {file}: {said}");
        }
    }
    den.refuses(
        "sight s.ron --pairs /dev/zero",
        "only regular files are read",
    );
    fs::create_dir(den.path("house")).expect("a folder");
    std::os::unix::fs::symlink("/dev/zero", den.path("house/fire.ron")).expect("a link");
    den.refuses("rule fire --rules house", "only regular files are read");
}

#[test]
fn what_is_too_much_is_refused_with_the_limit() {
    let den = Den::new();
    let many = |count: usize, one: &str| one.repeat(count);
    den.with(
        "hills.ron",
        "heights",
        &many(1000, "Hill(at:(1.0,1.0),radii:(1.0,1.0),height:1.0),"),
    );
    den.refuses("check hills.ron", "allowed: up to 200");
    den.with(
        "labels.ron",
        "labels",
        &many(50_000, "(text:\"x\",at:(1.0,1.0)),"),
    );
    den.refuses("check labels.ron", "allowed: up to 300");
    let corners = many(100_000, "(1.0,1.0),");
    den.with(
        "corners.ron",
        "areas",
        &format!("(kind:\"brush\",shape:Polygon([{corners}])),"),
    );
    den.refuses("check corners.ron", "allowed: up to 500");
    let wide = "(kind:\"brush\",shape:Polygon([(-999.0,0.0),(999.0,0.0),(0.0,999.0)])),";
    den.with("wide.ron", "areas", wide);
    den.refuses("map wide.ron --out m.svg", "up to 36");
    den.write(
        "drm.ron",
        SCENARIO.replace("target_drm: 4", "target_drm: 500"),
    );
    den.refuses("check drm.ron", "allowed: -12 to 12");
    den.write("big.ron", " ".repeat(3 << 20));
    den.refuses("check big.ron", "allowed: up to");
    den.write(
        "leader.ron",
        SCENARIO.replace("at: Some((1.196, 0.84))", "at: Some((5.0, 0.84))"),
    );
    den.refuses("check leader.ron", "off the table");
    let header = format!(
        "{{\"file\":\"deadly-field replay\",\"x\":\"{}\"}}\n",
        "x".repeat(1 << 20)
    );
    den.write("head.replay", header);
    den.refuses("replay head.replay", "allowed: up to 64");
}

/// A refusal quotes a file no longer than somebody would read.
#[test]
fn a_refusal_is_short_however_long_the_word() {
    let den = Den::new();
    let word = "x".repeat(1 << 20);
    assert_eq!(den.run("fight s.ron --at 2 --save t.save").0, 0);
    let save = fs::read_to_string(den.path("t.save")).expect("a save");
    let header = save.lines().next().expect("a header");
    den.write("long.save", format!("{header}\n\"{word}\"\n"));
    den.write("long.jsonl", format!("{{\"{}\": 1}}", &word[..1 << 19]));
    for line in ["fight long.save", "adjudicate long.jsonl"] {
        let (code, said) = den.run(line);
        assert!(
            code != 0 && said.len() < 2000,
            "{line}: {} letters",
            said.len()
        );
    }
    den.write(
        "one.ron",
        SCENARIO.replacen("\"rifle_musket\"", &format!("\"{word}\""), 1),
    );
    let (code, said) = den.run("check one.ron");
    assert!(code != 0 && said.len() < 2000, "{} letters", said.len());
}

/// A picture says how large it is before it is unpacked.
#[test]
fn a_picture_that_would_fill_the_memory_is_refused() {
    let den = Den::new();
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    png.extend(60_000_u32.to_be_bytes());
    png.extend(60_000_u32.to_be_bytes());
    den.write("bomb.png", png);
    let picture = "ground: (picture: Some((file: \"bomb.png\", black: 0.0, white: 1.0)),";
    den.write("s2.ron", SCENARIO.replacen("ground: (", picture, 1));
    den.refuses("check s2.ron", "allowed: up to 2048 each way");
}

#[test]
fn a_scenario_names_only_what_lies_in_its_folder() {
    let den = Den::new();
    fs::create_dir(den.path("sub")).expect("a folder");
    den.write("secret", "secret");
    let names = |file: &str| {
        let picture =
            format!("ground: (picture: Some((file: \"{file}\", black: 0.0, white: 1.0)),");
        den.write("sub/s.ron", SCENARIO.replacen("ground: (", &picture, 1));
    };
    let secret = den.path("secret").display().to_string();
    for file in [secret.as_str(), "../secret", "x/../../secret", ""] {
        names(file);
        den.refuses(
            "check sub/s.ron",
            "allowed: a file in the scenario's own folder",
        );
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(den.path("secret"), den.path("sub/link")).expect("a link");
        names("link");
        den.refuses("check sub/s.ron", "is a link out of the scenario's folder");
    }
}

#[test]
#[cfg(unix)]
fn nothing_takes_the_place_of_what_is_no_file_of_ours() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let den = Den::new();
    pipe(&den.path("pipe"));
    symlink("s.ron", den.path("link")).expect("a link");
    den.write("kept", "kept");
    let only_read = fs::Permissions::from_mode(0o444);
    fs::set_permissions(den.path("kept"), only_read).expect("a mode");
    fs::create_dir(den.path("folder")).expect("a folder");
    for (file, why) in [
        ("pipe", "is a device, pipe or socket"),
        ("/dev/null", "is a device, pipe or socket"),
        ("link", "is a link"),
        ("kept", "may only be read"),
        ("folder", "is a folder"),
        ("nowhere/file", "there is no folder"),
        ("s.ron", "is read by this command"),
    ] {
        for option in ["--log", "--replay", "--at 2 --save", "--journal"] {
            den.refuses(&format!("fight s.ron {option} {file}"), why);
        }
        if !matches!(file, "/dev/null") {
            continue;
        }
        den.refuses(
            &format!("map s.ron --out {file}"),
            "allowed: a file that ends in",
        );
    }
    den.refuses(
        "fight s.ron --log a --replay a",
        "is what --log is written to",
    );
    den.refuses(
        "fight s.ron --log a --replay ./a",
        "is what --log is written to",
    );
    fs::hard_link(den.path("s.ron"), den.path("hard")).expect("a link");
    den.refuses("fight s.ron --log hard", "is read by this command");
    assert_eq!(
        fs::read_to_string(den.path("s.ron")).expect("there"),
        SCENARIO
    );
    assert_eq!(fs::read_to_string(den.path("kept")).expect("there"), "kept");
    let link = fs::symlink_metadata(den.path("link")).expect("there");
    assert!(link.file_type().is_symlink());
    den.is_clean();
}

#[test]
#[cfg(unix)]
fn a_file_keeps_its_mode_when_it_is_written_again() {
    use std::os::unix::fs::PermissionsExt;
    let den = Den::new();
    den.write("log", "old");
    fs::set_permissions(den.path("log"), fs::Permissions::from_mode(0o640)).expect("a mode");
    // What a killed program has left lying is swept away by the next.
    den.write(".log.abcdef.new", "half");
    // What only sounds like it stays.
    for own in [
        ".log.new",
        ".log.2.new",
        ".log.my-own.new",
        ".log.abcdef.new2",
    ] {
        den.write(own, "own");
    }
    assert_eq!(den.run("fight s.ron --log log").0, 0);
    for own in [
        ".log.new",
        ".log.2.new",
        ".log.my-own.new",
        ".log.abcdef.new2",
    ] {
        assert!(den.path(own).exists(), "{own}");
        fs::remove_file(den.path(own)).expect("removed");
    }
    let mode = fs::metadata(den.path("log"))
        .expect("there")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o640);
    den.is_clean();
}

/// A full disk: the old file stays, and it is said.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_destroys_nothing() {
    let den = Den::new();
    den.write("log", "old");
    // A limit on the size of files does to a writer what a full disk does, at another byte each time.
    let program = assert_cmd::cargo::cargo_bin!("deadly-field");
    let outputs = ["--log log", "--replay log", "--at 2 --save log"];
    for number in 0..tries(6) {
        let (file, blocks) = (outputs[number as usize % 3], number * 7 % 48);
        let line = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec {} fight s.ron {file}",
            program.display()
        );
        let mut shell = Process::new("bash");
        shell.current_dir(den.0.path()).args(["-c", &line]);
        let output = shell.output().expect("run");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{line}: {said}");
        assert!(said.contains("log: File too large"), "{line}: {said}");
        assert_eq!(fs::read_to_string(den.path("log")).expect("there"), "old");
        den.is_clean();
    }
}

#[test]
fn control_characters_are_shown_and_not_sent() {
    let den = Den::new();
    let name = "2nd\\u{1b}[31m\\u{7}\\u{9b}Wisconsin";
    den.write("esc.ron", SCENARIO.replace("2nd Wisconsin", name));
    for line in [
        "fight esc.ron --story",
        "simulate esc.ron --games 1",
        "check esc.ron",
        "map esc.ron --out m.svg",
    ] {
        let (code, said) = den.run(line);
        assert_eq!(code, 0, "{line}: {said}");
        let sent = said
            .chars()
            .any(|letter| letter.is_control() && !matches!(letter, '\n' | '\t'));
        assert!(!sent, "{line}: {said}");
    }
    let map = fs::read_to_string(den.path("m.svg")).expect("a map");
    assert!(!map.contains('\u{1b}') && map.contains('␛'));
    // A fault that quotes the file is shown likewise.
    den.write(
        "bad.ron",
        SCENARIO.replace("\"rifle_musket\"", "\"\\u{1b}[2J\""),
    );
    let (_, said) = den.run("check bad.ron");
    assert!(said.contains('␛') && !said.contains('\u{1b}'), "{said}");
}

/// A name that goes on in the next line would forge a line of ours.
#[test]
fn a_name_is_one_line() {
    let den = Den::new();
    for end in ["\\n", "\\r\\n", "\\u{2028}", "\\u{61c}"] {
        let name = format!("2nd Wisconsin{end}The Union wins.");
        den.write("two.ron", SCENARIO.replace("2nd Wisconsin", &name));
        let (code, said) = den.run("check two.ron");
        match end {
            "\\n" | "\\r\\n" => assert!(
                code != 0 && said.contains("allowed: one line"),
                "{end}: {said}"
            ),
            // No terminal needs to know what these do.
            _ => {
                let (_, told) = den.run("fight two.ron --story");
                let sent = told.contains(['\u{2028}', '\u{61c}']);
                assert!(code == 0 && !sent, "{end}: {said}");
            }
        }
    }
    let force = include_str!("../../forces/crossroads_union.ron");
    let name = force.find("name: \"").expect("a name") + "name: \"".len();
    den.write("f.ron", format!("{}x\\n{}", &force[..name], &force[name..]));
    den.refuses("muster check f.ron", "allowed: one line");
}

#[test]
fn a_byte_order_mark_is_no_fault() {
    let den = Den::new();
    den.write("bom.ron", format!("\u{feff}{SCENARIO}"));
    assert_eq!(den.run("check bom.ron").0, 0);
    let line = r#"{"morale": {"unit": {"arm": "infantry", "quality": "veteran", "figures": 8}}}"#;
    den.write("plain.jsonl", line);
    den.write("bom.jsonl", format!("\u{feff}{line}"));
    assert_eq!(
        den.run("adjudicate plain.jsonl"),
        den.run("adjudicate bom.jsonl")
    );
}

#[test]
fn a_line_without_end_is_told_and_passed_over() {
    let den = Den::new();
    let line = r#"{"morale": {"unit": {"arm": "infantry", "quality": "veteran", "figures": 8}}}"#;
    den.write("long.jsonl", format!("{}\n{line}\n", "x".repeat(3 << 20)));
    let (code, said) = den.run("adjudicate long.jsonl");
    assert_eq!(code, 1);
    let lines: Vec<_> = said.lines().collect();
    assert!(
        lines[0].contains("the line is too long; allowed: up to"),
        "{said}"
    );
    assert_eq!(lines.len(), 2, "{said}");
}

/// A file of lines has an end that is worth waiting for; what it says is shown, in JSON too.
#[test]
fn a_file_of_lines_has_measure() {
    let den = Den::new();
    let large = fs::File::create(den.path("large")).expect("a file");
    large.set_len(1 << 40).expect("a large file");
    den.refuses(
        "adjudicate large",
        "large: has 1048576 MB; allowed: up to 256 MB",
    );
    den.refuses("sight s.ron --pairs large", "allowed: up to 256 MB");
    den.write(
        "turn.jsonl",
        "{\"fire\": {\"kind\": \"\\u202e\\u009b\"}}\n{\"\u{202e}\": 1}\n",
    );
    let (_, said) = den.run("adjudicate turn.jsonl");
    assert!(!said.contains(['\u{202e}', '\u{9b}']), "{said}");
}

/// Whoever reads our output may stop, and its device may be full.
#[test]
#[cfg(target_os = "linux")]
fn an_output_that_ends_early_is_no_panic() {
    let den = Den::new();
    let program = assert_cmd::cargo::cargo_bin!("deadly-field");
    for line in [
        "fight s.ron --story",
        "simulate s.ron --games 2",
        "rule fire",
        "check s.ron",
        "house-rules h",
    ] {
        let run = |shell: String| {
            let mut bash = Process::new("bash");
            bash.current_dir(den.0.path()).args(["-c", &shell]);
            let output = bash.stdout(Stdio::piped()).output().expect("run");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!said.contains("panicked"), "{shell}: {said}");
            (output.status.success(), said)
        };
        let program = program.display();
        run(format!("{program} {line} | true"));
        let (good, said) = run(format!("{program} {line} > /dev/full"));
        assert!(
            !good && said.contains("standard output: No space left"),
            "{line}: {said}"
        );
    }
}

#[test]
fn careless_arguments_are_told_what_is_allowed() {
    let den = Den::new();
    den.refuses("fight s.ron --seed -1", "allowed: a whole number");
    den.refuses("fight s.ron --save z --at 0", "1..=40");
    assert_eq!(den.run("fight s.ron --save z --at 2").0, 0);
    den.refuses("fight z --save y --at 1", "in turn 2 already");
    den.refuses("fight z --save y --at 2", "in turn 2 already");
    den.refuses("check z", "is the save of a battle");
    den.refuses("map z --out m.svg", "is the save of a battle");
    den.refuses("shot s.ron --out x.png --view eyes:", "no unit is called");
    let mut watch = Command::cargo_bin("deadly-field").expect("the program");
    watch.current_dir(den.0.path()).args(["watch", "z"]);
    watch.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let output = watch.output().expect("run");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("deadly-field fight z --story"), "{said}");
}

/// Ctrl-C in the middle tells what has been fought.
#[test]
#[cfg(unix)]
fn a_simulation_that_is_stopped_tells_what_there_is() {
    let den = Den::new();
    let program = assert_cmd::cargo::cargo_bin!("deadly-field");
    let mut child = Process::new(program)
        .current_dir(den.0.path())
        .args(["simulate", "s.ron", "--games", "100000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("run");
    std::thread::sleep(std::time::Duration::from_secs(4));
    let stop = Process::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(stop.expect("kill").success());
    child.wait().expect("it ends");
    let output = child.wait_with_output().expect("its words");
    let said = String::from_utf8_lossy(&output.stdout);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("stopped after"), "{told}");
    assert!(said.contains("wins"), "{said}");
    assert_eq!(output.status.code(), Some(130));
}

#[test]
fn house_rules_that_are_there_are_held_to_account() {
    let den = Den::new();
    assert_eq!(den.run("house-rules h").0, 0);
    den.write("h/fire.ron", "(");
    den.refuses("house-rules h", "fire.ron");
    fs::remove_file(den.path("h/fire.ron")).expect("removed");
    // What is missing is written, what is there is kept.
    let (code, said) = den.run("house-rules h");
    assert_eq!(code, 0, "{said}");
    assert_eq!(said.matches("wrote").count(), 1, "{said}");
}
