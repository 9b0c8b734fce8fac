//! Floods: one component after the other, from its lowest cell.

use crate::Connectivity;
use crate::buffer::Buffer;
use crate::grid::{Grid, assert_shape, neighbours};

/// All cells of `within` connected to `seed`, which lies in it.
#[inline(always)]
pub(crate) fn flood<const W: usize>(seed: u128, within: u128, connectivity: Connectivity) -> u128 {
    let mut filled = seed;
    loop {
        // Two steps for every question whether it is done.
        let once = (filled | neighbours::<W, _>(filled, connectivity)) & within;
        let twice = (once | neighbours::<W, _>(once, connectivity)) & within;
        if twice == once {
            return once;
        }
        filled = twice;
    }
}

/// Takes the component with the lowest cell out of `rest`, which is not empty.
#[inline(always)]
pub(crate) fn take_first<const W: usize>(rest: &mut u128, connectivity: Connectivity) -> u128 {
    let seed = *rest & rest.wrapping_neg();
    let component = flood::<W>(seed, *rest, connectivity);
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
    let mut rest = board.bits();
    while rest != 0 {
        buffer.push(take_first::<W>(&mut rest, connectivity));
    }
}

/// The components in the order of their lowest cells; single cells, all found at once, need no flood.
#[inline]
pub fn components_sieved<const W: usize, const H: usize>(
    board: Grid<W, H>,
    connectivity: Connectivity,
    buffer: &mut Buffer<W, H>,
) {
    const { assert_shape(W, H) };
    buffer.clear();
    let word = board.bits();
    let joined = word & neighbours::<W, _>(word, connectivity);
    let mut rest = word;
    while rest != 0 {
        let seed = rest & rest.wrapping_neg();
        let component =
            if seed & joined == 0 { seed } else { flood::<W>(seed, rest & joined, connectivity) };
        buffer.push(component);
        rest ^= component;
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
    let word = board.bits();
    let mut rest = word & neighbours::<W, _>(word, connectivity);
    let mut single = word ^ rest;
    while single != 0 {
        let cell = single & single.wrapping_neg();
        buffer.push(cell);
        single ^= cell;
    }
    while rest != 0 {
        buffer.push(take_first::<W>(&mut rest, connectivity));
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
    let start = board.bits() & seed.bits();
    if start == 0 {
        return Grid::EMPTY;
    }
    Grid::from_bits_truncate(flood::<W>(start & start.wrapping_neg(), board.bits(), connectivity))
}
