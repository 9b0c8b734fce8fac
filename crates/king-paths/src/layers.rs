//! Answers that follow from the layers of shortest paths alone, on boards and on grids: numbers of
//! paths, lists of them, random ones.
//!
//! Layer i holds the cells that are the i-th on some shortest path. A cell is in one layer at most,
//! and each has a predecessor in the layer before and a successor in the layer after. So a shortest
//! path is one cell of each layer, each one move from the one before.
//!
//! ```text
//!   cells of layers        numbers of paths, for a rook's single steps
//!     0 1 2                  1 1 1
//!     1 2 3                  1 2 3
//!     2 3 4                  1 3 6
//! ```
//!
//! - **Count**, by dynamic programming: a cell of layer 0 has one path, any other cell the sum of
//!   the numbers of its predecessors. The numbers of the last layer add up to that of all paths.
//!   The time is proportional to the number of moves between layers.
//! - **List**, by a depth-first search from layer to layer. It has no dead ends, because each cell
//!   has a successor.
//! - **Draw**, from the last layer to the first: each cell has a probability in proportion to the
//!   number of paths to it, so all paths are equally likely. The time is proportional to the
//!   length.
//!
//! [`Layered`] is what these need of a board or of a grid.

use core::convert::Infallible;
use core::fmt;
use core::iter::FusedIterator;

#[cfg(feature = "alloc")]
use bitboard_core::Interrupted;
use bitboard_core::Random;
#[cfg(feature = "alloc")]
use bitboard_core::limits::Meter;

pub(crate) mod sealed {
    /// Only boards and grids have layers.
    pub trait Sealed {}
}

/// All shortest paths, as layers: [`ShortestPaths`](crate::ShortestPaths) on a board, and those of
/// `grid`.
///
/// Both have methods of the same names, which return the types of this module.
///
/// The **place** of a cell is its index in tables of numbers: on a board the index of the cell, on
/// a grid its position in the list of the cells of all layers.
#[expect(
    clippy::len_without_is_empty,
    reason = "without paths there is no layer; users see `len` of lists only"
)]
pub trait Layered: sealed::Sealed {
    /// A cell.
    type Cell: Copy + fmt::Debug;
    /// A path.
    type Path: Clone + fmt::Debug;
    /// The numbers of paths for drawing a random one.
    #[doc(hidden)]
    type Weight: Weight;
    /// The cells of a layer that are one move from a cell, each with its place.
    #[doc(hidden)]
    type Near: Iterator<Item = (usize, Self::Cell)> + Clone + Default;
    /// A value for each place or for each layer.
    #[doc(hidden)]
    type Table<T: Clone>: Clone + AsRef<[T]> + AsMut<[T]>;

    /// Number of layers.
    #[doc(hidden)]
    fn len(&self) -> usize;

    /// The cells of a layer, each with its place; no cells if the layer does not exist.
    #[doc(hidden)]
    fn places(&self, layer: usize) -> impl Iterator<Item = (usize, Self::Cell)> + Clone;

    /// The places of the cells of `layer` from which one move leads to `cell`.
    #[doc(hidden)]
    fn places_before(&self, layer: usize, cell: Self::Cell) -> impl Iterator<Item = usize>;

    /// The cells of `layer` from which one move leads to `cell`.
    #[doc(hidden)]
    fn before(&self, layer: usize, cell: Self::Cell) -> Self::Near;

    /// The cells of `layer` that one move from `cell` leads to.
    #[doc(hidden)]
    fn after(&self, layer: usize, cell: Self::Cell) -> Self::Near;

    /// The place of a cell, if it can be on a path.
    #[doc(hidden)]
    fn place(&self, cell: Self::Cell) -> Option<usize>;

    /// The same value for each place.
    #[doc(hidden)]
    fn per_place<T: Clone>(&self, value: T) -> Self::Table<T>;

    /// The same value for each layer.
    #[doc(hidden)]
    fn per_layer<T: Clone>(&self, value: T) -> Self::Table<T>;

    /// A path with a cell of each layer, all of them `cell` until they are [set](Self::set).
    #[doc(hidden)]
    fn path_of(&self, cell: Self::Cell) -> Self::Path;

    /// Sets the cell of a path in a layer.
    #[doc(hidden)]
    fn set(path: &mut Self::Path, layer: usize, cell: Self::Cell);
}

