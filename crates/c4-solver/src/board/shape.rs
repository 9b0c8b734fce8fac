//! The bits of a board: masks, and formulas for all cells at once.
//!
//! The cell in column x and row y, counted from 0 at the bottom left, is bit y + (height + 1)·x. On
//! top of each column is a guard bit, which is 0 in every set of cells. On 7×6:
//!
//! ```text
//!  6 13 20 27 34 41 48   guard bits
//!  5 12 19 26 33 40 47
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42
//! ```
//!
//! A line is a constant shift d: 1 upwards, height + 1 to the right, height and height + 2 along
//! the diagonals. A line that leaves the board passes a guard bit, so no mask is needed:
//!
//! ```text
//! pairs = stones & stones >> d         first cells of two in a row
//! fours = pairs  & pairs  >> 2d        first cells of four in a row
//! ```
//!
//! Adding the lowest cells to all stones carries through each column to its lowest empty cell:
//! these are the moves. The encoding is that of Pascal Pons' tutorial, part 6 ("Bitboard").
//!
//! Everything is generic over [`Bits`]: a word, or a vector with one board in each lane. A formula
//! has no branches on the board and takes a few dozen instructions.

use bitboard_core::{Bits, Word};

use super::column::{Column, ColumnSet};
use super::size::BoardSize;

/// The masks of a board in a word, or in each lane of a vector.
#[derive(Clone, Copy)]
pub(crate) struct Shape<V> {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// All cells.
    pub(crate) cells: V,
    /// The lowest cells of the columns.
    pub(crate) bottom: V,
    /// The bits on top of the columns.
    pub(crate) guards: V,
    /// The cells with an odd number of cells from there up to the top of the column.
    pub(crate) odd: V,
    /// The cells of the two and of the four highest rows.
    pub(crate) top: [V; 2],
}

impl<T: Word> Shape<T> {
    #[inline(always)]
    pub(crate) fn new<B: BoardSize<Word = T>>(board: B) -> Self {
        let (width, height, bottom) = board.dimensions();
        let guards = bottom << height;
        // The bits of a column are those between its bottom and its guard.
        let cells = guards.wrapping_sub(bottom);
        let highest = guards >> 1;
        let (mut odd, mut y) = (highest, 2);
        while y < height {
            odd |= highest >> y;
            y += 2;
        }
        let top_two = guards.wrapping_sub(bottom << height.saturating_sub(2));
        let top = [top_two, guards.wrapping_sub(bottom << height.saturating_sub(4))];
        Self { width, height, cells, bottom, guards, odd, top }
    }

    /// Returns the masks in every lane of a vector.
    #[inline(always)]
    pub(crate) fn splat<V>(self, splat: impl Fn(T) -> V) -> Shape<V> {
        Shape {
            width: self.width,
            height: self.height,
            cells: splat(self.cells),
            bottom: splat(self.bottom),
            guards: splat(self.guards),
            odd: splat(self.odd),
            top: [splat(self.top[0]), splat(self.top[1])],
        }
    }

    /// Column `x`, counted from 0, without its guard bit.
    #[inline(always)]
    pub(crate) fn column(&self, x: u32) -> T {
        (T::ONE << self.height).wrapping_sub(T::ONE) << (x * (self.height + 1))
    }

    /// The cell in a column and row, counted from 0 at the bottom left; zero if the cell does not
    /// exist.
    #[inline(always)]
    pub(crate) fn cell(&self, column: Column, row: u32) -> T {
        let x = column.index();
        if x >= self.width || row >= self.height {
            return T::ZERO;
        }
        T::ONE << (x * (self.height + 1) + row)
    }

    /// The columns that contain some of the `cells`.
    pub(crate) fn columns_of(&self, cells: T) -> ColumnSet {
        Column::all(self.width)
            .filter(|column| !(cells & self.column(column.index())).is_zero())
            .collect()
    }
}

impl<V: Bits> Shape<V> {
    /// The cells on which a stone can land.
    #[inline(always)]
    pub(crate) fn moves(&self, all: V) -> V {
        all.wrapping_add(self.bottom) & self.cells
    }

    /// The key of a position: a number that no other position of the board has.
    #[inline(always)]
    pub(crate) fn key(&self, own: V, all: V) -> V {
        own.wrapping_add(all).wrapping_add(self.bottom)
    }

    /// The shifts along the three directions that cross columns: rows, falling and rising
    /// diagonals.
    #[inline(always)]
    fn across(&self) -> [u32; 3] {
        let stride = self.height + 1;
        [stride, stride - 1, stride + 1]
    }

    /// The shifts along all directions, those that cross columns only if a line of four does.
    pub(crate) fn directions(&self) -> impl Iterator<Item = u32> + use<V> {
        let across = self.across().into_iter();
        core::iter::once(1).chain(across.take(if self.width < 4 { 0 } else { 3 }))
    }

