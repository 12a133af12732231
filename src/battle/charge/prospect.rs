//! Every stage of a charge with its chances, before the word of command is given. Rolls nothing and
//! changes nothing: it is tried on a copy of the table, with the chargers where they would be.

use super::advance::runs_from;
use super::draft::{ChargeDraft, ChargeOption};
use crate::army::{Cause, Dread, Fact, Strain, UnitId};
use crate::battle::step::Meeting;
use crate::battle::{ShotOdds, Situation, Threat};
use crate::rule;
use crate::rules::charge::{ChargeOdds, Countercharge};
use crate::rules::dice::two_dice;
use crate::rules::fire::{FireKind, FireResult, Refusal};
use crate::rules::impact::{ImpactOutcome, ImpactSpread, ImpactTerms, ImpactWinner};
use crate::rules::morale::MoralePoints;
use crate::rules::{Disorder, Morale, Unit};

/// What the charged unit does when the charge comes close.
#[derive(Clone, Debug, PartialEq)]
pub struct FearStage {
    /// What it checks against, with all its reasons.
    pub points: MoralePoints,
    /// It stands.
    pub stands: f64,
    /// It falls back before the charge.
    pub falls_back: f64,
    /// It runs.
    pub routs: f64,
    /// It does not wait to be asked: skirmishers run from formed men.
    pub runs_anyway: bool,
}

impl FearStage {
    /// It leaves its ground.
    pub fn gives_way(&self) -> f64 {
        self.falls_back + self.routs
    }
}

/// What the charged unit's close fire does, if it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct CloseFire {
    /// At point blank, or in desperation.
    pub kind: FireKind,
    /// The fire itself.
    pub shot: ShotOdds,
    /// What the chargers check against after a plain result.
    pub check: MoralePoints,
    /// The chargers are stopped by it.
    pub stopped: f64,
}

/// One unit's part in a charge. Each stage is as probable as it is once it has come to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Onslaught {
    /// Who charges.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// Inches between them along the way.
    pub inches: f32,
    /// Inches of the ordinary move.
    pub normal: f32,
    /// Dice of the bonus.
    pub dice: u32,
    /// Whether it gets there, and in what order.
    pub reach: ChargeOdds,
    /// What disorders it whatever the dice say.
    pub disorder: Option<Disorder>,
    /// Who supports it.
    pub supports: Vec<UnitId>,
    /// Who meets it, and who supports him.
    pub against: Vec<UnitId>,
    /// The nerve of the charged unit.
    pub fear: FearStage,
    /// His fire, if he has one.
    pub fire: Option<CloseFire>,
    /// The impact as it would most probably be rolled.
    pub terms: ImpactTerms,
    /// How it ends.
    pub impact: ImpactSpread,
    /// He gives way or is beaten: all stages together.
    pub success: f64,
    /// It comes to hand to hand: all stages together.
    pub melee: f64,
}

/// A charge with its chances.
#[derive(Clone, Debug, PartialEq)]
pub struct ChargeView {
    /// As it is drawn up.
    pub draft: ChargeDraft,
    /// All that could be drawn up instead.
    pub options: Vec<ChargeOption>,
    /// Who meets whom, in the order of the draft.
    pub onslaughts: Vec<Onslaught>,
    /// Why it may not be ordered now, if it may not.
    pub why_not: Option<Refusal>,
    /// The chance to halt where it is told to; if it fails all go on in disorder.
    pub halts: Option<f64>,
    /// Other enemies who could fire at the chargers from where they stand now.
    pub watchers: Vec<Threat>,
    /// Those who charge nobody and follow in support.
    pub supports: Vec<UnitId>,
}

impl ChargeView {
    /// The lead's part.
    pub fn lead(&self) -> Option<&Onslaught> {
        let lead = self.draft.lead;
        self.onslaughts.iter().find(|one| one.unit == lead)
    }

    /// The chance that the lead's target gives way or is beaten.
    pub fn success(&self) -> f64 {
        self.lead().map_or(0.0, |lead| lead.success)
    }
}

impl Situation {
    /// A charge with the chances of each of its stages; `None` if it cannot be made.
    pub fn charge_view(&self, draft: &ChargeDraft) -> Option<ChargeView> {
        let options = self.charge_options(&draft.group);
        let option = draft.option(&options)?.clone();
        let onslaughts: Option<Vec<_>> = draft
            .assaults
            .iter()
            .map(|assault| self.onslaught(draft, &option, assault.unit, assault.target))
            .collect();
        let mut watchers = self.threats(&draft.group);
        watchers.retain(|threat| draft.assaults.iter().all(|one| one.target != threat.by));
        Some(ChargeView {
            draft: draft.clone(),
            onslaughts: onslaughts?,
            why_not: self.why_no_draft(draft),
            halts: draft.halt.map(|_| self.test_odds(draft.lead)),
            watchers,
            supports: self
                .followers(&draft.group, &draft.assaults, option.way)
                .into_iter()
                .map(|follower| follower.unit)
                .collect(),
            options,
        })
    }

