//! Random shortest paths.

use alloc::vec::Vec;

use bitboard_core::Random;

use super::map::Point;
use super::shortest::ShortestPaths;
use super::weight::Weight;

impl ShortestPaths<'_> {
    /// Draws shortest paths at random, all with the same probability. Empty if there is no path.
    ///
    /// Numbers of paths are rounded to 53 bits, so probabilities differ by a factor of at most 1 ± n · 2^-49 on paths of n
    /// steps.
    ///
    /// ```
    /// use king_paths::bitboard_core::SeededRng;
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid = Grid::from_fn(500, 500, |_, _| true)?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(499, 499)], StepKind::Orthogonal)?;
    /// let path = paths.sampler(&mut SeededRng::new(1)).next().expect("a path");
    /// assert_eq!((path.len(), path[998]), (999, (499, 499)));
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    #[must_use]
    pub fn sampler<R: Random>(&self, rng: R) -> Sampler<'_, R> {
        let mut weights = Vec::new();
        let keep = |layer: &[Weight]| weights.push(layer.to_vec());
        let add = |sum: Weight, weight: &Weight| Some(sum.add(*weight));
        // This addition never fails.
        let _ = self.for_layers(Weight::ONE, Weight::ZERO, add, keep);
        Sampler { paths: self, weights, rng }
    }
}

/// An endless iterator over random shortest paths. Made by [`ShortestPaths::sampler`].
///
/// A path is drawn backwards. Each cell is weighted by the number of paths that lead to it.
#[derive(Clone, Debug)]
pub struct Sampler<'a, R> {
    paths: &'a ShortestPaths<'a>,
    /// For each layer, in the order of its cells.
    weights: Vec<Vec<Weight>>,
    rng: R,
}

impl<R: Random> Iterator for Sampler<'_, R> {
    type Item = Vec<Point>;

    fn next(&mut self) -> Option<Vec<Point>> {
        let last = self.weights.len().checked_sub(1)?;
        let targets = self.paths.layer(last)?;
        let mut choices: Vec<(usize, Point)> = targets.iter().copied().enumerate().collect();
        let mut path = Vec::with_capacity(last + 1);
        for i in (0..=last).rev() {
            let cell = pick(&choices, &self.weights[i], &mut self.rng)?;
            path.push(cell);
            if i > 0 {
                choices = self.paths.step_into(i - 1, cell).collect();
            }
        }
        path.reverse();
        Some(path)
    }
}

/// One of the choices, which are positions and cells, with a probability in proportion to its weight.
fn pick(choices: &[(usize, Point)], weights: &[Weight], rng: &mut impl Random) -> Option<Point> {
    let total = choices.iter().fold(Weight::ZERO, |sum, &(i, _)| sum.add(weights[i]));
    // 53 random bits: a number from 0 up to 1.
    let mut rest = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let mut choice = None;
    for &(i, cell) in choices {
        let share = weights[i].share_of(total);
        if share > 0.0 {
            choice = Some(cell);
            if rest < share {
                break;
            }
            rest -= share;
        }
    }
    choice
}
