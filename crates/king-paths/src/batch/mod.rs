//! Many queries at once: a vector holds one board of each of several queries.
//!
//! [`Batch`] keeps the answers and their memory; [`Batch::find`] chooses the instructions of the
//! processor and then the rule, once for all queries, and runs the search of `kernel`. The answers
//! are those of [`shortest_paths`](crate::shortest_paths), bit for bit, for any board of up to 128
//! cells and any moves, pawns included.
//!
//! ```
//! use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
//! use king_paths::batch::Batch;
//! use king_paths::shortest_paths;
//!
//! type Board = Bitboard<u64, Chess>;
//! let from = [Cell::E4, Cell::A1].map(Board::from);
//! let to = [Board::from(Cell::A1) | Cell::H8, Cell::H8.into()];
//! let within = [Board::FULL, !Board::from(Cell::D4)];
//!
//! let mut batch = Batch::new();
//! batch.find(&from, &to, &within, &Steps::KING)?;
//! assert_eq!(batch.get(0).and_then(|layers| layers.distance()), Some(4));
//! let alone = shortest_paths(from[1], to[1], within[1], &Steps::KING);
//! assert!(batch.get(1).is_some_and(|layers| layers.iter().eq(alone.layers().iter().copied())));
//! # Ok::<(), king_paths::batch::BatchError>(())
//! ```

use core::fmt;

use bitboard_core::dispatch::SimdLevel;
use bitboard_core::simd::VectorWord;
use bitboard_core::{Bitboard, Chess, Dilate, Geometry, Word};

mod kernel;

use self::kernel::{BatchSearch, Layers, Queries};

/// Error of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// The slices have different lengths.
    #[error(
        "expected slices of the same length, found {from} sets to start from, {to} to go to and {within} to go through"
    )]
    Lengths {
        /// Number of sets to start from.
        from: usize,
        /// Number of sets to go to.
        to: usize,
        /// Number of sets to go through.
        within: usize,
    },
}

/// The answers to many queries, in memory that is reused from one call to the next.
#[derive(Clone, Debug)]
pub struct Batch<W: Word = u64, G: Geometry = Chess> {
    simd_level: SimdLevel,
    queries: usize,
    layers: Layers<W, G>,
}

impl<W: VectorWord, G: Geometry> Batch<W, G> {
    /// Creates a batch without answers. It uses the best instructions of the processor.
    #[must_use]
    pub fn new() -> Self {
        Self::with_simd_level(SimdLevel::new())
    }

    /// Creates a batch without answers that uses the given instructions.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_simd_level(simd_level: SimdLevel) -> Self {
        Self { simd_level, queries: 0, layers: Layers::new() }
    }

    /// Finds all shortest paths from a cell of `from[i]` to a cell of `to[i]` through `within[i]`,
    /// for all i. Replaces earlier answers.
    ///
    /// ```
    /// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::batch::Batch;
    ///
    /// // White pawns of b2 and g2, which capture with every move.
    /// let from = [Cell::B2, Cell::G2].map(Bitboard::<u64, Chess>::from);
    /// let mut batch = Batch::new();
    /// let (to, within) = ([Bitboard::row(7); 2], [Bitboard::FULL; 2]);
    /// batch.find(&from, &to, &within, &Steps::WHITE_PAWN_CAPTURES)?;
    /// assert!(batch.iter().all(|layers| layers.distance() == Some(6)));
    /// # Ok::<(), king_paths::batch::BatchError>(())
    /// ```
    ///
    /// # Errors
    /// [`BatchError::Lengths`] if the slices have different lengths. There are no answers then.
    pub fn find<D: Dilate<G>>(
        &mut self,
        from: &[Bitboard<W, G>],
        to: &[Bitboard<W, G>],
        within: &[Bitboard<W, G>],
        moves: &D,
    ) -> Result<(), BatchError> {
        self.queries = 0;
        if from.len() != to.len() || from.len() != within.len() {
            let (from, to, within) = (from.len(), to.len(), within.len());
            return Err(BatchError::Lengths { from, to, within });
        }
        let queries = Queries { sets: [from, to, within], layers: &mut self.layers };
        self.simd_level.run(BatchSearch { moves, queries });
        self.queries = from.len();
        Ok(())
    }

    /// Number of answers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.queries
    }

    /// Returns whether there are no answers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.queries == 0
    }

    /// The answer to query `i`, from 0, or `None` if the query does not exist.
    #[inline]
    #[must_use]
    pub fn get(&self, i: usize) -> Option<BatchLayers<'_, W, G>> {
        (i < self.queries).then(|| self.answer(i))
    }

    /// All answers in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = BatchLayers<'_, W, G>> {
        (0..self.queries).map(|i| self.answer(i))
    }

    #[inline]
    fn answer(&self, i: usize) -> BatchLayers<'_, W, G> {
        let (boards, stride, len) = self.layers.of(i);
        BatchLayers { boards, stride, len }
    }
}

impl<W: VectorWord, G: Geometry> Default for Batch<W, G> {
    fn default() -> Self {
        Self::new()
    }
}

/// The layers of one query of a batch: layer i holds the cells that are the i-th on some shortest
/// path.
#[derive(Clone, Copy)]
pub struct BatchLayers<'a, W: Word, G: Geometry> {
    /// Layer i is board `stride` · i.
    boards: &'a [Bitboard<W, G>],
    stride: usize,
    len: usize,
}

impl<W: Word, G: Geometry> BatchLayers<'_, W, G> {
    /// Number of moves of a shortest path, 0 if the sets overlap, or `None` if there is no path.
    #[inline]
    #[must_use]
    pub fn distance(&self) -> Option<u32> {
        (self.len as u32).checked_sub(1)
    }

    /// Number of layers: the number of cells on a path, 0 if there is none.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether no path was found.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Layer `i`, from 0, or `None` if there are not that many.
    #[inline]
    #[must_use]
    pub fn get(&self, i: usize) -> Option<Bitboard<W, G>> {
        (i < self.len).then(|| self.boards[self.stride * i])
    }

    /// All layers from first to last.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Bitboard<W, G>> + '_ {
        (0..self.len).map(|i| self.boards[self.stride * i])
    }
}

impl<W: Word, G: Geometry> fmt::Debug for BatchLayers<'_, W, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BatchLayers")?;
        f.debug_list().entries(self.iter()).finish()
    }
}
