//! Every engine and every query against the plain flood of bitboard-core.

use bitboard_core::{Random, SeededRng};
use cc_table::engine::{Automaton, count_shrinking, flood, flood_peeled};
use cc_table::{
    Board, Components, Connectivity, component_of, components, components_at_least,
    components_into, count, label, largest, mask_at_least,
};
use quickcheck::{Arbitrary, Gen};

const BOTH: [Connectivity; 2] = Connectivity::ALL;

/// The components in the order of their first cells, by a flood with shifts. Oracles and comparisons take words instead of
/// boards, so that they are compiled once and not for each size.
fn plain(board: u128, width: usize, height: usize, connectivity: Connectivity) -> Vec<u128> {
    let first_column = (0..height).fold(0, |column, y| column | 1u128 << (width * y));
    let last_column = first_column << (width - 1);
    let sideways = |cells: u128| {
        let right = if width < 128 { (cells & !last_column) << 1 } else { 0 };
        cells | right | (cells & !first_column) >> 1
    };
    let vertical = |cells: u128| {
        let up = if width < 128 { cells >> width } else { 0 };
        let down = if width < 128 { cells << width } else { 0 };
        cells | up | down
    };
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

/// The words of some boards.
fn words<const W: usize, const H: usize>(boards: impl Iterator<Item = Board<W, H>>) -> Vec<u128> {
    boards.map(Board::bits).collect()
}

/// Components in the order of their first cells.
fn sorted(mut components: Vec<u128>) -> Vec<u128> {
    components.sort_unstable_by_key(|component| component.trailing_zeros());
    components
}

fn same(found: &[u128], expected: &[u128], engine: &str, board: u128, connectivity: Connectivity) {
    assert_eq!(found, expected, "{engine} of {board:#x}, {connectivity:?}");
}

/// Checks all engines. Returns n₄ + (2¹⁶ + 1)·n₈ for the numbers of components.
fn check<const W: usize, const H: usize>(board: Board<W, H>, found: &mut Components<W, H>) -> u32 {
    let mut total = 0;
    for (i, connectivity) in BOTH.into_iter().enumerate() {
        let bits = board.bits();
        let expected = plain(bits, W, H, connectivity);
        let number = expected.len();
        if let Some(automaton) = Automaton::of_width(W, connectivity) {
            automaton.components(board, found);
            same(&words(found.iter()), &expected, "the automaton", bits, connectivity);
            assert_eq!(automaton.count(board) as usize, number);
        }
        flood(board, connectivity, found);
        same(&words(found.iter()), &expected, "the flood", bits, connectivity);
        flood_peeled(board, connectivity, found);
        same(&sorted(words(found.iter())), &expected, "the peeled flood", bits, connectivity);
        components_into(board, connectivity, found);
        same(&sorted(words(found.iter())), &expected, "components_into", bits, connectivity);
        assert_eq!(count_shrinking(board, connectivity) as usize, number, "{bits:#x}");
        assert_eq!(count(board, connectivity) as usize, number, "{bits:#x}");
        check_masks(board, connectivity, &expected);
        total += (i as u32 * (1 << 16) + 1) * number as u32;
    }
    total
}

fn check_masks<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
    expected: &[u128],
) {
    for n in 0..7 {
        let large = at_least(expected, n);
        let mask = mask_at_least(board, n, connectivity).bits();
        same(&[mask], &[large.iter().sum()], "mask_at_least", board.bits(), connectivity);
        let found = words(components_at_least(board, n, connectivity));
        same(&found, &large, "components_at_least", board.bits(), connectivity);
    }
}

fn at_least(components: &[u128], n: u32) -> Vec<u128> {
    components.iter().copied().filter(|component| component.count_ones() >= n).collect()
}

fn check_queries<const W: usize, const H: usize>(board: Board<W, H>) {
    for connectivity in BOTH {
        let bits = board.bits();
        let expected = plain(bits, W, H, connectivity);
        let found = sorted(words(components(board, connectivity).into_iter()));
        same(&found, &expected, "components", bits, connectivity);
        assert_eq!(largest(board, connectivity).bits(), first_largest(&expected));
        let labels = label(board, connectivity);
        assert_eq!(usize::from(labels.count()), expected.len());
        assert_eq!(labels.as_slice(), numbers(&expected, W * H));
        for cell in Board::<W, H>::FULL {
            let component = component_of(board, cell, connectivity).bits();
            assert_eq!(component, component_with(&expected, cell.index() as usize));
        }
    }
}

fn first_largest(components: &[u128]) -> u128 {
    let larger = |a: u128, b: &u128| if b.count_ones() > a.count_ones() { *b } else { a };
    components.iter().fold(0, larger)
}

/// A number from 1 for each cell of a component, and 0 for the others.
fn numbers(components: &[u128], cells: usize) -> Vec<u8> {
    let mut numbers = vec![0; cells];
    for (cell, number) in numbers.iter_mut().enumerate() {
        let at = components.iter().position(|component| component >> cell & 1 == 1);
        *number = at.map_or(0, |i| i as u8 + 1);
    }
    numbers
}

