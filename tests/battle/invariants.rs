//! What must hold at every decision of a battle.

use deadly_field::army::{Identity, Record};
use deadly_field::battle::Battle;
use deadly_field::rules::{Morale, Side};

/// Checks everything; `what` says where it went wrong.
pub fn check(battle: &Battle, what: &str) {
    let army = battle.army();
    let active = battle.clock().active;
    for id in army.units() {
        let unit = army.unit(id);
        let record = army.get::<Record>(id);
        let full = army.get::<Identity>(id).muster;
        let name = army.name(id);
        assert!(
            unit.strength <= full.strength,
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
    for side in [Side::Union, Side::Confederate] {
        let present: Vec<_> = army.present_of(side).collect();
        for (number, &one) in present.iter().enumerate() {
            for &other in &present[..number] {
                let formed = [one, other]
                    .iter()
                    .all(|&id| army.unit(id).morale != Morale::Routed);
                let overlap = army.footprint(one).overlaps(&army.footprint(other));
                assert!(
                    !formed || !overlap,
                    "{what}: {} stands on {}",
                    army.name(one),
                    army.name(other)
                );
            }
        }
    }
}
