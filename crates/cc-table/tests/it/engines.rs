//! Every engine and every query against the plain flood of bitboard-core.

use bitboard_core::{Cell, Random, SeededRng};
use cc_table::engine::{Automaton, count_shrinking, flood, flood_peeled};
use cc_table::{
    Board, Components, Connectivity, component_of, components, components_at_least,
    components_into, count, label, largest, mask_at_least,
};
use quickcheck::{Arbitrary, Gen};

const BOTH: [Connectivity; 2] = Connectivity::ALL;

fn plain<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
) -> Vec<Board<W, H>> {
    board.components(connectivity.steps()).collect()
}

/// Checks all engines. Returns n₄ + (2¹⁶ + 1)·n₈ for the numbers of components.
fn check<const W: usize, const H: usize>(board: Board<W, H>, found: &mut Components<W, H>) -> u32 {
    let mut total = 0;
    for (i, connectivity) in BOTH.into_iter().enumerate() {
        let expected = plain(board, connectivity);
        let in_order = |found: &Components<W, H>| {
            assert!(found.iter().eq(expected.iter().copied()), "{connectivity:?}\n{board}");
        };
        let sorted = |found: &Components<W, H>| {
            let mut found: Vec<_> = found.iter().collect();
            found.sort_unstable_by_key(|component| component.first());
            assert_eq!(found, expected, "{connectivity:?}\n{board}");
        };
        if let Some(automaton) = Automaton::of_width(W, connectivity) {
            automaton.components(board, found);
            in_order(found);
            assert_eq!(automaton.count(board) as usize, expected.len());
        }
        flood(board, connectivity, found);
        in_order(found);
        flood_peeled(board, connectivity, found);
        sorted(found);
        components_into(board, connectivity, found);
        sorted(found);
        assert_eq!(count_shrinking(board, connectivity) as usize, expected.len(), "{board}");
        assert_eq!(count(board, connectivity) as usize, expected.len());
        check_masks(board, connectivity, &expected);
        total += (i as u32 * (1 << 16) + 1) * expected.len() as u32;
    }
    total
}

fn check_masks<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
    expected: &[Board<W, H>],
) {
    for n in 0..7 {
        let of_size = expected.iter().copied().filter(|component| component.len() >= n);
        let cells = of_size.clone().fold(Board::EMPTY, |cells, component| cells | component);
        assert_eq!(mask_at_least(board, n, connectivity), cells, "{n} {connectivity:?}\n{board}");
        let found = components_at_least(board, n, connectivity);
        assert!(found.eq(of_size), "{n} {connectivity:?}\n{board}");
    }
}

fn check_queries<const W: usize, const H: usize>(board: Board<W, H>) {
    for connectivity in BOTH {
        let expected = plain(board, connectivity);
        let mut found: Vec<_> = components(board, connectivity).into_iter().collect();
        found.sort_unstable_by_key(|component| component.first());
        assert_eq!(found, expected);
        let best = expected.iter().copied().reduce(|a, b| if b.len() > a.len() { b } else { a });
        assert_eq!(largest(board, connectivity), best.unwrap_or_default());
        let labels = label(board, connectivity);
        assert_eq!(usize::from(labels.count()), expected.len());
        for cell in Board::<W, H>::FULL {
            let at = expected.iter().position(|component| component.contains(cell));
            assert_eq!(usize::from(labels.get(cell)), at.map_or(0, |i| i + 1));
            let component = at.map_or(Board::EMPTY, |i| expected[i]);
            assert_eq!(component_of(board, cell, connectivity), component);
        }
        assert_eq!(labels.as_slice().len(), W * H);
    }
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
    all_boards_of_1_column: 1 x 1 2 20;
    all_boards_of_2_columns: 2 x 1 2 10;
    all_boards_of_3_columns: 3 x 1 6;
    all_boards_of_5_columns: 5 x 1 4;
    all_boards_of_6_columns: 6 x 1 3;
    all_boards_of_7_columns: 7 x 1 2;
    all_boards_of_8_columns: 8 x 1 2;
}

#[test]
fn all_boards_of_4_columns_and_their_totals() {
    exhaust::<4, 1>();
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

/// The components by a flood from cell to cell, with their rows from 0 up, as sorted lists of coordinates.
fn cell_by_cell<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
) -> Vec<Vec<(usize, usize)>> {
    let mut filled = vec![vec![false; W]; H];
    board.iter().for_each(|cell| filled[cell.y()][cell.x()] = true);
    let mut components = Vec::new();
    for (x, y) in (0..H).flat_map(|y| (0..W).map(move |x| (x, y))) {
        if !std::mem::take(&mut filled[y][x]) {
            continue;
        }
        let mut cells = vec![(x, y)];
        let mut next = 0;
        while let Some(&(x, y)) = cells.get(next) {
            next += 1;
            for (nx, ny) in (y.saturating_sub(1)..H.min(y + 2))
                .flat_map(|ny| (x.saturating_sub(1)..W.min(x + 2)).map(move |nx| (nx, ny)))
            {
                let touches = connectivity == Connectivity::Eight || nx == x || ny == y;
                if touches && std::mem::take(&mut filled[ny][nx]) {
                    cells.push((nx, ny));
                }
            }
        }
        cells.sort_unstable_by_key(|&(x, y)| (y, x));
        components.push(cells);
    }
    components.sort_unstable();
    components
}

/// Boards of every density, with the instructions of this processor: vectors for up to 16 rows, where there are some.
fn check_cell_by_cell<const W: usize, const H: usize>() {
    let mut rng = SeededRng::new((256 * W + H) as u64);
    let mut found = Components::new();
    for density in (0..=64).step_by(2) {
        for _ in 0..4 {
            let cells = Cell::all().filter(|_| rng.below(64) < density);
            let board: Board<W, H> = cells.collect();
            for connectivity in BOTH {
                components_into(board, connectivity, &mut found);
                let mut components: Vec<Vec<_>> = found
                    .iter()
                    .map(|component| component.iter().map(Cell::coords).collect())
                    .collect();
                components
                    .iter_mut()
                    .for_each(|cells| cells.sort_unstable_by_key(|&(x, y)| (y, x)));
                components.sort_unstable();
                assert_eq!(
                    components,
                    cell_by_cell(board, connectivity),
                    "{connectivity:?}\n{board}"
                );
            }
        }
    }
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
