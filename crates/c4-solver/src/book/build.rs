//! Building books: the positions of a book, the rules for its entries, and minimax.
//!
//! Only the positions with the most stones are searched. The scores of the others follow from the
//! last ply backwards: the score of a position is the best of its moves, each the negated score of
//! the position after it. Mirror images share an entry, and positions that the player to move wins
//! at once need none. With n positions of a ply, a ply takes time O(n log n) and memory O(n).

use alloc::vec::Vec;

use bitboard_core::limits::{Meter, Watch, unlimited_fallible};
use bitboard_core::{Bits as _, Interrupted, Limits, StopReason, TryError};

use super::sort::sort_in_steps;
use super::{Book, BookError, EntryError};
use crate::board::{BoardSize, Bounds, Position, Standard};

/// The default of [`BookBuilder::max_positions`].
const MAX_POSITIONS: usize = 1 << 24;

/// Builds a [`Book`] from the scores of positions.
///
/// ```
/// use c4_solver::{BookBuilder, Fixed, SolverBuilder};
///
/// let board = Fixed::<4, 4>::BOARD;
/// let mut solver = SolverBuilder::new(board).memory_bytes(1 << 16).build().unwrap();
/// let mut builder = BookBuilder::new(board, 3)?;
/// for position in builder.positions()? {
///     builder.insert(position.symmetric_key(), solver.solve(&position));
/// }
/// let book = builder.build_complete()?;
/// assert!(book.is_complete());
/// assert!(book.as_bytes().starts_with(b"c4book"));
/// # Ok::<(), c4_solver::BookError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct BookBuilder<B: BoardSize = Standard> {
    board: B,
    depth: usize,
    max_positions: usize,
    scores: Vec<(B::Word, i32)>,
}

impl<B: BoardSize> BookBuilder<B> {
    /// Returns a builder of a book of the positions with up to `depth` stones, without scores.
    ///
    /// # Errors
    /// [`BookError::Depth`] if the board has fewer cells than `depth`.
    pub fn new(board: B, depth: usize) -> Result<Self, BookError> {
        check_depth(board, depth)?;
        let (max_positions, scores) = (MAX_POSITIONS, Vec::new());
        Ok(Self { board, depth, max_positions, scores })
    }

    /// Sets the largest number of positions with the same number of stones that are listed, because
    /// a position takes 16 to 100 bytes. The default is 2^24.
    pub fn max_positions(mut self, most: usize) -> Self {
        self.max_positions = most;
        self
    }

    /// Returns the positions whose scores a complete book needs: those with `depth` stones, mirror
    /// images once, without those that the player to move wins at once.
    ///
    /// They are in lexicographic order of their moves. So a position and the next have most of a
    /// game in common, and a solver that [uses its whole
    /// table](crate::SolverBuilder::use_whole_table) needs fewer nodes.
    ///
    /// ```
    /// use c4_solver::{BookBuilder, Standard};
    ///
    /// assert_eq!(BookBuilder::new(Standard::BOARD, 2)?.positions()?.len(), 25);
    /// # Ok::<(), c4_solver::BookError>(())
    /// ```
    ///
    /// # Errors
    /// [`BookError::TooMany`] if there are more than [`max_positions`](Self::max_positions).
    pub fn positions(&self) -> Result<Vec<Position<B>>, BookError> {
        unlimited_fallible(|limits| self.try_positions(limits))
    }

