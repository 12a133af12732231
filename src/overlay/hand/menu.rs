//! The orders that the held units could be given: what each button does, or why it does nothing.

mod labour;

use bevy::prelude::*;

use super::{Draft, Hand, Offer, Wish, told};
use crate::army::{Active, Deed, Formation, UnitId};
use crate::battle::{Answer, ChargeDraft, Decision, Order, Situation};
use crate::overlay::keys::Stroke;
use crate::overlay::wording;
use crate::rules::fire::{FireKind, Refusal};
use crate::rules::{CavalryFormation, InfantryFormation, Named, Troops};

/// What a button of the order bar does.
#[derive(Clone, Debug, PartialEq)]
pub enum Does {
    /// Shows what it would bring, to be confirmed.
    Draft(Order),
    /// Is carried out at once.
    Order(Order),
    /// Lets a unit act that has no choice what to do.
    Activate(UnitId),
}

/// A button of the order bar.
#[derive(Clone, Debug)]
pub struct Button {
    /// Its name for tests, stable.
    pub name: String,
    /// What is written on it.
    pub label: String,
    /// What it is good for.
    pub hint: String,
    /// Its key.
    pub key: Option<Stroke>,
    /// What it does, or why it does nothing.
    pub does: Result<Does, Refusal>,
    /// Worth showing though it does nothing.
    pub shown: bool,
}

impl Hand {
    /// The buttons for the held units.
    pub fn buttons(&self) -> &[Button] {
        let menu = self.offer.as_ref().and_then(|offer| offer.menu.as_ref());
        menu.map_or(&[], |(_, _, buttons)| buttons)
    }

    /// Who fires when the button is pressed, if that is at this enemy.
    pub fn volley(&self, at: UnitId) -> Option<Vec<UnitId>> {
        let mut does = self
            .buttons()
            .iter()
            .filter_map(|button| button.does.as_ref().ok());
        does.find_map(|does| match does {
            Does::Draft(Order::Fire {
                units,
                target,
                kind: FireKind::Normal,
            }) if *target == at => Some(units.clone()),
            _ => None,
        })
    }

    /// Presses one of them.
    pub fn press(&mut self, does: &Does) -> Option<Order> {
        match does {
            Does::Draft(order) => {
                self.plan_for(order.deed());
                self.refusal = None;
                self.draft = Draft::Order(order.clone());
                None
            }
            Does::Order(order) => {
                self.plan_for(order.deed());
                Some(order.clone())
            }
            Does::Activate(unit) => {
                self.wish(Wish::Say(vec![Answer::Activate(*unit)]));
                None
            }
        }
    }
}

/// Writes the buttons anew when somebody else is held or aimed at, or a group's plan is fixed.
pub(super) fn write(mut hand: ResMut<Hand>) {
    let target = hand.target;
    let held = hand.units.clone();
    let undecided = hand.units.len() > 1 && !hand.plan_chosen;
    let Some(offer) = &mut hand.offer else { return };
    // A group that is active has declared what it does.
    let open = undecided && !offer.active;
    let known = offer.menu.as_ref();
    if known.is_some_and(|(of, was, _)| (*of, *was) == (target, open)) {
        return;
    }
    offer.menu = Some((target, open, all(offer, &held, target, open)));
}

fn all(offer: &Offer, held: &[UnitId], target: Option<UnitId>, plan_open: bool) -> Vec<Button> {
    let (now, decision) = match &offer.given {
        Ok(given) => given,
        Err(refusal) => return forbidden(refusal, held),
    };
    // A group that has not declared its plan yet is asked as if every deed were still open.
    let open;
    let (now, decision) = if plan_open && matches!(decision, Decision::Act { .. }) {
        match now.undeclared() {
            Some(found) => {
                open = found;
                (&open.0, &open.1)
            }
            None => (now, decision),
        }
    } else {
        (now, decision)
    };
    let (Decision::Act { orders, .. }, Some(active)) = (decision, now.army().active()) else {
        return Vec::new();
    };
    let menu = Menu {
        now,
        active,
        orders,
        target,
    };
    let mut buttons = vec![menu.fire(FireKind::Normal), menu.charge()];
    buttons.push(menu.fire(FireKind::Deliberate));
    buttons.push(menu.fire(FireKind::Area));
    buttons.extend(menu.forms(held));
    buttons.push(menu.plain("reform", "Reform", Order::Reform, Stroke::Reform));
    buttons.push(menu.plain("rally", "Rally", Order::Rally, Stroke::Rally));
    buttons.push(menu.plain(
        "disengage",
        "Disengage",
        Order::Disengage,
        Stroke::Disengage,
    ));
    buttons.extend(menu.rare());
    buttons.extend(menu.show());
    buttons.extend(labour::buttons(now, active, orders));
    buttons.push(menu.plain("hold", "Hold", Order::Hold, Stroke::Hold));
    buttons
}

