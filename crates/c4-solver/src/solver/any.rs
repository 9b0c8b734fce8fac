//! The solver for boards whose size is chosen at run time.

use alloc::vec::Vec;

use bitboard_core::{Interrupted, Limits, Random};

use super::{
    Analysis, BestMoves, BuildError, Checkpoint, CheckpointError, Solver, SolverBuilder,
    Statistics, Strength,
};
use crate::board::{AnySize, BoardSize, Bounds, Column, Position, Standard};

/// A [`Solver`] for a board whose size is chosen at run time.
///
/// It takes positions of [`AnySize`] boards and has the same queries as a [`Solver`]. This crate
/// compiles it for 7×6 as a constant, for words of 64 bits and of 128 bits; the size chooses one of
/// them. The generic solver is compiled by the crate that uses it, once for each type of board. A
/// `Solver<AnySize>` always searches in words of 128 bits.
///
/// A query about a position of another size panics.
///
/// ```
/// use c4_solver::{AnySize, Position, SolverBuilder};
///
/// for (width, height, score) in [(7, 6, 18), (6, 5, 12), (9, 7, 29)] {
///     let board = AnySize::new(width, height)?;
///     let mut solver = SolverBuilder::new(board).build_any()?;
///     let position = Position::new(board).after_moves("112233")?;
///     assert_eq!(solver.solve(&position), score);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AnySolver {
    board: AnySize,
    engine: Engine,
}

/// The solver of a size.
#[derive(Debug)]
enum Engine {
    Standard(Solver),
    Narrow(Solver<AnySize<u64>>),
    Wide(Solver<AnySize>),
}

impl SolverBuilder<AnySize> {
    /// Builds a solver that is compiled for words of the size of the board.
    ///
    /// # Errors
    /// As [`build`](Self::build).
    pub fn build_any(self) -> Result<AnySolver, BuildError> {
        self.check_book()?;
        let (width, height) = (self.board.width(), self.board.height());
        let board = self.board;
        let engine = if (width, height) == (7, 6) {
            Engine::Standard(self.on(Standard::BOARD).build()?)
        } else if let Ok(board) = AnySize::<u64>::new(width, height) {
            Engine::Narrow(self.on(board).build()?)
        } else {
            Engine::Wide(self.build()?)
        };
        Ok(AnySolver { board, engine })
    }

    /// This builder for another type of the board.
    fn on<B: BoardSize>(self, board: B) -> SolverBuilder<B> {
        let Self { memory_bytes, book, threads, whole_table, .. } = self;
        let book = book.map(|book| book.on(board));
        SolverBuilder { board, memory_bytes, book, threads, whole_table }
    }
}

impl<B: BoardSize> Solver<B> {
    /// A position as one of this solver's board.
    fn translate(&self, position: &Position<AnySize>) -> Position<B> {
        position.on(self.board)
    }
}

/// Evaluates an expression for the solver of the size.
macro_rules! with {
    ($any:expr, $solver:ident => $result:expr) => {
        match $any {
            Engine::Standard($solver) => $result,
            Engine::Narrow($solver) => $result,
            Engine::Wide($solver) => $result,
        }
    };
}

/// Queries about a position with an answer that does not depend on the type of the board.
macro_rules! queries {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*) => {
        $($(#[$doc])*
        pub fn $name(&mut self, position: &Position<AnySize>, $($argument: $type),*) -> $answer {
            with!(&mut self.engine, solver => solver.$name(&solver.translate(position), $($argument),*))
        })*
    };
}

impl AnySolver {
    /// The board of the positions that it solves. Queries about other boards panic.
    #[must_use]
    pub fn board(&self) -> AnySize {
        self.board
    }

    /// [`Solver::clear`].
    pub fn clear(&mut self) {
        with!(&mut self.engine, solver => solver.clear());
    }

