//! A fire before it is given: every way it could be fired, what the enemy could answer, and who else
//! could join in. Rolls nothing and changes nothing.

use super::decision::Order;
use super::{Situation, Threat};
use crate::army::UnitId;
use crate::field::Sight;
use crate::rule;
use crate::rules::Morale;
use crate::rules::fire::{FireKind, FireOdds, FireTerms, Refusal};
use crate::rules::formation::Shape;

/// A fire as it would be rolled.
#[derive(Clone, Debug, PartialEq)]
pub struct ShotOdds {
    /// On what terms.
    pub terms: FireTerms,
    /// What it does.
    pub odds: FireOdds,
}

/// One kind of fire at a target.
#[derive(Clone, Debug, PartialEq)]
pub struct FireWay {
    /// How.
    pub kind: FireKind,
    /// Actions it takes.
    pub actions: u32,
    /// What it would do, where the rules can tell.
    pub shot: Option<ShotOdds>,
    /// Why it may not be fired now, if it may not.
    pub why_not: Option<Refusal>,
}

impl FireWay {
    /// Whether it may be fired now.
    pub fn is_open(&self) -> bool {
        self.why_not.is_none() && self.shot.is_some()
    }
}

/// What the target could answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// At whom of the firers: the one he hits best.
    pub at: UnitId,
    /// How.
    pub kind: FireKind,
    /// What it would do.
    pub shot: ShotOdds,
}

/// Somebody who could join a volley.
#[derive(Clone, Debug, PartialEq)]
pub struct Partner {
    /// Who.
    pub unit: UnitId,
    /// What the volley does with him in it.
    pub odds: FireOdds,
    /// What he adds to the chance of a hit; he can also take from it.
    pub more: f64,
}

/// Everything about a fire at a target before it is given.
#[derive(Clone, Debug, PartialEq)]
pub struct FirePreview {
    /// Who fires, the lead first.
    pub units: Vec<UnitId>,
    /// At whom.
    pub target: UnitId,
    /// Inches from the middle of the firers' front.
    pub range: f32,
    /// What the lead sees of him.
    pub sight: Sight,
    /// Ways to fire, the ordinary one first.
    pub ways: Vec<FireWay>,
    /// What he could answer, or why he could not.
    pub back: Result<Reply, Refusal>,
    /// Others of his side who could answer, as they stand now.
    pub others: Vec<Threat>,
    /// Who else could join in.
    pub partners: Vec<Partner>,
}

impl FirePreview {
    /// The way of that kind.
    pub fn way(&self, kind: FireKind) -> Option<&FireWay> {
        self.ways.iter().find(|way| way.kind == kind)
    }

    /// The first way that is open, else the ordinary one.
    pub fn best(&self) -> Option<&FireWay> {
        let open = self.ways.iter().find(|way| way.is_open());
        open.or(self.ways.first())
    }

    /// The order to fire so.
    pub fn order(&self, kind: FireKind) -> Order {
        match kind {
            FireKind::Prolonge => Order::Prolonge {
                target: self.target,
            },
            kind => Order::Fire {
                units: self.units.clone(),
                target: self.target,
                kind,
            },
        }
    }
}

impl Situation {
    /// Everything about a fire of some own units at an enemy. Units that are not active yet are
    /// taken as if they were, with all their actions.
    pub fn preview_fire(&self, units: &[UnitId], target: UnitId) -> Option<FirePreview> {
        let &lead = units.first()?;
        let here = |id: UnitId| self.army.knows(id) && self.army.on_table(id);
        let enemy = here(target) && self.army.side(target) != self.army.side(lead);
        if !enemy || !units.iter().all(|&id| here(id)) {
            return None;
        }
        let kinds = self.kinds_of_fire(units, target);
        let ways = kinds.into_iter().map(|kind| FireWay {
            kind,
            actions: self.fire_cost(units, kind),
            shot: self.shot_odds(units, target, kind),
            why_not: self.why_no_volley(units, target, kind),
        });
        let mut others = self.threats(units);
        others.retain(|threat| threat.by != target);
        Some(FirePreview {
            units: units.to_vec(),
            target,
            range: self.fire_range(units, target),
            sight: self.sight(lead, target),
            ways: ways.collect(),
            back: self.reply(units, target),
            others,
            partners: self.volley_partners(units, target),
        })
    }

    /// What a fire would do, where the rules can tell.
    fn shot_odds(&self, units: &[UnitId], target: UnitId, kind: FireKind) -> Option<ShotOdds> {
        let terms = self.fire_terms(units, target, kind).ok()?;
        let odds = self.rules.fire_odds(&terms);
        Some(ShotOdds { terms, odds })
    }

    /// Kinds of fire worth naming: the ordinary one, and what their arm or the ground opens.
    fn kinds_of_fire(&self, units: &[UnitId], target: UnitId) -> Vec<FireKind> {
        let &[unit] = units else {
            return self.kinds_together(units);
        };
        let mut kinds = vec![FireKind::Normal];
        let values = self.army.unit(unit);
        let field_guns = values.is_artillery() && !values.is_heavy_artillery();
        if field_guns || (values.is_infantry() && values.traits.sharpshooter) {
            kinds.push(FireKind::Deliberate);
        }
        if field_guns && values.shape() == Shape::Unlimbered {
            kinds.push(FireKind::Prolonge);
        }
        if self.may_search(unit, target) {
            kinds.push(FireKind::Area);
        }
        kinds
    }

