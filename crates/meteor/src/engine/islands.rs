//! Islands: regions of free cells that no pieces can fill.
//!
//! [`Islands`] answers for a set of filled cells: is there a region of free cells whose size no
//! pieces add up to? If so, no solution has these cells filled. The regions are found by floods.
//! The first one starts with the cells after the last filled one that are connected to one another,
//! which are most free cells, so it ends after few rounds. Cost: two shifts a round for each
//! distance in bits between neighbors.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::puzzle::Puzzle;

/// Finds regions of free cells whose size no pieces add up to.
#[derive(Clone, Debug)]
pub(crate) struct Islands<W> {
    full: W,
    /// The distances in bits between neighbors, each with the cells whose number plus this
    /// distance is that of a neighbor.
    steps: Vec<(u32, W)>,
    /// Element n: the region of the last cell if exactly the first n cells are filled.
    tails: Vec<W>,
    /// Element n: whether pieces can have n cells together.
    sizes: [bool; 129],
    /// Whether an island is possible: an element of `sizes` is false.
    any: bool,
}

impl<W: Word> Islands<W> {
    /// Islands of the cells in `order`; `number` is the inverse of `order`. Element n of `sizes`
    /// tells whether pieces can have n cells together.
    pub(crate) fn new(
        puzzle: &Puzzle,
        order: &[u8],
        number: &[u32; 128],
        sizes: [bool; 129],
    ) -> Self {
        let cells = order.len() as u32;
        let mut islands = Self {
            full: low_bits(cells),
            steps: Vec::new(),
            tails: Vec::new(),
            sizes,
            any: sizes[..=order.len()].contains(&false),
        };
        islands.steps = steps(puzzle, order, number);
        let tail = |filled: u32| {
            if filled == cells {
                return W::ZERO;
            }
            islands.region(W::ONE << (cells - 1), islands.full & !low_bits::<W>(filled))
        };
        islands.tails = (0..=cells).map(tail).collect();
        islands
    }

    /// Returns whether an island has only one cell. This is true of most sets with islands, and
    /// faster to find out than [`has_one`](Self::has_one).
    #[inline(always)]
    pub(crate) fn has_single(&self, filled: W) -> bool {
        if self.sizes[1] || !self.any {
            return false;
        }
        let free = self.full & !filled;
        !(free & !self.with_steps(|steps| neighbors(steps, free))).is_zero()
    }

    /// Returns whether some region of free cells has a size that no pieces add up to.
    #[inline]
    pub(crate) fn has_one(&self, filled: W) -> bool {
        self.any && self.regions(filled).any(|region| !self.sizes[region.count_ones() as usize])
    }

    /// The regions of free cells that are smaller than all pieces.
    pub(crate) fn too_small(&self, filled: W) -> W {
        let is_small = |region: &W| !self.sizes[1..=region.count_ones() as usize].contains(&true);
        match self.any {
            true => self.regions(filled).filter(is_small).fold(W::ZERO, |all, region| all | region),
            false => W::ZERO,
        }
    }

    /// The connected components of the free cells.
    #[inline(always)]
    fn regions(&self, filled: W) -> impl Iterator<Item = W> {
        // All cells after the last filled one are free, and most free cells are connected to them.
        let filled = filled & self.full;
        let mut free = self.full & !filled;
        let mut seed = self.tails[(W::BITS - filled.leading_zeros()) as usize];
        core::iter::from_fn(move || {
            if free.is_zero() {
                return None;
            }
            if seed.is_zero() {
                seed = free.lowest_bit();
            }
            let region = self.region(seed, free);
            free &= !region;
            seed = W::ZERO;
            Some(region)
        })
    }

    /// The free cells that are connected to `seed`.
    #[inline]
    fn region(&self, seed: W, free: W) -> W {
        self.with_steps(|steps| flood(steps, seed, free))
    }

    /// With a known number of steps they are kept in registers. Most grids have two to four.
    #[inline(always)]
    fn with_steps(&self, cells: impl Fn(&[(u32, W)]) -> W) -> W {
        match self.steps[..] {
            [a, b] => cells(&[a, b]),
            [a, b, c] => cells(&[a, b, c]),
            [a, b, c, d] => cells(&[a, b, c, d]),
            ref steps => cells(steps),
        }
    }
}

/// The cells that these steps connect to some of `cells`.
#[inline(always)]
fn neighbors<W: Word>(steps: &[(u32, W)], cells: W) -> W {
    let mut found = W::ZERO;
    for &(by, from) in steps {
        found |= (cells & from) << by | (cells >> by) & from;
    }
    found
}

/// The free cells that these steps connect to `seed`.
#[inline(always)]
fn flood<W: Word>(steps: &[(u32, W)], seed: W, free: W) -> W {
    let mut region = seed;
    loop {
        let mut grown = region;
        for &(by, from) in steps {
            grown |= ((grown & from) << by | (grown >> by) & from) & free;
        }
        if grown == region || grown == free {
            return grown;
        }
        region = grown;
    }
}

/// The cells with numbers less than `count`.
pub(crate) fn low_bits<W: Word>(count: u32) -> W {
    if count == W::BITS { !W::ZERO } else { !(!W::ZERO << count) }
}

/// The value of [`Islands::steps`].
fn steps<W: Word>(puzzle: &Puzzle, order: &[u8], number: &[u32; 128]) -> Vec<(u32, W)> {
    let free = puzzle.free_cells();
    let mut steps: Vec<(u32, W)> = Vec::new();
    for (from, &cell) in order.iter().enumerate() {
        let from = from as u32;
        for neighbor in puzzle.grid.neighbors(puzzle.cells[usize::from(cell)]) {
            let Some(index) = puzzle.cell_index(neighbor) else { continue };
            let to = number[index];
            if free >> index & 1 == 0 || to <= from {
                continue;
            }
            let by = to - from;
            match steps.iter_mut().find(|step| step.0 == by) {
                Some(step) => step.1 |= W::ONE << from,
                None => steps.push((by, W::ONE << from)),
            }
        }
    }
    steps
}
