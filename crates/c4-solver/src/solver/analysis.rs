//! The scores of all columns, the best ones, and lines of best moves.
//!
//! An analysis searches all columns, interleaved: the columns in the book first, then who wins for
//! all columns from the center outwards, then the scores. Bounds carry over from test to test, and
//! an [`Analysis`] holds all of them, so a stopped one can be resumed.
//! [`best_moves`](Solver::best_moves) needs less: the score of the position, then for each
//! column only whether it reaches that score.

use alloc::vec::Vec;
use core::fmt;

use bitboard_core::limits::{ThreadStop, unlimited};
use bitboard_core::{Interrupted, Limits};

use super::Solver;
use super::score::{ScoreQuery, answer};
use crate::board::{Bounds, Column, ColumnSet, PlayError, Position};
use crate::search::Goal;

/// A position, and bounds of the score of a stone in each of its columns, for the player to move.
///
/// As text it is a score or bounds for each column, `-` for a full one. With the feature `serde` it
/// is `{"position":…,"score":[LOW,HIGH],"columns":[[LOW,HIGH],…]}`, with `null` for a full column.
///
/// ```
/// use c4_solver::{Position, Solver};
///
/// let position: Position = "
///     . . . . . . .
///     . . . . . . .
///     . . . o . . .
///     . . o x . . .
///     . . x o x . .
///     . o x x o . .".parse()?;
/// let analysis = Solver::default().analyze(&position);
/// println!("{analysis}");
/// let best = analysis.best_columns();
/// let score = analysis.position_bounds().exact();
/// assert!(best.into_iter().all(|column| analysis.score(column) == score));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Analysis {
    pub(crate) position: Position,
    /// The bounds of the score of the position, from elsewhere than the columns.
    pub(crate) score: Bounds,
    pub(crate) columns: Vec<Option<Bounds>>,
}

impl Analysis {
    /// The bounds that are known without a search.
    ///
    /// ```
    /// use c4_solver::{Analysis, Position};
    ///
    /// let analysis = Analysis::new(&Position::from_moves("112233")?);
    /// assert!(analysis.to_string().starts_with("-17..=17 -17..=17 -17..=17 18 -17..=17"));
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let position = *position;
        let bounds = |column| match position.after(column) {
            Ok(next) => Some(-next.known_score()),
            Err(PlayError::Wins { .. }) => Some(Bounds::exactly(position.win_score())),
            Err(_) => None,
        };
        let columns = Column::all(position.board.width()).map(bounds).collect();
        Self { position, score: position.known_score(), columns }
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> Position {
        self.position
    }

    /// The bounds of the score of a stone in this column. `None` if it cannot be played.
    #[must_use]
    pub fn bounds(&self, column: Column) -> Option<Bounds> {
        *self.columns.get(column.index() as usize)?
    }

    /// The score of a stone in this column. `None` if it cannot be played or its score is not
    /// known.
    ///
    /// ```
    /// use c4_solver::{Column, Position, Solver};
    ///
    /// let analysis = Solver::default().analyze(&Position::from_moves("6237266376111153366")?);
    /// assert_eq!(Column::all(7).map(|column| analysis.score(column)).max(), Some(Some(3)));
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    #[must_use]
    pub fn score(&self, column: Column) -> Option<i32> {
        self.bounds(column)?.exact()
    }

