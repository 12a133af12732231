//! What must hold in every situation.

use deadly_field::adjudicate::{self, Answer, FireAnswer, Request};
use deadly_field::rules::fire::{Fire, FireKind, FireResult};
use deadly_field::rules::impact::{Impact, ImpactSide};
use deadly_field::rules::morale::{Charged, FireCause, MoraleSituation};
use deadly_field::rules::works::Obstacle;
use deadly_field::rules::*;
use proptest::prelude::*;
use proptest::sample::select;

fn any_of<K: Named + std::fmt::Debug>() -> impl Strategy<Value = K> {
    select(K::ALL)
}

fn troops() -> impl Strategy<Value = Troops> {
    prop_oneof![
        (any_of(), any_of()).prop_map(|(weapon, formation)| Troops::Infantry {
            weapon: Some(weapon),
            formation,
        }),
        (any_of(), any_of(), any::<bool>()).prop_map(|(weapon, formation, mounted)| {
            Troops::Cavalry {
                weapon: Some(weapon),
                formation,
                mounted,
            }
        }),
        (any_of(), any::<bool>()).prop_map(|(gun, limbered)| Troops::Artillery {
            gun: Some(gun),
            limbered,
        }),
    ]
}

fn traits() -> impl Strategy<Value = Traits> {
    any::<[bool; 5]>().prop_map(
        |[sharpshooter, native, lancer, merged, mounted_infantry]| Traits {
            sharpshooter,
            native,
            lancer,
            merged,
            mounted_infantry,
        },
    )
}

prop_compose! {
    fn unit()(
        troops in troops(),
        side in any_of(),
        quality in any_of(),
        strength in 1u32..20,
        lost_sections in 0u32..4,
        (full, lost) in (2u32..=3).prop_flat_map(|full| (Just(full), 0..full)),
        morale in any_of(),
        charging: bool,
        traits in traits(),
    ) -> Unit {
        let artillery = matches!(troops, Troops::Artillery { .. });
        Unit {
            troops,
            side,
            quality,
            strength,
            bearing: None,
            lost_sections: if artillery { lost_sections } else { 0 },
            stands: if artillery { Stands { now: 1, full: 1 } } else { Stands { now: full - lost, full } },
            morale,
            charging,
            traits,
        }
    }
}

fn plain(strength: u32) -> Unit {
    crate::units::infantry(Quality::Veteran, strength)
}

#[derive(Clone, Debug)]
struct Shot {
    firers: Vec<Unit>,
    target: Unit,
    scale: Scale,
    range: f32,
    kind: FireKind,
    opening_volley: bool,
    zone: usize,
    cover: Vec<Cover>,
    flags: [bool; 3],
    works: Option<Works>,
    obstacle: Option<Obstacle>,
    /// Units passed, the round of a melee, earlier shots of a fortress gun.
    counts: (u32, u32, u32),
    drm: i32,
}

prop_compose! {
    fn shot()(
        firers in prop::collection::vec(unit(), 1..4),
        target in unit(),
        scale in any_of(),
        range in 0.0f32..30.0,
        kind in any_of::<FireKind>(),
        opening_volley: bool,
        zone in 0usize..6,
        cover in prop::collection::vec(any_of(), 0..4),
        flags: [bool; 3],
        works in prop::option::of(any_of()),
        obstacle in prop::option::of(any_of()),
        counts in (0u32..3, 1u32..3, 0u32..4),
        drm in -5i32..5,
    ) -> Shot {
        // Units of one arm, or hardly any fire would be legal.
        let lead = firers[0];
        let alike = |unit: &Unit| {
            let body = if unit.is_artillery() == lead.is_artillery() { unit } else { &lead };
            Unit { troops: lead.troops, stands: body.stands, lost_sections: body.lost_sections, ..*unit }
        };
        let firers = firers.iter().map(alike).collect();
        // Close fire is for close targets.
        let range = if kind.is_at_arms_length() { range / 30.0 } else { range };
        Shot { firers, target, scale, range, kind, opening_volley, zone, cover, flags, works, obstacle, counts, drm }
    }
}

impl Shot {
    fn fire(&self) -> Fire<'_> {
        let mut fire = Fire::new(self.scale, &self.firers, &self.target, self.range);
        let zones = Zone::of_shape(self.target.shape());
        fire.kind = self.kind;
        fire.opening_volley = self.opening_volley;
        fire.from = zones[self.zone % zones.len()];
        fire.cover = self.cover.iter().copied().collect();
        [
            fire.behind_skirmishers,
            fire.firing_from_village,
            fire.target_disengaging,
        ] = self.flags;
        fire.firer_works = self.works;
        fire.obstacle = self.obstacle;
        (fire.units_passed, fire.round, fire.ranging) = self.counts;
        fire.scenario_drm = self.drm;
        fire
    }
}

