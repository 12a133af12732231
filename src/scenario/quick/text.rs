//! The scenario of a quick battle, as its file would say it.

use std::fmt::Write;

use super::ways::{Ground, across, facing};
use super::{Aim, BOARD, QuickBattle, Sky, Strength, force_file};
use crate::rules::muster::Period;
use crate::rules::{Named, Rules, Season, Side};
use crate::scenario::file::{Country, Edge};

/// How far apart two forces that meet begin, in squares; and an attacker from his enemy.
const APART: f32 = 1.0;
const STORMING: f32 = 0.667;

/// What the middle of the field is worth where two forces meet, in stands of the enemy.
const MIDDLE: u32 = 4;

/// How far the middle of the field reaches, in squares.
const REACH: f32 = 0.3;

/// Units that an attacker needs in a position that he has cleared.
const HOLDERS: u32 = 2;

impl QuickBattle {
    /// The edge behind a side.
    pub fn edge(&self, side: Side) -> Edge {
        match side {
            Side::Union => self.union_from,
            Side::Confederate => across(self.union_from),
        }
    }

    /// How deep a side may form.
    fn deep(&self, side: Side, ground: &Ground) -> f32 {
        let half = ground.length(self.union_from) / 2.0;
        match self.aim.attacker() {
            None => half - APART / 2.0,
            Some(attacker) if attacker == side => half - STORMING,
            Some(_) => half,
        }
    }

