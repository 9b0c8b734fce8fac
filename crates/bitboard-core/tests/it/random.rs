//! Random numbers.

use bitboard_core::{Random, SeededRng};

#[test]
fn numbers_are_those_of_the_reference() {
    // https://prng.di.unimi.it/splitmix64.c with seed 1234567.
    let mut rng = SeededRng::new(1_234_567);
    let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973];
    assert_eq!(expected.map(|_| rng.next_u64()), expected);
    #[cfg(feature = "rand_core")]
    {
        use rand::{Rng, SeedableRng, rngs::SmallRng};
        let mut wrapped = bitboard_core::random::RandCore(SmallRng::seed_from_u64(1));
        let mut small = SmallRng::seed_from_u64(1);
        assert!((0..9).all(|_| Random::next_u64(&mut wrapped) == Rng::next_u64(&mut small)));
    }
}

#[test]
fn a_constant_generator_does_not_hang() {
    struct Constant(u64);
    impl Random for Constant {
        fn next_u64(&mut self) -> u64 {
            self.0
        }
    }
    for number in [0, 1, u64::MAX / 2, u64::MAX] {
        for bound in [1, 3, 18, 1 << 63, u64::MAX] {
            assert!(Constant(number).below(bound) < bound);
            let bound = u128::from(bound) << 64 | 1;
            assert!(Constant(number).below_u128(bound) < bound);
        }
    }
}

#[test]
fn numbers_below_a_bound_are_equally_likely() {
    let mut rng = SeededRng::new(1);
    let mut counts = [0_u32; 7];
    for _ in 0..70_000 {
        counts[rng.below(7) as usize] += 1;
    }
    assert!(counts.iter().all(|count| count.abs_diff(10_000) < 400), "{counts:?}");
    // Three quarters of the numbers of a word: without the rejections, every third number would
    // be as likely as the two others together.
    let (mut residues, mut thirds) = ([0_u32; 3], [0_u32; 3]);
    for _ in 0..30_000 {
        residues[(rng.below(3 << 62) % 3) as usize] += 1;
        thirds[(rng.below_u128(3 << 100) >> 100) as usize] += 1;
    }
    for counts in [residues, thirds] {
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 400), "{counts:?}");
    }
}

#[test]
fn wide_numbers_are_those_of_two_words() {
    let (mut words, mut wide) = (SeededRng::new(7), SeededRng::new(7));
    for _ in 0..100 {
        let [high, low] = [words.next_u64(), words.next_u64()].map(u128::from);
        let expected = (high << 64 | low) % (1 << 100);
        // A power of two rejects none.
        assert_eq!(wide.below_u128(1 << 100), expected);
    }
    assert_eq!(wide.below_u128(1 << 63), u128::from(words.below(1 << 63)));
}
