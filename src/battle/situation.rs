//! What the table says: who sees whom, who supports whom, what covers whom.

mod nerve;

use std::sync::Arc;

use bevy::math::Vec2;

use super::memory::{Memory, Under};
use crate::army::{Army, Fact, LeaderId, UnitId};
use crate::field::geometry::Bounds;
use crate::field::placement::Footprint;
use crate::field::plan::{AreaKind, LineKind};
use crate::field::sight::Blocker;
use crate::field::{Field, Placement, Terrain};
use crate::rules::cover::CoverSet;
use crate::rules::works::Obstacle;
use crate::rules::{Cover, Ground, Morale, Rules, Works, Zone};
use crate::scenario::Scenario;
use crate::scenario::file::SpecialRule;

/// What stands on the table, on what ground and by what rules. It can be asked anything, and only
/// facts change it.
#[derive(Clone)]
pub struct Situation {
    pub(super) rules: Arc<Rules>,
    pub(super) scenario: Arc<Scenario>,
    pub(super) army: Army,
    /// The field with what has been raised on it and torn down; `None` as the scenario has it.
    changed: Option<Arc<Field>>,
    memory: Memory,
}

impl Situation {
    /// These armies on the ground of a scenario.
    pub fn new(scenario: Arc<Scenario>, rules: Arc<Rules>, army: Army) -> Self {
        let changed = army.earth().field(&scenario.field).map(Arc::new);
        Self {
            rules,
            scenario,
            army,
            changed,
            memory: Memory::default(),
        }
    }

    /// The rules it is played by.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What is fought.
    #[inline]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Both armies.
    #[inline]
    pub fn army(&self) -> &Army {
        &self.army
    }

    /// Rules and scenario, to be shared.
    pub fn ground(&self) -> (Arc<Scenario>, Arc<Rules>) {
        (Arc::clone(&self.scenario), Arc::clone(&self.rules))
    }

    /// Takes it to the moment after a fact.
    pub fn apply(&mut self, fact: &Fact) {
        let fact = fact.plain();
        if matches!(fact, Fact::Shown { .. }) {
            // Several stand otherwise at once.
            self.army.apply(fact);
            self.part();
            return;
        }
        let mut who = fact.places_changed();
        if let Fact::Removed { unit, .. } = fact {
            // Whoever it was attached to stands otherwise too.
            who[1] = self.army.host_of(*unit);
        }
        let mut changed: [Option<(UnitId, Bounds)>; 2] =
            who.map(|unit| unit.map(|unit| (unit, self.army.footprint(unit).bounds())));
        let ground = self.army.earth().changes();
        self.army.apply(fact);
        if self.army.earth().changes() != ground {
            // All that was known was known of other ground.
            let field = self.army.earth().field(&self.scenario.field);
            self.changed = field.map(Arc::new);
            self.memory.forget();
        }
        for (unit, ground) in changed.iter_mut().flatten() {
            let now = self.army.footprint(*unit).bounds();
            ground.low = ground.low.min(now.low);
            ground.high = ground.high.max(now.high);
        }
        let units = self.army.units().len();
        let changed: Vec<_> = changed.into_iter().flatten().collect();
        let army = &self.army;
        self.memory.hear(units, fact, &changed, |firer, target| {
            fires_as_before(army, fact, firer, target)
        });
    }

    /// Remembers what another remembers that is the same in everything, until it is parted from it.
    /// Nothing may happen to either meanwhile.
    pub(crate) fn remember_with(&mut self, same: &Self) {
        self.memory = same.memory.shared();
    }

    /// A copy that knows what this one has found out, and goes its own way from here.
    pub(crate) fn branched(&self) -> Self {
        Self {
            memory: self.memory.copied(),
            ..self.clone()
        }
    }

    /// Remembers nothing any more.
    pub(crate) fn part(&mut self) {
        self.memory = Memory::default();
    }

    /// The ground as it is now.
    #[inline]
    pub fn field(&self) -> &Field {
        self.changed.as_deref().unwrap_or(&self.scenario.field)
    }

