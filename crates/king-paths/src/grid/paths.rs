//! All shortest paths on a grid.

use alloc::vec::Vec;
use core::ops::Range;

use super::{Connectivity, Grid, GridError, Point, search};

/// There are more shortest paths than a `u64` can count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there are more than 2^64 - 1 shortest paths")]
pub struct CountOverflow;

/// All shortest paths from one set of cells to another: layer i holds the cells that are the i-th on some shortest
/// path. Made by [`Grid::shortest_paths`].
#[derive(Clone, Debug)]
pub struct GridPaths<'a> {
    grid: &'a Grid,
    connectivity: Connectivity,
    /// The cells of the layers from the last to the first, each layer in the order of rows.
    cells: Vec<Point>,
    /// Where in `cells` each layer ends, from the last to the first.
    ends: Vec<usize>,
}

impl Grid {
    /// All shortest paths from a cell of `from` to a cell of `to`. Cells that are not free do not
    /// count; there may be no path.
    ///
    /// The search goes no further than the nearest cell of `to`; the way back visits only cells of
    /// shortest paths.
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if a cell of `from` or `to` lies outside; [`GridError::OutOfMemory`] if there is no memory
    /// for the distances, about 5 bytes a cell.
    pub fn shortest_paths(
        &self,
        from: &[Point],
        to: &[Point],
        connectivity: Connectivity,
    ) -> Result<GridPaths<'_>, GridError> {
        self.check(from)?;
        self.check(to)?;
        let mut paths = GridPaths { grid: self, connectivity, cells: Vec::new(), ends: Vec::new() };
        if to.is_empty() {
            return Ok(paths);
        }
        let distances = search::distances(self, from, to, connectivity)?;
        let nearest = to.iter().filter_map(|&(x, y)| distances.get(x, y)).min();
        let Some(nearest) = nearest else { return Ok(paths) };
        let mut layer: Vec<Point> =
            to.iter().copied().filter(|&(x, y)| distances.get(x, y) == Some(nearest)).collect();
        for distance in (0..nearest).rev() {
            paths.add(&mut layer);
            let before = |&cell: &Point| self.neighbors(cell, connectivity);
            let closer = |&(x, y): &Point| distances.get(x, y) == Some(distance);
            layer = layer.iter().flat_map(before).filter(closer).collect();
        }
        paths.add(&mut layer);
        Ok(paths)
    }
}

impl GridPaths<'_> {
    /// Adds a layer before the others.
    fn add(&mut self, layer: &mut Vec<Point>) {
        layer.sort_unstable_by_key(|&(x, y)| (y, x));
        layer.dedup();
        self.cells.extend_from_slice(layer);
        self.ends.push(self.cells.len());
    }

    /// How many steps the paths have, or `None` if there is no path.
    #[must_use]
    pub fn distance(&self) -> Option<u32> {
        self.ends.len().checked_sub(1).map(|steps| steps as u32)
    }

    /// How many layers there are: the number of cells on a path, 0 if there is none.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no path.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn range(&self, layer: usize) -> Range<usize> {
        assert!(layer < self.len(), "layer {layer} of {}", self.len());
        let i = self.ends.len() - 1 - layer;
        let start = i.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[i]
    }

    /// The cells of a layer, from 0, in the order of rows.
    ///
    /// # Panics
    /// If there is no such layer.
    #[must_use]
    pub fn layer(&self, layer: usize) -> &[Point] {
        &self.cells[self.range(layer)]
    }

    /// The layers from first to last.
    pub fn layers(&self) -> impl DoubleEndedIterator<Item = &[Point]> + ExactSizeIterator {
        (0..self.len()).map(|layer| self.layer(layer))
    }

    /// One shortest path, if there is any.
    #[must_use]
    pub fn path(&self) -> Option<Vec<Point>> {
        let first = *self.layers().next()?.first()?;
        let mut path = alloc::vec![first];
        let mut last = first;
        for layer in self.layers().skip(1) {
            let mut after = self.grid.neighbors(last, self.connectivity);
            last = after.find(|cell| position(layer, cell).is_some())?;
            path.push(last);
        }
        Some(path)
    }

    /// The cells that every shortest path passes.
    pub fn must_pass(&self) -> impl Iterator<Item = Point> + '_ {
        self.layers().filter_map(|layer| match layer {
            [cell] => Some(*cell),
            _ => None,
        })
    }

    /// How many shortest paths there are.
    ///
    /// # Errors
    /// [`CountOverflow`] if a `u64` cannot hold the number.
    pub fn count(&self) -> Result<u64, CountOverflow> {
        self.sum(1u64, 0, |a, b| a.checked_add(*b)).ok_or(CountOverflow)
    }

    /// How many shortest paths there are, whatever the number.
    #[cfg(feature = "bigint")]
    #[must_use]
    pub fn count_big(&self) -> num_bigint::BigUint {
        let zero = num_bigint::BigUint::ZERO;
        self.sum(num_bigint::BigUint::from(1u32), zero.clone(), |a, b| Some(a + b)).unwrap_or(zero)
    }

    /// Adds up the paths layer by layer.
    fn sum<N: Clone>(&self, one: N, zero: N, add: impl Fn(N, &N) -> Option<N>) -> Option<N> {
        let mut layers = self.layers();
        let mut before = layers.next().unwrap_or(&[]);
        let mut paths = alloc::vec![one; before.len()];
        for layer in layers {
            let mut next = Vec::with_capacity(layer.len());
            for &cell in layer {
                let mut sum = zero.clone();
                for cell in self.grid.neighbors(cell, self.connectivity) {
                    if let Some(i) = position(before, &cell) {
                        sum = add(sum, &paths[i])?;
                    }
                }
                next.push(sum);
            }
            (before, paths) = (layer, next);
        }
        paths.iter().try_fold(zero, add)
    }
}

/// Where in a layer a cell is.
fn position(layer: &[Point], &(x, y): &Point) -> Option<usize> {
    layer.binary_search_by_key(&(y, x), |&(x, y)| (y, x)).ok()
}
