//! Four in a row, for all cells of the board at once.
//!
//! Guard bits on top of the columns keep shifts from running into the next column, so none of this needs masks
//! except where a result must lie on the board.

use bitboard_core::{Bits, Word};

use super::shape::Shape;
use super::size::Board;

/// The first cells of four in a row along `d`.
#[inline(always)]
fn fours<V: Bits>(stones: V, d: u32) -> V {
    let pairs = stones & stones >> d;
    pairs & pairs >> (2 * d)
}

impl<V: Bits> Shape<V> {
    /// The shifts along the three directions that cross columns: rows, falling and rising diagonals.
    #[inline(always)]
    fn across(&self) -> [u32; 3] {
        let stride = self.height + 1;
        [stride, stride - 1, stride + 1]
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

    /// The empty cells that complete four in a row for `stones`.
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
}

/// Returns whether a player with these stones has won.
#[inline(always)]
pub(crate) fn has_four<B: Board>(board: B, stones: B::Word) -> bool {
    !Shape::new(board).fours(stones).is_zero()
}
