//! Every engine and every question against the plain flood of bitboard-core.
#![cfg(feature = "alloc")]

use bitboard_core::{Cell, Steps, Symmetry};
use cc_table::engine::automaton::{Automaton, OwnedAutomaton};
use cc_table::engine::table::{OwnedTable, Table};
use cc_table::engine::{flood, shrink};
use cc_table::{
    Buffer, Connectivity, Grid, bounding_box, component_of, components, components_into, count,
    groups_at_least, label, largest, mask_at_least, sizes,
};
use quickcheck::{Arbitrary, Gen, quickcheck};

const BOTH: [Connectivity; 2] = [Connectivity::Four, Connectivity::Eight];

fn plain<const W: usize, const H: usize>(
    board: Grid<W, H>,
    connectivity: Connectivity,
) -> Vec<Grid<W, H>> {
    match connectivity {
        Connectivity::Four => board.components(&Steps::ORTHOGONAL).collect(),
        Connectivity::Eight => board.components(&Steps::KING).collect(),
    }
}

/// The engines of one width, made once.
struct Engines {
    automata: [OwnedAutomaton; 2],
    tables: [OwnedTable; 2],
}

impl Engines {
    fn new(width: usize) -> Self {
        Self {
            automata: BOTH.map(|connectivity| OwnedAutomaton::new(width, connectivity)),
            tables: BOTH.map(|connectivity| OwnedTable::new(width, connectivity)),
        }
    }

    fn check<const W: usize, const H: usize>(
        &self,
        board: Grid<W, H>,
        buffer: &mut Buffer<W, H>,
    ) -> u32 {
        let mut total = 0;
        for (i, connectivity) in BOTH.into_iter().enumerate() {
            let expected = plain(board, connectivity);
            let in_order = |buffer: &Buffer<W, H>| {
                assert!(buffer.iter().eq(expected.iter().copied()), "{connectivity:?}\n{board}");
            };
            let sorted = |buffer: &Buffer<W, H>| {
                let mut found: Vec<_> = buffer.iter().collect();
                found.sort_unstable_by_key(|component| component.first());
                assert_eq!(found, expected, "{connectivity:?}\n{board}");
            };
            self.automata[i].as_automaton().components(board, buffer);
            in_order(buffer);
            self.tables[i].as_table().components(board, buffer);
            sorted(buffer);
            if let Some(automaton) = Automaton::of_width(W, connectivity) {
                automaton.components(board, buffer);
                in_order(buffer);
                assert_eq!(automaton.count(board) as usize, expected.len());
            }
            if let Some(table) = Table::of_width::<W>(connectivity) {
                table.components(board, buffer);
                sorted(buffer);
            }
            flood::components(board, connectivity, buffer);
            in_order(buffer);
            flood::components_peeled(board, connectivity, buffer);
            sorted(buffer);
            components_into(board, connectivity, buffer);
            sorted(buffer);
            assert_eq!(self.automata[i].as_automaton().count(board) as usize, expected.len());
            assert_eq!(shrink::count(board, connectivity) as usize, expected.len(), "{board}");
            assert_eq!(count(board, connectivity) as usize, expected.len());
            check_masks(board, connectivity, &expected);
            total += (i as u32 * (1 << 16) + 1) * expected.len() as u32;
        }
        total
    }
}

fn check_masks<const W: usize, const H: usize>(
    board: Grid<W, H>,
    connectivity: Connectivity,
    expected: &[Grid<W, H>],
) {
    for n in 0..7 {
        let of_size = expected.iter().copied().filter(|component| component.len() >= n);
        let cells = of_size.clone().fold(Grid::EMPTY, |cells, component| cells | component);
        assert_eq!(mask_at_least(board, n, connectivity), cells, "{n} {connectivity:?}\n{board}");
        let mut groups = Vec::new();
        groups_at_least(board, n, connectivity, |group| groups.push(group));
        assert!(groups.into_iter().eq(of_size), "{n} {connectivity:?}\n{board}");
    }
}

fn check_questions<const W: usize, const H: usize>(board: Grid<W, H>) {
    for connectivity in BOTH {
        let expected = plain(board, connectivity);
        let found = components(board, connectivity);
        let lengths: Vec<u32> = found.iter().map(Grid::len).collect();
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort_unstable_by_key(|component| component.first());
        assert_eq!(found, expected);
        assert_eq!(sizes(board, connectivity).collect::<Vec<_>>(), lengths);
        let best = expected.iter().copied().reduce(|a, b| if b.len() > a.len() { b } else { a });
        assert_eq!(largest(board, connectivity), best.unwrap_or_default());
        let labels = label(board, connectivity);
        assert_eq!(usize::from(labels.count()), expected.len());
        for cell in Grid::<W, H>::FULL {
            let at = expected.iter().position(|component| component.contains(cell));
            assert_eq!(usize::from(labels.get(cell)), at.map_or(0, |i| i + 1));
            let component = at.map_or(Grid::EMPTY, |i| expected[i]);
            assert_eq!(component_of(board, cell, connectivity), component);
        }
        assert_eq!(labels.as_slice().len(), W * H);
    }
    let cells: Vec<Cell<_>> = board.iter().collect();
    let bounds = bounding_box(board).map(|b| (b.left, b.top, b.right, b.bottom));
    let plain = (!cells.is_empty()).then(|| {
        let (xs, ys) = (cells.iter().map(|c| c.x()), cells.iter().map(|c| c.y()));
        (xs.clone().min().unwrap(), ys.clone().min().unwrap(), xs.max().unwrap(), ys.max().unwrap())
    });
    assert_eq!(bounds, plain);
}

/// All boards; the totals of components under both connectivities.
fn exhaust<const W: usize, const H: usize>(engines: &Engines) -> (u64, u64) {
    let mut buffer = Buffer::new();
    let (mut four, mut eight) = (0, 0);
    for bits in 0..1u128 << (W * H) {
        let totals = engines.check(Grid::<W, H>::new(bits), &mut buffer);
        // The fields of `check`: n₄ + (2¹⁶ + 1)·n₈.
        eight += u64::from(totals >> 16);
        four += u64::from((totals & 0xffff) - (totals >> 16));
    }
    (four, eight)
}

macro_rules! exhaustive {
    ($($name:ident: $width:literal x $($height:literal)*;)*) => {
        $(#[test]
        fn $name() {
            let engines = Engines::new($width);
            $(exhaust::<$width, $height>(&engines);)*
        })*
    };
}

exhaustive! {
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
    let engines = Engines::new(4);
    exhaust::<4, 1>(&engines);
    assert_eq!(exhaust::<4, 4>(&engines), (168_529, 103_696));
    assert_eq!(exhaust::<4, 5>(&engines), (3_160_507, 1_809_744));
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
            let engines = Engines::new($width);
            let mut buffer = Buffer::new();
            let mut random = Gen::new(100);
            for _ in 0..2_000 {
                let board = Grid::<$width, $height>::from_bits_truncate(Bits::arbitrary(&mut random).0);
                engines.check(board, &mut buffer);
                check_questions(board);
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

quickcheck! {
    fn as_many_in_the_mirror(bits: Bits) -> bool {
        let board = Grid::<6, 12>::from_bits_truncate(bits.0);
        [Symmetry::MIRROR, Symmetry::FLIP, Symmetry::ROTATE_180].into_iter().all(|symmetry| {
            let image = board.transform(symmetry).unwrap();
            BOTH.into_iter().all(|c| count(image, c) == count(board, c))
        })
    }
}
