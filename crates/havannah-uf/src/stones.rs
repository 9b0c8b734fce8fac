//! The connected groups of stones.

use alloc::vec::Vec;

use crate::error::OutOfMemory;

/// Stones in the order in which they were placed, with a union-find structure of their groups.
#[derive(Clone, Debug)]
pub(crate) struct Stones {
    stones: Vec<Stone>,
}

#[derive(Clone, Copy, Debug)]
struct Stone {
    parent: u32,
    /// Of the group, if the stone is its root.
    size: u32,
    /// The stone that was placed before this one in the same tile; the stone itself if there is none.
    before: u32,
    /// The corners and edges that the group touches, if the stone is its root.
    borders: u16,
    /// The cell within the tile.
    bit: u8,
}

impl Stones {
    /// The largest number of stones.
    const MAX: usize = 1 << 31;

    pub(crate) fn new() -> Self {
        Self { stones: Vec::new() }
    }

    /// The number of stones.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.stones.len()
    }

    /// Reserves memory for `more` stones. Returns for how many there is.
    pub(crate) fn reserve(&mut self, more: usize) -> Result<usize, OutOfMemory> {
        let bytes = more.saturating_mul(size_of::<Stone>());
        let room = Self::MAX - self.len();
        if more > room || self.stones.try_reserve(more).is_err() {
            return Err(OutOfMemory { bytes });
        }
        Ok(room.min(self.stones.capacity() - self.len()))
    }

    /// Adds a stone, a group that touches these borders. Memory for it is reserved.
    #[inline]
    pub(crate) fn push(&mut self, bit: u8, before: u32, borders: u16) {
        self.stones.push(Stone { parent: self.stones.len() as u32, size: 1, before, borders, bit });
    }

    /// Connects the last stone, which is a group, to the group of a root.
    #[inline]
    pub(crate) fn join(&mut self, stone: usize, root: usize) {
        self.stones[stone].parent = root as u32;
        let borders = self.stones[stone].borders;
        let group = &mut self.stones[root];
        group.size += 1;
        group.borders |= borders;
    }

    /// The stone on a cell of a tile whose last stone is `last`.
    #[inline]
    pub(crate) fn in_tile(&self, last: u32, bit: u8) -> usize {
        let mut stone = last as usize;
        while self.stones[stone].bit != bit && self.stones[stone].before as usize != stone {
            stone = self.stones[stone].before as usize;
        }
        stone
    }

    /// The root of the group of a stone. Halves the path to it.
    #[inline]
    pub(crate) fn find(&mut self, mut stone: usize) -> usize {
        loop {
            let parent = self.stones[stone].parent as usize;
            if parent == stone {
                return stone;
            }
            self.stones[stone].parent = self.stones[parent].parent;
            stone = parent;
        }
    }

    /// The root of the union of two groups, given by their roots; `None` if they are the same group.
    #[inline]
    pub(crate) fn union(&mut self, a: usize, b: usize) -> Option<usize> {
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
    pub(crate) fn borders(&self, root: usize) -> u16 {
        self.stones[root].borders
    }
}
