//! The order in which the children of a node are searched.

use crate::board::{Board, BoardWord, Masks as _};

/// The children of a node that are expanded together.
pub(crate) const LANES: usize = 8;

/// Up to [`LANES`] moves, from the center outwards.
pub(crate) struct Candidates<T> {
    /// The cells, followed by copies of one.
    pub(crate) cells: [T; LANES],
    pub(crate) count: usize,
}

impl<T: BoardWord> Candidates<T> {
    /// Takes moves out of `moves`.
    #[inline(always)]
    pub(crate) fn take<B: Board<Word = T>>(board: B, moves: &mut T) -> Self {
        let any = moves.lowest_bit();
        let (mut cells, mut count) = ([any; LANES], 0);
        let mut rest = *moves;
        let (width, center) = (board.width(), board.width() / 2);
        for i in 0..width {
            // An even number of columns has one more on the left of the center.
            let distance = i.div_ceil(2);
            let x = if i % 2 == 1 { center - distance } else { center + distance };
            let cell = *moves & board.column(x);
            if count < LANES {
                cells[count] = cell.if_zero(any, cell);
                count += usize::from(!cell.is_zero());
                rest &= !cell;
            }
        }
        *moves = rest;
        Self { cells, count }
    }

    /// The merit of a move that makes these `threats`.
    #[inline(always)]
    pub(crate) fn merit(&self, i: usize, threats: T) -> u32 {
        // The opponent cannot play the cell between this one and a threat two cells above.
        let below = u32::from(!(threats & self.cells[i % LANES] << 2).is_zero());
        threats.count_ones() + below
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
