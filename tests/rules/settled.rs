//! Rulings settled after the first list, each pinned by a test. `RULINGS.md` names them.

use deadly_field::adjudicate::Request;
use deadly_field::rules::fire::{Fire, FireKind};
use deadly_field::rules::impact::{Impact, ImpactSide};
use deadly_field::rules::melee::MeleeBlow;
use deadly_field::rules::morale::MoralePoints;
use deadly_field::rules::works::Obstacle;
use deadly_field::rules::*;

use crate::units::*;

fn book() -> &'static Rules {
    Rules::book()
}

fn line(figures: u32) -> Unit {
    infantry(Quality::Veteran, figures)
}

fn skirmishers() -> Unit {
    line(8).formation(InfantryFormation::Skirmish)
}

/// The sum of the modifiers of a 15 mm fire at a veteran line, with small changes.
fn drm(firer: Unit, range: f32, change: impl FnOnce(&mut Fire)) -> Option<i32> {
    let (firers, target) = ([firer], line(8));
    let mut fire = Fire::new(Scale::Mm15, &firers, &target, range);
    change(&mut fire);
    book().fire(&fire).ok().map(|terms| terms.drm)
}

/// The morale of both sides of a charge on a front, with small changes.
fn clash(
    rules: &Rules,
    attacker: &Unit,
    defender: &Unit,
    change: impl FnOnce(&mut Impact),
) -> [MoralePoints; 2] {
    let (attacker, defender) = (ImpactSide::new(attacker), ImpactSide::new(defender));
    let mut impact = Impact::new(Scale::Mm15, attacker, defender);
    change(&mut impact);
    let terms = rules.impact(&impact);
    [terms.attacker, terms.defender]
}

fn close_by(points: &MoralePoints) -> i32 {
    let close = |modifier: &&modifier::Modifier| modifier.what == "enemy close by";
    points
        .modifiers
        .iter()
        .find(close)
        .map_or(0, |modifier| modifier.value)
}

#[test]
fn s1_one_section_outside_the_arc() {
    let guns = battery(Quality::Veteran, Gun::Napoleon, 3);
    let siege = battery(Quality::Veteran, Gun::Siege24, 3);
    let bearing = [guns, siege, line(8)].map(|unit| book().bearing_outside_arc(&unit));
    assert_eq!(bearing, [1, 1, 2]);
    let mut house = book().clone();
    house.switches.one_section_outside_arc = false;
    let bearing = [guns, siege, line(8)].map(|unit| house.bearing_outside_arc(&unit));
    assert_eq!(bearing, [2, 2, 2]);
}

#[test]
fn s2_who_is_halved_in_a_village() {
    let firepower = |firer: Unit, village| {
        let (firers, target) = ([firer], line(8));
        let mut fire = Fire::new(Scale::Mm15, &firers, &target, 1.0);
        fire.firing_from_village = village;
        book().fire(&fire).ok().map(|terms| terms.firepower)
    };
    let halved = |firer| [false, true].map(|village| firepower(firer, village));
    assert_eq!(halved(line(8)), [Some(8), Some(4)]);
    let troopers = cavalry(Quality::Veteran, 8, false);
    let as_infantry = troopers.cavalry_formation(CavalryFormation::Skirmish);
    assert_eq!(halved(as_infantry), [Some(4), Some(2)]);
    assert_eq!(halved(troopers), [Some(7), Some(7)]);
    let guns = battery(Quality::Veteran, Gun::Napoleon, 3);
    assert_eq!(halved(guns), [Some(8), Some(8)]);
}

#[test]
fn s6_fortress_guns_do_not_fall_back() {
    let fails = |gun| {
        let guns = battery(Quality::Veteran, gun, 3);
        let outcome = book().check_morale(Scale::Mm15, &guns, 6, [2, 3]);
        (outcome.after, outcome.falls_back)
    };
    let disorder = Some(Morale::Disorder);
    assert_eq!(fails(Gun::Fortress32), (disorder, 0));
    assert_eq!(fails(Gun::Siege24), (disorder, 1));
    assert_eq!(fails(Gun::Napoleon), (disorder, 1));
}

#[test]
fn s6_fortress_guns_find_the_range() {
    let fortress = battery(Quality::Veteran, Gun::Fortress32, 3);
    let shots = |firer: Unit, works, shots| {
        drm(firer, 12.0, |fire| {
            fire.firer_works = works;
            fire.ranging = shots;
        })
    };
    let one_after_the_other = [0, 1, 2, 3, 4].map(|earlier| shots(fortress, None, earlier));
    assert_eq!(one_after_the_other, [0, 1, 2, 3, 3].map(Some));
    // Heavy works add their own 2; in lesser works the guns never settle.
    assert_eq!(shots(fortress, Some(Works::Heavy), 2), Some(4));
    assert_eq!(shots(fortress, Some(Works::Light), 2), Some(2));
    let siege = battery(Quality::Veteran, Gun::Siege24, 3);
    assert_eq!(shots(siege, Some(Works::Heavy), 2), Some(2));
    // They do not turn round.
    assert_eq!(book().bearing_outside_arc(&fortress), 0);
}

