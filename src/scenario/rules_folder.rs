//! A player's own folder of house rules.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::LazyLock;

use crate::disk;
use crate::rules::charts::RuleSource;
use crate::rules::switches::Switches;
use crate::rules::{ChartFault, RuleSources, Rules};

/// The text of house rules by file. Empty for the book.
pub type HouseRules = BTreeMap<String, String>;

/// The largest file of rules; the book's have some thousands of bytes.
const MOST_BYTES: u64 = 1 << 20;

/// Reads a folder of house rules. A file that is not there is taken from the book; a file that is
/// no rules file is a fault, lest a misspelt one be passed over.
///
/// Rules: `optional.house_rules`.
pub fn read(folder: &Path) -> Result<Rules, Vec<ChartFault>> {
    let names = file_names(folder).map_err(|error| {
        vec![fault(
            folder,
            format!("cannot be read as a folder of rules: {error}"),
        )]
    })?;
    let allowed = RuleSources::FILES.join(", ");
    let mut faults: Vec<_> = names
        .iter()
        .filter(|name| name.ends_with(".ron") && !RuleSources::FILES.contains(&name.as_str()))
        .map(|name| {
            fault(
                &folder.join(name),
                format!("is no rules file; allowed: {allowed}"),
            )
        })
        .collect();
    if !names
        .iter()
        .any(|name| RuleSources::FILES.contains(&name.as_str()))
    {
        faults.push(fault(
            folder,
            format!("holds no rules file; allowed: {allowed}"),
        ));
    }
    let mut book = embedded();
    let sources = RuleSources::read_with(|name| {
        let path = folder.join(name);
        if !names.iter().any(|found| found == name) {
            return Ok(book.remove(name));
        }
        match disk::read_text(&path, MOST_BYTES) {
            Ok(text) => Ok(RuleSource {
                file: path.display().to_string(),
                text,
            }),
            Err(error) => Err(fault(&path, format!("cannot be read: {error}"))),
        }
    });
    match sources {
        Ok(sources) if faults.is_empty() => Rules::parse(&sources),
        Ok(sources) => {
            faults.extend(Rules::parse(&sources).err().unwrap_or_default());
            Err(faults)
        }
        Err(unread) => {
            faults.extend(unread);
            Err(faults)
        }
    }
}

/// The text of every house rule in a folder, by file; what is not there is the book's.
///
/// Saves and replays carry it, to be played by the same rules wherever they are opened.
pub fn texts(folder: &Path) -> io::Result<HouseRules> {
    let mut texts = HouseRules::new();
    for name in file_names(folder).map_err(|error| at(folder, &error))? {
        if RuleSources::FILES.contains(&name.as_str()) {
            let path = folder.join(&name);
            let text = disk::read_text(&path, MOST_BYTES).map_err(|error| at(&path, &error))?;
            texts.insert(name, text);
        }
    }
    Ok(texts)
}

/// The rules with such texts in place of the book's.
pub fn of_texts(texts: &HouseRules) -> Result<Rules, Vec<ChartFault>> {
    let allowed = RuleSources::FILES.join(", ");
    let strange: Vec<_> = texts
        .keys()
        .filter(|name| !RuleSources::FILES.contains(&name.as_str()))
        .map(|name| {
            let what = format!("is no rules file; allowed: {allowed}");
            fault(Path::new(name), what)
        })
        .take(10)
        .collect();
    if !strange.is_empty() {
        return Err(strange);
    }
    let large = texts
        .iter()
        .find(|(_, text)| text.len() as u64 > MOST_BYTES);
    if let Some((name, text)) = large {
        let what = format!("has {} bytes; allowed: up to {MOST_BYTES}", text.len());
        return Err(vec![fault(Path::new(name), what)]);
    }
    let mut book = embedded();
    let sources = RuleSources::read_with(|name| {
        Ok::<_, ChartFault>(match texts.get(name) {
            Some(text) => RuleSource {
                file: name.to_owned(),
                text: text.clone(),
            },
            None => book.remove(name),
        })
    })?;
    Rules::parse(&sources)
}

