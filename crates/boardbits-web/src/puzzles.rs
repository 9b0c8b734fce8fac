//! Polyform puzzles: boards and pieces, solving by hand, solutions by number, the search step by
//! step.

use std::time::Duration;

use meteor_puzzle::{
    Coord, Limits, Placement, Progress, Puzzle, PuzzleFile, Random, SeededRng, SolutionIndex,
    Solutions, Solver, StageProgress, presets,
};

use crate::json::{Object, list};
use crate::{Answer, Code, Failure, limit, text};

/// Bytes for the transfer graph; beyond that, solutions are counted by search and have no numbers.
/// Those of pentominoes on 6×10 take 160 MiB, so that each of them is found within milliseconds.
const MEMORY: usize = 256 << 20;

/// The presets of the plane, which the page draws: name and text of the puzzle file.
#[must_use]
pub fn all_presets() -> String {
    let flat = presets::ALL.iter().filter(|preset| preset.puzzle().grid().axes() == 2);
    list(flat.map(|preset| (preset.name(), preset.text())))
}

/// The columns and rows of cells of the plane.
fn pairs(cells: &[Coord]) -> Vec<(i32, i32)> {
    cells.iter().map(|cell| (cell.x, cell.y)).collect()
}

/// A puzzle that is being solved.
pub struct Session {
    file: PuzzleFile,
    solver: Solver,
    index: Option<SolutionIndex>,
    search: Option<Solutions>,
}

impl Session {
    /// A puzzle from a puzzle file.
    ///
    /// # Errors
    /// The place in the text and what was expected there.
    pub fn new(file: &str) -> Result<Self, String> {
        let file: PuzzleFile = file.parse().map_err(text)?;
        if file.puzzle.grid().axes() != 2 {
            return Err(format!("expected a grid of the plane, found {}", file.puzzle.grid()));
        }
        let solver = Solver::new(file.puzzle.clone()).memory_bytes(MEMORY);
        Ok(Self { file, solver, index: None, search: None })
    }

    fn puzzle(&self) -> &Puzzle {
        self.solver.puzzle()
    }

    /// The board and the pieces.
    #[must_use]
    pub fn shown(&self) -> String {
        let puzzle = self.puzzle();
        let pieces = puzzle.pieces().iter().enumerate().map(|(i, piece)| {
            let copies = piece.copy_range();
            Object::new()
                .with("name", piece.name())
                .with("symbol", puzzle.symbol(i).to_string())
                .with("cells", pairs(piece.cells()))
                .with("least", u32::from(*copies.start()))
                .with("most", u32::from(*copies.end()))
                .with("oneSided", piece.is_one_sided())
                .with("fixed", piece.is_fixed())
        });
        Object::new()
            .with("title", &self.file.title)
            .with("source", &self.file.source)
            .with("grid", puzzle.grid().name())
            .with("cells", pairs(puzzle.cells()))
            .with("pieces", pieces.collect::<Vec<_>>())
            .with("placed", listed(puzzle.placed()))
            .with("packing", puzzle.is_packing())
            .with("published", self.file.solutions.map(|count| count.to_string()))
            .end()
    }

    /// The placement of a piece on cells of the board, by their numbers.
    fn placement(&self, piece: usize, cells: &[u32]) -> Result<Placement, String> {
        let puzzle = self.puzzle();
        let named =
            puzzle.pieces().get(piece).ok_or_else(|| format!("piece {piece} does not exist"))?;
        let coords = cells.iter().map(|&cell| puzzle.cells().get(cell as usize).copied());
        let coords: Option<Vec<Coord>> = coords.collect();
        let coords = coords.ok_or("a cell is not on the board")?;
        puzzle.placement(named.name(), coords).map_err(text)
    }

    /// Puts a piece on the board.
    ///
    /// # Errors
    /// Why the piece cannot lie there.
    pub fn place(&mut self, piece: u32, cells: &[u32]) -> Result<(), String> {
        let placement = self.placement(piece as usize, cells)?;
        self.solver.change(|puzzle| puzzle.place(placement)).map_err(text)?;
        self.changed();
        Ok(())
    }

    /// Takes a piece off the board, given one of its cells.
    ///
    /// # Errors
    /// If no piece lies there.
    pub fn remove(&mut self, cell: u32) -> Result<(), String> {
        let found = |placement: &&Placement| placement.covers(cell as usize);
        let placement = self.puzzle().placed().iter().find(found).copied();
        let placement = placement.ok_or("no piece lies there")?;
        self.solver.change(|puzzle| puzzle.remove(placement));
        self.changed();
        Ok(())
    }

