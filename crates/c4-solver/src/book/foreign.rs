//! The book files of other programs, which are read as they are.
//!
//! **bitbully**: the database of 12 plies with distances, `book_12ply_distances.dat`, has all
//! positions with exactly 12 stones but mirror images. An entry has five bytes. The first four are
//! a code of the position: from the highest bit on, column by column and upwards, 10 is a stone of
//! the first player, 11 one of the second, and 0 the end of the column. The last byte is
//! signed: 100 minus the plies to the end for a win, the negative of that for a loss, and 0 for a
//! draw. Codes ascend as signed numbers. The last one shows that the file was not cut.
//!
//! **Pons**: the opening book of his solver is a hash table. Six bytes are the width, the height,
//! the largest number of stones, the bytes of a key, those of a score (1), and an exponent e.
//! The size is the smallest prime of at least 2^e. All keys follow, then all scores: 0 for
//! an empty slot, else 1 more than the score is above the lowest one. The key of a position is a
//! number in base 3: column by column and upwards, 1 is a stone of the player to move, 2 one of the
//! other player, and 0 the end of a column but the last; it is the smaller one of the position and
//! its mirror image. It is stored at its remainder by the size, with its lowest bytes. By the
//! Chinese remainder theorem, both remainders give the key.

use bitboard_core::{Player, Word as _};

use super::BookError;
use crate::board::{BoardSize, Column, Position};

/// The format of a book of another program.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Foreign {
    Bitbully,
    Pons { key_bytes: usize, size: usize },
}

/// Bytes of an entry of bitbully.
const ENTRY: usize = 5;
/// Its number of entries. The file has neither this number nor a checksum.
const ENTRIES: usize = 4_200_899;
/// The code of its last position. A file that was cut ends with another one.
const LAST: [u8; 4] = [0x7f, 0x7b, 0xa2, 0x88];
/// Stones of its positions.
const PLIES: usize = 12;
/// Bytes of the header of Pons.
const HEADER: usize = 6;

impl Foreign {
    /// Recognizes a format. Returns it with the largest number of stones and the number of entries.
    pub(super) fn recognize<B: BoardSize>(
        board: B,
        data: &[u8],
    ) -> Result<(Self, usize, usize), BookError> {
        let (width, height) = (board.width(), board.height());
        let &[w, h, depth, key_bytes @ 1..=8, 1, log @ 2..=40, ..] = data else {
            // The first code begins with a stone.
            if !data.first().is_some_and(|first| (0x80..0xc0).contains(first)) {
                return Err(BookError::NotABook);
            }
            if (width, height) != (7, 6) {
                return Err(BookError::Board { width: 7, height: 6 });
            }
            let (entries, rest) = data.as_chunks::<ENTRY>();
            let is_whole = entries.last().is_some_and(|last| last.starts_with(&LAST));
            if !is_whole || !rest.is_empty() {
                return Err(BookError::Length { bytes: data.len(), entries: ENTRIES });
            }
            return Ok((Self::Bitbully, PLIES, entries.len()));
        };
        let (width, height) = (u32::from(w), u32::from(h));
        if (width, height) != (board.width(), board.height()) {
            return Err(BookError::Board { width, height });
        }
        let (depth, key_bytes) = (usize::from(depth), usize::from(key_bytes));
        let size = next_prime(1 << log);
        if (size * (key_bytes as u64 + 1) + HEADER as u64) != data.len() as u64 {
            return Err(BookError::Length { bytes: data.len(), entries: size as usize });
        }
        // The largest key has a digit for each stone, and for the end of each column but one.
        let largest = 3u128.checked_pow((depth + width as usize - 1) as u32);
        let keys = u128::from(size) << (8 * key_bytes);
        if largest.is_none_or(|largest| largest > keys.min(u64::MAX.into())) {
            return Err(BookError::Keys { bytes: key_bytes, depth });
        }
        let size = size as usize;
        let entries = data[HEADER + size * key_bytes..].iter().filter(|&&score| score > 0).count();
        Ok((Self::Pons { key_bytes, size }, depth, entries))
    }

    /// Number of slots for entries.
    pub(super) fn slots(self, data: &[u8]) -> usize {
        match self {
            Self::Bitbully => data.len() / ENTRY,
            Self::Pons { size, .. } => size,
        }
    }

    /// The score of a position.
    pub(super) fn score<B: BoardSize>(self, data: &[u8], position: &Position<B>) -> Option<i32> {
        match self {
            Self::Bitbully => {
                let (entries, _) = data.as_chunks::<ENTRY>();
                let find = |position: Position<B>| {
                    let code = encode(position)? as i32;
                    let found = entries.binary_search_by_key(&code, |&[a, b, c, d, _]| {
                        i32::from_be_bytes([a, b, c, d])
                    });
                    found.ok().and_then(|index| score_at(&position, entries[index][4] as i8))
                };
                find(*position).or_else(|| find(position.mirror()))
            }
            Self::Pons { key_bytes, size } => {
                let key = smaller_key(*position)?;
                let slot = (key % size as u64) as usize;
                let (keys, scores) = data.get(HEADER..)?.split_at_checked(size * key_bytes)?;
                let found = keys[slot * key_bytes..][..key_bytes] == key.to_le_bytes()[..key_bytes];
                if found { score_of(position.board(), *scores.get(slot)?) } else { None }
            }
        }
    }

