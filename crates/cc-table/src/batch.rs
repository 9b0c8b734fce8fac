//! Many boards at once: the colors of one position, or thousands of positions; and chains in many fields.
//!
//! Boards are processed side by side in vector registers: two with SSE2, NEON and WASM SIMD128, four with
//! AVX2, eight with AVX-512, depending on the processor. Slices may have any length; the cost per board
//! falls with it. Without the feature `simd`, boards are processed one at a time.
//!
//! ```
//! use cc_table::{Board, Connectivity, batch};
//!
//! let colors = [0b1111, 0b111, 0b11_1100 << 6].map(Board::<6, 12>::new);
//! let mut counts = [0; 3];
//! batch::count(&colors, Connectivity::Four, &mut counts)?;
//! assert_eq!(counts, [1, 1, 1]);
//! # Ok::<(), batch::LengthError>(())
//! ```

use bitboard_core::Connectivity;

use crate::board::{Board, assert_shape};
use crate::chain::{self, Field, Outcome, Rules, Unscored};
use crate::components::Components;
use crate::dispatch::{self, Simd};
use crate::kernel::automaton::Automaton;
use crate::kernel::flood;
#[cfg(feature = "simd")]
use crate::kernel::lanes::Found;

/// Error returned when the slices of boards or fields and of answers have different lengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected room for {boards} answers, one for each board, found {room}")]
#[non_exhaustive]
pub struct LengthError {
    /// Number of boards or fields.
    pub boards: usize,
    /// Length of the slice for the answers.
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

/// Writes for each board the cells in components of at least 4 cells.
///
/// ```
/// use cc_table::{Board, Connectivity, batch};
///
/// let colors = [0b1111, 0b111, 0b11_1100 << 6].map(Board::<6, 12>::new);
/// let mut fours = [Board::EMPTY; 3];
/// batch::mask_at_least_four(&colors, Connectivity::Four, &mut fours)?;
/// assert_eq!(fours.map(Board::len), [4, 0, 4]);
/// # Ok::<(), batch::LengthError>(())
/// ```
///
/// # Errors
/// [`LengthError`] if `out` and `boards` have different lengths.
#[inline]
pub fn mask_at_least_four<const W: usize, const H: usize>(
    boards: &[Board<W, H>],
    connectivity: Connectivity,
    out: &mut [Board<W, H>],
) -> Result<(), LengthError> {
    mask_at_least_four_with(Simd::best(), boards, connectivity, out)
}

#[doc(hidden)]
#[inline]
pub fn mask_at_least_four_with<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Board<W, H>],
    connectivity: Connectivity,
    out: &mut [Board<W, H>],
) -> Result<(), LengthError> {
    const { assert_shape(W, H) };
    check(boards, out)?;
    dispatch::fours::<W, H, false>(simd, boards, connectivity, out);
    Ok(())
}

/// Writes for each board its number of components.
///
/// ```
/// use cc_table::{Board, Connectivity, batch};
///
/// let boards = [Board::<6, 12>::FULL, Board::new(0b10_1011), Board::EMPTY];
/// let mut counts = [0; 3];
/// batch::count(&boards, Connectivity::Eight, &mut counts)?;
/// assert_eq!(counts, [1, 3, 0]);
/// # Ok::<(), batch::LengthError>(())
/// ```
///
/// # Errors
/// [`LengthError`] if `out` and `boards` have different lengths.
#[inline]
pub fn count<const W: usize, const H: usize>(
    boards: &[Board<W, H>],
    connectivity: Connectivity,
    out: &mut [u8],
) -> Result<(), LengthError> {
    count_with(Simd::best(), boards, connectivity, out)
}

#[doc(hidden)]
#[inline]
pub fn count_with<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Board<W, H>],
    connectivity: Connectivity,
    out: &mut [u8],
) -> Result<(), LengthError> {
    const { assert_shape(W, H) };
    check(boards, out)?;
    for (boards, out) in boards.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        // Dense boards take many steps to shrink: then only eight at a time are faster than the automaton.
        let shrinks = match simd.lanes() {
            8 => true,
            4 => is_sparse(simd, boards, 3, 10),
            2 => is_sparse(simd, boards, 1, 5),
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
            _ => dispatch::counts(simd, boards, connectivity, out),
        }
    }
    Ok(())
}

