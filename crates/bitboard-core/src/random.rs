//! Random numbers.
//!
//! Queries take any [`Random`]; [`SeededRng`] is the generator of this crate.

/// A source of random numbers.
///
/// [`SeededRng`] is one. With the feature `rand_core`, `RandCore` wraps every generator of the
/// crates `rand_core` and `rand`.
pub trait Random {
    /// 64 random bits.
    fn next_u64(&mut self) -> u64;

    /// A random number less than `bound`. All are equally likely.
    ///
    /// The method is Lemire's ("Fast random integer generation in an interval", 2019). It returns
    /// after at most 128 calls of [`next_u64`](Self::next_u64), even if the numbers are not random.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "the bound of a random number must be positive");
        let mut high = 0;
        for _ in 0..MAX_TRIES {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            let low = product as u64;
            high = (product >> 64) as u64;
            // The division is only needed if `low` is small.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                break;
            }
        }
        high
    }

    /// A random number less than `bound`. All are equally likely.
    ///
    /// It draws numbers of as many bits as `bound` until one is small enough, at most 128 times.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    fn below_u128(&mut self, bound: u128) -> u128 {
        assert!(bound > 0, "the bound of a random number must be positive");
        if let Ok(bound) = u64::try_from(bound) {
            return self.below(bound).into();
        }
        let mask = u128::MAX >> (bound - 1).leading_zeros();
        for _ in 0..MAX_TRIES {
            let number = (u128::from(self.next_u64()) << 64 | u128::from(self.next_u64())) & mask;
            if number < bound {
                return number;
            }
        }
        bound - 1
    }
}

/// The maximum number of tries. Each fails with a probability below one half.
const MAX_TRIES: usize = 128;

/// A small generator, SplitMix64 (Steele, Lea and Flood, 2014), which is not for cryptography.
///
/// A seed gives the same numbers in every version.
///
/// ```
/// use bitboard_core::{Random, SeededRng};
///
/// let mut rng = SeededRng::new(42);
/// let dice: Vec<u64> = (0..6).map(|_| 1 + rng.below(6)).collect();
/// assert_eq!(dice, [5, 1, 2, 3, 1, 6]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeededRng(u64);

impl SeededRng {
    /// A generator that starts at `seed`.
    ///
    /// ```
    /// use bitboard_core::{Random, SeededRng};
    ///
    /// assert_eq!(SeededRng::new(7).next_u64(), SeededRng::new(7).next_u64());
    /// ```
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }
}

impl Random for SeededRng {
    #[inline]
    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }
}

impl<R: Random + ?Sized> Random for &mut R {
    #[inline]
    fn next_u64(&mut self) -> u64 {
        (**self).next_u64()
    }
}

/// A generator of the `rand_core` crate as a source of random numbers.
///
/// This is a wrapper because an implementation of [`Random`] for all generators would conflict with
/// those that other crates have for their own types.
///
/// ```
/// use bitboard_core::random::RandCore;
/// use bitboard_core::Random;
/// use rand::SeedableRng;
/// use rand::rngs::SmallRng;
///
/// assert!(RandCore(SmallRng::seed_from_u64(1)).below(6) < 6);
/// ```
#[cfg(feature = "rand_core")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandCore<R>(pub R);

#[cfg(feature = "rand_core")]
impl<R: rand_core::Rng> Random for RandCore<R> {
    #[inline]
    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }
}
