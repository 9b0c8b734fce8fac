//! Every method and every query against floods of plain words.
//!
//! Each shape compiles all methods, so there are few: one per way in which rows can lie in the
//! halves of a word and in windows. Oracles take the size of a board as numbers and are compiled
//! once.

extern crate std;

use std::vec::Vec;

use bitboard_core::dispatch::SimdLevel;
use bitboard_core::{Connectivity, Random, SeededRng};

use super::lanes::{Counts, Floods, Found};
use super::masks::{Adjacency, Eight, Four};
use super::*;

/// The components in the order of their first cells, by a flood with shifts.
fn plain(board: u128, width: usize, height: usize, connectivity: Connectivity) -> Vec<u128> {
    let first_column = (0..height).fold(0, |column, y| column | 1u128 << (width * y));
    let last_column = first_column << (width - 1);
    let sideways = |cells: u128| {
        let right = if width < 128 { (cells & !last_column) << 1 } else { 0 };
        cells | right | (cells & !first_column) >> 1
    };
    let vertical = |cells: u128| cells | cells >> width | cells << width;
    let mut found = Vec::new();
    let mut rest = board;
    while rest != 0 {
        let mut component = rest & rest.wrapping_neg();
        loop {
            let grown = match connectivity {
                Connectivity::Four => sideways(component) | vertical(component),
                Connectivity::Eight => vertical(sideways(component)),
            };
            if grown & rest == component {
                break;
            }
            component = grown & rest;
        }
        found.push(component);
        rest &= !component;
    }
    found
}

/// The same by a flood from cell to cell.
fn cell_by_cell(board: u128, width: usize, height: usize, connectivity: Connectivity) -> Vec<u128> {
    let mut rest = board;
    let mut take = |x: usize, y: usize| {
        let cell = 1 << (width * y + x);
        let is_set = rest & cell != 0;
        rest &= !cell;
        is_set
    };
    let mut components = Vec::new();
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        if !take(x, y) {
            continue;
        }
        let mut cells = std::vec![(x, y)];
        let mut next = 0;
        while let Some(&(x, y)) = cells.get(next) {
            next += 1;
            for (nx, ny) in (y.saturating_sub(1)..height.min(y + 2))
                .flat_map(|ny| (x.saturating_sub(1)..width.min(x + 2)).map(move |nx| (nx, ny)))
            {
                let touches = connectivity == Connectivity::Eight || nx == x || ny == y;
                if touches && take(nx, ny) {
                    cells.push((nx, ny));
                }
            }
        }
        components.push(cells.iter().fold(0, |word, (x, y)| word | 1u128 << (width * y + x)));
    }
    components
}

/// The words of some components, in the order of their first cells.
fn sorted<const W: usize, const H: usize>(found: impl Iterator<Item = Board<W, H>>) -> Vec<u128> {
    let mut words: Vec<u128> = found.map(Board::bits).collect();
    words.sort_unstable_by_key(|component| component.trailing_zeros());
    words
}

#[track_caller]
fn same(found: &[u128], expected: &[u128], board: u128, connectivity: Connectivity) {
    assert_eq!(found, expected, "{board:#x}, {connectivity:?}");
}

fn at_least(components: &[u128], n: u32) -> Vec<u128> {
    components.iter().copied().filter(|component| component.count_ones() >= n).collect()
}

/// The methods, each by itself.
fn check_methods<A: Adjacency, const W: usize, const H: usize>(board: Board<W, H>) {
    let (bits, connectivity) = (board.bits(), A::CONNECTIVITY);
    let expected = plain(bits, W, H, connectivity);
    let mut found = Components::new();
    if W <= automaton::COLUMNS {
        A::automaton().components(board, &mut found);
        let words: Vec<u128> = found.iter().map(Board::bits).collect();
        same(&words, &expected, bits, connectivity);
        assert_eq!(A::automaton().count(board) as usize, expected.len());
    }
    flood::components::<A, W, H>(board, &mut found);
    same(&sorted(found.iter()), &expected, bits, connectivity);
    assert_eq!(flood::count_by_shrinking::<A, W, H>(board) as usize, expected.len());
    for n in 0..6 {
        let large = at_least(&expected, n);
        let mask = mask_at_least(board, connectivity, n).bits();
        same(&[mask], &[large.iter().sum()], bits, connectivity);
        let components = components_at_least(board, connectivity, n);
        let components: Vec<_> = components.iter().map(Board::bits).collect();
        same(&components, &large, bits, connectivity);
    }
}

