use bitboard_core::{Bitboard, Chess, Steps};
use king_paths::grid::{Cost, Distances, GridError};

use crate::baseline;
use crate::baseline::paths::king_moves;
use crate::random::Random;
#[cfg(feature = "king-paths-rivals")]
use crate::rivals;
use crate::task::{Builder, Role, Task};

mod all_pairs;
mod batch;
mod costs;
mod grid;
mod octile;

type Board = Bitboard<u64, Chess>;
type Paths = king_paths::ShortestPaths<'static, u64, Chess>;

/// From, to, within.
type Query = (u64, u64, u64);

pub(super) fn tasks() -> Vec<Task> {
    let layers = |name, queries| {
        start(name, queries)
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
                westcott,
                |layers, length| format!("{:x?}", &layers[..length]),
            )
    };
    let count = start("count shortest paths, open board", open).engine_with(
        Role::Ours,
        "king-paths",
        none,
        |paths, &query| {
            find(paths, query);
            paths.path_count()
        },
        |_, count| count.to_string(),
    );
    #[cfg(feature = "king-paths-rivals")]
    let count = count.engine(
        Role::Rival,
        "pathfinding astar_bag",
        |&(from, to, within)| rivals::paths::count_paths(from, to, within),
        |count| count.to_string(),
    );
    let mut tasks = vec![
        layers("all shortest paths of a king, 50 % free", half).build(),
        layers("all shortest paths of a king, 70 % free", most).build(),
        layers("all shortest paths of a king, open board", open).charted().build(),
        layers("all shortest paths of a king, snakes", snakes).charted().build(),
        count.build(),
        layers_and_count("layers and count, 50 % free", half).build(),
        layers_and_count("layers and count, open board", open).charted().build(),
    ];
    tasks.extend(batch::tasks());
    tasks.extend(grid::tasks());
    tasks.extend(octile::tasks());
    tasks.extend(costs::tasks());
    tasks.extend(all_pairs::tasks());
    tasks
}

/// The number of cells reached, and the sum of their distances modulo 2⁶⁴.
type Sum = (u64, u64);

fn add((cells, sum): Sum, distance: u64) -> Sum {
    (cells + 1, sum.wrapping_add(distance))
}

fn show((cells, sum): Sum) -> String {
    format!("{cells} cells, {sum}")
}

/// A task on a map: all engines return the number of cells reached and the sum of their distances,
/// which `number` returns for ours.
fn distances<I: 'static, C: Cost + 'static>(
    name: &'static str,
    map: fn() -> I,
    ours: fn(&I) -> Result<Distances<C>, GridError>,
    number: fn(C) -> u64,
) -> Builder<I> {
    let maps = move || vec![map()];
    Builder::new("king-paths", name, "map", maps, |_| "the map".to_owned()).engine_with(
        Role::Ours,
        "king-paths",
        || (),
        move |(), map| ours(map),
        move |(), found| match found {
            Ok(found) => show(found.iter().fold((0, 0), |sum, (_, cost)| add(sum, number(cost)))),
            Err(error) => error.to_string(),
        },
    )
}

fn start(name: &'static str, queries: fn() -> Vec<Query>) -> Builder<Query> {
    Builder::new("king-paths", name, "query", queries, |query| format!("{query:x?}"))
}

fn westcott(layers: &mut [u64; 64], &(from, to, within): &Query) -> usize {
    baseline::paths::all_shortest_paths(from, to, within, layers)
}

/// The cost of the exact number of paths in addition to the published layers.
fn layers_and_count(name: &'static str, queries: fn() -> Vec<Query>) -> Builder<Query> {
    start(name, queries)
        .engine_with(
            Role::Ours,
            "king-paths",
            none,
            |paths, &query| {
                find(paths, query);
                (paths.layers().len(), paths.path_count())
            },
            |_, (length, _)| length.to_string(),
        )
        .engine_with(
            Role::Baseline,
            "Westcott 2002, no count",
            || [0; 64],
            westcott,
            |_, length| length.to_string(),
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

fn half() -> Vec<Query> {
    queries(11, 50)
}

fn most() -> Vec<Query> {
    queries(12, 70)
}

fn open() -> Vec<Query> {
    queries(13, 100)
}

/// The longest induced path of the king's graph, 32 squares, and parts of it of 26 and more, turned
/// and reflected.
fn snakes() -> Vec<Query> {
    const LONGEST: u64 = 0x7a85_91ad_a19e_807f;
    let mut squares = vec![0];
    let mut rest = LONGEST & !1;
    while let Some(next) = squares.last().and_then(|&last| king_moves(last, rest).next()) {
        rest &= !(1 << next);
        squares.push(next);
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

/// From one square to another, which are free themselves.
fn queries(seed: u64, percent: usize) -> Vec<Query> {
    let mut random = Random::new(seed);
    let query = |_| {
        let (from, to) = (1 << random.below(64), 1 << random.below(64));
        (from, to, random.mask(64, percent) as u64 | from | to)
    };
    (0..20_000).map(query).collect()
}
