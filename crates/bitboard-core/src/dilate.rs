//! Rules of movement.

use crate::bitboard::Bitboard;
use crate::bits::Bits;
use crate::geometry::Geometry;

/// A rule that says which cells one move reaches: what floods, frontiers and shortest paths are made
/// of.
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

    /// The same rule seen from the other end: a move from a to b here is a move from b to a there.
    #[must_use]
    fn reverse(&self) -> Self
    where
        Self: Sized;
}
