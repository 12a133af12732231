//! The player's hand: whom he holds, what he is about to order, and how that would go.
//!
//! Nothing here changes the battle. What the player decides becomes a [`Wish`], and [`give`] hands
//! it to the session as an ordinary answer.

mod ghost;
pub mod give;
mod going;
mod grip;
mod group;
mod menu;
mod pointer;
mod post;
mod sketch;
mod turn;

use bevy::prelude::*;

pub use ghost::{MoveDraft, Outline, RideDraft};
pub use group::{LeftOut, chain_of, reasons, why_alone};
pub use menu::{Button, Does, form_label, formation_name, formations};
pub use pointer::Band;
pub use post::{PostDraft, Whom, restyled};
pub use sketch::labels;
pub use turn::{TurnDraft, turners, worth_facing};

use super::{Desk, Standing};
use crate::army::{Deed, UnitId};
use crate::battle::{Answer, Decision, Order, Situation};
use crate::rules::fire::Refusal;
use crate::rules::{RuleId, Side};
use crate::table::ranks::Hit;
use crate::table::troops::March;
use crate::table::{Playback, Screen, Sitting, laid};

/// What the player is about to order; it costs nothing until it is confirmed.
#[derive(Default)]
pub enum Draft {
    /// Nothing.
    #[default]
    Nothing,
    /// A move to where a ghost stands.
    Move(Box<MoveDraft>),
    /// An order that was looked up: fire, charge, another formation.
    Order(Order),
    /// A leader's ride.
    Ride(RideDraft),
    /// A place in the set-up.
    Post(PostDraft),
    /// A turn on the spot as a reaction.
    Turn(TurnDraft),
    /// The end of the turn, though these have not acted.
    EndTurn(Vec<UnitId>),
    /// An answer that cannot be taken back: conceding, offering a draw.
    Solemn(Answer),
}

/// What the player wants of the session.
pub enum Wish {
    /// These answers, one after the other, all or none.
    Say(Vec<Answer>),
    /// The last answer back.
    Undo,
    /// The battle into a file.
    Save,
    /// Nobody reacts for a while.
    Hold(Until),
}

/// How long nobody reacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// As long as the unit that is active now.
    Move,
    /// As long as the player turn.
    Turn,
}

/// What the held units could do, were they active now.
pub struct Offer {
    key: (usize, Vec<UnitId>, [Deed; 2]),
    /// What stands on the table then and what is asked, or why they cannot be active.
    pub given: Result<(Situation, Decision), Refusal>,
    /// Who of the brigade is not of the group, if it is one.
    pub left_out: Vec<LeftOut>,
    /// They are active already.
    active: bool,
    /// The buttons of the order bar, for the enemy they were made for, and whether a group's plan
    /// was open.
    menu: Option<(Option<UnitId>, bool, Vec<Button>)>,
}

impl Offer {
    /// The situation in which they are active.
    pub fn now(&self) -> Option<&Situation> {
        self.given.as_ref().ok().map(|(now, _)| now)
    }

    /// What a group would have declared then.
    pub fn plan(&self) -> [Deed; 2] {
        self.key.2
    }

    /// Everything on offer beside moves, and whether they may move.
    pub fn orders(&self) -> (&[Order], bool) {
        match &self.given {
            Ok((
                _,
                Decision::Act {
                    orders, may_move, ..
                },
            )) => (orders, *may_move),
            _ => (&[], false),
        }
    }
}

/// The player's hand.
#[derive(Resource)]
pub struct Hand {
    /// Own units that are held, the lead first.
    pub units: Vec<UnitId>,
    /// What a group does with its two actions.
    pub plan: [Deed; 2],
    /// The player chose the first of them himself.
    pub plan_chosen: bool,
    /// What is about to be ordered.
    pub draft: Draft,
    /// The enemy that was clicked.
    pub target: Option<UnitId>,
    /// Why the last thing could not be done.
    pub refusal: Option<Why>,
    /// The player wants to know what the computer would do in his place.
    pub wants_hint: bool,
    /// What it would do.
    pub hint: Option<String>,
    /// What the held units could do.
    pub offer: Option<Offer>,
    /// Reaction prompts shown so far in this battle.
    pub prompts: u32,
    /// On to the player's next decision without looking.
    pub skip: bool,
    /// The rectangle that is being drawn to select units.
    pub band: Option<Band>,
    wishes: Vec<Wish>,
    known: Option<usize>,
}

