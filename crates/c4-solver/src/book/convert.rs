//! Converting the book files of other programs.
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

use alloc::vec::Vec;

use bitboard_core::limits::unlimited_fallible;

use super::build::{BookBuilder, MAX_POSITIONS, check_depth, check_score, listed, plies};
use super::{Book, BookError};
use crate::board::{Board, Column, Position};

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

impl Book {
    /// Converts a book of another program: bitbully's database of 12 plies with distances
    /// (`book_12ply_distances.dat` of the Python package bitbully-databases), or an opening book of
    /// Pascal Pons' solver.
    ///
    /// A file that has only positions with the most stones must have all of them; the scores of the
    /// others follow from these. From other files the book has what the file has: those of Pons may
    /// lack some positions. The database of bitbully takes about 10 s and 0.53 GB, and the book is
    /// 17 MB.
    ///
    /// # Errors
    /// [`BookError`] if the bytes are not such a file, are damaged, or are for another board.
    pub fn convert(board: Board, bytes: &[u8]) -> Result<Self, BookError> {
        let (depth, mut entries) = entries(board, bytes)?;
        if entries.iter().all(|&(key, _)| listed(board, key).ply() == depth) {
            // An earlier ply may have more positions, but a depth that is wrong must not fill memory.
            let most = entries.len().saturating_mul(64).clamp(1 << 20, MAX_POSITIONS);
            let plies = unlimited_fallible(|limits| plies(board, depth, most, limits))?;
            return BookBuilder { board, plies, scores: entries }.build();
        }
        entries.sort_unstable_by_key(|&(key, _)| key);
        entries.dedup_by_key(|&mut (key, _)| key);
        Ok(Self::encode(board, depth, &entries))
    }
}

/// Reads the largest number of stones, and the symmetric keys of the positions with their scores,
/// without those that the player to move wins at once.
fn entries(board: Board, data: &[u8]) -> Result<(usize, Vec<(u128, i32)>), BookError> {
    match data {
        &[w, h, depth, key_bytes @ 1..=8, 1, log @ 2..=40, ..] => {
            let depth = usize::from(depth);
            check_size(board, (w.into(), h.into()))?;
            check_depth(board, depth)?;
            let entries = entries_of_pons(board, depth, key_bytes.into(), log, data)?;
            Ok((depth, checked(depth, entries)?))
        }
        // The first code begins with a stone.
        [0x80..0xc0, ..] => Ok((PLIES, checked(PLIES, entries_of_bitbully(board, data)?)?)),
        _ => Err(BookError::NotConvertible),
    }
}

/// Checks the entries of a file, which are `None` where they are damaged.
fn checked(
    depth: usize,
    entries: impl Iterator<Item = (usize, Option<(Position, i32)>)>,
) -> Result<Vec<(u128, i32)>, BookError> {
    let mut checked = Vec::new();
    for (index, entry) in entries {
        let entry = entry.filter(|(position, _)| position.ply() <= depth);
        let (position, score) = entry.ok_or(BookError::Entry { index })?;
        if !position.wins_at_once() {
            check_score(index, position, score)?;
            checked.push((position.symmetric_key(), score));
        }
    }
    Ok(checked)
}

fn check_size(board: Board, (width, height): (u32, u32)) -> Result<(), BookError> {
    let is_board = (width, height) == (board.width(), board.height());
    if is_board { Ok(()) } else { Err(BookError::Board { width, height }) }
}

/// The entries of bitbully's database.
fn entries_of_bitbully(
    board: Board,
    data: &[u8],
) -> Result<impl Iterator<Item = (usize, Option<(Position, i32)>)>, BookError> {
    check_size(board, (7, 6))?;
    let (entries, rest) = data.as_chunks::<ENTRY>();
    let is_whole = entries.last().is_some_and(|last| last.starts_with(&LAST));
    if !is_whole || !rest.is_empty() {
        return Err(BookError::Length { bytes: data.len(), entries: ENTRIES });
    }
    let mut before = None;
    let entry = move |&[a, b, c, d, distance]: &[u8; ENTRY]| {
        let code = i32::from_be_bytes([a, b, c, d]);
        let ascends = before.replace(code).is_none_or(|before| before < code);
        // Twelve stones and the ends of seven columns take 31 bits.
        let position = decode(code as u32)
            .filter(|position| ascends && code & 1 == 0 && position.ply() == PLIES)?;
        Some((position, score_at(position, distance as i8)?))
    };
    Ok(entries.iter().map(entry).enumerate())
}

