//! What the player likes: kept between starts in his configuration folder.
//!
//! A file that cannot be read is set aside under another name, and said; a number out of bounds is
//! brought back into them, and a key that cannot be given is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::Desk;
use super::keys::{Keys, Stroke};
use super::notices::Notices;
use crate::army::{Asks, ShotAsk};
use crate::disk::{brief, read_text, set_aside, write_whole};
use crate::files::configuration;
use crate::rules::Named;
use crate::rules::named::named;
use crate::table::playback::SPEEDS;
use crate::table::{Palette, Quality, laid};

/// The file in the configuration folder.
const FILE: &str = "options.ron";
/// The largest file of options; ours has a few hundred bytes.
const MOST_BYTES: u64 = 256 << 10;

/// Text may be so small and so large.
pub const TEXT: std::ops::RangeInclusive<f32> = 0.85..=1.6;

/// The computer may think so short and so long about an activation, in seconds.
pub const THINK: std::ops::RangeInclusive<f32> = 0.1..=60.0;

/// Seconds to choose from.
pub const THINKS: [f32; 6] = [0.3, 1.0, 2.0, 5.0, 10.0, 30.0];

/// Sizes of text to choose from.
pub const TEXTS: [f32; 6] = [0.85, 1.0, 1.15, 1.3, 1.5, 1.6];

named! {
    /// When a curtain hangs before the table, between two people at one screen.
    pub enum CurtainWhen: "curtain" {
        /// As long as something on the table is hidden from one of them.
        Hidden = "when something is hidden",
        /// Whenever the other is to decide.
        Always = "always",
        /// Not at all.
        Never = "never",
    }
}

/// What the player likes.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Options {
    /// How well the table is drawn; what the machine bears if it was never chosen.
    pub quality: Option<Quality>,
    /// The size of all text.
    pub text: f32,
    /// How fast battles are shown at first.
    pub speed: f32,
    /// Colours that do not need red told from green.
    pub safe_colours: bool,
    /// Which key does what.
    pub keys: Keys,
    /// What a person's units ask about at first.
    pub prompts: Prompts,
    /// Hints are shown where they are needed.
    pub hints: bool,
    /// Hints that have been read, by name: none is shown twice.
    pub hints_read: BTreeSet<String>,
    /// When a curtain hangs between two people at one screen.
    pub curtain: CurtainWhen,
    /// Names are written over the units.
    pub names: bool,
    /// The computer says during the battle why it did something.
    pub explains: bool,
    /// How many seconds the computer may think about an activation.
    pub think: f32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            quality: None,
            text: 1.0,
            speed: 1.0,
            safe_colours: false,
            keys: Keys::default(),
            prompts: Prompts::default(),
            hints: true,
            hints_read: BTreeSet::new(),
            curtain: CurtainWhen::Hidden,
            names: true,
            explains: false,
            think: 1.0,
        }
    }
}

/// What a person's units ask about at first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prompts {
    /// Their standing instructions.
    pub asks: Asks,
}

impl Prompts {
    /// Only what cannot wait: a charge.
    pub const FEW: Self = Self {
        asks: Asks::CHARGES,
    };

    /// What matters: a charge, a shot that may well hit, an enemy close by.
    pub const USUAL: Self = Self { asks: Asks::USUAL };

    /// Everything that the rules allow.
    pub const ALL: Self = Self {
        asks: Asks::EVERYTHING,
    };

    /// The presets by name, each with what it means.
    pub const PRESETS: [(&'static str, Self, &'static str); 3] = [
        ("few", Self::FEW, "Only when a unit is charged."),
        (
            "usual",
            Self::USUAL,
            "When it is charged, when a shot may well hit, when the enemy is within an inch, and when \
             its order can be mended; of nothing twice.",
        ),
        (
            "all",
            Self::ALL,
            "Whenever the rules allow a reaction at all.",
        ),
    ];
}

impl Default for Prompts {
    fn default() -> Self {
        Self::USUAL
    }
}

/// As the file has it. What is left out is as usual, and what is unknown is passed over, so that
/// older and newer programs read each other's.
#[derive(Serialize, Deserialize)]
#[serde(default)]
struct Written {
    quality: Option<Quality>,
    text: f32,
    speed: f32,
    safe_colours: bool,
    keys: BTreeMap<String, KeyCode>,
    prompts: Prompts,
    hints: bool,
    hints_read: BTreeSet<String>,
    curtain: CurtainWhen,
    names: bool,
    explains: bool,
    think: f32,
}