    /// [`Solver::statistics`].
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        with!(&self.engine, solver => solver.statistics())
    }

    queries! {
        /// [`Solver::solve`].
        solve() -> i32;
        /// [`Solver::try_solve`].
        ///
        /// # Errors
        /// [`Interrupted`] with bounds of the score.
        try_solve(limits: &Limits<'_>) -> Result<i32, Interrupted<Bounds>>;
        /// [`Solver::try_solve_from`].
        ///
        /// # Errors
        /// [`Interrupted`] with bounds of the score.
        try_solve_from(
            bounds: Bounds,
            limits: &Limits<'_>
        ) -> Result<i32, Interrupted<Bounds>>;
        /// [`Solver::solve_weak`].
        solve_weak() -> i32;
        /// [`Solver::try_solve_weak`].
        ///
        /// # Errors
        /// [`Interrupted`] with bounds of the score.
        try_solve_weak(limits: &Limits<'_>) -> Result<i32, Interrupted<Bounds>>;
        /// [`Solver::best_moves`].
        best_moves() -> BestMoves;
        /// [`Solver::principal_variation`].
        principal_variation() -> Vec<Column>;
        /// [`Solver::try_principal_variation`].
        ///
        /// # Errors
        /// [`Interrupted`] with the first moves of the line.
        try_principal_variation(
            limits: &Limits<'_>
        ) -> Result<Vec<Column>, Interrupted<Vec<Column>>>;
    }

    /// [`Solver::try_best_moves`].
    ///
    /// # Errors
    /// [`Interrupted`] with the bounds of each column.
    pub fn try_best_moves(
        &mut self,
        position: &Position<AnySize>,
        limits: &Limits<'_>,
    ) -> Result<BestMoves, Interrupted<Analysis<AnySize>>> {
        let board = self.board;
        with!(&mut self.engine, solver => {
            let best = solver.try_best_moves(&solver.translate(position), limits);
            best.map_err(|stopped| stopped.map(|analysis| analysis.on(board)))
        })
    }

    /// [`Solver::analyze`].
    pub fn analyze(&mut self, position: &Position<AnySize>) -> Analysis<AnySize> {
        bitboard_core::limits::unlimited(|limits| self.try_analyze(position, limits))
    }

    /// [`Solver::try_analyze`].
    ///
    /// # Errors
    /// [`Interrupted`] with the bounds of each column.
    pub fn try_analyze(
        &mut self,
        from: impl Into<Analysis<AnySize>>,
        limits: &Limits<'_>,
    ) -> Result<Analysis<AnySize>, Interrupted<Analysis<AnySize>>> {
        self.continue_analysis(from.into(), limits)
    }

    fn continue_analysis(
        &mut self,
        from: Analysis<AnySize>,
        limits: &Limits<'_>,
    ) -> Result<Analysis<AnySize>, Interrupted<Analysis<AnySize>>> {
        let board = self.board;
        with!(&mut self.engine, solver => match solver.try_analyze(from.on(solver.board), limits) {
            Ok(analysis) => Ok(analysis.on(board)),
            Err(stopped) => Err(stopped.map(|analysis| analysis.on(board))),
        })
    }

    /// [`Solver::solve_many`].
    pub fn solve_many(&mut self, positions: &[Position<AnySize>]) -> Vec<i32> {
        bitboard_core::limits::unlimited(|limits| self.try_solve_many(positions, limits))
    }

    /// [`Solver::try_solve_many`].
    ///
    /// # Errors
    /// [`Interrupted`] with the bounds of each score.
    pub fn try_solve_many(
        &mut self,
        positions: &[Position<AnySize>],
        limits: &Limits<'_>,
    ) -> Result<Vec<i32>, Interrupted<Vec<Bounds>>> {
        with!(&mut self.engine, solver => {
            let positions: Vec<_> =
                positions.iter().map(|position| solver.translate(position)).collect();
            solver.try_solve_many(&positions, limits)
        })
    }

    /// [`Solver::choose`].
    pub fn choose(
        &mut self,
        position: &Position<AnySize>,
        strength: Strength,
        rng: &mut dyn Random,
    ) -> Option<Column> {
        bitboard_core::limits::unlimited(|limits| self.try_choose(position, strength, rng, limits))
    }

    /// [`Solver::try_choose`].
    ///
    /// # Errors
    /// [`Interrupted`] with the best column so far.
    pub fn try_choose(
        &mut self,
        position: &Position<AnySize>,
        strength: Strength,
        mut rng: &mut dyn Random,
        limits: &Limits<'_>,
    ) -> Result<Option<Column>, Interrupted<Option<Column>>> {
        with!(&mut self.engine, solver => {
            solver.try_choose(&solver.translate(position), strength, &mut rng, limits)
        })
    }

    /// [`Solver::checkpoint`].
    ///
    /// # Errors
    /// [`CheckpointError::Bounds`] if the bounds are not possible for the position.
    pub fn checkpoint(
        &self,
        position: &Position<AnySize>,
        bounds: Bounds,
        nodes: u64,
        entries: usize,
    ) -> Result<Vec<u8>, CheckpointError> {
        with!(&self.engine, solver => {
            solver.checkpoint(&solver.translate(position), bounds, nodes, entries)
        })
    }

    /// [`Solver::restore`].
    ///
    /// # Errors
    /// [`CheckpointError`] if the bytes are not a checkpoint of this board.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<Checkpoint<AnySize>, CheckpointError> {
        let board = self.board;
        with!(&mut self.engine, solver => {
            let Checkpoint { position, bounds, nodes } = solver.restore(bytes)?;
            Ok(Checkpoint { position: position.on(board), bounds, nodes })
        })
    }
}
