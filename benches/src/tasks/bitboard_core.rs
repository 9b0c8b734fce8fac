use bitboard_core::{Bitboard, Chess, Geometry, RowMajor, Slides, Steps, Word};

use crate::baseline::floods;
use crate::random::Random;
#[cfg(feature = "bitboard-core-rivals")]
use crate::rivals;
use crate::task::{Builder, Role, Task};

/// A seed and the cells it may flood, or pieces and the free cells.
type Query<W> = (W, W);

pub(super) fn tasks() -> Vec<Task> {
    let king = flood::<u64, Chess>(
        "flood by king steps, 8×8",
        |seed, within| seed.flood(within, &Steps::KING),
        floods::king,
    );
    let knight = flood::<u64, Chess>(
        "flood by knight's moves, 8×8",
        |seed, within| seed.flood(within, &Steps::KNIGHT),
        floods::knight,
    );
    let tall = flood::<u128, RowMajor<6, 12>>(
        "flood by orthogonal steps, 6×12",
        |seed, within| seed.flood(within, &Steps::ORTHOGONAL),
        floods::orthogonal_6x12,
    );
    vec![
        king.charted().build(),
        knight.charted().build(),
        tall.charted().build(),
        rooks().charted().build(),
    ]
}

/// The flood from the first of random cells, 70 % of all. The steps are constants of `generic`.
fn flood<W: Word, G: Geometry>(
    name: &'static str,
    generic: impl Fn(Bitboard<W, G>, Bitboard<W, G>) -> Bitboard<W, G> + Copy + 'static,
    by_hand: impl Fn(W, W) -> W + Copy + 'static,
) -> Builder<Query<W>> {
    let queries = || {
        let mut random = Random::new(10);
        let query = |_| {
            let within = W::from_u128(random.mask(128, 70));
            let within = Bitboard::<W, G>::from_bits_truncate(within);
            (within.isolate_first().bits(), within.bits())
        };
        (0..5_000).map(query).collect()
    };
    let board = Bitboard::<W, G>::from_bits_truncate;
    Builder::new("bitboard-core", name, "flood", queries)
        .engine(
            Role::Ours,
            "bitboard-core",
            move |&(seed, within)| generic(board(seed), board(within)).bits(),
            hex,
        )
        .engine(Role::Baseline, "by hand", move |&(seed, within)| by_hand(seed, within), hex)
}

fn rooks() -> Builder<Query<u64>> {
    let queries = || {
        let mut random = Random::new(11);
        let query = |_| {
            let mut rooks = 0u64;
            while rooks.count_ones() < 3 {
                rooks |= 1 << random.below(64);
            }
            (rooks, random.mask(64, 70) as u64 & !rooks)
        };
        (0..5_000).map(query).collect()
    };
    let board = Bitboard::<u64, Chess>::from_bits_truncate;
    let name = "squares attacked by three rooks, 8×8";
    let task = Builder::new("bitboard-core", name, "board", queries)
        .engine(
            Role::Ours,
            "bitboard-core",
            move |&(rooks, free)| board(rooks).attacks(!board(free), &Slides::ROOK).bits(),
            hex,
        )
        .engine(Role::Baseline, "by hand", |&(rooks, free)| floods::rook_attacks(rooks, free), hex);
    #[cfg(feature = "bitboard-core-rivals")]
    let task = task.engine(
        Role::Rival,
        "cozy-chess, rook by rook",
        |&(rooks, free)| rivals::boards::rook_attacks(rooks, free),
        hex,
    );
    task
}

fn hex<W: Word>(board: W) -> String {
    format!("{board:#x}")
}
