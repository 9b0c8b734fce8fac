//! The questions one asks about the components of a board, each by its fastest way.

use bitboard_core::{Cell, RowMajor};

use crate::buffer::Buffer;
use crate::engine::automaton::Automaton;
use crate::engine::dispatch::Simd;
use crate::engine::flood::{self, take_first};
use crate::engine::halves::fours;
use crate::engine::mask::threes;
use crate::engine::neighbors::neighbors;
use crate::grid::{Grid, assert_shape};
use crate::{Connectivity, engine};

/// Returns the components of a board. The order is unspecified.
///
/// ```
/// use cc_table::{Board, Connectivity, components};
///
/// let board = Board::from_bits_truncate(0x2101800040);
/// let found = components(board, Connectivity::Four);
/// assert_eq!(found.len(), 5);
/// assert!(found.iter().any(|component| component.bits() == 0x40));
/// ```
#[inline]
#[must_use]
pub fn components<const W: usize, const H: usize>(
    board: Grid<W, H>,
    connectivity: Connectivity,
) -> Buffer<W, H> {
    let mut found = Buffer::new();
    components_into(board, connectivity, &mut found);
    found
}

/// Writes the components of a board to `buffer`, replacing its contents. The order is unspecified.
#[inline]
pub fn components_into<const W: usize, const H: usize>(
    board: Grid<W, H>,
    connectivity: Connectivity,
    buffer: &mut Buffer<W, H>,
) {
    const { assert_shape(W, H) };
    // A constant connectivity halves the code that runs.
    match connectivity {
        Connectivity::Four => Simd::best().with_bmi2(
            #[inline(always)]
            move || choose(board, Connectivity::Four, buffer),
        ),
        Connectivity::Eight => Simd::best().with_bmi2(
            #[inline(always)]
            move || choose(board, Connectivity::Eight, buffer),
        ),
    }
}

/// Floods where few cells touch one another or nearly all do; between the two the automaton, which takes
/// equally long for every board.
#[inline(always)]
pub(crate) fn choose<const W: usize, const H: usize>(
    board: Grid<W, H>,
    connectivity: Connectivity,
    buffer: &mut Buffer<W, H>,
) {
    let joined = mask_at_least(board, 2, connectivity).len() as usize;
    match Automaton::of_width(W, connectivity) {
        Some(automaton) if 6 * joined > W * H && 5 * joined < 4 * W * H => {
            automaton.components(board, buffer);
        }
        _ => flood::components_peeled(board, connectivity, buffer),
    }
}

/// Calls `f` with each component of a board, in no particular order.
#[inline]
pub fn for_each<const W: usize, const H: usize>(
    board: Grid<W, H>,
    connectivity: Connectivity,
    mut f: impl FnMut(Grid<W, H>),
) {
    components(board, connectivity).iter().for_each(&mut f);
}

/// How many components a board has.
///
/// ```
/// use cc_table::{Connectivity, Grid, count};
///
/// let board: Grid<6, 4> = "
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
pub fn count<const W: usize, const H: usize>(board: Grid<W, H>, connectivity: Connectivity) -> u32 {
    const { assert_shape(W, H) };
    if let Some(automaton) = Automaton::of_width(W, connectivity) {
        return automaton.count(board);
    }
    engine::shrink::count(board, connectivity)
}

/// The cells of all components of at least `n` cells. For `n` up to 4 there is no loop.
///
/// ```
/// use cc_table::{Connectivity, Grid, mask_at_least};
///
/// let board: Grid<6, 3> = "
///     X X . X X X
///     . X . . X .
///     X . . X . X".parse()?;
/// assert_eq!(mask_at_least(board, 4, Connectivity::Four).to_string(), "\
/// . . . X X X
/// . . . . X .
/// . . . . . .");
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[inline]
#[must_use]
pub fn mask_at_least<const W: usize, const H: usize>(
    board: Grid<W, H>,
    n: u32,
    connectivity: Connectivity,
) -> Grid<W, H> {
    const { assert_shape(W, H) };
    match n {
        0 | 1 => board,
        2 => board.intersect_bits(neighbors::<RowMajor<W, H>, _>(board.bits(), connectivity)),
        3 => Grid::from_bits_truncate(threes::<RowMajor<W, H>, _>(board.bits(), connectivity)),
        4 => fours::<W, H, false, u128>(board, connectivity),
        _ => {
            let mut cells = Grid::EMPTY;
            groups_at_least(board, n, connectivity, |group| cells |= group);
            cells
        }
    }
}

