//! Movement rules, and searches with them: floods, BFS levels and connected components.
//!
//! A [`Dilate`] is a movement rule: it moves a whole set by one move. Everything else is a loop
//! around it:
//!
//! ```text
//! flood(from, within):                     components(set):
//!     set = from & within                      while set is not empty:
//!     repeat                                       c = flood(lowest cell of set, set)
//!         set = dilate(set) & within               emit c
//!     until nothing was added                      set -= c
//!
//! frontiers(from, within): as flood, emitting the cells that each round adds
//! ```
//!
//! A flood takes one round for each move of the longest shortest path in it, whatever the number of
//! cells: about four shifts a round for a king, in one word. The floods test for the end only every
//! other round, because a mispredicted test costs as much as several rounds.

use core::iter::FusedIterator;

use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::word::{Bits, Word};

/// A movement rule: which cells one move reaches. Floods, frontiers and shortest paths use it.
///
/// [`Steps`](crate::Steps) move by one step, [`Slides`](crate::Slides) any distance along a
/// direction, [`NoCornerCut`](crate::NoCornerCut) as a king that does not cut corners, and
/// [`Moves`](crate::Moves) by any of these. Implement the trait for your own rules.
///
/// ```
/// use bitboard_core::{Bitboard, Bits, Chess, Dilate, Geometry, Slides, Steps};
///
/// /// The amazon moves like a queen or a knight.
/// struct Amazon;
///
/// impl<G: Geometry> Dilate<G> for Amazon {
///     fn dilate_within<B: Bits>(
///         &self,
///         cells: Bitboard<B, G>,
///         within: Bitboard<B, G>,
///     ) -> Bitboard<B, G> {
///         Slides::QUEEN.dilate_within(cells, within) | Steps::KNIGHT.dilate_within(cells, within)
///     }
///
///     fn reverse(&self) -> Self {
///         Self
///     }
/// }
///
/// let corner = Bitboard::<u64, Chess>::new(1);
/// assert_eq!(corner.frontiers(Bitboard::FULL, &Amazon).count(), 3);
/// ```
///
/// A torus, on which a step off one side enters at the opposite one:
///
/// ```
/// use bitboard_core::{Bitboard, Bits, Dilate, Geometry, RowMajor};
///
/// struct Torus;
///
/// impl<G: Geometry> Dilate<G> for Torus {
///     fn dilate_within<B: Bits>(
///         &self,
///         cells: Bitboard<B, G>,
///         within: Bitboard<B, G>,
///     ) -> Bitboard<B, G> {
///         let (width, height) = (G::WIDTH as i32, G::HEIGHT as i32);
///         let columns = [1, -1, 1 - width, width - 1].map(|dx| cells.shift(dx, 0));
///         let rows = [1, -1, 1 - height, height - 1].map(|dy| cells.shift(0, dy));
///         columns.into_iter().chain(rows).fold(cells, |all, moved| all | moved) & within
///     }
///
///     fn reverse(&self) -> Self {
///         Self
///     }
/// }
///
/// let snake: Bitboard<u128, RowMajor<11, 11>> = Bitboard::from_coords(&[(0, 0), (10, 0), (10, 10)]);
/// assert_eq!(snake.components(&Torus).count(), 1);
/// assert_eq!(Bitboard::<u128, RowMajor<11, 11>>::new(1).frontiers(Bitboard::FULL, &Torus).count(), 11);
/// ```
pub trait Dilate<G: Geometry> {
    /// Returns `cells` and every cell of `within` that one move from `cells` reaches. `cells` lie
    /// in `within`, and so must the result.
    ///
    /// Vectors of boards go through this function too. It must be inlined where the instructions
    /// are known, so mark it `#[inline(always)]`.
    fn dilate_within<B: Bits>(
        &self,
        cells: Bitboard<B, G>,
        within: Bitboard<B, G>,
    ) -> Bitboard<B, G>;

    /// The reversed rule: it moves from b to a if and only if this one moves from a to b.
    ///
    /// Searches that go backwards call this, such as those for all shortest paths in the crate
    /// `king-paths`. Floods, BFS levels and connected components go forward only and never do.
    #[must_use]
    fn reverse(&self) -> Self
    where
        Self: Sized;

