//! Compares vectors of boards with single boards, with every available instruction set.

use bitboard_core::dispatch::{SimdKernel, SimdLevel};
use bitboard_core::simd::fearless_simd::{Level, Simd, dispatch, u64x2, u64x4, u64x8};
use bitboard_core::simd::{Halves, Lanes, Register};
use bitboard_core::{
    AxialHex, Bitboard, Bits, Chess, Dilate, Geometry, NoCornerCut, OffsetHex, RowMajor, Slides,
    Steps, Word,
};
use quickcheck::QuickCheck;

/// A rule of the crate as a type. A rule that is a value is compiled for every possible offset.
macro_rules! rule {
    ($name:ident: $moves:expr) => {
        struct $name;

        impl<G: Geometry> Dilate<G> for $name {
            #[inline(always)]
            fn dilate_within<B: Bits>(
                &self,
                cells: Bitboard<B, G>,
                within: Bitboard<B, G>,
            ) -> Bitboard<B, G> {
                $moves.dilate_within(cells, within)
            }

            fn reverse(&self) -> Self {
                Self
            }
        }
    };
}

rule!(King: Steps::KING);
rule!(Knight: Steps::KNIGHT);
rule!(Orthogonal: Steps::ORTHOGONAL);
rule!(Hexagon: Steps::HEXAGON);
rule!(Rook: Slides::ROOK);
rule!(Queen: Slides::QUEEN);

/// The comparisons on one pair of sets.
fn results<B: Bits, G: Geometry, D: Dilate<G>>(
    set: Bitboard<B, G>,
    other: Bitboard<B, G>,
    moves: &D,
) -> [Bitboard<B, G>; 6] {
    [
        flood(set, set | other, moves),
        moves.dilate_within(set & other, other),
        !set ^ other,
        set.isolate_first() - other,
        other.shift(1, -1),
        (set & other).if_empty(set),
    ]
}

#[inline(never)]
fn flood<B: Bits, G: Geometry, D: Dilate<G>>(
    from: Bitboard<B, G>,
    within: Bitboard<B, G>,
    moves: &D,
) -> Bitboard<B, G> {
    from.flood(within, moves)
}

#[inline(always)]
fn in_lanes<S: Simd, V: Lanes<S>, G: Geometry, D: Dilate<G>>(
    simd: S,
    sets: &[Bitboard<V::Word, G>; 8],
    others: &[Bitboard<V::Word, G>; 8],
    moves: &D,
) {
    for first in (0..8).step_by(V::LANES) {
        let set = V::load_boards(simd, &sets[first..]);
        let other = V::load_boards(simd, &others[first..]);
        for (i, found) in results(set, other, moves).into_iter().enumerate() {
            let mut boards = [Bitboard::EMPTY; 8];
            found.store_boards(&mut boards);
            for lane in 0..V::LANES {
                let (set, other) = (sets[first + lane], others[first + lane]);
                assert_eq!(boards[lane], results(set, other, moves)[i], "result {i}");
            }
        }
        arithmetic(set.bits(), other.bits(), &sets[first..], &others[first..]);
    }
}

/// Additions, subtractions, shifts and masks.
fn arithmetic<S: Simd, V: Lanes<S>, G: Geometry>(
    a: V,
    b: V,
    sets: &[Bitboard<V::Word, G>],
    others: &[Bitboard<V::Word, G>],
) {
    let mut words = [V::Word::ZERO; 8];
    a.wrapping_add(b).store(&mut words);
    for lane in 0..V::LANES {
        assert_eq!(words[lane], sets[lane].bits().wrapping_add(others[lane].bits()));
    }
    a.wrapping_sub(b).store(&mut words);
    for lane in 0..V::LANES {
        assert_eq!(words[lane], sets[lane].bits().wrapping_sub(others[lane].bits()));
    }
    for amount in [0, 1, 63, 64, 66, 127].into_iter().filter(|&amount| amount < V::Word::BITS) {
        let mut back = [V::Word::ZERO; 8];
        (a << amount).store(&mut words);
        (a >> amount).store(&mut back);
        for lane in 0..V::LANES {
            let word = sets[lane].bits();
            assert_eq!((words[lane], back[lane]), (word << amount, word >> amount));
        }
    }
    (a & b).zero_mask().store(&mut words);
    for lane in 0..V::LANES {
        assert_eq!(words[lane], (sets[lane].bits() & others[lane].bits()).zero_mask());
    }
    a.without_lowest_bit().store(&mut words);
    for lane in 0..V::LANES {
        assert_eq!(words[lane], sets[lane].bits().without_lowest_bit());
    }
    assert_eq!((a & b).is_zero(), (0..V::LANES).all(|i| sets[i].is_disjoint(others[i])));
}

