//! Geometries: which bit is which cell, and the constants that follow from it.
//!
//! [`Geometry`] is the trait to read first; the boards of this crate follow it.
//!
//! A board is laid out in **lines** of consecutive bits, rows or columns, with the same distance
//! between any two lines:
//!
//! ```text
//! RowMajor<4, 3>: rows are lines       Columns<4, 3>: columns are lines, with a guard bit each
//!   0  1  2  3                           2  6 10 14      (bits 3, 7, 11 and 15 are never cells)
//!   4  5  6  7                           1  5  9 13
//!   8  9 10 11                           0  4  8 12
//! ```
//!
//! A step that moves `along` a line and `across` lines is a shift by `along + stride · across`
//! bits. Across lines, a cell that would leave the board is shifted out of the word or to a bit
//! that is not a cell. Along a line, it would run over the end into the next line, so the cells
//! from which a step leaves its line are masked out first, unless guard bits absorb them.
//! [`Layout`] computes these masks from a [`Geometry`] at compile time, in 512 bits. A word gets
//! them by [`Word::from_wide`](crate::Word::from_wide), which compiles to a constant.

use core::fmt::Debug;
use core::hash::Hash;
use core::marker::PhantomData;

use crate::wide::Wide;

/// The arrangement of cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Lattice {
    /// Squares: (x, y) touches (x ± 1, y) and (x, y ± 1) by an edge, (x ± 1, y ± 1) by a corner.
    Square,
    /// Hexagons in rows, odd rows half a cell to the right. (x, y) touches (x ± 1, y), and in the
    /// rows above and below columns x − 1 and x if y is even, x and x + 1 if y is odd.
    OffsetHex,
    /// Hexagons on two axes: (x, y) touches (x ± 1, y), (x, y ± 1), (x + 1, y + 1) and
    /// (x − 1, y − 1).
    AxialHex,
}

/// A board: its shape, which of its cells exist, and which bit of a word each cell is.
///
/// The bit of cell (x, y) is `x * X_STRIDE + y * Y_STRIDE`, where one of the strides is 1 and the
/// other is at least as large as the extent along the first; a larger stride leaves guard bits
/// between lines. Everything is a constant, so code written for any geometry compiles to what one
/// would write by hand for that board.
///
/// Implement it for your own board by giving the six constants without a default. `cargo build`
/// checks them against one another where the geometry is used, which `cargo check` may not do:
///
/// ```compile_fail
/// use bitboard_core::{Bitboard, Geometry, Lattice, Wide};
///
/// #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
/// struct Wrong;
///
/// impl Geometry for Wrong {
///     const LATTICE: Lattice = Lattice::Square;
///     const WIDTH: usize = 4;
///     const HEIGHT: usize = 4;
///     const X_STRIDE: u32 = 1;
///     const Y_STRIDE: u32 = 3; // Rows of four cells would overlap.
///     const MASK: Wide<8> = Wide::from_u128(0x1fff);
/// }
/// println!("{}", Bitboard::<u64, Wrong>::EMPTY);
/// ```
pub trait Geometry: Copy + Eq + Ord + Hash + Default + Debug + Send + Sync + 'static {
    /// The arrangement of the cells. Rows of an [`OffsetHex`](Lattice::OffsetHex) board are
    /// consecutive bits.
    const LATTICE: Lattice;
    /// Number of columns: x is below this.
    const WIDTH: usize;
    /// Number of rows: y is below this.
    const HEIGHT: usize;
    /// The distance between the bits of horizontal neighbors.
    const X_STRIDE: u32;
    /// The distance between the bits of vertical neighbors.
    const Y_STRIDE: u32;
    /// The bits of the cells that exist.
    const MASK: Wide<8>;
    /// Whether row 0 is drawn at the bottom; otherwise it is drawn at the top.
    const UP: bool = false;
}

/// A board of `W` × `H` squares, row by row: bit = x + W·y, row 0 at the top.
///
/// A board of at most 64 cells fits a `u64`, one of at most 128 cells a `u128`, and one of at most
/// 512 cells a [`Wide<8>`](Wide).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct RowMajor<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Geometry for RowMajor<W, H> {
    const LATTICE: Lattice = Lattice::Square;
    const WIDTH: usize = W;
    const HEIGHT: usize = H;
    const X_STRIDE: u32 = 1;
    const Y_STRIDE: u32 = W as u32;
    const MASK: Wide<8> = full(W, H, 1, W);
}

/// A board of `W` × `H` squares, row by row: bit = x + W·y, row 0 at the bottom, as chess counts
/// its ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Ranks<const W: usize, const H: usize>;

