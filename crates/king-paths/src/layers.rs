//! The layers of all shortest paths.

use core::fmt;
use core::iter::Sum;
use core::ops::Deref;

use bitboard_core::{Bitboard, Cell, Dilate, Geometry, Word};

/// The most layers there can be for any steps: one for each cell of the largest board, and so never more than
/// there are cells.
pub const MAX_LAYERS: usize = 128;

/// The most layers there can be for a king on the chess board.
///
/// A shortest path is induced: none of its squares touches another but the one before and the one after. Of the four
/// squares of a 2 × 2 block, which all touch one another, it has at most two, and there are sixteen blocks. There are
/// such paths: one is in `tests/known_answers.rs`.
pub const MAX_KING_LAYERS: usize = 32;

const LAST: usize = MAX_LAYERS - 1;

/// All shortest paths from one set of cells to another: layer i holds the cells that are the i-th
/// on some shortest path. Made by [`all_shortest_paths`].
///
/// It dereferences to the slice of its layers, which is empty if there is no path, and prints as their pictures.
#[derive(Clone, Copy)]
pub struct Layers<W: Word, G: Geometry> {
    /// Those beyond `len` mean nothing.
    layers: [Bitboard<W, G>; MAX_LAYERS],
    len: usize,
}

/// All shortest paths from a cell of `from` to a cell of `to` through cells of `within`, ends
/// included.
///
/// The length of a path is the number of its cells: 1 if the sets overlap. There are no layers if there
/// is no path. For many queries, [`Layers::find`] reuses memory.
///
/// The algorithm is Steffan Westcott's ("All shortest paths & other flood-fill based algorithms",
/// Computer Chess Club, 2002): a flood that is kept step by step, then one back from the cells reached, with which
/// what was kept is intersected. Here floods from both sets run side by side until they meet, and two run
/// from where they met to both ends.
#[inline]
pub fn all_shortest_paths<W: Word, G: Geometry, D: Dilate<G>>(
    from: Bitboard<W, G>,
    to: Bitboard<W, G>,
    within: Bitboard<W, G>,
    moves: &D,
) -> Layers<W, G> {
    let mut layers = Layers::new();
    layers.find(from, to, within, moves);
    layers
}

impl<W: Word, G: Geometry> Layers<W, G> {
    /// No layers.
    #[must_use]
    pub const fn new() -> Self {
        Self { layers: [Bitboard::EMPTY; MAX_LAYERS], len: 0 }
    }

    /// Finds all shortest paths as [`all_shortest_paths`] does and forgets those found before. It
    /// writes no more layers than there are, where a new result has to be cleared first.
    #[inline]
    pub fn find<D: Dilate<G>>(
        &mut self,
        from: Bitboard<W, G>,
        to: Bitboard<W, G>,
        within: Bitboard<W, G>,
        moves: &D,
    ) {
        const { assert!(W::BITS <= 128, "larger boards are grids: see king_paths::grid") };
        self.len = 0;
        let reverse = &moves.reverse();
        let (mut here, mut there) = (from & within, to & within);
        if here.is_empty() || there.is_empty() {
            return;
        }
        // What is filled from `from` after i steps is layers[i], and what is filled from `to` after j is
        // layers[LAST - j]. There are at most as many layers as cells, so the two never cross.
        self.layers[0] = here;
        self.layers[LAST] = there;
        let (mut i, mut j) = (0, 0);
        while here.is_disjoint(there) {
            // Neither waits for the other, so the processor takes both at once.
            let (grown, grown_there) =
                (moves.dilate_within(here, within), reverse.dilate_within(there, within));
            if grown == here || grown_there == there {
                return;
            }
            here = grown;
            i += 1;
            self.layers[i] = here;
            if !here.is_disjoint(there) {
                break;
            }
            there = grown_there;
            j += 1;
            self.layers[LAST - j] = there;
        }
        let middle = here & there;
        self.keep_shortest(middle, [i, j], within, moves, reverse);
        self.len = i + j + 1;
    }

