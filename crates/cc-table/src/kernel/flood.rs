//! Floods: one component after another, each from its lowest cell.

use bitboard_core::{Connectivity, Steps};

use super::mask;
use crate::board::{Board, assert_shape};
use crate::components::Components;

/// All cells of `within` connected to `seed`.
#[inline(always)]
pub(crate) fn flood<const W: usize, const H: usize>(
    seed: Board<W, H>,
    within: Board<W, H>,
    connectivity: Connectivity,
) -> Board<W, H> {
    match connectivity {
        Connectivity::Four => seed.flood(within, &Steps::ORTHOGONAL),
        Connectivity::Eight => seed.flood(within, &Steps::KING),
    }
}

/// Takes the component with the lowest cell out of `rest`.
#[inline(always)]
pub(crate) fn take_first<const W: usize, const H: usize>(
    rest: &mut Board<W, H>,
    connectivity: Connectivity,
) -> Board<W, H> {
    let component = flood(rest.isolate_first(), *rest, connectivity);
    *rest ^= component;
    component
}

/// The components, each by a flood, in the order of their lowest cells.
#[inline]
pub fn components<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
    found: &mut Components<W, H>,
) {
    const { assert_shape(W, H) };
    found.clear();
    let mut rest = board;
    while !rest.is_empty() {
        found.push(take_first(&mut rest, connectivity));
    }
}

/// The components: first the single cells, all found at once, then the others by floods.
/// In each part the order is that of lowest cells.
#[inline]
pub fn components_peeled<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
    found: &mut Components<W, H>,
) {
    const { assert_shape(W, H) };
    found.clear();
    let mut rest = mask::twos(board, connectivity);
    let mut single = board ^ rest;
    while !single.is_empty() {
        let cell = single.isolate_first();
        found.push(cell);
        single ^= cell;
    }
    while !rest.is_empty() {
        found.push(take_first(&mut rest, connectivity));
    }
}