    /// The columns that can be played, from left to right, with the bounds of their scores.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Column, Bounds)> {
        let columns = Column::all(self.position.board.width());
        columns.filter_map(|column| Some((column, self.bounds(column)?)))
    }

    /// The bounds of the score of the position.
    #[must_use]
    pub fn position_bounds(&self) -> Bounds {
        let better =
            |a: Bounds, b: Bounds| Bounds { low: a.low.max(b.low), high: a.high.max(b.high) };
        let best = self.columns.iter().flatten().copied().reduce(better);
        // A full board has no columns.
        best.map_or(self.score, |best| best.and(self.score))
    }

    /// The columns that no other column is known to beat: the best ones if the analysis is
    /// complete, otherwise those that may still be best. Empty only if the board is full.
    ///
    /// [`Solver::try_choose`] chooses one column within limits.
    ///
    /// ```
    /// use c4_solver::{Analysis, Position, Solver};
    ///
    /// let position = Position::from_moves("5554224333234511764415115")?;
    /// assert_eq!(Solver::default().analyze(&position).best_columns().to_string(), "6");
    /// // Without a search, each column may be best.
    /// assert_eq!(Analysis::new(&Position::EMPTY).best_columns().len(), 7);
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    #[must_use]
    pub fn best_columns(&self) -> ColumnSet {
        let low = self.iter().map(|(_, bounds)| bounds.low).max();
        let best = self.iter().filter(|(_, bounds)| Some(bounds.high) >= low);
        best.map(|(column, _)| column).collect()
    }

    /// Bounds of the points that a stone in this column loses against the best columns: 0 for
    /// these. `None` if the column cannot be played.
    ///
    /// ```
    /// use c4_solver::{Column, Position, Solver};
    ///
    /// let analysis = Solver::default().analyze(&Position::from_moves("774244461373511764776")?);
    /// assert_eq!(analysis.to_string(), "-6 -4 -4 -6 -10 -4 -");
    /// let losses = Column::all(7).map(|column| analysis.loss(column)?.exact());
    /// assert!(losses.eq([Some(2), Some(0), Some(0), Some(2), Some(6), Some(0), None]));
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    #[must_use]
    pub fn loss(&self, column: Column) -> Option<Bounds> {
        let (score, best) = (self.bounds(column)?, self.position_bounds());
        let others = self.iter().filter(|&(other, _)| other != column);
        let high = others.map(|(_, bounds)| bounds.high).max().unwrap_or(score.low);
        let low = (best.low - score.high).max(0);
        Some(Bounds { low, high: (high.min(best.high) - score.low).max(low) })
    }

    /// Replaces the bounds of a column.
    pub(super) fn set(&mut self, column: Column, bounds: Bounds) {
        self.columns[column.index() as usize] = Some(bounds);
    }

    /// Lowers the upper bounds of a column to `high`, but not below its lower one.
    fn cap(&mut self, column: Column, high: i32) {
        if let Some(bounds) = self.bounds(column) {
            self.set(column, Bounds { high: bounds.high.min(high.max(bounds.low)), ..bounds });
        }
    }
}

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, bounds) in self.columns.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            match bounds {
                Some(bounds) => write!(f, "{space}{bounds}")?,
                None => write!(f, "{space}-")?,
            }
        }
        Ok(())
    }
}

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

impl Solver {
    /// Returns the score of a stone in each column.
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// let position = Position::from_moves("774244461373511764776")?;
    /// assert_eq!(Solver::default().analyze(&position).to_string(), "-6 -4 -4 -6 -10 -4 -");
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    pub fn analyze(&mut self, position: &Position) -> Analysis {
        unlimited(|limits| self.try_analyze(position, limits))
    }

    /// [`analyze`](Self::analyze) within limits.
    ///
    /// First come the columns that are in the book, then whether each of the others wins, draws or
    /// loses, then their scores. The order of columns is from the center outwards. Progress is
    /// reported when something has been found about a column, and about every millisecond, at the
    /// latest after 4,096 nodes.
    ///
    /// # Errors
    /// [`Interrupted`] with the bounds of each column, if a limit is reached or the cancel flag is
    /// set.
    pub fn try_analyze(
        &mut self,
        position: &Position,
        limits: &Limits<'_>,
    ) -> Result<Analysis, Interrupted<Analysis>> {
        self.try_analyze_from(Analysis::new(position), limits)
    }

    /// Continues an analysis that was stopped: searches only the columns whose scores are not
    /// known, between their bounds.
    ///
    /// ```
    /// use c4_solver::{Limits, Position, Progress, SolveProgress, Solver};
    ///
    /// let print = |progress: &Progress| {
    ///     if let Some(SolveProgress { column: Some(column), bounds, .. }) = progress.detail() {
    ///         println!("{column}: {bounds}");
    ///     }
    /// };
    /// let (mut solver, position) = (Solver::default(), Position::from_moves("6237266376111153366")?);
    /// let limits = Limits::new().nodes(1_000).on_progress(&print);
    /// let stopped = solver.try_analyze(&position, &limits).unwrap_err();
    /// println!("{}, known so far: {}", stopped.reason, stopped.partial);
    /// let analysis = solver.try_analyze_from(stopped.partial, &Limits::new()).unwrap();
    /// assert_eq!(analysis, solver.analyze(&position));
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with the bounds of each column, if a limit is reached or the cancel flag is
    /// set.
    pub fn try_analyze_from(
        &mut self,
        mut analysis: Analysis,
        limits: &Limits<'_>,
    ) -> Result<Analysis, Interrupted<Analysis>> {
        let result = self.run(limits, |query| complete(query, &mut analysis));
        answer(result, analysis)
    }

    /// Returns the score and the columns that reach it. This needs fewer nodes than an
    /// [analysis](Self::analyze).
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// let best = Solver::default().best_moves(&Position::from_moves("5554224333234511764415115")?);
    /// assert_eq!((best.score, best.columns.to_string().as_str()), (4, "6"));
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    pub fn best_moves(&mut self, position: &Position) -> BestMoves {
        unlimited(|limits| self.try_best_moves(position, limits))
    }

    /// [`best_moves`](Self::best_moves) within limits.
    ///
    /// # Errors
    /// [`Interrupted`] with the bounds of each column, if a limit is reached or the cancel flag is
    /// set.
    pub fn try_best_moves(
        &mut self,
        position: &Position,
        limits: &Limits<'_>,
    ) -> Result<BestMoves, Interrupted<Analysis>> {
        let mut analysis = Analysis::new(position);
        let result = self.run(limits, |query| best_moves(query, &mut analysis));
        result.map_err(|stop| Interrupted::new(stop.reason(), analysis))
    }

