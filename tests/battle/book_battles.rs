//! The battles that the book offers by points: what is special about each, and who wins.

use std::path::Path;
use std::sync::Arc;

use deadly_field::army::{Fact, Fate, Presence, UnitId};
use deadly_field::battle::{Decision, Judging, Order};
use deadly_field::field::plan::{LineKind, Slopes};
use deadly_field::rules::formation::Shape;
use deadly_field::rules::{Morale, Named, Rules, Scale, Side, Weather};
use deadly_field::scenario::file::{Signal, SpecialRule};
use deadly_field::scenario::{Scenario, find};

use crate::fights::{both, count, fight, for_all};
use crate::play::Play;

const ALL: [&str; 8] = [
    "taint_no_militia_by_points",
    "meeting_1864",
    "richmond_1864",
    "mine_run_1",
    "mine_run_2_union_won",
    "mine_run_2_confederates_won",
    "mine_run_3_union_won",
    "mine_run_3_confederates_won",
];

fn load(name: &str, scale: Scale) -> Scenario {
    let path = find(Path::new(name));
    match Scenario::load(&path, scale, Rules::book()) {
        Ok(scenario) => scenario,
        Err(faults) => {
            let said: Vec<_> = faults.iter().map(ToString::to_string).collect();
            panic!("{name} at {scale}: {}", said.join("\n"));
        }
    }
}

fn play(name: &str, dice: &[u8]) -> Play {
    Play::of(load(name, Scale::Mm15), dice)
}

fn named(play: &Play, name: &str) -> UnitId {
    let army = play.battle.army();
    let mut units = army.units();
    units.find(|&id| army.name(id).contains(name)).expect(name)
}

fn units(play: &Play, side: Side) -> Vec<UnitId> {
    let army = play.battle.army();
    army.units().filter(|&id| army.side(id) == side).collect()
}

/// The turn on which a unit is due.
fn due(play: &Play, name: &str) -> u32 {
    match play.battle.army().presence(named(play, name)) {
        Presence::Waiting { turn, .. } => turn,
        other => panic!("{name}: {other:?}"),
    }
}

fn holds(play: &Play, condition: usize) -> bool {
    let battle = &play.battle;
    let scenario = battle.scenario();
    Judging::new(scenario, battle.army()).holds(&scenario.victory.conditions[condition])
}

#[test]
fn all_of_them_can_be_set_up_at_every_scale_and_drawn() {
    for name in ALL {
        for &scale in Scale::ALL {
            let scenario = load(name, scale);
            assert!(scenario.history.len() > 400 && scenario.outcome.len() > 250);
        }
        let svg = deadly_field::print::map::svg(&load(name, Scale::Mm15));
        assert!(svg.contains("</svg>"), "{name}");
    }
}

/// Puts a unit on a place in squares.
fn put(play: &mut Play, unit: UnitId, (x, y): (f32, f32)) {
    play.place(unit, x * 18.0, y * 18.0, 0.0);
}

/// Both sides do nothing with whoever is there until a turn begins.
fn until(play: &mut Play, turn: u32) {
    while play.battle.army().clock().turn < turn {
        play.leaders_stay();
        if matches!(play.battle.decision(), Some(Decision::Activate { .. })) {
            play.end_turn();
        }
    }
}

