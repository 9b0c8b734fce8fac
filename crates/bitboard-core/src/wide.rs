//! Words of more than 128 bits.
//!
//! A [`Wide`] is an array of limbs, words of 64 bits. Its operators are loops with a constant
//! number of rounds, which the compiler unrolls and vectorizes. A shift by a constant takes each
//! limb of the result from two limbs of the operand:
//!
//! ```text
//! x << 70:   limb i = x[i − 1] << 6 | x[i − 2] >> 58        (70 = 1 · 64 + 6)
//! ```
//!
//! Shifts by `64 − bits` are written as two, by 1 and by `63 − bits`, because for `bits` = 0 one
//! shift by 64 would be out of range.

use core::cmp::Ordering;
use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// `N` × 64 bits: the word of boards of up to 512 cells.
///
/// Bit i is bit i mod 64 of limb i / 64. `N` is 1 to 8; `cargo build` refuses other words. A `Wide`
/// has the operators of an unsigned integer; everything else is in [`Word`](crate::Word) and
/// [`Bits`](crate::Bits).
///
/// ```
/// use bitboard_core::{Bitboard, RowMajor, Steps, Wide};
///
/// /// The board of Go: 361 cells in six limbs.
/// type Board = Bitboard<Wide<6>, RowMajor<19, 19>>;
/// let center: Board = "j10".parse::<bitboard_core::Cell<_>>()?.into();
/// assert_eq!(center, Board::from_coords(&[(9, 9)]));
/// assert_eq!(center.flood(Board::FULL, &Steps::ORTHOGONAL), Board::FULL);
/// # Ok::<(), bitboard_core::CellError>(())
/// ```
///
/// ```compile_fail,E0080
/// let word = !bitboard_core::Wide::<9>::ZERO;
/// println!("{word:x}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    /// No bit set.
    pub const ZERO: Self = Self::from_limbs([0; N]);
    /// Number of bits.
    pub const BITS: u32 = 64 * N as u32;

    /// The word with these limbs, the lowest first.
    ///
    /// ```
    /// use bitboard_core::Wide;
    ///
    /// const BIT_64: Wide<3> = Wide::from_limbs([0, 1, 0]);
    /// assert!(BIT_64.bit(64));
    /// ```
    #[must_use]
    pub const fn from_limbs(limbs: [u64; N]) -> Self {
        const { assert!(1 <= N && N <= 8, "a Wide has 1 to 8 limbs") };
        Self(limbs)
    }

    /// The limbs, the lowest first.
    #[must_use]
    pub const fn limbs(self) -> [u64; N] {
        self.0
    }

    /// Zero-extends or truncates `bits`.
    #[must_use]
    pub const fn from_u128(bits: u128) -> Self {
        let mut limbs = [0; N];
        limbs[0] = bits as u64;
        if N > 1 {
            limbs[1] = (bits >> 64) as u64;
        }
        Self::from_limbs(limbs)
    }

    /// The low 128 bits.
    #[must_use]
    pub const fn to_u128(self) -> u128 {
        let high = if N > 1 { self.0[1] as u128 } else { 0 };
        self.0[0] as u128 | high << 64
    }

    /// Zero-extends or truncates to `M` limbs.
    #[must_use]
    pub(crate) const fn resize<const M: usize>(self) -> Wide<M> {
        let mut limbs = [0; M];
        let mut i = 0;
        while i < N && i < M {
            limbs[i] = self.0[i];
            i += 1;
        }
        Wide::from_limbs(limbs)
    }

    /// Returns whether bit `index` is set; `false` beyond the last bit.
    #[must_use]
    pub const fn bit(self, index: u32) -> bool {
        index < Self::BITS && self.0[index as usize / 64] >> (index % 64) & 1 == 1
    }

    /// This word with bit `index` set.
    ///
    /// # Panics
    /// If `index` is not less than [`BITS`](Self::BITS).
    #[must_use]
    pub const fn with_bit(mut self, index: u32) -> Self {
        self.0[index as usize / 64] |= 1 << (index % 64);
        self
    }

    /// Number of set bits.
    #[must_use]
    pub(crate) const fn count_ones(self) -> u32 {
        let (mut ones, mut i) = (0, 0);
        while i < N {
            ones += self.0[i].count_ones();
            i += 1;
        }
        ones
    }

    /// Number of clear bits above the highest set bit.
    #[must_use]
    pub(crate) const fn leading_zeros(self) -> u32 {
        let mut i = N;
        while i > 0 {
            i -= 1;
            if self.0[i] != 0 {
                return (N - 1 - i) as u32 * 64 + self.0[i].leading_zeros();
            }
        }
        Self::BITS
    }

    /// Index of the lowest set bit, [`BITS`](Self::BITS) if there is none.
    #[must_use]
    pub(crate) const fn trailing_zeros(self) -> u32 {
        let mut i = 0;
        while i < N {
            if self.0[i] != 0 {
                return i as u32 * 64 + self.0[i].trailing_zeros();
            }
            i += 1;
        }
        Self::BITS
    }

    /// The bits set in both words.
    #[must_use]
    pub(crate) const fn intersection(mut self, other: Self) -> Self {
        let mut i = 0;
        while i < N {
            self.0[i] &= other.0[i];
            i += 1;
        }
        self
    }

    /// The bits set in either word or both.
    #[must_use]
    pub(crate) const fn union(mut self, other: Self) -> Self {
        let mut i = 0;
        while i < N {
            self.0[i] |= other.0[i];
            i += 1;
        }
        self
    }

    /// The bits that are not set.
    #[must_use]
    pub(crate) const fn complement(mut self) -> Self {
        let mut i = 0;
        while i < N {
            self.0[i] = !self.0[i];
            i += 1;
        }
        self
    }

    /// Addition modulo 2^[`BITS`](Self::BITS).
    ///
    /// ```
    /// use bitboard_core::Wide;
    ///
    /// let sum = Wide::from_limbs([u64::MAX, 0]).wrapping_add(Wide::from_limbs([1, 0]));
    /// assert_eq!(sum, Wide::from_limbs([0, 1]));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn wrapping_add(mut self, other: Self) -> Self {
        let mut carry = false;
        for (limb, other) in self.0.iter_mut().zip(other.0) {
            let (sum, a) = limb.overflowing_add(other);
            let (sum, b) = sum.overflowing_add(carry.into());
            (*limb, carry) = (sum, a | b);
        }
        self
    }

    /// Subtraction modulo 2^[`BITS`](Self::BITS).
    ///
    /// ```
    /// use bitboard_core::Wide;
    ///
    /// let difference = Wide::from_limbs([0, 1]).wrapping_sub(Wide::from_limbs([1, 0]));
    /// assert_eq!(difference, Wide::from_limbs([u64::MAX, 0]));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn wrapping_sub(mut self, other: Self) -> Self {
        let mut borrow = false;
        for (limb, other) in self.0.iter_mut().zip(other.0) {
            let (difference, a) = limb.overflowing_sub(other);
            let (difference, b) = difference.overflowing_sub(borrow.into());
            (*limb, borrow) = (difference, a | b);
        }
        self
    }

    /// The bits in reverse order: bit 0 becomes the highest.
    #[must_use]
    pub fn reverse_bits(mut self) -> Self {
        self.0.reverse();
        Self(self.0.map(u64::reverse_bits))
    }

    /// The limb at `index`, zero outside.
    #[inline(always)]
    fn limb(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }
}

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const N: usize> Ord for Wide<N> {
    /// Compares the words as numbers.
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

macro_rules! impl_operator {
    ($trait:ident $function:ident, $assign_trait:ident $assign_function:ident, $assign:tt) => {
        impl<const N: usize> $trait for Wide<N> {
            type Output = Self;

            #[inline(always)]
            fn $function(mut self, other: Self) -> Self {
                self $assign other;
                self
            }
        }

        impl<const N: usize> $assign_trait for Wide<N> {
            #[inline(always)]
            fn $assign_function(&mut self, other: Self) {
                let mut i = 0;
                while i < N {
                    self.0[i] $assign other.0[i];
                    i += 1;
                }
            }
        }
    };
}

impl_operator!(BitAnd bitand, BitAndAssign bitand_assign, &=);
impl_operator!(BitOr bitor, BitOrAssign bitor_assign, |=);
impl_operator!(BitXor bitxor, BitXorAssign bitxor_assign, ^=);

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|limb| !limb))
    }
}