    /// [`positions`](Self::positions) within limits. A position that is listed, of any ply, is a
    /// node.
    ///
    /// ```
    /// use c4_solver::{BookBuilder, Limits, Standard, StopReason};
    ///
    /// let builder = BookBuilder::new(Standard::BOARD, 8)?;
    /// let stopped = builder.try_positions(&Limits::new().nodes(1_000)).unwrap_err();
    /// assert_eq!(stopped.stop_reason(), Some(StopReason::Nodes));
    /// assert_eq!(stopped.partial(), Some(&1_000));
    /// # Ok::<(), c4_solver::BookError>(())
    /// ```
    ///
    /// # Errors
    /// As [`positions`](Self::positions), and [`TryError::Interrupted`] with the number of nodes if
    /// a limit is reached or the cancel flag is set.
    pub fn try_positions(
        &self,
        limits: &Limits<'_>,
    ) -> Result<Vec<Position<B>>, TryError<BookError, u64>> {
        let watch = limits.start();
        let mut lister = Lister::new(&watch);
        let plies = lister.plies(self.board, self.depth, self.max_positions)?;
        let deepest = plies.into_iter().next_back().unwrap_or_default();
        Ok(positions(self.board, &deepest).filter(needs_entry).collect())
    }

    /// Sets the score of a position and of its mirror image, given by its
    /// [symmetric key](Position::symmetric_key). [`build`](Self::build) checks both.
    pub fn insert(&mut self, key: B::Word, score: i32) {
        self.scores.push((key, score));
    }

    /// Sorts the scores by key. The last one given for a key is kept.
    fn sort(&mut self) {
        self.scores.sort_by_key(|&(key, _)| key);
        self.scores.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1 = next.1;
            }
            is_same
        });
    }

    /// Builds a book of the scores so far, complete or a shard.
    ///
    /// # Errors
    /// [`BookError::Entry`] if a key is not that of a position of the book, a score is not
    /// possible, or two scores contradict each other. [`BookError::Entries`] if there are too many.
    pub fn build(&mut self) -> Result<Book<B>, BookError> {
        self.sort();
        let Self { board, depth, scores, .. } = self;
        for (index, &entry) in scores.iter().enumerate() {
            let known = |position: Position<B>| score_in(scores, &position);
            check_entry(*board, *depth, entry)
                .and_then(|position| match position.ply() < *depth {
                    true => check_moves(position, entry.1, known),
                    false => Ok(()),
                })
                .map_err(|reason| BookError::Entry { index, reason })?;
        }
        Book::encode(*board, *depth, scores)
    }

    /// Builds a complete book: computes the scores of positions with fewer than `depth` stones by
    /// minimax. Scores of such positions that were given are not used.
    ///
    /// # Errors
    /// [`BookError::Missing`] if the score of a deepest position is missing, [`BookError::Entry`]
    /// if one is not possible, [`BookError::TooMany`] as [`positions`](Self::positions).
    pub fn build_complete(&mut self) -> Result<Book<B>, BookError> {
        unlimited_fallible(|limits| self.try_build_complete(limits))
    }

    /// [`build_complete`](Self::build_complete) within limits. A position, of any ply, is two
    /// nodes: one when it is listed, and one when its score is computed.
    ///
    /// # Errors
    /// As [`build_complete`](Self::build_complete), and [`TryError::Interrupted`] with the number
    /// of nodes if a limit is reached or the cancel flag is set.
    pub fn try_build_complete(
        &mut self,
        limits: &Limits<'_>,
    ) -> Result<Book<B>, TryError<BookError, u64>> {
        self.sort();
        let Self { board, depth, max_positions, scores: given } = self;
        let (board, watch) = (*board, limits.start());
        let mut lister = Lister::new(&watch);
        let mut plies = lister.plies(board, *depth, *max_positions)?;
        // The entries of a ply are sorted by key. `after` is where those of the next ply begin.
        let (mut entries, mut after) = (Vec::new(), None);
        while let Some(keys) = plies.pop() {
            let start = entries.len();
            let entry = |position: Position<B>| (position.symmetric_key(), 0);
            entries.extend(positions(board, &keys).filter(needs_entry).map(entry));
            drop(keys);
            lister.sort(&mut entries[start..], |&(key, _)| key)?;
            let mut missing = 0;
            for index in start..entries.len() {
                lister.count()?;
                let position = listed(board, entries[index].0);
                entries[index].1 = match (after, score_in(given, &position)) {
                    (Some(after), _) => {
                        let known = |child: Position<B>| score_in(&entries[after..start], &child);
                        best_move(position, known).0.unwrap_or(0)
                    }
                    (None, Some(score)) => check_score(position, score)
                        .map(|()| score)
                        .map_err(|reason| TryError::Failed(BookError::Entry { index, reason }))?,
                    (None, None) => {
                        missing += 1;
                        0
                    }
                };
            }
            if missing > 0 {
                return Err(TryError::Failed(BookError::Missing { missing, ply: *depth }));
            }
            after = Some(start);
        }
        lister.sort(&mut entries, |&(key, _)| key)?;
        Book::encode(board, *depth, &entries).map_err(TryError::Failed)
    }
}

