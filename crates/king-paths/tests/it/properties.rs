//! All shortest paths against a search that enumerates them cell by cell.

use std::collections::HashMap;

use bitboard_core::{
    AxialHex, Bitboard, Cell, Chess, Dilate, Geometry, NoCornerCut, OffsetHex, RowMajor, Slides,
    Steps, Word,
};
use king_paths::shortest_paths;
use quickcheck::QuickCheck;

/// Distances from `from`, by relaxation cell by cell, and the number of shortest ways to each cell.
fn search<W: Word, G: Geometry, D: Dilate<G>>(
    from: Bitboard<W, G>,
    within: Bitboard<W, G>,
    steps: &D,
) -> HashMap<Cell<G>, (usize, u128)> {
    let mut found: HashMap<Cell<G>, (usize, u128)> =
        (from & within).iter().map(|cell| (cell, (1, 1))).collect();
    for length in 1.. {
        let last: Vec<_> =
            found.iter().filter(|(_, (l, _))| *l == length).map(|(&c, &(_, n))| (c, n)).collect();
        if last.is_empty() {
            break;
        }
        for (cell, paths) in last {
            let alone = Bitboard::from_cell(cell);
            for next in steps.dilate_within(alone, within) - alone {
                let entry = found.entry(next).or_insert((length + 1, 0));
                if entry.0 == length + 1 {
                    entry.1 += paths;
                }
            }
        }
    }
    found
}

type Random = (u128, u128, u128);

fn agrees<W: Word, G: Geometry, D: Dilate<G>>(random: Random, steps: &D) {
    let reverse = &steps.reverse();
    let board = |word: u128| Bitboard::<W, G>::from_bits_truncate(W::from_u128(word));
    // A few cells at either end, most of the board between them.
    let (from, to) = (
        board(random.0 & random.1 & random.0.rotate_left(7)),
        board(random.2 & random.1.rotate_left(9) & random.0),
    );
    let within = board(random.0.rotate_left(31) | random.2.rotate_left(17));
    let paths = shortest_paths(from, to, within, steps);
    let layers = paths.layers();
    let (there, back) = (search(from, within, steps), search(to, within, reverse));
    let reached = (to & within).iter().filter_map(|cell| there.get(&cell));
    let length = reached.clone().map(|&(length, _)| length).min().unwrap_or(0);
    assert_eq!(layers.len(), length);
    let count: u128 = reached.filter(|&&(l, _)| l == length).map(|&(_, paths)| paths).sum();
    assert_eq!(paths.path_count(), count);
    for (i, &layer) in layers.iter().enumerate() {
        let on_path = |cell: &Cell<G>| {
            let (to_here, from_here) = (there.get(cell), back.get(cell));
            to_here.is_some_and(|there| there.0 == i + 1)
                && from_here.is_some_and(|back| back.0 == length - i)
        };
        assert_eq!(layer, within.iter().filter(on_path).collect());
    }
}

fn squares<W: Word, G: Geometry>(random: Random) {
    agrees::<W, G, _>(random, &Steps::KING);
    agrees::<W, G, _>(random, &Steps::ORTHOGONAL);
    agrees::<W, G, _>(random, &Steps::DIAGONAL);
    agrees::<W, G, _>(random, &Steps::KNIGHT);
    agrees::<W, G, _>(random, &Slides::QUEEN);
    agrees::<W, G, _>(random, &Slides::ROOK);
    agrees::<W, G, _>(random, &Slides::BISHOP);
    agrees::<W, G, _>(random, &NoCornerCut);
    for pawn in [Steps::WHITE_PAWN_PUSHES, Steps::WHITE_PAWN_CAPTURES] {
        agrees::<W, G, _>(random, &pawn);
        agrees::<W, G, _>(random, &pawn.reverse());
    }
}

fn hexagons<W: Word, G: Geometry>(random: Random) {
    agrees::<W, G, _>(random, &Steps::HEXAGON);
    agrees::<W, G, _>(random, &Slides::HEXAGON);
}

#[test]
fn layers_hold_exactly_the_cells_of_shortest_paths() {
    QuickCheck::new().quickcheck(squares::<u64, Chess> as fn(_));
    QuickCheck::new().quickcheck(squares::<u128, RowMajor<6, 12>> as fn(_));
    QuickCheck::new().quickcheck(hexagons::<u64, OffsetHex<5, 10>> as fn(_));
    QuickCheck::new().quickcheck(hexagons::<u128, AxialHex<6>> as fn(_));
}

fn is_no_cut(random: Random) {
    type Board = Bitboard<u64, Chess>;
    let within = Board::from_bits_truncate((random.0 | random.1) as u64);
    for cell in within {
        let free = |dx: isize, dy: isize| {
            let (x, y) = (cell.x().checked_add_signed(dx)?, cell.y().checked_add_signed(dy)?);
            Cell::new(x, y).filter(|&cell| within.contains(cell))
        };
        let mut expected = Board::from_cell(cell);
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            if free(dx, 0).is_some() && free(0, dy).is_some() {
                expected.extend(free(dx, dy));
            }
        }
        assert_eq!(NoCornerCut.dilate_within(Board::from_cell(cell), within), expected);
    }
}

#[test]
fn a_king_that_does_not_cut_corners_needs_both_sides_free() {
    QuickCheck::new().quickcheck(is_no_cut as fn(_));
}
