//! The layers of all shortest paths.

use bitboard_core::{Bitboard, Dilate, Geometry, Word};
use smallvec::SmallVec;

/// All shortest paths from one set of cells to another: layer i holds the cells that are the i-th
/// on some shortest path. Made by [`all_shortest_paths`].
///
/// It dereferences to a slice of layers, which is empty if there is no path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layers<W: Word, G: Geometry> {
    layers: SmallVec<[Bitboard<W, G>; 32]>,
}

impl<W: Word, G: Geometry> core::ops::Deref for Layers<W, G> {
    type Target = [Bitboard<W, G>];

    fn deref(&self) -> &Self::Target {
        &self.layers
    }
}

impl<W: Word, G: Geometry> Layers<W, G> {
    /// How many shortest paths there are: a path is a sequence of cells, one of each layer, each a
    /// step from the one before.
    ///
    /// `reverse` are the steps seen from the other end. On at most 128 cells the number is below 2^64: layers are
    /// disjoint, so it is at most 3^(128/3) < 2^68, and a step reaches only neighbours.
    pub fn count<D: Dilate<G>>(&self, within: Bitboard<W, G>, reverse: &D) -> u128 {
        let Some(first) = self.first() else { return 0 };
        let mut paths = [0u128; 128];
        for cell in first.iter() {
            paths[cell.index() as usize] = 1;
        }
        for pair in self.windows(2) {
            for cell in pair[1] {
                let alone = Bitboard::from_cell(cell);
                let before = reverse.dilate_within(alone, within) & pair[0];
                paths[cell.index() as usize] =
                    before.iter().map(|cell| paths[cell.index() as usize]).sum();
            }
        }
        self.last().map_or(0, |last| last.iter().map(|cell| paths[cell.index() as usize]).sum())
    }
}

/// All shortest paths from a cell of `from` to a cell of `to` through cells of `within`, ends
/// included.
///
/// A path is as long as the number of its cells: 1 if the sets overlap. There are no layers if there
/// is no path. `steps` must lead both ways; for others see [`Dilate`].
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
    let mut layers: SmallVec<[_; 32]> = SmallVec::new();
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
