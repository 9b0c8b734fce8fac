//! Many boards at once: the colours of one position, or thousands of positions.
//!
//! Boards go through vector registers side by side, two with SSE2, four with AVX2, eight with AVX-512, whatever
//! the processor has. Slices of any length will do, but the more boards, the less each costs.

use crate::engine::automaton::Automaton;
use crate::engine::dispatch::{self, Simd};
use crate::engine::flood;
#[cfg(feature = "simd")]
use crate::engine::lanes::Found;
use crate::grid::assert_shape;
use crate::question::choose;
use crate::{Connectivity, Grid};

/// The slice for the answers has another length than that of the boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{boards} boards, but room for {room} answers")]
pub struct LengthError {
    /// How many boards there are.
    pub boards: usize,
    /// How long the slice for the answers is.
    pub room: usize,
}

/// Number of boards that are inspected together.
const BLOCK: usize = 64;

fn check<A, B>(boards: &[A], out: &[B]) -> Result<(), LengthError> {
    if boards.len() == out.len() {
        Ok(())
    } else {
        Err(LengthError { boards: boards.len(), room: out.len() })
    }
}

/// For each board the cells in components of at least 4 cells.
///
/// ```
/// use cc_table::{Board, Connectivity, batch};
///
/// let colours = [0b1111, 0b111, 0b11_1100 << 6].map(Board::from_bits_truncate);
/// let mut fours = [Board::EMPTY; 3];
/// batch::mask_at_least_four(&colours, Connectivity::Four, &mut fours)?;
/// assert_eq!(fours.map(|board| board.len()), [4, 0, 4]);
/// # Ok::<(), batch::LengthError>(())
/// ```
///
/// # Errors
/// [`LengthError`] if `out` is not as long as `boards`.
#[inline]
pub fn mask_at_least_four<const W: usize, const H: usize>(
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    out: &mut [Grid<W, H>],
) -> Result<(), LengthError> {
    mask_at_least_four_with(Simd::best(), boards, connectivity, out)
}

/// [`mask_at_least_four`] in the way you choose.
///
/// # Errors
/// [`LengthError`] if `out` is not as long as `boards`.
#[inline]
pub fn mask_at_least_four_with<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    out: &mut [Grid<W, H>],
) -> Result<(), LengthError> {
    const { assert_shape(W, H) };
    check(boards, out)?;
    dispatch::fours::<W, H, false>(simd, boards, connectivity, out);
    Ok(())
}

/// How many components each board has.
///
/// # Errors
/// [`LengthError`] if `out` is not as long as `boards`.
#[inline]
pub fn count<const W: usize, const H: usize>(
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    out: &mut [u8],
) -> Result<(), LengthError> {
    count_with(Simd::best(), boards, connectivity, out)
}

/// [`count`] with these vectors.
///
/// # Errors
/// [`LengthError`] if `out` is not as long as `boards`.
#[inline]
pub fn count_with<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    out: &mut [u8],
) -> Result<(), LengthError> {
    const { assert_shape(W, H) };
    check(boards, out)?;
    for (boards, out) in boards.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        // Dense boards take many steps to shrink: then only eight at a time are faster than the automaton.
        let shrinks = match simd.lanes() {
            8 => true,
            4 => sparse(simd, boards, 3, 10),
            2 => sparse(simd, boards, 1, 5),
            _ => false,
        };
        match Automaton::of_width(W, connectivity) {
            Some(automaton) if !shrinks => simd.with_bmi2(
                #[inline(always)]
                || {
                    for (out, &board) in out.iter_mut().zip(boards) {
                        *out = automaton.count(board) as u8;
                    }
                },
            ),
            _ => count_shrinking(simd, boards, connectivity, out)?,
        }
    }
    Ok(())
}

/// Whether fewer than `n` of `of` cells are set, estimated from every fourth board.
#[inline]
fn sparse<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Grid<W, H>],
    n: usize,
    of: usize,
) -> bool {
    let cells = simd.with_bmi2(
        #[inline(always)]
        || {
            let mut cells = 0;
            for board in boards.iter().step_by(4) {
                cells += board.len() as usize;
            }
            cells
        },
    );
    of * cells < n * W * H * boards.len().div_ceil(4)
}

/// [`count`] by [shrinking](crate::engine::shrink), in the way you choose.
///
/// # Errors
/// [`LengthError`] if `out` is not as long as `boards`.
#[inline]
pub fn count_shrinking<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    out: &mut [u8],
) -> Result<(), LengthError> {
    const { assert_shape(W, H) };
    check(boards, out)?;
    dispatch::counts(simd, boards, connectivity, out);
    Ok(())
}

