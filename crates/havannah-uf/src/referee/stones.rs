//! The stones of the referee: where they are, and the groups that they form.
//!
//! **Where**: an open hash table of tiles of 8 × 4 cells. A tile has a bit for each cell and the
//! number of its last stone. Cell (x, y) is bit (x + 8 · y) mod 32 in every tile, so its neighbors
//! are 1, 8 or 9 bits away, also across the edge of a tile. The pattern of a stone is one rotation
//! of its tile:
//!
//! ```text
//!     (x-1,y-1) (x,y-1)               bits 0  1
//!     (x-1,y)    cell   (x+1,y)            8  9  10          the window: the cell is bit 9
//!               (x,y+1) (x+1,y+1)             17 18
//! ```
//!
//! At the edge of a tile, bits of up to three other tiles replace those of the window. Tiles begin
//! at x = 4 and y = 2 and their multiples, because long lines at round numbers would run along the
//! edges.
//!
//! **Groups**: the stones in the order of play, each with its parent in a union-find and with the
//! stone before it in the tile. The stone on a cell is found from the last stone of the tile
//! backwards. It is needed once for each run of a pattern.
//!
//! Cost: about 280 instructions a stone in random games on base 8.

use alloc::vec::Vec;

use crate::hex::Hex;
use crate::rules::{OutOfMemory, filled};

/// The neighbors of a cell in its [`window`].
const LEFT: u32 = 1 << 8 | 1;
const RIGHT: u32 = 1 << 10 | 1 << 18;
const ABOVE: u32 = 1 << 1 | 1;
const BELOW: u32 = 1 << 17 | 1 << 18;

/// The differences of the keys of tiles side by side.
const KEY_X: u64 = 1 << 32;
const KEY_Y: u64 = 2;

/// The factor of the hash. Its halves are fractions of the plastic number g, 2³²/g for x and 2³¹/g²
/// for half of y (Roberts, 2018). They spread lines and areas evenly over the table.
const HASH: u64 = 0x48f0_86d2_c13f_a9a9;

/// The stones of each player: a hash table, with open addressing, of the tiles of 8 × 4 cells that
/// have stones. It is at most three quarters full.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
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
    /// A bit for each cell.
    stones: u32,
    /// The number of the last stone.
    last: u32,
}

/// The surroundings of a new stone, in its tile and around it.
pub(super) struct Added {
    /// The neighbors of the same player, a bit for each direction.
    pub(super) pattern: usize,
    /// The stone before it in the tile; the stone itself if it is the first.
    pub(super) before: u32,
    /// The tile.
    key: u64,
}

/// Tiles begin at x = 4 and y = 2 and their multiples: round numbers, where long lines often are,
/// lie inside.
const fn key(cell: Hex, player: u32) -> u64 {
    ((cell.x as u64 + 4) >> 3) << 32 | ((cell.y as u64 + 2) >> 2) << 1 | player as u64
}

/// The bit of a cell in its tile, (x + 8 · y) mod 32. So its neighbors are 1, 8 or 9 bits away,
/// also those in other tiles.
#[inline]
pub(super) const fn bit(cell: Hex) -> u8 {
    (cell.x.wrapping_add(cell.y << 3) & 31) as u8
}

/// The stones of a tile, turned so that the cell is bit 9, and the rows above and below it begin at
/// bits 0 and 16.
const fn window(stones: u32, cell: Hex) -> u32 {
    stones.rotate_right((bit(cell) as u32).wrapping_sub(9))
}

impl Tiles {
    pub(super) fn new() -> Self {
        Self::of(alloc::vec![Tile::default(); 16])
    }

    /// An empty table of these free slots.
    fn of(slots: Vec<Tile>) -> Self {
        let shift = 64 - slots.len().trailing_zeros();
        Self { slots, len: 0, shift }
    }

    /// Reserves memory for `more` tiles. Returns for how many there is.
    pub(super) fn reserve(&mut self, more: usize) -> Result<usize, OutOfMemory> {
        let tiles = self.len.saturating_add(more);
        if tiles > self.capacity() {
            self.grow(tiles)?;
        }
        Ok(self.capacity() - self.len)
    }

