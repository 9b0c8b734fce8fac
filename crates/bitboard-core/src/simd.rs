//! Several boards in a vector.
//!
//! [`Lanes`] is the trait to read first: it loads boards into a vector and stores them.
//!
//! The vectors are those of [`fearless_simd`]: `u64x2<S>`, `u64x4<S>` and `u64x8<S>` hold boards of
//! 64 bits, [`Halves`] of them boards of 128 bits. All are [`Bits`], so steps, slides and floods
//! work on a [`Bitboard`] of vectors as they do on one of words.
//!
//! A vector has one board in each lane, and an operation acts on all of them:
//!
//! ```text
//! u64x4:           board 0     board 1     board 2     board 3
//! Halves, low:     board 0 & 2⁶⁴−1  …                               bits 0 to 63 of four boards
//! Halves, high:    board 0 >> 64    …                               bits 64 to 127
//! ```
//!
//! Boards of 128 bits are split because vectors have no lanes of that width: a shift then takes the
//! bits that cross from one half to the other with two more shifts. Loads and stores of the
//! interleaved halves are one shuffle each.
//!
//! Lanes proceed in lockstep, so a flood of a vector takes as many rounds as the longest flood in
//! it. It is faster to process several vectors at once than to refill lanes whose flood has ended.
//!
//! Code for vectors is generic over the instruction set `S`, marked `#[inline(always)]` down to the
//! last function, and started by [`SimdLevel::run`](crate::dispatch::SimdLevel::run) or by
//! [`dispatch!`](fearless_simd::dispatch), which compile it for each instruction set and pick one
//! at run time. Closures and iterator adapters that are not inlined are compiled without these
//! instructions, so loops are better.
//!
//! ```
//! use bitboard_core::simd::{Lanes, fearless_simd};
//! use bitboard_core::{Bitboard, Chess, Steps};
//! use fearless_simd::{Level, Simd, dispatch, u64x8};
//!
//! type Board = Bitboard<u64, Chess>;
//!
//! /// Floods eight boards, each from its lowest cell.
//! #[inline(always)]
//! fn flood_all<S: Simd>(simd: S, boards: &mut [Board; 8]) {
//!     let within = u64x8::load_boards(simd, boards);
//!     within.isolate_first().flood(within, &Steps::KING).store_boards(boards);
//! }
//!
//! let mut boards = [Board::from_u64(0b1011); 8];
//! dispatch!(Level::new(), simd => flood_all(simd, &mut boards));
//! assert_eq!(boards, [Board::from_u64(0b11); 8]);
//! ```

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

pub use fearless_simd;
use fearless_simd::prelude::*;
use fearless_simd::{u64x2, u64x4, u64x8};

use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::word::{Bits, Word, sealed};

/// A word that is a lane of a vector: `u64` and `u128`.
pub trait VectorWord: Word {
    /// Two boards with the instructions of `S`.
    type X2<S: Simd>: Lanes<S, Word = Self>;
    /// Four boards with the instructions of `S`.
    type X4<S: Simd>: Lanes<S, Word = Self>;
    /// Eight boards with the instructions of `S`.
    type X8<S: Simd>: Lanes<S, Word = Self>;
}

impl VectorWord for u64 {
    type X2<S: Simd> = u64x2<S>;
    type X4<S: Simd> = u64x4<S>;
    type X8<S: Simd> = u64x8<S>;
}

impl VectorWord for u128 {
    type X2<S: Simd> = Halves<u64x2<S>>;
    type X4<S: Simd> = Halves<u64x4<S>>;
    type X8<S: Simd> = Halves<u64x8<S>>;
}

/// A vector of boards, with loads and stores.
pub trait Lanes<S: Simd>: Bits {
    /// Returns a vector with `word` for every board.
    #[must_use]
    fn splat(simd: S, word: Self::Word) -> Self;

    /// Loads the first [`LANES`](Bits::LANES) words.
    ///
    /// # Panics
    /// If there are fewer.
    #[must_use]
    fn load(simd: S, words: &[Self::Word]) -> Self;

