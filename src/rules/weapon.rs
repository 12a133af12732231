//! Small arms and guns.

use super::named::named;

named! {
    /// What an infantry regiment carries.
    pub enum InfantryWeapon: "weapon of infantry" {
        /// Rifle-muskets.
        RifleMusket = "rifle_musket",
        /// Smoothbore muskets with buck and ball.
        SmoothboreMusket = "smoothbore_musket",
        /// A mix of muskets.
        MixedMuskets = "mixed_muskets",
        /// Spencer or Henry repeating rifles.
        SpencerHenry = "spencer_henry",
        /// Colt revolving rifles.
        ColtRevolving = "colt_revolving",
        /// Sharps breechloading rifles.
        SharpsRifle = "sharps_rifle",
        /// Picked rifle-muskets of sharpshooters.
        SharpshooterRifle = "sharpshooter_rifle",
        /// Old flintlocks.
        OldFlintlock = "old_flintlock",
    }
}

named! {
    /// What a cavalry unit carries beside its pistols.
    pub enum CavalryWeapon: "weapon of cavalry" {
        /// Rifle-muskets.
        RifleMusket = "rifle_musket",
        /// A mix of weapons.
        MixedWeapons = "mixed_weapons",
        /// Shotguns.
        Shotgun = "shotgun",
        /// Repeating carbines.
        RepeatingCarbine = "repeating_carbine",
        /// Sharps breechloading carbines.
        SharpsCarbine = "sharps_carbine",
        /// Other breechloading carbines.
        BreechloadingCarbine = "breechloading_carbine",
        /// Muzzleloading carbines.
        MuzzleloadingCarbine = "muzzleloading_carbine",
        /// Pistols only.
        Pistol = "pistol",
    }
}

impl CavalryWeapon {
    /// Shotguns and pistols serve at arm's length only.
    ///
    /// Rules: `cavalry.pbf_weapons`.
    pub fn only_at_point_blank(self) -> bool {
        matches!(self, Self::Shotgun | Self::Pistol)
    }
}

named! {
    /// The guns of a battery.
    pub enum Gun: "gun" {
        /// 6-pounder smoothbore.
        SixPounder = "6pdr_gun",
        /// 12-pounder Napoleon.
        Napoleon = "12pdr_napoleon",
        /// 12-pounder howitzer.
        Howitzer12 = "12pdr_howitzer",
        /// 24-pounder howitzer.
        Howitzer24 = "24pdr_howitzer",
        /// 10-pounder Parrott rifle.
        Parrott10 = "10pdr_parrott",
        /// 3-inch Ordnance rifle.
        Ordnance3 = "3in_ordnance",
        /// 14-pounder James rifle.
        James = "14pdr_james",
        /// Breechloading Whitworth rifle.
        Whitworth = "whitworth",
        /// 6-pounder Wiard rifle.
        Wiard = "6pdr_wiard",
        /// 20-pounder Parrott rifle.
        Parrott20 = "20pdr_parrott",
        /// 30-pounder Parrott rifle on a field carriage.
        Parrott30 = "30pdr_parrott",
        /// Rifles and smoothbores together.
        Mixed = "mixed_guns",
        /// 30-pounder Parrott siege rifle.
        SiegeParrott30 = "siege_30pdr_parrott",
        /// 4½-inch Ordnance siege rifle.
        SiegeOrdnance = "siege_4_5in_ordnance",
        /// 18-pounder siege gun.
        Siege18 = "siege_18pdr",
        /// 24-pounder siege gun.
        Siege24 = "siege_24pdr",
        /// 8-inch siege gun or howitzer.
        Siege8 = "siege_8in",
        /// Mixed siege guns.
        SiegeMixed = "siege_mixed",
        /// 32-pounder fortress gun.
        Fortress32 = "fortress_32pdr",
        /// 42-pounder fortress gun.
        Fortress42 = "fortress_42pdr",
        /// 8-inch Columbiad.
        Columbiad8 = "fortress_8in_columbiad",
        /// 10-inch Columbiad.
        Columbiad10 = "fortress_10in_columbiad",
        /// 15-inch Columbiad.
        Columbiad15 = "fortress_15in_columbiad",
        /// 100-pounder Parrott rifle.
        Parrott100 = "fortress_100pdr_parrott",
        /// 200-pounder Parrott rifle.
        Parrott200 = "fortress_200pdr_parrott",
        /// 300-pounder Parrott rifle.
        Parrott300 = "fortress_300pdr_parrott",
        /// 7-inch Brooke rifle.
        Brooke7 = "fortress_7in_brooke",
        /// 15-inch Rodman.
        Rodman15 = "fortress_15in_rodman",
        /// 10-inch Dahlgren.
        Dahlgren10 = "fortress_10in_dahlgren",
        /// 80-pounder Whitworth rifle.
        Whitworth80 = "fortress_80pdr_whitworth",
        /// Mixed fortress guns.
        FortressMixed = "fortress_mixed",
    }
}

named! {
    /// What kind of battery a gun belongs to.
    pub enum GunClass: "class of guns" {
        /// Goes with the army in the field.
        Field = "field",
        /// Hauled up for a siege.
        Siege = "siege",
        /// Stands in its works for good.
        Fortress = "fortress",
    }
}

named! {
    /// Which canister a battery throws and whether it counts as rifled.
    pub enum Bore: "bore" {
        /// Smoothbores.
        Smoothbore = "smoothbore",
        /// Rifles.
        Rifled = "rifled",
        /// Both in one battery: the canister of rifles, but not "rifled" against guns.
        Mixed = "mixed",
    }
}

impl Gun {
    /// Field, siege or fortress gun.
    pub fn class(self) -> GunClass {
        if self < Self::SiegeParrott30 {
            GunClass::Field
        } else if self < Self::Fortress32 {
            GunClass::Siege
        } else {
            GunClass::Fortress
        }
    }

    /// Several kinds of its class in one battery.
    pub fn mixed(self) -> Self {
        match self.class() {
            GunClass::Field => Self::Mixed,
            GunClass::Siege => Self::SiegeMixed,
            GunClass::Fortress => Self::FortressMixed,
        }
    }

    /// Siege and fortress guns are the heavy ones.
    pub fn is_heavy(self) -> bool {
        self.class() != GunClass::Field
    }
}