    fn capacity(&self) -> usize {
        self.slots.len() / 4 * 3
    }

    /// Makes the table large enough for `tiles` tiles.
    fn grow(&mut self, tiles: usize) -> Result<(), OutOfMemory> {
        let slots = tiles.saturating_add(tiles / 3 + 1).checked_next_power_of_two();
        let mut larger = Self::of(filled(slots.unwrap_or(usize::MAX), Tile::default())?);
        for &tile in self.slots.iter().filter(|tile| tile.stones != 0) {
            let slot = larger.slot(tile.key);
            larger.slots[slot] = tile;
        }
        larger.len = self.len;
        *self = larger;
        Ok(())
    }

    /// Returns whether player 0 or 1 has a stone on a cell.
    #[inline]
    pub(super) fn has(&self, cell: Hex, player: u32) -> bool {
        self.slots[self.slot(key(cell, player))].stones >> bit(cell) & 1 == 1
    }

    /// The last stone of the player in the tile of `near`, a neighbor of the stone that was added
    /// last.
    #[inline]
    pub(super) fn last(&self, near: Hex, player: u32, added: &Added) -> u32 {
        let key = key(near, player);
        if key == added.key { added.before } else { self.slots[self.slot(key)].last }
    }

    /// Places stone `number` of player 0 or 1; `None` if the player has a stone there. Memory for a
    /// tile is reserved.
    #[inline]
    pub(super) fn add(&mut self, cell: Hex, player: u32, number: u32) -> Option<Added> {
        let key = key(cell, player);
        let slot = self.slot(key);
        let Tile { stones, last, .. } = self.slots[slot];
        if stones >> bit(cell) & 1 == 1 {
            return None;
        }
        self.slots[slot] = Tile { key, stones: stones | 1 << bit(cell), last: number };
        self.len += usize::from(stones == 0);
        let before = if stones == 0 { number } else { last };
        Some(Added { pattern: self.pattern_in(stones, cell, key), before, key })
    }

    /// The neighbors of a cell with stones of player 0 or 1, a bit for each direction.
    pub(super) fn pattern(&self, cell: Hex, player: u32) -> usize {
        let key = key(cell, player);
        self.pattern_in(self.slots[self.slot(key)].stones, cell, key)
    }

    /// The pattern of a cell of the tile `key` with these stones.
    #[inline(always)]
    fn pattern_in(&self, stones: u32, cell: Hex, key: u64) -> usize {
        let mut near = window(stones, cell);
        if cell.x.wrapping_sub(3) & 6 == 0 || cell.y.wrapping_sub(1) & 2 == 0 {
            near = self.beyond(near, cell, key);
        }
        pattern(near)
    }

