//! Stretches of firing.

use super::{Builder, Deed};
use crate::army::{Army, UnitId, Volley};
use crate::print::story::scenes::{Effect, Event, Firing, Occasion, Reach, Way};
use crate::rules::fire::{Band, FireKind};

impl Builder {
    pub(super) fn fired(
        &mut self,
        army: &Army,
        firers: &[UnitId],
        target: UnitId,
        reaction: bool,
        volley: &Volley,
    ) {
        // Both sides of a charge that stopped short fire into each other: that is part of it.
        if let Some((at, both)) = self.face_to_face
            && both.contains(&target)
            && firers.iter().all(|unit| both.contains(unit))
        {
            if let Some(Event::Clash(clash)) = self.again(at) {
                let fired = clash.attacker.0 != target;
                clash.fired[usize::from(!fired)] = true;
            }
            self.struck.insert(target, at);
            return;
        }
        let occasion = self.occasion(army, firers, target, reaction, volley);
        let firing = Firing {
            effect: Effect::on(army, target),
            firers: firers.to_vec(),
            volleys: 1,
            occasion,
            reach: reach(army, volley, self.near),
            way: match volley.aim.kind {
                FireKind::Area => Way::Blind,
                FireKind::Prolonge => Way::OnTheRope,
                _ => Way::Plain,
            },
            opening: firers.iter().all(|&unit| !army.record(unit).has_fired),
            guns: firers.iter().all(|&unit| army.unit(unit).is_artillery()),
            skirmishers: firers.iter().all(|&unit| army.unit(unit).is_skirmishing()),
            face: firers
                .iter()
                .all(|&unit| self.onsets.contains(&(target, unit))),
        };
        if volley.aim.passed == 0 {
            self.aimed = Some(target);
        }
        if !reaction && volley.aim.passed == 0 {
            self.deed = Deed {
                units: firers.to_vec(),
                fired_at: Some(target),
            };
        }
        if volley.aim.kind == FireKind::Prolonge && !reaction {
            self.roped = firers.first().copied();
        }
        let mut those = firers.to_vec();
        those.push(target);
        let open = self
            .scenes()
            .iter()
            .rposition(|scene| matches!(&scene.event, Event::Fire(other) if other.takes(&firing)));
        let Some(at) = open.filter(|&at| !self.came_between(at, &those, false)) else {
            self.strike(target, Event::Fire(firing));
            return;
        };
        self.struck.insert(target, at);
        if let Some(Event::Fire(other)) = self.again(at) {
            other.add(firing);
        }
    }

    fn occasion(
        &self,
        army: &Army,
        firers: &[UnitId],
        target: UnitId,
        reaction: bool,
        volley: &Volley,
    ) -> Occasion {
        let aimed = self.aimed.filter(|_| volley.aim.passed > 0);
        let acted = self.deed.units.contains(&target);
        match (aimed, self.deed.fired_at) {
            (Some(first), _) => Occasion::Through(first),
            _ if !reaction => Occasion::Ordered,
            _ if army.unit(target).charging => Occasion::AtCharge,
            _ if !acted => Occasion::Ordered,
            (_, Some(at)) if firers.contains(&at) => Occasion::Returned,
            (_, Some(_)) => Occasion::Answered,
            (_, None) => Occasion::OnTheMove,
        }
    }
}

impl Firing {
    /// Whether another fire belongs to it: alike, at the same unit, which stands as it left it.
    fn takes(&self, other: &Self) -> bool {
        let alike = |firing: &Self| (firing.effect.unit, firing.occasion, firing.way);
        let close = |firing: &Self| {
            let charge = firing.occasion == Occasion::AtCharge;
            (firing.is_close() && charge, firing.guns && charge)
        };
        alike(self) == alike(other)
            && close(self) == close(other)
            && self.face == other.face
            && !matches!(self.occasion, Occasion::Through(_))
            && self.skirmishers == other.skirmishers
            && self.effect.after == other.effect.before
            && !self.effect.drove()
    }

    fn add(&mut self, other: Self) {
        self.volleys += 1;
        for unit in other.firers {
            if !self.firers.contains(&unit) {
                self.firers.push(unit);
            }
        }
        self.opening &= other.opening;
        self.guns &= other.guns;
        if self.reach != other.reach {
            self.reach = Reach::Middle;
        }
    }

    /// Whether it comes from so near that men see each other's faces.
    pub fn is_close(&self) -> bool {
        matches!(
            self.reach,
            Reach::PointBlank | Reach::Canister | Reach::Near
        )
    }
}

/// From how far a fire came; so many inches are close by. Guns at what the rules call short range
/// are still far from the enemy.
fn reach(army: &Army, volley: &Volley, near: f32) -> Reach {
    let guns = army.unit(volley.aim.lead()).is_artillery();
    match volley.terms.band {
        Band::PointBlank | Band::Desperation if volley.aim.range <= near => Reach::PointBlank,
        Band::Canister => Reach::Canister,
        Band::Short if !guns => Reach::Near,
        Band::Long => Reach::Far,
        Band::Short | Band::Normal | Band::PointBlank | Band::Desperation | Band::Melee => {
            Reach::Middle
        }
    }
}
