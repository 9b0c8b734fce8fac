//! All shortest paths on boards, one query at a time and thousands at once.

use bitboard_core::{Bitboard, Chess, Steps};
use king_paths::batch::Batch;

use crate::baseline;
use crate::random::Random;
use crate::task::{Builder, Role, Task};

mod grid;
mod space;

type Board = Bitboard<u64, Chess>;
type Paths = king_paths::ShortestPaths<'static, u64, Chess>;

/// From, to, within.
type Query = (u64, u64, u64);

pub(super) fn tasks() -> Vec<Task> {
    let mut tasks = vec![
        layers("all shortest paths of a king, 50 % free", half).build(),
        layers("all shortest paths of a king, open board", open).charted().build(),
        layers("all shortest paths of a king, snakes", snakes).charted().build(),
        count("count shortest paths, open board", open).charted().build(),
        batch(
            "batch of king queries, AVX-512 if available, 50 % free",
            half,
            Steps::KING,
            baseline::paths::all_shortest_paths,
        ),
        batch(
            "batch of king queries, AVX-512 if available, snakes",
            snakes,
            Steps::KING,
            baseline::paths::all_shortest_paths,
        ),
        batch(
            "batch of pawns, AVX-512 if available, 70 % free",
            pawns,
            Steps::WHITE_PAWN_CAPTURES,
            baseline::paths::all_shortest_paths_of_pawns,
        ),
    ];
    tasks.extend(grid::tasks());
    tasks.extend(space::tasks());
    tasks
}

fn layers(name: &'static str, queries: fn() -> Vec<Query>) -> Builder<Query> {
    Builder::new("king-paths", name, "query", queries)
        .engine_with(
            Role::Ours,
            "king-paths",
            none,
            |paths, &query| {
                find(paths, query);
                paths.layers().len()
            },
            |paths, length| {
                let layers = paths.layers()[..length].iter().map(|layer| layer.bits());
                format!("{:x?}", layers.collect::<Vec<_>>())
            },
        )
        .engine_with(
            Role::Baseline,
            "Westcott 2002",
            || [0; 64],
            |layers, &(from, to, within)| {
                baseline::paths::all_shortest_paths(from, to, within, layers)
            },
            |layers, length| format!("{:x?}", &layers[..length]),
        )
}

fn count(name: &'static str, queries: fn() -> Vec<Query>) -> Builder<Query> {
    Builder::new("king-paths", name, "query", queries).engine_with(
        Role::Ours,
        "king-paths",
        none,
        |paths, &query| {
            find(paths, query);
            paths.path_count()
        },
        |_, count| count.to_string(),
    )
}

fn none() -> Paths {
    king_paths::shortest_paths(Board::EMPTY, Board::EMPTY, Board::EMPTY, &Steps::KING)
}

/// Inlined, as in code of a caller, so that the compiler knows the moves when it counts.
#[inline(always)]
fn find(paths: &mut Paths, (from, to, within): Query) {
    let board = Board::from_bits_truncate;
    paths.find(board(from), board(to), board(within), &Steps::KING);
}

/// The same queries as rows and as columns.
struct Queries {
    rows: Vec<Query>,
    columns: [Vec<Board>; 3],
}

impl Queries {
    fn new(rows: Vec<Query>) -> Self {
        let column = |pick: fn(&Query) -> u64| {
            rows.iter().map(|row| Board::from_bits_truncate(pick(row))).collect()
        };
        let columns = [column(|row| row.0), column(|row| row.1), column(|row| row.2)];
        Self { rows, columns }
    }
}

/// Many queries at once. `published` is the routine for the same moves, which returns the number of
/// layers.
fn batch(
    name: &'static str,
    queries: fn() -> Vec<Query>,
    moves: Steps<Chess>,
    published: fn(u64, u64, u64, &mut [u64; 64]) -> usize,
) -> Task {
    Builder::new("king-paths", name, "query", move || vec![Queries::new(queries())])
        .units_per_input(|queries| queries.rows.len())
        .engine_with(
            Role::Ours,
            "king-paths",
            Batch::new,
            move |batch, Queries { columns: [from, to, within], .. }| {
                batch.find(from, to, within, &moves)
            },
            |batch, answered| {
                let layers = batch.iter().flat_map(|layers| layers.iter().collect::<Vec<_>>());
                let words: Vec<u64> = layers.map(bitboard_core::Bitboard::bits).collect();
                format!("{answered:?} {words:x?}")
            },
        )
        .engine_with(
            Role::Baseline,
            "Westcott 2002",
            // The layers of all queries, concatenated, and their number.
            || (vec![0; 64 * 20_001], 0),
            move |(layers, used), queries| {
                *used = 0;
                for &(from, to, within) in &queries.rows {
                    let Some(layers) = layers[*used..].first_chunk_mut() else { return };
                    *used += published(from, to, within, layers);
                }
            },
            |(layers, used), ()| format!("Ok(()) {:x?}", &layers[..*used]),
        )
        .charted()
        .build()
}

fn half() -> Vec<Query> {
    queries(11, 50)
}

fn open() -> Vec<Query> {
    queries(13, 100)
}

/// From one square to another, which are free themselves.
fn queries(seed: u64, percent: usize) -> Vec<Query> {
    let mut random = Random::new(seed);
    let query = |_| {
        let (from, to) = (1 << random.below(64), 1 << random.below(64));
        (from, to, random.mask(64, percent) as u64 | from | to)
    };
    (0..20_000).map(query).collect()
}

/// The longest induced path of the king's graph, 32 squares, and parts of it of 26 and more, turned
/// and reflected.
fn snakes() -> Vec<Query> {
    const LONGEST: u64 = 0x7a85_91ad_a19e_807f;
    let (mut squares, mut last) = (vec![0], Board::from_bits_truncate(1));
    let mut rest = Board::from_bits_truncate(LONGEST) & !last;
    while let Some(next) = (last.neighbors(&Steps::KING) & rest).iter().next() {
        squares.push(next.index() as u8);
        last = next.into();
        rest &= !last;
    }
    let mut random = Random::new(14);
    let query = |_| {
        let length = 26 + random.below(squares.len() - 25);
        let start = random.below(squares.len() - length + 1);
        let symmetry = random.below(8) as u8;
        // Flipped by ranks, by files, and along the diagonal.
        let place = |&square: &u8| -> u64 {
            let square = square ^ ((symmetry & 1) * 7) ^ ((symmetry >> 1 & 1) * 56);
            1 << if symmetry & 4 == 0 { square } else { square % 8 * 8 + square / 8 }
        };
        let part: Vec<u64> = squares[start..start + length].iter().map(place).collect();
        (part[0], part[length - 1], part.iter().sum())
    };
    (0..20_000).map(query).collect()
}

/// From pawns on the second row to the last row.
fn pawns() -> Vec<Query> {
    let mut random = Random::new(17);
    let query = |_| {
        let from = random.mask(64, 50) as u64 & 0xff00;
        (from, 0xff << 56, random.mask(64, 70) as u64 | from)
    };
    (0..20_000).map(query).collect()
}
