//! Random paths.

use core::fmt;

use bitboard_core::{Bitboard, Dilate, Geometry, Word};
use rand_core::Rng;

use crate::count::Counts;
use crate::layers::Layers;
use crate::paths::Path;

impl<W: Word, G: Geometry> Layers<W, G> {
    /// Prepares to draw shortest paths at random. `within` and `moves` are those that the layers were made with.
    ///
    /// Returns `None` if there is no path, also because `within` or `moves` are others.
    #[must_use]
    pub fn sampler<'a, D: Dilate<G>>(
        &'a self,
        within: Bitboard<W, G>,
        moves: &D,
    ) -> Option<Sampler<'a, W, G, D>> {
        let (last, counts) = (*self.last()?, self.counts(within, moves));
        (counts.total() > 0).then_some(Sampler {
            layers: self,
            within,
            reverse: moves.reverse(),
            last,
            counts,
        })
    }
}

/// Draws shortest paths at random, each with the same probability. Made by [`Layers::sampler`].
///
/// A path is drawn backwards, each cell with a weight of the number of paths that lead to it.
#[derive(Clone)]
pub struct Sampler<'a, W: Word, G: Geometry, D> {
    layers: &'a Layers<W, G>,
    within: Bitboard<W, G>,
    reverse: D,
    last: Bitboard<W, G>,
    counts: Counts<W, G>,
}

impl<W: Word, G: Geometry, D: Dilate<G>> Sampler<'_, W, G, D> {
    /// One path.
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Path<G> {
        let mut number = below(self.counts.total(), rng);
        let mut choices = self.last;
        let mut path: Option<Path<G>> = None;
        for i in (0..self.layers.len()).rev() {
            // What is left of the number says which of the paths to this cell it is, so one random number is
            // enough for the whole path.
            for cell in choices {
                let paths = self.counts.get(cell);
                if number < paths {
                    path.get_or_insert_with(|| Path::of(cell, self.layers.len())).set(i, cell);
                    let before = self.reverse.dilate_within(Bitboard::from_cell(cell), self.within);
                    choices = if i > 0 { before & self.layers[i - 1] } else { choices };
                    break;
                }
                number -= paths;
            }
        }
        // At least one path is counted, so some cell of the last layer is always chosen.
        path.unwrap_or_else(|| unreachable!("the counts add up"))
    }

    /// How many paths there are to choose from.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.counts.total()
    }
}

/// A number below `end`, each with the same probability: bits are drawn until they are one.
fn below<R: Rng + ?Sized>(end: u128, rng: &mut R) -> u128 {
    let mask = u128::MAX >> end.saturating_sub(1).leading_zeros().min(127);
    loop {
        let low = u128::from(rng.next_u64());
        let high = if mask >> 64 == 0 { 0 } else { u128::from(rng.next_u64()) };
        let number = (high << 64 | low) & mask;
        if number < end {
            return number;
        }
    }
}

impl<W: Word, G: Geometry, D> fmt::Debug for Sampler<'_, W, G, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sampler").field("total", &self.counts.total()).finish_non_exhaustive()
    }
}
