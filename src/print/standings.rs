//! What a tournament adds up to: who beats whom, and how strong everybody is.

use std::fmt::Write;

use serde_json::{Value, json};

use super::share::Share;
use crate::rules::Side;

/// Two battles of one scenario with the same seed, between the same two, who changed sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Who met whom, by their numbers among the players.
    pub players: (usize, usize),
    /// Which scenario, by its number.
    pub scenario: usize,
    /// The seed of both.
    pub seed: u64,
    /// Who won, with the first as the Union; `None` is a draw.
    pub first_as_union: Option<Side>,
    /// Who won, with the first as the Confederates.
    pub first_as_confederate: Option<Side>,
}

impl Pair {
    /// What the first player got of the two battles, from 0 to 2.
    fn points(&self) -> f64 {
        let got = |winner: Option<Side>, own: Side| match winner {
            Some(winner) if winner == own => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        got(self.first_as_union, Side::Union) + got(self.first_as_confederate, Side::Confederate)
    }
}

/// Two who met, from the first's side.
struct Meeting {
    battles: Share,
    /// Pairs that the first won, drew and lost.
    pairs: [usize; 3],
}

impl Meeting {
    fn of<'a>(pairs: impl Iterator<Item = &'a Pair>) -> Self {
        let mut meeting = Self {
            battles: Share { won: 0.0, of: 0 },
            pairs: [0; 3],
        };
        for pair in pairs {
            let points = pair.points();
            meeting.battles.won += points;
            meeting.battles.of += 2;
            let at = match points.total_cmp(&1.0) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 2,
            };
            meeting.pairs[at] += 1;
        }
        meeting
    }

    /// Pairs won, a drawn one as half.
    fn of_pairs(&self) -> Share {
        let [won, drawn, lost] = self.pairs;
        Share {
            won: won as f64 + 0.5 * drawn as f64,
            of: won + drawn + lost,
        }
    }

    /// Of the pairs that were won by one of them, those won by the first.
    fn of_decided(&self) -> Share {
        let [won, _, lost] = self.pairs;
        Share {
            won: won as f64,
            of: won + lost,
        }
    }

    fn json(&self) -> Value {
        let [won, drawn, lost] = self.pairs;
        json!({
            "battles": self.battles.json(),
            "pairs": { "won": won, "drawn": drawn, "lost": lost },
            "pairs_share": self.of_pairs().json(),
            "decided_pairs_share": self.of_decided().json(),
        })
    }
}

/// How strong somebody is, on the scale of chess: 100 points more win 64 of 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Points; all of them together have 1500 on average.
    pub points: f64,
    /// Within so many points to both sides it lies with 95 % certainty.
    pub within: f64,
}

/// A tournament.
pub struct Standings<'a> {
    players: &'a [String],
    scenarios: &'a [String],
    pairs: &'a [Pair],
    seconds: f64,
}

impl<'a> Standings<'a> {
    /// The standings after some pairs.
    pub fn of(
        (players, scenarios): (&'a [String], &'a [String]),
        pairs: &'a [Pair],
        seconds: f64,
    ) -> Self {
        Self {
            players,
            scenarios,
            pairs,
            seconds,
        }
    }

