//! The battle on stage: a moment of the chronicle, and how far the next fact has been played.

use std::sync::Arc;

use bevy::prelude::*;

use super::Screen;
use crate::army::{Army, Fact, LeaderId, UnitId};
use crate::chronicle::Chronicle;
use crate::rules::Rules;
use crate::scenario::Scenario;

/// Speeds that can be chosen.
pub const SPEEDS: [f32; 7] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];

/// A fact has been played to its end. What is gone to by hand is not told.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactTold {
    /// Its number in the chronicle.
    pub number: usize,
    /// The moment after it.
    pub moment: usize,
}

/// The battle on stage.
#[derive(Resource)]
pub struct Playback {
    chronicle: Chronicle,
    moment: usize,
    part: f32,
    view: Army,
    next: Army,
    touched: Vec<UnitId>,
    jumps: u32,
    /// The farthest moment that was on the table.
    seen: usize,
    /// It goes on by itself.
    pub playing: bool,
    /// It stops after the fact under way.
    pub one_step: bool,
    /// How fast it goes.
    pub speed: f32,
    /// No more facts will come.
    pub complete: bool,
}

impl Playback {
    /// The battle at its very beginning.
    pub fn new(chronicle: Chronicle) -> Self {
        let view = chronicle.at(0);
        let mut playback = Self {
            next: view.clone(),
            view,
            chronicle,
            moment: 0,
            part: 0.0,
            touched: Vec::new(),
            jumps: 0,
            seen: 0,
            playing: false,
            one_step: false,
            speed: 1.0,
            complete: false,
        };
        playback.seek(0);
        playback
    }

    /// All that has happened.
    pub fn chronicle(&self) -> &Chronicle {
        &self.chronicle
    }

    /// What is fought.
    pub fn scenario(&self) -> &Scenario {
        self.chronicle.scenario()
    }

    /// The rules it is fought by.
    pub fn rules(&self) -> &Rules {
        self.chronicle.rules()
    }

    /// Both, to be shared.
    pub fn ground(&self) -> (Arc<Scenario>, Arc<Rules>) {
        self.chronicle.latest().ground()
    }

    /// Facts that have been played to their end.
    pub fn moment(&self) -> usize {
        self.moment
    }

    /// How far the fact under way has been played, from 0 to 1.
    pub fn part(&self) -> f32 {
        self.part
    }

    /// The armies before the fact under way.
    pub fn view(&self) -> &Army {
        &self.view
    }

    /// The armies after the fact under way.
    pub fn next(&self) -> &Army {
        &self.next
    }

    /// The fact under way.
    pub fn fact(&self) -> Option<&Fact> {
        self.chronicle.facts().get(self.moment)
    }

    /// Units that the fact under way changes.
    pub fn touched(&self) -> &[UnitId] {
        &self.touched
    }

    /// Leaders that the fact under way changes.
    pub fn leaders_touched(&self) -> impl Iterator<Item = LeaderId> + '_ {
        let leaders = self.view.leaders();
        leaders.filter(|&id| self.view.leader(id) != self.next.leader(id))
    }

    /// How often the moment has been changed by hand: whoever animates starts anew then.
    pub fn jumps(&self) -> u32 {
        self.jumps
    }

    /// Nothing is left to play.
    pub fn at_end(&self) -> bool {
        self.moment >= self.chronicle.end()
    }

    /// Whether a moment is on the table after which more was seen already.
    pub fn looks_back(&self) -> bool {
        self.moment < self.seen
    }

    /// More has happened.
    pub fn record(&mut self, facts: impl IntoIterator<Item = Fact>) {
        let waiting = self.at_end();
        for fact in facts {
            self.chronicle.record(fact);
        }
        if waiting {
            self.prepare();
        }
    }

    /// Everything after a moment has been taken back.
    pub fn cut(&mut self, moment: usize) {
        self.chronicle.cut(moment);
        self.seen = self.seen.min(self.chronicle.end());
        self.complete = false;
        self.seek(self.moment);
    }

    /// Looks at the same battle with other eyes, at its latest moment.
    pub fn look_with(&mut self, chronicle: Chronicle) {
        self.chronicle = chronicle;
        // Other eyes have seen another number of facts.
        self.seen = 0;
        self.seek(self.chronicle.end());
    }

    /// Goes to a moment at once.
    pub fn seek(&mut self, moment: usize) {
        self.moment = moment.min(self.chronicle.end());
        self.seen = self.seen.max(self.moment);
        self.part = 0.0;
        self.view = self.chronicle.at(self.moment);
        self.next = self.view.clone();
        self.jumps += 1;
        self.prepare();
    }

    /// One fact back that there was something to see of.
    pub fn back(&mut self) {
        let before = &self.chronicle.facts()[..self.moment.min(self.chronicle.end())];
        let seen = before.iter().rposition(|fact| !is_quiet(fact));
        self.seek(seen.unwrap_or(0));
    }

    /// Shows the fact under way when so much of it has been played.
    pub fn show_part(&mut self, part: f32) {
        self.part = part.clamp(0.0, 1.0);
    }

    /// Lets some seconds pass; answers with the facts that were finished.
    pub fn pass(&mut self, seconds: f32) -> usize {
        let mut left = seconds * self.speed;
        let mut finished = 0;
        while left > 0.0 && self.playing {
            let Some(fact) = self.fact() else {
                self.playing = !self.complete;
                break;
            };
            let lasts = duration(fact).max(1e-3);
            let rest = (1.0 - self.part) * lasts;
            if left < rest {
                self.part += left / lasts;
                break;
            }
            left -= rest;
            self.finish();
            finished += 1;
        }
        finished
    }

    /// The fact under way is over.
    pub fn finish(&mut self) {
        let Some(fact) = self.chronicle.facts().get(self.moment) else {
            return;
        };
        self.view.apply(fact);
        // Book-keeping is no step for whoever watches.
        if self.one_step && !is_quiet(fact) {
            self.one_step = false;
            self.playing = false;
        }
        self.moment += 1;
        self.seen = self.seen.max(self.moment);
        self.part = 0.0;
        self.prepare();
    }

    /// Works out what the fact under way changes. Until then both armies are the same.
    fn prepare(&mut self) {
        self.touched.clear();
        if let Some(fact) = self.chronicle.facts().get(self.moment) {
            self.next.apply(fact);
            let (view, next) = (&self.view, &self.next);
            let changed = view.units().filter(|&id| {
                view.fighting(id) != next.fighting(id)
                    || view.placement(id) != next.placement(id)
                    || view.presence(id) != next.presence(id)
                    || view.record(id) != next.record(id)
                    || view.muster_of(id) != next.muster_of(id)
            });
            self.touched.extend(changed);
        }
    }
}

