use bitboard_core::{Bitboard, Chess, Steps};
use king_paths::grid::{Cost, Distances, GridError, Point};

use crate::baseline;
use crate::baseline::paths::king_moves;
use crate::random::Random;
#[cfg(feature = "king-paths-rivals")]
use crate::rivals;
use crate::task::{Builder, Role, Task, checksum};

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
        "pathfinding count_paths",
        |&(from, to, within)| rivals::paths::count_paths(from, to, within),
        |count| count.to_string(),
    );
    let mut tasks = vec![
        layers("all shortest paths of a king, 50 % free", half).build(),
        layers("all shortest paths of a king, open board", open).charted().build(),
        layers("all shortest paths of a king, snakes", snakes).charted().build(),
        count.charted().build(),
    ];
    tasks.extend(batch::tasks());
    tasks.extend(grid::tasks());
    tasks.extend(octile::tasks());
    tasks.extend(costs::tasks());
    tasks.extend(all_pairs::tasks());
    tasks
}

/// The number of cells reached, and a checksum of the distances of all cells.
fn show(distances: impl Iterator<Item = (Point, u64)>) -> String {
    let mut cells = 0;
    let places = distances.map(|((x, y), distance)| {
        cells += 1;
        (y << 16 | x, distance)
    });
    let sum = checksum(places);
    format!("{cells} cells, {sum:x}")
}

/// The same of an array over a grid with a border of walls.
fn show_array<C: Into<u64> + Copy>((stride, distances): (usize, Vec<C>), unreached: u64) -> String {
    let cells = distances.iter().map(|&cost| cost.into()).enumerate();
    let reached = cells.filter(|&(_, cost)| cost != unreached);
    show(reached.map(|(i, cost)| ((i % stride - 1, i / stride - 1), cost)))
}

/// A task on a map: engines return the distances of all cells, as `number` returns them for ours.
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
            Ok(found) => show(found.iter().map(|(cell, cost)| (cell, number(cost)))),
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
