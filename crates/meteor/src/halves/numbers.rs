//! Numbers of sets of cells.

use alloc::vec;
use alloc::vec::Vec;

/// The number of a set that has none.
pub(super) const NONE: u16 = u16::MAX;

const SLOT_BITS: u32 = 16;

/// A hash table with open addressing, for well under 65,536 sets.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// Places in `known` plus one, 0 where nothing is.
    slots: Vec<u16>,
    /// All sets that were met, with their numbers.
    known: Vec<(u64, u16)>,
}

impl Numbers {
    pub(super) fn new() -> Self {
        Self { slots: vec![0; 1 << SLOT_BITS], known: Vec::with_capacity(1 << 15) }
    }

    /// The number of a set; [`NONE`] if it has none or was never met.
    #[inline]
    pub(super) fn get(&self, set: u64) -> u16 {
        self.look_up(set).unwrap_or(NONE)
    }

    /// The number of a set, given by `number` when it is met for the first time.
    #[inline]
    pub(super) fn get_or_insert(&mut self, set: u64, number: impl FnOnce() -> u16) -> u16 {
        self.look_up(set).unwrap_or_else(|slot| {
            let number = number();
            self.known.push((set, number));
            self.slots[slot] = self.known.len() as u16;
            number
        })
    }

    /// The number of a set, or the slot in which it belongs.
    #[inline]
    fn look_up(&self, set: u64) -> Result<u16, usize> {
        let mut slot = (set.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SLOT_BITS)) as usize;
        loop {
            let place = self.slots[slot % (1 << SLOT_BITS)];
            if place == 0 {
                return Err(slot % (1 << SLOT_BITS));
            }
            let (known, number) = self.known[usize::from(place) - 1];
            if known == set {
                return Ok(number);
            }
            slot += 1;
        }
    }
}