/// Numbers of paths that add up.
#[doc(hidden)]
pub trait Weight: Copy + fmt::Debug {
    const ZERO: Self;
    const ONE: Self;

    /// The sum, or `None` if there is no such number.
    fn add(self, other: &Self) -> Option<Self>;

    /// Picks one of the choices with a probability in proportion to its weight. A path is drawn
    /// from its last cell to its first: `rest` is `None` for the last cell, and passes what is left
    /// of a random number from each cell to the one before.
    fn pick<C>(
        choices: impl Iterator<Item = (Self, C)> + Clone,
        rest: &mut Option<Self>,
        rng: &mut impl Random,
    ) -> Option<C>;
}

/// Exact numbers.
impl Weight for u128 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    #[inline]
    fn add(self, other: &Self) -> Option<Self> {
        self.checked_add(*other)
    }

    /// The random number of a path is its index among all paths. What is left of it after a choice
    /// is the index among the paths to the chosen cell, so one random number is enough for a path.
    fn pick<C>(
        choices: impl Iterator<Item = (Self, C)> + Clone,
        rest: &mut Option<Self>,
        rng: &mut impl Random,
    ) -> Option<C> {
        let total = || choices.clone().map(|(weight, _)| weight).sum::<Self>();
        let mut number = rest.unwrap_or_else(|| rng.below_u128(total().max(1)));
        for (weight, choice) in choices {
            if number < weight {
                *rest = Some(number);
                return Some(choice);
            }
            number -= weight;
        }
        None
    }
}

/// 2^512.
#[cfg(feature = "alloc")]
const BLOCK: f64 = f64::from_bits((1023 + 512) << 52);

/// The positive number `mantissa` · 2^(512 · `blocks`), or 0. Mantissas are less than 2^512.
///
/// Counts on grids can have thousands of digits, of which random paths need only the ratios. `f64`
/// alone would overflow after about 1,000 steps, and scaling each layer would lose narrow parts of
/// a map that later become wide.
#[doc(hidden)]
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scaled {
    mantissa: f64,
    blocks: u32,
}

#[cfg(feature = "alloc")]
impl Scaled {
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

#[cfg(feature = "alloc")]
impl Weight for Scaled {
    const ZERO: Self = Self { mantissa: 0.0, blocks: 0 };
    const ONE: Self = Self { mantissa: 1.0, blocks: 0 };

    fn add(self, other: &Self) -> Option<Self> {
        Some(self.plus(*other))
    }

    /// Takes a random number for each cell.
    fn pick<C>(
        choices: impl Iterator<Item = (Self, C)> + Clone,
        _: &mut Option<Self>,
        rng: &mut impl Random,
    ) -> Option<C> {
        let total = choices.clone().fold(Self::ZERO, |sum, (weight, _)| sum.plus(weight));
        // 53 random bits: a number from 0 up to 1.
        let mut rest = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let mut picked = None;
        for (weight, choice) in choices {
            let share = weight.share_of(total);
            if share > 0.0 {
                picked = Some(choice);
                if rest < share {
                    break;
                }
                rest -= share;
            }
        }
        picked
    }
}

/// Computes the number of paths to each cell of all layers, or `None` if an addition fails. `take`
/// is called once for each cell, and stops the count by an error.
fn weights<L: Layered, N: Weight, E>(
    layers: &L,
    mut take: impl FnMut() -> Result<(), E>,
) -> Result<Option<L::Table<N>>, (E, N)> {
    let mut table = layers.per_place(N::ZERO);
    let numbers = table.as_mut();
    for (place, _) in layers.places(0) {
        numbers[place] = N::ONE;
    }
    for layer in 1..layers.len() {
        for (place, cell) in layers.places(layer) {
            take().map_err(|error| {
                let before = layers.places(layer - 1).map(|(place, _)| &numbers[place]);
                (error, lower_bound(N::ZERO, before, N::add))
            })?;
            let mut sum = N::ZERO;
            for before in layers.places_before(layer - 1, cell) {
                let Some(more) = sum.add(&numbers[before]) else { return Ok(None) };
                sum = more;
            }
            numbers[place] = sum;
        }
    }
    Ok(Some(table))
}

/// Adds the numbers of paths to the cells of a layer, except those whose addition fails. The sum is
/// a lower bound of the number of all paths, because each path to the layer has a continuation.
pub(crate) fn lower_bound<'a, N: Clone + 'a>(
    zero: N,
    numbers: impl Iterator<Item = &'a N>,
    add: impl Fn(N, &N) -> Option<N>,
) -> N {
    numbers.fold(zero, |sum, number| add(sum.clone(), number).unwrap_or(sum))
}

/// [`weights`] without limits, for additions that do not fail.
fn unstopped<L: Layered, N: Weight>(layers: &L) -> L::Table<N> {
    let table = weights::<L, N, Infallible>(layers, || Ok(()));
    table.ok().flatten().unwrap_or_else(|| layers.per_place(N::ZERO))
}

/// [`weights`] within limits. If it is stopped, it returns a lower bound of the number of paths.
#[cfg(feature = "alloc")]
fn stopped_by<L: Layered, N: Weight>(
    layers: &L,
    meter: &mut Meter<'_>,
) -> Result<Option<L::Table<N>>, Interrupted<N>> {
    weights(layers, || meter.take_all(1)).map_err(|(reason, bound)| Interrupted::new(reason, bound))
}

/// Number of shortest paths to each cell. Made by
/// [`ShortestPaths::counts`](crate::ShortestPaths::counts) on boards and by `counts` on grids.
#[derive(Clone)]
pub struct Counts<'a, L: Layered> {
    layers: &'a L,
    numbers: L::Table<u128>,
}