    /// The ground in the weather of the day.
    #[inline]
    pub fn terrain(&self) -> Terrain<'_> {
        self.field().terrain(&self.rules, self.army.weather())
    }

    /// What is known of the ground a unit stands on.
    fn under(&self, id: UnitId) -> Under {
        let at = (self.army.placement(id), *self.army.unit(id));
        self.memory.under(self.army.units().len(), id, at, || {
            let centre = self.army.footprint(id).centre();
            let cover = |area: &crate::field::Area| match area.kind {
                AreaKind::LightWoods => Some(Cover::LightWoods),
                AreaKind::HeavyWoods => Some(Cover::HeavyWoods),
                AreaKind::Orchard => Some(Cover::Orchard),
                AreaKind::Farm | AreaKind::Village => Some(Cover::Village),
                _ => None,
            };
            let ground = self.terrain().ground(at.0.at);
            Under {
                ground: ground.unwrap_or(Ground::Open),
                cover: self.field().areas_at(centre).filter_map(cover).collect(),
                in_cut: self
                    .field()
                    .lines_at(centre)
                    .any(|line| line.kind == LineKind::RailroadCut),
            }
        })
    }

    /// The ground a unit stands on.
    pub(super) fn ground_under(&self, id: UnitId) -> Ground {
        self.under(id).ground
    }

    /// Whether one unit sees another over ground and units.
    pub fn sees(&self, one: UnitId, other: UnitId) -> bool {
        let units = self.army.units().len();
        let (here, there) = (self.army.footprint(one), self.army.footprint(other));
        let between = between(here.placement.at, there.centre());
        self.memory.sees(units, (one, other), between, || {
            let blockers = self.blockers(&[one, other], here.placement.at, there.centre());
            let guns = |id: UnitId| self.army.unit(id).is_artillery();
            let at_hand = self.cannot_hide(here, there, &blockers);
            let (one, other) = ((here, guns(one)), (there, guns(other)));
            at_hand || self.field().sees(&self.rules, one, other, &blockers)
        })
    }

    /// Whether two are so near that nothing but men could hide them from each other: among farm
    /// buildings too one sees an inch.
    pub(super) fn cannot_hide(&self, one: &Footprint, other: &Footprint, men: &[Blocker]) -> bool {
        men.is_empty() && one.is_within(self.rules.near(self.field().scale), other)
    }

    /// Formed units between two places. Skirmishers and leaders are in nobody's way.
    ///
    /// Rules: `sight.units_block`.
    pub(super) fn blockers(&self, but: &[UnitId], from: Vec2, to: Vec2) -> Vec<Blocker<'_>> {
        let near = between(from, to);
        let around = near.grown(3.0);
        let mut blockers = Vec::new();
        for id in self.army.present() {
            let ground = self.army.footprint(id);
            if !near.touches(ground.bounds())
                || !around.contains(ground.placement.at)
                || but.contains(&id)
                || self.army.unit(id).is_skirmishing()
            {
                continue;
            }
            let name = self.army.name(id);
            for stand in &ground.stands {
                let outline = stand.outline();
                if near.touches(Bounds::around(&outline)) {
                    blockers.push(Blocker { name, outline });
                }
            }
        }
        blockers
    }

    /// Friends that support a unit: beside it, or in the same charge behind or beside it. Whoever
    /// charges or is charged himself supports nobody else, nor does whoever has just come down to
    /// one stand, by a blow that struck both.
    ///
    /// Rules: `charge.support_busy`, `morale.support_who`.
    pub fn supporters(&self, id: UnitId) -> Vec<UnitId> {
        if self.is_charging(id) {
            return self.charge_supports(id);
        }
        let mut supporters: Vec<_> = self
            .neighbours(id)
            .filter(|&other| self.army.unit(other).can_support() && !self.is_busy(other))
            .filter(|&other| !self.is_down_to_one_stand(other))
            .collect();
        supporters.extend(self.backing(id));
        supporters
    }

    /// Whether a regiment has figures for one stand only, be the others still on the table.
    fn is_down_to_one_stand(&self, id: UnitId) -> bool {
        let unit = self.army.unit(id);
        !unit.is_artillery() && unit.stands.full > 1 && self.army.stands_filled(id) == 1
    }

    /// Whether two units stand within supporting distance of each other.
    pub(super) fn adjacent(&self, one: UnitId, other: UnitId) -> bool {
        let units = self.army.units().len();
        self.memory.beside(units, (one, other), || {
            let (here, there) = (self.army.footprint(one), self.army.footprint(other));
            self.terrain().adjacent(here, there)
        })
    }

    /// What has been worked out.
    #[inline]
    pub(super) fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Friends within supporting distance.
    fn neighbours(&self, id: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let here = self.army.placement(id).at;
        self.army
            .present_of(self.army.side(id))
            .filter(move |&other| other != id)
            .filter(move |&other| self.army.placement(other).at.distance(here) < 10.0)
            .filter(move |&other| self.adjacent(id, other))
    }

    /// Whether a command is part of another.
    pub(super) fn belongs(&self, command: usize, above: usize) -> bool {
        let mut at = Some(command);
        while let Some(number) = at {
            if number == above {
                return true;
            }
            at = self.scenario.commands[number].parent;
        }
        false
    }

    /// Whether a leader has a unit under him: it is of his command, or of one that no leader came
    /// with, whom any leader of its side commands.
    ///
    /// Rules: `leader.command_radius`.
    pub(super) fn leads(&self, leader: LeaderId, id: UnitId) -> bool {
        let command = self.army.command(id);
        let of = |leader| self.army.leader_identity(leader).command;
        let led = || {
            let mut leaders = self.army.leaders();
            leaders.any(|other| self.belongs(command, of(other)))
        };
        let side = self.army.leader_identity(leader).side;
        self.belongs(command, of(leader)) || (side == self.army.side(id) && !led())
    }

    /// Living leaders of a unit on the table.
    pub(super) fn leaders_of(&self, id: UnitId) -> impl Iterator<Item = (LeaderId, Vec2)> + '_ {
        self.army.leaders().filter_map(move |leader| {
            let state = self.army.leader(leader);
            let his = !state.fallen && self.leads(leader, id);
            his.then_some(()).and(state.at).map(|at| (leader, at))
        })
    }

    /// Within how many inches of a unit a leader is beside it.
    pub(super) fn beside_reach(&self, id: UnitId) -> f32 {
        let scale = self.field().scale;
        self.rules.support_distance(scale, self.ground_under(id)) + 0.5
    }

    /// Whether a leader at a place stands beside a unit.
    pub(super) fn is_beside(&self, leader: Vec2, id: UnitId) -> bool {
        self.terrain().beside(self.army.footprint(id), leader)
    }

    /// The benefit of an adjacent or attached leader for morale.
    pub fn leader_benefit(&self, id: UnitId) -> i32 {
        self.leaders_of(id)
            .filter(|&(leader, at)| match self.army.leader(leader).attached {
                Some(unit) => unit == id,
                None => self.is_beside(at, id),
            })
            .map(|(leader, _)| self.army.leader_identity(leader).benefit as i32)
            .max()
            .unwrap_or(0)
    }

    /// The benefit of the best attached leader.
    pub(super) fn attached_benefit(&self, id: UnitId) -> i32 {
        self.army
            .attached_leaders(id)
            .map(|leader| self.army.leader_identity(leader).benefit as i32)
            .max()
            .unwrap_or(0)
    }

    /// What protects a unit from fire or charge out of a direction. Fences and walls do both ways,
    /// works only against what comes from before them.
    ///
    /// Rules: `works.front`.
    pub fn cover(&self, id: UnitId, from: Vec2) -> (CoverSet, Option<Works>) {
        let centre = self.army.footprint(id).centre();
        let mut cover = self.under(id).cover;
        let mut works = None;
        let reach = 1.5 * self.field().proportion();
        let towards =
            centre + (from - centre).normalize_or_zero() * reach.min(centre.distance(from));
        for line in self.field().lines_around(centre) {
            let kind = match line.kind {
                LineKind::WoodFence => Cover::WoodFence,
                LineKind::StoneWall => Cover::StoneWall,
                LineKind::HastyWorks => Cover::HastyWorks,
                LineKind::LightWorks => Cover::LightWorks,
                LineKind::HeavyWorks => Cover::HeavyWorks,
                _ => continue,
            };
            let between = match line.kind {
                LineKind::WoodFence | LineKind::StoneWall => {
                    line.crossings(centre, towards).next().is_some()
                }
                _ => line.is_fronted(centre, towards),
            };
            if between {
                cover.insert(kind);
                works = match kind {
                    Cover::HastyWorks => works.or(Some(Works::Hasty)),
                    Cover::LightWorks => Some(Works::Light),
                    Cover::HeavyWorks => Some(Works::Heavy),
                    _ => works,
                };
            }
        }
        (cover, works)
    }

    /// The obstacle that a unit stands in, or behind as seen from a place.
    ///
    /// Rules: `obstacle.fire`.
    pub(super) fn obstacle(&self, id: UnitId, from: Vec2) -> Option<Obstacle> {
        let centre = self.army.footprint(id).centre();
        let reach = (1.5 * self.field().proportion()).min(centre.distance(from));
        let towards = centre + (from - centre).normalize_or_zero() * reach;
        self.field()
            .lines_around(centre)
            .find_map(|line| match line.kind {
                LineKind::FloodedDitch if line.covers(centre) => Some(Obstacle::FloodedDitch),
                LineKind::Fraise if line.crossings(centre, towards).next().is_some() => {
                    Some(Obstacle::Fraise)
                }
                _ => None,
            })
    }

    /// What protects a unit from a charge: whatever it stands behind, even if the chargers have
    /// climbed it by now. Whoever charges back has left it.
    pub(super) fn cover_from_charge(&self, id: UnitId, by: UnitId) -> (CoverSet, Option<Works>) {
        if self.is_countercharging(id) {
            return (CoverSet::default(), None);
        }
        self.cover(id, self.charge_origin(by).placement.at)
    }

    /// Whether a unit stands in a railroad cut that the scenario has rules for.
    pub(super) fn in_cut(&self, id: UnitId) -> Option<(bool, i32)> {
        let rule = self.scenario.rules.iter().find_map(|rule| match rule {
            SpecialRule::RailroadCut {
                fires_disordered,
                target_drm,
                ..
            } => Some((*fires_disordered, *target_drm)),
            _ => None,
        })?;
        self.under(id).in_cut.then_some(rule)
    }

    /// Enemies whose front is within so many inches.
    pub(super) fn enemies_near(&self, id: UnitId, inches: f32) -> Vec<UnitId> {
        let at = self.army.placement(id).at;
        self.army
            .present_of(self.army.side(id).other())
            .filter(|&enemy| self.army.placement(enemy).at.distance(at) <= inches)
            .collect()
    }

    /// The nearest enemy that is not routed.
    pub(super) fn nearest_enemy(&self, id: UnitId) -> Option<UnitId> {
        let at = self.army.placement(id).at;
        let far = |enemy: &UnitId| self.army.placement(*enemy).at.distance(at);
        self.army
            .present_of(self.army.side(id).other())
            .filter(|&enemy| self.army.unit(enemy).morale != Morale::Routed)
            .min_by(|one, other| far(one).total_cmp(&far(other)))
    }

    /// Whether a charge on a unit comes from this enemy.
    pub(super) fn is_charged_by(&self, id: UnitId, enemy: UnitId) -> bool {
        self.army
            .charges()
            .filter(|charge| !charge.resolving)
            .flat_map(|charge| &charge.contacts)
            .any(|contact| contact.unit == enemy && contact.target == id)
    }

    /// Whether a charge on a unit has come so close that it must check for fear of it.
    pub(super) fn is_face_to_face(&self, id: UnitId) -> bool {
        let here = self.army.footprint(id);
        self.army
            .charges()
            .filter(|charge| !charge.resolving)
            .flat_map(|charge| &charge.contacts)
            .filter(|contact| contact.target == id)
            .any(|contact| {
                let charger = self.army.unit(contact.unit);
                let near = self.rules.fear_distance(self.field().scale, charger);
                here.is_within(near + 1e-3, self.army.footprint(contact.unit))
            })
    }

    /// Where another unit stands as this one sees it.
    pub fn zone_of(&self, id: UnitId, other: &Footprint) -> Zone {
        self.army
            .footprint(id)
            .zone_of(self.army.unit(id).shape(), other)
    }

    /// The first fire of a unit's battle is still to come.
    pub(super) fn opening_volley(&self, id: UnitId) -> bool {
        !self.army.record(id).has_fired
    }

    /// A unit somewhere else, to see what would be.
    pub(super) fn footprint_at(&self, id: UnitId, placement: Placement) -> Footprint {
        self.army.footprint_at(id, placement)
    }
}

