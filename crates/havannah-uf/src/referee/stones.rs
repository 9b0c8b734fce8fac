//! The stones of the referee: where they are, and which is on a cell.
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
//! **Which**: the stones in the order of play, each with its place in the union-find and with the
//! stone before it in the tile. The stone on a cell is found from the last stone of the tile
//! backwards. It is needed once for each run of a pattern.
//!
//! Cost: about 280 instructions a stone in random games on base 8.

use crate::groups::Groups;
use crate::hex::Hex;

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
        Self::of(16)
    }

    /// An empty table with a number of slots, a power of two.
    fn of(slots: usize) -> Self {
        let mut free = Vec::new();
        free.resize(slots, Tile::default());
        Self { slots: free, len: 0, shift: 64 - slots.trailing_zeros() }
    }

    /// Doubles the table.
    #[cold]
    fn grow(&mut self) {
        let mut larger = Self::of(2 * self.slots.len());
        for &tile in self.slots.iter().filter(|tile| tile.stones != 0) {
            let slot = larger.slot(tile.key);
            larger.slots[slot] = tile;
        }
        larger.len = self.len;
        *self = larger;
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

    /// Places stone `number` of player 0 or 1; `None` if the player has a stone there.
    #[inline]
    pub(super) fn add(&mut self, cell: Hex, player: u32, number: u32) -> Option<Added> {
        let key = key(cell, player);
        let slot = self.slot(key);
        let Tile { stones, last, .. } = self.slots[slot];
        if stones >> bit(cell) & 1 == 1 {
            return None;
        }
        self.slots[slot] = Tile { key, stones: stones | 1 << bit(cell), last: number };
        if stones == 0 {
            self.len += 1;
            if self.len > self.slots.len() / 4 * 3 {
                self.grow();
            }
        }
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

/// Stones in the order in which they were placed.
#[derive(Clone, Debug)]
pub(super) struct Stones(Vec<Stone>);

/// A stone and its place in the union-find.
#[derive(Clone, Copy, Debug)]
struct Stone {
    parent: u32,
    info: u32,
    /// The stone that was placed before this one in the same tile; the stone itself if there is
    /// none.
    before: u32,
    /// The cell within the tile.
    bit: u8,
}

impl Stones {
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    /// The number of stones.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a stone, a group with this info.
    #[inline]
    pub(super) fn push(&mut self, bit: u8, before: u32, info: u32) {
        self.0.push(Stone { parent: self.0.len() as u32, info, before, bit });
    }

    /// The stone on a cell of a tile whose last stone is `last`. There is one.
    #[inline]
    pub(super) fn in_tile(&self, last: u32, bit: u8) -> usize {
        let mut stone = last as usize;
        while self.0[stone].bit != bit {
            stone = self.0[stone].before as usize;
        }
        stone
    }
}

impl Groups for Stones {
    #[inline]
    fn parent(&self, stone: usize) -> usize {
        self.0[stone].parent as usize
    }

    #[inline]
    fn info(&self, root: usize) -> u32 {
        self.0[root].info
    }

    #[inline]
    fn set_parent(&mut self, stone: usize, parent: usize) {
        self.0[stone].parent = parent as u32;
    }

    #[inline]
    fn set_info(&mut self, root: usize, info: u32) {
        self.0[root].info = info;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

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
