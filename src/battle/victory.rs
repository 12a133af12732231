//! Who has won.

use super::decision::Decision;
use super::judging::{Judging, Moment};
use super::step::Step;
use super::{Battle, Situation};
use crate::army::{Fact, Reason, Verdict};
use crate::rule;
use crate::rules::Side;
use crate::rules::fire::Refusal;

impl Situation {
    /// Judges the scenario's conditions as things stand: what the verdict would be, were this the
    /// end.
    pub fn judge(&self) -> Verdict {
        self.judging().verdict()
    }

    fn judging(&self) -> Judging<'_> {
        Judging::new(&self.scenario, &self.army)
    }

    /// Units of a side whose middle lies in a zone.
    pub fn in_zone(&self, side: Side, zone: &str) -> u32 {
        self.army.in_zone(self.field(), side, zone)
    }

    fn one_side_gone(&self) -> bool {
        let judging = self.judging();
        judging.is_gone(Side::Union) || judging.is_gone(Side::Confederate)
    }

    /// Whether a draw may be offered: once in a player turn, and not instead of an answer to one.
    pub(super) fn check_draw(&self, decision: &Decision) -> Result<(), Refusal> {
        if matches!(decision, Decision::Draw { .. }) {
            return Err(Refusal::new(
                "a draw is on offer already: agree to it or decline it",
                rule!("turn.action_list"),
            ));
        }
        if self.army.has_offered_draw(decision.side()) {
            return Err(Refusal::measured(
                "a draw has been offered in this player turn already",
                rule!("turn.action_list"),
                2.0,
                1.0,
            ));
        }
        Ok(())
    }
}

impl Battle {
    /// A turn is over: points are given, and what is to be judged is judged.
    ///
    /// Rules: `scenario.judgement`.
    pub(super) fn end_turn(&mut self) {
        for (zone, side, points) in self.now.judging().scores() {
            self.tell(Fact::Scored { zone, side, points });
        }
        let last = self.now.army.clock().turn >= self.now.scenario.turns;
        if last || self.now.one_side_gone() {
            self.show_everything();
            let verdict = self.now.judge();
            self.tell(Fact::Over { verdict });
        } else if let Some(verdict) = self.now.judging().ends(Moment::TurnOver) {
            self.end_by(verdict);
        } else {
            self.push(Step::Turn);
        }
    }

    /// Somebody is done: what is judged at once is.
    ///
    /// Rules: `scenario.judgement`.
    pub(super) fn judge_at_once(&mut self) {
        if let Some(verdict) = self.now.judging().ends(Moment::SomebodyDone) {
            self.end_by(verdict);
        }
    }

    /// Who is alone in a zone that gives points holds it, until somebody else is.
    ///
    /// Rules: `scenario.judgement`.
    pub(super) fn occupy(&mut self) {
        for (zone, side) in self.now.judging().occupants() {
            if self.now.army.holder(&zone) != Some(side) {
                self.tell(Fact::Occupied { zone, side });
            }
        }
    }

    /// A side gives the battle up.
    pub(super) fn concede(&mut self, side: Side) {
        self.end_by(Verdict::plain(Some(side.other()), Reason::Conceded));
    }

    /// A side offers a draw; what was asked of it waits for the answer.
    pub(super) fn offer_draw(&mut self, side: Side) {
        self.tell(Fact::DrawOffered { side });
        self.push(Step::Draw { side: side.other() });
    }

    pub(super) fn answer_draw(&mut self, side: Side, agrees: bool) {
        if agrees {
            self.end_by(Verdict::plain(None, Reason::Agreed));
        } else {
            self.tell(Fact::DrawDeclined { side });
        }
    }

    /// It is ended: nothing under way is gone on with.
    pub(super) fn end_by(&mut self, verdict: Verdict) {
        self.stack.clear();
        self.show_everything();
        self.tell(Fact::Over { verdict });
    }
}
