//! Components of at least four cells, on boards in two halves.

#[cfg(feature = "simd")]
use bitboard_core::simd::Halves;
use bitboard_core::{Bitboard, Bits, Connectivity, Geometry, Lattice, RowMajor, Wide};

use super::mask;

/// 128-bit boards, one or several, whose halves can be taken apart.
pub(crate) trait Split: Bits<Word = u128> {
    /// The low or the high half of each board.
    type Half: Bits<Word = u64>;
    /// The low and the high halves.
    fn split(self) -> [Self::Half; 2];
    /// The inverse of [`split`](Self::split).
    fn join(halves: [Self::Half; 2]) -> Self;
}

impl Split for u128 {
    type Half = u64;

    #[inline(always)]
    fn split(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }

    #[inline(always)]
    fn join([low, high]: [u64; 2]) -> Self {
        u128::from(low) | u128::from(high) << 64
    }
}

#[cfg(feature = "simd")]
impl<V: Bits<Word = u64>> Split for Halves<V> {
    type Half = V;

    #[inline(always)]
    fn split(self) -> [V; 2] {
        [self.low, self.high]
    }

    #[inline(always)]
    fn join([low, high]: [V; 2]) -> Self {
        Self { low, high }
    }
}

/// The number of rows of `W` cells in 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
struct Window<const W: usize>;

impl<const W: usize> Geometry for Window<W> {
    const LATTICE: Lattice = Lattice::Square;
    const WIDTH: usize = W;
    const HEIGHT: usize = 64 / W;
    const X_STRIDE: u32 = 1;
    const Y_STRIDE: u32 = W as u32;
    const MASK: Wide<8> = Wide::from_u128(u64::MAX as u128 >> (64 % W));
}

/// The cells in components of at least four, or, if `SEEDS`, some cells of each such component and no
/// others.
#[inline(always)]
pub(crate) fn fours<const W: usize, const H: usize, const SEEDS: bool, B: Split>(
    boards: Bitboard<B, RowMajor<W, H>>,
    connectivity: Connectivity,
) -> Bitboard<B, RowMajor<W, H>> {
    Bitboard::from_bits_truncate(mark::<W, H, SEEDS, B>(boards.bits(), connectivity))
}

/// Returns whether a cell is in a component of four is known from the cells up to three steps away. So, if
/// the rows that fit 64 bits from the top and those from the bottom overlap by six, each half of the
/// answer comes from one of them, and no bit is ever shifted from one half of a word to the other.
#[inline(always)]
fn mark<const W: usize, const H: usize, const SEEDS: bool, B: Split>(
    boards: B,
    connectivity: Connectivity,
) -> B {
    let rows = const { 64 / W };
    if W * H > 64 && 2 * rows < H + 6 {
        return whole::<RowMajor<W, H>, SEEDS, B>(boards, connectivity);
    }
    let [low, high] = boards.split();
    let top = whole::<Window<W>, SEEDS, B::Half>(low, connectivity);
    if W * H <= 64 {
        return B::join([top, high]);
    }
    let below = (W * (H - rows)) as u32;
    let window = low >> below | high << (64 - below);
    let bottom = whole::<Window<W>, SEEDS, B::Half>(window, connectivity);
    // Rows above the third from the end of the first window, and the rest.
    let split = (W * (rows - 3)) as u32;
    let top = top & top.broadcast((1 << split) - 1);
    let bottom = bottom & bottom.broadcast(u64::MAX << (split - below));
    B::join([top | bottom << below, bottom >> (64 - below)])
}

#[inline(always)]
fn whole<G: Geometry, const SEEDS: bool, B: Bits>(bits: B, connectivity: Connectivity) -> B {
    if SEEDS {
        mask::seeds::<G, B>(bits, connectivity)
    } else {
        mask::fours::<G, B>(bits, connectivity)
    }
}
