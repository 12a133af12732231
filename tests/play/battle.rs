//! A whole battle of a scripted person against the computer, from the first decision to the verdict.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use bevy::prelude::*;
use deadly_field::army::{Fact, UnitId};
use deadly_field::overlay::app::Opening;
use deadly_field::rules::Side;
use deadly_field::table::{Playback, Sitting};

use crate::person::Person;
use crate::room;

/// What a battle must have had at least once.
const WANTED: [&str; 12] = [
    "ghost",
    "ghost that went where it stood",
    "fire",
    "charge",
    "charge to its end",
    "formation",
    "prompt answered",
    "prompt held",
    "undo",
    "group",
    "ride",
    "refused",
];

/// A person with a plan: forward, fire, charge.
struct Script {
    person: Person,
    done: BTreeMap<&'static str, u32>,
    /// Units that were tried in this player turn, and what did not work for whom.
    tried: BTreeSet<String>,
    turn: (u64, String),
    dice: u64,
}

#[test]
fn a_scripted_person_plays_a_battle_against_the_computer() {
    if !crate::in_a_room_of_its_own("battle::a_scripted_person_plays_a_battle_against_the_computer")
    {
        return;
    }
    let plays = std::env::var("DEADLY_FIELD_PLAYS").ok();
    let plays: u64 = plays.and_then(|plays| plays.parse().ok()).unwrap_or(1);
    let mut all: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 1..=plays {
        for (deed, count) in play(seed) {
            *all.entry(deed).or_default() += count;
        }
    }
    for deed in WANTED {
        assert!(all.contains_key(deed), "there was no {deed}: {all:?}");
    }
}

/// Plays a battle to its end; answers with how often everything happened.
fn play(seed: u64) -> BTreeMap<&'static str, u32> {
    let start = Instant::now();
    let mut person = Person::new(room::open(Opening::Menu));
    begin(&mut person, seed);
    let mut script = Script {
        person,
        done: BTreeMap::new(),
        tried: BTreeSet::new(),
        turn: (0, String::new()),
        dice: seed,
    };
    while !script.person.is_over() {
        script.step();
        assert!(script.person.frames < 100_000, "it does not end");
    }
    let person = &mut script.person;
    assert!(!person.see("verdict").is_null(), "{}", person.sight());
    person.wait("the result", |person| person.read("screen") == "result");
    println!(
        "seed {seed}: {} in turn {}, {} frames, {} prompts, {:.1?}; {:?}",
        person.see("verdict"),
        person.see("turn"),
        person.frames,
        person.see("prompts"),
        start.elapsed(),
        script.done,
    );
    script.done
}

/// From the menu to the table.
fn begin(person: &mut Person, seed: u64) {
    assert_eq!(person.read("screen"), "menu");
    person.push("new battle");
    let scenario = "scenario T'ain't No Militia";
    person.wait("the scenarios", |person| person.can(scenario));
    for choice in [scenario, "union person", "confederate computer:hard"] {
        person.settle();
        person.push(choice);
    }
    person.settle();
    let seed_field = person.middle("seed");
    person.double_click(seed_field);
    for digit in seed.to_string().chars() {
        person.letter(digit);
    }
    person.settle();
    person.push("begin");
    person.wait("the table", |person| person.read("screen") != "menu");
}

impl Script {
    fn count(&mut self, deed: &'static str) {
        *self.done.entry(deed).or_default() += 1;
    }