fn component_with(components: &[u128], cell: usize) -> u128 {
    components.iter().copied().find(|component| component >> cell & 1 == 1).unwrap_or(0)
}

/// All boards; the totals of components under both connectivities.
fn exhaust<const W: usize, const H: usize>() -> (u64, u64) {
    let mut found = Components::new();
    let (mut four, mut eight) = (0, 0);
    for bits in 0..1u128 << (W * H) {
        let totals = check(Board::<W, H>::new(bits), &mut found);
        eight += u64::from(totals >> 16);
        four += u64::from((totals & 0xffff) - (totals >> 16));
    }
    (four, eight)
}

macro_rules! shapes {
    ($check:ident: $($name:ident: $width:literal x $($height:literal)*;)*) => {
        $(#[test]
        fn $name() {
            $($check::<$width, $height>();)*
        })*
    };
}

shapes! {
    exhaust:
    all_boards_of_1_column: 1 x 1 20;
    all_boards_of_2_columns: 2 x 10;
    all_boards_of_3_columns: 3 x 6;
    all_boards_of_5_columns: 5 x 4;
    all_boards_of_6_columns: 6 x 3;
    all_boards_of_7_columns: 7 x 2;
    all_boards_of_8_columns: 8 x 1 2;
}

#[test]
fn all_boards_of_4_columns_and_their_totals() {
    assert_eq!(exhaust::<4, 4>(), (168_529, 103_696));
    assert_eq!(exhaust::<4, 5>(), (3_160_507, 1_809_744));
}

/// Bits of any density.
#[derive(Clone, Debug)]
struct Bits(u128);

impl Arbitrary for Bits {
    fn arbitrary(g: &mut Gen) -> Self {
        let (a, b, c) = (u128::arbitrary(g), u128::arbitrary(g), u128::arbitrary(g));
        Self(match u8::arbitrary(g) % 6 {
            0 => a & b & c,
            1 => a & b,
            2 => a & (b | c),
            3 => a,
            4 => a | b,
            _ => a | b | c,
        })
    }
}

macro_rules! random {
    ($($name:ident: $width:literal x $height:literal;)*) => {
        $(#[test]
        fn $name() {
            let mut found = Components::new();
            let mut random = Gen::new(100);
            for _ in 0..2_000 {
                let board = Board::<$width, $height>::from_bits_truncate(Bits::arbitrary(&mut random).0);
                check(board, &mut found);
                check_queries(board);
            }
        })*
    };
}

random! {
    random_1_by_128: 1 x 128;
    random_3_by_42: 3 x 42;
    random_5_by_13: 5 x 13;
    random_6_by_12: 6 x 12;
    random_7_by_18: 7 x 18;
    random_8_by_8: 8 x 8;
    random_8_by_16: 8 x 16;
}

/// The components by a flood from cell to cell, in the order of their first cells.
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
        let mut cells = vec![(x, y)];
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

/// Boards of every density, with the instructions of this processor: vectors for up to 16 rows, where there are some.
fn check_cell_by_cell<const W: usize, const H: usize>() {
    let mut found = Components::new();
    for board in of_every_density(W * H) {
        for connectivity in BOTH {
            components_into(Board::<W, H>::new(board), connectivity, &mut found);
            let expected = cell_by_cell(board, W, H, connectivity);
            let found = sorted(words(found.iter()));
            same(&found, &expected, "components_into", board, connectivity);
            same(&plain(board, W, H, connectivity), &expected, "the oracle", board, connectivity);
        }
    }
}

fn of_every_density(cells: usize) -> Vec<u128> {
    let mut rng = SeededRng::new(cells as u64);
    let densities = (0..=64).step_by(2).flat_map(|density| [density; 4]);
    let word = |density| {
        (0..cells).fold(0, |word, cell| word | u128::from(rng.below(64) < density) << cell)
    };
    densities.map(word).collect()
}

shapes! {
    check_cell_by_cell:
    cell_by_cell_1_column: 1 x 1 9 16 17;
    cell_by_cell_2_columns: 2 x 2 8 16 17;
    cell_by_cell_3_columns: 3 x 3 7 16 17;
    cell_by_cell_4_columns: 4 x 4 13 16 17;
    cell_by_cell_5_columns: 5 x 5 12 16 17;
    cell_by_cell_6_columns: 6 x 6 12 16 17;
}

#[test]
fn all_boards_of_three_rows_in_every_place() {
    let mut found = Components::new();
    for bits in 0..1u128 << 18 {
        // Rows 0–2, 4–6 or 9–11: the ends of the board, and blank rows on either side.
        let shift = [0, 24, 54][bits as usize % 3];
        check(Board::<6, 12>::from_bits_truncate(bits << shift), &mut found);
    }
}
