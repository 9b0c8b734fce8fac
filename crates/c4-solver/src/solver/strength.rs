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
use super::analysis::{Analysis, outwards};
use super::score::ScoreQuery;
use crate::board::{Bounds, Column, Position, Shape};
use crate::search::Goal;

/// The number of stones of each player that a casual player looks ahead, besides the next one.
const CASUAL_STONES: u32 = 1;
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

impl Solver {
    /// Chooses a column. `None` if the board is full.
    ///
    /// ```
    /// use c4_solver::{Position, SeededRng, Solver, Strength};
    ///
    /// let (mut solver, mut rng) = (Solver::default(), SeededRng::new(1));
    /// // Only column 4 stops the three in it.
    /// let position = Position::from_moves("41424")?;
    /// for strength in [Strength::Strong { nodes: 1_000 }, Strength::Casual] {
    ///     let column = solver.choose(&position, strength, &mut rng).unwrap();
    ///     assert_eq!(column.symbol(), '4');
    /// }
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    pub fn choose(
        &mut self,
        position: &Position,
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
        position: &Position,
        strength: Strength,
        rng: &mut impl Random,
        limits: &Limits<'_>,
    ) -> Result<Option<Column>, Interrupted<Option<Column>>> {
        let looked = |solver: &mut Self, limits: &Limits<'_>, stones, with_book| {
            let mut analysis = Analysis::new(position);
            let result = solver.run(limits, |query| {
                let book = query.book.filter(|_| with_book);
                look_ahead(&ScoreQuery { book, ..*query }, &mut analysis, stones)
            });
            (analysis, result.err().map(ThreadStop::reason))
        };
        match strength {
            Strength::Perfect => match self.try_best_moves(position, limits) {
                Ok(best) => Ok(outwards(*position).find(|&column| best.columns.contains(column))),
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

/// One of the columns at random.
fn any(columns: impl IntoIterator<Item = Column>, rng: &mut impl Random) -> Option<Column> {
    let columns: Vec<Column> = columns.into_iter().collect();
    let count = (columns.len() as u64).max(1);
    columns.get(rng.below(count) as usize).copied()
}

/// Orders columns: known wins, soonest first; undecided; known losses, latest first. Of undecided
/// ones those that cannot lose come before those that cannot win. Other differences of bounds come
/// from the moment at which the search has ended.
fn rank(analysis: &Analysis, column: Column) -> (i32, i32) {
    match analysis.bounds(column) {
        Some(bounds) if bounds.low > 0 => (1, bounds.low),
        Some(bounds) if bounds.high < 0 => (-1, bounds.high),
        Some(bounds) => (0, i32::from(bounds.low == 0) - i32::from(bounds.high == 0)),
        None => (0, 0),
    }
}

/// The columns of the highest rank.
fn first(analysis: &Analysis) -> Vec<Column> {
    let columns = analysis.position.columns();
    let highest = columns.iter().map(|column| rank(analysis, column)).max();
    columns.iter().filter(|&column| Some(rank(analysis, column)) == highest).collect()
}

/// One of the best columns with the highest static score.
fn best_choice(analysis: &Analysis, rng: &mut impl Random) -> Option<Column> {
    let columns = first(analysis);
    let static_score = |column: Column| static_score(analysis.position, column);
    let most = columns.iter().copied().map(static_score).max()?;
    any(columns.into_iter().filter(|&column| static_score(column) == most), rng)
}

/// One of the best columns at random, with a probability proportional to the square of its static
/// score.
fn weighted_choice(analysis: &Analysis, rng: &mut impl Random) -> Option<Column> {
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
fn look_ahead(
    query: &ScoreQuery<'_>,
    analysis: &mut Analysis,
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
                query.narrow(next, &mut found, Goal::AtLeast(beta))?;
                analysis.set(column, -found);
            }
        }
    }
    Ok(())
}

/// Returns whether further tests cannot change the choice.
fn is_choice_clear(analysis: &Analysis) -> bool {
    let bounds = || analysis.position.columns().iter().filter_map(|column| analysis.bounds(column));
    bounds().any(|bounds| bounds.low > 0) || bounds().filter(|bounds| bounds.high >= 0).count() < 2
}

/// The static score of a move: the weight of all lines of four through the cell on which a stone in
/// this column lands. The more stones of one player a line has, the more it weighs. Zero if the
/// column cannot be played.
fn static_score(position: Position, column: Column) -> u32 {
    let shape = Shape::<u128>::new(position.board);
    let cell = shape.moves(position.all) & shape.column(column.index());
    if cell == 0 {
        return 0;
    }
    let [own, other] = position.stones();
    let count = |stones: u128, line: u128| (stones & line).count_ones() as usize;
    1 + lines_through(&shape, cell)
        .map(|line| match [count(own, line), count(other, line)] {
            [own, 0] => WEIGHTS[0][own],
            [0, other] => WEIGHTS[1][other],
            _ => 0,
        })
        .sum::<u32>()
}

/// The lines of four through a cell.
fn lines_through(shape: &Shape<u128>, cell: u128) -> impl Iterator<Item = u128> {
    shape.directions().flat_map(move |d| {
        let lines = (0..4).map(move |before| {
            let first = cell >> (before * d);
            first | first << d | first << (2 * d) | first << (3 * d)
        });
        // Lines that leave the board contain a guard bit or lose a cell.
        lines.filter(move |line| line & !shape.cells == 0 && line.count_ones() == 4)
    })
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
