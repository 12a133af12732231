//! What the scripted person does: forward, fire, charge; now and then something is taken back.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use deadly_field::army::{Fact, UnitId};
use deadly_field::rules::Side;
use deadly_field::table::{Playback, Sitting};

use crate::person::Person;

/// A person with a plan.
pub struct Script {
    /// He himself.
    pub person: Person,
    /// How often everything happened.
    pub done: BTreeMap<&'static str, u32>,
    /// Units that were tried in this player turn.
    tried: BTreeSet<String>,
    turn: (u64, String),
    dice: u64,
    /// The last answer was taken back.
    undone: bool,
}

impl Script {
    /// He makes up his mind by this number.
    pub fn new(person: Person, seed: u64) -> Self {
        Self {
            person,
            done: BTreeMap::new(),
            tried: BTreeSet::new(),
            turn: (0, String::new()),
            dice: seed,
            undone: false,
        }
    }

    /// Something happened.
    pub fn count(&mut self, deed: &'static str) {
        *self.done.entry(deed).or_default() += 1;
    }

    /// A die of so many sides.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.dice = self
            .dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.dice >> 33) % sides
    }

    /// What the battle is, to the last die.
    pub fn hash(&mut self) -> u64 {
        let mut sitting = self.person.app.world_mut().resource_mut::<Sitting>();
        sitting.session().battle().hash()
    }

    /// All that has happened.
    pub fn facts(&self) -> &[Fact] {
        let playback = self.person.app.world().resource::<Playback>();
        playback.chronicle().facts()
    }

    /// The unit of this name.
    pub fn unit(&self, name: &str) -> UnitId {
        let playback = self.person.app.world().resource::<Playback>();
        let army = playback.view();
        let mut units = army.units();
        units
            .find(|&unit| army.name(unit) == name)
            .unwrap_or_else(|| panic!("nobody is called {name}"))
    }

    /// Frames pass until he is asked again, without watching.
    pub fn go_on(&mut self) {
        while self.person.asked().is_none() && !self.person.is_over() {
            if self.person.can("skip") && self.person.frames.is_multiple_of(8) {
                self.person.enter();
            }
            self.person.frame();
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    /// Answers the question that is put to him.
    pub fn step(&mut self) {
        self.go_on();
        let Some(kind) = self.person.asked().map(str::to_owned) else {
            return;
        };
        let turn = (
            self.person.see("turn").as_u64().unwrap_or_default(),
            self.person.read("active").to_owned(),
        );
        if self.turn != turn {
            self.turn = turn;
            self.tried.clear();
        }
        self.undone = false;
        self.person.settle();
        self.person.is_told_the_rules();
        let number = self.person.see("decision")["number"].clone();
        match kind.as_str() {
            "set_up" => self.person.push("ready"),
            "leader" => self.lead(),
            "activate" => self.choose(),
            "act" => {
                let units = self.person.who();
                self.act(&units);
            }
            _ => self.answer(),
        }
        // An answer is taken at once, or nothing has happened.
        self.go_on();
        let same = self.person.see("decision")["number"] == number;
        if same && !self.undone && kind != "activate" && kind != "leader" {
            panic!("{kind} was not answered; {}", self.person.sight());
        }
    }

    /// A leader stays, or now and then rides ahead.
    fn lead(&mut self) {
        let leader = self.person.who().remove(0);
        let at = self.person.pixels("leaders").get(&leader).copied();
        if self.roll(3) == 0
            && let Some(at) = at
            && let Some(goal) = self.ahead(at, 3.0)
        {
            self.person.click(at);
            assert_eq!(self.person.read("selected"), leader);
            self.person.settle();
            if let Some((_, pixel)) = self.person.ground(goal) {
                self.person.click(pixel);
                self.person.settle();
                assert!(
                    !self.person.see("ghost").is_null(),
                    "no ghost of {leader}; {}",
                    self.person.sight()
                );
                if self.person.can("confirm") {
                    self.person.push("confirm");
                    self.count("ride");
                    return;
                }
                self.refused_by_enter();
                self.person.push("cancel");
            }
        }
        self.person.push("order stay");
    }

    /// Enter on something that cannot be done changes nothing.
    pub fn refused_by_enter(&mut self) {
        let before = self.hash();
        self.person.enter();
        assert_eq!(self.hash(), before, "{}", self.person.sight());
        self.count("refused");
    }

    /// The question of the prompt bar.
    pub fn answer(&mut self) {
        let roll = self.roll(5);
        if roll < 3 && self.person.can("prompt 1") {
            if roll == 0 {
                self.person.letter('1');
            } else {
                self.person.push("prompt 1");
            }
            self.count("prompt answered");
        } else if roll == 3 && self.person.can("hold move") {
            self.person.push("hold move");
            self.count("prompt held");
        } else {
            self.person.push("prompt hold");
            self.count("prompt held");
        }
    }

    /// Takes a unit or a group into the hand and gives it its first order, or ends the turn.
    fn choose(&mut self) {
        let left: Vec<String> = self
            .person
            .who()
            .into_iter()
            .filter(|name| !self.tried.contains(name))
            .collect();
        let pixels = self.person.pixels("units");
        let seen = left.iter().find(|name| pixels.contains_key(*name));
        // Now and then he has enough, though somebody has not acted.
        let enough = self.turn.0 > 1 && left.len() < 4 && self.roll(3) == 0;
        let Some(name) = seen.or(left.first()).filter(|_| !enough).cloned() else {
            let idle = !self.person.who().is_empty();
            self.person.push("end turn");
            if idle {
                // Those who have not acted are named first.
                self.person.settle();
                assert_eq!(
                    self.person.asked(),
                    Some("activate"),
                    "{}",
                    self.person.sight()
                );
                self.person.push("confirm");
            }
            self.count("turn ended");
            return;
        };
        self.tried.insert(name.clone());
        let mut held = vec![name.clone()];
        match pixels.get(&name) {
            Some(&at) if self.roll(3) == 0 => {
                self.person.double_click(at);
                held = self.group();
            }
            Some(&at) => self.person.click(at),
            // Behind others: round with the key until it is in the hand.
            None => {
                for _ in 0..self.person.who().len() {
                    self.person.letter('n');
                    if self.person.read("selected") == name {
                        break;
                    }
                }
            }
        }
        assert_eq!(
            self.person.read("selected"),
            name,
            "{}",
            self.person.sight()
        );
        assert_eq!(self.group(), held, "{}", self.person.sight());
        self.person.settle();
        self.act(&held);
    }

    /// Whom he holds.
    fn group(&self) -> Vec<String> {
        let group = self.person.see("group").as_array();
        let names = group.into_iter().flatten().filter_map(|name| name.as_str());
        names.map(str::to_owned).collect()
    }

    /// One order for those in the hand.
    fn act(&mut self, units: &[String]) {
        self.refuse_charge();
        for mend in ["order rally", "order reform"] {
            if self.person.can(mend) {
                self.person.push(mend);
                return self.maybe_undo();
            }
        }
        if self.person.can("order charge") && self.roll(2) == 0 && self.charge(units) {
            return;
        }
        if self.person.can("order fire") && self.roll(4) != 0 && self.fire(units) {
            return;
        }
        let forms = self.person.places("order form ");
        if !forms.is_empty() && self.roll(6) == 0 {
            let form = forms[self.roll(forms.len() as u64) as usize].clone();
            self.person.push(&form);
            self.count("formation");
            return self.maybe_undo();
        }
        if self.march(units) {
            return;
        }
        if self.person.can("order hold") {
            self.person.push("order hold");
        } else {
            // Not to be ordered about at all: it stays unchosen.
            assert_eq!(
                self.person.asked(),
                Some("activate"),
                "{}",
                self.person.sight()
            );
        }
    }

    /// A key for something that cannot be done says why and changes nothing.
    fn refuse_charge(&mut self) {
        let denied = self.person.see("disabled").get("order charge").is_some();
        if !denied || self.roll(6) != 0 {
            return;
        }
        let before = self.hash();
        self.person.letter('2');
        assert_eq!(self.hash(), before, "{}", self.person.sight());
        assert!(
            !self.person.see("refusal").is_null(),
            "{}",
            self.person.sight()
        );
        self.count("refused");
    }

    /// Whether what was confirmed was taken; nobody may be told no by the rules after that.
    pub fn taken(&mut self, what: &str) -> bool {
        let refusal = self.person.see("refusal").clone();
        if !refusal.is_null() {
            println!(
                "refused after all: {what}: {refusal}; {}",
                self.person.sight()
            );
            self.count("refused after all");
            if self.person.can("cancel") {
                self.person.push("cancel");
            }
            return false;
        }
        self.go_on();
        true
    }

    /// A place so many inches nearer to the nearest enemy.
    pub fn ahead(&mut self, from: Vec2, inches: f32) -> Option<Vec2> {
        let at = self.person.inches(from)?;
        let mine = self.own();
        let pixels = self.person.pixels("units");
        let enemies = pixels.iter().filter(|(name, _)| !mine.contains(*name));
        let places = enemies.filter_map(|(_, &pixel)| self.person.inches(pixel));
        let enemy = places.min_by(|one, other| {
            let (one, other) = (one.distance(at), other.distance(at));
            one.total_cmp(&other)
        })?;
        let way = enemy - at;
        let far = (way.length() - 2.0).clamp(0.0, inches);
        Some(at + way.normalize_or_zero() * far)
    }

    /// The names of his own units.
    pub fn own(&self) -> BTreeSet<String> {
        let playback = self.person.app.world().resource::<Playback>();
        let army = playback.view();
        let units = army.units().filter(|&unit| army.side(unit) == Side::Union);
        units.map(|unit| army.name(unit).to_owned()).collect()
    }

    /// Now and then something is taken back, as far as it goes; the battle is then as it was.
    pub fn maybe_undo(&mut self) {
        self.go_on();
        if self.roll(5) != 0 || !self.person.can("undo") {
            return;
        }
        let number = self.person.see("decision")["number"].clone();
        if self.roll(2) == 0 {
            self.person.letter('u');
        } else {
            self.person.settle();
            self.person.push("undo");
        }
        self.go_on();
        let now = self.person.see("decision")["number"].clone();
        assert!(
            now.as_u64() < number.as_u64(),
            "nothing was taken back; {}",
            self.person.sight()
        );
        self.count("undo");
        self.undone = true;
        // What was tried may be tried again.
        self.tried.clear();
    }
}
