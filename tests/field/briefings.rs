//! What a booklet tells in words: sentences that are true of this battle, and to each side its own.

use deadly_field::print::page::Page;
use deadly_field::print::preview::{Making, Needs, Part, pages};
use deadly_field::rules::{Scale, Side};

use crate::preview::{scenario, subject};
use crate::support::rules;

/// Everything a page says, a line of it after the other.
fn told(name: &str, parts: Vec<Part>) -> String {
    let scenario = scenario(name, Scale::Mm15);
    let making = Making {
        parts,
        ..Making::default()
    };
    let pages = pages(&[subject(&scenario)], rules(), &making);
    let words: Vec<String> = pages.iter().flat_map(Page::words).collect();
    words.join(" ")
}

/// What one side alone is told, a line of it after the other.
fn told_to(name: &str, side: Side, parts: Vec<Part>) -> String {
    let scenario = scenario(name, Scale::Mm15);
    let making = Making {
        sides: vec![side],
        parts,
        ..Making::default()
    };
    let pages = pages(&[subject(&scenario)], rules(), &making);
    let words: Vec<String> = pages.iter().flat_map(Page::words).collect();
    words.join(" ").replace('\u{2019}', "'")
}

/// Each side is told what it has in hand, how its own men are bound and which ways it may choose, and
/// nothing of that about the other.
#[test]
fn orders_are_told_to_their_own_side() {
    let union = told_to(
        "mine_run_2_union_won",
        Side::Union,
        vec![Part::Briefings, Part::Rules],
    );
    assert!(
        union.contains("each brigade by one of the two northern roads"),
        "{union}"
    );
    assert!(
        union.contains("You choose the way of the first brigade, the second brigade"),
        "{union}"
    );
    assert!(
        union.contains("Taylor's Brigade leaves the table"),
        "{union}"
    );
    assert!(
        !union.contains("Hampton's Brigade leaves the table"),
        "{union}"
    );
    assert!(
        !union.contains("Units of Hampton's Brigade mount"),
        "{union}"
    );
    let south = told_to(
        "mine_run_2_union_won",
        Side::Confederate,
        vec![Part::Briefings, Part::Rules],
    );
    assert!(
        south.contains("Units of Hampton's Brigade mount or dismount only once"),
        "{south}"
    );
    assert!(!south.contains("Units of Taylor's Brigade"), "{south}");
    assert!(!south.contains("You choose the way"), "{south}");
    // How few hold the works their enemy finds out for himself.
    let attack = told_to(
        "richmond_1864",
        Side::Union,
        vec![Part::Briefings, Part::Rules],
    );
    assert!(
        !attack.contains("Texans") && !attack.contains("cavalry"),
        "{attack}"
    );
    let works = told_to("richmond_1864", Side::Confederate, vec![Part::Briefings]);
    assert!(works.contains("There are more works than men"), "{works}");
    let meeting = told_to("meeting_1864", Side::Union, vec![Part::Briefings]);
    assert!(!meeting.contains("Rodes"), "{meeting}");
}

/// Neither markers nor charts say how many the other has behind his pickets, or what.
#[test]
fn nobody_is_counted_by_markers_or_charts() {
    let parts = vec![Part::Needs, Part::Charts, Part::Labels];
    let attack = told_to("richmond_1864", Side::Union, parts.clone());
    let own = scenario("richmond_1864", Scale::Mm15);
    let own = own.units_of(Side::Union).count();
    assert!(attack.contains(&format!("Disorder: {own}")), "{attack}");
    assert!(
        !attack.contains("Columbiad") && !attack.contains("Muzzleloading"),
        "{attack}"
    );
    // He may be anybody, and is fired on as such.
    assert!(
        attack.contains("Mounted and charging") && attack.contains("Green target"),
        "{attack}"
    );
    let works = told_to("richmond_1864", Side::Confederate, parts);
    assert!(
        works.contains("Columbiad") && works.contains("3-inch Ordnance"),
        "{works}"
    );
}

/// Who may not be there is not counted as surely there, and whoever builds bridges is told so.
#[test]
fn doubts_and_engineers_are_told() {
    let south = told_to("taint_no_militia", Side::Confederate, vec![Part::Briefings]);
    assert!(south.contains("You see four or five regiments"), "{south}");
    let parts = vec![Part::Briefings, Part::Rosters];
    let crossing = told_to("franklins_crossing", Side::Union, parts);
    assert!(
        crossing.matches("with pontoons for").count() == 2,
        "{crossing}"
    );
    assert!(crossing.contains("engineers, veteran"), "{crossing}");
}

/// As many dice as are thrown at once: five for melee, six where heavy guns fire into a charge.
#[test]
fn there_are_dice_enough() {
    let dice = |name: &str| Needs::of(&scenario(name, Scale::Mm15), rules(), None).dice;
    assert_eq!(dice("taint_no_militia"), 5);
    assert_eq!(dice("richmond_1864"), 6);
}

/// Slopes are told as they are on this ground, not as the chart has them.
#[test]
fn slopes_are_told_as_they_are_here() {
    let parts = || vec![Part::Rules, Part::Charts];
    let heights = told("richmond_1864", parts());
    assert!(heights.contains("half speed"), "{heights}");
    assert!(!heights.contains("Gentle slope"), "{heights}");
    assert!(!told("taint_no_militia", parts()).contains("Gentle slope"));
    assert!(told("mine_run_1", parts()).contains("Gentle"));
}

/// Whoever comes in is told the road or the edge, and where one may form in plain words.
#[test]
fn ways_and_grounds_are_told_in_sentences() {
    let crossroads = told("mine_run_2_union_won", vec![Part::Briefings]);
    assert!(!crossroads.contains("road south at"), "{crossroads}");
    assert!(!crossroads.contains(" The three northern squares"));
    let way = "by the Germanna Ford Road over the northern edge";
    assert!(crossroads.contains(way), "{crossroads}");
    let hill = told("mine_run_1", vec![Part::Briefings]);
    assert!(
        hill.contains("the western edge between 07 and 11"),
        "{hill}"
    );
    let heights = told("richmond_1864", vec![Part::Briefings, Part::Labels]);
    assert!(!heights.contains("in Within"), "{heights}");
}

/// What several battles take is told to one side for itself alone.
#[test]
fn what_serves_for_all_is_told_by_side() {
    let battles = ["the_crossroads", "mine_run_1"].map(|name| scenario(name, Scale::Mm15));
    let making = Making {
        sides: vec![Side::Union],
        parts: vec![Part::Needs],
        ..Making::default()
    };
    let subjects: Vec<_> = battles.iter().map(subject).collect();
    let pages = pages(&subjects, rules(), &making);
    let mut words = pages.iter().flat_map(Page::words);
    assert!(!words.any(|line| line == "Confederate"));
}
