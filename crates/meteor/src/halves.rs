//! All solutions by their halves.
//!
//! In each solution the five pieces that come first, when the lowest free cell is filled again and again, make a *front*; the five
//! others are to fill the *rest*. For each filling of at most five pieces that is reached so, the *family* of the sets of pieces that can
//! have made it is worked out, and for each front the family of sets that can fill its rest. A solution is a front and a set of
//! each family, which are complements.
//!
//! Turned by 180°, the rest of a front is a set of cells at the top of the board. Mostly it is a filling that was met before, and
//! its family is known. But a piece may lie in a pocket: beyond the first cell that is not in the turned rest. Such a piece is not found by
//! filling the lowest free cell. So if there is room for one, the front is filled further until there is none.

use alloc::vec;
use alloc::vec::Vec;

use crate::placement::placements;
use crate::solution::Solution;

/// All cells.
const FULL: u64 = (1 << 50) - 1;
/// All pieces.
const ALL: u16 = (1 << 10) - 1;

/// A piece on the board.
#[derive(Clone, Copy, Debug)]
struct Tile {
    cells: u64,
    piece: u8,
}

/// A piece put on the lowest free cell of a filling.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The filling before.
    from: u16,
    piece: u8,
}

/// The fillings of at most five pieces.
#[derive(Clone, Debug)]
pub(crate) struct Halves {
    tiles: Tiles,
    /// The cells of each filling; those of fewer pieces come first.
    fillings: Vec<u64>,
    /// The fillings of n pieces are those from `levels[n]` to `levels[n + 1]`; of more than five, only those that are needed.
    levels: [u16; 12],
    /// The steps that lead to filling i, of at most five pieces, are those from `step_starts[i]` to `step_starts[i + 1]`.
    steps: Vec<Step>,
    step_starts: Vec<u32>,
    /// What is known about the rests of the fillings of five pieces and more, in order.
    rests: Vec<Rest>,
    /// The steps by which fillings of five pieces and more were filled further.
    further: Vec<Further>,
    /// The sets of pieces that can make filling i, with the number of ways, are those from `family_starts[i]` to
    /// `family_starts[i + 1]`.
    families: Vec<(u16, u16)>,
    family_starts: Vec<u32>,
    numbers: Numbers,
}

/// A piece put on the lowest free cell of a filling of five pieces or more.
#[derive(Clone, Copy, Debug)]
struct Further {
    to: u16,
    piece: u8,
}

/// What can fill the cells that a filling leaves.
#[derive(Clone, Copy, Debug)]
struct Rest {
    /// The filling that it is when it is turned, or [`DEAD`].
    turned: u16,
    /// Otherwise, the steps by which the filling was filled further.
    further: (u32, u32),
    /// The family.
    family: (u32, u32),
}

/// A front and its pieces, the others of which fill its rest in so many ways.
struct Match {
    front: u16,
    pieces: u16,
    ways: u32,
}