    /// Why a charge as drawn up may not be ordered now, if it may not.
    pub fn why_no_draft(&self, draft: &ChargeDraft) -> Option<Refusal> {
        let target = draft.target()?;
        match self.army.active() {
            Some(active) if !active.units.contains(&draft.lead) => Some(Refusal::new(
                "somebody else is active now",
                rule!("turn.finish_unit_first"),
            )),
            Some(active) => {
                let (orders, _) = self.orders(active);
                let checked =
                    self.check_charge(&active.units, draft.lead, &draft.assaults, draft.halt);
                let offered = orders
                    .iter()
                    .any(|order| order.deed() == crate::army::Deed::Charge);
                (!offered || checked.is_err())
                    .then(|| self.why_not_charge(active, draft.lead, target))
            }
            None => self
                .check_charge(&draft.group, draft.lead, &draft.assaults, draft.halt)
                .err(),
        }
    }

    /// The chance of a unit to pass a tactical competence test where it stands.
    pub fn test_odds(&self, unit: UnitId) -> f64 {
        let attached = self.army.attached_leaders(unit).next().is_some();
        let leader = self.rules.tct_leader(self.leader_benefit(unit), attached);
        self.rules.tct_odds(self.army.unit(unit), leader)
    }

    /// Who charges a unit, and how the clash would end if it charged back, as both stand now; the
    /// first charger is the attacker in it.
    pub fn countercharge_view(&self, unit: UnitId) -> Option<(UnitId, ImpactSpread)> {
        let manner = self.may_countercharge(unit)?;
        let contacts = self.army.charges().flat_map(|charge| &charge.contacts);
        let charger = contacts
            .filter(|contact| contact.target == unit && !contact.met)
            .map(|contact| contact.unit)
            .next()?;
        // Whoever charges leaves his works, his cover and his neighbours behind.
        let supports = self.charge_supports(charger).len() as u32;
        let mut encounter = self.encounter((charger, supports), (unit, 0));
        encounter.works = None;
        encounter.cover = false;
        let mut own = *self.army.unit(unit);
        own.charging = manner == Countercharge::Full;
        if !own.charging || self.is_outside_arc(unit, self.countercharge_way(unit, charger)) {
            own.morale = own.morale.max(Morale::Disorder);
        }
        let impact = encounter.impact(self.field().scale, self.army.unit(charger), &own);
        let terms = self.rules.impact(&impact);
        Some((charger, self.rules.impact_spread(&terms)))
    }

    fn onslaught(
        &self,
        draft: &ChargeDraft,
        option: &ChargeOption,
        unit: UnitId,
        target: UnitId,
    ) -> Option<Onslaught> {
        let way = option.way;
        let inches = self.sweep(unit, way, target, 60.0)?;
        let lead = *self.army.unit(draft.lead);
        let normal = self.charge_move(draft.lead, way);
        let dice = self.bonus_dice(draft.lead, way, normal);
        let mut reach = self.rules.charge_odds(&lead, normal, dice, inches);
        let outside = self.is_outside_arc(draft.lead, way) || self.is_outside_arc(unit, way);
        let disorder = if outside {
            Some(Disorder::ChargingOutsideArc)
        } else {
            let start = self.army.placement(unit);
            self.charge_disordered_by(unit, start, way, inches)
        };
        let ragged = disorder.is_some() || self.army.unit(unit).morale != Morale::GoodOrder;
        if ragged {
            reach.in_disorder += std::mem::take(&mut reach.in_order);
        }
        let mut trial = self.charging(draft, option);
        let near = self
            .rules
            .fear_distance(self.field().scale, self.army.unit(unit));
        trial.bring(draft, way, (inches - near).max(0.0));
        let mut closed = trial.clone();
        closed.bring(draft, way, near.min(inches));
        let sides = closed.sides(&Meeting {
            unit,
            target,
            left: 0.0,
            counter_left: 0.0,
        });
        let encounter = closed.encounter_of(&sides);
        let mut sum = Sum::default();
        let (arrives, in_order) = (reach.in_order + reach.in_disorder, reach.in_order);
        let mut shown = None;
        for ordered in [true, false] {
            let weight = if ordered { in_order } else { reach.in_disorder };
            // The likelier of the two is shown with its arithmetic.
            let likelier = ordered == (in_order >= reach.in_disorder);
            if weight <= 0.0 && !likelier {
                continue;
            }
            let mut charger = *self.army.unit(unit);
            charger.charging = true;
            if !ordered {
                charger.morale = charger.morale.max(Morale::Disorder);
            }
            let stages = Stages {
                trial: &trial,
                closed: &closed,
                charger,
                // By its direction or its length it is in disorder to the end.
                ragged: !ordered && (outside || !ragged),
                unit,
                target,
                defender: sides.defenders[0],
                supports: (encounter.attacker.supports, encounter.defender.supports),
                battalion: encounter.battalion,
            };
            let detail = stages.walk(weight, &mut sum);
            if likelier {
                shown = Some(detail);
            }
        }
        let (points, fire, terms) = shown?;
        let part = |sum: f64, of: f64| if of > 0.0 { sum / of } else { 0.0 };
        let stood = sum.stands;
        Some(Onslaught {
            unit,
            target,
            inches,
            normal,
            dice,
            reach,
            disorder,
            supports: sides.attackers[1..].to_vec(),
            against: sides.defenders,
            fear: FearStage {
                points,
                stands: part(stood, arrives),
                falls_back: part(sum.falls_back, arrives),
                routs: part(sum.routs, arrives),
                runs_anyway: runs_from(self.army.unit(target), &trial_charger(self, unit)),
            },
            fire: fire.map(|(kind, shot, check)| CloseFire {
                kind,
                shot,
                check,
                stopped: part(sum.stopped, stood),
            }),
            terms,
            impact: sum.impact.times(part(1.0, stood - sum.stopped)),
            success: sum.falls_back + sum.routs + won(&sum.impact),
            melee: sum.impact.won_by(ImpactWinner::Tie),
        })
    }

