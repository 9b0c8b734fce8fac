//! Ring detection by the six neighbors of a stone, for the boards in arrays and the boards of any
//! size.
//!
//! A ring is a loop of stones of one player around at least one cell. When a stone is placed, its
//! own neighbors form contiguous **runs** in the circle of the six neighbors. Bit i of a pattern is
//! the neighbor in direction i; direction 0 is to the right, 1 below it to the right, and so on
//! around the cell:
//!
//! ```text
//!   pattern 000001    pattern 001011    pattern 010101    pattern 110011
//!     . .               . x               . x               x .
//!    . * O             . * O             O * .             O * O
//!     . .               x .               . x               . x
//!   one run           two runs          three runs        one run
//! ```
//!
//! The stones of a run touch one another, so they belong to one group, and one look-up in the
//! union-find is enough for each run. Then
//!
//! ```text
//! loop         = two runs belong to the same group
//! ring, Any    = loop, or the stone gives a neighbor its sixth own neighbor
//! ring, NonOwn = loop
//! ring, Empty  = loop, and a gap between two runs is enclosed and has an empty cell
//! ```
//!
//! - **Loop.** A path in the group connects the two runs, and the new stone closes it. The gaps
//!   between the runs lie on different sides of the loop. A gap is a cell without an own stone, or
//!   it is off the board, and then it is on the outer side. So the inner side has a cell without an
//!   own stone. Conversely, if no two runs belong to one group, every loop through the stone enters
//!   and leaves it by the same run.
//! - **Ring around own stones only.** A loop that enters and leaves by one run was a ring before,
//!   without the new stone, unless all cells that it no longer encloses are stones of that run.
//!   Those then have six own neighbors. Only neighbors between two others of the run can be such
//!   cells.
//! - **Ring around an empty cell.** Stones of the other player may fill the loop. A walk follows
//!   the own stones along the border of a gap, with the gap on one side. If it meets the edge of
//!   the board, or if its turns add up to a full circle in the other sense, the gap is outside. An
//!   enclosed gap is searched for an empty cell through the stones of the other player.
//!
//! Cost: a table look-up, and six patterns at most; for `Empty`, the length of the loop and the
//! stones in it, but only when a loop closes. The method for `NonOwn` is that of the analysis of
//! Google Code Jam 2012, round 3, problem B.

use std::collections::BTreeSet;

use crate::hex::Hex;
use crate::rules::{Player, RingRule};

/// The runs of own stones among the six neighbors of a cell.
#[derive(Clone, Copy)]
pub(crate) struct Runs {
    /// The number of runs, 0 to 3.
    pub(crate) count: u8,
    /// The direction of one stone of each run.
    pub(crate) first: [u8; 3],
    /// The stones between two others. Only these can get their sixth own neighbor by a stone on
    /// the cell.
    pub(crate) middle: u8,
}

/// The runs of each pattern.
pub(crate) const RUNS: [Runs; 64] = {
    let mut table = [Runs { count: 0, first: [0; 3], middle: 0 }; 64];
    let mut pattern = 0;
    while pattern < 64 {
        table[pattern as usize] = runs(pattern);
        pattern += 1;
    }
    table
};

/// Finds the runs of a pattern.
const fn runs(pattern: u8) -> Runs {
    // Neighbors i - 1 and i + 1 at bit i.
    let before = (pattern << 1 | pattern >> 5) & 63;
    let after = (pattern >> 1 | pattern << 5) & 63;
    // A full circle is one run, which can start in any direction.
    let mut starts = if pattern == 63 { 1 } else { pattern & !before };
    let (mut count, mut first) = (0, [0; 3]);
    while starts != 0 {
        first[count] = starts.trailing_zeros() as u8;
        count += 1;
        starts &= starts - 1;
    }
    Runs { count: count as u8, first, middle: pattern & before & after }
}

/// A board on which rings are detected.
pub(crate) trait Rings {
    /// A cell, in the form in which the board indexes it.
    type Cell: Copy;

    /// The pattern of own stones around the neighbor of `cell` in a direction.
    fn pattern_beside(&self, cell: Self::Cell, direction: usize, player: Player) -> u8;

    /// The coordinates of a cell.
    fn hex(&self, cell: Self::Cell) -> Hex;

    /// Returns whether a cell, which may be off the board by one row or column, has a stone of the
    /// player.
    fn has(&self, cell: Hex, player: Player) -> bool;

    /// Returns whether the board has a cell, which may be off by one row or column.
    fn is_on_board(&self, cell: Hex) -> bool;

