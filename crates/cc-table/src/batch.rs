//! Many boards at once: the colors of one position, or thousands of positions; and chains in many
//! fields.
//!
//! A [`Batch`] processes boards side by side in vector registers: two with SSE2, NEON and WASM
//! SIMD128, four with AVX2, eight with AVX-512, depending on the processor. Slices may have any
//! length; the cost per board falls with it. Without the feature `simd`, boards are processed one
//! at a time.
//!
//! ```
//! use cc_table::batch::Batch;
//! use cc_table::{Board, Connectivity};
//!
//! let colors = [0b1111, 0b111, 0b11_1100 << 6].map(Board::<6, 12>::new);
//! let mut counts = [0; 3];
//! Batch::new().count(&colors, Connectivity::Four, &mut counts)?;
//! assert_eq!(counts, [1, 1, 1]);
//! # Ok::<(), cc_table::batch::LengthError>(())
//! ```

use bitboard_core::Connectivity;
use bitboard_core::dispatch::SimdLevel;

use crate::board::lanes::{AtLeastFour, Counts, Floods, Found};
use crate::board::masks::{Adjacency, with_adjacency};
use crate::board::{self, Board, Components, automaton, flood};
use crate::chain::{Field, Outcome, Rules, play_all};

/// Error returned when the slices of boards or fields and of answers have different lengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected room for {boards} answers, found {room}")]
#[non_exhaustive]
pub struct LengthError {
    /// Number of boards or fields.
    pub boards: usize,
    /// Length of the slice for the answers.
    pub room: usize,
}

/// Number of boards for which one method is chosen.
const BLOCK: usize = 64;

fn check<A, B>(boards: &[A], out: &[B]) -> Result<(), LengthError> {
    if boards.len() == out.len() {
        Ok(())
    } else {
        Err(LengthError { boards: boards.len(), room: out.len() })
    }
}

/// Queries about many boards or fields, with the instruction set that they use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Batch {
    simd_level: SimdLevel,
}