/// Whether a fact is mere book-keeping, with nothing to see on the table.
pub fn is_quiet(fact: &Fact) -> bool {
    duration(fact) == 0.0
}

/// How many seconds a fact is shown for.
pub fn duration(fact: &Fact) -> f32 {
    match fact.plain() {
        Fact::Turn { .. } => 1.2,
        Fact::PlayerTurn { .. } => 0.7,
        Fact::Moved { from, to, .. } => (from.at.distance(to.at) * 0.24)
            .max(from.facing.off(to.facing).abs() / 160.0)
            .clamp(0.12, 1.5),
        Fact::Formed { .. } | Fact::Faced { .. } => 0.8,
        Fact::Fired { .. } => 1.9,
        Fact::Checked { .. } => 1.6,
        Fact::Impact { .. } => 2.0,
        Fact::Melee { .. } => 1.4,
        Fact::Lost { .. } => 0.8,
        Fact::FellBack { .. } | Fact::Disengaged { .. } | Fact::Followed { .. } => 0.9,
        Fact::Ran { .. } => 1.3,
        Fact::Charge { .. } | Fact::Countercharge { .. } => 1.5,
        Fact::Attached { .. } | Fact::Rode { .. } | Fact::Arrived { .. } => 0.6,
        Fact::Merged { .. } | Fact::AttachedTo { .. } => 0.9,
        Fact::Grouped { .. } | Fact::Halted { .. } | Fact::HorseTaken { .. } => 0.4,
        Fact::Tested { .. }
        | Fact::Weather { .. }
        | Fact::Due { .. }
        | Fact::Drew { .. }
        | Fact::Called { .. }
        | Fact::StoppedShort { .. }
        | Fact::Repulsed { .. } => 1.1,
        Fact::LeaderRolled { .. } | Fact::LeaderTaken { .. } => 1.3,
        Fact::Removed { .. } => 0.9,
        Fact::Over { .. } => 1.0,
        Fact::Withdrawing { .. } => 0.9,
        Fact::Occupied { .. } | Fact::Scored { .. } | Fact::LeaderLeft { .. } => 0.4,
        Fact::Beaten { .. }
        | Fact::StoppedAtEdge { .. }
        | Fact::Disordered { .. }
        | Fact::Reformed { .. }
        | Fact::Recovered { .. } => 0.4,
        Fact::FellShort { .. }
        | Fact::Caught { .. }
        | Fact::Settled { .. }
        | Fact::Joined { .. } => 0.3,
        Fact::ChargedOn { .. } => 0.5,
        Fact::GroundChanged { .. }
        | Fact::Unloaded { .. }
        | Fact::Bridged { .. }
        | Fact::BridgeStruck { .. } => 0.9,
        Fact::WorkBegun { .. } | Fact::WorkDropped { .. } | Fact::WorksStruck { .. } => 0.4,
        Fact::Working { .. } | Fact::Worked { .. } => 0.15,
        Fact::Posted { .. } | Fact::LeaderPosted { .. } => 0.2,
        Fact::PicketMoved { .. } => 0.12,
        Fact::Laid { .. } | Fact::LeaderShown { .. } => 0.4,
        Fact::Shown { .. } | Fact::KnownReal { .. } | Fact::DummyGone { .. } => 0.8,
        Fact::DrawOffered { .. } | Fact::DrawDeclined { .. } | Fact::InPlace { .. } => 0.4,
        Fact::Activated { .. } | Fact::Presence { .. } | Fact::Delayed { .. } => 0.15,
        Fact::Reacted { .. } => 0.02,
        fact => {
            debug_assert!(fact.is_bookkeeping(), "{fact:?}");
            0.0
        }
    }
}

fn advance(time: Res<Time>, mut playback: ResMut<Playback>, mut told: MessageWriter<FactTold>) {
    if !playback.playing {
        return;
    }
    let before = playback.moment();
    // A slow machine shows fewer frames of the same battle, but never skips a fact unseen.
    let finished = playback.pass(time.delta_secs().min(0.5));
    told.write_batch((before..before + finished).map(|number| FactTold {
        number,
        moment: number + 1,
    }));
}

/// Plays the battle.
pub fn plugin(app: &mut App) {
    app.add_message::<FactTold>().add_systems(
        Update,
        advance
            .in_set(super::Advance)
            .run_if(super::laid)
            .run_if(not(in_state(Screen::Curtain))),
    );
}
