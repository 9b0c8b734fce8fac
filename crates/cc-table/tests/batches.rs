//! Batches of every size, with every kind of vector that the processor has.

use bitboard_core::Steps;
use cc_table::engine::Simd;
use cc_table::{Connectivity, Grid, batch, mask_at_least};
use quickcheck::{Arbitrary, Gen};

fn plain<const W: usize, const H: usize>(
    board: Grid<W, H>,
    connectivity: Connectivity,
) -> Vec<Grid<W, H>> {
    match connectivity {
        Connectivity::Four => board.components(&Steps::ORTHOGONAL).collect(),
        Connectivity::Eight => board.components(&Steps::KING).collect(),
    }
}

fn check<const W: usize, const H: usize>(boards: &[Grid<W, H>]) {
    for connectivity in [Connectivity::Four, Connectivity::Eight] {
        let expected: Vec<_> = boards.iter().map(|&board| plain(board, connectivity)).collect();
        let numbers: Vec<u8> = expected.iter().map(|found| found.len() as u8).collect();
        let fours: Vec<_> =
            boards.iter().map(|&board| mask_at_least(board, 4, connectivity)).collect();
        let sorted = |mut found: Vec<Vec<Grid<W, H>>>| {
            found.iter_mut().for_each(|found| found.sort_unstable_by_key(|cells| cells.first()));
            assert_eq!(found, expected, "{connectivity:?}");
        };
        for simd in Simd::available() {
            let mut out = vec![Grid::FULL; boards.len()];
            batch::mask_at_least_four_with(simd, boards, connectivity, &mut out).unwrap();
            assert_eq!(out, fours, "{simd:?}");
            let mut out = vec![77; boards.len()];
            batch::count_shrinking(simd, boards, connectivity, &mut out).unwrap();
            assert_eq!(out, numbers, "{simd:?}");
            let mut found = vec![Vec::new(); boards.len()];
            batch::for_each_flooding(simd, boards, connectivity, |i, cells| found[i].push(cells));
            sorted(found);
            let mut out = vec![77; boards.len()];
            batch::count_with(simd, boards, connectivity, &mut out).unwrap();
            assert_eq!(out, numbers, "{simd:?}");
            let mut found = vec![Vec::new(); boards.len()];
            batch::for_each_with(simd, boards, connectivity, |i, cells| found[i].push(cells));
            sorted(found);
            check_groups(simd, boards, connectivity, &expected);
        }
        let mut out = vec![77; boards.len()];
        batch::count(boards, connectivity, &mut out).unwrap();
        assert_eq!(out, numbers);
        let mut out = vec![Grid::FULL; boards.len()];
        batch::mask_at_least_four(boards, connectivity, &mut out).unwrap();
        assert_eq!(out, fours);
        let mut found = vec![Vec::new(); boards.len()];
        batch::for_each(boards, connectivity, |i, cells| found[i].push(cells));
        sorted(found);
        let mut found = vec![Vec::new(); boards.len()];
        batch::groups_at_least(boards, 4, connectivity, |i, cells| found[i].push(cells));
        found.iter_mut().for_each(|found| found.sort_unstable_by_key(|cells| cells.first()));
        assert!(found.into_iter().eq(at_least(4, &expected)));
    }
}

/// The components of at least `n` cells.
fn at_least<const W: usize, const H: usize>(
    n: u32,
    components: &[Vec<Grid<W, H>>],
) -> impl Iterator<Item = Vec<Grid<W, H>>> {
    let large = move |found: &Vec<Grid<W, H>>| {
        found.iter().copied().filter(|cells| cells.len() >= n).collect()
    };
    components.iter().map(large)
}

fn check_groups<const W: usize, const H: usize>(
    simd: Simd,
    boards: &[Grid<W, H>],
    connectivity: Connectivity,
    expected: &[Vec<Grid<W, H>>],
) {
    for n in 0..7 {
        let mut found = vec![Vec::new(); boards.len()];
        batch::groups_at_least_with(simd, boards, n, connectivity, |i, cells| found[i].push(cells));
        found.iter_mut().for_each(|found| found.sort_unstable_by_key(|cells| cells.first()));
        assert!(found.into_iter().eq(at_least(n, expected)), "{n} {simd:?}");
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
            for size in (0..40).chain([63, 64, 65, 127, 128, 129, 1000]) {
                let boards: Vec<_> = (0..size)
                    .map(|_| Grid::<$width, $height>::from_bits_truncate(bits(&mut random)))
                    .collect();
                check(&boards);
            }
        })*
    };
}

// Each size compiles every engine for every kind of vector, so there are few.
sizes! {
    boards_of_1_by_128: 1 x 128;
    boards_of_5_by_9: 5 x 9;
    boards_of_6_by_12: 6 x 12;
    boards_of_7_by_18: 7 x 18;
    boards_of_8_by_8: 8 x 8;
}

#[test]
fn checkerboards_have_the_most_components() {
    let board = Grid::<8, 8>::new(0x55aa_55aa_55aa_55aa);
    check(&[board; 17]);
    check(&[!board; 9]);
}

#[test]
fn slices_of_unequal_length_are_refused() {
    let boards = [Grid::<6, 12>::FULL; 3];
    let error = batch::count(&boards, Connectivity::Four, &mut [0; 2]).unwrap_err();
    assert_eq!(error.to_string(), "3 boards, but room for 2 answers");
    assert!(batch::mask_at_least_four(&boards, Connectivity::Four, &mut [Grid::EMPTY; 4]).is_err());
}
