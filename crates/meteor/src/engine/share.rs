//! Shares of a search.

/// The part of a search that belongs to one thread.
pub(crate) trait Share {
    /// Returns whether it is the thread of the caller.
    fn is_first(&self) -> bool;

    /// Returns whether all threads visit the partial solutions with one piece more than `pieces`.
    fn visits_with_others(&self, pieces: usize) -> bool;

    /// Returns whether a partial solution with one piece more than `pieces`, full or not, is left to
    /// another thread.
    fn leaves(&mut self, pieces: usize, is_full: bool) -> bool;
}

/// The whole search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alone;

impl Share for Alone {
    #[inline]
    fn is_first(&self) -> bool {
        true
    }

    #[inline]
    fn visits_with_others(&self, _: usize) -> bool {
        false
    }

    #[inline]
    fn leaves(&mut self, _: usize, _: bool) -> bool {
        false
    }
}
