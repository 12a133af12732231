//! Setting up: who may begin where, and in what formation.

use bevy::math::Vec2;

use super::decision::Decision;
use super::{Battle, Situation};
use crate::army::{Fact, Formation, LeaderId, LeaderPost, Post, UnitId};
use crate::field::Zone;
use crate::field::geometry::distance_to_point;
use crate::field::placement::Footprint;
use crate::rule;
use crate::rules::fire::Refusal;
use crate::rules::formation::ChangeCost;
use crate::rules::ground::Rate;
use crate::rules::{CavalryFormation, InfantryFormation, Named, Side, Troops, Unit};
use crate::scenario::Deployment;

/// Inches by which a unit may stick out of its zone: roundings are nobody's fault.
const SLACK: f32 = 1e-2;

/// So many inches from a unit of its side a dummy without a zone may begin, at 15 mm.
const DUMMY_REACH: f32 = 18.0;

impl Situation {
    /// Rules: `scenario.militia.setup`.
    pub(super) fn ask_set_up(&self, side: Side) -> Option<Decision> {
        let units: Vec<_> = self
            .set_up_of(side)
            .filter(|&unit| self.may_be_posted(unit))
            .collect();
        let leaders = self.army.leaders();
        let leaders = leaders.filter(|&leader| {
            self.army.leader_identity(leader).side == side && self.may_post_leader(leader)
        });
        // Whoever begins behind pickets says who is behind one together.
        let bands = self.has_pickets(side) && self.army.sets_up_hidden(side);
        (bands || !units.is_empty()).then(|| Decision::SetUp {
            side,
            leaders: leaders.collect(),
            units,
        })
    }

    /// The zone in which a unit may begin; `None` if it begins where the scenario has it, or comes
    /// in later.
    pub fn set_up_zone(&self, unit: UnitId) -> Option<&Zone> {
        match &self.scenario.units.get(unit.0 as usize)?.deployment {
            Deployment::At {
                within: Some(zone), ..
            } => self.field().zone(zone),
            _ => None,
        }
    }

    /// Whether a unit may be put elsewhere: in its zone, or if it is a dummy without one, anywhere
    /// near a unit of its side.
    fn may_be_posted(&self, unit: UnitId) -> bool {
        self.set_up_zone(unit).is_some() || self.army.is_dummy(unit)
    }

    /// The outline of the zone in which a unit may begin, in inches.
    pub fn zone_outline(&self, unit: UnitId) -> Option<&[Vec2]> {
        self.set_up_zone(unit).map(|zone| zone.outline.as_slice())
    }

    /// Every formation in which a unit may begin, its own among them: for cavalry those of its
    /// present saddle or foot, and both of these.
    ///
    /// Rules: `scenario.militia.setup`.
    pub fn set_up_formations(&self, unit: UnitId) -> Vec<Formation> {
        let values = self.army.unit(unit);
        let all: Vec<_> = match values.troops {
            Troops::Infantry { .. } => {
                let all = InfantryFormation::ALL.iter();
                all.map(|&formation| Formation::Infantry(formation))
                    .collect()
            }
            Troops::Cavalry { .. } => {
                let all = CavalryFormation::ALL.iter();
                all.map(|&formation| Formation::Cavalry(formation))
                    .chain([true, false].map(Formation::Mounted))
                    .collect()
            }
            Troops::Artillery { .. } => [true, false].map(Formation::Limbered).to_vec(),
        };
        let may = |formation: &Formation| self.may_begin(unit, &formation.of(values)).is_ok();
        all.into_iter().filter(may).collect()
    }

    /// Whether a unit may be put somewhere before the battle, everybody else standing as he does.
    pub fn check_post(&self, side: Side, post: &Post) -> Result<(), Refusal> {
        self.may_post(side, post)?;
        let unit = match post.formation {
            Some(formation) => formation.of(self.army.unit(post.unit)),
            None => *self.army.unit(post.unit),
        };
        let muster = self.army.muster_of(post.unit);
        let ground = post
            .placement()
            .footprint(self.field().scale, &unit, muster);
        self.check_stand(post.unit, &unit, &ground)
    }

