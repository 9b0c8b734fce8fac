//! Answers that follow from the layers of [`ShortestPaths`]: the straightest path, all paths, their
//! number, random ones.
//!
//! The methods are those of [boards](crate::ShortestPaths), whose module `layers` explains them.
//! Numbers of paths can have thousands of digits here. Those who draw a path need only their
//! ratios, so a path is drawn with [`Scaled`] numbers.

use alloc::vec::Vec;

use bitboard_core::limits::{Meter, unlimited};
use bitboard_core::{Interrupted, Random};

use super::distances::CountOverflow;
use super::map::position;
use super::rule::{Rule, bits_of, cell_at, cells_of, with_rule};
use super::shortest::ShortestPaths;
use super::size::Point;
use super::straight;

impl ShortestPaths<'_> {
    /// The cells of layer `i` next to `cell` on shortest paths, after it or before it, as bits of
    /// the square around it.
    #[inline]
    fn next_to<R: Rule>(&self, i: usize, cell: Point, is_back: bool) -> u64 {
        let layer = self.layer(i).unwrap_or_default();
        let place = self.grid().place(cell);
        let targets = self.grid().targets_in::<R>(place, (self.kind(), is_back));
        let is_in = |&bit: &usize| position(layer, cell_at(bit, R::SIDE, cell)).is_some();
        bits_of(targets).filter(is_in).fold(0, |bits, bit| bits | 1 << bit)
    }

    /// Calls `visit` with each of these cells in the order of rows.
    fn for_each_next_to(&self, i: usize, cell: Point, is_back: bool, visit: impl FnMut(Point)) {
        let rule = self.grid().rule(self.kind());
        let (bits, side) = with_rule!(rule, R => (self.next_to::<R>(i, cell, is_back), R::SIDE));
        cells_of(bits, side, cell).for_each(visit);
    }

    /// The number of the last layer, if there is a path.
    fn last(&self) -> Option<usize> {
        self.layers().len().checked_sub(1)
    }

    /// The [straightest](super#ties) of the shortest paths, or `None` if there is none. The
    /// straight line leads from its first cell to the nearest cell of the last layer.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     .....
    ///     ..#..
    ///     .....".parse()?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(4, 0)], StepKind::King)?;
    /// assert_eq!(paths.path_count(), Ok(5));
    /// assert_eq!(paths.path(), Some(vec![(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn path(&self) -> Option<Vec<Point>> {
        let last = self.last()?;
        let (end, after) = ((last as u64, self.layer(last)?), |layer, _| layer + 1);
        let before = |layer: u64, cell, visit: &mut dyn FnMut((u64, Point))| {
            if let Some(before) = layer.checked_sub(1) {
                self.for_each_next_to(before as usize, cell, true, |cell| visit((before, cell)));
            }
        };
        Some(straight::straightest(self.from(), end, &before, &after, true))
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
    pub fn paths(&self) -> impl Iterator<Item = Vec<Point>> + Clone {
        let mut starts = self.layer(0).unwrap_or_default().iter();
        let mut path = Vec::new();
        // For each cell of the path, the cells after it that are not tried yet.
        let mut choices: Vec<u64> = Vec::new();
        core::iter::from_fn(move || {
            with_rule!(self.grid().rule(self.kind()), R => {
                loop {
                    let next = match choices.last_mut() {
                        None => *starts.next()?,
                        Some(0) => {
                            choices.pop();
                            path.pop();
                            continue;
                        }
                        Some(bits) => {
                            let bit = bits.trailing_zeros() as usize;
                            *bits &= *bits - 1;
                            cell_at(bit, R::SIDE, path[path.len() - 1])
                        }
                    };
                    path.push(next);
                    choices.push(self.next_to::<R>(path.len(), next, false));
                    if path.len() == self.layers().len() {
                        return Some(path.clone());
                    }
                }
            })
        })
    }

    /// Counts the paths to each cell in numbers of some type, and returns that of all paths, or
    /// `None` if an addition fails. `visit` gets the numbers layer by layer, each in the order of
    /// rows.
    fn count<N: Clone>(
        &self,
        [zero, one]: [N; 2],
        add: impl Fn(N, &N) -> Option<N>,
        visit: impl FnMut(&Option<N>),
        meter: &mut Meter<'_>,
    ) -> Result<Option<N>, Interrupted<N>> {
        let Some(last) = self.last() else { return Ok(Some(zero)) };
        // From the first layer to the last, which are the levels `last` to 0 of the count.
        let start = (last as u64, self.layer(0).unwrap_or_default());
        let after = |level: u64, cell, visit: &mut dyn FnMut((u64, Point))| {
            let layer = last + 1 - level as usize;
            self.for_each_next_to(layer, cell, false, |cell| visit((level - 1, cell)));
        };
        let count = straight::count(start, one, &after, add, visit, meter);
        count.map_err(|stopped| stopped.map(|bound| bound.unwrap_or(zero)))
    }

    /// [`count`](Self::count) without limits.
    fn count_all<N: Clone>(
        &self,
        numbers: [N; 2],
        add: impl Fn(N, &N) -> Option<N>,
        visit: impl FnMut(&Option<N>),
    ) -> Option<N> {
        unlimited(|limits| self.count(numbers, add, visit, &mut Meter::new(&limits.start())))
    }

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
        let add = |a: u128, b: &u128| a.checked_add(*b);
        self.count_all([0, 1], add, |_| ()).ok_or(CountOverflow)
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
        unlimited(|limits| self.try_path_count_big(limits))
    }

    /// [`path_count_big`](Self::path_count_big) within limits, because numbers of thousands of
    /// digits take far longer than the search. Nodes are the cells of shortest paths. An
    /// interrupted query returns a lower bound.
    ///
    /// # Errors
    /// If a limit was reached.
    #[cfg(feature = "bigint")]
    pub fn try_path_count_big(
        &self,
        limits: &bitboard_core::Limits<'_>,
    ) -> Result<num_bigint::BigUint, Interrupted<num_bigint::BigUint>> {
        use num_bigint::BigUint;
        let (numbers, add) = ([BigUint::ZERO, BigUint::from(1u32)], |a, b: &_| Some(a + b));
        let count = self.count(numbers, add, |_| (), &mut Meter::new(&limits.start()))?;
        Ok(count.unwrap_or_default())
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
        let (mut numbers, add) = (Vec::new(), |a: u128, b: &u128| a.checked_add(*b));
        let total = self.count_all([0, 1], add, |number| numbers.extend(*number));
        total.map(|_| Counts { paths: self, numbers }).ok_or(CountOverflow)
    }

    /// Draws shortest paths at random, all with the same probability, without end. Empty if there
    /// is no path.
    ///
    /// Numbers of paths are rounded to 53 bits, so probabilities differ by a factor of at most 1 ±
    /// n · 2^-49 on paths of n steps.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    /// use king_paths::SeededRng;
    ///
    /// let grid = Grid::from_fn(500, 500, |_, _| true)?;
    /// let paths = grid.shortest_paths(&[(0, 0)], &[(499, 499)], StepKind::Orthogonal)?;
    /// let path = paths.sampler(&mut SeededRng::new(1)).next().expect("a path");
    /// assert_eq!((path.len(), path[998]), (999, (499, 499)));
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    pub fn sampler<R: Random>(&self, mut rng: R) -> impl Iterator<Item = Vec<Point>> {
        let (mut numbers, add) = (Vec::new(), |a: Scaled, b: &Scaled| Some(a.plus(*b)));
        self.count_all([Scaled::ZERO, Scaled::ONE], add, |number| numbers.extend(*number));
        let counts = Counts { paths: self, numbers };
        core::iter::from_fn(move || {
            let last = self.last()?;
            let mut cell = draw(counts.in_layer(last), &mut rng)?;
            let mut path = Vec::from([cell]);
            for i in (0..last).rev() {
                cell = with_rule!(self.grid().rule(self.kind()), R => {
                    let before = cells_of(self.next_to::<R>(i, cell, true), R::SIDE, cell);
                    draw(before.filter_map(|cell| Some((cell, counts.find(i, cell)?))), &mut rng)
                })?;
                path.push(cell);
            }
            path.reverse();
            Some(path)
        })
    }
}

