//! Reading items off the tokens.

use std::path::Path;

use super::{Item, Mention, Source};
use crate::source::{Token, tokens};

/// What surrounds the items that are being read.
#[derive(Clone, Default)]
struct Frame {
    owner: Option<String>,
    root: bool,
    test: bool,
    /// Rules that the module around them cites.
    cites: Vec<String>,
}

/// Goes through the tokens of a file.
pub struct Reader<'a> {
    file: &'a str,
    tokens: &'a [Token],
    source: &'a mut Source,
}

impl<'a> Reader<'a> {
    /// Reads a file into the source.
    pub fn file(source: &mut Source, file: &Path, text: &str) {
        let file = file.to_string_lossy().replace('\\', "/");
        let frame = Frame {
            // The command line is where everything begins.
            root: file == "main.rs" || file == "cli.rs" || file.starts_with("cli/"),
            ..Frame::default()
        };
        let tokens = tokens(text);
        let file = file.as_str();
        Reader {
            file,
            tokens: &tokens,
            source,
        }
        .items(&frame);
    }

    /// Reads items up to the end.
    fn items(&mut self, frame: &Frame) {
        let mut docs = Vec::new();
        let mut test = false;
        while let Some(token) = self.next() {
            match token {
                Token::Doc(line) => docs.push(line.as_str()),
                Token::Mark('#') => test |= self.attribute(frame),
                Token::Mark(_) | Token::Text(_) => {}
                Token::Word(word) => {
                    match (word.as_str(), self.tokens.first()) {
                        ("pub", Some(Token::Mark('('))) => {
                            self.group();
                            continue;
                        }
                        ("pub" | "unsafe" | "async" | "extern", _) => continue,
                        ("const", Some(next)) if next.is("fn") => continue,
                        _ => {}
                    }
                    let mut frame = frame.clone();
                    frame.test |= test;
                    let mut cites = cited_in(&docs);
                    // Data alone carries nothing out: a struct may cite only the tables.
                    if word == "struct" {
                        cites.retain(|id| id.starts_with("table."));
                    }
                    frame.cites.extend(cites);
                    self.item(word, frame);
                    docs.clear();
                    test = false;
                }
            }
        }
    }

    /// Reads one item of which the first word is known.
    fn item(&mut self, word: &str, frame: Frame) {
        match word {
            "use" => {
                let tokens = self.until(&[';']);
                self.aliases(tokens);
            }
            "mod" => {
                self.name();
                if let Some(Token::Mark('{')) = self.next() {
                    let inside = self.inside();
                    self.within(inside).items(&frame);
                }
            }
            "impl" => {
                let header = self.until(&['{']);
                let inside = self.inside();
                let (owner, of_trait) = implemented(header);
                let frame = Frame {
                    owner,
                    // Operators, formatting, serde and Bevy call these without naming them.
                    root: frame.root || of_trait,
                    ..frame
                };
                self.within(inside).items(&frame);
            }
            "trait" => {
                let owner = Some(self.name());
                self.until(&['{']);
                let inside = self.inside();
                self.within(inside).items(&Frame { owner, ..frame });
            }
            "fn" => {
                let name = self.name();
                let start = self.tokens;
                self.until(&['{', ';']);
                if start[start.len() - self.tokens.len() - 1] == Token::Mark('{') {
                    self.inside();
                }
                let tokens = &start[..start.len() - self.tokens.len()];
                let root = frame.root || (frame.owner.is_none() && name == "plugin");
                let method = frame.owner.is_some() && tokens.iter().any(|token| token.is("self"));
                self.add(name, method, tokens, Frame { root, ..frame });
            }
            "const" | "static" | "type" => {
                if self.tokens.first().is_some_and(|token| token.is("mut")) {
                    self.next();
                }
                let name = self.name();
                let tokens = self.until(&[';']);
                self.add(name, false, tokens, frame);
            }
            "struct" | "enum" | "union" => {
                let name = self.name();
                let start = self.tokens;
                self.until(&['{', ';']);
                if start[start.len() - self.tokens.len() - 1] == Token::Mark('{') {
                    self.inside();
                }
                let tokens = &start[..start.len() - self.tokens.len()];
                self.attributes_within(tokens, &frame);
                // A table that lies in another is not yet used: a type reaches no other, only
                // code that names it or reads its fields does.
                self.add(name, false, &[], frame);
                if word == "struct"
                    && let Some(item) = self.source.items.last_mut()
                {
                    item.fields = fields(tokens);
                }
            }
            "macro_rules" => {
                self.next();
                let name = self.name();
                let tokens = self.group();
                self.add(name, false, tokens, frame);
            }
            _ => self.invocation(word, frame),
        }
    }

