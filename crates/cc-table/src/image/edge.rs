//! The first or last row of a strip, where it is joined with others.

use alloc::vec::Vec;

use bitboard_core::Connectivity;

use super::pass::Pass;
use super::runs::for_each_link;
use super::sets::Sets;

/// The pixels of a row, and the numbers of the components of its runs.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pixels: Vec<u64>,
    pub(super) numbers: Vec<u32>,
}

impl Edge {
    /// The last row. The band must have ended.
    pub(super) fn of(pass: &Pass) -> Self {
        Self { pixels: pass.band.above().to_vec(), numbers: pass.carried.clone() }
    }

    /// Replaces the numbers by their parents.
    pub(super) fn renumber(&mut self, sets: &Sets) {
        for number in &mut self.numbers {
            *number = sets.parent(*number as usize);
        }
    }

    /// Joins the components of this row with those of the row below. `begin` is added to the numbers of this row and
    /// `begin_below` to those of the other.
    pub(super) fn join(
        &self,
        begin: u32,
        below: &Self,
        begin_below: u32,
        connectivity: Connectivity,
        sets: &mut Sets,
    ) {
        for_each_link(&self.pixels, &below.pixels, connectivity, |a, b| {
            let a = sets.find(self.numbers[a] + begin);
            let b = sets.find(below.numbers[b] + begin_below);
            sets.join(a, b);
        });
    }
}
