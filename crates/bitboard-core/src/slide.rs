//! Slides: moves of any distance along a direction.

use crate::bitboard::Bitboard;
use crate::flood::Dilate;
use crate::geometry::Geometry;
use crate::steps::{Direction, Shift, Steps};
use crate::word::Word;

/// Moves of any distance along the directions of a neighbourhood, as far as the way is free.
///
/// The fills are Kogge-Stone parallel prefixes: three doublings reach eight cells.
///
/// ```
/// use bitboard_core::{Bitboard, Chess, Slides};
///
/// type Board = Bitboard<u64, Chess>;
/// let bishop = Board::from_coords(&[(2, 0)]);
/// let blockers = Board::from_coords(&[(4, 2)]);
/// assert_eq!(bishop.rays(!blockers, &Slides::BISHOP).to_string(), "\
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// X . . . X . . .
/// . X . X . . . .
/// . . . . . . . .");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Slides<G>(pub Steps<G>);

impl<G: Geometry> Slides<G> {
    /// Along rows and columns.
    pub const ROOK: Self = Self(Steps::ORTHOGONAL);
    /// Along diagonals.
    pub const BISHOP: Self = Self(Steps::DIAGONAL);
    /// Along rows, columns and diagonals.
    pub const QUEEN: Self = Self(Steps::KING);
    /// Along the three lines through a hexagon.
    pub const HEXAGON: Self = Self(Steps::HEXAGON);

    /// The slides seen from the other end.
    #[must_use]
    pub const fn reverse(&self) -> Self {
        Self(self.0.reverse())
    }
}

impl<W: Word, G: Geometry> Bitboard<W, G> {
    /// The set and every cell that a slide from it through `free` cells leads to. All cells of the
    /// result outside the set are free.
    #[inline(always)]
    #[must_use]
    pub fn slide(self, free: Self, slides: &Slides<G>) -> Self {
        let (from, free) = (self.word(), free.word());
        let directions = slides.0.directions().iter();
        let word = directions.fold(from, |all, step| all | fill::<W, G>(step, from, free));
        Self::from_valid_word(word)
    }

    /// The cells that sliding pieces on this set attack: the free cells along each ray and the
    /// first that is not free. A piece attacks its own cell only if another one does.
    #[inline(always)]
    #[must_use]
    pub fn rays(self, free: Self, slides: &Slides<G>) -> Self {
        let (from, free) = (self.word(), free.word());
        let directions = slides.0.directions().iter();
        let word =
            directions.fold(W::ZERO, |all, step| all | step.apply(fill::<W, G>(step, from, free)));
        Self::from_word(word)
    }
}

impl<G: Geometry> Dilate<G> for Slides<G> {
    #[inline(always)]
    fn dilate_within<W: Word>(
        &self,
        cells: Bitboard<W, G>,
        within: Bitboard<W, G>,
    ) -> Bitboard<W, G> {
        cells.slide(within, self)
    }
}

/// `from` and the free cells behind it in one direction.
#[inline(always)]
fn fill<W: Word, G: Geometry>(direction: &Direction, from: W, free: W) -> W {
    match direction.single() {
        Some(shift) => kogge_stone::<W, G>(shift, from, free),
        None => step_by_step::<W, G>(direction, from, free),
    }
}

#[inline(always)]
fn kogge_stone<W: Word, G: Geometry>(shift: &Shift, from: W, free: W) -> W {
    let targets = shift.sources << shift.left >> shift.right;
    let (mut filled, mut free) = (from, free & W::from_u128(targets));
    let (mut left, mut right) = (shift.left, shift.right);
    let mut reach = 1;
    while reach < longest_line::<G>() && left + right < G::BITS {
        filled |= filled << left >> right & free;
        free &= free << left >> right;
        (left, right, reach) = (2 * left, 2 * right, 2 * reach);
    }
    filled
}

/// Where the shift differs from row to row, doubling it would save nothing.
#[inline(always)]
fn step_by_step<W: Word, G: Geometry>(direction: &Direction, from: W, free: W) -> W {
    (1..longest_line::<G>()).fold(from, |filled, _| filled | direction.apply(filled) & free)
}

/// How many cells a line can have.
const fn longest_line<G: Geometry>() -> usize {
    if G::WIDTH > G::HEIGHT { G::WIDTH } else { G::HEIGHT }
}
