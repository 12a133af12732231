//! Which code a command or a battle reaches, read off the source text.
//!
//! Names stand for what they may mean: a call of `.cost()` reaches every method `cost`, while
//! `Works::cost` reaches that one alone where there is one. So some code counts as reached that is
//! not, but none the other way round.

mod read;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::source;
use read::Reader;

/// A function, constant, type or macro.
#[derive(Debug, Default)]
pub struct Item {
    /// Its file, and its name with that of the type it belongs to.
    pub place: String,
    /// The rules it cites: by the macro, or in a `Rules:` paragraph of its documentation.
    pub cites: Vec<String>,
    /// A test, or a helper of tests.
    pub test: bool,
    name: String,
    owner: Option<String>,
    method: bool,
    root: bool,
    /// The fields of a struct.
    fields: Vec<String>,
    mentions: Vec<Mention>,
}

/// How code speaks of other code.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mention {
    /// `name`
    Plain(String),
    /// `.name(`
    Call(String),
    /// `.name`
    Field(String),
    /// `of::name`
    Path { of: String, name: String },
}

/// All items of the source, and which of them are reached.
pub struct Source {
    /// The items.
    pub items: Vec<Item>,
    aliases: BTreeMap<String, BTreeSet<String>>,
    roots: Vec<Mention>,
}

impl Source {
    /// Our own.
    pub fn ours() -> Self {
        let files = source::files();
        Self::of(
            files
                .iter()
                .map(|(file, text)| (file.as_path(), text.as_str())),
        )
    }

    /// Of files by their paths from `src`.
    pub fn of<'a>(files: impl Iterator<Item = (&'a Path, &'a str)>) -> Self {
        let mut source = Self {
            items: Vec::new(),
            aliases: BTreeMap::new(),
            roots: Vec::new(),
        };
        for (file, text) in files {
            Reader::file(&mut source, file, text);
        }
        source
    }

    /// For each item, whether a command or a battle reaches it.
    pub fn reached(&self) -> Vec<bool> {
        let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (number, item) in self.items.iter().enumerate() {
            if !item.test {
                for name in item.fields.iter().chain([&item.name]) {
                    by_name.entry(name).or_default().push(number);
                }
            }
        }
        let mut reached = vec![false; self.items.len()];
        let mut open: Vec<usize> = Vec::new();
        let roots = self.items.iter().enumerate();
        open.extend(
            roots
                .filter(|(_, item)| item.root && !item.test)
                .map(|(number, _)| number),
        );
        for mention in &self.roots {
            open.extend(self.meant(mention, None, &by_name));
        }
        while let Some(number) = open.pop() {
            if std::mem::replace(&mut reached[number], true) {
                continue;
            }
            let item = &self.items[number];
            for mention in &item.mentions {
                open.extend(self.meant(mention, item.owner.as_deref(), &by_name));
            }
        }
        reached
    }

    /// The items that a mention may mean.
    fn meant(
        &self,
        mention: &Mention,
        owner: Option<&str>,
        by_name: &BTreeMap<&str, Vec<usize>>,
    ) -> Vec<usize> {
        let (Mention::Plain(name)
        | Mention::Call(name)
        | Mention::Field(name)
        | Mention::Path { name, .. }) = mention;
        let own = std::iter::once(name);
        let names = own.chain(self.aliases.get(name).into_iter().flatten());
        let named: Vec<usize> = names
            .filter_map(|name| by_name.get(name.as_str()))
            .flatten()
            .copied()
            .collect();
        let those = |test: &dyn Fn(&Item) -> bool| -> Vec<usize> {
            let numbers = named.iter().copied();
            numbers
                .filter(|number| test(&self.items[*number]))
                .collect()
        };
        let has = |item: &Item| item.fields.contains(name);
        match mention {
            Mention::Plain(_) => those(&|item| item.owner.is_none() && !has(item)),
            Mention::Field(_) => those(&has),
            Mention::Call(_) => those(&|item| item.method),
            Mention::Path { of, .. } => {
                let of = match owner {
                    Some(owner) if of == "Self" => owner,
                    _ => of,
                };
                let of_type = those(&|item| item.owner.as_deref() == Some(of));
                if !of_type.is_empty() {
                    of_type
                } else if of.starts_with(|first: char| first.is_ascii_lowercase()) {
                    // Of a module, perhaps one that only passes it on.
                    those(&|item| item.owner.is_none() && !has(item))
                } else {
                    // Of a type by another name, or of any that has a trait.
                    those(&|item| !has(item))
                }
            }
        }
    }
}

