//! Melee: both sides strike at once, twice at most.

use super::fire::{Fire, FireKind, FireResult, FireTerms, Refusal};
use super::{Rules, Scale, Unit};

/// One side's blow in a melee.
#[derive(Clone, Copy, Debug)]
pub struct MeleeBlow<'a> {
    /// The scale of the table.
    pub scale: Scale,
    /// The unit in contact.
    pub lead: &'a Unit,
    /// Units behind and beside it.
    pub supports: &'a [Unit],
    /// The enemy's unit in contact.
    pub enemy: &'a Unit,
    /// Benefit of a leader attached to the lead unit.
    pub leader: i32,
    /// The round: 1, then 2 in disorder.
    pub round: u32,
}

impl<'a> MeleeBlow<'a> {
    /// Everybody who strikes, the lead unit first.
    pub fn strikers(&self) -> Vec<Unit> {
        let mut strikers = Vec::with_capacity(1 + self.supports.len());
        strikers.push(*self.lead);
        strikers.extend_from_slice(self.supports);
        strikers
    }

    /// The blow as a fire of its [`strikers`](Self::strikers).
    pub fn fire<'b>(&self, strikers: &'b [Unit]) -> Fire<'b>
    where
        'a: 'b,
    {
        let mut fire = Fire::new(self.scale, strikers, self.enemy, 0.0);
        fire.kind = FireKind::Melee;
        fire.round = self.round;
        fire.melee_leader = self.leader;
        fire
    }
}

impl Rules {
    /// On what terms a side strikes.
    ///
    /// Rules: `melee.first_round`, `melee.second_round`, `melee.figures`, `melee.drms`,
    /// `cavalry.melee`.
    pub fn melee(&self, blow: &MeleeBlow) -> Result<FireTerms, Refusal> {
        self.fire(&blow.fire(&blow.strikers()))
    }

    /// Figures a unit loses to a blow: the lead unit all, a supporting one fewer.
    ///
    /// Rules: `melee.losses`, `cavalry.melee`.
    pub fn melee_losses(&self, result: FireResult, unit: &Unit, in_support: bool) -> u32 {
        let hits = result.hits();
        match (in_support, unit.is_mounted()) {
            (false, _) => hits,
            (true, true) => hits / 2,
            (true, false) => hits.saturating_sub(1),
        }
    }

    /// The weight of the check that a blow brings: of a supporting unit by its own losses, which may
    /// be none. `None` if the blow did nothing to anybody.
    ///
    /// Rules: `melee.checks`.
    pub fn melee_check(&self, result: FireResult, unit: &Unit, in_support: bool) -> Option<u32> {
        let check = self.check_after(result)?;
        if !in_support {
            return Some(check);
        }
        let losses = self.melee_losses(result, unit, true) as usize;
        Some(match losses {
            0 => 0,
            losses => self.fire.hit_checks[losses - 1],
        })
    }

    /// Whether a further round is fought.
    ///
    /// Rules: `melee.two_rounds`.
    pub fn melee_goes_on(&self, round: u32) -> bool {
        round < self.charge.melee_rounds
    }
}
