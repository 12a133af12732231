//! Muster points of units and forces.

use deadly_field::rules::leader::Rank;
use deadly_field::rules::muster::*;
use deadly_field::rules::*;

fn book() -> &'static Rules {
    Rules::book()
}

fn regiment(figures: u32, quality: Quality) -> MusterUnit {
    MusterUnit {
        arm: MusterArm::Infantry(InfantryWeapon::RifleMusket),
        strength: figures,
        quality,
        sharpshooter: false,
    }
}

fn leader(rank: Rank, benefit: u32) -> Option<MusterLeader> {
    Some(MusterLeader {
        rank,
        benefit,
        artillery: false,
    })
}

fn brigade(regiments: usize) -> MusterBrigade {
    MusterBrigade {
        leader: leader(Rank::Brigade, 1),
        units: vec![regiment(8, Quality::Veteran); regiments],
    }
}

fn faults(brigade: &MusterBrigade, period: Period, side: Side) -> Vec<&'static str> {
    let faults = book().brigade_faults(period, side, brigade);
    faults.iter().map(|fault| fault.rule.as_str()).collect()
}

/// The first scenario's brigades as the book adds them up.
#[test]
fn the_brigades_of_the_first_scenario() {
    let cost = |units: Vec<MusterUnit>, benefit| {
        let brigade = MusterBrigade {
            leader: leader(Rank::Brigade, benefit),
            units,
        };
        book()
            .brigade_cost(Period::UpTo1863, Side::Union, &brigade)
            .0
    };
    use Quality::{Elite, Trained, Veteran};
    let iron = vec![
        regiment(8, Veteran),
        regiment(6, Elite),
        regiment(4, Elite),
        regiment(6, Elite),
        regiment(6, Elite),
    ];
    assert_eq!(cost(iron, 2), 12 + 43);
    let davis = vec![
        regiment(8, Veteran),
        regiment(8, Veteran),
        regiment(10, Trained),
        regiment(10, Trained),
    ];
    assert_eq!(cost(davis, 1), 6 + 38);
    assert_eq!(
        book().leader_cost(&MusterLeader {
            rank: Rank::Corps,
            benefit: 2,
            artillery: false
        }),
        Ok(16)
    );
}

#[test]
fn brigades_within_and_beyond_their_limits() {
    let none: Vec<&str> = Vec::new();
    assert_eq!(faults(&brigade(5), Period::UpTo1863, Side::Union), none);
    assert_eq!(
        faults(&brigade(2), Period::UpTo1863, Side::Union),
        ["muster.brigade_size"]
    );
    // Seven regiments are too many and, at 69 points, too dear for the Union.
    assert_eq!(faults(&brigade(7), Period::UpTo1863, Side::Union).len(), 2);
    assert_eq!(
        faults(&brigade(7), Period::UpTo1863, Side::Confederate),
        ["muster.brigade_size"]
    );
    let mut headless = brigade(3);
    headless.leader = None;
    assert_eq!(
        faults(&headless, Period::UpTo1863, Side::Union),
        ["muster.brigade_size"]
    );
    let mut picked = brigade(3);
    picked.units = vec![regiment(6, Quality::Elite); 3];
    assert_eq!(
        faults(&picked, Period::UpTo1863, Side::Union),
        ["muster.brigade_quality"]
    );
    assert_eq!(
        faults(&brigade(4), Period::Y1865, Side::Union),
        ["muster.1865"]
    );
    let mut raw = brigade(3);
    raw.units[0] = regiment(8, Quality::Trained);
    assert_eq!(
        faults(&raw, Period::Y1865, Side::Confederate),
        ["muster.1865"]
    );
}

#[test]
fn repeaters_and_sharpshooters() {
    let mut repeaters = regiment(6, Quality::Veteran);
    repeaters.arm = MusterArm::Infantry(InfantryWeapon::SpencerHenry);
    let cost = |side, unit: &MusterUnit, allowed| {
        book().muster_cost(Period::Late1864, side, unit, allowed)
    };
    assert_eq!(cost(Side::Union, &repeaters, false), Ok(19));
    assert!(cost(Side::Confederate, &repeaters, false).is_err());
    assert_eq!(cost(Side::Confederate, &repeaters, true), Ok(19));
    let mut brigade = brigade(3);
    brigade.units = vec![repeaters; 3];
    assert!(faults(&brigade, Period::Late1864, Side::Union).contains(&"muster.brigade_repeaters"));
    let mut sharpshooters = regiment(4, Quality::Elite);
    sharpshooters.sharpshooter = true;
    assert_eq!(cost(Side::Union, &sharpshooters, false), Ok(7 + 4));
    sharpshooters.strength = 8;
    assert!(cost(Side::Union, &sharpshooters, false).is_err());
    sharpshooters = regiment(4, Quality::Veteran);
    sharpshooters.sharpshooter = true;
    assert!(cost(Side::Union, &sharpshooters, false).is_err());
}

#[test]
fn divisions_and_their_guns() {
    let battery = |sections| MusterUnit {
        arm: MusterArm::Artillery(Gun::Napoleon),
        strength: sections,
        quality: Quality::Veteran,
        sharpshooter: false,
    };
    let mut division = MusterDivision {
        leader: leader(Rank::Division, 1),
        brigades: vec![brigade(5); 3],
        batteries: vec![battery(2); 3],
        artillery_leader: None,
    };
    let rules = |division: &MusterDivision, side| -> Vec<&'static str> {
        let faults = book().division_faults(Period::UpTo1863, side, division);
        faults.iter().map(|fault| fault.rule.as_str()).collect()
    };
    let none: Vec<&str> = Vec::new();
    assert_eq!(rules(&division, Side::Union), none);
    division.batteries = vec![battery(3); 3];
    assert_eq!(rules(&division, Side::Confederate), ["muster.batteries"]);
    division.batteries.truncate(1);
    assert_eq!(rules(&division, Side::Union), ["muster.batteries"]);
    division.batteries = vec![battery(2); 3];
    division.artillery_leader = Some(MusterLeader {
        rank: Rank::Brigade,
        benefit: 1,
        artillery: true,
    });
    assert_eq!(rules(&division, Side::Union), ["muster.artillery_leader"]);
    division.batteries = vec![battery(2); 5];
    assert_eq!(rules(&division, Side::Union), none);
    division.brigades = vec![brigade(3)];
    assert!(rules(&division, Side::Union).contains(&"muster.division"));
}

#[test]
fn cavalry_brigades() {
    let troop = |figures, weapon| MusterUnit {
        arm: MusterArm::Cavalry(weapon),
        strength: figures,
        quality: Quality::Veteran,
        sharpshooter: false,
    };
    let mut brigade = MusterBrigade {
        leader: leader(Rank::Brigade, 1),
        units: vec![troop(4, CavalryWeapon::SharpsCarbine); 2],
    };
    assert_eq!(
        faults(&brigade, Period::UpTo1863, Side::Union),
        ["muster.cavalry"]
    );
    brigade.units.push(troop(4, CavalryWeapon::SharpsCarbine));
    assert!(faults(&brigade, Period::UpTo1863, Side::Union).is_empty());
    brigade.units = vec![troop(4, CavalryWeapon::RepeatingCarbine); 3];
    assert_eq!(
        faults(&brigade, Period::UpTo1863, Side::Union),
        ["muster.cavalry_repeaters"]
    );
}

#[test]
fn points_by_the_square() {
    assert_eq!(book().points_for_squares(4), 160);
    assert_eq!(book().points_for_squares(6), 240);
}
