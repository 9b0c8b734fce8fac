//! Best columns, and lines of best moves.

use alloc::vec::Vec;

use bitboard_core::{Interrupted, Limits, unlimited};

use super::analysis::Analysis;
use super::engine::Engine;
use super::state::Solver;
use crate::board::{Board, Column, ColumnSet, Position};
use crate::search::{Bounds, Stop};

/// The score of a position and the columns that reach it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BestMoves {
    /// The score.
    pub score: i32,
    /// The columns; none if the board is full.
    pub columns: ColumnSet,
}

impl<B: Board> Solver<B> {
    /// Returns the score and the columns that reach it. This needs fewer nodes than an [analysis](Self::analyze).
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// let best = Solver::new().best_moves(&Position::from_moves("5554224333234511764415115")?);
    /// assert_eq!((best.score, best.columns.to_string().as_str()), (4, "6"));
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    pub fn best_moves(&mut self, position: &Position<B>) -> BestMoves {
        unlimited(|limits| self.try_best_moves(position, limits))
    }

    /// [`best_moves`](Self::best_moves) within limits.
    ///
    /// ```
    /// use c4_solver::bitboard_core::Limits;
    /// use c4_solver::{Position, Solver};
    ///
    /// let (mut solver, position) = (Solver::new(), Position::from_moves("6237266376111153366")?);
    /// let stopped = solver.try_best_moves(&position, &Limits::new().nodes(100)).unwrap_err();
    /// println!("{}: {}", stopped.reason, stopped.partial);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with the bounds of each column, if a limit is reached or the cancel flag is set.
    pub fn try_best_moves(
        &mut self,
        position: &Position<B>,
        limits: &Limits<'_>,
    ) -> Result<BestMoves, Interrupted<Analysis<B>>> {
        let mut analysis = Analysis::new(position);
        let result = self.run_reporting(limits, |engine| best_moves(engine, &mut analysis));
        result.map_err(|stop| Interrupted::new(stop.reason(), analysis))
    }

    /// Returns the principal variation to the end of the game. Ties are broken towards the center.
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// let position = Position::from_moves("5554224333234511764415115")?;
    /// let line = Solver::new().principal_variation(&position);
    /// assert_eq!(line.len() as u32, position.plies_to_end(4));
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    pub fn principal_variation(&mut self, position: &Position<B>) -> Vec<Column> {
        unlimited(|limits| self.try_principal_variation(position, limits))
    }

    /// [`principal_variation`](Self::principal_variation) within limits.
    ///
    /// ```
    /// use c4_solver::bitboard_core::Limits;
    /// use c4_solver::{Position, Solver};
    ///
    /// let (mut solver, position) = (Solver::new(), Position::from_moves("6237266376111153366")?);
    /// let stopped = solver.try_principal_variation(&position, &Limits::new().nodes(100)).unwrap_err();
    /// assert!(stopped.partial.is_empty());
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with the first moves of the line, if a limit is reached or the cancel flag is set.
    pub fn try_principal_variation(
        &mut self,
        position: &Position<B>,
        limits: &Limits<'_>,
    ) -> Result<Vec<Column>, Interrupted<Vec<Column>>> {
        let mut line = Vec::new();
        let result = self.run_reporting(limits, |engine| follow(engine, *position, &mut line));
        match result {
            Ok(()) => Ok(line),
            Err(stop) => Err(Interrupted::new(stop.reason(), line)),
        }
    }
}

/// Finds the best columns. Writes the bounds that this gives into `analysis`.
fn best_moves<B: Board>(
    engine: Engine<'_, B>,
    analysis: &mut Analysis<B>,
) -> Result<BestMoves, Stop> {
    let position = analysis.position;
    let found = engine.score(position, analysis.score);
    let bounds = found.map_or_else(|stopped| stopped.bounds, Bounds::exactly);
    analysis.score = bounds;
    for column in position.columns() {
        if let Some(of_column) = analysis.bounds(column) {
            // No column is better than the position.
            let high = of_column.high.min(bounds.high.max(of_column.low));
            analysis.set(column, Bounds { high, ..of_column });
        }
    }
    let score = found?;
    let buckets = engine.buckets(position);
    let mut columns = ColumnSet::default();
    for column in position.columns() {
        let best = engine.reaches(position, column, score, buckets)?;
        if best {
            columns.insert(column);
            analysis.set(column, Bounds::exactly(score));
        } else if let Some(bounds) = analysis.bounds(column) {
            let high = bounds.high.min((score - 1).max(bounds.low));
            analysis.set(column, Bounds { high, ..bounds });
        }
    }
    Ok(BestMoves { score, columns })
}

/// Writes the principal variation to `line`.
fn follow<B: Board>(
    engine: Engine<'_, B>,
    mut position: Position<B>,
    line: &mut Vec<Column>,
) -> Result<(), Stop> {
    let within = super::engine::known(position);
    let mut score = engine.score(position, within)?;
    let buckets = engine.buckets(position);
    let width = position.board.width();
    let mut columns: Vec<Column> = Column::all(width).collect();
    columns.sort_by_key(|column| column.index().abs_diff(width / 2));
    'moves: loop {
        for &column in &columns {
            if engine.reaches(position, column, score, buckets)? {
                line.push(column);
                let Ok(next) = position.play(column) else { return Ok(()) };
                position = next;
                score = -score;
                continue 'moves;
            }
        }
        return Ok(());
    }
}
