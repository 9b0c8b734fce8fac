//! Building books: the positions of a book, and minimax.
//!
//! Only the positions with the most stones are searched. The scores of the others follow from the
//! last ply backwards: the score of a position is the best of its moves, each the negated score of
//! the position after it. Mirror images share an entry, and positions that the player to move wins
//! at once need none. With n positions of a ply, a ply takes time O(n log n) and memory O(n).

use alloc::vec::Vec;

use bitboard_core::limits::{Meter, unlimited_fallible};
use bitboard_core::{Limits, StopReason, TryError};

use super::{Book, BookError};
use crate::board::{Board, Bounds, Position};

/// The most positions with the same number of stones that are listed, because each takes up to 100
/// bytes.
pub(super) const MAX_POSITIONS: usize = 40_000_000;

/// Builds a [`Book`] of all positions with up to some number of stones, from the scores of those
/// with the most.
///
/// ```
/// use c4_solver::{Board, BookBuilder, Solver};
///
/// let board = Board::new(4, 4)?;
/// let mut builder = BookBuilder::new(board, 3)?;
/// // `Solver::solve_book` does this on all cores.
/// let mut solver = Solver::new(board).memory_bytes(1 << 16);
/// for position in builder.positions().collect::<Vec<_>>() {
///     builder.insert(&position, solver.solve(&position));
/// }
/// let book = builder.build()?;
/// assert_eq!((book.depth(), book.len()), (3, 37));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct BookBuilder {
    pub(super) board: Board,
    /// The keys of the positions with 0, 1, … stones, mirror images once, in lexicographic order of
    /// their moves.
    pub(super) plies: Vec<Vec<u128>>,
    /// Scores by symmetric key, in any order. The last one of a key counts.
    pub(super) scores: Vec<(u128, i32)>,
}

impl BookBuilder {
    /// Lists the positions with up to `depth` stones.
    ///
    /// # Errors
    /// [`BookError::Depth`] if the board has fewer cells than `depth`, [`BookError::TooMany`] if
    /// there are more than 40 million positions with the same number of stones, or too many for
    /// the memory.
    pub fn new(board: Board, depth: usize) -> Result<Self, BookError> {
        unlimited_fallible(|limits| Self::try_new(board, depth, limits))
    }

    /// [`new`](Self::new) within limits. Each position with fewer than `depth` stones is a node.
    ///
    /// # Errors
    /// If a limit was reached, or those of [`new`](Self::new).
    pub fn try_new(
        board: Board,
        depth: usize,
        limits: &Limits<'_>,
    ) -> Result<Self, TryError<BookError>> {
        check_depth(board, depth).map_err(TryError::Failed)?;
        Ok(Self { board, plies: plies(board, depth, MAX_POSITIONS, limits)?, scores: Vec::new() })
    }

    /// The largest number of stones.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.plies.len() - 1
    }

    /// The positions whose scores the book needs: those with [`depth`](Self::depth) stones, mirror
    /// images once, without those that the player to move wins at once. They are in lexicographic
    /// order of their moves, so a position and the next have most of a game in common.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        positions(self.board, self.plies.last().map_or(&[][..], Vec::as_slice))
            .filter(|position| !position.wins_at_once())
    }

    /// The positions whose scores are not known yet.
    pub(crate) fn open_positions(&self) -> Vec<Position> {
        let known = sorted(self.scores.clone());
        self.positions().filter(|position| score_in(&known, position).is_none()).collect()
    }

    /// Sets the score of a position and of its mirror image. Scores of positions that are not
    /// [needed](Self::positions) have no effect.
    pub fn insert(&mut self, position: &Position, score: i32) {
        self.scores.push((position.symmetric_key(), score));
    }

    /// Number of [positions](Self::positions) whose scores are not known yet.
    #[must_use]
    pub fn missing(&self) -> usize {
        self.open_positions().len()
    }

    /// The scores so far as bytes, from which [`restore`](Self::restore) continues in another
    /// process.
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        Book::encode(self.board, self.depth(), &sorted(self.scores.clone())).as_bytes().to_vec()
    }

    /// Adds the scores of a [checkpoint](Self::checkpoint), or those of a book.
    ///
    /// # Errors
    /// [`BookError`] if the bytes are not a checkpoint of a book of this board and depth, or are
    /// damaged.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), BookError> {
        let book = Book::from_bytes(self.board, bytes.to_vec())?;
        if book.depth() != self.depth() {
            return Err(BookError::Plies { expected: self.depth(), found: book.depth() });
        }
        self.scores.extend(book.entries());
        Ok(())
    }

    /// Builds the book: computes the scores of positions with fewer stones by minimax.
    ///
    /// # Errors
    /// [`BookError::Missing`] if the score of a needed position is missing, [`BookError::Score`] if
    /// one is not possible.
    pub fn build(mut self) -> Result<Book, BookError> {
        let (board, depth, given) = (self.board, self.depth(), sorted(self.scores));
        // The entries of a ply are sorted by key. `after` is where those of the next ply begin.
        let (mut entries, mut after) = (Vec::new(), None);
        while let Some(keys) = self.plies.pop() {
            let start = entries.len();
            let entry = |position: Position| (position.symmetric_key(), 0);
            entries.extend(positions(board, &keys).filter(|at| !at.wins_at_once()).map(entry));
            drop(keys);
            entries[start..].sort_unstable_by_key(|&(key, _)| key);
            let mut missing = 0;
            for index in start..entries.len() {
                let position = listed(board, entries[index].0);
                entries[index].1 = match (after, score_in(&given, &position)) {
                    (Some(after), _) => best_move(position, &entries[after..start]),
                    (None, Some(score)) => {
                        check_score(index, position, score)?;
                        score
                    }
                    (None, None) => {
                        missing += 1;
                        0
                    }
                };
            }
            if missing > 0 {
                return Err(BookError::Missing { missing, ply: depth });
            }
            after = Some(start);
        }
        entries.sort_unstable_by_key(|&(key, _)| key);
        Ok(Book::encode(board, depth, &entries))
    }
}

