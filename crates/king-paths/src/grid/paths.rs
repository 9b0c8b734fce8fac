//! An iterator over all shortest paths.

use alloc::vec::Vec;
use core::iter::FusedIterator;

use super::map::Point;
use super::shortest::ShortestPaths;

impl ShortestPaths<'_> {
    /// A shortest path, or `None` if there is none: the first of [`paths`](Self::paths).
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     .#.
    ///     ...".parse()?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(2, 0)], StepKind::King)?;
    /// assert_eq!(paths.path(), Some(vec![(0, 0), (1, 1), (2, 0)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn path(&self) -> Option<Vec<Point>> {
        self.paths().next()
    }

    /// All shortest paths in the order of their cells (row by row).
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid = Grid::from_fn(2, 2, |_, _| true)?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(1, 1)], StepKind::Orthogonal)?;
    /// let paths: Vec<_> = paths.paths().collect();
    /// assert_eq!(paths, [[(0, 0), (1, 0), (1, 1)], [(0, 0), (0, 1), (1, 1)]]);
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    #[must_use]
    pub fn paths(&self) -> Paths<'_> {
        let mut first = self.layer(0).unwrap_or_default().to_vec();
        first.reverse();
        Paths { paths: self, path: Vec::new(), choices: alloc::vec![first] }
    }
}

/// An iterator over all shortest paths. Made by [`ShortestPaths::paths`].
#[derive(Clone, Debug)]
pub struct Paths<'a> {
    paths: &'a ShortestPaths<'a>,
    path: Vec<Point>,
    /// The cells that have not been visited, the next one last, for each layer up to the one after `path`.
    choices: Vec<Vec<Point>>,
}

impl Iterator for Paths<'_> {
    type Item = Vec<Point>;

    fn next(&mut self) -> Option<Vec<Point>> {
        loop {
            let Some(cell) = self.choices.last_mut()?.pop() else {
                self.choices.pop();
                self.path.pop();
                continue;
            };
            self.path.push(cell);
            if self.path.len() == self.paths.layers().len() {
                let path = self.path.clone();
                self.path.pop();
                return Some(path);
            }
            let mut after: Vec<Point> =
                self.paths.step_into(self.path.len(), cell).map(|(_, cell)| cell).collect();
            after.reverse();
            self.choices.push(after);
        }
    }
}

impl FusedIterator for Paths<'_> {}
