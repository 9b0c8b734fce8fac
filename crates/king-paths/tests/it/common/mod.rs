//! What the tests share: moves chosen at run time, all answers of a board as plain numbers, and the
//! same answers found by a search cell by cell.
//!
//! Queries are generic over boards and moves, and a copy of their code for each pair would take
//! minutes to compile. So [`answers`] is the only generic function here. It runs with [`Rule`],
//! whose moves are a call, and once for each kind of moves that is compiled into the queries.
//! Everything else works on cell numbers and sets of 128 bits.

#[cfg(feature = "alloc")]
use std::collections::BTreeSet;

use bitboard_core::{
    Bitboard, Bits, Cell, Dilate, Geometry, Moves, NoCornerCut, Random, SeededRng, Slides, Steps,
    Word,
};
use king_paths::{Path, distances, eccentricity, reachable_within, shortest_paths};
use quickcheck::QuickCheck;

/// Checks a property of random numbers that a seed determines.
pub(crate) fn check(tests: u64, property: fn(u64)) {
    QuickCheck::new().tests(tests).quickcheck(property);
}

/// Any moves, compiled once for each kind of board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rule<G: Geometry>(pub(crate) Moves<G>);

impl<G: Geometry> Rule<G> {
    /// Returns whether the moves stay the same when the board is turned or mirrored.
    #[cfg(feature = "alloc")]
    pub(crate) fn is_symmetric(self) -> bool {
        let symmetric = [Steps::KING, Steps::ORTHOGONAL, Steps::DIAGONAL, Steps::KNIGHT];
        !matches!(self.0, Moves::Steps(steps) if !symmetric.contains(&steps))
    }
}

impl<G: Geometry> Dilate<G> for Rule<G> {
    fn dilate_within<B: Bits>(
        &self,
        cells: Bitboard<B, G>,
        within: Bitboard<B, G>,
    ) -> Bitboard<B, G> {
        #[inline(never)]
        fn step<B: Bits, G: Geometry>(
            moves: &Moves<G>,
            cells: Bitboard<B, G>,
            within: Bitboard<B, G>,
        ) -> Bitboard<B, G> {
            moves.dilate_within(cells, within)
        }
        step(&self.0, cells, within)
    }

    fn reverse(&self) -> Self {
        Self(self.0.reverse())
    }
}

/// Moves on squares.
pub(crate) fn squares<G: Geometry>() -> Vec<Rule<G>> {
    let steps = [
        Steps::KING,
        Steps::ORTHOGONAL,
        Steps::DIAGONAL,
        Steps::KNIGHT,
        Steps::from_offsets(&[(3, 1), (-3, -1), (0, 2), (0, -2)]),
        Steps::from_offsets(&[(1, 3), (-1, -3), (1, 0), (-1, 0)]),
        Steps::WHITE_PAWN_PUSHES,
        Steps::WHITE_PAWN_CAPTURES,
        Steps::BLACK_PAWN_PUSHES,
        Steps::BLACK_PAWN_CAPTURES,
    ];
    let slides = [Slides::QUEEN, Slides::ROOK, Slides::BISHOP, Slides::from_steps(&Steps::KNIGHT)];
    let moves = steps.map(Moves::Steps).into_iter().chain(slides.map(Moves::Slides));
    moves.chain([NoCornerCut::KING.into()]).map(Rule).collect()
}

/// Moves on hexagons.
pub(crate) fn hexagons<G: Geometry>() -> Vec<Rule<G>> {
    [Moves::Steps(Steps::HEXAGON), Moves::Slides(Slides::HEXAGON)].map(Rule).to_vec()
}

/// Cells to start from, cells to go to and free cells: a few at either end, most of the board
/// between them.
pub(crate) type Query = [u128; 3];

pub(crate) fn query(rng: &mut SeededRng) -> Query {
    let mut word = || u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
    let (few, some) = (word() & word(), word() & word());
    // From dense to sparse, so that there are long paths and no paths.
    let within = [word() | word() | word(), word() | word(), word() | word(), word()];
    [few & word() & word(), some & word() & word(), within[rng.below(4) as usize]]
}

pub(crate) fn board<W: Word, G: Geometry>(cells: u128) -> Bitboard<W, G> {
    Bitboard::from_bits_truncate(W::from_u128(cells))
}