#[test]
fn the_better_generals_move_first() {
    let scenario = load("taint_no_militia_by_points", Scale::Mm15);
    let benefits = |side: Side| -> u32 {
        let own = scenario.leaders.iter().filter(|one| one.side == side);
        own.map(|leader| leader.benefit).sum()
    };
    assert_eq!((benefits(Side::Union), benefits(Side::Confederate)), (5, 4));
    assert_eq!(scenario.initiative, Side::Union);
    assert_eq!(scenario.muster, (160, 180));
    // With Reynolds no better than the others both have as much, and Heth is first.
    let folder = std::env::temp_dir().join(format!("deadly-field-level-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("forces")).expect("a folder");
    let worse = |text: String| text.replace("benefit: 2", "benefit: 1");
    let read = |path: &str| std::fs::read_to_string(path).expect(path);
    let force =
        worse(read("forces/militia_union.ron")).replace("points: Some(160)", "points: None");
    std::fs::write(folder.join("forces/militia_union.ron"), force).expect("written");
    let path = folder.join("level.ron");
    let text = worse(read("scenarios/taint_no_militia_by_points.ron"));
    std::fs::write(&path, text).expect("written");
    let level = Scenario::load(&path, Scale::Mm15, Rules::book()).expect("a good scenario");
    std::fs::remove_dir_all(&folder).expect("removed");
    assert_eq!(level.initiative, Side::Confederate);
}

#[test]
fn a_wing_of_the_ridge_without_a_union_unit_is_lost_by_points_too() {
    let mut play = play("taint_no_militia_by_points", &[]);
    assert!(!holds(&play, 0));
    let pegram = named(&play, "Zimmerman");
    assert!(play.battle.now().in_zone(Side::Confederate, "herr_ridge") >= 10);
    // Everybody goes to the south wing.
    for unit in units(&play, Side::Union) {
        if play.at(unit).1 + 8.0 > 18.0 {
            put(&mut play, unit, (1.2, 0.4));
        }
    }
    assert!(holds(&play, 0));
    // The guns are not held to their ridge here.
    let confined = |rule: &SpecialRule| matches!(rule, SpecialRule::Confined { .. });
    assert!(!play.battle.scenario().rules.iter().any(confined));
    assert!(play.unit(pegram).is_artillery());
}

#[test]
fn the_meeting_of_1864_brings_everybody_in_his_time_and_sends_the_horse_home() {
    let mut play = play("meeting_1864", &[]);
    assert_eq!(due(&play, "5th Michigan Cavalry"), 1);
    assert_eq!(due(&play, "7th Virginia Cavalry"), 1);
    assert_eq!(due(&play, "69th New York"), 2);
    assert_eq!(due(&play, "Roder's Battery"), 2);
    assert_eq!(due(&play, "4th Georgia"), 3);
    until(&mut play, 3);
    let (custer, rosser) = (
        named(&play, "5th Michigan Cavalry"),
        named(&play, "7th Virginia Cavalry"),
    );
    assert!(!play.battle.army().is_withdrawn(custer));
    until(&mut play, 5);
    assert!(play.battle.army().is_withdrawn(custer));
    assert!(play.battle.army().is_withdrawn(rosser));
    assert!(
        !play
            .battle
            .army()
            .is_withdrawn(named(&play, "69th New York"))
    );
}

#[test]
fn the_meeting_of_1864_is_judged_by_half_as_many_again() {
    let mut play = play("meeting_1864", &[]);
    assert!(!holds(&play, 0));
    // Eight figures against eight are not enough, twelve are.
    let fate = Fate::Eliminated;
    let gone = |play: &mut Play, name: &str| {
        let unit = named(play, name);
        play.is_gone(unit, fate);
    };
    gone(&mut play, "61st New York");
    gone(&mut play, "3rd Alabama");
    assert_eq!(play.battle.army().casualties(Side::Union), 8);
    assert!(!holds(&play, 0));
    gone(&mut play, "1st North Carolina");
    assert_eq!(play.battle.army().casualties(Side::Confederate), 12);
    assert!(holds(&play, 0));
}

#[test]
fn before_richmond_the_crest_is_held_by_works_and_taken_by_five_regiments() {
    let scenario = load("richmond_1864", Scale::Mm15);
    let field = &scenario.field;
    assert_eq!(field.slopes, Slopes::Half);
    assert_eq!(field.customs.creek_inches, 2.0);
    for kind in [LineKind::LightWorks, LineKind::Abatis] {
        assert!(field.lines.iter().any(|line| line.kind == kind), "{kind}");
    }
    assert!(scenario.hiding.is_still(Side::Confederate));
    let mut play = Play::of(scenario, &[]);
    let crest = |play: &Play| {
        let battle = &play.battle;
        Judging::new(battle.scenario(), battle.army())
            .beyond(Side::Union, "crest")
            .len()
    };
    assert_eq!(crest(&play), 0);
    let regiments: Vec<_> = units(&play, Side::Union)
        .into_iter()
        .filter(|&id| play.unit(id).is_infantry())
        .take(5)
        .collect();
    for (number, &unit) in regiments.iter().enumerate() {
        assert!(!holds(&play, 0), "{number} are not enough");
        put(&mut play, unit, (0.5 + number as f32, 2.3));
        assert_eq!(crest(&play), number + 1);
    }
    assert!(holds(&play, 0));
    // Whoever runs does not count.
    play.set_level(regiments[0], Morale::Routed);
    assert!(!holds(&play, 0));
}

#[test]
fn on_tan_yard_hill_it_rains_up_to_four_and_four_stands_send_a_side_home() {
    for (die, weather) in [(4, Weather::Wet), (5, Weather::Dry)] {
        let play = play("mine_run_1", &[die]);
        assert!(
            play.happened(
                |fact| matches!(fact, Fact::Weather { weather: is, .. } if *is == weather)
            )
        );
    }
    let mut play = play("mine_run_1", &[5]);
    let cobb = named(&play, "Cobb Legion");
    assert_eq!(play.battle.army().presence(cobb), Presence::OnTable);
    assert_eq!(due(&play, "Hart's Battery"), 1);
    assert_eq!(due(&play, "6th Ohio Cavalry"), 1);
    // The hill is the Confederates' as long as one of them is on it or in its woods.
    assert!(!holds(&play, 2));
    put(&mut play, cobb, (0.2, 0.3));
    assert!(holds(&play, 2));
    let stands = |play: &Play| (holds(play, 0), holds(play, 1));
    assert_eq!(stands(&play), (false, false));
    for name in ["1st New Jersey Cavalry", "1st Pennsylvania Cavalry"] {
        let unit = named(&play, name);
        play.is_gone(unit, Fate::Surrendered);
    }
    assert_eq!(stands(&play), (false, true));
    let mounting = |rule: &&SpecialRule| matches!(rule, SpecialRule::Mounting { times: 1, .. });
    let rules = &play.battle.scenario().rules;
    assert_eq!(rules.iter().filter(mounting).count(), 2);
}

#[test]
fn only_the_woods_that_touch_tan_yard_hill_count() {
    let mut play = play("mine_run_1", &[5]);
    let cobb = named(&play, "Cobb Legion");
    for (wood, at, counts) in [
        ("north", (0.67, 1.89), true),
        ("south-west", (0.19, 1.3), true),
        ("south", (0.5, 1.11), true),
        ("east", (0.96, 1.72), false),
    ] {
        put(&mut play, cobb, at);
        assert_eq!(holds(&play, 2), !counts, "the wood in the {wood}");
    }
}

#[test]
fn everybody_on_tan_yard_hill_sees_over_farms_and_orchards() {
    let scenario = load("mine_run_1", Scale::Mm15);
    assert!(
        scenario
            .field
            .customs
            .see_over
            .iter()
            .all(|rule| rule.all_arms)
    );
}

#[test]
fn early_comes_as_the_die_says_and_the_horse_goes() {
    for (die, turn) in [(1, 2), (2, 2), (3, 3), (6, 6)] {
        let mut play = play("mine_run_2_union_won", &[4]);
        let rolled = |play: &Play| play.happened(|fact| matches!(fact, Fact::Due { .. }));
        // Nobody knows before the Confederates' second player turn.
        until(&mut play, 2);
        assert!(!rolled(&play));
        play.leaders_stay().roll(&[die]).end_turn();
        assert!(rolled(&play));
        assert_eq!(due(&play, "13th Georgia"), turn, "a {die}");
    }
    let mut play = play("mine_run_2_union_won", &[3]);
    assert!(play.happened(|fact| matches!(
        fact,
        Fact::Weather {
            weather: Weather::Wet,
            ..
        }
    )));
    assert_eq!(due(&play, "17th Maine"), 1);
    // The Union troopers begin on foot around the hill, the others at the fence.
    let now = play.battle.now();
    assert_eq!(now.in_zone(Side::Union, "tan_yard_square"), 7);
    assert!(
        !play
            .unit(named(&play, "1st New Jersey Cavalry"))
            .is_mounted()
    );
    assert_eq!(now.in_zone(Side::Confederate, "long_fence"), 6);
    // The rules speak of whoever was brought.
    let rules = &play.battle.scenario().rules;
    let goes = |who: &str, after: &str| {
        rules.iter().any(|rule| match rule {
            SpecialRule::Withdraws { command, when, .. } => {
                let (Signal::Reached { command: other, .. } | Signal::Arrived { command: other }) =
                    when
                else {
                    return false;
                };
                command == who && other == after
            }
            _ => false,
        })
    };
    assert!(goes("Taylor's Brigade", "Birney's Division"));
    assert!(goes("Hampton's Brigade", "Early's Division"));
    let fresh = |rule: &SpecialRule| matches!(rule, SpecialRule::FirstCheck { command, mmp: -1 } if command == "Taylor's Brigade");
    assert!(rules.iter().any(fresh));
    // Two Confederate units north of the fence are borne, three are not.
    let own: Vec<_> = units(&play, Side::Confederate)
        .into_iter()
        .filter(|&id| play.battle.army().on_table(id))
        .collect();
    for (number, &unit) in own.iter().enumerate() {
        put(&mut play, unit, (0.3 + 0.3 * number as f32, 0.4));
    }
    assert!(holds(&play, 0));
    for (number, borne) in [(0, true), (1, true), (2, false)] {
        put(&mut play, own[number], (0.3 + 0.3 * number as f32, 1.5));
        assert_eq!(holds(&play, 0), borne, "{}", number + 1);
    }
}

#[test]
fn after_a_lost_hill_birney_comes_piecemeal() {
    let mut play = play("mine_run_2_confederates_won", &[4]);
    let turns =
        ["63rd Pennsylvania", "20th Indiana", "Bucklyn", "17th Maine"].map(|name| due(&play, name));
    assert_eq!(turns, [1, 2, 2, 3]);
    assert_eq!(
        play.unit(named(&play, "63rd Pennsylvania")).shape(),
        Shape::Line
    );
    assert_eq!(
        play.unit(named(&play, "20th Indiana")).shape(),
        Shape::Column
    );
    let hill = play
        .battle
        .now()
        .in_zone(Side::Confederate, "tan_yard_hill");
    assert_eq!(hill, 2, "the guns and a regiment");
    assert_eq!(
        play.battle.now().in_zone(Side::Confederate, "long_fence"),
        4
    );
    // Early throws on the second turn, the brigade that is lent on the third.
    until(&mut play, 2);
    play.leaders_stay().roll(&[6]).end_turn();
    play.leaders_stay().roll(&[5]).end_turn();
    assert_eq!(due(&play, "13th Georgia"), 6);
    assert_eq!(due(&play, "7th New Jersey"), 5);
}

/// The MMP of a shaken unit that rallies at the beginning of its player turn.
fn rallying(scenario: Scenario, name: &str) -> i32 {
    let mut play = Play::of(scenario, &[]);
    let unit = named(&play, name);
    play.set_level(unit, Morale::Shaken);
    play.leaders_stay().end_turn().leaders_stay();
    play.activate(unit).roll(&[4, 4]).order(Order::Rally);
    play.mmp(unit)
}

#[test]
fn after_a_defeat_earlys_infantry_is_worn_and_nobody_else() {
    let scenario = || load("mine_run_3_union_won", Scale::Mm15);
    let fresh = || {
        let mut scenario = scenario();
        scenario.rules.clear();
        scenario
    };
    for (name, worse) in [("31st Georgia", 1), ("3rd Alabama", 0), ("Garber", 0)] {
        let (worn, usual) = (rallying(scenario(), name), rallying(fresh(), name));
        assert_eq!(worn - usual, worse, "{name}");
    }
}

#[test]
fn on_long_ridge_a_corps_attacks_and_six_regiments_past_the_crest_win() {
    for name in ["mine_run_3_union_won", "mine_run_3_confederates_won"] {
        let scenario = load(name, Scale::Mm15);
        let dug = scenario.field.lines.iter();
        let dug = dug.filter(|line| line.kind == LineKind::HastyWorks).count() > 0;
        assert_eq!(dug, name.contains("confederates"));
        let below = scenario.commands_below("III Corps").len();
        assert!(below >= 13, "{below} commands under French");
        let mut play = Play::of(scenario, &[]);
        let regiments = units(&play, Side::Union);
        let regiments: Vec<_> = regiments
            .into_iter()
            .filter(|&id| play.unit(id).is_infantry())
            .take(6)
            .collect();
        for (number, &unit) in regiments.iter().enumerate() {
            assert!(!holds(&play, 0), "{number} are not enough");
            put(&mut play, unit, (0.4 + 0.5 * number as f32, 0.3));
        }
        assert!(holds(&play, 0));
    }
}

/// How many of each there are: one; more by `DEADLY_FIELD_BOOK_BATTLES`.
#[test]
fn the_battles_of_the_book_are_fought_to_their_end() {
    let each = count("DEADLY_FIELD_BOOK_BATTLES", 1);
    for name in ["mine_run_1", "taint_no_militia_by_points"] {
        let scenario = Arc::new(load(name, Scale::Mm15));
        for_all(each, |seed| {
            let session = fight(both("computer:medium"), &scenario, seed + 1, |_| {});
            assert!(session.battle().army().verdict().is_some(), "{name}");
        });
    }
}