/// The score of a position in a list that is sorted by key.
fn score_in<B: BoardSize>(scores: &[(B::Word, i32)], position: &Position<B>) -> Option<i32> {
    let found = scores.binary_search_by_key(&position.symmetric_key(), |&(key, _)| key);
    found.ok().map(|index| scores[index].1)
}

/// Checks that the board has at least `depth` cells.
pub(super) fn check_depth<B: BoardSize>(board: B, depth: usize) -> Result<(), BookError> {
    let cells = board.cells() as usize;
    if depth > cells { Err(BookError::Depth { depth, cells }) } else { Ok(()) }
}

/// Lists positions within limits.
pub(super) struct Lister<'a> {
    meter: Meter<'a>,
    /// Nodes so far.
    nodes: u64,
}

impl<'a> Lister<'a> {
    pub(super) fn new(watch: &'a Watch<'a>) -> Self {
        Self { meter: Meter::new(watch), nodes: 0 }
    }

    fn stopped(&self, reason: StopReason) -> Interrupted<u64> {
        Interrupted::new(reason, self.nodes)
    }

    /// Counts a node.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Interrupted<u64>> {
        self.meter.take_all(1).map_err(|reason| self.stopped(reason))?;
        self.nodes += 1;
        Ok(())
    }

    /// Sorts a list within the limits.
    fn sort<T: Copy, K: Ord>(
        &self,
        items: &mut [T],
        key: impl Fn(&T) -> K,
    ) -> Result<(), Interrupted<u64>> {
        sort_in_steps(items, key, || self.meter.check()).map_err(|reason| self.stopped(reason))
    }

    /// The keys of all positions with 0, 1, … `depth` stones, mirror images once, in lexicographic
    /// order of their moves.
    pub(super) fn plies<B: BoardSize>(
        &mut self,
        board: B,
        depth: usize,
        most: usize,
    ) -> Result<Vec<Vec<B::Word>>, TryError<BookError, u64>> {
        let mut plies = Vec::from([Vec::from([Position::new(board).key()])]);
        for ply in 1..=depth {
            let last = plies.last().map_or(&[][..], Vec::as_slice);
            let next = self.children(board, last, most)?;
            let next = next.ok_or(TryError::Failed(BookError::TooMany { ply, most }))?;
            plies.push(next);
        }
        Ok(plies)
    }

    /// The keys of the positions one ply later, in the order in which the first of several lines of
    /// play leads to them. `None` if there are more than `most`, or more than memory holds.
    fn children<B: BoardSize>(
        &mut self,
        board: B,
        keys: &[B::Word],
        most: usize,
    ) -> Result<Option<Vec<B::Word>>, Interrupted<u64>> {
        // Symmetric keys, and twice the place in the order, plus 1 for a mirror image.
        let mut children: Vec<(B::Word, usize)> = Vec::new();
        let (mut room, mut order) = (1 << 16, (0..).step_by(2));
        for position in positions(board, keys) {
            self.count()?;
            let columns = position.columns();
            if children.len() + columns.len() > room {
                self.deduplicate(&mut children)?;
                if children.len() > most {
                    return Ok(None);
                }
                room = room.max(2 * children.len());
            }
            // Doubles up to `room`.
            let more = (room - children.len()).min(children.len()).max(columns.len());
            if children.capacity() - children.len() < columns.len()
                && children.try_reserve_exact(more).is_err()
            {
                return Ok(None);
            }
            let played = columns.iter().filter_map(|column| position.after(column).ok());
            children.extend(played.zip(order.by_ref()).map(|(child, order)| {
                let (key, symmetric) = (child.key(), child.symmetric_key());
                (symmetric, order + usize::from(key != symmetric))
            }));
        }
        self.deduplicate(&mut children)?;
        if children.len() > most {
            return Ok(None);
        }
        self.sort(&mut children, |&(_, order)| order)?;
        let mut keys = Vec::new();
        if keys.try_reserve_exact(children.len()).is_err() {
            return Ok(None);
        }
        keys.extend(children.iter().map(|&(key, order)| {
            let position = listed(board, key);
            if order % 2 == 0 { key } else { position.mirror().key() }
        }));
        Ok(Some(keys))
    }

    /// Keeps the first of equal positions and mirror images, which have equal keys.
    fn deduplicate<T: Copy + Ord>(
        &self,
        children: &mut Vec<(T, usize)>,
    ) -> Result<(), Interrupted<u64>> {
        self.sort(children, |&child| child)?;
        children.dedup_by_key(|&mut (key, _)| key);
        Ok(())
    }
}