pub(crate) fn number<W: Word, G: Geometry>(board: Bitboard<W, G>) -> u128 {
    board.bits().to_u128()
}

/// The cells of a set in ascending order.
pub(crate) fn bits(set: u128) -> impl Iterator<Item = u32> {
    (0..128).filter(move |i| set >> i & 1 == 1)
}

/// The most paths that are compared one by one.
const PATHS: usize = 200;

/// The answers to all queries, as numbers of cells and sets of them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Answers {
    pub(crate) layers: Vec<u128>,
    pub(crate) must_pass: u128,
    articulation: u128,
    pub(crate) count: u128,
    /// The number of paths to each cell on a path, layer by layer.
    pub(crate) counts: Vec<(u32, u128)>,
    per_target: Vec<(u32, u128)>,
    /// The first ones, in order.
    paths: Vec<Vec<u32>>,
    distances: Vec<(u32, u32)>,
    furthest: Option<(u32, u128)>,
    within: Vec<u128>,
}

/// The answers of the crate.
#[inline(never)]
pub(crate) fn answers<W: Word, G: Geometry, D: Dilate<G>>(sets: &Query, moves: &D) -> Answers {
    let [from, to, within] = sets.map(board::<W, G>);
    let paths = shortest_paths(from, to, within, moves);
    let counts = paths.counts();
    let all = distances(from, within, moves);
    let path = |path: &Path<G>| path.iter().map(|cell| cell.index()).collect::<Vec<u32>>();
    let listed: Vec<Vec<u32>> = paths.paths().take(PATHS).map(|p| path(&p)).collect();
    assert_eq!(paths.path().as_ref().map(path).as_ref(), listed.first());
    assert_eq!(paths.distance().map_or(0, |d| d as usize + 1), paths.layers().len());
    assert_eq!(number(paths.cells()), paths.layers().iter().fold(0, |all, &l| all | number(l)));
    assert_eq!(counts.per_target().map(|(_, n)| n).sum::<u128>(), paths.path_count());
    let numbered = |(cell, n): (Cell<G>, u128)| (cell.index(), n);
    let answers = Answers {
        layers: paths.layers().iter().map(|&layer| number(layer)).collect(),
        must_pass: number(paths.must_pass()),
        articulation: number(paths.articulation_cells()),
        count: paths.path_count(),
        counts: counts.iter().map(numbered).collect(),
        per_target: counts.per_target().map(numbered).collect(),
        paths: listed,
        distances: all.iter().map(|(cell, d)| (cell.index(), d)).collect(),
        furthest: eccentricity(from, within, moves).map(|(d, cells)| (d, number(cells))),
        within: (0..4).map(|n| number(reachable_within(from, within, moves, n))).collect(),
    };
    assert_eq!(all.max(), answers.furthest.map(|(d, _)| d));
    for n in 0..4 {
        let at = answers.distances.iter().filter(|&&(_, d)| d == n);
        assert_eq!(number(all.at(n)), at.fold(0, |all, &(cell, _)| all | 1 << cell));
    }
    answers
}

/// The cells that one move from a cell leads to, through free cells.
pub(crate) type Step<'a> = &'a dyn Fn(u32, u128) -> u128;

/// The single moves of a rule and of its reverse.
pub(crate) fn steps<W: Word, G: Geometry>(rule: Rule<G>) -> [impl Fn(u32, u128) -> u128; 2] {
    [rule, rule.reverse()].map(|rule| {
        move |cell: u32, within: u128| {
            let cell = Bitboard::<W, G>::from_cell(Cell::from_index(cell).unwrap());
            number(rule.dilate_within(cell, board(within)) - cell)
        }
    })
}

/// The cells 0, 1, 2, … moves from a set, by a search cell by cell.
pub(crate) fn frontiers(from: u128, within: u128, step: Step<'_>) -> Vec<u128> {
    let (mut frontier, mut seen, mut all) = (from & within, from & within, Vec::new());
    while frontier != 0 {
        all.push(frontier);
        frontier = bits(frontier).fold(0, |next, cell| next | step(cell, within)) & !seen;
        seen |= frontier;
    }
    all
}