impl Halves {
    pub(crate) fn new() -> Self {
        let mut halves = Self {
            tiles: Tiles::new(),
            fillings: vec![0],
            levels: [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
            rests: Vec::with_capacity(1 << 13),
            further: Vec::with_capacity(1 << 14),
            steps: Vec::with_capacity(1 << 14),
            step_starts: vec![0, 0],
            families: vec![(0, 1)],
            family_starts: vec![0, 1],
            numbers: Numbers::new(),
        };
        halves.families.reserve(1 << 15);
        for level in 0..5 {
            halves.add_level(level);
        }
        for level in 5..=10 {
            halves.add_rests(level);
        }
        halves.add_rest_families();
        halves
    }

    /// Adds the fillings of one piece more.
    fn add_level(&mut self, level: usize) {
        let (start, end) = (self.levels[level], self.levels[level + 1]);
        let mut found: Vec<(u16, Step)> = Vec::with_capacity(1 << 13);
        for from in start..end {
            let filling = self.fillings[usize::from(from)];
            for tile in self.tiles.that_fit((!filling).trailing_zeros() as usize, filling) {
                let number = self.numbers.number(filling | tile.cells, &mut self.fillings);
                if number != DEAD {
                    found.push((number, Step { from, piece: tile.piece }));
                }
            }
        }
        self.levels[level + 2] = self.fillings.len() as u16;
        self.add_steps(end.into(), &found);
        self.add_families(end.into());
    }

    /// Sorts the steps by where they lead.
    fn add_steps(&mut self, first: usize, found: &[(u16, Step)]) {
        let mut ends = vec![0u32; self.fillings.len() - first + 1];
        for (to, _) in found {
            ends[usize::from(*to) - first + 1] += 1;
        }
        let base = self.steps.len() as u32;
        ends[0] = base;
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        self.step_starts.extend(&ends[1..]);
        self.steps.resize(self.steps.len() + found.len(), Step { from: 0, piece: 0 });
        for (to, step) in found {
            let at = &mut ends[usize::from(*to) - first];
            self.steps[*at as usize] = *step;
            *at += 1;
        }
    }

    /// Works out the families of the fillings from `first` on.
    fn add_families(&mut self, first: usize) {
        let mut ways = [0u16; ALL as usize + 1];
        for i in first..self.fillings.len() {
            let start = self.families.len();
            let steps = self.step_starts[i] as usize..self.step_starts[i + 1] as usize;
            for &Step { from, piece } in &self.steps[steps] {
                let piece = 1 << piece;
                for k in self.family_range(from) {
                    let (set, n) = self.families[k];
                    if set & piece == 0 {
                        let sum = &mut ways[usize::from((set | piece) & ALL)];
                        if *sum == 0 {
                            self.families.push((set | piece, 0));
                        }
                        *sum += n;
                    }
                }
            }
            for (set, n) in &mut self.families[start..] {
                *n = core::mem::take(&mut ways[usize::from(*set & ALL)]);
            }
            self.family_starts.push(self.families.len() as u32);
        }
    }

    fn family_range(&self, filling: u16) -> core::ops::Range<usize> {
        let i = usize::from(filling);
        self.family_starts[i] as usize..self.family_starts[i + 1] as usize
    }

    fn family(&self, filling: u16) -> &[(u16, u16)] {
        &self.families[self.family_range(filling)]
    }

    /// Looks up the rests of the fillings of so many pieces, and fills those further that may have pockets.
    fn add_rests(&mut self, level: usize) {
        for number in self.levels[level]..self.levels[level + 1] {
            let filling = self.fillings[usize::from(number)];
            let turned = turned(!filling & FULL);
            let start = self.further.len() as u32;
            let mut rest = Rest { turned: DEAD, further: (start, start), family: (0, 0) };
            if !may_have_pockets(turned) {
                if let Some(number) = self.numbers.find(turned) {
                    let range = self.family_range(number);
                    rest.turned = number;
                    rest.family = (range.start as u32, range.end as u32);
                }
            } else {
                for tile in self.tiles.that_fit((!filling).trailing_zeros() as usize, filling) {
                    let to = self.numbers.number(filling | tile.cells, &mut self.fillings);
                    if to != DEAD {
                        self.further.push(Further { to, piece: tile.piece });
                    }
                }
                rest.further.1 = self.further.len() as u32;
            }
            self.rests.push(rest);
        }
        if level < 10 {
            self.levels[level + 2] = self.fillings.len() as u16;
        }
    }

    /// Works out the families of the rests of what was filled further, the fullest first.
    fn add_rest_families(&mut self) {
        let mut ways = [0u16; ALL as usize + 1];
        for i in (0..self.rests.len()).rev() {
            let (from, to) = self.rests[i].further;
            if from == to {
                continue;
            }
            let start = self.families.len();
            for k in from..to {
                let Further { to, piece } = self.further[k as usize];
                let piece = 1 << piece;
                let family = self.rest(to).family;
                for k in family.0..family.1 {
                    let (set, n) = self.families[k as usize];
                    if set & piece == 0 {
                        let sum = &mut ways[usize::from((set | piece) & ALL)];
                        if *sum == 0 {
                            self.families.push((set | piece, 0));
                        }
                        *sum += n;
                    }
                }
            }
            for (set, n) in &mut self.families[start..] {
                *n = core::mem::take(&mut ways[usize::from(*set & ALL)]);
            }
            self.rests[i].family = (start as u32, self.families.len() as u32);
        }
    }

    /// The rest of a filling of five pieces or more.
    fn rest(&self, filling: u16) -> &Rest {
        &self.rests[usize::from(filling - self.levels[5])]
    }

    fn rest_family(&self, filling: u16) -> &[(u16, u16)] {
        let (start, end) = self.rest(filling).family;
        &self.families[start as usize..end as usize]
    }

    /// Finds each front and set of pieces that belong to solutions.
    fn for_each_match(&self, mut found: impl FnMut(Match)) {
        let mut ways = [0u16; ALL as usize + 1];
        for front in self.levels[5]..self.levels[6] {
            let rest = self.rest_family(front);
            if rest.is_empty() {
                continue;
            }
            rest.iter().for_each(|&(set, n)| ways[usize::from(set & ALL)] = n);
            for &(pieces, n) in self.family(front) {
                let m = ways[usize::from(ALL ^ pieces & ALL)];
                if m != 0 {
                    found(Match { front, pieces, ways: u32::from(n) * u32::from(m) });
                }
            }
            rest.iter().for_each(|&(set, _)| ways[usize::from(set & ALL)] = 0);
        }
    }

    /// How many solutions there are.
    pub(crate) fn count(&self) -> u32 {
        let mut count = 0;
        self.for_each_match(|found| count += found.ways);
        count
    }

    /// All solutions, in no order.
    pub(crate) fn solutions(&self) -> Vec<Solution> {
        let mut all = Vec::with_capacity(2098);
        let mut tiles = [Tile { cells: 0, piece: 0 }; 10];
        self.for_each_match(|found| {
            self.for_each_rest(found.front, ALL ^ found.pieces, &mut tiles, 0, &mut |tiles| {
                let mut pieces = [0; 50];
                tiles[..5].iter().for_each(|tile| paint(&mut pieces, tile));
                self.for_each_front(found.front, found.pieces, tiles, 5, &mut |tiles| {
                    tiles[5..].iter().for_each(|tile| paint(&mut pieces, tile));
                    all.push(Solution { pieces });
                });
            });
        });
        all
    }

    /// Finds each way in which these pieces make a filling.
    fn for_each_front(
        &self,
        filling: u16,
        pieces: u16,
        tiles: &mut [Tile; 10],
        depth: usize,
        found: &mut dyn FnMut(&mut [Tile; 10]),
    ) {
        if pieces == 0 {
            return found(tiles);
        }
        let i = usize::from(filling);
        let steps = self.step_starts[i] as usize..self.step_starts[i + 1] as usize;
        for &Step { from, piece } in &self.steps[steps] {
            let left = pieces & !(1 << piece);
            if left != pieces && self.family(from).iter().any(|&(set, _)| set == left) {
                let cells = self.fillings[i] & !self.fillings[usize::from(from)];
                tiles[depth % 10] = Tile { cells, piece };
                self.for_each_front(from, left, tiles, depth + 1, found);
            }
        }
    }

    /// Finds each way in which these pieces fill the rest of a filling.
    fn for_each_rest(
        &self,
        filling: u16,
        pieces: u16,
        tiles: &mut [Tile; 10],
        depth: usize,
        found: &mut dyn FnMut(&mut [Tile; 10]),
    ) {
        let rest = self.rest(filling);
        if rest.turned != DEAD {
            return self.for_each_front(rest.turned, pieces, tiles, depth, &mut |tiles| {
                let before = *tiles;
                for tile in &mut tiles[depth..5] {
                    tile.cells = turned(tile.cells);
                }
                found(tiles);
                *tiles = before;
            });
        }
        for k in rest.further.0..rest.further.1 {
            let Further { to, piece } = self.further[k as usize];
            let left = pieces & !(1 << piece);
            if left != pieces && self.rest_family(to).iter().any(|&(set, _)| set == left) {
                let cells = self.fillings[usize::from(to)] & !self.fillings[usize::from(filling)];
                tiles[depth % 10] = Tile { cells, piece };
                self.for_each_rest(to, left, tiles, depth + 1, found);
            }
        }
    }
}

/// The board turned by 180°.
#[inline]
fn turned(cells: u64) -> u64 {
    cells.reverse_bits() >> 14
}

/// Whether a piece has room among the cells beyond the first that is not among them.
#[inline]
fn may_have_pockets(cells: u64) -> bool {
    let first = (!cells).trailing_zeros();
    let mut beyond = cells >> first << first;
    while beyond.count_ones() >= 5 {
        let region = region(beyond & beyond.wrapping_neg(), beyond);
        if region.count_ones() >= 5 {
            return true;
        }
        beyond &= !region;
    }
    false
}

fn paint(pieces: &mut [u8; 50], tile: &Tile) {
    let mut cells = tile.cells;
    for _ in 0..5 {
        pieces[cells.trailing_zeros() as usize % 50] = tile.piece;
        cells &= cells.wrapping_sub(1);
    }
}

/// All placements by their lowest cells, without those that cut off an island by themselves, and a table of which of them a few filled
/// cells rule out.
#[derive(Clone, Debug)]
struct Tiles {
    tiles: Vec<Tile>,
    /// The tiles with lowest cell i are those from `starts[i]` to `starts[i + 1]`, no more than 128.
    starts: [u16; 51],
    /// For each lowest cell, each group of four of the 24 cells that follow, and each set of cells of the group: the tiles that have one of them.
    ruled_out: Vec<[[u128; 16]; GROUPS]>,
}

const GROUPS: usize = 6;

impl Tiles {
    fn new() -> Self {
        let all: Vec<_> = placements()
            .iter()
            .flatten()
            .map(|placement| Tile { cells: placement.cells.word(), piece: placement.piece as u8 })
            .filter(|tile| !has_island(tile.cells))
            .collect();
        // Counting sort: lowest cells are small numbers.
        let mut starts = [0u16; 51];
        for tile in &all {
            starts[tile.cells.trailing_zeros() as usize + 1] += 1;
        }
        for i in 1..51 {
            starts[i] += starts[i - 1];
        }
        let (mut at, mut tiles) = (starts, all.clone());
        let mut ruled_out = vec![[[0; 16]; GROUPS]; 50];
        for tile in all {
            let cell = tile.cells.trailing_zeros() as usize;
            let bit = 1 << (at[cell] - starts[cell]);
            tiles[usize::from(at[cell])] = tile;
            at[cell] += 1;
            let mut others = tile.cells >> cell >> 1;
            while others != 0 {
                let other = others.trailing_zeros() as usize;
                ruled_out[cell][other / 4][1 << (other % 4)] |= bit;
                others &= others - 1;
            }
        }
        for sets in ruled_out.iter_mut().flatten() {
            for set in 1..16usize {
                let lowest = set & set.wrapping_neg();
                sets[set] = sets[lowest] | sets[set ^ lowest];
            }
        }
        Self { tiles, starts, ruled_out }
    }