/// Two units that meet, and what their brigades have gone through.
#[derive(Clone, Debug)]
struct Clash {
    attacker: Unit,
    defender: Unit,
    on: Zone,
    works: Option<Works>,
    flags: [bool; 2],
    /// Leader, supports, lost regiments, lost leaders and the scenario's part of each side.
    sides: [(i32, u32, u32, u32, i32); 2],
}

prop_compose! {
    fn clash()(
        attacker in unit(),
        defender in unit(),
        on in select(&[Zone::Front, Zone::PartialFlank, Zone::FullFlank, Zone::Rear][..]),
        works in prop::option::of(any_of()),
        flags: [bool; 2],
        sides in prop::array::uniform2((0i32..3, 0u32..5, 0u32..4, 0u32..3, -2i32..3)),
    ) -> Clash {
        Clash { attacker, defender, on, works, flags, sides }
    }
}

impl Clash {
    fn impact(&self) -> Impact<'_> {
        let side = |unit, place: usize| {
            let (leader, supports, regiments_lost, leaders_lost, scenario_mmp) = self.sides[place];
            ImpactSide {
                unit,
                leader,
                supports,
                regiments_lost,
                leaders_lost,
                scenario_mmp,
                forgone: 0,
            }
        };
        let mut impact = Impact::new(
            Scale::Mm15,
            side(&self.attacker, 0),
            side(&self.defender, 1),
        );
        impact.on = self.on;
        impact.works = self.works;
        [impact.cover, impact.unsupported_battery] = self.flags;
        impact
    }
}