    /// The table with the charge declared.
    fn charging(&self, draft: &ChargeDraft, option: &ChargeOption) -> Self {
        let mut trial = self.clone();
        trial.apply(&Fact::Charge {
            charge: self.army.next_charge(),
            lead: draft.lead,
            assaults: draft.assaults.clone(),
            followers: self.followers(&draft.group, &draft.assaults, option.way),
            way: option.way,
            dice: Vec::new(),
            inches: 60.0,
            disorder_point: 60.0,
            halt: None,
        });
        trial
    }

    /// Brings all chargers so far on; whoever cannot follow stays.
    fn bring(&mut self, draft: &ChargeDraft, way: bevy::math::Vec2, inches: f32) {
        let charges: Vec<_> = self.army.charges().collect();
        let goes = |unit: &UnitId| charges.iter().any(|charge| charge.has(*unit));
        let chargers: Vec<_> = draft.group.iter().copied().filter(goes).collect();
        for unit in chargers {
            let from = self.army.placement(unit);
            let to = self.onward(unit, way, inches);
            self.apply(&Fact::Moved { unit, from, to });
        }
    }
}

/// He is beaten; to stop before him and fire is no success.
fn won(impact: &ImpactSpread) -> f64 {
    let attacker = ImpactWinner::Attacker;
    impact.won_by(attacker) - impact.of(attacker, ImpactOutcome::StoppedShort)
}

fn trial_charger(now: &Situation, unit: UnitId) -> Unit {
    Unit {
        charging: true,
        ..*now.army().unit(unit)
    }
}

/// What comes of all the ways a charge may go, each with its weight.
#[derive(Default)]
struct Sum {
    stands: f64,
    falls_back: f64,
    routs: f64,
    stopped: f64,
    impact: ImpactSpread,
}

/// A charge that has come close, in good order or in disorder.
struct Stages<'a> {
    /// The chargers are as close as the check is taken.
    trial: &'a Situation,
    /// They touch.
    closed: &'a Situation,
    charger: Unit,
    /// It does not get its order back on the way.
    ragged: bool,
    unit: UnitId,
    target: UnitId,
    /// Who takes the impact.
    defender: UnitId,
    supports: (u32, u32),
    battalion: u32,
}

type Detail = (
    MoralePoints,
    Option<(FireKind, ShotOdds, MoralePoints)>,
    ImpactTerms,
);

