//! What must hold at every decision of a battle.

use deadly_field::army::{Deed, LeaderPost, Post, UnitId};
use deadly_field::battle::{Answer, Battle, Decision, Order, Reaction};
use deadly_field::rules::fire::FireKind;
use deadly_field::rules::{Named, Side};
use deadly_field::scenario::Deployment;

/// Checks everything; `what` says where it went wrong.
pub fn check(battle: &Battle, what: &str) {
    let army = battle.army();
    let active = battle.army().clock().active;
    for id in army.units() {
        let unit = army.unit(id);
        let record = army.record(id);
        let full = army.muster_of(id);
        let name = army.name(id);
        let attached = record.attached.map_or(0, |attached| attached.figures);
        assert!(
            unit.strength <= full.strength + attached,
            "{what}: {name} has too many figures"
        );
        assert!(
            record.actions <= 2,
            "{what}: {name} has {} actions",
            record.actions
        );
        assert!(
            army.side(id) == active || record.actions == 0,
            "{what}: {name} acts out of turn"
        );
        if !army.on_table(id) {
            continue;
        }
        assert!(unit.strength > 0, "{what}: {name} has no figures");
        assert!(
            (1..=full.stands).contains(&unit.stands.now),
            "{what}: {name} has {} stands",
            unit.stands.now
        );
        let footprint = army.footprint(id);
        let field = &battle.scenario().field;
        let slack = |corner: bevy::math::Vec2| {
            corner.cmpge(bevy::math::Vec2::splat(-0.01)).all()
                && corner.cmple(field.size + 0.01).all()
        };
        let inside = footprint
            .stands
            .iter()
            .flat_map(|stand| stand.corners())
            .all(slack);
        assert!(
            inside,
            "{what}: {name} is off the table at {:?}",
            footprint.placement
        );
    }
    let present: Vec<_> = army.present().collect();
    for (number, &one) in present.iter().enumerate() {
        for &other in &present[..number] {
            let overlap = army.footprint(one).overlaps(army.footprint(other));
            let told = |id| {
                let unit = army.unit(id);
                let (troops, stands) = (unit.troops, unit.stands);
                let corners: Vec<_> = army.footprint(id).stands.iter().collect();
                format!("{} {troops:?} {stands:?} {corners:?}", army.name(id))
            };
            assert!(!overlap, "{what}: {} stands on {}", told(one), told(other));
        }
    }
    check_hidden(battle, what);
    check_reactions(battle, what);
}

/// Everybody who is hidden is behind one picket, which lies where he stands, and no picket that
/// stands is anybody's whom one sees.
fn check_hidden(battle: &Battle, what: &str) {
    let army = battle.army();
    let over = army.verdict().is_some();
    for id in army.units() {
        let name = army.name(id);
        let pickets = army.standing_pickets();
        let own = pickets.filter(|picket| picket.units.contains(&id)).count();
        let laid = !army.sets_up_hidden(army.side(id));
        let wanted = usize::from(army.is_hidden(id) && laid);
        assert_eq!(own, wanted, "{what}: {name} is behind {own} pickets");
        assert!(
            !over || !army.is_hidden(id),
            "{what}: {name} is still hidden"
        );
        assert!(
            !army.is_dummy(id) || !army.on_table(id),
            "{what}: {name} is nobody"
        );
    }
    for picket in army.standing_pickets() {
        let there = army.marker_of(&picket.units);
        assert_eq!(picket.at, there, "{what}: {:?} lies elsewhere", picket.id);
    }
    for &side in Side::ALL {
        let seen = army.as_seen_by(side);
        let told =
            |id: &UnitId| seen.side(*id) != side && seen.is_hidden(*id) && seen.has_place(*id);
        let told: Vec<_> = seen.units().filter(told).collect();
        assert!(told.is_empty(), "{what}: {side} knows where {told:?} are");
        assert_eq!(seen.as_seen_by(side), seen, "{what}");
    }
}

