//! The answers with several parts: a list of components, and a label for each cell.

use core::array;
use core::fmt;
use core::iter::{Map, Take};
use core::marker::PhantomData;
use core::slice;

use bitboard_core::picture::write_picture;
use bitboard_core::{Cell, RowMajor};

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

    /// Returns the components, in an unspecified order.
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

/// The component of each cell of a board, as a number. Made by [`label`](crate::label).
///
/// ```
/// use cc_table::bitboard_core::Cell;
/// use cc_table::{Board, Connectivity, label};
///
/// let labels = label(Board::<4, 2>::new(0b0100_1011), Connectivity::Four);
/// assert_eq!((labels.count(), labels.as_slice()), (3, &[1, 1, 0, 2, 0, 0, 3, 0][..]));
/// assert_eq!(labels.get(Cell::new(3, 0).unwrap()), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Labels<const W: usize, const H: usize> {
    /// By bit; 0 where no cell is set.
    labels: [u8; 128],
    count: u8,
}

impl<const W: usize, const H: usize> Labels<W, H> {
    pub(super) const fn new() -> Self {
        const { assert_shape(W, H) };
        Self { labels: [0; 128], count: 0 }
    }

    /// Gives the cells of a component the next number.
    #[inline(always)]
    pub(super) fn add(&mut self, component: Board<W, H>) {
        self.count += 1;
        for cell in component {
            self.labels[cell.index() as usize] = self.count;
        }
    }

    /// Returns the number of components, which is the largest label.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.count as u32
    }

    /// Returns the label of a cell, 0 if it is not set.
    #[must_use]
    pub fn get(&self, cell: Cell<RowMajor<W, H>>) -> u8 {
        self.labels[cell.index() as usize]
    }

    /// Returns the W·H labels, row by row from the top.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.labels[..W * H]
    }
}

impl<const W: usize, const H: usize> fmt::Display for Labels<W, H> {
    /// A picture: the labels in columns, `.` for cells that are not set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = if self.count < 10 { 1 } else { 2 };
        write_picture(f, width, |f, cell, width| match self.get(cell) {
            0 => write!(f, "{:>width$}", '.'),
            label => write!(f, "{label:>width$}"),
        })
    }
}

impl<const W: usize, const H: usize> fmt::Debug for Labels<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Labels\n{self}")
    }
}

/// Lists of components and labels are sequences. Both are validated on deserialization.
#[cfg(feature = "serde")]
mod serialize {
    use serde::de::{Error, SeqAccess, Visitor};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::*;

    /// Reads a sequence: `add` gets each element, and an error is what it expected.
    struct Elements<T, E, F>(T, F, PhantomData<E>);

    impl<'de, T, E: Deserialize<'de>, F> Visitor<'de> for Elements<T, E, F>
    where
        F: FnMut(&mut T, E) -> Result<(), &'static str>,
    {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a sequence")
        }

        fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<T, A::Error> {
            while let Some(element) = seq.next_element()? {
                (self.1)(&mut self.0, element).map_err(A::Error::custom)?;
            }
            Ok(self.0)
        }
    }

    impl<const W: usize, const H: usize> Serialize for Components<W, H> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self)
        }
    }

    impl<'de, const W: usize, const H: usize> Deserialize<'de> for Components<W, H> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let mut seen = Board::EMPTY;
            let add = |found: &mut Self, component: Board<W, H>| {
                if found.len() == ROOM || component.is_empty() || !seen.is_disjoint(component) {
                    return Err("expected at most 64 disjoint components with cells");
                }
                seen |= component;
                found.push(component);
                Ok(())
            };
            deserializer.deserialize_seq(Elements(Self::new(), add, PhantomData))
        }
    }

    impl<const W: usize, const H: usize> Serialize for Labels<W, H> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.as_slice())
        }
    }

    impl<'de, const W: usize, const H: usize> Deserialize<'de> for Labels<W, H> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let mut read = 0;
            let add = |found: &mut Self, label: u8| {
                // New labels count from 1 in the order of cells.
                let is_next = label <= found.count + 1 && usize::from(label) <= ROOM;
                if read == W * H || !is_next {
                    return Err(
                        "expected a label for each cell, in the order of their lowest cells",
                    );
                }
                found.labels[read] = label;
                found.count = found.count.max(label);
                read += 1;
                Ok(())
            };
            let found = deserializer.deserialize_seq(Elements(Self::new(), add, PhantomData))?;
            if read < W * H {
                Err(D::Error::custom("expected a label for each cell"))
            } else {
                Ok(found)
            }
        }
    }
}
