//! The file of a force, as people read and change it.

use std::fmt::Write;

use super::file::{Force, ForceCommand, ForceUnit};
use crate::rules::Rules;
use crate::rules::muster::MusterArm;

impl Force {
    /// The text of its file, with what it costs.
    pub fn text(&self, rules: &Rules) -> String {
        self.written(Some(self.cost(rules)))
    }

    /// The text of its file to build on: without its price, which the first change would make false.
    pub fn draft(&self) -> String {
        self.written(None)
    }

    fn written(&self, points: Option<u32>) -> String {
        let mut text = String::from("(\n");
        line(&mut text, 1, format_args!("name: {},", quoted(&self.name)));
        if !self.about.is_empty() {
            line(
                &mut text,
                1,
                format_args!("about: {},", quoted(&self.about)),
            );
        }
        line(&mut text, 1, format_args!("side: \"{}\",", self.side));
        line(&mut text, 1, format_args!("period: \"{}\",", self.period));
        if let Some(points) = points {
            line(&mut text, 1, format_args!("points: Some({points}),"));
        }
        line(&mut text, 1, format_args!("commands: ["));
        self.commands
            .iter()
            .for_each(|one| command(&mut text, 2, one));
        line(&mut text, 1, format_args!("],"));
        if !self.reserves.is_empty() {
            line(&mut text, 1, format_args!("reserves: ["));
            self.reserves.iter().for_each(|one| unit(&mut text, 2, one));
            line(&mut text, 1, format_args!("],"));
        }
        text.push_str(")\n");
        text
    }
}

fn line(text: &mut String, deep: usize, what: std::fmt::Arguments) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{:1$}{what}", "", deep * 4);
}

fn quoted(words: &str) -> String {
    let text = ron::to_string(words).unwrap_or_else(|_| format!("{words:?}"));
    // People read and write it without.
    text.replace("\\'", "'")
}

fn command(text: &mut String, deep: usize, one: &ForceCommand) {
    line(text, deep, format_args!("("));
    line(text, deep + 1, format_args!("name: {},", quoted(&one.name)));
    line(
        text,
        deep + 1,
        format_args!("echelon: \"{}\",", one.echelon),
    );
    if let Some(leader) = &one.leader {
        let (name, muster) = (quoted(&leader.name), leader.muster);
        let guns = if muster.artillery {
            ", artillery: true"
        } else {
            ""
        };
        let fallen = if leader.fallen { ", fallen: true" } else { "" };
        line(
            text,
            deep + 1,
            format_args!(
                "leader: Some((name: {name}, rank: \"{}\", benefit: {}{guns}{fallen})),",
                muster.rank, muster.benefit
            ),
        );
    }
    if !one.commands.is_empty() {
        line(text, deep + 1, format_args!("commands: ["));
        one.commands
            .iter()
            .for_each(|below| command(text, deep + 2, below));
        line(text, deep + 1, format_args!("],"));
    }
    if !one.units.is_empty() {
        line(text, deep + 1, format_args!("units: ["));
        one.units
            .iter()
            .for_each(|below| unit(text, deep + 2, below));
        line(text, deep + 1, format_args!("],"));
    }
    line(text, deep, format_args!("),"));
}

fn unit(text: &mut String, deep: usize, one: &ForceUnit) {
    let arm = match one.muster.arm {
        MusterArm::Infantry(_) => "Infantry",
        MusterArm::Cavalry(_) => "Cavalry",
        MusterArm::Artillery(_) => "Artillery",
    };
    let sharp = if one.muster.sharpshooter {
        ", sharpshooter: true"
    } else {
        ""
    };
    let left = match one.left {
        Some(left) => format!(", left: Some({left})"),
        None => String::new(),
    };
    line(
        text,
        deep,
        format_args!(
            "(name: {}, arm: {arm}({}), weapon: \"{}\", quality: \"{}\"{sharp}{left}),",
            quoted(&one.name),
            one.muster.strength,
            one.weapon(),
            one.muster.quality
        ),
    );
}
