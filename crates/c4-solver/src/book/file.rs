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
//! once: their score needs no book. A complete book holds all of them, a shard only a part of the
//! deepest.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::panic::{RefUnwindSafe, UnwindSafe};

use bitboard_core::checksum::Checksum;
use bitboard_core::limits::unlimited;
use bitboard_core::{Interrupted, Limits, TryError, Word};

use super::build::{Lister, check_depth, check_entry, check_score, needs_entry, positions};
use super::foreign::Foreign;
use super::{BookError, EntryError};
use crate::board::{BoardSize, Position, Standard};

pub(super) const MAGIC: [u8; 8] = *b"c4book\0\x02";
const HEADER: usize = 24;

/// The bytes of a file, in any storage.
#[derive(Clone)]
struct Bytes(Arc<dyn AsRef<[u8]> + Send + Sync>);

// The bytes are only read, and reading tolerates any bytes, so a panic cannot leave a book half
// changed.
impl UnwindSafe for Bytes {}
impl RefUnwindSafe for Bytes {}

impl Bytes {
    fn as_slice(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

/// An opening book.
///
/// ```
/// use c4_solver::{Book, BookBuilder, Fixed, Position};
///
/// let board = Fixed::<4, 4>::BOARD;
/// let empty = Position::new(board);
/// let mut builder = BookBuilder::new(board, 0)?;
/// builder.insert(empty.symmetric_key(), 0);
/// let bytes = builder.build()?.as_bytes().to_vec();
///
/// let book = Book::from_bytes(board, bytes)?;
/// assert_eq!((book.score(&empty), book.len(), book.depth()), (Some(0), 1, 0));
/// assert_eq!(book.score(&empty.after_moves("1").unwrap()), None);
/// # Ok::<(), c4_solver::BookError>(())
/// ```
#[derive(Clone)]
pub struct Book<B: BoardSize = Standard> {
    bytes: Bytes,
    board: B,
    depth: usize,
    /// Number of entries.
    len: usize,
    /// The format of another program.
    foreign: Option<Foreign>,
}

impl<B: BoardSize> Book<B> {
    /// Reads a book from `bytes`: a vector, a memory map or similar.
    ///
    /// Two formats of other programs are read, too: bitbully's database of 12 plies with distances
    /// (`book_12ply_distances.dat` of the Python package bitbully-databases), which has positions
    /// with exactly 12 stones, and the opening books of Pascal Pons' solver, which may lack some
    /// positions. A [`BookBuilder`](super::BookBuilder) makes a complete book of their
    /// [`entries`](Self::entries).
    ///
    /// The keys of all entries are checked, and whether the scores are possible. That scores agree
    /// with one another is checked by [`BookBuilder::build`](super::BookBuilder::build). The time
    /// is proportional to the size, 0.1 s for a million entries.
    ///
    /// # Errors
    /// [`BookError`] if the bytes are not a book, are damaged, or are for another board.
    pub fn from_bytes(
        board: B,
        bytes: impl AsRef<[u8]> + Send + Sync + 'static,
    ) -> Result<Self, BookError> {
        let book = Self::with_checksum(board, Bytes(Arc::new(bytes)))?;
        book.check_entries()?;
        Ok(book)
    }

    /// Checks the header and the checksum, not the entries.
    fn with_checksum(board: B, bytes: Bytes) -> Result<Self, BookError> {
        let data = bytes.as_slice();
        if data.len() < HEADER || data[..8] != MAGIC {
            let (foreign, depth, len) = Foreign::recognize(board, data)?;
            check_depth(board, depth)?;
            return Ok(Self { bytes, board, depth, len, foreign: Some(foreign) });
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
        if data[16..24] != checksum(data).to_le_bytes() {
            return Err(BookError::Checksum);
        }
        Ok(Self { bytes, board, depth, len, foreign: None })
    }

    /// Checks the coding and the order of the entries, then the key and the score of each.
    fn check_entries(&self) -> Result<(), BookError> {
        let wrong = |index| move |reason| BookError::Entry { index, reason };
        for (index, entry) in self.slots() {
            let entry = entry.filter(|(position, _)| position.ply() <= self.depth);
            let (position, score) = entry.ok_or(EntryError::Coding).map_err(wrong(index))?;
            if needs_entry(&position) {
                check_score(position, score).map_err(wrong(index))?;
            }
        }
        self.blocks().check::<B::Word>().map_err(|index| wrong(index)(EntryError::Coding))?;
        let own = || self.blocks().entries::<B::Word>();
        let mut pairs = own().zip(own().skip(1));
        if let Some(before) = pairs.position(|((key, _), (next, _))| key >= next) {
            return Err(wrong(before + 1)(EntryError::Order));
        }
        for (index, entry) in own().enumerate() {
            check_entry(self.board, self.depth, entry).map_err(wrong(index))?;
        }
        Ok(())
    }

    /// The book included in the crate, if it is for this board: all positions of 7×6 with up to
    /// eight stones, 298 KiB.
    ///
    /// ```
    /// use c4_solver::{Book, Position, Standard};
    ///
    /// let book = Book::embedded(Standard::BOARD).unwrap();
    /// assert_eq!(book.score(&Position::EMPTY), Some(1));
    /// ```
    #[cfg(feature = "book")]
    #[must_use]
    pub fn embedded(board: B) -> Option<Self> {
        static BOOK: &[u8] = include_bytes!("../generated/book_7x6.bin");
        // A test checks its entries.
        Self::with_checksum(board, Bytes(Arc::new(BOOK))).ok()
    }

    /// Encodes a book of these entries, which are in ascending order of keys and have been checked.
    pub(super) fn encode(
        board: B,
        depth: usize,
        entries: &[(B::Word, i32)],
    ) -> Result<Self, BookError> {
        let len = entries.len();
        let count = u32::try_from(len).map_err(|_| BookError::Entries { entries: len })?;
        let key_bytes = key_bytes(board);
        let mut data = Vec::with_capacity(HEADER + 4 * len);
        data.extend(MAGIC);
        // None of them is above 127.
        data.extend([board.width() as u8, board.height() as u8, depth as u8, key_bytes as u8]);
        data.extend(count.to_le_bytes());
        data.extend([0; 8]);
        encode(entries, key_bytes, &mut data);
        let sum = checksum(&data).to_le_bytes();
        data[16..24].copy_from_slice(&sum);
        Ok(Self { bytes: Bytes(Arc::new(data)), board, depth, len, foreign: None })
    }

    /// The bytes of the file, from which [`from_bytes`](Self::from_bytes) reads the book.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_slice()
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> B {
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

    /// Returns whether it has all positions up to its [`depth`](Self::depth). Uses memory
    /// proportional to the size of the book. Returns false for books of other programs, which are
    /// not checked.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        unlimited(|limits| self.try_is_complete(limits))
    }

    /// [`is_complete`](Self::is_complete) within limits. A position, of any ply, is two nodes: one
    /// when it is listed, and one when it is looked up.
    ///
    /// # Errors
    /// [`Interrupted`] with the number of nodes if a limit is reached or the cancel flag is set.
    pub fn try_is_complete(&self, limits: &Limits<'_>) -> Result<bool, Interrupted<u64>> {
        if self.foreign.is_some() {
            return Ok(false);
        }
        let most = self.len().saturating_mul(16).max(1 << 16);
        let watch = limits.start();
        let mut lister = Lister::new(&watch);
        let mut has_all = || -> Result<bool, TryError<BookError, u64>> {
            let plies = lister.plies(self.board, self.depth, most)?;
            for position in plies.iter().flat_map(|keys| positions(self.board, keys)) {
                lister.count()?;
                if needs_entry(&position) && self.score(&position).is_none() {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        // A complete book would not have too many positions.
        has_all().or_else(|error| error.interrupted().map_or(Ok(false), Err))
    }

    /// The score of a position without [winning columns](Position::winning_columns); `None` if the
    /// book does not have it, or is for another board.
    #[must_use]
    pub fn score(&self, position: &Position<B>) -> Option<i32> {
        if position.ply() > self.depth || position.board != self.board {
            return None;
        }
        match self.foreign {
            None => self.blocks().score(position.symmetric_key()),
            Some(foreign) => foreign.score(self.as_bytes(), position),
        }
    }

    /// Symmetric keys and scores, in ascending order of keys, or for the formats of other programs
    /// in the order of the file. Positions that the player to move wins at once are left out.
    pub fn entries(&self) -> impl Iterator<Item = (B::Word, i32)> {
        let foreign = self.slots().filter_map(|(_, entry)| entry);
        let foreign = foreign.filter(|(position, _)| needs_entry(position));
        let foreign = foreign.map(|(position, score)| (position.symmetric_key(), score));
        self.blocks().entries().chain(foreign)
    }

    /// The slots of another program's book that are not empty, and their entries, `None` for
    /// damaged ones.
    fn slots(&self) -> impl Iterator<Item = (usize, Option<(Position<B>, i32)>)> {
        let data = self.as_bytes();
        self.foreign.into_iter().flat_map(move |foreign| {
            let entry = move |index| Some((index, foreign.entry(self.board, data, index)?));
            (0..foreign.slots(data)).filter_map(entry)
        })
    }

    /// Returns whether positions with fewer stones may be missing.
    pub(crate) fn is_foreign(&self) -> bool {
        self.foreign.is_some()
    }

    /// This book for another type of its board.
    pub(crate) fn on<C: BoardSize>(self, board: C) -> Book<C> {
        let Self { bytes, depth, len, foreign, .. } = self;
        Book { bytes, board, depth, len, foreign }
    }

    fn blocks(&self) -> Blocks<'_> {
        if self.foreign.is_some() {
            return Blocks::EMPTY;
        }
        let bytes = &self.bytes.as_slice()[HEADER..];
        // The length has been checked. The bytes of a memory map can still change.
        Blocks::new(bytes, key_bytes(self.board), self.len).unwrap_or(Blocks::EMPTY)
    }
}

impl<B: BoardSize> fmt::Debug for Book<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, depth, len, .. } = self;
        write!(f, "Book {{ board: {board:?}, depth: {depth}, len: {len} }}")
    }
}

fn key_bytes<B: BoardSize>(board: B) -> usize {
    (board.width() * (board.height() + 1)).div_ceil(8) as usize
}

/// The checksum of all bytes but its own.
fn checksum(data: &[u8]) -> u64 {
    Checksum::new().append(&data[..16]).append(&data[HEADER..]).value()
}

/// Entries of a block. A lookup reads half a block on average.
const BLOCK: usize = 64;
/// Bytes of an offset in the index.
const OFFSET: usize = 8;

/// Appends the index and the blocks of entries in ascending order of keys.
fn encode<T: Word>(entries: &[(T, i32)], key_bytes: usize, data: &mut Vec<u8>) {
    let mut blocks = Vec::with_capacity(3 * entries.len());
    for block in entries.chunks(BLOCK) {
        let (mut key, score) = block[0];
        data.extend(&key.to_u128().to_le_bytes()[..key_bytes]);
        data.extend((blocks.len() as u64).to_le_bytes());
        // No score is outside of −64 to 64.
        blocks.push(score as i8 as u8);
        for &(next, score) in &block[1..] {
            push_number(next.to_u128() - key.to_u128(), &mut blocks);
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
/// or does not fit `T`.
#[inline]
fn split_number<T: Word>(data: &mut &[u8]) -> Option<T> {
    let (mut number, mut shift) = (T::ZERO, 0);
    loop {
        let (&byte, rest) = data.split_first()?;
        *data = rest;
        let bits = T::from_u128(u128::from(byte & 0x7f));
        if shift >= T::BITS || bits << shift >> shift != bits {
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
    fn head<T: Word>(self, block: usize) -> Option<(T, usize)> {
        let size = self.key_bytes + OFFSET;
        let (first, offset) = self.index.get(block * size..)?.get(..size)?.split_at(self.key_bytes);
        let mut key = [0; 16];
        key[..first.len()].copy_from_slice(first);
        let offset = u64::from_le_bytes(offset.try_into().ok()?);
        Some((T::from_u128(u128::from_le_bytes(key)), offset.try_into().ok()?))
    }

    /// The entries of a block; none if the bytes have no such block.
    fn entries_of<T: Word>(self, block: usize) -> Entries<'a, T> {
        let left = self.len.saturating_sub(block * BLOCK).min(BLOCK);
        let found = self.head(block).and_then(|(key, at)| Some((key, self.data.get(at..)?)));
        match found {
            Some((key, data)) => Entries { data, key, first: true, left },
            None => Entries { data: &[], key: T::ZERO, first: true, left: 0 },
        }
    }

    /// Iterates up to the first malformed entry.
    fn entries<T: Word>(self) -> impl Iterator<Item = (T, i32)> {
        (0..self.count()).flat_map(move |block| self.entries_of(block))
    }

    /// The score of a key.
    fn score<T: Word>(self, key: T) -> Option<i32> {
        let (mut low, mut high) = (0, self.count());
        while low < high {
            let middle = low + (high - low) / 2;
            let (first, _) = self.head::<T>(middle)?;
            if first <= key { low = middle + 1 } else { high = middle }
        }
        let mut entries = self.entries_of::<T>(low.checked_sub(1)?);
        entries.find(|entry| entry.0 >= key).filter(|entry| entry.0 == key).map(|entry| entry.1)
    }

    /// Checks that the entries are encoded as [`encode`] does.
    ///
    /// # Errors
    /// The number of the first entry that is not.
    fn check<T: Word>(self) -> Result<(), usize> {
        let mut expected = 0;
        for block in 0..self.count() {
            let first = block * BLOCK;
            if self.head::<T>(block).ok_or(first)?.1 != expected {
                return Err(first);
            }
            let mut entries = self.entries_of::<T>(block);
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
struct Entries<'a, T> {
    data: &'a [u8],
    key: T,
    first: bool,
    left: usize,
}

impl<T: Word> Iterator for Entries<'_, T> {
    type Item = (T, i32);

    #[inline]
    fn next(&mut self) -> Option<(T, i32)> {
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
