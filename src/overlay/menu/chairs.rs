//! Who sits where.

use bevy_egui::egui::{self, RichText};

use super::ornament;
use crate::overlay::trace::Trace;
use crate::overlay::{style, wording};
use crate::players::{Level, SeatKind};
use crate::rules::{Named, Side};
use crate::session::MatchUp;

/// One of those who can be asked to sit down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Person,
    Computer(Level),
    Random,
    Program,
}

impl Who {
    fn all() -> impl Iterator<Item = Self> {
        let computers = Level::ALL.iter().map(|&level| Self::Computer(level));
        let rest = [Self::Random, Self::Program];
        std::iter::once(Self::Person).chain(computers).chain(rest)
    }

    fn name(self) -> String {
        match self {
            Self::Person => "person".to_owned(),
            Self::Computer(level) => format!("computer:{level}"),
            Self::Random => "random".to_owned(),
            Self::Program => "program".to_owned(),
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Computer(level) => level.name(),
            Self::Random => "random",
            Self::Program => "program",
        }
    }

    fn words(self) -> String {
        match self {
            Self::Person => "Somebody at this window".to_owned(),
            Self::Computer(level) => format!("The computer, {level}"),
            Self::Random => "Anything that is allowed, by chance".to_owned(),
            Self::Program => "Another program, started by a command of yours".to_owned(),
        }
    }
}

/// A chair at the table.
#[derive(Clone, Debug)]
struct Chair {
    /// Nobody, where it has still to be chosen.
    who: Option<Who>,
    command: String,
}

impl Chair {
    fn of(kind: Option<&SeatKind>) -> Self {
        let (who, command) = match kind {
            Some(SeatKind::Person) => (Some(Who::Person), ""),
            Some(SeatKind::Computer(level)) => (Some(Who::Computer(*level)), ""),
            Some(SeatKind::Random) => (Some(Who::Random), ""),
            Some(SeatKind::Program(command)) => (Some(Who::Program), command.as_str()),
            None => (None, ""),
        };
        Self {
            who,
            command: command.to_owned(),
        }
    }

    fn kind(&self, side: Side) -> Result<SeatKind, String> {
        let of = wording::side(side);
        match self.who {
            None => Err(format!("Choose who plays the {of} side.")),
            Some(Who::Person) => Ok(SeatKind::Person),
            Some(Who::Computer(level)) => Ok(SeatKind::Computer(level)),
            Some(Who::Random) => Ok(SeatKind::Random),
            Some(Who::Program) if self.command.trim().is_empty() => {
                Err(format!("Name the command that plays the {of} side."))
            }
            Some(Who::Program) => Ok(SeatKind::Program(self.command.trim().to_owned())),
        }
    }
}

/// Both chairs.
#[derive(Clone, Debug)]
pub struct Chairs {
    union: Chair,
    confederate: Chair,
}

impl Chairs {
    /// These two.
    pub fn of(match_up: &MatchUp) -> Self {
        Self {
            union: Chair::of(Some(&match_up.union)),
            confederate: Chair::of(Some(&match_up.confederate)),
        }
    }

    /// Those whom a file names. It names a program only as such: who sits there is chosen anew.
    pub fn named(union: &str, confederate: &str) -> Self {
        let chair = |name: &str| Chair::of(SeatKind::in_file(name).as_ref());
        Self {
            union: chair(union),
            confederate: chair(confederate),
        }
    }

    /// Who plays whom, or what is still to be chosen.
    pub fn match_up(&self) -> Result<MatchUp, String> {
        Ok(MatchUp {
            union: self.union.kind(Side::Union)?,
            confederate: self.confederate.kind(Side::Confederate)?,
        })
    }

    /// A row for each side; `no_person` says why none can sit.
    pub fn show(&mut self, ui: &mut egui::Ui, trace: &mut Trace, no_person: Option<&str>) {
        let narrow = ornament::is_narrow(ui);
        let roomy = ui.available_width() > 486.0;
        for (side, chair) in [
            (Side::Union, &mut self.union),
            (Side::Confederate, &mut self.confederate),
        ] {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 3.0;
                let size = if narrow { 12.5 } else { 15.0 };
                let name = style::engraved(ui.ctx(), wording::side(side), size);
                let (rect, _) =
                    ui.allocate_exact_size(egui::vec2(size * 5.6, 18.0), egui::Sense::hover());
                ui.put(rect, egui::Label::new(name.color(style::side(side))));
                for who in Who::all() {
                    if roomy && who == Who::Computer(Level::Easy) {
                        ui.label(RichText::new(" computer").color(style::FAINT).size(12.5));
                    }
                    let name = format!("{side} {}", who.name());
                    let why_not = no_person.filter(|_| who == Who::Person);
                    let label = RichText::new(who.label()).size(12.5);
                    let chosen = chair.who == Some(who);
                    let choice = ornament::choice(ui, trace, &name, (label, chosen), why_not);
                    if choice.on_hover_text(who.words()).clicked() {
                        chair.who = Some(who);
                    }
                }
            });
            if chair.who == Some(Who::Program) {
                program(ui, trace, side, &mut chair.command);
            }
        }
    }
}

/// The command of a program, and what it means to give one.
fn program(ui: &mut egui::Ui, trace: &mut Trace, side: Side, command: &mut String) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("command").color(style::FAINT));
        let field = egui::TextEdit::singleline(command)
            .hint_text("python3 my_player.py")
            .desired_width(ui.available_width() - 8.0);
        let field = ui.add(field);
        trace.mark(&format!("{side} command"), &field);
    });
    let starts = match command.trim() {
        "" => "The shell will start this command on your computer, as you.".to_owned(),
        command => format!(
            "Starts `{command}` through the shell, with all your rights: give only what you trust."
        ),
    };
    let starts = RichText::new(starts).color(style::RED).size(11.5);
    ui.add(egui::Label::new(starts).wrap());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_chosen_anew() {
        let chairs = Chairs::named("person", "program");
        let missing = chairs.match_up().expect_err("nobody sits there");
        assert!(missing.contains("Confederate"), "{missing}");
        // A file that names a command has been made up.
        let chairs = Chairs::named("person", "program:touch it");
        assert!(chairs.match_up().is_err(), "no file starts a program");
        let mut chairs = Chairs::named("person", "computer:easy");
        let both = chairs.match_up().expect("both sit");
        assert_eq!(both.union, SeatKind::Person);
        assert_eq!(both.confederate, SeatKind::Computer(Level::Easy));
        chairs.union.who = Some(Who::Program);
        assert!(chairs.match_up().is_err(), "a program needs its command");
        chairs.union.command = " ./engine ".to_owned();
        let both = chairs.match_up().expect("both sit");
        assert_eq!(both.union, SeatKind::Program("./engine".to_owned()));
    }
}
