//! A hash table from sets of cells to numbers.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::engine::fallible::{OutOfMemory, filled};

/// The number of all dead sets.
pub(crate) const DEAD: u32 = u32::MAX;
/// Maximum number of sets.
pub(crate) const MOST_SETS: usize = 1 << 30;

const DEAD_BIT: u32 = 1 << 31;

/// Open addressing. The sets are in a list of the caller, in the order in which they were found. An
/// entry is the place of a set in this list plus one, with the highest bit set if it is dead; 0 is a
/// free slot.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    slots: Vec<u32>,
    used: usize,
    shift: u32,
}

impl Numbers {
    /// An empty table. The number of slots, all of which must be 0, is a power of two.
    pub(crate) fn new(slots: Vec<u32>) -> Self {
        let shift = 64 - slots.len().trailing_zeros();
        Self { slots, used: 0, shift }
    }

    /// The number of bytes that it takes. While it grows, the old slots still exist.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * 6
    }

    /// The place of a set or [`DEAD`], or the slot in which it belongs. `set_at` is the list.
    #[inline]
    pub(crate) fn find<W: Word>(&self, set: W, set_at: impl Fn(usize) -> W) -> Result<u32, usize> {
        let mut slot = self.hash(set);
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                return Err(slot);
            }
            if set_at((entry & !DEAD_BIT) as usize - 1) == set {
                return Ok(if entry & DEAD_BIT == 0 { entry - 1 } else { DEAD });
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// Enters the place of a set into its slot.
    #[inline]
    pub(crate) fn insert(&mut self, slot: usize, place: u32, dead: bool) {
        self.slots[slot] = (place + 1) | if dead { DEAD_BIT } else { 0 };
        self.used += 1;
    }

    /// Grows if more than half of the slots are used.
    #[inline]
    pub(crate) fn reserve<W: Word>(&mut self, sets: &[W]) -> Result<(), OutOfMemory> {
        if 2 * self.used > self.slots.len() { self.grow(sets) } else { Ok(()) }
    }

    #[cold]
    fn grow<W: Word>(&mut self, sets: &[W]) -> Result<(), OutOfMemory> {
        let slots = filled(4 * self.slots.len(), 0)?;
        let old = core::mem::replace(&mut self.slots, slots);
        self.shift -= 2;
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            let mut slot = self.hash(sets[(entry & !DEAD_BIT) as usize - 1]);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            self.slots[slot] = entry;
        }
        Ok(())
    }

    #[inline]
    fn hash<W: Word>(&self, set: W) -> usize {
        let bits = set.to_u128();
        let mixed = (bits as u64 ^ ((bits >> 64) as u64).rotate_left(29))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> self.shift) as usize
    }
}