impl Default for Hand {
    fn default() -> Self {
        Self {
            units: Vec::new(),
            plan: [Deed::Move, Deed::Fire],
            plan_chosen: false,
            draft: Draft::Nothing,
            target: None,
            refusal: None,
            wants_hint: false,
            hint: None,
            offer: None,
            prompts: 0,
            skip: false,
            band: None,
            wishes: Vec::new(),
            known: None,
        }
    }
}

impl Hand {
    /// Takes some units into the hand.
    pub fn hold(&mut self, desk: &mut Desk, units: Vec<UnitId>) {
        desk.selected = units.first().copied().map(Hit::Unit);
        desk.pointed = None;
        if self.units != units {
            self.units = units;
            self.plan_chosen = false;
        }
        self.let_go();
    }

    /// Forgets what was about to be ordered.
    pub fn let_go(&mut self) {
        self.draft = Draft::Nothing;
        self.target = None;
        self.refusal = None;
    }

    /// Lets everything go.
    pub fn drop_all(&mut self, desk: &mut Desk) {
        self.units.clear();
        desk.selected = None;
        desk.pointed = None;
        self.let_go();
    }

    /// Wishes something of the session.
    pub fn wish(&mut self, wish: Wish) {
        self.refusal = None;
        self.wishes.push(wish);
    }

    /// Whether a way is being found, or something waits to be said to the session.
    pub fn is_thinking(&self) -> bool {
        let finding = matches!(&self.draft, Draft::Move(draft) if draft.thinking());
        finding || !self.wishes.is_empty()
    }

    /// Says something that could not be done.
    pub fn refuse(&mut self, refusal: &Refusal) {
        self.refusal = Some(refusal.into());
    }

    /// The group's plan fits what is about to be ordered, unless the player chose it himself.
    pub fn plan_for(&mut self, deed: Deed) {
        if self.units.len() > 1 && !self.plan_chosen {
            self.plan[0] = deed;
            if deed == Deed::Charge && self.plan[1] == Deed::Charge {
                self.plan[1] = Deed::Hold;
            }
        }
    }
}

/// Why something cannot be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// The reason with its numbers.
    pub text: String,
    /// The rule that says so.
    pub rule: Option<RuleId>,
}

impl Why {
    /// What that rule says.
    pub fn by(text: &str, rule: RuleId) -> Self {
        Self {
            text: text.to_owned(),
            rule: Some(rule),
        }
    }
}

