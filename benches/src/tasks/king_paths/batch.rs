//! Many queries at once, by every set of instructions.

use bitboard_core::dispatch::SimdLevel;
use bitboard_core::{Chess, Steps};
use king_paths::batch::Batch;

use super::{Board, Query, half, pawns, snakes};
use crate::baseline;
use crate::task::{Builder, Role, Task};

/// The same queries as rows and as columns.
struct Queries {
    rows: Vec<Query>,
    columns: [Vec<Board>; 3],
}

/// The layers of all queries, concatenated.
struct Flat {
    layers: Vec<u64>,
    used: usize,
}

pub(super) fn tasks() -> Vec<Task> {
    let portable = || Batch::with_simd_level(with_lanes(2));
    let avx2 = || Batch::with_simd_level(with_lanes(4));
    vec![
        king("batch of king queries, AVX-512 if available, 50 % free", || some(half), Batch::new)
            .charted()
            .build(),
        king("batch of king queries, AVX-512 if available, snakes", || some(snakes), Batch::new)
            .charted()
            .build(),
        king("batch of king queries, AVX2, 50 % free", || some(half), avx2).build(),
        king("batch of king queries, portable, 50 % free", || some(half), portable).build(),
        task(
            "batch of pawns, AVX-512 if available, 70 % free",
            || some(pawns),
            Batch::new,
            Steps::WHITE_PAWN_CAPTURES,
            baseline::paths::all_shortest_paths_of_pawns,
        )
        .charted()
        .build(),
    ]
}

/// The instructions with registers of that many 64-bit lanes, or the next narrower ones.
fn with_lanes(lanes: usize) -> SimdLevel {
    let narrower = SimdLevel::available().filter(|simd_level| simd_level.lanes() <= lanes);
    narrower.last().unwrap_or_default()
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

/// The published routine: from, to, within and layers. Returns the number of layers.
type Published = fn(u64, u64, u64, &mut [u64; 64]) -> usize;

fn king(
    name: &'static str,
    queries: fn() -> Vec<Queries>,
    batch: fn() -> Batch,
) -> Builder<Queries> {
    task(name, queries, batch, Steps::KING, baseline::paths::all_shortest_paths)
}

fn task(
    name: &'static str,
    queries: fn() -> Vec<Queries>,
    batch: fn() -> Batch,
    moves: Steps<Chess>,
    published: Published,
) -> Builder<Queries> {
    Builder::new("king-paths", name, "query", queries, |queries| format!("{:x?}", queries.rows))
        .units_per_input(|queries| queries.rows.len())
        .engine_with(
            Role::Ours,
            "king-paths",
            batch,
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
            || Flat { layers: vec![0; 64 * 20_001], used: 0 },
            move |flat, queries| {
                flat.used = 0;
                for &(from, to, within) in &queries.rows {
                    let Some(layers) = flat.layers[flat.used..].first_chunk_mut() else { return };
                    flat.used += published(from, to, within, layers);
                }
            },
            |flat, ()| format!("Ok(()) {:x?}", &flat.layers[..flat.used]),
        )
}
