//! Floods: connectivity and distance.

use core::iter::FusedIterator;

use crate::bitboard::Bitboard;
use crate::bits::{Bits, Word};
use crate::dilate::Dilate;
use crate::geometry::Geometry;

impl<B: Bits, G: Geometry> Bitboard<B, G> {
    /// All cells of `within` that can be reached from this set without leaving `within`.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor, Steps};
    ///
    /// type Board = Bitboard<u64, RowMajor<6, 3>>;
    /// let walls: Board = "
    ///     . X . X . .
    ///     . X X . . X
    ///     . . . . X .".parse()?;
    /// let corner = Board::from_coords(&[(0, 0)]);
    /// assert_eq!(corner.flood(!walls, &Steps::ORTHOGONAL).to_string(), "\
    /// X . . . X X
    /// X . . X X .
    /// X X X X . .");
    /// # Ok::<(), bitboard_core::PictureError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn flood<D: Dilate<G>>(self, within: Self, moves: &D) -> Self {
        let mut filled = self & within;
        loop {
            // Two moves per test, so that the second move hides the latency of the test.
            let once = moves.dilate_within(filled, within);
            let twice = moves.dilate_within(once, within);
            if twice.bits().equals(once.bits()) {
                return once;
            }
            filled = twice;
        }
    }
}

impl<W: Word, G: Geometry> Bitboard<W, G> {
    /// The BFS levels of the flood: first the part of this set in `within`, then the cells reached
    /// by one move, by two, and so on. Each cell occurs in one frontier, and no frontier is empty.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    ///
    /// // A knight reaches 8 squares with one move, 26 more with two, and all with four.
    /// let start = Bitboard::<u64, Chess>::from_cell(Cell::D4);
    /// let levels: Vec<u32> =
    ///     start.frontiers(Bitboard::FULL, &Steps::KNIGHT).map(|level| level.len()).collect();
    /// assert_eq!(levels, [1, 8, 26, 24, 5]);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn frontiers<D: Dilate<G>>(self, within: Self, moves: &D) -> Frontiers<'_, W, G, D> {
        let filled = self & within;
        Frontiers { filled, frontier: filled, within, moves }
    }

    /// Returns whether some cell of this set is connected to some cell of `to` by moves inside `within`.
    /// A cell of both sets is connected to itself, if it lies in `within`.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    ///
    /// type Board = Bitboard<u64, Chess>;
    /// let [from, to] = [Cell::A1, Cell::H8].map(Board::from_cell);
    /// let gap = !Board::row(3) | Cell::E4;
    /// assert!(from.is_connected(to, gap, &Steps::KING));
    /// assert!(!from.is_connected(to, gap, &Steps::DIAGONAL));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn is_connected<D: Dilate<G>>(self, to: Self, within: Self, moves: &D) -> bool {
        let to = to & within;
        let mut filled = self & within;
        loop {
            if !filled.is_disjoint(to) {
                return true;
            }
            // Two moves per test, as in `flood`.
            let once = moves.dilate_within(filled, within);
            let twice = moves.dilate_within(once, within);
            if twice == filled {
                return false;
            }
            filled = twice;
        }
    }

    /// The connected components of this set, in the order of their lowest cells.
    ///
    /// Moves must lead both ways, as all neighborhoods but those of pawns do.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor, Steps};
    ///
    /// let board: Bitboard<u64, RowMajor<6, 3>> = "
    ///     X X . . . X
    ///     . . X . . X
    ///     . . X . . .".parse()?;
    /// let sizes = |steps| board.components(steps).map(|component| component.len()).collect::<Vec<_>>();
    /// assert_eq!(sizes(&Steps::ORTHOGONAL), [2, 2, 2]);
    /// assert_eq!(sizes(&Steps::KING), [4, 2]);
    /// # Ok::<(), bitboard_core::PictureError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn components<D: Dilate<G>>(self, moves: &D) -> Components<'_, W, G, D> {
        Components { rest: self, moves }
    }
}

/// The frontiers of a flood. Made by [`Bitboard::frontiers`].
#[derive(Clone, Debug)]
pub struct Frontiers<'a, W: Word, G: Geometry, D> {
    filled: Bitboard<W, G>,
    frontier: Bitboard<W, G>,
    within: Bitboard<W, G>,
    moves: &'a D,
}

impl<W: Word, G: Geometry, D: Dilate<G>> Iterator for Frontiers<'_, W, G, D> {
    type Item = Bitboard<W, G>;

    #[inline(always)]
    fn next(&mut self) -> Option<Bitboard<W, G>> {
        let frontier = self.frontier;
        if frontier.is_empty() {
            return None;
        }
        let grown = self.moves.dilate_within(self.filled, self.within);
        self.frontier = grown - self.filled;
        self.filled = grown;
        Some(frontier)
    }
}

impl<W: Word, G: Geometry, D: Dilate<G>> FusedIterator for Frontiers<'_, W, G, D> {}

/// The connected components of a set. Made by [`Bitboard::components`].
#[derive(Clone, Debug)]
pub struct Components<'a, W: Word, G: Geometry, D> {
    rest: Bitboard<W, G>,
    moves: &'a D,
}

impl<W: Word, G: Geometry, D: Dilate<G>> Iterator for Components<'_, W, G, D> {
    type Item = Bitboard<W, G>;

    #[inline(always)]
    fn next(&mut self) -> Option<Bitboard<W, G>> {
        if self.rest.is_empty() {
            return None;
        }
        let component = self.rest.isolate_first().flood(self.rest, self.moves);
        self.rest -= component;
        Some(component)
    }
}

impl<W: Word, G: Geometry, D: Dilate<G>> FusedIterator for Components<'_, W, G, D> {}
