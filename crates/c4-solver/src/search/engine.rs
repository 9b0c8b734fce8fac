//! What queries ask the search for: [`Engine`] narrows the bounds of a score by null-window tests.
//!
//! ```text
//! bounds := the possible scores
//! while bounds.low < bounds.high:
//!     β := the next test of `Schedule`, low < β ≤ high
//!     Search::null_window(bounds, β)
//! ```
//!
//! For the score 3 of a position with 23 empty cells, whose possible scores are −11 to 11:
//!
//! ```text
//! β = −8, −6    reached       −6 ..= 11     far below zero: cheap to prove for most positions
//! β =  9, 7     not reached   −6 ..=  6     far above zero
//! β =  1        reached        1 ..=  6     who wins
//! β =  2, 3     reached        3 ..=  6     steps of 1, 1, 2, 4 … outwards
//! β =  5, 4     not reached    3
//! ```
//!
//! A search that was stopped continues with the same tests, whose results are in the table.
//!
//! The board chooses one of three searches, once: 7×6 as constants, or any size in words of 64 or
//! 128 bits ([`new_engine`]).

use alloc::boxed::Box;
use alloc::vec::Vec;

use bitboard_core::Player;
use bitboard_core::Word as _;
use bitboard_core::limits::ThreadStop;

use super::children::Processor;
use super::node::Search;
use super::shared::Shared;
use super::table::Table;
use super::threads::Team;
use crate::board::{Board, BoardSize, Bounds, Column, Position, Standard};

/// A search compiled for a kind of board, with its transposition table.
pub(crate) trait Engine: Send + Sync {
    /// Narrows the bounds of the score of a position, in which no player wins at once, until they
    /// reach the goal. Scores up to the low bound are not distinguished, and neither are scores
    /// from the high bound.
    fn narrow(
        &self,
        job: &Job<'_>,
        position: Position,
        bounds: &mut Bounds,
        goal: Goal,
    ) -> Result<(), ThreadStop>;
    /// The part of the slots that have an entry, of those for positions with this number of empty
    /// cells.
    fn fill(&self, empty_cells: u32) -> f64;
    /// The size of the table in bytes.
    fn bytes(&self) -> usize;
    /// Removes all entries.
    fn clear(&mut self);
    /// Appends the entries that have cost most, at most `most`.
    fn save(&self, most: usize, bytes: &mut Vec<u8>);
    /// Adds the entries of [`save`](Self::save), for a search with this number of empty cells.
    /// Returns whether they are entries of this table.
    fn load(&self, empty_cells: u32, bytes: &[u8]) -> bool;
}

/// The engine of a board with a table of at most `bytes`, or of the smallest size of the board.
/// Halves the bytes until the memory can be allocated.
///
/// # Panics
/// If not even the smallest table can be allocated.
pub(crate) fn new_engine(board: Board, mut bytes: usize) -> Box<dyn Engine> {
    loop {
        let engine = if board.is_standard() {
            Compiled::boxed(Standard, bytes)
        } else if let Some(board) = board.narrow() {
            Compiled::boxed(board, bytes)
        } else {
            Compiled::boxed(board, bytes)
        };
        if let Some(engine) = engine {
            return engine;
        }
        assert!(bytes > 0, "cannot allocate the transposition table");
        bytes /= 2;
    }
}

/// The search of a kind of board.
struct Compiled<B: BoardSize> {
    board: B,
    table: Table<B::Word>,
    processor: Processor,
}

/// What a query asks for besides the position.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) shared: &'a Shared<'a>,
    /// Number of threads of a search.
    pub(crate) threads: usize,
    /// The number of empty cells whose part of the table all searches use; `None` for the part for
    /// each position.
    pub(crate) part: Option<u32>,
    /// The column that progress is about; `None` for the position of the query.
    pub(crate) column: Option<Column>,
    /// Whether its searches report no progress.
    pub(crate) silent: bool,
}

/// What a query asks about a score.
#[derive(Clone, Copy)]
pub(crate) enum Goal {
    /// Who wins.
    Outcome,
    /// The score.
    Score,
    /// Whether the score is at least this: one null-window test. What the search finds beyond that
    /// is left out, because it depends on the contents of the table.
    AtLeast(i32),
}

impl Goal {
    /// Returns whether the bounds answer it.
    pub(crate) fn is_reached(self, bounds: Bounds) -> bool {
        match self {
            Self::Outcome => bounds.outcome(Player::First).is_some(),
            Self::Score => bounds.low >= bounds.high,
            Self::AtLeast(beta) => bounds.decide(beta).is_some(),
        }
    }
}

/// The [part of the table](Job::part) that is the whole table. A search with few empty cells would
/// wait for memory at every node in it, but it finds the entries of all other searches.
pub(crate) const WHOLE_TABLE: u32 = u32::MAX;

/// Positions with at most this many empty cells skip the far tests, which cost more than they save
/// there. With 13 instead of 9, End-Easy takes 15 % fewer nodes; with 18 instead of 13, Middle-Easy
/// takes 2 % fewer.
const FEW_CELLS: u32 = 18;

