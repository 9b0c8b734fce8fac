//! The order in which the children of a node are searched.

use crate::board::{Board, BoardWord, Masks as _};

/// The children of a node that are expanded together.
pub(crate) const LANES: usize = 8;

/// Up to [`LANES`] moves, from the center outwards.
pub(crate) struct Candidates<T> {
    /// The cells, followed by copies of one.
    pub(crate) cells: [T; LANES],
    /// Their distances from the center.
    distances: [u32; LANES],
    pub(crate) count: usize,
    /// The cells that fall to the player to move if it answers every stone in the same column.
    follow: T,
}

impl<T: BoardWord> Candidates<T> {
    /// Takes moves out of `moves`, in a position with `left` empty cells.
    #[inline(always)]
    pub(crate) fn take<B: Board<Word = T>>(board: B, moves: &mut T, left: u32) -> Self {
        let any = moves.lowest_bit();
        let (mut cells, mut distances, mut count) = ([any; LANES], [0; LANES], 0);
        let mut rest = *moves;
        let (width, center) = (board.width(), board.width() / 2);
        for i in 0..width {
            // An even number of columns has one more on the left of the center.
            let distance = i.div_ceil(2);
            let x = if i % 2 == 1 { center - distance } else { center + distance };
            let cell = *moves & board.column(x);
            if count < LANES {
                (cells[count], distances[count]) = (cell.if_zero(any, cell), distance);
                count += usize::from(!cell.is_zero());
                rest &= !cell;
            }
        }
        *moves = rest;
        // With an odd height this costs nodes (8×5: 14 %).
        let follows = !left.is_multiple_of(2) && board.height().is_multiple_of(2);
        let follow = if follows { board.odd_from_top() } else { T::ZERO };
        Self { cells, distances, count, follow }
    }

    /// The merit of a move that makes these `threats` and leaves these moves to the opponent.
    #[inline(always)]
    pub(crate) fn merit(&self, i: usize, threats: T, moves: T) -> u32 {
        let (cell, distance) = (self.cells[i % LANES], self.distances[i % LANES]);
        // The opponent cannot play the cell between this one and a threat two cells above.
        let below = u32::from(!(threats & cell << 2).is_zero());
        let follows = u32::from(!(cell & self.follow).is_zero());
        let merit = 1024 + 72 * threats.count_ones() + 64 * below + 3 * follows;
        merit - 3 * moves.count_ones() - 4 * distance
    }
}

/// Lanes by descending merit. Lanes of equal merit keep the order of insertion.
#[derive(Clone, Copy, Default)]
pub(crate) struct Order {
    /// `merit * LANES`, plus the lanes counted from the last one.
    lanes: [u32; LANES],
    pub(crate) count: usize,
}

impl Order {
    #[inline(always)]
    pub(crate) fn push(&mut self, merit: u32, lane: usize) {
        let entry = merit * LANES as u32 + (LANES - 1 - lane) as u32;
        let mut i = self.count;
        self.count += 1;
        while i > 0 && self.lanes[(i - 1) % LANES] < entry {
            self.lanes[i % LANES] = self.lanes[(i - 1) % LANES];
            i -= 1;
        }
        self.lanes[i % LANES] = entry;
    }

    #[inline(always)]
    pub(crate) fn append(&mut self, lane: usize) {
        self.lanes[self.count % LANES] = (LANES - 1 - lane) as u32;
        self.count += 1;
    }

    #[inline(always)]
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        (0..self.count).map(move |i| !(self.lanes[i % LANES] as usize) % LANES)
    }
}