/// All the usual buttons, with why none of them does anything; but a routed unit runs and rallies.
fn forbidden(refusal: &Refusal, held: &[UnitId]) -> Vec<Button> {
    let runs = match held {
        [unit] if refusal.rule == crate::rule!("turn.routed_sequence") => Some(*unit),
        _ => None,
    };
    let names = [
        ("fire", "Fire", Stroke::Fire),
        ("charge", "Charge", Stroke::Charge),
        ("reform", "Reform", Stroke::Reform),
        ("rally", "Rally", Stroke::Rally),
        ("disengage", "Disengage", Stroke::Disengage),
        ("hold", "Hold", Stroke::Hold),
    ];
    names
        .into_iter()
        .map(|(name, label, key)| {
            let runs = runs.filter(|_| name == "rally");
            Button {
                name: format!("order {name}"),
                label: match runs {
                    Some(_) => "Run, then rally".to_owned(),
                    None => label.to_owned(),
                },
                hint: told(refusal),
                key: Some(key),
                does: runs.map(Does::Activate).ok_or(*refusal),
                shown: true,
            }
        })
        .collect()
}

struct Menu<'a> {
    now: &'a Situation,
    active: &'a Active,
    orders: &'a [Order],
    target: Option<UnitId>,
}

impl Menu<'_> {
    fn plain(&self, name: &str, label: &str, order: Order, key: Stroke) -> Button {
        let does = if self.orders.contains(&order) {
            Ok(Does::Order(order))
        } else {
            Err(self.now.why_not(self.active, &order))
        };
        Button {
            name: format!("order {name}"),
            label: label.to_owned(),
            hint: hint(name).to_owned(),
            key: Some(key),
            does,
            shown: true,
        }
    }

    /// Hidden units come out from behind their picket.
    fn show(&self) -> Option<Button> {
        self.orders.contains(&Order::Show).then(|| Button {
            name: "order show".to_owned(),
            label: "Show".to_owned(),
            hint: hint("show").to_owned(),
            key: None,
            does: Ok(Does::Order(Order::Show)),
            shown: true,
        })
    }

    /// The fullest volley at the enemy that was clicked, else at the best there is.
    fn fire(&self, kind: FireKind) -> Button {
        let fires = self.orders.iter().filter_map(|order| match order {
            Order::Fire {
                units,
                target,
                kind: how,
            } if *how == kind => Some((order, units.len(), *target)),
            _ => None,
        });
        let wanted =
            fires.filter(|(_, _, target)| self.target.is_none_or(|other| other == *target));
        let worth = |target: UnitId, many: usize| {
            let units: Vec<UnitId> = self.active.ready().iter().copied().take(1).collect();
            let terms = self.now.fire_terms(&units, target, FireKind::Normal);
            let hits = terms.map_or(0.0, |terms| self.now.rules().fire_odds(&terms).mean_hits());
            hits + many as f64 * 1e-3
        };
        let best = wanted.max_by(|one, other| {
            let (one, other) = ((one.1, one.2), (other.1, other.2));
            match self.target {
                Some(_) => one.0.cmp(&other.0),
                None => worth(one.1, one.0).total_cmp(&worth(other.1, other.0)),
            }
        });
        let (name, label, key) = match kind {
            FireKind::Normal => ("order fire", "Fire", Some(Stroke::Fire)),
            FireKind::Deliberate => ("order fire deliberate", "Deliberate fire", None),
            _ => ("order fire area", "Area fire", None),
        };
        let does = match best {
            Some((order, ..)) => Ok(Does::Draft(order.clone())),
            None => Err(self.why_no_fire(kind)),
        };
        Button {
            name: name.to_owned(),
            label: label.to_owned(),
            hint: hint(name.trim_start_matches("order ")).to_owned(),
            key,
            shown: kind == FireKind::Normal || does.is_ok(),
            does,
        }
    }

    fn why_no_fire(&self, kind: FireKind) -> Refusal {
        let ready = self.active.ready();
        match self.target {
            Some(target) => ready
                .iter()
                .find_map(|&unit| self.now.why_not_fire(self.active, &[unit], target, kind)),
            None => self.now.why_no(Deed::Fire),
        }
        .unwrap_or(super::NO_TARGET)
    }

    fn charge(&self) -> Button {
        let mut charges = self.orders.iter().filter(|order| match order {
            Order::Charge {
                lead,
                assaults,
                halt: None,
            } => {
                let own = assaults.iter().find(|assault| assault.unit == *lead);
                self.target
                    .is_none_or(|wanted| own.is_some_and(|own| own.target == wanted))
            }
            _ => false,
        });
        let does = match charges.next() {
            Some(order) => Ok(Does::Draft(self.likeliest(order))),
            None => Err(match (self.target, self.active.units.first()) {
                (Some(target), Some(&lead)) => self.now.why_not_charge(self.active, lead, target),
                _ => self.now.why_no(Deed::Charge).unwrap_or(super::NO_TARGET),
            }),
        };
        Button {
            name: "order charge".to_owned(),
            label: "Charge".to_owned(),
            hint: hint("charge").to_owned(),
            key: Some(Stroke::Charge),
            does,
            shown: true,
        }
    }

    /// The charge on the same target that is likeliest to succeed, whoever leads it.
    fn likeliest(&self, first: &Order) -> Order {
        let group = &self.active.units;
        let target = match first {
            Order::Charge { lead, assaults, .. } if group.len() > 1 => assaults
                .iter()
                .find(|assault| assault.unit == *lead)
                .map(|assault| assault.target),
            _ => None,
        };
        target
            .and_then(|target| ChargeDraft::on(self.now, group, target))
            .map(|draft| draft.order())
            .filter(|order| self.orders.contains(order))
            .unwrap_or_else(|| first.clone())
    }

    /// Every formation of the arm but the one it has.
    fn forms(&self, held: &[UnitId]) -> Vec<Button> {
        let Some(&first) = held.first() else {
            return Vec::new();
        };
        formations(self.now, first)
            .into_iter()
            .map(|formation| {
                let order = Order::Form(formation);
                let does = if self.orders.contains(&order) {
                    Ok(Does::Order(order))
                } else {
                    Err(self.now.why_not(self.active, &order))
                };
                Button {
                    name: format!("order form {}", formation_name(formation)),
                    label: form_label(formation),
                    hint: self.form_hint(first, formation),
                    key: None,
                    does,
                    shown: true,
                }
            })
            .collect()
    }

    fn form_hint(&self, unit: UnitId, formation: Formation) -> String {
        let values = self.now.army().unit(unit);
        if values.traits.mounted_infantry && formation == Formation::Mounted(true) {
            return "Takes to its horses and leaves the field for good".to_owned();
        }
        let formation = wording::formation(formation);
        format!("Takes up {formation} where it stands; with a move it may cost less")
    }

    /// Whom a battery would fire on as it is drawn back: the enemy that was clicked, else the best.
    fn prolonge(&self) -> Option<UnitId> {
        let guns = &self.active.units;
        let hits = |target: UnitId| {
            let terms = self.now.fire_terms(guns, target, FireKind::Prolonge);
            terms.map_or(0.0, |terms| self.now.rules().fire_odds(&terms).mean_hits())
        };
        let targets = self.orders.iter().filter_map(|order| match order {
            Order::Prolonge { target } => Some(*target),
            _ => None,
        });
        targets
            .filter(|&target| self.target.is_none_or(|wanted| wanted == target))
            .max_by(|&one, &other| hits(one).total_cmp(&hits(other)))
    }

    /// What is seldom possible is shown only then.
    fn rare(&self) -> Vec<Button> {
        let army = self.now.army();
        let mut buttons = Vec::new();
        let mut seen: Vec<&str> = Vec::new();
        let prolonge = self.prolonge();
        for order in self.orders {
            let (name, label, key, draft) = match order {
                Order::Prolonge { target } if prolonge == Some(*target) => {
                    let key = Some(Stroke::Prolonge);
                    ("prolonge", "Prolonge".to_owned(), key, true)
                }
                Order::TakeHorse { from } => (
                    "take_horse",
                    format!("A horse from {}", army.name(*from)),
                    Some(Stroke::TakeHorse),
                    false,
                ),
                Order::Merge { with } => (
                    "merge",
                    format!("Merge with {}", army.name(*with)),
                    Some(Stroke::Merge),
                    false,
                ),
                Order::AttachTo { host } => (
                    "attach",
                    format!("Attach to {}", army.name(*host)),
                    Some(Stroke::Attach),
                    false,
                ),
                Order::Withdraw => ("withdraw", "Leave the table".to_owned(), None, false),
                _ => continue,
            };
            let many = seen.iter().filter(|other| **other == name).count();
            seen.push(name);
            let does = if draft {
                Does::Draft(order.clone())
            } else {
                Does::Order(order.clone())
            };
            buttons.push(Button {
                name: match many {
                    0 => format!("order {name}"),
                    many => format!("order {name} {}", many + 1),
                },
                label,
                hint: hint(name).to_owned(),
                key: key.filter(|_| many == 0),
                does: Ok(does),
                shown: true,
            });
        }
        buttons
    }
}

