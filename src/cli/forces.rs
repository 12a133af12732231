//! Which forces are brought, as options of several commands.

use std::path::{Path, PathBuf};

use clap::Args;
use deadly_field::files::Folder;
use deadly_field::rules::{Named, Rules, Scale};
use deadly_field::scenario::force::{ForceChoice, ForceChoices, Manner, find_force, muster_by};
use deadly_field::scenario::{FileFault, Scenario, ScenarioSource};

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
}

impl ForceArguments {
    /// Whether any was named, and by which option.
    pub fn given(&self) -> Option<&'static str> {
        match (&self.union_force, &self.confederate_force) {
            (Some(_), _) => Some("--union-force"),
            (None, Some(_)) => Some("--confederate-force"),
            (None, None) => None,
        }
    }

    /// The files that are read.
    pub fn files(&self) -> Vec<PathBuf> {
        let choices = [&self.union_force, &self.confederate_force].map(choice);
        let files = choices.into_iter().filter_map(|choice| match choice {
            Ok(ForceChoice::File(path)) => Some(path),
            _ => None,
        });
        files.collect()
    }

    /// Reads a scenario with them.
    pub fn load(
        &self,
        path: &Path,
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
        };
        muster_by(path, &choices, seed, scale, rules)
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
