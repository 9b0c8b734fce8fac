//! A table of fillings.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::polyform::room::{NoRoom, filled};

/// The number of all fillings that have a region that cannot be filled.
pub(crate) const DEAD: u32 = u32::MAX;

/// Open addressing. An entry is the number of the filling plus one, its highest bit set if it is dead.
pub(crate) struct Numbers {
    slots: Vec<u32>,
    used: usize,
    shift: u32,
}

const DEAD_BIT: u32 = 1 << 31;
/// Far fewer fillings than there are numbers.
pub(crate) const MOST_FILLINGS: usize = 1 << 30;
/// Enough for small puzzles.
const FIRST_BITS: u32 = 10;

impl Numbers {
    pub(crate) fn new() -> Result<Self, NoRoom> {
        Ok(Self { slots: filled(1 << FIRST_BITS, 0)?, used: 0, shift: 64 - FIRST_BITS })
    }

    pub(crate) fn bytes(&self) -> usize {
        // While it grows, the old one is still there.
        self.slots.len() * 6
    }

    #[inline]
    fn hash<W: Word>(&self, filling: W) -> usize {
        let bits = filling.to_u128();
        let mixed = (bits as u64 ^ ((bits >> 64) as u64).rotate_left(29))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> self.shift) as usize
    }

    /// The number of a filling or [`DEAD`], or the slot in which it belongs.
    #[inline]
    pub(crate) fn find<W: Word>(&self, filling: W, fillings: &[W]) -> Result<u32, usize> {
        let mut slot = self.hash(filling);
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                return Err(slot);
            }
            if fillings[(entry & !DEAD_BIT) as usize - 1] == filling {
                return Ok(if entry & DEAD_BIT == 0 { entry - 1 } else { DEAD });
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    #[inline]
    pub(crate) fn insert<W: Word>(
        &mut self,
        slot: usize,
        number: u32,
        dead: bool,
        fillings: &[W],
    ) -> Result<(), NoRoom> {
        self.slots[slot] = (number + 1) | if dead { DEAD_BIT } else { 0 };
        self.used += 1;
        if 2 * self.used > self.slots.len() { self.grow(fillings) } else { Ok(()) }
    }

    #[cold]
    fn grow<W: Word>(&mut self, fillings: &[W]) -> Result<(), NoRoom> {
        let slots = filled(4 * self.slots.len(), 0)?;
        let old = core::mem::replace(&mut self.slots, slots);
        self.shift -= 2;
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            let filling = fillings[(entry & !DEAD_BIT) as usize - 1];
            let mut slot = self.hash(filling);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            self.slots[slot] = entry;
        }
        Ok(())
    }
}