    /// From the middle of the paths to both ends. Each layer keeps what is one step from the next one
    /// inwards: what is filled and one step from a cell that was filled a step later was filled
    /// exactly then.
    #[inline(always)]
    fn keep_shortest<D: Dilate<G>>(
        &mut self,
        middle: Bitboard<W, G>,
        [i, j]: [usize; 2],
        within: Bitboard<W, G>,
        moves: &D,
        reverse: &D,
    ) {
        self.layers[i] = middle;
        let (mut before, mut after) = (middle, middle);
        for k in 1..=j {
            before = reverse.dilate_within(before, within) & self.layers[i - k];
            after = moves.dilate_within(after, within) & self.layers[LAST - j + k];
            self.layers[i - k] = before;
            self.layers[i + k] = after;
        }
        // The fill from `from` may be one step ahead.
        if i > j {
            self.layers[0] = reverse.dilate_within(before, within) & self.layers[0];
        }
    }

    /// How many shortest paths there are: sequences of cells, one of each layer, each a step from
    /// the one before. `within` and `moves` are those that the layers were made with.
    ///
    /// A `u128` holds any number, and on 64 cells a `u64` does: layers are disjoint and a path takes one cell of
    /// each, so on n cells there are at most 3^(n/3) paths, the greatest product of numbers that add up to n.
    /// That is less than 2^34 on 64 cells and less than 2^68 on 128.
    #[must_use]
    pub fn count<D: Dilate<G>>(&self, within: Bitboard<W, G>, moves: &D) -> u128 {
        let reverse = &moves.reverse();
        if W::BITS == 64 {
            // 3^(64/3) < 2^34.
            u128::from(self.count_in([0u64; 64], within, reverse))
        } else {
            self.count_in([0u128; 128], within, reverse)
        }
    }

    /// The same, with numbers that are large enough, one for each cell.
    #[inline(always)]
    fn count_in<N: Copy + From<u8> + Sum, const CELLS: usize, D: Dilate<G>>(
        &self,
        mut paths: [N; CELLS],
        within: Bitboard<W, G>,
        reverse: &D,
    ) -> N {
        let place = |cell: Cell<G>| cell.index() as usize % CELLS;
        // Where all paths begin or end in one cell, each cell of the layer beside it is one step from it.
        let mut layers = &self[..];
        if let [rest @ .., last] = layers
            && last.len() == 1
            && !rest.is_empty()
        {
            layers = rest;
        }
        if let [first, rest @ ..] = layers
            && first.len() == 1
            && !rest.is_empty()
        {
            layers = rest;
        }
        let [first, .., last] = layers else {
            let all = layers.first().copied().unwrap_or(Bitboard::EMPTY);
            return all.iter().map(|_| N::from(1)).sum();
        };
        for cell in *first {
            paths[place(cell)] = N::from(1);
        }
        for pair in layers.windows(2) {
            for cell in pair[1] {
                let before = reverse.dilate_within(Bitboard::from_cell(cell), within) & pair[0];
                paths[place(cell)] = before.iter().map(|cell| paths[place(cell)]).sum();
            }
        }
        last.iter().map(|cell| paths[place(cell)]).sum()
    }

    /// The cells of all layers: those on some shortest path.
    #[must_use]
    pub fn cells(&self) -> Bitboard<W, G> {
        self.iter().fold(Bitboard::EMPTY, |all, &layer| all | layer)
    }

    /// The cells that every shortest path passes: those alone in their layer.
    #[must_use]
    pub fn must_pass(&self) -> Bitboard<W, G> {
        let alone = self.iter().filter(|layer| layer.len() == 1);
        alone.fold(Bitboard::EMPTY, |all, &layer| all | layer)
    }
}

impl<W: Word, G: Geometry> Default for Layers<W, G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<W: Word, G: Geometry> Deref for Layers<W, G> {
    type Target = [Bitboard<W, G>];

    fn deref(&self) -> &Self::Target {
        &self.layers[..self.len]
    }
}

impl<'a, W: Word, G: Geometry> IntoIterator for &'a Layers<W, G> {
    type Item = &'a Bitboard<W, G>;
    type IntoIter = core::slice::Iter<'a, Bitboard<W, G>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<W: Word, G: Geometry> PartialEq for Layers<W, G> {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl<W: Word, G: Geometry> Eq for Layers<W, G> {}

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
