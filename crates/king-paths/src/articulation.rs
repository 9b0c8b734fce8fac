//! Cells that no path avoids.

use bitboard_core::{Bitboard, Dilate, Geometry, Word};

use crate::shortest::ShortestPaths;

impl<W: Word, G: Geometry, D: Dilate<G>> ShortestPaths<'_, W, G, D> {
    /// The articulation cells: those on every path, of any length. Empty if there is no path.
    ///
    /// Only the cells that every *shortest* path passes are candidates. Each is removed and the rest tested for a
    /// connection. A cell that is removed also stops slides that go over it and, for
    /// [`NoCornerCut`](bitboard_core::NoCornerCut), diagonal steps beside it.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// type Board = Bitboard<u64, RowMajor<7, 3>>;
    /// let free: Board = "
    ///     X X X . X X X
    ///     X . X X X . X
    ///     X X X . X X X".parse()?;
    /// let (left, right) = (Board::from_coords(&[(0, 1)]), Board::from_coords(&[(6, 1)]));
    /// let paths = shortest_paths(left, right, free, &Steps::ORTHOGONAL);
    /// assert_eq!(paths.articulation_cells().to_string(), "\
    /// . . . . . . .
    /// X . X X X . X
    /// . . . . . . .");
    /// # Ok::<(), bitboard_core::PictureError>(())
    /// ```
    #[must_use]
    pub fn articulation_cells(&self) -> Bitboard<W, G> {
        let connected = |within| self.from().is_connected(self.to(), within, self.moves());
        self.must_pass().iter().filter(|&cell| !connected(self.within().without(cell))).collect()
    }
}
