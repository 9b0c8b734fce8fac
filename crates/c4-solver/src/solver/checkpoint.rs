//! Checkpoints of long searches: the bounds of the score, and the entries of the table that have
//! cost most.
//!
//! A search that continues from these bounds runs the same tests again and finds their results in
//! the table. Entries have their whole hash, so that a table of another size can read them.
//!
//! # File format
//!
//! Numbers are little-endian.
//!
//! | bytes | content |
//! | --- | --- |
//! | 0–7 | `c4point`, version 4 |
//! | 8, 9 | width, height |
//! | 10, 11 | lower and upper bound of the score |
//! | 12–15 | 0 |
//! | 16–23 | checksum of all other bytes: FNV-1a, 64 bits |
//! | 24–39 | key of the position |
//! | 40–47 | nodes so far |
//! | 48– | entries of the table: hash, lower bound, upper bound, work |

use alloc::vec::Vec;

use super::{Solver, check_board};
use crate::board::{Board, Bounds, Position};
use crate::book::{has_checksum, write_checksum};

const MAGIC: [u8; 8] = *b"c4point\x04";
const HEADER: usize = 48;

/// A search from which [`Solver::restore`] continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Checkpoint {
    /// The position that is solved.
    pub position: Position,
    /// The bounds of its score so far.
    pub bounds: Bounds,
    /// The nodes so far.
    pub nodes: u64,
}

/// Error of a checkpoint that cannot be written or restored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The first bytes are not those of a checkpoint.
    #[error("not a checkpoint of version {}", MAGIC[7])]
    NotACheckpoint,
    /// The checkpoint is for another board.
    #[error("the checkpoint is for {width}×{height}")]
    Board {
        /// Columns of its board.
        width: u32,
        /// Rows of its board.
        height: u32,
    },
    /// The checksum does not fit the bytes.
    #[error("the checksum is wrong")]
    Checksum,
    /// The position or an entry are not possible.
    #[error("the checkpoint has impossible contents")]
    Contents,
    /// The bounds are empty, or the score of the position is never within them.
    #[error("expected bounds of the score within {possible}, found {found}")]
    Bounds {
        /// The bounds of the checkpoint.
        found: Bounds,
        /// The bounds that are known without a search.
        possible: Bounds,
    },
}

impl Solver {
    /// Returns bytes from which a solver, in another process too, continues a search: its bounds
    /// and up to `entries` entries of the transposition table, those that have cost most. An entry
    /// takes 10 bytes on 7×6 and at most 19.
    ///
    /// ```
    /// use c4_solver::{Checkpoint, Limits, Position, Solver};
    ///
    /// let (mut solver, position) = (Solver::default(), Position::from_moves("6237266376111153366")?);
    /// let bounds = solver.try_solve(&position, &Limits::new().nodes(1_000)).unwrap_err().partial;
    /// let nodes = solver.statistics().nodes;
    /// let bytes = solver.checkpoint(&position, bounds, nodes, 1 << 20)?;
    ///
    /// let mut solver = Solver::default();
    /// let Checkpoint { position, bounds, .. } = solver.restore(&bytes)?;
    /// assert_eq!(solver.try_solve_from(&position, bounds, &Limits::new()), Ok(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckpointError::Bounds`] if the bounds are not possible for the position.
    ///
    /// # Panics
    /// If the position is of another board.
    pub fn checkpoint(
        &self,
        position: &Position,
        bounds: Bounds,
        nodes: u64,
        entries: usize,
    ) -> Result<Vec<u8>, CheckpointError> {
        check_board("position", self.board, position.board);
        check_bounds(*position, bounds)?;
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        // None of them is above 127, and possible scores fit too.
        bytes.extend([position.board.width() as u8, position.board.height() as u8]);
        bytes.extend([bounds.low as i8 as u8, bounds.high as i8 as u8]);
        bytes.extend([0; 12]);
        bytes.extend(position.key().to_le_bytes());
        bytes.extend(nodes.to_le_bytes());
        // Before the first search there are no entries.
        if let Some(engine) = &self.engine {
            engine.save(entries, &mut bytes);
        }
        write_checksum(&mut bytes);
        Ok(bytes)
    }

    /// Adds the entries of a [checkpoint](Self::checkpoint) to the transposition table, which may
    /// have another size than that of the solver that wrote it, and returns the search to continue.
    ///
    /// The entries are trusted: the checksum finds damage, not malice.
    ///
    /// # Errors
    /// [`CheckpointError`] if the bytes are not a checkpoint, are damaged, are for another board,
    /// or have impossible contents.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<Checkpoint, CheckpointError> {
        let (Some(header), true) = (bytes.first_chunk::<HEADER>(), bytes.starts_with(&MAGIC))
        else {
            return Err(CheckpointError::NotACheckpoint);
        };
        let (width, height) = (u32::from(header[8]), u32::from(header[9]));
        if (width, height) != (self.board.width(), self.board.height()) {
            return Err(CheckpointError::Board { width, height });
        }
        if !has_checksum(bytes) {
            return Err(CheckpointError::Checksum);
        }
        let checkpoint = read_header(self.board, header).ok_or(CheckpointError::Contents)?;
        check_bounds(checkpoint.position, checkpoint.bounds)?;
        self.allocate();
        let empty_cells = checkpoint.position.empty_cells();
        let loaded =
            self.engine.as_ref().is_some_and(|engine| engine.load(empty_cells, &bytes[HEADER..]));
        loaded.then_some(checkpoint).ok_or(CheckpointError::Contents)
    }
}

/// Reads the header; `None` if the position is not possible.
fn read_header(board: Board, header: &[u8; HEADER]) -> Option<Checkpoint> {
    let key = u128::from_le_bytes(*header[24..].first_chunk()?);
    let position = Position::from_key(board, key).ok()?;
    let bounds = Bounds { low: i32::from(header[10] as i8), high: i32::from(header[11] as i8) };
    let nodes = u64::from_le_bytes(*header[40..].first_chunk()?);
    Some(Checkpoint { position, bounds, nodes })
}

/// Checks that the bounds are possible for the position and leave a score.
fn check_bounds(position: Position, found: Bounds) -> Result<(), CheckpointError> {
    let possible = position.known_score();
    if found.low <= found.high && possible.contains(found) {
        Ok(())
    } else {
        Err(CheckpointError::Bounds { found, possible })
    }
}
