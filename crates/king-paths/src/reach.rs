//! What can be reached at all, and how soon.

use bitboard_core::{Bitboard, Components, Dilate, Geometry, Word};

/// All cells that can be reached from `from` through `within`, however many steps it takes.
#[inline]
#[must_use]
pub fn reachable<W: Word, G: Geometry, D: Dilate<G>>(
    from: Bitboard<W, G>,
    within: Bitboard<W, G>,
    steps: &D,
) -> Bitboard<W, G> {
    from.flood(within, steps)
}

/// All cells that can be reached from `from` through `within` by at most so many steps.
///
/// With slides, a step is a whole move: mobility by one and two moves is `moves` 1 and 2.
///
/// ```
/// use bitboard_core::{Bitboard, Chess, Slides};
/// use king_paths::reachable_by;
///
/// type Board = Bitboard<u64, Chess>;
/// let a1 = Board::new(1);
/// let mobility = |moves| (reachable_by(a1, Board::FULL, &Slides::BISHOP, moves) - a1).len();
/// assert_eq!((mobility(1), mobility(2)), (7, 31));
/// ```
#[inline]
#[must_use]
pub fn reachable_by<W: Word, G: Geometry, D: Dilate<G>>(
    from: Bitboard<W, G>,
    within: Bitboard<W, G>,
    steps: &D,
    moves: u32,
) -> Bitboard<W, G> {
    let mut filled = from & within;
    for _ in 0..moves {
        let grown = steps.dilate_within(filled, within);
        if grown == filled {
            break;
        }
        filled = grown;
    }
    filled
}

/// Whether some cell of `from` is connected to some cell of `to` through `within`, both ends
/// included.
///
/// Quicker than finding the paths: no frontier is kept, and two steps are taken from one test to
/// the next.
#[inline]
#[must_use]
pub fn is_connected<W: Word, G: Geometry, D: Dilate<G>>(
    from: Bitboard<W, G>,
    to: Bitboard<W, G>,
    within: Bitboard<W, G>,
    steps: &D,
) -> bool {
    let (mut filled, to) = (from & within, to & within);
    loop {
        if !filled.is_disjoint(to) {
            return true;
        }
        let once = steps.dilate_within(filled, within);
        let grown = steps.dilate_within(once, within);
        // If the first of the two steps leads nowhere, the second does not either.
        if grown == filled {
            return false;
        }
        filled = grown;
    }
}

/// The number of steps to the cells furthest from `from`, among those that can be reached, and
/// these cells. `None` if no cell of `from` lies in `within`.
///
/// ```
/// use bitboard_core::{Bitboard, Chess, Steps};
/// use king_paths::eccentricity;
///
/// // A knight needs six moves to cross the board from corner to corner.
/// type Board = Bitboard<u64, Chess>;
/// let (a1, h8) = (Board::new(1), Board::new(1 << 63));
/// assert_eq!(eccentricity(a1, Board::FULL, &Steps::KNIGHT), Some((6, h8)));
/// ```
#[must_use]
pub fn eccentricity<W: Word, G: Geometry, D: Dilate<G>>(
    from: Bitboard<W, G>,
    within: Bitboard<W, G>,
    steps: &D,
) -> Option<(u32, Bitboard<W, G>)> {
    (0..).zip(from.frontiers(within, steps)).last()
}

/// The parts of `within` that are connected in themselves but not with one another, in the order of their lowest
/// cells. Steps must lead both ways, as all but those of pawns do.
#[inline]
pub fn components<W: Word, G: Geometry, D: Dilate<G>>(
    within: Bitboard<W, G>,
    steps: &D,
) -> Components<'_, W, G, D> {
    within.components(steps)
}