/// One reaction for each unit, by those whose turn it is not, and every offer is accepted.
fn check_reactions(battle: &Battle, what: &str) {
    let Some(decision) = battle.decision() else {
        return;
    };
    let accepted = |answer: Answer| {
        let checked = battle.check(&answer);
        assert!(
            checked.is_ok(),
            "{what}: {answer:?} is refused: {checked:?}"
        );
    };
    match decision {
        Decision::React {
            side, reactions, ..
        } => {
            assert!(!reactions.is_empty(), "{what}: nothing to choose from");
            for reaction in reactions {
                let desperate = matches!(
                    reaction,
                    Reaction::Fire {
                        kind: FireKind::Desperation,
                        ..
                    } | Reaction::Countercharge(_)
                        | Reaction::Disengage(_)
                );
                for &unit in reaction.units() {
                    let spent = battle.army().record(unit).reacted;
                    assert!(desperate || !spent, "{what}: a second reaction");
                    assert_eq!(battle.army().side(unit), *side, "{what}");
                }
                accepted(Answer::React(reaction.clone()));
            }
        }
        Decision::Act { orders, .. } => {
            for order in orders {
                accepted(Answer::Order(order.clone()));
            }
            // What is not offered is refused, and a refusal changes nothing.
            let foreign = Answer::Order(Order::Fire {
                units: vec![UnitId(0)],
                target: UnitId(0),
                kind: FireKind::Melee,
            });
            assert!(battle.check(&foreign).is_err(), "{what}");
        }
        Decision::Activate { units, chains, .. } => {
            for &unit in units {
                accepted(Answer::Activate(unit));
            }
            for chain in chains {
                accepted(Answer::ActivateGroup {
                    units: chain.clone(),
                    plan: [Deed::Move, Deed::Fire],
                });
            }
        }
        Decision::SetUp {
            side,
            units,
            leaders,
        } => {
            let bands = battle.now().has_pickets(*side);
            assert!(bands || !units.is_empty(), "{what}: nobody to set up");
            accepted(Answer::READY);
            let army = battle.army();
            assert_eq!(army.clock().turn, 0, "{what}");
            for &unit in units {
                assert_eq!(army.side(unit), *side, "{what}");
                assert!(army.is_out(unit), "{what}");
                let zone = battle.now().set_up_zone(unit);
                assert!(zone.is_some() || army.is_dummy(unit), "{what}: no zone");
                let out = zone.map_or(0.0, |zone| zone.sticks_out(army.footprint(unit)));
                let planned = match &battle.scenario().units[unit.0 as usize].deployment {
                    Deployment::At { placement, .. } => *placement == army.placement(unit),
                    Deployment::Arrives { .. } => false,
                };
                assert!(
                    out < 0.02 || planned,
                    "{what}: {} sticks out by {out}",
                    army.name(unit)
                );
                // Nobody has to move to be where he is.
                let here = army.placement(unit);
                accepted(Answer::SetUp {
                    units: vec![Post {
                        unit,
                        at: here.at,
                        facing: here.facing,
                        formation: None,
                    }],
                    leaders: Vec::new(),
                    ready: false,
                });
            }
            for &leader in leaders {
                let at = army.leader(leader).at.expect("a place");
                accepted(Answer::SetUp {
                    units: Vec::new(),
                    leaders: vec![LeaderPost { leader, at }],
                    ready: true,
                });
            }
        }
        Decision::Leader { units, .. } => {
            for &unit in units {
                accepted(Answer::Attach(unit));
            }
            accepted(Answer::Stay);
        }
        Decision::Follow { inches, .. } => {
            accepted(Answer::Follow(*inches));
            assert!(battle.check(&Answer::Follow(inches + 1.0)).is_err());
        }
        Decision::Join { .. } | Decision::StopBehind { .. } | Decision::Draw { .. } => {
            accepted(Answer::Agree);
        }
    }
    assert!(
        battle.check(&Answer::Activate(UnitId(9999))).is_err(),
        "{what}: a unit that does not exist"
    );
}
