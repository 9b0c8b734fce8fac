//! Rules of movement.

use crate::bitboard::Bitboard;
use crate::bits::Bits;
use crate::geometry::Geometry;

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
pub trait Dilate<G: Geometry> {
    /// `cells`, and every cell of `within` that one move from `cells` leads to. `cells` lie in
    /// `within`; so must the result.
    ///
    /// Vectors of boards go through this function too. It must be inlined where the instructions
    /// are known, so mark it `#[inline(always)]`.
    fn dilate_within<B: Bits>(
        &self,
        cells: Bitboard<B, G>,
        within: Bitboard<B, G>,
    ) -> Bitboard<B, G>;

    /// The reversed rule: it moves from b to a if and only if this one moves from a to b.
    #[must_use]
    fn reverse(&self) -> Self
    where
        Self: Sized;

    /// Runs `kernel` with this rule, compiled for it alone if it is a constant of this crate such as
    /// [`Steps::KING`](crate::Steps::KING).
    ///
    /// Rules are values. Where they are constant, code that is inlined compiles to the shifts of that
    /// rule. Other code tests at each move which shifts exist, which takes about five times the instructions. Such
    /// code, for example a kernel that is compiled for several instruction sets or
    /// takes rules chosen at run time, can call this once for many moves instead.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Chess, Dilate, Kernel, Moves, Steps};
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

    /// Runs the code. Mark it `#[inline(always)]`, so that it sees the rule as a constant.
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