    /// Writes the words to the first [`LANES`](Bits::LANES) places.
    ///
    /// # Panics
    /// If there are fewer.
    fn store(self, words: &mut [Self::Word]);

    /// Loads the first [`LANES`](Bits::LANES) boards.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline(always)]
    #[must_use]
    fn load_boards<G: Geometry>(simd: S, boards: &[Bitboard<Self::Word, G>]) -> Bitboard<Self, G> {
        Bitboard::from_valid_bits(Self::load(simd, Bitboard::slice_to_bits(boards)))
    }
}

/// A vector of 64-bit boards that fills a register, for
/// [`SimdKernel`](crate::dispatch::SimdKernel).
pub trait Register<S: Simd>:
    Lanes<S, Word = u64> + SimdInt<S, Element = u64, Bytes: SimdInt<S, Element = u8>>
{
}

impl<S, V> Register<S> for V
where
    S: Simd,
    V: Lanes<S, Word = u64> + SimdInt<S, Element = u64, Bytes: SimdInt<S, Element = u8>>,
{
}

impl<B: Bits, G: Geometry> Bitboard<B, G> {
    /// Writes the boards to the first [`LANES`](Bits::LANES) places.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline(always)]
    pub fn store_boards<S: Simd>(self, boards: &mut [Bitboard<B::Word, G>])
    where
        B: Lanes<S>,
    {
        self.bits().store(Bitboard::slice_to_bits_mut(boards));
    }
}