/// How bad a fire is for its target: the chance of each result or a worse one.
fn tails(shot: &Shot) -> Option<Vec<f64>> {
    let rules = Rules::book();
    let terms = rules.fire(&shot.fire()).ok()?;
    let odds = rules.fire_odds(&terms);
    let chances: Vec<f64> = odds.iter().map(|(_, chance)| chance).collect();
    Some(
        (1..chances.len())
            .map(|from| chances[from..].iter().sum())
            .collect(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn fire_odds_sum_to_one(shot in shot()) {
        let rules = Rules::book();
        if let Ok(terms) = rules.fire(&shot.fire()) {
            let odds = rules.fire_odds(&terms);
            let sum: f64 = odds.iter().map(|(_, chance)| chance).sum();
            prop_assert!((sum - 1.0).abs() < 1e-9, "{sum}");
            prop_assert!(odds.iter().all(|(_, chance)| (0.0..=1.0).contains(&chance)));
            prop_assert!(terms.firepower >= 2 && terms.dice >= 1);
        }
    }

    /// The odds are what counting every roll gives.
    #[test]
    fn fire_odds_are_the_count_of_rolls(shot in shot()) {
        let rules = Rules::book();
        if let Ok(terms) = rules.fire(&shot.fire())
            && terms.dice <= 4
            && shot.kind != FireKind::Desperation
        {
            let odds = rules.fire_odds(&terms);
            let rolls = 6u32.pow(terms.dice);
            let mut counts = [0u32; 8];
            for roll in 0..rolls {
                let dice: Vec<u8> = (0..terms.dice).map(|die| (roll / 6u32.pow(die) % 6) as u8 + 1).collect();
                counts[rules.fire_result(terms.line, terms.total(&dice)).index()] += 1;
            }
            for &result in FireResult::ALL {
                let counted = f64::from(counts[result.index()]) / f64::from(rolls);
                prop_assert!((odds.of(result) - counted).abs() < 1e-9, "{result}");
            }
        }
    }

    #[test]
    fn at_most_two_of_each_sign_count_for_the_target(shot in shot()) {
        if let Ok(terms) = Rules::book().fire(&shot.fire()) {
            let limited: Vec<_> = terms.modifiers.iter().filter(|modifier| modifier.limited).collect();
            for sign in [-1, 1] {
                let of_sign: Vec<_> = limited.iter().filter(|modifier| modifier.value.signum() == sign).collect();
                let counted: Vec<_> = of_sign.iter().filter(|modifier| modifier.counted).collect();
                prop_assert!(counted.len() <= 2);
                prop_assert!(!counted.is_empty() || of_sign.is_empty());
            }
            let sum: i32 = terms.modifiers.iter().filter(|modifier| modifier.counted).map(|modifier| modifier.value).sum();
            prop_assert_eq!(terms.drm, sum);
        }
    }

    #[test]
    fn better_firers_never_have_worse_odds(shot in shot()) {
        let mut worse: Option<Vec<f64>> = None;
        for &quality in Quality::ALL.iter().rev() {
            let mut shot = shot.clone();
            shot.firers.iter_mut().for_each(|unit| unit.quality = quality);
            let tails = tails(&shot);
            if let (Some(better), Some(worse)) = (&tails, &worse) {
                for (better, worse) in better.iter().zip(worse) {
                    prop_assert!(better + 1e-9 >= *worse);
                }
            }
            worse = tails;
        }
    }

    #[test]
    fn better_targets_never_suffer_more(shot in shot()) {
        let mut harder: Option<Vec<f64>> = None;
        for &quality in Quality::ALL {
            let mut shot = shot.clone();
            shot.target.quality = quality;
            let tails = tails(&shot);
            if let (Some(better), Some(worse)) = (&harder, &tails) {
                for (better, worse) in better.iter().zip(worse) {
                    prop_assert!(*better <= worse + 1e-9);
                }
            }
            harder = tails;
        }
    }

    /// One unit fires: where several do, the cap of figures may cut off the better weapons.
    #[test]
    fn more_figures_never_mean_less_firepower(shot in shot(), more in 1u32..8) {
        let mut shot = shot;
        shot.firers.truncate(1);
        let mut bigger = shot.clone();
        bigger.firers[0].strength += more;
        let rules = Rules::book();
        let firepower = |shot: &Shot| rules.fire(&shot.fire()).map(|terms| terms.firepower);
        let pistols = shot.firers[0].is_cavalry();
        if let Ok(small) = firepower(&shot) {
            let big = firepower(&bigger).unwrap_or(0);
            // By the even split nine pistols (5 + 4) count one less than eight, and no line else.
            prop_assert!(big >= small || pistols && big + 1 == small, "{big} after {small}");
        }
    }

    #[test]
    fn morale_stays_within_its_bounds(
        unit in unit(),
        by in unit(),
        scale in any_of(),
        check in 0u32..5,
        fire in prop::option::of((any::<[bool; 3]>(), 0usize..6)),
        (supports, enemy_supports, lost) in (0u32..5, 0u32..5, 0u32..6),
        leader in 0i32..3,
        works in prop::option::of(any_of::<Works>()),
        flags: [bool; 5],
        on in select(&[Zone::Front, Zone::PartialFlank, Zone::FullFlank, Zone::Rear][..]),
    ) {
        let mut situation = MoraleSituation::new(scale, &unit);
        situation.check = check;
        let zones = Zone::of_shape(unit.shape());
        situation.fire = fire.map(|([artillery, long_range, skirmishers], zone)| FireCause {
            artillery,
            from: zones[zone % zones.len()],
            long_range,
            skirmishers,
        });
        situation.supports = supports;
        situation.leader = leader;
        situation.works = works;
        situation.regiments_lost = lost;
        [situation.cover, situation.behind_friends, situation.enemy_close, ..] = flags;
        if flags[3] {
            situation.charge = Some(Charged { by: &by, on, supports: enemy_supports, unsupported_battery: flags[4] });
        }
        let rules = Rules::book();
        let points = rules.morale_points(&situation);
        prop_assert!((0..=12).contains(&points.mmp));
        prop_assert_eq!(points.bmp + points.modifiers.sum() + points.held_before + points.held_after, points.mmp);
        let odds = rules.check_odds(scale, &unit, points.mmp);
        let sum: f64 = odds.levels.iter().sum::<f64>() + odds.removed;
        prop_assert!((sum - 1.0).abs() < 1e-9);
        // A higher MMP is never better.
        if points.mmp < 12 {
            let worse = rules.check_odds(scale, &unit, points.mmp + 1);
            let mut held = 0.0;
            let mut worse_held = 0.0;
            for &level in Morale::ALL {
                held += odds.of(level);
                worse_held += worse.of(level);
                prop_assert!(worse_held <= held + 1e-9);
            }
        }
    }

    #[test]
    fn impacts_are_sound(clash in clash()) {
        let rules = Rules::book();
        let impact = |quality: Quality| {
            let mut clash = clash.clone();
            clash.attacker.quality = quality;
            let terms = rules.impact(&clash.impact());
            (rules.impact_odds(&terms), terms)
        };
        let mut best = 0.0;
        for &quality in Quality::ALL.iter().rev() {
            let (odds, terms) = impact(quality);
            prop_assert!((odds.attacker_wins + odds.tie + odds.defender_wins - 1.0).abs() < 1e-9);
            prop_assert!((0..=12).contains(&terms.attacker_value));
            prop_assert!((0..=12).contains(&terms.attacker.mmp) && (0..=12).contains(&terms.defender.mmp));
            prop_assert!(odds.attacker_wins + 1e-9 >= best);
            best = odds.attacker_wins;
        }
    }

    /// At most two modifiers of each sign count, whatever both brigades have lost.
    #[test]
    fn at_most_two_of_each_sign_count_at_impact(clash in clash()) {
        let terms = Rules::book().impact(&clash.impact());
        for points in [&terms.attacker, &terms.defender] {
            for sign in [-1, 1] {
                let counted = points.modifiers.iter()
                    .filter(|modifier| modifier.limited && modifier.counted && modifier.value.signum() == sign);
                prop_assert!(counted.count() <= 2);
            }
        }
    }

    /// The request written of a fire asks for that very fire.
    #[test]
    fn a_fire_told_is_the_fire_judged(shot in shot()) {
        let rules = Rules::book();
        let mut fire = shot.fire();
        if !fire.firers.iter().all(Unit::is_artillery) {
            // Nobody can ask for muskets that fire as mixed guns.
            fire.kind = fire.kind.unmixed();
        }
        let told = serde_json::to_string(&Request::of_fire(&fire, &[])).expect("JSON");
        let answer = adjudicate::answer_line(rules, &told).expect("a good request");
        match (rules.fire(&fire), answer) {
            (Ok(terms), Answer::Fire(FireAnswer::Allowed(answer))) => {
                prop_assert_eq!(
                    (answer.band, answer.fp, answer.dice, answer.drm),
                    (terms.band, terms.firepower, terms.dice, terms.drm)
                );
                prop_assert_eq!(&answer.modifiers, &terms.modifiers);
            }
            (Err(refusal), Answer::Fire(FireAnswer::Refused { why, .. })) => {
                prop_assert_eq!(why, refusal.to_string());
            }
            (terms, answer) => prop_assert!(false, "{terms:?} and {answer:?}"),
        }
    }

    /// The request written of an impact asks for that very impact.
    #[test]
    fn an_impact_told_is_the_impact_judged(clash in clash()) {
        let rules = Rules::book();
        let mut clash = clash;
        // Neither guns nor those who run charge anybody.
        if clash.attacker.is_artillery() || clash.attacker.morale == Morale::Routed {
            clash.attacker = plain(clash.attacker.strength);
        }
        let impact = clash.impact();
        let told = serde_json::to_string(&Request::of_impact(&impact, [1, 2], [3, 4])).expect("JSON");
        let Ok(Answer::Impact(answer)) = adjudicate::answer_line(rules, &told) else {
            return Err(TestCaseError::fail(told));
        };
        prop_assert_eq!(answer.terms, rules.impact(&impact));
    }

    #[test]
    fn charges_end_somewhere(unit in unit(), distance in 0.0f32..40.0, normal in 1.0f32..16.0, dice in 1u32..4) {
        let odds = Rules::book().charge_odds(&unit, normal, dice, distance);
        prop_assert!((odds.in_order + odds.in_disorder + odds.short - 1.0).abs() < 1e-9);
    }
}

/// Every table row: one figure or section more never fires weaker, but for nine pistols.
#[test]
fn firepower_rises_with_strength() {
    let rules = Rules::book();
    let target = Unit {
        troops: Troops::Infantry {
            weapon: None,
            formation: InfantryFormation::BattleLine,
        },
        ..plain(8)
    };
    let firepower = |troops, strength| {
        let firers = [Unit {
            troops,
            ..plain(strength)
        }];
        let mut fire = Fire::new(Scale::Mm15, &firers, &target, 0.5);
        fire.kind = FireKind::Desperation;
        rules.fire(&fire).map_or(0, |terms| terms.firepower)
    };
    for strength in 1..16 {
        for &weapon in InfantryWeapon::ALL {
            let troops = Troops::Infantry {
                weapon: Some(weapon),
                formation: InfantryFormation::BattleLine,
            };
            assert!(
                firepower(troops, strength) <= firepower(troops, strength + 1),
                "{weapon} {strength}"
            );
        }
        for &weapon in CavalryWeapon::ALL {
            let troops = Troops::Cavalry {
                weapon: Some(weapon),
                formation: CavalryFormation::Line,
                mounted: false,
            };
            let falls = firepower(troops, strength) > firepower(troops, strength + 1);
            assert_eq!(
                falls,
                weapon == CavalryWeapon::Pistol && strength == 8,
                "{weapon} {strength}"
            );
        }
    }
    for &gun in Gun::ALL {
        for &side in Side::ALL {
            for sections in 1..8 {
                let less = rules.battery_firepower(gun, side, sections);
                let more = rules.battery_firepower(gun, side, sections + 1);
                assert!(less <= more, "{gun} {side} {sections}");
            }
        }
    }
}