    /// The text of the scenario.
    pub(super) fn text(&self, rules: &Rules, ground: &Ground) -> String {
        let mut text = String::from("// A quick battle, made by the program.\n(\n");
        let mut line = |what: std::fmt::Arguments| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "    {what}");
        };
        let place = ground.place();
        let name = match place {
            Some(place) => format!("Quick battle: {place}"),
            None => format!("Quick battle: {}", self.battlespace.join("-")),
        };
        line(format_args!("name: {},", quoted(&name)));
        let (year, month, day) = self.date();
        line(format_args!("date: ({year}, {month}, {day}),"));
        line(format_args!("time: (9, 0),"));
        line(format_args!("history: {},", quoted(&self.history(place))));
        line(format_args!("turns: {},", self.turns));
        let first = self.aim.attacker().unwrap_or(Side::Confederate);
        line(format_args!("initiative: \"{first}\","));
        if let Some(attacker) = self.aim.attacker() {
            let other = attacker.other();
            line(format_args!("set_up: [\"{other}\", \"{attacker}\"],"));
        }
        line(format_args!("season: \"{}\",", self.season));
        line(match self.sky {
            Sky::Dry | Sky::VeryDry => format_args!("weather: Fixed(\"dry\"),"),
            Sky::Wet => format_args!("weather: Fixed(\"wet\"),"),
            Sky::Rolled => format_args!("weather: WetUpTo(3),"),
        });
        line(format_args!("period: \"{}\",", self.period));
        let points: Vec<_> = self.battlespace.iter().map(|id| quoted(id)).collect();
        let points = points.join(", ");
        let country = match self.country {
            Country::Ordinary => String::new(),
            other => format!(", country: Some(\"{other}\")"),
        };
        line(format_args!(
            "board: Cut(board: \"{BOARD}\", points: [{points}]{country}),"
        ));
        self.ground(ground, &mut line);
        for side in [Side::Union, Side::Confederate] {
            self.side(rules, side, ground, &mut line);
        }
        self.rules(&mut line);
        self.victory(&mut line);
        text.push_str(")\n");
        text
    }

    fn ground(&self, ground: &Ground, line: &mut impl FnMut(std::fmt::Arguments)) {
        line(format_args!("ground: ("));
        line(format_args!("    zones: ["));
        for side in [Side::Union, Side::Confederate] {
            let edge = self.edge(side);
            let (low, high) = ground.along(edge, self.deep(side, ground));
            line(format_args!(
                "        (id: \"{side}_ground\", name: \"Where the {} forms\", shape: Box(({:.3}, {:.3}), ({:.3}, {:.3}))),",
                match side {
                    Side::Union => "Union side",
                    Side::Confederate => "Confederate side",
                },
                low.x,
                low.y,
                high.x,
                high.y
            ));
        }
        let middle = ground.middle();
        let name = ground.place().unwrap_or("The middle of the field");
        line(format_args!(
            "        (id: \"quick_prize\", name: {}, shape: Oval(at: ({}, {}), radii: ({REACH}, {REACH}))),",
            quoted(name),
            middle.x,
            middle.y
        ));
        line(format_args!("    ],"));
        line(format_args!("    entries: ["));
        for side in [Side::Union, Side::Confederate] {
            let way = ground.way_in(self.edge(side), &road(side));
            line(format_args!(
                "        (id: \"{}\", at: ({}, {}), facing: {}),",
                way.id, way.at.0, way.at.1, way.facing
            ));
        }
        line(format_args!("    ],"));
        line(format_args!("),"));
    }

    fn side(
        &self,
        rules: &Rules,
        side: Side,
        ground: &Ground,
        line: &mut impl FnMut(std::fmt::Arguments),
    ) {
        let granted = self.granted(rules, side, ground.squares);
        let commands = granted.len();
        line(format_args!("{side}: ("));
        let about = self.about(side, &granted);
        line(format_args!("    about: {},", quoted(&about)));
        line(format_args!("    muster: Some(("));
        line(format_args!("        force: \"{}\",", force_file(side)));
        line(format_args!("        parts: ["));
        for (number, points) in granted.into_iter().enumerate() {
            let name = match commands {
                1 => "The force".to_owned(),
                _ => format!("Command {}", number + 1),
            };
            let points = match (self.strength, points) {
                (Strength::Cards(cards), _) => format!("Cards({cards})"),
                (_, points) => format!("Points({})", points.unwrap_or(0)),
            };
            line(format_args!(
                "            (name: \"{name}\", kind: \"any\", points: {points}, deploy: [(place: Zone(zone: \"{side}_ground\", facing: {}))]),",
                facing(self.edge(side))
            ));
        }
        line(format_args!("        ],"));
        if self.reinforcements {
            let road = road(side);
            line(format_args!(
                "        reinforcements: Some((entry: \"{road}\")),"
            ));
        }
        line(format_args!("    )),"));
        line(format_args!("),"));
    }

    /// Rules: `scenario.weather`.
    fn rules(&self, line: &mut impl FnMut(std::fmt::Arguments)) {
        line(format_args!("rules: ["));
        if self.aim.attacker().is_none() {
            line(format_args!(
                "    InitiativeByBenefit(level: \"confederate\"),"
            ));
        }
        if self.sky == Sky::VeryDry {
            for (feature, ground) in [("trail", "road"), ("creek", "broken")] {
                line(format_args!(
                    "    CrossAs(feature: \"{feature}\", ground: \"{ground}\", disorders: false),"
                ));
            }
        }
        line(format_args!("],"));
    }

    fn victory(&self, line: &mut impl FnMut(std::fmt::Arguments)) {
        line(format_args!("victory: ("));
        line(format_args!("    conditions: ["));
        match self.aim.attacker() {
            Some(attacker) => line(format_args!(
                "        All(conditions: [Cleared(winner: \"{attacker}\", any_of: [\"quick_prize\"]), Holds(winner: \"{attacker}\", zone: \"quick_prize\", units: {HOLDERS})]),"
            )),
            None => {
                for side in [Side::Union, Side::Confederate] {
                    line(format_args!("        Points(winner: \"{side}\", lead: 1),"));
                }
            }
        }
        line(format_args!("    ],"));
        match self.aim.attacker() {
            Some(attacker) => {
                let defender = attacker.other();
                line(format_args!("    otherwise: \"{defender}\","));
            }
            None => {
                line(format_args!("    otherwise: \"draw\","));
                let zones = match self.aim {
                    Aim::Meeting => {
                        format!("zones: [(zone: \"quick_prize\", points: {MIDDLE})], ")
                    }
                    _ => String::new(),
                };
                line(format_args!(
                    "    points: Some(({zones}stand: 1, leader: 1)),"
                ));
            }
        }
        line(format_args!("),"));
    }

    /// A day of the period.
    fn date(&self) -> (u32, u32, u32) {
        let year = match self.period {
            Period::UpTo1863 => 1863,
            Period::Early1864 | Period::Late1864 => 1864,
            Period::Y1865 => 1865,
        };
        let (month, day) = match self.season {
            Season::Spring => (5, 3),
            Season::Summer => (7, 14),
            Season::Fall => (10, 14),
            Season::Winter => (2, 6),
        };
        (year, month, day)
    }

    /// What brings the armies here, in a few sentences.
    fn history(&self, place: Option<&str>) -> String {
        let country = match self.country {
            Country::Poor => {
                "a poor country of scrub and second growth, with cabins instead of farmhouses and roads that give out in the middle"
            }
            Country::Ordinary => "a country of farms, woods and worm fences like a hundred others",
            Country::Rich => {
                "a rich country, cleared long ago, with stone walls, large barns and orchards on the swells"
            }
        };
        let near = match place {
            Some(place) => format!("near {place}"),
            None => "on no road that matters".to_owned(),
        };
        let sky = match self.sky {
            Sky::Dry => "It has been fair for days.",
            Sky::Wet => {
                "It has rained all night; the creeks are up and the wheels sink to their hubs."
            }
            Sky::VeryDry => {
                "It has not rained for weeks: the trails are as hard as pikes, and one steps over the creeks."
            }
            Sky::Rolled => {
                "There are clouds in the west, and nobody knows what the roads will be like."
            }
        };
        let aim = match self.aim {
            Aim::Meeting => {
                "Both columns have been feeling for each other since dawn. Whoever has the middle of the field when it is over has the roads, and what each has lost is counted beside it."
            }
            Aim::UnionAttacks => {
                "The Confederates are there already and mean to stay; the Union must have the ground, and by tonight."
            }
            Aim::ConfederateAttacks => {
                "The Union is there already and means to stay; the Confederates must have the ground, and by tonight."
            }
            Aim::Losses => {
                "There is nothing here worth having. Each side has come to hurt the other."
            }
        };
        format!("Two forces have found each other {near}, in {country}. {sky} {aim}")
    }

    /// A line about a side.
    fn about(&self, side: Side, granted: &[Option<u32>]) -> String {
        let strength = match (self.strength, granted) {
            (Strength::Cards(cards), _) => {
                format!("As strong as {cards} cards say, which nobody tells before the end.")
            }
            (_, [Some(points)]) => format!("{points} points, as its commander likes it."),
            (_, more) => {
                let points: u32 = more.iter().flatten().sum();
                format!("{points} points in {} commands.", more.len())
            }
        };
        let edge = self.edge(side).name();
        let help = if self.reinforcements {
            " A face card brings help by the road behind it."
        } else {
            ""
        };
        format!("{strength} It has the {edge}ern edge behind it.{help}")
    }
}

fn road(side: Side) -> String {
    format!("{side}_road")
}

fn quoted(words: &str) -> String {
    ron::to_string(words).unwrap_or_else(|_| format!("{words:?}"))
}
