//! Steffan Westcott's routine of 2002 beside `shortest_paths`, on the example of his message and on
//! random boards: `cargo run --release -p king-paths --example westcott`.

#[expect(unreachable_pub, reason = "the benches include this file, too")]
mod port;

use std::hint::black_box;
use std::time::Instant;

use king_paths::bitboard_core::{Bitboard, Cell, Chess, Random, SeededRng, Steps};
use king_paths::shortest_paths;

type Board = Bitboard<u64, Chess>;
/// From, to, squares that may be used.
type Query = [u64; 3];

fn main() {
    let corners = Board::from(Cell::A1) | Cell::H8;
    let paths = shortest_paths(Cell::E4, corners, Board::FULL, &Steps::KING);
    let mut layers = [0; 64];
    let length = port::all_shortest_paths(1 << 28, corners.bits(), !0, &mut layers);
    println!("All shortest paths of a king from e4 to a1 or h8, {length} squares each:\n");
    for (i, (ours, theirs)) in paths.layers().iter().zip(&layers[..length]).enumerate() {
        let same = if ours.bits() == *theirs { "the same in both" } else { "different" };
        println!("layer {}, {same}\n{ours}\n", i + 1);
    }
    println!("{} paths in {} steps\n", paths.path_count(), length - 1);

    for (percent, name) in [(100, "open boards"), (70, "70 % free"), (50, "50 % free")] {
        compare(name, &queries(percent));
    }
}

/// Two thousand queries between random squares.
fn queries(percent: u64) -> Vec<Query> {
    let mut random = SeededRng::new(percent);
    let mut board = |percent| {
        (0..64).fold(0, |board, bit| board | u64::from(random.below(100) < percent) << bit)
    };
    (0..2_000)
        .map(|_| {
            let (from, to) = (board(3) | 1, board(3) | 1 << 63);
            [from, to, board(percent) | from | to]
        })
        .collect()
}

/// The time of both for kings.
fn compare(name: &str, queries: &[Query]) {
    let mut layers = [0; 64];
    let theirs = time(queries, |[from, to, path]| {
        black_box(port::all_shortest_paths(from, to, path, &mut layers));
    });
    let mut paths = shortest_paths(Board::EMPTY, Board::EMPTY, Board::EMPTY, &Steps::KING);
    let ours = time(queries, |[from, to, path]| {
        let [from, to, path] = [from, to, path].map(Board::from_bits_truncate);
        paths.find(from, to, path, &Steps::KING);
    });
    println!("{name}: Westcott {theirs:.1} ns, king-paths {ours:.1} ns a query");
}

/// Nanoseconds per query.
fn time(queries: &[Query], mut solve: impl FnMut(Query)) -> f64 {
    queries.iter().for_each(|&query| solve(query));
    let start = Instant::now();
    queries.iter().for_each(|&query| solve(black_box(query)));
    start.elapsed().as_nanos() as f64 / queries.len() as f64
}
