//! Opening books: the scores of all positions up to some ply.
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
//! | 24– | index: for each block of 64 entries its first [symmetric key](Position::symmetric_key), and in 8 bytes the offset of the block |
//! | then | blocks: for each entry the difference of its key from the one before, then the score in one byte |
//!
//! Keys ascend. A difference has seven bits in each byte, the lowest first; the highest bit of all bytes but the last is set. The first
//! entry of a block has no difference, because its key is in the index.
//!
//! A book holds positions with at most `depth` stones, except those that the player to move wins at once: their score
//! needs no book. A complete book holds all of them, a shard only a part of the deepest.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::panic::{RefUnwindSafe, UnwindSafe};

use super::check::check_entry;
use super::coding::{Blocks, encode};
use super::error::{BookError, EntryError};
use super::positions::{check_depth, needs_book, plies};
use crate::board::{Board, Position, Standard};
use crate::checksum::fnv;

const MAGIC: [u8; 8] = *b"c4book\0\x02";
const HEADER: usize = 24;

/// The bytes of a file, in any storage.
#[derive(Clone)]
struct Bytes(Arc<dyn AsRef<[u8]> + Send + Sync>);

// The bytes are only read, and reading tolerates any bytes, so a panic cannot leave a book half changed.
impl UnwindSafe for Bytes {}
impl RefUnwindSafe for Bytes {}

impl Bytes {
    fn as_slice(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

/// An opening book.
#[derive(Clone)]
pub struct Book<B: Board = Standard> {
    bytes: Bytes,
    board: B,
    depth: u32,
    len: usize,
}

impl<B: Board> Book<B> {
    /// Reads a book from `bytes`: a vector, a memory map or similar.
    ///
    /// All entries are checked, also against one another: the score of a position must agree with those of its moves,
    /// as far as the book holds them. The scores of the deepest positions cannot be checked without a search. The
    /// time is proportional to the size, 0.3 s for a million entries.
    ///
    /// ```
    /// use c4_solver::{Book, Fixed, Position};
    ///
    /// let board = Fixed::<4, 4>::BOARD;
    /// let scores = [(Position::new(board).key(), 0)];
    /// let book = Book::new(board, Book::write(board, 0, scores)?)?;
    /// assert_eq!(book.score(&Position::new(board)), Some(0));
    /// # Ok::<(), c4_solver::BookError>(())
    /// ```
    ///
    /// # Errors
    /// [`BookError`] if the bytes are not a book, are damaged, or are for another board.
    pub fn new(
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
            return Err(BookError::NotABook);
        }
        let (width, height) = (u32::from(data[8]), u32::from(data[9]));
        if (width, height) != (board.width(), board.height()) {
            return Err(BookError::Board { width, height });
        }
        let depth = u32::from(data[10]);
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
        Ok(Self { bytes, board, depth, len })
    }

    fn check_entries(&self) -> Result<(), BookError> {
        self.blocks().check::<B::Word>().map_err(|index| {
            let reason = EntryError::Coding;
            BookError::Entry { index, reason }
        })?;
        let keys = || self.entries().map(|(key, _)| key);
        if let Some(before) = keys().zip(keys().skip(1)).position(|(key, next)| key >= next) {
            return Err(BookError::Entry { index: before + 1, reason: EntryError::Order });
        }
        for (index, entry) in self.entries().enumerate() {
            check_entry(self.board, self.depth, entry, |position| self.score(&position))
                .map_err(|reason| BookError::Entry { index, reason })?;
        }
        Ok(())
    }

    /// The book included in the crate, if it is for this board: all positions of 7×6 with up to eight stones, 298 KiB.
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

    /// Encodes a book of these scores, by symmetric key. If a key occurs more than once, its last score counts.
    ///
    /// ```
    /// use c4_solver::{Book, Fixed};
    ///
    /// let bytes = Book::write(Fixed::<4, 4>::BOARD, 2, [])?;
    /// assert!(bytes.starts_with(b"c4book"));
    /// # Ok::<(), c4_solver::BookError>(())
    /// ```
    ///
    /// # Errors
    /// [`BookError`] if the depth or the number of entries is too large, or if [`new`](Self::new) would refuse an entry.
    pub fn write(
        board: B,
        depth: u32,
        scores: impl IntoIterator<Item = (B::Word, i32)>,
    ) -> Result<Vec<u8>, BookError> {
        check_depth(board, depth)?;
        let scores: BTreeMap<B::Word, i32> = scores.into_iter().collect();
        let entries = scores.len();
        let count = u32::try_from(entries).map_err(|_| BookError::Entries { entries })?;
        let known = |position: Position<B>| scores.get(&position.symmetric_key()).copied();
        for (index, (&key, &score)) in scores.iter().enumerate() {
            check_entry(board, depth, (key, score), known)
                .map_err(|reason| BookError::Entry { index, reason })?;
        }
        let scores: Vec<(B::Word, i32)> = scores.into_iter().collect();
        let key_bytes = key_bytes(board);
        let mut data = Vec::with_capacity(HEADER + 4 * entries);
        data.extend(MAGIC);
        // None of them is above 127.
        data.extend([board.width() as u8, board.height() as u8, depth as u8, key_bytes as u8]);
        data.extend(count.to_le_bytes());
        data.extend([0; 8]);
        encode(&scores, key_bytes, &mut data);
        let sum = checksum(&data).to_le_bytes();
        data[16..24].copy_from_slice(&sum);
        Ok(data)
    }

    /// The board.
    ///
    /// ```
    /// use c4_solver::{Book, Fixed, Position};
    ///
    /// let board = Fixed::<4, 4>::BOARD;
    /// let scores = [(Position::new(board).key(), 0)];
    /// let book = Book::new(board, Book::write(board, 0, scores)?)?;
    /// assert_eq!(book.board(), board);
    /// # Ok::<(), c4_solver::BookError>(())
    /// ```
    #[must_use]
    pub fn board(&self) -> B {
        self.board
    }

    /// The largest number of stones on the board of a position in the book.
    ///
    /// ```
    /// use c4_solver::{Book, Fixed, Position};
    ///
    /// let board = Fixed::<4, 4>::BOARD;
    /// let scores = [(Position::new(board).key(), 0)];
    /// let book = Book::new(board, Book::write(board, 0, scores)?)?;
    /// assert_eq!(book.depth(), 0);
    /// # Ok::<(), c4_solver::BookError>(())
    /// ```
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Number of positions, mirror images counted once.
    ///
    /// ```
    /// use c4_solver::{Book, Fixed, Position};
    ///
    /// let board = Fixed::<4, 4>::BOARD;
    /// let scores = [(Position::new(board).key(), 0)];
    /// let book = Book::new(board, Book::write(board, 0, scores)?)?;
    /// assert_eq!(book.len(), 1);
    /// # Ok::<(), c4_solver::BookError>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether it has no positions.
    ///
    /// ```
    /// use c4_solver::{Book, Fixed, Position};
    ///
    /// let board = Fixed::<4, 4>::BOARD;
    /// let scores = [(Position::new(board).key(), 0)];
    /// let book = Book::new(board, Book::write(board, 0, scores)?)?;
    /// assert!(!book.is_empty());
    /// # Ok::<(), c4_solver::BookError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether it has all positions up to its [`depth`](Self::depth). Uses memory proportional to the size of the book.
    ///
    /// ```
    /// use c4_solver::{Book, Fixed, Position};
    ///
    /// let board = Fixed::<4, 4>::BOARD;
    /// let scores = [(Position::new(board).key(), 0)];
    /// let book = Book::new(board, Book::write(board, 0, scores)?)?;
    /// assert!(book.is_complete());
    /// # Ok::<(), c4_solver::BookError>(())
    /// ```
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let most = self.len().saturating_mul(16).max(1 << 16);
        plies(self.board, self.depth, most).is_ok_and(|plies| {
            let mut positions = plies.into_iter().flatten().filter(needs_book);
            positions.all(|position| self.score(&position).is_some())
        })
    }

