//! What a fact changes in the charges that run.

use crate::army::{Army, Charge, ChargeId, Contact, Fact, Follower, Start, UnitId};
use crate::field::Placement;

impl Army {
    pub(super) fn apply_to_charges(&mut self, fact: &Fact) {
        match fact {
            Fact::Charge {
                charge,
                lead,
                assaults,
                followers,
                way,
                inches,
                disorder_point,
                halt,
                ..
            } => {
                for assault in assaults {
                    self.interrupt(assault.target);
                }
                let contacts = assaults
                    .iter()
                    .map(|assault| Contact::new(assault.unit, assault.target, *inches))
                    .collect();
                self.begin_charge(Charge {
                    id: *charge,
                    lead: *lead,
                    contacts,
                    followers: followers.clone(),
                    way: *way,
                    gone: 0.0,
                    end: *inches,
                    disorder_point: *disorder_point,
                    halt: *halt,
                    backing: Vec::new(),
                    resolving: false,
                    starts: Vec::new(),
                    foes: Vec::new(),
                    counter: None,
                });
            }
            Fact::ChargedOn {
                charge,
                unit,
                enemy,
                followers,
                way,
                inches,
                fleeing,
            } => {
                let contact = Contact {
                    fleeing: *fleeing,
                    ..Contact::new(*unit, *enemy, *inches)
                };
                self.unit_mut(*unit).charging = !self.record(*unit).desperate;
                self.start_charge(Charge {
                    id: *charge,
                    lead: *unit,
                    contacts: vec![contact],
                    followers: followers.clone(),
                    way: *way,
                    gone: 0.0,
                    end: *inches,
                    disorder_point: 0.0,
                    halt: None,
                    backing: Vec::new(),
                    resolving: false,
                    starts: Vec::new(),
                    foes: Vec::new(),
                    counter: None,
                });
            }
            Fact::Strode { charge, inches } => self.in_charge(*charge, |one| one.gone += inches),
            Fact::Closing { charge, contact } => self.in_charge(*charge, |one| {
                let known = one.contacts.iter_mut().find(|own| own.unit == contact.unit);
                if let Some(known) = known {
                    *known = *contact;
                }
            }),
            Fact::Ranks {
                charge,
                lead,
                contacts,
                followers,
            } => self.in_charge(*charge, |one| {
                one.lead = *lead;
                one.contacts.clone_from(contacts);
                one.followers.clone_from(followers);
            }),
            Fact::Resolving { charge } => self.in_charge(*charge, |one| one.resolving = true),
            Fact::Halted { charge, .. } => self.in_charge(*charge, |one| one.halt = None),
            Fact::Backed {
                unit,
                friend,
                charge,
            } => self.in_charge(*charge, |one| one.backing.push((*unit, *friend))),
            Fact::Countercharge {
                unit,
                charger,
                charge,
                desperate,
                ..
            } => {
                self.unit_mut(*unit).charging = !desperate;
                self.record_mut(*unit).desperate |= desperate;
                self.split_charge(*charge, *charger, *unit);
            }
            Fact::Joined { unit, charger } => self.join_charge(*unit, *charger),
            Fact::ChargeEnded { unit } => self.unit_mut(*unit).charging = false,
            Fact::ChargeOver { charge } => self.charges.retain(|one| one.id != *charge),
            Fact::Impact {
                attacker, defender, ..
            } => {
                self.unit_mut(*attacker).charging = false;
                self.unit_mut(*defender).charging = false;
            }
            _ => {}
        }
    }

    fn in_charge(&mut self, id: ChargeId, change: impl FnOnce(&mut Charge)) {
        if let Some(charge) = self.charges.iter_mut().find(|charge| charge.id == id) {
            change(charge);
        }
    }

    /// Everybody in a new charge runs.
    fn begin_charge(&mut self, charge: Charge) {
        for unit in charge.units() {
            self.units[unit.at()].0.charging = true;
            self.records[unit.at()].charged = true;
        }
        self.start_charge(charge);
    }

    /// A charge begins where everybody in it stands.
    fn start_charge(&mut self, mut charge: Charge) {
        let start = |unit| Start {
            unit,
            at: self.placement(unit),
        };
        charge.starts = charge.units().map(start).collect();
        let side = self.side(charge.lead).other();
        let reach = charge.end + IN_THE_WAY;
        let near = |foe: &UnitId| {
            let there = self.placement(*foe).at;
            let mut from = charge.starts.iter().map(|start| start.at.at);
            from.any(|at| at.distance(there) <= reach)
        };
        charge.foes = self.present_of(side).filter(near).map(start).collect();
        self.charges_begun += 1;
        self.charges.push(charge);
    }

    /// Takes a charger, with all who follow him, out of his charge into one of its own that ends
    /// with the clash.
    fn split_charge(&mut self, new: ChargeId, charger: UnitId, counter: UnitId) {
        let start = |unit| Start {
            unit,
            at: self.placement(unit),
        };
        let (start, met) = (start(counter), start(charger));
        let known = self
            .charges
            .iter_mut()
            .rev()
            .find(|charge| !charge.resolving && charge.contact(charger).is_some());
        let Some(charge) = known else { return };
        let mut own = charge.clone();
        charge.contacts.retain(|contact| contact.unit != charger);
        charge.followers.retain(|other| other.behind != charger);
        own.id = new;
        own.lead = charger;
        own.contacts.retain(|contact| contact.unit == charger);
        own.followers.retain(|other| other.behind == charger);
        own.resolving = true;
        own.counter = Some(counter);
        own.starts.push(start);
        own.foes.push(met);
        for contact in &mut own.contacts {
            (contact.met, contact.resolved) = (true, true);
        }
        self.charges_begun += 1;
        self.charges.push(own);
    }

    fn join_charge(&mut self, unit: UnitId, charger: UnitId) {
        let at = self.placement(unit);
        let known = self
            .charges
            .iter_mut()
            .rev()
            .find(|charge| !charge.resolving && charge.has(charger));
        let Some(charge) = known else { return };
        let behind = charge.leading(charger);
        charge.followers.push(Follower { unit, behind });
        // As if it had come along from the start.
        let at = Placement {
            at: at.at - charge.way * charge.gone,
            ..at
        };
        charge.starts.push(Start { unit, at });
        self.unit_mut(unit).charging = true;
        let record = self.record_mut(unit);
        record.activated = true;
        record.charged = true;
        record.actions = 0;
    }
}

/// Inches beyond its own reach within which a charge may come upon somebody.
const IN_THE_WAY: f32 = 12.0;