    /// Returns whether a stone of the player on `cell` closes a ring. `has_loop` tells whether two
    /// of its runs belong to one group, and `middle` is that of its [`Runs`]. The stone may be on
    /// the board already, or not.
    #[inline(always)]
    fn closes_ring(
        &self,
        cell: Self::Cell,
        player: Player,
        rule: RingRule,
        has_loop: bool,
        middle: u8,
    ) -> bool {
        has_loop && (rule != RingRule::Empty || self.encloses_empty(cell, player))
            || middle != 0 && rule == RingRule::Any && self.fills(cell, middle, player)
    }

    /// Returns whether a stone on `cell` is the sixth own neighbor of one of the candidates, which
    /// are directions.
    #[cold]
    fn fills(&self, cell: Self::Cell, mut candidates: u8, player: Player) -> bool {
        while candidates != 0 {
            let direction = candidates.trailing_zeros() as usize;
            let back = 1 << ((direction + 3) % 6);
            if self.pattern_beside(cell, direction, player) | back == 63 {
                return true;
            }
            candidates &= candidates - 1;
        }
        false
    }

    /// Returns whether a gap beside a stone on `cell` is enclosed and has an empty cell.
    #[cold]
    fn encloses_empty(&self, cell: Self::Cell, player: Player) -> bool {
        let gaps = Gaps {
            stone: self.hex(cell),
            player,
            has: &|cell, player| self.has(cell, player),
            is_on_board: &|cell| self.is_on_board(cell),
        };
        gaps.have_ring()
    }
}

/// The cells around a stone, for rings around an empty cell. Not generic: it is compiled once for
/// all boards.
struct Gaps<'a> {
    stone: Hex,
    player: Player,
    has: &'a dyn Fn(Hex, Player) -> bool,
    is_on_board: &'a dyn Fn(Hex) -> bool,
}

impl Gaps<'_> {
    fn is_own(&self, cell: Hex) -> bool {
        cell == self.stone || (self.has)(cell, self.player)
    }

    /// Returns whether a gap is enclosed and has an empty cell.
    fn have_ring(&self) -> bool {
        let is_own = |direction: usize| self.is_own(self.stone.step(direction % 6));
        // One cell of each gap, the first after an own stone.
        let mut gaps = (0..6).filter(|&direction| !is_own(direction) && is_own(direction + 5));
        gaps.any(|direction| self.is_enclosed(direction) && self.has_empty(direction))
    }

    /// Returns whether the gap in a direction is enclosed. The walk stands on own stones with the
    /// gap beside it, and counts sixths of a turn until it is back where it began: −6 if the stones
    /// surround the gap, 6 if the gap surrounds the stones.
    fn is_enclosed(&self, direction: usize) -> bool {
        let (mut at, mut towards, mut turns) = (self.stone, direction, 0);
        loop {
            if !(self.is_on_board)(at.step(towards)) {
                return false;
            }
            let next = at.step((towards + 1) % 6);
            if self.is_own(next) {
                (at, towards, turns) = (next, (towards + 5) % 6, turns - 1);
            } else {
                (towards, turns) = ((towards + 1) % 6, turns + 1);
            }
            if (at, towards) == (self.stone, direction) {
                return turns < 0;
            }
        }
    }

    /// Returns whether the enclosed gap in a direction has an empty cell: the cell beside the
    /// stone, or one that stones of the other player connect to it.
    fn has_empty(&self, direction: usize) -> bool {
        let start = self.stone.step(direction);
        let (mut open, mut seen) = (vec![start], BTreeSet::new());
        seen.insert(start);
        while let Some(cell) = open.pop() {
            if !(self.has)(cell, self.player.other()) {
                return true;
            }
            let around = (0..6).map(|direction| cell.step(direction));
            open.extend(around.filter(|&next| !self.is_own(next) && seen.insert(next)));
        }
        false
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn runs_of_some_patterns() {
        let of = |pattern: u8| {
            let runs = RUNS[usize::from(pattern)];
            let first: Vec<u8> = runs.first[..usize::from(runs.count)].into();
            (first, runs.middle)
        };
        assert_eq!(of(0), (vec![], 0));
        assert_eq!(of(0b01_0101), (vec![0, 2, 4], 0));
        assert_eq!(of(0b11_0011), (vec![4], 0b10_0001));
        assert_eq!(of(0b00_1011), (vec![0, 3], 0));
        assert_eq!(of(63), (vec![0], 63));
    }
}