    /// The position and the score of a slot. The inner value is `None` if it is damaged.
    pub(super) fn entry<B: BoardSize>(
        self,
        board: B,
        data: &[u8],
        slot: usize,
    ) -> Option<Option<(Position<B>, i32)>> {
        match self {
            Self::Bitbully => {
                let entry = |index: usize| data.as_chunks::<ENTRY>().0.get(index);
                let &[a, b, c, d, distance] = entry(slot)?;
                let code = i32::from_be_bytes([a, b, c, d]);
                let before = slot.checked_sub(1).and_then(entry);
                let ascends =
                    before.is_none_or(|&[a, b, c, d, _]| i32::from_be_bytes([a, b, c, d]) < code);
                let position = decode(code as u32, board);
                let position = position.filter(|&position| {
                    let is_canonical = encode(position) == Some(code as u32);
                    ascends && is_canonical && position.ply() == PLIES
                });
                Some(
                    position.and_then(|position| {
                        Some((position, score_at(&position, distance as i8)?))
                    }),
                )
            }
            Self::Pons { key_bytes, size } => {
                let (keys, scores) = data.get(HEADER..)?.split_at_checked(size * key_bytes)?;
                let score = *scores.get(slot)?;
                if score == 0 {
                    return None;
                }
                let mut low = [0; 8];
                low[..key_bytes].copy_from_slice(&keys[slot * key_bytes..][..key_bytes]);
                // The number that leaves `slot` by `size` and `low` by the power of two.
                let (low, size) = (u64::from_le_bytes(low), size as u64);
                let mask = u64::MAX >> (64 - 8 * key_bytes);
                let times = low.wrapping_sub(slot as u64).wrapping_mul(inverse(size)) & mask;
                let key = u128::from(size) * u128::from(times) + slot as u128;
                let position = u64::try_from(key).ok().and_then(|key| {
                    position_of(board, key).filter(|&position| smaller_key(position) == Some(key))
                });
                Some(position.and_then(|position| Some((position, score_of(board, score)?))))
            }
        }
    }
}

/// The code of a position in bitbully's database. `None` if it has more than 32 bits.
fn encode<B: BoardSize>(position: Position<B>) -> Option<u32> {
    let (mut code, mut len) = (0u64, 0);
    for column in Column::all(position.board().width()) {
        for row in 0..position.board().height() {
            let Some(player) = position.stone(column, row) else { break };
            code = code << 2 | 2 | u64::from(player == Player::Second);
            len += 2;
        }
        (code, len) = (code << 1, len + 1);
    }
    u32::try_from(code << 32u32.checked_sub(len)?).ok()
}

/// The position with a code.
fn decode<B: BoardSize>(code: u32, board: B) -> Option<Position<B>> {
    let mut bits = code;
    let mut next = || {
        bits = bits.rotate_left(1);
        bits & 1
    };
    let mut cells = [[None; 6]; 7];
    for column in &mut cells {
        let mut row = 0;
        while next() == 1 {
            *column.get_mut(row)? = Some(Player::at(next() as usize));
            row += 1;
        }
    }
    let stone = |column: Column, row: u32| cells[column.index() as usize][row as usize];
    Position::from_cells(board, stone).ok()
}

/// The score at a distance.
fn score_at<B: BoardSize>(position: &Position<B>, distance: i8) -> Option<i32> {
    let plies = 100 - i32::from(distance.unsigned_abs());
    let left = position.empty_cells() as i32;
    let score = match distance.signum() {
        0 => return Some(0),
        1 => (left + 1 - plies) / 2,
        _ => -(left + 2 - plies) / 2,
    };
    let is_exact = plies > 0
        && score.signum() == i32::from(distance.signum())
        && position.plies_to_end(score) as i32 == plies;
    is_exact.then_some(score)
}

/// The key of a position in the table of Pons. `None` if it has more than 64 bits.
fn key3<B: BoardSize>(position: Position<B>) -> Option<u64> {
    let mut key = 0u128;
    for column in Column::all(position.board().width()) {
        for row in 0..position.board().height() {
            let Some(player) = position.stone(column, row) else { break };
            key = key.checked_mul(3)? + if player == position.turn() { 1 } else { 2 };
        }
        key = key.checked_mul(3)?;
    }
    u64::try_from(key / 3).ok()
}

/// The smaller key of a position and its mirror image.
fn smaller_key<B: BoardSize>(position: Position<B>) -> Option<u64> {
    Some(key3(position)?.min(key3(position.mirror())?))
}

/// The position with this key in the table of Pons.
fn position_of<B: BoardSize>(board: B, mut key: u64) -> Option<Position<B>> {
    let (mut own, mut other) = (B::Word::ZERO, B::Word::ZERO);
    for x in (0..board.width()).rev() {
        let (mut column, mut height) = ([0u64; 2], 0);
        // From the top stone downwards.
        while !key.is_multiple_of(3) {
            let is_own = key % 3 == 1;
            column = [column[0] << 1 | u64::from(is_own), column[1] << 1 | u64::from(!is_own)];
            (key, height) = (key / 3, height + 1);
        }
        if height > board.height() {
            return None;
        }
        key /= 3;
        let place = |stones: u64| B::Word::from_u128(stones.into()) << (x * (board.height() + 1));
        (own, other) = (own | place(column[0]), other | place(column[1]));
    }
    if key > 0 { None } else { Position::from_stones(board, own, other).ok() }
}

/// The score of a byte in the table of Pons. No game has fewer than seven plies.
fn score_of<B: BoardSize>(board: B, byte: u8) -> Option<i32> {
    let lowest = 3 - (board.cells() / 2) as i32;
    let highest = board.cells().div_ceil(2) as i32 - 3;
    let score = lowest - 1 + i32::from(byte);
    (byte > 0 && score <= highest).then_some(score)
}

/// The inverse of an odd number modulo 2^64, by Newton's method.
fn inverse(odd: u64) -> u64 {
    (0..6)
        .fold(odd, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse))))
}

/// The smallest prime of at least `number`.
fn next_prime(number: u64) -> u64 {
    let is_prime = |n: u64| (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    (number..).find(|&n| is_prime(n)).unwrap_or(number)
}