    /// Forgets what was found for other pieces on the board.
    fn changed(&mut self) {
        (self.index, self.search) = (None, None);
    }

    /// The number of solutions with the pieces on the board.
    ///
    /// # Errors
    /// If the number is not known within `ms` milliseconds.
    pub fn count(&mut self, ms: u32) -> Answer {
        let count = self.solver.try_count(&limits(ms)).map_err(limit)?;
        Ok(Object::new().with("count", count.to_string()).end())
    }

    /// The number of distinct solutions: symmetric ones count once.
    ///
    /// # Errors
    /// If the number is not known within `ms` milliseconds.
    pub fn distinct(&mut self, ms: u32) -> Answer {
        let count = self.solver.try_count_distinct(&limits(ms)).map_err(limit)?;
        Ok(Object::new().with("count", count.to_string()).end())
    }

    /// A piece to place next; `null` if there is none.
    ///
    /// # Errors
    /// If none is found within `ms` milliseconds.
    pub fn hint(&mut self, ms: u32) -> Answer {
        let hint = self.solver.try_hint(&limits(ms)).map_err(limit)?;
        let hint = hint.and_then(|placement| listed(&[placement]).pop());
        Ok(Object::new().with("hint", hint).end())
    }

    fn index(&mut self, ms: u32) -> Result<&SolutionIndex, Failure> {
        if self.index.is_none() {
            self.index = Some(self.solver.try_index(&limits(ms)).map_err(limit)?);
        }
        self.index.as_ref().ok_or_else(|| "no index".into())
    }

    /// A solution by its number, from 0, in decimal.
    ///
    /// # Errors
    /// If the solution does not exist, or is not found within `ms` milliseconds.
    pub fn solution(&mut self, number: &str, ms: u32) -> Answer {
        let n: u128 = number.parse().map_err(|_| format!("{number:?} is not a number"))?;
        let index = self.index(ms)?;
        let count = index.len();
        let solution = index.nth(n).ok_or_else(|| {
            missing(format!("solution {} does not exist: there are {count}", n.saturating_add(1)))
        })?;
        Ok(self.found(count, n, solution.placements()))
    }

    /// A random solution; all are equally likely.
    ///
    /// # Errors
    /// If the puzzle has no solution, or it is not found within `ms` milliseconds.
    pub fn random(&mut self, seed: u32, ms: u32) -> Answer {
        let mut rng = SeededRng::new(seed.into());
        let index = self.index(ms)?;
        let count = index.len();
        let none = || missing("the puzzle has no solution".into());
        if count == 0 {
            return Err(none());
        }
        let n = rng.below_u128(count);
        let solution = index.nth(n).ok_or_else(none)?;
        Ok(self.found(count, n, solution.placements()))
    }

    fn found(&self, count: u128, n: u128, placements: &[Placement]) -> String {
        Object::new()
            .with("count", count.to_string())
            .with("number", n.to_string())
            .with("placements", listed(placements))
            .end()
    }

    /// Continues the search for all solutions by `nodes` partial solutions. `state` is `searching`,
    /// `solution` if the board is one, or `done`.
    ///
    /// # Errors
    /// Never.
    pub fn step(&mut self, nodes: u32) -> Answer {
        let solver = &self.solver;
        let search = self.search.get_or_insert_with(|| solver.solutions());
        let slice = Limits::new().nodes(nodes.max(1).into());
        let (state, board) = match search.try_next(&slice) {
            Ok(Some(solution)) => ("solution", solution.placements().to_vec()),
            Ok(None) => ("done", Vec::new()),
            Err(_) => ("searching", search.board()),
        };
        let nodes = search.nodes();
        Ok(Object::new()
            .with("state", state)
            .with("nodes", nodes)
            .with("placements", listed(&board))
            .end())
    }
}

/// The pieces and the indices of their cells.
fn listed(placements: &[Placement]) -> Vec<(usize, Vec<usize>)> {
    placements.iter().map(|placed| (placed.piece, placed.cells().collect())).collect()
}

/// The failure of a query for a solution that does not exist.
fn missing(message: String) -> Failure {
    Failure { code: Code::Missing, message }
}

fn limits(ms: u32) -> Limits<'static> {
    let report = &|progress: &Progress| {
        if let Some(&StageProgress { stage, done, .. }) = progress.detail() {
            crate::report(stage as u32, done);
        }
    };
    Limits::new().time(Duration::from_millis(ms.into())).on_progress(report)
}