    /// Whether a leader may be put somewhere before the battle, everybody else standing as he does.
    ///
    /// Rules: `scenario.militia.setup`.
    pub fn check_leader_post(&self, side: Side, post: &LeaderPost) -> Result<(), Refusal> {
        let refusal = |why| Err(Refusal::new(why, rule!("scenario.militia.setup")));
        self.check_time()?;
        if (post.leader.0 as usize) >= self.army.leaders().len() {
            return refusal("there is no such leader");
        }
        if self.army.leader_identity(post.leader).side != side {
            return refusal("he is a leader of the other side");
        }
        if !self.may_post_leader(post.leader) {
            return refusal("he begins where the scenario has him, or comes with his men");
        }
        // Where the scenario has him he may always stay, though his men there did not come.
        if self.army.leader(post.leader).at == Some(post.at) {
            return Ok(());
        }
        if !post.at.is_finite() || !self.field().contains(post.at) {
            return refusal("that is off the table");
        }
        if self.terrain().ground(post.at).is_none() {
            return Err(Refusal::new("nobody can stand there", rule!("move.na")));
        }
        match self.nearest_of_command(post.leader, post.at) {
            Some((_, far, reach)) if far > reach => Err(Refusal::measured(
                "a leader begins beside a unit of his command, within so many inches",
                rule!("scenario.militia.setup"),
                far,
                reach,
            )),
            Some(_) => Ok(()),
            None => refusal("none of his command is on the table"),
        }
    }

    /// Whether all of these may be put down at once.
    pub(super) fn check_set_up(
        &self,
        side: Side,
        units: &[Post],
        leaders: &[LeaderPost],
    ) -> Result<(), Refusal> {
        self.check_time()?;
        for post in units {
            self.may_post(side, post)?;
        }
        let mut army = self.army.clone();
        for post in units {
            army.apply(&posted(post));
        }
        let (scenario, rules) = self.ground();
        let after = Self::new(scenario, rules, army);
        for post in units {
            let unit = post.unit;
            after.check_stand(unit, after.army.unit(unit), after.army.footprint(unit))?;
        }
        leaders
            .iter()
            .try_for_each(|post| after.check_leader_post(side, post))
    }

    /// Nobody is set up once the first turn has begun.
    fn check_time(&self) -> Result<(), Refusal> {
        match self.army.clock().turn {
            0 => Ok(()),
            turn => Err(Refusal::measured(
                "only before the first turn is anybody set up",
                rule!("scenario.militia.setup"),
                turn as f32,
                0.0,
            )),
        }
    }

    /// Whether a post is one of a unit that may be put elsewhere, in a formation of its arm.
    fn may_post(&self, side: Side, post: &Post) -> Result<(), Refusal> {
        let refusal = |why| Err(Refusal::new(why, rule!("scenario.militia.setup")));
        self.check_time()?;
        let unit = post.unit;
        if !self.army.knows(unit) {
            return refusal("there is no such unit");
        }
        if self.army.side(unit) != side {
            return refusal("it is of the other side");
        }
        if !self.army.is_out(unit) {
            return refusal("it is not on the table at the start");
        }
        if !self.may_be_posted(unit) {
            return refusal("it begins where the scenario has it");
        }
        if !post.at.is_finite() || !post.facing.to_degrees().is_finite() {
            return refusal("that is no place");
        }
        let of_its_arm = match post.formation {
            None => true,
            Some(Formation::Infantry(_)) => self.army.unit(unit).is_infantry(),
            Some(Formation::Cavalry(_) | Formation::Mounted(_)) => {
                self.army.unit(unit).is_cavalry()
            }
            Some(Formation::Limbered(_)) => self.army.unit(unit).is_artillery(),
        };
        if !of_its_arm {
            return refusal("that is no formation of its arm");
        }
        Ok(())
    }

