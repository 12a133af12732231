//! The cards over the table: the fire or charge that is being thought about, stage by stage, before
//! anything is ordered; and what happened meanwhile.

use bevy::prelude::*;
use bevy_egui::egui;

use super::charging_card;
use super::firing_card::{self, FireWish};
use super::hand::{Draft, Hand, Offer};
use super::meanwhile::{self, Meanwhile};
use super::trace::Trace;
use super::{Desk, Standing, style};
use crate::army::{Deed, Fact, UnitId};
use crate::battle::{ChargeDraft, ChargeView, FirePreview, Order, Situation};
use crate::rules::Side;
use crate::rules::fire::FireKind;
use crate::table::Playback;
use crate::table::ranks::Ranks;
use crate::table::sitting::Asked;

/// What was asked when a card was worked out, after how many jumps to another moment (what was taken
/// back may have the same number), and what a group had declared.
type Asking = (usize, u32, Option<[Deed; 2]>);

/// What a fire was worked out for: the question, who fires, at whom.
type Aimed = (Asking, Vec<UnitId>, UnitId);

/// What was worked out for the cards, so that it is not done again in every frame.
#[derive(Default)]
pub struct Cards {
    fire: Option<(Aimed, Option<FirePreview>)>,
    charge: Option<(Asking, ChargeDraft, Option<ChargeView>)>,
    meanwhile: Option<Meanwhile>,
    told: Option<(Side, usize)>,
    /// Where the card of a fire or charge is.
    card: Option<egui::Rect>,
}

/// What the cards are drawn from.
pub struct Ground<'a> {
    /// The hand.
    pub hand: &'a mut Hand,
    /// What is open beside the table.
    pub desk: &'a mut Desk,
    /// The battle on stage.
    pub playback: &'a mut Playback,
    /// The moment on the table.
    pub standing: &'a mut Standing,
    /// For tests.
    pub trace: &'a mut Trace,
    /// What is seen where.
    pub eye: Eye<'a>,
}

/// Where units are on the screen.
pub struct Eye<'a> {
    /// Both armies on the table.
    pub ranks: &'a Ranks<'a, 'a>,
    /// The camera and its place.
    pub camera: (&'a Camera, &'a GlobalTransform),
}

impl Eye<'_> {
    fn on_screen(&self, ctx: &egui::Context, unit: UnitId) -> Option<egui::Pos2> {
        let middle = self.ranks.middle(unit)?;
        let point = self
            .camera
            .0
            .world_to_viewport(self.camera.1, middle)
            .ok()?;
        Some(egui::pos2(point.x, point.y) / ctx.zoom_factor())
    }
}

impl Cards {
    /// Draws whichever card is needed.
    pub fn show(
        &mut self,
        ctx: &egui::Context,
        rest: egui::Rect,
        asked: Option<&Asked>,
        ground: &mut Ground,
    ) {
        self.list_meanwhile(asked, ground.playback);
        self.card = None;
        let number = asked.map_or(usize::MAX, |asked| asked.number);
        let plan = ground.hand.offer.as_ref().map(Offer::plan);
        let number = (number, ground.playback.jumps(), plan);
        if let Draft::Order(Order::Charge {
            lead,
            assaults,
            halt,
        }) = &ground.hand.draft
        {
            let draft = ChargeDraft {
                group: ground.hand.units.clone(),
                lead: *lead,
                assaults: assaults.clone(),
                halt: *halt,
            };
            self.charge(ctx, rest, number, draft, ground);
            return;
        }
        let target = match &ground.hand.draft {
            // While the table shows what comes of an order nothing is to be thought about.
            Draft::Nothing => asked.and(ground.hand.target.or(ground.desk.pointed)),
            Draft::Order(Order::Fire { target, .. } | Order::Prolonge { target }) => Some(*target),
            _ => None,
        };
        let enemy = target.filter(|&target| {
            let army = ground.playback.view();
            let held = ground.hand.units.first();
            held.is_some_and(|&own| army.side(own) != army.side(target))
        });
        match enemy {
            Some(target) => self.fire(ctx, rest, (number, target), ground),
            None => self.news(ctx, rest, ground),
        }
    }

    /// What the card of a fire or charge leaves of the table, beside it.
    pub fn beside(&self, rest: egui::Rect) -> egui::Rect {
        let mut free = rest;
        if let Some(card) = self.card {
            if card.center().x > rest.center().x {
                free.max.x = card.left();
            } else {
                free.min.x = card.right();
            }
        }
        free
    }

    /// Whether the list of what happened meanwhile is open.
    pub fn tells(&self) -> bool {
        self.meanwhile.is_some()
    }

    /// After the other side's turn: what happened to whoever is asked now.
    fn list_meanwhile(&mut self, asked: Option<&Asked>, playback: &Playback) {
        let Some(asked) = asked else { return };
        let side = asked.decision.side();
        if self.told.is_some_and(|(of, _)| of != side) {
            // It was somebody else's to read.
            self.meanwhile = None;
        }
        let turn = playback.view().clock();
        let own = turn.active == side && !super::hand::is_prompt(&asked.decision);
        let now = (side, turn.turn as usize);
        if !own || self.told == Some(now) {
            return;
        }
        self.told = Some(now);
        let facts = &playback.chronicle().facts()[..playback.moment()];
        let mine = |fact: &Fact| matches!(fact, Fact::PlayerTurnOver { side: of } if *of == side);
        let since = facts.iter().rposition(mine).unwrap_or(0);
        self.meanwhile = Meanwhile::since(playback, side, since);
    }

