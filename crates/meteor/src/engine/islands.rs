//! Islands and islets.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::engine::order::low_bits;
use crate::engine::stock::Stock;
use crate::puzzle::Puzzle;

/// Finds regions of free cells whose size no pieces add up to.
#[derive(Clone, Debug)]
pub(crate) struct Islands<W> {
    full: W,
    /// The distances between neighbors, and the cells that have them.
    steps: Vec<(u32, W)>,
    /// For each number of cells, the region of the last cell if only this many first cells are filled.
    tails: Vec<W>,
    /// For each number of cells, whether pieces add up to it.
    sizes: [bool; 129],
    /// Whether there are numbers of cells that pieces do not add up to.
    any: bool,
}

impl<W: Word> Islands<W> {
    /// Islands of the cells in `order`; `number` is the inverse of `order`.
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

    /// Returns whether some region of free cells has a size that no pieces add up to.
    #[inline]
    pub(crate) fn has_one(&self, filled: W) -> bool {
        if !self.any {
            return false;
        }
        // All cells behind the last filled one are free, and most free cells are connected to them.
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

    /// The regions of free cells in which no piece has room.
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

    /// The free cells that are connected to `seed`.
    #[inline]
    fn region(&self, seed: W, free: W) -> W {
        // With a known number of steps they are kept in registers. Most grids have two to four.
        match self.steps[..] {
            [a, b] => flood(&[a, b], seed, free),
            [a, b, c] => flood(&[a, b, c], seed, free),
            [a, b, c, d] => flood(&[a, b, c, d], seed, free),
            ref steps => flood(steps, seed, free),
        }
    }
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

/// For each number of cells, whether the stocks add up to it.
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

/// Distances in bits between neighbors, each with the cells that have a neighbor at this distance.
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