impl From<&Refusal> for Why {
    fn from(refusal: &Refusal) -> Self {
        Self {
            text: refusal.reason(),
            rule: Some(refusal.rule),
        }
    }
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.rule {
            Some(rule) => write!(f, "{} ({rule})", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// A refusal as it is shown: the reason with its numbers, and the rule.
pub fn told(refusal: &Refusal) -> String {
    format!("{} ({})", refusal.reason(), refusal.rule)
}

/// The side that the person at this window plays now: whoever is asked, else any person.
pub fn own_side(sitting: &Sitting, playback: &Playback) -> Option<Side> {
    let asked = sitting.mine(playback).map(|asked| asked.decision.side());
    asked.or_else(|| sitting.persons().first().copied())
}

/// Whether a decision is answered in the prompt bar.
pub fn is_prompt(decision: &Decision) -> bool {
    !matches!(
        decision,
        Decision::SetUp { .. }
            | Decision::Leader { .. }
            | Decision::Activate { .. }
            | Decision::Act { .. }
    )
}

/// The screen that what is asked belongs on.
pub fn screen_of(sitting: Option<&Sitting>) -> Screen {
    // The set-up stays up while the table shows who was put where.
    let setting_up = sitting
        .and_then(Sitting::asked)
        .is_some_and(|asked| asked.person && matches!(asked.decision, Decision::SetUp { .. }));
    if setting_up {
        Screen::SetUp
    } else {
        Screen::Table
    }
}

/// Takes note of a new decision: what was drawn for the last one is void.
fn take_note(
    mut hand: ResMut<Hand>,
    mut desk: ResMut<Desk>,
    sitting: Option<Res<Sitting>>,
    playback: Res<Playback>,
    screen: Res<State<Screen>>,
    mut next: ResMut<NextState<Screen>>,
) {
    let asked = sitting.as_ref().and_then(|sitting| sitting.mine(&playback));
    let number = asked.map(|asked| asked.number);
    let wanted = screen_of(sitting.as_deref());
    // Whoever has just left the table is on his way to the menu.
    let sits = sitting.is_some();
    if sits && matches!(screen.get(), Screen::SetUp | Screen::Table) && *screen.get() != wanted {
        next.set(wanted);
    }
    if hand.known == number {
        return;
    }
    hand.known = number;
    hand.hint = None;
    hand.wants_hint = false;
    hand.let_go();
    hand.offer = None;
    let Some(asked) = asked else { return };
    hand.skip = false;
    match &asked.decision {
        Decision::Act { units, .. } => {
            let units = units.clone();
            hand.hold(&mut desk, units);
        }
        Decision::Leader { leader, .. } => {
            hand.units.clear();
            desk.selected = Some(Hit::Leader(*leader));
        }
        // The same unit may be moved again.
        Decision::SetUp { .. } => {}
        Decision::Activate { units, .. } => {
            // Whoever has had his turn is let go.
            if !hand.units.iter().all(|unit| units.contains(unit)) {
                hand.drop_all(&mut desk);
            }
        }
        decision => {
            if matches!(decision, Decision::React { .. }) {
                hand.prompts += 1;
            }
            // What was in the hand for another question is laid down.
            hand.drop_all(&mut desk);
            // Whoever gave the occasion must be seen.
            desk.look = decision.units().first().map(|&unit| (unit, false));
        }
    }
}

/// Works out what the held units could do.
fn look_up(
    mut hand: ResMut<Hand>,
    sitting: Option<Res<Sitting>>,
    playback: Res<Playback>,
    mut standing: ResMut<Standing>,
) {
    let asked = sitting.as_ref().and_then(|sitting| sitting.mine(&playback));
    let Some(asked) = asked.filter(|_| !hand.units.is_empty()) else {
        if hand.offer.is_some() {
            hand.offer = None;
        }
        return;
    };
    let plan = if hand.units.len() > 1 {
        hand.plan
    } else {
        [Deed::Hold; 2]
    };
    let key = (asked.number, hand.units.clone(), plan);
    if hand.offer.as_ref().is_some_and(|offer| offer.key == key) {
        return;
    }
    let now = standing.of(&playback);
    let left_out = if hand.units.len() > 1 {
        group::left_out(now, &hand.units)
    } else {
        Vec::new()
    };
    let given = match &asked.decision {
        Decision::Act { units, .. } if same(units, &hand.units) => {
            Ok((now.clone(), asked.decision.clone()))
        }
        Decision::Act { .. } => Err(Refusal::new(
            "the active unit finishes its actions first",
            crate::rule!("turn.finish_unit_first"),
        )),
        Decision::Activate { side, .. } => now.if_active(*side, &hand.units, plan),
        _ => Err(Refusal::new(
            "that is not what is asked for now",
            crate::rule!("turn.action_list"),
        )),
    };
    hand.offer = Some(Offer {
        key,
        given,
        left_out,
        active: matches!(asked.decision, Decision::Act { .. }),
        menu: None,
    });
}

fn same(one: &[UnitId], other: &[UnitId]) -> bool {
    one.len() == other.len() && one.iter().all(|unit| other.contains(unit))
}

/// There is nothing to plan.
const NO_MOVE: Refusal = Refusal::new(
    "it cannot get any nearer",
    crate::rule!("move.by_formation_terrain"),
);

/// There is nobody to aim at.
const NO_TARGET: Refusal = Refusal::new("there is no enemy to aim at", crate::rule!("fire.basic"));

/// When the hand is moved.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Handle;

/// The player's hand.
pub fn plugin(app: &mut App) {
    app.init_resource::<Hand>()
        .init_resource::<ghost::Outline>()
        .add_message::<give::SaveWanted>()
        .add_systems(
            Update,
            (
                take_note,
                pointer::handle,
                look_up,
                ghost::plan,
                ghost::outline,
                menu::write,
                sketch::draw,
                sketch::ghosts,
            )
                .chain()
                .in_set(Handle)
                .after(March)
                .run_if(laid)
                .run_if(super::curtain::is_open),
        )
        .add_systems(Last, give::carry_out.run_if(laid));
}