/// The positions of a list of keys.
pub(super) fn positions<B: BoardSize>(
    board: B,
    keys: &[B::Word],
) -> impl Iterator<Item = Position<B>> {
    keys.iter().map(move |&key| listed(board, key))
}

/// The position with a key of a list.
fn listed<B: BoardSize>(board: B, key: B::Word) -> Position<B> {
    Position::of_key(board, key).unwrap_or_else(|| Position::new(board))
}

/// Returns whether the player to move cannot win at once.
pub(super) fn needs_entry<B: BoardSize>(position: &Position<B>) -> bool {
    position.winning_moves().is_zero()
}

/// Checks the key of an entry and the range of its score. Returns the position.
pub(super) fn check_entry<B: BoardSize>(
    board: B,
    depth: usize,
    (key, score): (B::Word, i32),
) -> Result<Position<B>, EntryError> {
    let position = Position::from_key(board, key).ok();
    let position = position.filter(|position| {
        needs_entry(position) && position.ply() <= depth && position.symmetric_key() == key
    });
    let position = position.ok_or(EntryError::Key)?;
    check_score(position, score)?;
    Ok(position)
}

/// Checks that a score agrees with the `known` scores of the moves.
fn check_moves<B: BoardSize>(
    position: Position<B>,
    score: i32,
    known: impl Fn(Position<B>) -> Option<i32>,
) -> Result<(), EntryError> {
    let (best, all_known) = best_move(position, known);
    let expected = best.unwrap_or(if all_known { 0 } else { score });
    if score < expected || all_known && score != expected {
        return Err(EntryError::Contradiction { score, expected });
    }
    Ok(())
}

/// Checks that the score of a position without winning moves is possible.
pub(super) fn check_score<B: BoardSize>(
    position: Position<B>,
    score: i32,
) -> Result<(), EntryError> {
    let Bounds { low, high } = position.possible_scores();
    if (low..=high).contains(&score) { Ok(()) } else { Err(EntryError::Score { score, low, high }) }
}

/// The best score among the moves of a position without winning moves, and whether the scores of
/// all of them are known.
fn best_move<B: BoardSize>(
    position: Position<B>,
    known: impl Fn(Position<B>) -> Option<i32>,
) -> (Option<i32>, bool) {
    let (mut best, mut all_known) = (None, true);
    for child in position.columns().iter().filter_map(|column| position.after(column).ok()) {
        let score = if needs_entry(&child) { known(child) } else { Some(child.win_score()) };
        best = best.max(score.map(|score| -score));
        all_known &= score.is_some();
    }
    (best, all_known)
}