    /// Returns the principal variation to the end of the game. Ties are broken towards the center.
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// let position = Position::from_moves("5554224333234511764415115")?;
    /// let line = Solver::default().principal_variation(&position);
    /// assert_eq!(line.len(), position.plies_to_end(4));
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    pub fn principal_variation(&mut self, position: &Position) -> Vec<Column> {
        unlimited(|limits| self.try_principal_variation(position, limits))
    }

    /// [`principal_variation`](Self::principal_variation) within limits.
    ///
    /// # Errors
    /// [`Interrupted`] with the first moves of the line, if a limit is reached or the cancel flag
    /// is set.
    pub fn try_principal_variation(
        &mut self,
        position: &Position,
        limits: &Limits<'_>,
    ) -> Result<Vec<Column>, Interrupted<Vec<Column>>> {
        let mut line = Vec::new();
        let result = self.run(limits, |query| follow(query, *position, &mut line));
        answer(result, line)
    }
}

/// Finds the scores that are not known.
fn complete(query: &ScoreQuery<'_>, analysis: &mut Analysis) -> Result<(), ThreadStop> {
    let open = |&column: &Column| analysis.score(column).is_none();
    let columns: Vec<Column> = outwards(analysis.position).filter(open).collect();
    for &column in &columns {
        look_up(query, analysis, column);
    }
    cap(query, analysis);
    for goal in [Goal::Outcome, Goal::Score] {
        for &column in &columns {
            narrow_column(query, analysis, column, goal)?;
        }
    }
    Ok(())
}

/// Finds the score of a column in the book.
fn look_up(query: &ScoreQuery<'_>, analysis: &mut Analysis, column: Column) {
    if let Ok(next) = analysis.position.after(column)
        && let Some(score) = query.book_score(next)
    {
        let bounds = Bounds::exactly(-score);
        analysis.set(column, bounds);
        query.about(column).report(next, bounds);
    }
}

/// Takes the score of the position from the book: no column is better.
fn cap(query: &ScoreQuery<'_>, analysis: &mut Analysis) {
    let score = query.book_score(analysis.position);
    let Some(score) = score.filter(|_| analysis.score.exact().is_none()) else { return };
    analysis.score = Bounds::exactly(score);
    for column in analysis.position.columns() {
        // A book may be wrong. It never contradicts what has been found without it.
        analysis.cap(column, score);
    }
}

/// Narrows the bounds of a column.
fn narrow_column(
    query: &ScoreQuery<'_>,
    analysis: &mut Analysis,
    column: Column,
    goal: Goal,
) -> Result<(), ThreadStop> {
    let (Some(bounds), Ok(next)) = (analysis.bounds(column), analysis.position.after(column))
    else {
        return Ok(());
    };
    if goal.is_reached(bounds) {
        return Ok(());
    }
    let (query, mut found) = (&query.about(column), -bounds);
    let result = query.narrow(next, &mut found, goal);
    analysis.set(column, -found);
    result?;
    query.report(next, -found);
    Ok(())
}

/// Finds the best columns. Writes the bounds that this gives into `analysis`.
fn best_moves(query: &ScoreQuery<'_>, analysis: &mut Analysis) -> Result<BestMoves, ThreadStop> {
    let position = analysis.position;
    let result = query.narrow(position, &mut analysis.score, Goal::Score);
    for column in position.columns() {
        // No column is better than the position.
        analysis.cap(column, analysis.score.high);
    }
    result?;
    let (score, query) = (analysis.score.low, &query.in_table_of(position));
    let mut columns = ColumnSet::default();
    for column in position.columns() {
        let is_open = analysis.bounds(column).is_some_and(|bounds| bounds.high >= score);
        if is_open && query.reaches(position, column, score)? {
            columns.insert(column);
            analysis.set(column, Bounds::exactly(score));
        } else {
            analysis.cap(column, score - 1);
        }
    }
    Ok(BestMoves { score, columns })
}

/// The columns of the board from the center outwards.
pub(super) fn outwards(position: Position) -> impl Iterator<Item = Column> {
    Column::outwards(position.board.width()).map(|(column, _)| column)
}

/// Writes the principal variation to `line`.
fn follow(
    query: &ScoreQuery<'_>,
    mut position: Position,
    line: &mut Vec<Column>,
) -> Result<(), ThreadStop> {
    let mut bounds = position.known_score();
    query.narrow(position, &mut bounds, Goal::Score)?;
    let (mut score, query) = (bounds.low, &query.in_table_of(position));
    'moves: loop {
        for column in outwards(position) {
            if query.reaches(position, column, score)? {
                line.push(column);
                let Ok(next) = position.after(column) else { return Ok(()) };
                position = next;
                score = -score;
                continue 'moves;
            }
        }
        return Ok(());
    }
}
