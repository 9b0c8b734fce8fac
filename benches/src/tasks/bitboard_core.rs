use bitboard_core::{Bitboard, Chess, Steps};
use pathfinding::directed::bfs::bfs_reach;

use crate::baseline::floods;
use crate::random::Random;
use crate::task::{Builder, Role, Task};

type Board = Bitboard<u64, Chess>;

/// A seed and the squares it may flood.
type Query = (u64, u64);

pub(super) fn tasks() -> Vec<Task> {
    let flood = Builder::new(
        "bitboard-core",
        "flood by king steps, 8×8, 70 % free",
        "flood",
        queries,
        |query| format!("{query:x?}"),
    )
    .engine(
        Role::Ours,
        "bitboard-core",
        |&(seed, within)| {
            Board::from_bits_truncate(seed)
                .flood(Board::from_bits_truncate(within), &Steps::KING)
                .bits()
        },
        hex,
    )
    .engine(Role::Baseline, "by hand", |&(seed, within)| floods::king(seed, within), hex)
    .engine(
        Role::Rival,
        "pathfinding bfs_reach",
        |&(seed, within)| {
            let start = seed.trailing_zeros() as u8;
            bfs_reach(start, |&square| super::king_paths::king_moves(square, within))
                .fold(0u64, |filled, square| filled | 1 << square)
        },
        hex,
    );
    vec![flood.charted().build()]
}

fn queries() -> Vec<Query> {
    let mut random = Random::new(10);
    let query = |_| {
        let within = random.mask(64, 70) as u64;
        (within & within.wrapping_neg(), within)
    };
    (0..5_000).map(query).collect()
}

fn hex(board: u64) -> String {
    format!("{board:#x}")
}
