//! Every breach of the limits of mustering, from a table: refused with its rule, and nothing else.
//!
//! A force is written as `D2(B1(8rv 8rt*3) G(3nv))`: a division with a leader of benefit 2, a brigade
//! with one of benefit 1, a regiment of eight figures with rifle-muskets, veteran, three trained
//! ones, and a battery of three sections of Napoleons. `-` is no leader, `A` are guns with an
//! artillery leader, `C` a corps, `d` a division under a brigadier, `!` are sharpshooters.

use std::fs;
use std::path::Path;

use deadly_field::rules::leader::Rank;
use deadly_field::rules::muster::*;
use deadly_field::rules::*;

struct Reader<'a>(&'a str);

impl Reader<'_> {
    fn take(&mut self) -> char {
        let first = self.0.chars().next().expect("more of the force");
        self.0 = &self.0[1..];
        first
    }

    fn skip(&mut self, wanted: char) -> bool {
        let there = self.0.starts_with(wanted);
        if there {
            self.0 = &self.0[1..];
        }
        there
    }

    fn number(&mut self) -> u32 {
        let end = self
            .0
            .find(|one: char| !one.is_ascii_digit())
            .unwrap_or(self.0.len());
        let (digits, rest) = self.0.split_at(end);
        self.0 = rest;
        digits.parse().expect("a number")
    }

    fn unit(&mut self) -> Vec<MusterUnit> {
        let strength = self.number();
        let arm = match self.take() {
            'r' => MusterArm::Infantry(InfantryWeapon::RifleMusket),
            'p' => MusterArm::Infantry(InfantryWeapon::SpencerHenry),
            'c' => MusterArm::Cavalry(CavalryWeapon::SharpsCarbine),
            'C' => MusterArm::Cavalry(CavalryWeapon::RepeatingCarbine),
            'n' => MusterArm::Artillery(Gun::Napoleon),
            'P' => MusterArm::Artillery(Gun::Parrott20),
            other => panic!("no arm: {other}"),
        };
        let quality = match self.take() {
            'g' => Quality::Green,
            't' => Quality::Trained,
            'v' => Quality::Veteran,
            'e' => Quality::Elite,
            other => panic!("no quality: {other}"),
        };
        let unit = MusterUnit {
            arm,
            strength,
            quality,
            sharpshooter: self.skip('!'),
        };
        let many = if self.skip('*') { self.number() } else { 1 };
        vec![unit; many as usize]
    }

    fn command(&mut self) -> MusterCommand {
        let (echelon, rank) = match self.take() {
            'C' => (Echelon::Corps, Rank::Corps),
            'D' => (Echelon::Division, Rank::Division),
            'd' => (Echelon::Division, Rank::Brigade),
            'B' => (Echelon::Brigade, Rank::Brigade),
            'G' => (Echelon::GunBattalion, Rank::Brigade),
            'A' => (Echelon::GunBattalion, Rank::Division),
            other => panic!("no command: {other}"),
        };
        let artillery = echelon == Echelon::GunBattalion && rank == Rank::Division;
        let benefit = match self.0.chars().next() {
            Some('1'..='9') => Some(self.number()),
            Some('-') => {
                self.take();
                None
            }
            _ => artillery.then_some(1),
        };
        let mut command = MusterCommand {
            name: String::new(),
            echelon,
            leader: benefit.map(|benefit| {
                let leader = MusterLeader {
                    rank: if artillery { Rank::Brigade } else { rank },
                    benefit,
                    artillery,
                };
                (String::new(), leader)
            }),
            commands: Vec::new(),
            units: Vec::new(),
        };
        assert!(self.skip('('), "{}", self.0);
        while !self.skip(')') {
            self.skip(' ');
            if self.0.starts_with(|one: char| one.is_ascii_digit()) {
                command.units.extend(self.unit());
            } else {
                command.commands.push(self.command());
            }
        }
        command
    }
}

