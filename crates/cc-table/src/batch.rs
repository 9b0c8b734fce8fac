//! Many boards at once: the colours of one position, or thousands of positions.
//!
//! Boards go through vector registers side by side, two with SSE2, four with AVX2, eight with AVX-512, whatever
//! the processor has. Slices of any length will do, but the more boards, the less each costs.

use crate::arch::{as_words, as_words_mut};
use crate::engine::Simd;
use crate::engine::automaton::Automaton;
use crate::engine::flood::flood;
use crate::engine::lanes::{Found, MOST};
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
///
/// # Panics
/// If the processor lacks the instructions.
#[inline]
pub fn mask_at_least_four_with<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    out: &mut [Grid<W, H>],
) -> Result<(), LengthError> {
    const { assert_shape(W, H) };
    check(boards, out)?;
    #[cfg(target_arch = "x86_64")]
    crate::arch::fours::<W, H>(simd, as_words(boards), connectivity, as_words_mut(out));
    #[cfg(not(target_arch = "x86_64"))]
    {
        assert!(simd.is_available(), "the processor lacks {simd:?}");
        crate::engine::lanes::fours::<u64, W, H>(as_words(boards), connectivity, as_words_mut(out));
    }
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
///
/// # Panics
/// If the processor lacks the instructions.
#[inline]
pub fn count_with<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    out: &mut [u8],
) -> Result<(), LengthError> {
    /// Boards that are looked at together.
    const BLOCK: usize = 8 * MOST;
    const { assert_shape(W, H) };
    check(boards, out)?;
    for (boards, out) in boards.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        // Dense boards take many steps to shrink: then only eight at a time are faster than the automaton.
        let shrinks = match simd {
            Simd::Avx512 => true,
            Simd::Avx2 => sparse(boards, 3, 10),
            Simd::Sse2 => sparse(boards, 1, 5),
            Simd::Scalar => false,
        };
        match Automaton::of_width(W, connectivity) {
            Some(automaton) if !shrinks => {
                for (out, &board) in out.iter_mut().zip(boards) {
                    *out = automaton.count(board) as u8;
                }
            }
            _ => count_shrinking(simd, boards, connectivity, out)?,
        }
    }
    Ok(())
}

/// Whether fewer than `n` of `of` cells are set, by a look at every fourth board.
#[inline]
fn sparse<const W: usize, const H: usize>(boards: &[Grid<W, H>], n: usize, of: usize) -> bool {
    let cells: usize = boards.iter().step_by(4).map(|board| board.len() as usize).sum();
    of * cells < n * W * H * boards.len().div_ceil(4)
}

/// [`count`] by [shrinking](crate::engine::shrink), in the way you choose.
///
/// # Errors
/// [`LengthError`] if `out` is not as long as `boards`.
///
/// # Panics
/// If the processor lacks the instructions.
#[inline]
pub fn count_shrinking<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    out: &mut [u8],
) -> Result<(), LengthError> {
    const { assert_shape(W, H) };
    check(boards, out)?;
    #[cfg(target_arch = "x86_64")]
    crate::arch::counts::<W, H>(simd, as_words(boards), connectivity, out);
    #[cfg(not(target_arch = "x86_64"))]
    {
        assert!(simd.is_available(), "the processor lacks {simd:?}");
        crate::engine::lanes::counts::<u64, W, H>(as_words(boards), connectivity, out);
    }
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
///
/// # Panics
/// If the processor lacks the instructions.
#[inline]
pub fn for_each_with<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    mut f: impl FnMut(usize, Grid<W, H>),
) {
    const { assert_shape(W, H) };
    if simd >= Simd::Avx2 {
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
///
/// # Panics
/// If the processor lacks the instructions.
#[inline]
pub fn for_each_flooding<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    mut f: impl FnMut(usize, Grid<W, H>),
) {
    const { assert_shape(W, H) };
    let mut found = Found::new();
    let count = simd.lanes();
    for (i, chunk) in as_words(boards).chunks(count).enumerate() {
        let mut padded = [0; MOST];
        let words = if chunk.len() == count {
            chunk
        } else {
            padded[..chunk.len()].copy_from_slice(chunk);
            &padded
        };
        #[cfg(target_arch = "x86_64")]
        crate::arch::components::<W>(simd, words, connectivity, &mut found);
        #[cfg(not(target_arch = "x86_64"))]
        {
            assert!(simd.is_available(), "the processor lacks {simd:?}");
            crate::engine::lanes::components::<u64, W>(words, connectivity, &mut found);
        }
        for (lane, word) in found.iter() {
            f(count * i + lane, Grid::from_bits_truncate(word));
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
///
/// # Panics
/// If the processor lacks the instructions.
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
    /// Boards that are looked at together.
    const BLOCK: usize = 8 * MOST;
    let mut words = [0; BLOCK];
    for (block, boards) in boards.chunks(BLOCK).enumerate() {
        let mut found = |i: usize, group: Grid<W, H>| {
            if n == 4 || group.len() >= n {
                f(BLOCK * block + i, group);
            }
        };
        let seeds = &mut words[..boards.len()];
        find_seeds(simd, boards, connectivity, seeds);
        // Eight floods at once pay where nearly every board has a group.
        let empty = seeds.iter().step_by(4).filter(|&&seeds| seeds == 0).count();
        if simd == Simd::Avx512 && 16 * empty < boards.len() {
            let mut masks = [Grid::EMPTY; BLOCK];
            let masks = &mut masks[..boards.len()];
            // The lengths are the same.
            let _ = mask_at_least_four_with(simd, boards, connectivity, masks);
            for_each_flooding(simd, masks, connectivity, &mut found);
            continue;
        }
        for (i, (&seeds, board)) in seeds.iter().zip(boards).enumerate() {
            let mut rest = seeds;
            while rest != 0 {
                let group = flood::<W>(rest & rest.wrapping_neg(), board.bits(), connectivity);
                rest &= !group;
                found(i, Grid::from_bits_truncate(group));
            }
        }
    }
}

/// For each board some cells of each component of at least four, and no others.
#[inline(always)]
fn find_seeds<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    out: &mut [u128],
) {
    #[cfg(target_arch = "x86_64")]
    crate::arch::seeds::<W, H>(simd, as_words(boards), connectivity, out);
    #[cfg(not(target_arch = "x86_64"))]
    {
        assert!(simd.is_available(), "the processor lacks {simd:?}");
        crate::engine::lanes::seeds::<u64, W, H>(as_words(boards), connectivity, out);
    }
}
