//! Random shortest paths.

use core::fmt;

use bitboard_core::{Bitboard, Dilate, Geometry, Random, Word};

use crate::count::Counts;
use crate::path::Path;
use crate::shortest::ShortestPaths;

impl<W: Word, G: Geometry, D: Dilate<G>> ShortestPaths<'_, W, G, D> {
    /// Draws shortest paths at random, each with the same probability. Empty if there is no path.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, SeededRng, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let paths = shortest_paths(Cell::E1, Cell::E8, Bitboard::<u64, Chess>::FULL, &Steps::KING);
    /// let path = paths.sampler(&mut SeededRng::new(1)).next().expect("a path");
    /// assert_eq!((path.len(), path[0], path[7]), (8, Cell::E1, Cell::E8));
    /// ```
    #[must_use]
    pub fn sampler<R: Random>(&self, rng: R) -> Sampler<'_, W, G, D, R> {
        Sampler { paths: self, counts: self.counts(), rng }
    }
}

/// An endless iterator over random shortest paths. Made by [`ShortestPaths::sampler`].
///
/// A path is drawn backwards. Each cell is weighted by the number of paths that lead to it.
#[derive(Clone)]
pub struct Sampler<'a, W: Word, G: Geometry, D, R> {
    paths: &'a ShortestPaths<'a, W, G, D>,
    counts: Counts<W, G>,
    rng: R,
}

impl<W: Word, G: Geometry, D: Dilate<G>, R: Random> Iterator for Sampler<'_, W, G, D, R> {
    type Item = Path<G>;

    fn next(&mut self) -> Option<Path<G>> {
        let layers = self.paths.layers();
        let mut choices = *layers.last()?;
        let mut path = Path::of(choices.first()?, layers.len());
        let mut number = self.rng.below_u128(self.counts.total().max(1));
        for i in (0..layers.len()).rev() {
            let cell = self.pick(choices, &mut number)?;
            path.set(i, cell);
            if i > 0 {
                choices = self.before(cell.into()) & layers[i - 1];
            }
        }
        Some(path)
    }
}

impl<W: Word, G: Geometry, D: Dilate<G>, R> Sampler<'_, W, G, D, R> {
    /// The cell of path `number` among the paths to all `cells`. What remains of the number is that of the path among
    /// those to the cell, so one random number is enough for a path.
    fn pick(&self, cells: Bitboard<W, G>, number: &mut u128) -> Option<bitboard_core::Cell<G>> {
        cells.iter().find(|&cell| {
            let rest = number.checked_sub(self.counts.get(cell));
            *number = rest.unwrap_or(*number);
            rest.is_none()
        })
    }

    /// The cells from which one move leads to `cells`.
    fn before(&self, cells: Bitboard<W, G>) -> Bitboard<W, G> {
        self.paths.moves().reverse().dilate_within(cells, self.paths.within())
    }
}

impl<W: Word, G: Geometry, D, R> fmt::Debug for Sampler<'_, W, G, D, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sampler").field("total", &self.counts.total()).finish_non_exhaustive()
    }
}
