//! A list of components.

use core::array;
use core::fmt;
use core::iter::{Map, Take};
use core::marker::PhantomData;
use core::slice;

use crate::board::{Board, assert_shape};

/// The most components that a board can have. It is a power of two, so that an index is masked instead
/// of checked.
pub(crate) const ROOM: usize = 64;

/// A component in two halves, because a processor stalls when it loads as one value what was just
/// stored in two.
pub(crate) type Halves = [u64; 2];

/// The components of a board, at most 64, without an allocation.
///
/// [`components`](crate::components) returns them. [`components_into`](crate::components_into) reuses
/// the 1,032 bytes for many boards.
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
    pub(crate) found: [Halves; ROOM],
    pub(crate) len: usize,
    board: PhantomData<Board<W, H>>,
}

impl<const W: usize, const H: usize> Components<W, H> {
    /// An empty list.
    ///
    /// ```
    /// assert!(cc_table::Components::<6, 12>::new().is_empty());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        const { assert_shape(W, H) };
        Self { found: [[0; 2]; ROOM], len: 0, board: PhantomData }
    }

    /// Number of components.
    ///
    /// ```
    /// use cc_table::{Board, Connectivity, components};
    ///
    /// let board: Board<4, 2> = "
    ///     X X . X
    ///     . . X .".parse()?;
    /// assert_eq!(components(board, Connectivity::Four).len(), 3);
    /// # Ok::<(), bitboard_core::PictureError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no components.
    ///
    /// ```
    /// use cc_table::{Board, Connectivity, components};
    ///
    /// assert!(components(Board::<6, 12>::EMPTY, Connectivity::Four).is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The components, in an unspecified order.
    ///
    /// ```
    /// use cc_table::{Board, Connectivity, components};
    ///
    /// let board = Board::<4, 2>::new(0b0100_1011);
    /// let found = components(board, Connectivity::Four);
    /// assert_eq!(found.iter().map(Board::len).max(), Some(2));
    /// ```
    #[inline]
    pub fn iter(&self) -> Iter<'_, W, H> {
        self.found[..self.len].iter().map(|&halves| board(halves))
    }

    /// Component `i`, from 0.
    ///
    /// ```
    /// use cc_table::{Board, Connectivity, components};
    ///
    /// let found = components(Board::<6, 12>::FULL, Connectivity::Four);
    /// assert_eq!((found.get(0), found.get(1)), (Some(Board::FULL), None));
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, i: usize) -> Option<Board<W, H>> {
        self.found[..self.len].get(i).map(|&halves| board(halves))
    }

    /// Removes all components.
    ///
    /// ```
    /// use cc_table::{Board, Connectivity, components};
    ///
    /// let mut found = components(Board::<6, 12>::FULL, Connectivity::Four);
    /// found.clear();
    /// assert!(found.is_empty());
    /// ```
    #[inline]
    pub fn clear(&mut self) {
        self.found[..self.len].fill([0; 2]);
        self.len = 0;
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, component: Board<W, H>) {
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

impl<const W: usize, const H: usize> IntoIterator for Components<W, H> {
    type Item = Board<W, H>;
    type IntoIter = Map<Take<array::IntoIter<Halves, ROOM>>, fn(Halves) -> Board<W, H>>;

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
