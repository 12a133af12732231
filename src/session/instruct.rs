//! What units are told: standing instructions, what they do by themselves, and to hold.

use super::{Session, at};
use crate::army::{Asks, Instruction, ShotAsk, Standing, UnitId, Until};
use crate::battle::{Answer, Decision, Step};
use crate::files::Entry;
use crate::rule;
use crate::rules::Side;
use crate::rules::fire::Refusal;

/// How long nobody shall react.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// To what is happening now.
    Once,
    /// To anything that the unit or group does that is active now, unless it charges.
    Move,
    /// To anything in this player turn, unless somebody is charged.
    Turn,
}

impl Session {
    /// Tells some units of a side what they should ask about: at once if the side is to answer, else
    /// as soon as it is.
    pub fn instruct(
        &mut self,
        side: Side,
        units: Vec<UnitId>,
        instruction: Instruction,
    ) -> Result<(), Refusal> {
        // What was wished for before comes first; the battle may go on at it.
        let place = &self.places[at(side)];
        let briefed = place.briefed || place.seat.opening_asks().is_none();
        if self.on_turn() == Some(side) && briefed && place.wishes.is_empty() {
            return self.answer(Answer::Instruct { units, instruction });
        }
        self.places[at(side)].wishes.push((units, instruction));
        Ok(())
    }

    /// Tells some units of a side what they should ask about for good. What they do by themselves
    /// stays as it is.
    pub fn ask_about(&mut self, side: Side, units: &[UnitId], asks: Asks) -> Result<(), Refusal> {
        let told = |known: Asks| Asks {
            fires: known.fires,
            ..asks
        };
        self.tell_each(side, units, told)
    }

    /// Tells some units of a side which shots to take by themselves; `None` is none. What they ask
    /// about stays as it is.
    pub fn by_itself(
        &mut self,
        side: Side,
        units: &[UnitId],
        mark: Option<ShotAsk>,
    ) -> Result<(), Refusal> {
        let fires = mark.unwrap_or_default();
        self.tell_each(side, units, |asks| Asks { fires, ..asks })
    }

    /// Tells each of some units something that depends on what it was told before.
    fn tell_each(
        &mut self,
        side: Side,
        units: &[UnitId],
        told: impl Fn(Asks) -> Asks,
    ) -> Result<(), Refusal> {
        let each = units.iter().map(|&unit| (unit, told(self.asks(unit))));
        for (units, asks) in alike(each.collect()) {
            let until = Until::Changed;
            self.instruct(side, units, Instruction { asks, until })?;
        }
        Ok(())
    }

    /// What a unit is told to ask about for good, with what was wished for and still waits.
    pub fn asks(&self, unit: UnitId) -> Asks {
        let army = self.battle.army();
        let mut wishes = self.places[at(army.side(unit))].wishes.iter().rev();
        wishes
            .find(|(units, wish)| wish.until == Until::Changed && units.contains(&unit))
            .map_or(army.standing(unit).always, |(_, wish)| wish.asks)
    }

    /// Nobody of a side reacts. To hold for longer its units are told first to ask about nothing but
    /// charges; what they do by themselves they still do. All of it is recorded as any answer.
    pub fn hold(&mut self, side: Side, hold: Hold) -> Result<(), Refusal> {
        let asked = self.battle.decision();
        if !matches!(asked, Some(Decision::React { side: own, .. }) if *own == side) {
            return Err(Refusal::new(
                "nobody of that side is asked to react now",
                rule!("react.allowed"),
            ));
        }
        let until = match hold {
            Hold::Once => return self.answer(Answer::Decline),
            Hold::Move => Until::Activation,
            Hold::Turn => Until::PlayerTurn,
        };
        let window = self.window();
        let army = self.battle.army();
        let own = army.units().filter(|&unit| army.side(unit) == side);
        let asks = own.map(|unit| {
            let fires = army.standing(unit).asks().fires;
            let charges = Asks::CHARGES;
            (unit, Asks { fires, ..charges })
        });
        for (units, asks) in alike(asks.collect()) {
            let instruction = Instruction { asks, until };
            // The battle goes on as soon as nobody wants to be asked any more.
            if self.window() != window {
                break;
            }
            self.answer(Answer::Instruct { units, instruction })?;
        }
        if self.window() == window {
            self.answer(Answer::Decline)?;
        }
        Ok(())
    }

    /// Which question is put: how many steps are under way, and the last of them.
    pub(super) fn window(&self) -> (usize, Option<Step>) {
        let steps = self.battle.steps();
        (steps.len(), steps.last().cloned())
    }

    /// Tells the units of a new seat what it begins with, unless they have been told anything
    /// before.
    pub(super) fn brief(&mut self, side: Side) {
        let place = &mut self.places[at(side)];
        let Some(asks) = place.seat.opening_asks().filter(|_| !place.briefed) else {
            return;
        };
        place.briefed = true;
        let army = self.battle.army();
        let units: Vec<UnitId> = army
            .units()
            .filter(|&unit| army.side(unit) == side)
            .collect();
        let told = units
            .iter()
            .any(|&unit| *army.standing(unit) != Standing::default());
        if told || units.is_empty() || self.was_instructed(side) {
            return;
        }
        let until = Until::Changed;
        let instruction = Instruction { asks, until };
        let answer = Answer::Instruct { units, instruction };
        if self.commit(answer, true).is_ok() {
            // It would only be given again.
            self.points.clear();
        }
    }

    fn was_instructed(&self, side: Side) -> bool {
        let army = self.battle.army();
        self.record.entries.iter().any(|entry| {
            matches!(entry, Entry::Answer { answer: Answer::Instruct { units, .. }, .. }
                if units.first().is_some_and(|&unit| army.side(unit) == side))
        })
    }
}

/// Units that are told the same, together.
fn alike(asks: Vec<(UnitId, Asks)>) -> Vec<(Vec<UnitId>, Asks)> {
    let mut alike: Vec<(Vec<UnitId>, Asks)> = Vec::new();
    for (unit, asks) in asks {
        match alike.iter_mut().find(|(_, known)| *known == asks) {
            Some((units, _)) => units.push(unit),
            None => alike.push((vec![unit], asks)),
        }
    }
    alike
}
