//! What a fact changes for leaders.

use crate::army::{Army, Fact, LeaderState};

impl Army {
    pub(super) fn apply_to_leaders(&mut self, fact: &Fact) {
        match fact {
            Fact::Attached { leader, unit, at } => {
                let leader = &mut self.leaders[leader.at()];
                leader.at = Some(*at);
                leader.attached = Some(*unit);
            }
            Fact::Rode { leader, at }
            | Fact::LeaderPosted { leader, at }
            | Fact::LeaderShown { leader, at } => {
                let leader = &mut self.leaders[leader.at()];
                leader.at = Some(*at);
                leader.attached = None;
            }
            Fact::LeaderRolled {
                leader,
                killed: true,
                ..
            } => fall(&mut self.leaders[leader.at()]),
            Fact::LeaderTaken { leader, .. } => {
                let leader = &mut self.leaders[leader.at()];
                fall(leader);
                leader.missed = true;
            }
            Fact::LeaderLeft { leader } => {
                let leader = &mut self.leaders[leader.at()];
                (leader.at, leader.attached) = (None, None);
            }
            Fact::Missed { leader } => self.leaders[leader.at()].missed = true,
            _ => {}
        }
    }
}

fn fall(leader: &mut LeaderState) {
    leader.fallen = true;
    leader.attached = None;
}