impl<B: BoardSize> Compiled<B> {
    /// Allocates the table. `None` if there is not enough memory.
    fn boxed(board: B, bytes: usize) -> Option<Box<dyn Engine>> {
        let table = Table::new(board, bytes)?;
        Some(Box::new(Self { board, table, processor: Processor::detect() }))
    }
}

impl<B: BoardSize> Engine for Compiled<B> {
    fn narrow(
        &self,
        job: &Job<'_>,
        position: Position,
        bounds: &mut Bounds,
        goal: Goal,
    ) -> Result<(), ThreadStop> {
        let empty_cells = position.empty_cells();
        let several = job.threads > 1 && empty_cells >= Team::LEAST_EMPTY;
        let team = several.then(|| Team::new(job.threads));
        let buckets = self.table.buckets(job.part.unwrap_or(empty_cells));
        let stones = [position.own, position.all].map(B::Word::from_u128);
        let root = (self.board, stones, empty_cells);
        let mut search = Search::new(self.processor, root, buckets, job.shared, team.as_ref());
        if !job.silent {
            search = search.reporting(job.column);
        }
        let widest = (empty_cells > FEW_CELLS).then(|| Bounds::possible(empty_cells));
        let (mut schedule, before) = (Schedule::new(*bounds, widest), *bounds);
        while !goal.is_reached(*bounds) {
            let beta = match goal {
                Goal::AtLeast(beta) => beta,
                _ => schedule.next(*bounds),
            };
            search.null_window(bounds, beta)?;
        }
        if let Goal::AtLeast(beta) = goal {
            *bounds = if bounds.low >= beta {
                Bounds { low: beta, ..before }
            } else {
                Bounds { high: beta - 1, ..before }
            };
        }
        Ok(())
    }

    fn fill(&self, empty_cells: u32) -> f64 {
        self.table.buckets(empty_cells).fill()
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn save(&self, most: usize, bytes: &mut Vec<u8>) {
        self.table.save(most, bytes);
    }

    fn load(&self, empty_cells: u32, bytes: &[u8]) -> bool {
        self.table.buckets(empty_cells).load(bytes)
    }
}

/// The order of null-window tests.
///
/// The first tests are whether the score is far from zero: at three quarters of what is possible,
/// twice on either side. That decides most positions with few nodes. After that comes zero, then
/// steps of 1, 1, 2, 4 … outwards.
struct Schedule {
    /// Tests left far below zero, and far above.
    far_tests: [u32; 2],
    /// Tests since it is known who wins.
    steps: u32,
}

impl Schedule {
    /// The tests between these bounds. With `widest`, the bounds before the first test, some are
    /// far from zero. Bounds that tests have narrowed leave fewer of them, so a search that was
    /// stopped continues with about the same test.
    fn new(bounds: Bounds, widest: Option<Bounds>) -> Self {
        let left = |size: i32, widest: i32| match size {
            _ if size >= widest => 2,
            _ if size > widest * 3 / 4 * 3 / 4 => 1,
            _ => 0,
        };
        let left =
            |widest: Bounds| [left(-bounds.low, -widest.low), left(bounds.high, widest.high)];
        Self { far_tests: widest.map_or([0; 2], left), steps: 0 }
    }

    /// The next β between bounds that leave several scores.
    fn next(&mut self, Bounds { low, high }: Bounds) -> i32 {
        if low >= 0 || high <= 0 {
            let step = (1 << self.steps.saturating_sub(1)).min((high - low + 1) / 2);
            self.steps += 1;
            return if low >= 0 { low + step } else { high + 1 - step };
        }
        let (low_far, high_far) = (low * 3 / 4, high * 3 / 4);
        let [low_tests, high_tests] = &mut self.far_tests;
        if *low_tests > 0 && low_far > low {
            *low_tests -= 1;
            low_far
        } else if *high_tests > 0 && high_far < high {
            *high_tests -= 1;
            high_far + 1
        } else {
            1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_lead_to_every_score() {
        for size in 0..30 {
            let possible = Bounds { low: -size, high: size - size % 2 };
            for widest in [None, Some(possible)] {
                for score in possible.low..=possible.high {
                    let (mut bounds, mut tests) = (possible, 0);
                    let mut schedule = Schedule::new(bounds, widest);
                    while bounds.low < bounds.high {
                        let beta = schedule.next(bounds);
                        assert!(bounds.low < beta && beta <= bounds.high, "{beta}: {bounds}");
                        if score >= beta {
                            bounds.low = beta;
                        } else {
                            bounds.high = beta - 1;
                        }
                        tests += 1;
                        // A search that is stopped here.
                        if tests == 3 {
                            schedule = Schedule::new(bounds, widest);
                        }
                    }
                    assert_eq!(bounds.exact(), Some(score));
                    assert!(tests <= 14, "{score}: {tests}");
                }
            }
        }
    }
}
