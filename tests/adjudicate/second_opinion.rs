//! A second adjudicator, written from the book by somebody who had not seen this one, was asked the same.
//!
//! `second_opinion.jsonl` has what it was asked and what it told: a sample of several hundred thousand
//! situations in which the two were compared. Chances of nothing are left out in it.

use serde_json::Value;

use super::adjudicate;

/// Each line is a question and the other's answer.
const OPINIONS: &str = include_str!("second_opinion.jsonl");

#[test]
fn the_second_opinion_is_the_same() {
    let opinions: Vec<Value> = OPINIONS
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let asked: Vec<_> = opinions
        .iter()
        .map(|opinion| opinion["ask"].to_string())
        .collect();
    let (code, answers) = adjudicate(&asked.join("\n"));
    assert_eq!((code, answers.len()), (0, opinions.len()));
    assert!(opinions.len() >= 200, "{} situations", opinions.len());
    for (opinion, answer) in opinions.iter().zip(&answers) {
        let (kind, answer) = answer
            .as_object()
            .and_then(|answer| answer.iter().next())
            .expect("an answer");
        assert!(opinion["ask"].get(kind).is_some(), "{answer}");
        let told = opinion["told"].as_object().expect("an answer");
        for (field, theirs) in told {
            let ours = &answer[field];
            if field == "odds" {
                for (result, chance) in ours.as_object().expect("odds") {
                    let theirs = theirs[result].as_f64().unwrap_or_default();
                    let ours = chance.as_f64().expect("a chance");
                    assert!(
                        (ours - theirs).abs() < 1e-11,
                        "{result}: {opinion} {answer}"
                    );
                }
            } else {
                assert_eq!(ours, theirs, "{field}: {opinion} {answer}");
            }
        }
    }
}
