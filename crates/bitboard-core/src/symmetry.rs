//! Symmetries of boards: rotations and reflections, and canonical forms.
//!
//! A [`Symmetry`] is a 2 × 2 matrix on coordinates from the center, in half cells so that the
//! center may lie between cells. It moves a cell by one product. A whole set needs no product for
//! each cell where the rectangle around the board fits the word: there, every symmetry of squares
//! is a combination of three bit permutations.
//!
//! ```text
//! reverse          bit i <-> last bit − i: half a turn, one instruction on many processors
//! reverse_lines    line i <-> line n − 1 − i: one shift and mask for each line
//! transpose        (x, y) <-> (y, x): the diagonals at distance d of the main one trade places,
//!                  all cells of a diagonal with one exclusive or, for d = 1 to n − 1
//!
//! MIRROR = reverse, reverse_lines      ROTATE_90 = transpose, then a mirror      …
//! ```
//!
//! The symmetries of a board are the matrices that keep neighbors adjacent and move
//! [`Bitboard::FULL`] onto itself.
//! Source of the permutations: H. S. Warren, "Hacker's Delight", chapter 7.

use crate::bitboard::Bitboard;
use crate::cell::Cell;
use crate::geometry::{Geometry, Lattice, Layout, Mask};
use crate::word::Word;

/// A turn or reflection about the center of a board.
///
/// It is a 2 × 2 matrix on the coordinates (x, y) measured from the center, so that one type serves
/// squares and hexagons. [`Symmetry::all`] lists those that map a given board to itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    /// Row by row: x' = m\[0\]·x + m\[1\]·y, y' = m\[2\]·x + m\[3\]·y.
    matrix: [i8; 4],
}

impl Symmetry {
    /// The identity, which moves no cell.
    pub const IDENTITY: Self = Self::new([1, 0, 0, 1]);
    /// Left and right change places.
    pub const MIRROR: Self = Self::new([-1, 0, 0, 1]);
    /// Top and bottom change places.
    pub const FLIP: Self = Self::new([1, 0, 0, -1]);
    /// Half a turn.
    pub const ROTATE_180: Self = Self::new([-1, 0, 0, -1]);
    /// x and y change places.
    pub const TRANSPOSE: Self = Self::new([0, 1, 1, 0]);
    /// x and y change places, and both are counted from the other end.
    pub const ANTI_TRANSPOSE: Self = Self::new([0, -1, -1, 0]);
    /// A quarter turn of squares that takes the +x direction to +y: clockwise where row 0 is drawn
    /// at the top.
    pub const ROTATE_90: Self = Self::new([0, -1, 1, 0]);
    /// Three quarter turns.
    pub const ROTATE_270: Self = Self::new([0, 1, -1, 0]);
    /// A sixth of a turn on axial hexagon coordinates: +x goes to +x+y, that to +y, and so on.
    pub const HEX_ROTATE_60: Self = Self::new([1, -1, 1, 0]);

    const SQUARE: [Self; 8] = [
        Self::IDENTITY,
        Self::ROTATE_90,
        Self::ROTATE_180,
        Self::ROTATE_270,
        Self::MIRROR,
        Self::FLIP,
        Self::TRANSPOSE,
        Self::ANTI_TRANSPOSE,
    ];
    /// The symmetries of a hexagon: six rotations, then the same after
    /// [`TRANSPOSE`](Self::TRANSPOSE).
    pub const HEXAGON: [Self; 12] = {
        let mut all = [Self::IDENTITY; 12];
        let mut i = 1;
        while i < 6 {
            all[i] = all[i - 1].then(Self::HEX_ROTATE_60);
            i += 1;
        }
        while i < 12 {
            all[i] = Self::TRANSPOSE.then(all[i - 6]);
            i += 1;
        }
        all
    };
    /// The symmetries of hexagons in rows, for an odd number of rows, and for an even number or a
    /// single row. Odd rows lie half a cell to the right, so a symmetry that takes odd rows to even
    /// ones must also exchange left and right.
    const OFFSET_HEX: [[Self; 2]; 2] =
        [[Self::IDENTITY, Self::FLIP], [Self::IDENTITY, Self::ROTATE_180]];

    const fn new(matrix: [i8; 4]) -> Self {
        Self { matrix }
    }

