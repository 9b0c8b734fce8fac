//! The layers of all shortest paths.

use core::fmt;
use core::ops::Deref;

use bitboard_core::{Bitboard, Dilate, Geometry, Word};
use smallvec::SmallVec;

/// The most layers that are held without an allocation: enough for a king on 8×8 squares, whose longest
/// shortest path has 32.
const INLINE: usize = 32;

/// All shortest paths from one set of cells to another: layer i holds the cells that are the i-th
/// on some shortest path. Made by [`all_shortest_paths`].
///
/// It dereferences to the slice of its layers, which is empty if there is no path, and prints as their pictures.
#[derive(Clone, PartialEq, Eq)]
pub struct Layers<W: Word, G: Geometry> {
    layers: SmallVec<[Bitboard<W, G>; INLINE]>,
}

/// All shortest paths from a cell of `from` to a cell of `to` through cells of `within`, ends
/// included.
///
/// The length of a path is the number of its cells: 1 if the sets overlap. There are no layers if there
/// is no path. `reverse` are the steps seen from the other end: the same for all but pawns, see
/// [`Steps::reverse`](bitboard_core::Steps::reverse).
///
/// The algorithm is Steffan Westcott's ("All shortest paths & other flood-fill based algorithms",
/// Computer Chess Club, 2002): a flood from one set whose frontiers are kept, then one back from
/// the cells reached, with which the frontiers are intersected.
pub fn all_shortest_paths<W: Word, G: Geometry, D: Dilate<G>>(
    from: Bitboard<W, G>,
    to: Bitboard<W, G>,
    within: Bitboard<W, G>,
    steps: &D,
    reverse: &D,
) -> Layers<W, G> {
    let mut layers: SmallVec<[_; INLINE]> = SmallVec::new();
    for frontier in from.frontiers(within, steps) {
        layers.push(frontier);
        if !frontier.is_disjoint(to) {
            break;
        }
    }
    let mut reached = layers.last().map_or(Bitboard::EMPTY, |&last| last & to);
    if reached.is_empty() {
        layers.clear();
    }
    for layer in layers.iter_mut().rev() {
        *layer &= reached;
        reached = reverse.dilate_within(*layer, within);
    }
    Layers { layers }
}

impl<W: Word, G: Geometry> Layers<W, G> {
    /// How many shortest paths there are: sequences of cells, one of each layer, each a step from
    /// the one before. `within` and `reverse` are those that the layers were made with.
    ///
    /// A `u128` holds any number: layers are disjoint, so on 128 cells there are at most
    /// 3^(128/3) < 2^68 sequences with a cell of each.
    #[must_use]
    pub fn count<D: Dilate<G>>(&self, within: Bitboard<W, G>, reverse: &D) -> u128 {
        let Some(first) = self.first() else { return 0 };
        let mut paths = [0u128; 128];
        let sum = |paths: &[u128; 128], cells: Bitboard<W, G>| -> u128 {
            cells.iter().map(|cell| paths[cell.index() as usize]).sum()
        };
        for cell in *first {
            paths[cell.index() as usize] = 1;
        }
        for pair in self.windows(2) {
            for cell in pair[1] {
                let before = reverse.dilate_within(Bitboard::from_cell(cell), within) & pair[0];
                paths[cell.index() as usize] = sum(&paths, before);
            }
        }
        self.last().map_or(0, |&last| sum(&paths, last))
    }

    /// The cells that every shortest path passes: those alone in their layer.
    #[must_use]
    pub fn must_pass(&self) -> Bitboard<W, G> {
        let alone = self.iter().filter(|layer| layer.len() == 1);
        alone.fold(Bitboard::EMPTY, |all, &layer| all | layer)
    }
}

impl<W: Word, G: Geometry> Deref for Layers<W, G> {
    type Target = [Bitboard<W, G>];

    fn deref(&self) -> &Self::Target {
        &self.layers
    }
}

impl<W: Word, G: Geometry> fmt::Display for Layers<W, G> {
    /// The layers as pictures, a blank line between two of them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, layer) in self.iter().enumerate() {
            let separator = if i == 0 { "" } else { "\n\n" };
            write!(f, "{separator}{layer}")?;
        }
        Ok(())
    }
}

impl<W: Word, G: Geometry> fmt::Debug for Layers<W, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
