//! Movement, terrain, formations and charges beyond the rulings.

use deadly_field::rules::formation::ChangeCost;
use deadly_field::rules::ground::{Disorders, Going, Rate, SightDepth};
use deadly_field::rules::movement::{Mover, Step, wheel_arc, within_frontal_arc};
use deadly_field::rules::*;

use crate::units::*;

fn book() -> &'static Rules {
    Rules::book()
}

#[test]
fn state_comes_before_formation() {
    let unit = infantry(Quality::Veteran, 8).formation(InfantryFormation::RoadColumn);
    let on = |unit: Unit| book().rate(Scale::Mm15, &unit, Ground::Road);
    assert_eq!(on(unit), Rate::Inches(13));
    assert_eq!(on(unit.morale(Morale::Disorder)), Rate::Inches(6));
    assert_eq!(on(unit.morale(Morale::Shaken)), Rate::Inches(5));
    assert_eq!(on(unit.morale(Morale::Routed)), Rate::Dice(2));
    assert_eq!(
        on(unit.formation(InfantryFormation::BattleLine)),
        Rate::NotAllowed
    );
}

#[test]
fn routed_cavalry_mounts_to_run() {
    let on_foot = cavalry(Quality::Veteran, 8, false).morale(Morale::Routed);
    assert_eq!(
        book().rate(Scale::Mm15, &on_foot, Ground::Open),
        Rate::Dice(3)
    );
    // But a dismounted charge rolls as infantry does, at 25 mm too.
    let charger = cavalry(Quality::Veteran, 8, false);
    assert_eq!(book().charge_dice(Scale::Mm25, &charger, Ground::Open), 2);
}

#[test]
fn guns_by_horse_and_by_hand() {
    let guns = battery(Quality::Veteran, Gun::Napoleon, 3).limbered();
    let mut mover = Mover::new(Scale::Mm15, &guns);
    let inches = |mover: &Mover| book().allowance(mover, Ground::Open);
    assert_eq!(inches(&mover), Ok(9.0));
    mover.horses = 1;
    assert_eq!(inches(&mover), Ok(4.5));
    mover.horses = 0;
    assert_eq!(inches(&mover), Ok(2.0));
}

#[test]
fn heavy_guns_hardly_move() {
    let siege = battery(Quality::Veteran, Gun::Siege24, 2);
    let rate = |unit: &Unit| book().rate(Scale::Mm15, unit, Ground::Open);
    assert_eq!(rate(&siege), Rate::NotAllowed);
    assert_eq!(rate(&siege.limbered()), Rate::Inches(3));
    assert_eq!(
        book().limbering(Quality::Elite, Gun::Siege24),
        ChangeCost::Actions(2)
    );
    assert_eq!(
        book().limbering(Quality::Elite, Gun::Rodman15),
        ChangeCost::Never
    );
}

#[test]
fn turns_wheels_and_about_faces() {
    let column = infantry(Quality::Veteran, 8).formation(InfantryFormation::AttackColumn);
    let part = |unit: &Unit, step| {
        book()
            .move_use(&Mover::new(Scale::Mm15, unit), &[step])
            .map(|used| used.part)
    };
    let turn = Step::ColumnTurn {
        ground: Ground::Open,
    };
    assert_eq!(part(&column, turn), Ok(1.0 / 7.0));
    let road = column.formation(InfantryFormation::RoadColumn);
    assert_eq!(part(&road, turn), Ok(0.0));
    let line = infantry(Quality::Veteran, 8);
    assert_eq!(
        part(
            &line,
            Step::AboutFace {
                ground: Ground::Open
            }
        ),
        Ok(1.0 / 6.0)
    );
    let quarter = wheel_arc(4.0, 90.0);
    assert!((quarter - std::f32::consts::TAU).abs() < 1e-5);
    assert!(within_frontal_arc(-45.0) && !within_frontal_arc(46.0));
}

#[test]
fn a_leader_adds_his_benefit_in_inches() {
    let unit = infantry(Quality::Veteran, 8);
    let mut mover = Mover::new(Scale::Mm15, &unit);
    mover.leader_inches = book().leader_extra_move(2);
    assert_eq!(book().allowance(&mover, Ground::Open), Ok(8.0));
}

#[test]
fn formation_changes_by_quality() {
    assert_eq!(
        book().formation_change(Quality::Trained, false),
        ChangeCost::PartOfMove(0.5)
    );
    assert_eq!(
        book().formation_change(Quality::Green, false),
        ChangeCost::Action
    );
    assert_eq!(
        book().limbering(Quality::Green, Gun::Napoleon),
        ChangeCost::Action
    );
    assert_eq!(
        book().limbering(Quality::Trained, Gun::Napoleon),
        ChangeCost::PartOfMove(0.5)
    );
}

#[test]
fn disengaging_is_twice_the_disorder_rate() {
    let unit = infantry(Quality::Veteran, 8);
    assert_eq!(
        book().disengage_inches(Scale::Mm15, &unit, Ground::Open),
        8.0
    );
    assert_eq!(
        book().disengage_inches(Scale::Mm15, &unit, Ground::HeavyWoods),
        2.0
    );
}