/// Calls `f` with each component of at least `n` cells, in the order of their lowest cells.
/// Smaller ones, up to 3 cells, are put aside all at once before any is split off.
#[inline]
pub fn groups_at_least<const W: usize, const H: usize>(
    board: Grid<W, H>,
    n: u32,
    connectivity: Connectivity,
    mut f: impl FnMut(Grid<W, H>),
) {
    const { assert_shape(W, H) };
    let mut rest = mask_at_least(board, n.min(4), connectivity);
    while !rest.is_empty() {
        let group = take_first(&mut rest, connectivity);
        if n <= 4 || group.len() >= n {
            f(group);
        }
    }
}

/// The component with the most cells, the first of them in the order of lowest cells if there are
/// several; empty on an empty board.
#[inline]
#[must_use]
pub fn largest<const W: usize, const H: usize>(
    board: Grid<W, H>,
    connectivity: Connectivity,
) -> Grid<W, H> {
    const { assert_shape(W, H) };
    let four = mask_at_least(board, 4, connectivity);
    let mut rest = if four.is_empty() { board } else { four };
    let mut best = Grid::EMPTY;
    // What is left cannot be larger once it has no more cells.
    while rest.len() > best.len() {
        let component = take_first(&mut rest, connectivity);
        if component.len() > best.len() {
            best = component;
        }
    }
    best
}

/// The component of one cell, empty if the cell is not set.
#[inline]
#[must_use]
pub fn component_of<const W: usize, const H: usize>(
    board: Grid<W, H>,
    cell: Cell<RowMajor<W, H>>,
    connectivity: Connectivity,
) -> Grid<W, H> {
    flood::component_of(board, Grid::from_cell(cell), connectivity)
}

/// Returns the number of cells of each component, in the order of [`components`].
#[inline]
pub fn sizes<const W: usize, const H: usize>(
    board: Grid<W, H>,
    connectivity: Connectivity,
) -> impl ExactSizeIterator<Item = u32> {
    components(board, connectivity).into_iter().map(Grid::len)
}

/// A number for each cell of a board: which component it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Labels<const W: usize, const H: usize> {
    /// By bit; 0 where no cell is set.
    labels: [u8; 128],
    count: u8,
}

impl<const W: usize, const H: usize> Labels<W, H> {
    /// How many components there are: labels go from 1 to this.
    #[must_use]
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// The label of a cell, 0 if it is not set.
    #[must_use]
    pub fn get(&self, cell: Cell<RowMajor<W, H>>) -> u8 {
        self.labels[cell.index() as usize]
    }

    /// The W·H labels, row by row from the top; 0 where no cell is set.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        &self.labels[..W * H]
    }
}

/// A label for each cell: 1 for the component with the lowest cell, and so on; 0 where none is set.
///
/// ```
/// use cc_table::{Connectivity, Grid, label};
///
/// let board: Grid<4, 3> = "
///     X X . X
///     . . . X
///     X . X .".parse()?;
/// let labels = label(board, Connectivity::Four);
/// assert_eq!(labels.as_slice(), [1, 1, 0, 2, 0, 0, 0, 2, 3, 0, 4, 0]);
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[inline]
#[must_use]
pub fn label<const W: usize, const H: usize>(
    board: Grid<W, H>,
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

/// The smallest rectangle around a set of cells, both corners included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// Leftmost column.
    pub left: usize,
    /// Topmost row.
    pub top: usize,
    /// Rightmost column.
    pub right: usize,
    /// Bottommost row.
    pub bottom: usize,
}

/// The smallest rectangle around a set of cells, `None` around the empty set.
#[inline]
#[must_use]
pub fn bounding_box<const W: usize, const H: usize>(cells: Grid<W, H>) -> Option<Bounds> {
    const { assert_shape(W, H) };
    let word = cells.bits();
    if word == 0 {
        return None;
    }
    let mut columns = word;
    let mut rows = H.next_power_of_two();
    while rows > 1 {
        rows /= 2;
        columns |= columns.checked_shr((W * rows) as u32).unwrap_or(0);
    }
    let columns = columns & ((1 << W) - 1);
    Some(Bounds {
        left: columns.trailing_zeros() as usize,
        top: word.trailing_zeros() as usize / W,
        right: 127 - columns.leading_zeros() as usize,
        bottom: (127 - word.leading_zeros() as usize) / W,
    })
}
