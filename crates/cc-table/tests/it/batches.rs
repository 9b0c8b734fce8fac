//! Batches of every size, with every kind of vector that the processor has.

use bitboard_core::Instructions;
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

/// Compares all functions for batches with [`Bitboard::components`](bitboard_core::Bitboard::components).
fn check<const W: usize, const H: usize>(boards: &[Board<W, H>]) {
    for connectivity in Connectivity::ALL {
        let mut expected = Found::none(boards.len());
        for (i, board) in boards.iter().enumerate() {
            board.components(connectivity.steps()).for_each(|cells| expected.push(i, cells.bits()));
        }
        let numbers: Vec<u32> = expected.0.iter().map(|found| found.len() as u32).collect();
        let fours: Vec<_> =
            boards.iter().map(|&board| mask_at_least(board, 4, connectivity)).collect();
        for batch in Instructions::available().map(Batch::with_instructions) {
            let mut out = vec![Board::FULL; boards.len()];
            batch.mask_at_least_four(boards, connectivity, &mut out).unwrap();
            assert!(out == fours, "{batch:?}");
            let mut out = vec![77; boards.len()];
            batch.count(boards, connectivity, &mut out).unwrap();
            assert_eq!(out, numbers, "{batch:?}");
            let mut found = Found::none(boards.len());
            batch.for_each(boards, connectivity, |i, cells| found.push(i, cells.bits()));
            assert_eq!(found.sorted(), expected, "{batch:?}");
            for n in [0, 3, 4, 6] {
                let mut found = Found::none(boards.len());
                batch.for_each_at_least(boards, n, connectivity, |i, cells| {
                    found.push(i, cells.bits());
                });
                assert_eq!(found.sorted(), expected.at_least(n), "{n} {batch:?}");
            }
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

macro_rules! sizes {
    ($($name:ident: $width:literal x $height:literal;)*) => {
        $(#[test]
        fn $name() {
            let mut random = Gen::new(100);
            for size in (0..20).chain([63, 64, 65, 129, 500]) {
                let boards: Vec<_> = (0..size)
                    .map(|_| Board::<$width, $height>::from_bits_truncate(bits(&mut random)))
                    .collect();
                check(&boards);
            }
        })*
    };
}

// Each size compiles every method for every instruction set, so there are few.
sizes! {
    boards_in_two_windows: 6 x 12;
    boards_too_large_for_windows: 7 x 18;
    boards_in_one_word: 8 x 8;
}

#[test]
fn checkerboards_have_the_most_components() {
    let board = Board::<8, 8>::new(0x55aa_55aa_55aa_55aa);
    check(&[board; 17]);
    check(&[!board; 9]);
}

#[test]
fn slices_of_unequal_length_are_refused() {
    let boards = [Board::<6, 12>::FULL; 3];
    let batch = Batch::new();
    let error = batch.count(&boards, Connectivity::Four, &mut [0; 2]).unwrap_err();
    assert_eq!(error.to_string(), "expected room for 3 answers, one for each board, found 2");
    let mut masks = [Board::EMPTY; 4];
    assert!(batch.mask_at_least_four(&boards, Connectivity::Four, &mut masks).is_err());
}
