//! Counts in progress as files.
//!
//! # File format
//!
//! Numbers are little-endian.
//!
//! | bytes | content |
//! | --- | --- |
//! | 0–7 | `tourcnt`, version 2 |
//! | 8–15 | hash of the graph, whose vertices are in the order of the sweep |
//! | 16–19 | number of vertices taken |
//! | 20–35 | number of tours that are complete |
//! | 36–39, 40–43 | number of blocks that wait, and of blocks that are done |
//! | 44– | of each block: ends, number of rows, bytes of a count, sets inside (4 bytes each), counts |
//! | last 8 | checksum of all other bytes: FNV-1a, 64 bits |

use std::io::{self, Read, Write};
use std::vec::Vec;

use bitboard_core::checksum::Checksum;

use crate::Counting;
use crate::count::{Block, Slots};
use crate::memory::Memory;

const MAGIC: [u8; 8] = *b"tourcnt\x02";

/// Error of a checkpoint that cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Reading failed, or the file ends early.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The first bytes are not those of a checkpoint.
    #[error("not a checkpoint of a count of tours, version 2")]
    NotACheckpoint,
    /// The checkpoint is of another board, other moves, or another kind of tours.
    #[error("the checkpoint is of other tours")]
    Tours,
    /// The checkpoint needs more memory than is allowed, or can be allocated.
    #[error("the checkpoint needs more memory")]
    OutOfMemory,
    /// The checksum does not fit the bytes, or the contents are not possible.
    #[error("the checkpoint is damaged")]
    Damaged,
}

impl Counting {
    /// Writes a checkpoint, from which [`read`](Self::read) continues in another process.
    ///
    /// ```
    /// use knight_tours::bitboard_core::{Bitboard, RowMajor, Steps};
    /// use knight_tours::Tours;
    /// use knight_tours::Limits;
    ///
    /// let board = Bitboard::<u64, RowMajor<6, 6>>::FULL;
    /// let tours = Tours::on_board(board, &Steps::KNIGHT).closed();
    /// let mut counting = tours.counting()?;
    /// assert!(counting.try_run(&Limits::new().nodes(1_000)).is_err());
    /// let mut file = Vec::new();
    /// counting.write(&mut file)?;
    ///
    /// let mut counting = tours.counting()?;
    /// counting.read(file.as_slice())?;
    /// assert_eq!(counting.try_run(&Limits::new()), Ok(9_862));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, file: impl Write) -> io::Result<()> {
        let mut file = Summed::new(file);
        let sweep = &self.sweep;
        let level = &sweep.level;
        file.put(&MAGIC)?;
        file.put(&sweep.fingerprint.to_le_bytes())?;
        file.put(&(sweep.taken as u32).to_le_bytes())?;
        file.put(&sweep.tours.to_le_bytes())?;
        file.put(&(level.waiting.len() as u32).to_le_bytes())?;
        file.put(&(level.done.len() as u32).to_le_bytes())?;
        for Block { ends, inside, width, bytes } in level.waiting.iter().chain(&level.done) {
            let head = [*ends, inside.len() as u32, *width as u32];
            let numbers = head.iter().chain(inside);
            file.put(&numbers.flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>())?;
            file.put(bytes)?;
        }
        let sum = file.sum.value();
        file.file.write_all(&sum.to_le_bytes())?;
        file.file.flush()
    }

    /// Continues from a checkpoint that [`write`](Self::write) has written for the same tours.
    /// After an error, the count begins again.
    ///
    /// The checksum finds damage, not malice: a file that was forged can lead to a wrong count.
    ///
    /// # Errors
    /// [`CheckpointError`] if the file is not such a checkpoint, or needs too much memory.
    pub fn read(&mut self, file: impl Read) -> Result<(), CheckpointError> {
        let read = self.try_read(file);
        if read.is_err() {
            self.sweep.restart();
        }
        read
    }

    fn try_read(&mut self, file: impl Read) -> Result<(), CheckpointError> {
        let mut file = Summed::new(file);
        let mut magic = [0; 8];
        let found = file.get(&mut magic);
        if found.is_err() || magic != MAGIC {
            return Err(CheckpointError::NotACheckpoint);
        }
        if u64::from_le_bytes(file.array()?) != self.sweep.fingerprint {
            return Err(CheckpointError::Tours);
        }
        let taken = u32::from_le_bytes(file.array()?) as usize;
        let tours = u128::from_le_bytes(file.array()?);
        let waiting = u32::from_le_bytes(file.array()?);
        let done = u32::from_le_bytes(file.array()?);
        let sweep = &mut self.sweep;
        if taken > sweep.len() {
            return Err(CheckpointError::Damaged);
        }
        // Without steps, the number is known and identifies the tours.
        if sweep.len() == 0 && tours != sweep.tours {
            return Err(CheckpointError::Tours);
        }
        sweep.clear();
        for _ in 0..waiting {
            sweep.level.waiting.push(file.get_block(&sweep.memory)?);
        }
        for _ in 0..done {
            sweep.level.done.push(file.get_block(&sweep.memory)?);
        }
        let sum = file.sum.value();
        let is_whole = u64::from_le_bytes(file.array()?) == sum;
        // The checksum is the end of the file.
        if !is_whole || file.file.take(1).read_to_end(&mut Vec::new())? > 0 {
            return Err(CheckpointError::Damaged);
        }
        (sweep.taken, sweep.tours) = (taken, tours);
        if sweep.sort_if_possible() { Ok(()) } else { Err(CheckpointError::Damaged) }
    }
}