/// The chess board: a1 is bit 0, b1 bit 1, h8 bit 63; rank 1 is drawn at the bottom.
pub type Chess = Ranks<8, 8>;

impl<const W: usize, const H: usize> Geometry for Ranks<W, H> {
    const LATTICE: Lattice = Lattice::Square;
    const WIDTH: usize = W;
    const HEIGHT: usize = H;
    const X_STRIDE: u32 = 1;
    const Y_STRIDE: u32 = W as u32;
    const MASK: Wide<8> = full(W, H, 1, W);
    const UP: bool = true;
}

/// A board of `W` columns of `H` squares, column by column with a guard bit on top of each:
/// bit = y + (H + 1)·x, row 0 at the bottom.
///
/// The guard bits are never cells, so no step to an adjacent cell can run into the next column:
/// such steps need no masks on this board. It is the layout of Connect 4 programs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Columns<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Geometry for Columns<W, H> {
    const LATTICE: Lattice = Lattice::Square;
    const WIDTH: usize = W;
    const HEIGHT: usize = H;
    const X_STRIDE: u32 = H as u32 + 1;
    const Y_STRIDE: u32 = 1;
    const MASK: Wide<8> = full(W, H, H + 1, 1);
    const UP: bool = true;
}

/// `H` rows of `W` hexagons, odd rows half a cell to the right: bit = x + W·y, row 0 at the top.
///
/// The board of the Meteor puzzle is `OffsetHex<5, 10>`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct OffsetHex<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Geometry for OffsetHex<W, H> {
    const LATTICE: Lattice = Lattice::OffsetHex;
    const WIDTH: usize = W;
    const HEIGHT: usize = H;
    const X_STRIDE: u32 = 1;
    const Y_STRIDE: u32 = W as u32;
    const MASK: Wide<8> = full(W, H, 1, W);
}

/// A hexagon of hexagons with `S` cells along each side, 3S² − 3S + 1 in all: the board of
/// Havannah.
///
/// Cells are the (x, y) with x, y ≤ 2S − 2 and |x − y| < S; bit = x + (2S − 1)·y, row 0 at the top.
/// A `u64` holds boards up to `S` = 4 (37 cells), a `u128` up to `S` = 6 (91 cells), a
/// [`Wide<6>`](Wide) up to `S` = 10 (271 cells).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct AxialHex<const S: usize>;

impl<const S: usize> Geometry for AxialHex<S> {
    const LATTICE: Lattice = Lattice::AxialHex;
    const WIDTH: usize = 2 * S - 1;
    const HEIGHT: usize = 2 * S - 1;
    const X_STRIDE: u32 = 1;
    const Y_STRIDE: u32 = 2 * S as u32 - 1;
    const MASK: Wide<8> = hexagon(S);
}

/// # Panics
/// At compile time, if the board is empty or does not fit 512 bits.
const fn hexagon(base: usize) -> Wide<8> {
    assert!(0 < base && base <= 11, "a hexagon has a side of 1 to 11 cells");
    let side = 2 * base - 1;
    let mut mask = Wide::ZERO;
    let mut y = 0;
    while y < side {
        let mut x = 0;
        while x < side {
            if x.abs_diff(y) < base {
                mask = mask.with_bit((x + side * y) as u32);
            }
            x += 1;
        }
        y += 1;
    }
    mask
}

/// The board `G` with holes: only the cells of `G` whose bits are in `MASK` exist.
///
/// For holes in a board of more than 128 bits, implement [`Geometry`] yourself.
///
/// ```
/// use bitboard_core::{Bitboard, Holes, RowMajor};
///
/// /// 3×3 without its center.
/// type Ring = Holes<RowMajor<3, 3>, 0b111_101_111>;
/// let ring = Bitboard::<u64, Ring>::FULL;
/// assert_eq!(ring.to_string(), "X X X\nX   X\nX X X");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Holes<G, const MASK: u128>(PhantomData<G>);

impl<G: Geometry, const MASK: u128> Geometry for Holes<G, MASK> {
    const LATTICE: Lattice = G::LATTICE;
    const WIDTH: usize = G::WIDTH;
    const HEIGHT: usize = G::HEIGHT;
    const X_STRIDE: u32 = G::X_STRIDE;
    const Y_STRIDE: u32 = G::Y_STRIDE;
    const MASK: Wide<8> = G::MASK.intersection(Wide::from_u128(MASK));
    const UP: bool = G::UP;
}

