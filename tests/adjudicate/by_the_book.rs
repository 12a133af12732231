//! Situations at the edges of the rules.

use super::*;

#[test]
fn fire_that_has_passed_through_others_says_so() {
    let mut request = fire();
    request["fire"]["firers"] = json!([
        {"arm": "artillery", "quality": "veteran", "weapon": "12pdr_napoleon", "sections": 3}
    ]);
    request["fire"]["passed"] = json!(2);
    let through = answer(request.clone());
    assert_eq!(
        through["fire"]["modifiers"],
        json!([{"what": "units passed through", "drm": -4, "counted": true}])
    );
    assert_eq!(through["fire"]["drm"], json!(-4));
    // Two targets in all for small arms, three for guns.
    let no_farther = why_not(with(request, "/fire/passed", json!(3)));
    assert!(no_farther.contains("3; the limit is 2"), "{no_farther}");
    let mut muskets = fire();
    muskets["fire"]["passed"] = json!(2);
    let no_farther = why_not(muskets);
    assert!(no_farther.contains("2; the limit is 1"), "{no_farther}");
}

#[test]
fn fire_goes_on_into_a_routed_unit_though_nobody_aims_at_it() {
    let mut request = fire();
    request["fire"]["target"]["morale"] = json!("routed");
    assert!(why_not(request.clone()).contains("routed"));
    request["fire"]["passed"] = json!(1);
    assert_eq!(terms(request.clone()), (json!(8), json!(2), json!(0)));
    assert_eq!(
        answer(request)["fire"]["modifiers"],
        json!([
            {"what": "target in disorder", "drm": 2, "counted": true},
            {"what": "units passed through", "drm": -2, "counted": true},
        ])
    );
}

#[test]
fn whoever_has_no_figure_in_a_fire_does_not_count() {
    let mut request = fire();
    let rifles = |quality: &str, figures: u32| json!({"arm": "infantry", "quality": quality, "weapon": "rifle_musket", "figures": figures});
    request["fire"]["opening_volley"] = json!(true);
    request["fire"]["firers"] = json!([rifles("veteran", 16), rifles("green", 4)]);
    request["fire"]["firers"][1]["morale"] = json!("shaken");
    assert_eq!(terms(request.clone()), (json!(16), json!(2), json!(2)));
    request["fire"]["firers"][0] = rifles("veteran", 8);
    request["fire"]["firers"][1]["bearing"] = json!(0);
    assert_eq!(terms(request.clone()), (json!(8), json!(2), json!(2)));
    // A column has only its leading stand before the enemy.
    request["fire"]["firers"] = json!([rifles("veteran", 8)]);
    request["fire"]["firers"][0]["formation"] = json!("attack_column");
    request["fire"]["firers"][0]["bearing"] = json!(8);
    assert_eq!(terms(request).0, json!(4));
}

#[test]
fn close_fire_is_refused_from_afar() {
    for kind in ["point_blank", "desperation"] {
        let mut request = fire();
        request["fire"]["kind"] = json!(kind);
        assert!(why_not(request.clone()).contains("3; the limit is 1"));
        request["fire"]["scale"] = json!("25mm");
        assert!(why_not(request.clone()).contains("3; the limit is 2"));
        request["fire"]["range"] = json!(2);
        assert_eq!(answer(request.clone())["fire"]["allowed"], json!(true));
        request["fire"]["range"] = Value::Null;
        assert_eq!(answer(request)["fire"]["allowed"], json!(true));
    }
}

#[test]
fn a_six_of_desperation_asks_for_its_second_die() {
    let rolled = |dice: Value| {
        let mut request = fire();
        request["fire"]["kind"] = json!("desperation");
        request["fire"]["range"] = json!(1);
        request["fire"]["dice"] = dice;
        request
    };
    assert_eq!(answer(rolled(json!([5])))["fire"]["total"], json!(13));
    assert_eq!(answer(rolled(json!([6, 4])))["fire"]["total"], json!(18));
    for dice in [json!([6]), json!([5, 4]), json!([6, 6, 6]), json!([])] {
        let told = error(&rolled(dice).to_string());
        assert!(told.starts_with("fire.dice: "), "{told}");
        assert!(told.contains("a 6 and a second die"), "{told}");
    }
}

#[test]
fn a_melee_counts_nothing_that_belongs_to_shooting() {
    let mut request = fire();
    request["fire"]["kind"] = json!("melee");
    request["fire"]["firers"][0]["bearing"] = json!(2);
    request["fire"]["passed"] = json!(2);
    request["fire"]["target_disengaging"] = json!(true);
    request["fire"]["firing_from_village"] = json!(true);
    request["fire"]["cover"] = json!(["village"]);
    assert_eq!(terms(request), (json!(8), json!(5), json!(0)));
}

#[test]
fn fortress_guns_that_fail_stay_where_they_are() {
    let check = json!({"morale": {
        "unit": {"arm": "artillery", "quality": "veteran", "weapon": "fortress_32pdr", "sections": 3},
        "check": 2,
        "dice": [2, 3],
    }});
    let falls = |request: Value| {
        let answer = &answer(request)["morale"];
        (answer["after"].clone(), answer["falls_back"].clone())
    };
    let field = with(
        check.clone(),
        "/morale/unit/weapon",
        json!("12pdr_napoleon"),
    );
    assert_eq!(falls(check), (json!("disorder"), json!(0)));
    assert_eq!(falls(field), (json!("disorder"), json!(1)));
}

#[test]
fn the_last_figure_of_a_routed_unit_is_the_end_of_it() {
    for unit in [
        json!({"arm": "infantry", "quality": "veteran", "figures": 1, "stands": [1, 1], "morale": "routed"}),
        json!({"arm": "artillery", "quality": "veteran", "sections": 1, "morale": "routed"}),
    ] {
        let answer = answer(json!({"morale": {"unit": unit, "dice": [2, 3]}}));
        let told = &answer["morale"];
        assert_eq!(
            (&told["after"], &told["loses"]),
            (&json!("removed"), &json!(1))
        );
        // Below its MMP of 10.
        let removed = told["odds"]["removed"].as_f64().expect("a chance");
        assert!((removed - 30.0 / 36.0).abs() < 1e-9, "{answer}");
    }
}

#[test]
fn a_routed_unit_rallies_and_takes_no_other_check() {
    let check = json!({"morale": {
        "unit": {"arm": "infantry", "quality": "veteran", "figures": 8, "morale": "routed"},
        "check": 0,
    }});
    assert_eq!(answer(check.clone())["morale"]["mmp"], json!(10));
    let mut under_fire = check.clone();
    under_fire["morale"]["fire"] = json!({"by": "other"});
    let weighty = with(check.clone(), "/morale/check", json!(2));
    let mut charged = check;
    charged["morale"]["charge"] =
        json!({"by": {"arm": "infantry", "quality": "veteran", "figures": 8}});
    for request in [under_fire, weighty, charged] {
        let told = error(&request.to_string());
        assert!(
            told.starts_with("morale.unit.morale: a routed unit"),
            "{told}"
        );
        assert!(told.contains("good_order, disorder, shaken"), "{told}");
    }
}