impl<const N: usize> Shl<u32> for Wide<N> {
    type Output = Self;

    /// Bits shifted beyond the highest are lost. Any amount is allowed.
    #[inline(always)]
    fn shl(self, amount: u32) -> Self {
        let (limbs, bits) = (amount as usize / 64, amount % 64);
        let mut shifted = [0; N];
        let mut i = limbs;
        while i < N {
            let below = if i > limbs { self.limb(i - limbs - 1) >> 1 >> (63 - bits) } else { 0 };
            shifted[i] = self.limb(i - limbs) << bits | below;
            i += 1;
        }
        Self(shifted)
    }
}

impl<const N: usize> Shr<u32> for Wide<N> {
    type Output = Self;

    /// Bits shifted below bit 0 are lost. Any amount is allowed.
    #[inline(always)]
    fn shr(self, amount: u32) -> Self {
        let (limbs, bits) = (amount as usize / 64, amount % 64);
        let mut shifted = [0; N];
        let mut i = 0;
        while i + limbs < N {
            let above = self.limb(i + limbs + 1) << 1 << (63 - bits);
            shifted[i] = self.limb(i + limbs) >> bits | above;
            i += 1;
        }
        Self(shifted)
    }
}

impl<const N: usize> fmt::LowerHex for Wide<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; 16 * 8];
        let len = (Self::BITS - self.leading_zeros()).div_ceil(4).max(1) as usize;
        for (i, digit) in text[..len].iter_mut().rev().enumerate() {
            *digit = b"0123456789abcdef"[(self.0[i / 16] >> (i % 16 * 4) & 0xf) as usize];
        }
        f.pad_integral(true, "0x", core::str::from_utf8(&text[..len]).unwrap_or_default())
    }
}

impl<const N: usize> fmt::Debug for Wide<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#x}")
    }
}
