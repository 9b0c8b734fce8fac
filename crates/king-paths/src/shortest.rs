//! All shortest paths from one set of cells to another.

use core::fmt;

use bitboard_core::{Bitboard, Dilate, Geometry, Steps, Word};

use crate::search::search;

/// The most layers there can be for any moves: one for each cell of the largest board.
pub(crate) const MAX_LAYERS: usize = 128;

/// All shortest paths from one set of cells to another. Made by [`shortest_paths`].
///
/// Layer i holds the cells that are the i-th on some shortest path. The value keeps the query too, so its methods
/// need no further arguments. It prints as the pictures of its layers.
#[derive(Clone, Copy)]
pub struct ShortestPaths<'a, W: Word, G: Geometry, D = Steps<G>> {
    from: Bitboard<W, G>,
    to: Bitboard<W, G>,
    within: Bitboard<W, G>,
    moves: &'a D,
    /// Those from `len` on are not defined.
    layers: [Bitboard<W, G>; MAX_LAYERS],
    len: usize,
}

/// Finds all shortest paths from a cell of `from` to a cell of `to` through cells of `within`, both ends included.
///
/// `from` and `to` are sets or single cells. [`ShortestPaths::find`] reuses the memory of an earlier query.
///
/// The algorithm is Steffan Westcott's ("All shortest paths & other flood-fill based algorithms",
/// Computer Chess Club, 2002): a flood whose steps are stored, then a flood back that is intersected with them. Here
/// floods from both sets run side by side until they meet, and two run from where they met to both ends.
///
/// ```
/// use bitboard_core::{Bitboard, Cell, Chess, Steps};
/// use king_paths::shortest_paths;
///
/// type Board = Bitboard<u64, Chess>;
/// let ends = Board::from(Cell::A3) | Cell::C1;
/// let paths = shortest_paths(Cell::A1, ends, Board::FULL, &Steps::ORTHOGONAL);
/// assert_eq!(paths.distance(), Some(2));
/// assert_eq!(paths.to_string(), "\
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// X . . . . . . .
///
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// X . . . . . . .
/// . X . . . . . .
///
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// X . . . . . . .
/// . . . . . . . .
/// . . X . . . . .");
/// ```
#[inline(always)]
#[must_use]
pub fn shortest_paths<'a, W: Word, G: Geometry, D: Dilate<G>>(
    from: impl Into<Bitboard<W, G>>,
    to: impl Into<Bitboard<W, G>>,
    within: Bitboard<W, G>,
    moves: &'a D,
) -> ShortestPaths<'a, W, G, D> {
    let none = Bitboard::EMPTY;
    let mut paths = ShortestPaths {
        from: none,
        to: none,
        within: none,
        moves,
        layers: [none; MAX_LAYERS],
        len: 0,
    };
    paths.find(from, to, within, moves);
    paths
}

impl<'a, W: Word, G: Geometry, D: Dilate<G>> ShortestPaths<'a, W, G, D> {
    /// Replaces the query and its answer, as [`shortest_paths`] finds it. This is faster for many queries, because it
    /// writes no more layers than there are.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let board = Bitboard::<u64, Chess>::FULL;
    /// let mut paths = shortest_paths(Cell::A1, Cell::H8, board, &Steps::KNIGHT);
    /// assert_eq!(paths.distance(), Some(6));
    /// paths.find(Cell::A1, Cell::B3, board, &Steps::KNIGHT);
    /// assert_eq!(paths.distance(), Some(1));
    /// ```
    #[inline(always)]
    pub fn find(
        &mut self,
        from: impl Into<Bitboard<W, G>>,
        to: impl Into<Bitboard<W, G>>,
        within: Bitboard<W, G>,
        moves: &'a D,
    ) {
        const { assert!(W::BITS <= 128, "larger boards are grids: see king_paths::grid") };
        let (from, to) = (from.into(), to.into());
        self.len = search(from, to, within, moves, &mut self.layers);
        // Stored last, so that the compiler still knows the moves in code that follows.
        (self.from, self.to, self.within) = (from, to, within);
        self.moves = moves;
    }
}

