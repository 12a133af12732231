//! What is wrong is told with what would be right.

use super::error;

/// Everything that is wrong says what would be right.
#[test]
fn every_error_says_what_is_allowed() {
    let unit = r#""arm": "artillery", "quality": "veteran", "sections": 3"#;
    let check = |more: &str| format!(r#"{{"morale": {{"unit": {{{unit}{more}}}}}}}"#);
    let foot = r#"{"arm": "infantry", "quality": "veteran", "figures": 8}"#;
    let lines = [
        r#"{"morale": {"unit": ["infantry", "union", "veteran", null, 8]}}"#.to_owned(),
        r#"{"morale": ["15mm"]}"#.to_owned(),
        format!(r#"{{"impact": {{"attacker": [{foot}], "defender": {{"unit": {foot}}}}}}}"#),
        r#"{"morale": {"unit": {"arm": 1}}}"#.to_owned(),
        r#"{"morale": {"unit": {"arm": "foot"}}}"#.to_owned(),
        format!(r#"{{"morale": {{"unit": {foot}}}, "impact": {{}}}}"#),
        format!(r#"{{"morale": {{"unit": {foot}}}, "scale": "15mm"}}"#),
        check(r#", "weapon": 12"#),
        check(r#", "formation": ["limbered"]"#),
        format!(r#"{{"morale": {{"unit": {{"weapon": 12, {unit}}}}}}}"#),
        r#"{"morale": {"unit": {"weapon": 12}}}"#.to_owned(),
        format!(
            r#"{{"impact": {{"attacker": {{"unit": {foot}}}, "defender": {{"unit": {foot}}}, "on": 3}}}}"#
        ),
        format!(
            r#"{{"impact": {{"attacker": {{"unit": {foot}}}, "defender": {{"unit": {foot}}}, "on": "side"}}}}"#
        ),
        check(r#", "lost_sections": 1e999"#),
        check(r#", "lost_sections": 9223372036854775808"#),
        check(r#", "arm": "infantry""#),
        check(", \"weapon\": \"a\u{1}b\""),
        check(r#", "stands": [1]"#),
        check("").trim_end_matches('}').to_owned(),
        check(", ,"),
        format!(
            r#"{{"impact": {{"attacker": {{"unit": {foot}}}, "defender": {{"unit": {foot}}}, "attacker_dice": [1, 2]}}}}"#
        ),
        check(&format!(r#", "weapon": "{}""#, "x".repeat(5000))),
        "x".repeat((1 << 20) + 1),
    ];
    let told: Vec<_> = lines.iter().map(|line| error(line)).collect();
    for told in &told {
        assert!(told.contains("allowed: "), "{told}");
    }
    insta::assert_snapshot!(told.join("\n"));
}

/// Whoever writes a third number of stands is told that there are two, and not what JSON is.
#[test]
fn too_many_stands_are_told_as_such() {
    let unit = r#"{"arm": "infantry", "quality": "veteran", "figures": 8, "stands": [2, 2, 2]}"#;
    let told = error(&format!(r#"{{"morale": {{"unit": {unit}}}}}"#));
    assert!(
        told.starts_with("morale.unit.stands: more than two (column ")
            && told.ends_with("; allowed: two whole numbers, [now, full]"),
        "{told}"
    );
}

/// A line that is sound JSON and no request is told for what it is.
#[test]
fn a_line_without_a_request_says_what_it_is() {
    for (line, what) in [
        ("{}", "no request stands between the braces; "),
        ("[]", "a list is no request; "),
        (" 12 ", "`12` is no request; "),
        ("null", "`null` is no request; "),
    ] {
        let told = error(line);
        assert!(told.starts_with(what), "{line}: {told}");
    }
}