/// Returns whether fewer than `n` of `of` cells are set, estimated from every fourth board.
#[inline]
fn is_sparse<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Board<W, H>],
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

/// [`count`] by shrinking alone.
#[doc(hidden)]
#[inline]
pub fn count_shrinking<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Board<W, H>],
    connectivity: Connectivity,
    out: &mut [u8],
) -> Result<(), LengthError> {
    const { assert_shape(W, H) };
    check(boards, out)?;
    dispatch::counts(simd, boards, connectivity, out);
    Ok(())
}

/// Calls `f` with the index of the board and each component of each board. Components of up to eight
/// boards may be interleaved; the order of those of one board is unspecified.
///
/// ```
/// use cc_table::{Board, Connectivity, batch};
///
/// let boards = [0b1101, 0, 0b10101].map(Board::<6, 12>::new);
/// let mut sizes = [0; 3];
/// batch::for_each(&boards, Connectivity::Four, |i, component| sizes[i] += component.len());
/// assert_eq!(sizes, [3, 0, 3]);
/// ```
#[inline]
pub fn for_each<const W: usize, const H: usize>(
    boards: &[Board<W, H>],
    connectivity: Connectivity,
    f: impl FnMut(usize, Board<W, H>),
) {
    for_each_with(Simd::best(), boards, connectivity, f);
}

#[doc(hidden)]
#[inline]
pub fn for_each_with<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Board<W, H>],
    connectivity: Connectivity,
    mut f: impl FnMut(usize, Board<W, H>),
) {
    const { assert_shape(W, H) };
    if simd.lanes() >= 4 {
        for_each_flooding(simd, boards, connectivity, f);
        return;
    }
    let mut found = Components::new();
    for (i, &board) in boards.iter().enumerate() {
        dispatch::components(simd, board, connectivity, &mut found);
        found.iter().for_each(|component| f(i, component));
    }
}

/// [`for_each`] by floods alone.
#[doc(hidden)]
#[inline]
pub fn for_each_flooding<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Board<W, H>],
    connectivity: Connectivity,
    mut f: impl FnMut(usize, Board<W, H>),
) {
    const { assert_shape(W, H) };
    match simd {
        Simd::Scalar => {
            let mut found = Components::new();
            for (i, &board) in boards.iter().enumerate() {
                flood::components_peeled(board, connectivity, &mut found);
                found.iter().for_each(|component| f(i, component));
            }
        }
        #[cfg(feature = "simd")]
        _ => {
            let mut found = Found::new();
            let lanes = simd.lanes();
            for (i, chunk) in boards.chunks(lanes).enumerate() {
                dispatch::flood_lanes(simd, chunk, connectivity, &mut found);
                for (lane, bits) in found.iter() {
                    f(lanes * i + lane, Board::from_bits_truncate(bits));
                }
            }
        }
    }
}

/// Calls `f` with the index of the board and each component of at least `min` cells of each board, in an
/// unspecified order.
///
/// ```
/// use cc_table::{Board, Connectivity, batch};
///
/// let boards = [0b1111, 0, 0b1_0111].map(Board::<6, 12>::new);
/// let mut found = Vec::new();
/// batch::for_each_at_least(&boards, 3, Connectivity::Four, |i, component| {
///     found.push((i, component.len()));
/// });
/// found.sort();
/// assert_eq!(found, [(0, 4), (2, 3)]);
/// ```
#[inline]
pub fn for_each_at_least<const W: usize, const H: usize>(
    boards: &[Board<W, H>],
    min: u32,
    connectivity: Connectivity,
    f: impl FnMut(usize, Board<W, H>),
) {
    for_each_at_least_with(Simd::best(), boards, min, connectivity, f);
}

