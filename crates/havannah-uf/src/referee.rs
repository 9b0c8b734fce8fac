//! A referee for boards of any size, whose memory grows with the stones.

use alloc::vec::Vec;

use crate::cell::Hex;
use crate::error::PlayError;
use crate::stones::Stones;
use crate::wins::Wins;

/// The stones of one player, and what they have won.
///
/// Each connected group is a set of a union-find structure (by size, with path halving) that knows the
/// corners and edges it touches; a bridge or fork shows in that. A ring closes only where a stone joins
/// a group to itself with a cell that is no stone on either side, so the six neighbours of the stone
/// tell: the method of the analysis of Google Code Jam 2012, round 3, problem B.
#[derive(Clone, Debug)]
pub struct Referee {
    base: u32,
    stones: Stones,
    groups: Vec<Group>,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    parent: u32,
    size: u32,
    /// The corners and edges touched.
    borders: u16,
}

impl Referee {
    /// An empty board of base `base`, the number of cells along an edge.
    #[must_use]
    pub fn new(base: u32) -> Self {
        Self { base, stones: Stones::new(), groups: Vec::new() }
    }

    /// The number of cells along an edge.
    #[must_use]
    pub fn base(&self) -> u32 {
        self.base
    }

    /// Places a stone and says how it wins. After a win, bridges and forks are reported again for
    /// each stone of their group, rings only where another one closes.
    ///
    /// # Errors
    /// [`PlayError`] if the cell does not exist or is taken.
    pub fn play(&mut self, cell: Hex) -> Result<Wins, PlayError> {
        let base = self.base;
        if !cell.is_on_board(base) {
            return Err(PlayError::OffBoard { cell, base });
        }
        if self.stones.get(cell).is_some() {
            return Err(PlayError::Taken { cell });
        }
        let around = self.look_around(cell);
        let ring = closes_ring(&around);
        let mut group = self.groups.len();
        self.groups.push(Group { parent: group as u32, size: 1, borders: cell.border(base) });
        self.stones.insert(cell, group);
        for neighbour in around.into_iter().flatten().flatten() {
            group = self.union(group, neighbour);
        }
        let borders = self.groups[group].borders;
        Ok(Wins::BRIDGE.when((borders & 0x3f).count_ones() >= 2)
            | Wins::FORK.when((borders >> 6).count_ones() >= 3)
            | Wins::RING.when(ring))
    }

    /// What lies around: nothing off the board, else the group of the stone, if there is one.
    fn look_around(&mut self, cell: Hex) -> [Option<Option<usize>>; 6] {
        cell.around(self.base).map(|neighbour| {
            let neighbour = neighbour?;
            let stone = self.stones.get(neighbour);
            Some(stone.map(|stone| self.find(stone)))
        })
    }

    fn find(&mut self, mut group: usize) -> usize {
        loop {
            let parent = self.groups[group].parent as usize;
            if parent == group {
                return group;
            }
            self.groups[group].parent = self.groups[parent].parent;
            group = parent;
        }
    }

    fn union(&mut self, a: usize, b: usize) -> usize {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return a;
        }
        let (large, small) =
            if self.groups[a].size >= self.groups[b].size { (a, b) } else { (b, a) };
        let Group { size, borders, .. } = self.groups[small];
        self.groups[small].parent = large as u32;
        self.groups[large].size += size;
        self.groups[large].borders |= borders;
        large
    }
}

/// Whether two stones of a group lie around a cell with a cell that is no stone between them on
/// either side. What is off the board is no stone: it can only be outside the ring, so an empty cell
/// on the other side is inside.
fn closes_ring(around: &[Option<Option<usize>>; 6]) -> bool {
    let open_between =
        |from: usize, to: usize| (from + 1..to).any(|i| around[i % 6].flatten().is_none());
    (0..6).any(|i| {
        (i + 1..6).any(|j| {
            let group = around[i].flatten();
            group.is_some()
                && group == around[j].flatten()
                && open_between(i, j)
                && open_between(j, i + 6)
        })
    })
}