    /// Whether a unit may begin in such a formation.
    ///
    /// Rules: `special.mounted_infantry_dismount`.
    fn may_begin(&self, id: UnitId, unit: &Unit) -> Result<(), Refusal> {
        match unit.troops {
            Troops::Infantry { .. } => Ok(()),
            Troops::Cavalry {
                formation, mounted, ..
            } => {
                let planned = self.scenario.units[id.0 as usize].unit.is_mounted();
                if unit.traits.mounted_infantry && mounted && !planned {
                    return Err(Refusal::new(
                        "mounted infantry that has left its horses stays on foot",
                        rule!("special.mounted_infantry_dismount"),
                    ));
                }
                if !self.rules.may_form(unit, formation) {
                    return Err(Refusal::new(
                        "such riders do not form so",
                        rule!("special.mounted_infantry_formation"),
                    ));
                }
                Ok(())
            }
            Troops::Artillery { gun, limbered } => {
                let never = gun
                    .is_none_or(|gun| self.rules.limbering(unit.quality, gun) == ChangeCost::Never);
                if limbered && never {
                    return Err(Refusal::new(
                        "fortress guns are never limbered",
                        rule!("heavy.fortress"),
                    ));
                }
                Ok(())
            }
        }
    }

    /// Whether a unit may begin on some ground.
    ///
    /// Rules: `scenario.militia.setup`, `move.na`.
    fn check_stand(&self, id: UnitId, unit: &Unit, ground: &Footprint) -> Result<(), Refusal> {
        if !self.is_as_planned(id, unit, ground) {
            self.check_ground(id, unit, ground)?;
        }
        if !self.army.is_free_of_own(ground, id, &[]) {
            return Err(Refusal::new(
                "somebody else stands there",
                rule!("scenario.militia.setup"),
            ));
        }
        Ok(())
    }

    /// Whether a unit would stand just as the scenario has it, which it always may.
    fn is_as_planned(&self, id: UnitId, unit: &Unit, ground: &Footprint) -> bool {
        let planned = &self.scenario.units[id.0 as usize];
        let there = match &planned.deployment {
            Deployment::At { placement, .. } => *placement == ground.placement,
            Deployment::Arrives { .. } => false,
        };
        there && planned.unit.troops == unit.troops
    }

    /// Whether a unit may begin on some ground, whoever else stands there.
    fn check_ground(&self, id: UnitId, unit: &Unit, ground: &Footprint) -> Result<(), Refusal> {
        self.may_begin(id, unit)?;
        let bounds = ground.bounds();
        let off = (-bounds.low).max(bounds.high - self.field().size);
        if off.max_element() > 0.0 {
            return Err(Refusal::measured(
                "part of it would be off the table, by so many inches",
                rule!("move.by_formation_terrain"),
                off.max_element(),
                0.0,
            ));
        }
        let out = self
            .set_up_zone(id)
            .map_or(0.0, |zone| zone.sticks_out(ground));
        if out > SLACK {
            return Err(Refusal::measured(
                "part of it would be outside its zone, by so many inches",
                rule!("scenario.militia.setup"),
                out,
                0.0,
            ));
        }
        self.check_near(id, ground)?;
        self.check_confined(id, ground.placement)?;
        match self.why_no_footing(unit, ground) {
            Some(refusal) => Err(refusal),
            None => Ok(()),
        }
    }

    /// A dummy that has no zone begins within so many inches of a real unit of its side.
    ///
    /// Rules: `hidden.dummies`.
    fn check_near(&self, id: UnitId, ground: &Footprint) -> Result<(), Refusal> {
        if !self.army.is_dummy(id) || self.set_up_zone(id).is_some() {
            return Ok(());
        }
        let real = |&other: &UnitId| !self.army.is_dummy(other);
        let far = self
            .set_up_of(self.army.side(id))
            .filter(real)
            .map(|other| self.army.placement(other).at.distance(ground.placement.at))
            .fold(f32::INFINITY, f32::min);
        let most = DUMMY_REACH * self.field().proportion();
        if far > most {
            return Err(Refusal::measured(
                "a dummy begins near a unit of its side, within so many inches",
                rule!("hidden.dummies"),
                far,
                most,
            ));
        }
        Ok(())
    }

