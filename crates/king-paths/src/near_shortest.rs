//! Cells on near-shortest paths.

use bitboard_core::{Bitboard, Dilate, Geometry, Word};

use crate::shortest::{MAX_LAYERS, ShortestPaths};

impl<W: Word, G: Geometry, D: Dilate<G>> ShortestPaths<'_, W, G, D> {
    /// The cells on some path that is at most `slack` moves longer than the shortest ones. Such a path may pass a cell
    /// twice. Empty if there is no path.
    ///
    /// With a slack of 0 these are the [`cells`](Self::cells) of all layers.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let board = Bitboard::<u64, Chess>::FULL;
    /// let paths = shortest_paths(Cell::C4, Cell::F4, board, &Steps::ORTHOGONAL);
    /// assert_eq!(paths.cells(), paths.near_shortest(0));
    /// assert_eq!(paths.near_shortest(2).to_string(), "\
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . X X X X . .
    /// . X X X X X X .
    /// . . X X X X . .
    /// . . . . . . . .
    /// . . . . . . . .");
    /// ```
    #[must_use]
    pub fn near_shortest(&self, slack: u32) -> Bitboard<W, G> {
        let (from, to, within) = (self.from(), self.to(), self.within());
        // `near[i]`: the cells at most i moves before `to`.
        let mut near = [Bitboard::EMPTY; MAX_LAYERS];
        let mut count = 0;
        let mut filled = Bitboard::EMPTY;
        for frontier in to.frontiers(within, &self.moves().reverse()) {
            filled |= frontier;
            near[count] = filled;
            count += 1;
        }
        let near = &near[..count];
        let mut found = Bitboard::EMPTY;
        let (Some(shortest), Some(&furthest)) = (self.distance(), near.last()) else {
            return found;
        };
        let longest = (shortest as usize).saturating_add(slack as usize);
        for (i, frontier) in from.frontiers(within, self.moves()).enumerate() {
            let Some(rest) = longest.checked_sub(i) else { break };
            found |= frontier & *near.get(rest).unwrap_or(&furthest);
        }
        found
    }
}
