//! A list of components.

use core::array;
use core::fmt;
use core::iter::{Map, Take};
use core::marker::PhantomData;
use core::slice;

use super::{Board, assert_shape};

/// The most components that a board can have. It is a power of two, so that an index is masked
/// instead of checked.
pub(crate) const ROOM: usize = 64;

/// A component in two halves, because a processor stalls when it loads as one value what was just
/// stored in two.
pub(crate) type Halves = [u64; 2];

/// The components of a board, at most 64, without an allocation.
///
/// [`components`](crate::components) returns them. [`components_into`](crate::components_into)
/// reuses the 1,032 bytes for many boards.
///
/// ```
/// use cc_table::{Board, Components, Connectivity, components_into};
///
/// let mut found = Components::new();
/// for bits in [0x2101800040, 0x1040005040000] {
///     let board = Board::<6, 12>::new(bits);
///     components_into(board, Connectivity::Four, &mut found);
///     assert_eq!(found.iter().fold(Board::EMPTY, |all, component| all | component), board);
/// }
/// ```
#[derive(Clone)]
pub struct Components<const W: usize, const H: usize> {
    /// All zero from `len` on.
    pub(super) found: [Halves; ROOM],
    pub(super) len: usize,
    board: PhantomData<Board<W, H>>,
}

impl<const W: usize, const H: usize> Components<W, H> {
    /// Creates an empty list.
    #[must_use]
    pub const fn new() -> Self {
        const { assert_shape(W, H) };
        Self { found: [[0; 2]; ROOM], len: 0, board: PhantomData }
    }

    /// Returns the number of components.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no components.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the components, in the order of the function that found them.
    #[inline]
    pub fn iter(&self) -> Iter<'_, W, H> {
        self.found[..self.len].iter().map(|&halves| board(halves))
    }

    /// Returns component `i`, from 0.
    #[inline]
    #[must_use]
    pub fn get(&self, i: usize) -> Option<Board<W, H>> {
        self.found[..self.len].get(i).map(|&halves| board(halves))
    }

    /// Removes all components.
    #[inline]
    pub fn clear(&mut self) {
        self.found[..self.len].fill([0; 2]);
        self.len = 0;
    }

    #[inline(always)]
    pub(super) fn push(&mut self, component: Board<W, H>) {
        let bits = component.bits();
        self.found[self.len] = [bits as u64, (bits >> 64) as u64];
        self.len += 1;
    }
}

#[inline(always)]
fn board<const W: usize, const H: usize>([low, high]: Halves) -> Board<W, H> {
    Board::from_bits_truncate(u128::from(low) | u128::from(high) << 64)
}

/// Iterator over borrowed [`Components`].
type Iter<'a, const W: usize, const H: usize> =
    Map<slice::Iter<'a, Halves>, fn(&'a Halves) -> Board<W, H>>;
/// Iterator over [`Components`].
type IntoIter<const W: usize, const H: usize> =
    Map<Take<array::IntoIter<Halves, ROOM>>, fn(Halves) -> Board<W, H>>;

impl<const W: usize, const H: usize> IntoIterator for Components<W, H> {
    type Item = Board<W, H>;
    type IntoIter = IntoIter<W, H>;

    fn into_iter(self) -> Self::IntoIter {
        self.found.into_iter().take(self.len).map(board)
    }
}

impl<'a, const W: usize, const H: usize> IntoIterator for &'a Components<W, H> {
    type Item = Board<W, H>;
    type IntoIter = Iter<'a, W, H>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<const W: usize, const H: usize> Default for Components<W, H> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const W: usize, const H: usize> PartialEq for Components<W, H> {
    /// Returns whether the lists are equal, which includes the order.
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other)
    }
}

impl<const W: usize, const H: usize> Eq for Components<W, H> {}

impl<const W: usize, const H: usize> fmt::Debug for Components<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

#[cfg(feature = "serde")]
impl<const W: usize, const H: usize> serde::Serialize for Components<W, H> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}
