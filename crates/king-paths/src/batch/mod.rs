//! Many queries at once: as many boards as a vector register has words, side by side.
//!
//! The answers are those of [`all_shortest_paths`](crate::all_shortest_paths), bit for bit, on the chess board.
//!
//! ```
//! use bitboard_core::{Bitboard, Chess, Steps};
//! use king_paths::all_shortest_paths;
//! use king_paths::batch::{Batch, Kind};
//!
//! type Board = Bitboard<u64, Chess>;
//! let from = [Board::new(1 << 28), Board::new(1)];
//! let to = [Board::new(1 | 1 << 63), Board::new(1 << 63)];
//! let within = [Board::FULL, !Board::new(1 << 27)];
//!
//! let mut batch = Batch::new();
//! batch.find(Kind::King, &from, &to, &within)?;
//! assert_eq!(batch.get(0).map(|layers| layers.len()), Some(5));
//! let alone = all_shortest_paths(from[1], to[1], within[1], &Steps::KING);
//! assert!(batch.get(1).is_some_and(|layers| layers.iter().eq(alone.iter().copied())));
//! # Ok::<(), king_paths::batch::BatchError>(())
//! ```

use bitboard_core::{Bitboard, Chess};

use crate::arch;

mod kernel;
mod kind;
mod kinds;
mod lanes;
#[cfg(target_arch = "x86_64")]
mod lockstep;

pub use self::kind::{Kind, UnknownKind};

pub(crate) use self::kernel::{Buffers, find_each};
pub(crate) use self::kinds::Stepping;
pub(crate) use self::lanes::Lanes;
#[cfg(target_arch = "x86_64")]
pub(crate) use self::lockstep::{Vector, find_all};

type Board = Bitboard<u64, Chess>;

/// Which instructions are used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Simd {
    /// Those that every processor has: one query after the other.
    Portable,
    /// AVX2: vectors of four queries.
    Avx2,
    /// AVX-512: vectors of eight queries.
    Avx512,
}

impl Simd {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// Whether the processor has them. Without the feature `std` that must be known when compiling.
    #[must_use]
    pub fn is_available(self) -> bool {
        arch::has(self)
    }

    /// The best that the processor has.
    #[must_use]
    pub fn best() -> Self {
        let available = Self::ALL.into_iter().filter(|simd| simd.is_available());
        available.max().unwrap_or(Self::Portable)
    }
}

/// Why a batch has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// The slices are not equally long.
    #[error("{from} sets to begin with, {to} to end with, {within} to go through")]
    Lengths {
        /// How many sets to begin with there are.
        from: usize,
        /// How many to end with.
        to: usize,
        /// How many to go through.
        within: usize,
    },
}

/// The answers to many queries, and the memory for them, which is used again and again.
#[derive(Clone, Debug)]
pub struct Batch {
    simd: Simd,
    queries: usize,
    buffers: Buffers,
}

impl Batch {
    /// No answers yet; the best instructions of the processor.
    #[must_use]
    pub fn new() -> Self {
        Self { simd: Simd::best(), queries: 0, buffers: Buffers::default() }
    }

    /// No answers yet; these instructions, or `None` if the processor lacks them.
    #[must_use]
    pub fn with_simd(simd: Simd) -> Option<Self> {
        simd.is_available().then(|| Self { simd, ..Self::new() })
    }

    /// Which instructions are used.
    #[must_use]
    pub fn simd(&self) -> Simd {
        self.simd
    }

    /// All shortest paths from a square of `from[i]` to one of `to[i]` through `within[i]`, for all i. Earlier
    /// answers are forgotten.
    ///
    /// # Errors
    /// [`BatchError::Lengths`] if the slices are not equally long; there are no answers then.
    pub fn find(
        &mut self,
        kind: Kind,
        from: &[Board],
        to: &[Board],
        within: &[Board],
    ) -> Result<(), BatchError> {
        self.queries = 0;
        if from.len() != to.len() || from.len() != within.len() {
            let (from, to, within) = (from.len(), to.len(), within.len());
            return Err(BatchError::Lengths { from, to, within });
        }
        let sets = [from, to, within].map(Bitboard::slice_to_bits);
        arch::find(self.simd, kind, sets, &mut self.buffers);
        self.queries = from.len();
        Ok(())
    }

    /// How many answers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.queries
    }

    /// Whether there are no answers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.queries == 0
    }

    /// The answer to query `i`, from 0, if there is such a query.
    #[inline]
    #[must_use]
    pub fn get(&self, i: usize) -> Option<LayersInBatch<'_>> {
        if i >= self.queries {
            return None;
        }
        let (words, stride, len) = self.buffers.layers(i);
        Some(LayersInBatch { words, stride, len })
    }

    /// All answers in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = LayersInBatch<'_>> {
        (0..self.queries).map(|i| {
            let (words, stride, len) = self.buffers.layers(i);
            LayersInBatch { words, stride, len }
        })
    }
}

impl Default for Batch {
    fn default() -> Self {
        Self::new()
    }
}

/// The layers of one query of a batch: layer i holds the squares that are the i-th on some shortest path.
#[derive(Clone, Copy, Debug)]
pub struct LayersInBatch<'a> {
    /// Layer i is word `stride` · i.
    words: &'a [u64],
    stride: usize,
    len: usize,
}

impl LayersInBatch<'_> {
    /// How many layers there are: the number of squares on a path, 0 if there is none.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no path.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Layer `i`, from 0, if there are as many.
    #[inline]
    #[must_use]
    pub fn get(&self, i: usize) -> Option<Board> {
        (i < self.len).then(|| Board::from_bits_truncate(self.words[self.stride * i]))
    }

    /// All layers from first to last.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Board> + '_ {
        (0..self.len).map(|i| Board::from_bits_truncate(self.words[self.stride * i]))
    }
}
