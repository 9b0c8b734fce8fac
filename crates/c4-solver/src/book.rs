//! Opening books: the scores of all positions up to some ply.
//!
//! # The file
//!
//! Numbers are little-endian.
//!
//! | bytes | what |
//! | --- | --- |
//! | 0–7 | `c4book`, 0, version 1 |
//! | 8, 9, 10, 11 | width, height, depth in plies, bytes of a key |
//! | 12–15 | number of entries |
//! | 16–23 | checksum of all other bytes: FNV-1a, 64 bits |
//! | 24– | entries: [symmetric key](Position::symmetric_key), ascending, then the score in one byte |
//!
//! Every position up to the depth is in it, except those that the player to move wins at once: their score needs no book.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use bitboard_core::Word;

use crate::board::Board;
use crate::position::Position;

const MAGIC: [u8; 8] = *b"c4book\0\x01";
const HEADER: usize = 24;

/// The bytes of a file, wherever they are.
type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// An opening book of a board.
#[derive(Clone)]
pub struct Book<B: Board> {
    bytes: Bytes,
    board: B,
    depth: u32,
    key_bytes: usize,
}

/// Why bytes are no book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// It does not begin as a book does.
    #[error("not an opening book of version 1")]
    NotABook,
    /// It has more or fewer bytes than its entries.
    #[error("{bytes} bytes instead of {expected}")]
    Length {
        /// The bytes there are.
        bytes: usize,
        /// The bytes there should be.
        expected: usize,
    },
    /// It is for another board.
    #[error("the book is for {width}×{height}")]
    Board {
        /// Columns of its board.
        width: u32,
        /// Rows of its board.
        height: u32,
    },
    /// Bytes have changed.
    #[error("the checksum is wrong")]
    Checksum,
    /// Entries are not in order, or not possible.
    #[error("entry {index} is out of order or impossible")]
    Entry {
        /// The entry, from 0.
        index: usize,
    },
}

impl<B: Board> Book<B> {
    /// The book in `bytes`: a vector, a memory map or the like. All of it is checked.
    ///
    /// # Errors
    /// [`BookError`] if it is no book, damaged, or for another board.
    pub fn new(
        board: B,
        bytes: impl AsRef<[u8]> + Send + Sync + 'static,
    ) -> Result<Self, BookError> {
        let bytes: Bytes = Arc::new(bytes);
        let data = (*bytes).as_ref();
        if data.len() < HEADER || data[..8] != MAGIC {
            return Err(BookError::NotABook);
        }
        let (width, height) = (u32::from(data[8]), u32::from(data[9]));
        if (width, height) != (board.width(), board.height()) {
            return Err(BookError::Board { width, height });
        }
        let book = Self {
            board,
            depth: u32::from(data[10]),
            key_bytes: key_bytes(board),
            bytes: bytes.clone(),
        };
        let count = u32::from_le_bytes([data[12], data[13], data[14], data[15]]);
        let expected = (count as usize).saturating_mul(book.key_bytes + 1).saturating_add(HEADER);
        if data.len() != expected || usize::from(data[11]) != book.key_bytes {
            return Err(BookError::Length { bytes: data.len(), expected });
        }
        if data[16..24] != checksum(data).to_le_bytes() {
            return Err(BookError::Checksum);
        }
        let mut last = None;
        for (index, (key, score)) in book.entries().enumerate() {
            let cells = board.cells() as i32;
            if last >= Some(key) || 2 * score.abs() > cells + 1 {
                return Err(BookError::Entry { index });
            }
            last = Some(key);
        }
        Ok(book)
    }

    /// The book that comes with the crate, if it is for this board: all positions of 7×6 with up to five stones.
    #[cfg(feature = "book")]
    #[must_use]
    pub fn embedded(board: B) -> Option<Self> {
        static BOOK: &[u8] = include_bytes!("generated/book_7x6.bin");
        Self::new(board, BOOK).ok()
    }

