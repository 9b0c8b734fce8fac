//! The memory of a query: the transfer graph and its counts take it from an [`Arena`].
//!
//! Lists that can become long grow by [`Arena::push`] and [`Arena::reserve`], which subtract their
//! memory from that of the query, so no stage has to know what the others use.

use alloc::vec::Vec;

use crate::engine::budget::Budget;
use crate::engine::error::Failure;

/// Memory of a limited size.
#[derive(Debug)]
pub(crate) struct Arena<'q, 'a> {
    /// Filling memory takes time, too.
    pub(crate) budget: &'q mut Budget<'a>,
    /// The bytes that lists can still take.
    pub(crate) left: usize,
}

/// The smallest capacity of a list that grows.
const FIRST_CAPACITY: usize = 16;
/// The number of values of a new list that are written between two reports of work.
const PORTION: usize = 1 << 14;

impl<'q, 'a> Arena<'q, 'a> {
    /// An arena of this number of bytes.
    pub(crate) fn new(bytes: usize, budget: &'q mut Budget<'a>) -> Self {
        Self { budget, left: bytes }
    }

    /// Adds a value to the end of a list.
    #[inline]
    pub(crate) fn push<T>(&mut self, values: &mut Vec<T>, value: T) -> Result<(), Failure> {
        self.reserve(values, 1)?;
        values.push(value);
        Ok(())
    }

    /// Makes room for `more` values.
    #[inline]
    pub(crate) fn reserve<T>(&mut self, values: &mut Vec<T>, more: usize) -> Result<(), Failure> {
        if values.capacity() - values.len() >= more { Ok(()) } else { self.grow(values, more) }
    }

    /// While a list grows, its old and its new block are both in memory. Only one of them is
    /// charged.
    #[cold]
    fn grow<T>(&mut self, values: &mut Vec<T>, more: usize) -> Result<(), Failure> {
        let capacity = (values.len() + more).max(2 * values.capacity()).max(FIRST_CAPACITY);
        self.charge((capacity - values.capacity()) * size_of::<T>())?;
        Ok(values.try_reserve_exact(capacity - values.len())?)
    }

    /// A list of `len` equal values.
    pub(crate) fn filled<T: Clone>(&mut self, len: usize, value: T) -> Result<Vec<T>, Failure> {
        self.charge(len * size_of::<T>())?;
        let mut values = Vec::new();
        values.try_reserve_exact(len)?;
        // The first write to each page takes long, because the system has to map it.
        while values.len() < len {
            let next = len.min(values.len() + PORTION);
            self.budget.work(next - values.len())?;
            values.resize(next, value.clone());
        }
        Ok(values)
    }

    /// Returns the memory of a list that is dropped.
    pub(crate) fn free<T>(&mut self, values: Vec<T>) {
        self.left += values.capacity() * size_of::<T>();
    }

    /// Subtracts bytes from the memory.
    fn charge(&mut self, bytes: usize) -> Result<(), Failure> {
        self.left = self.left.checked_sub(bytes).ok_or(Failure::TooLarge)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use bitboard_core::Limits;

    use super::*;
    use crate::engine::budget::Watches;

    #[test]
    fn lists_are_charged_for_their_room() {
        const MEMORY: usize = 1 << 20;
        let watches = Watches::new(&Limits::new());
        let mut budget = watches.budget();
        let mut arena = Arena::new(MEMORY, &mut budget);
        let mut list: Vec<u32> = Vec::new();
        for more in [1, 100, 1000, 3, 5000] {
            arena.reserve(&mut list, more).unwrap();
            let len = list.len() + more;
            assert!((len..=2 * len.max(FIRST_CAPACITY)).contains(&list.capacity()));
            assert_eq!(arena.left, MEMORY - 4 * list.capacity());
            list.resize(len, 0);
        }
        let before = arena.left;
        let other = arena.filled(1000, 0_u64).unwrap();
        assert_eq!((other.len(), arena.left), (1000, before - 8000));
        arena.free(other);
        assert_eq!(arena.left, before);
        arena.free(list);
        assert_eq!(arena.left, MEMORY);
        let refused = arena.reserve(&mut Vec::<u8>::new(), MEMORY + 1);
        assert!(matches!(refused, Err(Failure::TooLarge)));
    }
}