    fn news(&mut self, ctx: &egui::Context, rest: egui::Rect, ground: &mut Ground) {
        let Some(list) = &self.meanwhile else { return };
        let stays = meanwhile::show(ctx, rest, list, ground.desk, ground.playback, ground.trace);
        // It is read once an order is thought about.
        let busy = !matches!(ground.hand.draft, Draft::Nothing);
        if !stays || busy {
            self.meanwhile = None;
        }
    }

    fn fire(
        &mut self,
        ctx: &egui::Context,
        rest: egui::Rect,
        (number, target): (Asking, UnitId),
        ground: &mut Ground,
    ) {
        let (units, kind) = match &ground.hand.draft {
            Draft::Order(Order::Fire { units, kind, .. }) => (units.clone(), *kind),
            Draft::Order(Order::Prolonge { .. }) => (ground.hand.units.clone(), FireKind::Prolonge),
            _ => {
                let lead = || ground.hand.units.iter().copied().take(1).collect();
                let units = ground.hand.volley(target).unwrap_or_else(lead);
                (units, FireKind::Normal)
            }
        };
        let now = now_of(ground.hand, ground.standing, ground.playback);
        let key = (number, units, target);
        let known = self.fire.take().filter(|(of, _)| *of == key);
        let (_, preview) = self.fire.insert(known.unwrap_or_else(|| {
            let preview = now.preview_fire(&key.1, target);
            (key, preview)
        }));
        let Some(preview) = preview else { return };
        let mut wish = None;
        let (desk, trace) = (&mut *ground.desk, &mut *ground.trace);
        let beside = (rest, ground.eye.on_screen(ctx, target));
        let card = slip(ctx, beside, |ui| {
            wish = firing_card::show(ui, desk, now, preview, kind, trace);
        });
        self.card = Some(card);
        match wish {
            Some(FireWish::Join(unit)) => {
                let mut units = preview.units.clone();
                units.push(unit);
                let kind = now.kind_for(&units, kind);
                ground.hand.draft = Draft::Order(Order::Fire {
                    units,
                    target,
                    kind,
                });
            }
            Some(FireWish::Leave(unit)) => {
                let mut units = preview.units.clone();
                units.retain(|&other| other != unit);
                let kind = now.kind_for(&units, kind);
                ground.hand.draft = Draft::Order(Order::Fire {
                    units,
                    target,
                    kind,
                });
            }
            Some(FireWish::Kind(kind)) => {
                ground.hand.draft = Draft::Order(preview.order(kind));
            }
            None => {}
        }
    }

    fn charge(
        &mut self,
        ctx: &egui::Context,
        rest: egui::Rect,
        number: Asking,
        mut draft: ChargeDraft,
        ground: &mut Ground,
    ) {
        let now = now_of(ground.hand, ground.standing, ground.playback);
        let known = self
            .charge
            .take()
            .filter(|(of, known, _)| *of == number && *known == draft);
        let (_, _, view) = self.charge.insert(known.unwrap_or_else(|| {
            let view = now.charge_view(&draft);
            (number, draft.clone(), view)
        }));
        let Some(view) = view else { return };
        let mut changed = false;
        let (desk, trace) = (&mut *ground.desk, &mut *ground.trace);
        let target = draft.target();
        let beside = (
            rest,
            target.and_then(|target| ground.eye.on_screen(ctx, target)),
        );
        let card = slip(ctx, beside, |ui| {
            changed = charging_card::show(ui, desk, now, view, &mut draft, trace);
        });
        self.card = Some(card);
        if changed {
            ground.hand.draft = Draft::Order(draft.order());
        }
    }
}

/// The situation in which the held units are active, else the one on the table.
fn now_of<'a>(hand: &'a Hand, standing: &'a mut Standing, playback: &Playback) -> &'a Situation {
    match hand.offer.as_ref().and_then(|offer| offer.now()) {
        Some(now) => now,
        None => standing.of(playback),
    }
}

/// A card at the upper edge of the table, on the side where the target is not.
fn slip(
    ctx: &egui::Context,
    (rest, target): (egui::Rect, Option<egui::Pos2>),
    content: impl FnOnce(&mut egui::Ui),
) -> egui::Rect {
    let wide = (rest.width() * 0.4).clamp(220.0, 380.0);
    let at_left = target.is_some_and(|at| at.x < rest.center().x);
    let left = if at_left {
        rest.right() - wide - 24.0
    } else {
        rest.left() + 8.0
    };
    egui::Area::new("card".into())
        .order(egui::Order::Middle)
        .fade_in(false)
        .fixed_pos(egui::pos2(left, rest.top() + 46.0))
        // What is written on it may be wider than it was made.
        .constrain_to(rest.shrink(4.0))
        .show(ctx, |ui| {
            style::slip().show(ui, |ui| {
                ui.set_width(wide);
                let most = (rest.height() - 70.0).max(60.0);
                egui::ScrollArea::vertical()
                    .max_height(most)
                    .min_scrolled_height(most)
                    .show(ui, content);
            });
        })
        .response
        .rect
}