    /// The tiles with this lowest cell and no filled one.
    #[inline]
    fn that_fit(&self, cell: usize, filled: u64) -> impl Iterator<Item = Tile> {
        let tiles = &self.tiles[usize::from(self.starts[cell])..usize::from(self.starts[cell + 1])];
        let (ruled_out, mut filled) = (&self.ruled_out[cell], filled >> cell >> 1);
        let mut fit = !(u128::MAX << 1 << (tiles.len() as u32).wrapping_sub(1) % 128);
        if tiles.is_empty() {
            fit = 0;
        }
        for sets in ruled_out {
            fit &= !sets[(filled & 15) as usize];
            filled >>= 4;
        }
        core::iter::from_fn(move || {
            let next = tiles.get(fit.trailing_zeros() as usize)?;
            fit &= fit - 1;
            Some(*next)
        })
    }
}

/// Cells of which the row below has a neighbour to the left; to the right; cells that are not the last of their rows.
const LEFT: u64 = even_rows(0b11110) & FULL;
const RIGHT: u64 = even_rows(0b01111) << 5 & FULL;
const INNER: u64 = (even_rows(0b01111) | even_rows(0b01111) << 5) & FULL;

const fn even_rows(row: u64) -> u64 {
    let (mut rows, mut y) = (0, 0);
    while y < 5 {
        rows |= row << (10 * y);
        y += 1;
    }
    rows
}

/// The free cells that hang together with `seed`. Each direction goes on from what the others have reached.
#[inline]
fn region(seed: u64, free: u64) -> u64 {
    let mut region = seed;
    loop {
        let mut grown = region;
        grown |= ((grown & INNER) << 1 | (grown >> 1 & INNER)) & free;
        grown |= (grown << 5 | (grown & LEFT) << 4 | (grown & RIGHT) << 6) & free;
        grown |= (grown >> 5 | (grown >> 4 & LEFT) | (grown >> 6 & RIGHT)) & free;
        if grown == region {
            return region;
        }
        region = grown;
    }
}

/// Whether the free cells have a region whose size is no multiple of five.
#[inline]
fn has_island(filled: u64) -> bool {
    let mut free = !filled & FULL;
    // Above the highest filled cell all is free, and most of what is free hangs together with it.
    let open = 5 * ((63 - (filled | 1).leading_zeros()) / 5 + 1);
    if open < 50 {
        let region = region(FULL >> open << open, free);
        if region.count_ones() % 5 != 0 {
            return true;
        }
        free &= !region;
    }
    while free != 0 {
        let region = region(free & free.wrapping_neg(), free);
        if region.count_ones() % 5 != 0 {
            return true;
        }
        free &= !region;
    }
    false
}

/// Has an island.
const DEAD: u16 = u16::MAX;

/// The numbers of fillings: a hash table with open addressing.
#[derive(Clone, Debug)]
struct Numbers {
    /// Places in `known` plus one, 0 where nothing is.
    slots: Vec<u16>,
    /// All fillings that were met, with their numbers.
    known: Vec<(u64, u16)>,
}

const SLOT_BITS: u32 = 16;

impl Numbers {
    fn new() -> Self {
        let mut known = Vec::with_capacity(1 << 15);
        known.push((0, 0));
        let mut numbers = Self { slots: vec![0; 1 << SLOT_BITS], known };
        numbers.slots[Self::hash(0)] = 1;
        numbers
    }

