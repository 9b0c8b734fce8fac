//! Books as files: reading, checks, lookups and the coding of entries.
//!
//! A lookup is a binary search over the first keys of the blocks and a walk through half a block of
//! 64 entries on average. An entry of the book of 7×6 takes 2.7 bytes.
//!
//! # File format
//!
//! Numbers are little-endian.
//!
//! | bytes | content |
//! | --- | --- |
//! | 0–7 | `c4book`, 0, version 2 |
//! | 8, 9, 10, 11 | width, height, depth in plies, bytes of a key |
//! | 12–15 | number of entries |
//! | 16–23 | checksum of all other bytes: FNV-1a, 64 bits |
//! | 24– | index: for each block of 64 entries its first key, then its offset in 8 bytes |
//! | then | blocks: for each entry the difference of its key from the one before, then its score |
//!
//! Keys are [symmetric](Position::symmetric_key) and ascend. A score is a byte. A difference has
//! seven bits in each byte, the lowest first; the highest bit of all bytes but the last is set. The
//! first entry of a block has no difference, because its key is in the index.
//!
//! A book holds positions with at most `depth` stones, except those that the player to move wins at
//! once: their score needs no book. The checkpoint of a builder is a book that has only some of the
//! deepest.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use bitboard_core::checksum::Checksum;

use super::BookError;
use super::build::{check_depth, check_score};
use crate::board::{Board, Position};

pub(super) const MAGIC: [u8; 8] = *b"c4book\0\x02";
const HEADER: usize = 24;

/// An opening book.
///
/// ```
/// use c4_solver::{Board, Book, BookBuilder, Position, Solver};
///
/// let board = Board::new(4, 4)?;
/// let mut builder = BookBuilder::new(board, 0)?;
/// Solver::new(board).solve_book(&mut builder);
/// let bytes = builder.build()?.as_bytes().to_vec();
///
/// let (book, empty) = (Book::from_bytes(board, bytes)?, Position::new(board));
/// assert_eq!((book.score(&empty), book.len(), book.depth()), (Some(0), 1, 0));
/// assert_eq!(book.score(&empty.after_moves("1")?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Book {
    bytes: Arc<Cow<'static, [u8]>>,
    board: Board,
    depth: usize,
    /// Number of entries.
    len: usize,
}

impl Book {
    /// Reads a book that a [`BookBuilder`](super::BookBuilder) has made. Books of other programs
    /// are [converted](Self::convert).
    ///
    /// The keys of all entries are checked, and whether the scores are possible. The time is
    /// proportional to the size, 0.1 s for a million entries.
    ///
    /// # Errors
    /// [`BookError`] if the bytes are not a book, are damaged, or are for another board.
    pub fn from_bytes(board: Board, bytes: Vec<u8>) -> Result<Self, BookError> {
        let book = Self::with_checksum(board, bytes.into())?;
        book.check_entries()?;
        Ok(book)
    }

    /// Reads the size of the board in the bytes of a book, of which the first 16 are enough.
    ///
    /// # Errors
    /// [`BookError::NotABook`], or [`BookError::Board`] if there is no such board.
    pub fn board_of(bytes: &[u8]) -> Result<Board, BookError> {
        let &[width, height] =
            bytes.strip_prefix(&MAGIC).and_then(<[u8]>::first_chunk).ok_or(BookError::NotABook)?;
        let (width, height) = (width.into(), height.into());
        Board::new(width, height).map_err(|_| BookError::Board { width, height })
    }

    /// Checks the header and the checksum, not the entries.
    fn with_checksum(board: Board, bytes: Cow<'static, [u8]>) -> Result<Self, BookError> {
        let data = bytes.as_ref();
        if data.len() < HEADER || data[..8] != MAGIC {
            return Err(BookError::NotABook);
        }
        let (width, height) = (u32::from(data[8]), u32::from(data[9]));
        if (width, height) != (board.width(), board.height()) {
            return Err(BookError::Board { width, height });
        }
        let depth = usize::from(data[10]);
        check_depth(board, depth)?;
        let key_bytes = key_bytes(board);
        let len = u32::from_le_bytes([data[12], data[13], data[14], data[15]]) as usize;
        let wrong = usize::from(data[11]) != key_bytes;
        if wrong || Blocks::new(&data[HEADER..], key_bytes, len).is_none() {
            return Err(BookError::Length { bytes: data.len(), entries: len });
        }
        if !has_checksum(data) {
            return Err(BookError::Checksum);
        }
        Ok(Self { bytes: Arc::new(bytes), board, depth, len })
    }