    /// Not empty where four in a row lie in a direction that crosses columns.
    #[inline(always)]
    pub(crate) fn fours_across(&self, cells: V) -> V {
        if self.width < 4 {
            // The shifts could exceed the word.
            return cells.broadcast(V::Word::ZERO);
        }
        let [a, b, c] = self.across();
        fours(cells, a) | fours(cells, b) | fours(cells, c)
    }

    /// Not empty where four in a row lie in any direction.
    #[inline(always)]
    pub(crate) fn fours(&self, cells: V) -> V {
        fours(cells, 1) | self.fours_across(cells)
    }

    /// The empty cells that complete four in a row for `stones`: of the four cells of a line, the
    /// other three are stones.
    #[inline(always)]
    pub(crate) fn winning_cells(&self, stones: V, all: V) -> V {
        // Vertically, only on top of three.
        let mut cells = stones << 1 & stones << 2 & stones << 3;
        if self.width >= 4 {
            for d in self.across() {
                let after = stones << d & stones << (2 * d);
                let before = stones >> d & stones >> (2 * d);
                cells |= after & (stones << (3 * d) | stones >> d);
                cells |= before & (stones >> (3 * d) | stones << d);
            }
        }
        cells & self.cells & !all
    }

    /// The moves that leave no win to the opponent, who wins on `threats`.
    #[inline(always)]
    pub(crate) fn non_losing(&self, all: V, threats: V) -> V {
        let moves = self.moves(all);
        let forced = moves & threats;
        // A stone below a threat lets the opponent in, and of two threats only one can be met.
        let safe = moves & !(threats >> 1) & forced.without_lowest_bit().zero_mask();
        safe & (forced | forced.zero_mask())
    }

    /// The guard bits of the columns that contain any of the `cells`.
    #[inline(always)]
    pub(crate) fn column_guards(&self, cells: V) -> V {
        cells.wrapping_add(self.cells) & self.guards
    }

    /// The columns that contain any of the `cells`, without their guard bits.
    #[inline(always)]
    pub(crate) fn columns(&self, cells: V) -> V {
        let guards = self.column_guards(cells);
        guards.wrapping_sub(guards >> self.height)
    }

    /// The lowest of the `cells` of each column and all cells above.
    #[inline(always)]
    pub(crate) fn upwards(&self, cells: V) -> V {
        // Within a column: x | -x.
        (cells | self.column_guards(cells).wrapping_sub(cells)) & self.cells
    }

    /// The cells of the lines of four within `cells`.
    #[inline(always)]
    pub(crate) fn lines_of_four(&self, cells: V) -> V {
        let mut lines = lines_along(cells, 1);
        if self.width >= 4 {
            // The shifts could exceed a narrower word.
            for d in self.across() {
                lines |= lines_along(cells, d);
            }
        }
        lines
    }

    /// The stones at the bottom of each column that neither player can complete four with, up to
    /// the first other one.
    #[inline(always)]
    pub(crate) fn dead_bottoms(&self, own: V, all: V) -> V {
        let other = own ^ all;
        let alive = own & self.lines_of_four(self.cells & !other)
            | other & self.lines_of_four(self.cells & !own);
        let stones_above = self.upwards(alive | self.cells & !all);
        self.cells & !stones_above
    }

    /// A bit above all columns for each column whose lowest cell is one of the `cells`, from left
    /// to right, or from right to left.
    #[inline(always)]
    pub(crate) fn gather(&self, cells: V, reversed: bool) -> V {
        let (stride, first) = (self.height + 1, self.width * (self.height + 1));
        let mut gathered = cells.broadcast(V::Word::ZERO);
        for x in 0..self.width {
            let bit = first + if reversed { self.width - 1 - x } else { x };
            gathered |= cells << (bit - x * stride) & cells.broadcast(V::Word::ONE << bit);
        }
        gathered
    }

    /// The `cells` and those on top of them.
    #[inline(always)]
    pub(crate) fn one_up(&self, cells: V) -> V {
        cells | cells << 1 & self.cells
    }

    /// The columns in the opposite order.
    #[inline(always)]
    pub(crate) fn mirror(&self, bits: V) -> V {
        let stride = self.height + 1;
        // Up to the guard bit: a shift by `stride` overflows where a column fills the word.
        let guard = self.guards & !self.guards.without_lowest_bit();
        let column = guard | guard.wrapping_sub(guard.broadcast(V::Word::ONE));
        let mut mirrored = bits.broadcast(V::Word::ZERO);
        for x in 0..self.width {
            let moved = bits >> (x * stride) & column;
            mirrored |= moved << ((self.width - 1 - x) * stride);
        }
        mirrored
    }
}

/// The first cells of four in a row along `d`.
#[inline(always)]
fn fours<V: Bits>(stones: V, d: u32) -> V {
    let pairs = stones & stones >> d;
    pairs & pairs >> (2 * d)
}

/// The cells of the lines of four along `d`.
#[inline(always)]
fn lines_along<V: Bits>(cells: V, d: u32) -> V {
    let first = fours(cells, d);
    let pairs = first | first << d;
    pairs | pairs << (2 * d)
}
