//! Who supports a neighbour.

use super::{Ground, Morale, Rules, Scale, Unit};

impl Unit {
    /// Whether it can give support to a neighbour: in order or disorder, formed, not depleted.
    /// A merged regiment or one with an attached stand shows two stands and does support.
    ///
    /// Rules: `morale.support_who`.
    pub fn can_support(&self) -> bool {
        matches!(self.morale, Morale::GoodOrder | Morale::Disorder)
            && !self.is_skirmishing()
            && !self.is_depleted()
    }
}

impl Rules {
    /// How close a friend must stand to give support on that ground.
    ///
    /// Rules: `support.distance`.
    pub fn support_distance(&self, scale: Scale, ground: Ground) -> f32 {
        let distance = self.scales.at(scale).support;
        match ground {
            Ground::Road | Ground::Trail | Ground::Open => distance.open,
            Ground::Broken | Ground::LightWoods => distance.broken,
            Ground::Rough | Ground::HeavyWoods => distance.close,
        }
    }
}
