//! The components of one board.

use core::array;
use core::fmt;
use core::iter::{Map, Take};
use core::marker::PhantomData;

use crate::Grid;
use crate::grid::assert_shape;

/// The most components a board can have. A power of two, so that an index is cut to it rather than
/// checked.
pub(crate) const ROOM: usize = 64;

/// A component in two halves. Halves, because a processor stalls when it loads in one piece what
/// was just stored in two.
pub(crate) type Halves = [u64; 2];

/// The components of one board, at most 64. It can be reused for other boards.
///
/// ```
/// use cc_table::{Board, Buffer, Connectivity, components_into};
///
/// let mut buffer = Buffer::new();
/// for word in [0x2101800040, 0x1040005040000] {
///     components_into(Board::from_bits_truncate(word), Connectivity::Four, &mut buffer);
///     assert_eq!(buffer.iter().fold(Board::EMPTY, |all, component| all | component).bits(), word);
/// }
/// ```
#[derive(Clone)]
pub struct Buffer<const W: usize, const H: usize> {
    /// All zero from `len` on.
    pub(crate) found: [Halves; ROOM],
    pub(crate) len: usize,
    board: PhantomData<Grid<W, H>>,
}

impl<const W: usize, const H: usize> Buffer<W, H> {
    /// An empty buffer: 1,032 bytes, no allocation.
    #[must_use]
    pub const fn new() -> Self {
        const { assert_shape(W, H) };
        Self { found: [[0; 2]; ROOM], len: 0, board: PhantomData }
    }

    /// How many components there are.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The components, in the order in which they were found.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Grid<W, H>> + DoubleEndedIterator + '_ {
        self.found[..self.len].iter().map(|&halves| Grid::from_bits_truncate(whole(halves)))
    }

    /// Component `i`, counted from 0.
    #[inline]
    #[must_use]
    pub fn get(&self, i: usize) -> Option<Grid<W, H>> {
        self.found[..self.len].get(i).map(|&halves| Grid::from_bits_truncate(whole(halves)))
    }

    /// Forgets all components.
    #[inline]
    pub fn clear(&mut self) {
        self.found[..self.len].fill([0; 2]);
        self.len = 0;
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, component: Grid<W, H>) {
        self.found[self.len] = split(component.bits());
        self.len += 1;
    }
}

#[inline(always)]
pub(crate) const fn whole([low, high]: Halves) -> u128 {
    low as u128 | (high as u128) << 64
}

#[inline(always)]
pub(crate) const fn split(word: u128) -> Halves {
    [word as u64, (word >> 64) as u64]
}

impl<const W: usize, const H: usize> IntoIterator for Buffer<W, H> {
    type Item = Grid<W, H>;
    type IntoIter = Map<Take<array::IntoIter<Halves, ROOM>>, fn(Halves) -> Grid<W, H>>;

    /// The components, in the order in which they were found.
    fn into_iter(self) -> Self::IntoIter {
        self.found.into_iter().take(self.len).map(|halves| Grid::from_bits_truncate(whole(halves)))
    }
}

impl<const W: usize, const H: usize> Default for Buffer<W, H> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const W: usize, const H: usize> fmt::Debug for Buffer<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