impl Default for Written {
    fn default() -> Self {
        Self::of(&Options::default())
    }
}

impl Written {
    fn of(options: &Options) -> Self {
        let keys = options.keys.chosen().iter();
        Self {
            quality: options.quality,
            text: options.text,
            speed: options.speed,
            safe_colours: options.safe_colours,
            keys: keys
                .map(|(stroke, key)| (stroke.name().to_owned(), *key))
                .collect(),
            prompts: options.prompts,
            hints: options.hints,
            hints_read: options.hints_read.clone(),
            curtain: options.curtain,
            names: options.names,
            explains: options.explains,
            think: options.think,
        }
    }

    /// Brought into bounds.
    fn options(self) -> Options {
        let usual = Options::default();
        let finite = |value: f32, usual: f32| if value.is_finite() { value } else { usual };
        let text = finite(self.text, usual.text);
        let speed = finite(self.speed, usual.speed);
        let nearest = SPEEDS
            .into_iter()
            .min_by(|one, other| (one - speed).abs().total_cmp(&(other - speed).abs()));
        let mut prompts = self.prompts;
        prompts.asks.within = finite(prompts.asks.within, 0.0).clamp(0.0, 36.0);
        if let ShotAsk::Chance(chance) = &mut prompts.asks.shots {
            *chance = (*chance).min(100);
        }
        Options {
            quality: self.quality,
            text: text.clamp(*TEXT.start(), *TEXT.end()),
            speed: nearest.unwrap_or(usual.speed),
            safe_colours: self.safe_colours,
            keys: keys_of(self.keys),
            prompts,
            hints: self.hints,
            hints_read: self.hints_read,
            curtain: self.curtain,
            names: self.names,
            explains: self.explains,
            think: finite(self.think, usual.think).clamp(*THINK.start(), *THINK.end()),
        }
    }
}

/// The keys that can be given. One may have to wait until another has made room for it.
fn keys_of(wished: BTreeMap<String, KeyCode>) -> Keys {
    let mut keys = Keys::default();
    let mut wished: Vec<(Stroke, KeyCode)> = wished
        .into_iter()
        .filter_map(|(name, key)| Some((Stroke::from_name(&name)?, key)))
        .collect();
    loop {
        let before = wished.len();
        wished.retain(|&(stroke, key)| keys.choose(stroke, key).is_err());
        if wished.len() == before {
            return keys;
        }
    }
}

impl Options {
    /// Those kept in a folder, and what is to be said about them, if anything.
    pub fn load(folder: &Path) -> (Self, Option<String>) {
        let path = folder.join(FILE);
        let text = match read_text(&path, MOST_BYTES) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return (Self::default(), None);
            }
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return (Self::default(), Some(put_aside(&path, "is not text")));
            }
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                let said = put_aside(&path, &error.to_string());
                return (Self::default(), Some(said));
            }
            Err(error) => {
                let said = format!(
                    "The options in {} cannot be read ({error}); the usual ones are used.",
                    path.display()
                );
                return (Self::default(), Some(said));
            }
        };
        match ron::from_str::<Written>(&text) {
            Ok(written) => (written.options(), None),
            Err(error) => (
                Self::default(),
                Some(put_aside(&path, &brief(&error.to_string()))),
            ),
        }
    }

    /// Keeps them in a folder.
    pub fn save(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", folder.display()))
        })?;
        let text =
            ron::ser::to_string_pretty(&Written::of(self), ron::ser::PrettyConfig::default())
                .map_err(io::Error::other)?;
        write_whole(&folder.join(FILE), text.as_bytes())
    }
}

/// Sets a file aside that cannot be read; what is said of it.
fn put_aside(path: &Path, why: &str) -> String {
    match set_aside(path) {
        Some(moved) => format!(
            "The options in {} are damaged ({why}). They are set aside as {}, and the usual ones \
             are used.",
            path.display(),
            moved.display()
        ),
        None => format!(
            "The options in {} are damaged ({why}), and the usual ones are used.",
            path.display()
        ),
    }
}

