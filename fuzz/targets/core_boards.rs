//! Shifts, floods, slides and symmetries of whole words against the same cell by cell, on every
//! geometry.

#![no_main]

use arbitrary::Arbitrary;
use bitboard_core::{
    AxialHex, Bitboard, Cell, Chess, Columns, Dilate, Geometry, Holes, Lattice, OffsetHex,
    RowMajor, Slides, Steps, Symmetry, Word,
};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    geometry: u8,
    /// Walls on the set bits, or on the clear bits.
    set: u128,
    free: u128,
    to: u128,
    /// A custom neighborhood.
    offsets: [(i8, i8); 4],
    count: u8,
}

fuzz_target!(|input: Input| {
    match input.geometry % 13 {
        0 => squares::<u64, Chess>(&input),
        1 => squares::<u64, RowMajor<6, 10>>(&input),
        2 => squares::<u128, RowMajor<6, 12>>(&input),
        3 => squares::<u128, RowMajor<16, 8>>(&input),
        4 => squares::<u128, RowMajor<1, 128>>(&input),
        5 => squares::<u128, RowMajor<128, 1>>(&input),
        6 => squares::<u64, Columns<7, 6>>(&input),
        7 => squares::<u128, Columns<12, 9>>(&input),
        8 => squares::<u64, Holes<RowMajor<9, 8>, 0x7ef7_ffff_dfff_ffff>>(&input),
        9 => hexagons::<u64, OffsetHex<5, 10>>(&input),
        10 => hexagons::<u128, OffsetHex<7, 9>>(&input),
        11 => hexagons::<u128, AxialHex<6>>(&input),
        _ => hexagons::<u128, Holes<AxialHex<5>, 0x1ffff_ffff_0fff_ffff_ffff>>(&input),
    }
});

/// The targets of one step from even rows and from odd rows.
type Offsets<'a> = [&'a [(i32, i32)]; 2];

