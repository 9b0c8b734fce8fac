//! Batches of every size, with every kind of vector that the processor has.

use bitboard_core::dispatch::SimdLevel;
use cc_table::batch::Batch;
use cc_table::{Board, Connectivity, mask_at_least};
use quickcheck::{Arbitrary, Gen};

/// The components of some boards as words, each board's in the order of their first cells.
#[derive(PartialEq, Debug)]
struct Found(Vec<Vec<u128>>);

impl Found {
    fn none(boards: usize) -> Self {
        Self(vec![Vec::new(); boards])
    }

    fn push(&mut self, board: usize, component: u128) {
        self.0[board].push(component);
    }

    fn sorted(mut self) -> Self {
        for found in &mut self.0 {
            found.sort_unstable_by_key(|component| component.trailing_zeros());
        }
        self
    }

    /// Those of at least `n` cells.
    fn at_least(&self, n: u32) -> Self {
        let large = |&component: &u128| component.count_ones() >= n;
        Self(self.0.iter().map(|found| found.iter().copied().filter(large).collect()).collect())
    }
}

/// A batch for each kind of instructions.
fn batches() -> impl Iterator<Item = Batch> {
    SimdLevel::available().map(Batch::with_simd_level)
}

/// The components by [`Bitboard::components`](bitboard_core::Bitboard::components).
fn expected<const W: usize, const H: usize>(
    boards: &[Board<W, H>],
    connectivity: Connectivity,
) -> Found {
    let mut expected = Found::none(boards.len());
    for (i, board) in boards.iter().enumerate() {
        board.components(connectivity.steps()).for_each(|cells| expected.push(i, cells.bits()));
    }
    expected
}

fn check_masks<const W: usize, const H: usize>(boards: &[Board<W, H>]) {
    for connectivity in Connectivity::ALL {
        let fours: Vec<_> =
            boards.iter().map(|&board| mask_at_least(board, connectivity, 4)).collect();
        for batch in batches() {
            let mut out = vec![Board::FULL; boards.len()];
            batch.mask_at_least(boards, connectivity, 4, &mut out).unwrap();
            assert!(out == fours, "{batch:?}");
        }
    }
}

fn check_counts<const W: usize, const H: usize>(boards: &[Board<W, H>]) {
    for connectivity in Connectivity::ALL {
        let expected = expected(boards, connectivity);
        let numbers: Vec<u32> = expected.0.iter().map(|found| found.len() as u32).collect();
        for batch in batches() {
            let mut out = vec![77; boards.len()];
            batch.count(boards, connectivity, &mut out).unwrap();
            assert_eq!(out, numbers, "{batch:?}");
        }
    }
}

fn check_components<const W: usize, const H: usize>(boards: &[Board<W, H>]) {
    for connectivity in Connectivity::ALL {
        let expected = expected(boards, connectivity);
        for (batch, n) in batches().flat_map(|batch| [1, 0, 3, 4, 6].map(|n| (batch, n))) {
            let mut found = Found::none(boards.len());
            let push: &mut dyn FnMut(usize, Board<W, H>) =
                &mut |i, cells| found.push(i, cells.bits());
            match n {
                1 => batch.for_each(boards, connectivity, push),
                _ => batch.for_each_at_least(boards, connectivity, n, push),
            }
            assert_eq!(found.sorted(), expected.at_least(n), "{n} {batch:?}");
        }
    }
}

fn bits(random: &mut Gen) -> u128 {
    let (a, b, c) = (u128::arbitrary(random), u128::arbitrary(random), u128::arbitrary(random));
    match u8::arbitrary(random) % 6 {
        0 => a & b & c,
        1 => a & b,
        2 => a & (b | c),
        3 => a,
        4 => a | b,
        _ => 0,
    }
}

/// Boards in batches of every size up to some vectors, and of several blocks.
fn for_each_size<const W: usize, const H: usize>(mut check: impl FnMut(&[Board<W, H>])) {
    let mut random = Gen::new(100);
    for size in (0..20).chain([63, 64, 65, 129, 500]) {
        let boards: Vec<_> =
            (0..size).map(|_| Board::from_bits_truncate(bits(&mut random))).collect();
        check(&boards);
    }
    // The most components.
    let checkerboard = (0..128).filter(|i| (i / W + i % W).is_multiple_of(2));
    let board = Board::from_bits_truncate(checkerboard.fold(0, |bits, i| bits | 1 << i));
    check(&[board; 17]);
    check(&[!board; 9]);
}

// Each shape compiles a query for every instruction set, so each query has only the shapes between
// which it makes a difference.

#[test]
fn masks_of_boards_in_two_windows_in_one_and_without() {
    for_each_size::<6, 12>(check_masks);
    for_each_size::<8, 8>(check_masks);
    for_each_size::<7, 18>(check_masks);
}

/// With the automaton, and without for boards that are too wide.
#[test]
fn counts() {
    for_each_size::<6, 12>(check_counts);
    for_each_size::<8, 16>(check_counts);
}

#[test]
fn components() {
    for_each_size::<6, 12>(check_components);
}

/// The last cell of a row and the first of the next.
#[test]
fn rows_do_not_run_into_one_another() {
    let board =
        Board::<8, 16>::from_bits_truncate(1 << 7 | 1 << 8 | 1 << 119 | 1 << 120 | 1 << 127);
    check_counts(&[board; 11]);
}

#[test]
fn slices_of_unequal_length_are_refused() {
    let boards = [Board::<6, 12>::FULL; 3];
    let batch = Batch::new();
    let error = batch.count(&boards, Connectivity::Four, &mut [0; 2]).unwrap_err();
    assert_eq!(error.to_string(), "expected room for 3 answers, found 2");
    let mut masks = [Board::EMPTY; 4];
    assert!(batch.mask_at_least(&boards, Connectivity::Four, 4, &mut masks).is_err());
}
