//! The constants of a board in a word, computed and checked at compile time.

use core::marker::PhantomData;

use crate::geometry::{Geometry, Lattice, rectangle};
use crate::wide::Wide;

/// The bits of the largest board.
pub(crate) type Mask = Wide<8>;

/// The furthest offset along a line for which there is a mask. Further ones take several shifts.
pub(crate) const REACH: usize = 8;

/// Bits of the board `G`, as a word that holds it.
///
/// Lines are the rows or columns whose cells are consecutive bits: rows where the horizontal stride
/// is 1, otherwise columns. A shift along lines can run over the end of one into the next, so its
/// sources are masked; a shift across lines cannot.
#[doc(hidden)]
pub trait Masks<W> {
    /// All cells.
    const FULL: W;
    /// Element `REACH + d`: the bits from which a shift by `d` stays in the line.
    const SOURCES: [W; 2 * REACH + 1];
    /// The even and the odd rows.
    const ROWS: [W; 2];
}

/// Masks of a geometry whose constants agree, in a word that it fits.
#[doc(hidden)]
pub struct Checked<W, G>(PhantomData<(W, G)>);

macro_rules! impl_masks {
    ([$($parameter:tt)*] $word:ty, $bits:expr, |$mask:ident| $convert:expr) => {
        impl<$($parameter)* G: Geometry> Masks<$word> for Checked<$word, G> {
            const FULL: $word = {
                assert!(Layout::<G>::BITS <= $bits, "the board does not fit the word");
                let $mask = G::MASK;
                $convert
            };
            const SOURCES: [$word; 2 * REACH + 1] = {
                let mut sources = [Self::FULL; 2 * REACH + 1];
                let mut i = 0;
                while i <= 2 * REACH {
                    let $mask = Layout::<G>::sources(i as i32 - REACH as i32);
                    sources[i] = $convert;
                    i += 1;
                }
                sources
            };
            const ROWS: [$word; 2] = [
                {
                    let $mask = Layout::<G>::rows(0);
                    $convert
                },
                {
                    let $mask = Layout::<G>::rows(1);
                    $convert
                },
            ];
        }
    };
}

impl_masks!([] u64, 64, |mask| mask.limbs()[0]);
impl_masks!([] u128, 128, |mask| mask.to_u128());
impl_masks!([const N: usize,] Wide<N>, Wide::<N>::BITS, |mask| mask.resize());

/// Constants derived from a geometry. Using any of them checks that those of the geometry agree.
pub(crate) struct Layout<G>(PhantomData<G>);

impl<G: Geometry> Layout<G> {
    /// Whether the cells of a row are consecutive bits.
    const ROW_MAJOR: bool = {
        let (width, height) = (G::WIDTH, G::HEIGHT);
        assert!(width > 0 && height > 0, "a board needs at least one cell");
        assert!(width <= 512 && height <= 512 && width * height <= 1024, "the board is too large");
        let rows = G::X_STRIDE == 1 && G::Y_STRIDE as usize >= width;
        let columns = G::Y_STRIDE == 1 && G::X_STRIDE as usize >= height;
        assert!(rows || columns, "one stride is 1, the other at least the extent along the first");
        assert!(
            rows || !matches!(G::LATTICE, Lattice::OffsetHex),
            "rows of hexagons are consecutive bits"
        );
        assert!(G::MASK.count_ones() > 0, "a board needs at least one cell");
        let inside = rectangle(width, height, G::X_STRIDE as usize, G::Y_STRIDE as usize)
            .intersection(G::MASK);
        assert!(inside.count_ones() == G::MASK.count_ones(), "a bit of MASK lies off the board");
        rows
    };
    /// Number of cells in a line.
    pub(crate) const LINE: usize = if Self::ROW_MAJOR { G::WIDTH } else { G::HEIGHT };
    /// Number of lines.
    pub(crate) const LINES: usize = if Self::ROW_MAJOR { G::HEIGHT } else { G::WIDTH };
    /// The distance between lines, in bits.
    pub(crate) const STRIDE: u32 = if Self::ROW_MAJOR { G::Y_STRIDE } else { G::X_STRIDE };
    /// Number of cells in the longer direction.
    pub(crate) const LONGEST: usize =
        if Self::LINE > Self::LINES { Self::LINE } else { Self::LINES };
    /// The bits that a word needs to hold the board.
    pub(crate) const BITS: u32 = {
        // The check comes first.
        let _ = Self::ROW_MAJOR;
        Mask::BITS - G::MASK.leading_zeros()
    };
    /// The bits up to the last corner of the rectangle around the board, whether it is a cell or not.
    pub(crate) const RECTANGLE: u32 = Self::LINE as u32 + (Self::LINES as u32 - 1) * Self::STRIDE;

    /// The bits of the first line, whether they are cells or not.
    pub(crate) const FIRST_LINE: Mask = rectangle(Self::LINE, 1, 1, 0);
    /// The bits with x = y on a board that is as wide as high, whether they are cells or not.
    pub(crate) const DIAGONAL: Mask = rectangle(1, Self::LINE, 0, Self::STRIDE as usize + 1);

    /// (dx, dy) as offsets along and across lines.
    #[inline(always)]
    pub(crate) const fn along_across(dx: i32, dy: i32) -> (i32, i32) {
        if Self::ROW_MAJOR { (dx, dy) } else { (dy, dx) }
    }

    /// The bit of (x, y), whether that is a cell or not.
    #[inline(always)]
    pub(crate) const fn bit(x: usize, y: usize) -> u32 {
        let (along, across) = if Self::ROW_MAJOR { (x, y) } else { (y, x) };
        along as u32 + across as u32 * Self::STRIDE
    }

    /// The (x, y) of a bit.
    #[inline(always)]
    pub(crate) const fn coords(index: u32) -> (usize, usize) {
        let (along, across) = (index % Self::STRIDE, index / Self::STRIDE);
        let (x, y) = if Self::ROW_MAJOR { (along, across) } else { (across, along) };
        (x as usize, y as usize)
    }

    /// The bits from which a shift by `d` along lines stays in the line, or all of them if guard
    /// bits absorb what leaves it.
    const fn sources(d: i32) -> Mask {
        let distance = d.unsigned_abs() as usize;
        if distance <= Self::STRIDE as usize - Self::LINE {
            return Mask::from_limbs([u64::MAX; 8]);
        }
        let mut mask = Mask::ZERO;
        let mut along = if d < 0 { distance } else { 0 };
        while along < Self::LINE && along as i32 + d < Self::LINE as i32 {
            let mut across = 0;
            while across < Self::LINES {
                let bit = along as u32 + across as u32 * Self::STRIDE;
                if bit < Mask::BITS {
                    mask = mask.with_bit(bit);
                }
                across += 1;
            }
            along += 1;
        }
        mask
    }

    /// The even or odd rows.
    const fn rows(parity: usize) -> Mask {
        let mut mask = Mask::ZERO;
        let mut y = parity;
        while y < G::HEIGHT {
            let mut x = 0;
            while x < G::WIDTH {
                if Self::bit(x, y) < Mask::BITS {
                    mask = mask.with_bit(Self::bit(x, y));
                }
                x += 1;
            }
            y += 2;
        }
        mask
    }
}