    /// Checks the coding and the order of the entries, then the key and the score of each.
    fn check_entries(&self) -> Result<(), BookError> {
        self.blocks().check().map_err(|index| BookError::Entry { index })?;
        let mut before = None;
        for (index, (key, score)) in self.entries().enumerate() {
            let position = Position::from_key(self.board, key).ok().filter(|position| {
                let is_in_book = !position.wins_at_once() && position.ply() <= self.depth;
                is_in_book && position.symmetric_key() == key && before < Some(key)
            });
            check_score(index, position.ok_or(BookError::Entry { index })?, score)?;
            before = Some(key);
        }
        Ok(())
    }

    /// The book included in the crate, if it is for this board: all positions of 7×6 with up to
    /// eight stones, 298 KiB.
    ///
    /// ```
    /// use c4_solver::{Board, Book, Position};
    ///
    /// let book = Book::embedded(Board::STANDARD).unwrap();
    /// assert_eq!(book.score(&Position::EMPTY), Some(1));
    /// ```
    #[cfg(feature = "book")]
    #[must_use]
    pub fn embedded(board: Board) -> Option<Self> {
        static BOOK: &[u8] = include_bytes!("../generated/book_7x6.bin");
        // A test checks its entries.
        Self::with_checksum(board, BOOK.into()).ok()
    }

    /// Encodes a book of these entries, which are in ascending order of keys and have been checked.
    pub(super) fn encode(board: Board, depth: usize, entries: &[(u128, i32)]) -> Self {
        let (len, key_bytes) = (entries.len(), key_bytes(board));
        let mut data = Vec::with_capacity(HEADER + 4 * len);
        data.extend(MAGIC);
        // None of them is above 127.
        data.extend([board.width() as u8, board.height() as u8, depth as u8, key_bytes as u8]);
        data.extend((len as u32).to_le_bytes());
        data.extend([0; 8]);
        encode(entries, key_bytes, &mut data);
        write_checksum(&mut data);
        Self { bytes: Arc::new(data.into()), board, depth, len }
    }

    /// The bytes of the file, from which [`from_bytes`](Self::from_bytes) reads the book.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// The largest number of stones on the board of a position in the book.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Number of positions, mirror images counted once.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether it has no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The score of a position without [winning columns](Position::winning_columns); `None` if the
    /// book does not have it, or is for another board.
    #[must_use]
    pub fn score(&self, position: &Position) -> Option<i32> {
        if position.ply() > self.depth || position.board != self.board {
            return None;
        }
        self.blocks().score(position.symmetric_key())
    }

    /// Symmetric keys and scores, in ascending order of keys.
    pub fn entries(&self) -> impl Iterator<Item = (u128, i32)> {
        self.blocks().entries()
    }

    fn blocks(&self) -> Blocks<'_> {
        // The length has been checked.
        Blocks::new(&self.bytes[HEADER..], key_bytes(self.board), self.len).unwrap_or(Blocks::EMPTY)
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, depth, len, .. } = self;
        write!(f, "Book({}×{}, {depth} plies, {len} positions)", board.width(), board.height())
    }
}

fn key_bytes(board: Board) -> usize {
    (board.width() * (board.height() + 1)).div_ceil(8) as usize
}

/// Writes the checksum of a file, in bytes 16 to 23.
pub(crate) fn write_checksum(bytes: &mut [u8]) {
    let sum = checksum(bytes);
    bytes[16..24].copy_from_slice(&sum);
}

/// Returns whether the checksum is that of the other bytes.
pub(crate) fn has_checksum(bytes: &[u8]) -> bool {
    bytes[16..24] == checksum(bytes)
}

fn checksum(bytes: &[u8]) -> [u8; 8] {
    Checksum::new().append(&bytes[..16]).append(&bytes[24..]).value().to_le_bytes()
}

/// Entries of a block. A lookup reads half a block on average.
const BLOCK: usize = 64;
/// Bytes of an offset in the index.
const OFFSET: usize = 8;

/// Appends the index and the blocks of entries in ascending order of keys.
fn encode(entries: &[(u128, i32)], key_bytes: usize, data: &mut Vec<u8>) {
    let mut blocks = Vec::with_capacity(3 * entries.len());
    for block in entries.chunks(BLOCK) {
        let (mut key, score) = block[0];
        data.extend(&key.to_le_bytes()[..key_bytes]);
        data.extend((blocks.len() as u64).to_le_bytes());
        // No score is outside of −64 to 64.
        blocks.push(score as i8 as u8);
        for &(next, score) in &block[1..] {
            push_number(next - key, &mut blocks);
            blocks.push(score as i8 as u8);
            key = next;
        }
    }
    data.extend(blocks);
}