    /// Runs `kernel` with this rule, compiled for it alone if it is a constant of this crate such
    /// as [`Steps::KING`](crate::Steps::KING).
    ///
    /// Rules are values. Where they are constant, code that is inlined compiles to the shifts of
    /// that rule. Other code tests at each move which shifts exist, which takes about five times
    /// the instructions. Such code, for example a kernel that is compiled for several instruction
    /// sets or takes rules chosen at run time, can call this once for many moves instead.
    ///
    /// ```
    /// use bitboard_core::dispatch::Kernel;
    /// use bitboard_core::{Bitboard, Chess, Dilate, Moves, Steps};
    ///
    /// type Board = Bitboard<u64, Chess>;
    ///
    /// /// The size of the flood of each set.
    /// struct Sizes<'a>(&'a [Board]);
    ///
    /// impl Kernel<Chess> for Sizes<'_> {
    ///     type Output = u32;
    ///
    ///     #[inline(always)]
    ///     fn run<D: Dilate<Chess>>(self, moves: &D) -> u32 {
    ///         self.0.iter().map(|set| set.isolate_first().flood(*set, moves).len()).sum()
    ///     }
    /// }
    ///
    /// let moves = Moves::from(Steps::KNIGHT);
    /// assert_eq!(moves.specialize(Sizes(&[Board::FULL, Board::EMPTY])), 64);
    /// ```
    #[inline(always)]
    fn specialize<K: Kernel<G>>(&self, kernel: K) -> K::Output
    where
        Self: Sized,
    {
        kernel.run(self)
    }
}

/// Code that is compiled for each of the common rules. See [`Dilate::specialize`].
pub trait Kernel<G: Geometry> {
    /// The result of the code.
    type Output;

    /// Runs the code. Mark it `#[inline(always)]`, so that the rule is a constant in it: the rule
    /// is a value, and a function or closure that is not inlined is compiled for any value.
    fn run<D: Dilate<G>>(self, moves: &D) -> Self::Output;
}

/// Runs a kernel with the first of the constants that is equal to `$moves`, or else with `$moves`.
macro_rules! run_with_constant {
    ($kernel:ident, $moves:expr, [$($constant:expr),*]) => {{
        $(if *$moves == const { $constant } {
            return $kernel.run(const { &$constant });
        })*
        $kernel.run($moves)
    }};
}
pub(crate) use run_with_constant;

impl<B: Bits, G: Geometry> Bitboard<B, G> {
    /// The set and the cells that one move from it leads to.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, NoCornerCut, Slides, Steps};
    ///
    /// let corner = Bitboard::<u64, Chess>::from_cell(Cell::A1);
    /// assert_eq!(corner.dilate(&Steps::KING), Bitboard::from_names("a1 a2 b1 b2")?);
    /// assert_eq!(corner.dilate(&NoCornerCut::KING), corner.dilate(&Steps::KING));
    /// assert_eq!(corner.dilate(&Slides::ROOK), Bitboard::row(0) | Bitboard::column(0));
    /// # Ok::<(), bitboard_core::NamesError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn dilate<D: Dilate<G>>(self, moves: &D) -> Self {
        moves.dilate_within(self, self.broadcast(Bitboard::FULL))
    }

    /// All cells of `within` that can be reached from this set without leaving `within`.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor, Steps};
    ///
    /// type Board = Bitboard<u64, RowMajor<6, 3>>;
    /// let walls: Board = "
    ///     . X . X . .
    ///     . X X . . X
    ///     . . . . X .".parse()?;
    /// let corner = Board::from_coords(&[(0, 0)]);
    /// assert_eq!(corner.flood(!walls, &Steps::ORTHOGONAL).to_string(), "\
    /// X . . . X X
    /// X . . X X .
    /// X X X X . .");
    /// # Ok::<(), bitboard_core::PictureError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn flood<D: Dilate<G>>(self, within: Self, moves: &D) -> Self {
        let mut filled = self & within;
        loop {
            // Two moves per test, so that the second move hides the latency of the test.
            let once = moves.dilate_within(filled, within);
            let twice = moves.dilate_within(once, within);
            if twice.bits().equals(once.bits()) {
                return once;
            }
            filled = twice;
        }
    }
}

