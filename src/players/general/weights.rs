//! What a general makes of what he sees: how much each thing counts, in figures of plain troops
//! unless it says otherwise.

/// Weights with their names, and what they are in a general that plans.
macro_rules! weights {
    ($(#[doc = $doc:literal] $name:ident = $hard:expr,)+) => {
        /// How much each thing counts.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Weights {
            $(#[doc = $doc] pub(super) $name: f64,)+
        }

        impl Weights {
            /// Their names.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];

            /// As they were set by hand and by many battles.
            pub const HARD: Self = Self { $($name: $hard,)+ };

            /// One of them by its name, for whoever tries out others.
            pub fn named(&mut self, name: &str) -> Option<&mut f64> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

weights! {
    /// What is left of a unit's worth in disorder.
    ragged_worth = 0.8,
    /// What is left of it when it is shaken.
    shaken_worth = 0.42,
    /// What is left of it when it runs.
    routed_worth = 0.12,
    /// What falling back costs beside.
    back = 0.25,
    /// A section of guns in figures.
    section = 2.2,
    /// What a figure that falls counts against one that is out of order.
    hit = 1.15,
    /// How much stronger an attacker wants to be than those he attacks.
    odds = 1.7,
    /// What an inch of way is worth against what is lacking somewhere.
    march = 0.07,
    /// What it is worth to be where others of the brigade are.
    together = 0.25,
    /// What it is worth to be there already.
    here = 0.35,
    /// How much stronger a defender wants to be than those who come.
    keep = 1.1,
    /// What an inch of the way to ground that is to be taken is worth.
    way = 0.15,
    /// What an inch off ground that is to be kept is worth.
    off = 0.24,
    /// How far around a place it is looked who is stronger there, as at 15 mm.
    local = 6.5,
    /// What the enemy's fire counts.
    fire = 0.6,
    /// What it costs to be weaker than the enemy around, for each figure.
    weaker = 0.1,
    /// What a friend beside is worth.
    beside = 0.22,
    /// What it is worth to stand on ground that is to be taken.
    on = 0.8,
    /// What an inch nearer to whoever stands there is worth.
    quarry = 0.05,
    /// What it costs guns to stand before all others.
    unguarded = 0.5,
    /// What it costs to show a flank to somebody near.
    flank = 1.0,
    /// How much more pressing everything is in the last two turns.
    late = 1.3,
    /// What a place on the ground is worth at the end, if too few are there.
    last = 3.0,
    /// What it costs to be off ground that is to be kept at all.
    astray = 0.7,
    /// What an inch off its ground costs a battery that keeps it.
    battery_keeps = 0.15,
    /// What an inch out of reach costs a battery that helps to take ground.
    battery_goes = 0.1,
    /// What an inch too near to the enemy costs a battery.
    battery_near = 0.35,
    /// What an inch away from the enemy is worth to the broken.
    mend = 0.14,
    /// How pressing it is to come nearer.
    haste = 0.75,
    /// What an inch away from the brigade costs.
    alone = 0.05,
    /// What a degree costs that somebody looks past the enemy.
    look = 0.007,
    /// What friends around count against the enemy around.
    ours = 1.1,
    /// What it costs to go through the ranks of friends.
    through = 0.35,
    /// What disorder costs near the enemy.
    disorder = 0.9,
    /// What disorder costs where nobody is near.
    ragged = 0.15,
    /// What a thin line costs where a charge may come.
    thin = 0.35,
    /// What it costs to change the line.
    change = 0.25,
    /// What a thin line counts for what it is spared.
    spares = 1.3,
    /// What order counts where nobody is near to make use of its lack.
    calm = 0.45,
    /// What a fire from a new place counts at once.
    at_once = 0.9,
    /// What a fire counts that is only possible there.
    ready = 0.4,
    /// What holding still is worth: nobody moves for nothing.
    still = 0.15,
    /// What order counts where somebody is near.
    order = 1.3,
    /// How much more a fire counts at whoever stands on the ground that is fought for.
    trespass = 0.3,
    /// What a rally is worth beside what it mends.
    rally = 0.1,
    /// Less promising charges by a first look are not looked at again.
    first_look = -1.5,
    /// What the word of command costs: the order of the line, the reaction of the next turn.
    trouble = 0.1,
    /// How much more ground counts in the last two turns.
    due = 2.0,
    /// What a repulse counts of what it costs.
    repulse = 0.85,
    /// What the place counts where the charge ends.
    there = 0.6,
    /// What it costs to charge alone.
    lone = 0.25,
    /// What it is worth to drive somebody from the ground that is fought for.
    ground = 1.6,
    /// What it counts in a charge that one army is nearer to breaking than the other.
    bears = 0.8,
    /// What somebody loses who gives way before a charge, of his worth.
    gives = 0.35,
    /// What he loses who runs before it.
    routs = 0.75,
    /// What the fire counts that others have at a charge.
    gauntlet = 0.7,
    /// What it costs a group to leave ground that is to be kept.
    leaving = 1.5,
    /// What two fires one after the other are worth of one.
    twice = 1.75,
    /// What a group must do more than its units one by one.
    better = 0.25,
    /// What it costs a group to declare a charge.
    onset = 0.3,
    /// What a march together is worth of what it brings each.
    marching = 0.3,
    /// What a volley after an advance counts.
    volley = 0.9,
    /// How likely somebody close by is to come closer still.
    likely = 0.45,
    /// What the shots at others count that may offer themselves.
    others = 0.4,
    /// A reaction must promise this much.
    worth_it = 0.08,
    /// What order counts in the enemy's turn.
    reform = 0.2,
    /// What a reaction kept is worth.
    hold = 0.06,
    /// What is won and lost when a charge is met by a charge.
    counter = 0.4,
    /// How much a flank shown counts in the enemy's turn.
    face = 1.0,
    /// What an inch too near costs a leader.
    risk = 0.15,
    /// What a leader in a fight is worth.
    lead = 1.0,
    /// What it counts that strength is lacking at some ground.
    lacking = 3.0,
    /// What an inch counts that is too far to be gone in time.
    late_there = 0.4,
    /// What a charge costs that does not get there.
    misses = 0.8,
    /// What it is worth to have won a clash, whatever else it brings.
    home = 0.2,
    /// What it costs to have lost one, beside.
    thrown = 0.4,
    /// What whoever fires now does who can fire again.
    again = 1.75,
    /// What the second shot at a unit counts of what it takes.
    second = 0.6,
    /// What an inch in the way of those who come in costs.
    in_the_way = 0.12,
    /// What fire counts where a charge ends.
    spent = 0.5,
    /// What it costs to crowd.
    crowd = 0.1,
    /// How near guns want to be, of their reach.
    gunshot = 0.85,
    /// What ground that is to be kept is worth to whoever is the only one there.
    guard = 0.5,
}