#[test]
fn terrain_by_weather_and_season() {
    let going = |feature, season, weather| book().going(feature, season, weather);
    let dry = |feature| going(feature, Season::Summer, Weather::Dry);
    let wet = |feature| going(feature, Season::Summer, Weather::Wet);
    assert_eq!(
        (dry(Feature::Road), wet(Feature::Road)),
        (Going::As(Ground::Road), Going::As(Ground::Trail))
    );
    assert_eq!(
        (dry(Feature::Trail), wet(Feature::Trail)),
        (Going::As(Ground::Trail), Going::As(Ground::Broken))
    );
    assert_eq!(
        (dry(Feature::Pond), wet(Feature::Pond)),
        (Going::As(Ground::Rough), Going::Impassable)
    );
    assert_eq!(
        (dry(Feature::Creek), wet(Feature::Creek)),
        (Going::As(Ground::Broken), Going::As(Ground::Rough))
    );
    assert_eq!(
        (dry(Feature::PlowedField), wet(Feature::PlowedField)),
        (Going::As(Ground::Open), Going::As(Ground::Broken))
    );
    assert_eq!(dry(Feature::Brush), Going::As(Ground::Broken));
    assert_eq!(
        going(Feature::Brush, Season::Winter, Weather::Wet),
        Going::As(Ground::Open)
    );
    assert_eq!(dry(Feature::GentleSlopeUp), Going::As(Ground::Broken));
    assert_eq!(
        book().terrain.features[Feature::Creek].disorders,
        Disorders::AfterCrossing
    );
    assert_eq!(
        book().terrain.features[Feature::SteepSlopeDown].disorders,
        Disorders::WhileMoving
    );
    let sight = |feature, season| book().sight_depth(feature, season);
    assert_eq!(
        sight(Feature::LightWoods, Season::Fall),
        SightDepth::Inches(0.5)
    );
    assert_eq!(
        sight(Feature::LightWoods, Season::Winter),
        SightDepth::Inches(1.0)
    );
    assert_eq!(
        sight(Feature::Orchard, Season::Spring),
        SightDepth::Inches(1.0)
    );
    assert_eq!(
        sight(Feature::Orchard, Season::Winter),
        SightDepth::Inches(2.0)
    );
    assert_eq!(sight(Feature::HeavyWoods, Season::Winter), SightDepth::Edge);
    assert_eq!(
        sight(Feature::Brush, Season::Summer),
        SightDepth::Inches(3.0)
    );
    assert_eq!(sight(Feature::Brush, Season::Winter), SightDepth::Free);
    assert_eq!(sight(Feature::Village, Season::Summer), SightDepth::Blocked);
}

#[test]
fn charge_odds_are_exact() {
    let unit = infantry(Quality::Veteran, 8);
    // A move of 6 and a bonus of half of 2D6: 9 inches need a 6, and 9 in order a roll of 12.
    let odds = book().charge_odds(&unit, 6.0, 2, 9.0);
    assert!((odds.short - 10.0 / 36.0).abs() < 1e-12);
    assert!((odds.in_order - 1.0 / 36.0).abs() < 1e-12);
    assert!((odds.in_disorder - 25.0 / 36.0).abs() < 1e-12);
    let native = cavalry(Quality::Elite, 8, true).traits(Traits {
        native: true,
        ..Traits::default()
    });
    assert!((book().charge_odds(&native, 10.0, 3, 4.0).in_disorder - 1.0).abs() < 1e-12);
}

#[test]
fn small_odds() {
    let unit = infantry(Quality::Veteran, 8);
    assert_eq!(book().tct_odds(&unit, 0), 0.5);
    assert!((book().tct_odds(&unit, 2) - 5.0 / 6.0).abs() < 1e-12);
    assert!((book().leader_casualty_odds(2) - 11.0 / 36.0).abs() < 1e-12);
    assert!(book().kills_leader(6) && !book().kills_leader(5));
    let rout = book().rout_odds(Scale::Mm15, &unit, Ground::Open);
    assert_eq!(rout.len(), 11);
    let mean: f64 = rout
        .iter()
        .map(|(inches, chance)| f64::from(*inches) * chance)
        .sum();
    assert!((mean - 7.0).abs() < 1e-9);
}

