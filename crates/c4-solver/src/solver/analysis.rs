//! The scores of all columns, the best ones, and lines of best moves.
//!
//! An analysis asks the same questions for every column, interleaved: the columns in the book
//! first, then who wins for all columns from the center outwards, then the scores. Bounds carry
//! over from question to question, and an [`Analysis`] holds all of them, so a stopped one can be
//! resumed. [`best_moves`](Solver::best_moves) needs less: the score of the position, then for each
//! column only whether it reaches that score.

use alloc::vec::Vec;
use core::fmt;

use bitboard_core::{Interrupted, Limits, Watch, unlimited};

use super::Solver;
use super::score::{Engine, is_decided, known};
use crate::board::{Board, Column, ColumnSet, Position, Standard};
use crate::search::{Bounds, Snapshot, Stop};

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
/// let analysis = Solver::new().analyze(&position);
/// println!("{analysis}");
/// let best = analysis.best_columns();
/// let score = analysis.position_bounds().exact();
/// assert!(best.into_iter().all(|column| analysis.score(column) == score));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Analysis<B: Board = Standard> {
    pub(crate) position: Position<B>,
    /// The bounds of the score of the position, from elsewhere than the columns.
    pub(crate) score: Bounds,
    pub(crate) columns: Vec<Option<Bounds>>,
}

/// Progress of an analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AnalysisProgress<B: Board = Standard> {
    /// Nodes of this query so far.
    pub nodes: u64,
    /// The column of which it has just been found whether it wins, draws or loses. Its score may be
    /// known, too.
    pub decided: Option<Column>,
    /// The column whose score has just been found.
    pub solved: Option<Column>,
    /// The scores and bounds so far.
    pub analysis: Analysis<B>,
}

impl<B: Board> Analysis<B> {
    /// The bounds that are known without a search.
    ///
    /// ```
    /// use c4_solver::{Analysis, Position};
    ///
    /// let analysis = Analysis::new(&Position::from_moves("112233")?);
    /// assert!(analysis.to_string().starts_with("-17..=17 -17..=17 -17..=17 18 -17..=17"));
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[must_use]
    pub fn new(position: &Position<B>) -> Self {
        let position = *position;
        let bounds = |column| {
            position.can_play(column).then(|| match position.play(column) {
                Ok(next) => -known(next),
                // A winning move ends the game.
                Err(_) => Bounds::exactly(position.win_score()),
            })
        };
        let columns = Column::all(position.board.width()).map(bounds).collect();
        Self { position, score: known(position), columns }
    }

    /// The position.
    ///
    /// ```
    /// use c4_solver::{Analysis, Position};
    ///
    /// assert_eq!(Analysis::new(&Position::EMPTY).position(), Position::EMPTY);
    /// ```
    #[must_use]
    pub fn position(&self) -> Position<B> {
        self.position
    }

    /// The bounds of the score of a stone in this column. `None` if it cannot be played.
    ///
    /// ```
    /// use c4_solver::{Analysis, Column, Position};
    ///
    /// let analysis = Analysis::new(&Position::from_moves("444444")?);
    /// assert_eq!(analysis.bounds(Column::new(3).unwrap()), None);
    /// assert_eq!(analysis.bounds(Column::new(2).unwrap()).unwrap().high, 17);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
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
    /// let analysis = Solver::new().analyze(&Position::from_moves("6237266376111153366")?);
    /// assert_eq!(Column::all(7).map(|column| analysis.score(column)).max(), Some(Some(3)));
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[must_use]
    pub fn score(&self, column: Column) -> Option<i32> {
        self.bounds(column)?.exact()
    }

    /// The columns that can be played, from left to right, with the bounds of their scores.
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// let analysis = Solver::new().analyze(&Position::from_moves("774244461373511764776")?);
    /// for (column, bounds) in analysis.iter() {
    ///     println!("{column}: {bounds}");
    /// }
    /// assert_eq!(analysis.iter().count(), 6);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Column, Bounds)> {
        let columns = Column::all(self.position.board.width());
        columns.filter_map(|column| Some((column, self.bounds(column)?)))
    }

    /// The bounds of the score of the position.
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// let analysis = Solver::new().analyze(&Position::from_moves("6237266376111153366")?);
    /// assert_eq!(analysis.position_bounds().exact(), Some(3));
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[must_use]
    pub fn position_bounds(&self) -> Bounds {
        let columns = || self.columns.iter().flatten();
        let low = columns().map(|bounds| bounds.low).max();
        let high = columns().map(|bounds| bounds.high).max();
        match (low, high) {
            (Some(low), Some(high)) => Bounds { low, high }.and(self.score),
            // A full board.
            _ => self.score,
        }
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
    /// assert_eq!(Solver::new().analyze(&position).best_columns().to_string(), "6");
    /// // Without a search, each column may be best.
    /// assert_eq!(Analysis::new(&Position::EMPTY).best_columns().len(), 7);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[must_use]
    pub fn best_columns(&self) -> ColumnSet {
        let low = self.iter().map(|(_, bounds)| bounds.low).max();
        let best = self.iter().filter(|(_, bounds)| Some(bounds.high) >= low);
        best.map(|(column, _)| column).collect()
    }

    /// Returns whether the scores of all columns are known.
    ///
    /// ```
    /// use c4_solver::{Analysis, Position};
    ///
    /// assert!(!Analysis::new(&Position::EMPTY).is_complete());
    /// ```
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.columns.iter().flatten().all(|bounds| bounds.exact().is_some())
    }

    /// Replaces the bounds of a column.
    pub(super) fn set(&mut self, column: Column, bounds: Bounds) {
        self.columns[column.index() as usize] = Some(bounds);
    }
}