    /// A macro that is called where items stand: what it is given may be items itself.
    fn invocation(&mut self, word: &str, frame: Frame) {
        let mut name = word;
        while let Some(token) = self.next() {
            match token {
                Token::Word(word) => name = word,
                Token::Mark('!') => break,
                _ => {}
            }
        }
        let inside = self.group();
        if !frame.test {
            self.source.roots.push(Mention::Plain(name.to_owned()));
        }
        if inside
            .iter()
            .any(|token| token.is("enum") || token.is("struct"))
        {
            self.within(inside).items(&frame);
        } else if !frame.test {
            self.source.roots.extend(mentions(inside));
        }
    }

    fn add(&mut self, name: String, method: bool, tokens: &[Token], frame: Frame) {
        let mut cites = frame.cites;
        for four in tokens.windows(4) {
            if let [word, Token::Mark('!'), Token::Mark('('), Token::Text(id)] = four
                && word.is("rule")
            {
                cites.push(id.clone());
            }
        }
        let owner = frame.owner.iter().map(|owner| format!("{owner}::"));
        self.source.items.push(Item {
            place: format!("{}: {}{name}", self.file, owner.collect::<String>()),
            cites,
            test: frame.test,
            name,
            owner: frame.owner,
            method,
            root: frame.root,
            fields: Vec::new(),
            mentions: mentions(tokens),
        });
    }

    /// Reads an attribute; whether it makes what follows a test. What else it names is called by
    /// those who read attributes.
    fn attribute(&mut self, frame: &Frame) -> bool {
        if self.tokens.first() == Some(&Token::Mark('!')) {
            self.next();
        }
        let inside = self.group();
        let has = |word| inside.iter().any(|token| token.is(word));
        let test = has("test") && !has("not");
        if !test && !frame.test {
            self.source.roots.extend(named_in_attribute(inside));
        }
        test
    }

    /// The attributes of fields and variants.
    fn attributes_within(&mut self, tokens: &'a [Token], frame: &Frame) {
        let mut inner = self.within(tokens);
        while let Some(token) = inner.next() {
            if *token == Token::Mark('#') {
                inner.attribute(frame);
            }
        }
    }

    /// What is brought in under another name.
    fn aliases(&mut self, tokens: &[Token]) {
        for three in tokens.windows(3) {
            if let [Token::Word(name), word, Token::Word(alias)] = three
                && word.is("as")
            {
                let names = self.source.aliases.entry(alias.clone()).or_default();
                names.insert(name.clone());
            }
        }
    }

    fn within<'b>(&'b mut self, tokens: &'b [Token]) -> Reader<'b> {
        Reader {
            file: self.file,
            tokens,
            source: self.source,
        }
    }