    #[inline]
    fn hash(filling: u64) -> usize {
        (filling.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SLOT_BITS)) as usize
    }

    /// The entry of a filling, or the slot in which it belongs.
    #[inline]
    fn look_up(&self, filling: u64) -> Result<u16, usize> {
        let mut slot = Self::hash(filling);
        loop {
            let place = self.slots[slot % (1 << SLOT_BITS)];
            if place == 0 {
                return Err(slot % (1 << SLOT_BITS));
            }
            let (known, number) = self.known[usize::from(place) - 1];
            if known == filling {
                return Ok(number);
            }
            slot += 1;
        }
    }

    #[inline]
    fn find(&self, filling: u64) -> Option<u16> {
        self.look_up(filling).ok().filter(|&number| number != DEAD)
    }

    /// The number of a filling, a new one if it was not met before; [`DEAD`] if it has an island.
    #[inline]
    fn number(&mut self, filling: u64, fillings: &mut Vec<u64>) -> u16 {
        match self.look_up(filling) {
            Ok(number) => number,
            Err(slot) => {
                let number = if has_island(filling) { DEAD } else { fillings.len() as u16 };
                if number != DEAD {
                    fillings.push(filling);
                }
                self.known.push((filling, number));
                self.slots[slot] = self.known.len() as u16;
                number
            }
        }
    }
}