/// Number of shortest paths to each cell. Made by [`ShortestPaths::counts`].
#[derive(Clone, Debug)]
pub struct Counts<'a, N = u128> {
    paths: &'a ShortestPaths<'a>,
    /// Layer by layer, each in the order of rows.
    numbers: Vec<N>,
}

impl<N: Copy> Counts<'_, N> {
    /// The numbers of a layer.
    fn of_layer(&self, i: usize) -> &[N] {
        // The cells are stored from the last layer to the first.
        let range = self.paths.range(i).unwrap_or_default();
        let last = self.numbers.len();
        &self.numbers[last - range.end..last - range.start]
    }

    fn in_layer(&self, i: usize) -> impl Iterator<Item = (Point, N)> + Clone {
        let cells = self.paths.layer(i).unwrap_or_default();
        cells.iter().copied().zip(self.of_layer(i).iter().copied())
    }

    fn find(&self, i: usize, cell: Point) -> Option<N> {
        Some(self.of_layer(i)[position(self.paths.layer(i)?, cell)?])
    }
}

impl Counts<'_> {
    /// Number of shortest paths from the first layer to `cell`, 0 if it is in no layer. Each is the
    /// beginning of a shortest path of the query. This takes time proportional to the number of
    /// layers; [`iter`](Self::iter) is faster for all cells.
    #[must_use]
    pub fn get(&self, cell: Point) -> u128 {
        (0..self.paths.layers().len()).find_map(|i| self.find(i, cell)).unwrap_or(0)
    }

    /// The targets that shortest paths reach, with the number of paths to each.
    pub fn per_target(&self) -> impl Iterator<Item = (Point, u128)> + '_ {
        self.paths.last().into_iter().flat_map(|last| self.in_layer(last))
    }

    /// The cells of all layers, with the number of paths to each.
    pub fn iter(&self) -> impl Iterator<Item = (Point, u128)> + '_ {
        (0..self.paths.layers().len()).flat_map(|i| self.in_layer(i))
    }
}

