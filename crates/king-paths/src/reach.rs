//! Cells within a number of moves.

use bitboard_core::{Bitboard, Dilate, Geometry, Word};

/// The cells that at most `count` moves from `from` through `within` reach, `from` included.
///
/// ```
/// use bitboard_core::{Bitboard, Cell, Chess, Slides};
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
/// use bitboard_core::{Bitboard, Cell, Chess, Steps};
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