/// What was changed holds at once, and is kept.
fn apply(
    options: Res<Options>,
    mut quality: ResMut<Quality>,
    mut keys: ResMut<Keys>,
    mut desk: ResMut<Desk>,
    mut notices: ResMut<Notices>,
) {
    if let Some(chosen) = options.quality.filter(|chosen| *chosen != *quality) {
        *quality = chosen;
    }
    if *keys != options.keys {
        *keys = options.keys.clone();
    }
    desk.text = options.text;
    desk.plates = options.names;
    let Some(folder) = configuration() else {
        return;
    };
    if let Err(error) = options.save(&folder) {
        notices.push(format!("The options cannot be kept: {error}"));
    }
}

/// The colours that were chosen are worn.
fn dye(options: Res<Options>, mut palette: ResMut<Palette>) {
    let wanted = if options.safe_colours {
        Palette::Safe
    } else {
        Palette::Usual
    };
    palette.set_if_neq(wanted);
}

/// What is changed on the desk beside the table is kept too.
fn learn(desk: Res<Desk>, mut options: ResMut<Options>) {
    if desk.text != options.text || desk.plates != options.names {
        options.text = desk.text;
        options.names = desk.plates;
    }
}

/// Keeps the options.
pub fn plugin(app: &mut App) {
    app.init_resource::<Options>()
        .init_resource::<Keys>()
        .add_systems(First, dye.run_if(resource_changed::<Options>))
        .add_systems(
            Last,
            (
                learn.run_if(laid),
                apply.run_if(|options: Res<Options>| options.is_changed() && !options.is_added()),
            )
                .chain(),
        );
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// A folder that goes with the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = format!("deadly-field-options-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(folder);
            fs::create_dir_all(&path).expect("a folder");
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn options_come_back_as_they_were() {
        let folder = Folder::new("back");
        let (fresh, said) = Options::load(&folder.0);
        assert_eq!((fresh, said), (Options::default(), None));
        let mut options = Options {
            quality: Some(Quality::High),
            text: 1.5,
            speed: 4.0,
            safe_colours: true,
            prompts: Prompts::FEW,
            hints: false,
            hints_read: ["leader", "ghost"].map(str::to_owned).into(),
            curtain: CurtainWhen::Always,
            names: false,
            ..Options::default()
        };
        // The second takes the place of the first, whichever is read first.
        let keys = &mut options.keys;
        assert_eq!(keys.choose(Stroke::Roster, KeyCode::F7), Ok(()));
        assert_eq!(keys.choose(Stroke::Card, KeyCode::KeyO), Ok(()));
        options.save(&folder.0).expect("they are kept");
        assert_eq!(Options::load(&folder.0), (options, None));
    }

    #[test]
    fn damaged_options_are_set_aside_and_named() {
        let folder = Folder::new("damaged");
        for number in 1..=2 {
            fs::write(folder.0.join(FILE), "(text: \"large\", oops").expect("a file");
            let (options, said) = Options::load(&folder.0);
            assert_eq!(options, Options::default());
            let name = format!("options.damaged-{number}.ron");
            assert!(said.expect("something is said").contains(&name));
            assert!(folder.0.join(name).is_file());
            assert!(!folder.0.join(FILE).exists());
        }
        fs::write(folder.0.join(FILE), [0xff, 0xfe, 0x00]).expect("a file");
        let (_, said) = Options::load(&folder.0);
        assert!(said.is_some_and(|said| said.contains("damaged-3")));
    }

    #[test]
    fn numbers_out_of_bounds_are_brought_back() {
        let folder = Folder::new("bounds");
        let text = "(text: 40.0, speed: 3.1, hints: false, flavour: \"mint\", keys: {\
                    \"fire\": KeyW, \"nonsense\": F8, \"charge\": F9})";
        fs::write(folder.0.join(FILE), text).expect("a file");
        let (options, said) = Options::load(&folder.0);
        assert_eq!(said, None);
        assert_eq!(options.text, 1.6);
        assert_eq!(options.speed, 4.0);
        assert!(!options.hints && options.names);
        assert_eq!(options.keys.key(Stroke::Charge), KeyCode::F9);
        assert_eq!(options.keys.key(Stroke::Fire), KeyCode::Digit1);
    }
}