impl Stages<'_> {
    /// Goes through all stages; answers with the arithmetic of each as it most probably is.
    fn walk(&self, weight: f64, sum: &mut Sum) -> Detail {
        let now = self.trial;
        let (rules, scale) = (now.rules(), now.field().scale);
        let target = *now.army.unit(self.target);
        let points = self.fear();
        let fire = self.fire();
        let survivors = self.survivors(fire.as_ref());
        let mut levels = [0.0; 4];
        for dice in two_dice() {
            let chance = weight / 36.0;
            let outcome = rules.check_morale(scale, &target, points.mmp, dice);
            match outcome.after {
                _ if runs_from(&target, &self.charger) => sum.falls_back += chance,
                None | Some(Morale::Routed) => sum.routs += chance,
                Some(_) if outcome.falls_back > 0 => sum.falls_back += chance,
                Some(level) => levels[level as usize] += chance,
            }
        }
        for (number, &chance) in levels
            .iter()
            .enumerate()
            .filter(|(_, chance)| **chance > 0.0)
        {
            let level = [Morale::GoodOrder, Morale::Disorder, Morale::Shaken][number.min(2)];
            sum.stands += chance;
            let mut goes_on = 0.0;
            for &(state, part) in &survivors {
                goes_on += part;
                let terms = self.impact(state, level);
                sum.impact.add(&rules.impact_spread(&terms), chance * part);
            }
            sum.stopped += chance * (1.0 - goes_on);
        }
        let terms = self.impact(self.charger, target.morale);
        let fire = fire.map(|(kind, shot)| (kind, shot, self.check(self.charger, 0)));
        (points, fire, terms)
    }

    /// What the charged unit checks against.
    fn fear(&self) -> MoralePoints {
        let now = self.trial;
        let mut strain: Strain = now.strain(self.target, 0, Cause::Charge { by: self.unit });
        strain.charge = strain.charge.map(|dread| Dread {
            supports: dread.supports.min(now.rules.charge.support_limit),
            ..dread
        });
        let unit = now.army.unit(self.target);
        let situation = strain.situation(now.field().scale, unit, Some(&self.charger));
        now.rules.morale_points(&situation)
    }

    /// His close fire: at point blank, or in desperation if his reaction is spent.
    fn fire(&self) -> Option<(FireKind, ShotOdds)> {
        let now = self.trial;
        let record = now.army.record(self.target);
        if record.fired_on.contains(&self.unit) {
            return None;
        }
        let kind = if record.reacted {
            FireKind::Desperation
        } else {
            FireKind::PointBlank
        };
        let terms = now.fire_terms(&[self.target], self.unit, kind).ok()?;
        let odds = now.rules.fire_odds(&terms);
        Some((kind, ShotOdds { terms, odds }))
    }

    /// What the chargers check against for his fire.
    fn check(&self, charger: Unit, number: u32) -> MoralePoints {
        let now = self.trial;
        let cause = Cause::Fire {
            by: self.target,
            from: now.army.placement(self.target).at,
            long_range: false,
            sections: 0,
            zone: None,
            works: None,
        };
        let strain = now.strain(self.unit, number, cause);
        let situation = strain.situation(now.field().scale, &charger, None);
        now.rules.morale_points(&situation)
    }

    /// The chargers as they may come out of his fire, each with its chance.
    fn survivors(&self, fire: Option<&(FireKind, ShotOdds)>) -> Vec<(Unit, f64)> {
        let Some((_, shot)) = fire else {
            return vec![(self.charger, 1.0)];
        };
        let (rules, scale) = (self.trial.rules(), self.trial.field().scale);
        let mut survivors: Vec<(Unit, f64)> = Vec::new();
        let mut add = |unit: Unit, chance: f64| match survivors
            .iter_mut()
            .find(|(known, _)| *known == unit)
        {
            Some((_, known)) => *known += chance,
            None => survivors.push((unit, chance)),
        };
        for (result, chance) in shot.odds.iter().filter(|(_, chance)| *chance > 0.0) {
            let Some(number) = rules.check_after(result) else {
                add(self.charger, chance);
                continue;
            };
            let hit = self.after(result);
            if hit.strength == 0 {
                continue;
            }
            let points = self.check(hit, number);
            for dice in two_dice() {
                let outcome = rules.check_morale(scale, &hit, points.mmp, dice);
                let level = outcome.after.filter(|level| *level <= Morale::Disorder);
                if let (Some(morale), 0) = (level, outcome.falls_back) {
                    let least = if self.ragged {
                        Morale::Disorder
                    } else {
                        morale
                    };
                    let morale = morale.max(least);
                    add(Unit { morale, ..hit }, chance / 36.0);
                }
            }
        }
        survivors
    }

    fn after(&self, result: FireResult) -> Unit {
        Unit {
            strength: self.charger.strength.saturating_sub(result.hits()),
            ..self.charger
        }
    }

    /// The impact of the chargers in that state on a defender who has stood at that level.
    fn impact(&self, charger: Unit, level: Morale) -> ImpactTerms {
        let now = self.closed;
        let mut encounter = now.encounter(
            (self.unit, self.supports.0),
            (self.defender, self.supports.1),
        );
        encounter.battalion = self.battalion;
        let mut defender = encounter.defending(now.army.unit(self.defender));
        if self.defender == self.target {
            defender.morale = level;
        }
        let impact = encounter.impact(now.field().scale, &charger, &defender);
        now.rules.impact(&impact)
    }
}
