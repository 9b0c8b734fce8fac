//! Floods: one component after the other, from its lowest cell.

use bitboard_core::{RowMajor, Steps};

use super::neighbors::neighbors;
use crate::Connectivity;
use crate::buffer::Buffer;
use crate::grid::{Grid, assert_shape};

/// All cells of `within` connected to `seed`.
#[inline(always)]
pub(crate) fn flood<const W: usize, const H: usize>(
    seed: Grid<W, H>,
    within: Grid<W, H>,
    connectivity: Connectivity,
) -> Grid<W, H> {
    match connectivity {
        Connectivity::Four => seed.flood(within, &Steps::ORTHOGONAL),
        Connectivity::Eight => seed.flood(within, &Steps::KING),
    }
}

/// Takes the component with the lowest cell out of `rest`.
#[inline(always)]
pub(crate) fn take_first<const W: usize, const H: usize>(
    rest: &mut Grid<W, H>,
    connectivity: Connectivity,
) -> Grid<W, H> {
    let component = flood(rest.isolate_first(), *rest, connectivity);
    *rest ^= component;
    component
}

/// The components, each by a flood, in the order of their lowest cells.
#[inline]
pub fn components<const W: usize, const H: usize>(
    board: Grid<W, H>,
    connectivity: Connectivity,
    buffer: &mut Buffer<W, H>,
) {
    const { assert_shape(W, H) };
    buffer.clear();
    let mut rest = board;
    while !rest.is_empty() {
        buffer.push(take_first(&mut rest, connectivity));
    }
}

/// The components: first the single cells, all found at once, then the others by floods.
/// In each part the order is that of lowest cells.
#[inline]
pub fn components_peeled<const W: usize, const H: usize>(
    board: Grid<W, H>,
    connectivity: Connectivity,
    buffer: &mut Buffer<W, H>,
) {
    const { assert_shape(W, H) };
    buffer.clear();
    let mut rest = board.intersect_bits(neighbors::<RowMajor<W, H>, _>(board.bits(), connectivity));
    let mut single = board ^ rest;
    while !single.is_empty() {
        let cell = single.isolate_first();
        buffer.push(cell);
        single ^= cell;
    }
    while !rest.is_empty() {
        buffer.push(take_first(&mut rest, connectivity));
    }
}

/// The component of the lowest cell of `seed` in `board`; empty if the two have no cell in common.
#[inline]
#[must_use]
pub fn component_of<const W: usize, const H: usize>(
    board: Grid<W, H>,
    seed: Grid<W, H>,
    connectivity: Connectivity,
) -> Grid<W, H> {
    const { assert_shape(W, H) };
    flood((board & seed).isolate_first(), board, connectivity)
}
