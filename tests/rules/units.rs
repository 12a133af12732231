//! Units for tests, in few words.

use deadly_field::rules::*;

pub fn infantry(quality: Quality, figures: u32) -> Unit {
    Unit {
        troops: Troops::Infantry {
            weapon: Some(InfantryWeapon::RifleMusket),
            formation: InfantryFormation::BattleLine,
        },
        side: Side::Union,
        quality,
        strength: figures,
        bearing: None,
        lost_sections: 0,
        stands: Stands { now: 2, full: 2 },
        morale: Morale::GoodOrder,
        charging: false,
        traits: Traits::default(),
    }
}

pub fn cavalry(quality: Quality, figures: u32, mounted: bool) -> Unit {
    Unit {
        troops: Troops::Cavalry {
            weapon: Some(CavalryWeapon::SharpsCarbine),
            formation: CavalryFormation::Line,
            mounted,
        },
        ..infantry(quality, figures)
    }
}

pub fn battery(quality: Quality, gun: Gun, sections: u32) -> Unit {
    Unit {
        troops: Troops::Artillery {
            gun: Some(gun),
            limbered: false,
        },
        stands: Stands { now: 1, full: 1 },
        ..infantry(quality, sections)
    }
}

/// Small changes to a unit, one after the other.
pub trait With {
    fn formation(self, formation: InfantryFormation) -> Self;
    fn cavalry_formation(self, formation: CavalryFormation) -> Self;
    fn weapon(self, weapon: InfantryWeapon) -> Self;
    fn carrying(self, weapon: CavalryWeapon) -> Self;
    fn morale(self, morale: Morale) -> Self;
    fn depleted(self) -> Self;
    fn charging(self) -> Self;
    fn limbered(self) -> Self;
    fn traits(self, traits: Traits) -> Self;
}

impl With for Unit {
    fn formation(mut self, new: InfantryFormation) -> Self {
        if let Troops::Infantry { formation, .. } = &mut self.troops {
            *formation = new;
        }
        self
    }

    fn cavalry_formation(mut self, new: CavalryFormation) -> Self {
        if let Troops::Cavalry { formation, .. } = &mut self.troops {
            *formation = new;
        }
        self
    }

    fn weapon(mut self, new: InfantryWeapon) -> Self {
        if let Troops::Infantry { weapon, .. } = &mut self.troops {
            *weapon = Some(new);
        }
        self
    }

    fn carrying(mut self, new: CavalryWeapon) -> Self {
        if let Troops::Cavalry { weapon, .. } = &mut self.troops {
            *weapon = Some(new);
        }
        self
    }

    fn morale(mut self, morale: Morale) -> Self {
        self.morale = morale;
        self
    }

    fn depleted(mut self) -> Self {
        self.stands.now = 1;
        self
    }

    fn charging(mut self) -> Self {
        self.charging = true;
        self
    }

    fn limbered(mut self) -> Self {
        if let Troops::Artillery { limbered, .. } = &mut self.troops {
            *limbered = true;
        }
        self
    }

    fn traits(mut self, traits: Traits) -> Self {
        self.traits = traits;
        self
    }
}
