//! Single paths, one after the other.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Deref;

use bitboard_core::{Bitboard, Cell, Dilate, Geometry, Word};

use crate::layers::{Layers, MAX_LAYERS};

/// One path: its cells in order. It dereferences to their slice and prints as `e4 f5 g6`.
#[derive(Clone, Copy)]
pub struct Path<G: Geometry> {
    /// Those beyond `len` mean nothing.
    cells: [Cell<G>; MAX_LAYERS],
    len: usize,
}

impl<G: Geometry> Path<G> {
    /// A path of `len` cells, all of them `cell` until they are [set](Self::set).
    pub(crate) fn of(cell: Cell<G>, len: usize) -> Self {
        Self { cells: [cell; MAX_LAYERS], len }
    }

    pub(crate) fn set(&mut self, i: usize, cell: Cell<G>) {
        self.cells[i] = cell;
    }

    /// The cells as a set.
    #[must_use]
    pub fn to_set<W: Word>(&self) -> Bitboard<W, G> {
        self.iter().copied().collect()
    }
}

impl<G: Geometry> Deref for Path<G> {
    type Target = [Cell<G>];

    fn deref(&self) -> &[Cell<G>] {
        &self.cells[..self.len]
    }
}

impl<G: Geometry> PartialEq for Path<G> {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl<G: Geometry> Eq for Path<G> {}

impl<G: Geometry> fmt::Display for Path<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.iter().enumerate() {
            write!(f, "{}{cell}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl<G: Geometry> fmt::Debug for Path<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<W: Word, G: Geometry> Layers<W, G> {
    /// One shortest path, or `None` if there is none: the first of [`paths`](Self::paths).
    #[must_use]
    pub fn path<D: Dilate<G>>(&self, within: Bitboard<W, G>, steps: &D) -> Option<Path<G>> {
        self.paths(within, steps).next()
    }

    /// All shortest paths, one by one, in the order of their cells. `within` and `steps` are those
    /// that the layers were made with. The next path is found when it is asked for, without a
    /// dead end: each cell of a layer has a successor in the next.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Chess, Steps};
    /// use king_paths::all_shortest_paths;
    ///
    /// type Board = Bitboard<u64, Chess>;
    /// let (e4, h8) = (Board::new(1 << 28), Board::new(1 << 63));
    /// let layers = all_shortest_paths(e4, h8, Board::FULL, &Steps::KING);
    /// let paths: Vec<String> =
    ///     layers.paths(Board::FULL, &Steps::KING).map(|path| path.to_string()).collect();
    /// assert_eq!(paths, ["e4 e5 f6 g7 h8", "e4 f5 f6 g7 h8", "e4 f5 g6 g7 h8", "e4 f5 g6 h7 h8"]);
    /// ```
    #[must_use]
    pub fn paths<'a, D: Dilate<G>>(
        &'a self,
        within: Bitboard<W, G>,
        steps: &'a D,
    ) -> Paths<'a, W, G, D> {
        let first = self.first().copied().unwrap_or(Bitboard::EMPTY);
        let mut choices = [Bitboard::EMPTY; MAX_LAYERS];
        choices[0] = first;
        let path = first.first().map(|cell| Path::of(cell, self.len()));
        Paths { layers: self, within, steps, choices, path, depth: 0 }
    }
}

/// All shortest paths. Made by [`Layers::paths`].
#[derive(Clone)]
pub struct Paths<'a, W: Word, G: Geometry, D> {
    layers: &'a Layers<W, G>,
    within: Bitboard<W, G>,
    steps: &'a D,
    /// The cells still to be tried in each layer up to `depth`.
    choices: [Bitboard<W, G>; MAX_LAYERS],
    /// `None` if there is no path at all, or no more.
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
            let Some(&layer) = self.layers.get(self.depth + 1) else {
                return Some(*path);
            };
            let after = self.steps.dilate_within(Bitboard::from_cell(cell), self.within);
            self.depth += 1;
            self.choices[self.depth] = after & layer;
        }
    }
}

impl<W: Word, G: Geometry, D: Dilate<G>> FusedIterator for Paths<'_, W, G, D> {}

impl<W: Word, G: Geometry, D> fmt::Debug for Paths<'_, W, G, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Paths").field("last", &self.path).finish_non_exhaustive()
    }
}