/// The bits of a grid of `width` × `height` cells, of which the first is bit `first`. Bits from 512
/// on are dropped.
pub(crate) const fn rectangle(
    first: usize,
    [width, height]: [usize; 2],
    [x_stride, y_stride]: [usize; 2],
) -> Mask {
    let mut mask = Mask::ZERO;
    let mut y = 0;
    while y < height {
        let mut x = 0;
        while x < width {
            let bit = first + x * x_stride + y * y_stride;
            if bit < 512 {
                mask = mask.with_bit(bit as u32);
            }
            x += 1;
        }
        y += 1;
    }
    mask
}

/// The bits of all cells of a full `width` × `height` board.
///
/// # Panics
/// At compile time, if the board is empty or does not fit 512 bits.
const fn full(width: usize, height: usize, x_stride: usize, y_stride: usize) -> Wide<8> {
    assert!(width > 0 && height > 0, "a board needs at least one cell");
    assert!((width - 1) * x_stride + (height - 1) * y_stride < 512, "the board exceeds 512 bits");
    rectangle(0, [width, height], [x_stride, y_stride])
}

/// A set of bits of a board of any size.
pub(crate) type Mask = Wide<8>;

/// The furthest offset along a line for which there is a mask. The masks of further offsets are
/// composed of these.
pub(crate) const REACH: usize = 8;

/// Constants derived from a geometry. Using any of them checks that those of the geometry agree.
///
/// It is public because it is the type [`Word::Board`](crate::Word::Board), but has no public name.
pub struct Layout<G>(PhantomData<G>);

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
        let strides = [G::X_STRIDE as usize, G::Y_STRIDE as usize];
        let inside = rectangle(0, [width, height], strides).intersection(G::MASK);
        assert!(inside.count_ones() == G::MASK.count_ones(), "a bit of MASK lies off the board");
        rows
    };
    /// Number of cells in a line.
    pub(crate) const LINE_LEN: usize = if Self::ROW_MAJOR { G::WIDTH } else { G::HEIGHT };
    /// Number of lines.
    pub(crate) const LINE_COUNT: usize = if Self::ROW_MAJOR { G::HEIGHT } else { G::WIDTH };
    /// The distance between lines, in bits.
    pub(crate) const STRIDE: u32 = if Self::ROW_MAJOR { G::Y_STRIDE } else { G::X_STRIDE };
    /// Number of cells in the longer direction.
    pub(crate) const LONGEST: usize =
        if Self::LINE_LEN > Self::LINE_COUNT { Self::LINE_LEN } else { Self::LINE_COUNT };
    /// Number of bits that a word needs to hold the board.
    pub(crate) const BITS: u32 = {
        // Using this constant checks the geometry.
        let _ = Self::ROW_MAJOR;
        Mask::BITS - G::MASK.leading_zeros()
    };
    /// Number of bits up to the last corner of the rectangle around the board, which need not be a
    /// cell.
    pub(crate) const RECTANGLE: u32 =
        Self::LINE_LEN as u32 + (Self::LINE_COUNT as u32 - 1) * Self::STRIDE;

    /// The bits of the first line, whether they are cells or not.
    pub(crate) const FIRST_LINE: Mask = rectangle(0, [Self::LINE_LEN, 1], [1, 0]);
    /// The bits with x = y on a board that is as wide as high, whether they are cells or not.
    pub(crate) const DIAGONAL: Mask =
        rectangle(0, [1, Self::LINE_LEN], [0, Self::STRIDE as usize + 1]);
    /// The even and the odd rows.
    pub(crate) const ROWS: &'static [Mask; 2] = &{
        let strides = [G::X_STRIDE as usize, 2 * G::Y_STRIDE as usize];
        [
            rectangle(0, [G::WIDTH, G::HEIGHT.div_ceil(2)], strides),
            rectangle(G::Y_STRIDE as usize, [G::WIDTH, G::HEIGHT / 2], strides),
        ]
    };
    /// Element `REACH + d`: the bits from which a shift by `d` along lines stays in the line.
    pub(crate) const WRAP_MASKS: &'static [Mask; 2 * REACH + 1] = &{
        let mut masks = [Mask::ZERO; 2 * REACH + 1];
        let mut i = 0;
        while i <= 2 * REACH {
            masks[i] = Self::wrap_mask(i as i32 - REACH as i32);
            i += 1;
        }
        masks
    };

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
    const fn wrap_mask(d: i32) -> Mask {
        let distance = d.unsigned_abs() as usize;
        if distance <= Self::STRIDE as usize - Self::LINE_LEN {
            return Mask::from_limbs([u64::MAX; 8]);
        }
        let first = if d < 0 { distance } else { 0 };
        let len = Self::LINE_LEN.saturating_sub(distance);
        rectangle(first, [len, Self::LINE_COUNT], [1, Self::STRIDE as usize])
    }
}