/// 2^512.
const BLOCK: f64 = f64::from_bits((1023 + 512) << 52);

/// The positive number `mantissa` · 2^(512 · `blocks`), or 0. Mantissas are less than 2^512.
///
/// `f64` alone would overflow after about 1,000 steps, and scaling each layer would lose narrow
/// parts of a map that later become wide.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Scaled {
    mantissa: f64,
    blocks: u32,
}

impl Scaled {
    const ZERO: Self = Self { mantissa: 0.0, blocks: 0 };
    const ONE: Self = Self { mantissa: 1.0, blocks: 0 };

    fn plus(self, other: Self) -> Self {
        let blocks = self.blocks.max(other.blocks);
        let mantissa = self.at(blocks) + other.at(blocks);
        if mantissa < BLOCK {
            Self { mantissa, blocks }
        } else {
            Self { mantissa: mantissa / BLOCK, blocks: blocks + 1 }
        }
    }

    /// This number over a number that is not less.
    fn share_of(self, total: Self) -> f64 {
        self.at(total.blocks) / total.mantissa
    }

    /// The mantissa if there were `blocks`, which are not less than there are.
    fn at(self, blocks: u32) -> f64 {
        match blocks - self.blocks {
            0 => self.mantissa,
            1 => self.mantissa / BLOCK,
            2 => self.mantissa / BLOCK / BLOCK,
            _ => 0.0,
        }
    }
}

/// Draws one of some cells with a probability in proportion to its number.
fn draw(
    choices: impl Iterator<Item = (Point, Scaled)> + Clone,
    rng: &mut impl Random,
) -> Option<Point> {
    let total = choices.clone().fold(Scaled::ZERO, |sum, (_, number)| sum.plus(number));
    // 53 random bits: a number from 0 up to 1.
    let mut rest = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let mut drawn = None;
    for (cell, number) in choices {
        let share = number.share_of(total);
        if share > 0.0 {
            drawn = Some(cell);
            if rest < share {
                break;
            }
            rest -= share;
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubling_adds_up_beyond_the_range_of_floats() {
        let mut sum = Scaled::ONE;
        for _ in 0..5000 {
            let half = sum;
            sum = sum.plus(sum);
            assert_eq!(half.share_of(sum), 0.5);
        }
        assert_eq!(Scaled::ONE.share_of(sum), 0.0);
        assert_eq!(sum.plus(Scaled::ONE), sum);
        assert_eq!(Scaled::ZERO.plus(Scaled::ONE), Scaled::ONE);
    }
}