    /// The symmetries of the board `G`, the identity first: up to 8 for squares, 12 for a hexagon
    /// of hexagons, 2 for hexagons in rows.
    ///
    /// They are the turns and reflections about the center of the rectangle of columns and rows
    /// that are matrices. A board of hexagons in rows can have a shape with others, such as a
    /// reflection in a diagonal.
    ///
    /// ```
    /// use bitboard_core::{Chess, RowMajor, Symmetry};
    ///
    /// assert_eq!(Symmetry::all::<Chess>().count(), 8);
    /// assert_eq!(Symmetry::all::<RowMajor<6, 12>>().count(), 4);
    /// ```
    pub fn all<G: Geometry>() -> impl Iterator<Item = Self> + Clone {
        Self::of_board::<Mask, G>()
    }

    /// The symmetries of the board `G`, found by its sets in words `W`.
    fn of_board<W: Word, G: Geometry>() -> impl Iterator<Item = Self> + Clone {
        let maps = Self::of_lattice(G::LATTICE, G::HEIGHT).iter().copied();
        maps.filter(|&symmetry| Bitboard::<W, G>::FULL.transform(symmetry).is_some())
    }

    /// The matrices that keep neighbors adjacent, of a lattice or of its `height` rows.
    fn of_lattice(lattice: Lattice, height: usize) -> &'static [Self] {
        match lattice {
            Lattice::Square => &Self::SQUARE,
            Lattice::OffsetHex => {
                &Self::OFFSET_HEX[usize::from(height == 1 || height.is_multiple_of(2))]
            }
            Lattice::AxialHex => &Self::HEXAGON,
        }
    }

    /// The composition: first this symmetry, then `next`.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.matrix, next.matrix);
        Self::new([e * a + f * c, e * b + f * d, g * a + h * c, g * b + h * d])
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        let [a, b, c, d] = self.matrix;
        let determinant = a * d - b * c; // 1 or −1
        Self::new([determinant * d, -determinant * b, -determinant * c, determinant * a])
    }

    /// The image of the vector (x, y) from the center. Coordinates that exceed an `i64` wrap
    /// around.
    #[inline]
    #[must_use]
    pub const fn apply_vector(self, (x, y): (i64, i64)) -> (i64, i64) {
        let [a, b, c, d] = self.matrix;
        let (a, b, c, d) = (a as i64, b as i64, c as i64, d as i64);
        let image_x = a.wrapping_mul(x).wrapping_add(b.wrapping_mul(y));
        let image_y = c.wrapping_mul(x).wrapping_add(d.wrapping_mul(y));
        (image_x, image_y)
    }

    /// The image of (x, y) on a `width` × `height` board, or `None` if the cell or its image is off
    /// the board, or if the board has 2⁶¹ or more columns or rows.
    ///
    /// ```
    /// use bitboard_core::Symmetry;
    ///
    /// assert_eq!(Symmetry::ROTATE_180.apply((0, 0), 7, 6), Some((6, 5)));
    /// ```
    #[must_use]
    pub const fn apply(
        self,
        (x, y): (usize, usize),
        width: usize,
        height: usize,
    ) -> Option<(usize, usize)> {
        let largest = if width > height { width } else { height };
        if x >= width || y >= height || largest as u64 >= 1 << 61 {
            return None;
        }
        let (w, h) = (width as i64 - 1, height as i64 - 1);
        // Twice the distance from the center, which may lie between cells.
        let (x, y) = self.apply_vector((2 * x as i64 - w, 2 * y as i64 - h));
        let (x, y) = (x + w, y + h);
        if x % 2 != 0 || y % 2 != 0 || x < 0 || y < 0 || x > 2 * w || y > 2 * h {
            return None;
        }
        Some(((x / 2) as usize, (y / 2) as usize))
    }

    /// The image of a cell, or `None` if it leaves the board.
    fn image<G: Geometry>(self, cell: Cell<G>) -> Option<Cell<G>> {
        let (x, y) = self.apply(cell.coords(), G::WIDTH, G::HEIGHT)?;
        Cell::new(x, y)
    }
}