/// A file with the checksum of what was read or written.
struct Summed<F> {
    file: F,
    sum: Checksum,
}

/// Bytes that are read at a time, so that a wrong length ends the file instead of the memory.
const CHUNK: usize = 1 << 16;

impl<F> Summed<F> {
    fn new(file: F) -> Self {
        Self { file, sum: Checksum::new() }
    }
}

impl<F: Write> Summed<F> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum = self.sum.append(bytes);
        self.file.write_all(bytes)
    }
}

impl<F: Read> Summed<F> {
    fn get(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.file.read_exact(bytes)?;
        self.sum = self.sum.append(bytes);
        Ok(())
    }

    fn array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.get(&mut bytes).map(|()| bytes)
    }

    /// Reads `len` bytes.
    fn bytes(&mut self, len: usize) -> Result<Vec<u8>, CheckpointError> {
        let mut bytes = Vec::new();
        while bytes.len() < len {
            let start = bytes.len();
            let more = CHUNK.max(start).min(len - start);
            bytes.try_reserve_exact(more).map_err(|_| CheckpointError::OutOfMemory)?;
            bytes.resize(start + more, 0);
            self.get(&mut bytes[start..])?;
        }
        Ok(bytes)
    }

    fn get_block(&mut self, memory: &Memory) -> Result<Block, CheckpointError> {
        let ends = Slots::from_le_bytes(self.array()?);
        let rows = u32::from_le_bytes(self.array()?) as usize;
        let width = u32::from_le_bytes(self.array()?) as usize;
        let inside = self.bytes(rows.saturating_mul(4))?;
        let inside = inside.chunks_exact(4).filter_map(|word| word.first_chunk());
        let inside: Vec<_> = inside.map(|word| Slots::from_le_bytes(*word)).collect();
        let mut block = Block { ends, inside, width, bytes: Vec::new() };
        let is_possible = rows > 0 && (1..=16).contains(&width);
        let len = block.len().and_then(|len| len.checked_mul(width)).filter(|_| is_possible);
        let len = len.ok_or(CheckpointError::Damaged)?;
        if !memory.take(block.memory().saturating_add(len)) {
            return Err(CheckpointError::OutOfMemory);
        }
        block.bytes = self.bytes(len)?;
        Ok(block)
    }
}