    fn next(&mut self) -> Option<&'a Token> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    fn name(&mut self) -> String {
        match self.next() {
            Some(Token::Word(name)) => name.clone(),
            other => panic!("src/{}: a name instead of {other:?}", self.file),
        }
    }

    /// A whole group with its brackets, of which the first comes next; gives what is inside.
    fn group(&mut self) -> &'a [Token] {
        self.next();
        self.inside()
    }

    /// What is inside the bracket that was just read; goes on after its end.
    fn inside(&mut self) -> &'a [Token] {
        self.until(&[')', ']', '}'])
    }

    /// Up to one of the marks that stands in no bracket; goes on after it.
    fn until(&mut self, marks: &[char]) -> &'a [Token] {
        let start = self.tokens;
        let mut depth = 0;
        while let Some(token) = self.next() {
            if let Token::Mark(mark) = token {
                if depth == 0 && marks.contains(mark) {
                    return &start[..start.len() - self.tokens.len() - 1];
                }
                match mark {
                    '(' | '[' | '{' => depth += 1,
                    ')' | ']' | '}' => depth -= 1,
                    _ => {}
                }
            }
        }
        panic!("src/{}: none of {marks:?} to the end", self.file);
    }
}

/// The names of a struct's fields: words before a single colon.
fn fields(tokens: &[Token]) -> Vec<String> {
    let colon = |token: Option<&Token>| token == Some(&Token::Mark(':'));
    let words = tokens.iter().enumerate();
    words
        .filter(|(at, _)| colon(tokens.get(at + 1)) && !colon(tokens.get(at + 2)))
        .filter_map(|(_, token)| match token {
            Token::Word(word) => Some(word.clone()),
            _ => None,
        })
        .collect()
}

/// The ids in the `Rules:` paragraph of a documentation.
fn cited_in(docs: &[&str]) -> Vec<String> {
    let mut cites = Vec::new();
    let mut in_rules = false;
    for doc in docs {
        in_rules = doc.starts_with("Rules:") || (in_rules && !doc.is_empty());
        if in_rules {
            cites.extend(doc.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    cites
}

/// The type that an `impl` is for, and whether it is one of a trait.
fn implemented(header: &[Token]) -> (Option<String>, bool) {
    let mut depth = 0;
    let mut last = None;
    let mut of_trait = false;
    for (at, token) in header.iter().enumerate() {
        match token {
            Token::Mark('<') => depth += 1,
            // The arrow of a function is no bracket.
            Token::Mark('>') if at > 0 && header[at - 1] == Token::Mark('-') => {}
            Token::Mark('>') => depth -= 1,
            Token::Word(word) if depth == 0 => match word.as_str() {
                "where" => break,
                "for" => {
                    of_trait = true;
                    last = None;
                }
                "dyn" | "mut" | "const" | "crate" | "super" => {}
                name => last = Some(name.to_owned()),
            },
            _ => {}
        }
    }
    (last, of_trait)
}

/// All that code speaks of.
fn mentions(tokens: &[Token]) -> Vec<Mention> {
    let mark = |at: usize, mark: char| tokens.get(at) == Some(&Token::Mark(mark));
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Word(word) => {
                let name = word.clone();
                let pathed = at >= 2 && mark(at - 1, ':') && mark(at - 2, ':');
                let dotted = at >= 1 && mark(at - 1, '.') && !(at >= 2 && mark(at - 2, '.'));
                if dotted {
                    let called = mark(at + 1, '(') || mark(at + 1, ':');
                    found.push(if called {
                        Mention::Call(name)
                    } else {
                        Mention::Field(name)
                    });
                } else if !pathed {
                    found.push(Mention::Plain(name));
                } else {
                    let of = match at.checked_sub(3).map(|before| &tokens[before]) {
                        Some(Token::Word(of)) => of.clone(),
                        _ => String::new(),
                    };
                    found.push(Mention::Path { of, name });
                }
            }
            // Names in the braces of a format.
            Token::Text(text) => {
                found.extend(text.split('{').skip(1).map(|part| {
                    let end = part.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
                    Mention::Plain(part[..end.unwrap_or(part.len())].to_owned())
                }));
            }
            Token::Doc(_) | Token::Mark(_) => {}
        }
    }
    found
}

/// Attributes name functions in code and in strings.
fn named_in_attribute(inside: &[Token]) -> Vec<Mention> {
    let mut found = mentions(inside);
    for token in inside {
        if let Token::Text(text) = token {
            found.extend(mentions(&tokens(text)));
        }
    }
    found
}