#[test]
fn works_under_fire() {
    assert_eq!(book().works_destroyed(Scale::Mm15, Works::Light, 3), 1.0);
    assert_eq!(book().works_destroyed(Scale::Mm25, Works::Hasty, 2), 4.0);
    assert_eq!(book().turns_to_turn(Works::Light, true), Some(2));
    assert_eq!(book().turns_to_turn(Works::Heavy, true), None);
    assert_eq!(
        book().turns_for_obstacle(works::Obstacle::Fraise, false, true),
        2
    );
    assert_eq!(book().bridge_destroyed(Scale::Mm25, 2), Some(4.0));
    assert_eq!(book().bridge_destroyed(Scale::Mm25, 3), None);
    assert_eq!(book().bridge_ground(), Ground::Trail);
    use works::Obstacle::{Abatis, ChevauxDeFrise, FloodedDitch, Fraise};
    let modifiers = [Abatis, FloodedDitch, Fraise]
        .map(|obstacle| [true, false].map(|infantry| book().obstacle_modifier(obstacle, infantry)));
    assert_eq!(modifiers, [[0, 0], [-1, -1], [-1, 0]]);
    assert_eq!(
        (
            book().obstacle_pivot(ChevauxDeFrise),
            book().obstacle_pivot(Abatis)
        ),
        (Some(2), None)
    );
    assert_eq!(book().pass_through_reach(Scale::Mm15, true), (2.0, 2));
    assert_eq!(book().pass_through_reach(Scale::Mm25, false), (2.0, 1));
    assert_eq!(book().yards_per_inch(Scale::Mm15), 90.0);
}

#[test]
fn the_prolonge() {
    let guns = [battery(Quality::Veteran, Gun::Napoleon, 3)];
    let target = infantry(Quality::Veteran, 8);
    let fire = |range| {
        let mut fire = fire::Fire::new(Scale::Mm15, &guns, &target, range);
        fire.kind = fire::FireKind::Prolonge;
        book().fire(&fire).map(|terms| terms.dice)
    };
    assert_eq!(fire(2.0), Ok(2));
    assert_eq!(fire(6.0), Ok(2));
    assert!(fire(7.0).is_err());
}

#[test]
fn fear_of_charge_distance() {
    let foot = infantry(Quality::Veteran, 8);
    let horse = cavalry(Quality::Veteran, 8, true);
    assert_eq!(book().fear_distance(Scale::Mm15, &foot), 1.0);
    assert_eq!(book().fear_distance(Scale::Mm25, &foot), 2.0);
    assert_eq!(book().fear_distance(Scale::Mm15, &horse), 2.0);
}

#[test]
fn who_supports_whom() {
    let line = infantry(Quality::Veteran, 8);
    assert!(line.can_support() && line.morale(Morale::Disorder).can_support());
    assert!(!line.morale(Morale::Shaken).can_support());
    assert!(!line.formation(InfantryFormation::Skirmish).can_support());
    assert!(!line.depleted().can_support());
    assert!(battery(Quality::Green, Gun::Napoleon, 1).can_support());
    let distance = |ground| book().support_distance(Scale::Mm15, ground);
    let inches = [Ground::Open, Ground::LightWoods, Ground::Rough].map(distance);
    assert_eq!(inches, [1.0, 0.5, 0.0]);
}

#[test]
fn who_may_charge_whom() {
    let line = infantry(Quality::Veteran, 8);
    let skirmishers = line.formation(InfantryFormation::Skirmish);
    let horse = cavalry(Quality::Trained, 8, true);
    let may = |unit: &Unit, target: &Unit| book().may_charge(unit, target).is_ok();
    assert!(may(&line, &line) && may(&horse, &line) && may(&skirmishers, &skirmishers));
    assert!(!may(&skirmishers, &line));
    assert!(!may(&line, &horse));
    assert!(!may(&line.morale(Morale::Shaken), &line));
    assert!(!may(&line, &line.morale(Morale::Routed)));
    assert!(!may(&battery(Quality::Elite, Gun::Napoleon, 3), &line));
    use charge::Countercharge::{Full, InDesperation};
    let counter =
        |unit: &Unit, charger: &Unit, reacted| book().countercharge(unit, charger, reacted);
    assert_eq!(counter(&line, &line, false), Some(Full));
    assert_eq!(counter(&line, &line, true), None);
    assert_eq!(counter(&infantry(Quality::Trained, 8), &line, false), None);
    assert_eq!(counter(&horse, &horse, false), Some(Full));
    assert_eq!(counter(&horse, &horse, true), Some(InDesperation));
    assert_eq!(counter(&horse.morale(Morale::Shaken), &horse, false), None);
}

#[test]
fn cover_steadies_where_it_protects() {
    let fence = [Cover::WoodFence].into_iter().collect();
    assert!(book().cover_steadies(fence, false) && !book().cover_steadies(fence, true));
    let works = [Cover::WoodFence, Cover::HastyWorks].into_iter().collect();
    assert!(book().cover_steadies(works, true));
}

#[test]
fn odds_and_ends() {
    assert_eq!(infantry(Quality::Veteran, 8).men(), 480);
    assert_eq!(cavalry(Quality::Veteran, 8, true).men(), 240);
    assert_eq!(battery(Quality::Veteran, Gun::Napoleon, 3).guns(), 6);
    assert_eq!(
        book().bearing_outside_arc(&infantry(Quality::Veteran, 8)),
        2
    );
    assert_eq!(
        (book().fortress_ranging(2), book().fortress_ranging(7)),
        (2, 3)
    );
    let native = cavalry(Quality::Veteran, 6, false).traits(Traits {
        native: true,
        ..Traits::default()
    });
    assert!(!book().may_form(&native, CavalryFormation::DoubleLine));
    assert!(book().may_form(&native, CavalryFormation::Skirmish));
}