/// The position of 7×6 with a code.
fn decode(code: u32) -> Option<Position> {
    let mut bits = code;
    let mut next = || {
        bits = bits.rotate_left(1);
        bits & 1
    };
    // Row by row from the top.
    let mut cells = [[0; 7]; 6];
    for x in 0..7 {
        let mut from_bottom = cells.iter_mut().rev();
        while next() == 1 {
            from_bottom.next()?[x] = 1 + next();
        }
    }
    Position::from_rows(Board::STANDARD, cells.as_flattened()).ok()
}

/// The score at a distance.
fn score_at(position: Position, distance: i8) -> Option<i32> {
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

/// The entries of a table of Pons, whose numbers are their slots.
fn entries_of_pons(
    board: Board,
    depth: usize,
    key_bytes: usize,
    log: u8,
    data: &[u8],
) -> Result<impl Iterator<Item = (usize, Option<(Position, i32)>)>, BookError> {
    let size = next_prime(1 << log);
    if (size * (key_bytes as u64 + 1) + HEADER as u64) != data.len() as u64 {
        return Err(BookError::Length { bytes: data.len(), entries: size as usize });
    }
    // The largest key has a digit for each stone, and for the end of each column but one.
    let largest = 3u128.checked_pow((depth + board.width() as usize - 1) as u32);
    let count = u128::from(size) << (8 * key_bytes);
    if largest.is_none_or(|largest| largest > count.min(u64::MAX.into())) {
        return Err(BookError::Keys { bytes: key_bytes, depth });
    }
    let (keys, scores) = data[HEADER..].split_at(size as usize * key_bytes);
    let mask = u64::MAX >> (64 - 8 * key_bytes);
    let entry = move |(slot, &score): (usize, &u8)| {
        let mut low = [0; 8];
        low[..key_bytes].copy_from_slice(&keys[slot * key_bytes..][..key_bytes]);
        // The number that leaves `slot` by `size` and `low` by the power of two.
        let low = u64::from_le_bytes(low);
        let times = low.wrapping_sub(slot as u64).wrapping_mul(inverse(size)) & mask;
        let key = u64::try_from(u128::from(size) * u128::from(times) + slot as u128).ok()?;
        let position = position_of(board, key)?;
        let is_smaller = key <= key3(position.mirror())?;
        Some((position, score_of(board, score)?)).filter(|_| is_smaller)
    };
    let used = scores.iter().enumerate().filter(|&(_, &score)| score > 0);
    Ok(used.map(move |slot| (slot.0, entry(slot))))
}

/// The key of a position in the table of Pons. `None` if it has more than 64 bits.
fn key3(position: Position) -> Option<u64> {
    let mut key = 0u128;
    for column in Column::all(position.board.width()) {
        for player in (0..position.board.height()).map_while(|row| position.stone(column, row)) {
            key = key.checked_mul(3)? + if player == position.turn() { 1 } else { 2 };
        }
        key = key.checked_mul(3)?;
    }
    u64::try_from(key / 3).ok()
}

/// The position with this key in the table of Pons. Keys with more digits are larger than that of
/// its mirror image.
fn position_of(board: Board, mut key: u64) -> Option<Position> {
    let mut stones = [0u128; 2];
    for x in (0..board.width()).rev() {
        let (mut column, mut height) = ([0; 2], 0);
        // From the top stone downwards.
        while !key.is_multiple_of(3) {
            let is_own = u128::from(key % 3 == 1);
            column = [column[0] << 1 | is_own, column[1] << 1 | (1 - is_own)];
            (key, height) = (key / 3, height + 1);
        }
        if height > board.height() {
            return None;
        }
        key /= 3;
        for (stones, column) in stones.iter_mut().zip(column) {
            *stones |= column << (x * (board.height() + 1));
        }
    }
    Position::from_stones(board, stones[0], stones[1]).ok()
}

/// The score of a byte in the table of Pons. No game has fewer than seven plies.
fn score_of(board: Board, byte: u8) -> Option<i32> {
    let lowest = 3 - (board.cells() / 2) as i32;
    let highest = board.cells().div_ceil(2) as i32 - 3;
    let score = lowest - 1 + i32::from(byte);
    (score <= highest).then_some(score)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples in the documentation of bitbully-databases.
    #[test]
    fn databases_of_bitbully_are_read() {
        for (code, distance, picture, score) in [
            (0x97ce_d3e0, 73, "......./......./.x...../.oo.x../.ox.o../xxoxo..", 2),
            (0x52f9_dc6c, -88, "......./......./..xx.../..oo.../.xox.../.xxo.oo", -10),
            (0x7717_71d8, 71, "......./...x.../.x.o.../.o.x.o./.x.o.x./.o.x.o.", 1),
        ] {
            let position = decode(code).unwrap();
            assert_eq!(Ok(position), picture.parse());
            assert_eq!(score_at(position, distance), Some(score));
        }
    }
}
