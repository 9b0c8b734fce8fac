//! Floods, which find components one after another, and shrinking, which counts them all at once.
//!
//! # Floods
//!
//! A component is its lowest cell, grown by its neighbors within the board until nothing is added.
//! The time grows with the number of components and their diameters. Many components are single
//! cells; these are all found with one neighbor step, and only the others are flooded.
//!
//! ```text
//! larger = cells with a neighbor
//! each cell of board & !larger is a component
//! while larger is not empty:
//!     component = flood from the lowest cell of larger
//!     larger ^= component
//! ```
//!
//! This takes a quarter of the time of the automaton for a game board, and twice its time for a
//! board that is half full. Splitting off the single cells in order instead would cost a
//! mispredicted branch for each, which is why lists of components have no order.
//!
//! # Shrinking
//!
//! All cells move towards the north-west corner at once, in such a way that components are never
//! joined or split (S. Levialdi, "On shrinking binary picture patterns", Communications of the ACM
//! 15, 1972). A component in a box of w × h cells becomes a single cell after at most w + h − 2
//! steps, is counted there, and vanishes in the next step:
//!
//! ```text
//! X X .      X X .      X X .      X . .
//! . X X  ->  . X .  ->  . . .  ->  . . .  ->  counted
//! ```
//!
//! Bits only move towards bit 0, so none leaves the board and no mask is needed.

use bitboard_core::RowMajor;

use super::masks::{self, Adjacency};
use super::{Board, Components, assert_shape};

/// Returns the component of `seed` in `within`.
#[inline(always)]
pub(crate) fn flood<A: Adjacency, const W: usize, const H: usize>(
    seed: Board<W, H>,
    within: Board<W, H>,
) -> Board<W, H> {
    const { assert_shape(W, H) };
    seed.flood(within, &A::steps::<RowMajor<W, H>>())
}

/// Takes the component with the lowest cell out of `rest`.
#[inline(always)]
pub(crate) fn take_first<A: Adjacency, const W: usize, const H: usize>(
    rest: &mut Board<W, H>,
) -> Board<W, H> {
    let component = flood::<A, W, H>(rest.isolate_first(), *rest);
    *rest ^= component;
    component
}

/// Finds the components of a board, single cells first. In each part the order is that of lowest
/// cells.
#[inline]
pub(crate) fn components<A: Adjacency, const W: usize, const H: usize>(
    board: Board<W, H>,
    found: &mut Components<W, H>,
) {
    found.clear();
    let mut larger = masks::at_least_2::<A, W, H>(board);
    let mut single = board ^ larger;
    while !single.is_empty() {
        let cell = single.isolate_first();
        found.push(cell);
        single ^= cell;
    }
    while !larger.is_empty() {
        found.push(take_first::<A, W, H>(&mut larger));
    }
}

/// Returns the number of components of a board.
#[inline]
pub(crate) fn count_by_shrinking<A: Adjacency, const W: usize, const H: usize>(
    board: Board<W, H>,
) -> u32 {
    const { assert_shape(W, H) };
    let (mut bits, mut count) = (board.bits(), 0);
    while bits != 0 {
        count += (bits & !A::neighbors::<RowMajor<W, H>, _>(bits)).count_ones();
        bits = A::shrink::<RowMajor<W, H>, _>(bits);
    }
    count
}
