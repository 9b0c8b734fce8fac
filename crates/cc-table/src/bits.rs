//! Boards side by side: what is written for one word runs on two, four or eight.

use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::engine::lanes::{Found, MOST};

/// 128 bits, once or several times over.
pub(crate) trait Bits:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    fn splat(word: u128) -> Self;
}

impl Bits for u128 {
    #[inline(always)]
    fn splat(word: u128) -> Self {
        word
    }
}

/// Lanes of 64 bits: a `u64`, or a vector register.
pub(crate) trait Lanes: Copy {
    /// How many.
    const COUNT: usize;
    fn splat(word: u64) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `k` is below 64.
    fn shl(self, k: usize) -> Self;
    /// `k` is below 64.
    fn shr(self, k: usize) -> Self;
    fn is_zero(self) -> bool;
    /// All ones in the lanes that are equal, zero in the others.
    fn equal(self, other: Self) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    /// How many bits are set in each lane, in such a form that up to 255 add up before [`Self::total`].
    fn ones(self) -> Self;
    /// The sum of what [`Self::ones`] gave, in each lane.
    fn total(self) -> Self;
    /// The lanes in the order of boards, zero beyond [`Self::COUNT`].
    fn to_array(self) -> [u64; MOST];
    /// Puts down the cells of each lane that has any.
    #[inline(always)]
    fn push_all(cells: Wide<Self>, found: &mut Found) {
        let (low, high) = (cells.low.to_array(), cells.high.to_array());
        for lane in 0..Self::COUNT {
            found.push(lane, low[lane], high[lane], low[lane] | high[lane] != 0);
        }
    }
    /// Words, one after the other, into their halves; the order of boards is the loader's own.
    fn load(words: &[u128]) -> Wide<Self>;
    /// The inverse of [`load`](Self::load).
    fn store(wide: Wide<Self>, words: &mut [u128]);
}

/// As many boards as lanes, each in two halves.
#[derive(Clone, Copy)]
pub(crate) struct Wide<L> {
    pub(crate) low: L,
    pub(crate) high: L,
}

impl<L: Lanes> Wide<L> {
    #[inline(always)]
    pub(crate) fn is_zero(self) -> bool {
        self.low.or(self.high).is_zero()
    }
}

impl<L: Lanes> Bits for Wide<L> {
    #[inline(always)]
    fn splat(word: u128) -> Self {
        Self { low: L::splat(word as u64), high: L::splat((word >> 64) as u64) }
    }
}

impl<L: Lanes> BitAnd for Wide<L> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self { low: self.low.and(other.low), high: self.high.and(other.high) }
    }
}

impl<L: Lanes> BitOr for Wide<L> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self { low: self.low.or(other.low), high: self.high.or(other.high) }
    }
}

impl<L: Lanes> BitXor for Wide<L> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self { low: self.low.xor(other.low), high: self.high.xor(other.high) }
    }
}

impl<L: Lanes> Not for Wide<L> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::splat(u128::MAX)
    }
}

#[expect(clippy::suspicious_arithmetic_impl, reason = "what leaves one half enters the other")]
impl<L: Lanes> Shl<usize> for Wide<L> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, k: usize) -> Self {
        Self { low: self.low.shl(k), high: self.high.shl(k).or(self.low.shr(64 - k)) }
    }
}

#[expect(clippy::suspicious_arithmetic_impl, reason = "what leaves one half enters the other")]
impl<L: Lanes> Shr<usize> for Wide<L> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, k: usize) -> Self {
        Self { low: self.low.shr(k).or(self.high.shl(64 - k)), high: self.high.shr(k) }
    }
}

/// As many boards as lanes, of at most 64 cells, or such a part of each.
#[derive(Clone, Copy)]
pub(crate) struct Narrow<L>(pub(crate) L);

impl<L: Lanes> Bits for Narrow<L> {
    #[inline(always)]
    fn splat(word: u128) -> Self {
        Self(L::splat(word as u64))
    }
}

impl<L: Lanes> BitAnd for Narrow<L> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0.and(other.0))
    }
}

impl<L: Lanes> BitOr for Narrow<L> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0.or(other.0))
    }
}

impl<L: Lanes> BitXor for Narrow<L> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0.xor(other.0))
    }
}

impl<L: Lanes> Not for Narrow<L> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.xor(L::splat(u64::MAX)))
    }
}

impl<L: Lanes> Shl<usize> for Narrow<L> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, k: usize) -> Self {
        Self(self.0.shl(k))
    }
}

impl<L: Lanes> Shr<usize> for Narrow<L> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, k: usize) -> Self {
        Self(self.0.shr(k))
    }
}

impl Lanes for u64 {
    const COUNT: usize = 1;

    #[inline(always)]
    fn splat(word: u64) -> Self {
        word
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }

    #[inline(always)]
    fn shl(self, k: usize) -> Self {
        self << k
    }

    #[inline(always)]
    fn shr(self, k: usize) -> Self {
        self >> k
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self == 0
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        if self == other { u64::MAX } else { 0 }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn ones(self) -> Self {
        u64::from(self.count_ones())
    }

    #[inline(always)]
    fn total(self) -> Self {
        self
    }

    #[inline(always)]
    fn to_array(self) -> [u64; MOST] {
        let mut array = [0; MOST];
        array[0] = self;
        array
    }

    #[inline(always)]
    fn load(words: &[u128]) -> Wide<Self> {
        Wide { low: words[0] as u64, high: (words[0] >> 64) as u64 }
    }

    #[inline(always)]
    fn store(wide: Wide<Self>, words: &mut [u128]) {
        words[0] = u128::from(wide.low) | u128::from(wide.high) << 64;
    }
}