#[test]
fn s13_impact_counts_what_a_check_would() {
    let (attacker, defender) = (line(8), line(8));
    let losses = |impact: &mut Impact| {
        impact.attacker.regiments_lost = 1;
        impact.attacker.leaders_lost = 1;
        impact.attacker.scenario_mmp = 1;
        impact.defender.regiments_lost = 5;
        impact.defender.scenario_mmp = -2;
    };
    let mmp = |rules: &Rules| clash(rules, &attacker, &defender, losses).map(|points| points.mmp);
    // 4 - 1 charging + 1 close + 2 lost + 1 scenario; 4 + 1 close + 3 lost - 2 scenario.
    assert_eq!(mmp(book()), [7, 6]);
    let mut house = book().clone();
    house.switches.impact_counts_losses = false;
    assert_eq!(mmp(&house), [4, 5]);
    // The two worst count: of +1 close, +3 lost and +4 flank the first is cut off.
    let flanked = clash(book(), &attacker, &defender, |impact| {
        impact.on = Zone::FullFlank;
        impact.defender.leaders_lost = 3;
    });
    assert_eq!(flanked[1].mmp, 11);
}

#[test]
fn r25a_close_enemies_at_impact() {
    let plus = |attacker: Unit, defender: Unit, unsupported| {
        clash(book(), &attacker, &defender, |impact| {
            impact.unsupported_battery = unsupported;
        })
        .map(|points| close_by(&points))
    };
    let guns = battery(Quality::Veteran, Gun::Napoleon, 3);
    assert_eq!(plus(line(8), line(8), false), [1, 1]);
    assert_eq!(
        plus(line(8), line(8).morale(Morale::Disorder), false),
        [1, 1]
    );
    assert_eq!(plus(line(8), line(8).morale(Morale::Shaken), false), [0, 1]);
    assert_eq!(plus(line(8), skirmishers(), false), [0, 1]);
    assert_eq!(plus(line(8), guns, false), [1, 1]);
    assert_eq!(plus(line(8), guns, true), [0, 1]);
    assert_eq!(plus(skirmishers(), skirmishers(), false), [0, 0]);
    assert_eq!(plus(line(8).morale(Morale::Shaken), line(8), false), [1, 0]);
}

#[test]
fn s23_rounds_of_a_melee() {
    let enemy = line(8);
    let blow = |lead: Unit, round| {
        let blow = MeleeBlow {
            scale: Scale::Mm15,
            lead: &lead,
            supports: &[lead],
            enemy: &enemy,
            leader: 0,
            round,
        };
        let terms = book().melee(&blow).expect("a blow");
        (terms.firepower, terms.dice)
    };
    let rounds = |lead| [1, 2].map(|round| blow(lead, round));
    // 8 of the lead and 4 of half of the support.
    assert_eq!(rounds(line(8)), [(12, 5), (6, 5)]);
    assert_eq!(rounds(line(8).morale(Morale::Disorder)), [(12, 5), (6, 5)]);
    assert_eq!(rounds(line(8).depleted()), [(12, 5), (6, 5)]);
    assert_eq!(rounds(line(8).morale(Morale::Shaken)), [(6, 4), (6, 4)]);
    // Outside a melee the round is of no account.
    let disordered = line(8).morale(Morale::Disorder);
    let (firers, target) = ([disordered], line(8));
    let mut volley = Fire::new(Scale::Mm15, &firers, &target, 3.0);
    volley.round = 2;
    assert_eq!(book().fire(&volley).map(|terms| terms.firepower), Ok(4));
}

#[test]
fn a_blow_is_told_as_it_was_struck() {
    let (lead, enemy) = (line(8), line(6));
    let blow = MeleeBlow {
        scale: Scale::Mm25,
        lead: &lead,
        supports: &[line(7)],
        enemy: &enemy,
        leader: 1,
        round: 2,
    };
    let Request::Fire(told) = Request::of_melee(&blow, &[1, 2, 3, 4, 5]) else {
        panic!("a blow is a fire");
    };
    assert_eq!(
        (told.kind, told.round, told.melee_leader),
        (FireKind::Melee, 2, 1)
    );
    assert_eq!((told.firers.len(), told.scale), (2, Scale::Mm25));
    assert_eq!(told.dice, Some(vec![1, 2, 3, 4, 5]));
}

#[test]
fn r58_obstacles_are_among_the_two_best() {
    let guns = battery(Quality::Veteran, Gun::Napoleon, 3);
    let troopers = cavalry(Quality::Veteran, 8, false);
    let at = |obstacle| {
        [line(8), troopers, guns]
            .map(|firer| drm(firer, 2.0, |fire| fire.obstacle = Some(obstacle)))
    };
    assert_eq!(at(Obstacle::FloodedDitch), [-1, -1, -1].map(Some));
    assert_eq!(at(Obstacle::Fraise), [-1, 0, 0].map(Some));
    assert_eq!(at(Obstacle::Abatis), [0, 0, 0].map(Some));
    let sheltered = drm(line(8), 3.0, |fire| {
        fire.obstacle = Some(Obstacle::Fraise);
        fire.behind_skirmishers = true;
        fire.cover = [Cover::HeavyWorks].into_iter().collect();
    });
    let without = drm(line(8), 3.0, |fire| {
        fire.behind_skirmishers = true;
        fire.cover = [Cover::HeavyWorks].into_iter().collect();
    });
    assert_eq!(sheltered, without);
    // It hampers fire at a charge too, but nobody in a melee.
    let charged = |kind| {
        let (firers, target) = ([line(8)], line(8).charging());
        let mut fire = Fire::new(Scale::Mm15, &firers, &target, 1.0);
        fire.kind = kind;
        fire.obstacle = Some(Obstacle::FloodedDitch);
        book().fire(&fire).ok().map(|terms| terms.drm)
    };
    assert_eq!(charged(FireKind::PointBlank), Some(-1));
    assert_eq!(charged(FireKind::Melee), Some(0));
}
