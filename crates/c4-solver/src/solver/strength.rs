//! Players of different strength.
//!
//! A perfect player plays a best column. The others test from the ends of the game: does a column
//! win or lose with the next stone but one, with the one after it, and so on? Such tests are cheap,
//! because few stones can decide them. The bounds that this gives rank the columns; ties are broken
//! by a static score, the weight of the open lines of four through the cell of a move.

use alloc::vec::Vec;

use bitboard_core::limits::{ThreadStop, unlimited};
use bitboard_core::{Interrupted, Limits, Random, StopReason};

use super::Solver;
use super::analysis::Analysis;
use super::score::Query;
use crate::board::{BoardSize, Bounds, Column, Position};

/// The number of stones of each player that a casual player looks ahead, besides the next one.
const CASUAL_STONES: u32 = 1;
/// The directions of lines, as steps of columns and rows.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
/// The weight of a line by the number of stones of one player, the player to move or the other, if
/// the other has none.
const WEIGHTS: [[u32; 4]; 2] = [[2, 6, 24, 200], [2, 4, 16, 100]];

/// The strength of a player, by which it [chooses](Solver::choose) its moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Strength {
    /// Plays a best move, of several the one nearest to the center.
    Perfect,
    /// Finds the wins and losses that this many nodes reach, the nearest first. Of moves that
    /// neither win nor lose, as far as it knows, it plays the one through the heaviest open lines.
    /// Uses the opening book and what the solver has found before.
    Strong {
        /// Nodes for a move.
        nodes: u64,
    },
    /// Plays at random, more often where open lines are heavy. Wins and stops wins of the next two
    /// stones of each player, and searches no deeper.
    Casual,
    /// Plays any column at random.
    Random,
}

impl<B: BoardSize> Solver<B> {
    /// Chooses a column. `None` if the board is full.
    ///
    /// ```
    /// use c4_solver::{Position, SeededRng, Solver, Strength};
    ///
    /// let (mut solver, mut rng) = (Solver::new(), SeededRng::new(1));
    /// // Only column 4 stops the three in it.
    /// let position = Position::from_moves("41424")?;
    /// for strength in [Strength::Strong { nodes: 1_000 }, Strength::Casual] {
    ///     let column = solver.choose(&position, strength, &mut rng).unwrap();
    ///     assert_eq!(column.symbol(), '4');
    /// }
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    pub fn choose(
        &mut self,
        position: &Position<B>,
        strength: Strength,
        rng: &mut impl Random,
    ) -> Option<Column> {
        unlimited(|limits| self.try_choose(position, strength, rng, limits))
    }

    /// [`choose`](Self::choose) within limits. The search of [`Strength::Strong`] also ends after
    /// its nodes, which is not an error.
    ///
    /// # Errors
    /// [`Interrupted`] with the best column so far, if a limit is reached or the cancel flag is
    /// set.
    pub fn try_choose(
        &mut self,
        position: &Position<B>,
        strength: Strength,
        rng: &mut impl Random,
        limits: &Limits<'_>,
    ) -> Result<Option<Column>, Interrupted<Option<Column>>> {
        let looked = |solver: &mut Self, limits: &Limits<'_>, stones, with_book| {
            let mut analysis = Analysis::new(position);
            let result = solver.run(limits, |query| {
                let book = query.book.filter(|_| with_book);
                look_ahead(Query { book, ..query }, &mut analysis, stones)
            });
            (analysis, result.err().map(ThreadStop::reason))
        };
        match strength {
            Strength::Perfect => match self.try_best_moves(position, limits) {
                Ok(best) => Ok(most_central(*position, best.columns)),
                Err(stopped) => Err(stopped.map(|analysis| best_choice(&analysis, rng))),
            },
            Strength::Strong { nodes } => {
                let most = limits.node_limit();
                let (analysis, stopped) =
                    looked(self, &limits.clone().nodes(nodes.min(most)), u32::MAX, true);
                let column = best_choice(&analysis, rng);
                match stopped {
                    Some(reason) if reason != StopReason::Nodes || nodes > most => {
                        Err(Interrupted::new(reason, column))
                    }
                    _ => Ok(column),
                }
            }
            Strength::Casual => {
                let (analysis, stopped) = looked(self, limits, CASUAL_STONES, false);
                let column = weighted_choice(&analysis, rng);
                stopped.map_or(Ok(column), |reason| Err(Interrupted::new(reason, column)))
            }
            Strength::Random => Ok(any(position.columns(), rng)),
        }
    }
}

/// The column nearest to the center, of two the left one.
fn most_central<B: BoardSize>(
    position: Position<B>,
    columns: impl IntoIterator<Item = Column>,
) -> Option<Column> {
    columns.into_iter().min_by_key(|column| column.index().abs_diff(position.board.width() / 2))
}

/// One of the columns at random.
fn any(columns: impl IntoIterator<Item = Column>, rng: &mut impl Random) -> Option<Column> {
    let columns: Vec<Column> = columns.into_iter().collect();
    let count = (columns.len() as u64).max(1);
    columns.get(rng.below(count) as usize).copied()
}

/// Orders columns: known wins, soonest first; undecided; known losses, latest first. Of undecided
/// ones those that cannot lose come before those that cannot win. Other differences of bounds come
/// from the moment at which the search has ended.
fn rank<B: BoardSize>(analysis: &Analysis<B>, column: Column) -> (i32, i32) {
    match analysis.bounds(column) {
        Some(bounds) if bounds.low > 0 => (1, bounds.low),
        Some(bounds) if bounds.high < 0 => (-1, bounds.high),
        Some(bounds) => (0, i32::from(bounds.low == 0) - i32::from(bounds.high == 0)),
        None => (0, 0),
    }
}

