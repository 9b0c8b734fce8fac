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

// Cell x of row y is bit x + 7y − ⌊y / 2⌋ here: neighbours are then 1, 6 or 7 bits apart in all rows, and between rows there are bits
// that are no cells and are never free. The last cell is bit 63, and turning the board by 180° turns the word around.

/// All cells.
const FULL: u64 = {
    let (mut cells, mut y) = (0, 0);
    while y < 10 {
        cells |= 0b11111 << row_start(y);
        y += 1;
    }
    cells
};

/// The first bit of a row.
const fn row_start(y: usize) -> usize {
    7 * y - y / 2
}

/// The number of the cell of each bit.
const CELL_OF: [u8; 64] = {
    let (mut cells, mut i) = ([0; 64], 0);
    while i < 50 {
        cells[row_start(i / 5) + i % 5] = i as u8;
        i += 1;
    }
    cells
};

/// For each bit, all cells of the rows below.
const BELOW: [u64; 64] = {
    let (mut below, mut bit) = ([0; 64], 0);
    while bit < 64 {
        let mut y = 0;
        while y < 10 {
            if row_start(y) > bit {
                below[bit] |= 0b11111 << row_start(y);
            }
            y += 1;
        }
        bit += 1;
    }
    below
};

/// The bits of cells of the board.
fn spread(cells: u64) -> u64 {
    (0..10).fold(0, |bits, y| bits | (cells >> (5 * y) & 0b11111) << row_start(y))
}

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
    /// For each filling a few bits of all sets of its family: a set whose bit is not there is not in it.
    marks: Vec<u64>,
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
            fillings: vec![!FULL],
            levels: [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
            rests: Vec::with_capacity(1 << 13),
            further: Vec::with_capacity(1 << 14),
            steps: Vec::with_capacity(1 << 14),
            step_starts: vec![0, 0],
            families: vec![(0, 1)],
            family_starts: vec![0, 1],
            marks: vec![mark(0)],
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
        let mut sum = Sum::new();
        for i in first..self.fillings.len() {
            let steps = self.step_starts[i] as usize..self.step_starts[i + 1] as usize;
            for &Step { from, piece } in &self.steps[steps] {
                sum.add(self.family(from), piece);
            }
            self.marks.push(sum.take(&mut self.families));
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
            let turned = (!filling).reverse_bits();
            let start = self.further.len() as u32;
            let mut rest = Rest { turned: DEAD, further: (start, start), family: (0, 0) };
            if !self.may_have_pockets(turned) {
                if let Some(number) = self.numbers.find(turned | !FULL) {
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

    /// Whether a piece has room among the cells beyond the first that is not among them, and the others can be filled without it.
    fn may_have_pockets(&self, cells: u64) -> bool {
        let first = (!cells & FULL).trailing_zeros() % 64;
        let mut beyond = cells >> first << first;
        while beyond != 0 {
            let mut region = region(beyond & beyond.wrapping_neg(), beyond);
            beyond &= !region;
            // What begins at each cell; at the last four nothing does.
            while region.count_ones() >= 5 {
                let cell = region.trailing_zeros() as usize;
                let mut tiles = self.tiles.that_fit(cell, !region);
                if tiles.any(|tile| !has_island(!cells | tile.cells)) {
                    return true;
                }
                region &= region - 1;
            }
        }
        false
    }

    /// Works out the families of the rests of what was filled further, the fullest first.
    fn add_rest_families(&mut self) {
        let mut sum = Sum::new();
        for i in (0..self.rests.len()).rev() {
            let (from, to) = self.rests[i].further;
            if from == to {
                continue;
            }
            for &Further { to, piece } in &self.further[from as usize..to as usize] {
                sum.add(self.rest_family(to), piece);
            }
            let start = self.families.len() as u32;
            sum.take(&mut self.families);
            self.rests[i].family = (start, self.families.len() as u32);
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
            if left != pieces
                && self.marks[usize::from(from)] & mark(left) != 0
                && self.family(from).iter().any(|&(set, _)| set == left)
            {
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
                    tile.cells = tile.cells.reverse_bits();
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

/// One bit, mostly another one for another set.
#[inline]
fn mark(set: u16) -> u64 {
    1 << ((u32::from(set).wrapping_mul(0x9e37_79b1)) >> 26)
}

/// Adds up in how many ways sets of pieces can be made.
struct Sum {
    ways: [u16; ALL as usize + 1],
    /// The sets that can be made: no more than there are sets of the same size.
    sets: [u16; 256],
    count: usize,
}

impl Sum {
    fn new() -> Self {
        Self { ways: [0; ALL as usize + 1], sets: [0; 256], count: 0 }
    }

    /// Adds the sets of a family with one piece more.
    #[inline]
    fn add(&mut self, family: &[(u16, u16)], piece: u8) {
        let piece = 1 << piece;
        for &(set, n) in family {
            if set & piece == 0 {
                let set = (set | piece) & ALL;
                let sum = &mut self.ways[usize::from(set)];
                self.sets[self.count % 256] = set;
                self.count += usize::from(*sum == 0);
                *sum += n;
            }
        }
    }

    /// Moves all to the end of `families` and returns the marks of all.
    #[inline]
    fn take(&mut self, families: &mut Vec<(u16, u16)>) -> u64 {
        let (sets, mut marks) = (&self.sets[..self.count % 256], 0);
        families.extend(sets.iter().map(|&set| {
            marks |= mark(set);
            (set, core::mem::take(&mut self.ways[usize::from(set & ALL)]))
        }));
        self.count = 0;
        marks
    }
}

fn paint(pieces: &mut [u8; 50], tile: &Tile) {
    let mut cells = tile.cells;
    for _ in 0..5 {
        pieces[usize::from(CELL_OF[cells.trailing_zeros() as usize % 64]) % 50] = tile.piece;
        cells &= cells.wrapping_sub(1);
    }
}

/// All placements by their lowest cells, without those that cut off an island by themselves, and a table of which of them a few filled
/// cells rule out.
#[derive(Clone, Debug)]
struct Tiles {
    tiles: Vec<Tile>,
    /// The tiles with lowest bit i are those from `starts[i]` to `starts[i + 1]`, no more than 128.
    starts: [u16; 65],
    /// For each lowest cell, each group of five of the 30 bits that follow, and each set of cells of the group: the tiles that have one of them.
    ruled_out: Vec<[[u128; SETS]; GROUPS]>,
}

const GROUPS: usize = 6;
const SETS: usize = 32;

impl Tiles {
    fn new() -> Self {
        let all: Vec<_> = placements()
            .iter()
            .flatten()
            .map(|placement| Tile {
                cells: spread(placement.cells.word()),
                piece: placement.piece as u8,
            })
            .filter(|tile| !has_island(tile.cells | !FULL))
            .collect();
        // Counting sort: lowest cells are small numbers.
        let mut starts = [0u16; 65];
        for tile in &all {
            starts[tile.cells.trailing_zeros() as usize + 1] += 1;
        }
        for i in 1..65 {
            starts[i] += starts[i - 1];
        }
        let (mut at, mut tiles) = (starts, all.clone());
        let mut ruled_out = vec![[[0; SETS]; GROUPS]; 64];
        for tile in all {
            let cell = tile.cells.trailing_zeros() as usize;
            let bit = 1 << (at[cell] - starts[cell]);
            tiles[usize::from(at[cell])] = tile;
            at[cell] += 1;
            let mut others = tile.cells >> cell >> 1;
            while others != 0 {
                let other = others.trailing_zeros() as usize;
                ruled_out[cell][other / 5][1 << (other % 5)] |= bit;
                others &= others - 1;
            }
        }
        for sets in ruled_out.iter_mut().flatten() {
            for set in 1..SETS {
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
        let mut fit = u128::MAX;
        for sets in ruled_out {
            fit &= !sets[filled as usize % SETS];
            filled >>= 5;
        }
        core::iter::from_fn(move || {
            // Bits beyond the last tile are never ruled out.
            let next = tiles.get(fit.trailing_zeros() as usize)?;
            fit &= fit - 1;
            Some(*next)
        })
    }
}

/// The free cells that hang together with `seed`. Each direction goes on from what the others have reached.
#[inline]
fn region(seed: u64, free: u64) -> u64 {
    let mut region = seed;
    loop {
        let mut grown = (region | region << 1 | region >> 1) & free;
        grown |= (grown | grown >> 1) >> 6 & free;
        grown |= (grown | grown << 1) << 6 & free;
        if grown == region || grown == free {
            return grown;
        }
        region = grown;
    }
}

/// Whether the free cells have a region whose size is no multiple of five. All of them together are one.
#[inline]
fn has_island(filled: u64) -> bool {
    let mut free = !filled;
    // Below the row of the last filled cell all is free, and most of what is free hangs together with it.
    let open = BELOW[63 - (filled & FULL | 1).leading_zeros() as usize];
    let mut seed = if open == 0 { free & free.wrapping_neg() } else { open };
    while free != 0 {
        let region = region(seed, free);
        if region == free {
            return false;
        }
        if !region.count_ones().is_multiple_of(5) {
            return true;
        }
        free &= !region;
        seed = free & free.wrapping_neg();
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
        known.push((!FULL, 0));
        let mut numbers = Self { slots: vec![0; 1 << SLOT_BITS], known };
        numbers.slots[Self::hash(!FULL)] = 1;
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