/// The file of the switches.
const SWITCHES: &str = "switches.ron";

/// House rules with the switches put so.
pub fn with_switches(texts: &HouseRules, switches: &Switches) -> HouseRules {
    let Switches {
        two_inches_at_25mm,
        infantry_charge_bonus,
        steady_disorder_point,
        pass_through,
        rear_partial_flank_morale,
        any_works_line,
        leaders_help_fire,
        adjacent_leader_helps_tct,
        impact_counts_losses,
        one_section_outside_arc,
        play_without_leaders,
    } = switches;
    let text = format!(
        "(\n    two_inches_at_25mm: {two_inches_at_25mm},\n    \
         infantry_charge_bonus: \"{infantry_charge_bonus}\",\n    \
         steady_disorder_point: \"{steady_disorder_point}\",\n    \
         pass_through: \"{pass_through}\",\n    \
         rear_partial_flank_morale: \"{rear_partial_flank_morale}\",\n    \
         any_works_line: {any_works_line},\n    leaders_help_fire: {leaders_help_fire},\n    \
         adjacent_leader_helps_tct: {adjacent_leader_helps_tct},\n    \
         impact_counts_losses: {impact_counts_losses},\n    \
         one_section_outside_arc: {one_section_outside_arc},\n    \
         play_without_leaders: {play_without_leaders},\n)\n"
    );
    let mut texts = texts.clone();
    texts.insert(SWITCHES.to_owned(), text);
    texts
}

/// A number that changes with any of the book's charts.
pub fn book_fingerprint() -> u64 {
    static FINGERPRINT: LazyLock<u64> = LazyLock::new(|| {
        let mut hash = xxhash_rust::xxh3::Xxh3::new();
        RuleSources::embedded().each(|source| hash.update(source.text.as_bytes()));
        hash.digest()
    });
    *FINGERPRINT
}

/// Writes the book's charts into a folder to start house rules from. Existing files are kept.
/// Errors name the path.
pub fn write_book(folder: &Path) -> io::Result<Vec<String>> {
    fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
    let mut book = embedded();
    let mut written = Vec::new();
    for name in RuleSources::FILES {
        let path = folder.join(name);
        match disk::write_new(&path, book.remove(name).text.as_bytes()) {
            Ok(()) => written.push(path.display().to_string()),
            // Kept as it is, if it can be read as one; else playing by it would fail.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Ok(written)
}

/// The same error with the path it is about.
fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The book's files by name.
struct Book(Vec<RuleSource>);

fn embedded() -> Book {
    let mut files = Vec::new();
    let sources = RuleSources::embedded();
    sources.each(|source| files.push(source.clone()));
    Book(files)
}

impl Book {
    fn remove(&mut self, name: &str) -> RuleSource {
        let at = self
            .0
            .iter()
            .position(|source| source.file.ends_with(&format!("/{name}")));
        self.0
            .swap_remove(at.expect("every file of the list is embedded"))
    }
}

fn file_names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn fault(path: &Path, what: String) -> ChartFault {
    ChartFault {
        file: path.display().to_string(),
        place: None,
        what,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::switches::{ChargeBonus, PassThroughCost};

    #[test]
    fn switches_are_read_as_they_were_put() {
        let mut switches = Rules::book().switches.clone();
        switches.any_works_line = !switches.any_works_line;
        switches.infantry_charge_bonus = ChargeBonus::Full;
        switches.pass_through = PassThroughCost::Die;
        let texts = with_switches(&HouseRules::new(), &switches);
        let rules = of_texts(&texts).expect("good rules");
        assert_eq!(rules.switches, switches);
        let book = with_switches(&texts, &Rules::book().switches);
        assert_eq!(
            of_texts(&book).expect("good rules").switches,
            Rules::book().switches
        );
    }
}
