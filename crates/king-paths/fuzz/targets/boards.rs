//! All shortest paths, one query at a time and in batches with all vectors, against breadth-first searches cell by
//! cell.

#![no_main]

use arbitrary::Arbitrary;
use bitboard_core::{Bitboard, Cell, Chess, Dilate, Geometry, RowMajor, Slides, Steps, Word, NoCornerCut};
use king_paths::batch::{Batch, Kind, Simd};
use king_paths::{
    all_shortest_paths, cells_on_paths, cut_cells, distances, eccentricity, is_connected,
    reachable, reachable_by,
};
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
    /// As many walls as in the first, or as in both.
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
    /// Where one move from a cell leads.
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
        0 => chess(i, Kind::King, &Steps::KING, plain(KING)),
        1 => chess(i, Kind::Wazir, &Steps::ORTHOGONAL, plain(ORTHOGONAL)),
        2 => chess(i, Kind::Ferz, &Steps::DIAGONAL, plain(DIAGONAL)),
        3 => chess(i, Kind::Knight, &Steps::KNIGHT, plain(KNIGHT)),
        4 => chess(i, Kind::QueenSlide, &Slides::QUEEN, far(KING)),
        5 => chess(i, Kind::RookSlide, &Slides::ROOK, far(ORTHOGONAL)),
        6 => chess(i, Kind::BishopSlide, &Slides::BISHOP, far(DIAGONAL)),
        7 => chess(i, Kind::KingNoCut, &NoCornerCut, rule(KING, false, true)),
        8 => single::<u128, RowMajor<11, 11>, _>(i, &Steps::ORTHOGONAL, plain(ORTHOGONAL)),
        9 => single::<u128, RowMajor<8, 16>, _>(i, &NoCornerCut, rule(KING, false, true)),
        10 => single::<u64, RowMajor<32, 2>, _>(i, &Steps::KING, plain(KING)),
        _ => single::<u128, RowMajor<10, 12>, _>(i, &Slides::ROOK, far(ORTHOGONAL)),
    }
});

fn chess<D: Dilate<Chess>>(input: &Input, kind: Kind, steps: &D, rule: Rule) {
    single::<u64, Chess, D>(input, steps, rule);
    let sets = |which: &dyn Fn(&Query) -> u128| -> Vec<Bitboard<u64, Chess>> {
        input.queries.iter().map(|query| Bitboard::from_bits_truncate(which(query) as u64)).collect()
    };
    let (from, to) = (sets(&|query| query.from), sets(&|query| query.to));
    let within = sets(&|query| query.within());
    for mut batch in Simd::ALL.into_iter().filter_map(Batch::with_simd) {
        // The second time in the memory of the first.
        for _ in 0..2 {
            batch.find(kind, &from, &to, &within).unwrap();
            assert_eq!(batch.len(), from.len());
            for (i, found) in batch.iter().enumerate() {
                let alone = all_shortest_paths(from[i], to[i], within[i], steps);
                assert!(found.iter().eq(alone.iter().copied()));
            }
        }
        if !from.is_empty() {
            assert!(batch.find(kind, &from[1..], &to, &within).is_err() && batch.is_empty());
        }
    }
}

fn single<W: Word, G: Geometry, D: Dilate<G>>(input: &Input, steps: &D, rule: Rule) {
    for query in input.queries.iter().take(3) {
        let word = |bits: u128| Bitboard::<W, G>::from_bits_truncate(W::from_u128(bits & G::MASK.to_u128()));
        let [from, to, within] = [query.from, query.to, query.within()].map(word);
        check(from, to, within, u32::from(input.slack % 8), steps, rule);
    }
}

fn check<W: Word, G: Geometry, D: Dilate<G>>(
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
    let layers = all_shortest_paths(from, to, within, steps);
    let expected: Vec<u128> = shortest.map_or_else(Vec::new, |shortest| {
        (0..=shortest).map(|i| there[i] & back[shortest - i]).collect()
    });
    assert!(layers.iter().map(|&layer| number(layer)).eq(expected.iter().copied()));

    // The number of paths: one layer after the other.
    let mut paths = [0u128; 128];
    bits(expected.first().copied().unwrap_or(0)).for_each(|cell| paths[cell as usize] = 1);
    for pair in expected.windows(2) {
        for cell in bits(pair[1]) {
            let before = rule.moves::<G>(cell, w) & pair[0];
            paths[cell as usize] = bits(before).map(|cell| paths[cell as usize]).sum();
        }
    }
    let last = expected.last().copied().unwrap_or(0);
    let total = bits(last).map(|cell| paths[cell as usize]).sum::<u128>();
    assert_eq!(layers.count(within, steps), total);
    let counts = layers.counts(within, steps);
    assert_eq!(counts.total(), total);
    assert!(counts.per_target().all(|(cell, paths_to)| paths[cell.index() as usize] == paths_to));
    let mut listed = 0;
    for path in layers.paths(within, steps).take(50) {
        listed += 1;
        assert_eq!(path.len(), expected.len());
        for (pair, layer) in path.windows(2).zip(&expected[1..]) {
            let next = rule.moves::<G>(pair[0].index(), w) & layer;
            assert_eq!(next >> pair[1].index() & 1, 1);
        }
    }
    assert_eq!(listed, total.min(50));

    let all = there.iter().fold(0, |all, layer| all | layer);
    assert_eq!(number(reachable(from, within, steps)), all);
    assert_eq!(is_connected(from, to, within, steps), shortest.is_some());
    let some = there.iter().take(slack as usize + 1).fold(0, |all, layer| all | layer);
    assert_eq!(number(reachable_by(from, within, steps, slack)), some);
    let furthest = eccentricity(from, within, steps).map(|(steps, cells)| (steps, number(cells)));
    assert_eq!(furthest, there.last().map(|&layer| (there.len() as u32 - 1, layer)));
    let found = distances(from, within, steps);
    for (i, &layer) in there.iter().enumerate() {
        assert_eq!(number(found.at(i as u32)), layer);
    }
    assert_eq!(found.iter().count() as u32, all.count_ones());

    let distance = |layers: &[u128], cell: u32| layers.iter().position(|l| l >> cell & 1 == 1);
    let on_paths = bits(all).filter(|&cell| {
        let (Some(a), Some(b)) = (distance(&there, cell), distance(&back, cell)) else {
            return false;
        };
        shortest.is_some_and(|shortest| a + b <= shortest + slack as usize)
    });
    let on_paths = on_paths.fold(0, |all, cell| all | 1u128 << cell);
    assert_eq!(number(cells_on_paths(from, to, within, steps, slack)), on_paths);
    // A wall also stops slides over it and diagonal steps beside it: then only cells of all shortest paths count.
    let alone = |layer: &&u128| layer.count_ones() == 1;
    let must_pass = expected.iter().filter(alone).fold(0, |all, layer| all | layer);
    assert_eq!(number(layers.must_pass()), must_pass);
    let candidates = if rule.far || rule.no_cut { must_pass } else { all };
    let cuts = bits(candidates).filter(|cell| {
        let without = rule.frontiers::<G>(f, w & !(1 << cell));
        shortest.is_some() && without.iter().all(|layer| layer & t == 0)
    });
    let cuts: Bitboard<W, G> = cuts.filter_map(Cell::from_index).collect();
    assert_eq!(cut_cells(from, to, within, steps), cuts);
}
