//! Queries about the components of one board, each answered in its fastest way.

use core::fmt;
use core::iter::FusedIterator;

use bitboard_core::{Cell, Connectivity, RowMajor, write_picture};

use crate::board::{Board, assert_shape};
use crate::components::Components;
use crate::dispatch::{self, Simd};
use crate::kernel::automaton::Automaton;
use crate::kernel::flood::{flood, take_first};
use crate::kernel::{halves, mask, shrink};

/// Returns the components of a board, in an unspecified order.
///
/// ```
/// use cc_table::{Board, Connectivity, components};
///
/// let board: Board<6, 4> = "
///     X X X . . .
///     X . X . . X
///     . . X . X .
///     . . X . . X".parse()?;
/// let sizes: Vec<u32> = components(board, Connectivity::Eight).into_iter().map(Board::len).collect();
/// assert_eq!(sizes.len(), 2);
/// assert!(sizes.contains(&7) && sizes.contains(&3));
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[inline]
#[must_use]
pub fn components<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
) -> Components<W, H> {
    let mut found = Components::new();
    components_into(board, connectivity, &mut found);
    found
}

/// Writes the components of a board to `found`, replacing its contents. The order is unspecified.
///
/// See [`Components`] for an example.
///
/// ```
/// use cc_table::{Board, Components, Connectivity, components_into};
///
/// let mut found = Components::new();
/// components_into(Board::<6, 12>::new(0b101), Connectivity::Four, &mut found);
/// assert_eq!(found.len(), 2);
/// components_into(Board::<6, 12>::new(0b111), Connectivity::Four, &mut found);
/// assert_eq!(found.len(), 1);
/// ```
#[inline]
pub fn components_into<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
    found: &mut Components<W, H>,
) {
    const { assert_shape(W, H) };
    dispatch::components(Simd::best(), board, connectivity, found);
}

/// Returns the components of at least `min` cells, in the order of their lowest cells.
///
/// Components of fewer cells, up to 3, are removed all at once before any is split off.
///
/// ```
/// use cc_table::{Board, Connectivity, components_at_least};
///
/// let board: Board<6, 3> = "
///     X X . X X X
///     . X . . X .
///     X . . X . X".parse()?;
/// let large: Vec<_> = components_at_least(board, 4, Connectivity::Four).collect();
/// assert_eq!(large.len(), 1);
/// assert_eq!(large[0].to_string(), "\
/// . . . X X X
/// . . . . X .
/// . . . . . .");
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[inline]
#[must_use]
pub fn components_at_least<const W: usize, const H: usize>(
    board: Board<W, H>,
    min: u32,
    connectivity: Connectivity,
) -> impl FusedIterator<Item = Board<W, H>> + Clone {
    let rest = mask_at_least(board, min.min(4), connectivity);
    AtLeast { rest, min, connectivity }
}

/// The components of `rest` of at least `min` cells.
#[derive(Clone)]
struct AtLeast<const W: usize, const H: usize> {
    rest: Board<W, H>,
    min: u32,
    connectivity: Connectivity,
}

impl<const W: usize, const H: usize> Iterator for AtLeast<W, H> {
    type Item = Board<W, H>;

    #[inline]
    fn next(&mut self) -> Option<Board<W, H>> {
        while !self.rest.is_empty() {
            let component = take_first(&mut self.rest, self.connectivity);
            if self.min <= 4 || component.len() >= self.min {
                return Some(component);
            }
        }
        None
    }
}

impl<const W: usize, const H: usize> FusedIterator for AtLeast<W, H> {}

/// Returns the cells of all components of at least `min` cells. For `min` up to 4 there is no loop.
///
/// ```
/// use cc_table::{Board, Connectivity, mask_at_least};
///
/// let board: Board<6, 3> = "
///     X X . X X X
///     . X . . X .
///     X . . X . X".parse()?;
/// assert_eq!(mask_at_least(board, 3, Connectivity::Four).to_string(), "\
/// X X . X X X
/// . X . . X .
/// . . . . . .");
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[inline]
#[must_use]
pub fn mask_at_least<const W: usize, const H: usize>(
    board: Board<W, H>,
    min: u32,
    connectivity: Connectivity,
) -> Board<W, H> {
    const { assert_shape(W, H) };
    match min {
        0 | 1 => board,
        2 => mask::twos(board, connectivity),
        3 => mask::threes(board, connectivity),
        4 => halves::fours::<W, H, false, u128>(board, connectivity),
        _ => {
            let mut cells = Board::EMPTY;
            for component in components_at_least(board, min, connectivity) {
                cells |= component;
            }
            cells
        }
    }
}