impl<'a, L: Layered> Counts<'a, L> {
    /// For fewer than 2^128 paths.
    pub(crate) fn new(layers: &'a L) -> Self {
        Self { layers, numbers: unstopped(layers) }
    }

    /// [`new`](Self::new) within limits, for any number of paths: `None` if a `u128` cannot hold a
    /// number. A count that is stopped returns a lower bound.
    #[cfg(feature = "alloc")]
    pub(crate) fn within(
        layers: &'a L,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, Interrupted<u128>> {
        let Some(numbers) = stopped_by(layers, meter)? else { return Ok(None) };
        let counts = Self { layers, numbers };
        let total = counts.per_target().try_fold(0, |sum: u128, (_, n)| sum.checked_add(n));
        Ok(total.map(|_| counts))
    }

    /// Number of shortest paths from the first layer to `cell`, 0 if it is in no layer. Each is the
    /// beginning of a shortest path of the query. On a grid this takes time proportional to the
    /// number of layers; [`iter`](Self::iter) is faster for all cells.
    ///
    /// ```
    /// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let board = Bitboard::<u64, Chess>::FULL;
    /// let paths = shortest_paths(Cell::A1, Cell::C3, board, &Steps::ORTHOGONAL);
    /// let counts = paths.counts();
    /// let cells = [Cell::A1, Cell::A2, Cell::B2, Cell::C3, Cell::D4];
    /// assert_eq!(cells.map(|cell| counts.get(cell)), [1, 1, 2, 6, 0]);
    /// ```
    #[must_use]
    pub fn get(&self, cell: L::Cell) -> u128 {
        self.layers.place(cell).map_or(0, |place| self.numbers.as_ref()[place])
    }

    /// The targets that shortest paths reach, with the number of paths to each.
    ///
    /// ```
    /// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let row = Bitboard::<u64, Chess>::row(2);
    /// let paths = shortest_paths(Cell::A1, row, Bitboard::FULL, &Steps::KING);
    /// let targets: Vec<_> = paths.counts().per_target().collect();
    /// assert_eq!(targets, [(Cell::A3, 2), (Cell::B3, 2), (Cell::C3, 1)]);
    /// ```
    pub fn per_target(&self) -> impl Iterator<Item = (L::Cell, u128)> + '_ {
        self.layers.len().checked_sub(1).into_iter().flat_map(|last| self.in_layer(last))
    }

    /// The cells of all layers, with the number of paths to each.
    ///
    /// ```
    /// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let board = Bitboard::<u64, Chess>::FULL;
    /// let paths = shortest_paths(Cell::A1, Cell::B3, board, &Steps::ORTHOGONAL);
    /// let counts: Vec<u128> = paths.counts().iter().map(|(_, number)| number).collect();
    /// assert_eq!(counts, [1, 1, 1, 2, 1, 3]); // a1, b1, a2, b2, a3, b3
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (L::Cell, u128)> + '_ {
        (0..self.layers.len()).flat_map(|layer| self.in_layer(layer))
    }

    fn in_layer(&self, layer: usize) -> impl Iterator<Item = (L::Cell, u128)> + '_ {
        let numbers = self.numbers.as_ref();
        self.layers.places(layer).map(|(place, cell)| (cell, numbers[place]))
    }
}