    /// The score of a position without [winning columns](Position::winning_columns); `None` if the book does not have it, or is
    /// for another board.
    ///
    /// ```
    /// use c4_solver::{Book, Fixed, Position};
    ///
    /// let board = Fixed::<4, 4>::BOARD;
    /// let scores = [(Position::new(board).key(), 0)];
    /// let book = Book::new(board, Book::write(board, 0, scores)?)?;
    /// assert_eq!(book.score(&Position::new(board)), Some(0));
    /// assert_eq!(book.score(&Position::new(board).play_moves("1").unwrap()), None);
    /// # Ok::<(), c4_solver::BookError>(())
    /// ```
    #[must_use]
    pub fn score(&self, position: &Position<B>) -> Option<i32> {
        if position.ply() > self.depth || position.board != self.board {
            return None;
        }
        self.blocks().score(position.symmetric_key())
    }

    /// Symmetric keys and scores, by key.
    ///
    /// ```
    /// use c4_solver::{Book, Fixed, Position};
    ///
    /// let board = Fixed::<4, 4>::BOARD;
    /// let scores = [(Position::new(board).key(), 0)];
    /// let book = Book::new(board, Book::write(board, 0, scores)?)?;
    /// assert!(book.entries().eq(scores));
    /// # Ok::<(), c4_solver::BookError>(())
    /// ```
    pub fn entries(&self) -> impl Iterator<Item = (B::Word, i32)> {
        self.blocks().entries()
    }

    fn blocks(&self) -> Blocks<'_> {
        let bytes = &self.bytes.as_slice()[HEADER..];
        // The length has been checked. The bytes of a memory map can still change.
        Blocks::new(bytes, key_bytes(self.board), self.len).unwrap_or(Blocks::EMPTY)
    }
}

impl<B: Board> fmt::Debug for Book<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, depth, .. } = self;
        write!(f, "Book {{ board: {board:?}, depth: {depth}, len: {} }}", self.len())
    }
}

fn key_bytes<B: Board>(board: B) -> usize {
    (board.width() * (board.height() + 1)).div_ceil(8) as usize
}

/// FNV-1a of all bytes but those of the checksum.
fn checksum(data: &[u8]) -> u64 {
    fnv(data[..16].iter().chain(&data[HEADER..]))
}
