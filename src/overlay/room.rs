//! Room on the screen: what is taken already, in small squares.

use bevy_egui::egui::{Pos2, Rect};

/// The side of a square in points.
const SIDE: f32 = 6.0;

/// What of a square is taken.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Taken {
    #[default]
    Free,
    /// By somebody on the table: better not covered.
    Troops,
    /// By a panel or another plate.
    Wholly,
}

/// The free part of the screen.
pub struct Room {
    within: Rect,
    wide: usize,
    squares: Vec<Taken>,
}

impl Room {
    /// All free.
    pub fn new(within: Rect) -> Self {
        let count = |long: f32| (long.max(0.0) / SIDE).ceil() as usize;
        let (wide, high) = (count(within.width()), count(within.height()));
        Self {
            within,
            wide,
            squares: vec![Taken::Free; wide * high],
        }
    }

    /// The squares that a box touches.
    fn squares(&self, rect: Rect) -> impl Iterator<Item = usize> + use<> {
        let rect = rect.intersect(self.within);
        let wide = self.wide;
        let number = |along: f32| (along / SIDE).max(0.0) as usize;
        let empty = rect.is_negative();
        let (left, right) = (
            number(rect.left() - self.within.left()),
            number(rect.right() - self.within.left() - 0.01),
        );
        let (top, bottom) = (
            number(rect.top() - self.within.top()),
            number(rect.bottom() - self.within.top() - 0.01),
        );
        let last = self.squares.len();
        (top..=bottom)
            .flat_map(move |row| (left..=right).map(move |column| row * wide + column))
            .filter(move |&square| !empty && square < last)
    }

    /// Somebody on the table is seen there.
    pub fn troops(&mut self, rect: Rect) {
        for square in self.squares(rect) {
            let taken = &mut self.squares[square];
            if *taken == Taken::Free {
                *taken = Taken::Troops;
            }
        }
    }

    /// Nothing else may be there.
    pub fn take(&mut self, rect: Rect) {
        for square in self.squares(rect) {
            self.squares[square] = Taken::Wholly;
        }
    }

    /// How many squares of troops a box would cover; nothing where it does not fit at all.
    pub fn covers(&self, rect: Rect) -> Option<usize> {
        if !self.within.contains_rect(rect) {
            return None;
        }
        let mut troops = 0;
        for square in self.squares(rect) {
            match self.squares[square] {
                Taken::Free => {}
                Taken::Troops => troops += 1,
                Taken::Wholly => return None,
            }
        }
        Some(troops)
    }

    /// The nearest place for a box of that size inside.
    pub fn inside(&self, rect: Rect) -> Rect {
        let low = self.within.min;
        let high = self.within.max - rect.size();
        let min = Pos2::new(
            rect.min.x.clamp(low.x, high.x.max(low.x)),
            rect.min.y.clamp(low.y, high.y.max(low.y)),
        );
        Rect::from_min_size(min, rect.size())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{pos2, vec2};

    #[test]
    fn plates_keep_clear() {
        let mut room = Room::new(Rect::from_min_size(pos2(100.0, 50.0), vec2(300.0, 200.0)));
        let plate = Rect::from_min_size(pos2(150.0, 100.0), vec2(60.0, 16.0));
        assert_eq!(room.covers(plate), Some(0));
        room.troops(Rect::from_min_size(pos2(160.0, 104.0), vec2(12.0, 6.0)));
        assert!(room.covers(plate).is_some_and(|squares| squares > 0));
        room.take(plate);
        assert_eq!(room.covers(plate.translate(vec2(30.0, 0.0))), None);
        assert_eq!(room.covers(plate.translate(vec2(0.0, 30.0))), Some(0));
        assert_eq!(
            room.covers(plate.translate(vec2(-80.0, 30.0))),
            None,
            "outside"
        );
        let back = room.inside(plate.translate(vec2(-80.0, 30.0)));
        assert_eq!(back.min, pos2(100.0, 130.0));
    }
}
