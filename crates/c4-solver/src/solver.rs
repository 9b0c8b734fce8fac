//! Exact scores by alpha-beta search.

use crate::position::{CELLS, Position, WIDTH};
use crate::table::Table;

/// The size of the transposition table of [`Solver::new`], in bytes.
const TABLE_BYTES: usize = 64 << 20;

/// Solves positions exactly.
///
/// A score counts the stones the winner has not played yet, plus one: with the last stone of the
/// board it is 1, a stone earlier of the same player 2, and so on. It is positive if the player to
/// move wins, negative if the other player does, 0 for a draw.
///
/// The search is a negamax with a narrowing null window, a transposition table, moves that lose at
/// once left out, and moves that make more threats first, as in Pascal Pons' tutorial.
///
/// ```
/// use c4_solver::{Position, Solver};
///
/// let mut solver = Solver::new();
/// let position = Position::from_moves("2252576253462244111563365343671351441")?;
/// assert_eq!(solver.solve(position), -1);
/// # Ok::<(), c4_solver::MovesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    table: Table,
    nodes: u64,
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
        Self { table: Table::new(TABLE_BYTES), nodes: 0 }
    }

    /// Forgets all that has been searched, as far as scores are concerned: the table is empty
    /// afterwards, the count of nodes goes on.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// How many positions have been searched since the solver was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The exact score.
    pub fn solve(&mut self, position: Position) -> i32 {
        if let Some(score) = win_at_once(position) {
            return score;
        }
        self.bisect(position, worst(position), best(position))
    }

    /// 1 if the player to move wins, −1 if the other player does, 0 for a draw.
    pub fn solve_weak(&mut self, position: Position) -> i32 {
        if win_at_once(position).is_some() {
            return 1;
        }
        self.bisect(position, -1, 1).signum()
    }

    /// The score after a stone in each column, seen by the player to move now; `None` for full
    /// columns.
    pub fn analyze(&mut self, position: Position) -> [Option<i32>; WIDTH] {
        core::array::from_fn(|x| {
            if !position.can_play(x) {
                return None;
            }
            // A winning move is no position to search.
            Some(position.play(x).map_or_else(|_| best(position) + 1, |next| -self.solve(next)))
        })
    }

    /// The score, given that values below `low` and above `high` need not be told apart.
    fn bisect(&mut self, position: Position, mut low: i32, mut high: i32) -> i32 {
        self.table.fit(CELLS - position.ply());
        while low < high {
            // Towards zero first: most scores are small, and small ones are dear.
            let mut middle = low + (high - low) / 2;
            if middle <= 0 && low / 2 < middle {
                middle = low / 2;
            } else if middle >= 0 && high / 2 > middle {
                middle = high / 2;
            }
            if self.negamax(position, middle, middle + 1) <= middle {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    /// The score if it lies within the window, else a bound on the same side of it. Nobody can win at
    /// once.
    fn negamax(&mut self, position: Position, mut alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        let moves = position.non_losing_moves();
        if moves == 0 {
            // No move at all is a draw, otherwise the opponent wins with the next stone.
            return if position.is_full() { 0 } else { worst(position) };
        }
        if position.ply() + 2 >= CELLS {
            return 0;
        }
        // The opponent does not win with the next stone, nor do we with this one.
        alpha = alpha.max(worst(position) + 1);
        let key = position.key();
        let bound = self.table.get(key).map_or_else(|| best(position), i32::from);
        beta = beta.min(bound);
        if alpha >= beta {
            return beta;
        }
        let (ordered, count) = ordered(position, moves);
        for &cell in &ordered[..count] {
            let next = position.after(cell);
            let score = match win_at_once(next) {
                Some(score) => -score,
                None => -self.negamax(next, -beta, -alpha),
            };
            if score >= beta {
                return score;
            }
            alpha = alpha.max(score);
        }
        self.table.put(key, alpha as i8);
        alpha
    }
}

/// The score of winning with the next stone but one, the best there is without a win at once.
fn best(position: Position) -> i32 {
    (CELLS as i32 - 1 - position.ply() as i32) / 2
}

/// The score of losing to the opponent's next stone.
fn worst(position: Position) -> i32 {
    -(CELLS as i32 - position.ply() as i32) / 2
}

fn win_at_once(position: Position) -> Option<i32> {
    (position.winning_moves() != 0).then(|| (CELLS as i32 + 1 - position.ply() as i32) / 2)
}

/// The moves that make most threats first; among equals, those nearer to the centre.
fn ordered(position: Position, moves: u64) -> ([u64; WIDTH], usize) {
    let (mut ordered, mut threats, mut count) = ([0; WIDTH], [0; WIDTH], 0);
    for x in [3, 2, 4, 1, 5, 0, 6] {
        let cell = moves & crate::position::column(x);
        if cell == 0 {
            continue;
        }
        let made = position.after(cell).opponent_threats().count_ones();
        let mut i = count;
        while i > 0 && threats[i - 1] < made {
            (ordered[i], threats[i]) = (ordered[i - 1], threats[i - 1]);
            i -= 1;
        }
        (ordered[i], threats[i]) = (cell, made);
        count += 1;
    }
    (ordered, count)
}