#[test]
fn every_breach_is_refused_with_its_rule() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/charts/muster_breaches.tsv");
    let text = fs::read_to_string(path).expect("the table");
    let mut breached = std::collections::BTreeSet::new();
    for line in text.lines().skip(1) {
        let cells: Vec<_> = line.split('\t').collect();
        let [what, period, side, kind, points, demands, force, wanted] = cells[..] else {
            panic!("{line}");
        };
        let period = Period::from_name(period).expect("a period");
        let side = Side::from_name(side).expect("a side");
        let part = MusterPart {
            kind: PartKind::from_name(kind).expect("a kind"),
            points: points.parse().ok(),
            demands: ron::from_str(demands).unwrap_or_else(|error| panic!("{what}: {error}")),
        };
        let command = Reader(force).command();
        let faults = Rules::book().force_faults((period, side), &[part], &[command]);
        let mut rules: Vec<_> = faults.iter().map(|fault| fault.rule.as_str()).collect();
        rules.sort_unstable();
        rules.dedup();
        let wanted: Vec<_> = wanted.split(',').filter(|rule| *rule != "-").collect();
        assert_eq!(rules, wanted, "{what}: {faults:#?}");
        breached.extend(wanted);
        // What is wrong is said with its numbers or its name.
        assert!(
            faults.iter().all(|fault| fault.what.len() > 8),
            "{what}: {faults:?}"
        );
    }
    // Every limit has its breach.
    let index = deadly_field::rules::index::RulebookIndex::book();
    let left: Vec<_> = index
        .iter()
        .map(|entry| entry.id.as_str())
        .filter(|id| id.starts_with("muster.") && !breached.contains(id))
        .collect();
    assert!(left.is_empty(), "no breach of {left:?}");
}

#[test]
fn a_second_artillery_leader_is_one_too_many() {
    let guns = || Reader("A(2nv*5)").command();
    let part = MusterPart {
        kind: PartKind::Guns,
        points: Some(60),
        demands: Vec::new(),
    };
    let faults = |count: usize| {
        let (parts, commands) = (vec![part.clone(); count], vec![guns(); count]);
        let of = (Period::UpTo1863, Side::Union);
        Rules::book().force_faults(of, &parts, &commands)
    };
    assert!(faults(1).is_empty(), "{:?}", faults(1));
    let two = faults(2);
    assert_eq!(two.len(), 1, "{two:?}");
    assert_eq!(two[0].rule.as_str(), "muster.artillery_leader");
    assert_eq!(two[0].at.to_string(), "commands[1].leader");
}

#[test]
fn a_force_has_a_command_for_each_part() {
    let part = MusterPart::free();
    let of = (Period::UpTo1863, Side::Union);
    let brigade = Reader("B1(8rv*3 2nv)").command();
    let faults = Rules::book().force_faults(of, &[part.clone(), part], &[brigade]);
    assert_eq!(faults.len(), 1);
    assert!(
        faults[0]
            .what
            .starts_with("1 commands; the scenario musters 2"),
        "{faults:?}"
    );
}

#[test]
fn cards_are_worth_their_pips_and_faces_fifty() {
    let rules = Rules::book();
    let points: Vec<_> = ["AS", "2D", "10H", "JC", "QH", "KS"]
        .map(|card| rules.card_points(card.parse().expect("a card")))
        .into();
    assert_eq!(points, [10, 20, 100, 50, 50, 50]);
    let all: Vec<_> = Card::deck().collect();
    assert_eq!(all.len(), 52);
    let helps = |faces| {
        all.iter()
            .filter(|card| rules.brings_help(**card, faces))
            .count()
    };
    assert_eq!(
        [Faces::Any, Faces::Black, Faces::Red].map(helps),
        [12, 6, 6]
    );
    for card in all {
        assert_eq!(card.to_string().parse(), Ok(card));
    }
    assert!("1X".parse::<Card>().is_err());
}

#[test]
fn who_attacks_may_have_a_quarter_more() {
    let rules = Rules::book();
    assert_eq!(rules.points_with_handicap(4, 0), 160);
    assert_eq!(rules.points_with_handicap(4, 25), 200);
    assert_eq!(rules.points_with_handicap(6, 25), 300);
}
