//! Exact scores.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::arch::{Isa, Portable};
extern crate std;
use crate::board::{Board, Standard};
use crate::position::Position;
use crate::search::Search;

/// The size of the transposition table of [`Solver::new`], in bytes.
const TABLE_BYTES: usize = 64 << 20;

/// Solves positions exactly.
#[derive(Clone)]
pub struct Solver<B: Board = Standard> {
    search: Search<B>,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver with a table of 64 MiB.
    #[must_use]
    pub fn new() -> Self {
        Self::with_board(Standard::BOARD)
    }
}

impl<B: Board> Solver<B> {
    /// A solver with a table of 64 MiB.
    #[must_use]
    pub fn with_board(board: B) -> Self {
        Self { search: Search::new(board, TABLE_BYTES) }
    }

    /// Forgets all that has been searched, as far as scores are concerned: the table is empty
    /// afterwards, the count of nodes goes on.
    pub fn clear(&mut self) {
        self.search.table.clear();
    }

    /// How many positions have been searched since the solver was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// The exact score.
    pub fn solve(&mut self, position: Position<B>) -> i32 {
        if !position.winning_moves().is_zero() {
            return position.win_score();
        }
        let left = (position.board.cells() - position.ply()) as i32;
        self.bisect(position, -left / 2, (left - 1) / 2)
    }

    /// 1 if the player to move wins, −1 if the other player does, 0 for a draw.
    pub fn solve_weak(&mut self, position: Position<B>) -> i32 {
        if !position.winning_moves().is_zero() {
            return 1;
        }
        self.bisect(position, -1, 1).signum()
    }

    /// The score after a stone in each column, seen by the player to move now; `None` for full
    /// columns.
    pub fn analyze(&mut self, position: Position<B>) -> Vec<Option<i32>> {
        (0..position.board.width())
            .map(|x| {
                if !position.can_play(x) {
                    return None;
                }
                // A winning move is no position to search.
                Some(
                    position
                        .play(x)
                        .map_or_else(|_| position.win_score(), |next| -self.solve(next)),
                )
            })
            .collect()
    }

    /// The score, given that values below `low` and above `high` need not be told apart.
    fn bisect(&mut self, position: Position<B>, mut low: i32, mut high: i32) -> i32 {
        self.search.table.fit(position.board.cells() - position.ply());
        let e = |k: &str, d: i32| std::env::var(k).ok().map_or(d, |m| m.parse().unwrap());
        let (probe, num, den, step0, mul) = (e("PROBE", 1), e("NUM", 1), e("DEN", 2), e("STEP", 1), e("MUL", 2));
        let (mut pl, mut ph) = (probe, probe);
        let mut step = step0;
        while low < high {
            let middle = if low < 0 && high > 0 {
                if pl > 0 && low * num / den > low { pl -= 1; low * num / den - 1 }
                else if ph > 0 && high * num / den < high { ph -= 1; high * num / den }
                else { 0 }
            } else if low >= 0 {
                let m = (low + step - 1).min(high - 1).max(low); step *= mul; m.min(low + (high - low) / 2).max(low)
            } else {
                let m = (high - step).max(low).min(high - 1); step *= mul; m.max(high - (high - low + 1) / 2).min(high - 1)
            };
            let bound = self.bound(position, middle + 1);
            if bound <= middle {
                high = bound;
            } else {
                low = bound;
            }
        }
        low
    }

    fn bound(&mut self, position: Position<B>, beta: i32) -> i32 {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        {
            use crate::arch::x86_64::{Avx2, Avx512};
            if let Some(isa) = Avx512::detect()
                && std::env::var("ISA").is_err()
            {
                return isa.bound(&mut self.search, position, beta);
            }
            if let Some(isa) = Avx2::detect()
                && std::env::var("ISA").is_ok_and(|i| i == "2")
            {
                return isa.bound(&mut self.search, position, beta);
            }
        }
        Portable.bound(&mut self.search, position, beta)
    }
}
