//! Numbers in the lanes of vectors, and in words.
//!
//! Numbers are signed, in two's complement. A condition is a mask: all ones in the lanes where it
//! holds. The functions are made of the operators of [`Bits`], so they need no instruction that
//! some vectors lack.

use bitboard_core::{Bits, Word};

/// A number in a word.
#[inline(always)]
pub(crate) fn number<T: Word>(number: i32) -> T {
    T::from_u128(i128::from(number) as u128)
}

/// The signed number in a word.
#[inline(always)]
pub(crate) fn signed<T: Word>(word: T) -> i32 {
    word.to_u128() as i32
}

/// All ones where signed numbers are negative.
#[inline(always)]
pub(crate) fn negative<V: Bits>(numbers: V) -> V {
    let sign = numbers >> (V::Word::BITS - 1);
    numbers.broadcast(V::Word::ZERO).wrapping_sub(sign)
}

/// Mask of the lanes greater than `few`.
#[inline(always)]
pub(crate) fn over<V: Bits>(numbers: V, few: i32) -> V {
    negative(numbers.broadcast(number(few)).wrapping_sub(numbers))
}

/// `then` where `mask` is all ones, `otherwise` where it is zero.
#[inline(always)]
pub(crate) fn select<V: Bits>(mask: V, then: V, otherwise: V) -> V {
    otherwise ^ (then ^ otherwise) & mask
}

/// The smaller of two signed numbers.
#[inline(always)]
pub(crate) fn smaller<V: Bits>(a: V, b: V) -> V {
    select(negative(a.wrapping_sub(b)), a, b)
}

/// The larger of two signed numbers.
#[inline(always)]
pub(crate) fn larger<V: Bits>(a: V, b: V) -> V {
    select(negative(a.wrapping_sub(b)), b, a)
}

/// The number of set bits: the sums of pairs, of groups of four, and so on.
#[inline(always)]
pub(crate) fn count_ones<V: Bits>(bits: V) -> V {
    let every = |mask: u8| bits.broadcast(V::Word::from_u128(u128::from_ne_bytes([mask; 16])));
    let pairs = bits.wrapping_sub(bits >> 1 & every(0x55));
    let fours = (pairs & every(0x33)).wrapping_add(pairs >> 2 & every(0x33));
    let mut sums = fours.wrapping_add(fours >> 4) & every(0x0f);
    let mut shift = 8;
    while shift < V::Word::BITS {
        sums = sums.wrapping_add(sums >> shift);
        shift *= 2;
    }
    sums & bits.broadcast(V::Word::from_u128(0xff))
}
