//! What a general makes of what he sees: how much each thing counts, in figures of plain troops
//! unless it says otherwise.

/// How much each thing counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// What is left of a unit's worth in disorder.
    pub(super) ragged_worth: f64,
    /// What is left of it when it is shaken.
    pub(super) shaken_worth: f64,
    /// What is left of it when it runs.
    pub(super) routed_worth: f64,
    /// What falling back costs beside.
    pub(super) back: f64,
    /// A section of guns in figures.
    pub(super) section: f64,
    /// What a figure that falls counts against one that is out of order.
    pub(super) hit: f64,
    /// How much stronger an attacker wants to be than those he attacks.
    pub(super) odds: f64,
    /// What an inch of way is worth against what is lacking somewhere.
    pub(super) march: f64,
    /// What it is worth to be where others of the brigade are.
    pub(super) together: f64,
    /// What it is worth to be there already.
    pub(super) here: f64,
    /// How much stronger a defender wants to be than those who come.
    pub(super) keep: f64,
    /// What an inch of the way to ground that is to be taken is worth.
    pub(super) way: f64,
    /// What an inch off ground that is to be kept is worth.
    pub(super) off: f64,
    /// How far around a place it is looked who is stronger there, as at 15 mm.
    pub(super) local: f32,
    /// What the enemy's fire counts.
    pub(super) fire: f64,
    /// What it costs to be weaker than the enemy around, for each figure.
    pub(super) weaker: f64,
    /// What a friend beside is worth.
    pub(super) beside: f64,
    /// What it is worth to stand on ground that is to be taken.
    pub(super) on: f64,
    /// What an inch nearer to whoever stands there is worth.
    pub(super) quarry: f64,
    /// What it costs guns to stand before all others.
    pub(super) unguarded: f64,
    /// What it costs to show a flank to somebody near.
    pub(super) flank: f64,
    /// How much more pressing everything is in the last two turns.
    pub(super) late: f64,
    /// What a place on the ground is worth at the end, if too few are there.
    pub(super) last: f64,
    /// What it costs to be off ground that is to be kept at all.
    pub(super) astray: f64,
    /// What an inch off its ground costs a battery that keeps it.
    pub(super) battery_keeps: f64,
    /// What an inch out of reach costs a battery that helps to take ground.
    pub(super) battery_goes: f64,
    /// What an inch too near to the enemy costs a battery.
    pub(super) battery_near: f64,
    /// What an inch away from the enemy is worth to the broken.
    pub(super) mend: f64,
    /// How pressing it is to come nearer.
    pub(super) haste: f64,
    /// What an inch away from the brigade costs.
    pub(super) alone: f64,
    /// What a degree costs that somebody looks past the enemy.
    pub(super) look: f64,
    /// What friends around count against the enemy around.
    pub(super) ours: f64,
    /// What it costs to go through the ranks of friends.
    pub(super) through: f64,
    /// What disorder costs near the enemy.
    pub(super) disorder: f64,
    /// What disorder costs where nobody is near.
    pub(super) ragged: f64,
    /// What a thin line costs where a charge may come.
    pub(super) thin: f64,
    /// What it costs to change the line.
    pub(super) change: f64,
    /// What a thin line counts for what it is spared.
    pub(super) spares: f64,
    /// What order counts where nobody is near to make use of its lack.
    pub(super) calm: f64,
    /// What a fire from a new place counts at once.
    pub(super) at_once: f64,
    /// What a fire counts that is only possible there.
    pub(super) ready: f64,
    /// What holding still is worth: nobody moves for nothing.
    pub(super) still: f64,
    /// What order counts where somebody is near.
    pub(super) order: f64,
    /// How much more a fire counts at whoever stands on the ground that is fought for.
    pub(super) trespass: f64,
    /// What a rally is worth beside what it mends.
    pub(super) rally: f64,
    /// Less promising charges by a first look are not looked at again.
    pub(super) first_look: f64,
    /// What the word of command costs: the order of the line, the reaction of the next turn.
    pub(super) trouble: f64,
    /// How much more ground counts in the last two turns.
    pub(super) due: f64,
    /// What a repulse counts of what it costs.
    pub(super) repulse: f64,
    /// What the place counts where the charge ends.
    pub(super) there: f64,
    /// What it costs to charge alone.
    pub(super) lone: f64,
    /// What it is worth to drive somebody from the ground that is fought for.
    pub(super) ground: f64,
    /// What it counts in a charge that one army is nearer to breaking than the other.
    pub(super) bears: f64,
    /// What somebody loses who gives way before a charge, of his worth.
    pub(super) gives: f64,
    /// What he loses who runs before it.
    pub(super) routs: f64,
    /// What the fire counts that others have at a charge.
    pub(super) gauntlet: f64,
    /// What it costs a group to leave ground that is to be kept.
    pub(super) leaving: f64,
    /// What two fires one after the other are worth of one.
    pub(super) twice: f64,
    /// What a group must do more than its units one by one.
    pub(super) better: f64,
    /// What it costs a group to declare a charge.
    pub(super) onset: f64,
    /// What a march together is worth of what it brings each.
    pub(super) marching: f64,
    /// What a volley after an advance counts.
    pub(super) volley: f64,
    /// How likely somebody close by is to come closer still.
    pub(super) likely: f64,
    /// What the shots at others count that may offer themselves.
    pub(super) others: f64,
    /// A reaction must promise this much.
    pub(super) worth_it: f64,
    /// What order counts in the enemy's turn.
    pub(super) reform: f64,
    /// What a reaction kept is worth.
    pub(super) hold: f64,
    /// What is won and lost when a charge is met by a charge.
    pub(super) counter: f64,
    /// How much a flank shown counts in the enemy's turn.
    pub(super) face: f64,
    /// What an inch too near costs a leader.
    pub(super) risk: f64,
    /// What a leader in a fight is worth.
    pub(super) lead: f64,
}

