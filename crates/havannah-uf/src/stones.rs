//! Which stone lies on which cell: a hash table with open addressing.

use alloc::vec;
use alloc::vec::Vec;

use crate::cell::Hex;

/// No stone.
const FREE: u32 = u32::MAX;

/// Stones by cell. A cell is 8 bytes and a stone 4; the table is at most half full.
#[derive(Clone, Debug)]
pub(crate) struct Stones {
    /// A power of two.
    slots: Vec<(Hex, u32)>,
    len: usize,
}

impl Stones {
    pub(crate) fn new() -> Self {
        Self { slots: vec![(Hex { x: 0, y: 0 }, FREE); 64], len: 0 }
    }

    /// The stone on a cell.
    #[inline]
    pub(crate) fn get(&self, cell: Hex) -> Option<usize> {
        let (_, stone) = self.slots[self.slot(cell)];
        (stone != FREE).then_some(stone as usize)
    }

    /// Puts a stone on a cell, unless it has one.
    #[inline]
    pub(crate) fn insert(&mut self, cell: Hex, stone: usize) -> bool {
        if 2 * (self.len + 1) > self.slots.len() {
            self.grow();
        }
        let slot = self.slot(cell);
        if self.slots[slot].1 != FREE {
            return false;
        }
        self.slots[slot] = (cell, stone as u32);
        self.len += 1;
        true
    }

    /// The slot of the cell, or the free one where it belongs: the first of either from its hash on.
    #[inline]
    fn slot(&self, cell: Hex) -> usize {
        let key = u64::from(cell.x) << 32 | u64::from(cell.y);
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> 32) as usize & mask;
        loop {
            let (found, stone) = self.slots[slot];
            if stone == FREE || found == cell {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![(Hex { x: 0, y: 0 }, FREE); 2 * self.slots.len()];
        for (cell, stone) in core::mem::replace(&mut self.slots, larger) {
            if stone != FREE {
                let slot = self.slot(cell);
                self.slots[slot] = (cell, stone);
            }
        }
    }
}
