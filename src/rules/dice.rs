//! Exact distributions of six-sided dice.

use std::sync::LazyLock;

/// The most dice that any rule rolls at once.
pub const MOST_DICE: u32 = 8;
const SUMS: usize = MOST_DICE as usize * 6 + 1;

/// `WAYS[n][s]`: in how many ways n dice sum to s.
static WAYS: LazyLock<[[u32; SUMS]; MOST_DICE as usize + 1]> = LazyLock::new(|| {
    let mut ways = [[0; SUMS]; MOST_DICE as usize + 1];
    ways[0][0] = 1;
    for dice in 1..=MOST_DICE as usize {
        for sum in 0..SUMS {
            ways[dice][sum] = (1..=6.min(sum))
                .map(|face| ways[dice - 1][sum - face])
                .sum();
        }
    }
    ways
});

/// `AT_LEAST[n][s]`: how probable it is that n dice sum to s or more.
static AT_LEAST: LazyLock<[[f64; SUMS + 1]; MOST_DICE as usize + 1]> = LazyLock::new(|| {
    let mut at_least = [[0.0; SUMS + 1]; MOST_DICE as usize + 1];
    for dice in 0..=MOST_DICE as usize {
        let all = 6f64.powi(dice as i32);
        let mut tail = 0u64;
        for sum in (0..SUMS).rev() {
            tail += u64::from(WAYS[dice][sum]);
            at_least[dice][sum] = tail as f64 / all;
        }
    }
    at_least
});

/// How probable it is that so many dice sum to exactly that.
pub fn chance_of(dice: u32, sum: i32) -> f64 {
    let dice = dice.min(MOST_DICE) as usize;
    match usize::try_from(sum) {
        Ok(sum) if sum < SUMS => f64::from(WAYS[dice][sum]) / 6f64.powi(dice as i32),
        _ => 0.0,
    }
}

/// How probable it is that so many dice sum to that or more.
pub fn chance_at_least(dice: u32, sum: i32) -> f64 {
    let dice = dice.min(MOST_DICE) as usize;
    AT_LEAST[dice][sum.clamp(0, SUMS as i32) as usize]
}

/// One die of which a 6 is rolled once more and added: how probable that or more is.
pub fn chance_at_least_exploding(sum: i32) -> f64 {
    let without_six = (1..=5).filter(|&face| face >= sum).count() as f64 / 6.0;
    let with_six = (1..=6).filter(|&face| 6 + face >= sum).count() as f64 / 36.0;
    without_six + with_six
}

/// Every roll of two dice, all equally probable.
pub fn two_dice() -> impl Iterator<Item = [u8; 2]> {
    (1..=6).flat_map(|first| (1..=6).map(move |second| [first, second]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_make_seven_in_six_of_thirty_six_ways() {
        assert!((chance_of(2, 7) - 6.0 / 36.0).abs() < 1e-15);
        assert!((chance_at_least(2, 12) - 1.0 / 36.0).abs() < 1e-15);
        assert_eq!(chance_at_least(3, -4), 1.0);
        assert_eq!(chance_at_least(3, 19), 0.0);
    }

    #[test]
    fn every_distribution_sums_to_one() {
        for dice in 0..=MOST_DICE {
            let all: f64 = (0..=48).map(|sum| chance_of(dice, sum)).sum();
            assert!((all - 1.0).abs() < 1e-12, "{dice} dice: {all}");
        }
    }

    #[test]
    fn a_six_is_rolled_again_once() {
        assert_eq!(chance_at_least_exploding(1), 1.0);
        assert!((chance_at_least_exploding(6) - 1.0 / 6.0).abs() < 1e-15);
        assert!((chance_at_least_exploding(12) - 1.0 / 36.0).abs() < 1e-15);
        assert_eq!(chance_at_least_exploding(13), 0.0);
    }
}