    /// Writes a book of these scores, by symmetric key. Of several for one key the last counts.
    #[must_use]
    pub fn write(
        board: B,
        depth: u32,
        scores: impl IntoIterator<Item = (B::Word, i32)>,
    ) -> Vec<u8> {
        let scores: alloc::collections::BTreeMap<B::Word, i32> = scores.into_iter().collect();
        let key_bytes = key_bytes(board);
        let mut data = Vec::with_capacity(HEADER + scores.len() * (key_bytes + 1));
        data.extend(MAGIC);
        data.extend([board.width() as u8, board.height() as u8, depth as u8, key_bytes as u8]);
        data.extend((scores.len() as u32).to_le_bytes());
        data.extend([0; 8]);
        for (key, score) in scores {
            data.extend(&key.to_u128().to_le_bytes()[..key_bytes]);
            data.push(score as i8 as u8);
        }
        let sum = checksum(&data).to_le_bytes();
        data[16..24].copy_from_slice(&sum);
        data
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> B {
        self.board
    }

    /// Up to how many stones it knows all positions.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How many positions it holds, mirror images counted once.
    #[must_use]
    pub fn len(&self) -> usize {
        self.data().len() / (self.key_bytes + 1)
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The score of a position in which nobody wins at once; `None` if the book does not have it.
    #[must_use]
    pub fn score(&self, position: Position<B>) -> Option<i32> {
        if position.ply() > self.depth {
            return None;
        }
        let key = position.symmetric_key();
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let (found, score) = self.entry(middle);
            match found.cmp(&key) {
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Greater => high = middle,
                core::cmp::Ordering::Equal => return Some(score),
            }
        }
        None
    }

    /// Symmetric keys and scores, by key.
    pub fn entries(&self) -> impl Iterator<Item = (B::Word, i32)> {
        (0..self.len()).map(|index| self.entry(index))
    }

    fn entry(&self, index: usize) -> (B::Word, i32) {
        let entry = &self.data()[index * (self.key_bytes + 1)..][..=self.key_bytes];
        let mut key = [0; 16];
        key[..self.key_bytes].copy_from_slice(&entry[..self.key_bytes]);
        let score = i32::from(entry[self.key_bytes] as i8);
        (B::Word::from_u128(u128::from_le_bytes(key)), score)
    }

    fn data(&self) -> &[u8] {
        &(*self.bytes).as_ref()[HEADER..]
    }
}

impl<B: Board> fmt::Debug for Book<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, depth, .. } = self;
        write!(f, "Book {{ board: {board:?}, depth: {depth}, len: {} }}", self.len())
    }
}

/// The positions with exactly so many stones that a book holds, by symmetric key: mirror images once, and those that the player to
/// move wins at once left out.
///
/// ```
/// use c4_solver::{Standard, book_positions};
///
/// assert_eq!(book_positions(Standard::BOARD, 2).len(), 25);
/// ```
#[must_use]
pub fn book_positions<B: Board>(board: B, ply: u32) -> Vec<Position<B>> {
    let mut positions = Vec::from([Position::new(board)]);
    for _ in 0..ply {
        let columns = 0..board.width();
        let children =
            |&position: &Position<B>| columns.clone().filter_map(move |x| position.play(x).ok());
        let mut next: Vec<_> = positions.iter().flat_map(children).collect();
        next.sort_unstable_by_key(|position| position.symmetric_key());
        next.dedup_by_key(|position| position.symmetric_key());
        positions = next;
    }
    positions.retain(|position| position.winning_moves().is_zero());
    positions
}

/// The scores of all shallower positions, from those of the deepest ones: by minimax. `None` if one is missing.
#[must_use]
pub fn complete<B: Board>(
    board: B,
    depth: u32,
    deepest: impl IntoIterator<Item = (B::Word, i32)>,
) -> Option<Vec<(B::Word, i32)>> {
    let mut scores: alloc::collections::BTreeMap<B::Word, i32> = deepest.into_iter().collect();
    if !book_positions(board, depth).iter().all(|p| scores.contains_key(&p.symmetric_key())) {
        return None;
    }
    for ply in (0..depth).rev() {
        for position in book_positions(board, ply) {
            // Nobody wins at once here, but the opponent may.
            let children = (0..board.width()).filter_map(|x| position.play(x).ok());
            let score = children.map(|child| {
                let known = scores.get(&child.symmetric_key()).copied();
                -known.unwrap_or_else(|| child.win_score())
            });
            // A full board is a draw.
            scores.insert(position.symmetric_key(), score.max().unwrap_or(0));
        }
    }
    Some(scores.into_iter().collect())
}

fn key_bytes<B: Board>(board: B) -> usize {
    (board.width() * (board.height() + 1)).div_ceil(8) as usize
}

/// FNV-1a of all bytes but those of the checksum.
fn checksum(data: &[u8]) -> u64 {
    let bytes = data[..16].iter().chain(&data[HEADER..]);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