impl Weights {
    /// As they were set by hand and by many battles.
    pub const HARD: Self = Self {
        ragged_worth: 0.8,
        shaken_worth: 0.42,
        routed_worth: 0.12,
        back: 0.25,
        section: 2.2,
        hit: 1.15,
        odds: 1.7,
        march: 0.07,
        together: 0.25,
        here: 0.35,
        keep: 1.1,
        way: 0.15,
        off: 0.24,
        local: 6.5,
        fire: 0.6,
        weaker: 0.1,
        beside: 0.22,
        on: 0.8,
        quarry: 0.05,
        unguarded: 0.5,
        flank: 1.0,
        late: 1.3,
        last: 3.0,
        astray: 0.7,
        battery_keeps: 0.15,
        battery_goes: 0.1,
        battery_near: 0.35,
        mend: 0.14,
        haste: 0.75,
        alone: 0.05,
        look: 0.007,
        ours: 1.1,
        through: 0.35,
        disorder: 0.9,
        ragged: 0.15,
        thin: 0.35,
        change: 0.25,
        spares: 1.3,
        calm: 0.45,
        at_once: 0.9,
        ready: 0.4,
        still: 0.15,
        order: 1.3,
        trespass: 0.3,
        rally: 0.1,
        first_look: -1.5,
        trouble: 0.1,
        due: 2.0,
        repulse: 0.85,
        there: 0.6,
        lone: 0.25,
        ground: 1.6,
        bears: 0.8,
        gives: 0.35,
        routs: 0.75,
        gauntlet: 0.7,
        leaving: 1.5,
        twice: 1.75,
        better: 0.25,
        onset: 0.3,
        marching: 0.3,
        volley: 0.9,
        likely: 0.45,
        others: 0.4,
        worth_it: 0.08,
        reform: 0.2,
        hold: 0.06,
        counter: 0.4,
        face: 1.0,
        risk: 0.15,
        lead: 1.0,
    };
}