impl<L: Layered> fmt::Debug for Counts<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// An iterator over all shortest paths in the order of their cells. Made by
/// [`ShortestPaths::paths`](crate::ShortestPaths::paths) on boards and by `paths` on grids.
#[derive(Clone)]
pub struct Paths<'a, L: Layered> {
    layers: &'a L,
    /// The cells that have not been visited, for each layer from the second up to `depth`.
    choices: L::Table<L::Near>,
    /// Number of cells of the first layer that have been visited.
    visited: usize,
    /// `None` if there are no further paths.
    path: Option<L::Path>,
    depth: usize,
}

impl<'a, L: Layered> Paths<'a, L> {
    pub(crate) fn new(layers: &'a L) -> Self {
        let path = layers.places(0).next().map(|(_, cell)| layers.path_of(cell));
        Self { layers, choices: layers.per_layer(L::Near::default()), visited: 0, path, depth: 0 }
    }
}

impl<L: Layered> Iterator for Paths<'_, L> {
    type Item = L::Path;

    fn next(&mut self) -> Option<L::Path> {
        let path = self.path.as_mut()?;
        let choices = self.choices.as_mut();
        loop {
            let next = if self.depth > 0 {
                choices[self.depth].next()
            } else {
                self.visited += 1;
                self.layers.places(0).nth(self.visited - 1)
            };
            let Some((_, cell)) = next else {
                if self.depth == 0 {
                    self.path = None;
                    return None;
                }
                self.depth -= 1;
                continue;
            };
            L::set(path, self.depth, cell);
            if self.depth + 1 == self.layers.len() {
                return Some(path.clone());
            }
            self.depth += 1;
            choices[self.depth] = self.layers.after(self.depth, cell);
        }
    }
}

impl<L: Layered> FusedIterator for Paths<'_, L> {}

impl<L: Layered> fmt::Debug for Paths<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Paths").field("last", &self.path).finish_non_exhaustive()
    }
}

/// An endless iterator over random shortest paths, empty if there is none. Made by
/// [`ShortestPaths::sampler`](crate::ShortestPaths::sampler) on boards and by `sampler` on grids.
#[derive(Clone)]
pub struct Sampler<'a, L: Layered, R> {
    layers: &'a L,
    weights: L::Table<L::Weight>,
    rng: R,
}

impl<'a, L: Layered, R> Sampler<'a, L, R> {
    /// Weights never overflow.
    pub(crate) fn new(layers: &'a L, rng: R) -> Self {
        Self { layers, weights: unstopped(layers), rng }
    }

    /// [`new`](Self::new) within limits.
    #[cfg(feature = "alloc")]
    pub(crate) fn within(
        layers: &'a L,
        rng: R,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Interrupted> {
        let weights = stopped_by(layers, meter).map_err(|stopped| stopped.map(drop))?;
        let weights = weights.unwrap_or_else(|| layers.per_place(L::Weight::ZERO));
        Ok(Self { layers, weights, rng })
    }
}

impl<L: Layered, R: Random> Iterator for Sampler<'_, L, R> {
    type Item = L::Path;

    fn next(&mut self) -> Option<L::Path> {
        let (layers, weights) = (self.layers, self.weights.as_ref());
        let mut path: Option<(L::Path, L::Cell)> = None;
        let mut rest = None;
        for layer in (0..layers.len()).rev() {
            let weight = |(place, cell): (usize, L::Cell)| (weights[place], cell);
            let (rest, rng) = (&mut rest, &mut self.rng);
            let cell = match &path {
                None => L::Weight::pick(layers.places(layer).map(weight), rest, rng),
                Some((_, next)) => {
                    L::Weight::pick(layers.before(layer, *next).map(weight), rest, rng)
                }
            }?;
            let (mut cells, _) = path.unwrap_or_else(|| (layers.path_of(cell), cell));
            L::set(&mut cells, layer, cell);
            path = Some((cells, cell));
        }
        path.map(|(cells, _)| cells)
    }
}

impl<L: Layered, R> fmt::Debug for Sampler<'_, L, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sampler").finish_non_exhaustive()
    }
}

#[cfg(all(test, feature = "alloc"))]
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
