//! What a thread searches of a search that threads share.

/// The part of a search that belongs to one thread.
pub(crate) trait Share {
    /// Returns whether it is the thread of the caller.
    fn is_first(&self) -> bool;

    /// Returns whether all threads visit the partial solutions of this number of moves.
    fn visits_with_others(&self, moves: usize) -> bool;

    /// Returns whether a partial solution of this number of moves is left to another thread. Called
    /// once for each partial solution without islands, in the order of the search.
    fn leaves(&mut self, moves: usize, is_full: bool) -> bool;
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
