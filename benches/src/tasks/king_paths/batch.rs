//! Many queries at once, by every set of instructions.

use king_paths::batch::{Batch, Kind, Simd};

use super::{Board, Query, half, most, open, snakes};
use crate::baseline;
use crate::task::{Builder, Role, Task};

/// The same queries as rows and as columns.
struct Queries {
    rows: Vec<Query>,
    columns: [Vec<Board>; 3],
}

/// The layers of all queries, one after the other.
struct Flat {
    layers: Vec<u64>,
    used: usize,
}

pub(super) fn tasks() -> Vec<Task> {
    let portable = || Batch::with_simd(Simd::Portable).unwrap_or_default();
    let avx2 = || Batch::with_simd(Simd::Avx2).unwrap_or_default();
    vec![
        task("batch of king queries, AVX-512 if available, 50 % free", || some(half), Batch::new),
        task("batch of king queries, AVX-512 if available, 70 % free", || some(most), Batch::new),
        task("batch of king queries, AVX-512 if available, open", || some(open), Batch::new),
        task("batch of king queries, AVX-512 if available, snakes", || some(snakes), Batch::new),
        task("batch of king queries, AVX2, 50 % free", || some(half), avx2),
        task("batch of king queries, AVX2, snakes", || some(snakes), avx2),
        task("batch of king queries, portable, 50 % free", || some(half), portable),
        task("batch of king queries, portable, snakes", || some(snakes), portable),
    ]
}

fn some(queries: fn() -> Vec<Query>) -> Vec<Queries> {
    let rows = queries();
    let column =
        |pick: fn(&Query) -> u64| rows.iter().map(move |row| Board::from_bits_truncate(pick(row)));
    let columns = [
        column(|row| row.0).collect(),
        column(|row| row.1).collect(),
        column(|row| row.2).collect(),
    ];
    vec![Queries { rows, columns }]
}

fn task(name: &'static str, queries: fn() -> Vec<Queries>, batch: fn() -> Batch) -> Task {
    Builder::new("king-paths", name, "query", queries, |queries| format!("{:x?}", queries.rows))
        .units_per_input(queries()[0].rows.len())
        .engine_with(
            Role::Ours,
            "king-paths",
            batch,
            |_| (),
            |batch, Queries { columns: [from, to, within], .. }| {
                batch.find(Kind::King, from, to, within)
            },
            |batch, answered| {
                let layers = batch.iter().flat_map(|layers| layers.iter().collect::<Vec<_>>());
                let words: Vec<u64> = layers.map(bitboard_core::Bitboard::bits).collect();
                format!("{answered:?} {words:x?}")
            },
            |_| None,
        )
        .engine_with(
            Role::Baseline,
            "Westcott 2002",
            || Flat { layers: vec![0; 64 * 20_001], used: 0 },
            |_| (),
            |flat, queries| {
                flat.used = 0;
                for &(from, to, within) in &queries.rows {
                    let Some(layers) = flat.layers[flat.used..].first_chunk_mut() else { return };
                    flat.used += baseline::paths::all_shortest_paths(from, to, within, layers);
                }
            },
            |flat, ()| format!("Ok(()) {:x?}", &flat.layers[..flat.used]),
            |_| None,
        )
        .build()
}