impl<'a, W: Word, G: Geometry, D> ShortestPaths<'a, W, G, D> {
    /// The cells where paths may begin.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let board = Bitboard::<u64, Chess>::FULL;
    /// let paths = shortest_paths(Cell::A1, Cell::H8, board, &Steps::KING);
    /// assert_eq!(paths.from().single(), Some(Cell::A1));
    /// assert_eq!(paths.to().single(), Some(Cell::H8));
    /// assert_eq!(paths.within(), board);
    /// assert_eq!(paths.moves(), &Steps::KING);
    /// ```
    #[inline]
    #[must_use]
    pub fn from(&self) -> Bitboard<W, G> {
        self.from
    }

    /// The cells where paths may end.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let paths = shortest_paths(Cell::A1, Cell::H8, Bitboard::<u64, Chess>::FULL, &Steps::KING);
    /// assert!(paths.to().contains(Cell::H8));
    /// ```
    #[inline]
    #[must_use]
    pub fn to(&self) -> Bitboard<W, G> {
        self.to
    }

    /// The cells that paths may pass.
    #[inline]
    #[must_use]
    pub fn within(&self) -> Bitboard<W, G> {
        self.within
    }

    /// The rule of movement.
    #[inline]
    #[must_use]
    pub fn moves(&self) -> &'a D {
        self.moves
    }

    /// Number of moves of a shortest path, 0 if the sets overlap, or `None` if there is no path.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// type Board = Bitboard<u64, Chess>;
    /// assert_eq!(shortest_paths(Cell::A1, Cell::H8, Board::FULL, &Steps::KING).distance(), Some(7));
    /// let wall = !Board::row(3);
    /// assert_eq!(shortest_paths(Cell::A1, Cell::H8, wall, &Steps::KING).distance(), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn distance(&self) -> Option<u32> {
        (self.len as u32).checked_sub(1)
    }

    /// The layers from the first cells of paths to the last ones. Empty if there is no path.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let board = Bitboard::<u64, Chess>::FULL;
    /// let paths = shortest_paths(Cell::A1, Cell::A3, board, &Steps::KING);
    /// assert_eq!(paths.layers().len(), 3);
    /// assert_eq!(paths.layers()[1], Bitboard::from_names("a2 b2")?);
    /// # Ok::<(), bitboard_core::NamesError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn layers(&self) -> &[Bitboard<W, G>] {
        &self.layers[..self.len]
    }

    /// The cells on some shortest path.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let board = Bitboard::<u64, Chess>::FULL;
    /// let paths = shortest_paths(Cell::A1, Cell::D5, board, &Steps::KNIGHT);
    /// assert_eq!(paths.cells().to_string(), "\
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . X . . . .
    /// . X . . . . . .
    /// . . . . X . . .
    /// . . X . . . . .
    /// X . . . . . . .");
    /// ```
    #[must_use]
    pub fn cells(&self) -> Bitboard<W, G> {
        self.layers().iter().fold(Bitboard::EMPTY, |all, &layer| all | layer)
    }

    /// The cells that every shortest path passes: those alone in their layer.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let gap = !Bitboard::<u64, Chess>::row(3) | Cell::E4;
    /// let paths = shortest_paths(Cell::D1, Cell::D8, gap, &Steps::KING);
    /// assert_eq!(paths.must_pass(), Bitboard::from_names("d1 e4 d8")?);
    /// # Ok::<(), bitboard_core::NamesError>(())
    /// ```
    #[must_use]
    pub fn must_pass(&self) -> Bitboard<W, G> {
        let alone = self.layers().iter().filter(|layer| !layer.more_than_one());
        alone.fold(Bitboard::EMPTY, |all, &layer| all | layer)
    }
}

impl<W: Word, G: Geometry, D: PartialEq> PartialEq for ShortestPaths<'_, W, G, D> {
    /// Returns whether the queries are equal.
    fn eq(&self, other: &Self) -> bool {
        (self.from, self.to, self.within) == (other.from, other.to, other.within)
            && self.moves == other.moves
    }
}

impl<W: Word, G: Geometry, D: Eq> Eq for ShortestPaths<'_, W, G, D> {}

impl<W: Word, G: Geometry, D> fmt::Display for ShortestPaths<'_, W, G, D> {
    /// The layers as pictures, separated by blank lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, layer) in self.layers().iter().enumerate() {
            let separator = if i == 0 { "" } else { "\n\n" };
            write!(f, "{separator}{layer}")?;
        }
        Ok(())
    }
}

impl<W: Word, G: Geometry, D> fmt::Debug for ShortestPaths<'_, W, G, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
