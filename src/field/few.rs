//! A list that stays off the heap as long as it is short.

use std::ops::Deref;

/// Up to `N` items in place, more on the heap.
#[derive(Clone, Debug)]
pub struct Few<T, const N: usize> {
    few: [T; N],
    count: usize,
    /// All of them, where there are more than a few.
    many: Vec<T>,
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    /// One more.
    #[inline]
    pub fn push(&mut self, item: T) {
        if let Some(place) = self.few.get_mut(self.count) {
            *place = item;
        } else {
            if self.many.is_empty() {
                self.many.extend(self.few);
            }
            self.many.push(item);
        }
        self.count += 1;
    }

    /// None any more.
    #[inline]
    pub fn clear(&mut self) {
        self.count = 0;
        self.many.clear();
    }

    /// To be sorted or changed.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        if self.count > N {
            &mut self.many
        } else {
            &mut self.few[..self.count]
        }
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        if self.count > N {
            &self.many
        } else {
            &self.few[..self.count]
        }
    }
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    #[inline]
    fn default() -> Self {
        Self {
            few: [T::default(); N],
            count: 0,
            many: Vec::new(),
        }
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Few<T, N> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut few = Self::default();
        items.into_iter().for_each(|item| few.push(item));
        few
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a Few<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
