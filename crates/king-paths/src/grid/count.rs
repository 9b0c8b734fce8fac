//! Numbers of shortest paths.

use alloc::vec::Vec;

use super::map::Point;
use super::shortest::ShortestPaths;

/// There are more shortest paths than a `u128` can count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there are more than 2^128 - 1 shortest paths")]
pub struct CountOverflow;

impl ShortestPaths<'_> {
    /// Number of shortest paths.
    ///
    /// ```
    /// use king_paths::grid::{CountOverflow, Grid, StepKind};
    ///
    /// let grid = Grid::from_fn(100, 100, |_, _| true)?;
    /// let paths_to = |cell| grid.shortest_paths(&[(0, 0)], &[cell], StepKind::Orthogonal);
    /// assert_eq!(paths_to((30, 30))?.path_count(), Ok(118_264_581_564_861_424));
    /// assert_eq!(paths_to((99, 99))?.path_count(), Err(CountOverflow));
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// [`CountOverflow`] if a `u128` cannot hold the number.
    pub fn path_count(&self) -> Result<u128, CountOverflow> {
        self.sum(1u128, 0, |a, b| a.checked_add(*b)).ok_or(CountOverflow)
    }

    /// Number of shortest paths, of any size.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid = Grid::from_fn(100, 100, |_, _| true)?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(99, 99)], StepKind::Orthogonal)?;
    /// assert_eq!(paths.path_count_big().to_string().len(), 59);
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    #[cfg(feature = "bigint")]
    #[must_use]
    pub fn path_count_big(&self) -> num_bigint::BigUint {
        let zero = num_bigint::BigUint::ZERO;
        self.sum(num_bigint::BigUint::from(1u32), zero.clone(), |a, b| Some(a + b)).unwrap_or(zero)
    }

    /// Number of shortest paths to each cell.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid = Grid::from_fn(5, 5, |_, _| true)?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(4, 4), (1, 4)], StepKind::Orthogonal)?;
    /// // The nearest target is at (1, 4).
    /// let counts = paths.counts()?;
    /// assert_eq!((counts.get((1, 3)), counts.get((2, 2))), (4, 0));
    /// assert_eq!(counts.per_target().collect::<Vec<_>>(), [((1, 4), 5)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CountOverflow`] if a `u128` cannot hold a number.
    pub fn counts(&self) -> Result<Counts<'_>, CountOverflow> {
        let mut layers = Vec::new();
        let keep = |numbers: &[u128]| layers.push(numbers.to_vec());
        self.for_layers(1u128, 0, |a, b| a.checked_add(*b), keep).ok_or(CountOverflow)?;
        let last = layers.last().map_or(&[][..], |numbers| numbers);
        let total = last.iter().try_fold(0u128, |sum, &n| sum.checked_add(n));
        let total = total.ok_or(CountOverflow)?;
        Ok(Counts { paths: self, layers, total })
    }

    /// The sum over the last layer.
    fn sum<N: Clone>(&self, one: N, zero: N, add: impl Fn(N, &N) -> Option<N>) -> Option<N> {
        let mut sum = Some(zero.clone());
        let add_all = |numbers: &[N]| sum = numbers.iter().try_fold(zero.clone(), &add);
        self.for_layers(one, zero.clone(), &add, add_all)?;
        sum
    }

    /// Computes the numbers of paths to the cells of each layer, from first to last, and visits them. `None` if an
    /// addition fails.
    pub(super) fn for_layers<N: Clone>(
        &self,
        one: N,
        zero: N,
        add: impl Fn(N, &N) -> Option<N>,
        mut visit: impl FnMut(&[N]),
    ) -> Option<()> {
        let mut before: Vec<N> = Vec::new();
        for (i, layer) in self.layers().enumerate() {
            let count = |&cell: &Point| match i.checked_sub(1) {
                None => Some(one.clone()),
                Some(i) => self
                    .step_into(i, cell)
                    .try_fold(zero.clone(), |sum, (place, _)| add(sum, &before[place])),
            };
            before = layer.iter().map(count).collect::<Option<_>>()?;
            visit(&before);
        }
        Some(())
    }
}

/// Number of shortest paths to each cell. Made by [`ShortestPaths::counts`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts<'a> {
    paths: &'a ShortestPaths<'a>,
    /// For each layer, in the order of its cells.
    layers: Vec<Vec<u128>>,
    total: u128,
}

impl Counts<'_> {
    /// Number of shortest paths to `cell`, 0 if it is in no layer. Takes time proportional to the number of layers;
    /// [`iter`](Self::iter) is faster for all cells.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid = Grid::from_fn(4, 4, |_, _| true)?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(3, 3), (3, 2)], StepKind::Orthogonal)?;
    /// let counts = paths.counts()?;
    /// assert_eq!((counts.get((1, 1)), counts.get((3, 3))), (2, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn get(&self, cell: Point) -> u128 {
        let (x, y) = cell;
        let place = |layer: &[Point]| layer.binary_search_by_key(&(y, x), |&(x, y)| (y, x)).ok();
        let found = self.paths.layers().zip(&self.layers);
        found.filter_map(|(layer, numbers)| Some(numbers[place(layer)?])).next().unwrap_or(0)
    }

    /// Number of all shortest paths.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid = Grid::from_fn(4, 4, |_, _| true)?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(3, 3), (3, 2)], StepKind::Orthogonal)?;
    /// assert_eq!(paths.counts()?.total(), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn total(&self) -> u128 {
        self.total
    }

    /// The targets that shortest paths reach, with the number of paths to each.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid = Grid::from_fn(4, 4, |_, _| true)?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(3, 3), (3, 2)], StepKind::Orthogonal)?;
    /// assert!(paths.counts()?.per_target().eq([((3, 2), 10)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn per_target(&self) -> impl Iterator<Item = (Point, u128)> + '_ {
        let last = self.layers.len().saturating_sub(1);
        let cells = self.paths.layer(last).unwrap_or_default();
        cells.iter().copied().zip(self.layers.get(last).into_iter().flatten().copied())
    }

    /// The cells of all layers, with the number of paths to each.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "...\n...".parse()?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(2, 0)], StepKind::King)?;
    /// let counts = paths.counts()?;
    /// let expected = [((0, 0), 1), ((1, 0), 1), ((1, 1), 1), ((2, 0), 2)];
    /// assert_eq!(counts.iter().collect::<Vec<_>>(), expected);
    /// assert_eq!(counts.total(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Point, u128)> + '_ {
        self.paths.cells().zip(self.layers.iter().flatten().copied())
    }
}