impl<W: Word, G: Geometry> Bitboard<W, G> {
    /// The BFS levels of the flood: first the part of this set in `within`, then the cells reached
    /// by one move, by two, and so on. Each cell occurs in one frontier, and no frontier is empty.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    ///
    /// // A knight reaches 8 squares with one move, 26 more with two, and all with four.
    /// let start = Bitboard::<u64, Chess>::from_cell(Cell::D4);
    /// let levels: Vec<u32> =
    ///     start.frontiers(Bitboard::FULL, &Steps::KNIGHT).map(|level| level.len()).collect();
    /// assert_eq!(levels, [1, 8, 26, 24, 5]);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn frontiers<D: Dilate<G>>(self, within: Self, moves: &D) -> Frontiers<'_, W, G, D> {
        let filled = self & within;
        Frontiers { filled, frontier: filled, within, moves }
    }

    /// Returns whether some cell of this set is connected to some cell of `to` by moves inside
    /// `within`. A cell of both sets is connected to itself, if it lies in `within`.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    ///
    /// type Board = Bitboard<u64, Chess>;
    /// let [from, to] = [Cell::A1, Cell::H8].map(Board::from_cell);
    /// let gap = !Board::row(3) | Cell::E4;
    /// assert!(from.is_connected(to, gap, &Steps::KING));
    /// assert!(!from.is_connected(to, gap, &Steps::DIAGONAL));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn is_connected<D: Dilate<G>>(self, to: Self, within: Self, moves: &D) -> bool {
        let to = to & within;
        let mut filled = self & within;
        loop {
            if !filled.is_disjoint(to) {
                return true;
            }
            // Two moves per test, as in `flood`.
            let once = moves.dilate_within(filled, within);
            let twice = moves.dilate_within(once, within);
            if twice == filled {
                return false;
            }
            filled = twice;
        }
    }

    /// The connected components of this set, in the order of their lowest cells.
    ///
    /// `moves` must lead both ways: from b to a if from a to b. Pawn steps and slides in one
    /// direction do not.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor, Steps};
    ///
    /// let board: Bitboard<u64, RowMajor<6, 3>> = "
    ///     X X . . . X
    ///     . . X . . X
    ///     . . X . . .".parse()?;
    /// let sizes = |steps| board.components(steps).map(|set| set.len()).collect::<Vec<_>>();
    /// assert_eq!(sizes(&Steps::ORTHOGONAL), [2, 2, 2]);
    /// assert_eq!(sizes(&Steps::KING), [4, 2]);
    /// # Ok::<(), bitboard_core::PictureError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn components<D: Dilate<G>>(self, moves: &D) -> Components<'_, W, G, D> {
        Components { rest: self, moves }
    }
}

/// The frontiers of a flood. Created by [`Bitboard::frontiers`].
#[derive(Clone, Debug)]
pub struct Frontiers<'a, W: Word, G: Geometry, D> {
    filled: Bitboard<W, G>,
    frontier: Bitboard<W, G>,
    within: Bitboard<W, G>,
    moves: &'a D,
}

impl<W: Word, G: Geometry, D: Dilate<G>> Iterator for Frontiers<'_, W, G, D> {
    type Item = Bitboard<W, G>;

    #[inline(always)]
    fn next(&mut self) -> Option<Bitboard<W, G>> {
        let frontier = self.frontier;
        if frontier.is_empty() {
            return None;
        }
        let grown = self.moves.dilate_within(self.filled, self.within);
        self.frontier = grown - self.filled;
        self.filled = grown;
        Some(frontier)
    }
}

impl<W: Word, G: Geometry, D: Dilate<G>> FusedIterator for Frontiers<'_, W, G, D> {}

/// The connected components of a set. Created by [`Bitboard::components`].
#[derive(Clone, Debug)]
pub struct Components<'a, W: Word, G: Geometry, D> {
    rest: Bitboard<W, G>,
    moves: &'a D,
}

impl<W: Word, G: Geometry, D: Dilate<G>> Iterator for Components<'_, W, G, D> {
    type Item = Bitboard<W, G>;

    #[inline(always)]
    fn next(&mut self) -> Option<Bitboard<W, G>> {
        if self.rest.is_empty() {
            return None;
        }
        let component = self.rest.isolate_first().flood(self.rest, self.moves);
        self.rest -= component;
        Some(component)
    }
}

impl<W: Word, G: Geometry, D: Dilate<G>> FusedIterator for Components<'_, W, G, D> {}