/// The rules that items cite, each with the places that do.
pub fn cites<'a>(items: impl Iterator<Item = &'a Item>) -> BTreeMap<&'a str, Vec<&'a str>> {
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for item in items {
        for id in &item.cites {
            let places = found.entry(id).or_default();
            if !places.contains(&item.place.as_str()) {
                places.push(&item.place);
            }
        }
    }
    found
}

/// What made-up files leave unreached.
fn unreached(files: &[(&str, &str)]) -> Vec<String> {
    let source = Source::of(files.iter().map(|(file, text)| (Path::new(*file), *text)));
    let reached = source.reached();
    let items = source.items.iter().zip(reached);
    items
        .filter(|(item, reached)| !reached && !item.test)
        .map(|(item, _)| item.place.clone())
        .collect()
}

#[test]
fn code_that_nobody_calls_is_not_reached() {
    let library = "
        pub fn called() { helper(); }
        fn helper() {}
        pub fn alone() { alone(); only_by_alone(); }
        fn only_by_alone() {}
        pub fn only_by_tests() {}
        #[cfg(test)]
        mod tests { #[test] fn it_works() { super::only_by_tests(); } }
    ";
    let files = [
        ("main.rs", "mod cli; fn main() { cli::run() }"),
        (
            "cli.rs",
            "use deadly_field::rules::called; pub fn run() { called(); }",
        ),
        ("rules.rs", library),
    ];
    assert_eq!(
        unreached(&files),
        [
            "rules.rs: alone",
            "rules.rs: only_by_alone",
            "rules.rs: only_by_tests"
        ]
    );
}

#[test]
fn names_mean_what_they_can_mean() {
    let library = r#"
        pub struct Wall; pub struct Ditch; pub struct Table { row: Row } pub struct Row { depth: u32 }
        impl Wall { pub fn cost(&self) -> u32 { Self::of(1) } fn of(x: u32) -> u32 { x } }
        impl<'a> Ditch where Wall: Copy { pub fn of(x: u32) -> u32 { x } pub fn depth(&self) {} fn wide(&self) {} }
        impl std::fmt::Display for Ditch { fn fmt(&self) { self.wide(); write!(f, "{DEEP}") } }
        impl crate::Named<Wall> for Ditch { fn name(&self) { by_name() } }
        const DEEP: f32 = 1.0; const SHALLOW: f32 = 0.5;
        fn by_name() {} fn by_default() -> [u8; 2] { [0; 2] } fn by_system() {}
        pub fn plugin(app: &mut App) { app.add_systems(by_system); }
        #[derive(Deserialize)] struct File { #[serde(default = "by_default")] x: u32 }
        fn first() {} fn shallow(x: &X) { x.depth; let first = 1; }
    "#;
    let main = "use deadly_field::works::shallow as s; fn main() { wall.cost(); s(); }";
    assert_eq!(
        unreached(&[("main.rs", main), ("works.rs", library)]),
        [
            "works.rs: Wall",
            "works.rs: Ditch",
            "works.rs: Table",
            "works.rs: Ditch::of",
            "works.rs: Ditch::depth",
            "works.rs: SHALLOW",
            "works.rs: File",
        ]
    );
}

#[test]
fn citations_are_found_where_they_stand() {
    let library = "
        /// Digs.
        ///
        /// Rules: `works.dig`, `works.time`
        /// and `works.tools`.
        ///
        /// Not `works.rest`.
        #[must_use]
        pub(crate) const fn dig() -> RuleId { rule!(\"works.spade\") }
        /// Rules: `table.works`, `works.data`.
        pub struct Row { pub x: u32 }
        /// Rules: `works.inner`.
        mod inner { fn f() {} }
        named! {
            /// Rules: `works.kind`.
            pub enum Kind: \"kind\" { Pit = \"pit\" }
        }
        #[test] fn t() { rule!(\"works.test\"); }
    ";
    let source = Source::of([(Path::new("works.rs"), library)].into_iter());
    let found: Vec<_> = source
        .items
        .iter()
        .map(|item| (item.place.as_str(), item.cites.join(" "), item.test))
        .collect();
    let digs = "works.dig works.time works.tools works.spade";
    assert_eq!(
        found,
        [
            ("works.rs: dig", digs.to_owned(), false),
            ("works.rs: Row", "table.works".to_owned(), false),
            ("works.rs: f", "works.inner".to_owned(), false),
            ("works.rs: Kind", "works.kind".to_owned(), false),
            ("works.rs: t", "works.test".to_owned(), true),
        ]
    );
}