/// Whether one fires at another on the same terms after a fact as before it.
fn fires_as_before(army: &Army, fact: &Fact, firer: UnitId, target: UnitId) -> bool {
    let unit = match fact {
        Fact::Moved { unit, .. }
        | Fact::Faced { unit, .. }
        | Fact::Followed { unit, .. }
        | Fact::FellBack { unit, .. }
        | Fact::Ran { unit, .. }
        | Fact::Disengaging { unit }
        | Fact::Disengaged { unit, .. }
        | Fact::Stopped { unit }
        | Fact::Settled { unit, .. }
        | Fact::Lost { unit, .. }
        | Fact::Checked { unit, .. }
        | Fact::StoppedAtEdge { unit, .. }
        | Fact::Beaten { unit, .. }
        | Fact::Disordered { unit, .. }
        | Fact::Reformed { unit }
        | Fact::ChargeEnded { unit } => *unit,
        Fact::Fired { firers, .. } => return !firers.contains(&firer),
        _ => return false,
    };
    // Skirmishers screen those behind them, and a leader who has gone with a unit may be missed
    // at the guns.
    let screens = army.unit(unit).is_skirmishing() && army.side(unit) == army.side(target);
    let missed = army.unit(firer).is_artillery() && army.attached_leaders(unit).next().is_some();
    unit != firer && unit != target && !screens && !missed
}

/// The box in which somebody may be in the way of sight between two places.
fn between(from: Vec2, to: Vec2) -> Bounds {
    Bounds::around(&[from, to]).grown(1.0)
}
