//! Players of different strength.

use alloc::vec::Vec;

use bitboard_core::{Interrupted, Limits, Random, StopReason, unlimited};

use super::analysis::Analysis;
use super::engine::Engine;
use super::horizon::look_ahead;
use super::state::Solver;
use crate::board::{Board, Column, Position};
use crate::search::Stop;

/// How many stones of each player a casual player looks ahead, besides the next one.
const CASUAL_STONES: u32 = 1;

/// How well a player [chooses](Solver::choose) its moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Strength {
    /// Plays a best move, of several the one nearest to the center.
    Perfect,
    /// Finds the wins and losses that this many nodes reach, the nearest first, and plays a natural move if there are none. Uses the
    /// opening book of the solver.
    Strong {
        /// Nodes for a move.
        nodes: u64,
    },
    /// Plays natural moves at random. Wins and stops wins of the next two stones, but sees no further.
    Casual,
    /// Plays any column at random.
    Random,
}

impl<B: Board> Solver<B> {
    /// Chooses a column. `None` if the board is full.
    ///
    /// ```
    /// use c4_solver::bitboard_core::SeededRng;
    /// use c4_solver::{Position, Solver, Strength};
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

    /// [`choose`](Self::choose) within limits. [`Strength::Strong`] sets its own limit of nodes.
    ///
    /// # Errors
    /// [`Interrupted`] with the best column so far, if a limit is reached or the cancel flag is set.
    pub fn try_choose(
        &mut self,
        position: &Position<B>,
        strength: Strength,
        rng: &mut impl Random,
        limits: &Limits<'_>,
    ) -> Result<Option<Column>, Interrupted<Option<Column>>> {
        let looked = |solver: &mut Self, limits: &Limits<'_>, stones, with_book| {
            let mut analysis = Analysis::new(position);
            let result = solver.run_reporting(limits, |engine| {
                let book = engine.book.filter(|_| with_book);
                look_ahead(Engine { book, ..engine }, &mut analysis, stones)
            });
            (analysis, result.err().map(Stop::reason))
        };
        match strength {
            Strength::Perfect => match self.try_best_moves(position, limits) {
                Ok(best) => Ok(most_central(*position, best.columns)),
                Err(stopped) => Err(stopped.map(|analysis| best(&analysis, rng))),
            },
            Strength::Strong { nodes } => {
                let (analysis, stopped) = looked(self, &limits.nodes(nodes), u32::MAX, true);
                let column = best(&analysis, rng);
                match stopped {
                    None | Some(StopReason::Nodes) => Ok(column),
                    Some(reason) => Err(Interrupted::new(reason, column)),
                }
            }
            Strength::Casual => {
                let (analysis, stopped) = looked(self, limits, CASUAL_STONES, false);
                let column = natural(&analysis, rng);
                stopped.map_or(Ok(column), |reason| Err(Interrupted::new(reason, column)))
            }
            Strength::Random => Ok(any(position.columns(), rng)),
        }
    }
}

/// The column nearest to the center, of two the left one.
fn most_central<B: Board>(
    position: Position<B>,
    columns: impl Iterator<Item = Column>,
) -> Option<Column> {
    columns.min_by_key(|column| column.index().abs_diff(position.board.width() / 2))
}

/// One of the columns at random.
fn any(columns: impl Iterator<Item = Column>, rng: &mut impl Random) -> Option<Column> {
    let columns: Vec<Column> = columns.collect();
    let count = (columns.len() as u64).max(1);
    columns.get(rng.below(count) as usize).copied()
}

/// Wins before columns of which neither is known before losses. Of wins the soonest, of losses the latest.
fn rank<B: Board>(analysis: &Analysis<B>, column: Column) -> (i32, i32) {
    match analysis.bounds(column) {
        Some(bounds) if bounds.low > 0 => (1, bounds.low),
        Some(bounds) if bounds.high < 0 => (-1, bounds.high),
        Some(bounds) if bounds.exact().is_none() && bounds.low < 0 => (0, bounds.low + bounds.high),
        _ => (0, 0),
    }
}

/// The columns of the highest rank.
fn first<B: Board>(analysis: &Analysis<B>) -> Vec<Column> {
    let columns = analysis.position.columns();
    let highest = columns.map(|column| rank(analysis, column)).max();
    columns.filter(|&column| Some(rank(analysis, column)) == highest).collect()
}

/// The most natural of the best columns.
fn best<B: Board>(analysis: &Analysis<B>, rng: &mut impl Random) -> Option<Column> {
    let columns = first(analysis);
    let merit = |column: &Column| analysis.position.merit(*column);
    let most = columns.iter().map(merit).max()?;
    any(columns.into_iter().filter(|column| merit(column) == most), rng)
}

/// One of the best columns at random, with a probability proportional to the square of how natural it looks.
fn natural<B: Board>(analysis: &Analysis<B>, rng: &mut impl Random) -> Option<Column> {
    let columns = first(analysis);
    let weight = |column: &Column| u64::from(analysis.position.merit(*column)).pow(2);
    let total = columns.iter().map(weight).sum::<u64>();
    let mut at = if total == 0 { 0 } else { rng.below(total) };
    columns.into_iter().find(|column| {
        let weight = weight(column);
        let found = at < weight;
        at = at.saturating_sub(weight);
        found
    })
}