    fn met(&self, one: usize, other: usize) -> impl Iterator<Item = &'a Pair> + Clone {
        let met = move |pair: &&Pair| pair.players == (one, other);
        self.pairs.iter().filter(met)
    }

    /// Everybody who met whom.
    fn meetings(&self) -> impl Iterator<Item = (usize, usize)> {
        let many = self.players.len();
        (0..many).flat_map(move |one| (one + 1..many).map(move |other| (one, other)))
    }

    /// How strong everybody is.
    pub fn ratings(&self) -> Vec<Rating> {
        let many = self.players.len();
        let mut points = vec![vec![0.0; many]; many];
        for pair in self.pairs {
            let (one, other) = pair.players;
            let got = pair.points();
            points[one][other] += got;
            points[other][one] += 2.0 - got;
        }
        rate(&points)
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let battles = 2 * self.pairs.len();
        let _ = writeln!(
            text,
            "{battles} battles in {} pairs, {} scenarios, {:.1} s\n",
            self.pairs.len(),
            self.scenarios.len(),
            self.seconds
        );
        let ratings = self.ratings();
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&one, &other| ratings[other].points.total_cmp(&ratings[one].points));
        let wide = self.players.iter().map(String::len).max().unwrap_or(0);
        for (place, &player) in order.iter().enumerate() {
            let Rating { points, within } = ratings[player];
            let name = &self.players[player];
            let _ = writeln!(
                text,
                "{:>2}. {name:wide$} {points:5.0} ± {within:.0}",
                place + 1
            );
        }
        for (one, other) in self.meetings() {
            let all = Meeting::of(self.met(one, other));
            if all.battles.of == 0 {
                continue;
            }
            let (first, second) = (&self.players[one], &self.players[other]);
            let [won, drawn, lost] = all.pairs;
            let _ = writeln!(
                text,
                "\n{first} against {second}: {} of the battles; pairs {won} won, {drawn} drawn, \
                 {lost} lost: {}; of the decided {}",
                all.battles.percent(),
                all.of_pairs().percent(),
                all.of_decided().percent()
            );
            for (number, scenario) in self.scenarios.iter().enumerate() {
                let here = self.met(one, other).filter(|pair| pair.scenario == number);
                let here = Meeting::of(here);
                if here.battles.of > 0 {
                    let [won, drawn, lost] = here.pairs;
                    let _ = writeln!(
                        text,
                        "   {scenario}: {} of {} battles; pairs {won}, {drawn}, {lost}",
                        here.battles.won, here.battles.of
                    );
                }
            }
        }
        text
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let ratings = self.ratings();
        let players: Vec<Value> = self
            .players
            .iter()
            .zip(&ratings)
            .map(|(name, rating)| {
                let (low, high) = (rating.points - rating.within, rating.points + rating.within);
                json!({ "player": name, "rating": rating.points, "low": low, "high": high })
            })
            .collect();
        let meetings: Vec<Value> = self
            .meetings()
            .map(|(one, other)| {
                let scenarios: serde_json::Map<String, Value> = self
                    .scenarios
                    .iter()
                    .enumerate()
                    .map(|(number, name)| {
                        let here = self.met(one, other).filter(|pair| pair.scenario == number);
                        (name.clone(), Meeting::of(here).json())
                    })
                    .collect();
                let mut value = Meeting::of(self.met(one, other)).json();
                value["players"] = json!([self.players[one], self.players[other]]);
                value["scenarios"] = Value::Object(scenarios);
                value
            })
            .collect();
        json!({
            "players": players,
            "pairings": meetings,
            "battles": 2 * self.pairs.len(),
            "seconds": self.seconds,
        })
    }
}

/// What makes a natural logarithm of odds points of the scale.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The ratings by Bradley and Terry: `points[i][j]` is what one got against another. Everybody is
/// taken to have drawn once with each whom he met, so that nobody is infinitely strong.
fn rate(points: &[Vec<f64>]) -> Vec<Rating> {
    let many = points.len();
    let met = |i: usize, j: usize| points[i][j] + points[j][i] > 0.0;
    let got = |i: usize, j: usize| points[i][j] + 0.5 * f64::from(u8::from(met(i, j)));
    let others = |i: usize| (0..many).filter(move |&j| j != i && met(i, j));
    let mut strength = vec![1.0f64; many];
    for _ in 0..5_000 {
        let better = |i: usize| {
            let won: f64 = others(i).map(|j| got(i, j)).sum();
            let due: f64 = others(i)
                .map(|j| (got(i, j) + got(j, i)) / (strength[i] + strength[j]))
                .sum();
            if due > 0.0 { won / due } else { strength[i] }
        };
        let mut next: Vec<f64> = (0..many).map(better).collect();
        let mean = next.iter().map(|one| one.ln()).sum::<f64>() / many.max(1) as f64;
        next.iter_mut().for_each(|one| *one /= mean.exp());
        let moved = next.iter().zip(&strength);
        let moved: f64 = moved.map(|(now, then)| (now - then).abs()).sum();
        strength = next;
        if moved < 1e-9 {
            break;
        }
    }
    // How sharply the likelihood falls off; the mean of all is held by a term of its own.
    let weight = |i: usize, j: usize| {
        let both = strength[i] + strength[j];
        (got(i, j) + got(j, i)) * strength[i] * strength[j] / (both * both)
    };
    let sharpness = |i: usize, j: usize| match i == j {
        true => 1.0 + others(i).map(|j| weight(i, j)).sum::<f64>(),
        false if met(i, j) => 1.0 - weight(i, j),
        false => 1.0,
    };
    let sharp = (0..many)
        .map(|i| (0..many).map(|j| sharpness(i, j)).collect())
        .collect();
    let spread = inverse(sharp);
    (0..many)
        .map(|i| {
            // What the term that holds the mean has added is taken off again.
            let held = 1.0 / (many * many) as f64;
            let variance = spread
                .as_ref()
                .map_or(f64::NAN, |spread| spread[i][i] - held);
            Rating {
                points: 1500.0 + SCALE * strength[i].ln(),
                within: 1.96 * SCALE * variance.max(0.0).sqrt(),
            }
        })
        .collect()
}

