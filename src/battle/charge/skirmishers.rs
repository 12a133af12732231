//! Skirmishers before a charge.

use crate::army::{Fact, UnitId};
use crate::battle::decision::Decision;
use crate::battle::step::Step;
use crate::battle::{Battle, Situation};
use crate::field::Placement;
use crate::rules::{Ground, Morale};

/// Fewer inches are no way off.
const LEAST: f32 = 0.05;

impl Situation {
    /// Whether skirmishers driven in are asked to stop behind a friend.
    pub(in crate::battle) fn ask_stop(&self, unit: UnitId) -> Option<Decision> {
        let (friend, _) = self.friend_to_stop_behind(unit)?;
        Some(Decision::StopBehind {
            side: self.army.side(unit),
            unit,
            friend,
        })
    }

    /// The nearest friend whom the skirmishers could stop behind, and the place: one that leads away
    /// from the charge.
    fn friend_to_stop_behind(&self, unit: UnitId) -> Option<(UnitId, Placement)> {
        let here = self.army.placement(unit).at;
        let ground = self.terrain().ground(here);
        let inches = self.rules.disengage_inches(
            self.field().scale,
            self.army.unit(unit),
            ground.unwrap_or(Ground::Open),
        );
        let charger = self.to_get_away_from(unit)?;
        let away = self.way_off(unit, self.nearest_part(charger, unit));
        let danger = self.army.footprint(charger);
        let apart = self.army.footprint(unit).distance(danger);
        let leads_away = |place: Placement| {
            let there = self.footprint_at(unit, place);
            (place.at - here).dot(away) > LEAST && there.distance(danger) >= apart
        };
        self.army
            .present_of(self.army.side(unit))
            .filter(|&friend| friend != unit && self.army.unit(friend).can_support())
            .filter_map(|friend| {
                let place = Placement {
                    at: self.army.behind(friend),
                    facing: self.army.placement(friend).facing,
                };
                let far = place.at.distance(here);
                let near = far <= inches && leads_away(place);
                let fits = near && self.army.fits(self.field(), unit, place);
                fits.then_some((far, friend, place))
            })
            .min_by(|one, other| one.0.total_cmp(&other.0))
            .map(|(_, friend, place)| (friend, place))
    }
}

impl Battle {
    /// Those who do not wait for a charge run at once, reaction or not; skirmishers may try to stop
    /// behind a friend.
    ///
    /// Rules: `charge.skirmishers_fall_back`, `charge.skirmishers_stop_as_support`.
    pub(in crate::battle) fn drive_in(&mut self, unit: UnitId) {
        if !self.now.army.on_table(unit) || self.now.army.unit(unit).morale == Morale::Routed {
            return;
        }
        self.mark_reacted(unit);
        let screens = self.now.army.unit(unit).is_skirmishing();
        let friend = self.now.friend_to_stop_behind(unit);
        if screens && friend.is_some() {
            self.push(Step::AskStop { unit });
        } else {
            self.evade(unit);
        }
    }

    /// They run from the charge; whoever has nowhere to go waits for it and is none the worse yet.
    fn evade(&mut self, unit: UnitId) {
        let here = self.now.army.placement(unit).at;
        let ends = self.now.ways_off(&[unit]);
        if ends.iter().any(|(_, to)| to.at.distance(here) > LEAST) {
            self.disengage(unit);
        }
    }

    /// The skirmishers try to stop behind a friend; else they run on.
    pub(in crate::battle) fn stop_behind(&mut self, unit: UnitId, friend: UnitId, tries: bool) {
        let place = self
            .now
            .friend_to_stop_behind(unit)
            .filter(|(found, _)| *found == friend);
        let stops = tries && place.is_some() && self.test(unit);
        let (true, Some((_, to))) = (stops, place) else {
            self.evade(unit);
            return;
        };
        self.disengage_to(unit, to);
        let running = self.now.army.charges().find(|charge| !charge.resolving);
        if let Some(charge) = running.map(|charge| charge.id) {
            self.tell(Fact::Backed {
                unit,
                friend,
                charge,
            });
        }
    }
}