impl Batch {
    /// Creates a batch that uses the best instructions of the processor.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self::with_simd_level(SimdLevel::new())
    }

    /// Creates a batch that uses the given instructions, for tests and measurements.
    #[inline]
    #[must_use]
    pub const fn with_simd_level(simd_level: SimdLevel) -> Self {
        Self { simd_level }
    }

    /// Writes for each board the cells in components of at least `min` cells. Vectors find those of
    /// 4 cells; for others, boards are processed one at a time.
    ///
    /// ```
    /// use cc_table::batch::Batch;
    /// use cc_table::{Board, Connectivity};
    ///
    /// let colors = [0b1111, 0b111, 0b11_1100 << 6].map(Board::<6, 12>::new);
    /// let mut fours = [Board::EMPTY; 3];
    /// Batch::new().mask_at_least(&colors, Connectivity::Four, 4, &mut fours)?;
    /// assert_eq!(fours.map(Board::len), [4, 0, 4]);
    /// # Ok::<(), cc_table::batch::LengthError>(())
    /// ```
    ///
    /// # Errors
    /// [`LengthError`] if `out` and `boards` have different lengths.
    #[inline]
    pub fn mask_at_least<const W: usize, const H: usize>(
        self,
        boards: &[Board<W, H>],
        connectivity: Connectivity,
        min: u32,
        out: &mut [Board<W, H>],
    ) -> Result<(), LengthError> {
        check(boards, out)?;
        if min == 4 {
            with_adjacency!(connectivity, A => {
                AtLeastFour::<A, W, H, false>::run(self.simd_level, boards, out);
            });
        } else {
            for (out, &board) in out.iter_mut().zip(boards) {
                *out = board::mask_at_least(board, connectivity, min);
            }
        }
        Ok(())
    }

    /// Writes for each board its number of components.
    ///
    /// The module's page has an example.
    ///
    /// # Errors
    /// [`LengthError`] if `out` and `boards` have different lengths.
    #[inline]
    pub fn count<const W: usize, const H: usize>(
        self,
        boards: &[Board<W, H>],
        connectivity: Connectivity,
        out: &mut [u32],
    ) -> Result<(), LengthError> {
        check(boards, out)?;
        with_adjacency!(connectivity, A => {
            for (boards, out) in boards.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
                self.count_block::<A, W, H>(boards, out);
            }
        });
        Ok(())
    }

    /// Counts the components of at most [`BLOCK`] boards by the faster method.
    #[inline]
    fn count_block<A: Adjacency, const W: usize, const H: usize>(
        self,
        boards: &[Board<W, H>],
        out: &mut [u32],
    ) {
        // Dense boards take many steps to shrink: then only eight at a time are faster than the
        // automaton.
        let shrinks = match self.simd_level.lanes() {
            8 => true,
            4 => self.is_sparse(boards, 3, 10),
            2 => self.is_sparse(boards, 1, 5),
            _ => false,
        };
        if shrinks || W > automaton::COLUMNS {
            return self.simd_level.run(Counts::<A, W, H>::new(boards, out));
        }
        self.simd_level.vectorize_avx2(
            #[inline(always)]
            || {
                for (out, &board) in out.iter_mut().zip(boards) {
                    *out = A::automaton().count(board);
                }
            },
        );
    }

    /// Returns whether fewer than `n` of `of` cells are set, estimated from every fourth board.
    #[inline]
    fn is_sparse<const W: usize, const H: usize>(
        self,
        boards: &[Board<W, H>],
        n: usize,
        of: usize,
    ) -> bool {
        let cells = self.simd_level.vectorize_avx2(
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

    /// Calls `f` with the index of the board and each component of each board. Components of up to
    /// eight boards may be interleaved; the order of those of one board is unspecified.
    ///
    /// ```
    /// use cc_table::batch::Batch;
    /// use cc_table::{Board, Connectivity};
    ///
    /// let boards = [0b1101, 0, 0b10101].map(Board::<6, 12>::new);
    /// let mut sizes = [0; 3];
    /// Batch::new().for_each(&boards, Connectivity::Four, |i, found| sizes[i] += found.len());
    /// assert_eq!(sizes, [3, 0, 3]);
    /// ```
    #[inline]
    pub fn for_each<const W: usize, const H: usize>(
        self,
        boards: &[Board<W, H>],
        connectivity: Connectivity,
        mut f: impl FnMut(usize, Board<W, H>),
    ) {
        if self.simd_level.lanes() >= 4 {
            with_adjacency!(connectivity, A => self.flood::<A, W, H>(boards, f));
            return;
        }
        let mut found = Components::new();
        for (i, &board) in boards.iter().enumerate() {
            board::find(self.simd_level, board, connectivity, &mut found);
            found.iter().for_each(|component| f(i, component));
        }
    }

    /// [`for_each`](Self::for_each) by floods in all lanes.
    #[inline]
    fn flood<A: Adjacency, const W: usize, const H: usize>(
        self,
        boards: &[Board<W, H>],
        mut f: impl FnMut(usize, Board<W, H>),
    ) {
        let mut found = Found::new();
        let lanes = self.simd_level.lanes();
        for (i, boards) in boards.chunks(lanes).enumerate() {
            self.simd_level.run(Floods::<A, W, H>::new(boards, &mut found));
            for (lane, bits) in found.iter() {
                f(lanes * i + lane, Board::from_bits_truncate(bits));
            }
        }
    }

    /// Calls `f` with the index of the board and each component of at least `min` cells of each
    /// board, in an unspecified order.
    ///
    /// ```
    /// use cc_table::batch::Batch;
    /// use cc_table::{Board, Connectivity};
    ///
    /// let boards = [0b1111, 0, 0b1_0111].map(Board::<6, 12>::new);
    /// let mut found = Vec::new();
    /// Batch::new().for_each_at_least(&boards, Connectivity::Four, 3, |i, component| {
    ///     found.push((i, component.len()));
    /// });
    /// found.sort();
    /// assert_eq!(found, [(0, 4), (2, 3)]);
    /// ```
    #[inline]
    pub fn for_each_at_least<const W: usize, const H: usize>(
        self,
        boards: &[Board<W, H>],
        connectivity: Connectivity,
        min: u32,
        mut f: impl FnMut(usize, Board<W, H>),
    ) {
        if min < 4 {
            with_adjacency!(connectivity, A => {
                for (i, &board) in boards.iter().enumerate() {
                    board::at_least::<A, W, H>(board, min).for_each(|component| f(i, component));
                }
            });
            return;
        }
        let mut seeds = [Board::EMPTY; BLOCK];
        with_adjacency!(connectivity, A => {
            for (block, boards) in boards.chunks(BLOCK).enumerate() {
                let seeds = &mut seeds[..boards.len()];
                self.large_in_block::<A, W, H>(boards, seeds, |i, component| {
                    if min == 4 || component.len() >= min {
                        f(BLOCK * block + i, component);
                    }
                });
            }
        });
    }

    /// Calls `f` with the components of at least 4 cells of at most [`BLOCK`] boards. `seeds` is as
    /// long.
    #[inline]
    fn large_in_block<A: Adjacency, const W: usize, const H: usize>(
        self,
        boards: &[Board<W, H>],
        seeds: &mut [Board<W, H>],
        mut f: impl FnMut(usize, Board<W, H>),
    ) {
        AtLeastFour::<A, W, H, true>::run(self.simd_level, boards, seeds);
        // Eight floods at once pay where nearly every board has such a component.
        let empty = seeds.iter().step_by(4).filter(|seeds| seeds.is_empty()).count();
        if self.simd_level.lanes() == 8 && 16 * empty < boards.len() {
            let mut masks = [Board::EMPTY; BLOCK];
            let masks = &mut masks[..boards.len()];
            AtLeastFour::<A, W, H, false>::run(self.simd_level, boards, masks);
            return self.flood::<A, W, H>(masks, f);
        }
        for (i, (&seeds, &board)) in seeds.iter().zip(boards).enumerate() {
            let mut rest = seeds;
            while !rest.is_empty() {
                let component = flood::flood::<A, W, H>(rest.isolate_first(), board);
                rest -= component;
                f(i, component);
            }
        }
    }

    /// Plays the chain of each field, as [`Field::play`] does, and writes its outcome. Fields in
    /// which nothing falls or vanishes are found in vectors and skipped.
    ///
    /// ```
    /// use cc_table::batch::Batch;
    /// use cc_table::chain::{Field, Outcome, Pair, Placement, Rules};
    ///
    /// let field: Field = "....../....../....../....../....../....../....../....../....../\
    ///                     ....../....../.111..".parse()?;
    /// let pair: Pair = "12".parse()?;
    /// let (placements, mut fields): (Vec<Placement>, Vec<Field>) =
    ///     field.placements(pair, &Rules::PUYO_PUYO_TSU).unzip();
    /// let mut outcomes = vec![Outcome::default(); fields.len()];
    /// Batch::new().play(&mut fields, &Rules::PUYO_PUYO_TSU, &mut outcomes)?;
    /// let best = (0..fields.len()).max_by_key(|&i| outcomes[i].score).unwrap();
    /// assert_eq!((outcomes[best].steps, outcomes[best].score), (1, 40));
    /// assert_eq!(outcomes.iter().filter(|outcome| outcome.steps > 0).count(), 14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`LengthError`] if `out` and `fields` have different lengths.
    #[inline]
    pub fn play(
        self,
        fields: &mut [Field],
        rules: &Rules,
        out: &mut [Outcome],
    ) -> Result<(), LengthError> {
        check(fields, out)?;
        play_all(self.simd_level, fields, rules, out);
        Ok(())
    }
}