impl<B: Board> fmt::Display for Analysis<B> {
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

impl<B: Board> Solver<B> {
    /// Returns the score of a stone in each column.
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// let position = Position::from_moves("774244461373511764776")?;
    /// assert_eq!(Solver::new().analyze(&position).to_string(), "-6 -4 -4 -6 -10 -4 -");
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    pub fn analyze(&mut self, position: &Position<B>) -> Analysis<B> {
        unlimited(|limits| self.try_analyze(position, limits))
    }

    /// [`analyze`](Self::analyze) within limits. Progress is reported when something has been found
    /// about a column, and every 4,096 nodes or, with a time limit or a cancel flag, about every
    /// millisecond. First come the columns that are in the book, then whether each of the others
    /// wins, draws or loses, then their scores. The order of columns is from the center outwards.
    ///
    /// ```
    /// use c4_solver::bitboard_core::Limits;
    /// use c4_solver::{AnalysisProgress, Position, Solver};
    ///
    /// let print = |progress: &AnalysisProgress| {
    ///     if let Some(column) = progress.solved {
    ///         println!("{column}: {:?}", progress.analysis.score(column));
    ///     }
    /// };
    /// let (mut solver, position) = (Solver::new(), Position::from_moves("6237266376111153366")?);
    /// let limits = Limits::new().nodes(1_000).on_progress(&print);
    /// let stopped = solver.try_analyze(&position, &limits).unwrap_err();
    /// println!("{}, known so far: {}", stopped.reason, stopped.partial);
    /// // Continue where the query was stopped.
    /// let analysis = solver.try_resume(stopped.partial, &Limits::new()).unwrap();
    /// assert_eq!(analysis, solver.analyze(&position));
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// Other queries have another type of progress:
    /// [`Limits::without_progress`](bitboard_core::Limits::without_progress) makes one set of
    /// limits serve them all.
    ///
    /// # Errors
    /// [`Interrupted`] with the bounds of each column, if a limit is reached or the cancel flag is
    /// set.
    pub fn try_analyze(
        &mut self,
        position: &Position<B>,
        limits: &Limits<'_, AnalysisProgress<B>>,
    ) -> Result<Analysis<B>, Interrupted<Analysis<B>>> {
        self.try_resume(Analysis::new(position), limits)
    }

    /// Continues an analysis: searches only the columns whose scores are not known, between their
    /// known bounds.
    ///
    /// ```
    /// use c4_solver::bitboard_core::Limits;
    /// use c4_solver::{Analysis, Position, Solver};
    ///
    /// let (mut solver, position) = (Solver::new(), Position::from_moves("6237266376111153366")?);
    /// let complete = solver.analyze(&position);
    /// let nodes = solver.statistics().nodes;
    /// assert_eq!(solver.try_resume(complete.clone(), &Limits::new()), Ok(complete));
    /// assert_eq!(solver.statistics().nodes, nodes);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Errors
    /// As [`try_analyze`](Self::try_analyze).
    pub fn try_resume(
        &mut self,
        mut analysis: Analysis<B>,
        limits: &Limits<'_, AnalysisProgress<B>>,
    ) -> Result<Analysis<B>, Interrupted<Analysis<B>>> {
        let reporter = limits.start();
        let result = self
            .run(limits.without_progress(), |engine| complete(engine, &mut analysis, &reporter));
        match result {
            Ok(()) => Ok(analysis),
            Err(stop) => Err(Interrupted::new(stop.reason(), analysis)),
        }
    }