/// Sorts scores by key. Of several scores of a key, the last one is kept.
fn sorted(mut scores: Vec<(u128, i32)>) -> Vec<(u128, i32)> {
    scores.reverse();
    scores.sort_by_key(|&(key, _)| key);
    scores.dedup_by_key(|&mut (key, _)| key);
    scores
}

/// The score of a position in a list that is sorted by key.
fn score_in(scores: &[(u128, i32)], position: &Position) -> Option<i32> {
    let found = scores.binary_search_by_key(&position.symmetric_key(), |&(key, _)| key);
    found.ok().map(|index| scores[index].1)
}

/// Checks that the board has at least `depth` cells.
pub(super) fn check_depth(board: Board, depth: usize) -> Result<(), BookError> {
    let cells = board.cells() as usize;
    if depth > cells { Err(BookError::Depth { depth, cells }) } else { Ok(()) }
}

/// The keys of all positions with 0, 1, … `depth` stones, mirror images once, in lexicographic
/// order of their moves.
pub(super) fn plies(
    board: Board,
    depth: usize,
    most: usize,
    limits: &Limits<'_>,
) -> Result<Vec<Vec<u128>>, TryError<BookError>> {
    let watch = limits.start();
    let mut meter = Meter::new(&watch);
    let mut plies = Vec::from([Vec::from([Position::new(board).key()])]);
    for ply in 1..=depth {
        let last = plies.last().map_or(&[][..], Vec::as_slice);
        let next = children(board, last, most, &mut meter);
        plies.push(next.ok_or(TryError::Failed(BookError::TooMany { ply, most }))??);
    }
    Ok(plies)
}

/// The keys of the positions one ply later, in the order in which the first of several lines of
/// play leads to them. `None` if there are more than `most`, or more than memory holds.
fn children(
    board: Board,
    keys: &[u128],
    most: usize,
    meter: &mut Meter<'_>,
) -> Option<Result<Vec<u128>, StopReason>> {
    // Symmetric keys, and twice the place in the order, plus 1 for a mirror image.
    let mut children: Vec<(u128, usize)> = Vec::new();
    let (mut room, mut order) = (0, (0..).step_by(2));
    for position in positions(board, keys) {
        if let Err(reason) = meter.take_all(1) {
            return Some(Err(reason));
        }
        let columns = position.columns();
        if children.len() + columns.len() > room {
            deduplicate(&mut children);
            if children.len() > most {
                return None;
            }
            room = room.max(2 * children.len()).max(1 << 16);
            children.try_reserve_exact(room - children.len()).ok()?;
        }
        let played = columns.iter().filter_map(|column| position.after(column).ok());
        children.extend(played.zip(order.by_ref()).map(|(child, order)| {
            let (key, symmetric) = (child.key(), child.symmetric_key());
            (symmetric, order + usize::from(key != symmetric))
        }));
    }
    deduplicate(&mut children);
    if children.len() > most {
        return None;
    }
    children.sort_unstable_by_key(|&(_, order)| order);
    let mut keys = Vec::new();
    keys.try_reserve_exact(children.len()).ok()?;
    keys.extend(
        children.iter().map(
            |&(key, order)| {
                if order % 2 == 0 { key } else { listed(board, key).mirror().key() }
            },
        ),
    );
    Some(Ok(keys))
}

/// Keeps the first of equal positions and mirror images, which have equal keys.
fn deduplicate(children: &mut Vec<(u128, usize)>) {
    children.sort_unstable();
    children.dedup_by_key(|&mut (key, _)| key);
}

/// The positions of a list of keys.
fn positions(board: Board, keys: &[u128]) -> impl Iterator<Item = Position> {
    keys.iter().map(move |&key| listed(board, key))
}

/// The position with a key of a list.
pub(super) fn listed(board: Board, key: u128) -> Position {
    Position::of_key(board, key).unwrap_or_else(|| Position::new(board))
}

/// Checks that the score of a position without winning moves is possible.
pub(super) fn check_score(index: usize, position: Position, score: i32) -> Result<(), BookError> {
    let Bounds { low, high } = Bounds::possible(position.empty_cells());
    if (low..=high).contains(&score) {
        Ok(())
    } else {
        Err(BookError::Score { index, score, low, high })
    }
}

/// The best score among the moves of a position without winning moves, whose scores are known.
fn best_move(position: Position, known: &[(u128, i32)]) -> i32 {
    let children = position.columns().iter().filter_map(|column| position.after(column).ok());
    let scores = children.filter_map(|child| {
        Some(-if child.wins_at_once() { child.win_score() } else { score_in(known, &child)? })
    });
    scores.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_as_many_positions_are_listed_as_allowed() {
        let plies = |depth, most| {
            let plies = |limits: &Limits<'_>| plies(Board::STANDARD, depth, most, limits);
            unlimited_fallible(plies).map(|plies| plies.len())
        };
        assert_eq!(plies(42, 2_000), Err(BookError::TooMany { ply: 5, most: 2_000 }));
        assert_eq!(plies(4, 568), Ok(5));
        assert_eq!(plies(4, 567), Err(BookError::TooMany { ply: 4, most: 567 }));
    }
}
