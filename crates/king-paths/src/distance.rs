//! Distances from a set of cells: of every cell, of the furthest ones, up to a number of moves.
//!
//! All three flood the board and keep something of each frontier, the set of cells at one distance.
//! The cost is a move of the whole board for each distance, and a store for each cell whose
//! distance is kept.

use core::fmt;
use core::marker::PhantomData;

use bitboard_core::picture::write_picture;
use bitboard_core::{Bitboard, Cell, Dilate, Geometry, Word};

/// The entry of cells that cannot be reached.
const NEVER: u8 = u8::MAX;

/// The distance of every cell from a set, in moves: 0 for the set itself. Made by [`distances`].
///
/// It prints as a picture with a number in each cell, `-` in cells that cannot be reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Distances<W: Word, G: Geometry> {
    steps: [u8; 128],
    boards: PhantomData<(W, G)>,
}

/// Computes the number of moves through `within` from `from` to every cell. Cells of `from` outside
/// `within` are ignored. `cargo build` refuses boards of more than 128 bits, which `cargo check`
/// may not do.
///
/// ```
/// use king_paths::bitboard_core::{Bitboard, Cell, RowMajor, Steps};
/// use king_paths::distances;
///
/// type Board = Bitboard<u64, RowMajor<5, 3>>;
/// let free: Board = "
///     X X X . X
///     . . X . X
///     X X X . X".parse()?;
/// let corner = Cell::new(0, 0).expect("a cell");
/// let distances = distances(corner, free, &Steps::ORTHOGONAL);
/// assert_eq!(distances.to_string(), "\
/// 0 1 2 - -
/// - - 3 - -
/// 6 5 4 - -");
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[must_use]
pub fn distances<W: Word, G: Geometry, D: Dilate<G>>(
    from: impl Into<Bitboard<W, G>>,
    within: Bitboard<W, G>,
    moves: &D,
) -> Distances<W, G> {
    const { assert!(W::BITS <= 128, "larger boards are grids: see king_paths::grid") };
    let mut distances = Distances { steps: [NEVER; 128], boards: PhantomData };
    // At most 128 frontiers: the numbers fit.
    for (distance, frontier) in (0u8..).zip(from.into().frontiers(within, moves)) {
        for cell in frontier {
            distances.steps[cell.index() as usize] = distance;
        }
    }
    distances
}

impl<W: Word, G: Geometry> Distances<W, G> {
    /// The distance of `cell`, or `None` if it cannot be reached.
    #[inline]
    #[must_use]
    pub fn get(&self, cell: Cell<G>) -> Option<u32> {
        let distance = self.steps[cell.index() as usize];
        (distance != NEVER).then_some(u32::from(distance))
    }

    /// The cells that can be reached, with their distances.
    pub fn iter(&self) -> impl Iterator<Item = (Cell<G>, u32)> + '_ {
        Bitboard::<W, G>::FULL.iter().filter_map(|cell| Some((cell, self.get(cell)?)))
    }

    /// The cells at exactly this distance.
    #[must_use]
    pub fn at(&self, distance: u32) -> Bitboard<W, G> {
        self.iter().filter(|&(_, d)| d == distance).map(|(cell, _)| cell).collect()
    }

    /// The greatest distance, or `None` if the set has no cell to start from.
    #[must_use]
    pub fn max(&self) -> Option<u32> {
        self.iter().map(|(_, distance)| distance).max()
    }
}

impl<W: Word, G: Geometry> fmt::Display for Distances<W, G> {
    /// The picture of a full board with numbers instead of symbols. Numbers are right-aligned, so
    /// that columns line up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.max().map_or(1, |max| max.max(1).ilog10() as usize + 1);
        write_picture(f, digits, |f, cell, width| match self.get(cell) {
            Some(distance) => write!(f, "{distance:width$}"),
            None => write!(f, "{:>width$}", '-'),
        })
    }
}

impl<W: Word, G: Geometry> fmt::Debug for Distances<W, G> {
    /// The number of cells that are reached and the greatest distance, and for `{:#?}` the picture
    /// below them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Distances({} cells up to {:?})", self.iter().count(), self.max())?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

/// The cells that at most `count` moves from `from` through `within` reach, `from` included.
///
/// ```
/// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Slides};
/// use king_paths::reachable_within;
///
/// // The mobility of a bishop on a1 by one and two moves.
/// let board = Bitboard::<u64, Chess>::FULL;
/// let mobility = |n| reachable_within(Cell::A1, board, &Slides::BISHOP, n).len() - 1;
/// assert_eq!((mobility(1), mobility(2)), (7, 31));
/// ```
#[inline]
#[must_use]
pub fn reachable_within<W: Word, G: Geometry, D: Dilate<G>>(
    from: impl Into<Bitboard<W, G>>,
    within: Bitboard<W, G>,
    moves: &D,
    count: u32,
) -> Bitboard<W, G> {
    let mut filled = from.into() & within;
    for _ in 0..count {
        let grown = moves.dilate_within(filled, within);
        if grown == filled {
            break;
        }
        filled = grown;
    }
    filled
}

/// The number of moves to the cells furthest from `from`, among those that can be reached, and
/// these cells. `None` if no cell of `from` lies in `within`.
///
/// ```
/// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
/// use king_paths::eccentricity;
///
/// // A knight needs six moves to cross the board from corner to corner.
/// let board = Bitboard::<u64, Chess>::FULL;
/// assert_eq!(eccentricity(Cell::A1, board, &Steps::KNIGHT), Some((6, Cell::H8.into())));
/// ```
#[must_use]
pub fn eccentricity<W: Word, G: Geometry, D: Dilate<G>>(
    from: impl Into<Bitboard<W, G>>,
    within: Bitboard<W, G>,
    moves: &D,
) -> Option<(u32, Bitboard<W, G>)> {
    (0..).zip(from.into().frontiers(within, moves)).last()
}