/// Calls `f` with each component of each board and the index of its board. Components come board by
/// board in some order, or, with wide vectors, those of some boards mixed.
///
/// ```
/// use cc_table::{Board, Connectivity, batch};
///
/// let boards = [0b1101, 0, 0b10101].map(Board::from_bits_truncate);
/// let mut sizes = [0; 3];
/// batch::for_each(&boards, Connectivity::Four, |i, component| sizes[i] += component.len());
/// assert_eq!(sizes, [3, 0, 3]);
/// ```
#[inline]
pub fn for_each<const W: usize, const H: usize>(
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    f: impl FnMut(usize, Grid<W, H>),
) {
    for_each_with(Simd::best(), boards, connectivity, f);
}

/// [`for_each`] with these vectors.
#[inline]
pub fn for_each_with<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    mut f: impl FnMut(usize, Grid<W, H>),
) {
    const { assert_shape(W, H) };
    if simd.lanes() >= 4 {
        for_each_flooding(simd, boards, connectivity, f);
        return;
    }
    let mut buffer = crate::Buffer::new();
    for (i, &board) in boards.iter().enumerate() {
        choose(board, connectivity, &mut buffer);
        buffer.iter().for_each(|component| f(i, component));
    }
}

/// [`for_each`] with a flood in every lane, in the way you choose.
#[inline]
pub fn for_each_flooding<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    mut f: impl FnMut(usize, Grid<W, H>),
) {
    const { assert_shape(W, H) };
    match simd {
        Simd::Scalar => {
            let mut buffer = crate::Buffer::new();
            for (i, &board) in boards.iter().enumerate() {
                flood::components_peeled(board, connectivity, &mut buffer);
                buffer.iter().for_each(|component| f(i, component));
            }
        }
        #[cfg(feature = "simd")]
        Simd::Vectors(level) => {
            let mut found = Found::new();
            let lanes = simd.lanes();
            for (i, chunk) in boards.chunks(lanes).enumerate() {
                dispatch::components(level, chunk, connectivity, &mut found);
                for (lane, word) in found.iter() {
                    f(lanes * i + lane, Grid::from_bits_truncate(word));
                }
            }
        }
    }
}

/// Calls `f` with each component of at least `n` cells of each board and the index of its board, in no
/// particular order.
#[inline]
pub fn groups_at_least<const W: usize, const H: usize>(
    boards: &[Grid<W, H>],
    n: u32,
    connectivity: Connectivity,
    f: impl FnMut(usize, Grid<W, H>),
) {
    groups_at_least_with(Simd::best(), boards, n, connectivity, f);
}

/// [`groups_at_least`] with these vectors.
#[inline]
pub fn groups_at_least_with<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Grid<W, H>],
    n: u32,
    connectivity: Connectivity,
    mut f: impl FnMut(usize, Grid<W, H>),
) {
    const { assert_shape(W, H) };
    if n < 4 {
        for (i, &board) in boards.iter().enumerate() {
            crate::groups_at_least(board, n, connectivity, |group| f(i, group));
        }
        return;
    }
    let mut seeds = [Grid::EMPTY; BLOCK];
    for (block, boards) in boards.chunks(BLOCK).enumerate() {
        let mut found = |i: usize, group: Grid<W, H>| {
            if n == 4 || group.len() >= n {
                f(BLOCK * block + i, group);
            }
        };
        let seeds = &mut seeds[..boards.len()];
        dispatch::fours::<W, H, true>(simd, boards, connectivity, seeds);
        // Eight floods at once pay where nearly every board has a group.
        let empty = seeds.iter().step_by(4).filter(|seeds| seeds.is_empty()).count();
        if simd.lanes() == 8 && 16 * empty < boards.len() {
            let mut masks = [Grid::EMPTY; BLOCK];
            let masks = &mut masks[..boards.len()];
            dispatch::fours::<W, H, false>(simd, boards, connectivity, masks);
            for_each_flooding(simd, masks, connectivity, &mut found);
            continue;
        }
        for (i, (&seeds, &board)) in seeds.iter().zip(boards).enumerate() {
            let mut rest = seeds;
            while !rest.is_empty() {
                let group = flood::flood(rest.isolate_first(), board, connectivity);
                rest -= group;
                found(i, group);
            }
        }
    }
}
