//! Steffan Westcott's routine of 2002 beside `shortest_paths` and `Batch`, on the example of his
//! message, random boards and a long way: `cargo run --release -p king-paths --example westcott`.

#[expect(unreachable_pub, reason = "the benches include this file, too")]
mod port;

use std::hint::black_box;
use std::time::Instant;

use king_paths::batch::Batch;
use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
use king_paths::{Random, SeededRng, shortest_paths};

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

    println!("Nanoseconds per query, 20,000 queries between two squares:\n");
    println!("{:<24}{:>10}{:>12}{:>10}", "", "Westcott", "king-paths", "batch");
    compare("open board", &queries(100));
    compare("70 % of squares free", &queries(70));
    compare("50 % of squares free", &queries(50));
    compare("long way", &vec![LONG_WAY; 20_000]);
}

/// From a1 along every second row to a8.
const LONG_WAY: Query = [1, 1 << 56, 0xff01_ff80_ff01_ff80 | 0xff];

/// Queries between random squares of random boards.
fn queries(percent: u64) -> Vec<Query> {
    let mut random = SeededRng::new(percent);
    let mut query = |_| {
        let [from, to] = [(); 2].map(|()| 1 << random.below(64));
        let free =
            (0..64).fold(0, |free, square| free | u64::from(random.below(100) < percent) << square);
        [from, to, free | from | to]
    };
    (0..20_000).map(&mut query).collect()
}

/// Prints the times of both routines and of a batch.
fn compare(name: &str, queries: &[Query]) {
    let mut layers = [0; 64];
    let theirs = time(queries.len(), || {
        for &[from, to, path] in queries {
            black_box(port::all_shortest_paths(from, to, path, &mut layers));
        }
    });
    let boards: Vec<_> = queries.iter().map(|query| query.map(Board::from_bits_truncate)).collect();
    let mut paths = shortest_paths(Board::EMPTY, Board::EMPTY, Board::EMPTY, &Steps::KING);
    let ours = time(queries.len(), || {
        for &[from, to, path] in &boards {
            paths.find(from, to, path, &Steps::KING);
            black_box(paths.layers().len());
        }
    });
    let [from, to, path] =
        [0, 1, 2].map(|part| boards.iter().map(|query| query[part]).collect::<Vec<_>>());
    let mut batch = Batch::new();
    let many = time(queries.len(), || {
        batch.find(&from, &to, &path, &Steps::KING).expect("the lengths are equal");
    });
    println!("{name:<24}{theirs:>10.1}{ours:>12.1}{many:>10.1}");
}

/// The best of five rounds, in nanoseconds per query: an interruption makes a round longer.
fn time(queries: usize, mut round: impl FnMut()) -> f64 {
    let rounds = (0..5).map(|_| {
        let start = Instant::now();
        round();
        start.elapsed().as_nanos() as f64 / queries as f64
    });
    rounds.fold(f64::INFINITY, f64::min)
}