impl<W: Word, G: Geometry> Bitboard<W, G> {
    /// The set turned or reflected, or `None` if a cell would leave the board, which the
    /// [symmetries](Symmetry::all) of the board never cause. Rotations of hexagons by 60° and 120°
    /// move cell by cell, the others whole lines or diagonals.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor, Symmetry};
    ///
    /// let board: Bitboard<u64, RowMajor<3, 2>> = "XX. / X..".parse()?;
    /// assert_eq!(board.transform(Symmetry::ROTATE_180), Some("..X / .XX".parse()?));
    /// assert_eq!(board.transform(Symmetry::ROTATE_90), None);
    /// # Ok::<(), bitboard_core::PictureError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn transform(self, symmetry: Symmetry) -> Option<Self> {
        let is_square = G::WIDTH == G::HEIGHT;
        // The last corner of the rectangle around the board is a cell, so the permutations of the
        // rectangle stay inside the word.
        let has_corners = Layout::<G>::BITS == Layout::<G>::RECTANGLE;
        let (transposed, x, y) = match symmetry.matrix {
            [a, 0, 0, d] if has_corners => (self.bits(), a, d),
            [0, b, c, 0] if has_corners && is_square => (transpose::<W, G>(self.bits()), b, c),
            _ => return self.iter().map(|cell| symmetry.image(cell)).collect(),
        };
        let (along, across) = Layout::<G>::along_across(x.into(), y.into());
        let bits = match (along < 0, across < 0) {
            (false, false) => transposed,
            (false, true) => reverse_lines::<W, G>(transposed),
            (true, false) => reverse_lines::<W, G>(reverse::<W, G>(transposed)),
            (true, true) => reverse::<W, G>(transposed),
        };
        Self::from_bits(bits)
    }

    /// The smallest of the images under all [symmetries](Symmetry::all) of the board, as numbers.
    /// Two sets have the same canonical form if and only if one of these takes one to the other.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess};
    ///
    /// type Board = Bitboard<u64, Chess>;
    /// let corners = [Cell::A1, Cell::H1, Cell::A8, Cell::H8].map(Board::from_cell);
    /// assert!(corners.iter().all(|corner| corner.canonical() == corners[0]));
    /// ```
    ///
    /// The sets of a position, such as the stones of two players, must be transformed together:
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Symmetry};
    ///
    /// type Board = Bitboard<u64, Chess>;
    /// let canonical = |sets: [Board; 2]| {
    ///     let image = |symmetry| sets.map(|set| set.transform(symmetry).map(Board::bits));
    ///     Symmetry::all::<Chess>().map(image).min()
    /// };
    /// let [a, b, c] = [Cell::A1, Cell::H8, Cell::A8].map(Board::from_cell);
    /// assert_eq!(canonical([a, b]), canonical([b, a]));
    /// assert_ne!(canonical([a, b]), canonical([a, c]));
    /// ```
    #[must_use]
    pub fn canonical(self) -> Self {
        let images = Symmetry::of_board::<W, G>().filter_map(|symmetry| self.transform(symmetry));
        images.fold(self, Ord::min)
    }
}

/// The bits in reverse order, from bit 0 to the last bit of the board.
#[inline(always)]
fn reverse<W: Word, G: Geometry>(bits: W) -> W {
    bits.reverse_bits() >> (W::BITS - Layout::<G>::BITS)
}

/// The lines in reverse order.
#[inline(always)]
fn reverse_lines<W: Word, G: Geometry>(bits: W) -> W {
    let line = W::from_wide(Layout::<G>::FIRST_LINE);
    let mut reversed = W::ZERO;
    for i in 0..Layout::<G>::LINE_COUNT as u32 {
        let from = Layout::<G>::STRIDE * i;
        let to = Layout::<G>::STRIDE * (Layout::<G>::LINE_COUNT as u32 - 1 - i);
        reversed |= ((bits >> from) & line) << to;
    }
    reversed
}

/// Exchanges x and y on a board that is as wide as high.
#[inline(always)]
fn transpose<W: Word, G: Geometry>(mut bits: W) -> W {
    let stride = Layout::<G>::STRIDE;
    let main = W::from_wide(Layout::<G>::DIAGONAL);
    // Each diagonal on one side of the main one changes places with its mirror image.
    for d in 1..Layout::<G>::LINE_LEN as u32 {
        let diagonal = (main >> (d * (stride + 1))) << d;
        let distance = d * (stride - 1);
        let changed = (bits ^ (bits >> distance)) & diagonal;
        bits = bits ^ changed ^ (changed << distance);
    }
    bits
}