/// The columns of the highest rank.
fn first<B: BoardSize>(analysis: &Analysis<B>) -> Vec<Column> {
    let columns = analysis.position.columns();
    let highest = columns.iter().map(|column| rank(analysis, column)).max();
    columns.iter().filter(|&column| Some(rank(analysis, column)) == highest).collect()
}

/// One of the best columns with the highest static score.
fn best_choice<B: BoardSize>(analysis: &Analysis<B>, rng: &mut impl Random) -> Option<Column> {
    let columns = first(analysis);
    let static_score = |column: Column| static_score(analysis.position, column);
    let most = columns.iter().copied().map(static_score).max()?;
    any(columns.into_iter().filter(|&column| static_score(column) == most), rng)
}

/// One of the best columns at random, with a probability proportional to the square of its static
/// score.
fn weighted_choice<B: BoardSize>(analysis: &Analysis<B>, rng: &mut impl Random) -> Option<Column> {
    let columns = first(analysis);
    let weight = |column: &Column| u64::from(static_score(analysis.position, *column)).pow(2);
    let total = columns.iter().map(weight).sum::<u64>();
    let mut at = if total == 0 { 0 } else { rng.below(total) };
    columns.into_iter().find(|column| {
        let weight = weight(column);
        let found = at < weight;
        at = at.saturating_sub(weight);
        found
    })
}

/// Finds the columns that win or lose with one of the next stones: first those with the next stone
/// but one, then one stone later, up to `stones` stones of each player. Each step takes a multiple
/// of the nodes of the one before, so with a limit of nodes this plays as well as they allow.
///
/// Ends before that if one column wins and no other wins as soon, or if all columns but one lose.
fn look_ahead<B: BoardSize>(
    query: Query<'_, B>,
    analysis: &mut Analysis<B>,
    stones: u32,
) -> Result<(), ThreadStop> {
    let position = analysis.position;
    for distance in 0..stones.min(position.board.cells()) as i32 {
        if is_choice_clear(analysis) {
            break;
        }
        for column in position.columns() {
            let (Some(bounds), Ok(next)) = (analysis.bounds(column), position.after(column)) else {
                continue;
            };
            let Bounds { low, high } = next.known_score();
            // Does the other player win as soon? And if not, does it lose as soon?
            let mut found = -bounds;
            for beta in [high - distance, low + 1 + distance] {
                query.test(next, &mut found, beta)?;
                analysis.set(column, -found);
            }
        }
    }
    Ok(())
}

/// Returns whether further tests cannot change the choice.
fn is_choice_clear<B: BoardSize>(analysis: &Analysis<B>) -> bool {
    let bounds = || analysis.position.columns().iter().filter_map(|column| analysis.bounds(column));
    bounds().any(|bounds| bounds.low > 0) || bounds().filter(|bounds| bounds.high >= 0).count() < 2
}

/// The static score of a move: the weight of all lines of four through the cell on which a stone in
/// this column lands. The more stones of one player a line has, the more it weighs. Zero if the
/// column cannot be played.
fn static_score<B: BoardSize>(position: Position<B>, column: Column) -> u32 {
    if !position.can_play(column) {
        return 0;
    }
    let (x, y) = (column.index() as i32, height_of(position, column));
    let mut score = 1;
    for (dx, dy) in DIRECTIONS {
        for start in -3..=0 {
            let cells = (start..start + 4).map(|step| (x + step * dx, y + step * dy));
            if let Some(stones) = stones_on(position, cells) {
                score += match stones {
                    [own, 0] => WEIGHTS[0][own],
                    [0, other] => WEIGHTS[1][other],
                    _ => 0,
                };
            }
        }
    }
    score
}

/// The number of stones in a column.
fn height_of<B: BoardSize>(position: Position<B>, column: Column) -> i32 {
    let rows = 0..position.board.height();
    rows.take_while(|&row| position.stone(column, row).is_some()).count() as i32
}

/// The numbers of stones of the player to move and of the other one on three or four cells; `None`
/// if a cell is not on the board.
fn stones_on<B: BoardSize>(
    position: Position<B>,
    cells: impl Iterator<Item = (i32, i32)>,
) -> Option<[usize; 2]> {
    let mut stones = [0; 2];
    for (x, y) in cells {
        let column = u32::try_from(x).ok().filter(|&x| x < position.board.width())?;
        let row = u32::try_from(y).ok().filter(|&row| row < position.board.height())?;
        match position.stone(Column::new(column)?, row) {
            Some(player) if player == position.turn() => stones[0] += 1,
            Some(_) => stones[1] += 1,
            None => {}
        }
    }
    Some(stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn static_scores(moves: &str) -> std::vec::Vec<u32> {
        let position = Position::from_moves(moves).unwrap();
        Column::all(7).map(|column| static_score(position, column)).collect()
    }

    #[test]
    fn central_and_threatening_moves_have_high_static_scores() {
        // Lines through the lowest cells: 3, 4, 5, 7, 5, 4, 3.
        assert_eq!(static_scores(""), [7, 9, 11, 15, 11, 9, 7]);
        let full = static_scores("444444");
        assert_eq!(full[3], 0);
        // Three in a column: their fourth is better than to stop the other player's.
        let both = static_scores("121212");
        assert!(both[0] > both[1] && both[1] > 2 * *both[2..].iter().max().unwrap(), "{both:?}");
    }
}
