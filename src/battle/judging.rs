//! How things stand by the scenario's conditions of victory.

use crate::army::{Army, Fate, Presence, Reason, UnitId, Verdict};
use crate::rules::{Morale, Side};
use crate::scenario::file::{Condition, VictoryPlan, When};
use crate::scenario::{NEVER, Scenario};

/// When somebody asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Whoever was acting is done.
    SomebodyDone,
    /// A turn is over.
    TurnOver,
}

/// Armies and what is fought, to be judged.
#[derive(Clone, Copy)]
pub struct Judging<'a> {
    scenario: &'a Scenario,
    army: &'a Army,
}

impl<'a> Judging<'a> {
    /// These armies in this battle.
    pub fn new(scenario: &'a Scenario, army: &'a Army) -> Self {
        Self { scenario, army }
    }

    fn plan(&self) -> &'a VictoryPlan {
        &self.scenario.victory
    }

    /// What the verdict would be, were this the end: the first condition that holds, or else the
    /// last word.
    ///
    /// Rules: `scenario.militia.victory`, `scenario.judgement`.
    pub fn verdict(&self) -> Verdict {
        let conditions = self.plan().conditions.iter();
        let mut counted = conditions.filter(|condition| self.counts_at_end(condition));
        counted
            .find_map(|condition| self.by(condition))
            .or_else(|| self.alone())
            .unwrap_or_else(|| Verdict {
                winner: self.plan().otherwise(),
                why: Reason::Otherwise,
                level: self.plan().otherwise_level(),
            })
    }

    /// The verdict for the only side that has anybody left. Whoever got away as he was told to is not
    /// lost.
    fn alone(&self) -> Option<Verdict> {
        let lost = |side: Side| self.is_gone(side) && self.got_away(side) == 0;
        let winner = match (lost(Side::Union), lost(Side::Confederate)) {
            (false, true) => Side::Union,
            (true, false) => Side::Confederate,
            _ => return None,
        };
        Some(Verdict::plain(Some(winner), Reason::Alone))
    }

    /// Whether a side has nobody on the table and nobody to come.
    pub fn is_gone(&self, side: Side) -> bool {
        self.army
            .units()
            .filter(|&id| self.army.side(id) == side && !self.army.is_dummy(id))
            .all(|id| match self.army.presence(id) {
                Presence::Gone(_) => true,
                // Nobody can count on cards.
                Presence::Waiting { turn, .. } => turn == NEVER,
                Presence::OnTable | Presence::Hidden => false,
            })
    }

    /// The verdict that ends the battle now, if one does.
    ///
    /// Rules: `scenario.judgement`.
    pub fn ends(&self, moment: Moment) -> Option<Verdict> {
        let due = |condition: &&Condition| match condition.when() {
            When::End => false,
            When::EachTurn { .. } => moment == Moment::TurnOver && self.counts_at_end(condition),
            When::AtOnce => true,
        };
        let mut conditions = self.plan().conditions.iter().filter(due);
        conditions.find_map(|condition| self.by(condition))
    }

    /// Whether a condition is looked at in this turn at all.
    fn counts_at_end(&self, condition: &Condition) -> bool {
        match condition.when() {
            When::End | When::AtOnce => true,
            When::EachTurn { from, to } => {
                let turn = self.army.clock().turn;
                (from..=to.unwrap_or(u32::MAX)).contains(&turn)
            }
        }
    }

    /// The verdict by a condition, if it holds.
    fn by(&self, condition: &Condition) -> Option<Verdict> {
        let winner = condition.winner()?;
        let why = self.why(winner, condition.plain())?;
        Some(Verdict {
            winner: Some(winner),
            why,
            level: condition.level(),
        })
    }

    /// Whether a condition holds now, whenever it is looked at.
    pub fn holds(&self, condition: &Condition) -> bool {
        self.by(condition).is_some()
    }

    /// Why a plain condition holds, if it does.
    ///
    /// Rules: `scenario.meeting_1864.victory`, `scenario.richmond_1864.victory`,
    /// `scenario.mine_run_1.victory`, `scenario.mine_run_2.victory`, `scenario.mine_run_3.victory`.
    fn why(&self, winner: Side, condition: &Condition) -> Option<Reason> {
        let enemy = winner.other();
        match condition {
            Condition::Cleared { any_of, .. } => {
                let zone = any_of
                    .iter()
                    .find(|zone| self.perhaps_in(enemy, zone) == 0)?;
                Some(Reason::Cleared { zone: zone.clone() })
            }
            Condition::Holds { zone, units, .. } => {
                (self.in_zone(winner, zone) >= *units).then(|| Reason::Holds {
                    zone: zone.clone(),
                    units: *units,
                })
            }
            Condition::AtMost { zone, units, .. } => {
                (self.perhaps_in(enemy, zone) <= *units).then(|| Reason::AtMost {
                    zone: zone.clone(),
                    units: *units,
                })
            }
            Condition::CasualtyRatio { ratio, .. } => {
                let (own, lost) = (self.army.casualties(winner), self.army.casualties(enemy));
                let enough = lost > 0 && lost as f32 >= own as f32 * ratio;
                enough.then_some(Reason::Casualties { ratio: *ratio })
            }
            Condition::Beyond { line, units, .. } => {
                (self.beyond(winner, line).len() as u32 >= *units).then(|| Reason::Beyond {
                    line: line.clone(),
                    units: *units,
                })
            }
            Condition::StandsLost {
                stands, command, ..
            } => {
                let lost = self.stands_lost(enemy, command.as_deref());
                (lost >= *stands).then(|| Reason::StandsLost {
                    stands: *stands,
                    command: command.clone(),
                })
            }
            Condition::GotAway { units, .. } => {
                (self.got_away(winner) >= *units).then_some(Reason::GotAway { units: *units })
            }
            Condition::Points { lead, .. } => {
                let ahead = self.points(winner).saturating_sub(self.points(enemy));
                (ahead >= *lead).then(|| Reason::Points {
                    union: self.points(Side::Union),
                    confederate: self.points(Side::Confederate),
                })
            }
            Condition::All { conditions } => {
                let reasons = conditions.iter().map(|one| self.why(winner, one));
                reasons.collect::<Option<Vec<_>>>().map(Reason::All)
            }
            Condition::Judged { condition, .. } => self.why(winner, condition),
        }
    }

    /// Units of a side in a zone, with all of its pickets there that may be units: who is hidden
    /// must not be told by a verdict.
    fn perhaps_in(&self, side: Side, zone: &str) -> u32 {
        let there = self.scenario.field.zone(zone);
        let pickets = self.army.standing_pickets();
        let own = pickets.filter(|picket| picket.id.side == side);
        let near = own.filter(|picket| there.is_some_and(|zone| zone.contains(picket.at.at)));
        self.in_zone(side, zone) + near.count() as u32
    }

    /// Units of a side whose middle lies in a zone.
    pub fn in_zone(&self, side: Side, zone: &str) -> u32 {
        self.army.in_zone(&self.scenario.field, side, zone)
    }

    /// Regiments of foot and horse of a side beyond a line that are not routed.
    pub fn beyond(&self, side: Side, line: &str) -> Vec<UnitId> {
        let Some(line) = self.plan().line(line) else {
            return Vec::new();
        };
        let (army, square) = (self.army, self.scenario.field.square);
        army.present_of(side)
            .filter(|&id| {
                let unit = army.unit(id);
                !unit.is_artillery() && unit.morale != Morale::Routed
            })
            .filter(|&id| line.is_beyond((army.footprint(id).centre() / square).into()))
            .collect()
    }

    /// Stands that a side, or one command of it, has lost.
    pub fn stands_lost(&self, side: Side, command: Option<&str>) -> u32 {
        let of = command.map(|name| self.scenario.commands_below(name));
        self.army.stands_lost(side, of.as_deref())
    }

    /// Units of a side that have left the table as they were told to.
    pub fn got_away(&self, side: Side) -> u32 {
        let away = |id: &UnitId| {
            self.army.side(*id) == side && self.army.presence(*id) == Presence::Gone(Fate::Withdrew)
        };
        self.army.units().filter(away).count() as u32
    }

    /// All points of a side: what it was given turn by turn, for what it holds, and for what the
    /// enemy has lost.
    pub fn points(&self, side: Side) -> u32 {
        let Some(plan) = &self.plan().points else {
            return 0;
        };
        let held = plan.zones.iter();
        let held: u32 = held
            .filter(|scored| self.army.holder(&scored.zone) == Some(side))
            .map(|scored| scored.points)
            .sum();
        let stands = plan.stand * self.stands_lost(side.other(), None);
        let fallen = |id| {
            let identity = self.army.leader_identity(id);
            identity.side != side && self.army.leader(id).fallen
        };
        let leaders = self.army.leaders().filter(|&id| fallen(id)).count() as u32;
        self.army.score(side) + held + stands + plan.leader * leaders
    }

    /// What is given for zones at the end of a turn, and to whom.
    pub fn scores(&self) -> Vec<(String, Side, u32)> {
        let plan = self.plan().points.iter();
        let zones = plan.flat_map(|plan| &plan.zones);
        zones
            .filter(|scored| scored.each_turn > 0)
            .filter_map(|scored| {
                let holder = self.army.holder(&scored.zone)?;
                Some((scored.zone.clone(), holder, scored.each_turn))
            })
            .collect()
    }

    /// Who is alone in the zones that give points, where somebody is.
    pub fn occupants(&self) -> Vec<(String, Side)> {
        let plan = self.plan().points.iter();
        let zones = plan.flat_map(|plan| &plan.zones);
        zones
            .filter_map(|scored| {
                let count = |side| self.in_zone(side, &scored.zone);
                let side = match (count(Side::Union), count(Side::Confederate)) {
                    (1.., 0) => Side::Union,
                    (0, 1..) => Side::Confederate,
                    _ => return None,
                };
                Some((scored.zone.clone(), side))
            })
            .collect()
    }
}