    fn roll(&mut self, sides: u64) -> u64 {
        self.dice = self
            .dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.dice >> 33) % sides
    }

    /// What the battle is, to the last die.
    fn hash(&mut self) -> u64 {
        let mut sitting = self.person.app.world_mut().resource_mut::<Sitting>();
        sitting.session().battle().hash()
    }

    fn facts(&self) -> &[Fact] {
        let playback = self.person.app.world().resource::<Playback>();
        playback.chronicle().facts()
    }

    fn unit(&self, name: &str) -> UnitId {
        let playback = self.person.app.world().resource::<Playback>();
        let army = playback.view();
        let mut units = army.units();
        units
            .find(|&unit| army.name(unit) == name)
            .unwrap_or_else(|| panic!("nobody is called {name}"))
    }

    /// Frames pass until he is asked again, without watching.
    fn go_on(&mut self) {
        while self.person.asked().is_none() && !self.person.is_over() {
            if self.person.can("skip") && self.person.frames.is_multiple_of(8) {
                self.person.enter();
            }
            self.person.frame();
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    /// Answers the question that is put to him.
    fn step(&mut self) {
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
        self.person.settle();
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
        if same && kind != "activate" && kind != "leader" {
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
    fn refused_by_enter(&mut self) {
        let before = self.hash();
        self.person.enter();
        assert_eq!(self.hash(), before, "{}", self.person.sight());
        self.count("refused");
    }

    /// The question of the prompt bar.
    fn answer(&mut self) {
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
        let Some(name) = seen.or(left.first()).cloned() else {
            self.person.push("end turn");
            self.person.frame();
            if self.person.asked() == Some("activate") && self.person.can("confirm") {
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

    fn charge(&mut self, units: &[String]) -> bool {
        let facts = self.facts().len();
        self.person.push("order charge");
        self.person.settle();
        if !self.person.can("confirm") {
            assert!(units.len() > 1, "no charge; {}", self.person.sight());
            self.person.push("cancel");
            return false;
        }
        self.person.push("confirm");
        if !self.taken("charge") {
            return false;
        }
        self.count("charge");
        // Prompts in between are his too.
        while self
            .person
            .asked()
            .is_some_and(|kind| kind != "activate" && kind != "act")
        {
            self.person.settle();
            self.answer();
            self.go_on();
        }
        let home = self.facts()[facts.min(self.facts().len())..]
            .iter()
            .any(|fact| {
                matches!(
                    fact,
                    Fact::Impact { .. } | Fact::Melee { .. } | Fact::FellShort { .. }
                )
            });
        if home {
            self.count("charge to its end");
        }
        true
    }

    fn fire(&mut self, units: &[String]) -> bool {
        if self.roll(3) == 0 {
            // At whom, by the key.
            self.person.letter('j');
            self.person.settle();
            assert!(
                !self.person.see("pointed").is_null(),
                "{}",
                self.person.sight()
            );
            if !self.person.can("order fire") {
                return false;
            }
        }
        self.person.push("order fire");
        self.person.settle();
        if !self.person.can("confirm") {
            assert!(units.len() > 1, "no fire; {}", self.person.sight());
            self.person.push("cancel");
            return false;
        }
        self.person.push("confirm");
        if self.taken("fire") {
            self.count("fire");
            return true;
        }
        false
    }

    /// Whether what was confirmed was taken; nobody may be told no by the rules after that.
    fn taken(&mut self, what: &str) -> bool {
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
    fn ahead(&mut self, from: Vec2, inches: f32) -> Option<Vec2> {
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
    fn own(&self) -> BTreeSet<String> {
        let playback = self.person.app.world().resource::<Playback>();
        let army = playback.view();
        let units = army.units().filter(|&unit| army.side(unit) == Side::Union);
        units.map(|unit| army.name(unit).to_owned()).collect()
    }

    /// Draws a ghost and orders the move; shorter if it cannot be.
    fn march(&mut self, units: &[String]) -> bool {
        let lead = &units[0];
        for inches in [8.0, 5.0, 3.0] {
            let Some(&at) = self.person.pixels("units").get(lead) else {
                return false;
            };
            let Some(goal) = self.ahead(at, inches) else {
                return false;
            };
            let Some((_, pixel)) = self.person.ground(goal) else {
                return false;
            };
            if units.len() > 1 && self.person.can("plan 1 move") {
                self.person.push("plan 1 move");
                self.person.settle();
            }
            self.person.click(pixel);
            assert_eq!(
                self.person.read("selected"),
                lead,
                "{}",
                self.person.sight()
            );
            self.person.wait("the ghost is thought through", |person| {
                let why = person.see("disabled")["confirm"].as_str();
                person.can("confirm") || why.is_some_and(|why| why != "the way is being found")
            });
            self.count("ghost");
            if !self.person.can("confirm") {
                self.refused_by_enter();
                self.person.settle();
                self.person.push("cancel");
                self.person.settle();
                continue;
            }
            self.person.settle();
            return self.marched(units);
        }
        false
    }

    /// Confirms the ghost, and looks where the unit went.
    fn marched(&mut self, units: &[String]) -> bool {
        let ghost = self.person.see("ghost").clone();
        assert_eq!(ghost["legal"], true, "{}", self.person.sight());
        let facts = self.facts().len();
        let lead = self.unit(&units[0]);
        if self.roll(2) == 0 {
            self.person.enter();
        } else {
            self.person.push("confirm");
        }
        if !self.taken("move") {
            return false;
        }
        if units.len() > 1 {
            self.count("group");
        }
        let end = self.facts().len();
        let told = &self.facts()[facts.min(end)..];
        let undisturbed = !told.iter().any(|fact| {
            let harm = matches!(
                fact,
                Fact::Reacted { .. } | Fact::Fired { .. } | Fact::Checked { .. }
            );
            harm || matches!(fact, Fact::Halted { .. } | Fact::Charge { .. })
        });
        let to = told.iter().rev().find_map(|fact| match fact {
            Fact::Moved { unit, to, .. } if *unit == lead => Some(*to),
            _ => None,
        });
        if let (true, Some(to)) = (undisturbed, to) {
            let at = |number: usize| ghost["at"][number].as_f64().unwrap_or(f64::NAN) as f32;
            let wanted = Vec2::new(at(0), at(1));
            assert!(
                to.at.distance(wanted) < 0.05,
                "{} stands at {}, its ghost stood at {wanted}",
                units[0],
                to.at
            );
            self.count("ghost that went where it stood");
        }
        self.maybe_undo();
        true
    }

    /// Now and then something is taken back, as far as it goes; the battle is then as it was.
    fn maybe_undo(&mut self) {
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
        // What was tried may be tried again.
        self.tried.clear();
    }
}