    /// Why a unit could not go where it should stand. Guns are looked at as on the march, and who
    /// never moves may stand anywhere.
    fn why_no_footing(&self, unit: &Unit, ground: &Footprint) -> Option<Refusal> {
        let marching = match unit.troops {
            Troops::Artillery { .. } => Formation::Limbered(true).of(unit),
            _ => *unit,
        };
        let moves = |on| {
            let rate = self.rules.rate(self.field().scale, &marching, on);
            rate != Rate::NotAllowed
        };
        let ever = crate::rules::Ground::ALL.iter().any(|&on| moves(on));
        ground.stands.iter().find_map(|stand| {
            let terrain = self.terrain();
            match terrain.ground(stand.centre) {
                None => Some(Refusal::new("nobody can stand there", rule!("move.na"))),
                Some(on) if ever && !moves(on) && terrain.way(stand.centre).is_none() => Some(
                    Refusal::new("this formation cannot use this ground", rule!("move.na")),
                ),
                Some(_) => None,
            }
        })
    }

    /// Whether a leader may be put elsewhere: if a unit of his command may be.
    fn may_post_leader(&self, leader: LeaderId) -> bool {
        let state = self.army.leader(leader);
        let side = self.army.leader_identity(leader).side;
        state.at.is_some()
            && !state.fallen
            && self
                .set_up_of(side)
                .any(|unit| self.is_his(leader, unit) && self.set_up_zone(unit).is_some())
    }

    fn is_his(&self, leader: LeaderId, unit: UnitId) -> bool {
        let above = self.army.leader_identity(leader).command;
        self.belongs(self.army.command(unit), above)
    }

    /// The unit of a leader's command that a place is nearest to, how far that is, and within how
    /// many inches he is beside it.
    fn nearest_of_command(&self, leader: LeaderId, at: Vec2) -> Option<(UnitId, f32, f32)> {
        let side = self.army.leader_identity(leader).side;
        self.set_up_of(side)
            .filter(|&unit| self.is_his(leader, unit) && !self.army.is_dummy(unit))
            .map(|unit| (unit, self.far_from(unit, at), self.beside_reach(unit)))
            .min_by(|(_, far, reach), (_, other, its)| (far - reach).total_cmp(&(other - its)))
    }

    fn far_from(&self, unit: UnitId, at: Vec2) -> f32 {
        let stands = self.army.footprint(unit).stands.iter();
        stands
            .map(|stand| distance_to_point(&stand.outline(), at))
            .fold(f32::INFINITY, f32::min)
    }

    /// Leaders that stand beside a unit of their command and may be put elsewhere, each with it.
    fn leaders_beside(&self, side: Side) -> Vec<(LeaderId, UnitId)> {
        self.army
            .leaders()
            .filter(|&leader| self.army.leader_identity(leader).side == side)
            .filter(|&leader| self.may_post_leader(leader))
            .filter_map(|leader| {
                let at = self.army.leader(leader).at?;
                let (unit, far, reach) = self.nearest_of_command(leader, at)?;
                (far <= reach).then_some((leader, unit))
            })
            .collect()
    }
}

impl Battle {
    /// Puts some units and leaders elsewhere before the battle. A leader whose unit has gone goes
    /// with it.
    ///
    /// Rules: `scenario.militia.setup`.
    pub(super) fn set_up(
        &mut self,
        side: Side,
        units: &[Post],
        leaders: &[LeaderPost],
        ready: bool,
    ) {
        let beside = self.now.leaders_beside(side);
        for post in units {
            self.tell(posted(post));
        }
        for &LeaderPost { leader, at } in leaders {
            self.tell(Fact::LeaderPosted { leader, at });
        }
        let still = self.now.leaders_beside(side);
        for (leader, unit) in beside {
            let named = leaders.iter().any(|post| post.leader == leader);
            if !named && still.iter().all(|(other, _)| *other != leader) {
                let at = self.now.army.behind(unit);
                self.tell(Fact::LeaderPosted { leader, at });
            }
        }
        if ready {
            self.tell(Fact::InPlace { side });
        }
    }
}

fn posted(post: &Post) -> Fact {
    Fact::Posted {
        unit: post.unit,
        to: post.placement(),
        formation: post.formation,
    }
}
