//! Regions of free cells that no pieces can fill.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::polyform::problem::{Stock, low_bits};
use crate::polyform::puzzle::Puzzle;

/// Finds regions of free cells whose size no pieces add up to.
#[derive(Clone, Debug)]
pub(crate) struct Islands<W> {
    full: W,
    /// How to get from cells to their neighbors.
    steps: Vec<(u32, W)>,
    /// What hangs together with the last cell if the first so many are filled and no others.
    tails: Vec<W>,
    /// Whether so many cells can be filled at all.
    sizes: [bool; 129],
    /// Whether there are numbers of cells that cannot be filled.
    any: bool,
}

impl<W: Word> Islands<W> {
    /// Of the cells in `order`, which have these numbers.
    pub(crate) fn new(
        puzzle: &Puzzle,
        order: &[u8],
        number: &[u32; 128],
        stocks: &[Stock],
    ) -> Self {
        let cells = order.len() as u32;
        let sizes = sizes(stocks);
        let mut islands = Self {
            full: low_bits(cells),
            steps: Vec::new(),
            tails: Vec::new(),
            sizes,
            any: !puzzle.packing && sizes[..=order.len()].contains(&false),
        };
        if islands.any {
            islands.steps = steps(puzzle, order, number);
            let tail = |filled: u32| {
                if filled == cells {
                    return W::ZERO;
                }
                islands.region(W::ONE << (cells - 1), islands.full & !low_bits::<W>(filled))
            };
            islands.tails = (0..=cells).map(tail).collect();
        }
        islands
    }

    /// Whether some region of free cells has a size that no pieces add up to.
    #[inline]
    pub(crate) fn has_one(&self, filled: W) -> bool {
        if !self.any {
            return false;
        }
        // Behind the last filled cell all is free, and most of what is free hangs together with it.
        let filled = filled & self.full;
        let mut free = self.full & !filled;
        let mut seed = self.tails[(W::BITS - filled.leading_zeros()) as usize];
        while !free.is_zero() {
            if seed.is_zero() {
                seed = free.lowest_bit();
            }
            let region = self.region(seed, free);
            if !self.sizes[region.count_ones() as usize] {
                return true;
            }
            free &= !region;
            seed = W::ZERO;
        }
        false
    }

    /// All regions of free cells in which no piece has room.
    pub(crate) fn islets(&self, filled: W) -> W {
        let mut islets = W::ZERO;
        if self.any {
            let filled = filled & self.full;
            let mut free = self.full & !filled;
            let mut seed = self.tails[(W::BITS - filled.leading_zeros()) as usize];
            while !free.is_zero() {
                let region =
                    self.region(if seed.is_zero() { free.lowest_bit() } else { seed }, free);
                if !self.sizes[1..=region.count_ones() as usize].contains(&true) {
                    islets |= region;
                }
                free &= !region;
                seed = W::ZERO;
            }
        }
        islets
    }

    /// The free cells that hang together with `seed`.
    #[inline]
    fn region(&self, seed: W, free: W) -> W {
        let mut region = seed;
        loop {
            let mut grown = region;
            for &(by, from) in &self.steps {
                grown |= ((grown & from) << by | (grown >> by) & from) & free;
            }
            if grown == region || grown == free {
                return grown;
            }
            region = grown;
        }
    }
}

/// Which numbers of cells can be made from the pieces that are left.
fn sizes(stocks: &[Stock]) -> [bool; 129] {
    let mut sizes = [false; 129];
    sizes[0] = true;
    for stock in stocks.iter().filter(|stock| stock.size > 0) {
        for size in (0..=128).rev().filter(|&size| sizes[size]).collect::<Vec<_>>() {
            let more = (1..=usize::from(stock.max)).map(|n| size + n * usize::from(stock.size));
            more.take_while(|&size| size <= 128).for_each(|size| sizes[size] = true);
        }
    }
    sizes
}

/// By how many bits neighbors are apart, and which cells have a neighbor so far beyond.
fn steps<W: Word>(puzzle: &Puzzle, order: &[u8], number: &[u32; 128]) -> Vec<(u32, W)> {
    let taken = puzzle.placed_cells();
    let mut steps: Vec<(u32, W)> = Vec::new();
    for (from, &cell) in order.iter().enumerate() {
        let from = from as u32;
        for neighbor in puzzle.grid.neighbors(puzzle.cells[usize::from(cell)]) {
            let Some(index) = puzzle.cell_index(neighbor) else { continue };
            let to = number[index];
            if taken >> index & 1 != 0 || to <= from {
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