fn check_queries<const W: usize, const H: usize>(board: Board<W, H>, connectivity: Connectivity) {
    let expected = plain(board.bits(), W, H, connectivity);
    let found = components(board, connectivity);
    same(&sorted(found.iter()), &expected, board.bits(), connectivity);
    assert_eq!(count(board, connectivity) as usize, expected.len());
    let larger = |a: u128, b: &u128| if b.count_ones() > a.count_ones() { *b } else { a };
    assert_eq!(largest(board, connectivity).bits(), expected.iter().fold(0, larger));
}

fn check<const W: usize, const H: usize>(board: u128, queries: bool) {
    let board = Board::<W, H>::from_bits_truncate(board);
    check_methods::<Four, W, H>(board);
    check_methods::<Eight, W, H>(board);
    if queries {
        Connectivity::ALL.into_iter().for_each(|connectivity| check_queries(board, connectivity));
    }
}

/// Boards of every density.
fn of_every_density(cells: usize, boards: usize) -> impl Iterator<Item = u128> {
    let mut rng = SeededRng::new(cells as u64);
    (0..boards).map(move |i| {
        let density = 2 * (i as u64 % 33);
        (0..cells).fold(0, |word, cell| word | u128::from(rng.below(64) < density) << cell)
    })
}

macro_rules! shapes {
    ($($name:ident: $width:literal x $height:literal;)*) => {
        $(#[test]
        fn $name() {
            for board in of_every_density($width * $height, 660) {
                check::<$width, $height>(board, true);
            }
            // All boards of a few rows, at the top, in the middle and at the bottom.
            let rows = (14 / $width).min($height);
            let places = [0, $width * (($height - rows) / 2), $width * ($height - rows)];
            for bits in 0..1u128 << ($width * rows) {
                check::<$width, $height>(bits << places[bits as usize % 3], false);
            }
        })*
    };
}

shapes! {
    // Rows in both halves of a word, more than 16 of them.
    boards_of_1_by_128: 1 x 128;
    // All rows in the low half.
    boards_of_4_by_4: 4 x 4;
    // A row across the halves; at most 16 rows, and two windows.
    boards_of_6_by_12: 6 x 12;
    // No automaton: one window and no windows.
    boards_of_8_by_8: 8 x 8;
    boards_of_7_by_18: 7 x 18;
}

/// The query that chooses between methods and instructions, where rows end at other bits.
fn check_lists<const W: usize, const H: usize>() {
    for board in of_every_density(W * H, 330) {
        for connectivity in Connectivity::ALL {
            let expected = cell_by_cell(board, W, H, connectivity);
            same(&plain(board, W, H, connectivity), &expected, board, connectivity);
            let mut found = Components::new();
            components_into(Board::<W, H>::new(board), connectivity, &mut found);
            same(&sorted(found.iter()), &expected, board, connectivity);
        }
    }
}

#[test]
fn lists_of_narrow_boards() {
    // In one half of a word, with rows across the halves, and with more rows than the vectors have.
    check_lists::<3, 16>();
    check_lists::<5, 13>();
    check_lists::<4, 17>();
}

/// Shrinking and floods in lanes, which batches use for some boards and instructions only.
#[test]
fn lanes() {
    const W: usize = 6;
    const H: usize = 12;
    fn check<A: Adjacency>(simd_level: SimdLevel, boards: &[Board<W, H>]) {
        let expected: Vec<_> =
            boards.iter().map(|board| plain(board.bits(), W, H, A::CONNECTIVITY)).collect();
        let mut counts = std::vec![77; boards.len()];
        simd_level.run(Counts::<A, W, H>::new(boards, &mut counts));
        assert!(counts.iter().zip(&expected).all(|(&n, found)| n as usize == found.len()));
        let mut found = Found::new();
        for (boards, expected) in
            boards.chunks(simd_level.lanes()).zip(expected.chunks(simd_level.lanes()))
        {
            simd_level.run(Floods::<A, W, H>::new(boards, &mut found));
            for (lane, expected) in expected.iter().enumerate() {
                let of_lane = found.iter().filter(|&(of, _)| of == lane);
                let words = sorted(of_lane.map(|(_, bits)| Board::<W, H>::new(bits)));
                same(&words, expected, boards[lane].bits(), A::CONNECTIVITY);
            }
        }
    }
    let boards: Vec<_> = of_every_density(W * H, 333).map(Board::<W, H>::new).collect();
    for simd_level in SimdLevel::available() {
        check::<Four>(simd_level, &boards);
        check::<Eight>(simd_level, &boards);
    }
}