/// Every formation of a unit's arm but the one it has.
pub fn formations(now: &Situation, unit: UnitId) -> Vec<Formation> {
    let unit = now.army().unit(unit);
    match unit.troops {
        Troops::Infantry { formation, .. } => InfantryFormation::ALL
            .iter()
            .filter(|&&other| other != formation)
            .map(|&other| Formation::Infantry(other))
            .collect(),
        Troops::Cavalry {
            formation, mounted, ..
        } => CavalryFormation::ALL
            .iter()
            .filter(|&&other| other != formation)
            .map(|&other| Formation::Cavalry(other))
            .chain([Formation::Mounted(!mounted)])
            .collect(),
        Troops::Artillery { limbered, .. } => vec![Formation::Limbered(!limbered)],
    }
}

/// A formation as files call it.
pub fn formation_name(formation: Formation) -> &'static str {
    match formation {
        Formation::Infantry(formation) => formation.name(),
        Formation::Cavalry(formation) => formation.name(),
        Formation::Mounted(true) => "mounted",
        Formation::Mounted(false) => "dismounted",
        Formation::Limbered(true) => "limbered",
        Formation::Limbered(false) => "unlimbered",
    }
}

/// A formation as it is written on a button.
pub fn form_label(formation: Formation) -> String {
    match formation {
        Formation::Mounted(true) => "Mount".to_owned(),
        Formation::Mounted(false) => "Dismount".to_owned(),
        Formation::Limbered(true) => "Limber".to_owned(),
        Formation::Limbered(false) => "Unlimber".to_owned(),
        other => crate::overlay::style::capital(formation_name(other)),
    }
}

fn hint(name: &str) -> &'static str {
    match name {
        "fire" => "The volley at the enemy that was clicked, or at the best target",
        "fire deliberate" => "Both actions for one careful fire",
        "fire area" => "At the place of an enemy whom it does not see",
        "charge" => "Home with the bayonet: every stage is shown before the word of command",
        "reform" => "Back into good order from disorder",
        "rally" => "A shaken unit tries to mend its morale",
        "disengage" => "Runs from the enemy",
        "prolonge" => "Fires and falls back a little with the drag ropes out",
        "take_horse" => "Takes over a horse of the battery beside it",
        "merge" => "Two depleted regiments become one",
        "attach" => "A depleted regiment joins a sound one for good",
        "withdraw" => "Goes over the edge of the table, as it was told to",
        "show" => {
            "Hidden units are placed on the table for good, which costs nothing, and go on there"
        }
        "hold" => "Does nothing more in this turn",
        _ => "",
    }
}