const ORTHOGONAL: &[(i32, i32)] = &[(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: &[(i32, i32)] = &[(1, 1), (-1, 1), (-1, -1), (1, -1)];
const KING: &[(i32, i32)] = &[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const KNIGHT: &[(i32, i32)] =
    &[(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

fn squares<W: Word, G: Geometry>(input: &Input) {
    for (steps, offsets) in [
        (Steps::<G>::ORTHOGONAL, ORTHOGONAL),
        (Steps::DIAGONAL, DIAGONAL),
        (Steps::KING, KING),
        (Steps::KNIGHT, KNIGHT),
        (Steps::WHITE_PAWN_CAPTURES, &[(-1, 1), (1, 1)]),
        (Steps::BLACK_PAWN_PUSHES, &[(0, -1)]),
    ] {
        check::<W, G>(input, &steps, [offsets; 2]);
    }
    own_steps::<W, G>(input);
    symmetries::<W, G>(input);
}

fn hexagons<W: Word, G: Geometry>(input: &Input) {
    let offsets: Offsets<'_> = match G::LATTICE {
        Lattice::AxialHex => [&[(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)]; 2],
        _ => [
            &[(1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)],
            &[(1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1)],
        ],
    };
    check::<W, G>(input, &Steps::HEXAGON, offsets);
    if G::LATTICE == Lattice::AxialHex {
        own_steps::<W, G>(input);
    }
    symmetries::<W, G>(input);
}

fn own_steps<W: Word, G: Geometry>(input: &Input) {
    let own = input.offsets.map(|(x, y)| (i32::from(x % 4), i32::from(y % 4)));
    let own = &own[..usize::from(input.count % 5)];
    // Slides ignore a step by (0, 0).
    if own.contains(&(0, 0)) {
        return;
    }
    check::<W, G>(input, &Steps::from_offsets(own), [own; 2]);
}

fn board<W: Word, G: Geometry>(bits: u128) -> Bitboard<W, G> {
    Bitboard::from_bits_truncate(W::from_u128(bits & G::MASK.to_u128()))
}

/// One step from a cell in one direction.
fn step<G: Geometry>(offsets: Offsets<'_>, direction: usize, cell: u32) -> Option<u32> {
    let (x, y) = Cell::<G>::from_index(cell)?.coords();
    let (dx, dy) = offsets[y % 2][direction];
    let x = usize::try_from(x as i32 + dx).ok()?;
    Cell::<G>::new(x, usize::try_from(y as i32 + dy).ok()?).map(Cell::index)
}

/// Bit by bit.
fn bits(set: u128) -> impl Iterator<Item = u32> {
    (0..128).filter(move |i| set >> i & 1 == 1)
}

fn neighbors<G: Geometry>(offsets: Offsets<'_>, set: u128) -> u128 {
    let next = |cell| (0..offsets[0].len()).filter_map(move |d| step::<G>(offsets, d, cell));
    bits(set).flat_map(next).fold(0, |all, cell| all | 1 << cell)
}

/// (the cells passed, the cells attacked).
fn rays<G: Geometry>(offsets: Offsets<'_>, set: u128, free: u128) -> (u128, u128) {
    let (mut passed, mut attacked) = (set, 0);
    for start in bits(set) {
        for direction in 0..offsets[0].len() {
            let mut cell = start;
            while let Some(next) = step::<G>(offsets, direction, cell) {
                attacked |= 1 << next;
                if free >> next & 1 == 0 {
                    break;
                }
                passed |= 1 << next;
                // Steps that stay on their cell.
                if next == cell {
                    break;
                }
                cell = next;
            }
        }
    }
    (passed, attacked)
}

fn check<W: Word, G: Geometry>(input: &Input, steps: &Steps<G>, offsets: Offsets<'_>) {
    let (set, free) = (board::<W, G>(input.set), board::<W, G>(input.free));
    let to = board::<W, G>(input.to);
    let word = |board: Bitboard<W, G>| board.bits().to_u128();
    let (s, f) = (word(set), word(free));

    let next = neighbors::<G>(offsets, s);
    assert_eq!(word(set.neighbors(steps)), next);
    assert_eq!(word(set.dilate(steps)), next | s);
    let back = board::<W, G>(neighbors::<G>(offsets, G::MASK.to_u128())).bits().to_u128();
    assert_eq!(word(Bitboard::<W, G>::FULL.neighbors(steps)), back);
    for cell in to {
        // A step exists if and only if the reverse step exists.
        let from = Bitboard::<W, G>::from_cell(cell).neighbors(&steps.reverse());
        let sources = Cell::<G>::all().map(Cell::index);
        let sources = sources
            .filter(|&i| neighbors::<G>(offsets, 1 << i) >> cell.index() & 1 == 1)
            .fold(0, |all, i| all | 1u128 << i);
        assert_eq!(word(from), sources);
        break;
    }

    let (passed, attacked) = rays::<G>(offsets, s, f);
    let slides = Slides::from_steps(steps);
    assert_eq!(word(slides.dilate_within(set, free)), passed);
    assert_eq!(word(set.attacks(!free, &slides)), attacked);

    let (mut filled, mut layer, mut frontiers) = (s & f, s & f, set.frontiers(free, steps));
    while layer != 0 {
        assert_eq!(frontiers.next().map(word), Some(layer));
        layer = neighbors::<G>(offsets, layer) & f & !filled;
        filled |= layer;
    }
    assert_eq!(frontiers.next(), None);
    assert_eq!(word(set.flood(free, steps)), filled);
    assert_eq!(set.is_connected(to, free, steps), filled & word(to) != 0);
    if neighbors_are_mutual(steps) {
        let mut rest = s;
        for component in set.components(steps) {
            assert_eq!(word(component) & s, word(component) & rest);
            assert_eq!(component.first().map(Cell::index), Some(rest.trailing_zeros()));
            assert_eq!(neighbors::<G>(offsets, word(component)) & s & !word(component), 0);
            rest &= !word(component);
        }
        assert_eq!(rest, 0);
    }
}

fn neighbors_are_mutual<G: Geometry>(steps: &Steps<G>) -> bool {
    let reverse = steps.reverse();
    Cell::<G>::all().all(|cell| {
        let set = Bitboard::<u128, G>::from_cell(cell);
        set.neighbors(steps) == set.neighbors(&reverse)
    })
}

fn symmetries<W: Word, G: Geometry>(input: &Input) {
    let set = board::<W, G>(input.set);
    assert_eq!(set.len(), (input.set & G::MASK.to_u128()).count_ones());
    assert_eq!((!set).bits().to_u128(), !input.set & G::MASK.to_u128());
    let canonical = set.canonical();
    for symmetry in Symmetry::all::<G>() {
        let image = set.transform(symmetry).expect("a symmetry of the board");
        let plain = set.iter().map(|cell| {
            let (x, y) = symmetry.apply(cell.coords(), G::WIDTH, G::HEIGHT).unwrap();
            Cell::<G>::new(x, y).unwrap()
        });
        assert_eq!(image, plain.collect());
        assert_eq!(image.transform(symmetry.inverse()), Some(set));
        assert_eq!(image.canonical(), canonical);
        assert!(canonical <= image);
    }
}
