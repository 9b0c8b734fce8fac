//! The memory for the answers of a batch.

use alloc::vec::Vec;

use bitboard_core::{Bitboard, Geometry, Word};

use crate::path::max_layers;

/// The layers of all queries, group by group: a row for each layer, a column for each query.
#[derive(Clone, Debug)]
pub(super) struct Buffers<W: Word, G: Geometry> {
    /// At least the number of boards in use.
    boards: Vec<Bitboard<W, G>>,
    /// Number of boards in use.
    used: usize,
    /// The first board of each group.
    starts: Vec<usize>,
    /// Number of layers of each query.
    lens: Vec<u8>,
    /// Number of queries in a group.
    lanes: usize,
}

impl<W: Word, G: Geometry> Buffers<W, G> {
    pub(super) const fn new() -> Self {
        // Boards of 64 and 128 bits have at most 128 layers.
        const { assert!(max_layers::<G>() <= u8::MAX as usize) };
        Self { boards: Vec::new(), used: 0, starts: Vec::new(), lens: Vec::new(), lanes: 1 }
    }

    /// Removes all groups. The next ones have `lanes` queries each.
    pub(super) fn clear(&mut self, lanes: usize) {
        self.lanes = lanes;
        self.used = 0;
        self.starts.clear();
        self.lens.clear();
    }

    /// Space for the maximum number of rows of the next group.
    #[inline(always)]
    pub(super) fn rows(&mut self) -> &mut [Bitboard<W, G>] {
        let end = self.used + max_layers::<G>() * self.lanes;
        if self.boards.len() < end {
            self.boards.resize(2 * end, Bitboard::EMPTY);
        }
        &mut self.boards[self.used..end]
    }

    /// Adds the group that has been written to the first `rows` rows, with the number of layers of
    /// each query.
    #[inline(always)]
    pub(super) fn push(&mut self, rows: usize, lens: &[W]) {
        self.starts.push(self.used);
        self.lens.extend(lens.iter().map(|len| len.to_u128() as u8));
        self.used += rows * self.lanes;
    }

    /// The boards from the first layer of a query on, the distance between its layers, and their
    /// number.
    #[inline]
    pub(super) fn layers(&self, query: usize) -> (&[Bitboard<W, G>], usize, usize) {
        let (group, lane) = (query / self.lanes, query % self.lanes);
        (&self.boards[self.starts[group] + lane..], self.lanes, usize::from(self.lens[query]))
    }
}
