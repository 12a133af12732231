//! Which forces are brought, as options of several commands.

use std::path::{Path, PathBuf};

use clap::Args;
use deadly_field::files::{Folder, survivors};
use deadly_field::rules::{Named, Rules, Scale};
use deadly_field::scenario::force::{ForceChoice, ForceChoices, Manner, find_force, muster_by};
use deadly_field::scenario::{FileFault, Origin, Scenario, ScenarioSource};

use super::quick::QuickArguments;

/// Which forces are brought to a scenario that musters.
#[derive(Args)]
pub struct ForceArguments {
    /// The Union's force in a scenario that musters: a force file, the name of one, or
    /// computer:random, computer:attack or computer:defence.
    #[arg(long, value_name = "FORCE")]
    union_force: Option<String>,
    /// The Confederate force.
    #[arg(long, value_name = "FORCE")]
    confederate_force: Option<String>,
    /// A battle that was fought before, to its end: whoever is left of the commands that both
    /// battles have fights on as he is.
    #[arg(long, value_name = "FILE")]
    after: Option<PathBuf>,
    /// The road of a brigade or of the guns, where the scenario leaves it to the player, such as
    /// "brigade 2=ely_ford_road_at_7"; may be given again.
    #[arg(long, value_name = "WHO=ENTRY", value_parser = road)]
    road: Vec<(String, String)>,
    #[command(flatten)]
    quick: QuickArguments,
}

fn road(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=');
    let parts = parts.map(|(who, entry)| (who.trim().to_owned(), entry.trim().to_owned()));
    parts.ok_or_else(|| "who and an entry, such as \"guns=ely_ford_road_at_7\"".to_owned())
}

impl ForceArguments {
    /// Whether any was named, and by which option.
    pub fn given(&self) -> Option<&'static str> {
        match (&self.union_force, &self.confederate_force) {
            (Some(_), _) => Some("--union-force"),
            (None, Some(_)) => Some("--confederate-force"),
            (None, None) if self.after.is_some() => Some("--after"),
            (None, None) if !self.road.is_empty() => Some("--road"),
            (None, None) => self.quick.given(),
        }
    }

    /// The files that are read.
    pub fn files(&self) -> Vec<PathBuf> {
        let choices = [&self.union_force, &self.confederate_force].map(choice);
        let files = choices.into_iter().filter_map(|choice| match choice {
            Ok(ForceChoice::File(path)) => Some(path),
            _ => None,
        });
        files.chain(self.after.clone()).collect()
    }

    /// Where the battle comes from that a word in the place of a scenario means.
    pub fn origin(&self, named: &Path) -> Result<Origin, Vec<FileFault>> {
        self.quick.origin(named)
    }

    /// Reads a scenario, or makes a quick battle, with them.
    pub fn load(
        &self,
        named: &Path,
        seed: u64,
        scale: Scale,
        rules: &Rules,
    ) -> Result<(Scenario, ScenarioSource), Vec<FileFault>> {
        let told = |what: String| {
            vec![FileFault {
                file: "deadly-field".to_owned(),
                place: None,
                field: String::new(),
                what,
            }]
        };
        let choices = ForceChoices {
            union: choice(&self.union_force).map_err(told)?,
            confederate: choice(&self.confederate_force).map_err(told)?,
            after: match &self.after {
                Some(path) => Some(survivors(path).map_err(|fault| vec![fault])?),
                None => None,
            },
            roads: self.road.iter().cloned().collect(),
        };
        muster_by(self.origin(named)?, &choices, seed, scale, rules)
    }
}

fn choice(asked: &Option<String>) -> Result<ForceChoice, String> {
    let Some(asked) = asked else {
        return Ok(ForceChoice::Ready);
    };
    match asked.strip_prefix("computer:") {
        Some(manner) => match Manner::from_name(manner) {
            Some(manner) => Ok(ForceChoice::Computer(manner)),
            None => Err(format!(
                "computer:{manner}: allowed after computer: are {}",
                Manner::allowed()
            )),
        },
        None => {
            let own = Folder::forces().map(|folder| folder.path().to_owned());
            Ok(ForceChoice::File(find_force(
                Path::new(asked),
                own.as_deref(),
            )))
        }
    }
}