/// The inverse of a matrix, by Gauss and Jordan; `None` if it has none.
fn inverse(mut of: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let many = of.len();
    let mut inverse: Vec<Vec<f64>> = (0..many)
        .map(|row| (0..many).map(|at| f64::from(u8::from(row == at))).collect())
        .collect();
    for at in 0..many {
        let pivot = (at..many).max_by(|&a, &b| of[a][at].abs().total_cmp(&of[b][at].abs()))?;
        if of[pivot][at].abs() < 1e-12 {
            return None;
        }
        of.swap(at, pivot);
        inverse.swap(at, pivot);
        let by = of[at][at];
        for matrix in [&mut of, &mut inverse] {
            matrix[at].iter_mut().for_each(|value| *value /= by);
        }
        for row in (0..many).filter(|&row| row != at) {
            let by = of[row][at];
            for matrix in [&mut of, &mut inverse] {
                let pivot = matrix[at].clone();
                for (value, pivot) in matrix[row].iter_mut().zip(pivot) {
                    *value -= by * pivot;
                }
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two who met 100 times, 75 to 25: the odds are three to one, which is 191 points, and the
    /// interval is that of the share.
    #[test]
    fn two_are_rated_by_their_odds() {
        let ratings = rate(&[vec![0.0, 74.5], vec![24.5, 0.0]]);
        let apart = ratings[0].points - ratings[1].points;
        assert!((apart - SCALE * 3.0f64.ln()).abs() < 0.1, "{apart}");
        let mean = (ratings[0].points + ratings[1].points) / 2.0;
        assert!((mean - 1500.0).abs() < 1e-6);
        // The difference of two has 1 / (n p q); each of them has half of its spread.
        let error = 1.96 * SCALE * (1.0f64 / (100.0 * 0.75 * 0.25)).sqrt();
        assert!((2.0 * ratings[0].within - error).abs() < 0.5, "{ratings:?}");
    }

    /// Nobody is infinitely strong, and who beats the better is the better.
    #[test]
    fn three_are_put_in_order() {
        let points = [
            vec![0.0, 10.0, 20.0],
            vec![0.0, 0.0, 12.0],
            vec![0.0, 8.0, 0.0],
        ];
        let ratings = rate(&points);
        assert!(ratings[0].points > ratings[1].points + 100.0, "{ratings:?}");
        assert!(ratings[1].points > ratings[2].points, "{ratings:?}");
        assert!(
            ratings
                .iter()
                .all(|one| one.points.is_finite() && one.within > 0.0)
        );
    }

    fn pair(as_union: Option<Side>, as_confederate: Option<Side>) -> Pair {
        Pair {
            players: (0, 1),
            scenario: 0,
            seed: 1,
            first_as_union: as_union,
            first_as_confederate: as_confederate,
        }
    }

    #[test]
    fn pairs_are_counted_for_the_first() {
        let (union, confederate) = (Some(Side::Union), Some(Side::Confederate));
        let pairs = [
            pair(union, confederate),
            pair(union, union),
            pair(confederate, union),
            pair(None, confederate),
        ];
        let meeting = Meeting::of(pairs.iter());
        assert_eq!(meeting.pairs, [2, 1, 1]);
        assert_eq!(meeting.battles, Share { won: 4.5, of: 8 });
        assert_eq!(meeting.of_decided(), Share { won: 2.0, of: 3 });
    }
}