#[doc(hidden)]
#[inline]
pub fn for_each_at_least_with<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Board<W, H>],
    min: u32,
    connectivity: Connectivity,
    mut f: impl FnMut(usize, Board<W, H>),
) {
    const { assert_shape(W, H) };
    if min < 4 {
        for (i, &board) in boards.iter().enumerate() {
            for component in crate::queries::components_at_least(board, min, connectivity) {
                f(i, component);
            }
        }
        return;
    }
    let mut seeds = [Board::EMPTY; BLOCK];
    for (block, boards) in boards.chunks(BLOCK).enumerate() {
        let mut found = |i: usize, component: Board<W, H>| {
            if min == 4 || component.len() >= min {
                f(BLOCK * block + i, component);
            }
        };
        let seeds = &mut seeds[..boards.len()];
        dispatch::fours::<W, H, true>(simd, boards, connectivity, seeds);
        // Eight floods at once pay where nearly every board has such a component.
        let empty = seeds.iter().step_by(4).filter(|seeds| seeds.is_empty()).count();
        if simd.lanes() == 8 && 16 * empty < boards.len() {
            let mut masks = [Board::EMPTY; BLOCK];
            let masks = &mut masks[..boards.len()];
            dispatch::fours::<W, H, false>(simd, boards, connectivity, masks);
            for_each_flooding(simd, masks, connectivity, &mut found);
            continue;
        }
        for (i, (&seeds, &board)) in seeds.iter().zip(boards).enumerate() {
            let mut rest = seeds;
            while !rest.is_empty() {
                let component = flood::flood(rest.isolate_first(), board, connectivity);
                rest -= component;
                found(i, component);
            }
        }
    }
}

/// Plays the chain of each field, as [`Field::play`] does, and writes its outcome. Takes the least time for
/// fields in which nothing falls or vanishes: they are found in vectors.
///
/// ```
/// use cc_table::batch;
/// use cc_table::chain::{Field, Outcome, Pair, Placement, Rules};
///
/// let field: Field = "....../....../....../....../....../....../....../....../....../\
///                     ....../....../.111..".parse()?;
/// let pair: Pair = "12".parse()?;
/// let (placements, mut fields): (Vec<Placement>, Vec<Field>) =
///     field.placements(pair, &Rules::PUYO_PUYO_TSU).unzip();
/// let mut outcomes = vec![Outcome::default(); fields.len()];
/// batch::play(&mut fields, &Rules::PUYO_PUYO_TSU, &mut outcomes)?;
/// let best = (0..fields.len()).max_by_key(|&i| outcomes[i].score).unwrap();
/// assert_eq!((outcomes[best].steps, outcomes[best].score), (1, 40));
/// assert_eq!(outcomes.iter().filter(|outcome| outcome.steps > 0).count(), 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`LengthError`] if `out` and `fields` have different lengths.
#[inline]
pub fn play(fields: &mut [Field], rules: &Rules, out: &mut [Outcome]) -> Result<(), LengthError> {
    play_with(Simd::best(), fields, rules, out)
}

#[doc(hidden)]
#[inline]
pub fn play_with(
    simd: Simd,
    fields: &mut [Field],
    rules: &Rules,
    out: &mut [Outcome],
) -> Result<(), LengthError> {
    check(fields, out)?;
    chain::play_all(simd, fields, rules, out);
    Ok(())
}

/// Plays the chain of each field without its score, as [`Field::resolve`] does, and writes the number of its
/// steps.
///
/// ```
/// use cc_table::batch;
/// use cc_table::chain::Field;
///
/// let field: Field = "....../....../....../....../....../....../....../....../....../\
///                     .1..../0211../1222..".parse()?;
/// let mut fields = [field, Field::EMPTY];
/// let mut steps = [0; 2];
/// batch::resolve(&mut fields, &mut steps)?;
/// assert_eq!((fields, steps), ([Field::EMPTY; 2], [2, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`LengthError`] if `out` and `fields` have different lengths.
#[inline]
pub fn resolve(fields: &mut [Field], out: &mut [u32]) -> Result<(), LengthError> {
    resolve_with(Simd::best(), fields, out)
}

#[doc(hidden)]
#[inline]
pub fn resolve_with(simd: Simd, fields: &mut [Field], out: &mut [u32]) -> Result<(), LengthError> {
    check(fields, out)?;
    chain::play_all(simd, fields, &Unscored, out);
    Ok(())
}