/// Appends seven bits a byte, the lowest first. The highest bit of all bytes but the last is set.
fn push_number(mut number: u128, data: &mut Vec<u8>) {
    while number >= 0x80 {
        data.push(number as u8 | 0x80);
        number >>= 7;
    }
    data.push(number as u8);
}

/// Splits a number from the front of `data`. `None` if it is not encoded as [`push_number`] does,
/// or has more than 128 bits.
#[inline]
fn split_number(data: &mut &[u8]) -> Option<u128> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (&byte, rest) = data.split_first()?;
        *data = rest;
        let bits = u128::from(byte & 0x7f);
        if shift >= u128::BITS || bits << shift >> shift != bits {
            return None;
        }
        number |= bits << shift;
        if byte < 0x80 {
            return (byte != 0 || shift == 0).then_some(number);
        }
        shift += 7;
    }
}

/// The entries of a file.
#[derive(Clone, Copy)]
struct Blocks<'a> {
    /// For each block its first key, and the offset of its other bytes.
    index: &'a [u8],
    data: &'a [u8],
    key_bytes: usize,
    len: usize,
}

impl<'a> Blocks<'a> {
    /// No entries.
    const EMPTY: Self = Self { index: &[], data: &[], key_bytes: 1, len: 0 };

    /// Returns `len` entries; `None` if the bytes have no room for their index.
    fn new(bytes: &'a [u8], key_bytes: usize, len: usize) -> Option<Self> {
        let index = len.div_ceil(BLOCK).checked_mul(key_bytes + OFFSET)?;
        let (index, data) = bytes.split_at_checked(index)?;
        Some(Self { index, data, key_bytes, len })
    }

    fn count(self) -> usize {
        self.len.div_ceil(BLOCK)
    }

    /// The first key of a block, and the offset of its bytes.
    fn head(self, block: usize) -> Option<(u128, usize)> {
        let size = self.key_bytes + OFFSET;
        let (first, offset) = self.index.get(block * size..)?.get(..size)?.split_at(self.key_bytes);
        let mut key = [0; 16];
        key[..first.len()].copy_from_slice(first);
        let offset = u64::from_le_bytes(offset.try_into().ok()?);
        Some((u128::from_le_bytes(key), offset.try_into().ok()?))
    }

    /// The entries of a block; none if the bytes have no such block.
    fn entries_of(self, block: usize) -> Entries<'a> {
        let left = self.len.saturating_sub(block * BLOCK).min(BLOCK);
        let found = self.head(block).and_then(|(key, at)| Some((key, self.data.get(at..)?)));
        match found {
            Some((key, data)) => Entries { data, key, first: true, left },
            None => Entries { data: &[], key: 0, first: true, left: 0 },
        }
    }

    /// Iterates up to the first malformed entry.
    fn entries(self) -> impl Iterator<Item = (u128, i32)> {
        (0..self.count()).flat_map(move |block| self.entries_of(block))
    }

    /// The score of a key.
    fn score(self, key: u128) -> Option<i32> {
        let (mut low, mut high) = (0, self.count());
        while low < high {
            let middle = low + (high - low) / 2;
            let (first, _) = self.head(middle)?;
            if first <= key { low = middle + 1 } else { high = middle }
        }
        let mut entries = self.entries_of(low.checked_sub(1)?);
        entries.find(|entry| entry.0 >= key).filter(|entry| entry.0 == key).map(|entry| entry.1)
    }

    /// Checks that the entries are encoded as [`encode`] does.
    ///
    /// # Errors
    /// The number of the first entry that is not.
    fn check(self) -> Result<(), usize> {
        let mut expected = 0;
        for block in 0..self.count() {
            let first = block * BLOCK;
            if self.head(block).ok_or(first)?.1 != expected {
                return Err(first);
            }
            let mut entries = self.entries_of(block);
            let found = entries.by_ref().count();
            if found != (self.len - first).min(BLOCK) {
                return Err(first + found);
            }
            expected = self.data.len() - entries.data.len();
        }
        if expected == self.data.len() { Ok(()) } else { Err(self.len) }
    }
}

/// The entries of a block. Ends early where the bytes are not those of an entry.
struct Entries<'a> {
    data: &'a [u8],
    key: u128,
    first: bool,
    left: usize,
}

impl Iterator for Entries<'_> {
    type Item = (u128, i32);

    #[inline]
    fn next(&mut self) -> Option<(u128, i32)> {
        if self.left == 0 {
            return None;
        }
        if !self.first {
            let key = self.key.wrapping_add(split_number(&mut self.data)?);
            if key < self.key {
                return None;
            }
            self.key = key;
        }
        let (&score, rest) = self.data.split_first()?;
        (self.data, self.first) = (rest, false);
        self.left -= 1;
        Some((self.key, i32::from(score as i8)))
    }
}
