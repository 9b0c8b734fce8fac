//! An iterator over all shortest paths.

use core::fmt;
use core::iter::FusedIterator;

use bitboard_core::{Bitboard, Dilate, Geometry, Word};

use crate::path::Path;
use crate::shortest::{MAX_LAYERS, ShortestPaths};

impl<W: Word, G: Geometry, D: Dilate<G>> ShortestPaths<'_, W, G, D> {
    /// A shortest path, or `None` if there is none: the first of [`paths`](Self::paths).
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let gap = !Bitboard::<u64, Chess>::row(3) | Cell::B4;
    /// let path = shortest_paths(Cell::E2, Cell::E6, gap, &Steps::KING).path();
    /// assert_eq!(path.map(|path| path.to_string()).as_deref(), Some("e2 d2 c3 b4 c5 d5 e6"));
    /// ```
    #[must_use]
    pub fn path(&self) -> Option<Path<G>> {
        self.paths().next()
    }

    /// All shortest paths in the order of their cells. The search does not have dead ends, because each
    /// cell of a layer has a successor in the next.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let paths = shortest_paths(Cell::E4, Cell::H8, Bitboard::<u64, Chess>::FULL, &Steps::KING);
    /// let paths: Vec<String> = paths.paths().map(|path| path.to_string()).collect();
    /// assert_eq!(paths, ["e4 e5 f6 g7 h8", "e4 f5 f6 g7 h8", "e4 f5 g6 g7 h8", "e4 f5 g6 h7 h8"]);
    /// ```
    #[must_use]
    pub fn paths(&self) -> Paths<'_, W, G, D> {
        let first = self.layers().first().copied().unwrap_or(Bitboard::EMPTY);
        let mut choices = [Bitboard::EMPTY; MAX_LAYERS];
        choices[0] = first;
        let path = first.first().map(|cell| Path::of(cell, self.layers().len()));
        Paths { paths: self, choices, path, depth: 0 }
    }
}

/// An iterator over all shortest paths. Made by [`ShortestPaths::paths`].
#[derive(Clone)]
pub struct Paths<'a, W: Word, G: Geometry, D> {
    paths: &'a ShortestPaths<'a, W, G, D>,
    /// The cells that have not been visited, for each layer up to `depth`.
    choices: [Bitboard<W, G>; MAX_LAYERS],
    /// `None` if there are no further paths.
    path: Option<Path<G>>,
    depth: usize,
}

impl<W: Word, G: Geometry, D: Dilate<G>> Iterator for Paths<'_, W, G, D> {
    type Item = Path<G>;

    fn next(&mut self) -> Option<Path<G>> {
        let path = self.path.as_mut()?;
        loop {
            let Some(cell) = self.choices[self.depth].pop_first() else {
                if self.depth == 0 {
                    self.path = None;
                    return None;
                }
                self.depth -= 1;
                continue;
            };
            path.set(self.depth, cell);
            let Some(&layer) = self.paths.layers().get(self.depth + 1) else {
                return Some(*path);
            };
            let (moves, within) = (self.paths.moves(), self.paths.within());
            self.depth += 1;
            self.choices[self.depth] = moves.dilate_within(cell.into(), within) & layer;
        }
    }
}

impl<W: Word, G: Geometry, D: Dilate<G>> FusedIterator for Paths<'_, W, G, D> {}

impl<W: Word, G: Geometry, D> fmt::Debug for Paths<'_, W, G, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Paths").field("last", &self.path).finish_non_exhaustive()
    }
}