    /// Returns the score and the columns that reach it. This needs fewer nodes than an
    /// [analysis](Self::analyze).
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
    /// [`Interrupted`] with the bounds of each column, if a limit is reached or the cancel flag is
    /// set.
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
    /// assert_eq!(line.len(), position.plies_to_end(4));
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
    /// let limits = Limits::new().nodes(100);
    /// let stopped = solver.try_principal_variation(&position, &limits).unwrap_err();
    /// assert!(stopped.partial.is_empty());
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with the first moves of the line, if a limit is reached or the cancel flag
    /// is set.
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

/// Finds the scores that are not known.
fn complete<B: Board>(
    engine: Engine<'_, B>,
    analysis: &mut Analysis<B>,
    reporter: &Watch<'_, AnalysisProgress<B>>,
) -> Result<(), Stop> {
    let columns: Vec<Column> = outwards(analysis.position.board.width())
        .filter(|&column| analysis.score(column).is_none())
        .collect();
    for &column in &columns {
        if look_up(engine, analysis, column) {
            report(engine, analysis, reporter, column, [true, true]);
        }
    }
    cap(engine, analysis);
    for goal in [Goal::Outcome, Goal::Score] {
        for &column in &columns {
            narrow(engine, analysis, reporter, column, goal)?;
        }
    }
    Ok(())
}

/// The goal of a search for a column.
#[derive(Clone, Copy, PartialEq)]
enum Goal {
    Outcome,
    Score,
}

/// Finds the score of a column in the book.
fn look_up<B: Board>(engine: Engine<'_, B>, analysis: &mut Analysis<B>, column: Column) -> bool {
    let next = analysis.position.play(column).ok();
    let score = next.and_then(|next| engine.book?.score(&next));
    if let Some(score) = score {
        analysis.set(column, Bounds::exactly(-score));
    }
    score.is_some()
}

/// Takes the score of the position from the book: no column is better.
fn cap<B: Board>(engine: Engine<'_, B>, analysis: &mut Analysis<B>) {
    let score = engine.book.and_then(|book| book.score(&analysis.position));
    let Some(score) = score.filter(|_| analysis.score.exact().is_none()) else { return };
    analysis.score = Bounds::exactly(score);
    for column in analysis.position.columns() {
        if let Some(bounds) = analysis.bounds(column) {
            // A book may be wrong. It never contradicts what has been found without it.
            analysis.set(column, Bounds { high: bounds.high.min(score.max(bounds.low)), ..bounds });
        }
    }
}

/// Narrows the bounds of a column.
fn narrow<B: Board>(
    engine: Engine<'_, B>,
    analysis: &mut Analysis<B>,
    reporter: &Watch<'_, AnalysisProgress<B>>,
    column: Column,
    goal: Goal,
) -> Result<(), Stop> {
    let (Some(bounds), Ok(next)) = (analysis.bounds(column), analysis.position.play(column)) else {
        return Ok(());
    };
    if bounds.exact().is_some() || goal == Goal::Outcome && is_decided(bounds) {
        return Ok(());
    }
    let before = &*analysis;
    let nodes = |Snapshot { nodes, .. }| {
        let progress =
            || AnalysisProgress { nodes, decided: None, solved: None, analysis: before.clone() };
        reporter.report(progress);
    };
    let engine_with_report = engine.with_report(&nodes);
    let found = match goal {
        Goal::Outcome => engine_with_report.outcome(next, -bounds),
        Goal::Score => engine_with_report.score(next, -bounds).map(Bounds::exactly),
    };
    match found {
        Ok(found) => analysis.set(column, -found),
        Err(stopped) => {
            analysis.set(column, -stopped.bounds);
            return Err(stopped.stop);
        }
    }
    let solved = analysis.score(column).is_some();
    report(engine, analysis, reporter, column, [!is_decided(bounds), solved]);
    Ok(())
}

/// Reports what has been found about a column: who wins, and the score.
fn report<B: Board>(
    engine: Engine<'_, B>,
    analysis: &Analysis<B>,
    reporter: &Watch<'_, AnalysisProgress<B>>,
    column: Column,
    [decided, solved]: [bool; 2],
) {
    reporter.report(|| AnalysisProgress {
        nodes: engine.query.counts().nodes,
        decided: decided.then_some(column),
        solved: solved.then_some(column),
        analysis: analysis.clone(),
    });
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

/// The columns from the center outwards. Of two with the same distance the left one comes first.
fn outwards(width: u32) -> impl Iterator<Item = Column> {
    let center = width / 2;
    (0..width).filter_map(move |i| {
        let distance = i.div_ceil(2);
        Column::new(if i % 2 == 1 { center - distance } else { center + distance })
    })
}

/// Writes the principal variation to `line`.
fn follow<B: Board>(
    engine: Engine<'_, B>,
    mut position: Position<B>,
    line: &mut Vec<Column>,
) -> Result<(), Stop> {
    let within = known(position);
    let mut score = engine.score(position, within)?;
    let buckets = engine.buckets(position);
    let width = position.board.width();
    'moves: loop {
        for column in outwards(width) {
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