macro_rules! impl_lanes {
    ($vector:ident, $lanes:literal) => {
        impl<S: Simd> sealed::Sealed for $vector<S> {}

        impl<S: Simd> Bits for $vector<S> {
            type Word = u64;
            const LANES: usize = $lanes;

            #[inline(always)]
            fn broadcast(self, word: u64) -> Self {
                SimdBase::splat(self.simd, word)
            }
            #[inline(always)]
            fn wrapping_add(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn wrapping_sub(self, other: Self) -> Self {
                self - other
            }
            #[inline(always)]
            fn zero_mask(self) -> Self {
                self.simd_eq(0).to_vector().bitcast()
            }
            // The compiler would reorder an intersection with the mask, so that more operations
            // wait for it.
            #[inline(always)]
            fn if_zero(self, then: Self) -> Self {
                self.simd_eq(0).select(then, self.broadcast(0))
            }
            #[inline(always)]
            fn is_zero(self) -> bool {
                self.to_bytes().simd_eq(0).all_true()
            }
        }

        impl<S: Simd> Lanes<S> for $vector<S> {
            #[inline(always)]
            fn splat(simd: S, word: u64) -> Self {
                SimdBase::splat(simd, word)
            }
            #[inline(always)]
            fn load(simd: S, words: &[u64]) -> Self {
                Self::from_slice(simd, &words[..$lanes])
            }
            #[inline(always)]
            fn store(self, words: &mut [u64]) {
                self.store_slice(&mut words[..$lanes]);
            }
        }
    };
}

impl_lanes!(u64x2, 2);
impl_lanes!(u64x4, 4);
impl_lanes!(u64x8, 8);

/// 128-bit boards, one per lane of `V`: their low and their high halves.
#[derive(Clone, Copy)]
pub struct Halves<V> {
    /// The low 64 bits of each board.
    pub low: V,
    /// The high 64 bits of each board.
    pub high: V,
}

impl<V> sealed::Sealed for Halves<V> {}

impl<V: Bits<Word = u64>> Bits for Halves<V> {
    type Word = u128;
    const LANES: usize = V::LANES;

    #[inline(always)]
    fn broadcast(self, word: u128) -> Self {
        Self {
            low: self.low.broadcast(word as u64),
            high: self.high.broadcast((word >> 64) as u64),
        }
    }

    #[inline(always)]
    fn wrapping_add(self, other: Self) -> Self {
        let low = self.low.wrapping_add(other.low);
        // The carry out of bit 63.
        let carry = (self.low & other.low | (self.low | other.low) & !low) >> 63;
        Self { low, high: self.high.wrapping_add(other.high).wrapping_add(carry) }
    }

    #[inline(always)]
    fn wrapping_sub(self, other: Self) -> Self {
        let low = self.low.wrapping_sub(other.low);
        // The borrow into bit 63.
        let borrow = (!self.low & other.low | (!self.low | other.low) & low) >> 63;
        Self { low, high: self.high.wrapping_sub(other.high).wrapping_sub(borrow) }
    }

    #[inline(always)]
    fn zero_mask(self) -> Self {
        let mask = (self.low | self.high).zero_mask();
        Self { low: mask, high: mask }
    }

    #[inline(always)]
    fn if_zero(self, then: Self) -> Self {
        let all = self.low | self.high;
        Self { low: all.if_zero(then.low), high: all.if_zero(then.high) }
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        (self.low | self.high).is_zero()
    }

    #[inline(always)]
    fn lowest_bit(self) -> Self {
        Self { low: self.low.lowest_bit(), high: self.high.lowest_bit() & self.low.zero_mask() }
    }
}

impl<S: Simd, V: Lanes<S, Word = u64> + SimdBase<S, Element = u64>> Lanes<S> for Halves<V> {
    #[inline(always)]
    fn splat(simd: S, word: u128) -> Self {
        let zero = SimdBase::splat(simd, 0);
        Self { low: zero, high: zero }.broadcast(word)
    }

    #[inline(always)]
    fn load(simd: S, words: &[u128]) -> Self {
        let halves: &[u64] = bytemuck::cast_slice(&words[..V::LANES]);
        let (front, back) = halves.split_at(V::LANES);
        let (front, back) = (V::from_slice(simd, front), V::from_slice(simd, back));
        let (low, high) = front.deinterleave(back);
        if cfg!(target_endian = "little") {
            Self { low, high }
        } else {
            Self { low: high, high: low }
        }
    }

    #[inline(always)]
    fn store(self, words: &mut [u128]) {
        let (low, high) = if cfg!(target_endian = "little") {
            (self.low, self.high)
        } else {
            (self.high, self.low)
        };
        let (front, back) = low.interleave(high);
        let halves: &mut [u64] = bytemuck::cast_slice_mut(&mut words[..V::LANES]);
        let (front_halves, back_halves) = halves.split_at_mut(V::LANES);
        front.store_slice(front_halves);
        back.store_slice(back_halves);
    }
}

macro_rules! impl_operator {
    ($trait:ident $function:ident, $assign_trait:ident $assign:ident) => {
        impl<V: Bits> $trait for Halves<V> {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Self {
                    low: $trait::$function(self.low, other.low),
                    high: $trait::$function(self.high, other.high),
                }
            }
        }

        impl<V: Bits> $assign_trait for Halves<V> {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = $trait::$function(*self, other);
            }
        }
    };
}

impl_operator!(BitAnd bitand, BitAndAssign bitand_assign);
impl_operator!(BitOr bitor, BitOrAssign bitor_assign);
impl_operator!(BitXor bitxor, BitXorAssign bitxor_assign);

impl<V: Bits> Not for Halves<V> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self { low: !self.low, high: !self.high }
    }
}

impl<V: Bits<Word = u64>> Shl<u32> for Halves<V> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, amount: u32) -> Self {
        match amount {
            0 => self,
            1..64 => Self {
                low: self.low << amount,
                high: self.high << amount | self.low >> (64 - amount),
            },
            _ => Self { low: self.low.broadcast(0), high: self.low << (amount - 64) },
        }
    }
}

impl<V: Bits<Word = u64>> Shr<u32> for Halves<V> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, amount: u32) -> Self {
        match amount {
            0 => self,
            1..64 => Self {
                low: self.low >> amount | self.high << (64 - amount),
                high: self.high >> amount,
            },
            _ => Self { low: self.high >> (amount - 64), high: self.high.broadcast(0) },
        }
    }
}

impl<V: fmt::Debug> fmt::Debug for Halves<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Halves").field("low", &self.low).field("high", &self.high).finish()
    }
}