/// The answers that follow from single moves. If a free cell does not change the moves between
/// others (`plain`), all cells are tried as articulation cells, otherwise those that all shortest
/// paths pass.
pub(crate) fn expected(
    [from, to, within]: &Query,
    [step, back]: [Step<'_>; 2],
    plain: bool,
) -> Answers {
    let there = frontiers(*from, *within, step);
    let rest = frontiers(*to, *within, back);
    let all = there.iter().fold(0, |all, frontier| all | frontier);
    let shortest = there.iter().position(|frontier| frontier & to != 0);
    let layers: Vec<u128> = match shortest {
        Some(last) => (0..=last).map(|i| there[i] & rest[last - i]).collect(),
        None => Vec::new(),
    };
    let must_pass = layers.iter().filter(|layer| layer.is_power_of_two()).fold(0, |a, b| a | b);
    let cuts = |cell: &u32| {
        let without = within & !(1 << cell);
        frontiers(*from, without, step).iter().all(|frontier| frontier & to == 0)
    };
    let candidates = if plain && shortest.is_some() { *within } else { must_pass };
    let articulation = bits(candidates).filter(cuts).fold(0, |all, cell| all | 1 << cell);

    let distance = |levels: &[u128], cell: u32| levels.iter().position(|l| l >> cell & 1 == 1);
    let mut counts: Vec<(u32, u128)> = Vec::new();
    for (i, &layer) in layers.iter().enumerate() {
        for cell in bits(layer) {
            let before = if i > 0 { back(cell, *within) & layers[i - 1] } else { 0 };
            let before = counts.iter().filter(|&&(c, _)| before >> c & 1 == 1).map(|&(_, n)| n);
            let count = if i > 0 { before.sum() } else { 1 };
            counts.push((cell, count));
        }
    }
    let last = layers.last().copied().unwrap_or(0);
    let per_target: Vec<_> = counts.iter().copied().filter(|(c, _)| last >> c & 1 == 1).collect();
    let mut paths = Vec::new();
    list(&layers, *within, step, &mut Vec::new(), &mut paths);
    let distances = bits(all).filter_map(|cell| Some((cell, distance(&there, cell)? as u32)));
    Answers {
        must_pass,
        articulation,
        count: per_target.iter().map(|&(_, n)| n).sum(),
        counts,
        per_target,
        paths,
        distances: distances.collect(),
        furthest: there.last().map(|&cells| (there.len() as u32 - 1, cells)),
        within: (1..5).map(|n| there.iter().take(n).fold(0, |all, level| all | level)).collect(),
        layers,
    }
}

/// Adds the paths that begin with `path` in the order of their cells, as far as they are compared.
fn list(
    layers: &[u128],
    within: u128,
    step: Step<'_>,
    path: &mut Vec<u32>,
    found: &mut Vec<Vec<u32>>,
) {
    let Some(layer) = layers.get(path.len()) else {
        found.extend((!path.is_empty()).then(|| path.clone()));
        return;
    };
    let next = path.last().map_or(*layer, |&cell| step(cell, within) & layer);
    for cell in bits(next) {
        if found.len() < PATHS {
            path.push(cell);
            list(layers, within, step, path, found);
            path.pop();
        }
    }
}

impl Answers {
    /// The answers with other numbers of cells. Paths, whose order depends on the numbers, become a
    /// set if all are known.
    #[cfg(feature = "alloc")]
    pub(crate) fn renumbered(mut self, number: &dyn Fn(u32) -> u32) -> Self {
        let set = |set: &mut u128| *set = bits(*set).fold(0, |all, cell| all | 1 << number(cell));
        let sets = [&mut self.must_pass, &mut self.articulation].into_iter();
        let lists = [&mut self.layers, &mut self.within];
        let furthest = self.furthest.iter_mut().map(|(_, cells)| cells);
        sets.chain(lists.into_iter().flatten()).chain(furthest).for_each(set);
        for counts in [&mut self.counts, &mut self.per_target] {
            counts.iter_mut().for_each(|(cell, _)| *cell = number(*cell));
            counts.sort_unstable();
        }
        self.distances.iter_mut().for_each(|(cell, _)| *cell = number(*cell));
        self.distances.sort_unstable();
        let known = self.count <= PATHS as u128;
        let paths = self.paths.drain(..).filter(|_| known);
        let paths: BTreeSet<Vec<u32>> =
            paths.map(|path| path.into_iter().map(number).collect()).collect();
        self.paths = paths.into_iter().collect();
        self
    }
}