    /// The kind of fire that some units would have who want to fire so, perhaps with others before:
    /// the same if it is one of theirs.
    pub fn kind_for(&self, units: &[UnitId], kind: FireKind) -> FireKind {
        let has = |kind: &FireKind| match units.len() {
            0 | 1 => !kind.is_mixed(),
            _ => self.kinds_together(units).contains(kind),
        };
        [kind, kind.unmixed()]
            .into_iter()
            .find(has)
            .unwrap_or(FireKind::Normal)
    }

    /// Why some units may not fire so now; those who are not active yet are taken as if they were.
    ///
    /// Rules: `fire.combine_infantry`.
    pub fn why_no_volley(
        &self,
        units: &[UnitId],
        target: UnitId,
        kind: FireKind,
    ) -> Option<Refusal> {
        let &lead = units.first()?;
        if self.army.side(lead) != self.army.clock().active {
            return Some(Refusal::new(
                "it is the other side's turn: now it fires only in reaction",
                rule!("turn.two_halves"),
            ));
        }
        let why = match self.army.active() {
            Some(active) => self.why_not_fire(active, units, target, kind),
            None if units.iter().any(|&id| self.army.record(id).activated) => Some(Refusal::new(
                "it has had its turn",
                rule!("turn.finish_unit_first"),
            )),
            None => units
                .iter()
                .find_map(|&unit| self.why_not_at(unit, target, kind))
                .or_else(|| self.fire_terms(units, target, kind).err()),
        };
        why.or_else(|| self.why_not_together(units, target, kind))
    }

    /// What speaks against it beside the fire of each.
    pub(super) fn why_not_together(
        &self,
        units: &[UnitId],
        target: UnitId,
        kind: FireKind,
    ) -> Option<Refusal> {
        if units.len() > 1 && !self.is_chain(units) {
            return Some(Refusal::new(
                "only neighbours in one formation fire together",
                rule!("fire.combine_infantry"),
            ));
        }
        let active = self.army.active();
        let alone = units.len() == 1 && active.is_none_or(|active| active.units.len() == 1);
        match kind {
            kind if kind.is_mixed() && !self.differ(units) => Some(Refusal::new(
                "only batteries of different guns fire as mixed ones",
                rule!("artillery.combine_range"),
            )),
            FireKind::Area if units.len() > 1 => Some(Refusal::new(
                "area fire is not combined",
                rule!("fire.area"),
            )),
            FireKind::Prolonge if !alone || !self.may_prolonge(units[0], target) => {
                let confined = self.why_not_drawn_back(units[0], target);
                Some(confined.filter(|_| alone).unwrap_or(Refusal::new(
                    "only a single unlimbered battery with horses fires on the prolonge",
                    rule!("artillery.prolonge"),
                )))
            }
            _ => None,
        }
    }

    /// What a target could answer to a fire, were he as he stands now.
    ///
    /// Rules: `react.trigger_fire`, `react.one_per_turn`, `fire.desperation`.
    fn reply(&self, units: &[UnitId], by: UnitId) -> Result<Reply, Refusal> {
        if self.army.unit(by).morale == Morale::Routed {
            return Err(Refusal::new(
                "a routed unit does not react",
                rule!("react.routed_none"),
            ));
        }
        let mut why = Refusal::new(
            "it has had its reaction in this player turn",
            rule!("react.one_per_turn"),
        );
        // Desperation fire is for those who move.
        if self.army.record(by).reacted {
            return Err(why);
        }
        let kind = FireKind::Normal;
        let mut best: Option<Reply> = None;
        for &at in units {
            if let Some(refusal) = self.why_no_shot(by, at, kind) {
                why = refusal;
                continue;
            }
            let better = |shot: &ShotOdds| {
                let known = best
                    .as_ref()
                    .map_or(-1.0, |best| best.shot.odds.mean_hits());
                shot.odds.mean_hits() > known
            };
            if let Some(shot) = self.shot_odds(&[by], at, kind).filter(better) {
                best = Some(Reply { at, kind, shot });
            }
        }
        best.ok_or(why)
    }

    /// Who else could fire with some units at a target, and what that brings: of the active group
    /// those who have not fired yet; while nobody is active, neighbours with whom they could act as
    /// one group.
    ///
    /// Rules: `fire.combine_infantry`, `turn.group_designate`.
    pub fn volley_partners(&self, units: &[UnitId], target: UnitId) -> Vec<Partner> {
        let Some(&lead) = units.first() else {
            return Vec::new();
        };
        let side = self.army.side(lead);
        let alone = self.shot_odds(units, target, FireKind::Normal);
        let base = alone.map_or(0.0, |shot| shot.odds.any_hit());
        let free: Vec<UnitId> = match self.army.active() {
            Some(active) if units.iter().all(|unit| active.ready().contains(unit)) => {
                active.ready().to_vec()
            }
            Some(_) => Vec::new(),
            None if side != self.army.clock().active => Vec::new(),
            None => {
                let fresh = |id: &UnitId| !self.army.record(*id).activated;
                self.army.present_of(side).filter(fresh).collect()
            }
        };
        let beside = |id: UnitId| units.iter().any(|&one| self.are_neighbours(one, id));
        let mut partners: Vec<Partner> = free
            .into_iter()
            .filter(|id| !units.contains(id) && beside(*id))
            .filter(|&id| self.why_not_at(id, target, FireKind::Normal).is_none())
            .filter_map(|unit| {
                let mut all = units.to_vec();
                all.push(unit);
                let shot = self.shot_odds(&all, target, FireKind::Normal)?;
                self.is_chain(&all).then(|| Partner {
                    unit,
                    more: shot.odds.any_hit() - base,
                    odds: shot.odds,
                })
            })
            .collect();
        partners.sort_by(|one, other| other.more.total_cmp(&one.more));
        partners
    }
}