type Random = (Vec<u128>, bool);

fn boards<W: Word, G: Geometry>((words, dense): &Random, skip: usize) -> [Bitboard<W, G>; 8] {
    let word = |i: usize| words.get(i).copied().unwrap_or(0x5555 << i);
    core::array::from_fn(|i| {
        let (a, b) = (word(skip + i), word(skip + i + 1).rotate_left(23));
        Bitboard::from_bits_truncate(W::from_u128(if *dense { a | b } else { a & b }))
    })
}

/// Compares vectors of type `$vector` with every instruction set.
macro_rules! compare {
    ($random:expr, $vector:ty, $word:ty, $geometry:ty, $moves:expr) => {{
        let sets = boards::<$word, $geometry>($random, 0);
        let others = boards::<$word, $geometry>($random, 8);
        struct Compare<'a>(
            &'a [Bitboard<$word, $geometry>; 8],
            &'a [Bitboard<$word, $geometry>; 8],
        );

        impl SimdKernel for Compare<'_> {
            type Output = ();

            fn scalar(self) {}

            #[inline(always)]
            fn vectors<S: Simd, V: Register<S>>(self, simd: S) {
                in_lanes::<S, $vector, $geometry, _>(simd, self.0, self.1, &$moves);
            }
        }
        for simd_level in SimdLevel::available() {
            simd_level.run(Compare(&sets, &others));
        }
    }};
}

/// Checks random boards. Unoptimized vector code takes more than the stack of a test thread.
fn on_large_stack(check: fn(Random)) {
    let run = move || QuickCheck::new().tests(50).quickcheck(check);
    // There the stack is set by the linker.
    if cfg!(target_family = "wasm") {
        return run();
    }
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(run).unwrap();
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

#[test]
fn vectors_of_64_bit_boards_agree_with_words() {
    fn check(random: Random) {
        compare!(&random, u64x8<_>, u64, Chess, King);
        compare!(&random, u64x4<_>, u64, Chess, Knight);
        compare!(&random, u64x8<_>, u64, Chess, Queen);
        compare!(&random, u64x2<_>, u64, Chess, NoCornerCut::KING);
        compare!(&random, u64x4<_>, u64, OffsetHex<5, 10>, Hexagon);
    }
    on_large_stack(check);
}

#[test]
fn vectors_of_128_bit_boards_agree_with_words() {
    fn check(random: Random) {
        compare!(&random, Halves<u64x8<_>>, u128, RowMajor<6, 12>, King);
        compare!(&random, Halves<u64x4<_>>, u128, RowMajor<8, 16>, Rook);
        compare!(&random, Halves<u64x2<_>>, u128, RowMajor<1, 128>, Orthogonal);
        compare!(&random, Halves<u64x4<_>>, u128, AxialHex<6>, Hexagon);
    }
    on_large_stack(check);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly does not catch panics")]
fn a_slice_that_is_too_short_panics() {
    let boards = [Bitboard::<u64, Chess>::FULL; 3];
    let load = || dispatch!(Level::new(), simd => u64x4::load_boards(simd, &boards).is_empty());
    assert!(std::panic::catch_unwind(load).is_err());
}