    /// The window of a cell at the edge of a tile, with the neighbors in other tiles.
    #[inline(always)]
    fn beyond(&self, mut near: u32, cell: Hex, key: u64) -> u32 {
        let (column, by_x) = match cell.x & 7 {
            4 => (LEFT, KEY_X.wrapping_neg()),
            3 => (RIGHT, KEY_X),
            _ => (0, 0),
        };
        let (row, by_y) = match cell.y & 3 {
            2 => (ABOVE, KEY_Y.wrapping_neg()),
            1 => (BELOW, KEY_Y),
            _ => (0, 0),
        };
        let mut take = |cells: u32, key: u64| {
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

/// The neighbors in a window, a bit for each direction.
#[inline]
const fn pattern(near: u32) -> usize {
    let near = near & (LEFT | RIGHT | ABOVE | BELOW);
    if near == 0 {
        return 0;
    }
    let (right, left) = (near >> 10 & 1, near >> 5 & 8);
    (right | near >> 17 & 2 | near >> 15 & 4 | left | near << 4 & 48) as usize
}

/// Stones in the order in which they were placed, with a union-find structure of their groups.
#[derive(Clone, Debug)]
pub(super) struct Stones {
    stones: Vec<Stone>,
}

/// A stone and its place in the union-find.
#[derive(Clone, Copy, Debug)]
struct Stone {
    parent: u32,
    /// The number of stones of the group, if the stone is its root.
    size: u32,
    /// The stone that was placed before this one in the same tile; the stone itself if there is
    /// none.
    before: u32,
    /// The corners and edges that the group touches, if the stone is its root.
    borders: u16,
    /// The cell within the tile.
    bit: u8,
}

impl Stones {
    /// The largest number of stones.
    const MAX: usize = 1 << 31;

    pub(super) fn new() -> Self {
        Self { stones: Vec::new() }
    }

    /// The number of stones.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.stones.len()
    }

    /// Reserves memory for `more` stones. Returns for how many there is.
    pub(super) fn reserve(&mut self, more: usize) -> Result<usize, OutOfMemory> {
        let bytes = more.saturating_mul(size_of::<Stone>());
        let room = Self::MAX - self.len();
        if more > room || self.stones.try_reserve(more).is_err() {
            return Err(OutOfMemory { bytes });
        }
        Ok(room.min(self.stones.capacity() - self.len()))
    }

    /// Adds a stone, a group that touches these borders. Memory for it is reserved.
    #[inline]
    pub(super) fn push(&mut self, bit: u8, before: u32, borders: u16) {
        self.stones.push(Stone { parent: self.stones.len() as u32, size: 1, before, borders, bit });
    }

    /// Connects the last stone, which is a group, to the group of a root.
    #[inline]
    pub(super) fn join(&mut self, stone: usize, root: usize) {
        self.stones[stone].parent = root as u32;
        let borders = self.stones[stone].borders;
        let group = &mut self.stones[root];
        group.size += 1;
        group.borders |= borders;
    }

    /// The stone on a cell of a tile whose last stone is `last`. There is one.
    #[inline]
    pub(super) fn in_tile(&self, last: u32, bit: u8) -> usize {
        let mut stone = last as usize;
        while self.stones[stone].bit != bit {
            stone = self.stones[stone].before as usize;
        }
        stone
    }

    /// The root of the group of a stone. Halves the path to it.
    #[inline]
    pub(super) fn find(&mut self, mut stone: usize) -> usize {
        loop {
            let parent = self.stones[stone].parent as usize;
            if parent == stone {
                return stone;
            }
            self.stones[stone].parent = self.stones[parent].parent;
            stone = parent;
        }
    }

    /// The root of the union of two groups, given by their roots; `None` if they are the same
    /// group.
    #[inline]
    pub(super) fn union(&mut self, a: usize, b: usize) -> Option<usize> {
        if a == b {
            return None;
        }
        let larger = self.stones[a].size > self.stones[b].size;
        let (large, small) = if larger { (a, b) } else { (b, a) };
        let Stone { size, borders, .. } = self.stones[small];
        self.stones[small].parent = large as u32;
        let group = &mut self.stones[large];
        group.size += size;
        group.borders |= borders;
        Some(large)
    }

    /// The borders that the group of a root touches.
    #[inline]
    pub(super) fn borders(&self, root: usize) -> u16 {
        self.stones[root].borders
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
            for number in 0..300 {
                let word = random.next_u64();
                let cell = Hex::new(corner + word as u32 % 20, corner + (word >> 32) as u32 % 20);
                let player = (word >> 63) as u32;
                tiles.reserve(1).unwrap();
                let added = tiles.add(cell, player, number);
                let added = added.map(|added| added.pattern);
                let taken = stones.contains(&(cell, player));
                let expected = pattern(&stones, cell, player);
                assert_eq!(added, (!taken).then_some(expected), "{cell}");
                assert_eq!(tiles.pattern(cell, player), expected, "{cell}");
                stones.insert((cell, player));
                assert!(tiles.has(cell, player));
                assert_eq!(tiles.has(cell, 1 - player), stones.contains(&(cell, 1 - player)));
            }
        }
    }
}