/// Returns the number of components of a board.
///
/// ```
/// use cc_table::{Board, Connectivity, count};
///
/// let board: Board<6, 4> = "
///     X X X . . .
///     X . X . . .
///     . . X . X .
///     . . X X . X".parse()?;
/// assert_eq!(count(board, Connectivity::Four), 3);
/// assert_eq!(count(board, Connectivity::Eight), 1);
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[inline]
#[must_use]
pub fn count<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
) -> u32 {
    const { assert_shape(W, H) };
    match Automaton::of_width(W, connectivity) {
        Some(automaton) => automaton.count(board),
        None => shrink::count(board, connectivity),
    }
}

/// Returns the component with the most cells. If there are several, it is the one with the lowest cell;
/// on an empty board it is empty.
///
/// ```
/// use cc_table::{Board, Connectivity, largest};
///
/// let board: Board<5, 2> = "
///     X . X X .
///     X . . X .".parse()?;
/// assert_eq!(largest(board, Connectivity::Four).to_string(), "\
/// . . X X .
/// . . . X .");
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[inline]
#[must_use]
pub fn largest<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
) -> Board<W, H> {
    let four = mask_at_least(board, 4, connectivity);
    let mut rest = if four.is_empty() { board } else { four };
    let mut largest = Board::EMPTY;
    while rest.len() > largest.len() {
        let component = take_first(&mut rest, connectivity);
        if component.len() > largest.len() {
            largest = component;
        }
    }
    largest
}

/// Returns the component of one cell, empty if the cell is not set.
///
/// ```
/// use cc_table::bitboard_core::Cell;
/// use cc_table::{Board, Connectivity, component_of};
///
/// let board: Board<4, 2> = "
///     X X . X
///     . . X X".parse()?;
/// let corner = Cell::new(3, 0).unwrap();
/// assert_eq!(component_of(board, corner, Connectivity::Four).len(), 3);
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[inline]
#[must_use]
pub fn component_of<const W: usize, const H: usize>(
    board: Board<W, H>,
    cell: Cell<RowMajor<W, H>>,
    connectivity: Connectivity,
) -> Board<W, H> {
    const { assert_shape(W, H) };
    flood(Board::from_cell(cell), board, connectivity)
}

/// The component of each cell of a board, as a number. Made by [`label`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Labels<const W: usize, const H: usize> {
    /// By bit; 0 where no cell is set.
    labels: [u8; 128],
    count: u8,
}

/// Labels the cells of a board: 1 for the component with the lowest cell, 2 for the next, and so on; 0 for
/// cells that are not set.
///
/// ```
/// use cc_table::{Board, Connectivity, label};
///
/// let board: Board<4, 3> = "
///     X X . X
///     . . . X
///     X . X .".parse()?;
/// assert_eq!(label(board, Connectivity::Four).to_string(), "\
/// 1 1 . 2
/// . . . 2
/// 3 . 4 .");
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[inline]
#[must_use]
pub fn label<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
) -> Labels<W, H> {
    const { assert_shape(W, H) };
    let mut result = Labels { labels: [0; 128], count: 0 };
    let mut rest = board;
    while !rest.is_empty() {
        let component = take_first(&mut rest, connectivity);
        result.count += 1;
        for cell in component {
            result.labels[cell.index() as usize] = result.count;
        }
    }
    result
}

impl<const W: usize, const H: usize> Labels<W, H> {
    /// Number of components, which is the largest label.
    ///
    /// ```
    /// use cc_table::{Board, Connectivity, label};
    ///
    /// assert_eq!(label(Board::<6, 12>::FULL, Connectivity::Four).count(), 1);
    /// ```
    #[must_use]
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// The label of a cell, 0 if it is not set.
    ///
    /// ```
    /// use cc_table::bitboard_core::Cell;
    /// use cc_table::{Board, Connectivity, label};
    ///
    /// let labels = label(Board::<4, 2>::new(0b0001_0011), Connectivity::Four);
    /// assert_eq!(labels.get(Cell::new(1, 0).unwrap()), 1);
    /// assert_eq!(labels.get(Cell::new(2, 0).unwrap()), 0);
    /// ```
    #[must_use]
    pub fn get(&self, cell: Cell<RowMajor<W, H>>) -> u8 {
        self.labels[cell.index() as usize]
    }

    /// The W·H labels, row by row from the top.
    ///
    /// ```
    /// use cc_table::{Board, Connectivity, label};
    ///
    /// let labels = label(Board::<4, 2>::new(0b0100_1011), Connectivity::Four);
    /// assert_eq!(labels.as_slice(), [1, 1, 0, 2, 0, 0, 3, 0]);
    /// ```
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.labels[..W * H]
    }
}

#[cfg(feature = "serde")]
impl<const W: usize, const H: usize> Labels<W, H> {
    /// `None` if new labels do not count from 1 in the order of cells.
    pub(crate) fn from_array(labels: [u8; 128]) -> Option<Self> {
        let mut count = 0;
        for &label in &labels {
            if label > count + 1 {
                return None;
            }
            count = count.max(label);
        }
        (usize::from(count) <= crate::components::ROOM).then_some(Self { labels, count })
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
