//! The stones of each player in tiles of bits, on boards of any size.

use alloc::vec::Vec;

use crate::error::OutOfMemory;
use crate::hex::Hex;
use crate::zeros::zeros;

/// The neighbors of a cell in its [`window`].
const LEFT: u64 = 1 << 8 | 1;
const RIGHT: u64 = 1 << 10 | 1 << 18;
const ABOVE: u64 = 1 << 1 | 1;
const BELOW: u64 = 1 << 17 | 1 << 18;

/// The differences of the keys of tiles side by side.
const KEY_X: u64 = 1 << 32;
const KEY_Y: u64 = 2;

/// The factor of the hash. The halves are those fractions of the plastic number that `stones` uses, for x and half of y.
const HASH: u64 = 0x48f0_86d2_c13f_a9a9;

/// The stones of each player: a hash table, with open addressing, of the tiles of 8 × 8 cells that have stones. It is at
/// most three quarters full.
#[derive(Clone, Debug)]
pub(crate) struct Tiles {
    /// The length is a power of two.
    slots: Vec<Tile>,
    len: usize,
    /// The right shift from a hash to a slot.
    shift: u32,
}

/// The stones of one player. A free slot has none.
#[derive(Clone, Copy, Default, Debug)]
struct Tile {
    key: u64,
    /// Cell (x, y) is bit (x + 8 · y) mod 64. So the neighbors of a cell are 1, 8 or 9 bits away, also those in other tiles.
    stones: u64,
}

const fn key(cell: Hex, player: u32) -> u64 {
    (cell.x as u64 + 4 >> 3) << 32 | (cell.y as u64 + 4 >> 3) << 1 | player as u64
}

/// The last or the first column or row of a tile. Tiles end at 3, so round numbers, where long lines often are, lie inside.
const fn is_edge(coordinate: u32) -> bool {
    coordinate.wrapping_sub(3) & 6 == 0
}

/// The stones of a tile, turned so that the cell is bit 9, and the rows above and below it begin at bits 0 and 16.
const fn window(stones: u64, cell: Hex) -> u64 {
    stones.rotate_right(cell.x.wrapping_add(cell.y << 3).wrapping_sub(9))
}

impl Tiles {
    pub(crate) fn new() -> Self {
        Self::of(alloc::vec![Tile::default(); 16])
    }

    /// An empty table of these free slots.
    fn of(slots: Vec<Tile>) -> Self {
        let shift = 64 - slots.len().trailing_zeros();
        Self { slots, len: 0, shift }
    }

    /// Reserves memory for `more` tiles. Returns for how many there is.
    pub(crate) fn reserve(&mut self, more: usize) -> Result<usize, OutOfMemory> {
        let tiles = self.len.saturating_add(more);
        if tiles > self.capacity() {
            self.grow(tiles)?;
        }
        Ok(self.capacity() - self.len)
    }

    fn capacity(&self) -> usize {
        self.slots.len() / 4 * 3
    }

    fn grow(&mut self, tiles: usize) -> Result<(), OutOfMemory> {
        let slots = tiles.saturating_add(tiles / 3 + 1).checked_next_power_of_two();
        let mut larger = Self::of(zeros(slots.unwrap_or(usize::MAX))?);
        for &tile in self.slots.iter().filter(|tile| tile.stones != 0) {
            let slot = larger.slot(tile.key);
            larger.slots[slot] = tile;
        }
        larger.len = self.len;
        *self = larger;
        Ok(())
    }

    /// Places a stone of player 0 or 1, and returns its neighbors of the same player, a bit for each direction. The
    /// cell has no stone, and memory for a tile is reserved.
    #[inline]
    pub(crate) fn add(&mut self, cell: Hex, player: u32) -> usize {
        let key = key(cell, player);
        let slot = self.slot(key);
        let Tile { stones, .. } = self.slots[slot];
        let bit = cell.x.wrapping_add(cell.y << 3) & 63;
        self.slots[slot] = Tile { key, stones: stones | 1 << bit };
        self.len += usize::from(stones == 0);
        let mut near = window(stones, cell);
        if is_edge(cell.x) || is_edge(cell.y) {
            near = self.beyond(near, cell, key);
        }
        near &= LEFT | RIGHT | ABOVE | BELOW;
        if near == 0 {
            return 0;
        }
        (near >> 10 & 1 | near >> 17 & 2 | near >> 15 & 4 | near >> 5 & 8 | near << 4 & 48) as usize
    }

    /// The window of a cell at the edge of a tile, with the neighbors in other tiles.
    fn beyond(&self, mut near: u64, cell: Hex, key: u64) -> u64 {
        let (column, by_x) = match cell.x & 7 {
            4 => (LEFT, KEY_X.wrapping_neg()),
            3 => (RIGHT, KEY_X),
            _ => (0, 0),
        };
        let (row, by_y) = match cell.y & 7 {
            4 => (ABOVE, KEY_Y.wrapping_neg()),
            3 => (BELOW, KEY_Y),
            _ => (0, 0),
        };
        let mut take = |cells: u64, key: u64| {
            if cells != 0 {
                let stones = self.slots[self.slot(key)].stones;
                near = near & !cells | window(stones, cell) & cells;
            }
        };
        take(column & !row, key.wrapping_add(by_x));
        take(row & !column, key.wrapping_add(by_y));
        take(row & column, key.wrapping_add(by_x).wrapping_add(by_y));
        near
    }

    /// The slot of a tile, or a free one for it.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (key.wrapping_mul(HASH) >> self.shift) as usize & mask;
        loop {
            let tile = self.slots[slot];
            if tile.key == key || tile.stones == 0 {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use bitboard_core::{Random, SeededRng};

    use super::*;

    /// The pattern of a cell, looked up cell by cell.
    fn pattern(stones: &BTreeSet<(Hex, u32)>, cell: Hex, player: u32) -> usize {
        let own = |&direction: &usize| stones.contains(&(cell.step(direction), player));
        (0..6).filter(own).map(|direction| 1 << direction).sum()
    }

    #[test]
    fn neighbors_are_those_of_single_cells() {
        // Dense areas, at coordinates of every size.
        for corner in [1, 8, 1_000, u32::MAX - 20] {
            let mut random = SeededRng::new(corner.into());
            let (mut tiles, mut stones) = (Tiles::new(), BTreeSet::new());
            let mut taken = BTreeSet::new();
            for _ in 0..300 {
                let word = random.next_u64();
                let cell = Hex::new(corner + word as u32 % 20, corner + (word >> 32) as u32 % 20);
                if taken.insert(cell) {
                    let player = (word >> 63) as u32;
                    tiles.reserve(1).unwrap();
                    assert_eq!(tiles.add(cell, player), pattern(&stones, cell, player), "{cell}");
                    stones.insert((cell, player));
                }
            }
        }
    }
}
