//! Floods written by hand for one board beside the generic ones, to count what generality costs:
//!
//! ```text
//! cargo build --release -p benches --example zero_cost
//! for f in king_by_hand king_generic; do
//!     valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect="*$f*" \
//!         target/release/examples/zero_cost
//! done
//! ```
//!
//! Each function floods the same 10,000 boards; the program checks that the pairs agree.

use std::hint::black_box;

use benches::baseline::floods::king;
use bitboard_core::{Bitboard, Chess, Columns, Geometry, OffsetHex, RowMajor, Steps, Word};

#[inline(never)]
fn king_by_hand(seed: u64, within: u64) -> u64 {
    king(seed, within)
}

#[inline(never)]
fn king_generic(seed: Bitboard<u64, Chess>, within: Bitboard<u64, Chess>) -> Bitboard<u64, Chess> {
    seed.flood(within, &Steps::KING)
}

#[inline(never)]
fn knight_by_hand(seed: u64, within: u64) -> u64 {
    let mut filled = seed & within;
    loop {
        let (not_a, not_ab) = (0xfefe_fefe_fefe_fefe, 0xfcfc_fcfc_fcfc_fcfc);
        let (not_h, not_gh) = (0x7f7f_7f7f_7f7f_7f7f, 0x3f3f_3f3f_3f3f_3f3f);
        let up = (filled & not_gh) << 10 | (filled & not_h) << 17;
        let up = up | (filled & not_a) << 15 | (filled & not_ab) << 6;
        let down = (filled & not_ab) >> 10 | (filled & not_a) >> 17;
        let down = down | (filled & not_h) >> 15 | (filled & not_gh) >> 6;
        let grown = (filled | up | down) & within;
        if grown == filled {
            return filled;
        }
        filled = grown;
    }
}

#[inline(never)]
fn knight_generic(
    seed: Bitboard<u64, Chess>,
    within: Bitboard<u64, Chess>,
) -> Bitboard<u64, Chess> {
    seed.flood(within, &Steps::KNIGHT)
}

#[inline(never)]
fn columns_by_hand(seed: u64, within: u64) -> u64 {
    let mut filled = seed & within;
    loop {
        let grown = filled | filled << 7 | filled >> 7 | filled << 1 | filled >> 1;
        let grown = grown & within;
        if grown == filled {
            return filled;
        }
        filled = grown;
    }
}

#[inline(never)]
fn columns_generic(
    seed: Bitboard<u64, Columns<7, 6>>,
    within: Bitboard<u64, Columns<7, 6>>,
) -> Bitboard<u64, Columns<7, 6>> {
    seed.flood(within, &Steps::ORTHOGONAL)
}

#[inline(never)]
fn wide_by_hand(seed: u128, within: u128) -> u128 {
    const LEFT: u128 = ((1 << 72) - 1) / 63;
    const RIGHT: u128 = LEFT << 5;
    let mut filled = seed & within;
    loop {
        let grown = (filled & !RIGHT) << 1 | (filled & !LEFT) >> 1 | filled << 6 | filled >> 6;
        let grown = (filled | grown) & within;
        if grown == filled {
            return filled;
        }
        filled = grown;
    }
}

#[inline(never)]
fn wide_generic(
    seed: Bitboard<u128, RowMajor<6, 12>>,
    within: Bitboard<u128, RowMajor<6, 12>>,
) -> Bitboard<u128, RowMajor<6, 12>> {
    seed.flood(within, &Steps::ORTHOGONAL)
}

#[inline(never)]
fn hexagons_by_hand(seed: u64, within: u64) -> u64 {
    const EVEN: u64 = ((1 << 50) - 1) / 1023 * 31;
    const ODD: u64 = EVEN << 5;
    const LEFT: u64 = ((1 << 50) - 1) / 31;
    const RIGHT: u64 = LEFT << 4;
    let mut filled = seed & within;
    loop {
        let east = (filled & !RIGHT) << 1;
        let west = (filled & !LEFT) >> 1;
        let both = filled | east & ODD | west & EVEN;
        let grown = (filled | east | west | both << 5 | both >> 5) & within;
        if grown == filled {
            return filled;
        }
        filled = grown;
    }
}

#[inline(never)]
fn hexagons_generic(
    seed: Bitboard<u64, OffsetHex<5, 10>>,
    within: Bitboard<u64, OffsetHex<5, 10>>,
) -> Bitboard<u64, OffsetHex<5, 10>> {
    seed.flood(within, &Steps::HEXAGON)
}

/// From a seed, within a mask.
type Flood<B> = fn(B, B) -> B;

/// Floods random masks from one cell with both and sees that they agree.
fn compare<W: Word, G: Geometry>(name: &str, by_hand: Flood<W>, generic: Flood<Bitboard<W, G>>) {
    let (mut random, mut cells) = (0x9e37_79b9_7f4a_7c15_u64, 0);
    let mut next = || {
        // xorshift64 by Marsaglia.
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    };
    for _ in 0..10_000 {
        let wide = |a: u64, b: u64| u128::from(a) << 64 | u128::from(b);
        let within = wide(next(), next()) | wide(next(), next());
        let within = Bitboard::<W, G>::from_bits_truncate(W::from_u128(within));
        let seed = within.isolate_first();
        let filled = generic(black_box(seed), black_box(within));
        assert_eq!(filled.bits(), by_hand(black_box(seed.bits()), black_box(within.bits())));
        cells += filled.len();
    }
    println!("{name}: {cells} cells flooded");
}

fn main() {
    compare("king", king_by_hand, king_generic);
    compare("knight", knight_by_hand, knight_generic);
    compare("columns", columns_by_hand, columns_generic);
    compare("wide", wide_by_hand, wide_generic);
    compare("hexagons", hexagons_by_hand, hexagons_generic);
}
