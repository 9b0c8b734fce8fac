//! All shortest paths, one query at a time and in batches with all vectors, against breadth-first
//! searches cell by cell.

#![no_main]

use arbitrary::Arbitrary;
use bitboard_core::dispatch::SimdLevel;
use bitboard_core::simd::VectorWord;
use bitboard_core::{
    Bitboard, Cell, Chess, Dilate, Geometry, NoCornerCut, RowMajor, Slides, Steps,
};
use king_paths::batch::Batch;
use king_paths::{distances, eccentricity, reachable_within, shortest_paths};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    kind: u8,
    slack: u8,
    queries: Vec<Query>,
}

#[derive(Arbitrary, Debug, Clone, Copy)]
struct Query {
    from: u128,
    to: u128,
    /// The walls of the first board, or of both.
    within: (u128, u128),
    wide: bool,
}

impl Query {
    fn within(self) -> u128 {
        if self.wide { self.within.0 | self.within.1 } else { self.within.0 }
    }
}

const ORTHOGONAL: &[(i8, i8)] = &[(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: &[(i8, i8)] = &[(1, 1), (-1, 1), (-1, -1), (1, -1)];
const KING: &[(i8, i8)] = &[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const KNIGHT: &[(i8, i8)] =
    &[(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

/// The rules, written once more.
#[derive(Clone, Copy)]
struct Rule {
    offsets: &'static [(i8, i8)],
    far: bool,
    no_cut: bool,
}

impl Rule {
    /// The targets of one move from a cell.
    fn moves<G: Geometry>(self, cell: u32, within: u128) -> u128 {
        let at = |x: isize, y: isize| {
            let cell = Cell::<G>::new(usize::try_from(x).ok()?, usize::try_from(y).ok()?)?;
            let bit = cell.index();
            (within >> bit & 1 == 1).then_some(bit)
        };
        let (x, y) = Cell::<G>::from_index(cell).unwrap().coords();
        let (x, y) = (x as isize, y as isize);
        let mut reached = 0;
        for &(dx, dy) in self.offsets {
            let (dx, dy) = (isize::from(dx), isize::from(dy));
            if self.no_cut && (at(x + dx, y).is_none() || at(x, y + dy).is_none()) {
                // Straight steps have the cell itself and the next one beside them.
                if dx != 0 && dy != 0 {
                    continue;
                }
            }
            let (mut x, mut y) = (x + dx, y + dy);
            while let Some(bit) = at(x, y) {
                reached |= 1 << bit;
                if !self.far {
                    break;
                }
                (x, y) = (x + dx, y + dy);
            }
        }
        reached
    }

    fn frontiers<G: Geometry>(self, from: u128, within: u128) -> Vec<u128> {
        let (mut layer, mut seen, mut layers) = (from & within, from & within, Vec::new());
        while layer != 0 {
            layers.push(layer);
            layer = bits(layer).fold(0, |all, cell| all | self.moves::<G>(cell, within)) & !seen;
            seen |= layer;
        }
        layers
    }
}

fn bits(set: u128) -> impl Iterator<Item = u32> {
    (0..128).filter(move |i| set >> i & 1 == 1)
}

fuzz_target!(|input: Input| {
    let rule = |offsets, far, no_cut| Rule { offsets, far, no_cut };
    let (i, plain) = (&input, |offsets| rule(offsets, false, false));
    let far = |offsets| rule(offsets, true, false);
    match input.kind % 12 {
        0 => queries::<u64, Chess, _>(i, &Steps::KING, plain(KING)),
        1 => queries::<u64, Chess, _>(i, &Steps::ORTHOGONAL, plain(ORTHOGONAL)),
        2 => queries::<u64, Chess, _>(i, &Steps::DIAGONAL, plain(DIAGONAL)),
        3 => queries::<u64, Chess, _>(i, &Steps::KNIGHT, plain(KNIGHT)),
        4 => queries::<u64, Chess, _>(i, &Slides::QUEEN, far(KING)),
        5 => queries::<u64, Chess, _>(i, &Slides::ROOK, far(ORTHOGONAL)),
        6 => queries::<u64, Chess, _>(i, &Slides::BISHOP, far(DIAGONAL)),
        7 => queries::<u64, Chess, _>(i, &NoCornerCut::KING, rule(KING, false, true)),
        8 => queries::<u128, RowMajor<11, 11>, _>(i, &Steps::ORTHOGONAL, plain(ORTHOGONAL)),
        9 => queries::<u128, RowMajor<8, 16>, _>(i, &NoCornerCut::KING, rule(KING, false, true)),
        10 => queries::<u64, RowMajor<32, 2>, _>(i, &Steps::KING, plain(KING)),
        _ => queries::<u128, RowMajor<10, 12>, _>(i, &Slides::ROOK, far(ORTHOGONAL)),
    }
});

fn queries<W: VectorWord, G: Geometry, D: Dilate<G>>(input: &Input, steps: &D, rule: Rule) {
    let sets = |which: &dyn Fn(&Query) -> u128| -> Vec<Bitboard<W, G>> {
        let board = |bits: u128| Bitboard::from_bits_truncate(W::from_u128(bits));
        input.queries.iter().map(|query| board(which(query))).collect()
    };
    let (from, to) = (sets(&|query| query.from), sets(&|query| query.to));
    let within = sets(&|query| query.within());
    for i in 0..from.len().min(3) {
        check(from[i], to[i], within[i], u32::from(input.slack % 8), steps, rule);
    }
    for mut batch in SimdLevel::available().map(Batch::with_simd_level) {
        // The second time in the memory of the first.
        for _ in 0..2 {
            batch.find(&from, &to, &within, steps).unwrap();
            assert_eq!(batch.len(), from.len());
            for (i, found) in batch.iter().enumerate() {
                let alone = shortest_paths(from[i], to[i], within[i], steps);
                assert!(found.iter().eq(alone.layers().iter().copied()));
            }
        }
        if !from.is_empty() {
            assert!(batch.find(&from[1..], &to, &within, steps).is_err() && batch.is_empty());
        }
    }
}

fn check<W: VectorWord, G: Geometry, D: Dilate<G>>(
    from: Bitboard<W, G>,
    to: Bitboard<W, G>,
    within: Bitboard<W, G>,
    slack: u32,
    steps: &D,
    rule: Rule,
) {
    let number = |board: Bitboard<W, G>| board.bits().to_u128();
    let (f, t, w) = (number(from), number(to), number(within));
    // All moves lead both ways.
    let (there, back) = (rule.frontiers::<G>(f, w), rule.frontiers::<G>(t, w));
    let shortest = there.iter().position(|layer| layer & t != 0);
    let paths = shortest_paths(from, to, within, steps);
    let expected: Vec<u128> = shortest.map_or_else(Vec::new, |shortest| {
        (0..=shortest).map(|i| there[i] & back[shortest - i]).collect()
    });
    assert!(paths.layers().iter().map(|&layer| number(layer)).eq(expected.iter().copied()));

    // The number of paths: one layer after the other.
    let mut to_cell = [0u128; 128];
    bits(expected.first().copied().unwrap_or(0)).for_each(|cell| to_cell[cell as usize] = 1);
    for pair in expected.windows(2) {
        for cell in bits(pair[1]) {
            let before = rule.moves::<G>(cell, w) & pair[0];
            to_cell[cell as usize] = bits(before).map(|cell| to_cell[cell as usize]).sum();
        }
    }
    let last = expected.last().copied().unwrap_or(0);
    let total = bits(last).map(|cell| to_cell[cell as usize]).sum::<u128>();
    assert_eq!(paths.path_count(), total);
    let counts = paths.counts();
    assert_eq!(counts.per_target().map(|(_, count)| count).sum::<u128>(), total);
    assert!(counts.per_target().all(|(cell, count)| to_cell[cell.index() as usize] == count));
    let mut listed = 0;
    for path in paths.paths().take(50) {
        listed += 1;
        assert_eq!(path.len(), expected.len());
        for (pair, layer) in path.windows(2).zip(&expected[1..]) {
            let next = rule.moves::<G>(pair[0].index(), w) & layer;
            assert_eq!(next >> pair[1].index() & 1, 1);
        }
    }
    assert_eq!(listed, total.min(50));

    let all = there.iter().fold(0, |all, layer| all | layer);
    assert_eq!(number(from.flood(within, steps)), all);
    assert_eq!(from.is_connected(to, within, steps), shortest.is_some());
    let some = there.iter().take(slack as usize + 1).fold(0, |all, layer| all | layer);
    assert_eq!(number(reachable_within(from, within, steps, slack)), some);
    let furthest = eccentricity(from, within, steps).map(|(steps, cells)| (steps, number(cells)));
    assert_eq!(furthest, there.last().map(|&layer| (there.len() as u32 - 1, layer)));
    let found = distances(from, within, steps);
    for (i, &layer) in there.iter().enumerate() {
        assert_eq!(number(found.at(i as u32)), layer);
    }
    assert_eq!(found.iter().count() as u32, all.count_ones());

    // A wall also stops slides over it and diagonal steps beside it: then only cells of all
    // shortest paths count.
    let alone = |layer: &&u128| layer.count_ones() == 1;
    let must_pass = expected.iter().filter(alone).fold(0, |all, layer| all | layer);
    assert_eq!(number(paths.must_pass()), must_pass);
    let candidates = if rule.far || rule.no_cut { must_pass } else { all };
    let cuts = bits(candidates).filter(|cell| {
        let without = rule.frontiers::<G>(f, w & !(1 << cell));
        shortest.is_some() && without.iter().all(|layer| layer & t == 0)
    });
    let cuts: Bitboard<W, G> = cuts.filter_map(Cell::from_index).collect();
    assert_eq!(paths.articulation_cells(), cuts);
}
